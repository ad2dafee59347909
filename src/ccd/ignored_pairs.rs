//! The first contact of two bodies of several pieces that are in contact at the start, where that is ignored pair
//! by pair.
//!
//! Problem: a body that slides along a floor is in contact with it all the time, and meets a wall of the same body.
//! Idea: every two pieces have contacts of their own. One that is there at t = 0 is ignored, and so is one that
//! continues it. Examples: the body slides from one triangle to the next in the same plane, from a ridge onto a
//! side that it moves away from, or from one part of a compound to another that ends in the same plane. Whether a
//! contact continues another is decided from pieces that lie beside each other, while the first is still touched;
//! no wall is such a piece. Any other contact is a hit.
//!
//! Loses where a body in contact flies far through a large mesh: all contacts on its way are listed.

use std::collections::{BTreeMap, BTreeSet};

use nalgebra::Vector3;

use crate::advance::convex_time::time_of_impact;
use crate::advance::deepening::Deepening;
use crate::advance::impact::{Contact, InitialContact, TimeOfImpact, TimeOfImpactOptions};
use crate::advance::relative_motion::{RelativeMotion, origin_at};
use crate::advance::scaled_motions::ScaledMotions;
use crate::advance::start_contact::{bounding_motions, separation_velocity};
use crate::ccd::contact_intervals::into_list;
use crate::ccd::interval_list::{ContactInterval, IntervalList};
use crate::ccd::level_contacts::{MAX_NORMALS, StartPlanes, begins_at_once};
use crate::ccd::pieces_first_contact::named;
use crate::ccd::pieces_start_contact::{is_parted, normal_of_start};
use crate::ccd::rubbing::{come_within, comes_no_deeper, depth_of, is_apart_by_rounding, is_exact};
use crate::contact::inner_edges::{is_level, onward};
use crate::error::Result;
use crate::motion::pairs::{MovingPair, PosedPair};
use crate::motion::pose::Pose;
use crate::numeric::arithmetic::{dot, rotate, rotate_back};
use crate::numeric::sort::{sort_by, sort_by_key};
use crate::options::MAX_PIVOTS;
use crate::pair::PairState;
use crate::query::distance::{DistanceOptions, distance};
use crate::shape::body::{Body, Core};
use crate::shape::compound::Compound;
use crate::shape::pieces::{PieceId, PiecesKind};
use crate::verdict::{Reason, Verdict};

/// Parts of a compound that end within this part of its size of each other end in one plane.
const FLUSH_RATIO: f64 = 1e-12;

/// Normals that are the same to this are those of one contact.
const SAME_NORMAL: f64 = 1e-9;

/// Tolerances by which bodies may move from the end of a contact to the beginning of one that continues it. With more, bodies
/// that part and come back may be ignored; with fewer, those that pass a corner may be stopped.
const CORNER_TOLERANCES: f64 = 16.0;

/// Answer after a contact at t = 0 that is ignored.
pub(crate) struct AfterStart {
    /// The next contact; the one at t = 0 where it lasts and there is no other.
    pub(crate) answer: TimeOfImpact,
    /// Contacts that are ignored last no longer, of those that begin no later than the answer.
    pub(crate) until: f64,
}

/// A time of contact of two pieces.
struct PairContact {
    ids: [PieceId; 2],
    times: ContactInterval,
    /// From A to B at the start, world axes: of the contact at t = 0 that it is, or that it goes on from.
    normal: Option<Vector3<f64>>,
    is_ignored: bool,
}

