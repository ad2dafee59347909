//! A frame of a world.
//!
//! The steps: read the motions, make the boxes, find the pairs whose boxes meet, take their states from the frame before,
//! query each pair exactly, and sort the events. Each step cuts its bodies, boxes or pairs into chunks by number. The result
//! of a chunk depends only on what is in it, and has a place of its own. Events are sorted by time, then by the users' keys
//! and ids (`event_order`). So no answer depends on trees or threads.

use std::time::Instant;

use crate::advance::impact::{Contact, TimeOfImpactOptions};
use crate::ccd::interval_list::ContactInterval;
use crate::error::{Error, Result, check_range};
use crate::log::{LogLevel, log};
use crate::motion::rigid_motion::Motion;
use crate::numeric::simd;
use crate::numeric::sort::sorted_indices;
use crate::pair::PairState;
use crate::proof::checked_queries::{contact_intervals, time_of_impact};
use crate::verdict::Verdict;
use crate::world::advance_options::{AdvanceOptions, Mode};
use crate::world::bodies::World;
use crate::world::chunk_result::{ChunkResult, PAIRS_PER_CHUNK, ReportedHit};
use crate::world::event::{Event, Phase, WorldFrame};
use crate::world::event_order::{EventOrder, ReportedEvents};
use crate::world::frame_motions::FrameMotions;
use crate::world::ids::{BodyId, Piece};
use crate::world::jobs::{Jobs, Serial, in_pieces};
use crate::world::narrow_phase::{BODIES_PER_BLOCK, FramePair, NarrowPhase, PosedProxy, impact};
use crate::world::pair_search::FrameBodies;
use crate::world::pairs::CachedPair;
use crate::world::scratch::Scratch;
use crate::world::statistics::Statistics;

/// Events of a chunk.
const EVENTS_PER_CHUNK: usize = 128;

/// Prefetch distance, in bodies, pairs or events: how far ahead of its use a record is read.
const PREFETCH_DISTANCE: usize = 16;

/// Prefetch distance, in records, ahead of a write.
const WRITE_PREFETCH_DISTANCE: usize = 4;

/// A frame on its way. However it is left without having passed, by an error or by a panic in a job or a filter, the world is
/// as it was before.
struct FrameTransaction<'a> {
    world: &'a mut World,
    frame: &'a mut WorldFrame,
    /// Which of the bodies that may move have their motions of the frame.
    moved: Vec<bool>,
    committed: bool,
}

impl FrameTransaction<'_> {
    fn run(
        &mut self,
        given: &FrameMotions<'_>,
        options: &AdvanceOptions,
        jobs: &dyn Jobs,
    ) -> Result<()> {
        let begin = Instant::now();
        self.world
            .update_boxes(given, options, jobs, &mut self.moved)?;
        let begun = [begin, Instant::now()];
        self.world.find_contacts(begun, options, jobs, self.frame)?;
        self.committed = true;
        Ok(())
    }
}

impl Drop for FrameTransaction<'_> {
    fn drop(&mut self) {
        if self.committed {
            self.world.is_fresh = true;
            return;
        }
        self.frame.clear();
        let moved = &self.moved;
        self.world.restore_poses(|index| moved[index]);
    }
}

impl World {
    /// Moves bodies through a frame and returns their contacts.
    ///
    /// A motion starts where its body is: a body that is to be elsewhere is [`teleport`](Self::teleport)ed there first.
    /// Bodies that no motion names stay where they are. Afterwards each body is at the end of its motion, even if it hit something.
    /// Allocates what it returns and lists of the size of the world.
    ///
    /// # Errors
    /// [`Error::Setting`] for options out of range, [`Error::NoSuchBody`], [`Error::BodyMotion`] for a static body, a
    /// second motion of one body, or one that starts elsewhere; the queries' error for a method that does not take the
    /// bodies; [`Error::Jobs`]; [`Error::TooManyPairs`]. The bodies are where they were then, and no frame has passed; so it
    /// is if `jobs` or the pair filter panics.
    pub fn advance(
        &mut self,
        motions: &[(BodyId, Motion)],
        options: &AdvanceOptions,
        jobs: &dyn Jobs,
    ) -> Result<WorldFrame> {
        let mut frame = WorldFrame::default();
        self.advance_into(motions, options, jobs, &mut frame)?;
        Ok(frame)
    }

