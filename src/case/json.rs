//! JSON that knows where it is.
//!
//! The formats promise that an unknown key, a missing key and a number that is not finite are
//! errors that name the key. A derived deserializer names no path, drops the first of two equal
//! keys, and stops at `NaN` or `1e999` with a column number. So a line is first read into a plain
//! tree (numbers to the nearest f64, equal keys refused), in which a number that is not finite is
//! kept as such, and the tree is then read through nodes that carry their key.

use std::collections::HashSet;
use std::fmt;

use nalgebra::Vector3;
use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{
    Deserialize, DeserializeOwned, Deserializer, Error as _, IntoDeserializer, MapAccess,
    SeqAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use super::problem::{Problem, Result};

/// A JSON value. Objects keep the order of their keys.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs)]
pub enum Json {
    Null,
    Bool(bool),
    Number(serde_json::Number),
    /// `NaN`, `Infinity`, `1e999` and the like, as written.
    NotFinite(String),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Reads one JSON value.
    ///
    /// # Errors
    /// [`Problem::Syntax`], [`Problem::DuplicateKey`].
    pub fn parse(text: &str) -> Result<Json> {
        if text.starts_with('\u{feff}') {
            let message = "starts with a byte order mark, which JSON does not allow";
            return Err(Problem::Syntax(message.into()));
        }
        match serde_json::from_str(text) {
            Ok(json) => Ok(json),
            // Quoting costs a copy, so only where the plain reading failed.
            Err(first) => match serde_json::from_str(&quote_non_finite(text)) {
                Ok(json) => Ok(json),
                Err(second) => Err(match duplicate_key(&second) {
                    Some(key) => Problem::DuplicateKey { key },
                    None => Problem::Syntax(first.to_string()),
                }),
            },
        }
    }

    /// Entry of an object; None for other values.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Json> {
        match self {
            Json::Object(entries) => entries.iter().find(|(k, _)| k == key).map(|(_, v)| v),
            _ => None,
        }
    }

    /// Puts a value at a key of an object.
    pub fn set(&mut self, key: &str, value: Json) {
        if let Json::Object(entries) = self {
            entries.retain(|(k, _)| k != key);
            entries.push((key.to_owned(), value));
        }
    }
}

/// Marks a quoted number; a control character that JSON does not allow unescaped in a string.
const MARK: &str = "\\u0001not finite:";
const MARK_READ: &str = "\u{1}not finite:";
const DUPLICATE: &str = "duplicate key ";

fn duplicate_key(error: &serde_json::Error) -> Option<String> {
    let text = error.to_string();
    let rest = text.strip_prefix(DUPLICATE)?;
    Some(rest[..rest.rfind(" at line").unwrap_or(rest.len())].to_string())
}

/// The error of a duplicate key inside the value at `key`, with that in front of it.
fn within<E: serde::de::Error>(key: &str, error: E) -> E {
    let text = error.to_string();
    match text.strip_prefix(DUPLICATE) {
        Some(rest) if rest.starts_with('[') => E::custom(format!("{DUPLICATE}{key}{rest}")),
        Some(rest) => E::custom(format!("{DUPLICATE}{key}.{rest}")),
        None => error,
    }
}

/// Puts quotes around every bare word that Rust reads as a number but not as a finite one.
fn quote_non_finite(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 32);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if c == '"' {
            let end = string_end(rest);
            out.push_str(&rest[..end]);
            rest = &rest[end..];
            continue;
        }
        let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
        let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        if end == 0 {
            out.push(c);
            rest = &rest[c.len_utf8()..];
            continue;
        }
        let word = &rest[..end];
        match word.parse::<f64>() {
            Ok(x) if !x.is_finite() => {
                out.push('"');
                out.push_str(MARK);
                out.push_str(word);
                out.push('"');
            }
            _ => out.push_str(word),
        }
        rest = &rest[end..];
    }
    out
}

