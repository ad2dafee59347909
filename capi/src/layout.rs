//! Sizes and offsets of the C structs on 64-bit machines, written down once: checked here against
//! this compiler, and written into the header as assertions against the C or C++ compiler.

use std::mem::offset_of;

use crate::certificate::ifr_proved;
use crate::contact_intervals::{ifr_contact_interval, ifr_contact_intervals_result};
use crate::contains::ifr_contains_result;
use crate::distance::ifr_distance_result;
use crate::feature::ifr_feature;
use crate::interframe::{
    ifr_interframe_input, ifr_interframe_result, ifr_interframe_vertices_input, ifr_vertex_sweep,
};
use crate::intersect::{ifr_intersect_input, ifr_intersect_result};
use crate::manifold::{ifr_contact_manifold_result, ifr_contact_point};
use crate::motion::ifr_motion;
use crate::mpr::{ifr_mpr_options, ifr_mpr_result};
use crate::pair_state::ifr_pair_state;
use crate::penetration::ifr_penetration_result;
use crate::planar::{
    ifr_difference_vertex_2d, ifr_distance_2d_result, ifr_polygons_input, ifr_pose_2d,
};
use crate::plane::ifr_plane;
use crate::point_sets::{
    ifr_member_result, ifr_point_sets_input, ifr_point_sets_result, ifr_point_weight,
    ifr_set_plane, ifr_span_column, ifr_subset_result,
};
use crate::polytope::{ifr_face, ifr_polytope_info, ifr_polytope_options};
use crate::pose::ifr_pose;
use crate::settings::ifr_settings;
use crate::status::ifr_error;
use crate::time_of_exit::{ifr_time_of_exit_input, ifr_time_of_exit_result};
use crate::time_of_impact::{ifr_time_of_impact_input, ifr_time_of_impact_result};

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

/// What is only read may have padding.
const fn is_input(name: &str) -> bool {
    let name = name.as_bytes();
    matches!(
        name,
        b"ifr_mpr_options" | [.., b'_', b'i', b'n', b'p', b'u', b't']
    )
}

const fn size_of_field<T, F>(_: fn(&T) -> &F) -> usize {
    size_of::<F>()
}

