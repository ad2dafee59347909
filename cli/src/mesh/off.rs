//! Object File Format: an optional `OFF` line, the counts, then the vertices, then the faces.

use super::{Mesh, fan, point};

pub(super) fn parse(text: &str) -> Result<Mesh, String> {
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
    let mut counts = line.split_whitespace();
    let count: usize = counts
        .next()
        .and_then(|word| word.parse().ok())
        .ok_or_else(|| format!("line {number}: `{line}` does not start with a vertex count"))?;
    let mut mesh = Mesh::default();
    for (number, line) in lines.by_ref().take(count) {
        mesh.vertices.push(point(line.split_whitespace(), number)?);
    }
    if mesh.vertices.len() < count {
        return Err(format!(
            "{} vertices of the {count} that were announced",
            mesh.vertices.len()
        ));
    }
    let faces = counts.next().and_then(|word| word.parse().ok());
    for (number, line) in lines.take(faces.unwrap_or(0)) {
        let mut words = line.split_whitespace().map(str::parse::<u32>);
        let corners = match words.next() {
            Some(Ok(corners)) => corners as usize,
            _ => return Err(format!("line {number}: a face needs its number of corners")),
        };
        let face: Vec<u32> = words.map_while(Result::ok).take(corners).collect();
        if face.len() < corners || face.iter().any(|&v| v as usize >= count) {
            return Err(format!(
                "line {number}: a face names {corners} of the vertices"
            ));
        }
        mesh.triangles.extend(fan(&face));
    }
    Ok(mesh)
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
        assert!(parse("NOFF\n3 1 0\n").is_err());
    }
}
