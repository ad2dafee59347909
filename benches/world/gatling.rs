//! Bullets over targets, on one thread and on two.

use std::sync::Mutex;
use std::time::Instant;

use interframe::{AdvanceOptions, BodyInput, Jobs, Motion, Pose, Rayon, Serial, Statistics, World};
use nalgebra::Vector3;
use rayon::ThreadPoolBuilder;

use crate::support::bullets::{LENGTH, Range, shapes};
use crate::support::contenders::pose;
use crate::support::driver::{median, seconds};

/// So many runs on one thread, and as many on two, in turns.
const RUNS: usize = 10;

/// One thread that finds how long two would take that nobody else disturbs: pieces go to the one that is free first.
#[derive(Default)]
struct TwoAtBest {
    /// Seconds of pieces one after the other, and shared by two.
    took: Mutex<[f64; 2]>,
}

impl Jobs for TwoAtBest {
    fn run(&self, n: usize, job: &(dyn Fn(usize) + Sync)) {
        let mut busy = [0.0; 2];
        for piece in 0..n {
            let start = seconds();
            job(piece);
            let free = usize::from(busy[1] < busy[0]);
            busy[free] += seconds() - start;
        }
        let mut took = self.took.lock().expect("no other thread");
        took[0] += busy[0] + busy[1];
        took[1] += busy[0].max(busy[1]);
    }
}

/// Bullets at 15 radii of a target a frame down a range with targets that drift and turn; those that are through start
/// again. By wall time: on one thread and on two in turns.
pub fn gatling(bullets: usize, targets: usize, frames: usize) {
    let [target, bullet] = shapes().map(|shape| shape.shared());
    let range = Range::new(bullets, targets);
    let mut world = World::new();
    let mut flying = Vec::new();
    for (k, flyer) in range.bullets.iter().chain(&range.targets).enumerate() {
        let shape = if k < bullets { &bullet } else { &target };
        let id = world.add(BodyInput {
            user: k as u64,
            ..BodyInput::new(shape.clone(), pose(&flyer.place()))
        });
        flying.push((id, flyer.by, flyer.turn));
    }
    // This thread and another.
    ThreadPoolBuilder::new()
        .num_threads(2)
        .use_current_thread()
        .build_global()
        .expect("two threads");
    let options = AdvanceOptions::default();
    let mut times = [Vec::new(), Vec::new()];
    let mut at_best = Vec::new();
    let run = frames / RUNS;
    let mut last = Statistics::default();
    for frame in 0..2 * frames {
        let mut motions = Vec::new();
        for (id, by, turn) in &flying {
            let mut pose = *world.get(*id).expect("it is there").pose();
            if pose.translation().x > LENGTH {
                let at = pose.translation() - Vector3::x() * LENGTH;
                pose = Pose::new(at, pose.quaternion()).expect("finite");
                world.teleport(*id, pose).expect("it is there");
            }
            let to = pose.translation() + by;
            let motion = Motion::from_turn(pose, to, *turn, Vector3::zeros());
            motions.push((*id, motion.expect("finite")));
        }
        let threads = frame / run % 2;
        if frame % 8 == 7 {
            let (start, jobs) = (seconds(), TwoAtBest::default());
            let found = world.advance(&motions, &options, &jobs);
            let whole = seconds() - start;
            let [alone, shared] = jobs.took.into_inner().expect("no other thread");
            at_best.push(whole / (whole - alone + shared));
            last = found.expect("a frame").statistics;
            continue;
        }
        let start = Instant::now();
        let found = match threads {
            0 => world.advance(&motions, &options, &Serial),
            _ => Rayon::awake(|| world.advance(&motions, &options, &Rayon)),
        };
        times[threads].push(1e3 * start.elapsed().as_secs_f64());
        last = found.expect("a frame").statistics;
    }
    let best = times.each_ref().map(|times| {
        let runs = times
            .chunks(run)
            .map(|run| run.iter().sum::<f64>() / run.len() as f64);
        runs.fold(f64::INFINITY, f64::min)
    });
    for ((threads, mut times), best) in (1..).zip(times).zip(best) {
        times.sort_by(f64::total_cmp);
        let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize];
        println!(
            "gatling, {threads} threads: {:.2} ms a frame, least {:.2}, p99.9 {:.2}, best of {RUNS} runs {best:.2}",
            at(0.5),
            at(0.0),
            at(0.999)
        );
    }
    println!(
        "{:.2} times as fast on two threads; {:.2} if nothing else ran, by processor time of pieces",
        best[0] / best[1],
        median(at_best)
    );
    println!(
        "{last:?}\n{} bytes a body",
        world.memory_bytes() / (bullets + targets)
    );
}
