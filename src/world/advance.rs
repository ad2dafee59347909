//! A frame of a world.
//!
//! Motions, boxes, pairs whose boxes meet, their states from the frame before, the exact query about each, events in order.
//! Bodies, boxes and pairs are cut into pieces by number; what a piece gives depends on nothing but what is in it, and lies
//! in its own place. Pairs are sorted by the users' keys and ids before they are asked about, so trees and threads show in
//! nothing.

use std::time::Instant;

use crate::ccd::contact_intervals::ContactInterval;
use crate::ccd::contact_intervals::contact_intervals;
use crate::ccd::impact::TimeOfImpactOptions;
use crate::error::{Error, Result};
use crate::motion::rigid_motion::Motion;
use crate::pair::PairState;
use crate::prove::asked::time_of_impact;
use crate::verdict::Verdict;
use crate::world::advance_options::{AdvanceOptions, Mode};
use crate::world::bodies::World;
use crate::world::broad_phase::Bodies;
use crate::world::event::{Event, Phase, WorldFrame, number_groups};
use crate::world::ids::{BodyId, PairKey, Piece};
use crate::world::jobs::{Jobs, in_pieces};
use crate::world::moving_box::MovingBox;
use crate::world::narrow_phase::{Found, NarrowPhase, impact};
use crate::world::pairs::PairRecord;
use crate::world::statistics::Statistics;

/// Bodies of a piece of work.
const BODIES: usize = 256;

