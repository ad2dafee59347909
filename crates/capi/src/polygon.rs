//! Polygons in the plane, as handles, and where they are.

use libc::size_t;

use nalgebra::Vector2;

use crate::body::checked;
use crate::boundary::{coordinates, destroy, required};
use crate::entry::{entry, entry_without_error};
use crate::fault::{Result, Wrong};
use crate::pair::readable;
use interframe::{Polygon, Pose2, PosedPair2};

/// A convex polygon in the plane, or all points within a radius of one. Immutable: any number of threads may use one
/// at the same time. Made by ifr_polygon_create or ifr_polygon_rounded_create, freed by ifr_polygon_destroy.
pub struct ifr_polygon(Polygon);

const _: () = {
    const fn shared_between_threads<T: Send + Sync>() {}
    shared_between_threads::<ifr_polygon>();
};

entry! {
    /// Builds the convex hull of count points (x y x y ...) in the body's frame. Any finite points will
    /// do: in any order, with duplicates and inner points, collinear, one, none (xy may then be NULL).
    /// The points are copied.
    ///
    /// On success *out is the new polygon, yours to destroy; on failure it is NULL. Allocates.
    ifr_polygon_create(xy: *const f64, count: size_t, out: *mut *mut ifr_polygon) = create(out) {
        let points = coordinates::<2>(xy, count, "xy")?;
        let points: Vec<_> = points.iter().map(|&p| Vector2::from(p)).collect();
        let body = Polygon::new(&points);
        let body = body.map_err(|error| Wrong::of_a_list(error, 2).at("xy"))?;
        Ok(ifr_polygon(body))
    }

    /// All points within radius (not negative) of a polygon, in place of a radius that it has: of a point a disc, of a
    /// segment a stadium. Its corners are those of the polygon, and so is its Minkowski difference. On success *out is the
    /// new polygon, yours to destroy; on failure it is NULL. Allocates.
    ifr_polygon_rounded_create(core: *const ifr_polygon, radius: f64, out: *mut *mut ifr_polygon) = create(out) {
        let body = polygon(core, "core")?.clone().rounded(radius);
        let body = body.map_err(|error| Wrong::Refused(error).at(""))?;
        Ok(ifr_polygon(body))
    }
}

/// Frees a polygon. NULL is fine. It must not be in use by another thread, nor be used or destroyed
/// again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_polygon_destroy(body: *mut ifr_polygon) {
    // SAFETY: it came from a `Handle`, and the caller gives up the only claim to it.
    unsafe { destroy(body) }
}

/// # Safety
/// `body` is NULL, misaligned, or live.
unsafe fn polygon<'a>(body: *const ifr_polygon, name: &'static str) -> Result<&'a Polygon> {
    // SAFETY: the caller's promise is the same.
    unsafe { required(body, name) }.map(|body| &body.0)
}

/// Number of corners; 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_polygon_vertex_count(body: *const ifr_polygon) -> size_t {
    // SAFETY: the pointer is as the header's first section demands.
    unsafe { polygon(body, "body") }.map_or(0, |body| body.vertices().len())
}

entry_without_error! {
    /// Writes corner index (below the vertex count) to out_xy[0..1], body frame, exactly as it was given.
    /// Corners are counter-clockwise from the lowest of the leftmost.
    ifr_polygon_get_vertex(
        body: *const ifr_polygon, index: size_t, out_xy: *mut f64,
    ) = call(out_xy.cast::<[f64; 2]>(), "out_xy") {
        // Two numbers are a [f64; 2].
        let corners = polygon(body, "body")?.vertices();
        Ok(corners[checked(index, corners.len())?].into())
    }

    /// Writes where in the list given to ifr_polygon_create corner index (below the vertex count) stood
    /// first, counted in points.
    ifr_polygon_get_source_index(body: *const ifr_polygon, index: size_t, out: *mut size_t) = call(out, "out") {
        let body = polygon(body, "body")?;
        Ok(body.source_index(checked(index, body.vertices().len())?))
    }
}

/// Position and orientation of a polygon's frame in the plane.
///
/// A zeroed pose is not the identity but an error (IFR_STATUS_QUATERNION_NORM), so that a forgotten
/// one is noticed.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ifr_pose_2d {
    /// Position of the body's origin, x y.
    pub p: [f64; 2],
    /// Sine and cosine of half the angle, counter-clockwise: z and w of a quaternion. Their norm must
    /// be within 1e-3 of 1; the rest is divided out exactly.
    pub half_angle: [f64; 2],
}

entry! {
    /// Writes the pose at x, y turned by angle (radians, counter-clockwise).
    ifr_pose_2d_init(x: f64, y: f64, angle: f64, out: *mut ifr_pose_2d) = call(out, "out") {
        let pose = Pose2::from_angle(Vector2::new(x, y), angle);
        let pose = pose.map_err(|error| Wrong::Refused(error).at("x, y, angle"))?;
        Ok(ifr_pose_2d {
            p: pose.translation().into(),
            half_angle: pose.half_angle(),
        })
    }
}

/// Two polygons and where they are. Normals of answers point from A to B.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_posed_pair_2d {
    /// Polygon A; not NULL.
    pub a: *const ifr_polygon,
    /// Polygon B; not NULL, may be the same as A.
    pub b: *const ifr_polygon,
    /// Where A is.
    pub pose_a: ifr_pose_2d,
    /// Where B is.
    pub pose_b: ifr_pose_2d,
}

#[inline(always)]
fn read_pose(pose: &ifr_pose_2d, name: &'static str) -> Result<Pose2> {
    let read = Pose2::new(pose.p.into(), pose.half_angle);
    read.map_err(|error| Wrong::Refused(error).at(name))
}

readable!(ifr_posed_pair_2d -> PosedPair2, polygon: &Polygon, [pose_a, pose_b]: Pose2 = read_pose);
