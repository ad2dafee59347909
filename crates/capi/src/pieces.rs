//! Bodies of several convex pieces: compounds, triangle meshes, height fields.

use libc::size_t;

use nalgebra::Vector3;

use crate::body::{hull, ifr_body, made};
use crate::boundary::{input_list, optional, points, required};
use crate::entry::{entry, entry_without_error};
use crate::fault::{Result, Wrong};
use crate::mirror::{answers, or_zero};
use crate::pose::ifr_pose;
use crate::vectors::{Floats, ifr_vectors};
use interframe::for_c::check_memory;
use interframe::{
    Body, Error, HeightField, MeshReport, PieceId, PiecesKind, Polytope, Pose, SharedBody,
    TriangleMesh, TriangleMeshOptions,
};

answers! {
    /// Which pieces of A and B an answer is about: a part of a compound, by its place in the list it was made
    /// of; a triangle of a mesh or a height field. 0 of a convex body.
    pub struct ifr_pieces from pieces: [PieceId; 2] {
        /// 1 if the rest is set.
        pub known: u32 = 1,
        /// Part of A; 0 for a triangle.
        pub part_a: u32 = pieces[0].part,
        /// Triangle of A; 0 for a part.
        pub triangle_a: u32 = pieces[0].triangle,
        /// Part of B; 0 for a triangle.
        pub part_b: u32 = pieces[1].part,
        /// Triangle of B; 0 for a part.
        pub triangle_b: u32 = pieces[1].triangle,
        /// Always 0.
        pub reserved: u32 = 0,
    }
}

/// A convex part and where it is in the frame of the whole.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_part {
    /// The part. It is copied, or shared where the pose is the identity, and may be destroyed afterwards.
    pub body: *const ifr_body,
    /// Its pose in the frame of the whole. Fill it by ifr_pose_init for the identity.
    pub pose: ifr_pose,
}

entry! {
    /// Convex parts that move together as one body: the union of their points. Answers name parts by their
    /// places in the list; parts of one body are never compared with each other. Corners are moved to their
    /// places once, each coordinate rounded to the nearest double; these are the parts from then on. parts
    /// may be NULL when count is 0: the empty body. On success *out is the new body, yours to destroy; on
    /// failure it is NULL. A part that is itself of several pieces is refused (IFR_STATUS_BODY). Allocates.
    ///
    /// docs/guide/MESHES.md says what each query answers about bodies of several pieces; some refuse them
    /// (IFR_STATUS_BODY).
    ifr_compound_create(parts: *const ifr_part, count: size_t, out: *mut *mut ifr_body) = create(out) {
        let parts = input_list(parts, count, "parts")?;
        check_memory(count, 4 * size_of::<(SharedBody, Pose)>())?;
        let mut read = Vec::new();
        for (k, part) in parts.iter().enumerate() {
            let body = match part.body.is_null() {
                true => return Err(Wrong::Null.in_part("parts", ".body").of_entry(k)),
                false => required(part.body, "parts[].body")?.0.clone(),
            };
            let pose = part.pose.read("parts", ".pose");
            read.push((body, pose.map_err(|fault| fault.of_entry(k))?));
        }
        made(SharedBody::compound(&read), "parts")
    }

    /// Makes a compound of convex hulls, one of each array of points in the frame of the whole, as a convex decomposition gives
    /// them. See ifr_compound_create and ifr_vectors. parts may be NULL when count is 0.
    ifr_compound_create_from_vectors(parts: *const ifr_vectors, count: size_t, out: *mut *mut ifr_body) = create(out) {
        let parts = input_list(parts, count, "parts")?;
        check_memory(count, 4 * size_of::<(SharedBody, Pose)>())?;
        let mut hulls = Vec::new();
        for (k, part) in parts.iter().enumerate() {
            let points = part.floats(Polytope::MAX_POINTS, "parts");
            let hull = points.and_then(|points| hull(&points.points(), None, "parts"));
            hulls.push((hull.map_err(|fault| fault.of_entry(k))?, Pose::identity()));
        }
        made(SharedBody::compound(&hulls), "parts")
    }
}

