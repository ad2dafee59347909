//! Distances: the sign against `intersect`, the witnesses against every vertex, the value against
//! the exact twin. INTERFRAME_LONG=1 for full counts.

use crate::common::{Built, Tally, count, for_each, place_pair, polytope};
use interframe::{
    DecidedBy, Distance, DistanceOptions, FeatureKind, PairState, Polytope, Pose, Verdict, distance,
};
use nalgebra::Vector3;
use twin::degenerate::degenerate_pair;
use twin::distance::distance_sq;
use twin::near_contact::near_contact;
use twin::number::Rational;
use twin::place::{Pose as Place, V3, posed};
use twin::random::{SplitMix64, case_generator};
use twin::random_pairs::{PosedPair, random_pair};
use twin::shapes::{cuboid, ellipsoid, rock};

fn ask(built: &Built, state: &mut PairState) -> Distance {
    distance(&built.pair(), &DistanceOptions::default(), state).expect("the defaults are valid")
}

/// Swaps A and B.
fn mirrored(built: &Built) -> Built {
    Built {
        a: built.b.clone(),
        pose_a: built.pose_b,
        b: built.a.clone(),
        pose_b: built.pose_a,
    }
}

/// 256 roundings of the size of a pair, the positions in the world included: what the points'
/// coordinates may err by.
fn rounding(built: &Built) -> f64 {
    let apart = built.pose_b.translation() - built.pose_a.translation();
    let world = built.pose_a.translation().abs().max();
    let size = built.a.reach() + built.b.reach() + apart.abs().sum() + world;
    256.0 * (f64::EPSILON / 2.0) * size + 1e-320
}

/// The same with A and B swapped.
fn mirrored_pair(pair: &PosedPair) -> PosedPair {
    PosedPair {
        a: pair.b.clone(),
        pose_a: pair.pose_b,
        b: pair.a.clone(),
        pose_b: pair.pose_a,
        ..pair.clone()
    }
}

/// Distance of `p` from the hull of at most three points, by projection on every face of it. Too
/// large for triangles that are nearly a line.
fn to_hull(p: &Vector3<f64>, hull: &[Vector3<f64>]) -> f64 {
    let mut best = f64::INFINITY;
    for (i, v) in hull.iter().enumerate() {
        best = best.min((p - v).norm());
        for w in &hull[..i] {
            let e = w - v;
            let t = ((p - v).dot(&e) / e.dot(&e)).clamp(0.0, 1.0);
            if t.is_finite() {
                best = best.min((p - (v + e * t)).norm());
            }
        }
    }
    if let [u, v, w] = hull {
        let (e, f) = (v - u, w - u);
        let n = e.cross(&f);
        let r = p - u;
        let (s, t) = (
            n.dot(&r.cross(&f)) / n.dot(&n),
            n.dot(&e.cross(&r)) / n.dot(&n),
        );
        if s >= 0.0 && t >= 0.0 && s + t <= 1.0 {
            best = best.min((p - (u + e * s + f * t)).norm());
        }
    }
    best
}

/// The same exactly, of the body's own vertices placed.
fn to_hull_exactly(p: &Vector3<f64>, body: &Polytope, ids: &[u32], pose: &Place) -> f64 {
    let corners: Vec<V3> = ids
        .iter()
        .map(|&v| body.vertex(v as usize).into())
        .collect();
    let pair = posed(&corners, pose, &[(*p).into()], &Place::IDENTITY);
    distance_sq(&pair).expect("not empty").to_f64().sqrt()
}

/// Whether the points lie in their bodies' features, the plane through each supports its body,
/// and the two are as far apart as the answer says.
fn witnesses(pair: &PosedPair, built: &Built, answer: &Distance) -> Result<(), String> {
    let (Some(point_a), Some(point_b)) = (answer.point_a, answer.point_b) else {
        return Err("no points".into());
    };
    let (Some(normal), Some(features)) = (answer.normal, answer.features) else {
        return Err("no normal or features".into());
    };
    // Products of denormal lengths say nothing.
    if built.a.reach() + built.b.reach() < 1e-100 {
        return Ok(());
    }
    let tol = rounding(built);
    let sides = [
        (&built.a, &built.pose_a, &pair.pose_a, point_a, 1.0),
        (&built.b, &built.pose_b, &pair.pose_b, point_b, -1.0),
    ];
    for (k, (body, pose, exact_pose, point, sign)) in sides.into_iter().enumerate() {
        let place = |v: Vector3<f64>| pose.transform_point(&v);
        let ids = features[k].vertices();
        let corners: Vec<_> = ids
            .iter()
            .map(|&v| place(body.vertex(v as usize)))
            .collect();
        let mut off = to_hull(&point, &corners);
        if off > tol {
            off = to_hull_exactly(&point, body, ids, exact_pose);
        }
        if off.is_nan() || off > tol {
            return Err(format!("the point of body {k} is {off:e} off its feature"));
        }
        for v in body.vertices() {
            let beyond = sign * normal.dot(&(place(v) - point));
            if beyond.is_nan() || beyond > tol + answer.error {
                return Err(format!("a vertex of body {k} is {beyond:e} beyond"));
            }
        }
    }
    let apart = point_b - point_a;
    let (length, along) = (apart.norm(), normal.dot(&apart));
    let slack = answer.error + tol;
    if (normal.norm() - 1.0).abs() > 1e-12
        || length.is_nan()
        || length > answer.separation + slack
        || along < answer.separation - slack
        || answer.lower_bound > answer.separation
    {
        return Err(format!("{length:e} apart, {along:e} along the normal"));
    }
    Ok(())
}

