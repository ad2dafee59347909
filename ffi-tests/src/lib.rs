//! Makes `include/interframe.h` of `src/ffi`: cbindgen translates the items, and the layout table
//! of the crate becomes assertions at the end of the header, so that a compiler or a `#pragma
//! pack` that lays structs out otherwise is noticed when a program is compiled.
//!
//! `cargo run -p ffi-tests --bin write-header` writes the header; a test fails when the committed
//! one differs.

use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The files of `src/ffi` that hold items of the header, in the order in which a reader wants them.
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
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("ffi-tests is a folder of the project")
        .to_path_buf()
}

/// Where the header is committed.
#[must_use]
pub fn header_path() -> PathBuf {
    root().join("include").join("interframe.h")
}

/// The header as the sources have it now.
///
/// # Errors
/// Says what is wrong with `cbindgen.toml` or the sources.
pub fn generate_header() -> Result<String, String> {
    let root = root();
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml"))?;
    let mut builder = cbindgen::Builder::new().with_config(config);
    for source in SOURCES {
        builder = builder.with_src(root.join("src/ffi").join(source).with_extension("rs"));
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
    for layout in interframe::ffi::layout::LAYOUTS {
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
