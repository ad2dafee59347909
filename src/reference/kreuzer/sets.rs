//! Point sets as the tableau sees them: near each other and of size 1; and what is answered of them.

use crate::error::{Error, Result};
use crate::numeric::arithmetic::U;
use crate::numeric::sort::sort_by_key;
use crate::reference::kreuzer::proof::{dot, gap_along};
use crate::reference::kreuzer::tableau::{ColumnKind, Direction, MAX_DIMENSION, Numbering, Points};
use crate::shape::points::{MAX_POINTS, check_count};

/// A separating hyperplane.
#[derive(Debug, Clone, PartialEq)]
pub struct SetPlane<const D: usize> {
    /// Unit length to rounding; from A (the set) to B (the point). On the input's numbers, in real
    /// arithmetic, the greatest `normal.a` is below the least `normal.b`, unless `spanned_by` is
    /// set: then it is the exact normal rounded.
    pub normal: [f64; D],
    /// `normal.x` about half-way between the sets. Information only.
    pub offset: f64,
    /// Set when no f64 normal of this direction separates: the D + 2 columns whose prices are the
    /// exact normal. It is the first D entries of the p that solves `p.column = 0` for points and
    /// `p.column = 1` for the others.
    pub spanned_by: Option<Vec<SpanColumn>>,
}

/// A column of the set program, D + 2 entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpanColumn {
    /// Point i of A: `(a_i; 1; 0)`.
    A(u32),
    /// Point j of B: `(-b_j; 0; 1)`.
    B(u32),
    /// The unit vector of this row, from 0.
    Plus(u32),
    /// Minus the unit vector of this coordinate.
    Minus(u32),
}

/// Written as `["a", i]`, `["b", j]`, `["+", k]`, `["-", k]`.
#[cfg(feature = "serde")]
impl serde::Serialize for SpanColumn {
    fn serialize<S: serde::Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
        let column = match *self {
            SpanColumn::A(i) => ("a", i),
            SpanColumn::B(j) => ("b", j),
            SpanColumn::Plus(k) => ("+", k),
            SpanColumn::Minus(k) => ("-", k),
        };
        serde::Serialize::serialize(&column, to)
    }
}

/// At most D + 2 points of both sets whose hulls meet.
///
/// The proof is the choice of points: exact weights exist, all of them non-negative. Those given
/// are rounded; each set's sum to 1 to rounding.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SetWeights {
    /// Indices of A's points with their weights, none of them zero.
    pub on_a: Vec<(u32, f64)>,
    /// Indices of B's points with their weights, none of them zero.
    pub on_b: Vec<(u32, f64)>,
}

/// Two lower bounds of the Euclidean distance of two sets, rounding included.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct DistanceBounds {
    /// The optimum over the root of D. The optimum is the distance in the 1-norm, which is at most
    /// root D times the Euclidean one.
    pub by_optimum: f64,
    /// The gap along the separating plane. Never much below `by_optimum`.
    pub by_plane: f64,
}

impl SetWeights {
    /// Weights of a basis, zeros left out.
    pub(crate) fn new(numbering: &Numbering, basis: impl Iterator<Item = (usize, f64)>) -> Self {
        let mut out = SetWeights::default();
        for (column, weight) in basis {
            match numbering.kind(column) {
                ColumnKind::A(i) if weight != 0.0 => out.on_a.push((i as u32, weight)),
                ColumnKind::B(j) if weight != 0.0 => out.on_b.push((j as u32, weight)),
                _ => {}
            }
        }
        out.sort();
        out
    }

    fn sort(&mut self) {
        for weights in [&mut self.on_a, &mut self.on_b] {
            sort_by_key(weights, |&(index, _)| index);
        }
    }
}

pub(crate) fn check_points(dimension: usize, sets: [&[f64]; 2]) -> Result<()> {
    for set in sets {
        check_count(set.len() / dimension, MAX_POINTS)?;
    }
    let [a, b] = sets;
    let mut numbers = a.iter().chain(b).enumerate();
    match numbers.find(|(_, x)| !x.is_finite()) {
        None => Ok(()),
        Some((place, &value)) => Err(Error::NonFiniteCoordinate {
            index: place / dimension,
            coordinate: place % dimension,
            value,
        }),
    }
}

/// Both sets relative to A's first point, times a power of two that brings every 1-norm to 1 at
/// most and the largest, but for sizes near the least f64, above 1/4.
pub(crate) struct Normalised {
    pub(crate) points: Points,
    origin: Direction,
    factor: f64,
}

