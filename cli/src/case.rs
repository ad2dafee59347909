//! One line of a case file: what is asked.
//!
//! Every query of the format has a row in [`QUERIES`] with the keys it may carry, so that typing
//! errors are told from queries that are not answered yet. A new query is a row, an [`Ask`], a
//! branch in [`read_ask`] and one in `answer`.

use std::path::Path;
use std::sync::Arc;

use interframe::{
    Frame, Method, Motion, Polytope, Pose, Sweep, TimeOfExitOptions, TimeOfImpactOptions,
    UnknownName,
};
use nalgebra::Vector3;

use crate::args::RunAs;
use crate::error::{Problem, Result, at_key};
use crate::exit;
use crate::json::{Fields, Json, Node};
use crate::motion::{read_motion, read_pose};
use crate::planar::{Planar, read_planar};
use crate::point_sets::{PointSets, read_point_sets};
use crate::shape::Shapes;

/// A case that can be answered.
#[derive(Debug)]
pub struct Case {
    pub ask: Ask,
    pub method: Method,
    pub expected: Option<Json>,
}

/// What is asked, with everything it needs.
#[derive(Debug)]
pub enum Ask {
    Intersect {
        bodies: [Arc<Polytope>; 2],
        poses: [Pose; 2],
    },
    Distance {
        bodies: [Arc<Polytope>; 2],
        poses: [Pose; 2],
    },
    Penetration {
        bodies: [Arc<Polytope>; 2],
        poses: [Pose; 2],
        direction: Option<Vector3<f64>>,
    },
    ContactManifold {
        bodies: [Arc<Polytope>; 2],
        poses: [Pose; 2],
        prediction: f64,
    },
    Contains {
        bodies: [Arc<Polytope>; 2],
        poses: [Pose; 2],
    },
    ContainsMotion {
        bodies: [Arc<Polytope>; 2],
        motions: Box<[Motion; 2]>,
        options: TimeOfExitOptions,
    },
    Interframe {
        bodies: [Arc<Polytope>; 2],
        motions: Box<[Motion; 2]>,
        sweep: Sweep,
        frame: Frame,
    },
    PointSets(PointSets),
    Planar(Planar),
    MinkowskiDifference {
        bodies: [Arc<Polytope>; 2],
        poses: [Pose; 2],
    },
    Vertices {
        a: VertexLists,
        b: VertexLists,
    },
    ContactIntervals {
        bodies: [Arc<Polytope>; 2],
        motions: Box<[Motion; 2]>,
        options: TimeOfImpactOptions,
    },
    TimeOfImpact {
        bodies: [Arc<Polytope>; 2],
        motions: Box<[Motion; 2]>,
        options: TimeOfImpactOptions,
    },
}

/// A deforming body: its vertices at both ends of the frame.
#[derive(Debug)]
pub struct VertexLists {
    pub start: Vec<Vector3<f64>>,
    pub end: Vec<Vector3<f64>>,
}

struct QueryRow {
    name: &'static str,
    keys: &'static [&'static str],
}

/// Keys of every query; the last five are for the reader, `expected` also for `--check`.
const COMMON: [&str; 11] = [
    "id", "query", "a", "b", "method", "expected", "why", "source", "tags", "broke", "derived",
];
const POSES: [&str; 2] = ["pose_a", "pose_b"];
const MOTIONS: [&str; 2] = ["motion_a", "motion_b"];
const TIMED: [&str; 6] = [
    "motion_a",
    "motion_b",
    "tolerance",
    "target_separation",
    "initial_contact",
    "budget",
];

const QUERIES: [QueryRow; 9] = [
    QueryRow {
        name: "intersect",
        keys: &POSES,
    },
    QueryRow {
        name: "interframe",
        keys: &["motion_a", "motion_b", "sweep", "frame"],
    },
    QueryRow {
        name: "distance",
        keys: &POSES,
    },
    QueryRow {
        name: "penetration",
        keys: &["pose_a", "pose_b", "direction"],
    },
    QueryRow {
        name: "contact_manifold",
        keys: &["pose_a", "pose_b", "prediction"],
    },
    QueryRow {
        name: "minkowski_difference",
        keys: &POSES,
    },
    QueryRow {
        name: "contains",
        keys: &[
            "pose_a",
            "pose_b",
            "motion_a",
            "motion_b",
            "tolerance",
            "target_margin",
            "budget",
        ],
    },
    QueryRow {
        name: "time_of_impact",
        keys: &TIMED,
    },
    QueryRow {
        name: "contact_intervals",
        keys: &TIMED,
    },
];
/// Solver names of the format; [`Method::ALL`] are answered today.
const METHODS: [&str; 7] = [
    "default",
    "ray_simplex",
    "interior_point",
    "tableau",
    "gjk",
    "mpr",
    "good_lp",
];

/// A case's id and query as far as they can be read, for the line that reports its error.
pub fn label(json: &Json, key: &str) -> Option<String> {
    match json.get(key) {
        Some(Json::Text(text)) => Some(text.clone()),
        _ => None,
    }
}

