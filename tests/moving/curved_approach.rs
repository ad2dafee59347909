//! The closest approach of cylinders, cones and ellipsoids: against dense samples, closed forms, and the capsule that is also a
//! polytope with a radius. INTERFRAME_LONG=1 for full counts.

use std::f64::consts::PI;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::common::curved::any_curved;
use crate::common::{count, for_each};
use interframe::*;
use nalgebra::{Quaternion, UnitQuaternion, Vector3};
use twin::random::{SplitMix64, case_generator};

fn ask(pair: &MovingPair<'_>) -> ClosestApproach {
    let options = ClosestApproachOptions::default();
    closest_approach(pair, &options, &mut PairState::default()).expect("valid")
}

/// How a body goes, by plain numbers: moved, scaled, given to the library.
#[derive(Clone, Copy)]
struct Way {
    from: Vector3<f64>,
    to: Vector3<f64>,
    start: UnitQuaternion<f64>,
    turn: Vector3<f64>,
    pivot: Vector3<f64>,
}

impl Way {
    fn any(rng: &mut SplitMix64, turning: bool) -> Way {
        let [i, j, k, w] = rng.quaternion();
        let spot = |rng: &mut SplitMix64, size: f64| {
            Vector3::from(rng.direction()) * rng.between(0.0, size)
        };
        let (from, to) = (spot(rng, 20.0), spot(rng, 20.0));
        Way {
            from,
            to,
            start: UnitQuaternion::new_normalize(Quaternion::new(w, i, j, k)),
            turn: match turning {
                true => spot(rng, 12.0),
                false => Vector3::zeros(),
            },
            pivot: match rng.flip() {
                true => spot(rng, 3.0),
                false => Vector3::zeros(),
            },
        }
    }

    /// Larger, and all of space turned and moved.
    fn after(&self, scale: f64, turned: &UnitQuaternion<f64>, by: &Vector3<f64>) -> Way {
        Way {
            from: turned * self.from * scale + by,
            to: turned * self.to * scale + by,
            start: turned * self.start,
            turn: turned * self.turn,
            pivot: self.pivot * scale,
        }
    }

    fn motion(&self) -> Motion {
        let start = Pose::new(self.from, self.start.into_inner()).expect("a pose");
        Motion::from_turn(start, self.to, self.turn, self.pivot).expect("a motion")
    }
}

fn larger(body: &Curved, scale: f64) -> Curved {
    let made = match body.shape() {
        CurvedShape::Cylinder {
            half_length,
            radius,
        } => Curved::cylinder(half_length * scale, radius * scale),
        CurvedShape::Cone {
            half_length,
            radius,
        } => Curved::cone(half_length * scale, radius * scale),
        CurvedShape::Ellipsoid { radii } => Curved::ellipsoid(radii.map(|r| r * scale)),
        _ => unreachable!("three shapes"),
    };
    made.and_then(|made| made.rounded(body.radius() * scale))
        .expect("lengths")
}

struct Scene {
    a: Curved,
    curved_b: Curved,
    hull: Polytope,
    is_hull: bool,
    ways: [Way; 2],
}

impl Scene {
    fn new(index: u64) -> Scene {
        let rng = &mut case_generator(0x22c1, index);
        let turning = !index.is_multiple_of(4);
        let (a, curved_b) = (any_curved(rng), any_curved(rng));
        let corners: Vec<_> = (0..8)
            .map(|_| Vector3::from(rng.direction()) * 2.0)
            .collect();
        let mut ways = [Way::any(rng, turning), Way::any(rng, turning)];
        if index.is_multiple_of(5) {
            ways[1].to = ways[1].from;
        }
        Scene {
            a,
            curved_b,
            hull: Polytope::new(&corners).expect("finite"),
            is_hull: index.is_multiple_of(3),
            ways,
        }
    }

