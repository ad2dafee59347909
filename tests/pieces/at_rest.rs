//! Queries at rest against the least over all pairs of pieces, asked one by one.

use interframe::{
    Body, ContactManifoldOptions, ContainmentVerdict, ContainsOptions, Distance, DistanceOptions,
    IntersectOptions, PairState, Penetration, PenetrationOptions, Polytope, Pose, PosedPair,
    SharedBody, Verdict, Within, WithinOptions, contact_manifold, contains, distance, intersect,
    penetration, within,
};
use nalgebra::Vector3;
use twin::random::case_generator;

use crate::bodies::{Whole, any, compound, convex, pose};
use crate::common::{count, for_each};

struct Placed<'a> {
    wholes: [&'a Whole; 2],
    poses: [Pose; 2],
}

impl Placed<'_> {
    fn pair(&self) -> PosedPair<'_> {
        let [a, b] = self.wholes;
        PosedPair::new(&a.body, &self.poses[0], &b.body, &self.poses[1])
    }

    fn of_pieces<R>(&self, mut ask: impl FnMut(&PosedPair<'_>) -> R) -> Vec<R> {
        let [a, b] = self.wholes;
        let mut found = Vec::new();
        for p in &a.pieces {
            for q in &b.pieces {
                found.push(ask(&PosedPair::new(p, &self.poses[0], q, &self.poses[1])));
            }
        }
        found
    }

    fn piece(&self, pair: usize) -> [usize; 2] {
        let count = self.wholes[1].pieces.len();
        [pair / count, pair % count]
    }
}

fn number(id: interframe::PieceId) -> usize {
    (id.part + id.triangle) as usize
}

fn fresh() -> PairState {
    PairState::default()
}

fn measured(pair: &PosedPair<'_>) -> Distance {
    distance(pair, &DistanceOptions::default(), &mut fresh()).expect("valid options")
}

fn deep(pair: &PosedPair<'_>) -> Penetration {
    penetration(pair, &PenetrationOptions::default(), &mut fresh()).expect("valid options")
}

/// How far points of bodies of size 3 may be off.
const OFF: f64 = 1e-11;

/// Whether a hit has a point of each body, no farther apart than asked, and whether nothing else has points.
fn is_witnessed(pair: &PosedPair<'_>, found: &Within) -> bool {
    let on = |point: Vector3<f64>, body: Body<'_>, pose: &Pose| {
        let point = Polytope::new(&[point]).expect("a finite point");
        measured(&PosedPair::new(&point, &Pose::identity(), body, pose)).separation <= OFF
    };
    match (found.verdict, found.point_a, found.point_b) {
        (Verdict::Hit, Some(a), Some(b)) => {
            let is_near = (a - b).norm() <= found.distance + OFF;
            is_near && on(a, pair.a, pair.pose_a) && on(b, pair.b, pair.pose_b)
        }
        (verdict, None, None) => verdict != Verdict::Hit,
        _ => false,
    }
}

