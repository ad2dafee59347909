//! A plain body that flies straight at triangles, none of which turns: what closed forms tell of its first contact.
//!
//! Problem: nearly all shots at a mesh end with a corner in a face, and for each triangle near the way a program would be solved.
//! Idea: before the foremost corner of a body reaches the triangle's plane nothing of it meets the triangle; where it then lies
//! in the triangle by more than rounding, that is the first contact. And once one contact is known, a plane through about that
//! point shows that a neighbour is not met before. Whatever is nearer to an edge than rounding is left to the program, and so is
//! a body that begins at the plane.

use nalgebra::{Matrix3, Vector3};

use crate::body::handle::Body;
use crate::body::pieces::PiecesKind;
use crate::body::polytope::Polytope;
use crate::body::simd::argmax;
use crate::ccd::impact::TimeOfImpact;
use crate::distance::pair_distance::Feature;
use crate::motion::over_pieces::Triangle;
use crate::motion::pairs::MovingPair;
use crate::numeric::arithmetic::{U, cross, dot, norm, norm1, rotate, rotate_back};
use crate::numeric::scaling::is_ordinary;

/// The body and the triangles' way, with the world's axes about the origin of their body.
pub(crate) struct Shot<'a> {
    body: &'a Polytope,
    matrix: &'a Matrix3<f64>,
    of_triangles: &'a Matrix3<f64>,
    /// Which of the pair has the triangles.
    pub(crate) mesh: usize,
    /// Of the body's origin.
    apart: Vector3<f64>,
    /// How far the body goes, seen from the triangles.
    by: Vector3<f64>,
    /// How far that is off.
    way_off: f64,
    /// Their origin in the world, and how far it goes.
    origin: Vector3<f64>,
    its_way: Vector3<f64>,
}

/// The corners in that frame.
struct Corners {
    at: [Vector3<f64>; 3],
    /// No coordinate of a corner, of them or of the body, and no difference of two, is off by more.
    off: f64,
}

/// How far a normal leans from what was met towards a neighbour: less than the sides of a body rise from it, more than the
/// neighbour turns up.
const LEANS: [f64; 4] = [0.05, 2e-3, 0.3, 0.0];

impl<'a> Shot<'a> {
    /// None of what is no such pair.
    pub(crate) fn new(pair: &MovingPair<'a>) -> Option<Self> {
        let (body, triangles, mesh) = match (pair.a, pair.b) {
            (Body::Polytope(body), Body::Pieces(triangles)) => (body, triangles, 1),
            (Body::Pieces(triangles), Body::Polytope(body)) => (body, triangles, 0),
            _ => return None,
        };
        let motions = [pair.motion_a, pair.motion_b];
        let plain = triangles.radius() == 0.0 && !body.is_empty();
        let turns = motions.iter().any(|motion| motion.is_turning());
        if !plain || turns || matches!(triangles.kind(), PiecesKind::Compound(_)) {
            return None;
        }
        let (motion, its) = (motions[1 - mesh], motions[mesh]);
        let [(travel, error), (its_way, its_error)] =
            [motion, its].map(|motion| motion.pivot_travel(1.0));
        let by = travel - its_way;
        let origin = its.start().translation();
        Some(Shot {
            body,
            matrix: motion.start().matrix(),
            of_triangles: its.start().matrix(),
            mesh,
            apart: motion.start().translation() - origin,
            way_off: error + its_error + 4.0 * U * norm1(&by),
            by,
            origin,
            its_way,
        })
    }

    #[inline(always)]
    fn corners(&self, corners: &[Vector3<f64>; 3]) -> Corners {
        let at = corners.map(|p| rotate(self.of_triangles, &p));
        let longest = norm1(&at[0]).max(norm1(&at[1])).max(norm1(&at[2]));
        let size = self.body.reach() + longest + norm1(&self.apart);
        Corners {
            at,
            off: 256.0 * U * size + f64::MIN_POSITIVE,
        }
    }

    #[inline(always)]
    fn place(&self, id: u32) -> Vector3<f64> {
        rotate(self.matrix, &self.body.vertex(id as usize)) + self.apart
    }

    /// The corner of the body that is farthest along `n`, or one as far to rounding.
    #[inline(always)]
    fn farthest(&self, n: &Vector3<f64>) -> u32 {
        argmax(self.body.storage().blocks(), &rotate_back(self.matrix, n)).1
    }

    /// Whether a triangle is proved apart from the body until it meets something else: by the normal there, leaned towards what
    /// lies between that point and the triangle. For the neighbours of a triangle, which its own plane touches.
    pub(crate) fn is_later(&self, (corners, _): &Triangle, hit: &TimeOfImpact) -> bool {
        let (Some(normal), Some(point)) = (hit.normal, hit.point_a) else {
            return false;
        };
        // From the triangle to the body.
        let normal = if self.mesh == 1 { -normal } else { normal };
        let corners = self.corners(corners);
        let there = point - self.origin - self.its_way * hit.t_hi;
        let away = there - corners.nearest(&there);
        let along = away - normal * dot(&away, &normal);
        let length = norm(&along);
        let lean = match length > 0.0 {
            true => along / length,
            false => along,
        };
        LEANS
            .iter()
            .any(|by| self.parts_until(hit.t_hi, &corners, &(normal + lean * *by)))
    }