macro_rules! layouts {
    ($($type:ident: $size:literal { $($field:ident: $offset:literal),+ })+) => {
        #[cfg(target_pointer_width = "64")]
        const _: () = {$(
            assert!(size_of::<$type>() == $size, stringify!($type));
            // Naming every field in a pattern: a new field does not compile until it is listed.
            let _ = |$type { $($field: _),+ }: $type| ();
            // Bytes between fields would be left as they happen to be.
            assert!(
                is_input(stringify!($type))
                    || $size == 0 $(+ size_of_field(|x: &$type| &x.$field))+,
                concat!(stringify!($type), " has padding: name it `reserved`")
            );
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
    ifr_pair_state: 56 { words: 0 }
    ifr_pose: 56 { p: 0, q: 24 }
    ifr_motion: 168 { start: 0, end: 56, pivot: 112, turn: 136, kind: 160, reserved: 164 }
    ifr_plane: 64 { normal: 0, offset: 24, span_count: 32, span_a: 36, span_b: 48, reserved: 60 }
    ifr_polytope_info: 240 {
        vertex_count: 0, center: 8, center_error: 32, inscribed_radius: 40, reach: 48,
        bounding_center: 56, bounding_radius: 80, face_count: 88, edge_count: 96,
        memory_bytes: 104, box_center: 112, box_axes: 136, box_half_extents: 208, dimension: 232,
        reserved: 236
    }
    ifr_polytope_options: 4 { support_cells: 0 }
    ifr_face: 40 { vertices: 0, vertex_count: 8, normal: 16 }
    ifr_intersect_input: 128 { a: 0, b: 8, pose_a: 16, pose_b: 72 }
    ifr_intersect_result: 104 {
        verdict: 0, decided_by: 4, iterations: 8, has_plane: 12, has_point: 13, reserved: 14,
        plane: 16,
        point: 80
    }
    ifr_feature: 20 { kind: 0, count: 4, vertices: 8 }
    ifr_distance_result: 152 {
        verdict: 0, decided_by: 4, iterations: 8, has_points: 12, has_normal: 13, reserved: 14,
        separation: 16,
        error: 24, lower_bound: 32, point_a: 40, point_b: 64, normal: 88, feature_a: 112,
        feature_b: 132
    }
    ifr_penetration_result: 168 {
        verdict: 0, decided_by: 4, iterations: 8, has_overlap: 12, has_plane: 13, reserved: 14,
        depth: 16,
        error: 24, normal: 32, point_a: 56, point_b: 80, plane: 104
    }
    ifr_contact_point: 64 { point_a: 0, point_b: 24, depth: 48, id: 56 }
    ifr_contact_manifold_result: 296 {
        verdict: 0, decided_by: 4, iterations: 8, count: 12, normal: 16, points: 40
    }
    ifr_mpr_options: 16 {
        rel_tol: 0, max_iterations: 8
    }
    ifr_mpr_result: 120 {
        verdict: 0, decided_by: 4, route: 8, detour: 12, iterations: 16, has_points: 20,
        reserved: 21,
        separation: 24, lower_bound: 32, upper_bound: 40, normal: 48, point_a: 72, point_b: 96
    }
    ifr_contains_result: 40 {
        inside: 0, has_margin: 1, has_face: 2, reserved: 3, decided_by: 4, margin: 8, error: 16,
        face: 24,
        vertex: 28, half_spaces: 32, reserved_end: 36
    }
    ifr_interframe_input: 360 { a: 0, b: 8, motion_a: 16, motion_b: 184, sweep: 352, frame: 356 }
    ifr_vertex_sweep: 24 { start_xyz: 0, end_xyz: 8, count: 16 }
    ifr_interframe_vertices_input: 48 { a: 0, b: 24 }
    ifr_interframe_result: 120 {
        verdict: 0, reason: 4, about: 8, decided_by: 12, iterations: 16, has_plane: 20,
        has_point: 21, reserved: 22, slack: 24, plane: 32, point: 96
    }
    ifr_point_sets_input: 40 { a: 0, a_count: 8, b: 16, b_count: 24, dimension: 32 }
    ifr_span_column: 8 { kind: 0, index: 4 }
    ifr_set_plane: 80 { normal: 0, offset: 24, span_count: 32, span: 36, reserved: 76 }
    ifr_point_weight: 16 { weight: 0, index: 8, reserved: 12 }
    ifr_point_sets_result: 304 {
        verdict: 0, decided_by: 4, iterations: 8, has_plane: 12, has_point: 13, reserved: 14,
        plane: 16,
        distance_by_optimum: 96, distance_by_plane: 104, point: 112, weight_count_a: 136,
        weight_count_b: 140, weights_a: 144, weights_b: 224
    }
    ifr_subset_result: 96 {
        is_subset: 0, has_plane: 1, reserved: 2, decided_by: 4, iterations: 8, outside: 12,
        plane: 16
    }
    ifr_member_result: 176 {
        is_member: 0, has_plane: 1, reserved: 2, decided_by: 4, iterations: 8, weight_count: 12,
        weights: 16,
        plane: 96
    }
    ifr_proved: 64 {
        verdict: 0, has_contact: 4, has_gap: 5, containment: 6, reserved: 7, free_from: 8,
        free_to: 16, contact_from: 24, contact_to: 32, separation: 40, gap: 48, contacts: 56
    }
    ifr_contact_interval: 48 {
        contact: 0, reason: 4, enter: 8, exit: 24, gap: 40
    }
    ifr_contact_intervals_result: 40 {
        verdict: 0, solves: 4, iterations: 8, reserved: 12, count: 16, written: 24, undecided: 32
    }
    ifr_time_of_impact_input: 376 {
        a: 0, b: 8, motion_a: 16, motion_b: 184, tolerance: 352, target_separation: 360,
        initial_contact: 368, budget: 372
    }
    ifr_time_of_impact_result: 176 {
        verdict: 0, reason: 4, contact: 8, solves: 12, iterations: 16, initial: 20,
        has_points: 21, has_normal: 22, reserved: 23, free_from: 24, t_lo: 32, t_hi: 40, gap: 48,
        separation_velocity: 56, point_a: 64, point_b: 88, normal: 112, feature_a: 136,
        feature_b: 156
    }
    ifr_time_of_exit_input: 376 {
        a: 0, b: 8, motion_a: 16, motion_b: 184, tolerance: 352, target_margin: 360, budget: 368
    }
    ifr_time_of_exit_result: 96 {
        verdict: 0, reason: 4, looks: 8, initial: 12, has_vertex: 13, has_face: 14,
        has_normal: 15, t_lo: 16, t_hi: 24, depth: 32, point: 40, normal: 64, vertex: 88, face: 92
    }
    ifr_pose_2d: 32 { p: 0, half_angle: 16 }
    ifr_polygons_input: 80 { a: 0, b: 8, pose_a: 16, pose_b: 48 }
    ifr_distance_2d_result: 128 {
        verdict: 0, decided_by: 4, iterations: 8, has_points: 12, has_normal: 13, reserved: 14,
        separation: 16,
        error: 24, lower_bound: 32, point_a: 40, point_b: 56, normal: 72, feature_a: 88,
        feature_b: 108
    }
    ifr_difference_vertex_2d: 24 { point: 0, id_a: 16, id_b: 20 }
}
