//! Improved Minkowski Portal Refinement: the sign against `intersect`, the bounds against GJK's and
//! `penetration`'s, and against the exact twin; every error case of the paper has a right answer.
//! INTERFRAME_LONG=1 for full counts.

use crate::common::{Built, Tally, count, cube, for_each, polytope};
use interframe::{
    DecidedBy, Detour, DistanceOptions, Error, IntersectOptions, Method, MprDistance, MprOptions,
    PairState, PenetrationOptions, Polytope, Pose, Route, Verdict, distance, intersect, mpr,
    penetration,
};
use nalgebra::{Quaternion, Vector3};
use twin::degenerate::degenerate_pair;
use twin::distance::distance_sq;
use twin::near_contact::near_contact;
use twin::number::Rational;
use twin::place::posed;
use twin::random_pairs::{PosedPair, random_pair};

fn ask(built: &Built, options: &MprOptions) -> MprDistance {
    mpr(&built.pair(), options, &mut PairState::default()).expect("the defaults are valid")
}

/// 256 roundings of the size of a pair, the positions in the world included.
fn rounding(built: &Built) -> f64 {
    let apart = built.pose_b.translation() - built.pose_a.translation();
    let world = built.pose_a.translation().abs().max();
    let size = built.a.reach() + built.b.reach() + apart.abs().sum() + world;
    256.0 * (f64::EPSILON / 2.0) * size + 1e-320
}

/// `point_b - point_a = separation * normal`, and both points lie in their bodies along it.
fn witnesses(built: &Built, found: &MprDistance) -> Result<(), String> {
    let (Some(n), Some(a), Some(b)) = (found.normal, found.point_a, found.point_b) else {
        return Err("no points".into());
    };
    if built.a.reach() + built.b.reach() < 1e-100 {
        // Products of denormal lengths say nothing.
        return Ok(());
    }
    let tol = rounding(built);
    let off = (b - a - n * found.separation).norm();
    // By exact arithmetic and by penetration the points may differ by their own error.
    let slack = match found.route {
        Route::Portal | Route::Axis => 0.0,
        _ => 1e-7 * (found.upper_bound - found.lower_bound).abs() + 1e-9 * found.separation.abs(),
    };
    if off.is_nan() || off > tol + slack || (n.norm() - 1.0).abs() > 1e-12 {
        return Err(format!("the points are {off:e} off, {found:?}"));
    }
    let sides = [(&built.a, &built.pose_a, a), (&built.b, &built.pose_b, b)];
    for (body, pose, p) in sides {
        // In the box of its body at least.
        let placed: Vec<_> = body.vertices().map(|v| pose.transform_point(&v)).collect();
        for k in 0..3 {
            let low = placed.iter().fold(f64::INFINITY, |x, v| x.min(v[k]));
            let high = placed.iter().fold(f64::NEG_INFINITY, |x, v| x.max(v[k]));
            if !(p[k] >= low - tol && p[k] <= high + tol) {
                return Err(format!("a point is outside of its body, {found:?}"));
            }
        }
    }
    Ok(())
}

/// What GJK and the expanding polytope prove must agree with what MPR proves.
fn judge(pair: &PosedPair, options: &MprOptions, index: u64, tally: &mut Tally) {
    let name = format!("{} {index}", pair.family);
    let built = Built::new(pair);
    let found = ask(&built, options);
    let expected = built.intersect(&mut PairState::default()).verdict;
    tally.cases += 1;
    tally.most_iterations = tally.most_iterations.max(found.iterations);
    match found.decided_by {
        DecidedBy::Exact => tally.by_exact += 1,
        _ => tally.by_float += 1,
    }
    match found.verdict {
        Verdict::Separated => tally.separated += 1,
        _ => tally.hits += 1,
    }
    tally.claim(found.verdict == expected, &name, "the verdict differs");
    let positive = found.separation > 0.0;
    let apart = expected == Verdict::Separated;
    tally.claim(positive == apart, &name, "the sign differs");
    if found.route == Route::Nothing {
        let empty = built.a.is_empty() || built.b.is_empty();
        tally.claim(empty && found.separation == f64::INFINITY, &name, "route");
        return;
    }
    tally.claim(
        found.lower_bound <= found.upper_bound,
        &name,
        "bounds in order",
    );
    if let Err(what) = witnesses(&built, &found) {
        tally.claim(false, &name, &what);
    }
    let (a, pose_a, b, pose_b) = (&built.a, &built.pose_a, &built.b, &built.pose_b);
    if apart {
        let state = &mut PairState::default();
        let near = distance(
            &interframe::PosedPair::new(a, pose_a, b, pose_b),
            &DistanceOptions::default(),
            state,
        )
        .expect("default");
        // The true distance lies in both brackets.
        let lower = found.lower_bound <= near.separation + near.error;
        let upper = found.upper_bound >= near.lower_bound.max(near.separation - near.error);
        let within = found.separation >= found.lower_bound
            && found.separation <= found.upper_bound * (1.0 + 1e-15);
        let what = format!("{found:?} of {near:?}");
        tally.claim(lower && upper && within, &name, &what);
    } else {
        let deep = penetration(
            &interframe::PosedPair::new(a, pose_a, b, pose_b),
            &PenetrationOptions::default(),
            &mut PairState::default(),
        )
        .expect("default");
        let holds = -found.lower_bound >= deep.depth - deep.error
            && -found.upper_bound <= deep.depth + deep.error;
        tally.claim(holds, &name, &format!("{found:?} of {deep:?}"));
    }
}

