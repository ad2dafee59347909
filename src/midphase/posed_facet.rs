//! Does a convex body at rest come near a triangle at rest, as far as f64 proves it?
//!
//! Idea: for a ball or a capsule the nearest points of segment and triangle have a closed form. For other bodies the axes of
//! the box around them, the triangle's normal and the products of both's edges are all the planes that can part a box from a
//! triangle. Either way a plane is proof only by what it leaves between the two, and a common point only by how far it is
//! inside: each beyond all that rounding may hide. What neither proves is left to the caller, for example whatever touches.
//!
//! Source: Ericson, Real-Time Collision Detection, 2005, sections 5.1.10 and 5.2.9; there without bounds. Rounding: a corner
//! seen from the body's middle is off by one rounding, brought to its axes by less than 128 (`docs/theory/DESIGN.md`, section 3).

use nalgebra::Vector3;

use crate::bvh::aabb::{greater, lesser};
use crate::midphase::posed_body::BodyAtTriangles;
use crate::numeric::arithmetic::{U, cross, dot, norm, norm1, rotate, rotate_back};
use crate::numeric::length_sum::LengthSum;
use crate::numeric::segments::nearest_to_triangle;
use crate::shape::support::SearchStart;

/// What f64 proves about a body and a triangle.
pub(super) enum FacetFate {
    /// They are farther apart than what is asked about.
    Apart,
    /// These points of the cores, the body's and the triangle's, are no farther apart than that.
    Meets([Vector3<f64>; 2]),
    Open,
}

/// A point or a segment, and a triangle, at a distance that f64 knows.
pub(crate) struct ThinContact {
    /// The radii are larger than the distance.
    pub(crate) is_hit: bool,
    /// Points of the core and of the triangle, in the frame of the triangles.
    pub(crate) points: [Vector3<f64>; 2],
    pub(crate) distance: f64,
}

/// Part of a distance that rounding may be, for the direction between the nearest points to be a normal.
const MAX_DIRECTION_ERROR: f64 = 1e-10;

/// Corners of a triangle, seen from the body's middle.
type Corners = [Vector3<f64>; 3];

/// Vectors whose square is below this are no normals, for products with them may vanish.
const MIN_NORMAL_SQ: f64 = 1e-200;

/// Error of a face's unit normal, with as much again for the products with it.
const FACE_NORMAL_ERROR: f64 = 1e-11;

/// Turns in which the nearest points of a box and a triangle are looked for. Most need two.
const MAX_TURNS: u32 = 3;

/// Corners of a polygon cut from a triangle by six planes: nine, and some for rounding.
const MAX_CORNERS: usize = 12;

