//! What a call from C costs beside the same question in Rust: medians of alternating rounds of one run.
//! `cargo test --release -p interframe-capi --lib price -- --ignored --nocapture` prints them.
//!
//! The C side is given poses and builds them in every call. The Rust side is timed twice: with the poses
//! built anew, which is the same work, and with poses built before.

use std::hint::black_box;
use std::ptr::null_mut;
use std::time::Instant;

use nalgebra::Quaternion;

use crate::body::ifr_body;
use crate::intersect::{ifr_intersect, ifr_intersect_input, ifr_intersect_result};
use crate::pair::ifr_posed_pair;
use crate::pair_state::ifr_pair_state;
use crate::pose::ifr_pose;
use crate::status::{ifr_error, ifr_status};
use interframe::{IntersectOptions, PairState, Polytope, Pose, PosedPair, SharedBody, intersect};

const ROUNDS: usize = 401;
const CALLS: usize = 1000;

fn cuboid(half: f64) -> ifr_body {
    ifr_body(SharedBody::cuboid([half; 3]).expect("finite"))
}

/// Nanoseconds of one call.
fn time(mut call: impl FnMut()) -> f64 {
    let start = Instant::now();
    for _ in 0..CALLS {
        call();
    }
    start.elapsed().as_secs_f64() * 1e9 / CALLS as f64
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

#[test]
#[ignore = "a measurement"]
fn price() {
    let (boxed, empty) = (
        cuboid(1.0),
        ifr_body(SharedBody::new(Polytope::new(&[]).expect("legal"))),
    );
    let turned = |p: [f64; 3]| ifr_pose {
        p,
        q: [0.1, 0.2, 0.3, 0.927_361_849_549_570_3],
    };
    println!(
        "{:>14} {:>8} {:>8} {:>8} {:>8} {:>14} {:>14}",
        "pair", "C", "C, error", "Rust", "placed", "C / Rust", "C / placed"
    );
    for (name, b, x) in [
        ("far", &boxed, 50.0),
        ("side by side", &boxed, 3.0),
        ("overlapping", &boxed, 1.0),
        ("empty", &empty, 3.0),
    ] {
        let input = ifr_intersect_input {
            pair: ifr_posed_pair {
                a: &boxed,
                b,
                pose_a: turned([0.0; 3]),
                pose_b: turned([x, 0.25, 0.125]),
            },
            method: 0,
            max_pivots: 0,
        };
        // As a C program calls it: not inlined here.
        let from_c: unsafe extern "C" fn(_, _, _, _) -> ifr_status = black_box(ifr_intersect);
        let (mut state, mut result) = (ifr_pair_state::default(), ifr_intersect_result::default());
        let mut error = ifr_error {
            status: ifr_status::IFR_STATUS_OK,
            message: [0; 252],
        };
        let mut rust_state = PairState::default();
        let options = IntersectOptions::default();
        let pose = |given: &ifr_pose| {
            let [x, y, z, w] = given.q;
            Pose::new(given.p.into(), Quaternion::new(w, x, y, z)).expect("a pose")
        };
        let placed = [pose(&input.pair.pose_a), pose(&input.pair.pose_b)];
        let mut times: [Vec<f64>; 4] = Default::default();
        for _ in 0..ROUNDS {
            // SAFETY: all pointers are to live structs.
            times[0].push(time(|| unsafe {
                from_c(black_box(&input), &mut state, &mut result, null_mut());
                black_box(&result);
            }));
            // SAFETY: all pointers are to live structs.
            times[1].push(time(|| unsafe {
                from_c(black_box(&input), &mut state, &mut result, &mut error);
                black_box(&result);
            }));
            times[2].push(time(|| {
                let given = black_box(&input);
                let poses = [pose(&given.pair.pose_a), pose(&given.pair.pose_b)];
                let pair = PosedPair::new(&boxed.0, &poses[0], &b.0, &poses[1]);
                let answer = intersect(&pair, black_box(&options), &mut rust_state);
                black_box(&answer);
            }));
            times[3].push(time(|| {
                let placed = black_box(&placed);
                let pair = PosedPair::new(&boxed.0, &placed[0], &b.0, &placed[1]);
                let answer = intersect(&pair, black_box(&options), &mut rust_state);
                black_box(&answer);
            }));
        }
        let [c, c_error, rust, placed] = times.map(median);
        println!(
            "{name:>14} {c:>8.1} {c_error:>8.1} {rust:>8.1} {placed:>8.1} {:>14.2} {:>14.2}",
            c / rust,
            c / placed
        );
    }
}
