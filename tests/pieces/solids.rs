//! Solids against exact winding numbers and exact tests of every triangle. INTERFRAME_LONG=1 for full counts.

use interframe::{
    Contact, ContactManifoldOptions, ContainmentVerdict, ContainsOptions, DistanceOptions, Error,
    IntersectOptions, Motion, MovingPair, PairState, PenetrationOptions, Polytope, Pose, PosedPair,
    SharedBody, TimeOfImpactOptions, TriangleMesh, TriangleMeshOptions, Verdict, WithinOptions,
    contact_manifold, contains, distance, intersect, penetration, time_of_impact, within,
};
use nalgebra::Vector3;
use twin::place::{self, V3};
use twin::random::case_generator;

use crate::bodies::{SIDES, block};
use crate::closed_meshes::{NEITHER, Probe, SOLID, made, meets, real, voxels};
use crate::common::{count, for_each, pose, quaternion, vectors};

fn fresh() -> PairState {
    PairState::default()
}

/// What is wrong with the answers about a pair that meets or not.
fn wrong(pair: &PosedPair<'_>, is_hit: bool) -> Option<String> {
    let verdict = if is_hit {
        Verdict::Hit
    } else {
        Verdict::Separated
    };
    let found = intersect(pair, &IntersectOptions::default(), &mut fresh()).expect("taken");
    if found.verdict != verdict || found.point.is_some() != is_hit {
        return Some(format!("intersect {found:?}"));
    }
    let near = within(pair, &WithinOptions::default(), &mut fresh()).expect("taken");
    let far = distance(pair, &DistanceOptions::default(), &mut fresh()).expect("taken");
    if near.verdict != verdict || far.verdict != verdict || (far.separation == 0.0) != is_hit {
        return Some(format!("{near:?} {far:?}"));
    }
    let still = [pair.pose_a, pair.pose_b].map(|pose| Motion::fixed(*pose));
    let moving = MovingPair::new(pair.a, &still[0], pair.b, &still[1]);
    let options = TimeOfImpactOptions {
        tolerance: Some(1e-12),
        ..Default::default()
    };
    let first = time_of_impact(&moving, &options, &mut fresh()).expect("taken");
    let is_at_start = first.verdict == Verdict::Hit && first.t_hi == 0.0;
    if is_at_start != is_hit && !(first.contact == Contact::Near) {
        return Some(format!("{first:?}"));
    }
    None
}

#[test]
fn bodies_meet_solids_as_exact_winding_numbers_say() {
    let solids: Vec<_> = made().into_iter().chain(real()).collect();
    assert!(solids.len() >= 16);
    let per_solid = count(15, 5000);
    let total = solids.len() as u64 * per_solid;
    let tally = for_each(total, |index, tally| {
        let solid = &solids[(index % solids.len() as u64) as usize];
        let random = &mut case_generator(43, index);
        let probe = Probe::random(random, solid);
        let at = place::Pose::IDENTITY;
        let is_hit = meets(solid, &at, &probe);
        let (body, its_pose, own) = (probe.body(), pose(&probe.pose), pose(&at));
        for pair in [
            PosedPair::new(&solid.body, &own, &body, &its_pose),
            PosedPair::new(&body, &its_pose, &solid.body, &own),
        ] {
            if let Some(wrong) = wrong(&pair, is_hit) {
                tally
                    .wrong
                    .push(format!("{index} {}: {is_hit} {wrong}", solid.name));
            }
        }
        tally.cases += 1;
        tally.hits += u64::from(is_hit);
    });
    println!("{} cases, {} hits", tally.cases, tally.hits);
    tally.none_wrong();
    assert!(tally.hits * 10 > tally.cases && tally.hits < tally.cases);
}

fn refused(vertices: &[Vector3<f64>], triangles: &[[u32; 3]]) -> Error {
    TriangleMesh::new(vertices, triangles, &SOLID).expect_err("no solid")
}

