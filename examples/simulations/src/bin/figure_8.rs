//! A rod, a part of a crank and a cylinder fall on a box that is the ground: figure 8 of Neumayr and Otter 2017, with shapes of
//! our own, or those of the mesh files modia_rod.obj and modia_crank.obj of a folder that the second argument names.
//! Contacts push by spring and damper at their points, by the depth.
//!
//! `cargo run --release --bin figure_8 [FOLDER [MESHES]]`

use std::path::Path;

use interframe::{Curved, Polytope, SharedBody};
use nalgebra::Vector3;
use simulations::drive::{Options, Result};
use simulations::scenes::{Builder, DAMPED, state};
use simulations::show;

/// About everything: normals are smooth while the cores are apart.
const RADIUS: f64 = 0.02;

/// The vertices of an OBJ file, made this long and put about their middle.
fn mesh(path: &Path, length: f64) -> Option<Vec<Vector3<f64>>> {
    let text = std::fs::read_to_string(path).ok()?;
    let vertices = text
        .lines()
        .filter_map(|line| line.strip_prefix("v "))
        .filter_map(|line| {
            let numbers: Vec<f64> = line
                .split_whitespace()
                .filter_map(|x| x.parse().ok())
                .collect();
            (numbers.len() >= 3).then(|| Vector3::new(numbers[0], numbers[1], numbers[2]))
        });
    let vertices: Vec<_> = vertices.collect();
    let (low, high) = vertices.iter().fold(
        (Vector3::repeat(f64::MAX), Vector3::repeat(f64::MIN)),
        |(low, high), v| (low.inf(v), high.sup(v)),
    );
    let (middle, size) = ((low + high) * 0.5, (high - low).max());
    Some(
        vertices
            .iter()
            .map(|v| (v - middle) * (length / size))
            .collect(),
    )
}

/// A bar that is wider at its ends.
fn rod() -> Vec<Vector3<f64>> {
    let end = |x: f64, half: f64| {
        (0..8).map(move |k| {
            let angle = f64::from(k) / 8.0 * std::f64::consts::TAU;
            [
                Vector3::new(x, half * angle.cos(), 0.05),
                Vector3::new(x, half * angle.cos(), -0.05),
            ]
        })
    };
    end(-0.4, 0.16).chain(end(0.4, 0.1)).flatten().collect()
}

/// A wedge with a round back.
fn crank() -> Vec<Vector3<f64>> {
    let back = (0..=8).flat_map(|k| {
        let angle = (f64::from(k) / 8.0 - 0.5) * std::f64::consts::PI;
        [-0.06, 0.06].map(|z| Vector3::new(0.22 * angle.cos(), 0.22 * angle.sin(), z))
    });
    let tip = [-0.06, 0.06].map(|z| Vector3::new(-0.25, 0.0, z));
    back.chain(tip).collect()
}

fn main() -> Result<()> {
    let meshes = std::env::args().nth(2);
    let read = |name: &str, length: f64| mesh(&Path::new(meshes.as_ref()?).join(name), length);
    let shape = |name: &'static str, own: Vec<Vector3<f64>>, length: f64| -> Result<SharedBody> {
        let points = read(name, length).unwrap_or_else(|| {
            println!("{name}: a shape of our own");
            own
        });
        Ok(SharedBody::new(Polytope::new(&points)?).rounded(RADIUS)?)
    };
    let mut scene = Builder::new(DAMPED, 20.0)?;
    let rod = shape("modia_rod.obj", rod(), 0.8)?;
    scene.moving(
        "rod",
        rod,
        [1.0, 0.5],
        [0.01, 0.06, 0.06],
        &state([0.0, 0.0, 0.8], [0.3, 0.5, 0.2], [0.0; 3], [0.5, 1.0, 0.0]),
    )?;
    let crank = shape("modia_crank.obj", crank(), 0.5)?;
    scene.moving(
        "crank",
        crank,
        [1.5, 0.4],
        [0.02, 0.02, 0.03],
        &state(
            [0.15, 0.1, 1.5],
            [0.8, -0.2, 0.4],
            [0.0; 3],
            [0.0, 0.6, 0.4],
        ),
    )?;
    let cylinder = Curved::cylinder(0.18, 0.1)?.rounded(RADIUS)?;
    scene.moving(
        "cylinder",
        cylinder.into(),
        [1.0, 0.3],
        [0.015, 0.015, 0.007],
        &state(
            [-0.1, -0.1, 2.2],
            [1.2, 0.3, 0.0],
            [0.0; 3],
            [0.3, 0.0, 0.0],
        ),
    )?;
    let options = Options {
        rtol: 1e-6,
        t_end: 3.0,
        slots: 6,
        hysteresis: 1e-9,
        longest_move: 0.05,
        longest_step: 0.01,
        ..Options::default()
    };
    show::show(&scene.named("figure_8"), &options)
}
