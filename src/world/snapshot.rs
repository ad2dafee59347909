//! A world as bytes, and back.
//!
//! What is written is what the frames to come depend on: who is where, filters, the pairs' states and contacts, which places
//! are free. What they do not depend on is left out: trees, boxes, motions of the last frame, shapes. The same world gives
//! the same bytes, on every machine. Numbers are little endian:
//!
//! | what | bytes |
//! |---|---|
//! | `IFRWORLD`, version 1 | 8, 4 |
//! | frames so far; places, free places, pairs | 8; 4, 4, 8 |
//! | each place: its generation; 1 if taken + 2 of a sensor + 4 if static | 4; 4 |
//! | if taken: the user's key, fingerprint of the shape, category, mask, group; position, quaternion x y z w | 8, 8, 8, 8, 4; 24, 32 |
//! | each free place, the next to be taken last | 4 |
//! | each pair, in order: for A and B index, generation, part, triangle; state; 1 if in contact | 16, 16; 56; 1 |
//! | check sum of all before | 8 |

use nalgebra::{Quaternion, Vector3};

use crate::error::{Error, Result};
use crate::motion::pose::Pose;
use crate::numeric::bytes::{Reader, SealErrors, Writer};
use crate::numeric::memory::check_memory;
use crate::numeric::sort::sort_by_key;
use crate::pair::PairState;
use crate::shape::body::SharedBody;
use crate::world::bodies::{BodyInput, BodySlot, Mobility, Role, World, WorldBody};
use crate::world::filter::Filter;
use crate::world::ids::BodyId;
use crate::world::pairs::{CachedPair, Ids, Pairs};

const MAGIC: &[u8; 8] = b"IFRWORLD";

const VERSION: u32 = 1;

/// What a world needs at most, in bytes of memory a byte of its snapshot.
const BYTES_PER_BYTE: usize = 48;

const TAKEN: u32 = 1;
const SENSOR: u32 = 2;
const STATIC: u32 = 4;

/// The frame's number, the bodies' places, those that are free, the pairs.
type Contents = (u64, Vec<BodySlot>, Vec<u32>, Pairs);

impl World {
    /// All that the frames to come depend on beside shapes and the pair filter, as bytes. Frames after
    /// [`restore`](Self::restore) are those that would have come without it, to the bit.
    ///
    /// 100 bytes a body and 89 for each pair whose boxes met; allocates the list.
    #[must_use]
    pub fn snapshot(&self) -> Vec<u8> {
        let order = |id: BodyId| Some(self.get(id).ok()?.side.order());
        let alive = self.pairs.iter().filter_map(|(ids, cached)| {
            let order = (order(ids[0])?, order(ids[1])?);
            Some((order, ids, cached))
        });
        let mut pairs: Vec<_> = alive.collect();
        sort_by_key(&mut pairs, |(order, ..)| *order);
        let mut out = Writer(Vec::with_capacity(
            64 + 112 * self.slots.len() + 89 * pairs.len(),
        ));
        out.0.extend_from_slice(MAGIC);
        out.word(VERSION);
        out.long(self.number);
        out.word(self.slots.len() as u32);
        out.word(self.free.len() as u32);
        out.long(pairs.len() as u64);
        for slot in &self.slots {
            out.word(slot.generation);
            let Some(body) = &slot.body else {
                out.word(0);
                continue;
            };
            let sensor = if body.role == Role::Sensor { SENSOR } else { 0 };
            let fixed = if body.is_static() { STATIC } else { 0 };
            out.word(TAKEN | sensor | fixed);
            let Filter {
                category,
                mask,
                group,
            } = body.filter;
            for long in [body.side.user, body.fingerprint, category, mask] {
                out.long(long);
            }
            out.word(group as u32);
            let (p, q) = (body.pose().translation(), body.pose().quaternion().coords);
            out.numbers(p.iter().chain(&q));
        }
        for &free in &self.free {
            out.word(free);
        }
        for (_, ids, cached) in pairs {
            for id in ids {
                out.word(id.index());
                out.word(id.generation());
                // Pairs are of whole bodies: part and triangle.
                out.long(0);
            }
            out.0.extend_from_slice(&cached.state.to_bytes());
            out.0.push(u8::from(cached.touching));
        }
        out.sealed()
    }

    /// Makes this world the one that a snapshot was taken of. `shape_of` gives the shapes of bodies that are not in this
    /// world now, or have another shape now, by id and key; it is not called for others. Where it need not be called, the cost is
    /// that of the bytes. The pair filter stays.
    ///
    /// # Errors
    /// [`Error::World`] for bytes that are no snapshot or a damaged one, and where a shape is missing or another than it was;
    /// [`Error::NonFinite`], [`Error::QuaternionNorm`]. The world is as it was then.
    pub fn restore(
        &mut self,
        bytes: &[u8],
        shape_of: &dyn Fn(BodyId, u64) -> Option<SharedBody>,
    ) -> Result<()> {
        check_memory(bytes.len(), BYTES_PER_BYTE)?;
        let (number, slots, free, pairs) = self.read(bytes, shape_of)?;
        let mut restored = World {
            pair_filter: self.pair_filter.take(),
            number,
            free,
            pairs,
            ..World::default()
        };
        restored.put(slots);
        *self = restored;
        Ok(())
    }

