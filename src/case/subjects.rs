//! What queries are about: two bodies and where they are, or how they move, as plain data.

use nalgebra::{Vector2, Vector3};
use serde::ser::SerializeMap;
use serde_json::{Value, json};

use super::json::{Fields, Json, Node};
use super::problem::{Problem, at_key};
use super::shapes::{ReadBody, read_cuboid, read_pose, written_shape};
use crate::error;
use crate::motion::pairs::{MovingPair, PosedPair};
use crate::motion::pose::Pose;
use crate::motion::rigid_motion::Motion;
use crate::planar::pairs::PosedPair2;
use crate::planar::polygon::Polygon;
use crate::planar::pose::Pose2;
use crate::planar::yaw_cuboid::YawCuboid;
use crate::query::interframe::Frame;
use crate::query::interframe_vertices::{DeformingPair, VertexSweep};
use crate::reference::kreuzer::point_sets::Sets;
use crate::shape::body::SharedBody;

/// The kinds of things that queries are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Two bodies at rest.
    Posed,
    /// Two bodies that move.
    Moving,
    /// Two bodies that deform.
    Deforming,
    /// Two polygons in the plane.
    Planar,
    /// Two sets of points.
    Sets,
    /// Two upright cuboids.
    Cuboids,
}

/// Subject of a query: the bodies or sets that it is about.
pub(super) trait Subject: Sized {
    const FORM: Form;
    /// Its keys beside `a` and `b`.
    const KEYS: &'static [&'static str];

    /// Message for a key that belongs to a query of the same name about another subject.
    fn stray(fields: &Fields<'_>) -> String;

    fn read(fields: &Fields<'_>, body: &mut ReadBody<'_>) -> Result<Self, Problem>;

    /// The bodies where they are at t = 0 and over the frame, if it is about bodies in space.
    fn in_space(&self) -> Option<(Bodies<Pose>, Bodies<Motion>)> {
        None
    }

    /// Writes its keys.
    fn write<M: SerializeMap>(&self, to: &mut M) -> Result<(), M::Error>;
}

/// Two bodies, each with where it is (a [`Pose`]) or how it moves (a [`Motion`]).
#[derive(Debug, Clone, PartialEq)]
pub struct Bodies<P> {
    /// A and B.
    pub bodies: [SharedBody; 2],
    /// Poses or motions of A and of B.
    pub places: [P; 2],
}

impl<P> Bodies<P> {
    fn with<Q>(&self, place: impl Fn(&P) -> Q) -> Bodies<Q> {
        Bodies {
            bodies: self.bodies.clone(),
            places: self.places.each_ref().map(place),
        }
    }
}

macro_rules! bodies {
    ($place:ty, $pair:ident, $place_a:ident, $place_b:ident) => {
        impl Bodies<$place> {
            /// The pair as queries take it.
            #[must_use]
            pub fn pair(&self) -> $pair<'_> {
                let ([a, b], [of_a, of_b]) = (&self.bodies, &self.places);
                $pair::new(a, of_a, b, of_b)
            }
        }

        impl From<&$pair<'_>> for Bodies<$place> {
            fn from(given: &$pair<'_>) -> Self {
                Bodies {
                    bodies: [given.a, given.b].map(SharedBody::from),
                    places: [*given.$place_a, *given.$place_b],
                }
            }
        }
    };
}

bodies!(Pose, PosedPair, pose_a, pose_b);
bodies!(Motion, MovingPair, motion_a, motion_b);

