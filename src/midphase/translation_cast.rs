//! One convex body that flies straight past a body of several pieces, where neither turns.

use nalgebra::{Matrix3, Vector3};

use crate::bvh::aabb::{Aabb, greater, lesser};
use crate::midphase::carried_body::box_through;
use crate::motion::moving_box::MovingBox;
use crate::motion::pairs::MovingPair;
use crate::motion::pose::Pose;
use crate::numeric::arithmetic::{U, norm1, rotate, rotate_back};
use crate::numeric::vertices::Block;
use crate::shape::body::Body;
use crate::shape::pieces::Pieces;

/// The two, and how the one goes as seen from the other.
pub(crate) struct TranslationCast<'a> {
    pub(crate) body: Body<'a>,
    pub(crate) pieces: Pieces<'a>,
    /// Which of the pair has the pieces.
    pub(crate) many: usize,
    /// Where the body is at the start, and where the pieces are.
    pub(crate) start: &'a Pose,
    pub(crate) its_start: &'a Pose,
    /// Displacement of each; and a bound of the error of both.
    pub(crate) way: Vector3<f64>,
    pub(crate) its_way: Vector3<f64>,
    pub(crate) ways_off: f64,
    /// From the origin of the pieces to that of the body at the start.
    pub(crate) apart: Vector3<f64>,
}

impl<'a> TranslationCast<'a> {
    /// None of what is no such pair, and of empty bodies.
    #[inline(always)]
    pub(crate) fn new(pair: &MovingPair<'a>) -> Option<Self> {
        let (many, pieces, body) = match (pair.a, pair.b) {
            (Body::Pieces(_), Body::Pieces(_)) => return None,
            (Body::Pieces(pieces), body) => (0, pieces, body),
            (body, Body::Pieces(pieces)) => (1, pieces, body),
            _ => return None,
        };
        let [motion, its] = match many {
            0 => [pair.motion_b, pair.motion_a],
            _ => [pair.motion_a, pair.motion_b],
        };
        let turns = motion.is_turning() || its.is_turning();
        if turns || pieces.is_empty() || body.bounding_polytope().is_empty() {
            return None;
        }
        let ((way, off), (its_way, its_off)) = (motion.pivot_travel(1.0), its.pivot_travel(1.0));
        Some(TranslationCast {
            body,
            pieces,
            many,
            start: motion.start(),
            its_start: its.start(),
            way,
            its_way,
            ways_off: off + its_off,
            apart: motion.start().translation() - its.start().translation(),
        })
    }

    /// A box that holds the body on its way, in the frame of the pieces, `reach` wider on every side.
    #[inline(always)]
    pub(super) fn moving_box(&self, reach: f64) -> MovingBox {
        let around = self.body.bounding_polytope();
        let axes = self.its_start.matrix();
        let matrix = axes.transpose() * self.start.matrix();
        let offset = rotate_back(axes, &self.apart);
        let there = match around.vertex_count() <= 16 && !matches!(self.body, Body::Curved(_)) {
            true => box_of_posed(around.storage().blocks(), &matrix, &offset),
            false => box_through(
                &Aabb::around(around.vertices()),
                |p| rotate(&matrix, p) + offset,
                &matrix,
            ),
        };
        // As of other boxes, of both at once.
        let size = 2.0 * (around.reach() + self.pieces.bounding_volume().hull.reach());
        let radii = self.body.of_any_kind().1 + self.pieces.radius();
        let places = [self.start.translation(), self.its_start.translation()];
        let ways = norm1(&self.way) + norm1(&self.its_way);
        let far = norm1(&places[0]) + norm1(&places[1]) + ways;
        let lost = 512.0 * U * (size + radii + far) + 8.0 * f64::MIN_POSITIVE;
        MovingBox {
            start: there.with_room(reach + radii + lost + 4.0 * self.ways_off),
            by: rotate_back(axes, &(self.way - self.its_way)).into(),
        }
    }
}

/// A box around points that are turned and moved; four at a time.
#[inline(always)]
fn box_of_posed(blocks: &[Block], matrix: &Matrix3<f64>, offset: &Vector3<f64>) -> Aabb {
    let mut held = Aabb::EMPTY;
    for k in 0..3 {
        let (x, y, z) = (matrix[(k, 0)], matrix[(k, 1)], matrix[(k, 2)]);
        let (mut low, mut high) = ([f64::INFINITY; 4], [f64::NEG_INFINITY; 4]);
        for block in blocks {
            for lane in 0..4 {
                let at = (x * block.x[lane] + y * block.y[lane]) + z * block.z[lane];
                (low[lane], high[lane]) = (lesser(at, low[lane]), greater(at, high[lane]));
            }
        }
        let of_four = |f: fn(f64, f64) -> f64, [a, b, c, d]: [f64; 4]| f(f(a, b), f(c, d));
        held.low[k] = of_four(lesser, low) + offset[k];
        held.high[k] = of_four(greater, high) + offset[k];
    }
    held
}
