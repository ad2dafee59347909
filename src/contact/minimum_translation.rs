//! Which way, and how far, must a body of several pieces move to be out of another?
//!
//! Problem: each pair of pieces has its own shortest way out. Over a seam of a surface it leads sideways, into the
//! next triangle, and the way out of one pair may be far too short for another. Idea: of the normals that the
//! surfaces have where they are touched ([`inner_edges`](crate::contact::inner_edges)), and those of the triangles,
//! take the one along which all pairs together are left the soonest: a minimax. What a pair needs along a normal is
//! its last touch ([`last_touch`](crate::contact::last_touch)), which is never less than its own depth. So a normal
//! that needs no more than the deepest pair's depth is the best. Mostly it is the first one, and most others end at
//! the first pair that needs more. At the end of the way all pieces are queried again; what the body ran into on
//! the way, or had behind a surface, makes it longer.
//!
//! In a corner between a floor and a wall, no normal of either separates both: up along the wall is out of the
//! floor, but as long as the wall. So no way is longer than [`MAX_WAY_RATIO`] times what the deepest pair needs alone;
//! if all are, the deepest pair alone is left ([`sharp_corner`](crate::contact::sharp_corner)). Before that, the planes in
//! which the remaining pairs can be left give more normals. So do the faces of a compound's parts, unless a way is known to
//! be the shortest. For example, for a block in two halves, the way out of one half need not be that of the block.
//!
//! Loses where thousands of pairs have each a normal of its own: all are compared with the pairs that ruled out the
//! last few.

use nalgebra::Vector3;

use crate::contact::contacts::ContactPoint;
use crate::contact::inner_edges::check_normal;
use crate::contact::last_touch::LastTouch;
use crate::contact::piece_contact::{last_touch, meeting, overlap_along};
use crate::contact::piece_overlap::{MAX_WAY_RATIO, PieceOverlap, SAME_NORMAL, candidates};
use crate::contact::touch_bounds::TouchBounds;
use crate::contact::ways_through::{is_along_face, leads_through};
use crate::error::Result;
use crate::motion::pairs::{ConvexPair, PosedPair};
use crate::motion::pose::Pose;
use crate::numeric::arithmetic::{dot, rotate};
use crate::numeric::sort::{sort_by, sort_by_key, sorted_indices};
use crate::options::MAX_PIVOTS;
use crate::shape::body::Core;
use crate::shape::dimension::Dimension;
use crate::shape::pieces::{PieceId, PiecesKind};
use crate::shape::triangle::TriangleBuffer;
use crate::verdict::Verdict;

/// Length of a way at whose end the bodies slip past each other, beside that of one at whose end they touch across it: a body
/// rather leaves a floor by its normal than over its rim.
const SLIPPING_WAY_RATIO: f64 = 2.0;

/// Depth, in sizes of the pair, that is none: a body that is as deep is out.
pub(super) const ZERO_DEPTH_RATIO: f64 = 1e-11;

/// Normals that are queried where none of the pairs' own parts.
const MAX_SUGGESTED: usize = 64;

/// Normals of other pairs that are tried for what a pair needs alone.
const MAX_LENT: usize = 8;

/// Most pairs that a normal does not part and that suggest another one.
pub(super) const MAX_UNPARTED: usize = 8;

/// Number of pairs that are tested first for whether a normal is worse than the best so far, and of those that its end
/// may run into.
const MAX_RIVALS: usize = 8;

/// How B gets out of A: by `at.depth` along the unit normal.
#[derive(Debug, Clone)]
pub(crate) struct MinimumTranslation {
    /// From A to B, world axes.
    pub(crate) normal: Vector3<f64>,
    /// Where the bodies are the deepest along it; negative across a gap. World frame.
    pub(crate) at: ContactPoint,
    /// The pieces that are.
    pub(crate) ids: [PieceId; 2],
    /// Pairs that do not meet, but at the end of a part of the way, so that it is longer.
    pub(super) more: Vec<[PieceId; 2]>,
    /// How many pairs that only touch are pushed along each other, not apart.
    beside: usize,
    /// Whether the plane in which they touch at the end is not across the normal.
    slips: bool,
}

