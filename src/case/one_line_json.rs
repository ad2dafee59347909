//! Any value as one line of JSON, spaced for readers. What a case writes is in `mod.rs`.

use std::io::{Result, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

/// The value on one line.
pub(super) fn line(value: &impl Serialize) -> String {
    let mut out = Vec::new();
    let mut to = Serializer::with_formatter(&mut out, OneLine);
    // Memory takes everything, and no key is anything but text.
    value.serialize(&mut to).expect("plain data");
    String::from_utf8(out).expect("JSON is text")
}

struct OneLine;

impl Formatter for OneLine {
    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> Result<()> {
        out.write_all(if first { b"" } else { b", " })
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> Result<()> {
        out.write_all(b": ")
    }

    /// Line ends are escaped as well, also those that only some readers take for one.
    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, text: &str) -> Result<()> {
        for c in text.chars() {
            if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') {
                write!(out, "\\u{:04x}", u32::from(c))?;
            } else {
                write!(out, "{c}")?;
            }
        }
        Ok(())
    }
}
