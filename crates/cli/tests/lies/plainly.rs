//! Where two readers of the document may differ: a line on each side of what it says, by its conditions.

use serde_json::{Value, json};

use crate::worlds::motion;

const POINT: [[f64; 3]; 1] = [[0.0; 3]];

fn with(mut line: Value, entries: Value) -> Value {
    for (key, value) in entries.as_object().expect("entries") {
        line[key] = value.clone();
    }
    line
}

/// The line with these entries in its proof.
fn in_proof(mut line: Value, entries: Value) -> Value {
    line["proof"] = with(line["proof"].clone(), entries);
    line
}

/// Two points at rest, B on the x axis.
fn posed(x: f64, certificate: Value) -> Value {
    let pose = |x: f64| json!({"p": [x, 0.0, 0.0], "q": [0.0, 0.0, 0.0, 1.0]});
    let placement = json!({"poses": [pose(0.0), pose(x)]});
    json!({"proof": {"a": POINT, "b": POINT, "placement": placement, "certificate": certificate}})
}

/// Proof over the frame of bodies that one link keeps apart.
fn moving(separation: f64, by: Value) -> Value {
    let at = |x: f64| motion([x, 0.0, 0.0], [x, 0.0, 0.0]);
    let links = json!([{"t0": 0.0, "t1": 1.0, "by": by}]);
    let chain = json!({"separation": separation, "from": 0.0, "links": links});
    json!({"proof": {"a": POINT, "b": POINT, "placement": {"motions": [at(0.0), at(9.0)]}, "certificate": {"chain": chain}}})
}

/// Name, line, and whether it is true.
pub fn lines() -> Vec<(&'static str, String, bool)> {
    let plane = || json!({"plane": {"normal": [1.0, 0.0, 0.0]}});
    let met = || posed(0.0, json!({"columns": {"pairs": [[0, 0]]}}));
    let farther = || {
        posed(
            9.0,
            json!({"farther": {"distance": 1.0, "normal": [1.0, 0.0, 0.0]}}),
        )
    };
    let by_plane = |separation: f64| {
        let plane = json!({"normal": [1.0, 0.0, 0.0], "turn": [0.0, 0.0, 0.0], "bound": 0.0});
        moving(separation, json!({"plane": plane}))
    };
    let spanned = |pair: [u32; 2]| {
        let plane = json!({"normal": [1.0, 0.0, 0.0], "spanned_by": [pair]});
        with(by_plane(0.0), json!({"plane": plane}))
    };
    let turning = |pair: [u32; 2]| {
        let mut line = moving(0.0, json!({"span": {"pairs": [pair]}}));
        line["proof"]["b"] = json!([[0.5, 0.0, 0.0]]);
        let end = json!({"p": [9.0, 0.0, 0.0], "turn": [0.0, 0.0, 0.1]});
        line["proof"]["placement"]["motions"][1]["end"] = end;
        line
    };
    let nested = |depth: usize| {
        let note = (0..depth).fold(json!(0), |inner, _| json!([inner]));
        with(met(), json!({"note": note}))
    };
    let turned = |x: f64, w: f64| {
        let mut line = posed(9.0, plane());
        line["proof"]["placement"]["poses"][0]["q"] = json!([x, 0.0, 0.0, w]);
        line
    };
    let overlap = |late: Value| {
        let column = with(json!({"pair": [0, 0], "weight": 1.0}), late);
        let contact = json!({"overlap": {"times": [0.0, 0.0], "columns": [column]}});
        let chain = json!({"separation": 0.0, "from": 0.0, "links": [], "contact": contact});
        let at = motion([0.0; 3], [0.0; 3]);
        let placement = json!({"motions": [at, at]});
        in_proof(
            met(),
            json!({"placement": placement, "certificate": {"chain": chain}}),
        )
    };
    let lines = [
        ("C2: 32 lists in a line", nested(32), true),
        ("C2: 33 lists in a line", nested(33), false),
        (
            "C6: radii of 0",
            in_proof(met(), json!({"radii": [0.0, 0.0]})),
            true,
        ),
        (
            "C6: shapes of hulls",
            in_proof(met(), json!({"shapes": ["hull", "hull"]})),
            true,
        ),
        (
            "C6: radii of null",
            in_proof(met(), json!({"radii": null})),
            false,
        ),
        ("C6: not late", overlap(json!({"late": false})), true),
        (
            "C6: null is not late",
            overlap(json!({"late": null})),
            false,
        ),
        (
            "C20: below the least norm by less than f64 tells",
            turned(1.166_525_503_102_184_5e-8, 0.998_999_499_499_374),
            false,
        ),
        (
            "C20: below the largest norm by less than f64 tells",
            turned(1.952_197_976_462_144_7e-8, 1.001_049_449_328_053_7),
            true,
        ),
        (
            "C53: a vertex at the end of a body that turns",
            turning([1, 1]),
            false,
        ),
        ("C53: a vertex at its start", turning([0, 0]), true),
        (
            "C90: information of any kind",
            with(met(), json!({"error": "x", "point": 7})),
            true,
        ),
        (
            "C90: a claim of another kind",
            with(by_plane(0.0), json!({"error": "x"})),
            false,
        ),
        (
            "C90: a point that is not compared",
            with(by_plane(0.0), json!({"point_a": [7, 7, 7]})),
            true,
        ),
        (
            "C90: and is none",
            with(by_plane(0.0), json!({"point_a": [7, 7]})),
            false,
        ),
        (
            "C97: an error is a claim",
            with(by_plane(0.5), json!({"error": 1.0})),
            false,
        ),
        (
            "C97: a point is none",
            with(by_plane(0.5), json!({"point": [0, 0, 0]})),
            true,
        ),
        (
            "C97: an error with its separation",
            with(
                by_plane(0.5),
                json!({"error": 1.0, "target_separation": 0.5}),
            ),
            true,
        ),
        (
            "C99: A's vertex is at the time of B's",
            spanned([0, 1]),
            true,
        ),
        ("C99: both at the end", spanned([1, 1]), true),
        ("C99: A's vertex at another time", spanned([1, 0]), false),
        (
            "C102: a distance of `within`",
            with(farther(), json!({"query": "within", "distance": 1.0})),
            true,
        ),
        (
            "C102: a safety distance of `within`",
            with(
                farther(),
                json!({"query": "within", "safety_distance": 1.0}),
            ),
            false,
        ),
        (
            "C102: a safety distance of `cuboid_separation`",
            with(
                farther(),
                json!({"query": "cuboid_separation", "safety_distance": 1.0}),
            ),
            true,
        ),
        (
            "C102: a distance of `cuboid_separation`",
            with(
                farther(),
                json!({"query": "cuboid_separation", "distance": 1.0}),
            ),
            false,
        ),
        (
            "C102: a distance of no query",
            with(farther(), json!({"distance": 1.0})),
            false,
        ),
    ];
    lines
        .map(|(name, line, is_true)| (name, line.to_string(), is_true))
        .to_vec()
}