impl BodyAtTriangles<'_> {
    /// `wants_points`: whether it is of use that they meet.
    #[inline(always)]
    pub(super) fn fate(&self, corners: &[Vector3<f64>; 3], wants_points: bool) -> FacetFate {
        let [a, b, c] = corners;
        let corners = [a - self.center, b - self.center, c - self.center];
        match &self.segment {
            Some(half) => self.thin_fate(&corners, half),
            None => self.solid_fate(&corners, wants_points),
        }
    }

    /// Whether a plane across `n` proves that they are apart; `extent`: how far the body reaches along it from its middle,
    /// `off`: how far lengths are off.
    #[inline(always)]
    fn parts(&self, n: &Vector3<f64>, corners: &Corners, extent: f64, off: f64) -> bool {
        let [p, q, r] = [
            dot(n, &corners[0]),
            dot(n, &corners[1]),
            dot(n, &corners[2]),
        ];
        let (least, most) = (lesser(lesser(p, q), r), greater(greater(p, q), r));
        self.is_gap(greater(least, -most) - extent, dot(n, n), off)
    }

    /// Whether a length along a vector with this square is more than what is asked about.
    #[inline(always)]
    fn is_gap(&self, gap: f64, square: f64, off: f64) -> bool {
        let room = (self.reach[1] + off) * (1.0 + 16.0 * U);
        (square > MIN_NORMAL_SQ) & (gap > square.sqrt() * room)
    }

    #[inline(always)]
    fn thin_fate(&self, corners: &Corners, half: &Vector3<f64>) -> FacetFate {
        let [a, b, c] = corners;
        let off = self.off + 32.0 * U * (norm1(a) + norm1(b) + norm1(c));
        let normal = cross(&(b - a), &(c - a));
        if self.parts(&normal, corners, dot(&normal, half).abs(), off) {
            return FacetFate::Apart;
        }
        let points = nearest_to_triangle(corners, half);
        let n = points[1] - points[0];
        if norm(&n) * (1.0 + 8.0 * U) + off <= self.reach[0] {
            return FacetFate::Meets(points.map(|p| p + self.center));
        }
        match self.parts(&n, corners, dot(&n, half).abs(), off) {
            true => FacetFate::Apart,
            false => FacetFate::Open,
        }
    }

    #[inline(always)]
    fn solid_fate(&self, corners: &Corners, wants_points: bool) -> FacetFate {
        let [a, b, c] = corners;
        let off = self.off + 256.0 * U * (norm1(a) + norm1(b) + norm1(c));
        let [a, b, c] = [a, b, c].map(|p| rotate_back(&self.axes, p));
        let half = &self.half;
        for k in 0..3 {
            let (least, most) = (
                lesser(lesser(a[k], b[k]), c[k]),
                greater(greater(a[k], b[k]), c[k]),
            );
            if self.is_gap(greater(least, -most) - half[k], 1.0, off) {
                return FacetFate::Apart;
            }
        }
        let (u, v, w) = (b - a, c - b, a - c);
        let normal = cross(&u, &v);
        let extent = dot(&normal.abs(), half);
        if self.parts(&normal, &[a, b, c], extent, off) {
            return FacetFate::Apart;
        }
        let corners = [a, b, c];
        if self.reach[0] > 0.0
            && let Some(fate) = self.fate_by_turns(&corners, off, wants_points)
        {
            return fate;
        }
        if self.is_parted_by_edges(&u, &a, &c, off)
            || self.is_parted_by_edges(&v, &b, &a, off)
            || self.is_parted_by_edges(&w, &c, &b, off)
        {
            return FacetFate::Apart;
        }
        if wants_points && let Some(point) = self.common_point(&corners, off) {
            return self.meeting([point; 2]);
        }
        FacetFate::Open
    }

    /// Roughly how deep the core is in a triangle, less than 0 across a gap; a bound from above where that is below `bar`. None where
    /// they are proved farther apart than what is asked about.
    pub(super) fn rough_depth(&self, corners: &[Vector3<f64>; 3], bar: f64) -> Option<f64> {
        let seen = corners.each_ref().map(|p| p - self.center);
        if let Some(half) = &self.segment {
            let [on, its] = nearest_to_triangle(&seen, half);
            return Some(-norm(&(its - on)));
        }
        if !self.has_few_faces {
            let (gap, square, off) = self.gap_from_center(corners);
            let is_depth = square > MIN_NORMAL_SQ;
            let depth = if is_depth {
                -gap / square.sqrt()
            } else {
                norm(&self.half)
            };
            return (!self.is_gap(gap, square, off)).then_some(depth);
        }
        let corners = seen;
        let [a, b, c] = corners.map(|p| rotate_back(&self.axes, &p));
        let (u, v, w) = (b - a, c - b, a - c);
        let mut least = f64::INFINITY;
        let along = |least: &mut f64, n: &Vector3<f64>| {
            let square = dot(n, n);
            if square > MIN_NORMAL_SQ {
                let [p, q, r] = [dot(n, &a), dot(n, &b), dot(n, &c)];
                let (low, high) = (lesser(lesser(p, q), r), greater(greater(p, q), r));
                let extent = dot(&n.abs(), &self.half);
                *least = lesser(*least, (extent - greater(low, -high)) / square.sqrt());
            }
        };
        along(&mut least, &cross(&u, &v));
        (0..3).for_each(|k| along(&mut least, &Vector3::ith(k, 1.0)));
        for edge in [&u, &v, &w] {
            if least >= bar {
                (0..3).for_each(|k| along(&mut least, &cross(&Vector3::ith(k, 1.0), edge)));
            }
        }
        Some(least)
    }

    /// The nearest points of a core without thickness and of a triangle, where it is proved whether the bodies meet, and that
    /// they are no farther apart than what is asked about; else None.
    pub(super) fn thin_contact(&self, corners: &[Vector3<f64>; 3]) -> Option<ThinContact> {
        let half = self.segment.as_ref()?;
        let corners = corners.each_ref().map(|p| p - self.center);
        let off = self.off + 32.0 * U * corners.iter().map(norm1).sum::<f64>();
        let points = nearest_to_triangle(&corners, half);
        let n = points[1] - points[0];
        let distance = norm(&n);
        let most = distance * (1.0 + 8.0 * U) + off;
        let touching = LengthSum([0.0, self.radii[0], self.radii[1]]).bounds(1.0);
        let is_hit = most <= touching[0];
        let at_touch = BodyAtTriangles {
            reach: touching,
            ..*self
        };
        let is_decided = is_hit || at_touch.parts(&n, &corners, dot(&n, half).abs(), off);
        (is_decided && most <= self.reach[0] && off <= MAX_DIRECTION_ERROR * distance).then(|| {
            ThinContact {
                is_hit,
                points: points.map(|p| p + self.center),
                distance,
            }
        })
    }

    /// Whether a plane across the way from the body's middle to the nearest point of a triangle proves that they are apart: of cores
    /// for which the box around them is no good one.
    pub(super) fn is_parted_from_center(&self, corners: &[Vector3<f64>; 3]) -> bool {
        if self.segment.is_some() || self.has_few_faces {
            return false;
        }
        let (gap, square, off) = self.gap_from_center(corners);
        self.is_gap(gap, square, off)
    }

    /// Along the way from the body's middle to the nearest point of a triangle: the gap between the two, times the length of that
    /// way, its square, and how far lengths are off.
    fn gap_from_center(&self, corners: &[Vector3<f64>; 3]) -> (f64, f64, f64) {
        let corners = corners.each_ref().map(|p| p - self.center);
        let [_, n] = nearest_to_triangle(&corners, &Vector3::zeros());
        let around = self.core.oriented_box();
        let there = rotate(&around.axes, &rotate_back(&self.axes, &n));
        let reach = match self.curved {
            Some(curved) => dot(&there, &curved.farthest(&there)),
            None => self.core.support_from(&there, 0, SearchStart::Table).0,
        };
        let extent = reach - dot(&there, &around.center);
        let heights = corners.each_ref().map(|p| dot(&n, p));
        let least = lesser(lesser(heights[0], heights[1]), heights[2]);
        let off = self.off + 256.0 * U * corners.iter().map(norm1).sum::<f64>();
        (least - extent, dot(&n, &n), off)
    }

    /// Points of the core and of the triangle along the axes of the body.
    fn meeting(&self, points: [Vector3<f64>; 2]) -> FacetFate {
        FacetFate::Meets(points.map(|p| rotate(&self.axes, &p) + self.center))
    }

    /// Looks for the nearest points of the box and the triangle by turns, each the nearest to the one before; None where they
    /// decide nothing.
    fn fate_by_turns(&self, corners: &Corners, off: f64, wants_points: bool) -> Option<FacetFate> {
        let [a, b, c] = corners;
        let inner = self.half.map(|x| greater(x - 4.0 * off, 0.0));
        let mut on = Vector3::zeros();
        for _ in 0..MAX_TURNS {
            let seen = [a - on, b - on, c - on];
            let [_, way] = nearest_to_triangle(&seen, &Vector3::zeros());
            let its = on + way;
            on = its.inf(&inner).sup(&-inner);
            let n = its - on;
            if self.parts(&n, corners, dot(&n.abs(), &self.half), off) {
                return Some(FacetFate::Apart);
            }
            let is_near = norm(&n) * (1.0 + 8.0 * U) + off <= self.reach[0];
            if wants_points && is_near && self.holds(&on, off) {
                return Some(self.meeting([on, its]));
            }
            if n == Vector3::zeros() {
                // No plane parts what shares a point.
                return (!wants_points).then_some(FacetFate::Open);
            }
        }
        None
    }

    /// Whether a plane along an edge of the triangle, from one corner of it, and along one of the body's axes parts them;
    /// `beside` is the third corner.
    #[inline(always)]
    fn is_parted_by_edges(
        &self,
        edge: &Vector3<f64>,
        on: &Vector3<f64>,
        beside: &Vector3<f64>,
        off: f64,
    ) -> bool {
        let mut is_parted = false;
        for k in 0..3 {
            let (i, j) = ((k + 1) % 3, (k + 2) % 3);
            // The axis' product with the edge.
            let (x, y) = (-edge[j], edge[i]);
            let (p, q) = (x * on[i] + y * on[j], x * beside[i] + y * beside[j]);
            let extent = x.abs() * self.half[i] + y.abs() * self.half[j];
            let gap = greater(lesser(p, q), -greater(p, q)) - extent;
            is_parted |= self.is_gap(gap, x * x + y * y, off);
        }
        is_parted
    }

    /// A point of the triangle that is proved to be in the core, along its axes.
    #[inline(never)]
    fn common_point(&self, corners: &Corners, off: f64) -> Option<Vector3<f64>> {
        if !self.has_few_faces {
            return None;
        }
        let point = clipped(corners, &self.half.add_scalar(-4.0 * off))?;
        self.holds(&point, off).then_some(point)
    }

    /// Whether a point along the axes of the body is proved to be in the core.
    fn holds(&self, point: &Vector3<f64>, off: f64) -> bool {
        let around = self.core.oriented_box();
        let there = rotate(&around.axes, point) + around.center;
        let is_below = |face: usize| {
            let from = there - self.core.vertex(self.core.face(face)[0] as usize);
            let height = dot(&self.core.face_normal(face), &from);
            height < -(FACE_NORMAL_ERROR * norm1(&from) + 2.0 * off)
        };
        self.has_few_faces && (0..self.core.face_count()).all(is_below)
    }
}

