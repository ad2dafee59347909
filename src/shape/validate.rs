//! An independent proof that a body is what it claims to be.
//!
//! Problem: everything above trusts that a body is exactly convex and that its adjacency, balls
//! and boxes are true. Idea: check that from the finished body alone, in integers, sharing no
//! predicate with the builder. A closed oriented surface whose faces are strictly convex polygons
//! and whose edges are all strictly convex need not be convex: the great icosahedron has all
//! that, and Euler's count too, and winds seven times around its centre. So one more thing is
//! checked (Mehlhorn et al., "Checking Geometric Programs or Verification of Geometric
//! Structures", 1996): an inner point lies strictly below every face, and a ray from it meets one
//! face only. Then the surface is simple and star-shaped, and local convexity makes it convex
//! (`docs/theory/HULL.md`, section 5). Slow on purpose: some microseconds an edge.

mod bounds;

use dashu_int::IBig;
use nalgebra::Vector3;
use thiserror::Error;

use crate::numeric::exact_float::{Int3, int_cross, int_dot, int_sub, int_vector, scaled, unit_of};
use crate::shape::dimension::Dimension;
use crate::shape::polytope::Polytope;

/// The first property that a body violates, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ValidationError {
    /// A list has a length that does not fit the dimension or the vertex count.
    #[error("{what} has a length that fits neither the dimension nor the vertex count")]
    Count {
        /// Which list.
        what: &'static str,
    },
    /// A vertex is not finite, holds -0.0, or is not above its predecessor in lexicographic
    /// order.
    #[error("vertex {vertex} is not finite, holds -0.0 or is out of order")]
    VertexOrder {
        /// The vertex.
        vertex: usize,
    },
    /// Two vertices name the same place in the caller's list.
    #[error("source index {source_index} occurs twice")]
    Source {
        /// The index that occurs twice.
        source_index: usize,
    },
    /// A face's loop is too short, out of range, repeats a vertex, does not start at its lowest
    /// vertex, or the faces are out of order.
    #[error("face {face}: the loop is malformed or out of order")]
    FaceLoop {
        /// The face.
        face: usize,
    },
    /// An edge does not border exactly two faces, once in each direction.
    #[error("edge {from} -> {to} does not border exactly two faces in opposite directions")]
    EdgePairing {
        /// Where the half-edge starts.
        from: u32,
        /// Where it ends.
        to: u32,
    },
    /// The adjacency lists are not the faces' edges, ascending.
    #[error("vertex {vertex}: neighbours are not the ends of its edges")]
    Adjacency {
        /// The vertex.
        vertex: usize,
    },
    /// The faces around a vertex do not form one cycle of at least three (two in a flat body).
    #[error("vertex {vertex}: its faces do not form one cycle")]
    VertexCycle {
        /// The vertex.
        vertex: usize,
    },
    /// Vertices - edges + faces is not 2.
    #[error("vertices - edges + faces is {found}, not 2")]
    Euler {
        /// The value found.
        found: i64,
    },
    /// A face is not exactly planar.
    #[error("face {face}: vertex {vertex} is not in its plane")]
    Planarity {
        /// The face.
        face: usize,
        /// The vertex that is not in the plane.
        vertex: u32,
    },
    /// A face is not a strictly convex polygon.
    #[error("face {face} is not strictly convex at vertex {vertex}")]
    FaceConvexity {
        /// The face.
        face: usize,
        /// Where.
        vertex: u32,
    },
    /// The surface is not strictly convex at an edge.
    #[error("not strictly convex at edge {from} -> {to}")]
    LocalConvexity {
        /// Start of the edge in the face that is checked.
        from: u32,
        /// Its end.
        to: u32,
    },
    /// The surface winds more than once around the inside, or not at all.
    #[error("face {face}: the surface is not simple")]
    NotSimple {
        /// The face that is met a second time, or that the mean of the vertices is not below.
        face: usize,
    },
    /// The centre, with its error, is not inside, or the inscribed ball is not.
    #[error("the centre or the inscribed ball is not inside")]
    Center,
    /// A vertex lies outside the reach.
    #[error("vertex {vertex} lies outside the reach")]
    Reach {
        /// The vertex.
        vertex: usize,
    },
    /// A vertex lies outside the bounding sphere.
    #[error("vertex {vertex} lies outside the bounding sphere")]
    BoundingSphere {
        /// The vertex.
        vertex: usize,
    },
    /// A vertex lies outside the oriented box.
    #[error("vertex {vertex} lies outside the oriented box")]
    OrientedBox {
        /// The vertex.
        vertex: usize,
    },
    /// A vertex lies outside the capsule that holds the body.
    #[error("vertex {vertex} lies outside the capsule")]
    Capsule {
        /// The vertex.
        vertex: usize,
    },
    /// A vertex group is no mask of the box's six faces.
    #[error("vertex {vertex}: the group is not one of the box's faces")]
    Group {
        /// The vertex.
        vertex: usize,
    },
}

