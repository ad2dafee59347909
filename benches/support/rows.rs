//! The rows of the table of instructions: queries whose answers are thrown away.

use interframe::{
    AdvanceOptions, BodyInput, ClosestApproachOptions, ContactInterval, ContactManifoldOptions,
    ContainsOptions, CuboidSeparationOptions, DistanceOptions, ExtendedBoxesOptions, Frame,
    InterframeOptions, IntersectOptions, Method, Mode, Motion, MovingPair, MprOptions, PairState,
    PenetrationOptions, Polytope, Pose, Serial, SharedBody, Sweep, TimeOfImpactOptions,
    TriangleMesh, TriangleMeshOptions, WithinOptions, World, YawCuboid, closest_approach,
    contact_intervals, contact_manifold, contains, cuboid_separation, distance,
    extended_boxes_meet, interframe, intersect, mpr, penetration, time_of_impact, within,
};
use nalgebra::{Quaternion, Vector3};
use twin::cuboids::{Cuboid, KINDS, cuboid_pair};
use twin::random::{SplitMix64, case_generator};

use super::bodies::{self, Body};
use super::contacts::{Pairs, about_contact, near};
use super::contenders::{interframe_body, pose};
use super::exits::{self, ask_exit, exits};
use super::flights::{Flight, WORKLOADS, ask, options};
use super::round_casts;
use super::rows_by_kind;
use super::shots::{block, shots, torus};
use super::swarm::{self, Swarm};
use super::workloads::{self, Size, Workload};

/// A line of the table: the same queries at each pass.
pub struct Row {
    pub name: String,
    pub queries: usize,
    pub pass: Box<dyn FnMut()>,
}

impl Row {
    fn new(name: &str, body: &Body, queries: usize, pass: impl FnMut() + 'static) -> Self {
        Row {
            name: format!("{name} {}", body.points.len()),
            queries,
            pass: Box::new(pass),
        }
    }
}

fn keep<T>(answer: T) {
    std::hint::black_box(&answer);
}

/// A query of two posed bodies with the state of the frame before.
type AskPosed = fn(&Polytope, [&Pose; 2], &mut PairState);

fn ask_intersect(shape: &Polytope, [a, b]: [&Pose; 2], state: &mut PairState) {
    keep(intersect(
        &interframe::PosedPair::new(shape, a, shape, b),
        &IntersectOptions::default(),
        state,
    ));
}

fn ask_interior_point(shape: &Polytope, [a, b]: [&Pose; 2], state: &mut PairState) {
    let options = IntersectOptions {
        method: Method::InteriorPoint,
        ..IntersectOptions::default()
    };
    keep(intersect(
        &interframe::PosedPair::new(shape, a, shape, b),
        &options,
        state,
    ));
}

fn ask_distance(shape: &Polytope, [a, b]: [&Pose; 2], state: &mut PairState) {
    keep(distance(
        &interframe::PosedPair::new(shape, a, shape, b),
        &DistanceOptions::default(),
        state,
    ));
}

fn ask_within(shape: &Polytope, [a, b]: [&Pose; 2], state: &mut PairState) {
    let options = WithinOptions {
        distance: 0.1,
        ..WithinOptions::default()
    };
    keep(within(
        &interframe::PosedPair::new(shape, a, shape, b),
        &options,
        state,
    ));
}

fn ask_mpr(shape: &Polytope, [a, b]: [&Pose; 2], _: &mut PairState) {
    let options = MprOptions::default();
    keep(mpr(
        &interframe::PosedPair::new(shape, a, shape, b),
        &options,
        &mut PairState::default(),
    ));
}

fn ask_penetration(shape: &Polytope, [a, b]: [&Pose; 2], _: &mut PairState) {
    keep(penetration(
        &interframe::PosedPair::new(shape, a, shape, b),
        &PenetrationOptions::default(),
        &mut PairState::default(),
    ));
}

fn ask_manifold(shape: &Polytope, [a, b]: [&Pose; 2], state: &mut PairState) {
    let prediction = 0.02;
    keep(contact_manifold(
        &interframe::PosedPair::new(shape, a, shape, b),
        &ContactManifoldOptions {
            prediction,
            ..ContactManifoldOptions::default()
        },
        state,
    ));
}

