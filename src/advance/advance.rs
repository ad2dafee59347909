//! The advance through a frame: from one time that is proved free to the next.
//!
//! At a time t GJK gives a plane that separates nearly as well as any; it is carried as far as can be
//! proved (`step`), and the advance goes on from there. Every step is a [`Link`]; links follow each other
//! without a gap in time, and they are the proof that the bodies are apart up to where the advance
//! came.
//!
//! It ends ([`AdvanceEnd`]) at the end of the frame; with a gap within the tolerance, or a proved overlap; at once, if no
//! gap is proved where it starts; when the budget is spent; or when the gap is lost in rounding. What a caller gets for
//! each end is in `impact_query` (`answered`).
//!
//! Cheap looks come first: the balls around the pivots bound the times that need an advance; the
//! bodies of revolution around the turning axes may be apart along a plane for the rest of the
//! frame, however fast they spin; capsules around long bodies take steps without a distance solve.
//!
//! Loses where the bodies stay within a few tolerances for long: every step is then as short as
//! the gap allows.

use crate::advance::capsules::Capsules;
use crate::advance::relative_motion::{RelativeMotion, RelativePoses};
use crate::advance::step::{Advance, AdvanceRequest, Link, Stepper};
use crate::numeric::arithmetic::U;
use crate::pair::PairState;
use crate::solver::gjk::{self, GjkProof, NearestPoints, StopRule};
use crate::solver::problem::Difference;
use crate::solver::subsimplex::Subsimplex;

/// GJK tolerance of a separation test at one pose: the difference of the bounds, relative to the distance less the
/// target.
pub(crate) const GJK_REL_TOL: f64 = 1e-3;

/// GJK tolerance for the steps of an advance, with the same meaning: a plane with four fifths of the gap carries
/// nearly as far, and costs half the queries on round bodies.
const WALK_REL_TOL: f64 = 0.2;

/// GJK tolerance where the normal and the points are answered, with the same meaning.
pub(crate) const CONTACT_REL_TOL: f64 = 1e-12;

/// Number of planes after which a gap of [`LOST_GAP_ROUNDINGS`] roundings is given up, because steps would only become shorter.
const MAX_PLANES: u32 = 1000;
const LOST_GAP_ROUNDINGS: f64 = 64.0;

/// Bounds farther apart than this part of the distance have not met.
const UNMET_BOUNDS_RATIO: f64 = 0.5;

/// Support queries of one distance solve. Far more than any needs; the bounds reached are used.
const GJK_QUERIES: u32 = 256;

/// Reason for which the advance ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AdvanceEnd {
    /// At the end of the frame.
    Apart,
    /// The gap is at most the target and the tolerance.
    Near,
    /// The bodies are proved to overlap there.
    Overlap,
    /// Where the advance starts the gap is not proved to exceed the target.
    Start,
    /// Out of distance solves.
    Budget,
    /// The gap is lost in rounding, or steps are shorter than a last place of the time.
    Rounding,
}

/// Where the advance came.
#[derive(Clone, Copy)]
pub(crate) struct Progress {
    pub(crate) end: AdvanceEnd,
    /// Proved free from the start of the advance up to here; the time of contact. Where a contact was found beyond
    /// rounding only that.
    pub(crate) t: f64,
    /// The distance there.
    pub(crate) nearest: NearestPoints,
    /// Where it is measured.
    pub(crate) posed: RelativePoses,
    pub(crate) solves: u32,
    pub(crate) queries: u32,
}

/// When a distance is known to `rel_tol` of what it exceeds `beyond` by.
#[inline(always)]
pub(crate) fn until(beyond: f64, rel_tol: f64) -> StopRule {
    StopRule {
        rel_tol,
        beyond,
        ..StopRule::precise(GJK_QUERIES)
    }
}

/// The distance at one pose, from the columns `start`.
#[inline(always)]
fn measure(
    pair: &RelativeMotion<'_>,
    posed: &RelativePoses,
    start: &Subsimplex,
    stop: &StopRule,
    hints: &mut [u32; 2],
    queries: &mut u32,
) -> NearestPoints {
    let (a, b) = pair.bodies(posed);
    let mut m = Difference::new(&a, &b, 0.0);
    [m.hint_a, m.hint_b] = *hints;
    let warm = gjk::again(&m, start);
    let nearest = gjk::nearest(&mut m, warm, stop);
    *hints = [m.hint_a, m.hint_b];
    *queries += m.queries;
    nearest
}

