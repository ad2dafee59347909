//! Proofs as JSON text, one line each: the form of `docs/CERTIFICATES.md`.
//!
//! The same text as serde makes of the types with feature `serde`; numbers read back to the same
//! bits.

use std::fmt::Write;

use super::chain::{
    Certificate, Chain, Column, Contact, GivenEnd, GivenHulls, GivenMotion, GivenPose, Link,
    LinkKind, Placement, Weighted,
};
use super::failure::Failure;
use super::proof::Proof;
use super::text::{Value, parse};

impl Proof {
    /// One line of JSON, without the line's end.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut out = String::new();
        object(&mut out, |o| {
            o.entry("a").list(&self.a, |out, v| numbers(out, v));
            o.entry("b").list(&self.b, |out, v| numbers(out, v));
            placement(o.entry("placement").out, &self.placement);
            certificate(o.entry("certificate").out, &self.certificate);
        });
        out
    }

    /// Reads what [`to_json`](Self::to_json) writes.
    ///
    /// # Errors
    /// [`Failure::Text`] says what is wrong with the text and at which byte; [`Failure::Malformed`]
    /// names the key that is missing, unknown, or of the wrong kind.
    pub fn from_json(text: &str) -> Result<Self, Failure> {
        let value = parse(text)?;
        let mut top = Fields::new(&value, "proof")?;
        let proof = Proof {
            a: top.required("a")?.list(|v| v.array())?,
            b: top.required("b")?.list(|v| v.array())?,
            placement: top.required("placement")?.placement()?,
            certificate: top.required("certificate")?.certificate()?,
        };
        top.end()?;
        Ok(proof)
    }
}

/// Writes the entries of an object.
struct Entries<'a> {
    out: &'a mut String,
    first: bool,
}

fn object(out: &mut String, entries: impl FnOnce(&mut Entries<'_>)) {
    out.push('{');
    entries(&mut Entries { out, first: true });
    out.push('}');
}

/// `{"name": {...}}`.
fn tagged(out: &mut String, name: &str, entries: impl FnOnce(&mut Entries<'_>)) {
    object(out, |o| object(o.entry(name).out, entries));
}

impl Entries<'_> {
    fn entry(&mut self, name: &str) -> &mut Self {
        if !self.first {
            self.out.push(',');
        }
        self.first = false;
        let _ = write!(self.out, "\"{name}\":");
        self
    }

    fn list<T>(&mut self, items: &[T], write_item: impl Fn(&mut String, &T)) {
        list(self.out, items, write_item);
    }
}

fn list<T>(out: &mut String, items: &[T], write_item: impl Fn(&mut String, &T)) {
    out.push('[');
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            out.push(',');
        }
        write_item(out, item);
    }
    out.push(']');
}

fn number(out: &mut String, x: &f64) {
    let _ = write!(out, "{x:?}");
}

fn numbers(out: &mut String, v: &[f64]) {
    list(out, v, number);
}

fn ids(out: &mut String, pair: &[u32; 2]) {
    let _ = write!(out, "[{},{}]", pair[0], pair[1]);
}

fn pose(out: &mut String, pose: &GivenPose) {
    object(out, |o| {
        numbers(o.entry("p").out, &pose.p);
        numbers(o.entry("q").out, &pose.q);
    });
}

fn motion(out: &mut String, motion: &GivenMotion) {
    object(out, |o| {
        pose(o.entry("start").out, &motion.start);
        object(o.entry("end").out, |o| {
            numbers(o.entry("p").out, &motion.end.p);
            if let Some(q) = &motion.end.q {
                numbers(o.entry("q").out, q);
            }
            if let Some(turn) = &motion.end.turn {
                numbers(o.entry("turn").out, turn);
            }
        });
        numbers(o.entry("pivot").out, &motion.pivot);
    });
}

fn placement(out: &mut String, placement: &Placement) {
    match placement {
        Placement::Poses(poses) => object(out, |o| o.entry("poses").list(poses, pose)),
        Placement::Motions(motions) => object(out, |o| o.entry("motions").list(motions, motion)),
        Placement::Hulls(hulls) => tagged(out, "hulls", |o| {
            o.entry("motions").list(&hulls.motions, motion);
            o.entry("end_q")
                .list(&hulls.end_q, |out, q| numbers(out, q));
            let _ = write!(o.entry("relative").out, "{}", hulls.relative);
        }),
        Placement::Lists => out.push_str("\"lists\""),
    }
}