#[test]
fn what_bounds_no_volume_is_refused_by_the_place() {
    let corners = block(Vector3::new(1.0, 1.0, 1.0));
    let mut open = SIDES.to_vec();
    let gone = open.remove(4);
    let report = *TriangleMesh::new(&corners, &open, &NEITHER)
        .expect("a mesh")
        .report();
    let Error::OpenEdge { edge } = refused(&corners, &open) else {
        panic!("not the edge")
    };
    assert_eq!(report.rim, Some(edge));
    assert!(edge.iter().all(|v| gone.contains(v)) && report.open_edges == 3);
    let whole = TriangleMesh::new(&corners, &SIDES, &SOLID).expect("a solid");
    assert!(whole.is_solid() && whole.report().rim.is_none() && whole.signed_volume() == 8.0);
    let both = TriangleMeshOptions {
        one_sided: true,
        solid: true,
    };
    let both = TriangleMesh::new(&corners, &SIDES, &both);
    assert!(matches!(
        both,
        Err(Error::Setting {
            name: "one_sided",
            ..
        })
    ));
    // A second block through the first: corners of the one are inside, or sides lie on each other, or only an edge touches.
    for (shift, crosses) in [
        ([0.5, 0.25, 0.125], true),
        ([2.0, 0.5, 0.0], true),
        ([3.0, 0.0, 0.0], false),
    ] {
        let shift = Vector3::from(shift);
        let vertices: Vec<_> = corners
            .iter()
            .copied()
            .chain(corners.iter().map(|v| v + shift))
            .collect();
        let more = SIDES.iter().map(|t| t.map(|v| v + 8));
        let triangles: Vec<_> = SIDES.iter().copied().chain(more).collect();
        match TriangleMesh::new(&vertices, &triangles, &SOLID) {
            Err(Error::SelfIntersection {
                triangles: [first, second],
            }) => {
                assert!(crosses && first < 12 && second >= 12);
                let pair = [first, second]
                    .map(|t| triangles[t as usize].map(|v| vertices[v as usize].into()));
                let [a, b]: [[V3; 3]; 2] = pair;
                let still = place::Pose::IDENTITY;
                assert!(twin::intersect::intersect(&place::posed(&a, &still, &b, &still)).hit());
            }
            Ok(_) => assert!(!crosses),
            Err(error) => panic!("{error}"),
        }
    }
    // Twice the same surface.
    let twice = [SIDES, SIDES].concat();
    assert!(matches!(
        refused(&corners, &twice),
        Error::SelfIntersection { triangles: [0, 12] }
    ));
    let empty = TriangleMesh::new(&[], &[], &SOLID).expect("the empty body");
    assert!(empty.is_solid());
}

