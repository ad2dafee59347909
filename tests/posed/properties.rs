//! What must not change an answer, on pairs from every generator.

use crate::common::{Built, bits, motion, polytope, pose};
use interframe::{
    Frame, InterframeOptions, IntersectOptions, Intersection, PairState, Polytope, Sweep, Verdict,
    interframe, intersect,
};
use proptest::prelude::*;
use twin::degenerate::degenerate_pair;
use twin::near_contact::near_contact;
use twin::number::power_of_two;
use twin::place::{Pose, V3};
use twin::random_pairs::{PosedPair, random_pair};
use twin::sweeps::moving_pair;

fn posed_pair() -> impl Strategy<Value = PosedPair> {
    (0..3u8, any::<u32>()).prop_map(|(family, index)| {
        let index = u64::from(index);
        match family {
            0 => random_pair(index),
            1 => degenerate_pair(index),
            _ => near_contact(index),
        }
    })
}

fn verdict(pair: &PosedPair) -> Verdict {
    Built::new(pair)
        .intersect(&mut PairState::default())
        .verdict
}

/// Applies a map to body frame, world frame and quaternion of both bodies.
fn mapped(
    pair: &PosedPair,
    body: impl Fn(&V3) -> V3,
    world: impl Fn(&V3) -> V3,
    quaternion: impl Fn(&[f64; 4]) -> [f64; 4],
) -> PosedPair {
    let place = |p: &Pose| Pose {
        p: world(&p.p),
        q: quaternion(&p.q),
    };
    PosedPair {
        a: pair.a.iter().map(&body).collect(),
        pose_a: place(&pair.pose_a),
        b: pair.b.iter().map(&body).collect(),
        pose_b: place(&pair.pose_b),
        ..pair.clone()
    }
}

/// Whether x + d is exact.
fn exact_sum(x: f64, d: f64) -> bool {
    let sum = x + d;
    // Both differences give back the other term exactly when nothing was rounded away.
    sum.is_finite() && sum - d == x && sum - x == d
}

