//! A surface of triangles, read in place.
//!
//! Problem: a level has a hundred thousand triangles, and as bodies they would take 850 bytes each. Idea: vertices and indices
//! are kept as they were given, indices once more in the tree's order; a tree of small boxes leads to triangles, which become bodies only while they are
//! queried. What is odd about a mesh is counted and no error: a hole is a hole.

use nalgebra::Vector3;

use crate::bvh::aabb::Aabb;
use crate::bvh::box_tree::{BoxTree, IS_PIECE, LANES};
use crate::error::{Error, Result, check_range};
use crate::log::{warn_of, warn_of_suspects};
use crate::numeric::arithmetic::{cross, dot};
use crate::numeric::memory::check_memory;
use crate::numeric::predicates::collinear;
use crate::numeric::simd::prefetch_all;
use crate::shape::bounding_volume::BoundingVolume;
use crate::shape::points::{check_count, check_vertices, points_of, suspect_numbers};
use crate::shape::shells::PlacedMesh;

/// A surface of triangles: the union of their points, or with the option `solid` the volume that it bounds. Immutable; queries
/// take it as a [`SharedBody`](crate::SharedBody).
///
/// Answers name triangles and vertices by their places in the lists that were given. All triangles count as they are, closed:
/// what crosses an edge meets both triangles at it, and nothing passes between them. From 1,000 triangles on, a mesh takes
/// at most 80 bytes a triangle if vertices are shared, lists and tree included; small ones take up to 268.
#[derive(Debug, Clone)]
pub struct TriangleMesh {
    vertices: Box<[Vector3<f64>]>,
    triangles: Box<[[u32; 3]]>,
    /// Neighbours of each triangle across its edges from corner 0 to 1, 1 to 2, 2 to 0; `NO_NEIGHBOR` where there is not just one.
    neighbors: Box<[[u32; 3]]>,
    tree: BoxTree,
    /// The corners of what each node of the tree holds, lane by lane, so that they come with it.
    at_nodes: Box<[[[u32; 3]; LANES]]>,
    around: BoundingVolume,
    report: MeshReport,
    one_sided: bool,
    is_solid: bool,
    /// One vertex of each connected surface of a solid; otherwise nothing.
    shells: Box<[u32]>,
}

/// Across an edge that is no seam of two triangles.
pub(crate) const NO_NEIGHBOR: u32 = u32::MAX;

/// Options for building a [`TriangleMesh`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TriangleMeshOptions {
    /// Whether a triangle is met from its front only, which is the side from where its corners go round counter-clockwise. A
    /// convex body meets it only if its centre is in front of the triangle's plane, for motions at t = 0. Default: both sides.
    pub one_sided: bool,
    /// Whether the body is the volume that the surface bounds, so that a body wholly inside is in contact with it. The surface
    /// must be closed and must not cross itself. A point is inside if a ray from it crosses the surface an odd number of times,
    /// so a surface inside another bounds a cavity. Which way round triangles go does not matter. Not together with
    /// `one_sided`. Default: the surface only.
    pub solid: bool,
}

/// Counts of what is unusual in a mesh. Vertices with the same position count as one, so edges are compared by the
/// positions of their ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MeshReport {
    /// Triangles of the list.
    pub triangles: u32,
    /// Vertices of the list.
    pub vertices: u32,
    /// Triangles whose corners are on a line, exactly. They are met as the segments or points that they are.
    pub degenerate: u32,
    /// Triangles of the same three corners as an earlier one.
    pub duplicate: u32,
    /// Vertices that no triangle has.
    pub unused_vertices: u32,
    /// Edges of one triangle only: the rims of holes.
    pub open_edges: u32,
    /// The first edge with an odd number of triangles, by the ids of its ends. None: the surface has no rim, so it may bound a
    /// solid.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub rim: Option<[u32; 2]>,
    /// Edges of three triangles or more.
    pub non_manifold_edges: u32,
    /// Edges along which two triangles go the same way round: one of the two is turned over.
    pub turned_edges: u32,
    /// Coordinates that are not 0 but below 1e-300, where others are above 1e-150. You get such numbers if you read
    /// floats as doubles. They change nothing.
    pub suspect_numbers: u32,
}

impl MeshReport {
    fn warn(&self) {
        let all = self.triangles;
        for (count, what) in [
            (self.degenerate, "have their corners on a line"),
            (self.duplicate, "are there already"),
        ] {
            warn_of(
                count as usize,
                format_args!("mesh: {count} of {all} triangles {what}"),
            );
        }
        let unused = self.unused_vertices;
        warn_of(
            unused as usize,
            format_args!("mesh: {unused} vertices are in no triangle"),
        );
        warn_of_suspects("mesh", self.suspect_numbers);
    }

