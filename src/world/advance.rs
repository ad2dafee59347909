//! A frame of a world.
//!
//! Motions, boxes, pairs whose boxes meet, their states from the frame before, the exact query about each, events in order.
//! Bodies, boxes and pairs are cut into pieces by number; what a piece gives depends on nothing but what is in it, and lies
//! in its own place. Pairs are asked about in the order of space, each alone; events are sorted by the users' keys and ids, so
//! trees and threads show in nothing.

use std::hint::black_box;
use std::time::Instant;

use crate::ccd::contact_intervals::ContactInterval;
use crate::ccd::impact::{Contact, TimeOfImpactOptions};
use crate::error::{Error, Result};
use crate::motion::moving_box::MovingBox;
use crate::motion::rigid_motion::Motion;
use crate::pair::PairState;
use crate::prove::asked::{contact_intervals, time_of_impact};
use crate::verdict::Verdict;
use crate::world::advance_options::{AdvanceOptions, Mode};
use crate::world::bodies::{Badge, World, no_such};
use crate::world::broad_phase::Bodies;
use crate::world::event::{Event, Phase, WorldFrame};
use crate::world::ids::{BodyId, Piece};
use crate::world::jobs::{Jobs, Serial, in_pieces};
use crate::world::narrow_phase::{Asked, NarrowPhase, Posed, impact, is_curved};
use crate::world::pairs::Kept;
use crate::world::scratch::{Found, Key, Scratch, Seen};
use crate::world::statistics::Statistics;

/// Bodies of a piece of work.
const BODIES: usize = 128;

/// Pairs of a piece of work.
const PAIRS: usize = 64;

const ELSEWHERE: &str = "it starts elsewhere than where the body is; teleport the body there first";

const TWICE: &str = "it has one already";

/// Of a place without a motion.
const NONE: u32 = u32::MAX;

/// The motions of a frame.
struct Given<'a> {
    motions: &'a [(BodyId, Motion)],
    /// The number of each place's.
    of: Vec<u32>,
}

impl Given<'_> {
    fn to(&self, index: usize) -> Option<&Motion> {
        let (_, motion) = self.motions.get(self.of[index] as usize)?;
        Some(motion)
    }
}

fn bad_motion(id: BodyId, what: &'static str) -> Error {
    Error::BodyMotion {
        index: id.index(),
        generation: id.generation(),
        what,
    }
}

/// Events of a piece of work.
const EVENTS: usize = 128;

/// Where an event is: which piece of the pairs gave it, and which of that piece's it is.
#[derive(Clone, Copy)]
struct Spot {
    piece: u32,
    at: u32,
    /// Where A and B stand in the order of bodies.
    first: u32,
    second: u32,
    group: u32,
}

impl Spot {
    fn key<'f>(&self, found: &'f [Found]) -> &'f Key {
        &found[self.piece as usize].keys[self.at as usize]
    }
}

/// All events by A of their pair, counted, then by B; those of one pair as they are. Whether all have one bracket.
fn by_pairs(found: &[Found], bodies: usize) -> (Vec<Spot>, bool) {
    let mut next = vec![0; bodies + 1];
    let (mut time, mut at_once) = (None, true);
    for key in found.iter().flat_map(|found| &found.keys) {
        next[key.ranks[0] as usize + 1] += 1;
        at_once &= *time.get_or_insert(key.time) == key.time;
    }
    for k in 1..next.len() {
        next[k] += next[k - 1];
    }
    let count = next.last().copied().unwrap_or(0);
    let nowhere = Spot {
        piece: 0,
        at: 0,
        first: 0,
        second: 0,
        group: 0,
    };
    let mut sorted = vec![nowhere; count];
    for (found, piece) in found.iter().zip(0..) {
        for (key, at) in found.keys.iter().zip(0..) {
            let [first, second] = key.ranks;
            let place = &mut next[first as usize];
            sorted[*place] = Spot {
                piece,
                at,
                first,
                second,
                group: 0,
            };
            *place += 1;
        }
    }
    // Where those of one end, the next begin.
    let mut start = 0;
    for &end in &next[..bodies] {
        sorted[start..end].sort_by_key(|spot| spot.second);
        start = end;
    }
    (sorted, at_once)
}

