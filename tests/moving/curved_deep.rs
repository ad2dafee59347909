//! Curved bodies whose ways lead deep into each other, from starts apart, in contact to rounding and nearly so: a contact
//! is proved, its bracket is narrow, and a certificate proves as much as is said. INTERFRAME_LONG=1 for full counts.

use std::sync::Mutex;

use crate::common::curved::any_curved;
use crate::common::{count, for_each};
use interframe::*;
use nalgebra::{Quaternion, Vector3};
use twin::random::{SplitMix64, case_generator};

fn any_motion(rng: &mut SplitMix64, from: Vector3<f64>, to: Vector3<f64>, turn: f64) -> Motion {
    let [i, j, k, w] = rng.quaternion();
    let start = Pose::new(from, Quaternion::new(w, i, j, k)).expect("a pose");
    let turn = Vector3::from(rng.direction()) * turn;
    Motion::from_turn(start, to, turn, Vector3::zeros()).expect("a motion")
}

/// The centres meet half-way. One start in three is moved to where the bodies are within roundings of touching.
fn scene(rng: &mut SplitMix64, turning: bool) -> ([Curved; 2], [Motion; 2], bool) {
    let bodies = [any_curved(rng), any_curved(rng)];
    let reach = |body: &Curved| match body.shape() {
        CurvedShape::Cylinder {
            half_length,
            radius,
        }
        | CurvedShape::Cone {
            half_length,
            radius,
        } => half_length.hypot(radius) + body.radius(),
        CurvedShape::Ellipsoid { radii } => radii.into_iter().fold(0.0, f64::max) + body.radius(),
        _ => unreachable!("three shapes"),
    };
    let far = (reach(&bodies[0]) + reach(&bodies[1])) * rng.between(1.0, 3.0);
    let way = Vector3::from(rng.direction()) * far;
    let turn = match turning {
        true => rng.between(0.0, 6.0),
        false => 0.0,
    };
    let motion_a = any_motion(rng, Vector3::zeros(), Vector3::zeros(), turn);
    let mut motion_b = any_motion(rng, way, -way, turn);
    let is_touching = rng.below(3) == 0;
    if is_touching {
        let poses = [motion_a.start(), motion_b.start()];
        let pair = PosedPair::new(&bodies[0], poses[0], &bodies[1], poses[1]);
        let state = &mut PairState::default();
        let found = distance(&pair, &DistanceOptions::default(), state).expect("valid");
        if let Some(n) = found.normal.filter(|_| found.verdict == Verdict::Separated) {
            let less = found.separation * (1.0 - [0.0, 1e-15, -1e-15, -1e-13][rng.below(4)]);
            let from = way - n * less;
            let start = Pose::new(from, poses[1].quaternion()).expect("a pose");
            let turn = Vector3::from(rng.direction()) * turn;
            motion_b = Motion::from_turn(start, -from, turn, Vector3::zeros()).expect("finite");
        }
    }
    (bodies, [motion_a, motion_b], is_touching)
}

#[test]
fn what_comes_deep_is_a_hit() {
    let wide = Mutex::new([0; 4]);
    for_each(count(600, 100_000), |index, tally| {
        let rng = &mut case_generator(0x39a1, index);
        let ([a, b], [motion_a, motion_b], is_touching) = scene(rng, index.is_multiple_of(2));
        let pair = MovingPair::new(&a, &motion_a, &b, &motion_b);
        let options = TimeOfImpactOptions::default();
        let found = time_of_impact(&pair, &options, &mut PairState::default()).expect("valid");
        let name = format!(
            "{index}: {:?} {:?}, touching {is_touching}",
            a.shape(),
            b.shape()
        );
        if !tally.decided(found.verdict) {
            tally.undecided.push(format!("{name}: {found:?}"));
        }
        tally.claim(
            found.verdict == Verdict::Hit && found.t_hi <= 0.5,
            &name,
            &format!("{found:?}"),
        );
        let width = found.t_hi - found.t_lo;
        let mut wide = wide.lock().unwrap();
        for (k, least) in [1e-9, 1e-6, 1e-3].into_iter().enumerate() {
            wide[k] += u32::from(width > least);
        }
        drop(wide);
        let proof = certify_time_of_impact(&pair, &options, &found);
        if found.verdict == Verdict::Hit && found.t_lo > 0.0 {
            let proved = proof.verify();
            let proves = proved
                .as_ref()
                .is_ok_and(|proved| proved.free[1] >= found.t_lo);
            tally.claim(proves, &name, &format!("proved {proved:?}: {found:?}"));
        }
        let ask = ClosestApproachOptions::default();
        let near = closest_approach(&pair, &ask, &mut PairState::default()).expect("valid");
        tally.claim(
            near.verdict == Verdict::Hit && near.distance == 0.0,
            &name,
            &format!("{near:?}"),
        );
    })
    .report("curved bodies that come deep into each other");
    println!(
        "wider than 1e-9, 1e-6, 1e-3: {:?}",
        wide.into_inner().unwrap()
    );
}

