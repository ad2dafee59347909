//! `--certificate`: what proves every answer of a run, as lines for `interframe verify`.

use std::path::Path;

use interframe::case::{impact_entries, impact_proof};
use interframe::{Motion, MovingPair, TimeOfImpact, TimeOfImpactOptions};
use serde_json::{Map, Value, json};

use super::line_file::LineFile;
use super::model::Body;
use crate::error::Fatal;
use crate::verify::Closing;

/// A proof file: the bodies, then a line for each pair and frame.
#[derive(Debug)]
pub struct Proofs {
    file: LineFile,
    closing: Closing,
    /// Answers that nothing proves.
    unproved: u64,
}

impl Proofs {
    /// Starts the file anew with the vertices of every body.
    pub fn create(path: &Path, bodies: &[Body]) -> Result<Self, Fatal> {
        let mut proofs = Proofs {
            file: LineFile::create(path)?,
            closing: Closing::default(),
            unproved: 0,
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
        self.file.line(line);
        self.closing.add(proof);
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
    pub fn finish(self) -> Result<(), Fatal> {
        let path = self.file.finish(|out| self.closing.write(out))?;
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
