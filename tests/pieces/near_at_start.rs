//! Bodies that start within a target separation of a level floor: their gap, their normal, and what stops them. And
//! bodies that rest on a floor and tilt.

use interframe::{
    Contact, InitialContact, Motion, MovingPair, PairState, TimeOfImpactOptions, Verdict,
    time_of_impact,
};
use nalgebra::Vector3;
use twin::random::case_generator;

use crate::common::{count, for_each};
use crate::floors::{Ending, Frame, Scene, cuboid, floor, standing};

/// The separation that is kept.
const TARGET: f64 = 0.01;

/// Cases in which the search for nearest points with every face once ended far from them.
const LOST: [u64; 3] = [178_690, 195_663, 257_195];

/// A body above a floor by less than the target, or slightly in it, has the gap and the normal of the floor. It is stopped if
/// it moves down, and not if it moves up.
#[test]
fn bodies_within_the_target_have_the_floors_normal() {
    let cases = count(1_500, 300_000);
    for_each(cases + LOST.len() as u64, |index, tally| {
        let lost = index.checked_sub(cases).map(|k| LOST[k as usize]);
        let index = lost.unwrap_or(index);
        let random = &mut case_generator(0x57c1, index);
        let is_turned = random.flip();
        let frame = Frame::any(random, is_turned);
        let standing = standing(random, false);
        let exponent = random.between(-15.0, -2.2);
        let gap = *random.pick(&[0.0, 1e-15, -1e-15, -1e-6, -0.001, 10f64.powf(exponent)]);
        let mut at = || random.between(-2.0, 1.5);
        let from = Vector3::new(at(), at(), standing.height + gap);
        let up = *random.pick(&[-5.0, -1e-3, 0.5]);
        let by = Vector3::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0), up);
        let motion = frame.motion([from, from + by], None);
        let still = Motion::fixed(frame.pose(Vector3::zeros()));
        let floor = match random.below(4) {
            0 => cuboid([4.0, 4.0, 0.5], [0.0, 0.0, -0.5]),
            _ => floor(random, Ending::Level),
        };
        let scene = Scene::new(floor, standing.body, [still, motion], random.flip());
        let ask = |initial_contact| {
            let options = TimeOfImpactOptions {
                initial_contact,
                target_separation: TARGET,
                ..TimeOfImpactOptions::default()
            };
            let found = time_of_impact(&scene.pair(), &options, &mut PairState::default());
            found.expect("valid options")
        };
        let found = ask(InitialContact::Report);
        let n = frame.turn * Vector3::z() * if scene.is_swapped { -1.0 } else { 1.0 };
        let words = |found| format!("case {index}: {gap:e} above, by {by}: {found:?}");
        let is_at_start = found.verdict == Verdict::Hit && found.initial;
        tally.claim(is_at_start, "start", &words(found));
        let off = found.normal.map(|normal| (normal - n).norm());
        tally.claim(off.is_none_or(|off| off <= 1e-6), "normal", &words(found));
        tally.claim(off.is_some(), "no normal", &words(found));
        let same = (found.separation_velocity - up).abs() <= 1e-6;
        tally.claim(off.is_none() || same, "speed", &words(found));
        let length = match found.contact {
            Contact::Near => (found.gap - gap.max(0.0)).abs(),
            _ => (found.depth + gap.min(0.0)).abs(),
        };
        tally.claim(length <= 1e-9, "length", &words(found));
        let only = ask(InitialContact::OnlyIfApproaching);
        let stopped = only.verdict == Verdict::Hit && only.initial;
        let right = match up < 0.0 {
            true => stopped,
            false => only.verdict == Verdict::Separated,
        };
        tally.claim(right, "approach", &words(only));
    })
    .none_wrong();
}

/// A box that lies on a floor of pieces and tilts over one of its edges, or about its middle, approaches by the corners that go down.
#[test]
fn bodies_that_tilt_approach() {
    for_each(count(2_000, 100_000), |index, tally| {
        let random = &mut case_generator(0x57c2, index);
        let is_turned = random.flip();
        let frame = Frame::any(random, is_turned);
        let half = [0; 3].map(|_| random.integer(100, 700) as f64 / 1024.0);
        let deep = *random.pick(&[1e-12, 1e-6, 1e-3]);
        let mut at = || random.between(-1.5, 1.0);
        let from = Vector3::new(at(), at(), half[2] - deep);
        let angle = random.between(0.05, 0.5) * *random.pick(&[-1.0, 1.0]);
        let way = random.between(0.0, std::f64::consts::TAU);
        let axis = Vector3::new(way.cos(), way.sin(), 0.0);
        // The fastest corner goes down at this rate if the middle rises by none.
        let corners = [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]];
        let falls = corners.map(|[x, y]| {
            let arm = Vector3::new(x * half[0], y * half[1], -half[2]);
            -(axis * angle).cross(&arm).z
        });
        let most = falls.into_iter().fold(0.0, f64::max);
        let rises = most * *random.pick(&[0.0, 0.5, 1.5]);
        let motion = Motion::from_turn(
            frame.pose(from),
            frame.at(from + Vector3::z() * rises),
            frame.turn * axis * angle,
            Vector3::zeros(),
        );
        let still = Motion::fixed(frame.pose(Vector3::zeros()));
        let floor = floor(random, Ending::Level);
        let body = cuboid(half, [0.0; 3]);
        let motions = [still, motion.expect("a motion")];
        let scene = Scene::new(floor, body, motions, random.flip());
        let pair: MovingPair<'_> = scene.pair();
        let options = TimeOfImpactOptions {
            initial_contact: InitialContact::OnlyIfApproaching,
            ..TimeOfImpactOptions::default()
        };
        let found = time_of_impact(&pair, &options, &mut PairState::default()).expect("valid");
        let stopped = found.verdict == Verdict::Hit && found.initial;
        let words =
            format!("case {index}: {deep:e} deep, {angle} about {axis}, up {rises}: {found:?}");
        tally.claim(stopped == (rises < most), "tilt", &words);
        if stopped {
            tally.claim(found.separation_velocity < 0.0, "speed", &words);
        }
    })
    .none_wrong();
}
