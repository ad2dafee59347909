//! The contacts of a convex body with triangles, along one normal.
//!
//! Problem: as a pair of bodies every triangle makes a polytope, and both features anew. Idea: the body's feature along the normal
//! is the same for all triangles, and the outline of a triangle is its three corners seen along the normal. Most are beside the
//! body's outline or too far below it, which a few comparisons say. The rest is that of two convex bodies
//! ([`pair_manifold`](crate::contact::pair_manifold)); so are steep triangles and thin ones.

use nalgebra::Vector3;

use crate::contact::clip::{Clip, ContactCandidate};
use crate::contact::contact_face::{
    ContactFace, OutlineCorner, SupportVertex, TangentFrame, bounds_of,
};
use crate::contact::contacts::ContactPoint;
use crate::contact::pair_manifold::BLUR;
use crate::motion::pairs::PosedPair;
use crate::numeric::arithmetic::{dot, norm1, rotate_back};
use crate::numeric::scaling::is_ordinary;
use crate::shape::pieces::{PieceId, Pieces, PiecesKind};
use crate::shape::support::SearchStart;
use crate::shape::triangle::{any_triangle, in_order};

/// Contacts of a triangle that there is room for.
const MAX_CONTACTS: usize = 12;

/// A convex body's feature along a normal, and the frame in which triangles are compared with it.
pub(super) struct FacetContacts<'a> {
    surface: Pieces<'a>,
    many: usize,
    frame: TangentFrame,
    /// The frame's axes in that of the triangles, and where its origin is on them.
    axes: [Vector3<f64>; 3],
    origin: [f64; 3],
    on_body: ContactFace<'a>,
    /// Height of the body's outline that is the deepest in triangles.
    deepest: f64,
    prediction: f64,
    /// That of the body and its radius, and of the way between the bodies.
    size: f64,
    origin_a: Vector3<f64>,
}

impl<'a> FacetContacts<'a> {
    /// None of other bodies, and of triangles with a radius.
    pub(super) fn new(pair: &PosedPair<'a>, n: &Vector3<f64>, prediction: f64) -> Option<Self> {
        let poses = [pair.pose_a, pair.pose_b];
        let (many, surface, body) = match (pair.a.pieces(), pair.b.pieces()) {
            (Some(surface), None) => (0, surface, pair.b),
            (None, Some(surface)) => (1, surface, pair.a),
            _ => return None,
        };
        let (core, radius) = body.core()?;
        let is_of_triangles = !matches!(surface.kind(), PiecesKind::Compound(_));
        let apart = poses[1].translation() - poses[0].translation();
        let size = core.reach() + norm1(&apart) + radius;
        let widest = size + surface.bounding_volume().hull.reach();
        if !is_of_triangles || surface.radius() > 0.0 || !is_ordinary(widest) || core.is_empty() {
            return None;
        }
        let frame = TangentFrame::new(n);
        let offset = |k: usize| if k == 0 { Vector3::zeros() } else { apart };
        let sign = |k: usize| [1.0, -1.0][k];
        let (one, matrix) = (1 - many, poses[1 - many].matrix());
        let towards = rotate_back(matrix, n) * sign(one);
        let (_, vertex) = core.support_from(&towards, 0, SearchStart::Table);
        let seen = (matrix, 1.0, offset(one));
        let on_body = ContactFace::new(
            core,
            seen,
            &frame,
            (sign(one), radius),
            SupportVertex::OneOf(vertex),
        );
        let heights = (0..on_body.count).map(|i| on_body.corner(i).h);
        let deepest = match one {
            0 => heights.fold(f64::NEG_INFINITY, f64::max),
            _ => heights.fold(f64::INFINITY, f64::min),
        };
        let axes = [&frame.t1, &frame.t2, &frame.n];
        Some(FacetContacts {
            surface,
            many,
            axes: axes.map(|axis| rotate_back(poses[many].matrix(), axis)),
            origin: axes.map(|axis| dot(axis, &offset(many))),
            frame,
            on_body,
            deepest,
            prediction,
            size,
            origin_a: poses[0].translation(),
        })
    }

    /// Puts the contacts of a triangle at the end of `out`; false where two convex bodies are to say which.
    pub(super) fn add(&self, ids: [PieceId; 2], out: &mut Vec<ContactPoint>) -> bool {
        // A point shows nothing.
        if self.on_body.count == 1 {
            return true;
        }
        let Some(corners) = self.surface.corners(ids[self.many].triangle) else {
            return false;
        };
        let reach = norm1(&corners[0])
            .max(norm1(&corners[1]))
            .max(norm1(&corners[2]));
        let blur = BLUR * (self.size + reach);
        let along = |axis: usize, v: &Vector3<f64>| dot(&self.axes[axis], v) + self.origin[axis];
        let depth = |v: &Vector3<f64>| match self.many {
            0 => along(2, v) - self.deepest,
            _ => self.deepest - along(2, v),
        };
        let least = -self.prediction - blur;
        if corners.iter().all(|v| depth(v) < least) {
            return true;
        }
        let outline = corners.each_ref().map(|v| OutlineCorner {
            x: along(0, v),
            y: along(1, v),
            h: along(2, v),
        });
        if self.on_body.misses(&bounds_of(&outline), blur) {
            return true;
        }
        let outline = in_order(&corners).map(|(_, k)| outline[k as usize]);
        let sign = [1.0, -1.0][self.many];
        let Some(on_triangle) = ContactFace::of_triangle(any_triangle(), &outline, sign) else {
            return false;
        };
        let outlines = match self.many {
            0 => [&on_triangle, &self.on_body],
            _ => [&self.on_body, &on_triangle],
        };
        let clip = Clip {
            outlines,
            witness: &ContactCandidate::default,
            deepest: f64::NEG_INFINITY,
            least_depth: -self.prediction,
            blur,
            missed: 0.0,
        };
        let (n, from) = (self.frame.n, out.len());
        let place = |at: &ContactCandidate| {
            let flat = self.frame.t1 * at.x + self.frame.t2 * at.y;
            let [id_a, id_b] = [0, 1].map(|k| clip.id(k, at.on[k]).map_or(0, u64::from));
            ContactPoint {
                point_a: (flat + n * at.heights[0]) + self.origin_a,
                point_b: (flat + n * at.heights[1]) + self.origin_a,
                depth: at.depth(),
                id: id_a << 32 | id_b,
            }
        };
        out.resize(from + MAX_CONTACTS, ContactPoint::default());
        let count = clip.all(&mut out[from..], 4.0 * blur, place);
        out.truncate(from + if count > MAX_CONTACTS { 0 } else { count });
        count <= MAX_CONTACTS
    }
}
