//! Both bodies as capsules: the cheap look at long bodies that are not yet near each other.
//!
//! A capsule's support value is that of two points, each of which runs along a fixed normal as one
//! sinusoid, so a plane costs twelve dot products and a look along it a dozen operations and the sines.
//! The nearest points of two segments, in closed form, say which plane; nothing depends on their
//! rounding. What separates the capsules separates the bodies.
//!
//! Loses near contact, and on bodies that are flat or round; for these nothing is tried.

use nalgebra::Vector3;

use crate::body::polytope::Polytope;
use crate::ccd::gap_model::GapModel;
use crate::ccd::relative_motion::RelativeMotion;
use crate::ccd::still_plane::PlaneSample;
use crate::ccd::trajectory::{ROUGH, Trajectory, Trig, rough_trig};
use crate::numeric::arithmetic::{U, dot, norm, rotate};

/// Capsules whose radii are more than this part of the balls' about the pivots are no better than those.
const THINNER: f64 = 0.6;

/// An end of a segment as seen from the pivot, world axes: what stands still, and what is times the
/// cosine and times the sine.
type Arm = [Vector3<f64>; 3];

/// Both capsules' segments over the frame.
pub(crate) struct Capsules {
    arms: [[Arm; 2]; 2],
    /// The radii, the gap that counts as none, and rounding.
    less: f64,
}

/// The paths of all ends along one normal.
pub(crate) struct Plane<'a> {
    pair: &'a RelativeMotion<'a>,
    /// Along the normal for A, against it for B.
    paths: [[[f64; 3]; 2]; 2],
    /// The amplitude of each.
    swings: [[f64; 2]; 2],
    start: f64,
    travel: f64,
    less: f64,
}

impl Capsules {
    /// None where they tell no more than the balls around the pivots.
    #[inline(always)]
    pub(crate) fn new(pair: &RelativeMotion<'_>, target: f64) -> Option<Self> {
        let radii = (pair.a.capsule().radius + pair.b.capsule().radius) * pair.scale;
        let balls = pair.reach_a.from_pivot + pair.reach_b.from_pivot;
        if !(radii < THINNER * balls) {
            return None;
        }
        Some(Capsules {
            arms: [
                arms(pair.a, &pair.trajectory_a, pair.scale),
                arms(pair.b, &pair.trajectory_b, pair.scale),
            ],
            // A pose and sums as for a still plane, and the sines. Ends lie within twice the reach.
            less: (radii * (1.0 + 32.0 * U) + target)
                + 4.0 * (pair.rounding() + 80.0 * U * pair.size)
                + 8.0 * ROUGH * pair.size,
        })
    }

    /// The unit normal from the nearest point of A's segment to that of B's; None when the capsules overlap.
    #[inline(always)]
    pub(crate) fn normal(
        &self,
        pair: &RelativeMotion<'_>,
        t: f64,
        trig: &[Trig; 2],
    ) -> Option<Vector3<f64>> {
        let at = |arm: &Arm, trig: &Trig| (arm[0] + arm[1] * trig.cos) + arm[2] * trig.sin;
        let [a, b] = &self.arms;
        let apart = pair.between_pivots(t);
        let [p0, p1] = [at(&a[0], &trig[0]), at(&a[1], &trig[0])];
        let [q0, q1] = [at(&b[0], &trig[1]) + apart, at(&b[1], &trig[1]) + apart];
        let d = between_segments(&p0, &(p1 - p0), &q0, &(q1 - q0));
        let length = norm(&d);
        (length > self.less).then(|| d * (1.0 / length))
    }

    #[inline(always)]
    pub(crate) fn plane<'a>(&self, pair: &'a RelativeMotion<'a>, n: &Vector3<f64>) -> Plane<'a> {
        let path =
            |arm: &Arm, n: &Vector3<f64>| [dot(n, &arm[0]), dot(n, &arm[1]), dot(n, &arm[2])];
        let [a, b] = &self.arms;
        let back = -n;
        let paths = [
            [path(&a[0], n), path(&a[1], n)],
            [path(&b[0], &back), path(&b[1], &back)],
        ];
        let swing = |path: [f64; 3]| (path[1] * path[1] + path[2] * path[2]).sqrt();
        Plane {
            swings: paths.map(|side| side.map(swing)),
            paths,
            start: dot(n, &pair.between_pivots(0.0)),
            travel: dot(n, &pair.travel),
            less: self.less,
            pair,
        }
    }
}

fn arms(body: &Polytope, course: &Trajectory, scale: f64) -> [Arm; 2] {
    let capsule = body.capsule();
    capsule.ends.map(|end| {
        let arm = end - course.pivot / scale;
        course.parts().map(|part| rotate(part, &arm))
    })
}

