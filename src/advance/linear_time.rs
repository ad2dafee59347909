//! First contact of two bodies that do not turn: the linear program in f64, and exact arithmetic
//! for what it leaves open.
//!
//! The program gives a proved lower bound and, where the line crosses the last portal clearly, a
//! proved upper one. Contacts at the portal's rim, at the start or the end of the frame, and
//! grazes are left to `careful`. It decides by the boolean query on what the bodies sweep up to a time t:
//! probes about the program's answer, ever farther from it, close the bracket.
//!
//! Each of these queries tries f64 first. Integers take over in `solve` of `solver/decide.rs`, where the ray simplex is
//! unclear (`exact_stage`); for bodies with radii in `solver/within_distance.rs`.

use nalgebra::{Matrix3, Vector3};

use crate::advance::flush_time::{FlushFate, flush_fate, flush_gap};
use crate::advance::round_time::{Bounds, Fate, NearestColumns, RoundImpact, RoundTime};
use crate::advance::scaled_motions::ScaledMotions;
use crate::numeric::arithmetic::{U, dot, norm, norm1};
use crate::options::Method;
use crate::pair::PairState;
use crate::query::method::{BooleanRequest, decide_outlined};
use crate::reference::interior_point::method::InteriorPoint;
use crate::reference::interior_point::working_set::WorkingSet;
#[cfg(feature = "good_lp")]
use crate::shape::polytope::Polytope;
use crate::shape::support::SearchStart;
use crate::solver::decision::{Decision, DecisionKind};
use crate::solver::exact;
use crate::solver::gjk::{self, StopRule};
use crate::solver::linear_toi::{Entry, ImpactOutcome, Line, LinearToi};
use crate::solver::minkowski_difference::{Column, Difference};
use crate::solver::nearest_weights::nearest_weights;
use crate::solver::parallel_boxes::ParallelBoxes;
use crate::solver::subsimplex::Subsimplex;
use crate::solver::within_distance::hulls_within_distance;
use crate::support::mapping::{AnySet, FloatMapping};
use crate::support::posed::PosedBody;
use crate::support::swept_hull::{Offset, position, relative_travel};

/// Two bodies that do not turn. The frame moves with A.
pub(crate) struct LinearPair<'a> {
    pub(crate) scaled: ScaledMotions<'a>,
    /// Rotation matrices of the start poses, times the scale.
    pub(crate) matrices: [&'a Matrix3<f64>; 2],
    pub(crate) max_pivots: u32,
}

/// First contact.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LinearContact {
    /// Apart before this.
    pub(crate) t_lo: f64,
    /// A shared point at some time up to this.
    pub(crate) t_hi: f64,
    /// Unit, from A to B.
    pub(crate) normal: Option<Vector3<f64>>,
    /// Points of A and of B at `t_hi`, query frame.
    pub(crate) points: [Vector3<f64>; 2],
    /// The columns that hold the contact, of A, of B and their weights, where the program named them.
    pub(crate) held: Option<[(u32, u32, f64); 3]>,
}

/// Where the program saw the contact.
#[derive(Clone, Copy)]
struct Guess {
    t: f64,
    /// Proved apart before this; may be negative.
    free: f64,
    normal: Vector3<f64>,
    columns: [Column; 3],
    weights: [f64; 3],
}

impl Guess {
    fn new(entry: &Entry, free: f64, run: &LinearToi) -> Self {
        Guess {
            t: entry.t_lo,
            free,
            normal: entry.normal,
            columns: run.portal.columns,
            weights: entry.weights,
        }
    }

    /// The guess from the nearest points of bodies that are apart at time t.
    fn of_nearest(t: f64, found: &NearestColumns) -> Self {
        let [c0, c1, c2, _] = found.simplex.columns;
        let [w0, w1, w2, _] = found.simplex.weights;
        Guess {
            t,
            free: 0.0,
            normal: found.normal,
            columns: [c0, c1, c2],
            weights: [w0, w1, w2],
        }
    }
}

