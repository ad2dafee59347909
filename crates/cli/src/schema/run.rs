//! A line that `interframe run --json` writes: a contact that begins, or the summary of the run.

use interframe::{Mode, Reason, Verdict};
use serde_json::{Map, Value, json};

use super::answer::{QUERIES, kind};
use super::builders::{
    any_of, count, described, flag, length, names, one_of, open, refer, text, time, titled, tuple,
    whole,
};
use super::recording::event_keys;

/// Keys of the summary that are counts.
const COUNTS: [&str; 15] = [
    "frames",
    "bodies",
    "hits",
    "undecided",
    "hits_missed_by_poses",
    "pairs",
    "queries",
    "proved_apart",
    "boxes_meet",
    "by_state",
    "by_float",
    "by_exact",
    "by_program",
    "by_advance",
    "iterations",
];

/// Keys of the summary that are times, in seconds or milliseconds as their ends say.
const TIMES: [&str; 8] = [
    "time_s",
    "boxes_s",
    "broad_phase_s",
    "narrow_phase_s",
    "events_s",
    "frame_median_ms",
    "frame_p999_ms",
    "frame_slowest_ms",
];

/// A line that `interframe run --json` writes.
pub fn schema() -> Value {
    any_of([
        titled("A contact that begins, in mode first", impact()),
        titled("A contact that begins, in modes all and poses", event()),
        titled("The last line", summary()),
    ])
}

/// Keys of a contact in every mode.
fn contact(mut own: Map<String, Value>, own_required: &[&str]) -> Value {
    let common = [
        (
            "frame",
            described(count(), "The contact begins in this frame."),
        ),
        (
            "last_frame",
            described(count(), "The contact was last seen in this frame."),
        ),
        ("a", described(text(), "It is the name of the body.")),
        ("b", described(text(), "It is the name of the body.")),
        (
            "exit",
            described(
                tuple(time(), 2),
                "The contact ends at a time of `last_frame` between these two.",
            ),
        ),
        ("point", described(refer("point"), "It is `point_b` again.")),
        (
            "seen_by_poses",
            described(
                flag(),
                "It says whether a test of the frame poses finds the contact.",
            ),
        ),
    ];
    own.extend(common.map(|(key, kind)| (key.to_owned(), kind)));
    let common = ["frame", "last_frame", "a", "b", "verdict", "t_lo", "t_hi"];
    let required = [&common, own_required, &["seen_by_poses"]].concat();
    open(Value::Object(own), &required)
}

/// A contact with the keys of its time of impact.
fn impact() -> Value {
    let keys = QUERIES
        .iter()
        .find(|(queries, _)| queries.contains(&"time_of_impact"));
    let (_, keys) = keys.expect("the query is listed");
    // Keys of the other query, and of options that a run does not use.
    let of_others = [
        "distance",
        "error",
        "lower_bound",
        "t",
        "free_from",
        "target_separation",
        "not_certified",
    ];
    let keys = keys.iter().filter(|key| !of_others.contains(*key));
    let mut own: Map<_, _> = keys.map(|key| ((*key).to_owned(), kind(key))).collect();
    own.insert("verdict".into(), one_of(names!(Verdict)));
    own.insert("reason".into(), one_of(names!(Reason)));
    own.insert("iterations".into(), count());
    contact(own, &["iterations", "solves"])
}

/// A contact with the keys of an event of its first frame.
fn event() -> Value {
    contact(event_keys(), &["phase", "order_group"])
}

fn summary() -> Value {
    let mut keys = Map::new();
    keys.insert("scene".into(), text());
    keys.insert("mode".into(), one_of(names!(Mode)));
    keys.insert("solves".into(), count());
    keys.extend(COUNTS.map(|key| (key.to_owned(), count())));
    keys.extend(TIMES.map(|key| (key.to_owned(), length())));
    whole(json!({"summary": whole(Value::Object(keys))}))
}
