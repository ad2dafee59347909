//! For `rapier3d-f64`.

pub use rapier3d_f64 as rapier;

#[path = "adapter/back.rs"]
mod back;
#[path = "adapter/convert.rs"]
pub mod convert;
#[path = "adapter/follow.rs"]
mod follow;
#[path = "adapter/mirror.rs"]
pub mod mirror;
#[path = "adapter/stops.rs"]
mod stops;