fn suite(name: &str, full: u64, pair: impl Fn(u64) -> PosedPair + Sync) {
    let loose = MprOptions::default();
    let tight = MprOptions {
        rel_tol: 0.0,
        ..loose
    };
    let hasty = MprOptions {
        rel_tol: 0.1,
        max_iterations: 3,
        ..loose
    };
    for_each(count(2_400, full), |index, tally| {
        let options = [&loose, &loose, &tight, &hasty][index as usize % 4];
        judge(&pair(index), options, index, tally);
    })
    .report(name);
}

#[test]
fn random_pairs() {
    suite("mpr, random pairs", 500_000, random_pair);
}

#[test]
fn near_contacts() {
    suite("mpr, near contacts", 500_000, near_contact);
}

#[test]
fn degenerate_pairs() {
    suite("mpr, degenerate pairs", 100_000, degenerate_pair);
}

/// Both bounds of bodies that are apart against the exact distance.
#[test]
fn bounds_hold_exactly() {
    for_each(count(600, 20_000), |index, tally| {
        let pair = match index % 3 {
            0 => near_contact(index),
            1 => degenerate_pair(index),
            _ => random_pair(index),
        };
        let built = Built::new(&pair);
        let found = ask(&built, &MprOptions::default());
        tally.cases += 1;
        let exact = posed(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b);
        let name = format!("{} {index}", pair.family);
        let Some(true_sq) = distance_sq(&exact) else {
            tally.claim(found.route == Route::Nothing, &name, "an empty body");
            return;
        };
        let apart = found.verdict == Verdict::Separated;
        tally.claim(apart != true_sq.is_zero(), &name, "the verdict");
        if apart {
            tally.separated += 1;
            let low = Rational::square_of(found.lower_bound.max(0.0));
            let high = Rational::square_of(found.upper_bound);
            let within = low <= true_sq && true_sq <= high;
            tally.claim(within, &name, &format!("{found:?}"));
        } else {
            tally.hits += 1;
        }
    })
    .report("mpr, exact distances");
}

/// Most ordinary pairs must go by the portal: else this is another method's test.
#[test]
fn solids_go_by_the_portal() {
    let (mut portal, mut all) = (0, 0);
    for index in 0..3_000 {
        let built = Built::new(&random_pair(index));
        let found = ask(&built, &MprOptions::default());
        all += 1;
        portal += u32::from(found.route == Route::Portal);
    }
    println!("{portal} of {all} by the portal");
    assert!(portal * 10 >= all * 8, "{portal} of {all}");
}

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::from_translation(Vector3::new(x, y, z)).expect("finite")
}

fn of(a: &Polytope, b: &Polytope, pose_b: &Pose) -> MprDistance {
    let options = MprOptions::default();
    mpr(
        &interframe::PosedPair::new(a, &Pose::identity(), b, pose_b),
        &options,
        &mut PairState::default(),
    )
    .expect("valid")
}

fn close(x: f64, y: f64, size: f64) -> bool {
    (x - y).abs() <= 1e-13 * size
}

// The paper's error cases, each with a right answer.

#[test]
fn coincident_centers() {
    let (big, small) = (cube(1.0), cube(0.25));
    let found = of(&big, &small, &Pose::identity());
    assert_eq!(found.detour, Detour::CoincidentCenters);
    assert_eq!(found.route, Route::Penetration);
    assert!(close(found.separation, -1.25, 1.0), "{found:?}");
    // A last place beside.
    let found = of(&big, &small, &at(f64::EPSILON, 0.0, 0.0));
    assert_eq!(found.verdict, Verdict::Hit);
    assert!(close(found.separation, -1.25, 1.0), "{found:?}");
    // Far from the origin.
    let place = at(1e6, -2e6, 3e6);
    let options = MprOptions::default();
    let found = mpr(
        &interframe::PosedPair::new(&big, &place, &small, &place),
        &options,
        &mut PairState::default(),
    )
    .expect("valid");
    assert_eq!(found.detour, Detour::CoincidentCenters);
    assert!((found.separation + 1.25).abs() < 1e-8);
}

