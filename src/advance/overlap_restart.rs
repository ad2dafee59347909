//! Overlaps that GJK proves from another start: on symmetric bodies, and beside far larger ones, its columns may
//! hold the origin on a face, which proves nothing. These starts lie askew to the bodies, or at every
//! other corner of either body's box, so that others follow.

use nalgebra::Matrix3;

use crate::advance::distance_at::{CONTACT_REL_TOL, until};
use crate::advance::relative_motion::{RelativeMotion, RelativePoses};
use crate::solver::gjk::{self, GjkProof, NearestPoints, StopRule};
use crate::solver::minkowski_difference::Difference;
use crate::solver::subsimplex::Subsimplex;

/// Three directions, as columns.
const ASKEW: Matrix3<f64> = Matrix3::new(
    0.83, -0.57, -0.19, 0.49, 0.71, -0.93, 0.27, -0.41, 0.31, //
);

/// An overlap that f64 proves, from three starts.
#[cold]
#[inline(never)]
pub(crate) fn overlap_askew(
    pair: &RelativeMotion<'_>,
    posed: &RelativePoses,
    queries: &mut u32,
) -> Option<NearestPoints> {
    let corners = |k: usize| {
        let around = pair.scaled.bodies[k].oriented_box();
        let half = Matrix3::from_diagonal(&around.half_extents.map(|h| 1.0 / h));
        let every_other = Matrix3::new(1.0, 1.0, -1.0, 1.0, -1.0, 1.0, 1.0, -1.0, -1.0);
        (posed.matrices[k] / pair.scale) * around.axes * half * every_other
    };
    let frames = [ASKEW, corners(0), corners(1)];
    let mut overlaps = frames.iter();
    overlaps.find_map(|frame| overlap_from(pair, posed, frame, queries))
}

/// Further ones, for a proof that has to be found again: the same three directions with their coordinates in
/// turn and either sign.
pub(crate) fn more_overlaps(
    pair: &RelativeMotion<'_>,
    posed: &RelativePoses,
) -> impl Iterator<Item = NearestPoints> {
    (1..24).filter_map(move |turn: usize| {
        let sign = |row: usize| 1.0 - 2.0 * ((turn / 3) >> row & 1) as f64;
        let frame = Matrix3::from_fn(|row, k| sign(row) * ASKEW[((row + turn) % 3, k)]);
        overlap_from(pair, posed, &frame, &mut 0)
    })
}

/// GJK from the columns along three directions.
fn overlap_from(
    pair: &RelativeMotion<'_>,
    posed: &RelativePoses,
    frame: &Matrix3<f64>,
    queries: &mut u32,
) -> Option<NearestPoints> {
    let (a, b) = pair.bodies(posed);
    let mut m = Difference::new(&a, &b, 0.0);
    let mut start = Subsimplex::default();
    for n in frame.column_iter() {
        start.push(gjk::column_along(&mut m, &(n / n.amax())));
    }
    let stop = StopRule {
        every_face: true,
        ..until(0.0, CONTACT_REL_TOL)
    };
    let found = m.of_any_float(|m| gjk::nearest_outlined(m, start, &stop));
    *queries += m.queries;
    (found.kind == GjkProof::Overlap).then_some(found)
}
