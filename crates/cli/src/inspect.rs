//! `interframe inspect MESH PARTS`: how well convex parts stand for a mesh.
//!
//! Undercut: how far the mesh's surface reaches outside of the parts at most. The distance from one convex part is a convex
//! function, so over a triangle it is largest at a corner: the least over parts of the farthest corner is never below what any
//! point of the triangle is at. Triangles with the largest such bound are cut into four until the bound meets what a corner
//! shows, or there have been too many.

use std::collections::BinaryHeap;
use std::io::Write;
use std::path::Path;

use interframe::case::{Json, Node, read_compound};
use interframe::{
    Body, Distance, DistanceOptions, PairState, PenetrationOptions, PiecesKind, Polytope, Pose,
    PosedPair, SharedBody, TriangleMesh, TriangleMeshOptions, distance, penetration,
};
use interframe_meshes::{MeshError, MeshFile, file};
use nalgebra::Vector3;
use serde_json::json;

use crate::args::InspectArgs;
use crate::error::{Fatal, Problem, Result, at_key};

/// The bound is drawn down to so much above what a corner shows, in parts of the mesh's size.
const TOLERANCE: f64 = 1e-3;

/// Largest number of triangles that are examined, beyond those of the mesh.
const MOST: usize = 200_000;

/// Prints what is known of the mesh, the parts, and the two together; the exit status.
pub fn run(args: &InspectArgs, out: &mut impl Write) -> std::result::Result<u8, Fatal> {
    let unfit = |path: &Path, problem| Fatal::Scene {
        path: path.to_path_buf(),
        problem,
    };
    let mesh = MeshFile::open(&args.mesh);
    let mesh = mesh.map_err(|error| unfit(&args.mesh, invalid("mesh", &error)))?;
    let parts = read_parts(&args.parts).map_err(|problem| unfit(&args.parts, problem))?;
    let found = inspect(&mesh, &parts).map_err(|problem| unfit(&args.mesh, problem))?;
    if args.json {
        writeln!(out, "{}", found.json)?;
    } else {
        writeln!(out, "{}", found.text)?;
    }
    Ok(0)
}

fn invalid(key: &str, error: &MeshError) -> Problem {
    Problem::invalid(key, error.to_string())
}

/// The convex parts of a file: `{"compound": [...]}` as in cases, a list of shapes, or a mesh file that names its parts.
fn read_parts(path: &Path) -> Result<Vec<Polytope>> {
    if path.extension().is_none_or(|ending| ending != "json") {
        let mesh = MeshFile::open(path).map_err(|error| invalid("parts", &error))?;
        let mut names: Vec<String> = mesh.part_names().map(str::to_owned).collect();
        names.sort_unstable();
        let hull = |name: &String| {
            let points = mesh.part(name).map_err(|error| invalid("parts", &error))?;
            Polytope::new(&points).map_err(at_key("parts"))
        };
        return match names.is_empty() {
            true => Ok(vec![
                Polytope::new(&mesh.vertices).map_err(at_key("parts"))?,
            ]),
            false => names.iter().map(hull).collect(),
        };
    }
    let bytes = file::read(path, MeshFile::MAX_SIZE);
    let bytes = bytes.map_err(|error| Problem::invalid("parts", error.to_string()))?;
    let text = String::from_utf8_lossy(&bytes);
    let json = match Json::parse(&text)? {
        // Names of parts are for the reader.
        Json::List(mut shapes) => {
            for shape in &mut shapes {
                if let Json::Object(entries) = shape {
                    entries.retain(|(key, _)| key != "name");
                }
            }
            Json::Object(vec![("compound".to_owned(), Json::List(shapes))])
        }
        other => other,
    };
    let node = Node::root(&json);
    let mut parts = Vec::new();
    let compound = read_compound(&node, &mut |part| interframe::case::read_shape(part))?;
    let Body::Pieces(pieces) = compound.get() else {
        return Ok(parts);
    };
    let PiecesKind::Compound(compound) = pieces.kind() else {
        return Ok(parts);
    };
    for part in 0..compound.part_count() {
        match compound.part(part) {
            Body::Polytope(body) => parts.push(body.clone()),
            _ => {
                let message = "only parts with corners and without a radius are inspected";
                return Err(Problem::invalid(&format!("compound[{part}]"), message));
            }
        }
    }
    Ok(parts)
}

