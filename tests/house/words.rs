//! The words of the project: how doc comments begin, which identifiers are private words, how documents speak.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::links::files;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// Sources of the library, the checker, the C interface and the program, with their paths from the root.
fn sources() -> Vec<(String, String)> {
    let mut paths = Vec::new();
    files(root(), &["rs"], &mut paths);
    let product = |path: &str| {
        let mut folders = path.split('/');
        let top = folders.next().unwrap_or_default();
        ![
            "tests",
            "benches",
            "bench-peers",
            "fuzz",
            "simulations",
            "twin",
            "examples",
        ]
        .contains(&top)
            && (top == "src" || folders.any(|folder| folder == "src"))
    };
    let mut out: Vec<_> = paths
        .iter()
        .map(text)
        .filter(|(path, _)| product(path))
        .collect();
    out.sort();
    assert!(out.len() > 100, "{}", out.len());
    out
}

/// A file's path from the root, and its text.
fn text(path: &PathBuf) -> (String, String) {
    let name = path.strip_prefix(root()).expect("below the root");
    let text = std::fs::read_to_string(path).expect("text");
    (name.to_string_lossy().replace('\\', "/"), text)
}

/// The first lines of all doc comments: file, number of the line, text.
fn doc_comments(sources: &[(String, String)]) -> Vec<(&str, usize, &str)> {
    let mut out = Vec::new();
    for (path, text) in sources {
        let mut is_inside = false;
        for (k, line) in text.lines().enumerate() {
            let comment = line.trim_start().strip_prefix("///");
            if let Some(comment) = comment.filter(|_| !is_inside) {
                out.push((path.as_str(), k + 1, comment.trim_start()));
            }
            is_inside = comment.is_some();
        }
    }
    out
}

/// A longer file holds more than one idea.
const MAX_FILE_LINES: usize = 700;

#[test]
fn no_file_is_too_long() {
    let mut paths = Vec::new();
    files(root(), &["rs"], &mut paths);
    let lengths = paths.iter().map(text);
    let lengths = lengths.map(|(path, text)| (text.lines().count(), path));
    let long: Vec<_> = lengths.filter(|(n, _)| *n > MAX_FILE_LINES).collect();
    assert!(long.is_empty(), "{long:?}");
}

/// A comment that begins so has no subject: it says neither what the item is nor what it does.
const NO_SUBJECT: [&str; 7] = [
    "Of ",
    "As ",
    "The same",
    "So many",
    "So much",
    "...",
    "Whatever ",
];

#[test]
fn doc_comments_begin_with_a_subject_or_a_verb() {
    let sources = sources();
    let comments = doc_comments(&sources);
    let wrong = |(path, line, comment): &(&str, usize, &str)| {
        let is_wrong = NO_SUBJECT.iter().any(|start| comment.starts_with(start));
        is_wrong.then(|| format!("{path}:{line}: {comment}"))
    };
    let wrong: Vec<_> = comments.iter().filter_map(wrong).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    // "What it is" often stands where the thing's own name would be shorter.
    let questions = |(_, _, comment): &&(&str, usize, &str)| {
        comment.starts_with("What ") || comment.starts_with("How ")
    };
    let questions = comments.iter().filter(questions).count();
    assert!(
        25 * questions <= comments.len(),
        "{questions} of {}",
        comments.len()
    );
}

/// The identifiers that a file declares.
fn declared(text: &str) -> BTreeSet<&str> {
    const KEYWORDS: [&str; 8] = [
        "fn", "struct", "enum", "trait", "type", "const", "static", "mod",
    ];
    let code = text
        .lines()
        .map(str::trim_start)
        .filter(|line| !line.starts_with("//"));
    let mut out = BTreeSet::new();
    for line in code {
        let is_part = |c: char| !(c.is_alphanumeric() || c == '_');
        let words: Vec<_> = line
            .split(is_part)
            .filter(|word| !word.is_empty())
            .collect();
        let pairs = words.windows(2).filter(|pair| KEYWORDS.contains(&pair[0]));
        out.extend(pairs.map(|pair| pair[1]));
    }
    out
}

