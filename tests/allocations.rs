//! Queries allocate nothing while f64 can decide. Counted by the allocator, on this thread.
#![allow(unsafe_code)] // A global allocator cannot be written without it.

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use common::blocks::{SIDES, block};
use common::{Built, motion, polytope, vectors};
use interframe::{
    Body, BodyInput, Cast, ContactManifoldOptions, CuboidSeparation, CuboidSeparationOptions,
    Curved, DecidedBy, DeformingPair, DistanceOptions, ExtendedBoxesOptions, Frame,
    InterframeOptions, InterframeVerticesOptions, IntersectOptions, Method, Motion, MprOptions,
    PairState, PenetrationOptions, Polytope, Pose, PosedPair, QueryFilter, Route, SharedBody,
    Sweep, TimeOfExitOptions, TimeOfImpactOptions, TriangleMesh, TriangleMeshOptions, Verdict,
    VertexSweep, World, YawCuboid, contact_manifold, cuboid_separations, distance,
    extended_boxes_meet, interframe, interframe_vertices, intersect, mpr, penetration,
    time_of_exit, time_of_impact,
};
use nalgebra::{Quaternion, Vector3};
use twin::cuboids::{Cuboid, KINDS, cuboid_pair};
use twin::random::{SplitMix64, case_generator};
use twin::random_pairs::random_pair;
use twin::spins::spinning_pair;
use twin::sweeps::{deforming_pair, moving_pair};

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

struct Counting;

fn note() {
    // Fails only while the thread ends, when nothing is measured.
    let _ = COUNT.try_with(|count| count.set(count.get() + 1));
}

