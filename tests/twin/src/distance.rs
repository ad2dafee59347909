//! The exact distance of two convex hulls, squared.
//!
//! Gilbert, Johnson and Keerthi's iteration in integers: the nearest point z of the hull of up to
//! four differences a - b, found by trying every subset; then the difference that lies lowest
//! along z. It ends when none lies below z, which is the optimality condition over all vertices
//! and makes the answer exact however it was reached. |z| falls strictly, so it ends.

use dashu_int::IBig;

use crate::number::{P3, Rational, add, dot, is_negative, is_zero, scale, sub};
use crate::place::Pair;

/// z = `z` / `den` with `den` > 0, and the points among those given that span it.
pub struct Nearest {
    pub z: P3,
    pub den: IBig,
    pub members: Vec<usize>,
}

/// Squared distance in world units; None when a body is empty.
pub fn distance_sq(pair: &Pair) -> Option<Rational> {
    let nearest = nearest_difference(pair)?;
    let square = Rational::new(dot(&nearest.z, &nearest.z), &nearest.den * &nearest.den);
    Some(in_world(square, pair))
}

/// A squared length on the grid as a squared length in the world.
pub fn in_world(square: Rational, pair: &Pair) -> Rational {
    let over = Rational::new(IBig::ONE, &pair.den * &pair.den);
    let unit = 2 * pair.unit;
    multiply(square, over).times_power(unit, IBig::ONE)
}

fn multiply(a: Rational, b: Rational) -> Rational {
    let (an, ad) = a.into_parts();
    let (bn, bd) = b.into_parts();
    Rational::new(an * bn, ad * bd)
}

/// The point of A - B nearest to the origin.
pub fn nearest_difference(pair: &Pair) -> Option<Nearest> {
    let mut points = vec![sub(pair.a.first()?, pair.b.first()?)];
    loop {
        let nearest = nearest_of_hull(&points);
        if is_zero(&nearest.z) {
            return Some(nearest);
        }
        let low = pair
            .a
            .iter()
            .min_by_key(|p| dot(&nearest.z, p))
            .expect("not empty");
        let high = pair
            .b
            .iter()
            .max_by_key(|p| dot(&nearest.z, p))
            .expect("not empty");
        let support = sub(low, high);
        if dot(&nearest.z, &support) * &nearest.den >= dot(&nearest.z, &nearest.z) {
            return Some(nearest);
        }
        points = nearest.members.iter().map(|&i| points[i].clone()).collect();
        points.push(support);
    }
}

/// The point nearest to the origin of the hull of one to four points: the subset whose affine
/// hull's nearest point has no negative weight and no point of the rest below it.
pub fn nearest_of_hull(points: &[P3]) -> Nearest {
    for mask in 1..1u32 << points.len() {
        let members: Vec<usize> = (0..points.len()).filter(|i| mask >> i & 1 == 1).collect();
        let Some((z, den)) = nearest_of_flat(points, &members) else {
            continue;
        };
        let zz = dot(&z, &z);
        if points.iter().all(|p| dot(&z, p) * &den >= zz) {
            return Nearest { z, den, members };
        }
    }
    unreachable!("some affinely independent subset satisfies the optimality condition")
}

/// Nearest point of the affine hull of independent points, if its weights are not negative.
fn nearest_of_flat(points: &[P3], members: &[usize]) -> Option<(P3, IBig)> {
    let base = &points[members[0]];
    let edges: Vec<P3> = members[1..]
        .iter()
        .map(|&i| sub(&points[i], base))
        .collect();
    let n = edges.len();
    let gram = |i: usize, k: usize| dot(&edges[i], &edges[k]);
    let mut matrix: Vec<Vec<IBig>> = (0..n)
        .map(|i| (0..n).map(|k| gram(i, k)).collect())
        .collect();
    let right: Vec<IBig> = edges.iter().map(|e| -dot(e, base)).collect();
    let det = determinant(&matrix);
    if det.is_zero() {
        return None;
    }
    // Cramer's rule; a Gram determinant is positive.
    let mut z = scale(base, &det);
    let mut rest = det.clone();
    for k in 0..n {
        let column: Vec<IBig> = (0..n)
            .map(|i| std::mem::replace(&mut matrix[i][k], right[i].clone()))
            .collect();
        let weight = determinant(&matrix);
        for (i, x) in column.into_iter().enumerate() {
            matrix[i][k] = x;
        }
        if is_negative(&weight) {
            return None;
        }
        z = add(&z, &scale(&edges[k], &weight));
        rest -= weight;
    }
    (!is_negative(&rest)).then_some((z, det))
}

fn determinant(m: &[Vec<IBig>]) -> IBig {
    match m.len() {
        0 => IBig::ONE,
        1 => m[0][0].clone(),
        2 => &m[0][0] * &m[1][1] - &m[0][1] * &m[1][0],
        3 => {
            let minor = |i: usize, k: usize| &m[1][i] * &m[2][k] - &m[1][k] * &m[2][i];
            &m[0][0] * minor(1, 2) - &m[0][1] * minor(0, 2) + &m[0][2] * minor(0, 1)
        }
        _ => unreachable!("at most four points"),
    }
}
