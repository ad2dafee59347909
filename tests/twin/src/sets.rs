//! Two point sets in any number of dimensions: distances in the 1-norm and the Euclidean one,
//! membership, exactly.
//!
//! The distance in the 1-norm is a linear program whose first basis is plain: the first point of
//! either set, and on every coordinate row what they differ by. Full tableau in integers over one
//! denominator; the most negative reduced cost enters, during a stall the first one (Bland). The
//! optimum is then checked by its own certificate: weights on one side, a dual direction on the
//! other, with the same value. The Euclidean distance is Wolfe's (1976) nearest point of the
//! hull of all differences.

use dashu_int::IBig;
use dashu_int::ops::Abs;

use crate::number::{Rational, common_unit, integer, is_negative, is_positive};

type Point = Vec<IBig>;

/// Two sets of integer points, multiples of 2^unit.
#[derive(Debug, Clone)]
pub struct Sets {
    pub a: Vec<Point>,
    pub b: Vec<Point>,
    pub unit: i32,
}

impl Sets {
    /// All points must have the same number of coordinates.
    pub fn new<const D: usize>(a: &[[f64; D]], b: &[[f64; D]]) -> Self {
        let unit = common_unit(a.iter().chain(b).flatten().copied());
        let place = |set: &[[f64; D]]| {
            set.iter()
                .map(|p| p.iter().map(|&x| integer(x, unit)).collect())
                .collect()
        };
        Sets {
            a: place(a),
            b: place(b),
            unit,
        }
    }

    /// Some points of A against some of B.
    pub fn chosen(&self, of_a: &[u32], of_b: &[u32]) -> Sets {
        let pick =
            |set: &[Point], which: &[u32]| which.iter().map(|&i| set[i as usize].clone()).collect();
        Sets {
            a: pick(&self.a, of_a),
            b: pick(&self.b, of_b),
            unit: self.unit,
        }
    }

    /// Every point of A lies in the hull of B.
    pub fn a_in_b(&self) -> bool {
        self.a.iter().all(|point| {
            let one = Sets {
                a: vec![point.clone()],
                b: self.b.clone(),
                unit: self.unit,
            };
            one.meet()
        })
    }

    /// Whether the hulls share a point; the empty set shares none.
    pub fn meet(&self) -> bool {
        self.distance_1().is_some_and(|d| d.is_zero())
    }

    /// Whether the greatest `normal.a` is below the least `normal.b`.
    pub fn separates(&self, normal: &[IBig]) -> bool {
        self.gap(normal).is_some_and(|gap| is_positive(&gap))
    }

    fn gap(&self, normal: &[IBig]) -> Option<IBig> {
        let highest = self.a.iter().map(|p| dot(normal, p)).max()?;
        let lowest = self.b.iter().map(|p| dot(normal, p)).min()?;
        Some(lowest - highest)
    }

    /// The same for an f64 normal, exactly.
    pub fn separates_f64(&self, normal: &[f64]) -> bool {
        if normal.iter().any(|x| !x.is_finite()) {
            return false;
        }
        let unit = common_unit(normal.iter().copied());
        let normal: Point = normal.iter().map(|&x| integer(x, unit)).collect();
        self.separates(&normal)
    }

    /// The largest coordinate relative to A's first point, rounded.
    pub fn size(&self) -> f64 {
        let first = &self.a[0];
        let apart = |p: &Point| sub(p, first).into_iter().map(|x| x.abs()).max();
        let largest = self.a.iter().chain(&self.b).filter_map(apart).max();
        Rational::new(largest.unwrap_or(IBig::ZERO), IBig::ONE)
            .times_power(self.unit, IBig::ONE)
            .to_f64()
    }

    /// The distance in the 1-norm; None when a set is empty.
    pub fn distance_1(&self) -> Option<Rational> {
        let (Some(s0), Some(t0)) = (self.a.first(), self.b.first()) else {
            return None;
        };
        let solved = Program::new(self, s0, t0).solve();
        assert!(
            solved.certified(self),
            "the exact program contradicts itself"
        );
        Some(Rational::new(solved.value, solved.denominator).times_power(self.unit, IBig::ONE))
    }

    /// The square of the Euclidean distance; None when a set is empty.
    pub fn distance_2_sq(&self) -> Option<Rational> {
        let (Some(s0), Some(t0)) = (self.a.first(), self.b.first()) else {
            return None;
        };
        let mut corral = vec![sub(s0, t0)];
        let mut weights = vec![IBig::ONE];
        loop {
            let x = combine(&corral, &weights);
            let total: IBig = weights.iter().sum();
            // x stands for x / total.
            let x_sq = dot(&x, &x);
            let near_a = self.a.iter().min_by_key(|p| dot(&x, p))?;
            let far_b = self.b.iter().max_by_key(|p| dot(&x, p))?;
            let m = sub(near_a, far_b);
            if x_sq.is_zero() || dot(&x, &m) * &total >= x_sq {
                let square = Rational::new(x_sq, &total * &total);
                return Some(square.times_power(2 * self.unit, IBig::ONE));
            }
            corral.push(m);
            weights.push(IBig::ZERO);
            minor_cycles(&mut corral, &mut weights);
        }
    }
}

