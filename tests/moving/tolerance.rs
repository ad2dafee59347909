//! What a tolerance means: bodies that never meet and come within it are near, whether they turn or not; so a rotation of a whole
//! scene, which rounds, takes no contact away.

use interframe::{
    Contact, ContactInterval, Motion, MovingPair, PairState, Polytope, Pose, SharedBody,
    TimeOfImpact, TimeOfImpactMethod, TimeOfImpactOptions, TriangleMesh, TriangleMeshOptions,
    Verdict, certify_contact_intervals, certify_time_of_impact, contact_intervals, time_of_impact,
};
use nalgebra::{UnitQuaternion, Vector3};
use twin::random::{SplitMix64, case_generator};

use crate::common::{count, for_each, quaternion};

fn cuboid(half: f64) -> Polytope {
    Polytope::cuboid([half; 3]).expect("a box")
}

/// B flies past A along x, at this height.
fn passing(height: f64, turn: Vector3<f64>) -> [Motion; 2] {
    let start = Pose::from_translation(Vector3::new(-4.0, 0.3, height)).expect("finite");
    let end = Vector3::new(4.0, 0.1, height);
    [
        Motion::fixed(Pose::identity()),
        Motion::from_turn(start, end, turn, Vector3::zeros()).expect("finite"),
    ]
}

fn near_within(tolerance: f64) -> TimeOfImpactOptions {
    TimeOfImpactOptions {
        tolerance: Some(tolerance),
        ..TimeOfImpactOptions::default()
    }
}

#[test]
fn boxes_that_slide_past_each_other_are_near_turning_or_not() {
    let (a, b) = (cuboid(1.0), cuboid(0.5));
    let ball = SharedBody::sphere(0.5).expect("a ball");
    for turn in [0.0, 1e-300] {
        for gap in [1e-12, 1e-9, 0.9e-6] {
            let [still, flight] = passing(1.5 + gap, Vector3::z() * turn);
            for b in [interframe::Body::from(&b), ball.get()] {
                let pair = MovingPair::new(&a, &still, b, &flight);
                let options = near_within(1e-6);
                let found =
                    time_of_impact(&pair, &options, &mut PairState::default()).expect("valid");
                let at = format!("turn {turn:e}, gap {gap:e}: {found:?}");
                assert_eq!(found.contact, Contact::Near, "{at}");
                assert!(
                    found.gap <= 1e-6 && found.t_lo > 0.25 && found.t_lo < 0.5,
                    "{at}"
                );
                let proof = certify_time_of_impact(&pair, &options, &found).verify();
                let proved = proof.expect("a proof");
                assert_eq!(proved.verdict, Verdict::Hit, "{at}");
                assert_eq!(proved.free, [0.0, found.t_lo], "{at}");
            }
        }
        let [still, flight] = passing(1.5 + 1.1e-6, Vector3::z() * turn);
        let pair = MovingPair::new(&a, &still, &b, &flight);
        let found = time_of_impact(&pair, &near_within(1e-6), &mut PairState::default());
        assert_eq!(found.expect("valid").verdict, Verdict::Separated);
    }
}

#[test]
fn every_method_gives_a_tolerance_the_same_meaning() {
    let (a, b) = (cuboid(1.0), cuboid(0.5));
    let [still, flight] = passing(1.5 + 1e-9, Vector3::zeros());
    let pair = MovingPair::new(&a, &still, &b, &flight);
    for method in [
        TimeOfImpactMethod::Default,
        TimeOfImpactMethod::RaySimplex,
        TimeOfImpactMethod::InteriorPoint,
    ] {
        let options = TimeOfImpactOptions {
            method,
            ..near_within(1e-6)
        };
        let found = time_of_impact(&pair, &options, &mut PairState::default()).expect("valid");
        assert_eq!(found.contact, Contact::Near, "{method:?}: {found:?}");
    }
}

#[test]
fn an_interval_of_bodies_that_are_near_is_proved() {
    let (a, b) = (cuboid(1.0), cuboid(0.5));
    let [still, flight] = passing(1.5 + 1e-9, Vector3::zeros());
    let pair = MovingPair::new(&a, &still, &b, &flight);
    let options = near_within(1e-6);
    let mut list = [ContactInterval::default(); 4];
    let found = contact_intervals(&pair, &options, &mut PairState::default(), &mut list);
    assert_eq!(found.expect("valid").count, 1);
    let [only, ..] = list;
    assert_eq!(only.contact, Contact::Near);
    // In contact from where the faces overlap to where they no longer do.
    let [enter, exit] = [only.enter[1], only.exit[0]];
    assert!(
        (enter - 0.3125).abs() < 1e-5 && (exit - 0.6875).abs() < 1e-5,
        "{only:?}"
    );
    let proof = certify_contact_intervals(&pair, &options, &list[..1]).expect("valid");
    proof.verify().expect("a proof");
}

