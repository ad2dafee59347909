//! What rapier's own continuous detection loses, and what it costs to lose nothing: 1,000 bullets at 900 units a second between
//! spinning bars, sensors, each other, and a level of triangles.
//!
//! `cargo run --release --example bullets [STEPS]`. A third party decides what met: for each step and pair, closed forms and fine
//! sampling of the motion that the step had, in `truth.rs`, which knows neither rapier nor interframe.

#[path = "bullets/level.rs"]
mod level;
#[path = "bullets/truth.rs"]
mod truth;

use std::collections::HashSet;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use interframe::{Phase, Serial, Verdict};
use interframe_rapier::f64::mirror::{Mirror, StopOptions};
use interframe_rapier::f64::rapier::prelude::*;

use level::{ARENA, Level, RADIUS};
use truth::{Ball, Bar, Gap};

const BULLETS: usize = 1_000;
const SPEED: f64 = 900.0;
const DT: f64 = 1.0 / 60.0;
/// Two met if they overlap by more than this in a step that they began farther apart than ten times as much.
const DEPTH: f64 = 0.002;

/// Collects the pairs whose contact or intersection rapier says has started.
#[derive(Default)]
struct Started(Mutex<HashSet<[ColliderHandle; 2]>>);

impl EventHandler for Started {
    fn handle_collision_event(
        &self,
        _: &RigidBodySet,
        _: &ColliderSet,
        event: CollisionEvent,
        _: Option<&ContactPair>,
    ) {
        if let CollisionEvent::Started(a, b, _) = event {
            self.0.lock().expect("one thread").insert(ordered(a, b));
        }
    }

    fn handle_soft_body_tear_event(&self, _: &SoftBodySet, _: &SoftBodyTearEvent) {}

    fn handle_contact_force_event(
        &self,
        _: Real,
        _: &RigidBodySet,
        _: &ColliderSet,
        _: &ContactPair,
        _: Real,
    ) {
    }
}

fn ordered(a: ColliderHandle, b: ColliderHandle) -> [ColliderHandle; 2] {
    if a.into_raw_parts() < b.into_raw_parts() {
        [a, b]
    } else {
        [b, a]
    }
}

struct Scene {
    world: PhysicsWorld,
    bullets: Vec<(RigidBodyHandle, ColliderHandle)>,
    bars: Vec<(RigidBodyHandle, ColliderHandle)>,
    sensors: Vec<(ColliderHandle, truth::Slab)>,
    mesh: ColliderHandle,
    level: Level,
}

fn scene(has_ccd: bool) -> Scene {
    let mut world = PhysicsWorld {
        gravity: Vector::ZERO,
        ..PhysicsWorld::default()
    };
    let parameters = &mut world.integration_parameters;
    parameters.dt = DT;
    // Otherwise rapier slows everything to 400 units a second.
    parameters.normalized_max_linear_velocity = 10_000.0;
    parameters.max_ccd_substeps = if has_ccd { 1 } else { 0 };
    let mut random = level::Random(2026);
    let level = Level::new(&mut random);
    let ground = ColliderBuilder::trimesh(level.vertices.clone(), level.triangles.clone());
    let ground = ground.expect("a mesh").restitution(1.0).friction(0.0);
    let (_, mesh) = world.insert(RigidBodyBuilder::fixed(), ground);
    let mut bars = Vec::new();
    for place in level::bars() {
        let body = RigidBodyBuilder::kinematic_velocity_based()
            .translation(place)
            .angvel(Vector::new(0.0, 0.0, 2.0 / DT))
            .allow_fast_rotation(true);
        let [x, y, z] = level::BAR;
        bars.push(world.insert(body, ColliderBuilder::cuboid(x, y, z).restitution(1.0)));
    }
    let mut sensors = Vec::new();
    for slab in level::sensors() {
        let [x, y, z] = slab.half;
        let plate = ColliderBuilder::cuboid(x, y, z)
            .sensor(true)
            .active_events(ActiveEvents::COLLISION_EVENTS);
        let body = RigidBodyBuilder::fixed().translation(slab.center);
        sensors.push((world.insert(body, plate).1, slab));
    }
    let mut bullets = Vec::new();
    while bullets.len() < BULLETS {
        let place = random.point(ARENA - 1.0);
        let way = random.point(1.0);
        let is_free = bars.iter().all(|(bar, _)| {
            (world.bodies[*bar].translation() - place).length() > level::BAR[0] + 0.2
        });
        if !is_free || !(0.1..1.0).contains(&way.length()) {
            continue;
        }
        let body = RigidBodyBuilder::dynamic()
            .translation(place)
            .linvel(way.normalize() * SPEED)
            .ccd_enabled(true)
            .can_sleep(false);
        let ball = ColliderBuilder::ball(RADIUS).restitution(1.0).friction(0.0);
        bullets.push(world.insert(body, ball.active_events(ActiveEvents::COLLISION_EVENTS)));
    }
    Scene {
        world,
        bullets,
        bars,
        sensors,
        mesh,
        level,
    }
}

