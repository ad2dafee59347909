//! The bodies of a world: their data, their ids, and their filters.

use std::fmt;
use std::sync::Arc;

use nalgebra::Vector3;

use crate::error::{Error, Result};
use crate::motion::moving_box::{LocalBounds, MovingBox};
use crate::motion::pose::Pose;
use crate::motion::rigid_motion::Motion;
use crate::names::named;
use crate::numeric::memory::{check_memory, heap_bytes};
use crate::shape::body::SharedBody;
use crate::world::body_proxy::BodyProxy;
use crate::world::broad_phase::BroadPhase;
use crate::world::filter::Filter;
use crate::world::fingerprint::fingerprint;
use crate::world::here::TreesHere;
use crate::world::ids::{BodyId, Side};
use crate::world::pairs::Pairs;
use crate::world::scratch::Scratch;

named! {
    /// Role of a body in a world, for [`Filter`].
    #[non_exhaustive]
    pub enum Role, a "role" {
        /// A body of the simulation.
        Solid = 0: "solid",
        /// A region that notices things: swept as they are, its events say so.
        Sensor = 1: "sensor",
    }
}

named! {
    /// Whether a body moves.
    #[non_exhaustive]
    pub enum Mobility, a "mobility" {
        /// It may have a motion in any frame.
        Moving = 0: "moving",
        /// It stays where it is unless it is teleported. Two such bodies are never a pair.
        Static = 1: "static",
    }
}

/// A body to be.
#[derive(Debug, Clone)]
pub struct BodyInput {
    /// The shape.
    pub shape: SharedBody,
    /// Where it starts.
    pub pose: Pose,
    /// A key of yours. Pairs, and events at one time, are ordered by these keys, and by ids where keys are equal. If all
    /// keys differ, results do not depend on the order in which you added the bodies.
    pub user: u64,
    /// Filter of the pairs that it can form.
    pub filter: Filter,
    /// Solid or sensor.
    pub role: Role,
    /// Moving or static.
    pub mobility: Mobility,
}

impl BodyInput {
    /// A solid that moves, with the default filter and the key 0.
    #[must_use]
    pub fn new(shape: impl Into<SharedBody>, pose: Pose) -> Self {
        BodyInput {
            shape: shape.into(),
            pose,
            user: 0,
            filter: Filter::default(),
            role: Role::Solid,
            mobility: Mobility::Moving,
        }
    }
}

/// A body of a world.
#[derive(Debug, Clone)]
pub struct WorldBody {
    pub(crate) side: Side,
    pub(crate) shape: SharedBody,
    pub(crate) motion: Motion,
    /// Whether that is fixed.
    pub(crate) is_still: bool,
    pub(crate) filter: Filter,
    pub(crate) role: Role,
    pub(crate) mobility: Mobility,
    pub(crate) extent: LocalBounds,
    /// Fingerprint of the shape.
    pub(crate) fingerprint: u64,
}

impl WorldBody {
    pub(crate) fn new(id: BodyId, input: BodyInput) -> Self {
        let measured = (
            LocalBounds::new(&input.shape.get()),
            fingerprint(&input.shape),
        );
        Self::measured(id, input, measured)
    }

    /// Makes a body of a shape whose extent and fingerprint are known.
    pub(crate) fn measured(id: BodyId, input: BodyInput, measured: (LocalBounds, u64)) -> Self {
        let (extent, fingerprint) = measured;
        WorldBody {
            side: Side {
                id,
                user: input.user,
            },
            motion: Motion::fixed(input.pose),
            is_still: true,
            filter: input.filter,
            role: input.role,
            mobility: input.mobility,
            extent,
            fingerprint,
            shape: input.shape,
        }
    }

    /// Its name.
    #[must_use]
    pub fn id(&self) -> BodyId {
        self.side.id
    }

    /// The user's key.
    #[must_use]
    pub fn user(&self) -> u64 {
        self.side.user
    }

    /// Its shape.
    #[must_use]
    pub fn shape(&self) -> &SharedBody {
        &self.shape
    }

    /// Where it is.
    #[must_use]
    pub fn pose(&self) -> &Pose {
        self.motion.end()
    }

    /// Its motion in the last frame; at rest after it was added, teleported or restored.
    #[must_use]
    pub fn motion(&self) -> &Motion {
        &self.motion
    }

