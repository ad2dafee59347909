//! Every query beside other libraries: see `mod.rs`.

#[path = "../support/mod.rs"]
mod support;

#[path = "mod.rs"]
mod queries;

fn main() {
    queries::run(
        concat!(env!("CARGO_MANIFEST_DIR"), "/..").as_ref(),
        &queries::More::default(),
    );
}
