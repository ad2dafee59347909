//! Names of values, as cases, answers and the command line have them.

/// Gives an enum its names, as `interframe_certificate::named!` does, and says them to the schema of cases.
macro_rules! named {
    ($type:ident, $($rest:tt)+) => {
        interframe_certificate::named!($type, $($rest)+);

        #[cfg(feature = "serde")]
        impl $crate::names::Described for $type {
            fn kind() -> $crate::names::Kind {
                $crate::names::Kind::Name($type::ALL.iter().map(|value| value.name()).collect())
            }
        }
    };
}

pub(crate) use named;

/// Kind of value of a key of a case.
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