    /// Whether it has an inside: every edge is that of two triangles which go round the same way.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        let odd = self.open_edges + self.non_manifold_edges + self.turned_edges;
        self.triangles > self.degenerate && odd == 0
    }
}

impl TriangleMesh {
    /// Builds a mesh from triangles, each three indices into the list of vertices.
    ///
    /// Costs n log n; allocates. No triangle at all is the empty body.
    ///
    /// # Errors
    /// [`Error::NonFiniteVertex`]; [`Error::TriangleIndex`] for a corner that is no vertex; [`Error::TooManyVertices`] for
    /// more than 2^28 of either. For a solid [`Error::OpenEdge`], [`Error::SelfIntersection`], and [`Error::Setting`] if it is to
    /// be one-sided too.
    ///
    /// ```
    /// use interframe::{Motion, MovingPair, PairState, Pose, SharedBody, TimeOfImpactOptions, TriangleMesh};
    /// use interframe::{TriangleMeshOptions, time_of_impact};
    /// use nalgebra::Vector3;
    ///
    /// let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(|[x, y]| Vector3::new(x, y, 0.0));
    /// let floor = TriangleMesh::new(&corners, &[[0, 1, 2], [0, 2, 3]], &TriangleMeshOptions::default())?;
    /// assert_eq!((floor.report().open_edges, floor.report().is_closed()), (4, false));
    /// let (floor, bullet) = (SharedBody::from(floor), SharedBody::sphere(0.0)?);
    /// // Down, exactly onto the diagonal that the two triangles share.
    /// let start = Pose::from_translation(Vector3::new(0.5, 0.5, 1.0))?;
    /// let scaled = Motion::translation(start, Vector3::new(0.5, 0.5, -3.0))?;
    /// let still = Motion::fixed(Pose::identity());
    /// let pair = MovingPair::new(&bullet, &scaled, &floor, &still);
    /// let met = time_of_impact(&pair, &TimeOfImpactOptions::default(), &mut PairState::default())?;
    /// assert!((met.t_hi - 0.25).abs() < 1e-9 && met.pieces.is_some());
    /// # Ok::<(), interframe::Error>(())
    /// ```
    pub fn new(
        vertices: &[Vector3<f64>],
        triangles: &[[u32; 3]],
        options: &TriangleMeshOptions,
    ) -> Result<Self> {
        let tree = |boxes: &mut dyn Iterator<Item = Aabb>| Some(BoxTree::new(boxes));
        let mesh = Self::with_tree(vertices, triangles, options, tree)?;
        Ok(mesh.expect("a tree of any boxes"))
    }

    /// A mesh with a tree of these lanes; None where they are none of its triangles.
    pub(crate) fn with_lanes(
        vertices: &[Vector3<f64>],
        triangles: &[[u32; 3]],
        options: &TriangleMeshOptions,
        lanes: &[[u32; LANES]],
    ) -> Result<Option<Self>> {
        let tree = |boxes: &mut dyn Iterator<Item = Aabb>| BoxTree::with_lanes(lanes, boxes);
        Self::with_tree(vertices, triangles, options, tree)
    }