    fn b(&self) -> Body<'_> {
        match self.is_hull {
            true => (&self.hull).into(),
            false => (&self.curved_b).into(),
        }
    }

    /// 60 at most.
    fn size(&self) -> f64 {
        60.0
    }
}

/// What every answer keeps; whether a proof was found that it is never nearer, and that it is as near.
fn is_sound(pair: &MovingPair<'_>, found: &ClosestApproach) -> [bool; 2] {
    assert!(
        found.lower_bound <= found.distance && found.error >= 0.0,
        "{found:?}"
    );
    assert!(found.t_lo <= found.t && found.t <= found.t_hi, "{found:?}");
    assert_eq!(
        found.verdict == Verdict::Undecided,
        found.reason != Reason::None
    );
    if found.verdict == Verdict::Separated {
        assert!(found.distance - found.lower_bound <= found.error);
    }
    let options = ClosestApproachOptions::default();
    let proof = certify_closest_approach(pair, &options, found);
    let never_nearer = match proof.verify() {
        Ok(proved) => {
            assert_eq!(proved.verdict, found.verdict, "{found:?}");
            if found.verdict == Verdict::Separated {
                assert_eq!(proved.separation, found.lower_bound);
                assert_eq!(proved.free, [0.0, 1.0]);
            }
            true
        }
        Err(_) => false,
    };
    let as_near = match certify_nearest_points(pair, &options, found) {
        None => true,
        Some(proof) => match proof.verify() {
            Ok(proved) => {
                assert!(proved.gap.is_some_and(|gap| gap <= found.distance));
                true
            }
            Err(_) => false,
        },
    };
    [never_nearer, as_near]
}

#[test]
fn nothing_is_seen_nearer() {
    let counts: [AtomicU32; 4] = Default::default();
    let tally = for_each(count(400, 20_000), |index, tally| {
        let scene = Scene::new(index);
        let motions = scene.ways.map(|way| way.motion());
        let pair = MovingPair::new(&scene.a, &motions[0], scene.b(), &motions[1]);
        let found = ask(&pair);
        let name = format!("{index}");
        tally.most_iterations = tally.most_iterations.max(found.solves);
        let proved = is_sound(&pair, &found);
        if found.verdict == Verdict::Undecided {
            tally.undecided.push(format!("{name}: {found:?}"));
            return;
        }
        if found.verdict == Verdict::Hit {
            let first = time_of_impact(
                &pair,
                &TimeOfImpactOptions::default(),
                &mut PairState::default(),
            );
            let first = first.expect("valid");
            assert_eq!(
                (first.verdict, first.t_lo, first.t_hi),
                (Verdict::Hit, found.t_lo, found.t_hi)
            );
            counts[0].fetch_add(1, Ordering::Relaxed);
            return;
        }
        counts[1].fetch_add(1, Ordering::Relaxed);
        counts[2].fetch_add(u32::from(proved[0]), Ordering::Relaxed);
        counts[3].fetch_add(u32::from(proved[1]), Ordering::Relaxed);
        tally.claim(
            found.error <= 1e-5,
            &name,
            &format!("loose bounds: {found:?}"),
        );
        let at = |t: f64| {
            let poses = motions.each_ref().map(|m| m.pose_at(t).expect("a time"));
            let pair = PosedPair::new(&scene.a, &poses[0], scene.b(), &poses[1]);
            distance(
                &pair,
                &DistanceOptions::default(),
                &mut PairState::default(),
            )
            .expect("valid")
        };
        let room = 1e-12 * scene.size();
        let here = at(found.t);
        let off = (here.separation - found.distance).abs();
        tally.claim(
            off <= here.error + room,
            &name,
            &format!("{here:?} {found:?}"),
        );
        for k in 0..=300 {
            let t = f64::from(k) / 300.0;
            let seen = at(t);
            let most = seen.separation + seen.error + room;
            tally.claim(
                most >= found.lower_bound,
                &name,
                &format!("{most} at {t}: {found:?}"),
            );
            let outside = t < found.t_lo || t > found.t_hi;
            tally.claim(
                !outside || most >= found.distance,
                &name,
                &format!("{most} outside at {t}: {found:?}"),
            );
        }
    });
    assert!(
        tally.wrong.is_empty(),
        "{} {:#?}",
        tally.wrong.len(),
        &tally.wrong[..1]
    );
    let [hits, apart, never_nearer, as_near] = counts.map(AtomicU32::into_inner);
    println!(
        "{hits} meet, {apart} apart, of which {never_nearer} are proved never nearer and {as_near} as near; {} undecided, at most {} solves",
        tally.undecided.len(),
        tally.most_iterations
    );
    assert!(hits > 30 && apart > 150, "{hits} {apart}");
    assert!(
        tally.undecided.len() < 4,
        "{} {:?}",
        tally.undecided.len(),
        tally.undecided.first()
    );
    assert!(never_nearer * 100 >= apart * 99, "{never_nearer} {apart}");
    assert!(as_near * 100 >= apart * 99, "{as_near} {apart}");
}

