//! Shots at a mesh, and event functions of a world.

use std::hint::black_box;

use interframe::{
    BodyId, BodyInput, ContactEvents, ContactEventsOptions, Motion, PairState, PenetrationOptions,
    Pose, PosedPair, SharedBody, TimeOfImpactOptions, TriangleMesh, TriangleMeshOptions, World,
    penetration, time_of_impact,
};
use nalgebra::{UnitQuaternion, Vector3};
use parry3d_f64::math::{Pose as ParryPose, Vector};
use parry3d_f64::query::{
    NonlinearRigidMotion, Ray, RayCast, ShapeCastOptions, cast_shapes, cast_shapes_nonlinear,
    contact,
};
use parry3d_f64::shape::{Ball, Cuboid, Shape, TriMesh};
use twin::random::{SplitMix64, case_generator};

use super::More;
use crate::support::bodies::cuboid;
use crate::support::contenders::{hull, moving, parry_pose};
use crate::support::driver::{Contender, Driver, median, seconds_of};
use crate::support::shots::{HALF, Shot, block, shots, torus};
use crate::support::workloads::{Placement, bisect};

const BALL: f64 = 0.05;

fn to_parry(v: &Vector3<f64>) -> Vector {
    Vector::new(v.x, v.y, v.z)
}

fn theirs<'a>(shots: &'a [Shot], ask: impl Fn(&Shot) -> bool + 'a) -> Contender<'a> {
    Contender::each("parry", move |k| black_box(ask(&shots[k])))
}

/// Shots at a torus of 100,000 triangles, three in four through it: a point, a ball of radius 0.05, a box of half side
/// 0.02, or the same turning by up to two turns.
pub fn mesh(driver: &mut Driver, _: &More<'_>) {
    let (vertices, triangles) = torus(if driver.quick { 25 } else { 250 }, 200);
    let count = if driver.quick { 20 } else { 1_000 };
    let shots = shots(&mut case_generator(42, 0), &vertices, count);
    let build = || TriangleMesh::new(&vertices, &triangles, &TriangleMeshOptions::default());
    let times = (0..5).map(|_| seconds_of(|| drop(black_box(build()))));
    let (built, mesh) = (median(times.collect()), build().expect("a mesh"));
    let each = mesh.memory_bytes() as f64 / triangles.len() as f64;
    let cells = [
        ("triangles", triangles.len().to_string()),
        ("ms to build", format!("{:.0}", built * 1e3)),
        ("bytes a triangle", format!("{each:.1}")),
    ];
    driver.push("mesh_size", cells);
    let mesh = SharedBody::from(mesh);
    let points = vertices.iter().map(to_parry).collect();
    let parry = TriMesh::new(points, triangles).expect("a mesh");
    let sphere = |radius| SharedBody::sphere(radius).expect("a radius");
    let (point, ball, block) = (sphere(0.0), sphere(BALL), block());
    let cuboid = Cuboid::new(Vector::splat(HALF));
    let here = |turning: bool| -> Vec<[Motion; 2]> {
        let still = Motion::fixed(Pose::identity());
        let motion = |shot: &Shot| {
            if turning {
                shot.turning()
            } else {
                shot.straight()
            }
        };
        shots.iter().map(|shot| [motion(shot), still]).collect()
    };
    let [straight, turning] = [here(false), here(true)];
    let options = TimeOfImpactOptions::default();
    let ours = |body, motions| {
        moving("interframe", [body, &mesh], motions, move |pair, state| {
            let found = time_of_impact(pair, &options, state);
            black_box(found).expect("valid options").verdict.may_hit()
        })
    };
    let place = |shot: &Shot| ParryPose::from_translation(to_parry(&shot.from));
    let cast = |shape: &dyn Shape, shot: &Shot| {
        let (by, options) = (
            to_parry(&shot.by),
            ShapeCastOptions::with_max_time_of_impact(1.0),
        );
        let (at, origin, still) = (place(shot), ParryPose::IDENTITY, Vector::ZERO);
        let found = cast_shapes(&at, by, shape, &origin, still, &parry, options);
        found.expect("supported").is_some()
    };
    let rays = theirs(&shots, |shot| {
        let ray = Ray::new(to_parry(&shot.from), to_parry(&shot.by));
        parry.cast_local_ray(&ray, 1.0, false).is_some()
    });
    let balls = theirs(&shots, |shot| cast(&Ball::new(BALL), shot));
    let boxes = theirs(&shots, |shot| cast(&cuboid, shot));
    let turned = theirs(&shots, |shot| {
        let (by, turn) = (to_parry(&shot.by), to_parry(&shot.turn));
        let flies = NonlinearRigidMotion::new(place(shot), Vector::ZERO, by, turn);
        let here = NonlinearRigidMotion::constant_position(ParryPose::IDENTITY);
        let found = cast_shapes_nonlinear(&flies, &cuboid, &here, &parry, 0.0, 1.0, true);
        found.expect("supported").is_some()
    });
    for (name, ours, theirs, count) in [
        (
            "points; `cast_local_ray`",
            ours(&point, &straight),
            rays,
            count,
        ),
        ("balls; `cast_shapes`", ours(&ball, &straight), balls, count),
        (
            "boxes; `cast_shapes`",
            ours(&block, &straight),
            boxes,
            count,
        ),
        // Turning casts of the other side take long.
        (
            "turning boxes; `cast_shapes_nonlinear`",
            ours(&block, &turning),
            turned,
            count / 10,
        ),
    ] {
        if driver.wants("--workloads", name) {
            driver.measure("mesh", &[("shots", name)], count, vec![ours, theirs], &[]);
        }
    }
}

const BODIES: usize = 1_000;
const SLOTS: usize = 100;

