//! When do two moving bodies first meet?
//!
//! Bodies that do not turn are one linear program, exact where it matters (`linear_time`). All others advance
//! through the frame in steps that are proved free (`advance`). The normal of a hit is chosen here (`touched`).

use std::cell::Cell;

use nalgebra::{Matrix3, Vector3};

use crate::advance::advance::{
    AdvanceEnd, CONTACT_REL_TOL, GJK_REL_TOL, Progress, advance, advance_outlined, measure_anew,
    measure_outlined, until,
};
use crate::advance::contact_at::{ContactAt, surface_gap, unit_normal, unscaled};
use crate::advance::curved_time;
#[cfg(feature = "good_lp")]
use crate::advance::good_lp_time;
use crate::advance::impact::{Contact, InitialContact, TimeOfImpact, TimeOfImpactOptions};
use crate::advance::interior_point_time;
use crate::advance::linear_time::{LinearFate, LinearPair, StartGap, gap_at_start};
use crate::advance::near_miss::near_miss;
use crate::advance::overlap_restart::overlap_askew;
use crate::advance::parting_normal::{is_parting, parting_normal};
use crate::advance::relative_motion::{RelativeMotion, RelativePoses, origin_at};
use crate::advance::sample::{after_rounding, first_step};
use crate::advance::scaled_motions::Flight;
use crate::advance::start_contact::{self, is_approaching, without_rounding};
use crate::advance::step::{Advance, AdvanceRequest};
use crate::contact::pair_manifold::meeting;
use crate::error::{Error, Result};
use crate::motion::kinds;
use crate::motion::pairs::{Cores, DEFAULT_REL_TOL, Kinds, MovingPair};
use crate::motion::pose::Pose;
use crate::motion::rigid_motion::Motion;
use crate::numeric::arithmetic::{U, dot, in_range};
use crate::numeric::simd;
use crate::options::{MAX_PIVOTS, TimeOfImpactMethod};
use crate::pair::PairState;
use crate::query::penetration;
use crate::shape::feature::Feature;
use crate::solver::decide;
use crate::solver::gjk::{GjkProof, NearestPoints};
use crate::solver::subsimplex::Subsimplex;
use crate::verdict::{Reason, Verdict};

/// The first contact of two convex bodies.
pub(crate) fn time_of_impact(
    pair: &MovingPair<'_>,
    options: &TimeOfImpactOptions,
    state: &mut PairState,
) -> Result<TimeOfImpact> {
    options.validate()?;
    refuse_method(pair, options)?;
    let cores = match pair.kinds(&kinds::TIME_OF_IMPACT)? {
        Kinds::Polytopes(bodies, motions) => Cores::plain(bodies, motions),
        Kinds::Rounded(cores) => cores,
        Kinds::Curved(_) | Kinds::Pieces => return curved_time::time_of_impact(pair, options),
    };
    let flight = Flight::new(&cores);
    let query = TurningQuery::new(flight, options, options.max_pivots);
    match options.method {
        TimeOfImpactMethod::Default | TimeOfImpactMethod::RaySimplex => Ok(query.answer(state)),
        _ => Ok(query.by_one_program()),
    }
}

const NOT_ONE_PROGRAM: Error = Error::Method {
    query: "time_of_impact",
    known: "default and ray_simplex, and others for polytopes that do not turn, with contact reported from the start and no \
            target separation",
};

/// Refuses a method that does not answer for bodies of these kinds, or for two pieces of them: at any place.
#[inline(always)]
pub(crate) fn refuse_method(pair: &MovingPair<'_>, options: &TimeOfImpactOptions) -> Result<()> {
    match options.method {
        TimeOfImpactMethod::Default | TimeOfImpactMethod::RaySimplex => Ok(()),
        _ if is_one_program(pair, options) => Ok(()),
        _ => Err(NOT_ONE_PROGRAM),
    }
}

/// Whether one linear program is the whole answer, of bodies or of each two pieces.
#[cold]
fn is_one_program(pair: &MovingPair<'_>, options: &TimeOfImpactOptions) -> bool {
    let is_turning = pair.motion_a.is_turning() || pair.motion_b.is_turning();
    let is_near = options.target_separation > 0.0 || pair.a.is_round() || pair.b.is_round();
    !is_turning && !is_near && options.initial_contact == InitialContact::Report
}

