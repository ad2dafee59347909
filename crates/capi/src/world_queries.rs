//! Questions about the bodies of a world where they are now.

use libc::c_void;

use nalgebra::Vector3;

use crate::body::ifr_body;
use crate::boundary::{finite, into, output_list};
use crate::distance::ifr_distance_result;
use crate::entry::entry;
use crate::mirror::choice;
use crate::motion::ifr_motion;
use crate::pose::ifr_pose;
use crate::query::*;
use crate::time_of_impact::ifr_time_of_impact_result;
use crate::world::{User, ifr_filter, ifr_world, read_pose};
use interframe::{
    Cast, CastHit, ClosePair, Motion, Nearest, Overlap, Queries, QueryFilter, SharedBody, Side,
    TimeOfImpactOptions,
};

/// Returns whether a body counts: a pure function of its id and key.
pub type ifr_accept_callback =
    Option<unsafe extern "C" fn(user: *mut c_void, id: u64, key: u64) -> bool>;

/// Filter of the bodies of a query. Zeroed: all bodies, without regard to their own filters.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_query_filter {
    /// Treats the query as a body with this filter, except that category 0 means all categories, so that every body's
    /// mask allows the query. mask 0: bodies of all categories. All three 0: all bodies.
    pub filter: ifr_filter,
    /// Function that returns whether a body that passes the filter counts; NULL: all do.
    pub accept: ifr_accept_callback,
    /// Handed to accept.
    pub user: *mut c_void,
}

impl ifr_query_filter {
    /// Does something with the library's own.
    ///
    /// # Safety
    /// `accept` is NULL or does what its type says.
    unsafe fn with<T>(&self, ask: impl FnOnce(&QueryFilter<'_>) -> T) -> T {
        let (accept, user) = (self.accept, User(self.user));
        let accepts = move |side: Side| {
            // SAFETY: the caller vouches for it.
            accept.is_none_or(|accept| unsafe { accept(user.get(), side.id.to_bits(), side.user) })
        };
        ask(&QueryFilter {
            filter: self.filter.read_of_query(),
            accept: Some(&accepts),
        })
    }
}

/// Input of ifr_world_cast.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_world_cast_input {
    /// The body that is cast; not NULL, and not of the world.
    pub shape: *const ifr_body,
    /// Its way.
    pub motion: ifr_motion,
    /// Filter of the bodies that count.
    pub filter: ifr_query_filter,
    /// Solver. This and all fields that follow are those of ifr_time_of_impact_input.
    pub method: i32,
    /// Pivots.
    pub max_pivots: u32,
    /// Largest gap of a contact that is near.
    pub tolerance: f64,
    /// Target gap: the first time is searched at which the gap falls to this length.
    pub target_separation: f64,
    /// An ifr_initial_contact.
    pub initial_contact: i32,
    /// Distance solves of one body.
    pub budget: u32,
}

/// Input of ifr_world_ray.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_world_ray_input {
    /// Where a point starts.
    pub from: [f64; 3],
    /// Where it ends; times are parts of the way between.
    pub to: [f64; 3],
    /// Filter of the bodies that count.
    pub filter: ifr_query_filter,
    /// Solver. This and all fields that follow are those of ifr_time_of_impact_input.
    pub method: i32,
    /// Pivots.
    pub max_pivots: u32,
    /// Largest gap of a contact that is near.
    pub tolerance: f64,
    /// Target gap: the first time is searched at which the gap falls to this length.
    pub target_separation: f64,
    /// An ifr_initial_contact.
    pub initial_contact: i32,
    /// Distance solves of one body.
    pub budget: u32,
}

options!(ifr_world_cast_input, ifr_world_ray_input => TimeOfImpactOptions, given {
    or_default: budget, max_pivots;
    method = read_method(given.method)?;
    tolerance = (given.tolerance != 0.0).then_some(given.tolerance);
    target_separation = given.target_separation;
    initial_contact = choice(given.initial_contact, "input.initial_contact")?;
});