type Check = Result<(), ValidationError>;

impl Polytope {
    /// Proves, in integers and from the finished body alone, that it is exactly convex and that
    /// everything stored about it is true: Euler's formula, each edge between two faces in
    /// opposite directions, faces exactly planar and strictly convex, every edge strictly convex,
    /// the surface simple, all vertices extreme, distinct and in order, adjacency equal to the
    /// faces' edges, centre and balls and box in real arithmetic.
    ///
    /// Costs some microseconds an edge and allocates; for tests and for data of doubtful origin,
    /// not needed after [`new`](Self::new). Not covered: [`climb_factor_at`](Self::climb_factor_at),
    /// [`support_cells`](crate::PolytopeOptions::support_cells), and whether a box or ball is
    /// small.
    ///
    /// # Errors
    /// The first violated property.
    pub fn validate(&self) -> std::result::Result<(), ValidationError> {
        counts(self)?;
        vertex_order(self)?;
        sources(self)?;
        if self.is_empty() {
            return Ok(());
        }
        let half_edges = half_edges(self)?;
        adjacency(self, &half_edges)?;
        vertex_cycles(self, &half_edges)?;
        let grid = Grid::new(self);
        if self.dimension >= Dimension::Flat {
            euler(self)?;
            faces_convex(self, &grid)?;
        }
        if self.dimension == Dimension::Solid {
            edges_convex(self, &grid, &half_edges)?;
            simple(self, &grid)?;
        }
        bounds::inside(self, &grid)?;
        bounds::outside(self, &grid)
    }
}

/// Every number that takes part in a length, as a multiple of one power of two.
struct Grid {
    unit: i32,
    vertices: Vec<Int3>,
}

impl Grid {
    fn new(body: &Polytope) -> Grid {
        let [from, to] = body.capsule.ends;
        let points = [
            body.center,
            body.bounding_center,
            body.oriented_box.center,
            from,
            to,
        ];
        let lengths = [
            body.center_error,
            body.inscribed_radius,
            body.reach,
            body.bounding_radius,
            body.capsule.radius,
            body.oriented_box.half_extents.x,
            body.oriented_box.half_extents.y,
            body.oriented_box.half_extents.z,
        ];
        let unit = body
            .vertices()
            .chain(points)
            .flat_map(|p| [p.x, p.y, p.z])
            .chain(lengths)
            .filter(|x| x.is_finite())
            .map(unit_of)
            .min()
            .unwrap_or(0)
            .min(1023);
        let mut grid = Grid {
            unit,
            vertices: Vec::new(),
        };
        grid.vertices = body.vertices().map(|p| grid.point(&p)).collect();
        grid
    }

    fn length(&self, x: f64) -> IBig {
        scaled(x, self.unit)
    }

    fn point(&self, p: &Vector3<f64>) -> Int3 {
        int_vector(p, self.unit)
    }

    fn at(&self, v: u32) -> &Int3 {
        &self.vertices[v as usize]
    }
}

fn positive(x: &IBig) -> bool {
    *x > IBig::ZERO
}

/// Normal of a face at its second corner, outward; 0 when the first three are collinear.
fn normal(face: &[u32], grid: &Grid) -> Int3 {
    let [a, b, c] = [face[0], face[1], face[2]].map(|v| grid.at(v));
    int_cross(&int_sub(b, a), &int_sub(c, a))
}

fn faces(body: &Polytope) -> impl Iterator<Item = (usize, &[u32])> {
    (0..body.face_count()).map(|i| (i, body.face(i)))
}

fn counts(body: &Polytope) -> Check {
    let n = body.vertex_count();
    let fits = |what: &'static str, fits: bool| {
        if fits {
            Ok(())
        } else {
            Err(ValidationError::Count { what })
        }
    };
    let partition = |starts: &[u32], total: usize| {
        starts.first() == Some(&0)
            && starts.last().is_some_and(|&end| end as usize == total)
            && starts.windows(2).all(|w| w[0] <= w[1])
    };
    fits("source", body.source.len() == n)?;
    fits("groups", body.groups.len() == n)?;
    fits("climb factors", body.climb_factors.len() == n)?;
    fits(
        "adjacency",
        body.adjacency_starts.len() == n + 1
            && partition(&body.adjacency_starts, body.adjacency.len()),
    )?;
    fits("faces", partition(&body.face_starts, body.face_loops.len()))?;
    let (vertices, faces) = match body.dimension {
        Dimension::Empty => (n == 0, body.face_count() == 0),
        Dimension::Point => (n == 1, body.face_count() == 0),
        Dimension::Segment => (n == 2, body.face_count() == 0),
        Dimension::Flat => (n >= 3, body.face_count() == 2),
        Dimension::Solid => (n >= 4, body.face_count() >= 4),
    };
    fits("vertices", vertices)?;
    fits("faces", faces)
}

