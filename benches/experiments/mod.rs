//! The experiments as the paper tells them, and what it leaves open varied once.

mod agreement;
pub mod contenders;
pub mod measure;
mod record;
pub mod scene;
pub mod shapes;
mod walker;
mod whole_program;

use std::path::Path;
use std::rc::Rc;

use contenders::Library;
use measure::{More, measure};
use record::{Experiment, Record, spread};
use scene::{Bounds, Choices, Scene, Turning, Walls, approaches, crowd};
use twin::random::case_generator;

use crate::support::driver::{Driver, Effort, write};
use crate::support::when::when_and_where;

/// A run of what the command line chose.
struct Run<'a> {
    quick: bool,
    /// Frames of a crowd, the paper's 1,500.
    frames: usize,
    /// Approaches of a shape: five times the paper's 20, so that no predictor learns them by heart.
    repeats: usize,
    effort: Effort,
    library: Rc<Library>,
    more: More<'a>,
    record: Record,
}

type Part = fn(&mut Run<'_>);

/// The parts of a run by their names on the command line.
const PARTS: [(&str, Part); 6] = [
    ("walker", |run| run.walker()),
    ("1", |run| run.first()),
    ("2", |run| run.second()),
    ("3", |run| run.third()),
    ("4", |run| run.fourth()),
    ("choices", |run| run.choices()),
];

/// `-- [--quick] [--into FOLDER] [--table] [PART...]`; all parts without any. `--table` makes plots of the
/// figures that are there; otherwise it says how far those of an earlier run are from these.
pub fn run(root: &Path, more: More<'_>) {
    let driver = Driver::from_args(root);
    let quick = driver.quick;
    for name in &driver.names {
        let known = PARTS.iter().any(|(part, _)| part == name);
        assert!(
            known,
            "parts are {:?}, not {name}",
            PARTS.map(|(part, _)| part)
        );
    }
    let standard = match quick {
        true => "target/experiments",
        false => "docs/measured/experiments",
    };
    let folder = root.join(driver.value("--into").unwrap_or(standard));
    let earlier = std::fs::read_to_string(folder.join("figures.csv"));
    let earlier = earlier.ok().and_then(|csv| Record::read(&csv));
    if driver.is_given("--table") {
        return leave(&earlier.expect("figures to plot"), &folder);
    }
    let mut run = Run {
        quick,
        frames: if quick { 150 } else { 1500 },
        repeats: if quick { 20 } else { 100 },
        effort: Effort {
            rounds: if quick { 5 } else { 15 },
            slice_s: if quick { 2e-4 } else { 2e-3 },
            budget_s: if quick { 0.05 } else { 0.4 },
        },
        library: Library::new(shapes::library(Choices::CHOSEN.radius)),
        more,
        record: Record::default(),
    };
    run.record.notes.push(when_and_where());
    for (name, part) in PARTS {
        if driver.is_named(name) {
            part(&mut run);
        }
    }
    let line = earlier.and_then(|earlier| spread(&earlier, &run.record));
    run.record.notes.extend(line);
    write(&folder, "figures.csv", &run.record.csv());
    leave(&run.record, &folder);
}

/// Writes the plots.
fn leave(record: &Record, folder: &Path) {
    for (file, svg) in EXPERIMENTS.iter().filter_map(|one| record.plot(one)) {
        write(folder, file, &svg);
    }
}

impl Run<'_> {
    fn measure(&mut self, experiment: &'static str, x: &str, scene: &Scene) {
        // Few frames of a large cube: its boxes may settle all.
        if scene.timed.is_empty() {
            return;
        }
        let figures = measure(scene, &self.library, self.more, self.effort);
        self.record.push(experiment, x, figures);
    }

    fn walker(&mut self) {
        let count = if self.quick { 50_000 } else { 1_000_000 };
        let seen = agreement::agreement(&self.library, count);
        let line = format!(
            "The walker and `distance`: {} distances agree, at most {:.1e} apart; {} pairs meet by both; {} walks came to no end \
             by rounding and looked at all pairs.",
            seen.apart, seen.largest, seen.meeting, seen.all_pairs
        );
        eprintln!("{line}");
        self.record.notes.push(line);
    }

    fn first(&mut self) {
        let library = self.library.clone();
        let mut open = [0, 0];
        for (k, shape) in library.shapes.iter().enumerate() {
            if self.quick && k % 4 != 3 {
                continue;
            }
            let scene = approaches(&library.shapes, k, self.repeats, &Choices::CHOSEN);
            open[0] += scene.timed.len();
            open[1] += scene.boxes;
            self.measure("1", &shape.points.len().to_string(), &scene);
        }
        let share = 100.0 * open[0] as f64 / open[1] as f64;
        let line =
            format!("First experiment: the boxes left {share:.0}% of the last five frames open.");
        self.record.notes.push(line);
    }

    fn second(&mut self) {
        for (experiment, shape) in [("2", 19), ("2b", 8)] {
            for count in [10, 20, 30, 40, 50] {
                if self.quick && count > 20 {
                    continue;
                }
                let scene = crowd(
                    &vec![shape; count],
                    self.frames,
                    &Choices::CHOSEN,
                    count as u64,
                );
                self.measure(experiment, &count.to_string(), &scene);
            }
        }
    }

    fn third(&mut self) {
        let ten = some_shapes(10);
        for side in 4..=12 {
            if self.quick && side % 4 != 0 {
                continue;
            }
            let choices = Choices {
                side: f64::from(side),
                ..Choices::CHOSEN
            };
            let scene = crowd(&ten, self.frames, &choices, 100);
            self.measure("3", &side.to_string(), &scene);
        }
    }

    fn fourth(&mut self) {
        let twenty = some_shapes(20);
        let speeds = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5].map(|x| ("4a", x));
        let angles = [1.0, 2.0, 5.0, 10.0, 20.0, 40.0, 60.0].map(|x| ("4b", x));
        for (k, (experiment, x)) in speeds.into_iter().chain(angles).enumerate() {
            if self.quick && k % 7 % 3 != 0 {
                continue;
            }
            let mut choices = Choices::CHOSEN;
            match experiment {
                "4a" => choices.speed = x,
                _ => choices.degrees = x,
            }
            let scene = crowd(&twenty, self.frames, &choices, 101);
            self.measure(experiment, &x.to_string(), &scene);
        }
    }

    /// What the paper leaves open, one at a time.
    fn choices(&mut self) {
        let (chosen, sphere) = (self.library.clone(), 19);
        for (name, vary) in VARIED {
            let mut choices = Choices::CHOSEN;
            vary(&mut choices);
            self.library = of_radius(&chosen, choices.radius);
            if !CROWD_ONLY.contains(&name) {
                let scene = approaches(&self.library.shapes, sphere, self.repeats, &choices);
                self.measure("1 varied", name, &scene);
            }
            if name != "side 3" {
                let scene = crowd(&[sphere; 20], self.frames / 3, &choices, 102);
                self.measure("2 varied", name, &scene);
            }
        }
        self.library = chosen;
    }
}

