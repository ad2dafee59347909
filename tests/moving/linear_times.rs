//! Times of impact of bodies that do not turn: against the exact twin, and against an independent solver of linear programs.
//! INTERFRAME_LONG=1 for full counts.

use crate::common::moving::{Built, moved};
use crate::common::{Tally, count, cube, for_each, quaternion};
use good_lp::{
    Expression, Solution, SolverModel, Variable, constraint, microlp, variable, variables,
};
use interframe::{
    Contact, Error, Motion, PairState, Polytope, TimeOfImpactMethod, TimeOfImpactOptions, Verdict,
    time_of_impact,
};
use nalgebra::{UnitQuaternion, Vector3};
use twin::cases::WrittenMotion;
use twin::flush_boxes::moving_flush_pair;
use twin::number::Rational;
use twin::place::{self, V3, linear};
use twin::random::case_generator;
use twin::sweeps::{MovingPair, moving_pair};
use twin::time_of_impact::first_meeting;

fn straight(written: &WrittenMotion) -> WrittenMotion {
    WrittenMotion {
        end_q: None,
        turn: None,
        pivot: [0.0; 3],
        ..*written
    }
}

/// Random solids, on sweeps of up to a million sizes.
fn long_pair(index: u64) -> MovingPair {
    let mut pair = moving_pair(index);
    pair.motion_a = straight(&pair.motion_a);
    pair.motion_b = straight(&pair.motion_b);
    if index.is_multiple_of(5) {
        let far = 10f64.powi((index / 5 % 7) as i32);
        for k in 0..3 {
            let way = pair.motion_b.end_p[k] - pair.motion_b.start.p[k];
            pair.motion_b.end_p[k] = pair.motion_b.start.p[k] + way * far;
        }
    }
    pair
}

/// Bodies as levels are built of: boxes, octahedra, prisms and hulls of whole points, at places of a grid, that fly along an axis or
/// a diagonal onto each other, so that their faces, edges and corners meet head on. In half of the scenes a common turn or place
/// rounds all of that.
fn grid_pair(index: u64) -> MovingPair {
    let random = &mut case_generator(0x9d1d, index);
    let mut body = || -> Vec<V3> {
        let half = [0; 3].map(|_| random.integer(1, 4) as f64);
        let corner = |k: usize| [0, 1, 2].map(|i| half[i] * [1.0, -1.0][k >> i & 1]);
        match random.below(4) {
            0 => (0..8).map(corner).collect(),
            1 => (0..6)
                .map(|k| {
                    [0, 1, 2].map(|i| [0.0, half[i]][usize::from(k / 2 == i)] * [1.0, -1.0][k % 2])
                })
                .collect(),
            2 => (0..8).filter(|k| k & 3 != 3).map(corner).collect(),
            _ => (0..random.integer(4, 12))
                .map(|_| [0; 3].map(|_| random.integer(-3, 3) as f64))
                .collect(),
        }
    };
    let (a, b) = (body(), body());
    let step = *random.pick(&[0.0, 0.25, 1.0]);
    let beside = [0; 3].map(|_| step * random.integer(-3, 3) as f64);
    let mut way = [0; 3].map(|_| random.integer(-1, 1) as f64);
    if way == [0.0; 3] {
        way[random.below(3)] = 1.0;
    }
    let far = random.integer(5, 12) as f64;
    let mut at = [[0.0; 3], [0, 1, 2].map(|k| beside[k] - far * way[k])];
    let mut end = [0, 1, 2].map(|k| at[1][k] + 2.0 * far * way[k]);
    let mut q = [0.0, 0.0, 0.0, 1.0];
    if random.flip() {
        let place = [0; 3].map(|_| random.between(-10.0, 10.0));
        q = random.quaternion();
        let turn = UnitQuaternion::new_normalize(quaternion(&q));
        let moved =
            |p: &V3| (turn.transform_vector(&Vector3::from(*p)) + Vector3::from(place)).into();
        at = [moved(&at[0]), moved(&at[1])];
        end = moved(&end);
    }
    let motion = |p: V3, end_p: V3| WrittenMotion {
        start: place::Pose { p, q },
        end_p,
        end_q: None,
        turn: None,
        pivot: [0.0; 3],
    };
    MovingPair {
        family: "on a grid",
        a,
        motion_a: motion(at[0], at[0]),
        b,
        motion_b: motion(at[1], end),
        meets: None,
    }
}

/// A hit's two times against the exact one, its bracket's width in lengths, and its points, which are one.
fn judge_linear(method: TimeOfImpactMethod, index: u64, pair: &MovingPair, tally: &mut Tally) {
    let name = format!("{} {index}", pair.family);
    let built = Built::new(pair).expect("valid");
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
    let points = [answer.point_a, answer.point_b].map(|point| point.expect("a hit has points"));
    let between = (points[0] - points[1]).amax();
    tally.claim(
        between <= 1e-10 * far + (answer.t_hi - answer.t_lo) * travel.norm() || answer.t_hi == 0.0,
        &name,
        &format!("points {between} apart: {answer:?}"),
    );
}

#[test]
fn linear_times_on_a_grid_are_those_of_the_twin() {
    let method = TimeOfImpactMethod::Default;
    let judged = for_each(count(2_500, 400_000), |i, t| {
        judge_linear(method, i, &grid_pair(i), t);
    });
    judged.report("linear times of impact on a grid");
}

/// Boxes side by side, which touch to rounding at the start.
#[test]
fn linear_times_of_flush_boxes_are_those_of_the_twin() {
    let method = TimeOfImpactMethod::Default;
    let judged = for_each(count(1_500, 200_000), |i, t| {
        judge_linear(method, i, &moving_flush_pair(i), t);
    });
    judged.report("linear times of flush boxes");
}

#[test]
fn linear_times_are_those_of_the_twin() {
    let method = TimeOfImpactMethod::Default;
    let judged = for_each(count(1_500, 200_000), |i, t| {
        judge_linear(method, i, &long_pair(i), t);
    });
    judged.report("linear times of impact");
}

#[test]
fn linear_times_by_the_interior_point_are_those_of_the_twin() {
    let method = TimeOfImpactMethod::InteriorPoint;
    let judged = for_each(count(1_000, 200_000), |i, t| {
        judge_linear(method, i, &long_pair(i), t);
    });
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
