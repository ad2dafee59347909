//! Contacts of rounded bodies at all corners of a face, also where they lean.
//!
//! A rounded body that leans on a plane touches it at its lowest corner alone; but if it is a little deep, its other
//! corners may be in the plane as well. Idea: along the normal, contacts of rounded bodies are those of their cores, moved
//! into each other by the radii. Only the points differ: over a face with the normal m, the surface is r / (n . m) from the
//! core along n.

use nalgebra::Vector3;

use crate::contact::contacts::ContactPoint;
use crate::motion::pose::Pose;
use crate::numeric::arithmetic::{U, dot, rotate_back};
use crate::shape::polytope::Polytope;

/// Two bodies whose contacts are known as those of their cores, moved into each other by the radii along a normal.
pub(crate) struct RoundedPair<'a> {
    /// None: of several pieces, without a radius about all.
    cores: [Option<&'a Polytope>; 2],
    places: [&'a Pose; 2],
    radii: [f64; 2],
}

/// Normals that differ by less are one.
const SAME_NORMAL: f64 = 1e-9;

impl<'a> RoundedPair<'a> {
    pub(crate) fn new(
        cores: [Option<&'a Polytope>; 2],
        places: [&'a Pose; 2],
        radii: [f64; 2],
    ) -> Self {
        RoundedPair {
            cores,
            places,
            radii,
        }
    }

    /// Makes contacts of the moved cores those of the bodies, along the normal from A to B; returns how many there are. One that
    /// is not surely on both surfaces is left out.
    pub(crate) fn rounded(
        &self,
        n: &Vector3<f64>,
        sharp_normal: Option<Vector3<f64>>,
        contacts: &mut [ContactPoint],
    ) -> usize {
        if !sharp_normal.is_some_and(|m| (m - n).amax() <= SAME_NORMAL) {
            return 0;
        }
        let moved = self.radii[0] + self.radii[1];
        let mut count = 0;
        for k in 0..contacts.len() {
            let cores = [contacts[k].point_a, contacts[k].point_b + n * moved];
            let lengths = [
                self.to_surface(0, n, &cores[0]),
                self.to_surface(1, &-n, &cores[1]),
            ];
            if let [Some(from_a), Some(from_b)] = lengths {
                let (point_a, point_b) = (cores[0] + n * from_a, cores[1] - n * from_b);
                contacts[count] = ContactPoint {
                    point_a,
                    point_b,
                    depth: dot(n, &(point_a - point_b)),
                    ..contacts[k]
                };
                count += 1;
            }
        }
        count
    }

    /// The length from a point of a core's face to the surface, outwards along `n`; None where that is not over the face.
    fn to_surface(&self, side: usize, n: &Vector3<f64>, at: &Vector3<f64>) -> Option<f64> {
        let radius = self.radii[side];
        if radius == 0.0 {
            return Some(0.0);
        }
        let (core, pose) = (self.cores[side]?, self.places[side]);
        let n = rotate_back(pose.matrix(), n);
        let at = rotate_back(pose.matrix(), &(at - pose.translation()));
        let blur = 64.0 * U * (core.reach() + radius);
        let beyond = |m: &Vector3<f64>, p: &Vector3<f64>| {
            let farthest = core.support(m).map(|v| core.vertex(v));
            farthest.map_or(f64::INFINITY, |far| dot(m, &(p - far)))
        };
        if beyond(&n, &at) >= -blur {
            return Some(radius);
        }
        let normals = || (0..core.face_count()).map(|face| core.face_normal(face));
        let face = normals().max_by(|p, q| dot(p, &n).total_cmp(&dot(q, &n)))?;
        let along = dot(&face, &n);
        let foot = at + (n / along - face) * radius;
        let is_over = along > 0.5 && normals().all(|m| beyond(&m, &foot) <= blur);
        is_over.then(|| radius / along)
    }
}
