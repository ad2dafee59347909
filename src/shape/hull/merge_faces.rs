//! From triangles to faces: the corners, faces and edges of a hull, in one canonical order.
//!
//! Problem: a triangulated hull depends on the order of insertion, cuts flat faces arbitrarily
//! and may keep points inside faces and edges. Idea: an edge between exactly coplanar triangles
//! is no edge; what is left of the edges bounds each face in one cycle; a point is a corner when
//! at least three faces meet there. Numbering corners in the order of the input (which is
//! lexicographic) and faces by their loops makes the result a function of the point set alone.

use crate::numeric::arithmetic::norm1;
use crate::shape::hull::points::HullPoints;
use crate::shape::hull::triangulate::HullTriangle;
use crate::shape::outlines::FLAT;

/// Corners and faces of a hull.
pub(crate) struct Boundary {
    /// HullPoints that are corners, ascending.
    pub corners: Vec<u32>,
    /// Face i is `loops[starts[i]..starts[i + 1]]`: indices into `corners`, counter-clockwise
    /// from outside, the lowest first. Faces ascend by their loops.
    pub starts: Vec<u32>,
    pub loops: Vec<u32>,
    /// Whether some two faces side by side are one but for rounding.
    pub is_broken: bool,
}

/// Merges coplanar triangles of a closed hull into its true faces.
pub(crate) fn merge(hull_points: &HullPoints<'_>, triangles: &[HullTriangle]) -> Boundary {
    let (flat, is_broken) = flat_edges(hull_points, triangles);
    let (starts, loops) = outlines(triangles, &flat);
    let mut incident = vec![0u8; hull_points.len()];
    for &corner in &loops {
        let count = &mut incident[corner as usize];
        *count = count.saturating_add(1);
    }
    let keep: Vec<bool> = incident.iter().map(|&count| count >= 3).collect();
    Boundary {
        is_broken,
        ..Boundary::new(&keep, &starts, &loops)
    }
}

/// For each triangle three bits: bit i is set when the triangle across edge i is coplanar. And whether any is nearly so.
fn flat_edges(hull_points: &HullPoints<'_>, triangles: &[HullTriangle]) -> (Vec<u8>, bool) {
    let (mut flat, mut is_broken) = (vec![0u8; triangles.len()], false);
    for (t, triangle) in triangles.iter().enumerate() {
        for i in 0..3 {
            let across = triangle.neighbors[i] as usize;
            if across < t {
                continue;
            }
            let (j, apex) = opposite(&triangles[across], triangle.corners[i]);
            let (side, height) = hull_points.side(&triangle.plane, &triangle.corners, apex);
            if side == 0 {
                flat[t] |= 1 << i;
                flat[across] |= 1 << j;
            } else {
                is_broken |= height.abs() <= FLAT * norm1(&triangle.plane.normal);
            }
        }
    }
    (flat, is_broken)
}

/// The edge of `triangle` that ends at `end`, and the corner that is not on it.
fn opposite(triangle: &HullTriangle, end: u32) -> (usize, u32) {
    let at = |i: usize| triangle.corners[i % 3];
    let j = (0..3).find(|&j| at(j + 1) == end).unwrap_or(0);
    (j, at(j + 2))
}

/// Walks along the edges that are left, keeping the face on the left.
fn outlines(triangles: &[HullTriangle], flat: &[u8]) -> (Vec<u32>, Vec<u32>) {
    let (mut starts, mut loops) = (vec![0], Vec::with_capacity(3 * triangles.len()));
    let mut walked = flat.to_vec();
    for first in 0..triangles.len() {
        for i in 0..3 {
            if walked[first] & (1 << i) != 0 {
                continue;
            }
            let (mut t, mut e) = (first, i);
            while walked[t] & (1 << e) == 0 {
                walked[t] |= 1 << e;
                loops.push(triangles[t].corners[e]);
                // Turn about the end of the edge until a true edge leaves it.
                e = (e + 1) % 3;
                while flat[t] & (1 << e) != 0 {
                    let pivot = triangles[t].corners[e];
                    t = triangles[t].neighbors[e] as usize;
                    e = (0..3)
                        .find(|&j| triangles[t].corners[j] == pivot)
                        .unwrap_or(0);
                }
            }
            starts.push(loops.len() as u32);
        }
    }
    (starts, loops)
}

impl Boundary {
    /// Keeps the marked sites and brings everything into canonical order.
    pub(crate) fn new(keep: &[bool], starts: &[u32], loops: &[u32]) -> Boundary {
        let mut number = vec![0u32; keep.len()];
        let mut corners = Vec::new();
        for (site, _) in keep.iter().enumerate().filter(|(_, keep)| **keep) {
            number[site] = corners.len() as u32;
            corners.push(site as u32);
        }
        let mut kept = Vec::with_capacity(loops.len());
        let mut faces: Vec<(u64, u32, u32)> = Vec::with_capacity(starts.len() - 1);
        for ends in starts.windows(2) {
            let start = kept.len();
            kept.extend(
                loops[ends[0] as usize..ends[1] as usize]
                    .iter()
                    .filter(|&&site| keep[site as usize])
                    .map(|&site| number[site as usize]),
            );
            let face = &mut kept[start..];
            let lowest = (0..face.len()).min_by_key(|&i| face[i]).unwrap_or(0);
            face.rotate_left(lowest);
            // No two faces share a directed edge, so the first one orders them.
            let key = u64::from(face[0]) << 32 | u64::from(face[1]);
            faces.push((key, start as u32, kept.len() as u32));
        }
        faces.sort_unstable();
        let mut boundary = Boundary {
            corners,
            starts: vec![0],
            loops: Vec::with_capacity(kept.len()),
            is_broken: false,
        };
        for (_, start, end) in faces {
            boundary
                .loops
                .extend_from_slice(&kept[start as usize..end as usize]);
            boundary.starts.push(boundary.loops.len() as u32);
        }
        boundary
    }
}
