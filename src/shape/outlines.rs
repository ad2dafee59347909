//! Outlines of flat faces whose corners were rounded.
//!
//! Problem: a box that is rotated and rounded to f64 has no four corners in one plane. Its exact hull has two triangles for each
//! side, and contacts would be those of one triangle. Idea: where the hull is built, faces whose corners all lie within
//! [`FLAT`] of the plane of a large one, its seed, are one outline: the convex polygon of their corners in that plane. Every
//! corner is compared with the seed's plane and none with a neighbour's, so nothing chains around a finely tessellated sphere.
//! Outlines serve contacts alone; verdicts, distances and depths know the exact faces only.
//!
//! Loses on a flat face all of whose parts are thin: the planes of these are turned too far by rounding to hold the rest.

use nalgebra::{Vector2, Vector3};

use crate::numeric::arithmetic::{U, cross, dot, norm, perpendicular};
use crate::shape::face_normal::spread_corners;
use crate::shape::shape::Shape;

/// Distance of an outline's corners from its plane, in the largest coordinate of the body: 64 roundings. Rotation by a matrix in f64
/// moves a corner by about six, and a corner of a quadrilateral off the plane of the other three by four times as much.
pub(crate) const FLAT: f64 = 64.0 * U;

/// Least sine of two sides of a seed. The plane of a thinner face is known too badly at the other end of the body.
const THIN: f64 = 1e-3;

/// Largest coordinate of a body that has outlines, in its extents.
const FARTHEST: f64 = 1e9;

/// Width of a face without a normal, in `FLAT`.
const SLIVER: f64 = 4.0;

/// Least area of an outline, in areas of its seed. Slivers about a face that rounding moved a corner out of add none.
const MORE: f64 = 1.0 + 1e-9;

const NO_OUTLINE: u32 = u32::MAX;

/// What contacts take in the place of faces that are one but for rounding.
#[derive(Debug, Clone)]
pub(crate) struct Outlines {
    /// Faces that are part of an outline, ascending, each with the number of the outline.
    members: Box<[(u32, u32)]>,
    outlines: Box<[Outline]>,
}

/// A convex polygon of corners of the body, each within [`FLAT`] of one plane.
#[derive(Debug, Clone)]
pub(crate) struct Outline {
    /// The lowest face that is part of it.
    pub(crate) face: u32,
    /// Unit normal, outward, body frame.
    pub(crate) normal: Vector3<f64>,
    /// Counter-clockwise from outside.
    pub(crate) corners: Box<[u32]>,
}

impl Outlines {
    /// None where no faces are one. `normals` are those of the faces.
    pub(crate) fn new(shape: &Shape<'_>, normals: &[Vector3<f64>]) -> Option<Box<Self>> {
        let points = &shape.local.points;
        let largest = points.iter().fold(0.0_f64, |most, p| most.max(p.amax()));
        if !(largest <= FARTHEST) {
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
        order.sort_by(|p, q| q.0.total_cmp(&p.0).then(p.1.cmp(&q.1)));
        let (mut numbers, mut outlines) = (vec![NO_OUTLINE; normals.len()], Vec::new());
        for (_, seed) in order {
            if numbers[seed as usize] == NO_OUTLINE {
                let number = outlines.len() as u32;
                let members = faces.flood(seed, number, &mut numbers);
                match faces.outline(seed, &members) {
                    Some(outline) => outlines.push(outline),
                    None => members
                        .iter()
                        .for_each(|&face| numbers[face as usize] = NO_OUTLINE),
                }
            }
        }
        let members = (0..)
            .zip(numbers)
            .filter(|(_, number)| *number != NO_OUTLINE);
        (!outlines.is_empty()).then(|| {
            Box::new(Outlines {
                members: members.collect(),
                outlines: outlines.into(),
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

    pub(crate) fn heap_bytes(&self) -> usize {
        let corners: usize = self.outlines.iter().map(|of| of.corners.len()).sum();
        size_of::<Self>()
            + size_of_val(&*self.members)
            + corners * size_of::<u32>()
            + self.outlines.len() * size_of::<Outline>()
    }
}

struct Faces<'s, 'a> {
    shape: &'s Shape<'a>,
    normals: &'s [Vector3<f64>],
    /// The face to the left of each directed edge, by its ends.
    across: Vec<(u64, u32)>,
    /// `FLAT`, in local units.
    flat: f64,
}

fn directed(v: u32, w: u32) -> u64 {
    u64::from(v) << 32 | u64::from(w)
}

fn across(shape: &Shape<'_>) -> Vec<(u64, u32)> {
    let mut across = Vec::with_capacity(shape.loops.len());
    for face in 0..shape.starts.len() - 1 {
        let corners = face_of(shape, face as u32);
        let next = corners.iter().cycle().skip(1);
        across.extend((corners.iter().zip(next)).map(|(&v, &w)| (directed(v, w), face as u32)));
    }
    across.sort_unstable();
    across
}

fn face_of<'a>(shape: &Shape<'a>, face: u32) -> &'a [u32] {
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
        (area > THIN * shortest * longest).then_some(area)
    }

    /// Whether the face is as thin as its rounding: its normal may point anywhere.
    fn is_sliver(&self, face: u32) -> bool {
        let [area, longest, _] = self.measures(face);
        area <= SLIVER * self.flat * longest
    }

    /// Numbers all faces that are one with the seed, and lists them.
    fn flood(&self, seed: u32, number: u32, numbers: &mut [u32]) -> Vec<u32> {
        let mut members = vec![seed];
        numbers[seed as usize] = number;
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
                let is_free = numbers[beside as usize] == NO_OUTLINE;
                // A plate may be as thin as its rounding: its two sides are not one.
                let agrees =
                    || dot(n, &self.normals[beside as usize]) > 0.0 || self.is_sliver(beside);
                if is_free && face_of(self.shape, beside).iter().all(is_flat) && agrees() {
                    numbers[beside as usize] = number;
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
        flat.sort_by(|(p, v), (q, w)| {
            let by_x = p.x.total_cmp(&q.x);
            by_x.then(p.y.total_cmp(&q.y)).then(v.cmp(w))
        });
        flat.dedup_by_key(|of| of.1);
        let corners = without_flat_corners(&convex_polygon(&flat), self.flat);
        let shown = self.area(&corners, &normal);
        let more = shown > MORE * self.area(face_of(self.shape, seed), &normal);
        more.then(|| Outline {
            face: members.iter().copied().min().unwrap_or(seed),
            normal,
            corners: corners.into(),
        })
    }
}

fn turn(a: &Vector2<f64>, b: &Vector2<f64>, c: &Vector2<f64>) -> f64 {
    (b - a).perp(&(c - a))
}

/// Andrew's monotone chain of points in lexicographic order, counter-clockwise.
fn convex_polygon(points: &[(Vector2<f64>, u32)]) -> Vec<(Vector2<f64>, u32)> {
    let half = |points: &mut dyn Iterator<Item = &(Vector2<f64>, u32)>| {
        let mut chain: Vec<(Vector2<f64>, u32)> = Vec::new();
        for point in points {
            while let [.., a, b] = &chain[..] {
                if turn(&a.0, &b.0, &point.0) > 0.0 {
                    break;
                }
                chain.pop();
            }
            chain.push(*point);
        }
        chain.pop();
        chain
    };
    let mut polygon = half(&mut points.iter());
    polygon.extend(half(&mut points.iter().rev()));
    polygon
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