/// The first entries of the p with `p.column = 0` for points and 1 for unit columns. Columns are
/// ('a', i) = (a_i; 1; 0), ('b', j) = (-b_j; 0; 1), ('+', k) and ('-', k), unit columns of a
/// coordinate row. In integers, times something positive.
pub fn spanned_normal(sets: &Sets, columns: &[(char, usize)]) -> Point {
    let dimension = sets.a[0].len();
    let n = dimension + 2;
    let origin = &sets.a[0];
    let mut m: Vec<Vec<IBig>> = columns
        .iter()
        .map(|&(kind, index)| {
            let mut row = vec![IBig::ZERO; n + 1];
            match kind {
                'a' | 'b' => {
                    let p = if kind == 'a' { &sets.a } else { &sets.b };
                    for (x, y) in row.iter_mut().zip(sub(&p[index], origin)) {
                        *x = if kind == 'a' { y } else { -y };
                    }
                    row[dimension + usize::from(kind == 'b')] = IBig::ONE;
                }
                _ => {
                    assert!(index < dimension, "a unit column of a coordinate");
                    row[index] = if kind == '+' { IBig::ONE } else { -IBig::ONE };
                    row[n] = IBig::ONE;
                }
            }
            row
        })
        .collect();
    let determinant = eliminate(&mut m, n);
    let flip = is_negative(&determinant);
    m[..dimension]
        .iter()
        .map(|row| if flip { -&row[n] } else { row[n].clone() })
        .collect()
}

/// Fraction-free Gauss-Jordan on the first `n` columns; the determinant up to its sign, which is
/// that of the other columns' denominator.
fn eliminate(m: &mut [Vec<IBig>], n: usize) -> IBig {
    let mut previous = IBig::ONE;
    for k in 0..n {
        let at = (k..n).find(|&r| !m[r][k].is_zero());
        m.swap(k, at.expect("the columns are independent"));
        let pivot_row = m[k].clone();
        for (r, row) in m.iter_mut().enumerate() {
            if r != k {
                let head = row[k].clone();
                for (x, p) in row.iter_mut().zip(&pivot_row) {
                    *x = (&*x * &pivot_row[k] - &head * p) / &previous;
                }
            }
        }
        previous = pivot_row[k].clone();
    }
    previous
}

/// Moves to the nearest point of the affine hull, dropping points that would get no weight.
fn minor_cycles(corral: &mut Vec<Point>, weights: &mut Vec<IBig>) {
    loop {
        let target = affine_weights(corral);
        if target.iter().all(is_positive) {
            *weights = target;
            return;
        }
        // From w / W towards v / V as far as weights stay >= 0: the least w V / (w V - v W).
        let total: IBig = weights.iter().sum();
        let target_total: IBig = target.iter().sum();
        let blocking = weights.iter().zip(&target).filter(|(_, v)| !is_positive(v));
        let step = blocking
            .map(|(w, v)| {
                let from = w * &target_total;
                let down = &from - v * &total;
                // A weight that is 0 and stays 0.
                if down.is_zero() {
                    Rational::zero()
                } else {
                    Rational::new(from, down)
                }
            })
            .min()
            .expect("one weight was not positive");
        let (num, den) = step.into_parts();
        let mut moved: Vec<IBig> = (weights.iter().zip(&target))
            .map(|(w, v)| w * &target_total * (&den - &num) + v * &total * &num)
            .collect();
        let mut kept = corral.clone();
        let mut i = 0;
        while i < moved.len() {
            if is_positive(&moved[i]) {
                i += 1;
            } else {
                moved.remove(i);
                kept.remove(i);
            }
        }
        (*corral, *weights) = (kept, moved);
    }
}

/// Weights of the point of the affine hull nearest to the origin, times something positive: the
/// cofactors of the bordered matrix of scalar products.
fn affine_weights(corral: &[Point]) -> Vec<IBig> {
    let n = corral.len();
    // [G 1; 1 0] [v; -mu] = [0; 1].
    let mut m: Vec<Vec<IBig>> = (0..n)
        .map(|i| {
            let products = corral.iter().map(|p| dot(&corral[i], p));
            products.chain([IBig::ONE, IBig::ZERO]).collect()
        })
        .collect();
    m.push(
        (0..n)
            .map(|_| IBig::ONE)
            .chain([IBig::ZERO, IBig::ONE])
            .collect(),
    );
    let determinant = eliminate(&mut m, n + 1);
    let flip = is_negative(&determinant);
    m[..n]
        .iter()
        .map(|row| {
            if flip {
                -&row[n + 1]
            } else {
                row[n + 1].clone()
            }
        })
        .collect()
}

