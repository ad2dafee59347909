//! Casts of spheres, capsules, rounded boxes and cylinders past bodies of every convex kind: half hits, half misses.

use interframe::{
    Curved, Motion, MovingPair, PairState, Pose, SharedBody, TimeOfImpactOptions, Verdict,
    time_of_impact,
};
use nalgebra::Vector3;
use twin::random::{SplitMix64, case_generator};

use super::bodies::{cuboid, octahedral_sphere};
use super::contenders::hull;

/// A body and the radius of a ball about its origin that holds it.
pub struct Kind {
    pub name: &'static str,
    pub body: SharedBody,
    size: f64,
}

pub fn kinds() -> Vec<Kind> {
    let kind = |name, body: SharedBody, size| Kind { name, body, size };
    let cube = SharedBody::new(hull(&cuboid([0.5; 3])));
    let rounded = cube.clone().rounded(0.1).expect("a radius");
    let capsule = SharedBody::capsule(0.5, 0.25).expect("it is");
    let cylinder = Curved::cylinder(0.5, 0.5).expect("it is");
    let round = SharedBody::new(hull(&octahedral_sphere(4)));
    vec![
        kind("ball", SharedBody::sphere(0.5).expect("a radius"), 0.5),
        kind("capsule", capsule, 0.75),
        kind("box", cube, 0.87),
        kind("rounded box", rounded, 0.97),
        kind("hull of 66", round, 1.0),
        kind("cylinder", cylinder.into(), 0.71),
    ]
}

/// A pair of kinds of which casts have a radius or are curved.
pub fn is_round(a: &Kind, b: &Kind) -> bool {
    let plain = |kind: &Kind| matches!(kind.name, "box" | "hull of 66");
    !(plain(a) && plain(b))
}

/// Motions of two bodies that start apart and fly past each other, by up to `turn` radians each.
pub fn casts(a: &Kind, b: &Kind, turn: f64, count: usize) -> Vec<[Motion; 2]> {
    let random = &mut case_generator(39, 0);
    let mut both = [Vec::new(), Vec::new()];
    while both.iter().any(|list| list.len() < count / 2) {
        let pair = cast(random, a.size + b.size, turn);
        let found = ask(a, b, &pair);
        let list = &mut both[usize::from(found == Verdict::Hit)];
        if list.len() < count / 2 {
            list.push(pair);
        }
    }
    let [misses, hits] = both;
    let mut all: Vec<_> = misses.into_iter().chain(hits).collect();
    random.shuffle(&mut all);
    all
}

fn cast(random: &mut SplitMix64, size: f64, turn: f64) -> [Motion; 2] {
    let vector = |random: &mut SplitMix64| Vector3::from(random.direction());
    let (along, aside) = (vector(random), vector(random));
    let from = aside * random.between(0.0, 1.2 * size) - along * (1.6 * size);
    let by = along * random.between(1.0, 4.0) * size;
    [(Vector3::zeros(), Vector3::zeros()), (from, by)].map(|(from, by)| {
        let start = Pose::new(from, random.quaternion().into()).expect("a pose");
        let by_turn = vector(random) * (turn * random.unit());
        Motion::from_turn(start, from + by, by_turn, Vector3::zeros()).expect("finite")
    })
}

pub fn ask(a: &Kind, b: &Kind, [motion_a, motion_b]: &[Motion; 2]) -> Verdict {
    let pair = MovingPair::new(&a.body, motion_a, &b.body, motion_b);
    let options = TimeOfImpactOptions::default();
    let found = time_of_impact(&pair, &options, &mut PairState::default());
    std::hint::black_box(found).expect("valid options").verdict
}
