//! A box that bounces and turns on a spring-like contact, without damping: each free flight's end against the root of a
//! formula, energy over 100 bounces at each tolerance, steps with and without events.
//!
//! `cargo run --release --bin turning_box [FOLDER]`

use simulations::bounces::{Bounces, SPRING};
use simulations::closed_forms::landings;
use simulations::drive::Result;
use simulations::scenes;

fn main() -> Result<()> {
    let made = scenes::turning_box(SPRING)?;
    let turning = Bounces {
        name: "turning_box",
        made: &made,
        known: &|found| landings(&made.start, found),
        until: (3.0, usize::MAX),
        compared: 1.0,
        off: ("drift", |found| found.drift),
    };
    turning.tell()?;
    turning.show()
}
