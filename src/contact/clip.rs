//! The contacts of two outlines: the corners of their intersection, and the best four of them (`best`). The four of bodies
//! of several pieces are chosen in `pieces_manifold.rs`.
//!
//! Corners of one within the other, and crossings of edges: every edge of the one is clipped by every edge
//! of the other, as by Cyrus and Beck. Quadratic, and for the few corners that faces have the fastest.

use crate::contact::contact_face::{ContactFace, OutlineCorner};
use crate::contact::contacts::ContactPoint;
use crate::numeric::arithmetic::norm1;
use crate::shape::feature::{Feature, FeatureKind};
use crate::shape::polytope::Polytope;

/// Two edges of which the sine is below this are parallel: they stay within ten times the blur of each other.
const PARALLEL: f64 = 1e-9;

/// Distance, in blurs, within which a parallel edge is beside another one.
const BESIDE_BLURS: f64 = 20.0;

/// Contacts that are kept while the best are chosen; when there are more, they are found again for each
/// question.
const CACHED_CONTACTS: usize = 16;

pub(super) fn vertex_id(vertex: u32) -> u32 {
    1 << 30 | vertex & 0x3fff_ffff
}

pub(super) fn edge_id(edge: u32) -> u32 {
    2 << 30 | edge & 0x3fff_ffff
}

pub(super) fn face_id(face: u32) -> u32 {
    3 << 30 | face & 0x3fff_ffff
}

/// The id of what a body's corners hold: one, two that an edge joins, or of `face`.
pub(crate) fn feature_id(
    body: &Polytope,
    ids: impl Iterator<Item = u32>,
    face: impl FnOnce() -> u32,
) -> u32 {
    let feature = Feature::new(body, ids);
    match (feature.kind, feature.vertices()) {
        (FeatureKind::Edge, &[v, w]) => edge_id(body.edge_number(v, w)),
        (_, &[v]) => vertex_id(v),
        _ => face_id(face()),
    }
}

/// Feature of a contact on one side: a corner, the edge from a corner to the next, or the face of the outline; or
/// what the solver's own points are of.
#[derive(Clone, Copy, Default)]
pub(crate) enum On {
    #[default]
    Witness,
    Corner(u32),
    Edge(u32),
    Face,
}

/// A contact.
#[derive(Clone, Copy, Default)]
pub(crate) struct ContactCandidate {
    pub(crate) x: f64,
    pub(crate) y: f64,
    /// Heights of A's point and of B's along the normal.
    pub(crate) heights: [f64; 2],
    pub(crate) on: [On; 2],
}

impl ContactCandidate {
    #[inline(always)]
    pub(crate) fn depth(&self) -> f64 {
        self.heights[0] - self.heights[1]
    }

    #[inline(always)]
    fn far_sq(&self, other: &ContactCandidate) -> f64 {
        let (x, y) = (self.x - other.x, self.y - other.y);
        x * x + y * y
    }
}

/// Two outlines and what counts.
pub(crate) struct Clip<'a> {
    pub(crate) outlines: [&'a ContactFace<'a>; 2],
    /// Gives the pair of points that the solver found.
    pub(crate) witness: &'a dyn Fn() -> ContactCandidate,
    /// No contact along the normal is deeper.
    pub(crate) deepest: f64,
    pub(crate) least_depth: f64,
    pub(crate) blur: f64,
    pub(crate) missed: f64,
}

/// The contacts found so far, if they are not too many.
struct ClippedContacts {
    candidates: [ContactCandidate; CACHED_CONTACTS],
    count: usize,
}

/// A part of an edge: from and to, and the other outline's edges that cut it there.
struct EdgePart {
    from: (f64, Option<usize>),
    to: (f64, Option<usize>),
}

