//! What a body shows along the normal of a contact: a face, an edge or a corner, seen along it.
//!
//! Of the faces at the support vertex the one that looks most nearly along the normal counts, or an
//! edge where every face there is steep. A face is a convex polygon, an edge a segment, both with the
//! height of each corner along the normal.
//!
//! A body with a radius shows the flat of its own surface: the core's face moved out by the radius along the face's normal, the
//! core's edge across the edge. A point moved out along the contact's normal would lie inside where the face leans.

use nalgebra::{Matrix3, Vector3};

use crate::numeric::arithmetic::{cross, dot, norm, rotate_back};
use crate::numeric::scaling::near_one;
use crate::shape::polytope::Polytope;
use crate::solver::epa::perpendicular;

/// A face steeper than this (cosine with the normal) shows an edge, not an outline: heights on it
/// would be worth nothing.
const MIN_FACE_COSINE: f64 = 0.05;

/// Corners of an outline that are kept; further ones are computed anew each time.
const CACHED_CORNERS: usize = 8;

/// Axes across and along the normal, right-handed.
pub(crate) struct TangentFrame {
    pub(crate) t1: Vector3<f64>,
    pub(crate) t2: Vector3<f64>,
    pub(crate) n: Vector3<f64>,
}

impl TangentFrame {
    #[inline(always)]
    pub(crate) fn new(n: &Vector3<f64>) -> Self {
        let t1 = perpendicular(n);
        TangentFrame {
            t1,
            t2: cross(n, &t1),
            n: *n,
        }
    }
}

/// A corner of an outline: across the normal, and along it.
#[derive(Clone, Copy, Default)]
pub(crate) struct OutlineCorner {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) h: f64,
}

/// From one corner of an outline to the next, across the normal, and its length there.
#[derive(Clone, Copy, Default)]
pub(crate) struct OutlineEdge {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) length: f64,
}

impl OutlineEdge {
    #[inline(always)]
    fn between(from: &OutlineCorner, to: &OutlineCorner) -> Self {
        let (x, y) = (to.x - from.x, to.y - from.y);
        OutlineEdge {
            x,
            y,
            length: (x * x + y * y).sqrt(),
        }
    }
}

/// The face that a body shows at a support vertex along n; 0 if every face there is steep.
pub(crate) fn shown_face(
    body: &Polytope,
    matrix: &Matrix3<f64>,
    unscale: f64,
    n: &Vector3<f64>,
    vertex: u32,
) -> u32 {
    let towards = unit_towards(&rotate_back(matrix, n), unscale, 1.0);
    let shown = body.face_towards(vertex, &towards);
    shown.map_or(
        0,
        |(face, value)| if value > MIN_FACE_COSINE { face } else { 0 },
    )
}

/// The unit vector along `sign` n of a body's frame. Of extreme sizes it has no square.
#[inline(always)]
fn unit_towards(n: &Vector3<f64>, unscale: f64, sign: f64) -> Vector3<f64> {
    let towards = n * unscale;
    towards * (sign / norm(&towards))
}

/// A support vertex along a normal.
#[derive(Clone, Copy)]
pub(crate) enum SupportVertex {
    /// The body shows a face of this one.
    Any(u32),
    /// The body shows a face of all that are as far: the normal is of other pieces too, which find another vertex.
    OneOf(u32),
}

/// A feature as seen along the normal: a polygon, counter-clockwise, a segment or a point.
pub(crate) struct ContactFace<'a> {
    body: &'a Polytope,
    /// The frame's axes in the body's frame, and where the body's origin is on them.
    axes: [Vector3<f64>; 3],
    origin: [f64; 3],
    pub(crate) face: u32,
    /// Loop of the face, if it is one; read backwards for B.
    corners: &'a [u32],
    backwards: bool,
    /// Without a face: the ends of an edge, or a vertex twice.
    ends: [u32; 2],
    pub(crate) count: usize,
    kept: [OutlineCorner; CACHED_CORNERS],
    /// From corner i to the next: seen along the normal, and how long.
    edges: [OutlineEdge; CACHED_CORNERS],
    /// Height = slope.0 x + slope.1 y + slope.2 on the face.
    slope: [f64; 3],
    /// Least and largest x, least and largest y of the corners.
    bounds: [f64; 4],
}

