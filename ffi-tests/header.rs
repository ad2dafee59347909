//! `include/interframe.h` is made of `crates/capi/src`: cbindgen translates the items, and the layout of every
//! struct becomes assertions at its end, so that a compiler or a `#pragma pack` that lays structs out
//! otherwise is noticed when a program is compiled. A test compares the committed header;
//! `INTERFRAME_HEADER=write cargo test -p interframe-capi --lib header` writes it.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The body of functions that are written for cbindgen alone, which reads how they are declared: nothing compiles them.
const NO_BODY: &str = "{ unreachable!() }";

/// The files of `crates/capi/src` that hold items of the header, in the order in which a reader wants them.
const SOURCES: &[&str] = &[
    "version",
    "status",
    "verdict",
    "method",
    "pair_state",
    "text",
    "memory",
    "log",
    "vectors",
    "body",
    "round_body",
    "pose",
    "pieces",
    "mesh_file",
    "motion",
    "pair",
    "plane",
    "feature",
    "certificate",
    "intersect",
    "distance",
    "within",
    "penetration",
    "contact_manifold",
    "mpr",
    "contains",
    "minkowski_difference",
    "minkowski_sum",
    "interframe",
    "interframe_vertices",
    "extended_boxes_meet",
    "time_of_impact",
    "contact_intervals",
    "closest_approach",
    "time_of_exit",
    "sets",
    "intersect_sets",
    "is_subset",
    "contains_point",
    "polygon",
    "distance_2d",
    "minkowski_difference_2d",
    "minkowski_sum_2d",
    "cuboid_separation",
    "jobs",
    "batch",
    "world",
    "world_frame",
    "world_responses",
    "world_queries",
    "contact_events",
];

/// The top folder of the project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Where the header is committed.
fn header_path() -> PathBuf {
    root().join("include").join("interframe.h")
}

/// A file of `crates/capi/src` with the entry points that its macros make (`entry.rs`, `mirror.rs` and `query.rs` there) written out:
/// cbindgen does not look into macros.
fn expanded(source: &str) -> String {
    let path = root()
        .join("crates/capi/src")
        .join(source)
        .with_extension("rs");
    let text = std::fs::read_to_string(&path).expect("a source");
    let mut out = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let kind = line.strip_suffix("! {").unwrap_or_default();
        let is_entry = kind.starts_with("entry");
        if !is_entry && !["ask", "capture", "certify", "c_enum", "texts", "answers"].contains(&kind)
        {
            out.push_str(line);
            out.push('\n');
            continue;
        }
        let mut block = lines.by_ref().take_while(|line| *line != "}");
        let mut query = "";
        while let Some(line) = block.next() {
            // Deeper lines are of the answer.
            let line = line.strip_prefix("    ").unwrap_or_default();
            if line.starts_with("///") {
                out.push_str(line);
                out.push('\n');
            } else if line.starts_with("ifr_") && is_entry {
                let mut head = line.to_owned();
                while !head.ends_with('{') {
                    head.push_str(block.next().expect("a block of the answer"));
                }
                out.push_str(&entry_with(kind, &head));
            } else if let Some(head) = line.strip_prefix("pub struct ") {
                let (name, _) = head.split_once(" from ").expect("name from answer");
                out.push_str(&struct_of(name, &mut block));
            } else if line.starts_with("ifr_") && kind == "c_enum" {
                let (name, _) = line.split_once(" = ").expect("name = the library's");
                out.push_str(&enum_of(name, &mut block));
            } else if line.starts_with("ifr_") && kind == "texts" {
                let (function, _) = line.split_once(") = ").expect("name(number) = enum");
                out.push_str(&format!(
                    "#[unsafe(no_mangle)]\npub extern \"C\" fn {function}: i32) -> *const c_char {NO_BODY}\n"
                ));
            } else if line.starts_with("ifr_") {
                out.push_str(&entry_point(kind, line));
                query = line;
            } else if let Some((kind @ ("capture" | "certify"), function)) = line.split_once(' ') {
                let function = function.split([' ', ';']).next().expect("a name");
                let (name, rest) = query.split_once('(').expect("name(input)");
                if kind == "capture" {
                    out.push_str(&format!(
                        "/// Writes the input of {name} as one line of JSON. See ifr_intersect_to_json.\n"
                    ));
                }
                out.push_str(&entry_point(kind, &format!("{function}({rest}")));
            }
        }
    }
    out
}

