//! The exact extension for translations: which vertices of a body lead, which trail, and which are
//! on its silhouette, seen along a direction d.
//!
//! The set that a body sweeps along d is the hull of its vertices at both ends. Vertex v at the
//! end is a corner of it only if some direction n that v is extreme in has n.d > 0; v extreme in n
//! means n.e <= 0 for its edges e. If d lies inside the cone of the edges at v, n.d < 0 for all such
//! n: v trails, and its end position lies in the hull of the others. If -d lies inside, v
//! leads, and its start position does. All others are corners twice. Leaving the rest out leaves
//! the hull as it is.
//!
//! For a body that turns the same rule, seen along the displacement of its centre, is a guess.

use nalgebra::Vector3;

use crate::numeric::arithmetic::{cross, dot, norm};
use crate::numeric::scaling::near_one;
use crate::shape::dimension::Dimension;
use crate::shape::polytope::Polytope;

/// Where a vertex is needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum VertexNeed {
    /// At the end of the frame only.
    Leading,
    /// At the start only.
    Trailing,
    /// At both; also when nothing else is certain.
    Silhouette,
}

/// Vertices of more edges count as on the silhouette: the test grows with the cube.
const MAX_EDGES: usize = 12;

/// A vector this near to a plane, in units of both lengths, may be on either side.
const PLANE_ROUNDING: f64 = 1e-9;

/// The side of vertex `corner` for a motion along `d`, body frame.
pub(crate) fn side(body: &Polytope, corner: usize, d: &Vector3<f64>) -> VertexNeed {
    let neighbors = body.neighbors(corner);
    if body.dimension() != Dimension::Solid || neighbors.len() > MAX_EDGES {
        return VertexNeed::Silhouette;
    }
    let v = body.storage().get(corner);
    let mut edges = [Vector3::zeros(); MAX_EDGES];
    for (edge, &w) in edges.iter_mut().zip(neighbors) {
        let e = body.storage().get(w as usize) - v;
        let e = near_one(&e);
        *edge = e / norm(&e);
    }
    let edges = &edges[..neighbors.len()];
    let d = near_one(d);
    let d = d / norm(&d);
    if in_cone(edges, &d) {
        VertexNeed::Trailing
    } else if in_cone(edges, &-d) {
        VertexNeed::Leading
    } else {
        VertexNeed::Silhouette
    }
}

/// Whether `d` is certainly inside the cone of `edges`, its extreme rays; all of unit length.
///
/// Two rays span a face of the cone when all others are on one side of their plane; d is inside
/// when it is on that side of every face.
fn in_cone(edges: &[Vector3<f64>], d: &Vector3<f64>) -> bool {
    let mut faces = 0;
    for (i, e) in edges.iter().enumerate() {
        for (j, f) in edges.iter().enumerate().skip(i + 1) {
            let n = cross(e, f);
            let others = || (0..edges.len()).filter(move |&k| k != i && k != j);
            let unsure = PLANE_ROUNDING * norm(&n);
            let heights = || others().map(|k| dot(&n, &edges[k]));
            let above = heights().all(|h| h > unsure);
            let below = heights().all(|h| h < -unsure);
            if !above && !below {
                let across = heights().any(|h| h > unsure) && heights().any(|h| h < -unsure);
                if across {
                    continue;
                }
                // A face, or not: too close to tell.
                return false;
            }
            let height = if above { dot(&n, d) } else { -dot(&n, d) };
            // Written so that NaN fails.
            if !(height > unsure) {
                return false;
            }
            faces += 1;
        }
    }
    faces >= 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cube_seen_along_its_diagonal_leads_and_trails_with_one_corner() {
        let body = Polytope::cuboid([1.0; 3]).expect("finite");
        for v in 0..8 {
            let expected = match <[f64; 3]>::from(body.vertex(v)) {
                [1.0, 1.0, 1.0] => VertexNeed::Leading,
                [-1.0, -1.0, -1.0] => VertexNeed::Trailing,
                _ => VertexNeed::Silhouette,
            };
            assert_eq!(side(&body, v, &Vector3::new(1.0, 1.1, 0.9)), expected);
            // Along an axis every corner is on the silhouette.
            assert_eq!(side(&body, v, &Vector3::x()), VertexNeed::Silhouette);
        }
    }

    #[test]
    fn what_is_left_out_is_never_extreme() {
        let ring = |i: u32| {
            let t = f64::from(i) * 2.4;
            Vector3::new(libm::cos(t), libm::sin(t), libm::sin(0.37 * t)).normalize()
        };
        let body = Polytope::new(&(0..80).map(ring).collect::<Vec<_>>()).expect("finite");
        let mut left_out = 0;
        for k in 0..40 {
            let d = ring(200 + k);
            let corners = 0..body.vertex_count();
            let sides: Vec<VertexNeed> = corners.map(|v| side(&body, v, &d)).collect();
            left_out += sides
                .iter()
                .filter(|s| **s != VertexNeed::Silhouette)
                .count();
            for j in 0..200 {
                let n = ring(1000 + j);
                let (_, extreme) = body.scan(&n);
                let wrong = if dot(&n, &d) > 0.0 {
                    VertexNeed::Trailing
                } else {
                    VertexNeed::Leading
                };
                assert_ne!(sides[extreme as usize], wrong);
            }
        }
        assert!(left_out > 40 * 40, "only {left_out}");
    }
}
