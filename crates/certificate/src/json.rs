//! Proofs as JSON text, one line each, in the form of `docs/guide/CERTIFICATES.md`: a table of the keys and names of all plain
//! data, by which it is read and written.
//!
//! The same text as serde makes of the types with feature `serde`; numbers read back to the same bits.

use std::fmt::Write;

use super::chain::{
    Certificate, Chain, Column, Contact, ContactEnds, Farther, Gap, GivenEnd, GivenHulls,
    GivenMotion, GivenPose, Intervals, Link, LinkKind, Placement, Weighted,
};
use super::failure::Failure;
use super::proof::Proof;
use super::read::{Json, Node};
use super::shape::Shape;
use super::stay::{Beyond, Exit, Outside, Stay, WallTimes};

macro_rules! numbers {
    ($($type:ident by $read:ident),+) => {$(
        impl Json for $type {
            fn read(node: &Node<'_>) -> Result<Self, Failure> {
                node.$read()
            }

            fn write(&self, out: &mut String) {
                let _ = write!(out, "{self:?}");
            }
        }
    )+};
}

numbers! { f64 by number, u32 by id, bool by bool }

impl<T: Json, const N: usize> Json for [T; N] {
    fn read(node: &Node<'_>) -> Result<Self, Failure> {
        node.fixed(T::read)
    }

    fn write(&self, out: &mut String) {
        list(self, out);
    }
}

impl<T: Json> Json for Vec<T> {
    fn read(node: &Node<'_>) -> Result<Self, Failure> {
        node.list(T::read)
    }

    fn write(&self, out: &mut String) {
        list(self, out);
    }
}

impl<T: Json> Json for Option<T> {
    fn read(node: &Node<'_>) -> Result<Self, Failure> {
        T::read(node).map(Some)
    }

    fn write(&self, out: &mut String) {
        self.iter().for_each(|value| value.write(out));
    }

    fn absent() -> Option<Self> {
        Some(None)
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

fn list<T: Json>(items: &[T], out: &mut String) {
    out.push('[');
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        item.write(out);
    }
    out.push(']');
}

/// Writes an entry of an object, unless it is left out.
fn entry<T: Json + PartialEq>(out: &mut String, key: &str, value: &T, default: Option<T>) {
    if value.is_absent() || default.as_ref() == Some(value) {
        return;
    }
    if !out.ends_with('{') {
        out.push(',');
    }
    let _ = write!(out, "\"{key}\":");
    value.write(out);
}

/// `{...}`, or `{"name":...}` of what has one.
fn braced(out: &mut String, name: Option<&str>, inner: impl FnOnce(&mut String)) {
    out.push('{');
    if let Some(name) = name {
        let _ = write!(out, "\"{name}\":");
    }
    inner(out);
    out.push('}');
}

macro_rules! maybe {
    () => {
        None
    };
    ($value:expr) => {
        Some($value)
    };
}

/// Structs as objects. A field that is equal to its default is left out.
macro_rules! objects {
    ($($type:ident { $($field:ident $(= $default:expr)?),+ })+) => {$(
        impl Json for $type {
            fn read(node: &Node<'_>) -> Result<Self, Failure> {
                node.object(|fields| {
                    Ok($type { $($field: fields.entry(stringify!($field), maybe!($($default)?))?),+ })
                })
            }

            fn write(&self, out: &mut String) {
                braced(out, None, |out| {
                    $(entry(out, stringify!($field), &self.$field, maybe!($($default)?));)+
                });
            }
        }
    )+};
}

/// An enum: an object of one key, the name of the variant, or a name alone.
macro_rules! variants {
    ($type:ident $(or $alone:ident = $alone_name:literal)? { $($variant:ident $({ $($field:ident),+ })? $(($inner:ident))? = $name:literal),+ $(,)? }) => {
        impl Json for $type {
            fn read(node: &Node<'_>) -> Result<Self, Failure> {
                match node.variant()? {
                    $(($alone_name, None) => Ok($type::$alone),)?
                    $(($name, Some(node)) => {
                        $(node.object(|fields| {
                            Ok($type::$variant { $($field: fields.entry(stringify!($field), None)?),+ })
                        }))?
                        $(Json::read(&node).map(|$inner| $type::$variant($inner)))?
                    })+
                    (name, _) => Err(node.unknown(name)),
                }
            }

            fn write(&self, out: &mut String) {
                match self {
                    $($type::$alone => out.push_str(concat!("\"", $alone_name, "\"")),)?
                    $($type::$variant $({ $($field),+ })? $(($inner))? => braced(out, Some($name), |out| {
                        $(braced(out, None, |out| {
                            $(entry(out, stringify!($field), $field, None);)+
                        });)?
                        $($inner.write(out);)?
                    }),)+
                }
            }
        }
    };
}

objects! {
    GivenPose { p, q }
    GivenMotion { start, end, pivot }
    GivenEnd { p, q, turn }
    GivenHulls { motions, end_q, relative }
    Chain { separation, from, links, contact }
    Intervals { separation, gaps, contacts }
    Gap { from, links }
    ContactEnds { enter, exit }
    Link { t0, t1, by }
    Column { pair, late = false, weight }
    Weighted { id, weight }
    Farther { distance, normal, span }
    Outside { vertex, normal, span }
    Exit { target, faces, inside, held, outside }
    Stay { to, beyond, walls, simplices }
    WallTimes { face, times }
    Beyond { t, vertex, face, normal, span }
    Proof {
        a, b, shapes = Default::default(), radii = Default::default(), placement, certificate
    }
}

variants! { Shape or Hull = "hull" {
    Cylinder { half_length, radius } = "cylinder",
    Cone { half_length, radius } = "cone",
    Ellipsoid { radii } = "ellipsoid",
} }

variants! { Placement or Lists = "lists" {
    Poses(poses) = "poses",
    Motions(motions) = "motions",
    Hulls(hulls) = "hulls",
} }

variants! { Certificate or Empty = "empty" {
    Plane { normal } = "plane",
    Span { pairs } = "span",
    Columns { pairs } = "columns",
    Chain(chain) = "chain",
    Intervals(intervals) = "intervals",
    Inside { simplices } = "inside",
    Outside(outside) = "outside",
    Exit(exit) = "exit",
    Farther(farther) = "farther",
    Nearer { distance, pairs } = "nearer",
} }

variants! { LinkKind {
    Plane { normal, turn, bound } = "plane",
    Balls { centers, radii } = "balls",
    Span { pairs } = "span",
} }

variants! { Contact {
    Overlap { times, columns } = "overlap",
    Near { t, gap, a, b } = "near",
} }

impl Proof {
    /// One line of JSON, without the line's end. A file of such lines is a proof file.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }
}
