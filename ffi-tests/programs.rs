//! Compiles the C11 and C++17 programs with warnings as errors, links them with the static and the
//! shared library, and runs them.
//!
//! The libraries are those that cargo built for this very test: it builds every crate type of a
//! dependency and puts them beside the test's own executable, whatever the target directory, the
//! profile or the target triple. No second cargo is started.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use std::time::SystemTime;

const C_FLAGS: [&str; 5] = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic"];
const CPP_FLAGS: [&str; 5] = ["-std=c++17", "-Wall", "-Wextra", "-Werror", "-pedantic"];
const SANITIZED: [&str; 3] = [
    "-pthread",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
];
/// What the Rust standard library needs where it is linked statically.
const SYSTEM_LIBRARIES: [&str; 3] = ["-lpthread", "-lm", "-ldl"];

#[derive(Clone, Copy)]
enum Link {
    Static,
    Shared,
}

#[test]
fn c_program_with_the_static_library() {
    expect_output(&mut Command::new(c_program()), "all C tests passed\n");
}

#[test]
fn c_program_with_the_shared_library() {
    let program = build("c_shared", c_objects(), false, Link::Shared, &["-pthread"]);
    expect_output(&mut Command::new(program), "all C tests passed\n");
}

#[test]
fn cpp_program_with_both_libraries() {
    let source = [root().join("ffi-tests/c/include.cpp")];
    for (name, link) in [("cpp_static", Link::Static), ("cpp_shared", Link::Shared)] {
        let program = build(name, &source, true, link, &[]);
        expect_output(&mut Command::new(program), "the C++ test passed\n");
    }
}

/// Every function of `interframe.hpp`, with errors thrown and with errors returned.
#[test]
fn cpp_wrappers() {
    for (name, link) in [
        ("wrappers_static", Link::Static),
        ("wrappers_shared", Link::Shared),
    ] {
        let program = build(name, wrappers(), true, link, &["-pthread"]);
        expect_output(&mut Command::new(program), "the C++ wrappers passed\n");
    }
}

#[test]
fn cpp_wrappers_without_exceptions() {
    let source = [root().join("ffi-tests/c/wrappers.cpp")];
    let flags = ["-pthread", "-fno-exceptions"];
    let program = build("wrappers_by_value", &source, true, Link::Static, &flags);
    expect_output(&mut Command::new(program), "the C++ wrappers passed\n");
}

/// The C++ header wraps every function that the library exports, and its test calls each.
#[test]
fn cpp_wrappers_call_every_function() {
    let functions = |flags: [&str; 2], file: &Path| -> Option<BTreeSet<String>> {
        let output = Command::new("nm").args(flags).arg(file).output().ok()?;
        let names = String::from_utf8(output.stdout).ok()?;
        let names = names
            .split_whitespace()
            .filter(|name| name.starts_with("ifr_"));
        Some(names.map(str::to_owned).collect())
    };
    let shared = library(&format!("libinterframe{}", std::env::consts::DLL_SUFFIX));
    let (Some(exported), Some(called)) = (
        functions(["-D", "--defined-only"], &shared),
        functions(["-u", "-p"], &wrappers()[0]),
    ) else {
        println!("skipped: nm is not installed");
        return;
    };
    assert!(exported.len() > 150, "{exported:?}");
    let left_out: Vec<_> = exported.difference(&called).collect();
    // C++ writes both without a call.
    assert_eq!(left_out, ["ifr_pair_state_init", "ifr_pose_init"]);
}

/// A program whose allocator has less than what is needed gets a status, and goes on.
#[test]
fn out_of_memory_is_a_status() {
    let folder = root().join("ffi-tests/c");
    let sources = [
        folder.join("memory/out_of_memory.c"),
        folder.join("shapes.c"),
    ];
    let program = build("out_of_memory", &sources, false, Link::Static, &[]);
    expect_output(&mut Command::new(program), "out of memory is a status\n");
}