/// Length of the JSON string that `text` starts with, quotes included.
fn string_end(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut i = 1;
    while i < bytes.len() && bytes[i] != b'"' {
        i += if bytes[i] == b'\\' { 2 } else { 1 };
    }
    let mut end = (i + 1).min(bytes.len());
    while !text.is_char_boundary(end) {
        end += 1;
    }
    end
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Json, D::Error> {
        deserializer.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> std::result::Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> std::result::Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> std::result::Result<Json, E> {
        Ok(Json::Number(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> std::result::Result<Json, E> {
        Ok(Json::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> std::result::Result<Json, E> {
        Ok(match serde_json::Number::from_f64(value) {
            Some(number) => Json::Number(number),
            None => Json::NotFinite(value.to_string()),
        })
    }

    fn visit_str<E>(self, value: &str) -> std::result::Result<Json, E> {
        Ok(match value.strip_prefix(MARK_READ) {
            Some(word) => Json::NotFinite(word.to_string()),
            None => Json::Text(value.to_string()),
        })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> std::result::Result<Json, A::Error> {
        let mut list = Vec::new();
        loop {
            let inside = |error| within(&format!("[{}]", list.len()), error);
            match seq.next_element().map_err(inside)? {
                Some(value) => list.push(value),
                None => return Ok(Json::List(list)),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> std::result::Result<Json, A::Error> {
        let mut entries: Vec<(String, Json)> = Vec::new();
        let mut known = HashSet::new();
        while let Some(key) = map.next_key::<String>()? {
            if !known.insert(key.clone()) {
                return Err(A::Error::custom(format!("{DUPLICATE}{key}")));
            }
            let value = map.next_value().map_err(|error| within(&key, error))?;
            entries.push((key, value));
        }
        Ok(Json::Object(entries))
    }
}

/// A value and the key that leads to it, for example `motion_a.start.p`.
#[derive(Debug, Clone)]
#[allow(missing_docs)]
pub struct Node<'a> {
    pub json: &'a Json,
    pub key: String,
}

#[allow(missing_docs, clippy::missing_errors_doc)]
impl<'a> Node<'a> {
    pub fn root(json: &'a Json) -> Self {
        Node {
            json,
            key: String::new(),
        }
    }

    /// The error for a value of the wrong kind.
    pub fn wrong(&self, expected: &str) -> Problem {
        wrong(&self.key, self.json, expected)
    }

    /// The fields of an object whose keys are all in `known`.
    pub fn fields(&self, known: &[&str]) -> Result<Fields<'a>> {
        let fields = self.any_fields()?;
        fields.check(known)?;
        Ok(fields)
    }

    /// The fields of an object in which anything goes.
    pub fn any_fields(&self) -> Result<Fields<'a>> {
        let Json::Object(entries) = self.json else {
            return Err(self.wrong("an object"));
        };
        Ok(Fields {
            entries,
            key: self.key.clone(),
        })
    }

    pub fn text(&self) -> Result<&'a str> {
        match self.json {
            Json::Text(text) => Ok(text),
            _ => Err(self.wrong("a string")),
        }
    }

    /// A value of a type that is serde data.
    pub fn value<T: DeserializeOwned>(&self) -> Result<T> {
        self.located(T::deserialize(self.clone()))
    }

    /// Puts this key into an error that names none.
    fn located<T>(&self, read: Result<T>) -> Result<T> {
        read.map_err(|problem| match problem {
            Problem::Invalid { key, message } if key.is_empty() => {
                Problem::invalid(&self.key, message)
            }
            other => other,
        })
    }

    pub fn number(&self) -> Result<f64> {
        number(self.json, || self.key.clone())
    }

    /// A whole number that is not negative.
    pub fn count(&self) -> Result<u64> {
        // 1e6 is a whole number too; beyond 2^53 nobody can mean one of these.
        let whole = |x: &f64| x.fract() == 0.0 && (0.0..=(1u64 << 53) as f64).contains(x);
        match self.json {
            Json::Number(n) => n.as_u64().or(n.as_f64().filter(whole).map(|x| x as u64)),
            _ => None,
        }
        .ok_or_else(|| self.wrong("a whole number, not negative"))
    }

    /// A number above 2^32 - 1, as it is written.
    pub(super) fn beyond_32_bits(&self) -> Option<&'a serde_json::Number> {
        match self.json {
            Json::Number(n) if n.as_f64().is_some_and(|x| x > f64::from(u32::MAX)) => Some(n),
            _ => None,
        }
    }

    pub fn flag(&self) -> Result<bool> {
        match self.json {
            Json::Bool(flag) => Ok(*flag),
            _ => Err(self.wrong("true or false")),
        }
    }

    /// Triangles, as three whole numbers each.
    pub fn triangles(&self) -> Result<Vec<[u32; 3]>> {
        let index = |node: &Node<'a>| {
            u32::try_from(node.count()?).map_err(|_| node.wrong("a whole number below 2^32"))
        };
        let triangle = |node: Node<'a>| match node.list()?.as_slice() {
            [a, b, c] => Ok([index(a)?, index(b)?, index(c)?]),
            _ => Err(node.wrong("a list of 3 whole numbers")),
        };
        self.list()?.into_iter().map(triangle).collect()
    }

    pub fn numbers<const N: usize>(&self) -> Result<[f64; N]> {
        numbers(self.json, || self.key.clone())
    }

    pub fn vector(&self) -> Result<Vector3<f64>> {
        Ok(Vector3::from(self.numbers::<3>()?))
    }

    /// A list of points.
    pub fn vectors(&self) -> Result<Vec<Vector3<f64>>> {
        let Json::List(list) = self.json else {
            return Err(self.wrong("a list of [x, y, z]"));
        };
        list.iter()
            .enumerate()
            .map(|(i, json)| {
                numbers(json, || format!("{}[{i}]", self.key)).map(|xyz: [f64; 3]| xyz.into())
            })
            .collect()
    }

    /// A list of points of so many numbers.
    pub fn points(&self, dimension: usize) -> Result<Vec<Vec<f64>>> {
        let read = |point: Node<'_>| {
            let numbers = point.list()?;
            if numbers.len() != dimension {
                return Err(point.wrong(&format!("a list of {dimension} numbers")));
            }
            numbers.iter().map(Node::number).collect()
        };
        self.list()?.into_iter().map(read).collect()
    }

    pub fn list(&self) -> Result<Vec<Node<'a>>> {
        let Json::List(list) = self.json else {
            return Err(self.wrong("a list"));
        };
        Ok(list
            .iter()
            .enumerate()
            .map(|(i, json)| Node {
                json,
                key: format!("{}[{i}]", self.key),
            })
            .collect())
    }
}

/// Reads the values of options through serde: numbers, names and lists of them.
impl<'de> Deserializer<'de> for Node<'de> {
    type Error = Problem;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value> {
        Err(self.wrong("a number, a name or a list of so many numbers"))
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_f64(self.number()?)
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let count = u32::try_from(self.count()?);
        visitor.visit_u32(count.map_err(|_| self.wrong("a whole number below 2^32"))?)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_u64(self.count()?)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_str(self.text()?)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_some(self)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value> {
        let list = self.list()?;
        if list.len() != len {
            return Err(self.wrong(&format!("a list of {len} numbers")));
        }
        visitor.visit_seq(SeqDeserializer::new(list.into_iter()))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u128 f32 char str bytes byte_buf unit unit_struct
        newtype_struct seq tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de> IntoDeserializer<'de, Problem> for Node<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

/// An object whose keys were checked.
#[derive(Debug)]
pub struct Fields<'a> {
    entries: &'a [(String, Json)],
    key: String,
}

#[allow(missing_docs, clippy::missing_errors_doc)]
impl<'a> Fields<'a> {
    /// That every key is one of these.
    pub fn check(&self, known: &[&str]) -> Result<()> {
        let mut keys = self.entries.iter().map(|(key, _)| key);
        match keys.find(|key| !known.contains(&key.as_str())) {
            None => Ok(()),
            Some(key) => Err(Problem::UnknownKey {
                key: join(&self.key, key),
                known: known.join(", "),
            }),
        }
    }

    pub fn optional(&self, key: &str) -> Option<Node<'a>> {
        self.entries
            .iter()
            .find(|(k, _)| k == key)
            .map(|(_, json)| Node {
                json,
                key: join(&self.key, key),
            })
    }

    pub fn required(&self, key: &str) -> Result<Node<'a>> {
        self.optional(key).ok_or_else(|| Problem::MissingKey {
            key: join(&self.key, key),
        })
    }

    /// The first of these keys that is given.
    #[must_use]
    pub fn first(&self, keys: &[&str]) -> Option<Node<'a>> {
        keys.iter().find_map(|key| self.optional(key))
    }

    /// The value of a type that is serde data and whose missing keys have defaults.
    pub(super) fn options<T: DeserializeOwned>(&self, keys: &[&'static str]) -> Result<T> {
        let given = || {
            keys.iter()
                .filter_map(|key| Some((*key, self.optional(key)?)))
        };
        // One by one first, since what is wrong with a value is told without its key.
        for (key, node) in given() {
            let alone = MapDeserializer::new(std::iter::once((key, node.clone())));
            node.located(T::deserialize(alone))?;
        }
        T::deserialize(MapDeserializer::new(given()))
    }

    /// The vector at `key`, or zero.
    pub fn vector_or_zero(&self, key: &str) -> Result<Vector3<f64>> {
        match self.optional(key) {
            Some(node) => node.vector(),
            None => Ok(Vector3::zeros()),
        }
    }
}

