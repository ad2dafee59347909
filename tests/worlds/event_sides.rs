//! Which side a pair is on, in contact or apart, is changed by events alone: no value changes its sign by selecting, and a
//! ball that bounces loses no bounce. INTERFRAME_LONG=1 for full counts.

use interframe::{
    BodyId, BodyInput, ContactEvents, ContactEventsOptions, Curved, Error, Filter, Mobility, Pose,
    SharedBody, Side, World,
};
use nalgebra::Vector3;
use twin::random::{SplitMix64, case_generator};

use crate::common::count;

fn at(x: f64, z: f64) -> Pose {
    Pose::from_translation(Vector3::new(x, 0.0, z)).expect("finite")
}

fn ball(radius: f64) -> SharedBody {
    SharedBody::sphere(radius).expect("a radius")
}

fn cube(half: f64) -> SharedBody {
    SharedBody::cuboid([half; 3]).expect("a cube")
}

fn events(slots: u32, hysteresis: f64) -> ContactEvents {
    ContactEvents::new(&ContactEventsOptions { slots, hysteresis }).expect("valid")
}

/// Bodies that rise and fall, each above a floor of its own.
struct Columns {
    world: World,
    movers: Vec<BodyId>,
}

/// How far every mover's lowest point is below its origin.
const BELOW: f64 = 0.1;

impl Columns {
    fn new(random: &mut SplitMix64, count: usize) -> Self {
        let mut world = World::new();
        let cylinder = Curved::cylinder(BELOW, 0.2).expect("a cylinder");
        let shapes = [
            ball(BELOW),
            cube(BELOW),
            cube(0.06).rounded(0.04).expect("a radius"),
            cylinder.into(),
            Curved::ellipsoid([0.2, 0.3, BELOW])
                .expect("an ellipsoid")
                .into(),
        ];
        let floors = [cube(0.5), ball(0.5)];
        let movers = (0..count).map(|k| {
            let filter = Filter {
                category: 1,
                mask: 0,
                group: k as i32 + 1,
            };
            let x = 10.0 * k as f64;
            world.add(BodyInput {
                filter,
                mobility: Mobility::Static,
                ..BodyInput::new(random.pick(&floors).clone(), at(x, -0.5))
            });
            world.add(BodyInput {
                filter,
                user: k as u64,
                ..BodyInput::new(random.pick(&shapes).clone(), at(x, 1.0))
            })
        });
        let movers = movers.collect();
        Columns { world, movers }
    }

    /// Puts a mover this far above its floor.
    fn put(&mut self, k: usize, gap: f64) {
        let pose = at(10.0 * k as f64, BELOW + gap);
        self.world.teleport(self.movers[k], pose).expect("there");
    }
}

type Values = Vec<(Option<[Side; 2]>, f64)>;

fn values(events: &ContactEvents, world: &World) -> Result<Values, Error> {
    let mut z = vec![0.0; events.slots()];
    events.evaluate(world, &mut z)?;
    Ok(events.pairs().zip(z).collect())
}

/// Gaps at which signs are in doubt: none, of the last places, about the hysteresis.
fn gap(random: &mut SplitMix64, hysteresis: f64) -> f64 {
    let about = *random.pick(&[0.0, 0.0, hysteresis, 2.0 * hysteresis]);
    let off = *random.pick(&[0.0, 1.4e-17, 1.1e-16, 1e-15, 1e-13, 1e-9, 1e-3]);
    about + off * random.between(-1.0, 1.0)
}

