//! Contenders in turns over one scene: what a pair costs, and how often each is wrong.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::contenders::{About, Library, Natives, RAY_SIMPLEX, Speaker};
use super::scene::{Scene, Truth, truths};
use crate::support::driver::{Effort, compare};

/// One contender over one scene.
pub struct Figure {
    pub name: String,
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
}

/// Makes contenders that need another package.
pub type More<'a> = &'a dyn Fn(&Made<'_>) -> Vec<Speaker>;

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
    let mut all = super::contenders::all(library, &natives);
    all.extend(more(&made));
    let truths = truths(scene, &library.shapes, &natives);
    let (about, mut contenders): (Vec<_>, Vec<_>) = all.into_iter().unzip();
    let queries = scene.timed.len();
    let figures = compare(&mut contenders, queries, effort);
    let first = figures.names.iter().position(|name| name == RAY_SIMPLEX);
    let first = first.expect("it always takes part");
    let mut tallies = BTreeMap::new();
    let figure = |c: usize| {
        let (about, name) = (about[c], figures.names[c].clone());
        let tally = Tally::new(about, &figures.verdicts[c], &truths);
        tallies.insert(name.clone(), tally);
        check(&name, &tallies);
        let ns = figures.quartiles(c);
        Figure {
            name,
            about,
            ns,
            ratio: figures.ratio(c, first),
            frame_us: 1e6 * scene.box_s + 1e-3 * ns[1] * queries as f64 / scene.frames as f64,
            tally,
        }
    };
    (0..contenders.len()).map(figure).collect()
}

/// Of those that promise it: no verdict about poses differs, no certified sweep misses, and a sweep says the
/// same by both methods.
fn check(name: &str, tallies: &BTreeMap<String, Tally>) {
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
        && let Some(other) = tallies.get(&format!("rs {sweep}"))
    {
        assert_eq!(tally, other, "{name}");
    }
}
