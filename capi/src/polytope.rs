//! Bodies, as handles.

use std::ffi::{CStr, c_char};

use crate::boundary::{Fault, Handle, enter, optional, output, points, required};
use crate::mirror::mirrored;
use crate::status::{ifr_error, ifr_status};
use crate::verdict::name;
use interframe::PolytopeOptions;
use interframe::{Dimension, Polytope};

/// A convex body. Immutable: any number of threads may use one at the same time. Made by
/// ifr_polytope_create, freed by ifr_polytope_destroy.
pub struct ifr_polytope(pub(crate) Polytope);

const _: () = {
    const fn shared_between_threads<T: Send + Sync>() {}
    shared_between_threads::<ifr_polytope>();
};

/// What a body is.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ifr_dimension {
    /// No points: collides with nothing.
    #[default]
    IFR_DIMENSION_EMPTY = 0,
    /// One point.
    IFR_DIMENSION_POINT = 1,
    /// A line segment.
    IFR_DIMENSION_SEGMENT = 2,
    /// A flat convex polygon.
    IFR_DIMENSION_FLAT = 3,
    /// A solid.
    IFR_DIMENSION_SOLID = 4,
}

mirrored!(Dimension => ifr_dimension,
    Empty: IFR_DIMENSION_EMPTY,
    Point: IFR_DIMENSION_POINT,
    Segment: IFR_DIMENSION_SEGMENT,
    Flat: IFR_DIMENSION_FLAT,
    Solid: IFR_DIMENSION_SOLID,
);

/// "empty", "point", "segment", "flat", "solid", or "unknown". As ifr_verdict_text.
#[unsafe(no_mangle)]
pub extern "C" fn ifr_dimension_text(dimension: i32) -> *const c_char {
    const NAMES: [&CStr; 5] = [c"empty", c"point", c"segment", c"flat", c"solid"];
    name(&NAMES, dimension)
}

/// What is known of a body. Lengths in your unit, positions in the body's frame.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ifr_polytope_info {
    /// Corners of the hull; at most as many as points were given.
    pub vertex_count: usize,
    /// A point of the body; of a solid, an interior one. Zero for the empty body.
    pub center: [f64; 3],
    /// How far a true point of the body may lie from center: 0 for a solid, rounding otherwise.
    pub center_error: f64,
    /// A ball of this radius about center lies in the body. Rounded down; 0 without an interior.
    pub inscribed_radius: f64,
    /// Largest distance of a corner from the body's origin, rounded up.
    pub reach: f64,
    /// Centre of the bounding sphere.
    pub bounding_center: [f64; 3],
    /// Radius of the bounding sphere, rounded up: every corner is within.
    pub bounding_radius: f64,
    /// Faces: of a solid its true ones (coplanar triangles are one), of a flat body 2, its polygon
    /// seen from each side; otherwise 0.
    pub face_count: usize,
    /// Edges. A flat body has those of its polygon, a segment one.
    pub edge_count: usize,
    /// Memory the body takes, in bytes.
    pub memory_bytes: usize,
    /// A tight box around the body: its centre,
    pub box_center: [f64; 3],
    /// its unit axes x, y, z, one after the other,
    pub box_axes: [[f64; 3]; 3],
    /// and half its size along each. All zero for the empty body.
    pub box_half_extents: [f64; 3],
    /// What the points span.
    pub dimension: ifr_dimension,
    /// Always 0, so that equal answers are equal bytes.
    pub reserved: [u8; 4],
}

/// Builds the convex hull of count points (x y z x y z ...) in the body's frame. Any finite
/// points will do: in any order, with duplicates and interior points, flat, collinear, one, none
/// (xyz may then be NULL). The points are copied.
///
/// On success *out is the new body, yours to destroy; on failure it is NULL. Allocates; about
/// count log count time. Build bodies when a level loads, not in a frame. When memory runs out the
/// process is aborted.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_polytope_create(
    xyz: *const f64,
    count: usize,
    out: *mut *mut ifr_polytope,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands; NULL stands for the defaults.
    unsafe { ifr_polytope_create_with_options(xyz, count, std::ptr::null(), out, error) }
}

/// What a body may be given beyond its hull. In each field 0 means the default, so a zeroed struct
/// is the defaults.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default)]
pub struct ifr_polytope_options {
    /// 1: keep, for each of many cells of directions, the few corners that can be farthest there,
    /// for bodies of 100 corners or more that often meet partners they did not meet in the last
    /// frame. About doubles the body's memory; building takes up to twice as long. 0: do not.
    pub support_cells: i32,
}

/// Writes the defaults, spelled out.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_polytope_options_init(out: *mut ifr_polytope_options) -> ifr_status {
    // SAFETY: no error struct; `out` is as the header's first section demands.
    unsafe {
        enter(std::ptr::null_mut(), || {
            let out = output(out, "out")?;
            let defaults = PolytopeOptions::default();
            out.support_cells = defaults.support_cells.into();
            Ok(())
        })
    }
}

