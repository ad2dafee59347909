//! f64 numbers as integers: every finite f64 is an integer times 2^-1074.

use dashu_int::IBig;

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
