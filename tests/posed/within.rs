//! Is the distance at most d? Against the exact twin, for d beside the true distance by a last place, equal
//! to it where an f64 is, and of every size. INTERFRAME_LONG=1 for full counts.

use crate::common::distances::{any_pair, distances, truth};
use crate::common::{Built, count, for_each, place_pair, polytope};
use interframe::{
    DecidedBy, Error, PairState, Polytope, Pose, Verdict, Within, WithinOptions, within,
};
use nalgebra::Vector3;
use twin::distance::distance_sq;
use twin::number::power_of_two;
use twin::place::V3;
use twin::random::case_generator;
use twin::random_pairs::PosedPair;
use twin::shapes::cuboid;

fn ask(built: &Built, distance: f64, state: &mut PairState) -> Within {
    let options = WithinOptions {
        distance,
        ..WithinOptions::default()
    };
    let pair = &built.pair();
    within(pair, &options, state).expect("valid options")
}

/// Swapped, and with vertices in another order.
fn mirrored(pair: &PosedPair) -> PosedPair {
    let back = |list: &[V3]| list.iter().rev().copied().collect();
    PosedPair {
        a: back(&pair.b),
        pose_a: pair.pose_b,
        b: back(&pair.a),
        pose_b: pair.pose_a,
        ..pair.clone()
    }
}

#[test]
fn the_exact_verdict_at_every_distance() {
    let run = for_each(count(1_000, 60_000), |index, tally| {
        let pair = any_pair(index);
        let (built, swapped) = (Built::new(&pair), Built::new(&mirrored(&pair)));
        let true_sq = distance_sq(&place_pair(&pair));
        let mut state = PairState::default();
        for d in distances(true_sq.as_ref()) {
            let name = format!("{} {index} at {d:e}", pair.family);
            let expected = truth(true_sq.as_ref(), d);
            let answer = ask(&built, d, &mut PairState::default());
            tally.cases += 1;
            tally.hits += u64::from(expected == Verdict::Hit);
            tally.separated += u64::from(expected == Verdict::Separated);
            tally.by_exact += u64::from(answer.decided_by == DecidedBy::Exact);
            tally.claim(answer.verdict == expected, &name, "not the exact verdict");
            let kept = ask(&built, d, &mut state).verdict;
            tally.claim(kept == expected, &name, "another verdict with a kept state");
            let other = ask(&swapped, d, &mut PairState::default()).verdict;
            tally.claim(other == expected, &name, "another verdict swapped");
            if true_sq.is_some() {
                tally.claim(
                    witnessed(&built, &answer, d),
                    &name,
                    "its witness does not hold",
                );
            }
        }
    });
    run.report("within, against the exact twin");
}

/// Whether the points are so near, and the normal shows so large a gap, to rounding.
fn witnessed(built: &Built, answer: &Within, d: f64) -> bool {
    let apart = built.pose_b.translation() - built.pose_a.translation();
    let world = built.pose_a.translation().abs().max();
    let size = built.a.reach() + built.b.reach() + apart.abs().sum() + world;
    // Products of denormal lengths say nothing.
    if !(1e-100..1e100).contains(&size) {
        return true;
    }
    let tol = 1e-13 * size;
    match (answer.point_a, answer.point_b, answer.normal) {
        (Some(a), Some(b), None) => answer.verdict == Verdict::Hit && (b - a).norm() <= d + tol,
        (None, None, Some(n)) => {
            let along = |body: &Polytope, pose: &Pose, sign: f64| {
                let values = body
                    .vertices()
                    .map(|v| sign * n.dot(&pose.transform_point(&v)));
                values.fold(f64::INFINITY, f64::min)
            };
            let gap = along(&built.b, &built.pose_b, 1.0) + along(&built.a, &built.pose_a, -1.0);
            answer.verdict == Verdict::Separated && gap >= d - tol
        }
        _ => false,
    }
}

/// 3-4-5 and its like: the distance is the f64 itself, far from the origin too, and a power of two changes
/// nothing.
#[test]
fn equal_is_a_hit() {
    for index in 0..count(2_000, 50_000) {
        let mut rng = case_generator(1_711, index);
        let [x, y, z, d] = *rng.pick(&[
            [3.0, 4.0, 0.0, 5.0],
            [2.0, 3.0, 6.0, 7.0],
            [1.0, 2.0, 2.0, 3.0],
            [0.0, 0.0, 11.0, 11.0],
            [8.0, 9.0, 12.0, 17.0],
        ]);
        let size = power_of_two(rng.integer(-400, 400) as i32);
        let far = *rng.pick(&[0.0, 1.0, 4096.0]);
        let half = 0.25;
        // Corner to corner of two boxes.
        let cube = polytope(&cuboid([half * size; 3]));
        let here = Vector3::repeat(far * size);
        let there = here
            + (Vector3::new(x, y, z)
                + Vector3::new(x, y, z).map(|c| 2.0 * half * f64::from(c > 0.0)))
                * size;
        let built = Built {
            a: cube.clone(),
            pose_a: Pose::from_translation(here).expect("finite"),
            b: cube,
            pose_b: Pose::from_translation(there).expect("finite"),
        };
        let verdict = |d: f64| ask(&built, d, &mut PairState::default()).verdict;
        let reach = d * size;
        assert_eq!(verdict(reach), Verdict::Hit, "{index}: {reach:e}");
        assert_eq!(verdict(reach.next_up()), Verdict::Hit, "{index}");
        assert_eq!(verdict(reach.next_down()), Verdict::Separated, "{index}");
    }
}

/// At 0 it is `intersect`.
#[test]
fn at_no_distance_it_is_intersect() {
    let run = for_each(count(3_000, 100_000), |index, tally| {
        let pair = any_pair(index);
        let built = Built::new(&pair);
        let verdict = ask(&built, 0.0, &mut PairState::default()).verdict;
        let other = built.intersect(&mut PairState::default()).verdict;
        tally.cases += 1;
        tally.claim(
            verdict == other,
            &format!("{} {index}", pair.family),
            "intersect differs",
        );
    });
    run.report("within 0");
}

#[test]
fn options_and_empty_bodies() {
    let (nothing, cube) = (polytope(&[]), polytope(&cuboid([1.0; 3])));
    let here = Pose::identity();
    let mut state = PairState::default();
    let pair = interframe::PosedPair::new(&cube, &here, &nothing, &here);
    let far = WithinOptions {
        distance: f64::MAX,
        ..WithinOptions::default()
    };
    let answer = within(&pair, &far, &mut state).expect("valid");
    assert_eq!((answer.verdict, answer.normal), (Verdict::Separated, None));
    for (distance, max_pivots, name) in [
        (-1.0, 64, "distance"),
        (f64::NAN, 64, "distance"),
        (f64::INFINITY, 64, "distance"),
        (1.0, 0, "max_pivots"),
    ] {
        let options = WithinOptions {
            distance,
            max_pivots,
        };
        let Err(Error::Setting { name: told, .. }) = within(&pair, &options, &mut state) else {
            panic!("{distance} and {max_pivots} are accepted");
        };
        assert_eq!(told, name);
    }
    assert_eq!(state, PairState::default());
}
