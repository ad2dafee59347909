//! The hull of the columns of M found so far, grown one column at a time: the polytope that the
//! expanding polytope algorithm expands.
//!
//! Problem: depth is a minimum over the facets of M, which nobody has listed. Idea: grow a polytope
//! P inside M at whichever facet is nearest to the origin, until that facet lies on M. In f64 this
//! is known to break: flat facets, which boxes are made of, get torn when "above" and "below" are
//! rounded. Here each side is the exact sign of `orient3d`, so P is a true convex hull of its
//! columns at every step: what a new column sees is one patch bounded by one cycle, and no
//! triangle is degenerate. Unit normals are accurate to 1e-12 however thin a triangle is.
//!
//! Works in memory that it is lent and says when that is full. The nearest facet of a few is looked for
//! among all; of many it is the root of a tournament tree, so an expansion costs O(changes log facets).

use nalgebra::Vector3;

use crate::numeric::arithmetic::{cross, dot, norm1};
use crate::numeric::predicates::orient3d;
use crate::shape::face_normal::unit_normal;
use crate::solver::minkowski_difference::Column;

/// No face.
const NONE: u32 = u32::MAX;

/// In memory for more faces than this a tree keeps the nearest.
const TREE_ABOVE: usize = 128;

/// A triangle of the hull.
#[derive(Debug, Clone, Copy)]
pub(crate) struct EpaFace {
    /// Counter-clockwise from outside.
    columns: [u32; 3],
    /// Across the edge from column i to column i + 1.
    neighbors: [u32; 3],
    /// Unit, outward.
    normal: Vector3<f64>,
    /// The next face in the list it is in: visible, new or free.
    next: u32,
    seen: bool,
}

impl EpaFace {
    const BLANK: EpaFace = EpaFace {
        columns: [0; 3],
        neighbors: [NONE; 3],
        normal: Vector3::new(0.0, 0.0, 0.0),
        next: NONE,
        seen: false,
    };
}

/// A column and, while the horizon is stitched, the new face whose outer edge starts there.
#[derive(Debug, Clone, Copy)]
pub(crate) struct HorizonNode {
    column: Column,
    link: u32,
}

impl HorizonNode {
    const BLANK: HorizonNode = HorizonNode {
        column: Column {
            m: Vector3::new(0.0, 0.0, 0.0),
            id_a: 0,
            id_b: 0,
        },
        link: NONE,
    };
}

/// Memory for `N` faces and as many columns; `N` is a power of two.
pub(crate) struct Store<const N: usize> {
    faces: [EpaFace; N],
    nodes: [HorizonNode; N],
    heights: [f64; N],
    tree: [u32; N],
}

impl<const N: usize> Store<N> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        const { assert!(N.is_power_of_two() && N >= 8) };
        Store {
            faces: [EpaFace::BLANK; N],
            nodes: [HorizonNode::BLANK; N],
            heights: [f64::INFINITY; N],
            tree: [0; N],
        }
    }

    pub(crate) fn memory(&mut self) -> Memory<'_> {
        Memory {
            faces: &mut self.faces,
            nodes: &mut self.nodes,
            heights: &mut self.heights,
            tree: &mut self.tree,
        }
    }
}

/// Memory for a hull of any size, on the heap.
pub(crate) struct HeapStore {
    faces: Vec<EpaFace>,
    nodes: Vec<HorizonNode>,
    heights: Vec<f64>,
    tree: Vec<u32>,
}

impl HeapStore {
    /// For `count` faces, a power of two.
    pub(crate) fn new(count: usize) -> Self {
        debug_assert!(count.is_power_of_two());
        HeapStore {
            faces: vec![EpaFace::BLANK; count],
            nodes: vec![HorizonNode::BLANK; count],
            heights: vec![f64::INFINITY; count],
            tree: vec![0; count],
        }
    }

    pub(crate) fn memory(&mut self) -> Memory<'_> {
        Memory {
            faces: &mut self.faces,
            nodes: &mut self.nodes,
            heights: &mut self.heights,
            tree: &mut self.tree,
        }
    }
}

