//! Changed certificates of motions: rejected with a reason, or what they prove is still true, by the
//! distance at many times. INTERFRAME_LONG=1 for full counts.

use crate::common::moving::{Built, Track, options};
use crate::common::mutate::{mutate, with_certificate};
use crate::common::{count, for_each};
use interframe::certificate::{Proof, Proved};
use interframe::{DistanceOptions, PairState, TimeOfImpactOptions, Verdict, distance};
use serde_json::{Value, json};
use twin::random::SplitMix64;
use twin::spins::{planted_pair, spinning_pair};
use twin::sweeps::{MovingPair, moving_pair};

/// Distances at any time, by another evaluation of the motion than the checker's.
struct Judge {
    built: Built,
    tracks: [Track; 2],
    /// What rounding may do to a distance.
    slack: f64,
}

impl Judge {
    fn new(pair: &MovingPair, built: Built) -> Self {
        let tracks = built.tracks(pair);
        let at = [tracks[0].at(0.0), tracks[1].at(0.0)].map(|pose| pose.translation().norm());
        let radius = built.a.bounding_radius() + built.b.bounding_radius();
        Judge {
            slack: 1e-9 * (radius + at[0] + at[1]),
            built,
            tracks,
        }
    }

    /// Negative inside.
    fn separation(&self, t: f64) -> f64 {
        let (a, b) = (self.tracks[0].at(t), self.tracks[1].at(t));
        let state = &mut PairState::default();
        let found = distance(
            &interframe::PosedPair::new(&self.built.a, &a, &self.built.b, &b),
            &DistanceOptions::default(),
            state,
        );
        found.expect("the default method").separation
    }

    /// The smallest distance between two times, of a straight motion: it is convex in time.
    fn smallest(&self, [mut lo, mut hi]: [f64; 2]) -> f64 {
        for _ in 0..100 {
            let (l, h) = (lo + (hi - lo) / 3.0, hi - (hi - lo) / 3.0);
            if self.separation(l).max(0.0) <= self.separation(h).max(0.0) {
                hi = h;
            } else {
                lo = l;
            }
        }
        self.separation(0.5 * (lo + hi)).max(0.0)
    }

    fn is_true(&self, proved: &Proved) -> Result<(), String> {
        let [from, to] = proved.free;
        // A chain without links says nothing is free.
        let looks = if from < to { 65 } else { 0 };
        for k in 0..looks {
            let t = from + (to - from) * f64::from(k) / 64.0;
            // That end may be the contact.
            if t == to && proved.contact.is_some() {
                continue;
            }
            let apart = self.separation(t);
            if !(apart > proved.separation - self.slack) {
                return Err(format!("{apart} at {t}, proved {proved:?}"));
            }
        }
        let Some([from, to]) = proved.contact else {
            let whole = proved.free == [0.0, 1.0];
            return match proved.verdict {
                Verdict::Undecided => Ok(()),
                Verdict::Separated if whole => Ok(()),
                _ => Err(format!("{proved:?}")),
            };
        };
        let most = proved.gap.unwrap_or(0.0) + self.slack;
        let found = if from == to {
            self.separation(to)
        } else {
            self.smallest([from, to])
        };
        if found <= most {
            Ok(())
        } else {
            Err(format!("{found} from {from} to {to}, proved {proved:?}"))
        }
    }
}

fn pair(index: u64) -> (MovingPair, TimeOfImpactOptions) {
    let default = TimeOfImpactOptions::default();
    match index % 4 {
        0 => {
            // Ordinary sizes, so that the judge's arithmetic tells something.
            let mut pair = spinning_pair(index);
            for motion in [&mut pair.motion_a, &mut pair.motion_b] {
                (motion.end_q, motion.turn) = (None, None);
            }
            (pair, default)
        }
        1 => (spinning_pair(index), options(index)),
        2 => (planted_pair(index).pair, default),
        _ => (spinning_pair(index), default),
    }
}

/// A change that only chains know: links that are shifted, swapped, cut, or left out.
fn mutate_links(certificate: &mut Value, rng: &mut SplitMix64) -> Option<&'static str> {
    let links = certificate.pointer_mut("/chain/links")?.as_array_mut()?;
    if links.is_empty() {
        return None;
    }
    let at = rng.below(links.len());
    let time = |link: &Value, key: &str| link[key].as_f64().expect("a time");
    match rng.below(4) {
        0 => {
            links.remove(at);
            Some("a link removed")
        }
        1 => {
            let shift = rng.between(-0.1, 0.1);
            for key in ["t0", "t1"] {
                links[at][key] = json!((time(&links[at], key) + shift).clamp(0.0, 1.0));
            }
            Some("an interval shifted")
        }
        2 => {
            let later = links[at + 1..].first().map_or(1.0, |next| time(next, "t1"));
            links[at]["t1"] = json!(later);
            if at + 1 < links.len() {
                links.remove(at + 1);
            }
            Some("a link in place of two")
        }
        _ => {
            let other = rng.below(links.len());
            let by = links[other]["by"].clone();
            links[at]["by"] = by;
            Some("the reason of another link")
        }
    }
}

