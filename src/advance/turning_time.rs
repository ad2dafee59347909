//! The first contact of two polytopes that turn, or that shall keep a distance.
//!
//! The phases of a query:
//! 1. If the caller ignores a contact at t = 0, look for one (`start_state`). The release from it goes on (`release`). Bodies that
//!    start within the tolerance and part are asked with half of their gap as the tolerance: that they are near is known.
//! 2. Advance to half of the tolerance beyond the target (`polytope_advance`): then no step leaps over a contact within it.
//! 3. If the bodies start within that half, advance to the whole tolerance.
//! 4. If not even that leaves the start, integers decide whether the bodies touch there (`start_state`).
//! 5. If the gap is lost in rounding later, look for a contact beyond (`lost_gap`).

use crate::advance::advance::AdvanceEnd;
use crate::advance::impact::{InitialContact, TimeOfImpact};
use crate::advance::impact_query::{ImpactQuery, TurningAdvance};
use crate::advance::polytope_advance::{Progress, advance_inlined, advance_outlined};
use crate::advance::relative_motion::RelativeMotion;
use crate::advance::start_state::{IgnoredStart, StartState};
use crate::advance::step::{Advance, AdvanceRequest};
use crate::pair::PairState;

impl ImpactQuery<'_> {
    /// Answers for bodies that turn, or for contact at a distance.
    #[inline(always)]
    pub(crate) fn by_steps(&self, state: &mut PairState, inlined: bool) -> TimeOfImpact {
        let pair = RelativeMotion::new(&self.scaled);
        self.turning_advance(&pair).run(state, inlined)
    }
}

impl TurningAdvance<'_> {
    #[inline(always)]
    fn run(&self, state: &mut PairState, inlined: bool) -> TimeOfImpact {
        let reports = self.query.options.initial_contact == InitialContact::Report;
        let start = match reports {
            true => IgnoredStart::Apart,
            false => self.ignored_start(),
        };
        let resting = match start {
            IgnoredStart::Contact(start) => Some(start),
            // As near as they start they come again only if they approach each other.
            IgnoredStart::Parting(gap) => {
                let closer = TurningAdvance {
                    ask: AdvanceRequest {
                        tolerance: 0.5 * gap,
                        ..self.ask
                    },
                    ..*self
                };
                return closer.advance_past(None, state, inlined);
            }
            IgnoredStart::Apart => None,
        };
        self.advance_past(resting, state, inlined)
    }

    /// Advances from t = 0, past `resting`: the contact there that the caller ignores.
    #[inline(always)]
    fn advance_past(
        &self,
        resting: Option<TimeOfImpact>,
        state: &mut PairState,
        inlined: bool,
    ) -> TimeOfImpact {
        let reports = self.query.options.initial_contact == InitialContact::Report;
        if let Some(start) = &resting {
            // Whether that contact counts is decided by what is found from no memory.
            *state = PairState::default();
            if !self.query.options.initial_contact.counts(start) {
                return self.after_release(start, state);
            }
        }
        let ask = &match self.query.advance {
            Advance::MovingPlane => self.ask.above_half(self.pair.rounding()),
            Advance::Plain { .. } => self.ask,
        };
        let mut progress = match inlined {
            true => advance_inlined(self.pair, ask, 0.0, state),
            false => advance_outlined(self.pair, ask, 0.0, state, &mut |_| {}),
        };
        if progress.end == AdvanceEnd::Start && ask.target != self.ask.target {
            // Bodies that start within half of the tolerance.
            if resting.is_some() {
                *state = PairState::default();
            }
            progress = advance_outlined(self.pair, &self.ask, 0.0, state, &mut |_| {});
        }
        if progress.end == AdvanceEnd::Start {
            if reports || resting.is_some() {
                return self.at_start(&progress, state);
            }
            *state = PairState::default();
            let anew = advance_outlined(self.pair, &self.ask, 0.0, state, &mut |_| {});
            return match anew.end {
                AdvanceEnd::Start => self.at_start(&anew, state),
                _ => self.progress(&anew, 0.0),
            };
        }
        self.progress(&progress, 0.0)
    }

    /// Answers where the advance could not leave the start: the bodies are in contact, or apart by less than rounding.
    #[cold]
    fn at_start(&self, progress: &Progress, state: &mut PairState) -> TimeOfImpact {
        let mut queries = progress.queries;
        let columns = &progress.nearest.simplex;
        let nearest = self.finely(&self.pair.pose(0.0), columns, &mut queries);
        if let Some(seen) = self.query.seen {
            seen.set(Some(Progress {
                nearest,
                ..*progress
            }));
        }
        let answer = match self.touch(&nearest) {
            StartState::Contact(start) => self.query.beyond_contact(&start, state),
            StartState::Apart(gap) => self.first_moment(&gap),
            StartState::Unclear => {
                let lost = Progress {
                    end: AdvanceEnd::Rounding,
                    ..*progress
                };
                self.progress(&lost, 0.0)
            }
        };
        answer.after(progress.solves, queries)
    }
}
