//! Contacts of cylinders, cones and ellipsoids beside bodies of several pieces, and of compounds with such parts, against what the
//! other queries say.

use interframe::{
    ContactManifoldOptions, Curved, DistanceOptions, IntersectOptions, PairState, Pose, PosedPair,
    SharedBody, TriangleMesh, TriangleMeshOptions, Verdict, WithinOptions, contact_manifold,
    distance, intersect, within,
};
use nalgebra::Vector3;
use twin::random::{SplitMix64, case_generator};

use crate::bodies::{SIDES, block, vector};
use crate::common::{count, for_each, quaternion};
use crate::ways_out::{Thing, all_right, brought_together, judge_scene, level, polytope};

/// A cylinder, cone or ellipsoid of at most `size`, rounded or not.
fn curved_visitor(random: &mut SplitMix64, size: f64) -> Thing {
    let [a, b, c] = [0; 3].map(|_| random.between(0.1, 0.5) * size);
    let thin = *random.pick(&[1.0, 1.0, 0.05]);
    let body = match random.below(3) {
        0 => Curved::cylinder(thin * a, b),
        1 => Curved::cone(thin * a, b),
        _ => Curved::ellipsoid([thin * a, b, c]),
    };
    let radius = *random.pick(&[0.0, 0.0, 0.1]) * size;
    let body = body.and_then(|body| body.rounded(radius)).expect("a body");
    Thing {
        body: body.into(),
        triangles: Vec::new(),
        reach: size,
        is_one_sided: false,
        is_concave: false,
        is_room: false,
        flat: None,
    }
}

/// Also a block beside a drum.
fn curved_level(random: &mut SplitMix64, size: f64) -> Thing {
    if random.below(6) > 0 {
        return level(random, size);
    }
    let at = |x: f64| Pose::from_translation(Vector3::new(x * size, 0.0, 0.0)).expect("finite");
    let drum = Curved::cylinder(0.5 * size, size).expect("a drum");
    let parts = [
        (polytope(&block(Vector3::repeat(0.5 * size))), at(-0.5)),
        (drum.into(), at(1.0)),
    ];
    Thing {
        body: SharedBody::compound(&parts).expect("convex parts"),
        triangles: Vec::new(),
        reach: 3.0 * size,
        is_one_sided: false,
        is_concave: true,
        is_room: false,
        flat: None,
    }
}

#[test]
fn curved_bodies_have_ways_out_and_gaps() {
    let run = for_each(count(1_000, 100_000), |index, tally| {
        let random = &mut case_generator(2162, index);
        let mut scene = brought_together(random, curved_level, curved_visitor);
        scene.off = 1e-7 * scene.size;
        judge_scene(random, &scene, index, tally);
    });
    all_right(&run);
}

