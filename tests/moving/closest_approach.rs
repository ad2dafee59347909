//! The closest approach of two moving bodies: against the exact twin where nothing turns, against closed forms of balls,
//! against dense sampling of the motion where something turns; and every proof through the checker. INTERFRAME_LONG=1 for
//! full counts.

use crate::common::moving::Built;
use crate::common::{count, for_each, twin_motion};
use interframe::{
    ClosestApproach, ClosestApproachOptions, Contact, DistanceOptions, Error, Motion, MovingPair,
    PairState, Polytope, Pose, PosedPair, Reason, SharedBody, TimeOfImpactOptions, Verdict,
    certify_closest_approach, certify_nearest_points, closest_approach, distance, time_of_impact,
};
use nalgebra::Vector3;
use twin::cases::WrittenMotion;
use twin::distance::distance_sq;
use twin::place::{Frame, two_frame};
use twin::random::{SplitMix64, case_generator};
use twin::spins::spinning_pair;
use twin::sweeps::{self, moving_pair};

fn ask(pair: &MovingPair<'_>, options: &ClosestApproachOptions) -> ClosestApproach {
    closest_approach(pair, options, &mut PairState::default()).expect("valid")
}

fn pair_of(built: &Built) -> MovingPair<'_> {
    built.pair()
}

/// What every answer keeps, whatever the bodies do.
fn is_sound(pair: &MovingPair<'_>, options: &ClosestApproachOptions, found: &ClosestApproach) {
    assert!(
        found.lower_bound <= found.distance && found.error >= 0.0,
        "{found:?}"
    );
    assert!(found.t_lo <= found.t && found.t <= found.t_hi, "{found:?}");
    match found.verdict {
        Verdict::Separated => {
            let off = found.distance - found.lower_bound;
            assert!(off <= found.error || found.distance == f64::INFINITY);
            assert_eq!((found.reason, found.contact), (Reason::None, Contact::None));
        }
        Verdict::Hit => {
            assert_eq!((found.distance, found.lower_bound), (0.0, 0.0));
            let tolerance = options.tolerance.unwrap_or(f64::INFINITY);
            assert!(found.error <= tolerance);
        }
        Verdict::Undecided => assert_ne!(found.reason, Reason::None),
    }
    let proof = certify_closest_approach(pair, options, found);
    let proved = proof
        .verify()
        .unwrap_or_else(|failure| panic!("{failure}: {found:?}"));
    assert_eq!(proved.verdict, found.verdict, "{found:?}");
    if found.verdict == Verdict::Separated && found.distance.is_finite() {
        assert_eq!(
            (proved.separation, proved.free),
            (found.lower_bound, [0.0, 1.0])
        );
        let as_near = certify_nearest_points(pair, options, found).expect("bodies with points");
        // Weights in f64 name points to a rounding of the bodies.
        let corners = as_near.a.iter().chain(&as_near.b).flatten();
        let size = corners.fold(0.0, |size: f64, x| size.max(x.abs()));
        let as_near = as_near
            .verify()
            .unwrap_or_else(|failure| panic!("{failure}: {found:?}"));
        let most = found.distance + f64::EPSILON * size;
        assert!(as_near.gap.is_some_and(|gap| gap <= most));
        assert_eq!(as_near.contact, Some([found.t; 2]));
    }
}

/// Bodies of size 1 or so.
fn straight(index: u64) -> Option<(sweeps::MovingPair, Built)> {
    let mut pair = moving_pair(index);
    let still = |written: &WrittenMotion| WrittenMotion {
        end_q: None,
        turn: None,
        pivot: [0.0; 3],
        ..*written
    };
    (pair.motion_a, pair.motion_b) = (still(&pair.motion_a), still(&pair.motion_b));
    let built = Built::new(&pair)?;
    Some((pair, built))
}

#[test]
fn straight_flights_are_as_near_as_the_exact_twin_says() {
    let apart = std::sync::atomic::AtomicU32::new(0);
    let tally = for_each(count(3_000, 300_000), |index, _| {
        let (pair, built) = straight(index).expect("no half turns");
        let options = ClosestApproachOptions::default();
        let found = ask(&pair_of(&built), &options);
        is_sound(&pair_of(&built), &options, &found);
        let motions = [
            twin_motion(&pair.motion_a, &built.motion_a),
            twin_motion(&pair.motion_b, &built.motion_b),
        ];
        let hulls = two_frame(&pair.a, &motions[0], &pair.b, &motions[1], Frame::Relative);
        let Some(square) = distance_sq(&hulls) else {
            assert_eq!(found.distance, f64::INFINITY);
            return;
        };
        let truth = square.root();
        match found.verdict {
            Verdict::Separated => {
                apart.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                let room = 1e-14 * truth;
                assert!(
                    found.lower_bound <= truth + room,
                    "{index}: {truth} {found:?}"
                );
                assert!(truth <= found.distance + room, "{index}: {truth} {found:?}");
            }
            Verdict::Hit => assert!(truth <= found.error, "{index}: {truth} {found:?}"),
            Verdict::Undecided => panic!("{index}: {truth} {found:?}"),
        }
    });
    assert!(tally.wrong.is_empty(), "{:?}", tally.wrong);
    assert!(apart.into_inner() > 500);
}

