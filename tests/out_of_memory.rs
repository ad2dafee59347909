//! Memory that runs out is an error, and leaves what there was: every builder under every budget of bytes, from none to enough.
#![allow(unsafe_code)] // A global allocator cannot be written without it.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use interframe::{
    AdvanceOptions, Batch, BodyId, BodyInput, Error, HeightField, IntersectOptions, Mode, Motion,
    PairState, Polytope, PolytopeOptions, Pose, PosedPair, QueryFilter, Serial, SharedBody,
    TimeOfImpactOptions, TriangleMesh, TriangleMeshOptions, World, WorldBody, minkowski_sum,
};
use nalgebra::{Quaternion, Vector3};

struct Budget;

thread_local! {
    /// Bytes that this thread has allocated, the most that ever were, and the most that may be.
    ///
    /// Each thread has its own, because the test harness allocates beside the tests and aborts where it may not.
    static LIVE: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
    static LIMIT: Cell<isize> = const { Cell::new(isize::MAX) };
}

fn take(bytes: usize) -> bool {
    let live = LIVE.get() + bytes as isize;
    if live > LIMIT.get() {
        return false;
    }
    LIVE.set(live);
    PEAK.set(PEAK.get().max(live));
    true
}

// SAFETY: every call is passed on unchanged to the system's allocator, or refused as it may be.
unsafe impl GlobalAlloc for Budget {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        match take(layout.size()) {
            // SAFETY: the caller's contract is the same.
            true => unsafe { System.alloc(layout) },
            false => std::ptr::null_mut(),
        }
    }
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        LIVE.set(LIVE.get() - layout.size() as isize);
        // SAFETY: the caller's contract is the same.
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static BUDGET: Budget = Budget;

/// Runs `build` with all memory there is, then with less and less.
fn sweep<T>(name: &str, items: usize, build: impl FnMut() -> Result<T, Error>) {
    sweep_from(0, name, items, build);
}

/// Starts with as many bytes as a query may need that has a hard case: these do not grow with any count.
fn sweep_from<T>(
    floor: isize,
    name: &str,
    items: usize,
    mut build: impl FnMut() -> Result<T, Error>,
) {
    let peak = |build: &mut dyn FnMut() -> Result<T, Error>| {
        let before = LIVE.get();
        PEAK.set(before);
        let built = build();
        let peak = PEAK.get() - before;
        drop(built.expect("memory is there"));
        peak
    };
    let whole = peak(&mut build);
    println!(
        "{name:>40}: {items:>7} items, {whole:>10} bytes, {:>6.0} an item",
        whole as f64 / items as f64
    );
    let mut budget = floor;
    while budget < whole {
        LIMIT.set(LIVE.get() + budget);
        let built = build();
        LIMIT.set(isize::MAX);
        match built {
            Ok(_) => {}
            Err(Error::OutOfMemory { .. }) => {}
            Err(error) => panic!("{name}, {budget} bytes: {error}"),
        }
        budget += 1 + budget / 8;
    }
}

/// A low-discrepancy sequence in the unit cube.
fn points(n: usize) -> Vec<Vector3<f64>> {
    let at = |k: usize, a: f64| (0.5 + k as f64 * a).fract() - 0.5;
    (0..n)
        .map(|k| Vector3::new(at(k, 0.819_172_5), at(k, 0.671_043_6), at(k, 0.549_700_4)))
        .collect()
}

