//! Portal refinement of bodies with radii and of curved ones. With radii: the sign against the exact twin of the
//! cores, both bounds against the exact distance of the cores less the radii, which is the signed distance wherever
//! the cores are apart. Curved: against `distance` and `penetration`, which have judges of their own.
//! INTERFRAME_LONG=1 for full counts.

use crate::common::curved::any_curved;
use crate::common::distances::{any_pair, distances};
use crate::common::{Built, Tally, count, for_each, place_pair, polytope};
use interframe::*;
use nalgebra::{Quaternion, Vector3};
use twin::distance::distance_sq;
use twin::number::Rational;
use twin::random::{SplitMix64, case_generator};

fn fresh() -> PairState {
    PairState::default()
}

fn ask(pair: &PosedPair<'_>, options: &MprOptions) -> MprDistance {
    mpr(pair, options, &mut fresh()).expect("valid")
}

/// The default, one without tolerance, one with next to no steps.
fn any_options(index: u64) -> MprOptions {
    let (rel_tol, max_iterations) =
        [(1e-4, 100), (1e-4, 100), (0.0, 100), (0.1, 3)][index as usize % 4];
    MprOptions {
        rel_tol,
        max_iterations,
        ..MprOptions::default()
    }
}

/// Bounds in order; points of the bodies, as far from each other along the normal as is said.
fn consistent(
    pair: &PosedPair<'_>,
    found: &MprDistance,
    size: f64,
) -> std::result::Result<(), String> {
    let (Some(n), Some(p), Some(q)) = (found.normal, found.point_a, found.point_b) else {
        return Err("no points".into());
    };
    let world = pair.pose_a.translation().abs().max();
    let room = 1e-13 * (size + world) + 1e-320;
    if found.lower_bound.is_nan() || found.lower_bound > found.upper_bound {
        return Err("bounds out of order".into());
    }
    let apart = found.verdict == Verdict::Separated;
    if apart
        && !(found.lower_bound <= found.separation
            && found.separation <= found.upper_bound * (1.0 + 1e-14))
    {
        return Err("not between its bounds".into());
    }
    if !matches!(found.route, Route::Portal | Route::Axis) {
        // Points of other queries, which have their own judges.
        return Ok(());
    }
    let off = (q - p - n * found.separation).norm();
    if off.is_nan() || off > room || (n.norm() - 1.0).abs() > 1e-12 {
        return Err(format!("the points are off by {off:e}"));
    }
    let point = polytope(&[[0.0; 3]]);
    for (body, pose, at) in [(pair.a, pair.pose_a, p), (pair.b, pair.pose_b, q)] {
        let there = Pose::from_translation(at).expect("finite");
        let options = WithinOptions {
            distance: room,
            ..WithinOptions::default()
        };
        let near = within(
            &PosedPair::new(body, pose, &point, &there),
            &options,
            &mut fresh(),
        );
        if near.expect("valid").verdict != Verdict::Hit {
            return Err(format!("{at:?} is not in its body"));
        }
    }
    Ok(())
}

fn noted(found: &MprDistance, tally: &mut Tally) {
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
}

#[test]
fn radii_against_the_exact_twin() {
    let run = for_each(count(700, 60_000), |index, tally| {
        let pair = any_pair(index);
        let built = Built::new(&pair);
        let true_sq = distance_sq(&place_pair(&pair));
        for (k, d) in distances(true_sq.as_ref()).into_iter().enumerate() {
            let k = index + k as u64;
            let radii = [[d, 0.0], [d / 3.0, d - d / 3.0], [d * 1e-300, d]][k as usize % 3];
            let name = format!("{} {index} with radii {radii:?}", pair.family);
            let [a, b] = [built.a.rounded(radii[0]), built.b.rounded(radii[1])]
                .map(|b| b.expect("a radius"));
            let both = PosedPair::new(a, &built.pose_a, b, &built.pose_b);
            let found = ask(&both, &any_options(k));
            noted(&found, tally);
            let Some(sq) = &true_sq else {
                tally.claim(found.route == Route::Nothing, &name, "an empty body");
                continue;
            };
            let hit = *sq <= Rational::square_of_sum(radii[0], radii[1]);
            let says = format!("{found:?}");
            tally.claim((found.verdict == Verdict::Hit) == hit, &name, &says);
            tally.claim((found.separation > 0.0) != hit, &name, &says);
            let sum = radii[0] + radii[1];
            let core = sq.root();
            let apart = built.pose_b.translation() - built.pose_a.translation();
            let size = built.a.reach() + built.b.reach() + apart.abs().sum() + sum;
            if !(1e-100..1e100).contains(&size) {
                continue;
            }
            // The root and the sum are rounded.
            let room = 1e-15 * (core + sum);
            if core > 0.0 {
                let truth = core - sum;
                let holds = found.lower_bound <= truth + room && truth - room <= found.upper_bound;
                tally.claim(holds, &name, &format!("{truth} is not between: {says}"));
            }
            if let Err(what) = consistent(&both, &found, size) {
                tally.claim(false, &name, &format!("{what}: {says}"));
            }
        }
    });
    run.report("mpr of bodies with radii, against the exact twin of their cores");
}