#[test]
fn turning_bodies_are_never_seen_nearer() {
    let apart = std::sync::atomic::AtomicU32::new(0);
    let tally = for_each(count(1_500, 100_000), |index, _| {
        let pair = spinning_pair(index);
        let Some(built) = Built::new(&pair) else {
            return;
        };
        let options = ClosestApproachOptions::default();
        let found = ask(&pair_of(&built), &options);
        is_sound(&pair_of(&built), &options, &found);
        if found.verdict != Verdict::Separated || !found.distance.is_finite() {
            let first = time_of_impact(
                &pair_of(&built),
                &TimeOfImpactOptions::default(),
                &mut PairState::default(),
            );
            let first = first.expect("valid");
            let empty = built.a.is_empty() || built.b.is_empty();
            assert!(empty || first.verdict != Verdict::Separated || found.verdict == first.verdict);
            return;
        }
        apart.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let tracks = built.tracks(&pair);
        let size = built.a.bounding_radius() + built.b.bounding_radius();
        let mut state = PairState::default();
        let at = |t: f64, state: &mut PairState| {
            let [a, b] = [tracks[0].at(t), tracks[1].at(t)];
            let posed = PosedPair::new(&built.a, &a, &built.b, &b);
            let seen = distance(&posed, &DistanceOptions::default(), state).expect("valid");
            // The track's own rounding, with that of turns of hundreds of radians.
            (
                seen.separation,
                seen.error + 1e-12 * (size + a.translation().norm()),
            )
        };
        let (here, room) = at(found.t, &mut state);
        assert!(
            (here - found.distance).abs() <= room + found.error,
            "{index} {here} {found:?}"
        );
        let samples = 400;
        for k in 0..=samples {
            let t = f64::from(k) / f64::from(samples);
            let (seen, room) = at(t, &mut state);
            assert!(
                seen >= found.lower_bound - room,
                "{index} at {t}: {seen} {found:?}"
            );
            let outside = t < found.t_lo || t > found.t_hi;
            assert!(
                !outside || seen >= found.distance - room,
                "{index} at {t}: {seen} {found:?}"
            );
        }
    });
    assert!(tally.wrong.is_empty(), "{:?}", tally.wrong);
    assert!(apart.into_inner() > 300);
}

fn ball_flight(random: &mut SplitMix64) -> (f64, Motion, [Vector3<f64>; 2]) {
    let vector = |random: &mut SplitMix64, length: f64| Vector3::from(random.direction()) * length;
    let from = vector(random, 6.0);
    let to = vector(random, 6.0);
    let start = Pose::from_translation(from).expect("finite");
    let flight = Motion::translation(start, to).expect("finite");
    (random.between(0.1, 1.5), flight, [from, to])
}

#[test]
fn balls_pass_as_their_centres_do() {
    let random = &mut case_generator(2210, 0);
    let mut met = 0;
    for _ in 0..count(4_000, 400_000) {
        let (radius_a, motion_a, a) = ball_flight(random);
        let (radius_b, motion_b, b) = ball_flight(random);
        let balls = [radius_a, radius_b].map(|r| SharedBody::sphere(r).expect("a radius"));
        let pair = MovingPair::new(&balls[0], &motion_a, &balls[1], &motion_b);
        let options = ClosestApproachOptions {
            tolerance: Some(1e-9),
            ..Default::default()
        };
        let found = ask(&pair, &options);
        is_sound(&pair, &options, &found);
        let (start, end) = (b[0] - a[0], b[1] - a[1]);
        let way = end - start;
        let t = (-start.dot(&way) / way.dot(&way)).clamp(0.0, 1.0);
        let truth = (start + way * t).norm() - radius_a - radius_b;
        if truth < 1e-8 {
            met += 1;
            assert!(
                truth > -1e-8 || found.verdict == Verdict::Hit,
                "{truth} {found:?}"
            );
            continue;
        }
        assert_eq!(found.verdict, Verdict::Separated);
        assert!(
            (found.distance - truth).abs() <= found.error + 1e-13,
            "{truth} {found:?}"
        );
        assert!(found.error <= 1e-9 + 1e-13);
        assert!(
            found.t_lo <= t + 1e-7 && t <= found.t_hi + 1e-7,
            "{t} {found:?}"
        );
        // Half the width is where the distance has risen by a tolerance, some times over.
        assert!(found.t_hi - found.t_lo < 1e-3, "{found:?}");
    }
    assert!(met > 100);
}