/// `report`: the options, with contact at the start reported. `first`: that contact. `stops_deeper`: bodies that turn and come deeper
/// than it while it is ignored are a hit.
pub(crate) fn ignored_pairs(
    pair: &MovingPair<'_>,
    report: &TimeOfImpactOptions,
    first: &TimeOfImpact,
    stops_deeper: bool,
) -> Result<AfterStart> {
    let mut contacts: Vec<PairContact> = Vec::new();
    let (mut solves, mut iterations) = (first.solves, first.iterations);
    let reach = report.tolerance.unwrap_or(pair.largest_tolerance()) + report.target_separation;
    pair.over_pieces(reach, 1.0, &mut |two, ids| {
        let from = contacts.len();
        let put = &mut |_, times: ContactInterval| {
            contacts.push(PairContact {
                ids,
                times,
                normal: None,
                is_ignored: false,
            });
        };
        let own = IntervalList::new(usize::MAX, put);
        let found = into_list(two, report, &mut PairState::default(), own)?;
        solves += found.solves;
        iterations += found.iterations;
        if let Some(contact) = contacts.get_mut(from) {
            contact.is_ignored = is_from_start(two, report, &contact.times)?;
        }
        Ok(1.0)
    })?;
    give_normals(pair, first, &mut contacts)?;
    go_on(&Continuations::new(pair, report, &contacts), &mut contacts)?;
    pass_planes(pair, report, first, &mut contacts)?;
    let sunk = match stops_deeper {
        true => sinks(pair, report, first, &contacts)?,
        false => None,
    };
    let is_exact = is_exact(pair, report);
    let meets = |contact: &&PairContact| !(is_exact && contact.times.contact == Contact::Near);
    let ignored = || {
        contacts
            .iter()
            .filter(|contact| contact.is_ignored)
            .filter(meets)
    };
    let until = |t: f64| {
        let begun = ignored().filter(|contact| contact.times.enter[0] <= t);
        begun.fold(0.0, |most, contact| contact.times.exit[1].max(most))
    };
    let order = |contact: &&PairContact| {
        (
            contact.times.contact == Contact::None,
            contact.times.enter,
            contact.ids,
        )
    };
    // What is only near counts if nothing meets.
    let all_others = || contacts.iter().filter(|contact| !contact.is_ignored);
    let others = || all_others().filter(meets);
    let is_met = others().any(|contact| contact.times.contact != Contact::None);
    let candidates = all_others().filter(|contact| !is_met || meets(contact));
    let next = candidates.min_by(|p, q| {
        let ((open_p, [p_lo, p_hi], ids_p), (open_q, [q_lo, q_hi], ids_q)) = (order(p), order(q));
        let times = p_hi.total_cmp(&q_hi).then(p_lo.total_cmp(&q_lo));
        open_p.cmp(&open_q).then(times).then(ids_p.cmp(&ids_q))
    });
    let (answer, until) = match next {
        Some(next) => {
            let met = met(pair, report, next)?;
            let proved = others().fold(met.t_hi, |t, contact| contact.times.enter[0].min(t));
            let until = until(proved);
            let answer = TimeOfImpact {
                t_lo: proved,
                free_from: until.min(proved),
                ..met
            };
            (answer, until)
        }
        None => match until(1.0) {
            until if until < 1.0 => (TimeOfImpact::separated(until, None), until),
            until => (unended(ignored()).unwrap_or(*first), until),
        },
    };
    let answer = match sunk {
        Some(sunk)
            if answer.initial
                || answer.verdict == Verdict::Separated
                || sunk.t_hi < answer.t_hi =>
        {
            sunk
        }
        _ => answer,
    };
    Ok(AfterStart {
        answer: TimeOfImpact {
            solves,
            iterations,
            ..answer
        },
        until,
    })
}

/// Whether a contact of two pieces, the first of the frame, is there at t = 0, or the pieces are apart then by rounding alone and
/// do not approach.
fn is_from_start(
    two: &MovingPair<'_>,
    report: &TimeOfImpactOptions,
    times: &ContactInterval,
) -> Result<bool> {
    if times.contact == Contact::None || times.enter == [0.0; 2] {
        return Ok(times.contact != Contact::None);
    }
    // Without turns, pieces that are apart by rounding at the start, and never come deeper, only rub against each other.
    if is_exact(two, report) && is_apart_by_rounding(two)? {
        return comes_no_deeper(two, [times.enter[1], times.exit[1]], 0.0);
    }
    if !begins_at_once(two, times.enter[0]) {
        return Ok(false);
    }
    let ignore = report.with_start(InitialContact::IgnoreUntilSeparated);
    let found = time_of_impact(two, &ignore, &mut PairState::default())?;
    Ok(found.initial || found.free_from > 0.0)
}

/// The answer where the budget was spent before the end of a contact that is ignored was found.
fn unended<'a>(mut ignored: impl Iterator<Item = &'a PairContact>) -> Option<TimeOfImpact> {
    let PairContact { ids, times, .. } =
        ignored.find(|contact| contact.times.reason == Reason::Budget)?;
    Some(TimeOfImpact {
        pieces: Some(*ids),
        ..TimeOfImpact::undecided(times.reason, times.exit[0], times.exit[0])
    })
}

