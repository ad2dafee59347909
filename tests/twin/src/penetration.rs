//! How deep two small bodies are in each other, squared.
//!
//! The depth is the least of h(n) / |n| over all directions n, h(n) = max n.(a - b). The minimum
//! lies at a facet of A - B, whose normal is normal to two edges of A, to two edges of B or to one
//! of each. The cross products of all pairs of vertex differences include those, and more does no
//! harm. There are up to half a million for bodies of 30 vertices: f64 drops those that are clearly
//! worse than the best, and every other is judged exactly.

use dashu_int::IBig;

use crate::distance::in_world;
use crate::number::{
    P3, Rational, approximate, common_unit, cross, dot, integers, is_negative, is_zero, sub,
};
use crate::place::{Pair, V3};

/// A normal is dropped when f64 finds it worse than the best by this part of the size. The f64
/// value of a normal that is not [`THIN`] is right to 1e-15 / `THIN` of the size.
const CLEARLY: f64 = 1e-5;

/// Sine between two differences below which their cross product is not trusted in f64.
const THIN: f64 = 1e-8;

/// Squared penetration depth in world units: 0 when the bodies touch or A - B has no interior.
/// None when they are apart or a body is empty.
pub fn depth_sq(pair: &Pair) -> Option<Rational> {
    if !crate::intersect::intersect(pair).hit() {
        return None;
    }
    let mut best: Option<Rational> = None;
    for n in candidates(pair) {
        for n in [n.clone(), n.map(|x| -x)] {
            let height = height(pair, &n);
            // The bodies meet, so no height is negative.
            assert!(!is_negative(&height));
            let square = Rational::new(&height * &height, dot(&n, &n));
            if best.as_ref().is_none_or(|b| square < *b) {
                best = Some(square);
            }
        }
    }
    // Without a normal everything lies on one line, and any sideways step parts the bodies.
    Some(best.map_or_else(Rational::zero, |square| in_world(square, pair)))
}

/// The least s >= 0 such that B moved by s times `direction` only touches A, squared; for small
/// bodies, since every normal is judged exactly. None when they are apart, or when A - B lies in a
/// plane that holds the direction, where none of the normals says it.
pub fn along_sq(pair: &Pair, direction: V3) -> Option<Rational> {
    if !crate::intersect::intersect(pair).hit() {
        return None;
    }
    let unit = common_unit(direction);
    let d = integers(&direction, unit);
    let edges: Vec<P3> = differences(&pair.a)
        .into_iter()
        .chain(differences(&pair.b))
        .collect();
    let mut best: Option<Rational> = None;
    for (i, u) in edges.iter().enumerate() {
        for v in &edges[i + 1..] {
            let n = cross(u, v);
            for n in [n.clone(), n.map(|x| -x)] {
                let speed = dot(&n, &d);
                if speed <= IBig::ZERO {
                    continue;
                }
                let height = height(pair, &n);
                let square = Rational::new(&height * &height, &speed * &speed);
                if best.as_ref().is_none_or(|b| square < *b) {
                    best = Some(square);
                }
            }
        }
    }
    best.map(|square| in_world(square, pair).times_power(-2 * unit, 1.into()))
}

/// The same with every normal judged exactly: for few vertices, of bodies of whatever sizes.
pub fn every_depth_sq(pair: &Pair) -> Option<Rational> {
    if !crate::intersect::intersect(pair).hit() {
        return None;
    }
    let mut all = differences(&pair.a);
    all.extend(differences(&pair.b));
    let normals = (0..all.len()).flat_map(|i| (0..i).map(move |k| (i, k)));
    let normals = normals.map(|(i, k)| cross(&all[i], &all[k]));
    let squares = normals.filter(|n| !is_zero(n)).flat_map(|n| {
        [n.clone(), n.map(|x| -x)].map(|n| {
            let height = height(pair, &n);
            Rational::new(&height * &height, dot(&n, &n))
        })
    });
    let least = squares.min().map(|square| in_world(square, pair));
    Some(least.unwrap_or_else(Rational::zero))
}

/// Normals that may be the best, exact and not zero; both signs are meant.
fn candidates(pair: &Pair) -> Vec<P3> {
    let exact: Vec<P3> = differences(&pair.a)
        .into_iter()
        .chain(differences(&pair.b))
        .collect();
    let rounded = Rounded::new(pair, &exact);
    let mut kept: Vec<(f64, usize, usize)> = Vec::new();
    let mut doubtful: Vec<P3> = Vec::new();
    let mut search = Search::default();
    for i in 0..exact.len() {
        for k in i + 1..exact.len() {
            match search.value(&rounded, i, k) {
                Value::Worse => {}
                Value::About(value) => kept.push((value, i, k)),
                Value::Thin => {
                    let n = cross(&exact[i], &exact[k]);
                    if !is_zero(&n) {
                        doubtful.push(n);
                    }
                }
            }
        }
    }
    let limit = search.best + CLEARLY * rounded.size;
    let close = kept.into_iter().filter(|&(value, ..)| value <= limit);
    doubtful.extend(close.map(|(_, i, k)| cross(&exact[i], &exact[k])));
    doubtful
}

