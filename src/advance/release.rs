//! The release from a contact at t = 0 that the caller ignores: when are the bodies apart, and when do they meet again?
//!
//! Samples at times that double search for bodies that are apart, from the time in which they may move by a tolerance. The
//! advance goes on from there. Loses where bodies part and meet again between two samples: that is not seen, unless they come deeper
//! then and the caller ignores a contact only because they do not approach in it (`deepening`).

use nalgebra::Vector3;

use crate::advance::advance::AdvanceEnd;
use crate::advance::contact_at::unit_normal;
use crate::advance::deepening::Deepening;
use crate::advance::distance_at::{GJK_REL_TOL, measure_outlined, until};
use crate::advance::impact::{InitialContact, TimeOfImpact};
use crate::advance::impact_query::{ImpactQuery, TurningAdvance, tolerance};
use crate::advance::linear_time::gap_at_start;
use crate::advance::polytope_advance::advance_outlined;
use crate::advance::relative_motion::RelativeMotion;
use crate::advance::scaled_motions::ScaledMotions;
use crate::advance::step::AdvanceRequest;
use crate::advance::time_search::first_step;
use crate::motion::pairs::Cores;
use crate::motion::rigid_motion::Motion;
use crate::pair::PairState;
use crate::solver::subsimplex::Subsimplex;

/// Least gap that has a plane in f64, in roundings of the pair.
const LEAST_PLAIN: f64 = 0.125;

/// Two bodies in contact at t = 0: what the search for their release asks of them.
pub(crate) trait Touching {
    fn motion(&self) -> &RelativeMotion<'_>;

    /// The tolerance, scaled.
    fn tolerance(&self) -> f64;

    /// Returns whether the bodies are apart at a time, if they turn by more than the tolerance, and the normal of their distance.
    fn look(&mut self, t: f64) -> (bool, Option<Vector3<f64>>);

    /// Returns the answer from a time on at which the bodies, which turn, are apart.
    fn go_on(&mut self, t: f64) -> TimeOfImpact;

    /// Returns the answer where the bodies, which do not turn and are apart at a time, are proved to be so from then on.
    fn stay_apart(&mut self, t: f64) -> Option<TimeOfImpact>;

    /// Returns the answer where the bodies are apart at the end of the frame after all.
    fn part_at_end(&mut self) -> Option<TimeOfImpact>;
}

/// Ignores the contact at t = 0, `start`: samples at times that double until the bodies are apart, and goes on from there. Returns the
/// contact of the start if they never are.
///
/// The distance of bodies that do not turn is convex in time: once they are apart, at any gap, they never meet again.
pub(crate) fn after_release(
    bodies: &mut impl Touching,
    start: &TimeOfImpact,
    deepening: Option<&Deepening<'_>>,
) -> TimeOfImpact {
    let is_straight = !bodies.motion().scaled.is_turning();
    let mut last = 0.0;
    let mut t = first_step(bodies.motion(), bodies.tolerance()).min(1.0);
    loop {
        let (is_apart, normal) = bodies.look(t);
        let deeper = deepening.and_then(|deepening| match (is_apart, start.normal, normal) {
            (true, Some(then), Some(now)) => deepening.through(last, t, [&then, &now]),
            (true, ..) => None,
            (false, ..) => deepening.at(last, t),
        });
        if let Some(deeper) = deeper {
            return deeper;
        }
        if t == 1.0 {
            return match is_apart {
                true => TimeOfImpact::separated(1.0, normal),
                false => bodies.part_at_end().unwrap_or(*start),
            };
        }
        let parted = match (is_apart, is_straight) {
            (false, _) => None,
            (true, true) => bodies.stay_apart(t),
            (true, false) => Some(bodies.go_on(t)),
        };
        if let Some(answer) = parted {
            return answer;
        }
        last = t;
        t = (2.0 * t).min(1.0);
    }
}

impl ImpactQuery<'_> {
    /// Goes on from a contact at t = 0.
    #[cold]
    pub(crate) fn beyond_contact(
        &self,
        start: &TimeOfImpact,
        state: &mut PairState,
    ) -> TimeOfImpact {
        match self.options.initial_contact.counts(start) {
            true => *start,
            false => {
                let pair = RelativeMotion::new(&self.scaled);
                self.turning_advance(&pair).after_release(start, state)
            }
        }
    }
}

