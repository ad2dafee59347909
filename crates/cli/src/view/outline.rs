//! Surfaces of bodies, to be drawn. A round body is drawn as a hull of points on it, and nothing is decided by it.

use std::collections::BTreeMap;

use interframe::case::{Json, Node, read_pose, read_shape, written_shape};
use interframe::{
    Body, CurvedShape, Dimension, HeightField, PiecesKind, Polytope, Pose, SharedBody,
};
use nalgebra::Vector3;

use super::data::Shape;

/// Edges whose faces turn by less than this (its cosine) are not drawn on round bodies.
const SMOOTH_COSINE: f64 = 0.85;
/// Corners of a circle.
const CIRCLE: usize = 40;
/// Bodies of more corners get fewer directions of a sphere about each, because the product is hulled.
const FEW_CORNERS: usize = 12;

/// Triangles and edges that are put together before they are rounded.
#[derive(Debug, Default)]
struct Surface {
    points: Vec<Vector3<f64>>,
    triangles: Vec<[u32; 3]>,
    edges: Vec<[u32; 2]>,
}

/// The surface of a body.
pub fn outline(body: &SharedBody) -> Shape {
    let mut surface = Surface::default();
    match body.get() {
        Body::Pieces(pieces) => match pieces.kind() {
            PiecesKind::Compound(_) => compound(body, &mut surface),
            PiecesKind::TriangleMesh(mesh) => {
                surface.points = mesh.vertices().to_vec();
                surface.triangles = mesh.triangles().to_vec();
                surface.edges_of_triangles();
            }
            PiecesKind::HeightField(field) => height_field(field, &mut surface),
            // A kind that this page cannot draw yet.
            _ => {}
        },
        _ => convex(body, &Pose::identity(), &mut surface),
    }
    surface.shape()
}

/// The hull of points, for extended hulls.
pub fn hull(points: &[Vector3<f64>]) -> Option<Shape> {
    let mut surface = Surface::default();
    surface.add(&Polytope::new(points).ok()?, -1.0);
    Some(surface.shape())
}

/// Points whose hull stands for a convex body in a drawing.
pub fn corners(body: &SharedBody) -> Vec<Vector3<f64>> {
    match body.get() {
        Body::Polytope(core) => core.vertices().collect(),
        Body::Rounded(round) => dilated(round.core().vertices(), round.radius()),
        Body::Curved(curved) => {
            let points = curved_points(curved.shape());
            dilated(points.into_iter(), curved.radius())
        }
        _ => Vec::new(),
    }
}

fn convex(body: &SharedBody, pose: &Pose, surface: &mut Surface) {
    let sharp = matches!(body.get(), Body::Polytope(_));
    let points: Vec<_> = corners(body)
        .iter()
        .map(|p| pose.transform_point(p))
        .collect();
    if let Ok(hull) = Polytope::new(&points) {
        surface.add(&hull, if sharp { 1.0 } else { SMOOTH_COSINE });
    }
}

/// The parts as cases write them, which says where each is.
fn compound(body: &SharedBody, surface: &mut Surface) {
    let written = written_shape(body);
    let Some(parts) = written["compound"].as_array() else {
        return;
    };
    for part in parts {
        let mut part = part.clone();
        let pose = part.as_object_mut().and_then(|part| part.remove("pose"));
        let pose = match pose.map(|pose| Json::parse(&pose.to_string())) {
            Some(Ok(pose)) => read_pose(&Node::root(&pose)).unwrap_or(Pose::identity()),
            _ => Pose::identity(),
        };
        if let Ok(part) = Json::parse(&part.to_string())
            && let Ok(part) = read_shape(&Node::root(&part))
        {
            convex(&part, &pose, surface);
        }
    }
}

/// Two triangles a cell, as `HeightField` numbers them; holes stay open.
fn height_field(field: &HeightField, surface: &mut Surface) {
    let (rows, columns) = (field.rows(), field.columns());
    let ([dx, dy], [x, y]) = (field.spacing(), field.origin());
    let height = |r: usize, c: usize| field.height(r, c);
    for r in 0..rows {
        for c in 0..columns {
            let z = Some(height(r, c)).filter(|z| !z.is_nan()).unwrap_or(0.0);
            surface
                .points
                .push(Vector3::new(x + c as f64 * dx, y + r as f64 * dy, z));
        }
    }
    for r in 0..rows.saturating_sub(1) {
        for c in 0..columns.saturating_sub(1) {
            let corners = [(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c)];
            if corners.iter().any(|&(r, c)| height(r, c).is_nan()) {
                continue;
            }
            let [p, q, s, t] = corners.map(|(r, c)| (r * columns + c) as u32);
            surface.triangles.extend([[p, q, s], [p, s, t]]);
            surface.edges.extend([[p, q], [p, t]]);
        }
    }
}

