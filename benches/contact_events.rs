//! Event functions of a world of 1,000 boxes: `select` and `evaluate`, and parry3d-f64's `contact` for the same pairs.
//!
//! `cargo bench --bench contact_events [-- --test]`
//!
//! Cubes of side 1 lie in all directions, apart, but for one pair in ten of the selected, which overlap by up to 2% of the side.
//! Between two evaluations every body moves by up to 1e-3 and turns by up to 1e-3. Rounds alternate.

mod support;

use interframe::{
    BodyId, BodyInput, ContactEvents, ContactEventsOptions, PairState, PenetrationOptions,
    Polytope, Pose, PosedPair, SharedBody, World, penetration,
};
use nalgebra::{Quaternion, UnitQuaternion, Vector3};
use parry3d_f64::math::{Pose as ParryPose, Rotation, Vector};
use parry3d_f64::query::contact;
use parry3d_f64::shape::Cuboid;
use support::timing::{median, seconds};
use twin::random::{SplitMix64, case_generator};
use twin::shapes;

const BODIES: usize = 1_000;
const SLOTS: usize = 100;
const INSIDE: usize = SLOTS / 10;
const ROUNDS: usize = 15;

#[derive(Clone)]
struct Place {
    at: Vector3<f64>,
    turned: UnitQuaternion<f64>,
}

impl Place {
    fn pose(&self) -> Pose {
        Pose::new(self.at, *self.turned).expect("a pose")
    }

    fn parry(&self) -> ParryPose {
        let [x, y, z] = self.at.into();
        let q = self.turned.coords;
        ParryPose {
            rotation: Rotation::from_xyzw(q.x, q.y, q.z, q.w),
            translation: Vector::new(x, y, z),
        }
    }

    fn moved(&self, rng: &mut SplitMix64) -> Place {
        let mut by = || Vector3::from(rng.direction()) * (rng.unit() * 1e-3);
        Place {
            at: self.at + by(),
            turned: UnitQuaternion::from_scaled_axis(by()) * self.turned,
        }
    }
}

fn turned(rng: &mut SplitMix64) -> UnitQuaternion<f64> {
    let [x, y, z, w] = rng.quaternion();
    UnitQuaternion::new_normalize(Quaternion::new(w, x, y, z))
}

/// One cube in each cell of a grid, off its middle; every hundredth has a partner that it overlaps in place of the next.
fn places(cube: &SharedBody, rng: &mut SplitMix64) -> Vec<Place> {
    let mut all = Vec::new();
    for k in 0..BODIES {
        let cell = [k % 10, k / 10 % 10, k / 100].map(|c| c as f64 * 2.2);
        let off = std::array::from_fn::<_, 3, _>(|_| rng.between(-0.2, 0.2));
        all.push(Place {
            at: Vector3::from(cell) + Vector3::from(off),
            turned: turned(rng),
        });
    }
    for k in 0..INSIDE {
        let first = all[k * 100 + 55].clone();
        let way = Vector3::from(rng.direction());
        let turned = turned(rng);
        // Until it is in by 0.4% to 2% of the side.
        let wanted = rng.between(0.004, 0.02);
        let [mut low, mut high] = [0.0, 2.0];
        for _ in 0..60 {
            let middle: f64 = 0.5 * (low + high);
            let there = Place {
                at: first.at + way * middle,
                turned,
            };
            let [a, b] = [first.pose(), there.pose()];
            let pair = PosedPair::new(cube, &a, cube, &b);
            let found = penetration(
                &pair,
                &PenetrationOptions::default(),
                &mut PairState::default(),
            );
            match found.expect("valid").depth > wanted {
                true => low = middle,
                false => high = middle,
            }
        }
        // The partner is the one farthest from all others: its cell is left empty.
        all[k * 100 + 56] = Place {
            at: first.at + way * low,
            turned,
        };
    }
    all
}

fn main() {
    let test = std::env::args().any(|arg| arg == "--test");
    let rng = &mut case_generator(2204, 0);
    let corners: Vec<_> = shapes::cuboid([0.5; 3])
        .into_iter()
        .map(Vector3::from)
        .collect();
    let cube = SharedBody::new(Polytope::new(&corners).expect("a cube"));
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
    let pairs: Vec<[usize; 2]> = events
        .pairs()
        .flatten()
        .map(|sides| sides.map(|side| side.id.index() as usize))
        .collect();
    let shape = Cuboid::new(Vector::new(0.5, 0.5, 0.5));
    let mut times: [Vec<f64>; 4] = Default::default();
    let inner = if test { 1 } else { 20 };
    for _ in 0..if test { 1 } else { ROUNDS } {
        let mut spent = [0.0; 4];
        for _ in 0..inner {
            let now: Vec<Place> = places.iter().map(|place| place.moved(rng)).collect();
            let poses: Vec<Pose> = now.iter().map(Place::pose).collect();
            let start = seconds();
            for (id, pose) in ids.iter().zip(&poses) {
                world.teleport(*id, *pose).expect("there");
            }
            spent[0] += seconds() - start;
            let start = seconds();
            events.evaluate(&world, &mut z).expect("no other contact");
            spent[1] += seconds() - start;
            let parry: Vec<ParryPose> = now.iter().map(Place::parry).collect();
            let start = seconds();
            let mut theirs = [0.0; SLOTS];
            for (z, [a, b]) in theirs.iter_mut().zip(&pairs) {
                let found = contact(&parry[*a], &shape, &parry[*b], &shape, f64::MAX);
                *z = found.expect("supported").expect("any distance").dist;
            }
            spent[2] += seconds() - start;
            for (ours, theirs) in z.iter().zip(&theirs) {
                assert!((ours - theirs).abs() < 1e-4, "{ours} {theirs}");
            }
            let start = seconds();
            let mut again = events.clone();
            again.select(&world).expect("enough slots");
            spent[3] += seconds() - start;
            std::hint::black_box(&again);
        }
        for (times, spent) in times.iter_mut().zip(spent) {
            times.push(spent / f64::from(inner) * 1e6);
        }
    }
    let [teleport, evaluate, theirs, select] = times.map(median);
    println!("{BODIES} cubes, {SLOTS} functions, {inside} of them inside\n");
    println!("| | us |\n|---|---:|");
    println!("| `select` | {select:.1} |\n| `evaluate` | {evaluate:.1} |");
    println!("| parry3d-f64's `contact` of the same pairs | {theirs:.1} |");
    println!("| moving all bodies (`teleport`) | {teleport:.1} |");
}
