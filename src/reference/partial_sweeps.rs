//! Partial extensions: of a body's vertices some are taken at the end of the frame, some at its
//! start, some at both, as a [`Rule`] says. The hull of what is taken is the body's stand-in.
//!
//! The hull of both poses answers a support query first: a vertex found there that is taken is the
//! answer for its pose, and its value bounds what the pose can offer in any case. Only when that
//! leaves the answer open, every vertex of the pose is visited.

use nalgebra::{Matrix3, Vector3};

use crate::numeric::arithmetic::{dot, norm1, rotate_back};
use crate::reference::face_grouped::group_towards;
use crate::reference::silhouette::{VertexNeed, side};
use crate::shape::farthest::Farthest;
use crate::shape::polytope::Polytope;
use crate::shape::support::SearchStart;
use crate::support::extended_box::ExtendedBox;
use crate::support::mapping::{ExactCopy, FloatMapping, SupportMapping};
use crate::support::swept_hull::ExtendedHull;

/// Which vertices are taken where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extension {
    /// One of the six groups at the end, all others at the start.
    FaceGrouped,
    /// Leading vertices at the end, trailing ones at the start, those of the silhouette at both.
    Silhouette,
}

/// Which vertices of one body are taken where, for its motion.
#[derive(Clone, Copy)]
enum Rule {
    /// Nothing moves, or nowhere.
    Start,
    /// Moved by no more than rounding: all vertices at both poses.
    Both,
    Group(u8),
    /// Seen along this direction, body frame.
    Sides(Vector3<f64>),
}

/// A partial extension of a body over one frame.
#[derive(Clone, Copy)]
pub(crate) struct PartialHull<'a> {
    full: &'a ExtendedHull<'a>,
    rule: Rule,
    center: Vector3<f64>,
}

/// A pose of the body: its rotation, where its origin is, and the first of its ids.
struct Copy<'a> {
    matrix: &'a Matrix3<f64>,
    offset: Vector3<f64>,
    first: u32,
}

impl<'a> PartialHull<'a> {
    pub(crate) fn new(full: &'a ExtendedHull<'a>, extension: Extension) -> Self {
        let motion = full.displacement();
        let towards = rotate_back(full.start().0, &motion);
        // A body that turns about its centre goes nowhere; to rounding.
        let moves = norm1(&motion) > full.rounding();
        let rule = match extension {
            _ if full.end().is_none() => Rule::Start,
            Extension::FaceGrouped if moves => Rule::Group(group_towards(full.body(), &towards)),
            Extension::FaceGrouped => Rule::Start,
            Extension::Silhouette if moves => Rule::Sides(towards),
            Extension::Silhouette => Rule::Both,
        };
        let mut hull = PartialHull {
            full,
            rule,
            center: Vector3::zeros(),
        };
        // The mean of the extreme points along the axes.
        let axes = [Vector3::x(), Vector3::y(), Vector3::z()];
        for n in axes.into_iter().flat_map(|n| [n, -n]) {
            let (_, id) = hull.support(&n, 0, SearchStart::Table);
            hull.center += hull.point(id) / 6.0;
        }
        hull
    }

    fn body(&self) -> &Polytope {
        self.full.body()
    }

    fn copies(&self) -> impl Iterator<Item = Copy<'_>> {
        let end = self.full.end().map(|pose| (pose, self.count()));
        let poses = std::iter::once((self.full.start(), 0)).chain(end);
        poses.map(|((matrix, offset), first)| Copy {
            matrix,
            offset,
            first,
        })
    }

    fn count(&self) -> u32 {
        self.body().vertex_count() as u32
    }

    fn taken(&self, corner: u32, at_end: bool) -> bool {
        match &self.rule {
            Rule::Start => !at_end,
            Rule::Both => true,
            Rule::Group(face) => {
                let joins = self.body().vertex_groups(corner as usize) >> face & 1 == 1;
                joins == at_end
            }
            Rule::Sides(towards) => match side(self.body(), corner as usize, towards) {
                VertexNeed::Leading => at_end,
                VertexNeed::Trailing => !at_end,
                VertexNeed::Silhouette => true,
            },
        }
    }

    /// The best of the vertices that are taken at one pose, looking at every one.
    fn scan_copy(&self, copy: &Copy<'_>, n: &Vector3<f64>) -> (f64, u32) {
        let n_body = rotate_back(copy.matrix, n);
        let along = dot(n, &copy.offset);
        let mut best = (f64::NEG_INFINITY, 0);
        for corner in 0..self.count() {
            let value = dot(&n_body, &self.body().storage().get(corner as usize)) + along;
            if value > best.0 && self.taken(corner, copy.first > 0) {
                best = (value, copy.first + corner);
            }
        }
        best
    }
}

