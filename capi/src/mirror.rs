//! Enums of the library and their C counterparts: the same numbers, checked when this is compiled.

/// `From` for a C enum whose constants are named, one for every value of the library's. A value without a
/// constant, or with another number, does not compile.
macro_rules! mirrored {
    ($library:ident => $c:ident, $($value:ident: $constant:ident,)+) => {
        impl From<$library> for $c {
            fn from(value: $library) -> Self {
                match value {
                    $($library::$value => Self::$constant,)+
                    // The assertions say that there are no others.
                    #[allow(unreachable_patterns)]
                    _ => Self::default(),
                }
            }
        }

        const _: () = {
            assert!($library::ALL.len() == [$($c::$constant),+].len());
            $(assert!($library::$value as i32 == $c::$constant as i32);)+
        };
    };
}

pub(crate) use mirrored;