#[test]
fn no_value_changes_its_sign_by_selecting() {
    const STEPS: u64 = 25;
    let random = &mut case_generator(2210, 0);
    let (mut steps, mut near, mut changes) = (0_u64, 0_u64, 0_u64);
    while steps < count(10_000, 1_000_000) {
        let hysteresis = *random.pick(&[0.0, 1e-15, 1e-12, 1e-6]);
        let mut columns = Columns::new(random, 4);
        let mut events = events(*random.pick(&[2, 3, 4, 6]), hysteresis);
        if events.select(&columns.world).is_err() {
            continue;
        }
        // Slots are in the order of values at the last selection that was made.
        let mut last = values(&events, &columns.world).expect("all others are apart");
        for _ in 0..STEPS {
            steps += 1;
            for k in 0..columns.movers.len() {
                if random.flip() {
                    columns.put(k, gap(random, hysteresis));
                }
            }
            let before = values(&events, &columns.world);
            if events.select(&columns.world).is_err() {
                continue;
            }
            let after = values(&events, &columns.world).expect("all others are apart");
            let earlier = std::mem::replace(&mut last, after.clone());
            let Ok(before) = before else { continue };
            for (pair, value) in &after {
                let known = before
                    .iter()
                    .find(|(known, _)| known == pair && pair.is_some());
                let was = known.map_or(1.0, |(_, was)| *was);
                assert_eq!(
                    was <= 0.0,
                    *value <= 0.0,
                    "step {steps}, hysteresis {hysteresis}: {was:e} became {value:e}"
                );
                near += u64::from(value.abs() < 1e-12);
            }
            let signs = |values: &Values| values.iter().map(|(_, z)| *z <= 0.0).collect::<Vec<_>>();
            match signs(&earlier) == signs(&before) {
                true => assert_eq!(signs(&before), signs(&after), "step {steps}"),
                false => changes += 1,
            }
        }
    }
    assert!(near > 1_000 && changes > 1_000, "{near} {changes}");
}

/// The step of the documentation: it ends a last place above the floor.
#[test]
fn a_step_that_ends_a_last_place_above_the_floor_keeps_its_event() {
    let mut world = World::new();
    world.add(BodyInput {
        mobility: Mobility::Static,
        ..BodyInput::new(cube(0.5), at(0.0, -0.5))
    });
    let mover = world.add(BodyInput::new(cube(0.5), at(0.0, 1.0)));
    let mut events = events(1, 1e-12);
    events.select(&world).expect("apart");
    let mut read = |events: &ContactEvents, gap: f64| {
        world.teleport(mover, at(0.0, 0.5 + gap)).expect("there");
        (
            values(events, &world).expect("one pair")[0].1,
            world.clone(),
        )
    };
    let (above, there) = read(&events, 1.1e-16);
    assert!(above > 0.0 && above < 1e-15, "{above:e}");
    events.select(&there).expect("one pair");
    assert_eq!(read(&events, 1.1e-16).0, above);
    // The event comes with the next step.
    let (below, there) = read(&events, -1e-9);
    assert!(below < 0.0);
    events.select(&there).expect("one pair");
    assert!(read(&events, 0.0).0 == -1e-12);
    // A root that is reported there counts, though the state is on its old side.
    let mut events = self::events(1, 1e-12);
    let (_, there) = read(&events_selected(&mut events, &there), 1.1e-16);
    events.select_after(&there, &[0]).expect("one pair");
    assert!(read(&events, 1.1e-16).0 < 0.0);
    // One that is not there does not.
    let (_, there) = read(&events, 1.0);
    events.select(&there).expect("apart");
    events.select_after(&there, &[0]).expect("apart");
    assert_eq!(read(&events, 1.0).0, 1.0);
    let refused = events.select_after(&there, &[1]);
    assert!(
        matches!(
            refused,
            Err(Error::Setting {
                name: "crossed",
                ..
            })
        ),
        "{refused:?}"
    );
}

/// A selection made apart.
fn events_selected(events: &mut ContactEvents, world: &World) -> ContactEvents {
    let mut world = world.clone();
    let mover = world
        .bodies()
        .find(|body| body.mobility() == Mobility::Moving);
    let mover = mover.expect("the mover").id();
    world.teleport(mover, at(0.0, 2.0)).expect("there");
    events.select(&world).expect("apart");
    events.clone()
}

/// A ball that bounces without loss: where it is since its last bounce is a parabola.
struct Bouncer {
    world: World,
    ball: BodyId,
    events: ContactEvents,
    /// Height above the floor and speed at the start of the parabola, and the time since.
    height: f64,
    speed: f64,
    since: f64,
}

const GRAVITY: f64 = 9.81;