    fn with_tree(
        vertices: &[Vector3<f64>],
        triangles: &[[u32; 3]],
        options: &TriangleMeshOptions,
        tree: impl FnOnce(&mut dyn Iterator<Item = Aabb>) -> Option<BoxTree>,
    ) -> Result<Option<Self>> {
        // Eight places for each node of the tree, of which there are fewer than triangles, are told from pieces by a bit.
        const MAX_TRIANGLES: usize = 1 << 28;
        check_count(vertices.len().max(triangles.len()), MAX_TRIANGLES)?;
        check_vertices(vertices)?;
        let is_plain = !(options.one_sided && options.solid);
        check_range(is_plain, "one_sided", 1.0, "0 for a solid")?;
        // Measured: 152 and 32 bytes.
        check_memory(triangles.len(), 320)?;
        check_memory(vertices.len(), 64)?;
        for (triangle, corners) in triangles.iter().enumerate() {
            let bad = corners.iter().find(|&&v| v as usize >= vertices.len());
            if let Some(&index) = bad {
                let count = vertices.len();
                return Err(Error::TriangleIndex {
                    triangle,
                    index,
                    count,
                });
            }
        }
        // Adding 0.0 turns -0.0 into 0.0 and nothing else.
        let vertices: Box<[_]> = vertices.iter().map(|p| p.add_scalar(0.0)).collect();
        let triangles: Box<[_]> = triangles.into();
        let corners = |triangle: &[u32; 3]| triangle.map(|v| vertices[v as usize]);
        let held = |triangle: &[u32; 3]| Aabb::around(corners(triangle));
        let Some(tree) = tree(&mut triangles.iter().map(held)) else {
            return Ok(None);
        };
        let mut used = vec![false; vertices.len()];
        let all = triangles.iter().flatten();
        all.for_each(|&v| used[v as usize] = true);
        let (neighbors, report) = examine(&vertices, &triangles, &used);
        report.warn();
        let shells = match options.solid {
            true => shells(&vertices, &triangles, &tree, &report)?,
            false => Box::default(),
        };
        let of = |of: u32| triangles.get((of ^ IS_PIECE) as usize).copied();
        let at_nodes = tree
            .lanes()
            .map(|lanes| lanes.map(|lane| of(lane).unwrap_or_default()));
        Ok(Some(TriangleMesh {
            at_nodes: at_nodes.collect(),
            tree,
            around: BoundingVolume::points(
                (vertices.iter().zip(&used)).filter_map(|(p, used)| used.then_some(*p)),
            ),
            neighbors,
            report,
            one_sided: options.one_sided,
            is_solid: options.solid,
            shells,
            vertices,
            triangles,
        }))
    }

    /// Builds a mesh from vertices in f32 or f64 and triangles of 16 or 32 bits, from any iterators. The same numbers make
    /// the same mesh.
    ///
    /// # Errors
    /// See [`new`](Self::new).
    ///
    /// ```
    /// use interframe::{TriangleMesh, TriangleMeshOptions};
    /// let corners = [[0.0_f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    /// let indices = [0_u16, 1, 2];
    /// let triangles = indices.as_chunks::<3>().0.iter().copied();
    /// let mesh = TriangleMesh::from_lists(corners, triangles, &TriangleMeshOptions::default())?;
    /// assert_eq!(mesh.triangles(), [[0, 1, 2]]);
    /// # Ok::<(), interframe::Error>(())
    /// ```
    pub fn from_lists<T: Into<f64>, I: Into<u32>>(
        vertices: impl IntoIterator<Item = [T; 3]>,
        triangles: impl IntoIterator<Item = [I; 3]>,
        options: &TriangleMeshOptions,
    ) -> Result<Self> {
        let triangle = |corners: [I; 3]| corners.map(Into::into);
        let triangles: Vec<_> = triangles.into_iter().map(triangle).collect();
        Self::new(&points_of(vertices), &triangles, options)
    }

    /// The vertices, as they were given.
    #[must_use]
    pub fn vertices(&self) -> &[Vector3<f64>] {
        &self.vertices
    }

    /// The triangles, as they were given.
    #[must_use]
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// Counts of what is unusual in it.
    #[must_use]
    pub fn report(&self) -> &MeshReport {
        &self.report
    }

    /// Whether triangles are met from their fronts only.
    #[must_use]
    pub fn is_one_sided(&self) -> bool {
        self.one_sided
    }

    /// Whether it is the volume that its triangles bound.
    #[must_use]
    pub fn is_solid(&self) -> bool {
        self.is_solid
    }

    /// The volume that the surface bounds, to rounding. Negative if most triangles go round clockwise, seen from outside. Of a
    /// surface that is not closed it means nothing.
    ///
    /// ```
    /// use interframe::{TriangleMesh, TriangleMeshOptions};
    /// let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// let triangles = [[0_u32, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
    /// let options = TriangleMeshOptions { solid: true, ..TriangleMeshOptions::default() };
    /// let solid = TriangleMesh::from_lists(corners, triangles, &options)?;
    /// assert!((solid.signed_volume() - 1.0 / 6.0).abs() < 1e-15);
    /// # Ok::<(), interframe::Error>(())
    /// ```
    #[must_use]
    pub fn signed_volume(&self) -> f64 {
        let center = self.around.hull.center();
        let six = |ids: &[u32; 3]| {
            let [a, b, c] = ids.map(|v| self.vertex(v) - center);
            dot(&cross(&a, &b), &c)
        };
        self.triangles.iter().map(six).sum::<f64>() / 6.0
    }

    /// One vertex of each connected surface of a solid.
    pub(crate) fn shells(&self) -> impl Iterator<Item = Vector3<f64>> {
        self.shells.iter().map(|v| self.vertex(*v))
    }

