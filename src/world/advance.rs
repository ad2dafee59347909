//! A frame of a world.
//!
//! Motions, boxes, pairs whose boxes meet, their states from the frame before, the exact query about each, events in order.
//! Bodies, boxes and pairs are cut into pieces by number; what a piece gives depends on nothing but what is in it, and lies
//! in its own place. Pairs are asked about in the order of space, each alone; events are sorted by the users' keys and ids, so
//! trees and threads show in nothing.

use std::time::Instant;

use crate::ccd::contact_intervals::ContactInterval;
use crate::ccd::impact::TimeOfImpactOptions;
use crate::error::{Error, Result};
use crate::motion::moving_box::MovingBox;
use crate::motion::rigid_motion::Motion;
use crate::pair::PairState;
use crate::prove::asked::{contact_intervals, time_of_impact};
use crate::verdict::Verdict;
use crate::world::advance_options::{AdvanceOptions, Mode};
use crate::world::bodies::World;
use crate::world::broad_phase::Bodies;
use crate::world::event::{Event, Phase, WorldFrame, number_groups};
use crate::world::ids::{BodyId, Piece};
use crate::world::jobs::{Jobs, in_pieces};
use crate::world::narrow_phase::{NarrowPhase, Posed, impact, is_curved};
use crate::world::pairs::{PairRecord, Standing, merge};
use crate::world::scratch::{Found, Scratch};
use crate::world::statistics::Statistics;

/// Bodies of a piece of work.
const BODIES: usize = 256;

/// Pairs of a piece of work.
const PAIRS: usize = 64;

/// What an event is sorted by, and where it is.
#[derive(Clone, Copy)]
struct Key {
    time: [f64; 2],
    pair: [u32; 2],
    at: [u32; 2],
}

/// By the first of the pair, counted, then by the second; those of one pair as they are.
fn by_pairs(keys: Vec<Key>, bodies: usize) -> Vec<Key> {
    if keys.is_sorted_by_key(|key| key.pair) {
        return keys;
    }
    let mut next = vec![0usize; bodies + 1];
    for key in &keys {
        next[key.pair[0] as usize + 1] += 1;
    }
    for k in 1..next.len() {
        next[k] += next[k - 1];
    }
    let mut sorted = keys.clone();
    for key in &keys {
        let place = &mut next[key.pair[0] as usize];
        sorted[*place] = *key;
        *place += 1;
    }
    sorted
        .chunk_by_mut(|a, b| a.pair[0] == b.pair[0])
        .for_each(|keys| keys.sort_by_key(|key| key.pair[1]));
    sorted
}

/// Those of one time as they are.
fn by_time(mut keys: Vec<Key>) -> Vec<Key> {
    let order = |a: &Key, b: &Key| {
        let [low, high] = [0, 1].map(|k: usize| a.time[k].total_cmp(&b.time[k]));
        low.then(high)
    };
    if !keys.is_sorted_by(|a, b| order(a, b).is_le()) {
        keys.sort_by(order);
    }
    keys
}

impl World {
    /// Moves bodies through a frame and says what they meet.
    ///
    /// A motion starts where its body is: a body that is to be elsewhere is [`teleport`](Self::teleport)ed there first.
    /// Bodies that no motion names stay where they are. Afterwards each body is at the end of its motion, whatever it met.
    /// Allocates what it returns and lists of the size of the world.
    ///
    /// # Errors
    /// [`Error::Setting`] for options out of range, [`Error::NoSuchBody`], [`Error::BodyMotion`] for a static body, a
    /// second motion of one body, or one that starts elsewhere; what the queries say of a method that does not take the
    /// bodies; [`Error::Jobs`]; [`Error::TooManyPairs`]. The bodies are where they were then, and no frame has passed.
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

