//! Outlines of flat faces whose corners were rounded.
//!
//! Problem: a box that is rotated and rounded to f64 has no four corners in one plane. Its exact hull has two triangles for each
//! side, and contacts would be those of one triangle. Idea: where the hull is built, faces whose corners all lie within
//! [`FLAT`] of the plane of a large one, its seed, are one outline: the convex polygon of their corners in that plane. Every
//! corner is compared with the seed's plane and none with a neighbour's, so nothing chains around a finely tessellated sphere.
//! A sliver, as rounding leaves them along edges, is in the planes of both faces there and a member of one. A corner in the middle of
//! such an edge may have no face that is a member of the other: the other is listed for the corner. Outlines serve contacts
//! alone; verdicts, distances and depths know the exact faces only.
//!
//! Loses on a flat face all of whose parts are thin: the planes of these are turned too far by rounding to hold the rest. Loses
//! where corners are one but for rounding: a face is not listed for one of them that it has the other of.

use std::collections::BTreeSet;

use nalgebra::{Vector2, Vector3};

use crate::numeric::arithmetic::{U, cross, dot, norm, perpendicular};
use crate::numeric::predicates::convex_ring;
use crate::numeric::sort::{sort_by, sort_by_key};
use crate::shape::face_normal::spread_corners;
use crate::shape::hull_data::HullData;

/// Distance of an outline's corners from its plane, in the largest coordinate of the body: 64 roundings. Rotation by a matrix in f64
/// moves a corner by about six, and a corner of a quadrilateral off the plane of the other three by four times as much.
pub(crate) const FLAT: f64 = 64.0 * U;

/// Least sine of two sides of a seed. The plane of a thinner face is known too badly at the other end of the body.
const MIN_SEED_SINE: f64 = 1e-3;

/// Largest coordinate of a body that has outlines, in its extents.
const MAX_COORDINATE_RATIO: f64 = 1e9;

/// Width of a face without a normal, in `FLAT`.
const SLIVER: f64 = 4.0;

/// Least area of an outline, in areas of its seed. Slivers about a face that rounding moved a corner out of add none.
const MIN_AREA_RATIO: f64 = 1.0 + 1e-9;

const NO_SEED: u32 = u32::MAX;

/// Marks a corner in a list of numbers.
const CORNER: u32 = 1 << 31;

/// What contacts take in the place of faces that are one but for rounding.
#[derive(Debug, Clone)]
pub(crate) struct Outlines {
    /// Faces that are part of an outline, ascending, each with the number of the outline.
    members: Box<[(u32, u32)]>,
    /// One bit a face: those in the plane of a face that shows as much without them.
    hidden: Box<[u64]>,
    /// Corners that lie on faces none of which they are of: each corner, with the highest bit set, then the numbers of the outlines
    /// there, and of faces without an outline that and the number of all outlines.
    beside: Box<[u32]>,
    outlines: Box<[Outline]>,
}

/// A convex polygon of corners of the body, each within [`FLAT`] of one plane.
#[derive(Debug, Clone)]
pub(crate) struct Outline {
    /// The lowest face that is part of it, slivers aside.
    pub(crate) face: u32,
    /// Unit normal, outward, body frame.
    pub(crate) normal: Vector3<f64>,
    /// Counter-clockwise from outside.
    pub(crate) corners: Box<[u32]>,
}

