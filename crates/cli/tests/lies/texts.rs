//! Lies that are in the text alone: what no JSON, no number, no id, no proof is.

use serde_json::{Value, json};
use twin::random::SplitMix64;

use crate::kinds::{Kind, says};
use crate::worlds::Truth;

/// The text with one of the numbers of the proof replaced.
fn renumbered(text: &str, rng: &mut SplitMix64, number: &str) -> Option<String> {
    let proof = text.find("\"proof\":")?;
    let starts: Vec<usize> = text[proof..]
        .match_indices(['[', ':', ','])
        .map(|(at, _)| proof + at + 1)
        .filter(|at| {
            text.as_bytes()
                .get(*at)
                .is_some_and(|b| b.is_ascii_digit() || *b == b'-')
        })
        .collect();
    let at = *starts.get(rng.below(starts.len().max(1)))?;
    let length = text[at..].find([',', ']', '}'])?;
    Some(format!("{}{number}{}", &text[..at], &text[at + length..]))
}

/// One of the places where this is in the proof.
fn place(text: &str, what: &str, rng: &mut SplitMix64) -> Option<usize> {
    let proof = text.find("\"proof\":")?;
    let places: Vec<usize> = text[proof..]
        .match_indices(what)
        .map(|(at, _)| proof + at)
        .collect();
    places.get(rng.below(places.len().max(1))).copied()
}

/// The line with its proof at another place: at the end of a path of keys.
fn moved(truth: &Truth, path: &[&str], listed: bool) -> Option<Value> {
    let mut line = truth.line.clone();
    let mut value = line.as_object_mut()?.remove("proof")?;
    if listed {
        value = json!([value]);
    }
    let (first, inner) = path.split_first()?;
    for key in inner.iter().rev() {
        value = json!({*key: value});
    }
    line[*first] = value;
    Some(line)
}

