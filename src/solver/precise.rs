//! Do two bodies of any kind come within a length of each other? To a hundred bits: where f64 hides the answer and
//! curved surfaces, which are no rational numbers, keep integers from it.
//!
//! Problem: does M = A - B, dilated by a ball, hold the origin? Idea (Snethen's Minkowski Portal Refinement): three
//! columns of M that the ray from a point inside M through the origin passes between; the plane through them is
//! replaced by a column beyond it until it lies beyond the origin, and four columns hold that, or the column does not
//! come to the origin, and its plane separates. Both are then proved with every rounding; if the proof fails, the
//! search goes on. At its limit it ends undecided.

use nalgebra::Vector3;

use crate::motion::pairs::ConvexPair;
use crate::motion::pose::Pose;
use crate::numeric::arithmetic::{U, dot as dot_f64, norm};
use crate::numeric::double::{
    Double, Double3, add, cross, dot, double3, rotation, sub, times, turned, turned_back,
};
use crate::numeric::length_sum::LengthSum;
use crate::shape::body::Core;

/// Conclusion that is proved.
pub(crate) enum Proved {
    /// Along this unit normal from A to B they are farther apart.
    Apart(Vector3<f64>),
    /// These points of A and B, as seen from A's position, are that near to each other.
    Near([Vector3<f64>; 2]),
    Nothing,
}

/// The exponent of the largest scale: at it the smallest lengths are still told from the doubt.
const LARGEST_SCALE: i32 = 1000;

/// Columns after which a ray is given up: surfaces of ordinary sizes need 30 to 60.
const MOST_COLUMNS: u32 = 300;

/// Points inside M that are tried.
const RAYS: usize = 3;

/// The part of a distance that is enough.
const WIDEST: f64 = 0.95;

/// A column is within this part of the size.
const COLUMN_REL_ERROR: f64 = 1e-27;

/// A point of M and what of A it is made of.
#[derive(Clone, Copy)]
struct PreciseColumn {
    m: Double3,
    on_a: Double3,
    on_b: Double3,
}

/// A point of M inside it, and the columns that it is a mean of, with their weights.
struct Inside {
    whole: PreciseColumn,
    parts: [(PreciseColumn, f64); 5],
}

/// The point inside and three columns, which the ray from it through the origin passes between, at or beyond that.
struct PrecisePortal<'a> {
    inside: &'a Inside,
    front: [&'a PreciseColumn; 3],
}

/// Two points of M's bodies in their own frames, and the weight of their difference.
#[derive(Clone, Copy)]
pub(crate) struct WeightedPair {
    pub(crate) points: [Vector3<f64>; 2],
    pub(crate) weight: f64,
}

/// Where the bodies are, by which points are taken back into their frames.
struct ScaledPlaces {
    rotations: [[Double3; 3]; 2],
    apart: Double3,
    scale: f64,
}

impl ScaledPlaces {
    /// The differences that a portal is made of, where the point inside and the columns have these weights.
    fn pairs(&self, portal: &PrecisePortal<'_>, weights: [f64; 4]) -> [WeightedPair; 8] {
        std::array::from_fn(|k| {
            let (column, weight) = match k {
                0..5 => {
                    let (column, part) = &portal.inside.parts[k];
                    (column, part * weights[0])
                }
                _ => (portal.front[k - 5], weights[k - 4]),
            };
            let from = [column.on_a, sub(&column.on_b, &self.apart)];
            let back = |k: usize| value(&turned_back(&self.rotations[k], &from[k]));
            WeightedPair {
                points: [0, 1].map(|k| back(k) / self.scale),
                weight,
            }
        })
    }
}

impl PrecisePortal<'_> {
    /// The points of A and B that the means of the point inside and the columns are.
    fn points(&self, weights: &[Double; 4]) -> [Vector3<f64>; 2] {
        let [v1, v2, v3] = self.front;
        let mean = |point: fn(&PreciseColumn) -> Double3| {
            let parts = [&self.inside.whole, v1, v2, v3].into_iter().zip(weights);
            let sum = parts.fold([Double::ZERO; 3], |sum, (column, weight)| {
                add(&sum, &times(&point(column), *weight))
            });
            value(&sum)
        };
        [mean(|column| column.on_a), mean(|column| column.on_b)]
    }
}

