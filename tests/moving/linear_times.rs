//! Times of impact of bodies that do not turn: against the exact twin, and against an independent solver of linear programs.
//! INTERFRAME_LONG=1 for full counts.

use crate::common::moving::{Built, moved};
use crate::common::{Tally, count, cube, for_each};
use good_lp::{
    Expression, Solution, SolverModel, Variable, constraint, microlp, variable, variables,
};
use interframe::{
    Contact, Error, Motion, PairState, Polytope, TimeOfImpactMethod, TimeOfImpactOptions, Verdict,
    time_of_impact,
};
use nalgebra::Vector3;
use twin::cases::WrittenMotion;
use twin::number::Rational;
use twin::place::linear;
use twin::sweeps::moving_pair;
use twin::time_of_impact::first_meeting;

fn straight(written: &WrittenMotion) -> WrittenMotion {
    WrittenMotion {
        end_q: None,
        turn: None,
        pivot: [0.0; 3],
        ..*written
    }
}

/// A hit's two times against the exact one, and its bracket's width in lengths.
fn judge_linear(method: TimeOfImpactMethod, index: u64, tally: &mut Tally) {
    let mut pair = moving_pair(index);
    let name = format!("{} {index}", pair.family);
    pair.motion_a = straight(&pair.motion_a);
    pair.motion_b = straight(&pair.motion_b);
    // Sweeps of up to a million sizes.
    if index.is_multiple_of(5) {
        let far = 10f64.powi((index / 5 % 7) as i32);
        for k in 0..3 {
            let way = pair.motion_b.end_p[k] - pair.motion_b.start.p[k];
            pair.motion_b.end_p[k] = pair.motion_b.start.p[k] + way * far;
        }
    }
    let built = Built::new(&pair).expect("valid");
    let exact = linear(
        &pair.a,
        &pair.motion_a.with_end(pair.motion_a.start.q),
        &pair.b,
        &pair.motion_b.with_end(pair.motion_b.start.q),
    );
    let one = Rational::from_f64(1.0);
    let truth = first_meeting(&exact).filter(|t| *t <= one);
    let answer = built.ask_cold(&TimeOfImpactOptions {
        method,
        // So that nothing is near.
        tolerance: Some(f64::from_bits(1)),
        ..TimeOfImpactOptions::default()
    });
    tally.cases += 1;
    tally.most_iterations = tally.most_iterations.max(answer.iterations);
    let Some(truth) = truth else {
        tally.separated += 1;
        // No tolerance is smaller than the smallest f64.
        let is_near = answer.contact == Contact::Near && answer.gap == f64::from_bits(1);
        let right = answer.verdict == Verdict::Separated || is_near;
        tally.claim(right, &name, &format!("should miss: {answer:?}"));
        return;
    };
    tally.hits += 1;
    let right = answer.verdict == Verdict::Hit
        && answer.contact == Contact::Overlap
        && Rational::from_f64(answer.t_lo) <= truth
        && truth <= Rational::from_f64(answer.t_hi)
        // A time may be below the smallest f64.
        && (answer.t_lo > 0.0 || truth < Rational::from_f64(f64::from_bits(1)));
    tally.claim(right, &name, &format!("{} {answer:?}", truth.to_f64()));
    let travel = (built.motion_b.end().translation() - built.motion_b.start().translation())
        - (built.motion_a.end().translation() - built.motion_a.start().translation());
    let normal = answer.normal.unwrap_or(Vector3::zeros());
    let width = (answer.t_hi - answer.t_lo) * normal.dot(&travel).abs();
    // No squares: those of denormal lengths vanish.
    let apart = built.motion_b.start().translation() - built.motion_a.start().translation();
    let far = travel.amax() + built.a.reach() + built.b.reach() + apart.amax();
    tally.claim(
        width <= 1e-11 * far,
        &name,
        &format!("wide by {width}: {answer:?}"),
    );
}

#[test]
fn linear_times_are_those_of_the_twin() {
    let method = TimeOfImpactMethod::Default;
    let judged = for_each(count(4_000, 200_000), |i, t| judge_linear(method, i, t));
    judged.report("linear times of impact");
}

