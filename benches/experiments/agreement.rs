//! The walker beside `distance`: the same distances to 1e-9, and penetration where the bodies meet.

use interframe::{DistanceOptions, PairState, PosedPair, Verdict, distance};
use nalgebra::Vector3;
use twin::random::case_generator;

use super::contenders::{Library, transform};
use super::walker::{End, Pair, START, Transform};
use crate::support::contenders::pose;
use crate::support::workloads::Placement;

/// What was seen.
#[derive(Debug, Default)]
pub struct Agreement {
    /// Pairs apart, and the largest difference of the two distances.
    pub apart: usize,
    pub largest: f64,
    /// Pairs that meet by both.
    pub meeting: usize,
    /// Walks that came to no end by rounding.
    pub all_pairs: usize,
}

/// Frames of a flight; the walk starts where that of the frame before ended. Every other flight jumps to an
/// unrelated place each frame.
const FLIGHT: usize = 20;

/// Until `count` pairs were apart. Panics at the first disagreement.
pub fn agreement(library: &Library, count: usize) -> Agreement {
    let mut out = Agreement::default();
    for flight in 0.. {
        if out.apart >= count {
            break;
        }
        let rng = &mut case_generator(1903, flight);
        let [s, t] = [0; 2].map(|_| rng.below(library.shapes.len()));
        let (a, b) = (&library.shapes[s].polytope, &library.shapes[t].polytope);
        let (mut state, mut closest) = (PairState::default(), START);
        let mut place = |reach: f64| Placement {
            p: (Vector3::from(rng.direction()) * rng.between(0.0, reach)).into(),
            q: rng.quaternion(),
        };
        let mut two = [place(0.0), place(2.5)];
        let [from, to] = [two[1], place(1.0)];
        for frame in 0..FLIGHT {
            if flight % 2 == 0 {
                two = [place(0.0), place(2.5)];
            } else {
                let t = frame as f64 / FLIGHT as f64;
                two[1].p = [0, 1, 2].map(|i| from.p[i] + t * (to.p[i] - from.p[i]));
            }
            let [p, q] = two.map(|at| pose(&at));
            let options = DistanceOptions::default();
            let exact = distance(&PosedPair::new(a, &p, b, &q), &options, &mut state)
                .expect("valid options");
            let [p, q] = two.map(|at| transform(&at));
            let pair = Pair::new(
                &library.meshes[s],
                &library.meshes[t],
                Transform::between(&p, &q),
            );
            let (end, all_pairs) = pair.walk(&mut closest);
            out.all_pairs += usize::from(all_pairs);
            let names = [s, t].map(|k| library.shapes[k].name);
            let case = format!("flight {flight}, frame {frame}, {names:?}, {closest:?}, {exact:?}");
            if exact.verdict == Verdict::Hit {
                assert_eq!(end, End::Penetration, "{case}");
                out.meeting += 1;
                continue;
            }
            assert_eq!(end, End::Apart, "{case}");
            let difference = (pair.distance(&closest) - exact.separation).abs();
            assert!(difference <= 1e-9, "{difference:e}: {case}");
            out.largest = out.largest.max(difference);
            out.apart += 1;
        }
    }
    out
}
