//! The contact of two bodies, one of which is curved, from what is nearest at one time.

use nalgebra::Vector3;

use crate::advance::curved_measure::CurvedAdvance;
use crate::advance::impact::{Contact, TimeOfImpact};
use crate::advance::parting_normal::OFF;
use crate::advance::relative_motion::{RelativePoses, origin_at};
use crate::numeric::arithmetic::{U, in_range, is_unit};
use crate::solver::curved_distance::Measured;
use crate::solver::problem::scanned_gap;
use crate::solver::rounded_distance;
use crate::support::mapping::FloatMapping;

impl CurvedAdvance<'_> {
    /// The normal, of the distance or of the plane `before`, along which the cores are at least `apart` from each other, to twelve
    /// their rounding.
    fn parting(
        &self,
        (posed, measured, before): (&RelativePoses, &Measured, Option<Vector3<f64>>),
        apart: f64,
    ) -> Option<Vector3<f64>> {
        let [a, b] = self.sets(posed);
        let least = apart * (1.0 - 8.0 * U) - OFF * (a.rounding() + b.rounding());
        let found = &measured.found;
        if found.lower >= least {
            return Some(found.normal).filter(is_unit);
        }
        let parts = |n: &Vector3<f64>| is_unit(n) && scanned_gap(a, b, *n) >= least;
        Some(found.normal).filter(parts).or(before.filter(parts))
    }

    pub(crate) fn near(
        &self,
        at: (&RelativePoses, &Measured, Option<Vector3<f64>>),
        apart: f64,
        gap: f64,
    ) -> TimeOfImpact {
        let (posed, measured, _) = at;
        let cores = measured.points;
        let scale = self.motion.scale;
        let origin = origin_at(self.motion.flight.motions[0], posed.t);
        let radii = self.sides.radii.map(|radius| radius * scale);
        let normal = self.parting(at, apart);
        let points = rounded_distance::nearer(cores, radii);
        let [point_a, point_b] = points.map(|p| in_range(p / scale + origin));
        let speed = |n| self.motion.separation_velocity(posed, &n, &points) / scale;
        TimeOfImpact {
            contact: Contact::Near,
            t_lo: posed.t,
            t_hi: posed.t,
            gap: (gap / scale).next_up(),
            point_a,
            point_b,
            normal,
            separation_velocity: normal.map_or(0.0, speed),
            ..TimeOfImpact::HIT
        }
    }
}
