//! Certificates of containment: of random poses and motions they are accepted and prove what the answer
//! says; changed ones prove nothing false. INTERFRAME_LONG=1 for full counts.

use crate::common::exits::roomy_pair;
use crate::common::moving::Built;
use crate::common::mutate::{judge_changes, mutate, with_certificate};
use crate::common::{Tally, count, for_each};
use interframe::certificate::{Certificate, Proof, ProofFile};
use interframe::{
    ContainmentVerdict, ContainsOptions, Dimension, Motion, PairState, Polytope, Pose, TimeOfExit,
    TimeOfExitOptions, Verdict, certify_contains, certify_time_of_exit, contains, time_of_exit,
};
use nalgebra::Vector3;
use serde_json::{Value, json};
use twin::degenerate::degenerate_pair;
use twin::near_contact::near_contact;
use twin::random_pairs::{PosedPair, random_pair};
use twin::sweeps::MovingPair;

fn posed(index: u64) -> PosedPair {
    let mut pair = match index % 3 {
        0 => random_pair(index),
        1 => degenerate_pair(index),
        _ => near_contact(index),
    };
    if index.is_multiple_of(2) {
        // B is small and inside or nearly.
        pair.b.iter_mut().flatten().for_each(|x| *x *= 0.125);
        pair.pose_b.p = pair.pose_a.p;
    }
    pair
}

#[test]
fn containment_at_poses() {
    let n = count(1_500, 50_000);
    let tally = for_each(n, |i, tally| {
        let pair = posed(i);
        let name = format!("{} {i}", pair.family);
        let built = crate::common::Built::new(&pair);
        let (a, b) = (&built.a, &built.b);
        let (pose_a, pose_b) = (&built.pose_a, &built.pose_b);
        let found = contains(
            &interframe::PosedPair::new(a, pose_a, b, pose_b),
            &ContainsOptions::default(),
            &mut PairState::default(),
        )
        .expect("valid");
        let proof = certify_contains(&interframe::PosedPair::new(a, pose_a, b, pose_b), &found);
        tally.cases += 1;
        let inside = found.verdict == ContainmentVerdict::Inside;
        match inside {
            true => tally.hits += 1,
            false => tally.separated += 1,
        }
        let expected = if inside {
            Verdict::Hit
        } else {
            Verdict::Separated
        };
        let proved = proof.verify();
        let right = proved
            .as_ref()
            .is_ok_and(|p| p.verdict == expected && p.containment);
        tally.claim(right, &name, &format!("{proved:?} of {found:?}"));
        // A changed one does not prove the contrary.
        let mut rng = twin::random::case_generator(172, i);
        let original: Value = serde_json::from_str(&proof.to_json()).expect("JSON");
        for _ in 0..3 {
            let mut certificate = original["certificate"].clone();
            let what = mutate(&mut certificate, &mut rng);
            match with_certificate(&proof, &certificate).map(|p| p.verify()) {
                None | Some(Err(_)) => tally.refused += 1,
                Some(Ok(proved)) => {
                    let apart = !proved.containment;
                    tally.judged += 1;
                    tally.claim(apart || proved.verdict == expected, &name, what);
                }
            }
        }
    });
    assert!(tally.hits > n / 10 && tally.separated > n / 10, "{tally:?}");
    tally.report("certificates of containment (refused: changed ones)");
}

fn options(index: u64) -> TimeOfExitOptions {
    let mut options = TimeOfExitOptions::default();
    match index % 5 {
        0 => options.target_margin = 0.05,
        1 => options.target_margin = -0.05,
        2 => options.tolerance = Some(1e-3),
        _ => {}
    }
    options
}

fn ask(built: &Built, options: &TimeOfExitOptions) -> (TimeOfExit, Option<Proof>) {
    let (a, b) = (&built.a, &built.b);
    let (motion_a, motion_b) = (&built.motion_a, &built.motion_b);
    let answer = time_of_exit(
        &interframe::MovingPair::new(a, motion_a, b, motion_b),
        options,
        &mut PairState::default(),
    )
    .expect("valid");
    let proof = certify_time_of_exit(
        &interframe::MovingPair::new(a, motion_a, b, motion_b),
        options,
        &answer,
    );
    (answer, proof)
}

