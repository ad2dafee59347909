//! Engines' data: numbers in single precision, matrices, bodies as bytes. INTERFRAME_LONG=1 for full counts.

#[path = "../common/mod.rs"]
mod common;

mod cooked;
mod level;
mod matrices;

/// Runs `judge` for every index; fails if it panics for one.
fn every(cases: u64, judge: impl Fn(u64, &mut common::Tally) + Sync) {
    let wrong = common::for_each(cases, judge).wrong;
    assert!(wrong.is_empty(), "{wrong:?}");
}
