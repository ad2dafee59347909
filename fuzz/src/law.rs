//! The law of answers, each held by another way than the one that found it.
//!
//! Certificates are judged by the independent checker. Witnesses are measured to both bodies, and motions are sampled: at
//! no time that is said to be free are the bodies nearer than the answer says, by more than rounding. Neither is held where
//! the distance is undecided or the numbers exceed [`MODERATE`].

use interframe::certificate::Proof;
use interframe::self_check::{
    check_contact_intervals, check_interframe, check_intersect, check_time_of_impact,
};
use interframe::*;
use nalgebra::Vector3;

use crate::MODERATE;

/// Rounding of sampled places, relative to the largest number of the input: far above what f64 loses, far below a lie.
const ROUNDING: f64 = 1e-8;

fn is_of_pieces(body: &Body<'_>) -> bool {
    matches!(body, Body::Pieces(_))
}

/// Whether queries at rest decide about the two bodies always, and certificates take them.
fn is_exact(a: Body<'_>, b: Body<'_>) -> bool {
    [a, b]
        .iter()
        .all(|body| matches!(body, Body::Polytope(_) | Body::Rounded(_)))
}

fn accepted(proof: &Proof, what: &dyn std::fmt::Debug) {
    if let Err(failure) = proof.verify() {
        panic!("refused: {failure}: {what:?}");
    }
}

/// Returns an upper bound of the distance at poses. If the bodies overlap, it is minus the least depth that is proved, or
/// 0 where no depth is answered. None: the distance is undecided.
fn gap(pair: &PosedPair<'_>) -> Option<f64> {
    let state = &mut PairState::default();
    let found = distance(pair, &DistanceOptions::default(), state).expect("default options");
    match found.verdict {
        Verdict::Separated => Some(found.separation + found.error),
        Verdict::Hit => {
            let deep = penetration(pair, &PenetrationOptions::default(), state);
            Some(deep.ok().map_or(0.0, |deep| -(deep.depth - deep.error)))
        }
        Verdict::Undecided => None,
    }
}