impl Outlines {
    /// None where no faces are one. `normals` are those of the faces.
    pub(crate) fn new(shape: &HullData<'_>, normals: &[Vector3<f64>]) -> Option<Box<Self>> {
        let points = &shape.local.points;
        let largest = points.iter().fold(0.0_f64, |most, p| most.max(p.amax()));
        if !(largest <= MAX_COORDINATE_RATIO) {
            return None;
        }
        let faces = Faces {
            shape,
            normals,
            across: across(shape),
            flat: FLAT * largest,
        };
        let mut order: Vec<(f64, u32)> = (0..normals.len() as u32)
            .filter_map(|face| Some((faces.seed_area(face)?, face)))
            .collect();
        sort_by(&mut order, |p, q| q.0.total_cmp(&p.0).then(p.1.cmp(&q.1)));
        let (mut seeds, mut seen) = (vec![NO_SEED; normals.len()], vec![NO_SEED; normals.len()]);
        let (mut outlines, mut beside) = (Vec::new(), Vec::new());
        for (_, seed) in order {
            if seeds[seed as usize] != NO_SEED {
                continue;
            }
            let found = faces.flood(seed, &seeds, &mut seen);
            let outline = faces.outline(seed, &found);
            let is_free = |face: u32| seeds[face as usize] == NO_SEED;
            let (own, others): (Vec<u32>, Vec<u32>) = match outline {
                Some(_) => found.iter().partition(|&&face| is_free(face)),
                None => (found.iter().filter(|&&face| !faces.is_between_twins(face)))
                    .partition(|&&face| face == seed),
            };
            if others.is_empty() && outline.is_none() {
                continue;
            }
            let corners = |faces: &[u32]| -> BTreeSet<u32> {
                let all = faces.iter().flat_map(|&face| face_of(shape, face));
                all.copied().collect()
            };
            let missed = &corners(&others) - &corners(&own);
            beside.extend(missed.into_iter().map(|corner| (corner, seed)));
            for face in own.into_iter().chain(others) {
                let of = &mut seeds[face as usize];
                *of = if *of == NO_SEED { seed } else { *of };
            }
            outlines.extend(outline.map(|outline| (seed, outline)));
        }
        sort_by_key(&mut outlines, |of| of.0);
        beside.sort_unstable();
        let count = outlines.len() as u32;
        let number = |seed| {
            let place = outlines.binary_search_by_key(&seed, |of| of.0);
            place.map_or(count + seed, |place| place as u32)
        };
        let (mut members, mut hidden) = (Vec::new(), Vec::new());
        for (face, seed) in (0..).zip(seeds).filter(|of| of.1 != NO_SEED) {
            match number(seed) {
                number if number < count => members.push((face, number)),
                _ if face != seed => {
                    hidden.resize(normals.len().div_ceil(64), 0u64);
                    hidden[face as usize / 64] |= 1 << (face % 64);
                }
                _ => {}
            }
        }
        let beside = beside.chunk_by(|p, q| p.0 == q.0).flat_map(|here| {
            let numbers = here.iter().map(|of| number(of.1));
            [here[0].0 | CORNER].into_iter().chain(numbers)
        });
        let beside: Box<[u32]> = beside.collect();
        (count > 0 || !hidden.is_empty() || !beside.is_empty()).then(|| {
            Box::new(Outlines {
                members: members.into(),
                hidden: hidden.into(),
                beside,
                outlines: outlines.into_iter().map(|of| of.1).collect(),
            })
        })
    }

    /// The outline that a face is part of; None of a face that is an outline of its own.
    #[inline(always)]
    pub(crate) fn of(&self, face: u32) -> Option<&Outline> {
        let at = self.members.binary_search_by_key(&face, |(face, _)| *face);
        at.ok()
            .map(|at| &self.outlines[self.members[at].1 as usize])
    }

    /// Whether a face is in the plane of one that shows as much without it.
    #[inline(always)]
    pub(crate) fn is_hidden(&self, face: u32) -> bool {
        let bits = self.hidden.get(face as usize / 64);
        bits.is_some_and(|bits| bits >> (face % 64) & 1 == 1)
    }

