//! Moving pairs as the library sees them, and what is asked of them.

use interframe::certificate::Proof;
use interframe::self_check::{check_contact_intervals, check_interframe, check_time_of_impact};
use interframe::{
    ContactInterval, Frame, InitialContact, Interframe, InterframeOptions, Motion, PairState,
    Polytope, Pose, Sweep, TimeOfImpact, TimeOfImpactOptions, certify_time_of_impact,
    time_of_impact,
};
use nalgebra::{Unit, UnitQuaternion, Vector3};
use twin::cases::WrittenMotion;
use twin::random::case_generator;
use twin::shapes::rock;
use twin::spins::spinning_pair;
use twin::sweeps::MovingPair;

use super::{count, motion, polytope};

/// Sends a share of a suite's answers through the checker: those of every eighth pair, with
/// INTERFRAME_LONG=1 all.
#[derive(Clone, Copy)]
pub struct Audit<'a> {
    pub a: &'a Polytope,
    pub motion_a: &'a Motion,
    pub b: &'a Polytope,
    pub motion_b: &'a Motion,
}

impl Audit<'_> {
    /// The same pairs in every run.
    fn is_due(&self) -> bool {
        let bodies = [(self.a, self.motion_a), (self.b, self.motion_b)];
        let first = |body: &Polytope| body.vertices().next().unwrap_or_default();
        let numbers = bodies.map(|(body, motion)| first(body) + motion.start().translation());
        let bits = numbers.iter().flatten().map(|x| x.to_bits());
        let mixed = bits.fold(0_u64, |h, x| {
            (h.rotate_left(5) ^ x).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        });
        (mixed >> 32).is_multiple_of(count(8, 1))
    }

    pub fn time(&self, options: &TimeOfImpactOptions, answer: &TimeOfImpact) {
        if self.is_due() {
            let Audit {
                a,
                motion_a,
                b,
                motion_b,
            } = *self;
            let checked = check_time_of_impact(
                &interframe::MovingPair::new(a, motion_a, b, motion_b),
                options,
                answer,
            );
            assert!(checked.is_ok(), "{checked:?}: {answer:?}");
        }
    }

    pub fn intervals(&self, options: &TimeOfImpactOptions, found: &[ContactInterval]) {
        if self.is_due() {
            let Audit {
                a,
                motion_a,
                b,
                motion_b,
            } = *self;
            let checked = check_contact_intervals(
                &interframe::MovingPair::new(a, motion_a, b, motion_b),
                options,
                found,
            );
            let checked = checked.expect("poses run backwards");
            assert!(checked.is_ok(), "{checked:?}: {found:?}");
        }
    }

    pub fn sweep(&self, sweep: Sweep, frame: Frame, answer: &Interframe) {
        if self.is_due() {
            let Audit {
                a,
                motion_a,
                b,
                motion_b,
            } = *self;
            let checked = check_interframe(
                &interframe::MovingPair::new(a, motion_a, b, motion_b),
                &InterframeOptions {
                    sweep,
                    frame,
                    ..InterframeOptions::default()
                },
                answer,
            );
            assert!(!matches!(checked, Some(Err(_))), "{checked:?}: {answer:?}");
        }
    }
}

pub struct Built {
    pub a: Polytope,
    pub motion_a: Motion,
    pub b: Polytope,
    pub motion_b: Motion,
}

impl Built {
    pub fn parts(&self) -> (&Polytope, &Motion, &Polytope, &Motion) {
        (&self.a, &self.motion_a, &self.b, &self.motion_b)
    }

    /// None when a motion is refused (half turns).
    pub fn new(pair: &MovingPair) -> Option<Self> {
        Some(Built {
            motion_a: motion(&pair.motion_a).ok()?,
            motion_b: motion(&pair.motion_b).ok()?,
            a: polytope(&pair.a),
            b: polytope(&pair.b),
        })
    }

