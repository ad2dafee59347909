//! The advance of two polytopes, with radii or without, through a frame.
//!
//! At a time t GJK gives a plane that separates nearly as well as any. It is carried as far as can be proved (`step`), and the
//! advance goes on from there. Every step is a [`Link`]. Links follow each other without a gap in time, and they are the proof
//! that the bodies are apart up to where the advance came. What a caller gets for each end is in `impact_query` (`answered`).
//!
//! Cheap looks come first. The balls around the pivots bound the times that need an advance. The bodies of revolution around
//! the turning axes may be apart along a plane for the rest of the frame, however fast they spin. Capsules around long bodies
//! take steps without a distance solve.

use crate::advance::advance::{AdvanceEnd, Advancing, advance};
use crate::advance::capsules::Capsules;
use crate::advance::distance_at::{
    ADVANCE_REL_TOL, CONTACT_REL_TOL, kept, measure, measure_outlined, measure_shared, until,
};
use crate::advance::relative_motion::{RelativeMotion, RelativePoses};
use crate::advance::step::{Advance, AdvanceRequest, Link, Stepper};
use crate::numeric::arithmetic::U;
use crate::pair::PairState;
use crate::solver::gjk::{self, GjkProof, NearestPoints};
use crate::solver::subsimplex::Subsimplex;

/// Number of planes after which a gap of [`LOST_GAP_ROUNDINGS`] roundings is given up, because steps would only become shorter.
const MAX_PLANES: u32 = 1000;
const LOST_GAP_ROUNDINGS: f64 = 64.0;

/// The end of an advance: where the bodies are then, and what was measured last.
#[derive(Clone, Copy)]
pub(crate) struct Progress {
    pub(crate) end: AdvanceEnd,
    /// Time up to which the bodies are proved free from the start of the advance on, or the time of contact. Where a contact
    /// was found beyond rounding it is only that.
    pub(crate) t: f64,
    /// The distance there.
    pub(crate) nearest: NearestPoints,
    /// Where it is measured.
    pub(crate) posed: RelativePoses,
    pub(crate) solves: u32,
    pub(crate) queries: u32,
}

/// Advances from time `from`, where the bodies are not known to be apart, and passes every link to `record`.
#[inline(always)]
pub(crate) fn advance_inlined(
    pair: &RelativeMotion<'_>,
    ask: &AdvanceRequest,
    from: f64,
    state: &mut PairState,
) -> Progress {
    if pair.carrier().is_some() {
        return advance_outlined(pair, ask, from, state, &mut |_| {});
    }
    run::<false>(pair, ask, from, state, |_| {})
}

/// Advances as [`advance_inlined`] does, compiled once: for all contacts of a frame, for proofs, beyond rounding, and beside a
/// far larger body.
#[cold]
#[inline(never)]
pub(crate) fn advance_outlined(
    pair: &RelativeMotion<'_>,
    ask: &AdvanceRequest,
    from: f64,
    state: &mut PairState,
    record: &mut dyn FnMut(Link),
) -> Progress {
    run::<true>(pair, ask, from, state, record)
}

/// Runs an advance. `SHARED`: for every kind of pair. Where none carries planes, these cost nothing; and a measure of its own
/// costs no call.
#[inline(always)]
fn run<const SHARED: bool>(
    pair: &RelativeMotion<'_>,
    ask: &AdvanceRequest,
    from: f64,
    state: &mut PairState,
    mut record: impl FnMut(Link),
) -> Progress {
    let least = 2.0 * pair.rounding() + 8.0 * U * ask.target;
    // The balls around the pivots are apart outside of these times.
    let meeting = match ask.advance {
        Advance::Plain { balls_first: false } => Some([from, 1.0]),
        _ => pair.balls_meet(ask.target + 4.0 * least),
    };
    let Some([enter, leave]) = meeting else {
        record(Link::balls(from, 1.0));
        return Progress {
            end: AdvanceEnd::Apart,
            t: 1.0,
            nearest: NearestPoints::unknown(),
            posed: pair.pose(1.0),
            solves: 0,
            queries: 0,
        };
    };
    if enter > from {
        record(Link::balls(from, enter));
    }
    let start = if enter > from { enter } else { from };
    let posed = pair.pose(start);
    let capsules = match ask.advance {
        Advance::MovingPlane if !pair.turns_as_one() => Capsules::new(pair, ask.target),
        _ => None,
    };
    let mut bodies = PolytopeAdvance::<SHARED, _> {
        carrier: if SHARED { pair.carrier() } else { None },
        columns: kept(pair, &posed, state),
        stepper: Stepper {
            pair,
            ask,
            least,
            until: if leave > start { leave } else { 1.0 },
            hints: [state.hint_a, state.hint_b],
            queries: 0,
        },
        capsules,
        from,
        posed,
        nearest: NearestPoints::unknown(),
        solves: 0,
        record,
    };
    let end = advance(&mut bodies);
    bodies.ended(end, state)
}

/// Two polytopes on their way.
struct PolytopeAdvance<'a, const SHARED: bool, R> {
    stepper: Stepper<'a>,
    capsules: Option<Capsules>,
    /// The body that planes may turn with.
    carrier: Option<usize>,
    /// Where the bodies are not known to be apart.
    from: f64,
    posed: RelativePoses,
    nearest: NearestPoints,
    columns: Subsimplex,
    solves: u32,
    record: R,
}