    /// Memory that it takes, lists and tree included, in bytes.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        size_of::<Self>()
            + size_of_val::<[u32]>(&self.shells)
            + size_of_val::<[Vector3<f64>]>(&self.vertices)
            + size_of_val::<[[u32; 3]]>(&self.triangles)
            + size_of_val::<[[u32; 3]]>(&self.neighbors)
            + self.tree.heap_bytes()
            + size_of_val::<[[[u32; 3]; LANES]]>(&self.at_nodes)
            + self.around.hull.memory_bytes()
    }

    #[inline(always)]
    pub(crate) fn corners(&self, triangle: u32) -> [Vector3<f64>; 3] {
        self.triangles[triangle as usize].map(|v| self.vertices[v as usize])
    }

    /// The triangle at a place of the tree.
    #[inline(always)]
    pub(crate) fn facet_at(&self, place: u32) -> Facet {
        let ids = *self.ids_at(place);
        Facet {
            triangle: self.tree.piece(place),
            ids,
            // Not by a map, which the compiler puts in memory and reads back before it is there.
            corners: [
                self.vertex(ids[0]),
                self.vertex(ids[1]),
                self.vertex(ids[2]),
            ],
        }
    }

    #[inline(always)]
    fn vertex(&self, id: u32) -> Vector3<f64> {
        self.vertices[id as usize]
    }

    #[inline(always)]
    fn ids_at(&self, place: u32) -> &[u32; 3] {
        &self.at_nodes.as_flattened()[place as usize]
    }

    /// Prefetches what the tree's search reads beside a node.
    #[inline(always)]
    pub(crate) fn fetch_node(&self, node: u32) {
        prefetch_all(&self.at_nodes[node as usize]);
    }

    /// Prefetches corners.
    #[inline(always)]
    pub(crate) fn fetch(&self, place: u32) {
        for v in self.ids_at(place) {
            prefetch_all(&self.vertices[*v as usize]);
        }
    }

    pub(crate) fn neighbors(&self, triangle: u32) -> [u32; 3] {
        self.neighbors[triangle as usize]
    }

    pub(crate) fn tree(&self) -> &BoxTree {
        &self.tree
    }

    pub(crate) fn bounding_volume(&self) -> &BoundingVolume {
        &self.around
    }
}

/// A triangle of a list: its place in the list, and the places and positions of its corners.
pub(crate) struct Facet {
    pub(crate) triangle: u32,
    pub(crate) ids: [u32; 3],
    pub(crate) corners: [Vector3<f64>; 3],
}

/// Finds the neighbour across each side, and counts what is unusual.
fn examine(
    vertices: &[Vector3<f64>],
    triangles: &[[u32; 3]],
    used: &[bool],
) -> (Box<[[u32; 3]]>, MeshReport) {
    let place = one_of_each_place(vertices);
    let mut report = MeshReport {
        triangles: triangles.len() as u32,
        vertices: vertices.len() as u32,
        unused_vertices: used.iter().filter(|used| !**used).count() as u32,
        suspect_numbers: suspect_numbers(vertices.iter().copied()),
        ..MeshReport::default()
    };
    let is_wide = |(triangle, _): &(&[u32; 3], u32)| {
        let [a, b, c] = triangle.map(|v| &vertices[v as usize]);
        !is_flat(a, b, c)
    };
    let placed = |(triangle, number): (&[u32; 3], u32)| {
        let corners = triangle.map(|v| place[v as usize]);
        (corners, number)
    };
    let wide: Vec<([u32; 3], u32)> = (triangles.iter().zip(0..))
        .filter(is_wide)
        .map(placed)
        .collect();
    report.degenerate = (triangles.len() - wide.len()) as u32;

    // A triangle by its lowest corner: the other two, ascending.
    let by_corner = wide.iter().map(|(corners, _)| {
        let [low, middle, high] = {
            let mut sorted = *corners;
            sorted.sort_unstable();
            sorted
        };
        (low, u64::from(middle) << 32 | u64::from(high))
    });
    for same in Groups::new(by_corner, vertices.len()).iter() {
        report.duplicate += same.windows(2).filter(|two| two[0] == two[1]).count() as u32;
    }

    // A side by its lower end: the other end, the triangle, which side of it, and whether it goes down.
    let sides = wide.iter().flat_map(|(corners, triangle)| {
        [0, 1, 2].map(|side| {
            let [from, to] = [corners[side], corners[(side + 1) % 3]];
            let of = triangle << 3 | (side as u32) << 1 | u32::from(from > to);
            (from.min(to), u64::from(from.max(to)) << 32 | u64::from(of))
        })
    });
    let mut neighbors = vec![[NO_NEIGHBOR; 3]; triangles.len()];
    for (lower, group) in Groups::new(sides, vertices.len()).iter().enumerate() {
        for same in group.chunk_by(|p, q| p >> 32 == q >> 32) {
            if same.len() % 2 == 1 && report.rim.is_none() {
                report.rim = Some([lower as u32, (same[0] >> 32) as u32]);
            }
            match *same {
                [_] => report.open_edges += 1,
                [p, q] => {
                    report.turned_edges += u32::from(p & 1 == q & 1);
                    let [p, q] = [p, q].map(|side| side as u32 as usize);
                    neighbors[p >> 3][p >> 1 & 3] = (q >> 3) as u32;
                    neighbors[q >> 3][q >> 1 & 3] = (p >> 3) as u32;
                }
                _ => report.non_manifold_edges += 1,
            }
        }
    }
    (neighbors.into(), report)
}

