//! The motions of a frame, and the boxes of bodies on their way.
//!
//! Only bodies that may move are read, so a frame does not pay for static ones: both the motions and the bodies ascend by
//! index, and a chunk of bodies is merged with its motions. Static bodies get new boxes if one of them has changed.

use crate::error::{Error, Result};
use crate::motion::moving_box::MovingBox;
use crate::motion::rigid_motion::Motion;
use crate::numeric::simd;
use crate::numeric::sort::sorted_indices;
use crate::world::advance_options::{AdvanceOptions, Mode};
use crate::world::bodies::{BodySlot, World, no_such};
use crate::world::ids::BodyId;
use crate::world::jobs::{Jobs, in_pieces};

/// Bodies of a chunk.
const BODIES_PER_CHUNK: usize = 128;

/// Prefetch distance, in motions: how far ahead of its use one is read.
const PREFETCH_DISTANCE: usize = 16;

const ELSEWHERE: &str = "it starts elsewhere than where the body is; teleport the body there first";

const TWICE: &str = "it has one already";

/// The motions of a frame, by index of their bodies.
pub(crate) struct FrameMotions<'a> {
    motions: &'a [(BodyId, Motion)],
    /// Their numbers in that order; None if they come so.
    order: Option<Vec<usize>>,
}

impl<'a> FrameMotions<'a> {
    /// The number of the motion in a place of the order.
    #[inline(always)]
    fn number(&self, place: usize) -> usize {
        self.order.as_ref().map_or(place, |order| order[place])
    }

    /// Index of the body of the motion in a place of the order; none is larger than that of no motion.
    #[inline(always)]
    fn index(&self, place: usize) -> u32 {
        match place < self.motions.len() {
            true => self.motions[self.number(place)].0.index(),
            false => u32::MAX,
        }
    }

    /// The motions of the bodies from this index on.
    fn from(&self, index: u32) -> RemainingMotions<'_, 'a> {
        let (mut low, mut high) = (0, self.motions.len());
        while low < high {
            let middle = (low + high) / 2;
            match self.index(middle) < index {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        RemainingMotions {
            all: self,
            place: low,
        }
    }
}

/// The rest of the motions of a frame.
struct RemainingMotions<'f, 'a> {
    all: &'f FrameMotions<'a>,
    place: usize,
}

impl<'a> RemainingMotions<'_, 'a> {
    /// The number and motion of a body, if it has one. Later calls are about larger indices.
    #[inline(always)]
    fn next_of(&mut self, index: u32) -> Option<(usize, &'a Motion)> {
        while self.all.index(self.place) < index {
            self.place += 1;
        }
        if self.all.index(self.place) != index {
            return None;
        }
        let soon = self.place + PREFETCH_DISTANCE;
        if soon < self.all.motions.len() {
            simd::prefetch_all(&self.all.motions[self.all.number(soon)].1);
        }
        let number = self.all.number(self.place);
        Some((number, &self.all.motions[number].1))
    }
}

/// Some bodies, with the slots and boxes from the first of them to the last.
struct BodyChunk<'a> {
    indices: &'a [u32],
    /// Index of the first of these slots.
    first: usize,
    slots: &'a mut [BodySlot],
    boxes: &'a mut [MovingBox],
    /// Which of the bodies have their motions of the frame.
    moved: &'a mut [bool],
}

/// Cuts bodies, whose indices ascend, into chunks.
fn chunks<'a>(
    indices: &'a [u32],
    mut slots: &'a mut [BodySlot],
    mut boxes: &'a mut [MovingBox],
    moved: &'a mut [bool],
) -> Vec<BodyChunk<'a>> {
    let mut first = 0;
    let pieces = indices
        .chunks(BODIES_PER_CHUNK)
        .zip(moved.chunks_mut(BODIES_PER_CHUNK));
    let chunk = |(indices, moved): (&'a [u32], &'a mut [bool])| {
        let count = indices.last().map_or(0, |last| *last as usize + 1 - first);
        let (own, rest) = std::mem::take(&mut slots).split_at_mut(count);
        let (own_boxes, other_boxes) = std::mem::take(&mut boxes).split_at_mut(count);
        (slots, boxes) = (rest, other_boxes);
        let chunk = BodyChunk {
            indices,
            first,
            slots: own,
            boxes: own_boxes,
            moved,
        };
        first += count;
        chunk
    };
    pieces.map(chunk).collect()
}

fn bad_motion(id: BodyId, what: &'static str) -> Error {
    Error::BodyMotion {
        index: id.index(),
        generation: id.generation(),
        what,
    }
}