/// Reads a case. `folder` is where its mesh paths start.
pub fn read_case(
    json: &Json,
    folder: &Path,
    shapes: &mut Shapes,
    run_as: Option<RunAs>,
    method: Option<Method>,
) -> Result<Case> {
    let top = Node::root(json);
    let row = query_row(json)?;
    let mut known: Vec<&str> = COMMON.to_vec();
    known.extend(row.keys);
    let fields = top.fields(&known)?;
    fields.required("id")?.text()?;
    let asked_method = match fields.optional("method") {
        Some(node) => read_method(node.text()?, &node.key)?,
        None => Method::Default,
    };
    Ok(Case {
        ask: read_ask(row.name, &fields, folder, shapes, run_as)?,
        method: method.unwrap_or(asked_method),
        expected: fields.optional("expected").map(|node| node.json.clone()),
    })
}

/// A solver by its name in the format.
pub fn read_method(name: &str, key: &str) -> Result<Method> {
    if let Ok(method) = name.parse() {
        return Ok(method);
    }
    if METHODS.contains(&name) {
        return Err(Problem::NotBuiltIn {
            key: key.to_string(),
            method: name.to_string(),
        });
    }
    Err(Problem::Invalid {
        key: key.to_string(),
        message: format!("unknown method `{name}`; known: {}", METHODS.join(", ")),
    })
}

fn query_row(json: &Json) -> Result<&'static QueryRow> {
    let Json::Object(_) = json else {
        return Err(Problem::Syntax("a case is a JSON object".into()));
    };
    let node = json.get("query").ok_or(Problem::MissingKey {
        key: "query".into(),
    })?;
    let node = Node {
        json: node,
        key: "query".into(),
    };
    let name = node.text()?;
    QUERIES
        .iter()
        .find(|row| row.name == name)
        .ok_or_else(|| Problem::Invalid {
            key: "query".into(),
            message: format!(
                "unknown query `{name}`; known: {}",
                QUERIES.map(|row| row.name).join(", ")
            ),
        })
}

fn read_ask(
    query: &str,
    fields: &Fields<'_>,
    folder: &Path,
    shapes: &mut Shapes,
    run_as: Option<RunAs>,
) -> Result<Ask> {
    if let Some(pair) = read_planar(query, fields)? {
        return Ok(Ask::Planar(pair));
    }
    if let Some(sets) = read_point_sets(query, fields)? {
        return Ok(Ask::PointSets(sets));
    }
    let sweep = fields
        .optional("sweep")
        .map(|n| read_sweep(&n))
        .transpose()?;
    if sweep == Some(SweepName::Vertices) {
        return read_vertices(fields);
    }
    match (run_as, query) {
        (Some(RunAs::Intersect), _) | (None, "intersect") => Ok(Ask::Intersect {
            poses: poses_at_start(fields)?,
            bodies: read_bodies(fields, folder, shapes)?,
        }),
        (Some(RunAs::Distance), _) | (None, "distance") => Ok(Ask::Distance {
            poses: poses_at_start(fields)?,
            bodies: read_bodies(fields, folder, shapes)?,
        }),
        (None, "penetration") => Ok(Ask::Penetration {
            poses: read_pair(fields, POSES, read_pose)?,
            bodies: read_bodies(fields, folder, shapes)?,
            direction: fields
                .optional("direction")
                .map(|node| node.vector())
                .transpose()?,
        }),
        (None, "minkowski_difference") => Ok(Ask::MinkowskiDifference {
            poses: read_pair(fields, POSES, read_pose)?,
            bodies: read_bodies(fields, folder, shapes)?,
        }),
        (None, "contact_manifold") => Ok(Ask::ContactManifold {
            poses: read_pair(fields, POSES, read_pose)?,
            bodies: read_bodies(fields, folder, shapes)?,
            prediction: match fields.optional("prediction") {
                Some(node) => node.number()?,
                None => 0.0,
            },
        }),
        (None, "contains") if exit::is_about_motions(fields)? => Ok(Ask::ContainsMotion {
            motions: Box::new(read_pair(fields, MOTIONS, read_motion)?),
            bodies: read_bodies(fields, folder, shapes)?,
            options: exit::read_options(fields)?,
        }),
        (None, "contains") => Ok(Ask::Contains {
            poses: read_pair(fields, POSES, read_pose)?,
            bodies: read_bodies(fields, folder, shapes)?,
        }),
        (_, "interframe") => Ok(Ask::Interframe {
            motions: Box::new(read_pair(fields, MOTIONS, read_motion)?),
            bodies: read_bodies(fields, folder, shapes)?,
            sweep: match sweep {
                Some(SweepName::Of(sweep)) => sweep,
                Some(SweepName::Vertices) | None => {
                    return Err(Problem::MissingKey {
                        key: "sweep".into(),
                    });
                }
            },
            frame: read_frame(fields)?,
        }),
        (None, "contact_intervals") => Ok(Ask::ContactIntervals {
            motions: Box::new(read_pair(fields, MOTIONS, read_motion)?),
            bodies: read_bodies(fields, folder, shapes)?,
            options: read_options(fields)?,
        }),
        (None, "time_of_impact") => Ok(Ask::TimeOfImpact {
            motions: Box::new(read_pair(fields, MOTIONS, read_motion)?),
            bodies: read_bodies(fields, folder, shapes)?,
            options: read_options(fields)?,
        }),
        (Some(RunAs::Interframe), _) => Ok(Ask::Interframe {
            motions: Box::new(motions_or_rest(fields)?),
            bodies: read_bodies(fields, folder, shapes)?,
            sweep: Sweep::Full,
            frame: Frame::World,
        }),
        (None, _) => Err(Problem::NotSupported {
            key: "query".into(),
            what: format!("query `{query}`"),
        }),
    }
}

