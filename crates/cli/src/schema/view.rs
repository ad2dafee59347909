//! The data of a page that `interframe view` writes.
//!
//! Keys without a value are left out, and later versions may add some. A number that overflows f64 is null.

use serde_json::{Value, json};

use super::builders::{
    any_of, count, described, flag, length, list, number, one_of, open, or_null, positive, refer,
    text, titled, tuple, whole,
};

/// Keys of a page, of which all are there.
pub fn schema() -> Value {
    let views = any_of([
        titled("Bodies in space", space()),
        titled("Polygons", plane()),
        titled("An answer alone", alone()),
    ]);
    whole(json!({
        "view": {"const": "interframe"},
        "version": {"const": 1},
        "title": text(),
        "views": list(views),
    }))
}

/// A position, a direction or a rotation vector of a page.
fn vector() -> Value {
    refer("shown_vector")
}

fn shown() -> Value {
    or_null(number())
}

/// An object with all of these keys, and perhaps some of the others.
fn with(required: Value, others: Value) -> Value {
    let mut object = whole(required);
    if let (Value::Object(all), Value::Object(others)) = (&mut object["properties"], others) {
        all.extend(others);
    }
    object
}

fn space() -> Value {
    with(
        json!({
            "kind": {"const": "space"},
            "name": text(),
            "notes": list(text()),
            "frames": described(count(), "It is 0 if nothing moves."),
            "shapes": list(refer("drawn_shape")),
            "bodies": list(refer("drawn_body")),
            "moves": list(refer("move")),
            "answers": list(refer("shown_answer")),
        }),
        json!({
            "odd": described(list(text()), "The sentences say what is wrong with the file."),
            "frame_s": described(positive(), "It is the length of a frame in seconds."),
        }),
    )
}

fn plane() -> Value {
    let points = || list(refer("shown_point_in_plane"));
    let polygon = whole(json!({"corners": points(), "radius": length()}));
    let step = with(
        json!({"columns": points(), "nearest": refer("shown_point_in_plane")}),
        json!({"support": refer("shown_point_in_plane")}),
    );
    whole(json!({
        "kind": {"const": "plane"},
        "name": text(),
        "query": text(),
        "verdict": text(),
        "entries": refer("entries"),
        "polygons": tuple(polygon, 2),
        "sum": points(),
        "difference": points(),
        "steps": list(step),
    }))
}

fn alone() -> Value {
    whole(json!({
        "kind": {"const": "text"},
        "name": text(),
        "notes": list(text()),
        "query": text(),
        "verdict": text(),
        "entries": refer("entries"),
    }))
}

/// Definitions of bodies, motions, answers and proofs as a page shows them.
pub fn definitions() -> Vec<(&'static str, Value)> {
    let mut entries = open(json!({}), &[]);
    entries["additionalProperties"] = json!(true);
    let shape = whole(json!({
        "origin": vector(),
        "unit": described(positive(), "The points are multiples of it."),
        "points": described(list(shown()), "Each point has three numbers."),
        "triangles": described(list(refer("id")), "Each triangle has three points."),
        "edges": described(list(refer("id")), "Each edge has two points."),
    }));
    let body = with(
        json!({"name": text(), "shape": count(), "pivot": vector()}),
        json!({"fixed": flag(), "sensor": flag(), "clear": flag(), "hull": flag()}),
    );
    let moved = whole(json!({
        "body": count(),
        "from": number(),
        "to": number(),
        "p": vector(),
        "q": refer("quaternion"),
        "way": vector(),
        "turn": vector(),
    }));
    vec![
        ("shown_vector", tuple(shown(), 3)),
        ("shown_point_in_plane", tuple(shown(), 2)),
        (
            "entries",
            described(
                entries,
                "They are the keys of the answer as its file has them.",
            ),
        ),
        ("drawn_shape", shape),
        ("drawn_body", body),
        (
            "move",
            described(
                moved,
                "The pivot moves by `way`, and the body turns by `turn` about it.",
            ),
        ),
        ("shown_answer", answer()),
        ("shown_proof", proof()),
        ("shown_link", link()),
    ]
}

fn answer() -> Value {
    let contact = json!({
        "type": "array", "minItems": 3, "maxItems": 3,
        "prefixItems": [vector(), vector(), shown()],
    });
    let manifold = whole(json!({
        "prediction": length(),
        "normal": or_null(vector()),
        "contacts": described(list(contact), "Each has a point of A, a point of B and the depth."),
    }));
    let plane = json!({
        "type": "array", "minItems": 2, "maxItems": 2, "prefixItems": [vector(), shown()],
    });
    let swept = with(
        json!({
            "verdict": text(),
            "dilation": tuple(shown(), 2),
            "hulls": tuple(or_null(refer("drawn_shape")), 2),
        }),
        json!({"plane": described(plane, "It has a normal and an offset.")}),
    );
    with(
        json!({
            "query": text(),
            "a": count(),
            "b": count(),
            "span": described(tuple(number(), 2), "At these times of the page, t is 0 and 1."),
            "verdict": text(),
            "entries": refer("entries"),
        }),
        json!({
            "seen_by_poses": flag(),
            "manifold": manifold,
            "swept": swept,
            "proof": refer("shown_proof"),
        }),
    )
}

fn proof() -> Value {
    with(
        json!({
            "verdict": text(),
            "certificate": text(),
            "separation": number(),
            "span": tuple(number(), 2),
            "links": list(refer("shown_link")),
        }),
        json!({"refused": described(text(), "It says why the checker refuses the proof.")}),
    )
}

fn link() -> Value {
    let balls = json!({
        "type": "array", "minItems": 2, "maxItems": 2,
        "prefixItems": [tuple(vector(), 2), tuple(shown(), 2)],
    });
    with(
        json!({
            "t0": number(),
            "t1": number(),
            "by": one_of(["plane", "balls", "span"]),
        }),
        json!({
            "normal": vector(),
            "turn": vector(),
            "reach": described(
                list(tuple(shown(), 3)),
                "Each has a time and how far A and B reach along the normal.",
            ),
            "balls": described(balls, "It has the two centres and the two radii."),
        }),
    )
}
