//! Names the shared library for the dynamic linker, and passes on the target triple, which the tests need to find the C
//! compiler of that target.

use std::env::var;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    for (name, source) in [("CAPI_TARGET", "TARGET"), ("CAPI_HOST", "HOST")] {
        println!(
            "cargo::rustc-env={name}={}",
            var(source).expect("cargo sets it")
        );
    }
    // While the major version is 0, structs may change with the minor one. `cargo cinstall` gives the same name, so that
    // programs find the library however it was built.
    let number = |part: &str| var(format!("CARGO_PKG_VERSION_{part}")).expect("cargo sets it");
    let abi = match number("MAJOR").as_str() {
        "0" => format!("0.{}", number("MINOR")),
        major => major.to_owned(),
    };
    let is_elf = var("CARGO_CFG_UNIX").is_ok()
        && var("CARGO_CFG_TARGET_VENDOR").is_ok_and(|vendor| vendor != "apple");
    if is_elf {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libinterframe.so.{abi}");
        println!("cargo::rustc-env=CAPI_SONAME=libinterframe.so.{abi}");
    }
}
