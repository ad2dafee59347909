//! The four experiments of the 2005 paper: `cargo bench --bench experiments [-- --quick]`. Plots and a
//! CSV go to `docs/measured/experiments` (with `--quick` to `target/experiments`); `docs/measured/EXPERIMENTS.md` reads
//! them beside the paper's claims. `benches/peers` runs the same with Coal, libccd and Bullet.

#[path = "../support/mod.rs"]
mod support;

#[path = "mod.rs"]
mod experiments;

fn main() {
    experiments::run(concat!(env!("CARGO_MANIFEST_DIR"), "/..").as_ref(), &|_| {
        Vec::new()
    });
}