/// Lent memory; all four slices have one length, a power of two.
pub(crate) struct Memory<'s> {
    faces: &'s mut [EpaFace],
    nodes: &'s mut [HorizonNode],
    /// Signed distance of each face's plane from the origin, positive when the origin is inside
    /// of it; infinite for faces that are no more.
    heights: &'s mut [f64],
    /// Tournament: node k holds the lower of its children 2k and 2k + 1; the children beyond the
    /// slice are the faces themselves.
    tree: &'s mut [u32],
}

/// Result of adding a column to the hull.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Grown {
    /// The hull holds it now.
    Larger,
    /// It does not lie strictly beyond the face.
    NotBeyond,
    /// The memory does not suffice; nothing has changed.
    Full,
}

/// The polytope P: a closed, exactly convex triangulated surface.
pub(crate) struct ExpandingHull<'s> {
    memory: Memory<'s>,
    /// Faces used at least once.
    faces: usize,
    nodes: usize,
    free: u32,
    free_count: usize,
}

impl<'s> ExpandingHull<'s> {
    /// The tetrahedron of four columns; None when they are exactly coplanar.
    pub(crate) fn new(memory: Memory<'s>, columns: [Column; 4]) -> Option<Self> {
        let mut hull = ExpandingHull {
            memory,
            faces: 4,
            nodes: 4,
            free: NONE,
            free_count: 0,
        };
        let mut columns = columns;
        let [a, b, c, d] = columns.each_ref().map(|c| &c.m);
        match orient3d(a, b, c, d) {
            0 => return None,
            // The fourth must lie behind the first three.
            1 => columns.swap(0, 1),
            _ => {}
        }
        for (node, column) in hull.memory.nodes.iter_mut().zip(columns) {
            node.column = column;
        }
        // Face 0 is 0 1 2; face 1 + i stands on its edge i with the apex 3.
        let sides = [[0, 1, 2], [1, 0, 3], [2, 1, 3], [0, 2, 3]];
        let neighbors = [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]];
        for i in 0..4 {
            hull.memory.faces[i] = EpaFace {
                columns: sides[i],
                neighbors: neighbors[i],
                ..EpaFace::BLANK
            };
            hull.measure(i as u32);
        }
        hull.build_tree();
        Some(hull)
    }

    /// Copies the hull into memory of at least the same size.
    pub(crate) fn copied_into<'t>(&self, memory: Memory<'t>) -> ExpandingHull<'t> {
        memory.faces[..self.faces].copy_from_slice(&self.memory.faces[..self.faces]);
        memory.nodes[..self.nodes].copy_from_slice(&self.memory.nodes[..self.nodes]);
        memory.heights[..self.faces].copy_from_slice(&self.memory.heights[..self.faces]);
        let mut hull = ExpandingHull {
            memory,
            faces: self.faces,
            nodes: self.nodes,
            free: self.free,
            free_count: self.free_count,
        };
        hull.build_tree();
        hull
    }

    /// Number of faces that the memory can hold.
    pub(crate) fn capacity(&self) -> usize {
        self.memory.faces.len()
    }

    /// The face nearest to the origin (of equals the lowest), its height and unit normal.
    #[inline(always)]
    pub(crate) fn nearest(&self) -> (u32, f64, Vector3<f64>) {
        let face = if self.has_tree() {
            self.memory.tree[1]
        } else {
            lowest(self.memory.heights, self.faces)
        };
        (
            face,
            self.memory.heights[face as usize],
            self.memory.faces[face as usize].normal,
        )
    }

    /// The face through which a ray from the origin, which P holds, leaves P; the ray's length until there and the face's unit normal.
    pub(crate) fn pierced(&self, direction: &Vector3<f64>) -> Option<(u32, f64, Vector3<f64>)> {
        let faces = self.memory.faces.iter().zip(self.heights()).zip(0..);
        let lengths = faces.filter_map(|((face, height), number)| {
            let along = dot(&face.normal, direction);
            let is_ahead = along > 0.0 && height.is_finite();
            is_ahead.then_some((number, height / along, face.normal))
        });
        lengths.min_by(|(_, a, _), (_, b, _)| a.total_cmp(b))
    }

    /// The columns of a face.
    #[inline(always)]
    pub(crate) fn columns(&self, face: u32) -> [Column; 3] {
        self.memory.faces[face as usize]
            .columns
            .map(|c| self.memory.nodes[c as usize].column)
    }

    /// Heights of all faces; infinite where there is none.
    pub(crate) fn heights(&self) -> &[f64] {
        &self.memory.heights[..self.faces]
    }

    /// Takes in a column of M that was found beyond `face`.
    pub(crate) fn grow(&mut self, face: u32, column: Column) -> Grown {
        if !self.sees(face, &column.m) {
            return Grown::NotBeyond;
        }
        let (seen, horizon) = self.visible_from(face, &column.m);
        let room = self.free_count + (self.capacity() - self.faces);
        if horizon > room || self.nodes == self.memory.nodes.len() {
            self.unmark(face);
            return Grown::Full;
        }
        let apex = self.nodes as u32;
        self.memory.nodes[self.nodes] = HorizonNode { column, link: NONE };
        self.nodes += 1;
        let first = self.raise_walls(face, apex);
        self.stitch(first);
        self.release(face, seen);
        Grown::Larger
    }

    /// Whether a point is strictly beyond a face, exactly.
    #[inline(always)]
    fn sees(&self, face: u32, point: &Vector3<f64>) -> bool {
        let seen = &self.memory.faces[face as usize];
        let away = point - self.memory.nodes[seen.columns[0] as usize].column.m;
        let height = dot(&seen.normal, &away);
        // The normal is within 1e-12 of the exact one, the rest within a few units of 2^-53.
        if height.abs() > 4e-12 * norm1(&away) + f64::MIN_POSITIVE {
            height > 0.0
        } else {
            self.sees_exactly(face, point)
        }
    }

    #[inline(never)]
    fn sees_exactly(&self, face: u32, point: &Vector3<f64>) -> bool {
        let [a, b, c] = self.points(face);
        orient3d(a, b, c, point) > 0
    }

    #[inline(always)]
    fn points(&self, face: u32) -> [&Vector3<f64>; 3] {
        self.memory.faces[face as usize]
            .columns
            .map(|c| &self.memory.nodes[c as usize].column.m)
    }

    /// Chains all faces that see `point`, beginning with `face`, which does; how many there are
    /// and how many edges bound them.
    fn visible_from(&mut self, face: u32, point: &Vector3<f64>) -> (usize, usize) {
        let (mut seen, mut horizon) = (1, 0);
        self.memory.faces[face as usize].seen = true;
        self.memory.faces[face as usize].next = NONE;
        let (mut at, mut last) = (face, face);
        while at != NONE {
            for beyond in self.memory.faces[at as usize].neighbors {
                if self.memory.faces[beyond as usize].seen {
                    continue;
                }
                if self.sees(beyond, point) {
                    let found = &mut self.memory.faces[beyond as usize];
                    found.seen = true;
                    found.next = NONE;
                    self.memory.faces[last as usize].next = beyond;
                    last = beyond;
                    seen += 1;
                }
            }
            at = self.memory.faces[at as usize].next;
        }
        at = face;
        while at != NONE {
            let here = self.memory.faces[at as usize];
            let hidden = |f: &u32| !self.memory.faces[*f as usize].seen;
            horizon += here.neighbors.iter().filter(|f| hidden(f)).count();
            at = here.next;
        }
        (seen, horizon)
    }

    fn unmark(&mut self, face: u32) {
        let mut at = face;
        while at != NONE {
            let here = &mut self.memory.faces[at as usize];
            here.seen = false;
            at = here.next;
        }
    }

    /// A new face from every edge of the horizon to the apex; the first of their list.
    fn raise_walls(&mut self, visible: u32, apex: u32) -> u32 {
        let (mut first, mut at) = (NONE, visible);
        while at != NONE {
            let old = self.memory.faces[at as usize];
            for i in 0..3 {
                let beyond = old.neighbors[i];
                if self.memory.faces[beyond as usize].seen {
                    continue;
                }
                let (from, to) = (old.columns[i], old.columns[(i + 1) % 3]);
                let wall = self.take();
                self.memory.faces[wall as usize] = EpaFace {
                    columns: [from, to, apex],
                    neighbors: [beyond, NONE, NONE],
                    next: first,
                    ..EpaFace::BLANK
                };
                first = wall;
                self.memory.nodes[from as usize].link = wall;
                let outside = &mut self.memory.faces[beyond as usize].neighbors;
                for slot in outside.iter_mut().filter(|slot| **slot == at) {
                    *slot = wall;
                }
                self.measure(wall);
                self.replay(wall);
            }
            at = old.next;
        }
        first
    }

    /// Joins each new face to the one that starts where it ends.
    fn stitch(&mut self, first: u32) {
        let mut at = first;
        while at != NONE {
            let here = self.memory.faces[at as usize];
            let after = self.memory.nodes[here.columns[1] as usize].link;
            self.memory.faces[at as usize].neighbors[1] = after;
            self.memory.faces[after as usize].neighbors[2] = at;
            at = here.next;
        }
    }

    /// Hands the visible faces back.
    fn release(&mut self, visible: u32, count: usize) {
        let mut at = visible;
        while at != NONE {
            let next = self.memory.faces[at as usize].next;
            self.memory.heights[at as usize] = f64::INFINITY;
            self.replay(at);
            self.memory.faces[at as usize].next = self.free;
            self.free = at;
            at = next;
        }
        self.free_count += count;
    }

    fn take(&mut self) -> u32 {
        if self.free != NONE {
            let face = self.free;
            self.free = self.memory.faces[face as usize].next;
            self.free_count -= 1;
            return face;
        }
        self.faces += 1;
        self.faces as u32 - 1
    }

    /// Normal and height of a face.
    fn measure(&mut self, face: u32) {
        let [a, b, c] = self.points(face);
        let normal = accurate_normal(a, b, c);
        let height = dot(&normal, a);
        self.memory.faces[face as usize].normal = normal;
        self.memory.heights[face as usize] = height;
    }

    fn has_tree(&self) -> bool {
        self.capacity() > TREE_ABOVE
    }

    fn build_tree(&mut self) {
        if !self.has_tree() {
            return;
        }
        for k in (1..self.capacity()).rev() {
            self.memory.tree[k] = self.winner(k);
        }
    }

    /// Plays the games of one face again.
    #[inline(always)]
    fn replay(&mut self, face: u32) {
        if !self.has_tree() {
            return;
        }
        let mut k = (self.capacity() + face as usize) / 2;
        while k > 0 {
            self.memory.tree[k] = self.winner(k);
            k /= 2;
        }
    }

    /// The lower child of node k, of equals the first.
    #[inline(always)]
    fn winner(&self, k: usize) -> u32 {
        let count = self.capacity();
        let player = |child: usize| {
            if child < count {
                self.memory.tree[child]
            } else {
                (child - count) as u32
            }
        };
        let (left, right) = (player(2 * k), player(2 * k + 1));
        let height = |face: u32| self.memory.heights[face as usize];
        if height(right) < height(left) {
            right
        } else {
            left
        }
    }
}

