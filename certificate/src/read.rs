//! Proofs as JSON text: what is read. Every key and every kind of value is that of section 4 of
//! `docs/CERTIFICATES.md`, and nothing else is there: C5 and C6.

use super::chain::{
    Certificate, Chain, Column, Contact, ContactEnds, Gap, GivenEnd, GivenHulls, GivenMotion,
    GivenPose, Intervals, Link, LinkKind, Placement, Weighted,
};
use super::failure::Failure;
use super::proof::Proof;
use super::stay::{Beyond, Exit, Outside, Stay, WallTimes};
use super::text::{Value, parse};

impl Proof {
    /// Reads what [`to_json`](Self::to_json) writes.
    ///
    /// # Errors
    /// [`Failure`] says what is wrong with the text and at which byte, or names the key that is missing,
    /// unknown, or of the wrong kind.
    pub fn from_json(text: &str) -> Result<Self, Failure> {
        let value = parse(text)?;
        let node = Node::new(&value, "proof");
        node.proof(|_, vertices| vertices.list(|v| v.array()))
    }
}

/// A value and what to call it in an error.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node<'a> {
    pub(super) value: &'a Value,
    name: &'a str,
}

/// The entries of an object, each to be asked for.
pub(super) struct Fields<'a> {
    entries: &'a [(String, Value)],
    name: &'a str,
    taken: usize,
}

impl<'a> Fields<'a> {
    pub(super) fn new(value: &'a Value, name: &'a str) -> Result<Self, Failure> {
        match value {
            Value::Object(entries) => Ok(Fields {
                entries,
                name,
                taken: 0,
            }),
            _ => Err(Failure::malformed(6, format!("`{name}` is not an object"))),
        }
    }

    pub(super) fn optional(&mut self, key: &'static str) -> Option<Node<'a>> {
        let (_, value) = self.entries.iter().find(|(known, _)| known == key)?;
        self.taken += 1;
        Some(Node { value, name: key })
    }

    pub(super) fn required(&mut self, key: &'static str) -> Result<Node<'a>, Failure> {
        let name = self.name;
        self.optional(key)
            .ok_or_else(|| Failure::malformed(6, format!("`{name}` lacks the key `{key}`")))
    }

    /// Fails when an entry was not asked for. Each key may be asked for once.
    pub(super) fn end(self) -> Result<(), Failure> {
        if self.taken == self.entries.len() {
            return Ok(());
        }
        let keys: Vec<&str> = self.entries.iter().map(|(key, _)| key.as_str()).collect();
        Err(Failure::malformed(
            6,
            format!(
                "`{}` has a key that it must not have, of: {}",
                self.name,
                keys.join(", ")
            ),
        ))
    }
}

impl<'a> Node<'a> {
    pub(super) fn new(value: &'a Value, name: &'a str) -> Self {
        Node { value, name }
    }

    /// A proof whose two bodies are read by `body`, which is told which one it is.
    pub(super) fn proof(
        &self,
        body: impl Fn(&'static str, &Node<'a>) -> Result<Vec<[f64; 3]>, Failure>,
    ) -> Result<Proof, Failure> {
        let mut fields = self.fields()?;
        let mut vertices = |name| body(name, &fields.required(name)?);
        let (a, b) = (vertices("a")?, vertices("b")?);
        let proof = Proof {
            a,
            b,
            placement: fields.required("placement")?.placement()?,
            certificate: fields.required("certificate")?.certificate()?,
        };
        fields.end()?;
        Ok(proof)
    }

    fn wrong(&self, expected: &str) -> Failure {
        Failure::malformed(6, format!("`{}` is not {expected}", self.name))
    }

    pub(super) fn fields(&self) -> Result<Fields<'a>, Failure> {
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
        Failure::malformed(6, format!("`{}` has the unknown kind `{name}`", self.name))
    }

    pub(super) fn number(&self) -> Result<f64, Failure> {
        match self.value {
            Value::Number(x) => Ok(*x),
            Value::Id(x) => Ok(f64::from(*x)),
            _ => Err(self.wrong("a number")),
        }
    }

    pub(super) fn id(&self) -> Result<u32, Failure> {
        match self.value {
            Value::Id(id) => Ok(*id),
            _ => {
                let what = format!("`{}` is not an id", self.name);
                Err(Failure::malformed(5, what))
            }
        }
    }

    /// A text.
    pub(super) fn name(&self) -> Result<&'a str, Failure> {
        match self.value {
            Value::Text(name) => Ok(name),
            _ => Err(self.wrong("a name")),
        }
    }

    pub(super) fn bool(&self) -> Result<bool, Failure> {
        match self.value {
            Value::Bool(x) => Ok(*x),
            _ => Err(self.wrong("true or false")),
        }
    }

