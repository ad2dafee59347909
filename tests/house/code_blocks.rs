//! Every code block of README, guide, COMPARE and SOURCES is taken by a test. A block in a language that no test takes is
//! refused, so that a new one gets a test.

use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

const ANY: &str = "docs/guide/";

/// The test that takes all blocks of a language on a page, or on every page of the guide, and the word by which it finds them.
const TESTS: [(&str, &str, &str, &str); 27] = [
    ("README.md", "rust", "src/lib.rs", "../README.md"),
    ("README.md", "c", "tests/house/readme.rs", "README.md"),
    ("README.md", "python", ".ci/python", "README.md"),
    ("README.md", "sh", ".ci/readme", "README.md"),
    (
        "docs/COMPARE.md",
        "rust",
        "benches/lib.rs",
        "docs/COMPARE.md",
    ),
    (
        "docs/SOURCES.md",
        "sh",
        "crates/cli/tests/program/sources.rs",
        "docs/SOURCES.md",
    ),
    // Whole programs are doctests, whose pages `readme` compares with src/lib.rs. All else is in tests/guide.rs.
    (ANY, "rust", "tests/house/readme.rs", "tests/guide.rs"),
    (
        "docs/guide/RAPIER.md",
        "rust",
        "crates/rapier/src/lib.rs",
        "docs/guide/RAPIER.md",
    ),
    (ANY, "c", "ffi-tests/programs.rs", "docs/guide"),
    (ANY, "cpp", "ffi-tests/programs.rs", "docs/guide"),
    // The text below a program.
    (ANY, "text", "ffi-tests/programs.rs", "text\\n"),
    (
        "docs/guide/PROGRAM.md",
        "text",
        "crates/cli/tests/view/guides.rs",
        "PROGRAM",
    ),
    (
        "docs/guide/PROGRAM.md",
        "json",
        "crates/cli/tests/view/guides.rs",
        "PROGRAM",
    ),
    ("docs/guide/PROGRAM.md", "sh", ".ci/readme", "PROGRAM"),
    ("docs/guide/VIEW.md", "sh", ".ci/readme", "VIEW"),
    (
        "docs/guide/SCENES.md",
        "json",
        "crates/cli/tests/view/guides.rs",
        "SCENES",
    ),
    (
        "docs/guide/CASES.md",
        "json",
        "crates/cli/tests/program/cases.rs",
        "CASES",
    ),
    (
        "docs/guide/CERTIFICATES.md",
        "json",
        "crates/cli/tests/program/schemas.rs",
        "CERTIFICATES",
    ),
    (
        "docs/guide/PYTHON.md",
        "python",
        "crates/python/tests/test_docs.py",
        "PYTHON",
    ),
    ("docs/guide/PYTHON.md", "sh", ".ci/python", "PYTHON"),
    (
        "docs/guide/CLUSTER.md",
        "python",
        "examples/cluster/tests/test_cluster.py",
        "CLUSTER",
    ),
    (
        "docs/guide/CLUSTER.md",
        "sh",
        "examples/cluster/tests/test_cluster.py",
        "CLUSTER",
    ),
    (
        "docs/guide/FRAME_LOOP.md",
        "bash",
        ".ci/readme",
        "FRAME_LOOP",
    ),
    ("docs/guide/EVENTS.md", "sh", ".ci/full", "EVENTS"),
    ("docs/guide/INSTALL.md", "toml", ".ci/readme", "INSTALL"),
    ("docs/guide/INSTALL.md", "bash", "packaging/test", "INSTALL"),
    (
        "docs/guide/INSTALL.md",
        "cmake",
        "packaging/test",
        "INSTALL",
    ),
];

/// Figures of letters, which say nothing that a test could run.
const FIGURES: [(&str, &str); 1] = [("docs/guide/PENETRATION.md", "")];

/// The pages that a reader copies code from.
fn pages() -> Vec<String> {
    let mut guide: Vec<PathBuf> = std::fs::read_dir(root().join("docs/guide"))
        .expect("the guide")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .collect();
    guide.sort();
    let name = |path: PathBuf| {
        path.file_name()
            .map(|name| name.to_string_lossy().into_owned())
    };
    let guide = guide
        .into_iter()
        .filter_map(name)
        .map(|name| ANY.to_owned() + &name);
    let others = ["README.md", "docs/COMPARE.md", "docs/SOURCES.md"].map(str::to_owned);
    others.into_iter().chain(guide).collect()
}

/// What stands behind the fence of each block, after a check that it is one that the tests find.
fn languages(page: &str) -> Vec<String> {
    let text = read(page);
    let mut found = Vec::new();
    let mut is_code = false;
    for line in text.lines() {
        let fence = line.trim_start();
        let is_fence = fence.starts_with("```") || (!is_code && fence.starts_with("~~~"));
        if !is_fence {
            continue;
        }
        if !is_code {
            found.push(fence.trim_start_matches(['`', '~']).to_owned());
        }
        assert!(
            line.starts_with("```") && !line.starts_with("````") && (!is_code || line == "```"),
            "{page}: no test finds a block that begins or ends with {line:?}"
        );
        is_code = !is_code;
    }
    assert!(!is_code, "{page}: a block does not end");
    let mut outside = text
        .split("```")
        .step_by(2)
        .flat_map(|text| text.split("\n\n"));
    let indented = outside.find(|part| part.starts_with("    "));
    // The conditions of certificates are formulas.
    let is_free = indented.is_none() || page.ends_with("CERTIFICATES.md");
    assert!(is_free, "{page}: a block without a fence: {indented:?}");
    found
}

#[test]
fn every_code_block_has_a_test() {
    let mut blocks = 0;
    let mut used = [0; TESTS.len()];
    for page in pages() {
        for language in languages(&page) {
            blocks += 1;
            let key = (page.as_str(), language.as_str());
            if FIGURES.contains(&key) {
                continue;
            }
            let place = |of: &str| {
                TESTS
                    .iter()
                    .position(|test| (test.0, test.1) == (of, key.1))
            };
            let of_guide = page.starts_with(ANY).then_some(ANY);
            let test = place(&page).or_else(|| of_guide.and_then(place));
            let test = test.unwrap_or_else(|| panic!("{page}: no test takes `{language}`"));
            used[test] += 1;
        }
    }
    assert!(blocks > 90, "{blocks}");
    for ((page, language, test, word), used) in TESTS.iter().zip(used) {
        assert!(used > 0, "{page} has no block of `{language}`");
        assert!(
            read(test).contains(word),
            "{test} does not name {word}, where {page} has `{language}`"
        );
    }
}
