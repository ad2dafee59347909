//! Frames at their limits: budgets, crowds, too many pairs, motions that are refused.

use interframe::{
    AdvanceOptions, BodyInput, Error, Event, InitialContact, Mobility, Mode, Motion, Phase, Pose,
    Reason, Serial, SharedBody, TimeOfImpactOptions, Verdict, World,
};
use nalgebra::Vector3;
use twin::random::case_generator;

use crate::bodies::Threads;
use crate::frames::MODES;
use crate::model::Model;

#[test]
fn what_the_budget_leaves_is_undecided() {
    for mode in MODES {
        let mut whole = Model::new(case_generator(2040, 0), 40, true);
        let mut part = whole.clone();
        let options = AdvanceOptions {
            mode,
            ..AdvanceOptions::default()
        };
        let frame = whole.step(&options, &Serial);
        let asked = frame.statistics.pairs / 2;
        let few = AdvanceOptions {
            budget: asked,
            ..options
        };
        let short = part.step(&few, &Serial);
        assert!(asked > 2, "{mode:?}");
        assert_eq!(short.statistics.pairs, frame.statistics.pairs);
        let unasked = frame.statistics.pairs - asked;
        assert_eq!(short.statistics.over_budget, unasked);
        let left = |event: &&Event| event.reason == Reason::Budget;
        assert_eq!(short.events.iter().filter(left).count() as u64, unasked);
        for event in &frame.events {
            let kept = short.events.iter().any(|e| e.users == event.users);
            assert!(kept, "{mode:?}: {event:?} is lost");
        }
    }
}

#[test]
fn curved_bodies_end_their_contacts_and_meet_again() {
    let drum: SharedBody = interframe::Curved::cylinder(1.0, 1.0)
        .expect("a drum")
        .into();
    let at = |x: f64| {
        interframe::Pose::from_translation(nalgebra::Vector3::new(x, 0.0, 0.0)).expect("a pose")
    };
    let ask = |from: f64, to: f64, options: &AdvanceOptions| {
        let mut world = interframe::World::new();
        let moved = world.add(interframe::BodyInput::new(drum.clone(), at(from)));
        world.add(interframe::BodyInput::new(
            SharedBody::sphere(1.0).expect("a ball"),
            at(0.0),
        ));
        let way = interframe::Motion::translation(at(from), at(to).translation());
        let motions = [(moved, way.expect("a motion"))];
        world
            .advance(&motions, options, &Serial)
            .expect("a frame")
            .events
    };
    let all = AdvanceOptions {
        mode: Mode::All,
        ..AdvanceOptions::default()
    };
    let found = ask(-5.0, 5.0, &all);
    assert_eq!(
        (found.len(), found[0].phase, found[0].verdict),
        (1, Phase::Pass, Verdict::Hit)
    );
    // Two units of radius on either side, of ten.
    let at_end = found[0].exit.iter().all(|t| (t - 0.7).abs() < 1e-6);
    assert!(found[0].reason == Reason::None && at_end, "{:?}", found[0]);
    let ignoring = AdvanceOptions {
        time_of_impact: TimeOfImpactOptions {
            initial_contact: InitialContact::IgnoreUntilSeparated,
            ..TimeOfImpactOptions::default()
        },
        ..AdvanceOptions::default()
    };
    // It is in the ball at first, and leaves it for good.
    assert_eq!(ask(-1.0, 5.0, &ignoring), []);
    assert_eq!(ask(-5.0, 5.0, &ignoring)[0].reason, Reason::None);
}

/// Bodies that go together with none beside those that do: all in one place, in a line, one far away.
#[test]
fn crowds_do_not_hang_the_trees() {
    const CROWD: u32 = 3_000;
    let point = SharedBody::sphere(0.0).expect("a point");
    let at = |x: f64| {
        interframe::Pose::from_translation(nalgebra::Vector3::new(x, 0.0, 0.0)).expect("a pose")
    };
    for (apart, mobility) in [
        (0.0, Mobility::Moving),
        (0.0, Mobility::Static),
        (1e-3, Mobility::Moving),
    ] {
        let mut world = interframe::World::new();
        for k in 0..CROWD {
            let mut body = interframe::BodyInput::new(point.clone(), at(apart * f64::from(k)));
            body.filter.group = -1;
            body.mobility = mobility;
            world.add(body);
        }
        let fast = world.add(interframe::BodyInput::new(point.clone(), at(-1.0)));
        let far = world.add(interframe::BodyInput::new(point.clone(), at(1e9)));
        let way = interframe::Motion::translation(at(-1.0), at(-0.5).translation());
        let stay = interframe::Motion::translation(at(1e9), at(1e9).translation());
        let motions = [
            (fast, way.expect("a motion")),
            (far, stay.expect("a motion")),
        ];
        let frame = world
            .advance(&motions, &AdvanceOptions::default(), &Serial)
            .expect("a frame");
        assert!(frame.events.is_empty() && frame.statistics.pairs == 0);
        let back = interframe::Motion::translation(at(-0.5), at(1.0).translation());
        let motions = [(fast, back.expect("a motion"))];
        let frame = world
            .advance(&motions, &AdvanceOptions::default(), &Serial)
            .expect("a frame");
        let met = if apart == 0.0 { CROWD } else { 1_001 };
        assert_eq!(frame.events.len() as u32, met);
    }
}

