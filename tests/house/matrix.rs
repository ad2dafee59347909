//! The matrix and the tables of benchmarks in `docs` are what their figures make, and every cell of the matrix that stands
//! out is explained.

use std::path::Path;

#[allow(dead_code)]
#[path = "../../benches/matrix/table.rs"]
mod table;

#[allow(dead_code)]
#[path = "../../benches/support/table.rs"]
mod figures;

#[test]
fn tables_of_benchmarks_are_made_of_their_figures() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let pages = figures::PAGES.map(|page| {
        let found = std::fs::read_to_string(root.join(page)).expect("the page can be read");
        assert!(
            figures::page(root, page).expect("the figures can be read") == found,
            "{page} is not of {}: cargo bench --bench queries -- --table",
            figures::FIGURES
        );
        found
    });
    // Every file is shown or linked.
    for entry in std::fs::read_dir(root.join(figures::FIGURES)).expect("a folder") {
        let name = entry.expect("an entry").file_name();
        let name = name.to_string_lossy().replace(".csv", "");
        let names = [
            format!("<!-- figures: {name}"),
            format!("figures/{name}.csv"),
        ];
        let is_shown = |page: &String| names.iter().any(|name| page.contains(name));
        assert!(pages.iter().any(is_shown), "{name}");
    }
}

#[test]
fn the_matrix_is_made_of_its_figures() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let (made, errors) = table::of(root).expect("the figures can be read");
    assert_eq!(errors, Vec::<String>::new());
    let path = root.join("docs/measured/MATRIX.md");
    let found = std::fs::read_to_string(&path).expect("the table can be read");
    assert!(
        made == found,
        "docs/measured/MATRIX.md is not of docs/measured/matrix: cargo bench --bench matrix -- --table"
    );
}

/// Figures of `time_of_impact` of this library, and of a peer: a, b, motion, who, microseconds.
fn figures(lines: &[(&str, &str, &str, &str, f64)]) -> String {
    let mut out = format!("# a day\n{}\n", table::HEADER);
    for (a, b, motion, who, us) in lines {
        out += &format!("time_of_impact,{motion},{a},{b},{who},asked,{us},8,4,4,0,near 4,0,\n");
    }
    out
}

#[test]
fn cells_that_stand_out_need_a_sentence() {
    let slow = figures(&[
        ("ball", "box", "straight", "interframe", 50.0),
        ("ball", "box", "straight", "Jolt", 2.0),
        ("ball", "hull of 66", "straight", "interframe", 5.0),
        ("ball", "hull of 66", "straight", "Jolt", 1.1),
        ("ball", "box", "turning", "interframe", 3.0),
    ]);
    let errors = |sentences: &str| table::table(&slow, sentences).expect("figures").1;
    assert_eq!(
        errors(""),
        [
            "time_of_impact, straight, ball, box: 10.0 times its family",
            "time_of_impact, straight, ball, box: 16.7 times turning",
            "time_of_impact, straight, ball, box: 25.0 times Jolt",
        ]
    );
    // By kind and by family, in either order; of all comparisons or of one.
    assert!(errors("*; *; box; ball; *: because").is_empty());
    assert!(errors("time_of_impact; straight; round; polytope; *: because").is_empty());
    assert_eq!(errors("*; *; ball; box; Jolt: because").len(), 2);
    // Of other cells, it explains nothing.
    for other in [
        "*; *; ball; hull of 66; *",
        "*; turning; *; *; *",
        "distance; *; *; *; *",
    ] {
        assert_eq!(errors(&format!("{other}: because")).len(), 4, "{other}");
    }
    let calm = figures(&[
        ("ball", "box", "straight", "interframe", 5.0),
        ("ball", "box", "straight", "Jolt", 1.0),
    ]);
    assert_eq!(
        table::table(&calm, "").expect("figures").1,
        Vec::<String>::new()
    );
}

#[test]
fn what_is_no_figure_is_refused() {
    let good = figures(&[("ball", "box", "straight", "interframe", 5.0)]);
    assert!(table::table(&good, "").is_ok());
    for (from, to) in [
        ("query,", "question,"),
        (",5,", ",fast,"),
        ("ball", "balloon"),
        ("interframe", "Jolt"),
    ] {
        assert!(table::table(&good.replace(from, to), "").is_err(), "{to}");
    }
    assert!(table::table(&good, "no colon").is_err());
    assert!(table::table(&good, "two; names: because").is_err());
}
