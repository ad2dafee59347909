//! Whether faces that somebody claims are those of the convex hull of its corners, in linear time.
//!
//! Problem: a hull that comes from a file was built once, but nobody vouches for the bytes. Idea: each property has an exact
//! and local test, as in `shape/validate.rs`, here by the predicates that decide most signs in f64. Faces are planar,
//! strictly convex polygons; edges join two of them, strictly convex; all faces turn about a point o inside, and one ray from
//! o meets one face only. So the surface covers each direction from o once, and is the hull's (Mehlhorn et al., "Checking
//! Geometric Programs or Verification of Geometric Structures", 1996; `docs/theory/HULL.md`, section 5). The faces of a hull are
//! unique, and so is their order: what passes is what the builder makes, to the bit.
//!
//! Loses where the mean of the corners, rounded, is not inside: a very thin body. Then nothing is said, and the caller builds
//! the hull.

use nalgebra::Vector3;

use crate::numeric::predicates::{collinear, orient3d};

/// What is known about the claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Recheck {
    /// These are the hull's faces, and each corner is one of the hull.
    Proved,
    /// They are not.
    Refuted,
    /// No point inside was found: the body is too thin.
    Unknown,
}

/// Checks the faces of a solid, in the form of [`Boundary`](super::merge_faces::Boundary). `corners` are finite, distinct and in
/// lexicographic order.
pub(crate) fn recheck(corners: &[Vector3<f64>], starts: &[u32], loops: &[u32]) -> Recheck {
    let n = corners.len();
    let is_partition = starts.first() == Some(&0)
        && starts
            .last()
            .is_some_and(|&end| end as usize == loops.len())
        && starts.windows(2).all(|w| w[0] < w[1] && w[1] - w[0] >= 3);
    if n < 4 || starts.len() < 5 || !is_partition || loops.iter().any(|&v| v as usize >= n) {
        return Recheck::Refuted;
    }
    let surface = Surface {
        corners,
        starts,
        loops,
    };
    let Some(across) = surface.across() else {
        return Recheck::Refuted;
    };
    let is_surface = surface.is_in_order() && surface.has_one_fan_at_each_corner(&across);
    // Faces have no corner on a line, so planes are known by three.
    if !is_surface || !surface.faces().all(|face| surface.is_planar(face)) {
        return Recheck::Refuted;
    }
    let o = inner(corners);
    let is_inside = |face: &[u32]| surface.side(face, &o) < 0;
    if !surface.faces().all(is_inside) {
        return Recheck::Unknown;
    }
    let convex = surface.faces().all(|face| surface.is_convex(face, &o));
    if !convex || !surface.is_convex_at_edges(&across) {
        return Recheck::Refuted;
    }
    surface.covers_once(&o)
}

/// About the mean of points, without overflow.
fn inner(corners: &[Vector3<f64>]) -> Vector3<f64> {
    let part = 1.0 / corners.len() as f64;
    corners
        .iter()
        .fold(Vector3::zeros(), |sum, p| sum + p * part)
}

/// A claimed surface; indices are in range, faces have three corners or more.
struct Surface<'a> {
    corners: &'a [Vector3<f64>],
    starts: &'a [u32],
    loops: &'a [u32],
}

