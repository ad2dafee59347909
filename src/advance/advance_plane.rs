//! How long a plane that stands still separates, from sample to sample.
//!
//! Each stretch between two samples is proved by the gaps at its ends, and by a bound of how vertices' paths curve.
//! A sample also predicts where the next one should be.

use crate::advance::gap_model::{GapModel, stays_clear};
use crate::advance::still_plane::PlaneSample;
use crate::advance::trajectory::Trig;
use crate::numeric::arithmetic::U;

/// The part of a step that a model of the gap is trusted with: the vertices that hold the plane may be others
/// by then.
const FAR_TRUST: f64 = 0.95;

/// A look farther than this part of the farthest may be won by any vertex.
const FAR_LOOK_RATIO: f64 = 0.12;

/// Looks in vain along one still plane.
const MAX_VAIN_SAMPLES: u32 = 2;

/// A still plane is given up when it promises less than this part of what it gave.
const MIN_PROMISE_RATIO: f64 = 0.25;

/// Data by which a plane that stands still is carried over a step.
pub(crate) struct AdvancePlane {
    pub(crate) from: f64,
    pub(crate) until: f64,
    /// The gap that the far end should keep.
    pub(crate) aim: f64,
    /// A step that needs no look.
    pub(crate) surely: f64,
    pub(crate) curvature: f64,
    pub(crate) least: f64,
    /// No look is farther.
    pub(crate) farthest: f64,
}

impl AdvancePlane {
    /// Up to when the plane is proved to separate, and the sines there; `gap` is that at `from`, and `ahead` foretells
    /// it. `sample` gets the time and whether it is far off.
    #[inline(always)]
    pub(crate) fn along(
        &self,
        gap: f64,
        ahead: &GapModel,
        mut sample: impl FnMut(f64, bool) -> PlaneSample,
    ) -> Option<(f64, [Trig; 2])> {
        // Up to when it is proved, and the gap there.
        let (mut at, mut gap) = (self.from, gap);
        let mut end = None;
        let mut next = ahead
            .farthest(gap, self.curvature, self.aim)
            .min(self.farthest);
        let mut vain = 0;
        // Each look that serves adds a part of what there is, so that they are few.
        while (at - self.from) + next > self.surely && next >= MIN_PROMISE_RATIO * (at - self.from)
        {
            let to = (at + next).min(self.until);
            // Less than a last place of the time.
            if !(to > at) {
                break;
            }
            let width = (to - at) * (1.0 + 4.0 * U);
            let PlaneSample {
                trig,
                model: seen,
                ahead,
            } = sample(to, width > FAR_LOOK_RATIO * self.farthest);
            let bulge = 0.5 * self.curvature * width * width;
            if seen.gap > self.least && stays_clear(gap, seen.gap, bulge, self.least) {
                (at, gap) = (to, seen.gap);
                end = Some((to, trig));
                if to >= self.until {
                    break;
                }
                next = FAR_TRUST * ahead.farthest(gap, self.curvature, self.aim);
            } else {
                vain += 1;
                if vain > MAX_VAIN_SAMPLES {
                    break;
                }
                let near = seen
                    .seen_from_before(width)
                    .farthest(gap, self.curvature, self.aim);
                next = (FAR_TRUST * near).clamp(0.2 * width, 0.8 * width);
            }
            next = next.min(self.farthest);
        }
        end
    }
}
