//! The rows of the table of instructions: queries whose answers are thrown away.

use interframe::{
    AdvanceOptions, Body as AnyBody, BodyId, BodyInput, ClosestApproachOptions, ContactInterval,
    ContactManifoldOptions, ContainsOptions, CuboidSeparationOptions, Curved, DistanceOptions,
    ExtendedBoxesOptions, FrameContact, InitialContact, InterframeOptions, IntersectOptions,
    Method, Mode, Motion, MovingPair, MprOptions, PairState, PenetrationOptions, Polytope, Pose,
    PosedPair, Response, Serial, SharedBody, Sweep, TimeOfImpactOptions, TriangleMesh,
    TriangleMeshOptions, WithinOptions, World, YawCuboid, closest_approach, contact_intervals,
    contact_manifold, contains, cuboid_separation, distance, extended_boxes_meet, interframe,
    intersect, mpr, penetration, time_of_impact, within,
};
use nalgebra::{Quaternion, Vector3};
use twin::cuboids::{KINDS, cuboid_pair};
use twin::random::{SplitMix64, case_generator};

use super::bodies::{self, Body, cuboid};
use super::contacts::{about_contact, near};
use super::contenders::{Frames, hull, interframe_body, meets, pose};
use super::flights::{Flight, WORKLOADS, ask_exit, exits, options, within as small_copy};
use super::round_casts;
use super::rows_by_kind;
use super::shots::{block, shots, torus};
use super::swarm::Swarm;
use super::workloads::{self, Placement, Size, Workload};

/// A line of the table: the same queries at each pass.
pub struct Row {
    pub name: String,
    pub queries: usize,
    pub pass: Box<dyn FnMut()>,
}

/// A row that asks about each item.
fn each<T: 'static>(name: String, items: Vec<T>, mut ask: impl FnMut(&T) + 'static) -> Row {
    Row {
        name,
        queries: items.len(),
        pass: Box::new(move || {
            for item in &items {
                ask(item);
            }
        }),
    }
}

fn keep<T>(answer: T) {
    std::hint::black_box(&answer);
}

/// Queries of a pair, with the options that stand here.
macro_rules! asks {
    ($pair:ident: $($name:ident = $query:ident($options:expr);)+) => {$(
        fn $name(pair: &$pair<'_>, state: &mut PairState) {
            keep($query(pair, &$options, state));
        }
    )+};
}

asks! { PosedPair:
    meet = intersect(IntersectOptions::default());
    meet_by_interior_point = intersect(IntersectOptions { method: Method::InteriorPoint, ..Default::default() });
    measure = distance(DistanceOptions::default());
    come_near = within(WithinOptions { distance: 0.1, ..Default::default() });
    get_depth = penetration(PenetrationOptions::default());
    get_manifold = contact_manifold(ContactManifoldOptions { prediction: 0.02, ..Default::default() });
}

asks! { MovingPair:
    meet_by_boxes = extended_boxes_meet(ExtendedBoxesOptions::default());
    approach = closest_approach(ClosestApproachOptions::default());
}

fn refine(pair: &PosedPair<'_>, _: &mut PairState) {
    keep(mpr(pair, &MprOptions::default(), &mut PairState::default()));
}

