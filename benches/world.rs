//! Frames of a world beside parry3d-f64's tree and pair queries, and what a body costs as worlds grow.
//!
//! `cargo bench --bench world [-- --test] [-- --sizes 500,5000] [-- --mode poses] [-- --grow] [-- --gatling] [-- --who]`
//!
//! Half of the bodies are boxes, half have 66 corners on a sphere, all of radius 1, in a cube of such a size that about 6.5
//! pairs of boxes a body meet. They fly through it straight on and turn, by a fiftieth of a radius and a twentieth of a
//! radian a frame (`poses`), or half a radius and half a turn (`first`). Both sides are given positions, quaternions and
//! displacements, and build poses, motions and boxes from them in the time that is taken. Rounds alternate; each is one
//! frame for each side.

mod support;

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use interframe::{
    AdvanceOptions, BodyId, BodyInput, Jobs, Mode, Motion, Polytope, Pose, Serial, SharedBody,
    Statistics, World, WorldFrame,
};
use nalgebra::{Quaternion, UnitQuaternion, Vector3};
use parry3d_f64::bounding_volume::Aabb;
use parry3d_f64::math::{Pose as ParryPose, Rotation, Vector};
use parry3d_f64::partitioning::{Bvh, BvhWorkspace};
use parry3d_f64::query::{NonlinearRigidMotion, cast_shapes_nonlinear, intersection_test};
use parry3d_f64::shape::{ConvexPolyhedron, Shape};
use support::bodies;
use support::contenders::{interframe_body, parry_body};
use support::timing::{median, seconds};
use twin::random::{SplitMix64, case_generator};

const ROUNDS: usize = 15;

/// Bodies a unit of volume at which about 6.5 pairs of boxes a body meet.
const DENSITY: f64 = 0.3;

#[derive(Clone)]
struct Flyer {
    at: Vector3<f64>,
    turned: UnitQuaternion<f64>,
    by: Vector3<f64>,
    turn: Vector3<f64>,
}

/// How all fly.
struct Swarm {
    flyers: Vec<Flyer>,
    half: f64,
}

impl Swarm {
    fn new(count: usize, [step, angle]: [f64; 2]) -> Self {
        let rng = &mut case_generator(40, count as u64);
        let half = 0.5 * (count as f64 / DENSITY).cbrt();
        let vector = |rng: &mut SplitMix64, length: f64| Vector3::from(rng.direction()) * length;
        let flyers = (0..count).map(|_| {
            let at = std::array::from_fn::<_, 3, _>(|_| rng.between(-half, half));
            let [x, y, z, w] = rng.quaternion();
            Flyer {
                at: at.into(),
                turned: UnitQuaternion::new_normalize(Quaternion::new(w, x, y, z)),
                by: vector(rng, step),
                turn: vector(rng, angle),
            }
        });
        Swarm {
            flyers: flyers.collect(),
            half,
        }
    }

    /// After a frame: turned back at the walls.
    fn step(&mut self) {
        for flyer in &mut self.flyers {
            flyer.at += flyer.by;
            flyer.turned = UnitQuaternion::from_scaled_axis(flyer.turn) * flyer.turned;
            flyer.turned.renormalize();
            for k in 0..3 {
                if flyer.at[k].abs() > self.half && flyer.at[k] * flyer.by[k] > 0.0 {
                    flyer.by[k] = -flyer.by[k];
                }
            }
        }
    }
}

struct Ours {
    world: World,
    ids: Vec<BodyId>,
    options: AdvanceOptions,
    motions: Vec<(BodyId, Motion)>,
    frame: WorldFrame,
}

impl Ours {
    fn new(swarm: &Swarm, shapes: &[SharedBody; 2], mode: Mode) -> Self {
        let mut world = World::new();
        let pose = |flyer: &Flyer| Pose::new(flyer.at, *flyer.turned).expect("a pose");
        let bodies = swarm.flyers.iter().enumerate();
        let ids = bodies
            .map(|(k, flyer)| world.add(BodyInput::new(shapes[k % 2].clone(), pose(flyer))))
            .collect();
        Ours {
            world,
            ids,
            options: AdvanceOptions {
                mode,
                ..AdvanceOptions::default()
            },
            motions: Vec::new(),
            frame: WorldFrame::default(),
        }
    }