type Vary = fn(&mut Choices);

const VARIED: [(&str, Vary); 8] = [
    ("as chosen", |_| {}),
    ("radius 0.25", |c| c.radius = 0.25),
    ("radius 1", |c| c.radius = 1.0),
    ("side 3", |c| c.side = 3.0),
    ("speed 0.1", |c| c.speed = 0.1),
    ("scattering walls", |c| c.walls = Walls::Scatter),
    ("unsteady turns", |c| c.turning = Turning::Unsteady),
    ("bounding spheres", |c| c.bounds = Bounds::Spheres),
];
/// What the first experiment does not have.
const CROWD_ONLY: [&str; 2] = ["speed 0.1", "scattering walls"];

/// Random shapes of the library, the same for every scene of an experiment.
fn some_shapes(count: usize) -> Vec<usize> {
    let rng = &mut case_generator(1904, 0);
    (0..count).map(|_| rng.below(20)).collect()
}

fn of_radius(chosen: &Rc<Library>, radius: f64) -> Rc<Library> {
    match radius == Choices::CHOSEN.radius {
        true => chosen.clone(),
        false => Library::new(shapes::library(radius)),
    }
}

const EXPERIMENTS: [Experiment; 6] = [
    Experiment {
        name: "1",
        title: "1. Two bodies, the last five frames before contact",
        plot: ["corners.svg", "corners of each"],
    },
    Experiment {
        name: "2",
        title: "2. Spheres of 264 corners in a cube of side 6",
        plot: ["count.svg", "bodies"],
    },
    Experiment {
        name: "2b",
        title: "2b. Dodecahedra in a cube of side 6",
        plot: ["count_dodecahedra.svg", "bodies"],
    },
    Experiment {
        name: "3",
        title: "3. Ten shapes in a cube",
        plot: ["density.svg", "side of the cube"],
    },
    Experiment {
        name: "4a",
        title: "4a. Twenty shapes by translation speed",
        plot: ["translation.svg", "units a frame"],
    },
    Experiment {
        name: "4b",
        title: "4b. Twenty shapes by rotation speed",
        plot: ["rotation.svg", "largest degrees a frame about each axis"],
    },
];
