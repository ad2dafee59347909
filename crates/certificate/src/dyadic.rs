//! f64 numbers as integers times powers of two.

use dashu_int::IBig;

/// x = mantissa 2^exponent, x finite.
pub(super) fn decode(x: f64) -> (i64, i32) {
    let bits = x.to_bits();
    let exponent = (bits >> 52 & 0x7ff) as i32;
    let fraction = (bits & ((1 << 52) - 1)) as i64;
    // Denormals have exponent 0 and no leading bit; they count in the same unit as exponent 1.
    let (size, exponent) = if exponent == 0 {
        (fraction, -1074)
    } else {
        (fraction | 1 << 52, exponent - 1075)
    };
    (if x.is_sign_negative() { -size } else { size }, exponent)
}

/// The largest power of two that divides x, as its exponent; None for 0.
pub(super) fn unit(x: f64) -> Option<i32> {
    let (mantissa, exponent) = decode(x);
    (mantissa != 0).then(|| exponent + mantissa.trailing_zeros() as i32)
}

/// x 2^-unit, which is an integer.
pub(super) fn integer(x: f64, unit: i32) -> IBig {
    let (mantissa, exponent) = decode(x);
    let shift = exponent - unit;
    let mantissa = IBig::from(mantissa);
    if shift >= 0 {
        mantissa << shift as usize
    } else {
        // Only zeros are shifted out.
        mantissa >> shift.unsigned_abs() as usize
    }
}