/// Swap, a rigid motion of all, a power of two.
#[test]
fn the_same_however_it_is_given() {
    let mut compared = 0;
    for index in 0..count(150, 5_000) {
        let scene = Scene::new(index);
        let motions = scene.ways.map(|way| way.motion());
        let found = ask(&MovingPair::new(
            &scene.a,
            &motions[0],
            scene.b(),
            &motions[1],
        ));
        if found.verdict != Verdict::Separated {
            continue;
        }
        compared += 1;
        let room = 1e-12 * scene.size();
        let agrees = |other: &ClosestApproach, scale: f64, what: &str| {
            assert_eq!(other.verdict, Verdict::Separated, "{index} {what}");
            let off = (other.distance / scale - found.distance).abs();
            let most = other.error / scale + found.error + room;
            assert!(off <= most, "{index} {what}: {other:?} {found:?}");
        };
        let swapped = ask(&MovingPair::new(
            scene.b(),
            &motions[1],
            &scene.a,
            &motions[0],
        ));
        agrees(&swapped, 1.0, "swapped");
        let turned = UnitQuaternion::from_scaled_axis(Vector3::new(0.4, -1.0, 0.3));
        let by = Vector3::new(3.0, -7.0, 2.0);
        let moved = scene.ways.map(|way| way.after(1.0, &turned, &by).motion());
        agrees(
            &ask(&MovingPair::new(&scene.a, &moved[0], scene.b(), &moved[1])),
            1.0,
            "moved",
        );
        let (still, nowhere) = (UnitQuaternion::identity(), Vector3::zeros());
        for scale in [1024.0, 2f64.powi(-40)] {
            let moved = scene
                .ways
                .map(|way| way.after(scale, &still, &nowhere).motion());
            let (a, b) = (larger(&scene.a, scale), larger(&scene.curved_b, scale));
            let corners: Vec<_> = scene.hull.vertices().map(|v| v * scale).collect();
            let hull = Polytope::new(&corners).expect("finite");
            let b = match scene.is_hull {
                true => Body::from(&hull),
                false => Body::from(&b),
            };
            let other = ask(&MovingPair::new(&a, &moved[0], b, &moved[1]));
            agrees(&other, scale, "scaled");
        }
    }
    assert!(compared > 60);
}

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::from_translation(Vector3::new(x, y, z)).expect("finite")
}

fn straight(from: [f64; 3], to: [f64; 3]) -> Motion {
    let start = Pose::from_translation(Vector3::from(from)).expect("finite");
    Motion::translation(start, Vector3::from(to)).expect("finite")
}

