//! C functions called from Rust, so that Miri can watch every pointer that goes in and comes out:
//! `cargo +nightly miri test -p interframe-capi --lib pointers`.

use std::ffi::{CStr, c_void};
use std::mem::zeroed;
use std::ptr::{null, null_mut};

use crate::body::{ifr_body, ifr_body_create_from_bytes, ifr_body_destroy, ifr_body_to_bytes};
use crate::certificate::{
    ifr_certificate, ifr_certificate_destroy, ifr_certificate_to_json, ifr_verify,
};
use crate::memory::ifr_memory_free;
use crate::motion::ifr_motion;
use crate::pieces::{ifr_trimesh_create_from_vectors, ifr_trimesh_options};
use crate::pose::ifr_pose;
use crate::round_body::ifr_sphere_create;
use crate::status::{ifr_error, ifr_status};
use crate::text::{ALLOCATE, ifr_bytes, ifr_text};
use crate::time_of_impact::{
    ifr_certificate_of_time_of_impact, ifr_time_of_impact, ifr_time_of_impact_input,
    ifr_time_of_impact_result,
};
use crate::vectors::{ifr_scalar, ifr_vectors};
use crate::verdict::ifr_verdict;
use crate::world::{
    ifr_world, ifr_world_add, ifr_world_body_input, ifr_world_create, ifr_world_destroy,
};
use crate::world_frame::{
    ifr_body_motion, ifr_world_advance, ifr_world_advance_input, ifr_world_event, ifr_world_events,
};

const OK: ifr_status = ifr_status::IFR_STATUS_OK;

/// A struct of C in which every number is 0 and every pointer NULL.
fn zero<T>() -> T {
    // SAFETY: this is asked of structs of the interface alone, for which zero bytes are a value.
    unsafe { zeroed() }
}

fn pose(x: f64) -> ifr_pose {
    ifr_pose {
        p: [x, 0.0, 0.0],
        q: [0.0, 0.0, 0.0, 1.0],
    }
}

fn motion(from: f64, to: f64) -> ifr_motion {
    ifr_motion {
        start: pose(from),
        end: pose(to),
        ..zero()
    }
}

