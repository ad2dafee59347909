//! Figures of the matrix as lines of a file.

use std::collections::BTreeMap;
use std::fmt::Write;

use interframe::Verdict;

use super::Cell;
use super::table::HEADER;
use crate::support::questions::Said;
use crate::support::when::when_and_where;

/// What one library did in a cell.
pub struct Row {
    who: &'static str,
    question: &'static str,
    refused: Option<String>,
    /// Microseconds an item.
    pub us: f64,
    pub said: Vec<Said>,
}

impl Row {
    pub fn new(
        who: &'static str,
        question: &'static str,
        us: f64,
        said: Vec<Said>,
        refused: Option<String>,
    ) -> Self {
        // What is refused takes no time.
        let us = if refused.is_some() { 0.0 } else { us };
        Row {
            who,
            question,
            refused,
            us,
            said,
        }
    }
}

/// All lines so far.
#[derive(Default)]
pub struct Record {
    lines: Vec<String>,
    /// Verdicts of this library in the last cell.
    ours: Vec<Said>,
}

impl Record {
    pub fn push(&mut self, cell: &Cell<'_>, [a, b]: [&str; 2], row: Row) {
        if row.who == "interframe" {
            self.ours.clone_from(&row.said);
        }
        let count = |verdict| {
            row.said
                .iter()
                .filter(|said| said.verdict == verdict)
                .count()
        };
        let mut how: BTreeMap<&str, usize> = BTreeMap::new();
        for said in row.said.iter().filter(|said| !said.how.is_empty()) {
            *how.entry(said.how).or_default() += 1;
        }
        let how: Vec<String> = how.iter().map(|(how, n)| format!("{how} {n}")).collect();
        let both = self.ours.iter().zip(&row.said);
        let differ = both
            .filter(|(ours, said)| {
                ours.verdict != Verdict::Undecided && ours.verdict != said.verdict
            })
            .count();
        let mut line = String::new();
        let _ = write!(
            line,
            "{},{},{a},{b},{},{},{:.3},{},{},{},{},{},{differ},{}",
            cell.query.name(),
            cell.moves.name(),
            row.who,
            row.question,
            row.us,
            row.said.len(),
            count(Verdict::Separated),
            count(Verdict::Hit),
            count(Verdict::Undecided),
            how.join("; "),
            row.refused.unwrap_or_default().replace(',', ";"),
        );
        self.lines.push(line);
    }

    pub fn csv(&self) -> String {
        format!(
            "# {}\n{HEADER}\n{}\n",
            when_and_where(),
            self.lines.join("\n")
        )
    }
}
