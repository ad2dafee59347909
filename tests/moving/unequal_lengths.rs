//! Bodies that mix the largest and the smallest lengths of f64: what cannot be told is absent, not a number that is none.

use interframe::*;
use nalgebra::Vector3;
use twin::random::{SplitMix64, case_generator};

use crate::common::{count, for_each, quaternion};

fn length(random: &mut SplitMix64) -> f64 {
    *random.pick(&[
        0.0, 5e-324, 1e-310, 1e-300, 1e-200, 1e-16, 1.0, 3.0, 1e16, 1e100, 1e153, 1e155, 1e300,
        1e307, 8.9e307,
    ])
}

fn vector(random: &mut SplitMix64) -> Vector3<f64> {
    Vector3::from_fn(|_, _| length(random) * if random.flip() { 1.0 } else { -1.0 })
}

fn any_body(random: &mut SplitMix64) -> SharedBody {
    let lengths = [0; 3].map(|_| length(random) * random.between(0.1, 1.0));
    let body = match random.below(6) {
        0 => SharedBody::sphere(lengths[0]),
        1 => Curved::cylinder(lengths[0], lengths[1]).map(SharedBody::from),
        2 => Curved::cone(lengths[0], lengths[1]).map(SharedBody::from),
        3 => Curved::ellipsoid(lengths).map(SharedBody::from),
        _ => {
            let points: Vec<_> = (0..1 + random.below(4)).map(|_| vector(random)).collect();
            let hull = SharedBody::new(Polytope::new(&points).expect("finite"));
            match random.flip() {
                true => hull.rounded(lengths[0]),
                false => Ok(hull),
            }
        }
    };
    body.unwrap_or_else(|_| SharedBody::sphere(1.0).expect("a ball"))
}

fn is_right(normal: Option<Vector3<f64>>, points: [Option<Vector3<f64>>; 2]) -> bool {
    let is_unit = normal.is_none_or(|n| (n.norm() - 1.0).abs() < 1e-9);
    let finite = |p: &Vector3<f64>| p.iter().all(|x| x.is_finite());
    is_unit && points.iter().flatten().all(finite)
}

#[test]
fn no_answer_holds_what_is_no_number() {
    for_each(count(300, 20_000), |index, tally| {
        let random = &mut case_generator(0x1e30, index);
        let bodies = [any_body(random), any_body(random)];
        let poses = [0; 2].map(|_| {
            let at = if random.flip() {
                Vector3::zeros()
            } else {
                vector(random)
            };
            Pose::new(at, quaternion(&random.quaternion())).expect("a pose")
        });
        let pair = PosedPair::new(&bodies[0], &poses[0], &bodies[1], &poses[1]);
        let name = format!("case {index}");
        let state = &mut PairState::default();
        let deep = penetration(&pair, &PenetrationOptions::default(), state).expect("valid");
        let right = is_right(deep.normal, [deep.point_a, deep.point_b]) && !deep.depth.is_nan();
        tally.claim(right, &name, &format!("{deep:?}"));
        if let Ok(found) = contact_manifold(&pair, &ContactManifoldOptions::default(), state) {
            for at in found.points() {
                let points = [Some(at.point_a), Some(at.point_b)];
                let right = is_right(found.normal, points) && at.depth.is_finite();
                tally.claim(right, &name, &format!("{found:?}"));
            }
        }
        let motions = poses.map(|start| {
            let turn = if random.flip() {
                Vector3::zeros()
            } else {
                vector(random)
            };
            Motion::from_turn(start, vector(random), turn, Vector3::zeros())
        });
        let [Ok(motion_a), Ok(motion_b)] = motions else {
            return;
        };
        let pair = MovingPair::new(&bodies[0], &motion_a, &bodies[1], &motion_b);
        let options = TimeOfImpactOptions {
            target_separation: if random.flip() { 0.0 } else { length(random) },
            budget: 100,
            ..TimeOfImpactOptions::default()
        };
        if let Ok(found) = time_of_impact(&pair, &options, state) {
            let right = is_right(found.normal, [found.point_a, found.point_b]);
            let right = right && !found.separation_velocity.is_nan() && !found.gap.is_nan();
            tally.claim(right, &name, &format!("{found:?}"));
        }
        tally.cases += 1;
    })
    .none_wrong();
}