/// The state is kept within a run of frames, and warm where the workload says so.
fn frames(name: &str, body: &Body, work: &Workload, ask: AskPosed) -> Row {
    let shape = interframe_body(body);
    let [warm, timed] = [&work.warm, &work.timed].map(|frames| {
        let pairs = frames.a.iter().zip(&frames.b);
        pairs
            .map(|(a, b)| [pose(a), pose(b)])
            .collect::<Vec<[Pose; 2]>>()
    });
    let mut states = Vec::new();
    for run in &work.runs {
        let mut state = PairState::default();
        for i in run.warm.indices() {
            ask(&shape, warm[i].each_ref(), &mut state);
        }
        states.push(state);
    }
    let runs = work.runs.clone();
    Row::new(name, body, work.queries(), move || {
        for (run, state) in runs.iter().zip(&states) {
            let mut state = *state;
            for i in run.timed.indices() {
                ask(&shape, timed[i].each_ref(), &mut state);
            }
        }
    })
}

/// Each pair from an empty state.
fn pairs(name: &str, body: &Body, poses: Vec<[Pose; 2]>, ask: AskPosed) -> Row {
    let shape = interframe_body(body);
    Row::new(name, body, poses.len(), move || {
        for pair in &poses {
            ask(&shape, pair.each_ref(), &mut PairState::default());
        }
    })
}

fn posed(body: &Body, size: Size) -> Vec<Row> {
    let shape = interframe_body(body);
    let all = workloads::all(body, size, &mut |a, b| {
        let state = &mut PairState::default();
        intersect(
            &interframe::PosedPair::new(&shape, &pose(a), &shape, &pose(b)),
            &IntersectOptions::default(),
            state,
        )
        .expect("valid options")
        .verdict
        .may_hit()
    });
    let find = |name| all.iter().find(|work| work.name == name).expect("a name");
    let (cold, whole) = (find("cold"), find("whole-10deg"));
    let mut out = vec![
        frames("intersect cold", body, cold, ask_intersect),
        frames("intersect approach", body, whole, ask_intersect),
        frames("intersect last5", body, find("last5-10deg"), ask_intersect),
        frames("distance approach", body, whole, ask_distance),
        frames("within approach", body, whole, ask_within),
    ];
    if body.points.len() == 66 {
        out.push(frames("mpr cold", body, cold, ask_mpr));
        out.push(frames(
            "interior_point cold",
            body,
            cold,
            ask_interior_point,
        ));
    }
    out
}

fn in_contact(body: &Body, count: usize) -> Vec<Row> {
    let mut out = Vec::new();
    if body.points.len() <= 66 {
        let poses = Pairs::new(&near(body, count, 0.02)).ours;
        out.push(pairs("contact_manifold near", body, poses, ask_manifold));
    }
    if body.points.len() == 66 {
        let shallow = about_contact(body, 13, count, |touching, random| {
            touching * (1.0 - 0.02 * random.unit())
        });
        let poses = Pairs::new(&shallow).ours;
        out.push(pairs("penetration shallow", body, poses, ask_penetration));
    }
    out
}

/// A query of two motions from an empty state.
fn motions(
    name: &str,
    body: &Body,
    flights: &[Flight],
    mut ask: impl FnMut(&Polytope, &[Motion; 2]) + 'static,
) -> Row {
    let shape = interframe_body(body);
    let motions: Vec<_> = flights.iter().map(Flight::motions).collect();
    Row::new(name, body, motions.len(), move || {
        for pair in &motions {
            ask(&shape, pair);
        }
    })
}

/// Past each other at up to 2.6 radii: hits and misses as they come, whatever the library says of them.
fn flights(body: &Body, turns: [f64; 2], count: usize) -> Vec<Flight> {
    let wide = Body {
        radius: 1.3 * body.radius,
        points: Vec::new(),
        ..*body
    };
    let rng = &mut case_generator(12, body.points.len() as u64);
    (0..count).map(|_| Flight::new(rng, &wide, turns)).collect()
}