/// The struct that `answers!` makes of lines `pub field: type = value,`.
fn struct_of<'a>(name: &str, lines: impl Iterator<Item = &'a str>) -> String {
    let mut out = format!("#[repr(C)]\npub struct {name} {{\n");
    // Deeper lines are of values.
    let lines = lines.take_while(|line| *line != "    }");
    for line in lines.filter_map(|line| line.strip_prefix("        ")) {
        match line.split_once(" = ") {
            Some((field, _)) if line.starts_with("pub ") => out.push_str(&format!("{field},\n")),
            _ if line.starts_with("pub ") || line.starts_with("///") => {
                out.push_str(&format!("{line}\n"));
            }
            _ => {}
        }
    }
    out + "}\n"
}

/// The enum that `c_enum!` makes of lines `CONSTANT = number => value,`.
fn enum_of<'a>(name: &str, lines: impl Iterator<Item = &'a str>) -> String {
    let mut out = format!("#[repr(i32)]\npub enum {name} {{\n");
    for line in lines.take_while(|line| *line != "    }") {
        match line.split_once(" => ") {
            Some((constant, _)) => out.push_str(&format!("{constant},\n")),
            None => out.push_str(&format!("{line}\n")),
        }
    }
    out + "}\n"
}

/// The function that `entry!` or `entry_without_error!` makes of `name(arguments) = ... {`.
fn entry_with(kind: &str, head: &str) -> String {
    let (function, _) = head.split_once(") = ").expect("name(arguments) = how");
    let (name, arguments) = function.split_once('(').expect("name(arguments)");
    let arguments = arguments.trim().trim_end_matches(',');
    let comma = if arguments.is_empty() { "" } else { ", " };
    let error = match kind {
        "entry" => format!("{comma}error: *mut ifr_error"),
        _ => String::new(),
    };
    declared(name, &format!("{arguments}{error}"))
}

/// A function of C with these arguments that returns a status.
fn declared(name: &str, arguments: &str) -> String {
    format!(
        "#[unsafe(no_mangle)]\npub unsafe extern \"C\" fn {name}({arguments}) -> ifr_status {NO_BODY}\n"
    )
}

/// The function that a macro of this kind makes of `name(input) -> result = ...`.
fn entry_point(kind: &str, line: &str) -> String {
    let (name, rest) = line.split_once('(').expect("name(input)");
    let (input, rest) = rest.split_once(')').expect("name(input)");
    let outputs = match kind {
        "ask" => {
            let result = rest.split_whitespace().nth(1).expect("-> result");
            format!("state: *mut ifr_pair_state, result: *mut {result}")
        }
        "capture" => {
            "state: *const ifr_pair_state, id: *const c_char, text: *mut ifr_text".to_owned()
        }
        _ => "out: *mut *mut ifr_certificate".to_owned(),
    };
    let arguments = format!("input: *const {input}, {outputs}, error: *mut ifr_error");
    declared(name, &arguments)
}

/// The header as the sources have it now, made once for all tests.
static HEADER: LazyLock<String> =
    LazyLock::new(|| generate_header().expect("the header can be made"));

