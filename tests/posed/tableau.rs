//! The method `Tableau` on generated pairs, every answer proved: planes against all vertices in
//! exact arithmetic, hits by the exact twin. INTERFRAME_LONG=1 for full counts.

use crate::common::{Answer, Built, Ids, Tally, count, for_each, place_pair};
use interframe::{IntersectOptions, Method, PairState, Verdict, intersect};
use twin::degenerate::degenerate_pair;
use twin::near_contact::near_contact;
use twin::random_pairs::{PosedPair, random_pair};

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
