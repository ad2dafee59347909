//! Bodies with radii: spheres, capsules, rounded polytopes. Against the exact twin of their cores, for radii whose
//! sum is beside the true distance by a last place, equal to it where an f64 is, and of every size; and against
//! closed forms. INTERFRAME_LONG=1 for full counts.

use crate::common::distances::{any_pair, distances};
use crate::common::tangent::{about_touching, tangent};
use crate::common::{Built, count, for_each, place_pair, polytope};
use interframe::*;
use nalgebra::Vector3;
use twin::distance::distance_sq;
use twin::number::{Rational, common_unit, dot, integer, integers};
use twin::random::case_generator;
use twin::shapes::cuboid;

/// The radii of A and B: in all about `d`, in every proportion.
fn split(d: f64, index: u64) -> [f64; 2] {
    match index % 6 {
        0 => [d, 0.0],
        1 => [0.0, d],
        2 => [d - d / 3.0, d / 3.0],
        3 => [0.5 * d, 0.5 * d],
        4 => [d, d * f64::EPSILON / 4.0],
        _ => [d * 1e-300, d],
    }
}

fn meets(true_sq: Option<&Rational>, [a, b]: [f64; 2]) -> bool {
    true_sq.is_some_and(|sq| *sq <= Rational::square_of_sum(a, b))
}

#[test]
fn every_query_has_the_exact_verdict() {
    let run = for_each(count(500, 140_000), |index, tally| {
        let pair = any_pair(index);
        let built = Built::new(&pair);
        let true_sq = distance_sq(&place_pair(&pair));
        let mut kept = PairState::default();
        for (k, d) in distances(true_sq.as_ref()).into_iter().enumerate() {
            let radii = split(d, index + k as u64);
            let name = format!("{} {index} with radii {radii:?}", pair.family);
            let hit = meets(true_sq.as_ref(), radii);
            let verdict = tally.known(hit);
            let a = built.a.rounded(radii[0]).expect("a radius");
            let b = built.b.rounded(radii[1]).expect("a radius");
            let ask = PosedPair::new(a, &built.pose_a, b, &built.pose_b);
            let swapped = PosedPair::new(b, &built.pose_b, a, &built.pose_a);
            let fresh = || PairState::default();
            let options = IntersectOptions::default();
            let met = intersect(&ask, &options, &mut fresh()).expect("valid");
            tally.by_exact += u64::from(met.decided_by == DecidedBy::Exact);
            tally.claim(met.verdict == verdict, &name, "intersect");
            let met = intersect(&ask, &options, &mut kept).expect("valid");
            tally.claim(met.verdict == verdict, &name, "intersect, kept state");
            let met = intersect(&swapped, &options, &mut fresh()).expect("valid");
            tally.claim(met.verdict == verdict, &name, "intersect, swapped");
            let found = distance(&ask, &DistanceOptions::default(), &mut fresh()).expect("valid");
            tally.claim(found.verdict == verdict, &name, "distance");
            tally.claim(
                (found.separation > 0.0) != hit,
                &name,
                "sign of the distance",
            );
            let near = within(&ask, &WithinOptions::default(), &mut fresh()).expect("valid");
            tally.claim(near.verdict == verdict, &name, "within");
            let deep = penetration(&ask, &PenetrationOptions::default(), &mut fresh());
            let deep = deep.expect("valid");
            tally.claim(deep.verdict == verdict, &name, "penetration");
            let touch = contact_manifold(&ask, &ContactManifoldOptions::default(), &mut fresh());
            tally.claim(touch.expect("valid").verdict == verdict, &name, "manifold");
            measured(&built, true_sq.as_ref(), radii, &found, &deep)
                .map_err(|what| tally.claim(false, &name, what))
                .ok();
        }
    });
    run.report("round bodies, against the exact twin of their cores");
}

