//! Bodies and motions as plain data, by the numbers that were given: what certificates are about.

use nalgebra::Vector3;

use crate::certificate::{
    Certificate, GivenEnd, GivenMotion, GivenPose, Link, LinkKind, Placement, Proof, Shape,
};
use crate::motion::pairs::Cores;
use crate::motion::pose::Pose;
use crate::motion::rigid_motion::Motion;
use crate::shape::body::Core;
use crate::shape::curved::CurvedShape;
use crate::shape::polytope::Polytope;

/// Shape of a body as plain data, without its vertices.
pub(crate) fn given_shape(core: Core<'_>) -> Shape {
    let Core::Curved(body) = core else {
        return Shape::Hull;
    };
    match body.shape() {
        CurvedShape::Cylinder {
            half_length,
            radius,
        } => Shape::Cylinder {
            half_length,
            radius,
        },
        CurvedShape::Cone {
            half_length,
            radius,
        } => Shape::Cone {
            half_length,
            radius,
        },
        CurvedShape::Ellipsoid { radii } => Shape::Ellipsoid { radii },
    }
}

/// A body's vertices as plain data.
pub(crate) fn corners(body: &Polytope) -> Vec<[f64; 3]> {
    body.vertices().map(Into::into).collect()
}

pub(crate) fn quaternion(pose: &Pose) -> [f64; 4] {
    pose.quaternion().coords.into()
}

/// Placeholder for a proof that was not found: every checker refuses it.
pub(crate) fn refused() -> Proof {
    let here = GivenPose {
        p: [0.0; 3],
        q: [0.0, 0.0, 0.0, 1.0],
    };
    Proof {
        a: Vec::new(),
        b: Vec::new(),
        shapes: [Shape::Hull; 2],
        radii: [-1.0; 2],
        placement: Placement::Poses([here, here]),
        certificate: Certificate::Columns { pairs: Vec::new() },
    }
}

/// A certificate with the bodies that it is about.
pub(crate) fn about<P>(
    cores: &Cores<'_, P>,
    placement: Placement,
    certificate: Certificate,
) -> Proof {
    let [a, b] = cores.bodies.map(corners);
    Proof {
        a,
        b,
        shapes: [Shape::Hull; 2],
        radii: cores.radii,
        placement,
        certificate,
    }
}

/// A certificate with the two resting bodies that it is about.
pub(crate) fn about_poses(cores: &Cores<'_, Pose>, certificate: Certificate) -> Proof {
    let poses = cores.places.map(given_pose);
    about(cores, Placement::Poses(poses), certificate)
}

/// A certificate with the two moving bodies that it is about.
pub(crate) fn about_motions(cores: &Cores<'_, Motion>, certificate: Certificate) -> Proof {
    let motions = cores.places.map(given_motion);
    about(cores, Placement::Motions(motions), certificate)
}

/// A pose as plain data.
pub(crate) fn given_pose(pose: &Pose) -> GivenPose {
    GivenPose {
        p: pose.translation().into(),
        q: quaternion(pose),
    }
}

/// A motion as plain data, by the numbers that were given.
pub(crate) fn given_motion(motion: &Motion) -> GivenMotion {
    let turn = motion.turn().map(Into::into);
    GivenMotion {
        start: given_pose(motion.start()),
        end: GivenEnd {
            p: motion.end_translation().into(),
            q: turn.is_none().then(|| quaternion(motion.end())),
            turn,
        },
        pivot: motion.pivot().into(),
    }
}

/// A plane that does not turn.
pub(crate) fn still_plane(normal: Vector3<f64>) -> LinkKind {
    turning_plane(normal, Vector3::zeros())
}

pub(crate) fn turning_plane(normal: Vector3<f64>, turn: Vector3<f64>) -> LinkKind {
    LinkKind::Plane {
        normal: normal.into(),
        turn: turn.into(),
        bound: 0.0,
    }
}

pub(crate) fn link_over([t0, t1]: [f64; 2], by: LinkKind) -> Link {
    Link { t0, t1, by }
}
