//! Pairs that touch exactly, which f64 cannot decide: what exact arithmetic costs, and the same pairs
//! a thousandth apart and inside: `cargo bench --bench touching [-- --test]`.

mod support;

use std::hint::black_box;

use interframe::{DecidedBy, IntersectOptions, PairState, Polytope, Pose, Verdict, intersect};
use nalgebra::{Quaternion, Vector3};
use support::bodies::octahedral_sphere;
use support::timing::{median, seconds};

struct Case {
    name: String,
    body: Polytope,
    pose: Pose,
    /// Where B touches.
    at: Vector3<f64>,
    turn: Quaternion<f64>,
}

fn main() {
    let quick = std::env::args().any(|arg| arg == "--test" || arg == "--quick");
    let (repeats, rounds) = if quick { (2, 1) } else { (200, 21) };
    println!("| pair | corners | touching us | warm us | apart us | inside us |");
    println!("|---|---:|---:|---:|---:|---:|");
    for case in cases() {
        let cells: Vec<String> = [
            (0.0, false, DecidedBy::Exact, Verdict::Hit),
            (0.0, true, DecidedBy::Exact, Verdict::Hit),
            (1e-3, false, DecidedBy::Float, Verdict::Separated),
            (-1e-3, false, DecidedBy::Float, Verdict::Hit),
        ]
        .into_iter()
        .map(|(gap, warm, by, verdict)| {
            let towards = Vector3::new(0.0, 0.0, gap);
            let pose = Pose::new(case.at + towards, case.turn).expect("a unit quaternion");
            let ask = |state: &mut PairState| {
                intersect(
                    &interframe::PosedPair::new(&case.body, &case.pose, &case.body, &pose),
                    &IntersectOptions::default(),
                    state,
                )
                .expect("valid options")
            };
            let mut kept = PairState::default();
            let answer = ask(&mut kept);
            assert_eq!(
                (answer.decided_by, answer.verdict),
                (by, verdict),
                "{}",
                case.name
            );
            let times = (0..rounds).map(|_| {
                let start = seconds();
                for _ in 0..repeats {
                    let mut state = if warm { kept } else { PairState::default() };
                    black_box(ask(black_box(&mut state)));
                }
                1e6 * (seconds() - start) / f64::from(repeats)
            });
            format!("{:.2}", median(times.collect()))
        })
        .collect();
        let corners = case.body.vertex_count();
        println!("| {} | {corners} | {} |", case.name, cells.join(" | "));
    }
}

/// Everything touches at height 2: a box on a box, squarely and at an angle; corner on corner.
fn cases() -> Vec<Case> {
    let here = Pose::identity();
    let upright = Quaternion::identity();
    let cube: Vec<_> = (0..8)
        .map(|i| {
            Vector3::new(
                [-1.0, 1.0][i & 1],
                [-1.0, 1.0][i >> 1 & 1],
                [-1.0, 1.0][i >> 2],
            )
        })
        .collect();
    let cube = Polytope::new(&cube).expect("finite");
    let mut out = vec![
        Case {
            name: "box on box".into(),
            body: cube.clone(),
            pose: here,
            at: Vector3::new(0.0, 0.0, 2.0),
            turn: upright,
        },
        Case {
            name: "box on box, to the side".into(),
            body: cube.clone(),
            pose: here,
            at: Vector3::new(0.3, -0.7, 2.0),
            turn: upright,
        },
        Case {
            name: "box on box, at an angle".into(),
            body: cube,
            pose: here,
            at: Vector3::new(0.3, -0.7, 2.0),
            // The turn about the vertical is exact whatever the length of the quaternion.
            turn: Quaternion::new(0.925, 0.0, 0.0, 0.38),
        },
    ];
    for n in [4, 8, 16, 32] {
        let points: Vec<_> = octahedral_sphere(n)
            .into_iter()
            .map(Vector3::from)
            .collect();
        let body = Polytope::new(&points).expect("finite");
        out.push(Case {
            name: "corner on corner".into(),
            body,
            pose: here,
            at: Vector3::new(0.0, 0.0, 2.0),
            turn: upright,
        });
    }
    out
}
