//! Boxes with parallel faces that touch to rounding, against the exact twin. INTERFRAME_LONG=1 for full counts.

use crate::common::{Answer, Built, Ids, count, for_each, place_pair};
use interframe::{
    DecidedBy, Intersection, PairState, PenetrationOptions, PosedPair, Verdict, penetration,
};
use nalgebra::Vector3;
use twin::distance::distance_sq;
use twin::flush_boxes::flush_pair;
use twin::number::{Rational, power_of_two};
use twin::penetration::depth_sq;
use twin::place::{Pose, posed};

fn size(built: &Built) -> f64 {
    let (a, pose_a, b, pose_b) = built.parts();
    a.reach() + b.reach() + (pose_b.translation() - pose_a.translation()).norm()
}

#[test]
fn verdicts_planes_and_points_are_those_of_real_arithmetic() {
    let judged = for_each(count(6_000, 200_000), |index, tally| {
        let pair = flush_pair(index);
        let name = format!("{} {index}", pair.family);
        let built = Built::new(&pair);
        let exact = place_pair(&pair);
        let ids = Ids {
            a: &built.a,
            input_a: &pair.a,
            b: &built.b,
            input_b: &pair.b,
        };
        let mut hit = || twin::intersect::intersect(&exact).hit();
        let mut state = PairState::default();
        let cold = built.intersect(&mut state);
        let answer = Answer::from(cold);
        let spanning = answer.plane.as_ref().and_then(|p| ids.pairs(p));
        tally.exact_answer(&name, &exact, &answer, spanning, &mut hit);
        let warm = built.intersect(&mut state);
        let swapped = built.intersect_swapped(&mut PairState::default());
        let same = warm.verdict == cold.verdict && swapped.verdict == cold.verdict;
        tally.claim(same, &name, "warm or swapped it differs");
        if cold.iterations == 0 && cold.decided_by == DecidedBy::Exact {
            tally.claim(warm == cold, &name, "the memory changes it");
            let mirrored = |x: &Intersection| x.plane.map(|plane| plane.normal);
            let same = swapped.decided_by == cold.decided_by
                && mirrored(&swapped).map(|n| -n) == mirrored(&cold);
            tally.claim(same, &name, "swapped it is not mirrored");
        }
        if let Some(point) = cold.point {
            // Of the positions too: the point is in the world.
            let places = [pair.pose_a.p, pair.pose_b.p];
            let far = places.iter().flatten().fold(0.0f64, |m, x| m.max(x.abs()));
            let near = 1e-15 * (4.0 * size(&built) + far);
            let at = Pose {
                p: point.into(),
                ..Pose::IDENTITY
            };
            for (body, pose) in [(&pair.a, &pair.pose_a), (&pair.b, &pair.pose_b)] {
                let off = distance_sq(&posed(body, pose, &[[0.0; 3]], &at)).expect("not empty");
                tally.claim(off <= Rational::square_of(near), &name, "the point is off");
            }
        }
    });
    let exact = judged.by_exact;
    judged.report("flush boxes");
    assert!(exact > 3_000, "{exact}");
}