fn vertex_order(body: &Polytope) -> Check {
    let mut last: Option<[f64; 3]> = None;
    for (vertex, p) in body.vertices().enumerate() {
        let p = [p.x, p.y, p.z];
        let negative_zero = |x: f64| x == 0.0 && x.is_sign_negative();
        let sound = p.iter().all(|&x| x.is_finite() && !negative_zero(x));
        if !sound || last.is_some_and(|last| last >= p) {
            return Err(ValidationError::VertexOrder { vertex });
        }
        last = Some(p);
    }
    Ok(())
}

fn sources(body: &Polytope) -> Check {
    let mut sorted = body.source.to_vec();
    sorted.sort_unstable();
    match sorted.windows(2).find(|w| w[0] == w[1]) {
        Some(twice) => Err(ValidationError::Source {
            source_index: twice[0] as usize,
        }),
        None => Ok(()),
    }
}

/// A half-edge and where it lies: (from, to, face, position in the face's loop).
type HalfEdge = (u32, u32, u32, u32);

/// All half-edges in ascending order, each with its opposite.
fn half_edges(body: &Polytope) -> Result<Vec<HalfEdge>, ValidationError> {
    let n = body.vertex_count() as u32;
    let mut edges = Vec::with_capacity(body.face_loops.len());
    let mut last = None;
    for (face, corners) in faces(body) {
        let mut sorted = corners.to_vec();
        sorted.sort_unstable();
        let sound = corners.len() >= 3
            && sorted[0] == corners[0]
            && sorted.windows(2).all(|w| w[0] < w[1])
            && sorted.iter().all(|&v| v < n);
        if !sound || last.is_some_and(|last| last >= corners) {
            return Err(ValidationError::FaceLoop { face });
        }
        last = Some(corners);
        for (i, &from) in corners.iter().enumerate() {
            let to = corners[(i + 1) % corners.len()];
            edges.push((from, to, face as u32, i as u32));
        }
    }
    edges.sort_unstable();
    for w in edges.windows(2) {
        if (w[0].0, w[0].1) == (w[1].0, w[1].1) {
            let (from, to, ..) = w[0];
            return Err(ValidationError::EdgePairing { from, to });
        }
    }
    for &(from, to, ..) in &edges {
        if find(&edges, to, from).is_none() {
            return Err(ValidationError::EdgePairing { from, to });
        }
    }
    Ok(edges)
}

fn find(edges: &[HalfEdge], from: u32, to: u32) -> Option<HalfEdge> {
    let at = edges.partition_point(|e| (e.0, e.1) < (from, to));
    edges.get(at).copied().filter(|e| (e.0, e.1) == (from, to))
}

fn adjacency(body: &Polytope, edges: &[HalfEdge]) -> Check {
    let segment = body.dimension == Dimension::Segment;
    for vertex in 0..body.vertex_count() {
        let v = vertex as u32;
        let start = edges.partition_point(|e| e.0 < v);
        let ends = edges[start..].iter().take_while(|e| e.0 == v).map(|e| e.1);
        let neighbors = body.neighbors(vertex).iter().copied();
        let equal = if segment {
            neighbors.eq([1 - v])
        } else {
            neighbors.eq(ends)
        };
        if !equal {
            return Err(ValidationError::Adjacency { vertex });
        }
    }
    Ok(())
}

/// Turning around each vertex from face to face must visit all its faces before it comes back.
fn vertex_cycles(body: &Polytope, edges: &[HalfEdge]) -> Check {
    let least = match body.dimension {
        Dimension::Solid => 3,
        Dimension::Flat => 2,
        _ => return Ok(()),
    };
    for vertex in 0..body.vertex_count() {
        let neighbors = body.neighbors(vertex);
        let error = ValidationError::VertexCycle { vertex };
        let first = *neighbors.first().ok_or(error)?;
        let (mut to, mut turned) = (first, 0);
        loop {
            // The face to the left of v -> to; its edge into v comes from the next neighbour.
            let (_, _, face, at) = find(edges, vertex as u32, to).ok_or(error)?;
            let corners = body.face(face as usize);
            to = corners[(at as usize + corners.len() - 1) % corners.len()];
            turned += 1;
            if to == first || turned > neighbors.len() {
                break;
            }
        }
        if turned != neighbors.len() || turned < least {
            return Err(error);
        }
    }
    Ok(())
}