impl TurningAdvance<'_> {
    /// Ignores the contact at t = 0, and goes on from where the bodies are apart.
    #[cold]
    pub(crate) fn after_release(
        &self,
        start: &TimeOfImpact,
        state: &mut PairState,
    ) -> TimeOfImpact {
        let scaled = &self.query.scaled;
        let stops_deeper = self.query.options.initial_contact == InitialContact::OnlyIfApproaching;
        let deepening = (stops_deeper && scaled.is_turning()).then(|| {
            let tolerance = tolerance(scaled, self.query.options);
            let sides = scaled.cores().convex_pair();
            Deepening::new(sides, scaled, start.depth, tolerance, self.query.max_pivots)
        });
        let mut bodies = TouchingPolytopes {
            hints: [state.hint_a, state.hint_b],
            advance: self,
            state,
            columns: Subsimplex::default(),
            solves: 0,
            queries: 0,
        };
        let answer = after_release(&mut bodies, start, deepening.as_ref());
        answer.after(bodies.solves, bodies.queries)
    }
}

/// Two polytopes in contact at t = 0, with radii or without.
struct TouchingPolytopes<'s, 'a> {
    advance: &'s TurningAdvance<'a>,
    state: &'s mut PairState,
    hints: [u32; 2],
    columns: Subsimplex,
    solves: u32,
    queries: u32,
}

impl Touching for TouchingPolytopes<'_, '_> {
    fn motion(&self) -> &RelativeMotion<'_> {
        self.advance.pair
    }

    fn tolerance(&self) -> f64 {
        self.advance.ask.tolerance
    }

    fn look(&mut self, t: f64) -> (bool, Option<Vector3<f64>>) {
        let (pair, ask) = (self.advance.pair, &self.advance.ask);
        let posed = pair.pose(t);
        let stop = &until(ask.target, GJK_REL_TOL);
        let nearest = measure_outlined(
            pair,
            &posed,
            &self.columns,
            stop,
            &mut self.hints,
            &mut self.queries,
        );
        self.columns = nearest.simplex;
        self.solves += 1;
        let is_apart = nearest.lower > ask.target + 8.0 * pair.rounding();
        let is_far = !pair.scaled.is_turning() || nearest.upper > ask.target + ask.tolerance;
        (is_apart && is_far, unit_normal(&nearest))
    }

    fn go_on(&mut self, t: f64) -> TimeOfImpact {
        let rest = TurningAdvance {
            ask: self.advance.ask.less(self.solves),
            ..*self.advance
        };
        let ask = &rest.ask.above_half(self.advance.pair.rounding());
        let progress = advance_outlined(self.advance.pair, ask, t, self.state, &mut |_| {});
        rest.progress(&progress, t)
    }

    fn stay_apart(&mut self, t: f64) -> Option<TimeOfImpact> {
        let never_near = AdvanceRequest {
            tolerance: f64::MIN_POSITIVE,
            ..self.advance.ask.less(self.solves)
        };
        let parted = advance_outlined(self.advance.pair, &never_near, t, self.state, &mut |_| {});
        self.solves += parted.solves;
        self.queries += parted.queries;
        let normal = unit_normal(&parted.nearest);
        (parted.end == AdvanceEnd::Apart).then(|| TimeOfImpact::separated(t, normal))
    }

    /// Integers decide whether bodies that do not turn are apart. A gap that is far below rounding has no plane in f64, so the
    /// contact lasts.
    fn part_at_end(&mut self) -> Option<TimeOfImpact> {
        let TurningAdvance { query, pair, .. } = self.advance;
        let scaled = &query.scaled;
        if scaled.is_turning() || query.options.target_separation > 0.0 {
            return None;
        }
        let [a, b] = scaled.motions.map(|motion| Motion::fixed(*motion.end()));
        let cores = Cores {
            places: [&a, &b],
            ..scaled.cores()
        };
        let gap = gap_at_start(&ScaledMotions::new(&cores))?;
        let (x, k) = gap.length;
        let is_plain = libm::ldexp(x, k) > LEAST_PLAIN * pair.rounding();
        is_plain.then(|| TimeOfImpact::separated(1.0, Some(gap.normal)))
    }
}
