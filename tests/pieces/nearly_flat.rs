//! Bodies above and in terrain that is flat but for noise far below its size, where the nearest face of a large triangle is as near
//! as the next to rounding.

use interframe::{
    ContactManifoldOptions, DistanceOptions, HeightField, PairState, PenetrationOptions, Pose,
    PosedPair, SharedBody, TriangleMesh, TriangleMeshOptions, Verdict, contact_manifold, distance,
    penetration,
};
use nalgebra::{Quaternion, Vector3};
use twin::random::{SplitMix64, case_generator};

use crate::common::{count, for_each};

const SIDE: usize = 3;

fn terrain(random: &mut SplitMix64, noise: f64) -> SharedBody {
    let heights: Vec<f64> = (0..SIDE * SIDE)
        .map(|_| noise * random.between(-3.0, 3.0))
        .collect();
    if random.flip() {
        let field = HeightField::new(&heights, SIDE, [1.0; 2], [-1.0; 2]);
        return field.expect("a field").into();
    }
    let place = |k: usize| ((k % SIDE) as f64 - 1.0, (k / SIDE) as f64 - 1.0);
    let vertices: Vec<_> = (heights.iter().enumerate())
        .map(|(k, z)| Vector3::new(place(k).0, place(k).1, *z))
        .collect();
    let mut triangles = Vec::new();
    for cell in [0, 1, 3, 4] {
        let [a, b, c, d] = [cell, cell + 1, cell + 4, cell + 3];
        triangles.extend(match random.flip() {
            true => [[a, b, c], [a, c, d]],
            false => [[a, b, d], [b, c, d]],
        });
    }
    let mesh = TriangleMesh::new(&vertices, &triangles, &TriangleMeshOptions::default());
    mesh.expect("a mesh").into()
}

fn body(random: &mut SplitMix64) -> (SharedBody, f64) {
    let half = Vector3::from_fn(|_, _| *random.pick(&[0.25, 0.5, 0.1, 0.3]));
    let hull = SharedBody::cuboid(half.into()).expect("a box");
    match random.below(3) {
        0 => (SharedBody::sphere(half.z).expect("a radius"), half.z),
        1 => (hull.rounded(0.1).expect("a radius"), half.z + 0.1),
        _ => (hull, half.z),
    }
}

#[test]
fn depths_and_gaps_over_nearly_flat_terrain_are_those_of_the_surface() {
    for_each(count(3_000, 300_000), |index, tally| {
        let random = &mut case_generator(0xf1a7, index);
        let noise = 10_f64.powf(random.between(-11.0, -6.0));
        let terrain = terrain(random, noise);
        let (body, half) = body(random);
        let over = |random: &mut SplitMix64| *random.pick(&[0.0, 0.25, 0.5, -0.25, 0.1, -0.4]);
        let above = *random.pick(&[0.01, 0.1, 1e-4, -1e-4, -1e-3, -1e-9, -0.01, -1e-6]);
        let at = Vector3::new(over(random), over(random), half + above);
        let q = match random.below(3) {
            0 => {
                let [x, y, z, w] = random.quaternion();
                Quaternion::new(w, x, y, z)
            }
            _ => Quaternion::identity(),
        };
        let place = Pose::new(Vector3::zeros(), q).expect("a pose");
        let there = Pose::new(place.transform_point(&at), q).expect("a pose");
        let pair = PosedPair::new(&terrain, &place, &body, &there);
        let options = ContactManifoldOptions {
            prediction: 0.2,
            ..ContactManifoldOptions::default()
        };
        let state = &mut PairState::default();
        let found = contact_manifold(&pair, &options, state).expect("valid");
        let name = format!("case {index}");
        tally.cases += 1;
        let deepest = (found.points().iter())
            .map(|at| at.depth)
            .fold(f64::NEG_INFINITY, f64::max);
        if found.verdict == Verdict::Separated {
            tally.separated += 1;
            let near = distance(&pair, &DistanceOptions::default(), state).expect("valid");
            if near.separation > options.prediction {
                return;
            }
            let off = (deepest + near.separation).abs();
            tally.claim(
                off <= 2e-9 + near.error,
                &name,
                &format!("{off}: {found:?}, {near:?}"),
            );
            return;
        }
        tally.hits += 1;
        let deep = penetration(&pair, &PenetrationOptions::default(), state).expect("valid");
        // Where the normal is a triangle's own, up, the two agree; a seam's may not count.
        let (Some(n), Some(own)) = (found.normal, deep.normal) else {
            return tally.claim(false, &name, "no normal");
        };
        let same = (n - own).norm() <= 1e-15;
        let off = deepest - deep.depth;
        let right = off >= -1e-9 && (!same || off <= 1e-6 * deep.depth + 1e-14);
        tally.claim(
            right,
            &name,
            &format!("{off}, {noise:e}: {found:?}, {deep:?}"),
        );
    })
    .none_wrong();
}
