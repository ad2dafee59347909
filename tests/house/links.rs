//! Links between documents, and the names of documents in sources, lead to files that exist.

use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// All files below a folder with one of these extensions, but for what builds leave.
pub(super) fn files(folder: &Path, extensions: &[&str], out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            files(&path, extensions, out);
        } else if extensions.contains(&path.extension().unwrap_or_default().to_str().unwrap_or(""))
        {
            out.push(path);
        }
    }
}

/// GitHub's anchor of a heading: small letters, hyphens for spaces, nothing else but letters, digits, `-` and `_`.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = text
        .chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The lines of a document outside of code blocks.
pub(super) fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// What is wrong with a link in a document.
fn dead(document: &Path, target: &str) -> Option<String> {
    let (path, heading) = target.split_once('#').unwrap_or((target, ""));
    let there = match path {
        "" => document.to_path_buf(),
        _ => document.parent().expect("a folder").join(path),
    };
    if !there.exists() {
        return Some(format!("{}: no file {target}", document.display()));
    }
    if heading.is_empty() {
        return None;
    }
    let text = std::fs::read_to_string(&there).expect("text");
    let mut headings = prose(&text).filter(|line| line.starts_with('#'));
    let is_there = headings.any(|line| anchor(line) == heading);
    (!is_there).then(|| format!("{}: no heading {target}", document.display()))
}

#[test]
fn links_of_documents_lead_somewhere() {
    let mut documents = Vec::new();
    files(root(), &["md"], &mut documents);
    let (mut wrong, mut links) = (Vec::new(), 0);
    for document in &documents {
        let text = std::fs::read_to_string(document).expect("text");
        for line in prose(&text) {
            for rest in line.split("](").skip(1) {
                let target = rest.split([')', ' ']).next().unwrap_or_default();
                if !target.contains("://") {
                    links += 1;
                    wrong.extend(dead(document, target));
                }
            }
        }
    }
    assert!(links > 100, "{links}");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_document_is_in_the_book_and_in_the_list() {
    let docs = root().join("docs");
    let list = |name: &str| std::fs::read_to_string(docs.join(name)).expect("text");
    let (book, all) = (list("SUMMARY.md"), list("README.md"));
    let mut documents = Vec::new();
    files(&docs, &["md"], &mut documents);
    assert!(documents.len() > 50, "{}", documents.len());
    for document in &documents {
        let path = document.strip_prefix(&docs).expect("below docs");
        let link = format!("]({}", path.display());
        assert!(
            book.contains(&link) || path.ends_with("SUMMARY.md"),
            "SUMMARY.md lacks {link}"
        );
        let is_list = path.ends_with("SUMMARY.md") || path.ends_with("README.md");
        assert!(
            all.contains(&link) || is_list,
            "docs/README.md lacks {link}"
        );
    }
}

#[test]
fn documents_that_sources_name_exist() {
    let mut sources = Vec::new();
    files(root(), &["rs", "h", "c", "cpp", "py", "toml"], &mut sources);
    let (mut wrong, mut names) = (Vec::new(), 0);
    for source in &sources {
        let text = std::fs::read_to_string(source).expect("text");
        for rest in text.split("docs/").skip(1) {
            let is_name = |c: char| c.is_ascii_alphanumeric() || "/_.-".contains(c);
            let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
            let name = rest[..end].trim_end_matches('.');
            if name.ends_with(".md") {
                names += 1;
                if !root().join("docs").join(name).exists() {
                    wrong.push(format!("{}: docs/{name}", source.display()));
                }
            }
        }
    }
    assert!(names > 20, "{names}");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn sources_that_documents_name_exist() {
    let (mut documents, mut sources) = (Vec::new(), Vec::new());
    files(root(), &["md"], &mut documents);
    files(root(), &["rs"], &mut sources);
    let is_there = |name: &str| sources.iter().any(|source| source.ends_with(name));
    let (mut wrong, mut names) = (Vec::new(), 0);
    for document in &documents {
        let text = std::fs::read_to_string(document).expect("text");
        for code in prose(&text).flat_map(|line| line.split('`').skip(1).step_by(2)) {
            if code.ends_with(".rs") && !code.contains([' ', '*', '<']) {
                names += 1;
                if !is_there(code) {
                    wrong.push(format!("{}: {code}", document.display()));
                }
            }
        }
    }
    assert!(names > 100, "{names}");
    assert!(wrong.is_empty(), "{wrong:#?}");
}
