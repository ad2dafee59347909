//! All contacts of a frame where a body is curved: against polytopes inside and around the curved bodies, swapped, and proved.

use interframe::{
    Contact, ContactInterval, DistanceOptions, IntersectOptions, Motion, MovingPair, PairState,
    Pose, PosedPair, SharedBody, TimeOfImpactOptions, Verdict, certify_contact_intervals,
    contact_intervals, distance, intersect, time_of_impact,
};
use nalgebra::Vector3;
use twin::random::{SplitMix64, case_generator};

use crate::common::curved::{any_curved, bracketed};
use crate::common::{count, for_each, quaternion};
use crate::start_contacts::any_body;

/// A body, and polytopes inside and around it; of one that is not curved, itself.
struct Side {
    body: SharedBody,
    inside: SharedBody,
    around: SharedBody,
}

fn side(random: &mut SplitMix64, is_curved: bool) -> Side {
    if !is_curved {
        let body = any_body(random, false);
        return Side {
            inside: body.clone(),
            around: body.clone(),
            body,
        };
    }
    let found = bracketed(any_curved(random), false);
    let radius = found.body.radius();
    let hull = |core| SharedBody::new(core).rounded(radius).expect("a radius");
    Side {
        inside: hull(found.inside),
        around: hull(found.around),
        body: SharedBody::from(found.body),
    }
}

fn motion(random: &mut SplitMix64, far: f64, is_turning: bool) -> Motion {
    let mut at = |far: f64| Vector3::from(random.direction()) * (far * random.unit());
    let (from, to) = (at(far), at(far));
    let start = Pose::new(from, quaternion(&random.quaternion())).expect("a pose");
    let motion = match is_turning {
        false => Motion::translation(start, to),
        true => {
            let angle = *random.pick(&[0.1, 3.0, 12.0]);
            let turn = Vector3::from(random.direction()) * angle;
            Motion::from_turn(start, to, turn, Vector3::zeros())
        }
    };
    motion.expect("a motion")
}

fn all(pair: &MovingPair<'_>, options: &TimeOfImpactOptions) -> (Verdict, Vec<ContactInterval>) {
    let mut out = vec![ContactInterval::default(); 256];
    let state = &mut PairState::default();
    let found = contact_intervals(pair, options, state, &mut out).expect("valid options");
    assert!(found.is_whole(), "{} intervals", found.count);
    out.truncate(found.count);
    (found.verdict, out)
}

#[test]
fn curved_bodies_are_apart_between_their_contacts() {
    for_each(count(400, 40_000), |index, tally| {
        let random = &mut case_generator(0xc1, index);
        let sides = [side(random, true), {
            let is_curved = random.flip();
            side(random, is_curved)
        }];
        let size = |side: &Side| match side.around.core() {
            Some(core) => core.bounding_radius() + side.around.radius(),
            None => 1.0,
        };
        let sizes = [size(&sides[0]), size(&sides[1])];
        let is_turning = [random.flip(), random.flip()];
        let far = (sizes[0] + sizes[1]) * random.between(0.3, 1.0);
        let motions = is_turning.map(|turns| motion(random, far, turns));
        let options = TimeOfImpactOptions {
            target_separation: *random.pick(&[0.0, 0.0, 0.0, 0.05]),
            ..TimeOfImpactOptions::default()
        };
        let pair = MovingPair::new(&sides[0].body, &motions[0], &sides[1].body, &motions[1]);
        let (verdict, list) = all(&pair, &options);
        let words = || format!("case {index}: {options:?} {list:?}");
        let is_decided = tally.decided(verdict);
        tally.claim(is_decided, "undecided", &words());
        let mut after = 0.0;
        for found in &list {
            let ([lo, hi], [last, end]) = (found.enter, found.exit);
            let ordered = after <= lo && lo <= hi && lo <= last && hi <= end && last <= end;
            tally.claim(ordered && end <= 1.0, "order", &words());
            after = end;
        }
        let poses = |t: f64| [0, 1].map(|k: usize| motions[k].pose_at(t).expect("a time"));
        for k in 0..=64 {
            let t = f64::from(k) / 64.0;
            if list.iter().any(|i| i.enter[0] <= t && t <= i.exit[1]) {
                continue;
            }
            let [a, b] = &poses(t);
            let inside = PosedPair::new(&sides[0].inside, a, &sides[1].inside, b);
            let met = intersect(
                &inside,
                &IntersectOptions::default(),
                &mut PairState::default(),
            );
            let met = met.expect("valid options").verdict;
            tally.claim(
                met == Verdict::Separated,
                "missed",
                &format!("at {t}: {}", words()),
            );
            tally.judged += 1;
        }
        let near = options.target_separation + 2e-6 * sizes[0].min(sizes[1]);
        for found in list.iter().filter(|i| i.contact != Contact::None) {
            for t in [found.enter[1], found.exit[0]] {
                let [a, b] = &poses(t);
                let around = PosedPair::new(&sides[0].around, a, &sides[1].around, b);
                let apart = distance(
                    &around,
                    &DistanceOptions::default(),
                    &mut PairState::default(),
                );
                let apart = apart.expect("valid options").separation;
                tally.claim(
                    apart <= near,
                    "invented",
                    &format!("{apart} at {t}: {}", words()),
                );
            }
        }
        let first = time_of_impact(&pair, &options, &mut PairState::default());
        let first = first.expect("valid options");
        let same = match list.first() {
            None => first.verdict == Verdict::Separated,
            Some(interval) => first.verdict.may_hit() && interval.enter[0] == first.t_lo,
        };
        tally.claim(same, "first", &format!("{first:?} {}", words()));
        let swapped = MovingPair::new(&sides[1].body, &motions[1], &sides[0].body, &motions[0]);
        let (_, other) = all(&swapped, &options);
        let alike = list.len() == other.len()
            && list.iter().zip(&other).all(|(x, y)| {
                (x.enter[1] - y.enter[1]).abs() <= 1e-2 && (x.exit[1] - y.exit[1]).abs() <= 1e-2
            });
        // A graze within the tolerance is one or the other.
        let grazes =
            list.len() != other.len() || list.iter().any(|i| i.exit[1] - i.enter[0] < 1e-2);
        tally.claim(
            alike || grazes,
            "swapped",
            &format!("{other:?} {}", words()),
        );
        if index % 4 == 0 {
            let proof = certify_contact_intervals(&pair, &options, &list).expect("motions");
            let proved = proof.verify();
            let contacts = list.iter().filter(|i| i.contact != Contact::None).count();
            let is_proved = proved.as_ref().is_ok_and(|proved| {
                proved.verdict == verdict && proved.contacts as usize == contacts
            });
            tally.claim(is_proved, "proof", &format!("{proved:?} {}", words()));
        }
    })
    .none_wrong();
}
