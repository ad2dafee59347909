//! A sample: are two polytopes apart or in contact at one time, as far as f64 tells?

use crate::advance::distance_at::{GJK_REL_TOL, measure_anew, until};
use crate::advance::overlap_restart::overlap_askew;
use crate::advance::relative_motion::{RelativeMotion, RelativePoses};
use crate::advance::step::AdvanceRequest;
use crate::numeric::arithmetic::U;
use crate::solver::gjk::{GjkProof, NearestPoints};
use crate::solver::subsimplex::Subsimplex;

/// Result of one sample.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Sample {
    /// Clearly apart.
    Apart,
    Overlap,
    /// The gap is at most this, within the tolerance; scaled.
    Near(f64),
    Between,
}

/// Samples the bodies at time t. `columns` are those of the last sample.
#[inline(always)]
pub(crate) fn sample(
    pair: &RelativeMotion<'_>,
    ask: &AdvanceRequest,
    t: f64,
    columns: &mut Subsimplex,
    queries: &mut u32,
) -> (Sample, RelativePoses, NearestPoints) {
    let posed = pair.pose(t);
    let stop = &until(ask.target, GJK_REL_TOL);
    let found = measure_anew(pair, &posed, columns, stop, queries);
    *columns = found.simplex;
    // Enough for the advance to begin there.
    let room = 8.0 * pair.rounding() + 32.0 * U * ask.target;
    let clear = found.lower > ask.target + room;
    let seen = match found.kind {
        GjkProof::Overlap => Sample::Overlap,
        _ if found.upper <= ask.target + ask.tolerance => Sample::Near(found.upper),
        GjkProof::Unclear if ask.target == 0.0 => match overlap_askew(pair, &posed, queries) {
            Some(found) => return (Sample::Overlap, posed, found),
            None => Sample::Between,
        },
        GjkProof::Apart if clear && found.upper > ask.target + 2.0 * ask.tolerance => Sample::Apart,
        _ => Sample::Between,
    };
    (seen, posed, found)
}
