//! The support mapping of a body: which corner is farthest in a direction?
//!
//! Small bodies look at every corner with SIMD; large ones climb from corner to better neighbour,
//! which the exact convexity of the hull licenses.

use nalgebra::Vector3;

use super::polytope::Polytope;
use super::simd;

impl Polytope {
    /// `max n.v` over the corners and the corner that reaches it, the lowest index at a tie.
    /// `hint` is a corner to start from; any number is allowed.
    #[inline(always)]
    pub(crate) fn support(&self, n: &Vector3<f64>, _hint: &mut u32) -> (f64, u32) {
        self.scan(n)
    }

    /// Like [`support`](Self::support), but looks at every corner.
    #[inline(always)]
    pub(crate) fn scan(&self, n: &Vector3<f64>) -> (f64, u32) {
        simd::argmax(self.storage().blocks(), n)
    }

    /// What a climb's answer may fall short of the maximum, in units of the error of one
    /// comparison: 0 when `support` looks at every corner.
    #[inline(always)]
    pub(crate) fn climb_slack_factor(&self) -> f64 {
        0.0
    }
}