    /// As [`advance`](Self::advance), in the memory of an earlier frame: faster for many events.
    ///
    /// # Errors
    /// As of [`advance`](Self::advance). What is in `frame` then is of no frame.
    pub fn advance_into(
        &mut self,
        motions: &[(BodyId, Motion)],
        options: &AdvanceOptions,
        jobs: &dyn Jobs,
        frame: &mut WorldFrame,
    ) -> Result<()> {
        options.validate()?;
        let named = self.check_motions(motions)?;
        self.list();
        self.begin(motions, &named);
        frame.events.clear();
        let passed = self.pass(options, jobs, frame);
        if passed.is_err() {
            for slot in &mut self.slots {
                if let Some(body) = &mut slot.body {
                    body.motion = Motion::fixed(*body.motion.start());
                    body.is_still = true;
                }
            }
        }
        self.is_fresh = passed.is_ok();
        passed
    }

    /// Which places have a motion.
    fn check_motions(&self, motions: &[(BodyId, Motion)]) -> Result<Vec<bool>> {
        let mut named = vec![false; self.slots.len()];
        for (id, motion) in motions {
            let body = self.get(*id)?;
            let what = if body.is_static() {
                "a static body does not move"
            } else if std::mem::replace(&mut named[id.index() as usize], true) {
                "it has one already"
            } else if motion.start() != body.pose() {
                "it starts elsewhere than where the body is; teleport the body there first"
            } else {
                continue;
            };
            return Err(Error::BodyMotion {
                index: id.index(),
                generation: id.generation(),
                what,
            });
        }
        Ok(named)
    }

    /// Gives every body its motion.
    fn begin(&mut self, motions: &[(BodyId, Motion)], named: &[bool]) {
        self.here.take();
        for (slot, named) in self.slots.iter_mut().zip(named) {
            let body = slot.body.as_mut().filter(|_| !named);
            if let Some(body) = body.filter(|body| !body.is_still) {
                body.motion = Motion::fixed(*body.motion.end());
                body.is_still = true;
            }
        }
        for (id, motion) in motions {
            if let Some(body) = &mut self.slots[id.index() as usize].body {
                body.motion = *motion;
                body.is_still = false;
            }
        }
    }

    fn pass(
        &mut self,
        options: &AdvanceOptions,
        jobs: &dyn Jobs,
        frame: &mut WorldFrame,
    ) -> Result<()> {
        let begin = Instant::now();
        self.measure(options, jobs)?;
        let measured = Instant::now();
        self.meet(options.max_pairs, jobs)?;
        let mut scratch = std::mem::take(&mut self.scratch);
        self.recall(&mut scratch);
        let met = Instant::now();
        let asked = self.ask(options, jobs, &mut scratch);
        let answered = Instant::now();
        if asked.is_ok() {
            self.tell(options, &scratch, frame);
            std::mem::swap(&mut self.pairs, &mut scratch.records);
            self.number += 1;
        }
        self.scratch = scratch;
        let seconds = |from: Instant, to: Instant| (to - from).as_secs_f64();
        frame.number = self.number;
        frame.statistics.boxes_s = seconds(begin, measured);
        frame.statistics.broad_phase_s = seconds(measured, met);
        frame.statistics.narrow_phase_s = seconds(met, answered);
        frame.statistics.events_s = answered.elapsed().as_secs_f64();
        asked
    }

    /// The boxes of all bodies on their way.
    fn measure(&mut self, options: &AdvanceOptions, jobs: &dyn Jobs) -> Result<()> {
        let widened = Some([0.0, 1.0].map(|tolerance| options.widening(tolerance)));
        if self.lists.widened != widened {
            self.lists.widened = widened;
            self.lists.fixed_changed = true;
        }
        let mut boxes = std::mem::take(&mut self.boxes);
        let (slots, fixed_changed) = (&self.slots, self.lists.fixed_changed);
        let measured = in_pieces(jobs, &mut boxes, BODIES, &|first, boxes| {
            for (held, slot) in boxes.iter_mut().zip(&slots[first..]) {
                let Some(body) = &slot.body else { continue };
                if body.is_static() && !fixed_changed {
                    continue;
                }
                let more = options.widening(body.extent.tolerance());
                let (shape, motion) = (body.shape.get(), &body.motion);
                *held = match body.is_still || options.mode == Mode::Poses {
                    true => MovingBox::still(body.extent.at(&shape, motion.end(), more)),
                    false => body.extent.along(&shape, motion, more),
                };
            }
        });
        self.boxes = boxes;
        measured.map(|_| ())
    }

