//! Compiles the shims against what `install.sh` fetched.

use std::path::{Path, PathBuf};

fn main() {
    println!("cargo:rerun-if-changed=src/shim.cpp");
    println!("cargo:rerun-if-changed=src/bullet.cpp");
    println!("cargo:rerun-if-changed=src/scene.h");
    println!("cargo:rerun-if-changed=peers/pyvenv.cfg");
    let prefix = cmeel_prefix(Path::new("peers/lib"))
        .expect("Coal is missing: run benches/peers/install.sh first");
    let prefix = prefix.canonicalize().expect("an existing folder");
    let lib = prefix.join("lib");
    // Baseline x86-64 whatever the Rust flags: Coal's own code was compiled so, and Eigen's types
    // must have the same layout on both sides.
    cc::Build::new()
        .cpp(true)
        .std("c++17")
        .opt_level(3)
        .define("NDEBUG", None)
        .flag("-isystem")
        .flag(prefix.join("include"))
        .flag("-isystem")
        .flag(prefix.join("include/eigen3"))
        .file("src/shim.cpp")
        .compile("shim");
    let bullet = Path::new("/usr/include/bullet");
    assert!(
        bullet.is_dir(),
        "Bullet is missing: run benches/peers/install.sh first"
    );
    // Debian builds Bullet twice; these are the libraries of doubles.
    cc::Build::new()
        .cpp(true)
        .std("c++17")
        .opt_level(3)
        .define("NDEBUG", None)
        .define("BT_USE_DOUBLE_PRECISION", None)
        .flag("-isystem")
        .flag(bullet)
        .file("src/bullet.cpp")
        .compile("bullet_shim");
    println!("cargo:rustc-link-lib=dylib=BulletCollision-float64");
    println!("cargo:rustc-link-lib=dylib=LinearMath-float64");
    println!("cargo:rustc-link-search=native={}", lib.display());
    println!("cargo:rustc-link-lib=dylib=coal");
    println!("cargo:rustc-link-lib=dylib=ccd");
    println!("cargo:rustc-link-arg=-Wl,-rpath,{}", lib.display());
}

/// `peers/lib/python3.x/site-packages/cmeel.prefix`
fn cmeel_prefix(lib: &Path) -> Option<PathBuf> {
    std::fs::read_dir(lib)
        .ok()?
        .flatten()
        .map(|entry| entry.path().join("site-packages/cmeel.prefix"))
        .find(|path| path.is_dir())
}
