//! The point of a tetrahedron nearest to the origin, as weights of its corners, by numbers of twice the precision.
//!
//! Problem: in a tetrahedron 1e12 times as long as it is thin, f64 finds weights by volumes that are noise. Idea: the nearest
//! point is the foot of the origin on one of the 15 faces, corners and whole included, and each foot has a closed form. The
//! nearest foot that lies in its face is the answer.

use nalgebra::Vector3;

use crate::numeric::double::{Double, Double3, add, cross, dot, double3, sub, times};
use crate::numeric::scaling::{exponent_above, scale_all};

/// Returns weights, none negative and with sum 1 to rounding, by which the mean of the points is nearest to the origin.
#[cold]
#[inline(never)]
pub(crate) fn nearest_weights(points: &[Vector3<f64>; 4]) -> [f64; 4] {
    let size = points.iter().fold(0.0_f64, |size, p| size.max(p.amax()));
    let points = points.map(|p| double3(&scale_all(&p, -exponent_above(size))));
    let mut best = ([1.0, 0.0, 0.0, 0.0], f64::INFINITY);
    for face in 1..16_usize {
        let mut corners = (0..4).filter(|k| face >> k & 1 == 1);
        let kept: [usize; 4] = std::array::from_fn(|_| corners.next().unwrap_or(0));
        let count = face.count_ones() as usize;
        let shares = shares_of_foot(&kept.map(|k| points[k])[..count]);
        let whole = shares.iter().fold(Double::ZERO, |sum, x| sum + *x);
        let mut weights = [0.0; 4];
        for (k, share) in kept.into_iter().zip(shares).take(count) {
            weights[k] = (share / whole).value();
        }
        // NaN where the face has no extent.
        if !weights.iter().all(|weight| *weight >= 0.0) {
            continue;
        }
        let weighted = weights.iter().zip(&points);
        let foot = weighted.fold([Double::ZERO; 3], |sum, (weight, p)| {
            add(&sum, &times(p, (*weight).into()))
        });
        let distance_sq = dot(&foot, &foot).value();
        if distance_sq < best.1 {
            best = (weights, distance_sq);
        }
    }
    best.0
}

/// Returns numbers in the ratio of the weights by which one to four points have the foot of the origin as their mean: in the
/// line, the plane or the space that they span.
fn shares_of_foot(points: &[Double3]) -> [Double; 4] {
    let zero = Double::ZERO;
    let volume = |a, b, c| dot(a, &cross(b, c));
    match points {
        [a, b] => {
            let along = sub(b, a);
            [dot(b, &along), -dot(a, &along), zero, zero]
        }
        [a, b, c] => {
            let n = cross(&sub(b, a), &sub(c, a));
            [volume(&n, b, c), volume(&n, c, a), volume(&n, a, b), zero]
        }
        [a, b, c, d] => [
            volume(b, c, d),
            volume(a, d, c),
            volume(a, b, d),
            volume(a, c, b),
        ],
        _ => [Double::from(1.0), zero, zero, zero],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thin_tetrahedra_about_the_origin_hold_it_to_the_rounding_of_their_corners() {
        let turn = nalgebra::UnitQuaternion::from_euler_angles(0.3, -1.1, 2.0);
        for thin in [1.0, 1e-8, 1e-15] {
            let corners = [
                Vector3::new(-3.0, 0.0, -thin),
                Vector3::new(1.0, -2.0, thin),
                Vector3::new(1.0, 2.0, thin),
                Vector3::new(1.0, 0.0, -thin),
            ];
            let corners = corners.map(|p| turn * p);
            let weights = nearest_weights(&corners);
            let weighted = corners.iter().zip(&weights).map(|(p, w)| p * *w);
            let mean: Vector3<f64> = weighted.sum();
            assert!(mean.norm() < 2e-15, "{thin}: {weights:?}, {mean:?}");
            assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-15);
        }
    }

    #[test]
    fn weights_are_those_of_the_nearest_face() {
        let apart = |z: f64| {
            [
                Vector3::new(-1.0, -1.0, 1.0),
                Vector3::new(3.0, -1.0, 1.0),
                Vector3::new(-1.0, 3.0, 1.0),
                Vector3::new(0.0, 0.0, z),
            ]
        };
        assert_eq!(nearest_weights(&apart(2.0)), [0.5, 0.25, 0.25, 0.0]);
        assert_eq!(nearest_weights(&apart(1e30)), [0.5, 0.25, 0.25, 0.0]);
        assert_eq!(nearest_weights(&apart(0.5)), [0.0, 0.0, 0.0, 1.0]);
        assert_eq!(nearest_weights(&[Vector3::x(); 4]), [1.0, 0.0, 0.0, 0.0]);
    }
}
