//! Closed forms for the first contact of a body that flies straight with triangles, none of which turns.
//!
//! Problem: nearly all casts at a mesh end with a corner in a face, but a linear program would be solved for each
//! triangle near the way. Idea: before the foremost corner of a body reaches the triangle's plane, or comes as near
//! to it as the radii are large, nothing of the body meets the triangle. If the corner then lies above the triangle
//! by more than rounding, that is the first contact. Once one contact is known, a plane through that point shows
//! that a neighbour is not met before.
//!
//! A corner that passes beside the triangle is left to `edge_pivots`, or to `round_time` if there is a radius. So
//! is a corner nearer to an edge than rounding, and a body that starts at the plane.
//!
//! The normal of a hit is made here too: the triangle's, on the side of the body (`FeatureContact`, `answer`).

use nalgebra::{Matrix3, Vector3};

use crate::advance::impact::TimeOfImpact;
use crate::advance::parting_normal::PLANE_OVERLAP_ROUNDINGS;
use crate::bvh::aabb::{greater, lesser};
use crate::midphase::translation_cast::TranslationCast;
use crate::motion::tolerance::DEFAULT_REL_TOL;
use crate::numeric::arithmetic::{U, cross, dot, norm, norm1, rotate, rotate_back};
use crate::numeric::scaling::is_ordinary;
use crate::numeric::segments::nearest_to_triangle;
use crate::numeric::simd::argmax;
use crate::shape::feature::Feature;
use crate::shape::pieces::{PieceId, Pieces, PiecesKind};
use crate::shape::polytope::Polytope;
use crate::shape::triangle_mesh::Facet;
use crate::solver::rounded_distance;

/// The body and the triangles' way, with the world's axes about the origin of their body.
pub(crate) struct TriangleCast<'a> {
    pub(super) body: &'a Polytope,
    /// Its own and that of the triangles.
    radii: [f64; 2],
    triangles: Pieces<'a>,
    pub(super) matrix: &'a Matrix3<f64>,
    /// Rotation of the triangles, if they have one.
    turned: Option<&'a Matrix3<f64>>,
    /// Which of the pair has the triangles.
    mesh: usize,
    /// Position of the body's origin.
    pub(super) apart: Vector3<f64>,
    /// A point within the body, to rounding.
    pub(super) center: Vector3<f64>,
    /// Displacement of the body, seen from the triangles.
    pub(super) by: Vector3<f64>,
    /// Error of that displacement.
    pub(super) way_off: f64,
    /// Their origin in the world, and how far it goes.
    origin: Vector3<f64>,
    its_way: Vector3<f64>,
}

/// The features of the body and of a triangle that meet first.
pub(crate) struct FeatureContact {
    pub(crate) t_lo: f64,
    pub(crate) t_hi: f64,
    /// Corners of the body, and those of the triangle by their places.
    pub(super) of_body: [u32; 3],
    pub(super) of_triangle: [usize; 3],
    /// Relative to the origin of the triangles.
    pub(super) at: Vector3<f64>,
    /// From the triangle to the body, unit.
    pub(super) normal: Vector3<f64>,
}

/// The corners in that frame.
pub(super) struct Corners {
    pub(super) at: [Vector3<f64>; 3],
    /// No coordinate of a corner, of them or of the body, and no difference of two, is off by more.
    pub(super) off: f64,
    /// No difference of two of these corners is off by more.
    sides_off: f64,
    /// No more than the rounding of the pair as posed bodies.
    rounding: f64,
}

/// A bracket that is wider is no answer; nor is one in which the bodies go farther along the normal than [`PLANE_OVERLAP_ROUNDINGS`] roundings.
const WIDE: f64 = 1e-9;

/// Leans of a normal from the feature that was met towards a neighbour: less than the sides of a body rise from it,
/// more than the neighbour turns up.
const LEANS: [f64; 4] = [0.05, 2e-3, 0.3, 0.0];

