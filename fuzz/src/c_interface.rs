//! The C interface by valid arguments in which any bytes were changed, pointers left out. A call never ends in
//! IFR_STATUS_PANIC, a failed one leaves zeros and a message, and what the library answers alone is what C gets.

#![no_main]
#![allow(unsafe_code)]

use std::ffi::c_void;
use std::mem::zeroed;
use std::ptr::{null, null_mut};

use interframe_c::body::*;
use interframe_c::certificate::*;
use interframe_c::closest_approach::*;
use interframe_c::contact_intervals::*;
use interframe_c::contact_manifold::*;
use interframe_c::contains::*;
use interframe_c::distance::*;
use interframe_c::extended_boxes_meet::*;
use interframe_c::interframe::*;
use interframe_c::intersect::*;
use interframe_c::mesh_file::*;
use interframe_c::motion::*;
use interframe_c::mpr::*;
use interframe_c::pair::*;
use interframe_c::pair_state::ifr_pair_state;
use interframe_c::penetration::*;
use interframe_c::pose::*;
use interframe_c::round_body::*;
use interframe_c::status::*;
use interframe_c::text::*;
use interframe_c::time_of_exit::*;
use interframe_c::time_of_impact::*;
use interframe_c::vectors::*;
use interframe_c::within::*;
use interframe_c::world::*;
use interframe_c::world_frame::*;
use interframe_c::world_queries::*;
use interframe_fuzz::Bytes;
use libfuzzer_sys::fuzz_target;

/// Changes up to three bytes of a struct's first `size`, before its first pointer or between pointers.
fn poke<T>(from: &mut Bytes<'_>, value: &mut T, open: &[std::ops::Range<usize>]) {
    for _ in 0..from.below(4) {
        let range = &open[from.below(open.len())];
        let at = range.start + usize::from(from.byte()) % range.len();
        // SAFETY: the range is within the struct, and holds numbers, of which any bits are some.
        unsafe { *(&raw mut *value).cast::<u8>().add(at) = from.byte() };
    }
}

/// Calls with an error struct, and holds its promise. Whether the call answered.
fn call(call: impl FnOnce(*mut ifr_error) -> ifr_status) -> bool {
    // SAFETY: numbers only; 0 is IFR_STATUS_OK.
    let mut error: ifr_error = unsafe { zeroed() };
    error.message.fill(0x55);
    let status = call(&mut error);
    assert_eq!(error.status as i32, status as i32);
    assert_ne!(
        status as i32,
        ifr_status::IFR_STATUS_PANIC as i32,
        "{:?}",
        error.message
    );
    let end = error.message.iter().position(|c| *c == 0).expect("a NUL");
    assert_eq!(end == 0, status == ifr_status::IFR_STATUS_OK);
    status == ifr_status::IFR_STATUS_OK
}

fn all_zero<T>(value: &T) -> bool {
    let bytes = (&raw const *value).cast::<u8>();
    // SAFETY: results have no padding (`header.rs` holds it).
    (0..size_of::<T>()).all(|k| unsafe { *bytes.add(k) } == 0)
}

/// Bodies that are destroyed in the end.
struct Bodies(Vec<*mut ifr_body>);

impl Drop for Bodies {
    fn drop(&mut self) {
        // SAFETY: each was made, and is used no more.
        self.0
            .iter()
            .for_each(|body| unsafe { ifr_body_destroy(*body) });
    }
}