fn join(path: &str, key: &str) -> String {
    if path.is_empty() {
        key.to_string()
    } else {
        format!("{path}.{key}")
    }
}

fn wrong(key: &str, json: &Json, expected: &str) -> Problem {
    let key = if key.is_empty() { "(top)" } else { key }.to_string();
    match json {
        Json::NotFinite(value) => Problem::NotFinite {
            key,
            value: value.clone(),
        },
        _ => Problem::WrongType {
            key,
            expected: expected.to_string(),
        },
    }
}

fn number(json: &Json, key: impl Fn() -> String) -> Result<f64> {
    match json {
        Json::Number(number) => number.as_f64(),
        _ => None,
    }
    .ok_or_else(|| wrong(&key(), json, "a number"))
}

fn numbers<const N: usize>(json: &Json, key: impl Fn() -> String) -> Result<[f64; N]> {
    let expected = || format!("a list of {N} numbers");
    let Json::List(list) = json else {
        return Err(wrong(&key(), json, &expected()));
    };
    if list.len() != N {
        return Err(wrong(&key(), json, &expected()));
    }
    let mut out = [0.0; N];
    for (i, json) in list.iter().enumerate() {
        out[i] = number(json, || format!("{}[{i}]", key()))?;
    }
    Ok(out)
}
