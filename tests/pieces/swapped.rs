//! Which of two bodies comes first, and which triangle of a mesh, does not change how deep they are, also where flat bodies lie
//! flush with sides.

use interframe::{
    ContactManifold, ContactManifoldOptions, PairState, Polytope, Pose, PosedPair, SharedBody,
    TriangleMesh, TriangleMeshOptions, contact_manifold,
};
use nalgebra::Vector3;
use twin::random::{SplitMix64, case_generator};

use crate::bodies::{SIDES, block, pose, vector};
use crate::common::{count, for_each};

/// A block or a wedge of triangles, in one order and in another, and half its sides.
fn level(random: &mut SplitMix64) -> ([SharedBody; 2], Vector3<f64>) {
    let half = Vector3::from([0; 3].map(|_| *random.pick(&[1.0, 0.5, 0.3, 1e-2])));
    let mut triangles = SIDES.to_vec();
    // A tray, or the flat of its bottom alone.
    triangles.truncate(*random.pick(&[12, 12, 10, 2]));
    let mesh = |triangles: &[[u32; 3]]| -> SharedBody {
        let options = TriangleMeshOptions::default();
        let mesh = TriangleMesh::new(&block(half), triangles, &options);
        mesh.expect("a mesh").into()
    };
    let first = mesh(&triangles);
    triangles.reverse();
    ([first, mesh(&triangles)], half)
}

/// A block, a plate, a rod or a point along the axes, and half its sides.
fn visitor(random: &mut SplitMix64) -> (SharedBody, Vector3<f64>) {
    let half = Vector3::from([0; 3].map(|_| *random.pick(&[0.5, 0.2, 0.1, 0.0])));
    let core = SharedBody::new(Polytope::new(&block(half)).expect("finite points"));
    let radius = *random.pick(&[0.0, 0.0, 0.05]);
    (core.rounded(radius).expect("a radius"), half)
}

#[test]
fn the_order_of_bodies_or_triangles_changes_no_depth() {
    let run = for_each(count(4_000, 400_000), |index, tally| {
        let random = &mut case_generator(2170, index);
        let (([mesh, reversed], outer), (body, half)) = (level(random), visitor(random));
        // Sides, middles or edges coincide along one axis, or differ by a little. Along two axes, a pair may have two shortest
        // ways of one length.
        let flush_axis = random.below(3) as usize;
        let at = Vector3::from(std::array::from_fn(|k| {
            let (far, near) = (outer[k] + half[k], outer[k] - half[k]);
            let flush = *random.pick(&[far, near, outer[k], 0.0]);
            let off = *random.pick(&[0.0, 0.0, 1e-9, 1e-3, 0.01]);
            let along = random.between(0.0, far);
            let at = if k == flush_axis { flush - off } else { along };
            if random.flip() { at } else { -at }
        }));
        let turned = pose(random, 0.0).quaternion();
        // Far away, the normal of a shallow pair is rounded, and with it whether the surface has it.
        let far = *random.pick(&[0.0, 1.0]);
        let from = vector(random, far);
        let pose_a = Pose::new(from, turned).expect("a pose");
        let pose_b = Pose::new(pose_a.transform_point(&at), turned).expect("a pose");
        let ask = |pair: &PosedPair<'_>| -> ContactManifold {
            let options = ContactManifoldOptions::default();
            contact_manifold(pair, &options, &mut PairState::default()).expect("valid options")
        };
        let one = ask(&PosedPair::new(&mesh, &pose_a, &body, &pose_b));
        let size = 4.0 + from.norm();
        tally.cases += 1;
        tally.hits += u64::from(!one.points().is_empty());
        for (name, pair) in [
            ("swapped", PosedPair::new(&body, &pose_b, &mesh, &pose_a)),
            (
                "reversed",
                PosedPair::new(&reversed, &pose_a, &body, &pose_b),
            ),
        ] {
            let other = ask(&pair);
            let [depth, its] = [&one, &other].map(|of| of.points().first().map(|at| at.depth));
            let what = format!(
                "{:?} {depth:?} and {:?} {its:?}",
                one.verdict, other.verdict
            );
            let same = match (depth, its) {
                (Some(depth), Some(its)) => (depth - its).abs() <= 1e-9 * size,
                _ => depth == its,
            };
            let name = format!("case {index}, {name}");
            tally.claim(one.verdict == other.verdict && same, &name, &what);
        }
    });
    run.none_wrong();
    assert!(run.hits > run.cases / 4, "{} of {}", run.hits, run.cases);
}