/// Two bodies of which one may be inside the other only: a solid in a solid, a surface, a height field, a compound, curved parts.
#[test]
fn bodies_of_any_kind_are_inside() {
    let solid = |half: f64| {
        let corners = block(Vector3::repeat(half));
        SharedBody::from(TriangleMesh::new(&corners, &SIDES, &SOLID).expect("a solid"))
    };
    let surface = |half: f64| {
        let corners = block(Vector3::repeat(half));
        SharedBody::from(TriangleMesh::new(&corners, &SIDES, &NEITHER).expect("a surface"))
    };
    let field = interframe::HeightField::new(
        &[[0.0; 5], [0.1; 5], [0.0; 5]].concat(),
        5,
        [0.25, 0.25],
        [-0.5, -0.25],
    );
    let ball = SharedBody::sphere(0.5).expect("a ball");
    let cone = SharedBody::from(interframe::Curved::cone(0.5, 0.5).expect("a cone"));
    let at = Pose::from_translation(Vector3::new(7.0, 0.0, 0.0)).expect("a pose");
    let parts = [(ball.clone(), at), (cone.clone(), Pose::identity())];
    let inner = [
        solid(0.5),
        surface(0.5),
        field.expect("a field").into(),
        ball.clone(),
        cone,
        SharedBody::cuboid([0.5; 3]).expect("a box"),
        SharedBody::compound(&parts).expect("parts"),
        SharedBody::compound(&[(ball, Pose::identity())]).expect("parts"),
        solid(0.25).rounded(0.25).expect("a radius"),
    ];
    let outer = [solid(2.0), solid(1.5).rounded(0.5).expect("a radius")];
    let here = Pose::new(
        Vector3::new(0.1, 0.2, -0.1),
        nalgebra::Quaternion::new(0.5, 0.5, 0.5, 0.5),
    );
    let (here, far) = (
        here.expect("a pose"),
        Pose::from_translation(Vector3::new(40.0, 0.0, 0.0)).expect("a pose"),
    );
    for body in &inner {
        for solid in &outer {
            for (pose, is_hit) in [(&here, true), (&far, false)] {
                for pair in [
                    PosedPair::new(solid, &Pose::identity(), body, pose),
                    PosedPair::new(body, pose, solid, &Pose::identity()),
                ] {
                    assert_eq!(wrong(&pair, is_hit), None, "{body:?}");
                }
            }
        }
        // A surface has no inside.
        let (hollow, home) = (surface(2.0), Pose::identity());
        let pair = PosedPair::new(&hollow, &home, body, &here);
        let found = intersect(&pair, &IntersectOptions::default(), &mut fresh()).expect("taken");
        assert_eq!(found.verdict, Verdict::Separated);
    }
}

/// A pair has one answer, in whatever way it is written.
#[test]
fn answers_do_not_depend_on_order_place_or_size() {
    let solids = made();
    let tally = for_each(count(300, 20_000), |index, tally| {
        let random = &mut case_generator(44, index);
        let solid = &solids[random.below(solids.len())];
        let probe = Probe::random(random, solid);
        let (body, its_pose) = (probe.body(), pose(&probe.pose));
        let ask = |mesh: &SharedBody, own: &Pose, body: &SharedBody, its: &Pose| {
            let pair = PosedPair::new(mesh, own, body, its);
            intersect(&pair, &IntersectOptions::default(), &mut fresh())
                .expect("taken")
                .verdict
        };
        let here = Pose::identity();
        let plain = ask(&solid.body, &here, &body, &its_pose);
        let vertices = vectors(&solid.vertices);
        let mesh = |vertices: &[Vector3<f64>], triangles: &[[u32; 3]]| {
            SharedBody::from(TriangleMesh::new(vertices, triangles, &SOLID).expect("a solid"))
        };
        let mut triangles = solid.triangles.clone();
        random.shuffle(&mut triangles);
        triangles
            .iter_mut()
            .for_each(|t| t.rotate_left(random.below(3)));
        let shuffled = ask(&mesh(&vertices, &triangles), &here, &body, &its_pose);
        let scale = 2.0_f64.powi(random.integer(-300, 300) as i32);
        let large: Vec<_> = vertices.iter().map(|v| v * scale).collect();
        let core: Vec<_> = vectors(&probe.points).iter().map(|v| v * scale).collect();
        let core = SharedBody::new(Polytope::new(&core).expect("finite points"));
        let scaled_body = core.rounded(probe.radius * scale).expect("a radius");
        let at = Pose::new(its_pose.translation() * scale, its_pose.quaternion()).expect("a pose");
        let scaled = ask(&mesh(&large, &solid.triangles), &here, &scaled_body, &at);
        // A turn by a third about the diagonal, and a shift by whole numbers, are exact for small ones.
        let third = nalgebra::Quaternion::new(0.5, 0.5, 0.5, 0.5);
        let turned = Pose::new(Vector3::zeros(), third).expect("a pose");
        let p = its_pose.translation();
        let moved =
            Pose::new(Vector3::new(p.z, p.x, p.y), third * its_pose.quaternion()).expect("a pose");
        let carried = match its_pose.quaternion() == nalgebra::Quaternion::identity() {
            true => ask(&solid.body, &turned, &body, &moved),
            false => plain,
        };
        if [shuffled, scaled, carried] != [plain; 3] {
            tally.wrong.push(format!(
                "{index} {}: {plain:?} {shuffled:?} {scaled:?} {carried:?}",
                solid.name
            ));
        }
    });
    tally.none_wrong();
}

