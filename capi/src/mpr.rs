//! The signed distance of improved Minkowski Portal Refinement.

use crate::boundary::{Fault, enter, optional, output, required};
use crate::intersect::ifr_intersect_input;
use crate::mirror::mirrored;
use crate::settings::{self, ifr_settings};
use crate::status::{ifr_error, ifr_status};
use crate::verdict::{ifr_decided_by, ifr_verdict};
use interframe::{Detour, MprDistance, MprOptions, PosedPair, Route, mpr};

/// Options of ifr_mpr. Pass NULL for the defaults; 0 means the default in each field.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default)]
pub struct ifr_mpr_options {
    /// A portal is good enough when the Minkowski difference reaches no farther than this beyond
    /// it, in bounding radii of the smaller body (of the larger, if that is 0). Up to 0.1; default
    /// 1e-4.
    pub rel_tol: f64,
    /// Support queries on each body after which another route is taken. Default 100.
    pub max_iterations: u32,
}

/// What gave an ifr_mpr_result.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ifr_mpr_route {
    /// A body is empty, or the call failed.
    #[default]
    IFR_MPR_ROUTE_NOTHING = 0,
    /// The portal, as in the paper.
    IFR_MPR_ROUTE_PORTAL = 1,
    /// The ray from the centres meets the vertex farthest along it.
    IFR_MPR_ROUTE_AXIS = 2,
    /// Apart: as ifr_distance.
    IFR_MPR_ROUTE_DISTANCE = 3,
    /// Overlapping: as ifr_penetration.
    IFR_MPR_ROUTE_PENETRATION = 4,
}

/// Why another route was taken than the paper's.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ifr_mpr_detour {
    /// None was.
    #[default]
    IFR_MPR_DETOUR_NONE = 0,
    /// The bodies' centres coincide to rounding.
    IFR_MPR_DETOUR_COINCIDENT_CENTERS = 1,
    /// Both bodies lie in parallel planes, or are segments or points.
    IFR_MPR_DETOUR_FLAT = 2,
    /// The portal lost its area, or a step did not come nearer.
    IFR_MPR_DETOUR_DEGENERATE_PORTAL = 3,
    /// The iteration limit was reached.
    IFR_MPR_DETOUR_LIMIT = 4,
    /// Doubles do not prove on which side of the portal the origin lies.
    IFR_MPR_DETOUR_SIGN_UNCLEAR = 5,
}

/// Answer of ifr_mpr. All zero, undecided, after a failed call.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ifr_mpr_result {
    /// Separated or hit, as of ifr_intersect: a call that succeeds is never undecided here.
    pub verdict: ifr_verdict,
    /// Which arithmetic decided the verdict.
    pub decided_by: ifr_decided_by,
    /// What gave the answer.
    pub route: ifr_mpr_route,
    /// Why it was not the portal.
    pub detour: ifr_mpr_detour,
    /// Support queries on each body; 0 when a body is empty.
    pub iterations: u32,
    /// Whether normal and the points are set: unless a body is empty.
    pub has_points: bool,
    /// Always 0, so that equal answers are equal bytes.
    pub reserved: [u8; 3],
    /// The paper's delta: positive when separated (infinite when a body is empty), else not.
    pub separation: f64,
    /// The true signed distance, minus the depth when hit, is at least this.
    pub lower_bound: f64,
    /// The true signed distance is at most this.
    pub upper_bound: f64,
    /// Unit, from A to B, world axes; point_b - point_a is separation * normal to rounding.
    pub normal: [f64; 3],
    /// A point of A, world frame.
    pub point_a: [f64; 3],
    /// A point of B.
    pub point_b: [f64; 3],
}

mirrored!(Route => ifr_mpr_route,
    Nothing: IFR_MPR_ROUTE_NOTHING,
    Portal: IFR_MPR_ROUTE_PORTAL,
    Axis: IFR_MPR_ROUTE_AXIS,
    Distance: IFR_MPR_ROUTE_DISTANCE,
    Penetration: IFR_MPR_ROUTE_PENETRATION,
);

mirrored!(Detour => ifr_mpr_detour,
    None: IFR_MPR_DETOUR_NONE,
    CoincidentCenters: IFR_MPR_DETOUR_COINCIDENT_CENTERS,
    Flat: IFR_MPR_DETOUR_FLAT,
    DegeneratePortal: IFR_MPR_DETOUR_DEGENERATE_PORTAL,
    Limit: IFR_MPR_DETOUR_LIMIT,
    SignUnclear: IFR_MPR_DETOUR_SIGN_UNCLEAR,
);

impl From<MprDistance> for ifr_mpr_result {
    fn from(answer: MprDistance) -> Self {
        ifr_mpr_result {
            verdict: answer.verdict.into(),
            decided_by: answer.decided_by.into(),
            route: answer.route.into(),
            detour: answer.detour.into(),
            iterations: answer.iterations,
            has_points: answer.normal.is_some(),
            separation: answer.separation,
            lower_bound: answer.lower_bound,
            upper_bound: answer.upper_bound,
            normal: answer.normal.map(Into::into).unwrap_or_default(),
            point_a: answer.point_a.map(Into::into).unwrap_or_default(),
            point_b: answer.point_b.map(Into::into).unwrap_or_default(),
            reserved: [0; 3],
        }
    }
}

/// The signed distance of two bodies by improved Minkowski Portal Refinement (Neumayr and Otter
/// 2017): the sign as of ifr_intersect, a distance or a depth of the portal, and bounds of the
/// true one. ifr_distance and ifr_penetration give the true values always.
///
/// options, settings: NULL for the defaults; the methods are the default and IFR_METHOD_MPR
/// (IFR_STATUS_METHOD for others). error: NULL if you want no details. Below a microsecond by the
/// portal; does not allocate where the route it takes does not.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_mpr(
    input: *const ifr_intersect_input,
    options: *const ifr_mpr_options,
    settings: *const ifr_settings,
    out: *mut ifr_mpr_result,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        enter(error, || {
            let out = output(out, "out")?;
            let ([a, b], [pose_a, pose_b]) = required(input, "input")?.read()?;
            let given = optional(options, "options")?.copied().unwrap_or_default();
            let settings = settings::read(settings)?;
            let options = read_options(&given)?;
            *out = mpr(&PosedPair::new(a, &pose_a, b, &pose_b), &options, &settings)
                .map_err(Fault::input("settings.method"))?
                .into();
            Ok(())
        })
    }
}

fn read_options(given: &ifr_mpr_options) -> Result<MprOptions, Fault> {
    let defaults = MprOptions::default();
    let options = MprOptions {
        rel_tol: if given.rel_tol == 0.0 {
            defaults.rel_tol
        } else {
            given.rel_tol
        },
        max_iterations: match given.max_iterations {
            0 => defaults.max_iterations,
            given => given,
        },
    };
    options.validate().map_err(Fault::input("options"))?;
    Ok(options)
}
