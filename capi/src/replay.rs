//! Queries as text that asks them again.

use std::ffi::c_char;

use crate::boundary::{Fault, enter, optional, required, text, text_output};
use crate::interframe::{ifr_interframe_input, ifr_interframe_vertices_input, locate};
use crate::intersect::ifr_intersect_input;
use crate::status::{ifr_error, ifr_status};
use crate::time_of_impact::ifr_time_of_impact_input;
use interframe::for_c::check_prediction;
use interframe::{
    CaseLine, Error, Method, MovingPair, PosedPair, contact_manifold_to_json, contains_to_json,
    distance_to_json, interframe_to_json, interframe_vertices_to_json, intersect_to_json,
    penetration_to_json, time_of_impact_to_json,
};

/// Writes what ifr_intersect is asked as one line of JSON, to be attached to a report: in a file,
/// "interframe query FILE" answers it, bit for bit as ifr_intersect does with an empty pair state
/// and the default settings. Every number is written so that it reads back to the same bits; the
/// bodies are in it.
///
/// id: any text, it names the line. buffer: capacity bytes; it receives the line without a line
/// end, and NUL. needed: receives the number of bytes that takes, or is NULL. When capacity is
/// less, the buffer holds the empty string and the status is IFR_STATUS_BUFFER_TOO_SMALL; call
/// with capacity 0, for which buffer may be NULL, to learn the number. On any other failure the
/// buffer holds the empty string and needed is 0. Never writes more than capacity bytes; allocates.
///
/// A pair state never turns separated into hit or back. Only of bodies that turn, in a certified
/// sweep within sweep_rel_tol of its slack, may a kept state prove separated where the line says
/// undecided.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_intersect_to_json(
    input: *const ifr_intersect_input,
    id: *const c_char,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        posed(
            input,
            id,
            (buffer, capacity, needed),
            error,
            |id, pair, out| out(intersect_to_json(id, pair, Method::Default)),
        )
    }
}

/// Writes what ifr_distance is asked as one line of JSON. As ifr_intersect_to_json; of bodies that
/// meet, the program answers minus their depth instead of 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_distance_to_json(
    input: *const ifr_intersect_input,
    id: *const c_char,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        posed(
            input,
            id,
            (buffer, capacity, needed),
            error,
            |id, pair, out| out(distance_to_json(id, pair, Method::Default)),
        )
    }
}

/// Writes what ifr_mpr is asked, with its default options, as one line of JSON: a distance by the
/// method mpr. As ifr_intersect_to_json.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_mpr_to_json(
    input: *const ifr_intersect_input,
    id: *const c_char,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        posed(
            input,
            id,
            (buffer, capacity, needed),
            error,
            |id, pair, out| out(distance_to_json(id, pair, Method::Mpr)),
        )
    }
}

/// Writes what ifr_penetration, or with a direction (x y z, else NULL) ifr_penetration_along, is
/// asked as one line of JSON. As ifr_intersect_to_json. A direction that is not finite is
/// IFR_STATUS_NOT_FINITE.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_penetration_to_json(
    input: *const ifr_intersect_input,
    direction: *const f64,
    id: *const c_char,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands; three numbers are a [f64; 3].
    unsafe {
        posed(
            input,
            id,
            (buffer, capacity, needed),
            error,
            |id, pair, out| {
                let direction = optional(direction.cast::<[f64; 3]>(), "direction")?;
                if let Some(value) = direction.and_then(|d| d.iter().find(|x| !x.is_finite())) {
                    let (what, value) = ("component", *value);
                    return Err(Fault::input("direction")(Error::NonFinite { what, value }));
                }
                let direction = direction.map(|&d| d.into());
                let method = Method::Default;
                out(penetration_to_json(id, pair, direction, method))
            },
        )
    }
}