/// A square in the plane x = 0 whose corners lie 13 bytes apart, from an odd address on.
fn square() -> *mut ifr_body {
    let mut memory = [0_u8; 1 + 4 * 13];
    for (k, [y, z]) in [[-1.0_f32, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]
        .into_iter()
        .enumerate()
    {
        let corner: Vec<u8> = [0.0, y, z].into_iter().flat_map(f32::to_ne_bytes).collect();
        memory[1 + 13 * k..][..12].copy_from_slice(&corner);
    }
    let vertices = ifr_vectors {
        data: memory[1..].as_ptr().cast::<c_void>(),
        count: 4,
        stride: 13,
        scalar: ifr_scalar::IFR_SCALAR_FLOAT as i32,
    };
    let indices = [0_u16, 1, 2, 0, 2, 3];
    let triangles = ifr_vectors {
        data: indices.as_ptr().cast::<c_void>(),
        count: 2,
        stride: 0,
        scalar: ifr_scalar::IFR_SCALAR_UINT16 as i32,
    };
    let (options, mut body, mut error): (ifr_trimesh_options, _, ifr_error) =
        (zero(), null_mut(), zero());
    // SAFETY: every pointer is to memory of this function, for as many values as the structs say.
    let status = unsafe {
        ifr_trimesh_create_from_vectors(&vertices, &triangles, &options, &mut body, &mut error)
    };
    assert_eq!(status, OK);
    body
}

fn ball() -> *mut ifr_body {
    let mut body = null_mut();
    // SAFETY: the output is a variable; no error is asked for.
    let status = unsafe { ifr_sphere_create(0.125, &mut body, null_mut()) };
    assert_eq!(status, OK);
    body
}

#[test]
fn a_body_goes_through_bytes_of_the_library() {
    let mut bytes = ifr_bytes {
        capacity: ALLOCATE,
        ..zero()
    };
    let mut again = null_mut();
    // SAFETY: the bytes are the library's from the first call until they are freed.
    unsafe {
        let body = square();
        assert_eq!(ifr_body_to_bytes(body, &mut bytes, null_mut()), OK);
        let status = ifr_body_create_from_bytes(bytes.data, bytes.needed, &mut again, null_mut());
        assert_eq!(status, OK);
        // Every cut is refused, and leaves no body.
        for size in [0, 1, bytes.needed / 2, bytes.needed - 1] {
            let mut none = null_mut();
            let status = ifr_body_create_from_bytes(bytes.data, size, &mut none, null_mut());
            assert!(status != OK && none.is_null(), "{size} bytes");
        }
        ifr_memory_free(bytes.data.cast());
        ifr_body_destroy(body);
        ifr_body_destroy(again);
    }
}

#[test]
fn an_impact_has_a_proof_that_verifies() {
    let (a, b) = (square(), ball());
    let mut input: ifr_time_of_impact_input = zero();
    (input.pair.a, input.pair.motion_a) = (b, motion(-2.0, 2.0));
    (input.pair.b, input.pair.motion_b) = (b, motion(0.0, 0.0));
    let (mut result, mut error): (ifr_time_of_impact_result, ifr_error) = (zero(), zero());
    let mut certificate: *mut ifr_certificate = null_mut();
    let mut text = ifr_text {
        capacity: ALLOCATE,
        ..zero()
    };
    // SAFETY: bodies live until they are destroyed below; outputs are variables.
    unsafe {
        assert_eq!(
            ifr_time_of_impact(&input, null_mut(), &mut result, &mut error),
            OK
        );
        assert_eq!(result.verdict, ifr_verdict::IFR_VERDICT_HIT);
        assert!((result.t_lo - 0.4375).abs() < 1e-6, "{}", result.t_lo);
        assert_eq!(
            ifr_certificate_of_time_of_impact(&input, &mut certificate, &mut error),
            OK
        );
        assert_eq!(
            ifr_certificate_to_json(certificate, &mut text, &mut error),
            OK
        );
        let json = CStr::from_ptr(text.buffer);
        assert_eq!(json.to_bytes().len() + 1, text.needed);
        assert_eq!(ifr_verify(text.buffer, &mut zero(), &mut error), OK);
        ifr_memory_free(text.buffer.cast());
        ifr_certificate_destroy(certificate);
        // The ball goes through the square, of several pieces.
        input.pair.b = a;
        assert_eq!(
            ifr_time_of_impact(&input, null_mut(), &mut result, &mut error),
            OK
        );
        assert_eq!(result.verdict, ifr_verdict::IFR_VERDICT_HIT);
        // A pointer that may not be used is named, and the output is zero.
        input.pair.b = null();
        assert!(ifr_time_of_impact(&input, null_mut(), &mut result, &mut error) != OK);
        assert_eq!(result, ifr_time_of_impact_result::default());
        let message = CStr::from_ptr(error.message.as_ptr());
        assert!(message.to_str().expect("text").contains("NULL"));
        ifr_body_destroy(a);
        ifr_body_destroy(b);
    }
}

#[test]
fn a_world_shares_bodies_that_are_destroyed() {
    let (wall, ball) = (square(), ball());
    let (mut world, mut ids): (*mut ifr_world, _) = (null_mut(), [0_u64; 2]);
    let mut events: [ifr_world_event; 2] = zero();
    let mut count = 0;
    // SAFETY: the world shares the bodies; lists are variables of as many entries as the calls say.
    unsafe {
        assert_eq!(ifr_world_create(&mut world, null_mut()), OK);
        for (k, (shape, x)) in [(wall, 0.0), (ball, -2.0)].into_iter().enumerate() {
            let input = ifr_world_body_input {
                shape,
                pose: pose(x),
                ..zero()
            };
            assert_eq!(ifr_world_add(world, &input, &mut ids[k], null_mut()), OK);
            ifr_body_destroy(shape);
        }
        let motions = [ifr_body_motion {
            id: ids[1],
            motion: motion(-2.0, 2.0),
        }];
        let input = ifr_world_advance_input {
            motions: motions.as_ptr(),
            motion_count: 1,
            ..zero()
        };
        assert_eq!(
            ifr_world_advance(world, &input, &mut zero(), null_mut()),
            OK
        );
        let capacity = events.len();
        assert_eq!(
            ifr_world_events(world, events.as_mut_ptr(), capacity, &mut count, null_mut()),
            OK
        );
        assert_eq!(count, 1);
        ifr_world_destroy(world);
    }
}
