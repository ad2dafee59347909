//! Normals of straight hits between small bodies and long, thin ones. The normal separates the bodies at `t_hi` to 1e-12 of
//! sizes and travel, however much smaller than the length of a body the gap of the cores is. INTERFRAME_LONG=1 for full counts.

use interframe::{
    Contact, Motion, MovingPair, PairState, Polytope, Pose, SharedBody, TimeOfImpactOptions,
    Verdict, time_of_impact,
};
use nalgebra::Vector3;
use twin::random::case_generator;

use crate::common::{count, for_each, quaternion};

/// How far projections onto the normal may overlap, for a length of 1 of sizes and travel.
const OFF: f64 = 1e-12;

struct Body {
    shape: SharedBody,
    core: Vec<Vector3<f64>>,
    radius: f64,
    size: f64,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Ball,
    Capsule,
    Box,
    RoundedBox,
}

const KINDS: [Kind; 4] = [Kind::Ball, Kind::Capsule, Kind::Box, Kind::RoundedBox];

/// A body that is `long` and `thin`.
fn body(kind: Kind, long: f64, thin: f64) -> Body {
    let (half, radius) = match kind {
        Kind::Ball => (Vector3::zeros(), long),
        Kind::Capsule => (Vector3::new(0.0, 0.0, long), thin),
        Kind::Box => (Vector3::new(long, 0.7 * long, thin), 0.0),
        Kind::RoundedBox => (Vector3::new(long, 0.7 * long, thin), 0.5 * thin),
    };
    let core = Polytope::cuboid(half.into()).expect("finite points");
    Body {
        core: core.vertices().collect(),
        shape: SharedBody::new(core).rounded(radius).expect("a radius"),
        radius,
        size: half.norm() + radius,
    }
}

impl Body {
    fn reach(&self, pose: &Pose, n: &Vector3<f64>) -> f64 {
        let places = self.core.iter().map(|v| pose.transform_point(v).dot(n));
        places.fold(f64::NEG_INFINITY, f64::max) + self.radius
    }
}

/// How far the projections of a hit overlap, in parts of sizes and travel; None of no hit, or without a normal.
fn overlap(bodies: [&Body; 2], motions: [&Motion; 2]) -> Option<f64> {
    let [a, b] = bodies;
    let pair = MovingPair::new(&a.shape, motions[0], &b.shape, motions[1]);
    let options = TimeOfImpactOptions::default();
    let found = time_of_impact(&pair, &options, &mut PairState::default()).expect("valid options");
    if found.verdict != Verdict::Hit || found.t_hi == 0.0 || found.contact == Contact::Near {
        return None;
    }
    let poses = motions.map(|motion| motion.pose_at(found.t_hi).expect("a time"));
    let n = found.normal?;
    let over = a.reach(&poses[0], &n) + b.reach(&poses[1], &-n);
    let travel = |motion: &Motion| motion.end_translation() - motion.start().translation();
    let size = a.size + b.size + (travel(motions[1]) - travel(motions[0])).norm();
    Some(over / size)
}

#[test]
fn normals_of_small_bodies_and_thin_ones_part_them() {
    let kept = std::sync::atomic::AtomicU64::new(0);
    let cases = count(30_000, 2_000_000);
    for_each(cases, |index, tally| {
        let random = &mut case_generator(5_402, index);
        let ratio = 10f64.powf(random.between(0.0, 7.0));
        let (kind_a, kind_b) = (*random.pick(&KINDS), *random.pick(&KINDS));
        let small = random.between(0.2, 2.0) / ratio;
        let a = body(kind_a, small, small * 10f64.powf(-random.between(0.0, 2.0)));
        let long = random.between(0.2, 2.0);
        let thin = match random.flip() {
            true => long / ratio * random.between(0.2, 2.0),
            false => long * random.between(0.01, 1.0),
        };
        let b = body(kind_b, long, thin);
        let mut place = || quaternion(&random.quaternion());
        let (turn_a, turn_b) = (place(), place());
        let fixed = Pose::new(Vector3::zeros(), turn_b).expect("a pose");
        // Some point of B's core, and a way to it that may pass it by up to the radii.
        let weights: Vec<_> = b.core.iter().map(|_| random.unit()).collect();
        let sum: f64 = weights.iter().sum();
        let places = b.core.iter().zip(&weights).map(|(v, w)| v * (w / sum));
        let target = fixed.transform_point(&places.fold(Vector3::zeros(), |p, q| p + q));
        let along = Vector3::from(random.direction());
        let aside = Vector3::from(random.direction()) * random.between(0.0, a.radius + b.radius);
        let far = b.radius + 10f64.powf(random.between(-2.0, 0.5));
        let beyond = random.between(0.5, 2.0) * (far + 0.1);
        let start = Pose::new(target - along * far + aside, turn_a).expect("a pose");
        let moving = Motion::translation(start, target + along * beyond + aside).expect("finite");
        let still = Motion::fixed(fixed);
        let name = format!("case {index}: {kind_a:?} and {kind_b:?}, {ratio:e}");
        for found in [
            overlap([&a, &b], [&moving, &still]),
            overlap([&b, &a], [&still, &moving]),
        ] {
            let over = found.unwrap_or(0.0);
            kept.fetch_add(
                u64::from(found.is_some()),
                std::sync::atomic::Ordering::Relaxed,
            );
            tally.claim(
                over <= OFF,
                &name,
                &format!("beyond the normal by {over:e}"),
            );
        }
    })
    .none_wrong();
    // Most fly at their target; the rest start too near.
    let kept = kept.into_inner();
    assert!(
        2 * kept > cases,
        "only {kept} of {cases} hits have a normal"
    );
}

/// As it was found: a ball beside a capsule that is a quarter of a million times as long.
#[test]
fn a_tiny_ball_at_a_thin_capsule() {
    let (ball, capsule) = (
        body(Kind::Ball, 1.1969e-6, 0.0),
        body(Kind::Capsule, 0.27995, 4.09e-7),
    );
    for step in 0..64 {
        let random = &mut case_generator(5_403, step);
        let still = Pose::new(Vector3::zeros(), quaternion(&random.quaternion())).expect("a pose");
        let target = still.transform_point(&Vector3::new(0.0, 0.0, random.between(-0.27, 0.27)));
        let along = Vector3::from(random.direction());
        let start = Pose::from_translation(target - along).expect("a pose");
        let moving = Motion::translation(start, target + along).expect("finite");
        let found = overlap([&ball, &capsule], [&moving, &Motion::fixed(still)]);
        let over = found.expect("a hit with a normal");
        assert!(over <= OFF, "step {step}: {over:e}");
    }
}
