//! How deep a ball or a capsule is in a triangle, in closed form.
//!
//! Idea: the normal is the direction between the nearest points of core and triangle
//! ([`posed_facet`](crate::midphase::posed_facet)), where these are farther apart than rounding turns it. What holds a point of the
//! triangle follows from its weights. A core in a triangle, and what hardly touches, are left to two convex bodies.

use nalgebra::Vector3;

use crate::contact::clip::{edge_id, face_id, vertex_id};
use crate::contact::contacts::{APART, ContactPoint};
use crate::midphase::near_triangles::{NearTriangle, NearTriangles};
use crate::motion::pairs::PosedPair;
use crate::numeric::arithmetic::{cross, dot, rotate};
use crate::shape::triangle::{any_triangle, in_order};
use crate::verdict::Verdict;

/// A weight that is none, and a part of a segment that is its end.
const NO_WEIGHT: f64 = 1e-9;

/// Verdict, normal from A to B and deepest contact, world frame.
pub(super) fn thin_contact(
    pair: &PosedPair<'_>,
    near: &NearTriangles<'_>,
    of: &NearTriangle,
    prediction: f64,
) -> Option<(Verdict, Vector3<f64>, ContactPoint)> {
    let found = near.thin_contact(of)?;
    let many = near.many();
    let pose = [pair.pose_a, pair.pose_b][many];
    let [on_core, on_triangle] = found.points;
    let up = (on_core - on_triangle) / found.distance;
    let normal = rotate(pose.matrix(), &up) * [1.0, -1.0][many];
    let [radius, its_radius] = near.radii();
    let (core_a, radius_a) = match many {
        0 => (on_triangle, its_radius),
        _ => (on_core, radius),
    };
    let point_a = pose.transform_point(&core_a) + normal * radius_a;
    let depth = radius + its_radius - found.distance;
    let ids = [
        id_of_triangle(&of.corners, &on_triangle, &up)?,
        id_of_core(near, &on_core)?,
    ];
    let mut at = ContactPoint {
        point_a,
        point_b: point_a - normal * depth,
        depth,
        id: u64::from(ids[many]) << 32 | u64::from(ids[1 - many]),
    };
    let verdict = match found.is_hit {
        true => Verdict::Hit,
        false => {
            at.hold(&normal, [-prediction, APART]);
            Verdict::Separated
        }
    };
    Some((verdict, normal, at))
}

/// The id of what holds a point of a triangle; `up` points to what touches it. None of a sliver.
fn id_of_triangle(
    corners: &[Vector3<f64>; 3],
    point: &Vector3<f64>,
    up: &Vector3<f64>,
) -> Option<u32> {
    let [a, b, c] = in_order(corners).map(|(v, _)| v);
    let (ab, ac, ap) = (b - a, c - a, point - a);
    let normal = cross(&ab, &ac);
    let square = dot(&normal, &normal);
    let of_b = dot(&normal, &cross(&ap, &ac)) / square;
    let of_c = dot(&normal, &cross(&ab, &ap)) / square;
    if !(square > NO_WEIGHT * dot(&ab, &ab) * dot(&ac, &ac)) {
        return None;
    }
    let weights = [1.0 - of_b - of_c, of_b, of_c];
    let held = [0_u32, 1, 2].map(|k| weights[k as usize] > NO_WEIGHT);
    let lists = any_triangle();
    Some(match held {
        [true, false, false] => vertex_id(0),
        [false, true, false] => vertex_id(1),
        [false, false, true] => vertex_id(2),
        [true, true, false] => edge_id(lists.edge_number(0, 1)),
        [true, false, true] => edge_id(lists.edge_number(0, 2)),
        [false, true, true] => edge_id(lists.edge_number(1, 2)),
        _ => face_id(lists.face_about(dot(&normal, up) > 0.0)),
    })
}

/// The id of what holds a point of the core.
fn id_of_core(near: &NearTriangles<'_>, point: &Vector3<f64>) -> Option<u32> {
    let [half, center] = near.segment()?;
    let (along, square) = (dot(&half, &(point - center)), dot(&half, &half));
    Some(match along.abs() >= square * (1.0 - NO_WEIGHT) {
        false => edge_id(0),
        true => vertex_id(u32::from(along > 0.0)),
    })
}
