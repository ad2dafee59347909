//! Bodies with a radius.

use std::ptr::null_mut;

use crate::body::ifr_body;
use crate::boundary::{Handle, Wrong, call, required};
use crate::status::{ifr_error, ifr_status};
use interframe::SharedBody;

/// A body, or what is wrong with one of its arguments.
fn made(body: interframe::Result<SharedBody>) -> crate::boundary::Result<Handle<ifr_body>> {
    let body = body.map_err(|error| Wrong::Refused(error).at(""))?;
    Ok(ifr_body(body).into())
}

/// A ball of this radius (not negative) about the origin of the body's frame; of radius 0 a point. No
/// approximation: verdicts about it are exact. On success *out is the new body, yours to destroy; on
/// failure it is NULL. Allocates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_sphere_create(
    radius: f64,
    out: *mut *mut ifr_body,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        call(out.cast::<Handle<ifr_body>>(), "out", error, || {
            made(SharedBody::sphere(radius))
        })
    }
}

/// All points within radius of the segment from -half_length to half_length on the z axis of the body's
/// frame, so 2 (half_length + radius) long; neither may be negative. Between other ends: of
/// ifr_polytope_create with two points, by ifr_rounded_create. As ifr_sphere_create.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_capsule_create(
    half_length: f64,
    radius: f64,
    out: *mut *mut ifr_body,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        call(out.cast::<Handle<ifr_body>>(), "out", error, || {
            made(SharedBody::capsule(half_length, radius))
        })
    }
}

/// All points within radius (not negative) of a polytope, the core: its own size grows by the radius on
/// every side. If core has a radius, the new one takes its place. The two bodies share the polytope's memory,
/// and each is destroyed on its own. As ifr_sphere_create.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_rounded_create(
    core: *const ifr_body,
    radius: f64,
    out: *mut *mut ifr_body,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        call(out.cast::<Handle<ifr_body>>(), "out", error, || {
            made(required(core, "core")?.0.clone().rounded(radius))
        })
    }
}

/// Writes the radius of a body; 0 for a polytope itself. Does not allocate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_body_get_radius(body: *const ifr_body, out: *mut f64) -> ifr_status {
    // SAFETY: no error struct; the pointers are as the header's first section demands.
    unsafe {
        call(out, "out", null_mut(), || {
            Ok(required(body, "body")?.0.radius())
        })
    }
}
