//! `--certificate`: what proves every answer of a run, as lines for `interframe verify`.

use std::fs::File;
use std::io::{BufWriter, Result, Write};
use std::path::{Path, PathBuf};

use interframe::case::{impact_entries, impact_proof};
use interframe::{Motion, MovingPair, TimeOfImpact, TimeOfImpactOptions};
use serde_json::{Map, Value, json};

use super::model::Body;
use crate::error::Fatal;
use crate::verify::Closing;

/// A proof file: the bodies, then a line for each pair and frame.
#[derive(Debug)]
pub struct Proofs {
    path: PathBuf,
    out: BufWriter<File>,
    closing: Closing,
    /// Answers that nothing proves.
    unproved: u64,
    /// The first thing that went wrong; nothing is written after it.
    written: Result<()>,
}

impl Proofs {
    /// Starts the file anew with the vertices of every body.
    pub fn create(path: &Path, bodies: &[Body]) -> std::result::Result<Self, Fatal> {
        let file = File::create(path).map_err(|source| Fatal::Capture {
            path: path.to_path_buf(),
            source,
        })?;
        let mut proofs = Proofs {
            path: path.to_path_buf(),
            out: BufWriter::new(file),
            closing: Closing::default(),
            unproved: 0,
            written: Ok(()),
        };
        for body in bodies {
            // Proofs name the shape of a curved one themselves.
            let Some(core) = body.shape.core() else {
                continue;
            };
            let vertices: Vec<[f64; 3]> = core.vertices().map(Into::into).collect();
            let line = json!({"body": body.name, "vertices": vertices});
            proofs.line(&line, false);
        }
        Ok(proofs)
    }

    fn line(&mut self, line: &Value, proof: bool) {
        if self.written.is_ok() {
            self.written = writeln!(self.out, "{line}");
            self.closing.add(proof);
        }
    }

    /// The answer about two bodies in one frame, and its proof, if there is one.
    pub fn add(&mut self, id: &str, [a, b]: [(&Body, &Motion); 2], found: &TimeOfImpact) {
        let options = TimeOfImpactOptions::default();
        let pair = MovingPair::new(&a.0.shape, a.1, &b.0.shape, b.1);
        let proof = impact_proof(&pair, &options, found);
        let mut line = Map::new();
        line.insert("id".into(), json!(id));
        line.insert("query".into(), json!("time_of_impact"));
        let said = ["verdict", "contact", "gap", "t_lo", "t_hi", "pieces"];
        let entries = impact_entries(found).into_iter();
        line.extend(entries.filter(|(key, _)| said.contains(&key.as_str())));
        let proved = proof.is_some();
        self.unproved += u64::from(!proved);
        if let Some(proof) = proof {
            let mut proof = json!(proof);
            for (key, body) in [("a", a.0), ("b", b.0)] {
                if body.shape.core().is_some() {
                    proof[key] = json!(body.name);
                }
            }
            line.insert("proof".into(), proof);
        }
        self.line(&Value::Object(line), proved);
    }

    /// Ends the file and says on standard error how much is in it.
    pub fn finish(mut self) -> std::result::Result<(), Fatal> {
        let path = self.path;
        self.written
            .and_then(|()| self.closing.write(&mut self.out))
            .and_then(|()| self.out.flush())
            .map_err(|source| Fatal::Capture {
                path: path.clone(),
                source,
            })?;
        let count = self.closing.proofs();
        let rest = match self.unproved {
            0 => String::new(),
            rest => format!("; answers without: {rest}"),
        };
        eprintln!(
            "interframe: {count} proofs written to {}{rest}",
            path.display()
        );
        Ok(())
    }
}
