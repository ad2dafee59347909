//! Which way a triangle of a surface can push: no ghost contacts at internal edges.
//!
//! Problem: the shortest way out of one triangle alone may lead sideways over one of its edges, though the surface goes on
//! behind that edge. So a box that slides over a floor would trip over seams that nobody sees. Idea: a normal belongs to
//! the place where the triangle is touched, which is where it reaches farthest along it. At an edge, it is one of the
//! surface if it lies between the normals of the two triangles there, and the surface is not flat to rounding; at a corner,
//! if no triangle about that reaches farther. Any other gives way to that of the triangle's own face, on the side of what
//! touches it. The rest of the triangle does not matter: a normal over a rim may well lean over a seam that is elsewhere.
//! An edge of one triangle alone, or of three, may push any way.
//!
//! The guide (`docs/guide/MESHES.md`, section 4) says that such a normal counts. Here it is `counts`.

use nalgebra::Vector3;

use crate::motion::pairs::PosedPair;
use crate::numeric::arithmetic::{U, cross, dot, norm, norm1, rotate, rotate_back};
use crate::numeric::scaling::{exponent_above, is_ordinary, scale_all};
use crate::shape::pieces::{PieceId, Pieces, PiecesKind};
use crate::shape::triangle_mesh::NO_NEIGHBOR;

/// A lean, or a fall of the surface beyond an edge, that is none.
const NONE: f64 = 1e-9;

/// A centre this near to a triangle's plane, in sizes of the pair, is on neither side of it.
const IN_PLANE: f64 = 1e-11;

/// A normal is over an edge if it is across it but for this part of its lean.
const ACROSS_EDGE_RATIO: f64 = 1e-6;

/// A triangle that rounding may have turned by more than this has no normal that is worth anything.
const MAX_NORMAL_ERROR: f64 = 1e-6;

/// Largest number of triangles about a corner that are visited, each way round.
const MAX_TRIANGLES_ABOUT: usize = 1024;

/// The normal of a triangle, and by how much rounding may have turned it.
struct TriangleNormal {
    normal: Vector3<f64>,
    turned: f64,
}

impl TriangleNormal {
    /// None where the corners are on a line. These are near 1 in size.
    fn of(corners: &[Vector3<f64>; 3]) -> Option<Self> {
        let [a, b, c] = corners;
        let normal = cross(&(b - a), &(c - a));
        let area = norm(&normal);
        let longest = norm(&(b - a)).max(norm(&(c - b))).max(norm(&(a - c)));
        (area > 0.0).then(|| TriangleNormal {
            normal: normal / area,
            turned: rounding(corners) * longest / area,
        })
    }
}

/// Rounding of the triangle's corners.
fn rounding(corners: &[Vector3<f64>; 3]) -> f64 {
    let largest = corners.iter().fold(0.0_f64, |most, v| most.max(v.amax()));
    16.0 * U * largest
}

/// A surface times a power of two that brings one of its triangles near 1 in size, if that is extreme.
struct Scaled<'s, 'a> {
    surface: &'s Pieces<'a>,
    shift: i32,
}

impl<'s, 'a> Scaled<'s, 'a> {
    /// None of a compound.
    fn about(surface: &'s Pieces<'a>, triangle: u32) -> Option<Self> {
        let [a, b, c] = surface.corners(triangle)?;
        let size = norm1(&(b - a)) + norm1(&(c - a));
        let shift = match is_ordinary(size) || !size.is_finite() {
            true => 0,
            false => -exponent_above(size),
        };
        Some(Scaled { surface, shift })
    }

    fn corners(&self, triangle: u32) -> Option<[Vector3<f64>; 3]> {
        let corners = self.surface.corners(triangle)?;
        Some(match self.shift {
            0 => corners,
            shift => corners.map(|v| scale_all(&v, shift)),
        })
    }

    /// Whether no triangle about a corner of one reaches farther along `n` than the corner does.
    fn is_farthest(&self, triangle: u32, corner: usize, n: &Vector3<f64>) -> bool {
        let Some(start) = self.corners(triangle) else {
            return true;
        };
        let p = start[corner];
        // One way round, then the other if the surface ends.
        for first in [corner, (corner + 2) % 3] {
            let (mut at, mut its, mut edge) = (triangle, start, first);
            for _ in 0..MAX_TRIANGLES_ABOUT {
                let next = neighbors(self.surface, at)[edge];
                if next == triangle {
                    return true;
                }
                let there = (next != NO_NEIGHBOR).then(|| self.corners(next)).flatten();
                let Some((corners, k)) = there.and_then(|its| Some((its, place_of(&p, &its)?)))
                else {
                    break;
                };
                let shared = its[if its[edge] == p { (edge + 1) % 3 } else { edge }];
                let (before, after) = ((k + 2) % 3, (k + 1) % 3);
                let (far, onward) = match corners[after] == shared {
                    true => (corners[before], before),
                    false => (corners[after], k),
                };
                if dot(n, &(far - p)) > NONE * norm(&(far - p)) + rounding(&corners) {
                    return false;
                }
                (at, its, edge) = (next, corners, onward);
            }
        }
        true
    }
}

