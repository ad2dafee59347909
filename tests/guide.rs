//! The Rust of the guide that is no whole program. `tests/house` compares each such block with this file, but for white space.

use std::error::Error;
use std::path::Path;

use interframe::{
    BodyInput, ContactEvents, ContactEventsOptions, ContactManifoldOptions,
    CuboidSeparationOptions, DistanceOptions, FrameContact, Motion, MovingPair, PairState,
    PenetrationOptions, Polytope, Pose, PosedPair, Response, Serial, SharedBody, TimeOfExitOptions,
    TimeOfImpactOptions, TriangleMesh, TriangleMeshOptions, Verdict, World, YawCuboid,
    contact_manifold, cuboid_separation, distance, penetration, time_of_exit, time_of_impact,
};
use interframe_meshes::MeshFile;
use nalgebra::{Matrix4, Vector3};

type Done = Result<(), Box<dyn Error>>;

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::from_translation(Vector3::new(x, y, z)).expect("finite")
}

fn cube() -> Polytope {
    Polytope::cuboid([1.0; 3]).expect("a cube")
}

/// The corners and triangles of a cube, outward.
fn surface() -> (Vec<Vector3<f64>>, Vec<[u32; 3]>) {
    let sign = |k: u32, axis: u32| if k >> axis & 1 == 0 { -1.0 } else { 1.0 };
    let corner = |k| Vector3::new(sign(k, 0), sign(k, 1), sign(k, 2));
    let quads = [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
    ];
    let triangles = quads
        .into_iter()
        .flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]]);
    ((0..8).map(corner).collect(), triangles.collect())
}

/// Files of all tests are in one folder.
fn enter_folder() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("guide");
    std::fs::create_dir_all(&folder).expect("writable");
    std::env::set_current_dir(folder).expect("there");
}

#[test]
fn certificates() -> Done {
    enter_folder();
    let (a, b, pose_a, pose_b) = (cube(), cube(), at(0.0, 0.0, 0.0), at(3.0, 0.0, 0.0));
    use interframe::{IntersectOptions, PairState, PosedPair, certify_intersect, intersect};

    let pair = PosedPair::new(&a, &pose_a, &b, &pose_b);
    let answer = intersect(
        &pair,
        &IntersectOptions::default(),
        &mut PairState::default(),
    )?;
    let proof = certify_intersect(&pair, &answer);
    let proved = proof.verify()?; // or a `Failure`: which condition does not hold, and where
    std::fs::write("proof.json", proof.to_json())?;
    assert_eq!(proved.verdict, Verdict::Separated);
    Ok(())
}

#[test]
fn containment() -> Done {
    let (guard, tool, mut state) = (cube(), Polytope::cuboid([0.1; 3])?, PairState::default());
    let motion_of_guard = Motion::fixed(Pose::identity());
    let motion_of_tool = Motion::translation(Pose::identity(), Vector3::new(2.0, 0.0, 0.0))?;
    let pair = MovingPair::new(&guard, &motion_of_guard, &tool, &motion_of_tool); // A contains, B is inside
    let answer = time_of_exit(&pair, &TimeOfExitOptions::default(), &mut state)?;
    if answer.verdict.may_leave() { /* stop at answer.t_lo */ }
    assert!(answer.verdict.may_leave() && (answer.t_lo - 0.45).abs() < 1e-6);
    Ok(())
}

