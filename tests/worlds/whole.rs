//! A world is whole whatever happens in a call: a job or a filter that panics leaves it as it was, and a frame that is taken
//! back was never there. INTERFRAME_LONG=1 for full counts.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use interframe::{
    AdvanceOptions, Batch, Body, BodyId, BodyInput, ContactEvents, ContactEventsOptions, Error,
    IntersectOptions, Jobs, Mobility, Mode, Motion, PairState, Pose, QueryFilter, Serial,
    SharedBody, World,
};
use nalgebra::Vector3;
use twin::random::{SplitMix64, case_generator};

use crate::common::count;

/// The call that panics, of all that are counted.
#[derive(Default)]
struct Bomb {
    calls: AtomicUsize,
    at: Option<usize>,
}

impl Bomb {
    fn at(k: usize) -> Self {
        Bomb {
            at: Some(k),
            ..Bomb::default()
        }
    }

    fn tick(&self) {
        let call = self.calls.fetch_add(1, Ordering::Relaxed);
        assert!(Some(call) != self.at, "the caller's own panic");
    }

    fn calls(&self) -> usize {
        self.calls.load(Ordering::Relaxed)
    }
}

impl Jobs for Bomb {
    fn run(&self, n: usize, job: &(dyn Fn(usize) + Sync)) {
        for piece in 0..n {
            self.tick();
            job(piece);
        }
    }
}

/// Two hundred bodies in a crowd, some of them fixed.
fn crowd(random: &mut SplitMix64, bodies: usize) -> World {
    let mut world = World::new();
    let ball = SharedBody::sphere(0.5).expect("a ball");
    for k in 0..bodies {
        let place = Vector3::new(random.unit(), random.unit(), random.unit()) * 6.0;
        let mobility = match k % 7 {
            0 => Mobility::Static,
            _ => Mobility::Moving,
        };
        world.add(BodyInput {
            user: k as u64,
            mobility,
            ..BodyInput::new(ball.clone(), Pose::from_translation(place).expect("finite"))
        });
    }
    world
}

fn motions(world: &World, random: &mut SplitMix64) -> Vec<(BodyId, Motion)> {
    let moving = world
        .bodies()
        .filter(|body| body.mobility() == Mobility::Moving);
    let motion = |body: &interframe::WorldBody| {
        let speed = *random.pick(&[0.01, 0.2, 3.0]);
        let way = Vector3::from(random.direction()) * speed;
        let end = body.pose().translation() + way;
        (
            body.id(),
            Motion::translation(*body.pose(), end).expect("finite"),
        )
    };
    moving.map(motion).collect()
}

fn silently<T>(call: impl FnOnce() -> T) -> Option<T> {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let done = catch_unwind(AssertUnwindSafe(call));
    std::panic::set_hook(hook);
    done.ok()
}

#[test]
fn a_panic_in_a_job_or_filter_leaves_the_world_as_it_was() {
    let random = &mut case_generator(2220, 0);
    for mode in [Mode::First, Mode::All, Mode::Poses] {
        let options = AdvanceOptions {
            mode,
            ..AdvanceOptions::default()
        };
        let mut world = crowd(random, 220);
        for _ in 0..3 {
            let frame = motions(&world, random);
            world.advance(&frame, &options, &Serial).expect("a frame");
        }
        let next = motions(&world, random);
        let (before, mut wanted) = (world.snapshot(), world.clone());
        let found = wanted.advance(&next, &options, &Serial).expect("a frame");
        let after = wanted.snapshot();
        for filtered in [false, true] {
            let bomb = Arc::new(Bomb::default());
            run(&mut world.clone(), &next, &options, &bomb, filtered).expect("a frame");
            let calls = bomb.calls();
            assert!(calls > 3, "{calls}");
            let step = if filtered {
                (calls / count(20, 400) as usize).max(1)
            } else {
                1
            };
            for k in (0..calls).step_by(step) {
                let bomb = Arc::new(Bomb::at(k));
                let panicked = silently(|| run(&mut world, &next, &options, &bomb, filtered));
                assert!(panicked.is_none(), "{mode:?} call {k} of {calls}");
                world.set_pair_filter(None);
                assert!(
                    world.snapshot() == before,
                    "{mode:?} call {k} of {calls}: another world"
                );
                // Other calls see what was there; and bodies may go.
                assert!(world.undo_frame().is_err());
                let mut again = world.clone();
                let gone = again.bodies().next().expect("a body").id();
                again.remove(gone).expect("there");
                again.advance(&[], &options, &Serial).expect("a frame");
                let mut again = world.clone();
                let same = again.advance(&next, &options, &Serial).expect("a frame");
                assert!(
                    same.events == found.events && again.snapshot() == after,
                    "{mode:?} call {k}"
                );
            }
        }
    }
}

fn run(
    world: &mut World,
    motions: &[(BodyId, Motion)],
    options: &AdvanceOptions,
    bomb: &Arc<Bomb>,
    filtered: bool,
) -> Result<(), Error> {
    if filtered {
        let bomb = Arc::clone(bomb);
        world.set_pair_filter(Some(Arc::new(move |_| {
            bomb.tick();
            true
        })));
        return world.advance(motions, options, &Serial).map(drop);
    }
    world.advance(motions, options, &**bomb).map(drop)
}

