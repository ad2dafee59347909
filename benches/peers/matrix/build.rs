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
    for file in ["engine.h", "jolt.cpp", "box3d.c", "physx.cpp"] {
        println!("cargo:rerun-if-changed=src/{file}");
    }
    let cargo = std::env::var("CARGO").expect("cargo runs this");
    let metadata = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--all-features"])
        .output()
        .expect("cargo metadata runs");
    let metadata = serde_json::from_slice(&metadata.stdout).expect("JSON");
    let jolt = sources(&metadata, "joltc-sys").join("JoltC/JoltPhysics");
    let box3d = sources(&metadata, "box3d-sys").join("vendor/box3d/include");
    let physx = sources(&metadata, "physx-sys").join("physx/physx/include");
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
    // As Jolt's own build does for a distribution.
    let mut build = cc::Build::new();
    build
        .cpp(true)
        .std("c++17")
        .opt_level(3)
        .debug(false)
        .force_frame_pointer(false)
        .warnings(false)
        .define("NDEBUG", None)
        .include(&jolt);
    for flag in ["-mavx2", "-mfma", "-mbmi", "-mpopcnt", "-mlzcnt", "-mf16c"] {
        build.flag(flag);
    }
    build.clone().file("src/jolt.cpp").compile("jolt_shim");
    let out = std::env::var("OUT_DIR").expect("cargo runs this");
    if Path::new(&out).join("libjolt.a").exists() {
        // Its sources do not change; after other flags, `cargo clean -p matrix-peers`.
        println!("cargo:rustc-link-search=native={out}");
        println!("cargo:rustc-link-lib=static=jolt");
        return;
    }
    let mut sources = Vec::new();
    files(&jolt.join("Jolt"), &mut sources);
    build.files(sources).compile("jolt");
}
