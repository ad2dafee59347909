//! Queries about bodies at rest whose sizes are independent, 2^-1000 to 2^1000: the verdict is exact, and lengths are within
//! their stated errors. INTERFRAME_LONG=1 for full counts.

use crate::answers_at_rest::{
    Length, Number, everything, flat, flat_pose, hull_sweep, methods, moving, posed, size, with,
};
use crate::common::{Answer, Built, Ids, Tally, count, for_each, place_pair, plane_proves};
use interframe::{
    ContactManifoldOptions, ContainmentVerdict, ContainsOptions, DeformingPair, DistanceOptions,
    Frame, InterframeOptions, InterframeVerticesOptions, MprOptions, PairState, PenetrationOptions,
    PosedPair2, SetsOptions, Sweep, Verdict, VertexSweep, certify_interframe, contact_manifold,
    contains, distance, distance_2d, interframe_vertices, intersect, intersect_sets, is_subset,
    mpr, penetration,
};
use nalgebra::Vector3;
use twin::number::Rational;
use twin::penetration::{along_sq, every_depth_sq};
use twin::place::{self, Pair, V3};
use twin::random_pairs::PosedPair;
use twin::sizes::sized_pair;

/// Whether `low^2 <= square <= high^2`, exactly; what is not positive counts as 0.
fn between(square: &Rational, low: f64, high: f64) -> bool {
    let sq = |x: f64| Rational::square_of(x.max(0.0));
    sq(low) <= *square && (!high.is_finite() || *square <= sq(high))
}

fn judge_verdicts(name: &str, pair: &PosedPair, built: &Built, exact: &Pair, tally: &mut Tally) {
    let (a, pose_a, b, _) = built.parts();
    let bodies = &built.pair();
    let truth = twin::intersect::intersect(exact).hit();
    let ids = Ids {
        a,
        input_a: &pair.a,
        b,
        input_b: &pair.b,
    };
    for method in methods() {
        let mut state = PairState::default();
        for warm in [false, true] {
            let name = format!("{name} {} warm {warm}", method.name());
            let found = intersect(bodies, &with(method), &mut state).expect("valid options");
            let found = Answer::from(found);
            let span = found.plane.as_ref().and_then(|p| ids.pairs(p));
            tally.exact_answer(&name, exact, &found, span, &mut || truth);
            let right = (found.verdict == Verdict::Hit) == truth;
            tally.claim(right, &name, "verdict");
        }
        // What the pair left when B was at A's place.
        let mut state = PairState::default();
        let _ = intersect(
            &interframe::PosedPair::new(a, pose_a, b, pose_a),
            &with(method),
            &mut state,
        )
        .expect("valid options");
        let found = intersect(bodies, &with(method), &mut state).expect("valid options");
        let right = (found.verdict == Verdict::Hit) == truth;
        tally.claim(right, name, "verdict after another");
        let name = format!("{name} sweep {}", method.name());
        let found = hull_sweep(built, Sweep::Full, method, &mut PairState::default());
        // The end of the sweep is the pair itself.
        let hit = found.verdict == Verdict::Hit;
        tally.claim(hit || !truth, &name, "the hull misses its own end");
        if let Some(plane) = &found.plane {
            let [motion_a, motion_b] = &moving(built);
            let (full, world) = (Sweep::Full, Frame::World);
            let proof = certify_interframe(
                &interframe::MovingPair::new(a, motion_a, b, motion_b),
                &InterframeOptions {
                    sweep: full,
                    frame: world,
                    ..InterframeOptions::default()
                },
                &found,
            );
            let proved = proof.is_some_and(|proof| proof.verify().is_ok());
            let spanned = plane.spanned_by.is_some();
            tally.claim(spanned || plane_proves(exact, plane, None), &name, "plane");
            tally.claim(proved, &name, "proof");
        }
    }
}

