//! `include/interframe.h` is made of these sources: cbindgen translates the items, and the layout
//! table becomes assertions at its end, so that a compiler or a `#pragma pack` that lays structs out
//! otherwise is noticed when a program is compiled. A test compares the committed header;
//! `INTERFRAME_HEADER=write cargo test -p interframe-capi --lib header` writes it.

use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The files of `capi/src` that hold items of the header, in the order in which a reader wants them.
const SOURCES: [&str; 26] = [
    "version",
    "status",
    "verdict",
    "settings",
    "pair_state",
    "polytope",
    "pose",
    "motion",
    "plane",
    "intersect",
    "feature",
    "distance",
    "penetration",
    "manifold",
    "mpr",
    "contains",
    "minkowski",
    "interframe",
    "time_of_impact",
    "contact_intervals",
    "time_of_exit",
    "point_sets",
    "planar",
    "replay",
    "certificate",
    "layout",
];

/// The top folder of the project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("capi is a folder of the project")
        .to_path_buf()
}

/// Where the header is committed.
fn header_path() -> PathBuf {
    root().join("include").join("interframe.h")
}

/// The header as the sources have it now.
fn generate_header() -> Result<String, String> {
    let root = root();
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml"))?;
    let mut builder = cbindgen::Builder::new().with_config(config);
    for source in SOURCES {
        builder = builder.with_src(root.join("capi/src").join(source).with_extension("rs"));
    }
    let bindings = builder.generate().map_err(|error| error.to_string())?;
    let mut text = Vec::new();
    bindings.write(&mut text);
    let mut text = String::from_utf8(text).map_err(|error| error.to_string())?;
    let end = text
        .rfind("#endif  /* INTERFRAME_H */")
        .ok_or("cbindgen no longer ends the header with its include guard")?;
    text.insert_str(end, &layout_assertions());
    Ok(text)
}

/// `_Static_assert` and `static_assert` of every size and offset.
fn layout_assertions() -> String {
    let mut text = String::from(
        "/* The layout that the library was built with, on 64-bit machines. */\n\
         #if UINTPTR_MAX == UINT64_MAX\n\
         #if defined(__cplusplus)\n\
         #define IFR_LAYOUT_ASSERT(condition) static_assert(condition, #condition)\n\
         #elif __STDC_VERSION__ >= 201112L\n\
         #define IFR_LAYOUT_ASSERT(condition) _Static_assert(condition, #condition)\n\
         #endif\n\
         #endif\n\
         #if defined(IFR_LAYOUT_ASSERT)\n",
    );
    for layout in crate::layout::LAYOUTS {
        let (name, size) = (layout.name, layout.size);
        let _ = writeln!(text, "IFR_LAYOUT_ASSERT(sizeof({name}) == {size});");
        for (field, offset) in layout.fields {
            let _ = writeln!(
                text,
                "IFR_LAYOUT_ASSERT(offsetof({name}, {field}) == {offset});"
            );
        }
    }
    text.push_str("#undef IFR_LAYOUT_ASSERT\n#endif\n\n");
    text
}

#[test]
fn committed_header_matches_the_sources() {
    let generated = generate_header().expect("the header can be made");
    // A checkout may have translated line ends.
    let committed = std::fs::read_to_string(header_path())
        .unwrap_or_default()
        .replace("\r\n", "\n");
    if committed == generated {
        return;
    }
    if std::env::var_os("INTERFRAME_HEADER").is_some_and(|value| value == "write") {
        std::fs::write(header_path(), generated).expect("the header can be written");
        return;
    }
    let line = committed
        .lines()
        .zip(generated.lines())
        .take_while(|(old, new)| old == new)
        .count();
    panic!(
        "include/interframe.h differs from capi/src, first in line {}:\n  committed: {}\n  \
         generated: {}\nWrite it anew with\n  INTERFRAME_HEADER=write cargo test -p interframe-capi --lib header\nand \
         commit it, if the change was meant.",
        line + 1,
        committed.lines().nth(line).unwrap_or("(end)"),
        generated.lines().nth(line).unwrap_or("(end)"),
    );
}

#[test]
fn every_struct_of_the_header_has_its_layout_asserted() {
    let header = generate_header().expect("the header can be made");
    let structs: Vec<&str> = header
        .lines()
        .filter_map(|line| line.strip_prefix("typedef struct ")?.strip_suffix(" {"))
        .collect();
    let asserted: Vec<&str> = crate::layout::LAYOUTS
        .iter()
        .map(|layout| layout.name)
        .collect();
    assert!(structs.len() >= 13, "{structs:?}");
    for name in structs {
        assert!(
            asserted.contains(&name),
            "{name} is not in capi/src/layout.rs"
        );
    }
}

#[test]
fn every_exported_function_is_in_the_header() {
    let header = generate_header().expect("the header can be made");
    let mut count = 0;
    for file in std::fs::read_dir(root().join("capi/src")).expect("capi/src is there") {
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