#[test]
fn closed_forms() {
    let still = Motion::fixed(Pose::identity());
    let near = |found: &ClosestApproach, distance: f64, t: Option<f64>| {
        assert_eq!(found.verdict, Verdict::Separated, "{found:?}");
        assert!(
            (found.distance - distance).abs() <= found.error + 1e-12 && found.error < 1e-5,
            "{distance}: {found:?}"
        );
        if let Some(t) = t {
            assert!(
                found.t_lo <= t + 1e-9 && t <= found.t_hi + 1e-9,
                "{t}: {found:?}"
            );
        }
    };
    // Balls as ellipsoids: the centres pass each other at 5.
    let ball = Curved::ellipsoid([1.0; 3]).expect("a ball");
    let other = SharedBody::sphere(0.5).expect("a ball");
    let flight = straight([-3.0, 5.0, 0.0], [9.0, 5.0, 0.0]);
    near(
        &ask(&MovingPair::new(&ball, &flight, &other, &still)),
        3.5,
        Some(0.25),
    );
    // A cylinder passes over a plate: at all times as near. Where it rolls, that takes steps without end.
    let plate = crate::common::polytope(&twin::shapes::cuboid([50.0, 50.0, 1.0]));
    let wheel = Curved::cylinder(0.5, 2.0).expect("a cylinder");
    let lying = Pose::new(
        Vector3::new(-9.0, 0.0, 4.0),
        UnitQuaternion::from_scaled_axis(Vector3::x() * (0.5 * PI)).into_inner(),
    );
    let lying = lying.expect("a pose");
    for (turn, most) in [(0.0, 3e-6), (9.0, 1e-4)] {
        let (to, turn) = (Vector3::new(9.0, 0.0, 4.0), Vector3::y() * turn);
        let rolling = Motion::from_turn(lying, to, turn, Vector3::zeros()).expect("a motion");
        let found = ask(&MovingPair::new(&wheel, &rolling, &plate, &still));
        assert_eq!(found.verdict, Verdict::Separated);
        assert!(
            (found.distance - 1.0).abs() <= found.error && found.error < most,
            "{found:?}"
        );
        assert!(found.t_lo < 1e-3 && found.t_hi > 1.0 - 1e-3, "{found:?}");
    }
    // An ellipsoid that tumbles end over end, its long axis down after a third of the frame.
    let egg = Curved::ellipsoid([0.5, 0.5, 2.0]).expect("an egg");
    let flat = Pose::new(
        Vector3::new(0.0, 0.0, 6.0),
        UnitQuaternion::from_scaled_axis(Vector3::y() * (0.5 * PI)).into_inner(),
    );
    let tumbling = Motion::from_turn(
        flat.expect("a pose"),
        Vector3::new(1.0, 0.0, 6.0),
        Vector3::y() * (1.2 * PI),
        Vector3::zeros(),
    );
    let tumbling = tumbling.expect("a motion");
    near(
        &ask(&MovingPair::new(&egg, &tumbling, &plate, &still)),
        3.0,
        Some(0.5 / 1.2),
    );
    // A cone comes down on its apex and goes up again, between two looks at the ends.
    let cone = Curved::cone(1.0, 0.5).expect("a cone");
    let over = straight([-4.0, 0.0, 3.0], [4.0, 0.0, 3.0]);
    let spike = Polytope::new(&[Vector3::zeros()]).expect("a point");
    near(
        &ask(&MovingPair::new(&cone, &over, &spike, &still)),
        2.0,
        Some(0.5),
    );
    // Nothing moves.
    let there = Motion::fixed(at(0.0, 3.0, 0.0));
    let found = ask(&MovingPair::new(&ball, &there, &other, &still));
    near(&found, 1.5, None);
    assert_eq!((found.t_lo, found.t_hi), (0.0, 1.0));
}