    pub fn ask(&self, options: &TimeOfImpactOptions, state: &mut PairState) -> TimeOfImpact {
        let [a, b] = [&self.a, &self.b];
        let (motion_a, motion_b) = (&self.motion_a, &self.motion_b);
        let found = time_of_impact(
            &interframe::MovingPair::new(a, motion_a, b, motion_b),
            options,
            state,
        );
        let answer = found.expect("valid");
        self.audit().time(options, &answer);
        answer
    }

    pub fn audit(&self) -> Audit<'_> {
        let (a, motion_a, b, motion_b) = self.parts();
        Audit {
            a,
            motion_a,
            b,
            motion_b,
        }
    }

    pub fn certified(
        &self,
        options: &TimeOfImpactOptions,
        state: &mut PairState,
    ) -> (TimeOfImpact, Proof) {
        let answer = self.ask(options, state);
        let proof = self.certify(options, &answer);
        (answer, proof)
    }

    pub fn certify(&self, options: &TimeOfImpactOptions, answer: &TimeOfImpact) -> Proof {
        let (motion_a, motion_b) = (&self.motion_a, &self.motion_b);
        certify_time_of_impact(
            &interframe::MovingPair::new(&self.a, motion_a, &self.b, motion_b),
            options,
            answer,
        )
    }
}

/// Options other than the default ones.
pub fn options(index: u64) -> TimeOfImpactOptions {
    let mut rng = case_generator(91, index);
    let mut options = TimeOfImpactOptions::default();
    if rng.flip() {
        options.tolerance = Some(10f64.powf(rng.between(-9.0, -2.0)));
    }
    if rng.below(3) == 0 {
        options.target_separation = rng.between(0.0, 0.3);
    }
    options.initial_contact = match rng.below(4) {
        0 => InitialContact::IgnoreUntilSeparated,
        1 => InitialContact::OnlyIfApproaching,
        _ => InitialContact::Report,
    };
    if rng.below(4) == 0 {
        options.budget = 1 + rng.below(4) as u32;
    }
    options
}

/// The motions of a spinning pair, of bodies of up to 1,000 vertices.
pub fn large_pair(index: u64) -> MovingPair {
    let mut rng = case_generator(92, index);
    let mut pair = spinning_pair(index);
    pair.a = rock(&mut rng, 100 + rng_below(index, 900));
    pair.b = rock(&mut rng, 100 + rng_below(index + 7, 900));
    pair
}

fn rng_below(index: u64, n: usize) -> usize {
    case_generator(93, index).below(n)
}

/// The pose at any time, by ordinary arithmetic and the platform's sine: shares nothing with the
/// library's.
pub struct Track {
    start: UnitQuaternion<f64>,
    axis: Option<(Unit<Vector3<f64>>, f64)>,
    pivot: Vector3<f64>,
    from: Vector3<f64>,
    travel: Vector3<f64>,
}

impl Track {
    pub fn new(written: &WrittenMotion, motion: &Motion) -> Self {
        let q0 = UnitQuaternion::new_normalize(motion.start().quaternion());
        let q1 = UnitQuaternion::new_normalize(motion.end().quaternion());
        let pivot = motion.pivot();
        let p0 = motion.start().translation();
        let end = Vector3::from(written.end_p);
        let (turn, travel) = match &written.turn {
            Some(turn) => (Vector3::from(*turn), end - p0),
            None => {
                let arc = (q1 * q0.inverse()).scaled_axis();
                (arc, end + q1 * pivot - p0 - q0 * pivot)
            }
        };
        Track {
            start: q0,
            axis: Unit::try_new_and_get(turn, 0.0),
            pivot,
            from: p0 + q0 * pivot,
            travel,
        }
    }

    pub fn at(&self, t: f64) -> Pose {
        let rotation = match &self.axis {
            Some((axis, angle)) => UnitQuaternion::from_axis_angle(axis, t * angle) * self.start,
            None => self.start,
        };
        let p = self.from + self.travel * t - rotation * self.pivot;
        Pose::new(p, rotation.into_inner()).expect("finite")
    }
}