/// Where all is at one time.
struct Poses {
    bullets: Vec<Vector>,
    bars: Vec<f64>,
}

impl Scene {
    fn poses(&self) -> Poses {
        let place =
            |(body, _): &(RigidBodyHandle, ColliderHandle)| self.world.bodies[*body].translation();
        let angle = |(body, _): &(RigidBodyHandle, ColliderHandle)| {
            let q = *self.world.bodies[*body].rotation();
            2.0 * q.z.atan2(q.w)
        };
        Poses {
            bullets: self.bullets.iter().map(place).collect(),
            bars: self.bars.iter().map(angle).collect(),
        }
    }

    /// The balls of a step, each going straight until a time and standing from then on.
    fn balls(
        &self,
        before: &Poses,
        after: &Poses,
        until: impl Fn(RigidBodyHandle) -> f64,
    ) -> Vec<Ball> {
        let both = before.bullets.iter().zip(&after.bullets).zip(&self.bullets);
        both.map(|((from, to), (body, _))| Ball {
            from: *from,
            to: *to,
            until: until(*body),
            is_left_out: false,
        })
        .collect()
    }

    fn bars_of(&self, before: &Poses, after: &Poses) -> Vec<Bar> {
        let both = before.bars.iter().zip(&after.bars).zip(&self.bars);
        both.map(|((from, to), (body, _))| {
            let turn = (to - from).rem_euclid(std::f64::consts::TAU);
            Bar {
                center: self.world.bodies[*body].translation(),
                half: level::BAR,
                from: *from,
                turn,
            }
        })
        .collect()
    }

    /// Pairs that met in a step, by kind, with those that touched all but so.
    fn met(&self, balls: &[Ball], bars: &[Bar]) -> [Vec<([ColliderHandle; 2], Gap)>; 4] {
        let mut found: [Vec<_>; 4] = Default::default();
        let limit = 2.0 * DEPTH;
        for (i, a) in balls.iter().enumerate().filter(|(_, a)| !a.is_left_out) {
            let own = self.bullets[i].1;
            let mut add = |kind: usize, other: ColliderHandle, gap: Gap| {
                if gap.least < limit {
                    found[kind].push((ordered(own, other), gap));
                }
            };
            let later = balls.iter().enumerate().skip(i + 1);
            for (j, b) in later.filter(|(_, b)| !b.is_left_out) {
                add(0, self.bullets[j].1, truth::of_balls(a, b, RADIUS));
            }
            for (bar, (_, collider)) in bars.iter().zip(&self.bars) {
                add(1, *collider, truth::of_bar(a, bar, RADIUS));
            }
            for (collider, slab) in &self.sensors {
                add(2, *collider, truth::of_slab(a, slab, RADIUS));
            }
            add(3, self.mesh, self.level.gap(a));
        }
        found
    }

    fn escaped(&self) -> usize {
        let place =
            |(body, _): &(RigidBodyHandle, ColliderHandle)| self.world.bodies[*body].translation();
        self.bullets
            .iter()
            .filter(|bullet| self.level.is_outside(place(bullet)))
            .count()
    }
}

fn is_met(gap: &Gap) -> bool {
    gap.least < -DEPTH && gap.first > 10.0 * DEPTH
}

fn median(times: &mut [Duration]) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1e3
}

const KINDS: [&str; 4] = [
    "bullet and bullet",
    "bullet and spinning bar",
    "bullet and sensor",
    "bullet and level",
];

