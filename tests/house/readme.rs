//! The README's C is the quick start that is compiled and run elsewhere; its Rust is a doctest.

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
fn the_readme_shows_a_frame_as_the_frame_loop_has_it() {
    let (readme, example) = (read("README.md"), read("examples/c/frame_loop.c"));
    let blocks: Vec<&str> = readme.split("```c\n").skip(1).collect();
    assert!(blocks.len() >= 2, "README.md lacks C");
    let frame = blocks[1].split("```").next().unwrap_or_default();
    assert!(frame.contains("ifr_world_advance_with_responses(") && example.contains(frame));
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