fn moving(body: &Body, count: usize) -> Vec<Row> {
    let mut out = Vec::new();
    for (workload, turns) in WORKLOADS {
        let flights = flights(body, turns, count);
        let wanted = options(body);
        let name = format!("time_of_impact {workload}");
        out.push(motions(&name, body, &flights, move |shape, pair| {
            keep(ask(shape, pair, &wanted));
        }));
        if workload != "turning" || body.points.len() != 66 {
            continue;
        }
        for (name, sweep) in [
            ("interframe full", Sweep::Full),
            ("interframe certified", Sweep::Certified),
        ] {
            out.push(motions(name, body, &flights, move |shape, [a, b]| {
                let state = &mut PairState::default();
                let frame = Frame::default();
                keep(
                    interframe(
                        &interframe::MovingPair::new(shape, a, shape, b),
                        &InterframeOptions {
                            sweep,
                            frame,
                            ..InterframeOptions::default()
                        },
                        state,
                    )
                    .expect("valid options"),
                );
            }));
        }
        out.push(motions(
            "extended_boxes_meet",
            body,
            &flights,
            |shape, [a, b]| {
                let pair = interframe::MovingPair::new(shape, a, shape, b);
                let options = ExtendedBoxesOptions::default();
                keep(extended_boxes_meet(
                    &pair,
                    &options,
                    &mut PairState::default(),
                ));
            },
        ));
        out.push(motions(
            "closest_approach turning",
            body,
            &flights,
            |shape, [a, b]| {
                let pair = interframe::MovingPair::new(shape, a, shape, b);
                let options = ClosestApproachOptions::default();
                keep(closest_approach(&pair, &options, &mut PairState::default()));
            },
        ));
        let mut room = vec![ContactInterval::default(); 256];
        let (name, wanted) = ("contact_intervals turning", options(body));
        out.push(motions(name, body, &flights, move |shape, [a, b]| {
            let state = &mut PairState::default();
            let room = &mut room;
            keep(contact_intervals(
                &interframe::MovingPair::new(shape, a, shape, b),
                &wanted,
                state,
                room,
            ));
        }));
    }
    out
}

/// A fifth of the body within the body.
fn inside(body: &Body, count: usize) -> Vec<Row> {
    let shapes = [interframe_body(body), interframe_body(&exits::within(body))];
    let flights = exits(body, &shapes, [[0.0, 0.5]; 2], count);
    let motions: Vec<_> = flights.iter().map(Flight::motions).collect();
    let poses: Vec<_> = flights.iter().map(|flight| flight.poses(0.5)).collect();
    let copies = shapes.clone();
    vec![
        Row::new("contains", body, poses.len(), move || {
            let [a, b] = &copies;
            for [pose_a, pose_b] in &poses {
                keep(contains(
                    &interframe::PosedPair::new(a, pose_a, b, pose_b),
                    &ContainsOptions::default(),
                    &mut PairState::default(),
                ));
            }
        }),
        Row::new("time_of_exit turning", body, motions.len(), move || {
            for pair in &motions {
                keep(ask_exit(&shapes, pair));
            }
        }),
    ]
}

