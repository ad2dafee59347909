//! A scene file: bodies, how they move, and their copies.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use interframe::{Motion, Polytope, Pose};
use nalgebra::Vector3;

use super::random::Random;
use crate::error::{Problem, Result, at_key};
use crate::json::{Fields, Json, Node};
use crate::motion::read_pose;
use crate::shape::Shapes;

/// A scene, copies written out.
#[derive(Debug)]
pub struct Scene {
    pub name: String,
    pub frame_s: f64,
    pub frames: u64,
    pub gravity: Vector3<f64>,
    pub bodies: Vec<Body>,
    pub on_hit: OnHit,
}

/// What becomes of bodies that meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnHit {
    /// They go on.
    Record,
    /// Those that move freeze where they met.
    Stop,
}

/// One body.
#[derive(Debug)]
pub struct Body {
    pub name: String,
    pub shape: Arc<Polytope>,
    /// Body frame.
    pub pivot: Vector3<f64>,
    pub course: Course,
}

/// How a body moves.
#[derive(Debug, Clone)]
pub enum Course {
    /// Never, whatever the gravity.
    Fixed(Pose),
    /// From a pose with a velocity of the pivot (units per second) and a spin about world axes
    /// through it (radians per second).
    Free {
        pose: Pose,
        velocity: Vector3<f64>,
        spin: Vector3<f64>,
    },
    /// Through given poses, one more than there are frames.
    Keyframes(Vec<Pose>),
}

/// Reads a scene. `folder` is where its mesh paths start.
pub fn read_scene(text: &str, folder: &Path) -> Result<Scene> {
    let json = Json::parse(text)?;
    let fields =
        Node::root(&json).fields(&["name", "frame_s", "frames", "gravity", "bodies", "on_hit"])?;
    let frame_s = fields.required("frame_s")?;
    if frame_s.number()? <= 0.0 {
        return Err(invalid(&frame_s, "a frame must last longer than 0 s"));
    }
    let frames = fields.required("frames")?.count()?;
    let mut scene = Scene {
        name: fields.required("name")?.text()?.to_string(),
        frame_s: frame_s.number()?,
        frames,
        gravity: fields.vector_or_zero("gravity")?,
        bodies: Vec::new(),
        on_hit: read_on_hit(&fields)?,
    };
    let mut shapes = Shapes::default();
    let mut names = HashSet::new();
    for node in fields.required("bodies")?.list()? {
        for body in read_body(&node, frames, folder, &mut shapes)? {
            if !names.insert(body.name.clone()) {
                return Err(invalid(&node, &format!("a second body `{}`", body.name)));
            }
            scene.bodies.push(body);
        }
    }
    Ok(scene)
}

fn read_on_hit(fields: &Fields<'_>) -> Result<OnHit> {
    let Some(node) = fields.optional("on_hit") else {
        return Ok(OnHit::Record);
    };
    match node.text()? {
        "record" => Ok(OnHit::Record),
        "stop" => Ok(OnHit::Stop),
        other => Err(invalid(
            &node,
            &format!("unknown `{other}`; known: record, stop"),
        )),
    }
}

/// A body and its copies.
fn read_body(
    node: &Node<'_>,
    frames: u64,
    folder: &Path,
    shapes: &mut Shapes,
) -> Result<Vec<Body>> {
    let fields = node.fields(&[
        "name",
        "shape",
        "pose",
        "pivot",
        "velocity",
        "spin",
        "keyframes",
        "copies",
    ])?;
    let name = fields.required("name")?.text()?;
    let shape = shapes.read(&fields.required("shape")?, folder)?;
    let pivot = fields.vector_or_zero("pivot")?;
    let course = match fields.optional("keyframes") {
        Some(keyframes) => read_keyframes(&fields, &keyframes, frames, pivot)?,
        None => free(
            read_pose(&fields.required("pose")?)?,
            fields.vector_or_zero("velocity")?,
            fields.vector_or_zero("spin")?,
        ),
    };
    let body = |name: String, course| Body {
        name,
        shape: shape.clone(),
        pivot,
        course,
    };
    let Some(copies) = fields.optional("copies") else {
        return Ok(vec![body(name.to_string(), course)]);
    };
    let copies = read_copies(&copies)?;
    let mut random = Random::new(copies.seed);
    (0..copies.count)
        .map(|k| {
            let course = copies.place(&course, k, &mut random, &node.key)?;
            Ok(body(format!("{name}-{}", k + 1), course))
        })
        .collect()
}