/// The best way out of pieces that meet, one pair at least. `size` is that of the largest pair.
pub(super) fn minimum_translation(
    pair: &PosedPair<'_>,
    overlaps: &[PieceOverlap],
    size: f64,
) -> Result<MinimumTranslation> {
    let bounds = TouchBounds::new(pair, overlaps, size);
    let mut search = MinimumTranslationSearch {
        pair,
        overlaps,
        bounds: bounds.as_ref(),
        buffers: [TriangleBuffer::EMPTY, TriangleBuffer::EMPTY],
        nothing: ZERO_DEPTH_RATIO * size,
        turned: SAME_NORMAL * size,
        farthest: f64::INFINITY,
        rivals: Vec::new(),
        blockers: Vec::new(),
        suggested: Vec::new(),
    };
    let order = sorted_indices(overlaps.len(), &|j, k| {
        let [p, q] = [j, k].map(|k| &overlaps[k]);
        q.at.depth.total_cmp(&p.at.depth).then(p.ids.cmp(&q.ids))
    });
    let normals = candidates(overlaps, &order);
    search.measure(&order, &normals)?;
    let nothing = search.nothing;
    let deepest = overlaps[order[0]].at.depth;
    let mut best: Option<MinimumTranslation> = None;
    let is_least = |best: &Option<MinimumTranslation>| {
        (best.as_ref()).is_some_and(|way| way.beside == 0 && way.at.depth <= deepest + nothing)
    };
    for (k, normal) in normals.iter().copied() {
        search.improve(&mut best, k, &normal)?;
        if is_least(&best) {
            break;
        }
    }
    let mut asked = 0;
    for with_faces in [false, true] {
        if with_faces && !is_least(&best) {
            search.suggest_faces(
                &order,
                best.as_ref()
                    .map_or(f64::INFINITY, MinimumTranslation::length),
            )?;
        }
        let is_sought =
            |best: &Option<MinimumTranslation>| best.is_none() || with_faces && !is_least(best);
        while is_sought(&best) && asked < search.suggested.len() {
            let (k, normal) = search.suggested[asked];
            search.improve(&mut best, k, &normal)?;
            asked += 1;
        }
    }
    if let Some(best) = best {
        return Ok(best);
    }
    let alone = search.deepest_alone(&order, deepest)?;
    if let Some((true, alone)) = alone {
        return Ok(alone);
    }
    // It went deeper into others: any way that parts is better.
    search.farthest = f64::INFINITY;
    let mut any = None;
    let own = order.iter().map(|&k| (k, overlaps[k].normal));
    for (k, normal) in normals.iter().copied().chain(own) {
        search.improve(&mut any, k, &normal)?;
    }
    let first = &overlaps[order[0]];
    let own = || MinimumTranslation::new(first.normal, first.at, first.ids);
    Ok(any.or(alone.map(|(_, way)| way)).unwrap_or_else(own))
}

pub(super) struct MinimumTranslationSearch<'s, 'a> {
    pub(super) pair: &'s PosedPair<'a>,
    pub(super) overlaps: &'s [PieceOverlap],
    bounds: Option<&'s TouchBounds<'s>>,
    pub(super) buffers: [TriangleBuffer; 2],
    /// A depth that is none.
    pub(super) nothing: f64,
    /// Distance that a plane moves when it turns by `SAME_NORMAL`.
    turned: f64,
    /// A pair that needs more along a normal is not parted by it.
    pub(super) farthest: f64,
    /// Pairs that ruled out the last normals.
    rivals: Vec<usize>,
    /// Pairs of pieces that the ends of the last ways ran into.
    blockers: Vec<[PieceId; 2]>,
    /// Normals along which pairs can be left that no other normal parts.
    suggested: Vec<(usize, Vector3<f64>)>,
}

