//! A contact of two bodies at one time, from their nearest points: gap, normal, points and rate, with lengths as they are scaled.

use nalgebra::Vector3;

use crate::advance::impact::Contact;
use crate::advance::relative_motion::{RelativeMotion, RelativePoses};
use crate::numeric::arithmetic::is_unit;
use crate::solver::gjk::NearestPoints;
use crate::solver::minkowski_difference::Difference;

/// A bound on a length in world units: where those are too small for all digits, rounded up.
pub(crate) fn unscaled(upper: f64, scale: f64) -> f64 {
    let length = upper / scale;
    if length * scale < upper {
        length.next_up()
    } else {
        length
    }
}

/// Bounds the gap between surfaces in world units, where the cores are at most `upper` apart, scaled; None where the bodies
/// overlap by their radii.
pub(crate) fn surface_gap(pair: &RelativeMotion<'_>, upper: f64) -> Option<f64> {
    if !pair.scaled.is_round() {
        return Some(unscaled(upper, pair.scale));
    }
    let [radii, _] = pair.scaled.touching_distance(0.0).bounds(pair.scale);
    (upper > radii).then(|| unscaled((upper - radii).next_up(), pair.scale))
}

/// A contact.
#[derive(Clone, Copy)]
pub(crate) struct ContactAt {
    pub(crate) contact: Contact,
    pub(crate) gap: f64,
    pub(crate) normal: Option<Vector3<f64>>,
    /// Points of A and of B, from A's origin, scaled.
    pub(crate) points: [Vector3<f64>; 2],
    /// Separation velocity.
    pub(crate) speed: f64,
}

impl ContactAt {
    pub(crate) fn overlap(
        pair: &RelativeMotion<'_>,
        posed: &RelativePoses,
        normal: Option<Vector3<f64>>,
        points: [Vector3<f64>; 2],
    ) -> Self {
        let touch = ContactAt {
            contact: Contact::Overlap,
            gap: 0.0,
            normal: None,
            points,
            speed: 0.0,
        };
        touch.along(pair, posed, normal)
    }

    /// With this normal.
    #[inline(always)]
    pub(crate) fn along(
        self,
        pair: &RelativeMotion<'_>,
        posed: &RelativePoses,
        normal: Option<Vector3<f64>>,
    ) -> Self {
        let speed = |n| pair.separation_velocity(posed, &n, &self.points) / pair.scale;
        ContactAt {
            normal,
            speed: normal.map_or(0.0, speed),
            ..self
        }
    }

    /// An overlap, or a gap of at most `near`, scaled.
    pub(crate) fn measured(
        pair: &RelativeMotion<'_>,
        posed: &RelativePoses,
        nearest: &NearestPoints,
        near: Option<f64>,
    ) -> Self {
        let (a, b) = pair.bodies(posed);
        let points = nearest.shared().points(&Difference::new(&a, &b, 0.0));
        let points = pair.scaled.on_surfaces(points);
        let overlap = ContactAt::overlap(pair, posed, unit_normal(nearest), points);
        match near.and_then(|upper| surface_gap(pair, upper)) {
            Some(gap) => ContactAt {
                contact: Contact::Near,
                gap,
                ..overlap
            },
            None => overlap,
        }
    }
}

pub(crate) fn unit_normal(nearest: &NearestPoints) -> Option<Vector3<f64>> {
    is_unit(&nearest.normal).then_some(nearest.normal)
}