fn place_of(p: &Vector3<f64>, corners: &[Vector3<f64>; 3]) -> Option<usize> {
    corners.iter().position(|v| v == p)
}

/// Judgement of a triangle about a normal.
pub(crate) struct NormalCheck {
    /// That of its own face, towards what touches it, and its opposite if the centre of that is in the triangle's plane and
    /// both sides may be left by; None where its corners are on a line.
    pub(crate) faces: [Option<Vector3<f64>>; 2],
    /// Whether the normal is one of the surface's, where the triangle reaches farthest along it.
    pub(crate) counts: bool,
    /// Whether rounding leaves nothing of its own face's.
    pub(crate) is_blurred: bool,
}

/// Judges the normal of two pieces, a unit vector from A to B in the world; faces of what is answered point so too. `pair` is the
/// whole bodies. None of parts of compounds and of convex bodies.
pub(crate) fn check_normal(
    pair: &PosedPair<'_>,
    pieces: &PosedPair<'_>,
    ids: [PieceId; 2],
    normal: &Vector3<f64>,
) -> [Option<NormalCheck>; 2] {
    let sides = [
        (&pair.a, pair.pose_a, &pieces.b, pieces.pose_b, 1.0),
        (&pair.b, pair.pose_b, &pieces.a, pieces.pose_a, -1.0),
    ];
    std::array::from_fn(|k| {
        let (body, pose, other, its, sign) = sides[k];
        let surface = body.pieces()?;
        let into = |v: &Vector3<f64>| rotate_back(pose.matrix(), v);
        let center = its.transform_point(&other.bounding_polytope().center()) - pose.translation();
        let rounding = 16.0 * U * (norm1(&its.translation()) + norm1(&pose.translation()));
        let n = into(&(normal * sign));
        let judged = judge(&surface, ids[k].triangle, &n, (&into(&center), rounding))?;
        Some(NormalCheck {
            faces: judged
                .faces
                .map(|n| Some(rotate(pose.matrix(), &n?) * sign)),
            ..judged
        })
    })
}

/// Judges the normal `n` of a contact: a unit vector that points away from the surface; `center` is a point of what touches the
/// triangle, known to `rounding`; body frame. None of a part of a compound.
fn judge(
    surface: &Pieces<'_>,
    triangle: u32,
    n: &Vector3<f64>,
    (center, rounding): (&Vector3<f64>, f64),
) -> Option<NormalCheck> {
    let [corner, ..] = surface.corners(triangle)?;
    let scaled = Scaled::about(surface, triangle)?;
    let corners = scaled.corners(triangle)?;
    let Some(face) = TriangleNormal::of(&corners) else {
        return Some(NormalCheck {
            faces: [None; 2],
            counts: true,
            is_blurred: true,
        });
    };
    let height = dot(&face.normal, &(center - corner));
    let is_level = height.abs() <= IN_PLANE * (norm1(center) + norm1(&corner)) + rounding;
    let is_one_sided = surface.is_one_sided();
    let is_below = height < 0.0 && !(is_level && is_one_sided);
    let up = face.normal * if is_below { -1.0 } else { 1.0 };
    let down = (is_level && !is_one_sided).then_some(-up);
    Some(NormalCheck {
        faces: [Some(up), down],
        counts: counts(&scaled, triangle, &corners, &face, (n, &up), down.is_some()),
        is_blurred: face.turned > MAX_NORMAL_ERROR,
    })
}

fn counts(
    surface: &Scaled<'_, '_>,
    triangle: u32,
    corners: &[Vector3<f64>; 3],
    face: &TriangleNormal,
    (n, up): (&Vector3<f64>, &Vector3<f64>),
    has_both: bool,
) -> bool {
    let agree = dot(n, up);
    // What is met from its front is not left by its back.
    if surface.surface.is_one_sided() && agree < -NONE {
        return false;
    }
    let lean = n - up * agree;
    let edges = [0, 1, 2].map(|edge| TriangleEdge::new(corners, edge, &face.normal));
    let beyond = |edge: usize| Beyond::new(surface, triangle, edge);
    // The surface goes on in the triangle's plane, and does not fold back.
    let is_flat = |beyond: &Beyond, edge: usize| {
        let turned = NONE + face.turned + beyond.turned;
        dot(up, &beyond.into).abs() <= turned && dot(&edges[edge].out, &beyond.into) > 0.0
    };
    if norm(&lean) <= NONE {
        // All triangles of a flat part push to the same side.
        let goes_on = |edge| beyond(edge).is_some_and(|beyond| is_flat(&beyond, edge));
        return agree > 0.0 || has_both || !(0..3).any(goes_on);
    }
    let askew = |edge: &usize| dot(&lean, &edges[*edge].along).abs();
    let over = (0..3).filter(|&edge| dot(&lean, &edges[edge].out) > 0.0);
    let over = over.min_by(|p, q| askew(p).total_cmp(&askew(q)));
    match over.filter(|edge| askew(edge) <= ACROSS_EDGE_RATIO * norm(&lean)) {
        Some(edge) => beyond(edge)
            .is_none_or(|beyond| dot(n, &beyond.into) <= NONE && !is_flat(&beyond, edge)),
        None => {
            let reach = |corner: usize| dot(n, &(corners[corner] - corners[0]));
            let top = (1..3).fold(0, |top, k| if reach(k) > reach(top) { k } else { top });
            surface.is_farthest(triangle, top, n)
        }
    }
}

