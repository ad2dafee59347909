//! Frames of worlds beside all pairs asked one by one, with any number of threads, in any order of insertion.

use std::collections::{BTreeMap, HashMap};

use interframe::{
    AdvanceOptions, BodyInput, Contact, ContactInterval, DistanceOptions, Event, InitialContact,
    IntersectOptions, Mobility, Mode, Motion, MovingPair, PairState, Phase, Pose, PosedPair,
    Serial, SharedBody, TimeOfImpactOptions, Verdict, World, contact_intervals, distance,
    intersect, time_of_impact,
};
use nalgebra::Vector3;
use twin::random::case_generator;

use crate::bodies::Threads;
use crate::common::count;
use crate::model::{Live, Model};

pub(crate) const MODES: [Mode; 3] = [Mode::Poses, Mode::First, Mode::All];

/// What a pair should say in a frame.
#[derive(Debug, Clone, Copy)]
struct Wanted {
    phase: Phase,
    verdict: Verdict,
    contact: Contact,
    bracket: [f64; 2],
}

/// What all pairs say, each asked with no memory, and which are in contact afterwards.
struct AllPairs {
    touching: HashMap<[u64; 2], bool>,
    events: u64,
    /// Answers that differ where a gap within the tolerance leaves both free to.
    loose: u64,
}

impl AllPairs {
    fn pair(&self, options: &AdvanceOptions, a: &Live, b: &Live) -> (Vec<Wanted>, bool) {
        let key = [a.input.user, b.input.user];
        let was = self.touching.get(&key).copied().unwrap_or(false);
        match options.mode {
            Mode::Poses => poses(a, b, was),
            Mode::First => first(&options.time_of_impact, a, b, was),
            _ => all(&options.time_of_impact, a, b, was),
        }
    }

    fn compare(&mut self, model: &Model, options: &AdvanceOptions, events: &[Event]) {
        let mut said: BTreeMap<[u64; 2], Vec<&Event>> = BTreeMap::new();
        for event in events {
            said.entry(event.users).or_default().push(event);
        }
        let mut live: Vec<&Live> = model.live.iter().collect();
        live.sort_by_key(|live| live.input.user);
        for (k, a) in live.iter().enumerate() {
            for b in &live[k + 1..] {
                let key = [a.input.user, b.input.user];
                let both_static = [a, b].map(|x| x.input.mobility) == [Mobility::Static; 2];
                if both_static || !a.input.filter.allows(&b.input.filter) {
                    self.touching.remove(&key);
                    assert!(!said.contains_key(&key), "a pair that is none");
                    continue;
                }
                let (wanted, touching) = self.pair(options, a, b);
                let found = said.remove(&key).unwrap_or_default();
                self.events += found.len() as u64;
                let touching = match same(&wanted, &found) {
                    true => touching,
                    false => {
                        let near = wanted.iter().any(|w| w.contact != Contact::Overlap)
                            || found.iter().any(|f| f.contact != Contact::Overlap);
                        assert!(near, "{key:?} wanted {wanted:?}, found {found:?}");
                        self.loose += 1;
                        found
                            .last()
                            .is_some_and(|event| matches!(event.phase, Phase::Begin | Phase::Stay))
                    }
                };
                for event in &found {
                    holds(event, a, b, options);
                }
                self.touching.insert(key, touching);
            }
        }
        assert!(said.is_empty(), "events of no pair: {said:?}");
    }
}

/// The same phases, the same verdicts where both are decided, brackets that overlap.
fn same(wanted: &[Wanted], found: &[&Event]) -> bool {
    wanted.len() == found.len()
        && wanted.iter().zip(found).all(|(wanted, found)| {
            let decided = [wanted.verdict, found.verdict]
                .iter()
                .all(|v| *v != Verdict::Undecided);
            let [low, high] = wanted.bracket;
            wanted.phase == found.phase
                && (!decided || wanted.verdict == found.verdict)
                && low <= found.t_hi + 1e-3
                && found.t_lo <= high + 1e-3
        })
}

