//! The program as its users call it.

#[path = "../common/mod.rs"]
mod common;

mod captured_frames;
mod case_files;
mod cases;
mod contains_motion;
mod fits;
mod gatling;
mod inspect;
mod limits;
mod meshes;
mod output_schemas;
mod pieces;
mod proof_files;
mod public_reports;
mod query;
mod replay;
mod run;
mod schemas;
mod shapes;
mod sources;
mod validate;
mod verify;
mod worlds;