/// The ray meets a vertex of M: octahedra tip to tip.
#[test]
fn the_ray_meets_a_vertex() {
    let tips = [1.0, -1.0].map(|s| [[s, 0.0, 0.0], [0.0, s, 0.0], [0.0, 0.0, s]]);
    let octahedron = polytope(&tips.concat());
    for (x, route) in [(2.5, Route::Axis), (1.5, Route::Axis)] {
        let found = of(&octahedron, &octahedron, &at(x, 0.0, 0.0));
        assert_eq!((found.route, found.detour), (route, Detour::None));
        let apart = x > 2.0;
        assert_eq!(found.verdict == Verdict::Separated, apart);
        assert!(close(found.separation, x - 2.0, 1.0), "{found:?}");
        assert!((found.normal.unwrap() - Vector3::x()).norm() < 1e-15);
        // Apart it is exact; inside the depth is less than the way along the axis.
        if apart {
            assert!(found.lower_bound <= 0.5 && 0.5 <= found.upper_bound);
            assert!(found.upper_bound - found.lower_bound < 1e-12);
        } else {
            assert!(found.lower_bound <= -0.5 && found.lower_bound > -0.5 - 1e-12);
        }
    }
    // Tip on tip: only exact arithmetic can tell.
    let found = of(&octahedron, &octahedron, &at(2.0, 0.0, 0.0));
    assert_eq!(found.verdict, Verdict::Hit);
    assert_eq!(found.detour, Detour::SignUnclear);
    assert!(close(found.separation, 0.0, 1.0));
}

#[test]
fn planar_and_thin_bodies() {
    let square = polytope(&[
        [-1.0, -1.0, 0.0],
        [1.0, -1.0, 0.0],
        [1.0, 1.0, 0.0],
        [-1.0, 1.0, 0.0],
    ]);
    let segment = polytope(&[[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]]);
    let point = polytope(&[[0.0, 0.0, 0.0]]);
    let box_of = cube(1.0);
    // The bodies, B's place, the distance (or minus the depth).
    const CASES: &str = "
        squares in a plane              | square  | square  | 3.5 0.25 0.0    | 1.5
        squares one above the other     | square  | square  | 0.5 0.25 2.0    | 2.0
        squares in a plane that overlap | square  | square  | 0.5 0.25 0.0    | 0.0
        segments in a line              | segment | segment | 3.0 0.0 0.0     | 1.0
        parallel segments               | segment | segment | 0.5 3.0 4.0     | 5.0
        segments that overlap           | segment | segment | 0.5 0.0 0.0     | 0.0
        a point and a segment           | point   | segment | 0.25 2.0 0.0    | 2.0
        a point on a segment            | point   | segment | 0.25 0.0 0.0    | 0.0
        two points                      | point   | point   | 3.0 4.0 12.0    | 13.0
        the same point                  | point   | point   | 0.0 0.0 0.0     | 0.0
        a point and a box               | box     | point   | 0.25 0.125 3.0  | 2.0
        a point in a box                | box     | point   | 0.25 0.125 0.75 | -0.25
        a segment in a box              | box     | segment | 0.25 0.125 0.75 | -0.25
        a square and a box              | box     | square  | 0.25 0.125 3.0  | 2.0";
    let body = |name: &str| match name {
        "square" => &square,
        "segment" => &segment,
        "point" => &point,
        _ => &box_of,
    };
    for case in CASES.trim().lines() {
        let [name, a, b, place, truth] = case.split('|').map(str::trim).collect::<Vec<_>>()[..]
        else {
            panic!("{case}");
        };
        let (a, b) = (body(a), body(b));
        let place: Vec<f64> = (place.split(' ').map(|x| x.parse().expect("a number"))).collect();
        let pose = at(place[0], place[1], place[2]);
        let truth: f64 = truth.parse().expect("a number");
        let found = of(a, b, &pose);
        let state = &mut PairState::default();
        let expected = intersect(
            &interframe::PosedPair::new(a, &Pose::identity(), b, &pose),
            &IntersectOptions::default(),
            state,
        )
        .expect("valid options");
        assert_eq!(found.verdict, expected.verdict, "{name}");
        assert_eq!(found.separation > 0.0, truth > 0.0, "{name}");
        // The portal's depth is an estimate.
        if truth > 0.0 || found.route == Route::Penetration {
            assert!(close(found.separation, truth, 16.0), "{name}: {found:?}");
        }
        assert!(
            found.lower_bound <= truth && truth <= found.upper_bound + 1e-300,
            "{name}: {found:?}"
        );
        assert!(found.normal.is_some() && found.point_a.is_some(), "{name}");
    }
}

