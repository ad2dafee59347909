//! A cylinder, a ball and two concave bodies, a ring of 6 parts and a coil of 70, fall on a box that is the ground: figure 9
//! of Neumayr and Otter 2017 (79 shapes, 651 pairs of them), with shapes of our own.
//!
//! `cargo run --release --bin figure_9 [FOLDER]`

use std::f64::consts::TAU;

use interframe::{Curved, Pose, SharedBody};
use nalgebra::{UnitQuaternion, Vector3};
use simulations::drive::{Options, Result};
use simulations::scenes::{Builder, DAMPED, state};
use simulations::show;

/// A capsule from one point to another.
fn rod(from: Vector3<f64>, to: Vector3<f64>, radius: f64) -> Result<(SharedBody, Pose)> {
    let way = to - from;
    let turned = UnitQuaternion::rotation_between(&Vector3::z(), &way)
        .unwrap_or_else(|| UnitQuaternion::from_scaled_axis(Vector3::x() * std::f64::consts::PI));
    let pose = Pose::new((from + to) * 0.5, turned.into_inner())?;
    Ok((SharedBody::capsule(way.norm() * 0.5, radius)?, pose))
}

/// Capsules between points that follow each other.
fn wire(points: &[Vector3<f64>], radius: f64) -> Result<SharedBody> {
    let parts: Result<Vec<_>> = points
        .windows(2)
        .map(|ends| rod(ends[0], ends[1], radius))
        .collect();
    Ok(SharedBody::compound(&parts?)?)
}

fn main() -> Result<()> {
    let mut scene = Builder::new(DAMPED, 20.0)?;
    let cylinder = Curved::cylinder(0.18, 0.1)?.rounded(0.02)?;
    scene.moving(
        "cylinder",
        cylinder.into(),
        [1.0, 0.3],
        [0.015, 0.015, 0.007],
        &state([0.1, 0.0, 2.0], [1.2, 0.3, 0.0], [0.0; 3], [0.3, 0.0, 0.0]),
    )?;
    scene.moving(
        "ball",
        SharedBody::sphere(0.12)?,
        [1.0, 0.12],
        [0.006; 3],
        &state([-0.05, 0.05, 2.6], [0.0; 3], [0.0; 3], [0.0; 3]),
    )?;
    let ring: Vec<_> = (0..=6)
        .map(|k| {
            let angle = f64::from(k) / 6.0 * TAU;
            Vector3::new(0.35 * angle.cos(), 0.35 * angle.sin(), 0.0)
        })
        .collect();
    scene.moving(
        "ring",
        wire(&ring, 0.06)?,
        [1.5, 0.41],
        [0.09, 0.09, 0.17],
        &state([0.0, 0.1, 1.4], [0.4, 0.2, 0.0], [0.0; 3], [0.2, 0.3, 0.0]),
    )?;
    let coil: Vec<_> = (0..=70)
        .map(|k| {
            let angle = f64::from(k) / 70.0 * 5.0 * TAU;
            Vector3::new(
                0.22 * angle.cos(),
                0.22 * angle.sin(),
                0.1 * (angle / TAU - 2.5),
            )
        })
        .collect();
    scene.moving(
        "coil",
        wire(&coil, 0.03)?,
        [1.2, 0.36],
        [0.06, 0.06, 0.06],
        &state([0.0, 0.0, 0.75], [1.1, 0.4, 0.2], [0.0; 3], [0.0, 0.4, 0.2]),
    )?;
    let options = Options {
        rtol: 1e-6,
        t_end: 2.0,
        slots: 10,
        hysteresis: 1e-9,
        longest_move: 0.04,
        longest_step: 0.01,
        ..Options::default()
    };
    show::show(&scene.named("figure_9"), &options)
}
