//! Lies about contact intervals.

use serde_json::{Value, json};
use twin::random::SplitMix64;

use crate::kinds::{Kind, count, list, number, says, scaled, unsaid, with};
use crate::worlds::Truth;

const ALL: &[&str] = &["fall, all contacts", "blades"];
const CONTACTS: &str = "/proof/certificate/intervals/contacts";
const GAPS: &str = "/proof/certificate/intervals/gaps";

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

/// A line without a contact, whose verdict remains: the links before that contact, in their list, and those after it.
fn without_contact(
    t: &Truth,
    at: usize,
    join: impl FnOnce(&mut Vec<Value>, &[Value]) -> Option<()>,
) -> Option<Value> {
    let mut line = t.line.clone();
    for places in [CONTACTS, "/intervals", "/contacts"] {
        list(&mut line, places)?.remove(at);
    }
    let gaps = list(&mut line, GAPS)?;
    let later = gaps.remove(at + 1);
    join(
        gaps[at]["links"].as_array_mut()?,
        later["links"].as_array()?,
    )?;
    if count(t, CONTACTS) == 1 {
        line["verdict"] = json!("separated");
    }
    Some(line)
}

pub const KINDS: &[Kind] = &[
    Kind::new("a contact left out", ALL, |t, rng| {
        without_contact(t, one(t, rng)?, |links, after| {
            links.extend_from_slice(after);
            Some(())
        })
    }),
    Kind::new("a contact bridged by a link", ALL, |t, rng| {
        without_contact(t, one(t, rng)?, |links, after| {
            links.last_mut()?["t1"] = after.first()?["t0"].clone();
            links.extend_from_slice(after);
            Some(())
        })
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
    Kind::new("an exit bracket after its contact", ALL, |t, rng| {
        let at = one(t, rng)?;
        let exit = time(t.line.pointer(&format!("{CONTACTS}/{at}/exit"))?, 0)?;
        let mut line = t.line.clone();
        let bracket = line.pointer_mut(&format!("/intervals/{at}/1"))?;
        bracket[0] = json!(exit.next_up());
        (exit < number(bracket, "/1")?).then_some(line)
    }),
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
];
