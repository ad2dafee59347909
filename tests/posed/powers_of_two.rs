//! Queries about bodies at rest at every size: a pair scaled by a power of two is the same pair. Its answers have the same
//! bits, with lengths scaled. INTERFRAME_LONG=1 for full counts.

use crate::answers_at_rest::{Length, Word, Words, everything, size};
use crate::common::{Built, count, for_each};
use interframe::{
    ContactManifoldOptions, Curved, DistanceOptions, IntersectOptions, Motion, PairState,
    PenetrationOptions, Polytope, Pose, SharedBody, TimeOfImpactOptions, WithinOptions,
    contact_manifold, distance, intersect, penetration, time_of_impact, within,
};
use nalgebra::Vector3;
use twin::degenerate::degenerate_pair;
use twin::near_contact::near_contact;
use twin::number::power_of_two;
use twin::place::V3;
use twin::random::{SplitMix64, case_generator};
use twin::random_pairs::{PosedPair, long_pair, random_pair};
use twin::shapes::cuboid;

fn scaled(pair: &PosedPair, factor: f64) -> PosedPair {
    let times = |v: &V3| v.map(|x| x * factor);
    let mut out = pair.clone();
    out.a = pair.a.iter().map(times).collect();
    out.b = pair.b.iter().map(times).collect();
    (out.pose_a.p, out.pose_b.p) = (times(&pair.pose_a.p), times(&pair.pose_b.p));
    out
}

fn any_pair(index: u64) -> PosedPair {
    match index % 4 {
        0 => random_pair(index / 4),
        1 => near_contact(index / 4),
        2 => degenerate_pair(index / 4),
        _ => long_pair(index / 4),
    }
}

/// The same at size 1 and times `factor`, but for four of the smallest f64 in either length.
fn same(one: Word, other: Word, factor: f64) -> bool {
    match (one, other) {
        (Length(x), Length(y)) => {
            let x = x * factor;
            x == y || (x - y).abs() <= f64::from_bits(4) * factor.max(1.0)
        }
        _ => one == other,
    }
}

#[test]
fn a_power_of_two_changes_nothing() {
    for_each(count(200, 20_000), |index, tally| {
        let pair = any_pair(index);
        let mut rng = case_generator(93, index);
        let built = Built::new(&pair);
        let mut prediction = *rng.pick(&[0.0, 1e-3, 0.1]) * size(&built);
        // Near 1, from where both ways are as far.
        let level = exponent_of(size(&built));
        let home = power_of_two(-level);
        let pair = scaled(&pair, home);
        prediction *= home;
        let built = Built::new(&pair);
        let expected = everything(&built, prediction);
        for _ in 0..3 {
            let ends = [-880, -601, -261, -205, -180, 180, 210, 270, 599, 900];
            let exponent = match rng.below(2) {
                0 => *rng.pick(&ends),
                _ => rng.integer(-880, 900) as i32,
            };
            let factor = power_of_two(exponent);
            let other = scaled(&pair, factor);
            let lossless = |x: &V3, y: &V3| (0..3).all(|k| y[k] / factor == x[k]);
            let all = |one: &[V3], two: &[V3]| one.iter().zip(two).all(|(x, y)| lossless(x, y));
            let exact = all(&pair.a, &other.a)
                && all(&pair.b, &other.b)
                && lossless(&pair.pose_a.p, &other.pose_a.p)
                && lossless(&pair.pose_b.p, &other.pose_b.p);
            // Products with a smaller coordinate vanish at one size and not at another.
            let plain = |x: &f64| *x == 0.0 || x.abs() > 2f64.powi(-100);
            let places = [pair.pose_a.p, pair.pose_b.p];
            let all_plain = (pair.a.iter().chain(&pair.b).chain(&places))
                .flatten()
                .all(plain);
            if !(exact && all_plain) {
                continue;
            }
            tally.cases += 1;
            let found = everything(&Built::new(&other), prediction * factor);
            assert_eq!(expected.len(), found.len());
            for ((name, one), (_, other)) in expected.iter().zip(&found) {
                let differ = one.len() != other.len()
                    || (one.iter().zip(other)).any(|(x, y)| !same(*x, *y, factor));
                if differ {
                    let at = one
                        .iter()
                        .zip(other)
                        .position(|(x, y)| !same(*x, *y, factor));
                    let pair = at.map(|k| (one[k], other[k]));
                    tally.wrong.push(format!(
                        "{name}: {} {index} at 2^{exponent}: {at:?} {pair:?}",
                        built.a.vertex_count()
                    ));
                }
            }
        }
    })
    .report("powers of two");
}

/// A body with a radius, or curved, or neither; lengths times `factor`.
fn any_body(rng: &mut SplitMix64, is_curved: bool, factor: f64) -> SharedBody {
    let [x, y, z] = [0; 3].map(|_| {
        let any = rng.between(0.1, 1.0);
        *rng.pick(&[1.0, 0.5, 0.7, any]) * factor
    });
    let solid = |points: Vec<V3>| {
        let points: Vec<_> = points.into_iter().map(Vector3::from).collect();
        SharedBody::new(Polytope::new(&points).expect("finite points"))
    };
    let kind = rng.below(if is_curved { 10 } else { 7 });
    let mut points = |count: usize| {
        let points = (0..count).map(|_| rng.direction().map(|x| x * factor));
        solid(points.collect())
    };
    let body = match kind {
        0 => SharedBody::sphere(x),
        1 => SharedBody::capsule(x, y),
        2 => Ok(solid(cuboid([x, y, z]))),
        3 => solid(cuboid([x, y, z])).rounded(0.5 * x),
        4 => Ok(points(2)),
        5 => points(3).rounded(0.25 * y),
        6 => points(12).rounded(0.25 * y),
        7 => Curved::cylinder(x, y).map(SharedBody::from),
        8 => Curved::cone(x, y).map(SharedBody::from),
        _ => Curved::ellipsoid([x, y, z]).map(SharedBody::from),
    };
    body.expect("lengths")
}