/// As ifr_polytope_create, with memory spent for speed as options say; NULL means the defaults. No
/// option changes a verdict.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_polytope_create_with_options(
    xyz: *const f64,
    count: usize,
    options: *const ifr_polytope_options,
    out: *mut *mut ifr_polytope,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        enter(error, || {
            let out = output(out.cast::<Handle<ifr_polytope>>(), "out")?;
            let given = optional(options, "options")?.copied().unwrap_or_default();
            let options = PolytopeOptions {
                support_cells: match given.support_cells {
                    0 => false,
                    1 => true,
                    value => {
                        let name = "options.support_cells";
                        return Err(Fault::UnknownValue { name, value });
                    }
                },
            };
            let points = points(xyz, count, "xyz")?;
            let body = Polytope::with_options(points, &options).map_err(Fault::input("xyz"))?;
            out.0 = Box::into_raw(Box::new(ifr_polytope(body)));
            Ok(())
        })
    }
}

/// Frees a body. NULL is fine. The body must not be in use by another thread, nor be used or
/// destroyed again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_polytope_destroy(body: *mut ifr_polytope) {
    if body.is_null() {
        return;
    }
    let free = || {
        // SAFETY: it came from `Box::into_raw` in `ifr_polytope_create_with_options`, and the caller gives up
        // the only claim to it.
        drop(unsafe { Box::from_raw(body) });
        Ok(())
    };
    // SAFETY: no error struct.
    unsafe { enter(std::ptr::null_mut(), free) };
}

/// Writes what is known of a body. Does not allocate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_polytope_get_info(
    body: *const ifr_polytope,
    out: *mut ifr_polytope_info,
) -> ifr_status {
    // SAFETY: no error struct; the pointers are as the header's first section demands.
    unsafe {
        enter(std::ptr::null_mut(), || {
            let out = output(out, "out")?;
            let body = &required(body, "body")?.0;
            *out = ifr_polytope_info {
                vertex_count: body.vertex_count(),
                center: body.center().into(),
                center_error: body.center_error(),
                inscribed_radius: body.inscribed_radius(),
                reach: body.reach(),
                bounding_center: body.bounding_center().into(),
                bounding_radius: body.bounding_radius(),
                face_count: body.face_count(),
                edge_count: body.edge_count(),
                memory_bytes: body.memory_bytes(),
                box_center: body.oriented_box().center.into(),
                box_axes: body.oriented_box().axes.into(),
                box_half_extents: body.oriented_box().half_extents.into(),
                dimension: body.dimension().into(),
                reserved: [0; 4],
            };
            Ok(())
        })
    }
}

/// Number of corners; 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_polytope_vertex_count(body: *const ifr_polytope) -> usize {
    // SAFETY: the pointer is as the header's first section demands.
    unsafe { required(body, "body") }.map_or(0, |body| body.0.vertex_count())
}

/// Writes corner index (below vertex_count) to out_xyz[0..2], body frame, exactly as it was given
/// to ifr_polytope_create. Corners are in lexicographic order of (x, y, z).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_polytope_get_vertex(
    body: *const ifr_polytope,
    index: usize,
    out_xyz: *mut f64,
) -> ifr_status {
    // SAFETY: no error struct; the pointers are as the header's first section demands, and three
    // numbers are a [f64; 3].
    unsafe {
        enter(std::ptr::null_mut(), || {
            let out = output(out_xyz.cast::<[f64; 3]>(), "out_xyz")?;
            let body = &required(body, "body")?.0;
            *out = body.vertex(checked(index, body.vertex_count())?).into();
            Ok(())
        })
    }
}

/// Writes where in the list given to ifr_polytope_create corner index (below vertex_count) stood
/// first, counted in points.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_polytope_get_source_index(
    body: *const ifr_polytope,
    index: usize,
    out: *mut usize,
) -> ifr_status {
    // SAFETY: no error struct; the pointers are as the header's first section demands.
    unsafe {
        enter(std::ptr::null_mut(), || {
            let out = output(out, "out")?;
            let body = &required(body, "body")?.0;
            *out = body.source_index(checked(index, body.vertex_count())?);
            Ok(())
        })
    }
}

/// A face of a body. The memory is the body's: read it, and not after the body is destroyed.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_face {
    /// Indices of the corners around the face, counter-clockwise from outside, the lowest first.
    pub vertices: *const u32,
    /// Number of corners; 0 (and vertices NULL) after a failed call.
    pub vertex_count: usize,
    /// Unit outward normal, body frame, within 1e-12 of the exact one.
    pub normal: [f64; 3],
}

impl Default for ifr_face {
    fn default() -> Self {
        ifr_face {
            vertices: std::ptr::null(),
            vertex_count: 0,
            normal: [0.0; 3],
        }
    }
}

/// Writes face index (below face_count of ifr_polytope_info). Copies nothing.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_polytope_get_face(
    body: *const ifr_polytope,
    index: usize,
    out: *mut ifr_face,
) -> ifr_status {
    // SAFETY: no error struct; the pointers are as the header's first section demands.
    unsafe {
        enter(std::ptr::null_mut(), || {
            let out = output(out, "out")?;
            let body = &required(body, "body")?.0;
            let index = checked(index, body.face_count())?;
            let corners = body.face(index);
            *out = ifr_face {
                vertices: corners.as_ptr(),
                vertex_count: corners.len(),
                normal: body.face_normal(index).into(),
            };
            Ok(())
        })
    }
}

/// `index`, if there are that many.
pub(crate) fn checked(index: usize, count: usize) -> Result<usize, Fault> {
    let name = "index";
    if index < count {
        Ok(index)
    } else {
        Err(Fault::OutOfRange { name, index, count })
    }
}