    fn read(
        &self,
        bytes: &[u8],
        shape_of: &dyn Fn(BodyId, u64) -> Option<SharedBody>,
    ) -> Result<Contents> {
        let errors = SealErrors {
            cut_short: wrong("a snapshot is cut short"),
            other_kind: wrong("these bytes are no snapshot of a world"),
            other_version: wrong("a snapshot of another version"),
            damaged: wrong("a snapshot is damaged: its check sum is another"),
        };
        let mut from = Reader::open(bytes, (MAGIC, VERSION), errors)?;
        let number = from.long()?;
        if number == u64::MAX {
            return Err(wrong("a snapshot is of the last frame that can be counted"));
        }
        let (places, free_places) = (from.word()?, from.word()?);
        let pairs = from.long()?;
        let mut slots = Vec::new();
        for index in 0..places {
            slots.push(self.read_slot(&mut from, index, shape_of)?);
        }
        let mut free = Vec::new();
        // A place whose numbers have run out is never free.
        let has_more = |slot: &BodySlot| slot.body.is_none() && slot.generation < u32::MAX;
        let mut may_be_free: Vec<bool> = slots.iter().map(has_more).collect();
        for _ in 0..free_places {
            let index = from.word()?;
            let place = may_be_free.get_mut(index as usize);
            if !place.is_some_and(std::mem::take) {
                return Err(wrong("a snapshot frees a place that is taken"));
            }
            free.push(index);
        }
        if may_be_free.contains(&true) {
            return Err(wrong("a snapshot has lost a free place"));
        }
        let mut records = Pairs::default();
        let mut last = None;
        for _ in 0..pairs {
            let (ids, cached) = from.pair()?;
            let order = ids.map(|id| {
                let slot = slots.get(id.index() as usize);
                let body = slot.and_then(|slot| slot.body.as_ref());
                let body = body.filter(|body| body.side.id == id);
                body.map(|body| body.side.order())
            });
            let [Some(a), Some(b)] = order else {
                return Err(wrong("a snapshot has a pair of a body that it has not"));
            };
            if a >= b || last.is_some_and(|last| last >= (a, b)) {
                return Err(wrong("a snapshot has pairs that are not in order"));
            }
            last = Some((a, b));
            records.push(ids, cached);
        }
        match from.rest.is_empty() {
            true => Ok((number, slots, free, records)),
            false => Err(wrong("a snapshot goes on after its end")),
        }
    }

    fn read_slot(
        &self,
        from: &mut Reader<'_>,
        index: u32,
        shape_of: &dyn Fn(BodyId, u64) -> Option<SharedBody>,
    ) -> Result<BodySlot> {
        let (generation, flags) = (from.word()?, from.word()?);
        if flags == 0 {
            return Ok(BodySlot {
                generation,
                body: None,
            });
        }
        if flags & TAKEN == 0 || flags > (TAKEN | SENSOR | STATIC) || generation == 0 {
            return Err(wrong("a snapshot has a body of no known kind"));
        }
        let id = BodyId::new(index, generation);
        let [user, fingerprint, category, mask] =
            [from.long()?, from.long()?, from.long()?, from.long()?];
        let filter = Filter {
            category,
            mask,
            group: from.word()? as i32,
        };
        let mut numbers = [0.0; 7];
        for number in &mut numbers {
            *number = from.number()?;
        }
        let [x, y, z, i, j, k, w] = numbers;
        let pose = Pose::new(Vector3::new(x, y, z), Quaternion::new(w, i, j, k))?;
        let own = self
            .get(id)
            .ok()
            .filter(|body| body.fingerprint == fingerprint);
        let shape = match own {
            Some(body) => body.shape.clone(),
            None => shape_of(id, user)
                .ok_or(wrong("a snapshot has a body whose shape was not given"))?,
        };
        let role = if flags & SENSOR != 0 {
            Role::Sensor
        } else {
            Role::Solid
        };
        let mobility = match flags & STATIC != 0 {
            true => Mobility::Static,
            false => Mobility::Moving,
        };
        let input = BodyInput {
            shape,
            pose,
            user,
            filter,
            role,
            mobility,
        };
        let body = match own {
            Some(own) => WorldBody::measured(id, input, (own.extent, fingerprint)),
            None => WorldBody::new(id, input),
        };
        match body.fingerprint == fingerprint {
            true => Ok(BodySlot {
                generation,
                body: Some(body),
            }),
            false => Err(wrong("a snapshot has a body of another shape")),
        }
    }
}

fn wrong(what: &'static str) -> Error {
    Error::World { what }
}

impl Reader<'_> {
    fn id(&mut self) -> Result<BodyId> {
        let id = BodyId::new(self.word()?, self.word()?);
        match self.long()? {
            0 => Ok(id),
            _ => Err(wrong("a snapshot has a pair of parts of bodies")),
        }
    }

    fn pair(&mut self) -> Result<(Ids, CachedPair)> {
        let ids = [self.id()?, self.id()?];
        let state = PairState::from_bytes(&self.take()?);
        match self.take::<1>()?[0] {
            touching @ (0 | 1) => Ok((
                ids,
                CachedPair {
                    state,
                    touching: touching == 1,
                },
            )),
            _ => Err(wrong(
                "a snapshot has a pair that is neither in contact nor not",
            )),
        }
    }
}
