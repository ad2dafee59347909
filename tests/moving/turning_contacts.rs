//! What is said of the first contact of bodies that turn: points of both bodies, as near to each other as the gap says; a normal that
//! parts them, to rounding; features that hold the points. Of bodies of all sizes against each other, flat, round and curved ones,
//! from hardly any turn to a hundred, at all tolerances, at a target separation and beyond rounding.

use interframe::{
    Body, ClosestApproachOptions, Contact, Curved, DistanceOptions, Motion, MovingPair, PairState,
    Polytope, Pose, PosedPair, TimeOfImpactOptions, Verdict, closest_approach, distance,
    time_of_impact,
};
use nalgebra::{UnitQuaternion, Vector3};
use twin::random::{SplitMix64, case_generator};

use crate::common::curved::{any_curved, farthest};
use crate::common::{count, for_each, quaternion};

const U: f64 = f64::EPSILON / 2.0;

enum Shape {
    Core(Polytope, f64),
    Curved(Curved),
}

struct Mover {
    shape: Shape,
    motion: Motion,
    ends: [Vector3<f64>; 2],
    /// Of anything from the pivot.
    reach: f64,
    angle: f64,
}

impl Shape {
    fn body(&self) -> Body<'_> {
        match self {
            Shape::Core(core, radius) => core.rounded(*radius).expect("a radius"),
            Shape::Curved(curved) => curved.into(),
        }
    }

    /// Of its points along a direction, at a pose.
    fn most(&self, pose: &Pose, n: &Vector3<f64>) -> f64 {
        match self {
            Shape::Core(core, radius) => {
                let places = core.vertices().map(|v| pose.transform_point(&v));
                places.map(|p| p.dot(n)).fold(f64::NEG_INFINITY, f64::max) + radius
            }
            Shape::Curved(curved) => {
                let back = UnitQuaternion::from_quaternion(pose.quaternion()).inverse() * n;
                farthest(curved, &back).0 + pose.translation().dot(n)
            }
        }
    }
}

/// A point, a segment, something flat, a box, a hull; some with a radius; some curved.
fn shape(random: &mut SplitMix64, size: f64, may_curve: bool) -> Shape {
    if may_curve && random.below(3) == 0 {
        return Shape::Curved(any_curved(random));
    }
    let is_box = random.below(3) == 0;
    let corners = *random.pick(&[1, 2, 3, 4, 6, 12]);
    let points: Vec<_> = match is_box {
        true => {
            let half = Vector3::from_fn(|_, _| random.between(0.1, 1.0)) * size;
            let sign = |k: usize, bit: usize| if k >> bit & 1 == 0 { -1.0 } else { 1.0 };
            let corner = |k| half.component_mul(&Vector3::from_fn(|axis, _| sign(k, axis)));
            (0..8).map(corner).collect()
        }
        false => {
            let thick = *random.pick(&[1.0, 1.0, 0.0]);
            let scale = Vector3::new(size, size, size * thick);
            let point = |_| Vector3::from_fn(|_, _| random.between(-1.0, 1.0));
            let points: Vec<_> = (0..corners).map(point).collect();
            points.iter().map(|p| p.component_mul(&scale)).collect()
        }
    };
    let radius = *random.pick(&[0.0, 0.0, 0.0, 0.3]);
    Shape::Core(Polytope::new(&points).expect("finite"), radius * size)
}

fn turn(random: &mut SplitMix64) -> Vector3<f64> {
    let angle = match random.below(8) {
        0 => 1e-300,
        1 => 10f64.powf(random.between(-20.0, -3.0)),
        2 => random.between(6.0, 600.0),
        _ => random.between(0.0, 6.0),
    };
    Vector3::from(random.direction()) * angle
}