impl<const SHARED: bool, R: FnMut(Link)> Advancing for PolytopeAdvance<'_, SHARED, R> {
    #[inline(always)]
    fn measure(&mut self) -> Option<AdvanceEnd> {
        if let Some(end) = self.past_capsules() {
            return Some(end);
        }
        let ask = self.stepper.ask;
        // Roughly first: a plane with most of the gap carries nearly as far.
        let (pair, roughly) = (self.stepper.pair, &until(ask.target, ADVANCE_REL_TOL));
        let (hints, queries) = (&mut self.stepper.hints, &mut self.stepper.queries);
        self.nearest = match SHARED {
            true => measure_shared(pair, &self.posed, &self.columns, roughly, hints, queries),
            false => measure(pair, &self.posed, &self.columns, roughly, hints, queries),
        };
        self.solves += 1;
        self.columns = self.nearest.simplex;
        let least = self.stepper.least;
        let overlaps = self.nearest.kind == GjkProof::Overlap;
        if !overlaps && !(self.nearest.lower - ask.target > 8.0 * least) {
            self.refine();
        }
        let gap = self.nearest.lower - ask.target;
        let started = self.posed.t > self.from;
        let at_start = |end| Some(if started { end } else { AdvanceEnd::Start });
        if self.nearest.kind == GjkProof::Overlap {
            return at_start(AdvanceEnd::Overlap);
        }
        if started && self.nearest.upper <= ask.target + ask.tolerance {
            self.refine();
            return Some(AdvanceEnd::Near);
        }
        let stuck = self.solves > MAX_PLANES && started && gap < LOST_GAP_ROUNDINGS * least;
        match !(gap > 2.0 * least) || stuck {
            true => at_start(AdvanceEnd::Rounding),
            false => None,
        }
    }

    #[inline(always)]
    fn step(&mut self) -> Option<AdvanceEnd> {
        let gap = self.nearest.lower - self.stepper.ask.target;
        let carrier = if SHARED { self.carrier } else { None };
        let step = (self.stepper).step(&self.posed, &self.nearest, gap, carrier);
        let Some((link, next)) = step else {
            return Some(AdvanceEnd::Rounding);
        };
        (self.record)(link);
        self.posed = next;
        (next.t >= self.stepper.until).then_some(AdvanceEnd::Apart)
    }

    #[inline(always)]
    fn is_spent(&self) -> bool {
        self.solves >= self.stepper.ask.budget
    }
}

impl<const SHARED: bool, R: FnMut(Link)> PolytopeAdvance<'_, SHARED, R> {
    /// Takes all steps that capsules around the bodies prove, because these cost no distance solve.
    #[inline(always)]
    fn past_capsules(&mut self) -> Option<AdvanceEnd> {
        let capsules = self.capsules.as_ref()?;
        let until = self.stepper.until;
        let (mut t, mut trig, mut normal) = (self.posed.t, self.posed.trig, None);
        while t < until
            && self.solves < self.stepper.ask.budget
            && let Some((link, after)) = self.stepper.past_capsules(capsules, t, &trig)
        {
            self.solves += 1;
            (self.record)(link);
            (t, trig, normal) = (link.to, after, Some(link.normal));
        }
        let normal = normal?;
        self.posed = self.stepper.pair.pose(t);
        let end = match self.posed.t >= until {
            true => AdvanceEnd::Apart,
            false if self.is_spent() => AdvanceEnd::Budget,
            false => return None,
        };
        self.nearest.normal = normal;
        Some(end)
    }

    /// Measures the distance as exactly as f64 can. The bounds that were known stay where rounding has the last word.
    #[inline(always)]
    fn refine(&mut self) {
        let (pair, target) = (self.stepper.pair, self.stepper.ask.target);
        let (hints, queries) = (&mut self.stepper.hints, &mut self.stepper.queries);
        let (posed, known) = (&self.posed, &self.nearest);
        let stop = &until(target, CONTACT_REL_TOL);
        let found = measure_outlined(pair, posed, &known.simplex, stop, hints, queries);
        let overlaps = found.kind == GjkProof::Overlap;
        let is_narrower =
            found.upper <= known.upper || found.lower > known.lower + 8.0 * pair.rounding();
        if overlaps || is_narrower {
            self.nearest = found;
        }
    }

    /// Ends the advance, and leaves to the next frame what it found.
    #[inline(always)]
    fn ended(&mut self, end: AdvanceEnd, state: &mut PairState) -> Progress {
        let mut t = self.posed.t;
        // Bodies that never meet are free up to the end, though the last pose may be where the balls came apart.
        if end == AdvanceEnd::Apart {
            if t < 1.0 {
                (self.record)(Link::balls(t, 1.0));
            }
            t = 1.0;
        }
        // Capsules leave no columns.
        if self.nearest.simplex.count > 0 {
            gjk::keep(state, &self.nearest);
        }
        [state.hint_a, state.hint_b] = self.stepper.hints;
        Progress {
            end,
            t,
            nearest: self.nearest,
            posed: self.posed,
            solves: self.solves,
            queries: self.stepper.queries,
        }
    }
}
