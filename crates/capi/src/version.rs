//! Which version of the library this is.

use std::ffi::CStr;

use libc::c_char;

/// Major version of the header.
pub const IFR_VERSION_MAJOR: u32 = 0;
/// Minor version of the header.
pub const IFR_VERSION_MINOR: u32 = 1;
/// Patch version of the header.
pub const IFR_VERSION_PATCH: u32 = 0;
/// 10,000 major + 100 minor + patch of the header. Compare it with ifr_version_number().
pub const IFR_VERSION_NUMBER: u32 = 100;

const VERSION: &CStr =
    match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
        Ok(version) => version,
        Err(_) => panic!("a version has no NUL"),
    };

const fn number(digits: &str) -> u32 {
    match u32::from_str_radix(digits, 10) {
        Ok(number) => number,
        Err(_) => panic!("a version is made of numbers"),
    }
}

// The header's macros are literals; the package's version is their measure.
const _: () = {
    assert!(IFR_VERSION_MAJOR == number(env!("CARGO_PKG_VERSION_MAJOR")));
    assert!(IFR_VERSION_MINOR == number(env!("CARGO_PKG_VERSION_MINOR")));
    assert!(IFR_VERSION_PATCH == number(env!("CARGO_PKG_VERSION_PATCH")));
    assert!(
        IFR_VERSION_NUMBER
            == 10_000 * IFR_VERSION_MAJOR + 100 * IFR_VERSION_MINOR + IFR_VERSION_PATCH
    );
};

/// Version of the library that is linked, for example "0.1.0". Static memory: do not free it.
#[unsafe(no_mangle)]
pub extern "C" fn ifr_version_string() -> *const c_char {
    VERSION.as_ptr()
}

/// Version of the library that is linked, in the form of IFR_VERSION_NUMBER. While the major
/// version is 0, structs may change with the minor version: a program that loads a shared
/// library should stop when this divided by 100 is not IFR_VERSION_NUMBER / 100.
#[unsafe(no_mangle)]
pub extern "C" fn ifr_version_number() -> u32 {
    IFR_VERSION_NUMBER
}
