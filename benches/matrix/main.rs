//! Every query for every pair of kinds, near contact: what it costs, what decided, what is refused; beside parry3d-f64.
//!
//! `cargo bench --bench matrix [-- --test] [-- --queries a,b] [-- --into FOLDER]` writes `target/matrix/matrix.csv`.
//! `benches/peers/matrix` asks the same with engines beside it, and writes `docs/measured/matrix/matrix.csv`.
//! `-- --table` makes `docs/measured/MATRIX.md` of that, and fails where a cell that stands out has no sentence in
//! `docs/measured/matrix/sentences.txt`.

#[path = "../support/mod.rs"]
mod support;

#[path = "mod.rs"]
mod matrix;

use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    matrix::run(root, matrix::PART, &|kinds| {
        vec![Box::new(matrix::parry64::Parry::new(kinds))]
    })
}