answers! {
    /// The first contact of a cast or ray. All zero, undecided, after a failed call.
    pub struct ifr_world_cast_result from cast: Cast {
        /// Hit: answer is the first proved contact. Separated: proved to meet nothing. Undecided: no contact is proved, but
        /// one is possible.
        pub verdict: ifr_verdict = match (cast.hit, cast.undecided_from) {
            (Some(_), _) => ifr_verdict::IFR_VERDICT_HIT,
            (None, Some(_)) => ifr_verdict::IFR_VERDICT_UNDECIDED,
            (None, None) => ifr_verdict::IFR_VERDICT_SEPARATED,
        },
        /// Whether undecided_from is set.
        pub has_undecided: bool = cast.undecided_from.is_some(),
        /// Always 0, so that equal answers are equal bytes.
        pub reserved: [u8; 3] = [0; 3],
        /// Time from which an undecided contact is possible; never after the hit.
        pub undecided_from: f64 = or_zero(cast.undecided_from),
        /// The body that is met; 0 when none is.
        pub id: u64 = cast.hit.map_or(0, |hit| hit.side.id.to_bits()),
        /// Its key.
        pub user: u64 = cast.hit.map_or(0, |hit| hit.side.user),
        /// The contact: A is the body that was cast, B the other. All zero without a hit.
        pub answer: ifr_time_of_impact_result = or_zero(cast.hit.map(|hit| hit.answer)),
    }
}

/// Reads the input of a cast, and asks.
///
/// # Safety
/// The pointers, those of the input and its filter are as the header's first section demands.
unsafe fn moving_body<R>(
    world: *const ifr_world,
    input: *const ifr_world_cast_input,
    ask: impl FnOnce(
        &Queries<'_>,
        &SharedBody,
        &Motion,
        &TimeOfImpactOptions,
        &QueryFilter<'_>,
    ) -> interframe::Result<R>,
) -> Result<R> {
    // SAFETY: the caller vouches for them.
    unsafe {
        let (world, given) = (required(world, "world")?, required(input, "input")?);
        let shape = &required(given.shape, "input.shape")?.0;
        let (motion, options) = (given.motion.read("input.motion")?, given.options()?);
        let queries = world.world.queries();
        let asked = (given.filter).with(|filter| ask(&queries, shape, &motion, &options, filter));
        Ok(asked?)
    }
}

/// Reads the input of a ray, and asks.
///
/// # Safety
/// See [`moving_body`].
unsafe fn moving_point<R>(
    world: *const ifr_world,
    input: *const ifr_world_ray_input,
    ask: impl FnOnce(
        &Queries<'_>,
        [Vector3<f64>; 2],
        &TimeOfImpactOptions,
        &QueryFilter<'_>,
    ) -> interframe::Result<R>,
) -> Result<R> {
    // SAFETY: the caller vouches for them.
    unsafe {
        let (world, given) = (required(world, "world")?, required(input, "input")?);
        finite(&given.from, "input.from")?;
        finite(&given.to, "input.to")?;
        let ends = [given.from, given.to].map(Vector3::from);
        let (queries, options) = (world.world.queries(), given.options()?);
        let asked = (given.filter).with(|filter| ask(&queries, ends, &options, filter));
        Ok(asked?)
    }
}

entry! {
    /// Casts a body through a world at its current poses and returns its first contact. The first query after a change
    /// makes the trees that it needs; any number of threads may call the queries of a world at once. Allocates those trees,
    /// and else only what the query about a body does.
    ifr_world_cast(
        world: *const ifr_world, input: *const ifr_world_cast_input, result: *mut ifr_world_cast_result,
    ) = call(result, "result") {
        moving_body(world, input, |queries, shape, motion, options, filter| {
            Ok(queries.cast(shape, motion, options, filter)?.into())
        })
    }

    /// Casts a ray through a world and returns its first contact. See ifr_world_cast.
    ifr_world_ray(
        world: *const ifr_world, input: *const ifr_world_ray_input, result: *mut ifr_world_cast_result,
    ) = call(result, "result") {
        moving_point(world, input, |queries, [from, to], options, filter| {
            Ok(queries.ray(from, to, options, filter)?.into())
        })
    }
}

answers! {
    /// A body that a cast or ray meets, or may meet.
    pub struct ifr_cast_hit from found: CastHit {
        /// Which body.
        pub id: u64 = found.side.id.to_bits(),
        /// Its key.
        pub user: u64 = found.side.user,
        /// The contact, or the undecided answer: A is the body that was cast, B the other.
        pub answer: ifr_time_of_impact_result = found.answer.into(),
    }
}