/// Finds the time of impact by plain conservative advancement: a step is the gap over the greatest speed at which it
/// can close; within the times at which the balls around the pivots meet, if `balls_first`. For the benchmarks, on
/// the same poses and distances; no part of the library's interface.
#[doc(hidden)]
#[must_use]
pub fn plain_conservative_advancement(
    pair: &MovingPair<'_>,
    options: &TimeOfImpactOptions,
    balls_first: bool,
    state: &mut PairState,
) -> TimeOfImpact {
    let Some(cores) = pair.cores() else {
        return TimeOfImpact::undecided(Reason::None, 0.0, 0.0);
    };
    let flight = Flight::new(&cores);
    let query = TurningQuery {
        advance: Advance::Plain { balls_first },
        ..TurningQuery::new(flight, options, MAX_PIVOTS)
    };
    query.answer(state)
}

/// The contact that the query finds from no memory, as it was measured: for its proof.
pub(crate) fn contact_again(flight: Flight<'_>, options: &TimeOfImpactOptions) -> Option<Progress> {
    let seen = Cell::new(None);
    let query = TurningQuery {
        seen: Some(&seen),
        ..TurningQuery::new(flight, options, MAX_PIVOTS)
    };
    query.answer(&mut PairState::default());
    seen.take()
}

struct TurningQuery<'a> {
    flight: Flight<'a>,
    options: &'a TimeOfImpactOptions,
    max_pivots: u32,
    advance: Advance,
    /// Where a contact's measure is left.
    seen: Option<&'a Cell<Option<Progress>>>,
}

impl<'a> TurningQuery<'a> {
    #[inline(always)]
    fn new(flight: Flight<'a>, options: &'a TimeOfImpactOptions, max_pivots: u32) -> Self {
        TurningQuery {
            flight,
            options,
            max_pivots,
            advance: Advance::MovingPlane,
            seen: None,
        }
    }

    fn answer(&self, state: &mut PairState) -> TimeOfImpact {
        let flight = self.flight;
        if flight.has_empty() {
            return TimeOfImpact::separated(0.0, None);
        }
        let at_distance = self.options.target_separation > 0.0;
        if flight.is_turning() || at_distance || self.advance != Advance::MovingPlane {
            return match simd::fast() {
                Some(fast) => fast.run(
                    #[inline(always)]
                    || self.advance(state, true),
                ),
                None => self.advance(state, false),
            };
        }
        match simd::fast().filter(|_| flight.scale == 1.0) {
            Some(fast) => {
                let matrices = flight.motions.map(|motion| motion.start().matrix());
                let flight = Flight {
                    scale: 1.0,
                    ..flight
                };
                fast.run(
                    #[inline(always)]
                    || self.linear(flight, matrices, state, true),
                )
            }
            None => self.linear_outlined(state),
        }
    }

    /// Bodies of extreme size, brought near 1; and every pair on slow machines.
    #[cold]
    #[inline(never)]
    fn linear_outlined(&self, state: &mut PairState) -> TimeOfImpact {
        let flight = self.flight;
        self.linear(flight, flight.matrices().each_ref(), state, false)
    }