struct Found {
    text: String,
    json: serde_json::Value,
}

fn inspect(mesh: &MeshFile, parts: &[Polytope]) -> Result<Found> {
    let triangles = mesh.surface().map_err(|error| invalid("mesh", &error))?;
    let surface = TriangleMesh::new(&mesh.vertices, triangles, &TriangleMeshOptions::default());
    let surface = surface.map_err(at_key("mesh"))?;
    let report = *surface.report();
    if parts.iter().all(|part| part.vertex_count() == 0) {
        return Err(Problem::invalid(
            "parts",
            "no parts, or none that has a corner",
        ));
    }
    let whole = Polytope::new(&mesh.vertices).map_err(at_key("mesh"))?;
    let size = whole.bounding_radius();
    let [undercut, seen] = undercut(&mesh.vertices, triangles, parts, TOLERANCE * size);
    let (mut overlap, mut overlapping) = (0.0_f64, 0);
    let here = Pose::identity();
    for (i, a) in parts.iter().enumerate() {
        for b in &parts[..i] {
            let pair = PosedPair::new(a, &here, b, &here);
            let options = PenetrationOptions::default();
            let found = penetration(&pair, &options, &mut PairState::default());
            let found = found.map_err(at_key("parts"))?;
            overlap = overlap.max(found.depth);
            overlapping += u32::from(found.depth > 0.0);
        }
    }
    let of_parts: f64 = parts.iter().map(volume_of_hull).sum();
    let corners = triangles
        .iter()
        .map(|t| t.map(|v| mesh.vertices[v as usize]));
    let of_mesh = volume(corners);
    for (key, volume) in [("mesh", of_mesh), ("parts", of_parts)] {
        if !volume.is_finite() {
            return Err(Problem::invalid(key, "a volume beyond f64"));
        }
    }
    let number = |x: f64| match (1e-3..1e9).contains(&size) && x.abs() < 1e12 {
        true => format!("{x:.6}"),
        false => format!("{x:.6e}"),
    };
    let of_parts_suspect: u32 = parts.iter().map(Polytope::suspect_numbers).sum();
    let suspect = match report.suspect_numbers + of_parts_suspect {
        0 => String::new(),
        count => format!(
            "\nwarning: {count} numbers are below 1e-300 beside ordinary ones: were floats read as doubles?"
        ),
    };
    let text = format!(
        "mesh: {} triangles, {} vertices; {} degenerate, {} duplicate; {} open edges, {} of three triangles or more, {} turned\n\
         parts: {}; volume {} in sum, that of the mesh {} (ratio {:.3})\n\
         undercut: the surface reaches at most {} outside of the parts (proved; {} is reached), \
         {:.3}% of the mesh's radius\n\
         overlap: {overlapping} pairs of parts, at most {} deep{suspect}",
        report.triangles,
        report.vertices,
        report.degenerate,
        report.duplicate,
        report.open_edges,
        report.non_manifold_edges,
        report.turned_edges,
        parts.len(),
        number(of_parts),
        number(of_mesh),
        of_parts / of_mesh,
        number(undercut),
        number(seen),
        100.0 * undercut / size,
        number(overlap),
    );
    let finite = |x: f64| Some(x).filter(|x| x.is_finite());
    let json = json!({
        "mesh": report, "closed": report.is_closed(), "parts": parts.len(),
        "suspect_numbers_of_parts": of_parts_suspect,
        "undercut_at_most": finite(undercut), "undercut_seen": finite(seen),
        "overlapping_pairs": overlapping, "deepest_overlap": overlap,
        "volume_of_parts": of_parts, "volume_of_mesh": of_mesh,
    });
    Ok(Found { text, json })
}