impl<'a> TriangleCast<'a> {
    /// None of what is no such pair.
    #[inline(always)]
    pub(crate) fn new(passing: &TranslationCast<'a>) -> Option<Self> {
        let ((body, radius), triangles) = (passing.body.core()?, passing.pieces);
        if matches!(triangles.kind(), PiecesKind::Compound(_)) {
            return None;
        }
        let by = passing.way - passing.its_way;
        let matrix = passing.start.matrix();
        Some(TriangleCast {
            body,
            radii: [radius, triangles.radius()],
            triangles,
            center: rotate(matrix, &body.center()) + passing.apart,
            matrix,
            turned: Some(passing.its_start.matrix()).filter(|by| **by != Matrix3::identity()),
            mesh: passing.many,
            apart: passing.apart,
            way_off: passing.ways_off + 4.0 * U * norm1(&by),
            by,
            origin: passing.its_start.translation(),
            its_way: passing.its_way,
        })
    }

    #[inline(always)]
    pub(super) fn has_radius(&self) -> bool {
        self.radii != [0.0; 2]
    }

    /// Whether the body is a ball or a capsule.
    #[inline(always)]
    pub(crate) fn is_thin(&self) -> bool {
        self.has_radius() && self.body.dimension().is_thin()
    }

    /// Distance of the cores at which the bodies touch.
    #[inline(always)]
    fn touching_distance(&self) -> f64 {
        self.radii[0] + self.radii[1]
    }

    #[inline(always)]
    pub(super) fn corners(&self, corners: &[Vector3<f64>; 3]) -> Corners {
        let Some(by) = self.turned else {
            return self.corners_as_they_are(corners);
        };
        let at = corners.map(|p| rotate(by, &p));
        let longest = norm1(&at[0]).max(norm1(&at[1])).max(norm1(&at[2]));
        let size = self.body.reach() + longest + norm1(&self.apart);
        Corners {
            at,
            off: 128.0 * U * size + f64::MIN_POSITIVE,
            sides_off: 128.0 * U * longest + f64::MIN_POSITIVE,
            rounding: self.rounding(longest),
        }
    }

    /// A lower bound of what rounds the pair of the body and a triangle whose corners are at most `longest` from its origin,
    /// summed over the axes.
    #[inline(always)]
    fn rounding(&self, longest: f64) -> f64 {
        let sizes = self.body.reach() + 0.5 * longest;
        U * (60.0 * sizes + 16.0 * (norm1(&self.apart) + norm1(&self.by)))
    }

    /// Whether a bracket leaves of time and depth no more than rounding.
    #[inline(always)]
    pub(super) fn is_narrow(&self, corners: &Corners, met: &FeatureContact) -> bool {
        let width = met.t_hi - met.t_lo;
        width <= WIDE
            && width * dot(&met.normal, &self.by).abs()
                <= PLANE_OVERLAP_ROUNDINGS * corners.rounding
    }

    /// Only sums are rounded, and what turns the body: a matrix that is the identity is that of no turn at all, for its entries
    /// s (x y - w z) and s (x y + w z) vanish together only where both products do.
    #[inline(always)]
    fn corners_as_they_are(&self, at: &[Vector3<f64>; 3]) -> Corners {
        let [a, b, c] = at;
        let longest = norm1(a).max(norm1(b)).max(norm1(c));
        let far = longest + norm1(&self.apart);
        Corners {
            at: *at,
            off: U * (128.0 * self.body.reach() + 16.0 * far) + f64::MIN_POSITIVE,
            sides_off: 4.0 * U * (norm1(&(b - a)) + norm1(&(c - a))) + f64::MIN_POSITIVE,
            rounding: self.rounding(longest),
        }
    }

    #[inline(always)]
    pub(super) fn place(&self, id: u32) -> Vector3<f64> {
        rotate(self.matrix, &self.body.vertex(id as usize)) + self.apart
    }

