//! What is said of the first contact of bodies that do not turn: points of both bodies that touch, a normal that parts them, and
//! features that hold the points; of bodies with small whole coordinates too, which touch at rims and corners and lie in planes.

use interframe::{
    DistanceOptions, Motion, MovingPair, PairState, Polytope, Pose, PosedPair, SharedBody,
    TimeOfImpactOptions, Verdict, distance, time_of_impact,
};
use nalgebra::Vector3;
use twin::random::{SplitMix64, case_generator};

use crate::common::{count, for_each, quaternion};

/// How far points and normals may be off, for bodies of size 10.
const OFF: f64 = 1e-9;

/// The largest gap of a hit that is `Near`.
const TOLERANCE: f64 = 1e-6;

struct Body {
    shape: SharedBody,
    core: Polytope,
    radius: f64,
    motion: Motion,
}

fn whole(random: &mut SplitMix64, most: i64) -> Vector3<f64> {
    Vector3::from_fn(|_, _| random.integer(-most, most) as f64)
}

/// Small whole coordinates, moved by `beside` at most.
fn body(random: &mut SplitMix64, is_whole: bool, beside: f64) -> Body {
    let corners = *random.pick(&[1, 2, 3, 3, 4, 6, 8]);
    let point = |random: &mut SplitMix64| match is_whole {
        true => whole(random, 3) + Vector3::from_fn(|_, _| random.between(-beside, beside)),
        false => Vector3::from_fn(|_, _| random.between(-3.0, 3.0)),
    };
    let points: Vec<_> = (0..corners).map(|_| point(random)).collect();
    let core = Polytope::new(&points).expect("finite points");
    let radius = *random.pick(&[0.0, 0.0, 1.0, 0.25, 1e-12]);
    let start = match is_whole || random.flip() {
        true => [0.0, 0.0, 0.0, 1.0],
        false => random.quaternion(),
    };
    let far = point(random) * 3.0;
    let start = Pose::new(far, quaternion(&start)).expect("a pose");
    let end = far + point(random) * 4.0;
    Body {
        shape: SharedBody::new(core.clone())
            .rounded(radius)
            .expect("a radius"),
        core,
        radius,
        motion: Motion::translation(start, end).expect("finite"),
    }
}

impl Body {
    fn reach(&self, pose: &Pose, n: &Vector3<f64>) -> f64 {
        let places = self.core.vertices().map(|v| pose.transform_point(&v));
        places.map(|p| p.dot(n)).fold(f64::NEG_INFINITY, f64::max) + self.radius
    }
}

fn apart(point: &Vector3<f64>, body: &SharedBody, pose: &Pose) -> f64 {
    let point = Polytope::new(&[*point]).expect("a point");
    let (here, options) = (Pose::identity(), DistanceOptions::default());
    let pair = PosedPair::new(&point, &here, body, pose);
    let found = distance(&pair, &options, &mut PairState::default());
    found.expect("valid options").separation
}

fn wrong(a: &Body, b: &Body) -> Option<String> {
    let pair = MovingPair::new(&a.shape, &a.motion, &b.shape, &b.motion);
    let options = TimeOfImpactOptions {
        tolerance: Some(TOLERANCE),
        ..TimeOfImpactOptions::default()
    };
    let found = time_of_impact(&pair, &options, &mut PairState::default()).expect("valid options");
    if found.verdict != Verdict::Hit || found.t_hi == 0.0 {
        return None;
    }
    let poses = [&a.motion, &b.motion].map(|motion| motion.pose_at(found.t_hi).expect("a time"));
    let points = [found.point_a, found.point_b].map(|point| point.expect("a point"));
    let said = |what: &str, by: f64| Some(format!("{what} by {by:e}: {found:?}"));
    let width = found.t_hi - found.t_lo;
    if width > 1e-6 {
        return said("bracket", width);
    }
    let between = (points[0] - points[1]).norm() - found.gap;
    if between > OFF || found.gap > TOLERANCE {
        return said("points apart", between);
    }
    for (k, body) in [a, b].into_iter().enumerate() {
        let off = apart(&points[k], &body.shape, &poses[k]);
        if off > OFF {
            return said(["point_a off A", "point_b off B"][k], off);
        }
        let Some(features) = &found.features else {
            continue;
        };
        let ids = features[k].vertices().iter();
        let held: Vec<_> = ids.map(|id| body.core.vertex(*id as usize)).collect();
        let hull = SharedBody::new(Polytope::new(&held).expect("corners"));
        let off = apart(&points[k], &hull, &poses[k]) - body.radius;
        if off > OFF {
            return said(["feature of A", "feature of B"][k], off);
        }
    }
    let n = found.normal?;
    let over = a.reach(&poses[0], &n) + b.reach(&poses[1], &-n);
    (over > OFF).then(|| said("normal", over)).flatten()
}

#[test]
fn points_touch_where_features_hold_them_and_normals_part() {
    for_each(count(20_000, 1_000_000), |index, tally| {
        let random = &mut case_generator(2610, index);
        let is_whole = random.flip();
        let beside = *random.pick(&[0.0, 0.0, 1e-4, 1e-8, 1e-12]);
        let (a, b) = (
            body(random, is_whole, beside),
            body(random, is_whole, beside),
        );
        let wrong = wrong(&a, &b);
        let said = wrong.clone().unwrap_or_default();
        tally.claim(wrong.is_none(), "contact", &format!("case {index}: {said}"));
    })
    .none_wrong();
}
