//! Upright cuboids against the twin's exact integers.

use std::cmp::Ordering;

use crate::common::count;
use interframe::{
    CuboidSeparation, CuboidSeparationOptions, DistanceOptions, Error, PairState, Pose, PosedPair,
    Verdict, YawCuboid, cuboid_separation, cuboid_separations, distance,
};
use twin::cuboids::{Cuboid, KINDS, Truth, cuboid_pair, rect};

fn cuboid(given: &Cuboid) -> YawCuboid {
    YawCuboid::new(given.corners, given.z).unwrap_or_else(|error| panic!("{given:?}: {error}"))
}

fn ask(a: &Cuboid, b: &Cuboid, safety_distance: f64) -> CuboidSeparation {
    let options = CuboidSeparationOptions { safety_distance };
    cuboid_separation(&cuboid(a), &cuboid(b), &options).expect("a distance")
}

fn last_place(x: f64) -> f64 {
    x.next_up() - x
}

/// Distance of the centres and half of both diagonals.
fn extent(a: &Cuboid, b: &Cuboid) -> f64 {
    let (a, b) = (cuboid(a), cuboid(b));
    let center = |c: &YawCuboid| {
        let mean = |k: usize| c.corners().iter().map(|p| 0.25 * p[k]).sum::<f64>();
        [mean(0), mean(1), 0.5 * c.z()[0] + 0.5 * c.z()[1]]
    };
    let (p, q) = (center(&a), center(&b));
    let half = |c: &YawCuboid, p: &[f64; 3]| {
        c.corners().iter().fold(0.0_f64, |most, r| {
            most.max((r[0] - p[0]).hypot(r[1] - p[1]))
        })
    };
    (p[0] - q[0]).hypot(p[1] - q[1]).hypot(p[2] - q[2]) + half(&a, &p) + half(&b, &q)
}

#[test]
fn verdicts_are_exact_and_separations_good_to_four_last_places() {
    let total = count(24_000, 1_000_000);
    let (mut hits, mut exact, mut worst, mut safe) = ([0_u64; 12], 0, 0.0_f64, 0);
    for index in 0..total {
        let [a, b] = cuboid_pair(index);
        let at_zero = ask(&a, &b, 0.0);
        let wide = extent(&a, &b);
        let off = 4.0 * last_place(wide);
        let apart = at_zero.separation;
        let mut asked = vec![0.0];
        if index % 3 == 0 && apart.is_finite() {
            // As far as they are, to rounding; and anything.
            asked.extend([
                apart,
                apart.next_down().max(0.0),
                apart.next_up(),
                0.37 * wide,
            ]);
        }
        let others: Vec<_> = asked
            .iter()
            .copied()
            .chain([apart, off, at_zero.error])
            .collect();
        let truth = Truth::of(&a, &b, &others);
        for distance in asked {
            let found = ask(&a, &b, distance);
            let hit = truth.compared_with(distance) != Ordering::Greater;
            assert_eq!(
                found.verdict == Verdict::Hit,
                hit,
                "{index}: {a:?} {b:?} {distance} {found:?}"
            );
            assert_ne!(found.verdict, Verdict::Undecided);
            assert_eq!(
                found.separation == 0.0,
                at_zero.verdict == Verdict::Hit,
                "{index}"
            );
            let same = |x: f64, y: f64| x.to_bits() == y.to_bits();
            assert!(same(found.separation, apart), "{index}: {found:?}");
            assert!(found.separation >= found.horizontal.max(found.vertical));
            safe += u64::from(distance > 0.0 && hit);
            exact += u64::from(found.decided_by == interframe::DecidedBy::Exact);
        }
        hits[(index % KINDS) as usize] += u64::from(at_zero.verdict == Verdict::Hit);
        for (room, what) in [(off, "four last places"), (at_zero.error, "its error")] {
            let near = truth.compared_with((apart - room).max(0.0)) != Ordering::Less
                && truth.compared_with(apart + room) != Ordering::Greater;
            assert!(
                near,
                "{index}: {a:?} {b:?} {at_zero:?} is not within {what}"
            );
        }
        worst = worst.max(at_zero.error / wide);
    }
    println!(
        "{total} pairs: hits by kind {hits:?}, {safe} by a safety distance, {exact} exact, error {worst:e}"
    );
    // Each kind both ways, but what is inside the other meets it.
    for (kind, &hits) in hits.iter().enumerate() {
        let all = total / KINDS;
        assert!(
            hits > 0 && (hits < all) != (kind == 7),
            "kind {kind}: {hits}"
        );
    }
    assert!(exact > total / 20 && safe > total / 10);
}

