//! The C++ peers in the experiments.

use std::ffi::c_int;

use parry3d_f64::math::Vector;
use parry3d_f64::transformation::try_convex_hull;

use crate::experiments::contenders::{About, Speaker, asking};
use crate::experiments::measure::Made;
use crate::experiments::scene::Query;
use crate::support::contenders::matrix;

/// An opaque scene on the C++ side.
#[repr(C)]
struct Opaque([u8; 0]);

/// What a library keeps of a pair. As in `scene.h`.
#[derive(Clone, Copy)]
#[repr(C)]
struct Memory {
    axis: [f64; 3],
    hints: [i32; 2],
}

unsafe extern "C" {
    fn scene_new(library: c_int) -> *mut Opaque;
    fn scene_add_shape(
        scene: *mut Opaque,
        points: *const f64,
        point_count: u32,
        triangles: *const u32,
        triangle_count: u32,
    );
    fn scene_add_pose(scene: *mut Opaque, pose: *const f64);
    fn scene_meet(
        scene: *mut Opaque,
        shapes: *const u32,
        poses: *const u32,
        memory: *mut Memory,
    ) -> bool;
    fn scene_free(scene: *mut Opaque);
}

struct Scene(*mut Opaque);

impl Drop for Scene {
    fn drop(&mut self) {
        // SAFETY: made by `scene_new`, freed once.
        unsafe { scene_free(self.0) }
    }
}

/// All of them.
pub fn contenders(made: &Made<'_>) -> Vec<Speaker> {
    let libraries = [
        ("coal", 0),
        ("libccd gjk", 1),
        ("libccd mpr", 2),
        ("bullet gjk", 3),
    ];
    libraries
        .into_iter()
        .map(|(name, library)| {
            let scene = scene(made, library);
            let start = Memory {
                axis: [1.0, 0.0, 0.0],
                hints: [0; 2],
            };
            let ask = move |query: &Query, memory: &mut Memory| {
                // The whole of it is captured, so that it lives as long as the contender.
                let scene: &Scene = &scene;
                // SAFETY: alive; shapes and poses of the query are among those that were added.
                unsafe { scene_meet(scene.0, query.shape.as_ptr(), query.at.as_ptr(), memory) }
            };
            asking(name, About::Poses, made.natives, start, ask)
        })
        .collect()
}

fn scene(made: &Made<'_>, library: c_int) -> Scene {
    // SAFETY: the lists live through the calls, which copy them; counts are theirs.
    unsafe {
        let scene = scene_new(library);
        for shape in &made.library.shapes {
            let points: Vec<Vector> = shape.points.iter().map(|&p| p.into()).collect();
            let (points, triangles) = try_convex_hull(&points).expect("a solid body has a hull");
            assert_eq!(points.len(), shape.points.len(), "every point is a corner");
            let points: Vec<[f64; 3]> = points.into_iter().map(Into::into).collect();
            scene_add_shape(
                scene,
                points.as_ptr().cast(),
                points.len() as u32,
                triangles.as_ptr().cast(),
                triangles.len() as u32,
            );
        }
        for at in &made.natives.placements {
            scene_add_pose(scene, matrix(at).as_ptr());
        }
        Scene(scene)
    }
}
