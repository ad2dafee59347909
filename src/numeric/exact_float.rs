//! f64 numbers as integers: every finite f64 is an integer times 2^-1074. And vectors of them.

use dashu_int::IBig;
use nalgebra::Vector3;

/// A vector of integers.
pub(crate) type Int3 = [IBig; 3];

pub(crate) fn int_vector(v: &Vector3<f64>, unit: i32) -> Int3 {
    std::array::from_fn(|i| scaled(v[i], unit))
}

pub(crate) fn int_sub(a: &Int3, b: &Int3) -> Int3 {
    std::array::from_fn(|i| &a[i] - &b[i])
}

pub(crate) fn int_dot(a: &Int3, b: &Int3) -> IBig {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

pub(crate) fn int_cross(a: &Int3, b: &Int3) -> Int3 {
    std::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        &a[j] * &b[k] - &a[k] * &b[j]
    })
}

/// `x = mantissa * 2^exponent` exactly. `x` must be finite.
pub(crate) fn decompose(x: f64) -> (i64, i32) {
    let bits = x.to_bits();
    let raw_exponent = ((bits >> 52) & 0x7ff) as i32;
    let fraction = (bits & ((1 << 52) - 1)) as i64;
    let (mantissa, exponent) = if raw_exponent == 0 {
        (fraction, -1074)
    } else {
        (fraction | (1 << 52), raw_exponent - 1075)
    };
    (if x < 0.0 { -mantissa } else { mantissa }, exponent)
}

/// `x * 2^-unit` as an integer. `unit` must not exceed the exponent of `x`'s last set bit.
pub(crate) fn scaled(x: f64, unit: i32) -> IBig {
    let (mantissa, exponent) = decompose(x);
    if mantissa == 0 {
        return IBig::ZERO;
    }
    let shift = exponent - unit;
    if shift >= 0 {
        IBig::from(mantissa) << shift as usize
    } else {
        debug_assert!(mantissa.trailing_zeros() as i32 >= -shift);
        IBig::from(mantissa >> -shift)
    }
}

/// Exponent of `x`'s last set bit, or `i32::MAX` for 0: the largest unit that [`scaled`] takes.
pub(crate) fn unit_of(x: f64) -> i32 {
    let (mantissa, exponent) = decompose(x);
    if mantissa == 0 {
        i32::MAX
    } else {
        exponent + mantissa.trailing_zeros() as i32
    }
}

/// `x * y * 2^2148` exactly.
pub(crate) fn product(x: f64, y: f64) -> IBig {
    scaled(x, -1074) * scaled(y, -1074)
}
