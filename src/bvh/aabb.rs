//! A box with sides along the axes of a frame.

use nalgebra::Vector3;

use crate::numeric::arithmetic::{U, norm};

/// A box; empty where `low` is above `high`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Aabb {
    pub(crate) low: [f64; 3],
    pub(crate) high: [f64; 3],
}

impl Aabb {
    pub(crate) const EMPTY: Aabb = Aabb {
        low: [f64::INFINITY; 3],
        high: [f64::NEG_INFINITY; 3],
    };

    /// All of space: no coordinate is beyond. Not infinite, so that the empty box does not meet it.
    pub(crate) const ALL: Aabb = Aabb {
        low: [-f64::MAX; 3],
        high: [f64::MAX; 3],
    };

    pub(crate) fn point(p: &Vector3<f64>) -> Self {
        Aabb {
            low: (*p).into(),
            high: (*p).into(),
        }
    }

    #[inline(always)]
    pub(crate) fn around(points: impl IntoIterator<Item = Vector3<f64>>) -> Self {
        let held = |held: Aabb, p| held.and(&Aabb::point(&p));
        points.into_iter().fold(Aabb::EMPTY, held)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.low[0] > self.high[0]
    }

    /// `by` wider on every side, outwards.
    #[inline(always)]
    pub(crate) fn wider(&self, by: f64) -> Self {
        if by == 0.0 {
            return *self;
        }
        Aabb {
            low: self.low.map(|x| (x - by).next_down()),
            high: self.high.map(|x| (x + by).next_up()),
        }
    }

    /// `by` wider on every side; all of space where that overflows, or NaN.
    #[inline(always)]
    pub(crate) fn with_room(&self, by: f64) -> Self {
        let wide = Aabb {
            low: self.low.map(|x| x - by),
            high: self.high.map(|x| x + by),
        };
        let is_there = |k: usize| {
            (-f64::MAX <= wide.low[k]) & (wide.low[k] <= wide.high[k]) & (wide.high[k] <= f64::MAX)
        };
        match is_there(0) & is_there(1) & is_there(2) {
            true => wide,
            false => Aabb::ALL,
        }
    }

    #[inline(always)]
    pub(crate) fn and(&self, other: &Aabb) -> Aabb {
        Aabb {
            low: std::array::from_fn(|k| lesser(self.low[k], other.low[k])),
            high: std::array::from_fn(|k| greater(self.high[k], other.high[k])),
        }
    }

    /// Whether all of the other is in it.
    #[inline(always)]
    pub(crate) fn holds(&self, other: &Aabb) -> bool {
        let side = |k: usize| (self.low[k] <= other.low[k]) & (other.high[k] <= self.high[k]);
        side(0) & side(1) & side(2)
    }

    pub(crate) fn longest_side(&self) -> f64 {
        let side = |k: usize| self.high[k] - self.low[k];
        greater(greater(side(0), side(1)), side(2))
    }

    /// A ball around it: center and radius.
    pub(crate) fn ball(&self) -> (Vector3<f64>, f64) {
        let (low, high) = (Vector3::from(self.low), Vector3::from(self.high));
        let center = low * 0.5 + high * 0.5;
        // Infinite where the box is all of space.
        let radius = norm(&(high - center)).max(norm(&(center - low)));
        (center, radius * (1.0 + 8.0 * U) + f64::MIN_POSITIVE)
    }

    /// Touching is meeting; the empty box meets nothing.
    #[inline(always)]
    pub(crate) fn meets(&self, other: &Aabb) -> bool {
        let side = |k: usize| (self.low[k] <= other.high[k]) & (other.low[k] <= self.high[k]);
        side(0) & side(1) & side(2)
    }

    /// Never above the distance of a point of this box from one of the other.
    pub(crate) fn distance(&self, other: &Aabb) -> f64 {
        let apart = |k: usize| {
            let gap = greater(other.low[k] - self.high[k], self.low[k] - other.high[k]);
            greater(gap, 0.0)
        };
        let apart = Vector3::new(apart(0), apart(1), apart(2));
        // Squares may be beyond f64.
        let length = norm(&apart);
        let length = if length.is_finite() {
            length
        } else {
            apart.amax()
        };
        length * (1.0 - 8.0 * U)
    }

    /// How far the boxes reach into each other along a unit vector from this one to the other, but for rounding.
    pub(crate) fn overlap_along(&self, other: &Aabb, n: &Vector3<f64>) -> f64 {
        let side = |k: usize| match n[k] > 0.0 {
            true => n[k] * (self.high[k] - other.low[k]),
            false => n[k] * (self.low[k] - other.high[k]),
        };
        let reach = side(0) + side(1) + side(2);
        if reach.is_nan() { f64::INFINITY } else { reach }
    }
}

/// Not `f64::min`, which takes more than one instruction for the sake of NaN.
#[inline(always)]
pub(crate) fn lesser(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

#[inline(always)]
pub(crate) fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}
