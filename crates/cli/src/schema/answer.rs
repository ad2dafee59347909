//! A line that `interframe query --json` writes: the answer of a query, or what is wrong with a case.
//!
//! Keys without a value are left out, so few keys are required. Keys that are not listed are allowed, because later versions
//! may add some.

use interframe::{
    About, Contact, ContainmentVerdict, DecidedBy, Detour, FeatureKind, Reason, Route, Verdict,
};
use serde_json::{Map, Value, json};

use super::builders::{
    any_of, between, count, described, flag, headed, length, list, names, number, one_of, open,
    or_null, refer, text, time, titled, tuple,
};
use super::proof::end_line;

/// Keys of the answers of some queries, besides those of every answer.
pub(super) const QUERIES: [(&[&str], &[&str]); 11] = [
    (
        &["intersect"],
        &[
            "decided_by",
            "plane",
            "point",
            "bounds",
            "distance_at_least",
            "pieces",
        ],
    ),
    (
        &["distance"],
        &[
            "decided_by",
            "separation",
            "error",
            "lower_bound",
            "upper_bound",
            "point_a",
            "point_b",
            "normal",
            "features",
            "route",
            "detour",
            "pieces",
        ],
    ),
    (
        &["within"],
        &[
            "decided_by",
            "distance",
            "point_a",
            "point_b",
            "normal",
            "pieces",
        ],
    ),
    (
        &["cuboid_separation"],
        &[
            "decided_by",
            "safety_distance",
            "separation",
            "error",
            "horizontal",
            "vertical",
        ],
    ),
    (
        &["penetration"],
        &[
            "decided_by",
            "depth",
            "depth_at_least",
            "depth_at_most",
            "error",
            "normal",
            "point_a",
            "point_b",
            "plane",
            "route",
            "detour",
            "pieces",
        ],
    ),
    (
        &["contact_manifold"],
        &[
            "decided_by",
            "count",
            "depth",
            "normal",
            "contacts",
            "pieces",
        ],
    ),
    (
        &["minkowski_difference", "minkowski_sum"],
        &["decided_by", "vertices", "pairs"],
    ),
    (
        &["contains", "contains_point"],
        &[
            "decided_by",
            "margin",
            "error",
            "target_margin",
            "tolerance",
            "t_lo",
            "t_hi",
            "vertex",
            "point",
            "depth",
            "normal",
            "outside",
            "plane",
            "weights",
            "pieces",
        ],
    ),
    (
        &["interframe", "extended_boxes_meet"],
        &[
            "decided_by",
            "about",
            "slack",
            "plane",
            "point",
            "bounds",
            "pieces",
        ],
    ),
    (
        &["time_of_impact", "closest_approach"],
        &[
            "distance",
            "error",
            "lower_bound",
            "t",
            "t_lo",
            "t_hi",
            "contact",
            "initial",
            "gap",
            "free_from",
            "depth",
            "separation_velocity",
            "solves",
            "point_a",
            "point_b",
            "normal",
            "features",
            "target_separation",
            "pieces",
            "not_certified",
        ],
    ),
    (
        &["contact_intervals"],
        &[
            "decided_by",
            "intervals",
            "contacts",
            "target_separation",
            "not_certified",
        ],
    ),
];

/// A line that `interframe query --json` writes.
pub fn schema() -> Value {
    let answers = QUERIES.iter().map(|(queries, keys)| answer(queries, keys));
    any_of(
        [
            titled("A case that could not be answered", bad_case()),
            titled("The last line, with --certificate", end_line()),
        ]
        .into_iter()
        .chain(answers),
    )
}

fn bad_case() -> Value {
    open(
        json!({
            "id": text(), "query": text(), "warnings": list(text()),
            "error": described(text(), "It names the file, the line and the key."),
        }),
        &["id", "query", "error"],
    )
}

