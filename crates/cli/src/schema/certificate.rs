//! A line of a proof file: a proof alone, a body, the end, or an answer whose claims are compared with its proof.
//!
//! Which keys of an answer are claims depends on its certificate: the table "Claims of the line" of
//! `docs/guide/CERTIFICATES.md`. So an answer has one alternative for each family of certificates.

use serde_json::{Map, Value, json};

use super::builders::{
    any_of, closed, described, flag, length, list, number, one_of, open, or_null, refer, time,
    titled, tuple,
};
use super::proof::ProofFamily::{
    self, Chain, Columns, Containment, Distance, Empty, EmptyMotion, Exit, Intervals, Planes,
};
use super::proof::{body_line, end_line, queries};

/// Largest number of keys of an object: C3.
const MAX_KEYS: usize = 64;

/// A line of a proof file.
pub fn schema() -> Value {
    let answers = ProofFamily::ALL.into_iter().map(answer);
    any_of(
        [
            titled("The last line", end_line()),
            titled("A proof alone", refer("proof")),
            titled("A body with a name", body_line()),
            titled("An answer without a proof", unproved()),
        ]
        .into_iter()
        .chain(answers),
    )
}

/// An answer without a proof, whose keys are all information.
fn unproved() -> Value {
    let mut answer = with_proof(json!({"type": "null"}), Map::new());
    answer["not"] = json!({"required": ["end"], "maxProperties": 1});
    answer
}

/// An answer whose proof is of this family.
fn answer(family: ProofFamily) -> Value {
    let claims = CLAIMS.iter().map(|claim| {
        let kind = match claim.role(family) {
            ClaimRole::Claim => or_null((claim.kind)(family)),
            ClaimRole::Foreign => json!({"type": "null"}),
            ClaimRole::Information => json!(true),
        };
        (claim.key.to_owned(), kind)
    });
    // Information is as in an answer without a proof.
    let claims = claims.filter(|(_, kind)| !kind.is_boolean()).collect();
    let mut answer = with_proof(refer(family.definition()), claims);
    answer["required"] = json!(["proof"]);
    titled(&format!("An answer with a {}", words(family)), answer)
}

fn words(family: ProofFamily) -> String {
    family.definition().replace('_', " ")
}

/// An object of these claims, whose other keys hold no proof: C7, C8.
fn with_proof(proof: Value, claims: Map<String, Value>) -> Value {
    let mut keys = Map::new();
    keys.insert("proof".into(), proof);
    keys.insert("certificate".into(), json!(false));
    keys.insert("body".into(), json!(false));
    keys.extend(claims);
    let mut answer = open(Value::Object(keys), &[]);
    answer["additionalProperties"] = refer("no_proof");
    answer["maxProperties"] = json!(MAX_KEYS);
    answer
}

/// ClaimRole of a key beside a certificate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ClaimRole {
    /// It is compared, and has its kind of value.
    Claim,
    /// It is anything.
    Information,
    /// It must not be there.
    Foreign,
}

/// A row of the table of claims.
struct ClaimRow {
    key: &'static str,
    kind: fn(ProofFamily) -> Value,
    with: &'static [ProofFamily],
    /// Certificates beside which it is information.
    information_with: &'static [ProofFamily],
}

impl ClaimRow {
    const fn new(
        key: &'static str,
        kind: fn(ProofFamily) -> Value,
        with: &'static [ProofFamily],
    ) -> Self {
        ClaimRow {
            key,
            kind,
            with,
            information_with: &[],
        }
    }

    /// The key is information beside these certificates.
    const fn information_with(self, information_with: &'static [ProofFamily]) -> Self {
        ClaimRow {
            information_with,
            ..self
        }
    }

    fn role(&self, family: ProofFamily) -> ClaimRole {
        match () {
            () if self.with.contains(&family) => ClaimRole::Claim,
            () if self.information_with.contains(&family) => ClaimRole::Information,
            () => ClaimRole::Foreign,
        }
    }
}

/// Families whose proof may be about two pieces of the bodies: C104.
const OF_TWO_PIECES: &[ProofFamily] = &[Columns, Chain, Containment, Exit, Distance];
const CHAINS: &[ProofFamily] = &[Chain, EmptyMotion];

