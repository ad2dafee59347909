//! The signed distance of improved Minkowski Portal Refinement.

use crate::mirror::{answers, c_enum, or_zero, texts};
use crate::query::*;
use interframe::{Detour, MprDistance, MprOptions, Route, mpr};

/// Input of ifr_mpr.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_mpr_input {
    /// The bodies and their poses.
    pub pair: ifr_posed_pair,
    /// The refinement stops at a portal beyond which the Minkowski difference reaches no farther than this, in bounding
    /// radii of the smaller body (of the larger, if that is 0). Up to 0.1; 0: 1e-4.
    pub rel_tol: f64,
    /// Largest number of support queries on each body; after that, another route is taken. 0: 100.
    pub max_iterations: u32,
    /// Largest number of pivots of the other route; see ifr_intersect_input. 0: 64.
    pub max_pivots: u32,
}

options!(ifr_mpr_input => MprOptions, given {
    or_default: rel_tol, max_iterations, max_pivots;
});

c_enum! {
    /// Route by which an ifr_mpr_result was found.
    ifr_mpr_route = Route {
        /// A body is empty, or the call failed.
        IFR_MPR_ROUTE_NOTHING = 0 => Nothing,
        /// The portal, as in the paper.
        IFR_MPR_ROUTE_PORTAL = 1 => Portal,
        /// The ray from the centres meets the point farthest along it, as always for two spheres.
        IFR_MPR_ROUTE_AXIS = 2 => Axis,
        /// Apart: the answer of ifr_distance.
        IFR_MPR_ROUTE_DISTANCE = 3 => Distance,
        /// Overlapping: the answer of ifr_penetration.
        IFR_MPR_ROUTE_PENETRATION = 4 => Penetration,
    }
}

c_enum! {
    /// Why another route was taken than the paper's.
    ifr_mpr_detour = Detour {
        /// No other route was taken.
        IFR_MPR_DETOUR_NONE = 0 => None,
        /// The bodies' centres coincide to rounding.
        IFR_MPR_DETOUR_COINCIDENT_CENTERS = 1 => CoincidentCenters,
        /// Both bodies lie in parallel planes, or are segments or points.
        IFR_MPR_DETOUR_FLAT = 2 => Flat,
        /// The portal lost its area, or a step did not come nearer.
        IFR_MPR_DETOUR_DEGENERATE_PORTAL = 3 => DegeneratePortal,
        /// The iteration limit was reached.
        IFR_MPR_DETOUR_LIMIT = 4 => Limit,
        /// Doubles cannot prove on which side of the portal the origin lies.
        IFR_MPR_DETOUR_SIGN_UNCLEAR = 5 => SignUnclear,
    }
}

texts! {
    /// "nothing", "portal", "axis", "distance", "penetration", or "unknown". See ifr_verdict_text.
    ifr_mpr_route_text(route) = ifr_mpr_route;
    /// "none", "coincident_centers", "flat", "degenerate_portal", "limit", "sign_unclear", or "unknown". See
    /// ifr_verdict_text.
    ifr_mpr_detour_text(detour) = ifr_mpr_detour;
}

answers! {
    /// Answer of ifr_mpr. All zero, undecided, after a failed call.
    pub struct ifr_mpr_result from answer: MprDistance {
        /// Verdict of ifr_intersect. A call that succeeds is undecided only for curved bodies that touch.
        pub verdict: ifr_verdict,
        /// IFR_REASON_NONE; of curved bodies perhaps IFR_REASON_TOUCHING.
        pub reason: ifr_reason,
        /// Which arithmetic decided the verdict.
        pub decided_by: ifr_decided_by,
        /// Support queries on each body; 0 when a body is empty.
        pub iterations: u32,
        /// Route by which the answer was found.
        pub route: ifr_mpr_route,
        /// Why it was not the portal.
        pub detour: ifr_mpr_detour,
        /// Whether normal and the points are set: unless a body is empty.
        pub has_points: bool = answer.normal.is_some(),
        /// Always 0, so that equal answers are equal bytes.
        pub reserved: [u8; 7] = [0; 7],
        /// The paper's delta: positive when separated (infinite when a body is empty), not when hit.
        pub separation: f64,
        /// The true signed distance, minus the depth when hit, is at least this.
        pub lower_bound: f64,
        /// The true signed distance is at most this.
        pub upper_bound: f64,
        /// Unit, from A to B, world axes; point_b - point_a is separation * normal to rounding.
        pub normal: [f64; 3] = or_zero(answer.normal),
        /// A point of A, world frame.
        pub point_a: [f64; 3] = or_zero(answer.point_a),
        /// A point of B.
        pub point_b: [f64; 3] = or_zero(answer.point_b),
    }
}

ask! {
    /// The signed distance of two bodies by improved Minkowski Portal Refinement (Neumayr and Otter
    /// 2017): the sign of ifr_intersect, a distance or a depth of the portal, and bounds of the
    /// true one. ifr_distance and ifr_penetration give the true values always. Takes convex bodies
    /// of every kind: a radius smooths the distance as it smooths the body.
    ///
    /// One to a few microseconds by the portal. Allocates only where the route that it takes does. Does not use state.
    ifr_mpr(ifr_mpr_input) -> ifr_mpr_result = mpr;
    capture ifr_mpr_to_json;
}
