//! Wavefront OBJ, read by `tobj`: `v`, the elements `f`, `l`, `p`, and the names `o` and `g`. Only `f` has triangles.
//! Limits: the size of a file is in `lib.rs` (`MeshFile::MAX_SIZE`), the number of names here (`MAX_NAMES`).
//!
//! An element belongs to the current object and to every current group (`g a b` names two). A part
//! is the set of vertices that its elements use; vertices that no element uses are not part of the
//! mesh. A file without any element is a point cloud: all its vertices count.
//!
//! `tobj` takes `g a b` for one name, lets `g` replace `o`, skips `p`, and refuses comments behind
//! a statement and lines joined by a backslash. So it is handed the statements that matter here,
//! one a line, and numbers in place of names. Texture coordinates and normals are left out: an
//! odd one must not cost the user the hull; so are the colours of vertices. A fourth number of a vertex is a weight that divides.

use std::collections::HashMap;
use std::io::Cursor;

use nalgebra::Vector3;
use tobj::LoadError;

use super::MeshFile;

/// Names over all statements that change them, those that still hold counted again each time.
const MAX_NAMES: usize = 1_000_000;

pub(super) fn parse(text: &str) -> Result<MeshFile, String> {
    let input = Input::new(text)?;
    let lines: Vec<&str> = input.lines.iter().map(|(_, line)| line.as_str()).collect();
    let mut reader = Cursor::new(lines.join("\n"));
    let no_materials = |_: &_| Err(LoadError::OpenFileFailed);
    let loaded = tobj::load_obj_buf(&mut reader, &tobj::LoadOptions::default(), no_materials);
    let (models, _) = loaded.map_err(|error| {
        let read = &reader.get_ref()[..reader.position() as usize];
        input.explain(&error, read.lines().count())
    })?;

    let mut mesh = MeshFile::default();
    let mut elements = input.lines.iter().filter(|(_, line)| is_element(line));
    let mut places = HashMap::new();
    for model in models {
        let begin = mesh.vertices.len();
        let points = model.mesh.positions.chunks_exact(3);
        mesh.vertices.extend(points.map(Vector3::from_column_slice));
        if mesh.vertices.len() == begin {
            continue;
        }
        let mut corners = model.mesh.indices.iter().map(|&i| i + begin as u32);
        let faces = model.mesh.indices.len() / 3;
        let arities = match model.mesh.face_arities.is_empty() {
            true => vec![3; faces],
            false => model.mesh.face_arities,
        };
        for arity in arities {
            let corners: Vec<u32> = corners.by_ref().take(arity as usize).collect();
            match elements.next() {
                Some((number, line)) if line.trim_start().starts_with('f') => {
                    mesh.add_face(*number, &corners);
                }
                _ => {}
            }
        }
        // Elements above the first name have a name of tobj's making, which is no number.
        let names = model
            .name
            .parse()
            .ok()
            .and_then(|i: usize| input.names.get(i));
        for name in names.into_iter().flatten() {
            let place = *places.entry(name).or_insert(mesh.parts.len());
            if place == mesh.parts.len() {
                mesh.parts.push((name.clone(), Vec::new()));
            }
            mesh.parts[place].1.push(begin..mesh.vertices.len());
        }
    }
    Ok(mesh)
}

/// Input of `tobj`.
#[derive(Default)]
struct Input {
    /// Statements, each with the number of the line where it began.
    lines: Vec<(usize, String)>,
    /// The names that hold from the statement `o <index>` on: the object, then the groups.
    names: Vec<Vec<String>>,
}

