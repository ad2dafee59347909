//! `contact_intervals`: all contacts of a frame, asked, shown and compared.

use interframe::certificate::{self, Certificate, Proof};
use interframe::{
    Contact, ContactInterval, DecidedBy, Motion, MovingPair, PairState, Polytope, Reason, Settings,
    TimeOfImpactOptions, certify_contact_intervals, contact_intervals,
};
use serde_json::{Map, Value, json};

use crate::answer::{Answer, Measure, contact_name, reason_name};
use crate::check::{Mark, mark};
use crate::error::{Result, at_key};
use crate::json::Fields;

/// Asks, with a list that is long enough.
pub fn answer(
    [a, b]: [&Polytope; 2],
    [motion_a, motion_b]: &[Motion; 2],
    options: &TimeOfImpactOptions,
    settings: &Settings,
    certify: bool,
) -> Result<Answer> {
    let mut list = vec![ContactInterval::default(); 16];
    let pair = MovingPair::new(a, motion_a, b, motion_b);
    loop {
        let state = &mut PairState::default();
        let found = contact_intervals(&pair, options, settings, state, &mut list)
            .map_err(at_key("contact_intervals"))?;
        let whole = found.is_whole();
        list.resize(found.count, ContactInterval::default());
        if whole {
            let proof = certify.then(|| certify_contact_intervals(&pair, options, &list));
            let proof = proof.transpose().map_err(at_key("contact_intervals"))?;
            let open = list.iter().find(|i| i.reason != Reason::None);
            return Ok(Answer {
                query: "contact_intervals",
                verdict: found.verdict,
                method: settings.method.solver().name(),
                iterations: found.iterations,
                decided_by: DecidedBy::Nothing,
                reason: open.map_or(Reason::None, |i| i.reason),
                intervals: Some(list),
                measures: target(options),
                proof: proof.map(Box::new),
                ..Answer::default()
            });
        }
    }
}

/// What distance counts as contact, if not 0.
pub fn target(options: &TimeOfImpactOptions) -> Vec<(&'static str, Measure)> {
    let target = options.target_separation;
    match target > 0.0 {
        true => vec![("target_separation", Measure::Length(target))],
        false => Vec::new(),
    }
}

/// The brackets, and what is known of each contact; of the last one of an interval only what was certified.
pub fn put(line: &mut Map<String, Value>, list: &[ContactInterval], proof: Option<&Proof>) {
    let brackets: Vec<_> = list.iter().map(|i| json!([i.enter, i.exit])).collect();
    line.insert("intervals".into(), json!(brackets));
    let exit_gap = |k: usize| match proof.map(|proof| &proof.certificate) {
        Some(Certificate::Intervals(found)) => match found.contacts.get(k)?.exit {
            Some(certificate::Contact::Near { gap, .. }) => Some(gap),
            _ => None,
        },
        _ => None,
    };
    let contact = |(k, interval): (usize, &ContactInterval)| {
        let mut out = Map::new();
        out.insert("contact".into(), json!(contact_name(interval.contact)));
        if interval.contact != Contact::None {
            out.insert("gap".into(), json!(interval.gap));
        }
        if let Some(gap) = exit_gap(k) {
            out.insert("exit_gap".into(), json!(gap));
        }
        if let Some(reason) = reason_name(interval.reason) {
            out.insert("reason".into(), json!(reason));
        }
        Value::Object(out)
    };
    line.insert(
        "contacts".into(),
        list.iter().enumerate().map(contact).collect(),
    );
    if proof.is_some() {
        // Looked at here and there, or not proved to be a contact at all.
        let spans = list.iter().map(|i| match i.contact {
            Contact::None => [i.enter[0], i.exit[1]],
            _ => [i.enter[1], i.exit[0]],
        });
        let spans: Vec<_> = spans.filter(|[from, to]| from < to).collect();
        line.insert("not_certified".into(), json!(spans));
    }
}

pub fn text(list: &[ContactInterval]) -> String {
    let one = |i: &ContactInterval| format!("t {:.9} to {:.9}", i.enter[1], i.exit[0]);
    list.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Compares with `intervals` of `expected`: as many, and each time within `intervals_tol` of the
/// expected bracket.
pub fn check(fields: &Fields<'_>, list: &[ContactInterval]) -> Result<Option<Mark>> {
    let Some(node) = fields.optional("intervals") else {
        return Ok(None);
    };
    let tol = match fields.optional("intervals_tol") {
        Some(node) => node.number()?,
        None => 0.0,
    };
    let expected = node.list()?;
    let mut right = expected.len() == list.len();
    for (node, found) in expected.iter().zip(list) {
        for (node, [low, high]) in node.list()?.iter().zip([found.enter, found.exit]) {
            let [least, most] = node.numbers::<2>()?;
            right &= least - tol <= high && low <= most + tol && high - low <= tol + (most - least);
        }
    }
    let want = format!("{} intervals, each time to {tol}", expected.len());
    Ok(Some(mark(right, &want)))
}
