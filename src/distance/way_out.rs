//! Which way, and how far, must a body of several pieces go to be out of another?
//!
//! Problem: each pair of pieces has its own shortest way out. Over a seam of a surface it leads sideways, into the next triangle,
//! and the way out of one pair may be far too short for another. Idea: of the normals that the surfaces have where they are
//! touched ([`inner_edges`](crate::distance::inner_edges)), and the triangles' own, take the one along which all pairs together
//! are left the soonest: a minimax. What a pair needs along a normal is its last touch
//! ([`last_touch`](crate::distance::last_touch)), which is never less than its own depth. So a normal that needs no more than the
//! deepest pair's depth is the best, mostly the first one asked, and most others end at the first pair that needs more. At the
//! end of the way it is asked whether it is free; what the body ran into on the way, or had behind a surface, makes it longer.
//!
//! In a corner between a floor and a wall no normal of either parts both: up along the wall is out of the floor, but as long as
//! the wall. A pair that needs more than [`FARTHEST`] times what the deepest needs is left as it is, and the normal that leaves
//! the least is taken. The bodies then overlap by that in the end, which is no more than the deepest pair does at first.
//!
//! Loses where thousands of pairs have each a normal of its own: all are asked about the pairs that ruled out the last few.

use std::collections::BTreeSet;

use nalgebra::Vector3;

use crate::body::pieces::PieceId;
use crate::body::triangle::TriangleBuffer;
use crate::distance::contacts::ContactPoint;
use crate::distance::last_touch::{last_touch, reach_along};
use crate::distance::pair_manifold::meeting;
use crate::error::Result;
use crate::motion::pairs::{Cores, PosedPair};
use crate::motion::pose::Pose;
use crate::options::MAX_PIVOTS;
use crate::verdict::Verdict;

/// Length of a way out, in depths of the pair that is the deepest by a way of its own: longer ones lead along a wall. About that
/// many are needed where two surfaces lean by 75 degrees.
const FARTHEST: f64 = 4.0;

/// Depth, in sizes of the pair, that is none: a body that is as deep is out.
const NOTHING: f64 = 1e-11;

/// Normals that are the same to this are one.
const SAME_NORMAL: f64 = 1e-9;

/// Pairs that are asked first whether a normal is worse than the best so far.
const RIVALS: usize = 8;

/// Two pieces that meet.
pub(super) struct Overlap {
    pub(super) ids: [PieceId; 2],
    /// That of their own shortest way out, from A to B, and where they are the deepest.
    pub(super) normal: Vector3<f64>,
    pub(super) at: ContactPoint,
    /// Whether both surfaces have that normal there.
    pub(super) is_own: bool,
    /// Whether rounding leaves nothing of a triangle's normal.
    pub(super) is_blurred: bool,
    /// The normals of the triangles, from A to B, towards each other's centres.
    pub(super) faces: [Option<Vector3<f64>>; 2],
}

/// How B gets out of A: by `at.depth` along the unit normal.
#[derive(Debug, Clone)]
pub(crate) struct WayOut {
    /// From A to B, world axes.
    pub(crate) normal: Vector3<f64>,
    /// Where the bodies are the deepest along it; negative across a gap. World frame.
    pub(crate) at: ContactPoint,
    /// The pieces that are.
    pub(crate) ids: [PieceId; 2],
    /// How deep pairs are that this does not part.
    pub(crate) left: f64,
    /// Pairs that do not meet, and do on the way.
    pub(super) more: Vec<[PieceId; 2]>,
}

