//! Conservative advancement of two bodies, one of which is curved: from a time at which a plane parts them to the next.
//!
//! Bodies that do not turn take one search for all steps (`curved_cast`), and go on here if it ends early.

use nalgebra::Vector3;

use crate::advance::advance::{AdvanceEnd, Advancing, advance};
use crate::advance::curved_cast::{CastEnd, CastResult, CertifiedStep, Clear, CurvedCast};
use crate::advance::curved_measure::CurvedAdvance;
use crate::advance::relative_motion::RelativePoses;
use crate::numeric::arithmetic::U;
use crate::solver::curved_distance::Measured;
use crate::solver::gjk::{GjkProof, NearestPoints};

/// Effort of a query: distance solves, which the budget counts, and support queries.
#[derive(Clone, Copy, Default)]
pub(crate) struct CurvedBudget {
    pub(crate) solves: u32,
    pub(crate) iterations: u32,
}

/// The end of an advance.
pub(crate) struct AdvanceResult {
    /// `Overlap` only where the cores do and are not near; never `Start`.
    pub(crate) end: AdvanceEnd,
    /// The bodies are proved apart until then. If they are near, they are so at this time.
    pub(crate) t: f64,
    /// Poses of the last measure.
    pub(crate) posed: RelativePoses,
    pub(crate) measured: Measured,
    /// Normal of the plane that separated the bodies up to then.
    pub(crate) before: Option<Vector3<f64>>,
}

impl CurvedAdvance<'_> {
    /// Advances from a time on as long as the cores are farther apart than `clear` says; `record` gets every step.
    pub(crate) fn advance(
        &self,
        from: f64,
        clear: &Clear,
        spent: &mut CurvedBudget,
        record: &mut dyn FnMut(CertifiedStep),
    ) -> AdvanceResult {
        let (mut t, mut plane, mut near) = (from, None, None);
        if !self.turning && !self.motion.scaled.is_turning() {
            let cast = self.cast(from, clear, record);
            spent.iterations += cast.queries;
            (t, plane) = (cast.t, cast.before.map(|normal| (from, normal)));
            match cast.end {
                CastEnd::Near => near = Some(self.look_from(&cast)),
                CastEnd::Apart => {
                    spent.solves += 1;
                    return self.never_met(cast.before);
                }
                CastEnd::Open => {}
            }
        }
        let before = plane.map(|(_, normal)| normal);
        let (posed, measured) = match near {
            Some(near) => near,
            None => self.look_ahead(t, before.as_ref(), clear),
        };
        let mut steps = CurvedSteps {
            bodies: self,
            clear,
            spent,
            record,
            plane,
            is_measured: true,
            at: AdvanceResult {
                end: AdvanceEnd::Start,
                t,
                posed,
                measured,
                before,
            },
        };
        let end = advance(&mut steps);
        AdvanceResult { end, ..steps.at }
    }

    /// Runs the first part of an advance without a turn.
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

/// Two bodies on their way, one of which is curved.
struct CurvedSteps<'s, 'a> {
    bodies: &'s CurvedAdvance<'a>,
    clear: &'s Clear,
    spent: &'s mut CurvedBudget,
    record: &'s mut dyn FnMut(CertifiedStep),
    /// Time at which the last plane was measured, and its normal.
    plane: Option<(f64, Vector3<f64>)>,
    /// Whether the distance is measured where the bodies are, as it is where the advance starts.
    is_measured: bool,
    /// What the advance would return if it ended here.
    at: AdvanceResult,
}

impl Advancing for CurvedSteps<'_, '_> {
    fn measure(&mut self) -> Option<AdvanceEnd> {
        let (at, clear) = (&mut self.at, self.clear);
        if !std::mem::take(&mut self.is_measured) {
            at.before = self.plane.map(|(_, normal)| normal);
            (at.posed, at.measured) = self.bodies.look_ahead(at.t, at.before.as_ref(), clear);
        }
        self.spent.solves += 1;
        self.spent.iterations += at.measured.queries;
        let found = &at.measured.found;
        let at_most = (found.upper - clear.below).max(0.0);
        if at.t > 0.0 && at_most <= clear.tolerance * (1.0 - 4.0 * U) {
            return Some(AdvanceEnd::Near);
        }
        if found.kind == GjkProof::Overlap {
            return Some(AdvanceEnd::Overlap);
        }
        let is_apart = found.lower - clear.above > 0.0;
        (!is_apart).then_some(AdvanceEnd::Rounding)
    }

    fn step(&mut self) -> Option<AdvanceEnd> {
        let (bodies, above) = (self.bodies, self.clear.above);
        let AdvanceResult {
            t, posed, measured, ..
        } = &self.at;
        let (t, found, normal) = (*t, &measured.found, measured.found.normal);
        let gap = found.lower - above;
        let mut turn = Vector3::zeros();
        let mut proved = bodies.step(posed, &normal, &measured.points, gap, above);
        if let Some(ahead) = proved
            && let Some((plane, most)) = bodies.plane_that_turns(posed, found, self.plane)
            && let Some(farther) = bodies.along_turning(posed, &plane, [gap, above], most)
            && farther > ahead
        {
            (proved, turn) = (Some(farther), plane.1.nu);
        }
        let next = proved.map_or(1.0, |ahead| (t + ahead).min(1.0));
        if !(next > t) && proved.is_some() {
            return Some(AdvanceEnd::Rounding);
        }
        (self.record)(CertifiedStep {
            times: [t, next],
            normal,
            turn,
        });
        (self.plane, self.at.t) = (Some((t, normal)), next);
        proved.is_none().then_some(AdvanceEnd::Apart)
    }

    fn is_spent(&self) -> bool {
        self.spent.solves >= self.clear.budget
    }
}
