//! A line of a case file: a query, made of the library's table of queries.

use interframe::case::{Field, Form, KINDS, Kind, Values};
use serde_json::{Map, Value, json};

use super::builders::{
    any_of, between, closed, described, length, list, number, refer, text, titled, tuple,
};

/// A line of a case file.
pub fn schema() -> Value {
    any_of(KINDS.iter().map(line))
}

/// The lines that ask one kind of query.
fn line(kind: &Kind) -> Value {
    let (body, place) = match kind.form {
        Form::Posed => ("shape", "pose"),
        Form::Moving => ("shape", "motion"),
        Form::Deforming => ("vertex_sweep", ""),
        Form::Planar => ("polygon", "pose_in_plane"),
        Form::Sets => ("point_set", ""),
        Form::Cuboids => ("yaw_cuboid", ""),
    };
    let mut keys = Map::new();
    keys.insert(
        "id".into(),
        described(text(), "It is the name of the line."),
    );
    keys.insert("query".into(), json!({"const": kind.name}));
    keys.insert("a".into(), refer(body));
    keys.insert("b".into(), refer(body));
    let mut required = vec!["id", "query", "a", "b"];
    for key in kind.places {
        match *key {
            "dimension" => {
                let range = json!({"type": "integer", "minimum": 2, "maximum": 8});
                keys.insert("dimension".into(), range)
            }
            "sweep" => keys.insert("sweep".into(), json!({"const": "vertices"})),
            "frame" => keys.insert("frame".into(), json!({"const": "world"})),
            key => keys.insert(key.into(), refer(place)),
        };
        required.extend((!["frame", "dimension"].contains(key)).then_some(*key));
    }
    for option in &kind.options {
        keys.insert(
            option.name.into(),
            value(option, &kind.defaults[option.name]),
        );
    }
    let methods = json!({"enum": kind.methods()});
    keys.entry("method").or_insert(methods);
    required.extend(kind.required);
    required.extend(kind.method.map(|_| "method"));
    keys.insert("state".into(), refer("state"));
    let expected = described(json!({}), "It is what `query --check` compares.");
    keys.insert("expected".into(), expected);
    for key in ["why", "source", "tags", "broke", "derived"] {
        keys.insert(key.into(), refer("note"));
    }
    let title = format!("A query {}", kind.name);
    titled(&title, closed(Value::Object(keys), &required))
}

/// Schema of one option, which is also that of the same key in the options of a frame.
pub fn value(option: &Field, default: &Value) -> Value {
    let mut schema = match &option.kind {
        Values::Number => json!({"type": "number"}),
        Values::Count => json!({"type": "integer", "minimum": 0}),
        Values::Vector => json!({"$ref": "#/$defs/vector"}),
        Values::Name(names) => json!({"enum": names}),
    };
    if !option.range.is_empty() {
        schema["description"] = json!(format!("It must be {}.", option.range));
        for (bound, number) in bounds(option) {
            schema[bound] = number;
        }
    }
    if !default.is_null() {
        schema["default"] = default.clone();
    }
    schema
}

/// Bounds that its range in words sets for a number.
fn bounds(option: &Field) -> Vec<(&'static str, Value)> {
    let number = |text: &str| match &option.kind {
        Values::Count => text.parse::<u64>().ok().map(Value::from),
        Values::Number => text.parse::<f64>().ok().map(Value::from),
        _ => None,
    };
    let range = option.range;
    let between = range.strip_prefix("between ");
    let between = between.and_then(|ends| ends.split_once(" and "));
    let from_to = range.strip_prefix("from ");
    let between = between.or(from_to.and_then(|ends| ends.split_once(" to ")));
    let (least, most) = match (range.strip_prefix("at least "), between) {
        (Some(least), _) => (number(least), None),
        (None, Some((least, most))) => (number(least), number(most)),
        _ if range.contains("not negative") => (number("0"), None),
        _ => (None, None),
    };
    let above = number("0").filter(|_| range.contains("positive"));
    let bounds = [
        ("minimum", least),
        ("maximum", most),
        ("exclusiveMinimum", above),
    ];
    let given = bounds.into_iter();
    given
        .filter_map(|(key, value)| Some((key, value?)))
        .collect()
}

/// Definitions of bodies that only cases have.
pub fn definitions() -> Vec<(&'static str, Value)> {
    let points = || list(refer("vector"));
    let by_angle = closed(
        json!({"p": tuple(number(), 2), "angle": number()}),
        &["p", "angle"],
    );
    let by_half_angle = closed(
        json!({"p": tuple(number(), 2), "half_angle": tuple(number(), 2)}),
        &["p", "half_angle"],
    );
    vec![
        ("note", described(json!({}), "It is a note for the reader.")),
        (
            "pose_in_plane",
            described(
                any_of([by_angle, by_half_angle]),
                "`half_angle` has the sine and the cosine of half the angle.",
            ),
        ),
        (
            "yaw_cuboid",
            closed(json!({"yaw_cuboid": refer("cuboid")}), &["yaw_cuboid"]),
        ),
        (
            "vertex_sweep",
            described(
                closed(
                    json!({"start": points(), "end": points()}),
                    &["start", "end"],
                ),
                "Both lists have the vertices of the body, in the same order.",
            ),
        ),
        (
            "polygon",
            closed(
                json!({"vertices": list(tuple(number(), 2)), "rounding": length()}),
                &["vertices"],
            ),
        ),
        (
            "point_set",
            described(
                closed(
                    json!({"vertices": list(between(number(), 2, 8))}),
                    &["vertices"],
                ),
                "All points have one dimension.",
            ),
        ),
        (
            "state",
            described(
                tuple(json!({"type": "integer", "minimum": 0}), 7),
                "It is the `PairState` from which the query begins.",
            ),
        ),
    ]
}
