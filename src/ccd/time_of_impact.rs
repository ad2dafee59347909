//! When do two moving bodies first meet?
//!
//! Bodies that do not turn are one linear program, exact where it matters (`linear_time`). All
//! others are walked through the frame in steps that are proved free (`advance`).

use std::cell::Cell;

use nalgebra::{Matrix3, Vector3};

use crate::body::polytope::Polytope;
use crate::body::simd;
use crate::ccd::advance::{
    CONTACT_REL_TOL, End, GJK_REL_TOL, Progress, advance, kept, measure_outlined, until,
};
#[cfg(feature = "good_lp")]
use crate::ccd::good_lp_time;
use crate::ccd::impact::{Contact, InitialContact, TimeOfImpact, TimeOfImpactOptions};
use crate::ccd::linear_time::{LinearFate, LinearPair, exit_normal};
use crate::ccd::relative_motion::{RelativeMotion, origin_at};
use crate::ccd::sample::{after_rounding, first_step};
use crate::ccd::step::{Advance, Ask};
use crate::distance::gjk::{Kind, Nearest};
use crate::distance::pair_distance::Feature;
use crate::distance::subsimplex::Subsimplex;
use crate::error::Result;
use crate::lp::problem::Difference;
use crate::motion::pairs::MovingPair;
use crate::motion::rigid_motion::Motion;
use crate::numeric::arithmetic::{dot, is_unit};
use crate::options::{MAX_PIVOTS, TimeOfImpactMethod};
use crate::pair::PairState;
use crate::query::interframe::{motion_scale, tolerance_size};
use crate::verdict::Reason;

/// When two moving bodies first meet, or the proof that they do not.
///
/// - `Separated`: a positive gap is proved for all t in [0, 1], rounding included.
/// - `Hit`: proved apart before `t_lo`, in contact by `t_hi`: with [`Contact::Overlap`] a shared
///   point at some time in between is proved; with [`Contact::Near`] the gap at `t_hi` is at most
///   the tolerance. Bodies apart at t = 0 have `t_lo` > 0. In contact at t = 0 is `Overlap` with
///   `t_lo` = `t_hi` = 0, unless `options` says otherwise.
/// - `Undecided`: the budget ran out, or the least gap and the deepest overlap are below what f64 can
///   resolve, about 1e-13 of the larger body, or of the flight where that is longer; `t_lo` is what was proved.
///
/// Bodies that do not turn are one linear program, and without a target separation the verdict is exact: grazing is a hit, a
/// last place beside is not. Bodies that turn, by any angle, are walked through the frame by
/// planes that turn with them; each step is proved, several whole turns in a frame included.
///
/// `state` is the memory of this pair from frame to frame. Allocates only where exact arithmetic
/// decides: at a graze, at contact at t = 0, for ends of the frame to the last place.
///
/// # Errors
/// [`Error::Setting`](crate::Error::Setting) when an option is out of range.
///
/// ```
/// use interframe::{
///     Contact, Motion, MovingPair, PairState, Polytope, Pose, TimeOfImpactOptions, Verdict,
///     time_of_impact,
/// };
/// use nalgebra::Vector3;
///
/// // A bar of length 10 turns one and a half times about its middle; a post stands in its way.
/// let bar = Polytope::new(&[Vector3::new(-5.0, 0.0, 0.0), Vector3::new(5.0, 0.0, 0.0)])?;
/// let post = Polytope::new(&[Vector3::new(0.0, 4.0, -1.0), Vector3::new(0.0, 4.0, 1.0)])?;
/// let turn = Vector3::new(0.0, 0.0, 3.0 * std::f64::consts::PI);
/// let spinning = Motion::from_turn(Pose::identity(), Vector3::zeros(), turn, Vector3::zeros())?;
/// let still = Motion::fixed(Pose::identity());
/// let answer = time_of_impact(
///     &MovingPair::new(&bar, &spinning, &post, &still),
///     &TimeOfImpactOptions::default(), &mut PairState::default(),
/// )?;
/// assert_eq!(answer.verdict, Verdict::Hit);
/// // After a quarter turn: a sixth of the frame.
/// assert!(answer.t_lo <= answer.t_hi && (answer.t_hi - 1.0 / 6.0).abs() < 1e-6);
/// assert!(answer.point_b.unwrap().y == 4.0);
/// # Ok::<(), interframe::Error>(())
/// ```
pub fn time_of_impact(
    pair: &MovingPair<'_>,
    options: &TimeOfImpactOptions,
    state: &mut PairState,
) -> Result<TimeOfImpact> {
    let (a, motion_a, b, motion_b) = pair.polytopes();
    options.validate()?;
    let query = Query {
        a,
        motion_a,
        b,
        motion_b,
        options,
        max_pivots: options.max_pivots,
        advance: Advance::MovingPlane,
        seen: None,
    };
    match options.method {
        TimeOfImpactMethod::Default | TimeOfImpactMethod::RaySimplex => Ok(query.answer(state)),
        #[cfg(feature = "good_lp")]
        TimeOfImpactMethod::GoodLp if query.is_one_program() => Ok(query.by_good_lp()),
        #[cfg(feature = "good_lp")]
        TimeOfImpactMethod::GoodLp => Err(crate::error::Error::Method {
            query: "time_of_impact",
            known: "default and ray_simplex, and good_lp for bodies that do not turn and contact reported from the start",
        }),
    }
}