/// M at a scale at which its size is between 1 and 2.
struct ScaledDifference<'a> {
    cores: [Core<'a>; 2],
    rotations: [[Double3; 3]; 2],
    /// From A's position to B's.
    apart: Double3,
    reach: Double,
    scale: f64,
    columns: u32,
}

/// Whether two bodies come within `reach`, of which the second and third part are their radii. None is empty. `hint`: a
/// normal that may part them.
pub(crate) fn decide(
    sides: &ConvexPair<'_, Pose>,
    reach: &LengthSum,
    hint: Option<Vector3<f64>>,
) -> Proved {
    decide_seen(sides, reach, hint, &mut |_| {})
}

/// Decides as [`decide`] does; `seen` gets what the points of [`Proved::Near`] are means of.
pub(crate) fn decide_seen(
    sides: &ConvexPair<'_, Pose>,
    reach: &LengthSum,
    hint: Option<Vector3<f64>>,
    seen: &mut dyn FnMut([WeightedPair; 8]),
) -> Proved {
    let Some(mut m) = ScaledDifference::new(sides, reach) else {
        return Proved::Near([Vector3::zeros(); 2]);
    };
    let hinted = hint.and_then(|n| m.parted(&double3(&n)));
    if let Some(n) = hinted {
        return Proved::Apart(n);
    }
    let places = m.places();
    let mut held = |portal: &PrecisePortal<'_>| {
        let weights = held(portal)?;
        seen(places.pairs(portal, weights.map(Double::value)));
        Some(portal.points(&weights))
    };
    // Where a ray meets the edges of its columns, another does not.
    for ray in 0..RAYS {
        match m.refine(ray, &mut held) {
            Proved::Near(points) => return Proved::Near(points.map(|p| p / m.scale)),
            Proved::Nothing => m.columns = 0,
            apart => return apart,
        }
    }
    Proved::Nothing
}

/// Returns by how much two bodies, none empty, are farther apart along a unit normal from A to B than `reach`, from below. It is
/// negative if they overlap along it.
pub(crate) fn gap_along(sides: &ConvexPair<'_, Pose>, reach: &LengthSum, n: &Vector3<f64>) -> f64 {
    let Some(mut m) = ScaledDifference::new(sides, reach) else {
        return 0.0;
    };
    let n = double3(n);
    let far = m.column(&n);
    let gap = -dot(&n, &far.m).value() - 8.0 * COLUMN_REL_ERROR;
    (gap - 8.0 * U * gap.abs()) / m.scale
}

/// A normal along which two bodies that are apart are nearly as far apart as they are at all: no less than a part of
/// [`WIDEST`] of that. `farther` adds a length to what is kept between them.
pub(crate) fn widest(
    sides: &ConvexPair<'_, Pose>,
    farther: &dyn Fn(f64) -> LengthSum,
    hint: Option<Vector3<f64>>,
) -> Option<Vector3<f64>> {
    let Proved::Apart(mut normal) = decide(sides, &farther(0.0), hint) else {
        return None;
    };
    let mut low = gap_along(sides, &farther(0.0), &normal);
    let mut high = f64::INFINITY;
    while low > 0.0 && low < WIDEST * high {
        let next = match high.is_finite() {
            true => low + 0.5 * (high - low),
            false => 4.0 * low,
        };
        match decide(sides, &farther(next), None) {
            Proved::Apart(n) => {
                normal = n;
                low = gap_along(sides, &farther(0.0), &n).max(next);
            }
            Proved::Near(_) => high = next,
            Proved::Nothing => break,
        }
    }
    Some(normal)
}

