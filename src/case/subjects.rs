//! What queries are about: two bodies and where they are, or how they move, as plain data.

use std::sync::Arc;

use nalgebra::{Vector2, Vector3};
use serde::Serialize;
use serde::ser::SerializeMap;

use crate::body::polytope::Polytope;
use crate::error::Result;
use crate::motion::pairs::{MovingPair, PosedPair};
use crate::motion::pose::Pose;
use crate::motion::rigid_motion::Motion;
use crate::planar::pairs::PosedPair2;
use crate::planar::polygon::Polygon;
use crate::planar::pose::Pose2;
use crate::query::interframe_vertices::{DeformingPair, VertexSweep};

/// What a query is about.
pub(super) trait Subject: Sized {
    /// Writes its keys.
    fn write<M: SerializeMap>(&self, to: &mut M) -> std::result::Result<(), M::Error>;
}

/// Two polytopes, each with where it is (a [`Pose`]) or how it moves (a [`Motion`]).
#[derive(Debug, Clone)]
pub struct Bodies<P> {
    /// A and B.
    pub bodies: [Arc<Polytope>; 2],
    /// Of A and of B.
    pub places: [P; 2],
}

/// Bodies are compared by their corners.
impl<P: PartialEq> PartialEq for Bodies<P> {
    fn eq(&self, other: &Self) -> bool {
        let mut pairs = self.bodies.iter().zip(&other.bodies);
        self.places == other.places && pairs.all(|(a, b)| a.vertices().eq(b.vertices()))
    }
}

impl Bodies<Pose> {
    /// As queries take it.
    #[must_use]
    pub fn pair(&self) -> PosedPair<'_> {
        let ([a, b], [at_a, at_b]) = (&self.bodies, &self.places);
        PosedPair::new(&**a, at_a, &**b, at_b)
    }
}

impl Bodies<Motion> {
    /// As queries take it.
    #[must_use]
    pub fn pair(&self) -> MovingPair<'_> {
        let ([a, b], [of_a, of_b]) = (&self.bodies, &self.places);
        MovingPair::new(&**a, of_a, &**b, of_b)
    }
}

fn shared(bodies: [&Polytope; 2]) -> [Arc<Polytope>; 2] {
    bodies.map(|body| Arc::new(body.clone()))
}

impl From<&PosedPair<'_>> for Bodies<Pose> {
    fn from(given: &PosedPair<'_>) -> Self {
        let (a, pose_a, b, pose_b) = given.polytopes();
        Bodies {
            bodies: shared([a, b]),
            places: [*pose_a, *pose_b],
        }
    }
}

impl Subject for Bodies<Pose> {
    fn write<M: SerializeMap>(&self, to: &mut M) -> std::result::Result<(), M::Error> {
        write_pair(to, ["a", "b"], &self.bodies, |body| corners(body))?;
        write_pair(to, ["pose_a", "pose_b"], &self.places, written_pose)
    }
}

impl From<&MovingPair<'_>> for Bodies<Motion> {
    fn from(given: &MovingPair<'_>) -> Self {
        let (a, motion_a, b, motion_b) = given.polytopes();
        Bodies {
            bodies: shared([a, b]),
            places: [*motion_a, *motion_b],
        }
    }
}

impl Subject for Bodies<Motion> {
    fn write<M: SerializeMap>(&self, to: &mut M) -> std::result::Result<(), M::Error> {
        write_pair(to, ["a", "b"], &self.bodies, |body| corners(body))?;
        write_pair(to, ["motion_a", "motion_b"], &self.places, written_motion)
    }
}

/// Two bodies that deform: the vertices of each where the frame starts and where it ends.
#[derive(Debug, Clone, PartialEq)]
pub struct Deforming {
    /// Of A and of B: start and end.
    pub lists: [[Vec<Vector3<f64>>; 2]; 2],
}

impl Deforming {
    /// As queries take it.
    #[must_use]
    pub fn pair(&self) -> DeformingPair<'_> {
        let [a, b] = self
            .lists
            .each_ref()
            .map(|[start, end]| VertexSweep { start, end });
        DeformingPair { a, b }
    }

    pub(super) fn validate(&self) -> Result<()> {
        let DeformingPair { a, b } = self.pair();
        a.validate()?;
        b.validate()
    }
}

impl From<&DeformingPair<'_>> for Deforming {
    fn from(given: &DeformingPair<'_>) -> Self {
        Deforming {
            lists: [given.a, given.b].map(|lists| [lists.start.to_vec(), lists.end.to_vec()]),
        }
    }
}