/// What is wrong with the answers about a pair, if anything is.
fn wrong(placed: &Placed<'_>) -> Option<String> {
    let pair = placed.pair();
    let all = placed.of_pieces(measured);
    let hits = all.iter().any(|found| found.verdict == Verdict::Hit);
    let verdict = if hits {
        Verdict::Hit
    } else {
        Verdict::Separated
    };
    let met = intersect(&pair, &IntersectOptions::default(), &mut fresh()).expect("valid options");
    if met.verdict != verdict {
        return Some(format!(
            "intersect {:?}, by pieces {verdict:?}",
            met.verdict
        ));
    }
    if let (Verdict::Hit, Some(ids)) = (met.verdict, met.pieces) {
        let at = number(ids[0]) * placed.wholes[1].pieces.len() + number(ids[1]);
        if all[at].verdict != Verdict::Hit {
            return Some(format!("pieces {:?} do not meet", placed.piece(at)));
        }
    }
    let least = all
        .iter()
        .fold(f64::INFINITY, |least, found| least.min(found.separation));
    let found = measured(&pair);
    let error = all
        .iter()
        .map(|found| found.error)
        .fold(found.error, f64::max);
    let same = found.separation == least || (found.separation - least).abs() <= 2.0 * error;
    if found.verdict != verdict || !same || found.lower_bound > least + error {
        return Some(format!("distance {found:?}, by pieces {least}"));
    }
    if let Some(ids) = found.pieces {
        let at = number(ids[0]) * placed.wholes[1].pieces.len() + number(ids[1]);
        if !(all[at].separation <= least + 2.0 * error) {
            return Some(format!("pieces {:?} are not the nearest", placed.piece(at)));
        }
    }
    for d in [least, least * 0.75, least * 1.25, 0.1] {
        let options = WithinOptions {
            distance: d.min(1e300),
            ..WithinOptions::default()
        };
        let near =
            |pair: &PosedPair<'_>| within(pair, &options, &mut fresh()).expect("valid options");
        let all = placed.of_pieces(near);
        let any = all.iter().any(|found| found.verdict == Verdict::Hit);
        let found = near(&pair);
        if (found.verdict == Verdict::Hit) != any {
            return Some(format!("within {d}: by pieces {any}"));
        }
        if !is_witnessed(&pair, &found) {
            return Some(format!("the points of {found:?}"));
        }
    }
    if hits {
        let all = placed.of_pieces(deep);
        let most = all.iter().map(|found| found.depth).fold(0.0, f64::max);
        let error = all.iter().map(|found| found.error).fold(0.0, f64::max);
        let found = deep(&pair);
        if found.verdict != Verdict::Hit || (found.depth - most).abs() > 2.0 * error + 1e-12 {
            return Some(format!("penetration {found:?}, by pieces {most}"));
        }
    }
    None
}

#[test]
fn answers_are_those_of_the_nearest_pieces() {
    let run = for_each(count(1_200, 200_000), |index, tally| {
        let random = &mut case_generator(2110, index);
        let wholes = [any(random), any(random)];
        let far = *random.pick(&[0.0, 1.0, 2.5, 4.0]);
        let placed = Placed {
            wholes: [&wholes[0], &wholes[1]],
            poses: [pose(random, 1.0), pose(random, far)],
        };
        tally.cases += 1;
        let name = format!("case {index}");
        let found = wrong(&placed);
        tally.none(&name, found);
    });
    run.none_wrong();
}

#[test]
fn compounds_are_the_least_over_their_parts() {
    let run = for_each(count(1_500, 200_000), |index, tally| {
        let random = &mut case_generator(2111, index);
        let (many, few) = (1 + random.below(14), 1 + random.below(4));
        let wholes = [compound(random, many), compound(random, few)];
        let far = *random.pick(&[0.5, 1.5, 3.0]);
        let placed = Placed {
            wholes: [&wholes[0], &wholes[1]],
            poses: [pose(random, 0.0), pose(random, far)],
        };
        tally.cases += 1;
        let name = format!("case {index}");
        let found = wrong(&placed);
        tally.none(&name, found);
    });
    run.none_wrong();
}

/// B inside A when all of its pieces are.
#[test]
fn pieces_are_inside_together() {
    let run = for_each(count(1_500, 20_000), |index, tally| {
        let random = &mut case_generator(2112, index);
        let room = {
            let size = *random.pick(&[1.0, 3.0, 10.0]);
            convex(random, size)
        };
        let inner = any(random);
        let outer = Whole {
            pieces: vec![room.clone()],
            body: room,
        };
        let placed = Placed {
            wholes: [&outer, &inner],
            poses: [pose(random, 0.0), pose(random, 0.3)],
        };
        let ask = |pair: &PosedPair<'_>| {
            contains(pair, &ContainsOptions::default(), &mut fresh()).expect("valid options")
        };
        let all = placed.of_pieces(ask);
        let inside = all
            .iter()
            .all(|found| found.verdict == ContainmentVerdict::Inside);
        let found = ask(&placed.pair());
        tally.cases += 1;
        tally.hits += u64::from(inside);
        let name = format!("case {index}");
        let same = (found.verdict == ContainmentVerdict::Inside) == inside;
        tally.claim(same, &name, "another verdict");
        let margins = all.iter().filter_map(|found| found.margin);
        let least = margins.reduce(f64::min);
        let same = found.margin == least;
        let first = all
            .iter()
            .position(|of| of.margin == least && of.verdict == found.verdict);
        let named = found.pieces.map(|[_, b]| number(b));
        tally.claim(named.is_none() || named == first, &name, "another piece");
        tally.claim(same, &name, "another margin");
    });
    run.none_wrong();
    assert!(run.hits > 50, "only {} are inside", run.hits);
}

