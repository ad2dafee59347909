//! The experiments as the paper tells them, and what it leaves open varied once.

mod agreement;
pub mod contenders;
pub mod measure;
mod plot;
mod record;
pub mod scene;
pub mod shapes;
mod walker;
mod whole_program;

use std::path::Path;
use std::rc::Rc;

use contenders::Library;
use measure::{Effort, More, measure};
use record::{Record, Shown, spread, write};
use scene::{Bounds, Choices, Scene, Turning, Walls, approaches, crowd};
use twin::random::case_generator;

use crate::support::when::when_and_where;

/// What the command line chose.
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

const PARTS: [&str; 6] = ["walker", "1", "2", "3", "4", "choices"];

/// `-- [--quick] [--into FOLDER] [PART...]`; parts are `walker`, `1` to `4` and `choices`, all without any. Of a
/// folder that holds figures of an earlier run it says how far they are from these.
pub fn run(root: &Path, more: More<'_>) {
    let args: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| arg != "--bench")
        .collect();
    let quick = args.iter().any(|arg| arg == "--quick" || arg == "--test");
    let into = args.iter().position(|arg| arg == "--into").map(|at| at + 1);
    let named = into.map(|at| args.get(at).expect("--into needs a folder"));
    let parts: Vec<&str> = args
        .iter()
        .enumerate()
        .filter(|(k, arg)| !arg.starts_with("--") && Some(*k) != into)
        .map(|(_, arg)| arg.as_str())
        .collect();
    for part in &parts {
        assert!(PARTS.contains(part), "parts are {PARTS:?}, not {part}");
    }
    let standard = root.join(if quick {
        "target/experiments"
    } else {
        "docs/measured/experiments"
    });
    let folder = named.map_or(standard, |name| root.join(name));
    std::fs::create_dir_all(&folder).expect("a folder to write to");
    let mut run = Run {
        quick,
        frames: if quick { 150 } else { 1500 },
        repeats: if quick { 20 } else { 100 },
        effort: Effort {
            rounds: if quick { 5 } else { 31 },
            slice_s: if quick { 2e-4 } else { 2e-3 },
            budget_s: if quick { 0.05 } else { 0.4 },
        },
        library: Library::new(shapes::library(Choices::CHOSEN.radius)),
        more,
        record: Record::default(),
    };
    run.record.notes.push(when_and_where());
    for part in PARTS {
        if !parts.is_empty() && !parts.contains(&part) {
            continue;
        }
        match part {
            "walker" => run.walker(),
            "1" => run.first(),
            "2" => run.second(),
            "3" => run.third(),
            "4" => run.fourth(),
            _ => run.choices(),
        }
    }
    run.leave(&folder);
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
        for (k, speed) in [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5]
            .into_iter()
            .enumerate()
        {
            if self.quick && k % 3 != 0 {
                continue;
            }
            let choices = Choices {
                speed,
                ..Choices::CHOSEN
            };
            let scene = crowd(&twenty, self.frames, &choices, 101);
            self.measure("4a", &speed.to_string(), &scene);
        }
        for (k, degrees) in [1.0, 2.0, 5.0, 10.0, 20.0, 40.0, 60.0]
            .into_iter()
            .enumerate()
        {
            if self.quick && k % 3 != 0 {
                continue;
            }
            let choices = Choices {
                degrees,
                ..Choices::CHOSEN
            };
            let scene = crowd(&twenty, self.frames, &choices, 101);
            self.measure("4b", &degrees.to_string(), &scene);
        }
    }

    /// What the paper leaves open, one at a time.
    fn choices(&mut self) {
        let chosen = Choices::CHOSEN;
        let sphere = 19;
        let first = [
            ("as chosen", chosen),
            (
                "radius 0.25",
                Choices {
                    radius: 0.25,
                    ..chosen
                },
            ),
            (
                "radius 1",
                Choices {
                    radius: 1.0,
                    ..chosen
                },
            ),
            (
                "side 3",
                Choices {
                    side: 3.0,
                    ..chosen
                },
            ),
            (
                "unsteady turns",
                Choices {
                    turning: Turning::Unsteady,
                    ..chosen
                },
            ),
            (
                "bounding spheres",
                Choices {
                    bounds: Bounds::Spheres,
                    ..chosen
                },
            ),
        ];
        let crowds = [
            ("as chosen", chosen),
            (
                "radius 0.25",
                Choices {
                    radius: 0.25,
                    ..chosen
                },
            ),
            (
                "radius 1",
                Choices {
                    radius: 1.0,
                    ..chosen
                },
            ),
            (
                "speed 0.1",
                Choices {
                    speed: 0.1,
                    ..chosen
                },
            ),
            (
                "scattering walls",
                Choices {
                    walls: Walls::Scatter,
                    ..chosen
                },
            ),
            (
                "unsteady turns",
                Choices {
                    turning: Turning::Unsteady,
                    ..chosen
                },
            ),
            (
                "bounding spheres",
                Choices {
                    bounds: Bounds::Spheres,
                    ..chosen
                },
            ),
        ];
        let chosen_library = self.library.clone();
        for (name, choices) in first {
            self.library = of_radius(&chosen_library, choices.radius);
            let scene = approaches(&self.library.shapes, sphere, self.repeats, &choices);
            self.measure("1 varied", name, &scene);
        }
        for (name, choices) in crowds {
            self.library = of_radius(&chosen_library, choices.radius);
            let scene = crowd(&[sphere; 20], self.frames / 3, &choices, 102);
            self.measure("2 varied", name, &scene);
        }
        self.library = chosen_library;
    }

    /// Writes all, and compares with what lay there.
    fn leave(mut self, folder: &Path) {
        let csv = self.record.csv();
        let earlier = std::fs::read_to_string(folder.join("figures.csv")).ok();
        if let Some(line) = earlier.and_then(|old| spread(&old, &csv)) {
            eprintln!("{line}");
            self.record.notes.push(format!("{line}."));
        }
        write(folder, "figures.csv", &csv);
        write(folder, "TABLES.md", &self.record.tables(&TITLES));
        for shown in &SHOWN {
            if let Some(svg) = self.record.plot(shown) {
                write(folder, shown.file, &svg);
            }
        }
    }
}

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

