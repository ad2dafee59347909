//! Does M = A - B hold the origin, in exact arithmetic?
//!
//! The input's numbers are scaled to integers once: with N the product of |q|^2 over the distinct
//! quaternions q, N x is an integer vector for every posed vertex x, in one power of two. On these
//! the point of M nearest to the origin is approached as in Wolfe (1976) and Gilbert, Johnson and
//! Keerthi (1988): of at most four columns keep those that span the nearest point x, price -x, and
//! add the column found. The loop ends with
//! - x = 0: those columns' hull holds the origin, a hit; or
//! - x.m > 0 for the smallest x.m over M: -x separates.
//!
//! It cannot cycle and it ends: a column with x.m <= 0 < |x|^2 brings the hull strictly nearer to
//! the origin, so no set of columns comes twice, and there are finitely many.
//!
//! Slow (tens of microseconds) and allocating; only pairs that touch to rounding come here.

use std::cmp::Ordering;

use dashu_base::{Abs, BitTest};
use dashu_int::IBig;
use nalgebra::{Quaternion, Vector3};

use crate::numeric::arithmetic::{dot, norm};
use crate::numeric::exact_float::{Int3, int_cross, int_dot, int_sub, int_vector, scaled, unit_of};
use crate::numeric::exact_rotation::Rotation;
use crate::numeric::length_sum::LengthSum;
use crate::plane::Span;
use crate::solver::minkowski_difference::{AnyDifference, Difference};
use crate::support::mapping::{AnySet, ExactCopy, SupportMapping};

/// Answer of exact arithmetic.
pub(crate) enum ExactOutcome {
    /// `normal` is the exact normal rounded; `span` is set when it does not itself separate. The bodies are `gap` apart, to a few
    /// roundings.
    Separated {
        normal: Vector3<f64>,
        span: Option<Span>,
        gap: f64,
    },
    /// The origin is a combination of these columns, with these weights rounded.
    Hit {
        columns: Vec<(u32, u32)>,
        weights: Vec<f64>,
    },
}

/// Decides, starting from the columns `start` (pairs of ids; any, none, or repeated).
#[cold]
pub(crate) fn decide(
    m: &mut AnyDifference<'_>,
    start: &mut dyn Iterator<Item = (u32, u32)>,
) -> ExactOutcome {
    let world = Integers::new(m.a.exact_copies(), m.b.exact_copies());
    let apart = |entering: &IBig, _: &IBig| *entering > IBig::ZERO;
    let (simplex, nearest) = approach(m, &world, start, apart);
    if is_zero(&nearest.point) {
        let (columns, weights) = combination(&simplex, &nearest.weights);
        return ExactOutcome::Hit { columns, weights };
    }
    separated(m, &world, &nearest.point, &simplex)
}

/// The point of M nearest to the origin, exact but for the last rounding.
pub(crate) struct ExactNearest {
    /// World units; a positive one never rounds to 0. Within a few roundings of the true one, or
    /// of the smallest f64.
    pub(crate) distance: f64,
    /// Unit normal from A to B. Zero when the distance is.
    pub(crate) normal: Vector3<f64>,
    /// Columns of which the nearest point is a combination, at most three unless the distance is 0, and their weights
    /// rounded.
    pub(crate) columns: Vec<(u32, u32)>,
    pub(crate) weights: Vec<f64>,
}

impl ExactNearest {
    /// The nearest points of A and B, rounded.
    pub(crate) fn points<A: SupportMapping, B: SupportMapping>(
        &self,
        m: &Difference<'_, A, B>,
    ) -> [Vector3<f64>; 2] {
        let mut points = [Vector3::zeros(); 2];
        for (&(id_a, id_b), &weight) in self.columns.iter().zip(&self.weights) {
            points[0] += m.a.point(id_a) * weight;
            points[1] += m.b.point(id_b) * weight;
        }
        points
    }
}

