//! Certificates of upright cuboids that are at most a safety distance apart, or farther.

use crate::certificate::Proof;
use crate::error::Result;
use crate::motion::pairs::PosedPair;
use crate::motion::pose::Pose;
use crate::pair::PairState;
use crate::planar::cuboid_separation::CuboidSeparationOptions;
use crate::planar::yaw_cuboid::YawCuboid;
use crate::proof::within::certify_within;
use crate::query::within::{WithinOptions, within};

/// Makes the proof of the verdict of [`cuboid_separation`](crate::cuboid_separation): the certificate of
/// [`certify_within`] about the bodies that the cuboids are. Allocates.
///
/// # Errors
/// See [`cuboid_separation`](crate::cuboid_separation).
///
/// ```
/// use interframe::certificate::Certificate;
/// use interframe::{CuboidSeparationOptions, Verdict, YawCuboid, certify_cuboid_separation};
///
/// let square = |x: f64| {
///     YawCuboid::new([[x, 0.0], [x + 1.0, 0.0], [x + 1.0, 1.0], [x, 1.0]], [0.0, 1.0])
/// };
/// let options = CuboidSeparationOptions { safety_distance: 2.0 };
/// let proof = certify_cuboid_separation(&square(0.0)?, &square(3.0)?, &options)?;
/// assert!(matches!(proof.certificate, Certificate::Nearer { distance: 2.0, .. }));
/// assert_eq!(proof.verify().unwrap().verdict, Verdict::Hit);
/// # Ok::<(), interframe::Error>(())
/// ```
pub fn certify_cuboid_separation(
    a: &YawCuboid,
    b: &YawCuboid,
    options: &CuboidSeparationOptions,
) -> Result<Proof> {
    let (a, b, here) = (a.polytope()?, b.polytope()?, Pose::identity());
    let pair = PosedPair::new(&a, &here, &b, &here);
    let options = WithinOptions {
        distance: options.safety_distance,
        ..WithinOptions::default()
    };
    let answer = within(&pair, &options, &mut PairState::default())?;
    Ok(certify_within(&pair, &options, &answer))
}