impl MinimumTranslationSearch<'_, '_> {
    /// Takes the way along a normal of pair `k` if it parts all, and is the better one.
    fn improve(
        &mut self,
        best: &mut Option<MinimumTranslation>,
        k: usize,
        n: &Vector3<f64>,
    ) -> Result<()> {
        let Some(way) = self.along(k, n, best.as_ref())? else {
            return Ok(());
        };
        let Some(way) = self.freed(way, best.as_ref())? else {
            return Ok(());
        };
        let is_better = |best: &MinimumTranslation| {
            let is_even = way.length() <= best.length() + self.nothing;
            let is_shorter = way.length() < best.length() - self.nothing;
            is_shorter || is_even && (way.beside, way.slips) < (best.beside, best.slips)
        };
        if best.as_ref().is_none_or(is_better) && !self.leads_through(k, n, way.at.depth)? {
            *best = Some(way);
        }
        Ok(())
    }

    /// Whether the way along a normal of pair `k` leads through a surface, whichever of the pairs with that normal is queried. A
    /// face may be left by its own normal, but other pairs must not make that way so long that it leads through another surface.
    fn leads_through(&mut self, k: usize, n: &Vector3<f64>, depth: f64) -> Result<bool> {
        let (pair, overlaps, nothing) = (self.pair, self.overlaps, self.nothing);
        let leads = |of| leads_through(pair, overlaps, of, (n, depth), nothing);
        if !leads(&overlaps[k])? {
            return Ok(false);
        }
        let sound = || overlaps.iter().filter(|of| !of.is_blurred);
        for (k, of) in overlaps.iter().enumerate() {
            let may_have = !of.is_blurred && is_along_face(of.face_normals(), n);
            if may_have && self.at_least(depth - nothing, k, n)? >= depth - nothing {
                return Ok(false);
            }
        }
        let is_its = |of: &&PieceOverlap| of.counts && (of.normal - n).amax() <= SAME_NORMAL;
        for of in sound().filter(is_its) {
            if !leads(of)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn of_pair<R>(&mut self, k: usize, ask: impl FnOnce(&ConvexPair<'_, Pose>) -> R) -> Result<R> {
        let ids = self.overlaps[k].ids;
        (self.pair).of_pieces_in(&mut self.buffers, ids, |posed| ask(&posed.convex_pair()))
    }

    pub(super) fn overlap_along(&mut self, k: usize, n: &Vector3<f64>) -> Result<f64> {
        self.of_pair(k, |sides| overlap_along(sides, n))
    }

    pub(super) fn last_touch(
        &mut self,
        k: usize,
        n: &Vector3<f64>,
        between: [f64; 2],
    ) -> Result<Option<LastTouch>> {
        self.of_pair(k, |sides| last_touch(sides, n, between))
    }

    /// Finds how far the deepest must go by a way of its own: the shortest, out of its triangle's face, or along the shortest
    /// way of another pair, if surfaces have that normal where either touches.
    fn measure(&mut self, order: &[usize], normals: &[(usize, Vector3<f64>)]) -> Result<()> {
        let overlaps = self.overlaps;
        let of_pair =
            |(k, n): &&(usize, Vector3<f64>)| overlaps[*k].counts && overlaps[*k].normal == *n;
        let lent = || normals.iter().filter(of_pair).take(MAX_LENT);
        let mut most = overlaps[order[0]].at.depth;
        for &k in order {
            let of = &overlaps[k];
            if of.counts || of.is_blurred {
                continue;
            }
            let mut least = f64::INFINITY;
            for n in of.face_normals() {
                least = least.min(self.at_least(most, k, &n)?);
            }
            if least == f64::INFINITY {
                continue;
            }
            for (_, n) in lent() {
                if least <= most {
                    break;
                }
                let needed = self.at_least(most, k, n)?;
                if needed < least && self.counts(k, n)? {
                    least = needed;
                }
            }
            most = most.max(least);
        }
        self.farthest = MAX_WAY_RATIO * most + self.nothing;
        Ok(())
    }

    /// What pair `k` needs along a normal, or `least` if that is more.
    fn at_least(&mut self, least: f64, k: usize, n: &Vector3<f64>) -> Result<f64> {
        let reach = self.overlap_along(k, n)?;
        let deeper = match reach <= least {
            true => None,
            false => self.last_touch(k, n, [least, reach])?,
        };
        Ok(deeper.map_or(least, |found| found.at.depth))
    }

    /// Whether the surfaces of pair `k` have a normal where they reach farthest along it.
    fn counts(&mut self, k: usize, normal: &Vector3<f64>) -> Result<bool> {
        let (pair, ids) = (self.pair, self.overlaps[k].ids);
        let judged = pair.of_pieces_in(&mut self.buffers, ids, |posed| {
            check_normal(pair, posed, ids, normal)
        })?;
        Ok(judged
            .iter()
            .flatten()
            .all(|of| of.counts && !of.is_blurred))
    }

    /// The way along a normal of pair `source`, as far as the pairs that meet ask for; None if it does not part all, or is no better
    /// than the best.
    fn along(
        &mut self,
        source: usize,
        n: &Vector3<f64>,
        best: Option<&MinimumTranslation>,
    ) -> Result<Option<MinimumTranslation>> {
        let bar = best.map_or(f64::INFINITY, MinimumTranslation::length);
        let bounds = self.bounds.map(|bounds| bounds.along(n));
        let is_within = |k, length| (bounds.as_ref()).is_some_and(|of| of.most(k) <= length);
        for place in 0..self.rivals.len() {
            let k = self.rivals[place];
            let reach = self.overlap_along(k, n)?;
            if reach <= bar || is_within(k, bar) {
                continue;
            }
            if let Some(found) = self.last_touch(k, n, [bar, reach])? {
                self.rivals[..=place].rotate_right(1);
                if found.at.depth > self.farthest {
                    self.suggest(k, &found.plane)?;
                }
                return Ok(None);
            }
        }
        let mut reaches = Vec::with_capacity(self.overlaps.len());
        for k in 0..self.overlaps.len() {
            let reach = match &bounds {
                Some(bounds) => bounds.overlap(k),
                None => self.overlap_along(k, n)?,
            };
            reaches.push((reach, k));
        }
        sort_by(&mut reaches, |p, q| q.0.total_cmp(&p.0));
        let mut way = self.touching(source, n);
        let mut depth = -self.nothing;
        let mut unparted = 0;
        // Pairs that reach as far as one that needs more than the best way may suggest a normal too, whichever comes first.
        let mut worse: Option<(f64, usize)> = None;
        for (reach, k) in reaches {
            let is_known = unparted > 0 && (unparted == MAX_UNPARTED || reach <= self.farthest);
            let is_over =
                worse.is_some_and(|(its, tries)| tries == 0 || reach < its - self.nothing);
            if is_known || is_over || reach <= depth + self.nothing {
                break;
            }
            if let Some((_, tries)) = &mut worse {
                depth = depth.max(bar);
                *tries -= 1;
            }
            if is_within(k, depth + self.nothing) {
                continue;
            }
            let Some(found) = self.last_touch(k, n, [depth, reach])? else {
                continue;
            };
            let is_deep = self.overlaps[k].at.depth > self.nothing;
            if is_deep && unparted > 0 {
                if found.at.depth > self.farthest {
                    self.suggest(k, &found.plane)?;
                    unparted += 1;
                }
                continue;
            }
            if is_deep && found.at.depth > bar {
                self.rivals.insert(0, k);
                self.rivals.truncate(MAX_RIVALS);
                worse = worse.or(Some((reach, MAX_UNPARTED)));
                if found.at.depth > self.farthest {
                    self.suggest(k, &found.plane)?;
                    unparted += 1;
                }
                continue;
            }
            // Those that only touch stay as they are where the normal does not lead into the other.
            let is_freed = is_deep || dot(n, &self.overlaps[k].normal) < -SAME_NORMAL;
            if found.at.depth <= self.farthest && is_freed {
                depth = found.at.depth;
                way = way.until(found.at, self.overlaps[k].ids);
                way.slips = reach > depth + self.turned;
            } else if is_deep {
                // So do the next ones: any of their planes may be the one that parts all.
                self.suggest(k, &found.plane)?;
                unparted += 1;
            } else {
                way.beside += 1;
            }
        }
        Ok((unparted == 0 && worse.is_none()).then_some(way))
    }

    /// Adds a normal along which pair `k` can be left to the candidates, if surfaces have it.
    fn suggest(&mut self, k: usize, normal: &Vector3<f64>) -> Result<()> {
        let is_known = |(_, known): &(usize, Vector3<f64>)| (known - normal).amax() <= SAME_NORMAL;
        if self.suggested.len() >= MAX_SUGGESTED || self.suggested.iter().any(is_known) {
            return Ok(());
        }
        if self.counts(k, normal)? {
            self.suggested.push((k, *normal));
        }
        Ok(())
    }

    /// Suggests the normals of the faces of solid parts of compounds, those first by which a pair is left the soonest.
    /// None is farther than `most`.
    fn suggest_faces(&mut self, order: &[usize], most: f64) -> Result<()> {
        let farthest = self.farthest.min(most);
        let has_parts = [&self.pair.a, &self.pair.b].map(|body| {
            let pieces = body.pieces();
            pieces.is_some_and(|pieces| matches!(pieces.kind(), PiecesKind::Compound(_)))
        });
        let mut found: Vec<(f64, usize, Vector3<f64>)> = Vec::new();
        for &k in order {
            self.of_pair(k, |sides| {
                for (side, sign) in [1.0, -1.0].into_iter().enumerate() {
                    let (core, matrix) = (sides.cores[side], sides.places[side].matrix());
                    let Core::Polytope(body) = core else {
                        continue;
                    };
                    if !has_parts[side] || body.dimension() != Dimension::Solid {
                        continue;
                    }
                    for face in 0..body.face_count() {
                        let outline = body.outline(face as u32);
                        let n = outline.map_or_else(|| body.face_normal(face), |of| of.normal);
                        let n = rotate(matrix, &n) * sign;
                        let reach = overlap_along(sides, &n);
                        if reach <= farthest {
                            found.push((reach, k, n));
                        }
                    }
                }
            })?;
        }
        sort_by(&mut found, |p, q| p.0.total_cmp(&q.0));
        for (_, k, n) in found {
            self.suggest(k, &n)?;
        }
        Ok(())
    }

    /// The way out of bodies that only touch where pair `source` does.
    pub(super) fn touching(&self, source: usize, n: &Vector3<f64>) -> MinimumTranslation {
        let from = &self.overlaps[source];
        let at = ContactPoint {
            point_b: from.at.point_a,
            depth: 0.0,
            ..from.at
        };
        MinimumTranslation::new(*n, at, from.ids)
    }

    /// The way made longer until its end is free; None where it comes to no end, or is no better than the best.
    fn freed(
        &mut self,
        mut way: MinimumTranslation,
        best: Option<&MinimumTranslation>,
    ) -> Result<Option<MinimumTranslation>> {
        let (n, nothing) = (way.normal, self.nothing);
        let most = best.map_or(f64::INFINITY, |best| best.length() + nothing);
        let most = most.min(self.farthest);
        loop {
            let from = way.at.depth;
            let to = self.pair.pose_b.translation() + n * from;
            let Ok(pose_b) = self.pair.pose_b.moved_to(to) else {
                return Ok(None);
            };
            let moved = PosedPair {
                pose_b: &pose_b,
                ..*self.pair
            };
            let is_too_far = |at: &ContactPoint| at.depth > nothing && from + at.depth > most;
            let turned = self.turned;
            for place in 0..self.blockers.len() {
                let ids = self.blockers[place];
                let far = moved.of_pieces_in(&mut self.buffers, ids, |posed| {
                    let sides = posed.convex_pair();
                    still_to_go(&sides, &n, [nothing, nothing.max(most - from)])
                })?;
                if far.is_some_and(|(at, _)| is_too_far(&at)) {
                    self.blockers[..=place].rotate_right(1);
                    return Ok(None);
                }
            }
            // The pairs that are the deepest, and equally deep.
            let mut farther: Vec<([PieceId; 2], ContactPoint, bool)> = Vec::new();
            moved.over_pieces_along(&n, nothing, &mut |posed, ids| {
                let deepest = farther.iter().map(|(_, at, _)| at.depth);
                let least = nothing.max(deepest.fold(0.0, f64::max) - nothing);
                let Some((far, reach)) = still_to_go(&posed.convex_pair(), &n, [nothing, least])
                else {
                    return Ok(least);
                };
                let (depth, is_last) = (far.depth, is_too_far(&far));
                farther.retain(|(_, at, _)| at.depth >= depth - nothing);
                farther.push((ids, far, reach > depth + turned));
                let deeper = least.max(depth - nothing);
                Ok(if is_last { f64::INFINITY } else { deeper })
            })?;
            sort_by_key(&mut farther, |(ids, ..)| *ids);
            let Some(&(ids, at, slips)) = farther.first() else {
                return Ok(Some(way));
            };
            if let Some(&(ids, ..)) = farther.iter().find(|(_, at, _)| is_too_far(at)) {
                if !self.is_one_sided() {
                    self.blockers.insert(0, ids);
                    self.blockers.truncate(MAX_RIVALS);
                }
                return Ok(None);
            }
            let depth = from + at.depth;
            way = way.until(
                ContactPoint {
                    point_b: at.point_a - n * depth,
                    depth,
                    ..at
                },
                ids,
            );
            way.slips = slips;
            way.more.extend(farther.iter().map(|(ids, ..)| *ids));
        }
    }

    /// Whether two pieces may be in each other and not meet.
    fn is_one_sided(&self) -> bool {
        let bodies = [&self.pair.a, &self.pair.b].into_iter();
        let mut surfaces = bodies.filter_map(|body| body.pieces());
        surfaces.any(|surface| surface.is_one_sided())
    }
}

/// The last touch of two pieces that overlap by more than `nothing`, if it is farther than `least`, and how far they reach into
/// each other.
pub(super) fn still_to_go(
    sides: &ConvexPair<'_, Pose>,
    n: &Vector3<f64>,
    [nothing, least]: [f64; 2],
) -> Option<(ContactPoint, f64)> {
    if sides.has_empty() {
        return None;
    }
    let reach = overlap_along(sides, n);
    if reach <= least {
        return None;
    }
    // Sooner known than how deep they are.
    let last = last_touch(sides, n, [least, reach])?;
    let found = meeting(sides, 0.0, MAX_PIVOTS);
    let (_, at) = found.contact.filter(|_| found.verdict == Verdict::Hit)?;
    (last.at.depth > least && at.depth > nothing).then_some((last.at, reach))
}

impl MinimumTranslation {
    /// Along a normal, with the deepest contact there.
    pub(super) fn new(normal: Vector3<f64>, at: ContactPoint, ids: [PieceId; 2]) -> Self {
        MinimumTranslation {
            normal,
            at,
            ids,
            more: Vec::new(),
            beside: 0,
            slips: false,
        }
    }

    /// The length by which ways are compared.
    fn length(&self) -> f64 {
        self.at.depth * if self.slips { SLIPPING_WAY_RATIO } else { 1.0 }
    }

    /// With its deepest contact there, which is never negative.
    pub(super) fn until(self, at: ContactPoint, ids: [PieceId; 2]) -> Self {
        MinimumTranslation {
            at: ContactPoint {
                depth: at.depth.max(0.0),
                ..at
            },
            ids,
            ..self
        }
    }
}
