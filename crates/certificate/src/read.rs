//! JSON text as data: objects, names and numbers, each named in the error that says what is wrong with it. Keys and kinds of
//! values are those of section 6 of `docs/guide/CERTIFICATES.md`, and nothing else is there: C5 and C6.

use super::failure::{Failure, refuse};
use super::proof::Proof;
use super::text::{Value, parse};

impl Proof {
    /// Reads what [`to_json`](Self::to_json) writes.
    ///
    /// # Errors
    /// [`Failure`] says what is wrong with the text and at which byte, or names the key that is missing,
    /// unknown, or of the wrong kind.
    pub fn from_json(text: &str) -> Result<Self, Failure> {
        Json::read(&Node::new(&parse(text)?, "proof"))
    }
}

/// Data that has a form as JSON.
pub(super) trait Json: Sized {
    fn read(node: &Node<'_>) -> Result<Self, Failure>;

    fn write(&self, out: &mut String);

    /// The value whose key is left out, if there is one.
    fn absent() -> Option<Self> {
        None
    }

    fn is_absent(&self) -> bool {
        false
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
    pub(super) fn optional(&mut self, key: &'static str) -> Option<Node<'a>> {
        let (_, value) = self.entries.iter().find(|(known, _)| known == key)?;
        self.taken += 1;
        Some(Node { value, name: key })
    }

    pub(super) fn required(&mut self, key: &'static str) -> Result<Node<'a>, Failure> {
        self.optional(key).ok_or_else(|| self.lacks(key))
    }

    fn lacks(&self, key: &str) -> Failure {
        Failure::malformed(6, format!("`{}` lacks the key `{key}`", self.name))
    }

    /// Reads an entry. If it is not there, the value is the default, if there is one.
    pub(super) fn entry<T: Json>(
        &mut self,
        key: &'static str,
        default: Option<T>,
    ) -> Result<T, Failure> {
        match (self.optional(key), default.or_else(T::absent)) {
            (None, Some(default)) => Ok(default),
            (Some(node), _) => T::read(&node),
            (None, None) => Err(self.lacks(key)),
        }
    }

    /// Fails if an entry was not read. Each key may be read once.
    pub(super) fn end(self) -> Result<(), Failure> {
        if self.taken == self.entries.len() {
            return Ok(());
        }
        let keys: Vec<&str> = self.entries.iter().map(|(key, _)| key.as_str()).collect();
        let (name, keys) = (self.name, keys.join(", "));
        refuse!(6 => "`{name}` has a key that it must not have, of: {keys}")
    }
}

impl<'a> Node<'a> {
    pub(super) fn new(value: &'a Value, name: &'a str) -> Self {
        Node { value, name }
    }

    /// A proof whose two bodies are read by `body`.
    pub(super) fn proof(
        &self,
        body: impl Fn(&Node<'a>) -> Result<Vec<[f64; 3]>, Failure>,
    ) -> Result<Proof, Failure> {
        self.object(|fields| {
            Ok(Proof {
                a: body(&fields.required("a")?)?,
                b: body(&fields.required("b")?)?,
                shapes: fields.entry("shapes", Some(Default::default()))?,
                radii: fields.entry("radii", Some(Default::default()))?,
                placement: fields.entry("placement", None)?,
                certificate: fields.entry("certificate", None)?,
            })
        })
    }

    fn wrong(&self, expected: &str) -> Failure {
        Failure::malformed(6, format!("`{}` is not {expected}", self.name))
    }

    pub(super) fn fields(&self) -> Result<Fields<'a>, Failure> {
        match self.value {
            Value::Object(entries) => Ok(Fields {
                entries,
                name: self.name,
                taken: 0,
            }),
            _ => Err(self.wrong("an object")),
        }
    }

    /// Reads an object, all entries of which must be used.
    pub(super) fn object<T>(
        &self,
        read: impl FnOnce(&mut Fields<'a>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let mut fields = self.fields()?;
        let value = read(&mut fields)?;
        fields.end()?;
        Ok(value)
    }

    /// A variant: its name, and what it holds, if anything.
    pub(super) fn variant(&self) -> Result<(&'a str, Option<Node<'a>>), Failure> {
        match self.value {
            Value::Text(name) => Ok((name, None)),
            Value::Object(entries) => match entries.as_slice() {
                [(name, value)] => Ok((name, Some(Node { value, name }))),
                _ => Err(self.wrong("an object of one key")),
            },
            _ => Err(self.wrong("a name or an object of one key")),
        }
    }

    pub(super) fn unknown(&self, name: &str) -> Failure {
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
            _ => refuse!(5 => "`{}` is not an id", self.name),
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
        let node = |value| Node::new(value, self.name);
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

    /// Two pieces, each by its part and triangle.
    pub(super) fn pieces(&self) -> Result<[[u32; 2]; 2], Failure> {
        self.fixed(|piece| {
            piece
                .object(|fields| Ok([fields.entry("part", None)?, fields.entry("triangle", None)?]))
        })
    }
}
