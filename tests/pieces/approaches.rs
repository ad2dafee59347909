//! How near bodies of several pieces come, against their pieces one by one, samples and closed forms.

use interframe::{
    ClosestApproach, ClosestApproachOptions, Curved, DistanceOptions, HeightField, Motion,
    MovingPair, PairState, Polytope, Pose, PosedPair, SharedBody, TriangleMesh,
    TriangleMeshOptions, Verdict, certify_closest_approach, certify_nearest_points,
    closest_approach, distance,
};
use nalgebra::Vector3;
use twin::random::case_generator;

use crate::bodies::{any, motion, torus, vector};
use crate::common::{count, for_each};

fn ask(pair: &MovingPair<'_>) -> ClosestApproach {
    let options = ClosestApproachOptions {
        tolerance: Some(1e-7),
        ..ClosestApproachOptions::default()
    };
    closest_approach(pair, &options, &mut PairState::default()).expect("valid options")
}

#[test]
fn the_least_over_pieces() {
    let run = for_each(count(200, 20_000), |index, tally| {
        let random = &mut case_generator(2251, index);
        let wholes = [any(random), any(random)];
        let motions = [motion(random, 1.5), motion(random, 4.0)];
        let pair = MovingPair::new(&wholes[0].body, &motions[0], &wholes[1].body, &motions[1]);
        let found = ask(&pair);
        let name = format!("case {index}");
        tally.cases += 1;
        let mut least = f64::INFINITY;
        let (mut floor, mut hit) = (f64::INFINITY, false);
        for p in &wholes[0].pieces {
            for q in &wholes[1].pieces {
                let one = ask(&MovingPair::new(p, &motions[0], q, &motions[1]));
                hit |= one.verdict == Verdict::Hit;
                floor = floor.min(one.lower_bound);
                least = least.min(one.distance);
            }
        }
        match found.verdict {
            Verdict::Hit => {
                tally.hits += 1;
                tally.claim(hit, &name, "no piece meets another");
            }
            Verdict::Separated => {
                tally.separated += 1;
                tally.claim(!hit, &name, "pieces meet");
                if !least.is_finite() {
                    tally.claim(found.distance == least, &name, "nothing is near");
                    return;
                }
                // A place and its product of two poses.
                let room = 1e-9;
                let within = found.lower_bound <= least + room && floor <= found.distance + room;
                tally.claim(within, &name, &format!("{floor} {least} {found:?}"));
                tally.claim(found.error <= 3e-7, &name, &format!("{found:?}"));
                let both_convex = wholes.iter().all(|whole| whole.body.core().is_some());
                tally.claim(found.pieces.is_none() == both_convex, &name, "no pieces");
                if both_convex {
                    return;
                }
                let options = ClosestApproachOptions::default();
                let never = certify_closest_approach(&pair, &options, &found);
                tally.claim(never.verify().is_err(), &name, "no proof is known");
                let near = certify_nearest_points(&pair, &options, &found);
                let near = near.expect("two pieces").verify();
                tally.claim(
                    near.as_ref()
                        .is_ok_and(|near| near.gap <= Some(found.distance)),
                    &name,
                    &format!("{near:?}"),
                );
            }
            Verdict::Undecided => tally.undecided.push(name),
        }
    });
    assert!(
        run.wrong.is_empty(),
        "{:#?}",
        &run.wrong[..run.wrong.len().min(8)]
    );
    assert!(
        run.hits > 15 && run.separated > 80,
        "{} {}",
        run.hits,
        run.separated
    );
    assert!(run.undecided.len() < 3, "{:?}", run.undecided);
}