#[test]
fn separations_that_are_known() {
    let given = |center, half, degrees: f64, z| Cuboid {
        corners: rect(center, half, degrees.to_radians()),
        z,
    };
    let square = |x: f64, w: f64| Cuboid {
        corners: [[x, 0.0], [x + w, 0.0], [x + w, 1.0], [x, 1.0]],
        z: [0.0, 1.0],
    };
    let turned = given([6.0, 1.0], [1.0, 1.0], 45.0, [0.5, 4.0]);
    let above = Cuboid {
        z: [3.0, 4.0],
        ..turned
    };
    let long = given([2.0, 1.0], [2.0, 1.0], 0.0, [0.0, 1.0]);
    let middle = given([0.0, 0.0], [2.0, 1.0], 0.0, [0.0, 1.0]);
    for (a, b, separation) in [
        (long, turned, 0.5857864376269),
        (long, above, 2.0840215331199),
        (
            middle,
            given([0.5, 0.0], [1.0, 1.0], 30.0, [1.75, 2.0]),
            0.75,
        ),
        (
            given([0.0, 0.0], [1.0, 1.0], 0.0, [0.0, 1.0]),
            given([5.0, 6.0], [1.0, 1.0], 0.0, [0.0, 1.0]),
            5.0,
        ),
        (square(0.0, 1.0), square(1.5, 1.5), 0.5),
        // A cross, one inside the other, face on face.
        (
            given([0.0, 0.0], [5.0, 1.0], 0.0, [0.0, 1.0]),
            given([0.0, 0.0], [1.0, 5.0], 0.0, [0.0, 1.0]),
            0.0,
        ),
        (
            given([0.0, 0.0], [5.0, 5.0], 0.0, [0.0, 1.0]),
            given([1.0, 0.0], [1.0, 2.0], 20.0, [0.2, 0.5]),
            0.0,
        ),
        (
            middle,
            Cuboid {
                z: [1.0, 2.0],
                ..middle
            },
            0.0,
        ),
    ] {
        for found in [ask(&a, &b, 0.0), ask(&b, &a, 0.0)] {
            assert!(
                (found.separation - separation).abs() <= 1e-13,
                "{found:?} {separation}"
            );
            let expected = if separation == 0.0 {
                Verdict::Hit
            } else {
                Verdict::Separated
            };
            assert_eq!(found.verdict, expected, "{found:?}");
            let safe = ask(&a, &b, separation + 0.01);
            assert_eq!(
                (safe.verdict, safe.separation),
                (Verdict::Hit, found.separation)
            );
        }
    }
}

/// The order of the corners changes no bit; swapped bodies, and all numbers times a power of two, give the same.
#[test]
fn the_same_however_they_are_given() {
    for index in 0..count(6_000, 60_000) {
        let [a, b] = cuboid_pair(index);
        let found = ask(&a, &b, 0.0);
        let mut shuffled = a;
        shuffled.corners.reverse();
        shuffled.corners.swap(0, 1);
        assert_eq!(ask(&shuffled, &b, 0.0), found, "{index}");
        let swapped = ask(&b, &a, 0.0);
        assert_eq!(
            (swapped.verdict, swapped.error),
            (found.verdict, found.error),
            "{index}"
        );
        assert!(
            (swapped.separation - found.separation).abs() <= 2.0 * found.error,
            "{index}"
        );
        if index % KINDS < 10 {
            let by = |g: &Cuboid| Cuboid {
                corners: g.corners.map(|p| p.map(|x| x * 1024.0)),
                z: g.z.map(|z| z * 1024.0),
            };
            let scaled = ask(&by(&a), &by(&b), 0.0);
            let expected = (
                found.verdict,
                found.separation * 1024.0,
                found.error * 1024.0,
            );
            let least = f64::from_bits(1);
            if found.separation > 1024.0 * least {
                assert_eq!(
                    (scaled.verdict, scaled.separation, scaled.error),
                    expected,
                    "{index}"
                );
            }
        }
    }
}

