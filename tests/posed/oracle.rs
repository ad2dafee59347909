//! Generated pairs, every answer proved: planes against all vertices in exact arithmetic, hits by
//! the exact twin's certificate, and good_lp where it can tell. INTERFRAME_LONG=1 for full counts.

use crate::common::{Answer, Built, Ids, Tally, count, for_each, place_pair};
use interframe::{PairState, Verdict};
use twin::degenerate::degenerate_pair;
use twin::distance::distance_sq;
use twin::near_contact::near_contact;
use twin::number::Rational;
use twin::place::{Pose, V3, posed};
use twin::random_pairs::{PosedPair, long_pair, random_pair};

/// Asks cold, then once more warm, swapped, or with the memory of another pair.
fn judge_pair(index: u64, pair: &PosedPair, independent: bool, tally: &mut Tally) {
    let name = format!("{} {index}", pair.family);
    let built = Built::new(pair);
    let exact = place_pair(pair);
    let mut found: Option<bool> = None;
    let mut hit = || *found.get_or_insert_with(|| twin::intersect::intersect(&exact).hit());
    let ids = Ids {
        a: &built.a,
        input_a: &pair.a,
        b: &built.b,
        input_b: &pair.b,
    };
    let mut state = PairState::default();
    let cold = Answer::from(built.intersect(&mut state));
    let spanning = |answer: &Answer| answer.plane.as_ref().and_then(|p| ids.pairs(p));
    tally.exact_answer(&name, &exact, &cold, spanning(&cold), &mut hit);
    if let Some(meets) = pair.meets {
        tally.claim(
            (cold.verdict == Verdict::Hit) == meets,
            &name,
            "built to meet",
        );
    }
    if independent {
        tally.independent(&name, &exact, cold.verdict);
    }
    match index % 3 {
        0 => {
            let warm = Answer::from(built.intersect(&mut state));
            tally.claim(warm.verdict == cold.verdict, &name, "warm verdict differs");
            tally.exact_answer(&name, &exact, &warm, spanning(&warm), &mut hit);
        }
        1 => {
            let swapped = built.intersect_swapped(&mut PairState::default());
            tally.claim(
                swapped.verdict == cold.verdict,
                &name,
                "swapped verdict differs",
            );
        }
        _ => {
            let mut foreign = PairState::default();
            Built::new(&random_pair(index)).intersect(&mut foreign);
            let answer = Answer::from(built.intersect(&mut foreign));
            tally.claim(
                answer.verdict == cold.verdict,
                &name,
                "foreign state changes it",
            );
            tally.exact_answer(&name, &exact, &answer, spanning(&answer), &mut hit);
        }
    }
    if index.is_multiple_of(16)
        && let Some(point) = cold.point
    {
        let near = is_near(pair, &point.into());
        tally.claim(near, &name, "the common point is in no body");
    }
}

/// Whether a point lies within rounding of both bodies.
fn is_near(pair: &PosedPair, point: &V3) -> bool {
    let at = Pose {
        p: *point,
        ..Pose::IDENTITY
    };
    let size = |list: &[V3]| list.iter().flatten().fold(0.0f64, |m, x| m.max(x.abs()));
    [(&pair.a, &pair.pose_a), (&pair.b, &pair.pose_b)]
        .into_iter()
        .all(|(vertices, pose)| {
            let scale = size(&pair.a) + size(&pair.b) + size(&[pair.pose_a.p, pair.pose_b.p]);
            let one = posed(vertices, pose, &[[0.0; 3]], &at);
            let square = distance_sq(&one).expect("not empty");
            square <= Rational::square_of(1e-13 * scale + f64::MIN_POSITIVE)
        })
}

#[test]
fn random_pairs() {
    let n = count(3_000, 1_000_000);
    for_each(n, |i, tally| {
        judge_pair(i, &random_pair(i), i % 10 == 0, tally)
    })
    .report("random pairs");
}

/// Ellipsoids in and around the bodies decide most of these: without a support query.
#[test]
fn long_pairs() {
    let n = count(1_000, 100_000);
    for_each(n, |i, tally| {
        judge_pair(i, &long_pair(i), i % 100 == 0, tally)
    })
    .report("long pairs");
    let unasked = (0..1000).filter(|&i| {
        let built = Built::new(&long_pair(i));
        built.intersect(&mut PairState::default()).iterations == 0
    });
    assert!(unasked.count() > 700);
}

#[test]
fn degenerate_pairs() {
    let n = count(3_000, 200_000);
    for_each(n, |i, tally| {
        judge_pair(i, &degenerate_pair(i), true, tally)
    })
    .report("degenerate pairs");
}

#[test]
fn near_contact_pairs() {
    let n = count(5_000, 1_000_000);
    for_each(n, |i, tally| judge_pair(i, &near_contact(i), false, tally))
        .report("near-contact pairs");
}