fn certificate(out: &mut String, certificate: &Certificate) {
    let pairs_of = |out: &mut String, name: &str, pairs: &[[u32; 2]]| {
        tagged(out, name, |o| o.entry("pairs").list(pairs, ids));
    };
    match certificate {
        Certificate::Empty => out.push_str("\"empty\""),
        Certificate::Plane { normal } => {
            tagged(out, "plane", |o| numbers(o.entry("normal").out, normal));
        }
        Certificate::Span { pairs } => pairs_of(out, "span", pairs),
        Certificate::Columns { pairs } => pairs_of(out, "columns", pairs),
        Certificate::Chain(chain) => tagged(out, "chain", |o| {
            number(o.entry("separation").out, &chain.separation);
            number(o.entry("from").out, &chain.from);
            o.entry("links").list(&chain.links, link);
            if let Some(found) = &chain.contact {
                contact(o.entry("contact").out, found);
            }
        }),
    }
}

fn link(out: &mut String, link: &Link) {
    object(out, |o| {
        number(o.entry("t0").out, &link.t0);
        number(o.entry("t1").out, &link.t1);
        let out = &mut *o.entry("by").out;
        match &link.by {
            LinkKind::Plane {
                normal,
                turn,
                bound,
            } => tagged(out, "plane", |o| {
                numbers(o.entry("normal").out, normal);
                numbers(o.entry("turn").out, turn);
                number(o.entry("bound").out, bound);
            }),
            LinkKind::Balls { centers, radii } => tagged(out, "balls", |o| {
                o.entry("centers").list(centers, |out, c| numbers(out, c));
                numbers(o.entry("radii").out, radii);
            }),
            LinkKind::Span { pairs } => tagged(out, "span", |o| o.entry("pairs").list(pairs, ids)),
        }
    });
}

fn contact(out: &mut String, contact: &Contact) {
    match contact {
        Contact::Overlap { times, columns } => tagged(out, "overlap", |o| {
            numbers(o.entry("times").out, times);
            o.entry("columns").list(columns, |out, column| {
                object(out, |o| {
                    ids(o.entry("pair").out, &column.pair);
                    if column.late {
                        o.entry("late").out.push_str("true");
                    }
                    number(o.entry("weight").out, &column.weight);
                });
            });
        }),
        Contact::Near { t, gap, a, b } => tagged(out, "near", |o| {
            number(o.entry("t").out, t);
            number(o.entry("gap").out, gap);
            for (name, point) in [("a", a), ("b", b)] {
                o.entry(name).list(point, |out, vertex| {
                    object(out, |o| {
                        let _ = write!(o.entry("id").out, "{}", vertex.id);
                        number(o.entry("weight").out, &vertex.weight);
                    });
                });
            }
        }),
    }
}

/// A value and what to call it in an error.
#[derive(Debug, Clone, Copy)]
struct Node<'a> {
    value: &'a Value,
    name: &'a str,
}

/// The entries of an object, each to be asked for.
struct Fields<'a> {
    entries: &'a [(String, Value)],
    name: &'a str,
    taken: usize,
}

impl<'a> Fields<'a> {
    fn new(value: &'a Value, name: &'a str) -> Result<Self, Failure> {
        match value {
            Value::Object(entries) => Ok(Fields {
                entries,
                name,
                taken: 0,
            }),
            _ => Err(Failure::malformed(format!("`{name}` is not an object"))),
        }
    }

