//! STL, binary or text, read by `stl_io`. Coordinates have the single precision of the format.
//!
//! Every `solid` of a text file is read; a file that breaks off is an error. `stl_io` stops after
//! the first solid. It takes a file that starts with `solid ` for text, although binary files may do so,
//! and any other for binary, even a text of an unnamed solid. Here the length decides: a binary file has 84 bytes and 50 more for each of the facets that it announces.

use std::io::Cursor;

use nalgebra::Vector3;

use super::{MARK, MeshFile, text};

const HEADER: usize = 80;
const FIRST_FACET: usize = 84;
const FACET: usize = 50;

pub(super) fn parse(bytes: &[u8]) -> Result<MeshFile, String> {
    let announced = bytes
        .get(HEADER..FIRST_FACET)
        .map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
    let size = |facets: u32| FIRST_FACET as u64 + FACET as u64 * u64::from(facets);
    let mut mesh = MeshFile::default();
    match announced {
        Some(facets) if bytes.len() as u64 == size(facets) => {
            // Without the header's text nothing is left to mistake for a solid.
            read_one([&[0; HEADER], &bytes[HEADER..]].concat(), &mut mesh)?;
        }
        _ if is_text(bytes) => ascii(text(bytes)?, &mut mesh)?,
        Some(facets) => {
            return Err(format!(
                "neither text nor a whole binary STL: {} bytes, {facets} facets announced",
                bytes.len()
            ));
        }
        None => return Err("neither text nor a whole binary STL".into()),
    }
    Ok(mesh)
}

fn is_text(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(MARK).unwrap_or(bytes);
    bytes.trim_ascii_start().starts_with(b"solid")
}

/// Cuts the text into its solids.
fn ascii(text: &str, mesh: &mut MeshFile) -> Result<(), String> {
    let mut solid = String::new();
    let mut open_since = None;
    for (i, line) in text.lines().enumerate() {
        match (line.split_whitespace().next(), open_since) {
            (None, _) => {}
            (Some("solid"), None) => {
                open_since = Some(i + 1);
                solid = "solid \n".to_string();
            }
            (Some("endsolid"), Some(begin)) => {
                solid.push_str("endsolid\n");
                read_one(std::mem::take(&mut solid).into_bytes(), mesh)
                    .map_err(|e| format!("in the solid of line {begin}: {e}"))?;
                open_since = None;
            }
            // Normals do not matter to a hull, and flat facets are written with a normal of NaN.
            (Some("facet"), Some(_)) => solid.push_str("facet normal 0 0 0\n"),
            (Some(_), Some(_)) => {
                solid.push_str(line);
                solid.push('\n');
            }
            (Some(word), None) => return Err(format!("line {}: unexpected `{word}`", i + 1)),
        }
    }
    match open_since {
        Some(line) => Err(format!(
            "the solid of line {line} has no `endsolid`: the file breaks off"
        )),
        None => Ok(()),
    }
}

/// Adds the vertices of a binary file or of one solid.
fn read_one(stl: Vec<u8>, mesh: &mut MeshFile) -> Result<(), String> {
    let read = stl_io::read_stl(&mut Cursor::new(stl)).map_err(|e| e.to_string())?;
    let points = read
        .vertices
        .iter()
        .map(|v| Vector3::from(v.0).map(f64::from));
    let begin = mesh.vertices.len() as u32;
    mesh.vertices.extend(points);
    let faces = read
        .faces
        .iter()
        .map(|face| face.vertices.map(|v| v as u32 + begin));
    mesh.triangles.extend(faces);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRIANGLE: &str = "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 0.1 0 0\n\
        vertex 0 1 0\nendloop\nendfacet\n";

    #[test]
    fn every_solid_of_a_text_file_is_read_in_single_precision() {
        let moved = TRIANGLE.replace("vertex 0 1 0", "vertex 0 7 0");
        let text =
            format!("\u{feff}solid\n{TRIANGLE}endsolid\n\n  solid b c\n{moved}endsolid b c\n");
        let mesh = parse(text.as_bytes()).unwrap();
        assert_eq!(mesh.vertices.len(), 6);
        assert_eq!(mesh.vertices[1].x, f64::from(0.1_f32));
        assert_eq!(mesh.vertices[5].y, 7.0);
    }

    #[test]
    fn text_outside_a_solid_and_a_solid_inside_another_are_errors() {
        let after = format!("solid a\n{TRIANGLE}endsolid a\n{TRIANGLE}");
        assert_eq!(
            parse(after.as_bytes()).unwrap_err(),
            "line 10: unexpected `facet`"
        );
        let inside = format!("solid a\n{TRIANGLE}solid b\n{TRIANGLE}endsolid b\n");
        let error = parse(inside.as_bytes()).unwrap_err();
        assert!(error.starts_with("in the solid of line 1: "), "{error}");
    }

    #[test]
    fn bad_coordinates_are_errors_but_normals_do_not_matter() {
        for bad in ["nan", "inf", "1e39", "zero", ""] {
            let text = format!("solid a\n{TRIANGLE}endsolid a\n").replace("0.1", bad);
            let error = parse(text.as_bytes()).unwrap_err();
            assert!(error.starts_with("in the solid of line 1: "), "{error}");
        }
        let text = format!("solid a\n{TRIANGLE}endsolid a\n").replace("0 0 1", "nan nan -nan(ind)");
        assert_eq!(parse(text.as_bytes()).unwrap().vertices.len(), 3);
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