/// Those of one time as they are; numbers groups of which the brackets overlap.
fn by_time(spots: &mut [Spot], found: &[Found]) {
    let time = |spot: &Spot| spot.key(found).time;
    spots.sort_by(|a, b| {
        let (a, b) = (time(a), time(b));
        a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1]))
    });
    let (mut group, mut reached) = (0, f64::NEG_INFINITY);
    for (spot, number) in spots.iter_mut().zip(0..) {
        let [low, high] = time(spot);
        if number > 0 && low > reached {
            group += 1;
        }
        reached = reached.max(high);
        spot.group = group;
    }
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
        self.list();
        let given = Given {
            motions,
            of: self.check_motions(motions, jobs)?,
        };
        let passed = self.pass(&given, options, jobs, frame);
        if passed.is_err() {
            frame.events.clear();
            for (slot, index) in self.slots.iter_mut().zip(0..) {
                if let Some(body) = &mut slot.body {
                    let given = given.to(index);
                    let at = given.map_or(body.motion.end(), |motion| motion.start());
                    body.motion = Motion::fixed(*at);
                    body.is_still = true;
                }
            }
        }
        self.is_fresh = passed.is_ok();
        passed
    }

    /// Which motion each place has.
    fn check_motions(&self, motions: &[(BodyId, Motion)], jobs: &dyn Jobs) -> Result<Vec<u32>> {
        let mut pieces = vec![(); motions.len()];
        let odd = in_pieces(jobs, &mut pieces, BODIES, &|first, piece| {
            let motions = &motions[first..first + piece.len()];
            let odd = motions.iter().position(|motion| !self.may_move(motion));
            odd.map(|number| first + number)
        })?;
        let odd = odd.into_iter().flatten().next();
        let mut of = vec![NONE; self.slots.len()];
        for (number, (id, _)) in motions.iter().enumerate() {
            if Some(number) == odd {
                let badge = self.badge(*id).ok_or_else(|| no_such(*id))?;
                return Err(bad_motion(
                    *id,
                    match of[id.index() as usize] {
                        _ if badge.fixed => "a static body does not move",
                        NONE => ELSEWHERE,
                        _ => TWICE,
                    },
                ));
            }
            let first = std::mem::replace(&mut of[id.index() as usize], number as u32);
            if first != NONE {
                return Err(bad_motion(*id, TWICE));
            }
        }
        Ok(of)
    }

    /// Whether this is the motion of a body that moves, and starts where that is.
    fn may_move(&self, (id, motion): &(BodyId, Motion)) -> bool {
        let badge = self.badge(*id);
        badge.is_some_and(|badge| !badge.fixed) && motion.start() == self.body(id.index()).pose()
    }

    /// Of a body that is here.
    fn badge(&self, id: BodyId) -> Option<&Badge> {
        let badge = self.lists.badges.get(id.index() as usize);
        badge.filter(|badge| badge.side.id == id && badge.rank != u32::MAX)
    }

    fn pass(
        &mut self,
        given: &Given<'_>,
        options: &AdvanceOptions,
        jobs: &dyn Jobs,
        frame: &mut WorldFrame,
    ) -> Result<()> {
        let begin = Instant::now();
        self.begin(given, options, jobs)?;
        let measured = Instant::now();
        self.meet(options, jobs)?;
        let met = Instant::now();
        let mut scratch = std::mem::take(&mut self.scratch);
        let asked = self.ask(options, jobs, &mut scratch);
        let answered = Instant::now();
        let told = asked.and_then(|()| self.tell(&scratch, jobs, frame));
        if told.is_ok() {
            std::mem::swap(&mut self.pairs, &mut scratch.pairs);
            self.number += 1;
        }
        self.scratch = scratch;
        let seconds = |from: Instant, to: Instant| (to - from).as_secs_f64();
        frame.number = self.number;
        frame.statistics.boxes_s = seconds(begin, measured);
        frame.statistics.broad_phase_s = seconds(measured, met);
        frame.statistics.narrow_phase_s = seconds(met, answered);
        frame.statistics.events_s = answered.elapsed().as_secs_f64();
        told
    }

    /// Gives every body its motion and its box on that way.
    fn begin(
        &mut self,
        given: &Given<'_>,
        options: &AdvanceOptions,
        jobs: &dyn Jobs,
    ) -> Result<()> {
        self.here.take();
        let widened = Some([0.0, 1.0].map(|tolerance| options.widening(tolerance)));
        if self.lists.widened != widened {
            self.lists.widened = widened;
            self.lists.fixed_changed = true;
        }
        let fixed_changed = self.lists.fixed_changed;
        let boxes = self.boxes.chunks_mut(BODIES);
        let mut pieces: Vec<_> = self.slots.chunks_mut(BODIES).zip(boxes).collect();
        in_pieces(jobs, &mut pieces, 1, &|piece, work| {
            let (slots, boxes) = &mut work[0];
            for ((slot, held), index) in
                slots.iter_mut().zip(boxes.iter_mut()).zip(piece * BODIES..)
            {
                let Some(body) = &mut slot.body else { continue };
                match given.to(index) {
                    Some(motion) => (body.motion, body.is_still) = (*motion, false),
                    None if !body.is_still => {
                        body.motion = Motion::fixed(*body.motion.end());
                        body.is_still = true;
                    }
                    None => {}
                }
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
        })
        .map(|_| ())
    }

    /// Finds the pairs whose boxes meet.
    fn meet(&mut self, options: &AdvanceOptions, jobs: &dyn Jobs) -> Result<()> {
        let mut broad_phase = std::mem::take(&mut self.broad_phase);
        let lists = &self.lists;
        let allowed = |a, b| self.badges_allow(a, b);
        let is_open = lists.is_open && self.pair_filter.is_none();
        let found = broad_phase.search(
            &Bodies {
                boxes: &self.boxes,
                moving: &lists.moving,
                fixed: lists.fixed_changed.then_some(&lists.fixed),
                allowed: (!is_open).then_some(&allowed),
                max_pairs: options.max_pairs,
                still: options.mode == Mode::Poses,
            },
            jobs,
        );
        self.broad_phase = broad_phase;
        self.lists.fixed_changed = found.is_err();
        found
    }

    /// Asks about every pair that was found and that the budget allows, each with what the frame before left; tells of those
    /// that were in contact and are not found.
    fn ask(&self, options: &AdvanceOptions, jobs: &dyn Jobs, scratch: &mut Scratch) -> Result<()> {
        let Scratch {
            places,
            pairs,
            order,
            found,
        } = scratch;
        places.clear();
        places.extend(self.broad_phase.found().flatten());
        self.pairs.order(self.broad_phase.spots(), jobs, order)?;
        let posed = match options.mode {
            Mode::Poses => self.posed(jobs)?,
            _ => Vec::new(),
        };
        let narrow = NarrowPhase {
            world: self,
            options,
            posed: &posed,
        };
        let over = over_budget(&narrow, options.budget, places);
        pairs.resize(places.len());
        // One piece at least: all pairs may have parted.
        found.resize_with(places.len().div_ceil(PAIRS).max(1), Found::default);
        let (mut ids, mut kept) = (pairs.ids.chunks_mut(PAIRS), pairs.kept.chunks_mut(PAIRS));
        let pieces = found.iter_mut().map(|found| {
            let (ids, kept) = (ids.next(), kept.next());
            (ids.unwrap_or_default(), kept.unwrap_or_default(), found)
        });
        let mut pieces: Vec<_> = pieces.collect();
        let answers = in_pieces(jobs, &mut pieces, 1, &|piece, work| -> Result<()> {
            let (ids, kept, found) = &mut work[0];
            found.clear();
            let first = piece * PAIRS;
            let from = match piece {
                0 => 0,
                _ => order.partition_point(|(place, _)| *place < places[first]),
            };
            let mut left = order[from..].iter().peekable();
            let own = &places[first..first + kept.len()];
            for (kept, &place) in kept.iter_mut().zip(own) {
                while let Some((_, gone)) = left.next_if(|(at, _)| *at < place) {
                    self.part(&narrow, *gone, found);
                }
                *kept = match left.next_if(|(at, _)| *at == place) {
                    Some((_, known)) => self.pairs.kept[*known as usize],
                    None => Kept::default(),
                };
            }
            let next = places.get(first + PAIRS).copied().unwrap_or(u64::MAX);
            while let Some((_, gone)) = left.next_if(|(at, _)| *at < next) {
                self.part(&narrow, *gone, found);
            }
            narrow.touch(own);
            let asked = ids.iter_mut().zip(kept.iter_mut()).zip(own);
            for (((ids, kept), &place), number) in asked.zip(first..) {
                let asked = Asked { place, ids, kept };
                match over.get(number) {
                    Some(true) => narrow.pass_over(asked, found),
                    _ => narrow.ask(asked, found)?,
                }
            }
            Ok(())
        })?;
        answers.into_iter().collect()
    }

    /// A pair of the frame before that is not found.
    fn part(&self, narrow: &NarrowPhase<'_>, number: u32, found: &mut Found) {
        let number = number as usize;
        if self.pairs.kept[number].touching {
            narrow.part(&self.pairs.ids[number], found);
        }
    }

    /// Bodies that move at their end poses, in the order of spots: near each other in memory as they are in space.
    fn posed(&self, jobs: &dyn Jobs) -> Result<Vec<Option<Posed<'_>>>> {
        let mut posed = vec![None; self.broad_phase.movers()];
        in_pieces(jobs, &mut posed, BODIES, &|first, posed| {
            for (posed, mover) in posed.iter_mut().zip(first..) {
                let index = self.broad_phase.index_of_mover(mover);
                let body = self.slots[index as usize].body.as_ref();
                *posed = body.map(|body| Posed::new(body, &self.lists.badges[index as usize]));
            }
        })?;
        Ok(posed)
    }

    /// The events of all pieces in order, and what they took.
    fn tell(&self, scratch: &Scratch, jobs: &dyn Jobs, frame: &mut WorldFrame) -> Result<()> {
        frame.statistics = Statistics {
            bodies: self.lists.ordered.len() as u64,
            moving: self.lists.moving.len() as u64,
            pairs: scratch.places.len() as u64,
            ..Statistics::default()
        };
        for piece in &scratch.found {
            frame.statistics.add(&piece.statistics);
        }
        self.put_in_order(&scratch.found, jobs, &mut frame.events)
    }

    /// By time, then by pairs in the order of bodies; events of one pair as they came.
    fn put_in_order(
        &self,
        found: &[Found],
        jobs: &dyn Jobs,
        events: &mut Vec<Event>,
    ) -> Result<()> {
        let (mut spots, at_once) = by_pairs(found, self.lists.ordered.len());
        if !at_once {
            by_time(&mut spots, found);
        }
        let lists = &self.lists;
        let badge = |rank: u32| &lists.badges[lists.ordered[rank as usize] as usize];
        // Near each other, apart from all else that pieces gave.
        let told = found
            .iter()
            .map(|found| (&found.seen[..], &found.events[..]));
        let told: Vec<_> = told.collect();
        let nothing = Seen::default().event([&Badge::OF_NOBODY; 2]);
        events.resize(spots.len(), nothing);
        in_pieces(jobs, events, EVENTS, &|first, events| {
            let spots = &spots[first..first + events.len()];
            // Read before any is told of, so that many reads wait for memory together.
            let read = |spot: &Spot| {
                let seen = told[spot.piece as usize].0.get(spot.at as usize);
                seen.map_or(0, |seen| seen.phase as u32) + badge(spot.second).rank
            };
            black_box(spots.iter().map(read).fold(0, u32::wrapping_add));
            for (event, spot) in events.iter_mut().zip(spots) {
                let ((seen, events), at) = (told[spot.piece as usize], spot.at as usize);
                *event = match seen.get(at) {
                    Some(seen) => seen.event([spot.first, spot.second].map(badge)),
                    None => events[at],
                };
                event.order_group = spot.group;
            }
        })
        .map(|_| ())
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
        let mut found = Found::default();
        for event in &frame.events {
            let rank = |piece: Piece| self.lists.badges[piece.body.index() as usize].rank;
            found.push(*event, [rank(event.key.a), rank(event.key.b)]);
        }
        self.put_in_order(&[found], &Serial, &mut frame.events)
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
        let ends = |exit: [f64; 2]| exit[1] < 1.0;
        let is_open = |contact| contact == Contact::None;
        // What is proved stays so.
        let same = |interval: &&ContactInterval| {
            let [low, high] = bracket(interval);
            let proved = is_open(event.contact) || !is_open(interval.contact);
            let ended = event.phase != Phase::End || ends(interval.exit);
            proved && ended && low <= event.t_hi && event.t_lo <= high
        };
        let found = intervals[..answer.written].iter().find(same);
        Ok(found.map_or(*event, |interval| {
            let [t_lo, t_hi] = bracket(interval);
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

/// Which pairs are not asked about: those after the first in the order of bodies. Empty: none.
fn over_budget(narrow: &NarrowPhase<'_>, budget: u64, places: &[u64]) -> Vec<bool> {
    if budget >= places.len() as u64 {
        return Vec::new();
    }
    let mut order: Vec<_> = (0..places.len()).collect();
    order.sort_by_key(|&number| narrow.badges(places[number]).map(|badge| badge.rank));
    let mut left = vec![false; places.len()];
    for &number in &order[budget as usize..] {
        left[number] = true;
    }
    left
}