    /// The faces that a corner lies on though it is of none of their members, each with its outline if it has one.
    #[inline(always)]
    pub(crate) fn beside(&self, corner: u32) -> impl Iterator<Item = (u32, Option<&Outline>)> {
        let mut all = self.beside.iter();
        all.find(|&&of| of == corner | CORNER);
        let here = all.take_while(|&of| of & CORNER == 0);
        here.map(|&number| match self.outlines.get(number as usize) {
            Some(outline) => (outline.face, Some(outline)),
            None => (number - self.outlines.len() as u32, None),
        })
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        let corners: usize = self.outlines.iter().map(|of| of.corners.len()).sum();
        size_of::<Self>()
            + size_of_val(&*self.members)
            + size_of_val(&*self.hidden)
            + size_of_val(&*self.beside)
            + corners * size_of::<u32>()
            + self.outlines.len() * size_of::<Outline>()
    }
}

struct Faces<'s, 'a> {
    shape: &'s HullData<'a>,
    normals: &'s [Vector3<f64>],
    /// The face to the left of each directed edge, by its ends.
    across: Vec<(u64, u32)>,
    /// `FLAT`, in local units.
    flat: f64,
}

fn directed(v: u32, w: u32) -> u64 {
    u64::from(v) << 32 | u64::from(w)
}

fn across(shape: &HullData<'_>) -> Vec<(u64, u32)> {
    let mut across = Vec::with_capacity(shape.loops.len());
    for face in 0..shape.starts.len() - 1 {
        let corners = face_of(shape, face as u32);
        let next = corners.iter().cycle().skip(1);
        across.extend((corners.iter().zip(next)).map(|(&v, &w)| (directed(v, w), face as u32)));
    }
    across.sort_unstable();
    across
}

fn face_of<'a>(shape: &HullData<'a>, face: u32) -> &'a [u32] {
    let ends = [0, 1].map(|k| shape.starts[face as usize + k] as usize);
    &shape.loops[ends[0]..ends[1]]
}

impl Faces<'_, '_> {
    fn point(&self, corner: u32) -> &Vector3<f64> {
        &self.shape.local.points[corner as usize]
    }

    /// A measure of a face's area, its longest side and its shortest.
    fn measures(&self, face: u32) -> [f64; 3] {
        let [a, b, c] = spread_corners(face_of(self.shape, face)).map(|v| self.point(v));
        let area = norm(&cross(&(b - a), &(c - a)));
        let sides = [b - a, c - b, a - c].map(|side| norm(&side));
        let longest = sides.iter().fold(0.0_f64, |most, &side| most.max(side));
        let shortest = sides.iter().fold(longest, |least, &side| least.min(side));
        [area, longest, shortest]
    }

    /// A measure of a face's area; None of one that is too thin for a seed.
    fn seed_area(&self, face: u32) -> Option<f64> {
        let [area, longest, shortest] = self.measures(face);
        // The two sides opposite the longest.
        (area > MIN_SEED_SINE * shortest * longest && !self.is_sliver(face)).then_some(area)
    }

    /// Whether the face is as thin as its rounding: its normal may point anywhere.
    fn is_sliver(&self, face: u32) -> bool {
        let [area, longest, _] = self.measures(face);
        area <= SLIVER * self.flat * longest
    }

    /// Whether the face is a sliver along an edge. A sliver between two corners that are one but for rounding is none.
    fn is_shared(&self, face: u32) -> bool {
        self.is_sliver(face) && !self.is_between_twins(face)
    }

    /// Whether two corners of the face are one but for rounding.
    fn is_between_twins(&self, face: u32) -> bool {
        let [_, _, shortest] = self.measures(face);
        shortest <= SLIVER * self.flat
    }