/// Where a body is, or how it moves.
pub(super) trait Place: Copy {
    const FORM: Form;
    const KEYS: [&'static str; 2];
    const STRAY: &'static str;

    fn read(node: &Node<'_>) -> Result<Self, Problem>;
    fn text(&self) -> Value;
    fn start(&self) -> Pose;
    fn motion(&self) -> Motion;
}

impl Place for Pose {
    const FORM: Form = Form::Posed;
    const KEYS: [&'static str; 2] = ["pose_a", "pose_b"];
    const STRAY: &'static str = "only motions have this";

    fn read(node: &Node<'_>) -> Result<Self, Problem> {
        read_pose(node)
    }

    fn text(&self) -> Value {
        written_pose(self)
    }

    fn start(&self) -> Pose {
        *self
    }

    fn motion(&self) -> Motion {
        Motion::fixed(*self)
    }
}

impl Place for Motion {
    const FORM: Form = Form::Moving;
    const KEYS: [&'static str; 2] = ["motion_a", "motion_b"];
    const STRAY: &'static str = "a case has poses or motions, not both";

    fn read(node: &Node<'_>) -> Result<Self, Problem> {
        read_motion(node)
    }

    fn text(&self) -> Value {
        written_motion(self)
    }

    fn start(&self) -> Pose {
        *Motion::start(self)
    }

    fn motion(&self) -> Motion {
        *self
    }
}

impl<P: Place> Subject for Bodies<P> {
    const FORM: Form = P::FORM;
    const KEYS: &'static [&'static str] = &P::KEYS;

    fn stray(_: &Fields<'_>) -> String {
        P::STRAY.into()
    }

    fn read(fields: &Fields<'_>, body: &mut ReadBody<'_>) -> Result<Self, Problem> {
        Ok(Bodies {
            places: read_pair(fields, P::KEYS, P::read)?,
            bodies: read_pair(fields, ["a", "b"], body)?,
        })
    }

    fn in_space(&self) -> Option<(Bodies<Pose>, Bodies<Motion>)> {
        Some((self.with(P::start), self.with(P::motion)))
    }

    fn write<M: SerializeMap>(&self, to: &mut M) -> Result<(), M::Error> {
        write_pair(to, ["a", "b"], &self.bodies, written_shape)?;
        write_pair(to, P::KEYS, &self.places, P::text)
    }
}

/// Two bodies that deform: the vertices of each where the frame starts and where it ends.
#[derive(Debug, Clone, PartialEq)]
pub struct Deforming {
    /// Vertices of A and of B, each at the start and at the end.
    pub lists: [[Vec<Vector3<f64>>; 2]; 2],
}

impl Deforming {
    /// The pair as queries take it.
    #[must_use]
    pub fn pair(&self) -> DeformingPair<'_> {
        let [a, b] = self
            .lists
            .each_ref()
            .map(|[start, end]| VertexSweep { start, end });
        DeformingPair { a, b }
    }

    pub(super) fn validate(&self) -> error::Result<()> {
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
    const FORM: Form = Form::Deforming;
    const KEYS: &'static [&'static str] = &["sweep", "frame"];

    fn stray(_: &Fields<'_>) -> String {
        "a vertex sweep takes no motion: `a` and `b` carry `start` and `end`".into()
    }

    fn read(fields: &Fields<'_>, _: &mut ReadBody<'_>) -> Result<Self, Problem> {
        if let Some(frame) = fields.optional("frame")
            && frame.value::<Frame>()? != Frame::World
        {
            let message = "a vertex sweep is always in the frame `world`";
            return Err(Problem::invalid(&frame.key, message));
        }
        let lists = read_pair(fields, ["a", "b"], |node: &Node<'_>| {
            let fields = node.fields(&["start", "end"])?;
            let [start, end] = read_pair(&fields, ["start", "end"], |node| node.vectors())?;
            let (lists, key) = (
                VertexSweep {
                    start: &start,
                    end: &end,
                },
                &node.key,
            );
            lists.validate().map_err(at_key(key))?;
            Ok([start, end])
        })?;
        Ok(Deforming { lists })
    }

    fn write<M: SerializeMap>(&self, to: &mut M) -> Result<(), M::Error> {
        write_pair(
            to,
            ["a", "b"],
            &self.lists,
            |[start, end]| json!({"start": start, "end": end}),
        )?;
        to.serialize_entry("sweep", "vertices")
    }
}

/// Two convex polygons where they are.
#[derive(Debug, Clone, PartialEq)]
pub struct Polygons {
    /// A and B.
    pub bodies: [Polygon; 2],
    /// Poses of A and of B.
    pub poses: [Pose2; 2],
}

impl Polygons {
    /// The pair as queries take it.
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
    const FORM: Form = Form::Planar;
    const KEYS: &'static [&'static str] = &["pose_a", "pose_b"];

    fn stray(_: &Fields<'_>) -> String {
        "polygons are at rest, and asked by one method".into()
    }