fn judge_lengths(name: &str, built: &Built, exact: &Pair, tally: &mut Tally) {
    let (a, pose_a, b, pose_b) = built.parts();
    let bodies = &built.pair();
    let truth = twin::intersect::intersect(exact).hit();
    let verdict = if truth {
        Verdict::Hit
    } else {
        Verdict::Separated
    };
    let size = size(built);
    let far = twin::distance::distance_sq(exact).expect("not empty");
    let unit = |n: &Option<Vector3<f64>>| n.is_none_or(|n| (n.norm() - 1.0).abs() < 1e-12);
    let finite = |p: &Option<Vector3<f64>>| p.is_none_or(|p| p.iter().all(|x| x.is_finite()));
    let mut state = PairState::default();
    for before in [None, Some(pose_b), Some(pose_a)] {
        let name = &format!("{name} distance after {before:?}");
        if let Some(pose) = before {
            distance(
                &interframe::PosedPair::new(a, pose_a, b, pose),
                &DistanceOptions::default(),
                &mut state,
            )
            .expect("valid");
        }
        let found = distance(bodies, &DistanceOptions::default(), &mut state).expect("valid");
        tally.cases += 1;
        tally.claim(found.verdict == verdict, name, "verdict");
        let (low, high) = (
            found.separation - found.error,
            (found.separation + found.error).next_up(),
        );
        if !between(&far, low.next_down(), high) || !between(&far, found.lower_bound, f64::INFINITY)
        {
            tally
                .wrong
                .push(format!("{name}: {found:?} truly {}", far.root()));
        }
        let least = 2f64.powi(-44) * size + 1e-9 * found.separation + f64::from_bits(4);
        tally.claim(
            found.error <= least,
            name,
            &format!("error {:e} of {size:e}", found.error),
        );
        let sound = unit(&found.normal) && finite(&found.point_a) && finite(&found.point_b);
        tally.claim(sound, name, &format!("{found:?}"));
    }
    let found = mpr(bodies, &MprOptions::default(), &mut PairState::default()).expect("valid");
    tally.cases += 1;
    tally.claim(found.verdict == verdict, name, "mpr verdict");
    if !truth && !between(&far, found.lower_bound, found.upper_bound) {
        tally
            .wrong
            .push(format!("{name} mpr: {found:?} truly {}", far.root()));
    }
    let deep = penetration(
        bodies,
        &PenetrationOptions::default(),
        &mut PairState::default(),
    )
    .expect("valid");
    tally.cases += 1;
    tally.claim(deep.verdict == verdict, name, "penetration verdict");
    tally.claim(
        unit(&deep.normal) && finite(&deep.point_a),
        name,
        &format!("{deep:?}"),
    );
    // The twin's f64 look at normals is for bodies of like size.
    if truth && a.vertex_count() * b.vertex_count() <= 40 {
        let depth = every_depth_sq(exact).expect("they meet");
        let (low, high) = (deep.depth - deep.error, deep.depth + deep.error);
        if !between(&depth, low.next_down(), high.next_up()) {
            tally.wrong.push(format!(
                "{name} penetration: {deep:?} truly {}",
                depth.root()
            ));
        }
        let most = -found.lower_bound;
        if !between(&depth, 0.0, most) {
            tally
                .wrong
                .push(format!("{name} mpr: {found:?} truly {}", depth.root()));
        }
    }
    let way = Vector3::new(0.25, -1.0, 0.5);
    let along = penetration(
        bodies,
        &PenetrationOptions {
            direction: Some(way),
            ..PenetrationOptions::default()
        },
        &mut PairState::default(),
    )
    .expect("valid");
    tally.cases += 1;
    tally.claim(along.verdict == verdict, name, "penetration_along verdict");
    tally.claim(
        along.depth.is_finite() && along.error.is_finite(),
        name,
        &format!("{along:?}"),
    );
    if truth
        && a.vertex_count() * b.vertex_count() <= 40
        && let Some(depth) = along_sq(exact, way.into())
    {
        // As a length, whatever that of the direction.
        let length_sq = 21;
        let depth = depth.times_power(-4, length_sq.into());
        let (low, high) = (along.depth - along.error, along.depth + along.error);
        if !between(&depth, low.next_down(), high.next_up()) {
            tally
                .wrong
                .push(format!("{name} along: {along:?} truly {}", depth.root()));
        }
    }
    let held = contains(
        bodies,
        &ContainsOptions::default(),
        &mut PairState::default(),
    )
    .expect("valid");
    tally.cases += 1;
    tally.claim(
        (held.verdict == ContainmentVerdict::Inside) == twin::contains::contains(exact),
        name,
        "contains",
    );
    let margin = held.margin.unwrap_or(f64::NAN);
    tally.claim(
        margin.is_finite() && held.error.is_finite(),
        name,
        &format!("{held:?}"),
    );
    if a.dimension() == interframe::Dimension::Solid
        && a.vertex_count() <= 12
        && let Some(true_margin) = twin::contains::margin(exact)
    {
        let off = (margin - true_margin).abs();
        tally.claim(
            off <= held.error,
            name,
            &format!("{held:?} truly {true_margin:e}"),
        );
    }
    for prediction in [0.0, 0.25 * size] {
        let state = &mut PairState::default();
        let found = contact_manifold(
            bodies,
            &ContactManifoldOptions {
                prediction,
                ..ContactManifoldOptions::default()
            },
            state,
        );
        let found = found.expect("valid");
        tally.cases += 1;
        tally.claim(found.verdict == verdict, name, "manifold verdict");
        tally.claim(
            !truth || !found.points().is_empty(),
            name,
            "a hit without contacts",
        );
        let Some(n) = found.normal else { continue };
        tally.claim(unit(&Some(n)), name, "manifold normal");
        let world = size + pose_a.translation().amax();
        let tol = 1e-9 * size + 1e-14 * world + f64::from_bits(64);
        for p in found.points() {
            let off = (p.point_a - p.point_b - n * p.depth).amax();
            tally.claim(
                off <= tol && p.depth >= -prediction - tol,
                name,
                &format!("{found:?}"),
            );
        }
    }
}