pub const KINDS: &[Kind] = &[
    Kind::new("a proof where nobody looks", &[], |t, rng| {
        let paths: &[&[&str]] = &[
            &["Proof"],
            &["proofs"],
            &["proof "],
            &["end"],
            &["answer", "proof"],
            &["why", "because", "of"],
            &["certificates"],
        ];
        let path = *rng.pick(paths);
        moved(t, path, rng.flip())
    }),
    Kind::new("a second proof, elsewhere", &[], |t, rng| {
        let keys = ["proof_of_more", "end", "note", "contacts", "plane"];
        let other = *rng.pick(&["proof", "certificate"]);
        let other = json!({other: t.line["proof"][other].clone()});
        let other = match rng.flip() {
            true => json!([0.0, other]),
            false => other,
        };
        Some(says(t, [(*rng.pick(&keys), other)]))
    }),
    Kind::new("a proof in the line of a body", &[], |t, rng| {
        let mut line = says(t, [("body", json!("x"))]);
        match rng.below(3) {
            0 => line = json!({"body": "x", "vertices": [], "proof": line["proof"]}),
            1 => line["vertices"] = json!([[0.0, 0.0, 0.0]]),
            _ => line["body"] = Value::Null,
        }
        Some(line)
    }),
    Kind::new("a proof alone that also says something", &[], |t, rng| {
        let mut line = t.line["proof"].clone();
        let said = ["verdict", "id", "query", "end", "proof", "body"];
        line[*rng.pick(&said)] = rng.pick(&[json!("hit"), Value::Null]).clone();
        Some(line)
    }),
    Kind::new("a proof that is none", &[], |t, rng| {
        let none = [json!(false), json!(5), json!([]), json!({}), json!("x")];
        Some(says(t, [("proof", rng.pick(&none).clone())]))
    }),
    Kind::text("NaN, Infinity, numbers beyond all", &[], |text, rng| {
        let number = *rng.pick(&[
            "NaN",
            "Infinity",
            "-Infinity",
            "1e999",
            "-1e309",
            "nan",
            "inf",
        ]);
        renumbered(text, rng, number)
    }),
    Kind::text("numbers that JSON does not know", &[], |text, rng| {
        let number = *rng.pick(&[
            "01", "+1", "1.", ".5", "0x10", "1_0", "--1", "1e", "1e+", "-", "\u{661}", "1f", "00",
        ]);
        renumbered(text, rng, number)
    }),
    Kind::text("numbers that are none", &[], |text, rng| {
        let number = *rng.pick(&["null", "true", "\"1\"", "[1]", "{}", "[]"]);
        renumbered(text, rng, number)
    }),
    Kind::text("a number of too many characters", &[], |text, rng| {
        renumbered(text, rng, &format!("0.{}1", "0".repeat(399)))
    }),
    Kind::text("ids with a sign, a point, an exponent", &[], |text, rng| {
        let at = place(text, "\"pairs\":[[", rng).map(|at| at + 10);
        let at = at.or_else(|| place(text, "\"span\":[[", rng).map(|at| at + 9));
        let at = at.or_else(|| place(text, "\"pair\":[", rng).map(|at| at + 8));
        let at = at.or_else(|| place(text, "\"id\":", rng).map(|at| at + 5))?;
        let end = at + text[at..].find([',', ']', '}'])?;
        let id = &text[at..end];
        let id = match rng.below(4) {
            0 => format!("-{id}"),
            1 => format!("{id}.0"),
            2 => format!("{id}e0"),
            _ => format!("{id}E-0"),
        };
        Some(format!("{}{id}{}", &text[..at], &text[end..]))
    }),
    Kind::text("a key twice", &[], |text, rng| {
        let key = *rng.pick(&[
            "\"separation\"",
            "\"a\"",
            "\"q\"",
            "\"p\"",
            "\"certificate\"",
            "\"placement\"",
            "\"normal\"",
            "\"from\"",
        ]);
        let at = place(text, key, rng)?;
        // The first is plainer or wilder; unescaped they are one.
        let letter = key.as_bytes()[1];
        let first = match rng.flip() {
            true => key.to_owned(),
            false => format!("\"\\u{letter:04x}{}", &key[2..]),
        };
        let value = *rng.pick(&["0", "1e3", "[]", "null"]);
        Some(format!("{}{first}:{value},{}", &text[..at], &text[at..]))
    }),
    Kind::text("the verdict twice", &[], |text, rng| {
        let at = text.find("\"verdict\":")?;
        let said = *rng.pick(&["hit", "separated", "inside"]);
        Some(format!(
            "{}\"verdict\":\"{said}\",{}",
            &text[..at],
            &text[at..]
        ))
    }),
    Kind::text("a key that nobody knows", &[], |text, rng| {
        let at = place(text, "{", rng)? + 1;
        let comma = if text.as_bytes().get(at) == Some(&b'}') {
            ""
        } else {
            ","
        };
        Some(format!(
            "{}\"surely\":true{comma}{}",
            &text[..at],
            &text[at..]
        ))
    }),
    Kind::text("a key that is missing", &[], |text, rng| {
        let key = *rng.pick(&[
            "\"separation\"",
            "\"from\"",
            "\"pivot\"",
            "\"placement\"",
            "\"certificate\"",
            "\"a\"",
            "\"normal\"",
            "\"q\"",
            "\"p\"",
        ]);
        let at = place(text, key, rng)?;
        Some(format!("{}\"{}{}", &text[..at], "x", &text[at + 1..]))
    }),
    Kind::text("cut off", &[], |text, rng| {
        let at = rng.below(text.len());
        text.is_char_boundary(at)
            .then(|| text[..at].to_owned())
            .filter(|text| !text.is_empty())
    }),
    Kind::text("something after the line", &[], |text, rng| {
        Some(format!(
            "{text}{}",
            rng.pick(&["{}", "]", ",", "0", "null", "\u{feff}", "//"])
        ))
    }),
    Kind::text("something before the line", &[], |text, rng| {
        Some(format!(
            "{}{text}",
            rng.pick(&["\u{feff}", "[", "0 ", ",", "\u{a0}", "\u{b}"])
        ))
    }),
    Kind::text("what other readers of JSON let pass", &[], |text, rng| {
        let at = place(text, "[", rng)? + 1;
        Some(match rng.below(4) {
            0 => format!("{}/**/{}", &text[..at], &text[at..]),
            1 => text.replace('"', "'"),
            2 => text.replacen("]", ",]", 1),
            _ => text.replacen("\"proof\"", "proof", 1),
        })
    }),
    Kind::text("nested without end", &[], |text, rng| {
        let (open, shut) = *rng.pick(&[("[", "]"), ("{\"x\":", "}")]);
        let at = text.find("\"proof\":")?;
        let deep = 40 + rng.below(5_000);
        Some(format!(
            "{}\"deep\":{}0{},{}",
            &text[..at],
            open.repeat(deep),
            shut.repeat(deep),
            &text[at..]
        ))
    }),
    Kind::text("an object of too many keys", &[], |text, rng| {
        let at = text.find("\"proof\":")?;
        let keys: String = (0..64 + rng.below(100))
            .map(|i| format!("\"{i}\":0,"))
            .collect();
        Some(format!("{}{keys}{}", &text[..at], &text[at..]))
    }),
    Kind::text(
        "half a surrogate, a control character, a false escape",
        &[],
        |text, rng| {
            let at = text.find("\"proof\":")?;
            let bad = *rng.pick(&[
                "\\ud800",
                "\\udc00",
                "\\ud800\\u0041",
                "\u{1}",
                "\\x41",
                "\\u12",
                "\t",
                "\\",
            ]);
            Some(format!("{}\"note\":\"{bad}\",{}", &text[..at], &text[at..]))
        },
    ),
    Kind::text("a vertex of two numbers, or of four", &[], |text, rng| {
        let at = place(text, "[[", rng)? + 2;
        // A simplex may have more corners than it needs.
        (!text[..at].trim_end_matches('[').ends_with("\"simplices\":")).then_some(())?;
        let end = at + text[at..].find(']')?;
        let inner = &text[at..end];
        let inner = match rng.flip() {
            true => format!("{inner},{}", 0),
            false => inner[..inner.rfind(',')?].to_owned(),
        };
        Some(format!("{}{inner}{}", &text[..at], &text[end..]))
    }),
    Kind::text("bad names: null in a proof", &[], |text, rng| {
        let key = *rng.pick(&["\"a\":", "\"b\":", "\"placement\":", "\"certificate\":"]);
        let at = place(text, key, rng)? + key.len();
        Some(format!("{}null,\"x\":{}", &text[..at], &text[at..]))
    }),
];
