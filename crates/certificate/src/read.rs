//! Proofs as JSON text: what is read. Every key and every kind of value is that of section 6 of
//! `docs/guide/CERTIFICATES.md`, and nothing else is there: C5 and C6.

use super::chain::{
    Certificate, Chain, Column, Contact, ContactEnds, Farther, Gap, GivenEnd, GivenHulls,
    GivenMotion, GivenPose, Intervals, Link, LinkKind, Placement, Weighted,
};
use super::failure::Failure;
use super::proof::Proof;
use super::shape::Shape;
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

/// The entries of an object, each of which must be read.
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

    /// Reads an entry, if it is there.
    fn maybe<T>(
        &mut self,
        key: &'static str,
        read: impl Fn(&Node<'a>) -> Result<T, Failure>,
    ) -> Result<Option<T>, Failure> {
        self.optional(key).map(|node| read(&node)).transpose()
    }

    /// Fails if an entry was not read. Each key may be read once.
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

    /// A proof whose two bodies are read by `body`, which receives the body's number.
    pub(super) fn proof(
        &self,
        body: impl Fn(&'static str, &Node<'a>) -> Result<Vec<[f64; 3]>, Failure>,
    ) -> Result<Proof, Failure> {
        self.object(|fields| {
            Ok(Proof {
                a: body("a", &fields.required("a")?)?,
                b: body("b", &fields.required("b")?)?,
                shapes: fields
                    .maybe("shapes", |shapes| shapes.fixed(Node::shape))?
                    .unwrap_or_default(),
                radii: fields.maybe("radii", Node::array::<2>)?.unwrap_or_default(),
                placement: fields.required("placement")?.placement()?,
                certificate: fields.required("certificate")?.certificate()?,
            })
        })
    }

    fn wrong(&self, expected: &str) -> Failure {
        Failure::malformed(6, format!("`{}` is not {expected}", self.name))
    }

    pub(super) fn fields(&self) -> Result<Fields<'a>, Failure> {
        Fields::new(self.value, self.name)
    }

    /// Reads an object, all entries of which must be used.
    fn object<T>(
        &self,
        read: impl FnOnce(&mut Fields<'a>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let mut fields = self.fields()?;
        let value = read(&mut fields)?;
        fields.end()?;
        Ok(value)
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

    /// A number; None for one that overflows, which lines write as null.
    pub(super) fn number_or_null(&self) -> Result<Option<f64>, Failure> {
        match self.value {
            Value::Null => Ok(None),
            _ => self.number().map(Some),
        }
    }

    /// A point of an answer.
    pub(super) fn point(&self) -> Result<[Option<f64>; 3], Failure> {
        self.fixed(Node::number_or_null)
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
        self.object(|fields| {
            Ok(GivenPose {
                p: fields.required("p")?.array()?,
                q: fields.required("q")?.array()?,
            })
        })
    }

    fn motion(&self) -> Result<GivenMotion, Failure> {
        let mut fields = self.fields()?;
        let mut end = fields.required("end")?.fields()?;
        let motion = GivenMotion {
            start: fields.required("start")?.pose()?,
            end: GivenEnd {
                p: end.required("p")?.array()?,
                q: end.maybe("q", |q| q.array())?,
                turn: end.maybe("turn", |t| t.array())?,
            },
            pivot: fields.required("pivot")?.array()?,
        };
        end.end()?;
        fields.end()?;
        Ok(motion)
    }

    fn shape(&self) -> Result<Shape, Failure> {
        let upright = |kind: &Node<'a>| {
            kind.object(|fields| {
                let half_length = fields.required("half_length")?.number()?;
                Ok((half_length, fields.required("radius")?.number()?))
            })
        };
        match self.variant()? {
            ("hull", None) => Ok(Shape::Hull),
            ("cylinder", Some(kind)) => {
                let (half_length, radius) = upright(&kind)?;
                Ok(Shape::Cylinder {
                    half_length,
                    radius,
                })
            }
            ("cone", Some(kind)) => {
                let (half_length, radius) = upright(&kind)?;
                Ok(Shape::Cone {
                    half_length,
                    radius,
                })
            }
            ("ellipsoid", Some(kind)) => Ok(Shape::Ellipsoid {
                radii: kind.only("radii", |r| r.array())?,
            }),
            (name, _) => Err(self.unknown(name)),
        }
    }

    fn placement(&self) -> Result<Placement, Failure> {
        match self.variant()? {
            ("poses", Some(poses)) => Ok(Placement::Poses(poses.fixed(Node::pose)?)),
            ("motions", Some(motions)) => Ok(Placement::Motions(motions.fixed(Node::motion)?)),
            ("hulls", Some(hulls)) => hulls.object(|fields| {
                Ok(Placement::Hulls(GivenHulls {
                    motions: fields.required("motions")?.fixed(Node::motion)?,
                    end_q: fields.required("end_q")?.fixed(|q| q.array())?,
                    relative: fields.required("relative")?.bool()?,
                }))
            }),
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
        self.object(|fields| read(&fields.required(key)?))
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
            ("chain", Some(kind)) => kind.object(|fields| {
                Ok(Certificate::Chain(Chain {
                    separation: fields.required("separation")?.number()?,
                    from: fields.required("from")?.number()?,
                    links: fields.required("links")?.list(Node::link)?,
                    contact: fields.maybe("contact", |contact| contact.contact())?,
                }))
            }),
            ("intervals", Some(kind)) => kind.object(|fields| {
                Ok(Certificate::Intervals(Intervals {
                    separation: fields.required("separation")?.number()?,
                    gaps: fields.required("gaps")?.list(Node::gap)?,
                    contacts: fields.required("contacts")?.list(Node::contact_ends)?,
                }))
            }),
            ("inside", Some(kind)) => Ok(Certificate::Inside {
                simplices: kind.only("simplices", Node::simplices)?,
            }),
            ("outside", Some(kind)) => kind.object(|fields| {
                Ok(Certificate::Outside(Outside {
                    vertex: fields.required("vertex")?.id()?,
                    normal: fields.maybe("normal", |n| n.array())?,
                    span: fields.maybe("span", |n| n.ids())?,
                }))
            }),
            ("exit", Some(kind)) => Ok(Certificate::Exit(kind.exit()?)),
            ("farther", Some(kind)) => kind.object(|fields| {
                Ok(Certificate::Farther(Farther {
                    distance: fields.required("distance")?.number()?,
                    normal: fields.maybe("normal", |n| n.array())?,
                    span: fields.maybe("span", Node::pairs)?,
                }))
            }),
            ("nearer", Some(kind)) => kind.object(|fields| {
                Ok(Certificate::Nearer {
                    distance: fields.required("distance")?.number()?,
                    pairs: fields.required("pairs")?.pairs()?,
                })
            }),
            (name, _) => Err(self.unknown(name)),
        }
    }

    /// Two pieces, each by its part and triangle.
    pub(super) fn pieces(&self) -> Result<[[u32; 2]; 2], Failure> {
        self.fixed(|piece| {
            piece.object(|fields| {
                Ok([
                    fields.required("part")?.id()?,
                    fields.required("triangle")?.id()?,
                ])
            })
        })
    }

    fn ids(&self) -> Result<Vec<u32>, Failure> {
        self.list(Node::id)
    }

    fn simplices(&self) -> Result<Vec<Vec<u32>>, Failure> {
        self.list(Node::ids)
    }

    fn gap(&self) -> Result<Gap, Failure> {
        self.object(|fields| {
            Ok(Gap {
                from: fields.required("from")?.number()?,
                links: fields.required("links")?.list(Node::link)?,
            })
        })
    }

    fn contact_ends(&self) -> Result<ContactEnds, Failure> {
        self.object(|fields| {
            Ok(ContactEnds {
                enter: fields.maybe("enter", |c| c.contact())?,
                exit: fields.maybe("exit", |c| c.contact())?,
            })
        })
    }

    fn exit(&self) -> Result<Exit, Failure> {
        self.object(|fields| {
            Ok(Exit {
                target: fields.required("target")?.number()?,
                faces: fields.required("faces")?.list(Node::ids)?,
                inside: fields.maybe("inside", |n| n.stay())?,
                held: fields.maybe("held", |n| n.stay())?,
                outside: fields.maybe("outside", |n| n.beyond())?,
            })
        })
    }

    fn stay(&self) -> Result<Stay, Failure> {
        self.object(|fields| {
            Ok(Stay {
                to: fields.required("to")?.number()?,
                beyond: fields.required("beyond")?.number()?,
                walls: fields.maybe("walls", |walls| walls.list(Node::wall))?,
                simplices: fields.maybe("simplices", |both| both.fixed(Node::simplices))?,
            })
        })
    }

    fn wall(&self) -> Result<WallTimes, Failure> {
        self.object(|fields| {
            Ok(WallTimes {
                face: fields.required("face")?.id()?,
                times: fields.required("times")?.list(Node::number)?,
            })
        })
    }

    fn beyond(&self) -> Result<Beyond, Failure> {
        self.object(|fields| {
            Ok(Beyond {
                t: fields.required("t")?.number()?,
                vertex: fields.required("vertex")?.id()?,
                face: fields.maybe("face", |n| n.id())?,
                normal: fields.maybe("normal", |n| n.array())?,
                span: fields.maybe("span", |n| n.ids())?,
            })
        })
    }

    fn link(&self) -> Result<Link, Failure> {
        self.object(|fields| {
            Ok(Link {
                t0: fields.required("t0")?.number()?,
                t1: fields.required("t1")?.number()?,
                by: fields.required("by")?.link_kind()?,
            })
        })
    }

    fn link_kind(&self) -> Result<LinkKind, Failure> {
        match self.variant()? {
            ("plane", Some(kind)) => kind.object(|fields| {
                Ok(LinkKind::Plane {
                    normal: fields.required("normal")?.array()?,
                    turn: fields.required("turn")?.array()?,
                    bound: fields.required("bound")?.number()?,
                })
            }),
            ("balls", Some(kind)) => kind.object(|fields| {
                Ok(LinkKind::Balls {
                    centers: fields.required("centers")?.fixed(|c| c.array())?,
                    radii: fields.required("radii")?.array()?,
                })
            }),
            ("span", Some(kind)) => Ok(LinkKind::Span {
                pairs: kind.only("pairs", Node::pairs)?,
            }),
            (name, _) => Err(self.unknown(name)),
        }
    }

    fn contact(&self) -> Result<Contact, Failure> {
        match self.variant()? {
            ("overlap", Some(kind)) => kind.object(|fields| {
                Ok(Contact::Overlap {
                    times: fields.required("times")?.array()?,
                    columns: fields.required("columns")?.list(Node::column)?,
                })
            }),
            ("near", Some(kind)) => kind.object(|fields| {
                Ok(Contact::Near {
                    t: fields.required("t")?.number()?,
                    gap: fields.required("gap")?.number()?,
                    a: fields.required("a")?.list(Node::weighted)?,
                    b: fields.required("b")?.list(Node::weighted)?,
                })
            }),
            (name, _) => Err(self.unknown(name)),
        }
    }

    fn column(&self) -> Result<Column, Failure> {
        self.object(|fields| {
            Ok(Column {
                pair: fields.required("pair")?.fixed(Node::id)?,
                late: fields.maybe("late", |late| late.bool())?.unwrap_or(false),
                weight: fields.required("weight")?.number()?,
            })
        })
    }

    fn weighted(&self) -> Result<Weighted, Failure> {
        self.object(|fields| {
            Ok(Weighted {
                id: fields.required("id")?.id()?,
                weight: fields.required("weight")?.number()?,
            })
        })
    }
}
