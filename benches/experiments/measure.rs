//! Contenders in turns over one scene: what a pair costs, and how often each is wrong.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::contenders::{About, Contender, Library, Natives, RAY_SIMPLEX};
use super::scene::{Scene, Truth, truths};
use crate::support::timing::{median, seconds};

/// How long to look: rounds in which each contender works for about `slice_s`, or once through the scene;
/// at least 5 (3 of long ones), and no more once one contender has had `budget_s`.
#[derive(Clone, Copy)]
pub struct Effort {
    pub rounds: usize,
    pub slice_s: f64,
    pub budget_s: f64,
}

/// The fewest rounds, and of a contender that takes half a second for one.
const FEWEST_ROUNDS: [usize; 2] = [5, 3];

/// One contender over one scene.
pub struct Figure {
    pub name: &'static str,
    pub about: About,
    /// ns a query that the boxes left open: quarter, median, three quarters of the rounds.
    pub ns: [f64; 3],
    /// Median over the rounds of the time beside the ray simplex'.
    pub ratio: f64,
    /// Microseconds a frame, the boxes included.
    pub frame_us: f64,
    pub tally: Tally,
}

/// What was said beside what is true, counted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    pub queries: u32,
    /// Of poses: verdicts that differ from the exact ones.
    pub wrong: u32,
    /// Motions that begin free and meet, and how many of them it calls separated.
    pub meeting: u32,
    pub missed: u32,
    /// Motions that are free, and how many of them it does not call separated.
    pub free: u32,
    pub alarms: u32,
}

impl Tally {
    fn new(about: About, said: &[bool], truths: &[Truth]) -> Self {
        let mut out = Tally::default();
        for (&said, truth) in said.iter().zip(truths) {
            out.queries += 1;
            out.wrong += u32::from(about == About::Poses && said != truth.meet);
            match truth.first_contact {
                Some(true) => {
                    out.meeting += 1;
                    out.missed += u32::from(!said);
                }
                Some(false) => {
                    out.free += 1;
                    out.alarms += u32::from(said);
                }
                None => {}
            }
        }
        out
    }

    pub fn add(&mut self, other: &Tally) {
        self.queries += other.queries;
        self.wrong += other.wrong;
        self.meeting += other.meeting;
        self.missed += other.missed;
        self.free += other.free;
        self.alarms += other.alarms;
    }
}

/// Makes contenders that need another package.
pub type More<'a> = &'a dyn Fn(&Made<'_>) -> Vec<Box<dyn Contender>>;

/// What contenders are made of.
#[allow(dead_code)] // Only those of other packages read it.
pub struct Made<'a> {
    pub library: &'a Rc<Library>,
    pub natives: &'a Rc<Natives>,
}

/// Plays a scene by all contenders, those of `more` at the end. Panics where an exact method is wrong.
pub fn measure(
    scene: &Scene,
    library: &Rc<Library>,
    more: More<'_>,
    effort: Effort,
) -> Vec<Figure> {
    let natives = Natives::new(scene);
    let made = Made {
        library,
        natives: &natives,
    };
    let mut contenders = super::contenders::all(library, &natives);
    contenders.extend(more(&made));
    let truths = truths(scene, &library.shapes, &natives);
    let queries = scene.timed.len();
    let mut verdicts = vec![false; queries.max(scene.warm.len())];
    let mut tallies = BTreeMap::new();
    let mut repeats = Vec::new();
    for contender in &mut contenders {
        contender.forget();
        contender.play(&scene.warm, &mut verdicts);
        contender.save();
        let start = seconds();
        contender.play(&scene.timed, &mut verdicts);
        let spent = seconds() - start;
        repeats.push(((effort.slice_s / spent) as u32).clamp(1, 10_000));
        let tally = Tally::new(contender.about(), &verdicts, &truths);
        tallies.insert(contender.name(), tally);
        check(contender.name(), &tallies);
    }
    let mut times: Vec<Vec<f64>> = vec![Vec::new(); contenders.len()];
    for round in 0..effort.rounds {
        for turn in 0..contenders.len() {
            // Every other round backwards, so that no contender always follows the same one.
            let c = if round % 2 == 0 {
                turn
            } else {
                contenders.len() - 1 - turn
            };
            let (contender, times) = (&mut contenders[c], &mut times[c]);
            let per_query = 1e-9 * queries as f64;
            let spent: f64 = times.iter().sum::<f64>() * per_query * f64::from(repeats[c]);
            let fewest = FEWEST_ROUNDS[usize::from(spent > 0.5 * times.len() as f64)];
            if times.len() >= fewest && spent > effort.budget_s {
                continue;
            }
            // Into the caches with it; a long pass gets there by itself.
            if repeats[c] > 1 {
                contender.restore();
                contender.play(&scene.timed, &mut verdicts);
            }
            let start = seconds();
            for _ in 0..repeats[c] {
                contender.restore();
                contender.play(&scene.timed, std::hint::black_box(&mut verdicts));
            }
            times.push((seconds() - start) / (per_query * f64::from(repeats[c])));
        }
    }
    let names: Vec<_> = contenders.iter().map(|c| c.name()).collect();
    let first = names
        .iter()
        .position(|name| *name == RAY_SIMPLEX)
        .expect("it always takes part");
    let ratio = |c: usize| {
        let both = times[c].iter().zip(&times[first]);
        median(both.map(|(t, first)| t / first).collect())
    };
    let figure = |c: usize| {
        let mut sorted = times[c].clone();
        sorted.sort_by(f64::total_cmp);
        let ns = [1, 2, 3].map(|quarter| sorted[(sorted.len() - 1) * quarter / 4]);
        Figure {
            name: names[c],
            about: contenders[c].about(),
            ns,
            ratio: ratio(c),
            frame_us: 1e6 * scene.box_s + 1e-3 * ns[1] * queries as f64 / scene.frames as f64,
            tally: tallies[names[c]],
        }
    };
    (0..contenders.len()).map(figure).collect()
}

/// Of those that promise it: no verdict about poses differs, no certified sweep misses, and a sweep says the
/// same by both methods.
fn check(name: &str, tallies: &BTreeMap<&str, Tally>) {
    let tally = &tallies[name];
    let proved = [
        "ray simplex",
        "interior point",
        "ip, no plane",
        "distance (GJK)",
    ];
    assert!(
        !proved.contains(&name) || tally.wrong == 0,
        "{name}: {tally:?}"
    );
    assert!(
        !name.ends_with("certified") || tally.missed == 0,
        "{name}: {tally:?}"
    );
    if let Some(sweep) = name.strip_prefix("ip ")
        && let Some(other) = tallies.get(format!("rs {sweep}").as_str())
    {
        assert_eq!(tally, other, "{name}");
    }
}