fn body(from: &mut Bytes<'_>, bodies: &mut Bodies) {
    let mut out: *mut ifr_body = null_mut();
    let points: Vec<f64> = from.points(10).iter().flatten().copied().collect();
    let radius = from.number();
    let kind = from.below(8);
    // SAFETY: lists are as long as is said; the handles live.
    let made = unsafe {
        match kind {
            0 => call(|error| ifr_sphere_create(radius, &mut out, error)),
            1 => call(|error| ifr_cylinder_create(from.number(), radius, &mut out, error)),
            2 if points.len() >= 3 => {
                call(|error| ifr_ellipsoid_create(points.as_ptr(), &mut out, error))
            }
            3 if !bodies.0.is_empty() => {
                let core = bodies.0[from.below(bodies.0.len())];
                call(|error| ifr_rounded_create(core, radius, &mut out, error))
            }
            4 if !bodies.0.is_empty() => {
                let of = bodies.0[from.below(bodies.0.len())];
                cooked(from, of, &mut out)
            }
            5 => {
                let rest = from.rest();
                let mut list = ifr_vectors {
                    data: rest.as_ptr().cast(),
                    count: 0,
                    stride: u64::from(from.byte() % 40) as _,
                    scalar: i32::from(from.byte() % 6),
                };
                // What a vector may take at most.
                let step = (list.stride as usize).max(24);
                list.count = rest.len() / step;
                call(|error| ifr_polytope_create_from_vectors(&list, null(), &mut out, error))
            }
            6 => mesh(from, &mut out),
            _ => {
                let mut points = points.clone();
                for _ in 0..from.below(2) {
                    let bits = f64::from_bits(from.word());
                    if let Some(x) = points.first_mut() {
                        *x = bits;
                    }
                }
                let options = ifr_polytope_options {
                    support_cells: i32::from(from.byte() % 3),
                };
                call(|error| {
                    ifr_polytope_create(
                        points.as_ptr(),
                        points.len() / 3,
                        &options,
                        &mut out,
                        error,
                    )
                })
            }
        }
    };
    assert_eq!(made, !out.is_null());
    if made {
        bodies.0.push(out);
    }
}

/// Bytes of a body, changed, as a body.
unsafe fn cooked(from: &mut Bytes<'_>, of: *const ifr_body, out: *mut *mut ifr_body) -> bool {
    let mut room = vec![0_u8; 1 << 16];
    let mut bytes = ifr_bytes {
        data: room.as_mut_ptr(),
        capacity: room.len(),
        needed: 0,
    };
    // SAFETY: as the caller says.
    if !unsafe { call(|error| ifr_body_to_bytes(of, &mut bytes, error)) } {
        return unsafe { call(|error| ifr_sphere_create(1.0, out, error)) };
    }
    let mut size = bytes.needed;
    if from.flip() {
        size -= from.below(size.min(60));
        let at = usize::from(from.byte()) % size;
        room[at] ^= from.byte();
    }
    // SAFETY: the list is as long as that.
    unsafe { call(|error| ifr_body_create_from_bytes(room.as_ptr(), size, out, error)) }
}

/// What is left, as a mesh file, and the hull of it.
unsafe fn mesh(from: &mut Bytes<'_>, out: *mut *mut ifr_body) -> bool {
    let format = i32::from(from.byte() % 5);
    let rest = from.rest();
    let mut file = null_mut();
    // SAFETY: the list is as long as that; the file lives until it is destroyed.
    unsafe {
        let read =
            call(|error| ifr_mesh_file_read(rest.as_ptr(), rest.len(), format, &mut file, error));
        assert_eq!(read, !file.is_null());
        let made =
            call(|error| ifr_polytope_create_from_mesh_file(file, null(), null(), out, error));
        assert!(read || !made);
        ifr_mesh_file_destroy(file);
        made
    }
}

fn pose(from: &mut Bytes<'_>) -> ifr_pose {
    let pose = from.pose();
    let mut pose = ifr_pose {
        p: pose.translation().into(),
        q: pose.quaternion().coords.into(),
    };
    poke(from, &mut pose, &[0..size_of::<ifr_pose>()]);
    pose
}

fn motion(from: &mut Bytes<'_>, start: ifr_pose) -> ifr_motion {
    let mut motion = ifr_motion {
        start,
        end: pose(from),
        pivot: from.vector().into(),
        turn: from.vector().into(),
        kind: i32::from(from.byte() % 2),
        reserved: [0; 4],
    };
    poke(from, &mut motion, &[0..size_of::<ifr_motion>()]);
    motion
}