/// Columns: A's points but the first, B's points but the first, then for every coordinate the
/// surplus and the shortage. The weights of the first points are the slacks of the last two rows.
struct Program {
    /// D + 2 rows, the right-hand side last; then the row of reduced costs and minus the value.
    rows: Vec<Vec<IBig>>,
    denominator: IBig,
    basis: Vec<usize>,
    count_a: usize,
    count_b: usize,
    dimension: usize,
    /// Which sign each coordinate row was multiplied by.
    flipped: Vec<bool>,
}

struct Solved {
    value: IBig,
    denominator: IBig,
    weights_a: Vec<IBig>,
    weights_b: Vec<IBig>,
    /// Along which the sets are as far apart as the value; entries at most the denominator.
    direction: Vec<IBig>,
}

impl Program {
    fn new(sets: &Sets, s0: &Point, t0: &Point) -> Self {
        let dimension = s0.len();
        let (count_a, count_b) = (sets.a.len(), sets.b.len());
        let points = count_a - 1 + count_b - 1;
        // surplus, shortage, the slacks of the weights, the right-hand side.
        let width = points + 2 * dimension + 3;
        let mut rows = Vec::new();
        let mut flipped = Vec::new();
        let mut basis = Vec::new();
        for k in 0..dimension {
            // sum l (s - s0) - sum m (t - t0) + surplus - shortage = t0 - s0.
            let mut row: Vec<IBig> = sets.a[1..].iter().map(|s| &s[k] - &s0[k]).collect();
            row.extend(sets.b[1..].iter().map(|t| &t0[k] - &t[k]));
            row.resize(width, IBig::ZERO);
            row[points + k] = IBig::ONE;
            row[points + dimension + k] = -IBig::ONE;
            row[width - 1] = &t0[k] - &s0[k];
            let flip = is_negative(&row[width - 1]);
            if flip {
                row.iter_mut().for_each(|x| *x = -&*x);
            }
            basis.push(points + k + if flip { dimension } else { 0 });
            flipped.push(flip);
            rows.push(row);
        }
        for side in 0..2 {
            let mut row = vec![IBig::ZERO; width];
            let (from, to) = [(0, count_a - 1), (count_a - 1, points)][side];
            row[from..to].fill(IBig::ONE);
            row[points + 2 * dimension + side] = IBig::ONE;
            row[width - 1] = IBig::ONE;
            basis.push(points + 2 * dimension + side);
            rows.push(row);
        }
        // Reduced costs: surplus and shortage cost 1, the basic ones are priced out.
        let mut cost = vec![IBig::ZERO; width];
        cost[points..points + 2 * dimension].fill(IBig::ONE);
        for row in &rows[..dimension] {
            for (c, x) in cost.iter_mut().zip(row) {
                *c -= x;
            }
        }
        rows.push(cost);
        Program {
            rows,
            denominator: IBig::ONE,
            basis,
            count_a,
            count_b,
            dimension,
            flipped,
        }
    }

    fn solve(mut self) -> Solved {
        let last = self.rows[0].len() - 1;
        let objective = self.dimension + 2;
        let mut stalled = false;
        // The value is minus the last entry of the costs.
        while is_negative(&self.rows[objective][last]) {
            let negative = (0..last).filter(|&j| is_negative(&self.rows[objective][j]));
            let entering = if stalled {
                negative.min()
            } else {
                negative.min_by_key(|&j| &self.rows[objective][j])
            };
            let Some(entering) = entering else { break };
            let leaving = (0..objective)
                .filter(|&r| is_positive(&self.rows[r][entering]))
                .min_by(|&r, &q| {
                    let left = &self.rows[r][last] * &self.rows[q][entering];
                    let right = &self.rows[q][last] * &self.rows[r][entering];
                    left.cmp(&right).then(self.basis[r].cmp(&self.basis[q]))
                })
                .expect("the value is bounded below");
            stalled = self.rows[leaving][last].is_zero();
            self.pivot(leaving, entering);
        }
        self.read()
    }

    fn pivot(&mut self, leaving: usize, entering: usize) {
        let pivot_row = self.rows[leaving].clone();
        let pivot = &pivot_row[entering];
        for (r, row) in self.rows.iter_mut().enumerate() {
            if r == leaving {
                continue;
            }
            let head = row[entering].clone();
            for (x, p) in row.iter_mut().zip(&pivot_row) {
                *x = (&*x * pivot - &head * p) / &self.denominator;
            }
        }
        self.denominator = pivot.clone();
        self.basis[leaving] = entering;
    }

