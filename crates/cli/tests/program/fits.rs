//! A reader of JSON Schema: as much of it as the program's schemas use, and nothing that they do not.

use serde_json::{Value, json};

use crate::common::{run, status, stdout};

/// Keywords that are read, or that say nothing about a value.
const KEYWORDS: [&str; 23] = [
    "$schema",
    "$defs",
    "$ref",
    "title",
    "description",
    "default",
    "anyOf",
    "not",
    "const",
    "enum",
    "type",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "items",
    "prefixItems",
    "minItems",
    "maxItems",
    "properties",
    "additionalProperties",
    "required",
    "maxProperties",
    "pattern",
];

/// The schema that `interframe schema` prints with these arguments.
pub fn schema(args: &[&str]) -> Value {
    let mut all = vec!["schema"];
    all.extend(args);
    let output = run(&all, "");
    assert_eq!(status(&output), 0);
    serde_json::from_str(&stdout(&output)).expect("a schema")
}

/// A schema that takes no key that it does not list.
pub fn strict(schema: &Value) -> Value {
    match schema {
        Value::Object(entries) => {
            let mut out: Value = entries
                .iter()
                .map(|(key, value)| (key.clone(), strict(value)))
                .collect();
            if out["type"] == "object" && out.get("additionalProperties").is_none() {
                out["additionalProperties"] = json!(false);
            }
            out
        }
        Value::Array(items) => items.iter().map(strict).collect(),
        other => other.clone(),
    }
}

/// Whether a value is what a schema, or a part of it, says.
pub fn fits(root: &Value, schema: &Value, value: &Value) -> bool {
    let Value::Object(keywords) = schema else {
        return schema.as_bool().expect("a schema");
    };
    keywords.iter().all(|(keyword, rule)| {
        assert!(
            KEYWORDS.contains(&keyword.as_str()),
            "{keyword} is not read"
        );
        holds(root, schema, value, keyword, rule)
    })
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// Whether the rule of one keyword holds.
fn holds(root: &Value, schema: &Value, value: &Value, keyword: &str, rule: &Value) -> bool {
    let number = rule.as_f64();
    let above = |least: &dyn Fn(f64, f64) -> bool| {
        let found = value.as_f64();
        found.is_none_or(|x| least(x, number.expect("a number")))
    };
    let counted = |count: Option<usize>, test: &dyn Fn(f64, f64) -> bool| {
        count.is_none_or(|count| test(count as f64, number.expect("a number")))
    };
    let items = value.as_array().map(Vec::len);
    let keys = value.as_object().map(serde_json::Map::len);
    match keyword {
        "$ref" => {
            let path = rule.as_str().expect("a path");
            fits(root, root.pointer(&path[1..]).expect("a definition"), value)
        }
        "anyOf" => list(rule).iter().any(|way| fits(root, way, value)),
        "not" => !fits(root, rule, value),
        "const" => same(rule, value),
        "enum" => list(rule).iter().any(|name| same(name, value)),
        "type" => is_of_type(rule.as_str().expect("a type"), value),
        "minimum" => above(&|x, least| x >= least),
        "maximum" => above(&|x, most| x <= most),
        "exclusiveMinimum" => above(&|x, below| x > below),
        "minItems" => counted(items, &|count, least| count >= least),
        "maxItems" => counted(items, &|count, most| count <= most),
        "maxProperties" => counted(keys, &|count, most| count <= most),
        "items" => {
            let first = schema
                .get("prefixItems")
                .map_or(0, |first| list(first).len());
            let rest = value.as_array().into_iter().flatten().skip(first);
            rest.into_iter().all(|item| fits(root, rule, item))
        }
        "prefixItems" => {
            let items = value.as_array().into_iter().flatten();
            list(rule)
                .iter()
                .zip(items)
                .all(|(rule, item)| fits(root, rule, item))
        }
        "properties" => {
            let known = rule.as_object().expect("properties");
            let mut found = known
                .iter()
                .filter_map(|(key, rule)| Some((rule, value.get(key)?)));
            found.all(|(rule, value)| fits(root, rule, value))
        }
        "additionalProperties" => {
            let known = |key: &str| schema["properties"].get(key).is_some();
            let entries = value.as_object().into_iter().flatten();
            let mut others = entries.filter(|(key, _)| !known(key));
            others.all(|(_, value)| fits(root, rule, value))
        }
        "required" => {
            let is_there = |key: &Value| value.get(key.as_str().expect("a key")).is_some();
            !value.is_object() || list(rule).iter().all(is_there)
        }
        "pattern" => {
            assert_eq!(rule, "^([0-9a-fA-F]{2})*$");
            let is_hex = |text: &str| {
                text.len().is_multiple_of(2) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
            };
            value.as_str().is_none_or(is_hex)
        }
        _ => true,
    }
}

fn is_of_type(name: &str, value: &Value) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "integer" => value.as_f64().is_some_and(|x| x.fract() == 0.0),
        other => panic!("type {other} is not read"),
    }
}

