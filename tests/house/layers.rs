//! Imports point down only. Reads every path that starts with `crate` or `super` in `src` and fails
//! when it leads to a layer above the file's own, or to a folder that has no layer; and when files use each
//! other in a circle.

use std::collections::BTreeMap;
use std::path::Path;

/// From the bottom up. A file may use its own layer and those below it.
const LAYERS: [&str; 24] = [
    "error",
    "names",
    "log",
    "verdict",
    "plane",
    "numeric",
    "pair",
    "options",
    "bvh",
    "shape",
    "motion",
    "cook",
    "midphase",
    "support",
    "solver",
    "reference",
    "contact",
    "query",
    "planar",
    "advance",
    "ccd",
    "proof",
    "case",
    "world",
];

/// The checker of proofs is a package of its own, which knows nothing of this one: the compiler holds that.
const CHECKER: &str = "interframe_certificate";

/// Certificates are made by the solvers' callers; the words of answers stand below all.
const MAY_USE_CERTIFICATE: [&str; 8] = [
    "error", "names", "verdict", "advance", "ccd", "proof", "case", "world",
];

/// What the checker has that is plain data, of which a proof consists, and the words of its answers. It decides nothing.
const PLAIN_DATA: [&str; 28] = [
    "Beyond",
    "Certificate",
    "Chain",
    "Column",
    "Contact",
    "ContactEnds",
    "Exit",
    "Failure",
    "Farther",
    "Gap",
    "GivenEnd",
    "GivenHulls",
    "GivenMotion",
    "GivenPose",
    "Intervals",
    "Link",
    "LinkKind",
    "Outside",
    "Placement",
    "Proof",
    "Proved",
    "Shape",
    "Stay",
    "UnknownName",
    "Verdict",
    "WallTimes",
    "Weighted",
    "named",
];

/// What the makers of proofs use besides, when the answer is there: the checker's word on a proof or on a part of one
/// before it is written down, where it cuts the time of a wall, and what these take.
const FOR_PROVER: [&str; 7] = [
    "Round",
    "Value",
    "contact_holds",
    "cut_walls",
    "link_holds",
    "outside_holds",
    "supports",
];

/// Why a file of layer `from` may not use this path of the checker, if it may not.
fn forbidden_of_checker(from: &str, path: &[String]) -> Option<String> {
    let name = |i: usize| path.get(i).map_or("*", String::as_str);
    let allowed = match name(1) {
        "for_prover" => from == "proof" && FOR_PROVER.contains(&name(2)),
        data => PLAIN_DATA.contains(&data),
    };
    (!allowed).then(|| format!("`{from}` uses more of the checker than plain data"))
}

/// Whether a source, its tests left out, asks a proof to check itself.
fn asks_the_checker(source: &str) -> bool {
    let source = source.split("#[cfg(test)]\nmod tests").next();
    let t = tokens(source.unwrap_or(""));
    t.windows(3).any(|t| t == [".", "verify", "("])
}

fn level(layer: &str) -> Option<usize> {
    LAYERS.iter().position(|l| *l == layer)
}

/// Why a file of layer `from` may not use layer `to`, if it may not.
fn forbidden(from: &str, to: &str) -> Option<String> {
    let unknown = |layer: &str| level(layer).is_none() && layer != "certificate";
    let allowed = if unknown(from) || unknown(to) {
        return Some(format!("`{from}` or `{to}` is not a layer"));
    } else if to == "certificate" {
        MAY_USE_CERTIFICATE.contains(&from)
    } else {
        level(to) <= level(from)
    };
    (!allowed).then(|| format!("`{from}` imports upwards from `{to}`"))
}

/// Names and punctuation of a source without comments, strings and characters.
fn tokens(source: &str) -> Vec<String> {
    let c: Vec<char> = source.chars().collect();
    let mut out: Vec<String> = Vec::new();
    let mut i = 0;
    while i < c.len() {
        let next = c.get(i + 1).copied();
        match c[i] {
            '/' if next == Some('/') => {
                while i < c.len() && c[i] != '\n' {
                    i += 1;
                }
            }
            '/' if next == Some('*') => {
                i += 2;
                while i < c.len() && !(c[i - 1] == '*' && c[i] == '/') {
                    i += 1;
                }
            }
            '"' => {
                i += 1;
                while i < c.len() && c[i] != '"' {
                    i += if c[i] == '\\' { 2 } else { 1 };
                }
            }
            // A character, not a lifetime.
            '\'' if next == Some('\\') || c.get(i + 2) == Some(&'\'') => {
                i += if next == Some('\\') { 3 } else { 2 };
                while i < c.len() && c[i] != '\'' {
                    i += 1;
                }
            }
            x if x.is_alphanumeric() || x == '_' => {
                let start = i;
                while i < c.len() && (c[i].is_alphanumeric() || c[i] == '_') {
                    i += 1;
                }
                out.push(c[start..i].iter().collect());
                continue;
            }
            x if x.is_whitespace() => {}
            x => out.push(x.to_string()),
        }
        i += 1;
    }
    out
}