/// A capsule is also a cylinder of no radius with a radius about it.
#[test]
fn capsules_both_ways() {
    let rng = &mut case_generator(0x22c2, 0);
    let mut apart = 0;
    for index in 0..count(200, 10_000) {
        let mut both = || {
            let (h, r) = (rng.between(0.1, 2.0), rng.between(0.1, 1.0));
            let capsule = SharedBody::capsule(h, r).expect("lengths");
            let cylinder = Curved::cylinder(h, 0.0).and_then(|c| c.rounded(r));
            (capsule, cylinder.expect("lengths"))
        };
        let (a, b) = (both(), both());
        let ways = [Way::any(rng, true), Way::any(rng, true)];
        let motions = ways.map(|way| way.motion());
        let exact = ask(&MovingPair::new(&a.0, &motions[0], &b.0, &motions[1]));
        let found = ask(&MovingPair::new(&a.1, &motions[0], &b.1, &motions[1]));
        if exact.verdict != Verdict::Separated || exact.distance < 1e-5 {
            continue;
        }
        apart += 1;
        assert_eq!(found.verdict, Verdict::Separated, "{index} {found:?}");
        let off = (found.distance - exact.distance).abs();
        assert!(
            off <= found.error + exact.error + 1e-12,
            "{index} {found:?} {exact:?}"
        );
    }
    assert!(apart > 80, "{apart}");
}

#[test]
fn touching_huge_tiny_and_far_too_short_a_budget() {
    let still = Motion::fixed(Pose::identity());
    let ball = Curved::ellipsoid([1.0; 3]).expect("a ball");
    let cylinder = Curved::cylinder(1.0, 1.0).expect("a cylinder");
    // A ball rolls along the top of a cylinder: touches all the time.
    let grazing = straight([-3.0, 0.0, 2.0], [3.0, 0.0, 2.0]);
    let found = ask(&MovingPair::new(&ball, &grazing, &cylinder, &still));
    assert_ne!(found.verdict, Verdict::Separated, "{found:?}");
    assert!(
        found.lower_bound == 0.0 && found.distance < 1e-6,
        "{found:?}"
    );
    // In each other from the start, and through each other.
    let found = ask(&MovingPair::new(&ball, &still, &cylinder, &still));
    assert_eq!((found.verdict, found.distance), (Verdict::Hit, 0.0));
    let through = straight([-9.0, 0.1, 0.2], [9.0, 0.1, 0.2]);
    let found = ask(&MovingPair::new(&ball, &through, &cylinder, &still));
    assert_eq!((found.verdict, found.distance), (Verdict::Hit, 0.0));
    assert!(
        found.t_hi < 0.5 && found.t_hi - found.t_lo < 1e-5,
        "{found:?}"
    );
    for scale in [1e-150, 1e-9, 1e9, 1e150] {
        let flight = straight(
            [-3.0 * scale, 5.0 * scale, 0.0],
            [9.0 * scale, 5.0 * scale, 0.0],
        );
        let (a, b) = (larger(&ball, scale), larger(&cylinder, scale));
        let found = ask(&MovingPair::new(&a, &flight, &b, &still));
        assert_eq!(found.verdict, Verdict::Separated, "{scale} {found:?}");
        assert!(
            (found.distance / scale - 3.0).abs() < 1e-5,
            "{scale} {found:?}"
        );
    }
    let flight = straight([-3.0, 5.0, 0.0], [9.0, 5.0, 0.0]);
    let pair = MovingPair::new(&ball, &flight, &cylinder, &still);
    for budget in 1..12 {
        let options = ClosestApproachOptions {
            budget,
            ..Default::default()
        };
        let found = closest_approach(&pair, &options, &mut PairState::default()).expect("valid");
        assert!(
            found.lower_bound <= 3.0 && 3.0 <= found.distance + 1e-12,
            "{found:?}"
        );
        assert!(found.solves <= budget + 4, "{budget} {found:?}");
    }
    let nothing = Polytope::new(&[]).expect("empty");
    let found = ask(&MovingPair::new(&ball, &still, &nothing, &still));
    assert_eq!(found.distance, f64::INFINITY);
}