/// Truly tangent: the distance of the turned cores is a number of f64, and the radii are that exactly, or miss it by
/// a last place or by far less.
#[test]
fn planted_tangents_are_exact() {
    let run = for_each(count(1_500, 200_000), |index, tally| {
        let rng = &mut case_generator(0x18d1, index);
        let planted = tangent(rng);
        let (a, b) = (polytope(&planted.a), polytope(&planted.b));
        let pair = twin::random_pairs::PosedPair {
            family: "planted",
            a: planted.a.clone(),
            b: planted.b.clone(),
            pose_a: twin_pose(&planted.pose_a),
            pose_b: twin_pose(&planted.pose_b),
            meets: None,
        };
        if index % 64 == 0 {
            // The planting itself, by the twin.
            let true_sq = distance_sq(&place_pair(&pair)).expect("bodies");
            assert!(true_sq == Rational::square_of(planted.between), "{index}");
        }
        let mut kept = PairState::default();
        for (radii, hit) in about_touching(planted.between, rng) {
            let name = format!("planted {index} with radii {radii:?}");
            let (a, b) = (a.rounded(radii[0]).unwrap(), b.rounded(radii[1]).unwrap());
            let ask = PosedPair::new(a, &planted.pose_a, b, &planted.pose_b);
            let swapped = PosedPair::new(b, &planted.pose_b, a, &planted.pose_a);
            let verdict = tally.known(hit);
            let options = IntersectOptions::default();
            let met = intersect(&ask, &options, &mut kept).expect("valid");
            tally.by_exact += u64::from(met.decided_by == DecidedBy::Exact);
            tally.claim(met.verdict == verdict, &name, "intersect");
            let met = intersect(&swapped, &options, &mut PairState::default()).expect("valid");
            tally.claim(met.verdict == verdict, &name, "intersect, swapped");
            let far = distance(&ask, &DistanceOptions::default(), &mut PairState::default());
            let far = far.expect("valid");
            tally.claim(far.verdict == verdict, &name, "distance");
            tally.claim((far.separation > 0.0) != hit, &name, "sign of the distance");
            let near = within(&ask, &WithinOptions::default(), &mut PairState::default());
            tally.claim(near.expect("valid").verdict == verdict, &name, "within");
        }
    });
    run.report("round bodies that are tangent exactly or miss by next to nothing");
}

fn twin_pose(pose: &Pose) -> twin::place::Pose {
    let q = pose.quaternion().coords;
    twin::place::Pose {
        p: pose.translation().into(),
        q: [q.x, q.y, q.z, q.w],
    }
}

/// The distance, or the depth of bodies whose cores are apart, to the error that is said.
fn measured(
    built: &Built,
    true_sq: Option<&Rational>,
    radii: [f64; 2],
    found: &Distance,
    deep: &Penetration,
) -> std::result::Result<(), &'static str> {
    let Some(sq) = true_sq else { return Ok(()) };
    let core = sq.root();
    let apart = built.pose_b.translation() - built.pose_a.translation();
    let size = built.a.reach() + built.b.reach() + apart.abs().sum();
    if !(1e-100..1e100).contains(&size) || !(1e-100..1e100).contains(&core) {
        return Ok(());
    }
    let sum = radii[0] + radii[1];
    // The root and the sum of the radii are rounded.
    let room = 1e-15 * (core + sum);
    match found.verdict {
        Verdict::Separated if !((found.separation - (core - sum)).abs() <= found.error + room) => {
            Err("distance beyond its error")
        }
        Verdict::Hit if !((deep.depth - (sum - core)).abs() <= deep.error + room) => {
            Err("depth beyond its error")
        }
        _ => Ok(()),
    }
}

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::from_translation(Vector3::new(x, y, z)).expect("finite")
}

