//! Bodies, as handles of any kind.

use libc::size_t;
use nalgebra::Vector3;

use crate::boundary::{destroy, input_list, optional, points, required};
use crate::entry::{entry, entry_without_error};
use crate::fault::{Result, Wrong};
use crate::mirror::{answers, c_enum, texts};
use crate::text::ifr_bytes;
use crate::vectors::ifr_vectors;
use interframe::for_c::check_memory;
use interframe::{Body, Dimension, Error, Polytope, PolytopeOptions, SharedBody};

/// A body: a convex polytope, a cylinder, cone or ellipsoid, or all points within a radius of one (a sphere, a capsule,
/// a rounded body); or several pieces, a compound, a triangle mesh or a height field. Immutable: any number of threads
/// may use one at the same time. Made by ifr_polytope_create, ifr_sphere_create and its like, ifr_rounded_create,
/// ifr_compound_create and its like, ifr_yaw_cuboid_create, ifr_minkowski_difference or ifr_minkowski_sum, freed by
/// ifr_body_destroy.
pub struct ifr_body(pub(crate) SharedBody);

const _: () = {
    const fn shared_between_threads<T: Send + Sync>() {}
    shared_between_threads::<ifr_body>();
};

impl ifr_body {
    #[inline(always)]
    pub(crate) fn get(&self) -> Body<'_> {
        self.0.get()
    }
}

c_enum! {
    /// Dimension of a body, from its affine hull.
    ifr_dimension = Dimension {
        /// No points: collides with nothing.
        IFR_DIMENSION_EMPTY = 0 => Empty,
        /// One point.
        IFR_DIMENSION_POINT = 1 => Point,
        /// A line segment.
        IFR_DIMENSION_SEGMENT = 2 => Segment,
        /// A flat convex polygon.
        IFR_DIMENSION_FLAT = 3 => Flat,
        /// A solid.
        IFR_DIMENSION_SOLID = 4 => Solid,
    }
}

texts! {
    /// "empty", "point", "segment", "flat", "solid", or "unknown". See ifr_verdict_text.
    ifr_dimension_text(dimension) = ifr_dimension;
}

answers! {
    /// Measures of a polytope. Lengths in your unit, positions in the body's frame.
    pub struct ifr_polytope_info from body: &Polytope {
        /// Corners of the hull; at most as many as points were given.
        pub vertex_count: size_t = body.vertex_count(),
        /// A point of the body; of a solid, an interior one. Zero for the empty body.
        pub center: [f64; 3] = body.center().into(),
        /// How far a true point of the body may lie from center: 0 if center is proved inside, rounding otherwise.
        pub center_error: f64 = body.center_error(),
        /// A ball of this radius about center lies in the body. Rounded down; 0 without an interior.
        pub inscribed_radius: f64 = body.inscribed_radius(),
        /// Largest distance of a corner from the body's origin, rounded up.
        pub reach: f64 = body.reach(),
        /// Centre of the bounding sphere.
        pub bounding_center: [f64; 3] = body.bounding_center().into(),
        /// Radius of the bounding sphere, rounded up: every corner is within.
        pub bounding_radius: f64 = body.bounding_radius(),
        /// Faces: of a solid its true ones (coplanar triangles are one), of a flat body 2, its polygon
        /// seen from each side; otherwise 0.
        pub face_count: size_t = body.face_count(),
        /// Edges. A flat body has those of its polygon, a segment one.
        pub edge_count: size_t = body.edge_count(),
        /// Memory the body takes, in bytes.
        pub memory_bytes: size_t = body.memory_bytes(),
        /// A tight box around the body: its centre,
        pub box_center: [f64; 3] = body.oriented_box().center.into(),
        /// its unit axes x, y, z, one after the other,
        pub box_axes: [[f64; 3]; 3] = body.oriented_box().axes.into(),
        /// and half its size along each. All zero for the empty body.
        pub box_half_extents: [f64; 3] = body.oriented_box().half_extents.into(),
        /// Dimension of the points' affine hull.
        pub dimension: ifr_dimension = body.dimension().into(),
        /// Coordinates of corners that are not 0 but below 1e-300, where others are above 1e-150. Real bodies have none.
        /// You get such numbers if you cast an array of floats to const double *, which nothing else can detect.
        pub suspect_numbers: u32 = body.suspect_numbers(),
    }
}

