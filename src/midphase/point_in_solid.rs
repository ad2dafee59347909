//! Is a point, posed with one body, inside a solid, posed as another? The answer is that of real arithmetic.
//!
//! A ray from a point inside crosses the surface an odd number of times. It goes along an axis of the mesh, to the nearest side of
//! the box around it. Where it meets an edge or a corner, it is that of a point moved by e along the next axis and e^2 along the
//! one after, for an e below all others: no such ray meets an edge, and the surface has no rim, so the count has one parity.
//!
//! A pose rounds. But if no triangle comes as near to the rounded point as it may be off, the true point is on its side, and the
//! rounded point is in the frame of the mesh, where all coordinates are plain numbers: `orient2d` and `orient3d` decide. Only
//! beside the surface do integers decide, with each rotation times the square of its quaternion; they allocate.
//!
//! Source: Edelsbrunner and Mücke, "Simulation of Simplicity", 1990, for the ray that meets no edge.

use nalgebra::Vector3;

use crate::bvh::aabb::Aabb;
use crate::bvh::box_tree::{LANES, LEVELS, NodeContents};
use crate::midphase::exact_point::ExactPoint;
use crate::motion::pose::Pose;
use crate::numeric::arithmetic::{U, cross, dot, norm1, rotate_back};
use crate::numeric::predicates::{orient2d, orient3d, project};
use crate::shape::triangle_mesh::TriangleMesh;

type Corners = [Vector3<f64>; 3];

/// A solid where it is.
#[derive(Clone, Copy)]
pub(super) struct PosedSolid<'a> {
    pub(super) mesh: &'a TriangleMesh,
    pub(super) pose: &'a Pose,
}

/// A point in the frame of a mesh, rounded; the true one is within `off`.
struct RoundedPoint {
    at: Vector3<f64>,
    off: f64,
}

/// A way out of the box of a mesh: along an axis, up or down.
#[derive(Clone, Copy)]
struct Ray {
    axis: usize,
    up: bool,
}

impl PosedSolid<'_> {
    /// Whether a point is inside, where f64 decides: not beside the surface. `pose_error`: how far the pose may be off.
    pub(super) fn holds_clearly(
        &self,
        point: &Vector3<f64>,
        its_pose: &Pose,
        pose_error: f64,
    ) -> Option<bool> {
        let RoundedPoint { at, off } = self.rounded(point, its_pose);
        let off = off + pose_error;
        let held = self.mesh.tree().whole();
        let reach = Aabb::point(&at).with_room(off);
        if !held.meets(&reach) {
            return Some(false);
        }
        let is_clear = |corners: &Corners| is_clear_of(&at, off, corners);
        let mut clear = at.iter().all(|x| x.is_finite()) && off.is_finite();
        self.visit(
            |held| held.meets(&reach),
            |corners| {
                clear = clear && is_clear(corners);
                clear
            },
        );
        clear.then(|| self.holds_there(&at))
    }

    /// Whether a point of the mesh's own frame is inside or on the surface.
    fn holds_there(&self, at: &Vector3<f64>) -> bool {
        let ray = Ray::shortest(self.mesh.tree().whole(), at);
        let between = |u: &Vector3<f64>, v: &Vector3<f64>| {
            let [u, v, p] = [u, v, at].map(|p| project(p, ray.axis));
            orient2d(u, v, p)
        };
        let side = |[a, b, c]: &Corners| orient3d(a, b, c, at);
        self.is_odd(ray, &Aabb::point(at), between, side)
    }

    /// Whether a point is inside or on the surface, by integers.
    #[cold]
    pub(super) fn holds_exactly(&self, point: &Vector3<f64>, its_pose: &Pose) -> bool {
        let RoundedPoint { at, off } = self.rounded(point, its_pose);
        let exact = ExactPoint::new(point, [self.pose, its_pose]);
        let near = Aabb::point(&at).with_room(off);
        let ray = Ray::shortest(self.mesh.tree().whole(), &at);
        let between = |u: &Vector3<f64>, v: &Vector3<f64>| exact.orient2d(u, v, ray.axis);
        self.is_odd(ray, &near, between, |corners| exact.orient3d(corners))
    }

    fn rounded(&self, point: &Vector3<f64>, its_pose: &Pose) -> RoundedPoint {
        let origin = self.pose.translation();
        let there = its_pose.transform_point(point) - origin;
        // As in `side_of_plane`, where this bound is derived.
        let size = norm1(point) + norm1(&origin) + norm1(&its_pose.translation());
        RoundedPoint {
            at: rotate_back(self.pose.matrix(), &there),
            off: 128.0 * U * size + f64::MIN_POSITIVE,
        }
    }

    /// Whether a ray from a point in a box crosses an odd number of triangles, or the point is on one. `between`: on which side
    /// of a line the point is, seen along the ray's axis. `side`: on which side of a triangle's plane.
    fn is_odd(
        &self,
        ray: Ray,
        near: &Aabb,
        between: impl Fn(&Vector3<f64>, &Vector3<f64>) -> i32,
        side: impl Fn(&Corners) -> i32,
    ) -> bool {
        let (mut is_odd, mut is_on) = (false, false);
        self.visit(
            |held| ray.passes(near, held),
            |corners| {
                if ray.passes(near, &Aabb::around(*corners))
                    && let Some(turn) = ray.turn(corners, &between)
                {
                    let height = turn * side(corners);
                    is_on |= height == 0;
                    is_odd ^= (height < 0) == ray.up;
                }
                !is_on
            },
        );
        is_on || is_odd
    }

    /// Visits the triangles in boxes that count, until `each` says that it is enough.
    fn visit(&self, counts: impl Fn(&Aabb) -> bool, mut each: impl FnMut(&Corners) -> bool) {
        let tree = self.mesh.tree();
        let mut left = [0; (LANES - 1) * LEVELS as usize + 1];
        let mut depth = usize::from(counts(tree.whole()));
        while depth > 0 {
            depth -= 1;
            match tree.open(left[depth]) {
                NodeContents::Nodes(nodes, count) => {
                    for &node in &nodes[..count] {
                        if counts(&tree.box_of(node)) {
                            left[depth] = node;
                            depth += 1;
                        }
                    }
                }
                NodeContents::Pieces(pieces, count) => {
                    for &piece in &pieces[..count] {
                        if !each(&self.mesh.corners(piece)) {
                            return;
                        }
                    }
                }
                NodeContents::Cells(_) => {}
            }
        }
    }
}

