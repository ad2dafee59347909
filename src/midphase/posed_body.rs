//! A convex body at rest, as triangles at rest see it.
//!
//! Problem: of a hundred thousand triangles a few dozen are near a small body, and as pairs of bodies each takes thousands of
//! instructions. Idea: the body is brought into the frame of the triangles once, as the point or segment that its core is, or
//! as the box around it. Eight boxes of a node are compared with it at once, in f32, by three planes along the axes of either
//! box and by the ball about both. What f32 loses is a part of the size of all, by which the body's box is wider.
//!
//! What f64 loses of a place is one length, `off`: as of other boxes ([`carried_body`](crate::midphase::carried_body)), and of
//! the box along the body's axes a part of its sides, for these axes are at right angles to rounding.

use nalgebra::{Matrix3, Vector3};

use crate::bvh::aabb::greater;
use crate::bvh::box_tree::LANES;
use crate::motion::pairs::PosedPair;
use crate::motion::pose::Pose;
use crate::numeric::arithmetic::{U, norm, norm1, rotate, rotate_back};
use crate::numeric::length_sum::LengthSum;
use crate::numeric::scaling::is_ordinary;
use crate::numeric::simd::at_most;
use crate::shape::body::{Body, Core};
use crate::shape::curved::Curved;
use crate::shape::dimension::Dimension;
use crate::shape::pieces::{Pieces, PiecesKind};
use crate::shape::polytope::Polytope;

/// A body, and where it is in the frame of the triangles.
#[derive(Clone, Copy)]
pub(super) struct BodyAtTriangles<'a> {
    pub(super) pieces: Pieces<'a>,
    /// Which of the pair has the triangles.
    pub(super) many: usize,
    /// The body's radius and that of the triangles.
    pub(super) radii: [f64; 2],
    /// The core; a box that holds a curved one.
    pub(super) core: &'a Polytope,
    /// Middle of the box around the core.
    pub(super) center: Vector3<f64>,
    /// Axes of that box, as columns, and half its sides along them.
    pub(super) axes: Matrix3<f64>,
    pub(super) half: Vector3<f64>,
    /// From the middle of a segment to one end, 0 of a point; None of other cores.
    pub(super) segment: Option<Vector3<f64>>,
    /// The curved core that `core` holds.
    pub(super) curved: Option<&'a Curved>,
    /// Whether the core is the body's, and few faces prove that a point is in it.
    pub(super) has_few_faces: bool,
    /// Distance of cores up to which triangles count, from below and from above: radii, and the gap that is asked about.
    pub(super) reach: [f64; 2],
    /// No point of the core is farther from where it is taken to be.
    pub(super) off: f64,
}

/// Most faces that are compared with a point.
const MAX_FACES: usize = 8;

impl<'a> BodyAtTriangles<'a> {
    /// None of a pair that is not of a convex body and of triangles, and where lengths are not ordinary.
    #[inline(always)]
    pub(super) fn new(pair: &PosedPair<'a>, gap: f64) -> Option<Self> {
        let poses = [pair.pose_a, pair.pose_b];
        let (many, pieces, body) = match (pair.a, pair.b) {
            (Body::Pieces(_), Body::Pieces(_)) => return None,
            (Body::Pieces(pieces), body) => (0, pieces, body),
            (body, Body::Pieces(pieces)) => (1, pieces, body),
            _ => return None,
        };
        let (pose, its_pose): (&Pose, &Pose) = (poses[1 - many], poses[many]);
        let core = body.bounding_polytope();
        let is_compound = matches!(pieces.kind(), PiecesKind::Compound(_));
        if is_compound || pieces.is_empty() || core.is_empty() {
            return None;
        }
        let radii = [body.of_any_kind().1, pieces.radius()];
        let sum = LengthSum([gap, radii[0], radii[1]]);
        let far = norm1(&pose.translation()) + norm1(&its_pose.translation());
        let size = core.reach() + far + pieces.bounding_volume().hull.reach() + sum.rounded();
        if !is_ordinary(size) {
            return None;
        }
        let axes = its_pose.matrix();
        let matrix = axes.transpose() * pose.matrix();
        let offset = rotate_back(axes, &(pose.translation() - its_pose.translation()));
        let around = core.oriented_box();
        let curved = match body.of_any_kind().0 {
            Core::Curved(curved) => Some(curved),
            Core::Polytope(_) => None,
        };
        let is_curved = curved.is_some();
        let (center, segment) = match core.dimension().is_thin() && !is_curved {
            true => {
                let [first, last] = [0, core.vertex_count() - 1].map(|k| core.vertex(k));
                let half = (last - first) * 0.5;
                (first + half, Some(rotate(&matrix, &half)))
            }
            false => (around.center, None),
        };
        let half = around.half_extents;
        Some(BodyAtTriangles {
            pieces,
            many,
            radii,
            core,
            center: rotate(&matrix, &center) + offset,
            axes: matrix * around.axes,
            half,
            segment,
            curved,
            has_few_faces: core.dimension() == Dimension::Solid
                && core.face_count() <= MAX_FACES
                && !is_curved,
            reach: sum.bounds(1.0),
            off: U * (512.0 * (2.0 * core.reach() + far) + 2048.0 * norm1(&half)),
        })
    }