/// From the nearest point of the segment p, p + d to that of q, q + e (Ericson, Real-Time Collision
/// Detection, 2005, section 5.1.9).
#[inline(always)]
fn between_segments(
    p: &Vector3<f64>,
    d: &Vector3<f64>,
    q: &Vector3<f64>,
    e: &Vector3<f64>,
) -> Vector3<f64> {
    let r = p - q;
    let (dd, ee, de) = (dot(d, d), dot(e, e), dot(d, e));
    let (dr, er) = (dot(d, &r), dot(e, &r));
    let unit = |x: f64| if x >= 0.0 { x.min(1.0) } else { 0.0 };
    let s = unit((de * er - dr * ee) / (dd * ee - de * de));
    let t = (de * s + er) / ee;
    let (s, t) = if (0.0..=1.0).contains(&t) {
        (s, t)
    } else {
        let t = unit(t);
        (unit((de * t - dr) / dd), t)
    };
    (e * t - d * s) - r
}

impl Plane<'_> {
    /// The gap along the plane at time t. What comes next is told by the ends that will be ahead after `soon`.
    #[inline(always)]
    pub(crate) fn sample(&self, t: f64, trig: [Trig; 2], soon: f64) -> PlaneSample {
        let [a, b] = &self.paths;
        let (angle_a, angle_b) = (self.pair.trajectory_a.angle, self.pair.trajectory_b.angle);
        let a = farthest(a, &trig[0], angle_a, soon);
        let b = farthest(b, &trig[1], angle_b, soon);
        let level = (self.start + self.travel * t) - self.less;
        let gap = |a: &GapModel, b: &GapModel| GapModel {
            gap: level - (a.gap + b.gap),
            rate: self.travel - (a.rate + b.rate),
            bend: -(a.bend + b.bend),
        };
        PlaneSample {
            trig,
            model: gap(&a[0], &b[0]),
            ahead: gap(&a[1], &b[1]),
        }
    }

    #[inline(always)]
    pub(crate) fn trig(&self, t: f64) -> [Trig; 2] {
        let (a, b) = (&self.pair.trajectory_a, &self.pair.trajectory_b);
        rough_trig([t * a.angle, t * b.angle])
    }

    /// No end's path along the plane curves more.
    #[inline(always)]
    pub(crate) fn curvature(&self) -> f64 {
        let pair = self.pair;
        let (a, b) = (pair.trajectory_a.angle, pair.trajectory_b.angle);
        let [of_a, of_b] = self.swings.map(|[p, q]| p.max(q));
        let turns = a + b;
        (a * a * of_a + b * b * of_b) * (1.0 + 1e-9)
            + 1e-13 * turns * (turns * pair.size + pair.speed)
    }

    /// Whether no angle closes the gap between `t` and `until`.
    #[inline(always)]
    pub(crate) fn lasts(&self, t: f64, until: f64) -> bool {
        let most = |side: usize| {
            let ([p, q], [of_p, of_q]) = (&self.paths[side], &self.swings[side]);
            (p[0] + of_p).max(q[0] + of_q)
        };
        let level = self.less + (most(0) + most(1));
        let clear = |t: f64| self.start + self.travel * t > level;
        clear(t) && clear(until)
    }
}

/// How far the ends reach, and how that changes: of the one that reaches farther, and of the one that will
/// after `soon`.
#[inline(always)]
fn farthest(paths: &[[f64; 3]; 2], trig: &Trig, angle: f64, soon: f64) -> [GapModel; 2] {
    let model = |path: &[f64; 3]| {
        let turning = path[1] * trig.cos + path[2] * trig.sin;
        GapModel {
            gap: path[0] + turning,
            rate: angle * (path[2] * trig.cos - path[1] * trig.sin),
            bend: -angle * angle * turning,
        }
    };
    let [p, q] = [model(&paths[0]), model(&paths[1])];
    let later = |m: &GapModel| m.gap + soon * (m.rate + 0.5 * soon * m.bend);
    [
        if p.gap >= q.gap { p } else { q },
        if later(&p) >= later(&q) { p } else { q },
    ]
}

#[cfg(test)]
mod tests {
    use twin::random::{SplitMix64, case_generator};

    use super::*;
    use crate::motion::pose::Pose;
    use crate::motion::rigid_motion::Motion;
    use crate::support::mapping::FloatMapping;

    fn point(rng: &mut SplitMix64) -> Vector3<f64> {
        Vector3::from([0; 3].map(|_| rng.between(-1.0, 1.0)))
    }

    #[test]
    fn segments_are_as_far_apart_as_their_samples() {
        for index in 0..2000 {
            let rng = &mut case_generator(90, index);
            let (p, q) = (point(rng), point(rng));
            let mut along = || match index % 4 {
                0 => Vector3::zeros(),
                1 => Vector3::new(0.5, 0.25, -0.125) * rng.between(-1.0, 1.0),
                _ => point(rng),
            };
            let (d, e) = (along(), along());
            let found = norm(&between_segments(&p, &d, &q, &e));
            let mut least = f64::INFINITY;
            for i in 0..=40 {
                for k in 0..=40 {
                    let (s, t) = (f64::from(i) / 40.0, f64::from(k) / 40.0);
                    least = least.min(norm(&((q + e * t) - (p + d * s))));
                }
            }
            assert!(found <= least + 1e-12, "{index}: {found} {least}");
            assert!(found >= least - 0.05 * (norm(&d) + norm(&e)), "{index}");
        }
    }