const TITLES: [(&str, &str); 8] = [
    ("1", "1. Two bodies before contact, by number of corners"),
    (
        "2",
        "2. Spheres of 264 corners in a cube of side 6, by their number",
    ),
    ("2b", "2b. Dodecahedra in a cube of side 6, by their number"),
    ("3", "3. Ten shapes in a cube, by its side"),
    ("4a", "4a. Twenty shapes, by units a frame"),
    (
        "4b",
        "4b. Twenty shapes, by largest degrees a frame about each axis",
    ),
    (
        "1 varied",
        "Choices of the first experiment varied: spheres of 264",
    ),
    (
        "2 varied",
        "Choices of the second experiment varied: 20 spheres of 264",
    ),
];

const SHOWN: [Shown; 6] = [
    Shown {
        experiment: "1",
        title: "1. Two bodies, the last five frames before contact",
        x: "corners of each",
        log_x: true,
        ticks: &[4.0, 8.0, 16.0, 32.0, 66.0, 135.0, 264.0],
        by_frame: false,
        file: "corners.svg",
    },
    Shown {
        experiment: "2",
        title: "2. Spheres of 264 corners in a cube of side 6",
        x: "bodies",
        log_x: false,
        ticks: &[10.0, 20.0, 30.0, 40.0, 50.0],
        by_frame: true,
        file: "count.svg",
    },
    Shown {
        experiment: "2b",
        title: "2b. Dodecahedra in a cube of side 6",
        x: "bodies",
        log_x: false,
        ticks: &[10.0, 20.0, 30.0, 40.0, 50.0],
        by_frame: true,
        file: "count_dodecahedra.svg",
    },
    Shown {
        experiment: "3",
        title: "3. Ten shapes in a cube",
        x: "side of the cube",
        log_x: false,
        ticks: &[4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
        by_frame: true,
        file: "density.svg",
    },
    Shown {
        experiment: "4a",
        title: "4a. Twenty shapes by translation speed",
        x: "units a frame",
        log_x: true,
        ticks: &[0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5],
        by_frame: false,
        file: "translation.svg",
    },
    Shown {
        experiment: "4b",
        title: "4b. Twenty shapes by rotation speed",
        x: "largest degrees a frame about each axis",
        log_x: true,
        ticks: &[1.0, 2.0, 5.0, 10.0, 20.0, 40.0, 60.0],
        by_frame: false,
        file: "rotation.svg",
    },
];
