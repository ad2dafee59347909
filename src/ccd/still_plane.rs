//! The gap along a plane that does not turn, at any time and without a pose.
//!
//! Along a fixed normal n a body that has turned by theta about its axis reaches max N.v, where
//! N = f + c cos theta + s sin theta, and f, c and s are the normal turned back by the three parts of its
//! rotation (see [`Trajectory`]): six products a body instead of a matrix. Every vertex runs along n as one
//! sinusoid, so a look also tells how the gap changes as long as the same vertices hold it.

use nalgebra::Vector3;

use crate::body::polytope::Polytope;
use crate::body::support::Start;
use crate::ccd::gap_model::GapModel;
use crate::ccd::relative_motion::RelativeMotion;
use crate::ccd::trajectory::{Trajectory, Trig};
use crate::numeric::arithmetic::{U, dot, rotate_back};

/// Both bodies along one normal, from A to B.
pub(crate) struct StillPlane<'a> {
    sides: [Side<'a>; 2],
    /// From A's pivot to B's along the normal: at t = 0, and a frame.
    start: f64,
    travel: f64,
    /// Bounds the error of a gap; and the distance that does not count as one.
    less: f64,
    scale: f64,
}

/// One body as seen along a direction.
struct Side<'a> {
    body: &'a Polytope,
    angle: f64,
    /// The direction turned back by the fixed part of the rotation, that of the cosine and that of the
    /// sine.
    parts: [Vector3<f64>; 3],
    /// Body frame.
    pivot: Vector3<f64>,
}

/// What one look sees.
pub(crate) struct PlaneSample {
    pub(crate) trig: [Trig; 2],
    /// The gap is proved; its rate and bend are those of the vertices that hold it.
    pub(crate) model: GapModel,
    /// What foretells the gap from here on, as far as others than these vertices are known.
    pub(crate) ahead: GapModel,
}

/// How far one body reaches from its pivot.
struct Reach {
    at: f64,
    rate: f64,
    bend: f64,
    id: u32,
    /// Body frame, times the scale.
    n: Vector3<f64>,
}

impl<'a> Side<'a> {
    #[inline(always)]
    fn new(body: &'a Polytope, course: &Trajectory, n: &Vector3<f64>, scale: f64) -> Self {
        Side {
            body,
            angle: course.angle,
            parts: course.parts().map(|part| rotate_back(part, n)),
            pivot: course.pivot / scale,
        }
    }

    #[inline(always)]
    fn reach(&self, trig: &Trig, hint: u32, start: Start) -> Reach {
        let [fixed, cosine, sine] = &self.parts;
        let turning = cosine * trig.cos + sine * trig.sin;
        let n = fixed + turning;
        let (most, id) = self.body.support_from(&n, hint, start);
        let arm = self.body.storage().get(id as usize) - self.pivot;
        let swing = sine * trig.cos - cosine * trig.sin;
        Reach {
            at: most - dot(&n, &self.pivot),
            rate: self.angle * dot(&swing, &arm),
            bend: -self.angle * self.angle * dot(&turning, &arm),
            id,
            n,
        }
    }
}

impl<'a> StillPlane<'a> {
    /// Gaps are counted from `target` on.
    #[inline(always)]
    pub(crate) fn new(pair: &'a RelativeMotion<'a>, n: &Vector3<f64>, target: f64) -> Self {
        StillPlane {
            sides: [
                Side::new(pair.a, &pair.trajectory_a, n, pair.scale),
                Side::new(pair.b, &pair.trajectory_b, &-n, pair.scale),
            ],
            start: dot(n, &pair.between_pivots(0.0)),
            travel: dot(n, &pair.travel),
            // That of a pose and a support query along it, and of the sums here.
            less: pair.rounding() + 80.0 * U * pair.size + target,
            scale: pair.scale,
        }
    }