/// The state is kept within a run of frames, and warm where the workload says so.
fn frames(
    name: &str,
    body: &Body,
    work: &Workload,
    ask: impl Fn(&PosedPair<'_>, &mut PairState) + 'static,
) -> Row {
    let frames = Frames::new(body, work, &ask);
    Row {
        name: format!("{name} {}", body.points.len()),
        queries: work.queries(),
        pass: Box::new(move || frames.play(|_, pair, state| ask(pair, state))),
    }
}

fn posed(body: &Body, size: Size) -> Vec<Row> {
    let shape = interframe_body(body);
    let all = workloads::all(body, size, &mut |a, b| {
        meets([&shape, &shape], [&pose(a), &pose(b)])
    });
    let find = |name| all.iter().find(|work| work.name == name).expect("a name");
    let (cold, whole) = (find("cold"), find("whole-10deg"));
    let mut out = vec![
        frames("intersect cold", body, cold, meet),
        frames("intersect approach", body, whole, meet),
        frames("intersect last5", body, find("last5-10deg"), meet),
        frames("distance approach", body, whole, measure),
        frames("within approach", body, whole, come_near),
    ];
    if body.points.len() == 66 {
        out.push(frames("mpr cold", body, cold, refine));
        let name = "interior_point cold";
        out.push(frames(name, body, cold, meet_by_interior_point));
    }
    out
}

fn in_contact(body: &Body, count: usize) -> Vec<Row> {
    let mut out = Vec::new();
    if body.points.len() <= 66 {
        let work = near(body, count, 0.02);
        out.push(frames("contact_manifold near", body, &work, get_manifold));
    }
    if body.points.len() == 66 {
        let work = about_contact(body, 13, count, |touching, random| {
            touching * (1.0 - 0.02 * random.unit())
        });
        out.push(frames("penetration shallow", body, &work, get_depth));
    }
    out
}

/// A query of two motions from an empty state.
fn motions(
    name: &str,
    body: &Body,
    flights: &[Flight],
    mut ask: impl FnMut(&MovingPair<'_>, &mut PairState) + 'static,
) -> Row {
    let shape = interframe_body(body);
    let motions = flights.iter().map(Flight::motions).collect();
    let name = format!("{name} {}", body.points.len());
    each(name, motions, move |[a, b]: &[Motion; 2]| {
        ask(
            &MovingPair::new(&shape, a, &shape, b),
            &mut PairState::default(),
        );
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
        out.push(motions(&name, body, &flights, move |pair, state| {
            keep(time_of_impact(pair, &wanted, state).expect("valid"));
        }));
        if workload != "turning" || body.points.len() != 66 {
            continue;
        }
        let sweeps = [
            ("interframe full", Sweep::Full),
            ("interframe certified", Sweep::Certified),
        ];
        for (name, sweep) in sweeps {
            let options = InterframeOptions {
                sweep,
                ..InterframeOptions::default()
            };
            out.push(motions(name, body, &flights, move |pair, state| {
                keep(interframe(pair, &options, state).expect("valid options"));
            }));
        }
        out.push(motions(
            "extended_boxes_meet",
            body,
            &flights,
            meet_by_boxes,
        ));
        out.push(motions(
            "closest_approach turning",
            body,
            &flights,
            approach,
        ));
        let mut room = vec![ContactInterval::default(); 256];
        let ask = move |pair: &MovingPair<'_>, state: &mut PairState| {
            keep(contact_intervals(pair, &wanted, state, &mut room));
        };
        out.push(motions("contact_intervals turning", body, &flights, ask));
    }
    out
}

/// A fifth of the body within the body.
fn inside(body: &Body, count: usize) -> Vec<Row> {
    let shapes = [interframe_body(body), interframe_body(&small_copy(body))];
    let flights = exits(body, &shapes, [[0.0, 0.5]; 2], count);
    let motions = flights.iter().map(Flight::motions).collect();
    let poses = flights.iter().map(|flight| flight.poses(0.5)).collect();
    let copies = shapes.clone();
    let name = |name: &str| format!("{name} {}", body.points.len());
    vec![
        each(name("contains"), poses, move |[p, q]: &[Pose; 2]| {
            let pair = PosedPair::new(&copies[0], p, &copies[1], q);
            keep(contains(
                &pair,
                &ContainsOptions::default(),
                &mut PairState::default(),
            ));
        }),
        each(name("time_of_exit turning"), motions, move |pair| {
            keep(ask_exit(&shapes, pair))
        }),
    ]
}

/// Spheres and capsules apart by up to a size or in each other, from an empty state.
fn thin(count: usize) -> Vec<Row> {
    let rng = &mut case_generator(19, 0);
    let poses: Vec<[Pose; 2]> = (0..count)
        .map(|_| {
            let far = rng.between(0.5, 2.5);
            let there = rng.direction().map(|x| x * far);
            [[0.0; 3], there].map(|p| {
                let q = rng.quaternion();
                pose(&Placement { p, q })
            })
        })
        .collect();
    let row = |name: &str, ends: &[[f64; 3]], ask: fn(&PosedPair<'_>, &mut PairState)| {
        let (core, poses) = (hull(ends), poses.clone());
        Row {
            name: name.into(),
            queries: poses.len(),
            pass: Box::new(move || {
                let body: AnyBody<'_> = core.rounded(0.5).expect("a radius");
                for [a, b] in &poses {
                    ask(&PosedPair::new(body, a, body, b), &mut PairState::default());
                }
            }),
        }
    };
    let (point, segment) = ([[0.0; 3]], [[0.0, 0.0, -0.5], [0.0, 0.0, 0.5]]);
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
        each(name, casts, move |motions| {
            let [a, b] = which.map(|k| &kinds[k]);
            keep(round_casts::ask(a, b, motions));
        })
    };
    [[0, 0], [1, 1], [2, 0], [3, 3], [4, 1], [5, 0], [5, 5]]
        .map(row)
        .into()
}

/// Unit cubes that lie along the axes and meet with their faces, from head on to corner over corner.
fn aligned_boxes() -> Row {
    let block = SharedBody::new(hull(&cuboid([0.5; 3])));
    let flight = |k: u32| {
        let at = |x: f64| Vector3::new(x, 0.25 * f64::from(k / 4), 0.25 * f64::from(k % 4));
        let start = Pose::from_translation(at(3.0)).expect("a pose");
        Motion::translation(start, at(-1.0)).expect("a motion")
    };
    let flights = (0..16).map(flight).collect();
    each("time_of_impact aligned 8".into(), flights, move |motion| {
        let still = Motion::fixed(Pose::identity());
        let pair = MovingPair::new(&block, &still, &block, motion);
        let options = TimeOfImpactOptions::default();
        keep(time_of_impact(&pair, &options, &mut PairState::default()));
    })
}

/// Upright cuboids, of the tests' first kinds: anywhere, and on a grid.
fn cuboids(count: usize) -> Row {
    let indices = (0..).filter(|index| index % KINDS < 4).take(count);
    let read = |k| cuboid_pair(k).map(|g| YawCuboid::new(g.corners, g.z).expect("a cuboid"));
    let pairs = indices.map(read).collect();
    each(
        "cuboid_separation 8".into(),
        pairs,
        |[a, b]: &[YawCuboid; 2]| {
            keep(cuboid_separation(a, b, &CuboidSeparationOptions::default()));
        },
    )
}

fn mesh(corners: &[Vector3<f64>], triangles: &[[u32; 3]]) -> SharedBody {
    let options = TriangleMeshOptions::default();
    SharedBody::from(TriangleMesh::new(corners, triangles, &options).expect("a mesh"))
}

/// Boxes that are shot at a mesh of 10,000 triangles, straight and turning.
fn at_mesh(count: usize) -> Vec<Row> {
    let (corners, triangles) = torus(50, 100);
    let mesh = mesh(&corners, &triangles);
    let flights = shots(&mut case_generator(42, 0), &corners, count);
    let row = |name: &str, motions: Vec<Motion>| {
        let (mesh, block, still) = (mesh.clone(), block(), Motion::fixed(Pose::identity()));
        each(name.into(), motions, move |motion| {
            let pair = MovingPair::new(&block, motion, &mesh, &still);
            let options = TimeOfImpactOptions::default();
            keep(time_of_impact(&pair, &options, &mut PairState::default()));
        })
    };
    let straight = flights.iter().map(|shot| shot.straight()).collect();
    let turning = flights[..count / 10 + 1].iter();
    vec![
        row("time_of_impact mesh linear", straight),
        row(
            "time_of_impact mesh turning",
            turning.map(|shot| shot.turning()).collect(),
        ),
    ]
}

/// Boxes wholly inside a ring of 10,000 triangles, and in its hole; the ring is a solid or a surface.
fn in_solids(count: usize) -> Vec<Row> {
    let (corners, triangles) = torus(50, 100);
    let rng = &mut case_generator(44, 0);
    let poses = |far: f64, rng: &mut SplitMix64| -> Vec<Pose> {
        let place = |_| {
            let (half, off) = (rng.between(0.0, 3.0), Vector3::from(rng.direction()) * 0.8);
            let (sin, cos) = (2.0 * half).sin_cos();
            let turned = Quaternion::new(half.cos(), 0.0, 0.0, half.sin());
            Pose::new(Vector3::new(far * cos, far * sin, 0.0) + off, turned).expect("a pose")
        };
        (0..count).map(place).collect()
    };
    let (inside, beside) = (poses(3.0, rng), poses(0.5, rng));
    let row = |name: &str, solid: bool, poses: &[Pose]| {
        let options = TriangleMeshOptions {
            solid,
            ..TriangleMeshOptions::default()
        };
        let ring = TriangleMesh::new(&corners, &triangles, &options).expect("a ring");
        let (ring, block, here) = (SharedBody::from(ring), block(), Pose::identity());
        each(name.into(), poses.to_vec(), move |pose| {
            let pair = PosedPair::new(&ring, &here, &block, pose);
            meet(&pair, &mut PairState::default());
        })
    };
    vec![
        row("intersect solid inside", true, &inside),
        row("intersect solid beside", true, &beside),
        row("intersect surface inside", false, &inside),
    ]
}

/// A grid of 9,800 triangles, whose corners are this high.
fn grid(cell: f64, height: impl Fn(f64, f64) -> f64) -> SharedBody {
    const SIDE: u32 = 71;
    let at = |k: u32| (cell * f64::from(k % SIDE), cell * f64::from(k / SIDE));
    let corners: Vec<_> = (0..SIDE * SIDE)
        .map(|k| Vector3::new(at(k).0, at(k).1, height(at(k).0, at(k).1)))
        .collect();
    let cells = (0..SIDE * (SIDE - 1)).filter(|k| k % SIDE < SIDE - 1);
    let triangles: Vec<_> = cells
        .flat_map(|p| [[p, p + 1, p + SIDE + 1], [p, p + SIDE + 1, p + SIDE]])
        .collect();
    mesh(&corners, &triangles)
}

/// Bodies that stand a little deep in a flat grid and slide over it, where their contact at the start is ignored.
fn sliding(count: usize) -> Vec<Row> {
    let rng = &mut case_generator(46, 0);
    let cylinder = Curved::cylinder(0.8, 0.8).expect("lengths");
    let kinds = [
        ("box", SharedBody::from(hull(&cuboid([0.8; 3])))),
        ("cylinder", SharedBody::from(cylinder)),
    ];
    let mut row = |(name, body): (&str, SharedBody)| {
        let way = |_| {
            let [x, y] = [0; 2].map(|_| rng.between(5.0, 60.0));
            let from = Vector3::new(x, y, 0.8 - 0.0016);
            let start = Pose::from_translation(from).expect("a pose");
            let to = from + Vector3::new(rng.between(0.5, 3.0), rng.between(-1.0, 1.0), 0.0);
            Motion::translation(start, to).expect("a motion")
        };
        let motions = (0..count).map(way).collect();
        let (mesh, still) = (grid(1.0, |_, _| 0.0), Motion::fixed(Pose::identity()));
        each(
            format!("time_of_impact sliding {name}"),
            motions,
            move |motion| {
                let pair = MovingPair::new(&mesh, &still, &body, motion);
                let options = TimeOfImpactOptions {
                    initial_contact: InitialContact::OnlyIfApproaching,
                    ..TimeOfImpactOptions::default()
                };
                keep(time_of_impact(&pair, &options, &mut PairState::default()));
            },
        )
    };
    kinds.into_iter().map(&mut row).collect()
}

/// Boxes that stand in a flat grid of 10,000 triangles, and in a hilly one, by a thousandth of their height; and deeper in hills
/// of triangles that are a sixteenth as long as they.
fn on_meshes(count: usize) -> Vec<Row> {
    let rng = &mut case_generator(43, 0);
    let row = |name: &str, count: usize, [steep, cell, sunk]: [f64; 3], rng: &mut SplitMix64| {
        let height = |x: f64, y: f64| steep * ((0.4 * x).sin() + (0.3 * y).cos());
        let (mesh, block) = (grid(cell, height), hull(&cuboid([0.8; 3])));
        let place = |_| {
            let [x, y] = [0; 2].map(|_| cell * rng.between(5.0, 65.0));
            let half = rng.between(0.0, 3.0);
            let turned = Quaternion::new(half.cos(), 0.0, 0.0, half.sin());
            Pose::new(Vector3::new(x, y, height(x, y) + 0.8 - sunk), turned).expect("a pose")
        };
        let poses = (0..count).map(place).collect();
        let here = Pose::identity();
        each(name.into(), poses, move |pose| {
            let pair = PosedPair::new(&mesh, &here, &block, pose);
            let options = ContactManifoldOptions::default();
            keep(contact_manifold(&pair, &options, &mut PairState::default()));
        })
    };
    vec![
        row("contact_manifold flat mesh", count, [0.0, 1.0, 0.0016], rng),
        row(
            "contact_manifold hilly mesh",
            count,
            [1.0, 1.0, 0.0016],
            rng,
        ),
        row(
            "contact_manifold in fine hills",
            count.min(10),
            [1.0, 0.1, 0.1],
            rng,
        ),
    ]
}

/// Frames of a world, a body and frame.
fn frames_of_worlds(count: usize) -> Vec<Row> {
    const FRAMES: usize = 4;
    let row = |mode: Mode| {
        let swarm = Swarm::new(count, mode);
        let (mut world, ids) = swarm.world();
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
                    let motions = swarm.motions(&world, &ids);
                    keep(world.advance(&motions, &options, &Serial).expect("a frame"));
                }
            }),
        }
    };
    vec![
        row(Mode::Poses),
        row(Mode::First),
        frames_that_bounce(count),
    ]
}