/// Fate of two bodies over the frame.
#[derive(Debug, Clone, Copy)]
pub(crate) enum LinearFate {
    /// Apart throughout, by a plane that moves with A, if one f64 normal does it; by no less than `gap` (scaled), as far as that is
    /// known.
    Apart {
        normal: Option<Vector3<f64>>,
        gap: f64,
    },
    /// Apart throughout, at the start by no more than `gap`, which is rounding, as is what they move against each other.
    Drifts { normal: Vector3<f64>, gap: f64 },
    /// Apart at the start, in contact later.
    Meets(LinearContact),
    /// In contact at the start.
    InContact { point: Vector3<f64> },
}

/// Roundings, along the normal, from a contact at which exact arithmetic mostly decides. Fewer ask it more often; with more the
/// bracket is wider.
const UNDECIDED: f64 = 64.0;

/// The widest bracket of the program that is answered; a wider one, as of bodies that hardly slide onto each other or are far
/// from the origin, is closed exactly. So is one in which the bodies go farther along the normal than [`WIDE_ROUNDINGS`].
const WIDE: f64 = 1e-6;

/// The widest bracket, in roundings along the normal. A narrower limit leaves more hits to exact arithmetic.
const WIDE_ROUNDINGS: f64 = 2048.0;

/// A bracket narrower than this part of the time is closed.
pub(super) const NARROW: f64 = 1e-12;

/// Times before a contact, in those in which the bodies may move by a rounding, at which they are measured until f64
/// proves them apart.
const TIMES_BEFORE_CONTACT: [f64; 4] = [0.0, 8.0, 64.0, 4096.0];

/// Roundings by which points that touch may be apart, and bodies in each other along their normal.
const TOUCH_ROUNDINGS: f64 = 1024.0;

/// Part of all lengths of a pair by which a normal may let the bodies reach into each other.
const NORMAL_OFF: f64 = 1e-12;

/// A graze is looked for with the line moved towards the centre by this part of the pair's size: more
/// than the rounding of a portal, less than what a contact's time should err by.
const NUDGE: f64 = 1e-12;

