//! Queries that put their answers through the independent checker before they return them.
//!
//! With the feature `self_check` the crate's root and the C interface have these in place of the plain
//! ones, which they call; nothing of the plain ones is changed by it. An answer that the checker
//! refuses, or that says more than its certificate proves, is a defect of the library: it is withheld,
//! and the query is `Undecided` with [`Reason::Unproved`]. Answers about bodies of several pieces, which no one
//! certificate proves, are returned as they are. Allocates, and costs what a certificate costs.

use crate::advance::impact::{Contact, TimeOfImpact, TimeOfImpactOptions};
use crate::ccd::contact_intervals as all;
use crate::ccd::interval_list::{ContactInterval, ContactIntervals, IntervalList};
use crate::ccd::time_of_impact as first;
use crate::certificate::for_prover::{Value, supports};
use crate::certificate::{Certificate, Contact as Certified, Failure, Proved};
use crate::error::Result;
use crate::motion::pairs::{MovingPair, PosedPair};
use crate::pair::PairState;
use crate::proof::intervals::certify_contact_intervals;
use crate::proof::time_of_impact::certify_time_of_impact;
use crate::proof::verdicts::{certify_interframe, certify_intersect};
use crate::query::interframe as sweeps;
use crate::query::interframe::{Interframe, InterframeOptions};
use crate::query::intersect as rest;
use crate::query::intersect::{IntersectOptions, Intersection};
use crate::verdict::{DecidedBy, Reason, Verdict};

/// Points of bodies that reach no farther are not compared: 2^-30 of that is all but denormal.
const LEAST_REACH: f64 = 1e-298;

/// The checker's result for an answer.
pub type Checked = std::result::Result<Proved, Failure>;

/// An answer of this type, or an undecided one if the checker refused it.
macro_rules! unless_refused {
    ($Answer:ident, $checked:expr, $answer:expr) => {
        match $checked {
            Some(Err(_)) => $Answer {
                verdict: Verdict::Undecided,
                reason: Reason::Unproved,
                plane: None,
                point: None,
                decided_by: DecidedBy::Nothing,
                ..$answer
            },
            _ => $answer,
        }
    };
}

/// [`time_of_impact`](first::time_of_impact), checked; of an `Undecided` answer, its `t_lo`.
///
/// # Errors
/// Those of that query.
pub fn time_of_impact(
    pair: &MovingPair<'_>,
    options: &TimeOfImpactOptions,
    state: &mut PairState,
) -> Result<TimeOfImpact> {
    let answer = first::time_of_impact(pair, options, state)?;
    if pair.has_pieces() {
        return Ok(answer);
    }
    Ok(match check_time_of_impact(pair, options, &answer) {
        Ok(_) => answer,
        Err(_) => TimeOfImpact::undecided(Reason::Unproved, 0.0, 0.0)
            .after(answer.solves, answer.iterations),
    })
}

/// [`contact_intervals`](all::contact_intervals), checked: the times between the intervals, and every
/// contact at which one begins. What is refused leaves one open interval, the whole frame.
///
/// # Errors
/// Those of that query.
pub fn contact_intervals(
    pair: &MovingPair<'_>,
    options: &TimeOfImpactOptions,
    state: &mut PairState,
    out: &mut [ContactInterval],
) -> Result<ContactIntervals> {
    let room = out.len();
    let put = &mut |k: usize, interval| out[k] = interval;
    let list = IntervalList::new(room, put);
    into_list(pair, options, state, list)
}

/// Checks all intervals, also those for which the list has no room, and puts them in the list.
///
/// # Errors
/// Those of the query.
pub fn into_list(
    pair: &MovingPair<'_>,
    options: &TimeOfImpactOptions,
    state: &mut PairState,
    mut list: IntervalList<'_>,
) -> Result<ContactIntervals> {
    let mut found = Vec::new();
    let put = &mut |_, interval| found.push(interval);
    let every = IntervalList::new(usize::MAX, put);
    let answer = all::into_list(pair, options, state, every)?;
    if !pair.has_pieces() && check_contact_intervals(pair, options, &found)?.is_err() {
        found = vec![ContactInterval {
            exit: [0.0, 1.0],
            reason: Reason::Unproved,
            ..ContactInterval::default()
        }];
    }
    (list.solves, list.iterations) = (answer.solves, answer.iterations);
    found.into_iter().for_each(|interval| list.push(interval));
    Ok(list.answer())
}

/// [`interframe`](sweeps::interframe), checked, but for the sweeps that leave vertices out.
///
/// # Errors
/// Those of that query.
pub fn interframe(
    pair: &MovingPair<'_>,
    options: &InterframeOptions,
    state: &mut PairState,
) -> Result<Interframe> {
    let answer = sweeps::interframe(pair, options, state)?;
    if pair.has_pieces() {
        return Ok(answer);
    }
    let checked = check_interframe(pair, options, &answer);
    Ok(unless_refused!(Interframe, checked, answer))
}