/// Turns a contact of two pieces into an answer about their bodies.
fn met(
    pair: &MovingPair<'_>,
    report: &TimeOfImpactOptions,
    contact: &PairContact,
) -> Result<TimeOfImpact> {
    let PairContact { ids, times, .. } = contact;
    if times.contact == Contact::None {
        return Ok(TimeOfImpact {
            pieces: Some(*ids),
            ..TimeOfImpact::undecided(times.reason, 0.0, times.enter[0])
        });
    }
    let [t_lo, t] = times.enter;
    let ignore = report.with_start(InitialContact::IgnoreUntilSeparated);
    pair.of_pieces(*ids, |two| {
        for options in [report, &ignore] {
            let found = time_of_impact(two, options, &mut PairState::default())?;
            if found.verdict == Verdict::Hit && found.t_lo == t_lo {
                return Ok(named(pair, two, *ids, found));
            }
        }
        let (pose_a, pose_b) = (two.motion_a.pose_at(t)?, two.motion_b.pose_at(t)?);
        let posed = PosedPair::new(two.a, &pose_a, two.b, &pose_b);
        let (ask, state) = (DistanceOptions::default(), &mut PairState::default());
        let seen = distance(&posed, &ask, state)?;
        let points = [seen.point_a, seen.point_b].map(Option::unwrap_or_default);
        let speed = |n| separation_velocity(&bounding_motions(two), t, &n, &points);
        Ok(TimeOfImpact {
            contact: times.contact,
            gap: times.gap,
            t_lo,
            t_hi: t,
            point_a: seen.point_a,
            point_b: seen.point_b,
            normal: seen.normal,
            separation_velocity: seen.normal.map_or(0.0, speed),
            pieces: Some(*ids),
            ..TimeOfImpact::HIT
        })
    })?
}

/// Parts of an ignored contact's time at which its depth is measured. With fewer, a corner that dips through a triangle soon after the
/// start is not seen.
const SAMPLED_PARTS: [f64; 8] = [
    1.0 / 128.0,
    1.0 / 64.0,
    1.0 / 32.0,
    1.0 / 16.0,
    0.125,
    0.25,
    0.5,
    0.75,
];

/// The first hit of two pieces that come deeper, beyond the tolerance, in a contact that is ignored: bodies that turn may glide at
/// t = 0, and sink later.
fn sinks(
    pair: &MovingPair<'_>,
    report: &TimeOfImpactOptions,
    first: &TimeOfImpact,
    contacts: &[PairContact],
) -> Result<Option<TimeOfImpact>> {
    let is_turning = pair.motion_a.is_turning() || pair.motion_b.is_turning();
    // The normal of a curved body may lean, and hide that it approaches.
    if !is_turning && !pair.a.is_curved() && !pair.b.is_curved() {
        return Ok(None);
    }
    let mut earliest: Option<TimeOfImpact> = None;
    for PairContact { ids, times, .. } in contacts.iter().filter(|contact| contact.is_ignored) {
        let found = pair.of_pieces(*ids, |two| -> Result<Option<TimeOfImpact>> {
            let own = depth_of(&two.at_start());
            let depth = match own.verdict {
                Verdict::Hit => own.depth.max(first.depth),
                _ => first.depth,
            };
            let sides = two.convex_pair();
            let scaled = ScaledMotions::new(&sides.bounding_polytopes());
            let tolerance = two.tolerance(report.tolerance);
            let deepening = Deepening::new(sides, &scaled, depth, tolerance, MAX_PIVOTS);
            let (enter, exit) = (times.enter[1], times.exit[0]);
            let mut last = enter;
            for part in SAMPLED_PARTS {
                let t = enter + part * (exit - enter);
                if let Some(found) = deepening.at(last, t) {
                    return Ok(Some(named(pair, two, *ids, found)));
                }
                last = t;
            }
            Ok(None)
        })??;
        if let Some(found) = found
            && earliest.is_none_or(|earliest| found.t_hi < earliest.t_hi)
        {
            earliest = Some(found);
        }
    }
    Ok(earliest)
}