/// The paper's absolute tolerances always end in TC1 here.
#[test]
fn tolerances_scale_with_the_bodies() {
    for exponent in [-1000, -300, -40, -17, 0, 17, 40, 300, 900] {
        let scale = 2f64.powi(exponent);
        let body = cube(scale);
        let turned = Quaternion::new(0.9, 0.1, -0.3, 0.3).normalize();
        for (x, apart) in [(3.25, true), (1.5, false)] {
            let place = Vector3::new(x, 0.25, 0.125);
            let one = {
                let pose = Pose::new(place, turned).expect("unit");
                of(&cube(1.0), &cube(1.0), &pose)
            };
            let pose = Pose::new(place * scale, turned).expect("unit");
            let found = of(&body, &body, &pose);
            assert_eq!(found.verdict == Verdict::Separated, apart, "2^{exponent}");
            assert_eq!(found.route, Route::Portal, "2^{exponent}");
            assert_eq!(one.iterations, found.iterations, "2^{exponent}");
            assert!(
                close(found.separation / scale, one.separation, 1.0),
                "2^{exponent}"
            );
        }
    }
}

#[test]
fn the_limit_is_no_verdict() {
    let (a, b) = (cube(1.0), cube(0.5));
    let turned = Quaternion::new(0.9, 0.1, -0.3, 0.3).normalize();
    for x in [1.0, 1.7, 3.0] {
        let pose = Pose::new(Vector3::new(x, 0.3, -0.2), turned).expect("unit");
        let expected = of(&a, &b, &pose);
        let options = MprOptions {
            rel_tol: 0.0,
            max_iterations: 1,
            ..MprOptions::default()
        };
        let found = mpr(
            &interframe::PosedPair::new(&a, &Pose::identity(), &b, &pose),
            &options,
            &mut PairState::default(),
        )
        .expect("valid");
        assert_eq!(found.verdict, expected.verdict);
        assert_eq!(found.detour, Detour::Limit);
        assert!(matches!(found.route, Route::Distance | Route::Penetration));
    }
}

#[test]
fn empty_bodies_and_bad_options() {
    let (empty, body) = (polytope(&[]), cube(1.0));
    let found = of(&empty, &body, &Pose::identity());
    assert_eq!(
        (found.verdict, found.route),
        (Verdict::Separated, Route::Nothing)
    );
    assert!(found.separation == f64::INFINITY && found.normal.is_none());
    let here = Pose::identity();
    let mut options = MprOptions::default();
    for rel_tol in [-1.0, 0.2, f64::NAN] {
        options.rel_tol = rel_tol;
        let refused = mpr(
            &interframe::PosedPair::new(&body, &here, &body, &here),
            &options,
            &mut PairState::default(),
        );
        assert!(matches!(
            refused,
            Err(Error::Setting {
                name: "rel_tol",
                ..
            })
        ));
    }
    options = MprOptions {
        max_iterations: 0,
        ..MprOptions::default()
    };
    let refused = mpr(
        &interframe::PosedPair::new(&body, &here, &body, &here),
        &options,
        &mut PairState::default(),
    );
    assert!(matches!(
        refused,
        Err(Error::Setting {
            name: "max_iterations",
            ..
        })
    ));
}

/// As a solver of the boolean question it gives the verdicts of all others.
#[test]
fn it_decides_as_the_others_do() {
    let options = IntersectOptions {
        method: Method::Mpr,
        ..IntersectOptions::default()
    };
    for_each(count(2_000, 100_000), |index, tally| {
        let pair = match index % 3 {
            0 => near_contact(index),
            1 => degenerate_pair(index),
            _ => random_pair(index),
        };
        let built = Built::new(&pair);
        let state = &mut PairState::default();
        let expected = built.intersect(&mut PairState::default());
        for _ in 0..2 {
            let (a, b) = (&built.a, &built.b);
            let found = intersect(
                &interframe::PosedPair::new(a, &built.pose_a, b, &built.pose_b),
                &options,
                state,
            )
            .expect("valid options");
            tally.cases += 1;
            match found.verdict {
                Verdict::Separated => tally.separated += 1,
                _ => tally.hits += 1,
            }
            let right = found.verdict == expected.verdict;
            tally.claim(right, &format!("{} {index}", pair.family), "verdict");
        }
    })
    .report("mpr, boolean");
}