/// The answer as a line of a proof file says it.
fn line(answer: &TimeOfExit, options: &TimeOfExitOptions, proof: &Proof) -> Value {
    let verdict = match answer.verdict {
        ContainmentVerdict::Undecided => "undecided",
        ContainmentVerdict::Inside => "inside",
        ContainmentVerdict::NotInside => "not_inside",
    };
    let mut line = json!({"verdict": verdict, "t_lo": answer.t_lo, "t_hi": answer.t_hi,
        "target_margin": options.target_margin});
    if answer.verdict == ContainmentVerdict::NotInside {
        line["depth"] = json!(answer.depth);
        line["point"] = json!(answer.point.map(|p| [p.x, p.y, p.z]));
    }
    if let Certificate::Exit(exit) = &proof.certificate
        && let Some(held) = &exit.held
    {
        line["tolerance"] = json!(held.beyond);
    }
    line
}

pub fn judge(name: &str, built: &Built, options: &TimeOfExitOptions, tally: &mut Tally) {
    let (answer, proof) = ask(built, options);
    tally.cases += 1;
    let Some(proof) = proof else {
        // Nothing else is left without one.
        let flat = built.a.dimension() != Dimension::Solid;
        let loose = answer.verdict == ContainmentVerdict::Inside || options.target_margin < 0.0;
        tally.claim(
            flat && loose,
            name,
            &format!("no certificate of {answer:?}"),
        );
        return;
    };
    match answer.verdict {
        ContainmentVerdict::Inside => tally.separated += 1,
        ContainmentVerdict::NotInside => tally.hits += 1,
        ContainmentVerdict::Undecided => tally.refused += 1,
    }
    let mut line = line(&answer, options, &proof);
    line["proof"] = serde_json::from_str(&proof.to_json()).expect("JSON");
    let found = ProofFile::default()
        .line(&line.to_string())
        .expect("a line");
    let found = found.proof.expect("a proof");
    tally.claim(found.is_ok(), name, &format!("{found:?} of {answer:?}"));
}

fn straight(mut pair: MovingPair) -> MovingPair {
    for motion in [&mut pair.motion_a, &mut pair.motion_b] {
        (motion.end_q, motion.turn) = (None, None);
    }
    pair
}

#[test]
fn motions_inside_and_out() {
    let n = count(400, 20_000);
    let tally = for_each(n, |i, tally| {
        for (name, pair) in [
            ("turning", roomy_pair(i)),
            ("straight", straight(roomy_pair(i))),
        ] {
            if let Some(built) = Built::new(&pair) {
                let name = format!("{name} {i}");
                judge(&name, &built, &TimeOfExitOptions::default(), tally);
                judge(&format!("{name} with options"), &built, &options(i), tally);
            }
        }
    });
    assert!(tally.hits > n && tally.separated > n / 2, "{tally:?}");
    tally.report("certificates of exits (refused: undecided)");
}