/// The best way out of pieces that meet, one pair at least. `size` is that of the largest pair.
pub(super) fn way_out(pair: &PosedPair<'_>, overlaps: &[Overlap], size: f64) -> Result<WayOut> {
    let mut search = Search {
        pair,
        overlaps,
        buffers: [TriangleBuffer::EMPTY, TriangleBuffer::EMPTY],
        nothing: NOTHING * size,
        needs: Vec::new(),
        farthest: f64::INFINITY,
        rivals: Vec::new(),
    };
    let mut order: Vec<usize> = (0..overlaps.len()).collect();
    order.sort_by(|&j, &k| {
        let [p, q] = [j, k].map(|k| &overlaps[k]);
        q.at.depth.total_cmp(&p.at.depth).then(p.ids.cmp(&q.ids))
    });
    search.measure(&order)?;
    let deepest = overlaps[order[0]].at.depth;
    let mut best: Option<WayOut> = None;
    for (k, normal) in candidates(overlaps, &order) {
        let Some(way) = search.along(k, &normal, best.as_ref())? else {
            continue;
        };
        let way = search.freed(way)?;
        if best
            .as_ref()
            .is_none_or(|best| search.is_better(&way, best))
        {
            let is_best = way.left <= search.nothing && way.at.depth <= deepest + search.nothing;
            best = Some(way);
            if is_best {
                break;
            }
        }
    }
    Ok(best.expect("the first normal has no rival"))
}

/// The normals that surfaces have, those of the deepest pairs first, then those of the triangles' faces; each with a pair that has
/// it. Where there is none, better any than none.
fn candidates(overlaps: &[Overlap], order: &[usize]) -> Vec<(usize, Vector3<f64>)> {
    let sound = || order.iter().filter(|&&k| !overlaps[k].is_blurred);
    let own = sound().filter(|&&k| overlaps[k].is_own);
    let own = own.map(|&k| (k, overlaps[k].normal));
    let faces = sound().flat_map(|&k| overlaps[k].faces.into_iter().flatten().map(move |n| (k, n)));
    let mut known = BTreeSet::new();
    let mut is_new = |n: &Vector3<f64>| {
        let [x, y, z]: [f64; 3] = n.map(|x| (x / SAME_NORMAL).round()).into();
        known.insert([x, y, z].map(|x| x as i64))
    };
    let all: Vec<_> = own.chain(faces).filter(|(_, n)| is_new(n)).collect();
    match all.is_empty() {
        true => order.iter().map(|&k| (k, overlaps[k].normal)).collect(),
        false => all,
    }
}

struct Search<'s, 'a> {
    pair: &'s PosedPair<'a>,
    overlaps: &'s [Overlap],
    buffers: [TriangleBuffer; 2],
    /// A depth that is none.
    nothing: f64,
    /// How far each pair must go by a way of its own: the shortest, or out of the triangle's face.
    needs: Vec<f64>,
    /// What needs more along a normal is left.
    farthest: f64,
    /// Pairs that ruled out the last normals.
    rivals: Vec<usize>,
}

