//! The contact of two convex bodies at t = 0: that of the least depth, and whether they approach each other there.

use interframe::{
    Curved, DistanceOptions, InitialContact, Motion, MovingPair, PairState, PenetrationOptions,
    Polytope, Pose, PosedPair, SharedBody, TimeOfImpact, TimeOfImpactOptions, Verdict,
    certify_time_of_impact, distance, penetration, time_of_impact,
};
use nalgebra::Vector3;
use twin::random::{SplitMix64, case_generator};

use crate::common::{count, for_each, quaternion};

fn vector(random: &mut SplitMix64, length: f64) -> Vector3<f64> {
    Vector3::from(random.direction()) * length
}

fn cuboid(half: [f64; 3]) -> SharedBody {
    SharedBody::cuboid(half).expect("a box")
}

pub(crate) fn any_body(random: &mut SplitMix64, with_curved: bool) -> SharedBody {
    let mut length = || random.between(0.2, 1.0);
    let (a, b, c) = (length(), length(), length());
    let body = match random.below(if with_curved { 8 } else { 6 }) {
        0 => SharedBody::sphere(a),
        1 => SharedBody::capsule(a, b),
        2 => Ok(cuboid([a, b, c])),
        3 => cuboid([a, b, c]).rounded(0.1),
        4 | 5 => {
            let points: Vec<_> = (0..*random.pick(&[3, 4, 8, 20]))
                .map(|_| vector(random, a))
                .collect();
            Ok(SharedBody::new(Polytope::new(&points).expect("points")))
        }
        6 => Curved::cylinder(a, b).map(SharedBody::from),
        _ => Curved::ellipsoid([a, b, c]).map(SharedBody::from),
    };
    body.expect("lengths")
}

pub(crate) fn any_pose(random: &mut SplitMix64, at: Vector3<f64>) -> Pose {
    let q = match random.flip() {
        true => random.quaternion(),
        false => [0.0, 0.0, 0.0, 1.0],
    };
    Pose::new(at, quaternion(&q)).expect("a pose")
}

fn any_motion(random: &mut SplitMix64, start: Pose) -> Motion {
    let far = *random.pick(&[0.0, 0.1, 2.0]);
    let to = start.translation() + vector(random, far);
    let motion = match random.flip() {
        true => Motion::translation(start, to),
        false => {
            let angle = *random.pick(&[0.01, 0.5, 3.0]);
            Motion::from_turn(start, to, vector(random, angle), vector(random, 0.3))
        }
    };
    motion.expect("a motion")
}

/// How fast a point of a body moves at t = 0: by where it is a little later.
fn velocity(motion: &Motion, at: &Vector3<f64>) -> Vector3<f64> {
    let start = motion.start();
    let turned_back = start.quaternion().conjugate();
    let unit = nalgebra::UnitQuaternion::from_quaternion(turned_back);
    let own = unit * (at - start.translation());
    let t = 1e-7;
    (motion.pose_at(t).expect("a time").transform_point(&own) - start.transform_point(&own)) / t
}

