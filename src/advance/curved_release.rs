//! The start of two bodies, one of which is curved, for a caller who ignores contacts at t = 0; and the release from one
//! ([`release`](crate::advance::release)).

use nalgebra::Vector3;

use crate::advance::contact_at::{unit_normal, unscaled};
use crate::advance::curved_advance::CurvedBudget;
use crate::advance::curved_impact::Record;
use crate::advance::curved_measure::CurvedAdvance;
use crate::advance::deepening::Deepening;
use crate::advance::impact::{Contact, InitialContact, TimeOfImpact};
use crate::advance::relative_motion::RelativeMotion;
use crate::advance::release::{Touching, after_release};
use crate::advance::start_contact::{self, approaching_face, is_approaching};
use crate::advance::start_state::IgnoredStart;
use crate::contact::curved_manifold::deepest_contact;
use crate::motion::pairs::ConvexPair;
use crate::motion::pose::Pose;
use crate::numeric::arithmetic::U;
use crate::pair::PairState;
use crate::solver::curved_distance::known;
use crate::verdict::Verdict;

impl CurvedAdvance<'_> {
    /// Returns the first contact of bodies that may be in contact at the start, where that is not simply reported.
    #[cold]
    pub(crate) fn past_start(&self, at_start: &ConvexPair<'_, Pose>) -> TimeOfImpact {
        match self.ignored_start(at_start) {
            IgnoredStart::Contact(start) if self.options.initial_contact.counts(&start) => start,
            IgnoredStart::Contact(start) => self.after_release(&start),
            IgnoredStart::Parting(gap) => self.with_tolerance(0.5 * gap).first_contact(),
            IgnoredStart::Apart => self.first_contact(),
        }
    }

    fn ignored_start(&self, at_start: &ConvexPair<'_, Pose>) -> IgnoredStart {
        let (target, pivots) = (self.options.target_separation, self.options.max_pivots);
        let within = |distance| known(at_start, distance, pivots, &mut PairState::default());
        let seen = within(target);
        let [lower, _, upper] = seen.distance.map(|distance| distance - target);
        let level_gap = unscaled(self.motion.level_gap(), self.motion.scale);
        let start = match seen.verdict {
            Verdict::Hit if target == 0.0 || within(0.0).verdict == Verdict::Hit => {
                self.meeting(at_start)
            }
            Verdict::Hit => self.near_at_start(true),
            Verdict::Undecided => self.near_at_start(false),
            Verdict::Separated if upper > self.tolerance => return IgnoredStart::Apart,
            Verdict::Separated => {
                let state = &mut PairState::default();
                let most = target + self.tolerance;
                let (_, Some(touch)) = deepest_contact(at_start, most, pivots, state) else {
                    return IgnoredStart::Apart;
                };
                TimeOfImpact {
                    contact: Contact::Near,
                    gap: (target + upper.max(0.0)).next_up(),
                    ..start_contact::of_curved_contact(&self.motion.scaled, &touch)
                }
            }
        };
        let corner = || self.approaching_corner(at_start, target + level_gap);
        if seen.verdict == Verdict::Separated {
            return match () {
                () if is_approaching(&start) || corner().is_some() => IgnoredStart::Apart,
                () if upper <= level_gap || !(lower > 0.0) => IgnoredStart::Contact(start),
                () => IgnoredStart::Parting(lower),
            };
        }
        let any_corner = self.options.initial_contact == InitialContact::OnlyIfApproaching;
        IgnoredStart::Contact(match any_corner && !is_approaching(&start) {
            true => corner().map_or(start, |corner| TimeOfImpact {
                contact: start.contact,
                gap: start.gap,
                ..corner
            }),
            false => start,
        })
    }

    /// Returns the contact at t = 0, across a gap of at most `most`, in which bodies that turn approach each other.
    fn approaching_corner(
        &self,
        at_start: &ConvexPair<'_, Pose>,
        most: f64,
    ) -> Option<TimeOfImpact> {
        let (scaled, pivots) = (&self.motion.scaled, self.options.max_pivots);
        if !scaled.is_turning() {
            return None;
        }
        let corner = approaching_face(scaled, at_start, most, pivots)?;
        let (_, touch) = deepest_contact(at_start, most, pivots, &mut PairState::default());
        let lean = touch.map_or(0.0, |touch| touch.lean);
        let least = lean * self.motion.fastest() / self.motion.scale;
        (corner.separation_velocity < -least).then_some(corner)
    }

    fn after_release(&self, start: &TimeOfImpact) -> TimeOfImpact {
        let stops_deeper = self.options.initial_contact == InitialContact::OnlyIfApproaching;
        // A normal that leans may hide that bodies approach, even if they do not turn.
        let deepening = stops_deeper.then(|| {
            let (scaled, pivots) = (&self.motion.scaled, self.options.max_pivots);
            Deepening::new(self.sides, scaled, start.depth, self.tolerance, pivots)
        });
        let mut bodies = TouchingCurved {
            advance: self,
            spent: CurvedBudget::default(),
        };
        let answer = after_release(&mut bodies, start, deepening.as_ref());
        answer.after(bodies.spent.solves, bodies.spent.iterations)
    }
}

/// Two bodies in contact at t = 0, one of which is curved.
struct TouchingCurved<'s, 'a> {
    advance: &'s CurvedAdvance<'a>,
    spent: CurvedBudget,
}

impl Touching for TouchingCurved<'_, '_> {
    fn motion(&self) -> &RelativeMotion<'_> {
        &self.advance.motion
    }

    fn tolerance(&self) -> f64 {
        self.advance.tolerance()
    }

    fn look(&mut self, t: f64) -> (bool, Option<Vector3<f64>>) {
        let (motion, clear) = (&self.advance.motion, self.advance.clear());
        let (_, measured) = self.advance.look_at(t, None);
        self.spent.solves += 1;
        self.spent.iterations += measured.queries;
        let found = &measured.found;
        let room = 8.0 * motion.rounding() + 32.0 * U * clear.above;
        let is_apart = found.lower > clear.above + room;
        let is_far = !motion.scaled.is_turning() || found.upper > clear.below + clear.tolerance;
        (is_apart && is_far, unit_normal(found))
    }

    fn go_on(&mut self, t: f64) -> TimeOfImpact {
        // The answer has what was spent before.
        let spent = std::mem::take(&mut self.spent);
        TimeOfImpact {
            free_from: t,
            ..self.advance.contact_from(t, spent)
        }
    }

    fn stay_apart(&mut self, t: f64) -> Option<TimeOfImpact> {
        let never_near = self.advance.with_tolerance(f64::MIN_POSITIVE);
        let record = &mut Record {
            step: &mut |_| {},
            ended: &mut |_| {},
        };
        let answer = never_near.run_from(t, self.spent, false, record);
        (self.spent.solves, self.spent.iterations) = (answer.solves, answer.iterations);
        (answer.verdict == Verdict::Separated).then(|| TimeOfImpact::separated(t, answer.normal))
    }

    fn part_at_end(&mut self) -> Option<TimeOfImpact> {
        None
    }
}
