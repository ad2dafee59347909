//! Which way a triangle of a surface can push, and with which others it lies in one plane.
//!
//! Problem: of one triangle alone the shortest way out may lead over one of its edges, sideways, though the surface goes on
//! behind that edge: a box that slides over a floor trips over seams that nobody sees. Idea: a normal belongs to the place where
//! the triangle is touched, which is where it reaches farthest along it. At an edge, it is one of the surface if it lies between
//! the normals of the two triangles there, and the surface is not flat to rounding; at a corner, if no triangle about that reaches
//! farther. Any other gives way to that of the triangle's own face, on the side of what touches it. The rest of the triangle does
//! not matter: a normal over a rim may well lean over a seam that is elsewhere. An edge of one triangle alone, or of three, may
//! push any way.

use nalgebra::Vector3;

use crate::body::pieces::{Pieces, PiecesKind};
use crate::body::triangle_mesh::ALONE;
use crate::numeric::arithmetic::{U, cross, dot, norm, norm1};
use crate::numeric::scaling::{exponent_above, is_ordinary, scale_all};

/// A lean, or a fall of the surface beyond an edge, that is none.
const NONE: f64 = 1e-9;

/// A normal is over an edge if it is across it but for this part of its lean.
const ACROSS: f64 = 1e-6;

/// A triangle that rounding may have turned by more than this has no normal that is worth anything.
const BLURRED: f64 = 1e-6;

/// So many triangles about a corner are looked at, each way round.
const ABOUT: usize = 1024;

/// The normal of a triangle, and by how much rounding may have turned it.
struct Face {
    normal: Vector3<f64>,
    turned: f64,
}

impl Face {
    /// None where the corners are on a line. These are near 1 in size.
    fn of(corners: &[Vector3<f64>; 3]) -> Option<Self> {
        let [a, b, c] = corners;
        let normal = cross(&(b - a), &(c - a));
        let area = norm(&normal);
        let longest = norm(&(b - a)).max(norm(&(c - b))).max(norm(&(a - c)));
        (area > 0.0).then(|| Face {
            normal: normal / area,
            turned: rounding(corners) * longest / area,
        })
    }
}

/// Of the triangle's corners.
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
            for _ in 0..ABOUT {
                let next = neighbors(self.surface, at)[edge];
                if next == triangle {
                    return true;
                }
                let there = (next != ALONE).then(|| self.corners(next)).flatten();
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

/// The triangle's own normal, where the normal `n` of a contact is none of the surface's. `n` is a unit vector that points away from
/// the surface, `center` a point of what touches it; body frame.
pub(crate) fn own_normal(
    surface: &Pieces<'_>,
    triangle: u32,
    n: &Vector3<f64>,
    center: &Vector3<f64>,
) -> Option<Vector3<f64>> {
    let [corner, ..] = surface.corners(triangle)?;
    let surface = Scaled::about(surface, triangle)?;
    let corners = surface.corners(triangle)?;
    let face = Face::of(&corners)?;
    let is_below = dot(&face.normal, &(center - corner)) < 0.0;
    let up = face.normal * if is_below { -1.0 } else { 1.0 };
    let agree = dot(n, &up);
    let lean = n - up * agree;
    let edges = [0, 1, 2].map(|edge| Edge::new(&corners, edge, &face.normal));
    let beyond = |edge: usize| Beyond::new(&surface, triangle, edge);
    // The surface goes on in the triangle's plane, and does not fold back.
    let is_flat = |beyond: &Beyond, edge: usize| {
        let turned = NONE + face.turned + beyond.turned;
        dot(&up, &beyond.into).abs() <= turned && dot(&edges[edge].out, &beyond.into) > 0.0
    };
    let held = if norm(&lean) <= NONE {
        // All triangles of a flat part push to the same side.
        let goes_on = |edge| beyond(edge).is_some_and(|beyond| is_flat(&beyond, edge));
        agree > 0.0 || !(0..3).any(goes_on)
    } else {
        let askew = |edge: &usize| dot(&lean, &edges[*edge].along).abs();
        let over = (0..3).filter(|&edge| dot(&lean, &edges[edge].out) > 0.0);
        let over = over.min_by(|p, q| askew(p).total_cmp(&askew(q)));
        match over.filter(|edge| askew(edge) <= ACROSS * norm(&lean)) {
            Some(edge) => beyond(edge)
                .is_none_or(|beyond| dot(n, &beyond.into) <= NONE && !is_flat(&beyond, edge)),
            None => {
                let reach = |corner: usize| dot(n, &(corners[corner] - corners[0]));
                let top = (1..3).fold(0, |top, k| if reach(k) > reach(top) { k } else { top });
                surface.is_farthest(triangle, top, n)
            }
        }
    };
    (!held).then_some(up)
}

/// An edge of a triangle: unit vectors along it, and across it out of the triangle.
struct Edge {
    along: Vector3<f64>,
    out: Vector3<f64>,
}

impl Edge {
    fn new(corners: &[Vector3<f64>; 3], edge: usize, normal: &Vector3<f64>) -> Self {
        let side = corners[(edge + 1) % 3] - corners[edge];
        let along = side / norm(&side);
        Edge {
            along,
            out: cross(&along, normal),
        }
    }
}

/// Whether rounding leaves nothing of the triangle's normal.
pub(crate) fn is_blurred(surface: &Pieces<'_>, triangle: u32) -> bool {
    let corners = Scaled::about(surface, triangle).and_then(|scaled| scaled.corners(triangle));
    corners.is_some_and(|corners| Face::of(&corners).is_none_or(|face| face.turned > BLURRED))
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
        let (p, q) = (corners[edge], corners[(edge + 1) % 3]);
        let other = neighbors(surface.surface, triangle)[edge];
        if other == ALONE {
            return None;
        }
        let others = surface.corners(other)?;
        let far = others.into_iter().find(|v| *v != p && *v != q)?;
        let along = (q - p) / norm(&(q - p));
        let across = far - p - along * dot(&along, &(far - p));
        let height = norm(&across);
        Some(Beyond {
            into: across / height,
            turned: rounding(&others) / height,
        })
    }
}