impl LinearPair<'_> {
    /// Returns the fate of the pair, and the number of support queries. `inlined`: with a copy of the solver for
    /// these bodies alone.
    #[inline(always)]
    pub(crate) fn solve(&self, state: &mut PairState, inlined: bool) -> (LinearFate, u32) {
        let travel = self.offset_travel();
        if self.scaled.is_round() {
            return self.round(&travel, state);
        }
        let starts = self.scaled.motions.map(|motion| motion.start());
        if ParallelBoxes::may_be(self.scaled.bodies, starts)
            && let Some(fate) = flush_fate(&self.scaled)
        {
            return (of_flush(&fate, state), 0);
        }
        // Too short to be squared, or none at all.
        if !(dot(&travel.value, &travel.value) > 1e-280) {
            return self.careful(&travel, None, f64::INFINITY, state, 0);
        }
        let (line, body_a, mut body_b) = self.pose(&travel);
        let mut m = Difference::new(&body_a, &body_b, 0.0);
        (m.hint_a, m.hint_b) = (state.hint_a, state.hint_b);
        let mut run = LinearToi::new(&m, line);
        if let Some(ImpactOutcome::Apart { normal, gap }) = run.balls(&mut m) {
            return (apart(normal, gap, state), 0);
        }
        let outcome = match inlined {
            true => run.solve(&mut m, state),
            false => m.of_any_float(|m| run.solve_outlined(m, state)),
        };
        (state.hint_a, state.hint_b) = (m.hint_a, m.hint_b);
        let queries = m.queries;
        let by_rim = |run: &mut LinearToi| at_rim(run, &body_a, &body_b);
        let outcome = match outcome {
            ImpactOutcome::Enters(entry) if entry.t_hi.is_none() => {
                ImpactOutcome::Enters(by_rim(&mut run).unwrap_or(entry))
            }
            ImpactOutcome::Unclear => {
                by_rim(&mut run).map_or(ImpactOutcome::Unclear, ImpactOutcome::Enters)
            }
            clear => clear,
        };
        match outcome {
            ImpactOutcome::Apart { normal, gap } => (apart(normal, gap, state), queries),
            ImpactOutcome::Enters(entry) => {
                run.keep(state);
                let guess = Guess::new(&entry, entry.t_lo, &run);
                let closing = dot(&guess.normal, &travel.value).abs();
                let is_narrow =
                    |dt: f64| dt <= WIDE && dt * closing <= WIDE_ROUNDINGS * m.rounding();
                match entry.t_hi {
                    Some(t_hi)
                        if entry.t_lo > 0.0 && t_hi <= 1.0 && is_narrow(t_hi - entry.t_lo) =>
                    {
                        let guess = self.moved_to(t_hi, guess, &travel, m.rounding());
                        let found = self.contact(&guess, entry.t_lo, t_hi, &travel);
                        (LinearFate::Meets(found), queries)
                    }
                    _ => self.careful(&travel, Some(guess), f64::INFINITY, state, queries),
                }
            }
            ImpactOutcome::Unclear => {
                let guess = self.graze(&line, &body_a, &mut body_b);
                self.careful(&travel, guess, f64::INFINITY, state, queries)
            }
        }
    }

    /// Answers for bodies with radii.
    #[inline(never)]
    fn round(&self, travel: &Offset, state: &mut PairState) -> (LinearFate, u32) {
        let (body_a, body_b) = self.at_start();
        let pair = RoundTime {
            bodies: [body_a, body_b],
            travel: *travel,
            reach: self.scaled.touching_distance(0.0).bounds(self.scaled.scale),
            max_pivots: self.max_pivots,
        };
        let RoundImpact { fate, queries } = pair.solve(state.plane());
        let (known, is_told) = match fate {
            Fate::Apart { normal, gap } => return (apart(normal, gap, state), queries),
            Fate::Meets(known) => (known, true),
            Fate::Open(known) => (known, false),
        };
        let Bounds { t_lo, t_hi, .. } = known;
        let guess = known.nearest.map(|(t, nearest)| Guess {
            t: t.max(t_lo),
            free: t_lo,
            normal: match t_lo > 0.0 {
                true => known.normal,
                false => nearest.normal,
            },
            ..Guess::of_nearest(t, &nearest)
        });
        match guess {
            Some(guess) if is_told => {
                state.keep_plane(None);
                let found = self.contact(&guess, t_lo, t_hi, travel);
                (LinearFate::Meets(found), queries)
            }
            _ => self.careful(travel, guess, t_hi, state, queries),
        }
    }

    /// M at the time when the centres come nearest, and the origin's path through it.
    #[inline(always)]
    fn pose(&self, travel: &Offset) -> (Line, PosedBody<'_>, PosedBody<'_>) {
        let d = travel.value;
        let (body_a, mut body_b) = self.at_start();
        let r0 = body_a.center() - body_b.center();
        let t = dot(&r0, &d) / dot(&d, &d);
        // NaN, of a travel too short to be squared, serves as 0.
        let reference = if t > 0.0 { t.min(1.0) } else { 0.0 };
        body_b.carry(&(d * reference));
        let line = Line {
            d,
            error: travel.error + 8.0 * U * norm1(&d),
            reference,
        };
        (line, body_a, body_b)
    }

    /// The time of the first contact to the tolerance of the interior point's program along B's way, if
    /// it comes to an end.
    #[cold]
    pub(crate) fn program_along(&self) -> Option<f64> {
        let way = self.travel();
        let [hull_a, hull_b] = self.scaled.swept(self.matrices, 0.0);
        let m = &mut Difference::new(&hull_a, &hull_b, 0.0);
        if !(dot(&way, &way) > 1e-280) {
            return None;
        }
        let gone = m.of_any_kind(|m| {
            let towards = -m.interior();
            InteriorPoint::along(WorkingSet::spread(m, &towards), &way).meet(m)
        });
        gone.map(|gone| gone / way.amax())
    }

    /// The vertices of A and B where their centres come nearest, and the origin's path through M;
    /// None when neither moves against the other.
    #[cfg(feature = "good_lp")]
    pub(crate) fn written_out(&self) -> Option<(Line, [Vec<Vector3<f64>>; 2])> {
        let travel = self.offset_travel();
        if travel.value == Vector3::zeros() {
            return None;
        }
        let (line, body_a, body_b) = self.pose(&travel);
        let vertices = |body: &Polytope, posed: &PosedBody<'_>| {
            let ids = 0..body.vertex_count() as u32;
            ids.map(|id| posed.point(id)).collect()
        };
        let [a, b] = self.scaled.bodies;
        let lists = [vertices(a, &body_a), vertices(b, &body_b)];
        Some((line, lists))
    }

    /// Displacement of B relative to A over the frame.
    pub(crate) fn travel(&self) -> Vector3<f64> {
        self.offset_travel().value
    }

    #[inline(always)]
    pub(super) fn offset_travel(&self) -> Offset {
        let [motion_a, motion_b] = self.scaled.motions;
        relative_travel(motion_b, motion_a, self.scaled.scale)
    }

    /// Whether the bodies meet from the start up to `t`, exactly but for the method's own limits.
    pub(crate) fn by(&self, method: Method, t: f64, queries: &mut u32) -> Decision {
        let [hull_a, hull_b] = self.scaled.swept(self.matrices, t);
        let mut fresh = PairState::default();
        if self.scaled.is_round() {
            let (a, b): (AnySet<'_>, AnySet<'_>) = (&hull_a, &hull_b);
            let m = &mut Difference::new(&a, &b, 0.0);
            let reach = self.scaled.touching_distance(0.0);
            let found =
                hulls_within_distance(m, &reach, self.max_pivots, self.scaled.scale, &mut fresh);
            *queries += m.queries;
            return found.decision;
        }
        let ask = BooleanRequest::exact(method, self.max_pivots);
        let decided = decide_outlined(ask, &hull_a, &hull_b, &mut fresh, &mut None);
        *queries += decided.iterations;
        decided.decision
    }

    /// Decides by exact queries: at the start, over the frame, and about the guess. They touch at some time up to `touch`, if
    /// that is in the frame.
    #[cold]
    fn careful(
        &self,
        travel: &Offset,
        guess: Option<Guess>,
        touch: f64,
        state: &mut PairState,
        mut queries: u32,
    ) -> (LinearFate, u32) {
        let free = guess.as_ref().map_or(0.0, |g| g.free.max(0.0));
        let mut by_plane = None;
        if free == 0.0 {
            let start = self.by(Method::RaySimplex, 0.0, &mut queries);
            if start.kind == DecisionKind::Hit {
                let point = start.vector();
                return (LinearFate::InContact { point }, queries);
            }
            by_plane = self.end_of_plane(&start, 0.0);
        }
        if !(touch <= 1.0) {
            let whole = self.by(Method::RaySimplex, 1.0, &mut queries);
            if whole.kind == DecisionKind::Separated {
                return (apart(whole.vector(), 0.0, state), queries);
            }
        }
        let within = [free, touch.min(1.0)];
        let by_guess = guess.as_ref().map(|guess| {
            let center = guess.t.max(free).min(within[1]);
            [center, self.plain_width(guess, travel)]
        });
        let is_sure = |probe: &[f64; 2]| probe[1] > 0.0;
        let probe = by_guess.filter(is_sure).or(by_plane).or(by_guess);
        let (t_lo, t_hi) = self.bracket(Method::RaySimplex, within, probe, &mut queries);
        let found = match self.last_apart([t_lo, t_hi], guess, travel, &mut queries) {
            Some(guess) => self.contact(&guess, t_lo, t_hi, travel),
            None => LinearContact {
                t_lo,
                t_hi,
                normal: self.parting(t_lo, &mut queries),
                points: [self.by(Method::RaySimplex, t_hi, &mut queries).vector(); 2],
                held: None,
            },
        };
        let normal = found.normal.filter(|n| self.parts(n, t_hi, travel));
        let found = LinearContact { normal, ..found };
        (LinearFate::Meets(found), queries)
    }

    /// Whether a normal separates the bodies at a time, to the error that is stated of it.
    fn parts(&self, n: &Vector3<f64>, t: f64, travel: &Offset) -> bool {
        let (body_a, mut body_b) = self.at_start();
        let apart = norm1(&(body_a.center() - body_b.center()));
        body_b.carry(&(travel.value * t));
        let [a, b] = self.scaled.bodies;
        let [radii, _] = self.scaled.touching_distance(0.0).bounds(self.scaled.scale);
        let lengths = self.scaled.scale * (a.reach() + b.reach()) + radii + apart;
        let gap = gap_along(&mut Difference::new(&body_a, &body_b, 0.0), n);
        gap >= radii - NORMAL_OFF * (lengths + norm(&travel.value))
    }

    /// The normal of a plane that parts what is swept up to `t`, if one does.
    fn parting(&self, t: f64, queries: &mut u32) -> Option<Vector3<f64>> {
        let found = self.by(Method::RaySimplex, t, queries);
        (found.kind == DecisionKind::Separated).then(|| found.vector())
    }

    /// The guess, held by what is nearest just before the contact: the program's own columns may be those of a rim or of a point
    /// within. Its normal, unless that does not part the bodies then. Where f64 never proves them apart, or does not find their
    /// nearest points, the guess itself, if it is a contact at all.
    fn last_apart(
        &self,
        [t_lo, t_hi]: [f64; 2],
        guess: Option<Guess>,
        travel: &Offset,
        queries: &mut u32,
    ) -> Option<Guess> {
        let d = travel.value;
        let (body_a, body_at_start) = self.at_start();
        let rounding = Difference::new(&body_a, &body_at_start, 0.0).rounding();
        let [radii, _] = self.scaled.touching_distance(0.0).bounds(self.scaled.scale);
        for roundings in TIMES_BEFORE_CONTACT {
            let mut body_b = body_at_start;
            let t = (t_lo - roundings * rounding / norm(&d)).max(0.0);
            body_b.carry(&(d * t));
            let mut m = Difference::new(&body_a, &body_b, 0.0);
            let stop = StopRule {
                every_face: true,
                ..StopRule::precise(self.max_pivots)
            };
            let start = Subsimplex::default();
            let found = m.of_any_float(|m| gjk::nearest_outlined(m, start, &stop));
            *queries += m.queries;
            if found.kind == gjk::GjkProof::Apart {
                // Of a sliver no f64 face may be the nearest: such points are nowhere near a contact.
                if found.beyond_rounding(&m) > TOUCH_ROUNDINGS * rounding {
                    break;
                }
                let (normal, simplex) = (found.normal, found.simplex);
                let near = Guess::of_nearest(t, &NearestColumns { normal, simplex });
                let seen = [guess.map(|guess| guess.normal), Some(near.normal)];
                let normal = (seen.into_iter().flatten())
                    .find(|n| gap_along(&mut m, n) > radii - rounding)
                    .or_else(|| self.parting(t_lo, queries));
                return Some(Guess {
                    normal: normal.unwrap_or(near.normal),
                    ..near
                });
            }
        }
        let guess = guess.filter(|guess| !guess.columns.iter().any(Column::is_inner))?;
        let [on_a, on_b] = self.contact(&guess, t_lo, t_hi, travel).points;
        let mut body_b = body_at_start;
        body_b.carry(&(d * t_hi));
        let gap = gap_along(&mut Difference::new(&body_a, &body_b, 0.0), &guess.normal);
        let off = TOUCH_ROUNDINGS * rounding + norm(&d) * (t_hi - t_lo);
        (norm(&(on_a - on_b)) <= radii + off && gap >= radii - off).then_some(guess)
    }

    /// The guess for `t_hi`: weighed anew if the bodies have moved past each other by more than rounding since.
    #[inline(always)]
    fn moved_to(&self, t_hi: f64, guess: Guess, travel: &Offset, rounding: f64) -> Guess {
        match norm(&travel.value) * (t_hi - guess.t) <= TOUCH_ROUNDINGS * rounding {
            true => guess,
            false => self.weighed_at(t_hi, guess, travel),
        }
    }

    /// The guess with the weights that its columns have at `t_hi`.
    #[cold]
    #[inline(never)]
    fn weighed_at(&self, t_hi: f64, guess: Guess, travel: &Offset) -> Guess {
        if guess.columns.iter().any(Column::is_inner) {
            return guess;
        }
        let (body_a, mut body_b) = self.at_start();
        body_b.offset += travel.value * t_hi;
        let point = |column: &Column| body_a.point(column.id_a) - body_b.point(column.id_b);
        let [a, b, c] = guess.columns.each_ref().map(point);
        let [of_a, of_b, of_c, again] = nearest_weights(&[a, b, c, c]);
        Guess {
            weights: [of_a, of_b, of_c + again],
            ..guess
        }
    }

    /// The time from a contact within which f64 seldom decides whether the bodies meet.
    fn plain_width(&self, guess: &Guess, travel: &Offset) -> f64 {
        let (body_a, body_b) = self.at_start();
        let rounding = Difference::new(&body_a, &body_b, 0.0).rounding();
        let width = UNDECIDED * rounding / dot(&guess.normal, &travel.value).abs();
        // Of a graze, and of bodies far from each other, the width says nothing.
        if width < NARROW { width } else { 0.0 }
    }

    /// The program again with the line moved a little towards the centre: for a line that grazes
    /// M, or ends in a degenerate portal, a guess.
    #[cold]
    fn graze(
        &self,
        line: &Line,
        body_a: &PosedBody<'_>,
        body_b: &mut PosedBody<'_>,
    ) -> Option<Guess> {
        let r0 = body_a.center() - body_b.center();
        let across = r0 - line.d * (dot(&r0, &line.d) / dot(&line.d, &line.d));
        let length = norm(&across);
        let [a, b] = self.scaled.bodies;
        let size = self.scaled.scale * (a.reach() + b.reach()) + norm1(&r0);
        if length > 0.0 {
            // r0 comes nearer to the line when B moves along it.
            body_b.offset += across * (NUDGE * size / length);
        }
        let mut m = Difference::new(body_a, &*body_b, 0.0);
        let mut run = LinearToi::new(&m, *line);
        match m.of_any_float(|m| run.solve_outlined(m, &PairState::default())) {
            ImpactOutcome::Enters(entry) => Some(Guess::new(&entry, 0.0, &run)),
            _ => None,
        }
    }

    /// The contact with the points of A and B that touch.
    #[inline(always)]
    fn contact(&self, guess: &Guess, t_lo: f64, t_hi: f64, travel: &Offset) -> LinearContact {
        let (body_a, mut body_b) = self.at_start();
        body_b.offset += travel.value * t_hi;
        let mut points = [Vector3::zeros(); 2];
        let held = [0, 1, 2].map(|k: usize| {
            let column = &guess.columns[k];
            (column.id_a, column.id_b, guess.weights[k])
        });
        for (column, weight) in guess.columns.iter().zip(guess.weights) {
            let (a, b) = if column.is_inner() {
                (body_a.center(), body_b.center())
            } else {
                (body_a.point(column.id_a), body_b.point(column.id_b))
            };
            points[0] += a * weight;
            points[1] += b * weight;
        }
        LinearContact {
            t_lo,
            t_hi,
            normal: Some(guess.normal),
            points,
            held: Some(held),
        }
    }

    /// Both bodies at the start of the frame.
    #[inline(always)]
    pub(super) fn at_start(&self) -> (PosedBody<'_>, PosedBody<'_>) {
        let [matrix_a, matrix_b] = self.matrices;
        let ScaledMotions {
            bodies: [a, b],
            motions: [motion_a, motion_b],
            scale,
            ..
        } = self.scaled;
        let start = position(motion_b, motion_a, scale);
        (
            PosedBody::new(a, matrix_a, &Offset::ZERO, scale),
            PosedBody::new(b, matrix_b, &start, scale),
        )
    }
}

