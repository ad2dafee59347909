//! Proofs of answers, as handles and as text, and their independent checker.

use std::ffi::c_char;

use crate::boundary::{Fault, Handle, enter, output, required, text, text_output};
use crate::interframe::{ifr_interframe_input, ifr_interframe_vertices_input, locate};
use crate::intersect::ifr_intersect_input;
use crate::status::{ifr_error, ifr_status};
use crate::time_of_exit::ifr_time_of_exit_input;
use crate::time_of_impact::ifr_time_of_impact_input;
use crate::verdict::ifr_verdict;
use interframe::PairState;
use interframe::Settings;
use interframe::certificate::{Proof, Proved};
use interframe::{ContactInterval, MovingPair, PosedPair, contact_intervals, contains, intersect};
use interframe::{certify_contact_intervals, certify_contains, certify_time_of_exit};
use interframe::{certify_interframe, certify_interframe_vertices, certify_intersect};
use interframe::{certify_time_of_impact, time_of_exit, time_of_impact};
use interframe::{interframe, interframe_vertices};

/// What proves an answer: the bodies' vertices, where they are, and planes, columns or a chain of
/// links in time. Immutable: any number of threads may use one at the same time. Made by
/// ifr_certificate_of_..., freed by ifr_certificate_destroy.
pub struct ifr_certificate(Proof);

const _: () = {
    const fn shared_between_threads<T: Send + Sync>() {}
    shared_between_threads::<ifr_certificate>();
};

/// What a certificate proves. All zero, undecided, when it is rejected.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ifr_proved {
    /// Separated or hit; undecided when only a part of the frame was proved free. With containment: hit
    /// when B is inside A, separated when it is not.
    pub verdict: ifr_verdict,
    /// Whether contact_from and contact_to are set: with a hit about a motion.
    pub has_contact: bool,
    /// Whether gap is set: with a contact by closest points.
    pub has_gap: bool,
    /// Whether it is about B inside A.
    pub containment: bool,
    /// Always 0, so that equal answers are equal bytes.
    pub reserved: u8,
    /// About a motion: apart by more than separation from here on,
    pub free_from: f64,
    /// up to here; this end itself may be the contact. Of all contacts, before the first. With
    /// containment, inside in this time. 0 and 1 for answers that are not about a motion.
    pub free_to: f64,
    /// Contact at some time from here; with containment, outside at this time.
    pub contact_from: f64,
    /// to here.
    pub contact_to: f64,
    /// The distance that free and contact speak of: 0, or the target separation, or the target margin.
    pub separation: f64,
    /// At contact_to the distance is at most this.
    pub gap: f64,
    /// Contacts of the frame, certified or not: with the certificate of all contacts.
    pub contacts: u64,
}

impl From<Proved> for ifr_proved {
    fn from(proved: Proved) -> Self {
        let [contact_from, contact_to] = proved.contact.unwrap_or_default();
        ifr_proved {
            verdict: proved.verdict.into(),
            has_contact: proved.contact.is_some(),
            has_gap: proved.gap.is_some(),
            containment: proved.containment,
            contacts: u64::from(proved.contacts),
            free_from: proved.free[0],
            free_to: proved.free[1],
            contact_from,
            contact_to,
            separation: proved.separation,
            gap: proved.gap.unwrap_or_default(),
            reserved: 0,
        }
    }
}

/// Asks what ifr_intersect asks, from an empty pair state with the default settings, and makes the
/// certificate of the answer. *out is yours to destroy; NULL on failure. Allocates; a hit takes tens
/// of microseconds, for its columns are found in exact integers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_certificate_of_intersect(
    input: *const ifr_intersect_input,
    out: *mut *mut ifr_certificate,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        enter(error, || {
            let out = output(out.cast::<Handle<ifr_certificate>>(), "out")?;
            let ([a, b], [pose_a, pose_b]) = required(input, "input")?.read()?;
            let (state, settings) = (&mut PairState::default(), &Settings::default());
            let answer = intersect(&PosedPair::new(a, &pose_a, b, &pose_b), settings, state)
                .map_err(Fault::input("settings"))?;
            hand_over(
                out,
                certify_intersect(&PosedPair::new(a, &pose_a, b, &pose_b), &answer),
            );
            Ok(())
        })
    }
}

