//! A body at one pose that is given by its rounded matrix and offset alone, at any time of a motion.

use nalgebra::{Matrix3, Vector3};

use crate::numeric::arithmetic::{U, dot, norm1, rotate, rotate_back};
use crate::shape::polytope::Polytope;
use crate::shape::support::SearchStart;
use crate::support::mapping::FloatMapping;
use crate::support::swept_hull::shortest_direction;
use crate::support::swept_hull::{Offset, rounding};

/// A body where `x = matrix v + offset`, in the query's frame, up to `rounding`.
#[derive(Clone, Copy)]
pub(crate) struct PosedBody<'a> {
    pub(crate) body: &'a Polytope,
    /// Rotation of the pose, times the query's scale.
    pub(crate) matrix: &'a Matrix3<f64>,
    pub(crate) offset: Vector3<f64>,
    pub(crate) scale: f64,
    pub(crate) rounding: f64,
}

impl<'a> PosedBody<'a> {
    /// The body at the pose of `matrix` (times `scale`) and `offset`.
    #[inline(always)]
    pub(crate) fn new(
        body: &'a Polytope,
        matrix: &'a Matrix3<f64>,
        offset: &Offset,
        scale: f64,
    ) -> Self {
        PosedBody {
            body,
            matrix,
            offset: offset.value,
            scale,
            rounding: rounding(body, offset, scale),
        }
    }

    /// Moves the body by `shift`, which is taken as exact.
    #[inline(always)]
    pub(crate) fn carry(&mut self, shift: &Vector3<f64>) {
        self.offset += shift;
        self.rounding += 20.0 * U * (norm1(shift) + norm1(&self.offset));
    }

    #[inline(always)]
    fn place(&self, v: &Vector3<f64>) -> Vector3<f64> {
        rotate(self.matrix, v) + self.offset
    }

    #[inline(always)]
    fn along(&self, n: &Vector3<f64>, found: (f64, u32)) -> (f64, u32) {
        (found.0 + dot(n, &self.offset), found.1)
    }
}

impl FloatMapping for PosedBody<'_> {
    #[inline(always)]
    fn copied(&self) -> Self {
        *self
    }

    #[inline(always)]
    fn support(&self, n: &Vector3<f64>, hint: u32, start: SearchStart) -> (f64, u32) {
        let n_body = rotate_back(self.matrix, n);
        self.along(n, self.body.support_from(&n_body, hint, start))
    }

    #[inline(always)]
    fn scan(&self, n: &Vector3<f64>) -> (f64, u32) {
        self.along(n, self.body.scan(&rotate_back(self.matrix, n)))
    }

    #[inline(always)]
    fn point(&self, id: u32) -> Vector3<f64> {
        self.place(&self.body.storage().get(id as usize))
    }

    fn id_count(&self) -> u32 {
        self.body.vertex_count() as u32
    }

    #[inline(always)]
    fn center(&self) -> Vector3<f64> {
        self.place(&self.body.center())
    }

    #[inline(always)]
    fn center_error(&self) -> f64 {
        self.body.center_error() * self.scale
    }

    #[inline(always)]
    fn inscribed_radius(&self) -> f64 {
        self.body.inscribed_radius() * self.scale
    }

    #[inline(always)]
    fn outer_radius(&self) -> f64 {
        self.body.outer_radius() * self.scale
    }

    #[inline(always)]
    fn rounding(&self) -> f64 {
        self.rounding
    }

    #[inline(always)]
    fn shortest(&self) -> f64 {
        shortest_direction(self.scale)
    }

    #[inline(always)]
    fn climb_slack(&self, id: u32) -> f64 {
        self.body.climb_slack_factor(id) * (self.body.reach() * self.scale) * (6.0 * U)
    }
}