/// Finds it, starting from the columns `start` (pairs of ids; any, none, or repeated).
#[cold]
pub(crate) fn nearest(
    m: &mut AnyDifference<'_>,
    start: &mut dyn Iterator<Item = (u32, u32)>,
) -> ExactNearest {
    let world = Integers::new(m.a.exact_copies(), m.b.exact_copies());
    let (simplex, nearest) = approach_nearest(m, &world, start);
    world.rounded(&simplex, &nearest)
}

fn approach_nearest(
    m: &mut AnyDifference<'_>,
    world: &Integers<'_>,
    start: &mut dyn Iterator<Item = (u32, u32)>,
) -> (Vec<Vertex>, SimplexNearest) {
    approach(m, world, start, |entering, own| entering >= own)
}

/// Returns the point of M nearest to the origin for two sets, without columns to start from.
#[cold]
pub(crate) fn nearest_of(a: AnySet<'_>, b: AnySet<'_>) -> ExactNearest {
    nearest(&mut Difference::new(&a, &b, 0.0), &mut std::iter::empty())
}

/// Comparison of the distance of M from the origin with a length.
pub(crate) struct Compared {
    pub(crate) order: Ordering,
    /// With `Greater`: excess of the distance over the length in world units as y 2^k, to a few roundings.
    pub(crate) excess: (f64, i32),
    pub(crate) nearest: ExactNearest,
    /// With `Greater`: the columns that hold the nearest point, where its normal in f64 does not show it.
    pub(crate) span: Option<Span>,
}

/// Compares, starting from the columns `start` (pairs of ids; any, none, or repeated).
#[cold]
pub(crate) fn compare(
    m: &mut AnyDifference<'_>,
    start: &mut dyn Iterator<Item = (u32, u32)>,
    reach: &LengthSum,
) -> Compared {
    let world = Integers::new(m.a.exact_copies(), m.b.exact_copies());
    let (simplex, foot) = approach_nearest(m, &world, start);
    let nearest = world.rounded(&simplex, &foot);
    let (x, p) = (&foot.point, &simplex[0].m);
    let order = world.compare_length(x, p, reach);
    let excess = match order {
        Ordering::Greater => world.excess(x, p, reach),
        _ => (0.0, 0),
    };
    let span = match order {
        Ordering::Greater => world.span(m, &nearest.normal, &simplex, reach),
        _ => None,
    };
    Compared {
        order,
        excess,
        nearest,
        span,
    }
}

/// Approaches the origin until it is reached (the nearest point is 0) or `done` says, of x.m for
/// the smallest and of x.p for the kept columns, that x is near enough. The columns are those
/// that span x.
fn approach(
    m: &mut AnyDifference<'_>,
    world: &Integers<'_>,
    start: &mut dyn Iterator<Item = (u32, u32)>,
    done: impl Fn(&IBig, &IBig) -> bool,
) -> (Vec<Vertex>, SimplexNearest) {
    let mut simplex: Vec<Vertex> = Vec::with_capacity(4);
    let start = start.filter(|&(id_a, id_b)| m.a.has(id_a) && m.b.has(id_b));
    for (id_a, id_b) in start.take(3) {
        push_distinct(&mut simplex, world.column(id_a, id_b));
    }
    if simplex.is_empty() {
        simplex.push(world.column(m.a.first_id(), m.b.first_id()));
    }
    loop {
        let Some(nearest) = SimplexNearest::of(&simplex) else {
            // No face is nearest: the origin lies inside the tetrahedron.
            let inside = SimplexNearest {
                point: [IBig::ZERO, IBig::ZERO, IBig::ZERO],
                kept: Vec::new(),
                weights: tetrahedron_weights(&simplex),
            };
            return (simplex, inside);
        };
        simplex = keep(simplex, &nearest.kept);
        if is_zero(&nearest.point) {
            return (simplex, nearest);
        }
        m.queries += 1;
        let (id_a, id_b) = world.support(m, &negate(&nearest.point));
        let entering = world.column(id_a, id_b);
        let value = int_dot(&nearest.point, &entering.m);
        let own = int_dot(&nearest.point, &simplex[0].m);
        if done(&value, &own) {
            return (simplex, nearest);
        }
        simplex.push(entering);
    }
}

