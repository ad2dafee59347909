//! What a run prints: a line for each contact that begins, then the counts.

use std::io::{Result, Write};
use std::time::Duration;

use interframe::Verdict;
use serde_json::{Map, Value, json};

use super::contacts::{Contact, FoundContact};
use super::model::Scene;
use super::simulate::Outcome;
use crate::args::RunArgs;
use crate::output::{Table, list_text, printable};

/// The table and the summary, for people.
pub fn write_text(
    out: &mut impl Write,
    scene: &Scene,
    outcome: &Outcome,
    time: Duration,
) -> Result<()> {
    let still = scene.bodies.iter().filter(|body| body.is_fixed()).count();
    writeln!(
        out,
        "{}: {}, {still} of them fixed; {} of {:.2} ms\n",
        printable(&scene.name),
        counted(scene.bodies.len() as u64, "body", "bodies"),
        counted(outcome.frames, "frame", "frames"),
        scene.frame_s * 1e3,
    )?;
    let mut table = Table::new(&[
        "frame",
        "body",
        "meets",
        "verdict",
        "t",
        "point",
        "frame poses alone",
    ]);
    for contact in &outcome.contacts {
        let (body, other) = mover_first(scene, contact);
        let seen = if contact.seen_by_poses {
            "see it"
        } else {
            "miss it"
        };
        let point = contact.met.point_b();
        let until = contact.exit.map(|[_, t]| format!(" to {t:.6}"));
        table.row([
            frames_text(contact),
            body.to_string(),
            other.to_string(),
            verdict_text(&contact.met),
            format!("{:.6}{}", contact.met.t_lo(), until.unwrap_or_default()),
            point.map_or(String::new(), |point| list_text(point.as_slice())),
            seen.to_string(),
        ]);
    }
    table.write(out)?;
    let (counts, tested, took) = (Counts::new(outcome), tested_text(outcome), &outcome.took);
    writeln!(
        out,
        "\ncontacts that begin: {} hit, {} undecided\na test of the frame poses alone {}\n\
         pairs tested: {tested}, of which {} were proved apart",
        counts.hits,
        counts.undecided,
        missed_text(&counts),
        outcome.proved_apart
    )?;
    writeln!(
        out,
        "boxes that meet: {}; by state {}, doubles {}, integers {}, programs {}, walks {}",
        took.pairs, took.by_state, took.by_float, took.by_exact, took.by_program, took.by_advance
    )?;
    writeln!(out, "time: {:.1} ms", time.as_secs_f64() * 1e3)?;
    let [median, late, slowest] = frame_times(outcome);
    writeln!(
        out,
        "time: a frame {median:.2} ms (median), {late:.2} ms (99.9%), {slowest:.2} ms (slowest); {:.1} ms boxes, {:.1} ms \
         pairs, {:.1} ms queries, {:.1} ms events",
        took.boxes_s * 1e3,
        took.broad_phase_s * 1e3,
        took.narrow_phase_s * 1e3,
        took.events_s * 1e3
    )
}

/// The command that opens the page of this run. Words with spaces are quoted for a shell.
pub fn write_view_line(out: &mut impl Write, args: &RunArgs) -> Result<()> {
    let program = std::env::args()
        .next()
        .unwrap_or_else(|| "interframe".into());
    let quoted = |word: String| match word.contains([' ', '\'', '"', '$', '\\', '&', ';']) {
        true => format!("'{}'", word.replace('\'', "'\\''")),
        false => word,
    };
    let scene = args.scene.display().to_string();
    let frames = args
        .frames
        .map_or(String::new(), |frames| format!(" --frames {frames}"));
    let line = format!(
        "see it: {} view {}{frames} --open",
        quoted(program),
        quoted(scene)
    );
    writeln!(out, "{}", printable(&line))
}

/// A number with what it counts.
fn counted(number: u64, one: &str, more: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { more })
}

fn missed_text(counts: &Counts) -> String {
    match (counts.hits, counts.hits_missed) {
        (1, 0) => "sees the hit".into(),
        (1, _) => "misses the hit".into(),
        (hits, missed) => format!("misses {missed} of the {hits} hits"),
    }
}

/// Text about the number of tests. Bodies that have stopped are not tested, and those that stop within a frame once more.
fn tested_text(outcome: &Outcome) -> String {
    let (pairs, frames, queries) = (outcome.pairs, outcome.frames, outcome.queries);
    let pairs_text = counted(pairs, "pair", "pairs");
    let frames_text = counted(frames, "frame", "frames");
    match pairs * frames == queries {
        true => format!("{pairs_text} x {frames_text} = {queries}"),
        false => format!("{queries}, of {pairs_text} in {frames_text} as bodies stop"),
    }
}