/// Why the start contact is not that of the depth, if it is not.
fn wrong(pair: &MovingPair, sound: bool) -> Option<String> {
    let posed = PosedPair::new(pair.a, pair.motion_a.start(), pair.b, pair.motion_b.start());
    let deep = penetration(
        &posed,
        &PenetrationOptions::default(),
        &mut PairState::default(),
    );
    let deep = deep.expect("valid options");
    let ask = |initial_contact| -> interframe::Result<TimeOfImpact> {
        let options = TimeOfImpactOptions {
            initial_contact,
            ..TimeOfImpactOptions::default()
        };
        time_of_impact(pair, &options, &mut PairState::default())
    };
    let found = ask(InitialContact::Report).expect("valid options");
    let is_at_start = found.initial && found.t_hi == 0.0;
    if deep.verdict != Verdict::Hit {
        return (is_at_start && deep.verdict == Verdict::Separated)
            .then(|| format!("apart, yet {found:?}"));
    }
    if !is_at_start {
        return Some(format!("{deep:?} but {found:?}"));
    }
    // Beside a curved body, a face or a flat end may have the normal, as in a manifold.
    let same = match sound {
        true => found.depth == deep.depth && found.normal == deep.normal,
        false => (found.depth - deep.depth).abs() <= deep.error + 1e-8,
    };
    if !same {
        return Some(format!("{deep:?} but {found:?}"));
    }
    let (Some(n), Some(p), Some(q)) = (found.normal, found.point_a, found.point_b) else {
        return Some(format!("no normal: {found:?}"));
    };
    // The nearest points of curved cores come as near as their distance, not as each other.
    let off = (p - q - n * found.depth).norm();
    if off > if sound { 1e-12 } else { 1e-5 } {
        return Some(format!("points are off by {off}: {found:?}"));
    }
    let speed = n.dot(&(velocity(pair.motion_b, &q) - velocity(pair.motion_a, &p)));
    if (speed - found.separation_velocity).abs() > 1e-5 {
        return Some(format!("speed {speed} but {found:?}"));
    }
    let only = ask(InitialContact::OnlyIfApproaching).expect("valid options");
    let counts = only.verdict == Verdict::Hit && only.initial && only.t_hi == 0.0;
    let same = only.separation_velocity.to_bits() == found.separation_velocity.to_bits();
    // One that lasts to the end of the frame is answered as well.
    let ignored = ask(InitialContact::IgnorePairs).expect("valid options");
    let ignored_whole = ask(InitialContact::IgnoreUntilSeparated).expect("valid options");
    if ignored != ignored_whole {
        return Some(format!("{ignored:?} but {ignored_whole:?}"));
    }
    let is_turning = pair.motion_a.is_turning() || pair.motion_b.is_turning();
    match found.separation_velocity < 0.0 {
        true if !(counts && same) => Some(format!("approach: {found:?} but {only:?}")),
        true => None,
        false if is_turning && counts && only.separation_velocity < 0.0 => corner(pair, &only),
        // What turns may come deeper later.
        false if is_turning && only.verdict == Verdict::Hit && !only.initial && only != ignored => {
            deepens(pair, found.depth, &only)
        }
        false if only != ignored => Some(format!("part: {only:?} but {ignored:?}")),
        false => None,
    }
}

/// Why two bodies do not come deeper at the time of a hit than they start, by the tolerance, if they do not.
fn deepens(pair: &MovingPair, start: f64, hit: &TimeOfImpact) -> Option<String> {
    let depth_at = |t: f64| {
        let poses = [pair.motion_a, pair.motion_b].map(|motion| motion.pose_at(t).expect("a time"));
        let then = PosedPair::new(pair.a, &poses[0], pair.b, &poses[1]);
        penetration(&then, &Default::default(), &mut PairState::default()).expect("a depth")
    };
    let [before, after] = [hit.t_lo, hit.t_hi].map(|t| depth_at(t).depth);
    let approaches = hit.normal.is_none() || hit.separation_velocity < 0.0;
    let is_right = before <= after && after > start && hit.depth == after && approaches;
    (!is_right || hit.t_hi - hit.t_lo > 1e-9)
        .then(|| format!("{before} and {after}, {start} at first: {hit:?}"))
}

/// Why the corner by which bodies that turn approach each other is none of their contact, if it is none.
fn corner(pair: &MovingPair, found: &TimeOfImpact) -> Option<String> {
    let (Some(n), Some(p), Some(q)) = (found.normal, found.point_a, found.point_b) else {
        return Some(format!("a corner without points: {found:?}"));
    };
    let off = (p - q - n * found.depth).norm();
    let speed = n.dot(&(velocity(pair.motion_b, &q) - velocity(pair.motion_a, &p)));
    let is_off = off > 1e-12 || (speed - found.separation_velocity).abs() > 1e-5;
    is_off.then(|| format!("a corner off by {off}, speed {speed}: {found:?}"))
}

#[test]
fn a_contact_at_the_start_is_that_of_the_least_depth() {
    for_each(count(20_000, 1_000_000), |index, tally| {
        let mut random = case_generator(0x57a7, index);
        let random = &mut random;
        let with_curved = random.below(8) == 0;
        let bodies = [0; 2].map(|_| any_body(random, with_curved));
        let from = any_pose(random, Vector3::zeros());
        let (way, deep) = (vector(random, 1.0), random.between(-12.0, -2.0));
        // Brought into contact along a line, and on by the depth.
        let far = Motion::translation(any_pose(random, way * 8.0), Vector3::zeros());
        let far = far.expect("a motion");
        let still = Motion::fixed(from);
        let pair = MovingPair::new(&bodies[0], &still, &bodies[1], &far);
        let options = TimeOfImpactOptions::default();
        let met =
            time_of_impact(&pair, &options, &mut PairState::default()).expect("valid options");
        if met.verdict != Verdict::Hit {
            return;
        }
        let at = far.pose_at(met.t_hi).expect("a time");
        let at = Pose::new(at.translation() - way * 10f64.powf(deep), at.quaternion());
        let motions = [
            any_motion(random, from),
            any_motion(random, at.expect("a pose")),
        ];
        let pair = MovingPair::new(&bodies[0], &motions[0], &bodies[1], &motions[1]);
        let is_curved = bodies.iter().any(|body| body.core().is_none());
        let wrong = wrong(&pair, !is_curved);
        tally.claim(
            wrong.is_none(),
            "start",
            &format!("case {index}: {wrong:?}"),
        );
    })
    .none_wrong();
}