/// The triangles across the three edges; `ALONE` where there is not just one.
fn neighbors(surface: &Pieces<'_>, triangle: u32) -> [u32; 3] {
    match surface.kind() {
        PiecesKind::TriangleMesh(mesh) => mesh.neighbors(triangle),
        PiecesKind::HeightField(field) => field.neighbors(triangle),
        PiecesKind::Compound(_) => [ALONE; 3],
    }
}

/// The plane that triangles of a surface share; body frame.
pub(crate) struct FlatPart<'a> {
    surface: Pieces<'a>,
    n: Vector3<f64>,
    height: f64,
    blur: f64,
}

impl<'a> FlatPart<'a> {
    /// That of a triangle, if it is across `n`; heights that differ by `blur` are the same.
    pub(crate) fn new(
        surface: Pieces<'a>,
        triangle: u32,
        n: &Vector3<f64>,
        blur: f64,
    ) -> Option<Self> {
        let [a, _, _] = surface.corners(triangle)?;
        let part = FlatPart {
            surface,
            n: *n,
            height: dot(n, &a),
            blur,
        };
        part.holds(triangle).then_some(part)
    }

    pub(crate) fn holds(&self, triangle: u32) -> bool {
        let corners = self.surface.corners(triangle);
        let is_there = |v: &Vector3<f64>| (dot(&self.n, v) - self.height).abs() <= self.blur;
        corners.is_some_and(|corners| corners.iter().all(is_there))
    }

    /// The triangles across the edges of one.
    pub(crate) fn next_to(&self, triangle: u32) -> impl Iterator<Item = u32> {
        let all = neighbors(&self.surface, triangle).into_iter();
        all.filter(|next| *next != ALONE)
    }
}

/// How a surface goes on from a triangle to one beside it, as what touches it from one side sees it.
pub(crate) struct Onward {
    /// Whether the two lie in one plane.
    pub(crate) is_flat: bool,
    /// Whether the second falls away from that side.
    pub(crate) falls: bool,
    /// The second's unit normal, to that side; body frame.
    pub(crate) normal: Vector3<f64>,
}

/// None unless the two share an edge that no third has. `center`: a point on the side that is asked about, body frame.
pub(crate) fn onward(
    surface: &Pieces<'_>,
    triangle: u32,
    next: u32,
    center: &Vector3<f64>,
) -> Option<Onward> {
    let [corner, ..] = surface.corners(triangle)?;
    let edge = (neighbors(surface, triangle).iter()).position(|beside| *beside == next)?;
    let surface = Scaled::about(surface, triangle)?;
    let corners = surface.corners(triangle)?;
    let face = Face::of(&corners)?;
    let is_below = dot(&face.normal, &(center - corner)) < 0.0;
    let up = face.normal * if is_below { -1.0 } else { 1.0 };
    let out = Edge::new(&corners, edge, &face.normal).out;
    let beyond = Beyond::new(&surface, triangle, edge)?;
    let (rise, ahead) = (dot(&up, &beyond.into), dot(&out, &beyond.into));
    Some(Onward {
        is_flat: rise.abs() <= NONE + face.turned + beyond.turned && ahead > 0.0,
        falls: rise < 0.0,
        normal: up * ahead - out * rise,
    })
}
