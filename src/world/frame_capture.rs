//! A frame of a world as one line of JSON, and the same frame again from that line alone.
//!
//! The line holds what the frame depends on: the snapshot of the world before it, the shapes as cooked bytes, the motions and
//! the options. Bytes are written in hexadecimal, numbers so that they read back to the same bits. A pair filter of the
//! program's is not in it.

use std::collections::HashMap;
use std::fmt::Write;

use serde_json::{Value, json};

use crate::case::{Json, Node, Problem, read_motion, written_motion};
use crate::error::Result;
use crate::motion::rigid_motion::Motion;
use crate::shape::body::SharedBody;
use crate::world::advance_options::AdvanceOptions;
use crate::world::bodies::World;
use crate::world::event::WorldFrame;
use crate::world::ids::BodyId;
use crate::world::jobs::Jobs;

/// A world before a frame, and what the frame was given. Made by [`World::capture`], read by `parse`.
///
/// ```
/// use interframe::{AdvanceOptions, BodyInput, FrameCapture, Motion, Pose, Serial, SharedBody, World};
/// use nalgebra::Vector3;
///
/// let mut world = World::new();
/// let at = |x: f64| Pose::from_translation(Vector3::new(x, 0.0, 0.0));
/// let ball = world.add(BodyInput::new(SharedBody::sphere(0.1)?, at(-2.0)?));
/// world.add(BodyInput::new(SharedBody::sphere(0.5)?, at(0.0)?));
/// let scaled = [(ball, Motion::translation(at(-2.0)?, Vector3::x())?)];
/// let options = AdvanceOptions::default();
/// let line = world.capture(&scaled, &options);
/// let frame = world.advance(&scaled, &options, &Serial)?;
///
/// let (again, replayed) = line.parse::<FrameCapture>()?.replay(&Serial)?;
/// assert_eq!(replayed.events, frame.events);
/// assert_eq!(again.snapshot(), world.snapshot());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct FrameCapture {
    /// The world before the frame.
    pub world: World,
    /// Motions of the frame.
    pub motions: Vec<(BodyId, Motion)>,
    /// Options of the frame.
    pub options: AdvanceOptions,
}

impl World {
    /// Returns the frame that [`advance`](Self::advance) would pass with these arguments as one line of JSON, without the
    /// line's end. `interframe replay FILE` passes it again. The line holds every shape; the pair filter is left out. Call it before the frame.
    #[must_use]
    pub fn capture(&self, motions: &[(BodyId, Motion)], options: &AdvanceOptions) -> String {
        let mut shapes: Vec<Vec<u8>> = Vec::new();
        let mut numbers = HashMap::new();
        let mut bodies = Vec::new();
        for body in self.bodies() {
            let cooked = body.shape().to_bytes();
            let number = *numbers.entry(cooked).or_insert_with_key(|cooked| {
                shapes.push(cooked.clone());
                shapes.len() - 1
            });
            bodies.push(json!([body.id().to_bits(), number]));
        }
        let motion =
            |(id, motion): &(BodyId, Motion)| json!([id.to_bits(), written_motion(motion)]);
        json!({
            "capture": "frame",
            "version": 1,
            "shapes": shapes.iter().map(|shape| hex(shape)).collect::<Vec<_>>(),
            "bodies": bodies,
            "world": hex(&self.snapshot()),
            "motions": motions.iter().map(motion).collect::<Vec<_>>(),
            "options": options,
        })
        .to_string()
    }
}

impl FrameCapture {
    /// Passes the frame in a copy of the world: the world after it, and its contacts, the same bits as there.
    ///
    /// # Errors
    /// See [`World::advance`].
    pub fn replay(&self, jobs: &dyn Jobs) -> Result<(World, WorldFrame)> {
        let mut world = self.world.clone();
        let frame = world.advance(&self.motions, &self.options, jobs)?;
        Ok((world, frame))
    }
}

/// Reads a line of [`World::capture`], which may come from anywhere.
impl std::str::FromStr for FrameCapture {
    type Err = Problem;

    fn from_str(line: &str) -> std::result::Result<Self, Problem> {
        let all: Value = serde_json::from_str(line).map_err(|e| wrong(&e.to_string()))?;
        if (&all["capture"], &all["version"]) != (&json!("frame"), &json!(1)) {
            return Err(wrong(
                "a capture begins with `capture`: \"frame\" and `version`: 1",
            ));
        }
        let refused = |error: crate::Error| wrong(&error.to_string());
        let shapes = list(&all, "shapes")?
            .iter()
            .map(|shape| SharedBody::from_bytes(&bytes(shape, "shapes")?).map_err(refused));
        let shapes: Vec<SharedBody> = shapes.collect::<std::result::Result<_, _>>()?;
        let mut of = HashMap::new();
        for body in list(&all, "bodies")? {
            let shape = body[1]
                .as_u64()
                .and_then(|number| shapes.get(number as usize));
            let (Some(id), Some(shape)) = (body[0].as_u64(), shape) else {
                return Err(wrong(
                    "`bodies` are pairs of an id and the number of a shape",
                ));
            };
            of.insert(id, shape);
        }
        let mut world = World::new();
        let shape_of = |id: BodyId, _| of.get(&id.to_bits()).copied().cloned();
        let snapshot = bytes(&all["world"], "world")?;
        world.restore(&snapshot, &shape_of).map_err(refused)?;
        let motions = list(&all, "motions")?.iter().map(|motion| {
            let id = motion[0]
                .as_u64()
                .ok_or_else(|| wrong("`motions` are pairs of an id and a motion"))?;
            let given = Json::parse(&motion[1].to_string())?;
            Ok((BodyId::from_bits(id), read_motion(&Node::root(&given))?))
        });
        Ok(FrameCapture {
            world,
            motions: motions.collect::<std::result::Result<_, Problem>>()?,
            options: serde_json::from_value(all["options"].clone())
                .map_err(|e| wrong(&e.to_string()))?,
        })
    }
}

fn wrong(what: &str) -> Problem {
    Problem::Syntax(what.into())
}

fn list<'a>(all: &'a Value, key: &str) -> std::result::Result<&'a Vec<Value>, Problem> {
    all[key]
        .as_array()
        .ok_or_else(|| wrong(&format!("`{key}` is no list")))
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

fn bytes(text: &Value, key: &str) -> std::result::Result<Vec<u8>, Problem> {
    let digits = text.as_str().unwrap_or("?").as_bytes();
    let digit = |digit: u8| (digit as char).to_digit(16).map(|digit| digit as u8);
    let (pairs, rest) = digits.as_chunks::<2>();
    let bytes = pairs
        .iter()
        .map(|[high, low]| Some(16 * digit(*high)? + digit(*low)?));
    let bytes: Option<Vec<u8>> = bytes.collect();
    let bytes = bytes.filter(|_| rest.is_empty());
    bytes.ok_or_else(|| {
        wrong(&format!(
            "`{key}` has bytes that are not two hexadecimal digits each"
        ))
    })
}
