//! What holds a body of several pieces: a box, as a polytope, and a ball.

use nalgebra::Vector3;

use crate::bvh::aabb::Aabb;
use crate::numeric::arithmetic::eight_corners;
use crate::numeric::scaling::length_up;
use crate::shape::polytope::Polytope;

#[derive(Debug, Clone)]
pub(crate) struct BoundingVolume {
    /// Empty where the body is.
    pub(crate) hull: Polytope,
    pub(crate) held: Aabb,
    pub(crate) ball_center: Vector3<f64>,
    /// Rounded up; may be infinite.
    pub(crate) ball_radius: f64,
}

impl BoundingVolume {
    /// `farthest`: how far from the box's middle the body reaches, rounded up.
    pub(crate) fn new(held: Aabb, farthest: impl FnOnce(&Vector3<f64>) -> f64) -> Self {
        if held.is_empty() {
            return BoundingVolume {
                hull: Polytope::few(&[]).expect("no points"),
                held,
                ball_center: Vector3::zeros(),
                ball_radius: 0.0,
            };
        }
        // Lengths beyond f64 are held by a box of its largest numbers.
        let inside = |x: f64| x.clamp(f64::MIN, f64::MAX);
        let (low, high) = (held.low.map(inside), held.high.map(inside));
        let ball_center = Vector3::from(low) * 0.5 + Vector3::from(high) * 0.5;
        let ball_radius = farthest(&ball_center);
        BoundingVolume {
            hull: Polytope::few(&eight_corners(low, high)).expect("finite corners"),
            held,
            ball_center,
            ball_radius,
        }
    }

    /// Builds the polytope around points without radii.
    pub(crate) fn points(points: impl Iterator<Item = Vector3<f64>> + Clone) -> Self {
        BoundingVolume::new(Aabb::around(points.clone()), |center| {
            points.map(|p| length_up(&(p - center))).fold(0.0, f64::max)
        })
    }
}
