//! Names of values, as cases, answers and the command line have them.

/// Gives an enum its names: `ALL`, `name`, `Display`, `FromStr`, and serde data by name.
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

        #[cfg(feature = "serde")]
        impl $crate::names::Described for $type {
            fn kind() -> $crate::names::Kind {
                $crate::names::Kind::Name($type::ALL.iter().map(|value| value.name()).collect())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::error::Error;

            /// The value of this name.
            fn from_str(name: &str) -> $crate::error::Result<Self> {
                let known = || $type::ALL.iter().copied();
                known().find(|value| value.name() == name).ok_or_else(|| {
                    $crate::error::Error::UnknownName {
                        what: $what,
                        name: name.to_owned(),
                        known: known().map(|value| value.name()).collect::<Vec<_>>().join(", "),
                    }
                })
            }
        }
    };
}

pub(crate) use named;

/// What kind of value a key of a case takes.
#[cfg(feature = "serde")]
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// A finite number.
    Number,
    /// A whole number of 32 bits, not negative.
    Count,
    /// Three numbers.
    Vector,
    /// One of these names.
    Name(Vec<&'static str>),
}

/// A type of values that keys of cases take.
#[cfg(feature = "serde")]
pub(crate) trait Described {
    fn kind() -> Kind;
}

#[cfg(feature = "serde")]
impl Described for f64 {
    fn kind() -> Kind {
        Kind::Number
    }
}

#[cfg(feature = "serde")]
impl Described for u32 {
    fn kind() -> Kind {
        Kind::Count
    }
}

#[cfg(feature = "serde")]
impl Described for nalgebra::Vector3<f64> {
    fn kind() -> Kind {
        Kind::Vector
    }
}

#[cfg(feature = "serde")]
impl<T: Described> Described for Option<T> {
    fn kind() -> Kind {
        T::kind()
    }
}