#[test]
fn changed_certificates_of_motions_prove_nothing_false() {
    let n = count(500, 20_000);
    let tally = for_each(n, |i, tally| {
        let mut rng = twin::random::case_generator(78, i);
        let (pair, options) = pair(i);
        let Some(built) = Built::new(&pair) else {
            return;
        };
        let (_, proof) = built.certified(&options, &mut PairState::default());
        let judge = Judge::new(&pair, built);
        let mut look = |name: &str, what: &str, proof: Option<Proof>| {
            tally.cases += 1;
            match proof.map(|proof| proof.verify()) {
                None | Some(Err(_)) => tally.refused += 1,
                Some(Ok(proved)) => {
                    tally.judged += 1;
                    if let Err(reason) = judge.is_true(&proved) {
                        tally.wrong.push(format!("{name}: {what}: {reason}"));
                    }
                }
            }
        };
        look(&format!("{i}"), "as it is", Some(proof.clone()));
        let original: Value = serde_json::from_str(&proof.to_json()).expect("JSON");
        for _ in 0..2 {
            let mut certificate = original["certificate"].clone();
            let what = mutate(&mut certificate, &mut rng);
            look(
                &format!("{i}"),
                what,
                with_certificate(&proof, &certificate),
            );
        }
        let mut certificate = original["certificate"].clone();
        if let Some(what) = mutate_links(&mut certificate, &mut rng) {
            look(
                &format!("{i}"),
                what,
                with_certificate(&proof, &certificate),
            );
        }
        let other = spinning_pair(i + 1);
        if let Some(built) = Built::new(&other) {
            let (_, foreign) = built.certified(&options, &mut PairState::default());
            let foreign = Proof {
                certificate: foreign.certificate,
                ..proof.clone()
            };
            look(&format!("{i}"), "another pair's certificate", Some(foreign));
        }
    });
    // Some of both, or the test shows nothing.
    assert!(tally.refused > n / 2 && tally.judged > n, "{tally:?}");
    tally.report("changed certificates of motions (refused: rejected; judged: accepted and true)");
}

#[test]
fn every_truncation_of_a_chain_is_refused() {
    for i in 0..count(10, 40) {
        let built = Built::new(&spinning_pair(i)).expect("valid");
        let (_, proof) =
            built.certified(&TimeOfImpactOptions::default(), &mut PairState::default());
        let text = proof.to_json();
        for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
            assert!(Proof::from_json(&text[..end]).is_err(), "{end} of {text}");
        }
    }
}

/// What is wrong is named, with the link.
#[test]
fn reasons_name_the_link() {
    let (mut seen, mut links) = (0, 0);
    for i in 0..200 {
        let built = Built::new(&spinning_pair(i)).expect("valid");
        let (_, proof) =
            built.certified(&TimeOfImpactOptions::default(), &mut PairState::default());
        let mut whole: Value = serde_json::from_str(&proof.to_json()).expect("JSON");
        let Some(list) = whole.pointer_mut("/certificate/chain/links") else {
            continue;
        };
        let list = list.as_array_mut().expect("a list");
        if list.len() < 3 {
            continue;
        }
        links += 1;
        list.remove(1);
        let broken = Proof::from_json(&whole.to_string()).expect("a proof");
        let failure = broken.verify().expect_err("a gap").to_string();
        seen += u32::from(failure.contains("link 1 begins at t ="));
    }
    assert!(links > 10 && seen == links, "{seen} of {links}");
}

#[test]
fn moving_pairs_survive_changes() {
    let n = count(150, 5_000);
    let tally = for_each(n, |i, tally| {
        let mut rng = twin::random::case_generator(79, i);
        let Some(built) = Built::new(&moving_pair(i)) else {
            return;
        };
        let (_, proof) =
            built.certified(&TimeOfImpactOptions::default(), &mut PairState::default());
        let original: Value = serde_json::from_str(&proof.to_json()).expect("JSON");
        for _ in 0..4 {
            let mut certificate = original["certificate"].clone();
            mutate(&mut certificate, &mut rng);
            tally.cases += 1;
            // Extreme sizes: no judge but the original. Hit and separated cannot both be true.
            let both = [Some(proof.clone()), with_certificate(&proof, &certificate)]
                .map(|p| p.and_then(|p| p.verify().ok()).map(|proved| proved.verdict));
            let contradiction = matches!(
                both,
                [Some(Verdict::Hit), Some(Verdict::Separated)]
                    | [Some(Verdict::Separated), Some(Verdict::Hit)]
            );
            tally.claim(!contradiction, &format!("{i}"), "two verdicts");
        }
    });
    tally.report("changed certificates of moving pairs");
}
