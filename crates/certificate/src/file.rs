//! Proof files: answers beside what proves them, or proofs alone, a line each. What a line is follows from its keys (C7), and
//! no proof on it is left unread (C8).

use std::collections::HashMap;

use super::claims::supports;
use super::failure::{Failure, refuse};
use super::finding::Proved;
use super::read::{Json, Node};
use super::text::{Value, parse};

/// Checks a proof file line by line: every proof, and that the line says no more than it proves.
///
/// ```
/// use interframe_certificate::ProofFile;
///
/// let mut file = ProofFile::default();
/// file.line(r#"{"body": "point", "vertices": [[0, 0, 0]]}"#)?;
/// let line = file.line(
///     r#"{"id": "one", "verdict": "hit", "proof": {"a": "point", "b": [[0, 0, 0]],
///     "placement": "lists", "certificate": {"columns": {"pairs": [[0, 0]]}}}}"#,
/// )?;
/// assert!(line.proof.is_some_and(|proof| proof.is_ok()));
/// file.line(r#"{"end": {"lines": 2, "proofs": 1}}"#)?;
/// file.end()?;
/// # Ok::<(), interframe_certificate::Failure>(())
/// ```
#[derive(Debug, Default)]
pub struct ProofFile {
    bodies: HashMap<String, Vec<[f64; 3]>>,
    lines: u64,
    proofs: u64,
    /// Lines that are proofs alone.
    bare: u64,
    end: Option<[u64; 2]>,
}

/// One line of a proof file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ProofLine {
    /// The `id` of an answer, if that is text.
    pub id: Option<String>,
    /// The claims that its proof proves, or why it is refused; None for a line without.
    pub proof: Option<Result<Proved, Failure>>,
    /// Whether the proof is about two pieces of the bodies, and of the others proves nothing: C104.
    pub pieces: bool,
}

impl ProofFile {
    /// Reads a line, which is not blank, and checks its proof.
    ///
    /// # Errors
    /// [`Failure`] for a text that is no line of a proof file; a proof that is refused is not one of these.
    pub fn line(&mut self, text: &str) -> Result<ProofLine, Failure> {
        self.read(text, true)
    }

    /// Reads a line as [`line`](Self::line) does, without checking its proof, which takes most of the time: for a reader that
    /// shows some proofs, and still says whether the file is whole.
    ///
    /// # Errors
    /// See [`line`](Self::line).
    pub fn skip(&mut self, text: &str) -> Result<(), Failure> {
        self.read(text, false).map(|_| ())
    }

    fn read(&mut self, text: &str, checks: bool) -> Result<ProofLine, Failure> {
        refuse!(7 if self.end.is_some() => "a line after the closing one");
        let value = parse(text)?;
        let Value::Object(entries) = &value else {
            refuse!(1 => "a line is not an object");
        };
        if let [(key, end)] = entries.as_slice()
            && key == "end"
        {
            self.end = Some(closing(&Node::new(end, "end"))?);
            return Ok(ProofLine::default());
        }
        self.lines += 1;
        let has = |key: &str| entries.iter().any(|(known, _)| known == key);
        let line = Node::new(&value, "line");
        if has("certificate") {
            (self.proofs, self.bare) = (self.proofs + 1, self.bare + 1);
            let proof = checks.then(|| self.proof(&line, &[]));
            return Ok(ProofLine {
                proof,
                ..ProofLine::default()
            });
        }
        if has("body") {
            let read = self.body(&line);
            let of_bodies = |failure| Failure {
                condition: 11,
                ..failure
            };
            return read.map(|()| ProofLine::default()).map_err(of_bodies);
        }
        self.answer(entries, checks)
    }

    fn body(&mut self, line: &Node<'_>) -> Result<(), Failure> {
        let mut fields = line.fields()?;
        let name = fields.required("body")?.name()?.to_owned();
        let vertices = fields.entry("vertices", None)?;
        fields.end()?;
        refuse!(11 if self.bodies.contains_key(&name) => "the body `{name}` is given twice");
        self.bodies.insert(name, vertices);
        Ok(())
    }

    fn answer(&mut self, entries: &[(String, Value)], checks: bool) -> Result<ProofLine, Failure> {
        let given = |key: &'static str| {
            let found = entries.iter().find(|(known, _)| known == key);
            let found = found.filter(|(_, value)| *value != Value::Null);
            found.map(|(_, value)| Node::new(value, key))
        };
        let proof = given("proof");
        self.proofs += u64::from(proof.is_some());
        let mut others = entries.iter().filter(|(key, _)| key != "proof");
        if let Some((key, _)) = others.find(|(_, value)| holds_a_proof(value)) {
            refuse!(8 => "`{key}` holds a proof, which stands in the key `proof` alone");
        }
        let proof = proof.filter(|_| checks);
        let proof = proof.map(|proof| self.proof(&proof, entries));
        let id = given("id").and_then(|id| id.name().ok().map(str::to_owned));
        let pieces = given("pieces").is_some();
        Ok(ProofLine { id, proof, pieces })
    }

    fn proof(&self, node: &Node<'_>, entries: &[(String, Value)]) -> Result<Proved, Failure> {
        let proof = node.proof(|body| match body.value {
            Value::Text(name) => match self.bodies.get(name) {
                Some(body) => Ok(body.clone()),
                None => refuse!(11 => "no line before gives the body `{name}`"),
            },
            _ => Json::read(body),
        })?;
        supports(&proof, entries)
    }

    /// Numbers of lines and of proofs that were read.
    #[must_use]
    pub fn counts(&self) -> [u64; 2] {
        [self.lines, self.proofs]
    }

    /// Whether the file is whole: C7.
    ///
    /// # Errors
    /// [`Failure`] when the closing line is missing, or counts other lines than were read.
    pub fn end(&self) -> Result<(), Failure> {
        let [lines, proofs] = self.counts();
        let said = match self.end {
            Some(end) if end == [lines, proofs] => return Ok(()),
            // Each of these is whole, or no JSON.
            None if lines > 0 && self.bare == lines => return Ok(()),
            Some([lines, proofs]) => format!("its closing line speaks of {lines} and {proofs}"),
            None => "it lacks its closing line".into(),
        };
        refuse!(7 => "truncated or changed: {lines} lines and {proofs} proofs were found, but {said}")
    }
}

/// Whether a proof is somewhere in a value: C8.
fn holds_a_proof(value: &Value) -> bool {
    match value {
        Value::List(items) => items.iter().any(holds_a_proof),
        Value::Object(entries) => entries
            .iter()
            .any(|(key, value)| key == "proof" || key == "certificate" || holds_a_proof(value)),
        _ => false,
    }
}

/// The counts of the last line.
fn closing(end: &Node<'_>) -> Result<[u64; 2], Failure> {
    let mut fields = end.fields()?;
    let mut count = |key| match fields.required(key)?.id() {
        Ok(count) => Ok(u64::from(count)),
        Err(_) => refuse!(7 => "`{key}` is not a count"),
    };
    let counts = [count("lines")?, count("proofs")?];
    fields.end()?;
    Ok(counts)
}