#[test]
fn nothing_is_seen_nearer() {
    let run = for_each(count(120, 8_000), |index, tally| {
        let random = &mut case_generator(2252, index);
        let wholes = [any(random), any(random)];
        let motions = [motion(random, 1.5), motion(random, 4.0)];
        let [a, b] = [&wholes[0].body, &wholes[1].body];
        let found = ask(&MovingPair::new(a, &motions[0], b, &motions[1]));
        if found.verdict != Verdict::Separated || !found.distance.is_finite() {
            return;
        }
        tally.separated += 1;
        for k in 0..=100 {
            let t = f64::from(k) / 100.0;
            let poses = motions.each_ref().map(|m| m.pose_at(t).expect("a time"));
            let posed = PosedPair::new(a, &poses[0], b, &poses[1]);
            let state = &mut PairState::default();
            let seen = distance(&posed, &DistanceOptions::default(), state).expect("valid");
            let most = seen.separation + seen.error + 1e-12;
            let (name, text) = (format!("case {index}"), format!("{most} at {t}: {found:?}"));
            tally.claim(most >= found.lower_bound, &name, &text);
            let outside = t < found.t_lo || t > found.t_hi;
            tally.claim(!outside || most >= found.distance, &name, &text);
        }
    });
    assert!(
        run.wrong.is_empty(),
        "{:#?}",
        &run.wrong[..run.wrong.len().min(3)]
    );
    assert!(run.separated > 30);
}

fn straight(from: [f64; 3], to: [f64; 3]) -> Motion {
    let start = Pose::from_translation(Vector3::from(from)).expect("finite");
    Motion::translation(start, Vector3::from(to)).expect("finite")
}

fn near(found: &ClosestApproach, distance: f64, t: f64) {
    assert_eq!(found.verdict, Verdict::Separated, "{found:?}");
    assert!(
        (found.distance - distance).abs() <= found.error + 1e-12 && found.error < 2e-6,
        "{distance} {found:?}"
    );
    assert!(
        found.t_lo <= t + 1e-9 && t <= found.t_hi + 1e-9,
        "{t} {found:?}"
    );
}

/// A dumb-bell of a cylinder and two balls passes a grid of triangles, a field of the same heights, and another dumb-bell.
#[test]
fn closed_forms() {
    let ball = SharedBody::sphere(0.5).expect("a ball");
    let bar = SharedBody::from(Curved::cylinder(2.0, 0.1).expect("a cylinder"));
    let at = |z: f64| Pose::from_translation(Vector3::new(0.0, 0.0, z)).expect("finite");
    let bell = SharedBody::compound(&[(ball.clone(), at(-2.0)), (bar, at(0.0)), (ball, at(2.0))]);
    let bell = bell.expect("three parts");
    // Flat but for a peak of 1 at the origin.
    let (n, half) = (21_u32, 10.0);
    let height = |i: u32, j: u32| f64::from(u8::from((i, j) == (10, 10)));
    let heights: Vec<f64> = (0..n * n).map(|k| height(k % n, k / n)).collect();
    let field = HeightField::new(&heights, n as usize, [1.0; 2], [-half; 2]).expect("a field");
    let vertices: Vec<_> = (0..n * n)
        .map(|k| {
            let [i, j] = [k % n, k / n];
            Vector3::new(f64::from(i) - half, f64::from(j) - half, height(i, j))
        })
        .collect();
    let triangles: Vec<[u32; 3]> = (0..n * n)
        .filter(|k| k % n + 1 < n && k / n + 1 < n)
        .flat_map(|k| [[k, k + 1, k + n + 1], [k, k + n + 1, k + n]])
        .collect();
    let mesh = TriangleMesh::new(&vertices, &triangles, &TriangleMeshOptions::default());
    let still = Motion::fixed(Pose::identity());
    // Upright over the peak after three quarters: the lower ball's bottom is at 5 - 2.5.
    let over = straight([-6.0, 0.0, 5.0], [2.0, 0.0, 5.0]);
    for ground in [SharedBody::from(field), mesh.expect("a mesh").into()] {
        near(
            &ask(&MovingPair::new(&bell, &over, &ground, &still)),
            1.5,
            0.75,
        );
        near(
            &ask(&MovingPair::new(&ground, &still, &bell, &over)),
            1.5,
            0.75,
        );
        // Beside the peak the ground is flat, all the way.
        let beside = straight([-6.0, 6.0, 5.0], [6.0, 6.0, 5.0]);
        let found = ask(&MovingPair::new(&bell, &beside, &ground, &still));
        near(&found, 2.5, 0.5);
        assert!(found.t_lo < 0.01 && found.t_hi > 0.99, "{found:?}");
        let low = straight([-6.0, 0.0, 3.25], [2.0, 0.0, 3.25]);
        let found = ask(&MovingPair::new(&bell, &low, &ground, &still));
        assert_eq!((found.verdict, found.distance), (Verdict::Hit, 0.0));
        assert!(found.pieces.is_some() && found.t_hi < 0.75, "{found:?}");
        let proof = certify_closest_approach(
            &MovingPair::new(&bell, &low, &ground, &still),
            &ClosestApproachOptions::default(),
            &found,
        );
        assert!(proof.verify().is_ok());
    }
    // Two of them, side by side: balls pass balls.
    let by = straight([-3.0, 2.0, 0.0], [9.0, 2.0, 0.0]);
    near(&ask(&MovingPair::new(&bell, &by, &bell, &still)), 1.0, 0.25);
    let nothing = SharedBody::compound(&[]).expect("no parts");
    let found = ask(&MovingPair::new(&bell, &by, &nothing, &still));
    assert_eq!(found.distance, f64::INFINITY);
    let empty = SharedBody::new(Polytope::new(&[]).expect("empty"));
    let found = ask(&MovingPair::new(&empty, &by, &bell, &still));
    assert_eq!(found.distance, f64::INFINITY);
}

