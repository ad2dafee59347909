//! Vertices, edges and faces of a body, by their vertices: what holds a nearest point or a contact.

use crate::names::named;
use crate::shape::body::Body;
use crate::shape::pieces::PieceId;
use crate::shape::polytope::Polytope;

named! {
    /// Kind of a feature.
    #[non_exhaustive]
    pub enum FeatureKind, a "feature" {
        /// None.
        None = 0: "none",
        /// A vertex.
        Vertex = 1: "vertex",
        /// The edge between two vertices.
        Edge = 2: "edge",
        /// A face, named by two vertices on its rim that share no edge, or by three.
        Face = 3: "face",
    }
}

/// A vertex, edge or face of a body.
///
/// The smallest feature found that holds the nearest point. Where faces or edges are parallel,
/// several answers are right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Feature {
    /// Its kind.
    pub kind: FeatureKind,
    vertices: [u32; 3],
    count: u32,
}

impl Feature {
    /// Its one, two or three vertices, ids as in [`Polytope::vertex`], ascending.
    #[must_use]
    pub fn vertices(&self) -> &[u32] {
        &self.vertices[..self.count as usize]
    }

    /// Returns the features of two pieces in the names of the bodies that they are pieces of.
    pub(crate) fn both_named_in(
        features: [Feature; 2],
        bodies: [&Body<'_>; 2],
        ids: [PieceId; 2],
        pieces: [&Body<'_>; 2],
    ) -> [Feature; 2] {
        [0, 1]
            .map(|k: usize| features[k].named_in(bodies[k], ids[k], pieces[k].bounding_polytope()))
    }

    /// With the names that a mesh has for the corners of a triangle of its, which `hull` is; itself of anything else.
    fn named_in(self, body: &Body<'_>, id: PieceId, hull: &Polytope) -> Self {
        let names = body
            .pieces()
            .and_then(|pieces| pieces.vertex_ids(id.triangle));
        let Some(names) = names else {
            return self;
        };
        let mut feature = self;
        let used = &mut feature.vertices[..self.count as usize];
        for vertex in used.iter_mut() {
            *vertex = names[hull.source_index(*vertex as usize)];
        }
        used.sort_unstable();
        feature
    }

    /// The feature of up to three vertices of a body.
    pub(crate) fn new(body: &Polytope, mut ids: impl Iterator<Item = u32>) -> Self {
        let Some(x) = ids.next() else {
            return Feature::default();
        };
        let y = ids.next().unwrap_or(x);
        Self::of_three(body, [x, y, ids.next().unwrap_or(y)])
    }

    /// The feature of three vertices of a body, which may be the same.
    #[inline(always)]
    pub(crate) fn of_three(body: &Polytope, ids: [u32; 3]) -> Self {
        let mut feature = Self::ascending(ids);
        feature.kind = match feature.vertices() {
            [_] => FeatureKind::Vertex,
            [v, w] if body.neighbors(*v as usize).contains(w) => FeatureKind::Edge,
            _ => FeatureKind::Face,
        };
        feature
    }

    /// The feature of an end of a segment (twice the same), or of both ends.
    #[inline(always)]
    pub(crate) fn of_edge(from: u32, to: u32) -> Self {
        Feature {
            kind: match from == to {
                true => FeatureKind::Vertex,
                false => FeatureKind::Edge,
            },
            vertices: [from, if from == to { 0 } else { to }, 0],
            count: 1 + u32::from(from != to),
        }
    }

    /// The feature of three corners of a triangle, which may be the same.
    pub(crate) fn of_corners(ids: [u32; 3]) -> Self {
        let mut feature = Self::ascending(ids);
        feature.kind = match feature.count {
            1 => FeatureKind::Vertex,
            2 => FeatureKind::Edge,
            _ => FeatureKind::Face,
        };
        feature
    }

    /// The feature of one or two vertices of a polygon.
    pub(crate) fn of_polygon(mut ids: impl Iterator<Item = u32>) -> Self {
        let Some(first) = ids.next() else {
            return Feature::default();
        };
        Self::of_corners([first, first, ids.next().unwrap_or(first)])
    }

    /// The distinct ones of three ids; what they are is left open.
    #[inline(always)]
    fn ascending([x, y, z]: [u32; 3]) -> Self {
        let (low, high) = (x.min(y).min(z), x.max(y).max(z));
        let middle = x ^ y ^ z ^ low ^ high;
        let (vertices, count) = if low == high {
            ([low, 0, 0], 1)
        } else if middle == low || middle == high {
            ([low, high, 0], 2)
        } else {
            ([low, middle, high], 3)
        };
        Feature {
            kind: FeatureKind::None,
            vertices,
            count,
        }
    }
}
