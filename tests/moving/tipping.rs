//! Bodies that stand on an edge and turn come down on another: what ignores the contact of the start finds that one.
//! INTERFRAME_LONG=1 for full counts.

use interframe::self_check::check_time_of_impact;
use interframe::{
    InitialContact, Motion, MovingPair, PairState, Polytope, Pose, SharedBody, TimeOfImpactOptions,
    TriangleMesh, TriangleMeshOptions, Verdict, time_of_impact,
};
use nalgebra::{Quaternion, Vector3};
use twin::random::{SplitMix64, case_generator};

use crate::common::{count, for_each};

/// A wide plate with its top at z = 0, as a convex body, a part of a compound or two triangles.
fn plate(random: &mut SplitMix64) -> SharedBody {
    let half = 10f64.powf(random.between(-2.5, 0.0));
    let convex = SharedBody::cuboid([20.0, 20.0, half]).expect("a plate");
    let below = Pose::from_translation(Vector3::new(0.0, 0.0, -half)).expect("finite");
    let aside = Pose::from_translation(Vector3::new(0.0, 0.0, 90.0)).expect("finite");
    match random.below(3) {
        0 => {
            let corner = |k: usize| {
                let side = |axis: usize| [20.0, -20.0][k >> axis & 1];
                Vector3::new(side(0), side(1), [0.0, -2.0 * half][k >> 2])
            };
            let corners: Vec<_> = (0..8).map(corner).collect();
            Polytope::new(&corners).expect("a plate").into()
        }
        1 => {
            let ball = SharedBody::sphere(1.0).expect("a ball");
            SharedBody::compound(&[(convex, below), (ball, aside)]).expect("two parts")
        }
        _ => {
            let corners = [[-20.0, -20.0], [20.0, -20.0], [20.0, 20.0], [-20.0, 20.0]];
            let corners = corners.map(|[x, y]| Vector3::new(x, y, 0.0));
            let options = TriangleMeshOptions::default();
            TriangleMesh::new(&corners, &[[0, 1, 2], [0, 2, 3]], &options)
                .expect("a plate")
                .into()
        }
    }
}

#[test]
fn what_stands_on_an_edge_and_tips_is_met() {
    for_each(count(600, 100_000), |index, tally| {
        let random = &mut case_generator(0x71b5, index);
        let half = [0; 3].map(|_| random.between(0.2, 1.0));
        let body = SharedBody::cuboid(half).expect("a box");
        let lift = 10f64.powf(random.between(-10.0, -0.5));
        let tilt = Quaternion::new(1.0, 0.0, -0.25 * lift / half[0], 0.0).normalize();
        let corners: Vec<Vector3<f64>> = (0..8)
            .map(|k| Vector3::from_fn(|axis, _| half[axis] * [1.0, -1.0][k >> axis & 1]))
            .collect();
        let lowest = |pose: &Pose| {
            let heights = corners.iter().map(|corner| pose.transform_point(corner).z);
            heights.fold(f64::INFINITY, f64::min)
        };
        let up = -lowest(&Pose::new(Vector3::zeros(), tilt).expect("finite"));
        let start = Pose::new(Vector3::new(0.0, 0.0, up), tilt).expect("finite");
        let by = Vector3::new(random.between(-1.0, 1.0), 0.0, random.between(-2.0, 0.5));
        let turn = Vector3::new(0.0, random.between(0.1, 8.0), random.between(-0.5, 0.5));
        let pivot = match random.below(3) {
            // About the edge on which it stands.
            0 => Vector3::new(-half[0], 0.0, -half[2]),
            _ => Vector3::zeros(),
        };
        let by = if pivot == Vector3::zeros() {
            by
        } else {
            Vector3::zeros()
        };
        let to = start.translation() + by;
        let motion = Motion::from_turn(start, to, turn, pivot).expect("finite");
        let plate = plate(random);
        let still = Motion::fixed(Pose::identity());
        let pair = match random.flip() {
            true => MovingPair::new(&plate, &still, &body, &motion),
            false => MovingPair::new(&body, &motion, &plate, &still),
        };
        let options = TimeOfImpactOptions {
            initial_contact: InitialContact::OnlyIfApproaching,
            ..TimeOfImpactOptions::default()
        };
        let found = time_of_impact(&pair, &options, &mut PairState::default()).expect("a pair");
        let until = match found.verdict {
            _ if found.initial && found.t_hi == 0.0 && found.separation_velocity < 0.0 => 0.0,
            Verdict::Hit if found.initial => 1.0,
            Verdict::Separated => 1.0,
            _ => found.t_lo,
        };
        let size = half.iter().map(|x| x * x).sum::<f64>().sqrt();
        let deepest = (0..=4_000)
            .map(|k| f64::from(k) / 4_000.0)
            .filter(|t| *t <= until)
            .map(|t| lowest(&motion.pose_at(t).expect("in the frame")))
            .fold(0.0, f64::min);
        let words = format!("case {index}: lift {lift:e}, {deepest:e} at most: {found:?}");
        tally.claim(deepest > -3e-6 * size, "deep", &words);
        let is_later = found.verdict == Verdict::Hit && !found.initial;
        let approaches = found.normal.is_none() || found.separation_velocity < 0.0;
        tally.claim(!is_later || approaches, "speed", &words);
        // A proof takes longer than all else.
        if is_later && index % 8 == 0 {
            let proved = check_time_of_impact(&pair, &options, &found);
            tally.claim(proved.is_ok(), "proof", &format!("{proved:?}, {words}"));
        }
    })
    .none_wrong();
}
