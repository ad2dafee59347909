//! Which ways out lead a body through a surface that it hardly touches?
//!
//! Problem: a wall ends where it stands on a floor, so its shortest way out may be down over that edge, through the floor that
//! the body rests on. Idea: the centre of what touches the wall must not cross another triangle. A body that is deep in that one
//! too may leave by its other side, as it may leave a plate.

use nalgebra::Vector3;

use crate::contact::piece_overlap::{MAX_WAY_RATIO, PieceOverlap};
use crate::error::Result;
use crate::motion::pairs::PosedPair;
use crate::motion::pose::Pose;
use crate::numeric::arithmetic::{cross, dot, norm, norm1};
use crate::numeric::scaling::{exponent_above, scale_all};
use crate::shape::pieces::{PieceId, Pieces, PiecesKind};
use crate::shape::polytope::Polytope;

/// A normal along a triangle's own but for this is that.
const ALONG: f64 = 1e-9;

/// The path of a centre misses a triangle if it is outside by more than this part of it, and than rounding: the seams of a
/// surface hold.
const OUTSIDE: f64 = 1e-12;

/// Takes the normals of pairs that lead through a surface from those that count.
pub(super) fn discount(
    pair: &PosedPair<'_>,
    overlaps: &mut [PieceOverlap],
    nothing: f64,
) -> Result<()> {
    for k in 0..overlaps.len() {
        let of = &overlaps[k];
        let is_of_face = is_along_face(of.face_normals(), &of.normal);
        if of.counts
            && !is_of_face
            && leads_through(pair, overlaps, of, (&of.normal, of.at.depth), nothing)?
        {
            overlaps[k].counts = false;
        }
    }
    Ok(())
}

/// Whether the centre of a piece, moved by `depth` along a normal out of the other, crosses another triangle that it needs less than a
/// fourth of that way to leave.
pub(super) fn leads_through(
    pair: &PosedPair<'_>,
    overlaps: &[PieceOverlap],
    of: &PieceOverlap,
    (n, depth): (&Vector3<f64>, f64),
    nothing: f64,
) -> Result<bool> {
    let sides = [(pair.a, pair.pose_a, 1.0), (pair.b, pair.pose_b, -1.0)];
    for (side, (body, pose, sign)) in sides.into_iter().enumerate() {
        let is_of_triangles =
            |surface: &Pieces<'_>| !matches!(surface.kind(), PiecesKind::Compound(_));
        let Some(surface) = body.pieces().filter(is_of_triangles) else {
            continue;
        };
        let (from, by) = (of.centers[1 - side], n * (sign * depth));
        // As long backwards, so that its own centre is in front of one-sided triangles.
        let Ok(way) = Polytope::new(&[from - by, from + by]) else {
            continue;
        };
        let is_deep = |id: PieceId| {
            let its = |other: &&PieceOverlap| {
                other.ids[side] == id && other.ids[1 - side] == of.ids[1 - side]
            };
            let found = overlaps.iter().find(its);
            found.is_some_and(|other| MAX_WAY_RATIO * other.at.depth >= depth)
        };
        let mut crosses_one = false;
        let here = Pose::identity();
        let posed = PosedPair::new(body, pose, &way, &here);
        posed.over_pieces(0.0, &mut |_, [id, _]| {
            let corners = surface.corners(id.triangle);
            crosses_one |= id != of.ids[side]
                && !is_deep(id)
                && corners.is_some_and(|corners| {
                    crosses(
                        &corners.map(|v| pose.transform_point(&v) - from),
                        &by,
                        nothing,
                    )
                });
            Ok(if crosses_one { -1.0 } else { 0.0 })
        })?;
        if crosses_one {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a unit normal is that of a face.
pub(super) fn is_along_face(
    mut faces: impl Iterator<Item = Vector3<f64>>,
    n: &Vector3<f64>,
) -> bool {
    faces.any(|face| dot(&face, n) >= 1.0 - ALONG)
}

/// Whether the way from the origin by `by` crosses a triangle. To begin or to end within `nothing` of its plane is not to cross it.
pub(super) fn crosses(corners: &[Vector3<f64>; 3], by: &Vector3<f64>, nothing: f64) -> bool {
    let size = corners.iter().fold(norm1(by), |most, v| most.max(norm1(v)));
    if !(size > 0.0 && size.is_finite()) {
        return false;
    }
    let near_one = |v: &Vector3<f64>| scale_all(v, -exponent_above(size));
    let ([a, b, c], by) = (corners.each_ref().map(near_one), near_one(by));
    let n = cross(&(b - a), &(c - a));
    let (before, after) = (-dot(&n, &a), dot(&n, &(by - a)));
    let sides = [[a, b], [b, c], [c, a]].map(|[p, q]| dot(&by, &cross(&p, &q)));
    let nothing = nothing / size;
    let outside = OUTSIDE + nothing * norm(&by);
    before * after < 0.0
        && before.abs().min(after.abs()) > nothing * norm(&n)
        && (sides.iter().all(|side| *side >= -outside) || sides.iter().all(|side| *side <= outside))
}