impl Bouncer {
    fn new(speed: f64, hysteresis: f64) -> Self {
        let mut world = World::new();
        world.add(BodyInput {
            mobility: Mobility::Static,
            ..BodyInput::new(cube(0.5), at(0.0, -0.5))
        });
        let ball = world.add(BodyInput::new(ball(0.5), at(0.0, 0.5)));
        let mut bouncer = Bouncer {
            world,
            ball,
            events: events(1, hysteresis),
            height: 0.0,
            speed,
            since: 0.0,
        };
        bouncer.place(1e-3);
        bouncer.events.select(&bouncer.world).expect("one pair");
        (bouncer.since, bouncer.height) = (1e-3, 0.0);
        bouncer
    }

    fn place(&mut self, since: f64) {
        let height = self.height + (self.speed - 0.5 * GRAVITY * since) * since;
        self.world
            .teleport(self.ball, at(0.0, 0.5 + height))
            .expect("there");
    }

    /// The function at a time of the parabola.
    fn value(&mut self, since: f64) -> f64 {
        self.place(since);
        let mut z = [0.0];
        self.events.evaluate(&self.world, &mut z).expect("one pair");
        z[0]
    }

    /// One step to a time of the parabola, or to a root before it; whether there was one, and what begins or ends there.
    fn step(&mut self, to: f64, random: &mut SplitMix64, old_side: bool) -> Option<bool> {
        let (mut lo, mut hi) = (self.since, to);
        let contact = self.value(lo) <= 0.0;
        if (self.value(hi) <= 0.0) == contact {
            self.since = hi;
            self.events.select(&self.world).expect("one pair");
            return None;
        }
        loop {
            let middle = f64::midpoint(lo, hi);
            if middle <= lo || middle >= hi {
                break;
            }
            match (self.value(middle) <= 0.0) == contact {
                true => lo = middle,
                false => hi = middle,
            }
        }
        self.since = if old_side && random.flip() { lo } else { hi };
        self.place(self.since);
        self.events
            .select_after(&self.world, &[0])
            .expect("one pair");
        Some(!contact)
    }
}

#[test]
fn a_ball_that_bounces_loses_no_bounce() {
    for (hysteresis, old_side) in [(0.0, false), (1e-12, false), (1e-12, true), (1e-9, true)] {
        let random = &mut case_generator(2211, 0);
        let speed = 1.3;
        let period = 2.0 * speed / GRAVITY;
        let mut ball = Bouncer::new(speed, hysteresis);
        let bounces = count(400, 100_000);
        let (mut begins, mut ends, mut time) = (0, 0, 0.0);
        while begins < bounces {
            // To the floor but for some last places, or anywhere.
            let left = ball.speed / GRAVITY;
            let root = left + (left * left + 2.0 * ball.height / GRAVITY).max(0.0).sqrt();
            let close = *random.pick(&[1.1e-16, 3e-16, 1e-15, 1e-13]);
            let to = match random.below(3) {
                // In contact the way there leads through two events, of which a step may see neither.
                0 if root - close > ball.since && ball.value(ball.since) > 0.0 => root - close,
                _ => ball.since + period * random.between(1e-3, 0.15),
            };
            let Some(begin) = ball.step(to, random, old_side) else {
                let height = ball.height + (ball.speed - 0.5 * GRAVITY * ball.since) * ball.since;
                assert!(
                    height > -1e-9,
                    "bounce {begins} is lost: the ball is at {height}"
                );
                continue;
            };
            if !begin {
                ends += 1;
                continue;
            }
            begins += 1;
            time += ball.since;
            ball.height += (ball.speed - 0.5 * GRAVITY * ball.since) * ball.since;
            ball.speed = GRAVITY * ball.since - ball.speed;
            ball.since = 0.0;
        }
        // The first contact began before the first parabola, from the floor.
        assert!(ends + 1 >= begins && ends <= begins, "{begins} {ends}");
        let wanted = period * bounces as f64;
        assert!((time - wanted).abs() < 1e-7 * wanted, "{time} {wanted}");
        assert!((ball.speed - speed).abs() < 1e-7, "{}", ball.speed);
    }
}
