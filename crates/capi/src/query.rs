//! What the files of the queries share: the shapes of their entry points, and the names that nearly
//! all of them use.
//!
//! `ask!`, `capture!` and `certify!` make the functions of C, so that no query has another
//! signature than the rest. `ffi-tests/header.rs` knows them too: cbindgen does not look into macros.

pub(crate) use libc::{c_char, size_t};

pub(crate) use interframe::PairState;
pub(crate) use interframe::case::{Case, Query};

pub(crate) use crate::boundary::{Handle, answer, call, optional, required, write_text};
pub(crate) use crate::certificate::ifr_certificate;
pub(crate) use crate::fault::Result;
pub(crate) use crate::method::read_method;
pub(crate) use crate::mirror::{answers, or_default, or_zero};
pub(crate) use crate::pair::{ifr_moving_pair, ifr_posed_pair};
pub(crate) use crate::pair_state::ifr_pair_state;
pub(crate) use crate::plane::ifr_plane;
pub(crate) use crate::status::{ifr_error, ifr_status};
pub(crate) use crate::text::ifr_text;
pub(crate) use crate::verdict::{ifr_containment_verdict, ifr_decided_by, ifr_reason, ifr_verdict};

/// The library's options from those of an input: fields of which 0 is the default, and those that are
/// worked out.
macro_rules! options {
    ($first:ident, $($more:ident),+ => $options:ident, $given:ident $body:tt) => {
        options!($first => $options, $given $body);
        $(options!($more => $options, $given $body);)+
    };
    ($input:ident => $options:ident, $given:ident {
        or_default: $($default:ident),+;
        $($field:ident = $value:expr;)*
    }) => {
        impl $input {
            #[inline(always)]
            pub(crate) fn options(&self) -> Result<$options> {
                let ($given, default) = (self, $options::default());
                Ok($options {
                    $($default: or_default($given.$default, default.$default),)+
                    $($field: $value,)*
                })
            }
        }
    };
}

/// A query: reads the input, asks with the pair's state, and writes the result. Where its input is a pair and options,
/// the library's function is enough. It may go on with the names that [`capture`] and [`certify`] give their functions.
macro_rules! ask {
    ($(#[$doc:meta])* $name:ident($input:ident) -> $result:ident = $query:ident;
     $(capture $capture:ident; $($(#[$proof:meta])* certify $certify:ident;)?)?) => {
        ask! {
            $(#[$doc])*
            $name($input) -> $result = |given: &$input, state| {
                Ok($query(&given.pair.read()?.pair(), &given.options()?, state)?)
            };
            $(capture $capture = |given| Ok(Query::$query(&given.pair.read_outlined()?.pair(), &given.options()?));
            $($(#[$proof])* certify $certify;)?)?
        }
    };
    ($(#[$doc:meta])* $name:ident($input:ident) -> $result:ident = $ask:expr;
     $(capture $capture:ident = |$given:ident| $query:expr; $($(#[$proof:meta])* certify $certify:ident;)?)?) => {
        $(#[$doc])*
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            input: *const $input,
            state: *mut ifr_pair_state,
            result: *mut $result,
            error: *mut ifr_error,
        ) -> ifr_status {
            // SAFETY: the pointers are as the header's first section demands.
            unsafe { answer(input, state, result, error, $ask) }
        }

        $(capture! {
            #[doc = concat!("Writes the input of ", stringify!($name), " as one line of JSON. See ifr_intersect_to_json.")]
            $capture($input) = |$given| $query
        }
        $(certify! { $(#[$proof])* $certify($input) })?)?
    };
}

/// Writes a query as one line of JSON. Compiled once for all queries.
///
/// # Safety
/// The pointers are as the header's first section demands.
pub(crate) unsafe fn write_case(
    text: *mut ifr_text,
    error: *mut ifr_error,
    id: *const c_char,
    state: *const ifr_pair_state,
    read: &dyn Fn() -> Result<Query>,
) -> ifr_status {
    // SAFETY: the caller's promise is the same; a pair state is the library's own, word for word.
    unsafe {
        write_text(text, error, || {
            let query = read()?;
            let id = crate::boundary::text(id, "id")?;
            let state = optional(state.cast::<PairState>(), "state")?;
            query.validate()?;
            Ok(Case::new(&id, query, state).to_json())
        })
    }
}

/// Makes the certificate of the answer to a query. Compiled once for all queries.
///
/// # Safety
/// The pointers are as the header's first section demands.
pub(crate) unsafe fn make_certificate(
    out: *mut *mut ifr_certificate,
    error: *mut ifr_error,
    read: &dyn Fn() -> Result<Query>,
) -> ifr_status {
    // SAFETY: the caller's promise is the same.
    unsafe {
        call(out.cast::<Handle<ifr_certificate>>(), "out", error, || {
            let said = read()?.say(&mut PairState::default(), true)?;
            Ok(said
                .proof
                .map(|proof| ifr_certificate(proof).into())
                .unwrap_or_default())
        })
    }
}

/// The query of an input as one line of JSON.
macro_rules! capture {
    ($(#[$doc:meta])* $name:ident($input:ident) = |$given:ident| $query:expr) => {
        /// The query, as plain data.
        ///
        /// # Safety
        /// The pointers are as the header's first section demands.
        // Some inputs hold no pointer.
        #[allow(unused_unsafe)]
        unsafe fn query($given: &$input) -> Result<Query> {
            // SAFETY: the caller's promise is the same.
            unsafe { $query }
        }

        $(#[$doc])*
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            input: *const $input,
            state: *const ifr_pair_state,
            id: *const c_char,
            text: *mut ifr_text,
            error: *mut ifr_error,
        ) -> ifr_status {
            // SAFETY: the pointers are as the header's first section demands.
            unsafe { write_case(text, error, id, state, &|| query(required(input, "input")?)) }
        }
    };
}

/// The certificate of the answer to the query of an input, from an empty pair state; NULL if there is
/// none.
macro_rules! certify {
    ($(#[$doc:meta])* $name:ident($input:ident)) => {
        $(#[$doc])*
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            input: *const $input,
            out: *mut *mut ifr_certificate,
            error: *mut ifr_error,
        ) -> ifr_status {
            // SAFETY: the pointers are as the header's first section demands.
            unsafe { make_certificate(out, error, &|| query(required(input, "input")?)) }
        }
    };
}

pub(crate) use {ask, capture, certify, options};