/// Holds the answers about bodies at rest. `largest` is the largest number of the input.
pub fn at_rest(pair: &PosedPair<'_>, largest: f64) {
    let state = &mut PairState::default();
    let slack = largest * ROUNDING;
    let of_pieces = is_of_pieces(&pair.a) || is_of_pieces(&pair.b);
    let exact = is_exact(pair.a, pair.b);
    let swapped = PosedPair::new(pair.b, pair.pose_b, pair.a, pair.pose_a);

    let met = intersect(pair, &IntersectOptions::default(), state).expect("default options");
    let again = intersect(&swapped, &IntersectOptions::default(), state).expect("as before");
    assert!(!exact || met.verdict != Verdict::Undecided, "{met:?}");
    if met.verdict != Verdict::Undecided && again.verdict != Verdict::Undecided {
        assert_eq!(met.verdict, again.verdict, "swapped");
    }
    if !of_pieces && let Some(Err(failure)) = check_intersect(pair, &met) {
        panic!("{failure}: {met:?}");
    }
    let agrees = |verdict: Verdict, what: &str| {
        let open = [met.verdict, verdict].contains(&Verdict::Undecided);
        assert!(
            open || verdict == met.verdict,
            "{what}: {verdict:?}, {met:?}"
        );
    };

    let near = distance(pair, &DistanceOptions::default(), state).expect("default options");
    agrees(near.verdict, "distance");
    let moderate = largest < MODERATE;
    if moderate && let (Some(a), Some(b)) = (near.point_a, near.point_b) {
        let apart = (b - a).norm();
        assert!(
            (apart - near.separation).abs() <= near.error + slack,
            "{near:?}"
        );
        witness(pair, [a, b], slack, "distance");
    }
    assert!(near.lower_bound <= near.separation + near.error, "{near:?}");

    for wanted in [
        0.0,
        near.separation - near.error,
        near.separation * 1.01 + near.error,
    ] {
        if !(wanted >= 0.0 && wanted.is_finite()) {
            continue;
        }
        let options = WithinOptions {
            distance: wanted,
            ..WithinOptions::default()
        };
        let found = within(pair, &options, state).expect("a distance");
        if wanted == 0.0 {
            agrees(found.verdict, "within");
        } else if near.verdict == Verdict::Separated && wanted < near.separation - near.error {
            assert_ne!(found.verdict, Verdict::Hit, "{near:?} {found:?}");
        } else if near.verdict == Verdict::Separated && wanted > near.separation + near.error {
            assert_ne!(found.verdict, Verdict::Separated, "{near:?} {found:?}");
        }
        if exact {
            accepted(&certify_within(pair, &options, &found), &found);
        }
    }

    if let Ok(deep) = penetration(pair, &PenetrationOptions::default(), state) {
        agrees(deep.verdict, "penetration");
        if moderate
            && !of_pieces
            && deep.depth.is_finite()
            && let Some(normal) = deep.normal
        {
            assert!((normal.norm() - 1.0).abs() < 1e-12, "{deep:?}");
            way_out(
                pair,
                normal * (deep.depth + deep.error + slack),
                slack,
                &deep,
            );
            if let (Some(a), Some(b)) = (deep.point_a, deep.point_b) {
                // Each is on its body to 1e-9 of the pair's size, beside a curved body to 1e-7.
                let slack = if exact { slack } else { 40.0 * slack };
                witness(pair, [a, b], slack, "penetration");
            }
        }
    }

    let options = ContactManifoldOptions {
        prediction: slack.min(1e100),
        ..ContactManifoldOptions::default()
    };
    if let Ok(found) = contact_manifold(pair, &options, state) {
        agrees(found.verdict, "contact_manifold");
        let slack = if exact { slack } else { 40.0 * slack };
        for point in found.points() {
            let along = found.normal.expect("with points") * point.depth;
            if moderate {
                let off = (point.point_a - point.point_b - along).norm();
                assert!(off <= slack, "{found:?}");
                witness(
                    pair,
                    [point.point_a, point.point_b],
                    slack,
                    "contact_manifold",
                );
            }
        }
    }

    if let Ok(inside) = contains(pair, &ContainsOptions::default(), state) {
        if inside.verdict == ContainmentVerdict::Inside && inside.margin.is_some() {
            assert_ne!(met.verdict, Verdict::Separated, "{inside:?}");
        }
        // Certificates of containment take polytopes alone.
        if let (Body::Polytope(_), Body::Polytope(_)) = (&pair.a, &pair.b) {
            accepted(&certify_contains(pair, &inside), &inside);
        }
    }
}

/// Fails unless each point is in its body or within `slack` of it, or the distance is undecided.
fn witness(pair: &PosedPair<'_>, points: [Vector3<f64>; 2], slack: f64, what: &str) {
    let probe = Polytope::new(&[Vector3::zeros()]).expect("a point");
    for (body, pose, point) in [
        (pair.a, pair.pose_a, points[0]),
        (pair.b, pair.pose_b, points[1]),
    ] {
        let Ok(at) = Pose::from_translation(point) else {
            panic!("{what}: {point:?}");
        };
        let off = gap(&PosedPair::new(body, pose, &probe, &at));
        assert!(
            off.is_none_or(|off| off <= slack),
            "{what}: {point:?} is {off:?} off: {pair:?}"
        );
    }
}

/// Fails if B, moved by this, overlaps A by more than `slack`.
fn way_out(pair: &PosedPair<'_>, by: Vector3<f64>, slack: f64, what: &dyn std::fmt::Debug) {
    let Ok(away) = Pose::new(pair.pose_b.translation() + by, pair.pose_b.quaternion()) else {
        return;
    };
    let moved = PosedPair::new(pair.a, pair.pose_a, pair.b, &away);
    let left = gap(&moved);
    assert!(
        left.is_none_or(|left| left >= -slack),
        "{left:?} after {what:?}"
    );
}

