//! The fate of boxes with parallel faces that touch to rounding at the start of a frame, and do not turn.
//!
//! The gap along each side of A - B is linear in time. Boxes are apart throughout if they are along one side at both ends of the
//! frame, and meet when the last of the sides that part them closes. Every sign is exact; what is not clear at once is left to
//! the linear program.

use nalgebra::Vector3;

use crate::advance::relative_motion::PLACE_ROUNDINGS;
use crate::advance::scaled_motions::ScaledMotions;
use crate::numeric::arithmetic::{U, norm1};
use crate::solver::parallel_boxes::{BoxSide, ParallelBoxes};

/// Fate over the frame, in the frame of A's position; lengths times the scale.
pub(crate) enum FlushFate {
    /// They share this point at the start.
    InContact { point: Vector3<f64> },
    /// Apart throughout, at the start by no more than `gap`. They drift if they move against each other by rounding alone.
    Apart {
        normal: Vector3<f64>,
        gap: f64,
        drifts: bool,
    },
    /// Apart before `t_lo`; at `t_hi` they share a point.
    Meets {
        t_lo: f64,
        t_hi: f64,
        normal: Vector3<f64>,
        points: [Vector3<f64>; 2],
    },
}

/// Half the width of the bracket of a time of contact, as a part of that time.
const BRACKET: f64 = 16.0 * U;

/// Returns the fate of the two, unless they are none such, or are clearly apart or in each other at the start.
pub(crate) fn flush_fate(scaled: &ScaledMotions<'_>) -> Option<FlushFate> {
    let poses = scaled.motions.map(|motion| motion.start());
    let ends = scaled.motions.map(|motion| motion.end_translation());
    let boxes = ParallelBoxes::new(scaled.bodies, poses, Some(ends), scaled.scale)?;
    let contact = boxes.contact()?;
    if !contact.is_apart() {
        let [a, b] = boxes.points(contact.side, &boxes.offset_at(0.0));
        return Some(FlushFate::InContact {
            point: (a + b) * 0.5,
        });
    }
    let mut last: Option<(f64, BoxSide)> = None;
    for side in contact.parting() {
        if boxes.parts_at(side, 1.0)? {
            return Some(FlushFate::Apart {
                normal: boxes.normal(side),
                gap: 4.0 * (contact.gap.max(0.0) + boxes.gap_error()),
                drifts: drifts(scaled, &boxes),
            });
        }
        let [first, end] = [0.0, 1.0].map(|t| boxes.exact_gap(side, t).value());
        let t = first / (first - end);
        if last.is_none_or(|(latest, _)| t > latest) {
            last = Some((t, side));
        }
    }
    let (t, side) = last?;
    let (t_lo, t_hi) = (t * (1.0 - BRACKET), (t * (1.0 + BRACKET)).min(1.0));
    let is_known = t_lo > 0.0 && boxes.parts_at(side, t_lo)? && boxes.meet_at(t_hi)?;
    is_known.then(|| FlushFate::Meets {
        t_lo,
        t_hi,
        normal: boxes.normal(side),
        points: boxes.points(side, &boxes.offset_at(t_hi)),
    })
}

/// Returns the gap at the start and its normal, if the two are such boxes; None within if they share a point. They may turn
/// after that.
pub(crate) fn flush_gap(scaled: &ScaledMotions<'_>) -> Option<Option<(f64, Vector3<f64>)>> {
    if scaled.is_round() {
        return None;
    }
    let poses = scaled.motions.map(|motion| motion.start());
    let boxes = ParallelBoxes::new(scaled.bodies, poses, None, scaled.scale)?;
    let contact = boxes.contact()?;
    let mut parting = contact.parting();
    match (parting.next(), parting.next()) {
        (None, _) => Some(None),
        // Between edges or corners the way is not along one axis.
        (Some(side), None) => Some(Some((boxes.length(side), boxes.normal(side)))),
        _ => None,
    }
}

/// Whether the boxes move against each other by no more than the rounding of their places.
fn drifts(scaled: &ScaledMotions<'_>, boxes: &ParallelBoxes<'_>) -> bool {
    let (travel, _) = boxes.travel();
    let places = scaled.motions.map(|motion| {
        let ends = [motion.start().translation(), motion.end_translation()];
        let [from, to] = ends.map(|at| norm1(&(at * scaled.scale)));
        from + to
    });
    norm1(&travel) <= PLACE_ROUNDINGS * U * (places[0] + places[1])
}
