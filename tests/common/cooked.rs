//! The judge of bodies that were read from bytes that anybody may have made.

use interframe::{
    Body, DistanceOptions, HeightField, PairState, PiecesKind, Polytope, Pose, PosedPair,
    SharedBody, TriangleMesh, TriangleMeshOptions, distance,
};
use nalgebra::{Quaternion, Vector3};
use twin::random::SplitMix64;

pub fn vector(random: &mut SplitMix64, size: f64) -> Vector3<f64> {
    Vector3::from_fn(|_, _| random.between(-size, size))
}

pub fn pose(random: &mut SplitMix64, size: f64) -> Pose {
    let q = Quaternion::from(std::array::from_fn(|_| random.between(-1.0, 1.0)));
    Pose::new(vector(random, size), q / q.norm()).expect("a pose")
}

/// The check sum as `src/cook/mod.rs` documents it, so that content is read and not refused for that.
pub fn seal(bytes: &mut [u8]) {
    let Some((content, sum)) = bytes.split_last_chunk_mut::<8>() else {
        return;
    };
    let with = |mix: u64, word: u64| {
        (mix ^ word)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29)
    };
    let (words, rest) = content.as_chunks::<8>();
    let mix = words.iter().fold(0x243f_6a88_85a3_08d3, |mix, word| {
        with(mix, u64::from_le_bytes(*word))
    });
    let mix = rest
        .iter()
        .fold(mix, |mix, byte| with(mix, u64::from(*byte)));
    *sum = with(mix, content.len() as u64).to_le_bytes();
}

/// Without what nothing rests on: where corners stood in a list, whether contacts know outlines.
fn plain_hull(body: &Polytope) -> (String, String) {
    let faces: Vec<_> = (0..body.face_count())
        .map(|f| (body.face(f).to_vec(), body.face_normal(f)))
        .collect();
    let corners: Vec<_> = (0..body.vertex_count())
        .map(|v| {
            (
                body.vertex(v),
                body.neighbors(v).to_vec(),
                body.climb_factor_at(v),
                body.vertex_groups(v),
            )
        })
        .collect();
    let measures = (
        (
            body.dimension(),
            body.center(),
            body.center_error(),
            body.inscribed_radius(),
            body.reach(),
        ),
        (
            body.bounding_center(),
            body.bounding_radius(),
            body.oriented_box(),
        ),
    );
    (format!("{faces:?} {corners:?}"), format!("{measures:?}"))
}

fn check_hull(body: &Polytope) {
    body.validate().expect("what is accepted is a hull");
    let points: Vec<_> = body.vertices().collect();
    let built = Polytope::new(&points).expect("finite corners");
    assert_eq!(plain_hull(body), plain_hull(&built));
}

/// What an accepted body would be if it were built of its own numbers.
pub fn check(body: &SharedBody, random: &mut SplitMix64) {
    assert!(body.radius() >= 0.0 && body.radius().is_finite());
    match body.get() {
        Body::Pieces(pieces) => match pieces.kind() {
            PiecesKind::Compound(compound) => {
                for part in 0..compound.part_count() {
                    if let Body::Polytope(part) = compound.part(part) {
                        check_hull(part);
                    }
                }
            }
            PiecesKind::TriangleMesh(mesh) => {
                let one_sided = mesh.is_one_sided();
                let options = TriangleMeshOptions {
                    one_sided,
                    ..Default::default()
                };
                let built = TriangleMesh::new(mesh.vertices(), mesh.triangles(), &options);
                let built = built.expect("its own lists");
                assert_eq!(built.report(), mesh.report());
                let built = SharedBody::from(built)
                    .rounded(pieces.radius())
                    .expect("its radius");
                let probe = SharedBody::new(Polytope::new(&[Vector3::zeros()]).expect("a point"));
                for _ in 0..4 {
                    let (here, there) = (pose(random, 1.0), pose(random, 2.0));
                    let ask = |body: &SharedBody| {
                        let pair = PosedPair::new(body, &here, &probe, &there);
                        let found = distance(
                            &pair,
                            &DistanceOptions::default(),
                            &mut PairState::default(),
                        );
                        found.map(|found| (found.verdict, found.separation, found.error))
                    };
                    assert_eq!(ask(body), ask(&built));
                }
            }
            PiecesKind::HeightField(field) => {
                let row = |r| (0..field.columns()).map(move |c| field.height(r, c));
                let heights: Vec<f64> = (0..field.rows()).flat_map(row).collect();
                HeightField::new(&heights, field.columns(), field.spacing(), field.origin())
                    .expect("its own heights");
            }
            _ => unreachable!("no other kind"),
        },
        Body::Polytope(core) => check_hull(core),
        Body::Rounded(rounded) => check_hull(rounded.core()),
        _ => {}
    }
}
