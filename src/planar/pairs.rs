//! Two polygons and where they are.

use crate::planar::polygon::Polygon;
use crate::planar::pose::Pose2;

/// Two polygons at rest. Normals of answers point from A to B.
#[derive(Debug, Clone, Copy)]
pub struct PosedPair2<'a> {
    /// The first polygon.
    pub a: &'a Polygon,
    /// Where it is.
    pub pose_a: &'a Pose2,
    /// The other polygon.
    pub b: &'a Polygon,
    /// Where that is.
    pub pose_b: &'a Pose2,
}

impl<'a> PosedPair2<'a> {
    /// Two polygons, each with its pose.
    pub fn new(a: &'a Polygon, pose_a: &'a Pose2, b: &'a Polygon, pose_b: &'a Pose2) -> Self {
        PosedPair2 {
            a,
            pose_a,
            b,
            pose_b,
        }
    }
}