/// Shows `enough` the differences, eight, of which four hold the origin, of two bodies without radii that meet, none empty: ever
/// better ones, as deep in M as they come, until it has enough.
pub(crate) fn holding(
    sides: &ConvexPair<'_, Pose>,
    enough: &mut dyn FnMut(&[WeightedPair; 8]) -> bool,
) -> bool {
    let Some(mut m) = ScaledDifference::new(sides, &LengthSum([0.0; 3])) else {
        return false;
    };
    let places = m.places();
    let mut shown = |portal: &PrecisePortal<'_>| {
        let parts = places.pairs(portal, [1.0, 0.0, 0.0, 0.0]);
        enough(&parts).then_some([Vector3::zeros(); 2])
    };
    (0..RAYS).any(|ray| {
        m.columns = 0;
        matches!(m.refine(ray, &mut shown), Proved::Near(_))
    })
}

fn value(v: &Double3) -> Vector3<f64> {
    Vector3::from(v.map(Double::value))
}

fn length(v: &Double3) -> f64 {
    norm(&value(v))
}

impl<'a> ScaledDifference<'a> {
    /// None where all is in one point.
    fn new(sides: &ConvexPair<'a, Pose>, reach: &LengthSum) -> Option<Self> {
        let [p_a, p_b] = sides.places.map(Pose::translation);
        let [reach_a, reach_b] = sides.cores.map(|core| core.bounding_polytope().reach());
        let sized = |part: f64| {
            (reach_a * part + reach_b * part)
                + (p_b * part - p_a * part).amax()
                + reach.0.iter().fold(0.0, |sum, length| sum + length * part)
        };
        // A quarter, or the sum may be no number; of denormal lengths a quarter may be nothing.
        let size = match sized(0.25) {
            size if size > 0.0 => size,
            _ => sized(1.0),
        };
        if size == 0.0 {
            return None;
        }
        let scale = libm::ldexp(0.25, (-libm::ilogb(size)).min(LARGEST_SCALE));
        let [x, y, z] = reach.0.map(|part| Double::from(part * scale));
        Some(ScaledDifference {
            cores: sides.cores,
            rotations: sides.places.map(|pose| rotation(&pose.quaternion())),
            apart: std::array::from_fn(|k| Double::sum(p_b[k] * scale, -(p_a[k] * scale))),
            reach: x + y + z,
            scale,
            columns: 0,
        })
    }

    fn places(&self) -> ScaledPlaces {
        ScaledPlaces {
            rotations: self.rotations,
            apart: self.apart,
            scale: self.scale,
        }
    }

    /// A core's point farthest along a direction of its own frame.
    fn farthest(&self, k: usize, e: &Double3) -> Double3 {
        let body = match self.cores[k] {
            Core::Curved(body) => return body.support(e, self.scale),
            Core::Polytope(body) => body,
        };
        let rough = value(e);
        let (best, _) = body.scan(&rough);
        let least = best - 32.0 * U * (body.reach() * norm(&rough));
        let near = body.vertices().filter(|v| !(dot_f64(v, &rough) < least));
        let placed = near.map(|v| double3(&(v * self.scale)));
        let better = |a: Double3, b: Double3| match (dot(&a, e) - dot(&b, e)).value() < 0.0 {
            true => b,
            false => a,
        };
        placed.reduce(better).unwrap_or([Double::ZERO; 3])
    }

    /// The column farthest along `n`, of any length above 0.
    fn column(&mut self, n: &Double3) -> PreciseColumn {
        self.columns += 1;
        let largest = value(n).amax();
        let n = n.map(|x| x / largest.into());
        let [turn_a, turn_b] = &self.rotations;
        let on_a = turned(turn_a, &self.farthest(0, &turned_back(turn_a, &n)));
        let back = turned_back(turn_b, &n.map(|x| -x));
        let on_b = add(&turned(turn_b, &self.farthest(1, &back)), &self.apart);
        let around = times(&n, self.reach / dot(&n, &n).sqrt());
        PreciseColumn {
            m: add(&sub(&on_a, &on_b), &around),
            on_a,
            on_b,
        }
    }