/// A query by the C++ header takes as many instructions as by the C header, whether errors are thrown or, with
/// INTERFRAME_LONG=1, returned.
#[test]
fn cpp_costs_what_c_costs() {
    let folder = root().join("ffi-tests/c/price");
    let instructions = |name: &str, file: &str, flags: &[&str]| -> Option<u64> {
        let is_cpp = file.ends_with(".cpp");
        let program = build(name, &[folder.join(file)], is_cpp, Link::Static, flags);
        let collected = |queries: &str| -> Option<u64> {
            let mut valgrind = Command::new("valgrind");
            let valgrind = valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
            let output = valgrind.arg(&program).arg(queries).output().ok()?;
            assert!(output.status.success(), "{}", text(&output));
            let report = String::from_utf8_lossy(&output.stderr);
            let line = report.lines().find(|line| line.contains("Collected"))?;
            line.rsplit(' ').next()?.parse().ok()
        };
        Some(collected("2000")? - collected("0")?) // without what a program's start takes
    };
    let Some(c) = instructions("price_c", "intersect.c", &["-O2"]) else {
        println!("skipped: valgrind is not installed");
        return;
    };
    let all: [&[&str]; 2] = [&["-O2"], &["-O2", "-fno-exceptions"]];
    for flags in &all[..if is_long() { 2 } else { 1 }] {
        let cpp = instructions("price_cpp", "intersect.cpp", flags).expect("as for C");
        assert!(
            cpp <= c + c / 200,
            "{flags:?}: {cpp} instructions, in C {c}"
        );
    }
}

/// Both usual compilers take the C++ header without a warning, as C++20 and, with INTERFRAME_LONG=1, as C++17.
#[test]
fn cpp_headers_by_other_compilers() {
    for compiler in ["g++", "clang++"] {
        if Command::new(compiler).arg("--version").output().is_err() {
            println!("skipped: {compiler} is not installed");
            continue;
        }
        let standards: &[&str] = match is_long() {
            true => &["-std=c++17", "-std=c++20"],
            // The other tests compile it as C++17.
            false => &["-std=c++20"],
        };
        for standard in standards {
            let mut command = Command::new(compiler);
            command
                .args([*standard, "-fsyntax-only"])
                .args(&CPP_FLAGS[1..])
                .arg("-I")
                .arg(root().join("include"))
                .arg(root().join("ffi-tests/c/wrappers.cpp"));
            expect_output(&mut command, "");
        }
    }
}

#[test]
fn bullets() {
    let source = [root().join("examples/cpp/bullets.cpp")];
    let program = build("bullets", &source, true, Link::Shared, &[]);
    let expected =
        "200 bullets: 119 in panes, 81 in walls, 0 flying, 0 undecided, 0 outside of the room\n";
    expect_output(&mut Command::new(program), expected);
}

/// No bullet tunnels through the engine's level, its stack stands, and the bits are the same for any number of threads, twice,
/// and after a rollback. With INTERFRAME_LONG=1 under sanitizers where they are, which take most of the compiler's time here.
#[test]
fn engine() {
    let folder = root().join("examples/engine");
    let sources = std::fs::read_dir(&folder).expect("examples/engine is there");
    let sources = sources.map(|entry| entry.expect("readable").path());
    let mut sources: Vec<PathBuf> = sources
        .filter(|path| path.extension().is_some_and(|extension| extension == "cpp"))
        .collect();
    sources.sort();
    // As one file, so that the headers are read once.
    let include = |path: &PathBuf| format!("#include \"{}\"\n", path.display());
    let whole = out_dir().join("engine.cpp");
    std::fs::write(&whole, sources.iter().map(include).collect::<String>()).expect("writable");
    let flags = match is_long() && sanitizers_work() {
        true => &SANITIZED[..],
        false => &SANITIZED[..1],
    };
    let program = build("engine", &[whole], true, Link::Shared, flags);

    // The two columns of a row.
    let rows = |threads: &str| {
        let scene = ["--frames", "70", "--bodies", "60", "--bullets", "60"];
        let output = Command::new(&program)
            .args(scene)
            .args(["--threads", threads])
            .output()
            .expect("the program starts");
        assert!(output.status.success(), "{}", text(&output));
        let printed = text(&output);
        move |name: &str| -> [String; 2] {
            let row = printed.lines().find(|line| line.starts_with(name));
            let row = row.unwrap_or_else(|| panic!("no row {name} in\n{printed}"));
            let columns = row[name.len()..].split_whitespace().map(str::to_owned);
            let columns: Vec<String> = columns.collect();
            columns.try_into().expect("two columns")
        }
    };
    let first = rows("1");
    let numbers = |name: &str| first(name).map(|number| number.parse::<f64>().expect("a number"));
    let [by_poses, swept] = numbers("bullets that tunnelled");
    assert!(by_poses >= 54.0 && swept == 0.0, "{by_poses} {swept}");
    assert_eq!(numbers("other bodies outside of the room")[1], 0.0);
    assert!(numbers("contacts within frames")[1] > 1000.0);
    let moved = numbers("largest movement of the stack, mm")[1];
    assert!(moved < 5.0, "1% of a box of 0.5 m: {moved}");
    for threads in ["1", "2", "4"] {
        let again = rows(threads);
        assert_eq!(
            again("hash of the state"),
            first("hash of the state"),
            "{threads}"
        );
        let rolled_back = again("bits of the last 60 frames, after a rollback");
        assert_eq!(rolled_back, ["equal", "equal"], "{threads}");
    }
}