fn clouds(n: usize) -> Vec<(&'static str, Vec<Vector3<f64>>)> {
    let cube = points(n);
    let ball: Vec<_> = cube
        .iter()
        .map(|p| p.add_scalar(1e-3).normalize())
        .collect();
    let turn = Quaternion::new(0.3, 0.5, -0.2, 0.7);
    let turned = Pose::new(Vector3::new(0.1, 0.2, 0.3), turn / turn.norm()).expect("a pose");
    let ring = |z: f64| {
        (0..n / 2).map(move |k| {
            let t = std::f64::consts::TAU * k as f64 / (n / 2).max(1) as f64;
            Vector3::new(t.cos(), t.sin(), z)
        })
    };
    let prism: Vec<_> = ring(0.0).chain(ring(1.0)).collect();
    let side = (n as f64).cbrt() as usize + 1;
    let grid: Vec<_> = (0..n)
        .map(|k| {
            Vector3::new(
                (k % side) as f64,
                (k / side % side) as f64,
                (k / side / side) as f64,
            )
        })
        .collect();
    let moved = |list: &[Vector3<f64>]| {
        list.iter()
            .map(|p| turned.transform_point(p))
            .collect::<Vec<_>>()
    };
    vec![
        (
            "flat",
            cube.iter().map(|p| Vector3::new(p.x, p.y, 0.0)).collect(),
        ),
        (
            "flat, turned",
            moved(
                &cube
                    .iter()
                    .map(|p| Vector3::new(p.x, p.y, 0.0))
                    .collect::<Vec<_>>(),
            ),
        ),
        (
            "line",
            cube.iter().map(|p| Vector3::new(p.x, 0.0, 0.0)).collect(),
        ),
        ("one point", vec![Vector3::zeros(); n]),
        (
            "mixed sizes",
            cube.iter()
                .enumerate()
                .map(|(k, p)| p * 10f64.powi((k % 600) as i32 - 300))
                .collect(),
        ),
        ("grid, turned", moved(&grid)),
        ("grid", grid),
        ("prism, turned", moved(&prism)),
        ("prism", prism),
        ("sphere", ball),
        ("cube", cube),
    ]
}

fn mesh_lists(n: usize) -> (Vec<Vector3<f64>>, Vec<[u32; 3]>) {
    let side = (n as f64 / 2.0).sqrt() as u32 + 1;
    let corners = (0..=side).flat_map(|y| {
        (0..=side).map(move |x| Vector3::new(f64::from(x), f64::from(y), f64::from(x * y % 3)))
    });
    let triangles = (0..side).flat_map(|y| {
        (0..side).flat_map(move |x| {
            let a = y * (side + 1) + x;
            [
                [a, a + 1, a + side + 1],
                [a + 1, a + side + 2, a + side + 1],
            ]
        })
    });
    (corners.collect(), triangles.collect())
}

#[test]
fn every_builder_says_that_memory_is_out() {
    for n in [1, 4, 40, 1030, 4100] {
        for (name, cloud) in clouds(n) {
            for support_cells in [false, true] {
                let options = PolytopeOptions { support_cells };
                sweep(&format!("hull, {name}, {support_cells}"), n, || {
                    Polytope::with_options(&cloud, &options)
                });
            }
            let body = SharedBody::new(Polytope::new(&cloud).expect("finite"));
            let bytes = body.to_bytes();
            sweep(&format!("hull from bytes, {name}"), bytes.len(), || {
                SharedBody::from_bytes(&bytes)
            });
        }
        let (corners, triangles) = mesh_lists(n);
        let options = TriangleMeshOptions::default();
        sweep("mesh", triangles.len(), || {
            TriangleMesh::new(&corners, &triangles, &options)
        });
        sweep("mesh, only corners", corners.len(), || {
            TriangleMesh::new(&corners, &[], &options)
        });
        let mesh =
            SharedBody::from(TriangleMesh::new(&corners, &triangles, &options).expect("a mesh"));
        let bytes = mesh.to_bytes();
        sweep("mesh from bytes", bytes.len(), || {
            SharedBody::from_bytes(&bytes)
        });
        let heights: Vec<f64> = (0..n).map(|k| (k % 7) as f64).collect();
        for columns in [1, 2, (n as f64).sqrt() as usize, n] {
            let heights = &heights[..n / columns * columns];
            sweep("field", heights.len(), || {
                HeightField::new(heights, columns, [1.0; 2], [0.0; 2])
            });
            let field = SharedBody::from(
                HeightField::new(heights, columns, [1.0; 2], [0.0; 2]).expect("a field"),
            );
            let bytes = field.to_bytes();
            sweep("field from bytes", bytes.len(), || {
                SharedBody::from_bytes(&bytes)
            });
        }
        let part = SharedBody::sphere(1.0).expect("a sphere");
        let parts: Vec<_> = points(n.min(5000))
            .iter()
            .map(|p| (part.clone(), Pose::from_translation(*p).expect("finite")))
            .collect();
        sweep("compound", parts.len(), || SharedBody::compound(&parts));
        let compound = SharedBody::compound(&parts).expect("parts");
        let bytes = compound.to_bytes();
        sweep("compound from bytes", bytes.len(), || {
            SharedBody::from_bytes(&bytes)
        });
        let few = Polytope::new(&points(n.min(200))).expect("finite");
        let here = Pose::identity();
        let pair = PosedPair::new(&few, &here, &few, &here);
        sweep("sum", few.vertex_count().pow(2), || minkowski_sum(&pair));
    }
}

