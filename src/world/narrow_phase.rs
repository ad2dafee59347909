//! One pair of a frame: the exact query, and the events that come of it.

use nalgebra::Vector3;

use crate::advance::impact::{Contact, InitialContact, TimeOfImpact, TimeOfImpactOptions};
use crate::ccd::interval_list::{ContactInterval, IntervalList};
use crate::error::Result;
use crate::motion::pairs::{MovingPair, PosedPair};
use crate::motion::pose::Pose;
use crate::numeric::simd;
use crate::pair::PairState;
use crate::proof::checked_queries::{intersect, into_list, time_of_impact};
use crate::query::distance::{Distance, DistanceOptions, distance};
use crate::shape::body::Body;
use crate::shape::pieces::PieceId;
use crate::verdict::{DecidedBy, Reason, Verdict};
use crate::world::advance_options::{AdvanceOptions, Mode};
use crate::world::bodies::{World, WorldBody};
use crate::world::body_proxy::BodyProxy;
use crate::world::chunk_result::{ChunkResult, ReportedHit};
use crate::world::event::{Event, Phase};
use crate::world::ids::{BodyId, PairKey, Piece, Side};
use crate::world::pairs::{CachedPair, Ids};

/// Settings of the queries about pairs.
pub(crate) struct NarrowPhase<'a> {
    pub(crate) world: &'a World,
    pub(crate) options: &'a AdvanceOptions,
    /// In mode poses: those that move, in the order of proxy indices.
    pub(crate) posed: &'a [Vec<Option<PosedProxy<'a>>>],
}

/// Number of [`PosedProxy`] bodies in one block.
pub(crate) const BODIES_PER_BLOCK: usize = 256;

/// A body at its end pose, with the data of events.
#[repr(align(64))]
pub(crate) struct PosedProxy<'a> {
    side: Side,
    rank: u32,
    sensor: bool,
    shape: Body<'a>,
    pose: Pose,
}

impl<'a> PosedProxy<'a> {
    pub(crate) fn new(body: &'a WorldBody, proxy: &BodyProxy) -> Self {
        PosedProxy {
            side: proxy.side,
            rank: proxy.rank,
            sensor: proxy.sensor,
            shape: body.shape.get(),
            pose: *body.pose(),
        }
    }
}

/// A pair of a frame and what is cached of it.
pub(crate) struct FramePair<'a> {
    pub(crate) key: u64,
    pub(crate) ids: &'a mut Ids,
    pub(crate) cached: &'a mut CachedPair,
    /// Entries of its chunk.
    pub(crate) seen: &'a mut [ReportedHit],
}

impl<'a> NarrowPhase<'a> {
    pub(crate) fn new(world: &'a World, options: &'a AdvanceOptions) -> Self {
        NarrowPhase {
            world,
            options,
            posed: &[],
        }
    }

    fn proxy(&self, index: u32) -> &BodyProxy {
        &self.world.lists.proxies[index as usize]
    }

    /// A and B of a key.
    pub(crate) fn proxies(&self, key: u64) -> [&BodyProxy; 2] {
        let of = |proxy: u64| self.proxy(self.world.broad_phase.body_index(proxy as u32));
        let (a, b) = (of(key >> 32), of(key & u64::from(u32::MAX)));
        if a.rank < b.rank { [a, b] } else { [b, a] }
    }

    /// Queries a pair; stores whether it is in contact, and its events.
    #[inline]
    pub(crate) fn query(&self, frame_pair: FramePair<'_>, found: &mut ChunkResult) -> Result<()> {
        if self.options.mode == Mode::Poses {
            return self.query_end_poses(frame_pair, found);
        }
        let FramePair {
            key, ids, cached, ..
        } = frame_pair;
        let proxies = self.proxies(key);
        *ids = proxies.map(|proxy| proxy.side.id);
        match self.options.mode {
            Mode::First => self.query_first_impact(proxies, cached, found),
            _ => self.query_intervals(proxies, cached, found),
        }
    }

    /// A pair that the budget leaves.
    pub(crate) fn skip(&self, frame_pair: FramePair<'_>, found: &mut ChunkResult) {
        let proxies = self.proxies(frame_pair.key);
        *frame_pair.ids = proxies.map(|proxy| proxy.side.id);
        let phase = match std::mem::replace(&mut frame_pair.cached.touching, true) {
            true => Phase::Stay,
            false => Phase::Begin,
        };
        found.statistics.over_budget += 1;
        count(Verdict::Undecided, found);
        let (verdict, reason) = (Verdict::Undecided, Reason::Budget);
        let mut event = Event {
            reason,
            ..event(proxies, phase, verdict)
        };
        if self.options.mode != Mode::Poses {
            event.t_lo = 0.0;
        }
        if self.options.mode == Mode::All {
            event.exit[0] = 0.0;
        }
        found.push(event, ranks(proxies));
    }