#[test]
fn shots_that_graze_a_mesh_within_the_tolerance_are_near() {
    // Two triangles in one plane, and one that is far away.
    let corners: Vec<_> = [
        [-2, -2],
        [2, -2],
        [2, 2],
        [-2, 2],
        [90, 90],
        [91, 90],
        [90, 91],
    ]
    .iter()
    .map(|[x, y]| Vector3::new(f64::from(*x), f64::from(*y), 0.0))
    .collect();
    let mesh = TriangleMesh::new(
        &corners,
        &[[0, 1, 2], [0, 2, 3], [4, 5, 6]],
        &TriangleMeshOptions::default(),
    )
    .expect("a mesh");
    let mesh = SharedBody::from(mesh);
    let b = cuboid(0.5);
    for (height, expected) in [
        (0.5 + 1e-9, Contact::Near),
        (0.5 + 0.9e-6, Contact::Near),
        (0.5 + 1.2e-6, Contact::None),
        (0.5 - 1e-9, Contact::Overlap),
    ] {
        let [still, flight] = passing(height, Vector3::zeros());
        let pair = MovingPair::new(&mesh, &still, &b, &flight);
        let found = time_of_impact(&pair, &near_within(1e-6), &mut PairState::default());
        let found = found.expect("valid");
        assert_eq!(found.contact, expected, "{height:e}: {found:?}");
    }
}

fn whole(random: &mut SplitMix64, most: i64) -> Vector3<f64> {
    Vector3::from_fn(|_, _| random.integer(-most, most) as f64)
}

/// A body with small whole coordinates, every other one in the plane z = 0, and its way.
fn body(random: &mut SplitMix64, is_flat: bool) -> (Polytope, [Vector3<f64>; 2]) {
    let flat = |v: Vector3<f64>| {
        if is_flat {
            Vector3::new(v.x, v.y, 0.0)
        } else {
            v
        }
    };
    let corners = *random.pick(&[1, 2, 3, 4, 6, 8]);
    let points: Vec<_> = (0..corners).map(|_| flat(whole(random, 2))).collect();
    let from = flat(whole(random, 6));
    let to = from + flat(whole(random, 9));
    (Polytope::new(&points).expect("finite"), [from, to])
}

fn first_contact(
    bodies: [&(Polytope, [Vector3<f64>; 2]); 2],
    rotation: &UnitQuaternion<f64>,
) -> TimeOfImpact {
    let motions = bodies.map(|(_, ends)| {
        let [from, to] = ends.map(|end| rotation * end);
        Motion::translation(Pose::new(from, **rotation).expect("a pose"), to).expect("finite")
    });
    let pair = MovingPair::new(&bodies[0].0, &motions[0], &bodies[1].0, &motions[1]);
    // Two points have no size.
    time_of_impact(&pair, &near_within(1e-6), &mut PairState::default()).expect("valid")
}

#[test]
fn a_rotated_scene_has_the_contacts_of_the_scene() {
    let tally = for_each(count(20_000, 1_000_000), |index, tally| {
        let random = &mut case_generator(0x3906, index);
        let is_flat = random.flip();
        let (a, b) = (body(random, is_flat), body(random, is_flat));
        let before = first_contact([&a, &b], &UnitQuaternion::identity());
        // What touches at the start and parts is in no contact if rounding parts it.
        if before.verdict != Verdict::Hit || before.t_hi == 0.0 {
            return;
        }
        let rotation = UnitQuaternion::from_quaternion(quaternion(&random.quaternion()));
        let after = first_contact([&a, &b], &rotation);
        tally.hits += 1;
        let is_there = after.verdict == Verdict::Hit;
        let said = format!("case {index}: {before:?} {after:?}");
        tally.claim(is_there, "rotated", &said);
    });
    println!("{} contacts, {} lost", tally.hits, tally.wrong.len());
    assert!(tally.hits > 1_000, "few contacts");
    tally.none_wrong();
}