    /// The gap is at most that of the bodies at their pose, by no more than the capsules are wider; its
    /// rate and bend are what it changes by, and no more than the curvature.
    #[test]
    fn a_look_sees_no_more_than_the_pose_has() {
        let (mut followed, mut lasting) = (0, 0);
        for index in 0..400 {
            let rng = &mut case_generator(91, index);
            let mut draw = |slow: f64| {
                let points: Vec<_> = (0..if index % 3 == 0 { 60 } else { 8 })
                    .map(|_| point(rng).component_mul(&Vector3::new(0.1, 1.0, 0.2)))
                    .collect();
                let [x, y, z, w] = rng.quaternion();
                let start = nalgebra::Quaternion::new(w, x, y, z);
                let start = Pose::new(point(rng) * 3.0, start).expect("unit");
                let (end, turn, pivot) = (point(rng) * 3.0, point(rng) * slow, point(rng));
                let motion = Motion::from_turn(start, end, turn, pivot).expect("finite");
                (Polytope::new(&points).expect("finite"), motion)
            };
            let ((a, motion_a), (b, motion_b)) =
                (draw(20.0), draw(if index % 5 == 0 { 0.0 } else { 7.0 }));
            let pair = RelativeMotion::new(&a, &motion_a, &b, &motion_b, 1.0);
            let capsules = Capsules::new(&pair, 0.25).expect("long bodies");
            let wider = 2.0 * (a.capsule().radius + b.capsule().radius) + 1e-6;
            let n = Vector3::from(rng.direction());
            let plane = capsules.plane(&pair, &n);
            let mut open = true;
            for k in 0..=50 {
                let t = f64::from(k) / 50.0;
                let sample = plane.sample(t, plane.trig(t), 0.0);
                let posed = pair.pose(t);
                let (body_a, body_b) = pair.bodies(&posed);
                let gap = -body_b.scan(&-n).0 - body_a.scan(&n).0 - 0.25;
                assert!(sample.model.gap <= gap, "{index} at {t}");
                assert!(gap - sample.model.gap <= wider, "{index} at {t}");
                open &= gap > 0.0;
                let h = 1e-4;
                let [before, after] =
                    [-h, h].map(|h| plane.sample(t + h, plane.trig(t + h), 0.0).model);
                let near = |x: f64, y: f64, by: f64| (x - y).abs() < by;
                if near(before.bend, after.bend, 1.0) {
                    followed += 1;
                    let rate = (after.gap - before.gap) / (2.0 * h);
                    assert!(near(sample.model.rate, rate, 1e-3), "{index} at {t}");
                    let bend = (after.gap + before.gap - 2.0 * sample.model.gap) / (h * h);
                    assert!(near(sample.model.bend, bend, 0.1), "{index} at {t}");
                    assert!(bend.abs() <= plane.curvature() + 0.1, "{index} at {t}");
                }
            }
            if plane.lasts(0.0, 1.0) {
                lasting += 1;
                assert!(open, "{index}");
            }
        }
        assert!(followed > 10_000 && lasting > 10, "{followed} {lasting}");
    }

    /// A plane between the nearest points separates capsules that are apart.
    #[test]
    fn the_normal_separates() {
        let mut apart = 0;
        for index in 0..500 {
            let rng = &mut case_generator(92, index);
            let rod = Polytope::new(&[Vector3::y(), -Vector3::y()]).expect("finite");
            let mut draw = || {
                let [x, y, z, w] = rng.quaternion();
                let start = nalgebra::Quaternion::new(w, x, y, z);
                let start = Pose::new(point(rng) * 2.0, start).expect("unit");
                let turn = point(rng) * 10.0;
                Motion::from_turn(start, point(rng), turn, Vector3::zeros()).expect("finite")
            };
            let (motion_a, motion_b) = (draw(), draw());
            let pair = RelativeMotion::new(&rod, &motion_a, &rod, &motion_b, 1.0);
            let capsules = Capsules::new(&pair, 0.0).expect("long bodies");
            let t = rng.unit();
            let posed = pair.pose(t);
            let Some(n) = capsules.normal(&pair, t, &posed.trig) else {
                continue;
            };
            apart += 1;
            assert!((norm(&n) - 1.0).abs() < 1e-14, "{index}");
            let gap = capsules
                .plane(&pair, &n)
                .sample(t, posed.trig, 0.0)
                .model
                .gap;
            let (body_a, body_b) = pair.bodies(&posed);
            let real = -body_b.scan(&-n).0 - body_a.scan(&n).0;
            assert!(gap > 0.0 || real < 1e-8, "{index}: {gap} {real}");
            assert!((gap - real).abs() < 1e-8, "{index}: {gap} {real}");
        }
        assert!(apart > 400, "{apart}");
    }
}