/// The points of a hit are as near to each other as is said.
#[test]
fn points_within_a_distance_are_as_near() {
    for_each(count(4_000, 400_000), |index, tally| {
        let rng = &mut case_generator(0x39a2, index);
        let (a, b) = (any_curved(rng), any_curved(rng));
        let poses = [0, 1].map(|_| {
            let [i, j, k, w] = rng.quaternion();
            let at = Vector3::from(rng.direction()) * rng.between(0.0, 6.0);
            Pose::new(at, Quaternion::new(w, i, j, k)).expect("a pose")
        });
        let pair = PosedPair::new(&a, &poses[0], &b, &poses[1]);
        let state = &mut PairState::default();
        let apart = distance(&pair, &DistanceOptions::default(), state).expect("valid");
        let least = apart.separation.max(0.0);
        let by = [0.0, 1e-14, 1e-12, 1e-9, 1e-6, 0.1][rng.below(6)];
        let options = WithinOptions {
            distance: least * (1.0 + by),
            ..Default::default()
        };
        let found = within(&pair, &options, &mut PairState::default()).expect("valid");
        tally.cases += 1;
        let (Some(on_a), Some(on_b)) = (found.point_a, found.point_b) else {
            return;
        };
        let off = (on_a - on_b).norm() - options.distance;
        tally.claim(
            off <= 1e-13 * 20.0,
            &index.to_string(),
            &format!("{off:e}: {found:?}"),
        );
    })
    .report("points of curved bodies within a distance");
}

/// Answers that a budget or rounding leaves open: the certificate proves the bodies apart as long as the answer says.
#[test]
fn open_answers_are_proved_until_t_lo() {
    let open = Mutex::new([0; 2]);
    for_each(count(1_000, 100_000), |index, tally| {
        let rng = &mut case_generator(0x39a3, index);
        let turning = !index.is_multiple_of(3);
        let ([a, b], [motion_a, motion_b], _) = scene(rng, turning);
        let pair = MovingPair::new(&a, &motion_a, &b, &motion_b);
        let options = TimeOfImpactOptions {
            budget: [1, 2, 3, 10_000][rng.below(4)],
            tolerance: Some(10f64.powf(rng.between(-17.0, -12.0))),
            target_separation: [0.0, 0.1][rng.below(2)],
            ..Default::default()
        };
        let found = time_of_impact(&pair, &options, &mut PairState::default()).expect("valid");
        tally.cases += 1;
        open.lock().unwrap()[0] += u32::from(found.verdict == Verdict::Undecided);
        if found.verdict == Verdict::Separated || found.t_lo == 0.0 {
            return;
        }
        open.lock().unwrap()[1] += u32::from(found.verdict == Verdict::Undecided);
        let chain = certify_time_of_impact(&pair, &options, &found).verify();
        let proves = chain
            .as_ref()
            .is_ok_and(|proved| proved.free[1] >= found.t_lo);
        tally.claim(proves, &index.to_string(), &format!("{chain:?}: {found:?}"));
    })
    .report("open answers about curved bodies");
    println!(
        "undecided, and after the start: {:?}",
        open.into_inner().unwrap()
    );
}
