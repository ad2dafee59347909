//! Queries and answers as plain data: what captures write, case files hold and the program asks.
//!
//! Problem: a wrong or surprising answer is worth reporting only if others get it too, bit for bit.
//! Idea: a query is a pure function of its numbers, so one JSON line with every number written to
//! read back to the same bits is the whole report. A [`Case`] is such a line: a [`Query`] with every
//! option as a key, an id, and the [`PairState`] that it began from, if that was not empty.
//! `interframe query FILE` answers the lines of a file; `docs/guide/CASES.md` lists the keys.
//!
//! [`Case::read`] reads a line and [`Case::to_json`] writes one; both are here. A capture is a line that the program
//! (`crates/cli/src/scene/asker.rs`) or the C interface (`crates/capi/src/query.rs`) writes.
//!
//! All queries stand in one table, in `query.rs`; everything that is done with any query goes through it.
//!
//! ```
//! use interframe::case::{Case, Query};
//! use interframe::{IntersectOptions, Polytope, Pose, PosedPair};
//! use nalgebra::Vector3;
//!
//! let point = Polytope::new(&[Vector3::new(0.5, 0.0, 1e-300)])?;
//! let here = Pose::identity();
//! let pair = PosedPair::new(&point, &here, &point, &here);
//! let query = Query::intersect(&pair, &IntersectOptions::default());
//! assert_eq!(
//!     Case::new("report-1", query, None).to_string(),
//!     r#"{"id": "report-1", "query": "intersect", "#.to_owned()
//!         + r#""a": {"vertices": [[0.5,0.0,1e-300]]}, "b": {"vertices": [[0.5,0.0,1e-300]]}, "#
//!         + r#""pose_a": {"p": [0.0,0.0,0.0], "q": [0.0,0.0,0.0,1.0]}, "#
//!         + r#""pose_b": {"p": [0.0,0.0,0.0], "q": [0.0,0.0,0.0,1.0]}, "#
//!         + r#""method": "default", "max_pivots": 64}"#
//! );
//! # Ok::<(), interframe::Error>(())
//! ```

mod answers;
mod json;
mod one_line_json;
mod problem;
mod query;
mod read_query;
mod report;
mod rows;
mod shapes;
mod subjects;

use serde::Serialize;
use serde::ser::SerializeMap;

pub use crate::names::Kind as Values;
pub use crate::options::Field;
use crate::pair::PairState;
pub use answers::{AllContacts, Difference, SetsAnswer, SetsPlane};
pub use json::{Fields, Json, Node};
pub use problem::{Problem, at_key};
pub use query::{Answer, COMMON, CaseAnswer, KINDS, Kind, Query};
pub use read_query::check_method;
pub use report::{impact_entries, impact_entries_of, impact_proof};
pub use shapes::{
    ReadBody, read_compound, read_pose, read_scale, read_shape, rounded, surface, written_shape,
};
pub use subjects::{Bodies, Cuboids, Deforming, Form, PointSets, Polygons};
pub(crate) use subjects::{read_motion, written_motion};

/// A query with its name for the reader, and what it began from.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// Any text.
    pub id: String,
    /// The query.
    pub query: Query,
    /// The pair's memory of the last frame; None for an empty state.
    pub state: Option<PairState>,
}

impl Case {
    /// The case of a query; an empty state is left out.
    #[must_use]
    pub fn new(id: &str, query: Query, state: Option<&PairState>) -> Self {
        let state = state.filter(|state| state.to_words() != [0; 7]);
        Case {
            id: id.to_owned(),
            query,
            state: state.copied(),
        }
    }

    /// Reads a case. Bodies are read by `body`, for example [`read_shape`].
    ///
    /// # Errors
    /// [`Problem`] says what is wrong with it, and at which key.
    pub fn read(json: &Json, body: &mut ReadBody<'_>) -> problem::Result<Self> {
        let Json::Object(_) = json else {
            return Err(Problem::Syntax("a case is a JSON object".into()));
        };
        let fields = Node::root(json).any_fields()?;
        // What is not a query is told first: files of another kind have no ids either.
        fields.required("query")?;
        let query = Query::read(&fields, body)?;
        let state = fields.optional("state").map(|node| node.value());
        Ok(Case {
            id: fields.required("id")?.text()?.to_owned(),
            query,
            state: state.transpose()?,
        })
    }

    /// The state that it begins from.
    #[must_use]
    pub fn start(&self) -> PairState {
        self.state.unwrap_or_default()
    }

    /// The case as one line of JSON, without the line's end. Numbers are in the shortest form that reads
    /// back to the same bits, -0.0 and denormals included; a body is written by its corners in the order
    /// of [`Polytope::vertices`](crate::Polytope::vertices) and its radius, a motion as it was given, by end pose or by
    /// turn. What [`Query::validate`] refuses has no line that reads back.
    #[must_use]
    pub fn to_json(&self) -> String {
        one_line_json::line(self)
    }
}

/// Reads a line whose bodies need no file, as captures do.
impl std::str::FromStr for Case {
    type Err = Problem;

    fn from_str(line: &str) -> problem::Result<Self> {
        Case::read(&Json::parse(line)?, &mut |node| read_shape(node))
    }
}

impl std::fmt::Display for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.to_json())
    }
}

impl Serialize for Case {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(None)?;
        map.serialize_entry("id", &self.id)?;
        self.query.write(&mut map)?;
        if let Some(state) = &self.state {
            map.serialize_entry("state", state)?;
        }
        map.end()
    }
}
