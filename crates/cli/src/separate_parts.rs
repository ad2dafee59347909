//! Counts the separate parts of a mesh, because the hull of all parts also spans what lies between them.
//!
//! Triangles that share a corner are of one part, and so are triangles whose hulls meet.

use std::collections::HashMap;

use interframe::{IntersectOptions, PairState, Polytope, Pose, PosedPair, intersect};

use interframe_meshes::MeshFile;

/// Largest number of parts that are counted, because each pair of their hulls is tested.
const MOST: usize = 256;

/// Number of separate parts; 1 if it is not known.
pub fn count(mesh: &MeshFile) -> usize {
    let pieces = connected(mesh);
    if !(2..=MOST).contains(&pieces.len()) {
        return 1;
    }
    let hull = |piece: &Vec<usize>| {
        let points: Vec<_> = piece.iter().map(|&v| mesh.vertices[v]).collect();
        Polytope::new(&points).ok()
    };
    let hulls: Vec<_> = pieces.iter().filter_map(hull).collect();
    let (here, options) = (Pose::identity(), IntersectOptions::default());
    let mut groups = Groups::new(hulls.len());
    for (i, a) in hulls.iter().enumerate() {
        for (j, b) in hulls[..i].iter().enumerate() {
            let pair = PosedPair::new(a, &here, b, &here);
            let met = intersect(&pair, &options, &mut PairState::default());
            if met.is_ok_and(|met| met.verdict.may_hit()) {
                groups.join(i, j);
            }
        }
    }
    groups.roots().len()
}

/// The vertices of each connected piece; those at one place are one.
fn connected(mesh: &MeshFile) -> Vec<Vec<usize>> {
    let mut places = HashMap::new();
    let place: Vec<usize> = mesh
        .vertices
        .iter()
        .enumerate()
        .map(|(i, v)| {
            *places
                .entry([v.x, v.y, v.z].map(|x| (x + 0.0).to_bits()))
                .or_insert(i)
        })
        .collect();
    let mut groups = Groups::new(mesh.vertices.len());
    let mut used = vec![false; mesh.vertices.len()];
    for triangle in mesh.joined_corners() {
        let [a, b, c] = triangle.map(|v| place[v as usize]);
        groups.join(a, b);
        groups.join(b, c);
        used[a] = true;
        used[b] = true;
        used[c] = true;
    }
    let mut pieces: HashMap<usize, Vec<usize>> = HashMap::new();
    for v in (0..used.len()).filter(|&v| used[v]) {
        pieces.entry(groups.root(v)).or_default().push(v);
    }
    pieces.into_values().collect()
}

/// Things that are joined.
struct Groups(Vec<usize>);

impl Groups {
    fn new(count: usize) -> Self {
        Groups((0..count).collect())
    }

    fn root(&mut self, mut i: usize) -> usize {
        while self.0[i] != i {
            self.0[i] = self.0[self.0[i]];
            i = self.0[i];
        }
        i
    }

    fn join(&mut self, i: usize, j: usize) {
        let (i, j) = (self.root(i), self.root(j));
        self.0[i.max(j)] = i.min(j);
    }

    fn roots(&mut self) -> Vec<usize> {
        (0..self.0.len()).filter(|&i| self.0[i] == i).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use interframe_meshes::Format;

    #[test]
    fn two_parts_far_apart_are_counted() {
        let cube = |x: f64| format!("v {x} 0 0\nv {} 0 0\nv {x} 1 0\nv {x} 0 1\n", x + 1.0);
        let faces = |k: u32| {
            let [a, b, c, d] = [k, k + 1, k + 2, k + 3];
            format!("f {a} {b} {c}\nf {a} {b} {d}\nf {a} {c} {d}\nf {b} {c} {d}\n")
        };
        let read = |apart: f64| {
            let text = cube(0.0) + &cube(apart) + &faces(1) + &faces(5);
            MeshFile::parse(text.as_bytes(), Format::Obj).unwrap()
        };
        assert_eq!(count(&read(10.0)), 2);
        assert_eq!(count(&read(0.5)), 1);
    }
}
