//! Both bodies as capsules: the cheap look at long bodies that are not yet near each other.
//!
//! A capsule's support value is that of two points, each of which runs along a fixed normal as one
//! sinusoid, so a plane costs twelve dot products and a look along it a dozen operations and the sines.
//! The nearest points of two segments, in closed form, say which plane; nothing depends on their
//! rounding. What separates the capsules separates the bodies.
//!
//! Loses near contact, and on bodies that are flat or round; for these nothing is tried.

use nalgebra::Vector3;

use crate::advance::gap_model::GapModel;
use crate::advance::relative_motion::RelativeMotion;
use crate::advance::still_plane::PlaneSample;
use crate::advance::trajectory::{ROUGH, Trajectory, Trig, rough_trig};
use crate::numeric::arithmetic::{U, dot, norm, rotate};
use crate::shape::polytope::Polytope;

/// Capsules whose radii are more than this part of the balls' about the pivots are no better than those.
const MAX_CAPSULE_RATIO: f64 = 0.6;

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
pub(crate) struct CapsulePlane<'a> {
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
        let [a, b] = pair.scaled.bodies;
        let radii = (a.capsule().radius + b.capsule().radius) * pair.scale;
        let balls = pair.reach(0).from_pivot + pair.reach(1).from_pivot;
        if !(radii < MAX_CAPSULE_RATIO * balls) {
            return None;
        }
        Some(Capsules {
            arms: [
                arms(a, &pair.trajectories[0], pair.scale),
                arms(b, &pair.trajectories[1], pair.scale),
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
    pub(crate) fn plane<'a>(
        &self,
        pair: &'a RelativeMotion<'a>,
        n: &Vector3<f64>,
    ) -> CapsulePlane<'a> {
        let path =
            |arm: &Arm, n: &Vector3<f64>| [dot(n, &arm[0]), dot(n, &arm[1]), dot(n, &arm[2])];
        let [a, b] = &self.arms;
        let back = -n;
        let paths = [
            a.each_ref().map(|arm| path(arm, n)),
            b.each_ref().map(|arm| path(arm, &back)),
        ];
        let swing = |path: [f64; 3]| (path[1] * path[1] + path[2] * path[2]).sqrt();
        CapsulePlane {
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

impl CapsulePlane<'_> {
    /// The gap along the plane at time t. The next step is predicted from the ends that will be ahead after `soon`.
    #[inline(always)]
    pub(crate) fn sample(&self, t: f64, trig: [Trig; 2], soon: f64) -> PlaneSample {
        let [a, b] = &self.paths;
        let [of_a, of_b] = &self.pair.trajectories;
        let a = farthest(a, &trig[0], of_a.angle, soon);
        let b = farthest(b, &trig[1], of_b.angle, soon);
        let level = (self.start + self.travel * t) - self.less;
        PlaneSample {
            trig,
            model: GapModel::between(level, self.travel, &a[0], &b[0]),
            ahead: GapModel::between(level, self.travel, &a[1], &b[1]),
        }
    }

    #[inline(always)]
    pub(crate) fn trig(&self, t: f64) -> [Trig; 2] {
        let [a, b] = &self.pair.trajectories;
        rough_trig([t * a.angle, t * b.angle])
    }

    /// No end's path along the plane curves more.
    #[inline(always)]
    pub(crate) fn curvature(&self) -> f64 {
        let pair = self.pair;
        let [a, b] = pair.trajectories.each_ref().map(|course| course.angle);
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

/// Reach of the ends as functions of time: that of the one that reaches farther now, and of the one that will after
/// `soon`.
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
    use crate::advance::scaled_motions::ScaledMotions;
    use crate::advance::still_plane::StillPlane;
    use crate::motion::pose::Pose;
    use crate::motion::rigid_motion::Motion;
    use crate::shape::support::SearchStart;
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

    fn draw(rng: &mut SplitMix64, vertices: usize, turn: f64) -> (Polytope, Motion) {
        let points: Vec<_> = (0..vertices)
            .map(|_| point(rng).component_mul(&Vector3::new(0.1, 1.0, 0.2)))
            .collect();
        let [x, y, z, w] = rng.quaternion();
        let start = nalgebra::Quaternion::new(w, x, y, z);
        let start = Pose::new(point(rng) * 3.0, start).expect("unit");
        let (end, turn, pivot) = (point(rng) * 3.0, point(rng) * turn, point(rng));
        let motion = Motion::from_turn(start, end, turn, pivot).expect("finite");
        (Polytope::new(&points).expect("finite"), motion)
    }

    /// Along planes of capsules and of bodies: the gap is at most that of the bodies at their pose, by no
    /// more than the capsules are wider; its rate and bend are what it changes by, as long as the same
    /// vertices hold it, and no more than the curvature. A plane between capsules separates them.
    #[test]
    fn a_sample_sees_no_more_than_the_pose_has() {
        const H: f64 = 1e-4;
        let (mut followed, mut lasting, mut apart) = ([0; 2], 0, 0);
        for index in 0..600 {
            let rng = &mut case_generator(91, index);
            let vertices = [60, 8, 2][index as usize % 3];
            let (a, motion_a) = draw(rng, vertices, 20.0);
            let (b, motion_b) = draw(rng, vertices, if index % 5 == 0 { 0.0 } else { 7.0 });
            let pair = RelativeMotion::new(&ScaledMotions {
                bodies: [&a, &b],
                motions: [&motion_a, &motion_b],
                radii: [0.0; 2],
                scale: 1.0,
            });
            let capsules = Capsules::new(&pair, 0.25).expect("long bodies");
            let wider = [
                2.0 * (a.capsule().radius + b.capsule().radius) + 1e-6,
                4.0 * pair.rounding() + 1e-12,
            ];
            let n = Vector3::from(rng.direction());
            let (plane, still) = (capsules.plane(&pair, &n), StillPlane::new(&pair, &n, 0.25));
            let sample = |t: f64| {
                let (ids, of_capsules) = (&mut [0; 2], plane.sample(t, plane.trig(t), 0.0));
                let of_bodies = still.sample(t, ids, SearchStart::Hint);
                ([of_capsules.model, of_bodies.model], [[0; 2], *ids])
            };
            let mut open = true;
            for k in 0..=50 {
                let t = f64::from(k) / 50.0;
                let posed = pair.pose(t);
                let (body_a, body_b) = pair.bodies(&posed);
                let gap = -body_b.scan(&-n).0 - body_a.scan(&n).0 - 0.25;
                open &= gap > 0.0;
                let [before, now, after] = [-H, 0.0, H].map(|h| sample(t + h));
                for kind in 0..2 {
                    let [was, model, will] = [before.0, now.0, after.0].map(|seen| seen[kind]);
                    assert!(model.gap <= gap, "{index} at {t}");
                    assert!(gap - model.gap <= wider[kind], "{index} at {t}");
                    if before.1[kind] == after.1[kind] && (was.bend - will.bend).abs() < 1.0 {
                        followed[kind] += 1;
                        let rate = (will.gap - was.gap) / (2.0 * H);
                        assert!((model.rate - rate).abs() < 1e-3, "{index} at {t}");
                        let bend = (will.gap + was.gap - 2.0 * model.gap) / (H * H);
                        assert!((model.bend - bend).abs() < 0.1, "{index} at {t}");
                        let most = plane.curvature() + 0.1;
                        assert!(kind == 1 || bend.abs() <= most, "{index} at {t}");
                    }
                }
                if let Some(n) = capsules.normal(&pair, t, &posed.trig) {
                    apart += 1;
                    let between = capsules.plane(&pair, &n).sample(t, posed.trig, 0.0);
                    assert!((norm(&n) - 1.0).abs() < 1e-14, "{index}");
                    assert!(between.model.gap > -1e-12, "{index} at {t}");
                }
            }
            if plane.lasts(0.0, 1.0) {
                lasting += 1;
                assert!(open, "{index}");
            }
        }
        assert!(followed[0] > 15_000 && followed[1] > 10_000, "{followed:?}");
        assert!(lasting > 10 && apart > 5_000, "{lasting} {apart}");
    }
}
