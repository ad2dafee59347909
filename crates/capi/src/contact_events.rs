//! Contact as events: signed distances of the pairs of a world as the root functions of an integrator.

use libc::{c_int, c_void};

use crate::boundary::{destroy, enter, input_list, output_list, required_mut};
use crate::entry::entry;
use crate::fault::{Fault, Wrong};
use crate::query::*;
use crate::world::ifr_world;
use interframe::{ContactEvents, ContactEventsOptions, SignedDistance};

/// The event functions of a world: made by ifr_contact_events_create, freed by ifr_contact_events_destroy. One call at a
/// time may change them (ifr_contact_events_select, ifr_contact_events_set_slots).
pub struct ifr_contact_events(ContactEvents);

/// Options for creating event functions.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_contact_events_input {
    /// Number of functions. 0: 16.
    pub slot_count: u32,
    /// Not read.
    pub reserved: [u8; 4],
    /// A contact ends only where the bodies are farther apart than this, because a pair in contact reads its signed
    /// distance less this. So no step begins at a root. Finite, not negative.
    pub hysteresis: f64,
}

answers! {
    /// Signed distance of a pair, and the points and normal there.
    pub struct ifr_signed_distance from found: &SignedDistance {
        /// Whether the function has a pair. Without one its value is 1 and all else is 0.
        pub has_pair: bool = found.sides.is_some(),
        /// Whether the pair was in contact at the selection: the side that only an event changes.
        pub touching: bool,
        /// Always 0, so that equal answers are equal bytes.
        pub reserved: [u8; 6] = [0; 6],
        /// The body that comes first by your keys, then by ids.
        pub a: u64 = found.sides.map_or(0, |sides| sides[0].id.to_bits()),
        /// The other.
        pub b: u64 = found.sides.map_or(0, |sides| sides[1].id.to_bits()),
        /// The function's value: the distance, or minus the depth; of a pair that is touching less the hysteresis.
        pub z: f64,
        /// The true value is within this of z.
        pub error: f64,
        /// Unit normal from a to b, world axes; zero where there is none.
        pub normal: [f64; 3],
        /// Point of a nearest to b, or deepest in it; world frame.
        pub point_a: [f64; 3],
        /// Point of b nearest to a, or deepest in it, in the world.
        pub point_b: [f64; 3],
    }
}

/// Puts the bodies of a world where the state y of a solver has them, by ifr_world_teleport. Returns 0, or anything
/// else to make the solver stop.
pub type ifr_place_callback = Option<
    unsafe extern "C" fn(user: *mut c_void, t: f64, y: *const f64, world: *mut ifr_world) -> c_int,
>;

/// All that ifr_root_functions_evaluate needs: what a solver's user data points to.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_root_functions {
    /// The selection.
    pub events: *const ifr_contact_events,
    /// Whose bodies are placed.
    pub world: *mut ifr_world,
    /// Places them.
    pub place: ifr_place_callback,
    /// Handed to place.
    pub user: *mut c_void,
    /// Error of the last call that returned anything but 0.
    pub error: ifr_error,
}

entry! {
    /// Makes event functions. On success *out is yours to destroy; on failure it is NULL.
    ifr_contact_events_create(
        input: *const ifr_contact_events_input, out: *mut *mut ifr_contact_events,
    ) = create(out) {
        let given = required(input, "input")?;
        let options = ContactEventsOptions {
            slots: or_default(given.slot_count, ContactEventsOptions::default().slots),
            hysteresis: given.hysteresis,
        };
        Ok(ifr_contact_events(ContactEvents::new(&options)?))
    }
}

/// Frees event functions. NULL is fine. Nobody may use them meanwhile or afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_contact_events_destroy(events: *mut ifr_contact_events) {
    // SAFETY: it came from a `Handle`, and the caller gives up the only claim to it.
    unsafe { destroy(events) }
}

/// Number of functions, which is the length of the lists that evaluate and measure take; 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_contact_events_slot_count(
    events: *const ifr_contact_events,
) -> size_t {
    // SAFETY: the pointer is as the header's first section demands.
    unsafe { required(events, "events") }.map_or(0, |events| events.0.slots())
}

