//! The face-grouped partial extension of the 2005 paper (section 5, eq. 35, with the minus sign that
//! it drops before the block of moved vertices).
//!
//! When a body is built each vertex joins one of six groups, by the face of the oriented bounding
//! box that it is nearest to (`shape/oriented_box.rs`). Over a frame the group of the face that looks
//! most along the motion is taken at the end of the frame instead of its start, and all others at
//! the start: the number of columns does not grow. It is not conservative. It loses what passes
//! beside the moved group, what only the end pose reaches elsewhere, and everything that turns;
//! `docs/theory/INTERIOR_POINT.md` has the measured rates.

use nalgebra::Vector3;

use crate::numeric::arithmetic::dot;
use crate::shape::polytope::Polytope;

/// The group of the face whose outward normal is nearest to `towards` (body frame, not zero); ties
/// to the lowest.
pub(crate) fn group_towards(body: &Polytope, towards: &Vector3<f64>) -> u8 {
    let axes = &body.oriented_box().axes;
    let (mut best, mut group) = (f64::NEG_INFINITY, 0);
    for k in 0..3 {
        let along = dot(&axes.column(k).into_owned(), towards);
        for (face, value) in [(2 * k, along), (2 * k + 1, -along)] {
            if value > best {
                (best, group) = (value, face as u8);
            }
        }
    }
    group
}
