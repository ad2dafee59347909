//! The bracket of a first contact of bodies that do not turn, closed by exact queries.
//!
//! Each time at which the bodies are apart comes with a plane, and that says when it ceases to part them: Newton's step. Polytopes
//! have finitely many such planes.

use crate::advance::linear_time::{LinearPair, NARROW, gap_along};
use crate::numeric::arithmetic::{U, dot, norm};
use crate::options::Method;
use crate::solver::decision::{Decision, DecisionKind};
use crate::solver::minkowski_difference::Difference;

/// How far beyond a step of Newton the next one goes, in steps, after as many that did not narrow the bracket; then its middle is
/// asked. Bodies that graze each other are met at a double root, where each plain step does half of the way.
const STEPS_BEYOND: [f64; 3] = [0.0, 1.0, 16.0];

/// Roundings of the gap by which the end of a plane is sought.
const PLANE_ROUNDINGS: f64 = 8.0;

impl LinearPair<'_> {
    /// Closes the bracket: proved apart before `lo`, and a hit by `hi`. `probe`: about which time it is looked for first, and how
    /// far from it.
    pub(crate) fn bracket(
        &self,
        method: Method,
        [mut lo, mut hi]: [f64; 2],
        mut probe: Option<[f64; 2]>,
        queries: &mut u32,
    ) -> (f64, f64) {
        let mut meets = |t: f64, probe: &mut Option<[f64; 2]>| {
            let found = self.by(method, t, queries);
            let is_hit = found.kind == DecisionKind::Hit;
            if !is_hit {
                *probe = self.end_of_plane(&found, t);
            }
            is_hit
        };
        // Just after and just before the probed time, then Newton's steps from plane to plane: a plane that parts the bodies
        // says when it ceases to.
        let mut slow = 0;
        while hi - lo > hi * NARROW {
            let middle = lo + 0.5 * (hi - lo);
            // By exponents while nothing is known from below, down to the last times that f64 has.
            let small = hi / 256.0;
            let beyond = probe.zip(STEPS_BEYOND.get(slow));
            let by_probe = beyond.and_then(|([center, width], steps)| {
                // A last place or two of the time itself.
                let width = width.max(4.0 * U * center);
                let after = center + width;
                let candidates = [after + steps * (center - lo), after, center - width, center];
                candidates.into_iter().find(|&t| t > lo && t < hi)
            });
            let t = match by_probe {
                Some(t) => t,
                None if lo == 0.0 && small > 0.0 => small,
                None => middle,
            };
            if !(t > lo && t < hi) {
                break;
            }
            let before = hi - lo;
            match meets(t, &mut probe) {
                true => hi = t,
                false => lo = t,
            }
            slow = match hi - lo <= 0.75 * before {
                true => 0,
                false => slow + 1,
            };
        }
        (lo, hi)
    }

    /// When the plane of a decision that parts the bodies at `t` ceases to, if it does, and what f64 may err in that.
    pub(super) fn end_of_plane(&self, found: &Decision, t: f64) -> Option<[f64; 2]> {
        let (n, travel) = (found.vector(), self.offset_travel().value);
        let closing = -dot(&n, &travel);
        let (gap, error) = match found.exact_gap {
            0.0 => {
                let (body_a, mut body_b) = self.at_start();
                body_b.carry(&(travel * t));
                let mut m = Difference::new(&body_a, &body_b, 0.0);
                let [radii, _] = self.scaled.touching_distance(0.0).bounds(self.scaled.scale);
                let gap = gap_along(&mut m, &n) - radii;
                (gap.max(0.0), PLANE_ROUNDINGS * m.rounding())
            }
            gap => (
                gap,
                PLANE_ROUNDINGS * U * gap * (1.0 + norm(&travel) / closing.abs()),
            ),
        };
        let end = t + gap / closing;
        (closing > 0.0 && end.is_finite()).then(|| [end, error / closing])
    }
}
