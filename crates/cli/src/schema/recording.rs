//! A line of a recording. Keys and lines that are not listed are allowed, because readers skip them.

use interframe::{Contact, Mode, Phase, Reason, Role, Verdict};
use serde_json::{Map, Value, json};

use super::builders::{
    any_of, count, count_up_to, described, flag, headed, length, list, names, number, one_of, open,
    positive, refer, text, time, titled, tuple,
};

/// A line of a recording.
pub fn schema() -> Value {
    let others = ["recording", "body", "frame", "end"];
    let unknown: Map<_, _> = others
        .iter()
        .map(|key| ((*key).to_owned(), json!(false)))
        .collect();
    any_of([
        titled("The head, which is the first line", head()),
        titled("A body, in the order of their numbers", body()),
        titled("A frame, in the order of their numbers", frame()),
        titled("The last line", end()),
        titled(
            "A line that a reader skips",
            open(Value::Object(unknown), &[]),
        ),
    ])
}

fn head() -> Value {
    open(
        json!({
            "recording": {"const": "interframe"},
            "version": {"const": 1},
            "scene": text(),
            "frame_s": described(positive(), "It is the length of a frame in seconds."),
            "frames": count(),
            "bodies": count(),
            "mode": one_of(names!(Mode).chain(["simulation"])),
        }),
        &[
            "recording",
            "version",
            "scene",
            "frame_s",
            "frames",
            "bodies",
            "mode",
        ],
    )
}

fn body() -> Value {
    let keys = json!({
        "body": count(),
        "name": text(),
        "shape": refer("plain_shape"),
        "shape_of": described(count(), "It is the number of an earlier body of the same shape."),
        "pose": described(refer("pose"), "It is the pose at the start of frame 0."),
        "pivot": refer("vector"),
        "static": flag(),
        "role": one_of(names!(Role)),
    });
    let mut body = open(keys, &["body", "name", "pose"]);
    body["anyOf"] = json!([{"required": ["shape"]}, {"required": ["shape_of"]}]);
    body
}

fn frame() -> Value {
    open(
        json!({
            "frame": count(),
            "poses": described(
                list(headed(count(), number(), 7)),
                "A row has the number of a body, its position and its quaternion at the end of the frame.",
            ),
            "turns": described(
                list(headed(count(), number(), 3)),
                "A row has the number of a body and its rotation vector over the frame.",
            ),
            "stops": described(list(headed(count(), time(), 1)), "A row has the number of a body and the time when it stopped."),
            "events": list(refer("event")),
        }),
        &["frame", "poses", "events"],
    )
}

fn end() -> Value {
    open(
        json!({"end": {"const": true}, "frames": count(), "events": count()}),
        &["end", "frames", "events"],
    )
}

/// Keys of an event, without its bodies.
pub fn event_keys() -> Map<String, Value> {
    let point = || refer("point");
    let keys = [
        ("phase", one_of(names!(Phase))),
        ("verdict", one_of(names!(Verdict))),
        ("reason", one_of(names!(Reason))),
        ("t_lo", time()),
        ("t_hi", time()),
        (
            "exit",
            described(
                tuple(time(), 2),
                "The contact ends at a time between these two.",
            ),
        ),
        ("contact", one_of(names!(Contact))),
        ("gap", length()),
        ("point_a", point()),
        ("point_b", point()),
        ("normal", point()),
        ("separation_velocity", number()),
        ("sensor", flag()),
        (
            "order_group",
            described(
                count_up_to(u32::MAX.into()),
                "The order of events of one group is not known.",
            ),
        ),
        (
            "parts",
            described(
                tuple(tuple(refer("id"), 2), 2),
                "It has the part and the triangle of A and of B.",
            ),
        ),
    ];
    let keys = keys.map(|(key, kind)| (key.to_owned(), kind));
    keys.into_iter().collect()
}

/// The definition of an event.
pub fn definitions() -> Vec<(&'static str, Value)> {
    let mut keys = Map::new();
    keys.insert("a".into(), count());
    keys.insert("b".into(), described(count(), "It is above `a`."));
    keys.extend(event_keys());
    let event = open(
        Value::Object(keys),
        &["a", "b", "phase", "verdict", "t_lo", "t_hi", "order_group"],
    );
    vec![(
        "event",
        described(
            event,
            "The phase of a contact begins at a time from `t_lo` to `t_hi`.",
        ),
    )]
}
