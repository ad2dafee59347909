//! A scene file: bodies, how they move, and their copies.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use interframe::case::{Fields, Json, Node, read_pose};
use interframe::{Filter, Motion, Pose, Role, SharedBody};
use nalgebra::Vector3;

use super::random::Random;
use crate::error::{Problem, Result, at_key};
use crate::shape::Shapes;

/// Bodies, copies included.
pub const MAX_BODIES: u64 = 100_000;
/// Largest number of pairs that are all queried in each frame.
pub const MAX_PAIRS: u64 = 5_000_000;
/// Poses of all keyframes, copies included.
const MAX_POSES: u64 = 1_000_000;
/// Largest number of frames of a run.
pub const MAX_FRAMES: u64 = 1_000_000;
/// Bodies times frames.
const MAX_STEPS: u64 = 1_000_000_000;

/// A scene, copies written out.
#[derive(Debug)]
pub struct Scene {
    pub name: String,
    pub frame_s: f64,
    pub frames: u64,
    pub gravity: Vector3<f64>,
    pub bodies: Vec<Body>,
    pub on_hit: OnHit,
    /// Mesh files of its shapes.
    pub meshes: Vec<PathBuf>,
}

/// Behaviour of bodies that hit each other.
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
    pub shape: SharedBody,
    /// Body frame.
    pub pivot: Vector3<f64>,
    pub course: Trajectory,
    pub role: Role,
    pub filter: Filter,
    /// Number of the first body of its entry, which has the same shape.
    pub first: usize,
}

impl Body {
    pub fn is_fixed(&self) -> bool {
        matches!(self.course, Trajectory::Fixed(_))
    }

    /// Where it stays, if it is fixed.
    pub fn fixed_pose(&self) -> Option<Pose> {
        match &self.course {
            Trajectory::Fixed(pose) => Some(*pose),
            _ => None,
        }
    }
}

/// Motion of a body over the whole run.
#[derive(Debug, Clone)]
pub enum Trajectory {
    /// Does not move, not even by gravity.
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
pub fn read_scene(bytes: &[u8], folder: &Path) -> Result<Scene> {
    let text = std::str::from_utf8(bytes).map_err(|error| Problem::Syntax(error.to_string()))?;
    let json = Json::parse(text)?;
    let fields =
        Node::root(&json).fields(&["name", "frame_s", "frames", "gravity", "bodies", "on_hit"])?;
    let frame_s = fields.required("frame_s")?;
    if frame_s.number()? <= 0.0 {
        return Err(invalid(&frame_s, "a frame must last longer than 0 s"));
    }
    let frames_node = fields.required("frames")?;
    let frames = frames_node.count()?;
    let mut scene = Scene {
        name: fields.required("name")?.text()?.to_string(),
        frame_s: frame_s.number()?,
        frames,
        gravity: fields.vector_or_zero("gravity")?,
        bodies: Vec::new(),
        on_hit: read_on_hit(&fields)?,
        meshes: Vec::new(),
    };
    let mut shapes = Shapes::default();
    let mut names = HashSet::new();
    let mut room = Allowance {
        bodies: MAX_BODIES,
        poses: MAX_POSES,
    };
    let bodies = fields.required("bodies")?;
    for node in bodies.list()? {
        let first = scene.bodies.len();
        for body in read_body(&node, frames, folder, &mut shapes, &mut room)? {
            if !names.insert(body.name.clone()) {
                return Err(invalid(&node, &format!("a second body `{}`", body.name)));
            }
            scene.bodies.push(Body { first, ..body });
        }
    }
    scene.meshes = shapes.files().map(Path::to_path_buf).collect();
    let checked = scene.check_frames(frames);
    checked.map_err(|message| invalid(&frames_node, &message))?;
    Ok(scene)
}

impl Scene {
    /// Number of pairs that the filters let collide and of which at least one body `moves`.
    pub fn pairs(&self, moves: impl Fn(usize) -> bool) -> u64 {
        // Those that rest and those that move, by filter.
        let mut kinds: HashMap<Filter, [u64; 2]> = HashMap::new();
        for (k, body) in self.bodies.iter().enumerate() {
            kinds.entry(body.filter).or_default()[usize::from(moves(k))] += 1;
        }
        let kinds: Vec<_> = kinds.into_iter().collect();
        let own = |[rest, moving]: [u64; 2]| rest * moving + moving * moving.saturating_sub(1) / 2;
        let mut pairs = 0;
        for (k, (filter, counts)) in kinds.iter().enumerate() {
            pairs += if filter.allows(filter) {
                own(*counts)
            } else {
                0
            };
            for (other, others) in &kinds[k + 1..] {
                let both = [counts[0] + others[0], counts[1] + others[1]];
                if filter.allows(other) {
                    pairs += own(both) - own(*counts) - own(*others);
                }
            }
        }
        pairs
    }