#[derive(Clone, Copy)]
struct Place {
    at: Vector3<f64>,
    turned: UnitQuaternion<f64>,
}

impl Place {
    fn pose(&self) -> Pose {
        Pose::new(self.at, *self.turned).expect("a pose")
    }

    fn parry(&self) -> ParryPose {
        parry_pose(&Placement::new(self.at.into(), self.turned.coords.into()))
    }

    /// By up to 1e-3 and 1e-3 radians.
    fn moved(&self, rng: &mut SplitMix64) -> Place {
        let mut by = || Vector3::from(rng.direction()) * (rng.unit() * 1e-3);
        Place {
            at: self.at + by(),
            turned: UnitQuaternion::from_scaled_axis(by()) * self.turned,
        }
    }
}

fn turned(rng: &mut SplitMix64) -> UnitQuaternion<f64> {
    UnitQuaternion::new_normalize(rng.quaternion().into())
}

/// One cube in each cell of a grid, off its middle; every hundredth has a partner that it overlaps in place of the next.
fn places(cube: &SharedBody, rng: &mut SplitMix64) -> Vec<Place> {
    let place = |k: usize| {
        let cell = [k % 10, k / 10 % 10, k / 100].map(|c| c as f64 * 2.2);
        let off = std::array::from_fn::<_, 3, _>(|_| rng.between(-0.2, 0.2));
        Place {
            at: Vector3::from(cell) + Vector3::from(off),
            turned: turned(rng),
        }
    };
    let mut all: Vec<Place> = (0..BODIES).map(place).collect();
    for k in 0..SLOTS / 10 {
        let first = all[k * 100 + 55];
        let way = Vector3::from(rng.direction());
        let turned = turned(rng);
        let there = |far: f64| Place {
            at: first.at + way * far,
            turned,
        };
        // Until it is in by 0.4% to 2% of the side.
        let wanted = rng.between(0.004, 0.02);
        let [low, _] = bisect([0.0, 2.0], 60, |far| {
            let [a, b] = [first.pose(), there(far).pose()];
            let pair = PosedPair::new(cube, &a, cube, &b);
            let options = PenetrationOptions::default();
            let found = penetration(&pair, &options, &mut PairState::default());
            found.expect("valid").depth > wanted
        });
        all[k * 100 + 56] = there(low);
    }
    all
}

/// Event functions of a world of 1,000 cubes of side 1 in all directions: `select` and `evaluate`, and parry's `contact`
/// of the same pairs. One pair in ten of the selected overlaps by up to 2% of the side. Bodies move between evaluations.
pub fn contact_events(driver: &mut Driver, _: &More<'_>) {
    let rng = &mut case_generator(2204, 0);
    let cube = SharedBody::new(hull(&cuboid([0.5; 3])));
    let places = places(&cube, rng);
    let mut world = World::new();
    let ids: Vec<BodyId> = places
        .iter()
        .map(|place| world.add(BodyInput::new(cube.clone(), place.pose())))
        .collect();
    let options = ContactEventsOptions {
        slots: SLOTS as u32,
        ..Default::default()
    };
    let mut events = ContactEvents::new(&options).expect("valid");
    events.select(&world).expect("enough slots");
    let mut z = vec![0.0; SLOTS];
    events.evaluate(&world, &mut z).expect("no other contact");
    let inside = z.iter().filter(|z| **z < 0.0).count();
    let pairs = events.pairs().flatten();
    let pairs: Vec<[usize; 2]> = pairs
        .map(|sides| sides.map(|side| side.id.index() as usize))
        .collect();
    let shape = Cuboid::new(Vector::splat(0.5));
    let mut times: [Vec<f64>; 4] = Default::default();
    // Not by the driver: the world moves from round to round.
    let (rounds, inner) = if driver.quick { (1, 1) } else { (15, 20) };
    for _ in 0..rounds {
        let mut spent = [0.0; 4];
        for _ in 0..inner {
            let now: Vec<Place> = places.iter().map(|place| place.moved(rng)).collect();
            let poses: Vec<Pose> = now.iter().map(Place::pose).collect();
            let parry: Vec<ParryPose> = now.iter().map(Place::parry).collect();
            let mut theirs = [0.0; SLOTS];
            spent[3] += seconds_of(|| {
                for (id, pose) in ids.iter().zip(&poses) {
                    world.teleport(*id, *pose).expect("there");
                }
            });
            spent[1] += seconds_of(|| events.evaluate(&world, &mut z).expect("no other contact"));
            spent[2] += seconds_of(|| {
                for (z, [a, b]) in theirs.iter_mut().zip(&pairs) {
                    let found = contact(&parry[*a], &shape, &parry[*b], &shape, f64::MAX);
                    *z = found.expect("supported").expect("any distance").dist;
                }
            });
            spent[0] += seconds_of(|| {
                let mut again = events.clone();
                again.select(&world).expect("enough slots");
                black_box(&again);
            });
            for (ours, theirs) in z.iter().zip(&theirs) {
                assert!((ours - theirs).abs() < 1e-4, "{ours} {theirs}");
            }
        }
        for (times, spent) in times.iter_mut().zip(spent) {
            times.push(spent / f64::from(inner) * 1e6);
        }
    }
    let names = [
        "`select`",
        "`evaluate`, with the proof that no other pair overlaps",
        "parry3d-f64's `contact` of the same 100 pairs, without that",
        "moving all bodies (`teleport`)",
    ];
    for (name, times) in names.into_iter().zip(times) {
        let us = format!("{:.1}", median(times));
        driver.push("contact_events", [("what", name.into()), ("us", us)]);
    }
    eprintln!("{BODIES} cubes, {SLOTS} functions, {inside} of them inside");
}
