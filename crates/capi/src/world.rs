//! A world: bodies that move, frame by frame. Its frames are in `world_frame`, its queries in `world_queries`.

use libc::c_void;
use std::cell::Cell;
use std::sync::Arc;

use nalgebra::Vector3;

use crate::body::ifr_body;
use crate::boundary::{destroy, finite, input_list, into, output_list, required_mut, vector};
use crate::entry::entry;
use crate::fault::Wrong;
use crate::mirror::{c_enum, choice, texts};
use crate::motion::ifr_motion;
use crate::pose::ifr_pose;
use crate::query::*;
use crate::text::ifr_bytes;
use interframe::for_c::check_memory;
use interframe::{
    BodyId, BodyInput, Filter, Mobility, Pose, Role, SharedBody, Side, World, WorldBody, WorldFrame,
};

/// Bodies that move, frame by frame: made by ifr_world_create, freed by ifr_world_destroy. One call at a time may
/// change it (those that take it without const); any number of threads may call ifr_world_cast and the other queries
/// while no call changes it. After IFR_STATUS_PANIC of ifr_world_advance it is as it was before the call.
pub struct ifr_world {
    pub(crate) world: World,
    /// The last frame, until the next.
    pub(crate) frame: WorldFrame,
}

c_enum! {
    /// Role of a body in a world.
    ifr_role = Role {
        /// A body of the simulation.
        IFR_ROLE_SOLID = 0 => Solid,
        /// A trigger region: it is swept like any body, and its events have the flag sensor.
        IFR_ROLE_SENSOR = 1 => Sensor,
    }
}

c_enum! {
    /// Whether a body moves.
    ifr_mobility = Mobility {
        /// It may have a motion in any frame.
        IFR_MOBILITY_MOVING = 0 => Moving,
        /// It stays where it is unless it is teleported. Two such bodies are never a pair.
        IFR_MOBILITY_STATIC = 1 => Static,
    }
}

texts! {
    /// "solid", "sensor", or "unknown". See ifr_verdict_text.
    ifr_role_text(role) = ifr_role;
    /// "moving", "static", or "unknown". See ifr_verdict_text.
    ifr_mobility_text(mobility) = ifr_mobility;
}

answers! {
    /// Filter of the pairs that a body can form. Two bodies with the same nonzero group pass if it is positive and fail if
    /// it is negative, whatever their masks are. Otherwise each mask must contain a bit of the other's category. Two static
    /// bodies are never a pair, and ifr_world_set_pair_filter may forbid pairs that pass.
    ///
    /// A field that is 0 means its default, below. So a body with a zeroed filter collides with every body whose mask contains
    /// bit 0. If the filter of a query (ifr_query_filter) is zeroed, it finds all bodies, whatever their own filters are.
    pub struct ifr_filter from filter: Filter {
        /// Categories of the body, as bits. 0: bit 0 alone, the value 1. For a query, 0: all bits.
        pub category: u64,
        /// Categories with which it collides, as bits. 0: all bits. (For none, give a bit that no body's category has.)
        pub mask: u64,
        /// If two bodies have the same group, it decides instead of category and mask. 0: no group.
        pub group: i32,
        /// Not read; written as 0.
        pub reserved: [u8; 4] = [0; 4],
    }
}

impl ifr_filter {
    pub(crate) fn read(&self) -> Filter {
        let default = Filter::default();
        Filter {
            category: or_default(self.category, default.category),
            mask: or_default(self.mask, default.mask),
            group: self.group,
        }
    }

    /// Reads the filter of a query; a field that is zero excludes nothing. None: all bodies.
    pub(crate) fn read_of_query(&self) -> Option<Filter> {
        let fields = (self.category, self.mask, self.group);
        (fields != (0, 0, 0)).then(|| Filter {
            category: or_default(self.category, u64::MAX),
            ..self.read()
        })
    }
}

/// A body to be.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_world_body_input {
    /// The shape; not NULL. The world shares it, so you may destroy it afterwards.
    pub shape: *const ifr_body,
    /// Where it starts.
    pub pose: ifr_pose,
    /// A key of yours. Pairs, and events at one time, are ordered by these keys, and by ids where keys are equal. If
    /// all keys differ, results do not depend on the order in which you added the bodies.
    pub user: u64,
    /// Filter of the pairs that the body can form.
    pub filter: ifr_filter,
    /// An ifr_role.
    pub role: i32,
    /// An ifr_mobility.
    pub mobility: i32,
}

answers! {
    /// A body of a world.
    pub struct ifr_world_body from body: &WorldBody {
        /// Its id.
        pub id: u64 = body.id().to_bits(),
        /// Your key.
        pub user: u64 = body.user(),
        /// Where it is, to the bit: where its next motion must start.
        pub pose: ifr_pose = body.pose().into(),
        /// Filter of the pairs that the body can form.
        pub filter: ifr_filter = body.filter().into(),
        /// Solid or sensor.
        pub role: ifr_role = body.role().into(),
        /// Moving or static.
        pub mobility: ifr_mobility = body.mobility().into(),
    }
}