/// [`measure`], compiled once.
#[cold]
#[inline(never)]
fn measure_shared(
    pair: &RelativeMotion<'_>,
    posed: &RelativePoses,
    start: &Subsimplex,
    stop: &StopRule,
    hints: &mut [u32; 2],
    queries: &mut u32,
) -> NearestPoints {
    measure(pair, posed, start, stop, hints, queries)
}

/// Measures as [`measure`], compiled once: for single poses, the distance at the start, and a gap near its rounding.
/// If the bounds do not meet, it measures again with every face, because columns of bodies of unequal sizes may lead
/// the quick steps nowhere.
#[cold]
#[inline(never)]
pub(crate) fn measure_outlined(
    pair: &RelativeMotion<'_>,
    posed: &RelativePoses,
    start: &Subsimplex,
    stop: &StopRule,
    hints: &mut [u32; 2],
    queries: &mut u32,
) -> NearestPoints {
    let mut found = measure_shared(pair, posed, start, stop, hints, queries);
    let apart =
        found.upper - found.lower > UNMET_BOUNDS_RATIO * found.upper + 8.0 * pair.rounding();
    if apart && found.kind != GjkProof::Overlap {
        let anew = measure_carefully(pair, posed, stop.beyond, queries);
        if anew.kind == GjkProof::Overlap || anew.lower > found.lower {
            found = anew;
        }
    }
    found
}

/// Measures without hints for the support mappings, because nothing is known of the bodies' vertices yet.
pub(crate) fn measure_anew(
    pair: &RelativeMotion<'_>,
    posed: &RelativePoses,
    start: &Subsimplex,
    stop: &StopRule,
    queries: &mut u32,
) -> NearestPoints {
    measure_outlined(pair, posed, start, stop, &mut [0; 2], queries)
}

/// [`measure`] with every face, to the last place.
#[cold]
#[inline(never)]
pub(crate) fn measure_carefully(
    pair: &RelativeMotion<'_>,
    posed: &RelativePoses,
    beyond: f64,
    queries: &mut u32,
) -> NearestPoints {
    let stop = StopRule {
        every_face: true,
        ..until(beyond, 0.0)
    };
    measure_shared(
        pair,
        posed,
        &Subsimplex::default(),
        &stop,
        &mut [0; 2],
        queries,
    )
}

/// The columns that the last frame left, as far as they name vertices of these bodies.
#[inline(always)]
pub(crate) fn kept(
    pair: &RelativeMotion<'_>,
    posed: &RelativePoses,
    state: &PairState,
) -> Subsimplex {
    let (a, b) = pair.bodies(posed);
    gjk::kept(&Difference::new(&a, &b, 0.0), state)
}

/// Advances from time `from`, where the bodies are not known to be apart, and passes every link to `record`.
#[inline(always)]
pub(crate) fn advance(
    pair: &RelativeMotion<'_>,
    ask: &AdvanceRequest,
    from: f64,
    state: &mut PairState,
    mut record: impl FnMut(Link),
) -> Progress {
    if pair.carrier().is_some() {
        return advance_outlined(pair, ask, from, state, &mut record);
    }
    steps(pair, ask, from, state, false, record)
}

