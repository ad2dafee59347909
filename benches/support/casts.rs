//! Who answers times of impact, and the tables of what it costs them and how they differ.

use interframe::{PairState, TimeOfImpact, Verdict, plain_conservative_advancement};
use parry3d_f64::math::{Pose as ParryPose, Rotation, Vector};
use parry3d_f64::query::{
    NonlinearRigidMotion, ShapeCastOptions, cast_shapes, cast_shapes_nonlinear,
};

use super::bodies::{self, Body};
use super::choice::Choice;
use super::contenders::{Contender, interframe_body, parry_body};
use super::flights::{Flight, WORKLOADS, ask, flights, options};
use super::timing::{Figures, compare, median};

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
    name: &'static str,
    cast: Box<dyn FnMut(usize) -> Cast>,
}

impl Caster {
    pub fn new(name: &'static str, cast: impl FnMut(usize) -> Cast + 'static) -> Self {
        Caster {
            name,
            cast: Box::new(cast),
        }
    }

    fn interframe(body: &Body, flights: &[Flight]) -> Self {
        let (shape, options) = (interframe_body(body), options(body));
        let motions: Vec<_> = flights.iter().map(Flight::motions).collect();
        Self::new("interframe", move |i| {
            ask(&shape, &motions[i], &options).into()
        })
    }

    /// On the same poses and distances; with our balls that bound the times to look at, or without.
    fn plain(body: &Body, flights: &[Flight], balls_first: bool) -> Self {
        let (shape, options) = (interframe_body(body), options(body));
        let motions: Vec<_> = flights.iter().map(Flight::motions).collect();
        let name = if balls_first {
            "plain advancement, balls first"
        } else {
            "plain advancement"
        };
        Self::new(name, move |i| {
            let [a, b] = &motions[i];
            let mut state = PairState::default();
            plain_conservative_advancement(
                &interframe::MovingPair::new(&shape, a, &shape, b),
                &options,
                balls_first,
                &mut state,
            )
            .into()
        })
    }

    fn parry_linear(body: &Body, flights: &[Flight]) -> Self {
        let shape = parry_body(body);
        let query = |f: &Flight| (parry_poses(f), Vector::from(f.travel));
        let queries: Vec<_> = flights.iter().map(query).collect();
        let options = ShapeCastOptions::with_max_time_of_impact(1.0);
        Self::new("parry cast_shapes", move |i| {
            let ([a, b], travel) = &queries[i];
            let hit = cast_shapes(a, Vector::ZERO, &shape, b, *travel, &shape, options);
            let hit = hit.expect("supported shapes");
            hit.map_or(Cast::Miss, |hit| Cast::Hit(hit.time_of_impact))
        })
    }

    /// Its tolerance cannot be set; it is near 1e-15.
    fn parry_turning(body: &Body, flights: &[Flight]) -> Self {
        let shape = parry_body(body);
        let motions = |f: &Flight| {
            let [a, b] = parry_poses(f);
            let motion =
                |start, travel, turn| NonlinearRigidMotion::new(start, Vector::ZERO, travel, turn);
            [
                motion(a, Vector::ZERO, Vector::from(f.turn[0])),
                motion(b, Vector::from(f.travel), Vector::from(f.turn[1])),
            ]
        };
        let motions: Vec<_> = flights.iter().map(motions).collect();
        Self::new("parry cast_shapes_nonlinear", move |i| {
            let [a, b] = &motions[i];
            let hit = cast_shapes_nonlinear(a, &shape, b, &shape, 0.0, 1.0, true);
            let hit = hit.expect("supported shapes");
            hit.map_or(Cast::Miss, |hit| Cast::Hit(hit.time_of_impact))
        })
    }
}

fn parry_poses(flight: &Flight) -> [ParryPose; 2] {
    let pose = |p: [f64; 3], [x, y, z, w]: [f64; 4]| {
        ParryPose::from_parts(Vector::from(p), Rotation::from_xyzw(x, y, z, w))
    };
    [pose([0.0; 3], flight.q[0]), pose(flight.p, flight.q[1])]
}

/// What a Rust program has at hand.
pub fn casters(body: &Body, flights: &[Flight], workload: &str) -> Vec<Caster> {
    let ours = Caster::interframe(body, flights);
    if workload == "linear" {
        return vec![ours, Caster::parry_linear(body, flights)];
    }
    vec![
        ours,
        Caster::plain(body, flights, false),
        Caster::plain(body, flights, true),
        Caster::parry_turning(body, flights),
    ]
}