    fn optional(&mut self, key: &'static str) -> Option<Node<'a>> {
        let (_, value) = self.entries.iter().find(|(known, _)| known == key)?;
        self.taken += 1;
        Some(Node { value, name: key })
    }

    fn required(&mut self, key: &'static str) -> Result<Node<'a>, Failure> {
        let name = self.name;
        self.optional(key)
            .ok_or_else(|| Failure::malformed(format!("`{name}` lacks the key `{key}`")))
    }

    /// Fails when an entry was not asked for. Each key may be asked for once.
    fn end(self) -> Result<(), Failure> {
        if self.taken == self.entries.len() {
            return Ok(());
        }
        let keys: Vec<&str> = self.entries.iter().map(|(key, _)| key.as_str()).collect();
        Err(Failure::malformed(format!(
            "`{}` has a key that it must not have, of: {}",
            self.name,
            keys.join(", ")
        )))
    }
}

impl<'a> Node<'a> {
    fn wrong(&self, expected: &str) -> Failure {
        Failure::malformed(format!("`{}` is not {expected}", self.name))
    }

    fn fields(&self) -> Result<Fields<'a>, Failure> {
        Fields::new(self.value, self.name)
    }

    /// A variant: its name, and what it holds, if anything.
    fn variant(&self) -> Result<(&'a str, Option<Node<'a>>), Failure> {
        match self.value {
            Value::Text(name) => Ok((name, None)),
            Value::Object(entries) => match entries.as_slice() {
                [(name, value)] => Ok((name, Some(Node { value, name }))),
                _ => Err(self.wrong("an object of one key")),
            },
            _ => Err(self.wrong("a name or an object of one key")),
        }
    }

    fn unknown(&self, name: &str) -> Failure {
        Failure::malformed(format!("`{}` has the unknown kind `{name}`", self.name))
    }

    fn number(&self) -> Result<f64, Failure> {
        match self.value {
            Value::Number(x) => Ok(*x),
            _ => Err(self.wrong("a number")),
        }
    }

    fn id(&self) -> Result<u32, Failure> {
        let x = self.number()?;
        let id = x as u32;
        if f64::from(id) == x {
            Ok(id)
        } else {
            Err(self.wrong("a vertex id"))
        }
    }

    fn bool(&self) -> Result<bool, Failure> {
        match self.value {
            Value::Bool(x) => Ok(*x),
            _ => Err(self.wrong("true or false")),
        }
    }

    fn list<T>(&self, read: impl Fn(&Node<'a>) -> Result<T, Failure>) -> Result<Vec<T>, Failure> {
        let Value::List(items) = self.value else {
            return Err(self.wrong("a list"));
        };
        let node = |value| Node {
            value,
            name: self.name,
        };
        items.iter().map(|value| read(&node(value))).collect()
    }

    fn fixed<T, const N: usize>(
        &self,
        read: impl Fn(&Node<'a>) -> Result<T, Failure>,
    ) -> Result<[T; N], Failure> {
        self.list(read)?
            .try_into()
            .map_err(|_| self.wrong(&format!("a list of {N}")))
    }

    fn array<const N: usize>(&self) -> Result<[f64; N], Failure> {
        self.fixed(Node::number)
    }

    fn pairs(&self) -> Result<Vec<[u32; 2]>, Failure> {
        self.list(|pair| pair.fixed(Node::id))
    }

    fn pose(&self) -> Result<GivenPose, Failure> {
        let mut fields = self.fields()?;
        let pose = GivenPose {
            p: fields.required("p")?.array()?,
            q: fields.required("q")?.array()?,
        };
        fields.end()?;
        Ok(pose)
    }

    fn motion(&self) -> Result<GivenMotion, Failure> {
        let mut fields = self.fields()?;
        let mut end = fields.required("end")?.fields()?;
        let motion = GivenMotion {
            start: fields.required("start")?.pose()?,
            end: GivenEnd {
                p: end.required("p")?.array()?,
                q: end.optional("q").map(|q| q.array()).transpose()?,
                turn: end.optional("turn").map(|t| t.array()).transpose()?,
            },
            pivot: fields.required("pivot")?.array()?,
        };
        end.end()?;
        fields.end()?;
        Ok(motion)
    }

    fn placement(&self) -> Result<Placement, Failure> {
        match self.variant()? {
            ("poses", Some(poses)) => Ok(Placement::Poses(poses.fixed(Node::pose)?)),
            ("motions", Some(motions)) => Ok(Placement::Motions(motions.fixed(Node::motion)?)),
            ("hulls", Some(hulls)) => {
                let mut fields = hulls.fields()?;
                let hulls = GivenHulls {
                    motions: fields.required("motions")?.fixed(Node::motion)?,
                    end_q: fields.required("end_q")?.fixed(|q| q.array())?,
                    relative: fields.required("relative")?.bool()?,
                };
                fields.end()?;
                Ok(Placement::Hulls(hulls))
            }
            ("lists", None) => Ok(Placement::Lists),
            (name, _) => Err(self.unknown(name)),
        }
    }

    /// The one entry of a kind.
    fn only<T>(
        &self,
        key: &'static str,
        read: impl Fn(&Node<'a>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let mut fields = self.fields()?;
        let value = read(&fields.required(key)?)?;
        fields.end()?;
        Ok(value)
    }

    fn certificate(&self) -> Result<Certificate, Failure> {
        match self.variant()? {
            ("empty", None) => Ok(Certificate::Empty),
            ("plane", Some(kind)) => Ok(Certificate::Plane {
                normal: kind.only("normal", |n| n.array())?,
            }),
            ("span", Some(kind)) => Ok(Certificate::Span {
                pairs: kind.only("pairs", Node::pairs)?,
            }),
            ("columns", Some(kind)) => Ok(Certificate::Columns {
                pairs: kind.only("pairs", Node::pairs)?,
            }),
            ("chain", Some(kind)) => {
                let mut fields = kind.fields()?;
                let chain = Chain {
                    separation: fields.required("separation")?.number()?,
                    from: fields.required("from")?.number()?,
                    links: fields.required("links")?.list(Node::link)?,
                    contact: fields
                        .optional("contact")
                        .map(|contact| contact.contact())
                        .transpose()?,
                };
                fields.end()?;
                Ok(Certificate::Chain(chain))
            }
            (name, _) => Err(self.unknown(name)),
        }
    }

    fn link(&self) -> Result<Link, Failure> {
        let mut fields = self.fields()?;
        let link = Link {
            t0: fields.required("t0")?.number()?,
            t1: fields.required("t1")?.number()?,
            by: fields.required("by")?.link_kind()?,
        };
        fields.end()?;
        Ok(link)
    }

    fn link_kind(&self) -> Result<LinkKind, Failure> {
        match self.variant()? {
            ("plane", Some(kind)) => {
                let mut fields = kind.fields()?;
                let plane = LinkKind::Plane {
                    normal: fields.required("normal")?.array()?,
                    turn: fields.required("turn")?.array()?,
                    bound: fields.required("bound")?.number()?,
                };
                fields.end()?;
                Ok(plane)
            }
            ("balls", Some(kind)) => {
                let mut fields = kind.fields()?;
                let balls = LinkKind::Balls {
                    centers: fields.required("centers")?.fixed(|c| c.array())?,
                    radii: fields.required("radii")?.array()?,
                };
                fields.end()?;
                Ok(balls)
            }
            ("span", Some(kind)) => Ok(LinkKind::Span {
                pairs: kind.only("pairs", Node::pairs)?,
            }),
            (name, _) => Err(self.unknown(name)),
        }
    }

    fn contact(&self) -> Result<Contact, Failure> {
        match self.variant()? {
            ("overlap", Some(kind)) => {
                let mut fields = kind.fields()?;
                let overlap = Contact::Overlap {
                    times: fields.required("times")?.array()?,
                    columns: fields.required("columns")?.list(Node::column)?,
                };
                fields.end()?;
                Ok(overlap)
            }
            ("near", Some(kind)) => {
                let mut fields = kind.fields()?;
                let near = Contact::Near {
                    t: fields.required("t")?.number()?,
                    gap: fields.required("gap")?.number()?,
                    a: fields.required("a")?.list(Node::weighted)?,
                    b: fields.required("b")?.list(Node::weighted)?,
                };
                fields.end()?;
                Ok(near)
            }
            (name, _) => Err(self.unknown(name)),
        }
    }

    fn column(&self) -> Result<Column, Failure> {
        let mut fields = self.fields()?;
        let column = Column {
            pair: fields.required("pair")?.fixed(Node::id)?,
            late: fields
                .optional("late")
                .map(|late| late.bool())
                .transpose()?
                .unwrap_or(false),
            weight: fields.required("weight")?.number()?,
        };
        fields.end()?;
        Ok(column)
    }

    fn weighted(&self) -> Result<Weighted, Failure> {
        let mut fields = self.fields()?;
        let weighted = Weighted {
            id: fields.required("id")?.id()?,
            weight: fields.required("weight")?.number()?,
        };
        fields.end()?;
        Ok(weighted)
    }
}