/// Asks what ifr_interframe asks and makes the certificate of the answer; as
/// ifr_certificate_of_intersect. *out is NULL, and the status IFR_STATUS_OK, when the answer is
/// undecided: there is nothing to prove.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_certificate_of_interframe(
    input: *const ifr_interframe_input,
    out: *mut *mut ifr_certificate,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        enter(error, || {
            let out = output(out.cast::<Handle<ifr_certificate>>(), "out")?;
            let input = required(input, "input")?;
            let ([a, b], [ma, mb]) = input.read()?;
            let (sweep, frame) = input.read_sweep()?;
            let (state, settings) = (&mut PairState::default(), &Settings::default());
            let answer = interframe(
                &MovingPair::new(a, &ma, b, &mb),
                sweep,
                frame,
                settings,
                state,
            )
            .map_err(Fault::input("settings"))?;
            if let Some(proof) =
                certify_interframe(&MovingPair::new(a, &ma, b, &mb), sweep, frame, &answer)
            {
                hand_over(out, proof);
            }
            Ok(())
        })
    }
}

/// Asks what ifr_interframe_vertices asks and makes the certificate of the answer; as
/// ifr_certificate_of_intersect.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_certificate_of_interframe_vertices(
    input: *const ifr_interframe_vertices_input,
    out: *mut *mut ifr_certificate,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        enter(error, || {
            let out = output(out.cast::<Handle<ifr_certificate>>(), "out")?;
            let [a, b] = required(input, "input")?.read()?;
            let (state, settings) = (&mut PairState::default(), &Settings::default());
            let proof = interframe_vertices(a, b, state, settings)
                .and_then(|answer| certify_interframe_vertices(a, b, &answer))
                .map_err(|error| locate(error, a, b))?;
            hand_over(out, proof);
            Ok(())
        })
    }
}

/// Asks what ifr_time_of_impact asks and makes the certificate of the answer, a chain of links in
/// time; as ifr_certificate_of_intersect. Of an undecided answer it proves the time that is known to
/// be free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_certificate_of_time_of_impact(
    input: *const ifr_time_of_impact_input,
    out: *mut *mut ifr_certificate,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        enter(error, || {
            let out = output(out.cast::<Handle<ifr_certificate>>(), "out")?;
            let input = required(input, "input")?;
            let ([a, b], [ma, mb]) = input.read()?;
            let options = input.read_options()?;
            let (state, settings) = (&mut PairState::default(), &Settings::default());
            let answer =
                time_of_impact(&MovingPair::new(a, &ma, b, &mb), &options, settings, state)
                    .map_err(Fault::input("input"))?;
            let proof = certify_time_of_impact(&MovingPair::new(a, &ma, b, &mb), &options, &answer);
            hand_over(out, proof);
            Ok(())
        })
    }
}

/// Asks what ifr_contains asks and makes the certificate of the answer; as
/// ifr_certificate_of_intersect.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_certificate_of_contains(
    input: *const ifr_intersect_input,
    out: *mut *mut ifr_certificate,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        enter(error, || {
            let out = output(out.cast::<Handle<ifr_certificate>>(), "out")?;
            let ([a, b], [pose_a, pose_b]) = required(input, "input")?.read()?;
            let answer = contains(
                &PosedPair::new(a, &pose_a, b, &pose_b),
                &Settings::default(),
            )
            .map_err(Fault::input("input"))?;
            hand_over(
                out,
                certify_contains(&PosedPair::new(a, &pose_a, b, &pose_b), &answer),
            );
            Ok(())
        })
    }
}