/// Sharp boxes, plates, needles and points, whose lengths and ways differ by up to 15 decades.
#[test]
fn points_of_straight_hits_are_in_one_place() {
    const DECADES: f64 = 15.0;
    fn length(random: &mut SplitMix64) -> f64 {
        10_f64.powf(random.between(-9.0, -9.0 + DECADES))
    }
    for_each(count(1_500, 300_000), |index, tally| {
        let random = &mut case_generator(0x10e_915, index);
        let flat = 1 + random.below(3) as usize;
        let halves = [flat, 3].map(|used| {
            Vector3::from_fn(|k, _| match k < used {
                true => length(random),
                false => 0.0,
            })
        });
        let turns = [0; 2].map(|_| quaternion(&random.quaternion()));
        let inside = [0, 1].map(|k| {
            let p = halves[k].map(|half| half * random.between(-1.0, 1.0));
            nalgebra::UnitQuaternion::new_normalize(turns[k]) * p
        });
        let bodies = halves.map(|half| Polytope::cuboid(half.into()).expect("finite points"));
        let (meeting, way) = (
            inside[1] - inside[0],
            Vector3::from(random.direction()) * length(random),
        );
        let poses = [-1.0, random.between(0.2, 2.0)]
            .map(|part| Pose::new(meeting + way * part, turns[0]).expect("a pose"));
        let there = Pose::new(Vector3::zeros(), turns[1]).expect("a pose");
        let motions = [
            Motion::between(poses[0], poses[1], Vector3::zeros()).expect("a motion"),
            Motion::fixed(there),
        ];
        let pair = MovingPair::new(&bodies[0], &motions[0], &bodies[1], &motions[1]);
        let options = TimeOfImpactOptions::default();
        let found = time_of_impact(&pair, &options, &mut PairState::default()).expect("valid");
        tally.cases += 1;
        if let (false, Some(on_a), Some(on_b)) = (found.initial, found.point_a, found.point_b) {
            tally.hits += 1;
            let size = halves[0].sum() + halves[1].sum() + way.norm() + meeting.norm();
            let apart = (on_a - on_b).norm() - found.gap;
            tally.claim(
                apart <= 1e-10 * size,
                &format!("case {index}"),
                &format!("{apart} of {size}: {found:?}"),
            );
        }
    })
    .none_wrong();
}

/// A point or a ball of hardly any size comes by a few of the smallest numbers to touch another at the end of the frame.
#[test]
fn denormal_ways_into_contact_are_not_separated() {
    let point = Polytope::new(&[Vector3::zeros()]).expect("a point");
    let steps = [1_u64, 2, 3, 16, 1 << 20];
    for radius in [0.0, 5e-324, 1e-323, 1e-310, 3e-308, 1e-300] {
        let of = |curved: Result<Curved>| SharedBody::from(curved.expect("a radius"));
        for (kind, body) in [
            of(Curved::ellipsoid([radius; 3])),
            of(Curved::cylinder(radius, radius)),
            SharedBody::sphere(radius).expect("a radius"),
        ]
        .into_iter()
        .enumerate()
        {
            for step in steps {
                let place = |x: f64| Pose::from_translation(Vector3::new(x, 0.0, 0.0));
                let start = place(radius + f64::from_bits(step)).expect("finite");
                let way = Motion::translation(start, Vector3::new(radius, 0.0, 0.0));
                let (still, way) = (Motion::fixed(Pose::identity()), way.expect("finite"));
                for swapped in [false, true] {
                    let pair = match swapped {
                        false => MovingPair::new(&point, &still, &body, &way),
                        true => MovingPair::new(&body, &way, &point, &still),
                    };
                    let options = TimeOfImpactOptions::default();
                    let found = time_of_impact(&pair, &options, &mut PairState::default());
                    let found = found.expect("valid options");
                    let words = format!("kind {kind} of {radius:e}, from {step}: {found:?}");
                    assert_ne!(found.verdict, Verdict::Separated, "{words}");
                }
            }
        }
    }
}