    pub(super) fn list<T>(
        &self,
        read: impl Fn(&Node<'a>) -> Result<T, Failure>,
    ) -> Result<Vec<T>, Failure> {
        let Value::List(items) = self.value else {
            return Err(self.wrong("a list"));
        };
        let node = |value| Node {
            value,
            name: self.name,
        };
        items.iter().map(|value| read(&node(value))).collect()
    }

    pub(super) fn fixed<T, const N: usize>(
        &self,
        read: impl Fn(&Node<'a>) -> Result<T, Failure>,
    ) -> Result<[T; N], Failure> {
        self.list(read)?
            .try_into()
            .map_err(|_| self.wrong(&format!("a list of {N}")))
    }

    pub(super) fn array<const N: usize>(&self) -> Result<[f64; N], Failure> {
        self.fixed(Node::number)
    }

    pub(super) fn pairs(&self) -> Result<Vec<[u32; 2]>, Failure> {
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
    pub(super) fn only<T>(
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
            ("intervals", Some(kind)) => {
                let mut fields = kind.fields()?;
                let intervals = Intervals {
                    separation: fields.required("separation")?.number()?,
                    gaps: fields.required("gaps")?.list(Node::gap)?,
                    contacts: fields.required("contacts")?.list(Node::contact_ends)?,
                };
                fields.end()?;
                Ok(Certificate::Intervals(intervals))
            }
            ("inside", Some(kind)) => Ok(Certificate::Inside {
                simplices: kind.only("simplices", Node::simplices)?,
            }),
            ("outside", Some(kind)) => {
                let mut fields = kind.fields()?;
                let outside = Outside {
                    vertex: fields.required("vertex")?.id()?,
                    normal: fields.optional("normal").map(|n| n.array()).transpose()?,
                    span: fields.optional("span").map(|n| n.ids()).transpose()?,
                };
                fields.end()?;
                Ok(Certificate::Outside(outside))
            }
            ("exit", Some(kind)) => Ok(Certificate::Exit(kind.exit()?)),
            (name, _) => Err(self.unknown(name)),
        }
    }

    fn ids(&self) -> Result<Vec<u32>, Failure> {
        self.list(Node::id)
    }

    fn simplices(&self) -> Result<Vec<Vec<u32>>, Failure> {
        self.list(Node::ids)
    }

    fn gap(&self) -> Result<Gap, Failure> {
        let mut fields = self.fields()?;
        let gap = Gap {
            from: fields.required("from")?.number()?,
            links: fields.required("links")?.list(Node::link)?,
        };
        fields.end()?;
        Ok(gap)
    }

    fn contact_ends(&self) -> Result<ContactEnds, Failure> {
        let mut fields = self.fields()?;
        let ends = ContactEnds {
            enter: fields.optional("enter").map(|c| c.contact()).transpose()?,
            exit: fields.optional("exit").map(|c| c.contact()).transpose()?,
        };
        fields.end()?;
        Ok(ends)
    }

    fn exit(&self) -> Result<Exit, Failure> {
        let mut fields = self.fields()?;
        let exit = Exit {
            target: fields.required("target")?.number()?,
            faces: fields.required("faces")?.list(Node::ids)?,
            inside: fields.optional("inside").map(|n| n.stay()).transpose()?,
            held: fields.optional("held").map(|n| n.stay()).transpose()?,
            outside: fields.optional("outside").map(|n| n.beyond()).transpose()?,
        };
        fields.end()?;
        Ok(exit)
    }

    fn stay(&self) -> Result<Stay, Failure> {
        let mut fields = self.fields()?;
        let stay = Stay {
            to: fields.required("to")?.number()?,
            beyond: fields.required("beyond")?.number()?,
            walls: fields
                .optional("walls")
                .map(|walls| walls.list(Node::wall))
                .transpose()?,
            simplices: fields
                .optional("simplices")
                .map(|both| both.fixed(Node::simplices))
                .transpose()?,
        };
        fields.end()?;
        Ok(stay)
    }

    fn wall(&self) -> Result<WallTimes, Failure> {
        let mut fields = self.fields()?;
        let wall = WallTimes {
            face: fields.required("face")?.id()?,
            times: fields.required("times")?.list(Node::number)?,
        };
        fields.end()?;
        Ok(wall)
    }

    fn beyond(&self) -> Result<Beyond, Failure> {
        let mut fields = self.fields()?;
        let beyond = Beyond {
            t: fields.required("t")?.number()?,
            vertex: fields.required("vertex")?.id()?,
            face: fields.optional("face").map(|n| n.id()).transpose()?,
            normal: fields.optional("normal").map(|n| n.array()).transpose()?,
            span: fields.optional("span").map(|n| n.ids()).transpose()?,
        };
        fields.end()?;
        Ok(beyond)
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