/// rapier with its own detection, and a mirror beside it that only looks.
fn beside(steps: usize) {
    let mut scene = scene(true);
    let mut mirror = Mirror::new();
    let started = Started::default();
    let (mut counts, mut wrong, mut undecided) = ([[0_usize; 3]; 4], 0, 0);
    let [mut rapier_times, mut our_times] = [Vec::new(), Vec::new()];
    // Pairs that met in the step before, which rapier may find at the start of this one.
    let mut last: [Vec<[ColliderHandle; 2]>; 4] = Default::default();
    for step in 0..=steps {
        let before = scene.poses();
        let begin = Instant::now();
        mirror
            .before_step(&scene.world.bodies, &scene.world.colliders)
            .expect("all convert");
        let stepping = Instant::now();
        scene.world.step_with_events(&(), &started);
        let stepped = Instant::now();
        let parameters = &scene.world.integration_parameters;
        let frame = mirror
            .after_step(
                parameters,
                &scene.world.bodies,
                &scene.world.colliders,
                &Serial,
            )
            .expect("a frame");
        rapier_times.push(stepped - stepping);
        our_times.push(stepped.elapsed() + (stepping - begin));
        let by_rapier = std::mem::take(&mut *started.0.lock().expect("one thread"));
        for (kind, pairs) in last.iter_mut().enumerate() {
            counts[kind][1] += pairs
                .iter()
                .filter(|pair| by_rapier.contains(*pair))
                .count();
            pairs.clear();
        }
        if step == steps {
            break;
        }
        let after = scene.poses();
        let (balls, bars) = (
            scene.balls(&before, &after, |_| 1.0),
            scene.bars_of(&before, &after),
        );
        let met = scene.met(&balls, &bars);
        let events = frame
            .contacts
            .iter()
            .filter(|c| c.event.phase == Phase::Begin);
        undecided += frame
            .contacts
            .iter()
            .filter(|c| c.event.verdict == Verdict::Undecided)
            .count();
        let ours: HashSet<_> = events
            .map(|c| ordered(c.colliders[0], c.colliders[1]))
            .collect();
        let near: HashSet<_> = met.iter().flatten().map(|(pair, _)| *pair).collect();
        wrong += ours.difference(&near).count();
        for (kind, pairs) in met.iter().enumerate() {
            for (pair, _) in pairs.iter().filter(|(_, gap)| is_met(gap)) {
                counts[kind][0] += 1;
                counts[kind][2] += usize::from(ours.contains(pair));
                match by_rapier.contains(pair) {
                    true => counts[kind][1] += 1,
                    false => last[kind].push(*pair),
                }
            }
        }
    }
    println!(
        "{BULLETS} bullets at {SPEED} units a second, {steps} steps of 1/60 s, rapier's own detection on for all bullets\n"
    );
    println!(
        "{:<26}{:>8}{:>12}{:>12}{:>16}{:>12}",
        "contacts", "there", "rapier has", "it loses", "interframe has", "it loses"
    );
    for (kind, [all, rapier, ours]) in KINDS.iter().zip(counts) {
        println!(
            "{kind:<26}{all:>8}{rapier:>12}{:>12}{ours:>16}{:>12}",
            all - rapier,
            all - ours
        );
    }
    println!("\ncontacts by interframe of what never came near: {wrong}; undecided: {undecided}");
    println!("bullets that have left the level: {}", scene.escaped());
    let (step, added) = (median(&mut rapier_times), median(&mut our_times));
    println!("time of a step, median: rapier {step:.2} ms, interframe adds {added:.2} ms\n");
    let lost: usize = counts.iter().map(|[all, _, ours]| all - ours).sum();
    assert_eq!(
        (lost, wrong),
        (0, 0),
        "interframe lost contacts, or has some that were none"
    );
}