#[test]
fn quick_start() {
    let source = [root().join("examples/c/quickstart.c")];
    let program = build("quickstart", &source, false, Link::Shared, &[]);
    let expected = "hit at t = 0.462667, x = -0.010\n";
    expect_output(&mut Command::new(program), expected);
    let readme = std::fs::read_to_string(root().join("README.md")).expect("readable");
    assert!(readme.contains(&format!("`{}`", expected.trim_end())));
}

/// The other code in C of the guide.
#[test]
fn parts_of_the_guide() {
    let source = [root().join("ffi-tests/guide.c")];
    let program = build("guide_parts", &source, false, Link::Shared, &[]);
    let folder = out_dir().join("guide_files");
    std::fs::create_dir_all(&folder).expect("writable");
    let mut command = Command::new(program);
    expect_output(command.current_dir(folder), "the guide's C runs\n");
}

/// Every whole program in C or C++ of the guide prints the text that stands below it.
#[test]
fn programs_of_the_guide() {
    let pages = std::fs::read_dir(root().join("docs/guide")).expect("the guide is there");
    let pages = pages.map(|page| page.expect("readable").path());
    let mut pages: Vec<PathBuf> = pages
        .filter(|page| page.extension().is_some_and(|extension| extension == "md"))
        .collect();
    pages.sort();
    let mut count = 0;
    for page in &pages {
        let text = std::fs::read_to_string(page).expect("readable");
        let name = page.file_stem().expect("a name").to_string_lossy();
        // Outside and inside of code, in turns.
        let parts: Vec<&str> = text.split("```").collect();
        for (k, code) in parts.iter().enumerate().skip(1).step_by(2) {
            let Some((language @ ("c" | "cpp"), code)) = code.split_once('\n') else {
                continue;
            };
            if !code.contains("int main(") {
                continue;
            }
            let output = parts
                .get(k + 2)
                .and_then(|below| below.strip_prefix("text\n"));
            let output = output.unwrap_or_else(|| panic!("{name}: no text below a program"));
            let (program, is_cpp) = (format!("{name}_{k}"), language == "cpp");
            let source = out_dir().join(format!("{program}.{language}"));
            std::fs::write(&source, code).expect("writable");
            let built = build(&program, &[source], is_cpp, Link::Shared, &[]);
            expect_output(&mut Command::new(built), output);
            count += 1;
        }
    }
    assert!(count >= 5, "{count}");
}

/// The frame loop says what its twin in Rust says.
#[test]
fn frame_loop() {
    let source = [root().join("examples/c/frame_loop.c")];
    let program = build("frame_loop", &source, false, Link::Shared, &[]);
    expect_output(
        &mut Command::new(program),
        include_str!("../examples/frame_loop.txt"),
    );
}

