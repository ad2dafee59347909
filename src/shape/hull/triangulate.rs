//! The convex hull of points that span space, as triangles.
//!
//! Problem: a hull of any finite point list, however degenerate, that is exactly convex. Idea:
//! quickhull (Barber, Dobkin, Huhdanpaa, "The Quickhull Algorithm for Convex Hulls", 1996) with
//! one change: no thick facets and no merging on the way; a triangle is visible from a point only
//! when the point lies strictly above it in real arithmetic. Then the visible triangles always
//! form a disc, its rim is a simple cycle, and no new triangle is degenerate, so nothing can fail
//! (the proof is in `docs/theory/DESIGN.md`). Coplanar triangles are merged afterwards, exactly, by
//! [`facets`](crate::shape::hull::merge_faces). Loses on inputs of which nearly every sign is nearly zero: each then
//! costs an exact predicate.

use std::collections::VecDeque;

use crate::shape::hull::points::{HullPoints, SitePlane};

/// Ends a list of points.
const END_OF_LIST: u32 = u32::MAX;

/// A triangle of the hull, counter-clockwise from outside.
pub(crate) struct HullTriangle {
    pub corners: [u32; 3],
    /// `neighbors[i]` lies across the edge from `corners[i]` to the next corner.
    pub neighbors: [u32; 3],
    pub plane: SitePlane,
    /// First of the points that lie strictly above and are still outside.
    outside: u32,
    /// The highest of them.
    farthest: u32,
    height: f64,
    /// `2 * insertion + visible` of the last insertion that looked at it.
    mark: u32,
    alive: bool,
}

/// The hull of `sites`, of which the four of `simplex` are not coplanar. The triangles cover the
/// boundary; some adjacent ones may be coplanar.
pub(crate) fn triangulated_hull(
    hull_points: &HullPoints<'_>,
    simplex: [u32; 4],
) -> Vec<HullTriangle> {
    let mut hull = Hull::new(hull_points, simplex);
    while let Some(triangle) = hull.pending.pop_front() {
        // A slot that died since has been cleared, or serves a younger triangle that is queued
        // itself; taking that one early does no harm.
        let t = &hull.triangles[triangle as usize];
        if t.alive && t.outside != END_OF_LIST {
            hull.insert(t.farthest, triangle);
        }
    }
    hull.finish()
}

struct Hull<'a> {
    hull_points: &'a HullPoints<'a>,
    triangles: Vec<HullTriangle>,
    free: Vec<u32>,
    /// First in, first out: all parts of the hull grow alike, and long lists are split early.
    pending: VecDeque<u32>,
    /// `next[p]` follows point p in the list of the triangle that p is above.
    next: Vec<u32>,
    /// The new triangle whose base starts at a point. Valid only during an insertion.
    base_from: Vec<u32>,
    insertions: u32,
    // Reused from insertion to insertion.
    visible: Vec<u32>,
    rim: Vec<Rim>,
    fan: Vec<u32>,
}

/// An edge between a visible triangle and one that is not.
#[derive(Clone, Copy)]
struct Rim {
    from: u32,
    to: u32,
    /// The triangle that stays, and which of its edges this is.
    beyond: u32,
    edge: u8,
}

impl<'a> Hull<'a> {
    fn new(hull_points: &'a HullPoints<'a>, [a, b, c, d]: [u32; 4]) -> Self {
        let n = hull_points.len();
        let mut hull = Hull {
            hull_points,
            triangles: Vec::with_capacity(64),
            free: Vec::new(),
            pending: VecDeque::new(),
            next: vec![END_OF_LIST; n],
            base_from: vec![END_OF_LIST; n],
            insertions: 0,
            visible: Vec::new(),
            rim: Vec::new(),
            fan: Vec::new(),
        };
        let base = hull_points.plane([a, b, c]);
        let (b, c) = if hull_points.side(&base, &[a, b, c], d).0 > 0 {
            (b, c)
        } else {
            (c, b)
        };
        for (corners, neighbors) in [
            ([a, c, b], [3, 2, 1]),
            ([a, b, d], [0, 2, 3]),
            ([b, c, d], [0, 3, 1]),
            ([c, a, d], [0, 1, 2]),
        ] {
            hull.add(corners, neighbors);
        }
        hull.fan.extend([0, 1, 2, 3]);
        for p in (0..n as u32).filter(|p| ![a, b, c, d].contains(p)) {
            hull.place(p);
        }
        hull.pending.extend([0, 1, 2, 3]);
        hull
    }