    /// How many pairs are in contact.
    fn frame(&mut self, swarm: &Swarm) -> (u64, Statistics) {
        let motions = swarm.flyers.iter().zip(&self.ids).map(|(flyer, id)| {
            let start = *self.world.get(*id).expect("it is there").pose();
            let motion = match self.options.mode {
                Mode::Poses => {
                    let turned = UnitQuaternion::from_scaled_axis(flyer.turn) * flyer.turned;
                    let end = Pose::new(flyer.at + flyer.by, *turned);
                    end.and_then(|end| Motion::between(start, end, Vector3::zeros()))
                }
                _ => {
                    let end = start.translation() + flyer.by;
                    Motion::from_turn(start, end, flyer.turn, Vector3::zeros())
                }
            };
            (*id, motion.expect("a motion"))
        });
        self.motions.clear();
        self.motions.extend(motions);
        let passed =
            self.world
                .advance_into(&self.motions, &self.options, &Serial, &mut self.frame);
        passed.expect("a frame");
        (self.frame.statistics.hit, self.frame.statistics)
    }
}

struct Parry {
    tree: Bvh,
    workspace: BvhWorkspace,
    shapes: [ConvexPolyhedron; 2],
    mode: Mode,
    pairs: u64,
}

impl Parry {
    fn new(shapes: [ConvexPolyhedron; 2], mode: Mode) -> Self {
        Parry {
            tree: Bvh::new(),
            workspace: BvhWorkspace::default(),
            shapes,
            mode,
            pairs: 0,
        }
    }

    fn frame(&mut self, swarm: &Swarm) -> u64 {
        let pose = |at: Vector3<f64>, turned: UnitQuaternion<f64>| {
            let q = turned.coords;
            ParryPose::from_parts(
                Vector::new(at.x, at.y, at.z),
                Rotation::from_xyzw(q.x, q.y, q.z, q.w),
            )
        };
        let poses: Vec<ParryPose> = swarm
            .flyers
            .iter()
            .map(|flyer| match self.mode {
                Mode::Poses => {
                    let turned = UnitQuaternion::from_scaled_axis(flyer.turn) * flyer.turned;
                    pose(flyer.at + flyer.by, turned)
                }
                _ => pose(flyer.at, flyer.turned),
            })
            .collect();
        for (k, (at, flyer)) in poses.iter().zip(&swarm.flyers).enumerate() {
            let held = match self.mode {
                Mode::Poses => self.shapes[k % 2].compute_aabb(at),
                _ => {
                    let (from, to) = (flyer.at, flyer.at + flyer.by);
                    let ball = |p: Vector3<f64>| {
                        let center = Vector::new(p.x, p.y, p.z);
                        Aabb::from_half_extents(center, Vector::splat(1.0))
                    };
                    let (start, end) = (ball(from), ball(to));
                    Aabb::new(start.mins.min(end.mins), start.maxs.max(end.maxs))
                }
            };
            self.tree.insert_or_update_partially(held, k as u32, 0.0);
        }
        self.tree.refit(&mut self.workspace);
        self.tree.optimize_incremental(&mut self.workspace);
        let vector = |v: &Vector3<f64>| Vector::new(v.x, v.y, v.z);
        let motion = |k: u32| {
            let flyer = &swarm.flyers[k as usize];
            let start = poses[k as usize];
            NonlinearRigidMotion::new(start, Vector::ZERO, vector(&flyer.by), vector(&flyer.turn))
        };
        let (mut hits, mut pairs) = (0, 0);
        let shape = |k: u32| &self.shapes[k as usize % 2];
        let mode = self.mode;
        self.tree
            .traverse_bvtt_single_tree::<false>(&mut self.workspace, &mut |a, b| {
                pairs += 1;
                let meets = match mode {
                    Mode::Poses => {
                        let [at_a, at_b] = [a, b].map(|k| &poses[k as usize]);
                        let found = intersection_test(at_a, shape(a), at_b, shape(b));
                        found.is_ok_and(|answer| answer.intersecting)
                    }
                    _ => {
                        let (a, b) = ((motion(a), shape(a)), (motion(b), shape(b)));
                        let hit = cast_shapes_nonlinear(&a.0, a.1, &b.0, b.1, 0.0, 1.0, true);
                        hit.expect("supported shapes").is_some()
                    }
                };
                hits += u64::from(meets);
            });
        self.pairs = pairs;
        hits
    }
}

