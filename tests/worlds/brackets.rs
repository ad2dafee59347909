//! What a world says of times that are only bracketed: of contacts that nothing decides, and of ends that may be within the
//! frame or not.

use interframe::{
    AdvanceOptions, BodyId, BodyInput, ContactInterval, Event, Mobility, Mode, Motion, MovingPair,
    PairState, Phase, Pose, Reason, Serial, SharedBody, TimeOfImpactOptions, Verdict, World,
    WorldFrame, contact_intervals,
};
use nalgebra::Vector3;

fn cuboid(half: [f64; 3]) -> SharedBody {
    SharedBody::cuboid(half).expect("a box")
}

fn at(x: f64, y: f64) -> Pose {
    Pose::from_translation(Vector3::new(x, y, 0.0)).expect("finite")
}

fn way(from: Pose, x: f64, turn: [f64; 3]) -> Motion {
    let to = Vector3::new(x, from.translation().y, 0.0);
    Motion::from_turn(from, to, turn.into(), Vector3::zeros()).expect("finite")
}

fn in_mode(mode: Mode, time_of_impact: TimeOfImpactOptions) -> AdvanceOptions {
    AdvanceOptions {
        mode,
        time_of_impact,
        ..AdvanceOptions::default()
    }
}

/// A bar that spins towards a wall, and far away a ball that flies into another. The bar is first by its key.
fn two_walls() -> (World, [(BodyId, Motion); 2]) {
    let mut world = World::new();
    let mut add = |user, shape: SharedBody, pose, mobility| {
        world.add(BodyInput {
            user,
            mobility,
            ..BodyInput::new(shape, pose)
        })
    };
    let ball = SharedBody::sphere(0.1).expect("a ball");
    add(1, cuboid([0.1, 5.0, 5.0]), at(0.0, 0.0), Mobility::Static);
    let bar = add(
        2,
        cuboid([1.0, 0.05, 0.05]),
        at(-4.0, 0.0),
        Mobility::Moving,
    );
    add(3, cuboid([0.1, 5.0, 5.0]), at(0.0, 100.0), Mobility::Static);
    let ball = add(4, ball, at(-1.2, 100.0), Mobility::Moving);
    let turns = [0.0, 0.0, 4.0 * std::f64::consts::PI];
    let motions = [
        (bar, way(at(-4.0, 0.0), -0.6, turns)),
        (ball, way(at(-1.2, 100.0), 2.8, [0.0; 3])),
    ];
    (world, motions)
}

#[test]
fn what_is_undecided_is_first_of_nothing() {
    let (world, motions) = two_walls();
    let full = in_mode(Mode::All, TimeOfImpactOptions::default());
    let whole = world.clone().advance(&motions, &full, &Serial);
    let whole = whole.expect("a frame").events;
    let bar = whole.iter().find(|event| event.users == [1, 2]);
    let met = bar.expect("the bar meets the wall").t_hi;
    assert!((0.93..0.94).contains(&met), "{met}");
    for mode in [Mode::First, Mode::All] {
        let asked = TimeOfImpactOptions {
            budget: 1,
            ..TimeOfImpactOptions::default()
        };
        let mut world = world.clone();
        let mut frame = (world.advance(&motions, &in_mode(mode, asked), &Serial)).expect("a frame");
        let found: [&Event; 2] = [[1, 2], [3, 4]].map(|users| {
            let mut of = frame.events.iter().filter(|event| event.users == users);
            of.next().expect("an event")
        });
        let [open, hit] = found;
        assert_eq!(
            (open.verdict, open.reason, hit.verdict),
            (Verdict::Undecided, Reason::Budget, Verdict::Hit)
        );
        assert!(
            open.t_lo < hit.t_lo && open.t_hi == 1.0,
            "{mode:?}: {open:?}"
        );
        assert_eq!(open.order_group, hit.order_group, "{mode:?}");
        if mode == Mode::All {
            assert_eq!(open.exit, [open.t_lo, 1.0]);
        }
        // With the whole budget it is found out.
        let group = open.order_group;
        let refined = in_mode(mode, TimeOfImpactOptions::default());
        world.refine(&mut frame, group, &refined).expect("fresh");
        let order: Vec<_> = frame.events.iter().map(|event| event.users[0]).collect();
        assert_eq!(order, [3, 1], "{mode:?}");
        let last = &frame.events[1];
        assert_eq!((last.verdict, last.reason), (Verdict::Hit, Reason::None));
        assert!(last.t_lo <= met && met <= last.t_hi + 1e-9, "{last:?}");
    }
    // Not asked at all: any time.
    for mode in [Mode::First, Mode::All] {
        let few = AdvanceOptions {
            budget: 1,
            ..in_mode(mode, TimeOfImpactOptions::default())
        };
        let frame = world.clone().advance(&motions, &few, &Serial);
        let events = frame.expect("a frame").events;
        let left = events.iter().find(|event| event.users == [3, 4]);
        let left = left.expect("it counts as in contact");
        assert_eq!([left.t_lo, left.t_hi], [0.0, 1.0]);
        let exit = if mode == Mode::All { 0.0 } else { 1.0 };
        assert_eq!(left.exit, [exit, 1.0]);
    }
}

