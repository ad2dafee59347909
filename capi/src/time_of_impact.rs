//! When do two moving bodies first meet?

use crate::boundary::{Fault, enter, output, required};
use crate::feature::ifr_feature;
use crate::mirror::mirrored;
use crate::motion::ifr_motion;
use crate::pair_state::{ifr_pair_state, with_state};
use crate::polytope::ifr_polytope;
use crate::settings::{self, ifr_settings};
use crate::status::{ifr_error, ifr_status};
use crate::verdict::{ifr_reason, ifr_verdict};
use interframe::Motion;
use interframe::Polytope;
use interframe::time_of_impact;
use interframe::{Contact, InitialContact, MovingPair, TimeOfImpact, TimeOfImpactOptions};

/// What a hit of ifr_time_of_impact ends in.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ifr_contact {
    /// The verdict is not a hit.
    #[default]
    IFR_CONTACT_NONE = 0,
    /// A shared point at some time from t_lo to t_hi is proved.
    IFR_CONTACT_OVERLAP = 1,
    /// The gap at t_hi is at most the tolerance.
    IFR_CONTACT_NEAR = 2,
}

mirrored!(Contact => ifr_contact,
    None: IFR_CONTACT_NONE,
    Overlap: IFR_CONTACT_OVERLAP,
    Near: IFR_CONTACT_NEAR,
);

/// What a contact at the start of the frame means. Bodies that rest on each other begin every frame
/// in contact.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ifr_initial_contact {
    /// A hit at t = 0.
    IFR_INITIAL_CONTACT_REPORT = 0,
    /// Nothing until the bodies have come apart; then the next contact is a hit.
    IFR_INITIAL_CONTACT_IGNORE_UNTIL_SEPARATED = 1,
    /// A hit at t = 0 if the bodies approach each other at the contact; otherwise as
    /// IFR_INITIAL_CONTACT_IGNORE_UNTIL_SEPARATED.
    IFR_INITIAL_CONTACT_ONLY_IF_APPROACHING = 2,
}

/// Two bodies, how they move over the frame, and what counts as contact. Zero in the last four
/// fields is the defaults.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_time_of_impact_input {
    /// Body A; not NULL.
    pub a: *const ifr_polytope,
    /// Body B; not NULL, may be the same as A.
    pub b: *const ifr_polytope,
    /// How A moves.
    pub motion_a: ifr_motion,
    /// How B moves.
    pub motion_b: ifr_motion,
    /// Largest gap of a contact that is near, an absolute length. 0: 1e-6 of the smaller body's
    /// bounding radius (of the larger's, if that is 0).
    pub tolerance: f64,
    /// Asks for the first time the gap falls to this length. 0: for contact.
    pub target_separation: f64,
    /// An ifr_initial_contact.
    pub initial_contact: i32,
    /// Largest number of distance solves, those of capsules around the bodies included. 0: 10,000.
    pub budget: u32,
}

impl ifr_time_of_impact_input {
    /// The bodies and their motions.
    ///
    /// # Safety
    /// The bodies are NULL or live.
    #[inline(always)]
    pub(crate) unsafe fn read(&self) -> Result<([&Polytope; 2], [Motion; 2]), Fault> {
        // SAFETY: the caller's promise is the same.
        let bodies = unsafe {
            [
                &required(self.a, "input.a")?.0,
                &required(self.b, "input.b")?.0,
            ]
        };
        let motions = [
            self.motion_a.read("input.motion_a")?,
            self.motion_b.read("input.motion_b")?,
        ];
        Ok((bodies, motions))
    }

    /// What counts as contact.
    pub(crate) fn read_options(&self) -> Result<TimeOfImpactOptions, Fault> {
        let defaults = TimeOfImpactOptions::default();
        let options = TimeOfImpactOptions {
            tolerance: (self.tolerance != 0.0).then_some(self.tolerance),
            target_separation: self.target_separation,
            initial_contact: read_initial_contact(self.initial_contact)?,
            budget: match self.budget {
                0 => defaults.budget,
                given => given,
            },
        };
        options.validate().map_err(Fault::input("input"))?;
        Ok(options)
    }
}

fn read_initial_contact(value: i32) -> Result<InitialContact, Fault> {
    use ifr_initial_contact::*;
    const REPORT: i32 = IFR_INITIAL_CONTACT_REPORT as i32;
    const IGNORE: i32 = IFR_INITIAL_CONTACT_IGNORE_UNTIL_SEPARATED as i32;
    const APPROACHING: i32 = IFR_INITIAL_CONTACT_ONLY_IF_APPROACHING as i32;
    let name = "input.initial_contact";
    match value {
        REPORT => Ok(InitialContact::Report),
        IGNORE => Ok(InitialContact::IgnoreUntilSeparated),
        APPROACHING => Ok(InitialContact::OnlyIfApproaching),
        _ => Err(Fault::UnknownValue { name, value }),
    }
}