/// Equal as JSON Schema has it, for which 0 and 0.0 are one number.
fn same(one: &Value, other: &Value) -> bool {
    match (one.as_f64(), other.as_f64()) {
        (Some(x), Some(y)) => x == y,
        _ => one == other,
    }
}

/// A value with one key changed, and how.
pub struct Spoiled {
    pub value: Value,
    /// The path of the key, as a JSON pointer, and what became of it.
    pub what: String,
}

/// The value without each of its keys at any depth, with null, a text or another number in its place, and with a key more in
/// each object. Of a list the first two and the last entry are changed.
pub fn spoiled(value: &Value) -> Vec<Spoiled> {
    let mut paths = Vec::new();
    add_objects(value, "", &mut paths);
    let mut out = Vec::new();
    for path in &paths {
        let object = value.pointer(path).and_then(Value::as_object);
        let change = |what: String, change: &dyn Fn(&mut serde_json::Map<String, Value>)| {
            let mut value = value.clone();
            let object = value.pointer_mut(path).and_then(Value::as_object_mut);
            change(object.expect("an object"));
            Spoiled { value, what }
        };
        for (key, old) in object.expect("an object") {
            let place = format!("{path}/{key}");
            out.push(change(format!("{place} removed"), &|object| {
                object.remove(key);
            }));
            let numbers = [json!(-1), json!(1.5)].into_iter();
            let others = [Value::Null, json!("odd")].into_iter();
            for new in others.chain(numbers.filter(|_| old.is_number())) {
                out.push(change(format!("{place} {new}"), &|object| {
                    object[key] = new.clone();
                }));
            }
        }
        out.push(change(format!("{path}/colour added"), &|object| {
            object.insert("colour".into(), 1.into());
        }));
    }
    out
}

/// Keys of an output whose spoiled values a schema cannot tell from true ones. All others must be refused. A key may have the
/// key above it before it, as `manifold/normal`.
#[derive(Debug, Default)]
pub struct Loose {
    /// Keys that may be missing.
    pub optional: &'static [&'static str],
    /// Keys that may be null.
    pub nullable: &'static [&'static str],
    /// Keys of any text.
    pub texts: &'static [&'static str],
    /// Keys of any number.
    pub numbers: &'static [&'static str],
    /// Keys of numbers that are not negative.
    pub lengths: &'static [&'static str],
    /// Keys of objects that take no key which is not listed.
    pub closed: &'static [&'static str],
    /// Keys of objects of any keys.
    pub free: &'static [&'static str],
}

/// A true output fits a schema and its strict form. Of its spoiled forms exactly those fit that `loose` names, and an added key
/// only fits the schema that is not strict.
pub fn only_true_ones_fit(schema: &Value, output: &Value, loose: &Loose) {
    let strict = strict(schema);
    assert!(fits(schema, schema, output), "{output}");
    assert!(fits(&strict, &strict, output), "{output}");
    for Spoiled { value, what } in spoiled(output) {
        let (path, change) = what.split_once(' ').expect("a path and a change");
        let is_key = |word: &&str| word.parse::<usize>().is_err();
        let keys: Vec<&str> = path.split('/').filter(is_key).collect();
        let above = &keys[..keys.len() - 1];
        if above.iter().any(|key| loose.free.contains(key)) {
            continue;
        }
        let path = keys.join("/");
        let is_one_of = |names: &[&str]| {
            let mut names = names.iter();
            names.any(|name| path.ends_with(&format!("/{name}")))
        };
        let may_fit = match change {
            "removed" => is_one_of(loose.optional),
            "null" => is_one_of(loose.nullable),
            "\"odd\"" => is_one_of(loose.texts),
            "-1" => is_one_of(loose.numbers),
            "1.5" => is_one_of(loose.numbers) || is_one_of(loose.lengths),
            "added" => !above.last().is_some_and(|key| loose.closed.contains(key)),
            other => panic!("{other}"),
        };
        assert_eq!(fits(schema, schema, &value), may_fit, "{what}: {output}");
        let is_added = change == "added" && fits(&strict, &strict, &value);
        assert!(!is_added, "{what}: {output}");
    }
}

fn add_objects(value: &Value, path: &str, paths: &mut Vec<String>) {
    match value {
        Value::Object(entries) => {
            paths.push(path.to_owned());
            for (key, value) in entries {
                add_objects(value, &format!("{path}/{key}"), paths);
            }
        }
        Value::Array(items) => {
            for (k, item) in items.iter().enumerate() {
                if k < 2 || k + 1 == items.len() {
                    add_objects(item, &format!("{path}/{k}"), paths);
                }
            }
        }
        _ => {}
    }
}
