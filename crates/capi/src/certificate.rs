//! Proofs of answers, as handles and as text, and their independent checker.

use libc::c_char;

use crate::boundary::{destroy, required, text};
use crate::entry::entry;
use crate::mirror::{answers, or_zero};
use crate::text::ifr_text;
use crate::verdict::ifr_verdict;
use interframe::certificate::{Proof, Proved};

/// The proof of an answer: the bodies' vertices, where they are, and planes, columns or a chain of links in time.
/// Immutable: any number of threads may use one at the same time. Made by ifr_certificate_of_..., freed by
/// ifr_certificate_destroy.
pub struct ifr_certificate(pub(crate) Proof);

const _: () = {
    const fn shared_between_threads<T: Send + Sync>() {}
    shared_between_threads::<ifr_certificate>();
};

answers! {
    /// The claims that a certificate proves. All zero, undecided, when it is rejected.
    pub struct ifr_proved from proved: Proved {
        /// Separated or hit; undecided when only a part of the frame was proved free. With containment: hit
        /// when B is inside A, separated when it is not.
        pub verdict: ifr_verdict,
        /// Whether contact_from and contact_to are set: with a hit about a motion.
        pub has_contact: bool = proved.contact.is_some(),
        /// Whether gap is set: with a contact by closest points.
        pub has_gap: bool = proved.gap.is_some(),
        /// Whether it is about B inside A.
        pub containment: bool,
        /// Always 0, so that equal answers are equal bytes.
        pub reserved: u8 = 0,
        /// Start of the time in which the bodies are proved apart by more than separation; 0 if the answer is not about a
        /// motion.
        pub free_from: f64 = proved.free[0],
        /// End of that time, which itself may be the contact; 1 if the answer is not about a motion. With all contacts of a
        /// frame, the time before the first one. With containment, B is inside in this time.
        pub free_to: f64 = proved.free[1],
        /// There is a contact at some time from this one on; with containment, B is outside at this time.
        pub contact_from: f64 = proved.contact.unwrap_or_default()[0],
        /// End of the time in which there is a contact.
        pub contact_to: f64 = proved.contact.unwrap_or_default()[1],
        /// The distance that free and contact speak of: 0, or the target separation, or the target margin.
        pub separation: f64,
        /// At contact_to the distance is at most this.
        pub gap: f64 = or_zero(proved.gap),
        /// Contacts of the frame, certified or not: with the certificate of all contacts.
        pub contacts: u64,
    }
}

/// Frees a certificate. NULL is fine.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_certificate_destroy(certificate: *mut ifr_certificate) {
    // SAFETY: it came from a `Handle`, and the caller gives up the only claim to it.
    unsafe { destroy(certificate) }
}

entry! {
    /// Checks a certificate with code on which no query depends: integers where the motion
    /// is rational, intervals rounded outward where it turns. IFR_STATUS_REJECTED when it does not
    /// prove what it claims; the error says why, and which link. Allocates.
    ifr_certificate_verify(certificate: *const ifr_certificate, out: *mut ifr_proved) = call(out, "out") {
        let proof = &required(certificate, "certificate")?.0;
        Ok(proof.verify()?.into())
    }

    /// Writes a certificate as one line of JSON, for ifr_verify, `interframe verify` and other
    /// checkers; docs/guide/CERTIFICATES.md describes it. A file that holds this line, or several of them, is a whole
    /// proof file. Every number reads back to the same bits.
    ifr_certificate_to_json(certificate: *const ifr_certificate, text: *mut ifr_text) = write_text(text) {
        Ok(required(certificate, "certificate")?.0.to_json())
    }

    /// Checks a certificate given as the text that ifr_certificate_to_json writes. See ifr_certificate_verify; a text that
    /// is no certificate is rejected too.
    ifr_verify(json: *const c_char, out: *mut ifr_proved) = call(out, "out") {
        let proof = Proof::from_json(&text(json, "json")?)?;
        Ok(proof.verify()?.into())
    }
}