/// The same by plain conservative advancement: a step is the gap over the greatest speed at which it
/// can close; within the times at which the balls around the pivots meet, if `balls_first`. For the
/// benchmarks, on the same poses and distances; no part of the library's
/// interface.
#[doc(hidden)]
#[must_use]
pub fn plain_conservative_advancement(
    pair: &MovingPair<'_>,
    options: &TimeOfImpactOptions,
    balls_first: bool,
    state: &mut PairState,
) -> TimeOfImpact {
    let (a, motion_a, b, motion_b) = pair.polytopes();
    let query = Query {
        a,
        motion_a,
        b,
        motion_b,
        options,
        max_pivots: MAX_PIVOTS,
        advance: Advance::Plain { balls_first },
        seen: None,
    };
    query.answer(state)
}

/// The contact that the query finds from no memory, as it was measured: for its proof.
pub(crate) fn contact_again(
    [a, b]: [&Polytope; 2],
    [motion_a, motion_b]: [&Motion; 2],
    options: &TimeOfImpactOptions,
) -> Option<Progress> {
    let seen = Cell::new(None);
    let query = Query {
        a,
        motion_a,
        b,
        motion_b,
        options,
        max_pivots: MAX_PIVOTS,
        advance: Advance::MovingPlane,
        seen: Some(&seen),
    };
    query.answer(&mut PairState::default());
    seen.take()
}

struct Query<'a> {
    a: &'a Polytope,
    motion_a: &'a Motion,
    b: &'a Polytope,
    motion_b: &'a Motion,
    options: &'a TimeOfImpactOptions,
    max_pivots: u32,
    advance: Advance,
    /// Where a contact's measure is left.
    seen: Option<&'a Cell<Option<Progress>>>,
}

