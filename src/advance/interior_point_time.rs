//! The linear time of impact by the interior point method: its program, with B's way in the place of u,
//! names the time; what the bodies sweep up to times about it is proved apart or in contact by the
//! same method.
//!
//! At the first contact itself the method proves nothing: the program's optimum is on the boundary,
//! where weights that must stay positive are 0. So the bracket is closed by what is swept up to times
//! beside it, each with a plane or with weights of its own; probes that touch to rounding go on
//! to exact integers, as in every query. The ray simplex' program for times is not used.

use crate::advance::linear_time::{LinearContact, LinearFate, LinearPair};
use crate::options::Method;
use crate::solver::decision::DecisionKind;

/// Returns the fate of the pair, and the number of steps and support queries.
pub(crate) fn solve(pair: &LinearPair<'_>) -> (LinearFate, u32) {
    let mut steps = 0;
    let mut by = |t: f64| pair.by(Method::InteriorPoint, t, &mut steps);
    let start = by(0.0);
    if start.kind == DecisionKind::Hit {
        let point = start.vector();
        return (LinearFate::InContact { point }, steps);
    }
    let whole = by(1.0);
    if whole.kind == DecisionKind::Separated {
        let normal = Some(whole.vector());
        return (LinearFate::Apart { normal, gap: 0.0 }, steps);
    }
    let center = pair.program_along().map(|t| t.clamp(0.0, 1.0));
    let probe = center.map(|center| [center, 0.0]);
    let (t_lo, t_hi) = pair.bracket(Method::InteriorPoint, [0.0, 1.0], probe, &mut steps);
    let mut by = |t: f64| pair.by(Method::InteriorPoint, t, &mut steps).vector();
    let found = LinearContact {
        t_lo,
        t_hi,
        normal: Some(by(t_lo)),
        points: [by(t_hi); 2],
        held: None,
    };
    (LinearFate::Meets(found), steps)
}
