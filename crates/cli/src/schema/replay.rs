//! A line that `interframe replay` writes: an event of a frame, a change of a motion, or the number of events.

use interframe::{ChangeCause, Contact, Phase, Reason, Verdict};
use serde_json::{Value, json};

use super::builders::{
    any_of, count, count_up_to, described, flag, id, length, names, number, one_of, or_null, refer,
    time, titled, tuple, whole,
};

/// A line that `interframe replay` writes.
pub fn schema() -> Value {
    let line = |title: &str, key: &str, value: Value| {
        titled(title, whole(json!({"frame": count(), key: value})))
    };
    any_of([
        line(
            "An event, in the order of time",
            "event",
            refer("world_event"),
        ),
        line(
            "A change of a motion, in the order of time",
            "change",
            refer("change"),
        ),
        line(
            "The last line of a frame",
            "events",
            described(count(), "It is the number of events."),
        ),
    ])
}

/// Definitions of an event of a world and of what it names.
pub fn definitions() -> Vec<(&'static str, Value)> {
    let body = whole(json!({"index": id(), "generation": id()}));
    let piece = whole(json!({"body": refer("body_id"), "part": id(), "triangle": id()}));
    let key = whole(json!({"a": refer("world_piece"), "b": refer("world_piece")}));
    let change = whole(json!({
        "body": refer("body_id"),
        "t": time(),
        "event": described(count(), "It is the number of the event that caused the change, from 0."),
        "cause": one_of(names!(ChangeCause)),
    }));
    vec![
        (
            "body_id",
            described(
                body,
                "As one number, the id has the index in its lower 32 bits.",
            ),
        ),
        ("world_piece", piece),
        ("pair_key", key),
        ("world_event", event()),
        ("change", change),
    ]
}

fn event() -> Value {
    let point = || or_null(refer("vector"));
    let keys = json!({
        "key": refer("pair_key"),
        "users": described(tuple(count(), 2), "They are the keys that the program gave to A and B."),
        "phase": one_of(names!(Phase)),
        "sensor": flag(),
        "verdict": one_of(names!(Verdict)),
        "reason": one_of(Reason::ALL.iter().map(|reason| reason.name())),
        "t_lo": time(),
        "t_hi": time(),
        "exit": tuple(time(), 2),
        "contact": one_of(Contact::ALL.iter().map(|contact| contact.name())),
        "gap": length(),
        "point_a": point(),
        "point_b": point(),
        "normal": point(),
        "separation_velocity": or_null(number()),
        "order_group": count_up_to(u32::MAX.into()),
    });
    described(
        whole(keys),
        "All keys are there; `none` and null say that there is no value.",
    )
}