/// A contact that is near is, and one that overlaps does.
fn holds(event: &Event, a: &Live, b: &Live, options: &AdvanceOptions) {
    if event.contact != Contact::Near || event.phase == Phase::End {
        return;
    }
    let t = if event.phase == Phase::Stay {
        0.0
    } else {
        event.t_hi
    };
    let [pose_a, pose_b] = [a, b].map(|x| x.motion.pose_at(t).expect("a pose"));
    let pair = PosedPair::new(&a.input.shape, &pose_a, &b.input.shape, &pose_b);
    let apart = distance(
        &pair,
        &DistanceOptions::default(),
        &mut PairState::default(),
    );
    let apart = apart.expect("a distance").separation;
    let size = 10.0 + pose_a.translation().norm();
    let most = options.time_of_impact.tolerance.unwrap_or(3e-6) + 1e-9 * size;
    assert!(apart <= most, "{apart:e} at {t}: {event:?}");
}

fn poses(a: &Live, b: &Live, was: bool) -> (Vec<Wanted>, bool) {
    let [pose_a, pose_b] = [a, b].map(|x| x.motion.end());
    let pair = PosedPair::new(&a.input.shape, pose_a, &b.input.shape, pose_b);
    let found = intersect(
        &pair,
        &IntersectOptions::default(),
        &mut PairState::default(),
    );
    let verdict = found.expect("an answer").verdict;
    let phase = match (was, verdict.may_hit()) {
        (false, false) => return (Vec::new(), false),
        (false, true) => Phase::Begin,
        (true, true) => Phase::Stay,
        (true, false) => Phase::End,
    };
    let wanted = Wanted {
        phase,
        verdict,
        contact: Contact::Overlap,
        bracket: [1.0; 2],
    };
    (vec![wanted], verdict.may_hit())
}

fn moving<'a>(a: &'a Live, b: &'a Live) -> MovingPair<'a> {
    MovingPair::new(&a.input.shape, &a.motion, &b.input.shape, &b.motion)
}

fn first(options: &TimeOfImpactOptions, a: &Live, b: &Live, was: bool) -> (Vec<Wanted>, bool) {
    let mut options = *options;
    if [a, b].iter().any(|x| x.input.shape.core().is_none()) {
        options.initial_contact = InitialContact::Report;
    }
    let found = time_of_impact(&moving(a, b), &options, &mut PairState::default());
    let found = found.expect("an answer");
    if found.verdict == Verdict::Separated {
        return (Vec::new(), false);
    }
    let lasts = was && (found.initial || found.t_hi == 0.0);
    let wanted = Wanted {
        phase: if lasts { Phase::Stay } else { Phase::Begin },
        verdict: found.verdict,
        contact: found.contact,
        bracket: [found.t_lo, found.t_hi],
    };
    (vec![wanted], true)
}

fn all(options: &TimeOfImpactOptions, a: &Live, b: &Live, was: bool) -> (Vec<Wanted>, bool) {
    let state = &mut PairState::default();
    let mut list = vec![ContactInterval::default(); 400];
    let found = contact_intervals(&moving(a, b), options, state, &mut list).expect("an answer");
    assert!(found.is_whole());
    let count = found.count;
    let mut wanted = Vec::new();
    let mut touching = was;
    for interval in &list[..count] {
        if touching && interval.enter[0] > 0.0 {
            wanted.push(ended([0.0; 2], Verdict::Separated));
            touching = false;
        }
        let verdict = match interval.contact {
            Contact::None => Verdict::Undecided,
            _ => Verdict::Hit,
        };
        let ends = interval.exit[1] < 1.0;
        wanted.push(match touching {
            true if ends => ended(interval.exit, verdict),
            _ => Wanted {
                phase: match (touching, ends) {
                    (true, _) => Phase::Stay,
                    (false, true) => Phase::Pass,
                    (false, false) => Phase::Begin,
                },
                verdict,
                contact: interval.contact,
                bracket: if touching { [0.0; 2] } else { interval.enter },
            },
        });
        touching = !ends;
    }
    if count == 0 && was {
        wanted.push(ended([0.0; 2], Verdict::Separated));
        touching = false;
    }
    (wanted, touching)
}

