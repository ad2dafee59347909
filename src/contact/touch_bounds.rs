//! How far at most must B move along a direction until it leaves A for good?
//!
//! Problem: a body in a surface of small triangles overlaps hundreds of them, and the last touch
//! ([`last_touch`](crate::contact::last_touch)) of each along hundreds of normals is dear. Idea: every axis `m` that
//! leans towards the way bounds it: two bodies that overlap by `s` along `m` are apart after `s / m·n`. The faces of the body and that
//! of the triangle are the planes in which the two mostly part, so the least of these bounds mostly is the last touch itself, and
//! only the pairs that need more than all before them are solved.
//!
//! Loses where an edge of the body leaves an edge of a triangle: its bounds are loose, and the pair is solved.

use nalgebra::Vector3;

use crate::contact::piece_overlap::PieceOverlap;
use crate::motion::pairs::PosedPair;
use crate::motion::pose::Pose;
use crate::numeric::arithmetic::{U, dot, rotate, rotate_back};
use crate::numeric::scaling::is_ordinary;
use crate::shape::face_normal::unit_normal;
use crate::shape::pieces::{PieceId, PiecesKind};
use crate::shape::polytope::Polytope;

/// Fewer pairs are solved sooner than bounded.
const MIN_OVERLAPS: usize = 8;

/// Faces of a body that are compared with a normal; larger bodies have no bounds by their faces.
const MAX_FACES: usize = 256;

/// Faces of a body that bound a way: more are bounds that the least of them hides, fewer miss the other side of an edge that
/// leads the way.
const FACES_ALONG: usize = 4;

/// Cosine between an axis and the way below which a bound is no use.
const MIN_SLOPE: f64 = 0.1;

/// An axis from A to B, unit length, and how far a body, or both, reach along it.
type Axis = (Vector3<f64>, f64);

/// What bounds the last touches of the pairs of a triangle, or of two, and of a convex body.
pub(super) struct TouchBounds<'a> {
    bodies: [Option<PlacedCore<'a>>; 2],
    /// The corners of the triangles; of a convex body they are not used.
    corners: Vec<[[Vector3<f64>; 3]; 2]>,
    /// The planes of each pair's triangles, either way, and how far the pair reaches into each other along them.
    planes: Vec<[Option<Axis>; 4]>,
    /// The faces of the convex body, and how far it reaches along them.
    faces: Vec<Axis>,
    radii: f64,
    /// Error of a reach.
    off: f64,
}

/// A convex body in a frame whose axes are the world's and whose origin is that of A.
struct PlacedCore<'a> {
    core: &'a Polytope,
    pose: &'a Pose,
    from: Vector3<f64>,
}

impl PlacedCore<'_> {
    fn reach(&self, m: &Vector3<f64>) -> f64 {
        let towards = rotate_back(self.pose.matrix(), m);
        let vertex = self.core.support(&towards).unwrap_or_default();
        dot(&towards, &self.core.vertex(vertex)) + dot(m, &self.from)
    }
}

fn highest(corners: &[Vector3<f64>; 3], m: &Vector3<f64>) -> f64 {
    let [a, b, c] = corners.each_ref().map(|v| dot(m, v));
    a.max(b).max(c)
}

impl<'a> TouchBounds<'a> {
    /// None of few pairs, of compounds and of curved bodies, and where lengths are not ordinary. `size` is that of the largest pair.
    pub(super) fn new(pair: &PosedPair<'a>, overlaps: &[PieceOverlap], size: f64) -> Option<Self> {
        if overlaps.len() < MIN_OVERLAPS || !is_ordinary(size) {
            return None;
        }
        let sides = [(pair.a, pair.pose_a), (pair.b, pair.pose_b)];
        let origin = pair.pose_a.translation();
        let (mut bodies, mut surfaces, mut radii) = ([None, None], [None, None], 0.0);
        for (side, (body, pose)) in sides.into_iter().enumerate() {
            if let Some((core, radius)) = body.core() {
                let from = pose.translation() - origin;
                bodies[side] = Some(PlacedCore { core, pose, from });
                radii += radius;
            } else {
                let surface = body.pieces()?;
                if matches!(surface.kind(), PiecesKind::Compound(_)) {
                    return None;
                }
                radii += surface.radius();
                surfaces[side] = Some((surface, pose));
            }
        }
        let corners_of = |side: usize, id: PieceId| match &surfaces[side] {
            None => Some([Vector3::zeros(); 3]),
            Some((surface, pose)) => {
                let corners = surface.corners(id.triangle)?;
                let from = pose.translation() - origin;
                Some(corners.map(|v| rotate(pose.matrix(), &v) + from))
            }
        };
        let corners = overlaps
            .iter()
            .map(|of| Some([corners_of(0, of.ids[0])?, corners_of(1, of.ids[1])?]));
        let mut bounds = TouchBounds {
            bodies,
            corners: corners.collect::<Option<_>>()?,
            planes: Vec::new(),
            faces: Vec::new(),
            radii,
            off: 512.0 * U * size,
        };
        for (side, sign) in [1.0, -1.0].into_iter().enumerate() {
            if let Some(body) = &bounds.bodies[side]
                && body.core.face_count() <= MAX_FACES
            {
                let face = |face: usize| {
                    let out = rotate(body.pose.matrix(), &body.core.face_normal(face));
                    (out * sign, body.reach(&out))
                };
                bounds.faces = (0..body.core.face_count()).map(face).collect();
            }
        }
        bounds.planes = (0..overlaps.len()).map(|k| bounds.planes_of(k)).collect();
        Some(bounds)
    }