    /// The corner of the body that is farthest along `n`, or one as far to rounding.
    #[inline(always)]
    pub(super) fn farthest(&self, n: &Vector3<f64>) -> u32 {
        argmax(self.body.storage().blocks(), &rotate_back(self.matrix, n)).1
    }

    /// Whether a triangle is proved apart from the body until it meets something else: by the normal there, leaned towards what
    /// lies between that point and the triangle. For the neighbours of a triangle, which its own plane touches.
    #[inline(always)]
    pub(crate) fn is_later(&self, corners: &[Vector3<f64>; 3], hit: &TimeOfImpact) -> bool {
        let (Some(normal), Some(point)) = (hit.normal, hit.point_a) else {
            return false;
        };
        // From the triangle to the body.
        let normal = if self.mesh == 1 { -normal } else { normal };
        let corners = self.corners(corners);
        let there = point - self.origin - self.its_way * hit.t_hi;
        let away = -corners.to_nearest(&there);
        let along = away - normal * dot(&away, &normal);
        let length = norm1(&along);
        let lean = match length > 0.0 {
            true => along / length,
            false => Vector3::zeros(),
        };
        // Of a ball the best there is.
        if self.has_radius() {
            let core = there + normal * self.radii[0];
            if self.parts_until(hit.t_hi, &corners, &-corners.to_nearest(&core), 0.0) {
                return true;
            }
        }
        // Not by an iterator, which is no part of the wide code.
        for by in LEANS {
            if self.parts_until(hit.t_hi, &corners, &(normal + lean * by), 0.0) {
                return true;
            }
        }
        false
    }

    /// Whether the plane across `n`, which points from the triangle to the body, is between the two until the time t, and they
    /// are farther than `apart` from each other.
    #[inline(always)]
    pub(super) fn parts_until(
        &self,
        t: f64,
        corners: &Corners,
        n: &Vector3<f64>,
        apart: f64,
    ) -> bool {
        let lowest = self.place(self.farthest(&-n));
        let way = t * dot(n, &self.by);
        let far = norm1(&lowest) + self.body.reach() + norm1(&self.by);
        // The choice of the corner errs by less than `off`, and so does each place.
        let margin = norm1(n) * (4.0 * (corners.off + self.way_off + 8.0 * U * far) + apart)
            + self.touching_distance() * norm(n) * (1.0 + 16.0 * U);
        corners.at.iter().all(|corner| {
            let before = dot(n, &(lowest - corner));
            before > margin && before + way > margin
        })
    }

    /// Whether a plane proves that the body passes a triangle until the time t, farther than `near` from it: the triangle's own, or
    /// that across the way from the triangle to the nearest point of a path, that of one end of the core or of the other.
    #[inline(always)]
    pub(crate) fn passes(&self, corners: &[Vector3<f64>; 3], t: f64, near: f64) -> bool {
        let corners = self.corners(corners);
        let [a, b, c] = &corners.at;
        let normal = cross(&(b - a), &(c - a));
        let normal = normal * self.side(&normal, a);
        if is_ordinary(norm1(&normal)) && self.parts_until(t, &corners, &normal, near) {
            return true;
        }
        let half = self.by * (0.5 * t);
        let last = self.body.vertex_count() as u32 - 1;
        for id in [0, last] {
            let middle = self.place(id) + half;
            let seen = corners.at.map(|p| p - middle);
            let [on_path, on_triangle] = nearest_to_triangle(&seen, &half);
            let n = on_path - on_triangle;
            if is_ordinary(norm1(&n)) && self.parts_until(t, &corners, &n, near) {
                return true;
            }
            if last == 0 {
                break;
            }
        }
        false
    }