fn euler(body: &Polytope) -> Check {
    let found =
        body.vertex_count() as i64 - (body.face_loops.len() / 2) as i64 + body.face_count() as i64;
    // A flat body is a disc from both sides: a sphere, too.
    if found == 2 {
        Ok(())
    } else {
        Err(ValidationError::Euler { found })
    }
}

/// Each face exactly planar; a left turn at every corner; once around, that is, one corner only
/// below both its neighbours in lexicographic order (the order along a generic direction).
fn faces_convex(body: &Polytope, grid: &Grid) -> Check {
    for (face, corners) in faces(body) {
        let n = normal(corners, grid);
        let Some(axis) = (0..3).find(|&k| n[k] != IBig::ZERO) else {
            let vertex = corners[1];
            return Err(ValidationError::FaceConvexity { face, vertex });
        };
        let origin = grid.at(corners[0]);
        let off_plane = |v: &&u32| int_dot(&n, &int_sub(grid.at(**v), origin)) != IBig::ZERO;
        if let Some(&vertex) = corners.iter().find(off_plane) {
            return Err(ValidationError::Planarity { face, vertex });
        }
        let (j, k) = ((axis + 1) % 3, (axis + 2) % 3);
        let count = corners.len();
        let mut lowest = 0;
        for i in 0..count {
            let (before, vertex, after) = (
                corners[(i + count - 1) % count],
                corners[i],
                corners[(i + 1) % count],
            );
            let (a, b, c) = (grid.at(before), grid.at(vertex), grid.at(after));
            let turn = (&b[j] - &a[j]) * (&c[k] - &b[k]) - (&b[k] - &a[k]) * (&c[j] - &b[j]);
            if positive(&turn) != positive(&n[axis]) || turn == IBig::ZERO {
                return Err(ValidationError::FaceConvexity { face, vertex });
            }
            lowest += usize::from(vertex < before && vertex < after);
        }
        if lowest != 1 {
            let vertex = corners[0];
            return Err(ValidationError::FaceConvexity { face, vertex });
        }
    }
    Ok(())
}

/// The face beyond each edge falls away strictly. One of its corners decides this, because the face is planar.
fn edges_convex(body: &Polytope, grid: &Grid, edges: &[HalfEdge]) -> Check {
    for (face, corners) in faces(body) {
        let n = normal(corners, grid);
        for (i, &from) in corners.iter().enumerate() {
            let to = corners[(i + 1) % corners.len()];
            let error = ValidationError::LocalConvexity { from, to };
            let (_, _, beyond, at) = find(edges, to, from).ok_or(error)?;
            if beyond < face as u32 {
                continue;
            }
            let other = body.face(beyond as usize);
            let apex = other[(at as usize + 2) % other.len()];
            if int_dot(&n, &int_sub(grid.at(apex), grid.at(from))) >= IBig::ZERO {
                return Err(error);
            }
        }
    }
    Ok(())
}

/// The vertices' mean lies strictly below every face, and the ray from it through the inside of
/// face 0 meets no other.
fn simple(body: &Polytope, grid: &Grid) -> Check {
    let n = IBig::from(body.vertex_count());
    let mut sum: Int3 = std::array::from_fn(|_| IBig::ZERO);
    for v in &grid.vertices {
        for i in 0..3 {
            sum[i] += &v[i];
        }
    }
    // n times the vertices' places relative to the mean.
    let relative: Vec<Int3> = grid
        .vertices
        .iter()
        .map(|v| std::array::from_fn(|i| &n * &v[i] - &sum[i]))
        .collect();
    let at = |v: u32| &relative[v as usize];
    let mut ray: Int3 = std::array::from_fn(|_| IBig::ZERO);
    for (face, corners) in faces(body) {
        let [a, b, c] = [corners[0], corners[1], corners[2]].map(at);
        if !positive(&int_dot(&normal(corners, grid), a)) {
            return Err(ValidationError::NotSimple { face });
        }
        if face == 0 {
            ray = std::array::from_fn(|i| &a[i] + &b[i] + &c[i]);
            continue;
        }
        let met = (0..corners.len()).all(|i| {
            let (p, q) = (at(corners[i]), at(corners[(i + 1) % corners.len()]));
            int_dot(&int_cross(p, q), &ray) >= IBig::ZERO
        });
        if met {
            return Err(ValidationError::NotSimple { face });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
