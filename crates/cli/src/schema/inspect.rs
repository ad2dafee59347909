//! What `interframe inspect` reads and writes: the convex parts of a mesh, and the report.

use serde_json::{Map, Value, json};

use super::builders::{
    any_of, closed, count, described, flag, id, length, list, number, open, or_null, refer, titled,
    tuple, whole,
};
use super::shapes::scale;

/// The object that `interframe inspect --json` writes.
pub fn report() -> Value {
    let counts = [
        "triangles",
        "vertices",
        "degenerate",
        "duplicate",
        "unused_vertices",
        "open_edges",
        "non_manifold_edges",
        "turned_edges",
        "suspect_numbers",
    ];
    let mut keys: Map<_, _> = counts
        .map(|key| (key.to_owned(), id()))
        .into_iter()
        .collect();
    let rim = described(
        tuple(id(), 2),
        "They are the ends of the first edge with an odd number of triangles.",
    );
    keys.insert("rim".into(), rim);
    let mesh = open(Value::Object(keys), &counts);
    let keys = json!({
        "mesh": mesh,
        "closed": flag(),
        "parts": count(),
        "suspect_numbers_of_parts": count(),
        "undercut_at_most": described(
            or_null(length()),
            "The surface is proved to reach no farther out of the parts; null means no bound.",
        ),
        "undercut_seen": described(
            or_null(length()),
            "A point of the surface is seen to reach so far out.",
        ),
        "overlapping_pairs": count(),
        "deepest_overlap": length(),
        "volume_of_parts": number(),
        "volume_of_mesh": number(),
    });
    whole(keys)
}

/// A file of parts (`.json`).
pub fn parts() -> Value {
    let some = |part: &str| {
        let mut parts = list(refer(part));
        parts["minItems"] = json!(1);
        parts
    };
    let keys = json!({
        "compound": some("cornered_part"),
        "scale": scale(),
        "rounding": {"const": 0},
    });
    any_of([
        titled("A compound", closed(keys, &["compound"])),
        titled("A list of shapes", some("named_part")),
    ])
}