/// Pairs of a piece of work.
const PAIRS: usize = 64;

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
    /// bodies; [`Error::Jobs`]. The bodies are where they were then, and no frame has passed.
    pub fn advance(
        &mut self,
        motions: &[(BodyId, Motion)],
        options: &AdvanceOptions,
        jobs: &dyn Jobs,
    ) -> Result<WorldFrame> {
        options.validate()?;
        let named = self.check_motions(motions)?;
        self.list();
        self.begin(motions, &named);
        let frame = self.pass(options, jobs);
        if frame.is_err() {
            for slot in &mut self.slots {
                if let Some(body) = &mut slot.body {
                    body.motion = Motion::fixed(*body.motion.start());
                    body.is_still = true;
                }
            }
        }
        self.is_fresh = frame.is_ok();
        frame
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
        self.here = None;
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

    fn pass(&mut self, options: &AdvanceOptions, jobs: &dyn Jobs) -> Result<WorldFrame> {
        let begin = Instant::now();
        self.measure(options, jobs)?;
        let measured = Instant::now();
        let found = self.meeting(jobs)?;
        let mut records = std::mem::take(&mut self.spare);
        let parted = self.recall(&found, &mut records);
        let met = Instant::now();
        let narrow = NarrowPhase {
            world: self,
            options,
        };
        let ask = |first: usize, records: &mut [PairRecord]| -> Result<Found> {
            let mut found = Found::default();
            for (record, number) in records.iter_mut().zip(first as u64..) {
                match number < options.budget {
                    true => narrow.ask(record, &mut found)?,
                    false => narrow.pass_over(record, &mut found),
                }
            }
            Ok(found)
        };
        let pieces = in_pieces(jobs, &mut records, PAIRS, &ask)?;
        let answered = Instant::now();
        let mut statistics = Statistics {
            bodies: self.lists.ordered.len() as u64,
            moving: self.lists.moving.len() as u64,
            pairs: records.len() as u64,
            ..Statistics::default()
        };
        let mut events = Vec::new();
        for piece in pieces {
            let mut piece = piece?;
            statistics.add(&piece.statistics);
            events.append(&mut piece.events);
        }
        events.extend(parted.iter().filter_map(|key| narrow.parted(key)));
        self.sort(&mut events);
        self.number += 1;
        self.spare = std::mem::replace(&mut self.pairs, records);
        self.spare.clear();
        let seconds = |from: Instant, to: Instant| (to - from).as_secs_f64();
        statistics.boxes_s = seconds(begin, measured);
        statistics.broad_phase_s = seconds(measured, met);
        statistics.narrow_phase_s = seconds(met, answered);
        statistics.events_s = answered.elapsed().as_secs_f64();
        Ok(WorldFrame {
            number: self.number,
            events,
            statistics,
        })
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

    /// The pairs whose boxes meet, in pieces and in no order.
    fn meeting(&mut self, jobs: &dyn Jobs) -> Result<Vec<Vec<[u32; 2]>>> {
        let mut broad_phase = std::mem::take(&mut self.broad_phase);
        let lists = &self.lists;
        let found = broad_phase.pairs(
            &Bodies {
                boxes: &self.boxes,
                moving: &lists.moving,
                fixed: lists.fixed_changed.then_some(&lists.fixed),
                allowed: &|a, b| self.gates_allow(a, b),
            },
            jobs,
        );
        self.broad_phase = broad_phase;
        self.lists.fixed_changed = found.is_err();
        found
    }

    /// The pairs in order, each with what the frame before left; and those that were in contact and meet no more.
    fn recall(&self, found: &[Vec<[u32; 2]>], records: &mut Vec<PairRecord>) -> Vec<PairKey> {
        let ranks = &self.lists.ranks;
        let ranked = |[a, b]: [u32; 2]| {
            let [a, b] = [ranks[a as usize], ranks[b as usize]];
            [a.min(b), a.max(b)]
        };
        // Before: by the first, counted; each first's others are few.
        let mut starts = vec![0usize; self.lists.ordered.len() + 1];
        for pair in found.iter().flatten() {
            starts[ranked(*pair)[0] as usize + 1] += 1;
        }
        for k in 1..starts.len() {
            starts[k] += starts[k - 1];
        }
        let mut others = vec![0u32; starts[starts.len() - 1]];
        let mut next = starts.clone();
        for pair in found.iter().flatten() {
            let [a, b] = ranked(*pair);
            others[next[a as usize]] = b;
            next[a as usize] += 1;
        }
        let alive = |id: BodyId| {
            let ids = self.lists.ids.get(ranks[id.index() as usize] as usize);
            ids == Some(&id)
        };
        let of_key = |key: &PairKey| ranked([key.a.body.index(), key.b.body.index()]);
        let old = self.pairs.iter();
        let old = old.filter(|old| alive(old.key.a.body) && alive(old.key.b.body));
        let mut old = old.map(|old| (of_key(&old.key), old)).peekable();
        let mut parted = Vec::new();
        let mut leave = |old: &PairRecord| {
            let [a, b] = [old.key.a.body, old.key.b.body].map(BodyId::index);
            if old.touching && self.gates_allow(a, b) {
                parted.push(old.key);
            }
        };
        records.clear();
        records.reserve(others.len());
        for a in 0..self.lists.ordered.len() {
            let others = &mut others[starts[a]..starts[a + 1]];
            others.sort_unstable();
            for &mut b in others {
                let pair = [a as u32, b];
                while let Some((_, old)) = old.next_if(|(at, _)| *at < pair) {
                    leave(old);
                }
                let kept = old.next_if(|(at, _)| *at == pair);
                let piece = |rank: u32| Piece::whole(self.lists.ids[rank as usize]);
                records.push(kept.map_or_else(
                    || PairRecord {
                        key: PairKey {
                            a: piece(pair[0]),
                            b: piece(pair[1]),
                        },
                        state: PairState::default(),
                        touching: false,
                    },
                    |(_, old)| *old,
                ));
            }
        }
        old.for_each(|(_, old)| leave(old));
        parted
    }

    /// By time, then by pairs; events of one pair as they came.
    fn sort(&self, events: &mut Vec<Event>) {
        type Key = (f64, f64, [u32; 2], usize);
        let rank = |id: BodyId| self.lists.ranks[id.index() as usize];
        let keyed = events.iter().zip(0..);
        let mut keys: Vec<Key> = keyed
            .map(|(event, at): (&Event, usize)| {
                let pair = [event.key.a, event.key.b].map(|piece| rank(piece.body));
                (event.t_lo, event.t_hi, pair, at)
            })
            .collect();
        let order = |a: &Key, b: &Key| {
            let times = a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1));
            times.then_with(|| (a.2, a.3).cmp(&(b.2, b.3)))
        };
        if !keys.is_sorted_by(|a, b| order(a, b).is_le()) {
            keys.sort_by(order);
            *events = keys.iter().map(|key| events[key.3]).collect();
        }
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
        let narrow = NarrowPhase {
            world: self,
            options,
        };
        let asked = &options.time_of_impact;
        for event in &mut frame.events {
            let timed = event.order_group == group && event.phase != Phase::Stay;
            if timed && options.mode != Mode::Poses {
                *event = self.refined(&narrow, asked, event)?;
            }
        }
        self.sort(&mut frame.events);
        Ok(())
    }

    fn refined(
        &self,
        narrow: &NarrowPhase<'_>,
        asked: &TimeOfImpactOptions,
        event: &Event,
    ) -> Result<Event> {
        let (pair, state) = (narrow.moving(&event.key), &mut PairState::default());
        if narrow.options.mode == Mode::First || pair.cores().is_none() {
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