    #[inline(always)]
    pub(crate) fn sample(&self, t: f64, hints: &mut [u32; 2], start: Start) -> PlaneSample {
        let [a, b] = &self.sides;
        let trig = [Trig::new(t * a.angle), Trig::new(t * b.angle)];
        let (of_a, of_b) = (
            a.reach(&trig[0], hints[0], start),
            b.reach(&trig[1], hints[1], start),
        );
        *hints = [of_a.id, of_b.id];
        let apart = (self.start + self.travel * t) - self.less;
        let gap = apart - (of_a.at + of_b.at);
        let climbed = self.climbed(a, of_a.id) + self.climbed(b, of_b.id);
        let model = GapModel {
            gap: if climbed <= 1e-3 * gap || gap <= 0.0 {
                gap - climbed
            } else {
                apart - (a.scanned(&of_a.n) + b.scanned(&of_b.n))
            },
            rate: self.travel - (of_a.rate + of_b.rate),
            bend: -(of_a.bend + of_b.bend),
        };
        PlaneSample {
            trig,
            model,
            ahead: model,
        }
    }

    /// By how much a climb that ended at a vertex may have stopped short of the farthest one.
    #[inline(always)]
    fn climbed(&self, side: &Side<'_>, id: u32) -> f64 {
        side.body.climb_slack_factor(id) * (side.body.reach() * self.scale) * (6.0 * U)
    }
}

impl Side<'_> {
    #[cold]
    #[inline(never)]
    fn scanned(&self, n: &Vector3<f64>) -> f64 {
        self.body.scan(n).0 - dot(n, &self.pivot)
    }
}

#[cfg(test)]
mod tests {
    use twin::random::case_generator;

    use super::*;
    use crate::lp::problem::Difference;
    use crate::motion::pose::Pose;
    use crate::motion::rigid_motion::Motion;
    use crate::support::mapping::FloatMapping;

    /// The gap is that of the bodies at their pose, and its rate what it changes by.
    #[test]
    fn a_look_sees_what_the_pose_has() {
        let mut followed = 0;
        for index in 0..300 {
            let rng = &mut case_generator(71, index);
            let point = |rng: &mut twin::random::SplitMix64| {
                Vector3::from([0; 3].map(|_| rng.between(-1.0, 1.0)))
            };
            let mut draw = || {
                let points: Vec<_> = (0..if index % 3 == 0 { 60 } else { 8 })
                    .map(|_| point(rng))
                    .collect();
                let [x, y, z, w] = rng.quaternion();
                let start = nalgebra::Quaternion::new(w, x, y, z);
                let start = Pose::new(point(rng) * 3.0, start).expect("unit");
                let (end, turn, pivot) = (point(rng) * 3.0, point(rng) * 20.0, point(rng));
                let motion = Motion::from_turn(start, end, turn, pivot).expect("finite");
                (Polytope::new(&points).expect("finite"), motion)
            };
            let ((a, motion_a), (b, motion_b)) = (draw(), draw());
            let pair = RelativeMotion::new(&a, &motion_a, &b, &motion_b, 1.0);
            let n = Vector3::from(rng.direction());
            let plane = StillPlane::new(&pair, &n, 0.25);
            for _ in 0..10 {
                let t = rng.unit();
                let sample = plane.sample(t, &mut [0; 2], Start::Hint);
                let posed = pair.turned(t, &sample.trig);
                let (body_a, body_b) = pair.bodies(&posed);
                let gap = -body_b.scan(&-n).0 - body_a.scan(&n).0 - 0.25;
                let error = Difference::new(&body_a, &body_b, 0.0).rounding();
                assert!(sample.model.gap <= gap, "{index} at {t}");
                assert!(
                    gap - sample.model.gap < 4.0 * error + 1e-12,
                    "{index} at {t}"
                );
                // Central differences, where no other vertex takes over.
                let h = 1e-5;
                let [before, after] = [-h, h].map(|h| {
                    let mut hints = [0; 2];
                    let sample = plane.sample(t + h, &mut hints, Start::Hint);
                    (sample.model.gap, hints)
                });
                if before.1 == after.1 {
                    followed += 1;
                    let rate = (after.0 - before.0) / (2.0 * h);
                    assert!((sample.model.rate - rate).abs() < 1e-3, "{index} at {t}");
                    let bend = (after.0 + before.0 - 2.0 * sample.model.gap) / (h * h);
                    assert!((sample.model.bend - bend).abs() < 1.0, "{index} at {t}");
                }
            }
        }
        assert!(followed > 2000, "{followed}");
    }
}