#[test]
fn closed_forms() {
    let point = polytope(&[[0.0; 3]]);
    let mut worst = 0.0_f64;
    for index in 0..count(3_000, 300_000) {
        let rng = &mut case_generator(1818, index);
        let mut draw = || rng.between(-1.0, 1.0);
        let c = Vector3::new(draw(), draw(), draw()) * 4.0;
        let (r_a, r_b) = (0.3 * draw().abs(), 0.3 * draw().abs());
        let h = draw().abs() + 0.1;
        let segment = polytope(&[[0.0, 0.0, -h], [0.0, 0.0, h]]);
        let cube = polytope(&cuboid([h, h, h]));
        let there = at(c.x, c.y, c.z);
        let here = Pose::identity();
        let z = c.z.clamp(-h, h);
        let beyond = |x: f64| (x.abs() - h).max(0.0);
        let g = draw().abs() + 0.1;
        let across = polytope(&[[-g, 0.0, 0.0], [g, 0.0, 0.0]]);
        let cases: [(&Polytope, &Polytope, f64); 4] = [
            (&point, &point, c.norm()),
            (
                &segment,
                &across,
                Vector3::new((c.x.abs() - g).max(0.0), c.y, c.z - z).norm(),
            ),
            (&segment, &point, Vector3::new(c.x, c.y, c.z - z).norm()),
            (
                &cube,
                &point,
                Vector3::new(beyond(c.x), beyond(c.y), beyond(c.z)).norm(),
            ),
        ];
        for (a, b, core) in cases {
            let (a, b) = (a.rounded(r_a).unwrap(), b.rounded(r_b).unwrap());
            let pair = PosedPair::new(a, &here, b, &there);
            let found = distance(
                &pair,
                &DistanceOptions::default(),
                &mut PairState::default(),
            );
            let found = found.unwrap();
            if core <= r_a + r_b {
                continue;
            }
            let off = (found.separation - (core - (r_a + r_b))).abs();
            worst = worst.max(off / (c.norm() + r_a + r_b) / f64::EPSILON);
            let (p, q) = (found.point_a.unwrap(), found.point_b.unwrap());
            assert!(((q - p).norm() - found.separation).abs() < 1e-14 * (c.norm() + 1.0));
        }
    }
    println!("worst: {worst:.2} ulp of |c| + R");
    assert!(worst <= 4.0, "{worst} ulp");
}