    /// Filter of the pairs that it can form.
    #[must_use]
    pub fn filter(&self) -> Filter {
        self.filter
    }

    /// Solid or sensor.
    #[must_use]
    pub fn role(&self) -> Role {
        self.role
    }

    /// Moving or static.
    #[must_use]
    pub fn mobility(&self) -> Mobility {
        self.mobility
    }

    pub(crate) fn is_static(&self) -> bool {
        self.mobility == Mobility::Static
    }
}

/// A place of a body.
#[derive(Debug, Clone)]
pub(crate) struct BodySlot {
    pub(crate) generation: u32,
    pub(crate) body: Option<WorldBody>,
}

/// A pure function that returns whether two bodies can collide, for pairs that pass their filters.
pub type PairFilter = Arc<dyn Fn([Side; 2]) -> bool + Send + Sync>;

/// Bodies that move, frame by frame: see [`advance`](World::advance).
///
/// Every pair that moves is swept as it moves, both its bodies from the start of the frame to its end. There is no list of
/// fast ones. What comes out depends neither on threads nor on trees, nor on the order in which bodies were added where
/// their keys differ. See `docs/guide/WORLD.md`.
///
/// ```
/// use interframe::{AdvanceOptions, BodyInput, Mobility, Motion, Phase, Pose, Serial, SharedBody, World};
/// use nalgebra::Vector3;
///
/// let mut world = World::new();
/// let at = |x: f64| Pose::from_translation(Vector3::new(x, 0.0, 0.0));
/// let bullet = world.add(BodyInput::new(SharedBody::sphere(0.01)?, at(-5.0)?));
/// world.add(BodyInput {
///     mobility: Mobility::Static,
///     ..BodyInput::new(SharedBody::sphere(0.5)?, at(0.0)?)
/// });
/// let scaled = Motion::translation(*world.get(bullet)?.pose(), Vector3::new(5.0, 0.0, 0.0))?;
/// let frame = world.advance(&[(bullet, scaled)], &AdvanceOptions::default(), &Serial)?;
/// assert_eq!((frame.events.len(), frame.events[0].phase), (1, Phase::Begin));
/// assert!((frame.events[0].t_hi - 0.449).abs() < 1e-6);
/// # Ok::<(), interframe::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct World {
    pub(crate) slots: Vec<BodySlot>,
    /// Places without a body, the next to be taken last.
    pub(crate) free: Vec<u32>,
    pub(crate) pair_filter: Option<PairFilter>,
    /// Frames so far.
    pub(crate) number: u64,
    /// In the order in which the last frame found them.
    pub(crate) pairs: Pairs,
    pub(crate) scratch: Scratch,
    /// The boxes of the last frame, by place.
    pub(crate) boxes: Vec<MovingBox>,
    pub(crate) broad_phase: BroadPhase,
    pub(crate) lists: Lists,
    /// Whether the last frame's motions are still those of the bodies.
    pub(crate) is_fresh: bool,
    /// The motions that bodies had at first in the last frame, of those that changed theirs within it.
    pub(crate) undisturbed: Vec<(u32, Motion)>,
    /// Trees of the current poses, for queries.
    pub(crate) here: TreesHere,
    /// Most bodies and pairs of a frame, for which lists are there.
    pub(crate) largest_frame: [usize; 2],
}

/// What a frame needs at most, in bytes a body and a pair: the first of its size, and one whose lists are there.
const BYTES_OF_FRAME: [[usize; 2]; 2] = [[4096, 1024], [4096, 1024]];

/// Places of bodies in the orders that a frame needs.
#[derive(Debug, Clone, Default)]
pub(crate) struct Lists {
    /// All bodies, by key and id.
    pub(crate) ordered: Vec<u32>,
    /// Body proxies: the data of each body that is read most often.
    pub(crate) proxies: Vec<BodyProxy>,
    /// Those that may move, empty ones left out; ascending.
    pub(crate) moving: Vec<u32>,
    /// Empty ones that may move.
    pub(crate) empty: Vec<u32>,
    /// Those that never move, empty ones left out; ascending.
    pub(crate) fixed: Vec<u32>,
    /// Whether the filters let every two bodies collide.
    pub(crate) is_open: bool,
    /// Whether bodies came or went, or filters changed, since these were made.
    stale: bool,
    /// Whether the filter of a body changed since the trees were made.
    pub(crate) new_filters: bool,
    /// Whether static ones came, went or were teleported since the tree of them was made, or boxes are wider.
    pub(crate) fixed_changed: bool,
    /// Lengths by which boxes were widened in the last frame.
    pub(crate) widened: Option<[f64; 2]>,
}

impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("World")
            .field("bodies", &self.len())
            .field("frames", &self.number)
            .field("pairs", &self.pairs.ids.len())
            .finish_non_exhaustive()
    }
}

impl World {
    /// Without bodies.
    #[must_use]
    pub fn new() -> Self {
        World::default()
    }

    /// Adds a body. Its contacts begin with the next frame. Reads every corner of its shape once.
    pub fn add(&mut self, body: BodyInput) -> BodyId {
        let index = self.free.pop().unwrap_or_else(|| {
            self.slots.push(BodySlot {
                generation: 0,
                body: None,
            });
            self.boxes.push(MovingBox::EMPTY);
            (self.slots.len() - 1) as u32
        });
        let slot = &mut self.slots[index as usize];
        slot.generation += 1;
        let id = BodyId::new(index, slot.generation);
        let is_static = body.mobility == Mobility::Static;
        slot.body = Some(WorldBody::new(id, body));
        self.changed(is_static, true);
        id
    }

    /// Makes room for so many bodies more, so that adding them allocates nothing.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`]. The world is as it was.
    pub fn try_reserve(&mut self, additional: usize) -> Result<()> {
        check_memory(additional, 0)?;
        let all = self.slots.len().saturating_add(additional);
        let wanted = self.slots.try_reserve(additional);
        let wanted = wanted.and_then(|()| self.boxes.try_reserve(additional));
        let wanted = wanted.and_then(|()| self.free.try_reserve(all - self.free.len().min(all)));
        wanted.map_err(|_| Error::OutOfMemory {
            bytes: additional.saturating_mul(size_of::<BodySlot>() + size_of::<MovingBox>()),
        })
    }

    /// Fails unless a frame has the memory for its bodies: more where none had so many yet. What stands still needs none again.
    pub(crate) fn check_body_memory(&self) -> Result<()> {
        let lists = &self.lists;
        let count = match lists.stale || lists.fixed_changed {
            true => self.slots.len(),
            false => self.movable_count(),
        };
        self.check_frame_memory(0, count)
    }

    /// Fails unless a frame has the memory for its bodies or pairs.
    pub(crate) fn check_frame_memory(&self, kind: usize, count: usize) -> Result<()> {
        let is_new = count > self.largest_frame[kind];
        let [first, again] = BYTES_OF_FRAME[kind];
        check_memory(count, if is_new { first } else { again })
    }

    /// Takes a body away, and its contacts without an event.
    ///
    /// # Errors
    /// [`Error::NoSuchBody`].
    pub fn remove(&mut self, id: BodyId) -> Result<()> {
        let was_static = self.get(id)?.is_static();
        let slot = &mut self.slots[id.index() as usize];
        slot.body = None;
        // A place whose numbers have run out is given to nobody again.
        if slot.generation < u32::MAX {
            self.free.push(id.index());
        }
        self.boxes[id.index() as usize] = MovingBox::EMPTY;
        self.broad_phase.forget(id.index());
        self.changed(was_static, true);
        Ok(())
    }

    /// Puts a body elsewhere. Nothing between is met; contacts end or begin with the next frame.
    ///
    /// # Errors
    /// [`Error::NoSuchBody`].
    pub fn teleport(&mut self, id: BodyId, pose: Pose) -> Result<()> {
        let body = self.get_mut(id)?;
        body.motion = Motion::fixed(pose);
        body.is_still = true;
        let is_static = body.is_static();
        self.changed(is_static, false);
        Ok(())
    }