/// The paths that start with `crate::`, `super::` and the checker's name in a file whose module path is
/// `module`, from the root of the crate on.
fn used_paths(source: &str, module: &[&str]) -> Vec<Vec<String>> {
    let t = tokens(source);
    let mut inline: Vec<(String, usize)> = Vec::new();
    let mut depth = 0;
    let mut used = Vec::new();
    for i in 0..t.len() {
        match t[i].as_str() {
            "{" => {
                depth += 1;
                if i >= 2 && t[i - 2] == "mod" {
                    inline.push((t[i - 1].clone(), depth));
                }
            }
            "}" => {
                if inline.last().is_some_and(|(_, d)| *d == depth) {
                    inline.pop();
                }
                depth -= 1;
            }
            "crate" | "super" | CHECKER if i == 0 || t[i - 1] != ":" => {
                let mut path: Vec<String> = module.iter().map(|m| (*m).to_owned()).collect();
                path.extend(inline.iter().map(|(name, _)| name.clone()));
                let mut at = i;
                if t[i] != "super" {
                    path.clear();
                }
                if t[i] == "crate" {
                    at += 1;
                }
                while t.get(at).is_some_and(|x| x == "super") {
                    path.pop();
                    at += if follows_path(&t, at + 1) { 3 } else { 1 };
                }
                if t[i] == "crate" && follows_path(&t, at) {
                    at += 2;
                }
                // `pub(crate)` and `pub(super)` name nothing.
                if t.get(at).is_none_or(|x| x == ")" || x == ";") {
                    continue;
                }
                let (found, _) = branches(&t, at);
                used.extend(found.into_iter().map(|rest| [path.clone(), rest].concat()));
            }
            _ => {}
        }
    }
    used
}

fn follows_path(t: &[String], at: usize) -> bool {
    t.get(at).is_some_and(|x| x == ":") && t.get(at + 1).is_some_and(|x| x == ":")
}

/// The path at `at`, or that of every branch of a `{...}` there; and where it ends.
fn branches(t: &[String], at: usize) -> (Vec<Vec<String>>, usize) {
    let is_name = |x: &String| x.starts_with(|c: char| c.is_alphabetic() || c == '_');
    match t.get(at) {
        Some(x) if x == "{" => {
            let (mut paths, mut at) = (Vec::new(), at + 1);
            while t.get(at).is_some_and(|x| x != "}") {
                if t[at] == "," {
                    at += 1;
                    continue;
                }
                if t[at] == "as" {
                    at += 2;
                    continue;
                }
                let (more, end) = branches(t, at);
                paths.extend(more);
                at = end;
            }
            (paths, at + 1)
        }
        Some(x) if is_name(x) && follows_path(t, at + 1) => {
            let (rest, end) = branches(t, at + 3);
            let joined = |path: &Vec<String>| [vec![x.clone()], path.clone()].concat();
            (rest.iter().map(joined).collect(), end)
        }
        Some(x) if is_name(x) => (vec![vec![x.clone()]], at + 1),
        _ => (vec![Vec::new()], at + 1),
    }
}

/// What the crate root re-exports, and from which layer.
fn reexports(lib: &str) -> BTreeMap<String, String> {
    let t = tokens(lib);
    let mut map = BTreeMap::new();
    for i in 0..t.len() {
        if t[i] != "use" || i == 0 || t[i - 1] != "pub" {
            continue;
        }
        let layer = t[i + 1].trim_start_matches("interframe_").to_owned();
        for name in t[i + 1..].iter().take_while(|x| *x != ";") {
            map.insert(name.clone(), layer.clone());
        }
    }
    // Modules stand for themselves.
    map.retain(|name, _| level(name).is_none());
    map
}

/// Of a file, `path` relative to `src`.
fn module_of(path: &str) -> Vec<&str> {
    let mut module: Vec<&str> = path.trim_end_matches(".rs").split('/').collect();
    if module.last() == Some(&"mod") {
        module.pop();
    }
    module
}