/// The library's error about an id.
fn of_id(error: interframe::Error) -> crate::fault::Fault {
    Wrong::Refused(error).at("id")
}

/// The library's error about an id, or a motion.
fn of_motion(error: interframe::Error) -> crate::fault::Fault {
    match error {
        interframe::Error::NoSuchBody { .. } => of_id(error),
        _ => Wrong::Refused(error).at(""),
    }
}

/// Three finite numbers, or zero for NULL.
///
/// # Safety
/// As [`vector`].
unsafe fn or_zero(xyz: *const f64, name: &'static str) -> crate::fault::Result<Vector3<f64>> {
    if xyz.is_null() {
        return Ok(Vector3::zeros());
    }
    // SAFETY: the caller's promise is the same.
    let xyz = unsafe { vector(xyz, name) }?;
    finite(&xyz, name)?;
    Ok(xyz.into())
}

entry! {
    /// Makes a world without bodies. On success *out is yours to destroy; on failure it is NULL.
    ifr_world_create(out: *mut *mut ifr_world) = create(out) {
        let world = World::new();
        let frame = WorldFrame::default();
        Ok(ifr_world { world, frame })
    }
}

/// Frees a world. NULL is fine. Nobody may use it meanwhile or afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_world_destroy(world: *mut ifr_world) {
    // SAFETY: it came from a `Handle`, and the caller gives up the only claim to it.
    unsafe { destroy(world) }
}

entry! {
    /// Adds a body and writes its id, which is never 0. A world never gives an id twice, except after ifr_world_restore: a
    /// body added then may get an id that was given after that snapshot. Its contacts begin with the next frame. Reads
    /// every corner of its shape once. Allocates.
    ifr_world_add(world: *mut ifr_world, input: *const ifr_world_body_input, id: *mut u64) = call(id, "id") {
        let given = required(input, "input")?;
        let body = BodyInput {
            shape: required(given.shape, "input.shape")?.0.clone(),
            pose: given.pose.read("input.pose", "")?,
            user: given.user,
            filter: given.filter.read(),
            role: choice(given.role, "input.role")?,
            mobility: choice(given.mobility, "input.mobility")?,
        };
        let world = &mut required_mut(world, "world")?.world;
        world.try_reserve(1)?;
        Ok(world.add(body).to_bits())
    }

    /// Removes a body. Its contacts end without an event.
    ifr_world_remove(world: *mut ifr_world, id: u64) = enter() {
        let world = &mut required_mut(world, "world")?.world;
        world.remove(BodyId::from_bits(id)).map_err(of_id)
    }

    /// Puts a body elsewhere. Nothing on the way is tested; contacts end or begin with the next frame.
    ifr_world_teleport(world: *mut ifr_world, id: u64, pose: *const ifr_pose) = enter() {
        let pose = required(pose, "pose")?.read("pose", "")?;
        let world = &mut required_mut(world, "world")?.world;
        world.teleport(BodyId::from_bits(id), pose).map_err(of_id)
    }

    /// Gives a body another filter, from the next frame on.
    ifr_world_set_filter(world: *mut ifr_world, id: u64, filter: *const ifr_filter) = enter() {
        let filter = required(filter, "filter")?.read();
        let world = &mut required_mut(world, "world")?.world;
        world
            .set_filter(BodyId::from_bits(id), filter)
            .map_err(of_id)
    }
}

/// Returns whether two bodies can collide, for pairs that pass their filters: ids and keys of A and B, A first by key,
/// then id. It must be a pure function, and may be called by any thread that works for the world.
pub type ifr_pair_filter_callback = Option<
    unsafe extern "C" fn(user: *mut c_void, id_a: u64, user_a: u64, id_b: u64, user_b: u64) -> bool,
>;

/// A pointer of the program's that its own functions get back.
#[derive(Clone, Copy)]
pub(crate) struct User(pub(crate) *mut c_void);

// SAFETY: the library never looks at what it points to; the program's functions say in the header that any thread may
// call them with it.
unsafe impl Send for User {}
// SAFETY: as above.
unsafe impl Sync for User {}

impl User {
    pub(crate) fn get(self) -> *mut c_void {
        self.0
    }
}