impl Ray {
    /// To the nearest side of a box.
    fn shortest(held: &Aabb, at: &Vector3<f64>) -> Self {
        let ways = (0..3).flat_map(|axis| {
            let (down, up) = (at[axis] - held.low[axis], held.high[axis] - at[axis]);
            [
                (down, Ray { axis, up: false }),
                (up, Ray { axis, up: true }),
            ]
        });
        let shortest = ways.min_by(|(p, _), (q, _)| p.total_cmp(q));
        shortest.map_or(Ray { axis: 0, up: true }, |(_, ray)| ray)
    }

    /// Whether it may meet a box, from a point of another box.
    fn passes(self, near: &Aabb, held: &Aabb) -> bool {
        let across = |k: usize| {
            let axis = (self.axis + k) % 3;
            held.low[axis] <= near.high[axis] && near.low[axis] <= held.high[axis]
        };
        let ahead = match self.up {
            true => near.low[self.axis] <= held.high[self.axis],
            false => held.low[self.axis] <= near.high[self.axis],
        };
        ahead && across(1) && across(2)
    }

    /// Which way round a triangle goes about the line of the ray, which never meets its sides: 1 counter-clockwise, seen from the
    /// upper end of the axis. None where it is beside it.
    fn turn(
        self,
        [a, b, c]: &Corners,
        between: impl Fn(&Vector3<f64>, &Vector3<f64>) -> i32,
    ) -> Option<i32> {
        let side = |u: &Vector3<f64>, v: &Vector3<f64>| match between(u, v) {
            0 => {
                let ([x, y], [x_to, y_to]) = (project(u, self.axis), project(v, self.axis));
                match y.total_cmp(&y_to) as i32 {
                    0 => x_to.total_cmp(&x) as i32,
                    sign => sign,
                }
            }
            sign => sign,
        };
        let turn = side(a, b);
        (turn != 0 && side(b, c) == turn && side(c, a) == turn).then_some(turn)
    }
}

/// Whether no point of a triangle is within `off` of a point, proved by a plane.
fn is_clear_of(at: &Vector3<f64>, off: f64, [a, b, c]: &Corners) -> bool {
    let (u, v, from) = (b - a, c - a, at - a);
    let n = cross(&u, &v);
    let extent = norm1(&u) + norm1(&v);
    // Of an entry of the normal, as in `side_of_plane`.
    let blur = 16.0 * U * (norm1(&u) * norm1(&v));
    let height = dot(&n, &from).abs();
    let room = norm1(&n) * off + blur * (norm1(&from) + off + extent);
    let least = |from: &Vector3<f64>| f64::MIN_POSITIVE * (1.0 + norm1(from));
    if height > room + least(&from) && height.is_finite() {
        return true;
    }
    // Beyond a side, in the plane.
    [(a, b), (b, c), (c, a)].into_iter().any(|(p, q)| {
        let (side, from) = (q - p, at - p);
        let out = cross(&side, &n);
        let beyond = dot(&out, &from);
        let blur = norm1(&side) * (2.0 * blur + 16.0 * U * norm1(&n));
        let room = norm1(&out) * off + blur * (norm1(&from) + off + extent);
        beyond > room + (1.0 + norm1(&side)) * least(&from) && beyond.is_finite()
    })
}
