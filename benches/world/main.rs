//! Frames of a world beside parry3d-f64; see `mod.rs`.

#[path = "../support/mod.rs"]
mod support;

#[path = "mod.rs"]
mod world;

use std::path::Path;

fn main() {
    world::run(
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")),
        &|_, _| None,
    );
}