fn answer(queries: &[&'static str], own: &[&str]) -> Value {
    let verdicts = match queries[0] {
        "contains" => one_of(names!(ContainmentVerdict)),
        _ => one_of(names!(Verdict)),
    };
    let mut keys = Map::new();
    let common = [
        ("id", text()),
        ("query", one_of(queries.iter().copied())),
        (
            "method",
            described(text(), "It names the method that answered."),
        ),
        ("verdict", verdicts),
        ("reason", one_of(names!(Reason))),
        ("iterations", count()),
    ];
    keys.extend(common.map(|(key, kind)| (key.to_owned(), kind)));
    keys.extend(own.iter().map(|key| ((*key).to_owned(), kind(key))));
    if queries == ["contact_manifold"] {
        keys.insert("contacts".into(), list(refer("contact_point")));
    }
    let last = [
        (
            "check",
            one_of(["right", "wrong", "undecided", "unchecked"]),
        ),
        (
            "expected",
            described(
                text(),
                "With --check, it is the value that a wrong answer should have.",
            ),
        ),
        ("warnings", list(text())),
        ("proof", refer("proof")),
    ];
    keys.extend(last.map(|(key, kind)| (key.to_owned(), kind)));
    open(
        Value::Object(keys),
        &["id", "query", "method", "verdict", "iterations"],
    )
}

/// Kind of value of a key, which is the same in all answers.
pub(super) fn kind(key: &str) -> Value {
    match key {
        "about" => one_of(names!(About)),
        "bounds" => open(json!({"lower": number(), "upper": number()}), &["lower"]),
        "contact" => one_of(names!(Contact)),
        "contacts" => list(refer("interval_contact")),
        "count" | "solves" | "vertex" | "outside" => count(),
        "decided_by" => one_of(names!(DecidedBy)),
        "detour" => one_of(names!(Detour)),
        "distance_at_least" => open(json!({"by_optimum": number(), "by_plane": number()}), &[]),
        "error" | "gap" | "distance" | "safety_distance" => length(),
        "features" => tuple(refer("feature"), 2),
        "initial" => flag(),
        "intervals" => described(
            list(tuple(tuple(time(), 2), 2)),
            "Each has a bracket for the time at which a contact begins, and one for its end.",
        ),
        "not_certified" => described(json!({}), "The proof does not show this."),
        "pairs" => list(tuple(count(), 2)),
        "pieces" => tuple(refer("piece"), 2),
        "plane" => refer("answered_plane"),
        "point" | "point_a" | "point_b" | "normal" => refer("coordinates"),
        "route" => one_of(names!(Route)),
        "t" | "t_lo" | "t_hi" | "free_from" => time(),
        "vertices" => list(refer("coordinates")),
        "weights" => list(headed(count(), number(), 1)),
        _ => number(),
    }
}

/// Definitions of parts of answers.
pub fn definitions() -> Vec<(&'static str, Value)> {
    let column = headed(one_of(["a", "b", "+", "-"]), count(), 1);
    let plane = open(
        json!({
            "normal": refer("coordinates"),
            "offset": number(),
            "spanned_by": any_of([list(tuple(count(), 2)), list(column)]),
        }),
        &["normal"],
    );
    let feature = open(
        json!({"kind": one_of(names!(FeatureKind)), "vertices": between(count(), 0, 3)}),
        &["kind", "vertices"],
    );
    let contact_point = open(
        json!({
            "point_a": refer("point"), "point_b": refer("point"), "depth": or_null(number()), "id": count(),
        }),
        &["point_a", "point_b", "depth", "id"],
    );
    let interval_contact = open(
        json!({
            "contact": one_of(names!(Contact)),
            "gap": length(),
            "exit_gap": length(),
            "reason": one_of(names!(Reason)),
            "pieces": tuple(refer("piece"), 2),
        }),
        &[],
    );
    vec![
        (
            "answered_plane",
            described(
                plane,
                "It separates the bodies; `spanned_by` is there if no f64 normal does.",
            ),
        ),
        ("feature", feature),
        ("contact_point", contact_point),
        ("interval_contact", interval_contact),
    ]
}