/// [`intersect`](rest::intersect), checked.
///
/// # Errors
/// Those of that query.
pub fn intersect(
    pair: &PosedPair<'_>,
    options: &IntersectOptions,
    state: &mut PairState,
) -> Result<Intersection> {
    let answer = rest::intersect(pair, options, state)?;
    if pair.has_pieces() {
        return Ok(answer);
    }
    let checked = check_intersect(pair, &answer);
    Ok(unless_refused!(Intersection, checked, answer))
}

/// Certifies an answer of [`time_of_impact`](first::time_of_impact) and checks what it says against
/// what that proves.
///
/// # Errors
/// [`Failure`] names the condition of `docs/guide/CERTIFICATES.md` that does not hold.
pub fn check_time_of_impact(
    pair: &MovingPair<'_>,
    options: &TimeOfImpactOptions,
    answer: &TimeOfImpact,
) -> Checked {
    let proof = certify_time_of_impact(pair, options, answer);
    let mut claims = vec![
        claim("t_lo", Value::Number(answer.t_lo)),
        claim("t_hi", Value::Number(answer.t_hi)),
        claim("free_from", Value::Number(answer.free_from)),
        target(options),
    ];
    if answer.verdict != Verdict::Undecided {
        claims.push(verdict(answer.verdict));
    }
    if answer.verdict == Verdict::Hit {
        claims.push(claim("contact", kind(answer.contact)));
        claims.push(claim("gap", Value::Number(answer.gap)));
        // Of denormal points too few digits are left to be compared.
        let points = [("point_a", answer.point_a), ("point_b", answer.point_b)];
        let told = (pair.cores())
            .is_some_and(|cores| cores.bodies.iter().any(|body| body.reach() > LEAST_REACH));
        for (key, point) in points.into_iter().filter(|_| told) {
            claims.extend(point.map(|p| claim(key, numbers(p.into()))));
        }
    }
    supports(&proof, &claims)
}

/// Checks an answer of [`contact_intervals`](all::contact_intervals), whose list must be whole.
///
/// # Errors
/// As [`certify_contact_intervals`].
pub fn check_contact_intervals(
    pair: &MovingPair<'_>,
    options: &TimeOfImpactOptions,
    found: &[ContactInterval],
) -> Result<Checked> {
    let proof = certify_contact_intervals(pair, options, found)?;
    let ends = match &proof.certificate {
        Certificate::Intervals(intervals) => &intervals.contacts[..],
        _ => &[],
    };
    let brackets = found.iter().map(|interval| {
        let pair = [interval.enter, interval.exit].map(numbers);
        Value::List(pair.into())
    });
    // The answer says nothing of the gap at an exit: what the certificate has.
    let contacts = found.iter().zip(ends).map(|(interval, ends)| {
        let exit_gap = match &ends.exit {
            Some(Certified::Near { gap, .. }) => Value::Number(*gap),
            _ => Value::Null,
        };
        let gap = match interval.contact {
            Contact::None => Value::Null,
            _ => Value::Number(interval.gap),
        };
        Value::Object(vec![
            claim("contact", kind(interval.contact)),
            claim("gap", gap),
            claim("exit_gap", exit_gap),
        ])
    });
    let claims = [
        claim("intervals", Value::List(brackets.collect())),
        claim("contacts", Value::List(contacts.collect())),
        target(options),
    ];
    Ok(supports(&proof, &claims))
}

/// Checks an answer of [`interframe`](sweeps::interframe); None if it proves nothing.
#[must_use]
pub fn check_interframe(
    pair: &MovingPair<'_>,
    options: &InterframeOptions,
    answer: &Interframe,
) -> Option<Checked> {
    let about = claim("about", Value::Text(answer.about.name().into()));
    let proof = certify_interframe(pair, options, answer)?;
    Some(supports(&proof, &[verdict(answer.verdict), about]))
}

/// Checks an answer of [`intersect`](rest::intersect); None if it is undecided.
#[must_use]
pub fn check_intersect(pair: &PosedPair<'_>, answer: &Intersection) -> Option<Checked> {
    let proof = || certify_intersect(pair, answer);
    (answer.verdict != Verdict::Undecided).then(|| supports(&proof(), &[verdict(answer.verdict)]))
}

fn claim(key: &str, value: Value) -> (String, Value) {
    (key.into(), value)
}

fn verdict(verdict: Verdict) -> (String, Value) {
    claim("verdict", Value::Text(verdict.name().into()))
}

fn target(options: &TimeOfImpactOptions) -> (String, Value) {
    claim(
        "target_separation",
        Value::Number(options.target_separation),
    )
}

fn kind(contact: Contact) -> Value {
    match contact {
        Contact::None => Value::Null,
        contact => Value::Text(contact.name().into()),
    }
}

fn numbers<const N: usize>(list: [f64; N]) -> Value {
    Value::List(list.map(Value::Number).into())
}