/// Asks a sequence of queries with one state and returns everything that came back, bit by bit.
fn replay(pairs: &[Built], state: &mut PairState) -> Vec<(Vec<u64>, PairState)> {
    let ask = |pair: &Built| {
        let answer = pair.intersect(state);
        (bits(&answer.into()), *state)
    };
    pairs.iter().map(ask).collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: if std::env::var_os("INTERFRAME_LONG").is_some() { 20_000 } else { 1500 },
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn swapping_mirrors(pair in posed_pair()) {
        let built = Built::new(&pair);
        let answer = built.intersect(&mut PairState::default());
        let swapped = built.intersect_swapped(&mut PairState::default());
        prop_assert_eq!(answer.verdict, swapped.verdict);
        prop_assert_eq!(answer.plane.is_some(), swapped.plane.is_some());
    }

    #[test]
    fn signed_axis_permutations_leave_the_verdict(pair in posed_pair(), which in 0..48usize) {
        // v -> S v in every frame; the quaternion's vector part is an axial vector: det(S) S u.
        const ORDERS: [[usize; 3]; 6] =
            [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];
        let order = ORDERS[which / 8];
        let signs = [0, 1, 2].map(|k| if which >> k & 1 == 1 { -1.0 } else { 1.0 });
        let odd = if which / 8 >= 3 { -1.0 } else { 1.0 };
        let det: f64 = odd * signs.iter().product::<f64>();
        let turn = |v: &V3| [0, 1, 2].map(|k| signs[k] * v[order[k]]);
        let quaternion = |q: &[f64; 4]| {
            let u = turn(&[q[0], q[1], q[2]]);
            [det * u[0], det * u[1], det * u[2], q[3]]
        };
        let turned = mapped(&pair, turn, turn, quaternion);
        prop_assert_eq!(verdict(&pair), verdict(&turned));
    }

    #[test]
    fn exact_half_turns_leave_the_verdict(pair in posed_pair(), axis in 0..3usize) {
        // Multiplication by i, j or k permutes the components: no rounding. The world turns by a
        // half turn about the axis, the bodies' own frames stay.
        let world = |p: &V3| [0, 1, 2].map(|k| if k == axis { p[k] } else { -p[k] });
        let quaternion = |q: &[f64; 4]| {
            let [x, y, z, w] = *q;
            match axis {
                0 => [w, -z, y, -x],
                1 => [z, w, -x, -y],
                _ => [-y, x, w, -z],
            }
        };
        let turned = mapped(&pair, |v| *v, world, quaternion);
        prop_assert_eq!(verdict(&pair), verdict(&turned));
    }

    #[test]
    fn exact_shifts_leave_the_verdict(pair in posed_pair(), shift in 0..4u8) {
        let d = match shift {
            0 => pair.pose_a.p.map(|x| -x),
            1 => pair.pose_b.p.map(|x| -x),
            2 => pair.pose_a.p,
            _ => [0, 1, 2].map(|k| pair.pose_b.p[k] - pair.pose_a.p[k]),
        };
        let places = [pair.pose_a.p, pair.pose_b.p];
        prop_assume!(places.iter().all(|p| (0..3).all(|k| exact_sum(p[k], d[k]))));
        let world = |p: &V3| [0, 1, 2].map(|k| p[k] + d[k]);
        let shifted = mapped(&pair, |v| *v, world, |q| *q);
        prop_assert_eq!(verdict(&pair), verdict(&shifted));
    }

    #[test]
    fn powers_of_two_leave_the_verdict(pair in posed_pair(), exponent in -900..900i32) {
        let factor = power_of_two(exponent);
        let numbers: Vec<f64> = [&pair.a[..], &pair.b[..], &[pair.pose_a.p, pair.pose_b.p]]
            .concat()
            .concat();
        let exact = numbers.iter().all(|x| {
            let y = x * factor;
            // Far from overflow, where distances no longer have a square.
            y.abs() < 1e300 && y / factor == *x
        });
        prop_assume!(exact);
        let scale = |v: &V3| v.map(|x| x * factor);
        let scaled = mapped(&pair, scale, scale, |q| *q);
        prop_assert_eq!(verdict(&pair), verdict(&scaled));
    }

    #[test]
    fn order_duplicates_and_inner_points_leave_every_bit(pair in posed_pair(), seed in any::<u64>()) {
        let mut rng = twin::random::SplitMix64(seed);
        let mut padded = |list: &[V3]| -> Vec<V3> {
            let mut more = list.to_vec();
            for _ in 0..4 {
                if list.is_empty() {
                    break;
                }
                let (u, v) = (*rng.pick(list), *rng.pick(list));
                more.push(u);
                // The middle, when it is exact: halving and adding both.
                let exact = (0..3).all(|k| {
                    let (x, y) = (0.5 * u[k], 0.5 * v[k]);
                    2.0 * x == u[k] && 2.0 * y == v[k] && exact_sum(x, y)
                });
                if exact {
                    more.push([0, 1, 2].map(|k| 0.5 * u[k] + 0.5 * v[k]));
                }
            }
            rng.shuffle(&mut more);
            more
        };
        let other = PosedPair { a: padded(&pair.a), b: padded(&pair.b), ..pair.clone() };
        let ask = |pair: &PosedPair| {
            let mut state = PairState::default();
            let answer = Built::new(pair).intersect(&mut state);
            (bits(&answer.into()), state)
        };
        prop_assert_eq!(ask(&pair), ask(&other));
    }

    #[test]
    fn the_callers_index_names_the_corner(pair in posed_pair()) {
        for list in [&pair.a, &pair.b] {
            let body: Polytope = polytope(list);
            for i in 0..body.vertex_count() {
                let source = list[body.source_index(i)];
                prop_assert_eq!(source, <[f64; 3]>::from(body.vertex(i)));
            }
        }
    }

    #[test]
    fn no_state_changes_a_verdict(pair in posed_pair(), others in prop::collection::vec(posed_pair(), 1..4)) {
        let built = Built::new(&pair);
        let cold = built.intersect(&mut PairState::default()).verdict;
        let mut state = PairState::default();
        for other in &others {
            Built::new(other).intersect(&mut state);
            prop_assert_eq!(built.intersect(&mut state).verdict, cold);
            prop_assert_eq!(built.intersect_swapped(&mut state).verdict, cold);
        }
    }

    #[test]
    fn snapshots_and_replays_give_the_same_bits(pairs in prop::collection::vec(posed_pair(), 2..6)) {
        let built: Vec<Built> = pairs.iter().map(Built::new).collect();
        let mut state = PairState::default();
        let first = replay(&built, &mut state);
        let second = replay(&built, &mut PairState::default());
        prop_assert_eq!(&first, &second);
        // From the middle: the state after the first query is the snapshot.
        let mut snapshot = first[0].1;
        let rest = replay(&built[1..], &mut snapshot);
        prop_assert_eq!(&first[1..], &rest[..]);
    }

    #[test]
    fn two_frame_verdicts_ignore_swap_and_state(index in any::<u32>(), other in posed_pair()) {
        let pair = moving_pair(u64::from(index));
        let (Ok(ma), Ok(mb)) = (motion(&pair.motion_a), motion(&pair.motion_b)) else {
            return Ok(());
        };
        let (a, b) = (polytope(&pair.a), polytope(&pair.b));
        let mut foreign = PairState::default();
        Built::new(&other).intersect(&mut foreign);
        let ask = |state: &mut PairState| {
            interframe(&interframe::MovingPair::new(&a, &ma, &b, &mb), &InterframeOptions { sweep: Sweep::Full, frame: Frame::World, ..InterframeOptions::default() }, state).expect("valid options").verdict
        };
        let cold = ask(&mut PairState::default());
        prop_assert_eq!(ask(&mut foreign), cold);
        prop_assert_eq!(ask(&mut foreign), cold);
        // In the world frame the two-pose hulls do not depend on which body is called A.
        let swapped =
            interframe(&interframe::MovingPair::new(&b, &mb, &a, &ma), &InterframeOptions { sweep: Sweep::Full, frame: Frame::World, ..InterframeOptions::default() }, &mut foreign).expect("valid options");
        prop_assert_eq!(swapped.verdict, cold);
    }
}

#[test]
fn one_pose_is_the_motion_that_stays() {
    for index in 0..2000 {
        let pair = near_contact(index);
        let built = Built::new(&pair);
        let still: Vec<_> = [&built.pose_a, &built.pose_b]
            .map(|p| interframe::Motion::fixed(*p))
            .to_vec();
        for (sweep, frame) in [
            (Sweep::Full, Frame::World),
            (Sweep::Full, Frame::Relative),
            (Sweep::Certified, Frame::Relative),
        ] {
            let moving = interframe(
                &interframe::MovingPair::new(&built.a, &still[0], &built.b, &still[1]),
                &InterframeOptions {
                    sweep,
                    frame,
                    ..InterframeOptions::default()
                },
                &mut PairState::default(),
            )
            .expect("valid options");
            let answer: Intersection = intersect(
                &interframe::PosedPair::new(
                    &built.a,
                    &pose(&pair.pose_a),
                    &built.b,
                    &pose(&pair.pose_b),
                ),
                &IntersectOptions::default(),
                &mut PairState::default(),
            )
            .expect("valid options");
            assert_eq!(moving.verdict, answer.verdict, "{index}");
        }
    }
}