    #[inline(always)]
    fn linear(
        &self,
        flight: Flight<'_>,
        matrices: [&Matrix3<f64>; 2],
        state: &mut PairState,
        inlined: bool,
    ) -> TimeOfImpact {
        let pair = LinearPair {
            flight,
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
        let scale = pair.flight.scale;
        match fate {
            LinearFate::Apart { normal, gap } => {
                match gap > tolerance(&self.flight, self.options) * scale {
                    true => TimeOfImpact::separated(0.0, normal),
                    false => self.near_miss(normal),
                }
            }
            LinearFate::Meets(found) => {
                let features = found.held.map(|held| self.features(held.into_iter()));
                let touch = ContactAt {
                    contact: Contact::Overlap,
                    gap: 0.0,
                    normal: found.normal,
                    points: self.flight.on_surfaces(found.points),
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
                let common = ContactAt {
                    contact: Contact::Overlap,
                    gap: 0.0,
                    normal: None,
                    points: [point; 2],
                    speed: 0.0,
                };
                self.beyond_contact(&self.at_start(&common), state)
            }
        }
    }

    /// Returns a contact after the start, unless bodies that were apart by rounding at the start slide along each other:
    /// then that is their contact at the start, and is ignored.
    #[cold]
    #[inline(never)]
    fn unless_level(&self, met: &TimeOfImpact, state: &mut PairState) -> TimeOfImpact {
        let pair = RelativeMotion::new(&self.flight);
        if met.normal.is_none() || without_rounding(&pair, met.separation_velocity) < 0.0 {
            return *met;
        }
        let walk = self.walk(&pair);
        let nearest = walk.finely(&pair.pose(0.0), &Subsimplex::default(), &mut 0);
        match walk.level(&nearest) {
            Some(near) => self.beyond_contact(&self.at_start(&near), state),
            None => *met,
        }
    }

    /// Answers for bodies that do not turn and never meet: `Near` if they come within the tolerance.
    #[cold]
    #[inline(never)]
    fn near_miss(&self, normal: Option<Vector3<f64>>) -> TimeOfImpact {
        let pair = RelativeMotion::new(&self.flight);
        let walk = self.walk(&pair);
        match near_miss(&pair, &walk.ask) {
            Some(near) => walk.answered(&near, 0.0),
            None => TimeOfImpact::separated(0.0, normal),
        }
    }

    /// By a program of another method; the tolerance of an independent solver may leave it open.
    #[cold]
    fn by_one_program(&self) -> TimeOfImpact {
        if self.flight.has_empty() {
            return TimeOfImpact::separated(0.0, None);
        }
        let matrices = self.flight.matrices();
        let pair = LinearPair {
            flight: self.flight,
            matrices: matrices.each_ref(),
            max_pivots: self.max_pivots,
        };
        let (fate, iterations): (std::result::Result<_, decide::DecisionKind>, u32) =
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

    /// Bodies that turn, or contact at a distance.
    #[inline(always)]
    fn advance(&self, state: &mut PairState, inlined: bool) -> TimeOfImpact {
        let pair = RelativeMotion::new(&self.flight);
        self.walk(&pair).run(state, inlined)
    }

    #[inline(always)]
    fn walk<'b>(&'b self, pair: &'b RelativeMotion<'b>) -> TurningAdvance<'b> {
        TurningAdvance {
            query: self,
            pair,
            ask: ask(&self.flight, self.options, self.advance),
        }
    }

    /// The hit at t = 0: that of the least depth, or what was measured of bodies that are near each other.
    #[cold]
    fn at_start(&self, near: &ContactAt) -> TimeOfImpact {
        let cores = self.flight.cores().at_start();
        let deep = penetration::of_cores(&cores, self.max_pivots);
        let start = match deep.verdict {
            Verdict::Hit => start_contact::of_depth(&self.flight, &deep),
            _ => self.near_at_start(&cores, near),
        };
        let any_corner = self.options.initial_contact == InitialContact::OnlyIfApproaching;
        match any_corner && self.flight.is_turning() && !is_approaching(&start) {
            true => self.approaching_corner(&cores, &start).unwrap_or(start),
            false => start,
        }
    }

    /// The contact at t = 0 of the corner by which two bodies that turn approach each other, though they do not in `start`.
    fn approaching_corner(
        &self,
        cores: &Cores<'_, Pose>,
        start: &TimeOfImpact,
    ) -> Option<TimeOfImpact> {
        let pair = RelativeMotion::new(&self.flight);
        let rounding = unscaled(pair.rounding(), pair.scale);
        let most = self.options.target_separation + LEVEL * rounding;
        let corner = start_contact::approaching_face(&self.flight, cores, most, self.max_pivots)?;
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

    /// The hit at t = 0 of bodies that are near each other. Nearest points that differ by rounding alone have no
    /// direction: then that of the manifold is taken, if it parts the bodies.
    fn near_at_start(&self, cores: &Cores<'_, Pose>, near: &ContactAt) -> TimeOfImpact {
        let pair = RelativeMotion::new(&self.flight);
        let posed = pair.pose(0.0);
        let touching = self.flight.reach(0.0).bounds(pair.scale)[0];
        let parts = |n: &Vector3<f64>| is_parting(&pair, &posed, n, touching);
        let from_manifold = || {
            let prediction = near.gap + tolerance(&self.flight, self.options);
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
            ..self.hit(near, [0.0; 2], self.flight.scale)
        }
    }

    /// The hit at t = 0 of bodies within the target of each other that f64 does not measure: that of their manifold.
    #[cold]
    fn near_by_manifold(&self) -> Option<TimeOfImpact> {
        let cores = self.flight.cores().at_start();
        let most = self.options.target_separation + tolerance(&self.flight, self.options);
        let pair = RelativeMotion::new(&self.flight);
        let rounding = unscaled(pair.rounding(), pair.scale);
        if !(LEVEL * rounding < most) {
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
            ..start_contact::hit(&self.flight, Some(normal), points, 0.0)
        })
    }

    /// Goes on from a contact at t = 0.
    #[cold]
    fn beyond_contact(&self, start: &TimeOfImpact, state: &mut PairState) -> TimeOfImpact {
        match self.options.initial_contact.counts(start) {
            true => *start,
            false => {
                let pair = RelativeMotion::new(&self.flight);
                self.walk(&pair).after_release(start, state)
            }
        }
    }

    /// A contact with the points in the world.
    #[inline(always)]
    fn hit(&self, touch: &ContactAt, [t_lo, t_hi]: [f64; 2], scale: f64) -> TimeOfImpact {
        let origin = origin_at(self.flight.motions[0], t_hi);
        let [point_a, point_b] = touch.points.map(|p| in_range(p / scale + origin));
        TimeOfImpact {
            contact: touch.contact,
            t_lo,
            t_hi,
            gap: touch.gap,
            point_a,
            point_b,
            normal: touch.normal,
            separation_velocity: touch.speed,
            ..TimeOfImpact::HIT
        }
    }

    /// Features that hold the contact: the vertices of positive weight.
    #[inline(always)]
    fn features(&self, columns: impl Iterator<Item = (u32, u32, f64)> + Clone) -> [Feature; 2] {
        let held = columns.filter(|c| c.2 > HELD && c.0 != u32::MAX);
        let [a, b] = self.flight.bodies;
        [
            Feature::new(a, held.clone().map(|c| c.0)),
            Feature::new(b, held.map(|c| c.1)),
        ]
    }
}

/// The query with what an advance goes by.
struct TurningAdvance<'a> {
    query: &'a TurningQuery<'a>,
    pair: &'a RelativeMotion<'a>,
    ask: AdvanceRequest,
}