/// A plane in as many dimensions as there may be.
type Plane = SetPlane<MAX_DIMENSION>;

impl Normalised {
    /// Largest error of a coordinate: one subtraction of numbers whose difference is at most 1, and what a product
    /// near the least f64 loses.
    pub(crate) const ERROR: f64 = 2.0 * U;

    pub(crate) fn new(given: &Points) -> Self {
        let mut origin = Direction::default();
        let dimension = given.numbering.dimension();
        origin[..dimension].copy_from_slice(given.point(0));
        // A sixteenth of each: sums of 8 such differences cannot overflow.
        let norm1 = |p: &[f64]| {
            let apart = p.iter().zip(&origin).map(|(x, o)| x / 16.0 - o / 16.0);
            apart.fold(0.0, |sum, x| sum + x.abs())
        };
        let size = given.all().map(norm1).fold(0.0, f64::max);
        // size < 2^(exponent + 1), with room for its own rounding: times 16 below 2^(exponent + 5).
        let exponent = libm::ilogb(size.max(f64::MIN_POSITIVE)) + 6;
        // Products up to 2^1000 do not overflow; sizes below are left small.
        let factor = libm::ldexp(1.0, (-exponent).min(1000));
        let place = |(x, o): (&f64, &f64)| {
            if factor > 1.0 {
                (x - o) * factor
            } else {
                x * factor - o * factor
            }
        };
        let origins = origin[..dimension].iter().cycle();
        Normalised {
            points: Points {
                numbering: given.numbering,
                numbers: given.numbers.iter().zip(origins).map(place).collect(),
            },
            origin,
            factor,
        }
    }

    /// The plane of a price and the bounds, if its rounded unit normal separates too.
    pub(crate) fn separated(&self, price: &Direction, gap: f64) -> Option<(Plane, DistanceBounds)> {
        let (normal, gap_of_normal) = self.widest(price);
        // Written so that NaN fails.
        if !(gap_of_normal > 0.0) {
            return None;
        }
        let dimension = self.points.numbering.dimension();
        let bounds = DistanceBounds {
            // A root and a division; the normal's length, at most 1 + 8 U.
            by_optimum: self.distance(gap / (dimension as f64).sqrt() * (1.0 - 4.0 * U)),
            by_plane: self.distance(gap_of_normal * (1.0 - 16.0 * U)),
        };
        Some((self.plane(normal), bounds))
    }

    pub(crate) fn plane(&self, normal: Direction) -> Plane {
        SetPlane {
            offset: self.offset(&normal),
            normal,
            spanned_by: None,
        }
    }

    /// The unit normal of a price, and the gap along it. Where an optimum has many prices, the
    /// simplex may end in one with coordinates that win no gap and only make the normal longer:
    /// each is left out if the gap along the unit normal grows by that.
    fn widest(&self, price: &Direction) -> (Direction, f64) {
        let along = |normal: &Direction| gap_along(&self.points, normal, Self::ERROR);
        let mut price = *price;
        let mut normal = unit(&price);
        let mut gap = along(&normal);
        for k in 0..MAX_DIMENSION {
            let mut without = price;
            without[k] = 0.0;
            if price[k] == 0.0 || without.iter().all(|&p| p == 0.0) {
                continue;
            }
            let shorter = unit(&without);
            let wider = along(&shorter);
            if wider > gap {
                (price, normal, gap) = (without, shorter, wider);
            }
        }
        (normal, gap)
    }

    /// In the input's unit, rounded down.
    fn distance(&self, x: f64) -> f64 {
        let distance = x / self.factor;
        if distance.is_infinite() {
            f64::MAX
        } else if distance < f64::MIN_POSITIVE {
            distance.next_down().max(0.0)
        } else {
            distance
        }
    }

    fn offset(&self, normal: &Direction) -> f64 {
        let along = |p: &[f64]| dot(p, normal);
        let (of_a, of_b) = (self.points.of_a(), self.points.of_b());
        let greatest = of_a.map(along).fold(f64::NEG_INFINITY, f64::max);
        let least = of_b.map(along).fold(f64::INFINITY, f64::min);
        let origin = along(&self.origin.map(|x| x * self.factor));
        (origin + 0.5 * (greatest + least)) / self.factor
    }
}

pub(crate) fn unit(v: &Direction) -> Direction {
    let largest = v.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    let v = v.map(|x| x / largest);
    let length = dot(&v, &v).sqrt();
    v.map(|x| x / length)
}
