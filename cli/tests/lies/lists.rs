//! Lies about contact intervals and about times of exit.

use serde_json::{Value, json};
use twin::random::SplitMix64;

use crate::kinds::{Kind, largest, list, number, placed, says, scaled, unsaid, with};
use crate::worlds::Truth;

const ALL: &[&str] = &["fall, all contacts", "blades"];
const CONTACTS: &str = "/proof/certificate/intervals/contacts";
const GAPS: &str = "/proof/certificate/intervals/gaps";
const EXIT: &str = "/proof/certificate/exit";
const FACES: &str = "/proof/certificate/exit/faces";
const ROOMS: &[&str] = &["leaving", "staying"];

fn count(truth: &Truth, at: &str) -> usize {
    let list = truth.line.pointer(at).and_then(Value::as_array);
    list.map_or(0, Vec::len)
}

/// One of the contacts.
fn one(truth: &Truth, rng: &mut SplitMix64) -> Option<usize> {
    let n = count(truth, CONTACTS);
    (n > 0).then(|| rng.below(n))
}

fn time(contact: &Value, last: usize) -> Option<f64> {
    let near = contact.pointer("/near/t");
    near.or(contact.pointer(&format!("/overlap/times/{last}")))?
        .as_f64()
}

pub const KINDS: &[Kind] = &[
    Kind::new("a contact left out", ALL, |t, rng| {
        let at = one(t, rng)?;
        let mut line = t.line.clone();
        for places in [CONTACTS, "/intervals", "/contacts"] {
            list(&mut line, places)?.remove(at);
        }
        // The links before it and those after it are one gap.
        let gaps = list(&mut line, GAPS)?;
        let later = gaps.remove(at + 1);
        let links = gaps[at]["links"].as_array_mut()?;
        links.extend(later["links"].as_array()?.iter().cloned());
        if count(t, CONTACTS) == 1 {
            line["verdict"] = json!("separated");
        }
        Some(line)
    }),
    Kind::new("a contact bridged by a link", ALL, |t, rng| {
        let at = one(t, rng)?;
        let mut line = t.line.clone();
        for places in [CONTACTS, "/intervals", "/contacts"] {
            list(&mut line, places)?.remove(at);
        }
        let gaps = list(&mut line, GAPS)?;
        let later = gaps.remove(at + 1);
        let links = gaps[at]["links"].as_array_mut()?;
        let after = later["links"].as_array()?;
        links.last_mut()?["t1"] = after.first()?["t0"].clone();
        links.extend(after.iter().cloned());
        if count(t, CONTACTS) == 1 {
            line["verdict"] = json!("separated");
        }
        Some(line)
    }),
    Kind::new("intervals merged, contacts not", &["blades"], |t, rng| {
        let n = count(t, CONTACTS);
        let at = rng.below(n.max(2) - 1);
        let mut line = t.line.clone();
        let brackets = list(&mut line, "/intervals")?;
        let later = (at + 1 < n).then(|| brackets.remove(at + 1))?;
        brackets[at][1] = later[1].clone();
        Some(line)
    }),
    Kind::new("an interval or a contact less, or more", ALL, |t, rng| {
        let mut line = t.line.clone();
        let said = list(&mut line, rng.pick::<&str>(&["/intervals", "/contacts"]))?;
        let last = said.last()?.clone();
        match rng.flip() {
            true => said.push(last),
            false => drop(said.pop()),
        }
        Some(line)
    }),
    Kind::new("a gap less, or more", ALL, |t, rng| {
        let mut line = t.line.clone();
        let gaps = list(&mut line, GAPS)?;
        match rng.flip() {
            true => gaps.push(json!({"from": 1.0, "links": []})),
            false => drop(gaps.pop()),
        }
        Some(line)
    }),
    Kind::new("separated, in spite of contacts", ALL, |t, _| {
        Some(says(t, [("verdict", json!("separated"))]))
    }),
    Kind::new("no contact at all", ALL, |t, _| {
        let mut line = with(t, [(CONTACTS, json!([]))])?;
        list(&mut line, GAPS)?.truncate(1);
        for key in ["intervals", "contacts"] {
            line[key] = json!([]);
        }
        line["verdict"] = json!("separated");
        Some(line)
    }),
    Kind::new(
        "an enter bracket that its contact is not in",
        ALL,
        |t, rng| {
            let at = one(t, rng)?;
            let enter = time(t.line.pointer(&format!("{CONTACTS}/{at}/enter"))?, 1)?;
            let mut line = t.line.clone();
            let bracket = line.pointer_mut(&format!("/intervals/{at}"))?;
            let (e0, x1) = (number(bracket, "/0/0")?, number(bracket, "/1/1")?);
            // Later than it, or ended before it.
            if rng.flip() && enter < x1 {
                bracket[0] = json!([enter.next_up(), enter.next_up()]);
            } else {
                (e0 < enter).then(|| bracket[0][1] = json!(enter.next_down()))?;
            }
            Some(line)
        },
    ),
    Kind::new(
        "an exit bracket that its contact is not in",
        ALL,
        |t, rng| {
            let at = one(t, rng)?;
            let exit = time(t.line.pointer(&format!("{CONTACTS}/{at}/exit"))?, 0)?;
            let mut line = t.line.clone();
            let bracket = line.pointer_mut(&format!("/intervals/{at}/1"))?;
            bracket[1] = json!(exit.next_down());
            bracket[0] = json!(number(bracket, "/0")?.min(exit.next_down()));
            Some(line)
        },
    ),
    Kind::new("free sooner than proved", ALL, |t, rng| {
        let at = one(t, rng)?;
        let from = number(&t.line, &format!("{GAPS}/{}/from", at + 1))?;
        let x1 = number(&t.line, &format!("/intervals/{at}/1/1"))?;
        (from == x1 && x1 < 1.0)
            .then(|| scaled(t, &format!("{GAPS}/{}/from", at + 1), f64::next_up))?
    }),
    Kind::new("a bracket that does not rise", ALL, |t, rng| {
        let at = one(t, rng)?;
        let bracket = format!("/intervals/{at}/{}", rng.below(2));
        let times: [f64; 2] = serde_json::from_value(t.line.pointer(&bracket)?.clone()).ok()?;
        (times[0] < times[1]).then(|| with(t, [(&bracket, json!([times[1], times[0]]))]))?
    }),
    Kind::new("intervals in the wrong order", &["blades"], |t, _| {
        let mut line = t.line.clone();
        list(&mut line, "/intervals")?.reverse();
        (count(t, CONTACTS) > 1).then_some(line)
    }),
    Kind::new("the contact of another interval", &["blades"], |t, _| {
        let mut line = t.line.clone();
        (count(t, CONTACTS) > 1).then_some(())?;
        list(&mut line, CONTACTS)?.reverse();
        Some(line)
    }),
    Kind::new("the last link of a gap left out", ALL, |t, rng| {
        let at = rng.below(count(t, GAPS).max(1));
        let mut line = t.line.clone();
        let link = list(&mut line, &format!("{GAPS}/{at}/links"))?.pop()?;
        (number(&link, "/t0")? < number(&link, "/t1")?).then_some(line)
    }),
    Kind::new(
        "the gap of an interval smaller than proved",
        ALL,
        |t, rng| {
            let at = one(t, rng)?;
            let (proved, said) = *rng.pick(&[("enter", "gap"), ("exit", "exit_gap")]);
            let gap = number(&t.line, &format!("{CONTACTS}/{at}/{proved}/near/gap"))?;
            (gap > 0.0).then(|| {
                with(
                    t,
                    [(&format!("/contacts/{at}/{said}"), json!(gap.next_down()))],
                )
            })?
        },
    ),
    Kind::new("an interval's gap without its figure", ALL, |t, rng| {
        let at = one(t, rng)?;
        let (proved, said) = *rng.pick(&[("enter", "gap"), ("exit", "exit_gap")]);
        t.line.pointer(&format!("{CONTACTS}/{at}/{proved}/near"))?;
        let mut line = t.line.clone();
        line.pointer_mut(&format!("/contacts/{at}"))?
            .as_object_mut()?
            .remove(said)?;
        Some(line)
    }),
    Kind::new("another kind of contact", ALL, |t, rng| {
        let at = one(t, rng)?;
        let near = t
            .line
            .pointer(&format!("{CONTACTS}/{at}/enter"))?
            .get("near")
            .is_some();
        with(
            t,
            [(
                &format!("/contacts/{at}/contact"),
                json!(if near { "overlap" } else { "near" }),
            )],
        )
    }),
    Kind::new("intervals without brackets or contacts", ALL, |t, rng| {
        unsaid(t, rng.pick::<&str>(&["intervals", "contacts"]))
    }),
    Kind::new("times of impact of intervals", ALL, |t, rng| {
        Some(says(
            t,
            [(*rng.pick(&["t_lo", "t_hi", "gap", "free_from"]), json!(0.0))],
        ))
    }),
    // Containment of motions.
    Kind::new("inside for longer than it is", &["leaving"], |t, _| {
        let late = t.time?.next_up().next_up();
        let mut line = with(t, [(&format!("{EXIT}/inside/to"), json!(late))])?;
        line["t_lo"] = json!(late);
        let outside = line.pointer_mut(EXIT)?.as_object_mut()?;
        outside.get("outside")?;
        if number(&Value::Object(outside.clone()), "/outside/t")? < late {
            outside["outside"]["t"] = json!(late);
            line["t_hi"] = json!(late);
        }
        Some(line)
    }),
    Kind::new(
        "inside to the end, though it leaves",
        &["leaving"],
        |t, _| {
            let mut line = with(t, [(&format!("{EXIT}/inside/to"), json!(1.0))])?;
            line.pointer_mut(EXIT)?.as_object_mut()?.remove("outside")?;
            for key in ["depth", "point", "t_lo", "t_hi"] {
                line.as_object_mut()?.remove(key);
            }
            line["verdict"] = json!("inside");
            Some(line)
        },
    ),
    Kind::new("out before it is", &["leaving"], |t, _| {
        let soon = t.time?.next_down().next_down();
        let mut line = with(t, [(&format!("{EXIT}/outside/t"), json!(soon))])?;
        (line["t_lo"], line["t_hi"]) = (json!(0.0), json!(soon));
        (number(&t.line, "/proof/certificate/exit/target") == Some(0.0)).then_some(line)
    }),
    Kind::new("out sooner than proved", &["leaving"], |t, _| {
        let out = number(&t.line, &format!("{EXIT}/outside/t"))?;
        Some(says(
            t,
            [("t_lo", json!(0.0)), ("t_hi", json!(out.next_down()))],
        ))
    }),
    Kind::new("inside until later than proved", ROOMS, |t, _| {
        let to = number(&t.line, &format!("{EXIT}/inside/to"))?;
        Some(says(
            t,
            [("t_lo", json!(to.next_up())), ("t_hi", json!(1.0))],
        ))
    }),
    Kind::new(
        "a vertex that stays inside said to be out",
        &["leaving"],
        |t, _| {
            // Of a box that leaves through +x the first four corners are behind.
            let first = t.line.pointer("/proof/b/0/0")?.as_f64()?;
            (first < 0.0).then(|| with(t, [(&format!("{EXIT}/outside/vertex"), json!(0))]))?
        },
    ),
    Kind::new("deeper out than it is", &["leaving"], |t, _| {
        let far = largest(&t.line["proof"]);
        scaled(t, "/depth", |x| x + far)
    }),
    Kind::new("out somewhere else", &["leaving"], |t, rng| {
        let far = largest(&t.line["proof"]);
        scaled(t, &format!("/point/{}", rng.below(3)), |x| x - far)
    }),
    Kind::new("out without its figures", &["leaving"], |t, rng| {
        unsaid(t, rng.pick::<&str>(&["depth", "t_lo", "t_hi"]))
    }),
    Kind::new("another margin", ROOMS, |t, rng| {
        Some(says(
            t,
            [("target_margin", json!(*rng.pick(&[1e-300, -1e-300, 1.0])))],
        ))
    }),
    Kind::new("a margin that is not there", &["staying"], |t, _| {
        let margin = json!(largest(&t.line["proof"]) * 1e-9);
        let mut line = with(t, [(&format!("{EXIT}/target"), margin.clone())])?;
        line["target_margin"] = margin;
        Some(line)
    }),
    Kind::new("a face left out", ROOMS, |t, rng| {
        let mut line = t.line.clone();
        let faces = list(&mut line, FACES)?;
        (faces.len() > 1).then(|| faces.remove(rng.below(faces.len())))?;
        Some(line)
    }),
    Kind::new("no faces", ROOMS, |t, _| with(t, [(FACES, json!([]))])),
    Kind::new("a face inside out", ROOMS, |t, rng| {
        let mut line = t.line.clone();
        let faces = list(&mut line, FACES)?;
        let at = rng.below(faces.len().max(1));
        faces.get_mut(at)?.as_array_mut()?.reverse();
        Some(line)
    }),
    Kind::new("all faces inside out", ROOMS, |t, _| {
        let mut line = t.line.clone();
        (count(t, FACES) > 0).then_some(())?;
        for face in list(&mut line, FACES)? {
            face.as_array_mut()?.reverse();
        }
        Some(line)
    }),
    Kind::new(
        "a face of two corners, or with one of another",
        ROOMS,
        |t, rng| {
            let mut line = t.line.clone();
            let faces = list(&mut line, FACES)?;
            let at = rng.below(faces.len().max(1));
            let face = faces.get_mut(at)?.as_array_mut()?;
            match rng.flip() {
                true => face.truncate(2),
                false => face[0] = json!((0..8).find(|id| !face.contains(&json!(id)))?),
            }
            Some(line)
        },
    ),
    Kind::new("the same face twice for its neighbour", ROOMS, |t, rng| {
        let mut line = t.line.clone();
        let faces = list(&mut line, FACES)?;
        let at = rng.below(faces.len().max(1));
        let (face, next) = (faces.get(at)?.clone(), (at + 1) % faces.len());
        faces[next] = face;
        Some(line)
    }),
    Kind::new(
        "walls that are not, twice, or out of order",
        ROOMS,
        |t, rng| {
            let face = count(t, FACES);
            (face > 0).then_some(())?;
            let wall = |face: usize, times: &[f64]| json!({"face": face, "times": times});
            let walls = match rng.below(4) {
                0 => vec![wall(face, &[])],
                1 => vec![wall(0, &[]), wall(0, &[])],
                2 => vec![wall(0, &[1e-3, 1e-4])],
                _ => vec![wall(0, &[0.0])],
            };
            with(t, [(&format!("{EXIT}/inside/walls"), json!(walls))])
        },
    ),
    Kind::new(
        "`to` outside of the frame, `beyond` below 0",
        ROOMS,
        |t, rng| match rng.flip() {
            true => with(
                t,
                [(
                    &format!("{EXIT}/inside/to"),
                    json!(*rng.pick(&[1f64.next_up(), -5e-324])),
                )],
            ),
            false => with(t, [(&format!("{EXIT}/inside/beyond"), json!(-5e-324))]),
        },
    ),
    Kind::new(
        "inside to a tolerance that is not said",
        &["staying"],
        |t, _| {
            let exact = number(&t.line, &format!("{EXIT}/inside/to"))? == 1.0;
            (exact && t.line["tolerance"].is_null()).then_some(())?;
            let beyond = json!(largest(&t.line["proof"]) * 1e-6);
            let mut line = with(t, [(&format!("{EXIT}/inside/beyond"), beyond)])?;
            line["t_lo"] = json!(0.0);
            Some(line)
        },
    ),
    Kind::new("the other of inside and not", ROOMS, |t, _| {
        let said = t.line["verdict"].as_str()?;
        Some(says(
            t,
            [(
                "verdict",
                json!(if said == "inside" {
                    "not_inside"
                } else {
                    "inside"
                }),
            )],
        ))
    }),
    // Containment at rest.
    Kind::new(
        "a corner beyond the wall by a last place, or just in it",
        &["held", "poking out"],
        |t, _| placed(t),
    ),
    Kind::new("a simplex less, or more", &["held"], |t, rng| {
        let mut line = t.line.clone();
        let simplices = list(&mut line, "/proof/certificate/inside/simplices")?;
        let last = simplices.last()?.clone();
        match rng.flip() {
            true => simplices.push(last),
            false => drop(simplices.pop()),
        }
        Some(line)
    }),
    Kind::new(
        "a simplex of one corner, none, or five",
        &["held"],
        |t, rng| {
            let at = format!("/proof/certificate/inside/simplices/{}", rng.below(8));
            with(
                t,
                [(
                    &at,
                    rng.pick(&[json!([0]), json!([]), json!([0, 1, 2, 3, 4])])
                        .clone(),
                )],
            )
        },
    ),
    Kind::new("a vertex that is inside", &["poking out"], |t, _| {
        let first = t.line.pointer("/proof/b/0/0")?.as_f64()?;
        (first < 0.0).then(|| with(t, [("/proof/certificate/outside/vertex", json!(0))]))?
    }),
    Kind::new(
        "a normal of nothing, or of the other side",
        &["poking out"],
        |t, rng| {
            let mut line = t.line.clone();
            let x = if rng.flip() { 0.0 } else { -1.0 };
            let outside = line
                .pointer_mut("/proof/certificate/outside")?
                .as_object_mut()?;
            outside.remove("span");
            outside.insert("normal".into(), json!([x, 0.0, 0.0]));
            Some(line)
        },
    ),
];
