//! The distance of two polytopes, or of the cores of two rounded ones, at one pose: how finely it is measured, and where GJK
//! starts.

use crate::advance::relative_motion::{RelativeMotion, RelativePoses};
use crate::pair::PairState;
use crate::solver::gjk::{self, GjkProof, NearestPoints, StopRule};
use crate::solver::minkowski_difference::Difference;
use crate::solver::subsimplex::Subsimplex;

/// GJK tolerance of a separation test at one pose: the difference of the bounds, relative to the distance less the
/// target.
pub(crate) const GJK_REL_TOL: f64 = 1e-3;

/// GJK tolerance for the steps of an advance, with the same meaning: a plane with four fifths of the gap carries
/// nearly as far, and costs half the queries on round bodies.
pub(crate) const ADVANCE_REL_TOL: f64 = 0.2;

/// GJK tolerance where the normal and the points are answered, with the same meaning.
pub(crate) const CONTACT_REL_TOL: f64 = 1e-12;

/// Bounds farther apart than this part of the distance have not met.
const UNMET_BOUNDS_RATIO: f64 = 0.5;

/// Support queries of one distance solve. Far more than any needs; the bounds reached are used.
const GJK_QUERIES: u32 = 256;

/// Stops when a distance is known to `rel_tol` of what it exceeds `beyond` by.
#[inline(always)]
pub(crate) fn until(beyond: f64, rel_tol: f64) -> StopRule {
    StopRule {
        rel_tol,
        beyond,
        ..StopRule::precise(GJK_QUERIES)
    }
}

/// Measures the distance at one pose, from the columns `start`.
#[inline(always)]
pub(crate) fn measure(
    pair: &RelativeMotion<'_>,
    posed: &RelativePoses,
    start: &Subsimplex,
    stop: &StopRule,
    hints: &mut [u32; 2],
    queries: &mut u32,
) -> NearestPoints {
    let (a, b) = pair.bodies(posed);
    let mut m = Difference::new(&a, &b, 0.0);
    [m.hint_a, m.hint_b] = *hints;
    let warm = gjk::again(&m, start);
    let nearest = gjk::nearest(&mut m, warm, stop);
    *hints = [m.hint_a, m.hint_b];
    *queries += m.queries;
    nearest
}

/// [`measure`], compiled once.
#[cold]
#[inline(never)]
pub(crate) fn measure_shared(
    pair: &RelativeMotion<'_>,
    posed: &RelativePoses,
    start: &Subsimplex,
    stop: &StopRule,
    hints: &mut [u32; 2],
    queries: &mut u32,
) -> NearestPoints {
    measure(pair, posed, start, stop, hints, queries)
}

/// Measures as [`measure`], compiled once: for single poses, the distance at the start, and a gap near its rounding.
/// If the bounds do not meet, it measures again with every face, because columns of bodies of unequal sizes may lead
/// the quick steps nowhere. Of both measures it takes the better plane and the nearer points.
#[cold]
#[inline(never)]
pub(crate) fn measure_outlined(
    pair: &RelativeMotion<'_>,
    posed: &RelativePoses,
    start: &Subsimplex,
    stop: &StopRule,
    hints: &mut [u32; 2],
    queries: &mut u32,
) -> NearestPoints {
    let mut found = measure_shared(pair, posed, start, stop, hints, queries);
    let apart =
        found.upper - found.lower > UNMET_BOUNDS_RATIO * found.upper + 8.0 * pair.rounding();
    if apart && found.kind != GjkProof::Overlap {
        let anew = measure_carefully(pair, posed, stop.beyond, queries);
        if anew.kind == GjkProof::Overlap {
            return anew;
        }
        if anew.lower > found.lower {
            let (upper, simplex) = match anew.upper <= found.upper + 8.0 * pair.rounding() {
                true => (anew.upper, anew.simplex),
                false => (found.upper, found.simplex),
            };
            found = NearestPoints {
                upper,
                simplex,
                ..anew
            };
        }
    }
    found
}

/// Measures without hints for the support mappings, because nothing is known of the bodies' vertices yet.
pub(crate) fn measure_anew(
    pair: &RelativeMotion<'_>,
    posed: &RelativePoses,
    start: &Subsimplex,
    stop: &StopRule,
    queries: &mut u32,
) -> NearestPoints {
    measure_outlined(pair, posed, start, stop, &mut [0; 2], queries)
}

/// [`measure`] with every face, to the last place.
#[cold]
#[inline(never)]
pub(crate) fn measure_carefully(
    pair: &RelativeMotion<'_>,
    posed: &RelativePoses,
    beyond: f64,
    queries: &mut u32,
) -> NearestPoints {
    let stop = StopRule {
        every_face: true,
        ..until(beyond, 0.0)
    };
    measure_shared(
        pair,
        posed,
        &Subsimplex::default(),
        &stop,
        &mut [0; 2],
        queries,
    )
}

/// Returns the columns that the last frame left, as far as they name vertices of these bodies.
#[inline(always)]
pub(crate) fn kept(
    pair: &RelativeMotion<'_>,
    posed: &RelativePoses,
    state: &PairState,
) -> Subsimplex {
    let (a, b) = pair.bodies(posed);
    gjk::kept(&Difference::new(&a, &b, 0.0), state)
}