impl Clip<'_> {
    /// The id of what a contact is on, on side `k`; None of the solver's own points.
    #[inline(always)]
    pub(crate) fn id(&self, k: usize, on: On) -> Option<u32> {
        let outline = self.outlines[k];
        match on {
            On::Witness => None,
            On::Corner(i) => Some(vertex_id(outline.vertex(i as usize))),
            On::Edge(i) => Some(edge_id(outline.edge_number(i as usize))),
            On::Face => Some(face_id(outline.face)),
        }
    }

    /// Every contact once or, where a corner lies on the other outline, twice.
    #[inline(always)]
    fn each(&self, emit: &mut impl FnMut(ContactCandidate)) {
        // Where no depth is promised, nothing stands in for contacts.
        let mut reached = self.deepest == f64::NEG_INFINITY;
        let (least, enough) = (self.least_depth, self.deepest - self.missed);
        let most = match reached {
            true => f64::INFINITY,
            false => self.deepest + BESIDE_BLURS * self.blur,
        };
        let mut keep = |candidate: ContactCandidate| {
            let depth = candidate.depth();
            let is_on =
                |outline: &ContactFace<'_>| outline.is_beside(candidate.x, candidate.y, self.blur);
            if depth >= least && depth <= most && is_on(self.outlines[0]) && is_on(self.outlines[1])
            {
                reached |= depth >= enough;
                emit(candidate);
            }
        };
        match [0, 1].map(|k| self.outlines[k].is_face()) {
            [true, true] => {
                for i in 0..self.outlines[0].count {
                    self.edge_in_face(0, i, false, &mut keep);
                }
                for i in 0..self.outlines[1].count {
                    self.corner_in_face(1, i, &mut keep);
                }
            }
            [false, true] if self.outlines[0].count == 2 => self.lone_edge_in_face(0, &mut keep),
            [true, false] if self.outlines[1].count == 2 => self.lone_edge_in_face(1, &mut keep),
            [false, false] if self.outlines.iter().all(|o| o.count == 2) => {
                self.edge_on_edge(&mut keep);
            }
            _ => {}
        }
        if !reached {
            emit((self.witness)());
        }
    }

    /// Corner `i` of side `k`, if the other side's face holds it.
    #[inline(always)]
    fn corner_in_face(&self, k: usize, i: usize, keep: &mut impl FnMut(ContactCandidate)) {
        let (own, other) = (self.outlines[k], self.outlines[1 - k]);
        let p = own.corner(i);
        if other.holds(p.x, p.y, self.blur) {
            keep(self.on_face(k, p, On::Corner(i as u32)));
        }
    }

    /// A point of side `k` above or below the other side's face.
    #[inline(always)]
    fn on_face(&self, k: usize, p: OutlineCorner, own_on: On) -> ContactCandidate {
        let height = self.outlines[1 - k].height(p.x, p.y);
        candidate(k, p.x, p.y, [p.h, height], [own_on, On::Face])
    }

    /// The ends of the part of edge `i` of side `k` within the other side's face: its first corner, and
    /// crossings; of a lone edge also its second corner.
    #[inline(always)]
    fn edge_in_face(
        &self,
        k: usize,
        i: usize,
        alone: bool,
        keep: &mut impl FnMut(ContactCandidate),
    ) {
        let own = self.outlines[k];
        let ends = [i, own.next(i)];
        let [p, q] = ends.map(|i| own.corner(i));
        let Some(part) = self.part(k, &p, &q) else {
            return;
        };
        match part.from {
            (_, None) => keep(self.on_face(k, p, On::Corner(ends[0] as u32))),
            (t, Some(j)) => self.crossing(k, (i, j), [&p, &q], t, keep),
        }
        match part.to {
            (t, Some(j)) => self.crossing(k, (i, j), [&p, &q], t, keep),
            (_, None) if alone => keep(self.on_face(k, q, On::Corner(ends[1] as u32))),
            (_, None) => {}
        }
    }

    /// Does as [`edge_in_face`](Self::edge_in_face) for the one edge that side `k` has, compiled once.
    #[inline(never)]
    fn lone_edge_in_face(&self, k: usize, mut keep: &mut dyn FnMut(ContactCandidate)) {
        self.edge_in_face(k, 0, true, &mut keep);
    }

    /// The part of the edge within the other side's polygon (Cyrus and Beck).
    #[inline(always)]
    fn part(&self, k: usize, p: &OutlineCorner, q: &OutlineCorner) -> Option<EdgePart> {
        let other = self.outlines[1 - k];
        let (dx, dy) = (q.x - p.x, q.y - p.y);
        let mut part = EdgePart {
            from: (0.0, None),
            to: (1.0, None),
        };
        for j in 0..other.count {
            let (u, edge) = (other.corner(j), other.edge(j));
            let room = self.blur * edge.length;
            // Positive within.
            let start = edge.x * (p.y - u.y) - edge.y * (p.x - u.x);
            let gain = edge.x * dy - edge.y * dx;
            let end = start + gain;
            if start < -room && end < -room {
                return None;
            }
            if start < -room && gain > 0.0 {
                let t = -start / gain;
                if t > part.from.0 {
                    part.from = (t, Some(j));
                }
            } else if end < -room && gain < 0.0 {
                let t = start / -gain;
                if t < part.to.0 {
                    part.to = (t.max(0.0), Some(j));
                }
            }
        }
        (part.from.0 <= part.to.0).then_some(part)
    }

    /// Edge `i` of side `k` crosses the line of edge `j` of the other side, at `t` of the way from p to q. That is a contact if it is
    /// on the edge, which need not be so of outlines thinner than rounding.
    #[inline(always)]
    fn crossing(
        &self,
        k: usize,
        (i, j): (usize, usize),
        [p, q]: [&OutlineCorner; 2],
        t: f64,
        keep: &mut impl FnMut(ContactCandidate),
    ) {
        let other = self.outlines[1 - k];
        let (x, y) = (p.x + t * (q.x - p.x), p.y + t * (q.y - p.y));
        let height = p.h + t * (q.h - p.h);
        let (u, v) = (other.corner(j), other.corner(other.next(j)));
        let along = along_edge(&u, &v, x, y);
        let (dx, dy) = (u.x + along * (v.x - u.x) - x, u.y + along * (v.y - u.y) - y);
        let beside = BESIDE_BLURS * self.blur;
        if dx * dx + dy * dy <= beside * beside {
            let on = [On::Edge(i as u32), On::Edge(j as u32)];
            let heights = [height, u.h + along * (v.h - u.h)];
            keep(candidate(k, x, y, heights, on));
        }
    }

    /// Two lone edges: where they cross, or the ends of what they share.
    #[inline(never)]
    fn edge_on_edge(&self, keep: &mut dyn FnMut(ContactCandidate)) {
        let [a, b] = self.outlines;
        let (p, q, u, v) = (a.corner(0), a.corner(1), b.corner(0), b.corner(1));
        let (dx, dy, ex, ey) = (q.x - p.x, q.y - p.y, v.x - u.x, v.y - u.y);
        let sine = dx * ey - dy * ex;
        let (long_a, long_b) = (dx * dx + dy * dy, ex * ex + ey * ey);
        if sine * sine > PARALLEL * PARALLEL * long_a * long_b {
            let t = ((u.x - p.x) * ey - (u.y - p.y) * ex) / sine;
            let s = ((u.x - p.x) * dy - (u.y - p.y) * dx) / sine;
            if (0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&s) {
                let (x, y) = (p.x + t * dx, p.y + t * dy);
                let heights = [p.h + t * (q.h - p.h), u.h + s * (v.h - u.h)];
                keep(candidate(0, x, y, heights, [On::Edge(0); 2]));
            }
            return;
        }
        // Each end that is beside the other edge.
        for (k, own, other) in [(0, a, b), (1, b, a)] {
            let (u, v) = (other.corner(0), other.corner(1));
            let (ex, ey) = (v.x - u.x, v.y - u.y);
            for i in 0..2 {
                let p = own.corner(i);
                let along = (p.x - u.x) * ex + (p.y - u.y) * ey;
                let (long, aside) = (ex * ex + ey * ey, (p.x - u.x) * ey - (p.y - u.y) * ex);
                let is_beside = aside.abs() <= BESIDE_BLURS * self.blur * long.sqrt();
                if is_beside && along >= 0.0 && along <= long {
                    let on = [On::Corner(i as u32), On::Edge(0)];
                    let height = u.h + along_edge(&u, &v, p.x, p.y) * (v.h - u.h);
                    keep(candidate(k, p.x, p.y, [p.h, height], on));
                }
            }
        }
    }

    /// The best four; the deepest to rounding comes first.
    #[inline(always)]
    pub(crate) fn best(&self) -> ([ContactCandidate; 4], usize) {
        let mut found = ClippedContacts {
            candidates: [ContactCandidate::default(); CACHED_CONTACTS],
            count: 0,
        };
        self.each(&mut |candidate| {
            if found.count < CACHED_CONTACTS {
                found.candidates[found.count] = candidate;
            }
            found.count += 1;
        });
        let (mut best, mut count, mut more) = ([ContactCandidate::default(); 4], 0, false);
        let same = self.blur * self.blur * 16.0;
        self.again(&found, &mut |candidate| {
            if let Some(b) = best[..count]
                .iter_mut()
                .find(|b| b.far_sq(&candidate) <= same)
            {
                // Edges along the normal are in one place at many depths.
                if candidate.depth() > b.depth() + self.blur {
                    *b = candidate;
                }
            } else if count < 4 {
                best[count] = candidate;
                count += 1;
            } else {
                more = true;
            }
        });
        if more {
            return self.spread(&found, same);
        }
        // The deepest first; the first of those equally deep.
        let deepest = (1..count).fold(0, |d, i| {
            let deeper = best[i].depth() > best[d].depth() + self.blur;
            if deeper { i } else { d }
        });
        best[..count].rotate_left(deepest);
        (best, count)
    }

    #[inline(always)]
    fn again(&self, found: &ClippedContacts, visit: &mut impl FnMut(ContactCandidate)) {
        if found.count <= CACHED_CONTACTS {
            for candidate in &found.candidates[..found.count] {
                visit(*candidate);
            }
        } else {
            self.each_outlined(visit);
        }
    }

    /// [`each`](Self::each) where it is rare: one copy for all.
    #[cold]
    #[inline(never)]
    fn each_outlined(&self, mut emit: &mut dyn FnMut(ContactCandidate)) {
        self.each(&mut emit);
    }

    /// Chooses four of more contacts: the deepest, the farthest from it, the farthest to both sides.
    fn spread(&self, found: &ClippedContacts, same: f64) -> ([ContactCandidate; 4], usize) {
        let mut best = [ContactCandidate::default(); 4];
        let mut depth = f64::NEG_INFINITY;
        self.again(found, &mut |candidate| {
            if candidate.depth() > depth + self.blur {
                (best[0], depth) = (candidate, candidate.depth());
            }
        });
        let mut far = same;
        let mut count = 1;
        self.again(found, &mut |candidate| {
            let away = candidate.far_sq(&best[0]);
            // Clearly farther: of equals the first.
            if away > far * (1.0 + 1e-9) {
                (best[1], far, count) = (candidate, away, 2);
            }
        });
        if count == 1 {
            return (best, 1);
        }
        let (p, q) = (best[0], best[1]);
        let (dx, dy) = (q.x - p.x, q.y - p.y);
        let least = 4.0 * self.blur * far.sqrt();
        let mut sides = [(least, None); 2];
        self.again(found, &mut |candidate| {
            let area = dx * (candidate.y - p.y) - dy * (candidate.x - p.x);
            let side = &mut sides[usize::from(area < 0.0)];
            if area.abs() > side.0 * (1.0 + 1e-9) {
                *side = (area.abs(), Some(candidate));
            }
        });
        for (_, candidate) in sides {
            if let Some(candidate) = candidate {
                best[count] = candidate;
                count += 1;
            }
        }
        (best, count)
    }

    /// All contacts into `out`; how many there are, also of those that do not fit.
    pub(crate) fn all(
        &self,
        out: &mut [ContactPoint],
        same: f64,
        place: impl Fn(&ContactCandidate) -> ContactPoint,
    ) -> usize {
        let near = |p: &ContactPoint, q: &ContactPoint| norm1(&(p.point_a - q.point_a)) <= same;
        // Around a corner of a round body that leans, the solver's own point is deeper than the outline's.
        let is_same = |p: &ContactPoint, q: &ContactPoint, on: On| {
            near(p, q) || matches!(on, On::Witness) && p.id == q.id
        };
        let (mut count, mut found) = (0, 0);
        // Corners on the other outline come twice, and crossings next to them.
        self.each_outlined(&mut |candidate| {
            let point = place(&candidate);
            found += 1;
            let written = count.min(out.len());
            let mut earlier = out[..written].iter_mut();
            if let Some(first) = earlier.find(|p| is_same(p, &point, candidate.on[0])) {
                if !near(first, &point) || point.depth > first.depth + same {
                    *first = point;
                }
                return;
            }
            let mut again = false;
            if count > out.len() {
                // What did not fit is found once more to compare with.
                let mut earlier = 1..found;
                self.each_outlined(&mut |other| {
                    let is_earlier = earlier.next().is_some();
                    again |= is_earlier && is_same(&place(&other), &point, candidate.on[0])
                });
            }
            if again {
                return;
            }
            if let Some(free) = out.get_mut(count) {
                *free = point;
            }
            count += 1;
        });
        count
    }
}

/// Heights and what they are on are of side `k` and of the other.
#[inline(always)]
fn candidate(k: usize, x: f64, y: f64, heights: [f64; 2], on: [On; 2]) -> ContactCandidate {
    let ([own, other], [own_on, other_on]) = (heights, on);
    let (heights, on) = match k {
        0 => (heights, on),
        _ => ([other, own], [other_on, own_on]),
    };
    ContactCandidate { x, y, heights, on }
}

/// Where the edge is nearest to the point, as seen along the normal: from 0 to 1.
#[inline(always)]
fn along_edge(u: &OutlineCorner, v: &OutlineCorner, x: f64, y: f64) -> f64 {
    let (ex, ey) = (v.x - u.x, v.y - u.y);
    let along = ((x - u.x) * ex + (y - u.y) * ey) / (ex * ex + ey * ey);
    // An edge along the normal has no such place.
    if along.is_finite() {
        along.clamp(0.0, 1.0)
    } else {
        0.0
    }
}