    /// Returns the motion of a body from where it is to `end`, by the shortest arc; `pivot` (body frame) moves on a straight
    /// line. It starts at the body's pose to the bit, so that [`advance`](Self::advance) takes it.
    ///
    /// # Errors
    /// [`Error::NoSuchBody`], and those of [`Motion::between`].
    ///
    /// ```
    /// use interframe::{AdvanceOptions, BodyInput, Polytope, Pose, Serial, World};
    /// use nalgebra::Vector3;
    ///
    /// let mut world = World::new();
    /// let body = world.add(BodyInput::new(Polytope::cuboid([0.5; 3])?, Pose::identity()));
    /// for step in 1..4 {
    ///     // Where your engine, perhaps in f32, has the body at the end of this step.
    ///     let end = Pose::from_translation(Vector3::new(0.1_f32 * step as f32, 0.0, 0.0).cast())?;
    ///     let motion = world.motion_to(body, end, Vector3::zeros())?;
    ///     world.advance(&[(body, motion)], &AdvanceOptions::default(), &Serial)?;
    /// }
    /// # Ok::<(), interframe::Error>(())
    /// ```
    pub fn motion_to(&self, id: BodyId, end: Pose, pivot: Vector3<f64>) -> Result<Motion> {
        Motion::between(*self.get(id)?.pose(), end, pivot)
    }

    /// Returns the motion of a body from where it is that moves `pivot` (body frame) by `travel`, world axes, and turns the
    /// body by the rotation vector `turn`, world axes, in radians: velocity and angular velocity times the length of the
    /// frame. `turn` may be several turns.
    ///
    /// # Errors
    /// [`Error::NoSuchBody`], and those of [`Motion::from_turn`].
    pub fn motion_by(
        &self,
        id: BodyId,
        travel: Vector3<f64>,
        turn: Vector3<f64>,
        pivot: Vector3<f64>,
    ) -> Result<Motion> {
        let start = *self.get(id)?.pose();
        Motion::from_turn(start, start.translation() + travel, turn, pivot)
    }

    /// Another filter, from the next frame on.
    ///
    /// # Errors
    /// [`Error::NoSuchBody`].
    pub fn set_filter(&mut self, id: BodyId, filter: Filter) -> Result<()> {
        self.get_mut(id)?.filter = filter;
        (self.lists.stale, self.lists.new_filters) = (true, true);
        Ok(())
    }

    /// Sets a function that is called for every pair of bodies that passes the filters and whose boxes overlap. It must be
    /// pure, because it may be called at any time and by any thread. It is no part of a snapshot.
    pub fn set_pair_filter(&mut self, filter: Option<PairFilter>) {
        self.pair_filter = filter;
    }

    /// Whether there is a body of this id.
    #[must_use]
    pub fn contains(&self, id: BodyId) -> bool {
        self.get(id).is_ok()
    }

    /// The body of this id.
    ///
    /// # Errors
    /// [`Error::NoSuchBody`].
    pub fn get(&self, id: BodyId) -> Result<&WorldBody> {
        let slot = self.slots.get(id.index() as usize);
        let body = slot.and_then(|slot| slot.body.as_ref());
        body.filter(|body| body.side.id == id).ok_or(no_such(id))
    }

    fn get_mut(&mut self, id: BodyId) -> Result<&mut WorldBody> {
        let slot = self.slots.get_mut(id.index() as usize);
        let body = slot.and_then(|slot| slot.body.as_mut());
        body.filter(|body| body.side.id == id).ok_or(no_such(id))
    }

    /// All bodies, by their places.
    pub fn bodies(&self) -> impl Iterator<Item = &WorldBody> {
        self.slots.iter().filter_map(|slot| slot.body.as_ref())
    }

