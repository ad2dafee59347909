//! Conservative advancement of two bodies, one of which is curved: from a time at which a plane parts them to the next.
//!
//! Bodies that do not turn take one search for all steps (`curved_cast`), and go on here if it ends early.

use nalgebra::Vector3;

use crate::advance::advance::AdvanceEnd;
use crate::advance::curved_cast::{CastEnd, CastResult, CertifiedStep, Clear, CurvedCast};
use crate::advance::curved_measure::CurvedAdvance;
use crate::advance::relative_motion::RelativePoses;
use crate::numeric::arithmetic::U;
use crate::solver::curved_distance::Measured;
use crate::solver::gjk::{GjkProof, NearestPoints};

/// What the budget counts, and support queries.
#[derive(Clone, Copy, Default)]
pub(crate) struct CurvedBudget {
    pub(crate) solves: u32,
    pub(crate) iterations: u32,
}

/// End of an advance.
pub(crate) struct AdvanceResult {
    /// `Overlap` only where the cores do and are not near; never `Start`.
    pub(crate) end: AdvanceEnd,
    /// Proved until then; of a near one when it is near.
    pub(crate) t: f64,
    /// What was measured last, and where.
    pub(crate) posed: RelativePoses,
    pub(crate) measured: Measured,
    /// Normal of the plane that separated the bodies up to then.
    pub(crate) before: Option<Vector3<f64>>,
}

impl CurvedAdvance<'_> {
    /// From a time on as long as the cores are farther apart than `clear` says.
    pub(crate) fn advance(
        &self,
        from: f64,
        clear: &Clear,
        spent: &mut CurvedBudget,
        step: &mut dyn FnMut(CertifiedStep),
    ) -> AdvanceResult {
        let (mut t, mut before) = (from, None);
        let mut last_look = None;
        if !self.turning && !self.motion.flight.is_turning() {
            let cast = self.cast(from, clear, step);
            spent.iterations += cast.queries;
            (t, before) = (cast.t, cast.before.map(|normal| (from, normal)));
            match cast.end {
                CastEnd::Near => last_look = Some(self.look_from(&cast)),
                CastEnd::Apart => {
                    spent.solves += 1;
                    return self.never_met(cast.before);
                }
                CastEnd::Open => {}
            }
        }
        loop {
            let along = before.map(|(_, normal)| normal);
            let look = || self.look_ahead(t, along.as_ref(), clear);
            let (posed, measured) = last_look.take().unwrap_or_else(look);
            spent.solves += 1;
            spent.iterations += measured.queries;
            let found = &measured.found;
            let (gap, normal) = (found.lower - clear.above, found.normal);
            let at_most = (found.upper - clear.below).max(0.0);
            let walked = |end, t| AdvanceResult {
                end,
                t,
                posed,
                measured,
                before: along,
            };
            if t > 0.0 && at_most <= clear.tolerance * (1.0 - 4.0 * U) {
                return walked(AdvanceEnd::Near, t);
            }
            if found.kind == GjkProof::Overlap {
                return walked(AdvanceEnd::Overlap, t);
            }
            if !(gap > 0.0) {
                return walked(AdvanceEnd::Rounding, t);
            }
            let mut turn = Vector3::zeros();
            let mut proved = self.step(&posed, &normal, &measured.points, gap, clear.above);
            if let Some(ahead) = proved
                && let Some((plane, most)) = self.plane_that_turns(&posed, found, before)
                && let Some(farther) = self.along_turning(&posed, &plane, [gap, clear.above], most)
                && farther > ahead
            {
                (proved, turn) = (Some(farther), plane.1.nu);
            }
            let next = proved.map_or(1.0, |ahead| (t + ahead).min(1.0));
            if !(next > t) && proved.is_some() {
                return walked(AdvanceEnd::Rounding, t);
            }
            let times = [t, next];
            step(CertifiedStep {
                times,
                normal,
                turn,
            });
            if proved.is_none() {
                return walked(AdvanceEnd::Apart, 1.0);
            }
            if spent.solves >= clear.budget {
                return walked(AdvanceEnd::Budget, next);
            }
            before = Some((t, normal));
            t = next;
        }
    }

    /// The first part of an advance without a turn.
    fn cast(&self, from: f64, clear: &Clear, step: &mut dyn FnMut(CertifiedStep)) -> CastResult {
        let posed = self.motion.pose(0.0);
        let [a, b] = &self.sets(&posed);
        let cast = CurvedCast {
            sets: [a, b],
            travel: self.motion.travel,
            travel_error: self.motion.travel_error,
            size: self.motion.size,
            clear,
        };
        cast.run(from, step)
    }

    /// Returns the end of an advance that a last plane of this normal ends.
    pub(crate) fn never_met(&self, before: Option<Vector3<f64>>) -> AdvanceResult {
        let found = NearestPoints {
            normal: before.unwrap_or_default(),
            ..NearestPoints::unknown()
        };
        AdvanceResult {
            end: AdvanceEnd::Apart,
            t: 1.0,
            posed: self.motion.pose(1.0),
            measured: Measured {
                found,
                points: [Vector3::zeros(); 2],
                queries: 0,
            },
            before,
        }
    }
}
