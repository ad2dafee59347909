//! Cylinders, cones and ellipsoids that stand on a floor at t = 0: which way out is said, whether they approach, and when they meet
//! what the floor leads to.

use crate::common::{count, for_each};
use crate::floors::{EDGE, Ending, Frame, Scene, Standing, drawn, floor};
use interframe::{Curved, InitialContact, Motion, Reason, SharedBody, TimeOfImpact, Verdict};
use nalgebra::Vector3;
use twin::random::{SplitMix64, case_generator};

/// A curved body whose axis is upright; a turn about it changes nothing.
fn standing(random: &mut SplitMix64, has_flat: bool) -> Standing {
    let [r, h] = [0; 2].map(|_| random.integer(100, 700) as f64 / 1024.0);
    let (core, height) = match random.below(if has_flat { 2 } else { 3 }) {
        0 => (Curved::cylinder(h, r), h),
        1 => (Curved::cone(h, r), h),
        _ => (Curved::ellipsoid([r, r, h]), h),
    };
    let radius = *random.pick(&[0.0, 0.0, 0.0, 0.125]);
    let body = core.and_then(|body| match radius > 0.0 {
        true => body.rounded(radius),
        false => Ok(body),
    });
    Standing {
        body: SharedBody::from(body.expect("lengths")),
        height: height + radius,
        ahead: r + radius,
        is_round: true,
    }
}

fn depth(random: &mut SplitMix64, is_turned: bool, most: f64) -> f64 {
    match random.below(4) {
        0 if !is_turned => 0.0,
        _ => 10f64.powf(random.between(-8.0, most)),
    }
}

/// A curved body anywhere on a level floor, in touch or up to a hundredth deep, is parted straight upwards by its depth.
#[test]
fn level_floors_push_curved_bodies_upwards() {
    for_each(count(1_000, 100_000), |index, tally| {
        let random = &mut case_generator(0xc51d0, index);
        let is_turned = random.flip();
        let frame = Frame::any(random, is_turned);
        let standing = standing(random, false);
        let deep = depth(random, is_turned, -2.0);
        let mut at = || random.between(-2.0, 1.5);
        let from = Vector3::new(at(), at(), standing.height - deep);
        let up = *random.pick(&[-1.0, -1e-3, 0.5]);
        let by = Vector3::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0), up);
        let turn = [None, Some(1.0)][random.below(2)];
        let motion = frame.motion([from, from + by], turn);
        let still = Motion::fixed(frame.pose(Vector3::zeros()));
        let floor = floor(random, Ending::Level);
        let scene = Scene::new(floor, standing.body, [still, motion], random.flip());
        let found = scene.ask(InitialContact::Report);
        let sign = if scene.is_swapped { -1.0 } else { 1.0 };
        let n = frame.turn * Vector3::z() * sign;
        let off = found.normal.map_or(2.0, |normal| (normal - n).norm());
        let points = [found.point_a, found.point_b].map(Option::unwrap_or_default);
        let apart = points[0] - points[1] - n * deep;
        let said = found.initial
            && found.t_hi == 0.0
            && off <= 1e-6
            && (found.depth - deep).abs() <= 1e-8
            && apart.norm() <= 1e-7
            && (found.separation_velocity - up).abs() <= 1e-5;
        let words = || format!("case {index}: {deep:e} deep, by {by}: {found:?}");
        tally.claim(said, "normal", &words());
        let only = scene.ask(InitialContact::OnlyIfApproaching);
        let counts = only.verdict == Verdict::Hit && only.t_hi == 0.0;
        let same = only.separation_velocity < 0.0;
        let words = || format!("case {index}: {deep:e} deep, by {by}: {found:?}, {only:?}");
        let right = match up < 0.0 {
            true => counts && same,
            false => only.verdict == Verdict::Separated,
        };
        tally.claim(right, "approach", &words());
    })
    .none_wrong();
}

/// A curved body that slides along a floor, in touch or deep in it, is stopped by what stands out of it, when it comes there, and by
/// nothing else.
#[test]
fn curved_bodies_that_slide_meet_walls_when_they_come_there() {
    for_each(count(300, 100_000), |index, tally| {
        let random = &mut case_generator(0xc51d1, index);
        let ending = match random.below(6) {
            0 => Ending::Level,
            1 => Ending::Ramp(random.between(0.05, 3.0)),
            2 => Ending::StepUp(random.between(0.02, 0.5)),
            3 => Ending::StepDown(random.between(0.02, 0.5)),
            4 => Ending::FallsAway(random.between(0.05, 3.0)),
            _ => Ending::Wall,
        };
        let standing = standing(random, ending != Ending::Wall && ending != Ending::Level);
        let is_turned = random.flip();
        let frame = Frame::any(random, is_turned);
        // The rim of a deep or rounded base passes under the foot of a ramp.
        let deep = depth(random, is_turned, -6.0);
        let (x, y) = (random.between(-2.5, 1.5), random.between(-1.0, 1.0));
        let by = Vector3::new(
            random.between(1.5, 2.5) + EDGE - x,
            random.between(-1.0, 1.0),
            0.0,
        );
        let from = Vector3::new(x, y, standing.height - deep);
        let turn = [None, Some(1e-300), Some(1.0)][random.below(3)];
        let motion = frame.motion([from, from + by], turn);
        let still = Motion::fixed(frame.pose(Vector3::zeros()));
        let floor = match random.below(4) {
            0 => drawn(random, ending, true),
            _ => floor(random, ending),
        };
        let is_sharp = standing.body.radius() == 0.0;
        let scene = Scene::new(floor, standing.body, [still, motion], random.flip());
        let time = (EDGE - x - standing.ahead) / by.x;
        // What is round comes to the foot of a step or a ramp later, by no more than its radius.
        let late = match ending {
            Ending::Ramp(_) | Ending::StepUp(_) if !is_sharp => standing.ahead / by.x,
            _ => 0.0,
        };
        let is_then = |t: f64| time - 1e-5 <= t && t <= time + late + 1e-5;
        let words = |found: &TimeOfImpact| {
            format!(
                "case {index}: {ending:?}, {deep:e} deep, by {by}, {turn:?}, at {time}: {found:?}"
            )
        };
        let found = scene.ask(InitialContact::IgnorePairs);
        let right = match ending.stops() {
            true => {
                let met = found.verdict == Verdict::Hit && !found.initial;
                met && is_then(found.t_hi) && found.t_lo <= found.t_hi && is_then(found.t_lo)
            }
            false if ending == Ending::Level => found.initial && found.verdict == Verdict::Hit,
            false => found.verdict == Verdict::Separated && found.free_from > 0.0,
        };
        tally.claim(right, "pairs", &words(&found));
        if found.verdict == Verdict::Hit && index % 16 == 0 {
            let proved = scene.is_proved(InitialContact::IgnorePairs, &found);
            tally.claim(proved, "proof", &words(&found));
        }
        let whole = scene.ask(InitialContact::IgnoreUntilSeparated);
        let right = match ending.stops() {
            true => whole.reason == Reason::InitialContact && is_then(whole.t_lo),
            false => whole == found,
        };
        tally.claim(right, "whole", &words(&whole));
        let only = scene.ask(InitialContact::OnlyIfApproaching);
        tally.claim(only == found, "approaching", &words(&only));
    })
    .none_wrong();
}
