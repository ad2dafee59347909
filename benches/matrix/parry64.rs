//! parry in f64; `benches/peers/matrix` has the same in f32.

use parry3d_f64 as library;

type Real = f64;
const NAME: &str = "parry f64";

#[path = "parry.rs"]
mod parry;

pub use parry::Parry;