/// Thin boxes, segments that are short beside others or all but parallel, near each other and far: lengths of all
/// magnitudes, against the exact twin.
#[test]
fn closed_forms_of_thin_bodies() {
    let lengths = [1e-12, 1e-9, 1e-5, 1e-3, 1.0, 10.0];
    let run = for_each(count(4_000, 400_000), |index, tally| {
        let rng = &mut case_generator(0x18e1, index);
        let mut length = || lengths[rng.below(6)] * [1.0, 0.7][rng.below(2)];
        let [x, y, z, g] = [0; 4].map(|_| length());
        let segment = |h: f64| vec![[0.0, 0.0, -h], [0.0, 0.0, h]];
        let (a, b) = match index % 4 {
            0 => (cuboid([x, y, z]).to_vec(), vec![[0.0; 3]]),
            1 => (segment(x), segment(y)),
            2 => (segment(x), vec![[0.0; 3]]),
            _ => (segment(x), segment(10.0)),
        };
        let turn = |rng: &mut twin::random::SplitMix64| match rng.below(4) {
            0 => [0.0, 0.0, 0.0, 1.0],
            1 => [0.6, 0.0, 0.8, 0.0],
            2 => [1e-9, 0.0, 0.0, 1.0],
            _ => rng.quaternion(),
        };
        let near = rng
            .direction()
            .map(|d| d * (g + [0.0, 1.0, 4.0][rng.below(3)]));
        let pair = twin::random_pairs::PosedPair {
            family: "thin",
            pose_a: twin::place::Pose {
                p: [0.0; 3],
                q: turn(rng),
            },
            pose_b: twin::place::Pose {
                p: near,
                q: turn(rng),
            },
            a,
            b,
            meets: None,
        };
        let built = Built::new(&pair);
        let Some(sq) = distance_sq(&place_pair(&pair)) else {
            return;
        };
        let core = sq.root();
        let sizes = built.a.reach() + built.b.reach() + Vector3::from(near).norm();
        for part in [0.1, 0.5, 0.999_999] {
            let radii = [core * part * 0.75, core * part * 0.25];
            let sum = radii[0] + radii[1];
            if !(core > sum) {
                continue;
            }
            let a = built.a.rounded(radii[0]).unwrap();
            let b = built.b.rounded(radii[1]).unwrap();
            let ask = PosedPair::new(a, &built.pose_a, b, &built.pose_b);
            let name = format!("{index} with radii {radii:?}");
            let found = distance(&ask, &DistanceOptions::default(), &mut PairState::default());
            let found = found.expect("valid");
            let off = (found.separation - (core - sum)).abs();
            tally.cases += 1;
            tally.by_exact += u64::from(found.decided_by == DecidedBy::Exact);
            let most = 4.0 * f64::EPSILON * (sizes + sum);
            tally.claim(off <= most, &name, &format!("off by {}", off / most * 4.0));
            if built.b.vertex_count() > 1 {
                // Of two segments contacts are where their outlines cross.
                continue;
            }
            let options = ContactManifoldOptions {
                prediction: core,
                ..Default::default()
            };
            let touch = contact_manifold(&ask, &options, &mut PairState::default()).expect("valid");
            let depths = touch.points().iter().map(|point| point.depth);
            let deepest = depths.fold(f64::NEG_INFINITY, f64::max);
            let off = (deepest + (core - sum)).abs();
            tally.claim(
                off <= most,
                &name,
                &format!("manifold off by {}", off / most * 4.0),
            );
        }
    });
    run.report("thin bodies with radii, in ulp of |c| + R");
}

/// Radii and distances whose sums are beyond f64.
#[test]
fn spheres_of_any_size_are_exact() {
    let sizes = [1e300, 0.5e308, 1e308, 1.7e308, f64::MAX];
    let moves = TimeOfImpactOptions::default();
    let sphere = |radius: f64| SharedBody::sphere(radius).expect("a radius");
    for (r, q) in sizes.iter().flat_map(|&r| sizes.map(|q| (r, q))) {
        for x in [0.0, 1e308, -1.7e308] {
            for y in sizes {
                let (a, b) = (sphere(r), sphere(q));
                let (from, to) = (at(-x, y, 0.0), at(0.0, 0.0, 0.0));
                let pair = PosedPair::new(&a, &from, &b, &to);
                let unit = common_unit([x, y, r, q]);
                let between = integers(&[x, y, 0.0], unit);
                let reach = integer(r, unit) + integer(q, unit);
                let hit = dot(&between, &between) <= &reach * &reach;
                let name = format!("{r:e} {q:e} {from:?}");
                let found = intersect(
                    &pair,
                    &IntersectOptions::default(),
                    &mut PairState::default(),
                );
                assert_eq!(
                    found.expect("an answer").verdict == Verdict::Hit,
                    hit,
                    "{name}"
                );
                let still = [Motion::fixed(from), Motion::fixed(to)];
                let moving = MovingPair::new(&a, &still[0], &b, &still[1]);
                let found = time_of_impact(&moving, &moves, &mut PairState::default());
                assert_eq!(
                    found.expect("an answer").verdict == Verdict::Hit,
                    hit,
                    "{name}"
                );
                let found = distance(
                    &pair,
                    &DistanceOptions::default(),
                    &mut PairState::default(),
                );
                let found = found.expect("an answer");
                assert_eq!(found.separation == 0.0, hit, "{name}");
                assert!(found.separation >= found.lower_bound && found.error >= 0.0);
            }
        }
    }
    let found = |x: f64, y: f64| {
        let (a, from, to) = (sphere(1e308), at(x, y, 0.0), at(0.0, 0.0, 0.0));
        let pair = PosedPair::new(&a, &from, &a, &to);
        distance(
            &pair,
            &DistanceOptions::default(),
            &mut PairState::default(),
        )
        .expect("an answer")
    };
    let far = found(1.7e308, 1.7e308).separation / 1e307;
    assert!((far - 4.041630560342613).abs() < 1e-14, "{far}");
}

