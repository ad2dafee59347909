//! A proof: two bodies, where they are, and the certificate. Section 6 of `docs/guide/CERTIFICATES.md` has its keys.

use serde_json::{Value, json};

use super::builders::{
    any_of, between, closed, count_up_to, described, flag, length, list, named, number, one_of,
    refer, text, time, tuple,
};

/// Largest number of vertices of a body: C10.
const MAX_VERTICES: usize = 1 << 22;
/// Largest number of links of a chain: C40.
const MAX_LINKS: usize = 1 << 20;

/// Proofs by certificates that stand with the same placements and beside the same claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProofFamily {
    /// `plane` and `span`.
    Planes,
    /// `columns`.
    Columns,
    /// `chain`.
    Chain,
    /// `intervals`.
    Intervals,
    /// `inside` and `outside`.
    Containment,
    /// `exit`.
    Exit,
    /// `farther` and `nearer`.
    Distance,
    /// `empty`, of motions.
    EmptyMotion,
    /// `empty`, of bodies at fixed places.
    Empty,
}

impl ProofFamily {
    pub const ALL: [ProofFamily; 9] = [
        ProofFamily::Planes,
        ProofFamily::Columns,
        ProofFamily::Chain,
        ProofFamily::Intervals,
        ProofFamily::Containment,
        ProofFamily::Exit,
        ProofFamily::Distance,
        ProofFamily::EmptyMotion,
        ProofFamily::Empty,
    ];

    /// The name of its definition.
    pub fn definition(self) -> &'static str {
        match self {
            ProofFamily::Planes => "proof_by_plane",
            ProofFamily::Columns => "proof_by_columns",
            ProofFamily::Chain => "proof_by_chain",
            ProofFamily::Intervals => "proof_by_intervals",
            ProofFamily::Containment => "proof_of_containment",
            ProofFamily::Exit => "proof_of_exit",
            ProofFamily::Distance => "proof_of_distance",
            ProofFamily::EmptyMotion => "proof_of_empty_motion",
            ProofFamily::Empty => "proof_of_empty",
        }
    }

    fn certificates(self) -> Value {
        let pairs = |most| between(refer("pair"), 1, most);
        let by_pairs = |name, most| named(name, closed(json!({"pairs": pairs(most)}), &["pairs"]));
        match self {
            ProofFamily::Planes => any_of([
                named(
                    "plane",
                    closed(json!({"normal": refer("vector")}), &["normal"]),
                ),
                by_pairs("span", 3),
            ]),
            ProofFamily::Columns => by_pairs("columns", 4),
            ProofFamily::Chain => named("chain", refer("chain")),
            ProofFamily::Intervals => named("intervals", refer("intervals")),
            ProofFamily::Containment => any_of([
                named(
                    "inside",
                    closed(json!({"simplices": list(refer("simplex"))}), &["simplices"]),
                ),
                named(
                    "outside",
                    outside(json!({"vertex": refer("id")}), &["vertex"]),
                ),
            ]),
            ProofFamily::Exit => named("exit", refer("exit")),
            ProofFamily::Distance => any_of([
                named("farther", farther()),
                named(
                    "nearer",
                    closed(
                        json!({"distance": length(), "pairs": pairs(4)}),
                        &["distance", "pairs"],
                    ),
                ),
            ]),
            ProofFamily::EmptyMotion | ProofFamily::Empty => json!({"const": "empty"}),
        }
    }

    fn placements(self) -> Value {
        let motions = || named("motions", tuple(refer("proof_motion"), 2));
        let poses = || named("poses", tuple(refer("pose"), 2));
        match self {
            ProofFamily::Chain
            | ProofFamily::Intervals
            | ProofFamily::Exit
            | ProofFamily::EmptyMotion => motions(),
            ProofFamily::Containment | ProofFamily::Distance => poses(),
            ProofFamily::Planes | ProofFamily::Columns | ProofFamily::Empty => any_of([
                poses(),
                named("hulls", refer("proof_hulls")),
                json!({"const": "lists"}),
            ]),
        }
    }

    /// Whether the bodies may have radii and curved shapes.
    fn takes_round(self) -> bool {
        !matches!(self, ProofFamily::Containment | ProofFamily::Exit)
    }

    fn proof(self) -> Value {
        let (shape, radius) = match self.takes_round() {
            true => (refer("proof_shape"), length()),
            false => (json!({"const": "hull"}), json!({"const": 0})),
        };
        closed(
            json!({
                "a": refer("proof_body"),
                "b": refer("proof_body"),
                "shapes": tuple(shape, 2),
                "radii": tuple(radius, 2),
                "placement": self.placements(),
                "certificate": self.certificates(),
            }),
            &["a", "b", "placement", "certificate"],
        )
    }
}

