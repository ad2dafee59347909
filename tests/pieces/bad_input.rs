//! What is wrong with meshes and height fields is said clearly; what is only odd is counted.

use interframe::{
    Error, HeightField, Motion, MovingPair, PairState, Pose, PosedPair, SharedBody, TriangleMesh,
    TriangleMeshOptions, Verdict, intersect, time_of_impact,
};
use nalgebra::Vector3;

use crate::bodies::torus;

fn mesh(vertices: &[Vector3<f64>], triangles: &[[u32; 3]]) -> Result<TriangleMesh, Error> {
    TriangleMesh::new(vertices, triangles, &TriangleMeshOptions::default())
}

fn square() -> [Vector3<f64>; 4] {
    [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(|[x, y]| Vector3::new(x, y, 0.0))
}

#[test]
fn errors_name_what_is_wrong() {
    let bad = mesh(&square(), &[[0, 1, 2], [0, 2, 4]]).expect_err("no vertex 4");
    assert_eq!(
        bad.to_string(),
        "triangle 1 names vertex 4; there are 4 vertices"
    );
    let mut corners = square();
    corners[2].y = f64::NAN;
    let bad = mesh(&corners, &[[0, 1, 3]]).expect_err("not a number");
    assert!(bad.to_string().contains("vertex 2: coordinate y"), "{bad}");
    let field =
        |heights: &[f64], columns, spacing| HeightField::new(heights, columns, spacing, [0.0; 2]);
    let bad = field(&[0.0; 5], 2, [1.0; 2]).expect_err("a row and a half");
    assert!(bad.to_string().contains("no whole number of rows"), "{bad}");
    let bad = field(&[0.0, f64::INFINITY, 0.0, 0.0], 2, [1.0; 2]).expect_err("infinite");
    assert!(bad.to_string().contains("a hole is NaN"), "{bad}");
    let bad = field(&[0.0; 4], 2, [1.0, 0.0]).expect_err("no spacing");
    assert!(bad.to_string().contains("positive"), "{bad}");
    assert!(field(&[0.0; 4], 2, [1.0, f64::NAN]).is_err());
    assert!(field(&[0.0; 4], 0, [1.0; 2]).is_err());
    let inner = SharedBody::from(mesh(&square(), &[[0, 1, 2]]).expect("a mesh"));
    let bad = SharedBody::compound(&[(inner, Pose::identity())]).expect_err("no convex part");
    assert_eq!(
        bad.to_string(),
        "part 0 of the compound is itself of several pieces"
    );
}

#[test]
fn nothing_is_the_empty_body() {
    let empty = [
        SharedBody::from(mesh(&[], &[]).expect("no triangle")),
        SharedBody::from(mesh(&square(), &[]).expect("no triangle")),
        SharedBody::from(HeightField::new(&[], 0, [1.0; 2], [0.0; 2]).expect("nothing")),
        SharedBody::from(HeightField::new(&[0.0; 3], 3, [1.0; 2], [0.0; 2]).expect("one row")),
        SharedBody::from(HeightField::new(&[f64::NAN; 9], 3, [1.0; 2], [0.0; 2]).expect("holes")),
        SharedBody::compound(&[]).expect("no part"),
    ];
    let ball = SharedBody::sphere(10.0).expect("a radius");
    let here = Pose::identity();
    for body in &empty {
        let pair = PosedPair::new(body, &here, &ball, &here);
        let found = intersect(&pair, &Default::default(), &mut PairState::default());
        assert_eq!(found.expect("valid options").verdict, Verdict::Separated);
    }
}

#[test]
fn what_is_odd_is_counted() {
    let (vertices, triangles) = torus(8, 6, 0.4);
    let whole = mesh(&vertices, &triangles).expect("a torus");
    assert!(whole.report().is_closed(), "{:?}", whole.report());
    let open = mesh(&vertices, &triangles[1..]).expect("a torus with a hole");
    assert_eq!(
        (open.report().open_edges, open.report().is_closed()),
        (3, false)
    );
    let mut turned = triangles.clone();
    turned[5].swap(0, 1);
    assert_eq!(
        mesh(&vertices, &turned)
            .expect("a mesh")
            .report()
            .turned_edges,
        3
    );
    let mut twice = triangles.clone();
    twice.push(triangles[0]);
    let report = *mesh(&vertices, &twice).expect("a mesh").report();
    assert_eq!((report.duplicate, report.non_manifold_edges), (1, 3));
    let mut more = vertices.clone();
    more.push(Vector3::zeros());
    assert_eq!(
        mesh(&more, &triangles)
            .expect("a mesh")
            .report()
            .unused_vertices,
        1
    );
}

/// All triangles degenerate: segments and points that are met as such.
#[test]
fn triangles_without_area_are_segments() {
    let line = [0.0, 1.0, 2.0].map(|x| Vector3::new(x, 0.0, 0.0));
    let flat = mesh(&line, &[[0, 1, 2], [1, 1, 1]]).expect("a mesh");
    assert_eq!(
        (flat.report().degenerate, flat.report().is_closed()),
        (2, false)
    );
    let flat = SharedBody::from(flat);
    let point = SharedBody::sphere(0.0).expect("a radius");
    let at = |x: f64, z: f64| Vector3::new(x, 0.0, z);
    let start = Pose::from_translation(at(1.5, 1.0)).expect("a pose");
    let flight = Motion::translation(start, at(1.5, -1.0)).expect("a motion");
    let still = Motion::fixed(Pose::identity());
    let pair = MovingPair::new(&point, &flight, &flat, &still);
    let found = time_of_impact(&pair, &Default::default(), &mut PairState::default());
    assert_eq!(found.expect("valid options").verdict, Verdict::Hit);
}

/// Ten million cells: three bytes a cell beside the heights.
#[test]
fn a_large_field_is_small() {
    let side = 3_163;
    let heights: Vec<f32> = (0..side * side).map(|k| ((k % 7) as f32) * 0.1).collect();
    let field = HeightField::from_f32(&heights, side, [1.0; 2], [0.0; 2]).expect("a field");
    let cells = (side - 1) * (side - 1);
    assert!(cells > 9_990_000);
    assert!(field.memory_bytes() < 4 * side * side + 3 * cells);
    let field = SharedBody::from(field);
    let point = SharedBody::sphere(0.0).expect("a radius");
    let at = |z: f64| Vector3::new(1_500.25, 1_500.5, z);
    let start = Pose::from_translation(at(50.0)).expect("a pose");
    let flight = Motion::translation(start, at(-50.0)).expect("a motion");
    let still = Motion::fixed(Pose::identity());
    let pair = MovingPair::new(&point, &flight, &field, &still);
    let found = time_of_impact(&pair, &Default::default(), &mut PairState::default());
    assert_eq!(found.expect("valid options").verdict, Verdict::Hit);
}

/// Vertices are shared: at most 80 bytes a triangle.
#[test]
fn a_mesh_is_small() {
    let (vertices, triangles) = torus(200, 100, 0.4);
    let whole = mesh(&vertices, &triangles).expect("a torus");
    let each = whole.memory_bytes() as f64 / triangles.len() as f64;
    assert!(each < 80.0, "{each} bytes a triangle");
}

/// What floats look like that are read as doubles is counted; ordinary bodies have none of it.
#[test]
fn floats_read_as_doubles_are_counted() {
    let random = &mut twin::random::case_generator(2240, 0);
    let mut seen = 0;
    for _ in 0..200 {
        let size = *random.pick(&[1e-6, 1.0, 1e6]);
        let corner = |random: &mut twin::random::SplitMix64| {
            [0; 3].map(|_| *random.pick(&[0.0, 1.0, -1.0, 0.5]) * size)
        };
        let corners: Vec<[f64; 3]> = (0..16).map(|_| corner(random)).collect();
        let points: Vec<Vector3<f64>> = corners.iter().map(|c| Vector3::from(*c)).collect();
        let triangles = [[0, 1, 2], [2, 3, 4]];
        let options = TriangleMeshOptions::default();
        let mesh = TriangleMesh::new(&points, &triangles, &options).expect("finite");
        let hull = interframe::Polytope::new(&points).expect("finite");
        assert_eq!(
            (mesh.report().suspect_numbers, hull.suspect_numbers()),
            (0, 0)
        );
        // The same numbers as floats, two of them a double.
        let floats: Vec<u32> = corners
            .iter()
            .flatten()
            .map(|x| (*x as f32).to_bits())
            .collect();
        let doubles: Vec<f64> = floats
            .chunks_exact(2)
            .map(|two| f64::from_bits(u64::from(two[1]) << 32 | u64::from(two[0])))
            .collect();
        let points: Vec<Vector3<f64>> = doubles
            .chunks_exact(3)
            .map(|c| Vector3::new(c[0], c[1], c[2]))
            .collect();
        let mesh = TriangleMesh::new(&points, &triangles, &options).expect("finite");
        let tiny = doubles
            .iter()
            .filter(|x| **x != 0.0 && x.abs() < 1e-300)
            .count() as u32;
        assert_eq!(mesh.report().suspect_numbers, tiny);
        seen += u32::from(
            tiny > 0
                && interframe::Polytope::new(&points)
                    .expect("finite")
                    .suspect_numbers()
                    > 0,
        );
    }
    assert!(seen > 150, "{seen}");
    // Bodies that are small as a whole are what they are.
    let small = [Vector3::zeros(), Vector3::new(1e-310, 2e-305, 0.0)];
    assert_eq!(
        interframe::Polytope::new(&small)
            .expect("finite")
            .suspect_numbers(),
        0
    );
    // As of the report: below 1e-300 beside above 1e300.
    let both = [
        Vector3::new(1e-305, 0.0, 1e303),
        Vector3::zeros(),
        Vector3::new(1.0, 1.0, 1e302),
    ];
    assert_eq!(
        interframe::Polytope::new(&both)
            .expect("finite")
            .suspect_numbers(),
        1
    );
}
