//! What bodies cost to build and in memory, and every way to a support value by itself.

use std::hint::black_box;
use std::path::Path;

use interframe::strategies::{Strategy, cell_lists};
use interframe::{Polytope, PolytopeOptions, Pose};
use nalgebra::{Quaternion, UnitQuaternion, Vector3};
use parry3d_f64::math::Vector;
use parry3d_f64::shape::ConvexPolyhedron;
use twin::random::SplitMix64;

use super::More;
use crate::support::bodies::{octahedral_sphere, spiral_sphere};
use crate::support::contenders::meets;
use crate::support::driver::{Contender, Driver, median, seconds_of};
use crate::support::workloads::{bisect, in_cube};

/// A body from points that are all corners, that mostly are not, or that are a flat grid on each face.
pub fn build(driver: &mut Driver, _: &More<'_>) {
    let mut inputs = Vec::new();
    for count in [8, 20, 66, 264, 1_000, 4_000, 10_000] {
        inputs.push((format!("{count} on a sphere"), spiral_sphere(count)));
    }
    inputs.push(("4098 on an octahedral sphere".into(), octahedral_sphere(32)));
    for count in [264, 10_000] {
        let mut random = SplitMix64(3);
        let points = (0..count).map(|_| in_cube(&mut random, 1.0)).collect();
        inputs.push((format!("{count} within a cube"), points));
    }
    let grid = (0..1_000).map(|i| [i % 10, i / 10 % 10, i / 100].map(f64::from));
    inputs.push(("1000 on a grid".into(), grid.collect()));
    for (name, points) in inputs {
        if driver.quick && points.len() > 300 {
            continue;
        }
        let ours: Vec<Vector3<f64>> = points.iter().map(|&p| Vector3::from(p)).collect();
        let theirs: Vec<Vector> = points.iter().map(|&p| Vector::from(p)).collect();
        let corners = Polytope::new(&ours).map_or(0, |body| body.vertex_count());
        let all = vec![
            Contender::each("interframe", |_| Polytope::new(black_box(&ours)).is_ok()),
            Contender::each("parry", |_| {
                ConvexPolyhedron::from_convex_hull(black_box(&theirs)).is_some()
            }),
        ];
        let labels = [("points", &*name), ("corners", &*corners.to_string())];
        driver.measure("build", &labels, 1, all, &[]);
    }
}

const WAYS: [(&str, Strategy); 5] = [
    ("scan; plain", Strategy::ScanPlain),
    ("scan; wide", Strategy::Scan),
    ("climb from hint", Strategy::Hint),
    ("from table", Strategy::Table),
    ("from cells", Strategy::Cells),
];

/// How far directions turn from one to the next when they turn slowly.
const STEP_RADIANS: f64 = 0.01;

/// Support values, whole queries and memory. Directions are read from a list and nothing else happens, so memory is as
/// near as it can be; whole queries follow.
pub fn support_mapping(driver: &mut Driver, _: &More<'_>) {
    let largest = if driver.quick { 300 } else { 10_000 };
    let count = if driver.quick { 200 } else { 4_000 };
    let mut bodies = spheres();
    bodies.retain(|(_, points)| points.len() <= largest);
    for (name, points) in &bodies {
        let body = body(points, true);
        for (kind, directions) in [
            ("random", random_directions(count)),
            ("0.01 rad apart", turning_directions(count)),
        ] {
            let served = WAYS.into_iter().filter(|(_, way)| way.serves(&body));
            let all = served.map(|(title, way)| {
                let (body, directions) = (&body, &directions);
                Contender::new(title, move |_| {
                    let mut sum = 0.0;
                    way.supports(black_box(body), black_box(directions), |value, corner| {
                        sum += value + f64::from(corner);
                    });
                    black_box(sum);
                })
            });
            let labels = [("body", &**name), ("directions", kind)];
            driver.measure_unlike("support_values", &labels, count, all.collect(), &[]);
        }
    }
    for (name, points) in bodies.iter().filter(|(_, points)| points.len() > 96) {
        let both = [body(points, false), body(points, true)];
        let pairs = cold_pairs(&both[0], if driver.quick { 50 } else { 2_000 });
        let ask = |k: usize| {
            let (pairs, body) = (&pairs, &both[k]);
            Contender::each(["table", "cells"][k], move |q| {
                meets([body, body], pairs[q].each_ref())
            })
        };
        driver.measure(
            "support_queries",
            &[("body", name)],
            pairs.len(),
            vec![ask(0), ask(1)],
            &[],
        );
    }
    for (name, points) in bodies.into_iter().chain(meshes(&driver.root)) {
        memory(driver, &name, &points);
    }
}

fn body(points: &[Vector3<f64>], support_cells: bool) -> Polytope {
    let options = PolytopeOptions { support_cells };
    Polytope::with_options(points, &options).expect("finite points")
}