impl<'a> ContactFace<'a> {
    /// The feature of the body along `sign` n; `vertex` is a support vertex of it, found for n as it is, or for one to rounding
    /// ([`SupportVertex`]). `matrix` times `unscale` is a rotation. A `radius` is that of the body, times the scale.
    #[inline(always)]
    pub(crate) fn new(
        body: &'a Polytope,
        (matrix, unscale, offset): (&Matrix3<f64>, f64, Vector3<f64>),
        frame: &TangentFrame,
        (sign, radius): (f64, f64),
        vertex: SupportVertex,
    ) -> Self {
        let axes = [
            rotate_back(matrix, &frame.t1),
            rotate_back(matrix, &frame.t2),
            rotate_back(matrix, &frame.n),
        ];
        // Of extreme sizes the axes have no squares.
        let towards = unit_towards(&axes[2], unscale, sign);
        let (vertex, shown) = match vertex {
            SupportVertex::Any(vertex) => (vertex, body.face_towards(vertex, &towards)),
            SupportVertex::OneOf(vertex) => (vertex, body.face_of_farthest(vertex, &towards)),
        };
        let mut out = ContactFace {
            body,
            axes,
            origin: [
                dot(&frame.t1, &offset),
                dot(&frame.t2, &offset),
                dot(&frame.n, &offset),
            ],
            face: 0,
            corners: &[],
            backwards: sign < 0.0,
            ends: [vertex; 2],
            count: 1,
            kept: [OutlineCorner::default(); CACHED_CORNERS],
            edges: [OutlineEdge::default(); CACHED_CORNERS],
            slope: [0.0; 3],
            bounds: [
                f64::INFINITY,
                f64::NEG_INFINITY,
                f64::INFINITY,
                f64::NEG_INFINITY,
            ],
        };
        match shown {
            Some((face, value)) if value > MIN_FACE_COSINE => {
                out.face = face;
                let normal;
                (out.corners, normal) = match body.outline(face) {
                    None => (body.face(face as usize), slope_of(body, face)),
                    Some(outline) => (&*outline.corners, outline.normal),
                };
                out.count = out.corners.len();
                let (x, y) = (dot(&axes[0], &normal), dot(&axes[1], &normal));
                let h = dot(&axes[2], &normal);
                let (along_x, along_y) = (-x / h, -y / h);
                if radius > 0.0 {
                    out.move_out(radius * sign, [-along_x, -along_y, 1.0]);
                }
                let first = out.compute(0);
                out.slope = [
                    along_x,
                    along_y,
                    first.h - (along_x * first.x + along_y * first.y),
                ];
            }
            _ => {
                if let Some(end) = flattest_neighbor(body, vertex, &towards) {
                    out.ends = [vertex, end];
                    out.count = 2;
                    if radius > 0.0 {
                        out.move_edge_out(radius * sign);
                    }
                }
            }
        }
        for i in 0..out.count {
            let corner = out.compute(i);
            let [x0, x1, y0, y1] = out.bounds;
            out.bounds = [
                x0.min(corner.x),
                x1.max(corner.x),
                y0.min(corner.y),
                y1.max(corner.y),
            ];
            if i < CACHED_CORNERS {
                out.kept[i] = corner;
            }
        }
        for i in 0..out.count.min(CACHED_CORNERS) {
            out.edges[i] = OutlineEdge::between(&out.kept[i], &out.corner(out.next(i)));
        }
        out
    }

