//! Times of impact that geometry tells: initial contacts, target separations, degenerate bodies, and the recorded cases.

use crate::common::moving::{Built, moved};
use crate::common::{Tally, cube};
use interframe::{
    Contact, DistanceOptions, InitialContact, Motion, PairState, Polytope, Pose, TimeOfImpact,
    TimeOfImpactOptions, Verdict, distance, time_of_impact,
};
use nalgebra::Vector3;
use twin::cases::{self, Case, Expect};
use twin::random::case_generator;
use twin::sweeps::MovingPair;

fn ask(
    (a, motion_a): (&Polytope, &Motion),
    (b, motion_b): (&Polytope, &Motion),
    options: TimeOfImpactOptions,
) -> TimeOfImpact {
    let state = &mut PairState::default();
    time_of_impact(
        &interframe::MovingPair::new(a, motion_a, b, motion_b),
        &options,
        state,
    )
    .expect("valid")
}

/// A cube of side 1 rests on another; the policies say what that means.
#[test]
fn initial_contact_is_what_the_caller_says() {
    let body = cube(0.5);
    let floor = moved([0.0; 3], [0.0; 3], [0.0; 3]);
    let with = |initial_contact| TimeOfImpactOptions {
        initial_contact,
        ..TimeOfImpactOptions::default()
    };
    for spin in [0.0, 2.0] {
        let turn = [0.0, 0.0, spin];
        let on = |by: [f64; 3]| moved([0.0, 0.0, 1.0], by, turn);
        let ask = |motion: &Motion, initial| ask((&body, &floor), (&body, motion), with(initial));
        // Whatever it does, it begins in contact.
        for by in [[0.0; 3], [0.0, 0.0, 2.0], [0.0, 0.0, -0.5]] {
            let answer = ask(&on(by), InitialContact::Report);
            assert_eq!(answer.verdict, Verdict::Hit);
            assert!(answer.initial && answer.t_lo == 0.0 && answer.t_hi == 0.0);
            assert_eq!(answer.contact, Contact::Overlap);
            let normal = answer.normal.expect("a face");
            assert!((normal.z - 1.0).abs() < 1e-9, "{normal}");
        }
        let ignored = ask(&on([0.0, 0.0, 2.0]), InitialContact::IgnoreUntilSeparated);
        assert_eq!(ignored.verdict, Verdict::Separated);
        assert!(
            ignored.free_from > 0.0 && ignored.free_from < 1e-3,
            "{ignored:?}"
        );
        let resting = ask(&on([0.0; 3]), InitialContact::IgnoreUntilSeparated);
        assert_eq!(resting.verdict, Verdict::Hit);
        assert!(resting.initial);
        let falling = ask(&on([0.0, 0.0, -0.5]), InitialContact::OnlyIfApproaching);
        assert_eq!((falling.verdict, falling.t_hi), (Verdict::Hit, 0.0));
        assert!(falling.separation_velocity < 0.0);
        let rising = ask(&on([0.0, 0.0, 2.0]), InitialContact::OnlyIfApproaching);
        assert_eq!(rising.verdict, Verdict::Separated);
    }
    // Turning on its edge it leaves the floor and comes back: the second contact is the hit.
    let tumble = moved([0.0, 0.0, 1.0], [0.0, 0.0, 0.25], [3.0, 0.0, 0.0]);
    let options = with(InitialContact::IgnoreUntilSeparated);
    let start = moved([0.0, 0.0, 0.0], [0.0, 0.0, -0.9], [0.0; 3]);
    let answer = ask((&body, &start), (&body, &tumble), options);
    assert!(answer.t_lo >= answer.free_from, "{answer:?}");
}

