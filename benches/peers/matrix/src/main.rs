//! Every query for every pair of kinds, with Jolt, Box3D, PhysX and parry beside it on the same inputs. Writes
//! `docs/measured/matrix/matrix.csv`; options as of `cargo bench --bench matrix`.

// parry's file is one module for f64 and one for f32.
#![allow(clippy::duplicate_mod)]

#[path = "../../../support/mod.rs"]
mod support;

#[path = "../../../matrix/mod.rs"]
mod matrix;

mod engines;
mod parry32;

use std::path::Path;
use std::process::ExitCode;

use engines::Engine;

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    matrix::run(&root, "docs/measured/matrix", &|kinds| {
        vec![
            Box::new(matrix::parry64::Parry::new(kinds)),
            Box::new(parry32::Parry::new(kinds)),
            Box::new(Engine::jolt(kinds)),
            Box::new(Engine::box3d(kinds)),
            Box::new(Engine::physx(kinds)),
        ]
    })
}