    /// Whether the plane across `n`, which points from the triangle to the body, is between the two until the time t.
    #[inline(always)]
    fn parts_until(&self, t: f64, corners: &Corners, n: &Vector3<f64>) -> bool {
        let lowest = self.place(self.farthest(&-n));
        let way = t * dot(n, &self.by);
        let far = norm1(&lowest) + self.body.reach() + norm1(&self.by);
        // The choice of the corner errs by less than `off`, and so does each place.
        let room = 4.0 * norm1(n) * (corners.off + self.way_off + 8.0 * U * far);
        corners.at.iter().all(|corner| {
            let before = dot(n, &(lowest - corner));
            before > room && before + way > room
        })
    }

    /// The first contact with a triangle; None where this cannot tell. `ids` are its names for its corners.
    pub(crate) fn first_contact(&self, (corners, ids): &Triangle) -> Option<TimeOfImpact> {
        let Corners { at: [a, b, c], off } = self.corners(corners);
        let by = self.by;
        let (u, v) = (b - a, c - a);
        let n = cross(&u, &v);
        let sides = norm1(&u) + norm1(&v);
        // Of others products of four lengths would overflow or vanish.
        let far = norm1(&a) + sides + norm1(&self.apart) + self.body.reach() + norm1(&by);
        if !(is_ordinary(far) && is_ordinary(sides)) {
            return None;
        }
        // How far a product with the normal is off, of a vector of this length that is off by so much. What underflows is less
        // than the smallest number.
        let bound =
            |x: f64, its: f64| 2.0 * norm1(&n) * its + 4.0 * sides * off * x + f64::MIN_POSITIVE;
        // Of all corners of the body, for the farthest is found to rounding only.
        let height = |side: f64| {
            let id = self.farthest(&(n * -side));
            let from = self.place(id) - a;
            let room = bound(norm1(&from) + 4.0 * self.body.reach(), off);
            (side, id, side * dot(&n, &from), room)
        };
        let is_clear = |&(_, _, height, room): &(f64, u32, f64, f64)| height > room;
        let (side, id, height, room) = Some(height(1.0))
            .filter(is_clear)
            .or_else(|| Some(height(-1.0)).filter(is_clear))?;
        let speed = -side * dot(&n, &by);
        let slack = bound(norm1(&by), self.way_off);
        let t_lo = (height - room) / (speed + slack) * (1.0 - 8.0 * U);
        if speed + slack <= 0.0 || t_lo > 1.0 {
            return Some(TimeOfImpact::separated(0.0, None));
        }
        if !(speed > 2.0 * slack) {
            return None;
        }
        let t_hi = (height + room) / (speed - slack) * (1.0 + 8.0 * U);
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
            let room = norm1(&inward) * met_off
                + 16.0 * off * norm1(&beyond) * (sides * norm1(&edge) + norm1(&n))
                + f64::MIN_POSITIVE;
            dot(&inward, &beyond) > 2.0 * room
        };
        if !(is_inside(&a, &b) && is_inside(&b, &c) && is_inside(&c, &a)) {
            return None;
        }
        let point = met + self.origin + self.its_way * t_hi;
        let up = n * (side / norm(&n));
        let features = [Feature::of_edge(id, id), Feature::of_triangle(*ids)];
        let swapped = self.mesh == 0;
        Some(TimeOfImpact {
            iterations: 1,
            t_lo,
            t_hi,
            point_a: Some(point),
            point_b: Some(point),
            normal: Some(if swapped { up } else { -up }),
            features: Some(match features {
                [body, triangle] if swapped => [triangle, body],
                features => features,
            }),
            separation_velocity: dot(&up, &by),
            ..TimeOfImpact::HIT
        })
    }
}

impl Corners {
    /// The point of a side that is nearest to another, to rounding.
    fn nearest(&self, point: &Vector3<f64>) -> Vector3<f64> {
        let [a, b, c] = &self.at;
        let on = |from: &Vector3<f64>, to: &Vector3<f64>| {
            let edge = to - from;
            let part = dot(&(point - from), &edge) / dot(&edge, &edge);
            from + edge * part.clamp(0.0, 1.0)
        };
        let far = |p: &Vector3<f64>| dot(&(p - point), &(p - point));
        let nearer = |p, q| if far(&p) < far(&q) { p } else { q };
        nearer(nearer(on(a, b), on(b, c)), on(c, a))
    }
}