    /// The unit normal along `n`, if it proves that M does not hold the origin.
    fn parted(&mut self, n: &Double3) -> Option<Vector3<f64>> {
        let n = value(n);
        let n = n / n.amax();
        let n = n / norm(&n);
        let exact = double3(&n);
        let far = self.column(&exact);
        (dot(&exact, &far.m).value() < -8.0 * COLUMN_REL_ERROR).then_some(n)
    }

    /// A point inside M, one for each ray: on no line with the origin that bodies in a row make special.
    fn inside(&mut self, ray: usize) -> Inside {
        let half = Double::from(0.5);
        let column = |on: [Double3; 2]| {
            let on_b = add(&on[1], &self.apart);
            PreciseColumn {
                m: sub(&on[0], &on_b),
                on_a: on[0],
                on_b,
            }
        };
        // Of a polytope its first and last corner, of a curved body twice its centre.
        let end = |k: usize, last: bool| match self.cores[k] {
            Core::Curved(_) => [Double::ZERO; 3],
            Core::Polytope(body) => {
                let id = if last { body.vertex_count() - 1 } else { 0 };
                double3(&(body.vertex(id) * self.scale))
            }
        };
        let turned = |k: usize, x: &Double3| turned(&self.rotations[k], x);
        let ends = [false, true].map(|last| column([0, 1].map(|k| turned(k, &end(k, last)))));
        let middle = |k: usize| times(&add(&end(k, false), &end(k, true)), half);
        let mut inside = column([0, 1].map(|k| turned(k, &middle(k))));
        let mut parts = [
            (ends[0], 0.5),
            (ends[1], 0.5),
            (inside, 0.0),
            (inside, 0.0),
            (inside, 0.0),
        ];
        let directions = [[0.36, 0.48, -0.8], [-0.53, 0.61, 0.59], [0.2, -0.97, 0.13]];
        for (added, n) in directions.into_iter().enumerate() {
            let n: [f64; 3] = std::array::from_fn(|k| n[(k + ray) % 3]);
            let far = self.column(&n.map(Double::from));
            let mixed = |a: &Double3, b: &Double3| {
                add(&times(a, Double::from(0.75)), &times(b, Double::from(0.25)))
            };
            inside = PreciseColumn {
                m: mixed(&inside.m, &far.m),
                on_a: mixed(&inside.on_a, &far.on_a),
                on_b: mixed(&inside.on_b, &far.on_b),
            };
            parts.iter_mut().for_each(|part| part.1 *= 0.75);
            parts[2 + added] = (far, 0.25);
        }
        Inside {
            whole: inside,
            parts,
        }
    }