impl Subject for Deforming {
    fn write<M: SerializeMap>(&self, to: &mut M) -> std::result::Result<(), M::Error> {
        write_pair(to, ["a", "b"], &self.lists, |[start, end]| Ends {
            start: start.clone(),
            end: end.clone(),
        })?;
        to.serialize_entry("sweep", "vertices")
    }
}

/// Two convex polygons where they are.
#[derive(Debug, Clone, PartialEq)]
pub struct Polygons {
    /// A and B.
    pub bodies: [Polygon; 2],
    /// Of A and of B.
    pub poses: [Pose2; 2],
}

impl Polygons {
    /// As queries take it.
    #[must_use]
    pub fn pair(&self) -> PosedPair2<'_> {
        let ([a, b], [pose_a, pose_b]) = (&self.bodies, &self.poses);
        PosedPair2::new(a, pose_a, b, pose_b)
    }
}

impl From<&PosedPair2<'_>> for Polygons {
    fn from(given: &PosedPair2<'_>) -> Self {
        Polygons {
            bodies: [given.a.clone(), given.b.clone()],
            poses: [*given.pose_a, *given.pose_b],
        }
    }
}

impl Subject for Polygons {
    fn write<M: SerializeMap>(&self, to: &mut M) -> std::result::Result<(), M::Error> {
        write_pair(to, ["a", "b"], &self.bodies, |body| Points {
            vertices: body.vertices().to_vec(),
        })?;
        write_pair(to, ["pose_a", "pose_b"], &self.poses, |pose| Pose2Text {
            p: pose.translation(),
            half_angle: pose.half_angle(),
        })
    }
}

/// Two sets of points of `dimension` numbers each.
#[derive(Debug, Clone, PartialEq)]
pub struct PointSets {
    /// From 2 to 8.
    pub dimension: usize,
    /// A and B.
    pub sets: [Vec<Vec<f64>>; 2],
}

impl PointSets {
    pub(super) fn new<const D: usize>(a: &[[f64; D]], b: &[[f64; D]]) -> Self {
        PointSets {
            dimension: D,
            sets: [a, b].map(|set| set.iter().map(|point| point.to_vec()).collect()),
        }
    }

    /// The sets as arrays of D numbers.
    pub(super) fn arrays<const D: usize>(&self) -> [Vec<[f64; D]>; 2] {
        let array = |point: &Vec<f64>| std::array::from_fn(|k| point[k]);
        self.sets
            .each_ref()
            .map(|set| set.iter().map(array).collect())
    }
}

impl Subject for PointSets {
    fn write<M: SerializeMap>(&self, to: &mut M) -> std::result::Result<(), M::Error> {
        write_pair(to, ["a", "b"], &self.sets, |set| Points {
            vertices: set.clone(),
        })
    }
}

#[derive(Serialize)]
struct Points<P> {
    vertices: Vec<P>,
}

#[derive(Serialize)]
struct Ends {
    start: Vec<Vector3<f64>>,
    end: Vec<Vector3<f64>>,
}

#[derive(Serialize)]
struct PoseText {
    p: Vector3<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    q: Option<[f64; 4]>,
}

#[derive(Serialize)]
struct Pose2Text {
    p: Vector2<f64>,
    half_angle: [f64; 2],
}

#[derive(Serialize)]
struct MotionText {
    start: PoseText,
    end: PoseText,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<Vector3<f64>>,
    pivot: Vector3<f64>,
}

/// Writes two values the same way.
fn write_pair<M: SerializeMap, T, W: Serialize>(
    to: &mut M,
    keys: [&str; 2],
    values: &[T; 2],
    written: impl Fn(&T) -> W,
) -> std::result::Result<(), M::Error> {
    for (key, value) in keys.iter().zip(values) {
        to.serialize_entry(key, &written(value))?;
    }
    Ok(())
}

fn corners(body: &Polytope) -> Points<Vector3<f64>> {
    Points {
        vertices: body.vertices().collect(),
    }
}

fn written_pose(pose: &Pose) -> PoseText {
    let q = pose.quaternion().coords;
    PoseText {
        p: pose.translation(),
        q: Some([q.x, q.y, q.z, q.w]),
    }
}

/// As it was given: the end pose of a motion by turn is computed, so it is not written but computed
/// again from the same numbers.
fn written_motion(motion: &Motion) -> MotionText {
    let by_turn = |_| PoseText {
        p: motion.anchor(),
        q: None,
    };
    MotionText {
        start: written_pose(motion.start()),
        end: motion
            .turn()
            .map_or_else(|| written_pose(motion.end()), by_turn),
        turn: motion.turn(),
        pivot: motion.pivot(),
    }
}