fn any_pose(rng: &mut SplitMix64, apart: f64) -> Pose {
    let [i, j, k, w] = rng.quaternion();
    let at = rng.direction().map(|x| x * apart);
    Pose::new(at.into(), Quaternion::new(w, i, j, k)).expect("a pose")
}

/// A body of any kind, half of them curved.
fn any_body(rng: &mut SplitMix64) -> SharedBody {
    match rng.below(6) {
        0 => SharedBody::sphere(rng.between(0.1, 2.0)),
        1 => SharedBody::capsule(rng.between(0.0, 2.0), rng.between(0.1, 2.0)),
        2 => {
            let corners: Vec<_> = (0..12)
                .map(|_| Vector3::from(rng.direction()) * 2.0)
                .collect();
            SharedBody::new(Polytope::new(&corners).expect("finite")).rounded(rng.between(0.0, 1.0))
        }
        _ => Ok(SharedBody::from(any_curved(rng))),
    }
    .expect("lengths")
}

#[test]
fn curved_against_distance_and_penetration() {
    let run = for_each(count(1_500, 200_000), |index, tally| {
        let rng = &mut case_generator(0x18e0, index);
        let (a, b) = (SharedBody::from(any_curved(rng)), any_body(rng));
        let apart = 10f64.powf(rng.between(-2.0, 1.3));
        let (pose_a, pose_b) = (any_pose(rng, 0.0), any_pose(rng, apart));
        let name = format!("{index}: {a:?} {b:?} {pose_b:?}");
        let pair = PosedPair::new(&a, &pose_a, &b, &pose_b);
        let found = ask(&pair, &any_options(index));
        noted(&found, tally);
        let says = format!("{found:?}");
        let met = intersect(&pair, &IntersectOptions::default(), &mut fresh()).expect("valid");
        tally.claim(found.verdict == met.verdict, &name, &says);
        tally.claim(found.reason == met.reason, &name, &says);
        if found.verdict == Verdict::Undecided {
            tally.undecided.push(name);
            return;
        }
        let hit = found.verdict == Verdict::Hit;
        tally.claim((found.separation > 0.0) != hit, &name, &says);
        let truth = match hit {
            false => {
                let far =
                    distance(&pair, &DistanceOptions::default(), &mut fresh()).expect("valid");
                [far.separation - far.error, far.separation + far.error]
            }
            true => {
                let deep = penetration(&pair, &PenetrationOptions::default(), &mut fresh());
                let deep = deep.expect("valid");
                [-deep.depth - deep.error, deep.error - deep.depth]
            }
        };
        let holds = found.lower_bound <= truth[1] && truth[0] <= found.upper_bound;
        tally.claim(holds, &name, &format!("not about {truth:?}: {says}"));
        if let Err(what) = consistent(&pair, &found, 40.0) {
            tally.claim(false, &name, &format!("{what}: {says}"));
        }
    });
    run.report("mpr of curved bodies, against distance and penetration");
}

