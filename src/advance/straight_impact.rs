//! The first contact of two polytopes that do not turn: the fate that a linear program proves (`linear_time`) becomes an
//! answer.
//!
//! Bodies that never meet are `Near` if they come within the tolerance (`near_miss`). Bodies in contact at t = 0 are released
//! first, if the caller ignores that contact (`release`).

use nalgebra::{Matrix3, Vector3};

use crate::advance::contact_at::ContactAt;
#[cfg(feature = "good_lp")]
use crate::advance::good_lp_time;
use crate::advance::impact::{Contact, InitialContact, TimeOfImpact};
use crate::advance::impact_query::{ImpactQuery, tolerance};
use crate::advance::interior_point_time;
use crate::advance::linear_time::{LinearFate, LinearPair};
use crate::advance::near_miss::near_miss;
use crate::advance::relative_motion::RelativeMotion;
use crate::advance::scaled_motions::ScaledMotions;
use crate::advance::start_contact::without_rounding;
use crate::numeric::arithmetic::dot;
#[cfg(feature = "good_lp")]
use crate::options::TimeOfImpactMethod;
use crate::pair::PairState;
use crate::solver::decision::DecisionKind;
use crate::solver::subsimplex::Subsimplex;

impl ImpactQuery<'_> {
    /// Answers for bodies of extreme size, scaled near 1, and for every pair on slow machines.
    #[cold]
    #[inline(never)]
    pub(crate) fn linear_outlined(&self, state: &mut PairState) -> TimeOfImpact {
        let scaled = self.scaled;
        self.linear(scaled, scaled.matrices().each_ref(), state, false)
    }

    #[inline(always)]
    pub(crate) fn linear(
        &self,
        scaled: ScaledMotions<'_>,
        matrices: [&Matrix3<f64>; 2],
        state: &mut PairState,
        inlined: bool,
    ) -> TimeOfImpact {
        let pair = LinearPair {
            scaled,
            matrices,
            max_pivots: self.max_pivots,
        };
        let (fate, iterations) = pair.solve(state, inlined);
        let mut answer = self.of_fate(&pair, fate, state);
        answer.iterations += iterations;
        answer
    }

    #[inline(always)]
    fn of_fate(
        &self,
        pair: &LinearPair<'_>,
        fate: LinearFate,
        state: &mut PairState,
    ) -> TimeOfImpact {
        let scale = pair.scaled.scale;
        match fate {
            LinearFate::Apart { normal, gap } => {
                match gap > tolerance(&self.scaled, self.options) * scale {
                    true => TimeOfImpact::separated(0.0, normal),
                    false => self.near_miss(normal),
                }
            }
            // No nearer than they start: not within the tolerance later either.
            LinearFate::Drifts { normal, gap } => {
                match gap <= tolerance(&self.scaled, self.options) * scale {
                    true => TimeOfImpact::separated(0.0, Some(normal)),
                    false => self.near_miss(Some(normal)),
                }
            }
            LinearFate::Meets(found) => {
                let features = found.held.map(|held| self.features(held.into_iter()));
                let touch = ContactAt {
                    contact: Contact::Overlap,
                    gap: 0.0,
                    normal: found.normal,
                    points: self.scaled.on_surfaces(found.points),
                    speed: (found.normal).map_or(0.0, |n| dot(&n, &pair.travel()) / scale),
                };
                let met = TimeOfImpact {
                    features,
                    ..self.hit(&touch, [found.t_lo, found.t_hi], scale)
                };
                match self.options.initial_contact {
                    InitialContact::Report => met,
                    _ => self.unless_level(&met, state),
                }
            }
            LinearFate::InContact { point } => {
                let common = || ContactAt {
                    contact: Contact::Overlap,
                    gap: 0.0,
                    normal: None,
                    points: [point; 2],
                    speed: 0.0,
                };
                self.beyond_contact(&self.contact_at_start(&common), state)
            }
        }
    }

    /// Returns a contact after the start, unless bodies that were apart by rounding at the start slide along each other:
    /// then that is their contact at the start, and is ignored.
    #[cold]
    #[inline(never)]
    fn unless_level(&self, met: &TimeOfImpact, state: &mut PairState) -> TimeOfImpact {
        let pair = RelativeMotion::new(&self.scaled);
        if met.normal.is_none() || without_rounding(&pair, met.separation_velocity) < 0.0 {
            return *met;
        }
        let advance = self.turning_advance(&pair);
        let nearest = advance.finely(&pair.pose(0.0), &Subsimplex::default(), &mut 0);
        let gap = advance.gap_at_start(&nearest);
        match gap.and_then(|gap| advance.level_contact(&nearest, &gap)) {
            Some(start) => self.beyond_contact(&start, state),
            None => *met,
        }
    }

    /// Answers for bodies that do not turn and never meet: `Near` if they come within the tolerance.
    #[cold]
    #[inline(never)]
    fn near_miss(&self, normal: Option<Vector3<f64>>) -> TimeOfImpact {
        let pair = RelativeMotion::new(&self.scaled);
        let advance = self.turning_advance(&pair);
        match near_miss(&pair, &advance.ask) {
            Some(near) => advance.answered(&near, 0.0),
            None => TimeOfImpact::separated(0.0, normal),
        }
    }

    /// Answers by the linear program of another method. The tolerance of an independent solver may leave it open.
    #[cold]
    pub(crate) fn by_one_program(&self) -> TimeOfImpact {
        if self.scaled.has_empty() {
            return TimeOfImpact::separated(0.0, None);
        }
        let matrices = self.scaled.matrices();
        let pair = LinearPair {
            scaled: self.scaled,
            matrices: matrices.each_ref(),
            max_pivots: self.max_pivots,
        };
        let (fate, iterations): (std::result::Result<_, DecisionKind>, u32) =
            match self.options.method {
                #[cfg(feature = "good_lp")]
                TimeOfImpactMethod::GoodLp => good_lp_time::solve(&pair),
                _ => {
                    let (fate, iterations) = interior_point_time::solve(&pair);
                    (Ok(fate), iterations)
                }
            };
        let answer = match fate {
            Ok(fate) => self.of_fate(&pair, fate, &mut PairState::default()),
            Err(open) => TimeOfImpact::undecided(open.reason(), 0.0, 0.0),
        };
        TimeOfImpact {
            iterations,
            ..answer
        }
    }
}