/// A way from a file back to itself by what its files use, tests left out; None without.
fn circle(files: &[(String, String)]) -> Option<Vec<String>> {
    let names = files.iter().map(|(path, _)| module_of(path).join("::"));
    let names: Vec<String> = names.collect();
    let file_of = |used: &[String]| {
        let mut prefixes = (1..=used.len()).rev().map(|n| used[..n].join("::"));
        prefixes.find_map(|name| names.iter().position(|n| *n == name))
    };
    let uses = |i: usize| -> Vec<usize> {
        let (path, source) = &files[i];
        let source = source.split("#[cfg(test)]\nmod tests").next();
        let used = used_paths(source.unwrap_or(""), &module_of(path));
        let found = used.iter().filter_map(|path| file_of(path));
        found.filter(|j| *j != i).collect()
    };
    let uses: Vec<Vec<usize>> = (0..files.len()).map(uses).collect();
    // Files that use none that is left are taken away until there are no more.
    let mut left: Vec<usize> = (0..files.len()).collect();
    loop {
        let uses_some = |i: &usize| uses[*i].iter().any(|j| left.contains(j));
        let kept: Vec<usize> = left.iter().copied().filter(uses_some).collect();
        if kept.len() == left.len() {
            break;
        }
        left = kept;
    }
    let mut way = vec![*left.first()?];
    loop {
        let last = way[way.len() - 1];
        let next = *uses[last].iter().find(|j| left.contains(j))?;
        let seen = way.iter().position(|i| *i == next);
        way.push(next);
        if let Some(from) = seen {
            return Some(way[from..].iter().map(|&i| files[i].0.clone()).collect());
        }
    }
}

/// The violations of one file, `path` relative to `src`.
fn violations(path: &str, source: &str, root: &BTreeMap<String, String>) -> Vec<String> {
    let module = module_of(path);
    let from = module[0];
    let mut found = Vec::new();
    for used in used_paths(source, &module) {
        let Some(name) = used.first().map(String::as_str) else {
            continue;
        };
        let to = root.get(name).map_or(name, String::as_str);
        let mut why = forbidden(from, to);
        if why.is_none() && to == "certificate" {
            why = forbidden_of_checker(from, &used);
        }
        if let Some(why) = why {
            found.push(format!("{path}: {} ({why})", used.join("::")));
        }
    }
    if from != "proof" && asks_the_checker(source) {
        found.push(format!("{path}: `{from}` asks the checker"));
    }
    found
}

fn sources(folder: &Path, prefix: &str, out: &mut Vec<(String, String)>) {
    let entries = std::fs::read_dir(folder).expect("src can be read");
    for entry in entries {
        let path = entry.expect("src can be listed").path();
        let name = path.file_name().and_then(|n| n.to_str()).expect("a name");
        if path.is_dir() {
            sources(&path, &format!("{prefix}{name}/"), out);
        } else if name.ends_with(".rs") {
            let text = std::fs::read_to_string(&path).expect("a source can be read");
            out.push((format!("{prefix}{name}"), text));
        }
    }
}

/// Of a folder of the project.
fn sources_of(folder: &str) -> Vec<(String, String)> {
    let mut files = Vec::new();
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    sources(&root.join(folder), "", &mut files);
    files
}

/// What the compiler lets the checker use are its dependencies: none of them is of this project.
#[test]
fn the_checker_knows_nothing_of_the_solvers() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let manifest = std::fs::read_to_string(root.join("crates/certificate/Cargo.toml"));
    let manifest = manifest.expect("the checker's manifest can be read");
    assert!(manifest.contains("name = \"interframe-certificate\""));
    assert!(!manifest.contains("path ="), "{manifest}");
    let mut files = sources_of("crates/certificate/src");
    files.retain(|(path, _)| path != "lib.rs");
    assert!(files.len() > 10, "only {} sources were found", files.len());
    assert_eq!(circle(&files), None);
}

/// Mesh files are read without the library: programs of any kind may use their reader.
#[test]
fn the_reader_of_mesh_files_knows_nothing_of_the_library() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let manifest = std::fs::read_to_string(root.join("crates/meshes/Cargo.toml"));
    let manifest = manifest.expect("its manifest can be read");
    assert!(manifest.contains("name = \"interframe-meshes\""));
    assert!(!manifest.contains("path ="), "{manifest}");
    let mut files = sources_of("crates/meshes/src");
    files.retain(|(path, _)| path != "lib.rs");
    assert!(files.len() > 4, "only {} sources were found", files.len());
}

#[test]
fn imports_point_down() {
    let mut files = sources_of("src");
    let lib = files
        .iter()
        .find(|(path, _)| path == "lib.rs")
        .expect("lib.rs");
    let root = reexports(&lib.1);
    let mut found = Vec::new();
    for (path, source) in files.iter().filter(|(path, _)| path != "lib.rs") {
        let layer = path.split('/').next().unwrap_or("").trim_end_matches(".rs");
        if level(layer).is_none() {
            found.push(format!("{path}: `{layer}` is not a layer"));
        }
        found.extend(violations(path, source, &root));
    }
    assert!(files.len() > 10, "only {} sources were found", files.len());
    assert_eq!(found, Vec::<String>::new());
    files.retain(|(path, _)| path != "lib.rs");
    assert_eq!(circle(&files), None);
}