    /// The faces that are one with the seed: those of no seed yet, and slivers of others. `seen` has the last seed that came to each face.
    fn flood(&self, seed: u32, seeds: &[u32], seen: &mut [u32]) -> Vec<u32> {
        let mut members = vec![seed];
        seen[seed as usize] = seed;
        let (mut next, n) = (0, &self.normals[seed as usize]);
        let on = self.point(face_of(self.shape, seed)[0]);
        let is_flat = |v: &u32| dot(n, &(self.point(*v) - on)).abs() <= self.flat;
        while let Some(&face) = members.get(next) {
            next += 1;
            let corners = face_of(self.shape, face);
            for (&v, &w) in corners.iter().zip(corners.iter().cycle().skip(1)) {
                let edge = (self.across).binary_search_by_key(&directed(w, v), |of| of.0);
                let Some(beside) = edge.ok().map(|place| self.across[place].1) else {
                    continue;
                };
                let is_new = seen[beside as usize] != seed
                    && (seeds[beside as usize] == NO_SEED || self.is_shared(beside));
                // A plate may be as thin as its rounding: its two sides are not one.
                let agrees =
                    || dot(n, &self.normals[beside as usize]) > 0.0 || self.is_sliver(beside);
                if is_new && face_of(self.shape, beside).iter().all(is_flat) && agrees() {
                    seen[beside as usize] = seed;
                    members.push(beside);
                }
            }
        }
        members
    }

    /// Twice the area of a polygon, seen along a normal.
    fn area(&self, corners: &[u32], n: &Vector3<f64>) -> f64 {
        let from = corners.first().map(|&v| self.point(v));
        let sides = corners.windows(2).zip(from.into_iter().cycle());
        let area = |(ends, from): (&[u32], &Vector3<f64>)| {
            let [p, q] = [ends[0], ends[1]].map(|v| self.point(v) - from);
            dot(n, &cross(&p, &q))
        };
        sides.map(area).sum()
    }

    /// The polygon of all corners of these faces, seen along the seed's normal; None where that shows no more than the seed.
    fn outline(&self, seed: u32, members: &[u32]) -> Option<Outline> {
        if members.len() == 1 {
            return None;
        }
        let normal = self.normals[seed as usize];
        let t1 = perpendicular(&normal);
        let t1 = t1 / norm(&t1);
        let t2 = cross(&normal, &t1);
        let all = members
            .iter()
            .flat_map(|&face| face_of(self.shape, face).iter());
        let mut flat: Vec<(Vector2<f64>, u32)> = all
            .map(|&v| {
                let p = self.point(v);
                (Vector2::new(dot(&t1, p), dot(&t2, p)), v)
            })
            .collect();
        sort_by(&mut flat, |(p, v), (q, w)| {
            let by_x = p.x.total_cmp(&q.x);
            by_x.then(p.y.total_cmp(&q.y)).then(v.cmp(w))
        });
        flat.dedup_by_key(|of| of.1);
        let polygon = convex_ring(&flat, |a, b, c| turn(&a.0, &b.0, &c.0) > 0.0);
        let corners = without_flat_corners(&polygon, self.flat);
        let shown = self.area(&corners, &normal);
        let more = shown > MIN_AREA_RATIO * self.area(face_of(self.shape, seed), &normal);
        let whole = members
            .iter()
            .copied()
            .filter(|&face| !self.is_sliver(face));
        more.then(|| Outline {
            face: whole.min().unwrap_or(seed),
            normal,
            corners: corners.into(),
        })
    }
}

fn turn(a: &Vector2<f64>, b: &Vector2<f64>, c: &Vector2<f64>) -> f64 {
    (b - a).perp(&(c - a))
}