    /// Reports the end of the contact of a pair whose boxes are apart, if the mode does.
    pub(crate) fn end_contact(&self, ids: &Ids, found: &mut ChunkResult) {
        let [a, b] = ids.map(BodyId::index);
        if self.options.mode == Mode::First || !self.world.proxies_allow(a, b) {
            return;
        }
        let proxies = [self.proxy(a), self.proxy(b)];
        let (phase, verdict) = (Phase::End, Verdict::Separated);
        let ended = event(proxies, phase, verdict);
        let ended = match self.options.mode {
            Mode::Poses => ended,
            _ => ends_at(ended, [0.0; 2]),
        };
        found.push(ended, ranks(proxies));
    }

    pub(crate) fn moving(&self, ids: Ids) -> MovingPair<'_> {
        let [a, b] = ids.map(|id| self.world.body(id.index()));
        MovingPair::new(&a.shape, &a.motion, &b.shape, &b.motion)
    }

    /// A pair that is soon queried: its B. As are its neighbours.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: u64) {
        if self.posed.is_empty() {
            return;
        }
        if let Some(mover) = self.world.broad_phase.mover(key as u32) {
            simd::prefetch_all(&self.posed[mover / BODIES_PER_BLOCK][mover % BODIES_PER_BLOCK]);
        }
    }

    #[inline(always)]
    fn posed_at(&self, mover: usize) -> Option<&PosedProxy<'a>> {
        self.posed[mover / BODIES_PER_BLOCK][mover % BODIES_PER_BLOCK].as_ref()
    }

    /// The body of a proxy index at its end pose.
    #[inline(always)]
    fn at_end<'s>(
        &'s self,
        proxy: u32,
        fixed: &'s mut Option<PosedProxy<'a>>,
    ) -> &'s PosedProxy<'a> {
        let mover = self.world.broad_phase.mover(proxy);
        match mover.and_then(|mover| self.posed_at(mover)) {
            Some(posed) => posed,
            None => {
                let index = self.world.broad_phase.body_index(proxy);
                fixed.insert(PosedProxy::new(self.world.body(index), self.proxy(index)))
            }
        }
    }

    fn query_end_poses(&self, frame_pair: FramePair<'_>, found: &mut ChunkResult) -> Result<()> {
        let FramePair {
            key,
            ids,
            cached,
            seen,
        } = frame_pair;
        let (mut fixed_a, mut fixed_b) = (None, None);
        let mut a = self.at_end((key >> 32) as u32, &mut fixed_a);
        let mut b = self.at_end(key as u32, &mut fixed_b);
        if a.rank > b.rank {
            std::mem::swap(&mut a, &mut b);
        }
        *ids = [a.side.id, b.side.id];
        let ranks = [a.rank, b.rank];
        let pair = PosedPair {
            a: a.shape,
            pose_a: &a.pose,
            b: b.shape,
            pose_b: &b.pose,
        };
        let answered = intersect(&pair, &self.options.intersect, &mut cached.state);
        // Looked at where it lies.
        let answer = match &answered {
            Ok(answer) => answer,
            Err(_) => return answered.map(|_| ()),
        };
        let statistics = &mut found.statistics;
        match answer.decided_by {
            DecidedBy::State => statistics.by_state += 1,
            DecidedBy::Float => statistics.by_float += 1,
            DecidedBy::Exact => statistics.by_exact += 1,
            DecidedBy::Nothing => {}
        }
        statistics.took(ids, answer.iterations, 0);
        count(answer.verdict, found);
        let was = std::mem::replace(&mut cached.touching, answer.verdict.may_hit());
        if let (Verdict::Hit, Some(point), None) = (answer.verdict, answer.point, answer.pieces) {
            seen[found.seen.len()] = ReportedHit {
                ids: *ids,
                users: [a.side.user, b.side.user],
                point,
                was,
                sensor: a.sensor || b.sensor,
            };
            found.seen.push(ranks);
            return Ok(());
        }
        let phase = match (was, cached.touching) {
            (false, false) => return Ok(()),
            (false, true) => Phase::Begin,
            (true, true) => Phase::Stay,
            (true, false) => Phase::End,
        };
        let proxies = ids.map(|id| self.proxy(id.index()));
        let event = Event {
            reason: answer.reason,
            contact: match answer.verdict {
                Verdict::Hit => Contact::Overlap,
                _ => Contact::None,
            },
            point_a: answer.point,
            point_b: answer.point,
            ..with_pieces(event(proxies, phase, answer.verdict), answer.pieces)
        };
        found.push(event, ranks);
        Ok(())
    }

    fn query_first_impact(
        &self,
        proxies: [&BodyProxy; 2],
        cached: &mut CachedPair,
        found: &mut ChunkResult,
    ) -> Result<()> {
        let ids = proxies.map(|proxy| proxy.side.id);
        let pair = self.moving(ids);
        let (answer, reason) =
            impact_of_pair(&pair, &self.options.time_of_impact, &mut cached.state)?;
        count_query(&ids, [answer.iterations, answer.solves], found);
        count(answer.verdict, found);
        let was = std::mem::replace(&mut cached.touching, answer.verdict.may_hit());
        if !cached.touching {
            return Ok(());
        }
        let lasts = was && (answer.initial || answer.t_hi == 0.0);
        let phase = if lasts { Phase::Stay } else { Phase::Begin };
        let event = Event {
            reason,
            ..impact(event(proxies, phase, answer.verdict), &answer)
        };
        found.push(event, ranks(proxies));
        Ok(())
    }

    fn query_intervals(
        &self,
        proxies: [&BodyProxy; 2],
        cached: &mut CachedPair,
        found: &mut ChunkResult,
    ) -> Result<()> {
        let pair = self.moving(proxies.map(|proxy| proxy.side.id));
        let mut intervals = std::mem::take(&mut found.intervals);
        let verdict = self.intervals(&pair, proxies, cached, (&mut *found, &mut intervals))?;
        count(verdict, found);
        let event = |phase, verdict| event(proxies, phase, verdict);
        let mut was = cached.touching;
        // Apart from the start on: what was in contact before is no more.
        if was && intervals.first().is_none_or(|first| first.enter[0] > 0.0) {
            let ended = event(Phase::End, Verdict::Separated);
            found.push(ends_at(ended, [0.0; 2]), ranks(proxies));
            was = false;
        }
        for interval in &intervals {
            let ends = interval.exit[1] < 1.0;
            let phase = match (was, ends) {
                (true, true) => Phase::End,
                (true, false) => Phase::Stay,
                (false, true) => Phase::Pass,
                (false, false) => Phase::Begin,
            };
            was = !ends;
            let ContactInterval { enter, exit, .. } = *interval;
            let [t_lo, t_hi] = match phase {
                Phase::End => exit,
                Phase::Stay => [0.0; 2],
                _ => enter,
            };
            let verdict = match interval.contact {
                Contact::None => Verdict::Undecided,
                _ => Verdict::Hit,
            };
            // Where contact was seen, and where the two were apart next to it.
            let seen = match phase {
                Phase::End => exit,
                _ => [enter[1], enter[0]],
            };
            let event = Event {
                reason: interval.reason,
                t_lo,
                t_hi,
                exit,
                contact: interval.contact,
                gap: interval.gap,
                ..self.witnessed(
                    with_pieces(event(phase, verdict), interval.pieces),
                    &pair,
                    seen,
                )
            };
            found.push(event, ranks(proxies));
        }
        cached.touching = was;
        intervals.clear();
        found.intervals = intervals;
        Ok(())
    }

    /// The contacts of a pair.
    fn intervals(
        &self,
        pair: &MovingPair<'_>,
        proxies: [&BodyProxy; 2],
        cached: &mut CachedPair,
        (found, intervals): (&mut ChunkResult, &mut Vec<ContactInterval>),
    ) -> Result<Verdict> {
        let ids = proxies.map(|proxy| proxy.side.id);
        let put = &mut |_, interval| intervals.push(interval);
        let list = IntervalList::new(usize::MAX, put);
        let asked = &self.options.time_of_impact;
        let answer = into_list(pair, asked, &mut cached.state, list)?;
        count_query(&ids, [answer.iterations, answer.solves], found);
        Ok(answer.verdict)
    }

    /// With the points of a contact that is proved, at a time at which it was seen, and its normal: that of the time at which
    /// the two were still or again apart where they overlap.
    fn witnessed(&self, event: Event, pair: &MovingPair<'_>, [seen, apart]: [f64; 2]) -> Event {
        if event.verdict != Verdict::Hit {
            return event;
        }
        let Some(found) = distance_at(pair, seen) else {
            return event;
        };
        let normal = || distance_at(pair, apart)?.normal;
        Event {
            point_a: found.point_a,
            point_b: found.point_b,
            normal: found.normal.or_else(normal),
            ..event
        }
    }
}