    /// Advances one frame as [`advance`](Self::advance) does, in the memory of an earlier frame, which is faster for many events.
    ///
    /// # Errors
    /// See [`advance`](Self::advance). What is in `frame` then is of no frame.
    pub fn advance_into(
        &mut self,
        motions: &[(BodyId, Motion)],
        options: &AdvanceOptions,
        jobs: &dyn Jobs,
        frame: &mut WorldFrame,
    ) -> Result<()> {
        options.validate()?;
        self.check_body_memory()?;
        self.list();
        let given = self.check_motions(motions)?;
        frame.clear();
        let mut transaction = FrameTransaction {
            moved: vec![false; self.movable_count()],
            committed: false,
            world: self,
            frame,
        };
        transaction.run(&given, options, jobs)
    }

    /// Takes the last frame back: every body is where it was when the frame began, and contacts are those of the frame
    /// before. A frame that is advanced then, with other motions, takes its place.
    ///
    /// # Errors
    /// [`Error::World`] unless the last change of the world was a frame that passed.
    pub fn undo_frame(&mut self) -> Result<()> {
        if !self.is_fresh {
            let what =
                "there is no frame to take back, or bodies were added, removed or teleported since";
            return Err(Error::World { what });
        }
        // Those of the frame before are there until the next.
        std::mem::swap(&mut self.pairs, &mut self.scratch.pairs);
        self.number -= 1;
        for (index, motion) in std::mem::take(&mut self.undisturbed) {
            if let Some(body) = &mut self.slots[index as usize].body {
                body.motion = motion;
            }
        }
        self.restore_poses(|_| true);
        Ok(())
    }

    fn find_contacts(
        &mut self,
        [begin, measured]: [Instant; 2],
        options: &AdvanceOptions,
        jobs: &dyn Jobs,
        frame: &mut WorldFrame,
    ) -> Result<()> {
        self.find_pairs(options, jobs)?;
        let met = Instant::now();
        let mut scratch = std::mem::take(&mut self.scratch);
        let queried = self.query_pairs(options, jobs, &mut scratch);
        let answered = Instant::now();
        let reported = queried.and_then(|()| self.report_events(&mut scratch, jobs, frame));
        if reported.is_ok() {
            std::mem::swap(&mut self.pairs, &mut scratch.pairs);
            self.number += 1;
            let sizes = [self.slots.len(), self.pairs.keys.len()];
            self.largest_frame = std::array::from_fn(|k| sizes[k].max(self.largest_frame[k]));
        }
        self.scratch = scratch;
        let seconds = |from: Instant, to: Instant| (to - from).as_secs_f64();
        frame.number = self.number;
        let (number, left) = (self.number, frame.statistics.over_budget);
        if reported.is_ok() && left > 0 {
            let (pairs, budget) = (frame.statistics.pairs, options.budget);
            let level = LogLevel::Warning;
            log(
                level,
                format_args!(
                    "frame {number}: {left} of {pairs} pairs are not tested: the budget is {budget}"
                ),
            );
        }
        frame.statistics.boxes_s = seconds(begin, measured);
        frame.statistics.broad_phase_s = seconds(measured, met);
        frame.statistics.narrow_phase_s = seconds(met, answered);
        frame.statistics.events_s = answered.elapsed().as_secs_f64();
        reported
    }

    /// Finds the pairs whose boxes meet.
    fn find_pairs(&mut self, options: &AdvanceOptions, jobs: &dyn Jobs) -> Result<()> {
        let mut broad_phase = std::mem::take(&mut self.broad_phase);
        // Until it is seen to be in the trees, should a job or filter panic.
        let fixed_changed = std::mem::replace(&mut self.lists.fixed_changed, true);
        let new_filters = std::mem::replace(&mut self.lists.new_filters, true);
        let lists = &self.lists;
        let allowed = |a, b| self.proxies_allow(a, b);
        let is_open = lists.is_open && self.pair_filter.is_none();
        let found = broad_phase.search(
            &FrameBodies {
                boxes: &self.boxes,
                moving: &lists.moving,
                fixed: fixed_changed.then_some(&lists.fixed),
                allowed: (!is_open).then_some(&allowed),
                filters: (!lists.is_open).then_some(&lists.proxies),
                new_filters,
                // Numbers of pairs are words.
                max_pairs: options.max_pairs.min(u64::from(u32::MAX)),
                still: options.mode == Mode::Poses,
            },
            jobs,
        );
        self.broad_phase = broad_phase;
        self.lists.fixed_changed = found.is_err();
        self.lists.new_filters = found.is_err();
        found
    }

