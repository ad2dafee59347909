//! Simulations whose integrator chooses its steps and stops where contacts begin and end: what `docs/guide/EVENTS.md` tells, run.

pub mod bounces;
pub mod closed_forms;
pub mod drive;
pub mod pendulum;
#[path = "../../../benches/support/plot.rs"]
mod plot;
pub mod record;
pub mod rigid;
pub mod scenes;
pub mod show;
