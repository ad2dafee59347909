//! Polygons in the plane: their distance and their Minkowski difference.

use nalgebra::Vector2;

use crate::boundary::{Fault, Handle, coordinates, enter, list_output, output, required};
use crate::feature::ifr_feature;
use crate::pair_state::{ifr_pair_state, with_state};
use crate::polytope::checked;
use crate::settings::{self, ifr_settings};
use crate::status::{ifr_error, ifr_status};
use crate::verdict::{ifr_decided_by, ifr_verdict};
use interframe::Polygon;
use interframe::Pose2;
use interframe::{DifferenceVertex2, minkowski_difference_2d};
use interframe::{Distance2, distance_2d};

/// A convex polygon in the plane. Immutable: any number of threads may use one at the same time.
/// Made by ifr_polygon_create, freed by ifr_polygon_destroy.
pub struct ifr_polygon(Polygon);

const _: () = {
    const fn shared_between_threads<T: Send + Sync>() {}
    shared_between_threads::<ifr_polygon>();
};

/// Builds the convex hull of count points (x y x y ...) in the body's frame. Any finite points will
/// do: in any order, with duplicates and inner points, collinear, one, none (xy may then be NULL).
/// The points are copied.
///
/// On success *out is the new polygon, yours to destroy; on failure it is NULL. Allocates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_polygon_create(
    xy: *const f64,
    count: usize,
    out: *mut *mut ifr_polygon,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        enter(error, || {
            let out = output(out.cast::<Handle<ifr_polygon>>(), "out")?;
            let points: Vec<_> = coordinates::<2>(xy, count, "xy")?
                .iter()
                .map(|&p| Vector2::from(p))
                .collect();
            let body = Polygon::new(&points).map_err(Fault::input("xy"))?;
            out.0 = Box::into_raw(Box::new(ifr_polygon(body)));
            Ok(())
        })
    }
}

/// Frees a polygon. NULL is fine. It must not be in use by another thread, nor be used or destroyed
/// again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_polygon_destroy(body: *mut ifr_polygon) {
    if body.is_null() {
        return;
    }
    let free = || {
        // SAFETY: it came from `Box::into_raw` in `ifr_polygon_create`, and the caller gives up the
        // only claim to it.
        drop(unsafe { Box::from_raw(body) });
        Ok(())
    };
    // SAFETY: no error struct.
    unsafe { enter(std::ptr::null_mut(), free) };
}

/// Number of corners; 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_polygon_vertex_count(body: *const ifr_polygon) -> usize {
    // SAFETY: the pointer is as the header's first section demands.
    unsafe { required(body, "body") }.map_or(0, |body| body.0.vertices().len())
}

/// Writes corner index (below the vertex count) to out_xy[0..1], body frame, exactly as it was given.
/// Corners are counter-clockwise from the lowest of the leftmost.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_polygon_get_vertex(
    body: *const ifr_polygon,
    index: usize,
    out_xy: *mut f64,
) -> ifr_status {
    // SAFETY: no error struct; the pointers are as the header's first section demands, and two
    // numbers are a [f64; 2].
    unsafe {
        enter(std::ptr::null_mut(), || {
            let out = output(out_xy.cast::<[f64; 2]>(), "out_xy")?;
            let corners = required(body, "body")?.0.vertices();
            *out = corners[checked(index, corners.len())?].into();
            Ok(())
        })
    }
}

/// Writes where in the list given to ifr_polygon_create corner index (below the vertex count) stood
/// first, counted in points.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_polygon_get_source_index(
    body: *const ifr_polygon,
    index: usize,
    out: *mut usize,
) -> ifr_status {
    // SAFETY: no error struct; the pointers are as the header's first section demands.
    unsafe {
        enter(std::ptr::null_mut(), || {
            let out = output(out, "out")?;
            let body = &required(body, "body")?.0;
            *out = body.source_index(checked(index, body.vertices().len())?);
            Ok(())
        })
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

/// Writes the pose at x, y turned by angle (radians, counter-clockwise).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_pose_2d_init(
    x: f64,
    y: f64,
    angle: f64,
    out: *mut ifr_pose_2d,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        enter(error, || {
            let out = output(out, "out")?;
            let pose =
                Pose2::from_angle(Vector2::new(x, y), angle).map_err(Fault::input("pose"))?;
            *out = ifr_pose_2d {
                p: pose.translation().into(),
                half_angle: pose.half_angle(),
            };
            Ok(())
        })
    }
}

/// Two polygons and where they are.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_polygons_input {
    /// Polygon A; not NULL.
    pub a: *const ifr_polygon,
    /// Polygon B; not NULL, may be the same as A.
    pub b: *const ifr_polygon,
    /// Where A is.
    pub pose_a: ifr_pose_2d,
    /// Where B is.
    pub pose_b: ifr_pose_2d,
}