    /// Queries every pair that was found and that the budget allows, each with what the frame before left; tells of those
    /// that were in contact and are not found.
    fn query_pairs(
        &self,
        options: &AdvanceOptions,
        jobs: &dyn Jobs,
        scratch: &mut Scratch,
    ) -> Result<()> {
        let Scratch {
            pairs,
            order,
            found,
            seen,
            ..
        } = scratch;
        let found_pairs = self.broad_phase.found().map(<[u64]>::len).sum();
        self.check_frame_memory(1, found_pairs)?;
        pairs.keys.clear();
        for found in self.broad_phase.found() {
            pairs.keys.extend_from_slice(found);
        }
        pairs.resize();
        let (keys, ids, cached) = (&pairs.keys, &mut pairs.ids, &mut pairs.cached);
        order.sort(&self.pairs, &self.broad_phase, jobs)?;
        let (posed, seen_count) = match options.mode {
            Mode::Poses => (
                self.posed(jobs)?,
                keys.len().next_multiple_of(PAIRS_PER_CHUNK),
            ),
            _ => (Vec::new(), 0),
        };
        let narrow = NarrowPhase {
            world: self,
            options,
            posed: &posed,
        };
        let over = over_budget(&narrow, options.budget, keys);
        // One piece at least: all pairs may have parted.
        found.resize_with(
            keys.len().div_ceil(PAIRS_PER_CHUNK).max(1),
            ChunkResult::default,
        );
        seen.resize(seen_count, ReportedHit::NOTHING);
        let (mut ids, mut cached) = (
            ids.chunks_mut(PAIRS_PER_CHUNK),
            cached.chunks_mut(PAIRS_PER_CHUNK),
        );
        let mut seen = seen.chunks_mut(PAIRS_PER_CHUNK);
        let pieces = found.iter_mut().map(|found| {
            let (ids, cached, seen) = (ids.next(), cached.next(), seen.next());
            let (ids, cached) = (ids.unwrap_or_default(), cached.unwrap_or_default());
            (ids, cached, seen.unwrap_or_default(), found)
        });
        let mut pieces: Vec<_> = pieces.collect();
        let answers = in_pieces(jobs, &mut pieces, 1, &|piece, work| -> Result<()> {
            let (ids, cached, seen, found) = &mut work[0];
            found.clear();
            let first = piece * PAIRS_PER_CHUNK;
            let start = if piece == 0 { 0 } else { keys[first] };
            let mut left = order.from(&self.pairs, start);
            for (k, ids) in ids.iter_mut().enumerate() {
                let number = first + k;
                cached
                    .get(k + WRITE_PREFETCH_DISTANCE)
                    .into_iter()
                    .for_each(simd::prefetch);
                let soon = seen.get(found.seen.len() + WRITE_PREFETCH_DISTANCE);
                soon.into_iter().for_each(simd::prefetch);
                let cached = &mut cached[k];
                if let Some(soon) = keys.get(number + PREFETCH_DISTANCE) {
                    narrow.prefetch(*soon);
                }
                if let Some(soon) = self.pairs.cached.get(left.ahead(PREFETCH_DISTANCE)) {
                    simd::prefetch(soon);
                }
                let key = keys[number];
                *cached = CachedPair::default();
                while let Some((at, known)) = left.next_before(key + 1) {
                    if at == key {
                        *cached = self.pairs.cached[known];
                        break;
                    }
                    self.end_contact(&narrow, known, found);
                }
                let pair = FramePair {
                    key,
                    ids,
                    cached,
                    seen,
                };
                match over.get(number) {
                    Some(true) => narrow.skip(pair, found),
                    _ => narrow.query(pair, found)?,
                }
            }
            let next = keys
                .get(first + PAIRS_PER_CHUNK)
                .copied()
                .unwrap_or(u64::MAX);
            while let Some((_, gone)) = left.next_before(next) {
                self.end_contact(&narrow, gone, found);
            }
            Ok(())
        })?;
        answers.into_iter().collect()
    }