/// The entry of a line that crosses the portal at its rim.
#[cold]
#[inline(never)]
fn at_rim(run: &mut LinearToi, body_a: &PosedBody<'_>, body_b: &PosedBody<'_>) -> Option<Entry> {
    let by = run.way_beside();
    let mut beside = *body_b;
    beside.offset += by;
    let mut m = Difference::new(body_a, body_b, 0.0);
    let mut moved = Difference::new(body_a, &beside, 0.0);
    m.of_any_float(|m| moved.of_any_float(|moved| run.enter_beside(m, moved, &by)))
}

/// Gap of the bodies along a normal.
#[cold]
#[inline(never)]
pub(super) fn gap_along(
    m: &mut Difference<'_, PosedBody<'_>, PosedBody<'_>>,
    n: &Vector3<f64>,
) -> f64 {
    m.of_any_float(|m| m.support(n, SearchStart::Table).gap())
}

#[inline(always)]
fn apart(normal: Vector3<f64>, gap: f64, state: &mut PairState) -> LinearFate {
    state.keep_plane(Some(&normal));
    let normal = Some(normal);
    LinearFate::Apart { normal, gap }
}

/// The fate of boxes that touch to rounding at the start.
#[inline(never)]
fn of_flush(fate: &FlushFate, state: &mut PairState) -> LinearFate {
    match *fate {
        FlushFate::InContact { point } => LinearFate::InContact { point },
        FlushFate::Apart {
            normal,
            gap,
            drifts: true,
        } => {
            state.keep_plane(Some(&normal));
            LinearFate::Drifts { normal, gap }
        }
        FlushFate::Apart { normal, .. } => apart(normal, 0.0, state),
        FlushFate::Meets {
            t_lo,
            t_hi,
            normal,
            points,
        } => LinearFate::Meets(LinearContact {
            t_lo,
            t_hi,
            normal: Some(normal),
            points,
            held: None,
        }),
    }
}