    fn read(fields: &Fields<'_>, _: &mut ReadBody<'_>) -> Result<Self, Problem> {
        let polygon = |node: &Node<'_>| {
            let fields = node.fields(&["vertices", "rounding"])?;
            let points = fields.required("vertices")?.points(2)?;
            let points: Vec<_> = points.iter().map(|p| Vector2::new(p[0], p[1])).collect();
            let polygon = Polygon::new(&points).map_err(at_key(&node.key))?;
            match fields.optional("rounding") {
                Some(node) => polygon.rounded(node.number()?).map_err(at_key(&node.key)),
                None => Ok(polygon),
            }
        };
        Ok(Polygons {
            bodies: read_pair(fields, ["a", "b"], polygon)?,
            poses: read_pair(fields, ["pose_a", "pose_b"], read_pose_2d)?,
        })
    }

    fn write<M: SerializeMap>(&self, to: &mut M) -> Result<(), M::Error> {
        write_pair(to, ["a", "b"], &self.bodies, |body| match body.radius() {
            0.0 => json!({"vertices": body.vertices()}),
            radius => json!({"vertices": body.vertices(), "rounding": radius}),
        })?;
        write_pair(
            to,
            ["pose_a", "pose_b"],
            &self.poses,
            |pose| json!({"p": pose.translation(), "half_angle": pose.half_angle()}),
        )
    }
}

/// Two upright cuboids.
#[derive(Debug, Clone, PartialEq)]
pub struct Cuboids {
    /// A and B.
    pub bodies: [YawCuboid; 2],
}

impl Subject for Cuboids {
    const FORM: Form = Form::Cuboids;
    const KEYS: &'static [&'static str] = &[];

    fn stray(_: &Fields<'_>) -> String {
        "cuboids are where their corners are".into()
    }

    fn read(fields: &Fields<'_>, _: &mut ReadBody<'_>) -> Result<Self, Problem> {
        let read = |node: &Node<'_>| read_cuboid(&node.fields(&["yaw_cuboid"])?);
        Ok(Cuboids {
            bodies: read_pair(fields, ["a", "b"], read)?,
        })
    }

    fn write<M: SerializeMap>(&self, to: &mut M) -> Result<(), M::Error> {
        let written =
            |body: &YawCuboid| json!({"yaw_cuboid": {"corners": body.corners(), "z": body.z()}});
        write_pair(to, ["a", "b"], &self.bodies, written)
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

    /// Asks about the sets.
    pub(super) fn ask<T>(&self, question: impl FnOnce(&Sets<'_>) -> T) -> T {
        let numbers = |point: &Vec<f64>| point[..self.dimension].to_vec();
        let list = |set: &Vec<_>| set.iter().flat_map(numbers).collect::<Vec<_>>();
        let [a, b] = self.sets.each_ref().map(list);
        question(&Sets::of_lists(self.dimension, [&a, &b]))
    }
}

impl Subject for PointSets {
    const FORM: Form = Form::Sets;
    const KEYS: &'static [&'static str] = &["dimension"];

    fn stray(fields: &Fields<'_>) -> String {
        let numbers = dimension(fields).ok().flatten().unwrap_or_default();
        format!("points of {numbers} numbers are compared where they are")
    }

    fn read(fields: &Fields<'_>, _: &mut ReadBody<'_>) -> Result<Self, Problem> {
        let dimension = dimension(fields)?.unwrap_or(3);
        if !(2..=8).contains(&dimension) {
            return Err(Problem::invalid("dimension", "points have 2 to 8 numbers"));
        }
        Ok(PointSets {
            dimension,
            sets: read_pair(fields, ["a", "b"], |node: &Node<'_>| {
                read_points(node, dimension)
            })?,
        })
    }

    fn write<M: SerializeMap>(&self, to: &mut M) -> Result<(), M::Error> {
        write_pair(to, ["a", "b"], &self.sets, |set| json!({"vertices": set}))?;
        // Where the points do not say it themselves, or would be those of bodies.
        match self.dimension == 3 || self.sets.iter().all(Vec::is_empty) {
            true => to.serialize_entry("dimension", &self.dimension),
            false => Ok(()),
        }
    }
}

/// Writes two values the same way.
fn write_pair<M: SerializeMap, T>(
    to: &mut M,
    keys: [&str; 2],
    values: &[T; 2],
    written: impl Fn(&T) -> Value,
) -> Result<(), M::Error> {
    let mut pairs = keys.iter().zip(values);
    pairs.try_for_each(|(key, value)| to.serialize_entry(key, &written(value)))
}

fn written_pose(pose: &Pose) -> Value {
    let q = pose.quaternion().coords;
    json!({"p": pose.translation(), "q": [q.x, q.y, q.z, q.w]})
}

