//! Contacts exist for bodies that are at most `prediction` apart, and for no others: for predictions beside the true
//! distance by a last place, equal to it where an f64 is, with radii and without, alone and as a part of a compound, at
//! any size. `within` is the oracle, which has the exact twin as its own. INTERFRAME_LONG=1 for full counts.

use crate::common::distances::{any_pair, distances};
use crate::common::{Built, Tally, count, for_each, place_pair};
use interframe::{
    ContactManifoldOptions, ContactPoint, PairState, Polytope, Pose, PosedPair, SharedBody,
    Verdict, WithinOptions, contact_manifold, contact_points, within,
};
use nalgebra::Vector3;
use twin::distance::distance_sq;
use twin::number::power_of_two;
use twin::random::case_generator;

/// Shares of a prediction and two radii in their sum.
const SHARES: [[f64; 3]; 6] = [
    [1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
    [0.5, 0.25, 0.25],
    [0.25, 0.0, 0.75],
    [1e-9, 0.5, 0.5],
    [1.0, 1e-17, 1e-300],
];

/// Judges the contacts of two bodies of which the numbers stay within f64.
fn judge(name: &str, pair: &PosedPair<'_>, prediction: f64, tally: &mut Tally) {
    let near = |distance: f64| {
        let options = WithinOptions {
            distance,
            ..WithinOptions::default()
        };
        let found = within(pair, &options, &mut PairState::default()).expect("valid options");
        found.verdict
    };
    let options = ContactManifoldOptions {
        prediction,
        ..ContactManifoldOptions::default()
    };
    let mut out = [ContactPoint::default(); 64];
    let state = &mut PairState::default();
    let found = contact_manifold(pair, &options, state).expect("valid options");
    let (_, count) = contact_points(pair, &options, state, &mut out).expect("valid options");
    let name = &format!("{name}, prediction {prediction:e}");
    let is_hit = near(0.0) == Verdict::Hit;
    let verdict = tally.known(is_hit);
    tally.claim(found.verdict == verdict, name, "another verdict");
    let has_contacts = near(prediction) == Verdict::Hit;
    for (points, what) in [
        (found.points(), "contact_manifold"),
        (&out[..count.min(64)], "contact_points"),
    ] {
        let told = |what_is: &str| format!("{what}: {what_is}: {points:?}");
        let is_right = points.is_empty() != has_contacts;
        tally.claim(is_right, name, &told("contacts against `within`"));
        let depths = || points.iter().map(|at| at.depth);
        let is_near = depths().all(|depth| depth >= -prediction);
        tally.claim(is_near, name, &told("a larger gap"));
        let deepest = depths().fold(f64::NEG_INFINITY, f64::max);
        let is_closed = deepest >= 0.0;
        tally.claim(
            points.is_empty() || is_closed == is_hit,
            name,
            &told("a depth against the verdict"),
        );
    }
    let has_normal = found.normal.is_some();
    tally.claim(has_normal == has_contacts, name, "a normal, or none");
}

/// A body as the one part of a compound.
fn alone(body: &SharedBody) -> SharedBody {
    SharedBody::compound(&[(body.clone(), Pose::identity())]).expect("a part")
}

#[test]
fn contacts_are_those_within_the_prediction() {
    let run = for_each(count(500, 100_000), |index, tally| {
        let pair = any_pair(index);
        let built = Built::new(&pair);
        let true_sq = distance_sq(&place_pair(&pair));
        for (k, sum) in distances(true_sq.as_ref()).into_iter().enumerate() {
            let shares = SHARES[(index as usize + k) % SHARES.len()];
            let [prediction, radius_a, radius_b] = shares.map(|share| share * sum);
            let reach = built.a.reach() + built.b.reach() + sum;
            let apart = built.pose_b.translation() - built.pose_a.translation();
            if !(reach + apart.amax() < 1e300) {
                continue;
            }
            let round = |core: &Polytope, radius: f64| {
                let body = SharedBody::new(core.clone());
                body.rounded(radius).expect("a radius")
            };
            let (a, b) = (round(&built.a, radius_a), round(&built.b, radius_b));
            let name = format!(
                "{} {index} with radii {radius_a:e} {radius_b:e}",
                pair.family
            );
            let ask = PosedPair::new(&a, &built.pose_a, &b, &built.pose_b);
            judge(&name, &ask, prediction, tally);
            let whole = alone(&b);
            let ask = PosedPair::new(&a, &built.pose_a, &whole, &built.pose_b);
            judge(&format!("{name}, as a part"), &ask, prediction, tally);
        }
    });
    run.report("contacts beside their prediction");
}

/// A ball and a point that is outside of it by less than rounding, and balls that touch or nearly do.
#[test]
fn balls_of_any_size_have_contacts_within_the_prediction() {
    let run = for_each(count(4_000, 400_000), |index, tally| {
        let mut random = case_generator(5_401, index);
        let size = power_of_two(random.integer(-900, 900) as i32);
        let aside = 10f64.powf(random.between(-12.0, -4.0));
        let radius = random.between(0.5, 1000.0);
        let other = *random.pick(&[0.0, 1e-9, 0.25, 3.0]);
        let prediction = *random.pick(&[0.0, 1e-20, 1e-16, 1e-3, 1.0]);
        let at = Vector3::new(radius + other + prediction, aside * radius, 0.0) * size;
        let ball = SharedBody::sphere(radius * size).expect("a radius");
        let point = SharedBody::new(Polytope::new(&[Vector3::zeros()]).expect("a point"));
        let b = point.rounded(other * size).expect("a radius");
        let (from, to) = (
            Pose::identity(),
            Pose::from_translation(at).expect("a pose"),
        );
        let name = format!("{index}: a ball of {:e}", radius * size);
        let whole = alone(&b);
        for b in [&b, &whole] {
            for pair in [
                PosedPair::new(&ball, &from, b, &to),
                PosedPair::new(b, &to, &ball, &from),
            ] {
                judge(&name, &pair, prediction * size, tally);
            }
        }
    });
    run.report("contacts of balls beside their prediction");
}