entry! {
    /// Sets how many functions there are, from the next selection on, which must come before the next evaluation. Which pairs
    /// are in contact is kept.
    ifr_contact_events_set_slots(events: *mut ifr_contact_events, slot_count: u32) = enter() {
        Ok(required_mut(events, "events")?.0.set_slots(slot_count)?)
    }

    /// Chooses the pairs of smallest value where the bodies of the world are now, in the order of (value, bodies): before each
    /// step of the solver. A pair that has a function reads the same sign before and after, hysteresis included: its side
    /// changes only where its value has changed its sign already; 0 is in contact. IFR_STATUS_EVENT_SLOTS when more pairs are in contact than there are functions:
    /// the message names the first that has none, and nothing is changed. Allocates.
    ifr_contact_events_select(events: *mut ifr_contact_events, world: *const ifr_world) = enter() {
        let world = &required(world, "world")?.world;
        Ok(required_mut(events, "events")?.0.select(world)?)
    }

    /// Selects after an event. roots has count entries, as many as there are functions, as CVodeGetRootInfo and
    /// IDAGetRootInfo write them: not 0 for the functions of which a root is reported here; NULL when count is 0: none. A
    /// root is located to rounding, so the state may still be on its old side: the pair of each of these functions changes
    /// its side nevertheless, if it then reads the sign of the new side. With a hysteresis beyond the rounding of the root
    /// it always does. So the next step does not find the same root again. See ifr_contact_events_select.
    ifr_contact_events_select_after(
        events: *mut ifr_contact_events, world: *const ifr_world, roots: *const c_int, count: size_t,
    ) = enter() {
        let world = &required(world, "world")?.world;
        let events = &mut required_mut(events, "events")?.0;
        let roots = input_list(roots, count, "roots")?;
        if count != 0 && count != events.slots() {
            return Err(refused(interframe::Error::Length {
                what: "roots of events",
                count,
                wanted: events.slots(),
            }));
        }
        let crossed = roots.iter().enumerate().filter(|(_, root)| **root != 0);
        let crossed: Vec<usize> = crossed.map(|(k, _)| k).collect();
        Ok(events.select_after(world, &crossed)?)
    }

    /// Writes the values of all functions where the bodies are now to values, which has count entries, as many as there are
    /// functions; and proves that no other pair overlaps. They depend on the selection and the poses alone.
    /// IFR_STATUS_EVENT_SLOTS when a pair without a function meets or may meet: it is named. IFR_STATUS_WORLD without a
    /// selection, or when bodies came or went since or have other filters. values is filled with zeros then.
    ifr_contact_events_evaluate(
        events: *const ifr_contact_events, world: *const ifr_world, values: *mut f64, count: size_t,
    ) = enter() {
        let values = output_list(values, count, ["values", "count"])?;
        let world = &required(world, "world")?.world;
        let done = required(events, "events")?.0.evaluate(world, values);
        done.inspect_err(|_| values.fill(0.0)).map_err(refused)
    }
}

/// A wrong count is named.
fn refused(error: interframe::Error) -> Fault {
    match error {
        error @ interframe::Error::Length { .. } => Wrong::Refused(error).at("count"),
        error => error.into(),
    }
}

entry! {
    /// Measures each slot as ifr_contact_events_evaluate does, and writes error, normal and points too, for contact forces. The derivative
    /// of a value by time is normal . (velocity of b at point_b - velocity of a at point_a).
    ifr_contact_events_measure(
        events: *const ifr_contact_events, world: *const ifr_world, found: *mut ifr_signed_distance, count: size_t,
    ) = enter() {
        let out = output_list(found, count, ["found", "count"])?;
        let world = &required(world, "world")?.world;
        let events = &required(events, "events")?.0;
        // Of another count that is refused nothing is made.
        let mut measured = vec![SignedDistance::default(); count.min(events.slots() + 1)];
        events.measure(world, &mut measured).map_err(refused)?;
        for (out, found) in out.iter_mut().zip(&measured) {
            *out = found.into();
        }
        Ok(())
    }
}

/// A root function for solvers like CVODE and IDA: places the bodies for the state y at time t, then writes all values to
/// values. functions is the solver's user data. Returns 0, or -1 with the reason in functions->error, which makes a solver
/// stop.
///
///     static int g(realtype t, N_Vector y, realtype *values, void *user_data)
///     {
///         return ifr_root_functions_evaluate(t, N_VGetArrayPointer(y), values, user_data);
///     }
///     CVodeRootInit(cvode, slot_count, g);
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_root_functions_evaluate(
    t: f64,
    y: *const f64,
    values: *mut f64,
    functions: *mut ifr_root_functions,
) -> c_int {
    if functions.is_null() || !functions.is_aligned() {
        return -1;
    }
    // SAFETY: the pointers are as the header's first section demands; the struct's parts are copied before the callback,
    // which may look at it, is called.
    unsafe {
        let error = &raw mut (*functions).error;
        let ifr_root_functions {
            events,
            world,
            place,
            user,
            ..
        } = *functions;
        let status = enter(error, || {
            required(world.cast_const(), "functions.world")?;
            required(events, "functions.events")?;
            required(y, "y").map(drop)
        });
        if status != ifr_status::IFR_STATUS_OK {
            return -1;
        }
        if let Some(place) = place
            && place(user, t, y, world) != 0
        {
            let what = "the callback that places the bodies refused a state";
            enter(error, || Err(interframe::Error::World { what }.into()));
            return -1;
        }
        let count = (*events).0.slots();
        match ifr_contact_events_evaluate(events, world, values, count, error) {
            ifr_status::IFR_STATUS_OK => 0,
            _ => -1,
        }
    }
}
