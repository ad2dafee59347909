//! Bodies broken in one way each: the validator names that way.

use crate::shape::validate::*;
use ValidationError as E;

fn cube() -> Polytope {
    let points: Vec<_> = (0..8)
        .map(|i| Vector3::new(f64::from(i >> 2), f64::from(i >> 1 & 1), f64::from(i & 1)))
        .collect();
    Polytope::new(&points).unwrap()
}

/// The error of a cube after a change.
fn broken(change: impl FnOnce(&mut Polytope)) -> E {
    let mut body = cube();
    assert_eq!(body.validate(), Ok(()));
    change(&mut body);
    body.validate().expect_err("the change must be noticed")
}

fn move_vertex(body: &mut Polytope, index: usize, to: Vector3<f64>) {
    let mut points: Vec<_> = body.vertices().collect();
    points[index] = to;
    body.vertices = crate::numeric::vertices::Vertices::new(&points);
}

/// Gives a body other faces, with the adjacency that belongs to them.
fn with_faces(mut body: Polytope, mut faces: Vec<Vec<u32>>) -> Polytope {
    for face in &mut faces {
        let lowest = (0..face.len()).min_by_key(|&i| face[i]).unwrap();
        face.rotate_left(lowest);
    }
    faces.sort();
    let mut starts = vec![0];
    let mut neighbors = vec![Vec::new(); body.vertex_count()];
    for face in &faces {
        starts.push(starts[starts.len() - 1] + face.len() as u32);
        for (i, &v) in face.iter().enumerate() {
            neighbors[v as usize].push(face[(i + 1) % face.len()]);
        }
    }
    let mut ends = vec![0];
    for list in &mut neighbors {
        list.sort_unstable();
        ends.push(ends[ends.len() - 1] + list.len() as u32);
    }
    body.face_starts = starts.into();
    body.face_loops = faces.concat().into();
    body.adjacency_starts = ends.into();
    body.adjacency = neighbors.concat().into();
    body
}

#[test]
fn lists_of_wrong_length() {
    let what = "groups";
    assert_eq!(broken(|b| b.groups = Box::new([0; 7])), E::Count { what });
    let what = "vertices";
    assert_eq!(
        broken(|b| b.dimension = Dimension::Segment),
        E::Count { what }
    );
    let what = "faces";
    assert_eq!(broken(|b| b.dimension = Dimension::Flat), E::Count { what });
    assert_eq!(broken(|b| b.face_starts[2] = 100), E::Count { what });
    let what = "adjacency";
    assert_eq!(broken(|b| b.adjacency_starts[8] = 23), E::Count { what });
}

#[test]
fn vertices_out_of_order() {
    let negative = |b: &mut Polytope| move_vertex(b, 0, Vector3::new(0.0, -0.0, 0.0));
    assert_eq!(broken(negative), E::VertexOrder { vertex: 0 });
    let equal = |b: &mut Polytope| move_vertex(b, 3, b.vertex(2));
    assert_eq!(broken(equal), E::VertexOrder { vertex: 3 });
    let infinite = |b: &mut Polytope| move_vertex(b, 7, Vector3::repeat(f64::INFINITY));
    assert_eq!(broken(infinite), E::VertexOrder { vertex: 7 });
    assert_eq!(broken(|b| b.source[4] = 2), E::Source { source_index: 2 });
}

#[test]
fn combinatorics() {
    let rotate = |b: &mut Polytope| b.face_loops[4..8].rotate_left(1);
    assert_eq!(broken(rotate), E::FaceLoop { face: 1 });
    assert_eq!(broken(|b| b.face_loops[9] = 8), E::FaceLoop { face: 2 });
    let flip = |b: &mut Polytope| b.face_loops[21..24].reverse();
    assert!(matches!(broken(flip), E::EdgePairing { .. }));
    let diagonal = |b: &mut Polytope| b.adjacency[0] = 7;
    assert_eq!(broken(diagonal), E::Adjacency { vertex: 0 });
    let swapped = |b: &mut Polytope| b.adjacency.swap(3, 4);
    assert_eq!(broken(swapped), E::Adjacency { vertex: 1 });
}

/// The hull of `count` points of a curve no four of which lie in a plane, with the faces of two of its
/// tetrahedra instead of its own.
fn two_tetrahedra(count: i32, tetrahedra: [[u32; 4]; 2]) -> Polytope {
    let points: Vec<_> = (0..count)
        .map(|i| Vector3::new(i, i * i, i * i * i).map(f64::from))
        .collect();
    let faces = tetrahedra
        .map(|[a, b, c, d]| vec![vec![a, c, b], vec![a, b, d], vec![b, c, d], vec![c, a, d]]);
    with_faces(Polytope::new(&points).unwrap(), faces.concat())
}

#[test]
fn a_pinched_surface() {
    // They share vertex 3 only.
    let body = two_tetrahedra(7, [[0, 1, 2, 3], [3, 4, 5, 6]]);
    assert_eq!(body.vertex_count(), 7);
    assert_eq!(body.validate(), Err(E::VertexCycle { vertex: 3 }));
}

#[test]
fn two_bodies_are_not_one() {
    let body = two_tetrahedra(8, [[0, 1, 2, 3], [4, 5, 6, 7]]);
    assert_eq!(body.validate(), Err(E::Euler { found: 4 }));
}