    /// The first contact with a triangle, if there is one; None where this cannot tell, or not closely, and where the two do not
    /// meet but come within `near` of each other.
    #[inline(always)]
    pub(crate) fn first_contact(
        &self,
        corners: &[Vector3<f64>; 3],
        near: f64,
    ) -> Option<Option<FeatureContact>> {
        let corners = self.corners(corners);
        let found = self.meeting(&corners, near)?;
        let is_narrow = |met: &FeatureContact| self.is_narrow(&corners, met);
        found.as_ref().is_none_or(is_narrow).then_some(found)
    }

    #[inline(always)]
    fn meeting(&self, corners: &Corners, near: f64) -> Option<Option<FeatureContact>> {
        let &Corners {
            at: [a, b, c],
            off,
            sides_off,
            ..
        } = corners;
        let by = self.by;
        let (u, v) = (b - a, c - a);
        let n = cross(&u, &v);
        let sides = norm1(&u) + norm1(&v);
        // Of others products of four lengths would overflow or vanish.
        let far = norm1(&a) + sides + norm1(&self.apart) + self.body.reach() + norm1(&by);
        if !(is_ordinary(far + self.touching_distance()) && is_ordinary(sides)) {
            return None;
        }
        // How far a product with the normal is off, of a vector of this length that is off by so much. What underflows is less
        // than the smallest number.
        let bound = |x: f64, its: f64| {
            2.0 * norm1(&n) * its + 4.0 * sides * sides_off * x + f64::MIN_POSITIVE
        };
        // Of all corners of the body, for the farthest is found to rounding only.
        let side = self.side(&n, &a);
        let id = self.farthest(&(n * -side));
        let from = self.place(id) - a;
        let length = norm(&n);
        let reach = self.touching_distance();
        // Above the plane by the radii, as far as that is known.
        let above = |from: &Vector3<f64>, off: f64| {
            let margin = bound(norm1(from) + 4.0 * self.body.reach(), off)
                + 16.0 * U * (reach * length)
                + 4.0 * sides * sides_off * reach;
            (side * dot(&n, from) - reach * length, margin)
        };
        let (height, margin) = above(&from, off);
        if !(height > margin) {
            return None;
        }
        let speed = -side * dot(&n, &by);
        let slack = bound(norm1(&by), self.way_off);
        let t_lo = (height - margin) / (speed + slack) * (1.0 - 8.0 * U);
        if speed + slack <= 0.0 || t_lo > 1.0 {
            // Never within reach of the triangle's plane.
            let after = if speed + slack > 0.0 {
                speed + slack
            } else {
                0.0
            };
            let left = height - margin - after;
            return (left > near * length * (1.0 + 8.0 * U)).then_some(None);
        }
        if !(speed > 2.0 * slack) {
            return None;
        }
        // Again from about the contact, to which an error of the normal has no lever.
        let reference = (height + margin) / (speed - slack) * (1.0 + 8.0 * U);
        let far = norm1(&from) + norm1(&by) * reference;
        let (height, margin) = above(
            &(from + by * reference),
            off + self.way_off * reference + 8.0 * U * far,
        );
        let t_lo = t_lo.max(reach_time(reference, height - margin, [speed, slack], -1.0));
        let t_hi = reference.min(reach_time(reference, height + margin, [speed, slack], 1.0));
        if !(t_hi <= 1.0 && t_lo > 0.0) {
            return None;
        }
        let met = self.place(id) + by * t_hi;
        let rounding = off + self.way_off + 4.0 * U * norm1(&met);
        let met_off = 2.0 * ((t_hi - t_lo) * norm1(&by) + rounding);
        let is_inside = |from: &Vector3<f64>, to: &Vector3<f64>| {
            let edge = to - from;
            let inward = cross(&n, &edge);
            let beyond = met - from;
            let margin = norm1(&inward) * met_off
                + 16.0 * sides_off * norm1(&beyond) * (sides * norm1(&edge) + norm1(&n))
                + f64::MIN_POSITIVE;
            dot(&inward, &beyond) > 2.0 * margin
        };
        if !(is_inside(&a, &b) && is_inside(&b, &c) && is_inside(&c, &a)) {
            return None;
        }
        let normal = n * (side / length);
        // Half-way between what both surfaces reach, as of other pairs.
        let at = match self.has_radius() {
            true => {
                let foot = met - normal * dot(&normal, &(met - a));
                rounded_distance::nearer([met, foot], self.radii)[0]
            }
            false => met,
        };
        Some(Some(FeatureContact {
            t_lo,
            t_hi,
            of_body: [id; 3],
            of_triangle: [0, 1, 2],
            at,
            normal,
        }))
    }