/// Known times of a gap.
#[test]
fn a_target_separation_is_reached_when_geometry_says() {
    let body = cube(0.5);
    let still = moved([0.0; 3], [0.0; 3], [0.0; 3]);
    for (target, time) in [(0.0, 0.5), (0.25, 0.4375), (1.5, 0.125)] {
        for spin in [0.0, 10.0] {
            // Spin about the line of flight changes no gap along it.
            let flight = moved([3.0, 0.0, 0.0], [-4.0, 0.0, 0.0], [spin, 0.0, 0.0]);
            let options = TimeOfImpactOptions {
                target_separation: target,
                tolerance: Some(1e-9),
                ..TimeOfImpactOptions::default()
            };
            let answer = ask((&body, &still), (&body, &flight), options);
            assert_eq!(answer.verdict, Verdict::Hit);
            assert!((answer.t_hi - time).abs() < 1e-9, "{answer:?}");
            assert!(answer.t_lo <= time && answer.gap <= target + 1e-9);
            assert!((answer.separation_velocity + 4.0).abs() < 1e-9);
        }
    }
    let near = moved([1.2, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0; 3]);
    let options = TimeOfImpactOptions {
        target_separation: 0.5,
        ..TimeOfImpactOptions::default()
    };
    let answer = ask((&body, &still), (&body, &near), options);
    assert_eq!((answer.verdict, answer.t_hi), (Verdict::Hit, 0.0));
    assert!(answer.initial && answer.contact == Contact::Near);
}

/// Round bodies that part by less than a thousandth of the separation are seen to part: what counts as
/// near to the distance is reckoned from the separation on.
#[test]
fn a_release_from_a_separation_is_seen_however_small() {
    let golden = 0.5 * (5f64.sqrt() - 1.0);
    let points: Vec<_> = (0..300)
        .map(|k| {
            let z = 1.0 - (2.0 * f64::from(k) + 1.0) / 300.0;
            let (sin, cos) = (std::f64::consts::TAU * golden * f64::from(k)).sin_cos();
            let r = (1.0 - z * z).sqrt();
            Vector3::new(r * cos, r * sin, z)
        })
        .collect();
    let round = Polytope::new(&points).expect("finite");
    let still = moved([0.0; 3], [0.0; 3], [0.0; 3]);
    for index in 0..40 {
        let side = case_generator(72, index).direction();
        let start = side.map(|x| 3.0 * x);
        let at = |p: [f64; 3]| Pose::from_translation(p.into()).expect("finite");
        let state = &mut PairState::default();
        let apart = distance(
            &interframe::PosedPair::new(&round, &at([0.0; 3]), &round, &at(start)),
            &DistanceOptions::default(),
            state,
        );
        // A turn so slow that corners move by less than bodies part.
        let away = moved(start, side.map(|x| 4e-4 * x), [1e-5, 0.0, 0.0]);
        let options = TimeOfImpactOptions {
            target_separation: apart.expect("valid").separation,
            tolerance: Some(1e-6),
            initial_contact: InitialContact::IgnoreUntilSeparated,
            ..TimeOfImpactOptions::default()
        };
        let answer = ask((&round, &still), (&round, &away), options);
        assert_eq!(answer.verdict, Verdict::Separated, "{index}: {answer:?}");
        assert!(
            answer.free_from > 0.0 && answer.free_from < 0.02,
            "{answer:?}"
        );
    }
}

/// The empty body meets nothing; two points, coincident, huge, tiny and far bodies are bodies.
#[test]
fn degenerate_bodies_have_times_too() {
    let empty = Polytope::new(&[]).expect("empty");
    let point = Polytope::new(&[Vector3::zeros()]).expect("finite");
    let still = moved([0.0; 3], [0.0; 3], [0.0; 3]);
    let spun = moved([0.0; 3], [0.0; 3], [0.0, 0.0, 7.0]);
    let options = TimeOfImpactOptions::default();
    let nothing = ask((&empty, &spun), (&point, &still), options);
    assert_eq!(nothing.verdict, Verdict::Separated);
    let same = ask((&point, &spun), (&point, &still), options);
    assert_eq!((same.verdict, same.t_hi), (Verdict::Hit, 0.0));
    // Two points meet at half time, one of them on a circle.
    let circle = |r: f64, p: [f64; 3]| {
        let start = Pose::from_translation(p.into()).expect("finite");
        let pivot = Vector3::new(r, 0.0, 0.0);
        let turn = Vector3::new(0.0, 0.0, std::f64::consts::TAU);
        Motion::from_turn(start, p.into(), turn, pivot).expect("finite")
    };
    for scale in [1.0, 1e150, 1e-150] {
        let at = moved([2.0 * scale, 0.0, 0.0], [0.0; 3], [0.0; 3]);
        let options = TimeOfImpactOptions {
            tolerance: Some(1e-9 * scale),
            ..options
        };
        let answer = ask((&point, &circle(scale, [0.0; 3])), (&point, &at), options);
        assert_eq!(answer.verdict, Verdict::Hit, "{scale} {answer:?}");
        assert!((answer.t_hi - 0.5).abs() < 1e-8, "{answer:?}");
        let body = cube(0.5 * scale);
        let flight = moved([3.0 * scale, 0.0, 0.0], [-4.0 * scale, 0.0, 0.0], [0.0; 3]);
        let answer = ask((&body, &still), (&body, &flight), options);
        assert!(answer.t_lo <= 0.5 && answer.t_hi >= 0.5, "{answer:?}");
        assert!(answer.t_hi - answer.t_lo < 1e-12, "{answer:?}");
    }
    // A million sizes from the origin.
    let far = [1e6, 2e6, -1e6];
    let body = cube(0.5);
    let here = moved(far, [0.0; 3], [0.0; 3]);
    let flight = moved(
        [far[0] + 3.0, far[1], far[2]],
        [-4.0, 0.0, 0.0],
        [9.0, 0.0, 0.0],
    );
    let answer = ask((&body, &here), (&body, &flight), options);
    assert_eq!(answer.verdict, Verdict::Hit);
    assert!((answer.t_hi - 0.5).abs() < 1e-6, "{answer:?}");
}