/// An edge of a triangle: unit vectors along it, and across it out of the triangle.
struct TriangleEdge {
    along: Vector3<f64>,
    out: Vector3<f64>,
}

impl TriangleEdge {
    fn new(corners: &[Vector3<f64>; 3], edge: usize, normal: &Vector3<f64>) -> Self {
        let side = corners[(edge + 1) % 3] - corners[edge];
        let along = side / norm(&side);
        TriangleEdge {
            along,
            out: cross(&along, normal),
        }
    }
}

/// Where the surface goes beyond an edge.
struct Beyond {
    /// A unit vector across the edge.
    into: Vector3<f64>,
    /// By how much rounding may have turned it.
    turned: f64,
}

impl Beyond {
    /// None beyond an edge of one triangle alone, or of three.
    fn new(surface: &Scaled<'_, '_>, triangle: u32, edge: usize) -> Option<Self> {
        let corners = surface.corners(triangle)?;
        let other = neighbors(surface.surface, triangle)[edge];
        if other == NO_NEIGHBOR {
            return None;
        }
        Self::across(
            [corners[edge], corners[(edge + 1) % 3]],
            &surface.corners(other)?,
        )
    }

    /// In a triangle beyond the edge from p to q.
    fn across([p, q]: [Vector3<f64>; 2], others: &[Vector3<f64>; 3]) -> Option<Self> {
        let far = others.iter().find(|v| **v != p && **v != q)?;
        let along = (q - p) / norm(&(q - p));
        let across = far - p - along * dot(&along, &(far - p));
        let height = norm(&across);
        Some(Beyond {
            into: across / height,
            turned: rounding(others) / height,
        })
    }
}

/// The triangles across the three edges; `NO_NEIGHBOR` where there is not just one.
fn neighbors(surface: &Pieces<'_>, triangle: u32) -> [u32; 3] {
    match surface.kind() {
        PiecesKind::TriangleMesh(mesh) => mesh.neighbors(triangle),
        PiecesKind::HeightField(field) => field.neighbors(triangle),
        PiecesKind::Compound(_) => [NO_NEIGHBOR; 3],
    }
}

/// Continuation of a surface from a triangle to one beside it, as what touches it from one side sees it.
pub(crate) struct Onward {
    /// Whether the two lie in one plane.
    pub(crate) is_flat: bool,
    /// Whether the second falls away from that side.
    pub(crate) falls: bool,
    /// The second's unit normal, to that side; body frame.
    pub(crate) normal: Vector3<f64>,
}

/// Whether two triangles that share a corner lie in one plane, to rounding.
pub(crate) fn is_level(surface: &Pieces<'_>, triangle: u32, next: u32) -> bool {
    let Some(scaled) = Scaled::about(surface, triangle) else {
        return false;
    };
    let (Some(corners), Some(others)) = (scaled.corners(triangle), scaled.corners(next)) else {
        return false;
    };
    let shared = corners.iter().find(|v| others.contains(v));
    let (Some(shared), Some(face)) = (shared, TriangleNormal::of(&corners)) else {
        return false;
    };
    others.iter().all(|v| {
        let off = dot(&face.normal, &(v - shared)).abs();
        off <= (NONE + face.turned) * norm(&(v - shared)) + rounding(&others)
    })
}

/// None unless the two share an edge. `center`: a point on the side that is queried, body frame.
pub(crate) fn onward(
    surface: &Pieces<'_>,
    triangle: u32,
    next: u32,
    center: &Vector3<f64>,
) -> Option<Onward> {
    let [corner, ..] = surface.corners(triangle)?;
    let surface = Scaled::about(surface, triangle)?;
    let (corners, others) = (surface.corners(triangle)?, surface.corners(next)?);
    let edge = (0..3).find(|edge| {
        [*edge, (edge + 1) % 3]
            .iter()
            .all(|&k| others.contains(&corners[k]))
    })?;
    let face = TriangleNormal::of(&corners)?;
    let is_below = dot(&face.normal, &(center - corner)) < 0.0;
    let up = face.normal * if is_below { -1.0 } else { 1.0 };
    let out = TriangleEdge::new(&corners, edge, &face.normal).out;
    let beyond = Beyond::across([corners[edge], corners[(edge + 1) % 3]], &others)?;
    let (rise, ahead) = (dot(&up, &beyond.into), dot(&out, &beyond.into));
    Some(Onward {
        is_flat: rise.abs() <= NONE + face.turned + beyond.turned && ahead > 0.0,
        falls: rise < 0.0,
        normal: up * ahead - out * rise,
    })
}