/// Options for building a triangle mesh. In each field 0 means the default.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default)]
pub struct ifr_trimesh_options {
    /// 1: a triangle is met from its front only, which is the side from where its corners go round counter-clockwise. A
    /// convex body meets it only if its centre is in front of the triangle's plane, for motions at t = 0. The side is
    /// that of real arithmetic; the centre is that of ifr_polytope_get_info, a point in double. 0: from both sides.
    pub one_sided: i32,
    /// 1: the body is the volume that the surface bounds, so a body wholly inside is in contact with it. The surface must be
    /// closed and must not cross itself (otherwise IFR_STATUS_SETTING, and the text names the edge or the two triangles). A
    /// surface inside another bounds a cavity. Not together with one_sided. 0: the surface only.
    pub solid: i32,
}

answers! {
    /// Counts of what is unusual in a triangle mesh. Vertices at one place are one here.
    #[derive(Eq)]
    pub struct ifr_trimesh_report from report: MeshReport {
        /// Triangles of the list.
        pub triangles: u32,
        /// Vertices of the list.
        pub vertices: u32,
        /// Triangles whose corners are on a line; they count as the segments or points that they are.
        pub degenerate: u32,
        /// Triangles with the three corners of an earlier one.
        pub duplicate: u32,
        /// Vertices that no triangle has.
        pub unused_vertices: u32,
        /// Edges of one triangle only: the rims of holes.
        pub open_edges: u32,
        /// The first edge with an odd number of triangles, by the numbers of its ends. Both 0: there is none, so the surface may
        /// bound a solid.
        pub rim: [u32; 2] = or_zero(report.rim),
        /// Edges of three triangles or more.
        pub non_manifold_edges: u32,
        /// Edges along which two triangles go the same way round.
        pub turned_edges: u32,
        /// Coordinates that are not 0 but below 1e-300, where others are above 1e-150. You get such numbers if you read
        /// floats as doubles.
        pub suspect_numbers: u32,
    }
}

entry! {
    /// A surface of triangles, or the solid that it bounds: vertex_count points (x y z x y z ...) and triangle_count triangles of
    /// three indices each. Both lists are copied. All triangles count as they are, closed, so nothing passes between two;
    /// answers name them and their vertices by their places in the lists. Unusual input is counted (ifr_trimesh_get_report)
    /// and is no error, except an index without a vertex (IFR_STATUS_OUT_OF_RANGE). options: NULL for the defaults. See
    /// ifr_compound_create.
    ifr_trimesh_create(
        xyz: *const f64, vertex_count: size_t, triangles: *const u32, triangle_count: size_t, options: *const ifr_trimesh_options, out: *mut *mut ifr_body,
    ) = create(out) {
        // Three indices are a [u32; 3].
        let options = optional(options, "options")?;
        let vertices = points(xyz, vertex_count, "xyz")?;
        let triangles = input_list(triangles.cast::<[u32; 3]>(), triangle_count, "triangles")?;
        mesh(vertices, triangles, options, "xyz")
    }
}

/// A mesh of vertices that the argument of this name holds.
fn mesh(
    vertices: &[Vector3<f64>],
    triangles: &[[u32; 3]],
    options: Option<&ifr_trimesh_options>,
    name: &'static str,
) -> Result<ifr_body> {
    let flag = |value: i32, name: &'static str| match value {
        0 => Ok(false),
        1 => Ok(true),
        value => Err(Wrong::UnknownValue(value).at(name)),
    };
    let options = options.copied().unwrap_or_default();
    let options = TriangleMeshOptions {
        one_sided: flag(options.one_sided, "options.one_sided")?,
        solid: flag(options.solid, "options.solid")?,
    };
    let mesh = TriangleMesh::new(vertices, triangles, &options);
    let mesh = mesh.map_err(|error| match error {
        Error::TriangleIndex { .. } => Wrong::Refused(error).at("triangles"),
        Error::OpenEdge { .. } | Error::SelfIntersection { .. } | Error::Setting { .. } => {
            Wrong::Refused(error).at("options")
        }
        error => Wrong::of_a_list(error, 3).at(name),
    })?;
    Ok(ifr_body(mesh.into()))
}

entry! {
    /// Builds a mesh as ifr_trimesh_create does, of vertices in float or double and of indices of 16 or 32 bits, anywhere in
    /// your memory. An array of triangles has three indices each: its count is a third of the number of indices. The same numbers
    /// make the same body, to the bit.
    ifr_trimesh_create_from_vectors(
        vertices: *const ifr_vectors, triangles: *const ifr_vectors, options: *const ifr_trimesh_options, out: *mut *mut ifr_body,
    ) = create(out) {
        let vertices = required(vertices, "vertices")?;
        let vertices = vertices.floats(Polytope::MAX_POINTS, "vertices")?.points();
        let triangles = required(triangles, "triangles")?;
        let triangles = triangles.triangles(Polytope::MAX_POINTS, "triangles")?;
        let options = optional(options, "options")?;
        mesh(&vertices, &triangles, options, "vertices")
    }
}

