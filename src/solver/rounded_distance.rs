//! Distances of round bodies from those of their cores.

use nalgebra::Vector3;

use crate::numeric::scaling::length_of_any;

/// The points of two round bodies that face each other, from those of their cores and the unit normal
/// from A to B.
#[inline(always)]
pub(crate) fn surfaces(
    [a, b]: [Vector3<f64>; 2],
    normal: &Vector3<f64>,
    [radius_a, radius_b]: [f64; 2],
) -> [Vector3<f64>; 2] {
    [a + normal * radius_a, b - normal * radius_b]
}

/// The nearest points of two round bodies, from those of their cores: a common one, twice, of bodies that meet.
#[inline(always)]
pub(crate) fn nearer(
    [a, b]: [Vector3<f64>; 2],
    [radius_a, radius_b]: [f64; 2],
) -> [Vector3<f64>; 2] {
    let between = b - a;
    let distance = length_of_any(&between);
    if !(distance > 0.0) {
        return [a; 2];
    }
    // Each as far as its radius allows, until they meet; then in the middle of what both reach.
    let (low, high) = ((distance - radius_b).max(0.0), radius_a.min(distance));
    let parts = match low <= high {
        true => [0.5 * (low + high); 2],
        false => [high, low],
    };
    parts.map(|part| a + between * (part / distance))
}