impl Search<'_, '_> {
    fn of_cores<R>(&mut self, k: usize, ask: impl FnOnce(&Cores<'_, Pose>) -> R) -> Result<R> {
        let ids = self.overlaps[k].ids;
        self.pair.of_pieces_in(&mut self.buffers, ids, |posed| {
            posed.cores_for("contact_manifold").map(|cores| ask(&cores))
        })?
    }

    fn reach(&mut self, k: usize, n: &Vector3<f64>) -> Result<f64> {
        self.of_cores(k, |cores| reach_along(cores, n))
    }

    fn last_touch(
        &mut self,
        k: usize,
        n: &Vector3<f64>,
        between: [f64; 2],
    ) -> Result<Option<ContactPoint>> {
        self.of_cores(k, |cores| last_touch(cores, n, between))
    }

    /// What each pair needs, the deepest first.
    fn measure(&mut self, order: &[usize]) -> Result<()> {
        self.needs = self.overlaps.iter().map(|of| of.at.depth).collect();
        let mut most = self.needs[order[0]];
        for &k in order {
            let of = &self.overlaps[k];
            if of.is_own || of.is_blurred {
                continue;
            }
            let mut least = f64::INFINITY;
            for n in of.faces.iter().flatten() {
                let reach = self.reach(k, n)?;
                // Only the largest need matters.
                least = least.min(match reach <= most {
                    true => reach,
                    false => match self.last_touch(k, n, [most, reach])? {
                        Some(at) => at.depth,
                        None => most,
                    },
                });
            }
            if least < f64::INFINITY {
                self.needs[k] = self.needs[k].max(least);
                most = most.max(least);
            }
        }
        self.farthest = FARTHEST * most + self.nothing;
        Ok(())
    }

    /// The way along a normal of pair `source`, as far as the pairs that meet ask for; None if it is no better than the best.
    fn along(
        &mut self,
        source: usize,
        n: &Vector3<f64>,
        best: Option<&WayOut>,
    ) -> Result<Option<WayOut>> {
        let bar = best.filter(|best| best.left <= self.nothing);
        let bar = bar.map_or(f64::INFINITY, |best| best.at.depth);
        for place in 0..self.rivals.len() {
            let k = self.rivals[place];
            let reach = self.reach(k, n)?;
            if reach > bar && self.last_touch(k, n, [bar, reach])?.is_some() {
                self.rivals[..=place].rotate_right(1);
                return Ok(None);
            }
        }
        let mut reaches = Vec::with_capacity(self.overlaps.len());
        for k in 0..self.overlaps.len() {
            reaches.push((self.reach(k, n)?, k));
        }
        reaches.sort_by(|p, q| q.0.total_cmp(&p.0).then(p.1.cmp(&q.1)));
        let from = &self.overlaps[source];
        // Of bodies that only touch.
        let mut at = ContactPoint {
            point_b: from.at.point_a,
            depth: 0.0,
            ..from.at
        };
        let (mut ids, mut left, mut depth) = (from.ids, 0.0f64, -self.nothing);
        for (reach, k) in reaches {
            if reach <= depth + self.nothing {
                break;
            }
            let Some(found) = self.last_touch(k, n, [depth, reach])? else {
                continue;
            };
            if found.depth > bar && self.needs[k] > self.nothing {
                self.rivals.insert(0, k);
                self.rivals.truncate(RIVALS);
                return Ok(None);
            }
            if found.depth > self.farthest {
                left = left.max(self.needs[k]);
            } else {
                (depth, ids, at) = (found.depth, self.overlaps[k].ids, found);
            }
        }
        Ok(Some(WayOut {
            normal: *n,
            at: ContactPoint {
                depth: at.depth.max(0.0),
                ..at
            },
            ids,
            left,
            more: Vec::new(),
        }))
    }

    /// The way made longer until its end is free, but for what it cannot part.
    fn freed(&self, mut way: WayOut) -> Result<WayOut> {
        let n = way.normal;
        loop {
            let to = self.pair.pose_b.translation() + n * way.at.depth;
            let Ok(pose_b) = self.pair.pose_b.moved_to(to) else {
                return Ok(way);
            };
            let moved = PosedPair {
                pose_b: &pose_b,
                ..*self.pair
            };
            let mut farther: Option<(ContactPoint, [PieceId; 2])> = None;
            moved.over_pieces(0.0, &mut |posed, ids| {
                let cores = posed.cores_for("contact_manifold")?;
                let reach = match cores.has_empty() {
                    true => f64::NEG_INFINITY,
                    false => reach_along(&cores, &n),
                };
                if reach <= self.nothing {
                    return Ok(0.0);
                }
                let found = meeting(&cores, 0.0, MAX_PIVOTS);
                let deep = found.contact.map_or(0.0, |(_, at)| at.depth);
                if found.verdict != Verdict::Hit || deep <= self.nothing {
                    return Ok(0.0);
                }
                match last_touch(&cores, &n, [0.0, reach]) {
                    Some(at) if way.at.depth + at.depth <= self.farthest => {
                        if farther.as_ref().is_none_or(|(far, _)| at.depth > far.depth) {
                            farther = Some((at, ids));
                        }
                    }
                    _ => way.left = way.left.max(deep),
                }
                Ok(0.0)
            })?;
            let Some((at, ids)) = farther.filter(|(at, _)| at.depth > self.nothing) else {
                return Ok(way);
            };
            let depth = way.at.depth + at.depth;
            way.at = ContactPoint {
                point_b: at.point_a - n * depth,
                depth,
                ..at
            };
            way.ids = ids;
            way.more.push(ids);
        }
    }

    fn is_better(&self, way: &WayOut, best: &WayOut) -> bool {
        let left = |way: &WayOut| match way.left <= self.nothing {
            true => 0.0,
            false => way.left,
        };
        let more = left(way) - left(best);
        more < -self.nothing || more <= self.nothing && way.at.depth < best.at.depth - self.nothing
    }
}
