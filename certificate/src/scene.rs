//! Two bodies on their way and a plane between them, in one arithmetic.

use super::chain::GivenMotion;
use super::enclosure::{Enclosure, Vector, norm, vector};
use super::placed::{Placed, Rotation, Spin};

/// Both bodies in one arithmetic.
#[derive(Debug, Clone)]
pub(super) struct Scene<N> {
    pub(super) a: Placed<N>,
    pub(super) b: Placed<N>,
    /// Lengths are times 2^scale.
    pub(super) scale: i32,
}

/// A plane that turns, and the distance that it has to leave free.
#[derive(Debug, Clone)]
pub(super) struct TurningPlane<N> {
    t0: f64,
    pub(super) normal: Vector<N>,
    pub(super) spin: Option<Spin<N>>,
    /// s |n|.
    pub(super) margin: N,
    /// The gap at t = 0 is known to be at least 0 (C85).
    pub(super) grounded: bool,
}

impl<N: Enclosure> Scene<N> {
    /// The same motions, of one point each.
    pub(super) fn points(&self, points: [&[f64; 3]; 2], motions: &[GivenMotion; 2]) -> Self {
        Scene {
            a: self.a.with_point(points[0], &motions[0].pivot, self.scale),
            b: self.b.with_point(points[1], &motions[1].pivot, self.scale),
            scale: self.scale,
        }
    }
}

impl<N: Enclosure> TurningPlane<N> {
    /// `separation` times 2^scale; the normal's length is brought near 1 first.
    pub(super) fn new(
        t0: f64,
        normal: &[f64; 3],
        turn: &[f64; 3],
        separation: f64,
        scale: i32,
    ) -> Self {
        let largest = normal.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        let normal = vector(normal, -libm::ilogb(largest));
        let spin = Spin::by_turn(turn);
        TurningPlane::of(t0, normal, spin, &N::scaled(separation, scale))
    }

    pub(super) fn of(t0: f64, normal: Vector<N>, spin: Option<Spin<N>>, separation: &N) -> Self {
        TurningPlane {
            t0,
            margin: separation.mul(&norm(&normal)),
            normal,
            spin,
            grounded: false,
        }
    }

    pub(super) fn at(&self, t: f64) -> Vector<N> {
        match &self.spin {
            Some(spin) => {
                let x = N::exact(t).sub(&N::exact(self.t0));
                Rotation::after(spin, &x).apply(&self.normal)
            }
            None => self.normal.clone(),
        }
    }
}