#[test]
fn depths_are_those_of_real_arithmetic() {
    let judged = for_each(count(2_000, 50_000), |index, tally| {
        let pair = flush_pair(index);
        let name = format!("{} {index}", pair.family);
        let built = Built::new(&pair);
        let ask = |pair: &PosedPair<'_>| {
            let options = PenetrationOptions::default();
            penetration(pair, &options, &mut PairState::default()).expect("polytopes")
        };
        let found = ask(&built.pair());
        tally.cases += 1;
        let truth = depth_sq(&place_pair(&pair));
        let meets = found.verdict == Verdict::Hit;
        tally.claim(truth.is_some() == meets, &name, "the verdict");
        let Some(truth) = truth else {
            return;
        };
        let (low, high) = (found.depth - found.error, found.depth + found.error);
        let is_within =
            truth <= Rational::square_of(high) && (low <= 0.0 || Rational::square_of(low) <= truth);
        tally.claim(is_within, &name, &format!("{} {found:?}", truth.root()));
        let normal = found.normal.expect("a hit has one");
        let (a, b) = (found.point_a.expect("one"), found.point_b.expect("one"));
        let far = size(&built) + a.norm();
        let between = (a - b - normal * found.depth).norm();
        tally.claim(between <= 1e-15 * far, &name, "the points");
        // Along the normal B is free after so far.
        let reach = |body: &interframe::Polytope, pose: &interframe::Pose, n: &Vector3<f64>| {
            let along = |v: Vector3<f64>| n.dot(&(pose.matrix() * v));
            body.vertices().map(along).fold(f64::NEG_INFINITY, f64::max)
        };
        let apart = built.pose_b.translation() - built.pose_a.translation();
        let overlap = reach(&built.a, &built.pose_a, &normal)
            + reach(&built.b, &built.pose_b, &-normal)
            - normal.dot(&apart);
        tally.claim(
            (overlap - found.depth).abs() <= 1e-14 * size(&built),
            &name,
            &format!("the normal: {overlap} {found:?}"),
        );
        let swapped = ask(&PosedPair::new(
            &built.b,
            &built.pose_b,
            &built.a,
            &built.pose_a,
        ));
        tally.claim(
            swapped.verdict == found.verdict,
            &name,
            "swapped it differs",
        );
        if found.iterations == 0 {
            tally.by_exact += u64::from(found.decided_by == DecidedBy::Exact);
            let same = swapped.depth == found.depth && swapped.error == found.error;
            tally.claim(same, &name, "swapped it is not mirrored");
            tally.claim(found.error < 1e-13 * size(&built), &name, "the error");
        }
    });
    judged.none_wrong();
    assert!(judged.by_exact > 500, "{}", judged.by_exact);
}

#[test]
fn a_power_of_two_changes_nothing() {
    for_each(count(1_000, 50_000), |index, tally| {
        let pair = flush_pair(index);
        let places = [pair.pose_a.p, pair.pose_b.p];
        let all = pair.a.iter().chain(&pair.b).chain(&places).flatten();
        if all.into_iter().any(|x| *x != 0.0 && x.abs() < 1e-20) {
            // Such a place is not the same at another size.
            return;
        }
        let one = Built::new(&pair).intersect(&mut PairState::default());
        for exponent in [-300, -90, -3, 4, 80, 300] {
            let factor = power_of_two(exponent);
            let mut other = pair.clone();
            let lists = other.a.iter_mut().chain(&mut other.b);
            let all = lists.chain([&mut other.pose_a.p, &mut other.pose_b.p]);
            all.flatten().for_each(|x| *x *= factor);
            let found = Built::new(&other).intersect(&mut PairState::default());
            tally.cases += 1;
            let same = found.verdict == one.verdict
                && found.decided_by == one.decided_by
                && found.point == one.point.map(|p| p * factor)
                && found.plane.map(|p| (p.normal, p.spanned_by))
                    == one.plane.map(|p| (p.normal, p.spanned_by));
            let name = format!("{} {index} at 2^{exponent}", pair.family);
            tally.claim(same, &name, &format!("{one:?} {found:?}"));
        }
    })
    .none_wrong();
}

/// What decides is f64 and expansions: boxes that are a last place apart or in each other, and exactly level.
#[test]
fn a_wall_of_bricks_is_level_exactly() {
    let brick = interframe::Polytope::cuboid([0.5, 0.25, 0.125]).expect("a box");
    let at = |x: f64, y: f64| {
        interframe::Pose::from_translation(Vector3::new(x, y, 0.0)).expect("finite")
    };
    let ask = |x: f64, y: f64| {
        let (here, there) = (at(0.0, 0.0), at(x, y));
        let pair = PosedPair::new(&brick, &here, &brick, &there);
        let found = interframe::intersect(&pair, &Default::default(), &mut PairState::default());
        let found = found.expect("polytopes");
        (found.verdict, found.decided_by)
    };
    let (hit, apart) = (Verdict::Hit, Verdict::Separated);
    assert_eq!(ask(1.0, 0.0), (hit, DecidedBy::Exact));
    assert_eq!(ask(1.0f64.next_down(), 0.0), (hit, DecidedBy::Exact));
    assert_eq!(ask(1.0f64.next_up(), 0.0), (apart, DecidedBy::Exact));
    assert_eq!(ask(-1.0, 0.5), (hit, DecidedBy::Exact));
    assert_eq!(ask(-1.0, 0.5f64.next_up()), (apart, DecidedBy::Exact));
}