/// Definitions of proofs and of all that is in them.
pub fn definitions() -> Vec<(&'static str, Value)> {
    let families = ProofFamily::ALL.map(|family| (family.definition(), family.proof()));
    let proof = any_of(ProofFamily::ALL.map(|family| refer(family.definition())));
    let mut all = vec![(
        "proof",
        described(
            proof,
            "The certificate goes with some placements only (C24).",
        ),
    )];
    all.extend(families);
    all.extend(bodies());
    all.extend(motions());
    all.extend(contacts());
    all
}

fn bodies() -> Vec<(&'static str, Value)> {
    let upright = |name| named(name, refer("upright"));
    vec![
        ("vertex_list", between(refer("vector"), 0, MAX_VERTICES)),
        (
            "proof_body",
            described(
                any_of([text(), refer("vertex_list")]),
                "The body is a list of vertices, or the name of an earlier line.",
            ),
        ),
        (
            "proof_shape",
            any_of([
                json!({"const": "hull"}),
                upright("cylinder"),
                upright("cone"),
                named("ellipsoid", refer("ellipsoid")),
            ]),
        ),
        (
            "pair",
            described(
                tuple(refer("id"), 2),
                "It has the ids of a vertex of A and of a vertex of B.",
            ),
        ),
        (
            "simplex",
            described(between(refer("id"), 1, 4), "It has ids of vertices of A."),
        ),
    ]
}

fn motions() -> Vec<(&'static str, Value)> {
    let end =
        |key: &str, value: Value| closed(json!({"p": refer("vector"), key: value}), &["p", key]);
    let ends = any_of([end("q", refer("quaternion")), end("turn", refer("vector"))]);
    let motion = closed(
        json!({"start": refer("pose"), "end": ends, "pivot": refer("vector")}),
        &["start", "end", "pivot"],
    );
    let hulls = closed(
        json!({
            "motions": tuple(refer("proof_motion"), 2),
            "end_q": tuple(refer("quaternion"), 2),
            "relative": flag(),
        }),
        &["motions", "end_q", "relative"],
    );
    vec![
        (
            "proof_motion",
            described(
                motion,
                "In a proof, `turn` is a key of `end`, and `pivot` is required.",
            ),
        ),
        ("proof_hulls", hulls),
    ]
}

/// Definitions about the time of a frame: links, contacts, and how long a body stays inside another.
fn contacts() -> Vec<(&'static str, Value)> {
    let links = || between(refer("link"), 0, MAX_LINKS);
    let chain = closed(
        json!({
            "separation": length(), "from": time(), "links": links(), "contact": refer("proof_contact"),
        }),
        &["separation", "from", "links"],
    );
    let gap = closed(
        json!({"from": time(), "links": links()}),
        &["from", "links"],
    );
    let ends = closed(
        json!({"enter": refer("proof_contact"), "exit": refer("proof_contact")}),
        &[],
    );
    let mut gaps = list(gap);
    gaps["minItems"] = json!(1);
    let intervals = closed(
        json!({"separation": length(), "gaps": gaps, "contacts": list(ends)}),
        &["separation", "gaps", "contacts"],
    );
    vec![
        ("chain", chain),
        (
            "intervals",
            described(intervals, "`gaps` has one entry more than `contacts`."),
        ),
        ("link", link()),
        ("proof_contact", contact()),
        ("exit", exit()),
        ("stay", stay()),
    ]
}