    /// The face of a triangle along `sign` n, by its corners on the frame's axes, in the order in which `lists` has them; None of
    /// a steep one, and where rounding may turn its normal.
    #[inline(always)]
    pub(crate) fn of_triangle(
        lists: &'a Polytope,
        corners: &[OutlineCorner; 3],
        sign: f64,
    ) -> Option<Self> {
        let [p, q, r] = corners.each_ref().map(|p| Vector3::new(p.x, p.y, p.h));
        let (u, v) = (q - p, r - p);
        let normal = cross(&u, &v);
        let square = dot(&normal, &normal);
        let is_flat = normal.z.abs() > 1.01 * MIN_FACE_COSINE * square.sqrt();
        let is_ordinary = square > 1e-120 && square < 1e120;
        if !(is_flat && is_ordinary && is_sound(&normal, &u, &v)) {
            return None;
        }
        let face = lists.face_about(sign * normal.z > 0.0);
        let (along_x, along_y) = (-normal.x / normal.z, -normal.y / normal.z);
        let mut out = ContactFace {
            body: lists,
            axes: [Vector3::zeros(); 3],
            origin: [0.0; 3],
            face,
            corners: lists.face(face as usize),
            backwards: sign < 0.0,
            ends: [0; 2],
            count: 3,
            kept: [OutlineCorner::default(); CACHED_CORNERS],
            edges: [OutlineEdge::default(); CACHED_CORNERS],
            slope: [along_x, along_y, p.z - (along_x * p.x + along_y * p.y)],
            bounds: bounds_of(corners),
        };
        for i in 0..3 {
            out.kept[i] = corners[out.vertex(i) as usize];
        }
        for i in 0..3 {
            out.edges[i] = OutlineEdge::between(&out.kept[i], &out.kept[out.next(i)]);
        }
        Some(out)
    }

    /// A feature of a body that is no polytope. Its corners are on the frame's axes: those of a face of `lists` with its slope, in
    /// the order of the vertices of `lists`; or one, or the two ends of an edge.
    pub(crate) fn of_corners(
        lists: &'a Polytope,
        corners: &[OutlineCorner],
        flat: Option<(u32, [f64; 3])>,
        sign: f64,
    ) -> Self {
        let (face, slope) = flat.unwrap_or_default();
        let mut out = ContactFace {
            body: lists,
            axes: [Vector3::zeros(); 3],
            origin: [0.0; 3],
            face,
            corners: match flat {
                Some(_) => lists.face(face as usize),
                None => &[],
            },
            backwards: sign < 0.0,
            ends: [0, lists.neighbors(0)[0]],
            count: corners.len(),
            kept: [OutlineCorner::default(); CACHED_CORNERS],
            edges: [OutlineEdge::default(); CACHED_CORNERS],
            slope,
            bounds: bounds_of(corners),
        };
        for i in 0..out.count {
            let corner = if flat.is_some() {
                out.vertex(i) as usize
            } else {
                i
            };
            out.kept[i] = corners[corner];
        }
        for i in 0..out.count {
            out.edges[i] = OutlineEdge::between(&out.kept[i], &out.kept[out.next(i)]);
        }
        out
    }

    /// Whether outlines with these bounds are farther than `blur` beside this one.
    #[inline(always)]
    pub(crate) fn misses(&self, [x0, x1, y0, y1]: &[f64; 4], blur: f64) -> bool {
        let [left, right, low, high] = self.bounds;
        (x0 - right).max(left - x1).max(y0 - high).max(low - y1) > blur
    }

    /// Moves the feature by a length along a vector, on the frame's axes.
    #[inline(always)]
    fn move_out(&mut self, by: f64, [x, y, z]: [f64; 3]) {
        let by = by / ((x * x + y * y) + z * z).sqrt();
        let [ox, oy, oz] = self.origin;
        self.origin = [ox + by * x, oy + by * y, oz + by * z];
    }

    /// Moves an edge across itself; one as steep as no face shows its upper end alone.
    fn move_edge_out(&mut self, by: f64) {
        let [p, q] = [0, 1].map(|i| self.compute(i));
        let (x, y, h) = (q.x - p.x, q.y - p.y, q.h - p.h);
        let flat = x * x + y * y;
        let long = flat + h * h;
        if flat > MIN_FACE_COSINE * MIN_FACE_COSINE * long {
            // The normal less its part along the edge, times the edge's square.
            self.move_out(by, [-h * x, -h * y, flat]);
        } else {
            self.count = 1;
        }
    }

    /// The body's vertex that corner `i` is.
    #[inline(always)]
    pub(crate) fn vertex(&self, i: usize) -> u32 {
        if self.corners.is_empty() {
            self.ends[i]
        } else if self.backwards {
            self.corners[self.count - 1 - i]
        } else {
            self.corners[i]
        }
    }

    #[inline(always)]
    fn compute(&self, i: usize) -> OutlineCorner {
        let v = self.body.storage().get(self.vertex(i) as usize);
        let x = dot(&self.axes[0], &v) + self.origin[0];
        let y = dot(&self.axes[1], &v) + self.origin[1];
        let h = dot(&self.axes[2], &v) + self.origin[2];
        OutlineCorner { x, y, h }
    }