/// The first of the lowest of the first `count` heights; beyond those all are infinite.
#[inline(always)]
fn lowest(heights: &[f64], count: usize) -> u32 {
    let mut least = [f64::INFINITY; 4];
    for four in heights[..count.next_multiple_of(4)].chunks_exact(4) {
        for (least, &height) in least.iter_mut().zip(four) {
            *least = if height < *least { height } else { *least };
        }
    }
    let [a, b, c, d] = least;
    let least = a.min(b).min(c.min(d));
    let place = heights[..count].iter().position(|&height| height == least);
    place.unwrap_or(0) as u32
}

/// The unit normal of a triangle that is not exactly degenerate, to 1e-12.
#[inline(always)]
pub(crate) fn accurate_normal(
    a: &Vector3<f64>,
    b: &Vector3<f64>,
    c: &Vector3<f64>,
) -> Vector3<f64> {
    // A cross product errs by 4 U of the product of its factors' lengths: where the sine between
    // them is 1e-3, by 5e-13 of itself.
    const SINE_SQ: f64 = 1e-6;
    let (u, v) = (b - a, c - a);
    let n = cross(&u, &v);
    let length_sq = dot(&n, &n);
    let largest_sq = dot(&u, &u) * dot(&v, &v);
    if length_sq > SINE_SQ * largest_sq && largest_sq > 1e-200 {
        n / length_sq.sqrt()
    } else {
        unit_normal([*a, *b, *c])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(x: f64, y: f64, z: f64) -> Column {
        Column {
            m: Vector3::new(x, y, z),
            id_a: 0,
            id_b: 0,
        }
    }

    fn tetrahedron() -> [Column; 4] {
        [
            column(1.0, 1.0, 1.0),
            column(-1.0, -1.0, 1.0),
            column(-1.0, 1.0, -1.0),
            column(1.0, -1.0, -1.0),
        ]
    }

    /// Every edge is shared by two faces that name each other, and no column lies beyond a face.
    fn check(hull: &ExpandingHull<'_>) {
        let live: Vec<u32> = (0..hull.faces as u32)
            .filter(|&f| hull.memory.heights[f as usize].is_finite())
            .collect();
        for &f in &live {
            let face = hull.memory.faces[f as usize];
            for i in 0..3 {
                let across = hull.memory.faces[face.neighbors[i] as usize];
                let j = (0..3).find(|&j| across.neighbors[j] == f).expect("mutual");
                assert_eq!(across.columns[j], face.columns[(i + 1) % 3]);
                assert_eq!(across.columns[(j + 1) % 3], face.columns[i]);
            }
            for node in &hull.memory.nodes[..hull.nodes] {
                assert!(!hull.sees(f, &node.column.m));
            }
        }
        let lowest = live.iter().map(|&f| hull.memory.heights[f as usize]);
        assert_eq!(hull.nearest().1, lowest.fold(f64::INFINITY, f64::min));
    }

    #[test]
    fn a_cube_with_points_on_its_edges_and_faces_stays_a_hull() {
        let mut store = Store::<128>::new();
        let mut hull = ExpandingHull::new(store.memory(), tetrahedron()).unwrap();
        check(&hull);
        let grid = [-1.0, 0.0, 1.0];
        let mut points = Vec::new();
        for x in grid {
            for y in grid {
                for z in grid {
                    points.push(column(x, y, z));
                }
            }
        }
        // Each point is offered to every face until it lies beyond none.
        for point in points {
            for face in 0..hull.faces as u32 {
                if hull.memory.heights[face as usize].is_finite()
                    && hull.grow(face, point) == Grown::Larger
                {
                    break;
                }
            }
            check(&hull);
        }
        assert_eq!(hull.nearest().1, 1.0);
    }

    #[test]
    fn full_memory_changes_nothing() {
        let mut store = Store::<8>::new();
        let mut hull = ExpandingHull::new(store.memory(), tetrahedron()).unwrap();
        let mut k = 0.0;
        let full = loop {
            let (face, _, n) = hull.nearest();
            // Ever farther points: the hull of a paraboloid-like cap.
            let far = n * (2.0 + k);
            k += 1.0;
            match hull.grow(face, column(far.x, far.y, far.z)) {
                Grown::Larger => check(&hull),
                other => break other,
            }
        };
        assert_eq!(full, Grown::Full);
        check(&hull);
        let mut larger = HeapStore::new(64);
        let mut hull = hull.copied_into(larger.memory());
        check(&hull);
        let (face, _, n) = hull.nearest();
        let far = n * 50.0;
        assert_eq!(hull.grow(face, column(far.x, far.y, far.z)), Grown::Larger);
        check(&hull);
    }

    #[test]
    fn coplanar_columns_are_no_tetrahedron() {
        let flat = [0.0, 1.0, 2.0, 5.0].map(|x| column(x, x * x, 0.0));
        assert!(ExpandingHull::new(Store::<8>::new().memory(), flat).is_none());
    }
}
