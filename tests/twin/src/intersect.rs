//! Do two convex hulls, closed sets, have a point in common? With the certificate.

use dashu_int::IBig;

use crate::guess::guess;
use crate::lp::{Optimum, Problem};
use crate::number::{P3, dot, integers, is_negative, is_positive};
use crate::place::Pair;

/// The verdict and what proves it; [`holds`] has accepted it.
#[derive(Debug, Clone)]
pub enum Answer {
    /// A body has no points.
    Empty,
    /// The greatest `normal.a` is below the least `normal.b`.
    Apart { normal: P3 },
    /// Points of A and points of B with weights, all over one denominator; both weighted sums are
    /// the same point.
    Meet {
        on_a: Vec<(usize, IBig)>,
        on_b: Vec<(usize, IBig)>,
    },
}

impl Answer {
    pub fn hit(&self) -> bool {
        matches!(self, Answer::Meet { .. })
    }
}

/// Exact verdict with a certificate that was checked.
pub fn intersect(pair: &Pair) -> Answer {
    let (a, b) = (&pair.a[..], &pair.b[..]);
    if a.is_empty() || b.is_empty() {
        return Answer::Empty;
    }
    let guessed = guess(a, b);
    if let Some(g) = &guessed
        && let Some(normal) = rounded_normal(&g.normal)
    {
        let answer = Answer::Apart { normal };
        if holds(pair, &answer) {
            return answer;
        }
    }
    let problem = Problem { a, b, shift: None };
    let answer = read(&problem, problem.solve(guessed.map(|g| g.basis)));
    assert!(holds(pair, &answer), "the exact simplex contradicts itself");
    answer
}

/// Prices y with y.column <= 0 for every column and y4 + y5 > 0 are a separating plane.
fn read(problem: &Problem<'_>, optimum: Optimum) -> Answer {
    let Optimum {
        basis,
        level,
        price,
        feasible,
        ..
    } = optimum;
    if !feasible {
        let [x, y, z, ..] = price;
        return Answer::Apart { normal: [x, y, z] };
    }
    let na = problem.a.len();
    let (mut on_a, mut on_b) = (Vec::new(), Vec::new());
    for (j, weight) in basis.into_iter().zip(level) {
        if weight.is_zero() {
            continue;
        }
        if j < na {
            on_a.push((j, weight));
        } else {
            on_b.push((j - na, weight));
        }
    }
    Answer::Meet { on_a, on_b }
}

/// Checks a certificate against every vertex, exactly.
pub fn holds(pair: &Pair, answer: &Answer) -> bool {
    match answer {
        Answer::Empty => pair.a.is_empty() || pair.b.is_empty(),
        Answer::Apart { normal } => gap(pair, normal).is_some_and(|g| is_positive(&g)),
        Answer::Meet { on_a, on_b } => {
            let total = |side: &[(usize, IBig)]| side.iter().map(|(_, w)| w).sum::<IBig>();
            let point = |points: &[P3], side: &[(usize, IBig)]| {
                [0, 1, 2].map(|k| side.iter().map(|(i, w)| &points[*i][k] * w).sum::<IBig>())
            };
            let weights = on_a.iter().chain(on_b);
            weights.into_iter().all(|(_, w)| !is_negative(w))
                && is_positive(&total(on_a))
                && total(on_a) == total(on_b)
                && point(&pair.a, on_a) == point(&pair.b, on_b)
        }
    }
}

/// Least `normal.b` minus greatest `normal.a`; None when a body is empty.
pub fn gap(pair: &Pair, normal: &P3) -> Option<IBig> {
    let highest = pair.a.iter().map(|p| dot(normal, p)).max()?;
    let lowest = pair.b.iter().map(|p| dot(normal, p)).min()?;
    Some(lowest - highest)
}

/// Integers proportional to an f64 normal; None for NaN, infinite or zero.
pub fn rounded_normal(n: &[f64; 3]) -> Option<P3> {
    if n.iter().any(|x| !x.is_finite()) || n.iter().all(|&x| x == 0.0) {
        return None;
    }
    Some(integers(n, crate::number::common_unit(*n)))
}