    /// What nodes are compared with.
    #[inline(always)]
    pub(super) fn node_test(&self) -> NodeTest {
        let outer = self.reach[1] + self.off;
        let held = &self.pieces.bounding_volume().held;
        let extent = rotate(&self.axes.abs(), &self.half).add_scalar(outer);
        let mut size = norm1(&extent);
        for k in 0..3 {
            let (low, high) = (self.center[k] - held.low[k], held.high[k] - self.center[k]);
            size += greater(low.abs(), high.abs());
        }
        let lost = F32_REL_ERROR * size;
        let ball = norm(&self.half) + outer + lost;
        let up = |x: f64| (x + lost) as f32;
        NodeTest {
            center: self.center.into(),
            is_ball: self.segment == Some(Vector3::zeros()),
            extent: [up(extent.x), up(extent.y), up(extent.z)],
            axes: std::array::from_fn(|j| std::array::from_fn(|k| self.axes[(k, j)] as f32)),
            widths: std::array::from_fn(|j| up(2.0 * (self.half[j] + outer) + lost)),
            // Squares of small numbers are as far off as the smallest that f32 knows to all its places.
            ball_sq: (ball * ball * (1.0 + F32_REL_ERROR)) as f32 + 4.0 * f32::MIN_POSITIVE,
        }
    }
}

/// Part of the size of all that is lost in f32: ten roundings along each axis, times what they weigh along another.
const F32_REL_ERROR: f64 = 32.0 * f32::EPSILON as f64;

/// A body as eight boxes at once are compared with it, in f32.
pub(super) struct NodeTest {
    pub(super) center: [f64; 3],
    is_ball: bool,
    /// Half the sides of the box along the axes of the frame.
    extent: [f32; 3],
    /// The body's axes, and the sides of its box along them.
    axes: [[f32; 3]; 3],
    widths: [f32; 3],
    /// Square of the radius of a ball that holds the body.
    ball_sq: f32,
}

/// Eight boxes, side by side, about the middle of a body.
pub(super) struct BoxLanes {
    pub(super) low: [[f32; LANES]; 3],
    pub(super) high: [[f32; LANES]; 3],
}

impl NodeTest {
    /// Returns the squares of the distances of boxes from the body's middle, and bits of those that may be near the body. By
    /// loops, which the compiler vectorises; what is not a number excludes nothing.
    #[inline(always)]
    pub(super) fn near(&self, BoxLanes { low, high }: &BoxLanes) -> ([f32; LANES], u32) {
        let (mut square, mut excess) = ([0.0_f32; LANES], [f32::NEG_INFINITY; LANES]);
        for k in 0..3 {
            for lane in 0..LANES {
                let beyond = larger(low[k][lane], -high[k][lane]);
                let gap = larger(beyond, 0.0);
                square[lane] += gap * gap;
                excess[lane] = larger(beyond - self.extent[k], excess[lane]);
            }
        }
        if !self.is_ball {
            for j in 0..3 {
                let [x, y, z] = self.axes[j];
                for lane in 0..LANES {
                    let middle = |k: usize| low[k][lane] + high[k][lane];
                    let wide = |k: usize| high[k][lane] - low[k][lane];
                    let along = (x * middle(0) + y * middle(1)) + z * middle(2);
                    let sides = (x.abs() * wide(0) + y.abs() * wide(1)) + z.abs() * wide(2);
                    let beyond = along.abs() - (sides + self.widths[j]);
                    excess[lane] = larger(beyond, excess[lane]);
                }
            }
        }
        for lane in 0..LANES {
            excess[lane] = larger(square[lane] - self.ball_sq, excess[lane]);
        }
        (square, at_most(&excess, &[0.0; LANES]))
    }
}

#[inline(always)]
fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}
