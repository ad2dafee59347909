//! STL, binary or text. Every `solid` of a text file is read; a file that breaks off is an error.
//!
//! A binary file may start with the word `solid` too. What tells them apart is the length: a
//! binary file has 84 bytes and 50 more for each of the facets that it announces.

use nalgebra::Vector3;

use super::{Mesh, point, text};

const HEADER: usize = 84;
const FACET: usize = 50;

pub(super) fn parse(bytes: &[u8]) -> Result<Mesh, String> {
    let announced = bytes
        .get(80..HEADER)
        .map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]) as usize);
    match announced {
        Some(facets) if bytes.len() == HEADER + FACET * facets => binary(&bytes[HEADER..]),
        _ if bytes.trim_ascii_start().starts_with(b"solid") => ascii(text(bytes)?),
        Some(facets) => Err(format!(
            "neither text nor a whole binary STL: {} bytes, {facets} facets announced",
            bytes.len()
        )),
        None => Err("neither text nor a whole binary STL".into()),
    }
}

fn binary(facets: &[u8]) -> Result<Mesh, String> {
    let mut mesh = Mesh::default();
    for (i, facet) in facets.chunks_exact(FACET).enumerate() {
        // Bytes 0 to 11 are the normal, the last two an attribute.
        for corner in facet[12..48].chunks_exact(12) {
            let at = |k: usize| {
                let b = &corner[4 * k..4 * k + 4];
                f64::from(f32::from_le_bytes([b[0], b[1], b[2], b[3]]))
            };
            let vertex = Vector3::new(at(0), at(1), at(2));
            if !vertex.iter().all(|x| x.is_finite()) {
                return Err(format!("facet {i}: every coordinate must be finite"));
            }
            mesh.vertices.push(vertex);
        }
    }
    Ok(mesh)
}

/// Coordinates are read as f64: what the file says, not the f32 that the format had in mind.
fn ascii(text: &str) -> Result<Mesh, String> {
    let mut mesh = Mesh::default();
    let mut open_since = None;
    for (i, line) in text.lines().enumerate() {
        let line_number = i + 1;
        let mut words = line.split_whitespace();
        match (words.next(), open_since) {
            (None, _) | (Some("facet" | "outer" | "endloop" | "endfacet"), Some(_)) => {}
            (Some("vertex"), Some(_)) => mesh.vertices.push(point(words, line_number)?),
            (Some("solid"), None) => open_since = Some(line_number),
            (Some("endsolid"), Some(_)) => open_since = None,
            (Some(word), _) => return Err(format!("line {line_number}: unexpected `{word}`")),
        }
    }
    match open_since {
        Some(line) => Err(format!(
            "the solid of line {line} has no `endsolid`: the file breaks off"
        )),
        None => Ok(mesh),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRIANGLE: &str = "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 0.1 0 0\n\
        vertex 0 1 0\nendloop\nendfacet\n";

    #[test]
    fn every_solid_of_a_text_file_is_read_in_double_precision() {
        let text = format!("solid\n{TRIANGLE}endsolid\nsolid b\n{TRIANGLE}endsolid b\n");
        let mesh = parse(text.as_bytes()).unwrap();
        assert_eq!(mesh.vertices.len(), 6);
        assert_eq!(mesh.vertices[1].x, 0.1);
    }

    #[test]
    fn a_text_file_that_breaks_off_is_an_error() {
        let text = format!("solid a\n{TRIANGLE}");
        assert_eq!(
            parse(text.as_bytes()).unwrap_err(),
            "the solid of line 1 has no `endsolid`: the file breaks off"
        );
    }

    #[test]
    fn a_binary_file_that_starts_with_solid_is_binary() {
        let mut bytes = b"solid that is none".to_vec();
        bytes.resize(80, b' ');
        bytes.extend(1u32.to_le_bytes());
        for value in [
            0.0f32, 0.0, 1.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0,
        ] {
            bytes.extend(value.to_le_bytes());
        }
        bytes.extend([0, 0]);
        let mesh = parse(&bytes).unwrap();
        assert_eq!(mesh.vertices[2], Vector3::new(7.0, 8.0, 9.0));
        bytes.pop();
        assert!(parse(&bytes).is_err());
    }
}
