//! The method `Tableau` on generated pairs, every answer proved: planes against all vertices in
//! exact arithmetic, hits by the exact twin. INTERFRAME_LONG=1 for full counts.

use crate::common::{Answer, Built, Ids, Tally, count, for_each, place_pair};
use interframe::{DecidedBy, IntersectOptions, Method, PairState, Verdict, intersect};
use twin::degenerate::degenerate_pair;
use twin::near_contact::near_contact;
use twin::place::{Pose, V3};
use twin::random::case_generator;
use twin::random_pairs::{PosedPair, random_pair};
use twin::shapes::octahedral;

fn judge(index: u64, pair: &PosedPair, tally: &mut Tally) {
    let name = format!("{} {index}", pair.family);
    let built = Built::new(pair);
    let exact = place_pair(pair);
    let mut hit = || twin::intersect::intersect(&exact).hit();
    let ids = Ids {
        a: &built.a,
        input_a: &pair.a,
        b: &built.b,
        input_b: &pair.b,
    };
    // Every fourth pair with hardly a pivot in f64.
    let options = IntersectOptions {
        method: Method::Tableau,
        max_pivots: if index.is_multiple_of(4) { 1 } else { 64 },
    };
    let ask = |a, pose_a, b, pose_b| {
        let state = &mut PairState::default();
        Answer::from(
            intersect(
                &interframe::PosedPair::new(a, pose_a, b, pose_b),
                &options,
                state,
            )
            .expect("valid options"),
        )
    };
    let answer = ask(&built.a, &built.pose_a, &built.b, &built.pose_b);
    let spanning = answer.plane.as_ref().and_then(|p| ids.pairs(p));
    tally.exact_answer(&name, &exact, &answer, spanning, &mut hit);
    let swapped = ask(&built.b, &built.pose_b, &built.a, &built.pose_a);
    tally.claim(swapped.verdict == answer.verdict, &name, "swapped");
    if let Some(meets) = pair.meets {
        let right = (answer.verdict == Verdict::Hit) == meets;
        tally.claim(right, &name, "built to meet");
    }
}

#[test]
fn random_pairs() {
    let n = count(2_000, 100_000);
    for_each(n, |i, tally| judge(i, &random_pair(i), tally)).report("tableau, random");
}

#[test]
fn degenerate_pairs() {
    let n = count(3_000, 100_000);
    for_each(n, |i, tally| judge(i, &degenerate_pair(i), tally)).report("tableau, degenerate");
}

#[test]
fn near_contact_pairs() {
    let n = count(3_000, 100_000);
    for_each(n, |i, tally| judge(i, &near_contact(i), tally)).report("tableau, near contact");
}

/// `count` points on the unit sphere along a spiral.
fn spiral(count: u32) -> Vec<V3> {
    (0..count)
        .map(|i| {
            let z = 1.0 - f64::from(2 * i + 1) / f64::from(count);
            let (sin, cos) = libm::sincos(2.4 * f64::from(i));
            let r = (1.0 - z * z).sqrt();
            [r * cos, r * sin, z]
        })
        .collect()
}

/// Under the article's limit, columns times rows, large bodies are left to no one else: half of the
/// pairs have centres up to three radii apart, half are within a twentieth of touching.
#[test]
fn large_bodies_are_decided_by_the_tableau() {
    for (name, body, n) in [
        ("264", spiral(264), count(100, 10_000)),
        ("1026", octahedral(16, [1.0; 3]), count(20, 1_000)),
    ] {
        let judged = for_each(n, |index, tally| {
            let mut rng = case_generator(71, index);
            let gap = match index % 2 {
                0 => 3.0 * rng.unit(),
                _ => rng.between(1.95, 2.05),
            };
            let turned = |p: V3, rng: &mut twin::random::SplitMix64| Pose {
                p,
                q: rng.quaternion(),
            };
            let p = rng.direction().map(|x| x * gap);
            let pair = PosedPair {
                family: "spheres",
                a: body.clone(),
                pose_a: turned([0.0; 3], &mut rng),
                b: body.clone(),
                pose_b: turned(p, &mut rng),
                meets: None,
            };
            let built = Built::new(&pair);
            let exact = place_pair(&pair);
            let answer = intersect(
                &built.pair(),
                &IntersectOptions {
                    method: Method::Tableau,
                    ..IntersectOptions::default()
                },
                &mut PairState::default(),
            )
            .expect("valid options");
            let mut hit = || built.intersect(&mut PairState::default()).verdict == Verdict::Hit;
            let name = format!("{name} {index} at {gap}");
            tally.exact_answer(&name, &exact, &Answer::from(answer), None, &mut hit);
            tally.deep += 1;
            if answer.solver == Method::Tableau && answer.decided_by == DecidedBy::Float {
                tally.deep_own += 1;
            } else {
                println!(
                    "{name}: left to {:?} {:?}",
                    answer.solver, answer.decided_by
                );
            }
        });
        let (all, own) = (judged.deep, judged.deep_own);
        println!("{own} of {all} pairs of {name} vertices by the tableau");
        judged.report(&format!("tableau, spheres of {name}"));
        assert!(own * 100 >= all * 99, "{name}: {own} of {all}");
    }
}
