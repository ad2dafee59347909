//! `interframe schema`: what a line of a case file may be, as JSON Schema.

use std::io::Write;

use interframe::case::{Field, Form, KINDS, Kind, Values};
use serde_json::{Map, Value, json};

use crate::error::Fatal;

/// Prints the schema; the exit status.
pub fn run(out: &mut impl Write) -> Result<u8, Fatal> {
    let text = serde_json::to_string_pretty(&schema()).map_err(std::io::Error::from)?;
    writeln!(out, "{text}")?;
    Ok(0)
}

fn schema() -> Value {
    let lines: Vec<_> = KINDS.iter().map(line).collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line of a case file of interframe",
        "anyOf": lines,
        "$defs": definitions(),
    })
}

/// The lines that ask one kind of query.
fn line(kind: &Kind) -> Value {
    let refer = |name: &str| json!({"$ref": format!("#/$defs/{name}")});
    let (body, place) = match kind.form {
        Form::Posed => ("shape", "pose"),
        Form::Moving => ("shape", "motion"),
        Form::Deforming => ("vertex_sweep", ""),
        Form::Planar => ("polygon", "pose_in_plane"),
        Form::Sets => ("point_set", ""),
        Form::Cuboids => ("yaw_cuboid", ""),
    };
    let mut keys = Map::new();
    keys.insert("id".into(), json!({"type": "string"}));
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
    for key in ["expected", "why", "source", "tags", "broke", "derived"] {
        keys.insert(key.into(), json!(true));
    }
    json!({
        "type": "object",
        "properties": keys,
        "required": required,
        "additionalProperties": false,
    })
}

/// Schema of one option.
fn value(option: &Field, default: &Value) -> Value {
    let mut schema = match &option.kind {
        Values::Number => json!({"type": "number"}),
        Values::Count => json!({"type": "integer", "minimum": 0}),
        Values::Vector => json!({"$ref": "#/$defs/vector"}),
        Values::Name(names) => json!({"enum": names}),
    };
    if !option.range.is_empty() {
        schema["description"] = json!(option.range);
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

fn definitions() -> Value {
    let numbers = |count: usize| json!({"type": "array", "items": {"type": "number"}, "minItems": count, "maxItems": count});
    let object = |properties: Value, required: &[&str]| json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false});
    let (vector, pose) = (
        json!({"$ref": "#/$defs/vector"}),
        json!({"$ref": "#/$defs/pose"}),
    );
    let points = |point: Value| json!({"type": "array", "items": point});
    let index = json!({"type": "integer", "minimum": 0});
    let triangles = points(json!({"type": "array", "items": index, "minItems": 3, "maxItems": 3}));
    let length = json!({"type": "number", "minimum": 0});
    let simple =
        |name: &str, sizes: Value| object(json!({name: sizes, "rounding": length}), &[name]);
    let upright = object(
        json!({"half_length": length, "radius": length}),
        &["half_length", "radius"],
    );
    let cuboid = object(
        json!({
            "corners": {"type": "array", "items": numbers(2), "minItems": 4, "maxItems": 4},
            "z": numbers(2),
        }),
        &["corners", "z"],
    );
    let end = object(json!({"p": vector, "q": numbers(4)}), &["p"]);
    json!({
        "vector": numbers(3),
        "pose": object(json!({"p": vector, "q": numbers(4)}), &["p", "q"]),
        "pose_in_plane": {"anyOf": [
            object(json!({"p": numbers(2), "angle": {"type": "number"}}), &["p", "angle"]),
            object(json!({"p": numbers(2), "half_angle": numbers(2)}), &["p", "half_angle"]),
        ]},
        "motion": object(
            json!({"start": pose, "end": end, "turn": vector, "pivot": vector}),
            &["start", "end"],
        ),
        "shape": {"anyOf": [
            object(json!({"vertices": points(vector.clone()), "rounding": length}), &["vertices"]),
            object(
                json!({
                    "mesh": {"type": "string"}, "scale": {"type": "number"}, "part": {"type": "string"},
                    "hull": {"type": "boolean"}, "rounding": length,
                }),
                &["mesh"],
            ),
            simple("compound", points(json!({"type": "object"}))),
            simple("trimesh", json!({"anyOf": [
                object(
                    json!({
                        "vertices": points(vector.clone()), "triangles": triangles,
                        "one_sided": {"type": "boolean"}, "solid": {"type": "boolean"},
                    }),
                    &["vertices", "triangles"],
                ),
                object(
                    json!({
                        "mesh": {"type": "string"}, "scale": {"type": "number"},
                        "one_sided": {"type": "boolean"}, "solid": {"type": "boolean"},
                    }),
                    &["mesh"],
                ),
            ]})),
            simple("height_field", object(
                json!({
                    "rows": points(points(json!({"type": ["number", "null"]}))),
                    "spacing": numbers(2), "origin": numbers(2),
                }),
                &["rows", "spacing"],
            )),
            simple("box", object(json!({"half_extents": vector}), &["half_extents"])),
            simple("yaw_cuboid", cuboid.clone()),
            simple("sphere", object(json!({"radius": length}), &["radius"])),
            simple("ellipsoid", object(json!({"radii": vector}), &["radii"])),
            simple("cylinder", upright.clone()),
            simple("cone", upright.clone()),
            simple("capsule", upright),
        ]},
        "yaw_cuboid": object(json!({"yaw_cuboid": cuboid}), &["yaw_cuboid"]),
        "vertex_sweep": object(
            json!({"start": points(vector.clone()), "end": points(vector.clone())}),
            &["start", "end"],
        ),
        "polygon": object(
            json!({"vertices": points(numbers(2)), "rounding": length}),
            &["vertices"],
        ),
        "point_set": object(
            json!({"vertices": points(json!({
                "type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 8,
            }))}),
            &["vertices"],
        ),
        "state": {"type": "array", "items": {"type": "integer", "minimum": 0}, "minItems": 7, "maxItems": 7},
    })
}