/// Gives each contact at t = 0 its normal: of all such normals that part its two pieces the one that parts the most pairs. Where
/// two parts of a floor end below a body, it touches the farther one edge on edge, and any normal may be that pair's own.
fn give_normals(
    pair: &MovingPair<'_>,
    first: &TimeOfImpact,
    contacts: &mut [PairContact],
) -> Result<()> {
    let posed = pair.at_start();
    let mut normals: Vec<(usize, Vector3<f64>)> = Vec::new();
    let ids: Vec<_> = (contacts.iter().filter(|contact| contact.is_ignored))
        .map(|contact| contact.ids)
        .collect();
    for &ids in &ids {
        let own = posed.of_pieces(ids, |two| normal_of_start(two, first))?;
        let Some(own) = own.filter(|_| normals.len() < MAX_NORMALS) else {
            continue;
        };
        if !normals.iter().any(|(_, n)| (n - own).amax() <= SAME_NORMAL) {
            normals.push((0, own));
        }
    }
    let parts = |ids, n: &Vector3<f64>| posed.of_pieces(ids, |two| is_parted(two, n, first));
    for &ids in &ids {
        for (count, n) in &mut normals {
            *count += usize::from(parts(ids, n)?);
        }
    }
    sort_by_key(&mut normals, |(count, _)| std::cmp::Reverse(*count));
    for contact in contacts.iter_mut().filter(|contact| contact.is_ignored) {
        for (_, n) in &normals {
            if contact.normal.is_none() && parts(contact.ids, n)? {
                contact.normal = Some(*n);
            }
        }
    }
    Ok(())
}

/// Ignores the contacts that stop nothing beside those that are ignored.
fn pass_planes(
    pair: &MovingPair<'_>,
    report: &TimeOfImpactOptions,
    first: &TimeOfImpact,
    contacts: &mut [PairContact],
) -> Result<()> {
    let mut normals: Vec<Vector3<f64>> = first.normal.into_iter().collect();
    for n in contacts.iter().filter_map(|contact| contact.normal) {
        if !normals.contains(&n) {
            normals.push(n);
        }
    }
    let mut planes = StartPlanes::new(pair, report, normals, first.depth);
    let ignored: Vec<_> = (contacts.iter().filter(|contact| contact.is_ignored))
        .map(|of| (of.ids, of.normal.filter(|_| of.times.enter == [0.0; 2])))
        .collect();
    if first.depth > 0.0 {
        planes.keep_level(&pair.at_start(), &ignored)?;
    }
    let ignored = contacts.iter().filter(|contact| contact.is_ignored);
    // Bodies that are apart by rounding alone at the start may share no point for a while.
    let least = if first.contact == Contact::Near {
        1.0
    } else {
        0.0
    };
    let mut until = ignored.fold(least, |t: f64, contact| contact.times.exit[1].max(t));
    sort_by(contacts, |p, q| {
        p.times.enter[0].total_cmp(&q.times.enter[0])
    });
    for contact in contacts.iter_mut().filter(|contact| !contact.is_ignored) {
        let (PairContact { times, .. }, ids) = (&*contact, contact.ids);
        let lasts = times.enter[0] <= until;
        let passes =
            |two: &MovingPair<'_>| planes.passes(two, times.contact, times.enter[1], lasts);
        contact.is_ignored = pair.of_pieces(ids, passes)??;
        if contact.is_ignored {
            until = until.max(contact.times.exit[1]);
        }
    }
    // Beside a deeper contact, bodies may be apart from a floor by rounding alone, and touch it later; or be near another surface of
    // it, and stay so.
    let is_left = |contact: &PairContact| !contact.is_ignored;
    let is_turning = pair.motion_a.is_turning() || pair.motion_b.is_turning();
    if !contacts.iter().any(is_left) || is_turning || report.target_separation > 0.0 {
        return Ok(());
    }
    let is_exact = is_exact(pair, report);
    let by_rounding = StartPlanes::by_rounding(pair, report)?;
    let within_tolerance = StartPlanes::within_tolerance(pair, report)?;
    for contact in contacts.iter_mut().filter(|contact| is_left(contact)) {
        let PairContact { times, ids, .. } = &*contact;
        let passes = |two: &MovingPair<'_>| -> Result<bool> {
            let (kind, t) = (times.contact, times.enter[1]);
            let stays_near = || within_tolerance.passes(two, kind, t, false);
            Ok(by_rounding.passes(two, kind, t, true)?
                || is_exact && kind == Contact::Near && stays_near()?)
        };
        contact.is_ignored = pair.of_pieces(*ids, passes)??;
    }
    Ok(())
}