impl Query<'_> {
    fn answer(&self, state: &mut PairState) -> TimeOfImpact {
        if self.a.is_empty() || self.b.is_empty() {
            return TimeOfImpact::separated(0.0, None);
        }
        let scale = motion_scale(self.a, self.motion_a, self.b, self.motion_b);
        let turning = self.motion_a.is_turning() || self.motion_b.is_turning();
        if turning || self.options.target_separation > 0.0 || self.advance != Advance::MovingPlane {
            return simd::widest(
                #[inline(always)]
                || self.advance(state, scale),
            );
        }
        if scale == 1.0 {
            let matrices = [
                self.motion_a.start().matrix(),
                self.motion_b.start().matrix(),
            ];
            return simd::widest(
                #[inline(always)]
                || self.linear(matrices, state, 1.0),
            );
        }
        let matrices = [self.motion_a, self.motion_b].map(|m| m.start().matrix() * scale);
        self.linear(matrices.each_ref(), state, scale)
    }

    #[inline(always)]
    fn linear(
        &self,
        matrices: [&Matrix3<f64>; 2],
        state: &mut PairState,
        scale: f64,
    ) -> TimeOfImpact {
        let pair = self.linear_pair(matrices, scale);
        let (fate, iterations) = pair.solve(state);
        let answer = self.of_fate(&pair, fate, state);
        TimeOfImpact {
            iterations: iterations + answer.iterations,
            ..answer
        }
    }

    #[inline(always)]
    fn of_fate(
        &self,
        pair: &LinearPair<'_>,
        fate: LinearFate,
        state: &mut PairState,
    ) -> TimeOfImpact {
        let scale = pair.scale;
        match fate {
            LinearFate::Apart { normal } => TimeOfImpact::separated(0.0, normal),
            LinearFate::Meets(found) => {
                let hit = TimeOfImpact {
                    contact: Contact::Overlap,
                    t_lo: found.t_lo,
                    t_hi: found.t_hi,
                    normal: found.normal,
                    features: found.columns.map(|(columns, weights)| {
                        self.features(
                            columns
                                .iter()
                                .zip(weights)
                                .map(|(c, w)| (c.id_a, c.id_b, w)),
                        )
                    }),
                    ..TimeOfImpact::HIT
                };
                let speed = found
                    .normal
                    .map_or(0.0, |n| dot(&n, &pair.travel()) / scale);
                self.placed(hit, found.points, speed, scale)
            }
            LinearFate::InContact { normal, point } => {
                let speed = normal.map_or(0.0, |n| dot(&n, &pair.travel()) / scale);
                let start = Touch {
                    contact: Contact::Overlap,
                    gap: 0.0,
                    normal,
                    points: [point; 2],
                    speed,
                };
                if self.counts(&start) {
                    self.started(&start, scale)
                } else {
                    self.after_release(&start, state, scale)
                }
            }
        }
    }

    /// Whether one linear program is the whole answer.
    #[cfg(feature = "good_lp")]
    fn is_one_program(&self) -> bool {
        let turning = self.motion_a.is_turning() || self.motion_b.is_turning();
        let reports = self.options.initial_contact == InitialContact::Report;
        !turning && reports && self.options.target_separation == 0.0
    }

    /// By an independent solver; its tolerance may leave it open.
    #[cfg(feature = "good_lp")]
    fn by_good_lp(&self) -> TimeOfImpact {
        if self.a.is_empty() || self.b.is_empty() {
            return TimeOfImpact::separated(0.0, None);
        }
        let scale = motion_scale(self.a, self.motion_a, self.b, self.motion_b);
        let matrices = [self.motion_a, self.motion_b].map(|m| m.start().matrix() * scale);
        let pair = self.linear_pair(matrices.each_ref(), scale);
        let (fate, iterations) = good_lp_time::solve(&pair);
        let answer = match fate {
            Ok(fate) => self.of_fate(&pair, fate, &mut PairState::default()),
            Err(open) => TimeOfImpact::undecided(open.reason(), 0.0, 0.0),
        };
        TimeOfImpact {
            iterations,
            ..answer
        }
    }

    #[inline(always)]
    fn linear_pair<'a>(&'a self, matrices: [&'a Matrix3<f64>; 2], scale: f64) -> LinearPair<'a> {
        LinearPair {
            a: self.a,
            motion_a: self.motion_a,
            b: self.b,
            motion_b: self.motion_b,
            matrices,
            scale,
            max_pivots: self.max_pivots,
        }
    }

    /// Bodies that turn, or contact at a distance.
    #[inline(always)]
    fn advance(&self, state: &mut PairState, scale: f64) -> TimeOfImpact {
        let pair = RelativeMotion::new(self.a, self.motion_a, self.b, self.motion_b, scale);
        let ask = self.ask(scale);
        if self.options.initial_contact != InitialContact::Report
            && let Some(start) = self.resting(&pair, &ask, state)
            && !self.counts(&start)
        {
            return self.after_release(&start, state, scale);
        }
        let progress = advance(&pair, &ask, 0.0, state, |_| {});
        if progress.end == End::Start {
            return self.at_start(&pair, &ask, &progress, state);
        }
        self.progress(&pair, &ask, &progress, 0.0)
    }

    fn ask(&self, scale: f64) -> Ask {
        ask(self.a, self.b, self.options, scale, self.advance)
    }

    /// What an advance from `from` found.
    fn progress(
        &self,
        pair: &RelativeMotion<'_>,
        ask: &Ask,
        progress: &Progress,
        from: f64,
    ) -> TimeOfImpact {
        if progress.end != End::Rounding {
            return self.answered(pair, progress, from);
        }
        TimeOfImpact {
            t_lo: progress.t,
            ..self.answered(pair, &after_rounding(pair, ask, progress), from)
        }
    }

    fn answered(&self, pair: &RelativeMotion<'_>, progress: &Progress, from: f64) -> TimeOfImpact {
        let found = &progress.nearest;
        let normal = is_unit(&found.normal).then_some(found.normal);
        let answer = match progress.end {
            End::Apart => TimeOfImpact::separated(from, normal),
            End::Near | End::Overlap => {
                if let Some(seen) = self.seen {
                    seen.set(Some(*progress));
                }
                let (a, b) = pair.bodies(&progress.posed);
                let points = found.points(&Difference::new(&a, &b, 0.0));
                let near = progress.end == End::Near;
                let ids = found.simplex.columns[..found.simplex.count.min(3)].iter();
                let hit = TimeOfImpact {
                    contact: if near {
                        Contact::Near
                    } else {
                        Contact::Overlap
                    },
                    free_from: from,
                    t_lo: progress.t,
                    t_hi: progress.t,
                    gap: if near {
                        unscaled(found.upper, pair.scale)
                    } else {
                        0.0
                    },
                    normal,
                    features: Some(self.features(ids.map(|c| (c.id_a, c.id_b, 1.0)))),
                    ..TimeOfImpact::HIT
                };
                let speed = normal.map_or(0.0, |n| {
                    pair.separation_velocity(&progress.posed, &n, &points) / pair.scale
                });
                self.placed(hit, points, speed, pair.scale)
            }
            End::Budget => TimeOfImpact::undecided(Reason::Budget, from, progress.t),
            End::Rounding | End::Start => {
                TimeOfImpact::undecided(Reason::Rounding, from, progress.t)
            }
        };
        TimeOfImpact {
            solves: progress.solves,
            iterations: progress.queries,
            ..answer
        }
    }

    /// The advance could not leave the start: in contact there, or apart by less than rounding.
    #[cold]
    fn at_start(
        &self,
        pair: &RelativeMotion<'_>,
        ask: &Ask,
        progress: &Progress,
        state: &mut PairState,
    ) -> TimeOfImpact {
        let posed = pair.pose(0.0);
        let (mut hints, mut queries) = ([0; 2], progress.queries);
        let found = &progress.nearest.simplex;
        let fine = measure_outlined(
            pair,
            &posed,
            found,
            &until(ask.target, CONTACT_REL_TOL),
            &mut hints,
            &mut queries,
        );
        if let Some(seen) = self.seen {
            seen.set(Some(Progress {
                nearest: fine,
                ..*progress
            }));
        }
        let answer = match self.touch(pair, ask, &fine) {
            Start::Contact(start) if self.counts(&start) => self.started(&start, pair.scale),
            Start::Contact(start) => self.after_release(&start, state, pair.scale),
            Start::Apart(distance) => self.first_moment(pair, ask, distance),
            Start::Unclear => {
                let lost = Progress {
                    end: End::Rounding,
                    ..*progress
                };
                self.progress(pair, ask, &lost, 0.0)
            }
        };
        TimeOfImpact {
            solves: answer.solves + progress.solves,
            iterations: answer.iterations + queries,
            ..answer
        }
    }

    /// Whether the bodies are in contact at t = 0: exactly, or to the target.
    fn touch(&self, pair: &RelativeMotion<'_>, ask: &Ask, nearest: &Nearest) -> Start {
        let posed = pair.pose(0.0);
        let (body_a, body_b) = pair.bodies(&posed);
        let points = nearest.points(&Difference::new(&body_a, &body_b, 0.0));
        // Beside a target the points' own rounding counts, where the gap is no more than that.
        let upper = match ask.target > 0.0 && nearest.upper < DROWNS * pair.rounding() {
            true => nearest.upper + pair.rounding(),
            false => nearest.upper,
        };
        let mut gap = unscaled(upper, pair.scale);
        let mut contact = Contact::Near;
        let mut normal = is_unit(&nearest.normal).then_some(nearest.normal);
        let touching = nearest.kind != Kind::Apart;
        if touching || ask.target == 0.0 {
            let matrices = [self.motion_a, self.motion_b].map(|m| m.start().matrix() * pair.scale);
            let linear = LinearPair {
                a: self.a,
                motion_a: self.motion_a,
                b: self.b,
                motion_b: self.motion_b,
                matrices: matrices.each_ref(),
                scale: pair.scale,
                max_pivots: self.max_pivots,
            };
            match linear.distance_at_start() {
                None => {
                    (contact, gap) = (Contact::Overlap, 0.0);
                    normal = exit_normal(&body_a, &body_b);
                }
                Some(distance) if ask.target == 0.0 => return Start::Apart(distance),
                Some(_) => {}
            }
        }
        if contact == Contact::Near && upper > ask.target + ask.tolerance {
            return Start::Unclear;
        }
        let speed = normal.map_or(0.0, |n| {
            pair.separation_velocity(&posed, &n, &points) / pair.scale
        });
        Start::Contact(Touch {
            contact,
            gap,
            normal,
            points,
            speed,
        })
    }

    /// Bodies apart at t = 0 by less than rounding: near each other a moment later.
    fn first_moment(
        &self,
        pair: &RelativeMotion<'_>,
        ask: &Ask,
        (x, k): (f64, i32),
    ) -> TimeOfImpact {
        let fastest = pair.fastest();
        let free = if fastest > 0.0 {
            let free = libm::ldexp(x * (1.0 - 1e-9) / fastest, k).min(1.0);
            // Times below this have not all their digits.
            if free < f64::MIN_POSITIVE {
                free.next_down().max(0.0)
            } else {
                free
            }
        } else {
            1.0
        };
        if free >= 1.0 {
            return TimeOfImpact::separated(0.0, None);
        }
        let t = (0.25 * ask.tolerance / fastest).clamp(free, 1.0);
        let posed = pair.pose(t);
        let mut queries = 0;
        let nearest = measure_outlined(
            pair,
            &posed,
            &Subsimplex::default(),
            &until(ask.target, CONTACT_REL_TOL),
            &mut [0; 2],
            &mut queries,
        );
        let end = match nearest.kind {
            Kind::Overlap => End::Overlap,
            _ if nearest.upper <= ask.tolerance => End::Near,
            _ => End::Rounding,
        };
        let progress = Progress {
            end,
            t,
            nearest,
            posed,
            solves: 1,
            queries,
        };
        TimeOfImpact {
            t_lo: free,
            ..self.progress(pair, ask, &progress, 0.0)
        }
    }

    /// Where the caller wants resting contact ignored: the contact at t = 0, to the tolerance.
    fn resting(&self, pair: &RelativeMotion<'_>, ask: &Ask, state: &PairState) -> Option<Touch> {
        let posed = pair.pose(0.0);
        let mut queries = 0;
        let columns = kept(pair, &posed, state);
        let nearest = measure_outlined(
            pair,
            &posed,
            &columns,
            &until(ask.target, CONTACT_REL_TOL),
            &mut [0; 2],
            &mut queries,
        );
        if nearest.kind == Kind::Apart && nearest.upper > ask.target + ask.tolerance {
            return None;
        }
        if nearest.kind == Kind::Apart {
            let (a, b) = pair.bodies(&posed);
            let points = nearest.points(&Difference::new(&a, &b, 0.0));
            let speed = pair.separation_velocity(&posed, &nearest.normal, &points) / pair.scale;
            return Some(Touch {
                contact: Contact::Near,
                gap: unscaled(nearest.upper, pair.scale),
                normal: Some(nearest.normal),
                points,
                speed,
            });
        }
        match self.touch(pair, ask, &nearest) {
            Start::Contact(touch) => Some(touch),
            Start::Apart(_) | Start::Unclear => None,
        }
    }

    /// Whether a contact at t = 0 is a hit.
    fn counts(&self, start: &Touch) -> bool {
        match self.options.initial_contact {
            InitialContact::Report => true,
            InitialContact::IgnoreUntilSeparated => false,
            InitialContact::OnlyIfApproaching => start.speed < 0.0,
        }
    }

    /// A hit at t = 0.
    fn started(&self, start: &Touch, scale: f64) -> TimeOfImpact {
        let hit = TimeOfImpact {
            contact: start.contact,
            initial: true,
            gap: start.gap,
            normal: start.normal,
            ..TimeOfImpact::HIT
        };
        self.placed(hit, start.points, start.speed, scale)
    }

    /// The contact at t = 0 is ignored: looks for the bodies apart at times that double, from that
    /// in which they may move by a tolerance, and goes on from there. Never apart: still the
    /// contact of the start.
    #[cold]
    fn after_release(&self, start: &Touch, state: &mut PairState, scale: f64) -> TimeOfImpact {
        let pair = RelativeMotion::new(self.a, self.motion_a, self.b, self.motion_b, scale);
        let ask = self.ask(scale);
        let (mut solves, mut queries) = (0, 0);
        let mut hints = [state.hint_a, state.hint_b];
        let mut columns = Subsimplex::default();
        let mut t = first_step(&pair, &ask).min(1.0);
        loop {
            let posed = pair.pose(t);
            let nearest = measure_outlined(
                &pair,
                &posed,
                &columns,
                &until(ask.target, GJK_REL_TOL),
                &mut hints,
                &mut queries,
            );
            columns = nearest.simplex;
            solves += 1;
            let apart = nearest.lower > ask.target + 8.0 * pair.rounding();
            if apart && nearest.upper > ask.target + ask.tolerance {
                if t == 1.0 {
                    let normal = Some(nearest.normal);
                    return TimeOfImpact {
                        solves,
                        iterations: queries,
                        ..TimeOfImpact::separated(1.0, normal)
                    };
                }
                let rest = Ask {
                    budget: ask.budget.saturating_sub(solves).max(1),
                    ..ask
                };
                let progress = advance(&pair, &rest, t, state, |_| {});
                let answer = self.progress(&pair, &rest, &progress, t);
                return TimeOfImpact {
                    solves: answer.solves + solves,
                    iterations: answer.iterations + queries,
                    ..answer
                };
            }
            if t == 1.0 {
                return TimeOfImpact {
                    solves,
                    iterations: queries,
                    ..self.started(start, scale)
                };
            }
            t = (2.0 * t).min(1.0);
        }
    }

    /// Sets the points, given from A's origin at `t_hi`, in the world.
    #[inline(always)]
    fn placed(
        &self,
        hit: TimeOfImpact,
        points: [Vector3<f64>; 2],
        separation_velocity: f64,
        scale: f64,
    ) -> TimeOfImpact {
        let origin = origin_at(self.motion_a, hit.t_hi);
        let [point_a, point_b] = points.map(|p| Some(p / scale + origin));
        TimeOfImpact {
            point_a,
            point_b,
            separation_velocity,
            ..hit
        }
    }

    /// What holds the contact: the vertices of positive weight.
    #[inline(always)]
    fn features(&self, columns: impl Iterator<Item = (u32, u32, f64)> + Clone) -> [Feature; 2] {
        let held = columns.filter(|c| c.2 > HELD && c.0 != u32::MAX);
        [
            Feature::new(self.a, held.clone().map(|c| c.0)),
            Feature::new(self.b, held.map(|c| c.1)),
        ]
    }
}

