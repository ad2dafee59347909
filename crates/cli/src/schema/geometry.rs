//! Vectors, poses and motions, as every format has them.

use serde_json::{Value, json};

use super::builders::{any_of, between, closed, described, number, one_of, or_null, refer, tuple};

/// Definitions that several formats refer to.
pub fn definitions() -> Vec<(&'static str, Value)> {
    let vector = || refer("vector");
    let quaternion = || refer("quaternion");
    let pose = closed(json!({"p": vector(), "q": quaternion()}), &["p", "q"]);
    let end_point = closed(json!({"p": vector()}), &["p"]);
    let by_end = closed(
        json!({"start": refer("pose"), "end": refer("pose"), "pivot": vector()}),
        &["start", "end"],
    );
    let by_turn = closed(
        json!({"start": refer("pose"), "end": end_point, "turn": vector(), "pivot": vector()}),
        &["start", "end", "turn"],
    );
    vec![
        ("vector", tuple(number(), 3)),
        (
            "quaternion",
            described(
                tuple(number(), 4),
                "The numbers are x, y, z and w; the length differs from 1 by at most 1e-3.",
            ),
        ),
        (
            "pose",
            described(
                pose,
                "The body's origin is at `p`, and `q` rotates the body.",
            ),
        ),
        (
            "motion",
            described(
                any_of([by_end, by_turn]),
                "The body point `pivot` moves in a straight line. The body turns to `end.q` by the shortest arc, or by \
                 the rotation vector `turn`.",
            ),
        ),
        (
            "point",
            described(
                tuple(coordinate(), 3),
                "It is a point or a direction in the world; a coordinate that overflows f64 is null.",
            ),
        ),
        (
            "coordinates",
            described(
                between(coordinate(), 2, 8),
                "There is a number for each dimension; a coordinate that overflows f64 is null.",
            ),
        ),
        (
            "piece",
            described(
                closed(
                    json!({"part": refer("id"), "triangle": refer("id")}),
                    &["part", "triangle"],
                ),
                "The piece is a part of a compound, or a triangle of a mesh or a height field.",
            ),
        ),
        ("id", super::builders::id()),
        (
            "hex",
            described(
                json!({"type": "string", "pattern": "^([0-9a-fA-F]{2})*$"}),
                "Each byte has two hexadecimal digits.",
            ),
        ),
        ("kind_of_contact", one_of(["overlap", "near"])),
    ]
}

fn coordinate() -> Value {
    or_null(number())
}