/// Options for building a polytope. In each field 0 means the default, so a zeroed struct is the defaults.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default)]
pub struct ifr_polytope_options {
    /// 1: keep, for each of many cells of directions, the few corners that can be farthest there,
    /// for bodies of 100 corners or more that often meet partners they did not meet in the last
    /// frame. About doubles the body's memory; building takes up to twice as long. 0: do not.
    pub support_cells: i32,
}

impl ifr_polytope_options {
    fn read(&self) -> Result<PolytopeOptions> {
        let support_cells = match self.support_cells {
            0 => PolytopeOptions::default().support_cells,
            1 => true,
            value => return Err(Wrong::UnknownValue(value).at("options.support_cells")),
        };
        Ok(PolytopeOptions { support_cells })
    }
}

/// The hull of points that the argument of this name holds.
pub(crate) fn hull(
    points: &[Vector3<f64>],
    options: Option<&ifr_polytope_options>,
    name: &'static str,
) -> Result<SharedBody> {
    let options = options.copied().unwrap_or_default().read()?;
    let body = Polytope::with_options(points, &options);
    let body = body.map_err(|error| Wrong::of_a_list(error, 3).at(name))?;
    Ok(SharedBody::new(body))
}

/// A body, or what is wrong with the argument of this name.
pub(crate) fn made(body: interframe::Result<SharedBody>, name: &'static str) -> Result<ifr_body> {
    body.map(ifr_body)
        .map_err(|error| Wrong::Refused(error).at(name))
}

entry! {
    /// Builds the convex hull of count points (x y z x y z ...) in the body's frame. Any finite
    /// points will do: in any order, with duplicates and interior points, flat, collinear, one, none
    /// (xyz may then be NULL). The points are copied. options: memory to be spent for speed, NULL for
    /// the defaults; no option changes a verdict.
    ///
    /// On success *out is the new body, yours to destroy; on failure it is NULL. Allocates; about
    /// count log count time. Build bodies when a level loads, not in a frame. IFR_STATUS_OUT_OF_MEMORY unless
    /// 1024 bytes a point can be allocated, of which most bodies take less than 100.
    ifr_polytope_create(
        xyz: *const f64, count: size_t, options: *const ifr_polytope_options, out: *mut *mut ifr_body,
    ) = create(out) {
        let options = optional(options, "options")?;
        hull(points(xyz, count, "xyz")?, options, "xyz").map(ifr_body)
    }

    /// Builds a polytope as ifr_polytope_create does, of points in float or double anywhere in your memory. The same numbers
    /// make the same body, to the bit.
    ifr_polytope_create_from_vectors(
        vertices: *const ifr_vectors, options: *const ifr_polytope_options, out: *mut *mut ifr_body,
    ) = create(out) {
        let vertices = required(vertices, "vertices")?;
        let points = vertices.floats(Polytope::MAX_POINTS, "vertices")?.points();
        hull(&points, optional(options, "options")?, "vertices").map(ifr_body)
    }

    /// Writes a body of any kind as bytes, which ifr_body_create_from_bytes makes a body of: the same on every machine. Fill a level's
    /// file with them when the level is built. About 70 bytes a corner of a hull and 30 a triangle of a mesh. See ifr_bytes. Allocates.
    ifr_body_to_bytes(body: *const ifr_body, bytes: *mut ifr_bytes) = write_bytes(bytes) {
        let body = &required(body, "body")?.0;
        check_memory(body.memory_bytes(), 4)?;
        Ok(body.to_bytes())
    }

    /// Makes the body that ifr_body_to_bytes was called with: each answer about it is the same, to the bit. data: size bytes, of any
    /// alignment, which are not kept. They may come from anywhere: what a verdict rests on is proved or computed again, so that
    /// bytes that are damaged or made up are refused (IFR_STATUS_BYTES, or the status of a constructor). Takes time and memory in
    /// proportion to size; docs/guide/LOADING.md says what else. On success *out is the new body, yours to destroy; on failure
    /// it is NULL.
    ifr_body_create_from_bytes(data: *const u8, size: size_t, out: *mut *mut ifr_body) = create(out) {
        made(SharedBody::from_bytes(input_list(data, size, "data")?), "data")
    }
}