/// Spheres and capsules apart by up to a size or in each other, from an empty state.
fn thin(count: usize) -> Vec<Row> {
    let rng = &mut case_generator(19, 0);
    let place = |at: [f64; 3], [x, y, z, w]: [f64; 4]| {
        Pose::new(Vector3::from(at), Quaternion::new(w, x, y, z)).expect("a pose")
    };
    let poses: Vec<[Pose; 2]> = (0..count)
        .map(|_| {
            let far = rng.between(0.5, 2.5);
            let there = rng.direction().map(|x| x * far);
            [
                place([0.0; 3], rng.quaternion()),
                place(there, rng.quaternion()),
            ]
        })
        .collect();
    type Ask = fn(&interframe::PosedPair<'_>, &mut PairState);
    let row = |name: &str, ends: &[[f64; 3]], ask: Ask| {
        let ends: Vec<_> = ends.iter().map(|&end| Vector3::from(end)).collect();
        let (core, poses) = (Polytope::new(&ends).expect("finite"), poses.clone());
        Row {
            name: name.to_string(),
            queries: poses.len(),
            pass: Box::new(move || {
                let body = core.rounded(0.5).expect("a radius");
                for [a, b] in &poses {
                    let pair = interframe::PosedPair::new(body, a, body, b);
                    ask(&pair, &mut PairState::default());
                }
            }),
        }
    };
    let (point, segment) = ([[0.0; 3]], [[0.0, 0.0, -0.5], [0.0, 0.0, 0.5]]);
    let meet: Ask = |pair, state| keep(intersect(pair, &IntersectOptions::default(), state));
    let measure: Ask = |pair, state| keep(distance(pair, &DistanceOptions::default(), state));
    let refine: Ask = |pair, state| keep(mpr(pair, &MprOptions::default(), state));
    vec![
        row("intersect spheres", &point, meet),
        row("distance spheres", &point, measure),
        row("mpr spheres", &point, refine),
        row("intersect capsules", &segment, meet),
        row("distance capsules", &segment, measure),
        row("mpr capsules", &segment, refine),
    ]
}

/// Casts of bodies with radii and of cylinders past each other, nothing turns.
fn straight_casts(count: usize) -> Vec<Row> {
    let row = |which: [usize; 2]| {
        let kinds = round_casts::kinds();
        let [a, b] = which.map(|k| &kinds[k]);
        let name = format!("time_of_impact straight {}, {}", a.name, b.name);
        let casts = round_casts::casts(a, b, 0.0, count);
        Row {
            name,
            queries: casts.len(),
            pass: Box::new(move || {
                let [a, b] = which.map(|k| &kinds[k]);
                for motions in &casts {
                    keep(round_casts::ask(a, b, motions));
                }
            }),
        }
    };
    [[0, 0], [1, 1], [2, 0], [3, 3], [4, 1], [5, 0], [5, 5]]
        .map(row)
        .into()
}

/// Upright cuboids, of the tests' first kinds: anywhere, and on a grid.
fn cuboids(count: usize) -> Row {
    let read = |given: &Cuboid| YawCuboid::new(given.corners, given.z).expect("a cuboid");
    let indices = (0..).filter(|index| index % KINDS < 4).take(count);
    let pairs: Vec<_> = indices
        .map(|index| cuboid_pair(index).each_ref().map(read))
        .collect();
    Row {
        name: "cuboid_separation 8".into(),
        queries: pairs.len(),
        pass: Box::new(move || {
            for [a, b] in &pairs {
                keep(cuboid_separation(a, b, &CuboidSeparationOptions::default()));
            }
        }),
    }
}

/// Boxes that are shot at a mesh of 10,000 triangles, straight and turning.
fn at_mesh(count: usize) -> Vec<Row> {
    let (corners, triangles) = torus(50, 100);
    let options = TriangleMeshOptions::default();
    let mesh = SharedBody::from(TriangleMesh::new(&corners, &triangles, &options).expect("a mesh"));
    let flights = shots(&mut case_generator(42, 0), &corners, count);
    let row = |name: &str, motions: Vec<Motion>| {
        let (mesh, block, still) = (mesh.clone(), block(), Motion::fixed(Pose::identity()));
        Row {
            name: name.into(),
            queries: motions.len(),
            pass: Box::new(move || {
                for motion in &motions {
                    let pair = MovingPair::new(&block, motion, &mesh, &still);
                    let options = TimeOfImpactOptions::default();
                    keep(time_of_impact(&pair, &options, &mut PairState::default()));
                }
            }),
        }
    };
    let turning = flights[..count / 10 + 1].iter();
    vec![
        row(
            "time_of_impact mesh linear",
            flights.iter().map(|shot| shot.straight()).collect(),
        ),
        row(
            "time_of_impact mesh turning",
            turning.map(|shot| shot.turning()).collect(),
        ),
    ]
}

/// Boxes that stand in a flat grid of 10,000 triangles, and in a hilly one, by a thousandth of their height.
fn on_meshes(count: usize) -> Vec<Row> {
    const SIDE: u32 = 71;
    let rng = &mut case_generator(43, 0);
    let row = |name: &str, steep: f64, rng: &mut SplitMix64| {
        let height = |x: f64, y: f64| steep * ((0.4 * x).sin() + (0.3 * y).cos());
        let at = |k: u32| (f64::from(k % SIDE), f64::from(k / SIDE));
        let corners: Vec<_> = (0..SIDE * SIDE)
            .map(|k| Vector3::new(at(k).0, at(k).1, height(at(k).0, at(k).1)))
            .collect();
        let cells = (0..SIDE * (SIDE - 1)).filter(|k| k % SIDE < SIDE - 1);
        let triangles: Vec<_> = cells
            .flat_map(|p| [[p, p + 1, p + SIDE + 1], [p, p + SIDE + 1, p + SIDE]])
            .collect();
        let options = TriangleMeshOptions::default();
        let mesh = TriangleMesh::new(&corners, &triangles, &options).expect("a mesh");
        let side = |k: usize, bit: usize| if k >> bit & 1 == 0 { -0.8 } else { 0.8 };
        let block: Vec<_> = (0..8)
            .map(|k| Vector3::new(side(k, 0), side(k, 1), side(k, 2)))
            .collect();
        let (mesh, block) = (
            SharedBody::from(mesh),
            Polytope::new(&block).expect("a box"),
        );
        let poses: Vec<_> = (0..count)
            .map(|_| {
                let (x, y) = (rng.between(5.0, 65.0), rng.between(5.0, 65.0));
                let half = rng.between(0.0, 3.0);
                let turned = Quaternion::new(half.cos(), 0.0, 0.0, half.sin());
                let z = height(x, y) + 0.7984;
                Pose::new(Vector3::new(x, y, z), turned).expect("a pose")
            })
            .collect();
        Row {
            name: name.into(),
            queries: count,
            pass: Box::new(move || {
                let here = Pose::identity();
                for pose in &poses {
                    keep(contact_manifold(
                        &interframe::PosedPair::new(&mesh, &here, &block, pose),
                        &ContactManifoldOptions::default(),
                        &mut PairState::default(),
                    ));
                }
            }),
        }
    };
    vec![
        row("contact_manifold flat mesh", 0.0, rng),
        row("contact_manifold hilly mesh", 1.0, rng),
    ]
}

/// Frames of a world, a body and frame.
fn frames_of_worlds(count: usize) -> Vec<Row> {
    const FRAMES: usize = 4;
    let row = |mode: Mode| {
        let swarm = Swarm::new(count, mode);
        let shapes = swarm::shapes();
        let mut world = World::new();
        let pose = |at, turned: Quaternion<f64>| Pose::new(at, turned).expect("a pose");
        let ids: Vec<_> = (swarm.flyers.iter().enumerate())
            .map(|(k, flyer)| {
                let at = pose(flyer.at, *flyer.turned);
                world.add(BodyInput::new(shapes[k % 2].clone(), at))
            })
            .collect();
        let options = AdvanceOptions {
            mode,
            ..AdvanceOptions::default()
        };
        world.advance(&[], &options, &Serial).expect("a frame");
        Row {
            name: format!("world {}", mode.name()),
            queries: FRAMES * count,
            pass: Box::new(move || {
                let mut world = world.clone();
                for _ in 0..FRAMES {
                    let motions: Vec<_> = (swarm.flyers.iter().zip(&ids))
                        .map(|(flyer, id)| {
                            let start = *world.get(*id).expect("it is there").pose();
                            let end = start.translation() + flyer.by;
                            let motion =
                                Motion::from_turn(start, end, flyer.turn, Vector3::zeros());
                            (*id, motion.expect("a motion"))
                        })
                        .collect();
                    keep(world.advance(&motions, &options, &Serial).expect("a frame"));
                }
            }),
        }
    };
    vec![row(Mode::Poses), row(Mode::First)]
}

/// All rows, with few queries each when a quick look suffices.
pub fn rows(quick: bool) -> Vec<Row> {
    let (size, pairs, flights) = match quick {
        true => (Size::Quick, 10, 4),
        false => (Size::Counted, 300, 160),
    };
    let mut out = thin(pairs);
    out.extend(straight_casts(flights));
    out.push(cuboids(pairs));
    out.extend(at_mesh(pairs));
    out.extend(on_meshes(pairs));
    out.extend(frames_of_worlds(pairs));
    out.extend(rows_by_kind::rows(quick));
    for body in bodies::all() {
        if ["box", "sphere66", "sphere1026"].contains(&body.name) {
            out.extend(posed(&body, size));
            out.extend(in_contact(&body, pairs));
            out.extend(moving(&body, flights));
        }
        // Round bodies are decided by balls before a support query.
        if body.name == "ellipsoid1:1:8" {
            out.extend(posed(&body, size));
        }
        if body.name == "sphere66" {
            out.extend(inside(&body, flights));
        }
    }
    out
}