/// The body that a cuboid makes is as far away as the cuboid, and one query of many gives the bits of many queries.
#[test]
fn cuboids_are_bodies_and_lists() {
    let others: Vec<_> = (0..1000)
        .map(|index| cuboid(&cuboid_pair(index)[1]))
        .collect();
    for index in 0..20 {
        let a = cuboid(&cuboid_pair(index)[0]);
        let options = CuboidSeparationOptions {
            safety_distance: 0.25,
        };
        let mut answers = vec![CuboidSeparation::default(); others.len()];
        let hits = cuboid_separations(&a, &others, &options, &mut answers).expect("equal lists");
        let hit = |answer: &&CuboidSeparation| answer.verdict == Verdict::Hit;
        assert_eq!(hits, answers.iter().filter(hit).count());
        for (b, answer) in others.iter().zip(&answers) {
            assert_eq!(cuboid_separation(&a, b, &options).as_ref(), Ok(answer));
        }
        let short = &mut answers[1..];
        assert!(cuboid_separations(&a, &others, &options, short).is_err());
    }
    for index in 0..2_400 {
        let [a, b] = cuboid_pair(index).map(|g| cuboid(&g));
        let found = cuboid_separation(&a, &b, &CuboidSeparationOptions::default()).expect("valid");
        let (a, b, here) = (
            a.polytope().expect("finite"),
            b.polytope().expect("finite"),
            Pose::identity(),
        );
        let state = &mut PairState::default();
        let options = DistanceOptions::default();
        let known =
            distance(&PosedPair::new(&a, &here, &b, &here), &options, state).expect("valid");
        assert_eq!(known.verdict, found.verdict, "{index}");
        let off = (known.separation - found.separation).abs();
        assert!(
            off <= known.error + found.error || known.separation == found.separation,
            "{index}"
        );
    }
}

#[test]
fn what_is_no_cuboid_is_refused() {
    let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let mut bent = square;
    bent[2] = [1.0 + 1e-8, 1.0];
    let error = YawCuboid::new(bent, [0.0, 1.0]).expect_err("bent");
    let Error::NotARectangle { off, diagonal } = error else {
        panic!("{error}");
    };
    assert!(
        (off / 5e-9 - 1.0).abs() < 0.5 && (diagonal - 2.0_f64.sqrt()).abs() < 1e-7,
        "{off}"
    );
    bent[2] = [1.0 + 1e-10, 1.0];
    assert!(YawCuboid::new(bent, [0.0, 1.0]).is_ok());
    // A rhombus, a trapezoid, a kite, three corners on a line.
    for corners in [
        [[0.0, 0.0], [2.0, 1.0], [4.0, 0.0], [2.0, -1.0]],
        [[0.0, 0.0], [4.0, 0.0], [3.0, 1.0], [1.0, 1.0]],
        [[0.0, 0.0], [1.0, 1.0], [0.0, 3.0], [-1.0, 1.0]],
        [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [0.0, 1.0]],
        [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [4.0, 0.0]],
    ] {
        let error = YawCuboid::new(corners, [0.0, 1.0]).expect_err("no rectangle");
        assert!(matches!(error, Error::NotARectangle { .. }), "{error}");
    }
    let error = YawCuboid::new(square, [1.0, 0.5]).expect_err("upside down");
    assert!(
        matches!(error, Error::Setting { name: "z[1]", .. }),
        "{error}"
    );
    let mut bad = square;
    bad[3][1] = f64::NAN;
    let error = YawCuboid::new(bad, [0.0, 1.0]).expect_err("NaN");
    assert!(
        matches!(
            error,
            Error::NonFinite {
                what: "corners[3].y",
                ..
            }
        ),
        "{error}"
    );
    let good = YawCuboid::new(square, [0.0, 0.0]).expect("flat");
    for safety_distance in [-1.0, f64::NAN, f64::INFINITY] {
        let options = CuboidSeparationOptions { safety_distance };
        assert!(cuboid_separation(&good, &good, &options).is_err());
    }
}

/// Of a body of ordinary size and one whose gap to it is below the square root of the smallest f64.
#[test]
fn what_shares_no_point_is_apart() {
    let square = cuboid_of(
        [[-1.0, -1.0], [1.0, 1.0], [-1.0, -1.0], [1.0, 1.0]],
        [0.0, 0.0],
    );
    for gap in [1e-150, 1e-165, 1e-300, 5e-324] {
        let above = cuboid_of([[gap, -gap]; 4], [gap, gap]);
        for safety_distance in [0.0, gap, 1.0] {
            let options = CuboidSeparationOptions { safety_distance };
            let found = cuboid_separation(&square, &above, &options).expect("a distance");
            assert!(
                found.separation >= found.vertical && found.vertical == gap,
                "{found:?}"
            );
            assert_eq!(
                found.verdict == Verdict::Hit,
                safety_distance == 1.0,
                "{found:?}"
            );
        }
    }
    // Heights are told beside any plan.
    let wide = cuboid_of(
        [[0.0, 0.0], [1e290, 0.0], [1e290, 1e290], [0.0, 1e290]],
        [0.0, 0.0],
    );
    let above = cuboid_of([[0.0, 0.0]; 4], [4.900350746e-315, 1.0]);
    let found = cuboid_separation(&wide, &above, &CuboidSeparationOptions::default());
    assert_eq!(found.expect("a distance").separation, 4.900350746e-315);
}

fn cuboid_of(corners: [[f64; 2]; 4], z: [f64; 2]) -> YawCuboid {
    YawCuboid::new(corners, z).expect("a cuboid")
}