fn bar_and_post() -> (Polytope, Polytope) {
    let bar = [Vector3::new(-5.0, 0.0, 0.0), Vector3::new(5.0, 0.0, 0.0)];
    let post = [Vector3::new(0.0, 6.5, -1.0), Vector3::new(0.0, 6.5, 1.0)];
    (
        Polytope::new(&bar).expect("a bar"),
        Polytope::new(&post).expect("a post"),
    )
}

/// A bar that turns three times half about comes as near three times: all of them are between the times.
#[test]
fn as_near_more_than_once_is_bracketed_whole() {
    let (bar, post) = bar_and_post();
    let turn = Vector3::new(0.0, 0.0, 3.0 * std::f64::consts::PI);
    let spin = Motion::from_turn(Pose::identity(), Vector3::zeros(), turn, Vector3::zeros());
    let (spin, still) = (spin.expect("a motion"), Motion::fixed(Pose::identity()));
    let pair = MovingPair::new(&bar, &spin, &post, &still);
    let options = ClosestApproachOptions::default();
    let found = ask(&pair, &options);
    is_sound(&pair, &options, &found);
    assert!(
        (found.distance - 1.5).abs() <= found.error && found.error < 2e-6,
        "{found:?}"
    );
    assert!(
        found.t_lo <= 1.0 / 6.0 && found.t_hi >= 5.0 / 6.0,
        "{found:?}"
    );
    assert!(found.t_lo > 0.166 && found.t_hi < 0.84, "{found:?}");
    // The second pass a little nearer: that one alone.
    let lift = Motion::from_turn(
        Pose::from_translation(Vector3::new(0.0, -0.01, 0.0)).expect("finite"),
        Vector3::new(0.0, 0.01, 0.0),
        turn,
        Vector3::zeros(),
    );
    let lift = lift.expect("a motion");
    let found = ask(&MovingPair::new(&bar, &lift, &post, &still), &options);
    assert!(found.t_lo > 0.82 && found.t_hi < 0.85, "{found:?}");
}

/// Bodies that slide beside each other, rest, part, come, or are not there.
#[test]
fn flat_minima_and_minima_at_the_ends() {
    let cube = SharedBody::cuboid([1.0; 3]).expect("a box");
    let at = |x: f64, y: f64| Pose::from_translation(Vector3::new(x, y, 0.0)).expect("finite");
    let still = Motion::fixed(at(0.0, 0.0));
    let to = |from: Pose, x: f64, y: f64| {
        Motion::translation(from, Vector3::new(x, y, 0.0)).expect("finite")
    };
    let options = ClosestApproachOptions::default();
    let asked = |motion: &Motion| {
        let pair = MovingPair::new(&cube, &still, &cube, motion);
        let found = ask(&pair, &options);
        is_sound(&pair, &options, &found);
        found
    };
    for (motion, distance, t_lo, t_hi) in [
        (to(at(-1.0, 3.0), 1.0, 3.0), 1.0, 0.0, 1.0),
        (Motion::fixed(at(0.0, 3.0)), 1.0, 0.0, 1.0),
        (to(at(0.0, 3.0), 0.0, 5.0), 1.0, 0.0, 0.0),
        (to(at(0.0, 5.0), 0.0, 3.0), 1.0, 1.0, 1.0),
        (to(at(-6.0, 3.0), 4.0, 3.0), 1.0, 0.4, 0.8),
    ] {
        let found = asked(&motion);
        assert!(
            (found.distance - distance).abs() <= found.error && found.error < 3e-6,
            "{found:?}"
        );
        assert!(
            (found.t_lo - t_lo).abs() < 2e-3 && (found.t_hi - t_hi).abs() < 4e-3,
            "{found:?}"
        );
    }
    let met = asked(&to(at(-6.0, 1.0), 6.0, 1.0));
    assert_eq!((met.verdict, met.distance), (Verdict::Hit, 0.0));
    assert!(met.t_lo <= 1.0 / 3.0 && 1.0 / 3.0 <= met.t_hi && met.t_hi - met.t_lo < 1e-6);
    // Grazing, exactly, and a last place beside.
    let grazes = asked(&to(at(-6.0, 2.0), 6.0, 2.0));
    assert_eq!((grazes.verdict, grazes.distance), (Verdict::Hit, 0.0));
    let beside = asked(&to(at(-6.0, 2.0_f64.next_up()), 6.0, 2.0_f64.next_up()));
    assert_ne!(beside.verdict, Verdict::Hit);
    assert!(
        beside.distance < 1e-12 && beside.error < 1e-12,
        "{beside:?}"
    );
    let nothing = SharedBody::new(Polytope::new(&[]).expect("empty"));
    let pair = MovingPair::new(&cube, &still, &nothing, &still);
    let found = ask(&pair, &options);
    is_sound(&pair, &options, &found);
    assert_eq!(
        (found.verdict, found.distance),
        (Verdict::Separated, f64::INFINITY)
    );
}