/// B rests on a wall of A, or turns about that wall's normal.
#[test]
fn flush_bodies() {
    let cube = |h: f64| Polytope::cuboid([h; 3]).expect("a cube");
    let rest = Motion::fixed(Pose::identity());
    let flat = Polytope::new(&[
        Vector3::new(-4.0, -4.0, 0.0),
        Vector3::new(4.0, -4.0, 0.0),
        Vector3::new(0.0, 4.0, 0.0),
    ])
    .expect("a triangle");
    let at = |x: f64| Pose::from_translation(Vector3::new(x, 0.0, 0.0)).expect("finite");
    let mut tally = Tally::default();
    for (x, to, turn) in [
        (3.0, [3.0, 0.0, 0.0], [0.0; 3]),
        (3.0, [3.0, 1.0, -1.0], [0.0; 3]),
        (3.0, [-3.0, 0.0, 0.0], [0.0; 3]),
        (3.0, [3.5, 0.0, 0.0], [0.0; 3]),
        (3.0, [3.0, 0.0, 0.0], [6.0, 0.0, 0.0]),
        (3.0, [-1.0, 0.0, 0.0], [6.0, 0.0, 0.0]),
        (3.0, [0.0, 0.0, 0.0], [0.0, 0.5, 0.0]),
        (2.0, [2.0, 0.0, 0.0], [0.0, 0.0, 3.0]),
        (2.5, [2.5, 0.0, 0.0], [0.0, 0.0, 40.0]),
    ] {
        let motion = Motion::from_turn(at(x), to.into(), turn.into(), Vector3::zeros());
        let built = Built {
            a: cube(4.0),
            motion_a: rest,
            b: cube(1.0),
            motion_b: motion.expect("valid"),
        };
        let name = format!("{x} to {to:?} turning {turn:?}");
        judge(&name, &built, &TimeOfExitOptions::default(), &mut tally);
        let turning = Motion::from_turn(
            Pose::identity(),
            Vector3::zeros(),
            Vector3::new(-0.25, 0.0, 0.0),
            Vector3::zeros(),
        );
        let also = Built {
            motion_a: turning.expect("valid"),
            ..built
        };
        let name = format!("{name} in a room that turns");
        judge(&name, &also, &TimeOfExitOptions::default(), &mut tally);
        let swapped = Built {
            a: flat.clone(),
            motion_a: rest,
            b: Polytope::new(&[Vector3::new(-3.5, 0.0, 0.0), Vector3::new(-4.0, 0.0, 0.0)])
                .expect("a segment"),
            motion_b: Motion::from_turn(at(x), to.into(), turn.into(), Vector3::zeros())
                .expect("valid"),
        };
        judge(
            &format!("flat {name}"),
            &swapped,
            &TimeOfExitOptions::default(),
            &mut tally,
        );
    }
    let empty = Polytope::new(&[]).expect("the empty set");
    for (a, b) in [(&empty, &flat), (&flat, &empty), (&empty, &empty)] {
        let built = Built {
            a: a.clone(),
            motion_a: rest,
            b: b.clone(),
            motion_b: rest,
        };
        judge("empty", &built, &TimeOfExitOptions::default(), &mut tally);
    }
    tally.report("certificates of flush exits (refused: undecided)");
}

#[test]
fn changed_certificates_prove_nothing_false() {
    let n = count(300, 10_000);
    let tally = for_each(n, |i, tally| {
        let mut rng = twin::random::case_generator(173, i);
        let pair = roomy_pair(i);
        let Some(built) = Built::new(&pair) else {
            return;
        };
        let (_, Some(proof)) = ask(&built, &TimeOfExitOptions::default()) else {
            return;
        };
        let tracks = built.tracks(&pair);
        let at = |t: f64| {
            let (a, b) = (tracks[0].at(t), tracks[1].at(t));
            let found = contains(
                &interframe::PosedPair::new(&built.a, &a, &built.b, &b),
                &ContainsOptions::default(),
                &mut PairState::default(),
            );
            found.expect("valid").margin.expect("bodies")
        };
        let starts = tracks[0].at(0.0).translation() - tracks[1].at(0.0).translation();
        let reach = built.a.reach() + built.b.reach() + starts.norm() + 10.0;
        let slack = 1e-9 * reach;
        judge_changes(i, &proof, &mut rng, tally, &mut |changed, what, tally| {
            let Certificate::Exit(exit) = &changed.certificate else {
                return;
            };
            for stay in [&exit.inside, &exit.held].into_iter().flatten() {
                for k in 0..=32 {
                    let t = stay.to * f64::from(k) / 32.0;
                    let margin = at(t) - exit.target;
                    tally.claim(
                        margin >= -stay.beyond - slack,
                        what,
                        &format!("{i}: {margin} at {t}"),
                    );
                }
            }
            if let Some(outside) = &exit.outside {
                let margin = at(outside.t) - exit.target;
                tally.claim(
                    margin < slack,
                    what,
                    &format!("{i}: {margin} at {}", outside.t),
                );
            }
        });
    });
    assert!(tally.refused > n / 4 && tally.judged > n / 4, "{tally:?}");
    tally.report("changed certificates of exits (judged: accepted and true)");
}