impl Input {
    fn new(text: &str) -> Result<Self, String> {
        let mut input = Self::default();
        let mut object = None;
        let mut groups: Vec<String> = Vec::new();
        let (mut vertices, mut elements, mut named) = (0, 0, 0);
        for (number, statement) in statements(text) {
            let mut words = statement.split_whitespace();
            let Some(keyword) = words.next() else {
                continue;
            };
            let rest = statement.trim_start()[keyword.len()..].trim().to_string();
            let line = match keyword {
                "v" => {
                    let numbers: Vec<&str> = words.collect();
                    if !matches!(numbers.len(), 0..=4 | 6) {
                        let (count, statement) = (numbers.len(), statement.trim());
                        return Err(format!(
                            "line {number}: a vertex has 3 numbers, 4 with a weight, 6 with a colour; \
                             this one has {count}: `{statement}`"
                        ));
                    }
                    // Three more are a colour, which some vertices may have and others not.
                    let numbers = match numbers.len() {
                        6 => &numbers[..3],
                        _ => &numbers[..],
                    };
                    if let Some(bad) = numbers.iter().find(|word| is_not_finite(word)) {
                        return Err(format!(
                            "line {number}: coordinate {bad}; it must be finite"
                        ));
                    }
                    vertices += 1;
                    format!("v {}", numbers.join(" "))
                }
                "f" | "l" => {
                    elements += 1;
                    statement
                }
                // Only the vertices matter, and of these a line may have any number.
                "p" => {
                    elements += 1;
                    format!("l {rest}")
                }
                "o" | "g" => {
                    if keyword == "o" {
                        object = (!rest.is_empty()).then_some(rest);
                    } else {
                        groups = words.map(str::to_string).collect();
                    }
                    named += object.iter().len() + groups.len();
                    if named > MAX_NAMES {
                        return Err(format!(
                            "line {number}: more than {MAX_NAMES} names of objects and groups hold, \
                             taken over all statements `o` and `g`"
                        ));
                    }
                    input
                        .names
                        .push(object.iter().chain(&groups).cloned().collect());
                    format!("o {}", input.names.len() - 1)
                }
                _ => continue,
            };
            input.lines.push((number, line));
        }
        if elements == 0 {
            let all: Vec<String> = (1..=vertices).map(|i: usize| i.to_string()).collect();
            input.lines.push((0, format!("l {}", all.join(" "))));
        }
        Ok(input)
    }

    /// The user's line behind an error that came up when `tobj` had read `count` lines.
    fn explain(&self, error: &LoadError, count: usize) -> String {
        let Some((number, statement)) = count.checked_sub(1).and_then(|i| self.lines.get(i)) else {
            return error.to_string();
        };
        match error {
            // Indices are looked up at the end of a part, where the line is forgotten.
            LoadError::FaceVertexOutOfBounds => format!(
                "up to line {number}: an element names a vertex that the file does not have"
            ),
            _ => format!("line {number}: {error} in `{}`", statement.trim()),
        }
    }
}

/// Lines with their numbers from 1, comments cut off, a trailing backslash joining the next line.
fn statements(text: &str) -> Vec<(usize, String)> {
    let mut out: Vec<(usize, String)> = Vec::new();
    let mut joining = false;
    for (i, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or("").trim_end();
        let (body, joins_next) = match line.strip_suffix('\\') {
            Some(body) => (body, true),
            None => (line, false),
        };
        match out.last_mut() {
            Some((_, last)) if joining => {
                last.push(' ');
                last.push_str(body);
            }
            _ => out.push((i + 1, body.to_string())),
        }
        joining = joins_next;
    }
    out
}

fn is_element(line: &str) -> bool {
    line.trim_start().starts_with(['f', 'l'])
}