fn shapes() -> ([SharedBody; 2], [ConvexPolyhedron; 2]) {
    let all = bodies::all();
    let named = |name: &str| all.iter().find(|body| body.name == name).expect("a body");
    let bodies = [named("box"), named("sphere66")];
    let ours = |body| SharedBody::new(interframe_body(body));
    (bodies.map(ours), bodies.map(parry_body))
}

fn steps(mode: Mode) -> [f64; 2] {
    match mode {
        Mode::Poses => [0.02, 0.05],
        _ => [0.5, std::f64::consts::PI],
    }
}

fn beside_parry(count: usize, mode: Mode, rounds: usize) {
    let (ours, parry) = shapes();
    let mut swarm = Swarm::new(count, steps(mode));
    let mut ours = Ours::new(&swarm, &ours, mode);
    let mut parry = Parry::new(parry, mode);
    let (mut times, mut last) = ([Vec::new(), Vec::new()], Statistics::default());
    let mut differ = 0;
    // The first frame builds trees and states, and is not counted.
    for round in 0..=rounds {
        let mut hits = [0; 2];
        for turn in 0..2 {
            let side = (turn + round) % 2;
            let start = seconds();
            match side {
                0 => (hits[0], last) = ours.frame(&swarm),
                _ => hits[1] = parry.frame(&swarm),
            }
            if round > 0 {
                times[side].push(1e9 * (seconds() - start) / count as f64);
            }
        }
        differ += hits[0].abs_diff(hits[1]);
        swarm.step();
        if mode == Mode::First {
            // Where the library's formula puts them.
            for (flyer, id) in swarm.flyers.iter_mut().zip(&ours.ids) {
                let pose = *ours.world.get(*id).expect("it is there").pose();
                flyer.at = pose.translation();
                flyer.turned = UnitQuaternion::new_normalize(pose.quaternion());
            }
        }
    }
    let ratios = times[1]
        .iter()
        .zip(&times[0])
        .map(|(parry, ours)| parry / ours);
    let ratio = median(ratios.collect());
    let [ours_ns, parry_ns] = times.map(median);
    println!(
        "| {count} | {} | {:.2} | {:.0}% | {ours_ns:.0} | {parry_ns:.0} | {ratio:.1} | {differ} |",
        mode.name(),
        last.pairs as f64 / count as f64,
        100.0 * last.hit as f64 / last.pairs as f64,
    );
}