/// Writes what ifr_contact_manifold is asked as one line of JSON. As ifr_intersect_to_json. A
/// prediction that is negative or not finite is IFR_STATUS_SETTING.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_contact_manifold_to_json(
    input: *const ifr_intersect_input,
    prediction: f64,
    id: *const c_char,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        posed(
            input,
            id,
            (buffer, capacity, needed),
            error,
            |id, pair, out| {
                check_prediction(prediction).map_err(Fault::input("prediction"))?;
                out(contact_manifold_to_json(id, pair, prediction))
            },
        )
    }
}

/// Writes what ifr_contains is asked as one line of JSON. As ifr_intersect_to_json.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_contains_to_json(
    input: *const ifr_intersect_input,
    id: *const c_char,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        posed(
            input,
            id,
            (buffer, capacity, needed),
            error,
            |id, pair, out| out(contains_to_json(id, pair)),
        )
    }
}

/// Where a query of two poses writes its line.
type Line<'a> = &'a mut dyn FnMut(CaseLine<'_>) -> Result<(), Fault>;

/// Reads the bodies, the poses and the id, and hands them to `write`.
///
/// # Safety
/// The pointers are as the header's first section demands.
unsafe fn posed(
    input: *const ifr_intersect_input,
    id: *const c_char,
    (buffer, capacity, needed): (*mut c_char, usize, *mut usize),
    error: *mut ifr_error,
    write: impl FnOnce(&str, &PosedPair<'_>, Line<'_>) -> Result<(), Fault>,
) -> ifr_status {
    // SAFETY: the caller's promise is the same.
    unsafe {
        enter(error, || {
            let mut out = Some(text_output(buffer, capacity, needed)?);
            let ([a, b], [pose_a, pose_b]) = required(input, "input")?.read()?;
            let id = text(id, "id")?;
            let pair = PosedPair::new(a, &pose_a, b, &pose_b);
            write(&id, &pair, &mut |line| {
                out.take()
                    .map_or(Ok(()), |out| out.write(&line.to_string()))
            })
        })
    }
}

/// Writes what ifr_interframe is asked as one line of JSON. As ifr_intersect_to_json.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_interframe_to_json(
    input: *const ifr_interframe_input,
    id: *const c_char,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        enter(error, || {
            let out = text_output(buffer, capacity, needed)?;
            let input = required(input, "input")?;
            let ([a, b], [motion_a, motion_b]) = input.read()?;
            let (sweep, frame) = input.read_sweep()?;
            let id = text(id, "id")?;
            let line = interframe_to_json(
                &id,
                &MovingPair::new(a, &motion_a, b, &motion_b),
                sweep,
                frame,
                Method::Default,
            );
            out.write(&line.to_string())
        })
    }
}

/// Writes what ifr_interframe_vertices is asked as one line of JSON. As ifr_intersect_to_json.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_interframe_vertices_to_json(
    input: *const ifr_interframe_vertices_input,
    id: *const c_char,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        enter(error, || {
            let out = text_output(buffer, capacity, needed)?;
            let [a, b] = required(input, "input")?.read()?;
            let id = text(id, "id")?;
            let line = interframe_vertices_to_json(&id, a, b, Method::Default)
                .map_err(|error| locate(error, a, b))?;
            out.write(&line.to_string())
        })
    }
}

/// Writes what ifr_time_of_impact is asked as one line of JSON. As ifr_intersect_to_json.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_time_of_impact_to_json(
    input: *const ifr_time_of_impact_input,
    id: *const c_char,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        enter(error, || {
            let out = text_output(buffer, capacity, needed)?;
            let input = required(input, "input")?;
            let ([a, b], [motion_a, motion_b]) = input.read()?;
            let options = input.read_options()?;
            let id = text(id, "id")?;
            let method = Method::Default;
            let line = time_of_impact_to_json(
                &id,
                &MovingPair::new(a, &motion_a, b, &motion_b),
                &options,
                method,
            );
            let line = line.map_err(Fault::input("input"))?;
            out.write(&line.to_string())
        })
    }
}
