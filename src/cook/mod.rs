//! A body as bytes, and back, without building it anew.
//!
//! Problem: a level is built when the game is, and loads when it runs. Idea: bytes hold what takes sorting and searching to
//! find, the faces of hulls and the order of trees; what follows from these in linear time is computed again. Nothing is
//! believed: faces are proved to be those of the hull (`shape/hull/recheck.rs`), and a tree to have each triangle once. Numbers
//! are little endian:
//!
//! | what | bytes |
//! |---|---|
//! | `IFRSHAPE`, version 1 | 8, 4 |
//! | kind: 1 polytope, 2 curved, 3 compound, 4 mesh, 5 height field | 4 |
//! | the body: see below | |
//! | check sum of all before | 8 |
//!
//! | kind | content |
//! |---|---|
//! | polytope | radius 8; dimension + 8 with support cells + 16 with outlines 4; corners, faces, corners of all faces 4, 4, 4; each corner 24; where it stood in the caller's list 4; where each face starts, and where the last ends 4; the corners of faces 4 |
//! | curved | 1 cylinder, 2 cone, 3 ellipsoid 4; lengths 24; radius 8 |
//! | compound | parts 4; each: kind 1 or 2 and content; of a curved one 1 and position, quaternion x y z w 4, 24, 32, or 0 4 |
//! | mesh | radius 8; 1 if one-sided, 2 if solid 4; vertices, triangles, nodes of the tree 4, 4, 4; 24, 12, 32 each |
//! | height field | radius 8; 1 of f32, 2 of f64 4; rows, columns 4, 4; spacing, origin 16, 16; heights 4 or 8 each |
//!
//! Costs on top of linear: a flat or very thin hull is built and compared, which is n log n; and so are a mesh's seams and a
//! compound's tree, which are built anew.

use std::sync::Arc;

use nalgebra::{Quaternion, Vector3};

use crate::error::{Error, Result, check_length};
use crate::motion::placed_parts::part_at;
use crate::motion::pose::Pose;
use crate::numeric::bytes::{Reader, SealErrors, Writer};
use crate::numeric::memory::check_memory;
use crate::shape::body::{Body, SharedBody};
use crate::shape::compound::{Compound, PartShape};
use crate::shape::curved::{Curved, CurvedKind};
use crate::shape::dimension::Dimension;
use crate::shape::height_field::{HeightField, Heights};
use crate::shape::hull::merge_faces::Boundary;
use crate::shape::options::PolytopeOptions;
use crate::shape::pieces::PiecesKind;
use crate::shape::polytope::Polytope;
use crate::shape::triangle_mesh::{TriangleMesh, TriangleMeshOptions};

const MARK: &[u8; 8] = b"IFRSHAPE";

const VERSION: u32 = 1;

const POLYTOPE: u32 = 1;
const CURVED: u32 = 2;
const COMPOUND: u32 = 3;
const MESH: u32 = 4;
const FIELD: u32 = 5;

/// Flags beside a dimension.
const HAS_CELLS: u32 = 8;
const HAS_OUTLINES: u32 = 16;

impl SharedBody {
    /// The body as bytes, for [`from_bytes`](Self::from_bytes): the same on every machine. Allocates.
    ///
    /// A hull takes about 70 bytes a corner, a mesh about 30 bytes a triangle.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Writer(Vec::new());
        out.0.extend_from_slice(MARK);
        out.word(VERSION);
        match self.get() {
            Body::Polytope(_) | Body::Rounded(_) => {
                out.word(POLYTOPE);
                write_polytope(&mut out, self.get().bounding_polytope(), self.radius());
            }
            Body::Curved(body) => {
                out.word(CURVED);
                write_curved(&mut out, body);
            }
            Body::Pieces(pieces) => match pieces.kind() {
                PiecesKind::Compound(body) => {
                    out.word(COMPOUND);
                    write_compound(&mut out, body);
                }
                PiecesKind::TriangleMesh(mesh) => {
                    out.word(MESH);
                    write_mesh(&mut out, mesh, pieces.radius());
                }
                PiecesKind::HeightField(field) => {
                    out.word(FIELD);
                    write_field(&mut out, field, pieces.radius());
                }
            },
        }
        out.sealed()
    }

    /// The body that [`to_bytes`](Self::to_bytes) was called on: each answer about it is the same, to the bit.
    ///
    /// Bytes may come from anywhere. What a verdict rests on is proved or computed again, exactly: that faces are those of the
    /// convex hull, that a tree holds each triangle. Two things only are taken as they are, because no answer is wrong by
    /// them: the order of a mesh's tree, and which corner stood where in a list that is not there any more. AcceptedKinds time and
    /// memory in proportion to the bytes; hulls that are flat or very thin and the seams of meshes are sorted besides.
    ///
    /// # Errors
    /// [`Error::Bytes`] for bytes that are none, are cut short or damaged, of another version, or of no body;
    /// other errors name what a constructor refuses.
    ///
    /// ```
    /// use interframe::{Error, Polytope, SharedBody};
    /// use nalgebra::Vector3;
    /// let points = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(Vector3::from);
    /// let body = SharedBody::new(Polytope::new(&points)?);
    /// let mut bytes = body.to_bytes();
    /// assert_eq!(SharedBody::from_bytes(&bytes)?, body);
    /// bytes[40] ^= 1;
    /// assert!(matches!(SharedBody::from_bytes(&bytes), Err(Error::Bytes { .. })));
    /// # Ok::<(), interframe::Error>(())
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        // Measured: 19 bytes a byte.
        check_memory(bytes.len(), 40)?;
        let errors = SealErrors {
            cut_short: wrong("are cut short"),
            other_kind: wrong("are something else: they do not begin as they should"),
            other_version: wrong("are of another version of the library"),
            damaged: wrong("are damaged: their check sum is another"),
        };
        let mut from = Reader::open(bytes, (MARK, VERSION), errors)?;
        let body = match from.word()? {
            POLYTOPE => {
                let (core, radius) = read_polytope(&mut from)?;
                SharedBody::new(core).rounded(radius)?
            }
            CURVED => read_curved(&mut from)?.into(),
            COMPOUND => read_compound(&mut from)?.into(),
            MESH => {
                let radius = from.number()?;
                SharedBody::from(read_mesh(&mut from)?).rounded(radius)?
            }
            FIELD => {
                let radius = from.number()?;
                SharedBody::from(read_field(&mut from)?).rounded(radius)?
            }
            _ => return Err(wrong("are of a body of no known kind")),
        };
        match from.rest.is_empty() {
            true => Ok(body),
            false => Err(wrong("go on after their end")),
        }
    }
}