entry! {
    /// Finds all bodies that a body meets on its way through a world, and those of which it is undecided. Writes the first
    /// of them by t_lo, t_hi, key and id to hits (yours: room for capacity, zeroed beyond the last; NULL when that is 0), and
    /// their number to *count. All other bodies are proved to be apart from it throughout. If contact at the start is ignored,
    /// a body that stays in contact is in the list, with initial set. Allocates a list of them. See ifr_world_cast.
    ifr_world_cast_all(
        world: *const ifr_world, input: *const ifr_world_cast_input, hits: *mut ifr_cast_hit, capacity: size_t,
        count: *mut size_t,
    ) = enter() {
        let hits = output_list(hits, capacity, ["hits", "capacity"])?;
        into(count, "count", || {
            let mut found = Vec::new();
            moving_body(world, input, |queries, shape, motion, options, filter| {
                queries.cast_all(shape, motion, options, filter, &mut found)
            })?;
            Ok(write_first(hits, &found))
        })
    }

    /// Finds all bodies that a ray meets in a world. See ifr_world_cast_all.
    ifr_world_ray_all(
        world: *const ifr_world, input: *const ifr_world_ray_input, hits: *mut ifr_cast_hit, capacity: size_t,
        count: *mut size_t,
    ) = enter() {
        let hits = output_list(hits, capacity, ["hits", "capacity"])?;
        into(count, "count", || {
            let mut found = Vec::new();
            moving_point(world, input, |queries, [from, to], options, filter| {
                queries.ray_all(from, to, options, filter, &mut found)
            })?;
            Ok(write_first(hits, &found))
        })
    }

    /// Whether a body meets any other on its way through a world. *verdict is IFR_VERDICT_HIT if a contact is proved,
    /// IFR_VERDICT_SEPARATED if every body is proved to be apart from it throughout, and undecided otherwise or after a
    /// failed call. Stops at the first hit that it finds, so it is cheaper than ifr_world_cast. If contact at the start is
    /// ignored, a body that stays in contact does not count. See ifr_world_cast.
    ifr_world_cast_any(
        world: *const ifr_world, input: *const ifr_world_cast_input, verdict: *mut ifr_verdict,
    ) = call(verdict, "verdict") {
        moving_body(world, input, |queries, shape, motion, options, filter| {
            Ok(queries.cast_any(shape, motion, options, filter)?.into())
        })
    }

    /// Whether a ray meets any body of a world, for example whether something blocks a line of sight. See
    /// ifr_world_cast_any.
    ifr_world_ray_any(
        world: *const ifr_world, input: *const ifr_world_ray_input, verdict: *mut ifr_verdict,
    ) = call(verdict, "verdict") {
        moving_point(world, input, |queries, [from, to], options, filter| {
            Ok(queries.ray_any(from, to, options, filter)?.into())
        })
    }
}

/// Writes the first answers to a list, as many as it has room for, and returns how many there are.
fn write_first<F: Copy, T: From<F>>(list: &mut [T], found: &[F]) -> usize {
    for (entry, found) in list.iter_mut().zip(found) {
        *entry = (*found).into();
    }
    found.len()
}

/// Input of ifr_world_overlap, and memory for the answers.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_world_overlap_input {
    /// A body; not NULL, and not of the world.
    pub shape: *const ifr_body,
    /// Where it is.
    pub pose: ifr_pose,
    /// Filter of the bodies that count.
    pub filter: ifr_query_filter,
    /// Yours: room for capacity overlaps, zeroed beyond the last; NULL when that is 0.
    pub overlaps: *mut ifr_overlap,
    /// Overlaps for which there is room.
    pub capacity: size_t,
}

answers! {
    /// A body that another meets, or may meet.
    pub struct ifr_overlap from found: Overlap {
        /// Hit, or undecided.
        pub verdict: ifr_verdict,
        /// Why it is undecided.
        pub reason: ifr_reason,
        /// Which body.
        pub id: u64 = found.side.id.to_bits(),
        /// Its key.
        pub user: u64 = found.side.user,
    }
}