#[test]
fn shapes_a_last_place_off() {
    let up = 1f64.next_up();
    let lift = |b: &mut Polytope| move_vertex(b, 7, Vector3::new(1.0, 1.0, up));
    assert!(matches!(broken(lift), E::Planarity { .. }));
    // A vertex in the middle of an edge: planar still, but no corner.
    let mid = |b: &mut Polytope| {
        let points: Vec<_> = b.vertices().map(|v| v * 2.0).collect();
        *b = Polytope::new(&points).unwrap();
        let mut faces: Vec<Vec<u32>> = (0..6).map(|i| b.face(i).to_vec()).collect();
        faces.retain(|f| f[..] != [4, 6, 7, 5]);
        faces.extend([vec![4, 6, 7], vec![4, 7, 5]]);
        *b = with_faces(b.clone(), faces);
    };
    // Coplanar triangles left unmerged.
    assert_eq!(broken(mid), E::LocalConvexity { from: 7, to: 4 });
    let square: Vec<_> = [(0.0, 0.0), (0.0, 2.0), (1.0, 2.0), (2.0, 0.0), (2.0, 2.0)]
        .map(|(x, y)| Vector3::new(x, y + x * (2.0 - x) * 0.25, 0.0))
        .to_vec();
    let mut flat = Polytope::new(&square).unwrap();
    assert_eq!((flat.vertex_count(), flat.validate()), (5, Ok(())));
    let on_edge = Vector3::new(1.0, 2.0, 0.0);
    move_vertex(&mut flat, 2, on_edge);
    let error = flat.validate();
    assert!(
        matches!(error, Err(E::FaceConvexity { vertex: 1..=4, .. })),
        "{error:?}"
    );
}

#[test]
fn a_star_polygon_winds_twice() {
    let points: Vec<_> = (0..5)
        .map(|i| {
            let a = f64::from(i) * 0.4 * std::f64::consts::PI;
            Vector3::new(a.cos(), a.sin(), 0.0)
        })
        .collect();
    let body = Polytope::new(&points).unwrap();
    let ring = body.face(0).to_vec();
    let star: Vec<u32> = (0..5).map(|i| ring[2 * i % 5]).collect();
    let back: Vec<u32> = star.iter().rev().copied().collect();
    let error = with_faces(body, vec![star, back]).validate();
    assert!(matches!(error, Err(E::FaceConvexity { .. })), "{error:?}");
}

#[test]
fn the_great_icosahedron_is_not_convex() {
    let g = 0.5 + 1.25f64.sqrt();
    let mut points = Vec::new();
    for (a, b) in [(1.0, g), (1.0, -g), (-1.0, g), (-1.0, -g)] {
        points.extend([
            Vector3::new(0.0, a, b),
            Vector3::new(a, b, 0.0),
            Vector3::new(b, 0.0, a),
        ]);
    }
    let body = Polytope::new(&points).unwrap();
    assert_eq!((body.vertex_count(), body.face_count()), (12, 20));
    // Its edges are the longer diagonals that miss the centre: 2 g.
    let at = |i: u32| body.vertex(i as usize);
    let joined = |i: u32, j: u32| ((at(i) - at(j)).norm() - 2.0 * g).abs() < 0.1;
    let mut faces = Vec::new();
    for i in 0..12 {
        for j in i + 1..12 {
            for k in j + 1..12 {
                if joined(i, j) && joined(j, k) && joined(i, k) {
                    let out = at(i).dot(&at(j).cross(&at(k))) > 0.0;
                    faces.push(if out { vec![i, j, k] } else { vec![i, k, j] });
                }
            }
        }
    }
    assert_eq!(faces.len(), 20);
    let error = with_faces(body, faces).validate();
    assert!(matches!(error, Err(E::NotSimple { .. })), "{error:?}");
}

#[test]
fn numbers_a_last_place_off() {
    let down = |x: &mut f64| *x = (*x * (1.0 - 1e-14)).next_down();
    assert_eq!(broken(|b| down(&mut b.reach)), E::Reach { vertex: 7 });
    let error = broken(|b| down(&mut b.bounding_radius));
    assert!(matches!(error, E::BoundingSphere { .. }));
    let error = broken(|b| down(&mut b.oriented_box.half_extents.y));
    assert!(matches!(error, E::OrientedBox { .. }));
    let error = broken(|b| down(&mut b.capsule.radius));
    assert!(matches!(error, E::Capsule { .. }));
    let error = broken(|b| b.capsule.ends[1] = b.capsule.ends[0]);
    assert!(matches!(error, E::Capsule { .. }));
    let error = broken(|b| b.inscribed_radius = 0.5f64.next_up());
    assert_eq!(error, E::Center);
    assert_eq!(broken(|b| b.center.x = 0.0), E::Center);
    assert_eq!(broken(|b| b.center_error = f64::NAN), E::Center);
    assert_eq!(broken(|b| b.reach = f64::NAN), E::Reach { vertex: 0 });
    assert_eq!(broken(|b| b.groups[6] = 0), E::Group { vertex: 6 });
    assert_eq!(broken(|b| b.groups[6] = 64), E::Group { vertex: 6 });
}

#[test]
fn centres_of_lesser_bodies() {
    let points = [Vector3::zeros(), Vector3::new(2.0, 4.0, 6.0)];
    let mut segment = Polytope::new(&points).unwrap();
    assert_eq!(segment.validate(), Ok(()));
    segment.center.z = 3f64.next_up();
    assert_eq!(segment.validate(), Err(E::Center));
    segment.center_error = 1e-15;
    assert_eq!(segment.validate(), Ok(()));
    let mut square = Polytope::new(
        &[0, 1, 2, 3].map(|i| Vector3::new(f64::from(i & 1), f64::from(i >> 1), 0.0)),
    )
    .unwrap();
    assert_eq!(square.validate(), Ok(()));
    square.center.x = 1.5;
    assert_eq!(square.validate(), Err(E::Center));
    square.center.x = 0.5;
    square.inscribed_radius = 0.1;
    assert_eq!(square.validate(), Err(E::Center));
}