    fn planes_of(&self, k: usize) -> [Option<Axis>; 4] {
        let mut planes = [None; 4];
        for side in 0..2 {
            if self.bodies[side].is_none() {
                let up = unit_normal(self.corners[k][side]);
                for (place, m) in [up, -up].into_iter().enumerate() {
                    planes[2 * side + place] = Some((m, self.overlap(k, &m)));
                }
            }
        }
        planes
    }

    /// How far pair `k` reaches into each other along an axis.
    fn overlap(&self, k: usize, m: &Vector3<f64>) -> f64 {
        let far = |side: usize, m: Vector3<f64>| match &self.bodies[side] {
            Some(body) => body.reach(&m),
            None => highest(&self.corners[k][side], &m),
        };
        far(0, *m) + far(1, -m) + self.radii
    }

    /// Bounds of ways along a unit normal from A to B.
    pub(super) fn along(&self, n: &Vector3<f64>) -> BoundsAlong<'_> {
        let mut faces = [None; FACES_ALONG];
        for &(m, reach) in &self.faces {
            let slope = dot(&m, n);
            let mut face = (slope >= MIN_SLOPE).then_some((m, reach, slope));
            // The steepest first; each takes the place of one that is less steep, which moves on.
            for place in &mut faces {
                let [its, other] = [&face, &*place].map(|of| of.map_or(0.0, |(.., slope)| slope));
                if its > other {
                    std::mem::swap(&mut face, place);
                }
            }
        }
        let of_body =
            |side: usize, m: Vector3<f64>| (self.bodies[side].as_ref()).map(|of| of.reach(&m));
        BoundsAlong {
            bounds: self,
            n: *n,
            of_bodies: [of_body(0, *n), of_body(1, -n)],
            faces,
        }
    }
}

/// See [`TouchBounds::along`].
pub(super) struct BoundsAlong<'b> {
    bounds: &'b TouchBounds<'b>,
    n: Vector3<f64>,
    of_bodies: [Option<f64>; 2],
    /// Axes, how far the convex body reaches along them, and their slopes.
    faces: [Option<(Vector3<f64>, f64, f64)>; FACES_ALONG],
}

impl BoundsAlong<'_> {
    /// How far pair `k` reaches into each other along the normal.
    pub(super) fn overlap(&self, k: usize) -> f64 {
        let [a, b] = &self.bounds.corners[k];
        let [of_a, of_b] = self.of_bodies;
        let far_a = of_a.unwrap_or_else(|| highest(a, &self.n));
        let far_b = of_b.unwrap_or_else(|| highest(b, &-self.n));
        far_a + far_b + self.bounds.radii
    }

    /// A length that the last touch of pair `k` does not exceed.
    pub(super) fn most(&self, k: usize) -> f64 {
        let TouchBounds {
            bodies,
            corners,
            planes,
            radii,
            off,
            ..
        } = self.bounds;
        let mut most = f64::INFINITY;
        for (m, overlap) in planes[k].iter().flatten() {
            let slope = dot(m, &self.n);
            if slope >= MIN_SLOPE {
                most = most.min((overlap + off) / slope);
            }
        }
        for (m, reach, slope) in self.faces.iter().flatten() {
            let other = match bodies[0] {
                Some(_) => highest(&corners[k][1], &-m),
                None => highest(&corners[k][0], m),
            };
            most = most.min((reach + other + radii + off) / slope);
        }
        most
    }
}
