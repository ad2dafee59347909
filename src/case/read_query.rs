//! Finds which query a case asks, by its name, its bodies and its method, and checks that all its keys are known.

use super::json::Fields;
use super::problem::{Problem, Result};
use super::query::{COMMON, KINDS, Kind, Query};
use super::shapes::ReadBody;
use super::subjects::{Form, form};
use crate::numeric::sort::sort_by;
use crate::options::Method;

impl Query {
    /// Reads the query of a case, all keys of which are known after this.
    pub(super) fn read(fields: &Fields<'_>, body: &mut ReadBody<'_>) -> Result<Query> {
        let query = fields.required("query")?;
        let name = query.text()?;
        let named = || KINDS.iter().filter(|kind| kind.name == name);
        if named().next().is_none() {
            let mut known: Vec<_> = KINDS.iter().map(|kind| kind.name).collect();
            sort_by(&mut known, |p, q| p.cmp(q));
            known.dedup();
            let message = format!("unknown query `{name}`; known: {}", known.join(", "));
            return Err(Problem::invalid("query", message));
        }
        let method = fields
            .optional("method")
            .map(|node| node.text())
            .transpose()?;
        let method = method.unwrap_or("default");
        check_method(method)?;
        let (mut form, numbers) = form(fields)?;
        if (numbers == Some(2) || turned_by_an_angle(fields))
            && named().any(|kind| kind.form == Form::Planar)
        {
            form = Form::Planar;
        }
        if named().all(|kind| kind.form == Form::Cuboids) {
            form = Form::Cuboids;
        }
        let of_form = || named().filter(|kind| kind.form == form);
        let kind = of_form()
            .find(|kind| kind.method == Some(method))
            .or_else(|| of_form().find(|kind| kind.method.is_none()));
        let kind = match (kind, numbers) {
            (Some(kind), _) => kind,
            (None, Some(numbers)) if named().all(|kind| kind.form != Form::Sets) => {
                return Err(Problem::NotSupported {
                    key: "query".into(),
                    what: format!("query `{name}` for points of {numbers} numbers"),
                });
            }
            // What is missing or unknown of it is told below.
            (None, _) => named().next().expect("a query of this name"),
        };
        check_keys(kind, fields)?;
        let methods = kind.methods();
        if !methods.contains(&method) {
            return Err(Problem::NotAnswered {
                key: "method".into(),
                query: name.into(),
                method: method.into(),
                known: methods.join(", "),
            });
        }
        Query::read_kind(kind, fields, body)
    }
}

/// Whether the poses are those of polygons, of which none needs to have a vertex that says so.
fn turned_by_an_angle(fields: &Fields<'_>) -> bool {
    let pose = fields.first(&["pose_a", "pose_b"]);
    pose.is_some_and(|pose| {
        ["angle", "half_angle"]
            .iter()
            .any(|key| pose.json.get(key).is_some())
    })
}

/// Whether this is a method of some query, and built in.
///
/// # Errors
/// [`Problem::NotBuiltIn`], or that its name is unknown.
pub fn check_method(name: &str) -> Result<()> {
    if name.parse::<Method>().is_ok() {
        return Ok(());
    }
    let key = "method".to_owned();
    if name == "good_lp" {
        let method = name.to_owned();
        return Err(Problem::NotBuiltIn { key, method });
    }
    let known = Method::ALL.iter().map(|method| method.name());
    let known: Vec<_> = known.collect();
    let message = format!("unknown method `{name}`; known: {}", known.join(", "));
    Err(Problem::invalid(&key, message))
}

/// That each key is one of this kind of query's, and that the required ones are there.
fn check_keys(kind: &Kind, fields: &Fields<'_>) -> Result<()> {
    let known: Vec<_> = COMMON.into_iter().chain(kind.keys()).collect();
    if let Err(unknown) = fields.check(&known) {
        let others = KINDS.iter().filter(|other| other.name == kind.name);
        let mut strays = others
            .flat_map(Kind::keys)
            .filter(|key| !known.contains(key));
        return Err(match strays.find_map(|key| fields.optional(key)) {
            Some(node) => Problem::invalid(&node.key, (kind.stray)(fields)),
            None => unknown,
        });
    }
    for key in kind.required {
        fields.required(key)?;
    }
    Ok(())
}
