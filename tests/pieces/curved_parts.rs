//! A body with a curved part is taken or refused wherever it is.

use interframe::{
    AdvanceOptions, BodyInput, ContactInterval, ContactManifoldOptions, ContainsOptions, Curved,
    DistanceOptions, InitialContact, InterframeOptions, IntersectOptions, Mode, Motion, MovingPair,
    Pose, PosedPair, Serial, SharedBody, TimeOfImpactOptions, World, contact_intervals,
    contact_manifold, contains, distance, interframe, intersect, time_of_impact,
};
use nalgebra::{Quaternion, Vector3};

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

/// What `interframe` says of a plain body and one with a curved part, which stands at `x` and goes by `y`. Other queries answer.
fn refusal(plain: &SharedBody, x: f64, y: f64) -> String {
    let (curved, here, there) = (barbell(), Pose::identity(), at(x));
    let posed = PosedPair::new(plain, &here, &curved, &there);
    let still = Motion::fixed(here);
    let goes = Motion::translation(there, Vector3::new(x, y, 0.0)).expect("finite");
    let moving = MovingPair::new(plain, &still, &curved, &goes);
    let mut out = [ContactInterval::default(); 4];
    let report = TimeOfImpactOptions::default();
    let later = TimeOfImpactOptions {
        initial_contact: InitialContact::IgnoreUntilSeparated,
        ..report
    };
    let state = &mut Default::default();
    assert!(time_of_impact(&moving, &report, state).is_ok());
    assert!(time_of_impact(&moving, &later, state).is_ok());
    assert!(contact_intervals(&moving, &report, state, &mut out).is_ok());
    assert!(intersect(&posed, &IntersectOptions::default(), state).is_ok());
    assert!(distance(&posed, &DistanceOptions::default(), state).is_ok());
    assert!(contact_manifold(&posed, &ContactManifoldOptions::default(), state).is_ok());
    let swept = interframe(&moving, &InterframeOptions::default(), state);
    swept.expect_err("a curved part").to_string()
}

#[test]
fn it_is_refused_far_and_near() {
    let (vertices, triangles) = torus(12, 8, 0.4);
    let mesh = mesh_of(&vertices, &triangles, 0.0).body;
    let ball = SharedBody::sphere(0.5).expect("a radius");
    for plain in [&mesh, &ball] {
        let far = refusal(plain, 1e3, 0.0);
        assert!(far.contains("interframe") && far.contains("body b, which has a curved part"));
        for (x, y) in [(0.1, 0.0), (1e3, 5.0), (0.0, 1e3)] {
            assert_eq!(refusal(plain, x, y), far);
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

/// A puck on a floor of triangles, over a seam, level or leaning: the floor's normal to the last bit, and contacts all around.
#[test]
fn a_puck_on_triangles_lies_on_a_patch() {
    let corners = [0.0, 1.0, 2.0, 3.0, 4.0].map(|y| [-2.0, 0.0, 2.0].map(|x| [x, y - 2.0, 0.0]));
    let vertices: Vec<_> = corners
        .as_flattened()
        .iter()
        .map(|v| Vector3::from(*v))
        .collect();
    let cells = (0..4).flat_map(|row| [3 * row, 3 * row + 1]);
    let triangles: Vec<_> = cells
        .flat_map(|p| [[p, p + 1, p + 4], [p, p + 4, p + 3]])
        .collect();
    let floor = mesh_of(&vertices, &triangles, 0.0).body;
    let puck = SharedBody::from(Curved::cylinder(0.2, 1.0).expect("a puck"));
    let here = Pose::identity();
    for depth in [0.01, 1e-6, -1e-6, -0.01] {
        for tilt in [0.0, 1e-12, 1e-9, 1e-6, 1e-4, 1e-2_f64] {
            let turned = Quaternion::new((0.5 * tilt).cos(), (0.5 * tilt).sin(), 0.0, 0.0);
            // The lowest point of the rim is this deep.
            let up = 0.2 * tilt.cos() + tilt.sin() - depth;
            let pose = Pose::new(Vector3::new(0.3, 0.1, up), turned).expect("finite");
            let options = ContactManifoldOptions {
                prediction: 0.05,
                ..ContactManifoldOptions::default()
            };
            for swapped in [false, true] {
                let pair = match swapped {
                    false => PosedPair::new(&floor, &here, &puck, &pose),
                    true => PosedPair::new(&puck, &pose, &floor, &here),
                };
                let found = contact_manifold(&pair, &options, &mut Default::default());
                let found = found.expect("valid");
                let name = format!("{depth:e} deep, {tilt:e}: {:?} {:?}", found, found.points());
                let up = Vector3::z() * if swapped { -1.0 } else { 1.0 };
                assert_eq!(found.normal, Some(up), "{name}");
                assert!((found.points()[0].depth - depth).abs() < 1e-8, "{name}");
                let [mut low, mut high] = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
                for at in found.points() {
                    for k in 0..2 {
                        low[k] = low[k].min(at.point_a[k]);
                        high[k] = high[k].max(at.point_a[k]);
                    }
                }
                assert!(found.points().len() == 4, "{name}");
                assert!((0..2).all(|k| high[k] - low[k] > 1.2), "{name}");
            }
        }
    }
}
