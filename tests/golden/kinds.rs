//! Bodies with radii, curved ones and bodies of several pieces, at rest and on their way.

use crate::at_rest::posed;
use crate::common::curved::any_curved;
use crate::common::words::Hash;
use crate::motions::{moved, options};
use interframe::*;
use nalgebra::Vector3;
use twin::random::{SplitMix64, case_generator};

/// Every query about two bodies at rest of any kind.
fn at_rest(pair: &interframe::PosedPair<'_>, state: &mut PairState, hash: &mut Hash) {
    hash.add(&intersect(pair, &IntersectOptions::default(), state));
    hash.add(&distance(pair, &DistanceOptions::default(), state));
    let within_a_quarter = WithinOptions {
        distance: 0.25,
        ..WithinOptions::default()
    };
    hash.add(&within(pair, &within_a_quarter, state));
    hash.add(&mpr(pair, &MprOptions::default(), state));
    hash.add(&penetration(pair, &PenetrationOptions::default(), state));
    hash.add(state);
}

pub(crate) fn round_at_rest(hash: &mut Hash) {
    posed(80, hash, &mut |pair, state, hash| {
        let (a, pose_a, b, pose_b) = pair.parts();
        let [round_a, round_b] =
            [a, b].map(|body| body.rounded(0.25 * body.bounding_radius() + 0.125));
        let (a, b) = (round_a.expect("a radius"), round_b.expect("a radius"));
        at_rest(
            &interframe::PosedPair::new(a, pose_a, b, pose_b),
            state,
            hash,
        );
    });
}

pub(crate) fn round_moving(hash: &mut Hash) {
    moved(200, &mut |index, _, pair| {
        let (a, motion_a, b, motion_b) = pair.parts();
        let a = a.rounded(0.25 * a.bounding_radius()).expect("a radius");
        let pair_of_both = interframe::MovingPair::new(a, motion_a, b, motion_b);
        let state = &mut PairState::default();
        hash.add(&time_of_impact(&pair_of_both, &options(index, pair), state));
        hash.add(state);
    });
}

/// Curved bodies with the other bodies' places.
pub(crate) fn curved_at_rest(hash: &mut Hash) {
    let rng = &mut case_generator(0x601d, 0);
    posed(40, hash, &mut |pair, state, hash| {
        let (a, pose_a, _, pose_b) = pair.parts();
        let (body, other) = (any_curved(rng), any_curved(rng));
        at_rest(
            &interframe::PosedPair::new(&body, pose_a, &other, pose_b),
            state,
            hash,
        );
        at_rest(
            &interframe::PosedPair::new(a, pose_a, &other, pose_b),
            state,
            hash,
        );
    });
}

pub(crate) fn curved_moving(hash: &mut Hash) {
    let rng = &mut case_generator(0x601d, 1);
    moved(100, &mut |index, _, pair| {
        let (_, motion_a, b, motion_b) = pair.parts();
        let body = any_curved(rng);
        let pair_of_both = interframe::MovingPair::new(&body, motion_a, b, motion_b);
        let state = &mut PairState::default();
        hash.add(&time_of_impact(&pair_of_both, &options(index, pair), state));
    });
}

/// A mesh of 18 triangles a row, or a compound of parts in a row, about the origin.
pub(crate) fn any_pieces(rng: &mut SplitMix64) -> SharedBody {
    if rng.below(4) == 0 {
        let parts: Vec<_> = (-3..=3)
            .map(|k| (block(rng), place(rng, Vector3::x() * f64::from(k))))
            .collect();
        return SharedBody::compound(&parts).expect("parts");
    }
    let at = |k: u32| f64::from(k % 10) - 4.5;
    let vertices: Vec<_> = (0..100)
        .map(|k| Vector3::new(at(k / 10), at(k), rng.between(-0.5, 0.5)))
        .collect();
    let cells = (0..90).filter(|k| k % 10 < 9);
    let triangles: Vec<_> = cells
        .flat_map(|k| [[k, k + 10, k + 11], [k, k + 11, k + 1]])
        .collect();
    let mesh = TriangleMesh::new(&vertices, &triangles, &TriangleMeshOptions::default());
    mesh.expect("a mesh").into()
}

/// A convex body of half a unit, one in three with a radius.
pub(crate) fn block(rng: &mut SplitMix64) -> SharedBody {
    let points: Vec<_> = (0..8)
        .map(|_| Vector3::from(rng.direction()) * 0.5)
        .collect();
    let radius = *rng.pick(&[0.0, 0.0, 0.25]);
    let hull = Polytope::new(&points).expect("finite points");
    SharedBody::new(hull).rounded(radius).expect("a radius")
}

/// Half of the poses are not turned.
pub(crate) fn place(rng: &mut SplitMix64, at: Vector3<f64>) -> Pose {
    let q = match rng.flip() {
        true => rng.quaternion(),
        false => [0.0, 0.0, 0.0, 1.0],
    };
    Pose::new(at, crate::common::quaternion(&q)).expect("a pose")
}

pub(crate) fn pieces_at_rest(hash: &mut Hash) {
    let rng = &mut case_generator(0x601d, 3);
    for _ in 0..60 {
        let (a, b) = (any_pieces(rng), block(rng));
        let pose_a = place(rng, Vector3::zeros());
        let apart = Vector3::from(rng.direction()) * 2.0;
        let pose_b = place(rng, apart);
        let pair = interframe::PosedPair::new(&a, &pose_a, &b, &pose_b);
        let state = &mut PairState::default();
        at_rest(&pair, state, hash);
        hash.add(&contact_manifold(
            &pair,
            &ContactManifoldOptions::default(),
            state,
        ));
    }
}

pub(crate) fn pieces_moving(hash: &mut Hash) {
    let rng = &mut case_generator(0x601d, 4);
    for index in 0..400 {
        let (a, b) = (any_pieces(rng), block(rng));
        let still = Motion::fixed(place(rng, Vector3::zeros()));
        let way = Vector3::from(rng.direction()) * 6.0;
        let aside = Vector3::from(rng.direction()) * 2.0;
        let start = place(rng, aside - way);
        let turn = match index % 5 {
            0 => Vector3::from(rng.direction()) * 2.0,
            _ => Vector3::zeros(),
        };
        let motion = Motion::from_turn(start, aside + way, turn, Vector3::zeros());
        let motion = motion.expect("finite");
        let pair = interframe::MovingPair::new(&a, &still, &b, &motion);
        let state = &mut PairState::default();
        let options = TimeOfImpactOptions::default();
        hash.add(&time_of_impact(&pair, &options, state));
        if index % 8 == 0 {
            let mut room = [ContactInterval::default(); 8];
            hash.add(&contact_intervals(&pair, &options, state, &mut room));
            hash.add(&room);
            let options = ClosestApproachOptions::default();
            hash.add(&closest_approach(&pair, &options, state));
        }
    }
}