#[test]
fn containment() {
    let run = for_each(count(1_000, 100_000), |index, tally| {
        let rng = &mut case_generator(1819, index);
        let mut draw = || rng.between(-1.0, 1.0);
        let (h, r_a, r_b) = (1.0 + draw().abs(), draw().abs(), draw().abs());
        let (inner, c) = (0.5 * draw().abs(), Vector3::new(draw(), draw(), draw()));
        let c = c * 1.5;
        let room = polytope(&cuboid([h, h, h])).clone();
        let chest = polytope(&cuboid([inner, inner, inner]));
        let there = at(c.x, c.y, c.z);
        let here = Pose::identity();
        let pair = PosedPair::new(
            room.rounded(r_a).unwrap(),
            &here,
            chest.rounded(r_b).unwrap(),
            &there,
        );
        let found = contains(
            &pair,
            &ContainsOptions::default(),
            &mut PairState::default(),
        );
        let found = found.unwrap();
        let over = c.map(|x| x.abs() + inner - h);
        let farthest = over.map(|x| x.max(0.0)).norm();
        let core = if farthest > 0.0 {
            -farthest
        } else {
            -over.max()
        };
        let spare = r_a - r_b;
        let least = core + spare;
        // Beyond the planes of the faces, where it is not inside.
        let margin = match least > 0.0 {
            true => least,
            false => (spare - over.max()).min(0.0),
        };
        let name = format!("containment {index}");
        tally.cases += 1;
        if least.abs() > 1e-12 {
            let inside = found.verdict == ContainmentVerdict::Inside;
            tally.claim(inside == (least > 0.0), &name, "its verdict");
        }
        let off = (found.margin.unwrap() - margin).abs();
        tally.claim(off <= found.error + 1e-14, &name, "its margin");
    });
    run.report("round containment, against closed forms");
}

#[test]
fn flush_containers_are_exact() {
    let cube = polytope(&cuboid([1.0, 1.0, 1.0]));
    let point = polytope(&[[0.0; 3]]);
    let here = Pose::identity();
    let ask = |r_a: f64, r_b: f64, x: f64| {
        let there = at(x, 0.0, 0.0);
        let pair = PosedPair::new(
            cube.rounded(r_a).unwrap(),
            &here,
            point.rounded(r_b).unwrap(),
            &there,
        );
        contains(
            &pair,
            &ContainsOptions::default(),
            &mut PairState::default(),
        )
        .unwrap()
        .verdict
    };
    let (inside, outside) = (ContainmentVerdict::Inside, ContainmentVerdict::NotInside);
    assert_eq!(ask(0.25, 0.5, 0.75), inside);
    assert_eq!(ask(0.25, 0.5, 0.75_f64.next_up()), outside);
    assert_eq!(ask(0.5, 0.25, 1.25), inside);
    assert_eq!(ask(0.5, 0.25, 1.25_f64.next_up()), outside);
    assert_eq!(ask(0.5, 0.25_f64.next_up(), 1.25), outside);
}