/// Curved bodies without extent, beside surfaces and compounds of the most unequal sizes: contacts hold numbers, along a unit normal,
/// none across a larger gap than is asked for, and whether there are any is what `within` says.
#[test]
fn curved_bodies_of_any_size_have_contacts_that_are_numbers() {
    let run = for_each(count(2_000, 200_000), |index, tally| {
        let random = &mut case_generator(2163, index);
        let scale = 10.0_f64.powi(*random.pick(&[-300, -20, 0, 0, 0, 20, 150]));
        let ratio = *random.pick(&[1e-30, 1e-9, 1e-3, 1.0, 1.0, 1.0, 1e3]);
        let thing = curved_level(random, scale);
        let [a, b, c, around] = [0; 4].map(|_| {
            let smaller = *random.pick(&[0.0, 1e-30, 1e-9, 1e-3, 1.0, 1.0, 1.0]);
            smaller * ratio * scale * random.between(0.5, 2.0)
        });
        let around = around * f64::from(random.below(3) == 0);
        let curved = match random.below(3) {
            0 => Curved::cylinder(a, b),
            1 => Curved::cone(a, b),
            _ => Curved::ellipsoid([a, b, c]),
        };
        let curved = curved.and_then(|body| body.rounded(around));
        let curved = SharedBody::from(curved.expect("lengths"));
        let at = Vector3::from(random.direction()) * (scale * random.unit());
        let pose = match random.flip() {
            true => Pose::from_translation(at),
            false => Pose::new(at, quaternion(&random.quaternion())),
        };
        let (here, pose) = (Pose::identity(), pose.expect("finite"));
        let pair = match random.flip() {
            true => PosedPair::new(&thing.body, &here, &curved, &pose),
            false => PosedPair::new(&curved, &pose, &thing.body, &here),
        };
        let prediction = scale * random.pick(&[0.0, 0.5]);
        let options = ContactManifoldOptions {
            prediction,
            ..ContactManifoldOptions::default()
        };
        let found = contact_manifold(&pair, &options, &mut PairState::default());
        let found = found.expect("valid options");
        tally.cases += 1;
        tally.hits += u64::from(found.normal.is_some());
        let name = format!("case {index}: {found:?} {:?}", found.points());
        let asked = WithinOptions {
            distance: prediction,
            ..WithinOptions::default()
        };
        let near = within(&pair, &asked, &mut PairState::default()).expect("valid options");
        let has_points = !found.points().is_empty();
        let is_same = has_points == (near.verdict != Verdict::Separated);
        tally.claim(is_same, &name, &format!("within says {:?}", near.verdict));
        tally.claim(found.normal.is_some() == has_points, &name, "a normal");
        let is_unit = found.normal.is_none_or(|n| (n.norm() - 1.0).abs() < 1e-12);
        tally.claim(is_unit, &name, "unit");
        for at in found.points() {
            let numbers = at.point_a.iter().chain(at.point_b.iter());
            let all = numbers.chain([&at.depth]).all(|x| x.is_finite());
            tally.claim(all, &name, "a number");
            tally.claim(at.depth >= -prediction, &name, "beyond the prediction");
        }
    });
    println!("{} of {} in contact", run.hits, run.cases);
    run.none_wrong();
    assert!(run.hits * 5 > run.cases);
}

/// Curved bodies that touch a solid to rounding, are a little in it, or wholly inside: the verdict is that of `intersect`.
#[test]
fn contacts_with_solids_have_the_verdict_of_intersect() {
    let run = for_each(count(1_000, 50_000), |index, tally| {
        let random = &mut case_generator(2164, index);
        let scale = 10.0_f64.powf(random.between(-3.0, 3.0));
        let half = Vector3::from([0; 3].map(|_| random.between(0.5, 2.0) * scale));
        let options = TriangleMeshOptions {
            solid: true,
            ..TriangleMeshOptions::default()
        };
        let solid = TriangleMesh::new(&block(half), &SIDES, &options).expect("a closed mesh");
        let (solid, curved) = (SharedBody::from(solid), curved_visitor(random, scale).body);
        let here = Pose::new(vector(random, scale), quaternion(&random.quaternion()));
        let here = here.expect("finite");
        let turn = quaternion(&random.quaternion());
        let way = Vector3::from(random.direction());
        let at = |far: f64| Pose::new(here.translation() + way * far, turn).expect("finite");
        let mut far = 10.0 * scale;
        for _ in 0..40 {
            let there = at(far);
            let pair = PosedPair::new(&solid, &here, &curved, &there);
            let gap = distance(
                &pair,
                &DistanceOptions::default(),
                &mut PairState::default(),
            );
            far -= gap.expect("valid options").separation;
        }
        let inwards = [0.0, 0.0, 1e-12, 1e-3, 1.0];
        let there = at(far - random.pick(&inwards) * scale);
        let pair = match random.flip() {
            true => PosedPair::new(&solid, &here, &curved, &there),
            false => PosedPair::new(&curved, &there, &solid, &here),
        };
        let options = IntersectOptions::default();
        let met = intersect(&pair, &options, &mut PairState::default()).expect("valid options");
        let options = ContactManifoldOptions::default();
        let found = contact_manifold(&pair, &options, &mut PairState::default());
        let found = found.expect("valid options");
        tally.cases += 1;
        tally.refused += u64::from(met.verdict == Verdict::Undecided);
        let what = format!("{:?} of {:?}", found.verdict, met.verdict);
        tally.claim(
            found.verdict == met.verdict,
            &format!("case {index}"),
            &what,
        );
    });
    println!("{} of {} undecided", run.refused, run.cases);
    run.none_wrong();
    assert!(run.refused * 100 > run.cases);
}