/// Two bodies whose ways cross, or nearly do.
fn movers(random: &mut SplitMix64, may_curve: bool) -> [Mover; 2] {
    let ratio = match may_curve || random.flip() {
        true => 1.0,
        false => 10f64.powf(random.between(-7.0, 7.0)),
    };
    let far = match random.below(6) {
        0 => Vector3::from(random.direction()) * 10f64.powf(random.between(1.0, 6.0)),
        _ => Vector3::zeros(),
    };
    [1.0, ratio].map(|size| {
        let shape = shape(random, size, may_curve);
        let start = match random.below(4) {
            0 => [0.0, 0.0, 0.0, 1.0],
            _ => random.quaternion(),
        };
        let way = Vector3::from(random.direction()) * (1.0 + ratio) * random.between(1.0, 4.0);
        let beside = Vector3::from(random.direction()) * (1.0 + ratio) * random.unit();
        let pivot = match random.below(3) {
            0 => Vector3::from(random.direction()) * size,
            _ => Vector3::zeros(),
        };
        let [from, to] = match size == 1.0 && random.flip() {
            true => [far; 2],
            false => [far + way, far + beside - way],
        };
        let turn = turn(random);
        let start = Pose::new(from, quaternion(&start)).expect("a pose");
        let axes = [Vector3::x(), Vector3::y(), Vector3::z()];
        let reach = axes.iter().map(|axis| {
            let here = Pose::identity();
            shape
                .most(&here, axis)
                .abs()
                .max(shape.most(&here, &-axis).abs())
        });
        Mover {
            reach: reach.sum::<f64>() + pivot.norm(),
            shape,
            ends: [from, to],
            angle: turn.norm(),
            motion: Motion::from_turn(start, to, turn, pivot).expect("a motion"),
        }
    })
}

/// What rounding may do to any place of one against the other, that of their poses over the frame.
fn rounding([a, b]: &[Mover; 2]) -> f64 {
    let between = [0, 1].map(|k| (b.ends[k] - a.ends[k]).norm());
    let size = a.reach + b.reach + between[0] + between[1];
    let far = [a, b].into_iter().flat_map(|mover| &mover.ends);
    let far: f64 = far.map(|end| end.norm()).sum();
    (1024.0 + 32.0 * (a.angle + b.angle)) * U * size + 16.0 * U * far
}

/// How far a normal that parts them may be off: what is said of it.
const NORMAL_OFF: f64 = 12.0;

fn apart(point: &Vector3<f64>, body: Body<'_>, pose: &Pose) -> f64 {
    let (origin, options) = ([Vector3::zeros()], DistanceOptions::default());
    let origin = Polytope::new(&origin).expect("a point");
    let there = Pose::from_translation(*point).expect("finite");
    let pair = PosedPair::new(&origin, &there, body, pose);
    let found = distance(&pair, &options, &mut PairState::default());
    found.expect("valid options").separation
}

/// What an answer says of the bodies at a time.
struct Said {
    t: f64,
    points: [Option<Vector3<f64>>; 2],
    /// The points are no farther apart,
    gap: f64,
    /// and the bodies no less.
    least: f64,
    normal: Option<Vector3<f64>>,
    features: Option<[Vec<u32>; 2]>,
}

/// What is wrong, and by how much.
fn wrong(movers: &[Mover; 2], said: &Said) -> Option<String> {
    let off = rounding(movers);
    let poses = movers
        .each_ref()
        .map(|mover| mover.motion.pose_at(said.t).expect("a time"));
    let points = said.points.map(|point| point.expect("a point"));
    let beyond = |what: &str, far: f64, off: f64| {
        (far > off).then(|| format!("{what} by {far:e} of {off:e}"))
    };
    let by = |what: &str, far: f64| beyond(what, far, off);
    let between = (points[0] - points[1]).norm() - said.gap;
    let parted = said.normal.and_then(|n| {
        let [reach_a, reach_b] =
            [(0, n), (1, -n)].map(|(k, n)| movers[k].shape.most(&poses[k], &n));
        let length = (n.norm() - 1.0).abs() * said.least;
        beyond(
            "normal",
            reach_a + reach_b + said.least + length,
            NORMAL_OFF * off,
        )
    });
    let held = |k: usize| {
        let Shape::Core(core, radius) = &movers[k].shape else {
            return None;
        };
        let ids = said.features.as_ref()?[k].iter();
        let corners: Vec<_> = ids.map(|id| core.vertex(*id as usize)).collect();
        let feature = Polytope::new(&corners).expect("corners");
        let feature = feature.rounded(*radius).expect("a radius");
        by(
            ["feature of A", "feature of B"][k],
            apart(&points[k], feature, &poses[k]),
        )
    };
    let on_body = |k: usize| {
        let body = movers[k].shape.body();
        by(
            ["point_a off A", "point_b off B"][k],
            apart(&points[k], body, &poses[k]),
        )
    };
    (by("points apart", between))
        .or(parted)
        .or_else(|| on_body(0))
        .or_else(|| on_body(1))
        .or_else(|| held(0))
        .or_else(|| held(1))
}

