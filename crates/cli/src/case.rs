//! One line of a case file: the case, its bodies from mesh files too, and what it expects.

use std::ops::Deref;
use std::path::Path;

use interframe::case::{Case, CaseAnswer, Json, Problem, Query, check_method};
use interframe::{
    DistanceOptions, Frame, InterframeOptions, IntersectOptions, Method, MprOptions, Reason, Sweep,
    UnknownName,
};

use crate::args::RunAs;
use crate::error::{Fatal, Result, at_key};
use crate::shape::Shapes;

/// A case that can be answered.
#[derive(Debug)]
pub struct Line {
    pub case: Case,
    pub expected: Option<Json>,
}

/// Options for answering lines.
#[derive(Debug, Clone, Copy, Default)]
pub struct How<'a> {
    /// Method that replaces the line's own.
    pub method: Option<&'a str>,
    /// Another query than the line's own.
    pub run_as: Option<RunAs>,
    /// At the tolerance that what the line expects is for.
    pub tighten: bool,
}

/// The tolerance that the brackets of case files are for.
const BRACKET_TOLERANCE: f64 = 1e-9;

/// A case's id or query, if it can be read, for the line that reports its error.
pub fn label(json: &Json, key: &str) -> Option<String> {
    match json.get(key) {
        Some(Json::Text(text)) => Some(text.clone()),
        _ => None,
    }
}

/// Returns the label of a line as it was read, even if it has two equal keys.
pub fn label_of(read: &Result<Json>, line: &str, key: &str) -> Option<String> {
    #[derive(serde::Deserialize)]
    struct Labels {
        id: Option<serde_json::Value>,
        query: Option<serde_json::Value>,
    }
    if let Ok(json) = read {
        return label(json, key);
    }
    let labels: Labels = serde_json::from_str(line).ok()?;
    let label = if key == "id" { labels.id } else { labels.query };
    label?.as_str().map(str::to_owned)
}

/// A method of the command line.
pub fn check_flag(name: &str, flag: &str) -> std::result::Result<(), Fatal> {
    check_method(name).map_err(|problem| {
        let said = problem.to_string();
        Fatal::Usage(said.replacen("key `method`", flag, 1))
    })
}

/// Reads a case. `folder` is where its mesh paths start.
pub fn read_line(mut json: Json, folder: &Path, shapes: &mut Shapes, how: How<'_>) -> Result<Line> {
    if let Some(method) = how.method {
        json.set("method", Json::Text(method.to_owned()));
    }
    let expected = json.get("expected").cloned();
    let has = |key| json.get(key).is_some();
    let bracket = expected.as_ref().and_then(|e| e.get("toi_bracket"));
    if how.tighten
        && bracket.is_some()
        && !has("tolerance")
        && label(&json, "query").as_deref() == Some("time_of_impact")
        && let Some(number) = serde_json::Number::from_f64(BRACKET_TOLERANCE)
    {
        json.set("tolerance", Json::Number(number));
    }
    let method = match (how.run_as, json.get("method").cloned()) {
        (Some(_), Some(Json::Text(method))) => {
            // It is the other query's.
            json.set("method", Json::Text("default".into()));
            check_method(&method)?;
            method
        }
        _ => "default".into(),
    };
    let mut case = Case::read(&json, &mut |node| shapes.read(node, folder))?;
    if let Some(run_as) = how.run_as {
        case.query = asked_as(case.query, run_as, &method)?;
    }
    Ok(Line { case, expected })
}

/// The query that replaces that of a case about bodies in space.
fn asked_as(query: Query, run_as: RunAs, method: &str) -> Result<Query> {
    let Some((start, frame)) = query.in_space() else {
        return Ok(query);
    };
    let unfit = |unknown: UnknownName| at_key("method")(unknown.into());
    Ok(match run_as {
        RunAs::Intersect => {
            let method = method.parse().map_err(unfit)?;
            let options = IntersectOptions {
                method,
                ..IntersectOptions::default()
            };
            Query::Intersect(start, options)
        }
        RunAs::Distance if method == Method::Mpr.name() => Query::Mpr(start, MprOptions::default()),
        RunAs::Distance => {
            let method = method.parse().map_err(unfit)?;
            let options = DistanceOptions {
                method,
                ..DistanceOptions::default()
            };
            Query::Distance(start, options)
        }
        RunAs::Interframe => {
            let method = method.parse().map_err(unfit)?;
            let own = match query {
                Query::Interframe(_, options) => options,
                _ => InterframeOptions {
                    sweep: Sweep::Full,
                    frame: Frame::World,
                    ..InterframeOptions::default()
                },
            };
            Query::Interframe(frame, InterframeOptions { method, ..own })
        }
    })
}

/// The library's answer to one case.
#[derive(Debug, Clone)]
pub struct Answered {
    pub query: &'static str,
    pub said: Box<CaseAnswer>,
}

/// Answers a case, from an empty pair state unless it names another: the order of cases changes nothing.
pub fn answer(case: &Case, certify: bool) -> Result<Answered> {
    let said = case.query.say(&mut case.start(), certify);
    Ok(Answered {
        query: case.query.name(),
        said: Box::new(said.map_err(|source| Problem::of_query(source, "query"))?),
    })
}

impl Deref for Answered {
    type Target = CaseAnswer;

    fn deref(&self) -> &CaseAnswer {
        &self.said
    }
}

impl Answered {
    /// Why it is undecided, if that is known.
    pub fn reason(&self) -> Option<&'static str> {
        (self.reason != Reason::None).then(|| self.reason.name())
    }

    pub fn number(&self, key: &str) -> Option<f64> {
        self.entries.get(key)?.as_f64()
    }
}