#[test]
#[allow(clippy::needless_update)] // so that a later option breaks no program
fn distances() -> Done {
    let (box_a, hull_b, mut state) = (cube(), cube(), PairState::default());
    let (pose_a, pose_b) = (at(0.0, 0.0, 0.0), at(3.0, 0.0, 0.0));
    let pair = PosedPair::new(&box_a, &pose_a, &hull_b, &pose_b);
    let answer = distance(&pair, &DistanceOptions::default(), &mut state)?; // one PairState for each pair
    let at_least = answer.lower_bound; // proved; answer.separation is within answer.error of the true distance
    assert!(at_least <= 1.0 && (answer.separation - 1.0).abs() <= answer.error);

    let (corners, z_low, z_high) = ([[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [0.0, 2.0]], 0.0, 1.5);
    let crane = YawCuboid::new(corners.map(|[x, y]| [x + 4.4, y]), [0.0, 9.0])?;
    let car = YawCuboid::new(corners, [z_low, z_high])?; // corners: [[f64; 2]; 4]
    let options = CuboidSeparationOptions {
        safety_distance: 0.5,
        ..Default::default()
    };
    let answer = cuboid_separation(&car, &crane, &options)?;
    assert_eq!(answer.verdict, Verdict::Hit);
    Ok(())
}

#[test]
fn events() -> Done {
    let (mut world, pose) = (World::new(), at(1.5, 0.0, 0.0));
    world.add(BodyInput::new(SharedBody::sphere(1.0)?, Pose::identity()));
    let ball = world.add(BodyInput::new(SharedBody::sphere(1.0)?, at(3.0, 0.0, 0.0)));
    let mut events = ContactEvents::new(&ContactEventsOptions {
        slots: 16,
        hysteresis: 1e-12,
    })?;
    let mut z = [0.0; 16];
    events.select(&world)?; // before each step: the 16 pairs of smallest value
    world.teleport(ball, pose)?; // whenever the integrator tries a state: move the bodies there
    events.evaluate(&world, &mut z)?; // and read the functions
    events.select_after(&world, &[3])?; // after a root of function 3
    assert!(z.iter().any(|z| (z + 0.5).abs() < 1e-9), "{z:?}");
    Ok(())
}

#[test]
fn loading_arrays() -> Done {
    struct Vertex {
        position: [f32; 3],
    }
    let vertices =
        [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(|position| Vertex { position });
    let indices = [0u16, 1, 2];
    let points = vertices.iter().map(|v| v.position); // [f32; 3]
    let triangles = indices.as_chunks::<3>().0.iter().copied(); // [u16; 3]
    let mesh = TriangleMesh::from_lists(points, triangles, &TriangleMeshOptions::default())?;
    assert_eq!(mesh.triangles(), [[0, 1, 2]]);
    Ok(())
}

#[test]
fn loading_matrices() -> Done {
    let world = [
        1.0f32, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 5.0, 6.0, 7.0, 1.0,
    ];
    let pose = Pose::from_matrix4(&Matrix4::from_column_slice(&world).cast())?;
    let world: Matrix4<f32> = pose.to_matrix4().cast();
    assert_eq!(
        (pose.translation(), world[(1, 3)]),
        (Vector3::new(5.0, 6.0, 7.0), 6.0)
    );
    Ok(())
}

#[test]
fn loading_files() -> Done {
    enter_folder();
    let text = "o crate\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
    std::fs::write("level.obj", text)?;
    let file = MeshFile::open(Path::new("level.obj"))?;
    let level = TriangleMesh::new(
        &file.vertices,
        file.surface()?,
        &TriangleMeshOptions::default(),
    )?;
    let crate_hull = Polytope::new(&file.part("crate")?)?;
    assert_eq!(
        (level.triangles().len(), crate_hull.vertices().count()),
        (4, 4)
    );

    let body = SharedBody::from(crate_hull);
    std::fs::write("rock.body", body.to_bytes())?;
    let body = SharedBody::from_bytes(&std::fs::read("rock.body")?)?;
    assert_eq!(body.core().map(|core| core.vertices().count()), Some(4));
    Ok(())
}

#[derive(Default)]
struct Solver {
    ids: std::collections::BTreeSet<u64>,
}

impl Solver {
    fn add(&mut self, point_a: Vector3<f64>, point_b: Vector3<f64>, depth: f64, id: u64) {
        assert!((point_a - point_b).norm() + depth < 1e-12);
        self.ids.insert(id);
    }
}

#[test]
fn manifolds() -> Done {
    let mut solver = Solver::default();
    let (floor, crate_b, mut state) = (cube(), cube(), PairState::default());
    let (pose_a, pose_b) = (at(0.0, 0.0, 0.0), at(0.0, 0.0, 2.005));
    let options = ContactManifoldOptions {
        prediction: 0.01,
        ..Default::default()
    }; // a length
    let manifold = contact_manifold(
        &PosedPair::new(&floor, &pose_a, &crate_b, &pose_b),
        &options,
        &mut state,
    )?;
    for contact in manifold.points() {
        solver.add(contact.point_a, contact.point_b, contact.depth, contact.id); // a solver of yours
    }
    assert_eq!(solver.ids.len(), 4);
    Ok(())
}

#[test]
fn meshes() -> Done {
    let ((vertices, triangles), mut state) = (surface(), PairState::default());
    let (bullet, still) = (SharedBody::sphere(0.1)?, Motion::fixed(Pose::identity()));
    let flight = Motion::translation(at(5.0, 0.2, 0.1), Vector3::new(-5.0, 0.2, 0.1))?;
    let options = TriangleMeshOptions {
        one_sided: true,
        ..Default::default()
    };
    let mesh = TriangleMesh::new(&vertices, &triangles, &options)?;
    let level = SharedBody::from(mesh);
    let pair = MovingPair::new(&level, &still, &bullet, &flight);
    let answer = time_of_impact(&pair, &TimeOfImpactOptions::default(), &mut state)?;
    let triangle = answer.pieces.map(|[on_level, _]| on_level.triangle); // index in your list
    assert!((answer.t_hi - 0.39).abs() < 1e-6);
    assert!(triangle.is_some_and(|k| {
        triangles[k as usize]
            .iter()
            .all(|&v| vertices[v as usize].x == 1.0)
    }));

    let options = TriangleMeshOptions {
        solid: true,
        ..Default::default()
    };
    let zone = SharedBody::from(TriangleMesh::new(&vertices, &triangles, &options)?);
    let (here, there) = (Pose::identity(), at(0.3, 0.0, 0.0));
    let inside = PosedPair::new(&zone, &here, &bullet, &there);
    assert_eq!(
        distance(&inside, &DistanceOptions::default(), &mut state)?.separation,
        0.0
    );
    Ok(())
}

#[test]
fn penetrations() -> Done {
    let (floor, crate_b, mut state) = (cube(), cube(), PairState::default());
    let (pose_a, pose_b) = (at(0.0, 0.0, 0.0), at(0.0, 0.0, 1.75));
    let mut position_b = pose_b.translation();
    let pair = PosedPair::new(&floor, &pose_a, &crate_b, &pose_b);
    let answer = penetration(&pair, &PenetrationOptions::default(), &mut state)?;
    if let Some(normal) = answer.normal {
        position_b += normal * answer.depth; // the bodies now touch at most
    }
    assert!((position_b.z - 2.0).abs() < 1e-12);
    Ok(())
}

#[test]
fn round_bodies() -> Done {
    let (cube, mut state) = (SharedBody::cuboid([1.0; 3])?, PairState::default());
    let (here, there) = (at(0.0, 0.0, 0.0), at(3.0, 0.0, 0.0));
    let capsule = SharedBody::capsule(0.5, 0.25)?; // 2 (h + r) = 1.5 long
    let rounded_box = cube.rounded(0.02)?; // grows by 0.02 on every side
    let found = distance(
        &PosedPair::new(&capsule, &here, &rounded_box, &there),
        &DistanceOptions::default(),
        &mut state,
    )?;
    assert!((found.separation - 1.73).abs() < 1e-12);
    Ok(())
}

#[test]
fn times_of_impact() -> Done {
    let bar = Polytope::new(&[Vector3::new(-5.0, 0.0, 0.0), Vector3::new(5.0, 0.0, 0.0)])?;
    let post = Polytope::new(&[Vector3::new(0.0, 4.0, -1.0), Vector3::new(0.0, 4.0, 1.0)])?;
    let (pose, post_pose, mut state) = (Pose::identity(), Pose::identity(), PairState::default());
    let (end_translation, pivot) = (Vector3::zeros(), Vector3::zeros());
    let turn = Vector3::new(0.0, 0.0, 3.0 * std::f64::consts::PI); // radians in this frame, world axes
    let spinning = Motion::from_turn(pose, end_translation, turn, pivot)?; // the pivot moves on a straight line
    let still = Motion::fixed(post_pose);
    let pair = MovingPair::new(&bar, &spinning, &post, &still);
    let answer = time_of_impact(&pair, &TimeOfImpactOptions::default(), &mut state)?; // one PairState for each pair
    assert!((answer.t_hi - 1.0 / 6.0).abs() < 1e-6);

    let motion = spinning;
    let [to_contact, rest] = motion.split(answer.t_lo)?; // do this for every body of the scene
    assert!(to_contact.end() == rest.start());
    Ok(())
}

/// The way of A after it bounced, for a whole frame.
fn bounced(contact: &FrameContact<'_>) -> Option<Vector3<f64>> {
    let normal = contact.event.normal?; // from A to B
    let speed = contact.event.separation_velocity; // negative when the two approach
    let travel = contact.bodies[0].travel + normal * (2.0 * speed); // A bounces off B
    Some(travel)
}

#[test]
fn worlds() -> Done {
    let mut world = World::new();
    let ball = world.add(BodyInput::new(SharedBody::sphere(0.5)?, at(-3.0, 0.0, 0.0)));
    world.add(BodyInput {
        user: 1,
        ..BodyInput::new(cube(), Pose::identity())
    });
    let still = Vector3::zeros();
    let motion = world.motion_by(ball, Vector3::new(3.0, 0.0, 0.0), still, still)?;
    let mut respond = |contact: &FrameContact<'_>| {
        let travel = bounced(contact).expect("a normal");
        [
            Response::Redirect {
                travel,
                turn: still,
                pivot: still,
            },
            Response::Continue,
        ]
    };
    world.advance_with_responses(
        &[(ball, motion)],
        &Default::default(),
        &Serial,
        &mut respond,
    )?;
    assert!((world.get(ball)?.pose().translation().x + 3.0).abs() < 1e-5); // 1.5 there and 1.5 back
    Ok(())
}
