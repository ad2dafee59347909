//! Names of values, as cases, answers and the command line have them.

use thiserror::Error;

/// A name that no value has.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("unknown {what} `{name}`; known: {known}")]
pub struct UnknownName {
    /// The kind of thing that the name should denote, for example `method`.
    pub what: &'static str,
    /// The name.
    pub name: String,
    /// The names that there are.
    pub known: String,
}

/// Gives an enum its names: `ALL`, `name`, `Display`, `FromStr`, and serde data by name.
#[doc(hidden)]
#[macro_export]
macro_rules! named {
    ($type:ident, a $what:literal, { $($(#[$attribute:meta])* $variant:ident: $name:literal,)+ }) => {
        impl $type {
            /// Every value, in the order of their numbers.
            pub const ALL: &'static [$type] = &[$($(#[$attribute])* $type::$variant,)+];

            /// The name in cases, in answers and on the command line.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $($(#[$attribute])* $type::$variant => $name,)+
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        #[cfg(feature = "serde")]
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, to: S) -> std::result::Result<S::Ok, S::Error> {
                to.serialize_str(self.name())
            }
        }

        #[cfg(feature = "serde")]
        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> std::result::Result<Self, D::Error> {
                let name = <std::borrow::Cow<'de, str>>::deserialize(from)?;
                name.parse().map_err(serde::de::Error::custom)
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::UnknownName;

            /// The value of this name.
            fn from_str(name: &str) -> std::result::Result<Self, $crate::UnknownName> {
                let known = || $type::ALL.iter().copied();
                known().find(|value| value.name() == name).ok_or_else(|| {
                    $crate::UnknownName {
                        what: $what,
                        name: name.to_owned(),
                        known: known().map(|value| value.name()).collect::<Vec<_>>().join(", "),
                    }
                })
            }
        }
    };
}

pub use named;
