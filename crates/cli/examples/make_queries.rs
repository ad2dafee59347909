//! Writes random queries, one a line: `cargo run --release -p interframe-cli --example make_queries
//! -- COUNT SEED > FILE`. Random solids, degenerate and nearly touching pairs, moving and deforming
//! bodies, times of impact of bodies that do not turn, point sets in 2 and 4 to 8 dimensions. The
//! same lines on every machine.

use std::io::{BufWriter, Write, stdout};

use interframe::case::{Case, Query};
use interframe::{
    DeformingPair, Frame, InterframeOptions, InterframeVerticesOptions, IntersectOptions, Motion,
    MovingPair, Polytope, Pose, PosedPair, SetsOptions, Sweep, TimeOfImpactOptions, VertexSweep,
};
use nalgebra::{Quaternion, Vector3};
use twin::cases::WrittenMotion;
use twin::degenerate::degenerate_pair;
use twin::near_contact::near_contact;
use twin::place::{self, V3};
use twin::random_pairs::{self, random_pair};
use twin::set_pairs::{SetPair, nested, set_pair};
use twin::sweeps::{deforming_pair, moving_pair};

fn main() -> std::io::Result<()> {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse::<u64>());
    let (Some(Ok(count)), Some(Ok(seed))) = (numbers.next(), numbers.next()) else {
        eprintln!("usage: make_queries COUNT SEED");
        std::process::exit(2);
    };
    let mut out = BufWriter::new(stdout().lock());
    for index in 0..count {
        writeln!(out, "{}", query(index, seed.wrapping_mul(1 << 32) + index))?;
    }
    out.flush()
}

/// Query number `index`; `from` is its place in the endless lists of pairs.
fn query(index: u64, from: u64) -> String {
    let id = format!("random-{from}");
    match index % 10 {
        0..=2 => posed(&id, &random_pair(from)),
        3 => posed(&id, &degenerate_pair(from)),
        4 => posed(&id, &near_contact(from)),
        5 => moving(&id, from),
        6 => flying(&id, from),
        7 => deforming(&id, from),
        _ => match index / 10 % 6 {
            0 => sets::<2>(&id, from),
            1 => sets::<4>(&id, from),
            2 => sets::<5>(&id, from),
            3 => sets::<6>(&id, from),
            4 => sets::<7>(&id, from),
            _ => sets::<8>(&id, from),
        },
    }
}

fn posed(id: &str, pair: &random_pairs::PosedPair) -> String {
    let (a, b) = (body(&pair.a), body(&pair.b));
    let (pose_a, pose_b) = (pose(&pair.pose_a), pose(&pair.pose_b));
    let pair = PosedPair::new(&a, &pose_a, &b, &pose_b);
    let query = Query::intersect(&pair, &IntersectOptions::default());
    Case::new(id, query, None).to_json()
}

/// A motion that the library refuses, half a turn between two poses, is left out for the next.
fn moving(id: &str, from: u64) -> String {
    let mut from = from;
    loop {
        let pair = moving_pair(from);
        if let (Ok(ma), Ok(mb)) = (motion(&pair.motion_a), motion(&pair.motion_b)) {
            let (a, b) = (body(&pair.a), body(&pair.b));
            let options = InterframeOptions {
                sweep: [Sweep::Full, Sweep::Certified][from as usize % 2],
                frame: [Frame::Relative, Frame::World][from as usize / 2 % 2],
                ..InterframeOptions::default()
            };
            let query = Query::interframe(&MovingPair::new(&a, &ma, &b, &mb), &options);
            return Case::new(id, query, None).to_json();
        }
        from = from.wrapping_add(1 << 20);
    }
}

/// The time of impact of bodies that do not turn.
fn flying(id: &str, from: u64) -> String {
    let pair = moving_pair(from);
    let straight = |written: &WrittenMotion| {
        let straight = WrittenMotion {
            end_q: None,
            turn: None,
            pivot: [0.0; 3],
            ..*written
        };
        motion(&straight).expect("a motion that does not turn")
    };
    let (a, b) = (body(&pair.a), body(&pair.b));
    let (ma, mb) = (straight(&pair.motion_a), straight(&pair.motion_b));
    let pair = MovingPair::new(&a, &ma, &b, &mb);
    let query = Query::time_of_impact(&pair, &TimeOfImpactOptions::default());
    Case::new(id, query, None).to_json()
}

fn deforming(id: &str, from: u64) -> String {
    let pair = deforming_pair(from);
    let lists = [&pair.a[0], &pair.a[1], &pair.b[0], &pair.b[1]].map(|l| vectors(l));
    let [start_a, end_a, start_b, end_b] = &lists;
    let a = VertexSweep {
        start: start_a,
        end: end_a,
    };
    let b = VertexSweep {
        start: start_b,
        end: end_b,
    };
    let options = InterframeVerticesOptions::default();
    let query = Query::interframe_vertices(&DeformingPair { a, b }, &options);
    Case::new(id, query, None).to_json()
}

fn sets<const D: usize>(id: &str, from: u64) -> String {
    let pair: SetPair<D> = if from.is_multiple_of(2) {
        set_pair(from)
    } else {
        // `contains` asks whether B is inside A.
        let SetPair { family, a, b, .. } = nested(from);
        SetPair {
            family,
            a: b,
            b: a,
            meets: None,
        }
    };
    if pair.a.is_empty() && pair.b.is_empty() {
        // Nothing says how many numbers the points would have.
        return sets::<D>(id, from + 1);
    }
    let options = SetsOptions::default();
    let query = match from.is_multiple_of(2) {
        true => Query::intersect_sets(&pair.a, &pair.b, &options),
        // A case asks whether its B is inside its A.
        false => Query::is_subset(&pair.b, &pair.a, &options),
    };
    Case::new(id, query, None).to_json()
}

fn vectors(list: &[V3]) -> Vec<Vector3<f64>> {
    list.iter().map(|v| Vector3::from(*v)).collect()
}

fn body(list: &[V3]) -> Polytope {
    Polytope::new(&vectors(list)).expect("finite points")
}

fn quaternion(q: &[f64; 4]) -> Quaternion<f64> {
    Quaternion::new(q[3], q[0], q[1], q[2])
}

fn pose(pose: &place::Pose) -> Pose {
    Pose::new(Vector3::from(pose.p), quaternion(&pose.q)).expect("a valid pose")
}

fn motion(written: &WrittenMotion) -> interframe::Result<Motion> {
    let start = pose(&written.start);
    let (end, pivot) = (Vector3::from(written.end_p), Vector3::from(written.pivot));
    match (&written.turn, &written.end_q) {
        (Some(turn), _) => Motion::from_turn(start, end, Vector3::from(*turn), pivot),
        (None, q) => {
            let q = quaternion(q.as_ref().unwrap_or(&written.start.q));
            Motion::between(start, Pose::new(end, q)?, pivot)
        }
    }
}