/// The paper's first condition, on its main case: two spheres, apart or not, meet the ray of their centres at its end.
/// Both bounds are the truth to rounding.
#[test]
fn spheres_end_on_the_line_of_centres() {
    let (mut by_axis, mut apart, mut hits) = (0, 0, 0);
    let all = count(4_000, 400_000);
    let point = polytope(&[[0.0; 3]]);
    for index in 0..all {
        let rng = &mut case_generator(0x18e1, index);
        let scale = 2f64.powi(*rng.pick(&[0, 0, 40, -40, 400, -400]));
        let c = Vector3::from(rng.direction()) * rng.between(0.01, 4.0) * scale;
        let radii = [rng.between(0.0, 1.0), rng.between(1e-3, 1.0)].map(|r| r * scale);
        let [a, b] = radii.map(|r| point.rounded(r).expect("a radius"));
        let pose_a = any_pose(rng, 0.0);
        let there = Pose::new(c, any_pose(rng, 0.0).quaternion()).expect("a pose");
        let found = ask(
            &PosedPair::new(a, &pose_a, b, &there),
            &MprOptions::default(),
        );
        let truth = (c / scale).norm() * scale - (radii[0] + radii[1]);
        let size = c.amax() + radii[0] + radii[1];
        let says = format!("{index}: {truth} {found:?}");
        if truth.abs() > 1e-13 * size {
            assert_eq!(
                (found.route, found.detour),
                (Route::Axis, Detour::None),
                "{says}"
            );
            assert_eq!(found.iterations, 1, "{says}");
            by_axis += 1;
        }
        let room = 128.0 * f64::EPSILON * size;
        assert!((found.separation - truth).abs() <= room, "{says}");
        assert!(
            found.lower_bound <= truth + room && found.lower_bound >= truth - room,
            "{says}"
        );
        assert!(
            found.upper_bound >= truth - room && found.upper_bound <= truth.max(-room) + room,
            "{says}"
        );
        match found.verdict {
            Verdict::Separated => apart += 1,
            _ => hits += 1,
        }
    }
    println!(
        "{by_axis} of {all} pairs of spheres end on the line of centres; {apart} apart, {hits} meet"
    );
    assert!(by_axis == all && apart > all / 8 && hits > all / 8);
}

/// Most pairs of smooth bodies must go by the portal: else this is another method's test.
#[test]
fn smooth_bodies_go_by_the_portal() {
    let (mut ways, mut queries, all) = ([0; 5], Vec::new(), 4_000);
    for index in 0..all {
        let rng = &mut case_generator(0x18e2, index as u64);
        let (a, b) = (any_body(rng), any_body(rng));
        let apart = rng.between(0.1, 8.0);
        let (pose_a, pose_b) = (any_pose(rng, 0.0), any_pose(rng, apart));
        let found = ask(
            &PosedPair::new(&a, &pose_a, &b, &pose_b),
            &MprOptions::default(),
        );
        ways[found.route as usize] += 1;
        queries.push(found.iterations);
    }
    queries.sort_unstable();
    println!(
        "of {all}: {ways:?} by nothing, portal, axis, distance, penetration; support queries: median {}, 95% up to {}",
        queries[all / 2],
        queries[all * 95 / 100],
    );
    assert!(ways[1] + ways[2] >= all * 9 / 10, "{ways:?}");
}

#[test]
fn swapped_moved_and_scaled() {
    let run = for_each(count(500, 20_000), |index, tally| {
        let rng = &mut case_generator(0x18e3, index);
        let (a, b) = (any_body(rng), any_body(rng));
        let (pose_a, pose_b) = (any_pose(rng, 0.0), any_pose(rng, 3.0));
        let options = any_options(index);
        let found = ask(&PosedPair::new(&a, &pose_a, &b, &pose_b), &options);
        noted(&found, tally);
        let name = format!("{index}: {a:?} {b:?}");
        // Another portal may be as good: what is proved must agree.
        let agrees = |other: &MprDistance| {
            other.verdict == found.verdict
                && other.lower_bound <= found.upper_bound + 1e-12
                && found.lower_bound <= other.upper_bound + 1e-12
        };
        let swapped = ask(&PosedPair::new(&b, &pose_b, &a, &pose_a), &options);
        tally.claim(
            agrees(&swapped),
            &name,
            &format!("swapped {swapped:?} {found:?}"),
        );
        let carry = any_pose(rng, 5.0);
        let carried = |pose: &Pose| {
            let q = carry.quaternion() * pose.quaternion();
            Pose::new(carry.transform_point(&pose.translation()), q.normalize()).expect("a pose")
        };
        let (moved_a, moved_b) = (carried(&pose_a), carried(&pose_b));
        let moved = ask(&PosedPair::new(&a, &moved_a, &b, &moved_b), &options);
        tally.claim(agrees(&moved), &name, &format!("moved {moved:?} {found:?}"));
    });
    run.report("mpr of smooth bodies, swapped and moved");
    // A power of two changes no bit.
    for exponent in [-40, 3, 40] {
        let scale = 2f64.powi(exponent);
        let at = |s: f64| Pose::from_translation(Vector3::new(2.0, 1.0, 0.5) * s).expect("finite");
        let body = |s: f64| SharedBody::capsule(1.5 * s, 0.25 * s).expect("lengths");
        let drum = |s: f64| SharedBody::from(Curved::cylinder(s, 0.75 * s).expect("lengths"));
        let here = Pose::identity();
        let one = ask(
            &PosedPair::new(&body(1.0), &here, &drum(1.0), &at(1.0)),
            &MprOptions::default(),
        );
        let other = ask(
            &PosedPair::new(&body(scale), &here, &drum(scale), &at(scale)),
            &MprOptions::default(),
        );
        assert_eq!(one.separation * scale, other.separation);
        assert_eq!(one.normal, other.normal);
    }
}

