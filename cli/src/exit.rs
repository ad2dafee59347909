//! `contains` over a motion: until when B stays inside A, read, asked and shown.

use interframe::certificate::{Certificate, Exit};
use interframe::{
    DecidedBy, ExitVerdict, Motion, MovingPair, Polytope, PosedPair, Settings, TimeOfExitOptions,
    Verdict, certify_time_of_exit, contains, time_of_exit,
};

use crate::answer::{Answer, Measure};
use crate::error::{Problem, Result, at_key};
use crate::json::Fields;

/// Keys that only motions take.
const OPTIONS: [&str; 3] = ["tolerance", "target_margin", "budget"];

/// Whether a `contains` case is about motions.
pub fn is_about_motions(fields: &Fields<'_>) -> Result<bool> {
    let given = |keys: &[&'static str]| {
        let found = keys.iter().filter_map(|key| fields.optional(key));
        found.map(|node| node.key).next()
    };
    let motions = given(&["motion_a", "motion_b"]);
    let stray = match motions {
        Some(_) => given(&["pose_a", "pose_b"]),
        None => given(&OPTIONS),
    };
    match stray {
        None => Ok(motions.is_some()),
        Some(key) => Err(Problem::Invalid {
            key,
            message: match motions {
                Some(_) => "a case has poses or motions, not both".into(),
                None => "only motions have this".into(),
            },
        }),
    }
}

/// What counts as outside. Numbers out of range are named with their key.
pub fn read_options(fields: &Fields<'_>) -> Result<TimeOfExitOptions> {
    let mut options = TimeOfExitOptions::default();
    if let Some(node) = fields.optional("tolerance") {
        options.tolerance = Some(node.number()?);
        options.validate().map_err(at_key(&node.key))?;
    }
    if let Some(node) = fields.optional("target_margin") {
        options.target_margin = node.number()?;
    }
    if let Some(node) = fields.optional("budget") {
        // More than that many looks are never made.
        options.budget = u32::try_from(node.count()?).unwrap_or(u32::MAX);
        options.validate().map_err(at_key(&node.key))?;
    }
    Ok(options)
}

/// Its verdict reads as Hit for inside, Separated for not inside, as that of `contains` does.
pub fn answer(
    [a, b]: [&Polytope; 2],
    [motion_a, motion_b]: &[Motion; 2],
    options: &TimeOfExitOptions,
    settings: &Settings,
    certify: bool,
) -> Result<Answer> {
    let pair = MovingPair::new(a, motion_a, b, motion_b);
    let found = time_of_exit(&pair, options, settings);
    let found = found.map_err(at_key("method"))?;
    let start = PosedPair::new(a, motion_a.start(), b, motion_b.start());
    let start = contains(&start, settings);
    let start = start.map_err(at_key("method"))?;
    let proof = certify
        .then(|| certify_time_of_exit(&pair, options, &found))
        .flatten();
    let mut measures = vec![
        ("t_lo", Measure::Length(found.t_lo)),
        ("t_hi", Measure::Length(found.t_hi)),
    ];
    if let Some(margin) = start.margin {
        measures.push(("margin", Measure::Length(margin)));
    }
    if options.target_margin != 0.0 {
        measures.push(("target_margin", Measure::Length(options.target_margin)));
    }
    if let Some(Certificate::Exit(Exit {
        held: Some(held), ..
    })) = proof.as_ref().map(|proof| &proof.certificate)
    {
        measures.push(("tolerance", Measure::Length(held.beyond)));
    }
    if let Some(vertex) = found.vertex {
        let place = b.source_index(vertex as usize) as f64;
        measures.push(("depth", Measure::Length(found.depth)));
        measures.push(("vertex", Measure::Length(place)));
    }
    let vectors = [("point", found.point), ("normal", found.normal)].into_iter();
    measures.extend(vectors.filter_map(|(key, v)| Some((key, Measure::Vector(v?)))));
    Ok(Answer {
        query: "contains",
        verdict: match found.verdict {
            ExitVerdict::Inside => Verdict::Hit,
            ExitVerdict::Leaves => Verdict::Separated,
            _ => Verdict::Undecided,
        },
        method: "time_of_exit",
        iterations: found.looks,
        decided_by: DecidedBy::Nothing,
        reason: found.reason,
        proof: proof.map(Box::new),
        measures,
        ..Answer::default()
    })
}
