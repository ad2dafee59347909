//! Bodies of several convex pieces, seen alike: a tree of boxes, and pieces by their numbers.

use nalgebra::Vector3;

use crate::bvh::aabb::Aabb;
use crate::bvh::box_tree::{BoxTree, NodeContents};
use crate::shape::bounding_volume::BoundingVolume;
use crate::shape::compound::Compound;
use crate::shape::height_field::HeightField;
use crate::shape::triangle_mesh::{Facet, TriangleMesh};

/// Which piece of a body of several: a part of a [`Compound`], or a triangle of a [`TriangleMesh`] or a [`HeightField`]. Of
/// a convex body both are 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PieceId {
    /// Its place in the list of parts; 0 of a triangle.
    pub part: u32,
    /// Its place in the list of triangles; 0 of a part.
    pub triangle: u32,
}

/// A body of several convex pieces, borrowed, with a radius about all of them or none. From a
/// [`SharedBody`](crate::SharedBody).
#[derive(Debug, Clone, Copy)]
pub struct Pieces<'a> {
    kind: PiecesKind<'a>,
    radius: f64,
}

/// Kind of a body of several pieces.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum PiecesKind<'a> {
    /// Convex parts, with their own radii.
    Compound(&'a Compound),
    /// Triangles.
    TriangleMesh(&'a TriangleMesh),
    /// Two triangles a cell.
    HeightField(&'a HeightField),
}

impl<'a> Pieces<'a> {
    pub(crate) fn new(kind: PiecesKind<'a>, radius: f64) -> Self {
        Pieces { kind, radius }
    }

    /// Which kind, and what it holds.
    #[must_use]
    pub fn kind(&self) -> PiecesKind<'a> {
        self.kind
    }

    /// About triangles; 0 of a compound, whose parts have their own.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    pub(crate) fn bounding_volume(&self) -> &'a BoundingVolume {
        match self.kind {
            PiecesKind::Compound(body) => body.bounding_volume(),
            PiecesKind::TriangleMesh(body) => body.bounding_volume(),
            PiecesKind::HeightField(body) => body.bounding_volume(),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.bounding_volume().hull.is_empty()
    }

    /// The node that holds all pieces, if there is one.
    #[inline(always)]
    pub(crate) fn root(&self) -> Option<u64> {
        match self.kind {
            PiecesKind::HeightField(body) => body.root().filter(|_| !self.is_empty()),
            _ => (!self.is_empty()).then_some(0),
        }
    }

    /// Returns the box of a node, without the radius, but with those of a compound's parts.
    #[inline(always)]
    pub(crate) fn box_of(&self, node: u64) -> Aabb {
        match self.kind {
            PiecesKind::Compound(body) => body.tree().box_of(node),
            PiecesKind::TriangleMesh(body) => body.tree().box_of(node),
            PiecesKind::HeightField(body) => body.box_of(node),
        }
    }

    #[inline(always)]
    pub(crate) fn open(&self, node: u64) -> NodeContents {
        match self.kind {
            PiecesKind::Compound(body) => body.tree().open(node),
            PiecesKind::TriangleMesh(body) => body.tree().open(node),
            PiecesKind::HeightField(body) => body.open(node),
        }
    }

    /// The corners of a triangle; None of a compound's part.
    #[inline(always)]
    pub(crate) fn corners(&self, piece: u32) -> Option<[Vector3<f64>; 3]> {
        match self.kind {
            PiecesKind::Compound(_) => None,
            PiecesKind::TriangleMesh(body) => Some(body.corners(piece)),
            PiecesKind::HeightField(body) => Some(body.corners(piece)),
        }
    }

    /// A triangle; None of a compound's part.
    pub(crate) fn facet(&self, piece: u32) -> Option<Facet> {
        Some(Facet {
            triangle: piece,
            ids: self.vertex_ids(piece)?,
            corners: self.corners(piece)?,
        })
    }

    /// The triangle at a place of the tree; None of a compound's part.
    #[inline(always)]
    pub(crate) fn facet_at(&self, place: u32) -> Option<Facet> {
        match self.kind {
            PiecesKind::TriangleMesh(body) => Some(body.facet_at(place)),
            _ => None,
        }
    }

    /// Prefetches what is beside a node of the tree.
    #[inline(always)]
    pub(crate) fn fetch_node(&self, node: u32) {
        if let PiecesKind::TriangleMesh(body) = self.kind {
            body.fetch_node(node);
        }
    }

    /// Prefetches the corners of the triangle at a place of the tree.
    #[inline(always)]
    pub(crate) fn fetch(&self, place: u32) {
        if let PiecesKind::TriangleMesh(body) = self.kind {
            body.fetch(place);
        }
    }

    /// The numbers of a triangle's corners.
    pub(crate) fn vertex_ids(&self, piece: u32) -> Option<[u32; 3]> {
        match self.kind {
            PiecesKind::Compound(_) => None,
            PiecesKind::TriangleMesh(body) => Some(body.triangles()[piece as usize]),
            PiecesKind::HeightField(body) => Some(body.vertex_ids(piece)),
        }
    }

    /// The tree of boxes; a height field has none.
    pub(crate) fn tree(&self) -> Option<&'a BoxTree> {
        match self.kind {
            PiecesKind::Compound(body) => Some(body.tree()),
            PiecesKind::TriangleMesh(body) => Some(body.tree()),
            PiecesKind::HeightField(_) => None,
        }
    }

    pub(crate) fn is_curved(&self) -> bool {
        match self.kind {
            PiecesKind::Compound(body) => body.is_curved(),
            _ => false,
        }
    }

    /// Whether a piece is curved or has a radius.
    pub(crate) fn is_round(&self) -> bool {
        match self.kind {
            PiecesKind::Compound(body) => body.is_round(),
            _ => self.radius > 0.0,
        }
    }

    pub(crate) fn is_one_sided(&self) -> bool {
        matches!(self.kind, PiecesKind::TriangleMesh(body) if body.is_one_sided())
    }

    /// The mesh, if the body is the volume that it bounds.
    pub(crate) fn solid(&self) -> Option<&'a TriangleMesh> {
        match self.kind {
            PiecesKind::TriangleMesh(body) if body.is_solid() => Some(body),
            _ => None,
        }
    }

    pub(crate) fn id(&self, piece: u32) -> PieceId {
        match self.kind {
            PiecesKind::Compound(_) => PieceId {
                part: piece,
                triangle: 0,
            },
            _ => PieceId {
                part: 0,
                triangle: piece,
            },
        }
    }
}