/// Ignores every contact by which one that is ignored goes on.
fn go_on(continuations: &Continuations<'_>, contacts: &mut [PairContact]) -> Result<()> {
    let mut places: BTreeMap<[PieceId; 2], Vec<usize>> = BTreeMap::new();
    for (k, contact) in contacts.iter().enumerate() {
        places.entry(contact.ids).or_default().push(k);
    }
    // Pieces that are apart by rounding may pass through one plane at once: nothing goes on from that.
    let is_passed =
        |times: &ContactInterval| times.enter != [0.0; 2] && times.exit[0] <= times.enter[1];
    let mut left: Vec<usize> = (0..contacts.len())
        .filter(|&k| contacts[k].is_ignored && !is_passed(&contacts[k].times))
        .collect();
    while let Some(from) = left.pop() {
        let beside = continuations.beside(contacts[from].ids);
        for &to in beside.iter().filter_map(|ids| places.get(ids)).flatten() {
            // What approaches from the start on goes on from nothing.
            let is_new = !begins_at_once(continuations.pair, contacts[to].times.enter[0]);
            if !contacts[to].is_ignored
                && is_new
                && continuations.goes_on(&contacts[from], &contacts[to])?
            {
                contacts[to].is_ignored = true;
                contacts[to].normal = contacts[from].normal;
                left.push(to);
            }
        }
    }
    Ok(())
}

/// Triangles that are met, by their corners: they lie beside each other whatever the surface's edges are.
type TrianglesAt = BTreeMap<[u64; 3], Vec<u32>>;

/// The surfaces on which pieces lie beside each other.
struct Continuations<'a> {
    pair: &'a MovingPair<'a>,
    motion: RelativeMotion<'a>,
    report: &'a TimeOfImpactOptions,
    /// On A, and on B.
    triangles: [TrianglesAt; 2],
}

/// A corner as a key; both zeros are one.
fn corner_key(v: &Vector3<f64>) -> [u64; 3] {
    [v.x, v.y, v.z].map(|x| (x + 0.0).to_bits())
}

impl<'a> Continuations<'a> {
    fn new(
        pair: &'a MovingPair<'a>,
        report: &'a TimeOfImpactOptions,
        contacts: &[PairContact],
    ) -> Self {
        let bodies = [&pair.a, &pair.b];
        let triangles = [0, 1].map(|side: usize| {
            let mut at = TrianglesAt::new();
            let Some(surface) = bodies[side].pieces() else {
                return at;
            };
            let met = contacts.iter().map(|contact| contact.ids[side].triangle);
            for triangle in met.collect::<BTreeSet<_>>() {
                for corner in surface.corners(triangle).into_iter().flatten() {
                    at.entry(corner_key(&corner)).or_default().push(triangle);
                }
            }
            at
        });
        Continuations {
            pair,
            motion: RelativeMotion::new(&bounding_motions(pair)),
            report,
            triangles,
        }
    }

    /// The pairs of pieces of which one is beside that of a pair, or the same, and the other the same.
    fn beside(&self, ids: [PieceId; 2]) -> Vec<[PieceId; 2]> {
        let bodies = [&self.pair.a, &self.pair.b];
        let mut found = Vec::new();
        for side in [0, 1] {
            let mut put = |id: PieceId| {
                let mut next = ids;
                next[side] = id;
                found.push(next);
            };
            let Some(surface) = bodies[side].pieces() else {
                continue;
            };
            match surface.kind() {
                PiecesKind::Compound(compound) => {
                    let parts = 0..compound.part_count() as u32;
                    parts.for_each(|part| put(PieceId { part, ..ids[side] }));
                }
                _ => {
                    let corners = surface.corners(ids[side].triangle);
                    let at = corners.into_iter().flatten().map(|v| corner_key(&v));
                    let others = at.filter_map(|key| self.triangles[side].get(&key));
                    for &triangle in others.flatten() {
                        put(PieceId {
                            triangle,
                            ..ids[side]
                        });
                    }
                }
            }
        }
        found
    }

    /// Whether one piece of the first contact is met in the second too while that lasts, and the other's surface goes on.
    fn goes_on(&self, from: &PairContact, to: &PairContact) -> Result<bool> {
        if to.times.contact == Contact::None {
            return Ok(false);
        }
        let goes_on = match [0, 1].map(|k: usize| from.ids[k] == to.ids[k]) {
            [false, true] => self.surface_goes_on(0, from, to)?,
            [true, false] => self.surface_goes_on(1, from, to)?,
            _ => false,
        };
        Ok(goes_on && self.lasts(from, to)?)
    }

