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

#[test]
fn the_guide_shows_a_frame_as_the_frame_loop_has_it() {
    let (page, example) = (
        read("docs/guide/FRAME_LOOP.md"),
        read("examples/c/frame_loop.c"),
    );
    let mut blocks = blocks(&page, "c").filter(|block| block.starts_with(' '));
    let frame = blocks.next().expect("a part of a C program");
    assert!(frame.contains("ifr_world_advance_with_responses(") && example.contains(frame));
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

/// Programs in C and C++ are run by `ffi-tests/programs.rs`, those in Rust as doctests of the library.
#[test]
fn rust_programs_of_the_guide_are_run() {
    let guide = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/guide"));
    let mut programs = 0;
    for page in std::fs::read_dir(guide).expect("the guide") {
        let name = page.expect("an entry").file_name();
        let path = format!("docs/guide/{}", name.to_string_lossy());
        if path.ends_with(".md")
            && blocks(&read(&path), "rust").any(|code| code.contains("fn main()"))
        {
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
