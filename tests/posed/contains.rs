//! Containment against the exact twin: random, flush and degenerate pairs. INTERFRAME_LONG=1 for
//! full counts.

use crate::common::{Built, Tally, count, for_each, place_pair};
use interframe::{
    Containment, ContainmentVerdict, ContainsOptions, DecidedBy, Dimension, PairState, contains,
};
use twin::degenerate::degenerate_pair;
use twin::near_contact::near_contact;
use twin::place::{Pose, V3};
use twin::random::{SplitMix64, case_generator};
use twin::random_pairs::{PosedPair, random_pair};
use twin::shapes::{cuboid, polygon, rock};

fn ask(built: &Built) -> Containment {
    contains(
        &built.pair(),
        &ContainsOptions::default(),
        &mut PairState::default(),
    )
    .expect("a valid call")
}

fn judge(name: &str, pair: &PosedPair, tally: &mut Tally) -> bool {
    let built = Built::new(pair);
    let found = ask(&built);
    let exact = place_pair(pair);
    tally.cases += 1;
    match found.decided_by {
        DecidedBy::Exact => tally.by_exact += 1,
        _ => tally.by_float += 1,
    }
    let truth = twin::contains::contains(&exact);
    let inside = found.verdict == ContainmentVerdict::Inside;
    tally.claim(inside == truth, name, "the twin disagrees");
    let Some(margin) = found.margin else {
        let empty = built.a.is_empty() || built.b.is_empty();
        tally.claim(empty, name, "no margin");
        return truth;
    };
    tally.claim(
        if truth { margin >= 0.0 } else { margin <= 0.0 },
        name,
        "sign of the margin",
    );
    if built.a.dimension() != Dimension::Solid {
        tally.claim(margin <= 0.0, name, "a margin without volume");
        return truth;
    }
    if pair.a.len() <= 12
        && let Some(exact) = twin::contains::margin(&exact)
    {
        let off = (margin - exact).abs();
        tally.claim(
            off <= found.error,
            name,
            &format!("margin {margin}, exactly {exact}"),
        );
        let scale = built.a.reach() + built.b.reach() + built.pose_b.translation().amax();
        tally.claim(
            found.error <= 1e-10 * scale + f64::MIN_POSITIVE,
            name,
            "error",
        );
    }
    truth
}

/// B smaller and nearer than the generator made it, so that it is often inside.
fn shrunk(index: u64, pair: PosedPair) -> PosedPair {
    let mut rng = case_generator(77, index);
    let (size, near) = (rng.between(0.05, 0.6), rng.between(0.0, 0.5));
    let p = [0, 1, 2].map(|k| pair.pose_a.p[k] + near * (pair.pose_b.p[k] - pair.pose_a.p[k]));
    PosedPair {
        b: pair.b.iter().map(|v| v.map(|x| x * size)).collect(),
        pose_b: Pose { p, ..pair.pose_b },
        ..pair
    }
}

#[test]
fn random_containment() {
    let n = count(400, 200_000);
    let tally = for_each(n, |i, tally| {
        let inside = judge(&i.to_string(), &shrunk(i, random_pair(i)), tally);
        tally.hits += u64::from(inside);
    });
    let inside = tally.hits;
    tally.report("random containment");
    assert!(inside > n / 8 && inside < n, "{inside} of {n} inside");
}

#[test]
fn degenerate_containment() {
    let n = count(400, 50_000);
    for_each(n, |i, tally| {
        let pair = if i % 2 == 0 {
            degenerate_pair(i)
        } else {
            near_contact(i)
        };
        judge(&format!("{} {i}", pair.family), &pair, tally);
    })
    .report("degenerate containment");
}

/// Bodies that touch the boundary from within, exactly or off by a last place, in exact poses.
fn flush(index: u64) -> PosedPair {
    let mut rng = case_generator(78, index);
    let rng = &mut rng;
    let eighths = |rng: &mut SplitMix64, most| rng.integer(1, most) as f64 / 8.0;
    let large = [0; 3].map(|_| 1.0 + eighths(rng, 16));
    let small = [0; 3].map(|_| eighths(rng, 7));
    // To the wall along some axes.
    let shift: V3 = [0, 1, 2].map(|k| match rng.below(3) {
        0 => large[k] - small[k],
        1 => small[k] - large[k],
        _ => 0.0,
    });
    let (mut a, mut b) = (cuboid(large), cuboid(small));
    match rng.below(6) {
        // Flat, and flat in flat.
        0 => b.iter_mut().for_each(|v| v[2] = 0.0),
        1 => a.iter_mut().chain(&mut b).for_each(|v| v[2] = 0.0),
        // The same body.
        2 => b.clone_from(&a),
        _ => {}
    }
    let q = *rng.pick(&[[0.0, 0.0, 0.0, 1.0], [0.5; 4], [0.0, 0.0, 1.0, 0.0]]);
    let shift = if b == a { [0.0; 3] } else { shift };
    // Both in A's frame first; then the exact turn by q, which permutes and negates.
    let turned = twin::random_pairs::rotated(&q, &shift);
    let mut pair = PosedPair {
        family: "flush",
        a,
        pose_a: Pose { p: [0.0; 3], q },
        b,
        pose_b: Pose { p: turned, q },
        meets: None,
    };
    if rng.flip() {
        let k = rng.below(3);
        let x = &mut pair.pose_b.p[k];
        *x = if rng.flip() {
            x.next_up()
        } else {
            x.next_down()
        };
    }
    pair
}