/// `shared`: for every kind of pair. Where none carries planes, these cost nothing; and a measure of its own costs no call.
#[inline(always)]
fn steps(
    pair: &RelativeMotion<'_>,
    ask: &AdvanceRequest,
    from: f64,
    state: &mut PairState,
    shared: bool,
    mut record: impl FnMut(Link),
) -> Progress {
    let carrier = if shared { pair.carrier() } else { None };
    let mut stepper = Stepper {
        pair,
        ask,
        least: 2.0 * pair.rounding() + 8.0 * U * ask.target,
        until: 1.0,
        hints: [state.hint_a, state.hint_b],
        queries: 0,
    };
    let mut t = from;
    let meeting = match ask.advance {
        Advance::Plain { balls_first: false } => Some([t, 1.0]),
        _ => pair.balls_meet(ask.target + 4.0 * stepper.least),
    };
    let Some([enter, leave]) = meeting else {
        record(Link::balls(t, 1.0));
        let posed = pair.pose(1.0);
        return ended(
            &stepper,
            AdvanceEnd::Apart,
            posed,
            NearestPoints::unknown(),
            0,
        );
    };
    if enter > t {
        record(Link::balls(t, enter));
        t = enter;
    }
    if leave > t {
        stepper.until = leave;
    }
    let mut posed = pair.pose(t);
    let mut columns = kept(pair, &posed, state);
    let mut solves = 0;
    let capsules = match ask.advance {
        Advance::MovingPlane if !pair.turns_as_one() => Capsules::new(pair, ask.target),
        _ => None,
    };
    let walked = &until(ask.target, WALK_REL_TOL);
    let mut nearest = NearestPoints::unknown();
    let (end, nearest) = loop {
        if let Some(capsules) = &capsules {
            let (mut t, mut trig, mut normal) = (posed.t, posed.trig, None);
            while t < stepper.until
                && solves < ask.budget
                && let Some((link, after)) = stepper.past_capsules(capsules, t, &trig)
            {
                solves += 1;
                record(link);
                (t, trig, normal) = (link.to, after, Some(link.normal));
            }
            if let Some(normal) = normal {
                posed = pair.pose(t);
                let seen = NearestPoints { normal, ..nearest };
                if posed.t >= stepper.until {
                    break (AdvanceEnd::Apart, seen);
                }
                if solves >= ask.budget {
                    break (AdvanceEnd::Budget, seen);
                }
            }
        }
        let (hints, queries) = (&mut stepper.hints, &mut stepper.queries);
        nearest = match shared {
            true => measure_shared(pair, &posed, &columns, walked, hints, queries),
            false => measure(pair, &posed, &columns, walked, hints, queries),
        };
        solves += 1;
        columns = nearest.simplex;
        if nearest.kind != GjkProof::Overlap && !(nearest.lower - ask.target > 8.0 * stepper.least)
        {
            nearest = refined(&mut stepper, &posed, &nearest);
        }
        let gap = nearest.lower - ask.target;
        let started = posed.t > from;
        if nearest.kind == GjkProof::Overlap {
            break (
                if started {
                    AdvanceEnd::Overlap
                } else {
                    AdvanceEnd::Start
                },
                nearest,
            );
        }
        if started && nearest.upper <= ask.target + ask.tolerance {
            break (AdvanceEnd::Near, refined(&mut stepper, &posed, &nearest));
        }
        let stuck = solves > MAX_PLANES && started && gap < LOST_GAP_ROUNDINGS * stepper.least;
        if !(gap > 2.0 * stepper.least) || stuck {
            break (
                if started {
                    AdvanceEnd::Rounding
                } else {
                    AdvanceEnd::Start
                },
                nearest,
            );
        }
        let Some((link, next)) = stepper.step(&posed, &nearest, gap, carrier) else {
            break (AdvanceEnd::Rounding, nearest);
        };
        record(link);
        posed = next;
        if posed.t >= stepper.until {
            break (AdvanceEnd::Apart, nearest);
        }
        if solves >= ask.budget {
            break (AdvanceEnd::Budget, nearest);
        }
    };
    if end == AdvanceEnd::Apart && posed.t < 1.0 {
        record(Link::balls(posed.t, 1.0));
    }
    // Capsules leave no columns.
    if nearest.simplex.count > 0 {
        gjk::keep(state, &nearest);
    }
    [state.hint_a, state.hint_b] = stepper.hints;
    ended(&stepper, end, posed, nearest, solves)
}

#[inline(always)]
fn ended(
    stepper: &Stepper<'_>,
    end: AdvanceEnd,
    posed: RelativePoses,
    nearest: NearestPoints,
    solves: u32,
) -> Progress {
    // Bodies that never meet are free up to the end, though the last pose may be where the balls came
    // apart.
    let t = if end == AdvanceEnd::Apart {
        1.0
    } else {
        posed.t
    };
    Progress {
        end,
        t,
        nearest,
        posed,
        solves,
        queries: stepper.queries,
    }
}

/// The distance as exactly as f64 can; the bounds that were known, where rounding has the last word.
#[inline(always)]
fn refined(
    stepper: &mut Stepper<'_>,
    posed: &RelativePoses,
    known: &NearestPoints,
) -> NearestPoints {
    let (pair, target) = (stepper.pair, stepper.ask.target);
    let (hints, queries) = (&mut stepper.hints, &mut stepper.queries);
    let stop = &until(target, CONTACT_REL_TOL);
    let found = measure_outlined(pair, posed, &known.simplex, stop, hints, queries);
    let overlaps = found.kind == GjkProof::Overlap;
    if overlaps || found.upper <= known.upper || found.lower > known.lower + 8.0 * pair.rounding() {
        found
    } else {
        *known
    }
}

/// [`advance`], compiled once: for all contacts of a frame, for proofs, beyond rounding, and beside a far larger body.
#[cold]
#[inline(never)]
pub(crate) fn advance_outlined(
    pair: &RelativeMotion<'_>,
    ask: &AdvanceRequest,
    from: f64,
    state: &mut PairState,
    record: &mut dyn FnMut(Link),
) -> Progress {
    steps(pair, ask, from, state, true, record)
}