fn curved_points(shape: CurvedShape) -> Vec<Vector3<f64>> {
    let circle = |radius: f64, z: f64| {
        (0..CIRCLE).map(move |k| {
            let (sin, cos) = (k as f64 / CIRCLE as f64 * std::f64::consts::TAU).sin_cos();
            Vector3::new(radius * cos, radius * sin, z)
        })
    };
    match shape {
        CurvedShape::Cylinder {
            half_length: h,
            radius: r,
        } => circle(r, -h).chain(circle(r, h)).collect(),
        CurvedShape::Cone {
            half_length: h,
            radius: r,
        } => circle(r, -h).chain([Vector3::new(0.0, 0.0, h)]).collect(),
        CurvedShape::Ellipsoid { radii } => {
            let radii = Vector3::from(radii);
            directions(2)
                .iter()
                .map(|d| d.component_mul(&radii))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// Points of which the hull stands for all within a radius of these.
fn dilated(points: impl Iterator<Item = Vector3<f64>>, radius: f64) -> Vec<Vector3<f64>> {
    let points: Vec<_> = points.collect();
    if radius == 0.0 {
        return points;
    }
    let around = directions(if points.len() > FEW_CORNERS { 1 } else { 2 });
    let about = |p: &Vector3<f64>| around.iter().map(|d| p + d * radius).collect::<Vec<_>>();
    points.iter().flat_map(about).collect()
}

/// Unit vectors all around: corners of an icosahedron whose triangles are cut into four, `times` times.
fn directions(times: u32) -> Vec<Vector3<f64>> {
    let golden = (1.0 + 5.0_f64.sqrt()) / 2.0;
    let mut points = Vec::new();
    for s in [1.0, -1.0] {
        for g in [golden, -golden] {
            points.extend([[0.0, s, g], [s, g, 0.0], [g, 0.0, s]].map(Vector3::from));
        }
    }
    for _ in 0..times {
        let Ok(hull) = Polytope::new(&points) else {
            break;
        };
        let vertex = |id: u32| hull.vertex(id as usize);
        let middles = hull.edges().map(|(a, b)| vertex(a) + vertex(b));
        points = hull
            .vertices()
            .chain(middles)
            .map(|p| p.normalize())
            .collect();
    }
    points.iter().map(|p| p.normalize()).collect()
}

impl Surface {
    /// Adds a hull, with the edges whose faces' normals have a cosine below `sharp`; 1 and -1 stand for all of them.
    fn add(&mut self, hull: &Polytope, sharp: f64) {
        let first = self.points.len() as u32;
        self.points.extend(hull.vertices());
        let mut normals: BTreeMap<(u32, u32), Vec<Vector3<f64>>> = BTreeMap::new();
        for face in 0..hull.face_count() {
            let (loop_, normal) = (hull.face(face), hull.face_normal(face));
            for k in 1..loop_.len().saturating_sub(1) {
                let corners = [loop_[0], loop_[k], loop_[k + 1]];
                self.triangles.push(corners.map(|id| id + first));
            }
            for (k, &a) in loop_.iter().enumerate() {
                let b = loop_[(k + 1) % loop_.len()];
                normals
                    .entry((a.min(b), a.max(b)))
                    .or_default()
                    .push(normal);
            }
        }
        let is_flat = hull.dimension() < Dimension::Solid;
        let edges = hull.edges().filter(|&(a, b)| {
            let all = is_flat || !(0.0..1.0).contains(&sharp);
            all || match normals.get(&(a.min(b), a.max(b))).map(Vec::as_slice) {
                Some([n, m]) => n.dot(m) < sharp,
                _ => true,
            }
        });
        self.edges
            .extend(edges.map(|(a, b)| [a + first, b + first]));
    }

    /// Every edge of every triangle, once.
    fn edges_of_triangles(&mut self) {
        let sides = self
            .triangles
            .iter()
            .flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
        let mut sides: Vec<_> = sides.map(|[a, b]| [a.min(b), a.max(b)]).collect();
        sides.sort_unstable();
        sides.dedup();
        self.edges.extend(sides);
    }

    fn shape(self) -> Shape {
        let origin = self.points.first().copied().unwrap_or_default();
        // Near the body's own origin, so that a body and its pivot are drawn from the same numbers.
        let reach = self
            .points
            .iter()
            .map(|p| (p - origin).amax())
            .fold(0.0, f64::max);
        let origin = match origin.amax() > 64.0 * reach {
            true => origin,
            false => Vector3::zeros(),
        };
        let about = |p: &Vector3<f64>| p - origin;
        let size = self.points.iter().map(|p| about(p).amax());
        let unit = unit_of(size.fold(0.0, f64::max));
        let points = self.points.iter().flat_map(|p| {
            let p = about(p) / unit;
            [p.x as f32, p.y as f32, p.z as f32]
        });
        Shape {
            origin: origin.into(),
            unit,
            points: points.collect(),
            triangles: self.triangles.concat(),
            edges: self.edges.concat(),
        }
    }
}

/// Sizes of bodies that are drawn as they are.
const COMMON_SIZES: std::ops::Range<f64> = 1e-6..1e6;

/// A length near a size, a power of two, so that dividing by it changes no digit.
fn unit_of(size: f64) -> f64 {
    match size > 0.0 && !COMMON_SIZES.contains(&size) {
        true => size.log2().floor().clamp(-1021.0, 1022.0).exp2(),
        false => 1.0,
    }
}