fn free(pose: Pose, velocity: Vector3<f64>, spin: Vector3<f64>) -> Course {
    if velocity == Vector3::zeros() && spin == Vector3::zeros() {
        return Course::Fixed(pose);
    }
    Course::Free {
        pose,
        velocity,
        spin,
    }
}

fn read_keyframes(
    fields: &Fields<'_>,
    keyframes: &Node<'_>,
    frames: u64,
    pivot: Vector3<f64>,
) -> Result<Course> {
    for key in ["pose", "velocity", "spin"] {
        if let Some(node) = fields.optional(key) {
            return Err(invalid(
                &node,
                "`keyframes` replace pose, velocity and spin",
            ));
        }
    }
    let poses: Vec<Pose> = keyframes
        .list()?
        .iter()
        .map(read_pose)
        .collect::<Result<_>>()?;
    if poses.len() as u64 != frames.saturating_add(1) {
        let message = format!(
            "{} poses for {frames} frames; frames + 1 are needed",
            poses.len()
        );
        return Err(invalid(keyframes, &message));
    }
    for (i, pair) in poses.windows(2).enumerate() {
        Motion::between(pair[0], pair[1], pivot).map_err(at_key(&format!(
            "{}[{}]",
            keyframes.key,
            i + 1
        )))?;
    }
    Ok(Course::Keyframes(poses))
}

#[derive(Debug)]
struct Copies {
    count: u64,
    step: Vector3<f64>,
    seed: u64,
    position: f64,
    velocity: f64,
    spin: f64,
}

fn read_copies(node: &Node<'_>) -> Result<Copies> {
    let fields = node.fields(&["count", "step", "jitter"])?;
    let mut copies = Copies {
        count: fields.required("count")?.count()?,
        step: fields.vector_or_zero("step")?,
        seed: 0,
        position: 0.0,
        velocity: 0.0,
        spin: 0.0,
    };
    if let Some(jitter) = fields.optional("jitter") {
        let fields = jitter.fields(&["seed", "position", "velocity", "spin"])?;
        let figure = |key| match fields.optional(key) {
            Some(node) => node.number(),
            None => Ok(0.0),
        };
        copies.seed = fields.required("seed")?.count()?;
        copies.position = figure("position")?;
        copies.velocity = figure("velocity")?;
        copies.spin = figure("spin")?;
    }
    Ok(copies)
}

impl Copies {
    /// Copy `k` of a course.
    fn place(&self, course: &Course, k: u64, random: &mut Random, key: &str) -> Result<Course> {
        let mut draw = |figure: f64| {
            let (x, y, z) = (random.symmetric(), random.symmetric(), random.symmetric());
            Vector3::new(x, y, z) * figure
        };
        let shift = self.step * k as f64 + draw(self.position);
        let (faster, spun) = (draw(self.velocity), draw(self.spin));
        let moved = |pose: &Pose| {
            Pose::new(pose.translation() + shift, pose.quaternion()).map_err(at_key(key))
        };
        Ok(match course {
            Course::Fixed(pose) => free(moved(pose)?, faster, spun),
            Course::Free {
                pose,
                velocity,
                spin,
            } => free(moved(pose)?, velocity + faster, spin + spun),
            Course::Keyframes(_) if self.velocity != 0.0 || self.spin != 0.0 => {
                return Err(Problem::Invalid {
                    key: format!("{key}.copies.jitter"),
                    message: "keyframes have no velocity or spin to jitter".into(),
                });
            }
            Course::Keyframes(poses) => {
                Course::Keyframes(poses.iter().map(moved).collect::<Result<_>>()?)
            }
        })
    }
}

fn invalid(node: &Node<'_>, message: &str) -> Problem {
    Problem::Invalid {
        key: node.key.clone(),
        message: message.to_string(),
    }
}