    /// Number of bodies. Counts them.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bodies().count()
    }

    /// Whether there is none. Looks for one.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Memory that the world takes, shapes left out, in bytes.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let lists = &self.lists;
        let indices = [
            &self.free,
            &lists.ordered,
            &lists.moving,
            &lists.empty,
            &lists.fixed,
        ];
        size_of::<Self>()
            + heap_bytes(&self.slots)
            + heap_bytes(&self.boxes)
            + heap_bytes(&lists.proxies)
            + self.pairs.memory_bytes()
            + self.scratch.memory_bytes()
            + heap_bytes(&self.undisturbed)
            + indices.map(heap_bytes).iter().sum::<usize>()
            + self.broad_phase.memory_bytes()
            + self.here.memory_bytes()
    }

    /// All bodies at once, into a world without any.
    pub(crate) fn put(&mut self, slots: Vec<BodySlot>) {
        self.boxes = vec![MovingBox::EMPTY; slots.len()];
        self.slots = slots;
        self.changed(true, true);
    }

    /// Marks the data that the next frame must compute anew.
    pub(crate) fn changed(&mut self, is_static: bool, comes_or_goes: bool) {
        self.lists.stale |= comes_or_goes;
        self.lists.fixed_changed |= is_static;
        self.is_fresh = false;
        self.here.forget(is_static);
    }

    /// The static or the moving bodies, ascending and without empty ones, if the lists are up to date.
    pub(crate) fn listed(&self, is_static: bool) -> Option<&[u32]> {
        let lists = &self.lists;
        let list = match is_static {
            true => &lists.fixed,
            false => &lists.moving,
        };
        (!lists.stale).then_some(list)
    }

    /// At a place that has one.
    #[inline(always)]
    pub(crate) fn body(&self, index: u32) -> &WorldBody {
        self.slots[index as usize].body.as_ref().expect("a body")
    }

    /// Brings the lists of bodies up to date.
    pub(crate) fn list(&mut self) {
        if !std::mem::take(&mut self.lists.stale) {
            return;
        }
        let (lists, slots) = (&mut self.lists, &self.slots);
        // What was in order stays in order, so that sorting again is a merge.
        let mut listed = vec![false; slots.len()];
        let has_body = |index: u32| slots[index as usize].body.is_some();
        lists.ordered.retain(|&index| {
            has_body(index) && !std::mem::replace(&mut listed[index as usize], true)
        });
        let indices = 0..slots.len() as u32;
        let new = indices.filter(|&index| !listed[index as usize] && has_body(index));
        lists.ordered.extend(new);
        let body = |index: u32| slots[index as usize].body.as_ref().expect("a body");
        lists.ordered.sort_by_key(|&index| body(index).side.order());
        lists.proxies.clear();
        lists.proxies.resize(slots.len(), BodyProxy::OF_NOBODY);
        for list in [&mut lists.moving, &mut lists.empty, &mut lists.fixed] {
            list.clear();
        }
        let first = lists.ordered.first().map(|&index| body(index).filter);
        lists.is_open = first.is_none_or(|filter| filter.allows(&filter));
        for (&index, rank) in lists.ordered.iter().zip(0..) {
            let body = body(index);
            lists.is_open &= first == Some(body.filter);
            lists.proxies[index as usize] = BodyProxy {
                side: body.side,
                rank,
                filter: body.filter,
                fixed: body.is_static(),
                sensor: body.role == Role::Sensor,
            };
        }
        for (slot, index) in slots.iter().zip(0..) {
            let Some(body) = &slot.body else { continue };
            match (body.extent.is_empty(), body.is_static()) {
                (true, true) => {}
                (true, false) => lists.empty.push(index),
                (false, true) => lists.fixed.push(index),
                (false, false) => lists.moving.push(index),
            }
        }
        let proxies = &lists.proxies;
        let is_there = |id: &BodyId| proxies[id.index() as usize].side.id == *id;
        self.pairs.retain(|ids| ids.iter().all(is_there));
    }

    /// Whether the bodies of two places are a pair, as listed.
    #[inline(always)]
    pub(crate) fn proxies_allow(&self, a: u32, b: u32) -> bool {
        let [a, b] = [a, b].map(|index| &self.lists.proxies[index as usize]);
        let is_pair = !(a.fixed && b.fixed) && a.filter.allows(&b.filter);
        is_pair && self.pair_filter_allows(|| [a.side, b.side])
    }

    /// Whether two bodies are a pair.
    #[inline(always)]
    pub(crate) fn allows(&self, a: &WorldBody, b: &WorldBody) -> bool {
        let is_pair = !(a.is_static() && b.is_static()) && a.filter.allows(&b.filter);
        is_pair && self.pair_filter_allows(|| [a.side, b.side])
    }

    #[inline(always)]
    fn pair_filter_allows(&self, sides: impl Fn() -> [Side; 2]) -> bool {
        self.pair_filter.as_ref().is_none_or(|filter| {
            let mut sides = sides();
            sides.sort_by_key(Side::order);
            filter(sides)
        })
    }
}

pub(crate) fn no_such(id: BodyId) -> Error {
    Error::NoSuchBody {
        index: id.index(),
        generation: id.generation(),
    }
}