#[test]
fn a_panic_in_a_question_leaves_all_as_it_was() {
    let random = &mut case_generator(2221, 0);
    let world = crowd(random, 60);
    let ball = SharedBody::sphere(1.0).expect("a ball");
    let here = Pose::from_translation(Vector3::repeat(3.0)).expect("finite");
    let ask = |world: &World, bomb: &Bomb| {
        let accept = |_| {
            bomb.tick();
            true
        };
        let filter = QueryFilter {
            filter: None,
            accept: Some(&accept),
        };
        let queries = world.queries();
        let near = queries
            .nearest(&ball, &here, f64::INFINITY, &filter)
            .expect("asked");
        let overlaps = queries.overlap(&ball, &here, &filter).expect("asked");
        let pairs = queries
            .closest_pairs(5, f64::INFINITY, &filter)
            .expect("asked");
        (near, overlaps, pairs)
    };
    let bomb = Bomb::default();
    let wanted = ask(&world, &bomb);
    assert!(bomb.calls() > 5);
    for k in 0..bomb.calls() {
        let asked = crowd(&mut case_generator(2221, 0), 60);
        assert!(silently(|| ask(&asked, &Bomb::at(k))).is_none());
        assert!(ask(&asked, &Bomb::default()) == wanted, "call {k}");
    }
    // A batch: the states are those of some pairs, and its answers the same.
    let bodies: Vec<Body<'_>> = world.bodies().map(|body| body.shape().into()).collect();
    let places: Vec<Pose> = world.bodies().map(|body| *body.pose()).collect();
    let pairs: Vec<[u32; 2]> = (0..60).flat_map(|a| (0..a).map(move |b| [a, b])).collect();
    let batch = Batch {
        bodies: &bodies,
        places: &places,
        pairs: &pairs,
    };
    let options = IntersectOptions::default();
    let mut states = vec![PairState::default(); pairs.len()];
    let verdicts = |states: &mut [PairState], jobs: &dyn Jobs| {
        let answers = batch.intersect(&options, states, jobs).expect("asked");
        answers
            .iter()
            .map(|answer| answer.verdict)
            .collect::<Vec<_>>()
    };
    let wanted = verdicts(&mut states.clone(), &Serial);
    for k in 0..pairs.len() / 64 {
        assert!(silently(|| verdicts(&mut states, &Bomb::at(k))).is_none());
        assert_eq!(verdicts(&mut states, &Serial), wanted);
    }
}

#[test]
fn a_panic_in_a_selection_keeps_the_one_before() {
    let random = &mut case_generator(2222, 0);
    let mut world = crowd(random, 20);
    let options = ContactEventsOptions {
        slots: 64,
        hysteresis: 1e-9,
    };
    let mut events = ContactEvents::new(&options).expect("valid");
    events.select(&world).expect("enough");
    let read = |events: &ContactEvents, world: &World| {
        let mut z = vec![0.0; 64];
        events.evaluate(world, &mut z).map(|()| z)
    };
    let next = motions(&world, random);
    world
        .advance(&next, &AdvanceOptions::default(), &Serial)
        .expect("a frame");
    let before = read(&events, &world);
    let mut calls = 1;
    let mut k = 0;
    while k < calls {
        let bomb = Arc::new(Bomb::at(k));
        let filter = Arc::clone(&bomb);
        world.set_pair_filter(Some(Arc::new(move |_| {
            filter.tick();
            true
        })));
        let panicked = silently(|| events.select(&world)).is_none();
        world.set_pair_filter(None);
        calls = if panicked { calls + 1 } else { calls };
        if panicked {
            assert_eq!(read(&events, &world), before, "call {k}");
        }
        k += 1;
    }
    assert!(calls > 5, "{calls}");
    events.select(&world).expect("enough");
    read(&events, &world).expect("as before");
}

#[test]
fn a_frame_that_is_taken_back_was_never_there() {
    let random = &mut case_generator(2223, 0);
    for round in 0..count(40, 2_000) {
        let mode = *random.pick(&[Mode::First, Mode::All, Mode::Poses]);
        let options = AdvanceOptions {
            mode,
            ..AdvanceOptions::default()
        };
        let mut world = crowd(random, 60);
        assert!(matches!(world.undo_frame(), Err(Error::World { .. })));
        for _ in 0..4 {
            let [once, next] = [0, 1].map(|_| motions(&world, random));
            let before = world.snapshot();
            let mut other = world.clone();
            world.advance(&once, &options, &Serial).expect("a frame");
            world.undo_frame().expect("a frame");
            assert!(world.snapshot() == before, "round {round} {mode:?}");
            assert!(matches!(world.undo_frame(), Err(Error::World { .. })));
            let frames = [&mut world, &mut other]
                .map(|world| world.advance(&next, &options, &Serial).expect("a frame"));
            assert!(
                frames[0].events == frames[1].events,
                "round {round} {mode:?}"
            );
            assert!(
                world.snapshot() == other.snapshot(),
                "round {round} {mode:?}"
            );
        }
    }
}
