//! The subsimplex of GJK: up to four columns of M, reduced to the face nearest to the origin.
//!
//! Problem: near the origin the nearest point itself is a difference of large numbers, and its
//! direction is noise. Idea: take the direction from the face, not from the point: the cross
//! product of a triangle's edges, the double cross product across an edge. It is perpendicular to
//! the face to a few roundings however near the origin is, so the plane through the face stays a
//! plane of M.
//!
//! Of a triangle only the edges that the origin lies beyond can be nearest, of a tetrahedron only
//! the faces that it lies beyond; those are tried and the nearest wins. A face without area makes
//! all its edges candidates, a tetrahedron without volume all its faces. Nothing here decides a
//! verdict: the plane and the point are judged by what they prove.
//!
//! Loses a few nanoseconds against a table of Voronoi regions, which has no answer where rounding
//! puts the origin into none of them.

use nalgebra::Vector3;

use crate::numeric::arithmetic::{U, cross, dot, norm1};
use crate::solver::closest_face::ClosestFace;
use crate::solver::minkowski_difference::Column;
use crate::solver::nearest_weights::nearest_weights;

/// Weights of the origin that leave it farther off than so many roundings of the pair are found again, by
/// [`Subsimplex::about_origin`].
pub(crate) const MOST_ROUNDINGS: f64 = 8.0;

/// Up to four columns of M; after [`reduce`](Self::reduce) at most three, and their weights.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Subsimplex {
    pub(crate) columns: [Column; 4],
    pub(crate) count: usize,
    /// Weights of the nearest point: not negative, their sum is 1 to rounding. If four columns hold the origin, they
    /// are its weights.
    pub(crate) weights: [f64; 4],
}

/// Result of reducing the columns.
pub(crate) enum Reduced {
    /// The nearest point of the hull of the columns, as seen from the origin.
    Nearest(Vector3<f64>),
    /// The tetrahedron seems to hold the origin.
    Holds,
}

/// A candidate: a face of the subsimplex and its point nearest to the origin.
#[derive(Clone, Copy)]
struct FaceCandidate {
    kept: [usize; 3],
    count: usize,
    weights: [f64; 3],
    nearest: Vector3<f64>,
    distance_sq: f64,
}

impl Subsimplex {
    /// One column alone.
    pub(crate) fn vertex(column: Column) -> Self {
        let mut one = Subsimplex::default();
        one.push(column);
        one.weights[0] = 1.0;
        one
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, column: Column) {
        self.columns[self.count] = column;
        self.count += 1;
    }

    /// Keeps the columns that span the nearest point. All four stay when they hold the origin.
    pub(crate) fn reduce(&mut self) -> Reduced {
        let Some(face) = self.nearest_of_all(false) else {
            return Reduced::Holds;
        };
        *self = Subsimplex::of(&self.columns, &face.closest());
        Reduced::Nearest(face.nearest)
    }

    /// The face nearest to the origin, its columns by their places here. None when all four hold the origin.
    /// `carefully`: with normals as [`across_longest`] has them, and of four columns only faces with the last, which is the
    /// new one: then None too where the origin is beyond none of these.
    pub(crate) fn nearest_face(&self, carefully: bool) -> Option<ClosestFace> {
        self.nearest_of_all(carefully).map(|face| face.closest())
    }

