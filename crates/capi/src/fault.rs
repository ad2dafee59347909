//! Why a call of C cannot answer: which argument is wrong, in which way, with which status, and the text that says so.

use std::fmt;

use crate::status::ifr_status::{self, *};
use interframe::Error;
use interframe::certificate::Failure;
use interframe::for_c::Number;

pub(crate) type Result<T> = std::result::Result<T, Fault>;

/// Why a call cannot answer.
#[derive(Debug)]
pub(crate) struct Fault {
    /// The argument or field, as C spells it, in two parts.
    at: [&'static str; 2],
    /// Which entry of the first, where that is a list.
    entry: Option<usize>,
    wrong: Wrong,
}

#[derive(Debug)]
pub(crate) enum Wrong {
    Null,
    Misaligned {
        align: usize,
    },
    UnknownValue(i32),
    /// The number of a method that does not answer.
    Method(i32),
    OutOfRange {
        index: usize,
        count: usize,
    },
    TooSmall {
        needed: usize,
        capacity: usize,
        /// Unit of the count.
        unit: &'static str,
    },
    /// A number of a list.
    NotFinite {
        index: usize,
        value: f64,
    },
    /// The library's error.
    Refused(Error),
    /// The library's error about an entry of a list.
    Entry {
        index: usize,
        error: Error,
    },
    Rejected(Failure),
    /// What is wrong with a mesh file.
    File(String),
    /// What is wrong with a captured frame.
    Capture(String),
    /// Memory has run out: the number of bytes that cannot be allocated.
    OutOfMemory(usize),
    /// The library has allocated already.
    TooLate,
}

impl Wrong {
    /// The library's error about a list of points of so many numbers.
    #[cold]
    pub(crate) fn of_a_list(error: Error, dimension: usize) -> Self {
        let (point, axis, value) = match error {
            Error::NonFiniteVertex { index, axis, value } => {
                (index, "xyz".find(axis).unwrap_or_default(), value)
            }
            error => return Wrong::Refused(error),
        };
        let index = dimension * point + axis;
        Wrong::NotFinite { index, value }
    }

    /// Returns the fault of the argument or field with this name.
    #[cold]
    pub(crate) fn at(self, name: &'static str) -> Fault {
        self.in_part(name, "")
    }

    /// Returns the fault of a part of an argument.
    #[cold]
    pub(crate) fn in_part(self, name: &'static str, part: &'static str) -> Fault {
        Fault {
            at: [name, part],
            entry: None,
            wrong: self,
        }
    }
}

/// A query's refusal as a fault in a field of its input.
impl From<Error> for Fault {
    #[cold]
    fn from(error: Error) -> Self {
        Wrong::Refused(error).at("input")
    }
}

impl From<Failure> for Fault {
    #[cold]
    fn from(failure: Failure) -> Self {
        Wrong::Rejected(failure).at("certificate")
    }
}

impl Fault {
    /// In an entry of the list that it names.
    #[cold]
    pub(crate) fn of_entry(self, index: usize) -> Self {
        Fault {
            entry: Some(index),
            ..self
        }
    }