fn spheres() -> Vec<(String, Vec<Vector3<f64>>)> {
    let vectors = |points: Vec<[f64; 3]>| points.into_iter().map(Vector3::from).collect::<Vec<_>>();
    let mut out = Vec::new();
    for count in [8, 20, 32, 66, 128] {
        out.push((format!("sphere {count}"), vectors(spiral_sphere(count))));
    }
    for sphere in [
        spiral_sphere(264),
        octahedral_sphere(16),
        octahedral_sphere(32),
        spiral_sphere(10_000),
    ] {
        let (sphere, count) = (vectors(sphere.clone()), sphere.len());
        let long = Vector3::new(0.5, 0.5, 4.0);
        let long: Vec<_> = sphere.iter().map(|v| v.component_mul(&long)).collect();
        let turn = UnitQuaternion::from_quaternion(Quaternion::new(0.8, 0.2, 0.5, 0.3));
        let tilted = long.iter().map(|v| turn * v).collect();
        out.push((format!("sphere {count}"), sphere));
        out.push((format!("ellipsoid 1:1:8 {count}"), long));
        out.push((format!("ellipsoid 1:1:8 {count}; tilted"), tilted));
    }
    let prism = (0..1_000).map(|i| {
        let (sin, cos) = (f64::from(i / 2) * std::f64::consts::TAU / 500.0).sin_cos();
        Vector3::new(cos, sin, f64::from(i % 2))
    });
    out.push(("prism over a 500-gon".into(), prism.collect()));
    out
}

fn random_directions(count: usize) -> Vec<Vector3<f64>> {
    let mut random = SplitMix64(11);
    (0..count).map(|_| random.direction().into()).collect()
}

fn turning_directions(count: usize) -> Vec<Vector3<f64>> {
    let mut random = SplitMix64(12);
    let mut n: Vector3<f64> = random.direction().into();
    let mut axis: Vector3<f64> = random.direction().into();
    let next = |_| {
        let wobble: Vector3<f64> = random.direction().into();
        axis = (axis + wobble * 0.1).normalize();
        n = (n + n.cross(&axis).normalize() * STEP_RADIANS).normalize();
        n
    };
    (0..count).map(next).collect()
}

/// Random poses, every other pair a tenth of its distance inside contact, the rest as much outside.
fn cold_pairs(body: &Polytope, count: usize) -> Vec<[Pose; 2]> {
    let mut random = SplitMix64(13);
    let mut turn = || {
        let ([x, y, z], w) = (in_cube(&mut random, 1.0), random.unit() + 0.01);
        Quaternion::new(w, x, y, z).normalize()
    };
    let pose = |at, turn| Pose::new(at, turn).expect("a unit quaternion");
    let pair = |(i, n): (usize, Vector3<f64>)| {
        let (a, turned) = (pose(Vector3::zeros(), turn()), turn());
        let at = |distance: f64| pose(n * distance, turned);
        // The distance at which the pair touches, by bisection; then a tenth less or more.
        let far = 2.02 * body.bounding_radius();
        let [low, _] = bisect([0.0, far], 12, |far| meets([body, body], [&a, &at(far)]));
        [a, at(low * if i % 2 == 0 { 0.9 } else { 1.1 })]
    };
    random_directions(count)
        .into_iter()
        .enumerate()
        .map(pair)
        .collect()
}

/// What cells cost beyond the header, in time to build and in bytes.
fn memory(driver: &mut Driver, name: &str, points: &[Vector3<f64>]) {
    let both = [false, true].map(|cells| body(points, cells));
    let count = both[0].vertex_count();
    let bytes = both.each_ref().map(|body| {
        let heap = body.memory_bytes() - size_of::<Polytope>();
        format!("{:.0}", heap as f64 / count as f64)
    });
    let build = [false, true].map(|cells| {
        let time = |_| 1e6 * seconds_of(|| drop(black_box(body(points, cells))));
        format!("{:.0}", median((0..11).map(time).collect()))
    });
    let mut lists = cell_lists(&both[1]);
    lists.sort_unstable();
    let mean = lists.iter().sum::<usize>() as f64 / lists.len().max(1) as f64;
    let at = |k: usize| lists.get(k).map_or("-".into(), usize::to_string);
    let cells = [
        ("body", name.into()),
        ("corners", count.to_string()),
        ("us to build", build[0].clone()),
        ("us with cells", build[1].clone()),
        ("bytes a corner", bytes[0].clone()),
        ("bytes with cells", bytes[1].clone()),
        ("cells", lists.len().to_string()),
        ("candidates: mean", format!("{mean:.1}")),
        ("median", at(lists.len() / 2)),
        ("largest", at(lists.len().saturating_sub(1))),
    ];
    driver.push("support_memory", cells);
}

/// The largest hulls of the real shapes, where these are present.
fn meshes(root: &Path) -> Vec<(String, Vec<Vector3<f64>>)> {
    let folder = root.join("../shared/data/meshes");
    let mut out = Vec::new();
    for file in [
        "bullet_teddy_vhacd.obj",
        "mj_highres_sphere.obj",
        "modia_crank.obj",
        "fcl_rob.obj",
    ] {
        let Ok(text) = std::fs::read_to_string(folder.join(file)) else {
            eprintln!("skipped: ../shared/data/meshes/{file} is absent");
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
