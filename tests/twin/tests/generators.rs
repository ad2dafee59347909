//! The generators keep their promises, and the twin's verdict, its distance and an independent
//! solver agree on what they make.

use std::collections::BTreeMap;

use twin::degenerate::degenerate_pair;
use twin::distance::distance_sq;
use twin::intersect::intersect;
use twin::margin::{Judgement, judge};
use twin::near_contact::near_contact;
use twin::place::{Frame, Pair, posed, two_frame, vertex_sweep};
use twin::random_pairs::{PosedPair, random_pair};
use twin::sweeps::{deforming_pair, moving_pair};

fn place(pair: &PosedPair) -> Pair {
    posed(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b)
}

/// Hits and judged cases of each family.
#[derive(Default, Debug)]
struct Count {
    cases: u32,
    hits: u32,
    judged: u32,
}

fn check(
    index: u64,
    family: &str,
    pair: &Pair,
    meets: Option<bool>,
    counts: &mut BTreeMap<String, Count>,
) {
    let hit = intersect(pair).hit();
    let count = counts.entry(family.to_owned()).or_default();
    count.cases += 1;
    count.hits += u32::from(hit);
    assert!(
        meets.is_none_or(|m| m == hit),
        "{family} {index}: built to meet"
    );
    assert_eq!(
        intersect(&pair.swapped()).hit(),
        hit,
        "{family} {index}: swapped"
    );
    let zero = distance_sq(pair).is_some_and(|d| d.is_zero());
    assert_eq!(zero, hit, "{family} {index}: distance");
    let judgement = judge(pair);
    count.judged += u32::from(judgement != Judgement::CannotTell);
    assert!(
        judgement == Judgement::CannotTell || (judgement == Judgement::Overlap) == hit,
        "{family} {index}: {judgement:?} but hit = {hit}"
    );
}

fn run(count: u64, make: impl Fn(u64) -> PosedPair) {
    let mut counts = BTreeMap::new();
    for index in 0..count {
        let pair = make(index);
        check(index, pair.family, &place(&pair), pair.meets, &mut counts);
    }
    println!("{counts:#?}");
    assert!(counts.values().all(|c| c.cases > 0));
}

#[test]
fn random_pairs() {
    run(1500, random_pair);
}

#[test]
fn degenerate_pairs() {
    run(4000, degenerate_pair);
}

#[test]
fn near_contacts() {
    run(4000, near_contact);
}

#[test]
fn moving_and_deforming_pairs() {
    let mut counts = BTreeMap::new();
    for index in 0..1500 {
        let pair = moving_pair(index);
        if pair.motion_a.turn.is_none() && pair.motion_b.turn.is_none() {
            let motion_a = pair.motion_a.with_end(pair.motion_a.start.q);
            let motion_b = pair.motion_b.with_end(pair.motion_b.start.q);
            for frame in [Frame::World, Frame::Relative] {
                let hulls = two_frame(&pair.a, &motion_a, &pair.b, &motion_b, frame);
                check(index, pair.family, &hulls, pair.meets, &mut counts);
            }
        }
        let pair = deforming_pair(index);
        let hulls = vertex_sweep((&pair.a[0], &pair.a[1]), (&pair.b[0], &pair.b[1]));
        check(index, "deforming", &hulls, pair.meets, &mut counts);
    }
    println!("{counts:#?}");
}
