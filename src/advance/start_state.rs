//! Are two polytopes in contact at t = 0, and which contact is that?
//!
//! Bodies that overlap have the contact of their least depth (`start_contact`). Bodies within the target of each other have
//! that of their nearest points, or of their manifold where those points differ by rounding alone. Where f64 does not tell
//! whether bodies touch, integers do (`linear_time`, `gap_at_start`).

use nalgebra::Vector3;

use crate::advance::contact_at::{ContactAt, unscaled};
use crate::advance::impact::{Contact, InitialContact, TimeOfImpact};
use crate::advance::impact_query::{ImpactQuery, TurningAdvance, tolerance};
use crate::advance::linear_time::{StartGap, gap_at_start};
use crate::advance::parting_normal::is_parting;
use crate::advance::relative_motion::{LEVEL_GAP_ROUNDINGS, RelativeMotion};
use crate::advance::start_contact::{self, is_approaching, without_rounding};
use crate::contact::pair_manifold::meeting;
use crate::motion::pairs::Cores;
use crate::motion::pose::Pose;
use crate::query::penetration;
use crate::solver::gjk::{GjkProof, NearestPoints};
use crate::solver::subsimplex::Subsimplex;
use crate::verdict::Verdict;

/// Roundings of the bodies' points below which they are part of a gap.
const MIN_GAP_ROUNDINGS: f64 = 1024.0;

/// Whether the bodies are in contact at t = 0.
#[allow(clippy::large_enum_variant)] // it is returned and taken apart
pub(crate) enum StartState {
    Contact(TimeOfImpact),
    Apart(StartGap),
    /// Rounding hides whether the bodies are within the target and the tolerance.
    Unclear,
}

/// How two bodies start, for a caller who ignores contacts at t = 0.
#[allow(clippy::large_enum_variant)] // it is returned and taken apart
pub(crate) enum IgnoredStart {
    /// In contact, or apart by rounding alone.
    Contact(TimeOfImpact),
    /// Within the tolerance, by a gap of at least this beyond the target, and not on their way towards each other.
    Parting(f64),
    Apart,
}

impl ImpactQuery<'_> {
    /// Returns the hit at t = 0: that of the least depth, or that of `near` if the bodies only are near each other.
    #[cold]
    pub(crate) fn contact_at_start(&self, near: &dyn Fn() -> ContactAt) -> TimeOfImpact {
        let cores = self.scaled.cores().at_start();
        let deep = penetration::of_cores(&cores, self.max_pivots);
        let start = match deep.verdict {
            Verdict::Hit => start_contact::of_depth(&self.scaled, &deep),
            _ => self.near_at_start(&cores, &near()),
        };
        let any_corner = self.options.initial_contact == InitialContact::OnlyIfApproaching;
        match any_corner && self.scaled.is_turning() && !is_approaching(&start) {
            true => self.approaching_corner(&cores, &start).unwrap_or(start),
            false => start,
        }
    }

    /// Returns the contact at t = 0 of the corner by which two bodies that turn approach each other, though they do not in `start`.
    fn approaching_corner(
        &self,
        cores: &Cores<'_, Pose>,
        start: &TimeOfImpact,
    ) -> Option<TimeOfImpact> {
        let pair = RelativeMotion::new(&self.scaled);
        let most = self.options.target_separation + unscaled(pair.level_gap(), pair.scale);
        let corner = start_contact::approaching_face(
            &self.scaled,
            &cores.convex_pair(),
            most,
            self.max_pivots,
        )?;
        let gap = match start.contact {
            Contact::Near => most,
            _ => 0.0,
        };
        Some(TimeOfImpact {
            contact: start.contact,
            gap,
            ..corner
        })
    }

    /// Returns the hit at t = 0 of bodies that are near each other. Nearest points that differ by rounding alone have no
    /// direction. Then the normal is that of the manifold, if it parts the bodies.
    fn near_at_start(&self, cores: &Cores<'_, Pose>, near: &ContactAt) -> TimeOfImpact {
        let pair = RelativeMotion::new(&self.scaled);
        let posed = pair.pose(0.0);
        let touching = self.scaled.touching_distance(0.0).bounds(pair.scale)[0];
        let parts = |n: &Vector3<f64>| is_parting(&pair, &posed, n, touching);
        let from_manifold = || {
            let prediction = near.gap + tolerance(&self.scaled, self.options);
            let found = meeting(cores, prediction, self.max_pivots);
            found.contact.map(|(n, _)| n).filter(parts)
        };
        let normal = near.normal.filter(parts).or_else(from_manifold);
        let speed = |n| pair.separation_velocity(&posed, &n, &near.points) / pair.scale;
        let speed = normal.map_or(0.0, |n| without_rounding(&pair, speed(n)));
        TimeOfImpact {
            initial: true,
            normal,
            separation_velocity: speed,
            ..self.hit(near, [0.0; 2], self.scaled.scale)
        }
    }

    /// Returns the hit at t = 0 of bodies within the target of each other whose distance f64 does not resolve: that of their
    /// manifold.
    #[cold]
    fn near_by_manifold(&self) -> Option<TimeOfImpact> {
        let cores = self.scaled.cores().at_start();
        let most = self.options.target_separation + tolerance(&self.scaled, self.options);
        let pair = RelativeMotion::new(&self.scaled);
        let rounding = unscaled(pair.rounding(), pair.scale);
        if !(LEVEL_GAP_ROUNDINGS * rounding < most) {
            return None;
        }
        let (normal, at) = meeting(&cores, most, self.max_pivots).contact?;
        let gap = (-at.depth).max(0.0) + rounding;
        if !(gap <= most) {
            return None;
        }
        let points = [at.point_a, at.point_b];
        Some(TimeOfImpact {
            contact: Contact::Near,
            gap,
            ..start_contact::hit(&self.scaled, Some(normal), points, 0.0)
        })
    }
}

