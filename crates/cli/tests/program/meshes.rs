//! Mesh files as surfaces: what is a triangle and what is not, which side is the outside, and what is refused.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::common::{json_lines, run};

/// A file where cargo keeps what tests write.
fn written(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("mesh-{name}"));
    std::fs::write(&path, text).expect("the file is written");
    path
}

/// The answer to a query about a point and the shape of a file.
fn ask(name: &str, text: &str, shape: &Value, point: [f64; 3]) -> Value {
    let mut shape = shape.clone();
    let file = match shape.get("trimesh") {
        Some(_) => &mut shape["trimesh"],
        None => &mut shape,
    };
    file["mesh"] = json!(written(name, text));
    let here = json!({"p": [0, 0, 0], "q": [0, 0, 0, 1]});
    let line = json!({"id": name, "query": "intersect", "a": shape, "b": {"vertices": [point]},
                      "pose_a": here, "pose_b": here});
    let output = run(&["query", "-", "--json"], &format!("{line}\n"));
    json_lines(&output).remove(0)
}

fn surface() -> Value {
    json!({"trimesh": {}})
}

const CORNERS: &str = "v 0 0 1\nv 1 0 1\nv 0 1 1\nv 5 5 5\nv 6 5 5\nv 5 6 5\n";

#[test]
fn lines_and_points_are_no_triangles() {
    for more in ["l 1 2 3\n", "p 1 2 3\n", "g x\nl 1 2 3\n"] {
        for text in [
            format!("{CORNERS}f 4 5 6\n{more}"),
            format!("{CORNERS}{more}f 4 5 6\n"),
        ] {
            let on_line = ask("lines.obj", &text, &surface(), [0.25, 0.25, 1.0]);
            assert_eq!(on_line["verdict"], "separated", "{on_line}");
            let on_face = ask("lines.obj", &text, &surface(), [5.25, 5.25, 5.0]);
            assert_eq!(on_face["pieces"][0]["triangle"], 0, "{on_face}");
            let in_hull = ask("lines.obj", &text, &json!({}), [0.25, 0.25, 1.0]);
            assert_eq!(in_hull["verdict"], "hit", "{in_hull}");
        }
        let none = ask(
            "none.obj",
            &format!("{CORNERS}{more}"),
            &surface(),
            [0.0; 3],
        );
        let error = none["error"].as_str().expect("an error");
        assert!(error.contains("none.obj: the file has no faces"), "{error}");
    }
    let none = ask("cloud.obj", CORNERS, &surface(), [0.0; 3]);
    let error = none["error"].as_str().expect("an error");
    assert!(
        error.contains("cloud.obj: the file has no faces"),
        "{error}"
    );
    assert_eq!(
        ask("cloud.obj", CORNERS, &json!({}), [5.0; 3])["verdict"],
        "hit"
    );
}

/// The hull of an OBJ file is that of what its elements name.
#[test]
fn a_vertex_that_no_element_names_is_in_no_hull() {
    for (ending, verdict) in [
        ("f 4 5 6\n", "separated"),
        ("f 4 5 6\np 1\n", "hit"),
        ("", "hit"),
    ] {
        let text = format!("{CORNERS}{ending}");
        let found = ask("unused.obj", &text, &json!({"hull": true}), [0.0, 0.0, 1.0]);
        assert_eq!(found["verdict"], verdict, "{ending}");
    }
}

#[test]
fn a_concave_face_is_covered_and_no_more() {
    let files = [
        (
            "arrow.obj",
            "v 4 0 0\nv 1 1 0\nv 0 4 0\nv 0 0 0\nf 1 2 3 4\n",
        ),
        (
            "arrow.off",
            "OFF\n4 1 0\n4 0 0\n1 1 0\n0 4 0\n0 0 0\n4 0 1 2 3\n",
        ),
    ];
    for (name, text) in files {
        for (x, y, verdict) in [
            (2.0, 1.0, "separated"),
            (1.0, 2.0, "separated"),
            (0.5, 2.0, "hit"),
            (2.0, 0.5, "hit"),
        ] {
            let found = ask(name, text, &surface(), [x, y, 0.0]);
            assert_eq!(found["verdict"], verdict, "{name}: {x} {y}");
        }
    }
    let crossed = "v 0 0 0\nv 2 2 0\nv 2 0 0\nv 0 2 0\nf 1 2 3 4\n";
    let refused = ask("crossed.obj", crossed, &surface(), [0.0; 3]);
    let error = refused["error"].as_str().expect("an error");
    assert!(
        error.contains("line 5: the outline of a face crosses itself, or it is too skew to be cut into triangles"),
        "{error}"
    );
    assert_eq!(
        ask("crossed.obj", crossed, &json!({}), [1.0, 1.5, 0.0])["verdict"],
        "hit"
    );
}

