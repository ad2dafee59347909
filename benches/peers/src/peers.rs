//! Coal and libccd as contenders.

use std::ffi::c_int;

use parry3d_f64::math::Vector;
use parry3d_f64::transformation::try_convex_hull;

use crate::support::bodies::Body;
use crate::support::contenders::matrix;
use crate::support::driver::Contender;
use crate::support::workloads::{Placement, Run, Workload};

type New = unsafe extern "C" fn(
    *const f64,
    u32,
    *const u32,
    u32,
    *const Poses,
    *const Poses,
    *const Run,
    u32,
    c_int,
) -> *mut Opaque;

/// Poses of A and B, each a position and a rotation matrix by rows. As in `shim.cpp` and `bullet.cpp`.
#[repr(C)]
pub struct Poses {
    a: *const [f64; 12],
    b: *const [f64; 12],
    count: u32,
}

impl Poses {
    pub fn new([a, b]: &[Vec<[f64; 12]>; 2]) -> Self {
        Poses {
            a: a.as_ptr(),
            b: b.as_ptr(),
            count: a.len() as u32,
        }
    }
}

/// An opaque workload on the C++ side.
#[repr(C)]
pub struct Opaque([u8; 0]);

unsafe extern "C" {
    fn coal_new(
        points: *const f64,
        point_count: u32,
        triangles: *const u32,
        triangle_count: u32,
        warm: *const Poses,
        timed: *const Poses,
        runs: *const Run,
        run_count: u32,
        guess: c_int,
    ) -> *mut Opaque;
    fn coal_answer(work: *mut Opaque, verdicts: *mut bool);
    fn coal_free(work: *mut Opaque);
    fn peer_ccd_new(
        points: *const f64,
        point_count: u32,
        triangles: *const u32,
        triangle_count: u32,
        warm: *const Poses,
        timed: *const Poses,
        runs: *const Run,
        run_count: u32,
        mpr: c_int,
    ) -> *mut Opaque;
    fn peer_ccd_answer(work: *mut Opaque, verdicts: *mut bool);
    fn peer_ccd_free(work: *mut Opaque);
}

/// Coal. `guess`: 0 for the guess that the last frame left, 1 for the centres of the bounding boxes; 2 and 3 for the same
/// with distances.
pub fn coal(name: &str, body: &Body, work: &Workload, guess: c_int) -> Contender<'static> {
    let calls = (coal_new as New, coal_answer as _, coal_free as _);
    contender(name, body, work, guess, calls)
}

/// libccd's GJK, or its Minkowski portal refinement.
pub fn ccd(name: &str, body: &Body, work: &Workload, mpr: c_int) -> Contender<'static> {
    let calls = (
        peer_ccd_new as New,
        peer_ccd_answer as _,
        peer_ccd_free as _,
    );
    contender(name, body, work, mpr, calls)
}

type Answer = unsafe extern "C" fn(*mut Opaque, *mut bool);
type Free = unsafe extern "C" fn(*mut Opaque);

/// A workload of one of the C++ libraries.
struct Peer {
    work: *mut Opaque,
    free: Free,
}

impl Drop for Peer {
    fn drop(&mut self) {
        // SAFETY: made by the matching `new`, freed once.
        unsafe { (self.free)(self.work) }
    }
}

fn contender(
    name: &str,
    body: &Body,
    work: &Workload,
    option: c_int,
    (new, answer, free): (New, Answer, Free),
) -> Contender<'static> {
    let points: Vec<Vector> = body.points.iter().map(|&p| Vector::from(p)).collect();
    let (vertices, triangles) = try_convex_hull(&points).expect("a solid body has a hull");
    assert_eq!(vertices.len(), points.len(), "every point is a corner");
    let vertices: Vec<[f64; 3]> = vertices.into_iter().map(Into::into).collect();
    let matrices = |list: &[Placement]| list.iter().map(matrix).collect::<Vec<_>>();
    let warm = [matrices(&work.warm.a), matrices(&work.warm.b)];
    let timed = [matrices(&work.timed.a), matrices(&work.timed.b)];
    // SAFETY: the lists live through the call, which copies them; counts are theirs.
    let handle = unsafe {
        new(
            vertices.as_ptr().cast(),
            vertices.len() as u32,
            triangles.as_ptr().cast(),
            triangles.len() as u32,
            &Poses::new(&warm),
            &Poses::new(&timed),
            work.runs.as_ptr(),
            work.runs.len() as u32,
            option,
        )
    };
    let (peer, queries) = (Peer { work: handle, free }, work.queries());
    Contender::new(name, move |verdicts| {
        // The whole of it is captured, so that it lives as long as the contender.
        let peer: &Peer = &peer;
        assert_eq!(verdicts.len(), queries);
        // SAFETY: the handle is alive, and exactly `queries` verdicts are written.
        unsafe { answer(peer.work, verdicts.as_mut_ptr()) }
    })
}
