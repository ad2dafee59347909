//! Depths against the exact twin, witnesses against the bodies, on pairs from every generator.
//! INTERFRAME_LONG=1 for full counts.

use crate::common::{Built, Tally, count, for_each, place_pair};
use interframe::{PairState, Penetration, PenetrationOptions, Verdict, penetration};
use nalgebra::Vector3;
use twin::degenerate::degenerate_pair;
use twin::near_contact::near_contact;
use twin::number::power_of_two;
use twin::penetration::depth_sq;
use twin::place::{Pose, V3};
use twin::random_pairs::{PosedPair, random_pair};

fn ask(built: &Built) -> Penetration {
    penetration(
        &built.pair(),
        &PenetrationOptions::default(),
        &mut PairState::default(),
    )
    .expect("a valid call")
}

/// The bounding radius of the smaller body (of the larger, if that is 0).
fn size(built: &Built) -> f64 {
    let (a, b) = (built.a.bounding_radius(), built.b.bounding_radius());
    if a.min(b) > 0.0 { a.min(b) } else { a.max(b) }
}

/// What rounding may do to a length: that of the input, relative to everything in it.
fn rounding(built: &Built) -> f64 {
    let offset = built.pose_b.translation() - built.pose_a.translation();
    1e-13 * (built.a.reach() + built.b.reach() + offset.amax()) + f64::MIN_POSITIVE
}

/// What must hold of an answer whatever the true depth is.
fn consistent(name: &str, built: &Built, found: &Penetration, tally: &mut Tally) {
    let verdict = built.intersect(&mut PairState::default()).verdict;
    tally.claim(found.verdict == verdict, name, "intersect disagrees");
    if found.verdict == Verdict::Separated {
        let nothing = found.normal.is_none() && found.point_a.is_none() && found.depth == 0.0;
        tally.claim(nothing, name, "a depth without overlap");
        return;
    }
    let (Some(normal), Some(point_a), Some(point_b)) = (found.normal, found.point_a, found.point_b)
    else {
        tally.claim(false, name, "no witnesses");
        return;
    };
    let rounding = rounding(built);
    tally.claim((normal.norm() - 1.0).abs() < 1e-12, name, "unit normal");
    let farthest = |n: &Vector3<f64>, body: &interframe::Polytope, pose: &interframe::Pose| {
        let along = |v: Vector3<f64>| n.dot(&(pose.matrix() * v));
        body.vertices().map(along).fold(f64::NEG_INFINITY, f64::max)
            + n.dot(&(pose.translation() - built.pose_a.translation()))
    };
    let high = farthest(&normal, &built.a, &built.pose_a);
    let low = -farthest(&-normal, &built.b, &built.pose_b);
    let parted = (high - low - found.depth).abs() <= rounding;
    tally.claim(parted, name, "moving by the depth does not just part them");
    let far = 1e-15 * built.pose_a.translation().amax();
    let across = (point_a - point_b - normal * found.depth).norm() <= 4.0 * (rounding + far);
    tally.claim(across, name, "witnesses are not depth * normal apart");
    let origin = built.pose_a.translation();
    let on_a = (normal.dot(&(point_a - origin)) - high).abs() <= 2.0 * (rounding + far);
    let on_b = (normal.dot(&(point_b - origin)) - low).abs() <= 2.0 * (rounding + far);
    tally.claim(on_a && on_b, name, "witnesses off the faces");
}

/// Compares with the exact depth; 1e-9 of the smaller body is the promise, `error` the claim. Of bodies of
/// very different size, or far apart, the larger length's last places are more than that.
fn judge(index: u64, pair: &PosedPair, tally: &mut Tally) {
    let name = format!("{} {index}", pair.family);
    let built = Built::new(pair);
    let found = ask(&built);
    tally.cases += 1;
    consistent(&name, &built, &found, tally);
    if found.verdict == Verdict::Separated {
        tally.separated += 1;
        return;
    }
    tally.hits += 1;
    let Some(exact) = depth_sq(&place_pair(pair)) else {
        tally.claim(false, &name, "the twin says apart");
        return;
    };
    // In units near the bodies' size, since the square of a small depth is no f64.
    let unit = unit_exponent(size(&built));
    let exact = exact.times_power(-2 * unit, 1.into()).root();
    let in_unit = |x: f64| x * power_of_two(-unit / 2) * power_of_two(-unit - (-unit / 2));
    let off = (in_unit(found.depth) - exact).abs();
    let (size, claimed) = (in_unit(size(&built)), in_unit(found.error));
    let last_places = in_unit(rounding(&built));
    // A depth is an f64: of denormal bodies it is right to the last place.
    if !(off <= 1e-9 * size + last_places + in_unit(f64::from_bits(1)) && off <= claimed) {
        let depth = in_unit(found.depth);
        tally.wrong.push(format!(
            "{name}: depth {depth} but exactly {exact}, off {off:e}, claimed {claimed:e}, size {size}, unit 2^{unit}"
        ));
    }
}

