//! Bodies that one carrier takes along, fast, far from the origin, and turning. What rests on it stays in its contact at t = 0, to
//! the rounding of the motions. What slides or sinks on it is stopped as on a floor at rest.

use interframe::{
    Contact, InitialContact, Motion, MovingPair, PairState, Pose, TimeOfImpact,
    TimeOfImpactOptions, Verdict, time_of_impact,
};
use nalgebra::{UnitQuaternion, Vector3};
use twin::random::{SplitMix64, case_generator};

use crate::bodies::{any, pose, vector};
use crate::common::{Tally, count, for_each};
use crate::floors::{EDGE, Ending, Frame, Scene, cuboid, floor, standing};

/// Ways to say a motion.
#[derive(Debug, Clone, Copy)]
enum By {
    Translation,
    Turn,
    EndPose,
}

/// A rigid motion of all that it carries: a turn about a point that moves on a straight line.
#[derive(Debug, Clone, Copy)]
struct Carrier {
    by: By,
    turn: Vector3<f64>,
    pivot: Vector3<f64>,
    travel: Vector3<f64>,
}

impl Carrier {
    fn any(random: &mut SplitMix64) -> Self {
        let mut length = |low: f64, high: f64| {
            let length = 10f64.powf(random.between(low, high));
            vector(random, length)
        };
        let (travel, pivot, turn) = (length(-1.0, 6.0), length(-1.0, 3.0), length(-6.0, 0.4));
        Carrier {
            by: *random.pick(&[By::Translation, By::Turn, By::EndPose]),
            turn,
            pivot,
            travel,
        }
    }

    /// The motion of what starts at a pose, and goes by `slide` on the carrier.
    fn carry(&self, start: Pose, slide: Vector3<f64>) -> Motion {
        let q = UnitQuaternion::from_quaternion(start.quaternion());
        let (at, travel) = (start.translation(), self.travel + slide);
        let own = q.inverse() * (self.pivot - at);
        let motion = match self.by {
            By::Translation => Motion::translation(start, at + travel),
            By::Turn => Motion::from_turn(start, at + travel, self.turn, own),
            By::EndPose => {
                let turn = UnitQuaternion::from_scaled_axis(self.turn);
                let to = self.pivot + turn * (at - self.pivot) + travel;
                let end = Pose::new(to, *(turn * q).quaternion()).expect("a pose");
                Motion::between(start, end, own)
            }
        };
        motion.expect("a motion")
    }
}

/// Whether a contact at t = 0 was ignored and lasts. Bodies that do not turn may be apart by rounding, which is exact.
fn is_ignored(found: &TimeOfImpact, carrier: &Carrier) -> bool {
    let lasts = found.verdict == Verdict::Hit && found.initial && found.t_hi == 0.0;
    let is_apart = matches!(carrier.by, By::Translation) && found.verdict == Verdict::Separated;
    is_apart || lasts && found.separation_velocity == 0.0
}

/// Claims that a contact at t = 0 is ignored and lasts.
fn stays(tally: &mut Tally, pair: &MovingPair<'_>, carrier: &Carrier, name: &str) {
    for initial_contact in [
        InitialContact::IgnorePairs,
        InitialContact::OnlyIfApproaching,
        InitialContact::IgnoreUntilSeparated,
    ] {
        let options = TimeOfImpactOptions {
            initial_contact,
            ..TimeOfImpactOptions::default()
        };
        let found = time_of_impact(pair, &options, &mut PairState::default()).expect("valid");
        tally.decided(found.verdict);
        let words = format!("{initial_contact:?}, {carrier:?}: {found:?}");
        tally.claim(is_ignored(&found, carrier), name, &words);
    }
}

#[test]
fn what_rests_on_a_carrier_stays_in_its_contact() {
    for_each(count(300, 100_000), |index, tally| {
        let random = &mut case_generator(0x57d0, index);
        let (frame, carrier) = (far_frame(random, 5.0), Carrier::any(random));
        let standing = standing(random, false);
        let deep = *random.pick(&[0.0, 0.0, 0.0, 1e-9, 1e-3]);
        let mut at = || random.between(-2.0, 1.0);
        let at = Vector3::new(at(), at(), standing.height - deep);
        let floor = match random.below(3) {
            0 => cuboid([4.0, 4.0, 1.0], [0.0, 0.0, -1.0]),
            _ => floor(random, Ending::Level),
        };
        let carry = |at| carrier.carry(frame.pose(at), Vector3::zeros());
        let motions = [carry(Vector3::zeros()), carry(at)];
        let scene = Scene::new(floor, standing.body, motions, random.flip());
        stays(tally, &scene.pair(), &carrier, &format!("case {index}"));
    })
    .none_wrong();
}

