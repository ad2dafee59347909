//! A frame of a world as one line of JSON, and the same frame again from that line alone.
//!
//! The line holds what the frame depends on: the snapshot of the world before it, the shapes as cooked bytes, the motions and
//! the options. Bytes are written in hexadecimal, numbers so that they read back to the same bits. A pair filter of the
//! program's is not in it.

use std::collections::HashMap;
use std::fmt::Write;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::case::{Json, Node, Problem, at_key, read_motion, written_motion};
use crate::error::{Error, Result};
use crate::motion::rigid_motion::Motion;
use crate::shape::body::SharedBody;
use crate::world::advance_options::AdvanceOptions;
use crate::world::bodies::World;
use crate::world::event::WorldFrame;
use crate::world::frame_contact::FrameContact;
use crate::world::ids::BodyId;
use crate::world::jobs::Jobs;
use crate::world::response::Response;

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
    /// Responses of a frame with responses, in the order in which the program was asked; None of one without.
    pub responses: Option<Vec<[Response; 2]>>,
}

impl World {
    /// Returns the frame that [`advance`](Self::advance) would pass with these arguments as one line of JSON, without the
    /// line's end. `interframe replay FILE` passes it again. The line holds every shape; the pair filter is left out. Call it before the frame.
    #[must_use]
    pub fn capture(&self, motions: &[(BodyId, Motion)], options: &AdvanceOptions) -> String {
        self.capture_frame(motions, options, None)
    }

    /// Returns as [`capture`](Self::capture) does a frame that [`advance_with_responses`](Self::advance_with_responses) passed
    /// with these arguments and [`WorldFrame::responses`]. Call it with the world as it was before the frame: a clone, or this one after
    /// [`undo_frame`](Self::undo_frame).
    #[must_use]
    pub fn capture_with_responses(
        &self,
        motions: &[(BodyId, Motion)],
        options: &AdvanceOptions,
        responses: &[[Response; 2]],
    ) -> String {
        self.capture_frame(motions, options, Some(responses))
    }

    fn capture_frame(
        &self,
        motions: &[(BodyId, Motion)],
        options: &AdvanceOptions,
        responses: Option<&[[Response; 2]]>,
    ) -> String {
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
        let mut frame = json!({
            "capture": "frame",
            "version": 1,
            "shapes": shapes.iter().map(|shape| hex(shape)).collect::<Vec<_>>(),
            "bodies": bodies,
            "world": hex(&self.snapshot()),
            "motions": motions.iter().map(motion).collect::<Vec<_>>(),
            "options": options,
        });
        if let Some(responses) = responses {
            frame["responses"] = json!(responses);
        }
        frame.to_string()
    }
}

impl FrameCapture {
    /// Passes the frame in a copy of the world: the world after it, and its contacts, the same bits as there.
    ///
    /// # Errors
    /// See [`World::advance`] and [`World::advance_with_responses`]; [`Error::World`] if the line has not a response to each
    /// contact.
    pub fn replay(&self, jobs: &dyn Jobs) -> Result<(World, WorldFrame)> {
        let mut world = self.world.clone();
        let (motions, options) = (&self.motions, &self.options);
        let Some(responses) = &self.responses else {
            let frame = world.advance(motions, options, jobs)?;
            return Ok((world, frame));
        };
        let mut left = responses.iter();
        let mut is_whole = true;
        let mut respond = |_: &FrameContact<'_>| {
            let next = left.next().copied();
            is_whole &= next.is_some();
            next.unwrap_or_default()
        };
        let frame = world.advance_with_responses(motions, options, jobs, &mut respond)?;
        match is_whole && left.next().is_none() {
            true => Ok((world, frame)),
            false => Err(Error::World {
                what: "the capture has not one pair of responses for each contact of its frame",
            }),
        }
    }
}

/// Reads a line of [`World::capture`], which may come from anywhere. What is wrong with it is named by its key.
impl std::str::FromStr for FrameCapture {
    type Err = Problem;

