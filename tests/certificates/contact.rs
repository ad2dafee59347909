//! Certificates of contact intervals: those of random motions are accepted and prove what the answer says;
//! changed ones prove nothing false. INTERFRAME_LONG=1 for full counts.

use std::time::{Duration, Instant};

use crate::common::moving::Built;
use crate::common::mutate::judge_changes;
use crate::common::{Tally, count, for_each};
use interframe::certificate::{Certificate, Proof, ProofFile};
use interframe::{
    Contact, ContactInterval, DistanceOptions, PairState, TimeOfImpactOptions, Verdict,
    certify_contact_intervals, contact_intervals, distance,
};
use serde_json::{Value, json};
use twin::spins::{planted_pair, spinning_pair};
use twin::sweeps::{MovingPair, moving_pair};

fn all(built: &Built, options: &TimeOfImpactOptions) -> (Verdict, Vec<ContactInterval>) {
    let mut out = vec![ContactInterval::default(); 4096];
    let state = &mut PairState::default();
    let answer = contact_intervals(&built.pair(), options, state, &mut out);
    let answer = answer.expect("valid");
    assert!(answer.is_whole());
    out.truncate(answer.count);
    (answer.verdict, out)
}

fn certified(built: &Built, options: &TimeOfImpactOptions, list: &[ContactInterval]) -> Proof {
    certify_contact_intervals(&built.pair(), options, list).expect("valid motions")
}

/// The answer as a line of a proof file says it.
fn line(verdict: Verdict, list: &[ContactInterval], proof: &Proof) -> Value {
    let verdict = match verdict {
        Verdict::Separated => "separated",
        Verdict::Hit => "hit",
        Verdict::Undecided => "undecided",
    };
    let brackets: Vec<_> = list.iter().map(|i| json!([i.enter, i.exit])).collect();
    let exits: Vec<_> = match &proof.certificate {
        Certificate::Intervals(intervals) => intervals.contacts.iter().map(|c| &c.exit).collect(),
        _ => Vec::new(),
    };
    let contacts = list.iter().zip(exits).map(|(interval, exit)| {
        let kind = match interval.contact {
            Contact::None => None,
            Contact::Overlap => Some("overlap"),
            Contact::Near => Some("near"),
        };
        let exit_gap = match exit {
            Some(interframe::certificate::Contact::Near { gap, .. }) => Some(*gap),
            _ => None,
        };
        json!({"contact": kind, "gap": kind.map(|_| interval.gap), "exit_gap": exit_gap})
    });
    let contacts: Vec<_> = contacts.collect();
    json!({"verdict": verdict, "intervals": brackets, "contacts": contacts})
}

fn judge(name: &str, built: &Built, tally: &mut Tally) {
    let options = TimeOfImpactOptions::default();
    let (verdict, list) = all(built, &options);
    let proof = certified(built, &options, &list);
    if !tally.decided(verdict) {
        tally.refused += 1;
    }
    let mut line = line(verdict, &list, &proof);
    line["proof"] = serde_json::from_str(&proof.to_json()).expect("JSON");
    let start = Instant::now();
    let found = ProofFile::default()
        .line(&line.to_string())
        .expect("a line");
    let took = start.elapsed();
    tally.claim(
        took < Duration::from_secs(1),
        name,
        &format!("took {took:?}"),
    );
    let found = found.proof.expect("a proof");
    tally.claim(found.is_ok(), name, &format!("{found:?}: {list:?}"));
    // Both ends of every certified interval are certified.
    if let Certificate::Intervals(intervals) = &proof.certificate {
        for (interval, ends) in list.iter().zip(&intervals.contacts) {
            let certified = interval.contact != Contact::None;
            let whole = ends.enter.is_some() == certified && ends.exit.is_some() == certified;
            tally.claim(whole, name, &format!("{interval:?}: {ends:?}"));
        }
    }
}