/// A body that is cooked and read again is the same solid.
#[test]
fn bytes_keep_that_a_mesh_is_solid() {
    for solid in made() {
        let bytes = solid.body.to_bytes();
        let again = SharedBody::from_bytes(&bytes).expect("its own bytes");
        assert_eq!(again, solid.body);
        let at = Pose::from_translation(Vector3::from(solid.vertices[0])).expect("a pose");
        let point = SharedBody::sphere(0.0).expect("a point");
        let home = Pose::identity();
        let pair = PosedPair::new(&again, &home, &point, &at);
        assert_eq!(wrong(&pair, true), None);
    }
}

fn body_size(probe: &Probe) -> f64 {
    let points = vectors(&probe.points);
    points.iter().map(|v| v.norm()).fold(0.0, f64::max) + probe.radius
}

/// A way out is free at its end, and no shorter one is free: for points exactly, for others by many tries.
#[test]
fn ways_out_of_solids_are_free_and_not_much_too_long() {
    let solids = made();
    let tally = for_each(count(200, 5_000), |index, tally| {
        let random = &mut case_generator(46, index);
        let solid = &solids[random.below(solids.len())];
        let probe = Probe::random(random, solid);
        let (body, home, its_pose) = (probe.body(), Pose::identity(), pose(&probe.pose));
        let pair = PosedPair::new(&solid.body, &home, &body, &its_pose);
        let found =
            penetration(&pair, &PenetrationOptions::default(), &mut fresh()).expect("taken");
        let ask = |by: &Vector3<f64>| {
            let moved = Pose::new(its_pose.translation() + by, its_pose.quaternion());
            let moved = moved.expect("a pose");
            let pair = PosedPair::new(&solid.body, &home, &body, &moved);
            intersect(&pair, &IntersectOptions::default(), &mut fresh())
                .expect("taken")
                .verdict
        };
        let is_hit = ask(&Vector3::zeros()) == Verdict::Hit;
        let mut wrong = |what: &str| {
            tally
                .wrong
                .push(format!("{index} {} {what}: {found:?}", solid.name));
        };
        if (found.verdict == Verdict::Hit) != is_hit {
            wrong("verdict");
        }
        let (true, Some(n)) = (is_hit, found.normal) else {
            return;
        };
        tally.cases += 1;
        // Apart, or touching: then a little more to some side.
        let is_out = |by: Vector3<f64>, more: f64| {
            let step = |k: usize| [0.0, 1.0, -1.0][k % 3];
            let side = |k: usize| Vector3::new(step(k), step(k / 3), step(k / 9)) * more;
            (0..27).any(|k| ask(&(by + side(k))) == Verdict::Separated)
        };
        let size = solid.size() + body_size(&probe);
        if !is_out(n * found.depth, 1e-11 * size) {
            wrong("not free");
        }
        let [Some(a), Some(b)] = [found.point_a, found.point_b] else {
            return wrong("no points");
        };
        if (a - b - n * found.depth).norm() > 1e-12 * solid.size() {
            wrong("points");
        }
        let manifold = contact_manifold(&pair, &ContactManifoldOptions::default(), &mut fresh());
        let manifold = manifold.expect("taken");
        match (manifold.normal, manifold.points().first()) {
            (Some(n), Some(contact)) => {
                let is_out = is_out(n * contact.depth, 2e-9 * size);
                if manifold.verdict != Verdict::Hit || !is_out {
                    wrong(&format!("{manifold:?}"));
                }
            }
            _ => wrong(&format!("no contact {manifold:?}")),
        }
        let least = found.depth - found.error;
        let is_point = probe.points.len() == 1;
        if is_point && probe.radius == 0.0 && found.error > 1e-9 * solid.size() {
            wrong("the nearest point of the surface is the way out");
        }
        for _ in 0..20 {
            let by = Vector3::from(random.direction()) * least * (1.0 - 1e-9) * random.unit();
            if least > 0.0 && ask(&by) != Verdict::Hit {
                wrong("shorter");
            }
        }
        tally.hits += u64::from(found.error < 0.5 * found.depth);
    });
    println!("{} ways out, {} known to a half", tally.cases, tally.hits);
    tally.none_wrong();
    assert!(tally.cases > 50);
}