/// Bodies in one place, fast and slow ones: one pair more than is allowed is an error, and the next frame is as if it had not been.
#[test]
fn too_many_pairs_are_refused_and_nothing_moves() {
    let ball = SharedBody::sphere(1.0).expect("a radius");
    for speed in [0.0, 0.5, 50.0] {
        let mut world = World::new();
        let pose = Pose::identity();
        let mut motions = Vec::new();
        for user in 0..300 {
            let id = world.add(BodyInput {
                user,
                ..BodyInput::new(ball.clone(), pose)
            });
            let to = Vector3::new(speed * user as f64 / 300.0, 0.0, 0.0);
            motions.push((id, Motion::translation(pose, to).expect("finite")));
        }
        let all = 300 * 299 / 2;
        let options = |max_pairs| AdvanceOptions {
            max_pairs,
            ..AdvanceOptions::default()
        };
        let mut fresh = world.clone();
        for jobs in [&Serial as &dyn interframe::Jobs, &Threads(2)] {
            let refused = world.advance(&motions, &options(all - 1), jobs);
            assert_eq!(refused, Err(Error::TooManyPairs { max: all - 1 }));
            assert_eq!(world.get(motions[299].0).expect("a body").pose(), &pose);
        }
        let [found, wanted] = [&mut world, &mut fresh].map(|world| {
            let found = world.advance(&motions, &options(all), &Serial);
            found.expect("not too many").events
        });
        assert_eq!(wanted.len() as u64, all);
        assert!(found == wanted);
    }
}

#[test]
fn wrong_motions_are_refused_and_nothing_moves() {
    let ball = SharedBody::sphere(1.0).expect("a ball");
    let at = |x: f64| {
        interframe::Pose::from_translation(nalgebra::Vector3::new(x, 0.0, 0.0)).expect("a pose")
    };
    let way = |from: f64, to: f64| {
        interframe::Motion::translation(at(from), at(to).translation()).expect("a motion")
    };
    let mut world = interframe::World::new();
    let moving = world.add(interframe::BodyInput::new(ball.clone(), at(0.0)));
    let gone = world.add(interframe::BodyInput::new(ball.clone(), at(9.0)));
    world.remove(gone).expect("it is there");
    let wall = world.add(interframe::BodyInput {
        mobility: Mobility::Static,
        ..interframe::BodyInput::new(ball.clone(), at(5.0))
    });
    assert_eq!((wall.index(), wall.generation()), (gone.index(), 2));
    let options = AdvanceOptions::default();
    let before = world.snapshot();
    for (motions, says) in [
        (
            vec![(gone, way(9.0, 0.0))],
            "the world has no body 1 of generation 1",
        ),
        (vec![(wall, way(5.0, 0.0))], "a static body does not move"),
        (
            vec![(moving, way(1.0, 0.0))],
            "teleport the body there first",
        ),
        (
            vec![(moving, way(0.0, 1.0)), (moving, way(0.0, 1.0))],
            "it has one already",
        ),
    ] {
        let wrong = world.advance(&motions, &options, &Serial).unwrap_err();
        assert!(wrong.to_string().contains(says), "{wrong}");
    }
    let mut wrong = options;
    wrong.mode = Mode::All;
    wrong.time_of_impact.initial_contact = InitialContact::OnlyIfApproaching;
    assert!(world.advance(&[], &wrong, &Serial).is_err());
    wrong = options;
    wrong.mode = Mode::Poses;
    wrong.intersect.method = interframe::Method::Tableau;
    world
        .advance(&[(moving, way(0.0, 4.5))], &wrong, &Serial)
        .unwrap_err();
    assert!(world.snapshot() == before);
    assert!(world.remove(gone).is_err() && world.teleport(gone, at(0.0)).is_err());
    let frame = world
        .advance(&[(moving, way(0.0, 4.5))], &options, &Serial)
        .expect("a frame");
    assert_eq!(frame.events.len(), 1);
}