fn ended(bracket: [f64; 2], verdict: Verdict) -> Wanted {
    Wanted {
        phase: Phase::End,
        verdict,
        contact: Contact::None,
        bracket,
    }
}

#[test]
fn frames_are_those_of_all_pairs() {
    const FRAMES: u64 = 25;
    for mode in MODES {
        let (mut events, mut loose) = (0, 0);
        for world in 0..count(12, 400) {
            let mut model = Model::new(case_generator(2010 + mode as u64, world), 14, true);
            let options = AdvanceOptions {
                mode,
                ..AdvanceOptions::default()
            };
            let mut pairs = AllPairs {
                touching: HashMap::new(),
                events: 0,
                loose: 0,
            };
            for _ in 0..FRAMES {
                let frame = model.step(&options, &Serial);
                ordered(&frame.events);
                pairs.compare(&model, &options, &frame.events);
            }
            events += pairs.events;
            loose += pairs.loose;
        }
        println!("{mode:?}: {events} events, {loose} of pairs within the tolerance differ");
        assert!(
            events > 1000 && loose * 500 <= events,
            "{mode:?}: {events}, {loose}"
        );
    }
}

/// By time, then by keys; groups as brackets overlap.
fn ordered(events: &[Event]) {
    let mut reached = 0.0f64;
    for pair in events.windows(2) {
        let time = |e: &Event| (e.t_lo, e.t_hi);
        assert!(time(&pair[0]) <= time(&pair[1]));
        if time(&pair[0]) == time(&pair[1]) {
            assert!(pair[0].users <= pair[1].users);
        }
        reached = reached.max(pair[0].t_hi);
        let step = pair[1].order_group - pair[0].order_group;
        assert_eq!(step, u32::from(pair[1].t_lo > reached));
    }
}

#[test]
fn the_same_bits_for_any_number_of_threads() {
    for case in 0..count(6, 300) {
        let options = AdvanceOptions {
            mode: MODES[case as usize % 3],
            ..AdvanceOptions::default()
        };
        // More than one piece of pairs.
        let mut models = [1, 2, 4].map(|_| Model::new(case_generator(2020, case), 60, true));
        for _ in 0..6 {
            let [one, two, four] = &mut models;
            let frames = [
                one.step(&options, &Serial),
                two.step(&options, &Threads(2)),
                four.step(&options, &Threads(4)),
            ];
            assert_eq!(frames[0].events, frames[1].events);
            assert_eq!(frames[0].events, frames[2].events);
            let bytes = models.each_ref().map(|model| model.world.snapshot());
            assert!(bytes[0] == bytes[1] && bytes[0] == bytes[2]);
        }
    }
}

/// Words that hold all of an event but ids.
fn by_user(event: &Event) -> String {
    let mut event = *event;
    let nobody = interframe::BodyId::from_bits(0);
    event.key.a.body = nobody;
    event.key.b.body = nobody;
    format!("{event:?}")
}

#[test]
fn the_order_of_insertion_shows_in_no_event() {
    for case in 0..count(12, 300) {
        let options = AdvanceOptions {
            mode: MODES[case as usize % 3],
            ..AdvanceOptions::default()
        };
        let random = &mut case_generator(2030, case);
        let mut model = Model::new(case_generator(2031, case), 16, true);
        let mut other = interframe::World::new();
        let mut ids = HashMap::new();
        let mut moved: Vec<Live> = Vec::new();
        for _ in 0..8 {
            let motions = model.prepare();
            // The same bodies, each where the model has it, in another order and in other places.
            for gone in moved.drain(..) {
                if !model
                    .live
                    .iter()
                    .any(|live| live.input.user == gone.input.user)
                {
                    other.remove(ids[&gone.input.user]).expect("it is there");
                }
            }
            let mut order: Vec<&Live> = model.live.iter().collect();
            random.shuffle(&mut order);
            for live in order {
                let user = live.input.user;
                let id = *ids.entry(user).or_insert_with(|| {
                    if random.flip() {
                        let spare = other.add(live.input.clone());
                        let id = other.add(live.input.clone());
                        other.remove(spare).expect("it is there");
                        return id;
                    }
                    other.add(live.input.clone())
                });
                if other.get(id).expect("it is there").pose() != live.motion.start() {
                    other
                        .teleport(id, *live.motion.start())
                        .expect("it is there");
                }
                other
                    .set_filter(id, live.input.filter)
                    .expect("it is there");
            }
            let user_of = |id| {
                let live = model.live.iter().find(|live| live.id == id);
                live.expect("it is there").input.user
            };
            let mut same: Vec<_> = motions
                .iter()
                .map(|(id, motion)| (ids[&user_of(*id)], *motion))
                .collect();
            random.shuffle(&mut same);
            let frame = model
                .world
                .advance(&motions, &options, &Serial)
                .expect("a frame");
            let again = other.advance(&same, &options, &Serial).expect("a frame");
            let [one, two] =
                [frame, again].map(|frame| frame.events.iter().map(by_user).collect::<Vec<_>>());
            assert_eq!(one, two);
            moved = model.live.clone();
        }
    }
}