/// A power of two, a rigid motion of all and a swap; of a torus and of bodies that turn.
#[test]
fn the_same_however_it_is_given() {
    let (vertices, triangles) = torus(12, 8, 0.4);
    let ring = |scale: f64| {
        let vertices: Vec<_> = vertices.iter().map(|v| v * scale).collect();
        let mesh = TriangleMesh::new(&vertices, &triangles, &TriangleMeshOptions::default());
        SharedBody::from(mesh.expect("a mesh"))
    };
    let mut compared = 0;
    for index in 0..count(40, 2_000) {
        let random = &mut case_generator(2253, index);
        let (from, to) = (vector(random, 4.0), vector(random, 3.0));
        let (turn, by) = (vector(random, 3.0), Vector3::new(3.0, -7.0, 1.0));
        let way = |scale: f64, by: &Vector3<f64>| {
            let start = Pose::from_translation(from * scale + by).expect("finite");
            Motion::from_turn(start, to * scale + by, turn, Vector3::zeros()).expect("a motion")
        };
        let rest = |by: &Vector3<f64>| Motion::fixed(Pose::from_translation(*by).expect("finite"));
        let (ring_1, here) = (ring(1.0), Vector3::zeros());
        let found = ask(&MovingPair::new(
            &ring_1,
            &way(1.0, &here),
            &ring_1,
            &rest(&here),
        ));
        if found.verdict != Verdict::Separated {
            continue;
        }
        compared += 1;
        let agrees = |other: &ClosestApproach, scale: f64, what: &str| {
            let off = (other.distance / scale - found.distance).abs();
            let most = other.error / scale + found.error + 1e-12;
            assert!(off <= most, "{index} {what}: {other:?} {found:?}");
        };
        agrees(
            &ask(&MovingPair::new(
                &ring_1,
                &rest(&here),
                &ring_1,
                &way(1.0, &here),
            )),
            1.0,
            "swapped",
        );
        agrees(
            &ask(&MovingPair::new(
                &ring_1,
                &way(1.0, &by),
                &ring_1,
                &rest(&by),
            )),
            1.0,
            "moved",
        );
        let ring_8 = ring(8.0);
        let other = ask(&MovingPair::new(
            &ring_8,
            &way(8.0, &here),
            &ring_8,
            &rest(&here),
        ));
        agrees(&other, 8.0, "scaled");
    }
    assert!(compared > 10);
}
