//! Pieces that every schema is built of: objects, lists, numbers within bounds, and names.

use serde_json::{Map, Value, json};

/// Refers to the definition of this name.
pub fn refer(name: &str) -> Value {
    json!({"$ref": format!("#/$defs/{name}")})
}

/// An object that has the required keys, and no other than these.
pub fn closed(properties: Value, required: &[&str]) -> Value {
    let mut schema = open(properties, required);
    schema["additionalProperties"] = json!(false);
    schema
}

/// An object that has the required keys, and may have keys that are not listed.
pub fn open(properties: Value, required: &[&str]) -> Value {
    json!({"type": "object", "properties": properties, "required": required})
}

/// An object that has all of these keys, and may have others.
pub fn whole(properties: Value) -> Value {
    let keys = properties.as_object().into_iter().flatten();
    let required: Vec<&str> = keys.map(|(key, _)| key.as_str()).collect();
    open(properties.clone(), &required)
}

/// An object of one key, which names what its value is.
pub fn named(name: &str, value: Value) -> Value {
    closed(json!({name: value}), &[name])
}

/// A list of any length.
pub fn list(item: Value) -> Value {
    json!({"type": "array", "items": item})
}

/// A list of exactly `count` values.
pub fn tuple(item: Value, count: usize) -> Value {
    between(item, count, count)
}

/// A list of `least` to `most` values.
pub fn between(item: Value, least: usize, most: usize) -> Value {
    json!({"type": "array", "items": item, "minItems": least, "maxItems": most})
}

/// A list of a first value and `count` others.
pub fn headed(first: Value, other: Value, count: usize) -> Value {
    let mut list = tuple(other, count + 1);
    list["prefixItems"] = json!([first]);
    list
}

pub fn number() -> Value {
    json!({"type": "number"})
}

/// A number that is not negative.
pub fn length() -> Value {
    json!({"type": "number", "minimum": 0})
}

/// A number above 0.
pub fn positive() -> Value {
    json!({"type": "number", "exclusiveMinimum": 0})
}

/// A time within a frame.
pub fn time() -> Value {
    json!({"type": "number", "minimum": 0, "maximum": 1})
}

pub fn text() -> Value {
    json!({"type": "string"})
}

pub fn flag() -> Value {
    json!({"type": "boolean"})
}

/// A whole number that is not negative.
pub fn count() -> Value {
    count_up_to(u64::MAX)
}

/// A whole number from 0 to `most`.
pub fn count_up_to(most: u64) -> Value {
    json!({"type": "integer", "minimum": 0, "maximum": most})
}

/// The index of a vertex, a part or a triangle.
pub fn id() -> Value {
    count_up_to(u32::MAX.into())
}

/// One of these names.
pub fn one_of(names: impl IntoIterator<Item = &'static str>) -> Value {
    json!({"enum": names.into_iter().collect::<Vec<_>>()})
}

/// A value of one of these kinds.
pub fn any_of(kinds: impl IntoIterator<Item = Value>) -> Value {
    json!({"anyOf": kinds.into_iter().collect::<Vec<_>>()})
}

/// A value of this kind, or null.
pub fn or_null(kind: Value) -> Value {
    any_of([kind, json!({"type": "null"})])
}

/// The schema with a sentence about what it describes.
pub fn described(mut schema: Value, description: &str) -> Value {
    schema["description"] = json!(description);
    schema
}

/// The schema with a name for the reader.
pub fn titled(title: &str, schema: Value) -> Value {
    let mut out = Map::new();
    out.insert("title".into(), json!(title));
    if let Value::Object(entries) = schema {
        out.extend(entries);
    }
    Value::Object(out)
}

/// Names of the values of an enum of the library, without `none`, which no line has.
macro_rules! names {
    ($type:ty) => {
        <$type>::ALL
            .iter()
            .map(|value| value.name())
            .filter(|name| *name != "none")
    };
}
pub(super) use names;