    /// A pair of the frame before that is not found.
    fn end_contact(&self, narrow: &NarrowPhase<'_>, number: usize, found: &mut ChunkResult) {
        if self.pairs.cached[number].touching {
            narrow.end_contact(&self.pairs.ids[number], found);
        }
    }

    /// Bodies that move at their end poses, in the order of proxy indices: near each other in memory as they are in space.
    fn posed(&self, jobs: &dyn Jobs) -> Result<Vec<Vec<Option<PosedProxy<'_>>>>> {
        let count = self.broad_phase.movers();
        let posed = |mover| {
            if mover + PREFETCH_DISTANCE < count {
                let soon = self.broad_phase.index_of_mover(mover + PREFETCH_DISTANCE) as usize;
                simd::prefetch_all(&self.slots[soon]);
                simd::prefetch_all(&self.lists.proxies[soon]);
            }
            let index = self.broad_phase.index_of_mover(mover);
            let body = self.slots[index as usize].body.as_ref();
            body.map(|body| PosedProxy::new(body, &self.lists.proxies[index as usize]))
        };
        in_pieces(
            jobs,
            &mut vec![(); count],
            BODIES_PER_BLOCK,
            &|first, piece| (first..first + piece.len()).map(posed).collect(),
        )
    }

    /// The events of all pieces in order, and what they took.
    fn report_events(
        &self,
        scratch: &mut Scratch,
        jobs: &dyn Jobs,
        frame: &mut WorldFrame,
    ) -> Result<()> {
        frame.statistics = Statistics {
            bodies: self.lists.ordered.len() as u64,
            moving: self.lists.moving.len() as u64,
            pairs: scratch.pairs.keys.len() as u64,
            ..Statistics::default()
        };
        for piece in &scratch.found {
            frame.statistics.add(&piece.statistics);
        }
        let events = ReportedEvents::new(&scratch.found, &scratch.seen);
        let order = &mut scratch.events;
        order.sort(&scratch.found, scratch.seen.len(), self.lists.ordered.len());
        if !events.is_at_once() {
            order.sort_by_time(&events);
        }
        put_in_order(&events, order, jobs, &mut frame.events)
    }

    /// Queries the pairs of an order group of the last frame again with another tolerance, a smaller one for narrower brackets,
    /// and sorts the frame's events by the new times. Contacts that last and those in mode `Poses` do not change. No event
    /// comes or goes. If the other tolerance cuts a contact into parts, its event has the beginning of the first part and the
    /// end of the last. If it leaves no contact, for example of a near miss, the event stays as it was.
    ///
    /// # Errors
    /// [`Error::World`] unless `frame` is the last one of this world, no motion changed within it, and no body was added, removed or
    /// teleported since;
    /// [`Error::Setting`] for a tolerance that is not positive and finite, and for a group that no event is in.
    pub fn refine(
        &self,
        frame: &mut WorldFrame,
        group: u32,
        options: &AdvanceOptions,
    ) -> Result<()> {
        options.validate()?;
        if !self.is_fresh || frame.number != self.number {
            let what = "only events of the last frame can be refined, before any body is added, removed or teleported";
            return Err(Error::World { what });
        }
        if !frame.changes.is_empty() {
            let what = "a frame whose motions changed on the way is not refined";
            return Err(Error::World { what });
        }
        let is_known = |piece: Piece| self.contains(piece.body);
        if !(frame.events.iter()).all(|event| is_known(event.key.a) && is_known(event.key.b)) {
            return Err(Error::World {
                what: "the frame is another world's",
            });
        }
        let is_known = (frame.events.iter()).any(|event| event.order_group == group);
        let range = "the order_group of an event of the frame";
        check_range(is_known, "group", f64::from(group), range)?;
        let narrow = NarrowPhase::new(self, options);
        let asked = &options.time_of_impact;
        for event in &mut frame.events {
            let timed = event.order_group == group && event.phase != Phase::Stay;
            if timed && options.mode != Mode::Poses {
                *event = self.refined(&narrow, asked, event)?;
            }
        }
        let mut found = ChunkResult::default();
        for event in &frame.events {
            let rank = |piece: Piece| self.lists.proxies[piece.body.index() as usize].rank;
            found.push(*event, [rank(event.key.a), rank(event.key.b)]);
        }
        let (found, mut order) = ([found], EventOrder::default());
        let events = ReportedEvents::new(&found, &[]);
        order.sort(&found, 0, self.lists.ordered.len());
        order.sort_by_time(&events);
        put_in_order(&events, &order, &Serial, &mut frame.events)
    }

    fn refined(
        &self,
        narrow: &NarrowPhase<'_>,
        asked: &TimeOfImpactOptions,
        event: &Event,
    ) -> Result<Event> {
        let (pair, state) = (
            narrow.moving([event.key.a, event.key.b].map(|piece| piece.body)),
            &mut PairState::default(),
        );
        if narrow.options.mode == Mode::First {
            let answer = time_of_impact(&pair, asked, state)?;
            let same = answer.verdict != Verdict::Separated && event.phase == Phase::Begin;
            return Ok(match same {
                true => impact(*event, &answer),
                false => *event,
            });
        }
        let mut intervals = vec![ContactInterval::default(); 16];
        let mut answer = contact_intervals(&pair, asked, state, &mut intervals)?;
        if answer.count > intervals.len() {
            intervals.resize(answer.count, ContactInterval::default());
            answer = contact_intervals(&pair, asked, state, &mut intervals)?;
        }
        let is_end = event.phase == Phase::End;
        let ends = |exit: [f64; 2]| exit[1] < 1.0;
        let is_open = |contact| contact == Contact::None;
        // A smaller tolerance leaves of a contact what lies within it. What is proved stays so.
        let [from, to] = match is_end {
            true => [0.0, event.t_hi],
            false => [event.t_lo, event.exit[1]],
        };
        let same = |interval: &&ContactInterval| {
            let proved = is_open(event.contact) || !is_open(interval.contact);
            let ended = !is_end || ends(interval.exit);
            proved && ended && interval.enter[0] <= to && from <= interval.exit[1]
        };
        let mut within = intervals[..answer.written].iter().filter(same);
        let found = match is_end {
            true => within.next_back(),
            false => within.next(),
        };
        Ok(found.map_or(*event, |interval| {
            let [t_lo, t_hi] = match is_end {
                true => interval.exit,
                false => interval.enter,
            };
            Event {
                verdict: match is_open(interval.contact) {
                    true => Verdict::Undecided,
                    false => Verdict::Hit,
                },
                reason: interval.reason,
                t_lo,
                t_hi,
                // The phase is still that of the frame.
                exit: match ends(event.exit) == ends(interval.exit) {
                    true => interval.exit,
                    false => event.exit,
                },
                contact: interval.contact,
                gap: interval.gap,
                ..*event
            }
        }))
    }
}