/// A contact of bodies that do not turn ends for good when they come apart, by however little, whatever the tolerance.
#[test]
fn straight_contacts_that_end_are_over() {
    for_each(count(2_000, 100_000), |index, tally| {
        let random = &mut case_generator(0x57a9, index);
        let with_curved = random.below(4) == 0;
        let bodies = [0; 2].map(|_| any_body(random, with_curved));
        let from = any_pose(random, Vector3::zeros());
        let way = vector(random, 1.0);
        let far = Motion::translation(any_pose(random, way * 8.0), Vector3::zeros());
        let (far, still) = (far.expect("a motion"), Motion::fixed(from));
        let pair = MovingPair::new(&bodies[0], &still, &bodies[1], &far);
        let report = TimeOfImpactOptions::default();
        let state = &mut PairState::default();
        let met = time_of_impact(&pair, &report, state).expect("valid options");
        let (Verdict::Hit, Some(n)) = (met.verdict, met.normal) else {
            return;
        };
        let at = far.pose_at(met.t_hi).expect("a time");
        let depth = 10f64.powf(random.between(-12.0, -2.0));
        let place = |p| Pose::new(p, at.quaternion()).expect("a pose");
        let start = at.translation() - n * depth;
        let parts = depth * *random.pick(&[0.5, 1.0, 1.001, 2.0, 50.0, 1e4]);
        let aside = *random.pick(&[0.0, 1e-6, 0.5]);
        let aside = vector(random, aside);
        let motion = Motion::translation(place(start), start + n * parts + aside);
        let motion = motion.expect("a motion");
        let pair = MovingPair::new(&bodies[0], &still, &bodies[1], &motion);
        let target = *random.pick(&[0.0, 0.0, 0.0, 0.01]);
        let options = TimeOfImpactOptions {
            tolerance: *random.pick(&[None, Some(1e-9), Some(1e-4), Some(0.1)]),
            target_separation: target,
            initial_contact: *random.pick(&[
                InitialContact::IgnoreUntilSeparated,
                InitialContact::IgnorePairs,
            ]),
            ..report
        };
        let found = time_of_impact(&pair, &options, state).expect("valid options");
        let gap_at = |t: f64| {
            let pose = motion.pose_at(t).expect("a time");
            let posed = PosedPair::new(&bodies[0], &from, &bodies[1], &pose);
            let near = distance(
                &posed,
                &DistanceOptions::default(),
                &mut PairState::default(),
            );
            let near = near.expect("valid options");
            [
                near.separation - near.error - target,
                near.separation + near.error - target,
            ]
        };
        let starts = gap_at(0.0);
        if starts[1] > 0.0 {
            return;
        }
        let (ends, name) = (gap_at(1.0), format!("case {index}"));
        let what = format!("{options:?} {found:?}, ends {ends:?}");
        tally.cases += 1;
        match found.verdict {
            Verdict::Separated => {
                tally.separated += 1;
                tally.claim(ends[1] > 0.0, &name, &format!("still in contact: {what}"));
                let from = gap_at(found.free_from);
                tally.claim(from[1] > 0.0, &name, &format!("not apart yet: {what}"));
            }
            Verdict::Hit => {
                tally.hits += 1;
                // What parts by rounding of a target may be one or the other.
                let lasts = ends[0] <= if target > 0.0 { 1e-13 } else { 0.0 };
                tally.claim(lasts && found.initial, &name, &what);
            }
            Verdict::Undecided => tally.claim(false, &name, &what),
        }
        if found.verdict == Verdict::Separated {
            let proof = certify_time_of_impact(&pair, &options, &found).verify();
            let proved = proof.is_ok_and(|proved| proved.free == [found.free_from, 1.0]);
            tally.claim(proved, &name, &format!("no proof: {what}"));
        }
    })
    .report("straight contacts that end");
}

