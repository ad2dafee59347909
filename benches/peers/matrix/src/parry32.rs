//! parry in f32.

use parry3d as library;

type Real = f32;
const NAME: &str = "parry f32";

#[path = "../../../matrix/parry.rs"]
mod parry;

pub use parry::Parry;