/// The corners that are left when those within `flat` of an edge between two others go. Each edge is compared with all corners that
/// it leaves out.
fn without_flat_corners(polygon: &[(Vector2<f64>, u32)], flat: f64) -> Vec<u32> {
    let far = |k: &usize| (polygon[*k].0 - polygon[0].0).norm_squared();
    let Some(first) = (0..polygon.len()).max_by(|j, k| far(j).total_cmp(&far(k))) else {
        return Vec::new();
    };
    // The farthest from another is a true corner.
    let at = |k: usize| &polygon[(first + k) % polygon.len()];
    let (mut left, mut from) = (vec![at(0).1], 0);
    for to in 2..=polygon.len() {
        let (p, q) = (&at(from).0, &at(to).0);
        let off = |k: usize| -turn(p, q, &at(k).0);
        if (from + 1..to).any(|k| off(k) > flat * (q - p).norm()) {
            from = to - 1;
            left.push(at(from).1);
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use nalgebra::{Quaternion, UnitQuaternion};
    use twin::random::{SplitMix64, case_generator};

    use super::*;
    use crate::shape::polytope::Polytope;

    fn prism(count: u32) -> Vec<Vector3<f64>> {
        let corner = move |k: u32, z: f64| {
            let (y, x) = (f64::from(k) * std::f64::consts::TAU / f64::from(count)).sin_cos();
            Vector3::new(x, y, z)
        };
        (0..2 * count)
            .map(|k| corner(k / 2, f64::from(k % 2)))
            .collect()
    }

    fn rotated(random: &mut SplitMix64, points: &[Vector3<f64>]) -> Polytope {
        let [x, y, z, w] = random.quaternion();
        let turn = UnitQuaternion::from_quaternion(Quaternion::new(w, x, y, z));
        let size = 10.0_f64.powi(random.below(9) as i32 - 4);
        let points: Vec<_> = points.iter().map(|p| turn * p * size).collect();
        Polytope::new(&points).expect("finite")
    }

    /// The corners of an outline lie in its plane, no corner of the body above it, and the polygon is convex.
    fn holds(body: &Polytope) -> usize {
        let Some(outlines) = &body.outlines else {
            return 0;
        };
        let flat = 2.0 * FLAT * body.reach;
        for Outline {
            normal, corners, ..
        } in &outlines.outlines
        {
            let on = body.vertex(corners[0] as usize);
            let height = |v: &Vector3<f64>| dot(normal, &(v - on));
            assert!(body.vertices().all(|v| height(&v) <= flat));
            let at = |k: usize| body.vertex(corners[k % corners.len()] as usize);
            for k in 0..corners.len() {
                assert!(height(&at(k)).abs() <= flat);
                let corner = cross(&(at(k + 1) - at(k)), &(at(k + 2) - at(k + 1)));
                assert!(dot(normal, &corner) > 0.0);
            }
        }
        outlines.outlines.len()
    }

    /// A rotated prism has the faces of the prism: each is exact, or an outline.
    #[test]
    fn faces_that_rounding_broke_are_one_outline() {
        for index in 0..2_000 {
            let random = &mut case_generator(3902, index);
            let count = *random.pick(&[3, 4, 4, 5, 6, 8, 13, 64, 500]);
            let body = rotated(random, &prism(count));
            holds(&body);
            let faces = body.face_count() as u32;
            let mut whole: Vec<u32> = (0..faces)
                .filter(|&face| !body.is_hidden(face))
                .map(|face| body.outline(face).map_or(face, |of| of.face))
                .collect();
            whole.sort_unstable();
            whole.dedup();
            assert_eq!(whole.len() as u32, count + 2, "{index}: {count} of {faces}");
            let corners = |face: u32| {
                let outline = body.outline(face).map(|of| of.corners.len());
                outline.unwrap_or_else(|| body.face(face as usize).len())
            };
            let ends = whole
                .iter()
                .filter(|&&face| corners(face) == count as usize);
            assert!(ends.count() >= 2, "{index}: {count}");
        }
    }

    /// Edges of a round body that are true ones stay.
    #[test]
    fn a_round_body_has_no_outlines() {
        for index in 0..20 {
            let random = &mut case_generator(3903, index);
            let points: Vec<_> = (0..10_000)
                .map(|_| Vector3::from(random.direction()))
                .collect();
            assert_eq!(holds(&rotated(random, &points)), 0, "{index}");
        }
    }

    /// Outlines of a sheet as thin as its rounding hold, on either side.
    #[test]
    fn outlines_of_a_rotated_sheet_hold() {
        for index in 0..1_000 {
            let random = &mut case_generator(3904, index);
            let count = 4 + random.below(20) as u32;
            let level: Vec<_> = prism(count).into_iter().step_by(2).collect();
            let body = rotated(random, &level);
            holds(&body);
        }
    }
}