#[test]
fn spinning_pairs() {
    let n = count(300, 20_000);
    for_each(n, |i, tally| {
        let built = Built::new(&spinning_pair(i)).expect("valid");
        judge(&format!("spinning {i}"), &built, tally);
        if let Some(built) = Built::new(&planted_pair(i).pair) {
            judge(&format!("planted {i}"), &built, tally);
        }
    })
    .report("certificates of contact intervals (refused: undecided)");
}

fn straight(mut pair: MovingPair) -> MovingPair {
    for motion in [&mut pair.motion_a, &mut pair.motion_b] {
        (motion.end_q, motion.turn) = (None, None);
    }
    pair
}

#[test]
fn moving_pairs() {
    let n = count(300, 20_000);
    for_each(n, |i, tally| {
        let pair = moving_pair(i);
        let name = format!("{} {i}", pair.family);
        if let Some(built) = Built::new(&pair) {
            judge(&name, &built, tally);
        }
        if let Some(built) = Built::new(&straight(pair)) {
            judge(&format!("{name} straight"), &built, tally);
        }
        if let Some(built) = Built::new(&straight(spinning_pair(i))) {
            judge(&format!("spinning {i} straight"), &built, tally);
        }
    })
    .report("certificates of contact intervals of moving pairs (refused: undecided)");
}

/// What a changed certificate still proves is true.
#[test]
fn changed_certificates_prove_nothing_false() {
    let n = count(200, 10_000);
    let tally = for_each(n, |i, tally| {
        let mut rng = twin::random::case_generator(171, i);
        let pair = spinning_pair(i);
        let built = Built::new(&pair).expect("valid");
        let options = TimeOfImpactOptions::default();
        let (_, list) = all(&built, &options);
        let proof = certified(&built, &options, &list);
        let tracks = built.tracks(&pair);
        let at = |t: f64| {
            let (a, b) = (tracks[0].at(t), tracks[1].at(t));
            let state = &mut PairState::default();
            let found = distance(
                &interframe::PosedPair::new(&built.a, &a, &built.b, &b),
                &DistanceOptions::default(),
                state,
            );
            found.expect("the default method").separation
        };
        let start = tracks[0].at(0.0).translation() - tracks[1].at(0.0).translation();
        let reach = built.a.bounding_radius() + built.b.bounding_radius();
        let slack = 1e-9 * (reach + start.norm() + tracks[0].at(0.0).translation().norm());
        judge_changes(i, &proof, &mut rng, tally, &mut |changed, what, tally| {
            let Certificate::Intervals(intervals) = &changed.certificate else {
                return;
            };
            for gap in &intervals.gaps {
                let Some(last) = gap.links.last() else {
                    continue;
                };
                for k in 0..=32 {
                    let t = gap.from + (last.t1 - gap.from) * f64::from(k) / 32.0;
                    let apart = at(t);
                    tally.claim(apart > -slack, what, &format!("{i}: {apart} at {t}"));
                }
            }
            let ends = intervals.contacts.iter().flat_map(|c| [&c.enter, &c.exit]);
            for contact in ends.flatten() {
                let ([mut low, mut high], gap) = match contact {
                    interframe::certificate::Contact::Overlap { times, .. } => (*times, 0.0),
                    interframe::certificate::Contact::Near { t, gap, .. } => ([*t, *t], *gap),
                };
                // Of a straight motion the distance is convex in time.
                while low < high && high - low > 1e-12 {
                    let (l, h) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
                    if at(l).max(0.0) <= at(h).max(0.0) {
                        high = h;
                    } else {
                        low = l;
                    }
                }
                let t = 0.5 * (low + high);
                let apart = at(t);
                tally.claim(apart <= gap + slack, what, &format!("{i}: {apart} at {t}"));
            }
        });
    });
    assert!(tally.refused > n / 2 && tally.judged > n / 4, "{tally:?}");
    tally.report("changed certificates of contact intervals (judged: accepted and true)");
}