impl ReportedHit {
    pub(crate) const NOTHING: ReportedHit = ReportedHit {
        ids: [BodyId::NOBODY; 2],
        users: [0; 2],
        point: Vector3::new(0.0, 0.0, 0.0),
        was: false,
        sensor: false,
    };

    /// The contact as an event.
    #[inline(always)]
    pub(crate) fn event(&self) -> Event {
        let phase = if self.was { Phase::Stay } else { Phase::Begin };
        Event {
            sensor: self.sensor,
            contact: Contact::Overlap,
            point_a: Some(self.point),
            point_b: Some(self.point),
            ..event_of(self.ids, self.users, phase, Verdict::Hit)
        }
    }
}

fn ranks(proxies: [&BodyProxy; 2]) -> [u32; 2] {
    proxies.map(|proxy| proxy.rank)
}

pub(crate) fn event([a, b]: [&BodyProxy; 2], phase: Phase, verdict: Verdict) -> Event {
    let (ids, users) = ([a.side.id, b.side.id], [a.side.user, b.side.user]);
    Event {
        sensor: a.sensor || b.sensor,
        ..event_of(ids, users, phase, verdict)
    }
}

#[inline(always)]
fn event_of(ids: Ids, users: [u64; 2], phase: Phase, verdict: Verdict) -> Event {
    Event {
        key: PairKey::whole(ids),
        users,
        phase,
        sensor: false,
        verdict,
        reason: Reason::None,
        t_lo: 1.0,
        t_hi: 1.0,
        exit: [1.0; 2],
        contact: Contact::None,
        gap: 0.0,
        point_a: None,
        point_b: None,
        normal: None,
        separation_velocity: 0.0,
        order_group: 0,
    }
}