/// Frees a body. NULL is fine. The body must not be in use by another thread, nor be used or
/// destroyed again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_body_destroy(body: *mut ifr_body) {
    // SAFETY: it came from a `Handle`, and the caller gives up the only claim to it.
    unsafe { destroy(body) }
}

/// # Safety
/// `body` is NULL, misaligned, or live.
unsafe fn polytope<'a>(body: *const ifr_body) -> Result<&'a Polytope> {
    // SAFETY: the caller's promise is the same.
    let core = unsafe { required(body, "body") }?.0.core();
    let refused = Error::Body {
        query: "ifr_polytope",
        body: "body",
        kind: "is curved or of several pieces",
    };
    core.ok_or_else(|| Wrong::Refused(refused).at("body"))
}

entry_without_error! {
    /// Writes the measures of a polytope, or of the core of a body with a radius. Like all ifr_polytope functions, it
    /// refuses a cylinder, cone or ellipsoid (IFR_STATUS_BODY). Does not allocate.
    ifr_polytope_get_info(body: *const ifr_body, out: *mut ifr_polytope_info) = call(out, "out") {
        Ok(polytope(body)?.into())
    }
}

/// Number of corners; 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_polytope_vertex_count(body: *const ifr_body) -> size_t {
    // SAFETY: the pointer is as the header's first section demands.
    unsafe { polytope(body) }.map_or(0, Polytope::vertex_count)
}

entry_without_error! {
    /// Writes corner index (below vertex_count) to out_xyz[0..2], body frame, exactly as it was given
    /// to ifr_polytope_create. Corners are in lexicographic order of (x, y, z).
    ifr_polytope_get_vertex(
        body: *const ifr_body, index: size_t, out_xyz: *mut f64,
    ) = call(out_xyz.cast::<[f64; 3]>(), "out_xyz") {
        // Three numbers are a [f64; 3].
        let body = polytope(body)?;
        Ok(body.vertex(checked(index, body.vertex_count())?).into())
    }

    /// Writes where in the list given to ifr_polytope_create corner index (below vertex_count) stood
    /// first, counted in points.
    ifr_polytope_get_source_index(body: *const ifr_body, index: size_t, out: *mut size_t) = call(out, "out") {
        let body = polytope(body)?;
        Ok(body.source_index(checked(index, body.vertex_count())?))
    }
}

/// A face of a polytope. The memory is the body's: do not write to it, and do not read it after the body is
/// destroyed.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default)]
pub struct ifr_face {
    /// Indices of the corners around the face, counter-clockwise from outside, the lowest first.
    pub vertices: *const u32,
    /// Number of corners; 0 (and vertices NULL) after a failed call.
    pub vertex_count: size_t,
    /// Unit outward normal, body frame, within 1e-12 of the exact one.
    pub normal: [f64; 3],
}

entry_without_error! {
    /// Writes face index (below face_count of ifr_polytope_info). Copies nothing.
    ifr_polytope_get_face(body: *const ifr_body, index: size_t, out: *mut ifr_face) = call(out, "out") {
        let body = polytope(body)?;
        let index = checked(index, body.face_count())?;
        let corners = body.face(index);
        Ok(ifr_face {
            vertices: corners.as_ptr(),
            vertex_count: corners.len(),
            normal: body.face_normal(index).into(),
        })
    }
}

/// `index`, if there are that many.
pub(crate) fn checked(index: usize, count: usize) -> Result<usize> {
    if index < count {
        Ok(index)
    } else {
        Err(Wrong::OutOfRange { index, count }.at("index"))
    }
}
