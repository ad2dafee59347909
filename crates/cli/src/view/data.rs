//! What a page holds, as plain data. docs/guide/VIEW.md says what the keys mean.

use serde::Serialize;
use serde_json::{Map, Value};

/// Version of the data in a page.
pub const VERSION: u32 = 1;

/// Everything that a page shows.
#[derive(Debug, Serialize)]
pub struct Page {
    /// Always `interframe`.
    pub view: &'static str,
    pub version: u32,
    pub title: String,
    pub views: Vec<View>,
}

/// One file, case or proof.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum View {
    Space(Space),
    Plane(Plane),
    Text(Text),
}

/// Bodies in space, over frames that are counted from 0: frame k lasts from time k to k + 1.
#[derive(Debug, Default, Serialize)]
pub struct Space {
    pub name: String,
    /// Sentences about what is wrong with the file, which the page shows first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub odd: Vec<String>,
    /// Sentences about the whole.
    pub notes: Vec<String>,
    /// Seconds of a frame.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame_s: Option<f64>,
    /// 0 if nothing moves.
    pub frames: u64,
    pub shapes: Vec<Shape>,
    pub bodies: Vec<Body>,
    /// In the order of bodies, then of time.
    pub moves: Vec<Move>,
    pub answers: Vec<Answer>,
}

/// Surface of a body as it is drawn, rounded to single precision about an origin.
#[derive(Debug, Default, Clone, PartialEq, Serialize)]
pub struct Shape {
    pub origin: [f64; 3],
    /// Length of which the points are multiples: a power of two, 1 for bodies of common sizes.
    pub unit: f64,
    /// Three numbers for each point.
    pub points: Vec<f32>,
    /// Three indices for each triangle.
    pub triangles: Vec<u32>,
    /// Two indices for each edge.
    pub edges: Vec<u32>,
}

#[derive(Debug, Serialize)]
pub struct Body {
    pub name: String,
    pub shape: usize,
    /// Body frame.
    pub pivot: [f64; 3],
    #[serde(skip_serializing_if = "is_false")]
    pub fixed: bool,
    #[serde(skip_serializing_if = "is_false")]
    pub sensor: bool,
    /// Drawn see-through, because it holds the other body.
    #[serde(skip_serializing_if = "is_false")]
    pub clear: bool,
    /// The hull of the body before it: see-through too, and a layer of its own.
    #[serde(skip_serializing_if = "is_false")]
    pub hull: bool,
}

/// Motion of a body from one time to another: the pivot moves in a straight line by `way`, and the body turns about it by
/// the rotation vector `turn`, both at a constant rate.
#[derive(Debug, Clone, Serialize)]
pub struct Move {
    pub body: usize,
    pub from: f64,
    pub to: f64,
    pub p: [f64; 3],
    /// x, y, z, w.
    pub q: [f64; 4],
    pub way: [f64; 3],
    pub turn: [f64; 3],
}

/// An answer of the library about two bodies.
#[derive(Debug, Default, Serialize)]
pub struct Answer {
    /// Name of the query.
    pub query: String,
    pub a: usize,
    pub b: usize,
    /// Times of the page at which the query's t is 0 and 1.
    pub span: [f64; 2],
    pub verdict: String,
    /// Every key of the answer, as `interframe query --json` writes it.
    pub entries: Map<String, Value>,
    /// Whether the bodies meet at the poses at the ends of the frames.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen_by_poses: Option<bool>,
    /// Where they touch at the contact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub manifold: Option<Manifold>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub swept: Option<Swept>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Proved>,
}

impl Answer {
    /// Why the checker refuses its proof, if it does: then its verdict is a claim.
    pub fn refused(&self) -> Option<&str> {
        self.proof.as_ref()?.refused.as_deref()
    }
}

/// Answer of `contact_manifold` at the time of the contact.
#[derive(Debug, Serialize)]
pub struct Manifold {
    pub prediction: f64,
    pub normal: Option<[f64; 3]>,
    /// Points of A and of B, and the depth.
    pub contacts: Vec<([f64; 3], [f64; 3], f64)>,
}

/// Extended hulls over the whole span: hulls of the bodies at both ends, in the world's frame.
#[derive(Debug, Serialize)]
pub struct Swept {
    /// Verdict of `interframe` with the sweep `certified`.
    pub verdict: String,
    /// Its plane, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plane: Option<([f64; 3], f64)>,
    /// How far each hull is dilated so that it holds the body at every time.
    pub dilation: [f64; 2],
    /// Null for a body that does not move, or that has no hull to draw.
    pub hulls: [Option<Shape>; 2],
}

/// A certificate, and whether the checker accepts it.
#[derive(Debug, Default, Serialize)]
pub struct Proved {
    /// Why the checker refuses it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// What it proves, in one word.
    pub verdict: String,
    /// Its kind: `plane`, `columns`, `chain` and so on.
    pub certificate: String,
    /// Distance above which the bodies are proved to stay.
    pub separation: f64,
    /// Times at which the certificate's t is 0 and 1.
    pub span: [f64; 2],
    /// In the order of time.
    pub links: Vec<Link>,
}

/// One link of a chain: why the bodies are apart from `t0` to `t1`.
#[derive(Debug, Serialize)]
pub struct Link {
    pub t0: f64,
    pub t1: f64,
    /// `plane`, `balls` or `span`.
    pub by: &'static str,
    /// Unit normal from A to B at t0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub normal: Option<[f64; 3]>,
    /// Rotation vector of the normal per unit of t.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<[f64; 3]>,
    /// Samples of t, and along the normal then the farthest point of A and the nearest of B.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reach: Vec<[f64; 3]>,
    /// Centres of the two balls, body frames, and their radii.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub balls: Option<([[f64; 3]; 2], [f64; 2])>,
}

/// Two polygons.
#[derive(Debug, Serialize)]
pub struct Plane {
    pub name: String,
    pub query: String,
    pub verdict: String,
    pub entries: Map<String, Value>,
    pub polygons: [Polygon; 2],
    /// Corners of A + B and of A - B, in the world's frame.
    pub sum: Vec<[f64; 2]>,
    pub difference: Vec<[f64; 2]>,
    pub steps: Vec<Step>,
}

#[derive(Debug, Serialize)]
pub struct Polygon {
    /// World frame, counter-clockwise.
    pub corners: Vec<[f64; 2]>,
    pub radius: f64,
}

/// A step of GJK.
#[derive(Debug, Serialize)]
pub struct Step {
    /// One or two columns, or three that hold the origin.
    pub columns: Vec<[f64; 2]>,
    pub nearest: [f64; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub support: Option<[f64; 2]>,
}

/// An answer about something that cannot be drawn.
#[derive(Debug, Serialize)]
pub struct Text {
    pub name: String,
    pub notes: Vec<String>,
    pub query: String,
    pub verdict: String,
    pub entries: Map<String, Value>,
}

impl View {
    pub fn name(&self) -> &str {
        match self {
            View::Space(space) => &space.name,
            View::Plane(plane) => &plane.name,
            View::Text(text) => &text.name,
        }
    }

    /// Why the checker refuses a proof of it, if it does.
    pub fn refused(&self) -> Option<&str> {
        match self {
            View::Space(space) => space.answers.iter().find_map(Answer::refused),
            View::Plane(_) | View::Text(_) => None,
        }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_false(flag: &bool) -> bool {
    !flag
}