#[test]
fn groups_of_events_are_refined() {
    let ball = SharedBody::sphere(1.0).expect("a ball");
    let at = |x: f64, y: f64| {
        interframe::Pose::from_translation(nalgebra::Vector3::new(x, y, 0.0)).expect("a pose")
    };
    let mut world = interframe::World::new();
    let mut motions = Vec::new();
    // Two pairs that meet a hundredth of a frame one after the other.
    for (user, x) in [(1, 5.0), (2, 5.06)] {
        let y = 10.0 * user as f64;
        world.add(interframe::BodyInput {
            mobility: Mobility::Static,
            ..interframe::BodyInput::new(ball.clone(), at(0.0, y))
        });
        let input = interframe::BodyInput::new(ball.clone(), at(x, y));
        let id = world.add(interframe::BodyInput { user, ..input });
        let to = at(x - 6.0, y).translation();
        let turn = nalgebra::Vector3::new(0.0, 0.0, 1.0);
        let way = interframe::Motion::from_turn(at(x, y), to, turn, nalgebra::Vector3::zeros());
        motions.push((id, way.expect("a motion")));
    }
    let with = |tolerance: f64| AdvanceOptions {
        time_of_impact: TimeOfImpactOptions {
            tolerance: Some(tolerance),
            ..TimeOfImpactOptions::default()
        },
        ..AdvanceOptions::default()
    };
    let mut frame = world
        .advance(&motions, &with(0.1), &Serial)
        .expect("a frame");
    let coarse = frame.events.clone();
    for group in [0, 1] {
        world
            .refine(&mut frame, group, &with(1e-9))
            .expect("a fresh frame");
    }
    let users: Vec<u64> = frame.events.iter().map(|event| event.users[1]).collect();
    assert_eq!((users, coarse.len()), (vec![1, 2], 2));
    for (event, true_time) in frame.events.iter().zip([0.5, 0.51]) {
        assert!((event.t_hi - true_time).abs() < 1e-8, "{event:?}");
    }
    assert_ne!(coarse[0].t_hi, frame.events[0].t_hi);
    let before = frame.events.clone();
    let wrong = world.refine(&mut frame, 7, &with(1e-9)).unwrap_err();
    assert!(wrong.to_string().contains("group is 7"), "{wrong}");
    assert_eq!(frame.events, before);
    world.add(interframe::BodyInput::new(ball, at(50.0, 50.0)));
    assert!(world.refine(&mut frame, 0, &with(1e-9)).is_err());
}

#[test]
fn rayon_gives_the_same_bits() {
    let mut models = [(); 2].map(|()| Model::new(case_generator(2045, 0), 60, true));
    for _ in 0..10 {
        let [one, other] = &mut models;
        let options = AdvanceOptions::default();
        let frame = one.step(&options, &Serial);
        let others = interframe::Rayon::awake(|| other.step(&options, &interframe::Rayon));
        assert_eq!(frame.events, others.events);
        assert!(one.world.snapshot() == other.world.snapshot());
    }
}