/// Answer of ifr_time_of_impact. All zero, undecided, after a failed call.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ifr_time_of_impact_result {
    /// Separated: apart (by more than the target separation) at every time from free_from on.
    pub verdict: ifr_verdict,
    /// Why the verdict is undecided.
    pub reason: ifr_reason,
    /// What a hit ends in.
    pub contact: ifr_contact,
    /// Distance solves, those of capsules around the bodies included; 0 when a linear program answered.
    pub solves: u32,
    /// Support queries on each body.
    pub iterations: u32,
    /// Whether the contact is the one the frame began with: the bodies are in contact at t = 0 and,
    /// where that is ignored, were not seen to come apart.
    pub initial: bool,
    /// Whether the points are set: when hit.
    pub has_points: bool,
    /// Whether normal is set.
    pub has_normal: bool,
    /// Always 0, so that equal answers are equal bytes.
    pub reserved: [u8; 1],
    /// Contact at the start was ignored up to this time; 0 otherwise.
    pub free_from: f64,
    /// Proved apart at every time from free_from to before t_lo. 1 when separated.
    pub t_lo: f64,
    /// Time of contact when hit; 1 otherwise.
    pub t_hi: f64,
    /// With IFR_CONTACT_NEAR: the gap at t_hi is at most this.
    pub gap: f64,
    /// How fast the two points move apart along the normal at t_hi, in lengths a frame; negative
    /// when they approach. 0 without points or normal.
    pub separation_velocity: f64,
    /// Point of A that touches or is nearest to B at t_hi, world frame.
    pub point_a: [f64; 3],
    /// The same of B.
    pub point_b: [f64; 3],
    /// When hit: unit contact normal from A to B, world axes, at t_hi. When separated: the last
    /// plane's, where one served.
    pub normal: [f64; 3],
    /// What holds point_a, at a contact after the start.
    pub feature_a: ifr_feature,
    /// What holds point_b.
    pub feature_b: ifr_feature,
}

impl From<TimeOfImpact> for ifr_time_of_impact_result {
    fn from(answer: TimeOfImpact) -> Self {
        let [feature_a, feature_b] = answer.features.unwrap_or_default().map(Into::into);
        ifr_time_of_impact_result {
            verdict: answer.verdict.into(),
            reason: answer.reason.into(),
            contact: answer.contact.into(),
            solves: answer.solves,
            iterations: answer.iterations,
            initial: answer.initial,
            has_points: answer.point_a.is_some(),
            has_normal: answer.normal.is_some(),
            free_from: answer.free_from,
            t_lo: answer.t_lo,
            t_hi: answer.t_hi,
            gap: answer.gap,
            separation_velocity: answer.separation_velocity,
            point_a: answer.point_a.map(Into::into).unwrap_or_default(),
            point_b: answer.point_b.map(Into::into).unwrap_or_default(),
            normal: answer.normal.map(Into::into).unwrap_or_default(),
            feature_a,
            feature_b,
            reserved: [0; 1],
        }
    }
}

/// When do two moving bodies first meet, however they turn? Or the proof that they do not.
///
/// Separated: a positive gap is proved at every time of the frame, rounding included. Hit: proved
/// apart before t_lo, in contact by t_hi; contact says how. Bodies in contact at t = 0 are a hit
/// with t_lo = t_hi = 0, unless initial_contact says otherwise. Undecided: the budget ran out, or
/// the least gap and the deepest overlap are below what doubles resolve, about 1e-13 of the larger
/// body, or of the flight where that is longer; t_lo is what was proved. Bodies that do not turn
/// are decided exactly, unless target_separation is above 0.
///
/// state, settings and error as for ifr_intersect. Hundreds of nanoseconds to microseconds; does
/// not allocate, unless exact arithmetic decides.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_time_of_impact(
    input: *const ifr_time_of_impact_input,
    state: *mut ifr_pair_state,
    settings: *const ifr_settings,
    out: *mut ifr_time_of_impact_result,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        enter(error, || {
            let out = output(out, "out")?;
            let input = required(input, "input")?;
            let ([a, b], [motion_a, motion_b]) = input.read()?;
            let options = input.read_options()?;
            let settings = settings::read(settings)?;
            *out = with_state(state, |state| {
                time_of_impact(
                    &MovingPair::new(a, &motion_a, b, &motion_b),
                    &options,
                    &settings,
                    state,
                )
                .map_err(Fault::input("settings"))
            })?
            .into();
            Ok(())
        })
    }
}
