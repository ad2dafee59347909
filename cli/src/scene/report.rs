//! What a run prints: a line for each contact that begins, then the counts.

use std::io::{Result, Write};
use std::time::Duration;

use interframe::case::impact_entries;
use interframe::{TimeOfImpact, Verdict};
use serde_json::{Map, Value, json};

use super::model::{Course, Scene};
use super::simulate::{Contact, Outcome};
use crate::output::{Table, list_text, printable};

/// The table and the summary, for people.
pub fn write_text(
    out: &mut impl Write,
    scene: &Scene,
    outcome: &Outcome,
    time: Duration,
) -> Result<()> {
    let fixed = |course: &Course| matches!(course, Course::Fixed(_));
    let still = scene.bodies.iter().filter(|b| fixed(&b.course)).count();
    writeln!(
        out,
        "{}: {} bodies, {still} of them fixed; {} frames of {:.2} ms\n",
        printable(&scene.name),
        scene.bodies.len(),
        outcome.frames,
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
        table.row([
            frames_text(contact),
            body.to_string(),
            other.to_string(),
            verdict_text(&contact.found),
            format!("{:.6}", contact.found.t_lo),
            contact
                .found
                .point_b
                .as_ref()
                .map_or(String::new(), |point| list_text(point.as_slice())),
            seen.to_string(),
        ]);
    }
    table.write(out)?;
    let counts = Counts::new(outcome);
    writeln!(
        out,
        "\ncontacts that begin: {} hit, {} undecided",
        counts.hits, counts.undecided
    )?;
    writeln!(
        out,
        "a test of the frame poses alone misses {} of the {} hits",
        counts.hits_missed, counts.hits
    )?;
    writeln!(
        out,
        "pairs tested: {} pairs x {} frames = {}, of which {} were proved apart",
        outcome.pairs, outcome.frames, outcome.queries, outcome.proved_apart
    )?;
    writeln!(out, "time: {:.1} ms", time.as_secs_f64() * 1e3)
}

/// One JSON object for each contact, then one with the summary.
pub fn write_json(
    out: &mut impl Write,
    scene: &Scene,
    outcome: &Outcome,
    time: Duration,
) -> Result<()> {
    for contact in &outcome.contacts {
        let found = &contact.found;
        let mut line = Map::new();
        line.insert("frame".into(), json!(contact.frame));
        line.insert("last_frame".into(), json!(contact.last_frame));
        line.insert("a".into(), json!(scene.bodies[contact.a].name));
        line.insert("b".into(), json!(scene.bodies[contact.b].name));
        line.extend(impact_entries(found));
        if let Some(point) = line.get("point_b").cloned() {
            line.insert("point".into(), point);
        }
        line.insert("seen_by_poses".into(), json!(contact.seen_by_poses));
        writeln!(out, "{}", Value::Object(line))?;
    }
    let counts = Counts::new(outcome);
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
        "time_s": time.as_secs_f64(),
    }});
    writeln!(out, "{summary}")
}

/// The names of a contact, a fixed body last.
fn mover_first<'a>(scene: &'a Scene, contact: &Contact) -> (&'a str, &'a str) {
    let (a, b) = (&scene.bodies[contact.a], &scene.bodies[contact.b]);
    match (&a.course, &b.course) {
        (Course::Fixed(_), _) => (&b.name, &a.name),
        _ => (&a.name, &b.name),
    }
}

fn frames_text(contact: &Contact) -> String {
    if contact.frame == contact.last_frame {
        contact.frame.to_string()
    } else {
        format!("{}-{}", contact.frame, contact.last_frame)
    }
}

fn verdict_text(found: &TimeOfImpact) -> String {
    let mut ways = [found.contact.name(), found.reason.name()].into_iter();
    match ways.find(|way| *way != "none") {
        Some(how) => format!("{} ({how})", found.verdict),
        None => found.verdict.to_string(),
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
                (c.found.verdict == Verdict::Hit) == hit && !(missed && c.seen_by_poses)
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
