//! Lies about motions: chains, their links and their contacts.

use serde_json::{Value, json};

use crate::kinds::{Kind, contact_time, largest, list, number, placed, says, scaled, unsaid, with};
use crate::worlds::plane;

/// A time on the grid of halves.
const SMALL: f64 = 1.0 / (1u32 << 20) as f64;
const CHAIN: &str = "/proof/certificate/chain";
const LINKS: &str = "/proof/certificate/chain/links";
const APART: &[&str] = &["last place", "carousel", "balls"];
const HITS: &[&str] = &["fall", "meeting", "spinning", "near"];
const NEAR: &str = "/proof/certificate/chain/contact/near";
const OVERLAP: &str = "/proof/certificate/chain/contact/overlap";

fn vector(value: &Value) -> Option<[f64; 3]> {
    serde_json::from_value(value.clone()).ok()
}

pub const KINDS: &[Kind] = &[
    // The positions are others.
    Kind::new(
        "the bodies meet, by last places or once round",
        APART,
        |t, _| placed(t),
    ),
    Kind::new("bodies swapped", APART, |t, _| {
        // A plane has one side; balls need their own radii (5 and 13).
        let (a, b) = (t.line.pointer("/proof/a")?, t.line.pointer("/proof/b")?);
        (t.world != "last place").then_some(())?;
        with(t, [("/proof/a", b.clone()), ("/proof/b", a.clone())])
    }),
    Kind::new("motions swapped", &["last place", "balls"], |t, _| {
        // B's centre of balls stays at a's; a plane's sides change with the pair.
        let mut line = t.line.clone();
        match t.world {
            "balls" => {
                list(&mut line, "/proof/placement/motions")?[1] =
                    line["proof"]["placement"]["motions"][0].clone()
            }
            _ => {
                let (a, b) = (line["proof"]["a"].take(), line["proof"]["b"].take());
                (line["proof"]["a"], line["proof"]["b"]) = (b, a);
                list(&mut line, "/proof/placement/motions")?.swap(0, 1);
            }
        }
        Some(line)
    }),
    // The links.
    Kind::new(
        "a hole of last places over the contact",
        &["last place"],
        |t, rng| {
            let time = t.time?;
            let normal = vector(
                t.line
                    .pointer("/proof/certificate/chain/links/0/by/plane/normal")?,
            )?;
            let ends = *rng.pick(&[
                [time.next_down(), time.next_up()],
                [time.next_down(), time],
                [time, time.next_up()],
                [time - SMALL, time + SMALL],
            ]);
            let links = [
                plane([0.0, ends[0]], normal, [0.0, 0.0, 0.0]),
                plane([ends[1], 1.0], normal, [0.0, 0.0, 0.0]),
            ];
            with(
                t,
                [
                    ("/proof/placement", t.other.clone()?),
                    (LINKS, json!(links)),
                ],
            )
        },
    ),
    Kind::new(
        "a plane valid at both ends only",
        &["last place"],
        |t, rng| {
            let time = t.time?;
            let normal = vector(
                t.line
                    .pointer("/proof/certificate/chain/links/0/by/plane/normal")?,
            )?;
            let d = 0.5f64.powi(rng.integer(2, 30) as i32);
            let cuts = [0.0, time - d, time + d, 1.0];
            let links: Vec<Value> = cuts
                .windows(2)
                .map(|w| plane([w[0], w[1]], normal, [0.0, 0.0, 0.0]))
                .collect();
            with(
                t,
                [
                    ("/proof/placement", t.other.clone()?),
                    (LINKS, json!(links)),
                ],
            )
        },
    ),
    Kind::new(
        "a link left out",
        &["last place", "spinning", "carousel"],
        |t, rng| {
            let mut line = t.line.clone();
            let links = list(&mut line, LINKS)?;
            let at = rng.below(links.len().max(1));
            let begins = if at == 0 {
                0.0
            } else {
                number(&links[at - 1], "/t1")?
            };
            let ends = links
                .get(at + 1)
                .map_or(1.0, |next| next["t0"].as_f64().unwrap_or(1.0));
            // The last before a contact may go: but not for what the line says.
            let said = number(&t.line, "/t_lo").unwrap_or(1.0);
            (at < links.len() && begins < ends.min(said)).then(|| links.remove(at))?;
            Some(line)
        },
    ),
    Kind::new(
        "two links in the wrong order",
        &["last place", "spinning"],
        |t, rng| {
            let mut line = t.line.clone();
            let links = list(&mut line, LINKS)?;
            let at = rng.below(links.len().max(2) - 1);
            let before = if at == 0 {
                0.0
            } else {
                number(&links[at - 1], "/t1")?
            };
            (number(links.get(at + 1)?, "/t0")? > before).then(|| links.swap(at, at + 1))?;
            Some(line)
        },
    ),
    Kind::new(
        "a hole of one last place between two links",
        &["last place", "spinning"],
        |t, rng| {
            let mut line = t.line.clone();
            let links = list(&mut line, LINKS)?;
            let at = rng.below(links.len().max(2) - 1);
            let next = number(links.get(at + 1)?, "/t0")?;
            (next > number(&links[at], "/t0")? && next == number(&links[at], "/t1")?)
                .then_some(())?;
            links[at]["t1"] = json!(next.next_down());
            Some(line)
        },
    ),
    Kind::new("the last link ends a last place early", APART, |t, _| {
        let mut line = t.line.clone();
        list(&mut line, LINKS)?.last_mut()?["t1"] = json!(1f64.next_down());
        Some(line)
    }),
    Kind::new("the first link begins late", APART, |t, rng| {
        let late = *rng.pick(&[5e-324, 1e-300, 1e-16]);
        with(t, [("/proof/certificate/chain/links/0/t0", json!(late))])
    }),
    Kind::new("a link beyond the frame", APART, |t, rng| {
        let mut line = t.line.clone();
        let links = list(&mut line, LINKS)?;
        match rng.flip() {
            true => links.last_mut()?["t1"] = json!(1f64.next_up()),
            false => links[0]["t0"] = json!(-5e-324),
        }
        Some(line)
    }),
    Kind::new("no links at all", APART, |t, _| {
        with(t, [(LINKS, json!([]))])
    }),
    Kind::new("a chain that begins at its end", APART, |t, rng| {
        let mut line = with(
            t,
            [(LINKS, json!([])), (&format!("{CHAIN}/from"), json!(1.0))],
        )?;
        if rng.flip() {
            line["free_from"] = json!(1.0);
        }
        Some(line)
    }),
    Kind::new("free from the contact on", &["last place"], |t, _| {
        let time = t.time?;
        let normal = vector(
            t.line
                .pointer("/proof/certificate/chain/links/0/by/plane/normal")?,
        )?;
        let links = [plane([time.next_up(), 1.0], normal, [0.0, 0.0, 0.0])];
        let from = format!("{CHAIN}/from");
        let edits = [
            ("/proof/placement", t.other.clone()?),
            (LINKS, json!(links)),
            (&from, json!(time.next_up())),
        ];
        let mut line = with(t, edits)?;
        line["free_from"] = json!(time);
        Some(line)
    }),
    Kind::new("`from` outside of the frame", APART, |t, rng| {
        with(
            t,
            [(
                &format!("{CHAIN}/from"),
                json!(*rng.pick(&[-1e-300, 1f64.next_up(), -1.0, 1e300])),
            )],
        )
    }),
    Kind::new("a separation that is not there", &["last place"], |t, _| {
        let vertices: Vec<[f64; 3]> = serde_json::from_value(t.line["proof"]["b"].clone()).ok()?;
        // They are a few last places apart at some time, or farther for the far ends of few.
        let size = vertices
            .iter()
            .flatten()
            .fold(0.0f64, |m, x| m.max(x.abs()));
        let start = vector(t.line.pointer("/proof/placement/motions/1/start/p")?)?;
        let size = start.iter().fold(size, |m, x| m.max(x.abs()));
        let mut line = with(t, [(&format!("{CHAIN}/separation"), json!(size * 1e-3))])?;
        line["target_separation"] = json!(size * 1e-3);
        (size > 0.0).then_some(line)
    }),
    Kind::new("a separation below 0", APART, |t, rng| {
        let below = json!(*rng.pick(&[-5e-324, -1e-9, -1e300]));
        let mut line = with(t, [(&format!("{CHAIN}/separation"), below.clone())])?;
        line["target_separation"] = below;
        Some(line)
    }),
    Kind::new(
        "the plane's other side",
        &["last place", "carousel"],
        |t, _| {
            let at = "/proof/certificate/chain/links/0/by/plane/normal";
            let normal = vector(t.line.pointer(at)?)?;
            with(t, [(at, json!(normal.map(|x| -x)))])
        },
    ),
    Kind::new("no normal", &["last place", "carousel"], |t, rng| {
        let zero = if rng.flip() { 0.0 } else { -0.0 };
        with(
            t,
            [(
                "/proof/certificate/chain/links/0/by/plane/normal",
                json!([zero, zero, zero]),
            )],
        )
    }),
    Kind::new(
        "a plane that turns by more, less, or back",
        &["carousel"],
        |t, rng| {
            // By a relative turn of PI somewhere it has the bodies on the other sides.
            let at = "/proof/certificate/chain/links/0/by/plane/turn";
            let turn = vector(t.line.pointer(at)?)?[2];
            let other = match turn > 1e15 {
                true => *rng.pick(&[0.0, -turn, 2.0 * turn]),
                false => *rng.pick(&[0.0, -turn, turn + 6.4, turn - 6.4]),
            };
            with(t, [(at, json!([0.0, 0.0, other]))])
        },
    ),
    Kind::new(
        "a plane that turns once round",
        &["last place"],
        |t, rng| {
            let normal = vector(
                t.line
                    .pointer("/proof/certificate/chain/links/0/by/plane/normal")?,
            )?;
            let other = rng.direction();
            let [a, b] = [normal, other];
            let axis = [
                a[1] * b[2] - a[2] * b[1],
                a[2] * b[0] - a[0] * b[2],
                a[0] * b[1] - a[1] * b[0],
            ];
            let length = axis.iter().map(|x| x * x).sum::<f64>().sqrt();
            (length > 0.1).then_some(())?;
            let turn = axis.map(|x| x / length * std::f64::consts::TAU);
            with(t, [(LINKS, json!([plane([0.0, 1.0], normal, turn)]))])
        },
    ),
    // Balls.
    Kind::new(
        "a radius a last place too small, or below 0",
        &["balls"],
        |t, rng| {
            let at = format!(
                "/proof/certificate/chain/links/0/by/balls/radii/{}",
                rng.below(2)
            );
            let change: fn(f64) -> f64 =
                *rng.pick(&[f64::next_down as fn(f64) -> f64, |x| -x, |_| 0.0]);
            scaled(t, &at, change)
        },
    ),
    Kind::new(
        "a radius so large that the balls meet",
        &["balls"],
        |t, rng| {
            let at = format!(
                "/proof/certificate/chain/links/0/by/balls/radii/{}",
                rng.below(2)
            );
            scaled(t, &at, |x| x.next_up() * (1.0 + 1e-14))
        },
    ),
    Kind::new("a centre moved", &["balls"], |t, rng| {
        // A's body has a vertex at distance 5 in two directions, B's likewise at 13.
        let at = format!(
            "/proof/certificate/chain/links/0/by/balls/centers/{}/0",
            rng.below(2)
        );
        with(t, [(&at, json!(*rng.pick(&[1.0, 1e-3])))])
    }),
    // Contacts.
    Kind::new("a contact of another time", &["fall"], |t, rng| {
        let time = t.time?;
        let other = loop {
            let other = rng.unit();
            if (other - time).abs() > 1e-2 {
                break other;
            }
        };
        let mut line = with(t, [(LINKS, json!([]))])?;
        (line["t_lo"], line["t_hi"]) = (json!(0.0), json!(1.0));
        if line.pointer(OVERLAP).is_some() {
            *line.pointer_mut(&format!("{OVERLAP}/times"))? = json!([other, other]);
        } else {
            *line.pointer_mut(&format!("{NEAR}/t"))? = json!(other);
        }
        Some(line)
    }),
    Kind::new(
        "a contact between times when it is past",
        &["fall"],
        |t, rng| {
            let times = [t.time? + 1e-9, t.time? + 1e-3];
            let times = if rng.flip() {
                times
            } else {
                times.map(|x| 2.0 * t.time.unwrap_or(0.0) - x)
            };
            let mut line = with(
                t,
                [
                    (LINKS, json!([])),
                    (&format!("{OVERLAP}/times"), json!(times)),
                ],
            )?;
            (line["t_lo"], line["t_hi"]) = (json!(0.0), json!(1.0));
            times
                .iter()
                .all(|x| (0.0..=1.0).contains(x))
                .then_some(line)
        },
    ),
    Kind::new("all columns early", &["fall"], |t, rng| {
        let mut line = t.line.clone();
        let times = number(&line, &format!("{OVERLAP}/times/0"))?;
        let late = rng.flip();
        let time = if late {
            number(&line, &format!("{OVERLAP}/times/1"))?
        } else {
            times
        };
        ((time - t.time?).abs() > 1e-15).then_some(())?;
        for column in list(&mut line, &format!("{OVERLAP}/columns"))? {
            column["late"] = json!(late);
        }
        Some(line)
    }),
    Kind::new("a contact before the links end", &["near"], |t, _| {
        let links = [plane(
            [0.0, 0.5f64.next_up()],
            [0.0, 3.0, 4.0],
            [0.0, 0.0, 0.0],
        )];
        with(t, [(LINKS, json!(links))])
    }),
    Kind::new("a contact before `from`", HITS, |t, _| {
        let time = contact_time(&t.line)?;
        (time < 1.0).then_some(())?;
        let mut line = with(
            t,
            [
                (LINKS, json!([])),
                (&format!("{CHAIN}/from"), json!(time.next_up())),
            ],
        )?;
        line["t_lo"] = json!(0.0);
        Some(line)
    }),
    Kind::new(
        "times of a contact in the wrong order",
        &["fall"],
        |t, _| {
            let at = format!("{OVERLAP}/times");
            let times: [f64; 2] = serde_json::from_value(t.line.pointer(&at)?.clone()).ok()?;
            (times[0] < times[1]).then(|| with(t, [(&at, json!([times[1], times[0]]))]))?
        },
    ),
    Kind::new("a weight below 0", HITS, |t, rng| {
        let columns = format!("{OVERLAP}/columns/0/weight");
        let side = format!("{NEAR}/{}/0/weight", rng.pick(&["a", "b"]));
        scaled(t, &columns, |x| -x - 1e-300).or_else(|| scaled(t, &side, |x| -x - 1e-300))
    }),
    Kind::new("weights that are all 0", HITS, |t, rng| {
        let mut line = t.line.clone();
        for weight in list(&mut line, &format!("{NEAR}/{}", rng.pick(&["a", "b"])))? {
            weight["weight"] = json!(0.0);
        }
        Some(line)
    }),
    Kind::new("the weights of a nearby contact", &["near"], |t, rng| {
        // The corner of A has a weight less, however little.
        let other = json!([{"id": 7, "weight": 1.0}, {"id": rng.below(7), "weight": 1e-9}]);
        with(t, [(&format!("{NEAR}/a"), other)])
    }),
    Kind::new("a time near the contact's", &["near"], |t, rng| {
        let off = *rng.pick(&[0.5f64.next_up(), 0.5 + 1e-9, 1.0, 0.75]);
        let mut line = with(t, [(&format!("{NEAR}/t"), json!(off))])?;
        line["t_hi"] = json!(1.0);
        Some(line)
    }),
    Kind::new("a gap a last place too small", &["near"], |t, _| {
        let gap = number(&t.line, &format!("{NEAR}/gap"))?.next_down();
        let mut line = with(t, [(&format!("{NEAR}/gap"), json!(gap))])?;
        line["gap"] = json!(gap);
        Some(line)
    }),
    Kind::new("a gap below 0", &["near", "fall", "meeting"], |t, rng| {
        let gap = json!(*rng.pick(&[-5e-324, -1.0, -1e300]));
        with(t, [(&format!("{NEAR}/gap"), gap)])
    }),
    Kind::new(
        "a huge gap taken for a contact",
        &["near", "fall", "meeting", "spinning"],
        |t, rng| {
            let mut line = with(t, [(&format!("{NEAR}/gap"), json!(1e300))])?;
            if rng.flip() {
                line["contact"] = json!("overlap");
            }
            Some(line)
        },
    ),
    Kind::new("a vertex that is not there", HITS, |t, rng| {
        let id = json!(*rng.pick(&[1_000u64, 4_294_967_295, 4_294_967_296, u64::MAX]));
        with(t, [(&format!("{NEAR}/a/0/id"), id.clone())])
            .or_else(|| with(t, [(&format!("{OVERLAP}/columns/0/pair/0"), id)]))
    }),
    Kind::new("nine entries, or none", &["near"], |t, rng| {
        let entry = json!({"id": 7, "weight": 1.0});
        let many = if rng.flip() { vec![entry; 9] } else { vec![] };
        with(t, [(&format!("{NEAR}/a"), json!(many))])
    }),
    Kind::new(
        "nine columns, or none",
        &["fall", "meeting", "spinning"],
        |t, rng| {
            let at = format!("{OVERLAP}/columns");
            let first = t.line.pointer(&at)?[0].clone();
            let many = if rng.flip() { vec![first; 9] } else { vec![] };
            with(t, [(&at, json!(many))])
        },
    ),
    // What the line says.
    Kind::new("free until after the contact", HITS, |t, rng| {
        let late = contact_time(&t.line)?.next_up() + if rng.flip() { 0.0 } else { 1e-3 };
        (late <= 1.0).then(|| says(t, [("t_lo", json!(late)), ("t_hi", json!(1.0))]))
    }),
    Kind::new("free for longer than proved", HITS, |t, _| {
        let links = t.line.pointer(LINKS)?.as_array()?;
        let until = links
            .last()
            .map_or(0.0, |link| link["t1"].as_f64().unwrap_or(1.0));
        let (until, by) = (until.next_up(), number(&t.line, "/t_hi")?);
        (until <= by).then(|| says(t, [("t_lo", json!(until))]))
    }),
    Kind::new("in contact sooner than proved", HITS, |t, _| {
        let time = contact_time(&t.line)?;
        (time > 0.0).then(|| says(t, [("t_lo", json!(0.0)), ("t_hi", json!(time.next_down()))]))
    }),
    Kind::new("`t_lo` after `t_hi`", HITS, |t, _| {
        let (lo, hi) = (number(&t.line, "/t_lo")?, number(&t.line, "/t_hi")?);
        (lo < hi).then(|| says(t, [("t_lo", json!(hi.next_up()))]))
    }),
    Kind::new("in contact at first", HITS, |t, _| {
        (contact_time(&t.line)? > 0.0).then(|| says(t, [("initial", json!(true))]))
    }),
    Kind::new("a gap smaller than proved", HITS, |t, _| {
        let gap = number(&t.line, &format!("{NEAR}/gap"))?;
        (gap > 0.0).then(|| says(t, [("gap", json!(gap.next_down()))]))
    }),
    Kind::new("overlap for near, near for overlap", HITS, |t, _| {
        let near = t.line.pointer(NEAR).is_some();
        Some(says(
            t,
            [("contact", json!(if near { "overlap" } else { "near" }))],
        ))
    }),
    Kind::new("a near contact without its figure", HITS, |t, _| {
        t.line.pointer(NEAR)?;
        unsaid(t, "gap")
    }),
    Kind::new("a contact without its kind or times", HITS, |t, rng| {
        contact_time(&t.line)?;
        unsaid(t, rng.pick::<&str>(&["contact", "t_lo", "t_hi"]))
    }),
    Kind::new(
        "points elsewhere",
        &["near", "fall", "meeting", "spinning"],
        |t, rng| {
            t.line.pointer(NEAR)?;
            let at = format!("/{}/{}", rng.pick(&["point_a", "point_b"]), rng.below(3));
            let far = largest(&t.line["proof"]);
            scaled(t, &at, |x| x + far)
        },
    ),
    Kind::new("the time of a contact for bodies apart", APART, |t, rng| {
        let time = json!(*rng.pick(&[0.5, 0.0, 1f64.next_down()]));
        Some(says(t, [("t_lo", json!(0.0)), ("t_hi", time)]))
    }),
    Kind::new(
        "a gap, a contact, a start in contact for bodies apart",
        APART,
        |t, rng| {
            let (key, value) = rng.pick(&[
                ("gap", "0"),
                ("contact", "\"overlap\""),
                ("contact", "\"near\""),
                ("initial", "true"),
            ]);
            Some(says(t, [(key, serde_json::from_str(value).ok()?)]))
        },
    ),
];
