//! Every way to a support value by itself, in turns, and what cells cost in memory:
//! `cargo bench --bench support_mapping [-- --test]`.
//!
//! Directions are read from a list and nothing else happens, so memory is as near as it can be; whole
//! queries follow.

mod support;

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use interframe::strategies::{Strategy, cell_lists};
use interframe::{
    IntersectOptions, PairState, Polytope, PolytopeOptions, Pose, Verdict, intersect,
};
use nalgebra::{Quaternion, UnitQuaternion, Vector3};
use support::bodies::{octahedral_sphere, spiral_sphere};
use support::timing::median;
use support::workloads::Random;

const WAYS: [Strategy; 5] = [
    Strategy::ScanPlain,
    Strategy::Scan,
    Strategy::Hint,
    Strategy::Table,
    Strategy::Cells,
];

/// How far directions turn from one to the next when they turn slowly.
const STEP_RADIANS: f64 = 0.01;

/// How long to look.
#[derive(Clone, Copy)]
struct Effort {
    directions: usize,
    pairs: usize,
    rounds: usize,
    largest: usize,
}

fn main() {
    let quick = std::env::args().any(|arg| arg == "--test" || arg == "--quick");
    let effort = if quick {
        Effort {
            directions: 200,
            pairs: 50,
            rounds: 1,
            largest: 300,
        }
    } else {
        Effort {
            directions: 4_000,
            pairs: 2_000,
            rounds: 15,
            largest: 10_000,
        }
    };
    let bodies: Vec<_> = bodies()
        .into_iter()
        .filter(|b| b.1.len() <= effort.largest)
        .collect();
    println!(
        "Support values, ns each (median of {} rounds).\n",
        effort.rounds
    );
    println!(
        "| body | directions | scan, plain | scan, wide | climb from hint | from table | from cells |"
    );
    println!("|---|---|---:|---:|---:|---:|---:|");
    for (name, points) in &bodies {
        for (kind, directions) in [
            ("random", random_directions(effort.directions)),
            ("0.01 rad apart", turning_directions(effort.directions)),
        ] {
            let figures = supports(&body(points, true), &directions, effort.rounds);
            println!("| {name} | {kind} | {} |", figures.join(" | "));
        }
    }
    println!("\nWhole cold queries, half of them hits, ns each.\n");
    println!("| body | table | cells | cells / table |");
    println!("|---|---:|---:|---:|");
    for (name, points) in &bodies {
        if points.len() > 96 {
            let [table, cells, ratio] = cold_pairs(points, effort);
            println!("| {name} | {table:.0} | {cells:.0} | {ratio:.2} |");
        }
    }
    println!(
        "\nMemory, beyond the header of {} bytes.\n",
        size_of::<Polytope>()
    );
    println!(
        "| body | corners | us to build | with cells | bytes a corner | with cells | cells | candidates: mean | median | largest |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
    for (name, points) in &bodies {
        memory(name, points);
    }
    for (name, points) in meshes() {
        memory(&name, &points);
    }
}

fn body(points: &[Vector3<f64>], support_cells: bool) -> Polytope {
    let options = PolytopeOptions { support_cells };
    Polytope::with_options(points, &options).expect("finite points")
}

fn bodies() -> Vec<(String, Vec<Vector3<f64>>)> {
    let vectors = |points: Vec<[f64; 3]>| points.into_iter().map(Vector3::from).collect::<Vec<_>>();
    let mut out = Vec::new();
    for count in [8, 20, 32, 66, 128] {
        out.push((format!("sphere {count}"), vectors(spiral_sphere(count))));
    }
    let large = [
        ("264", spiral_sphere(264)),
        ("1,026", octahedral_sphere(16)),
        ("4,098", octahedral_sphere(32)),
        ("10,000", spiral_sphere(10_000)),
    ];
    for (count, sphere) in large {
        let sphere = vectors(sphere);
        let long = sphere
            .iter()
            .map(|v| v.component_mul(&Vector3::new(0.5, 0.5, 4.0)));
        let turn = UnitQuaternion::from_quaternion(Quaternion::new(0.8, 0.2, 0.5, 0.3));
        let tilted = long.clone().map(|v| turn * v).collect();
        let long = long.collect();
        out.push((format!("sphere {count}"), sphere));
        out.push((format!("ellipsoid 1:1:8 {count}"), long));
        out.push((format!("the same, tilted {count}"), tilted));
    }
    let prism = (0..1_000).map(|i| {
        let (sin, cos) = (f64::from(i / 2) * std::f64::consts::TAU / 500.0).sin_cos();
        Vector3::new(cos, sin, f64::from(i % 2))
    });
    out.push(("prism over a 500-gon".into(), prism.collect()));
    out
}

fn random_directions(count: usize) -> Vec<Vector3<f64>> {
    let mut random = Random(11);
    (0..count).map(|_| random.on_sphere().into()).collect()
}

fn turning_directions(count: usize) -> Vec<Vector3<f64>> {
    let mut random = Random(12);
    let mut n: Vector3<f64> = random.on_sphere().into();
    let mut axis: Vector3<f64> = random.on_sphere().into();
    (0..count)
        .map(|_| {
            let wobble: Vector3<f64> = random.on_sphere().into();
            axis = (axis + wobble * 0.1).normalize();
            n = (n + n.cross(&axis).normalize() * STEP_RADIANS).normalize();
            n
        })
        .collect()
}

/// One column for each way; "-" where the body does not offer it.
fn supports(body: &Polytope, directions: &[Vector3<f64>], rounds: usize) -> Vec<String> {
    let mut times: [Vec<f64>; WAYS.len()] = Default::default();
    for _ in 0..rounds {
        for (way, times) in WAYS.into_iter().zip(&mut times) {
            if !way.serves(body) {
                continue;
            }
            let run = || {
                let mut sum = 0.0;
                way.supports(black_box(body), black_box(directions), |value, corner| {
                    sum += value + f64::from(corner);
                });
                black_box(sum);
            };
            // Once to bring its memory back from where the other ways have driven it.
            run();
            let start = Instant::now();
            run();
            times.push(1e9 * start.elapsed().as_secs_f64() / directions.len() as f64);
        }
    }
    let shown = |times: Vec<f64>| match times.len() {
        0 => "-".into(),
        _ => format!("{:.1}", median(times)),
    };
    times.into_iter().map(shown).collect()
}

/// Fresh pair states, random poses, every other pair a tenth of its distance inside contact, the
/// rest as much outside: ns with the table, with cells, and the median of the ratios.
fn cold_pairs(points: &[Vector3<f64>], effort: Effort) -> [f64; 3] {
    let both = [body(points, false), body(points, true)];
    let mut random = Random(13);
    let mut pose = |translation: Vector3<f64>| {
        let ([x, y, z], w) = (random.in_cube(1.0), random.unit() + 0.01);
        let turn = Quaternion::new(w, x, y, z).normalize();
        Pose::new(translation, turn).expect("a unit quaternion")
    };
    let size = 2.0 * both[0].bounding_radius();
    let mut pairs = Vec::new();
    let directions = random_directions(effort.pairs);
    // The distance at which each pair touches, by bisection; then a tenth less or more.
    for (i, n) in directions.iter().enumerate() {
        let a = pose(Vector3::zeros());
        let b = pose(Vector3::zeros());
        let at =
            |distance: f64| Pose::new(n * distance, b.quaternion()).expect("a unit quaternion");
        let (mut low, mut high) = (0.0, size * 1.01);
        for _ in 0..12 {
            let middle = 0.5 * (low + high);
            if meets(&both[0], &a, &at(middle)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        let factor = if i % 2 == 0 { 0.9 } else { 1.1 };
        pairs.push((a, at(low * factor)));
    }
    // Short slices, the two bodies in turns: few of them are interrupted.
    let mut times = [Vec::new(), Vec::new()];
    let mut ratios = Vec::new();
    for round in 0..=effort.rounds {
        for some in pairs.chunks(100) {
            let spent = both.each_ref().map(|body| {
                let start = Instant::now();
                black_box(some.iter().filter(|(a, b)| meets(body, a, b)).count());
                1e9 * start.elapsed().as_secs_f64() / some.len() as f64
            });
            // The first round warms up.
            if round > 0 {
                times[0].push(spent[0]);
                times[1].push(spent[1]);
                ratios.push(spent[1] / spent[0]);
            }
        }
    }
    let [table, cells] = times.map(median);
    [table, cells, median(ratios)]
}

fn meets(body: &Polytope, a: &Pose, b: &Pose) -> bool {
    let mut state = PairState::default();
    intersect(
        &interframe::PosedPair::new(body, a, body, b),
        &IntersectOptions::default(),
        &mut state,
    )
    .expect("valid options")
    .verdict
        == Verdict::Hit
}

fn memory(name: &str, points: &[Vector3<f64>]) {
    let both = [body(points, false), body(points, true)];
    let count = both[0].vertex_count();
    let bytes = both.each_ref().map(|body| {
        let heap = body.memory_bytes() - size_of::<Polytope>();
        format!("{:.0}", heap as f64 / count as f64)
    });
    let build = [false, true].map(|cells| {
        let times = (0..11).map(|_| {
            let start = Instant::now();
            black_box(body(points, cells));
            1e6 * start.elapsed().as_secs_f64()
        });
        format!("{:.0}", median(times.collect()))
    });
    let mut lists = cell_lists(&both[1]);
    lists.sort_unstable();
    let candidates = match lists.last() {
        None => "0 | - | - | -".to_string(),
        Some(largest) => {
            let mean = lists.iter().sum::<usize>() as f64 / lists.len() as f64;
            let middle = lists[lists.len() / 2];
            format!("{} | {mean:.1} | {middle} | {largest}", lists.len())
        }
    };
    let [build, bytes] = [build, bytes].map(|pair| pair.join(" | "));
    println!("| {name} | {count} | {build} | {bytes} | {candidates} |");
}

/// The largest hulls of the real shapes, where these are present.
fn meshes() -> Vec<(String, Vec<Vector3<f64>>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/meshes");
    let mut out = Vec::new();
    for file in [
        "bullet_teddy_vhacd.obj",
        "mj_highres_sphere.obj",
        "modia_crank.obj",
        "fcl_rob.obj",
    ] {
        let Ok(text) = std::fs::read_to_string(folder.join(file)) else {
            println!("skipped: ../shared/data/meshes/{file} is absent");
            continue;
        };
        let vertex = |line: &str| {
            let mut numbers = line.strip_prefix("v ")?.split_whitespace();
            let mut next = || numbers.next()?.parse().ok();
            Some(Vector3::new(next()?, next()?, next()?))
        };
        out.push((file.to_string(), text.lines().filter_map(vertex).collect()));
    }
    out
}