/// Measures the frames of mode first again, where every two bodies that meet bounce off each other; a body and frame.
fn frames_that_bounce(count: usize) -> Row {
    const FRAMES: usize = 4;
    let swarm = Swarm::new(count, Mode::First);
    let (mut world, ids) = swarm.world();
    let mut options = AdvanceOptions::default();
    options.time_of_impact.initial_contact = InitialContact::OnlyIfApproaching;
    world.advance(&[], &options, &Serial).expect("a frame");
    let respond = |contact: &FrameContact<'_>| {
        let Some(normal) = contact.event.normal else {
            return [Response::Stop; 2];
        };
        [1.0, -1.0].map(|sign| {
            let body = contact.bodies[usize::from(sign < 0.0)];
            Response::Redirect {
                travel: body.travel + normal * (sign * contact.event.separation_velocity),
                turn: body.turn,
                pivot: body.pivot,
            }
        })
    };
    Row {
        name: "world bounce".into(),
        queries: FRAMES * count,
        pass: Box::new(move || {
            let mut world = world.clone();
            for _ in 0..FRAMES {
                let motions = swarm.motions(&world, &ids);
                let frame =
                    world.advance_with_responses(&motions, &options, &Serial, &mut { respond });
                keep(frame.expect("a frame"));
            }
        }),
    }
}