/// Plain lists of points: the posed vertices as they are rounded.
fn judge_lists(name: &str, built: &Built, tally: &mut Tally) {
    let (a, pose_a, b, pose_b) = built.parts();
    let (on_a, on_b) = (posed(a, pose_a), posed(b, pose_b));
    let list = |points: &[Vector3<f64>]| points.iter().map(|&p| p.into()).collect();
    let (set_a, set_b): (Vec<V3>, Vec<V3>) = (list(&on_a), list(&on_b));
    let exact = place::posed(
        &set_a,
        &place::Pose::IDENTITY,
        &set_b,
        &place::Pose::IDENTITY,
    );
    let truth = twin::intersect::intersect(&exact).hit();
    for method in methods() {
        let (a, b) = (&on_a[..], &on_b[..]);
        let sweep = |list| VertexSweep {
            start: list,
            end: list,
        };
        let state = &mut PairState::default();
        let found = interframe_vertices(
            &DeformingPair {
                a: sweep(a),
                b: sweep(b),
            },
            &InterframeVerticesOptions {
                method,
                ..InterframeVerticesOptions::default()
            },
            state,
        );
        let hit = found.expect("finite").verdict == Verdict::Hit;
        tally.cases += 1;
        tally.claim(hit == truth, name, "interframe_vertices");
    }
    if set_a.len() + set_b.len() > 40 {
        return;
    }
    let found = intersect_sets(&set_a, &set_b, &SetsOptions::default()).expect("finite");
    tally.cases += 1;
    tally.claim((found.verdict == Verdict::Hit) == truth, name, "sets");
    if let Some(bounds) = found.bounds {
        let far = twin::distance::distance_sq(&exact).expect("not empty");
        let most = bounds.by_optimum.max(bounds.by_plane);
        if !between(&far, most, f64::INFINITY) {
            let truly = far.root();
            tally
                .wrong
                .push(format!("{name}: {bounds:?} truly {truly}"));
        }
    }
    let subset = is_subset(&set_b, &set_a, &SetsOptions::default()).expect("finite");
    tally.cases += 1;
    let inside = twin::contains::contains(&exact);
    tally.claim(
        (subset.verdict == ContainmentVerdict::Inside) == inside,
        name,
        "subset",
    );
}

/// Both bodies pressed flat.
fn judge_planar(name: &str, built: &Built, tally: &mut Tally) {
    let (a, pose_a, b, pose_b) = built.parts();
    let (bodies, poses) = ([a, b].map(flat), [pose_a, pose_b].map(flat_pose));
    let [set_a, set_b] = bodies.each_ref().map(|body| -> Vec<V3> {
        let corners = body.vertices().iter();
        corners.map(|v| [v.x, v.y, 0.0]).collect()
    });
    let [at_a, at_b] = poses.map(|pose| {
        let ([sin, cos], p) = (pose.half_angle(), pose.translation());
        place::Pose {
            p: [p.x, p.y, 0.0],
            q: [0.0, 0.0, sin, cos],
        }
    });
    let exact = place::posed(&set_a, &at_a, &set_b, &at_b);
    let far = twin::distance::distance_sq(&exact).expect("not empty");
    let mut state = PairState::default();
    for warm in [false, true] {
        let ([a, b], [pose_a, pose_b]) = (&bodies, &poses);
        let found = distance_2d(
            &PosedPair2::new(a, pose_a, b, pose_b),
            &DistanceOptions::default(),
            &mut state,
        )
        .expect("valid");
        tally.cases += 1;
        let (low, high) = (
            found.separation - found.error,
            found.separation + found.error,
        );
        let right = (found.verdict == Verdict::Hit) == far.is_zero()
            && between(&far, low.next_down(), high.next_up())
            && between(&far, found.lower_bound, f64::INFINITY);
        tally.claim(
            right,
            name,
            &format!("planar, warm {warm}: {found:?} truly {}", far.root()),
        );
    }
}

#[test]
fn bodies_of_independent_sizes() {
    for_each(count(100, 4_000), |index, tally| {
        let pair = sized_pair(index);
        let exact = place_pair(&pair);
        let built = Built::new(&pair);
        let name = format!("{index}");
        judge_verdicts(&name, &pair, &built, &exact, tally);
        judge_lengths(&name, &built, &exact, tally);
        judge_lists(&name, &built, tally);
        judge_planar(&name, &built, tally);
        // Nothing here may panic.
        let found = everything(&built, 0.25 * size(&built));
        let nan = found.iter().find(|(_, words)| {
            words
                .iter()
                .any(|w| matches!(w, Length(x) | Number(x) if x.is_nan()))
        });
        if let Some((query, words)) = nan {
            tally.wrong.push(format!("{name} {query}: {words:?}"));
        }
    })
    .report("independent sizes");
}