/// The binary exponent of a size; 0 for 0.
fn unit_exponent(size: f64) -> i32 {
    if size > 0.0 {
        let scaled = size * power_of_two(500);
        if scaled.is_finite() && size < 1e-100 {
            // Denormals have no exponent of their own.
            ((scaled.to_bits() >> 52) as i32) - 1023 - 500
        } else {
            ((size.to_bits() >> 52) as i32) - 1023
        }
    } else {
        0
    }
}

/// The overlapping pairs of up to 30 vertices, from the first on.
fn small(pair: &PosedPair) -> bool {
    pair.a.len() <= 30 && pair.b.len() <= 30
}

#[test]
fn random_depths_are_exact() {
    // About a third of the pairs overlap and are small enough.
    let tally = for_each(count(300, 72_000), |i, tally| {
        let pair = random_pair(i);
        if small(&pair) {
            judge(i, &pair, tally);
        }
    });
    let overlapping = tally.hits;
    tally.report("random depths");
    assert!(overlapping >= count(75, 20_000), "only {overlapping}");
}

#[test]
fn degenerate_depths_are_exact() {
    for_each(count(200, 20_000), |i, tally| {
        let pair = degenerate_pair(i);
        if small(&pair) {
            judge(i, &pair, tally);
        }
    })
    .report("degenerate depths");
}

#[test]
fn touching_depths_are_exact() {
    for_each(count(250, 20_000), |i, tally| {
        judge(i, &near_contact(i), tally)
    })
    .report("near-contact depths");
}

#[test]
fn large_and_deep_bodies_are_consistent() {
    for_each(count(3_000, 300_000), |i, tally| {
        let pair = random_pair(i);
        let built = Built::new(&pair);
        tally.cases += 1;
        consistent(&i.to_string(), &built, &ask(&built), tally);
    })
    .report("all sizes");
}

/// The same pair seen in other words; depths agree within what both answers claim.
#[test]
fn depths_ignore_names_frames_and_order() {
    for_each(count(800, 200_000), |i, tally| {
        let pair = match i % 3 {
            0 => random_pair(i),
            1 => degenerate_pair(i),
            _ => near_contact(i),
        };
        let name = format!("{} {i}", pair.family);
        let found = ask(&Built::new(&pair));
        tally.cases += 1;
        let mut same = |other: PosedPair, factor: f64, what: &str| {
            let again = ask(&Built::new(&other));
            let (depth, error) = (again.depth / factor, again.error / factor);
            let close = (depth - found.depth).abs() <= error + found.error;
            tally.claim(again.verdict == found.verdict && close, &name, what);
            again
        };
        let swapped = PosedPair {
            a: pair.b.clone(),
            pose_a: pair.pose_b,
            b: pair.a.clone(),
            pose_b: pair.pose_a,
            ..pair.clone()
        };
        same(swapped, 1.0, "swapped");
        // A half turn of the world about z, exactly.
        let turned = |p: &Pose| Pose {
            p: [-p.p[0], -p.p[1], p.p[2]],
            q: [-p.q[1], p.q[0], p.q[3], -p.q[2]],
        };
        let half_turn = PosedPair {
            pose_a: turned(&pair.pose_a),
            pose_b: turned(&pair.pose_b),
            ..pair.clone()
        };
        same(half_turn, 1.0, "turned by half a turn");
        let factor = power_of_two(20);
        let larger =
            |list: &[V3]| -> Vec<V3> { list.iter().map(|v| v.map(|x| x * factor)).collect() };
        let scaled = PosedPair {
            a: larger(&pair.a),
            pose_a: Pose {
                p: pair.pose_a.p.map(|x| x * factor),
                ..pair.pose_a
            },
            b: larger(&pair.b),
            pose_b: Pose {
                p: pair.pose_b.p.map(|x| x * factor),
                ..pair.pose_b
            },
            ..pair.clone()
        };
        same(scaled, factor, "scaled by a power of two");
        let mut reversed = pair.clone();
        reversed.a.reverse();
        reversed.b.reverse();
        let again = same(reversed, 1.0, "vertices in another order");
        tally.claim(again == found, &name, "order changes bits");
    })
    .report("properties of depths");
}