    /// Returns the side of a tetrahedron that is nearest to the origin, which it seems to hold.
    pub(crate) fn nearest_side(&self) -> Option<ClosestFace> {
        let p = self.columns.map(|c| c.m);
        let mut best = None;
        for side in [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]] {
            take_nearer(&mut best, triangle(&p, side, false));
        }
        best.map(|face| face.closest())
    }

    fn nearest_of_all(&self, carefully: bool) -> Option<FaceCandidate> {
        let p = self.columns.map(|c| c.m);
        match self.count {
            1 => Some(vertex(&p, 0)),
            2 => Some(edge(&p, 0, 1)),
            3 => Some(triangle(&p, [0, 1, 2], carefully)),
            _ => tetrahedron(&p, carefully),
        }
    }

    /// The face nearest to the origin of one to three columns.
    #[inline(always)]
    pub(crate) fn closest(&self, carefully: bool) -> ClosestFace {
        let [c0, c1, c2, _] = &self.columns;
        let quick = match self.count {
            _ if carefully => None,
            1 => Some(ClosestFace::vertex(0, &c0.m)),
            2 => ClosestFace::of_two([&c0.m, &c1.m]),
            _ => ClosestFace::of_three([&c0.m, &c1.m, &c2.m]),
        };
        match quick {
            Some(closest) => closest,
            None => self.any_foot(carefully),
        }
    }

    #[inline(never)]
    fn any_foot(&self, carefully: bool) -> ClosestFace {
        // Three columns always have one.
        self.nearest_face(carefully)
            .unwrap_or_else(|| ClosestFace::vertex(0, &self.columns[0].m))
    }

    /// The columns of a face, and the weights of its foot.
    #[inline(always)]
    pub(crate) fn of(columns: &[Column; 4], closest: &ClosestFace) -> Self {
        let [a, b, c] = closest.kept.map(|at| columns[at & 3]);
        let [w0, w1, w2] = closest.weights.map(|w| w / closest.whole);
        // Of columns too near to each other to weigh: one of them.
        if !(closest.whole > 1e-290) {
            return Subsimplex::vertex(a);
        }
        Subsimplex {
            columns: [a, b, c, c],
            count: closest.count,
            weights: [w0, w1, w2, 0.0],
        }
    }

    /// Returns four columns that hold the origin, with the weights of their point nearest to it.
    pub(crate) fn about_origin(&self) -> Self {
        Subsimplex {
            weights: nearest_weights(&self.columns.map(|column| column.m)),
            ..*self
        }
    }

    /// The nearest point from the weights: a point of M to rounding.
    #[inline(always)]
    pub(crate) fn point(&self) -> Vector3<f64> {
        let mut point = self.columns[0].m * self.weights[0];
        for k in 1..self.count {
            point += self.columns[k].m * self.weights[k];
        }
        point
    }
}

impl FaceCandidate {
    fn closest(&self) -> ClosestFace {
        ClosestFace {
            kept: self.kept,
            count: self.count,
            weights: self.weights,
            whole: 1.0,
            towards: -self.nearest,
            length_sq: self.distance_sq,
            height: self.distance_sq,
        }
    }
}

fn vertex(p: &[Vector3<f64>; 4], i: usize) -> FaceCandidate {
    FaceCandidate {
        kept: [i; 3],
        count: 1,
        weights: [1.0, 0.0, 0.0],
        nearest: p[i],
        distance_sq: dot(&p[i], &p[i]),
    }
}

fn edge(p: &[Vector3<f64>; 4], i: usize, j: usize) -> FaceCandidate {
    let along = p[j] - p[i];
    let (to_j, to_i) = (-dot(&along, &p[i]), dot(&along, &p[j]));
    // Written so that NaN and an edge without length end at a vertex.
    if !(to_j > 0.0) {
        return vertex(p, i);
    }
    if !(to_i > 0.0) {
        return vertex(p, j);
    }
    let length_sq = to_i + to_j;
    let nearer = nearer_of(p, i, j);
    let nearest = cross(&cross(&along, &p[nearer]), &along) / dot(&along, &along);
    FaceCandidate {
        kept: [i, j, j],
        count: 2,
        weights: [to_i / length_sq, to_j / length_sq, 0.0],
        nearest,
        distance_sq: dot(&nearest, &nearest),
    }
}

fn triangle(p: &[Vector3<f64>; 4], side: [usize; 3], carefully: bool) -> FaceCandidate {
    let side = if carefully {
        across_longest(p, side)
    } else {
        side
    };
    above(p, side, &normal(p, side))
}

/// At a right angle to a side, of any length.
fn normal(p: &[Vector3<f64>; 4], [i, j, k]: [usize; 3]) -> Vector3<f64> {
    cross(&(p[j] - p[i]), &(p[k] - p[i]))
}