fn link() -> Value {
    let plane = closed(
        json!({"normal": refer("vector"), "turn": refer("vector"), "bound": number()}),
        &["normal", "turn", "bound"],
    );
    let balls = closed(
        json!({"centers": tuple(refer("vector"), 2), "radii": tuple(length(), 2)}),
        &["centers", "radii"],
    );
    let span = closed(json!({"pairs": between(refer("pair"), 1, 3)}), &["pairs"]);
    let by = any_of([
        named("plane", plane),
        named("balls", balls),
        named("span", span),
    ]);
    closed(
        json!({"t0": time(), "t1": time(), "by": by}),
        &["t0", "t1", "by"],
    )
}

fn contact() -> Value {
    let column = closed(
        json!({"pair": refer("pair"), "late": flag(), "weight": length()}),
        &["pair", "weight"],
    );
    let overlap = closed(
        json!({"times": tuple(time(), 2), "columns": between(column, 1, 8)}),
        &["times", "columns"],
    );
    let weighted = closed(
        json!({"id": refer("id"), "weight": length()}),
        &["id", "weight"],
    );
    let side = || between(weighted.clone(), 1, 8);
    let near = closed(
        json!({"t": time(), "gap": length(), "a": side(), "b": side()}),
        &["t", "gap", "a", "b"],
    );
    any_of([named("overlap", overlap), named("near", near)])
}

fn exit() -> Value {
    let face = json!({"type": "array", "items": refer("id"), "minItems": 3});
    let mut places = json!({"t": time(), "vertex": refer("id")});
    places["face"] = refer("id");
    closed(
        json!({
            "target": number(),
            "faces": list(face),
            "inside": refer("stay"),
            "held": refer("stay"),
            "outside": outside(places, &["t", "vertex"]),
        }),
        &["target", "faces"],
    )
}

fn stay() -> Value {
    let wall = closed(
        json!({"face": refer("id"), "times": list(time())}),
        &["face", "times"],
    );
    let lists = tuple(list(refer("simplex")), 2);
    any_of([
        closed(
            json!({"to": time(), "beyond": length(), "walls": list(wall)}),
            &["to", "beyond", "walls"],
        ),
        closed(
            json!({"to": time(), "beyond": {"const": 0}, "simplices": lists}),
            &["to", "beyond", "simplices"],
        ),
    ])
}

/// A vertex of B outside of A, with at most one of the keys that say along which direction.
fn outside(mut keys: Value, required: &[&str]) -> Value {
    keys["normal"] = refer("vector");
    keys["span"] = between(refer("id"), 1, 3);
    let mut outside = closed(keys, required);
    outside["maxProperties"] = json!(required.len() + 1);
    outside
}

/// A normal or pairs that show a distance.
fn farther() -> Value {
    let by = |key: &str, value: Value| {
        closed(
            json!({"distance": length(), key: value}),
            &["distance", key],
        )
    };
    any_of([
        by("normal", refer("vector")),
        by("span", between(refer("pair"), 1, 3)),
    ])
}

/// The last line of a proof file.
pub fn end_line() -> Value {
    let count = || count_up_to(u32::MAX.into());
    named(
        "end",
        closed(
            json!({"lines": count(), "proofs": count()}),
            &["lines", "proofs"],
        ),
    )
}

/// A line that gives a body its name.
pub fn body_line() -> Value {
    closed(
        json!({"body": text(), "vertices": refer("vertex_list")}),
        &["body", "vertices"],
    )
}

/// Queries whose answers have certificates: section 2 of `docs/guide/CERTIFICATES.md`.
pub fn queries() -> Value {
    one_of([
        "intersect",
        "within",
        "cuboid_separation",
        "interframe",
        "extended_boxes_meet",
        "time_of_impact",
        "contact_intervals",
        "closest_approach",
        "contains",
    ])
}