/// Whether the true distance is within the answer's error and not below its lower bound.
fn agrees(answer: &Distance, true_sq: &Rational) -> bool {
    let high = Rational::square_of(answer.separation + answer.error);
    let low = Rational::square_of((answer.separation - answer.error).max(0.0));
    let least = Rational::square_of(answer.lower_bound);
    *true_sq <= high && low <= *true_sq && least <= *true_sq
}

fn judge(pair: &PosedPair, index: u64, tally: &mut Tally) {
    let name = format!("{} {index}", pair.family);
    let built = Built::new(pair);
    let mut state = PairState::default();
    let cold = ask(&built, &mut state);
    let expected = built.intersect(&mut PairState::default()).verdict;
    let second = match index % 4 {
        0 => ask(&built, &mut state),
        1 => ask(&mirrored(&built), &mut PairState::default()),
        2 => {
            let mut foreign = PairState::default();
            ask(&Built::new(&random_pair(index + 1)), &mut foreign);
            ask(&built, &mut foreign)
        }
        _ => {
            // The memory is shared with `intersect`, both ways.
            let verdict = built.intersect(&mut state).verdict;
            tally.claim(verdict == expected, &name, "intersect after distance");
            ask(&built, &mut state)
        }
    };
    for (answer, swapped) in [(&cold, false), (&second, index % 4 == 1)] {
        tally.cases += 1;
        match answer.decided_by {
            DecidedBy::Exact => tally.by_exact += 1,
            _ => tally.by_float += 1,
        }
        tally.most_iterations = tally.most_iterations.max(answer.iterations);
        tally.claim(answer.verdict == expected, &name, "the verdict differs");
        let positive = answer.separation > 0.0;
        let apart = expected == Verdict::Separated;
        tally.claim(positive == apart, &name, "the sign differs");
        match apart {
            true => tally.separated += 1,
            false => tally.hits += 1,
        }
        if apart && answer.separation.is_finite() {
            let found = if swapped {
                witnesses(&mirrored_pair(pair), &mirrored(&built), answer)
            } else {
                witnesses(pair, &built, answer)
            };
            if let Err(what) = found {
                tally.claim(false, &name, &format!("{what}; {answer:?}"));
            }
        }
    }
    let both = cold.error + second.error;
    let near = (cold.separation - second.separation).abs() <= both;
    let empty = cold.separation == second.separation;
    tally.claim(
        near || empty,
        &name,
        "two answers differ by more than both errors",
    );
}

fn any_pair(index: u64) -> PosedPair {
    match index % 4 {
        0 | 1 => random_pair(index / 2),
        2 => near_contact(index / 4),
        _ => degenerate_pair(index / 4),
    }
}

#[test]
fn signs_and_witnesses() {
    let run = for_each(count(4_000, 1_000_000), |index, tally| {
        judge(&any_pair(index), index, tally);
    });
    run.report("distances of random, near and degenerate pairs");
}

#[test]
fn values_are_the_exact_ones() {
    let run = for_each(count(800, 20_000), |index, tally| {
        let pair = any_pair(index);
        let name = format!("{} {index}", pair.family);
        let answer = ask(&Built::new(&pair), &mut PairState::default());
        tally.cases += 1;
        match (distance_sq(&place_pair(&pair)), answer.verdict) {
            (None, _) => {
                let infinite = answer.separation == f64::INFINITY && answer.point_a.is_none();
                tally.claim(infinite, &name, "an empty body is far from everything");
            }
            (Some(true_sq), Verdict::Hit) => {
                tally.hits += 1;
                tally.claim(true_sq.is_zero(), &name, "they do not meet");
            }
            (Some(true_sq), _) => {
                tally.separated += 1;
                let right = agrees(&answer, &true_sq) && !true_sq.is_zero();
                let what = format!("{answer:?} for {:e}^(1/2)", true_sq.to_f64());
                tally.claim(right, &name, &what);
            }
        }
    });
    run.report("distances against the exact twin");
}

