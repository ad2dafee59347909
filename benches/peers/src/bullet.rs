//! Bullet's casts.

use std::f64::consts::FRAC_PI_4;
use std::ffi::c_int;

use interframe::Pose;

use crate::peers::Poses;
use crate::support::bodies::Body;
use crate::support::casts::{Cast, Caster};
use crate::support::flights::Flight;

/// An opaque workload on the C++ side.
#[repr(C)]
struct Opaque([u8; 0]);

unsafe extern "C" {
    fn bullet_new(
        points: *const f64,
        point_count: u32,
        poses: *const Poses,
        first: *const u32,
        sweeps: u32,
        scale: f64,
        method: c_int,
    ) -> *mut Opaque;
    fn bullet_sweep(work: *mut Opaque, sweep: u32) -> f64;
    fn bullet_free(work: *mut Opaque);
}

/// As in `bullet.cpp`.
#[derive(Clone, Copy)]
pub enum Method {
    Continuous,
    Subsimplex,
}

struct Bullet {
    work: *mut Opaque,
    pieces: Vec<u32>,
}

/// Bullet in pieces of at most 45 degrees, with all lengths times `scale`.
pub fn bullet(
    name: &'static str,
    method: Method,
    scale: f64,
    body: &Body,
    flights: &[Flight],
) -> Caster {
    let bullet = Bullet::new(method, scale, body, flights);
    Caster::new(name, move |i| bullet.sweep(i))
}

impl Bullet {
    fn new(method: Method, scale: f64, body: &Body, flights: &[Flight]) -> Self {
        let pieces: Vec<u32> = flights.iter().map(pieces).collect();
        let mut poses = [Vec::new(), Vec::new()];
        let mut first = vec![0];
        for (flight, &count) in flights.iter().zip(&pieces) {
            for piece in 0..=count {
                let motions = flight.until(f64::from(piece) / f64::from(count));
                for (list, motion) in poses.iter_mut().zip(&motions) {
                    list.push(matrix(motion.end()));
                }
            }
            first.push(poses[0].len() as u32);
        }
        // SAFETY: the lists live through the call, which copies them; counts are theirs.
        let work = unsafe {
            bullet_new(
                body.points.as_ptr().cast(),
                body.points.len() as u32,
                &Poses::new(&poses),
                first.as_ptr(),
                flights.len() as u32,
                scale,
                method as c_int,
            )
        };
        Bullet { work, pieces }
    }

    fn sweep(&self, i: usize) -> Cast {
        let count = f64::from(self.pieces[i]);
        // SAFETY: the handle is alive, and there is a sweep for every count of pieces.
        match unsafe { bullet_sweep(self.work, i as u32) } {
            -1.0 => Cast::Miss,
            -2.0 => Cast::GaveUp,
            at => Cast::Hit(at / count),
        }
    }
}

impl Drop for Bullet {
    fn drop(&mut self) {
        // SAFETY: made by `bullet_new`, freed once.
        unsafe { bullet_free(self.work) }
    }
}

/// So that neither body turns by more than 45 degrees in one.
fn pieces(flight: &Flight) -> u32 {
    let angle = |[x, y, z]: [f64; 3]| (x * x + y * y + z * z).sqrt();
    let most = flight.turn.map(angle).into_iter().fold(0.0, f64::max);
    (most / FRAC_PI_4).ceil().max(1.0) as u32
}

/// Position, then the rotation matrix by rows.
fn matrix(pose: &Pose) -> [f64; 12] {
    let (p, r) = (pose.translation(), pose.matrix());
    std::array::from_fn(|k| match k {
        0..3 => p[k],
        _ => r[((k - 3) / 3, (k - 3) % 3)],
    })
}