fn put_in_order(
    reported: &ReportedEvents<'_>,
    order: &EventOrder,
    jobs: &dyn Jobs,
    events: &mut Vec<Event>,
) -> Result<()> {
    events.resize(order.len(), ReportedHit::NOTHING.event());
    in_pieces(jobs, events, EVENTS_PER_CHUNK, &|first, events| {
        let mut soon = order.from(first);
        for (number, _) in soon.by_ref().take(PREFETCH_DISTANCE) {
            reported.prefetch(number);
        }
        for (event, (number, group)) in events.iter_mut().zip(order.from(first)) {
            if let Some((number, _)) = soon.next() {
                reported.prefetch(number);
            }
            *event = reported.event(number);
            event.order_group = group;
        }
    })
    .map(|_| ())
}

/// The pairs that are not queried: those after the first in the order of bodies. Empty: none.
fn over_budget(narrow: &NarrowPhase<'_>, budget: u64, keys: &[u64]) -> Vec<bool> {
    if budget >= keys.len() as u64 {
        return Vec::new();
    }
    let ranks = |number: usize| narrow.proxies(keys[number]).map(|proxy| proxy.rank);
    let order = sorted_indices(keys.len(), &|i, j| ranks(i).cmp(&ranks(j)));
    let mut left = vec![false; keys.len()];
    for &number in &order[budget as usize..] {
        left[number] = true;
    }
    left
}
