//! Numbers of twice the precision of f64: an unevaluated sum of two. For what rounding hides of bodies whose surfaces
//! are no rational numbers.
//!
//! Source: Dekker 1971; Joldes, Muller and Popescu, Tight and rigorous error bounds for basic building blocks of
//! double-word arithmetic, 2017. Every operation is within 2^-100 of its result, short of underflow.

use std::ops::{Add, Div, Mul, Neg, Sub};

use nalgebra::{Quaternion, Vector3};

/// hi + lo, |lo| at most half a last place of hi.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Double {
    hi: f64,
    lo: f64,
}

pub(crate) type Double3 = [Double; 3];

impl Double {
    pub(crate) const ZERO: Double = Double { hi: 0.0, lo: 0.0 };

    /// a + b, exactly.
    #[inline(always)]
    pub(crate) fn sum(a: f64, b: f64) -> Self {
        let hi = a + b;
        let part = hi - a;
        Double {
            hi,
            lo: (a - (hi - part)) + (b - part),
        }
    }

    /// Adds two numbers, the first not below the second in size.
    fn ordered(a: f64, b: f64) -> Self {
        let hi = a + b;
        Double {
            hi,
            lo: b - (hi - a),
        }
    }

    /// a b, exactly, short of underflow.
    pub(crate) fn product(a: f64, b: f64) -> Self {
        let hi = a * b;
        Double {
            hi,
            lo: a.mul_add(b, -hi),
        }
    }

    /// hi and lo.
    #[inline(always)]
    pub(crate) fn parts(self) -> (f64, f64) {
        (self.hi, self.lo)
    }

    /// The nearest f64.
    pub(crate) fn value(self) -> f64 {
        self.hi
    }

    /// 0 of what is not positive.
    pub(crate) fn sqrt(self) -> Self {
        if !(self.hi > 0.0) {
            return Double::ZERO;
        }
        let root = self.hi.sqrt();
        let rest = self - Double::product(root, root);
        Double::ordered(root, rest.hi / (2.0 * root))
    }
}

impl From<f64> for Double {
    fn from(hi: f64) -> Self {
        Double { hi, lo: 0.0 }
    }
}

impl Neg for Double {
    type Output = Double;

    fn neg(self) -> Double {
        Double {
            hi: -self.hi,
            lo: -self.lo,
        }
    }
}

impl Add for Double {
    type Output = Double;

    fn add(self, other: Double) -> Double {
        let high = Double::sum(self.hi, other.hi);
        let low = Double::sum(self.lo, other.lo);
        let first = Double::ordered(high.hi, high.lo + low.hi);
        Double::ordered(first.hi, first.lo + low.lo)
    }
}

impl Sub for Double {
    type Output = Double;

    fn sub(self, other: Double) -> Double {
        self + -other
    }
}

impl Mul for Double {
    type Output = Double;

    fn mul(self, other: Double) -> Double {
        let high = Double::product(self.hi, other.hi);
        let low = self.lo.mul_add(other.hi, self.hi * other.lo);
        Double::ordered(high.hi, high.lo + low)
    }
}

impl Div for Double {
    type Output = Double;

    fn div(self, other: Double) -> Double {
        let first = self.hi / other.hi;
        let rest = self - other * first.into();
        let second = rest.hi / other.hi;
        let third = (rest - other * second.into()).hi / other.hi;
        Double::ordered(first, second) + third.into()
    }
}

pub(crate) fn double3(v: &Vector3<f64>) -> Double3 {
    [v.x.into(), v.y.into(), v.z.into()]
}

pub(crate) fn add(a: &Double3, b: &Double3) -> Double3 {
    std::array::from_fn(|k| a[k] + b[k])
}

pub(crate) fn sub(a: &Double3, b: &Double3) -> Double3 {
    std::array::from_fn(|k| a[k] - b[k])
}

pub(crate) fn times(a: &Double3, factor: Double) -> Double3 {
    a.map(|x| x * factor)
}

pub(crate) fn dot(a: &Double3, b: &Double3) -> Double {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(crate) fn cross(a: &Double3, b: &Double3) -> Double3 {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// The rotation R(q)/|q|^2.
pub(crate) fn rotation(q: &Quaternion<f64>) -> [Double3; 3] {
    let [x, y, z, w] = [q.i, q.j, q.k, q.w];
    let product = Double::product;
    let [xx, yy, zz] = [x, y, z].map(|c| product(c, c));
    let s = Double::from(2.0) / (xx + yy + zz + product(w, w));
    let one = Double::from(1.0);
    let [xy, xz, yz] = [product(x, y), product(x, z), product(y, z)];
    let [wx, wy, wz] = [x, y, z].map(|c| product(w, c));
    [
        [one - s * (yy + zz), s * (xy - wz), s * (xz + wy)],
        [s * (xy + wz), one - s * (xx + zz), s * (yz - wx)],
        [s * (xz - wy), s * (yz + wx), one - s * (xx + yy)],
    ]
}

pub(crate) fn turned(m: &[Double3; 3], v: &Double3) -> Double3 {
    m.each_ref().map(|row| dot(row, v))
}

pub(crate) fn turned_back(m: &[Double3; 3], v: &Double3) -> Double3 {
    std::array::from_fn(|k| m[0][k] * v[0] + m[1][k] * v[1] + m[2][k] * v[2])
}

#[cfg(test)]
mod tests {
    use super::*;
    use dashu_int::IBig;

    use crate::numeric::exact_float::scaled;

    /// The number as an integer of 2^-400.
    fn integer(x: Double) -> IBig {
        scaled(x.hi, -400) + scaled(x.lo, -400)
    }

    #[test]
    fn operations_keep_a_hundred_bits() {
        let mut seed = 1_u64;
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 11) as f64 / (1_u64 << 53) as f64 + 0.25
        };
        let unit = IBig::from(1) << 400;
        let near = |found: IBig, want: IBig| {
            let off = &found - &want;
            let off = if off < IBig::ZERO { -off } else { off };
            assert!(off << 98 <= want, "{found} {want}");
        };
        for _ in 0..2_000 {
            let (a, b) = (
                Double::sum(next(), next() * 1e-17),
                Double::sum(next(), -next() * 1e-17),
            );
            let (x, y) = (integer(a), integer(b));
            near(integer(a * b) << 400, &x * &y);
            near(integer(a + b), &x + &y);
            let root = integer(a.sqrt());
            near(&root * &root, x.clone() << 400);
            near(integer(a / b) * &y, &x * &unit);
            near(integer(a + b - b), x);
        }
    }
}
