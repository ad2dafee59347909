//! The committed header is the one that the sources make.

#[test]
fn committed_header_matches_the_sources() {
    let generated = ffi_tests::generate_header().expect("the header can be made");
    // A checkout may have translated line ends.
    let committed = std::fs::read_to_string(ffi_tests::header_path())
        .unwrap_or_default()
        .replace("\r\n", "\n");
    if committed == generated {
        return;
    }
    let line = committed
        .lines()
        .zip(generated.lines())
        .take_while(|(old, new)| old == new)
        .count();
    panic!(
        "include/interframe.h differs from src/ffi, first in line {}:\n  committed: {}\n  \
         generated: {}\nWrite it anew with\n  cargo run -p ffi-tests --bin write-header\nand \
         commit it, if the change was meant.",
        line + 1,
        committed.lines().nth(line).unwrap_or("(end)"),
        generated.lines().nth(line).unwrap_or("(end)"),
    );
}

#[test]
fn every_struct_of_the_header_has_its_layout_asserted() {
    let header = ffi_tests::generate_header().expect("the header can be made");
    let structs: Vec<&str> = header
        .lines()
        .filter_map(|line| line.strip_prefix("typedef struct ")?.strip_suffix(" {"))
        .collect();
    let asserted: Vec<&str> = interframe::ffi::layout::LAYOUTS
        .iter()
        .map(|layout| layout.name)
        .collect();
    assert!(structs.len() >= 13, "{structs:?}");
    for name in structs {
        assert!(
            asserted.contains(&name),
            "{name} is not in src/ffi/layout.rs"
        );
    }
}

#[test]
fn every_exported_function_is_in_the_header() {
    let header = ffi_tests::generate_header().expect("the header can be made");
    let mut count = 0;
    for file in std::fs::read_dir(ffi_tests::root().join("src/ffi")).expect("src/ffi is there") {
        let text = std::fs::read_to_string(file.expect("readable").path()).expect("text");
        for (at, _) in text.match_indices("extern \"C\" fn ") {
            let name: String = text[at + "extern \"C\" fn ".len()..]
                .chars()
                .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
                .collect();
            assert!(
                header.contains(&format!("{name}(")),
                "{name} is not in the header"
            );
            count += 1;
        }
    }
    assert!(count >= 20, "only {count} functions found");
}