fn volume_of_hull(body: &Polytope) -> f64 {
    let faces = (0..body.face_count()).map(|face| body.face(face));
    let fans = faces.flat_map(|face| face[1..].windows(2).map(|two| [face[0], two[0], two[1]]));
    volume(fans.map(|t| t.map(|v| body.vertex(v as usize))))
}

/// Volume that closed triangles enclose, computed about one of their corners, so that little is lost far from the
/// origin.
fn volume(triangles: impl Iterator<Item = [Vector3<f64>; 3]>) -> f64 {
    let mut origin = None;
    let cones = triangles.map(|corners| {
        let origin = *origin.get_or_insert(corners[0]);
        let [a, b, c] = corners.map(|corner| corner - origin);
        a.dot(&b.cross(&c)) / 6.0
    });
    cones.sum()
}

/// A triangle, what it is outside of the parts at most, and where its corners are.
struct Piece {
    bound: f64,
    corners: [Vector3<f64>; 3],
}

impl PartialEq for Piece {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Piece {}

impl PartialOrd for Piece {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Piece {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.bound.total_cmp(&other.bound)
    }
}

/// At most how far the surface reaches outside, and how far one of its points is seen to.
fn undercut(
    vertices: &[Vector3<f64>],
    triangles: &[[u32; 3]],
    parts: &[Polytope],
    tolerance: f64,
) -> [f64; 2] {
    let parts: Vec<SharedBody> = parts.iter().cloned().map(SharedBody::new).collect();
    let mut seen = 0.0_f64;
    let mut left = BinaryHeap::new();
    for triangle in triangles {
        let corners = triangle.map(|v| vertices[v as usize]);
        let (piece, reached) = look(&parts, corners);
        seen = seen.max(reached);
        left.push(piece);
    }
    for _ in 0..MOST / 4 {
        let Some(worst) = left.pop() else { break };
        if worst.bound <= seen + tolerance {
            left.push(worst);
            break;
        }
        let [a, b, c] = worst.corners;
        let [p, q, r] = [(a + b) * 0.5, (b + c) * 0.5, (c + a) * 0.5];
        // What the rounding of the middles may hide is added.
        let room = 8.0 * f64::EPSILON * (a.amax() + b.amax() + c.amax());
        for corners in [[a, p, r], [p, b, q], [r, q, c], [p, q, r]] {
            let (piece, reached) = look(&parts, corners);
            seen = seen.max(reached - room);
            left.push(Piece {
                bound: (piece.bound + room).min(worst.bound),
                ..piece
            });
        }
    }
    [left.peek().map_or(0.0, |worst| worst.bound), seen]
}

/// A triangle with its bound, and how far a corner of it is outside.
fn look(parts: &[SharedBody], corners: [Vector3<f64>; 3]) -> (Piece, f64) {
    let mut nearest = [f64::INFINITY; 3];
    let mut bound = f64::INFINITY;
    for part in parts {
        let apart = corners.map(|corner| far(part, &corner));
        for (nearest, found) in nearest.iter_mut().zip(&apart) {
            *nearest = nearest.min(found.separation - found.error);
        }
        let farthest = apart.iter().map(|found| found.separation + found.error);
        bound = bound.min(farthest.fold(0.0, f64::max));
    }
    let reached = nearest.into_iter().fold(0.0, f64::max);
    (Piece { bound, corners }, reached)
}

fn far(part: &SharedBody, point: &Vector3<f64>) -> Distance {
    let corner = SharedBody::new(Polytope::new(&[*point]).expect("a finite point"));
    let here = Pose::identity();
    let pair = PosedPair::new(part, &here, &corner, &here);
    let options = DistanceOptions::default();
    distance(&pair, &options, &mut PairState::default()).expect("valid options")
}
