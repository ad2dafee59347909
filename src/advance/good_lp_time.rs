//! The linear time of impact by `good_lp`: a program of its own names the time, and what the bodies
//! sweep up to times about it is proved apart or in contact, by the same solver's candidates.
//!
//! The ray LP and its portal are not used. The bracket is as wide as the solver's
//! tolerance makes it, about 1e-9 of the frame for travels of the bodies' own size; what cannot be
//! proved within [`WIDEST`] is left open.

use crate::advance::linear_time::{LinearContact, LinearFate, LinearPair};
use crate::numeric::arithmetic::norm;
use crate::options::Method;
use crate::reference::good_lp::sets::{MovingSetsOutcome, first_meeting};
use crate::reference::kreuzer::stages::{scaled, size_factor};
use crate::solver::decision::{Decision, DecisionKind};

/// Distance of the first probes from the program's time, in frames.
const NARROWEST: f64 = 1e-10;
/// Ratio of the widths of two successive pairs of probes.
const PROBE_GROWTH: f64 = 8.0;
/// Where the search ends.
const WIDEST: f64 = 1e-4;

/// Returns the fate of the pair, or why it stays open, and the number of programs that were solved.
pub(crate) fn solve(pair: &LinearPair<'_>) -> (Result<LinearFate, DecisionKind>, u32) {
    let mut run = ImpactProgram { pair, programs: 1 };
    let found = run.fate();
    (found, run.programs)
}

struct ImpactProgram<'a> {
    pair: &'a LinearPair<'a>,
    programs: u32,
}

impl ImpactProgram<'_> {
    fn fate(&mut self) -> Result<LinearFate, DecisionKind> {
        match self.meeting() {
            Some(MovingSetsOutcome::At(t)) => self.about(t.clamp(0.0, 1.0)),
            Some(MovingSetsOutcome::Unknown) => Err(DecisionKind::SolverFailed),
            // No travel, or never within the frame.
            Some(MovingSetsOutcome::Never) | None => self.about(1.0),
        }
    }

    /// The time at which the program sees them meet.
    fn meeting(&self) -> Option<MovingSetsOutcome> {
        let (line, [a, b]) = self.pair.written_out()?;
        // The solver's tolerances are absolute: sizes near 1, ways of length 1.
        let factor = size_factor(a.iter().chain(&b));
        let way = norm(&line.d);
        let length = way * factor;
        let span = [-line.reference * length, (1.0 - line.reference) * length];
        let (a, b) = (scaled(&a, factor), scaled(&b, factor));
        let found = first_meeting(&a, &b, &(line.d / way).into(), span);
        Some(match found {
            MovingSetsOutcome::At(s) => MovingSetsOutcome::At(line.reference + s / length),
            other => other,
        })
    }

    /// Proves what happens about `t`, ever farther from it.
    fn about(&mut self, t: f64) -> Result<LinearFate, DecisionKind> {
        let (t_hi, met) = self.probe(t, NARROWEST, 1.0)?;
        if met.kind == DecisionKind::Separated {
            let normal = Some(met.vector());
            return Ok(LinearFate::Apart { normal, gap: 0.0 });
        }
        let (point, t) = (met.vector(), t.min(t_hi));
        let (t_lo, plane) = self.probe(t, NARROWEST.min(0.5 * t), -1.0)?;
        if plane.kind == DecisionKind::Hit {
            return Ok(LinearFate::InContact { point });
        }
        Ok(LinearFate::Meets(LinearContact {
            t_lo,
            t_hi,
            normal: Some(plane.vector()),
            points: [point; 2],
            held: None,
        }))
    }

    /// Probes ever farther `away` from `t`: forward for the first time by which they have met, backward for
    /// the last up to which they are apart. What is decided there; at the end of the frame that may be the opposite.
    fn probe(
        &mut self,
        t: f64,
        mut width: f64,
        away: f64,
    ) -> Result<(f64, Decision), DecisionKind> {
        let forward = away > 0.0;
        loop {
            let probe = (t + away * width).clamp(0.0, 1.0);
            let last = probe == if forward { 1.0 } else { 0.0 };
            let decision = self.by(probe);
            match decision.kind {
                DecisionKind::Hit if forward || last => return Ok((probe, decision)),
                DecisionKind::Separated if forward == last => return Ok((probe, decision)),
                DecisionKind::SolverFailed => return Err(DecisionKind::SolverFailed),
                _ if last || width > WIDEST => return Err(DecisionKind::SolverTolerance),
                _ => width *= PROBE_GROWTH,
            }
        }
    }

    fn by(&mut self, t: f64) -> Decision {
        self.pair.by(Method::GoodLp, t, &mut self.programs)
    }
}
