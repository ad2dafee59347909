//! A scene file: bodies, how they move, and their copies.

use interframe::Role;
use serde_json::{Value, json};

use super::builders::{
    any_of, closed, count, count_up_to, described, list, names, number, one_of, positive, refer,
    text,
};
use crate::scene::model::{MAX_BODIES, MAX_FRAMES};

/// A whole scene file.
pub fn schema() -> Value {
    closed(
        json!({
            "name": described(text(), "It is a title for the reader."),
            "frame_s": described(positive(), "It is the length of a frame in seconds."),
            "frames": count_up_to(MAX_FRAMES),
            "gravity": described(refer("vector"), "Bodies with a velocity or a spin get this acceleration."),
            "bodies": described(list(refer("scene_body")), "No two bodies have the same name."),
            "on_hit": described(one_of(["record", "stop"]), "It says what bodies do at a contact."),
        }),
        &["name", "frame_s", "frames", "bodies"],
    )
}

/// Definitions of bodies in a scene.
pub fn definitions() -> Vec<(&'static str, Value)> {
    let vector = || refer("vector");
    let copies = |jitter: Value| {
        closed(
            json!({
                "count": count_up_to(MAX_BODIES),
                "step": vector(),
                "jitter": closed(jitter, &["seed"]),
            }),
            &["count"],
        )
    };
    let seed = count;
    let free = closed(
        body(&[
            ("pose", refer("pose")),
            (
                "velocity",
                described(
                    vector(),
                    "It is the velocity of the pivot in lengths a second.",
                ),
            ),
            (
                "spin",
                described(
                    vector(),
                    "It is the rotation in radians a second, about world axes through the pivot.",
                ),
            ),
            ("copies", refer("copies")),
        ]),
        &["name", "shape", "pose"],
    );
    let keyed = closed(
        body(&[
            (
                "keyframes",
                described(
                    list(refer("pose")),
                    "There is one pose more than there are frames.",
                ),
            ),
            ("copies", refer("copies_of_keyframes")),
        ]),
        &["name", "shape", "keyframes"],
    );
    let still = || json!({"const": 0});
    vec![
        (
            "scene_body",
            described(
                any_of([free, keyed]),
                "A body moves freely from a pose, or through keyframes.",
            ),
        ),
        (
            "copies",
            described(
                copies(json!({
                    "seed": seed(), "position": number(), "velocity": number(), "spin": number(),
                })),
                "Each copy is a `step` farther than the one before, and `jitter` changes each at random.",
            ),
        ),
        (
            "copies_of_keyframes",
            described(
                copies(json!({
                    "seed": seed(), "position": number(), "velocity": still(), "spin": still(),
                })),
                "Bodies on keyframes have no velocity or spin to change.",
            ),
        ),
        (
            "filter",
            described(
                closed(
                    json!({
                        "category": count(),
                        "mask": count(),
                        "group": {"type": "integer", "minimum": i32::MIN, "maximum": i32::MAX},
                    }),
                    &[],
                ),
                "It says which bodies may collide.",
            ),
        ),
    ]
}

/// Keys of every body, and these.
fn body(more: &[(&str, Value)]) -> Value {
    let mut keys = json!({"name": text(), "shape": refer("shape")});
    keys["pivot"] = described(
        refer("vector"),
        "It is a point of the body, in its own frame.",
    );
    for (key, value) in more {
        keys[key] = value.clone();
    }
    keys["role"] = described(one_of(names!(Role)), "A sensor stops nobody.");
    keys["filter"] = refer("filter");
    keys
}