entry_without_error! {
    /// Writes the counts of what is unusual in a triangle mesh. Any other body is refused (IFR_STATUS_BODY). Does not
    /// allocate.
    ifr_trimesh_get_report(body: *const ifr_body, out: *mut ifr_trimesh_report) = call(out, "out") {
        let body = required(body, "body")?;
        if let Body::Pieces(pieces) = body.get()
            && let PiecesKind::TriangleMesh(mesh) = pieces.kind()
        {
            return Ok((*mesh.report()).into());
        }
        let refused = Error::Body {
            query: "ifr_trimesh_get_report",
            body: "body",
            kind: "is no triangle mesh",
        };
        Err(Wrong::Refused(refused).at("body"))
    }
}

/// The grid of a height field.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default)]
pub struct ifr_grid {
    /// Vertices of a row.
    pub columns: size_t,
    /// Rows of vertices.
    pub rows: size_t,
    /// Between columns (along x) and between rows (along y); positive.
    pub spacing: [f64; 2],
    /// x and y of row 0, column 0.
    pub origin: [f64; 2],
}

entry! {
    /// A surface over a grid: rows times columns heights, row by row; NaN is a hole: both triangles of each of the up to
    /// four cells around it are missing. The vertex of row r and column c is at x = origin[0] + c spacing[0],
    /// y = origin[1] + r spacing[1]. Each cell has two triangles, its diagonal from (r, c) to (r + 1, c + 1); cell k, counted
    /// row by row, has the triangles 2k, on the side of (r, c + 1), and 2k + 1. The heights are copied. A grid of a wrong
    /// size or spacing is IFR_STATUS_SETTING. See ifr_compound_create.
    ifr_height_field_create(heights: *const f64, grid: *const ifr_grid, out: *mut *mut ifr_body) = create(out) {
        field(heights, grid, HeightField::new)
    }

    /// Builds a height field as ifr_height_field_create does, from heights in float, which take half the memory.
    ifr_height_field_create_float(heights: *const f32, grid: *const ifr_grid, out: *mut *mut ifr_body) = create(out) {
        field(heights, grid, HeightField::from_f32)
    }

    /// Builds a height field as ifr_height_field_create does, of heights in float or double anywhere in your memory. heights must
    /// have as many entries as the grid has places. Heights in float take half the memory; the same numbers give the same
    /// answers, to the bit.
    ifr_height_field_create_from_vectors(
        heights: *const ifr_vectors, grid: *const ifr_grid, out: *mut *mut ifr_body,
    ) = create(out) {
        let heights = required(heights, "heights")?;
        let &ifr_grid { columns, rows, spacing, origin } = required(grid, "grid")?;
        let (count, wanted) = (heights.count, rows.saturating_mul(columns));
        if count != wanted {
            let what = "heights";
            return Err(Wrong::Refused(Error::Length { what, count, wanted }).at(what));
        }
        let field = match heights.floats::<1>(u32::MAX as usize, "heights")? {
            Floats::Single(z) => HeightField::from_f32(z.as_flattened(), columns, spacing, origin),
            Floats::Double(z) => HeightField::new(z.as_flattened(), columns, spacing, origin),
        };
        made(field.map(SharedBody::from), "grid")
    }
}

/// Makes a field of heights, the number of columns, the spacing and the origin.
type Make<T> = fn(&[T], usize, [f64; 2], [f64; 2]) -> interframe::Result<HeightField>;

/// The field that `make` makes of heights.
///
/// # Safety
/// The pointers are as the header's first section demands.
unsafe fn field<T>(heights: *const T, grid: *const ifr_grid, make: Make<T>) -> Result<ifr_body> {
    // SAFETY: the caller's promise is the same.
    unsafe {
        let ifr_grid {
            columns,
            rows,
            spacing,
            origin,
        } = *required(grid, "grid")?;
        let heights = input_list(heights, rows.saturating_mul(columns), "heights")?;
        let field = make(heights, columns, spacing, origin);
        made(field.map(SharedBody::from), "grid")
    }
}