fn generate_header() -> Result<String, String> {
    let root = root();
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml"))?;
    let mut builder = cbindgen::Builder::new().with_config(config);
    let folder = std::env::temp_dir().join(format!("interframe-header-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    for source in SOURCES {
        let file = folder.join(source).with_extension("rs");
        std::fs::write(&file, expanded(source)).map_err(|error| error.to_string())?;
        builder = builder.with_src(file);
    }
    let bindings = builder.generate().map_err(|error| error.to_string());
    let _ = std::fs::remove_dir_all(&folder);
    let bindings = bindings?;
    let mut text = Vec::new();
    bindings.write(&mut text);
    let mut text = String::from_utf8(text).map_err(|error| error.to_string())?;
    let end = text
        .rfind("#endif  /* INTERFRAME_H */")
        .ok_or("cbindgen no longer ends the header with its include guard")?;
    let assertions = layout_assertions(&layouts(&text));
    text.insert_str(end, &assertions);
    Ok(text)
}

/// A struct of the header: what C makes of its fields on 64-bit machines.
struct Layout {
    name: String,
    size: usize,
    align: usize,
    /// Bytes of the fields themselves.
    used: usize,
    /// Name and offset in bytes.
    fields: Vec<(String, usize)>,
}

/// Every struct of the header that C code may look into, by C's rules from the text of the header; rustc's
/// layout of `repr(C)` follows the same rules, which a test compares.
fn layouts(header: &str) -> Vec<Layout> {
    let mut found: Vec<Layout> = Vec::new();
    let mut lines = header.lines();
    while let Some(line) = lines.next() {
        let Some(name) = line
            .strip_prefix("typedef struct ")
            .and_then(|rest| rest.strip_suffix(" {"))
        else {
            continue;
        };
        let mut layout = Layout {
            name: name.to_string(),
            size: 0,
            align: 1,
            used: 0,
            fields: Vec::new(),
        };
        for field in lines
            .by_ref()
            .map(str::trim)
            .take_while(|l| *l != "} ".to_owned() + name + ";")
        {
            if field.starts_with("//") {
                continue;
            }
            let field = field.strip_suffix(';').expect("one field a line");
            let (declared, counts) = field.split_once('[').unwrap_or((field, ""));
            let (kind, name) = declared
                .rsplit_once([' ', '*'])
                .unwrap_or_else(|| panic!("{field}"));
            let kind = kind.trim().trim_start_matches("struct ");
            let pointer = declared.contains('*');
            let (size, align) = if pointer {
                (8, 8)
            } else {
                size_of_type(kind, &found)
            };
            let count: usize = counts
                .split(['[', ']'])
                .filter(|count| !count.is_empty())
                .map(|count| number(count, header))
                .product();
            let offset = layout.size.next_multiple_of(align);
            layout.size = offset + size * count;
            layout.align = layout.align.max(align);
            layout.used += size * count;
            layout.fields.push((name.to_string(), offset));
        }
        layout.size = layout.size.next_multiple_of(layout.align);
        found.push(layout);
    }
    found
}

/// Size and alignment of a type that is no pointer.
fn size_of_type(name: &str, structs: &[Layout]) -> (usize, usize) {
    match name {
        "bool" | "char" | "uint8_t" => (1, 1),
        "int32_t" | "uint32_t" => (4, 4),
        "double" | "uint64_t" | "size_t" => (8, 8),
        // Pointers to functions have names of this kind.
        name if name.ends_with("_callback") => (8, 8),
        name => structs
            .iter()
            .find(|known| known.name == name)
            // What is no struct is an enum of 32 bits.
            .map_or((4, 4), |known| (known.size, known.align)),
    }
}

/// A number, or the constant of the header that stands for it.
fn number(text: &str, header: &str) -> usize {
    text.parse().unwrap_or_else(|_| {
        let define = format!("#define {text} ");
        let value = header.lines().find_map(|line| line.strip_prefix(&define));
        value
            .and_then(|value| value.parse().ok())
            .expect("a number")
    })
}

/// `_Static_assert` and `static_assert` of every size and offset.
fn layout_assertions(layouts: &[Layout]) -> String {
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
    for layout in layouts {
        let (name, size) = (&layout.name, layout.size);
        let _ = writeln!(text, "IFR_LAYOUT_ASSERT(sizeof({name}) == {size});");
        for (field, offset) in &layout.fields {
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
    let generated = &*HEADER;
    // A checkout may have translated line ends.
    let committed = std::fs::read_to_string(header_path())
        .unwrap_or_default()
        .replace("\r\n", "\n");
    if committed == *generated {
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
        "include/interframe.h differs from crates/capi/src, first in line {}:\n  committed: {}\n  \
         generated: {}\nWrite it anew with\n  INTERFRAME_HEADER=write cargo test -p interframe-capi --lib header\nand \
         commit it, if the change was meant.",
        line + 1,
        committed.lines().nth(line).unwrap_or("(end)"),
        generated.lines().nth(line).unwrap_or("(end)"),
    );
}

/// Name and size of the structs, as this compiler has them.
macro_rules! sizes {
    ($($file:ident: $($name:ident),+;)+) => {
        [$($((stringify!($name), size_of::<crate::$file::$name>())),+),+]
    };
}

#[cfg(target_pointer_width = "64")]
#[test]
fn the_header_lays_every_struct_out_as_the_library_does() {
    let sizes = sizes! {
        status: ifr_error;
        pair_state: ifr_pair_state;
        text: ifr_text, ifr_bytes;
        memory: ifr_allocator;
        vectors: ifr_vectors;
        body: ifr_polytope_info, ifr_polytope_options, ifr_face;
        pose: ifr_pose;
        pieces: ifr_pieces, ifr_part, ifr_trimesh_options, ifr_trimesh_report, ifr_grid;
        motion: ifr_motion, ifr_motion_parts;
        pair: ifr_posed_pair, ifr_moving_pair;
        plane: ifr_plane;
        feature: ifr_feature;
        certificate: ifr_proved;
        intersect: ifr_intersect_input, ifr_intersect_result;
        distance: ifr_distance_input, ifr_distance_result;
        within: ifr_within_input, ifr_within_result;
        penetration: ifr_penetration_input, ifr_penetration_result;
        contact_manifold: ifr_contact_manifold_input, ifr_contact_points_input, ifr_contact_point,
            ifr_contact_manifold_result, ifr_contact_points_result;
        mpr: ifr_mpr_input, ifr_mpr_result;
        contains: ifr_contains_input, ifr_contains_result;
        minkowski_difference: ifr_minkowski_difference_input;
        interframe: ifr_interframe_input, ifr_interframe_result;
        interframe_vertices: ifr_vertex_sweep, ifr_deforming_pair, ifr_interframe_vertices_input;
        extended_boxes_meet: ifr_extended_boxes_meet_input;
        time_of_impact: ifr_time_of_impact_input, ifr_time_of_impact_result;
        contact_intervals: ifr_contact_interval, ifr_contact_intervals_input,
            ifr_contact_intervals_result;
        closest_approach: ifr_closest_approach_input, ifr_closest_approach_result;
        time_of_exit: ifr_time_of_exit_input, ifr_time_of_exit_result;
        sets: ifr_point_set, ifr_span_column, ifr_set_plane, ifr_point_weight, ifr_point_weights;
        intersect_sets: ifr_intersect_sets_input, ifr_intersect_sets_result;
        is_subset: ifr_is_subset_result;
        contains_point: ifr_contains_point_input, ifr_contains_point_result;
        polygon: ifr_pose_2d, ifr_posed_pair_2d;
        distance_2d: ifr_distance_2d_input, ifr_distance_2d_result;
        minkowski_difference_2d: ifr_difference_vertex_2d, ifr_minkowski_difference_2d_input;
        cuboid_separation: ifr_yaw_cuboid, ifr_cuboid_separation_input, ifr_cuboid_separation_result,
            ifr_cuboid_separations_input;
        jobs: ifr_jobs;
        batch: ifr_posed_batch, ifr_moving_batch;
        world: ifr_filter, ifr_world_body_input, ifr_world_body;
        world_frame: ifr_body_motion, ifr_world_advance_input, ifr_world_advance_result, ifr_world_event;
        world_responses: ifr_response, ifr_contact_body, ifr_frame_contact, ifr_motion_change;
        world_queries: ifr_query_filter, ifr_world_cast_input, ifr_world_ray_input, ifr_world_cast_result,
            ifr_cast_hit, ifr_world_overlap_input, ifr_overlap, ifr_world_nearest_input, ifr_world_nearest_result,
            ifr_world_closest_pairs_input, ifr_close_pair;
        contact_events: ifr_contact_events_input, ifr_signed_distance, ifr_root_functions;
    };
    let layouts = layouts(&HEADER);
    assert_eq!(layouts.len(), sizes.len());
    for layout in layouts {
        let name = &layout.name;
        let size = sizes.iter().find(|(known, _)| known == name);
        assert_eq!(size.map(|(_, size)| *size), Some(layout.size), "{name}");
        // Bytes between fields would be left as they happen to be, so that equal answers were not equal
        // bytes. What is only read may have them.
        let is_input = name.ends_with("_input");
        assert!(
            is_input || layout.used == layout.size,
            "{name} has padding: name it `reserved`"
        );
    }
}

#[test]
fn every_exported_function_is_in_the_header() {
    let header = &*HEADER;
    let mut count = 0;
    for file in std::fs::read_dir(root().join("crates/capi/src")).expect("crates/capi/src is there")
    {
        let path = file.expect("readable").path();
        let source = path.file_stem().and_then(|name| name.to_str());
        let source = source.expect("a name");
        if ["entry", "mirror", "query"].contains(&source) {
            continue; // the macros themselves
        }
        let text = expanded(source);
        let exported = |at: usize| {
            text[..at]
                .lines()
                .last()
                .is_some_and(|l| l.contains("pub "))
        };
        let functions = text.match_indices("extern \"C\" fn ");
        for (at, _) in functions.filter(|(at, _)| exported(*at)) {
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
    assert!(count >= 80, "only {count} functions found");
}
