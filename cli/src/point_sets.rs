//! Queries about point sets: vertices of 2, or 4 to 8, numbers and no poses.

use interframe::{
    DecidedBy, DistanceBounds, Method, SetPlane, SetsIntersection, Settings, SpanColumn, Verdict,
    intersect_sets, is_subset,
};
use serde_json::{Map, Value, json};

use crate::answer::Answer;
use crate::error::{Problem, Result, at_key};
use crate::json::{Fields, Json, Node};

/// Two lists of points with `dimension` numbers each.
#[derive(Debug)]
pub struct PointSets {
    pub question: SetQuestion,
    dimension: usize,
    a: Vec<Vec<f64>>,
    b: Vec<Vec<f64>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetQuestion {
    /// Do the hulls meet?
    Intersect,
    /// Is B inside A?
    Contains,
}

/// What only answers about point sets say.
#[derive(Debug, Clone)]
pub struct SetsAnswer {
    pub plane: Option<Value>,
    pub bounds: Option<DistanceBounds>,
    pub point: Option<Vec<f64>>,
    /// Of a set that is not inside: its first point outside.
    pub outside: Option<u32>,
}

/// The number of coordinates, if the case is about point sets: of the first point that there is,
/// when it is not 3.
pub fn dimension(fields: &Fields<'_>) -> Option<usize> {
    let first = |key: &str| {
        let vertices = fields.optional(key)?.json.get("vertices")?;
        let Json::List(points) = vertices else {
            return None;
        };
        match points.first()? {
            Json::List(numbers) => Some(numbers.len()),
            _ => None,
        }
    };
    let count = first("a").or_else(|| first("b"))?;
    matches!(count, 2 | 4..=8).then_some(count)
}

/// Reads a case about point sets; None when it is about bodies.
pub fn read_point_sets(query: &str, fields: &Fields<'_>) -> Result<Option<PointSets>> {
    let Some(dimension) = dimension(fields) else {
        return Ok(None);
    };
    let question = match query {
        "intersect" => SetQuestion::Intersect,
        "contains" => SetQuestion::Contains,
        _ => {
            return Err(Problem::NotSupported {
                key: "query".into(),
                what: format!("query `{query}` for points of {dimension} numbers"),
            });
        }
    };
    for key in ["pose_a", "pose_b", "motion_a", "motion_b"] {
        if let Some(node) = fields.optional(key) {
            return Err(Problem::Invalid {
                key: node.key,
                message: format!("points of {dimension} numbers are compared where they are"),
            });
        }
    }
    let read = |key: &str| read_points(&fields.required(key)?, dimension);
    Ok(Some(PointSets {
        question,
        dimension,
        a: read("a")?,
        b: read("b")?,
    }))
}

/// The points of a shape, `dimension` numbers each.
pub fn read_points(node: &Node<'_>, dimension: usize) -> Result<Vec<Vec<f64>>> {
    let vertices = node.fields(&["vertices"])?.required("vertices")?;
    let read = |point: Node<'_>| {
        let numbers = point.list()?;
        if numbers.len() != dimension {
            return Err(point.wrong(&format!("a list of {dimension} numbers")));
        }
        numbers.iter().map(Node::number).collect()
    };
    vertices.list()?.into_iter().map(read).collect()
}

impl PointSets {
    pub fn answer(&self, settings: &Settings) -> Result<Answer> {
        match self.dimension {
            2 => self.ask::<2>(settings),
            4 => self.ask::<4>(settings),
            5 => self.ask::<5>(settings),
            6 => self.ask::<6>(settings),
            7 => self.ask::<7>(settings),
            _ => self.ask::<8>(settings),
        }
    }

    fn ask<const D: usize>(&self, settings: &Settings) -> Result<Answer> {
        let fixed = |set: &[Vec<f64>]| -> Vec<[f64; D]> {
            set.iter().map(|p| std::array::from_fn(|k| p[k])).collect()
        };
        let (a, b) = (fixed(&self.a), fixed(&self.b));
        match self.question {
            SetQuestion::Intersect => {
                let found = intersect_sets(&a, &b, settings);
                Ok(met(found.map_err(at_key("a or b or method"))?, settings))
            }
            SetQuestion::Contains => inside(&a, &b, settings),
        }
    }
}

fn solver_name(settings: &Settings) -> &'static str {
    match settings.method {
        Method::Default => Method::Tableau.name(),
        named => named.name(),
    }
}

