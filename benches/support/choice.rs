//! What the command line of a benchmark of motions chose.

use super::timing::Effort;

/// `--test`: seconds instead of minutes. `--bodies a,b`, `--workloads a,b`: only names that begin so.
pub struct Choice {
    args: Vec<String>,
    pub quick: bool,
}

impl Choice {
    pub fn from_args() -> Self {
        let args: Vec<String> = std::env::args().collect();
        let quick = args.iter().any(|arg| arg == "--test");
        Choice { args, quick }
    }

    /// Whether the list after `key` names this, or is not there.
    pub fn wants(&self, key: &str, name: &str) -> bool {
        let at = self.args.iter().position(|arg| arg == key);
        at.is_none_or(|at| {
            let list = self.args.get(at + 1).expect("a list of names, with commas");
            list.split(',').any(|n| name.starts_with(n))
        })
    }

    pub fn effort(&self) -> Effort {
        Effort {
            rounds: if self.quick { 3 } else { 31 },
            slice_s: if self.quick { 1e-4 } else { 4e-3 },
            budget_s: 4.0,
        }
    }
}
