//! Each kind of shape, beside parry's own distances.

use interframe::{DistanceOptions, PairState, Pose, PosedPair, SharedBody, distance};

use super::adapter::convert::{body, pose, shape, to_pose};
use super::adapter::rapier::math::{IVector, Pose as RapierPose, Real, Rotation, Vector};
use super::adapter::rapier::parry::query;
use super::adapter::rapier::parry::shape::{self as parry, SharedShape};
use super::adapter::rapier::parry::utils::Array2;
use super::scene::at;
use super::{PARRY, ROUNDING};
use crate::random::Random;
use interframe_rapier::Error;

fn place(random: &mut Random, far: f64) -> RapierPose {
    let [w, x, y, z] = [(); 4].map(|()| random.between(-1.0, 1.0));
    let norm = (w * w + x * x + y * y + z * z).sqrt();
    let [w, x, y, z] = [w, x, y, z].map(|c| (c / norm) as Real);
    let [a, b, c] = [(); 3].map(|()| random.between(-far, far));
    RapierPose::from_parts(at(a, b, c), Rotation::from_xyzw(x, y, z, w).normalize())
}

fn points(random: &mut Random, count: usize) -> Vec<Vector> {
    let mut coordinate = || random.between(-1.0, 1.0);
    (0..count)
        .map(|_| at(coordinate(), coordinate(), coordinate()))
        .collect()
}

fn heights(random: &mut Random) -> Array2<Real> {
    Array2::new(
        4,
        6,
        (0..24).map(|_| random.between(-0.3, 0.3) as Real).collect(),
    )
}

/// A shape of every kind that converts.
fn shapes(random: &mut Random) -> Vec<(&'static str, SharedShape)> {
    let solid = points(random, 12);
    let grid: Vec<IVector> = [[0, 0, 0], [1, 0, 0], [3, 0, 0], [1, 1, 0], [1, 1, 1]]
        .map(|k| IVector::from(k.map(|c| c as _)))
        .to_vec();
    let mut cut = parry::HeightField::new(heights(random), at(3.0, 1.0, 2.0));
    cut.set_cell_status(1, 2, parry::HeightFieldCellStatus::ZIGZAG_SUBDIVISION);
    cut.set_cell_status(2, 4, parry::HeightFieldCellStatus::CELL_REMOVED);
    cut.set_cell_status(0, 0, parry::HeightFieldCellStatus::LEFT_TRIANGLE_REMOVED);
    let parts = vec![
        (place(random, 1.0), SharedShape::cuboid(0.3, 0.2, 0.4)),
        (place(random, 1.0), SharedShape::cylinder(0.5, 0.2)),
        (place(random, 1.0), SharedShape::capsule_x(0.4, 0.1)),
        (place(random, 1.0), SharedShape::round_cone(0.3, 0.2, 0.05)),
        (RapierPose::IDENTITY, SharedShape::ball(0.3)),
    ];
    let line = [
        at(0.0, 0.0, 0.0),
        at(1.0, 0.3, 0.0),
        at(1.0, 1.0, 1.0),
        at(-0.5, 1.0, 0.2),
    ];
    vec![
        ("ball", SharedShape::ball(0.7)),
        ("cuboid", SharedShape::cuboid(0.3, 0.8, 0.5)),
        (
            "capsule",
            SharedShape::capsule(at(0.1, 0.2, -0.4), at(-0.5, 0.7, 0.3), 0.25),
        ),
        (
            "segment",
            SharedShape::segment(at(-1.0, 0.2, 0.1), at(0.5, -0.4, 0.6)),
        ),
        (
            "triangle",
            SharedShape::triangle(solid[0], solid[1], solid[2]),
        ),
        ("hull", SharedShape::convex_hull(&solid).expect("a hull")),
        ("cylinder", SharedShape::cylinder(0.9, 0.4)),
        ("cone", SharedShape::cone(0.8, 0.5)),
        (
            "round cuboid",
            SharedShape::round_cuboid(0.3, 0.6, 0.2, 0.1),
        ),
        (
            "round triangle",
            SharedShape::round_triangle(solid[3], solid[4], solid[5], 0.15),
        ),
        (
            "round hull",
            SharedShape::round_convex_hull(&solid, 0.2).expect("a hull"),
        ),
        ("round cylinder", SharedShape::round_cylinder(0.5, 0.3, 0.1)),
        ("round cone", SharedShape::round_cone(0.5, 0.3, 0.1)),
        (
            "mesh",
            SharedShape::trimesh(
                solid.clone(),
                vec![[0, 1, 2], [2, 3, 4], [5, 6, 7], [8, 9, 10]],
            )
            .expect("a mesh"),
        ),
        (
            "field",
            SharedShape::heightfield(heights(random), at(3.0, 1.0, 2.0)),
        ),
        ("cut field", SharedShape::new(cut)),
        ("compound", SharedShape::compound(parts)),
        ("polyline", SharedShape::polyline(line.to_vec(), None)),
        ("voxels", SharedShape::voxels(at(0.4, 0.3, 0.5), &grid)),
    ]
}

