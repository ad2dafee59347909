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
    let is = |name: &str, value: &str| var(name).is_ok_and(|text| text == value);
    if var("CARGO_CFG_UNIX").is_ok() && !is("CARGO_CFG_TARGET_VENDOR", "apple") {
        let soname = if is("CARGO_CFG_TARGET_OS", "android") {
            "libinterframe.so".to_owned() // its packages take no other names
        } else {
            format!("libinterframe.so.{abi}")
        };
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,{soname}");
        println!("cargo::rustc-env=CAPI_SONAME={soname}");
    }
}
