//! A captured frame of a world.

use interframe::case::KINDS;
use interframe::{AdvanceOptions, Mode};
use serde_json::{Map, Value, json};

use super::builders::{
    any_of, closed, count, count_up_to, described, headed, list, named, names, one_of, or_null,
    refer, tuple,
};
use super::case;

/// A captured frame.
pub fn schema() -> Value {
    closed(
        json!({
            "capture": {"const": "frame"},
            "version": {"const": 1},
            "shapes": described(list(refer("hex")), "Each shape is there once, as `SharedBody::to_bytes` writes it."),
            "bodies": described(
                list(headed(count(), count(), 1)),
                "An entry has the id of a body and the number of its shape.",
            ),
            "world": described(refer("hex"), "It is the snapshot of the world before the frame."),
            "motions": described(
                list(headed(count(), refer("motion"), 1)),
                "An entry has the id of a body and its motion in the frame.",
            ),
            "options": options(),
            "responses": described(
                list(tuple(refer("response"), 2)),
                "An entry says what A and B did at a contact.",
            ),
        }),
        &[
            "capture", "version", "shapes", "bodies", "world", "motions", "options",
        ],
    )
}

/// Options of a frame, of which those of its queries are the options of cases.
fn options() -> Value {
    let of_query = |variant: &str| {
        let mut keys = Map::new();
        let kinds = KINDS.iter().filter(|kind| kind.variant == variant);
        for (kind, option) in kinds.flat_map(|kind| kind.options.iter().map(move |o| (kind, o))) {
            let default = &kind.defaults[option.name];
            let value = case::value(option, default);
            // A frame writes what the query chooses as null.
            let value = if default.is_null() {
                or_null(value)
            } else {
                value
            };
            keys.insert(option.name.into(), value);
        }
        closed(Value::Object(keys), &[])
    };
    let defaults = AdvanceOptions::default();
    let mut max_changes = count_up_to(u32::MAX.into());
    max_changes["default"] = json!(defaults.max_changes);
    closed(
        json!({
            "mode": one_of(names!(Mode)),
            "intersect": of_query("Intersect"),
            "time_of_impact": of_query("TimeOfImpact"),
            "budget": count(),
            "max_pairs": count(),
            "max_changes": max_changes,
        }),
        &[],
    )
}

/// The definition of a response.
pub fn definitions() -> Vec<(&'static str, Value)> {
    let vector = || refer("vector");
    let redirect = closed(
        json!({"travel": vector(), "turn": vector(), "pivot": vector()}),
        &["travel", "turn", "pivot"],
    );
    vec![(
        "response",
        described(
            any_of([one_of(["continue", "stop"]), named("redirect", redirect)]),
            "A body goes on, stops, or moves on in another way.",
        ),
    )]
}
