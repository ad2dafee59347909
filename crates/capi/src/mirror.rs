//! Enums of the library and their C counterparts: the same numbers, checked when this is compiled,
//! and the same names; answers of the library as C structs.

use std::ffi::c_char;

use crate::boundary::{Result, Wrong};

/// `From` for a C enum whose constants are named, one for every value of the library's, and `text`, its
/// name. A value without a constant, or with another number, does not compile.
macro_rules! mirrored {
    ($library:ident => $c:ident, $($(#[$attribute:meta])* $value:ident: $constant:ident,)+) => {
        impl From<$library> for $c {
            #[inline]
            fn from(value: $library) -> Self {
                match value {
                    $($(#[$attribute])* $library::$value => Self::$constant,)+
                    // The assertions say that there are no others.
                    #[allow(unreachable_patterns)]
                    _ => Self::default(),
                }
            }
        }

        impl $c {
            /// The library's name of the constant, or "unknown".
            pub(crate) fn text(value: i32) -> *const std::ffi::c_char {
                $($(#[$attribute])* if value == $c::$constant as i32 {
                    const NAME: &str = $library::$value.name();
                    const TEXT: &[u8] = &$crate::mirror::with_nul::<{ NAME.len() + 1 }>(NAME);
                    return TEXT.as_ptr().cast();
                })+
                $crate::mirror::UNKNOWN
            }
        }

        const _: () = {
            assert!($library::ALL.len() == [$($(#[$attribute])* $c::$constant),+].len());
            $($(#[$attribute])* assert!($library::$value as i32 == $c::$constant as i32);)+
        };
    };
}

/// `From` an answer of the library for its C struct: fields that both have, those that are zero for
/// None, those that are always zero, and those that are worked out. Names every field.
macro_rules! answered {
    ($library:ty => $c:ident, $answer:ident {
        same: $($same:ident),+;
        or_zero: $($option:ident),*;
        zero: $($zero:ident),*;
        $($field:ident = $value:expr;)*
    }) => {
        impl From<$library> for $c {
            #[inline]
            fn from($answer: $library) -> Self {
                $c {
                    $($same: $answer.$same.into(),)+
                    $($option: $answer.$option.map(Into::into).unwrap_or_default(),)*
                    $($field: $value,)*
                    $($zero: Default::default(),)*
                }
            }
        }
    };
}

pub(crate) use {answered, mirrored};

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
pub(crate) fn choice<T: Copy>(
    all: &[T],
    number: impl Fn(T) -> i32,
    value: i32,
    name: &'static str,
) -> Result<T> {
    match all.iter().find(|known| number(**known) == value) {
        Some(known) => Ok(*known),
        None => Err(Wrong::UnknownValue(value).at(name)),
    }
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
