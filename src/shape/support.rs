//! The support mapping of a body: which corner is farthest in a direction?
//!
//! Small bodies look at every corner with SIMD; large ones climb from corner to better neighbour,
//! or, without a hint and where the body has cells, look at the few that come into question.
//! A climb ends at the maximum because the hull is convex, exactly; in f64 it may end short of it
//! by what [`climb_slack_factor`](Polytope::climb_slack_factor) bounds.

use nalgebra::Vector3;

use crate::numeric::arithmetic::dot;
use crate::numeric::simd;
use crate::shape::climb::CLIMB_ABOVE;
use crate::shape::polytope::Polytope;

/// Vertices above which a query with a hint climbs, see [`CLIMB_ABOVE`]: such a climb mostly confirms the hint, which at 66
/// corners already costs half of a scan.
pub(crate) const HINT_ABOVE: usize = 32;

/// Start of a support query's climb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SearchStart {
    /// From the hint: for a direction near to that of the last query.
    Hint,
    /// From the table: for any direction.
    Table,
}

impl Polytope {
    /// A corner that lies farthest along a direction (body frame, of any length), to rounding; None when
    /// the body is empty or the direction is not finite.
    ///
    /// Up to a few dozen corners are all visited; of larger bodies a few.
    ///
    /// ```
    /// use interframe::Polytope;
    /// use nalgebra::Vector3;
    /// let tip = Vector3::new(0.0, 0.0, 5.0);
    /// let body = Polytope::new(&[Vector3::x(), Vector3::y(), -Vector3::y(), tip])?;
    /// let corner = body.support(&Vector3::new(0.1, 0.0, 1.0)).unwrap();
    /// assert_eq!(body.vertex(corner), tip);
    /// # Ok::<(), interframe::Error>(())
    /// ```
    #[must_use]
    pub fn support(&self, direction: &Vector3<f64>) -> Option<usize> {
        let largest = direction.amax();
        if self.is_empty() || direction.iter().any(|x| !x.is_finite()) {
            return None;
        }
        if largest == 0.0 {
            return Some(0);
        }
        // Of a length near 1, by a power of two and so exactly: nothing overflows or vanishes.
        let exponent = -libm::ilogb(largest);
        let n = direction.map(|x| libm::scalbn(x, exponent));
        Some(self.support_from(&n, 0, SearchStart::Table).1 as usize)
    }

    /// `max n.v` over the corners and a corner that reaches it (when scanning, the lowest index
    /// at a tie). `hint` may be any number.
    #[inline(always)]
    pub(crate) fn support_from(
        &self,
        n: &Vector3<f64>,
        hint: u32,
        start: SearchStart,
    ) -> (f64, u32) {
        let scan_up_to = match start {
            SearchStart::Hint => HINT_ABOVE,
            SearchStart::Table => CLIMB_ABOVE,
        };
        if self.vertex_count() <= scan_up_to {
            return self.scan(n);
        }
        let from = match start {
            SearchStart::Hint => hint.min(self.vertex_count() as u32 - 1),
            SearchStart::Table => return self.cold(n),
        };
        self.climb(n, from)
    }

    /// Without a hint: from the cells where there are some, else a climb from the table.
    #[inline(always)]
    pub(crate) fn cold(&self, n: &Vector3<f64>) -> (f64, u32) {
        // No closures: they would not be compiled for wide SIMD.
        if let Some(cells) = self.cells()
            && let Some(found) = cells.support(*n)
        {
            return found;
        }
        self.climb(n, self.start_table().start(n))
    }

    /// Looks at every corner.
    #[inline(always)]
    pub(crate) fn scan(&self, n: &Vector3<f64>) -> (f64, u32) {
        simd::argmax(self.storage().blocks(), n)
    }

    /// From corner to best neighbour until none is better.
    #[inline(always)]
    pub(crate) fn climb(&self, n: &Vector3<f64>, from: u32) -> (f64, u32) {
        let vertices = self.storage();
        let mut at = from;
        let mut best = dot(n, &vertices.get(at as usize));
        loop {
            let here = at;
            for &w in self.neighbors(here as usize) {
                let value = dot(n, &vertices.get(w as usize));
                if value > best {
                    best = value;
                    at = w;
                }
            }
            if at == here {
                return (best, at);
            }
        }
    }

    /// How many times the error of one comparison the answer `corner` may fall short of the
    /// maximum: 0 when `support` looks at every corner.
    #[inline(always)]
    pub(crate) fn climb_slack_factor(&self, corner: u32) -> f64 {
        if self.vertex_count() <= HINT_ABOVE {
            0.0
        } else {
            self.climb_factor_at(corner as usize)
        }
    }

    /// Returns the largest slack factor of all corners.
    pub(crate) fn largest_climb_slack_factor(&self) -> f64 {
        if self.vertex_count() <= HINT_ABOVE {
            0.0
        } else {
            self.climb_factor()
        }
    }
}
