//! Wavefront OBJ: `v`, the elements `f`, `l`, `p`, and the names `o` and `g`.
//!
//! An element belongs to the current object and to every current group (`g a b` names two). A part
//! is the set of vertices that its elements use. Texture, normals, materials and smoothing do not
//! matter to a hull and are skipped.

use super::{Mesh, point};

pub(super) fn parse(text: &str) -> Result<Mesh, String> {
    let mut mesh = Mesh::default();
    let mut object: Option<usize> = None;
    let mut groups: Vec<usize> = Vec::new();
    for (line, statement) in statements(text) {
        let mut words = statement.split_whitespace();
        match words.next() {
            Some("v") => mesh.vertices.push(point(words, line)?),
            Some("o") => {
                let name = statement.trim_start()[1..].trim();
                object = (!name.is_empty()).then(|| part_index(&mut mesh, name));
            }
            Some("g") => groups = words.map(|name| part_index(&mut mesh, name)).collect(),
            Some("f" | "l" | "p") => {
                for word in words {
                    let vertex = vertex_index(word, mesh.vertices.len())
                        .ok_or_else(|| format!("line {line}: no vertex `{word}`"))?;
                    for &part in object.iter().chain(&groups) {
                        mesh.parts[part].1.push(vertex);
                    }
                }
            }
            _ => {}
        }
    }
    mesh.parts.retain(|(_, indices)| !indices.is_empty());
    for (_, indices) in &mut mesh.parts {
        indices.sort_unstable();
        indices.dedup();
    }
    Ok(mesh)
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

fn part_index(mesh: &mut Mesh, name: &str) -> usize {
    if let Some(i) = mesh.parts.iter().position(|(part, _)| part == name) {
        return i;
    }
    mesh.parts.push((name.to_string(), Vec::new()));
    mesh.parts.len() - 1
}

/// `7`, `7/1`, `7//3` or, counted back from the last vertex, `-1`.
fn vertex_index(word: &str, count: usize) -> Option<usize> {
    let index: i64 = word.split('/').next()?.parse().ok()?;
    let from_zero = if index < 0 {
        i64::try_from(count).ok()? + index
    } else {
        index - 1
    };
    usize::try_from(from_zero).ok().filter(|&i| i < count)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO_PARTS: &str = "v 0 0 0\nv 1 0 0 # a corner\nv 0 1 0\nv 0 0 1\nv 9 9 9\n\
        o whole thing\ng left both\nf 1/1 2/2 \\\n 3/3\ng right both\nf -4//1 3 4\n";

    #[test]
    fn an_element_belongs_to_its_object_and_to_each_of_its_groups() {
        let mesh = parse(TWO_PARTS).unwrap();
        assert_eq!(mesh.vertices.len(), 5);
        let count = |name| mesh.part(name).unwrap().len();
        assert_eq!(
            [
                count("whole thing"),
                count("left"),
                count("right"),
                count("both")
            ],
            [4, 3, 3, 4]
        );
    }

    #[test]
    fn a_missing_part_names_those_there_are() {
        let error = parse(TWO_PARTS).unwrap().part("left both").unwrap_err();
        assert_eq!(
            error,
            "no part `left both`; there are `whole thing`, `left`, `both`, `right`"
        );
    }

    #[test]
    fn bad_numbers_and_indices_name_their_line() {
        assert_eq!(parse("v 0 0 x").unwrap_err(), "line 1: `x` is not a number");
        assert_eq!(
            parse("\nv 0 0 NaN").unwrap_err(),
            "line 2: coordinate NaN; it must be finite"
        );
        assert_eq!(
            parse("v 0 0 0\nf 1 2 3").unwrap_err(),
            "line 2: no vertex `2`"
        );
        assert_eq!(parse("v 0 0 0\nf 0").unwrap_err(), "line 2: no vertex `0`");
    }
}
