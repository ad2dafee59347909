//! The gap along a plane that does not turn, at any time and without a pose.
//!
//! Along a fixed normal n a body that has turned by theta about its axis reaches max N.v, where
//! N = f + c cos theta + s sin theta, and f, c and s are the normal turned back by the three parts of its
//! rotation (see [`Trajectory`]): six products a body instead of a matrix. Every vertex runs along n as one
//! sinusoid, so a look also tells how the gap changes as long as the same vertices hold it.

use nalgebra::Vector3;

use crate::advance::gap_model::GapModel;
use crate::advance::relative_motion::RelativeMotion;
use crate::advance::trajectory::Trig;
use crate::numeric::arithmetic::{U, dot, rotate_back};
use crate::shape::polytope::Polytope;
use crate::shape::support::SearchStart;

/// Both bodies along one normal, from A to B.
pub(crate) struct StillPlane<'a> {
    sides: [BodySide<'a>; 2],
    /// From A's pivot to B's along the normal: at t = 0, and a frame.
    start: f64,
    travel: f64,
    /// Bounds the error of a gap; and the distance that does not count as one.
    less: f64,
    scale: f64,
}

/// One body as seen along a direction.
struct BodySide<'a> {
    body: &'a Polytope,
    angle: f64,
    /// The direction turned back by the fixed part of the rotation, that of the cosine and that of the
    /// sine.
    parts: [Vector3<f64>; 3],
    /// Body frame.
    pivot: Vector3<f64>,
}

/// The gap along the plane at one time.
pub(crate) struct PlaneSample {
    pub(crate) trig: [Trig; 2],
    /// The gap is proved; its rate and bend are those of the vertices that hold it.
    pub(crate) model: GapModel,
    /// Model of the gap from here on, as far as other vertices are known.
    pub(crate) ahead: GapModel,
}

/// Reach of one body from its pivot.
struct PivotReach {
    model: GapModel,
    id: u32,
    /// Body frame, times the scale.
    n: Vector3<f64>,
}

impl<'a> BodySide<'a> {
    #[inline(always)]
    fn new(pair: &RelativeMotion<'a>, k: usize, n: &Vector3<f64>) -> Self {
        let course = &pair.trajectories[k];
        BodySide {
            body: pair.scaled.bodies[k],
            angle: course.angle,
            parts: course.parts().map(|part| rotate_back(part, n)),
            pivot: course.pivot / pair.scale,
        }
    }

    #[inline(always)]
    fn pivot_reach(&self, trig: &Trig, hint: u32, start: SearchStart) -> PivotReach {
        let [fixed, cosine, sine] = &self.parts;
        let turning = cosine * trig.cos + sine * trig.sin;
        let n = fixed + turning;
        let (most, id) = self.body.support_from(&n, hint, start);
        let arm = self.body.storage().get(id as usize) - self.pivot;
        let swing = sine * trig.cos - cosine * trig.sin;
        let model = GapModel {
            gap: most - dot(&n, &self.pivot),
            rate: self.angle * dot(&swing, &arm),
            bend: -self.angle * self.angle * dot(&turning, &arm),
        };
        PivotReach { model, id, n }
    }
}

impl<'a> StillPlane<'a> {
    /// Gaps are counted from `target` on.
    #[inline(always)]
    pub(crate) fn new(pair: &'a RelativeMotion<'a>, n: &Vector3<f64>, target: f64) -> Self {
        StillPlane {
            sides: [BodySide::new(pair, 0, n), BodySide::new(pair, 1, &-n)],
            start: dot(n, &pair.between_pivots(0.0)),
            travel: dot(n, &pair.travel),
            // That of a pose and a support query along it, and of the sums here.
            less: pair.rounding() + 80.0 * U * pair.size + target,
            scale: pair.scale,
        }
    }

    #[inline(always)]
    pub(crate) fn sample(&self, t: f64, hints: &mut [u32; 2], start: SearchStart) -> PlaneSample {
        let [a, b] = &self.sides;
        let trig = [Trig::new(t * a.angle), Trig::new(t * b.angle)];
        let (of_a, of_b) = (
            a.pivot_reach(&trig[0], hints[0], start),
            b.pivot_reach(&trig[1], hints[1], start),
        );
        *hints = [of_a.id, of_b.id];
        let apart = (self.start + self.travel * t) - self.less;
        let mut model = GapModel::between(apart, self.travel, &of_a.model, &of_b.model);
        let climbed = self.climbed(a, of_a.id) + self.climbed(b, of_b.id);
        model.gap = if climbed <= 1e-3 * model.gap || model.gap <= 0.0 {
            model.gap - climbed
        } else {
            apart - (a.scanned(&of_a.n) + b.scanned(&of_b.n))
        };
        PlaneSample {
            trig,
            model,
            ahead: model,
        }
    }

    /// By how much a climb that ended at a vertex may have stopped short of the farthest one.
    #[inline(always)]
    fn climbed(&self, side: &BodySide<'_>, id: u32) -> f64 {
        side.body.climb_slack_factor(id) * (side.body.reach() * self.scale) * (6.0 * U)
    }
}

impl BodySide<'_> {
    #[cold]
    #[inline(never)]
    fn scanned(&self, n: &Vector3<f64>) -> f64 {
        self.body.scan(n).0 - dot(n, &self.pivot)
    }
}