/// What a C program writes as the header says is a whole proof file, for a checker that shares no language with it.
#[test]
fn certificates_written_from_c_are_a_proof_file() {
    let source = [root().join("examples/c/certificate.c")];
    let program = build("certificate", &source, false, Link::Shared, &[]);
    let proofs = out_dir().join("certificate.jsonl");
    expect_output(Command::new(program).arg(&proofs), "");
    let written = std::fs::read_to_string(&proofs).expect("the program wrote it");
    assert_eq!(written.lines().count(), 2);
    if Command::new("python3").arg("--version").output().is_err() {
        println!("skipped: python3 is not here");
        return;
    }
    let expected = format!(
        "{}: 2 proofs verified (1 hit, 1 separated), 0 rejected; 0 lines without proof\n",
        proofs.display()
    );
    let checker = root().join("examples/verify.py");
    expect_output(Command::new("python3").arg(checker).arg(&proofs), &expected);
}

/// Address and undefined-behaviour sanitizers on the C side; memory that the library allocates is
/// watched too, because its allocator is the C library's.
#[test]
fn c_program_under_sanitizers() {
    if !sanitizers_work() {
        println!("skipped: this compiler has no address and undefined-behaviour sanitizers");
        return;
    }
    let program = build("c_sanitized", &c_tests(), false, Link::Static, &SANITIZED);
    expect_output(&mut Command::new(program), "all C tests passed\n");
}

/// Takes as long as all other programs together, so only with INTERFRAME_LONG=1. Leaks show in the sanitizers' run too.
#[test]
fn c_program_leaks_nothing() {
    if !is_long() {
        println!("skipped: valgrind runs with INTERFRAME_LONG=1");
        return;
    }
    if !Command::new("valgrind")
        .arg("--version")
        .output()
        .is_ok_and(|o| o.status.success())
    {
        println!("skipped: valgrind is not installed");
        return;
    }
    let mut valgrind = Command::new("valgrind");
    valgrind
        .args([
            "--quiet",
            "--leak-check=full",
            "--show-leak-kinds=definite,indirect,possible",
        ])
        .args([
            "--errors-for-leak-kinds=definite,indirect,possible",
            "--error-exitcode=9",
        ])
        .arg(c_program());
    expect_output(&mut valgrind, "all C tests passed\n");
}

fn is_long() -> bool {
    std::env::var("INTERFRAME_LONG").is_ok_and(|value| value != "0" && !value.is_empty())
}

/// The sources of the C test program.
fn c_tests() -> Vec<PathBuf> {
    let folder = root().join("ffi-tests/c");
    let mut sources: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("ffi-tests/c is there")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    sources.sort();
    assert!(sources.len() >= 9, "sources are missing: {sources:?}");
    sources
}

/// The C test program with the static library.
fn c_program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| build("c_static", c_objects(), false, Link::Static, &["-pthread"]))
}

/// The C tests, compiled.
fn c_objects() -> &'static [PathBuf] {
    static OBJECTS: OnceLock<Vec<PathBuf>> = OnceLock::new();
    OBJECTS.get_or_init(|| compile("c_objects", &c_tests(), false))
}

/// The test of the C++ header, compiled.
fn wrappers() -> &'static [PathBuf] {
    static OBJECTS: OnceLock<Vec<PathBuf>> = OnceLock::new();
    let source = root().join("ffi-tests/c/wrappers.cpp");
    OBJECTS.get_or_init(|| compile("cpp_objects", &[source], true))
}

/// The object of each source, in a folder of this name.
fn compile(folder: &str, sources: &[PathBuf], cpp: bool) -> Vec<PathBuf> {
    let folder = out_dir().join(folder);
    std::fs::create_dir_all(&folder).expect("writable");
    let mut command = compiler(cpp);
    command
        .args(if cpp { CPP_FLAGS } else { C_FLAGS })
        .args(["-pthread", "-c", "-I"])
        .arg(root().join("include"))
        .args(sources);
    expect_output(command.current_dir(&folder), "");
    let object = |source: &PathBuf| {
        let name = source.with_extension("o");
        folder.join(name.file_name().expect("a file"))
    };
    sources.iter().map(object).collect()
}

