//! Polytopes on their way.

use crate::at_rest::ordinary;
use crate::common::curved::any_curved;
use crate::common::words::Hash;
use crate::common::{moving, vectors};
use interframe::*;
use nalgebra::Vector3;
use twin::place::V3;
use twin::random::case_generator;
use twin::spins::spinning_pair;
use twin::sweeps::{MovingPair, deforming_pair, moving_pair};

/// Moving pairs `0..count` of both kinds.
pub(crate) fn moved(count: u64, ask: &mut dyn FnMut(u64, &MovingPair, &moving::Built)) {
    for index in 0..count {
        for pair in [moving_pair(index), spinning_pair(index)] {
            let starts = [pair.motion_a.start.p, pair.motion_b.start.p];
            if !(ordinary(&pair.a) && ordinary(&pair.b) && ordinary(&starts)) {
                continue;
            }
            if let Some(built) = moving::Built::new(&pair) {
                ask(index, &pair, &built);
            }
        }
    }
}

pub(crate) fn motions(hash: &mut Hash) {
    moved(300, &mut |_, _, pair| {
        hash.add(&(&pair.motion_a, &pair.motion_b))
    });
}

pub(crate) fn by_sweep(count: u64, sweep: Sweep, hash: &mut Hash) {
    moved(count, &mut |_, _, pair| {
        let mut state = PairState::default();
        for method in [Method::Default, Method::InteriorPoint] {
            for frame in [Frame::World, Frame::Relative] {
                let state = &mut state;
                let found = interframe(
                    &pair.pair(),
                    &InterframeOptions {
                        sweep,
                        frame,
                        method,
                        ..InterframeOptions::default()
                    },
                    state,
                )
                .expect("valid options");
                hash.add(&found);
                hash.add(state);
            }
        }
    });
}

/// Deforming pairs `0..count`.
pub(crate) fn deformed(count: u64, ask: &mut dyn FnMut(VertexSweep<'_>, VertexSweep<'_>)) {
    for index in 0..count {
        let pair = deforming_pair(index);
        let lists = [&pair.a[0], &pair.a[1], &pair.b[0], &pair.b[1]];
        if lists.iter().all(|list| ordinary(list)) {
            let lists = lists.map(|list| vectors(list));
            let [a, b] = [0, 2].map(|i| VertexSweep {
                start: &lists[i],
                end: &lists[i + 1],
            });
            ask(a, b);
        }
    }
}

pub(crate) fn deforming(hash: &mut Hash) {
    deformed(1500, &mut |a, b| {
        let mut state = PairState::default();
        hash.add(&interframe_vertices(
            &DeformingPair { a, b },
            &InterframeVerticesOptions::default(),
            &mut state,
        ));
        hash.add(&state);
    });
}

/// Every option in turn.
pub(crate) fn options(index: u64, pair: &moving::Built) -> TimeOfImpactOptions {
    let size = pair.a.bounding_radius().min(pair.b.bounding_radius());
    let part = |part: f64| (size > 0.0).then_some(part * size);
    let mut options = TimeOfImpactOptions::default();
    match index % 8 {
        1 => options.tolerance = part(1e-9),
        2 => options.tolerance = part(1e-3),
        3 => options.target_separation = 0.1 * size,
        4 => options.initial_contact = InitialContact::IgnoreUntilSeparated,
        5 => options.initial_contact = InitialContact::OnlyIfApproaching,
        6 => options.budget = 2,
        _ => {}
    }
    options
}

pub(crate) fn times(turning: bool, hash: &mut Hash) {
    moved(1200, &mut |index, _, pair| {
        let (_, motion_a, _, motion_b) = pair.parts();
        if turning != (motion_a.is_turning() || motion_b.is_turning()) {
            return;
        }
        let options = options(index, pair);
        let state = &mut PairState::default();
        hash.add(&time_of_impact(&pair.pair(), &options, state));
        hash.add(state);
        let plain = plain_conservative_advancement;
        if turning && index < 100 {
            hash.add(&plain(&pair.pair(), &options, true, state));
        }
    });
}

pub(crate) fn intervals(hash: &mut Hash) {
    moved(300, &mut |index, _, pair| {
        let options = options(index, pair);
        let (state, mut out) = (&mut PairState::default(), [ContactInterval::default(); 8]);
        let room = &mut out;
        let found = contact_intervals(&pair.pair(), &options, state, room);
        hash.add(&found);
        hash.add(&out);
        hash.add(state);
    });
}

/// Closest approaches of polytopes, and for every fourth pair those with a curved body in A's place.
pub(crate) fn approaches(hash: &mut Hash) {
    let rng = &mut case_generator(0x601d, 2);
    moved(150, &mut |index, _, pair| {
        let (_, motion_a, b, motion_b) = pair.parts();
        let options = ClosestApproachOptions::default();
        let state = &mut PairState::default();
        let plain = pair.pair();
        hash.add(&closest_approach(&plain, &options, state));
        if index % 4 == 0 {
            let body = any_curved(rng);
            let curved = interframe::MovingPair::new(&body, motion_a, b, motion_b);
            hash.add(&closest_approach(&curved, &options, state));
        }
        hash.add(state);
    });
}

/// A fifth of B in the middle of A, moving with it but for a part of B's travel, and as it turns.
pub(crate) fn exits(hash: &mut Hash) {
    moved(400, &mut |index, pair, built| {
        let middle =
            |points: &[V3]| vectors(points).iter().sum::<Vector3<f64>>() / points.len() as f64;
        let [from, to] = [&pair.b, &pair.a].map(|points| middle(points));
        let small: Vec<_> = vectors(&pair.b)
            .iter()
            .map(|v| 0.2 * (v - from) + to)
            .collect();
        let small = Polytope::new(&small).expect("finite points");
        let (mut inner, [b0, b1]) = (pair.motion_a, [pair.motion_b.start.p, pair.motion_b.end_p]);
        for k in 0..3 {
            inner.end_p[k] += 0.2 * (b1[k] - b0[k]);
        }
        if index % 2 == 0 {
            (inner.turn, inner.pivot) = (pair.motion_b.turn, to.into());
        }
        let (Ok(inner), moving::Built { a, motion_a, .. }) = (crate::common::motion(&inner), built)
        else {
            return;
        };
        let options = TimeOfExitOptions::default();
        hash.add(&time_of_exit(
            &interframe::MovingPair::new(a, motion_a, &small, &inner),
            &options,
            &mut PairState::default(),
        ));
    });
}

pub(crate) fn boxes(hash: &mut Hash) {
    moved(300, &mut |_, _, pair| {
        hash.add(&extended_boxes_meet(
            &pair.pair(),
            &ExtendedBoxesOptions::default(),
            &mut PairState::default(),
        ));
    });
}
