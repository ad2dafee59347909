//! For `f64`.

use interframe_rapier::f64 as adapter;

/// How far a distance by parry may be off, for lengths of about 1.
const PARRY: f64 = 1e-4;
/// A few roundings, for lengths of about 1.
const ROUNDING: f64 = 64.0 * f64::EPSILON as f64;

#[path = "follow.rs"]
mod follow;
#[path = "scene.rs"]
mod scene;
#[path = "shapes.rs"]
mod shapes;
#[path = "spins.rs"]
mod spins;
#[path = "steps.rs"]
mod steps;
#[path = "stops.rs"]
mod stops;