entry! {
    /// Finds the bodies of a world that a body overlaps. Writes the first of them by key and id to the input's list, and
    /// their number to *count. See ifr_world_cast.
    ifr_world_overlap(world: *const ifr_world, input: *const ifr_world_overlap_input, count: *mut size_t) = enter() {
        let given = required(input, "input")?;
        let names = ["input.overlaps", "input.capacity"];
        let overlaps = output_list(given.overlaps, given.capacity, names)?;
        into(count, "count", || {
            let world = required(world, "world")?;
            let shape = &required(given.shape, "input.shape")?.0;
            let pose = read_pose(&given.pose)?;
            let found = given.filter.with(|filter| world.world.queries().overlap(shape, &pose, filter))?;
            Ok(write_first(overlaps, &found))
        })
    }
}

/// Input of ifr_world_nearest.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_world_nearest_input {
    /// A body; not NULL, and not of the world.
    pub shape: *const ifr_body,
    /// Where it is.
    pub pose: ifr_pose,
    /// Filter of the bodies that count.
    pub filter: ifr_query_filter,
    /// Bodies farther away do not count. 0: no limit.
    pub cutoff: f64,
}

answers! {
    /// The nearest body. All zero after a failed call, and when there is none.
    pub struct ifr_world_nearest_result from nearest: Nearest {
        /// Which body; 0: none is within the cut-off.
        pub id: u64 = nearest.side.id.to_bits(),
        /// Its key.
        pub user: u64 = nearest.side.user,
        /// The distance: A is the body of the query, B this one.
        pub distance: ifr_distance_result,
    }
}

entry! {
    /// Finds the body of a world that is nearest to a body; of several the first by key and id. See ifr_world_cast.
    ifr_world_nearest(
        world: *const ifr_world, input: *const ifr_world_nearest_input, result: *mut ifr_world_nearest_result,
    ) = call(result, "result") {
        let (world, given) = (required(world, "world")?, required(input, "input")?);
        let shape = &required(given.shape, "input.shape")?.0;
        let pose = read_pose(&given.pose)?;
        let cutoff = or_default(given.cutoff, f64::INFINITY);
        Ok(or_zero(given.filter.with(|filter| world.world.queries().nearest(shape, &pose, cutoff, filter))?))
    }
}

/// Input of ifr_world_closest_pairs, and memory for the answers.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_world_closest_pairs_input {
    /// Bodies that are in pairs.
    pub filter: ifr_query_filter,
    /// Pairs farther apart do not count. 0: no limit.
    pub cutoff: f64,
    /// Yours: room for capacity pairs, zeroed beyond the last; NULL when that is 0.
    pub pairs: *mut ifr_close_pair,
    /// Largest number of pairs that are returned.
    pub capacity: size_t,
}

answers! {
    /// Two bodies of a world and how far apart they are.
    pub struct ifr_close_pair from found: ClosePair {
        /// Body A, which comes before B by your keys, then by ids.
        pub id_a: u64 = found.sides[0].id.to_bits(),
        /// Body B.
        pub id_b: u64 = found.sides[1].id.to_bits(),
        /// Your key of A.
        pub user_a: u64 = found.sides[0].user,
        /// Your key of B.
        pub user_b: u64 = found.sides[1].user,
        /// Their distance.
        pub distance: ifr_distance_result,
    }
}

entry! {
    /// Which pairs of bodies of a world are nearest to each other? Writes them to the input's list, the nearest first, and
    /// to *count how many they are, at most capacity; two static bodies are no pair. Bodies that meet are at distance 0.
    /// See ifr_world_cast.
    ifr_world_closest_pairs(
        world: *const ifr_world, input: *const ifr_world_closest_pairs_input, count: *mut size_t,
    ) = enter() {
        let given = required(input, "input")?;
        let names = ["input.pairs", "input.capacity"];
        let pairs = output_list(given.pairs, given.capacity, names)?;
        into(count, "count", || {
            let world = required(world, "world")?;
            let cutoff = or_default(given.cutoff, f64::INFINITY);
            let (queries, wanted) = (world.world.queries(), pairs.len());
            let found = given.filter.with(|filter| queries.closest_pairs(wanted, cutoff, filter))?;
            for (pair, found) in pairs.iter_mut().zip(&found) {
                *pair = (*found).into();
            }
            Ok(found.len())
        })
    }
}