/// Who is right where mode first and parry's casts differ: both bodies at 4,096 times of the frame, by parry's own test.
fn who_is_right(count: usize, rounds: usize) {
    let (shapes, parry) = shapes();
    let mut swarm = Swarm::new(count, steps(Mode::First));
    let mut ours = Ours::new(&swarm, &shapes, Mode::First);
    let vector = |v: &Vector3<f64>| Vector::new(v.x, v.y, v.z);
    let (mut missed, mut missed_seen, mut extra, mut extra_seen) = (0, 0, 0, 0);
    let mut pairs = 0;
    for _ in 0..rounds {
        ours.frame(&swarm);
        let hits: HashSet<[u32; 2]> = ours
            .frame
            .events
            .iter()
            .map(|event| [event.key.a, event.key.b].map(|piece| piece.body.index()))
            .collect();
        let motion = |flyer: &Flyer| {
            let q = flyer.turned.coords;
            let rotation = Rotation::from_xyzw(q.x, q.y, q.z, q.w);
            let start = ParryPose::from_parts(vector(&flyer.at), rotation);
            NonlinearRigidMotion::new(start, Vector::ZERO, vector(&flyer.by), vector(&flyer.turn))
        };
        for (k, a) in swarm.flyers.iter().enumerate() {
            for (l, b) in swarm.flyers.iter().enumerate().skip(k + 1) {
                if (a.at - b.at).norm() > 2.0 + (a.by - b.by).norm() {
                    continue;
                }
                pairs += 1;
                let (way_a, way_b) = (motion(a), motion(b));
                let [shape_a, shape_b] = [k, l].map(|k| &parry[k % 2]);
                let cast = cast_shapes_nonlinear(&way_a, shape_a, &way_b, shape_b, 0.0, 1.0, true);
                let theirs = cast.expect("supported shapes").is_some();
                let own = hits.contains(&[k as u32, l as u32]);
                if own == theirs {
                    continue;
                }
                let seen = (0..=4096).any(|step| {
                    let t = f64::from(step) / 4096.0;
                    let [at_a, at_b] = [&way_a, &way_b].map(|way| way.position_at_time(t));
                    intersection_test(&at_a, shape_a, &at_b, shape_b)
                        .is_ok_and(|answer| answer.intersecting)
                });
                match own {
                    true => (missed, missed_seen) = (missed + 1, missed_seen + u32::from(seen)),
                    false => (extra, extra_seen) = (extra + 1, extra_seen + u32::from(seen)),
                }
            }
        }
        swarm.step();
        for (flyer, id) in swarm.flyers.iter_mut().zip(&ours.ids) {
            let pose = *ours.world.get(*id).expect("it is there").pose();
            flyer.at = pose.translation();
            flyer.turned = UnitQuaternion::new_normalize(pose.quaternion());
        }
    }
    println!(
        "{count} bodies, {rounds} frames, {pairs} pairs: {missed} hits of ours alone, {missed_seen} of them seen by samples; \
         {extra} hits of parry's alone, {extra_seen} of them seen"
    );
}

/// Of a frame, a body: boxes, broad phase, exact queries, events.
fn grow(rounds: usize, sizes: &[usize], modes: &[Mode]) {
    println!(
        "\n| bodies | mode | boxes | broad phase | exact queries | events | whole, ns a body | memory, bytes a body | pairs a body |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for &mode in modes {
        for &count in sizes {
            let (ours, _) = shapes();
            let mut swarm = Swarm::new(count, steps(mode));
            let mut ours = Ours::new(&swarm, &ours, mode);
            let mut rows: [Vec<f64>; 5] = Default::default();
            let mut pairs = 0;
            for round in 0..=rounds + 8 {
                let start = seconds();
                let (_, found) = ours.frame(&swarm);
                let whole = seconds() - start;
                let parts = [
                    found.boxes_s,
                    found.broad_phase_s,
                    found.narrow_phase_s,
                    found.events_s,
                    whole,
                ];
                if round > 8 {
                    for (row, part) in rows.iter_mut().zip(parts) {
                        row.push(1e9 * part / count as f64);
                    }
                }
                pairs = found.pairs;
                swarm.step();
            }
            let [boxes, broad, narrow, events, whole] = rows.map(median);
            println!(
                "| {count} | {} | {boxes:.0} | {broad:.0} | {narrow:.0} | {events:.0} | {whole:.0} | {} | {:.2} |",
                mode.name(),
                ours.world.memory_bytes() / count,
                pairs as f64 / count as f64,
            );
        }
    }
}

/// Threads that take the next piece each.
struct Threads(usize);

impl Jobs for Threads {
    fn run(&self, n: usize, job: &(dyn Fn(usize) + Sync)) {
        let next = AtomicUsize::new(0);
        let work = || {
            loop {
                let piece = next.fetch_add(1, Ordering::Relaxed);
                if piece >= n {
                    return;
                }
                job(piece);
            }
        };
        std::thread::scope(|scope| {
            (1..self.0).for_each(|_| drop(scope.spawn(work)));
            work();
        });
    }
}