/// A case's answer against `expected`: no wrong hit or miss, `t_lo` never after the certified overlap,
/// both times within the bracket widened by its tolerance.
fn judge_case(case: &Case, tally: &mut Tally) -> bool {
    let (Some(a), Some(b)) = (case.vertices("a"), case.vertices("b")) else {
        return false;
    };
    let (Some(motion_a), Some(motion_b)) = (case.motion("motion_a"), case.motion("motion_b"))
    else {
        return false;
    };
    let built = Built::new(&MovingPair {
        family: "case",
        a,
        b,
        motion_a,
        motion_b,
        meets: None,
    })
    .expect("valid");
    let number = |key: &str| case.json[key].as_f64();
    let options = TimeOfImpactOptions {
        tolerance: Some(number("tolerance").unwrap_or(1e-9)),
        target_separation: number("target_separation").unwrap_or(0.0),
        initial_contact: match case.text("initial_contact") {
            Some("ignore_until_separated") => InitialContact::IgnoreUntilSeparated,
            Some("only_if_approaching") => InitialContact::OnlyIfApproaching,
            _ => InitialContact::Report,
        },
        budget: 10_000,
        ..TimeOfImpactOptions::default()
    };
    let name = &case.id;
    let mut state = PairState::default();
    // Cold, then warm.
    for _ in 0..2 {
        let answer = built.ask(&options, &mut state);
        tally.cases += 1;
        let truth = case.expects("hit").unwrap_or(Expect::Either);
        match answer.verdict {
            Verdict::Undecided => tally.undecided.push(name.clone()),
            verdict => tally.claim(truth.allows(verdict == Verdict::Hit), name, "hit"),
        }
        let bracket = &case.json["expected"]["toi_bracket"];
        if let (Some(low), Some(high)) = (bracket[0].as_f64(), bracket[1].as_f64()) {
            let room = case.expected_number("toi_tol").unwrap_or(0.0);
            let right = answer.t_lo <= high.max(low + room)
                && low - room <= answer.t_lo
                && answer.t_hi <= high + room;
            tally.claim(right, name, &format!("{low} to {high}: {answer:?}"));
        }
    }
    true
}

#[test]
fn cases_are_right() {
    let root = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let judge = |folder: &str| {
        let mut tally = Tally::default();
        let files = cases::files(&root.join(folder));
        let all = files.iter().flat_map(|file| cases::read(file));
        let mut seen = 0;
        // Round bodies are not the twin's: the program is held to those.
        let known = |case: &Case| ["a", "b"].iter().all(|key| case.vertices(key).is_some());
        for case in all.filter(|case| case.query == "time_of_impact" && known(case)) {
            assert!(judge_case(&case, &mut tally), "{}", case.id);
            seen += 1;
        }
        if seen > 0 {
            tally.report(&format!("{seen} cases of times of impact in {folder}"));
        }
        seen
    };
    assert!(judge("tests/cases") >= 26);
    // The public ones, where they are.
    println!("public: {}", judge("../shared/data/cases"));
}