/// The points of these ids as integers in one unit, of which only the ratios are meant.
#[cfg(feature = "good_lp")]
pub(crate) fn integer_points(
    m: &AnyDifference<'_>,
    on_a: &[u32],
    on_b: &[u32],
) -> (Vec<[IBig; 3]>, Vec<[IBig; 3]>) {
    let world = Integers::new(m.a.exact_copies(), m.b.exact_copies());
    let place = |copies: &[IntegerCopy<'_>], ids: &[u32]| {
        let ids = ids.iter();
        ids.map(|&id| point(copies, id, world.unit)).collect()
    };
    (place(&world.a, on_a), place(&world.b, on_b))
}

struct Vertex {
    ids: (u32, u32),
    m: Int3,
}

fn push_distinct(simplex: &mut Vec<Vertex>, vertex: Vertex) {
    if simplex.iter().all(|v| v.m != vertex.m) {
        simplex.push(vertex);
    }
}

fn keep(simplex: Vec<Vertex>, kept: &[usize]) -> Vec<Vertex> {
    simplex
        .into_iter()
        .enumerate()
        .filter_map(|(i, v)| kept.contains(&i).then_some(v))
        .collect()
}

/// The columns and their weights, rounded.
fn combination(simplex: &[Vertex], weights: &[IBig]) -> (Vec<(u32, u32)>, Vec<f64>) {
    let sum = weights.iter().fold(IBig::ZERO, |sum, w| sum + w);
    let columns = simplex.iter().map(|v| v.ids).collect();
    (columns, weights.iter().map(|w| ratio(w, &sum)).collect())
}

/// The nearest point's direction as f64, tested exactly; or the vertices that span it.
fn separated(
    m: &AnyDifference<'_>,
    world: &Integers<'_>,
    nearest: &Int3,
    simplex: &[Vertex],
) -> ExactOutcome {
    let normal = unit_f64(&negate(nearest));
    let (gap, exponent) = world.length_along(nearest, &simplex[0].m);
    ExactOutcome::Separated {
        normal,
        span: world.span(m, &normal, simplex, &LengthSum([0.0; 3])),
        gap: libm::ldexp(gap, exponent),
    }
}

/// All posed vertices of both bodies as integers: `matrix * v + offset`, one scale for all.
struct Integers<'a> {
    a: Vec<IntegerCopy<'a>>,
    b: Vec<IntegerCopy<'a>>,
    /// Integers stand for multiples of 2^unit / `all`.
    unit: i32,
    /// The product of every rotation's |q|^2.
    all: IBig,
}

struct IntegerCopy<'a> {
    copy: ExactCopy<'a>,
    matrix: [Int3; 3],
    offset: Int3,
}

