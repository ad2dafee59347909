//! Depths along a direction against the exact twin, and what must hold of every answer.
//! INTERFRAME_LONG=1 for full counts.

use crate::common::{Built, Tally, count, cube, for_each, place_pair};
use interframe::{
    DecidedBy, Error, PairState, Penetration, PenetrationOptions, Polytope, Pose, Verdict,
    penetration,
};
use nalgebra::Vector3;
use twin::degenerate::degenerate_pair;
use twin::near_contact::near_contact;
use twin::number::Rational;
use twin::penetration::along_sq;
use twin::random::{SplitMix64, case_generator};
use twin::random_pairs::{PosedPair, random_pair};

fn ask(built: &Built, direction: &Vector3<f64>) -> Penetration {
    let Built {
        a,
        pose_a,
        b,
        pose_b,
    } = built;
    penetration(
        &interframe::PosedPair::new(a, pose_a, b, pose_b),
        &PenetrationOptions {
            direction: Some(*direction),
            ..PenetrationOptions::default()
        },
        &mut PairState::default(),
    )
    .expect("a valid call")
}

fn any_pair(index: u64) -> PosedPair {
    match index % 3 {
        0 => random_pair(index / 3),
        1 => near_contact(index / 3),
        _ => degenerate_pair(index / 3),
    }
}

/// An axis, an edge of A (which slides along a face), or anything.
fn direction(rng: &mut SplitMix64, built: &Built) -> Vector3<f64> {
    let around = |rng: &mut SplitMix64| 2.0 * rng.unit() - 1.0;
    match rng.integer(0, 3) {
        0 => {
            let mut axis = Vector3::zeros();
            axis[rng.integer(0, 2) as usize] = *rng.pick(&[1.0, -1.0]);
            axis
        }
        1 if built.a.edge_count() > 0 => {
            let (v, w) = built.a.edges().next().expect("an edge");
            let along = built.a.vertex(w as usize) - built.a.vertex(v as usize);
            let along = built.pose_a.matrix() * along;
            // Bodies of extreme size have edges of no legal length.
            if (1e-90..1e90).contains(&along.norm()) {
                along
            } else {
                Vector3::x()
            }
        }
        _ => Vector3::from_fn(|_, _| around(rng)) * 10f64.powi(rng.integer(-3, 3) as i32),
    }
}

fn size(built: &Built) -> f64 {
    let offset = built.pose_b.translation() - built.pose_a.translation();
    built.a.reach() + built.b.reach() + offset.norm()
}

/// What must hold whatever the true depth is: along the normal the bodies, B moved by the depth, only
/// touch, and the points are where.
fn consistent(name: &str, built: &Built, d: &Vector3<f64>, found: &Penetration, tally: &mut Tally) {
    let verdict = built.intersect(&mut PairState::default()).verdict;
    tally.claim(found.verdict == verdict, name, "intersect disagrees");
    if found.verdict == Verdict::Separated {
        let nothing = found.normal.is_none() && found.point_a.is_none() && found.depth == 0.0;
        tally.claim(nothing, name, "a depth without overlap");
        return;
    }
    let (Some(normal), Some(point_a), Some(point_b)) = (found.normal, found.point_a, found.point_b)
    else {
        tally.claim(false, name, "no witnesses");
        return;
    };
    if size(built) < 1e-90 {
        return;
    }
    let world = built.pose_a.translation().amax();
    let tol = 1e-11 * size(built) + 1e-15 * world;
    tally.claim((normal.norm() - 1.0).abs() < 1e-12, name, "unit normal");
    let off = (point_a - point_b - d.normalize() * found.depth).norm();
    tally.claim(off <= tol, name, &format!("points are {off:e} off"));
    tally.claim(
        found.error <= 2e-11 * size(built),
        name,
        &format!("error {:e}", found.error),
    );
}

fn judge(index: u64, pair: &PosedPair, tally: &mut Tally) {
    let name = format!("{} {index}", pair.family);
    let built = Built::new(pair);
    let mut rng = case_generator(77, index);
    let d = direction(&mut rng, &built);
    let found = ask(&built, &d);
    tally.cases += 1;
    consistent(&name, &built, &d, &found, tally);
    match found.decided_by {
        DecidedBy::Exact => tally.by_exact += 1,
        _ => tally.by_float += 1,
    }
    if found.verdict == Verdict::Separated {
        tally.separated += 1;
        return;
    }
    tally.hits += 1;
    if pair.a.len() > 9 || pair.b.len() > 9 {
        return;
    }
    let Some(exact) = along_sq(&place_pair(pair), d.into()) else {
        return;
    };
    // In lengths of the direction; its own length is rounded.
    let length = d.norm();
    let slack = 1e-15 * found.depth + f64::MIN_POSITIVE;
    let high = Rational::square_of((found.depth + found.error + slack) / length);
    let low = Rational::square_of(((found.depth - found.error - slack) / length).max(0.0));
    let right = exact <= high && low <= exact;
    let what = format!(
        "{found:?} but exactly {:e} along {d:?}",
        exact.to_f64().sqrt() * length
    );
    tally.claim(right, &name, &what);
}