/// Our distance of a converted shape and a converted probe.
fn ours(a: &(SharedBody, Pose), pa: &RapierPose, b: &(SharedBody, Pose), pb: &RapierPose) -> f64 {
    let placed = |(_, frame): &(SharedBody, Pose), outer: &RapierPose| {
        let outer = pose(outer).expect("a pose");
        let q = outer.quaternion() * frame.quaternion();
        Pose::new(outer.transform_point(&frame.translation()), q).expect("a pose")
    };
    let (at_a, at_b) = (placed(a, pa), placed(b, pb));
    let pair = PosedPair::new(&a.0, &at_a, &b.0, &at_b);
    let found = distance(
        &pair,
        &DistanceOptions::default(),
        &mut PairState::default(),
    );
    found.expect("a distance").separation.max(0.0)
}

/// The distance to the nearest triangle or voxel: parry has none to height fields and voxels.
fn nearest_piece(
    shape: &dyn parry::Shape,
    pa: &RapierPose,
    probe: &dyn parry::Shape,
    pb: &RapierPose,
) -> Real {
    let of = |pose: RapierPose, piece: &dyn parry::Shape| {
        query::distance(&(pa * pose), piece, pb, probe)
            .expect("supported")
            .distance
    };
    if let Some(field) = shape.as_heightfield() {
        let all = field.triangles().map(|t| of(RapierPose::IDENTITY, &t));
        return all.fold(Real::INFINITY, Real::min);
    }
    let voxels = shape.as_voxels().expect("voxels");
    let cube = parry::Cuboid::new(voxels.voxel_size() / 2.0);
    let all = voxels.voxels().filter(|v| !v.state.is_empty());
    let all = all.map(|v| of(RapierPose::from_translation(v.center), &cube));
    all.fold(Real::INFINITY, Real::min)
}

#[test]
fn distances_are_those_of_parry() {
    let random = &mut Random(7);
    let probes = [SharedShape::ball(0.3), SharedShape::cuboid(0.2, 0.3, 0.1)];
    let own = probes
        .each_ref()
        .map(|probe| body(&**probe).expect("a probe"));
    for (name, shape) in shapes(random) {
        let converted = body(&*shape).expect(name);
        let mut apart = 0;
        for k in 0..160 {
            let (probe, own) = (&probes[k % 2], &own[k % 2]);
            let (pa, pb) = (place(random, 1.0), place(random, 2.0));
            let theirs = match query::distance(&pa, &*shape, &pb, &**probe) {
                Ok(found) => f64::from(found.distance),
                Err(_) => f64::from(nearest_piece(&*shape, &pa, &**probe, &pb)),
            };
            let found = ours(&converted, &pa, own, &pb);
            // Parry's points are points of the shapes, so it is never nearer; how near it comes is its own.
            assert!(
                theirs > found - 4.0 * ROUNDING,
                "{name} {k}: {theirs} by parry, {found}"
            );
            assert!(
                theirs - found <= PARRY,
                "{name} {k}: {theirs} by parry, {found}"
            );
            if found > 10.0 * PARRY {
                apart += 1;
                if let Ok(theirs) = query::intersection_test(&pa, &*shape, &pb, &**probe) {
                    assert!(!theirs.intersecting, "{name}");
                }
            }
        }
        assert!(
            (20..160).contains(&apart),
            "{name}: {apart} pairs are apart"
        );
    }
}

#[test]
fn what_converts_back_is_the_same_body() {
    let random = &mut Random(11);
    let probe = body(&*SharedShape::ball(0.2)).expect("a probe");
    let mut back_again = 0;
    for (name, original) in shapes(random) {
        let (there, frame) = body(&*original).expect(name);
        let (back, place_of_back) = match shape(&there) {
            Ok(back) => back,
            // The cylinder and the cone of the compound.
            Err(Error::Shape { kind, .. }) if name == "compound" => {
                assert!(kind.contains("cylinder"), "{kind}");
                continue;
            }
            Err(error) => panic!("{name}: {error}"),
        };
        back_again += 1;
        let again = body(&*back).expect(name);
        for _ in 0..40 {
            let (pa, pb) = (place(random, 1.0), place(random, 2.0));
            let first = ours(&(there.clone(), frame), &pa, &probe, &pb);
            // The shape that came back stands in the frame of our body, which stands in that of the first shape.
            let pa_back = pa * to_pose(&frame) * place_of_back;
            let second = ours(&again, &pa_back, &probe, &pb);
            assert!(
                (first - second).abs() < 4.0 * ROUNDING,
                "{name}: {first} {second}"
            );
        }
    }
    assert_eq!(back_again, 18);
}

