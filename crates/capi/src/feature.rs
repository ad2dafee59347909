//! What holds a point of a body: a vertex, an edge or a face.

use crate::mirror::{answers, c_enum, padded, texts};
use interframe::{Feature, FeatureKind};

c_enum! {
    /// Kind of a feature.
    ifr_feature_kind = FeatureKind {
        /// Not known, or there is none.
        IFR_FEATURE_NONE = 0 => None,
        /// A vertex.
        IFR_FEATURE_VERTEX = 1 => Vertex,
        /// The edge between two vertices.
        IFR_FEATURE_EDGE = 2 => Edge,
        /// A face, named by two of its vertices that share no edge, or by three.
        IFR_FEATURE_FACE = 3 => Face,
    }
}

answers! {
    /// A vertex, edge or face of a body.
    pub struct ifr_feature from feature: Feature {
        /// Its kind.
        pub kind: ifr_feature_kind,
        /// Number of vertices that are set.
        pub count: u32 = feature.vertices().len() as u32,
        /// Numbers of the vertices, those of ifr_polytope_get_vertex (of polygons ifr_polygon_get_vertex; of meshes by
        /// the list they were made of, of height fields row by row), ascending; 0 beyond count.
        pub vertices: [u32; 3] = padded(feature.vertices().iter().copied()),
    }
}

texts! {
    /// "none", "vertex", "edge", "face", or "unknown". See ifr_verdict_text.
    ifr_feature_kind_text(kind) = ifr_feature_kind;
}

/// The features that hold the two points of an answer.
#[inline]
pub(crate) fn features(features: Option<[Feature; 2]>) -> [ifr_feature; 2] {
    features.unwrap_or_default().map(Into::into)
}
