//! When do two moving bodies first meet, one of which is curved?
//!
//! Conservative advancement: from a time at which a plane separates the bodies, take a step that no gap along its
//! normal can close. Its length is the gap over the greatest closing speed. Or it goes as far as a second sample of
//! the same normal proves, with a bound of how much the gap bends in between (C54 of `docs/guide/CERTIFICATES.md`,
//! which holds for any number of points). Where the gap drowns in rounding, samples go on at times that double.
//! Bodies that do not turn take one search for all these steps (`curved_cast`).

use std::cell::Cell;

use nalgebra::Vector3;

use crate::advance::advance::AdvanceEnd;
use crate::advance::curved_cast::{CastEnd, CastResult, CertifiedStep, Clear, CurvedCast};
use crate::advance::gap_model::stays_clear;
use crate::advance::impact::{Contact, InitialContact, TimeOfImpact, TimeOfImpactOptions};
use crate::advance::moving_plane::{Moment, MovingPlane};
use crate::advance::parting_normal::OFF;
use crate::advance::relative_motion::{RelativeMotion, RelativePoses, origin_at};
use crate::advance::sample::{doubling, first_step, halving, longest_step};
use crate::advance::scaled_motions::Flight;
use crate::advance::start_contact;
use crate::error::Result;
use crate::motion::kinds;
use crate::motion::pairs::{DEFAULT_REL_TOL, MovingPair, Sides};
use crate::motion::rigid_motion::Motion;
use crate::numeric::arithmetic::{U, cross, dot, in_range, is_unit, norm, norm1, rotate_back};
use crate::numeric::reach::Reach;
use crate::options::MAX_PIVOTS;
use crate::pair::PairState;
use crate::query::penetration;
use crate::shape::body::Core;
use crate::shape::polytope::Polytope;
use crate::solver::curved_distance::{
    Measured, ROOM, deep, finely, known, measure, measure_from, measure_on,
};
use crate::solver::gjk::{GjkProof, NearestPoints, StopRule};
use crate::solver::precise::WeightedPair;
use crate::solver::problem::{Column, scanned_gap};
use crate::solver::rounded_distance;
use crate::solver::smooth;
use crate::support::mapping::FloatMapping;
use crate::support::traced::{PosedAny, Trace};
use crate::verdict::{Reason, Verdict};

/// Name of the query that curved bodies refuse.
/// Part of the way to where the gap seems to close that a second look is taken at.
const AHEAD: f64 = 0.95;

/// How near the bounds of a distance are to each other on a walk, relative to what it exceeds the target by.
const WALK_REL_TOL: f64 = 0.05;

/// Support queries on the way there. What is left of the room for points serves where all of a distance is asked.
const FEW: u32 = 32;

/// Largest distance of columns on one smooth part of both bodies, relative to the pair's size.
const SMOOTH_SPREAD: f64 = 0.05;

/// Number of second samples from one time, each half as far ahead.
const LOOKS: u32 = 8;

/// Least tolerance, in errors of the poses, within which bodies are told to be near by a hundred bits.
pub(crate) const MIN_TOLERANCE_ERRORS: f64 = 16.0;

/// A plane that turns is visited no more than this many times as far ahead as back,
const MOST_AHEAD: f64 = 8.0;

/// and where the normal has turned by less than this.
const LARGEST_TURN: f64 = 0.1;

pub(crate) fn time_of_impact(
    pair: &MovingPair<'_>,
    options: &TimeOfImpactOptions,
) -> Result<TimeOfImpact> {
    if options.initial_contact != InitialContact::Report {
        return Err(kinds::START_IGNORED.refused([pair.a, pair.b]));
    }
    if pair.sides().around().has_empty() {
        return Ok(TimeOfImpact::separated(0.0, None));
    }
    let target = options.target_separation;
    let flight = Flight::new(&pair.sides().around());
    let walk = CurvedAdvance::new(pair, &flight, options);
    if flight.starts_afar(target) {
        return Ok(walk.first_contact());
    }
    let at_start = pair.at_start();
    let at_start = at_start.sides();
    let within = |distance| {
        let state = &mut PairState::default();
        known(&at_start, distance, options.max_pivots, state)
    };
    // A first step proves that they start apart, and most do.
    if let Some(answer) = walk.first_contact_if_apart() {
        return Ok(answer);
    }
    let start = within(target);
    match start.verdict {
        Verdict::Separated => return Ok(walk.first_contact()),
        Verdict::Hit if target == 0.0 || within(0.0).verdict == Verdict::Hit => {}
        verdict => return Ok(walk.near_at_start(verdict == Verdict::Hit)),
    }
    let deep = penetration::curved(&at_start, options.max_pivots);
    Ok(TimeOfImpact {
        solves: 1,
        ..start_contact::of_depth(&flight, &deep)
    })
}

