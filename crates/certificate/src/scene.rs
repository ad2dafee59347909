//! Two bodies on their way and a plane between them, in one arithmetic.

use super::chain::GivenMotion;
use super::enclosure::{Enclosure, Unit, Vector, norm, vector};
use super::placed::{Placed, Rotation, Spin};
use super::reach::Reach;

/// Both bodies in one arithmetic.
#[derive(Debug, Clone)]
pub(super) struct Scene<N> {
    pub(super) a: Placed<N>,
    pub(super) b: Placed<N>,
    pub(super) unit: Unit,
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
    pub(super) fn zero(&self) -> N {
        N::new(0.0, self.unit)
    }

    /// The factor that turns a scaled length back.
    pub(super) fn unscaled(&self) -> N {
        N::new(1.0, self.unit.scaled(-self.unit.scale))
    }

    /// x as it is, not as a length.
    pub(super) fn number(&self, x: f64) -> N {
        N::new(x, Unit::plain(self.unit.bits))
    }

    /// Returns the same motions for one point of each body.
    pub(super) fn points(&self, points: &[[f64; 3]; 2], motions: &[GivenMotion; 2]) -> Self {
        Scene {
            a: self.a.with_point(&points[0], &motions[0].pivot, self.unit),
            b: self.b.with_point(&points[1], &motions[1].pivot, self.unit),
            unit: self.unit,
        }
    }
}

impl<N: Enclosure> TurningPlane<N> {
    /// `reach` times 2^scale of `unit`; the normal's length is brought near 1 first.
    pub(super) fn new(
        t0: f64,
        normal: &[f64; 3],
        turn: &[f64; 3],
        reach: Reach,
        unit: Unit,
    ) -> Self {
        let largest = normal.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        let normal = vector(normal, unit.scaled(-libm::ilogb(largest)));
        let spin = Spin::by_turn(turn, unit.bits);
        TurningPlane::of(t0, normal, spin, &reach.enclosed(unit))
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
                let x = self.margin.like(t).sub(&self.margin.like(self.t0));
                Rotation::after(spin, &x).apply(&self.normal)
            }
            None => self.normal.clone(),
        }
    }
}
