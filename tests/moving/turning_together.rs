//! Two bodies that turn about one point by one vector keep their gap: answers cost what those of bodies at rest do, and say it.
//! INTERFRAME_LONG=1 for full counts.

use interframe::*;
use nalgebra::{Quaternion, Vector3};
use twin::random::case_generator;

use crate::common::{count, for_each};

const TOLERANCE: f64 = 1e-6;

fn cuboid(half: [f64; 3]) -> SharedBody {
    SharedBody::cuboid(half).expect("finite")
}

/// A body of which the highest point is 0.5 above its origin, and the lowest as far below. The last kind has parts.
fn body(kind: u64) -> SharedBody {
    match kind {
        0 => cuboid([0.5; 3]),
        1 => SharedBody::sphere(0.5).expect("a ball"),
        2 => Curved::cylinder(0.5, 0.5).expect("a cylinder").into(),
        3 => Curved::ellipsoid([1.0, 0.5, 0.5])
            .expect("an ellipsoid")
            .into(),
        4 => Curved::cone(0.5, 0.25).expect("a cone").into(),
        _ => {
            let at = |y: f64| Pose::from_translation(Vector3::new(0.0, y, 0.0)).expect("a place");
            let ball = SharedBody::sphere(0.5).expect("a ball");
            let parts = [(cuboid([0.5, 0.25, 0.5]), at(0.25)), (ball, at(-0.4))];
            SharedBody::compound(&parts).expect("convex parts")
        }
    }
}

fn triangle() -> SharedBody {
    let corners = [[-2.0, -2.0, 0.5], [2.0, -2.0, 0.5], [0.0, 2.0, 0.5]].map(Vector3::from);
    let mesh = TriangleMesh::new(&corners, &[[0, 1, 2]], &TriangleMeshOptions::default());
    mesh.expect("a triangle").into()
}

#[test]
fn bodies_that_turn_together_keep_their_gap() {
    for_each(count(400, 100_000), |index, tally| {
        let random = &mut case_generator(0x32, index);
        let kinds = [random.below(7), random.below(6)].map(|kind| kind as u64);
        let is_convex = kinds.iter().all(|&kind| kind < 5);
        let a = match kinds[0] {
            6 => triangle(),
            kind => body(kind),
        };
        let b = body(kinds[1]);
        let gap = *random.pick(&[0.1, 1e-3, 1e-5, 3e-6, -1e-3, -0.1]);
        let axis = match random.below(4) {
            0 => Vector3::z(),
            1 => Vector3::x(),
            _ => Vector3::from(random.direction()),
        };
        let turn = axis * *random.pick(&[0.5, 3.0, 20.0, 300.0]);
        let pivot = Vector3::from(random.direction()) * *random.pick(&[0.0, 1.0, 10.0]);
        let travel = Vector3::from(random.direction()) * *random.pick(&[0.0, 1.0, 100.0]);
        let [motion_a, motion_b] = [0.0, 1.0 + gap].map(|height| {
            let at = Vector3::new(0.0, 0.0, height);
            let start = Pose::new(at, Quaternion::identity()).expect("a pose");
            Motion::from_turn(start, at + travel, turn, pivot - at).expect("a motion")
        });
        let pair = MovingPair::new(&a, &motion_a, &b, &motion_b);
        let name = format!("case {index}: gap {gap}, turn {}", turn.norm());
        let state = &mut PairState::default();
        let expected = if gap > 0.0 {
            Verdict::Separated
        } else {
            Verdict::Hit
        };
        tally.cases += 1;

        let options = TimeOfImpactOptions {
            tolerance: Some(TOLERANCE),
            ..TimeOfImpactOptions::default()
        };
        let found = time_of_impact(&pair, &options, state).expect("valid");
        tally.claim(found.verdict == expected, &name, &format!("{found:?}"));
        if found.verdict == Verdict::Separated && is_convex {
            let proved = certify_time_of_impact(&pair, &options, &found).verify();
            let holds = proved
                .as_ref()
                .is_ok_and(|of| of.verdict == Verdict::Separated);
            tally.claim(holds, &name, &format!("{proved:?}"));
        }
        let dear = format!("{} solves of an impact", found.solves);
        tally.claim(found.solves < 1_000, &name, &dear);

        let options = ClosestApproachOptions {
            tolerance: Some(TOLERANCE),
            ..ClosestApproachOptions::default()
        };
        let found = closest_approach(&pair, &options, state).expect("valid");
        tally.claim(found.verdict == expected, &name, &format!("{found:?}"));
        let dear = format!("{} solves of an approach", found.solves);
        tally.claim(found.solves < 1_000, &name, &dear);
        if found.verdict == Verdict::Separated {
            let rounding = 1e-12;
            let off = (found.distance - gap).abs();
            let told = format!("{off:e} off, error {:e}", found.error);
            tally.claim(off <= found.error + rounding, &name, &told);
            tally.claim(found.error <= TOLERANCE + rounding, &name, &told);
            if is_convex {
                let proved = certify_closest_approach(&pair, &options, &found).verify();
                let holds = proved
                    .as_ref()
                    .is_ok_and(|of| of.verdict == Verdict::Separated);
                tally.claim(holds, &name, &format!("{proved:?}"));
            }
        }
    })
    .none_wrong();
}
