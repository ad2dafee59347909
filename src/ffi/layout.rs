//! Sizes and offsets of the C structs on 64-bit machines, written down once: checked here against
//! this compiler, and written into the header as assertions against the C or C++ compiler.

use std::mem::offset_of;

use super::interframe::{
    ifr_interframe_input, ifr_interframe_result, ifr_interframe_vertices_input, ifr_vertex_sweep,
};
use super::intersect::{ifr_intersect_input, ifr_intersect_result};
use super::motion::ifr_motion;
use super::pair_state::ifr_pair_state;
use super::plane::ifr_plane;
use super::polytope::{ifr_face, ifr_polytope_info, ifr_polytope_options};
use super::pose::ifr_pose;
use super::settings::ifr_settings;
use super::status::ifr_error;

/// A struct of the header.
#[derive(Debug, Clone, Copy)]
pub struct Layout {
    /// Its C name.
    pub name: &'static str,
    /// Its size in bytes.
    pub size: usize,
    /// Name and offset in bytes of every field.
    pub fields: &'static [(&'static str, usize)],
}

macro_rules! layouts {
    ($($type:ident: $size:literal { $($field:ident: $offset:literal),+ })+) => {
        #[cfg(target_pointer_width = "64")]
        const _: () = {$(
            assert!(size_of::<$type>() == $size, stringify!($type));
            // Naming every field in a pattern: a new field does not compile until it is listed.
            let _ = |$type { $($field: _),+ }: $type| ();
            $(assert!(
                offset_of!($type, $field) == $offset,
                concat!(stringify!($type), ".", stringify!($field))
            );)+
        )+};

        /// Every struct of the header that C code may look into.
        pub const LAYOUTS: &[Layout] = &[$(Layout {
            name: stringify!($type),
            size: $size,
            fields: &[$((stringify!($field), $offset)),+],
        }),+];
    };
}

layouts! {
    ifr_error: 256 { status: 0, message: 4 }
    ifr_settings: 16 { sweep_rel_tol: 0, method: 8, max_pivots: 12 }
    ifr_pair_state: 56 {
        normal_world: 0, portal_a: 24, portal_b: 36, hint_a: 48, hint_b: 52
    }
    ifr_pose: 56 { p: 0, q: 24 }
    ifr_motion: 168 { start: 0, end: 56, pivot: 112, turn: 136, kind: 160 }
    ifr_plane: 64 { normal: 0, offset: 24, span_count: 32, span_a: 36, span_b: 48 }
    ifr_polytope_info: 240 {
        vertex_count: 0, center: 8, center_error: 32, inscribed_radius: 40, reach: 48,
        bounding_center: 56, bounding_radius: 80, face_count: 88, edge_count: 96,
        memory_bytes: 104, box_center: 112, box_axes: 136, box_half_extents: 208, dimension: 232
    }
    ifr_polytope_options: 4 { support_cells: 0 }
    ifr_face: 40 { vertices: 0, vertex_count: 8, normal: 16 }
    ifr_intersect_input: 128 { a: 0, b: 8, pose_a: 16, pose_b: 72 }
    ifr_intersect_result: 104 {
        verdict: 0, decided_by: 4, iterations: 8, has_plane: 12, has_point: 13, plane: 16,
        point: 80
    }
    ifr_interframe_input: 360 { a: 0, b: 8, motion_a: 16, motion_b: 184, sweep: 352, frame: 356 }
    ifr_vertex_sweep: 24 { start_xyz: 0, end_xyz: 8, count: 16 }
    ifr_interframe_vertices_input: 48 { a: 0, b: 24 }
    ifr_interframe_result: 120 {
        verdict: 0, reason: 4, about: 8, decided_by: 12, iterations: 16, has_plane: 20,
        has_point: 21, slack: 24, plane: 32, point: 96
    }
}