/// A box that tilts on its face approaches the floor by one corner, though its deepest point may part from it.
#[test]
fn boxes_that_tilt_on_a_face_approach_by_a_corner() {
    for_each(count(2_000, 100_000), |index, tally| {
        let random = &mut case_generator(0x57aa, index);
        let half = [0; 3].map(|_| random.between(0.2, 1.0));
        let radius = *random.pick(&[0.0, 0.0, 0.1]);
        let floor = cuboid([4.0, 4.0, 1.0]);
        let block = match radius > 0.0 {
            true => cuboid(half).rounded(radius).expect("a radius"),
            false => cuboid(half),
        };
        let frame = any_pose(random, Vector3::new(0.1, -0.2, 0.3));
        let axis = |v: Vector3<f64>| frame.transform_point(&v) - frame.translation();
        let target = *random.pick(&[0.0, 0.0, 0.01]);
        let depth = *random.pick(&[0.0, 1e-9, 1e-3, 0.05]);
        let height = 1.0 + half[2] + radius + target - depth;
        let at = Vector3::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0), height);
        let place = |v| Pose::new(frame.transform_point(&v), frame.quaternion()).expect("a pose");
        let rise = *random.pick(&[0.0, 0.05, 0.2, 0.5]);
        let turn = vector(random, 1.0) * *random.pick(&[1e-3, 0.1, 1.0]);
        let end = frame.transform_point(&(at + Vector3::z() * rise));
        let moving = Motion::from_turn(place(at), end, axis(turn), Vector3::zeros());
        let (moving, still) = (
            moving.expect("a motion"),
            Motion::fixed(place(Vector3::zeros())),
        );
        let rates = [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]].map(|[x, y]| {
            let corner = Vector3::new(x * half[0], y * half[1], -half[2]);
            rise + turn.cross(&corner).z
        });
        let least = rates
            .iter()
            .fold(f64::INFINITY, |least, rate| rate.min(least));
        let swapped = random.flip();
        let pair = match swapped {
            true => MovingPair::new(&block, &moving, &floor, &still),
            false => MovingPair::new(&floor, &still, &block, &moving),
        };
        let options = TimeOfImpactOptions {
            initial_contact: InitialContact::OnlyIfApproaching,
            target_separation: target,
            ..TimeOfImpactOptions::default()
        };
        let found =
            time_of_impact(&pair, &options, &mut PairState::default()).expect("valid options");
        let (name, what) = (
            format!("case {index}"),
            format!("least rate {least}: {found:?}"),
        );
        tally.cases += 1;
        if least.abs() < 1e-9 {
            return;
        }
        // A contact that is ignored and lasts is answered too.
        let lasts = found.initial && found.separation_velocity >= 0.0;
        let is_met = found.verdict == Verdict::Hit && found.t_lo < 1e-9 && !lasts;
        tally.claim(is_met == (least < 0.0), &name, &what);
        if is_met {
            tally.hits += 1;
            let approaches = found.initial && found.separation_velocity < 0.0;
            // Rounding alone may keep the box off the floor at the start. Then it meets it a moment later.
            let is_late = depth == 0.0 && target == 0.0 && !found.initial;
            tally.claim(approaches || is_late, &name, &format!("late: {what}"));
            let normal = axis(Vector3::z()) * if swapped { -1.0 } else { 1.0 };
            let is_normal = found.normal.map_or(is_late, |n| (n - normal).norm() < 1e-9);
            tally.claim(is_normal, &name, &format!("not the floor's normal: {what}"));
        }
    })
    .report("boxes that tilt on a face");
}

/// What is answered of a contact at t = 0 is proved.
#[test]
fn contacts_at_the_start_have_certificates() {
    for index in 0..count(300, 10_000) {
        let random = &mut case_generator(0x57a8, index);
        let bodies = [0; 2].map(|_| any_body(random, false));
        let starts = [0; 2].map(|_| {
            let at = vector(random, 0.2);
            any_pose(random, at)
        });
        let motions = starts.map(|start| any_motion(random, start));
        let pair = MovingPair::new(&bodies[0], &motions[0], &bodies[1], &motions[1]);
        let options = TimeOfImpactOptions::default();
        let found =
            time_of_impact(&pair, &options, &mut PairState::default()).expect("valid options");
        let proved = certify_time_of_impact(&pair, &options, &found).verify();
        let verdict = proved.map(|proved| proved.verdict);
        assert!(
            matches!(verdict, Ok(verdict) if verdict == found.verdict),
            "{index}: {found:?}"
        );
    }
}
