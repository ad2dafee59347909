//! Poses within poses.

use interframe::Pose;
use interframe::nalgebra::Vector3;

use crate::error::Result;

/// The turn that takes z to y, and y to -z: parry's cylinders, cones and height fields have y where ours have z.
pub(crate) fn z_to_y() -> Result<Pose> {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let quarter = interframe::nalgebra::Quaternion::new(half, -half, 0.0, 0.0);
    Ok(Pose::new(Vector3::zeros(), quarter)?)
}

/// A place within a frame that is itself somewhere.
pub(crate) fn compose(outer: &Pose, inner: &Pose) -> Result<Pose> {
    if *inner == Pose::identity() {
        return Ok(*outer);
    }
    let turned = match inner.quaternion() == Pose::identity().quaternion() {
        true => outer.quaternion(),
        false => (outer.quaternion() * inner.quaternion()).normalize(),
    };
    Ok(Pose::new(
        outer.transform_point(&inner.translation()),
        turned,
    )?)
}

/// The frame of the world, as it is seen from a place.
pub(crate) fn inverse(pose: &Pose) -> Result<Pose> {
    let back = Pose::new(Vector3::zeros(), pose.quaternion().conjugate())?;
    let translation = -back.transform_point(&pose.translation());
    Ok(Pose::new(translation, back.quaternion())?)
}

/// Whether two poses are one to a few roundings.
pub(crate) fn is_same_place(a: &Pose, b: &Pose) -> bool {
    const ROUNDING: f64 = 1e-13;
    let size = 1.0 + a.translation().amax();
    let (p, q) = (a.quaternion().normalize(), b.quaternion().normalize());
    let apart = (p.coords - q.coords)
        .amax()
        .min((p.coords + q.coords).amax());
    (a.translation() - b.translation()).amax() <= ROUNDING * size && apart <= ROUNDING
}
