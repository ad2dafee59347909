//! Shots at a mesh of 100,000 triangles beside parry3d-f64's TriMesh, in turns, as a Markdown table for `docs/measured/BENCHMARKS.md`;
//! before it what the mesh takes to build, and its memory.
//!
//! `cargo bench --bench mesh [-- --test] [-- --only points]`
//!
//! The mesh is a torus of radius 1 about a circle of radius 3. Shots start 2 outside of it and aim at a place of it, three in
//! four through it; the body is a point, a ball of radius 0.05, a box of half side 0.02, or the same turning by up to two turns. Rounds alternate; each
//! is every shot once.

mod support;

use std::hint::black_box;

use interframe::{
    Motion, MovingPair, PairState, Pose, SharedBody, TimeOfImpactOptions, TriangleMesh,
    TriangleMeshOptions, time_of_impact,
};
use nalgebra::Vector3;
use parry3d_f64::math::{Pose as ParryPose, Vector};
use parry3d_f64::query::{
    NonlinearRigidMotion, Ray, RayCast, ShapeCastOptions, cast_shapes, cast_shapes_nonlinear,
};
use parry3d_f64::shape::{Ball, Cuboid, Shape, TriMesh};
use support::shots::{HALF, Shot, block, shots, torus};
use support::timing::{median, seconds};
use twin::random::case_generator;

const ROUNDS: usize = 15;

const BALL: f64 = 0.05;

fn to_parry(v: &Vector3<f64>) -> Vector {
    Vector::new(v.x, v.y, v.z)
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let quick = arguments.iter().any(|a| a == "--test");
    let only = arguments
        .iter()
        .position(|a| a == "--only")
        .map(|k| &arguments[k + 1]);
    let (vertices, triangles) = torus(if quick { 25 } else { 250 }, 200);
    let random = &mut case_generator(42, 0);
    let count = if quick { 20 } else { 1_000 };
    let shots = shots(random, &vertices, count);
    let build = || {
        let begin = seconds();
        let mesh = TriangleMesh::new(&vertices, &triangles, &TriangleMeshOptions::default());
        (mesh.expect("a mesh"), seconds() - begin)
    };
    let times = (0..5).map(|_| build().1);
    let built = median(times.collect());
    let mesh = build().0;
    let each = mesh.memory_bytes() as f64 / triangles.len() as f64;
    println!(
        "{} triangles: built in {:.0} ms, {each:.1} bytes each\n",
        triangles.len(),
        built * 1e3
    );
    let mesh = SharedBody::from(mesh);
    let points = vertices.iter().map(to_parry).collect();
    let parry = TriMesh::new(points, triangles.clone()).expect("a mesh");
    let point = SharedBody::sphere(0.0).expect("a radius");
    let ball = SharedBody::sphere(BALL).expect("a radius");
    let block = block();
    let cuboid = Cuboid::new(Vector::new(HALF, HALF, HALF));
    let still = Motion::fixed(Pose::identity());
    let options = TimeOfImpactOptions::default();
    let ours = |body: &SharedBody, motion: &Motion| {
        let pair = MovingPair::new(body, motion, &mesh, &still);
        let found = time_of_impact(&pair, &options, &mut PairState::default());
        found.expect("valid options").verdict.may_hit()
    };
    let place = |shot: &Shot| ParryPose::from_translation(to_parry(&shot.from));
    let cast_options = ShapeCastOptions::with_max_time_of_impact(1.0);
    let theirs = |shape: &dyn Shape, shot: &Shot| {
        let (at, by) = (place(shot), to_parry(&shot.by));
        let (here, still) = (ParryPose::IDENTITY, Vector::ZERO);
        let found = cast_shapes(&at, by, shape, &here, still, &parry, cast_options);
        found.expect("supported").is_some()
    };
    println!("| shots | interframe, us | parry3d-f64, us | parry takes | hits, of both |");
    println!("|---|---:|---:|---:|---:|");
    type Ask<'q> = &'q dyn Fn(&Shot) -> bool;
    let rows: [(&str, &str, Ask<'_>, Ask<'_>); 4] = [
        (
            "points",
            "points; `cast_local_ray`",
            &|shot| ours(&point, &shot.straight()),
            &|shot| {
                let ray = Ray::new(to_parry(&shot.from), to_parry(&shot.by));
                parry.cast_local_ray(&ray, 1.0, false).is_some()
            },
        ),
        (
            "balls",
            "balls; `cast_shapes`",
            &|shot| ours(&ball, &shot.straight()),
            &|shot| theirs(&Ball::new(BALL), shot),
        ),
        (
            "boxes",
            "boxes; `cast_shapes`",
            &|shot| ours(&block, &shot.straight()),
            &|shot| theirs(&cuboid, shot),
        ),
        (
            "turning",
            "boxes that turn; `cast_shapes_nonlinear`",
            &|shot| ours(&block, &shot.turning()),
            &|shot| {
                let (by, turn) = (to_parry(&shot.by), to_parry(&shot.turn));
                let flies = NonlinearRigidMotion::new(place(shot), Vector::ZERO, by, turn);
                let here = NonlinearRigidMotion::constant_position(ParryPose::IDENTITY);
                let found = cast_shapes_nonlinear(&flies, &cuboid, &here, &parry, 0.0, 1.0, true);
                found.expect("supported").is_some()
            },
        ),
    ];
    for (name, title, ask, ask_parry) in rows {
        if only.is_some_and(|only| only != name) {
            continue;
        }
        // Turning casts of the other side take long.
        let some = if name == "turning" {
            &shots[..count / 10]
        } else {
            &shots[..]
        };
        let round = |ask: Ask<'_>| {
            let begin = seconds();
            let hits = some.iter().filter(|shot| black_box(ask(shot))).count();
            ((seconds() - begin) / some.len() as f64 * 1e6, hits)
        };
        let (mut took, mut hits) = ([Vec::new(), Vec::new()], [0; 2]);
        for _ in 0..if quick { 1 } else { ROUNDS } {
            for (k, ask) in [ask, ask_parry].into_iter().enumerate() {
                let (time, hit) = round(ask);
                took[k].push(time);
                hits[k] = hit;
            }
        }
        let [us, them] = took.map(median);
        let [ours, theirs] = hits;
        println!(
            "| {title} | {us:.2} | {them:.2} | {:.2} x | {ours}, {theirs} |",
            them / us
        );
    }
}
