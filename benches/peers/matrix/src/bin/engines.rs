//! What engines live on, beside Jolt, PhysX, Box3D and parry: `engines [--quick] [--record] [--rounds n]`. With `--record` it
//! writes `docs/measured/figures/engines.csv`; `--table` makes `docs/measured/ENGINES.md` of that.

// parry's file is one module for f64 and one for f32.
#![allow(clippy::duplicate_mod)]

#[path = "../../../../support/mod.rs"]
mod support;

#[path = "../../../../matrix/mod.rs"]
mod matrix;

#[path = "../../../../engines/mod.rs"]
mod workloads;

#[path = "../engines.rs"]
mod engines;

#[path = "../parry32.rs"]
mod parry32;

use std::path::Path;

use engines::Engine;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    workloads::run(&root, &|kinds| {
        vec![
            Box::new(Engine::jolt(kinds)),
            Box::new(Engine::physx(kinds)),
            Box::new(Engine::box3d(kinds)),
            Box::new(parry32::Parry::new(kinds)),
            Box::new(matrix::parry64::Parry::new(kinds)),
        ]
    });
}