/// Bodies of a world: apart, some near each other, or all in one place.
fn world(n: usize, spread: f64) -> World {
    let shape = SharedBody::sphere(0.1).expect("a sphere");
    let mut world = World::new();
    for p in points(n) {
        let pose = Pose::from_translation(p * spread).expect("finite");
        world.add(BodyInput::new(shape.clone(), pose));
    }
    world
}

fn motions(world: &World, by: f64) -> Vec<(BodyId, Motion)> {
    let way = |body: &WorldBody| {
        let to = body.pose().translation() + Vector3::new(by, 0.0, 0.0);
        (
            body.id(),
            Motion::translation(*body.pose(), to).expect("finite"),
        )
    };
    world.bodies().map(way).collect()
}

#[test]
fn worlds_say_that_memory_is_out() {
    for n in [1, 10, 200, 1000] {
        for spread in [0.05, 1.0, 3.0, 100.0] {
            let spread = if n > 200 {
                f64::max(spread, 3.0)
            } else {
                spread
            };
            let fresh = world(n, spread);
            for mode in Mode::ALL {
                let options = AdvanceOptions {
                    mode: *mode,
                    ..AdvanceOptions::default()
                };
                let mut old = fresh.clone();
                let mut pairs = 0;
                for by in [0.01, 0.5] {
                    let frame = old
                        .advance(&motions(&old, by), &options, &Serial)
                        .expect("a frame");
                    pairs = frame.statistics.pairs as usize;
                }
                for (name, world) in [("first frame", &fresh), ("third frame", &old)] {
                    let ways = motions(world, 0.5);
                    let before = world.snapshot();
                    // The clone itself is not measured: it is made of the memory of the last try.
                    let mut again = world.clone();
                    sweep(
                        &format!("{name}, {}, {spread}", mode.name()),
                        n + pairs,
                        || {
                            let frame = again.advance(&ways, &options, &Serial);
                            match &frame {
                                Ok(_) => again.undo_frame().expect("a frame passed"),
                                Err(_) => {
                                    LIMIT.set(isize::MAX);
                                    assert_eq!(again.snapshot(), before, "{name}");
                                }
                            }
                            frame
                        },
                    );
                }
                let bytes = old.snapshot();
                let shape = SharedBody::sphere(0.1).expect("a sphere");
                sweep("restore", bytes.len(), || {
                    let mut empty = World::new();
                    empty
                        .restore(&bytes, &|_, _| Some(shape.clone()))
                        .map(|()| empty)
                });
            }
            let big = SharedBody::sphere(50.0).expect("a sphere");
            let way = Motion::translation(Pose::identity(), Vector3::x()).expect("finite");
            sweep_from(1 << 14, "overlap", n, || {
                let queries = fresh.queries();
                queries.overlap(&big, &Pose::identity(), &QueryFilter::default())
            });
            sweep_from(1 << 14, "cast", n, || {
                let queries = fresh.queries();
                queries.cast(
                    &big,
                    &way,
                    &TimeOfImpactOptions::default(),
                    &QueryFilter::default(),
                )
            });
            let places = points(n);
            sweep("reserve", n, || {
                let mut world = World::new();
                world.try_reserve(n)?;
                let shape = SharedBody::sphere(0.1)?;
                for p in &places {
                    world.add(BodyInput::new(shape.clone(), Pose::from_translation(*p)?));
                }
                Ok(world)
            });
        }
        let shape = SharedBody::sphere(1.0).expect("a sphere");
        let (bodies, places, pairs) = (
            vec![shape.get(); 2],
            vec![Pose::identity(); 2],
            vec![[0, 1]; n],
        );
        let mut states = vec![PairState::default(); n];
        sweep("batch", n, || {
            let batch = Batch {
                bodies: &bodies,
                places: &places,
                pairs: &pairs,
            };
            batch.intersect(&IntersectOptions::default(), &mut states, &Serial)
        });
    }
}