/// A difference of points of the two bodies that the nearest one is made of.
pub(crate) struct CurvedColumn {
    /// Vertices, for polytopes.
    pub(crate) ids: [u32; 2],
    /// Body frames, to rounding.
    pub(crate) points: [Vector3<f64>; 2],
    pub(crate) weight: f64,
}

/// What the budget counts, and support queries.
#[derive(Clone, Copy, Default)]
pub(crate) struct CurvedBudget {
    pub(crate) solves: u32,
    pub(crate) iterations: u32,
}

/// End of an advance.
pub(crate) struct AdvanceResult {
    /// `Overlap` only where the cores do and are not near; never `Start`.
    pub(crate) end: AdvanceEnd,
    /// Proved until then; of a near one when it is near.
    pub(crate) t: f64,
    /// What was measured last, and where.
    pub(crate) posed: RelativePoses,
    pub(crate) measured: Measured,
    /// Normal of the plane that separated the bodies up to then.
    pub(crate) before: Option<Vector3<f64>>,
}

/// What a near contact was measured of.
#[derive(Clone, Copy)]
pub(crate) enum Ending<'a> {
    /// Nearest points at the time of contact; their columns are those of the last look.
    Measured(&'a NearestPoints),
    Parts(&'a [WeightedPair; 8]),
}

/// What gets the parts of an advance that are proved, and then a near contact.
pub(crate) struct Record<'a> {
    pub(crate) step: &'a mut dyn FnMut(CertifiedStep),
    pub(crate) ended: &'a mut dyn FnMut(Ending<'_>),
}

/// What a hundred bits tell at one time.
#[allow(clippy::large_enum_variant)] // it is returned and taken apart
pub(crate) enum PreciseSample {
    /// Within the tolerance, and what the points are means of.
    Near(TimeOfImpact, [WeightedPair; 8]),
    Apart(CertifiedStep),
}

/// Result of one sample.
#[allow(clippy::large_enum_variant)] // it is returned and taken apart
enum CurvedSample {
    Contact(TimeOfImpact),
    /// Clearly, at this time.
    Apart(f64),
}

pub(crate) fn nearest_vertex(body: &Polytope, point: &Vector3<f64>) -> u32 {
    let off = |id: u32| (body.vertex(id as usize) - point).amax();
    let ids = 0..body.vertex_count() as u32;
    ids.min_by(|&x, &y| off(x).total_cmp(&off(y))).unwrap_or(0)
}

pub(crate) struct CurvedAdvance<'a> {
    pub(crate) sides: Sides<'a, Motion>,
    pub(crate) motion: RelativeMotion<'a>,
    traces: [Trace<ROOM>; 2],
    pub(crate) options: &'a TimeOfImpactOptions,
    pub(crate) tolerance: f64,
    /// Whether planes turn, which is worth it where bodies pass each other near the distance that is kept.
    turning: bool,
}

impl<'a> CurvedAdvance<'a> {
    pub(crate) fn new(
        pair: &MovingPair<'a>,
        flight: &Flight<'a>,
        options: &'a TimeOfImpactOptions,
    ) -> Self {
        let sides = pair.sides();
        CurvedAdvance {
            motion: RelativeMotion::new(flight),
            traces: [Trace::new(), Trace::new()],
            tolerance: options.tolerance.unwrap_or(DEFAULT_REL_TOL * sides.size()),
            sides,
            options,
            turning: false,
        }
    }

    /// This advance with planes that turn.
    pub(crate) fn turning(self) -> Self {
        CurvedAdvance {
            turning: true,
            ..self
        }
    }

    /// What is nearest at a time.
    pub(crate) fn measured(&self, t: f64) -> NearestPoints {
        self.look_at(t, None).1.found
    }