/// The face nearest to the origin of the triangle of normal `n`.
fn above(p: &[Vector3<f64>; 4], [i, j, k]: [usize; 3], n: &Vector3<f64>) -> FaceCandidate {
    let (a, b, c) = (&p[i], &p[j], &p[k]);
    let w = [
        dot(n, &cross(b, c)),
        dot(n, &cross(c, a)),
        dot(n, &cross(a, b)),
    ];
    if w[0] > 0.0 && w[1] > 0.0 && w[2] > 0.0 {
        let sum = (w[0] + w[1]) + w[2];
        let height = dot(n, a);
        let length_sq = dot(n, n);
        let nearest = n * (height / length_sq);
        return FaceCandidate {
            kept: [i, j, k],
            count: 3,
            weights: [w[0] / sum, w[1] / sum, w[2] / sum],
            nearest,
            distance_sq: height * height / length_sq,
        };
    }
    let mut best: Option<FaceCandidate> = None;
    for (weight, from, to) in [(w[2], i, j), (w[1], i, k), (w[0], j, k)] {
        // Written so that NaN makes a candidate.
        if !(weight > 0.0) {
            take_nearer(&mut best, edge(p, from, to));
        }
    }
    best.unwrap_or_else(|| vertex(p, i))
}

/// Returns the three corners in another order, first the one across the longest edge. A normal made of the edges from
/// there errs least, because f64 subtracts corners that are near each other exactly.
pub(crate) fn across_longest(p: &[Vector3<f64>; 4], [i, j, k]: [usize; 3]) -> [usize; 3] {
    let [at_i, at_j, at_k] = [(j, k), (k, i), (i, j)].map(|(x, y)| norm1(&(p[x] - p[y])));
    if at_i >= at_j && at_i >= at_k {
        [i, j, k]
    } else if at_j >= at_k {
        [j, k, i]
    } else {
        [k, i, j]
    }
}

/// Which of two points is nearer to the origin.
fn nearer_of(p: &[Vector3<f64>; 4], i: usize, j: usize) -> usize {
    if norm1(&p[j]) < norm1(&p[i]) { j } else { i }
}

fn take_nearer(best: &mut Option<FaceCandidate>, face: FaceCandidate) {
    if best
        .as_ref()
        .is_none_or(|b| face.distance_sq < b.distance_sq)
    {
        *best = Some(face);
    }
}