#[test]
fn flush_containment_is_exact() {
    let n = count(400, 100_000);
    let tally = for_each(n, |i, tally| {
        let inside = judge(&i.to_string(), &flush(i), tally);
        tally.hits += u64::from(inside);
    });
    let (inside, exact) = (tally.hits, tally.by_exact);
    tally.report("flush containment");
    assert!(
        inside > n / 8 && inside < n - n / 8,
        "{inside} of {n} inside"
    );
    assert!(exact > n / 2, "only {exact} of {n} were close");
}

/// Points and segments as A, and polygons with short edges.
#[test]
fn bodies_without_volume_hold_what_lies_in_them() {
    let mut rng = SplitMix64(5);
    let mut tally = Tally::default();
    let here = Pose::IDENTITY;
    let mut check = |name: &str, a: Vec<V3>, b: Vec<V3>, expected: bool| {
        let pair = PosedPair {
            family: "thin",
            a,
            pose_a: here,
            b,
            pose_b: here,
            meets: None,
        };
        let inside = judge(name, &pair, &mut tally);
        assert_eq!(inside, expected, "{name}");
    };
    let point = vec![[0.5, 0.25, -1.0]];
    let segment = vec![[-1.0, -1.0, -1.0], [1.0, 1.0, 1.0]];
    check("point in itself", point.clone(), point.clone(), true);
    check(
        "point in another",
        point.clone(),
        vec![[0.5, 0.25, (-1f64).next_up()]],
        false,
    );
    check("segment in point", point.clone(), segment.clone(), false);
    check("point in segment", segment.clone(), vec![[0.5; 3]], true);
    check(
        "point off segment",
        segment.clone(),
        vec![[0.5, 0.5, 0.5f64.next_up()]],
        false,
    );
    check(
        "point beyond segment",
        segment.clone(),
        vec![[1f64.next_up(); 3]],
        false,
    );
    check(
        "segment in segment",
        segment.clone(),
        vec![[-1.0; 3], [0.25; 3]],
        true,
    );
    check("cube in segment", segment, cuboid([0.5; 3]), false);
    let outline = polygon(&mut rng, 12);
    check("polygon in itself", outline.clone(), outline.clone(), true);
    let half: Vec<V3> = outline.iter().map(|v| v.map(|x| x / 2.0)).collect();
    check("half a polygon", outline.clone(), half.clone(), true);
    check("polygon in its half", half, outline.clone(), false);
    let tiny = vec![
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [1.0, 1e-300, 0.0],
        [0.0, 1.0, 0.0],
    ];
    check(
        "corner with a short edge",
        tiny.clone(),
        vec![[1.0, 1e-300, 0.0]],
        true,
    );
    check("beyond a short edge", tiny, vec![[1.0, 2e-300, 0.0]], false);
    let stone = rock(&mut rng, 20);
    check("solid in flat", outline, stone.clone(), false);
    check("nothing in a solid", stone.clone(), Vec::new(), true);
    check("a solid in nothing", Vec::new(), stone, false);
    check("nothing in nothing", Vec::new(), Vec::new(), true);
    tally.report("thin bodies");
}

/// Segments as short as f64 has them, wherever they are: nothing but what lies in them is inside.
#[test]
fn the_shortest_segments_hold_nothing_beside_them() {
    let least = f64::from_bits(1);
    let ends: [[V3; 2]; 5] = [
        [[0.0; 3], [least, 0.0, 0.0]],
        [[0.0, 1.0, 0.0], [least, 1.0, 0.0]],
        [[-least, 0.0, 0.0], [least, 0.0, 0.0]],
        [[0.0; 3], [least; 3]],
        [[3e-308, 0.0, 3e-308], [3e-308_f64.next_up(), 0.0, 3e-308]],
    ];
    let mut tally = Tally::default();
    for (index, a) in ends.into_iter().enumerate() {
        for b in [
            vec![[5.0, 0.0, 0.0]],
            cuboid([9.0; 3]),
            vec![a[0]],
            a.to_vec(),
        ] {
            let pair = PosedPair {
                family: "shortest",
                a: a.to_vec(),
                pose_a: Pose::IDENTITY,
                b,
                pose_b: Pose::IDENTITY,
                meets: None,
            };
            judge(&format!("segment {index}"), &pair, &mut tally);
        }
    }
    tally.report("the shortest segments");
}