/// A cube creeps away from a face: the gap passes the tolerance at two thirds of the frame, and never passes two.
#[test]
fn an_end_that_is_not_seen_is_a_bracket() {
    let tolerance = 0.001;
    for (separation, turn) in [(0.0, 0.3), (0.05, 0.0), (0.05, 0.3)] {
        let options = TimeOfImpactOptions {
            tolerance: Some(tolerance),
            target_separation: separation,
            ..TimeOfImpactOptions::default()
        };
        let (large, small) = (cuboid([0.5; 3]), cuboid([0.1; 3]));
        let mut world = World::new();
        let still = Motion::fixed(at(0.0, 0.0));
        world.add(BodyInput {
            user: 1,
            ..BodyInput::new(large.clone(), at(0.0, 0.0))
        });
        let moved = world.add(BodyInput {
            user: 2,
            ..BodyInput::new(small.clone(), at(0.6, 0.0))
        });
        let creeps = way(at(0.6, 0.0), 0.6 + separation + 0.0015, [turn, 0.0, 0.0]);
        let mut list = [ContactInterval::default(); 2];
        let single = contact_intervals(
            &MovingPair::new(&large, &still, &small, &creeps),
            &options,
            &mut PairState::default(),
            &mut list,
        );
        assert_eq!(single.expect("valid").count, 1);
        let all = in_mode(Mode::All, options);
        let mut step = |motions: &[(BodyId, Motion)]| {
            let frame = world.advance(motions, &all, &Serial);
            frame.expect("a frame").events
        };
        let begun = step(&[(moved, creeps)]);
        assert_eq!((begun.len(), begun[0].phase), (1, Phase::Begin));
        assert_eq!(
            (begun[0].verdict, begun[0].contact),
            (Verdict::Hit, list[0].contact)
        );
        let [last, end] = begun[0].exit;
        assert_eq!([last, end], list[0].exit);
        // When the gap passes the tolerance is in the bracket.
        let passes = (separation + tolerance) / (separation + 0.0015);
        assert!(last < 1.0 && last <= passes && end == 1.0, "{begun:?}");
        // What was not seen to end then had ended when the next frame begins.
        let ended = step(&[]);
        assert_eq!((ended.len(), ended[0].phase), (1, Phase::End));
        assert_eq!(
            ([ended[0].t_lo, ended[0].t_hi], ended[0].exit),
            ([0.0; 2], [0.0; 2])
        );
        assert!(step(&[]).is_empty());
    }
}

/// Contact at the end of the frame is proved only of an exit that is 1 alone.
#[test]
fn an_end_after_the_frame_is_one() {
    let cube = cuboid([0.5; 3]);
    for turn in [0.0, 0.3] {
        let mut world = World::new();
        world.add(BodyInput::new(cube.clone(), at(0.0, 0.0)));
        let moved = world.add(BodyInput::new(cube.clone(), at(3.0, 0.0)));
        let into = way(at(3.0, 0.0), 0.7, [turn, 0.0, 0.0]);
        let all = in_mode(Mode::All, TimeOfImpactOptions::default());
        let events = world.advance(&[(moved, into)], &all, &Serial);
        let events = events.expect("a frame").events;
        assert_eq!((events.len(), events[0].phase), (1, Phase::Begin));
        assert_eq!(
            (events[0].verdict, events[0].exit),
            (Verdict::Hit, [1.0; 2])
        );
    }
}

#[test]
fn near_contacts_are_refined_to_a_smaller_tolerance() {
    for mode in [Mode::First, Mode::All] {
        let mut world = World::new();
        let cube = || cuboid([0.5; 3]);
        let wall = world.add(BodyInput {
            mobility: Mobility::Static,
            ..BodyInput::new(cube(), at(0.0, 0.0))
        });
        // One turns into the other, one passes above it by less than the coarse tolerance.
        let into = world.add(BodyInput::new(cube(), at(-3.0, 0.0)));
        let over = world.add(BodyInput::new(cube(), at(-3.0, 1.0 + 5e-6)));
        let options = |tolerance| TimeOfImpactOptions {
            tolerance: Some(tolerance),
            ..TimeOfImpactOptions::default()
        };
        let motions = [
            (into, way(at(-3.0, 0.0), 0.0, [0.0, 0.0, 0.3])),
            (over, way(at(-3.0, 1.0 + 5e-6), 3.0, [1e-9, 0.0, 0.0])),
        ];
        let coarse = in_mode(mode, options(1e-2));
        let mut frame = world.advance(&motions, &coarse, &Serial).expect("a frame");
        let event = |frame: &WorldFrame, id: BodyId| {
            let is_it = |event: &&Event| [event.key.a.body, event.key.b.body] == [wall, id];
            *frame.events.iter().find(is_it).expect("an event")
        };
        let before = [into, over].map(|id| event(&frame, id));
        assert!(before.iter().all(|event| event.gap > 0.0), "{before:?}");
        let fine = in_mode(mode, options(1e-12));
        for group in (0..=frame.events.last().expect("events").order_group).rev() {
            world.refine(&mut frame, group, &fine).expect("a group");
        }
        let after = [into, over].map(|id| event(&frame, id));
        // The time is that of the finer question; what the finer tolerance leaves nothing of stays.
        let shape = cube();
        let still = Motion::fixed(at(0.0, 0.0));
        let pair = MovingPair::new(&shape, &still, &shape, &motions[0].1);
        let mut list = [ContactInterval::default(); 4];
        let wanted =
            contact_intervals(&pair, &options(1e-12), &mut PairState::default(), &mut list);
        assert!(wanted.expect("valid").count > 0);
        let [low, high] = list[0].enter;
        assert!(
            after[0].t_lo > before[0].t_hi && after[0].gap < 2e-12,
            "{after:?}"
        );
        assert!(
            after[0].t_lo <= high && low <= after[0].t_hi,
            "{after:?} {list:?}"
        );
        assert_eq!(after[1].gap, before[1].gap);
    }
}
