//! The triangles near a convex body at rest, and which of them a move leaves.
//!
//! Idea: what closed forms prove about a body and a triangle ([`posed_facet`](crate::midphase::posed_facet)), they prove as
//! well of the body moved, and of more or less room between the two. They also say roughly how deep a triangle is, so that the
//! deepest is measured first.

use nalgebra::Vector3;

use crate::midphase::posed_body::BodyAtTriangles;
use crate::midphase::posed_facet::{FacetFate, ThinContact};
use crate::midphase::side_of_plane::side_of_plane;
use crate::motion::pairs::PosedPair;
use crate::numeric::arithmetic::{U, norm, norm1};
use crate::shape::pieces::PieceId;

/// A triangle, with its corners in the frame of the triangles.
pub(crate) struct NearTriangle {
    pub(crate) triangle: u32,
    pub(crate) corners: [Vector3<f64>; 3],
    /// Roughly how deep the body's core is in it, less than 0 across a gap; or more than that where another one is deeper. It
    /// compares triangles with each other only.
    pub(crate) rough_depth: f64,
}

/// The triangles that are not proved farther from a convex body than a gap.
pub(crate) struct NearTriangles<'a> {
    body: BodyAtTriangles<'a>,
    pub(crate) list: Vec<NearTriangle>,
    /// Those of a one-sided mesh that the body does not meet, for its centre is behind them.
    pub(crate) behind: Vec<NearTriangle>,
}

/// Triangles that there is room for from the start.
const FEW: usize = 32;

impl<'a> PosedPair<'a> {
    /// None where the two are not a convex body and triangles, and where lengths are not ordinary.
    pub(crate) fn near_triangles(&self, gap: f64) -> Option<NearTriangles<'a>> {
        let body = BodyAtTriangles::new(self, gap)?;
        let (mut list, mut behind) = (Vec::with_capacity(FEW), Vec::new());
        let (is_one_sided, mut most) = (body.pieces.is_one_sided(), f64::NEG_INFINITY);
        let poses = [self.pose_a, self.pose_b];
        let (its_pose, pose) = (poses[body.many], poses[1 - body.many]);
        let center = body.core.center();
        let found = body.search(false, &mut |triangle, corners, fate| {
            let rough_depth = match fate {
                FacetFate::Meets([p, q]) => Some(-norm(&(p - q))),
                _ => body.rough_depth(corners, most),
            };
            let Some(rough_depth) = rough_depth else {
                return Ok(None);
            };
            let near = NearTriangle {
                triangle,
                corners: *corners,
                rough_depth,
            };
            if is_one_sided && side_of_plane((corners, its_pose), (&center, pose)) <= 0 {
                behind.push(near);
            } else {
                most = most.max(rough_depth);
                list.push(near);
            }
            Ok(None)
        });
        found.ok()?;
        Some(NearTriangles { body, list, behind })
    }
}

impl NearTriangles<'_> {
    /// Which of the pair has the triangles.
    pub(crate) fn many(&self) -> usize {
        self.body.many
    }

    pub(crate) fn ids(&self, triangle: u32) -> [PieceId; 2] {
        let mut ids = [PieceId::default(); 2];
        ids[self.body.many] = self.body.pieces.id(triangle);
        ids
    }

    /// Error of a length between the body and a triangle.
    pub(crate) fn off(&self) -> f64 {
        self.body.off
    }

    /// See [`ThinContact`]; None of a body with other cores.
    pub(crate) fn thin_contact(&self, of: &NearTriangle) -> Option<ThinContact> {
        self.body.thin_contact(&of.corners)
    }

    /// Radii of the body and of the triangles.
    pub(crate) fn radii(&self) -> [f64; 2] {
        self.body.radii
    }

    /// Sizes of the body and of a triangle, each about the origin of its frame.
    pub(crate) fn size_with(&self, of: &NearTriangle) -> f64 {
        let far = of.corners.iter().map(norm).fold(0.0, f64::max);
        let [radius, its_radius] = self.body.radii;
        (self.body.core.reach() + far) + (radius + its_radius)
    }

    /// From the middle of a core without thickness to one end, and that middle.
    pub(crate) fn segment(&self) -> Option<[Vector3<f64>; 2]> {
        self.body.segment.map(|half| [half, self.body.center])
    }

    /// The body moved by `by`, in the frame of the triangles, for the question whether it is farther than `gap` from a triangle.
    /// Less than 0 allows an overlap.
    pub(crate) fn moved(&self, by: &Vector3<f64>, gap: f64) -> Self {
        let body = &self.body;
        let size = self.body.radii[0] + self.body.radii[1];
        NearTriangles {
            body: BodyAtTriangles {
                center: body.center + by,
                reach: [size + gap; 2],
                off: body.off + 512.0 * U * (norm1(by) + size),
                ..*body
            },
            list: Vec::new(),
            behind: Vec::new(),
        }
    }

    /// Whether closed forms prove that they are farther apart than the gap.
    pub(crate) fn is_clear_of(&self, of: &NearTriangle) -> bool {
        self.body.is_parted_from_center(&of.corners)
            || matches!(self.body.fate(&of.corners, false), FacetFate::Apart)
    }
}