/// Two bodies so far from the origin, `gap` apart along a direction that none of their axes has.
fn hard_pair(rng: &mut SplitMix64, size: f64, gap: f64, far: f64) -> PosedPair {
    let body = |rng: &mut SplitMix64| match rng.below(3) {
        0 => cuboid([size; 3]),
        1 => rock(rng, 20).iter().map(|v| v.map(|x| x * size)).collect(),
        _ => ellipsoid(rng, 30, [size, 0.5 * size, 2.0 * size]),
    };
    let (a, b) = (body(rng), body(rng));
    let n = rng.direction();
    let origin = rng.direction().map(|x| x * far);
    let place = |rng: &mut SplitMix64, p: V3| Place {
        p,
        q: rng.quaternion(),
    };
    let (pose_a, mut pose_b) = (place(rng, origin), place(rng, origin));
    // Far apart first; then nearer by all but the gap along the normal found there.
    let start: V3 = std::array::from_fn(|i| origin[i] + 8.0 * size * n[i]);
    pose_b.p = start;
    let mut pair = PosedPair {
        family: "hard",
        a,
        pose_a,
        b,
        pose_b,
        meets: None,
    };
    for _ in 0..3 {
        let answer = ask(&Built::new(&pair), &mut PairState::default());
        let normal = answer.normal.expect("apart");
        for i in 0..3 {
            pair.pose_b.p[i] -= (answer.separation - gap) * normal[i];
        }
    }
    pair
}

/// Gaps of 1e-8 to 1e-12 sizes, far from the origin, small and large bodies: every answer within
/// its error, and every error within 1e-9 of the distance or 256 roundings of the size.
#[test]
fn small_gaps_far_away() {
    let run = for_each(count(300, 20_000), |index, tally| {
        let mut rng = case_generator(61, index);
        let size = *rng.pick(&[1e-4, 1.0, 1000.0, 1e100, 1e-100]);
        let gap = size * 10f64.powi(-rng.integer(6, 13) as i32);
        let far = size * *rng.pick(&[0.0, 1.0, 1000.0]);
        let pair = hard_pair(&mut rng, size, gap, far);
        let built = Built::new(&pair);
        let answer = ask(&built, &mut PairState::default());
        let name = format!("size {size:e} gap {gap:e} far {far:e} {index}");
        let true_sq = distance_sq(&place_pair(&pair)).expect("not empty");
        tally.cases += 1;
        tally.by_exact += u64::from(answer.decided_by == DecidedBy::Exact);
        if answer.verdict == Verdict::Hit {
            tally.claim(true_sq.is_zero(), &name, "they do not meet");
            return;
        }
        tally.separated += 1;
        let apart = built.pose_b.translation() - built.pose_a.translation();
        let reach = built.a.reach() + built.b.reach() + apart.norm();
        let derived = 256.0 * (f64::EPSILON / 2.0) * reach;
        let bounded = answer.error <= derived.max(1e-9 * answer.separation);
        tally.claim(bounded, &name, &format!("error {:e}", answer.error));
        tally.claim(agrees(&answer, &true_sq), &name, "beyond its error");
    });
    run.report("small gaps");
}

#[test]
fn cubes_of_all_sizes() {
    // 1e-4 cubes and 2,000-unit cubes, face to face, edge to edge and corner to corner.
    for (half, gap) in [(0.5e-4, 1e-10), (1000.0, 1e-6), (1000.0, 1.0)] {
        let cube = polytope(&cuboid([half; 3]));
        for axes in 1..=3 {
            let step = (0..3).map(|i| if i < axes { 2.0 * half + gap } else { 0.0 });
            let offset = Vector3::from_iterator(step);
            let there = Pose::from_translation(offset).expect("finite");
            let answer = distance(
                &interframe::PosedPair::new(&cube, &Pose::identity(), &cube, &there),
                &DistanceOptions::default(),
                &mut PairState::default(),
            )
            .expect("valid");
            // What the rounded offset really leaves.
            let left = offset.x - 2.0 * half;
            let expected = left * f64::from(axes).sqrt();
            assert!((answer.separation - expected).abs() <= answer.error + 1e-15 * expected);
            assert!(answer.error <= (1e-9 * expected).max(2e-13 * half));
            let kinds = [FeatureKind::Face, FeatureKind::Edge, FeatureKind::Vertex];
            let at_most = kinds[axes as usize - 1];
            for feature in answer.features.expect("apart") {
                assert!(feature.kind as i32 <= at_most as i32, "{feature:?}");
            }
        }
    }
}

#[test]
fn options_and_empty_bodies() {
    let nothing = Polytope::new(&[]).expect("empty is legal");
    let cube = polytope(&cuboid([1.0; 3]));
    let here = Pose::identity();
    let mut state = PairState::default();
    let answer = distance(
        &interframe::PosedPair::new(&cube, &here, &nothing, &here),
        &DistanceOptions::default(),
        &mut state,
    )
    .expect("valid");
    assert_eq!(answer.verdict, Verdict::Separated);
    assert_eq!(answer.separation, f64::INFINITY);
    let wrong = DistanceOptions {
        max_pivots: 0,
        ..DistanceOptions::default()
    };
    let error = distance(
        &interframe::PosedPair::new(&cube, &here, &cube, &here),
        &wrong,
        &mut state,
    )
    .unwrap_err();
    assert!(error.to_string().contains("max_pivots"), "{error}");
    assert_eq!(state, PairState::default());
}
