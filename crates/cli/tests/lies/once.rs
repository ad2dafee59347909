//! What once made a checker accept a lie, refuse the truth, break off or not come back: one line each.

use serde_json::{Value, json};

use crate::worlds::{brick, motion, plane};

fn line(claims: Value, motions: [Value; 2], chain: Value) -> Value {
    let (a, b) = (
        brick([0.0; 3], [3.0, 2.0, 1.0]),
        brick([0.0; 3], [1.0, 0.5, 2.0]),
    );
    let mut line = claims;
    line["proof"] =
        json!({"a": a, "b": b, "placement": {"motions": motions}, "certificate": {"chain": chain}});
    line
}

fn rest(x: f64) -> Value {
    motion([x, 0.0, 0.0], [x, 0.0, 0.0])
}

fn chain(links: Value, contact: Option<Value>) -> Value {
    let mut chain = json!({"separation": 0.0, "from": 0.0, "links": links});
    if let Some(contact) = contact {
        chain["contact"] = contact;
    }
    chain
}

fn near(gap: f64) -> Option<Value> {
    let corner = json!([{"id": 1, "weight": 1.0}]);
    Some(json!({"near": {"t": 0.0, "gap": gap, "a": corner, "b": corner}}))
}

fn hulls(end: Value) -> Value {
    let q = [0.0, 0.0, 0.0, 1.0];
    let turning =
        json!({"start": {"p": [0.0, 0.0, 0.0], "q": q}, "end": end, "pivot": [0.0, 0.0, 0.0]});
    let over = motion([0.0, 3.0, 0.0], [0.0, 3.0, 0.0]);
    let hulls = json!({"motions": [turning, over], "end_q": [q, q], "relative": false});
    json!({"verdict": "separated", "proof": {"a": brick([0.0; 3], [6.0, 0.25, 0.5]), "b": brick([0.0; 3], [1.0; 3]),
        "placement": {"hulls": hulls}, "certificate": {"plane": {"normal": [0.0, 1.0, 0.0]}}}})
}