    /// Finds the pairs whose boxes meet.
    fn meet(&mut self, max_pairs: u64, jobs: &dyn Jobs) -> Result<()> {
        let mut broad_phase = std::mem::take(&mut self.broad_phase);
        let lists = &self.lists;
        let allowed = |a, b| self.gates_allow(a, b);
        let is_open = lists.is_open && self.pair_filter.is_none();
        let found = broad_phase.search(
            &Bodies {
                boxes: &self.boxes,
                moving: &lists.moving,
                fixed: lists.fixed_changed.then_some(&lists.fixed),
                allowed: (!is_open).then_some(&allowed),
                max_pairs,
            },
            jobs,
        );
        self.broad_phase = broad_phase;
        self.lists.fixed_changed = found.is_err();
        found
    }

    fn standing(&self) -> Standing<'_> {
        Standing {
            spots: self.broad_phase.spots(),
            ranks: &self.lists.ranks,
            ids: &self.lists.ids,
        }
    }

    /// The pairs that were found, each with what the frame before left; and those that were in contact and are not found.
    fn recall(&self, scratch: &mut Scratch) {
        let Scratch {
            records,
            order,
            parted,
            ..
        } = scratch;
        records.clear();
        records.reserve(self.broad_phase.count());
        parted.clear();
        let found = self.broad_phase.found();
        merge(
            &self.pairs,
            found,
            &self.standing(),
            order,
            records,
            |key| {
                if self.gates_allow(key.a.body.index(), key.b.body.index()) {
                    parted.push(*key);
                }
            },
        );
    }

    /// Asks about every pair that the budget allows.
    fn ask(&self, options: &AdvanceOptions, jobs: &dyn Jobs, scratch: &mut Scratch) -> Result<()> {
        let Scratch { records, found, .. } = scratch;
        let left = self.over_budget(options.budget, records);
        let (posed, spots) = match options.mode {
            Mode::Poses => (self.posed(jobs)?, self.broad_phase.spots()),
            _ => (Vec::new(), [].as_slice()),
        };
        let narrow = NarrowPhase {
            world: self,
            options,
            posed: &posed,
            spots,
        };
        found.resize_with(records.len().div_ceil(PAIRS), Found::default);
        let pieces = records.chunks_mut(PAIRS).zip(found);
        let mut pieces: Vec<(&mut [PairRecord], &mut Found)> = pieces.collect();
        let answers = in_pieces(jobs, &mut pieces, 1, &|piece, work| -> Result<()> {
            let (records, found) = &mut work[0];
            found.clear();
            for (record, number) in records.iter_mut().zip(piece * PAIRS..) {
                match left.get(number) {
                    Some(true) => narrow.pass_over(record, found),
                    _ => narrow.ask(record, found)?,
                }
            }
            Ok(())
        })?;
        answers.into_iter().collect()
    }

    /// Bodies that move at their end poses, in the order of spots: near each other in memory as they are in space.
    fn posed(&self, jobs: &dyn Jobs) -> Result<Vec<Posed<'_>>> {
        let mut posed = vec![None; self.broad_phase.movers().count()];
        let movers: Vec<u32> = self.broad_phase.movers().collect();
        in_pieces(jobs, &mut posed, BODIES, &|first, posed| {
            for (posed, &index) in posed.iter_mut().zip(&movers[first..]) {
                let body = self.slots[index as usize].body.as_ref();
                *posed = body.map(|body| (body.shape.get(), *body.pose()));
            }
        })?;
        Ok(posed)
    }

    /// Which pairs are not asked about: those after the first in the order of bodies. Empty: none.
    fn over_budget(&self, budget: u64, records: &[PairRecord]) -> Vec<bool> {
        if budget >= records.len() as u64 {
            return Vec::new();
        }
        let standing = self.standing();
        let mut order: Vec<_> = (0..records.len()).collect();
        order.sort_by_key(|&number| standing.ranks_of(&records[number].key));
        let mut left = vec![false; records.len()];
        for &number in &order[budget as usize..] {
            left[number] = true;
        }
        left
    }

    /// The events of all pieces in order, and what they took.
    fn tell(&self, options: &AdvanceOptions, scratch: &Scratch, frame: &mut WorldFrame) {
        let narrow = NarrowPhase::new(self, options);
        frame.statistics = Statistics {
            bodies: self.lists.ordered.len() as u64,
            moving: self.lists.moving.len() as u64,
            pairs: scratch.records.len() as u64,
            ..Statistics::default()
        };
        for piece in &scratch.found {
            frame.statistics.add(&piece.statistics);
        }
        let parted = scratch.parted.iter().filter_map(|key| narrow.parted(key));
        let parted: Vec<Event> = parted.collect();
        let pieces = scratch.found.iter().map(|piece| piece.events.as_slice());
        let pieces: Vec<&[Event]> = pieces.chain([parted.as_slice()]).collect();
        frame.events.clear();
        self.put_in_order(&pieces, &mut frame.events);
    }

    /// By time, then by pairs in the order of bodies; events of one pair as they came.
    fn put_in_order(&self, pieces: &[&[Event]], events: &mut Vec<Event>) {
        let count = pieces.iter().map(|piece| piece.len()).sum();
        let mut keys: Vec<Key> = Vec::with_capacity(count);
        for (piece, number) in pieces.iter().zip(0..) {
            keys.extend(piece.iter().zip(0..).map(|(event, at)| {
                let rank = |piece: Piece| self.lists.ranks[piece.body.index() as usize];
                Key {
                    time: [event.t_lo, event.t_hi],
                    pair: [rank(event.key.a), rank(event.key.b)],
                    at: [number, at],
                }
            }));
        }
        let keys = by_pairs(keys, self.lists.ordered.len());
        let order = by_time(keys);
        events.reserve(count);
        events.extend(order.iter().map(|key| {
            let [piece, at] = key.at.map(|n| n as usize);
            pieces[piece][at]
        }));
        number_groups(events);
    }

    /// Asks the pairs of an order group of the last frame again with another tolerance, a smaller one for narrower brackets,
    /// and sorts the frame's events by what comes out. Of contacts that last nothing changes, nor of those in mode poses.
    ///
    /// # Errors
    /// [`Error::World`] unless `frame` is the last one of this world and no body was added, removed or teleported since;
    /// [`Error::Setting`] for a tolerance that is not positive and finite.
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
        let narrow = NarrowPhase::new(self, options);
        let asked = &options.time_of_impact;
        for event in &mut frame.events {
            let timed = event.order_group == group && event.phase != Phase::Stay;
            if timed && options.mode != Mode::Poses {
                *event = self.refined(&narrow, asked, event)?;
            }
        }
        let events = std::mem::take(&mut frame.events);
        self.put_in_order(&[&events], &mut frame.events);
        Ok(())
    }

    fn refined(
        &self,
        narrow: &NarrowPhase<'_>,
        asked: &TimeOfImpactOptions,
        event: &Event,
    ) -> Result<Event> {
        let (pair, state) = (narrow.moving(&event.key), &mut PairState::default());
        if narrow.options.mode == Mode::First || is_curved(&pair) {
            let answer = time_of_impact(&pair, asked, state)?;
            let same = answer.verdict != Verdict::Separated && event.phase == Phase::Begin;
            return Ok(match same {
                true => impact(*event, &answer),
                false => *event,
            });
        }
        let mut intervals = vec![ContactInterval::default(); 64];
        let answer = contact_intervals(&pair, asked, state, &mut intervals)?;
        let bracket = |interval: &ContactInterval| match event.phase {
            Phase::End => interval.exit,
            _ => interval.enter,
        };
        let same = |interval: &&ContactInterval| {
            let [low, high] = bracket(interval);
            low <= event.t_hi && event.t_lo <= high
        };
        let found = intervals[..answer.written].iter().find(same);
        Ok(found.map_or(*event, |interval| {
            let [t_lo, t_hi] = bracket(interval);
            Event {
                t_lo,
                t_hi,
                exit: if event.exit[1] < 1.0 {
                    interval.exit
                } else {
                    event.exit
                },
                contact: interval.contact,
                gap: interval.gap,
                ..*event
            }
        }))
    }
}