/// The nearest face, or None when no face (`carefully`: none with the last column) has the origin beyond it.
fn tetrahedron(p: &[Vector3<f64>; 4], carefully: bool) -> Option<FaceCandidate> {
    let mut best: Option<FaceCandidate> = None;
    // The newest column is the last: the face without it is the least likely.
    for [i, j, k, opposite] in [[3, 0, 1, 2], [3, 1, 2, 0], [3, 0, 2, 1], [0, 1, 2, 3]] {
        let (side, nearest) = if carefully {
            let nearest = nearer_of(p, i, nearer_of(p, j, k));
            (across_longest(p, [i, j, k]), nearest)
        } else {
            ([i, j, k], i)
        };
        let n = normal(p, side);
        let to_opposite = p[opposite] - p[side[0]];
        let whole = dot(&n, &to_opposite);
        let origin = -dot(&n, &p[nearest]);
        // Below this the volume is rounding: such a tetrahedron holds nothing.
        let flat = 32.0 * U * norm1(&n) * norm1(&to_opposite);
        // A step that leads on keeps the new column.
        let leads_on = !carefully || opposite < 3;
        if leads_on && (!(whole.abs() > flat) || !(whole * origin > 0.0)) {
            take_nearer(&mut best, above(p, side, &n));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(points: &[[f64; 3]]) -> Subsimplex {
        let mut simplex = Subsimplex::default();
        for (id, p) in points.iter().enumerate() {
            simplex.push(Column {
                m: Vector3::from(*p),
                id_a: id as u32,
                id_b: 0,
            });
        }
        simplex
    }

    fn ids(simplex: &Subsimplex) -> Vec<u32> {
        let columns = &simplex.columns[..simplex.count];
        columns.iter().map(|c| c.id_a).collect()
    }

    #[test]
    fn every_region_of_a_tetrahedron_is_found() {
        let base = [
            [-1.0, -1.0, -1.0],
            [3.0, -1.0, -1.0],
            [-1.0, 3.0, -1.0],
            [-1.0, -1.0, 3.0],
        ];
        // Where the origin is put, and the columns that should stay.
        let regions: [([f64; 3], &[u32]); 6] = [
            ([-2.0, -2.0, -2.0], &[0]),
            ([5.0, -2.0, -2.0], &[1]),
            ([0.0, -2.0, -2.0], &[0, 1]),
            ([1.5, 1.5, -2.0], &[1, 2]),
            ([-0.5, -0.5, -2.0], &[0, 1, 2]),
            ([1.0, 1.0, 1.0], &[1, 2, 3]),
        ];
        for (origin, expected) in regions {
            let moved = base.map(|p| std::array::from_fn(|i| p[i] - origin[i]));
            let mut simplex = of(&moved);
            let Reduced::Nearest(nearest) = simplex.reduce() else {
                panic!("{origin:?} is outside");
            };
            let mut kept = ids(&simplex);
            kept.sort_unstable();
            assert_eq!(kept, expected, "{origin:?}");
            let sum: f64 = simplex.weights.iter().sum();
            assert!((sum - 1.0).abs() < 1e-15);
            assert!((simplex.point() - nearest).norm() < 1e-14);
        }
        assert!(matches!(of(&base).reduce(), Reduced::Holds));
    }

    #[test]
    fn degenerate_columns_have_a_nearest_point() {
        // A point four times, a line, a flat quadrilateral.
        let line = [1.0, 2.0, 3.0, 4.0].map(|x| [x, 1.0, 0.0]);
        let flat = [
            [-1.0, -1.0, 2.0],
            [1.0, -1.0, 2.0],
            [1.0, 1.0, 2.0],
            [-1.0, 1.0, 2.0],
        ];
        for (points, distance) in [
            ([[0.0, 3.0, 4.0]; 4], 5.0),
            (line, 2f64.sqrt()),
            (flat, 2.0),
        ] {
            let mut simplex = of(&points);
            let Reduced::Nearest(nearest) = simplex.reduce() else {
                panic!("{points:?} holds nothing");
            };
            assert!((nearest.norm() - distance).abs() < 1e-15, "{points:?}");
        }
    }

    #[test]
    fn the_quick_look_finds_the_face_that_the_long_one_finds() {
        // Integer points, so that the origin lies in every region and on its rim.
        let at = |i: u32, k: u32| f64::from((i * 31 + k * 17 + i * i * (k + 3)) % 11) - 5.0;
        let mut quick = [0; 4];
        for i in 0..3000 {
            let corner = |k: u32| [at(i, 3 * k), at(i, 3 * k + 1), at(i, 3 * k + 2)];
            let points = [corner(0), corner(1), corner(2)];
            for count in 2..4 {
                let simplex = of(&points[..count]);
                let [c0, c1, c2, _] = &simplex.columns;
                let found = match count {
                    2 => ClosestFace::of_two([&c0.m, &c1.m]),
                    _ => ClosestFace::of_three([&c0.m, &c1.m, &c2.m]),
                };
                let Some(found) = found else {
                    continue;
                };
                quick[found.count] += 1;
                let long = simplex.nearest_face(false).unwrap();
                let (x, y) = (found.distance_sq(), long.distance_sq());
                assert!((x - y).abs() < 1e-12 * (1.0 + y), "{points:?}: {x} {y}");
                let point = Subsimplex::of(&simplex.columns, &found).point();
                assert!(
                    (dot(&point, &point) - x).abs() < 1e-12 * (1.0 + x),
                    "{points:?}"
                );
            }
        }
        assert!(quick[1..].iter().all(|&n| n > 200), "{quick:?}");
    }

    #[test]
    fn the_direction_is_perpendicular_however_near() {
        // A triangle 1e-14 from the origin, tilted: the point is noise, the normal is not.
        let up = Vector3::new(0.6, 0.0, 0.8);
        let (e1, e2) = (Vector3::new(0.8, 0.0, -0.6), Vector3::y());
        let corner = |x: f64, y: f64| (e1 * x + e2 * y + up * 1e-14).into();
        let mut simplex = of(&[corner(-1.0, -1.0), corner(1.5, -1.0), corner(0.0, 2.0)]);
        let Reduced::Nearest(nearest) = simplex.reduce() else {
            panic!("outside");
        };
        assert_eq!(simplex.count, 3);
        assert!((nearest.normalize().dot(&up) - 1.0).abs() < 1e-15);
    }
}