impl World {
    /// Orders motions by their bodies. Where they start is seen when bodies get them.
    pub(crate) fn check_motions<'a>(
        &self,
        motions: &'a [(BodyId, Motion)],
    ) -> Result<FrameMotions<'a>> {
        let fault = |(id, _): &(BodyId, Motion)| {
            let proxy = self.lists.proxies.get(id.index() as usize);
            match proxy.filter(|proxy| proxy.side.id == *id && proxy.rank != u32::MAX) {
                None => Some(no_such(*id)),
                Some(proxy) if proxy.fixed => Some(bad_motion(*id, "a static body does not move")),
                Some(_) => None,
            }
        };
        let index = |number: usize| motions[number].0.index();
        let (mut order, mut twice) = (None, None);
        if !motions.is_sorted_by(|(a, _), (b, _)| a.index() < b.index()) {
            let by_index = sorted_indices(motions.len(), &|i, j| index(i).cmp(&index(j)));
            let again = by_index.windows(2).filter(|w| index(w[0]) == index(w[1]));
            twice = again.map(|w| w[1]).min();
            order = Some(by_index);
        }
        // The first that is wrong in any way.
        let checked = &motions[..twice.unwrap_or(motions.len())];
        let faulty = checked.iter().position(|motion| fault(motion).is_some());
        let Some(number) = faulty.or(twice) else {
            return Ok(FrameMotions { motions, order });
        };
        let is_elsewhere =
            |(id, motion): &&(BodyId, Motion)| motion.start() != self.body(id.index()).pose();
        let first = motions[..number].iter().find(is_elsewhere);
        let wrong = || fault(&motions[number]).unwrap_or(bad_motion(motions[number].0, TWICE));
        Err(first.map_or_else(wrong, |(id, _)| bad_motion(*id, ELSEWHERE)))
    }

    /// Number of bodies that may move, empty ones included.
    pub(crate) fn movable_count(&self) -> usize {
        self.lists.moving.len() + self.lists.empty.len()
    }

    /// Gives every body its motion, if it starts where the body is, and its box on that way. `moved`: which of the bodies
    /// that may move have got theirs, the empty ones last.
    pub(crate) fn update_boxes(
        &mut self,
        given: &FrameMotions<'_>,
        options: &AdvanceOptions,
        jobs: &dyn Jobs,
        moved: &mut [bool],
    ) -> Result<()> {
        self.here.forget(false);
        self.undisturbed.clear();
        let widened = Some([0.0, 1.0].map(|tolerance| options.widening(tolerance)));
        if self.lists.widened != widened {
            self.lists.widened = widened;
            self.lists.fixed_changed = true;
        }
        let lists = &self.lists;
        if lists.fixed_changed {
            let (slots, boxes) = (&mut self.slots, &mut self.boxes);
            let mut unmoved = vec![false; lists.fixed.len()];
            let mut pieces = chunks(&lists.fixed, slots, boxes, &mut unmoved);
            in_pieces(jobs, &mut pieces, 1, &|_, chunk| chunk[0].measure(options))?;
        }
        let (moved, moved_empty) = moved.split_at_mut(lists.moving.len());
        let mut elsewhere = Vec::new();
        for (indices, moved) in [(&lists.moving, moved), (&lists.empty, moved_empty)] {
            let mut pieces = chunks(indices, &mut self.slots, &mut self.boxes, moved);
            elsewhere.extend(in_pieces(jobs, &mut pieces, 1, &|_, chunk| {
                let found = chunk[0].take_motions(given);
                chunk[0].measure(options);
                found
            })?);
        }
        match elsewhere.into_iter().flatten().min() {
            Some(number) => Err(bad_motion(given.motions[number].0, ELSEWHERE)),
            None => Ok(()),
        }
    }

    /// Puts bodies where their motions started, those that `moved` names among the bodies that may move, and all others
    /// where theirs ended.
    pub(crate) fn restore_poses(&mut self, moved: impl Fn(usize) -> bool) {
        self.is_fresh = false;
        self.here.forget(false);
        self.pairs.keys.clear();
        let movable = self.lists.moving.iter().chain(&self.lists.empty);
        for (place, index) in movable.enumerate() {
            if let Some(body) = &mut self.slots[*index as usize].body {
                let motion = &body.motion;
                let at = match moved(place) {
                    true => motion.start(),
                    false => motion.end(),
                };
                body.motion = Motion::fixed(*at);
                body.is_still = true;
            }
        }
    }
}

impl BodyChunk<'_> {
    /// Gives the bodies their motions. Returns the least number of one that starts elsewhere.
    fn take_motions(&mut self, given: &FrameMotions<'_>) -> Option<usize> {
        let mut elsewhere: Option<usize> = None;
        let mut motions = given.from(self.indices[0]);
        for (&index, moved) in self.indices.iter().zip(self.moved.iter_mut()) {
            let Some(body) = &mut self.slots[index as usize - self.first].body else {
                continue;
            };
            match motions.next_of(index) {
                Some((number, motion)) if motion.start() != body.pose() => {
                    elsewhere = Some(elsewhere.map_or(number, |least| number.min(least)));
                }
                Some((_, motion)) => {
                    (body.motion, body.is_still, *moved) = (*motion, false, true);
                }
                None if !body.is_still => {
                    body.motion = Motion::fixed(*body.motion.end());
                    body.is_still = true;
                }
                None => {}
            }
        }
        elsewhere
    }

    /// Makes the boxes of the bodies on their way.
    fn measure(&mut self, options: &AdvanceOptions) {
        for index in self.indices {
            let place = *index as usize - self.first;
            let Some(body) = &self.slots[place].body else {
                continue;
            };
            let more = options.widening(body.extent.tolerance());
            let (shape, motion) = (body.shape.get(), &body.motion);
            self.boxes[place] = match body.is_still || options.mode == Mode::Poses {
                true => MovingBox::still(body.extent.at(&shape, motion.end(), more)),
                false => body.extent.along(&shape, motion, more),
            };
        }
    }
}