/// Blocks of triangles that are met from outside only, beside and in solid blocks: every hit has a way out, with its points. At its
/// end all triangles may be seen from behind.
#[test]
fn one_sided_surfaces_have_ways_out_of_solids() {
    let tally = for_each(count(400, 40_000), |index, tally| {
        let random = &mut case_generator(48, index);
        let scale = 10.0_f64.powi(random.integer(-4, 5) as i32);
        let mut mesh = |options: &TriangleMeshOptions| {
            let half = Vector3::from([0; 3].map(|_| scale * random.between(1.0, 10.0)));
            let mesh = TriangleMesh::new(&block(half), &SIDES, options).expect("a mesh");
            (SharedBody::from(mesh), half.norm())
        };
        let one_sided = TriangleMeshOptions {
            one_sided: true,
            ..NEITHER
        };
        let [(solid, radius), (surface, its_radius)] = [SOLID, one_sided].map(|o| mesh(&o));
        let size = radius + its_radius;
        let far = random.between(0.0, 0.8) * size;
        let poses = [0.0, far].map(|far| {
            let at = Vector3::from(random.direction()) * far;
            Pose::new(at, quaternion(&random.quaternion())).expect("a pose")
        });
        for swapped in [false, true] {
            let pair = match swapped {
                false => PosedPair::new(&solid, &poses[0], &surface, &poses[1]),
                true => PosedPair::new(&surface, &poses[1], &solid, &poses[0]),
            };
            let options = PenetrationOptions::default();
            let found = penetration(&pair, &options, &mut fresh()).expect("taken");
            let options = ContactManifoldOptions::default();
            let manifold = contact_manifold(&pair, &options, &mut fresh()).expect("taken");
            tally.cases += 1;
            if found.verdict != Verdict::Hit {
                continue;
            }
            tally.hits += 1;
            let name = format!("{index} {swapped}: {found:?}");
            let (Some(n), Some(a), Some(b)) = (found.normal, found.point_a, found.point_b) else {
                tally.claim(false, &name, "no way out");
                continue;
            };
            let is_opposite = (a - b - n * found.depth).norm() <= 1e-12 * size;
            tally.claim(is_opposite, &name, "points");
            tally.claim(!manifold.points().is_empty(), &name, "no contact");
            let past = n * (found.depth + 1e-9 * size);
            let pose_b = Pose::new(pair.pose_b.translation() + past, pair.pose_b.quaternion());
            let pose_b = pose_b.expect("a pose");
            let moved = PosedPair::new(pair.a, pair.pose_a, pair.b, &pose_b);
            let options = IntersectOptions::default();
            let moved = intersect(&moved, &options, &mut fresh()).expect("taken");
            tally.claim(moved.verdict == Verdict::Separated, &name, "not free");
        }
    });
    tally.none_wrong();
    assert!(tally.hits * 3 > tally.cases);
}

