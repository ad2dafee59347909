//! Lies about containment, moving and at rest.

use serde_json::{Value, json};
use twin::place::V3;

use crate::kinds::{Kind, count, largest, list, number, placed, says, scaled, unsaid, with};

const EXIT: &str = "/proof/certificate/exit";
const FACES: &str = "/proof/certificate/exit/faces";
const ROOMS: &[&str] = &["leaving", "staying"];
const WHIRLS: &[&str] = &["whirling"];

pub const KINDS: &[Kind] = &[
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
    Kind::new("flown to where A never is", WHIRLS, |t, rng| {
        (t.line["verdict"] == "inside").then_some(())?;
        let beyond = rng.between(1.0001, 1.3) * 3f64.sqrt() * largest(t.line.pointer("/proof/a")?);
        let end = rng.direction().map(|x| x * beyond);
        with(t, [("/proof/placement/motions/1/end/p", json!(end))])
    }),
    Kind::new("larger than A", WHIRLS, |t, rng| {
        (t.line["verdict"] == "inside").then_some(())?;
        let by = rng.between(4.0001, 5.0) * 3f64.sqrt();
        let mut b: Vec<[f64; 3]> =
            serde_json::from_value(t.line.pointer("/proof/b")?.clone()).ok()?;
        b.iter_mut().flatten().for_each(|x| *x *= by);
        with(t, [("/proof/b", json!(b))])
    }),
    Kind::new("swung out from flush with a wall", WHIRLS, |t, rng| {
        (t.line["verdict"] == "inside").then_some(())?;
        let size = largest(t.line.pointer("/proof/b")?);
        // A corner goes out faster than its middle comes in.
        let most = rng.between(3.0, 40.0).exp2();
        let swing = rng.between(4.0, most);
        let about_normal = rng.below(2) as f64 * rng.between(-5.0, 5.0);
        let end = rng.between(0.0, 2.0) * size;
        let turned = |from: f64, to: f64, turn: V3| {
            json!({"start": {"p": [from, 0.0, 0.0], "q": [0.0, 0.0, 0.0, 1.0]},
                "end": {"p": [to, 0.0, 0.0], "turn": turn}, "pivot": [0.0, 0.0, 0.0]})
        };
        let a = turned(0.0, 0.0, [about_normal, 0.0, 0.0]);
        let b = turned(3.0 * size, end, [0.0, 0.0, swing]);
        with(
            t,
            [
                ("/proof/placement/motions", json!([a, b])),
                (&format!("{EXIT}/inside/walls"), json!([])),
            ],
        )
    }),
    Kind::new("a margin that no body has", WHIRLS, |t, rng| {
        (t.line["verdict"] == "inside").then_some(())?;
        let beyond = rng.between(1.0001, 2.0) * largest(t.line.pointer("/proof/a")?);
        let mut line = with(t, [(&format!("{EXIT}/target"), json!(beyond))])?;
        line["target_margin"] = json!(beyond);
        Some(line)
    }),
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
    Kind::new("a tolerance that is no number", ROOMS, |t, _| {
        Some(says(t, [("tolerance", json!("1e-6"))]))
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
