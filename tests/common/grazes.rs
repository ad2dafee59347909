//! Motions of a curved body that end beside another, or pass it, with a gap or an overlap of far less than their sizes.

use interframe::{
    Curved, DistanceOptions, Motion, PairState, Polytope, Pose, PosedPair, SharedBody, Verdict,
    distance,
};
use nalgebra::Vector3;
use twin::random::SplitMix64;

use super::quaternion;

/// Two bodies whose motions graze.
pub struct Graze {
    pub bodies: [SharedBody; 2],
    pub motions: [Motion; 2],
    /// When they are about as near as planted.
    pub t: f64,
    /// Gap there, negative for an overlap: along the normal of the distance.
    pub gap: f64,
    pub tolerance: f64,
    pub is_turning: bool,
    pub name: String,
}

fn direction(rng: &mut SplitMix64) -> Vector3<f64> {
    Vector3::from(rng.direction())
}

fn curved(rng: &mut SplitMix64, size: f64) -> SharedBody {
    let [a, b, c] = [0; 3].map(|_| size * rng.between(0.2, 1.0));
    let body = match rng.below(3) {
        0 => Curved::cylinder(a, b),
        1 => Curved::cone(a, b),
        _ => Curved::ellipsoid([a, b, c]),
    };
    let body = body.expect("lengths");
    SharedBody::from(match rng.below(6) {
        0 => body.rounded(0.1 * size).expect("a radius"),
        _ => body,
    })
}

/// Mostly bodies with edges: beside rims and mantles these are what f64 tells least of.
fn other(rng: &mut SplitMix64, size: f64) -> SharedBody {
    let hull = |points: Vec<Vector3<f64>>| SharedBody::new(Polytope::new(&points).expect("points"));
    let half = [0; 3].map(|_| size * rng.between(0.2, 1.0));
    let corner = |k: i32| {
        let side = |axis: usize| half[axis] * f64::from(2 * (k >> axis & 1) - 1);
        Vector3::new(side(0), side(1), side(2))
    };
    match rng.below(5) {
        0 => hull(vec![
            Vector3::new(0.0, 0.0, size),
            Vector3::new(0.0, 0.0, -size),
        ]),
        1 => hull((0..8).map(corner).collect()),
        2 => hull((0..6).map(|_| direction(rng) * size).collect()),
        3 => SharedBody::sphere(half[0]).expect("a radius"),
        _ => curved(rng, size),
    }
}

fn any_pose(rng: &mut SplitMix64, at: Vector3<f64>) -> Pose {
    let q = match rng.below(3) {
        0 => [0.0, 0.0, 0.0, 1.0],
        _ => rng.quaternion(),
    };
    Pose::new(at, quaternion(&q)).expect("a pose")
}

/// None where the bodies lie in each other from the start.
pub fn any_graze(rng: &mut SplitMix64) -> Option<Graze> {
    let size = *rng.pick(&[1.0, 1.0, 1e-6, 1e6]);
    let bodies = [other(rng, size), curved(rng, size)];
    let pose_a = any_pose(rng, Vector3::zeros());
    let afar = direction(rng) * (size * rng.between(0.8, 3.0));
    let pose_b = any_pose(rng, afar);
    let posed = PosedPair::new(&bodies[0], &pose_a, &bodies[1], &pose_b);
    let found = distance(
        &posed,
        &DistanceOptions::default(),
        &mut PairState::default(),
    );
    let found = found.expect("valid");
    let (Verdict::Separated, Some(n)) = (found.verdict, found.normal) else {
        return None;
    };
    let gap = *rng.pick(&[
        1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7, -1e-12, -1e-10, -1e-9, -1e-8,
    ]);
    let gap = gap * size;
    let there = afar - n * (found.separation - gap);
    let aside = direction(rng) * size;
    let aside = aside - n * n.dot(&aside);
    let is_turning = rng.below(3) == 0;
    let place = |at| Pose::new(at, pose_b.quaternion()).expect("a pose");
    let (name, t, motion) = if is_turning {
        let turn = direction(rng) * *rng.pick(&[1e-6, 0.1, 2.0]);
        let half = |sign: f64| {
            let (to, turn) = (there + aside * (0.5 * sign), turn * (0.5 * sign));
            Motion::from_turn(place(there), to, turn, Vector3::zeros()).expect("a motion")
        };
        let start = *half(-1.0).end();
        let to = start.translation() + aside;
        let motion = Motion::from_turn(start, to, turn, Vector3::zeros());
        ("turns past", 0.5, motion)
    } else {
        let (name, t, from, to) = match rng.below(3) {
            0 => {
                let from = n * (*rng.pick(&[1e-3, 0.1, 1.0]) * size) + aside * 0.3;
                ("ends beside", 1.0, there + from, there)
            }
            1 => ("passes", 0.5, there + aside, there - aside),
            _ => ("slants", 1.0, there + aside + n * (0.2 * size), there),
        };
        (name, t, Motion::translation(place(from), to))
    };
    let tolerances: &[f64] = match is_turning {
        true => &[1e-6, 1e-8, 1e-9, 1e-10, 1e-11],
        false => &[1e-6, 1e-8, 5e-9, 1e-9, 1e-10, 1e-12],
    };
    let tolerance = size * *rng.pick(tolerances);
    let mut graze = Graze {
        bodies,
        motions: [Motion::fixed(pose_a), motion.expect("a motion")],
        t,
        gap,
        tolerance,
        is_turning,
        name: format!("{name}, size {size}, gap {gap:e}, tolerance {tolerance:e}"),
    };
    if rng.flip() {
        graze.bodies.reverse();
        graze.motions.reverse();
    }
    Some(graze)
}