/// Milliseconds: the median, what 99.9% of the frames stay within, the most.
fn frame_times(outcome: &Outcome) -> [f64; 3] {
    let mut times: Vec<f64> = outcome
        .times
        .iter()
        .map(|t| t.as_secs_f64() * 1e3)
        .collect();
    times.sort_by(f64::total_cmp);
    let at = |part: f64| {
        let place = (part * times.len() as f64).ceil() as usize;
        times.get(place.saturating_sub(1)).copied().unwrap_or(0.0)
    };
    [at(0.5), at(0.999), at(1.0)]
}

/// One JSON object for each contact, then one with the summary.
pub fn write_json(
    out: &mut impl Write,
    scene: &Scene,
    outcome: &Outcome,
    time: Duration,
) -> Result<()> {
    for contact in &outcome.contacts {
        let [a, b] = contact.pair.map(|k| &scene.bodies[k].name);
        let mut line = Map::new();
        line.insert("frame".into(), json!(contact.frame));
        line.insert("last_frame".into(), json!(contact.last_frame));
        line.insert("a".into(), json!(a));
        line.insert("b".into(), json!(b));
        let shapes = contact.pair.map(|k| &scene.bodies[k].shape);
        line.extend(contact.met.entries(shapes, outcome.mode));
        if let Some(exit) = contact.exit {
            line.insert("exit".into(), json!(exit));
        }
        if let Some(point) = line.get("point_b").cloned() {
            line.insert("point".into(), point);
        }
        line.insert("seen_by_poses".into(), json!(contact.seen_by_poses));
        writeln!(out, "{}", Value::Object(line))?;
    }
    let counts = Counts::new(outcome);
    let [median, late, slowest] = frame_times(outcome);
    let summary = json!({"summary": {
        "scene": scene.name,
        "frames": outcome.frames,
        "bodies": scene.bodies.len(),
        "hits": counts.hits,
        "undecided": counts.undecided,
        "hits_missed_by_poses": counts.hits_missed,
        "pairs": outcome.pairs,
        "queries": outcome.queries,
        "proved_apart": outcome.proved_apart,
        "mode": outcome.mode,
        "boxes_meet": outcome.took.pairs,
        "by_state": outcome.took.by_state,
        "by_float": outcome.took.by_float,
        "by_exact": outcome.took.by_exact,
        "by_program": outcome.took.by_program,
        "by_advance": outcome.took.by_advance,
        "iterations": outcome.took.iterations,
        "solves": outcome.took.solves,
        "time_s": time.as_secs_f64(),
        "boxes_s": outcome.took.boxes_s,
        "broad_phase_s": outcome.took.broad_phase_s,
        "narrow_phase_s": outcome.took.narrow_phase_s,
        "events_s": outcome.took.events_s,
        "frame_median_ms": median,
        "frame_p999_ms": late,
        "frame_slowest_ms": slowest,
    }});
    writeln!(out, "{summary}")
}

/// The names of a contact, a fixed body last.
fn mover_first<'a>(scene: &'a Scene, contact: &Contact) -> (&'a str, &'a str) {
    let [a, b] = contact.pair.map(|k| &scene.bodies[k]);
    match a.is_fixed() {
        true => (&b.name, &a.name),
        false => (&a.name, &b.name),
    }
}

fn frames_text(contact: &Contact) -> String {
    if contact.frame == contact.last_frame {
        contact.frame.to_string()
    } else {
        format!("{}-{}", contact.frame, contact.last_frame)
    }
}

fn verdict_text(met: &FoundContact) -> String {
    let mut ways = [met.contact().name(), met.reason().name()].into_iter();
    match ways.find(|way| *way != "none") {
        Some(how) => format!("{} ({how})", met.verdict()),
        None => met.verdict().to_string(),
    }
}

struct Counts {
    hits: usize,
    undecided: usize,
    hits_missed: usize,
}

impl Counts {
    fn new(outcome: &Outcome) -> Self {
        let count = |hit: bool, missed: bool| {
            let is = |c: &&Contact| {
                (c.met.verdict() == Verdict::Hit) == hit && !(missed && c.seen_by_poses)
            };
            outcome.contacts.iter().filter(is).count()
        };
        Counts {
            hits: count(true, false),
            undecided: count(false, false),
            hits_missed: count(true, true),
        }
    }
}
