//! Moving pairs as the library sees them, and what is asked of them.

use interframe::certificate::Proof;
use interframe::self_check::{check_interframe, check_time_of_impact};
use interframe::{
    Frame, InitialContact, Interframe, InterframeOptions, Motion, PairState, Polytope, Pose, Sweep,
    TimeOfImpact, TimeOfImpactOptions, certify_interframe, certify_time_of_impact, interframe,
    time_of_impact,
};
use nalgebra::{Unit, UnitQuaternion, Vector3};
use twin::cases::WrittenMotion;
use twin::random::case_generator;
use twin::shapes::rock;
use twin::spins::spinning_pair;
use twin::sweeps::MovingPair;

use super::{count, motion, polytope};

/// Two polytopes and their motions.
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

    pub fn pair(&self) -> interframe::MovingPair<'_> {
        interframe::MovingPair::new(&self.a, &self.motion_a, &self.b, &self.motion_b)
    }

    pub fn ask(&self, options: &TimeOfImpactOptions, state: &mut PairState) -> TimeOfImpact {
        let answer = time_of_impact(&self.pair(), options, state).expect("valid");
        if self.is_audited() {
            let checked = check_time_of_impact(&self.pair(), options, &answer);
            assert!(checked.is_ok(), "{checked:?}: {answer:?}");
        }
        answer
    }

    pub fn tracks(&self, pair: &MovingPair) -> [Track; 2] {
        [
            Track::new(&pair.motion_a, &self.motion_a),
            Track::new(&pair.motion_b, &self.motion_b),
        ]
    }

    pub fn ask_cold(&self, options: &TimeOfImpactOptions) -> TimeOfImpact {
        self.ask(options, &mut PairState::default())
    }

    /// The smaller body's bounding radius; the larger's, if that is 0; of two points 1.
    pub fn size(&self) -> f64 {
        let (a, b) = (self.a.bounding_radius(), self.b.bounding_radius());
        match a.max(b) {
            0.0 => 1.0,
            larger if a.min(b) == 0.0 => larger,
            _ => a.min(b),
        }
    }

    pub fn swept(&self, sweep: Sweep, frame: Frame, state: &mut PairState) -> Interframe {
        let options = &InterframeOptions {
            sweep,
            frame,
            ..InterframeOptions::default()
        };
        let answer = interframe(&self.pair(), options, state).expect("valid options");
        if self.is_audited() {
            let checked = check_interframe(&self.pair(), options, &answer);
            assert!(!matches!(checked, Some(Err(_))), "{checked:?}: {answer:?}");
        }
        answer
    }

    /// Whether a suite sends the answers about this pair through the checker: those of every eighth pair, the same in every
    /// run; with INTERFRAME_LONG=1 all.
    pub fn is_audited(&self) -> bool {
        let bodies = [(&self.a, &self.motion_a), (&self.b, &self.motion_b)];
        let first = |body: &Polytope| body.vertices().next().unwrap_or_default();
        let numbers = bodies.map(|(body, motion)| first(body) + motion.start().translation());
        let bits = numbers.iter().flatten().map(|x| x.to_bits());
        let mixed = bits.fold(0_u64, |h, x| {
            (h.rotate_left(5) ^ x).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        });
        (mixed >> 32).is_multiple_of(count(8, 1))
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
        certify_time_of_impact(&self.pair(), options, answer)
    }
}

/// The answer about a sweep, and its proof if it says anything.
pub fn swept_with_proof(
    pair: &interframe::MovingPair<'_>,
    sweep: Sweep,
    frame: Frame,
) -> (Interframe, Option<Proof>) {
    let options = &InterframeOptions {
        sweep,
        frame,
        ..InterframeOptions::default()
    };
    let answer = interframe(pair, options, &mut PairState::default()).expect("valid options");
    (answer, certify_interframe(pair, options, &answer))
}

/// A motion of a body's origin from a place, by a way, with a turn about it.
pub fn moved(from: [f64; 3], by: [f64; 3], turn: [f64; 3]) -> Motion {
    let start = Pose::from_translation(from.into()).expect("finite");
    let end = Vector3::from(from) + Vector3::from(by);
    Motion::from_turn(start, end, turn.into(), Vector3::zeros()).expect("finite")
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
