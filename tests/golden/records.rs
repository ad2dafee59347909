//! Worlds, and answers as certificates and lines.

use crate::at_rest::posed;
use crate::common::moving::swept_with_proof;
use crate::common::words::Hash;
use crate::kinds::{any_pieces, block, place};
use crate::motions::{deformed, moved, options};
use interframe::*;
use nalgebra::Vector3;
use twin::random::case_generator;

/// Blocks that fly to and fro over what stands still, in every mode.
pub(crate) fn worlds(hash: &mut Hash) {
    for mode in [Mode::First, Mode::All, Mode::Poses] {
        let rng = &mut case_generator(0x601d, 5);
        let mut world = World::new();
        let mut moving = Vec::new();
        for user in 0..40 {
            let at = Vector3::from(rng.direction()) * 3.0;
            let is_ground = user < 3;
            let shape = if is_ground {
                any_pieces(rng)
            } else {
                block(rng)
            };
            let id = world.add(BodyInput {
                user,
                mobility: if is_ground {
                    Mobility::Static
                } else {
                    Mobility::Moving
                },
                ..BodyInput::new(shape, place(rng, at))
            });
            if !is_ground {
                moving.push(id);
            }
        }
        for frame in 0..6 {
            let motions: Vec<_> = moving
                .iter()
                .map(|id| {
                    let start = *world.get(*id).expect("a body").pose();
                    let end = Vector3::from(rng.direction()) * 3.0;
                    let turn = Vector3::from(rng.direction()) * f64::from(frame % 3);
                    let motion = Motion::from_turn(start, end, turn, Vector3::zeros());
                    (*id, motion.expect("finite"))
                })
                .collect();
            let options = AdvanceOptions {
                mode,
                ..AdvanceOptions::default()
            };
            let found = world.advance(&motions, &options, &Serial).expect("motions");
            hash.add(&found.events);
        }
    }
}

pub(crate) fn certificates(hash: &mut Hash) {
    posed(100, hash, &mut |pair, state, hash| {
        let found =
            intersect(&pair.pair(), &IntersectOptions::default(), state).expect("valid options");
        let proof = certify_intersect(&pair.pair(), &found);
        hash.bytes(proof.to_json().as_bytes());
    });
    moved(150, &mut |_, _, pair| {
        for sweep in [Sweep::Certified, Sweep::Full] {
            let (_, proof) = swept_with_proof(&pair.pair(), sweep, Frame::Relative);
            hash.bytes(
                proof
                    .map_or(String::new(), |proof| proof.to_json())
                    .as_bytes(),
            );
        }
    });
    deformed(150, &mut |a, b| {
        let found = interframe_vertices(
            &DeformingPair { a, b },
            &InterframeVerticesOptions::default(),
            &mut PairState::default(),
        );
        let proof =
            certify_interframe_vertices(&DeformingPair { a, b }, &found.expect("valid lists"));
        hash.bytes(proof.expect("valid lists").to_json().as_bytes());
    });
}

pub(crate) fn motion_certificates(hash: &mut Hash) {
    moved(200, &mut |index, _, pair| {
        let options = options(index, pair);
        let state = &mut PairState::default();
        let found = time_of_impact(&pair.pair(), &options, state);
        let found = found.expect("valid options");
        let proof = certify_time_of_impact(&pair.pair(), &options, &found);
        hash.bytes(proof.to_json().as_bytes());
    });
}

pub(crate) fn lines(hash: &mut Hash) {
    use interframe::case::{Case, Query};
    let write = |hash: &mut Hash, query: Query| {
        let line = Case::new("q", query, None).to_string();
        hash.bytes(line.as_bytes());
    };
    let along = PenetrationOptions {
        direction: Some(Vector3::new(0.25, -1.0, 0.5)),
        ..PenetrationOptions::default()
    };
    posed(30, hash, &mut |built, _, hash| {
        let pair = built.pair();
        let near = ContactManifoldOptions {
            prediction: crate::at_rest::prediction(built),
            ..ContactManifoldOptions::default()
        };
        for query in [
            Query::intersect(&pair, &IntersectOptions::default()),
            Query::distance(&pair, &DistanceOptions::default()),
            Query::penetration(&pair, &along),
            Query::contact_manifold(&pair, &near),
            Query::contains(&pair, &ContainsOptions::default()),
        ] {
            write(hash, query);
        }
    });
    moved(50, &mut |index, _, built| {
        let pair = built.pair();
        let hulls = InterframeOptions {
            sweep: Sweep::Full,
            frame: Frame::World,
            ..InterframeOptions::default()
        };
        write(hash, Query::interframe(&pair, &hulls));
        write(hash, Query::time_of_impact(&pair, &options(index, built)));
    });
    deformed(50, &mut |a, b| {
        let pair = DeformingPair { a, b };
        write(
            hash,
            Query::interframe_vertices(&pair, &InterframeVerticesOptions::default()),
        );
    });
}