impl<'a> Integers<'a> {
    fn new(a: Vec<ExactCopy<'a>>, b: Vec<ExactCopy<'a>>) -> Self {
        let mut rotations: Vec<Rotation> = Vec::new();
        let mut unit = i32::MAX;
        let mut see = |v: &Vector3<f64>| {
            unit = v.iter().fold(unit, |unit, &x| unit.min(unit_of(x)));
        };
        for copy in a.iter().chain(&b) {
            rotation_index(&mut rotations, &copy.quaternion);
            see(&copy.plus);
            see(&copy.minus);
            for shift in &copy.shifts {
                rotation_index(&mut rotations, &shift.from);
                rotation_index(&mut rotations, &shift.to);
                see(&shift.pivot);
            }
            for travel in &copy.travels {
                see(&travel.from);
                see(&travel.to);
            }
            for i in 0..copy.source.len() {
                see(&copy.source.get(i));
            }
        }
        // Every coordinate is 0.
        let unit = if unit == i32::MAX { 0 } else { unit };
        // A time multiplies a length: room for its last bit.
        let times = a.iter().chain(&b).flat_map(|copy| &copy.travels);
        let unit = unit
            + times
                .map(|travel| unit_of(travel.t).min(0))
                .min()
                .unwrap_or(0);
        let all = rotations.iter().fold(IBig::ONE, |all, r| all * &r.norm_sq);
        let place = |copies: Vec<ExactCopy<'a>>| {
            copies
                .into_iter()
                .map(|copy| IntegerCopy::new(copy, &rotations, &all, unit))
                .collect()
        };
        let (a, b) = (place(a), place(b));
        Integers { a, b, unit, all }
    }

    /// Rounds the nearest point of these columns.
    fn rounded(&self, simplex: &[Vertex], nearest: &SimplexNearest) -> ExactNearest {
        let (columns, weights) = combination(simplex, &nearest.weights);
        let apart = !is_zero(&nearest.point);
        let (length, exponent) = match apart {
            true => self.length_along(&nearest.point, &simplex[0].m),
            false => (0.0, 0),
        };
        ExactNearest {
            distance: match apart {
                true => libm::ldexp(length, exponent).max(f64::from_bits(1)),
                false => 0.0,
            },
            normal: match apart {
                true => -unit_f64(&nearest.point),
                false => Vector3::zeros(),
            },
            columns,
            weights,
        }
    }

    /// Length of `m` along `x` in world units, not zero in integers, as y 2^k.
    fn length_along(&self, x: &Int3, m: &Int3) -> (f64, i32) {
        let (along, along_exponent) = leading(&int_dot(x, m));
        let (mut square, mut square_exponent) = leading(&int_dot(x, x));
        if square_exponent % 2 != 0 {
            square *= 2.0;
            square_exponent -= 1;
        }
        let (all, all_exponent) = leading(&self.all);
        let exponent = along_exponent - square_exponent / 2 - all_exponent + self.unit;
        (along.abs() / square.sqrt() / all, exponent)
    }

    /// Compares the length of `m` along `x` with `reach`: `|x.m| / |x| * 2^unit / all` with it, in squares. Along an
    /// `x` that is 0 it is 0.
    fn compare_length(&self, x: &Int3, m: &Int3, reach: &LengthSum) -> Ordering {
        if is_zero(x) {
            return IBig::ZERO.cmp(&reach.integer(reach.unit()));
        }
        let fine = reach.unit().min(self.unit);
        let along = int_dot(x, m) << (self.unit - fine) as usize;
        let reach = reach.integer(fine) * &self.all;
        (&along * &along).cmp(&(&reach * &reach * int_dot(x, x)))
    }

    /// Returns by how much the length of `m` along `x` exceeds `reach`, in world units, as y 2^k: the difference of their
    /// squares over their sum. The length must be the larger of the two.
    fn excess(&self, x: &Int3, m: &Int3, reach: &LengthSum) -> (f64, i32) {
        let fine = reach.unit().min(self.unit);
        let along = int_dot(x, m).abs() << (self.unit - fine) as usize;
        let reach = reach.integer(fine) * &self.all;
        let square = int_dot(x, x);
        let difference = &along * &along - &reach * &reach * &square;
        let over = &along * &self.all;
        let [difference, square, over, along, reach] =
            [&difference, &square, &over, &along, &reach].map(leading);
        let root = match square.1 % 2 {
            0 => (square.0.sqrt(), square.1 / 2),
            _ => ((0.5 * square.0).sqrt(), (square.1 + 1) / 2),
        };
        // With r = reach |x| / along, not above 1: difference / (|x| along all (1 + r)).
        let part = libm::ldexp(reach.0 * root.0 / along.0, reach.1 + root.1 - along.1);
        (
            difference.0 / (root.0 * over.0 * (1.0 + part)),
            difference.1 - root.1 - over.1 + fine,
        )
    }

    /// Columns that span the plane that keeps M farther than `reach` from the origin, unless this normal, which is
    /// its own rounded, does so itself.
    fn span(
        &self,
        m: &AnyDifference<'_>,
        normal: &Vector3<f64>,
        simplex: &[Vertex],
        reach: &LengthSum,
    ) -> Option<Span> {
        // The f64 normal as integers: the law is about this very normal.
        let unit = normal.iter().map(|&x| unit_of(x)).min().unwrap_or(0);
        let exact_normal = int_vector(normal, unit);
        let (id_a, id_b) = self.support(m, &exact_normal);
        let farthest = self.column(id_a, id_b).m;
        if int_dot(&exact_normal, &farthest) < IBig::ZERO
            && self.compare_length(&exact_normal, &farthest, reach) == Ordering::Greater
        {
            return None;
        }
        let mut pairs = [(0, 0); 3];
        for (pair, vertex) in pairs.iter_mut().zip(simplex) {
            *pair = vertex.ids;
        }
        Some(Span {
            pairs,
            count: simplex.len() as u32,
        })
    }

    fn column(&self, id_a: u32, id_b: u32) -> Vertex {
        let a = point(&self.a, id_a, self.unit);
        let b = point(&self.b, id_b, self.unit);
        Vertex {
            ids: (id_a, id_b),
            m: int_sub(&a, &b),
        }
    }

    /// Ids of the vertices of A and B that make `max n.m`.
    fn support(&self, m: &AnyDifference<'_>, n: &Int3) -> (u32, u32) {
        let rounded = unit_f64(n);
        let opposite = negate(n);
        (
            extreme(*m.a, &self.a, n, &rounded, self.unit),
            extreme(*m.b, &self.b, &opposite, &-rounded, self.unit),
        )
    }
}

