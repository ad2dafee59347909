//! What a hundred bits tell of curved bodies at one time, where f64 tells nothing: a contact, or a plane and how long it serves.

use crate::advance::curved_advance::AdvanceResult;
use crate::advance::curved_cast::CertifiedStep;
use crate::advance::curved_measure::CurvedAdvance;
use crate::advance::impact::{Contact, TimeOfImpact};
use crate::advance::relative_motion::{RelativePoses, origin_at};
use crate::motion::pairs::ConvexPair;
use crate::motion::pose::Pose;
use crate::motion::rigid_motion::Motion;
use crate::numeric::arithmetic::{U, in_range, is_unit, norm, norm1};
use crate::numeric::length_sum::LengthSum;
use crate::solver::precise::{self, Proved, WeightedPair, gap_along};
use crate::solver::rounded_distance;
use nalgebra::Vector3;

/// Least tolerance, in errors of the poses, within which a hundred bits prove bodies near.
pub(crate) const MIN_TOLERANCE_ERRORS: f64 = 16.0;

/// Bounds what products and sums of the smallest numbers lose, which have no last places.
const UNDERFLOW: f64 = f64::from_bits(64);

/// What a hundred bits prove at one time.
#[allow(clippy::large_enum_variant)] // it is returned and taken apart
pub(crate) enum PreciseSample {
    /// The bodies are within the tolerance of each other. The answered points are means of these pairs.
    Near(TimeOfImpact, [WeightedPair; 8]),
    Apart(CertifiedStep),
}

impl CurvedAdvance<'_> {
    /// Decides by a hundred bits at a time at which f64 decides nothing. Returns the contact, or a plane and for how long it
    /// parts the bodies; None where a hundred bits do not suffice either.
    ///
    /// GJK's columns may lead nowhere long before gaps drown in rounding.
    #[cold]
    #[inline(never)]
    pub(crate) fn look_precisely(&self, at: &AdvanceResult, above: f64) -> Option<PreciseSample> {
        let (t, motion) = (at.t, &self.motion);
        let ConvexPair {
            cores,
            places,
            radii,
        } = self.sides;
        let [Ok(pose_a), Ok(pose_b)] = &places.map(|motion| motion.pose_at(t)) else {
            return None;
        };
        let there = &ConvexPair {
            cores,
            places: [pose_a, pose_b],
            radii,
        };
        let target = self.options.target_separation;
        let farther = |x: f64| LengthSum([target + x, radii[0], radii[1]]);
        // How far points at these poses are from where they are: the whole way is rounded, which may be long.
        let far: f64 = (places.iter())
            .map(|motion| norm1(&motion.start().translation()) + norm1(&motion.end().translation()))
            .sum();
        let off = match (t > 0.0, motion.scaled.is_turning()) {
            (false, _) => 0.0,
            (_, false) => 4.0 * U * far + UNDERFLOW,
            _ => motion.rounding() / motion.scale + 16.0 * U * far + UNDERFLOW,
        } + 4.0 * U * target;
        let tells_near = self.tolerance > MIN_TOLERANCE_ERRORS * off;
        let within = match tells_near {
            true => 0.75 * self.tolerance,
            false => MIN_TOLERANCE_ERRORS * off,
        };
        let hint = Some(at.measured.found.normal).filter(is_unit);
        let mut parts = None;
        let found = precise::decide_seen(there, &farther(within), hint, &mut |seen| {
            parts = Some(seen);
        });
        let (normal, starts_near) = match (found, parts) {
            (Proved::Apart(normal), _) => (normal, false),
            (Proved::Near(_) | Proved::Nothing, _) if t == 0.0 => {
                (precise::widest(there, &farther, hint)?, true)
            }
            (Proved::Near(cores), Some(parts)) if tells_near => {
                let normal = match precise::decide(there, &farther(0.0), hint) {
                    Proved::Apart(normal) => Some(normal),
                    _ => at.before,
                };
                let near = self.near_precisely(&at.posed, cores, normal, off);
                return Some(PreciseSample::Near(near, parts));
            }
            _ => return None,
        };
        let gap_at = |sides: &ConvexPair<'_, Pose>| gap_along(sides, &farther(0.0), &normal);
        let until = match motion.scaled.is_turning() {
            true => {
                let gap = gap_at(there) - off;
                let rest = match starts_near {
                    true => 0.5 * gap,
                    false => within * (2.0 / 3.0),
                };
                let closing = motion.closing_at_most(&normal, &motion.across(&normal));
                let spare = (gap - rest) * motion.scale;
                if !(spare > 0.0) {
                    return None;
                }
                let sure = match closing > 0.0 {
                    true => spare / closing * (1.0 - 8.0 * U),
                    false => 1.0,
                };
                // Looks in f64 may show that it carries farther.
                let kept = above + rest * motion.scale;
                let in_f64 = spare - 16.0 * U * kept;
                let ahead = match in_f64 > 0.0 {
                    true => self.step(&at.posed, &normal, &at.measured.points, in_f64, kept),
                    false => Some(sure),
                };
                ahead.map_or(1.0, |ahead| t + ahead.max(sure))
            }
            // Along a normal the gap of bodies that do not turn is linear in time.
            false => {
                let ends = [Motion::start, Motion::end].map(|end| {
                    gap_at(&ConvexPair {
                        cores,
                        places: places.map(end),
                        radii,
                    })
                });
                let lost = 8.0 * U * (ends[0].abs() + ends[1].abs()) + UNDERFLOW;
                let gap = (ends[0] * (1.0 - t) + ends[1] * t) - lost * f64::from(t > 0.0);
                let rest = match starts_near {
                    true => 0.5 * (gap + ends[1].clamp(0.0, gap)),
                    false => within * (2.0 / 3.0),
                };
                if !(gap > 0.0) {
                    return None;
                }
                let closing = ends[0] - ends[1];
                match ends[1] >= rest && ends[1] > 0.0 {
                    true => 1.0,
                    false => t + (gap - rest) / closing * (1.0 - 8.0 * U),
                }
            }
        };
        // NaN proves nothing.
        (until > t).then(|| PreciseSample::Apart(CertifiedStep::still([t, until.min(1.0)], normal)))
    }

    /// Returns the contact of these points of the cores, from A's origin in lengths of the world, at poses whose error is
    /// `off`.
    fn near_precisely(
        &self,
        posed: &RelativePoses,
        cores: [Vector3<f64>; 2],
        normal: Option<Vector3<f64>>,
        off: f64,
    ) -> TimeOfImpact {
        let scale = self.motion.scale;
        let [radii, _] = LengthSum([0.0, self.sides.radii[0], self.sides.radii[1]]).bounds(1.0);
        let apart = (norm(&(cores[0] - cores[1])) * (1.0 + 4.0 * U) - radii).max(0.0);
        let origin = origin_at(self.motion.scaled.motions[0], posed.t);
        let points = rounded_distance::nearer(cores, self.sides.radii);
        let [point_a, point_b] = points.map(|p| in_range(p + origin));
        let scaled = points.map(|p| p * scale);
        let speed = |n| self.motion.separation_velocity(posed, &n, &scaled) / scale;
        TimeOfImpact {
            contact: Contact::Near,
            t_lo: posed.t,
            t_hi: posed.t,
            gap: (apart + 2.0 * off).next_up(),
            point_a,
            point_b,
            normal,
            separation_velocity: normal.map_or(0.0, speed),
            ..TimeOfImpact::HIT
        }
    }
}
