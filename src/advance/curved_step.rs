//! One step of the advance of curved bodies: how long does a plane that parts them now part them?
//!
//! A step is the gap over the greatest speed at which it can close. Or it goes as far as a second sample of the same normal
//! proves, with a bound of how much the gap bends in between (C54 of `docs/guide/CERTIFICATES.md`, which holds for any number
//! of points). Where both bodies turn past each other, a plane that turns with them serves longer.

use nalgebra::Vector3;

use crate::advance::curved_measure::CurvedAdvance;
use crate::advance::gap_model::stays_clear;
use crate::advance::moving_plane::{Moment, MovingPlane};
use crate::advance::relative_motion::RelativePoses;
use crate::numeric::arithmetic::{U, cross, dot, norm};
use crate::solver::gjk::NearestPoints;
use crate::solver::minkowski_difference::scanned_gap;
use crate::support::mapping::FloatMapping;

/// Part of the way to where the gap seems to close, at which a second sample is taken.
const SECOND_SAMPLE_RATIO: f64 = 0.95;

/// Number of second samples from one time, each half as far ahead.
const MAX_SECOND_SAMPLES: u32 = 8;

/// Largest step of a plane that turns, in times since the earlier normal by which its turn is guessed.
const MAX_AHEAD_RATIO: f64 = 8.0;

/// Largest turn of the normal since then, in radians.
const LARGEST_TURN: f64 = 0.1;

impl CurvedAdvance<'_> {
    /// Returns how long a plane with the normal `n`, along which there is `gap` now, parts the bodies; None if it does to the end
    /// of the frame.
    pub(crate) fn step(
        &self,
        posed: &RelativePoses,
        n: &Vector3<f64>,
        points: &[Vector3<f64>; 2],
        gap: f64,
        above: f64,
    ) -> Option<f64> {
        let motion = &self.motion;
        let rest = 1.0 - posed.t;
        let across = motion.across(n);
        let closing = motion.closing_at_most(n, &across);
        if !(closing * rest >= gap * (1.0 - 4.0 * U)) {
            return None;
        }
        let sure = gap / closing * (1.0 - 4.0 * U);
        let bend: f64 = (0..2)
            .map(|k| {
                let course = &motion.trajectories[k];
                let rate = across[k].rate + course.turn_error;
                rate * (course.angle + course.turn_error) * motion.reach(k).from_axis
            })
            .sum();
        let speed = -motion.separation_velocity(posed, n, points);
        let mut step = rest.min((7.9 * gap / bend).sqrt());
        if speed > 0.0 {
            step = step.min(SECOND_SAMPLE_RATIO * gap / speed);
        }
        for _ in 0..MAX_SECOND_SAMPLES {
            if !(step > 2.0 * sure) {
                break;
            }
            let then = motion.pose((posed.t + step).min(1.0));
            let width = (then.t - posed.t) * (1.0 + 4.0 * U);
            let [a, b] = self.sets(&then);
            let later = scanned_gap(a, b, *n) - (a.rounding() + b.rounding()) - above;
            let both = gap.sqrt() + later.max(0.0).sqrt();
            if later > 0.0 && both * both * (1.0 - 16.0 * U) > 0.5 * bend * width * width {
                return (then.t < 1.0).then_some(step);
            }
            step *= 0.5;
        }
        Some(sure)
    }

    /// Returns a plane that turns with both bodies, or goes on to turn as the normal has since an earlier time, and the longest
    /// step with it. Where bodies turn past each other, the gap along a still plane closes both ways.
    pub(crate) fn plane_that_turns(
        &self,
        posed: &RelativePoses,
        found: &NearestPoints,
        before: Option<(f64, Vector3<f64>)>,
    ) -> Option<((Moment<'_>, MovingPlane), f64)> {
        let (motion, n) = (&self.motion, found.normal);
        let moment = || Moment::new(motion, posed, n, motion.across(&n), &found.extent);
        if motion.turns_together() {
            let moment = moment();
            let plane = moment.turning_with(0);
            return Some(((moment, plane), 1.0));
        }
        let (earlier, before) = before.filter(|_| self.turning)?;
        let since = posed.t - earlier;
        let nu = cross(&before, &n) / since;
        (norm(&nu) * since < LARGEST_TURN && norm(&nu) > 0.0).then(|| {
            let moment = moment();
            let plane = moment.turning(nu - n * dot(&n, &nu));
            ((moment, plane), MAX_AHEAD_RATIO * since)
        })
    }

    /// Returns how long, at most `most`, a plane that turns parts the bodies.
    #[cold]
    pub(crate) fn along_turning(
        &self,
        posed: &RelativePoses,
        (moment, plane): &(Moment<'_>, MovingPlane),
        [gap, above]: [f64; 2],
        most: f64,
    ) -> Option<f64> {
        let rest = 1.0 - posed.t;
        let mut step = rest.min(most);
        for _ in 0..MAX_SECOND_SAMPLES {
            // What it bends by leaves no more.
            let bend = moment.curvature(plane, step);
            step = step.min((7.9 * gap / bend).sqrt());
            let then = self.motion.pose((posed.t + step).min(1.0));
            let width = (then.t - posed.t) * (1.0 + 4.0 * U);
            if !(width > 0.0) {
                return None;
            }
            let [a, b] = self.sets(&then);
            let rounding =
                a.rounding() + b.rounding() + plane.normal_error(width) * self.motion.size;
            let later = scanned_gap(a, b, plane.normal_after(width)) - rounding - above;
            let bulge = 0.5 * moment.curvature(plane, width) * width * width;
            if later > 0.0 && stays_clear(gap, later, bulge * (1.0 + 16.0 * U), 0.0) {
                return Some(step);
            }
            step *= 0.5;
        }
        None
    }
}