/// The lowest id of largest `n.x`, exactly: f64 names the candidates, integers decide.
fn extreme(
    set: AnySet<'_>,
    copies: &[IntegerCopy<'_>],
    n: &Int3,
    rounded: &Vector3<f64>,
    unit: i32,
) -> u32 {
    let count: u32 = copies.iter().map(|c| c.copy.source.len() as u32).sum();
    let values: Vec<f64> = (0..count).map(|id| dot(rounded, &set.point(id))).collect();
    let best = (0..count)
        .zip(&values)
        .fold(f64::NEG_INFINITY, |best, (id, &value)| {
            if value > best && set.has(id) {
                value
            } else {
                best
            }
        });
    // Twice the error of a point and of the direction on each side, and room. A body of denormal
    // size beside a large one is not scaled up, so its products may underflow.
    let margin = 8.0 * set.rounding() + f64::MIN_POSITIVE;
    let dual: Vec<Int3> = copies
        .iter()
        .map(|c| transpose_times(&c.matrix, n))
        .collect();
    let offsets: Vec<IBig> = copies.iter().map(|c| int_dot(n, &c.offset)).collect();
    let mut winner: Option<(u32, IBig)> = None;
    for (id, &value) in (0..count).zip(&values) {
        // Written so that NaN keeps the candidate.
        if value < best - margin || !set.has(id) {
            continue;
        }
        let (copy, index) = locate(copies, id);
        let v = int_vector(&copies[copy].copy.source.get(index), unit);
        let exact = int_dot(&dual[copy], &v) + &offsets[copy];
        if winner.as_ref().is_none_or(|(_, best)| exact > *best) {
            winner = Some((id, exact));
        }
    }
    winner.map_or(0, |(id, _)| id)
}

fn locate(copies: &[IntegerCopy<'_>], id: u32) -> (usize, usize) {
    let first = copies[0].copy.source.len();
    let id = id as usize;
    if id < first { (0, id) } else { (1, id - first) }
}

fn point(copies: &[IntegerCopy<'_>], id: u32, unit: i32) -> Int3 {
    let (copy, index) = locate(copies, id);
    let v = int_vector(&copies[copy].copy.source.get(index), unit);
    std::array::from_fn(|i| int_dot(&copies[copy].matrix[i], &v) + &copies[copy].offset[i])
}

/// Index of `q` among the distinct quaternions, added when new.
fn rotation_index(rotations: &mut Vec<Rotation>, q: &Quaternion<f64>) -> usize {
    if let Some(at) = rotations.iter().position(|r| r.quaternion == *q) {
        return at;
    }
    rotations.push(Rotation::new(q));
    rotations.len() - 1
}

impl<'a> IntegerCopy<'a> {
    /// `all` is the product of every rotation's |q|^2.
    fn new(copy: ExactCopy<'a>, rotations: &[Rotation], all: &IBig, unit: i32) -> Self {
        let times_all = |q: &Quaternion<f64>| {
            let rotation = rotations.iter().find(|r| r.quaternion == *q);
            let rotation = rotation.expect("every quaternion was listed");
            let factor = all / &rotation.norm_sq;
            rotation
                .matrix
                .each_ref()
                .map(|row| row.each_ref().map(|x| x * &factor))
        };
        let plus = int_vector(&copy.plus, unit);
        let minus = int_vector(&copy.minus, unit);
        let mut offset: Int3 = int_sub(&plus, &minus).map(|x| x * all);
        for shift in &copy.shifts {
            let pivot = int_vector(&shift.pivot, unit);
            let (from, to) = (times_all(&shift.from), times_all(&shift.to));
            for i in 0..3 {
                offset[i] += int_dot(&from[i], &pivot) - int_dot(&to[i], &pivot);
            }
        }
        for travel in &copy.travels {
            // Lengths on their own, coarser unit, so that the product is on this one.
            let fine = unit_of(travel.t).min(0);
            let t = scaled(travel.t, fine) * all;
            let [to, from] = [&travel.to, &travel.from].map(|p| int_vector(p, unit - fine));
            for (sum, way) in offset.iter_mut().zip(int_sub(&to, &from)) {
                *sum += way * &t;
            }
        }
        IntegerCopy {
            matrix: times_all(&copy.quaternion),
            offset,
            copy,
        }
    }
}

/// The point of a simplex nearest to the origin, up to a positive factor.
struct SimplexNearest {
    point: Int3,
    /// Columns whose hull holds it in its relative interior, and their weights, likewise.
    kept: Vec<usize>,
    weights: Vec<IBig>,
}

impl SimplexNearest {
    /// Tries every face of at most three columns, small ones first; None when no face is nearest,
    /// which leaves the inside of a tetrahedron. A face is nearest when its own nearest point has
    /// positive weights and no other column lies on the origin's side of the plane through it.
    fn of(simplex: &[Vertex]) -> Option<SimplexNearest> {
        let count = simplex.len();
        let products: Vec<Vec<IBig>> = (0..count)
            .map(|i| {
                (0..=i)
                    .map(|k| int_dot(&simplex[i].m, &simplex[k].m))
                    .collect()
            })
            .collect();
        let product = |i: usize, k: usize| &products[i.max(k)][i.min(k)];
        let is_nearest = |kept: &[usize], weights: &[IBig]| {
            let along = |i: usize| {
                let terms = kept.iter().zip(weights).map(|(&k, w)| w * product(k, i));
                terms.fold(IBig::ZERO, |sum, term| sum + term)
            };
            let own = along(kept[0]);
            let mut others = (0..count).filter(|i| !kept.contains(i));
            others.all(|i| along(i) >= own)
        };
        // Columns that are not affinely independent have weights that sum to 0: not all positive.
        let serves = |kept: &[usize], weights: &[IBig]| {
            weights.iter().all(|w| *w > IBig::ZERO) && is_nearest(kept, weights)
        };
        let found = |point: Int3, kept: &[usize], weights: Vec<IBig>| SimplexNearest {
            point,
            kept: kept.to_vec(),
            weights,
        };
        for (i, vertex) in simplex.iter().enumerate() {
            if (0..count).all(|k| product(i, k) >= product(i, i)) {
                return Some(found(vertex.m.clone(), &[i], vec![IBig::ONE]));
            }
        }
        let pairs = (0..count).flat_map(|i| (i + 1..count).map(move |j| [i, j]));
        for [i, j] in pairs.clone() {
            let both = product(i, j);
            let weights = vec![product(j, j) - both, product(i, i) - both];
            if serves(&[i, j], &weights) {
                let [p, q] = [i, j].map(|k| &simplex[k].m);
                let point = std::array::from_fn(|x| &weights[0] * &p[x] + &weights[1] * &q[x]);
                return Some(found(point, &[i, j], weights));
            }
        }
        for kept in pairs.flat_map(|[i, j]| (j + 1..count).map(move |k| [i, j, k])) {
            let weights = face_weights(product, kept);
            if serves(&kept, &weights) {
                let point = face_point(kept.map(|k| &simplex[k].m));
                return Some(found(point, &kept, weights));
            }
        }
        None
    }
}

/// Weights of the point nearest to the origin on the plane through three columns, up to a positive factor, from their products:
/// with the edges e = q - p and f = r - p, those of q and r solve the equations of (p + v e + w f) . e = 0 and . f = 0.
fn face_weights<'a>(
    product: impl Fn(usize, usize) -> &'a IBig,
    [p, q, r]: [usize; 3],
) -> Vec<IBig> {
    let [to_e, to_f] = [q, r].map(|k| product(p, p) - product(p, k));
    let ee = product(q, q) - product(p, q) + &to_e;
    let ff = product(r, r) - product(p, r) + &to_f;
    let ef = product(q, r) - product(p, r) + &to_e;
    let of_q = &to_e * &ff - &to_f * &ef;
    let of_r = &to_f * &ee - &to_e * &ef;
    let of_p = ee * ff - &ef * &ef - &of_q - &of_r;
    vec![of_p, of_q, of_r]
}

/// The point nearest to the origin on the plane through three columns, up to a positive factor: it lies along the normal.
fn face_point([p, q, r]: [&Int3; 3]) -> Int3 {
    let n = int_cross(&int_sub(q, p), &int_sub(r, p));
    match int_dot(&n, p).cmp(&IBig::ZERO) {
        Ordering::Greater => n,
        Ordering::Less => negate(&n),
        Ordering::Equal => [IBig::ZERO, IBig::ZERO, IBig::ZERO],
    }
}

/// Weights of the origin in a tetrahedron that holds it inside, all of one sign made positive.
fn tetrahedron_weights(simplex: &[Vertex]) -> Vec<IBig> {
    let p = |k: usize| &simplex[k].m;
    let det = |i: usize, j: usize, k: usize| int_dot(p(i), &int_cross(p(j), p(k)));
    let weights = [det(1, 2, 3), -det(0, 2, 3), det(0, 1, 3), -det(0, 1, 2)];
    weights.into_iter().map(|w| w.abs()).collect()
}

fn transpose_times(m: &[Int3; 3], v: &Int3) -> Int3 {
    std::array::from_fn(|i| &m[0][i] * &v[0] + &m[1][i] * &v[1] + &m[2][i] * &v[2])
}

fn negate(a: &Int3) -> Int3 {
    a.each_ref().map(|x| -x)
}

fn is_zero(a: &Int3) -> bool {
    a.iter().all(|x| *x == IBig::ZERO)
}

/// A unit vector along `v`, which is not zero.
fn unit_f64(v: &Int3) -> Vector3<f64> {
    let bits = v.iter().map(bit_len).max().unwrap_or(0);
    let leading = |x: &IBig| leading_f64(x, bits);
    let n = Vector3::new(leading(&v[0]), leading(&v[1]), leading(&v[2]));
    n / norm(&n)
}

/// `x * 2^(60 - bits)` to within one unit: at most 60 leading bits, safely an i64.
pub(crate) fn leading_f64(x: &IBig, bits: usize) -> f64 {
    let shift = bits.saturating_sub(60);
    let magnitude = x.clone().abs() >> shift;
    let value = u64::try_from(&magnitude).expect("at most 60 bits are left") as f64;
    if *x < IBig::ZERO { -value } else { value }
}

/// `x` is the first times two to the power of the second, rounded.
fn leading(x: &IBig) -> (f64, i32) {
    let bits = bit_len(x);
    (leading_f64(x, bits), bits.saturating_sub(60) as i32)
}

/// `x / y` rounded, for 0 <= x <= y, y > 0.
fn ratio(x: &IBig, y: &IBig) -> f64 {
    let bits = bit_len(y);
    leading_f64(x, bits) / leading_f64(y, bits)
}

pub(crate) fn bit_len(x: &IBig) -> usize {
    x.clone().abs().bit_len()
}
