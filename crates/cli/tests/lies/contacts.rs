//! Lies about the contact of a chain, and about what a line says of it.

use serde_json::json;

use crate::kinds::{Kind, contact_time, largest, list, number, says, scaled, unsaid, with};
use crate::worlds::plane;

const CHAIN: &str = "/proof/certificate/chain";
const LINKS: &str = "/proof/certificate/chain/links";
const APART: &[&str] = &["last place", "carousel", "balls"];
const HITS: &[&str] = &["fall", "meeting", "spinning", "near"];
const NEAR: &str = "/proof/certificate/chain/contact/near";
const OVERLAP: &str = "/proof/certificate/chain/contact/overlap";

pub const KINDS: &[Kind] = &[
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
