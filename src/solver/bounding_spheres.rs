//! What balls about the centres prove: the cheapest look, before any support query.
//!
//! Every body lies in a ball about its centre and holds a smaller one. With r0 the difference of
//! the centres: longer than the sum of the outer radii, and r0 is the normal of a separating plane;
//! shorter than the sum of the inner radii, and the bodies meet. Loses nothing but a dot product,
//! because r0 is needed later anyway; says nothing for most pairs of thin bodies.

use nalgebra::Vector3;

use crate::numeric::arithmetic::dot;
use crate::solver::minkowski_difference::Difference;
use crate::solver::ray_simplex::RaySimplex;
use crate::support::mapping::SupportMapping;

/// Conclusion that two balls prove.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SphereTest {
    Apart,
    /// The origin lies in the inscribed ball of M about r0.
    Meet,
    Unclear,
}

impl RaySimplex {
    /// Compares |r0| with the radii. Each centre is within the pair's rounding of where it is
    /// computed, and its own body's radii hold about the true one. `rounding` is a bound of the
    /// pair's, which a caller may have for less than its exact value.
    #[inline(always)]
    pub(crate) fn sphere_test<A: SupportMapping, B: SupportMapping>(
        &self,
        m: &Difference<'_, A, B>,
        rounding: f64,
    ) -> SphereTest {
        let length_sq = dot(&self.r0, &self.r0);
        let apart = m.outer_radius() + m.slack + 2.0 * rounding;
        if length_sq > apart * apart {
            return SphereTest::Apart;
        }
        let error = 2.0 * (rounding + m.center_error());
        let inside = self.accuracy.inscribed_radius + m.slack - error;
        if inside > 0.0 && length_sq < inside * inside {
            return SphereTest::Meet;
        }
        SphereTest::Unclear
    }
}

/// With `Apart`: the extents of the two outer balls along the unit normal `n`.
#[inline(always)]
pub(crate) fn extents<A: SupportMapping, B: SupportMapping>(
    m: &Difference<'_, A, B>,
    n: &Vector3<f64>,
) -> (f64, f64) {
    (
        dot(n, &m.a.center()) + m.a.outer_radius(),
        dot(n, &m.b.center()) - m.b.outer_radius(),
    )
}