/// A name, a line, and whether it is true.
pub fn lines() -> Vec<(&'static str, String, bool)> {
    let separated = || json!({"verdict": "separated", "t_lo": 1.0});
    let hit = || json!({"verdict": "hit", "contact": "near", "t_lo": 0.0, "t_hi": 0.0});
    let x_plane = |times| plane(times, [1.0, 0.0, 0.0], [0.0; 3]);
    let apart = line(
        separated(),
        [rest(0.0), rest(9.0)],
        chain(json!([x_plane([0.0, 1.0])]), None),
    )
    .to_string();
    let mut said_gap = hit();
    said_gap["gap"] = json!(0.001);
    let far_gap = line(
        said_gap,
        [rest(0.0), rest(30.0)],
        chain(json!([]), near(64.0)),
    );
    let mut overlap = hit();
    overlap["contact"] = json!("overlap");
    let huge_gap = line(
        overlap,
        [rest(0.0), rest(30.0)],
        chain(json!([]), near(1e250)),
    );
    let balls =
        json!({"balls": {"centers": [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]], "radii": [-4.0, -2.5]}});
    let balls = json!([{"t0": 0.0, "t1": 1.0, "by": balls}]);
    let mut nothing = chain(json!([]), None);
    nothing["from"] = json!(1.0);
    let late =
        json!({"overlap": {"times": [0.625, 0.625], "columns": [{"pair": [0, 7], "weight": 1.0}]}});
    let passing = [rest(0.0), motion([-20.0, 0.0, 0.0], [12.0, 0.0, 0.0])];
    let soon = line(
        json!({"verdict": "hit", "contact": "overlap", "t_lo": 0.75, "t_hi": 0.875}),
        passing,
        chain(
            json!([plane([0.0, 0.5], [-1.0, 0.0, 0.0], [0.0; 3])]),
            Some(late),
        ),
    );
    let q = [0.0, 0.0, 0.6, 0.8];
    let pose = json!({"p": [0.0, 0.0, 0.0], "q": [0.0, 0.0, 0.0, 1.0]});
    let columns = json!({"verdict": "hit", "proof": {"a": [[0.0, 1.0, 2.0]], "b": [[0.0, 1.0, 2.0]],
        "placement": {"poses": [pose, pose]}, "certificate": {"columns": {"pairs": [[0, 0]]}}}});
    let columns = columns.to_string();
    // The plane turns faster than anyone can count; the link needs more looks than there are.
    let spun = |rate: f64, from: f64| {
        let links = json!([
            x_plane([0.0, from]),
            plane([from, 1.0], [0.75, 0.5, 0.0], [0.0, rate, 0.0])
        ]);
        line(separated(), [rest(0.0), rest(9.0)], chain(links, None)).to_string()
    };
    // Two bodies of one motion: their second derivatives cancel but for rounding.
    let wheel = json!({"start": {"p": [0.0, 0.0, 0.0], "q": [0.1, -0.3, 0.5, 0.806_225_774_829_854_9]},
        "end": {"p": [0.0, 0.0, 0.0], "turn": [2.7, -5.1, 3.3]}, "pivot": [0.7, 1.9, -2.3]});
    let alike = json!({"verdict": "separated", "proof": {"a": brick([0.0; 3], [1.0, 2.0, 0.5]),
        "b": brick([7.5, 0.0, 0.0], [0.001, 1.5, 2.5]), "placement": {"motions": [wheel, wheel]},
        "certificate": {"chain": chain(balls_apart(), None)}}});
    // That they meet, and not when.
    let overlap =
        json!({"overlap": {"times": [0.0, 0.0], "columns": [{"pair": [0, 0], "weight": 1.0}]}});
    let mut hit_line = line(
        json!({"verdict": "hit", "about": "motion"}),
        [rest(0.0), rest(0.0)],
        chain(json!([]), Some(overlap)),
    );
    hit_line["proof"]["a"] = json!([[0.0, 0.0, 0.0]]);
    hit_line["proof"]["b"] = json!([[0.0, 0.0, 0.0]]);
    let mut nobody = separated();
    nobody["target_separation"] = json!("0");
    nobody["proof"] = json!({"a": [], "b": [], "placement": {"motions": [rest(0.0), rest(0.0)]},
        "certificate": "empty"});
    // Apart at the end of the frame, which is when the first contact is over.
    let mut at_the_end = chain(json!([x_plane([1.0, 1.0])]), None);
    at_the_end["from"] = json!(1.0);
    let over = |free_from: f64, t_lo: f64| {
        let leaves = [rest(0.0), motion([0.0; 3], [9.0, 0.0, 0.0])];
        let claims = json!({"verdict": "separated", "free_from": free_from, "t_lo": t_lo});
        line(claims, leaves, at_the_end.clone()).to_string()
    };
    let mut far = line(
        separated(),
        [rest(0.0), rest(9.0)],
        chain(json!([x_plane([0.0, 1.0])]), None),
    );
    let mut beyond = |key: &str, value: Value| {
        far[key] = value;
        let text = far.to_string();
        far.as_object_mut().map(|far| far.remove(key));
        text
    };
    let normal = [1.0, 0.0, 0.0];
    let mut false_plane: Value = serde_json::from_str(&apart).expect("a line");
    false_plane["proof"]["certificate"]["chain"]["links"] =
        json!([plane([0.0, 1.0], [0.0, 1.0, 0.0], [0.0; 3])]);
    let ended = |line: &str| {
        format!(
            "{},\"end\":{{\"lines\":0,\"proofs\":0}}}}",
            &line[..line.len() - 1]
        )
    };
    let bare =
        |line: &str| serde_json::from_str::<Value>(line).expect("a line")["proof"].to_string();
    vec![
        ("a true proof beside `end`", ended(&apart), true),
        (
            "a false proof beside `end`",
            ended(&false_plane.to_string()),
            false,
        ),
        ("a proof alone", bare(&apart), true),
        ("a false proof alone", bare(&false_plane.to_string()), false),
        ("apart at the end alone", over(1.0, 1.0), true),
        ("free from after the frame", over(5.0, 1.0), false),
        (
            "free from just after the frame",
            over(1.0_f64.next_up(), 1.0),
            false,
        ),
        ("free from after it ends", over(1.0, 0.5), false),
        (
            "a plane without its offset",
            beyond("plane", json!({"normal": normal})),
            true,
        ),
        (
            "an offset beyond all numbers",
            beyond("plane", json!({"normal": normal, "offset": null})),
            true,
        ),
        (
            "an offset that is no number",
            beyond("plane", json!({"normal": normal, "offset": "0"})),
            false,
        ),
        (
            "points beyond all numbers",
            beyond("point_a", json!([null, 0.5, null])),
            true,
        ),
        (
            "no point at all",
            beyond("point_b", json!([null, null])),
            false,
        ),
        ("apart", apart.clone(), true),
        ("a number as a text", nobody.to_string(), false),
        (
            "free from before the frame",
            {
                let mut early = nobody.clone();
                early["target_separation"] = json!(null);
                early["free_from"] = json!(-1.0);
                early.to_string()
            },
            false,
        ),
        (
            "an end of nothing's closest approach",
            nothing_nearest(&nobody, 0.2),
            false,
        ),
        (
            "the frame's end of nothing's closest approach",
            nothing_nearest(&nobody, 1.0),
            true,
        ),
        (
            "a start in contact denied",
            at_start(&hit_line, false),
            false,
        ),
        ("a start in contact", at_start(&hit_line, true), true),
        (
            "of no time that is said to be free",
            {
                let mut early = hit_line.clone();
                early["free_from"] = json!(-1.0);
                early.to_string()
            },
            false,
        ),
        (
            "the same as a number",
            nobody.to_string().replace("\"0\"", "0"),
            true,
        ),
        ("one motion", alike.to_string(), true),
        ("one point", columns.clone(), true),
        (
            "radii below 0",
            line(separated(), [rest(0.0), rest(0.5)], chain(balls, None)).to_string(),
            false,
        ),
        (
            "a key twice, deep in the proof",
            apart.replace("\"from\":0.0", "\"from\":0.5,\"from\":0.0"),
            false,
        ),
        (
            "a chain of nothing",
            {
                let mut claims = separated();
                claims["free_from"] = json!(1.0);
                line(claims, [rest(0.0), rest(0.0)], nothing).to_string()
            },
            false,
        ),
        (
            "an infinite gap",
            far_gap.to_string().replace("64.0", "Infinity"),
            false,
        ),
        ("a gap larger than the line's", far_gap.to_string(), false),
        (
            "a huge gap on a line that says overlap",
            huge_gap.to_string(),
            false,
        ),
        (
            "an end that the motion has not",
            hulls(json!({"p": [0.0, 0.0, 0.0], "q": q})).to_string(),
            false,
        ),
        (
            "an end that the turn has not",
            hulls(json!({"p": [0.0, 0.0, 0.0], "turn": [0.0, 0.0, 1.25]})).to_string(),
            false,
        ),
        (
            "an id below 0",
            columns.replace("[[0,0]]", "[[-1,-1]]"),
            false,
        ),
        (
            "a number that is none",
            apart.replace("[1.0,0.0,0.0]", "[Infinity,0.0,0.0]"),
            false,
        ),
        ("free until after what is proved", soon.to_string(), false),
        ("a plane that turns too often", spun(1e10, 0.25), false),
        ("a plane that turns hugely", spun(1e85, 0.25), false),
        (
            "a plane that turns hugely from the start",
            spun(3e250, 0.0),
            false,
        ),
    ]
}

/// Links along a wheel's spoke, of one quarter each: the spoke's ball against the hub's.
fn balls_apart() -> Value {
    let by = json!({"balls": {"centers": [[0.0, 0.0, 0.0], [7.5, 0.0, 0.0]], "radii": [2.5, 3.0]}});
    let link = |t0: f64, t1: f64| json!({"t0": t0, "t1": t1, "by": by});
    json!([
        link(0.0, 0.25),
        link(0.25, 0.5),
        link(0.5, 0.75),
        link(0.75, 1.0)
    ])
}

/// The line about an empty body, of another query and with a lower bound, which any is.
fn nothing_nearest(line: &Value, t_hi: f64) -> String {
    let mut line = line.clone();
    (line["query"], line["target_separation"]) = (json!("closest_approach"), json!(null));
    (line["t_lo"], line["t_hi"], line["lower_bound"]) = (json!(0.0), json!(t_hi), json!(7.5));
    line.to_string()
}

fn at_start(line: &Value, initial: bool) -> String {
    let mut line = line.clone();
    line["initial"] = json!(initial);
    line.to_string()
}