    #[inline(always)]
    pub(crate) fn corner(&self, i: usize) -> OutlineCorner {
        if i < CACHED_CORNERS {
            self.kept[i]
        } else {
            self.compute(i)
        }
    }

    #[inline(always)]
    pub(crate) fn next(&self, i: usize) -> usize {
        if i + 1 < self.count { i + 1 } else { 0 }
    }

    pub(crate) fn is_face(&self) -> bool {
        !self.corners.is_empty()
    }

    #[inline(always)]
    pub(crate) fn height(&self, x: f64, y: f64) -> f64 {
        (self.slope[0] * x + self.slope[1] * y) + self.slope[2]
    }

    #[inline(always)]
    pub(crate) fn edge(&self, i: usize) -> OutlineEdge {
        if i < CACHED_CORNERS {
            self.edges[i]
        } else {
            OutlineEdge::between(&self.corner(i), &self.corner(self.next(i)))
        }
    }

    /// The number of the edge from corner `i` to the next.
    pub(crate) fn edge_number(&self, i: usize) -> u32 {
        let (from, to) = (self.vertex(i), self.vertex(self.next(i)));
        self.body.edge_number(from, to)
    }

    /// Whether the point is in the box around the polygon, to `blur`. Beyond a sharp corner, and along a polygon thinner than its
    /// rounding, the edges alone hold points far outside.
    #[inline(always)]
    pub(crate) fn is_beside(&self, x: f64, y: f64, blur: f64) -> bool {
        let [x0, x1, y0, y1] = self.bounds;
        (x0 - x).max(x - x1).max(y0 - y).max(y - y1) <= blur
    }

    /// Whether the point is within the polygon's edges, to `blur`.
    #[inline(always)]
    pub(crate) fn holds(&self, x: f64, y: f64, blur: f64) -> bool {
        for i in 0..self.count {
            let (p, edge) = (self.corner(i), self.edge(i));
            let side = edge.x * (y - p.y) - edge.y * (x - p.x);
            if !(side >= -blur * edge.length) {
                return false;
            }
        }
        true
    }
}

/// Least and largest x, least and largest y of corners.
#[inline(always)]
pub(crate) fn bounds_of(corners: &[OutlineCorner]) -> [f64; 4] {
    let none = [
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::INFINITY,
        f64::NEG_INFINITY,
    ];
    corners.iter().fold(none, |[x0, x1, y0, y1], p| {
        [x0.min(p.x), x1.max(p.x), y0.min(p.y), y1.max(p.y)]
    })
}

/// A normal of a face, of any length.
#[inline(always)]
fn slope_of(body: &Polytope, face: u32) -> Vector3<f64> {
    let (u, v) = body.face_sides(face as usize);
    let n = cross(&u, &v);
    let square = dot(&n, &n);
    if square > 1e-120 && square < 1e120 && is_sound(&n, &u, &v) {
        n
    } else {
        extreme_slope_of(body, face)
    }
}

#[cold]
fn extreme_slope_of(body: &Polytope, face: u32) -> Vector3<f64> {
    let (u, v) = body.face_sides_near_one(face as usize);
    let n = cross(&u, &v);
    if is_sound(&n, &u, &v) && dot(&n, &n) > 1e-200 {
        n
    } else {
        body.face_normal(face as usize)
    }
}

/// A cross product errs by 4 units of 2^-53 of the product of the lengths: here by 5e-13 of itself.
#[inline(always)]
fn is_sound(n: &Vector3<f64>, u: &Vector3<f64>, v: &Vector3<f64>) -> bool {
    dot(n, n) > 1e-6 * (dot(u, u) * dot(v, v))
}

/// The neighbour to which the edge falls least.
fn flattest_neighbor(body: &Polytope, vertex: u32, towards: &Vector3<f64>) -> Option<u32> {
    let from = body.vertex(vertex as usize);
    let mut best: Option<(u32, f64)> = None;
    for &w in body.neighbors(vertex as usize) {
        let edge = near_one(&(body.vertex(w as usize) - from));
        let value = dot(towards, &edge) / norm(&edge);
        if best.is_none_or(|(_, least)| value > least) {
            best = Some((w, value));
        }
    }
    best.map(|(w, _)| w)
}