/// What the options ask of an advance.
pub(crate) fn ask(
    a: &Polytope,
    b: &Polytope,
    options: &TimeOfImpactOptions,
    scale: f64,
    advance: Advance,
) -> Ask {
    let tolerance = options
        .tolerance
        .unwrap_or_else(|| DEFAULT_REL_TOL * tolerance_size(a, b));
    // A target that vanishes when scaled is still one.
    let target = options.target_separation * scale;
    Ask {
        tolerance: tolerance * scale,
        target: match options.target_separation > 0.0 {
            true => target.max(f64::MIN_POSITIVE),
            false => 0.0,
        },
        budget: options.budget,
        advance,
    }
}

/// A bound on a length in world units: where those are too small for all digits, rounded up.
pub(crate) fn unscaled(upper: f64, scale: f64) -> f64 {
    let length = upper / scale;
    if length * scale < upper {
        length.next_up()
    } else {
        length
    }
}

/// Roundings of the bodies' points below which they are part of a gap.
const DROWNS: f64 = 1024.0;

/// Whether the bodies are in contact at t = 0.
enum Start {
    Contact(Touch),
    /// Apart, by about this distance, x 2^k.
    Apart((f64, i32)),
    /// Whether within the target and the tolerance is below rounding.
    Unclear,
}

/// A contact at t = 0.
struct Touch {
    contact: Contact,
    gap: f64,
    normal: Option<Vector3<f64>>,
    /// Of A and B, from A's origin, scaled.
    points: [Vector3<f64>; 2],
    /// Separation velocity.
    speed: f64,
}

/// The default tolerance, in sizes.
const DEFAULT_REL_TOL: f64 = 1e-6;

/// Weights below this are rounding: the vertex does not hold the contact.
const HELD: f64 = 1e-12;
