//! Does the hull of a few points hold the origin, in integers? With the products that this takes.

use std::cmp::Ordering;

use super::dyadic::{integer, unit};
use dashu_int::IBig;

pub(super) type Int3 = [IBig; 3];

/// Whether the hull of these points holds the origin.
pub(super) fn holds_origin(points: &[Int3]) -> bool {
    let every: Vec<&Int3> = points.iter().collect();
    any_simplex(&every, &mut Vec::new(), 4)
}

/// Whether some simplex of at most `room` further columns, added to `chosen`, holds the origin. By
/// Caratheodory's theorem the hull of the columns holds it iff a simplex of them does.
fn any_simplex<'a>(columns: &[&'a Int3], chosen: &mut Vec<&'a Int3>, room: usize) -> bool {
    if !chosen.is_empty() && simplex_holds_origin(chosen) {
        return true;
    }
    if room == 0 {
        return false;
    }
    (0..columns.len()).any(|i| {
        chosen.push(columns[i]);
        let found = any_simplex(&columns[i + 1..], chosen, room - 1);
        chosen.pop();
        found
    })
}

/// Only for columns that are affinely independent; false otherwise.
fn simplex_holds_origin(p: &[&Int3]) -> bool {
    let zero = IBig::ZERO;
    let one_sign =
        |weights: &[IBig]| weights.iter().all(|w| *w >= zero) || weights.iter().all(|w| *w <= zero);
    match p {
        [p] => p.iter().all(|x| *x == zero),
        [p, q] => {
            let on_line = int_cross(p, q).iter().all(|x| *x == zero);
            p != q && on_line && int_dot(p, q) <= zero
        }
        [p, q, r] => {
            let n = int_cross(&subtract(q, p), &subtract(r, p));
            let flat = n.iter().all(|x| *x == zero);
            let weights = [
                int_dot(&n, &int_cross(q, r)),
                int_dot(&n, &int_cross(r, p)),
                int_dot(&n, &int_cross(p, q)),
            ];
            !flat && int_dot(&n, p) == zero && weights.iter().all(|w| *w >= zero)
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