    fn read(self) -> Solved {
        let last = self.rows[0].len() - 1;
        let points = self.count_a + self.count_b - 2;
        let slack = points + 2 * self.dimension;
        let mut weights_a = vec![IBig::ZERO; self.count_a];
        let mut weights_b = vec![IBig::ZERO; self.count_b];
        for (row, &column) in self.rows.iter().zip(&self.basis) {
            let level = row[last].clone();
            if column < self.count_a - 1 {
                weights_a[column + 1] = level;
            } else if column < points {
                weights_b[column + 2 - self.count_a] = level;
            } else if column == slack {
                weights_a[0] = level;
            } else if column == slack + 1 {
                weights_b[0] = level;
            }
        }
        // The surplus of row k costs 1 - p_k reduced, in the row's own sign.
        let cost = &self.rows[self.dimension + 2];
        let direction = (0..self.dimension)
            .map(|k| {
                let shortage = if self.flipped[k] { self.dimension } else { 0 };
                let price = &self.denominator - &cost[points + shortage + k];
                if self.flipped[k] { -price } else { price }
            })
            .collect();
        Solved {
            value: -&cost[last],
            denominator: self.denominator,
            weights_a,
            weights_b,
            direction,
        }
    }
}

impl Solved {
    /// The weights reach the value and, if it is positive, no weights reach less.
    fn certified(&self, sets: &Sets) -> bool {
        let weights = || self.weights_a.iter().chain(&self.weights_b);
        let apart = sub(
            &combine(&sets.a, &self.weights_a),
            &combine(&sets.b, &self.weights_b),
        );
        let reached: IBig = apart.into_iter().map(|x| x.abs()).sum();
        let primal = !weights().any(is_negative)
            && self.weights_a.iter().sum::<IBig>() == self.denominator
            && self.weights_b.iter().sum::<IBig>() == self.denominator
            && reached == self.value;
        let within = |x: &IBig| x.clone().abs() <= self.denominator;
        let dual = self.value.is_zero()
            || (self.direction.iter().all(within)
                && sets.gap(&self.direction) == Some(self.value.clone()));
        primal && dual
    }
}

fn dot(a: &[IBig], b: &[IBig]) -> IBig {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

fn sub(a: &[IBig], b: &[IBig]) -> Point {
    a.iter().zip(b).map(|(x, y)| x - y).collect()
}

fn combine(points: &[Point], weights: &[IBig]) -> Point {
    let dimension = points.first().map_or(0, Vec::len);
    (0..dimension)
        .map(|k| points.iter().zip(weights).map(|(p, w)| &p[k] * w).sum())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rational(x: f64) -> Rational {
        Rational::from_f64(x)
    }

    #[test]
    fn known_distances() {
        let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        let corner = [[2.0, 3.0], [4.0, 5.0], [2.0, 8.0]];
        let sets = Sets::new(&square, &corner);
        assert!(sets.distance_1() == Some(rational(3.0)));
        assert!(sets.distance_2_sq() == Some(rational(5.0)));
        assert!(!sets.meet());
        let touching = Sets::new(&square, &[[1.0, 0.5], [2.0, 0.25]]);
        assert!(touching.meet());
        assert!(touching.distance_2_sq() == Some(rational(0.0)));
        let inside = Sets::new(&[[0.25, 0.5], [1.0, 0.0]], &square);
        assert!(inside.a_in_b());
        assert!(!Sets::new(&square, &[[0.25, 0.5], [1.0, 0.0]]).a_in_b());
        let nothing: [[f64; 2]; 0] = [];
        assert!(Sets::new(&nothing, &square).a_in_b());
        assert!(!Sets::new(&square, &nothing).a_in_b());
        assert!(Sets::new(&nothing, &square).distance_1().is_none());
    }

    #[test]
    fn an_oblique_face_in_four_dimensions() {
        // The simplex x + y + z + w = 1 is 1/2 from the origin, and 1 in the 1-norm.
        let corners = [
            [1.0, 0.0, 0.0, 0.0],
            [0.0, 1.0, 0.0, 0.0],
            [0.0, 0.0, 1.0, 0.0],
            [0.0, 0.0, 0.0, 1.0],
        ];
        let sets = Sets::new(&[[0.0; 4]], &corners);
        assert!(sets.distance_1() == Some(rational(1.0)));
        assert!(sets.distance_2_sq() == Some(rational(0.25)));
        assert!(sets.separates_f64(&[1.0; 4]));
        assert!(!sets.separates_f64(&[-1.0; 4]));
    }
}
