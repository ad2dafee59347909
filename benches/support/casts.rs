//! Who answers times of impact: contenders whose times are compared, too.

use interframe::{MovingPair, PairState, TimeOfImpact, Verdict, plain_conservative_advancement};
use parry3d_f64::math::Vector;
use parry3d_f64::query::{
    NonlinearRigidMotion, ShapeCastOptions, cast_shapes, cast_shapes_nonlinear,
};

use super::bodies::Body;
use super::contenders::{interframe_body, parry_body};
use super::driver::median;
use super::flights::{Flight, ask, options};

/// One answer.
#[derive(Clone, Copy, PartialEq)]
pub enum Cast {
    /// They meet at this time of the frame.
    Hit(f64),
    Miss,
    /// Neither was found: iterations ran out, or precision.
    GaveUp,
}

impl Cast {
    fn time(self) -> Option<f64> {
        match self {
            Cast::Hit(t) => Some(t),
            _ => None,
        }
    }
}

impl From<TimeOfImpact> for Cast {
    fn from(answer: TimeOfImpact) -> Self {
        match answer.verdict {
            Verdict::Hit => Cast::Hit(answer.t_hi),
            Verdict::Separated => Cast::Miss,
            Verdict::Undecided => Cast::GaveUp,
        }
    }
}

/// A library with the queries in its own form: answers query i.
pub struct Caster {
    pub name: &'static str,
    pub cast: Box<dyn FnMut(usize) -> Cast>,
}

impl Caster {
    pub fn new(name: &'static str, cast: impl FnMut(usize) -> Cast + 'static) -> Self {
        Caster {
            name,
            cast: Box::new(cast),
        }
    }
}

/// What a Rust program has at hand; `plain` advancement is on the same poses and distances, with our balls that bound the
/// times to look at, or without.
pub fn casters(body: &Body, flights: &[Flight], workload: &str) -> Vec<Caster> {
    let (shape, options) = (interframe_body(body), options(body));
    let motions: Vec<_> = flights.iter().map(Flight::motions).collect();
    let plain = |name, balls_first: bool| {
        let (shape, motions) = (shape.clone(), motions.clone());
        Caster::new(name, move |i| {
            let [a, b] = &motions[i];
            let pair = MovingPair::new(&shape, a, &shape, b);
            let state = &mut PairState::default();
            plain_conservative_advancement(&pair, &options, balls_first, state).into()
        })
    };
    let others = match workload {
        "linear" => vec![parry_linear(body, flights)],
        _ => vec![
            plain("plain advancement", false),
            plain("plain advancement; balls first", true),
            parry_turning(body, flights),
        ],
    };
    let ours = Caster::new("interframe", move |i| {
        ask(&shape, &motions[i], &options).into()
    });
    std::iter::once(ours).chain(others).collect()
}

fn parry_linear(body: &Body, flights: &[Flight]) -> Caster {
    let shape = parry_body(body);
    let query = |f: &Flight| (f.parry_poses(0.0), Vector::from(f.travel));
    let queries: Vec<_> = flights.iter().map(query).collect();
    let options = ShapeCastOptions::with_max_time_of_impact(1.0);
    Caster::new("parry cast_shapes", move |i| {
        let ([a, b], travel) = &queries[i];
        let hit = cast_shapes(a, Vector::ZERO, &shape, b, *travel, &shape, options);
        let hit = hit.expect("supported shapes");
        hit.map_or(Cast::Miss, |hit| Cast::Hit(hit.time_of_impact))
    })
}

/// Its tolerance cannot be set; it is near 1e-15.
fn parry_turning(body: &Body, flights: &[Flight]) -> Caster {
    let shape = parry_body(body);
    let motions = |f: &Flight| {
        let [a, b] = f.parry_poses(0.0);
        let travel = [Vector::ZERO, Vector::from(f.travel)];
        let motion = |start, k: usize| {
            NonlinearRigidMotion::new(start, Vector::ZERO, travel[k], Vector::from(f.turn[k]))
        };
        [motion(a, 0), motion(b, 1)]
    };
    let motions: Vec<_> = flights.iter().map(motions).collect();
    Caster::new("parry cast_shapes_nonlinear", move |i| {
        let [a, b] = &motions[i];
        let hit = cast_shapes_nonlinear(a, &shape, b, &shape, 0.0, 1.0, true);
        let hit = hit.expect("supported shapes");
        hit.map_or(Cast::Miss, |hit| Cast::Hit(hit.time_of_impact))
    })
}

/// Hits that are not found (and those of them on which it gave up), misses called hits, and how far the time is off among
/// common hits: the median and the worst.
pub fn differences(ours: &[Cast], theirs: &[Cast]) -> String {
    let pairs = || ours.iter().copied().zip(theirs.iter().copied());
    let missed = pairs().filter(|(our, their)| our.time().is_some() && their.time().is_none());
    let (missed, gave_up): (Vec<_>, Vec<_>) = missed.partition(|(_, their)| *their == Cast::Miss);
    let invented = pairs().filter(|(our, their)| our.time().is_none() && their.time().is_some());
    let off = pairs().filter_map(|(our, their)| Some((our.time()? - their.time()?).abs()));
    let off: Vec<f64> = off.collect();
    let worst = off.iter().copied().fold(0.0, f64::max);
    let middle = if off.is_empty() { 0.0 } else { median(off) };
    format!(
        "{} ({}); {}; {middle:.1e}; {worst:.1e}",
        missed.len() + gave_up.len(),
        gave_up.len(),
        invented.count()
    )
}
