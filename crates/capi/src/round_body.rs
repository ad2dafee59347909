//! Boxes, spheres, capsules, cylinders, cones, ellipsoids, and bodies with a radius about another.

use crate::body::{ifr_body, made};
use crate::boundary::{required, vector};
use crate::entry::{entry, entry_without_error};
use interframe::{Curved, SharedBody};

entry! {
    /// A box about the origin of the body's frame, from -half_extents to half_extents along x, y and z: the polytope of its
    /// eight corners. half_extents: three numbers, none negative; 0 makes it flat. See ifr_sphere_create.
    ifr_cuboid_create(half_extents: *const f64, out: *mut *mut ifr_body) = create(out) {
        made(SharedBody::cuboid(vector(half_extents, "half_extents")?), "")
    }

    /// A ball of this radius (not negative) about the origin of the body's frame; of radius 0 a point. No
    /// approximation: verdicts about it are exact. On success *out is the new body, yours to destroy; on
    /// failure it is NULL. Allocates.
    ifr_sphere_create(radius: f64, out: *mut *mut ifr_body) = create(out) {
        made(SharedBody::sphere(radius), "")
    }

    /// All points within radius of the segment from -half_length to half_length on the z axis of the body's
    /// frame, so 2 (half_length + radius) long; neither may be negative. For other ends, give
    /// ifr_rounded_create the polytope of two points. See ifr_sphere_create.
    ifr_capsule_create(half_length: f64, radius: f64, out: *mut *mut ifr_body) = create(out) {
        made(SharedBody::capsule(half_length, radius), "")
    }

    /// A cylinder about the z axis of the body's frame, from -half_length to half_length; neither number may be
    /// negative. Its surface is no polytope's: bodies that touch it to less than 2^-47 of their sizes and distance are
    /// undecided (IFR_REASON_TOUCHING). docs/guide/ROUND.md says which queries take it and which answers have a certificate;
    /// others return IFR_STATUS_BODY. See ifr_sphere_create.
    ifr_cylinder_create(half_length: f64, radius: f64, out: *mut *mut ifr_body) = create(out) {
        made(Curved::cylinder(half_length, radius).map(SharedBody::from), "")
    }

    /// A cone about the z axis of the body's frame: a base of this radius at -half_length, the apex at
    /// half_length. See ifr_cylinder_create.
    ifr_cone_create(half_length: f64, radius: f64, out: *mut *mut ifr_body) = create(out) {
        made(Curved::cone(half_length, radius).map(SharedBody::from), "")
    }

    /// An ellipsoid about the origin of the body's frame; radii: three numbers, along x, y and z, none negative.
    /// See ifr_cylinder_create.
    ifr_ellipsoid_create(radii: *const f64, out: *mut *mut ifr_body) = create(out) {
        made(Curved::ellipsoid(vector(radii, "radii")?).map(SharedBody::from), "")
    }

    /// All points within radius (not negative) of another body, the core: its own size grows by the radius on every side.
    /// If core has a radius, the two are added and the sum is rounded to the nearest double, which is the radius from then
    /// on; it must be finite. You destroy both bodies, in any order; they share a polytope's memory. See ifr_sphere_create.
    ifr_rounded_create(core: *const ifr_body, radius: f64, out: *mut *mut ifr_body) = create(out) {
        made(required(core, "core")?.0.clone().rounded(radius), "")
    }

    /// A body of any kind with the x, y and z of its points multiplied by factors (three numbers), in its own frame: how you place
    /// one shape at several sizes, or mirrored by negative factors. Coordinates and lengths are rounded to the nearest double once,
    /// and are the body from then on. A sphere about the origin becomes an ellipsoid if the factors differ. A mirrored mesh
    /// keeps its outside outside. IFR_STATUS_SETTING for a factor that is 0 or not finite, and, or IFR_STATUS_BODY for a part of a
    /// compound, where no known kind of body comes out: for example a capsule of two factors; the message says which factors the
    /// body takes. Costs what building the body costs, in time and memory. You destroy both bodies, in any order.
    ifr_scaled_create(body: *const ifr_body, factors: *const f64, out: *mut *mut ifr_body) = create(out) {
        let body = required(body, "body")?;
        made(body.0.scaled(vector(factors, "factors")?), "")
    }
}

entry_without_error! {
    /// Writes the radius of a body; 0 for a polytope itself. Does not allocate.
    ifr_body_get_radius(body: *const ifr_body, out: *mut f64) = call(out, "out") {
        Ok(required(body, "body")?.0.radius())
    }
}
