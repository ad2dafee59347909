//! Oriented boxes around a body at the one or two poses of its hull: a coarse support mapping.
//!
//! A direction in which the extended boxes do not overlap is a good guess for a separating plane,
//! found without looking at a vertex (the 2005 paper's test before the full doubling). It is only
//! a guess: whoever uses it proves it on the bodies. Edges are not tried, so of boxes that are
//! apart a few look as if they overlapped.

use nalgebra::{Matrix3, Vector3};

use crate::numeric::arithmetic::{dot, norm, rotate};
use crate::numeric::scaling::near_one;
use crate::shape::oriented_box::OrientedBox;

/// The boxes of one body, query frame.
pub(crate) struct ExtendedBox {
    first: PosedBox,
    second: Option<PosedBox>,
}

struct PosedBox {
    center: Vector3<f64>,
    /// Axes of length 1, times the query's scale.
    axes: [Vector3<f64>; 3],
    half_extents: Vector3<f64>,
}

impl PosedBox {
    fn support_value(&self, n: &Vector3<f64>) -> f64 {
        let along = |k: usize| dot(n, &self.axes[k]).abs() * self.half_extents[k];
        dot(n, &self.center) + ((along(0) + along(1)) + along(2))
    }
}

impl ExtendedBox {
    /// `body` at the pose of matrix (times a power of two) and offset.
    pub(crate) fn at(body: &OrientedBox, matrix: &Matrix3<f64>, offset: &Vector3<f64>) -> Self {
        ExtendedBox {
            first: placed(body, matrix, offset),
            second: None,
        }
    }

    /// Extends the box by the body at another pose.
    pub(crate) fn and(
        self,
        body: &OrientedBox,
        matrix: &Matrix3<f64>,
        offset: &Vector3<f64>,
    ) -> Self {
        ExtendedBox {
            second: Some(placed(body, matrix, offset)),
            ..self
        }
    }

    /// Largest n.x over the boxes.
    fn support_value(&self, n: &Vector3<f64>) -> f64 {
        let second = self
            .second
            .as_ref()
            .map_or(f64::NEG_INFINITY, |b| b.support_value(n));
        self.first.support_value(n).max(second)
    }

    fn axes(&self) -> impl Iterator<Item = Vector3<f64>> {
        let second = self.second.iter().flat_map(|b| b.axes);
        self.first.axes.into_iter().chain(second)
    }
}

fn placed(body: &OrientedBox, matrix: &Matrix3<f64>, offset: &Vector3<f64>) -> PosedBox {
    let axis = |k: usize| rotate(matrix, &body.axes.column(k).into_owned());
    PosedBox {
        center: rotate(matrix, &body.center) + offset,
        axes: [axis(0), axis(1), axis(2)],
        half_extents: body.half_extents,
    }
}

/// The unit direction from A to B, of the boxes' face normals and the line of their centres, along
/// which the boxes are farthest apart, if they are.
pub(crate) fn apart(a: &ExtendedBox, b: &ExtendedBox) -> Option<Vector3<f64>> {
    let centers = std::iter::once(b.first.center - a.first.center);
    let mut best: Option<(f64, Vector3<f64>)> = None;
    for axis in centers.chain(a.axes()).chain(b.axes()) {
        let axis = near_one(&axis);
        let length = norm(&axis);
        // Written so that NaN fails.
        if !(length > 0.0 && length.is_finite()) {
            continue;
        }
        let n = axis / length;
        for n in [n, -n] {
            let gap = -b.support_value(&-n) - a.support_value(&n);
            if gap > best.map_or(0.0, |(gap, _)| gap) {
                best = Some((gap, n));
            }
        }
    }
    best.map(|(_, n)| n)
}