/// Corners of a body in that body, so on its faces, with a radius that is larger by next to nothing.
#[test]
fn what_lies_on_a_face_reaches_out_by_any_radius() {
    let slanted = [
        [0.1, 0.2, 0.3],
        [1.7, 0.4, -0.3],
        [0.3, 1.9, 0.7],
        [0.6, 0.5, 2.3],
    ];
    let sizes = [1e-150, 1.0, 1000.0];
    let run = for_each(count(300, 20_000), |index, tally| {
        let rng = &mut case_generator(0x18c0, index);
        let size = sizes[index as usize % 3];
        let corners = match index % 2 {
            0 => cuboid([1.0, 0.7, 2.0]),
            _ => slanted.to_vec(),
        };
        let a = polytope(
            &corners
                .iter()
                .map(|p| p.map(|x| x * size))
                .collect::<Vec<_>>(),
        );
        let first = rng.below(a.vertex_count());
        let many = 1 + rng.below(a.vertex_count() - first);
        let own: Vec<_> = (first..first + many).map(|id| a.vertex(id)).collect();
        let b = Polytope::new(&own).expect("finite");
        let [i, j, k, w] = rng.quaternion();
        let at = Vector3::from(rng.direction()) * rng.between(0.0, 3.0) * size;
        let pose = Pose::new(at, nalgebra::Quaternion::new(w, i, j, k)).expect("a pose");
        let r_a = [0.0, 0.5 * size][index as usize / 2 % 2];
        let more = [
            0.0,
            f64::from_bits(1),
            1e-300,
            1e-16 * size,
            1e-12 * size,
            8e-12 * size,
        ];
        for r_b in more
            .map(|more| r_a + more)
            .into_iter()
            .chain([r_a.next_up()])
        {
            let pair = PosedPair::new(
                a.rounded(r_a).unwrap(),
                &pose,
                b.rounded(r_b).unwrap(),
                &pose,
            );
            let found = contains(
                &pair,
                &ContainsOptions::default(),
                &mut PairState::default(),
            );
            let found = found.expect("valid");
            let name = format!("corner {index} with radii {r_a} and {r_b}");
            tally.cases += 1;
            let inside = found.verdict == ContainmentVerdict::Inside;
            tally.claim(inside == (r_b <= r_a), &name, "its verdict");
            let off = (found.margin.unwrap() - (r_a - r_b)).abs();
            tally.claim(off <= found.error, &name, "its margin");
        }
    });
    run.report("bodies that lie on the faces of a container");
}

/// Points and segments of radius 0 that hold what has one: -margin is how far it reaches out of them.
#[test]
fn containers_without_extent_have_true_margins() {
    let (point, stick) = (
        polytope(&[[0.0; 3]]),
        polytope(&[[0.0, 0.0, -1.0], [0.0, 0.0, 1.0]]),
    );
    let here = Pose::identity();
    for (core, r_a, r_b, c) in [
        (&point, 0.0, 1e-300, [1.0, 1.0, 1.0]),
        (&point, 1e-300, 0.0, [1.0, 1.0, 1.0]),
        (&point, 0.0, 2.0, [1.0, 1.0, 1.0]),
        (&point, 0.0, 2.0, [0.0; 3]),
        (&stick, 0.0, 1.0, [3.0, 3.0, 0.0]),
        (&stick, 0.0, 1.0, [3.0, 3.0, 5.0]),
        (&stick, 0.0, 1.0, [0.0, 0.0, 0.5]),
        (&stick, 0.25, 1.0, [3.0, 3.0, 5.0]),
    ] {
        let there = at(c[0], c[1], c[2]);
        let (a, b) = (core.rounded(r_a).unwrap(), point.rounded(r_b).unwrap());
        let pair = PosedPair::new(a, &here, b, &there);
        let found = contains(
            &pair,
            &ContainsOptions::default(),
            &mut PairState::default(),
        );
        let found = found.unwrap();
        let z = match core.dimension() {
            Dimension::Point => c[2],
            _ => (c[2].abs() - 1.0).max(0.0),
        };
        let margin = r_a - r_b - Vector3::new(c[0], c[1], z).norm();
        assert_eq!(found.verdict, ContainmentVerdict::NotInside, "{c:?}");
        let off = (found.margin.unwrap() - margin).abs();
        assert!(
            off <= found.error + 1e-15 * margin.abs(),
            "{found:?} {margin}"
        );
    }
}

