//! Building a body from points beside parry, in turns: `cargo bench --bench build [-- --test]`.

mod support;

use std::hint::black_box;

use interframe::Polytope;
use nalgebra::Vector3;
use parry3d_f64::math::Vector;
use parry3d_f64::shape::ConvexPolyhedron;
use support::bodies::{octahedral_sphere, spiral_sphere};
use support::timing::{median, seconds};
use support::workloads::Random;

fn main() {
    let quick = std::env::args().any(|arg| arg == "--test" || arg == "--quick");
    let (largest, rounds) = if quick { (300, 1) } else { (10_000, 11) };
    println!("| points | corners | interframe us | parry us | parry / interframe |");
    println!("|---|---:|---:|---:|---:|");
    for (name, points) in inputs() {
        if points.len() > largest {
            continue;
        }
        let ours: Vec<Vector3<f64>> = points.iter().map(|&p| Vector3::from(p)).collect();
        let theirs: Vec<Vector> = points.iter().map(|&p| Vector::from(p)).collect();
        let corners = Polytope::new(&ours).map_or(0, |body| body.vertex_count());
        let repeats = (20_000 / points.len()).clamp(1, 200);
        let (mut times, mut rivals, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..rounds {
            let time = microseconds(repeats, || Polytope::new(black_box(&ours)).is_ok());
            let rival = microseconds(repeats, || {
                ConvexPolyhedron::from_convex_hull(black_box(&theirs)).is_some()
            });
            times.push(time);
            rivals.push(rival);
            ratios.push(rival / time);
        }
        println!(
            "| {name} | {corners} | {:.1} | {:.1} | {:.2} |",
            median(times),
            median(rivals),
            median(ratios)
        );
    }
}

fn microseconds(repeats: usize, work: impl Fn() -> bool) -> f64 {
    let start = seconds();
    for _ in 0..repeats {
        black_box(work());
    }
    1e6 * (seconds() - start) / repeats as f64
}

/// Points that are all corners, points that mostly are not, and a flat grid on each face.
fn inputs() -> Vec<(String, Vec<[f64; 3]>)> {
    let mut out = Vec::new();
    for count in [8, 20, 66, 264, 1_000, 4_000, 10_000] {
        out.push((format!("{count} on a sphere"), spiral_sphere(count)));
    }
    out.push(("4098 on an octahedral sphere".into(), octahedral_sphere(32)));
    for count in [264, 10_000] {
        let mut random = Random(3);
        let points = (0..count).map(|_| random.in_cube(1.0)).collect();
        out.push((format!("{count} within a cube"), points));
    }
    let grid: Vec<[f64; 3]> = (0..1_000)
        .map(|i| [i % 10, i / 10 % 10, i / 100].map(f64::from))
        .collect();
    out.push(("1000 on a grid".into(), grid));
    out
}