fn wrong(what: &'static str) -> Error {
    Error::Bytes { what }
}

fn write_polytope(out: &mut Writer, body: &Polytope, radius: f64) {
    out.numbers([&radius]);
    let cells = if body.cells().is_some() { HAS_CELLS } else { 0 };
    let outlines = if body.outlines.is_some() {
        HAS_OUTLINES
    } else {
        0
    };
    out.word(body.dimension() as u32 | cells | outlines);
    let counts = [
        body.vertex_count(),
        body.face_count(),
        body.face_loops.len(),
    ];
    out.words(counts.map(|count| count as u32));
    for corner in body.vertices() {
        out.numbers(&corner);
    }
    for list in [&body.source, &body.face_starts, &body.face_loops] {
        out.words(list.iter().copied());
    }
}

/// A polytope and the radius about it.
fn read_polytope(from: &mut Reader<'_>) -> Result<(Polytope, f64)> {
    let radius = from.number()?;
    let flags = from.word()?;
    let dimension = flags & !(HAS_CELLS | HAS_OUTLINES);
    let known = Dimension::ALL.iter().find(|of| **of as u32 == dimension);
    let &dimension = known.ok_or(wrong("have a hull of no known dimension"))?;
    let [count, faces, ends] = [from.word()?, from.word()?, from.word()?];
    let corners = read_points(from, count)?;
    let source = from.words(count)?;
    let ends_of_faces = faces.checked_add(1).ok_or(wrong("have too many faces"))?;
    let claimed = Boundary {
        corners: Vec::new(),
        starts: from.words(ends_of_faces)?,
        loops: from.words(ends)?,
        is_broken: flags & HAS_OUTLINES != 0,
    };
    let options = PolytopeOptions {
        support_cells: flags & HAS_CELLS != 0,
    };
    let body = Polytope::of_claim(dimension, &corners, source.into(), &claimed, &options);
    Ok((
        body.ok_or(wrong("have faces that are no convex hull"))?,
        radius,
    ))
}

fn read_points(from: &mut Reader<'_>, count: u32) -> Result<Vec<Vector3<f64>>> {
    let point = |bytes: &[u8; 24]| {
        let numbers = bytes.as_chunks::<8>().0;
        Vector3::from_fn(|axis, _| f64::from_le_bytes(numbers[axis]))
    };
    Ok(from.list::<24>(count)?.iter().map(point).collect())
}

fn write_curved(out: &mut Writer, body: &Curved) {
    let (kind, lengths) = body.shape().kind_and_lengths();
    out.word(kind as u32);
    out.numbers(&lengths);
    out.numbers([&body.radius()]);
}

fn read_curved(from: &mut Reader<'_>) -> Result<Curved> {
    let number = from.word()?;
    let lengths @ [first, second, third] = [from.number()?, from.number()?, from.number()?];
    let mut kinds = CurvedKind::ALL.iter();
    let kind = (kinds.find(|kind| **kind as u32 == number))
        .ok_or(wrong("have a curved body of no known kind"))?;
    let two = |make: fn(f64, f64) -> Result<Curved>| match third.to_bits() {
        0 => make(first, second),
        _ => Err(wrong("have a third length of two")),
    };
    let body = match kind {
        CurvedKind::Cylinder => two(Curved::cylinder),
        CurvedKind::Cone => two(Curved::cone),
        CurvedKind::Ellipsoid => Curved::ellipsoid(lengths),
    };
    body?.rounded(from.number()?)
}

