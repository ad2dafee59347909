//! The experiments of the 2005 paper with Coal, libccd and Bullet among the contenders.

#[path = "../../support/mod.rs"]
mod support;

#[path = "../../experiments/mod.rs"]
mod experiments;

mod scenes;

use std::path::Path;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    experiments::run(&root, &scenes::contenders);
}