    /// Whether the first contact lasts when the second begins. About a corner that is passed within the tolerance,
    /// contacts begin and end as the steps of each advance have it: there the distance decides.
    fn lasts(&self, from: &PairContact, to: &PairContact) -> Result<bool> {
        let [earliest, latest] = to.times.enter;
        if from.times.enter[0] <= latest && earliest <= from.times.exit[1] {
            return Ok(true);
        }
        let between = self.motion.fastest() / self.motion.scale * (earliest - from.times.exit[1]);
        self.pair.of_pieces(from.ids, |two| {
            let tolerance = two.tolerance(self.report.tolerance);
            // In between, they may have parted.
            if !(between <= CORNER_TOLERANCES * tolerance) {
                return Ok(false);
            }
            let poses = [two.motion_a.pose_at(latest)?, two.motion_b.pose_at(latest)?];
            let two = PosedPair::new(two.a, &poses[0], two.b, &poses[1]);
            come_within(&two, self.report.target_separation + 2.0 * tolerance)
        })?
    }

    /// Whether A's surface goes on, or B's.
    fn surface_goes_on(&self, side: usize, from: &PairContact, to: &PairContact) -> Result<bool> {
        let bodies = [&self.pair.a, &self.pair.b];
        let Some(surface) = bodies[side].pieces() else {
            return Ok(false);
        };
        let sign = if side == 0 { 1.0 } else { -1.0 };
        if let PiecesKind::Compound(compound) = surface.kind() {
            let start = self.motion.scaled.motions[side].start();
            let normal = (from.normal).map(|n| rotate_back(start.matrix(), &(n * sign)));
            let parts = [from, to].map(|contact| contact.ids[side].part as usize);
            return normal.map_or(Ok(false), |n| are_flush(compound, parts, &n));
        }
        let t = to.times.enter[1];
        self.pair.of_pieces(to.ids, |two| {
            let poses = [two.motion_a.pose_at(t)?, two.motion_b.pose_at(t)?];
            let (own, other) = (&poses[side], &poses[1 - side]);
            let (its, _) = [&two.b, &two.a][side].of_any_kind();
            let center = its.bounding_polytope().center();
            let center = other.transform_point(&center) - own.translation();
            let center = rotate_back(own.matrix(), &center);
            let [before, next] = [from, to].map(|contact| contact.ids[side].triangle);
            if is_level(&surface, before, next) {
                return Ok(true);
            }
            let Some(onward) = onward(&surface, before, next, &center) else {
                return Ok(false);
            };
            let n = rotate(own.matrix(), &onward.normal);
            Ok(onward.is_flat || onward.falls && !self.approach(t, &(n * sign), (its, other, &n)))
        })?
    }

    /// Whether bodies approach along a normal from A to B, where a body reaches farthest against `n`.
    fn approach(
        &self,
        t: f64,
        normal: &Vector3<f64>,
        (body, pose, n): (Core<'_>, &Pose, &Vector3<f64>),
    ) -> bool {
        let farthest = body.farthest(&rotate_back(pose.matrix(), &-n));
        let at = pose.transform_point(&farthest);
        let at = (at - origin_at(self.motion.scaled.motions[0], t)) * self.motion.scale;
        let posed = self.motion.pose(t);
        self.motion.separation_velocity(&posed, normal, &[at; 2]) < 0.0
    }
}

/// Whether two parts of a compound touch each other and end in one plane across `n`.
fn are_flush(compound: &Compound, parts: [usize; 2], n: &Vector3<f64>) -> Result<bool> {
    let bodies = parts.map(|part| compound.part(part));
    let [end, other] = bodies.map(|body: Body<'_>| {
        let (core, radius) = body.of_any_kind();
        dot(n, &core.farthest(n)) + radius
    });
    let blur = FLUSH_RATIO * compound.bounding_volume().hull.reach();
    if !((end - other).abs() <= blur) {
        return Ok(false);
    }
    let here = Pose::identity();
    come_within(&PosedPair::new(bodies[0], &here, bodies[1], &here), blur)
}

impl AfterStart {
    /// Where contacts that are ignored last when another begins, that is not known to be a contact of bodies that came apart.
    pub(crate) fn whole(self) -> TimeOfImpact {
        let TimeOfImpact { t_lo, pieces, .. } = self.answer;
        let is_next = !self.answer.initial && self.answer.verdict != Verdict::Separated;
        let is_known = self.answer.reason != Reason::Budget;
        match is_next && is_known && t_lo <= self.until {
            true => TimeOfImpact {
                pieces,
                ..TimeOfImpact::undecided(Reason::InitialContact, t_lo, t_lo)
            }
            .after(self.answer.solves, self.answer.iterations),
            false => self.answer,
        }
    }
}