#[test]
fn poses_come_back() {
    let random = &mut Random(5);
    for _ in 0..100 {
        let there = place(random, 3.0);
        let back = to_pose(&pose(&there).expect("a pose"));
        assert_eq!(back.translation, there.translation);
        let off = (back.rotation * there.rotation.inverse())
            .to_scaled_axis()
            .length();
        assert!(f64::from(off) < ROUNDING, "{off}");
    }
}

#[test]
fn what_does_not_convert_says_why() {
    let plane = SharedShape::halfspace(at(0.0, 1.0, 0.0));
    let text = body(&*plane).expect_err("no body").to_string();
    assert!(
        text.contains("half-space") && text.contains("no end"),
        "{text}"
    );
    let nan = Real::NAN;
    let hole = parry::HeightField::new(
        Array2::new(2, 2, vec![0.0, nan, 0.0, 0.0]),
        at(1.0, 1.0, 1.0),
    );
    let bad = [
        ("ball", SharedShape::ball(nan)),
        ("negative ball", SharedShape::ball(-1.0)),
        ("cuboid", SharedShape::cuboid(1.0, nan, 1.0)),
        (
            "capsule",
            SharedShape::capsule(at(0.0, 0.0, 0.0), at(f64::NAN, 0.0, 0.0), 1.0),
        ),
        (
            "triangle",
            SharedShape::triangle(
                at(f64::INFINITY, 0.0, 0.0),
                at(0.0, 1.0, 0.0),
                at(0.0, 0.0, 1.0),
            ),
        ),
        ("cylinder", SharedShape::cylinder(Real::INFINITY, 1.0)),
        ("round cone", SharedShape::round_cone(1.0, 1.0, nan)),
        ("field", SharedShape::new(hole)),
    ];
    for (name, shape) in bad {
        assert!(matches!(body(&*shape), Err(Error::Interframe(_))), "{name}");
    }
    let mut empty = parry::Voxels::new(at(1.0, 1.0, 1.0), &[IVector::ZERO]);
    let _ = empty.set_voxel(IVector::ZERO, false);
    let text = body(&empty).expect_err("no body").to_string();
    assert!(text.contains("no voxel is filled"), "{text}");
    let lost = RapierPose::from_translation(at(f64::NAN, 0.0, 0.0));
    assert!(matches!(pose(&lost), Err(Error::Interframe(_))));
}

#[test]
fn bodies_without_a_shape_say_why() {
    use interframe::nalgebra::Vector3;
    use interframe::{Curved, HeightField, Polytope, TriangleMesh, TriangleMeshOptions};
    let square =
        [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(|[x, y]| Vector3::new(x, y, 0.0));
    let one_sided = TriangleMeshOptions {
        one_sided: true,
        ..TriangleMeshOptions::default()
    };
    let field = HeightField::new(&[0.0; 4], 2, [1.0; 2], [0.0; 2]).expect("a field");
    let bodies: [(&str, SharedBody); 5] = [
        ("empty", Polytope::new(&[]).expect("the empty body").into()),
        (
            "ellipsoid",
            Curved::ellipsoid([1.0, 2.0, 3.0]).expect("an egg").into(),
        ),
        (
            "flat polygon",
            Polytope::new(&square).expect("a square").into(),
        ),
        (
            "one side",
            TriangleMesh::new(&square, &[[0, 1, 2]], &one_sided)
                .expect("a mesh")
                .into(),
        ),
        (
            "radius",
            SharedBody::from(field).rounded(0.1).expect("a thick field"),
        ),
    ];
    for (word, body) in bodies {
        let text = shape(&body).expect_err(word).to_string();
        assert!(text.contains(word), "{text}");
    }
    let solid = TriangleMeshOptions {
        solid: true,
        ..TriangleMeshOptions::default()
    };
    let corners = [
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, 0.0, 1.0],
    ]
    .map(Vector3::from);
    let triangles = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
    let solid = TriangleMesh::new(&corners, &triangles, &solid).expect("a solid");
    let (back, _) = shape(&solid.into()).expect("a shape");
    assert!(
        back.contains_local_point(at(0.2, 0.2, 0.2))
            && !back.contains_local_point(at(0.5, 0.5, 0.5))
    );
}