    pub(crate) fn motion(&self) -> &RelativeMotion<'a> {
        &self.motion
    }

    /// Scaled.
    pub(crate) fn tolerance(&self) -> f64 {
        self.tolerance * self.motion.scale
    }

    /// What any distance may be off by roundings, scaled.
    pub(crate) fn rounding(&self) -> f64 {
        let posed = self.motion.pose(0.0);
        let [a, b] = self.sets(&posed);
        a.rounding() + b.rounding()
    }

    /// What a near contact at this time is made of, if the looks since then have not written over it.
    pub(crate) fn columns_of(&self, ending: Ending<'_>, t: f64) -> Vec<CurvedColumn> {
        let column = |pair: &WeightedPair| CurvedColumn {
            ids: std::array::from_fn(|k| match self.sides.cores[k] {
                Core::Polytope(body) => nearest_vertex(body, &pair.points[k]),
                Core::Curved(_) => 0,
            }),
            points: pair.points,
            weight: pair.weight,
        };
        match ending {
            Ending::Measured(found) => self.corners(found, t).collect(),
            Ending::Parts(parts) => parts.iter().map(column).collect(),
        }
    }

    /// Corners of the last measurement, at this time.
    pub(crate) fn corners(
        &self,
        found: &NearestPoints,
        t: f64,
    ) -> impl Iterator<Item = CurvedColumn> {
        let posed = self.motion.pose(t);
        let sets = self.sets(&posed);
        let (a, b) = self.motion.bodies(&posed);
        let places = [a, b];
        let scale = self.motion.scale;
        let body_point = |k: usize, id: u32| {
            let there = sets[k].point(id) - places[k].offset;
            // The square of the scale may be no number.
            rotate_back(places[k].matrix, &there) / scale / scale
        };
        let simplex = found.simplex;
        let corners: [CurvedColumn; 4] = std::array::from_fn(|i| {
            let column = &simplex.columns[i.min(simplex.count.max(1) - 1)];
            CurvedColumn {
                ids: [column.id_a, column.id_b],
                points: [body_point(0, column.id_a), body_point(1, column.id_b)],
                weight: simplex.weights[i].max(0.0),
            }
        });
        corners.into_iter().take(simplex.count)
    }

    fn sets<'p>(&'p self, posed: &'p RelativePoses) -> [PosedAny<'p>; 2] {
        let (a, b) = self.motion.bodies(posed);
        [
            PosedAny::of(self.sides.cores[0], a, self.traces[0].sheet()),
            PosedAny::of(self.sides.cores[1], b, self.traces[1].sheet()),
        ]
    }

    /// Near each other at the start: `sure`ly enough, or else if that is measured.
    fn near_at_start(&self, sure: bool) -> TimeOfImpact {
        let scale = self.motion.scale;
        let posed = self.motion.pose(0.0);
        let [a, b] = &self.sets(&posed);
        let measured = measure([a, b], None, &finely(MAX_PIVOTS));
        let [radius_a, radius_b] = self.sides.radii;
        let [radii, _] = Reach([0.0, radius_a, radius_b]).bounds(scale);
        let apart = (measured.found.upper - radii).max(0.0);
        let most = (self.options.target_separation + self.tolerance) * scale;
        if !sure && !(apart <= most * (1.0 - 4.0 * U)) {
            return TimeOfImpact::undecided(Reason::Touching, 0.0, 0.0).after(1, measured.queries);
        }
        let near = self.near((&posed, &measured, None), radii, apart);
        TimeOfImpact {
            initial: true,
            iterations: measured.queries,
            solves: 1,
            // What f64 does not measure is within the target.
            gap: match near.gap.is_finite() {
                true => near.gap,
                false => self.options.target_separation,
            },
            ..near
        }
    }

    /// Returns [`Self::first_contact`] if f64 proves its first step.
    fn first_contact_if_apart(&self) -> Option<TimeOfImpact> {
        let is_apart = Cell::new(false);
        let record = &mut Record {
            step: &mut |_| is_apart.set(true),
            ended: &mut |_| {},
        };
        let answer = self.run_from(0.0, CurvedBudget::default(), false, record);
        is_apart.get().then(|| self.beyond_rounding(answer, record))
    }

    /// From a start at which they are apart, beyond times at which the gap drowns in rounding.
    fn first_contact(&self) -> TimeOfImpact {
        self.recorded(&mut Record {
            step: &mut |_| {},
            ended: &mut |_| {},
        })
    }

    /// [`Self::first_contact`], with what it is proved by.
    pub(crate) fn recorded(&self, record: &mut Record<'_>) -> TimeOfImpact {
        let answer = self.run_from(0.0, CurvedBudget::default(), true, record);
        self.beyond_rounding(answer, record)
    }

    fn beyond_rounding(&self, mut answer: TimeOfImpact, record: &mut Record<'_>) -> TimeOfImpact {
        let free = answer.t_lo;
        while answer.reason == Reason::Rounding {
            let spent = &mut CurvedBudget {
                solves: answer.solves,
                iterations: answer.iterations,
            };
            let seen = self.beyond(answer.t_lo, spent);
            let after = |answer: TimeOfImpact| TimeOfImpact {
                t_lo: free,
                solves: spent.solves,
                iterations: spent.iterations,
                ..answer
            };
            let open = |reason| after(TimeOfImpact::undecided(reason, 0.0, free));
            let from = match seen {
                Some(CurvedSample::Contact(contact)) => return after(contact),
                Some(CurvedSample::Apart(t)) if t < 1.0 => t,
                None if spent.solves >= self.options.budget => return open(Reason::Budget),
                _ => return open(Reason::Rounding),
            };
            answer = self.run_from(from, *spent, true, record);
            if answer.verdict == Verdict::Separated {
                return TimeOfImpact {
                    solves: answer.solves,
                    iterations: answer.iterations,
                    ..open(Reason::Rounding)
                };
            }
        }
        TimeOfImpact {
            t_lo: free,
            ..answer
        }
    }

    /// Samples from a time at which the gap drowned in rounding, at times that double: the first that decides, drawn
    /// back to where contact is first proved. None up to the end of the frame, or within the budget.
    fn beyond(&self, from: f64, spent: &mut CurvedBudget) -> Option<CurvedSample> {
        let tolerance = self.tolerance * self.motion.scale;
        let first = first_step(&self.motion, tolerance);
        let longest = longest_step(&self.motion);
        let best = Cell::new(None);
        let mut seen_at = |t: f64| {
            if spent.solves >= self.options.budget {
                return None;
            }
            let seen = self.look(t, spent);
            if let Some(CurvedSample::Contact(contact)) = seen {
                best.set(Some(contact));
            }
            Some(seen)
        };
        let steps = [first.min(longest), longest];
        let (low, high) = doubling(from, steps, |t| Some(seen_at(t)?.is_some()));
        let high = high?;
        if best.get().is_none() {
            return Some(CurvedSample::Apart(high));
        }
        halving([low, high], first, |t| {
            Some(matches!(seen_at(t)?, Some(CurvedSample::Contact(_))))
        });
        best.get().map(CurvedSample::Contact)
    }

    /// What is seen at one time, if anything is beyond rounding.
    fn look(&self, t: f64, spent: &mut CurvedBudget) -> Option<CurvedSample> {
        let scale = self.motion.scale;
        let [radius_a, radius_b] = self.sides.radii;
        let reach = Reach([self.options.target_separation, radius_a, radius_b]);
        let [below, above] = reach.bounds(scale);
        let [radii, _] = Reach([0.0, radius_a, radius_b]).bounds(scale);
        let posed = self.motion.pose(t);
        let [a, b] = &self.sets(&posed);
        let measured = measure([a, b], None, &finely(MAX_PIVOTS));
        let found = &measured.found;
        spent.solves += 1;
        spent.iterations += measured.queries;
        let apart = (found.upper - radii).max(0.0);
        let near = self.near((&posed, &measured, None), radii, apart);
        if found.kind == GjkProof::Overlap || found.upper <= radii {
            return Some(CurvedSample::Contact(TimeOfImpact {
                contact: Contact::Overlap,
                gap: 0.0,
                ..near
            }));
        }
        if found.upper - below <= self.tolerance * scale * (1.0 - 4.0 * U) {
            return Some(CurvedSample::Contact(near));
        }
        let room = 8.0 * self.motion.rounding() + 32.0 * U * above;
        match found.lower > above + room {
            true => Some(CurvedSample::Apart(t)),
            false => self.deep_at(t, near).map(CurvedSample::Contact),
        }
    }

    /// The contact at a time at which GJK in f64 proves nothing, of bodies deeper in each other than their poses may be
    /// off.
    #[cold]
    fn deep_at(&self, t: f64, near: TimeOfImpact) -> Option<TimeOfImpact> {
        let poses = self.sides.places.map(|motion| motion.pose_at(t));
        let [Ok(a), Ok(b)] = &poses else {
            return None;
        };
        let there = Sides {
            cores: self.sides.cores,
            places: [a, b],
            radii: self.sides.radii,
        };
        let state = &mut PairState::default();
        let found = known(&there, 0.0, self.options.max_pivots, state);
        if found.verdict != Verdict::Hit {
            return None;
        }
        let [radius_a, radius_b] = self.sides.radii;
        let [radii, _] = Reach([0.0, radius_a, radius_b]).bounds(1.0);
        let far = norm1(&a.translation()) + norm1(&b.translation());
        let off = self.motion.rounding() / self.motion.scale + 16.0 * U * far;
        let [point_a, point_b] = found.points.map(Some);
        (deep(&there).depth[0] + radii > 8.0 * off).then_some(TimeOfImpact {
            contact: Contact::Overlap,
            gap: 0.0,
            point_a,
            point_b,
            ..near
        })
    }

    /// Advances from a time, with the effort spent before. `is_apart`: they are known to be apart then, although f64 may not tell.
    fn run_from(
        &self,
        from: f64,
        mut spent: CurvedBudget,
        is_apart: bool,
        record: &mut Record<'_>,
    ) -> TimeOfImpact {
        let scale = self.motion.scale;
        let [radius_a, radius_b] = self.sides.radii;
        let reach = Reach([self.options.target_separation, radius_a, radius_b]);
        let [below, above] = reach.bounds(scale);
        let [radii, _] = Reach([0.0, radius_a, radius_b]).bounds(scale);
        let clear = Clear {
            below,
            above,
            tolerance: self.tolerance * scale,
            budget: self.options.budget,
        };
        // Steps that prove gaps beyond half of the tolerance step over none within it. Bodies may start within that.
        let half = 0.5 * clear.tolerance;
        let above_half = Clear {
            below: clear.below + half,
            above: clear.above + half,
            tolerance: half,
            ..clear
        };
        let mut walked = self.advance(from, &above_half, &mut spent, record.step);
        if walked.t == from && walked.end == AdvanceEnd::Rounding {
            walked = self.advance(from, &clear, &mut spent, record.step);
        }
        let is_lost = matches!(walked.end, AdvanceEnd::Overlap | AdvanceEnd::Rounding);
        let mut near = None;
        if is_lost && (is_apart || walked.t > from) {
            near = self.beyond_f64(&mut walked, [&above_half, &clear], &mut spent, record);
        }
        let found = &walked.measured.found;
        let open = |reason| TimeOfImpact::undecided(reason, 0.0, walked.t);
        let answer = match (near, walked.end) {
            (Some(near), _) => near,
            (_, AdvanceEnd::Near) => {
                (record.ended)(Ending::Measured(found));
                let apart = (found.upper - radii).max(0.0);
                let at = (&walked.posed, &walked.measured, walked.before);
                self.near(at, below, apart)
            }
            (_, AdvanceEnd::Apart) => TimeOfImpact::separated(0.0, Some(found.normal)),
            (_, AdvanceEnd::Budget) => open(Reason::Budget),
            (_, AdvanceEnd::Start | AdvanceEnd::Overlap | AdvanceEnd::Rounding) => {
                open(Reason::Rounding)
            }
        };
        TimeOfImpact {
            solves: spent.solves,
            iterations: spent.iterations,
            ..answer
        }
    }

    /// Goes on from where f64 tells nothing, by a hundred bits wherever it does so again: to the end of the last advance, or the
    /// contact that is returned.
    #[cold]
    #[inline(never)]
    fn beyond_f64(
        &self,
        walked: &mut AdvanceResult,
        [above_half, clear]: [&Clear; 2],
        spent: &mut CurvedBudget,
        record: &mut Record<'_>,
    ) -> Option<TimeOfImpact> {
        while matches!(walked.end, AdvanceEnd::Overlap | AdvanceEnd::Rounding)
            && spent.solves < clear.budget
        {
            spent.solves += 1;
            let proved = match self.look_precisely(walked, clear.above)? {
                PreciseSample::Apart(proved) => proved,
                PreciseSample::Near(contact, parts) => {
                    (record.ended)(Ending::Parts(&parts));
                    return Some(contact);
                }
            };
            (record.step)(proved);
            let next = proved.times[1];
            if next == 1.0 {
                *walked = self.never_met(Some(proved.normal));
                break;
            }
            *walked = self.advance(next, above_half, spent, record.step);
            if walked.t == next && walked.end == AdvanceEnd::Rounding {
                *walked = self.advance(next, clear, spent, record.step);
            }
            walked.before = walked.before.or(Some(proved.normal));
        }
        None
    }

    /// From a time on as long as the cores are farther apart than `clear` says.
    pub(crate) fn advance(
        &self,
        from: f64,
        clear: &Clear,
        spent: &mut CurvedBudget,
        step: &mut dyn FnMut(CertifiedStep),
    ) -> AdvanceResult {
        let (mut t, mut before) = (from, None);
        let mut last_look = None;
        if !self.turning && !self.motion.flight.is_turning() {
            let cast = self.cast(from, clear, step);
            spent.iterations += cast.queries;
            (t, before) = (cast.t, cast.before.map(|normal| (from, normal)));
            match cast.end {
                CastEnd::Near => last_look = Some(self.look_from(&cast)),
                CastEnd::Apart => {
                    spent.solves += 1;
                    return self.never_met(cast.before);
                }
                CastEnd::Open => {}
            }
        }
        loop {
            let along = before.map(|(_, normal)| normal);
            let look = || self.look_ahead(t, along.as_ref(), clear);
            let (posed, measured) = last_look.take().unwrap_or_else(look);
            spent.solves += 1;
            spent.iterations += measured.queries;
            let found = &measured.found;
            let (gap, normal) = (found.lower - clear.above, found.normal);
            let at_most = (found.upper - clear.below).max(0.0);
            let walked = |end, t| AdvanceResult {
                end,
                t,
                posed,
                measured,
                before: along,
            };
            if t > 0.0 && at_most <= clear.tolerance * (1.0 - 4.0 * U) {
                return walked(AdvanceEnd::Near, t);
            }
            if found.kind == GjkProof::Overlap {
                return walked(AdvanceEnd::Overlap, t);
            }
            if !(gap > 0.0) {
                return walked(AdvanceEnd::Rounding, t);
            }
            let mut turn = Vector3::zeros();
            let mut proved = self.step(&posed, &normal, &measured.points, gap, clear.above);
            if let Some(ahead) = proved
                && let Some((plane, most)) = self.plane_that_turns(&posed, found, before)
                && let Some(farther) = self.along_turning(&posed, &plane, [gap, clear.above], most)
                && farther > ahead
            {
                (proved, turn) = (Some(farther), plane.1.nu);
            }
            let next = proved.map_or(1.0, |ahead| (t + ahead).min(1.0));
            if !(next > t) && proved.is_some() {
                return walked(AdvanceEnd::Rounding, t);
            }
            let times = [t, next];
            step(CertifiedStep {
                times,
                normal,
                turn,
            });
            if proved.is_none() {
                return walked(AdvanceEnd::Apart, 1.0);
            }
            if spent.solves >= clear.budget {
                return walked(AdvanceEnd::Budget, next);
            }
            before = Some((t, normal));
            t = next;
        }
    }

    /// The first part of an advance without a turn.
    fn cast(&self, from: f64, clear: &Clear, step: &mut dyn FnMut(CertifiedStep)) -> CastResult {
        let posed = self.motion.pose(0.0);
        let [a, b] = &self.sets(&posed);
        let cast = CurvedCast {
            sets: [a, b],
            travel: self.motion.travel,
            travel_error: self.motion.travel_error,
            size: self.motion.size,
            clear,
        };
        cast.run(from, step)
    }

    /// Measures the cores where a cast ended.
    fn look_from(&self, cast: &CastResult) -> (RelativePoses, Measured) {
        let CastResult { t, columns, .. } = cast;
        let t = *t;
        // Columns near each other are of one smooth part of each body.
        let corners = &columns.columns[..columns.count];
        let is_smooth =
            |column: &Column| norm1(&(column.m - corners[0].m)) < SMOOTH_SPREAD * self.motion.size;
        let before = cast.before.filter(|_| corners.iter().all(is_smooth));
        let posed = self.motion.pose(t);
        let [a, b] = &self.sets(&posed);
        for column in corners {
            b.carry_point(column.id_b, &(self.motion.travel * t));
        }
        let stop = &finely(MAX_PIVOTS);
        let measured = before
            .and_then(|normal| smooth::measure([a, b], normal))
            .unwrap_or_else(|| measure_from([a, b], columns, stop));
        (posed, measured)
    }

    /// Returns the end of an advance that a last plane of this normal ends.
    fn never_met(&self, before: Option<Vector3<f64>>) -> AdvanceResult {
        let found = NearestPoints {
            normal: before.unwrap_or_default(),
            ..NearestPoints::unknown()
        };
        AdvanceResult {
            end: AdvanceEnd::Apart,
            t: 1.0,
            posed: self.motion.pose(1.0),
            measured: Measured {
                found,
                points: [Vector3::zeros(); 2],
                queries: 0,
            },
            before,
        }
    }

    /// How near the cores are at a time. `along`: a normal that may be near theirs.
    pub(crate) fn look_at(
        &self,
        t: f64,
        along: Option<&Vector3<f64>>,
    ) -> (RelativePoses, Measured) {
        let posed = self.motion.pose(t);
        let [a, b] = &self.sets(&posed);
        let measured = measure([a, b], along, &finely(MAX_PIVOTS));
        (posed, measured)
    }

    /// How near the cores are, as well as a walk needs to know: a plane that has nearly all of a gap carries as far, at a
    /// fraction of the queries. Planes that turn go by how normals do.
    fn look_ahead(
        &self,
        t: f64,
        along: Option<&Vector3<f64>>,
        clear: &Clear,
    ) -> (RelativePoses, Measured) {
        if self.turning {
            return self.look_at(t, along);
        }
        let finely = finely(MAX_PIVOTS);
        let roughly = StopRule {
            rel_tol: WALK_REL_TOL,
            beyond: clear.above,
            max_iterations: finely.max_iterations.min(FEW),
            ..finely
        };
        let posed = self.motion.pose(t);
        let [a, b] = &self.sets(&posed);
        let seen = measure([a, b], along, &roughly);
        let is_far = |found: &NearestPoints| {
            found.lower > clear.above && found.upper - clear.below > clear.tolerance
        };
        let measured = match seen.found.kind == GjkProof::Overlap || is_far(&seen.found) {
            true => seen,
            false => {
                let rest = finely.max_iterations.saturating_sub(FEW).max(1);
                let stop = StopRule {
                    max_iterations: rest,
                    ..finely
                };
                measure_on([a, b], &seen, &stop)
            }
        };
        (posed, measured)
    }

    /// How far on no gap along `n` closes, of which there is `gap` now; None to the end of the frame.
    pub(crate) fn step(
        &self,
        posed: &RelativePoses,
        n: &Vector3<f64>,
        points: &[Vector3<f64>; 2],
        gap: f64,
        above: f64,
    ) -> Option<f64> {
        let motion = &self.motion;
        let rest = 1.0 - posed.t;
        let across = motion.across(n);
        let closing = motion.closing_at_most(n, &across);
        if !(closing * rest >= gap * (1.0 - 4.0 * U)) {
            return None;
        }
        let sure = gap / closing * (1.0 - 4.0 * U);
        let bend: f64 = (0..2)
            .map(|k| {
                let course = &motion.trajectories[k];
                let rate = across[k].rate + course.turn_error;
                rate * (course.angle + course.turn_error) * motion.reaches[k].from_axis
            })
            .sum();
        let speed = -motion.separation_velocity(posed, n, points);
        let mut step = rest.min((7.9 * gap / bend).sqrt());
        if speed > 0.0 {
            step = step.min(AHEAD * gap / speed);
        }
        for _ in 0..LOOKS {
            if !(step > 2.0 * sure) {
                break;
            }
            let then = motion.pose((posed.t + step).min(1.0));
            let width = (then.t - posed.t) * (1.0 + 4.0 * U);
            let [a, b] = self.sets(&then);
            let later = scanned_gap(a, b, *n) - (a.rounding() + b.rounding()) - above;
            let both = gap.sqrt() + later.max(0.0).sqrt();
            if later > 0.0 && both * both * (1.0 - 16.0 * U) > 0.5 * bend * width * width {
                return (then.t < 1.0).then_some(step);
            }
            step *= 0.5;
        }
        Some(sure)
    }

    /// A plane that turns with both bodies, or goes on to turn as the normal has since an earlier time, and how far on it may be
    /// visited: where what is nearest turns past, a plane that does not closes both ways.
    fn plane_that_turns(
        &self,
        posed: &RelativePoses,
        found: &NearestPoints,
        before: Option<(f64, Vector3<f64>)>,
    ) -> Option<((Moment<'_>, MovingPlane), f64)> {
        let (motion, n) = (&self.motion, found.normal);
        let moment = || Moment::new(motion, posed, n, motion.across(&n), &found.extent);
        if motion.turns_together() {
            let moment = moment();
            let plane = moment.turning_with(0);
            return Some(((moment, plane), 1.0));
        }
        let (earlier, before) = before.filter(|_| self.turning)?;
        let since = posed.t - earlier;
        let nu = cross(&before, &n) / since;
        (norm(&nu) * since < LARGEST_TURN && norm(&nu) > 0.0).then(|| {
            let moment = moment();
            let plane = moment.turning(nu - n * dot(&n, &nu));
            ((moment, plane), MOST_AHEAD * since)
        })
    }

    /// How far on, at most `most`, a plane that turns serves.
    #[cold]
    fn along_turning(
        &self,
        posed: &RelativePoses,
        (moment, plane): &(Moment<'_>, MovingPlane),
        [gap, above]: [f64; 2],
        most: f64,
    ) -> Option<f64> {
        let rest = 1.0 - posed.t;
        let mut step = rest.min(most);
        for _ in 0..LOOKS {
            // What it bends by leaves no more.
            let bend = moment.curvature(plane, step);
            step = step.min((7.9 * gap / bend).sqrt());
            let then = self.motion.pose((posed.t + step).min(1.0));
            let width = (then.t - posed.t) * (1.0 + 4.0 * U);
            if !(width > 0.0) {
                return None;
            }
            let [a, b] = self.sets(&then);
            let rounding =
                a.rounding() + b.rounding() + plane.normal_error(width) * self.motion.size;
            let later = scanned_gap(a, b, plane.normal_after(width)) - rounding - above;
            let bulge = 0.5 * moment.curvature(plane, width) * width * width;
            if later > 0.0 && stays_clear(gap, later, bulge * (1.0 + 16.0 * U), 0.0) {
                return Some(step);
            }
            step *= 0.5;
        }
        None
    }

    /// The normal, of the distance or of the plane `before`, along which the cores are at least `apart` from each other, to twelve
    /// their rounding.
    fn parting(
        &self,
        (posed, measured, before): (&RelativePoses, &Measured, Option<Vector3<f64>>),
        apart: f64,
    ) -> Option<Vector3<f64>> {
        let [a, b] = self.sets(posed);
        let least = apart * (1.0 - 8.0 * U) - OFF * (a.rounding() + b.rounding());
        let found = &measured.found;
        if found.lower >= least {
            return Some(found.normal).filter(is_unit);
        }
        let parts = |n: &Vector3<f64>| is_unit(n) && scanned_gap(a, b, *n) >= least;
        Some(found.normal).filter(parts).or(before.filter(parts))
    }

    fn near(
        &self,
        at: (&RelativePoses, &Measured, Option<Vector3<f64>>),
        apart: f64,
        gap: f64,
    ) -> TimeOfImpact {
        let (posed, measured, _) = at;
        let cores = measured.points;
        let scale = self.motion.scale;
        let origin = origin_at(self.motion.flight.motions[0], posed.t);
        let radii = self.sides.radii.map(|radius| radius * scale);
        let normal = self.parting(at, apart);
        let points = rounded_distance::nearer(cores, radii);
        let [point_a, point_b] = points.map(|p| in_range(p / scale + origin));
        let speed = |n| self.motion.separation_velocity(posed, &n, &points) / scale;
        TimeOfImpact {
            contact: Contact::Near,
            t_lo: posed.t,
            t_hi: posed.t,
            gap: (gap / scale).next_up(),
            point_a,
            point_b,
            normal,
            separation_velocity: normal.map_or(0.0, speed),
            ..TimeOfImpact::HIT
        }
    }
}
