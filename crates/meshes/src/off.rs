//! Object File Format: an optional `OFF` line, the counts, then the vertices, then the faces.

use super::{MeshFile, point};

pub(super) fn parse(text: &str) -> Result<MeshFile, String> {
    let mut lines = text
        .lines()
        .enumerate()
        .map(|(i, line)| (i + 1, line.split('#').next().unwrap_or("").trim()))
        .filter(|(_, line)| !line.is_empty());
    let (mut number, mut line) = lines.next().ok_or("the file is empty")?;
    if let Some(rest) = line.strip_prefix("OFF") {
        (number, line) = match rest.trim() {
            "" => lines.next().ok_or("the file ends before its counts")?,
            counts => (number, counts),
        };
    }
    let counts: Vec<usize> = line
        .split_whitespace()
        .map_while(|word| word.parse().ok())
        .collect();
    let [count, faces, ..] = counts[..] else {
        let what = "does not start with the counts of vertices and faces";
        return Err(format!("line {number}: `{line}` {what}"));
    };
    let mut mesh = MeshFile::default();
    for (number, line) in lines.by_ref().take(count) {
        mesh.vertices.push(point(line.split_whitespace(), number)?);
    }
    if mesh.vertices.len() < count {
        return Err(format!(
            "{} vertices of the {count} that were announced",
            mesh.vertices.len()
        ));
    }
    let mut read = 0;
    for (number, line) in lines.by_ref().take(faces) {
        mesh.add_face(
            number,
            &corners(line, count).map_err(|what| format!("line {number}: {what}"))?,
        );
        read += 1;
    }
    match lines.next() {
        Some((number, _)) => Err(format!(
            "line {number}: more than the {faces} faces that were announced"
        )),
        None if read < faces => Err(format!("{read} faces of the {faces} that were announced")),
        None => Ok(mesh),
    }
}

/// The corners of a face, of `count` vertices. Behind them may be a colour.
fn corners(line: &str, count: usize) -> Result<Vec<u32>, String> {
    let mut words = line.split_whitespace();
    let corners = words.next().and_then(|word| word.parse().ok());
    let corners: usize = corners.ok_or("a face needs its number of corners")?;
    let face = words.take(corners).map(|word| match word.parse() {
        Ok(v) if (v as usize) < count => Ok(v),
        _ => Err(format!(
            "a face names vertex {word}; there are {count}, from 0 on"
        )),
    });
    let face: Vec<u32> = face.collect::<Result<_, _>>()?;
    match face.len() < corners {
        true => Err(format!("a face of {corners} corners names {}", face.len())),
        false => Ok(face),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_may_stand_beside_the_keyword_or_below() {
        for text in [
            "OFF 3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2",
            "OFF\n# a triangle\n3 1 0\n\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
        ] {
            assert_eq!(parse(text).unwrap().vertices.len(), 3);
        }
    }

    #[test]
    fn a_short_file_is_an_error() {
        assert_eq!(
            parse("OFF\n3 1 0\n0 0 0\n").unwrap_err(),
            "1 vertices of the 3 that were announced"
        );
        for (end, message) in [
            ("", "0 faces of the 1 that were announced"),
            (
                "3 0 1 9",
                "line 6: a face names vertex 9; there are 3, from 0 on",
            ),
            (
                "3 0 1 -2",
                "line 6: a face names vertex -2; there are 3, from 0 on",
            ),
            ("3 0 1", "line 6: a face of 3 corners names 2"),
            ("x 0 1", "line 6: a face needs its number of corners"),
            (
                "3 0 1 2\n3 2 1 0",
                "line 7: more than the 1 faces that were announced",
            ),
        ] {
            let text = format!("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n{end}");
            assert_eq!(parse(&text).unwrap_err(), message);
        }
        assert!(parse("OFF\n1\n0 0 0\n").is_err());
        assert!(parse("NOFF\n3 1 0\n").is_err());
    }
}
