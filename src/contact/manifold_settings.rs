//! How far contacts of two convex bodies are looked for, and how exactly.

use nalgebra::Vector3;

use crate::contact::contacts::ContactManifoldOptions;
use crate::motion::pairs::Cores;
use crate::motion::pose::Pose;
use crate::numeric::length_sum::LengthSum;

/// Settings of a search for contacts of polytopes.
#[derive(Clone, Copy)]
pub(crate) struct ManifoldSettings {
    /// Cores farther apart than this have no contacts.
    pub(super) reach: LengthSum,
    /// If f64 leaves the bounds farther apart than this beyond rounding, exact arithmetic decides.
    pub(super) loosest: f64,
    pub(super) max_pivots: u32,
    /// The normal, if it is not to be looked for.
    pub(super) along: Option<Vector3<f64>>,
    pub(super) radii: [f64; 2],
    /// Cores this far apart are of bodies that touch. None of bodies without radii.
    pub(super) touching: Option<LengthSum>,
}

impl ManifoldSettings {
    /// Settings for bodies without radii.
    pub(crate) fn plainly(options: &ContactManifoldOptions) -> Self {
        ManifoldSettings {
            reach: LengthSum([options.prediction, 0.0, 0.0]),
            loosest: f64::INFINITY,
            max_pivots: options.max_pivots,
            along: None,
            radii: [0.0; 2],
            touching: None,
        }
    }

    /// Settings for bodies with radii.
    pub(super) fn of_cores(cores: &Cores<'_, Pose>, prediction: f64, max_pivots: u32) -> Self {
        ManifoldSettings {
            reach: cores.touching_distance(prediction),
            loosest: cores.loosest(),
            max_pivots,
            along: None,
            radii: cores.radii,
            touching: (cores.radii != [0.0; 2]).then(|| cores.touching_distance(0.0)),
        }
    }
}