/// The middle of the corners of what six planes leave of a triangle: those of a box about the origin. None where they leave
/// nothing.
fn clipped(corners: &Corners, half: &Vector3<f64>) -> Option<Vector3<f64>> {
    let mut polygon = [Vector3::zeros(); MAX_CORNERS];
    polygon[..3].copy_from_slice(corners);
    let mut count = 3;
    for side in 0..6 {
        let (k, sign) = (side / 2, [1.0, -1.0][side % 2]);
        let inside = |p: &Vector3<f64>| half[k] - sign * p[k];
        if polygon[..count].iter().all(|p| inside(p) >= 0.0) {
            continue;
        }
        let (before, mut kept) = (polygon, 0);
        for i in 0..count {
            let (p, q) = (&before[i], &before[(i + 1) % count]);
            let (from, to) = (inside(p), inside(q));
            if kept + 2 > MAX_CORNERS {
                return None;
            }
            if from >= 0.0 {
                polygon[kept] = *p;
                kept += 1;
            }
            if (from >= 0.0) != (to >= 0.0) {
                polygon[kept] = p + (q - p) * (from / (from - to));
                kept += 1;
            }
        }
        count = kept;
    }
    let sum = polygon[..count]
        .iter()
        .fold(Vector3::zeros(), |sum, p| sum + p);
    (count > 0).then(|| sum / count as f64)
}
