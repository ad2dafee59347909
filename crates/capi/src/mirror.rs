//! Enums of the library and their C counterparts: the same numbers, checked when this is compiled,
//! and the same names; answers of the library as C structs.

use libc::c_char;

use crate::fault::{Result, Wrong};

/// Enums of the library whose numbers C gives.
pub(crate) trait Numbered: Copy + 'static {
    const VALUES: &'static [Self];
    fn number(self) -> i32;
}

macro_rules! numbered {
    ($($library:ident),+) => {$(
        impl $crate::mirror::Numbered for $library {
            const VALUES: &'static [Self] = $library::ALL;
            #[inline(always)]
            fn number(self) -> i32 {
                self as i32
            }
        }
    )+};
}

/// Enums of C with the numbers of the library's values, `From` these, [`Numbered`], and `text`, their names. A value
/// without a constant, or with another number, does not compile. The first constant is the default.
macro_rules! c_enum {
    ($(#[$doc:meta])* $c:ident = $library:ident {
        $(#[$zero_doc:meta])* $zero:ident = 0 => $zero_value:ident,
        $($(#[$value_doc:meta])* $constant:ident = $number:literal => $(#[$attribute:meta])* $value:ident,)+
    }) => {
        $(#[$doc])*
        #[repr(i32)]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        pub enum $c {
            $(#[$zero_doc])*
            #[default]
            $zero = 0,
            $($(#[$value_doc])* $constant = $number,)+
        }

        impl From<$library> for $c {
            #[inline]
            fn from(value: $library) -> Self {
                match value {
                    $library::$zero_value => Self::$zero,
                    $($(#[$attribute])* $library::$value => Self::$constant,)+
                    // The assertions say that there are no others.
                    #[allow(unreachable_patterns)]
                    _ => Self::default(),
                }
            }
        }

        $crate::mirror::numbered!($library);

        impl $c {
            /// The library's name of the constant, or "unknown".
            pub(crate) fn text(value: i32) -> *const libc::c_char {
                macro_rules! name {
                    ($of:ident) => {{
                        const NAME: &str = $library::$of.name();
                        const TEXT: &[u8] = &$crate::mirror::with_nul::<{ NAME.len() + 1 }>(NAME);
                        TEXT.as_ptr().cast()
                    }};
                }
                match value {
                    0 => name!($zero_value),
                    $($(#[$attribute])* $number => name!($value),)+
                    _ => $crate::mirror::UNKNOWN,
                }
            }
        }

        const _: () = {
            assert!($library::ALL.len() == [$c::$zero, $($(#[$attribute])* $c::$constant),+].len());
            assert!($library::$zero_value as i32 == 0);
            $($(#[$attribute])* assert!($library::$value as i32 == $number);)+
        };
    };
}

/// Functions of C from a number to the name of the constant.
macro_rules! texts {
    ($($(#[$doc:meta])* $name:ident($number:ident) = $c:ident;)+) => {$(
        $(#[$doc])*
        #[unsafe(no_mangle)]
        pub extern "C" fn $name($number: i32) -> *const libc::c_char {
            $c::text($number)
        }
    )+};
}

/// Structs of C, and `From` the library's values for them, with `<const D>` those of any dimension: fields that both have, and
/// those that are worked out.
macro_rules! answers {
    (@value $answer:ident $field:ident) => { $answer.$field.into() };
    (@value $answer:ident $field:ident $value:expr) => { $value };
    ($(#[$attribute:meta])* pub struct $c:ident from $(<const $dimension:ident>)? $answer:ident: $library:ty {
        $($(#[$doc:meta])* pub $field:ident: $type:ty $(= $value:expr)?,)+
    }) => {
        $(#[$attribute])*
        #[repr(C)]
        #[derive(Debug, Clone, Copy, PartialEq, Default)]
        pub struct $c {
            $($(#[$doc])* pub $field: $type,)+
        }

        impl$(<const $dimension: usize>)? From<$library> for $c {
            #[inline]
            fn from($answer: $library) -> Self {
                $c {
                    $($field: answers!(@value $answer $field $($value)?),)+
                }
            }
        }
    };
}

pub(crate) use {answers, c_enum, numbered, texts};

pub(crate) const UNKNOWN: *const c_char = c"unknown".as_ptr();

pub(crate) const fn with_nul<const N: usize>(name: &str) -> [u8; N] {
    let mut text = [0; N];
    let mut k = 0;
    while k < name.len() {
        text[k] = name.as_bytes()[k];
        k += 1;
    }
    text
}

/// The value with this number, of those that there are.
#[inline(always)]
pub(crate) fn choice<T: Numbered>(value: i32, name: &'static str) -> Result<T> {
    let known = T::VALUES.iter().find(|known| known.number() == value);
    known
        .copied()
        .ok_or_else(|| Wrong::UnknownValue(value).at(name))
}

/// The values, at most N, as an array, zero beyond them.
pub(crate) fn padded<T: Default, const N: usize>(
    from: impl IntoIterator<Item = impl Into<T>>,
) -> [T; N] {
    let mut from = from.into_iter();
    let padded = std::array::from_fn(|_| from.next().map(Into::into).unwrap_or_default());
    debug_assert!(from.next().is_none(), "more than {N} values");
    padded
}

/// What an answer has, or zero.
#[inline(always)]
pub(crate) fn or_zero<T: Into<C>, C: Default>(found: Option<T>) -> C {
    found.map(Into::into).unwrap_or_default()
}

/// The given value, or the default for zero.
#[inline(always)]
pub(crate) fn or_default<T: Default + PartialEq>(given: T, default: T) -> T {
    if given == T::default() {
        default
    } else {
        given
    }
}