/// Swap, a rigid motion of all, a power of two, the order of vertices.
#[test]
fn the_same_however_it_is_given() {
    let mut compared = 0;
    for index in 0..count(300, 20_000) {
        let pair = spinning_pair(index);
        let Some(built) = Built::new(&pair) else {
            continue;
        };
        let options = ClosestApproachOptions::default();
        let found = ask(&pair_of(&built), &options);
        if found.verdict != Verdict::Separated || !found.distance.is_finite() {
            continue;
        }
        compared += 1;
        let (a, motion_a, b, motion_b) = built.parts();
        let agrees = |other: &ClosestApproach, scale: f64, what: &str| {
            assert_eq!(other.verdict, found.verdict, "{index} {what}");
            let room = found.error + other.error / scale + 1e-12 * (found.distance + 1.0);
            let off = (other.distance / scale - found.distance).abs();
            assert!(off <= room, "{index} {what}: {other:?} {found:?}");
        };
        let swapped = ask(&MovingPair::new(b, motion_b, a, motion_a), &options);
        agrees(&swapped, 1.0, "swapped");
        let mut turned = spinning_pair(index);
        turned.a.reverse();
        turned.b.reverse();
        let turned = Built::new(&turned).expect("the same");
        agrees(&ask(&pair_of(&turned), &options), 1.0, "reversed");
        let scale = 1024.0;
        let mut larger = spinning_pair(index);
        for list in [&mut larger.a, &mut larger.b] {
            list.iter_mut().flatten().for_each(|x| *x *= scale);
        }
        for motion in [&mut larger.motion_a, &mut larger.motion_b] {
            for p in [&mut motion.start.p, &mut motion.end_p, &mut motion.pivot] {
                p.iter_mut().for_each(|x| *x *= scale);
            }
        }
        let larger = ask(&pair_of(&Built::new(&larger).expect("the same")), &options);
        assert_eq!(
            (larger.distance, larger.t),
            (found.distance * scale, found.t),
            "{index}"
        );
        let mut moved = spinning_pair(index);
        for motion in [&mut moved.motion_a, &mut moved.motion_b] {
            for p in [&mut motion.start.p, &mut motion.end_p] {
                p[0] += 3.0;
                p[1] -= 7.0;
            }
        }
        agrees(
            &ask(&pair_of(&Built::new(&moved).expect("the same")), &options),
            1.0,
            "moved",
        );
    }
    assert!(compared > 50);
}

#[test]
fn a_budget_leaves_a_bracket() {
    let mut undecided = 0;
    for index in 0..count(400, 20_000) {
        let pair = spinning_pair(index);
        let Some(built) = Built::new(&pair) else {
            continue;
        };
        let whole = ask(&pair_of(&built), &ClosestApproachOptions::default());
        for budget in [1, 8, 20, 40] {
            let options = ClosestApproachOptions {
                budget,
                ..Default::default()
            };
            let found = ask(&pair_of(&built), &options);
            is_sound(&pair_of(&built), &options, &found);
            assert!(found.verdict == whole.verdict || found.verdict == Verdict::Undecided);
            if found.verdict == Verdict::Undecided && whole.verdict == Verdict::Separated {
                undecided += 1;
                assert_eq!(found.reason, Reason::Budget);
                assert!(found.lower_bound <= whole.distance && whole.lower_bound <= found.distance);
                assert!(found.t_lo <= whole.t_hi);
            }
        }
    }
    assert!(undecided > 50);
}

#[test]
fn wrong_options_are_refused() {
    let cube = SharedBody::cuboid([1.0; 3]).expect("a box");
    let still = Motion::fixed(Pose::identity());
    let pair = MovingPair::new(&cube, &still, &cube, &still);
    let state = &mut PairState::default();
    for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let options = ClosestApproachOptions {
            tolerance: Some(bad),
            ..Default::default()
        };
        let refused = closest_approach(&pair, &options, state);
        assert!(matches!(
            refused,
            Err(Error::Setting {
                name: "tolerance",
                ..
            })
        ));
    }
    let options = ClosestApproachOptions {
        budget: 0,
        ..Default::default()
    };
    assert!(matches!(
        closest_approach(&pair, &options, state),
        Err(Error::Setting { name: "budget", .. })
    ));
}
