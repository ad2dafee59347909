//! Lies about rest poses, hulls and lists, and about any line.

use serde_json::{Value, json};

use crate::kinds::{Kind, kind, placed, says, with};

const POSED: &[&str] = &["posed apart", "posed hit"];
const HULLS: &[&str] = &["fall, hulls", "lists", "posed", "posed apart", "posed hit"];
const MOTIONS: &[&str] = &[
    "last place",
    "carousel",
    "balls",
    "fall",
    "meeting",
    "spinning",
    "blades",
    "leaving",
];
const NORMAL: &str = "/proof/certificate/plane/normal";
const PLACEMENT: &str = "/proof/placement/hulls";

pub const KINDS: &[Kind] = &[
    Kind::new("apart by a last place, or touching", POSED, |t, _| {
        placed(t)
    }),
    Kind::new("bodies swapped under a plane", HULLS, |t, _| {
        let (a, b) = (t.line.pointer("/proof/a")?, t.line.pointer("/proof/b")?);
        let mut line = with(t, [("/proof/a", b.clone()), ("/proof/b", a.clone())])?;
        line.pointer(NORMAL)?;
        match line.pointer_mut("/proof/placement")? {
            Value::String(_) => {}
            placement => placement.get_mut("poses")?.as_array_mut()?.reverse(),
        }
        // Without what the line says of the plane, the proof stands alone.
        line["plane"] = Value::Null;
        Some(line)
    }),
    Kind::new("the plane's other side", HULLS, |t, _| {
        let normal: [f64; 3] = serde_json::from_value(t.line.pointer(NORMAL)?.clone()).ok()?;
        with(t, [(NORMAL, json!(normal.map(|x| -x)))])
    }),
    Kind::new("a plane without a normal", HULLS, |t, _| {
        with(t, [(NORMAL, json!([0.0, -0.0, 0.0]))])
    }),
    Kind::new("the line's plane is another", HULLS, |t, _| {
        // The other side.
        matches!(kind(&t.line)?, "plane" | "span").then_some(())?;
        let mut line = t.line.clone();
        let plane = line.get_mut("plane")?.as_object_mut()?;
        plane.remove("spanned_by");
        let normal: [f64; 3] = serde_json::from_value(plane["normal"].clone()).ok()?;
        plane.insert("normal".into(), json!(normal.map(|x| -x)));
        Some(line)
    }),
    Kind::new("the line's plane is spanned by nothing", HULLS, |t, rng| {
        matches!(kind(&t.line)?, "plane" | "span").then_some(())?;
        let pairs = rng
            .pick(&[
                json!([]),
                json!([[0, 0], [0, 0], [0, 0], [0, 0]]),
                json!([[4_000, 0]]),
            ])
            .clone();
        let normal = t.line.pointer("/plane/normal")?.clone();
        Some(says(
            t,
            [(
                "plane",
                json!({"normal": normal, "offset": 0.0, "spanned_by": pairs}),
            )],
        ))
    }),
    Kind::new(
        "no pairs, or too many",
        &["posed", "posed apart", "posed hit", "lists", "fall, hulls"],
        |t, rng| {
            let kind = kind(&t.line)?;
            let pairs = if rng.flip() {
                json!([])
            } else {
                json!([[0, 0], [0, 0], [0, 0], [0, 0], [0, 0]])
            };
            with(t, [(&format!("/proof/certificate/{kind}/pairs"), pairs)])
        },
    ),
    Kind::new("a pair that is not there", HULLS, |t, rng| {
        let kind = kind(&t.line)?;
        let at = format!("/proof/certificate/{kind}/pairs/0/{}", rng.below(2));
        with(
            t,
            [(
                &at,
                rng.pick(&[
                    json!(4_000),
                    json!(-1),
                    json!(0.0),
                    json!(4_294_967_296u64),
                    json!("0"),
                ])
                .clone(),
            )],
        )
    }),
    Kind::new(
        "columns that prove a plane, a plane that proves a hit",
        HULLS,
        |t, _| {
            let mut line = t.line.clone();
            let pairs = line.pointer("/proof/certificate/columns/pairs");
            match pairs.cloned() {
                Some(pairs) => {
                    (pairs.as_array()?.len() < 4).then_some(())?;
                    line["proof"]["certificate"] = json!({"span": {"pairs": pairs}});
                    line["verdict"] = json!("separated");
                }
                None => {
                    let pairs = line.pointer("/proof/certificate/span/pairs")?.clone();
                    line["proof"]["certificate"] = json!({"columns": {"pairs": pairs}});
                    line["verdict"] = json!("hit");
                }
            }
            Some(line)
        },
    ),
    // Hulls.
    Kind::new("hulls as the world sees them", &["abreast"], |t, _| {
        with(t, [(&format!("{PLACEMENT}/relative"), json!(false))])
    }),
    Kind::new("an end that the motion has not", &["abreast"], |t, rng| {
        let body = rng.below(2);
        let at = format!("{PLACEMENT}/end_q/{body}");
        let q: [f64; 4] = serde_json::from_value(t.line.pointer(&at)?.clone()).ok()?;
        let by_turn = t
            .line
            .pointer(&format!("{PLACEMENT}/motions/{body}/end/turn"))
            .is_some();
        let h = 1e-13;
        let lie = match rng.below(4) {
            0 => [0.0, 0.0, 0.0, 1.0],
            1 => [q[0], q[1], -q[2], q[3]],
            2 => [q[0], q[1], q[2] + h * q[3], q[3] - h * q[2]],
            _ if by_turn => return None,
            _ => [q[0], q[1], q[2].next_up(), q[3]],
        };
        with(t, [(&at, json!(lie))])
    }),
    Kind::new(
        "about the motion, by a hull",
        &["abreast", "lists", "fall, hulls"],
        |t, _| (t.line["about"] == "hull").then(|| says(t, [("about", json!("motion"))])),
    ),
    Kind::new("about a hull, by a motion", MOTIONS, |t, _| {
        Some(says(t, [("about", json!("hull"))]))
    }),
    // Any.
    Kind::new("the other verdict", &[], |t, _| {
        let other = match t.line["verdict"].as_str()? {
            "separated" => "hit",
            "hit" => "separated",
            "inside" => "not_inside",
            "not_inside" => "inside",
            _ => return None,
        };
        Some(says(t, [("verdict", json!(other))]))
    }),
    Kind::new(
        "a verdict of the other kind of query, or none",
        &[],
        |t, rng| {
            let said = t.line["verdict"].as_str()?;
            let contains = matches!(said, "inside" | "not_inside");
            let other = match (said, contains) {
                _ if rng.flip() => "maybe",
                ("undecided", _) => "Undecided",
                (_, true) => "separated",
                (_, false) => "inside",
            };
            Some(says(t, [("verdict", json!(other))]))
        },
    ),
    Kind::new("a claim that is no value of its kind", &[], |t, rng| {
        let known: &[(&str, Value)] = &[
            ("verdict", json!(1)),
            ("verdict", json!(["hit"])),
            ("about", json!(true)),
        ];
        let (key, value) = rng.pick(known).clone();
        Some(says(t, [(key, value)]))
    }),
    Kind::new("a time that is no number", MOTIONS, |t, rng| {
        let value = rng
            .pick(&[json!("0"), json!([0.0]), json!({}), json!(true)])
            .clone();
        let key = if t.line["intervals"].is_array() {
            "intervals"
        } else {
            *rng.pick(&["t_lo", "t_hi"])
        };
        // A list is what intervals are.
        (key != "intervals" || !value.is_array()).then(|| says(t, [(key, value)]))
    }),
    Kind::new("a claim about something else", &[], |t, rng| {
        let claims: &[&str] = match kind(&t.line)? {
            "chain" => &["intervals", "contacts", "target_margin", "depth"],
            "intervals" => &["t_lo", "point_a", "initial", "depth"],
            "exit" => &[
                "about",
                "free_from",
                "contact",
                "gap",
                "target_separation",
                "intervals",
            ],
            "empty" => return None,
            _ => &[
                "t_lo",
                "t_hi",
                "free_from",
                "gap",
                "target_separation",
                "contacts",
                "depth",
                "target_margin",
            ],
        };
        Some(says(t, [(*rng.pick(claims), json!(0.0))]))
    }),
    Kind::new(
        "a target that is not the proof's",
        &[
            "last place",
            "carousel",
            "balls",
            "fall",
            "blades",
            "spinning",
        ],
        |t, rng| {
            Some(says(
                t,
                [(
                    "target_separation",
                    json!(*rng.pick(&[5e-324, 1.0, -1.0, 1e300])),
                )],
            ))
        },
    ),
    Kind::new("one body less", &[], |t, rng| {
        // A vertex list without entries is proved by `empty` alone, or is inside.
        let body = *rng.pick(&["a", "b"]);
        let contains = matches!(kind(&t.line)?, "inside" | "outside" | "exit");
        let empty = kind(&t.line)? == "empty";
        // Of a curved body there is none to take.
        let none = t.line["proof"][body] == json!([]);
        (!(none || empty || contains && body == "b")).then_some(())?;
        with(t, [(&format!("/proof/{body}"), json!([]))])
    }),
    Kind::new("an empty body that is not", &[], |t, _| {
        (t.line["proof"]["a"] != json!([]) && t.line["proof"]["b"] != json!([])).then_some(())?;
        with(t, [("/proof/certificate", json!("empty"))])
    }),
    Kind::new("the certificate of another placement", &[], |t, _| {
        let placement = t.line.pointer("/proof/placement")?;
        (kind(&t.line)? != "empty").then_some(())?;
        let motions = placement.get("motions").is_some();
        let pose = json!({"p": [0.0, 0.0, 0.0], "q": [0.0, 0.0, 0.0, 1.0]});
        let other = if motions {
            json!({"poses": [pose, pose]})
        } else {
            json!({"motions": [{"start": pose, "end": pose, "pivot": [0.0, 0.0, 0.0]}, {"start": pose, "end": pose, "pivot": [0.0, 0.0, 0.0]}]})
        };
        with(t, [("/proof/placement", other)])
    }),
    Kind::new("a name that nobody has", &[], |t, rng| {
        with(
            t,
            [(
                &format!("/proof/{}", rng.pick(&["a", "b"])),
                json!("nobody"),
            )],
        )
    }),
    Kind::new("a quaternion too long or too short", &[], |t, rng| {
        let places = [
            "/proof/placement/poses/0/q",
            "/proof/placement/motions/0/start/q",
            "/proof/placement/hulls/motions/1/start/q",
        ];
        let at = places.into_iter().find(|at| t.line.pointer(at).is_some())?;
        let q: [f64; 4] = serde_json::from_value(t.line.pointer(at)?.clone()).ok()?;
        let factor = *rng.pick(&[0.997, 1.003, 0.0, 1e200, 1e-200, 2.0]);
        with(t, [(at, json!(q.map(|x| factor * x)))])
    }),
    Kind::new("half a turn, by its end", MOTIONS, |t, rng| {
        let at = format!("/proof/placement/motions/{}", rng.below(2));
        let motion = t.line.pointer(&at)?;
        let (p, q) = (motion.pointer("/end/p")?, motion.pointer("/start/q")?);
        let q: [f64; 4] = serde_json::from_value(q.clone()).ok()?;
        // A right angle in four dimensions, exactly.
        let end = json!({"p": p, "q": [q[1], -q[0], q[3], -q[2]]});
        with(t, [(&format!("{at}/end"), end)])
    }),
    Kind::new("an end by both, or neither", MOTIONS, |t, rng| {
        let at = format!("/proof/placement/motions/{}", rng.below(2));
        let mut line = t.line.clone();
        let end = line.pointer_mut(&at)?["end"].as_object_mut()?;
        match rng.flip() {
            true => {
                end.insert("q".into(), json!([0.0, 0.0, 0.0, 1.0]));
                end.insert("turn".into(), json!([0.0, 0.0, 0.0]));
            }
            false => end.retain(|key, _| key == "p"),
        }
        Some(line)
    }),
    Kind::new(
        "a vertex moved to the other body",
        &["carousel"],
        |t, rng| {
            let mut line = t.line.clone();
            let other = line["proof"]["b"][rng.below(8)].clone();
            line["proof"]["a"].as_array_mut()?[rng.below(8)] = other;
            Some(line)
        },
    ),
];