#[test]
fn linear_times_by_the_interior_point_are_those_of_the_twin() {
    let method = TimeOfImpactMethod::InteriorPoint;
    let judged = for_each(count(1_000, 200_000), |i, t| judge_linear(method, i, t));
    judged.report("linear times of impact by the interior point");
}

#[test]
fn the_interior_point_refuses_what_is_no_linear_time() {
    let body = cube(1.0);
    let options = TimeOfImpactOptions {
        method: TimeOfImpactMethod::InteriorPoint,
        ..TimeOfImpactOptions::default()
    };
    let still = moved([0.0; 3], [0.0; 3], [0.0; 3]);
    let turning = moved([5.0, 0.0, 0.0], [0.0; 3], [0.0, 0.0, 1.0]);
    let straight = moved([5.0, 0.0, 0.0], [-5.0, 0.0, 0.0], [0.0; 3]);
    let at_distance = TimeOfImpactOptions {
        target_separation: 0.5,
        ..options
    };
    for (motion, options) in [(&turning, options), (&straight, at_distance)] {
        let pair = interframe::MovingPair::new(&body, &still, &body, motion);
        let found = time_of_impact(&pair, &options, &mut PairState::default());
        assert!(matches!(found, Err(Error::Method { .. })), "{found:?}");
    }
}

/// The linear program of a sweep for an independent solver: the least tau >= 0 with
/// sum alpha a - sum beta b = tau d, alpha and beta weights. None when there is none.
fn by_good_lp(a: &[Vector3<f64>], b: &[Vector3<f64>], d: &Vector3<f64>) -> Option<f64> {
    let mut vars = variables!();
    let mut weights =
        |n: usize| -> Vec<Variable> { (0..n).map(|_| vars.add(variable().min(0.0))).collect() };
    let (alpha, beta) = (weights(a.len()), weights(b.len()));
    let tau = vars.add(variable().min(0.0));
    let mut model = vars.minimise(tau).using(microlp);
    for weights in [&alpha, &beta] {
        let sum: Expression = weights.iter().sum();
        model = model.with(constraint!(sum == 1.0));
    }
    for k in 0..3 {
        let along = |w: &[Variable], points: &[Vector3<f64>]| -> Expression {
            w.iter().zip(points).map(|(&w, p)| p[k] * w).sum()
        };
        let apart = along(&alpha, a) - along(&beta, b) - d[k] * tau;
        model = model.with(constraint!(apart == 0.0));
    }
    let solution = model.solve().ok()?;
    Some(solution.value(tau))
}

/// Random solids that fly past each other.
fn judge_by_good_lp(index: u64, tally: &mut Tally) {
    let mut pair = moving_pair(index);
    let name = format!("{} {index}", pair.family);
    if pair.family != "random motion" {
        // Built to touch: beyond what a solver with tolerances can tell.
        return;
    }
    pair.motion_a = straight(&pair.motion_a);
    pair.motion_b = straight(&pair.motion_b);
    let built = Built::new(&pair).expect("valid");
    let place = |body: &Polytope, motion: &Motion| -> Vec<Vector3<f64>> {
        let origin = built.motion_a.start().translation();
        let placed = body
            .vertices()
            .map(|v| motion.start().transform_point(&v) - origin);
        placed.collect()
    };
    let travel = |m: &Motion| m.end().translation() - m.start().translation();
    let d = travel(&built.motion_b) - travel(&built.motion_a);
    let a = place(&built.a, &built.motion_a);
    let b = place(&built.b, &built.motion_b);
    let answer = built.ask_cold(&TimeOfImpactOptions::default());
    let other = by_good_lp(&a, &b, &d).filter(|t| *t <= 1.0);
    tally.cases += 1;
    tally.judged += 1;
    let agrees = match other {
        None => answer.verdict == Verdict::Separated,
        Some(t) => answer.verdict == Verdict::Hit && (t - answer.t_lo).abs() < 1e-6,
    };
    match answer.verdict {
        Verdict::Hit => tally.hits += 1,
        _ => tally.separated += 1,
    }
    tally.claim(agrees, &name, &format!("good_lp {other:?}, {answer:?}"));
}

#[test]
fn linear_times_are_those_of_good_lp() {
    // Half of the list are random motions.
    for_each(count(600, 41_000), judge_by_good_lp).report("linear times and good_lp");
}