/// Bodies of any kind, brought into touch by a cast.
#[test]
fn what_touches_on_a_carrier_stays_in_its_contact() {
    for_each(count(300, 100_000), |index, tally| {
        let random = &mut case_generator(0x57d1, index);
        let bodies = [any(random), any(random)].map(|whole| whole.body);
        let far = 10f64.powf(random.between(-1.0, 5.0));
        let (at, way) = (vector(random, far), vector(random, 8.0));
        let mut turned = |at| Pose::new(at, pose(random, 0.0).quaternion()).expect("a pose");
        let (start, from) = (turned(at), turned(at + way));
        let cast = Motion::translation(from, at).expect("a motion");
        let still = Motion::fixed(start);
        let pair = MovingPair::new(&bodies[0], &still, &bodies[1], &cast);
        let options = TimeOfImpactOptions::default();
        let met = time_of_impact(&pair, &options, &mut PairState::default()).expect("valid");
        // Bodies that turn may be apart if they are only near each other.
        if met.verdict != Verdict::Hit || met.initial || met.contact == Contact::Near {
            return;
        }
        let carrier = Carrier::any(random);
        let touching = cast.pose_at(met.t_hi).expect("a time");
        let motions = [start, touching].map(|start| carrier.carry(start, Vector3::zeros()));
        let pair = MovingPair::new(&bodies[0], &motions[0], &bodies[1], &motions[1]);
        stays(tally, &pair, &carrier, &format!("case {index}"));
    })
    .none_wrong();
}

/// A turned scene, up to ten to this power from the origin.
fn far_frame(random: &mut SplitMix64, far: f64) -> Frame {
    let is_turned = random.flip();
    let frame = Frame::any(random, is_turned);
    let by = frame.by * 10f64.powf(random.between(-1.0, far));
    Frame { by, ..frame }
}

/// A body slides along a floor on a carrier that turns about its way, and is stopped by what stands out of the floor, when it comes
/// there. One that sinks is stopped at once, and one that rises leaves.
#[test]
fn what_slides_on_a_carrier_is_stopped() {
    for_each(count(120, 100_000), |index, tally| {
        let random = &mut case_generator(0x57d2, index);
        let (frame, mut carrier) = (far_frame(random, 2.0), Carrier::any(random));
        let ending = match random.below(3) {
            0 => Ending::Level,
            1 => Ending::StepUp(random.between(0.01, 0.5)),
            _ => Ending::Wall,
        };
        let standing = standing(random, ending != Ending::Wall);
        let floor = floor(random, ending);
        let x = random.between(-2.5, 1.5);
        let at = Vector3::new(x, random.between(-1.0, 1.0), standing.height);
        let along = random.between(1.5, 2.5) + EDGE - x;
        let up = match ending {
            Ending::Level => {
                10f64.powf(random.between(-2.0, 0.0)) * *random.pick(&[-1.0, 0.0, 1.0])
            }
            _ => 0.0,
        };
        let way = frame.turn * Vector3::new(along, 0.0, up);
        carrier.turn = way.normalize() * carrier.turn.norm();
        carrier.travel *= 1e-2;
        let motions = [
            carrier.carry(frame.pose(Vector3::zeros()), Vector3::zeros()),
            carrier.carry(frame.pose(at), way),
        ];
        let scene = Scene::new(floor, standing.body, motions, random.flip());
        let time = (EDGE - x - standing.ahead) / along;
        for ask in [
            InitialContact::IgnorePairs,
            InitialContact::OnlyIfApproaching,
        ] {
            let found: TimeOfImpact = scene.ask(ask);
            tally.decided(found.verdict);
            let is_met = found.verdict == Verdict::Hit && !found.initial;
            let is_then = |t: f64| (t - time).abs() <= 2e-5;
            let right = match up {
                _ if up > 0.0 => found.verdict == Verdict::Separated,
                _ if up < 0.0 && ask == InitialContact::OnlyIfApproaching => {
                    // Apart by rounding, it meets the floor a moment later, and f64 may find no normal there.
                    let is_at_once = found.verdict == Verdict::Hit && found.t_lo <= 1e-9;
                    let speed = found.normal.map_or(up, |_| found.separation_velocity);
                    is_at_once && (speed - up).abs() <= 1e-6
                }
                _ if up < 0.0 => true,
                _ if ending == Ending::Level => is_ignored(&found, &carrier),
                _ => is_met && is_then(found.t_lo) && is_then(found.t_hi),
            };
            let words = format!("{ask:?}, {ending:?}, up {up}, at {time}, {carrier:?}: {found:?}");
            tally.claim(right, &format!("case {index}"), &words);
        }
    })
    .none_wrong();
}