/// Asks what ifr_contact_intervals asks and makes the certificate of the answer; as
/// ifr_certificate_of_intersect. It proves that the bodies are apart outside the intervals, and a
/// contact at the beginning and at the end of every interval that has one. What lies inside an
/// interval is not certified.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_certificate_of_contact_intervals(
    input: *const ifr_time_of_impact_input,
    out: *mut *mut ifr_certificate,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        enter(error, || {
            let out = output(out.cast::<Handle<ifr_certificate>>(), "out")?;
            let input = required(input, "input")?;
            let ([a, b], [ma, mb]) = input.read()?;
            let options = input.read_options()?;
            let mut list = vec![ContactInterval::default(); 16];
            loop {
                let (state, settings) = (&mut PairState::default(), &Settings::default());
                let found = contact_intervals(
                    &MovingPair::new(a, &ma, b, &mb),
                    &options,
                    settings,
                    state,
                    &mut list,
                )
                .map_err(Fault::input("input"))?;
                let whole = found.is_whole();
                list.resize(found.count, ContactInterval::default());
                if whole {
                    break;
                }
            }
            let proof =
                certify_contact_intervals(&MovingPair::new(a, &ma, b, &mb), &options, &list)
                    .map_err(Fault::input("input"))?;
            hand_over(out, proof);
            Ok(())
        })
    }
}

/// Asks what ifr_time_of_exit asks and makes the certificate of the answer; as
/// ifr_certificate_of_intersect. It proves inside up to t_lo, with the verdict inside to the tolerance
/// from there on, and when it leaves a vertex outside at t_hi. *out is NULL, and the status
/// IFR_STATUS_OK, when the answer cannot be proved: containment to a tolerance, or with a negative
/// margin, in an A without volume.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_certificate_of_time_of_exit(
    input: *const ifr_time_of_exit_input,
    out: *mut *mut ifr_certificate,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        enter(error, || {
            let out = output(out.cast::<Handle<ifr_certificate>>(), "out")?;
            let input = required(input, "input")?;
            let ([a, b], [ma, mb]) = input.read()?;
            let options = input.read_options()?;
            let answer = time_of_exit(
                &MovingPair::new(a, &ma, b, &mb),
                &options,
                &Settings::default(),
            )
            .map_err(Fault::input("input"))?;
            if let Some(proof) =
                certify_time_of_exit(&MovingPair::new(a, &ma, b, &mb), &options, &answer)
            {
                hand_over(out, proof);
            }
            Ok(())
        })
    }
}

fn hand_over(out: &mut Handle<ifr_certificate>, proof: Proof) {
    out.0 = Box::into_raw(Box::new(ifr_certificate(proof)));
}

/// Frees a certificate. NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_certificate_destroy(certificate: *mut ifr_certificate) {
    if certificate.is_null() {
        return;
    }
    let free = || {
        // SAFETY: it came from `Box::into_raw` in `hand_over`, and the caller gives up the only
        // claim to it.
        drop(unsafe { Box::from_raw(certificate) });
        Ok(())
    };
    // SAFETY: no error struct.
    unsafe { enter(std::ptr::null_mut(), free) };
}

/// Checks a certificate with code that shares nothing with the queries: integers where the motion
/// is rational, intervals rounded outward where it turns. IFR_STATUS_REJECTED when it does not
/// prove what it claims; the error says why, and which link. Allocates.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_certificate_verify(
    certificate: *const ifr_certificate,
    out: *mut ifr_proved,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        enter(error, || {
            let out = output(out, "out")?;
            let proof = &required(certificate, "certificate")?.0;
            *out = proof.verify().map_err(Fault::Rejected)?.into();
            Ok(())
        })
    }
}

/// Writes a certificate as one line of JSON, for ifr_verify, `interframe verify` and other
/// checkers; docs/CERTIFICATES.md describes it. Every number reads back to the same bits. buffer,
/// capacity and needed as for ifr_intersect_to_json.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_certificate_to_json(
    certificate: *const ifr_certificate,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        enter(error, || {
            let out = text_output(buffer, capacity, needed)?;
            out.write(&required(certificate, "certificate")?.0.to_json())
        })
    }
}

/// Checks a certificate given as the text that ifr_certificate_to_json writes. As
/// ifr_certificate_verify; a text that is no certificate is rejected too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_verify(
    json: *const c_char,
    out: *mut ifr_proved,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        enter(error, || {
            let out = output(out, "out")?;
            let proof = Proof::from_json(&text(json, "json")?).map_err(Fault::Rejected)?;
            *out = proof.verify().map_err(Fault::Rejected)?.into();
            Ok(())
        })
    }
}
