//! How far apart are two bodies at given poses?

use crate::boundary::{Fault, enter, output, required};
use crate::feature::ifr_feature;
use crate::intersect::ifr_intersect_input;
use crate::pair_state::{ifr_pair_state, with_state};
use crate::settings::{self, ifr_settings};
use crate::status::{ifr_error, ifr_status};
use crate::verdict::{ifr_decided_by, ifr_verdict};
use interframe::{Distance, PosedPair, distance};

/// Answer of ifr_distance. All zero, undecided, after a failed call.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ifr_distance_result {
    /// Separated or hit, as of ifr_intersect: a call that succeeds is never undecided here.
    pub verdict: ifr_verdict,
    /// Which arithmetic decided.
    pub decided_by: ifr_decided_by,
    /// Support queries on each body; 0 when a body is empty.
    pub iterations: u32,
    /// Whether point_a and point_b are set: unless a body is empty.
    pub has_points: bool,
    /// Whether normal, feature_a and feature_b are set: when separated, unless a body is empty.
    pub has_normal: bool,
    /// Always 0, so that equal answers are equal bytes.
    pub reserved: [u8; 2],
    /// The distance: positive when separated, infinite when a body is empty, 0 when hit
    /// (ifr_penetration says how deep).
    pub separation: f64,
    /// The true distance is within this of separation.
    pub error: f64,
    /// The true distance is at least this: the gap between two planes of this normal that hold the
    /// bodies apart, less rounding.
    pub lower_bound: f64,
    /// Point of A nearest to B, world frame. A common point when hit. All zero without has_points.
    pub point_a: [f64; 3],
    /// Point of B nearest to A. As point_a.
    pub point_b: [f64; 3],
    /// Unit normal from A to B, world axes; accurate even where the two points differ by rounding
    /// alone. All zero without has_normal.
    pub normal: [f64; 3],
    /// The smallest feature found that holds point_a. Of kind none without has_normal.
    pub feature_a: ifr_feature,
    /// What holds point_b.
    pub feature_b: ifr_feature,
}

impl From<Distance> for ifr_distance_result {
    fn from(answer: Distance) -> Self {
        let [feature_a, feature_b] = answer.features.unwrap_or_default().map(Into::into);
        ifr_distance_result {
            verdict: answer.verdict.into(),
            decided_by: answer.decided_by.into(),
            iterations: answer.iterations,
            has_points: answer.point_a.is_some(),
            has_normal: answer.normal.is_some(),
            separation: answer.separation,
            error: answer.error,
            lower_bound: answer.lower_bound,
            point_a: answer.point_a.map(Into::into).unwrap_or_default(),
            point_b: answer.point_b.map(Into::into).unwrap_or_default(),
            normal: answer.normal.map(Into::into).unwrap_or_default(),
            feature_a,
            feature_b,
            reserved: [0; 2],
        }
    }
}

/// How far apart are two bodies at these poses, where, and what holds the nearest points?
///
/// The sign is exact: a hit when they share a point in real arithmetic on the numbers given, as
/// ifr_intersect says. The distance is known to error.
///
/// state: the pair's memory, or NULL to start afresh; shared with the other queries. settings: NULL
/// for the defaults; the methods are the default and IFR_METHOD_GJK, which are the same
/// (IFR_STATUS_METHOD for others). error: NULL if you want no details. Tens to hundreds of
/// nanoseconds; does not allocate, unless doubles cannot tell and exact arithmetic decides.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_distance(
    input: *const ifr_intersect_input,
    state: *mut ifr_pair_state,
    settings: *const ifr_settings,
    out: *mut ifr_distance_result,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        enter(error, || {
            let out = output(out, "out")?;
            let ([a, b], [pose_a, pose_b]) = required(input, "input")?.read()?;
            let settings = settings::read(settings)?;
            *out = with_state(state, |state| {
                distance(&PosedPair::new(a, &pose_a, b, &pose_b), &settings, state)
                    .map_err(Fault::input("settings.method"))
            })?
            .into();
            Ok(())
        })
    }
}
