//! The face at a corner that looks most nearly in a direction.
//!
//! Problem: contacts want the face of a support vertex, and a body keeps no list of the faces at a
//! corner: that would break its promise of memory. Idea: corners are found in the list of all
//! loops by comparing many at a time; that costs less than the support query of the same body did.

use nalgebra::Vector3;

use crate::numeric::arithmetic::{cross, dot, norm};
use crate::numeric::scaling::near_one;
use crate::shape::face_normal::spread_corners;
use crate::shape::outlines::Outline;
use crate::shape::polytope::Polytope;

/// Loop entries compared at once.
const CHUNK: usize = 32;

/// The ends of an edge are as far in a direction that leans by no more than this towards one of them.
const LEVEL: f64 = 1e-9;

/// A face of which the normal is as near to a direction, by its cosine, has all that is as far in it.
const FLUSH: f64 = 1.0 - 1e-12;

impl Polytope {
    /// The face at `corner` with the largest n.normal (the lowest at a tie), and that value; n is a unit vector of
    /// the body frame. One face stands for all of an [`Outline`]. None where there are no faces.
    #[inline(always)]
    pub(crate) fn face_towards(&self, corner: u32, n: &Vector3<f64>) -> Option<(u32, f64)> {
        self.best_face(corner, n, &|_| true)
    }

    /// Does as [`face_towards`](Self::face_towards) for a support vertex. Where an edge from it is level, so that either end may be
    /// the support vertex, it takes a face of that edge: others have only one end of what is the farthest along n.
    pub(crate) fn face_of_farthest(&self, corner: u32, n: &Vector3<f64>) -> Option<(u32, f64)> {
        let best = self.face_towards(corner, n)?;
        let (face, value) = best;
        if value >= FLUSH {
            return Some(best);
        }
        let from = self.vertices.get(corner as usize);
        let shown = match self.outline(face) {
            Some(outline) => &*outline.corners,
            None => self.face(face as usize),
        };
        let is_level = |w: &&u32| {
            let edge = near_one(&(self.vertices.get(**w as usize) - from));
            dot(n, &edge).abs() <= LEVEL * norm(&edge)
        };
        let mut level = self.neighbors(corner as usize).iter().filter(is_level);
        let with_edge = level.find(|w| !shown.contains(w)).and_then(|w| {
            let has_both = |corners: &[u32]| corners.contains(w);
            self.best_face(corner, n, &has_both)
        });
        with_edge.or(Some(best))
    }

    /// The face with the largest n.normal of those at a corner of which the corners are as wanted.
    #[inline(always)]
    fn best_face(
        &self,
        corner: u32,
        n: &Vector3<f64>,
        is_wanted: &impl Fn(&[u32]) -> bool,
    ) -> Option<(u32, f64)> {
        let mut best: Option<(u32, f64)> = None;
        let mut take = |(face, outline): (u32, Option<&Outline>)| {
            let corners = outline.map_or_else(|| self.face(face as usize), |of| &of.corners);
            if !is_wanted(corners) {
                return;
            }
            let value =
                outline.map_or_else(|| self.slope(face as usize, n), |of| dot(n, &of.normal));
            if best.is_none_or(|(_, least)| value > least) {
                best = Some((face, value));
            }
        };
        for (block, entries) in self.face_loops.chunks(CHUNK).enumerate() {
            // One bit an entry, which the compiler finds many at a time.
            let mut hits = 0u32;
            for (i, &v) in entries.iter().enumerate() {
                hits |= u32::from(v == corner) << i;
            }
            while hits != 0 {
                let at = (block * CHUNK) as u32 + hits.trailing_zeros();
                hits &= hits - 1;
                let face = self.face_starts.partition_point(|&start| start <= at) - 1;
                match self.outline(face as u32) {
                    None if self.is_hidden(face as u32) => {}
                    None => take((face as u32, None)),
                    Some(outline) => take((outline.face, Some(outline))),
                }
            }
        }
        if let Some(outlines) = &self.outlines {
            outlines.beside(corner).for_each(take);
        }
        best
    }

    /// The outline that a face is part of; None of a face that is an outline of its own.
    #[inline(always)]
    pub(crate) fn outline(&self, face: u32) -> Option<&Outline> {
        self.outlines.as_ref()?.of(face)
    }

    /// Whether contacts have no need of a face, because it is in the plane of one that shows as much without it.
    #[inline(always)]
    pub(crate) fn is_hidden(&self, face: u32) -> bool {
        let outlines = self.outlines.as_ref();
        outlines.is_some_and(|of| of.is_hidden(face))
    }

    /// n.normal of a face, to the accuracy of its f64 normal.
    #[inline(always)]
    fn slope(&self, face: usize, n: &Vector3<f64>) -> f64 {
        let (u, v) = self.face_sides(face);
        let normal = cross(&u, &v);
        let length = norm(&normal);
        if length > 1e-60 && length < 1e60 {
            dot(n, &normal) / length
        } else {
            self.extreme_slope(face, n)
        }
    }

    #[cold]
    fn extreme_slope(&self, face: usize, n: &Vector3<f64>) -> f64 {
        let (u, v) = self.face_sides_near_one(face);
        let normal = cross(&u, &v);
        let length = norm(&normal);
        // Below that it is noise; such a face is nobody's first choice.
        if length > 1e-150 {
            dot(n, &normal) / length
        } else {
            -1.0
        }
    }

    /// From one of a face's spread corners to the other two.
    #[inline(always)]
    pub(crate) fn face_sides(&self, face: usize) -> (Vector3<f64>, Vector3<f64>) {
        let [a, b, c] = spread_corners(self.face(face)).map(|v| self.vertices.get(v as usize));
        (b - a, c - a)
    }

    /// Sides of a face, times a power of two that brings them near length 1.
    #[cold]
    pub(crate) fn face_sides_near_one(&self, face: usize) -> (Vector3<f64>, Vector3<f64>) {
        let [a, b, c] = spread_corners(self.face(face)).map(|v| self.vertices.get(v as usize));
        let (mut u, mut v) = (b - a, c - a);
        if !(u.amax().max(v.amax()).is_finite()) {
            (u, v) = (b * 0.5 - a * 0.5, c * 0.5 - a * 0.5);
        }
        let k = libm::ilogb(u.amax().max(v.amax()));
        let near = |v: Vector3<f64>| v.map(|x| libm::ldexp(x, -k));
        (near(u), near(v))
    }

    /// A number of the edge between two neighbours, the same from either end. Of two corners of an outline that has others
    /// between them, the number of the edge that leads from the lower towards the other.
    pub(crate) fn edge_number(&self, v: u32, w: u32) -> u32 {
        let (low, high) = (v.min(w), v.max(w));
        let neighbors = self.neighbors(low as usize);
        let place = neighbors.binary_search(&high);
        let place = place.unwrap_or_else(|_| self.place_towards(low, high));
        self.adjacency_starts[low as usize] + place as u32
    }

    /// The place among the neighbours of `v` of the one that lies nearest to the way to `w`.
    #[cold]
    fn place_towards(&self, v: u32, w: u32) -> usize {
        let from = self.vertices.get(v as usize);
        let way = |w: u32| {
            let way = near_one(&(self.vertices.get(w as usize) - from));
            way / norm(&way)
        };
        let to = way(w);
        let ways = self
            .neighbors(v as usize)
            .iter()
            .map(|&x| dot(&to, &way(x)));
        let nearest = ways.enumerate().max_by(|p, q| p.1.total_cmp(&q.1));
        nearest.map_or(0, |(place, _)| place)
    }
}