impl Surface<'_> {
    fn faces(&self) -> impl Iterator<Item = &[u32]> {
        let ends = self.starts.windows(2);
        ends.map(|w| &self.loops[w[0] as usize..w[1] as usize])
    }

    fn at(&self, v: u32) -> &Vector3<f64> {
        &self.corners[v as usize]
    }

    /// The side of a face's plane on which a point lies: 1 outside.
    fn side(&self, face: &[u32], point: &Vector3<f64>) -> i32 {
        orient3d(self.at(face[0]), self.at(face[1]), self.at(face[2]), point)
    }

    /// Half-edge k runs from `loops[k]` to the next corner of its face. Returns for each the one that runs back; None unless
    /// each has just one.
    fn across(&self) -> Option<Vec<u32>> {
        let mut to = Vec::with_capacity(self.loops.len());
        for face in self.faces() {
            to.extend_from_slice(&face[1..]);
            to.push(face[0]);
        }
        // Two counting sorts each: ascending by (from, to), and by (to, from).
        let n = self.corners.len();
        let all: Vec<u32> = (0..self.loops.len() as u32).collect();
        let by_from = sorted(&sorted(&all, &to, n), self.loops, n);
        let by_to = sorted(&sorted(&all, self.loops, n), &to, n);
        let ends = |k: u32| (self.loops[k as usize], to[k as usize]);
        let is_simple = by_from.windows(2).all(|w| ends(w[0]) != ends(w[1]));
        let mut across = vec![0; self.loops.len()];
        for (&k, &back) in by_from.iter().zip(&by_to) {
            let (from, to) = ends(k);
            if ends(back) != (to, from) {
                return None;
            }
            across[k as usize] = back;
        }
        is_simple.then_some(across)
    }

    /// Whether each face begins at its lowest corner, and faces ascend by their first two.
    fn is_in_order(&self) -> bool {
        let key = |face: &[u32]| (face[0], face[1]);
        let ascend = self.faces().zip(self.faces().skip(1));
        self.faces()
            .all(|face| face[1..].iter().all(|&v| v > face[0]))
            && ascend.into_iter().all(|(a, b)| key(a) < key(b))
    }

    /// Whether the faces at each corner follow one another around it, three or more.
    fn has_one_fan_at_each_corner(&self, across: &[u32]) -> bool {
        let mut before = vec![0; self.loops.len()];
        for w in self.starts.windows(2) {
            for k in w[0]..w[1] {
                before[k as usize] = if k == w[0] { w[1] - 1 } else { k - 1 };
            }
        }
        let mut seen = vec![false; self.loops.len()];
        let mut has_fan = vec![false; self.corners.len()];
        for first in 0..self.loops.len() {
            if seen[first] {
                continue;
            }
            let (mut k, mut turned) = (first, 0);
            while !seen[k] {
                seen[k] = true;
                turned += 1;
                // The edge into this corner, seen from the next face.
                k = across[before[k] as usize] as usize;
            }
            let known = std::mem::replace(&mut has_fan[self.loops[first] as usize], true);
            if known || turned < 3 {
                return false;
            }
        }
        has_fan.iter().all(|has| *has)
    }

    fn is_planar(&self, face: &[u32]) -> bool {
        let on_line = collinear(self.at(face[0]), self.at(face[1]), self.at(face[2]));
        !on_line && face[3..].iter().all(|&v| self.side(face, self.at(v)) == 0)
    }

    /// Whether a planar face turns left at each corner, seen from outside, and once around: one corner only is below both
    /// its neighbours in lexicographic order, which is that along a generic direction. `o` is below its plane.
    fn is_convex(&self, face: &[u32], o: &Vector3<f64>) -> bool {
        let count = face.len();
        let mut lowest = 0;
        for i in 0..count {
            let [a, b, c] = [
                face[(i + count - 1) % count],
                face[i],
                face[(i + 1) % count],
            ];
            if orient3d(self.at(a), self.at(b), self.at(c), o) >= 0 {
                return false;
            }
            lowest += usize::from(b < a && b < c);
        }
        lowest == 1
    }

    /// Whether the face beyond each edge falls away strictly. One of its corners decides, as it is planar.
    fn is_convex_at_edges(&self, across: &[u32]) -> bool {
        let mut apex = vec![0; self.loops.len()];
        for w in self.starts.windows(2) {
            let count = w[1] - w[0];
            for k in w[0]..w[1] {
                apex[k as usize] = self.loops[(w[0] + (k - w[0] + 2) % count) as usize];
            }
        }
        self.starts.windows(2).zip(self.faces()).all(|(w, face)| {
            (w[0]..w[1]).all(|k| {
                let back = across[k as usize];
                back < k || self.side(face, self.at(apex[back as usize])) < 0
            })
        })
    }

    /// Whether a ray from `o` through the first face meets no other.
    fn covers_once(&self, o: &Vector3<f64>) -> Recheck {
        let left_of = |face: &[u32], i: usize, x: &Vector3<f64>| {
            let (p, q) = (self.at(face[i]), self.at(face[(i + 1) % face.len()]));
            orient3d(o, p, q, x)
        };
        let mut faces = self.faces();
        let first = faces.next().expect("a face");
        let x = inner(&[first[0], first[1], first[2]].map(|v| *self.at(v)));
        if !(0..first.len()).all(|i| left_of(first, i, &x) > 0) {
            return Recheck::Unknown;
        }
        let is_met = |face: &[u32]| (0..face.len()).all(|i| left_of(face, i, &x) >= 0);
        match faces.any(is_met) {
            true => Recheck::Refuted,
            false => Recheck::Proved,
        }
    }
}

/// The items in the order of their keys, which are below `bound`; equal ones stay in order.
fn sorted(items: &[u32], keys: &[u32], bound: usize) -> Vec<u32> {
    let mut next = vec![0_usize; bound + 1];
    for &item in items {
        next[keys[item as usize] as usize + 1] += 1;
    }
    for key in 0..bound {
        next[key + 1] += next[key];
    }
    let mut out = vec![0; items.len()];
    for &item in items {
        let place = &mut next[keys[item as usize] as usize];
        out[*place] = item;
        *place += 1;
    }
    out
}