fn build(name: &str, sources: &[PathBuf], cpp: bool, link: Link, flags: &[&str]) -> PathBuf {
    let program = out_dir().join(name);
    let mut command = compiler(cpp);
    command
        .args(if cpp { CPP_FLAGS } else { C_FLAGS })
        .args(flags)
        .arg("-I")
        .arg(root().join("include"))
        .args(sources)
        .arg("-o")
        .arg(&program);
    match link {
        Link::Static => {
            command.arg(library("libinterframe.a"));
            command.args(SYSTEM_LIBRARIES);
        }
        Link::Shared => {
            let library = library(&format!("libinterframe{}", std::env::consts::DLL_SUFFIX));
            // Where the dynamic linker finds it by the name that the library has for it.
            let folder = out_dir().join(format!("{name}.lib"));
            std::fs::create_dir_all(&folder).expect("writable");
            let soname =
                option_env!("CAPI_SONAME").map_or(library.file_name(), |s| Some(s.as_ref()));
            std::fs::copy(&library, folder.join(soname.expect("a file"))).expect("writable");
            command.arg(format!("-Wl,-rpath,{}", folder.display()));
            command.arg(&library).arg("-lm");
        }
    }
    let output = command.output().expect("the compiler starts");
    assert!(
        output.status.success(),
        "{}\n{}",
        show(&command),
        text(&output)
    );
    program
}

/// Whether this compiler has address and undefined-behaviour sanitizers, and its programs run.
fn sanitizers_work() -> bool {
    static WORK: OnceLock<bool> = OnceLock::new();
    *WORK.get_or_init(|| {
        let probe = out_dir().join("sanitizer_probe.c");
        std::fs::write(&probe, "int main(void) { return 0; }\n").expect("writable");
        let executable = out_dir().join("sanitizer_probe");
        let mut compile = compiler(false);
        compile
            .args(SANITIZED)
            .arg(&probe)
            .arg("-o")
            .arg(&executable);
        compile.output().is_ok_and(|o| o.status.success())
            && Command::new(&executable)
                .output()
                .is_ok_and(|o| o.status.success())
    })
}

/// The C or C++ compiler that `CC`, `CXX` and the like name, or the usual one of the target. With INTERFRAME_LONG=1 it optimises, and
/// so sees more to warn of; that takes it twice as long.
fn compiler(cpp: bool) -> Command {
    cc::Build::new()
        .cpp(cpp)
        .target(env!("CAPI_TARGET"))
        .host(env!("CAPI_HOST"))
        .opt_level(u32::from(is_long()))
        .debug(is_long())
        .cargo_metadata(false)
        .out_dir(out_dir())
        .get_compiler()
        .to_command()
}

/// The top folder of the project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn out_dir() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
}

/// A library that cargo built together with this test.
fn library(file: &str) -> PathBuf {
    let executable = std::env::current_exe().expect("a test knows its path");
    let path = executable.with_file_name(file);
    let built = modified(&path).unwrap_or_else(|| {
        panic!(
            "cargo did not put {file} beside this test, in {}",
            path.display()
        )
    });
    // Were cargo to stop building it here, an old one would be tested forever.
    let sources = std::fs::read_to_string(executable.with_file_name("interframe.d"))
        .expect("cargo lists the library's sources beside it");
    for source in sources.lines().next().unwrap_or("").split(' ').skip(1) {
        let source = root().join(source);
        assert!(
            modified(&source).is_some_and(|changed| changed <= built),
            "{} is newer than {file}, so this test would not test it",
            source.display()
        );
    }
    path
}

fn modified(path: &Path) -> Option<SystemTime> {
    path.metadata()
        .and_then(|metadata| metadata.modified())
        .ok()
}

fn expect_output(command: &mut Command, expected: &str) {
    let output = command.output().expect("the program starts");
    let (shown, status) = (show(command), output.status);
    assert!(status.success(), "{shown}: {status}\n{}", text(&output));
    let printed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(printed, expected, "{shown}\n{}", text(&output));
}

/// The command line, without the environment that `Debug` prints.
fn show(command: &Command) -> String {
    std::iter::once(command.get_program())
        .chain(command.get_args())
        .map(|word| word.to_string_lossy())
        .collect::<Vec<_>>()
        .join(" ")
}

fn text(output: &Output) -> String {
    let (out, err) = (&output.stdout, &output.stderr);
    format!(
        "{}{}",
        String::from_utf8_lossy(out),
        String::from_utf8_lossy(err)
    )
}