/// Threads that were kept awake are let go, also within a pool of which all threads have a frame of their own.
#[test]
fn frames_that_fail_or_run_beside_others_end() {
    use interframe::Rayon;
    use rayon::iter::{IntoParallelIterator, ParallelIterator};
    let failed = std::panic::catch_unwind(|| Rayon::awake(|| panic!("on purpose")));
    assert!(failed.is_err());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build();
    let counts = pool.expect("threads").install(|| {
        let frames = (0..12).into_par_iter().map(|k| {
            let mut model = Model::new(case_generator(2045, k), 60, true);
            let step = || model.step(&AdvanceOptions::default(), &Rayon);
            Rayon::awake(step).events.len()
        });
        frames.collect::<Vec<_>>()
    });
    let alone = (0..12).map(|k| {
        let mut model = Model::new(case_generator(2045, k), 60, true);
        model.step(&AdvanceOptions::default(), &Serial).events.len()
    });
    assert!(counts.into_iter().eq(alone));
}

/// Boxes of all of space, beside bodies that go.
#[test]
fn a_body_at_the_end_of_space_meets_nobody_who_left() {
    let ball = SharedBody::sphere(0.5).expect("a radius");
    let at = |x: f64, y: f64| Pose::from_translation(Vector3::new(x, y, 0.0)).expect("finite");
    for mode in MODES {
        let mut world = World::new();
        let far = world.add(BodyInput::new(ball.clone(), at(1e308, 1e308)));
        let near: Vec<_> = (0..20)
            .map(|k| world.add(BodyInput::new(ball.clone(), at(0.9 * f64::from(k), 0.0))))
            .collect();
        let options = AdvanceOptions {
            mode,
            ..AdvanceOptions::default()
        };
        for frame in 0..20 {
            if frame == 5 {
                world.remove(near[3]).expect("there");
            }
            let steps = match frame {
                10.. => vec![(
                    near[7],
                    Motion::translation(at(6.3, 0.0), Vector3::new(6.3, 0.0, 0.0)),
                )],
                _ => Vec::new(),
            };
            let steps: Vec<_> = steps
                .into_iter()
                .map(|(id, step)| (id, step.expect("finite")))
                .collect();
            let events = world
                .advance(&steps, &options, &Serial)
                .expect("valid")
                .events;
            let ends = events
                .iter()
                .filter(|event| event.phase == Phase::End)
                .count();
            assert_eq!(ends, 0, "{mode:?} {frame}: {events:?}");
            let touching = if frame < 5 { 19 } else { 17 };
            assert_eq!(events.len(), touching, "{mode:?} {frame}");
            assert!(events.iter().all(|event| {
                [event.key.a, event.key.b]
                    .iter()
                    .all(|piece| piece.body != far)
            }));
        }
    }
}

#[test]
fn poses_are_asked_about_however_bodies_came_there() {
    let random = &mut case_generator(2095, 0);
    let options = AdvanceOptions {
        mode: Mode::Poses,
        ..AdvanceOptions::default()
    };
    let mut world = World::new();
    let cube = SharedBody::cuboid([0.5; 3]).expect("a box");
    let place = |random: &mut twin::random::SplitMix64| {
        let at: [f64; 3] = std::array::from_fn(|_| random.between(-2.0, 2.0));
        let [x, y, z, w] = random.quaternion();
        let turned = nalgebra::Quaternion::new(w, x, y, z);
        Pose::new(at.into(), turned).expect("a pose")
    };
    let ids: Vec<_> = (0..40)
        .map(|_| world.add(BodyInput::new(cube.clone(), place(random))))
        .collect();
    let mut by_motions = world.clone();
    for _ in 0..10 {
        let mut motions = Vec::new();
        for &id in ids.iter().filter(|id| id.index() % 3 != 0) {
            let (start, end) = (*world.get(id).expect("it").pose(), place(random));
            let motion = Motion::between(start, end, Vector3::zeros());
            motions.push((id, motion.expect("no half turn")));
            world.teleport(id, end).expect("it is there");
        }
        let found = world.advance(&[], &options, &Serial).expect("a frame");
        let wanted = by_motions.advance(&motions, &options, &Serial);
        assert_eq!(found.events, wanted.expect("a frame").events);
        assert!(!found.events.is_empty());
    }
    assert!(world.snapshot() == by_motions.snapshot());
}