/// Asks with an input whose options are any small numbers after the pair.
macro_rules! ask {
    ($from:ident, $pair:expr, $state:ident: $($query:ident($input:ident) -> $result:ident $(json $json:ident)? $(proof $certify:ident)?;)+) => {$({
        // SAFETY: numbers and pointers, of which NULL is one; the pair's bodies live.
        unsafe {
            let mut input: $input = zeroed();
            input.pair = $pair;
            let after = size_of_val(&input.pair);
            // Options come before lists; no list is given.
            let options = after..size_of::<$input>().min(after + 16);
            poke($from, &mut input, &[options]);
            let before = $state;
            let mut result: $result = zeroed();
            let answered = call(|error| $query(&input, &mut $state, &mut result, error));
            assert!(answered || (all_zero(&result) && $state == before));
            // The same answer without a place for the error, and from the same state.
            let (mut again, mut state) = (zeroed::<$result>(), before);
            let status = $query(&input, &mut state, &mut again, null_mut());
            assert_eq!(status == ifr_status::IFR_STATUS_OK, answered);
            assert!(all_bytes(&again) == all_bytes(&result) && state == $state);
            $(
                let mut text = ifr_text { buffer: null_mut(), capacity: 0, needed: 0 };
                let written = call(|error| $json(&input, &before, c"id".as_ptr(), &mut text, error));
                assert!(!written);
                assert!(text.needed > 2 || !answered);
            )?
            $(
                let mut proof = null_mut();
                if call(|error| $certify(&input, &mut proof, error)) && !proof.is_null() {
                    let mut proved = zeroed();
                    let holds = call(|error| ifr_certificate_verify(proof, &mut proved, error));
                    assert!(holds || !EXACT.contains(&stringify!($query)), stringify!($query));
                }
                ifr_certificate_destroy(proof);
            )?
        }
    })+};
}

/// Queries whose every proof must hold, also beside curved bodies and several pieces.
const EXACT: [&str; 2] = ["ifr_intersect", "ifr_interframe"];

fn all_bytes<T>(value: &T) -> &[u8] {
    // SAFETY: results have no padding.
    unsafe { std::slice::from_raw_parts((&raw const *value).cast(), size_of::<T>()) }
}

fn queries(from: &mut Bytes<'_>, bodies: &Bodies) {
    let one = |from: &mut Bytes<'_>| match bodies.0.len() {
        0 => null_mut(),
        n => match from.byte() {
            0xff => null_mut(),
            k => bodies.0[usize::from(k) % n],
        },
    };
    let mut state = ifr_pair_state::default();
    let posed = ifr_posed_pair {
        a: one(from),
        b: one(from),
        pose_a: pose(from),
        pose_b: pose(from),
    };
    ask! { from, posed, state:
        ifr_intersect(ifr_intersect_input) -> ifr_intersect_result json ifr_intersect_to_json proof ifr_certificate_of_intersect;
        ifr_distance(ifr_distance_input) -> ifr_distance_result json ifr_distance_to_json;
        ifr_within(ifr_within_input) -> ifr_within_result json ifr_within_to_json;
        ifr_penetration(ifr_penetration_input) -> ifr_penetration_result;
        ifr_contact_manifold(ifr_contact_manifold_input) -> ifr_contact_manifold_result;
        ifr_contains(ifr_contains_input) -> ifr_contains_result;
        ifr_mpr(ifr_mpr_input) -> ifr_mpr_result;
    }
    let moving = ifr_moving_pair {
        a: posed.a,
        b: posed.b,
        motion_a: motion(from, posed.pose_a),
        motion_b: motion(from, posed.pose_b),
    };
    ask! { from, moving, state:
        ifr_interframe(ifr_interframe_input) -> ifr_interframe_result json ifr_interframe_to_json proof ifr_certificate_of_interframe;
        ifr_extended_boxes_meet(ifr_extended_boxes_meet_input) -> ifr_interframe_result;
        ifr_time_of_impact(ifr_time_of_impact_input) -> ifr_time_of_impact_result json ifr_time_of_impact_to_json proof ifr_certificate_of_time_of_impact;
        ifr_contact_intervals(ifr_contact_intervals_input) -> ifr_contact_intervals_result;
        ifr_closest_approach(ifr_closest_approach_input) -> ifr_closest_approach_result;
        ifr_time_of_exit(ifr_time_of_exit_input) -> ifr_time_of_exit_result;
    }
}