fn place(x: f64, y: f64, z: f64) -> Pose {
    Pose::from_translation(Vector3::new(x, y, z)).expect("finite")
}

#[test]
fn what_smooth_bodies_may_be() {
    let here = Pose::identity();
    let of = |a: &SharedBody, b: &SharedBody, there: &Pose| {
        ask(&PosedPair::new(a, &here, b, there), &MprOptions::default())
    };
    let ball = |r: f64| SharedBody::sphere(r).expect("a radius");
    // Touching exactly, and a last place apart.
    let found = of(&ball(2.0), &ball(3.0), &place(3.0, 4.0, 0.0));
    assert_eq!(
        (found.verdict, found.detour),
        (Verdict::Hit, Detour::SignUnclear)
    );
    assert!(found.separation.abs() < 1e-14 && found.decided_by == DecidedBy::Exact);
    let found = of(
        &ball(2.0),
        &ball(3.0_f64.next_down()),
        &place(3.0, 4.0, 0.0),
    );
    assert_eq!(
        (found.verdict, found.route),
        (Verdict::Separated, Route::Distance)
    );
    assert!(found.separation > 0.0 && found.separation < 1e-15);
    // Centres that coincide: a ball in a ball, and in a drum.
    let found = of(&ball(1.0), &ball(2.0), &here);
    assert_eq!(
        (found.route, found.detour),
        (Route::Penetration, Detour::CoincidentCenters)
    );
    assert_eq!(found.separation, -3.0);
    let drum = SharedBody::from(Curved::cylinder(1.0, 0.5).expect("lengths"));
    let found = of(&ball(0.25), &drum, &here);
    assert!(
        found.lower_bound <= -0.75 && -0.75 <= found.upper_bound,
        "{found:?}"
    );
    // Radii of 1e-300 beside 1, and none.
    let found = of(&ball(1e-300), &ball(1.0), &place(0.0, 2.0, 0.0));
    assert_eq!((found.route, found.separation), (Route::Axis, 1.0));
    let found = of(&ball(0.0), &ball(1.0), &place(0.0, 2.0, 0.0));
    assert_eq!((found.route, found.separation), (Route::Axis, 1.0));
    for huge in [1e300, 1e-300] {
        let found = of(&ball(huge), &ball(huge), &place(3.0 * huge, 0.0, 0.0));
        assert!((found.separation / huge - 1.0).abs() < 1e-14, "{found:?}");
    }
    // Curved and touching to rounding: what is not proved is not said.
    let egg = SharedBody::from(Curved::ellipsoid([1.0; 3]).expect("lengths"));
    let found = of(&egg, &egg, &place(2.0, 0.0, 0.0));
    assert_eq!(
        (found.verdict, found.reason),
        (Verdict::Undecided, Reason::Touching)
    );
    assert!(found.lower_bound <= 0.0 && 0.0 <= found.upper_bound);
    assert!(found.upper_bound - found.lower_bound < 1e-12, "{found:?}");
    // No body, and too few steps.
    let none = SharedBody::new(Polytope::new(&[]).expect("empty"));
    let found = of(&none, &egg, &here);
    assert_eq!(
        (found.verdict, found.route),
        (Verdict::Separated, Route::Nothing)
    );
    let options = MprOptions {
        max_iterations: 1,
        ..MprOptions::default()
    };
    let there = place(2.0, 0.5, 0.25);
    let hasty = ask(&PosedPair::new(&egg, &here, &drum, &there), &options);
    assert_eq!(
        (hasty.detour, hasty.route),
        (Detour::Limit, Route::Distance)
    );
}
