//! The C++ peers as contenders.

// Each binary uses a part of it.
#![allow(dead_code)]

use std::ffi::c_int;

use parry3d_f64::math::Vector;
use parry3d_f64::transformation::try_convex_hull;

use crate::support::bodies::Body;
use crate::support::contenders::{Contender, matrix};
use crate::support::workloads::{Placement, Run, Workload};

type New<T> = unsafe extern "C" fn(
    *const f64,
    u32,
    *const u32,
    u32,
    *const Poses,
    *const Poses,
    *const Run,
    u32,
    c_int,
) -> *mut T;

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

/// One of the C++ libraries in one configuration.
pub struct Peer {
    name: &'static str,
    work: *mut Opaque,
    queries: usize,
    answer: unsafe extern "C" fn(*mut Opaque, *mut bool),
    free: unsafe extern "C" fn(*mut Opaque),
}

impl Peer {
    /// Coal, started from the guess that the last frame left.
    pub fn coal_cached(body: &Body, work: &Workload) -> Self {
        Self::new(
            "coal cached",
            body,
            work,
            coal_new,
            0,
            coal_answer,
            coal_free,
        )
    }

    /// Coal, started from the centres of the bounding boxes.
    pub fn coal_bounds(body: &Body, work: &Workload) -> Self {
        Self::new(
            "coal bounds",
            body,
            work,
            coal_new,
            1,
            coal_answer,
            coal_free,
        )
    }

    /// Coal's distances, started from the guess that the last frame left.
    pub fn coal_distance_cached(body: &Body, work: &Workload) -> Self {
        let (answer, free) = (coal_answer, coal_free);
        Self::new("coal cached", body, work, coal_new, 2, answer, free)
    }

    /// Coal's distances, started from the centres of the bounding boxes.
    pub fn coal_distance_bounds(body: &Body, work: &Workload) -> Self {
        let (answer, free) = (coal_answer, coal_free);
        Self::new("coal bounds", body, work, coal_new, 3, answer, free)
    }

    /// libccd's GJK.
    pub fn ccd_gjk(body: &Body, work: &Workload) -> Self {
        let (answer, free) = (peer_ccd_answer, peer_ccd_free);
        Self::new("ccd gjk", body, work, peer_ccd_new, 0, answer, free)
    }

    /// libccd's Minkowski portal refinement.
    pub fn ccd_mpr(body: &Body, work: &Workload) -> Self {
        let (answer, free) = (peer_ccd_answer, peer_ccd_free);
        Self::new("ccd mpr", body, work, peer_ccd_new, 1, answer, free)
    }

    fn new(
        name: &'static str,
        body: &Body,
        work: &Workload,
        new: New<Opaque>,
        option: c_int,
        answer: unsafe extern "C" fn(*mut Opaque, *mut bool),
        free: unsafe extern "C" fn(*mut Opaque),
    ) -> Self {
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
        Peer {
            name,
            work: handle,
            queries: work.queries(),
            answer,
            free,
        }
    }
}

impl Contender for Peer {
    fn name(&self) -> &str {
        self.name
    }

    fn answer(&mut self, verdicts: &mut [bool]) {
        assert_eq!(verdicts.len(), self.queries);
        // SAFETY: the handle is alive, and exactly `queries` verdicts are written.
        unsafe { (self.answer)(self.work, verdicts.as_mut_ptr()) }
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // SAFETY: made by the matching `new`, freed once.
        unsafe { (self.free)(self.work) }
    }
}
