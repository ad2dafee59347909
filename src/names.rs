//! Names of values, as cases, answers and the command line have them.

/// Enums with the numbers and names of their values, the first of which is the default. Names are as
/// `interframe_certificate::named!` gives them; the schema of cases has them too.
macro_rules! named {
    ($(#[$attribute:meta])* pub enum $type:ident, a $what:literal {
        $(#[$first_doc:meta])* $first:ident = $zero:literal: $first_name:literal,
        $($(#[$doc:meta])* $value:ident = $number:literal: $name:literal $(if $cfg:meta)?,)+
    }) => {
        $(#[$attribute])*
        #[repr(i32)]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
        pub enum $type {
            $(#[$first_doc])*
            #[default]
            $first = $zero,
            $($(#[$doc])* $(#[$cfg])? $value = $number,)+
        }

        interframe_certificate::named!($type, a $what, {
            $first: $first_name,
            $($(#[$cfg])? $value: $name,)+
        });

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