#[test]
fn wrong_radii_are_errors() {
    let point = polytope(&[[0.0; 3]]);
    for radius in [-1.0, f64::NAN, f64::INFINITY, -f64::from_bits(1)] {
        let error = point.rounded(radius).unwrap_err();
        assert!(
            matches!(error, Error::Setting { name: "radius", .. }),
            "{error}"
        );
    }
    assert!(matches!(point.rounded(0.0), Ok(Body::Polytope(_))));
}

/// Outside the distance, inside minus the depth; and how far that may be off.
fn signed(pair: &PosedPair<'_>) -> [f64; 2] {
    let state = &mut PairState::default();
    let apart = distance(pair, &DistanceOptions::default(), state).expect("valid");
    if apart.verdict != Verdict::Hit {
        return [apart.separation, apart.error];
    }
    let deep = penetration(pair, &PenetrationOptions::default(), state).expect("valid");
    [-deep.depth, deep.error]
}

/// Bodies of every kind creep into each other: from one place to the next the signed distance changes by no more than
/// the way and what it may be off.
#[test]
fn signed_distances_do_not_jump() {
    let solid = |body: Result<Curved>| SharedBody::from(body.expect("lengths"));
    let cube: Vec<_> = cuboid([0.5, 0.4, 0.3])
        .into_iter()
        .map(Vector3::from)
        .collect();
    let cube = SharedBody::new(Polytope::new(&cube).expect("finite"));
    let kinds = [
        SharedBody::sphere(0.5).expect("a radius"),
        SharedBody::capsule(0.5, 0.25).expect("lengths"),
        cube.clone().rounded(0.125).expect("a radius"),
        cube,
        solid(Curved::cylinder(0.5, 0.25)),
        solid(Curved::cone(0.5, 0.25)),
        solid(Curved::ellipsoid([0.5, 0.25, 0.75])),
    ];
    let steps = count(200, 20_800) as i32;
    let run = for_each(49, |index, tally| {
        let (a, b) = (&kinds[index as usize / 7], &kinds[index as usize % 7]);
        let rng = &mut case_generator(0x18d0, index);
        let pose = |rng: &mut twin::random::SplitMix64, at: Vector3<f64>| {
            let [i, j, k, w] = rng.quaternion();
            Pose::new(at, nalgebra::Quaternion::new(w, i, j, k)).expect("a pose")
        };
        let (pose_a, turned) = (pose(rng, Vector3::zeros()), pose(rng, Vector3::zeros()));
        let along = Vector3::from(rng.direction());
        let place = |s: f64| Pose::new(along * s, turned.quaternion()).expect("a pose");
        let [mut near, mut far] = [0.0, 4.0];
        for _ in 0..60 {
            let middle = 0.5 * (near + far);
            match signed(&PosedPair::new(a, &pose_a, b, &place(middle)))[0] > 0.0 {
                true => far = middle,
                false => near = middle,
            }
        }
        let step = 1e-9;
        let mut last: Option<[f64; 2]> = None;
        for k in -steps / 2..steps / 2 {
            let at = far - f64::from(k) * step;
            let now = signed(&PosedPair::new(a, &pose_a, b, &place(at)));
            tally.cases += 1;
            if let Some(last) = last {
                let room = step + now[1] + last[1] + 1e-14;
                let says = format!("from {last:?} to {now:?}");
                tally.claim(
                    (now[0] - last[0]).abs() <= room,
                    &format!("{index}, {k}"),
                    &says,
                );
                let wide = now[1] <= 1e-6;
                tally.claim(
                    wide,
                    &format!("{index}, {k}"),
                    &format!("known to {}", now[1]),
                );
            }
            last = Some(now);
        }
    });
    run.report("signed distances of bodies of every kind, step by step");
}