struct Timed {
    caster: Caster,
}

impl Contender for Timed {
    fn name(&self) -> &str {
        self.caster.name
    }

    fn answer(&mut self, verdicts: &mut [bool]) {
        for (i, verdict) in verdicts.iter_mut().enumerate() {
            *verdict = matches!((self.caster.cast)(i), Cast::Hit(_));
        }
    }
}

/// Makes the casters for a body's flights in the workload of this name.
pub type Make<'a> = dyn FnMut(&Body, &[Flight], &str) -> Vec<Caster> + 'a;

/// Prints two tables a workload, a line a body, a column a caster: cost, and in what the answers
/// differ from the first's. Arguments of the command line choose bodies and workloads.
pub fn tables(make: &mut Make<'_>) {
    let choice = Choice::from_args();
    let count = if choice.quick { 20 } else { 400 };
    for (name, turns) in WORKLOADS {
        if !choice.wants("--workloads", name) {
            continue;
        }
        println!("\n### {name}\n");
        let mut answers = Vec::new();
        for body in bodies::all() {
            if !choice.wants("--bodies", body.name) {
                continue;
            }
            let shape = interframe_body(&body);
            let flights = flights(&body, &shape, turns, count);
            let mut casters = make(&body, &flights, name);
            let casts: Vec<Vec<Cast>> = casters
                .iter_mut()
                .map(|caster| (0..flights.len()).map(&mut caster.cast).collect())
                .collect();
            let mut contenders: Vec<Box<dyn Contender>> = casters
                .into_iter()
                .map(|caster| Box::new(Timed { caster }) as Box<dyn Contender>)
                .collect();
            let found = compare(&mut contenders, flights.len(), choice.effort());
            if answers.is_empty() {
                title(&["body", "hits"], &found.names);
                answers.push(found.names[1..].to_vec());
            }
            row(&cost_cells(&body, &found));
            let others = casts[1..].iter().map(|cast| differences(&casts[0], cast));
            answers.push(
                std::iter::once(body.name.to_string())
                    .chain(others)
                    .collect(),
            );
        }
        if let Some((names, rows)) = answers.split_first() {
            println!();
            title(&["body"], names);
            for cells in rows {
                row(cells);
            }
        }
    }
}

fn title(first: &[&str], names: &[String]) {
    println!("| {} | {} |", first.join(" | "), names.join(" | "));
    println!("|{}", "---|".repeat(first.len() + names.len()));
}

fn row(cells: &[String]) {
    println!("| {} |", cells.join(" | "));
}

fn cost_cells(body: &Body, found: &Figures) -> Vec<String> {
    let mut cells = vec![
        body.name.to_string(),
        format!("{:.0}%", 100.0 * found.hits),
        format!("{:.0} ns", found.ns[0]),
    ];
    let others = found.ns.iter().zip(&found.ratio).skip(1);
    cells.extend(others.map(|(ns, ratio)| format!("{ns:.0} ns, x{ratio:.2}")));
    cells
}

/// Hits that are not found (and those of them on which it gave up), misses called hits, and how far
/// the time is off among common hits: the median and the worst.
fn differences(ours: &[Cast], theirs: &[Cast]) -> String {
    let count = |wanted: &dyn Fn(Cast, Cast) -> bool| {
        let pairs = ours.iter().zip(theirs);
        pairs.filter(|&(&our, &their)| wanted(our, their)).count()
    };
    let missed = count(&|our, their| our.time().is_some() && their.time().is_none());
    let gave_up = count(&|our, their| our.time().is_some() && their == Cast::GaveUp);
    let invented = count(&|our, their| our.time().is_none() && their.time().is_some());
    let pairs = ours.iter().zip(theirs);
    let off: Vec<f64> = pairs
        .filter_map(|(our, their)| Some((our.time()? - their.time()?).abs()))
        .collect();
    let worst = off.iter().copied().fold(0.0, f64::max);
    let middle = if off.is_empty() { 0.0 } else { median(off) };
    format!("{missed} ({gave_up}), {invented}, {middle:.1e}, {worst:.1e}")
}
