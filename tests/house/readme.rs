//! The code of the README and of the guide is that which is compiled and run elsewhere.

use std::path::Path;

fn read(path: &str) -> String {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

#[test]
fn the_readme_shows_the_quick_start_that_the_tests_run() {
    let quickstart = read("examples/c/quickstart.c");
    assert!(
        read("README.md").contains(quickstart.trim_end()),
        "README.md does not hold examples/c/quickstart.c as it is"
    );
}

/// The code blocks of a language.
fn blocks<'a>(page: &'a str, language: &str) -> impl Iterator<Item = &'a str> {
    let open = format!("\n```{language}\n");
    let starts: Vec<_> = page
        .match_indices(&open)
        .map(|(at, _)| at + open.len())
        .collect();
    starts.into_iter().map(|start| {
        let rest = &page[start..];
        &rest[..rest.find("```").expect("an end")]
    })
}

/// A code without white space, and without the commas that rustfmt adds before a closing bracket.
fn squeezed(code: &str) -> String {
    let code: String = code.split_whitespace().collect();
    code.replace(",)", ")")
        .replace(",]", "]")
        .replace(",}", "}")
}

/// Code that is no whole program, by paragraphs.
#[test]
fn code_of_the_guide_is_compiled() {
    let rust = squeezed(&read("tests/guide.rs"));
    let c = squeezed(&(read("ffi-tests/guide.c") + &read("examples/c/frame_loop.c")));
    let mut paragraphs = 0;
    for path in guide().filter(|path| !path.ends_with("RAPIER.md")) {
        let page = read(&path);
        for (language, compiled) in [("rust", &rust), ("c", &c), ("cpp", &c)] {
            for code in blocks(&page, language).filter(|code| !code.contains(" main(")) {
                for paragraph in code.split("\n\n") {
                    paragraphs += 1;
                    let is_there = compiled.contains(&squeezed(paragraph));
                    assert!(is_there, "{path}: nothing compiles\n{paragraph}");
                }
            }
        }
    }
    assert!(paragraphs > 30, "{paragraphs}");
}

/// The pages of the guide, by their paths from the root.
fn guide() -> impl Iterator<Item = String> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/guide"));
    let entries = std::fs::read_dir(folder).expect("the guide");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let names = names.map(|name| name.to_string_lossy().into_owned());
    names
        .filter(|name| name.ends_with(".md"))
        .map(|name| format!("docs/guide/{name}"))
}

/// Programs in C and C++ are run by `ffi-tests/programs.rs`, those in Rust as doctests of the library.
#[test]
fn rust_programs_of_the_guide_are_run() {
    let mut programs = 0;
    for path in guide() {
        if blocks(&read(&path), "rust").any(|code| code.contains("fn main()")) {
            programs += 1;
            let include = format!("include_str!(\"../{path}\")");
            assert!(
                read("src/lib.rs").contains(&include),
                "src/lib.rs lacks {include}"
            );
        }
    }
    assert!(programs >= 10, "{programs}");
}

#[test]
fn the_readme_names_the_two_commands_that_ci_runs() {
    let (readme, ci) = (read("README.md"), read(".ci/run") + &read(".ci/full"));
    for (in_readme, in_ci) in [
        ("cargo test --workspace", "cargo test --workspace"),
        (
            "cargo run --release -p interframe-cli -- run examples/scenes/projectiles.json",
            "run examples/scenes/projectiles.json",
        ),
    ] {
        assert!(readme.contains(in_readme), "README.md lacks `{in_readme}`");
        assert!(ci.contains(in_ci), ".ci lacks `{in_ci}`");
    }
}