fn write_compound(out: &mut Writer, body: &Compound) {
    out.word(body.part_count() as u32);
    for part in body.parts() {
        match &part.shape {
            PartShape::Polytope { core, radius } => {
                out.word(POLYTOPE);
                write_polytope(out, core, *radius);
            }
            PartShape::Curved { body, .. } => {
                out.word(CURVED);
                write_curved(out, body);
                out.word(u32::from(part.place().is_some()));
                out.numbers(part.place().iter().flatten());
            }
        }
    }
}

fn read_compound(from: &mut Reader<'_>) -> Result<Compound> {
    let count = from.word()?;
    let mut shapes = Vec::new();
    for _ in 0..count {
        shapes.push(match from.word()? {
            POLYTOPE => {
                let (core, radius) = read_polytope(from)?;
                check_length("radius", radius)?;
                let core = Arc::new(core);
                PartShape::Polytope { core, radius }
            }
            CURVED => {
                let body = Arc::new(read_curved(from)?);
                match from.word()? {
                    0 => PartShape::Curved { body, at: None },
                    1 => {
                        let p = Vector3::new(from.number()?, from.number()?, from.number()?);
                        let [x, y, z] = [from.number()?, from.number()?, from.number()?];
                        let q = Quaternion::new(from.number()?, x, y, z);
                        part_at(body, &Pose::new(p, q)?)?
                    }
                    _ => return Err(wrong("have a part that is neither moved nor not")),
                }
            }
            _ => return Err(wrong("have a part of no known kind")),
        });
    }
    Ok(Compound::new(shapes))
}

fn write_mesh(out: &mut Writer, mesh: &TriangleMesh, radius: f64) {
    out.numbers([&radius]);
    out.word(u32::from(mesh.is_one_sided()) | u32::from(mesh.is_solid()) << 1);
    let nodes = mesh.tree().lanes().len();
    let counts = [mesh.vertices().len(), mesh.triangles().len(), nodes];
    out.words(counts.map(|count| count as u32));
    mesh.vertices().iter().for_each(|point| out.numbers(point));
    out.words(mesh.triangles().iter().flatten().copied());
    mesh.tree().lanes().for_each(|lanes| out.words(lanes));
}

fn read_mesh(from: &mut Reader<'_>) -> Result<TriangleMesh> {
    let options = match from.word()? {
        kind @ 0..=2 => TriangleMeshOptions {
            one_sided: kind == 1,
            solid: kind == 2,
        },
        _ => return Err(wrong("have a mesh with a number of sides that is unknown")),
    };
    let [vertices, triangles, nodes] = [from.word()?, from.word()?, from.word()?];
    let vertices = read_points(from, vertices)?;
    let three = |bytes: &[u8; 12]| {
        let numbers = bytes.as_chunks::<4>().0;
        [0, 1, 2].map(|k: usize| u32::from_le_bytes(numbers[k]))
    };
    let triangles: Vec<_> = from.list::<12>(triangles)?.iter().map(three).collect();
    let eight = |bytes: &[u8; 32]| {
        let numbers = bytes.as_chunks::<4>().0;
        std::array::from_fn(|k| u32::from_le_bytes(numbers[k]))
    };
    let lanes: Vec<_> = from.list::<32>(nodes)?.iter().map(eight).collect();
    let mesh = TriangleMesh::with_lanes(&vertices, &triangles, &options, &lanes)?;
    mesh.ok_or(wrong("have a tree that does not hold each triangle once"))
}

fn write_field(out: &mut Writer, field: &HeightField, radius: f64) {
    out.numbers([&radius]);
    let kind = match field.heights() {
        Heights::F32(_) => 1,
        Heights::F64(_) => 2,
    };
    out.words([kind, field.rows() as u32, field.columns() as u32]);
    out.numbers(&field.spacing());
    out.numbers(&field.origin());
    match field.heights() {
        Heights::F32(heights) => out.words(heights.iter().map(|z| z.to_bits())),
        Heights::F64(heights) => out.numbers(heights),
    }
}

fn read_field(from: &mut Reader<'_>) -> Result<HeightField> {
    let kind = from.word()?;
    let [rows, columns] = [from.word()?, from.word()?];
    let count = rows.checked_mul(columns);
    let count = count.ok_or(wrong("have a height field of 2^32 heights or more"))?;
    let spacing = [from.number()?, from.number()?];
    let origin = [from.number()?, from.number()?];
    if count == 0 && rows > 0 {
        return Err(wrong("have a height field of empty rows"));
    }
    let columns = columns as usize;
    match kind {
        1 => {
            let heights = from.list::<4>(count)?.iter();
            let heights: Vec<_> = heights.map(|z| f32::from_le_bytes(*z)).collect();
            HeightField::from_f32(&heights, columns, spacing, origin)
        }
        2 => {
            let heights = from.list::<8>(count)?.iter();
            let heights: Vec<_> = heights.map(|z| f64::from_le_bytes(*z)).collect();
            HeightField::new(&heights, columns, spacing, origin)
        }
        _ => Err(wrong("have a height field of no known kind")),
    }
}