fn met<const D: usize>(found: SetsIntersection<D>, settings: &Settings) -> Answer {
    Answer {
        query: "intersect",
        verdict: found.verdict,
        method: solver_name(settings),
        iterations: found.iterations,
        decided_by: found.decided_by,
        reason: found.reason,
        sets: Some(SetsAnswer {
            plane: found.plane.as_ref().map(plane_json),
            bounds: found.bounds,
            point: found.point.map(|p| p.to_vec()),
            outside: None,
        }),
        ..Answer::default()
    }
}

/// B inside A, that is, B a subset of A.
fn inside<const D: usize>(a: &[[f64; D]], b: &[[f64; D]], settings: &Settings) -> Result<Answer> {
    #[cfg(feature = "good_lp")]
    if settings.method == Method::GoodLp {
        let found = interframe::good_lp_is_subset(b, a).map_err(at_key("a or b"))?;
        let answer = contained(
            found.is_subset,
            None,
            None,
            (0, DecidedBy::Nothing),
            settings,
        );
        return Ok(Answer {
            reason: found.reason,
            ..answer
        });
    }
    let found = is_subset(b, a, settings).map_err(at_key("a or b or method"))?;
    let plane = found.plane.as_ref().map(plane_json);
    let effort = (found.iterations, found.decided_by);
    Ok(contained(
        Some(found.is_subset),
        found.outside,
        plane,
        effort,
        settings,
    ))
}

/// An answer of `contains`: its verdict reads as Hit for inside, Separated for not inside.
fn contained(
    inside: Option<bool>,
    outside: Option<u32>,
    plane: Option<Value>,
    (iterations, decided_by): (u32, DecidedBy),
    settings: &Settings,
) -> Answer {
    Answer {
        query: "contains",
        verdict: match inside {
            Some(true) => Verdict::Hit,
            Some(false) => Verdict::Separated,
            None => Verdict::Undecided,
        },
        method: solver_name(settings),
        iterations,
        decided_by,
        sets: Some(SetsAnswer {
            plane,
            bounds: None,
            point: None,
            outside,
        }),
        ..Answer::default()
    }
}

fn plane_json<const D: usize>(plane: &SetPlane<D>) -> Value {
    let mut out = Map::new();
    out.insert("normal".into(), json!(plane.normal.to_vec()));
    out.insert("offset".into(), json!(plane.offset));
    if let Some(columns) = &plane.spanned_by {
        let name = |column: &SpanColumn| match column {
            SpanColumn::A(i) => json!(["a", i]),
            SpanColumn::B(j) => json!(["b", j]),
            SpanColumn::Plus(k) => json!(["+", k]),
            SpanColumn::Minus(k) => json!(["-", k]),
        };
        let columns: Vec<_> = columns.iter().map(name).collect();
        out.insert("spanned_by".into(), json!(columns));
    }
    Value::Object(out)
}

impl SetsAnswer {
    pub fn put(&self, line: &mut Map<String, Value>) {
        if let Some(plane) = &self.plane {
            line.insert("plane".into(), plane.clone());
        }
        if let Some(bounds) = &self.bounds {
            let mut out = Map::new();
            out.insert("by_optimum".into(), json!(bounds.by_optimum));
            out.insert("by_plane".into(), json!(bounds.by_plane));
            line.insert("distance_at_least".into(), Value::Object(out));
        }
        if let Some(point) = &self.point {
            line.insert("point".into(), json!(point));
        }
        if let Some(outside) = self.outside {
            line.insert("outside".into(), json!(outside));
        }
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut parts = Vec::new();
        let list = |numbers: &[f64]| {
            let shown: Vec<_> = numbers.iter().map(|x| format!("{x:.4}")).collect();
            format!("[{}]", shown.join(", "))
        };
        if let Some(outside) = self.outside {
            parts.push(format!("vertex {outside} is outside"));
        }
        if let Some(Value::Array(normal)) = self.plane.as_ref().map(|p| &p["normal"]) {
            let normal: Vec<f64> = normal.iter().filter_map(Value::as_f64).collect();
            parts.push(format!("plane {}", list(&normal)));
        }
        if let Some(bounds) = &self.bounds {
            let least = bounds.by_optimum.max(bounds.by_plane);
            parts.push(format!("at least {least:.4e} apart"));
        }
        if let Some(point) = &self.point {
            parts.push(format!("point {}", list(point)));
        }
        parts.join(", ")
    }
}