fn tolerance(random: &mut SplitMix64, movers: &[Mover; 2]) -> Option<f64> {
    let size = movers[0].reach.min(movers[1].reach);
    match random.below(3) {
        0 => None,
        _ if size > 0.0 => Some(size * 10f64.powf(random.between(-12.5, -2.0))),
        _ => None,
    }
}

fn first_contact(random: &mut SplitMix64, may_curve: bool) -> Option<(bool, Option<String>)> {
    let movers = movers(random, may_curve);
    let size = movers[0].reach.min(movers[1].reach);
    let options = TimeOfImpactOptions {
        tolerance: tolerance(random, &movers),
        target_separation: *random.pick(&[0.0, 0.0, 0.0, 0.1]) * size,
        ..TimeOfImpactOptions::default()
    };
    let [a, b] = &movers;
    let pair = MovingPair::new(a.shape.body(), &a.motion, b.shape.body(), &b.motion);
    let found = time_of_impact(&pair, &options, &mut PairState::default()).expect("valid options");
    if found.verdict != Verdict::Hit || found.t_hi == 0.0 {
        return None;
    }
    let said = Said {
        t: found.t_hi,
        points: [found.point_a, found.point_b],
        gap: found.gap,
        least: match found.contact {
            Contact::Near => options.target_separation,
            _ => 0.0,
        },
        normal: found.normal,
        features: (found.features).map(|both| both.map(|feature| feature.vertices().to_vec())),
    };
    let wrong = wrong(&movers, &said).map(|wrong| format!("{wrong}: {found:?}"));
    Some((found.normal.is_some(), wrong))
}

fn nearest(random: &mut SplitMix64, may_curve: bool) -> Option<(bool, Option<String>)> {
    let movers = movers(random, may_curve);
    let options = ClosestApproachOptions {
        tolerance: tolerance(random, &movers),
        ..ClosestApproachOptions::default()
    };
    let [a, b] = &movers;
    let pair = MovingPair::new(a.shape.body(), &a.motion, b.shape.body(), &b.motion);
    let found =
        closest_approach(&pair, &options, &mut PairState::default()).expect("valid options");
    if found.t == 0.0 || found.verdict == Verdict::Undecided {
        return None;
    }
    let said = Said {
        t: found.t,
        points: [found.point_a, found.point_b],
        gap: match found.verdict {
            Verdict::Hit => found.error,
            _ => found.distance,
        },
        least: found.lower_bound,
        normal: found.normal,
        features: None,
    };
    let wrong = wrong(&movers, &said).map(|wrong| format!("{wrong}: {found:?}"));
    Some((found.normal.is_some(), wrong))
}

fn judge(
    cases: u64,
    family: u64,
    ask: impl Fn(&mut SplitMix64, bool) -> Option<(bool, Option<String>)> + Sync,
) {
    let tally = for_each(cases, |index, tally| {
        let random = &mut case_generator(family, index);
        let may_curve = random.below(6) == 0;
        let Some((has_normal, wrong)) = ask(random, may_curve) else {
            return;
        };
        tally.hits += 1;
        tally.judged += u64::from(has_normal);
        let said = wrong.clone().unwrap_or_default();
        tally.claim(wrong.is_none(), "contact", &format!("case {index}: {said}"));
    });
    let (hits, normals) = (tally.hits, tally.judged);
    println!(
        "{hits} contacts, {normals} with a normal, {} wrong",
        tally.wrong.len()
    );
    tally.none_wrong();
    assert!(3 * hits > cases, "few contacts");
    // Where contacts drown in rounding there may be none.
    assert!(100 * normals > 97 * hits, "few normals");
}

#[test]
fn points_touch_where_features_hold_them_and_normals_part_what_turns() {
    judge(count(10_000, 1_000_000), 0x3904, first_contact);
}

#[test]
fn points_and_normals_of_a_closest_approach_hold() {
    judge(count(2_000, 100_000), 0x3905, nearest);
}
