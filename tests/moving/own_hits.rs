//! The interior point method decides by itself: of every kind of hull at least 99% of the hits deeper
//! than 1e-6 of the size, by the field that names the solver. Answers and bounds are held against
//! the exact twin. INTERFRAME_LONG=1 for full counts; INTERFRAME_LEFT=1 lists what it leaves.

use crate::common::{Built, Tally, count, for_each, place_pair, vectors};
use crate::partial::{self, FRAMES, taken};
use interframe::{
    DecidedBy, DeformingPair, DistanceBracket, Interframe, InterframeVerticesOptions,
    IntersectOptions, Intersection, Method, PairState, Polytope, Pose, PosedPair, Sweep, Verdict,
    VertexSweep, interframe_vertices, intersect, penetration,
};
use nalgebra::Vector3;
use twin::degenerate::degenerate_pair;
use twin::distance::distance_sq;
use twin::near_contact::near_contact;
use twin::number::{Rational, approximate, sub};
use twin::place::{Pair, vertex_sweep};
use twin::random_pairs::{long_pair, random_pair};
use twin::sweeps::{deforming_pair, moving_pair};

const METHOD: Method = Method::InteriorPoint;

/// What is judged of an answer.
struct Claimed {
    verdict: Verdict,
    decided_by: DecidedBy,
    solver: Method,
    bounds: Option<DistanceBracket>,
}

impl From<Intersection> for Claimed {
    fn from(x: Intersection) -> Self {
        Claimed {
            verdict: x.verdict,
            decided_by: x.decided_by,
            solver: x.solver,
            bounds: x.bounds,
        }
    }
}

impl From<Interframe> for Claimed {
    fn from(x: Interframe) -> Self {
        Claimed {
            verdict: x.verdict,
            decided_by: x.decided_by,
            solver: x.solver,
            bounds: x.bounds,
        }
    }
}

/// How deep the hulls are in each other, in units of the smaller one's radius (of the larger's, if
/// that is 0), and how large the smaller is beside the larger; to rounding.
fn depth(pair: &Pair) -> [f64; 2] {
    let origin = &pair.a[0];
    let places: Vec<_> = pair
        .a
        .iter()
        .chain(&pair.b)
        .map(|p| sub(p, origin))
        .collect();
    let (numbers, _) = approximate(places.iter().flatten());
    let points: Vec<Vector3<f64>> = (numbers.chunks_exact(3))
        .map(|c| Vector3::new(c[0], c[1], c[2]) * 2f64.powi(-300))
        .collect();
    let (of_a, of_b) = points.split_at(pair.a.len());
    let [a, b] = [of_a, of_b].map(|list| Polytope::new(list).expect("finite"));
    let radius = |list: &[Vector3<f64>]| {
        let center = list.iter().sum::<Vector3<f64>>() / list.len() as f64;
        list.iter()
            .fold(0.0, |r: f64, p| r.max((p - center).norm()))
    };
    let (r, s) = (radius(of_a), radius(of_b));
    let size = if r.min(s) > 0.0 { r.min(s) } else { r.max(s) };
    let here = Pose::identity();
    let pair = PosedPair::new(&a, &here, &b, &here);
    let found = penetration(&pair, &Default::default(), &mut PairState::default());
    [
        found.expect("valid options").depth / size,
        r.min(s) / r.max(s),
    ]
}

/// Holds an answer against the twin, and counts hits that are deep.
fn judge(name: &str, pair: &Pair, found: &Claimed, tally: &mut Tally) {
    let hit = twin::intersect::intersect(pair).hit();
    tally.cases += 1;
    tally.claim(
        (found.verdict == Verdict::Hit) == hit,
        name,
        "not as the twin",
    );
    tally.claim(found.verdict != Verdict::Undecided, name, "undecided");
    tally.claim(found.bounds.is_some(), name, "no bounds");
    if !hit {
        tally.separated += 1;
        if let Some(bounds) = found.bounds {
            let square = distance_sq(pair).expect("not empty");
            let within = Rational::square_of(bounds.lower) <= square
                && square <= Rational::square_of(bounds.upper);
            tally.claim(within, name, &format!("{bounds:?} at {}", square.root()));
        }
        return;
    }
    tally.hits += 1;
    if let Some(bounds) = found.bounds {
        tally.claim(
            (bounds.lower, bounds.upper) == (0.0, 0.0),
            name,
            "a distance of a hit",
        );
    }
    let [depth, ratio] = depth(pair);
    if depth > 1e-6 {
        tally.deep += 1;
        if found.solver == METHOD && found.decided_by != DecidedBy::Exact {
            tally.deep_own += 1;
        } else if std::env::var_os("INTERFRAME_LEFT").is_some() {
            println!(
                "{name}: {depth:.1e} left to {:?} {:?}; sizes 1 to {ratio:.1e}, {} and {} points",
                found.solver,
                found.decided_by,
                pair.a.len(),
                pair.b.len()
            );
        }
    }
}