#[test]
fn no_item_has_a_private_name() {
    let list = std::fs::read_to_string(root().join("tests/house/private_names.txt"));
    let list = list.expect("the list of private names");
    let lines = list
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut names = BTreeMap::new();
    for line in lines {
        let parts: Vec<_> = line.split('|').map(str::trim).collect();
        let [name, instead, exceptions] = parts[..] else {
            panic!("`{line}` is not `name | instead | files: reason`");
        };
        names.insert(name, (instead, exceptions));
    }
    assert!(names.len() > 20, "{}", names.len());
    let mut wrong = Vec::new();
    for (path, text) in &sources() {
        for name in declared(text) {
            if let Some((instead, exceptions)) = names.get(name)
                && !exceptions.contains(path.as_str())
            {
                wrong.push(format!("{path}: `{name}`: say {instead}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Type names that stand for two things in `src`, each with the reason.
const TWICE: [(&str, &str); 3] = [
    (
        "Difference",
        "the Minkowski difference as a set, and as the answer of a case",
    ),
    (
        "Kind",
        "the kind of a query of a case, and of a key's value",
    ),
    (
        "Node",
        "a value of JSON with its key, and a node of a world's tree",
    ),
];

#[test]
fn a_type_name_stands_for_one_thing() {
    let mut files = BTreeMap::<String, Vec<String>>::new();
    for (path, text) in sources() {
        let lines = text
            .lines()
            .filter(|_| path.starts_with("src/"))
            .map(str::trim_start);
        for line in lines.filter(|line| !line.starts_with("//")) {
            let words: Vec<_> = line
                .split(|c: char| !(c.is_alphanumeric() || c == '_'))
                .collect();
            let declared = words.windows(2).take(4);
            let mut declared =
                declared.filter(|pair| ["struct", "enum", "trait"].contains(&pair[0]));
            if let Some(name) = declared.next().filter(|pair| !pair[1].is_empty()) {
                let paths = files.entry(name[1].to_string()).or_default();
                paths.retain(|known| *known != path);
                paths.push(path.clone());
            }
        }
    }
    assert!(files.len() > 100, "{}", files.len());
    let known = |name: &str| TWICE.iter().any(|(known, _)| *known == name);
    let twice = files
        .iter()
        .filter(|(name, paths)| paths.len() > 1 && !known(name));
    let twice: Vec<_> = twice.collect();
    assert!(twice.is_empty(), "{twice:#?}");
}

/// How documents speak: sentences, words, and sentences with certain words.
#[derive(Debug, Default)]
struct Voice {
    sentences: usize,
    words: usize,
    /// With you, we: where the reader acts.
    persons: usize,
    /// With because, for example, so that: reasons and cases.
    reasons: usize,
}

/// The prose of a document as one text: no code, tables, headings; a link as its text, code as `x`.
fn prose(text: &str) -> String {
    let mut out = String::new();
    for line in super::links::prose(text) {
        let is_other = line.starts_with("    ") || line.trim_start().starts_with(['|', '#']);
        if !is_other {
            out += line;
            out += " ";
        }
    }
    let mut plain = String::new();
    for (k, part) in out.split('`').enumerate() {
        plain += if k % 2 == 0 { part } else { "x" };
    }
    let mut parts = plain.split("](");
    let mut out = parts.next().unwrap_or_default().to_string();
    for part in parts {
        out += part.split_once(')').map_or(part, |(_, rest)| rest);
    }
    out
}

impl Voice {
    fn add(&mut self, text: &str) {
        let prose = prose(text);
        let mut sentence: Vec<&str> = Vec::new();
        for word in prose.split_whitespace() {
            sentence.push(word);
            if word.ends_with(['.', '!', '?', ':', ';']) {
                self.add_sentence(&sentence);
                sentence.clear();
            }
        }
        self.add_sentence(&sentence);
    }

    fn add_sentence(&mut self, words: &[&str]) {
        if words.len() < 3 {
            return;
        }
        let bare = |word: &&str| {
            word.trim_matches(|c: char| !c.is_alphanumeric())
                .to_lowercase()
        };
        let bare: Vec<_> = words.iter().map(bare).collect();
        let is_person = |word: &String| ["you", "your", "we", "our"].contains(&word.as_str());
        let sentence = format!(" {} ", bare.join(" "));
        let reasons = [" because ", " for example ", " so that ", " for instance "];
        self.sentences += 1;
        self.words += words.len();
        self.persons += usize::from(bare.iter().any(is_person));
        self.reasons += usize::from(reasons.iter().any(|reason| sentence.contains(reason)));
    }

    fn percent(&self, count: usize) -> f64 {
        100.0 * count as f64 / self.sentences as f64
    }
}

#[test]
fn documents_speak_to_their_readers() {
    let mut paths = vec![root().join("README.md")];
    files(&root().join("docs"), &["md"], &mut paths);
    let (mut all, mut user) = (Voice::default(), Voice::default());
    for (path, text) in paths.iter().map(text) {
        // Tables of measurements, and a list of titles.
        if path.ends_with("BENCHMARKS.md") || path.ends_with("SUMMARY.md") {
            continue;
        }
        all.add(&text);
        if path == "README.md" || path.starts_with("docs/guide/") {
            user.add(&text);
        }
        let mut page = Voice::default();
        page.add(&text);
        println!("{path}: {page:?}");
    }
    let mean = all.words as f64 / all.sentences as f64;
    assert!(mean <= 18.0, "{mean} words a sentence");
    let persons = user.percent(user.persons);
    assert!(
        persons >= 10.0,
        "you or we in {persons}% of README.md and docs/guide"
    );
    let reasons = all.percent(all.reasons);
    assert!(
        reasons >= 6.0,
        "because, for example, so that in {reasons}% of all documents"
    );
}