/// Bullets at 15 radii of a target a frame down a range with targets that drift and turn; those that are through start
/// again. By wall time: on one thread and on two in turns.
fn gatling(bullets: usize, targets: usize, frames: usize) {
    let rng = &mut case_generator(41, 0);
    let all = bodies::all();
    let named = |name: &str| all.iter().find(|body| body.name == name).expect("a body");
    let target = SharedBody::new(interframe_body(named("box")));
    let small = named("box").points.iter().map(|p| 0.02 * Vector3::from(*p));
    let bullet = Polytope::new(&small.collect::<Vec<_>>()).expect("finite");
    let bullet = SharedBody::new(bullet);
    let length = 1_000.0;
    let mut world = World::new();
    let mut flying = Vec::new();
    for k in 0..bullets + targets {
        let is_bullet = k < bullets;
        let at = [
            rng.between(0.0, length),
            rng.between(-20.0, 20.0),
            rng.between(-10.0, 10.0),
        ];
        let shape = if is_bullet { &bullet } else { &target };
        let pose = Pose::from_translation(at.into()).expect("finite");
        let id = world.add(BodyInput {
            user: k as u64,
            ..BodyInput::new(shape.clone(), pose)
        });
        let aside = Vector3::from(rng.direction());
        let (by, turn) = match is_bullet {
            true => (Vector3::new(15.0, 0.0, 0.0) + 0.1 * aside, 40.0 * aside),
            false => (0.05 * aside, 0.05 * Vector3::from(rng.direction())),
        };
        flying.push((id, by, turn));
    }
    let options = AdvanceOptions::default();
    let mut times = [Vec::new(), Vec::new()];
    let mut last = Statistics::default();
    for frame in 0..2 * frames {
        let mut motions = Vec::new();
        for (id, by, turn) in &flying {
            let mut pose = *world.get(*id).expect("it is there").pose();
            if pose.translation().x > length {
                let at = pose.translation() - Vector3::x() * length;
                pose = Pose::new(at, pose.quaternion()).expect("finite");
                world.teleport(*id, pose).expect("it is there");
            }
            let to = pose.translation() + by;
            let motion = Motion::from_turn(pose, to, *turn, Vector3::zeros());
            motions.push((*id, motion.expect("finite")));
        }
        let threads = frame % 2;
        let start = Instant::now();
        let found = world.advance(&motions, &options, &Threads(1 + threads));
        times[threads].push(1e3 * start.elapsed().as_secs_f64());
        last = found.expect("a frame").statistics;
    }
    for (threads, mut times) in times.into_iter().enumerate() {
        times.sort_by(f64::total_cmp);
        let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize];
        println!(
            "gatling, {} threads: {:.2} ms a frame, least {:.2}, p99.9 {:.2}",
            threads + 1,
            at(0.5),
            at(0.0),
            at(0.999)
        );
    }
    println!(
        "{last:?}\n{} bytes a body",
        world.memory_bytes() / (bullets + targets)
    );
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let is_test = args.iter().any(|arg| arg == "--test");
    let given = args
        .iter()
        .position(|arg| arg == "--sizes")
        .and_then(|at| args.get(at + 1));
    let sizes: Vec<usize> = match given {
        Some(list) => list
            .split(',')
            .map(|n| n.parse().expect("a count"))
            .collect(),
        None if is_test => vec![50],
        None => vec![500, 5_000, 50_000],
    };
    let named = args
        .iter()
        .position(|arg| arg == "--mode")
        .and_then(|at| args.get(at + 1));
    let modes: Vec<Mode> = match named {
        Some(name) => vec![name.parse().expect("a mode")],
        None => vec![Mode::Poses, Mode::First],
    };
    let rounds = if is_test { 2 } else { ROUNDS };
    if is_test || args.iter().any(|arg| arg == "--gatling") {
        match is_test {
            true => gatling(50, 20, 3),
            false => return gatling(10_000, 1_000, 100),
        }
    }
    if is_test || args.iter().any(|arg| arg == "--who") {
        who_is_right(sizes[0], rounds);
        if !is_test {
            return;
        }
    }
    if !args.iter().any(|arg| arg == "--grow") {
        println!(
            "| bodies | mode | box pairs a body | in contact | interframe, ns a body | parry, ns a body | parry / interframe | hits that differ |"
        );
        println!("|---|---|---|---|---|---|---|---|");
        for mode in modes.clone() {
            for &count in &sizes {
                beside_parry(count, mode, rounds);
            }
        }
    }
    let growing: &[usize] = if is_test {
        &[50]
    } else {
        &[1_000, 10_000, 100_000]
    };
    grow(rounds, growing, &modes);
}