#[test]
fn circles_between_files_are_found() {
    let file = |path: &str, source: &str| (path.to_owned(), source.to_owned());
    let mut files = vec![
        file("solver/a.rs", "use super::b::{B, C};"),
        file(
            "solver/b.rs",
            "use crate::{error::Error, solver::c::{self, D}};",
        ),
        file(
            "solver/c.rs",
            "#[cfg(test)]\nmod tests { use crate::solver::a::A; }",
        ),
    ];
    assert_eq!(circle(&files), None);
    files[2].1 = "fn f() { crate::solver::a::f::<3>() }".into();
    let found = circle(&files).expect("a circle");
    assert_eq!(
        found,
        ["solver/a.rs", "solver/b.rs", "solver/c.rs", "solver/a.rs"]
    );
}

#[test]
fn the_check_fails_on_wrong_imports() {
    let root =
        reexports("pub use query::intersect; pub use interframe_certificate as certificate;");
    let wrong = |path: &str, source: &str| violations(path, source, &root).len();
    assert_eq!(
        wrong("shape/bounds.rs", "use crate::solver::exact::decide;"),
        1
    );
    assert_eq!(
        wrong(
            "shape/bounds.rs",
            "use crate::{error::Result, solver::{exact, portal}};"
        ),
        2
    );
    assert_eq!(
        wrong(
            "shape/bounds.rs",
            "fn f() { crate::query::intersect::intersect() }"
        ),
        1
    );
    assert_eq!(wrong("shape/bounds.rs", "fn f() { crate::intersect() }"), 1);
    assert_eq!(
        wrong("shape/bounds.rs", "use super::super::support::swept_hull;"),
        1
    );
    assert_eq!(wrong("solver/mod.rs", "use super::advance;"), 1);
    assert_eq!(wrong("error.rs", "use super::verdict::Verdict;"), 1);
    assert_eq!(
        wrong("pair.rs", "mod tests { use super::super::motion::pose; }"),
        1
    );
    assert_eq!(wrong("novelty/mod.rs", "use crate::error::Error;"), 1);
    assert_eq!(wrong("shape/bounds.rs", "use crate::novelty::Thing;"), 1);
    for path in ["crate::certificate", "interframe_certificate"] {
        assert_eq!(wrong("solver/exact.rs", &format!("use {path}::Chain;")), 1);
    }
    for (path, used) in [
        ("advance/half_space.rs", "for_prover::Round"),
        ("advance/half_space.rs", "for_prover::{link_holds, Value}"),
        ("advance/half_space.rs", "verify"),
        ("advance/half_space.rs", "*"),
        ("advance/plain_data.rs", "{self, Proof}"),
        ("proof/contact.rs", "for_prover::{link_holds, stays_below}"),
        ("proof/contact.rs", "for_prover"),
        ("world/pair.rs", "{Proof, ProofFile as File}"),
    ] {
        for checker in ["crate::certificate", "interframe_certificate"] {
            let source = format!("use {checker}::{used};");
            assert!(wrong(path, &source) >= 1, "{path}: {source}");
        }
    }
    assert_eq!(
        wrong(
            "advance/plain_data.rs",
            "fn f(p: &Proof) { p . verify().is_ok() }"
        ),
        1
    );
    // And not on right ones.
    let right = [
        (
            "solver/exact.rs",
            "use crate::support::mapping::Source; use super::problem::Difference;",
        ),
        (
            "solver/exact.rs",
            "pub(crate) fn f<'a>(x: &'a str) { /* crate::advance */ g(\"crate::advance\") }",
        ),
        (
            "solver/exact.rs",
            "/// [`crate::query::intersect`]\npub(super) struct X;",
        ),
        ("pair.rs", "mod tests { use super::*; }"),
        (
            "motion/pose.rs",
            "mod tests { use super::*; fn c() -> char { '\"' } }",
        ),
        ("world/pair.rs", "use crate::{intersect, error::Error};"),
        (
            "proof/verdicts.rs",
            "use crate::certificate::Chain; use interframe_certificate::Verdict; fn f(p: Proof) { p.verify() }",
        ),
        (
            "proof/contact.rs",
            "use crate::certificate::{for_prover::{Round, link_holds as holds}, Contact as Certified};",
        ),
        (
            "advance/plain_data.rs",
            "use crate::certificate::{Proof};\n#[cfg(test)]\nmod tests { fn f() { p.verify() } }",
        ),
    ];
    for (path, source) in right {
        assert_eq!(violations(path, source, &root), Vec::<String>::new());
    }
}