    fn add(&mut self, corners: [u32; 3], neighbors: [u32; 3]) -> u32 {
        let triangle = HullTriangle {
            corners,
            neighbors,
            plane: self.hull_points.plane(corners),
            outside: END_OF_LIST,
            farthest: END_OF_LIST,
            height: f64::NEG_INFINITY,
            mark: 0,
            alive: true,
        };
        match self.free.pop() {
            Some(slot) => {
                self.triangles[slot as usize] = triangle;
                slot
            }
            None => {
                self.triangles.push(triangle);
                self.triangles.len() as u32 - 1
            }
        }
    }

    /// Puts an outside point on the list of the first triangle of the fan that it is above. If
    /// there is none, it lies in the hull and is never visited again.
    #[inline]
    fn place(&mut self, p: u32) {
        for &t in &self.fan {
            let triangle = &mut self.triangles[t as usize];
            let (side, height) = self.hull_points.side(&triangle.plane, &triangle.corners, p);
            if side > 0 {
                self.next[p as usize] = triangle.outside;
                triangle.outside = p;
                if height > triangle.height || triangle.farthest == END_OF_LIST {
                    triangle.height = height;
                    triangle.farthest = p;
                }
                return;
            }
        }
    }

    /// Replaces what `eye` sees by the fan from `eye` to the rim. `eye` is above `seen`.
    fn insert(&mut self, eye: u32, seen: u32) {
        self.insertions += 1;
        self.find_visible(eye, seen);
        self.fan.clear();
        for i in 0..self.rim.len() {
            let Rim {
                from,
                to,
                beyond,
                edge,
            } = self.rim[i];
            let t = self.add([eye, from, to], [END_OF_LIST, beyond, END_OF_LIST]);
            self.triangles[beyond as usize].neighbors[edge as usize] = t;
            self.base_from[from as usize] = t;
            self.fan.push(t);
        }
        for i in 0..self.fan.len() {
            let (t, to) = (self.fan[i], self.rim[i].to);
            let following = self.base_from[to as usize];
            self.triangles[t as usize].neighbors[2] = following;
            self.triangles[following as usize].neighbors[0] = t;
        }
        for i in 0..self.visible.len() {
            let dead = self.visible[i];
            let mut p = self.triangles[dead as usize].outside;
            while p != END_OF_LIST {
                let following = self.next[p as usize];
                if p != eye {
                    self.place(p);
                }
                p = following;
            }
            self.triangles[dead as usize].alive = false;
        }
        // Slots are reused only now: the lists above hang on them.
        self.free.append(&mut self.visible);
        for &t in &self.fan {
            if self.triangles[t as usize].outside != END_OF_LIST {
                self.pending.push_back(t);
            }
        }
    }

    /// Collects the triangles that `eye` is strictly above, which are connected, and their rim.
    fn find_visible(&mut self, eye: u32, seen: u32) {
        let (hidden_mark, visible_mark) = (2 * self.insertions, 2 * self.insertions + 1);
        self.visible.clear();
        self.rim.clear();
        self.visible.push(seen);
        self.triangles[seen as usize].mark = visible_mark;
        let mut at = 0;
        while at < self.visible.len() {
            let t = self.visible[at];
            at += 1;
            let (corners, neighbors) = {
                let t = &self.triangles[t as usize];
                (t.corners, t.neighbors)
            };
            for i in 0..3 {
                let beyond = neighbors[i];
                let other = &mut self.triangles[beyond as usize];
                if other.mark < hidden_mark {
                    let (side, _) = self.hull_points.side(&other.plane, &other.corners, eye);
                    other.mark = if side > 0 { visible_mark } else { hidden_mark };
                    if side > 0 {
                        self.visible.push(beyond);
                    }
                }
                if other.mark == hidden_mark {
                    let to = corners[(i + 1) % 3];
                    // The same edge runs the other way in the triangle beyond.
                    let edge = (0..3).find(|&j| other.corners[j] == to).unwrap_or(0);
                    self.rim.push(Rim {
                        from: corners[i],
                        to,
                        beyond,
                        edge: edge as u8,
                    });
                }
            }
        }
    }

    /// The living triangles, renumbered without gaps.
    fn finish(self) -> Vec<HullTriangle> {
        let mut renumbered = vec![END_OF_LIST; self.triangles.len()];
        let mut count = 0;
        for (slot, t) in self.triangles.iter().enumerate() {
            if t.alive {
                renumbered[slot] = count;
                count += 1;
            }
        }
        let mut triangles = self.triangles;
        triangles.retain(|t| t.alive);
        for t in &mut triangles {
            t.neighbors = t.neighbors.map(|n| renumbered[n as usize]);
        }
        triangles
    }
}