    pub(crate) fn status(&self) -> ifr_status {
        match &self.wrong {
            Wrong::Null | Wrong::Misaligned { .. } => IFR_STATUS_BAD_POINTER,
            Wrong::UnknownValue(_) => IFR_STATUS_UNKNOWN_VALUE,
            Wrong::Method(_) => IFR_STATUS_METHOD,
            Wrong::OutOfRange { .. } => IFR_STATUS_OUT_OF_RANGE,
            Wrong::TooSmall { .. } => IFR_STATUS_BUFFER_TOO_SMALL,
            Wrong::NotFinite { .. } => IFR_STATUS_NOT_FINITE,
            Wrong::Rejected(_) => IFR_STATUS_REJECTED,
            Wrong::File(_) => IFR_STATUS_MESH_FILE,
            Wrong::Capture(_) => IFR_STATUS_WORLD,
            Wrong::OutOfMemory(_) => IFR_STATUS_OUT_OF_MEMORY,
            Wrong::TooLate => IFR_STATUS_TOO_LATE,
            Wrong::Refused(error) | Wrong::Entry { error, .. } => match error {
                Error::NonFiniteVertex { .. } | Error::NonFinite { .. } => IFR_STATUS_NOT_FINITE,
                Error::TooManyVertices { .. } => IFR_STATUS_TOO_MANY_VERTICES,
                Error::OutOfMemory { .. } => IFR_STATUS_OUT_OF_MEMORY,
                Error::InPair { source, .. } if matches!(**source, Error::OutOfMemory { .. }) => {
                    IFR_STATUS_OUT_OF_MEMORY
                }
                Error::QuaternionNorm { .. } => IFR_STATUS_QUATERNION_NORM,
                Error::Matrix { .. } => IFR_STATUS_MATRIX,
                Error::Bytes { .. } => IFR_STATUS_BYTES,
                Error::HalfTurn => IFR_STATUS_HALF_TURN,
                Error::Setting { .. } | Error::Length { .. } => IFR_STATUS_SETTING,
                Error::Body { .. } | Error::Part { .. } => IFR_STATUS_BODY,
                Error::Method { .. } => IFR_STATUS_METHOD,
                Error::TriangleIndex { .. } => IFR_STATUS_OUT_OF_RANGE,
                Error::HeightField { .. } | Error::Scale { .. } => IFR_STATUS_SETTING,
                Error::OpenEdge { .. } | Error::SelfIntersection { .. } => IFR_STATUS_SETTING,
                Error::NotARectangle { .. } => IFR_STATUS_NOT_A_RECTANGLE,
                Error::NoSuchBody { .. } => IFR_STATUS_NO_SUCH_BODY,
                Error::BodyMotion { .. } => IFR_STATUS_BODY_MOTION,
                Error::TooManyPairs { .. } => IFR_STATUS_TOO_MANY_PAIRS,
                Error::World { .. } => IFR_STATUS_WORLD,
                Error::EventSlots { .. } => IFR_STATUS_EVENT_SLOTS,
                Error::Jobs { .. } => IFR_STATUS_JOBS,
                // No input of C leads to another: this would be a defect of this crate.
                _ => IFR_STATUS_PANIC,
            },
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = At(self);
        match &self.wrong {
            Wrong::Null => write!(f, "{at} is NULL"),
            Wrong::Misaligned { align } => write!(f, "{at} is not aligned to {align} bytes"),
            Wrong::UnknownValue(value) => {
                write!(f, "{at} is {value}, which is none of its values")
            }
            Wrong::Method(value) => {
                write!(f, "{at} is {value}, which does not answer this query")
            }
            Wrong::OutOfRange { index, count } => {
                write!(f, "{at} is {index}; it must be below {count}")
            }
            Wrong::TooSmall {
                needed,
                capacity,
                unit,
            } => write!(f, "{at} is {capacity}; the answer takes {needed} {unit}"),
            Wrong::NotFinite { index, value } => {
                write!(f, "{at}[{index}] is {value}; it must be finite")
            }
            Wrong::Entry { index, error } => write!(f, "{at}[{index}]: {error}"),
            Wrong::Rejected(failure) => write!(f, "{failure}"),
            Wrong::File(message) => write!(f, "{message}"),
            Wrong::Capture(message) => write!(f, "{at}: {message}"),
            Wrong::OutOfMemory(bytes) => write!(f, "{at}: out of memory: {bytes} bytes"),
            Wrong::TooLate => write!(f, "{at} is set after the library has allocated"),
            Wrong::Refused(error) => match error {
                Error::NonFinite { what, value } => {
                    write!(f, "{at}{} is {value}; it must be finite", c_field(what))
                }
                Error::Setting { name, value, range } => {
                    let dot = if self.at[0].is_empty() { "" } else { "." };
                    write!(
                        f,
                        "{at}{dot}{name} is {}; it must be {range}",
                        Number(value)
                    )
                }
                error => write!(f, "{at}: {error}"),
            },
        }
    }
}

/// The argument or field of a fault, as C spells it.
struct At<'a>(&'a Fault);

impl fmt::Display for At<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [name, part] = self.0.at;
        match self.0.entry {
            Some(index) => write!(f, "{name}[{index}]{part}"),
            None => write!(f, "{name}{part}"),
        }
    }
}

/// The field of C that holds what the library calls so: `.end.p[0]` for `end.translation.x`.
pub(crate) fn c_field(what: &str) -> String {
    let field = what.replace("translation", "p").replace("quaternion", "q");
    let axis = field.rsplit_once('.').and_then(|(field, axis)| {
        let index = ["x", "y", "z", "w"].iter().position(|name| *name == axis)?;
        Some(format!(".{field}[{index}]"))
    });
    axis.unwrap_or_else(|| format!(": {what}"))
}