impl TurningAdvance<'_> {
    #[inline(always)]
    fn run(&self, state: &mut PairState, inlined: bool) -> TimeOfImpact {
        let reports = self.query.options.initial_contact == InitialContact::Report;
        let resting = match reports {
            true => None,
            false => self.resting(),
        };
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
            true => advance(self.pair, ask, 0.0, state, |_| {}),
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

    /// The answer of an advance from `from`.
    fn progress(&self, progress: &Progress, from: f64) -> TimeOfImpact {
        if progress.end != AdvanceEnd::Rounding {
            return self.answered(progress, from);
        }
        TimeOfImpact {
            t_lo: progress.t,
            ..self.answered(
                &self.sharpened(progress.t, after_rounding(self.pair, &self.ask, progress)),
                from,
            )
        }
    }

    fn answered(&self, progress: &Progress, from: f64) -> TimeOfImpact {
        let found = &progress.nearest;
        let mut queries = progress.queries;
        let answer = match progress.end {
            AdvanceEnd::Apart => TimeOfImpact::separated(from, unit_normal(found)),
            AdvanceEnd::Near | AdvanceEnd::Overlap => {
                if let Some(seen) = self.query.seen {
                    seen.set(Some(*progress));
                }
                let touch = self.touched(progress, &mut queries);
                let found = &found.shared();
                // No feature holds a point within.
                let holds = (1..4).contains(&found.simplex.count);
                let ids = found.simplex.columns[..found.simplex.count.min(3)].iter();
                let features = || self.query.features(ids.map(|c| (c.id_a, c.id_b, 1.0)));
                TimeOfImpact {
                    free_from: from,
                    features: holds.then(features),
                    ..self.query.hit(&touch, [progress.t; 2], self.pair.scale)
                }
            }
            AdvanceEnd::Budget => TimeOfImpact::undecided(Reason::Budget, from, progress.t),
            AdvanceEnd::Rounding | AdvanceEnd::Start => {
                TimeOfImpact::undecided(Reason::Rounding, from, progress.t)
            }
        };
        TimeOfImpact {
            solves: progress.solves,
            iterations: queries,
            ..answer
        }
    }

    /// The contact that an advance ended at, with a normal that parts the bodies there.
    #[inline(always)]
    fn touched(&self, progress: &Progress, queries: &mut u32) -> ContactAt {
        let (pair, posed, found) = (self.pair, &progress.posed, &progress.nearest);
        let (apart, near) = match progress.end {
            AdvanceEnd::Near => (self.ask.target, Some(found.upper)),
            _ => (pair.flight.reach(0.0).bounds(pair.scale)[0], None),
        };
        let normal = parting_normal(pair, posed, found, apart, queries);
        ContactAt::measured(pair, posed, found, near).along(pair, posed, normal)
    }

    /// The advance could not leave the start: in contact there, or apart by less than rounding.
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

    /// Whether the bodies are in contact at t = 0: exactly, or to the target.
    fn touch(&self, nearest: &NearestPoints) -> StartState {
        let (pair, ask) = (self.pair, &self.ask);
        let posed = pair.pose(0.0);
        // Beside a target the points' own rounding counts, where the gap is no more than that.
        let upper = match ask.target > 0.0 && nearest.upper < DROWNS * pair.rounding() {
            true => nearest.upper + pair.rounding(),
            false => nearest.upper,
        };
        let near = ContactAt::measured(pair, &posed, nearest, Some(upper));
        if nearest.kind != GjkProof::Apart || ask.target == 0.0 {
            // Columns that hold the origin leave nothing to the integers.
            let apart = match nearest.kind {
                GjkProof::Overlap => None,
                _ => gap_at_start(&self.query.flight),
            };
            match apart {
                None => return StartState::Contact(self.query.at_start(&near)),
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
            None => StartState::Contact(self.query.at_start(&near)),
        }
    }

    /// Returns by how much they are farther apart at t = 0 than the target, without regard to the tolerance: exactly; of a
    /// target separation, which is mostly a distance that was rounded, beyond rounding.
    fn gap_at_start(&self, nearest: &NearestPoints) -> Option<StartGap> {
        let flight = &self.query.flight;
        let reach = flight.reach(self.query.options.target_separation);
        let [below, above] = reach.bounds(flight.scale);
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
            true => gap_at_start(flight),
            false => None,
        }
    }

    /// Bodies apart at t = 0 by less than rounding: near each other a moment later, unless they part.
    fn first_moment(&self, gap: &StartGap) -> TimeOfImpact {
        let (pair, ask) = (self.pair, &self.ask);
        let StartGap {
            length: (x, k),
            normal,
        } = gap;
        let (x, k) = (*x, *k);
        // Along the normal as it is rounded.
        let along = libm::ldexp(x, k) * (1.0 - 1e-9) - 8.0 * U * pair.size;
        let closing = pair.closing_at_most(normal, &pair.across(normal));
        if along > 0.0 && closing < along {
            return TimeOfImpact::separated(0.0, Some(*normal));
        }
        let fastest = pair.fastest();
        let mut free = 1.0;
        if fastest > 0.0 {
            free = libm::ldexp(x * (1.0 - 1e-9) / fastest, k).min(1.0);
            // Times below this have not all their digits.
            if free < f64::MIN_POSITIVE {
                free = free.next_down().max(0.0);
            }
        }
        if free >= 1.0 {
            return TimeOfImpact::separated(0.0, None);
        }
        let first = self.sampled((0.25 * ask.tolerance / fastest).clamp(free, 1.0));
        let mut progress = self.sharpened(free, first);
        if progress.end == AdvanceEnd::Overlap {
            progress.nearest.normal = *normal;
        }
        TimeOfImpact {
            t_lo: free,
            ..self.progress(&progress, 0.0)
        }
    }

    /// Draws an overlap back towards `free`, a time until which the bodies are apart, to where f64 first tells that they meet:
    /// deeper in each other than rounding they have no normal.
    fn sharpened(&self, free: f64, mut progress: Progress) -> Progress {
        let overlaps = |seen: &Progress| match seen.end {
            AdvanceEnd::Overlap => true,
            AdvanceEnd::Near => surface_gap(self.pair, seen.nearest.upper).is_none(),
            _ => false,
        };
        let mut before = self.pair.rounding() / self.pair.fastest();
        while overlaps(&progress) && 2.0 * before < progress.t - free {
            let after = (before * (progress.t - free)).sqrt();
            let t = free + after;
            if !(free < t && t < progress.t) || progress.solves >= self.ask.budget {
                break;
            }
            let sample = self.sampled(t);
            let (solves, queries) = (progress.solves + 1, progress.queries + sample.queries);
            match overlaps(&sample) {
                true => progress = sample,
                false => before = after,
            }
            (progress.solves, progress.queries) = (solves, queries);
        }
        progress
    }

    /// What is measured at one time, as the end of an advance.
    fn sampled(&self, t: f64) -> Progress {
        let (posed, mut queries) = (self.pair.pose(t), 0);
        let nearest = self.finely(&posed, &Subsimplex::default(), &mut queries);
        let askew = match nearest.kind {
            GjkProof::Unclear if self.ask.target == 0.0 => {
                overlap_askew(self.pair, &posed, &mut queries)
            }
            _ => None,
        };
        let nearest = askew.unwrap_or(nearest);
        Progress {
            end: match nearest.kind {
                GjkProof::Overlap => AdvanceEnd::Overlap,
                _ if nearest.upper <= self.ask.target + self.ask.tolerance => AdvanceEnd::Near,
                _ => AdvanceEnd::Rounding,
            },
            t,
            nearest,
            posed,
            solves: 1,
            queries,
        }
    }

    /// The contact at t = 0 of bodies that are apart there by rounding alone. `nearest`: their nearest points.
    fn level(&self, nearest: &NearestPoints) -> Option<ContactAt> {
        let pair = self.pair;
        let [touching, _] = self.query.flight.reach(0.0).bounds(pair.scale);
        let gap = (nearest.upper - touching).max(0.0) + pair.rounding();
        if gap > LEVEL * pair.rounding() || gap > self.ask.tolerance {
            return None;
        }
        Some(ContactAt {
            contact: Contact::Near,
            gap: unscaled(gap, pair.scale),
            ..ContactAt::measured(pair, &pair.pose(0.0), nearest, None)
        })
    }

    /// Where the caller wants resting contact ignored: the contact at t = 0, from no memory.
    fn resting(&self) -> Option<TimeOfImpact> {
        let pair = self.pair;
        let posed = pair.pose(0.0);
        let nearest = self.finely(&posed, &Subsimplex::default(), &mut 0);
        if let Some(gap) = self.gap_at_start(&nearest) {
            let (x, k) = gap.length;
            let start = match self.level(&nearest) {
                Some(near) => self.query.at_start(&near),
                None if libm::ldexp(x, k) <= LEVEL * pair.rounding() => {
                    self.query.near_by_manifold()?
                }
                None => return None,
            };
            let cores = self.query.flight.cores().at_start();
            let approaches =
                is_approaching(&start) || self.query.approaching_corner(&cores, &start).is_some();
            return (!approaches).then_some(start);
        }
        if nearest.kind == GjkProof::Apart {
            let near = ContactAt::measured(pair, &posed, &nearest, Some(nearest.upper));
            return Some(self.query.at_start(&near));
        }
        match self.touch(&nearest) {
            StartState::Contact(touch) => Some(touch),
            StartState::Apart(_) | StartState::Unclear => None,
        }
    }

    /// The contact at t = 0 is ignored: samples for bodies that are apart, at times that double, from that in which
    /// they may move by a tolerance, and goes on from there. Never apart: still the contact of the start.
    ///
    /// The distance of bodies that do not turn is convex in time: once they are apart, at any gap, they never meet again.
    #[cold]
    fn after_release(&self, start: &TimeOfImpact, state: &mut PairState) -> TimeOfImpact {
        let (pair, ask) = (self.pair, &self.ask);
        let (mut solves, mut queries) = (0, 0);
        let mut hints = [state.hint_a, state.hint_b];
        let mut columns = Subsimplex::default();
        let stop = &until(ask.target, GJK_REL_TOL);
        let is_straight = !pair.flight.is_turning();
        let mut t = first_step(pair, ask.tolerance).min(1.0);
        let answer = loop {
            let posed = pair.pose(t);
            let nearest = measure_outlined(pair, &posed, &columns, stop, &mut hints, &mut queries);
            columns = nearest.simplex;
            solves += 1;
            let apart = nearest.lower > ask.target + 8.0 * pair.rounding();
            let apart = apart && (is_straight || nearest.upper > ask.target + ask.tolerance);
            if t == 1.0 {
                break match apart {
                    true => TimeOfImpact::separated(1.0, Some(nearest.normal)),
                    false => self.parted_at_end().unwrap_or(*start),
                };
            }
            if apart && is_straight {
                let never_near = AdvanceRequest {
                    tolerance: f64::MIN_POSITIVE,
                    ..ask.less(solves)
                };
                let parted = advance_outlined(pair, &never_near, t, state, &mut |_| {});
                solves += parted.solves;
                queries += parted.queries;
                if parted.end == AdvanceEnd::Apart {
                    break TimeOfImpact::separated(t, unit_normal(&parted.nearest));
                }
            } else if apart {
                let rest = TurningAdvance {
                    ask: ask.less(solves),
                    ..*self
                };
                let ask = &rest.ask.above_half(pair.rounding());
                let progress = advance_outlined(pair, ask, t, state, &mut |_| {});
                break rest.progress(&progress, t);
            }
            t = (2.0 * t).min(1.0);
        };
        answer.after(solves, queries)
    }

    /// Bodies that do not turn, in contact at the start and apart at the end of the frame by less than f64 tells; exactly. A gap
    /// that rounding may hide has no plane that f64 holds, so the contact lasts.
    fn parted_at_end(&self) -> Option<TimeOfImpact> {
        let flight = &self.query.flight;
        if flight.is_turning() || self.query.options.target_separation > 0.0 {
            return None;
        }
        let [a, b] = flight.motions.map(|motion| Motion::fixed(*motion.end()));
        let cores = Cores {
            places: [&a, &b],
            ..flight.cores()
        };
        let gap = gap_at_start(&Flight::new(&cores))?;
        let (x, k) = gap.length;
        let is_plain = libm::ldexp(x, k) > LEAST_PLAIN * self.pair.rounding();
        is_plain.then(|| TimeOfImpact::separated(1.0, Some(gap.normal)))
    }

    /// The distance at one pose where a contact is answered.
    fn finely(
        &self,
        posed: &RelativePoses,
        start: &Subsimplex,
        queries: &mut u32,
    ) -> NearestPoints {
        let stop = &until(self.ask.target, CONTACT_REL_TOL);
        measure_anew(self.pair, posed, start, stop, queries)
    }
}

