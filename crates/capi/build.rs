//! Passes on the target triple, which the tests need to find the C compiler of that target.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    for (name, source) in [("CAPI_TARGET", "TARGET"), ("CAPI_HOST", "HOST")] {
        let triple = std::env::var(source).expect("cargo sets it");
        println!("cargo::rustc-env={name}={triple}");
    }
}