// SAFETY: every call is passed on unchanged to the system's allocator; the counter is a plain
// thread-local number and never allocates.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note();
        // SAFETY: the caller's contract is the same.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        // SAFETY: the caller's contract is the same.
        unsafe { System.dealloc(ptr, layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        note();
        // SAFETY: the caller's contract is the same.
        unsafe { System.alloc_zeroed(layout) }
    }
    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        note();
        // SAFETY: the caller's contract is the same.
        unsafe { System.realloc(ptr, layout, new_size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations<R>(work: impl FnOnce() -> R) -> (R, u64) {
    let before = COUNT.with(Cell::get);
    let result = work();
    (result, COUNT.with(Cell::get) - before)
}

#[test]
fn the_counter_counts() {
    let (list, count) = allocations(|| vec![1, 2, 3]);
    assert_eq!((list.len(), count), (3, 1));
}

#[test]
fn intersect_does_not_allocate() {
    let mut asked = 0;
    for index in 0..2000 {
        let built = Built::new(&random_pair(index));
        let mut state = PairState::default();
        // Cold, then warm.
        for _ in 0..2 {
            let (answer, count) = allocations(|| built.intersect(&mut state));
            if answer.decided_by != DecidedBy::Exact {
                asked += 1;
                assert_eq!(count, 0, "pair {index}, decided by {:?}", answer.decided_by);
            }
        }
    }
    assert!(asked > 3900, "only {asked} queries were decided in f64");
}

/// Boxes with parallel faces that touch to rounding and move together, which is decided exactly.
#[test]
fn flush_boxes_do_not_allocate() {
    let half = [0.05, 0.05, 0.025];
    let cube = Polytope::cuboid(half).expect("a box");
    let mut decided = [0; 2];
    for (turn, k) in [0.0, 0.7]
        .into_iter()
        .flat_map(|t| (1..300).map(move |k| (t, k)))
    {
        let q = Quaternion::new((0.5f64 * turn).cos(), 0.0, 0.0, (0.5f64 * turn).sin());
        let along = Pose::new(Vector3::zeros(), q).expect("unit").matrix() * Vector3::x();
        let at = |k: i32| along * (f64::from(k) * 0.1);
        let by = Vector3::new(0.003, 0.002, 0.001);
        let motion = |k| {
            let start = Pose::new(at(k), q).expect("unit");
            Motion::translation(start, start.translation() + by).expect("finite")
        };
        let (a, b) = (motion(k), motion(k + 1));
        let pair = interframe::PosedPair::new(&cube, a.start(), &cube, b.start());
        let moving = interframe::MovingPair::new(&cube, &a, &cube, &b);
        let state = &mut PairState::default();
        let (posed, count) = allocations(|| intersect(&pair, &IntersectOptions::default(), state));
        assert_eq!(count, 0, "{turn} {k}");
        let posed = posed.expect("polytopes");
        decided[usize::from(posed.verdict == Verdict::Hit)] +=
            u32::from(posed.decided_by == DecidedBy::Exact);
        let ask = || {
            penetration(
                &pair,
                &PenetrationOptions::default(),
                &mut PairState::default(),
            )
        };
        assert_eq!(allocations(ask).1, 0, "{turn} {k}");
        let ask = || {
            time_of_impact(
                &moving,
                &TimeOfImpactOptions::default(),
                &mut PairState::default(),
            )
        };
        assert_eq!(allocations(ask).1, 0, "{turn} {k}");
    }
    assert!(decided.iter().all(|&count| count > 50), "{decided:?}");
}

#[test]
fn cuboids_do_not_allocate() {
    let options = CuboidSeparationOptions::default();
    let mut answers = vec![CuboidSeparation::default(); 1000];
    let read = |given: &Cuboid| YawCuboid::new(given.corners, given.z).expect("a cuboid");
    // Those of extreme size are ordered in integers.
    let ordinary = || (0..).filter(|index| index % KINDS != KINDS - 1);
    let given: Vec<_> = ordinary()
        .map(|index| cuboid_pair(index)[1])
        .take(1000)
        .collect();
    let (others, built): (Vec<_>, Vec<_>) = (given.iter().map(|b| allocations(|| read(b)))).unzip();
    assert_eq!(built.iter().sum::<u64>(), 0);
    for index in ordinary().take(100) {
        let a = read(&cuboid_pair(index)[0]);
        let ask = || cuboid_separations(&a, &others, &options, &mut answers).expect("valid");
        assert_eq!(allocations(ask).1, 0, "{index}");
    }
}

#[test]
fn extended_boxes_do_not_allocate() {
    let mut asked = 0;
    for index in 0..2000 {
        let pair = moving_pair(index);
        let (Ok(ma), Ok(mb)) = (motion(&pair.motion_a), motion(&pair.motion_b)) else {
            continue;
        };
        let (a, b) = (polytope(&pair.a), polytope(&pair.b));
        let ask = || {
            let pair = interframe::MovingPair::new(&a, &ma, &b, &mb);
            let options = ExtendedBoxesOptions::default();
            extended_boxes_meet(&pair, &options, &mut PairState::default()).expect("polytopes")
        };
        assert_eq!(allocations(ask).1, 0, "pair {index}");
        asked += 1;
    }
    assert!(asked > 1500);
}

/// The 2005 paper's method: virtual plane, boxes, steps, and the simplex where its tolerance cannot
/// tell.
#[test]
fn the_interior_point_does_not_allocate() {
    let method = Method::InteriorPoint;
    let options = IntersectOptions {
        method,
        ..IntersectOptions::default()
    };
    let (mut asked, mut stepped) = (0, 0);
    for index in 0..2000 {
        let built = Built::new(&random_pair(index));
        let mut state = PairState::default();
        for _ in 0..2 {
            let ask = || {
                let (a, b) = (&built.a, &built.b);
                intersect(
                    &interframe::PosedPair::new(a, &built.pose_a, b, &built.pose_b),
                    &options,
                    &mut state,
                )
                .expect("valid options")
            };
            let (answer, count) = allocations(ask);
            if answer.decided_by != DecidedBy::Exact {
                asked += 1;
                stepped += u32::from(answer.iterations > 0);
                assert_eq!(count, 0, "pair {index}, decided by {:?}", answer.decided_by);
            }
        }
        let pair = moving_pair(index);
        let (Ok(ma), Ok(mb)) = (motion(&pair.motion_a), motion(&pair.motion_b)) else {
            continue;
        };
        let (a, b) = (polytope(&pair.a), polytope(&pair.b));
        for &sweep in Sweep::ALL {
            let ask = || {
                let frame = Frame::Relative;
                interframe(
                    &interframe::MovingPair::new(&a, &ma, &b, &mb),
                    &InterframeOptions {
                        sweep,
                        frame,
                        method,
                        ..InterframeOptions::default()
                    },
                    &mut state,
                )
                .expect("valid options")
            };
            let (answer, count) = allocations(ask);
            // Undecided without slack: exact arithmetic may have said that the hulls meet.
            let exact = match answer.decided_by {
                DecidedBy::Exact => true,
                DecidedBy::Nothing => answer.slack == 0.0,
                _ => false,
            };
            if !exact {
                asked += 1;
                stepped += u32::from(answer.iterations > 0);
                assert_eq!(count, 0, "pair {index}, {sweep:?}");
            }
        }
    }
    assert!(asked > 6000, "only {asked} queries were decided in f64");
    assert!(stepped > 2000, "only {stepped} queries took a step");
}

#[test]
fn interframe_does_not_allocate() {
    let mut asked = 0;
    for index in 0..2000 {
        let pair = moving_pair(index);
        let (Ok(motion_a), Ok(motion_b)) = (motion(&pair.motion_a), motion(&pair.motion_b)) else {
            continue;
        };
        let motions: [Motion; 2] = [motion_a, motion_b];
        let (a, b) = (polytope(&pair.a), polytope(&pair.b));
        let mut state = PairState::default();
        for sweep in [Sweep::Full, Sweep::Certified, Sweep::Certified] {
            for frame in [Frame::Relative, Frame::World] {
                let ask = || {
                    let [ma, mb] = &motions;
                    interframe(
                        &interframe::MovingPair::new(&a, ma, &b, mb),
                        &InterframeOptions {
                            sweep,
                            frame,
                            ..InterframeOptions::default()
                        },
                        &mut state,
                    )
                    .expect("valid options")
                };
                let (answer, count) = allocations(ask);
                // Undecided without slack: exact arithmetic may have said that the hulls meet.
                let exact = match answer.decided_by {
                    DecidedBy::Exact => true,
                    DecidedBy::Nothing => answer.slack == 0.0,
                    _ => false,
                };
                if !exact {
                    asked += 1;
                    assert_eq!(count, 0, "pair {index}, {sweep:?} {frame:?}");
                }
            }
        }
    }
    assert!(asked > 4000, "only {asked} queries were decided in f64");
}

#[test]
fn time_of_impact_does_not_allocate() {
    let (mut asked, mut exact) = (0, 0);
    for index in 0..1000 {
        let pair = spinning_pair(index);
        let [ma, mb] = [&pair.motion_a, &pair.motion_b].map(|m| motion(m).expect("valid"));
        let (a, b) = (polytope(&pair.a), polytope(&pair.b));
        let options = TimeOfImpactOptions::default();
        let mut state = PairState::default();
        for _ in 0..2 {
            let ask = || {
                time_of_impact(
                    &interframe::MovingPair::new(&a, &ma, &b, &mb),
                    &options,
                    &mut state,
                )
            };
            let (answer, count) = allocations(ask);
            // Exact arithmetic has contact at the start, and grazes and portals crossed at the rim
            // of what does not turn.
            if answer.expect("valid").initial {
                continue;
            }
            asked += 1;
            if !ma.is_turning() && !mb.is_turning() {
                exact += u32::from(count > 0);
            } else {
                assert_eq!(count, 0, "pair {index}");
            }
        }
    }
    assert!(asked > 1500, "only {asked} queries were free at the start");
    assert!(
        exact < 40,
        "{exact} linear queries were left to exact arithmetic"
    );
}

/// Spheres, capsules and rounded boxes that go straight: only a contact within rounding is left to exact arithmetic, and takes
/// no more than so much of it.
#[test]
fn straight_casts_of_round_bodies_do_not_allocate() {
    const EXACT: u64 = 100_000;
    let cores = [
        polytope(&[[0.0; 3]]),
        polytope(&[[0.0, 0.0, -0.5], [0.0, 0.0, 0.5]]),
        Polytope::cuboid([0.5; 3]).expect("a cube"),
    ];
    let cast = |bodies: [Body<'_>; 2], motions: &[Motion; 2]| {
        let pair = interframe::MovingPair::new(bodies[0], &motions[0], bodies[1], &motions[1]);
        let options = TimeOfImpactOptions::default();
        let ask = || time_of_impact(&pair, &options, &mut PairState::default());
        let (answer, count) = allocations(ask);
        (answer.expect("valid"), count)
    };
    let flight = |from: Vector3<f64>, to: Vector3<f64>, [x, y, z, w]: [f64; 4]| {
        let start = Pose::new(from, Quaternion::new(w, x, y, z)).expect("a pose");
        Motion::translation(start, to).expect("finite")
    };
    let mut hits = 0;
    for index in 0..20_000 {
        let random = &mut case_generator(3907, index);
        let bodies = [0, 1].map(|_| {
            let radius = *random.pick(&[0.5, 0.25, 0.1]);
            random.pick(&cores).rounded(radius).expect("a radius")
        });
        let [along, aside] = [0, 1].map(|_| Vector3::from(random.direction()));
        let from = aside * random.between(0.0, 2.0) - along * 4.0;
        let still = Vector3::zeros();
        let motions = [
            flight(still, still, random.quaternion()),
            flight(
                from,
                from + along * random.between(1.0, 8.0),
                random.quaternion(),
            ),
        ];
        let (answer, count) = cast(bodies, &motions);
        assert_eq!(count, 0, "case {index}: {answer:?}");
        hits += u32::from(answer.verdict == Verdict::Hit);
    }
    assert!(hits > 5_000, "only {hits} hits");
    let ball = cores[0].rounded(1.0).expect("a radius");
    let turn = [0.0, 0.0, 0.0, 1.0];
    let still = flight(Vector3::zeros(), Vector3::zeros(), turn);
    // A graze, and a touch at the end.
    for (from, to) in [
        ([-4.0, 2.0, 0.0], [4.0, 2.0, 0.0]),
        ([-4.0, 0.0, 0.0], [-2.0, 0.0, 0.0]),
    ] {
        let motions = [still, flight(from.into(), to.into(), turn)];
        for core in &cores {
            let (answer, count) = cast([ball, core.rounded(1.0).expect("a radius")], &motions);
            assert_eq!(answer.verdict, Verdict::Hit, "{answer:?}");
            assert!(count < EXACT, "{count} allocations: {answer:?}");
        }
    }
}

#[test]
fn time_of_exit_does_not_allocate() {
    let mut asked = 0;
    for index in 0..1_000 {
        let mut pair = spinning_pair(index);
        pair.a.iter_mut().flatten().for_each(|x| *x *= 4.0);
        pair.b.iter_mut().flatten().for_each(|x| *x *= 0.1);
        let (Ok(ma), Ok(mb)) = (motion(&pair.motion_a), motion(&pair.motion_b)) else {
            continue;
        };
        let (a, b) = (polytope(&pair.a), polytope(&pair.b));
        let options = TimeOfExitOptions::default();
        let ask = || {
            time_of_exit(
                &interframe::MovingPair::new(&a, &ma, &b, &mb),
                &options,
                &mut PairState::default(),
            )
        };
        let (answer, count) = allocations(ask);
        // At a wall to rounding exact arithmetic decides, which no random pair needs.
        assert_eq!(count, 0, "pair {index}: {answer:?}");
        asked += u32::from(answer.expect("valid").iterations > 0);
    }
    assert!(asked > 600, "only {asked} were looked at");
}

#[test]
fn interframe_vertices_does_not_allocate() {
    let mut asked = 0;
    for index in 0..2000 {
        let pair = deforming_pair(index);
        let lists = [&pair.a[0], &pair.a[1], &pair.b[0], &pair.b[1]].map(|l| vectors(l));
        let [start_a, end_a, start_b, end_b] = &lists;
        let a = VertexSweep {
            start: start_a,
            end: end_a,
        };
        let b = VertexSweep {
            start: start_b,
            end: end_b,
        };
        let mut state = PairState::default();
        for _ in 0..2 {
            let (answer, count) = allocations(|| {
                interframe_vertices(
                    &DeformingPair { a, b },
                    &InterframeVerticesOptions::default(),
                    &mut state,
                )
            });
            if answer.expect("valid lists").decided_by != DecidedBy::Exact {
                asked += 1;
                assert_eq!(count, 0, "pair {index}");
            }
        }
    }
    assert!(asked > 2000, "only {asked} queries were decided in f64");
}

#[test]
fn the_portal_does_not_allocate() {
    let options = MprOptions::default();
    let (mut asked, mut smooth_ones) = (0, 0);
    for index in 0..1_000 {
        let built = Built::new(&random_pair(index));
        let ask = || mpr(&built.pair(), &options, &mut PairState::default());
        let (answer, count) = allocations(ask);
        if answer.expect("a valid call").route == Route::Portal {
            asked += 1;
            assert_eq!(count, 0, "pair {index}");
        }
        let (round, egg) = (built.a.rounded(0.25), Curved::ellipsoid([1.0, 2.0, 0.5]));
        let (round, egg) = (round.expect("a radius"), egg.expect("lengths"));
        let smooth = interframe::PosedPair::new(round, &built.pose_a, &egg, &built.pose_b);
        let (answer, count) = allocations(|| mpr(&smooth, &options, &mut PairState::default()));
        if answer.expect("a valid call").route == Route::Portal {
            smooth_ones += 1;
            assert_eq!(count, 0, "pair {index} with a radius and an ellipsoid");
        }
    }
    assert!(
        smooth_ones > 500,
        "only {smooth_ones} smooth pairs went by the portal"
    );
    assert!(asked > 800, "only {asked} queries went by the portal");
}

#[test]
fn distance_does_not_allocate() {
    let mut asked = 0;
    for index in 0..2000 {
        let built = Built::new(&random_pair(index));
        let mut state = PairState::default();
        // Cold, then warm.
        for _ in 0..2 {
            let ask = || distance(&built.pair(), &DistanceOptions::default(), &mut state);
            let (answer, count) = allocations(ask);
            if answer.expect("a valid call").decided_by != DecidedBy::Exact {
                asked += 1;
                assert_eq!(count, 0, "pair {index}");
            }
        }
    }
    assert!(asked > 3900, "only {asked} queries were decided in f64");
}

#[test]
fn contact_manifold_of_small_bodies_does_not_allocate() {
    let mut asked = 0;
    for index in 0..4000 {
        let pair = random_pair(index);
        if pair.a.len() + pair.b.len() > 24 {
            continue;
        }
        let built = Built::new(&pair);
        let mut state = PairState::default();
        let ask = || {
            contact_manifold(
                &built.pair(),
                &ContactManifoldOptions {
                    prediction: 0.1,
                    ..ContactManifoldOptions::default()
                },
                &mut state,
            )
        };
        let (answer, count) = allocations(ask);
        let answer = answer.expect("a valid call");
        if answer.decided_by != DecidedBy::Exact && !answer.points().is_empty() {
            asked += 1;
            assert_eq!(count, 0, "pair {index}");
        }
    }
    assert!(asked > 300, "only {asked} contacts were decided in f64");
}

#[test]
fn contact_manifold_of_curved_bodies_does_not_allocate() {
    let (mut asked, mut apart) = (0, 0_u64);
    for index in 0..400 {
        let random = &mut case_generator(2182, index);
        let bodies = [0; 2].map(|_| {
            let [a, b] = [0; 2].map(|_| random.between(0.3, 2.0));
            let body = match random.below(3) {
                0 => Curved::cylinder(a, b),
                1 => Curved::cone(a, b),
                _ => Curved::ellipsoid([a, b, 1.0]),
            };
            body.expect("lengths")
        });
        let at = Vector3::from(random.direction()) * random.between(0.0, 4.0);
        let (here, there) = (
            Pose::identity(),
            Pose::from_translation(at).expect("finite"),
        );
        let options = ContactManifoldOptions {
            prediction: 0.5,
            ..ContactManifoldOptions::default()
        };
        let pair = PosedPair::new(&bodies[0], &here, &bodies[1], &there);
        let state = &mut PairState::default();
        let (answer, count) = allocations(|| contact_manifold(&pair, &options, state));
        let answer = answer.expect("a valid call");
        if answer.decided_by == DecidedBy::Float && !answer.points().is_empty() {
            asked += 1;
            // Of bodies that meet, only the depth may: its polytope is large.
            let options = PenetrationOptions::default();
            let (_, of_depth) =
                allocations(|| penetration(&pair, &options, &mut PairState::default()));
            assert_eq!(count, of_depth, "pair {index}");
            apart += u64::from(count == 0);
        }
    }
    assert!(asked > 100, "only {asked} contacts were decided in f64");
    assert!(apart > 30, "{apart} of {asked} did not allocate");
}

/// Small bodies, whose polytopes fit into the fixed memory.
#[test]
fn penetration_of_small_bodies_does_not_allocate() {
    let mut asked = 0;
    for index in 0..4000 {
        let pair = random_pair(index);
        if pair.a.len() + pair.b.len() > 24 {
            continue;
        }
        let built = Built::new(&pair);
        let (answer, count) = allocations(|| {
            penetration(
                &built.pair(),
                &PenetrationOptions::default(),
                &mut PairState::default(),
            )
        });
        if answer.expect("a valid call").decided_by != DecidedBy::Exact {
            asked += 1;
            assert_eq!(count, 0, "pair {index}");
        }
    }
    assert!(asked > 500, "only {asked} queries were decided in f64");
}

/// Casts and rays through a world, and overlaps with nothing, once the trees are made.
#[test]
fn casts_through_worlds_do_not_allocate() {
    let random = &mut case_generator(2108, 0);
    let cube = SharedBody::new(polytope(&twin::shapes::cuboid([0.5; 3])));
    let mut world = World::new();
    for _ in 0..300 {
        let at = Vector3::from_fn(|_, _| random.between(-20.0, 20.0));
        let pose = Pose::from_translation(at).expect("finite");
        world.add(BodyInput::new(cube.clone(), pose));
    }
    let all = &QueryFilter::default();
    let options = TimeOfImpactOptions::default();
    let queries = world.queries();
    let place = |random: &mut SplitMix64| Vector3::from_fn(|_, _| random.between(-20.0, 20.0));
    let made = queries.ray(place(random), place(random), &options, all);
    made.expect("a ray");
    let (mut hits, mut list) = ([0; 2], Vec::with_capacity(300));
    for index in 0..1_000 {
        let (from, to) = (place(random), place(random));
        // A start in contact is decided exactly.
        let is_later = |cast: &Cast| cast.hit.is_none_or(|hit| hit.answer.t_lo > 0.0);
        let (ray, count) = allocations(|| queries.ray(from, to, &options, all));
        let ray = ray.expect("a ray");
        assert!(count == 0 || !is_later(&ray), "ray {index}");
        let start = Pose::from_translation(from).expect("finite");
        let turn = Vector3::from(random.direction()) * *random.pick(&[0.0, 2.0]);
        let motion = Motion::from_turn(start, to, turn, Vector3::zeros()).expect("finite");
        let (cast, count) = allocations(|| queries.cast(&cube, &motion, &options, all));
        let cast = cast.expect("a cast");
        assert!(count == 0 || !is_later(&cast), "cast {index}");
        let (any, count) = allocations(|| queries.ray_any(from, to, &options, all));
        assert_eq!(any.map(Verdict::may_hit), Ok(ray.hit.is_some()));
        assert!(count == 0 || !is_later(&ray), "any {index}");
        let (listed, count) =
            allocations(|| queries.cast_all(&cube, &motion, &options, all, &mut list));
        listed.expect("hits");
        let is_later = list.iter().all(|hit| hit.answer.t_lo > 0.0);
        assert!(count == 0 || !is_later, "all {index}");
        hits[0] += u32::from(ray.hit.is_some());
        hits[1] += u32::from(cast.hit.is_some());
    }
    assert!(hits[0] > 50 && hits[1] > 100, "{hits:?}");
}

/// A body wholly inside a solid, or beside it, is decided by rays from its corners.
#[test]
fn what_is_inside_a_solid_is_found_without_memory() {
    let options = TriangleMeshOptions {
        solid: true,
        ..TriangleMeshOptions::default()
    };
    let solid = TriangleMesh::new(&block(Vector3::repeat(2.0)), &SIDES, &options).expect("a solid");
    let (solid, cube) = (
        SharedBody::from(solid),
        SharedBody::cuboid([0.25; 3]).expect("a cube"),
    );
    let random = &mut case_generator(81, 0);
    let mut inside = 0;
    for index in 0..500 {
        let at = Vector3::from_fn(|_, _| random.between(-1.5, 1.5) * random.between(0.5, 2.5));
        if at.amax() > 1.4 && at.amax() < 2.6 {
            continue;
        }
        let [x, y, z, w] = random.quaternion();
        let pose = Pose::new(at, Quaternion::new(w, x, y, z)).expect("a pose");
        let here = Pose::identity();
        let pair = PosedPair::new(&solid, &here, &cube, &pose);
        let ask = || {
            intersect(
                &pair,
                &IntersectOptions::default(),
                &mut PairState::default(),
            )
        };
        let (found, count) = allocations(ask);
        let is_inside = found.expect("valid options").verdict == Verdict::Hit;
        assert_eq!((is_inside, count), (at.amax() < 2.0, 0), "case {index}");
        inside += u32::from(is_inside);
    }
    assert!(inside > 100, "{inside}");
}