    fn from_str(line: &str) -> std::result::Result<Self, Problem> {
        let all = Json::parse(line)?;
        let all = Node::root(&all).fields(&[
            "capture",
            "version",
            "shapes",
            "bodies",
            "world",
            "motions",
            "options",
            "responses",
        ])?;
        let kind = all.required("capture")?;
        if kind.text()? != "frame" {
            return Err(kind.wrong("\"frame\""));
        }
        let version = all.required("version")?;
        if version.count()? != 1 {
            return Err(version.wrong("1, the only version that this library reads"));
        }
        let mut shapes = Vec::new();
        for shape in all.required("shapes")?.list()? {
            shapes.push(SharedBody::from_bytes(&bytes(&shape)?).map_err(at_key(&shape.key))?);
        }
        let mut of = HashMap::new();
        for body in all.required("bodies")?.list()? {
            let [id, number] = &pair(&body, "an id and the number of a shape")?;
            let shape = shapes.get(number.count()? as usize);
            let shape = shape.ok_or_else(|| {
                number.wrong(&format!("the number of one of {} shapes", shapes.len()))
            })?;
            if of.insert(id.count()?, shape).is_some() {
                return Err(id.wrong("the id of another body than those before"));
            }
        }
        let mut world = World::new();
        let shape_of = |id: BodyId, _| of.get(&id.to_bits()).copied().cloned();
        let snapshot = all.required("world")?;
        let restored = world.restore(&bytes(&snapshot)?, &shape_of);
        restored.map_err(at_key(&snapshot.key))?;
        let mut motions = Vec::new();
        for motion in all.required("motions")?.list()? {
            let [id, way] = &pair(&motion, "an id and a motion")?;
            motions.push((BodyId::from_bits(id.count()?), read_motion(way)?));
        }
        Ok(FrameCapture {
            world,
            motions,
            options: read_options(&all.required("options")?)?,
            responses: all
                .optional("responses")
                .map(|node| read_responses(&node))
                .transpose()?,
        })
    }
}

fn pair<'a>(node: &Node<'a>, expected: &str) -> std::result::Result<[Node<'a>; 2], Problem> {
    node.list()?
        .try_into()
        .map_err(|_| node.wrong(&format!("a list of {expected}")))
}

fn read_responses(node: &Node<'_>) -> std::result::Result<Vec<[Response; 2]>, Problem> {
    let mut responses = Vec::new();
    for of_contact in node.list()? {
        let [a, b] = &pair(&of_contact, "the responses of A and B")?;
        let read = |node: &Node<'_>| {
            let response = Response::deserialize(value_of(node)?);
            response.map_err(|error| Problem::invalid(&node.key, error.to_string()))
        };
        responses.push([read(a)?, read(b)?]);
    }
    Ok(responses)
}

fn read_options(node: &Node<'_>) -> std::result::Result<AdvanceOptions, Problem> {
    let all = value_of(node)?;
    AdvanceOptions::deserialize(&all).map_err(|error| {
        // Again with each option alone, since what is wrong with it is told without its key.
        let alone = |key: &str, value: Value| -> Option<Problem> {
            let error = AdvanceOptions::deserialize(value).err()?;
            Some(Problem::invalid(
                &format!("{}.{key}", node.key),
                error.to_string(),
            ))
        };
        let entries = all.as_object().into_iter().flatten();
        let found = entries.clone().find_map(|(key, value)| {
            let inner = value.as_object().into_iter().flatten();
            let mut inner = inner
                .map(|(name, value)| alone(&format!("{key}.{name}"), json!({key: {name: value}})));
            inner
                .find_map(|found| found)
                .or_else(|| alone(key, json!({key: value})))
        });
        found.unwrap_or_else(|| Problem::invalid(&node.key, error.to_string()))
    })
}

/// Converts a value to serde_json's, for a reader that knows no keys.
fn value_of(node: &Node<'_>) -> std::result::Result<Value, Problem> {
    Ok(match node.json {
        Json::Null => Value::Null,
        Json::Bool(flag) => Value::Bool(*flag),
        Json::Number(number) => Value::Number(number.clone()),
        Json::NotFinite(_) => {
            return Err(node.number().err().unwrap_or_else(|| node.wrong("finite")));
        }
        Json::Text(text) => Value::String(text.clone()),
        Json::List(_) => node
            .list()?
            .iter()
            .map(value_of)
            .collect::<std::result::Result<_, _>>()?,
        Json::Object(entries) => {
            let fields = node.any_fields()?;
            let read =
                |(key, _): &(String, Json)| Ok((key.clone(), value_of(&fields.required(key)?)?));
            Value::Object(
                entries
                    .iter()
                    .map(read)
                    .collect::<std::result::Result<_, Problem>>()?,
            )
        }
    })
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

fn bytes(node: &Node<'_>) -> std::result::Result<Vec<u8>, Problem> {
    let digit = |digit: u8| (digit as char).to_digit(16).map(|digit| digit as u8);
    let (pairs, rest) = node.text()?.as_bytes().as_chunks::<2>();
    let bytes = pairs
        .iter()
        .map(|[high, low]| Some(16 * digit(*high)? + digit(*low)?));
    let bytes: Option<Vec<u8>> = bytes.collect();
    bytes
        .filter(|_| rest.is_empty())
        .ok_or_else(|| node.wrong("bytes of two hexadecimal digits each"))
}
