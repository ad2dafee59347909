//! The closed surfaces that bound a solid, and why a mesh bounds none.
//!
//! A mesh bounds a volume if every edge has an even number of triangles, and no two triangles share a point beyond their common
//! corners and sides. Then each point off the surface is inside or outside: a ray from it crosses the surface an odd or an even
//! number of times, whichever way the ray goes (Jordan and Brouwer). Which way round triangles go does not matter. Triangles
//! whose corners are on a line bound nothing.
//!
//! Costs n log n: a search of the tree for each triangle, and exact signs for those whose boxes meet.

use nalgebra::Vector3;

use crate::bvh::aabb::Aabb;
use crate::bvh::box_tree::{BoxTree, NodeContents};
use crate::error::{Error, Result};
use crate::numeric::predicates::collinear;
use crate::shape::triangle_pair::PlacedTriangle;

/// A list of triangles whose vertices at the same position have one place.
pub(super) struct PlacedMesh<'a> {
    pub(super) vertices: &'a [Vector3<f64>],
    pub(super) triangles: &'a [[u32; 3]],
    pub(super) place: &'a [u32],
    pub(super) tree: &'a BoxTree,
}

impl PlacedMesh<'_> {
    /// One vertex of each connected surface.
    ///
    /// # Errors
    /// [`Error::SelfIntersection`] names the first triangle that crosses another, and the first that it crosses.
    pub(super) fn shells(&self) -> Result<Box<[u32]>> {
        for triangle in 0..self.triangles.len() as u32 {
            if let Some(other) = self.first_crossing(triangle) {
                let triangles = [triangle, other];
                return Err(Error::SelfIntersection { triangles });
            }
        }
        Ok(self.one_of_each())
    }

    fn placed(&self, triangle: u32) -> PlacedTriangle {
        let ids = self.triangles[triangle as usize];
        PlacedTriangle {
            corners: ids.map(|v| self.vertices[v as usize]),
            places: ids.map(|v| self.place[v as usize]),
        }
    }

    /// The first triangle of the list after this one that it crosses.
    fn first_crossing(&self, triangle: u32) -> Option<u32> {
        let own = self.placed(triangle);
        if is_flat(&own) {
            return None;
        }
        let held = Aabb::around(own.corners);
        let (mut first, mut left) = (None, vec![0]);
        while let Some(node) = left.pop() {
            match self.tree.open(node) {
                NodeContents::Nodes(nodes, count) => {
                    let meets = |node: &&u64| self.tree.box_of(**node).meets(&held);
                    left.extend(nodes[..count].iter().filter(meets));
                }
                NodeContents::Pieces(pieces, count) => {
                    for &other in &pieces[..count] {
                        if other <= triangle || first.is_some_and(|first| first <= other) {
                            continue;
                        }
                        let its = self.placed(other);
                        if Aabb::around(its.corners).meets(&held)
                            && !is_flat(&its)
                            && own.crosses(&its)
                        {
                            first = Some(other);
                        }
                    }
                }
                NodeContents::Cells(_) => {}
            }
        }
        first
    }

    fn one_of_each(&self) -> Box<[u32]> {
        let mut above: Vec<u32> = (0..self.vertices.len() as u32).collect();
        for triangle in 0..self.triangles.len() as u32 {
            let [a, b, c] = self.placed(triangle).places;
            join(&mut above, a, b);
            join(&mut above, a, c);
        }
        let used = self.triangles.iter().flatten();
        let mut roots: Vec<u32> = used
            .map(|&v| root(&mut above, self.place[v as usize]))
            .collect();
        roots.sort_unstable();
        roots.dedup();
        roots.into()
    }
}

fn is_flat(triangle: &PlacedTriangle) -> bool {
    let [a, b, c] = &triangle.corners;
    collinear(a, b, c)
}

/// The lowest of what is joined; shortens the way to it.
fn root(above: &mut [u32], mut of: u32) -> u32 {
    while above[of as usize] != of {
        let next = above[above[of as usize] as usize];
        above[of as usize] = next;
        of = next;
    }
    of
}

fn join(above: &mut [u32], a: u32, b: u32) {
    let (a, b) = (root(above, a), root(above, b));
    above[a.max(b) as usize] = a.min(b);
}
