//! A body with a curved part is taken or refused wherever it is.

use interframe::{
    AdvanceOptions, BodyInput, ContactInterval, ContactManifoldOptions, ContainsOptions, Curved,
    DistanceOptions, InitialContact, InterframeOptions, IntersectOptions, Mode, Motion, MovingPair,
    Pose, PosedPair, Serial, SharedBody, TimeOfImpactOptions, World, contact_intervals,
    contact_manifold, contains, distance, interframe, intersect, time_of_impact,
};
use nalgebra::Vector3;

use crate::bodies::{mesh_of, torus};

fn at(x: f64) -> Pose {
    Pose::from_translation(Vector3::new(x, 0.0, 0.0)).expect("a place")
}

/// A ball beside a drum.
fn barbell() -> SharedBody {
    let drum = SharedBody::from(Curved::cylinder(0.5, 0.2).expect("lengths"));
    let ball = SharedBody::sphere(0.2).expect("a radius");
    SharedBody::compound(&[(ball, at(-1.0)), (drum, at(1.0))]).expect("convex parts")
}

/// Each query about a plain body and one with a curved part, which stands at `x` and goes by `y`.
fn refusals(plain: &SharedBody, x: f64, y: f64) -> Vec<String> {
    let (curved, here, there) = (barbell(), Pose::identity(), at(x));
    let posed = PosedPair::new(plain, &here, &curved, &there);
    let still = Motion::fixed(here);
    let goes = Motion::translation(there, Vector3::new(x, y, 0.0)).expect("finite");
    let moving = MovingPair::new(plain, &still, &curved, &goes);
    let mut out = [ContactInterval::default(); 4];
    let said = |query: &str, error: Option<interframe::Error>| {
        let said = error.expect(query).to_string();
        assert!(said.contains(query) && said.contains("body b"), "{said}");
        said
    };
    let report = TimeOfImpactOptions::default();
    let later = TimeOfImpactOptions {
        initial_contact: InitialContact::IgnoreUntilSeparated,
        ..report
    };
    let state = &mut Default::default();
    assert!(time_of_impact(&moving, &report, state).is_ok());
    assert!(intersect(&posed, &IntersectOptions::default(), state).is_ok());
    assert!(distance(&posed, &DistanceOptions::default(), state).is_ok());
    let intervals = contact_intervals(&moving, &report, state, &mut out).err();
    let swept = interframe(&moving, &InterframeOptions::default(), state).err();
    let manifold = contact_manifold(&posed, &ContactManifoldOptions::default(), state).err();
    let ignored = time_of_impact(&moving, &later, state).err();
    vec![
        said("contact_intervals", intervals),
        said("interframe", swept),
        said("contact_manifold", manifold),
        said("time_of_impact that ignores", ignored),
    ]
}

#[test]
fn it_is_refused_far_and_near() {
    let (vertices, triangles) = torus(12, 8, 0.4);
    let mesh = mesh_of(&vertices, &triangles, 0.0).body;
    let ball = SharedBody::sphere(0.5).expect("a radius");
    for plain in [&mesh, &ball] {
        let far = refusals(plain, 1e3, 0.0);
        assert!(far.iter().all(|said| said.contains("has a curved part")));
        for (x, y) in [(0.1, 0.0), (1e3, 5.0), (0.0, 1e3)] {
            assert_eq!(refusals(plain, x, y), far);
        }
    }
    for x in [0.0, 1e3] {
        let (curved, here, there) = (barbell(), Pose::identity(), at(x));
        let pair = PosedPair::new(&ball, &here, &curved, &there);
        let said = contains(&pair, &ContainsOptions::default(), &mut Default::default());
        let said = said.expect_err("a curved part").to_string();
        assert!(said.contains("contains") && said.contains("body b, which has a curved part"));
    }
}

#[test]
fn worlds_go_on_with_it() {
    let (vertices, triangles) = torus(12, 8, 0.4);
    for mode in [Mode::All, Mode::First, Mode::Poses] {
        let mut world = World::new();
        world.add(BodyInput::new(
            mesh_of(&vertices, &triangles, 0.0).body,
            at(0.0),
        ));
        let starts = [1e3, 3.0, 2.0].map(|x| (x, world.add(BodyInput::new(barbell(), at(x)))));
        let options = AdvanceOptions {
            mode,
            ..AdvanceOptions::default()
        };
        let mut seen = 0;
        let mut from = starts.map(|(x, _)| at(x));
        for step in 0..4 {
            let to = starts.map(|(x, _)| x - f64::from(step + 1));
            let moves: Vec<_> = (starts.iter().zip(&from).zip(to))
                .map(|((&(_, id), from), x)| {
                    let goes = Motion::translation(*from, Vector3::new(x, 0.0, 0.0));
                    (id, goes.expect("finite"))
                })
                .collect();
            from = to.map(at);
            let frame = world.advance(&moves, &options, &Serial).expect("a frame");
            seen += frame.events.len();
        }
        assert!(seen > 0, "{mode:?}");
    }
}

#[test]
fn poses_that_are_just_unit_are_put_together() {
    let most = |x: f64| {
        let turn = nalgebra::Quaternion::new(1.0 + 0.99e-3, 0.0, 0.0, 0.0);
        Pose::new(Vector3::new(x, 0.0, 0.0), turn).expect("nearly unit")
    };
    let drum = SharedBody::from(Curved::cylinder(0.5, 0.2).expect("lengths"));
    let body = SharedBody::compound(&[(drum, most(1.0))]).expect("a part");
    let (ball, here, there) = (
        SharedBody::sphere(0.2).expect("a radius"),
        most(0.0),
        at(2.0),
    );
    let pair = PosedPair::new(&body, &here, &ball, &there);
    let found = distance(&pair, &DistanceOptions::default(), &mut Default::default());
    let found = found.expect("a pose");
    assert!((found.separation - 0.6).abs() <= found.error, "{found:?}");
}