entry! {
    /// Sets a function that is called for every pair of bodies that passes the filters and whose boxes overlap; NULL: none.
    /// The world keeps it and user until another is set. It is no part of a snapshot.
    ifr_world_set_pair_filter(world: *mut ifr_world, allows: ifr_pair_filter_callback, user: *mut c_void) = enter() {
        let world = &mut required_mut(world, "world")?.world;
        let user = User(user);
        world.set_pair_filter(allows.map(|allows| {
            let filter = move |[a, b]: [Side; 2]| {
                // SAFETY: the program vouches for its function.
                allows(user.get(), a.id.to_bits(), a.user, b.id.to_bits(), b.user)
            };
            Arc::new(filter) as interframe::PairFilter
        }));
        Ok(())
    }

    /// Writes the motion of a body from where it is to an end pose, by the shortest arc. pivot, three numbers in the body
    /// frame, moves on a straight line; NULL is the body's origin. The motion starts at the body's pose to the bit, so that
    /// ifr_world_advance takes it. Use it if your engine keeps poses in floats, or moves bodies itself.
    ifr_world_motion_to(
        world: *const ifr_world, id: u64, end: *const ifr_pose, pivot: *const f64, out: *mut ifr_motion,
    ) = call(out, "out") {
        let world = &required(world, "world")?.world;
        let end = required(end, "end")?.read("end", "")?;
        let motion = world.motion_to(BodyId::from_bits(id), end, or_zero(pivot, "pivot")?);
        Ok((&motion.map_err(of_motion)?).into())
    }

    /// Writes the motion of a body from where it is that moves pivot by travel and turns the body by the rotation vector turn,
    /// in radians: velocity and angular velocity times the length of the frame. Both are three numbers, world axes. turn
    /// may be several turns, and NULL is no turn. pivot is as in ifr_world_motion_to.
    ifr_world_motion_by(
        world: *const ifr_world, id: u64, travel: *const f64, turn: *const f64, pivot: *const f64, out: *mut ifr_motion,
    ) = call(out, "out") {
        let world = &required(world, "world")?.world;
        let travel = or_zero(required(travel, "travel")?, "travel")?;
        let (turn, pivot) = (or_zero(turn, "turn")?, or_zero(pivot, "pivot")?);
        let motion = world.motion_by(BodyId::from_bits(id), travel, turn, pivot);
        Ok((&motion.map_err(of_motion)?).into())
    }

    /// Writes what is known of a body. Does not allocate.
    ifr_world_get(world: *const ifr_world, id: u64, out: *mut ifr_world_body) = call(out, "out") {
        let world = &required(world, "world")?.world;
        Ok(world.get(BodyId::from_bits(id)).map_err(of_id)?.into())
    }

    /// Writes the ids of the first capacity bodies, in the order of their places, to ids (room for capacity, zeroed beyond
    /// the last; NULL when that is 0), and to *count how many bodies there are.
    ifr_world_ids(world: *const ifr_world, ids: *mut u64, capacity: size_t, count: *mut size_t) = enter() {
        let ids = output_list(ids, capacity, ["ids", "capacity"])?;
        into(count, "count", || {
            let world = &required(world, "world")?.world;
            for (id, body) in ids.iter_mut().zip(world.bodies()) {
                *id = body.id().to_bits();
            }
            Ok(world.len())
        })
    }
}

/// Memory that a world takes, shapes left out, in bytes; 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_world_memory_bytes(world: *const ifr_world) -> size_t {
    // SAFETY: the pointer is as the header's first section demands.
    unsafe { required(world, "world") }.map_or(0, |world| world.world.memory_bytes())
}

entry! {
    /// Writes all that later frames depend on, except shapes and the pair filter: poses, filters, keys, ids, pairs with
    /// their states and contacts. The same world gives the same bytes. 100 a body and 89 for each pair whose boxes met.
    /// docs/guide/WORLD.md says what rollback takes. Allocates.
    ifr_world_snapshot(world: *const ifr_world, bytes: *mut ifr_bytes) = write_bytes(bytes) {
        let world = &required(world, "world")?.world;
        check_memory(world.memory_bytes(), 4)?;
        Ok(world.snapshot())
    }
}

/// Gives the shape of a body that a snapshot has and the world has not, by id and key; NULL where there is none.
pub type ifr_shape_callback =
    Option<unsafe extern "C" fn(user: *mut c_void, id: u64, key: u64) -> *const ifr_body>;

entry! {
    /// Makes a world the one that a snapshot was taken of; the frames that follow are those that would have followed, to
    /// the bit. Bodies that the world still has keep their shapes; shape_of (called with user) gives those of others, and
    /// may be NULL where there are none. A damaged snapshot, a missing shape or a wrong one is IFR_STATUS_WORLD, and the
    /// world is unchanged. Allocates.
    ifr_world_restore(
        world: *mut ifr_world, data: *const u8, count: size_t, shape_of: ifr_shape_callback, user: *mut c_void,
    ) = enter() {
        let world = required_mut(world, "world")?;
        let bytes = input_list(data, count, "data")?;
        let misaligned = Cell::new(None);
        let shape = |id: BodyId, key: u64| -> Option<SharedBody> {
            // SAFETY: the program vouches for its function, and for the body that it gives.
            let body = shape_of?(user, id.to_bits(), key);
            match optional(body, "the body that shape_of gave") {
                Ok(body) => body.map(|body| body.0.clone()),
                Err(fault) => {
                    misaligned.set(Some(fault));
                    None
                }
            }
        };
        let restored = world.world.restore(bytes, &shape);
        match misaligned.take() {
            Some(fault) => Err(fault),
            None => restored.map_err(|error| Wrong::Refused(error).at("data")),
        }?;
        world.frame = WorldFrame::default();
        Ok(())
    }
}

/// A pose of a query of a world.
pub(crate) fn read_pose(pose: &ifr_pose) -> Result<Pose> {
    pose.read("input.pose", "")
}
