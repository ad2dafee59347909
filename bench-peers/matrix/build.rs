//! Compiles the shims, and Jolt from the sources of `joltc-sys`: with AVX2 and without its profiler and debug renderer.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of a package's manifest.
fn sources(metadata: &serde_json::Value, name: &str) -> PathBuf {
    let packages = metadata["packages"].as_array().expect("packages");
    let found = packages.iter().find(|package| package["name"] == name);
    let manifest = found.and_then(|package| package["manifest_path"].as_str());
    let manifest = manifest.unwrap_or_else(|| panic!("{name} is no dependency"));
    Path::new(manifest).parent().expect("a folder").to_owned()
}

fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, out);
        } else if path.extension().is_some_and(|ending| ending == "cpp") {
            out.push(path);
        }
    }
}

fn main() {
    println!("cargo:rerun-if-changed=src");
    let cargo = std::env::var("CARGO").expect("cargo runs this");
    let metadata = Command::new(cargo)
        .args([
            "metadata",
            "--format-version",
            "1",
            "--all-features",
            "--offline",
        ])
        .output()
        .expect("cargo metadata runs");
    let metadata = serde_json::from_slice(&metadata.stdout).expect("JSON");
    let jolt = sources(&metadata, "joltc-sys").join("JoltC/JoltPhysics");
    let box3d = sources(&metadata, "box3d-sys").join("vendor/box3d/include");
    let physx = sources(&metadata, "physx-sys").join("physx/physx/include");
    // As Jolt's own build does for a distribution.
    let mut build = cc::Build::new();
    for flag in [
        "-mavx2",
        "-mfma",
        "-mbmi",
        "-mpopcnt",
        "-mlzcnt",
        "-mf16c",
        "-ffp-contract=fast",
    ] {
        build.flag(flag);
    }
    let mut jolts = Vec::new();
    files(&jolt.join("Jolt"), &mut jolts);
    build
        .cpp(true)
        .std("c++17")
        .opt_level(3)
        .warnings(false)
        .define("NDEBUG", None)
        .include(&jolt)
        .files(jolts)
        .file("src/jolt.cpp")
        .compile("jolt_shim");
    cc::Build::new()
        .std("c17")
        .opt_level(3)
        .warnings(false)
        .define("NDEBUG", None)
        .include(box3d)
        .file("src/box3d.c")
        .compile("box3d_shim");
    cc::Build::new()
        .cpp(true)
        .compiler("clang++")
        .std("c++14")
        .opt_level(3)
        .warnings(false)
        .define("NDEBUG", None)
        .define("PX_PHYSX_STATIC_LIB", None)
        .include(physx)
        .file("src/physx.cpp")
        .compile("physx_shim");
}
