//! A method that does not answer for two pieces of some kinds is refused wherever the bodies are, and as of convex ones.

use interframe::{
    ContactInterval, Curved, Error, InitialContact, InterframeOptions, IntersectOptions, Method,
    Motion, MovingPair, PairState, Polytope, Pose, PosedPair, SharedBody, TimeOfImpactMethod,
    TimeOfImpactOptions, TriangleMesh, TriangleMeshOptions, contact_intervals, interframe,
    intersect, time_of_impact,
};
use nalgebra::Vector3;

fn at(x: f64) -> Pose {
    Pose::from_translation(Vector3::new(x, 0.0, 0.0)).expect("a place")
}

fn corners() -> [Vector3<f64>; 3] {
    [Vector3::zeros(), Vector3::x(), Vector3::y()]
}

/// A triangle as a convex body, as a mesh, and as a part.
fn triangles() -> [SharedBody; 3] {
    let flat = SharedBody::new(Polytope::new(&corners()).expect("finite"));
    let mesh = TriangleMesh::new(&corners(), &[[0, 1, 2]], &TriangleMeshOptions::default());
    let compound = SharedBody::compound(&[(flat.clone(), Pose::identity())]);
    [
        flat,
        mesh.expect("a mesh").into(),
        compound.expect("a part"),
    ]
}

/// Bodies of which the round solvers answer.
fn round() -> [SharedBody; 4] {
    let [flat, mesh, _] = triangles();
    let ball = SharedBody::sphere(1.0).expect("a radius");
    let drum = SharedBody::from(Curved::cylinder(1.0, 1.0).expect("lengths"));
    let both = [(flat, at(-1.0)), (ball.clone(), at(1.0))];
    let bell = SharedBody::compound(&both).expect("parts");
    [ball, drum, bell, mesh.rounded(0.5).expect("a radius")]
}

/// The same refusal near and far, and with A and B exchanged; none of what is answered.
fn is_always(
    ask: impl Fn(&SharedBody, &SharedBody, f64) -> Option<Error>,
    refused: bool,
    [a, b]: [&SharedBody; 2],
) {
    for x in [0.1, 3.0, 1e3, 1e200] {
        for (a, b) in [(a, b), (b, a)] {
            let said = ask(a, b, x);
            let right = matches!(said, Some(Error::Method { .. }));
            assert_eq!(
                (right, said.is_some()),
                (refused, refused),
                "at {x}: {said:?}"
            );
        }
    }
}

#[test]
fn methods_at_rest() {
    for method in [
        Method::Default,
        Method::RaySimplex,
        Method::Gjk,
        Method::Tableau,
        Method::InteriorPoint,
        Method::Mpr,
    ] {
        let options = IntersectOptions {
            method,
            ..IntersectOptions::default()
        };
        let ask = |a: &SharedBody, b: &SharedBody, x: f64| {
            let (here, there) = (Pose::identity(), at(x));
            intersect(
                &PosedPair::new(a, &here, b, &there),
                &options,
                &mut PairState::default(),
            )
            .err()
        };
        let refused = !matches!(method, Method::Default | Method::Gjk);
        for triangle in &triangles() {
            for round in &round() {
                is_always(ask, refused, [triangle, round]);
            }
            for other in &triangles() {
                is_always(ask, false, [triangle, other]);
            }
        }
    }
}

#[test]
fn methods_of_sweeps() {
    for method in [
        Method::Default,
        Method::Gjk,
        Method::Tableau,
        Method::InteriorPoint,
        Method::Mpr,
    ] {
        let options = InterframeOptions {
            method,
            ..InterframeOptions::default()
        };
        let ask = |a: &SharedBody, b: &SharedBody, x: f64| {
            let still = Motion::fixed(Pose::identity());
            let goes = Motion::translation(at(x), Vector3::new(x, 5.0, 0.0)).expect("finite");
            interframe(
                &MovingPair::new(a, &still, b, &goes),
                &options,
                &mut PairState::default(),
            )
            .err()
        };
        let refused = !matches!(method, Method::Default | Method::Gjk);
        let [ball, _, _, rounded] = round();
        for triangle in &triangles() {
            is_always(ask, refused, [triangle, &ball]);
            is_always(ask, refused, [triangle, &rounded]);
            is_always(ask, false, [triangle, triangle]);
        }
    }
}

#[test]
fn methods_of_times() {
    let plain = TimeOfImpactOptions {
        method: TimeOfImpactMethod::InteriorPoint,
        ..TimeOfImpactOptions::default()
    };
    let ignores = TimeOfImpactOptions {
        initial_contact: InitialContact::IgnoreUntilSeparated,
        ..plain
    };
    let apart = TimeOfImpactOptions {
        target_separation: 0.1,
        ..plain
    };
    let asked = |options: TimeOfImpactOptions, turn: f64, all: bool| {
        move |a: &SharedBody, b: &SharedBody, x: f64| {
            let still = Motion::fixed(Pose::identity());
            let to = Vector3::new(x, 5.0, 0.0);
            let goes = Motion::from_turn(at(x), to, Vector3::x() * turn, Vector3::zeros())
                .expect("finite");
            let (pair, state) = (
                MovingPair::new(a, &still, b, &goes),
                &mut PairState::default(),
            );
            match all {
                true => {
                    contact_intervals(&pair, &options, state, &mut [ContactInterval::default(); 4])
                        .err()
                }
                false => time_of_impact(&pair, &options, state).err(),
            }
        }
    };
    for triangle in &triangles() {
        for other in &triangles() {
            is_always(asked(plain, 0.0, false), false, [triangle, other]);
            is_always(asked(plain, 0.0, true), false, [triangle, other]);
            is_always(asked(plain, 1.0, false), true, [triangle, other]);
            is_always(asked(plain, 1.0, true), true, [triangle, other]);
            is_always(asked(ignores, 0.0, false), true, [triangle, other]);
            is_always(asked(apart, 0.0, false), true, [triangle, other]);
            is_always(asked(apart, 0.0, true), true, [triangle, other]);
        }
        for round in &round() {
            is_always(asked(plain, 0.0, false), true, [triangle, round]);
        }
    }
}