const CLAIMS: [ClaimRow; 25] = [
    ClaimRow::new("query", |_| queries(), &ProofFamily::ALL),
    ClaimRow::new("pieces", |_| tuple(refer("piece"), 2), OF_TWO_PIECES),
    ClaimRow::new(
        "distance",
        |_| length(),
        &[Distance, Chain, Empty, EmptyMotion],
    ),
    ClaimRow::new(
        "safety_distance",
        |_| length(),
        &[Distance, Empty, EmptyMotion],
    ),
    ClaimRow::new("verdict", verdict, &ProofFamily::ALL),
    ClaimRow::new(
        "about",
        |_| one_of(["hull", "motion"]),
        &[Planes, Columns, Chain, Intervals, Empty, EmptyMotion],
    ),
    ClaimRow::new("plane", |_| refer("claimed_plane"), &[Planes, Chain]),
    ClaimRow::new("t_lo", |_| time(), &[Chain, EmptyMotion, Exit]),
    ClaimRow::new("t_hi", |_| time(), &[Chain, EmptyMotion, Exit]),
    ClaimRow::new("free_from", |_| time(), CHAINS),
    ClaimRow::new("initial", |_| flag(), CHAINS),
    ClaimRow::new("contact", |_| refer("kind_of_contact"), CHAINS),
    ClaimRow::new("gap", |_| length(), CHAINS),
    ClaimRow::new("point_a", |_| refer("point"), CHAINS).information_with(&[Distance]),
    ClaimRow::new("point_b", |_| refer("point"), CHAINS).information_with(&[Distance]),
    ClaimRow::new(
        "target_separation",
        |_| number(),
        &[Chain, Intervals, EmptyMotion],
    ),
    ClaimRow::new("lower_bound", |_| number(), CHAINS),
    ClaimRow::new("error", |_| number(), &[Chain]).information_with(&ProofFamily::ALL),
    ClaimRow::new("t", |_| number(), &[Chain]).information_with(&ProofFamily::ALL),
    ClaimRow::new(
        "intervals",
        |_| list(tuple(tuple(time(), 2), 2)),
        &[Intervals, EmptyMotion],
    ),
    ClaimRow::new(
        "contacts",
        |_| list(refer("claimed_contact")),
        &[Intervals, EmptyMotion],
    ),
    ClaimRow::new("target_margin", |_| number(), &[Exit]),
    ClaimRow::new("tolerance", |_| number(), &[Exit]),
    ClaimRow::new("depth", |_| number(), &[Exit]),
    ClaimRow::new("point", |_| refer("point"), &[Exit]).information_with(&ProofFamily::ALL),
];

/// Verdicts that a certificate may prove.
fn verdict(family: ProofFamily) -> Value {
    one_of(
        match family {
            Planes | Empty | EmptyMotion => &["separated"][..],
            Columns => &["hit"],
            Distance => &["separated", "hit"],
            Chain | Intervals => &["separated", "hit", "undecided"],
            Containment => &["inside", "not_inside"],
            Exit => &["inside", "not_inside", "undecided"],
        }
        .iter()
        .copied(),
    )
}

/// Definitions of claims, and of a value without a proof.
pub fn definitions() -> Vec<(&'static str, Value)> {
    let plane = closed(
        json!({
            "normal": refer("vector"), "offset": or_null(number()), "spanned_by": list(refer("pair")),
        }),
        &["normal"],
    );
    let mut contact = open(
        json!({
            "contact": or_null(refer("kind_of_contact")),
            "gap": or_null(length()),
            "exit_gap": or_null(length()),
            "pieces": {"type": "null"},
        }),
        &[],
    );
    contact["additionalProperties"] = refer("no_proof");
    let no_proof = json!({
        "properties": {"proof": false, "certificate": false},
        "additionalProperties": refer("no_proof"),
        "items": refer("no_proof"),
    });
    vec![
        ("claimed_plane", plane),
        ("claimed_contact", contact),
        (
            "no_proof",
            described(
                no_proof,
                "A proof stands in the key `proof` of an answer alone (C8).",
            ),
        ),
    ]
}
