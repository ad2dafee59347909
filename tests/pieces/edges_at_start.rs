//! Bodies that lie a little deep in a floor and touch an edge or a wall as well, with `only_if_approaching`.

use interframe::{
    InitialContact, Motion, MovingPair, PairState, Polytope, Pose, SharedBody, TimeOfImpact,
    TimeOfImpactOptions, TriangleMesh, TriangleMeshOptions, Verdict, time_of_impact,
};
use nalgebra::Vector3;
use twin::random::case_generator;

use crate::bodies::{SIDES, block, mesh_of};
use crate::common::{count, for_each, quaternion};

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::from_translation(Vector3::new(x, y, z)).expect("finite")
}

fn met(ground: &SharedBody, body: &SharedBody, start: Pose, by: Vector3<f64>) -> TimeOfImpact {
    let options = TimeOfImpactOptions {
        initial_contact: InitialContact::OnlyIfApproaching,
        ..Default::default()
    };
    let still = Motion::fixed(Pose::identity());
    let way = Motion::translation(start, start.translation() + by).expect("a way");
    let pair = MovingPair::new(ground, &still, body, &way);
    time_of_impact(&pair, &options, &mut PairState::default()).expect("straight")
}

/// A floor with its top at z = 0 and a curb of a height from x = `from` on, as two boxes or as triangles.
fn curb(kind: u64, from: f64, height: f64) -> SharedBody {
    if kind == 0 {
        let floor = SharedBody::cuboid([5.0, 5.0, 0.5]).expect("a box");
        let step = SharedBody::cuboid([1.0, 5.0, 0.5]).expect("a box");
        let parts = [
            (floor, at(0.0, 0.0, -0.5)),
            (step, at(from + 1.0, 0.0, height - 0.5)),
        ];
        return SharedBody::compound(&parts).expect("two boxes");
    }
    let mut vertices = Vec::new();
    for y in [-5.0, 5.0] {
        let profile = [
            (-5.0, 0.0),
            (from, 0.0),
            (from, height),
            (from + 3.0, height),
        ];
        vertices.extend(profile.map(|(x, z)| Vector3::new(x, y, z)));
    }
    let strip = |k: u32| [[k, k + 1, k + 5], [k, k + 5, k + 4]];
    let triangles: Vec<_> = (0..3).flat_map(strip).collect();
    let options = TriangleMeshOptions {
        one_sided: kind == 2,
        ..Default::default()
    };
    TriangleMesh::new(&vertices, &triangles, &options)
        .expect("a mesh")
        .into()
}

/// A ball or a capsule of radius 0.5, deep in the floor by one length and in the curb's edge by another, moves towards the curb: it
/// approaches the edge, however little deep it is there.
#[test]
fn round_bodies_meet_an_edge_that_they_touch() {
    let ball = SharedBody::sphere(0.5).expect("a radius");
    let ends = [-1.0, 1.0].map(|y| Vector3::new(0.0, y, 0.0));
    let capsule = SharedBody::new(Polytope::new(&ends).expect("a segment"));
    let capsule = capsule.rounded(0.5).expect("a radius");
    let mut cases = 0;
    for kind in 0..3 {
        for body in [&ball, &capsule] {
            for height in [0.02, 0.1, 0.2, 0.4, 0.49] {
                for floor in [0.0, 1e-9, 1e-7, 1e-5, 1e-3, 1e-2] {
                    for edge in [0.0, 1e-13, 1e-10, 1e-8, 1e-6, 1e-4] {
                        for rise in [0.0, 1e-3, 0.02] {
                            let z: f64 = 0.5 - floor;
                            let reach: f64 = 0.5 - edge;
                            let from = (reach * reach - (z - height) * (z - height)).sqrt();
                            let normal = Vector3::new(-from, 0.0, z - height).normalize();
                            let by = Vector3::new(0.3, 0.0, 0.3 * rise);
                            if normal.dot(&by) > -0.01 {
                                continue;
                            }
                            cases += 1;
                            let ground = curb(kind, from, height);
                            let found = met(&ground, body, at(0.0, 0.0, z), by);
                            let is_met = found.verdict == Verdict::Hit
                                && found.t_lo < 1e-3
                                && found.separation_velocity < 0.0;
                            assert!(is_met, "{kind} {height} {floor} {edge} {rise}: {found:?}");
                        }
                    }
                }
            }
        }
    }
    assert!(cases > 1_000, "{cases}");
}

/// A box of triangles, turned in any way, lies a little deep in a floor and in a wall and moves along both: nothing approaches.
#[test]
fn boxes_of_triangles_slide_along_a_floor_and_a_wall() {
    let half = Vector3::new(0.2, 0.1, 0.15);
    let corners = block(half);
    let bodies = [
        mesh_of(&corners, &SIDES, 0.0).body,
        SharedBody::new(Polytope::new(&corners).expect("a box")),
    ];
    let square = |points: [[f64; 3]; 4]| points.map(Vector3::from);
    let floor = square([
        [-5.0, -5.0, 0.0],
        [5.0, -5.0, 0.0],
        [5.0, 5.0, 0.0],
        [-5.0, 5.0, 0.0],
    ]);
    let wall = square([
        [-5.0, 0.0, -1.0],
        [5.0, 0.0, -1.0],
        [5.0, 0.0, 5.0],
        [-5.0, 0.0, 5.0],
    ]);
    let room: Vec<_> = floor.into_iter().chain(wall).collect();
    let room = mesh_of(&room, &[[0, 1, 2], [0, 2, 3], [4, 5, 6], [4, 6, 7]], 0.0).body;
    let run = for_each(count(1_500, 20_000), |index, tally| {
        let random = &mut case_generator(2195, index);
        let turn = Pose::new(Vector3::zeros(), quaternion(&random.quaternion())).expect("a pose");
        let depths = [1e-8, 1e-7, 1e-6, 1e-5, 1e-4];
        let [down, aside] = [0; 2].map(|_| *random.pick(&depths));
        let low = |axis: usize| {
            let turned = corners.iter().map(|v| turn.transform_point(v)[axis]);
            turned.fold(f64::INFINITY, f64::min)
        };
        let place = Vector3::new(0.1, -low(1) - aside, -low(2) - down);
        let start = Pose::new(place, turn.quaternion()).expect("a pose");
        for body in &bodies {
            tally.cases += 1;
            let found = met(&room, body, start, Vector3::new(0.5, 0.0, 0.0));
            let is_ignored = found.initial && found.separation_velocity >= -1e-9;
            tally.claim(
                is_ignored,
                &format!("case {index}"),
                &format!("a new contact: {down} {aside} {found:?}"),
            );
        }
        // Into the wall or the floor it approaches, perhaps slowly along a way out of the corner.
        for by in [Vector3::new(0.4, -0.2, 0.0), Vector3::new(0.4, 0.0, -0.2)] {
            let found = met(&room, &bodies[0], start, by);
            let is_met = found.verdict == Verdict::Hit && found.separation_velocity < -1e-6;
            tally.claim(
                is_met,
                &format!("case {index}"),
                &format!("no contact: {down} {aside} {by:?} {found:?}"),
            );
        }
    });
    run.none_wrong();
}
