//! Four boxes side by side, number by number, so that one instruction compares all.

use crate::bvh::aabb::{Aabb, greater};
use crate::motion::moving_box::BoxCast;

/// Boxes side by side.
pub(crate) const LANES: usize = 4;

/// Boxes side by side; empty ones where there are fewer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lanes {
    low: [[f64; LANES]; 3],
    high: [[f64; LANES]; 3],
}

impl Lanes {
    pub(crate) const EMPTY: Lanes = Lanes {
        low: [[f64::INFINITY; LANES]; 3],
        high: [[f64::NEG_INFINITY; LANES]; 3],
    };

    /// The box of each lane, if it has one.
    #[inline(always)]
    pub(crate) fn new(bounds: impl Fn(usize) -> Option<Aabb>) -> Self {
        let bounds: [Aabb; LANES] = std::array::from_fn(|lane| bounds(lane).unwrap_or(Aabb::EMPTY));
        Lanes {
            low: std::array::from_fn(|k| bounds.map(|b| b.low[k])),
            high: std::array::from_fn(|k| bounds.map(|b| b.high[k])),
        }
    }

    /// Which of them meet a box. Written as lengths of gaps, which compilers turn into instructions on all four; the sign
    /// of a difference is exact. NaN, of the empty box and all of space, is no meeting.
    #[inline(always)]
    pub(crate) fn meet(&self, other: &Aabb) -> [bool; LANES] {
        let mut gap = [f64::NEG_INFINITY; LANES];
        for k in 0..3 {
            for (lane, gap) in gap.iter_mut().enumerate() {
                let above = self.low[k][lane] - other.high[k];
                let below = other.low[k] - self.high[k][lane];
                *gap = greater(*gap, greater(above, below));
            }
        }
        gap.map(|gap| gap <= 0.0)
    }

    /// When a cast enters each of them: see [`BoxCast::enters`].
    #[inline(always)]
    pub(crate) fn enters(&self, cast: &BoxCast, end: f64) -> [f64; LANES] {
        cast.enters(&self.low, &self.high, end)
    }
}