/// One vertex of each connected surface of a solid.
fn shells(
    vertices: &[Vector3<f64>],
    triangles: &[[u32; 3]],
    tree: &BoxTree,
    report: &MeshReport,
) -> Result<Box<[u32]>> {
    if let Some(edge) = report.rim {
        return Err(Error::OpenEdge { edge });
    }
    let place = &one_of_each_place(vertices);
    let placed = PlacedMesh {
        vertices,
        triangles,
        place,
        tree,
    };
    placed.shells()
}

/// Numbers in groups, ascending in each.
struct Groups {
    numbers: Vec<u64>,
    /// Where each group begins, and where the last ends.
    starts: Vec<u32>,
}

impl Groups {
    /// Sorts numbers into their groups, in a time that grows with their count.
    fn new(entries: impl Iterator<Item = (u32, u64)> + Clone, groups: usize) -> Self {
        let mut starts = vec![0; groups + 1];
        for (group, _) in entries.clone() {
            starts[group as usize + 1] += 1;
        }
        for group in 0..groups {
            starts[group + 1] += starts[group];
        }
        let mut next = starts.clone();
        let mut numbers = vec![0; starts[groups] as usize];
        for (group, number) in entries {
            let next = &mut next[group as usize];
            numbers[*next as usize] = number;
            *next += 1;
        }
        for group in starts.windows(2) {
            numbers[group[0] as usize..group[1] as usize].sort_unstable();
        }
        Groups { numbers, starts }
    }

    fn iter(&self) -> impl Iterator<Item = &[u64]> {
        let ends = self.starts.windows(2);
        ends.map(|group| &self.numbers[group[0] as usize..group[1] as usize])
    }
}

/// Whether the corners are on a line. The predicate is exact; far from a line the product of two sides decides.
fn is_flat(a: &Vector3<f64>, b: &Vector3<f64>, c: &Vector3<f64>) -> bool {
    let (u, v) = (b - a, c - a);
    let size = u.amax() * v.amax();
    let clear = size.is_finite() && cross(&u, &v).amax() > 1e-12 * size && size > 1e-200;
    !clear && collinear(a, b, c)
}

/// Returns for each vertex the first one with the same coordinates.
fn one_of_each_place(vertices: &[Vector3<f64>]) -> Vec<u32> {
    // Of equal coordinates one number, and of different ones most often different numbers.
    let mixed = |p: &Vector3<f64>| {
        p.iter().fold(0_u64, |mixed, x| {
            (mixed.rotate_left(29) ^ x.to_bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        })
    };
    let mut order: Vec<(u64, u32)> = vertices.iter().map(mixed).zip(0..).collect();
    order.sort_unstable();
    let key = |v: u32| &vertices[v as usize];
    let mut place: Vec<u32> = (0..vertices.len() as u32).collect();
    for alike in order.chunk_by_mut(|p, q| p.0 == q.0) {
        if alike.len() == 1 {
            continue;
        }
        alike.sort_unstable_by(|&(_, v), &(_, w)| {
            let (p, q) = (key(v), key(w));
            let by_axis = p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y));
            by_axis.then(p.z.total_cmp(&q.z)).then(v.cmp(&w))
        });
        for same in alike.chunk_by(|p, q| key(p.1) == key(q.1)) {
            same.iter()
                .for_each(|&(_, v)| place[v as usize] = same[0].1);
        }
    }
    place
}