    /// Until `enough` makes points of a portal.
    fn refine(
        &mut self,
        ray: usize,
        enough: &mut dyn FnMut(&PrecisePortal<'_>) -> Option<[Vector3<f64>; 2]>,
    ) -> Proved {
        let inside = &self.inside(ray);
        let v0 = inside.whole.m;
        let across = |a: &Double3, b: &Double3| cross(&sub(a, &v0), &sub(b, &v0));
        let outward = |v: &Double3, n: &Double3| dot(&v.map(|x| x), n).value();
        let mut n = v0.map(|x| -x);
        let mut v1 = self.column(&n);
        if let Some(n) = self.parted_beyond(&v1, &n) {
            return Proved::Apart(n);
        }
        n = cross(&v1.m, &v0);
        if !(length(&n) > 0.0) {
            return Proved::Nothing;
        }
        let mut v2 = self.column(&n);
        if let Some(n) = self.parted_beyond(&v2, &n) {
            return Proved::Apart(n);
        }
        n = across(&v1.m, &v2.m);
        if outward(&v0, &n) > 0.0 {
            (v1, v2) = (v2, v1);
            n = n.map(|x| -x);
        }
        let mut v3;
        loop {
            if self.columns > MOST_COLUMNS || !(length(&n) > 0.0) {
                return Proved::Nothing;
            }
            v3 = self.column(&n);
            if let Some(n) = self.parted_beyond(&v3, &n) {
                return Proved::Apart(n);
            }
            if outward(&v0, &cross(&v1.m, &v3.m)) < 0.0 {
                v2 = v3;
                n = across(&v1.m, &v3.m);
            } else if outward(&v0, &cross(&v3.m, &v2.m)) < 0.0 {
                v1 = v3;
                n = across(&v3.m, &v2.m);
            } else {
                break;
            }
        }
        loop {
            n = cross(&sub(&v2.m, &v1.m), &sub(&v3.m, &v1.m));
            let size = length(&n);
            if self.columns > MOST_COLUMNS || !(size > 0.0) {
                return Proved::Nothing;
            }
            if outward(&sub(&v1.m, &v0), &n) < 0.0 {
                (v2, v3) = (v3, v2);
                n = n.map(|x| -x);
            }
            if outward(&v1.m, &n) >= 0.0
                && let Some(points) = enough(&PrecisePortal {
                    inside,
                    front: [&v1, &v2, &v3],
                })
            {
                return Proved::Near(points);
            }
            let v4 = self.column(&n);
            if let Some(n) = self.parted_beyond(&v4, &n) {
                return Proved::Apart(n);
            }
            if outward(&sub(&v4.m, &v3.m), &n) <= 4.0 * COLUMN_REL_ERROR * size {
                return Proved::Nothing;
            }
            let aside = cross(&v4.m, &v0);
            if outward(&v1.m, &aside) > 0.0 {
                if outward(&v2.m, &aside) > 0.0 {
                    v1 = v4;
                } else {
                    v3 = v4;
                }
            } else if outward(&v3.m, &aside) > 0.0 {
                v2 = v4;
            } else {
                v1 = v4;
            }
        }
    }

    /// The unit normal along `n`, if it is proved to part them; `far` is the column farthest along it. Where they are
    /// apart by so little that rounding the normal hides it, a later plane may leave more.
    fn parted_beyond(&mut self, far: &PreciseColumn, n: &Double3) -> Option<Vector3<f64>> {
        match dot(&far.m, n).value() <= 0.0 {
            true => self.parted(n),
            false => None,
        }
    }
}

/// The weights by which the point inside and three columns have the origin as their mean, if they hold it although each errs.
///
/// These are the volumes of the origin with three of them, which must all have one sign.
fn held(portal: &PrecisePortal<'_>) -> Option<[Double; 4]> {
    let (inner, [v1, v2, v3]) = (&portal.inside.whole, portal.front);
    let v0 = &inner.m;
    let n = cross(&sub(&v2.m, &v1.m), &sub(&v3.m, &v1.m));
    let edges = length(&sub(&v2.m, &v1.m)) + length(&sub(&v3.m, &v1.m));
    // Each of three factors may be off by the doubt.
    let own = 8.0 * COLUMN_REL_ERROR * (length(&n) + 2.0 * edges * length(&v1.m));
    let first = dot(&n, &v1.m);
    let others = [[v2, v3], [v3, v1], [v1, v2]].map(|[a, b]| {
        let (size_a, size_b) = (length(&a.m), length(&b.m));
        let doubt = 8.0 * COLUMN_REL_ERROR * ((size_a + size_b) * length(v0) + size_a * size_b);
        (-dot(v0, &cross(&a.m, &b.m)), doubt)
    });
    let sign = if first.value() < 0.0 { -1.0 } else { 1.0 };
    let sure = |volume: Double, doubt: f64| volume.value() * sign > doubt;
    if !(sure(first, own) && others.iter().all(|(volume, doubt)| sure(*volume, *doubt))) {
        return None;
    }
    let volumes = [first, others[0].0, others[1].0, others[2].0];
    let whole = volumes.into_iter().fold(Double::ZERO, |sum, x| sum + x);
    Some(volumes.map(|volume| volume / whole))
}