fn is_not_finite(word: &str) -> bool {
    word.parse().is_ok_and(|x: f64| !x.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO_PARTS: &str = "v 0 0 0\nv 1 0 0 # a corner\nv 0 1 0\nv 0 0 1\nv 9 9 9\n\
        o whole thing\ng left both\nf 1/1 2/2 \\\n 3/3\ng right both\nf -4//1 3 4\n";

    /// The different points of a part, in the order of their coordinates.
    fn points(mesh: &MeshFile, name: &str) -> Vec<[f64; 3]> {
        let mut points: Vec<[f64; 3]> =
            mesh.part(name).unwrap().iter().map(|&p| p.into()).collect();
        points.sort_by(|a, b| a.partial_cmp(b).unwrap());
        points.dedup();
        points
    }

    #[test]
    fn an_element_belongs_to_its_object_and_to_each_of_its_groups() {
        let mesh = parse(TWO_PARTS).unwrap();
        let [o, x, y, z] = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        assert_eq!(points(&mesh, "whole thing"), [o, z, y, x]);
        assert_eq!(points(&mesh, "left"), [o, y, x]);
        assert_eq!(points(&mesh, "right"), [z, y, x]);
        assert_eq!(points(&mesh, "both"), [o, z, y, x]);
    }

    #[test]
    fn elements_above_the_first_name_belong_to_no_part() {
        let mesh = parse("v 0 0 0\nv 1 0 0\nf 1\ng 0\nf 2").unwrap();
        assert_eq!(mesh.vertices.len(), 2);
        assert_eq!(points(&mesh, "0"), [[1.0, 0.0, 0.0]]);
    }

    #[test]
    fn a_missing_part_names_those_there_are() {
        let error = parse(TWO_PARTS)
            .unwrap()
            .part("left both")
            .unwrap_err()
            .to_string();
        assert_eq!(
            error,
            "no part `left both`; there are `whole thing`, `left`, `both`, `right`"
        );
    }

    #[test]
    fn vertices_that_no_element_uses_count_only_where_there_is_no_element() {
        let far = Vector3::new(9.0, 9.0, 9.0);
        assert!(!parse(TWO_PARTS).unwrap().vertices.contains(&far));
        let cloud = parse("v 0 0 0\n# no faces\nv 9 9 9\n").unwrap();
        assert_eq!(cloud.vertices, [Vector3::zeros(), far]);
        let point = parse("v 0 0 0\nv 9 9 9\np 2\n").unwrap();
        assert_eq!(point.vertices, [far]);
        assert!(parse("").unwrap().vertices.is_empty());
    }

    #[test]
    fn lines_and_points_have_no_triangles() {
        let corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";
        for none in ["", "l 1 2 3\n", "p 1 2 3 4\n", "g a\nl 1 2 3\n f 1 2\n"] {
            let mesh = parse(&format!("{corners}{none}")).unwrap();
            assert_eq!(
                mesh.surface().unwrap_err().to_string(),
                "the file has no faces"
            );
        }
        let text = format!("{corners}l 1 2 3\ng a\np 1 2 3\n f 2 3 4\nl 4 3 2\no b\nf 1 3 2");
        let mesh = parse(&text).unwrap();
        let corners = mesh
            .surface()
            .unwrap()
            .iter()
            .map(|t| t.map(|v| mesh.vertices[v as usize].iamax()));
        assert_eq!(corners.collect::<Vec<_>>(), [[0, 1, 2], [0, 1, 0]]);
    }

    #[test]
    fn a_face_that_crosses_itself_names_its_line() {
        let mesh =
            parse("v 0 0 0\nv 2 2 0\nl 1 2\nv 2 0 0\nv 0 2 0\n\nf 1 3 2\nf 1 2 3 4\n").unwrap();
        assert_eq!(
            mesh.surface().unwrap_err().to_string(),
            "line 8: the outline of a face crosses itself, or it is too skew to be cut into triangles"
        );
    }

    #[test]
    fn coordinates_are_read_in_double_precision() {
        let mesh = parse("v 0.1 1e300 -4.9e-324 0.5 0.5 0.5\n").unwrap();
        assert_eq!(mesh.vertices, [Vector3::new(0.1, 1e300, -4.9e-324)]);
    }

    #[test]
    fn some_vertices_may_have_colours() {
        let text = "v 0 0 0 1 0.5 nan\nv 4 0 0\nv 4 4 0 1 0.5 0.25\nv 0 8 0 2\nf 1 2 3 4\n";
        let mesh = parse(text).unwrap();
        assert_eq!(mesh.vertices[2], Vector3::new(4.0, 4.0, 0.0));
        assert_eq!(mesh.vertices[3], Vector3::new(0.0, 4.0, 0.0));
        assert_eq!(mesh.surface().unwrap().len(), 2);
    }

    #[test]
    fn odd_normals_and_texture_coordinates_do_no_harm() {
        let mesh = parse("v 1 2 3\nvt 0.5\nvn -nan(ind) 0 0\nf 1/7/9\n").unwrap();
        assert_eq!(mesh.vertices, [Vector3::new(1.0, 2.0, 3.0)]);
    }

    #[test]
    fn bad_numbers_and_indices_name_their_line() {
        for (text, message) in [
            (
                "v 0 0 0 1 1",
                "line 1: a vertex has 3 numbers, 4 with a weight, 6 with a colour; this one has 5: `v 0 0 0 1 1`",
            ),
            ("v 0 0 x", "line 1: position parse error in `v 0 0 x`"),
            ("\n\nv 0 0", "line 3: position parse error in `v 0 0`"),
            ("\nv 0 0 NaN", "line 2: coordinate NaN; it must be finite"),
            ("v 0 -inf 0", "line 1: coordinate -inf; it must be finite"),
            (
                "v 0 0 0\ns off\nf 1 x",
                "line 3: face parse error in `f 1 x`",
            ),
        ] {
            assert_eq!(parse(text).unwrap_err(), message);
        }
        for element in ["f 1 2 3", "f 0", "f -2", "p 2", "f /1"] {
            assert_eq!(
                parse(&format!("v 0 0 0\n{element}\n")).unwrap_err(),
                "up to line 2: an element names a vertex that the file does not have"
            );
        }
    }
}
