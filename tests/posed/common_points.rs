//! The points of bodies that meet are on both, however unlike their lengths are: plates and needles beside each other, sharp or
//! rounded. INTERFRAME_LONG=1 for full counts.

use crate::common::{Tally, count, for_each};
use interframe::{
    IntersectOptions, Method, PairState, Pose, PosedPair, SharedBody, Verdict, WithinOptions,
    intersect, within,
};
use nalgebra::{UnitQuaternion, Vector3};
use twin::random::{SplitMix64, case_generator};

/// A part of the size of the pair, its offset included.
const OFF: f64 = 1e-10;

/// All points within `radius` of a box.
struct RoundedBox {
    half: Vector3<f64>,
    radius: f64,
    rotation: UnitQuaternion<f64>,
    at: Vector3<f64>,
}

impl RoundedBox {
    /// Returns a box of lengths from 10^(-decades/2) to 10^(decades/2), some of them 0.
    fn any(random: &mut SplitMix64, decades: f64) -> Self {
        let any_length = |random: &mut SplitMix64| 10_f64.powf(random.between(-0.5, 0.5) * decades);
        let mut half = Vector3::from_fn(|_, _| any_length(random));
        for flat in half.iter_mut().skip(1) {
            if random.below(4) == 0 {
                *flat = 0.0;
            }
        }
        let radius = match random.flip() {
            true => any_length(random),
            false => 0.0,
        };
        let [x, y, z, w] = match random.below(3) {
            0 => [0.0, 0.0, 0.0, 1.0],
            _ => random.quaternion(),
        };
        RoundedBox {
            half,
            radius,
            rotation: UnitQuaternion::new_normalize(nalgebra::Quaternion::new(w, x, y, z)),
            at: Vector3::zeros(),
        }
    }

    fn point_inside(&self, random: &mut SplitMix64) -> Vector3<f64> {
        let core = self.half.map(|half| half * random.between(-1.0, 1.0));
        let out = Vector3::from(random.direction()) * (self.radius * random.between(0.0, 1.0));
        self.at + self.rotation * (core + out)
    }

    fn size(&self) -> f64 {
        self.half.sum() + self.radius + self.at.norm()
    }

    fn body(&self) -> SharedBody {
        let body = SharedBody::cuboid(self.half.into()).expect("finite points");
        match self.radius > 0.0 {
            true => body.rounded(self.radius).expect("a radius"),
            false => body,
        }
    }

    fn pose(&self) -> Pose {
        Pose::new(self.at, *self.rotation.quaternion()).expect("a pose")
    }

    fn distance_to(&self, point: &Vector3<f64>) -> f64 {
        let local = self.rotation.inverse() * (point - self.at);
        let beyond = local
            .abs()
            .zip_map(&self.half, |x, half| (x - half).max(0.0));
        (beyond.norm() - self.radius).max(0.0)
    }
}

fn judge(a: &RoundedBox, b: &RoundedBox, length: f64, name: &str, tally: &mut Tally) {
    let (body_a, body_b, pose_a, pose_b) = (a.body(), b.body(), a.pose(), b.pose());
    let pair = PosedPair::new(&body_a, &pose_a, &body_b, &pose_b);
    let most = OFF * (a.size() + b.size());
    tally.cases += 1;
    let is_round = a.radius + b.radius > 0.0;
    let methods = [Method::Default, Method::Gjk, Method::Mpr];
    for method in &methods[..if is_round { 1 } else { 3 }] {
        let options = IntersectOptions {
            method: *method,
            ..IntersectOptions::default()
        };
        let state = &mut PairState::default();
        // The second time from the state of the first.
        for _ in 0..2 {
            let found = intersect(&pair, &options, state).expect("valid options");
            if let Some(point) = found.point {
                tally.hits += 1;
                let off = a.distance_to(&point).max(b.distance_to(&point));
                tally.claim(
                    off <= most,
                    name,
                    &format!("{method:?}: {off} off, {found:?}"),
                );
            }
        }
    }
    for distance in [0.0, length] {
        let options = WithinOptions {
            distance,
            ..WithinOptions::default()
        };
        let found = within(&pair, &options, &mut PairState::default()).expect("valid options");
        if found.verdict == Verdict::Hit {
            let (on_a, on_b) = (found.point_a.expect("hit"), found.point_b.expect("hit"));
            let off = a.distance_to(&on_a).max(b.distance_to(&on_b));
            let apart = (on_a - on_b).norm() - distance;
            let right = off <= most && apart <= most + OFF * distance;
            tally.claim(right, name, &format!("{off} off, {apart} apart, {found:?}"));
        }
    }
}

#[test]
fn common_points_are_on_both_bodies() {
    for_each(count(4_000, 1_000_000), |index, tally| {
        let random = &mut case_generator(0xc0_3307, index);
        let decades = *random.pick(&[1.0, 4.0, 8.0, 12.0, 14.0]);
        let a = RoundedBox::any(random, decades);
        let mut b = RoundedBox::any(random, decades);
        if random.below(5) > 0 {
            b.at = a.point_inside(random) - b.point_inside(random);
        }
        let length = 10_f64.powf(random.between(-0.5, 0.5) * decades);
        judge(&a, &b, length, &format!("case {index}"), tally);
    })
    .none_wrong();
}