/// A gap at the start of the frame.
pub(crate) struct StartGap {
    /// Length, scaled, as x 2^k, to a few roundings even if it is below the smallest f64.
    pub(crate) length: (f64, i32),
    /// Unit normal, rounded.
    pub(crate) normal: Vector3<f64>,
}

/// Returns by how much two bodies, which may turn, are farther apart at the start of the frame than their radii, exactly; None
/// if they share a point.
#[cold]
pub(crate) fn gap_at_start(scaled: &ScaledMotions<'_>) -> Option<StartGap> {
    if let Some(gap) = flush_gap(scaled) {
        let (length, normal) = gap?;
        let length = (length, 0);
        return Some(StartGap { length, normal });
    }
    let matrices = scaled.matrices();
    let [hull_a, hull_b] = scaled.swept(matrices.each_ref(), 0.0);
    let (a, b): (AnySet<'_>, AnySet<'_>) = (&hull_a, &hull_b);
    let m = &mut Difference::new(&a, &b, 0.0);
    let found = exact::compare(m, &mut std::iter::empty(), &scaled.touching_distance(0.0));
    // The scale is a power of two.
    let (x, k) = found.excess;
    found.order.is_gt().then(|| StartGap {
        length: (x, k + libm::ilogb(scaled.scale)),
        normal: found.nearest.normal,
    })
}
