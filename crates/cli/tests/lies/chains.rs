//! Lies about motions: chains and their links.

use serde_json::{Value, json};

use crate::kinds::{Kind, list, number, placed, scaled, with};
use crate::worlds::{Truth, plane};

/// A time on the grid of halves.
const SMALL: f64 = 1.0 / (1u32 << 20) as f64;
const CHAIN: &str = "/proof/certificate/chain";
const LINKS: &str = "/proof/certificate/chain/links";
const APART: &[&str] = &["last place", "carousel", "balls"];

const NORMAL: &str = "/proof/certificate/chain/links/0/by/plane/normal";
const STILL: [f64; 3] = [0.0; 3];

fn vector(truth: &Truth, at: &str) -> Option<[f64; 3]> {
    serde_json::from_value(truth.line.pointer(at)?.clone()).ok()
}

/// These links for the other positions.
fn linked(truth: &Truth, links: Value) -> Option<Value> {
    let other = truth.other.clone()?;
    with(truth, [("/proof/placement", other), (LINKS, links)])
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
            let normal = vector(t, NORMAL)?;
            let ends = *rng.pick(&[
                [time.next_down(), time.next_up()],
                [time.next_down(), time],
                [time, time.next_up()],
                [time - SMALL, time + SMALL],
            ]);
            let links = [
                plane([0.0, ends[0]], normal, STILL),
                plane([ends[1], 1.0], normal, STILL),
            ];
            linked(t, json!(links))
        },
    ),
    Kind::new(
        "a plane valid at both ends only",
        &["last place"],
        |t, rng| {
            let time = t.time?;
            let normal = vector(t, NORMAL)?;
            let d = 0.5f64.powi(rng.integer(2, 30) as i32);
            let cuts = [0.0, time - d, time + d, 1.0];
            let links: Vec<Value> = cuts
                .windows(2)
                .map(|w| plane([w[0], w[1]], normal, STILL))
                .collect();
            linked(t, json!(links))
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
        let normal = vector(t, NORMAL)?;
        let links = [plane([time.next_up(), 1.0], normal, STILL)];
        let from = format!("{CHAIN}/from");
        let mut line = linked(t, json!(links))?;
        *line.pointer_mut(&from)? = json!(time.next_up());
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
        let start = vector(t, "/proof/placement/motions/1/start/p")?;
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
            let normal = vector(t, NORMAL)?;
            with(t, [(NORMAL, json!(normal.map(|x| -x)))])
        },
    ),
    Kind::new("no normal", &["last place", "carousel"], |t, rng| {
        let zero = if rng.flip() { 0.0 } else { -0.0 };
        with(t, [(NORMAL, json!([zero, zero, zero]))])
    }),
    Kind::new(
        "a plane that turns by more, less, or back",
        &["carousel"],
        |t, rng| {
            // By a relative turn of PI somewhere it has the bodies on the other sides.
            let at = "/proof/certificate/chain/links/0/by/plane/turn";
            let turn = vector(t, at)?[2];
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
            let normal = vector(t, NORMAL)?;
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
];
