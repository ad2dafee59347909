//! A pendulum, which has a joint, strikes a wall and swings back.
//!
//! `cargo run --release --bin pendulum [FOLDER]`

use simulations::drive::{Options, Result};
use simulations::scenes;
use simulations::show::{self, Scene};

fn main() -> Result<()> {
    let (world, system, start) = scenes::pendulum()?;
    let scene = Scene {
        name: "pendulum",
        system: &system,
        world: &world,
        names: &["bar", "wall"],
        drawn: &["angle"],
        start: &start,
    };
    let options = Options {
        rtol: 1e-10,
        t_end: 10.0,
        slots: 1,
        ..Options::default()
    };
    show::show(&scene, &options)
}