#[test]
fn a_byte_order_mark_hides_no_vertex() {
    for (name, text) in [
        ("mark.obj", "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 9 9 9\nf 1 2 3\n"),
        ("mark.off", "OFF\n3 1 0\n0 0 0\n4 0 0\n4 4 0\n3 0 1 2\n"),
        (
            "mark.stl",
            "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 4 0 0\nvertex 4 4 0\nendloop\nendfacet\nendsolid\n",
        ),
    ] {
        for text in [text.to_owned(), format!("\u{feff}{text}")] {
            let found = ask(name, &text, &surface(), [2.0, 1.0, 0.0]);
            assert_eq!(found["verdict"], "hit", "{found}");
        }
    }
}

/// A cube whose faces go round counter-clockwise as seen from outside, as each reader gives it.
fn cubes() -> Vec<(&'static str, String)> {
    let corner = |i: usize| [0, 1, 2].map(|k| if i >> k & 1 == 0 { -1 } else { 1 });
    let faces = [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
    ];
    let row = |c: [i32; 3]| format!("{} {} {}\n", c[0], c[1], c[2]);
    let rows: Vec<String> = (0..8).map(|i| row(corner(i))).collect();
    let obj: String = rows.iter().map(|row| format!("v {row}")).collect();
    let obj_faces =
        faces.map(|f| format!("f {} {} {} {}\n", f[0] + 1, f[1] + 1, f[2] + 1, f[3] + 1));
    let off_faces = faces.map(|f| format!("4 {} {} {} {}\n", f[0], f[1], f[2], f[3]));
    let facet = |t: [usize; 3]| {
        let corners: String = t.iter().map(|&v| format!("vertex {}", rows[v])).collect();
        format!("facet normal 0 0 0\nouter loop\n{corners}endloop\nendfacet\n")
    };
    let facets = faces.map(|f| facet([f[0], f[1], f[2]]) + &facet([f[0], f[2], f[3]]));
    vec![
        ("cube.obj", obj + &obj_faces.concat()),
        (
            "cube.off",
            format!("OFF\n8 6 0\n{}{}", rows.concat(), off_faces.concat()),
        ),
        ("cube.stl", format!("solid\n{}endsolid\n", facets.concat())),
    ]
}

/// A mirror leaves the outside of a closed surface outside.
#[test]
fn a_negative_scale_turns_nothing_inside_out() {
    for (name, text) in cubes() {
        let path = written(name, &text);
        for scale in [1.0, -1.0, 2.0, -2.0] {
            let size = f64::abs(scale);
            let cube = json!({"trimesh": {"mesh": path, "scale": scale, "one_sided": true}});
            let pose = |x: f64| json!({"p": [x, 0.25, 0.125], "q": [0, 0, 0, 1]});
            let shot = |from: f64, to: f64| {
                json!({"id": name, "query": "time_of_impact", "a": {"vertices": [[0, 0, 0]]}, "b": cube,
                       "motion_a": {"start": pose(from), "end": pose(to)},
                       "motion_b": {"start": pose(0.0), "end": pose(0.0)}})
            };
            let text = format!("{}\n{}\n", shot(2.0 * size, -2.0 * size), shot(0.0, 9.0));
            let found = json_lines(&run(&["query", "-", "--json"], &text));
            let t_hi = found[0]["t_hi"].as_f64().expect("a time");
            assert!((t_hi - 0.25).abs() < 1e-9, "{name} {scale}: {}", found[0]);
            assert_eq!(found[1]["verdict"], "separated", "{name} {scale}");
        }
    }
}