impl FloatMapping for PartialHull<'_> {
    #[inline(always)]
    fn copied(&self) -> Self {
        *self
    }

    fn support(&self, n: &Vector3<f64>, hint: u32, start: SearchStart) -> (f64, u32) {
        let count = self.count();
        let hint = if hint >= count { hint - count } else { hint };
        let mut best = (f64::NEG_INFINITY, 0);
        let mut open: [Option<(f64, Copy<'_>)>; 2] = [None, None];
        for (slot, copy) in open.iter_mut().zip(self.copies()) {
            let n_body = rotate_back(copy.matrix, n);
            let (value, corner) = self.body().support_from(&n_body, hint, start);
            let value = value + dot(n, &copy.offset);
            if !self.taken(corner, copy.first > 0) {
                *slot = Some((value, copy));
            } else if value > best.0 {
                best = (value, copy.first + corner);
            }
        }
        for (bound, copy) in open.into_iter().flatten() {
            if bound > best.0 {
                let found = self.scan_copy(&copy, n);
                if found.0 > best.0 {
                    best = found;
                }
            }
        }
        best
    }

    fn scan(&self, n: &Vector3<f64>) -> (f64, u32) {
        let mut best = (f64::NEG_INFINITY, 0);
        for copy in self.copies() {
            let found = self.scan_copy(&copy, n);
            if found.0 > best.0 {
                best = found;
            }
        }
        best
    }

    fn point(&self, id: u32) -> Vector3<f64> {
        self.full.point(id)
    }

    fn id_count(&self) -> u32 {
        self.full.id_count()
    }

    fn has(&self, id: u32) -> bool {
        let count = self.count();
        id < self.id_count() && self.taken(id % count, id >= count)
    }

    fn center(&self) -> Vector3<f64> {
        self.center
    }

    fn center_error(&self) -> f64 {
        // Six roundings of six points beside their own errors.
        self.rounding()
    }

    fn shortest(&self) -> f64 {
        self.full.shortest()
    }

    fn inscribed_radius(&self) -> f64 {
        0.0
    }

    fn outer_radius(&self) -> f64 {
        f64::INFINITY
    }

    fn rounding(&self) -> f64 {
        self.full.rounding()
    }

    fn climb_slack(&self, _id: u32) -> f64 {
        // The pose that lost may have stopped short too, at a corner that is not known here.
        self.full.largest_climb_slack()
    }
}

impl SupportMapping for PartialHull<'_> {
    fn farthest(&self, n: &Vector3<f64>, hint: u32, found: &mut Farthest) {
        let (value, id) = self.support(n, hint, SearchStart::Hint);
        found.offer(value, id);
        let mut both = Farthest::new(found.want());
        self.full.farthest(n, hint, &mut both);
        for &(value, id) in both.entries() {
            if self.has(id) {
                found.offer(value, id);
            }
        }
    }

    #[inline(always)]
    fn ellipsoid_support(&self, n: &Vector3<f64>) -> Option<(f64, f64)> {
        self.full.ellipsoid_support(n)
    }

    fn extended_box(&self) -> Option<ExtendedBox> {
        self.full.extended_box()
    }

    fn exact_copies(&self) -> Vec<ExactCopy<'_>> {
        self.full.exact_copies()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::motion::pose::Pose;
    use crate::motion::rigid_motion::Motion;
    use crate::shape::polytope::Polytope;

    #[test]
    fn they_reach_no_farther_than_the_ellipsoids_around_all() {
        let spiral = |i: u32| {
            let z = 1.0 - f64::from(2 * i + 1) / 200.0;
            let (sin, cos) = libm::sincos(2.4 * f64::from(i));
            let r = (1.0 - z * z).sqrt();
            Vector3::new(r * cos, r * sin, z)
        };
        let body = Polytope::new(&(0..200).map(spiral).collect::<Vec<_>>()).expect("finite");
        let turn = Vector3::new(1.0, 2.0, -0.5);
        let motion = Motion::from_turn(Pose::identity(), Vector3::x(), turn, Vector3::zeros());
        let motion = motion.expect("finite");
        let matrices = [motion.start().matrix(), motion.end().matrix()];
        let hull = ExtendedHull::of_motion(&body, &motion, matrices, &motion, false, 1.0);
        let part = PartialHull::new(&hull, Extension::FaceGrouped);
        for n in (0..200).map(spiral) {
            let around = part.ellipsoid_support(&n).expect("many vertices");
            assert_eq!(Some(around), hull.ellipsoid_support(&n));
            assert!(part.scan(&n).0 < around.0 + around.1);
        }
    }
}