/// Options of an advance, from the query's.
pub(crate) fn ask(
    flight: &Flight<'_>,
    options: &TimeOfImpactOptions,
    advance: Advance,
) -> AdvanceRequest {
    // A target that vanishes when scaled is still one.
    let target = match flight.is_round() {
        true => flight.reach(options.target_separation).bounds(flight.scale)[1],
        false => options.target_separation * flight.scale,
    };
    AdvanceRequest {
        tolerance: tolerance(flight, options) * flight.scale,
        target: match options.target_separation > 0.0 || flight.is_round() {
            true => target.max(f64::MIN_POSITIVE),
            false => 0.0,
        },
        budget: options.budget,
        advance,
    }
}

/// Up to which gap a contact is near, world units.
#[inline(always)]
fn tolerance(flight: &Flight<'_>, options: &TimeOfImpactOptions) -> f64 {
    (options.tolerance).unwrap_or_else(|| DEFAULT_REL_TOL * flight.size())
}

/// Least gap that has a plane in f64, in roundings of the pair.
const LEAST_PLAIN: f64 = 0.125;

/// Most roundings by which bodies that are level with each other are apart.
const LEVEL: f64 = 32.0;

/// Roundings of the bodies' points below which they are part of a gap.
const DROWNS: f64 = 1024.0;

/// Whether the bodies are in contact at t = 0.
#[allow(clippy::large_enum_variant)] // it is returned and taken apart
enum StartState {
    Contact(TimeOfImpact),
    Apart(StartGap),
    /// Whether within the target and the tolerance is below rounding.
    Unclear,
}

/// Weights below this are rounding: the vertex does not hold the contact.
const HELD: f64 = 1e-12;
