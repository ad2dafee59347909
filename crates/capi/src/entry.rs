//! The entry points of C that return a status: `entry!` writes what each of them repeats.
//!
//! `name(arguments) = how(outputs) { answer }` becomes a function of these arguments and an `ifr_error`, or of these arguments
//! alone (`entry_without_error!`). `how` is what `boundary` does with the answer: `call`, `create`, `enter`, `write_text` or
//! `write_bytes`. `ffi-tests/header.rs` knows both macros, because cbindgen does not look into them.

macro_rules! entry {
    ($($(#[$doc:meta])* $name:ident($($argument:ident: $type:ty),* $(,)?) = $how:ident($($out:expr),*) $answer:block)+) => {$(
        $(#[$doc])*
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            $($argument: $type,)*
            error: *mut $crate::status::ifr_error,
        ) -> $crate::status::ifr_status {
            // SAFETY: the pointers are as the header's first section demands.
            unsafe { $crate::boundary::$how($($out,)* error, || $answer) }
        }
    )+};
}

macro_rules! entry_without_error {
    ($($(#[$doc:meta])* $name:ident($($argument:ident: $type:ty),* $(,)?) = $how:ident($($out:expr),*) $answer:block)+) => {$(
        $(#[$doc])*
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($argument: $type),*) -> $crate::status::ifr_status {
            // SAFETY: no error struct; the pointers are as the header's first section demands.
            unsafe { $crate::boundary::$how($($out,)* std::ptr::null_mut(), || $answer) }
        }
    )+};
}

pub(crate) use {entry, entry_without_error};
