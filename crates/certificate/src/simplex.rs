//! Does the hull of a few points hold the origin, or come near to it, in integers? With the products that
//! this takes.

use std::cmp::Ordering;

use super::dyadic::{integer, unit};
use dashu_int::IBig;

pub(super) type Int3 = [IBig; 3];

/// Whether the hull of these points holds one at a distance from the origin of which the square is at most
/// `reach_sq`.
pub(super) fn comes_within(points: &[Int3], reach_sq: &IBig) -> bool {
    let every: Vec<&Int3> = points.iter().collect();
    any_simplex(&every, &mut Vec::new(), 4, reach_sq)
}

/// Whether some simplex of at most `room` further columns, added to `chosen`, comes so near. By
/// Caratheodory's theorem the hull of the columns does iff a simplex of them does.
fn any_simplex<'a>(
    columns: &[&'a Int3],
    chosen: &mut Vec<&'a Int3>,
    room: usize,
    reach_sq: &IBig,
) -> bool {
    if !chosen.is_empty() && simplex_comes_within(chosen, reach_sq) {
        return true;
    }
    if room == 0 {
        return false;
    }
    (0..columns.len()).any(|i| {
        chosen.push(columns[i]);
        let found = any_simplex(&columns[i + 1..], chosen, room - 1, reach_sq);
        chosen.pop();
        found
    })
}

/// By the point nearest to the origin of the point, line or plane through the columns, where it is in their
/// hull; of four columns, whether they hold the origin. Only for columns that are affinely independent; false
/// otherwise.
fn simplex_comes_within(p: &[&Int3], reach_sq: &IBig) -> bool {
    let zero = IBig::ZERO;
    let one_sign =
        |weights: &[IBig]| weights.iter().all(|w| *w >= zero) || weights.iter().all(|w| *w <= zero);
    let square = |x: &Int3| int_dot(x, x);
    match p {
        [p] => square(p) <= *reach_sq,
        [p, q] => {
            let edge = subtract(q, p);
            let weights = [int_dot(q, &edge), -int_dot(p, &edge)];
            p != q
                && weights.iter().all(|w| *w >= zero)
                && square(&int_cross(p, q)) <= square(&edge) * reach_sq
        }
        [p, q, r] => {
            let n = int_cross(&subtract(q, p), &subtract(r, p));
            let flat = n.iter().all(|x| *x == zero);
            let weights = [
                int_dot(&n, &int_cross(q, r)),
                int_dot(&n, &int_cross(r, p)),
                int_dot(&n, &int_cross(p, q)),
            ];
            let height = int_dot(&n, p);
            !flat
                && weights.iter().all(|w| *w >= zero)
                && &height * &height <= square(&n) * reach_sq
        }
        [p, q, r, s] => {
            let det = |x, y, z| int_dot(x, &int_cross(y, z));
            let weights = [det(q, r, s), -det(p, r, s), det(p, q, s), -det(p, q, r)];
            let volume = weights.iter().fold(IBig::ZERO, |sum, w| sum + w);
            volume.cmp(&zero) != Ordering::Equal && one_sign(&weights)
        }
        _ => false,
    }
}

pub(super) fn int_dot(a: &Int3, b: &Int3) -> IBig {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

pub(super) fn int_cross(a: &Int3, b: &Int3) -> Int3 {
    [
        &a[1] * &b[2] - &a[2] * &b[1],
        &a[2] * &b[0] - &a[0] * &b[2],
        &a[0] * &b[1] - &a[1] * &b[0],
    ]
}

pub(super) fn subtract(a: &Int3, b: &Int3) -> Int3 {
    std::array::from_fn(|i| &a[i] - &b[i])
}

/// A direction in integers.
pub(super) fn whole(n: &[f64; 3]) -> Int3 {
    let own = n.iter().filter_map(|&x| unit(x)).min().unwrap_or(0);
    n.map(|x| integer(x, own))
}

/// Whether an f64 direction is this one to a 2^-30th of its length.
pub(super) fn is_along(direction: &[f64; 3], n: &Int3) -> bool {
    let given = whole(direction);
    let across = int_cross(&given, n);
    int_dot(&given, n) > IBig::ZERO
        && (int_dot(&across, &across) << 60) <= int_dot(&given, &given) * int_dot(n, n)
}