/// Asks with no memory, and then with what that left.
fn twice(mut ask: impl FnMut(&mut PairState)) {
    let mut state = PairState::default();
    ask(&mut state);
    ask(&mut state);
}

fn judge_posed(index: u64, pair: &twin::random_pairs::PosedPair, tally: &mut Tally) {
    let built = Built::new(pair);
    let exact = place_pair(pair);
    let (a, _, b, _) = built.parts();
    if a.is_empty() || b.is_empty() {
        return;
    }
    twice(|state| {
        let options = IntersectOptions {
            method: METHOD,
            ..Default::default()
        };
        let answer = intersect(&built.pair(), &options, state);
        let name = format!("{} {index}", pair.family);
        judge(&name, &exact, &answer.expect("valid options").into(), tally);
    });
}

fn judge_sweep(sweep: Sweep, index: u64, tally: &mut Tally) {
    let pair = moving_pair(index);
    let Ok(built) = partial::Built::new(&pair) else {
        tally.refused += 1;
        return;
    };
    let [a, b] = &built.bodies;
    // The twin has no silhouettes; without turns they are those of the whole hull.
    if sweep == Sweep::Silhouette && built.is_turning() || a.is_empty() || b.is_empty() {
        return;
    }
    for (frame, exact_frame) in FRAMES {
        let mut hulls = built.hulls(&pair, exact_frame);
        if sweep == Sweep::FaceGrouped {
            let (Some(end_a), Some(end_b)) = (built.grouped(0, frame), built.grouped(1, frame))
            else {
                continue;
            };
            hulls.a = taken(a, &hulls.a, &pair.a, &end_a);
            hulls.b = taken(b, &hulls.b, &pair.b, &end_b);
        }
        twice(|state| {
            let answer = built.ask(sweep, frame, METHOD, state);
            let name = format!("{} {index} {frame:?}", pair.family);
            judge(&name, &hulls, &answer.into(), tally);
        });
    }
}

fn judge_lists(index: u64, tally: &mut Tally) {
    let pair = deforming_pair(index);
    let hulls = vertex_sweep((&pair.a[0], &pair.a[1]), (&pair.b[0], &pair.b[1]));
    if hulls.a.is_empty() || hulls.b.is_empty() {
        return;
    }
    let [a0, a1, b0, b1] = [&pair.a[0], &pair.a[1], &pair.b[0], &pair.b[1]].map(|l| vectors(l));
    let pair = DeformingPair {
        a: VertexSweep {
            start: &a0,
            end: &a1,
        },
        b: VertexSweep {
            start: &b0,
            end: &b1,
        },
    };
    twice(|state| {
        let options = InterframeVerticesOptions {
            method: METHOD,
            ..Default::default()
        };
        let answer = interframe_vertices(&pair, &options, state).expect("finite lists");
        judge(&format!("{index}"), &hulls, &answer.into(), tally);
    });
}

/// At least 99% of the deep hits. The full counts are 200,000 answers of each kind.
fn report(tally: Tally, suite: &str) {
    let (deep, own) = (tally.deep, tally.deep_own);
    println!("{suite}: {own} of {deep} deep hits by the method asked");
    tally.report(suite);
    assert!(deep > 20, "only {deep} deep hits");
    assert!(own * 100 >= deep * 99, "{own} of {deep} deep hits");
}

/// Generic, long, degenerate (points, segments, flat and coincident bodies, mixed sizes), and touching or all but.
#[test]
fn own_hits_of_posed_bodies() {
    let judged = for_each(count(1_200, 100_000), |i, tally| {
        let (family, index) = (i % 4, i / 4);
        let pair = match family {
            0 => random_pair(index),
            1 => long_pair(index),
            2 => degenerate_pair(index),
            _ => near_contact(index),
        };
        judge_posed(index, &pair, tally);
    });
    report(judged, "posed bodies");
}

#[test]
fn own_hits_of_full_sweeps() {
    report(
        for_each(count(500, 60_000), |i, t| judge_sweep(Sweep::Full, i, t)),
        "full",
    );
}

#[test]
fn own_hits_of_face_grouped_sweeps() {
    let judged = for_each(count(1_000, 80_000), |i, t| {
        judge_sweep(Sweep::FaceGrouped, i, t)
    });
    report(judged, "face-grouped");
}

#[test]
fn own_hits_of_silhouettes() {
    let judged = for_each(count(1_000, 120_000), |i, t| {
        judge_sweep(Sweep::Silhouette, i, t)
    });
    report(judged, "silhouettes");
}

#[test]
fn own_hits_of_vertex_lists() {
    report(for_each(count(1_000, 100_000), judge_lists), "vertex lists");
}