unsafe extern "C" fn shape_of(user: *mut c_void, _: u64, key: u64) -> *const ifr_body {
    // SAFETY: `user` is the list of bodies.
    let bodies = unsafe { &*user.cast::<Bodies>() };
    bodies.0.get(key as usize).map_or(null(), |body| *body)
}

fn world(from: &mut Bytes<'_>, bodies: &Bodies) {
    let mut world = null_mut();
    let mut ids = vec![0_u64];
    // SAFETY: the world lives until it is destroyed, lists are as long as is said.
    unsafe {
        assert!(call(|error| ifr_world_create(&mut world, error)));
        for _ in 0..10 {
            let id = ids[from.below(ids.len())];
            match from.below(7) {
                0..3 => {
                    let key = from.below(bodies.0.len() + 1);
                    let mut input: ifr_world_body_input = zeroed();
                    input.shape = bodies.0.get(key).map_or(null(), |body| *body);
                    (input.pose, input.user) = (pose(from), key as u64);
                    poke(from, &mut input, &[8..size_of::<ifr_world_body_input>()]);
                    let mut id = 0;
                    if call(|error| ifr_world_add(world, &input, &mut id, error)) {
                        ids.push(id);
                    }
                }
                3 => drop(call(|error| ifr_world_remove(world, id, error))),
                4 => {
                    let mut room = vec![0_u8; 1 << 14];
                    let (data, capacity) = (room.as_mut_ptr(), room.len());
                    let mut bytes = ifr_bytes {
                        data,
                        capacity,
                        needed: 0,
                    };
                    assert!(call(|error| ifr_world_snapshot(world, &mut bytes, error)));
                    let size = bytes.needed - from.below(3).min(bytes.needed);
                    let at = usize::from(from.byte()) % room.len();
                    room[at] ^= from.byte() & from.byte() & from.byte();
                    let user = (&raw const *bodies).cast_mut().cast();
                    call(|error| {
                        ifr_world_restore(world, room.as_ptr(), size, Some(shape_of), user, error)
                    });
                }
                _ => {
                    let mut known: ifr_world_body = zeroed();
                    let mut motions = Vec::new();
                    if call(|error| ifr_world_get(world, id, &mut known, error)) {
                        motions.push(ifr_body_motion {
                            id,
                            motion: motion(from, known.pose),
                        });
                    }
                    let mut input: ifr_world_advance_input = zeroed();
                    (input.motions, input.motion_count) = (motions.as_ptr(), motions.len());
                    poke(from, &mut input, &[32..52]);
                    input.budget = 300;
                    let mut result = zeroed::<ifr_world_advance_result>();
                    let passed = call(|error| ifr_world_advance(world, &input, &mut result, error));
                    assert!(passed || all_zero(&result));
                    let mut events = [zeroed::<ifr_world_event>(); 4];
                    let mut count = 0;
                    assert!(call(|error| ifr_world_events(
                        world,
                        events.as_mut_ptr(),
                        4,
                        &mut count,
                        error
                    )));
                    assert_eq!(count, result.event_count);
                    if from.flip() {
                        let undone = call(|error| ifr_world_undo_frame(world, error));
                        assert!(undone || !passed);
                    }
                    let mut cast: ifr_world_ray_input = zeroed();
                    (cast.from, cast.to) = (from.vector().into(), from.vector().into());
                    let mut hit = zeroed::<ifr_world_cast_result>();
                    call(|error| ifr_world_ray(world, &cast, &mut hit, error));
                }
            }
        }
        ifr_world_destroy(world);
    }
}

fuzz_target!(|bytes: &[u8]| {
    let mut from = Bytes::new(bytes);
    let mut bodies = Bodies(Vec::new());
    for _ in 0..1 + from.below(4) {
        body(&mut from, &mut bodies);
    }
    match from.flip() {
        true => queries(&mut from, &bodies),
        false => world(&mut from, &bodies),
    }
});