/// What counts as contact. Numbers out of range are named with their key.
fn read_options(fields: &Fields<'_>) -> Result<TimeOfImpactOptions> {
    let mut options = TimeOfImpactOptions::default();
    if let Some(node) = fields.optional("tolerance") {
        options.tolerance = Some(node.number()?);
        options.validate().map_err(at_key(&node.key))?;
    }
    if let Some(node) = fields.optional("target_separation") {
        options.target_separation = node.number()?;
        options.validate().map_err(at_key(&node.key))?;
    }
    if let Some(node) = fields.optional("budget") {
        // More than that many solves are never made.
        options.budget = u32::try_from(node.count()?).unwrap_or(u32::MAX);
        options.validate().map_err(at_key(&node.key))?;
    }
    if let Some(node) = fields.optional("initial_contact") {
        options.initial_contact = node.named()?;
    }
    Ok(options)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SweepName {
    Of(Sweep),
    Vertices,
}

fn read_sweep(node: &Node<'_>) -> Result<SweepName> {
    let name = node.text()?;
    if name == "vertices" {
        return Ok(SweepName::Vertices);
    }
    name.parse()
        .map(SweepName::Of)
        .map_err(|error: UnknownName| Problem::Invalid {
            key: node.key.clone(),
            message: format!("{error}, vertices"),
        })
}

fn read_frame(fields: &Fields<'_>) -> Result<Frame> {
    let given = fields.optional("frame");
    given.map_or(Ok(Frame::default()), |node| node.named())
}

/// A vertex sweep: no motions, always in the world frame.
fn read_vertices(fields: &Fields<'_>) -> Result<Ask> {
    for key in MOTIONS {
        if let Some(node) = fields.optional(key) {
            return Err(Problem::Invalid {
                key: node.key,
                message: "a vertex sweep takes no motion: `a` and `b` carry `start` and `end`"
                    .into(),
            });
        }
    }
    if fields.optional("frame").is_some() && read_frame(fields)? != Frame::World {
        return Err(Problem::Invalid {
            key: "frame".into(),
            message: "a vertex sweep is always in the frame `world`".into(),
        });
    }
    let [a, b] = read_pair(fields, ["a", "b"], |node| {
        let lists = node.fields(&["start", "end"])?;
        let lists = VertexLists {
            start: lists.required("start")?.vectors()?,
            end: lists.required("end")?.vectors()?,
        };
        if lists.start.len() != lists.end.len() {
            return Err(Problem::Invalid {
                key: node.key.clone(),
                message: format!(
                    "{} start vertices but {} end vertices; the counts must be equal",
                    lists.start.len(),
                    lists.end.len()
                ),
            });
        }
        Ok(lists)
    })?;
    Ok(Ask::Vertices { a, b })
}

/// The poses of a case, or where its motions start.
fn poses_at_start(fields: &Fields<'_>) -> Result<[Pose; 2]> {
    if fields.optional("motion_a").is_some() {
        return Ok(read_pair(fields, MOTIONS, read_motion)?.map(|motion| *motion.start()));
    }
    read_pair(fields, POSES, read_pose)
}

/// The motions of a case, or its poses as bodies at rest.
fn motions_or_rest(fields: &Fields<'_>) -> Result<[Motion; 2]> {
    if fields.optional("pose_a").is_some() {
        return Ok(read_pair(fields, POSES, read_pose)?.map(Motion::fixed));
    }
    read_pair(fields, MOTIONS, read_motion)
}

fn read_bodies(
    fields: &Fields<'_>,
    folder: &Path,
    shapes: &mut Shapes,
) -> Result<[Arc<Polytope>; 2]> {
    read_pair(fields, ["a", "b"], |node| shapes.read(node, folder))
}

/// Reads the values of two required keys the same way.
fn read_pair<T>(
    fields: &Fields<'_>,
    keys: [&str; 2],
    mut read: impl FnMut(&Node<'_>) -> Result<T>,
) -> Result<[T; 2]> {
    Ok([
        read(&fields.required(keys[0])?)?,
        read(&fields.required(keys[1])?)?,
    ])
}
