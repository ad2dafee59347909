//! Two-frame queries on generated motions: every answer proved against the exact two-pose hulls,
//! certified sweeps also against the motion itself. INTERFRAME_LONG=1 for full counts.

use crate::common::moving::Built;
use crate::common::{
    Answer, Ids, Tally, count, for_each, motion, plane_proves, twin_motion, vector, vectors,
};
use interframe::{
    About, DeformingPair, Error, Frame, Interframe, InterframeVerticesOptions, Motion, PairState,
    Reason, Sweep, Verdict, VertexSweep, interframe_vertices,
};
use nalgebra::{Unit, UnitQuaternion, Vector3};
use twin::cases::WrittenMotion;
use twin::distance::distance_sq;
use twin::number::Rational;
use twin::place::{self, Pair, two_frame, vertex_sweep};
use twin::proof::normal_clears;
use twin::sweeps::{MovingPair, deforming_pair, moving_pair};

/// The hulls of both bodies over the frame, for the twin.
fn hulls(built: &Built, pair: &MovingPair, frame: Frame) -> Pair {
    let motion_a = twin_motion(&pair.motion_a, &built.motion_a);
    let motion_b = twin_motion(&pair.motion_b, &built.motion_b);
    let frame = match frame {
        Frame::World => place::Frame::World,
        Frame::Relative => place::Frame::Relative,
    };
    two_frame(&pair.a, &motion_a, &pair.b, &motion_b, frame)
}

fn judge_motion(index: u64, tally: &mut Tally) {
    let pair = moving_pair(index);
    let name = format!("{} {index}", pair.family);
    let Some(built) = Built::new(&pair) else {
        let mut errors = [&pair.motion_a, &pair.motion_b].map(motion).into_iter();
        let first = errors.find_map(Result::err);
        tally.refused += 1;
        tally.claim(first == Some(Error::HalfTurn), &name, "refused");
        return;
    };
    let ids = Ids {
        a: &built.a,
        input_a: &pair.a,
        b: &built.b,
        input_b: &pair.b,
    };
    // Both frames share one state: a foreign one for the second.
    let mut state = PairState::default();
    for frame in [Frame::Relative, Frame::World] {
        let name = format!("{name} {frame:?}");
        let hulls = hulls(&built, &pair, frame);
        let mut found: Option<bool> = None;
        let mut hit = || *found.get_or_insert_with(|| twin::intersect::intersect(&hulls).hit());
        let full = Answer::from(built.swept(Sweep::Full, frame, &mut state));
        let spanning = full.plane.as_ref().and_then(|p| ids.pairs(p));
        tally.exact_answer(&name, &hulls, &full, spanning, &mut hit);
        if let Some(meets) = pair.meets {
            tally.claim(
                (full.verdict == Verdict::Hit) == meets,
                &name,
                "built to meet",
            );
        }
        let certified = built.swept(Sweep::Certified, frame, &mut state);
        judge_certified(
            &name, &pair, &built, frame, &hulls, &certified, &ids, tally, &mut hit,
        );
    }
}

#[allow(clippy::too_many_arguments)]
fn judge_certified(
    name: &str,
    pair: &MovingPair,
    built: &Built,
    frame: Frame,
    hulls: &Pair,
    answer: &Interframe,
    ids: &Ids<'_>,
    tally: &mut Tally,
    hit: &mut impl FnMut() -> bool,
) {
    let turning = built.motion_a.is_turning() || built.motion_b.is_turning();
    tally.claim(
        answer.about == About::Motion,
        name,
        "certified is about the motion",
    );
    tally.claim(
        turning || answer.slack == 0.0,
        name,
        "slack without turning",
    );
    if !turning && (frame == Frame::Relative || answer.verdict == Verdict::Separated) {
        let answer = Answer::from(*answer);
        let spanning = answer.plane.as_ref().and_then(|p| ids.pairs(p));
        tally.exact_answer(name, hulls, &answer, spanning, hit);
        return;
    }
    tally.cases += 1;
    match (answer.verdict, &answer.plane) {
        (Verdict::Separated, Some(plane)) => {
            tally.separated += 1;
            let normal = plane.normal.into();
            // A point that turns about itself has no slack: its plane may be a spanned one.
            let clears = match answer.slack {
                0.0 => plane_proves(hulls, plane, ids.pairs(plane)),
                slack => plane.spanned_by.is_none() && normal_clears(hulls, &normal, slack),
            };
            tally.claim(clears, name, "the plane does not clear the slack");
            let free = stays_apart(pair, built, &plane.normal);
            tally.claim(free, name, "the plane does not separate the moving bodies");
        }
        (Verdict::Undecided, None) => {
            // Then the dilated hulls do meet, to the tolerance.
            let tol = 2e-6 * built.a.bounding_radius().min(built.b.bounding_radius());
            // The least normal number covers a slack that is too small for f64.
            let slack = answer.slack * (1.0 + 1e-12) + f64::MIN_POSITIVE;
            let allowed = match answer.reason {
                Reason::HullsMeet => slack,
                _ => slack + tol,
            };
            let near = hit()
                || turning
                    && distance_sq(hulls).expect("not empty") <= Rational::square_of(allowed);
            tally.claim(near, name, "undecided although the dilated hulls are apart");
            tally.claim(
                answer.reason != Reason::None,
                name,
                "undecided without reason",
            );
        }
        _ => tally.claim(false, name, "certified answer makes no sense"),
    }
}

