//! Every answer's certificate passes the independent checker and proves the same verdict.
//! INTERFRAME_LONG=1 for full counts.

use crate::common::moving::swept_with_proof;
use crate::common::{count, for_each, motion, polytope, vectors};
use interframe::certificate::{Certificate, Proof};
use interframe::{
    DeformingPair, Frame, InterframeVerticesOptions, Motion, PairState, Polytope, Sweep, Verdict,
    VertexSweep, certify_interframe_vertices, certify_intersect, interframe_vertices,
};
use twin::degenerate::degenerate_pair;
use twin::near_contact::near_contact;
use twin::random_pairs::{PosedPair, random_pair};
use twin::sweeps::{MovingPair, deforming_pair, moving_pair};

fn judge(name: &str, proof: &Proof, verdict: Verdict, tally: &mut crate::common::Tally) {
    tally.cases += 1;
    match verdict {
        Verdict::Hit => tally.hits += 1,
        _ => tally.separated += 1,
    }
    if matches!(proof.certificate, Certificate::Span { .. }) {
        tally.spanned += 1;
    }
    match proof.verify() {
        Ok(proved) => tally.claim(proved.verdict == verdict, name, "proves another verdict"),
        Err(failure) => tally.claim(false, name, &format!("{failure}: {:?}", proof.certificate)),
    }
}

fn judge_posed(index: u64, pair: &PosedPair, tally: &mut crate::common::Tally) {
    let name = format!("{} {index}", pair.family);
    let built = crate::common::Built::new(pair);
    let answer = built.intersect(&mut PairState::default());
    let proof = certify_intersect(&built.pair(), &answer);
    judge(&name, &proof, answer.verdict, tally);
}

#[test]
fn posed_pairs() {
    let n = count(3_000, 100_000);
    for_each(n, |i, tally| {
        judge_posed(i, &random_pair(i), tally);
        judge_posed(i, &degenerate_pair(i), tally);
        judge_posed(i, &near_contact(i), tally);
    })
    .report("certificates of posed pairs");
}

/// A moving pair as the library sees it; None when it is refused (half turns).
fn moving(pair: &MovingPair) -> Option<(Polytope, Motion, Polytope, Motion)> {
    let motions = (motion(&pair.motion_a).ok()?, motion(&pair.motion_b).ok()?);
    Some((polytope(&pair.a), motions.0, polytope(&pair.b), motions.1))
}

#[test]
fn moving_pairs() {
    let n = count(2_000, 100_000);
    for_each(n, |i, tally| {
        let pair = moving_pair(i);
        let Some((a, motion_a, b, motion_b)) = moving(&pair) else {
            tally.refused += 1;
            return;
        };
        for frame in [Frame::Relative, Frame::World] {
            for sweep in [Sweep::Full, Sweep::Certified] {
                let name = format!("{} {i} {frame:?} {sweep:?}", pair.family);
                let moving = interframe::MovingPair::new(&a, &motion_a, &b, &motion_b);
                let (answer, proof) = swept_with_proof(&moving, sweep, frame);
                match proof {
                    Some(proof) => judge(&name, &proof, answer.verdict, tally),
                    None => tally.claim(answer.verdict == Verdict::Undecided, &name, "no proof"),
                }
            }
        }
    })
    .report("certificates of moving pairs");
}

#[test]
fn deforming_pairs() {
    let n = count(2_000, 50_000);
    for_each(n, |i, tally| {
        let pair = deforming_pair(i);
        let [a, b] = [&pair.a, &pair.b].map(|[start, end]| (vectors(start), vectors(end)));
        let sweep = |lists: &'_ (Vec<_>, Vec<_>)| -> (Vec<_>, Vec<_>) { lists.clone() };
        let (a, b) = (sweep(&a), sweep(&b));
        let a = VertexSweep {
            start: &a.0,
            end: &a.1,
        };
        let b = VertexSweep {
            start: &b.0,
            end: &b.1,
        };
        let answer = interframe_vertices(
            &DeformingPair { a, b },
            &InterframeVerticesOptions::default(),
            &mut PairState::default(),
        )
        .unwrap();
        let proof = certify_interframe_vertices(&DeformingPair { a, b }, &answer).unwrap();
        judge(&format!("deforming {i}"), &proof, answer.verdict, tally);
    })
    .report("certificates of deforming pairs");
}
