//! A test of a plane of the last frame, and a few corrections to it.
//!
//! Most pairs of a coherent scene are settled here, before any linear program is built. The plane
//! is the last one; for two round bodies it is the one across the line of their centres, which
//! separates more often than any old one. When it fails, its column p (the vertex of M that it
//! found, n.p >= 0) says how it must turn: n - c (n.p / p.p) p sees the same vertex at
//! (1 - c) n.p. That is the reflection of Chung and Wang (Quick collision detection of polytopes
//! in virtual environments, 1996) for c = 2; less turns less and survives more frames.
//!
//! Loses on boxes: their faces are so large that the corrections jump over the one that
//! separates, and the kept portal, which turns with the bodies, is better.
//!
//! An answer from here is proved on this frame's numbers, even if the state is foreign.
//!
//! Tried and dropped (2026-11, last five frames): c = 2 costs 5 to 12%, c = 3 up to 60%; between
//! 1.2 and 1.6 nothing is clear; keeping the normal of the segment of the last two columns instead of the plane that was proved
//! costs 15%, and 180% on long bodies; copies of the plane fixed to A and to B; corrections of r0
//! for cold pairs of long bodies (three supports saved where they are apart, six lost where they
//! meet).

use nalgebra::Vector3;

use crate::numeric::arithmetic::{dot, norm};
use crate::shape::support::SearchStart;
use crate::solver::minkowski_difference::{Column, Difference};
use crate::solver::ray_simplex::RaySimplex;
use crate::support::mapping::SupportMapping;

/// Bodies whose inscribed balls reach this part of the balls around them count as round. A
/// dodecahedron (0.79) does better with its last plane, 66 points on a sphere (0.9) do not.
const MIN_ROUND_RATIO: f64 = 0.85;

/// Pairs with at most this many vertices are not worth corrections.
const COARSE: u32 = 24;

/// Corrections of one plane. Nine in ten that help at all are among the first three; bodies that
/// meet pay for all of them.
const CORRECTIONS: u32 = 4;

/// The share c of n.p that a correction takes off.
const TURN: f64 = 1.5;

/// A plane that was proved to separate; the normal is of unit length.
pub(crate) struct Separation {
    pub(crate) normal: Vector3<f64>,
    pub(crate) max_a: f64,
    pub(crate) min_b: f64,
}

/// A separating plane from `last`, the unit normal of the last frame, or the last column found.
#[inline(always)]
pub(crate) fn plane_test<A: SupportMapping, B: SupportMapping>(
    m: &mut Difference<'_, A, B>,
    run: &RaySimplex,
    last: &Vector3<f64>,
) -> Result<Separation, Column> {
    let round = run.accuracy.inscribed_radius > MIN_ROUND_RATIO * m.outer_radius();
    // Round pairs are settled without a vertex while they are apart: their hints are old.
    let (mut n, mut start) = if round {
        (-run.r0, SearchStart::Table)
    } else {
        (*last, SearchStart::Hint)
    };
    let mut unit = !round;
    let mut left = if m.a.id_count() + m.b.id_count() > COARSE {
        CORRECTIONS
    } else {
        0
    };
    loop {
        let extent = m.support(&n, start);
        let gap = extent.gap();
        if gap > 0.0 {
            let length = if unit { 1.0 } else { norm(&n) };
            if length > m.shortest() && m.proves_apart(&n, length, &extent) {
                return Ok(if unit {
                    // As it is: a kept plane keeps its bits.
                    Separation {
                        normal: n,
                        max_a: extent.max_a,
                        min_b: extent.min_b,
                    }
                } else {
                    Separation {
                        normal: n / length,
                        max_a: extent.max_a / length,
                        min_b: extent.min_b / length,
                    }
                });
            }
        }
        let column = m.enter(&n, &extent);
        let length_sq = dot(&column.m, &column.m);
        if left == 0 || length_sq < f64::MIN_POSITIVE {
            return Err(column);
        }
        left -= 1;
        let depth = dot(&n, &column.m);
        n -= column.m * (TURN * depth / length_sq);
        unit = false;
        start = SearchStart::Hint;
    }
}
