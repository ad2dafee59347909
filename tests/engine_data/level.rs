//! One level by f32, by f64, by matrices and from bytes: the same numbers give the same bits.

use interframe::{
    Curved, DistanceOptions, HeightField, Motion, MovingPair, PairState, Polytope, PolytopeOptions,
    Pose, PosedPair, SharedBody, TimeOfImpactOptions, TriangleMesh, TriangleMeshOptions, distance,
    time_of_impact,
};
use nalgebra::{Matrix3, Matrix4, Vector3};

/// An engine's vertex.
struct Vertex {
    position: [f32; 3],
    _color: u32,
}

const SIDE: u16 = 24;

fn vertices() -> Vec<Vertex> {
    let vertex = |k: u16| Vertex {
        position: [
            f32::from(k % SIDE),
            f32::from(k / SIDE),
            f32::from(k.wrapping_mul(37) % 16) / 8.0,
        ],
        _color: 7,
    };
    (0..SIDE * SIDE).map(vertex).collect()
}

fn triangles() -> Vec<[u16; 3]> {
    let cell = |v: u16| [[v, v + 1, v + SIDE + 1], [v, v + SIDE + 1, v + SIDE]];
    let cells = (0..SIDE - 1).flat_map(|r| (0..SIDE - 1).map(move |c| r * SIDE + c));
    cells.flat_map(cell).collect()
}

fn wide(p: [f32; 3]) -> Vector3<f64> {
    p.map(f64::from).into()
}

fn crates(hull: &SharedBody, at: [Pose; 2]) -> SharedBody {
    let drum = Curved::cylinder(0.5, 1.0).expect("a drum").into();
    let parts = [(hull.clone(), at[0]), (drum, at[1])];
    SharedBody::compound(&parts).expect("two parts")
}

fn by_singles() -> Vec<SharedBody> {
    let vertices = vertices();
    let points = || vertices.iter().map(|v| v.position);
    let options = PolytopeOptions::default();
    let hull = SharedBody::new(Polytope::from_points(points(), &options).expect("points"));
    let mesh = TriangleMesh::from_lists(points(), triangles(), &TriangleMeshOptions::default());
    let heights: Vec<f32> = points().map(|p| p[2]).collect();
    let field = HeightField::from_f32(&heights, SIDE.into(), [1.0, 2.0], [0.0, 0.0]);
    let turned: [f32; 16] = [
        0.0, 1.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 5.0, 6.0, 7.0, 1.0,
    ];
    let first = Pose::from_matrix4(&Matrix4::from_column_slice(&turned).cast()).expect("a pose");
    let second = Pose::from_translation(Vector3::new(3.0, 4.0, 4.5)).expect("a pose");
    vec![
        crates(&hull, [first, second]),
        hull.rounded(0.125).expect("a radius"),
        mesh.expect("a mesh").into(),
        field.expect("a field").into(),
    ]
}

fn by_doubles() -> Vec<SharedBody> {
    let points: Vec<_> = vertices().iter().map(|v| wide(v.position)).collect();
    let corners: Vec<_> = triangles().iter().map(|t| t.map(u32::from)).collect();
    let hull = SharedBody::new(Polytope::new(&points).expect("points"));
    let mesh = TriangleMesh::new(&points, &corners, &TriangleMeshOptions::default());
    let heights: Vec<f64> = points.iter().map(|p| p.z).collect();
    let field = HeightField::new(&heights, SIDE.into(), [1.0, 2.0], [0.0, 0.0]);
    let turn = Matrix3::new(0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0);
    let first = Pose::from_matrix(&turn, Vector3::new(5.0, 6.0, 7.0)).expect("a pose");
    let second = Matrix4::new_translation(&Vector3::new(3.0, 4.0, 4.5));
    let second = Pose::from_matrix4(&second).expect("a pose");
    vec![
        crates(&hull, [first, second]),
        hull.rounded(0.125).expect("a radius"),
        mesh.expect("a mesh").into(),
        field.expect("a field").into(),
    ]
}

/// All numbers of some answers.
fn answers(level: &[SharedBody]) -> Vec<String> {
    let bullet = SharedBody::capsule(0.25, 0.125).expect("a bullet");
    let (still, identity) = (Motion::fixed(Pose::identity()), Pose::identity());
    let mut out = Vec::new();
    for body in level {
        for n in 0..20 {
            let n = f64::from(n);
            let from = Vector3::new(n * 1.5 - 6.0, 9.0 * wave(n), 8.0);
            let start = Pose::from_translation(from).expect("a pose");
            let (end, turn) = (
                Vector3::new(5.0 - n, 6.0, -3.0),
                Vector3::new(0.5, n * 0.25, 0.0),
            );
            let flight = Motion::from_turn(start, end, turn, Vector3::zeros()).expect("a motion");
            let pair = PosedPair::new(body, &identity, &bullet, &start);
            let near = distance(
                &pair,
                &DistanceOptions::default(),
                &mut PairState::default(),
            );
            let pair = MovingPair::new(body, &still, &bullet, &flight);
            let options = TimeOfImpactOptions::default();
            let first = time_of_impact(&pair, &options, &mut PairState::default());
            out.push(format!(
                "{:?} {:?}",
                near.expect("an answer"),
                first.expect("an answer")
            ));
        }
    }
    out
}

/// A wave whose values are the same everywhere.
fn wave(n: f64) -> f64 {
    (n * 0.37).fract() * 2.0 - 1.0
}

#[test]
fn the_same_numbers_give_the_same_bits() {
    let (singles, doubles) = (by_singles(), by_doubles());
    let wanted = answers(&doubles);
    assert!(wanted.iter().filter(|text| text.contains("Hit")).count() > 20);
    assert_eq!(answers(&singles), wanted);
    for level in [singles, doubles] {
        let load = |body: &SharedBody| SharedBody::from_bytes(&body.to_bytes()).expect("its bytes");
        let loaded: Vec<_> = level.iter().map(load).collect();
        assert_eq!(answers(&loaded), wanted);
    }
}