/// Frames of boxes side by side that move together, a body and frame: every pair of neighbours touches to rounding.
fn frames_of_flush_boxes(quick: bool) -> Vec<Row> {
    const FRAMES: usize = 4;
    const EDGE: f64 = 0.1;
    let side: usize = if quick { 3 } else { 12 };
    let row = |mode: Mode| {
        let cube = SharedBody::new(Polytope::cuboid([0.5 * EDGE; 3]).expect("a box"));
        let mut world = World::new();
        let add = |k: usize| {
            let [x, y] = [k % side, k / side].map(|k| k as f64 * EDGE);
            let pose = Pose::from_translation(Vector3::new(x, y, 0.0)).expect("finite");
            world.add(BodyInput::new(cube.clone(), pose))
        };
        let ids: Vec<BodyId> = (0..side * side).map(add).collect();
        let options = AdvanceOptions {
            mode,
            ..AdvanceOptions::default()
        };
        world.advance(&[], &options, &Serial).expect("a frame");
        Row {
            name: format!("world flush grid {}", mode.name()),
            queries: FRAMES * ids.len(),
            pass: Box::new(move || {
                let mut world = world.clone();
                let by = Vector3::new(0.03, 0.02, 0.01) * EDGE;
                for _ in 0..FRAMES {
                    let motion = |id: &BodyId| {
                        let start = *world.get(*id).expect("it is there").pose();
                        let end = start.translation() + by;
                        (*id, Motion::translation(start, end).expect("finite"))
                    };
                    let motions: Vec<_> = ids.iter().map(motion).collect();
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
    out.push(aligned_boxes());
    out.push(cuboids(pairs));
    out.extend(at_mesh(pairs));
    out.extend(in_solids(pairs));
    out.extend(on_meshes(pairs));
    out.extend(sliding(pairs.min(30)));
    out.extend(frames_of_worlds(pairs));
    out.extend(frames_of_flush_boxes(quick));
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