/// Everything in f64, on one scale.
struct Rounded {
    a: Vec<[f64; 3]>,
    b: Vec<[f64; 3]>,
    differences: Vec<[f64; 3]>,
    size: f64,
}

impl Rounded {
    fn new(pair: &Pair, differences: &[P3]) -> Self {
        let relative = pair.a.iter().chain(&pair.b).map(|p| sub(p, &pair.a[0]));
        let all: Vec<P3> = relative.chain(differences.iter().cloned()).collect();
        let (numbers, _) = approximate(all.iter().flatten());
        let largest = numbers
            .iter()
            .fold(f64::MIN_POSITIVE, |m, x| m.max(x.abs()));
        let points: Vec<[f64; 3]> = numbers
            .chunks(3)
            .map(|p| [p[0] / largest, p[1] / largest, p[2] / largest])
            .collect();
        let (na, nb) = (pair.a.len(), pair.b.len());
        Rounded {
            a: points[..na].to_vec(),
            b: points[na..na + nb].to_vec(),
            differences: points[na + nb..].to_vec(),
            size: 1.0,
        }
    }

    /// The difference a - b that lies farthest along n.
    fn farthest(&self, n: &[f64; 3]) -> [f64; 3] {
        let along = |p: &&[f64; 3]| p[0] * n[0] + p[1] * n[1] + p[2] * n[2];
        let high = self.a.iter().max_by(|p, q| along(p).total_cmp(&along(q)));
        let low = self.b.iter().min_by(|p, q| along(p).total_cmp(&along(q)));
        let (high, low) = (high.expect("they meet"), low.expect("they meet"));
        [high[0] - low[0], high[1] - low[1], high[2] - low[2]]
    }
}

enum Value {
    Worse,
    About(f64),
    Thin,
}

/// The search in f64: the best value so far and differences that ruled out normals lately.
struct Search {
    best: f64,
    recent: [[f64; 3]; 8],
    next: usize,
}

impl Default for Search {
    fn default() -> Self {
        Search {
            best: f64::INFINITY,
            recent: [[0.0; 3]; 8],
            next: 0,
        }
    }
}

impl Search {
    fn value(&mut self, rounded: &Rounded, i: usize, k: usize) -> Value {
        let (u, v) = (&rounded.differences[i], &rounded.differences[k]);
        let n = [
            u[1] * v[2] - u[2] * v[1],
            u[2] * v[0] - u[0] * v[2],
            u[0] * v[1] - u[1] * v[0],
        ];
        let norm = |x: &[f64; 3]| (x[0] * x[0] + x[1] * x[1] + x[2] * x[2]).sqrt();
        let length = norm(&n);
        if length <= THIN * norm(u) * norm(v) {
            return Value::Thin;
        }
        let mut value = f64::INFINITY;
        for sign in [1.0 / length, -1.0 / length] {
            let n = n.map(|x| x * sign);
            let limit = self.best + CLEARLY * rounded.size;
            let along = |p: &[f64; 3]| p[0] * n[0] + p[1] * n[1] + p[2] * n[2];
            if self.recent.iter().any(|p| along(p) > limit) {
                continue;
            }
            let farthest = rounded.farthest(&n);
            let reach = along(&farthest);
            if reach > limit {
                self.recent[self.next] = farthest;
                self.next = (self.next + 1) % self.recent.len();
            }
            self.best = self.best.min(reach);
            value = value.min(reach);
        }
        if value.is_finite() {
            Value::About(value)
        } else {
            Value::Worse
        }
    }
}

fn height(pair: &Pair, n: &P3) -> IBig {
    let high = pair.a.iter().map(|p| dot(n, p)).max();
    let low = pair.b.iter().map(|p| dot(n, p)).min();
    high.expect("they meet") - low.expect("they meet")
}

fn differences(points: &[P3]) -> Vec<P3> {
    let pairs = (0..points.len()).flat_map(|i| (0..i).map(move |k| (i, k)));
    pairs.map(|(i, k)| sub(&points[i], &points[k])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::place::posed;
    use crate::random_pairs::random_pair;

    /// What f64 drops is never the best.
    #[test]
    fn dropping_changes_nothing() {
        let mut compared = 0;
        for index in 0..400 {
            let pair = random_pair(index);
            if pair.a.len() > 6 || pair.b.len() > 6 {
                continue;
            }
            let exact = posed(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b);
            let Some(depth) = depth_sq(&exact) else {
                continue;
            };
            let least = every_depth_sq(&exact);
            assert!(least == Some(depth));
            compared += 1;
        }
        assert!(compared > 10, "only {compared} pairs");
    }
}