/// The motion as it was given: the end pose of a motion by turn is computed, so it is not written but computed again
/// from the same numbers.
pub(crate) fn written_motion(motion: &Motion) -> Value {
    let (start, pivot) = (written_pose(motion.start()), motion.pivot());
    match motion.turn() {
        None => json!({"start": start, "end": written_pose(motion.end()), "pivot": pivot}),
        Some(turn) => {
            json!({"start": start, "end": {"p": motion.end_translation()}, "turn": turn, "pivot": pivot})
        }
    }
}

/// Reads the values of two required keys the same way.
fn read_pair<T>(
    fields: &Fields<'_>,
    keys: [&str; 2],
    mut read: impl FnMut(&Node<'_>) -> Result<T, Problem>,
) -> Result<[T; 2], Problem> {
    let [a, b] = keys;
    Ok([read(&fields.required(a)?)?, read(&fields.required(b)?)?])
}

/// `{"start": pose, "end": pose, "pivot": [x,y,z]}`, or with `turn` instead of `end.q`.
pub(crate) fn read_motion(node: &Node<'_>) -> Result<Motion, Problem> {
    let fields = node.fields(&["start", "end", "pivot", "turn"])?;
    let start = read_pose(&fields.required("start")?)?;
    let end_node = fields.required("end")?;
    let end = end_node.fields(&["p", "q"])?;
    let end_p = end.required("p")?.vector()?;
    let pivot = fields.vector_or_zero("pivot")?;
    let motion = match (end.optional("q"), fields.optional("turn")) {
        (Some(_), Some(turn)) => {
            let message = "give either `turn` or `end.q`, not both";
            return Err(Problem::invalid(&turn.key, message));
        }
        (None, None) => {
            let message = "give `q`, or `turn` beside `end`: one of the two";
            return Err(Problem::invalid(&end_node.key, message));
        }
        (Some(_), None) => Motion::between(start, read_pose(&end_node)?, pivot),
        (None, Some(turn)) => Motion::from_turn(start, end_p, turn.vector()?, pivot),
    };
    motion.map_err(at_key(&node.key))
}

/// `{"p": [x, y], "angle": radians}`, or with `half_angle` = [sine, cosine] of half the angle.
fn read_pose_2d(node: &Node<'_>) -> Result<Pose2, Problem> {
    let fields = node.fields(&["p", "angle", "half_angle"])?;
    let p = Vector2::from(fields.required("p")?.numbers()?);
    match (fields.optional("angle"), fields.optional("half_angle")) {
        (Some(angle), None) => Pose2::from_angle(p, angle.number()?).map_err(at_key(&angle.key)),
        (None, Some(half)) => Pose2::new(p, half.numbers()?).map_err(at_key(&half.key)),
        _ => Err(Problem::invalid(
            &node.key,
            "give `angle` or `half_angle`: one of the two",
        )),
    }
}

/// The points of a shape, `dimension` numbers each.
fn read_points(node: &Node<'_>, dimension: usize) -> Result<Vec<Vec<f64>>, Problem> {
    let vertices = node.fields(&["vertices"])?.required("vertices")?;
    vertices.points(dimension)
}

/// Returns the dimension of the points of polygons and point sets: as the case says, or that of the first point.
fn dimension(fields: &Fields<'_>) -> Result<Option<usize>, Problem> {
    if let Some(node) = fields.optional("dimension") {
        // More than 8 are refused.
        return Ok(Some(usize::try_from(node.count()?).unwrap_or(usize::MAX)));
    }
    let first = |key: &str| match fields.optional(key)?.json.get("vertices")? {
        Json::List(points) => match points.first()? {
            Json::List(numbers) => Some(numbers.len()),
            _ => None,
        },
        _ => None,
    };
    Ok(first("a").or_else(|| first("b")))
}

/// Form of a case's subject, and the dimension of polygons and point sets.
pub(super) fn form(fields: &Fields<'_>) -> Result<(Form, Option<usize>), Problem> {
    let is_swept = |node: Node<'_>| matches!(node.json, Json::Text(name) if name == "vertices");
    if fields.optional("sweep").is_some_and(is_swept) {
        return Ok((Form::Deforming, None));
    }
    let numbers = dimension(fields)?;
    let said = fields.optional("dimension").is_some();
    Ok(match (numbers, fields.first(&["motion_a", "motion_b"])) {
        (Some(2 | 4..=8), _) => (Form::Sets, numbers),
        _ if said => (Form::Sets, numbers),
        (_, Some(_)) => (Form::Moving, None),
        (_, None) => (Form::Posed, None),
    })
}