    /// Checks the number of frames.
    pub fn check_frames(&self, frames: u64) -> std::result::Result<(), String> {
        if frames > MAX_FRAMES {
            return Err(format!("{frames} frames; at most {MAX_FRAMES} are run"));
        }
        let bodies = self.bodies.len() as u64;
        if bodies * frames > MAX_STEPS {
            return Err(format!(
                "{frames} frames of {bodies} bodies; at most {MAX_STEPS} bodies times frames are run"
            ));
        }
        Ok(())
    }
}

/// Limits on what the rest of a scene may hold.
struct Allowance {
    bodies: u64,
    poses: u64,
}

impl Allowance {
    /// Allowance for `count` bodies, which `node` asks for, of `poses` keyframes each.
    fn take(&mut self, node: &Node<'_>, count: u64, poses: u64) -> Result<()> {
        let poses = poses.saturating_mul(count);
        let refused = |count, limit, of| {
            let message = format!("{count} more {of}; a scene has at most {limit}");
            Err(invalid(node, &message))
        };
        if count > self.bodies {
            return refused(count, MAX_BODIES, "bodies");
        }
        if poses > self.poses {
            return refused(poses, MAX_POSES, "keyframe poses");
        }
        self.bodies -= count;
        self.poses -= poses;
        Ok(())
    }
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
    room: &mut Allowance,
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
        "role",
        "filter",
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
    let (role, filter) = (read_role(&fields)?, read_filter(&fields)?);
    let body = |name: String, course| Body {
        name,
        shape: shape.clone(),
        pivot,
        course,
        role,
        filter,
        first: 0,
    };
    let poses = match &course {
        Trajectory::Keyframes(poses) => poses.len() as u64,
        Trajectory::Fixed(_) | Trajectory::Free { .. } => 0,
    };
    let Some(copies) = fields.optional("copies") else {
        room.take(node, 1, poses)?;
        return Ok(vec![body(name.to_string(), course)]);
    };
    let copies = read_copies(&copies, poses, room)?;
    let mut random = Random::new(copies.seed);
    (0..copies.count)
        .map(|k| {
            let course = copies.place(&course, k, &mut random, &node.key)?;
            Ok(body(format!("{name}-{}", k + 1), course))
        })
        .collect()
}

fn read_role(fields: &Fields<'_>) -> Result<Role> {
    let Some(node) = fields.optional("role") else {
        return Ok(Role::Solid);
    };
    node.text()?
        .parse()
        .map_err(|unknown: interframe::UnknownName| invalid(&node, &unknown.to_string()))
}

fn read_filter(fields: &Fields<'_>) -> Result<Filter> {
    let mut filter = Filter::default();
    let Some(node) = fields.optional("filter") else {
        return Ok(filter);
    };
    let given = node.fields(&["category", "mask", "group"])?;
    for (key, bits) in [
        ("category", &mut filter.category),
        ("mask", &mut filter.mask),
    ] {
        if let Some(node) = given.optional(key) {
            *bits = node.count()?;
        }
    }
    if let Some(node) = given.optional("group") {
        let group = node.number()?;
        let range = f64::from(i32::MIN)..=f64::from(i32::MAX);
        let whole = group.fract() == 0.0 && range.contains(&group);
        if !whole {
            return Err(node.wrong("a whole number of 32 bits"));
        }
        filter.group = group as i32;
    }
    Ok(filter)
}

fn free(pose: Pose, velocity: Vector3<f64>, spin: Vector3<f64>) -> Trajectory {
    if velocity == Vector3::zeros() && spin == Vector3::zeros() {
        return Trajectory::Fixed(pose);
    }
    Trajectory::Free {
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
) -> Result<Trajectory> {
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
    Ok(Trajectory::Keyframes(poses))
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

/// `poses`: keyframes of the body that is copied.
fn read_copies(node: &Node<'_>, poses: u64, room: &mut Allowance) -> Result<Copies> {
    let fields = node.fields(&["count", "step", "jitter"])?;
    let count = fields.required("count")?;
    room.take(&count, count.count()?, poses)?;
    let mut copies = Copies {
        count: count.count()?,
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
    fn place(
        &self,
        course: &Trajectory,
        k: u64,
        random: &mut Random,
        key: &str,
    ) -> Result<Trajectory> {
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
            Trajectory::Fixed(pose) => free(moved(pose)?, faster, spun),
            Trajectory::Free {
                pose,
                velocity,
                spin,
            } => free(moved(pose)?, velocity + faster, spin + spun),
            Trajectory::Keyframes(_) if self.velocity != 0.0 || self.spin != 0.0 => {
                let message = "keyframes have no velocity or spin to jitter";
                return Err(Problem::invalid(&format!("{key}.copies.jitter"), message));
            }
            Trajectory::Keyframes(poses) => {
                Trajectory::Keyframes(poses.iter().map(moved).collect::<Result<_>>()?)
            }
        })
    }
}

fn invalid(node: &Node<'_>, message: &str) -> Problem {
    Problem::invalid(&node.key, message)
}