/// Blocks along the axes, in solids of unit cubes: inside if all cubes that their inside meets are full.
#[test]
fn solids_contain_what_lies_in_full_cells() {
    let side = 4;
    let tally = for_each(count(400, 20_000), |index, tally| {
        let random = &mut case_generator(47, index);
        let cells: Vec<bool> = (0..side * side * side)
            .map(|_| random.below(8) > 0)
            .collect();
        let is_full = |[x, y, z]: [i32; 3]| {
            let inside = [x, y, z].iter().all(|c| (0..side).contains(c));
            inside && cells[(x + side * (y + side * z)) as usize]
        };
        let (vertices, triangles) = voxels(is_full, side);
        // Where four cubes meet at a corner they may touch more than that: such are refused.
        let Ok(mesh) = TriangleMesh::new(&vertices, &triangles, &SOLID) else {
            tally.refused += 1;
            return;
        };
        let half = [0; 3].map(|_| 0.25 * random.integer(1, 5) as f64);
        let at = [0; 3].map(|_| 0.25 * random.integer(0, 4 * i64::from(side)) as f64);
        // Whole cells that the open block meets.
        let range = |k: usize| {
            let (low, high) = (at[k] - half[k], at[k] + half[k]);
            low.floor() as i32..high.ceil() as i32
        };
        let expected = range(0).all(|x| range(1).all(|y| range(2).all(|z| is_full([x, y, z]))));
        let (mesh, home) = (SharedBody::from(mesh), Pose::identity());
        let block = SharedBody::new(Polytope::cuboid(half).expect("a block"));
        let pose = Pose::from_translation(Vector3::from(at)).expect("a pose");
        let parts = [(block.clone(), Pose::identity())];
        for body in [block, SharedBody::compound(&parts).expect("a part")] {
            let pair = PosedPair::new(&mesh, &home, &body, &pose);
            let found = contains(&pair, &ContainsOptions::default(), &mut fresh()).expect("taken");
            let verdict = match expected {
                true => ContainmentVerdict::Inside,
                false => ContainmentVerdict::NotInside,
            };
            if found.verdict != verdict || found.margin.is_some() != expected {
                tally
                    .wrong
                    .push(format!("{index}: {half:?} at {at:?}, {found:?}"));
            }
        }
        tally.cases += 1;
        tally.hits += u64::from(expected);
    });
    println!(
        "{} cases, {} inside, {} no solids",
        tally.cases, tally.hits, tally.refused
    );
    tally.none_wrong();
    assert!(tally.hits * 20 > tally.cases && tally.cases > 2 * tally.refused);
}

#[test]
fn balls_and_points_are_inside_as_their_distances_say() {
    let corners = block(Vector3::repeat(2.0));
    let solid = SharedBody::from(TriangleMesh::new(&corners, &SIDES, &SOLID).expect("a solid"));
    let home = Pose::identity();
    let ask = |body: &SharedBody, x: f64| {
        let pose = Pose::from_translation(Vector3::new(x, 0.0, 0.0)).expect("a pose");
        let pair = PosedPair::new(&solid, &home, body, &pose);
        contains(&pair, &ContainsOptions::default(), &mut fresh())
    };
    let inside = |body: &SharedBody, x: f64| {
        let found = ask(body, x).expect("taken");
        (found.verdict == ContainmentVerdict::Inside, found.margin)
    };
    let ball = SharedBody::sphere(0.5).expect("a ball");
    assert_eq!(inside(&ball, 0.0), (true, Some(1.5)));
    assert_eq!(inside(&ball, 1.5), (true, Some(0.0)));
    assert_eq!(inside(&ball, 1.5_f64.next_up()), (false, None));
    let point = SharedBody::sphere(0.0).expect("a point");
    assert_eq!(inside(&point, 2.0), (true, Some(0.0)));
    assert_eq!(inside(&point, 2.0_f64.next_up()), (false, None));
    // Flat ones are refused wherever they are.
    let plate = Polytope::new(&[Vector3::x(), Vector3::y(), Vector3::zeros()]).expect("a triangle");
    assert!(matches!(
        ask(&SharedBody::new(plate), 0.0),
        Err(Error::Body { body: "b", .. })
    ));
    assert!(matches!(
        ask(&solid, 0.0),
        Err(Error::Body { body: "b", .. })
    ));
}