/// Swapped, the answers are mirrored; twice as large, distances are twice as large.
#[test]
fn swapped_and_doubled() {
    for index in 0..1_000 {
        let random = &mut case_generator(2113, index);
        let wholes = [any(random), any(random)];
        let poses = [pose(random, 1.0), pose(random, 2.0)];
        let [a, b] = [&wholes[0].body, &wholes[1].body];
        let found = measured(&PosedPair::new(a, &poses[0], b, &poses[1]));
        let back = measured(&PosedPair::new(b, &poses[1], a, &poses[0]));
        assert_eq!(found.verdict, back.verdict, "case {index}");
        let same = found.separation == back.separation
            || (found.separation - back.separation).abs() <= found.error + back.error;
        assert!(same, "case {index}: {found:?} {back:?}");
    }
}

/// Curved parts at places of their own, beside the same bodies at poses put together by hand.
#[test]
fn curved_parts_are_where_their_poses_say() {
    for index in 0..400 {
        let random = &mut case_generator(2114, index);
        let drum = interframe::Curved::cylinder(0.5, 0.2).expect("lengths");
        let drum = SharedBody::from(drum);
        let place = pose(random, 1.0);
        let parts = [
            (drum.clone(), place),
            (SharedBody::sphere(0.1).expect("a radius"), Pose::identity()),
        ];
        let body = SharedBody::compound(&parts).expect("convex parts");
        let (at, far) = (pose(random, 1.0), pose(random, 3.0));
        let other = convex(random, 0.4);
        let found = measured(&PosedPair::new(&body, &at, &other, &far));
        let together = Pose::new(
            at.transform_point(&place.translation()),
            at.quaternion() * place.quaternion(),
        );
        let alone = measured(&PosedPair::new(
            &drum,
            &together.expect("a pose"),
            &other,
            &far,
        ));
        let ball = measured(&PosedPair::new(&parts[1].0, &at, &other, &far));
        let least = alone.separation.min(ball.separation);
        assert!(
            (found.separation - least).abs() <= 1e-9,
            "case {index}: {found:?} {alone:?}"
        );
    }
}

/// What does not take bodies of several pieces says so.
#[test]
fn refusals_are_clear() {
    let random = &mut case_generator(2115, 0);
    let (whole, ball) = (
        compound(random, 3),
        SharedBody::sphere(1.0).expect("a radius"),
    );
    let here = Pose::identity();
    let pair = PosedPair::new(&whole.body, &here, &ball, &here);
    let refused = contains(&pair, &ContainsOptions::default(), &mut fresh()).expect_err("a union");
    assert!(
        refused.to_string().contains("is of several pieces"),
        "{refused}"
    );
    let options = PenetrationOptions {
        direction: Some(nalgebra::Vector3::x()),
        ..Default::default()
    };
    assert!(penetration(&pair, &options, &mut fresh()).is_err());
    let mpr = interframe::mpr(&pair, &interframe::MprOptions::default(), &mut fresh());
    assert!(
        mpr.expect_err("refused")
            .to_string()
            .contains("is of several pieces")
    );
    assert!(contact_manifold(&pair, &ContactManifoldOptions::default(), &mut fresh()).is_ok());
}

#[test]
fn errors_hold_for_all_pieces() {
    let block = |half: f64| SharedBody::cuboid([half; 3]).expect("a box");
    let at = |z: f64| Pose::from_translation(Vector3::new(0.0, 0.0, z)).expect("finite");
    // A small part and a large one, both sunk by about 1 into a plate, and the larger by a little less.
    let [one, other] = [false, true].map(|large_first| {
        let mut parts = [(block(2.0), at(1.0)), (block(1e9), at(1e9 - 1.0 + 3e-7))];
        if large_first {
            parts.reverse();
        }
        let body = SharedBody::compound(&parts).expect("parts");
        deep(&PosedPair::new(&body, &at(0.0), &block(3.0), &at(-3.0)))
    });
    assert_eq!((one.depth, one.error), (other.depth, other.error));
    assert!(one.depth == 1.0 && one.error > 1e-10, "{one:?}");
}