/// What queries answer of two bodies of any kinds, the first of which moves.
fn of_any_kinds(
    [a, b]: [&SharedBody; 2],
    [pose_a, pose_b]: &[Pose; 2],
    (to, factor): (Vector3<f64>, f64),
) -> Vec<(&'static str, Words)> {
    let pair = interframe::PosedPair::new(a, pose_a, b, pose_b);
    let state = || PairState::default();
    let mut out = Vec::new();
    let mut say = |name: &'static str, fill: &mut dyn FnMut(&mut Words)| {
        let mut words = Words::default();
        fill(&mut words);
        out.push((name, words));
    };
    say("intersect", &mut |w| {
        let options = IntersectOptions::default();
        let found = intersect(&pair, &options, &mut state()).expect("valid");
        w.answer(&found.into());
    });
    say("distance", &mut |w| {
        let found = distance(&pair, &DistanceOptions::default(), &mut state()).expect("valid");
        w.whole([found.verdict as u64, u64::from(found.iterations)])
            .lengths([found.separation, found.error, found.lower_bound])
            .point(&found.point_a)
            .point(&found.point_b)
            .normal(&found.normal);
    });
    say("within", &mut |w| {
        let options = WithinOptions {
            distance: 0.5 * factor,
            ..WithinOptions::default()
        };
        let found = within(&pair, &options, &mut state()).expect("valid");
        w.whole([found.verdict as u64, u64::from(found.iterations)])
            .point(&found.point_a)
            .point(&found.point_b)
            .normal(&found.normal);
    });
    say("penetration", &mut |w| {
        let options = PenetrationOptions::default();
        w.penetration(&penetration(&pair, &options, &mut state()).expect("valid"));
    });
    say("contacts", &mut |w| {
        let options = ContactManifoldOptions {
            prediction: 0.5 * factor,
            ..ContactManifoldOptions::default()
        };
        // Curved bodies have none.
        if let Ok(found) = contact_manifold(&pair, &options, &mut state()) {
            w.contacts(&found, &[]);
        }
    });
    say("time_of_impact", &mut |w| {
        let motion_a = Motion::translation(*pose_a, to).expect("finite");
        let motion_b = Motion::fixed(*pose_b);
        let pair = interframe::MovingPair::new(a, &motion_a, b, &motion_b);
        let options = TimeOfImpactOptions::default();
        let found = time_of_impact(&pair, &options, &mut state()).expect("valid");
        w.whole([found.verdict as u64, found.contact as u64])
            .whole([u64::from(found.iterations)])
            .numbers([found.t_lo, found.t_hi])
            .lengths([found.gap, found.depth])
            .point(&found.point_a)
            .point(&found.point_b)
            .normal(&found.normal);
    });
    out
}

#[test]
fn a_power_of_two_changes_no_body_of_any_kind() {
    for_each(count(400, 40_000), |index, tally| {
        let rng = &mut case_generator(94, index);
        let is_curved = index % 2 == 1;
        let ends = [-880, -500, -400, -75, -1, 60, 75, 200, 400, 600, 900];
        let exponents = [0, *rng.pick(&ends), rng.integer(-880, 900) as i32];
        let drawn = rng.clone();
        let [home, others @ ..] = exponents.map(|exponent| {
            let (rng, factor) = (&mut drawn.clone(), power_of_two(exponent));
            let bodies = [0; 2].map(|_| any_body(rng, is_curved, factor));
            let far = *rng.pick(&[0.5, 1.0, 1.5, 2.0, 3.0]);
            let poses = [0; 2].map(|_| {
                let [i, j, k, w] = rng.quaternion();
                let at = Vector3::from(rng.direction()) * (far * factor);
                Pose::new(at, nalgebra::Quaternion::new(w, i, j, k)).expect("a pose")
            });
            let to = Vector3::from(rng.direction()) * factor;
            of_any_kinds([&bodies[0], &bodies[1]], &poses, (to, factor))
        });
        for (exponent, found) in exponents[1..].iter().zip(&others) {
            tally.cases += 1;
            for ((name, one), (_, other)) in home.iter().zip(found) {
                let (one, other) = (&one.0, &other.0);
                let differs = |(x, y): (&Word, &Word)| !same(*x, *y, power_of_two(*exponent));
                let at = one.iter().zip(other).position(differs);
                if one.len() != other.len() || at.is_some() {
                    let pair = at.map(|k| (one[k], other[k]));
                    tally
                        .wrong
                        .push(format!("{name}: {index} at 2^{exponent}: {at:?} {pair:?}"));
                }
            }
        }
    })
    .report("powers of two of any kind");
}

/// Of a normal number.
fn exponent_of(x: f64) -> i32 {
    if x > 0.0 {
        ((x.to_bits() >> 52) as i32 - 1023).clamp(-1022, 1000)
    } else {
        0
    }
}