impl TurningAdvance<'_> {
    /// Decides whether the bodies are in contact at t = 0: exactly, or within the target.
    pub(crate) fn touch(&self, nearest: &NearestPoints) -> StartState {
        let (pair, ask) = (self.pair, &self.ask);
        let posed = pair.pose(0.0);
        // Beside a target the points' own rounding counts, where the gap is no more than that. Beside a huge one the smallest
        // lengths underflow.
        let rounding = pair.rounding() + f64::MIN_POSITIVE;
        let upper = match ask.target > 0.0 && nearest.upper < MIN_GAP_ROUNDINGS * rounding {
            true => nearest.upper + rounding,
            false => nearest.upper,
        };
        let near = || ContactAt::measured(pair, &posed, nearest, Some(upper));
        if nearest.kind != GjkProof::Apart || ask.target == 0.0 {
            // Columns that hold the origin leave nothing to the integers.
            let apart = match nearest.kind {
                GjkProof::Overlap => None,
                _ => gap_at_start(&self.query.scaled),
            };
            match apart {
                None => return StartState::Contact(self.query.contact_at_start(&near)),
                Some(gap) if ask.target == 0.0 => return StartState::Apart(gap),
                Some(_) => {}
            }
        }
        match self.gap_at_start(nearest) {
            Some(gap) => StartState::Apart(gap),
            None if upper > ask.target + ask.tolerance => match self.query.near_by_manifold() {
                Some(near) => StartState::Contact(near),
                None => StartState::Unclear,
            },
            None => StartState::Contact(self.query.contact_at_start(&near)),
        }
    }

    /// Returns by how much they are farther apart at t = 0 than the target, without regard to the tolerance: exactly; of a
    /// target separation, which is mostly a distance that was rounded, beyond rounding.
    pub(crate) fn gap_at_start(&self, nearest: &NearestPoints) -> Option<StartGap> {
        let scaled = &self.query.scaled;
        let reach = scaled.touching_distance(self.query.options.target_separation);
        let [below, above] = reach.bounds(scaled.scale);
        if nearest.kind == GjkProof::Overlap || nearest.upper <= below {
            return None;
        }
        if nearest.lower > above {
            return Some(StartGap {
                length: (nearest.lower - above, 0),
                normal: nearest.normal,
            });
        }
        match self.query.options.target_separation == 0.0 {
            true => gap_at_start(scaled),
            false => None,
        }
    }

    /// Returns the contact at t = 0 of bodies that are apart there by rounding alone. `nearest`: their nearest points.
    pub(crate) fn level(&self, nearest: &NearestPoints) -> Option<ContactAt> {
        let pair = self.pair;
        let [touching, _] = self.query.scaled.touching_distance(0.0).bounds(pair.scale);
        let gap = (nearest.upper - touching).max(0.0) + pair.rounding();
        if gap > pair.level_gap() || gap > self.ask.tolerance {
            return None;
        }
        Some(ContactAt {
            contact: Contact::Near,
            gap: unscaled(gap, pair.scale),
            ..ContactAt::measured(pair, &pair.pose(0.0), nearest, None)
        })
    }

    /// Returns the hit at t = 0 of bodies that are apart there by rounding alone, even if that hides their nearest points. `gap`:
    /// theirs, exactly.
    pub(crate) fn level_contact(
        &self,
        nearest: &NearestPoints,
        gap: &StartGap,
    ) -> Option<TimeOfImpact> {
        let (x, k) = gap.length;
        match self.level(nearest) {
            Some(near) => Some(self.query.contact_at_start(&|| near)),
            None if libm::ldexp(x, k) <= self.pair.level_gap() => self.query.near_by_manifold(),
            None => None,
        }
    }

    /// Returns how the bodies start, from no memory, for a caller who ignores contacts at t = 0.
    pub(crate) fn ignored_start(&self) -> IgnoredStart {
        let pair = self.pair;
        let posed = pair.pose(0.0);
        let nearest = self.finely(&posed, &Subsimplex::default(), &mut 0);
        let near = || ContactAt::measured(pair, &posed, &nearest, Some(nearest.upper));
        let cores = self.query.scaled.cores().at_start();
        if let Some(gap) = self.gap_at_start(&nearest) {
            if let Some(start) = self.level_contact(&nearest, &gap) {
                let approaches = is_approaching(&start)
                    || self.query.approaching_corner(&cores, &start).is_some();
                return match approaches {
                    true => IgnoredStart::Apart,
                    false => IgnoredStart::Contact(start),
                };
            }
            let beyond = nearest.lower - self.ask.target;
            let is_near = nearest.upper <= self.ask.target + self.ask.tolerance;
            if is_near
                && beyond > pair.level_gap()
                && !is_approaching(&self.query.near_at_start(&cores, &near()))
            {
                return IgnoredStart::Parting(beyond);
            }
            return IgnoredStart::Apart;
        }
        if nearest.kind == GjkProof::Apart {
            return IgnoredStart::Contact(self.query.contact_at_start(&near));
        }
        match self.touch(&nearest) {
            StartState::Contact(touch) => IgnoredStart::Contact(touch),
            StartState::Apart(_) | StartState::Unclear => IgnoredStart::Apart,
        }
    }
}
