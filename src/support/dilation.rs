//! How far a turning body strays from the hull of its two end poses.
//!
//! Seen from the pivot's straight path, a point at distance r from the axis runs on an arc of
//! angle theta while the chord between its ends is run through at constant speed. The distance
//! between the two at the same time is at most r (1 - cos(theta/2)) for theta < 2 pi (largest at
//! half time; `docs/theory/DESIGN.md` has the proof), and 2 r always, since both lie in the arc's disc.
//! A hull dilated by the largest of these radii holds the body at every time of the frame.

use nalgebra::{Quaternion, Vector3};

use crate::motion::rigid_motion::Motion;
use crate::numeric::arithmetic::{U, cross, dot, norm, rotate};
use crate::shape::polytope::Polytope;

/// The dilation radius for one body, times `scale`, rounded up; 0 for a body that does not turn.
pub(crate) fn slack(body: &Polytope, motion: &Motion, scale: f64) -> f64 {
    if !motion.is_turning() {
        return 0.0;
    }
    let (axis, axis_error, sagitta) = match motion.turn() {
        Some(turn) => by_vector(&turn),
        None => by_end_pose(motion),
    };
    let radius = axis_radius(body, motion, &axis, axis_error, scale);
    let reach = body.reach() * scale + norm(&(motion.pivot() * scale));
    // Unscaled: beside a body of extreme size a length that is not 0 may scale to 0.
    if body.reach() == 0.0 && motion.pivot() == Vector3::zeros() {
        // A point at its pivot stays there.
        return 0.0;
    }
    // The end pose itself is rounded, as are the steps above; products of denormal lengths vanish.
    let bound = (radius * sagitta) * (1.0 + 8.0 * U) + 128.0 * U * reach;
    bound.max(f64::MIN_POSITIVE)
}

/// Unit axis, its error, and the arc's height for r = 1.
fn by_vector(turn: &Vector3<f64>) -> (Vector3<f64>, f64, f64) {
    let unit = turn / turn.amax();
    let length = norm(&unit);
    let theta = turn.amax() * length;
    let sagitta = if theta < 2.0 * std::f64::consts::PI {
        1.0 - libm::cos(0.5 * theta) + 16.0 * U
    } else {
        2.0
    };
    (unit / length, 8.0 * U, sagitta)
}

/// Returns axis and angles of the shortest arc between two quaternions: cos(theta/2) is their scalar product.
fn by_end_pose(motion: &Motion) -> (Vector3<f64>, f64, f64) {
    let (q0, q1) = (motion.start().quaternion(), motion.end().quaternion());
    let delta = turn_between(&q0, &q1);
    let axis = Vector3::new(delta.i, delta.j, delta.k);
    let length = norm(&axis);
    let whole = (length * length + delta.w * delta.w).sqrt();
    // |q1||q0| is within 2e-3 of 1, so each component of delta errs by at most 8 U.
    let sagitta = 1.0 - delta.w.abs() / whole + 24.0 * U;
    if length > 0.0 {
        (axis / length, 16.0 * U / length, sagitta)
    } else {
        (Vector3::x(), 2.0, sagitta)
    }
}

/// q1 q0^-1, not normalised.
fn turn_between(q0: &Quaternion<f64>, q1: &Quaternion<f64>) -> Quaternion<f64> {
    let (v0, v1) = (-q0.imag(), q1.imag());
    let v = v1 * q0.w + v0 * q1.w + cross(&v1, &v0);
    Quaternion::from_parts(q1.w * q0.w - dot(&v1, &v0), v)
}

/// Largest distance of a corner from the axis through the pivot, rounded up.
fn axis_radius(
    body: &Polytope,
    motion: &Motion,
    axis: &Vector3<f64>,
    axis_error: f64,
    scale: f64,
) -> f64 {
    let (mut along_axis, mut from_pivot) = (0.0_f64, 0.0_f64);
    for v in body.vertices() {
        let arm = rotate(
            motion.start().matrix(),
            &(v * scale - motion.pivot() * scale),
        );
        along_axis = along_axis.max(norm(&cross(axis, &arm)));
        from_pivot = from_pivot.max(norm(&arm));
    }
    // Neither the axis nor the rotation is exact; the distance from the pivot bounds both.
    let with_error = along_axis + (axis_error + 64.0 * U) * from_pivot;
    with_error.min(from_pivot * (1.0 + 64.0 * U))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::motion::pose::Pose;

    #[test]
    fn a_turning_body_has_a_slack_however_small_it_is() -> crate::Result<()> {
        let tiny = Polytope::new(&[Vector3::new(1e-323, 0.0, 0.0)])?;
        let turn = Vector3::new(0.0, 0.0, 1.0);
        let spinning =
            Motion::from_turn(Pose::identity(), Vector3::zeros(), turn, Vector3::zeros())?;
        // Beside a body of 1e64.
        assert!(slack(&tiny, &spinning, 1e-64) > 0.0);
        let at_pivot = Polytope::new(&[Vector3::zeros()])?;
        assert_eq!(slack(&at_pivot, &spinning, 1e-64), 0.0);
        Ok(())
    }
}