/// Distance of the two at a time.
fn distance_at(pair: &MovingPair<'_>, t: f64) -> Option<Distance> {
    let [pose_a, pose_b] = [pair.motion_a, pair.motion_b].map(|motion| motion.pose_at(t));
    let (pose_a, pose_b) = (pose_a.ok()?, pose_b.ok()?);
    let posed = PosedPair::new(pair.a, &pose_a, pair.b, &pose_b);
    let state = &mut PairState::default();
    distance(&posed, &DistanceOptions::default(), state).ok()
}

/// The first contact of a pair, and its reason: [`Reason::BodyKind`] of a contact at the start that is to be ignored, of bodies
/// whose later contacts are not searched then: solids.
pub(crate) fn impact_of_pair(
    pair: &MovingPair<'_>,
    asked: &TimeOfImpactOptions,
    state: &mut PairState,
) -> Result<(TimeOfImpact, Reason)> {
    let hides = asked.initial_contact != InitialContact::Report && pair.at_start().has_solid();
    let mut first = *asked;
    if hides {
        first.initial_contact = InitialContact::Report;
    }
    let answer = time_of_impact(pair, &first, state)?;
    let reason = match hides && answer.initial && !asked.initial_contact.counts(&answer) {
        true => Reason::BodyKind,
        false => answer.reason,
    };
    Ok((answer, reason))
}

/// The pieces that an event is about, instead of the whole bodies.
fn with_pieces(event: Event, pieces: Option<[PieceId; 2]>) -> Event {
    let Some([a, b]) = pieces else {
        return event;
    };
    let of = |piece: Piece, id: PieceId| Piece {
        part: id.part,
        triangle: id.triangle,
        ..piece
    };
    let PairKey { a: of_a, b: of_b } = event.key;
    let key = PairKey {
        a: of(of_a, a),
        b: of(of_b, b),
    };
    Event { key, ..event }
}

/// The event with the values of a time of impact.
pub(crate) fn impact(event: Event, answer: &TimeOfImpact) -> Event {
    Event {
        verdict: answer.verdict,
        reason: answer.reason,
        t_lo: answer.t_lo,
        t_hi: answer.t_hi,
        contact: answer.contact,
        gap: answer.gap,
        point_a: answer.point_a,
        point_b: answer.point_b,
        normal: answer.normal,
        separation_velocity: answer.separation_velocity,
        ..with_pieces(event, answer.pieces)
    }
}

fn ends_at(event: Event, exit: [f64; 2]) -> Event {
    Event {
        t_lo: exit[0],
        t_hi: exit[1],
        exit,
        ..event
    }
}

fn count_query(ids: &Ids, [iterations, solves]: [u32; 2], found: &mut ChunkResult) {
    match solves {
        0 => found.statistics.by_program += 1,
        _ => found.statistics.by_advance += 1,
    }
    found.statistics.took(ids, iterations, solves);
}

fn count(verdict: Verdict, found: &mut ChunkResult) {
    match verdict {
        Verdict::Separated => found.statistics.separated += 1,
        Verdict::Hit => found.statistics.hit += 1,
        Verdict::Undecided => found.statistics.undecided += 1,
    }
}