/// rapier without its own detection, and a mirror that stops bodies.
fn stopping(steps: usize) {
    let mut scene = scene(false);
    let mut mirror = Mirror::stopping();
    let options = StopOptions::default();
    let (mut through, mut at_the_end) = ([0_usize; 4], [0_usize; 4]);
    let (mut stops, mut spent, mut left_out) = (0, 0, 0);
    let [mut rapier_times, mut our_times] = [Vec::new(), Vec::new()];
    for _ in 0..steps {
        let before = scene.poses();
        let begin = Instant::now();
        mirror
            .before_step(&scene.world.bodies, &scene.world.colliders)
            .expect("all convert");
        let stepping = Instant::now();
        scene.world.step();
        let stepped = Instant::now();
        let there = scene.poses();
        let looking = Instant::now();
        let PhysicsWorld {
            bodies,
            colliders,
            integration_parameters,
            ..
        } = &mut scene.world;
        let frame = mirror
            .after_step_stopping(integration_parameters, bodies, colliders, &options, &Serial)
            .expect("a frame");
        rapier_times.push(stepped - stepping);
        our_times.push(looking.elapsed() + (stepping - begin));
        stops += frame.stops.len();
        spent += frame.stops.iter().filter(|stop| stop.is_spent).count();
        let after = scene.poses();
        let times: std::collections::HashMap<_, _> =
            frame.stops.iter().map(|stop| (stop.body, stop.t)).collect();
        let mut balls = scene.balls(&before, &after, |body| {
            times.get(&body).copied().unwrap_or(1.0)
        });
        let bars = scene.bars_of(&before, &after);
        // Those that were pushed or slid on have another way: they are checked where they end, with all that is there then.
        let mut others = HashSet::new();
        for (k, ball) in balls.iter_mut().enumerate() {
            let stood = ball.from + (there.bullets[k] - ball.from) * ball.until;
            if (stood - ball.to).length() > 1e-6 {
                others.insert(scene.bullets[k].1);
                ball.is_left_out = true;
            }
        }
        left_out += others.len();
        let met = scene.met(&balls, &bars);
        let balls: Vec<_> = balls.iter().map(Ball::at_end).collect();
        let bars: Vec<_> = bars.iter().map(Bar::at_end).collect();
        let ends = scene.met(&balls, &bars);
        for kind in [0, 1, 3] {
            through[kind] += met[kind].iter().filter(|(_, gap)| is_met(gap)).count();
            let deep = ends[kind].iter().filter(|(_, gap)| gap.least < -DEPTH);
            at_the_end[kind] += deep
                .filter(|(pair, _)| pair.iter().any(|one| others.contains(one)))
                .count();
        }
    }
    println!(
        "the same, bodies stopped by interframe in place of rapier's own detection: {stops} stops\n"
    );
    println!(
        "{:<26}{:>12}{:>24}",
        "overlaps", "on the way", "of others at the end"
    );
    for kind in [0, 1, 3] {
        println!(
            "{:<26}{:>12}{:>24}",
            KINDS[kind], through[kind], at_the_end[kind]
        );
    }
    println!("\nbullets that have left the level: {}", scene.escaped());
    println!(
        "others, which were pushed or slid on and are checked only where they end: {left_out}; changed too often: {spent}"
    );
    let (step, added) = (median(&mut rapier_times), median(&mut our_times));
    println!("time of a step, median: rapier {step:.2} ms, interframe adds {added:.2} ms");
    let overlaps: usize = through.iter().chain(&at_the_end).sum();
    assert!(
        overlaps + scene.escaped() == 0 || spent > 0,
        "something tunnelled"
    );
}

/// A pile of boxes, which needs neither: what the mirror costs where nothing is fast.
fn calm(steps: usize) {
    let mut world = PhysicsWorld::default();
    world.integration_parameters.dt = DT;
    let floor = RigidBodyBuilder::fixed().translation(Vector::new(0.0, -1.0, 0.0));
    world.insert(floor, ColliderBuilder::cuboid(30.0, 1.0, 30.0));
    for k in 0..1_000_u32 {
        let [x, y, z] = [k % 10, k / 100, k / 10 % 10].map(f64::from);
        let place = Vector::new(0.8 * x + 0.1 * y, 0.6 * y + 0.4, 0.8 * z);
        world.insert(
            RigidBodyBuilder::dynamic().translation(place),
            ColliderBuilder::cuboid(0.25, 0.25, 0.25),
        );
    }
    // It falls, and lies.
    for _ in 0..steps {
        world.step();
    }
    for skip_slow in [None, Some(0.25)] {
        let mut mirror = Mirror::new();
        mirror.skip_slow = skip_slow;
        let [mut rapier_times, mut our_times] = [Vec::new(), Vec::new()];
        for _ in 0..steps.min(30) {
            world
                .bodies
                .iter_mut()
                .for_each(|(_, body)| body.wake_up(true));
            let begin = Instant::now();
            mirror
                .before_step(&world.bodies, &world.colliders)
                .expect("all convert");
            let stepping = Instant::now();
            world.step();
            let stepped = Instant::now();
            let parameters = &world.integration_parameters;
            mirror
                .after_step(parameters, &world.bodies, &world.colliders, &Serial)
                .expect("a frame");
            rapier_times.push(stepped - stepping);
            our_times.push(stepped.elapsed() + (stepping - begin));
        }
        let (step, added) = (median(&mut rapier_times), median(&mut our_times));
        let what = if skip_slow.is_some() {
            "fast pairs only"
        } else {
            "all pairs"
        };
        println!(
            "1,000 boxes in a pile, {what}: rapier {step:.2} ms, interframe adds {added:.2} ms"
        );
    }
}

fn main() {
    let steps = std::env::args()
        .nth(1)
        .and_then(|text| text.parse().ok())
        .unwrap_or(120);
    beside(steps);
    stopping(steps);
    println!();
    calm(steps);
}