    /// 1 if the body is on the side of a plane to which `n` points, else -1.
    #[inline(always)]
    pub(super) fn side(&self, n: &Vector3<f64>, of_plane: &Vector3<f64>) -> f64 {
        match dot(n, &(self.center - of_plane)) > 0.0 {
            true => 1.0,
            false => -1.0,
        }
    }

    /// No pair of the body and a triangle has a larger tolerance, unless one is given.
    #[inline(always)]
    pub(crate) fn largest_tolerance(&self) -> f64 {
        let of_body = self.body.bounding_radius() + self.radii[0];
        let size = match of_body > 0.0 {
            true => of_body,
            false => 2.0 * self.triangles.bounding_volume().ball_radius + self.radii[1],
        };
        DEFAULT_REL_TOL * size * (1.0 + 8.0 * U)
    }

    /// Whether triangles are met from both sides.
    pub(crate) fn is_from_any_side(&self) -> bool {
        !self.triangles.is_one_sided()
    }

    /// Which pieces of the two bodies meet at a triangle.
    #[inline(always)]
    pub(crate) fn pieces(&self, triangle: u32) -> [PieceId; 2] {
        let mut pieces = [PieceId::default(); 2];
        pieces[self.mesh] = self.triangles.id(triangle);
        pieces
    }

    /// The answer for a contact with a triangle.
    #[inline(always)]
    pub(crate) fn answer(&self, met: &FeatureContact, facet: &Facet) -> TimeOfImpact {
        let point = met.at + self.origin + self.its_way * met.t_hi;
        let mut features = [Feature::of_three(self.body, met.of_body); 2];
        features[self.mesh] = Feature::of_corners(met.of_triangle.map(|k| facet.ids[k]));
        TimeOfImpact {
            iterations: 1,
            t_lo: met.t_lo,
            t_hi: met.t_hi,
            point_a: Some(point),
            point_b: Some(point),
            normal: Some(if self.mesh == 0 {
                met.normal
            } else {
                -met.normal
            }),
            features: Some(features),
            separation_velocity: dot(&met.normal, &self.by),
            pieces: Some(self.pieces(facet.triangle)),
            ..TimeOfImpact::HIT
        }
    }
}

/// Returns when a height left at the time `reference` is none, with a speed that is off by `slack`: not before, or if `later` is 1 and
/// not -1 not after.
#[inline(always)]
pub(super) fn reach_time(reference: f64, height: f64, [speed, slack]: [f64; 2], later: f64) -> f64 {
    let wait = height / (speed - later * height.signum() * slack);
    (reference + wait) + later * 4.0 * U * (reference + wait.abs())
}

impl Corners {
    /// From a point to the nearest one of a side, to rounding.
    #[inline(always)]
    fn to_nearest(&self, point: &Vector3<f64>) -> Vector3<f64> {
        let [a, b, c] = &self.at;
        let on = |from: &Vector3<f64>, to: &Vector3<f64>| {
            let edge = to - from;
            let part = dot(&(point - from), &edge) / dot(&edge, &edge);
            from + edge * lesser(greater(part, 0.0), 1.0) - point
        };
        let nearer = |p, q| if dot(&p, &p) < dot(&q, &q) { p } else { q };
        nearer(nearer(on(a, b), on(b, c)), on(c, a))
    }
}