/// Samples the motion: at every time the plane's normal has A on one side and B on the other, to
/// rounding. (Where the plane itself is, and whether it moves with A, makes no difference.)
fn stays_apart(pair: &MovingPair, built: &Built, n: &Vector3<f64>) -> bool {
    const SAMPLES: u32 = 24;
    (0..=SAMPLES).all(|k| {
        let t = f64::from(k) / f64::from(SAMPLES);
        let a = at_time(&pair.motion_a, &built.motion_a, &pair.a, t);
        let b = at_time(&pair.motion_b, &built.motion_b, &pair.b, t);
        let highest = a.iter().map(|p| n.dot(p)).fold(f64::NEG_INFINITY, f64::max);
        let lowest = b.iter().map(|p| n.dot(p)).fold(f64::INFINITY, f64::min);
        let size = a.iter().chain(&b).map(|p| p.amax()).fold(0.0, f64::max);
        highest <= lowest + 1e-12 * size
    })
}

/// The body's vertices at time t, by ordinary arithmetic and the platform's sine.
fn at_time(
    written: &WrittenMotion,
    motion: &Motion,
    vertices: &[[f64; 3]],
    t: f64,
) -> Vec<Vector3<f64>> {
    let unit = |q: nalgebra::Quaternion<f64>| UnitQuaternion::new_normalize(q);
    let q0 = unit(motion.start().quaternion());
    let q1 = unit(motion.end().quaternion());
    let c = vector(&written.pivot);
    let p0 = vector(&written.start.p);
    let end = vector(&written.end_p);
    let (turn, displacement) = match &written.turn {
        Some(turn) => (vector(turn), end - p0),
        None => {
            let arc = (q1 * q0.inverse()).scaled_axis();
            (arc, end + q1 * c - p0 - q0 * c)
        }
    };
    let rotation = match Unit::try_new(turn, 0.0) {
        Some(axis) => UnitQuaternion::from_axis_angle(&axis, t * turn.norm()) * q0,
        None => q0,
    };
    let pivot = p0 + q0 * c + displacement * t;
    let place = |v: &[f64; 3]| rotation * (vector(v) - c) + pivot;
    vertices.iter().map(place).collect()
}

fn judge_deforming(index: u64, tally: &mut Tally) {
    let pair = deforming_pair(index);
    let name = format!("deforming {index}");
    let [a0, a1, b0, b1] = [&pair.a[0], &pair.a[1], &pair.b[0], &pair.b[1]].map(|l| vectors(l));
    let sweep_a = VertexSweep {
        start: &a0,
        end: &a1,
    };
    let sweep_b = VertexSweep {
        start: &b0,
        end: &b1,
    };
    let hulls = vertex_sweep((&pair.a[0], &pair.a[1]), (&pair.b[0], &pair.b[1]));
    let mut found: Option<bool> = None;
    let mut hit = || *found.get_or_insert_with(|| twin::intersect::intersect(&hulls).hit());
    let mut state = PairState::default();
    for _ in 0..2 {
        let answer = interframe_vertices(
            &DeformingPair {
                a: sweep_a,
                b: sweep_b,
            },
            &InterframeVerticesOptions::default(),
            &mut state,
        );
        let answer = Answer::from(answer.expect("finite lists of one length"));
        let span = answer.plane.and_then(|p| p.spanned_by);
        let spanning = span.map(|s| {
            let pairs = s.pairs().iter();
            pairs.map(|&(i, j)| (i as usize, j as usize)).collect()
        });
        tally.exact_answer(&name, &hulls, &answer, spanning, &mut hit);
        if let Some(meets) = pair.meets {
            tally.claim(
                (answer.verdict == Verdict::Hit) == meets,
                &name,
                "built to meet",
            );
        }
    }
    let swapped = interframe_vertices(
        &DeformingPair {
            a: sweep_b,
            b: sweep_a,
        },
        &InterframeVerticesOptions::default(),
        &mut state,
    );
    let same = swapped.is_ok_and(|s| (s.verdict == Verdict::Hit) == hit());
    tally.claim(same, &name, "swapped verdict differs");
}

#[test]
fn moving_pairs() {
    for_each(count(1_200, 200_000), judge_motion).report("two-frame hulls and certified sweeps");
}

#[test]
fn deforming_pairs() {
    for_each(count(8_000, 200_000), judge_deforming).report("deforming bodies");
}
