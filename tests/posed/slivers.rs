//! Contacts of bodies thinner than rounding: points, segments, triangles on a line but for rounding, plates and needles. They are
//! on both bodies, and none is deeper than the bodies are. INTERFRAME_LONG=1 for full counts.

use crate::common::{Tally, count, for_each, quaternion};
use interframe::{
    ContactManifoldOptions, Distance, DistanceOptions, PairState, PenetrationOptions, Polytope,
    Pose, PosedPair, Verdict, contact_manifold, distance, penetration,
};
use nalgebra::Vector3;
use twin::random::{SplitMix64, case_generator};

fn vector(random: &mut SplitMix64, length: f64) -> Vector3<f64> {
    Vector3::from(random.direction()) * length
}

fn block(half: Vector3<f64>) -> Polytope {
    Polytope::cuboid(half.into()).expect("finite points")
}

/// At most about 1 in size.
fn thin(random: &mut SplitMix64) -> Polytope {
    let width = *random.pick(&[0.0, 1e-18, 1e-17, 1e-16, 1e-15, 1e-14, 1e-12, 1e-9]);
    let other = *random.pick(&[0.5, 0.5, 1e-17, 1e-6]);
    match random.below(4) {
        0 => block(Vector3::new(0.6, other, width)),
        1 => {
            // Three or more points on a line but for rounding.
            let (start, way) = (vector(random, 0.2), vector(random, 1.0));
            let count = 1 + random.below(4);
            let points =
                (0..count).map(|_| start + way * random.between(-0.7, 0.7) + vector(random, width));
            Polytope::new(&points.collect::<Vec<_>>()).expect("finite points")
        }
        2 => {
            // In a plane but for rounding.
            let (u, v) = (vector(random, 0.7), vector(random, 0.7));
            let points = (0..3 + random.below(5)).map(|_| {
                u * random.between(-1.0, 1.0)
                    + v * random.between(-1.0, 1.0)
                    + vector(random, width)
            });
            Polytope::new(&points.collect::<Vec<_>>()).expect("finite points")
        }
        _ => {
            // A sharp corner.
            let sharp = *random.pick(&[1e-12, 1e-8, 1e-4]);
            let points = [[0.0; 3], [0.9, sharp, 0.0], [0.9, -sharp, width]];
            Polytope::new(&points.map(Vector3::from)).expect("finite points")
        }
    }
}

fn pose(random: &mut SplitMix64, at: Vector3<f64>) -> Pose {
    let q = match random.flip() {
        true => random.quaternion(),
        false => [0.0, 0.0, 0.0, 1.0],
    };
    Pose::new(at, quaternion(&q)).expect("a pose")
}

fn apart(pair: &PosedPair<'_>) -> Distance {
    let options = DistanceOptions::default();
    distance(pair, &options, &mut PairState::default()).expect("valid options")
}

fn judge(pair: &PosedPair<'_>, name: &str, tally: &mut Tally) {
    // Sizes are about 1.
    const OFF: f64 = 1e-8;
    let options = ContactManifoldOptions {
        prediction: 0.2,
        ..ContactManifoldOptions::default()
    };
    let found = contact_manifold(pair, &options, &mut PairState::default());
    let found = found.expect("valid options");
    let near = apart(pair);
    tally.claim(found.verdict == near.verdict, name, "the verdict differs");
    let most = match near.verdict {
        Verdict::Hit => {
            tally.hits += 1;
            let options = PenetrationOptions::default();
            let deep = penetration(pair, &options, &mut PairState::default());
            deep.expect("valid options").depth
        }
        _ => {
            tally.separated += 1;
            -near.separation
        }
    };
    if most > -0.2 + OFF {
        tally.claim(found.normal.is_some(), name, "no contact");
    }
    let mut deepest = f64::NEG_INFINITY;
    for point in found.points() {
        deepest = deepest.max(point.depth);
        for (k, at) in [point.point_a, point.point_b].into_iter().enumerate() {
            let dot = Polytope::new(&[Vector3::zeros()]).expect("a point");
            let at = Pose::from_translation(at).expect("finite");
            let off = match k {
                0 => apart(&PosedPair::new(pair.a, pair.pose_a, &dot, &at)),
                _ => apart(&PosedPair::new(pair.b, pair.pose_b, &dot, &at)),
            };
            let what = format!("{:e} off body {k}: {point:?}", off.separation);
            tally.claim(off.separation <= OFF, name, &what);
        }
        let is_apart = near.verdict == Verdict::Separated;
        let what = format!("{:e} deep, though apart", point.depth);
        tally.claim(!is_apart || point.depth < 0.0, name, &what);
    }
    if found.normal.is_some() {
        let what = format!("{deepest:e} deep instead of {most:e}");
        tally.claim((deepest - most).abs() <= 4e-7, name, &what);
    }
}

#[test]
fn contacts_of_slivers_are_on_both_bodies() {
    let run = for_each(count(10_000, 1_000_000), |index, tally| {
        let random = &mut case_generator(2161, index);
        let sliver = thin(random);
        let other = match random.below(4) {
            0 => thin(random),
            1 => block(Vector3::new(2.0, 2.0, 1.0)),
            2 => block(Vector3::new(0.3, 0.5, 0.4)),
            _ => {
                let points = (0..8).map(|_| vector(random, 0.7));
                Polytope::new(&points.collect::<Vec<_>>()).expect("finite points")
            }
        };
        let far = *random.pick(&[0.0, 1.0]);
        let here = vector(random, far);
        let pose_a = pose(random, here);
        let away = random.between(0.0, 1.2);
        let there = here + vector(random, away);
        let pose_b = pose(random, there);
        tally.cases += 1;
        let name = format!("case {index}");
        let pair = match random.flip() {
            true => PosedPair::new(&sliver, &pose_a, &other, &pose_b),
            false => PosedPair::new(&other, &pose_a, &sliver, &pose_b),
        };
        judge(&pair, &name, tally);
    });
    run.none_wrong();
    assert!(run.hits > run.cases / 8 && run.separated > run.cases / 8);
}