/// Holds the answers about moving bodies. `target` is the separation at which they count as touching, `largest` the
/// largest number of the input, `turned` the largest angle.
pub fn moving(pair: &MovingPair<'_>, target: f64, largest: f64, turned: f64) {
    let state = &mut PairState::default();
    let slack = largest.max(target) * ROUNDING;
    let of_pieces = is_of_pieces(&pair.a) || is_of_pieces(&pair.b);
    let at = |t: f64| -> Option<f64> {
        let [a, b] = [pair.motion_a, pair.motion_b].map(|m| m.pose_at(t).ok());
        gap(&PosedPair::new(pair.a, &a?, pair.b, &b?))
    };
    // Poses of larger numbers and angles are rounded too coarsely to be sampled.
    let sampled = largest < MODERATE && turned < 1e3;
    let free = |from: f64, until: f64, least: f64, what: &dyn std::fmt::Debug| {
        let count = if until > from { 8 } else { 0 };
        for k in 0..count {
            let t = from + (until - from) * (f64::from(k) + 0.5) / 8.0;
            if sampled && let Some(gap) = at(t) {
                assert!(gap >= least - slack, "{gap} at {t}: {what:?}");
            }
        }
    };

    for initial_contact in InitialContact::ALL {
        let options = TimeOfImpactOptions {
            initial_contact: *initial_contact,
            target_separation: target,
            budget: 400,
            ..TimeOfImpactOptions::default()
        };
        let found = match time_of_impact(pair, &options, state) {
            Ok(found) => found,
            // Curved bodies: a contact at the start cannot be ignored.
            Err(Error::Body { .. }) if *initial_contact != InitialContact::Report => continue,
            Err(error) => panic!("{error}"),
        };
        if !of_pieces && let Err(failure) = check_time_of_impact(pair, &options, &found) {
            panic!("{failure}: {found:?} {options:?}");
        }
        assert!(found.t_lo <= found.t_hi, "{found:?}");
        // Pairs of pieces whose contact at the start is ignored may meet at any time.
        let all = *initial_contact == InitialContact::Report || !of_pieces;
        if all && !found.initial && found.verdict != Verdict::Undecided {
            free(found.free_from, found.t_lo, target, &(&found, &options));
        }
        if found.verdict == Verdict::Hit
            && sampled
            && let Some(gap) = at(found.t_hi)
        {
            assert!(
                gap <= target + found.gap + slack,
                "{gap}: {found:?} {options:?}"
            );
        }
    }

    for sweep in Sweep::ALL {
        let options = InterframeOptions {
            sweep: *sweep,
            ..InterframeOptions::default()
        };
        let Ok(found) = interframe(pair, &options, state) else {
            continue;
        };
        if !of_pieces && let Some(Err(failure)) = check_interframe(pair, &options, &found) {
            panic!("{failure}: {found:?} {options:?}");
        }
        if found.verdict == Verdict::Separated && found.about == About::Motion {
            free(0.0, 1.0, 0.0, &found);
        }
    }

    let options = TimeOfImpactOptions {
        target_separation: target,
        budget: 400,
        ..TimeOfImpactOptions::default()
    };
    let mut list = [ContactInterval::default(); 16];
    if let Ok(found) = contact_intervals(pair, &options, state, &mut list)
        && found.is_whole()
    {
        let list = &list[..found.count];
        if !of_pieces
            && let Err(failure) = check_contact_intervals(pair, &options, list).expect("whole")
        {
            panic!("{failure}: {list:?} {options:?}");
        }
        let mut from = 0.0;
        for interval in list {
            free(from, interval.enter[0].max(from), target, &list);
            from = interval.exit[1];
        }
        free(from, 1.0, target, &list);
    }

    let options = ClosestApproachOptions {
        budget: 400,
        ..ClosestApproachOptions::default()
    };
    let found = closest_approach(pair, &options, state).expect("options in range");
    if is_exact(pair.a, pair.b) && found.verdict != Verdict::Undecided {
        accepted(&certify_closest_approach(pair, &options, &found), &found);
    }
    if found.verdict == Verdict::Separated && found.distance.is_finite() {
        free(0.0, 1.0, found.lower_bound, &found);
    }

    let options = TimeOfExitOptions {
        budget: 2000,
        ..TimeOfExitOptions::default()
    };
    if let Ok(found) = time_of_exit(pair, &options, state)
        && let Some(proof) = certify_time_of_exit(pair, &options, &found)
    {
        accepted(&proof, &found);
    }
}

/// Fails if a body is separated from itself where it is. Only an empty one may be, with an infinite distance.
pub fn sees_itself(body: &SharedBody) {
    let here = Pose::identity();
    let pair = PosedPair::new(body, &here, body, &here);
    let state = &mut PairState::default();
    let near = distance(&pair, &DistanceOptions::default(), state).expect("default options");
    assert!(
        near.verdict != Verdict::Separated || near.separation.is_infinite(),
        "{near:?}"
    );
}