#[test]
fn depths_along_a_direction_are_exact() {
    for_each(count(1_200, 100_000), |i, tally| {
        judge(i, &any_pair(i), tally);
    })
    .report("depths along a direction");
}

/// Never less than the least depth, and that along the least depth's own normal.
#[test]
fn the_least_depth_is_the_least() {
    for_each(count(600, 60_000), |i, tally| {
        let pair = random_pair(i);
        let built = Built::new(&pair);
        let least = penetration(
            &built.pair(),
            &PenetrationOptions::default(),
            &mut PairState::default(),
        );
        let least = least.expect("a valid call");
        tally.cases += 1;
        let Some(normal) = least.normal else { return };
        let tol = 1e-12 * size(&built);
        let own = ask(&built, &normal);
        tally.claim(
            (own.depth - least.depth).abs() <= tol,
            &i.to_string(),
            "own normal",
        );
        let mut rng = case_generator(78, i);
        let other = ask(&built, &direction(&mut rng, &built));
        tally.claim(
            other.depth >= least.depth - tol,
            &i.to_string(),
            "less than the least",
        );
    })
    .report("least depths");
}

/// Swapping the bodies and turning the direction round changes nothing but signs.
#[test]
fn swapped_bodies_agree() {
    for_each(count(600, 60_000), |i, tally| {
        let built = Built::new(&any_pair(i));
        let mut rng = case_generator(79, i);
        let d = direction(&mut rng, &built);
        let found = ask(&built, &d);
        let swapped = Built {
            a: built.b.clone(),
            pose_a: built.pose_b,
            b: built.a.clone(),
            pose_b: built.pose_a,
        };
        let again = ask(&swapped, &-d);
        tally.cases += 1;
        let near = (found.depth - again.depth).abs() <= found.error + again.error;
        tally.claim(
            near && found.verdict == again.verdict,
            &i.to_string(),
            "swapped",
        );
    })
    .report("swapped depths along a direction");
}

/// A box that touches a floor slides until it is off its edge; a last place higher it is apart.
#[test]
fn sliding_along_a_face_is_exact() {
    let (floor, small) = (cube(8.0), cube(0.5));
    let here = Pose::identity();
    let at = |z: f64| Pose::from_translation(Vector3::new(1.0, 2.0, z)).expect("finite");
    let x = Vector3::new(0.125, 0.0, 0.0);
    let slides = penetration(
        &interframe::PosedPair::new(&floor, &here, &small, &at(8.5)),
        &PenetrationOptions {
            direction: Some(x),
            ..PenetrationOptions::default()
        },
        &mut PairState::default(),
    )
    .expect("valid");
    assert_eq!(slides.verdict, Verdict::Hit);
    assert!(
        (slides.depth - 7.5).abs() <= slides.error && slides.error < 1e-10,
        "{slides:?}"
    );
    let up = Vector3::z();
    let lifts = penetration(
        &interframe::PosedPair::new(&floor, &here, &small, &at(8.5)),
        &PenetrationOptions {
            direction: Some(up),
            ..PenetrationOptions::default()
        },
        &mut PairState::default(),
    )
    .expect("valid");
    assert!(
        lifts.depth <= lifts.error && lifts.error < 1e-10,
        "{lifts:?}"
    );
    let apart = at(8.5f64.next_up());
    let free = penetration(
        &interframe::PosedPair::new(&floor, &here, &small, &apart),
        &PenetrationOptions {
            direction: Some(x),
            ..PenetrationOptions::default()
        },
        &mut PairState::default(),
    )
    .expect("valid");
    assert_eq!((free.verdict, free.depth), (Verdict::Separated, 0.0));
}

#[test]
fn what_is_refused() {
    let (body, here) = (cube(1.0), Pose::identity());
    let ask = |d: [f64; 3]| {
        penetration(
            &interframe::PosedPair::new(&body, &here, &body, &here),
            &PenetrationOptions {
                direction: Some(d.into()),
                ..PenetrationOptions::default()
            },
            &mut PairState::default(),
        )
    };
    for bad in [
        [0.0, f64::NAN, 0.0],
        [0.0, 0.0, f64::INFINITY],
        [0.0; 3],
        [1e-200, 0.0, 0.0],
        [1e200, 0.0, 0.0],
    ] {
        let error = ask(bad).expect_err("no length");
        assert!(
            matches!(
                error,
                Error::Setting {
                    name: "direction",
                    ..
                }
            ),
            "{error}"
        );
    }
    let nothing = Polytope::new(&[]).expect("empty is legal");
    let empty = penetration(
        &interframe::PosedPair::new(&body, &here, &nothing, &here),
        &PenetrationOptions {
            direction: Some(Vector3::x()),
            ..PenetrationOptions::default()
        },
        &mut PairState::default(),
    );
    assert_eq!(empty.expect("valid").verdict, Verdict::Separated);
}