impl ifr_polygons_input {
    /// # Safety
    /// The two handles are NULL or those of live polygons.
    unsafe fn read(&self) -> Result<([&Polygon; 2], [Pose2; 2]), Fault> {
        // SAFETY: the caller's promise is the same.
        let bodies = unsafe {
            [
                &required(self.a, "input.a")?.0,
                &required(self.b, "input.b")?.0,
            ]
        };
        let read = |pose: &ifr_pose_2d, name| {
            Pose2::new(pose.p.into(), pose.half_angle).map_err(Fault::input(name))
        };
        let poses = [
            read(&self.pose_a, "input.pose_a")?,
            read(&self.pose_b, "input.pose_b")?,
        ];
        Ok((bodies, poses))
    }
}

/// Answer of ifr_distance_2d. All zero, undecided, after a failed call.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ifr_distance_2d_result {
    /// Separated or hit, as in real arithmetic; touching is a hit. A call that succeeds is never
    /// undecided here.
    pub verdict: ifr_verdict,
    /// Which arithmetic decided.
    pub decided_by: ifr_decided_by,
    /// Support queries on each polygon; 0 when one is empty.
    pub iterations: u32,
    /// Whether point_a and point_b are set: unless a polygon is empty.
    pub has_points: bool,
    /// Whether normal, feature_a and feature_b are set: when separated, unless a polygon is empty.
    pub has_normal: bool,
    /// Always 0, so that equal answers are equal bytes.
    pub reserved: [u8; 2],
    /// The distance: positive when separated, infinite when a polygon is empty, 0 when hit.
    pub separation: f64,
    /// The true distance is within this of separation.
    pub error: f64,
    /// The true distance is at least this, rounding included.
    pub lower_bound: f64,
    /// Point of A nearest to B, world frame. A common point when hit. All zero without has_points.
    pub point_a: [f64; 2],
    /// Point of B nearest to A. As point_a.
    pub point_b: [f64; 2],
    /// Unit normal from A to B. All zero without has_normal.
    pub normal: [f64; 2],
    /// The vertex or edge that holds point_a, as numbered by ifr_polygon_get_vertex. Of kind none
    /// without has_normal.
    pub feature_a: ifr_feature,
    /// What holds point_b.
    pub feature_b: ifr_feature,
}

impl From<Distance2> for ifr_distance_2d_result {
    fn from(answer: Distance2) -> Self {
        let [feature_a, feature_b] = answer.features.unwrap_or_default().map(Into::into);
        ifr_distance_2d_result {
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

/// How far apart are two polygons in the plane, where, and what holds the nearest points? The sign
/// is exact, the distance known to error.
///
/// state: the pair's memory, or NULL to start afresh. settings: NULL for the defaults; the methods
/// are the default and IFR_METHOD_GJK, which are the same (IFR_STATUS_METHOD for others). error: NULL
/// if you want no details. Tens of nanoseconds for polygons of a few corners, every one of which each
/// support query looks at; does not allocate, unless doubles cannot tell.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_distance_2d(
    input: *const ifr_polygons_input,
    state: *mut ifr_pair_state,
    settings: *const ifr_settings,
    out: *mut ifr_distance_2d_result,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        enter(error, || {
            let out = output(out, "out")?;
            let ([a, b], [pose_a, pose_b]) = required(input, "input")?.read()?;
            let settings = settings::read(settings)?;
            *out = with_state(state, |state| {
                distance_2d(a, &pose_a, b, &pose_b, state, &settings)
                    .map_err(Fault::input("settings.method"))
            })?
            .into();
            Ok(())
        })
    }
}

/// A corner of a difference, and the pair of corners that makes it.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ifr_difference_vertex_2d {
    /// Corner of A less corner of B, world axes, rounded.
    pub point: [f64; 2],
    /// Corner of A, as numbered by ifr_polygon_get_vertex.
    pub id_a: u32,
    /// Corner of B.
    pub id_b: u32,
}

impl From<DifferenceVertex2> for ifr_difference_vertex_2d {
    fn from(corner: DifferenceVertex2) -> Self {
        ifr_difference_vertex_2d {
            point: corner.point.into(),
            id_a: corner.id_a,
            id_b: corner.id_b,
        }
    }
}

/// Writes A - B, counter-clockwise from the lowest corner, to corners: the polygons meet iff it holds
/// the origin, and are as far apart as the origin is from it. For looking at.
///
/// *count is the number of corners: at most as many as both polygons have together, 0 when one is
/// empty. corners: memory for capacity of them (NULL when that is 0), zeroed beyond the last. When
/// they do not fit, IFR_STATUS_BUFFER_TOO_SMALL: then nothing but *count is written. Allocates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_minkowski_difference_2d(
    input: *const ifr_polygons_input,
    corners: *mut ifr_difference_vertex_2d,
    capacity: usize,
    count: *mut usize,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        enter(error, || {
            let count = output(count, "count")?;
            let out = list_output(corners, capacity, "corners")?;
            let ([a, b], [pose_a, pose_b]) = required(input, "input")?.read()?;
            let found = minkowski_difference_2d(a, &pose_a, b, &pose_b);
            *count = found.len();
            if found.len() > out.len() {
                return Err(Fault::BufferTooSmall {
                    needed: found.len(),
                    capacity,
                    unit: "corners",
                });
            }
            for (place, corner) in out.iter_mut().zip(found) {
                *place = corner.into();
            }
            Ok(())
        })
    }
}
