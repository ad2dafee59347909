//! Which way is out of the deepest pair of pieces alone, in a sharp corner where no normal separates all pairs?
//!
//! Up along a wall is out of the floor, but as long as the wall. So B is moved until only the deepest pair is left, along a normal
//! that counts. Such a move is progress if no pair is deeper after it than the deepest pair was before, plus the move.

use nalgebra::Vector3;

use crate::contact::inner_edges::check_normal;
use crate::contact::minimum_translation::{
    MAX_UNPARTED, MinimumTranslation, MinimumTranslationSearch,
};
use crate::contact::piece_contact::meeting;
use crate::contact::piece_overlap::SAME_NORMAL;
use crate::error::Result;
use crate::motion::pairs::PosedPair;
use crate::options::MAX_PIVOTS;

/// Part of both depths together that is less than all: a way at whose end the bodies are as deep as that only led deeper.
const PROGRESS_RATIO: f64 = 1.0 - 1e-6;

impl MinimumTranslationSearch<'_, '_> {
    /// The way out of the deepest pair alone, and whether it is progress; of pairs that are equally deep, that with the shortest
    /// way.
    pub(super) fn deepest_alone(
        &mut self,
        order: &[usize],
        deepest: f64,
    ) -> Result<Option<(bool, MinimumTranslation)>> {
        let (overlaps, nothing) = (self.overlaps, self.nothing);
        let mut alone: Option<(bool, MinimumTranslation)> = None;
        let is_deepest = |k: &&usize| overlaps[**k].at.depth >= deepest - nothing;
        for &k in order.iter().take_while(is_deepest).take(MAX_UNPARTED) {
            let way = self.of_deepest(order, k)?;
            let left = self.left(&way)?;
            let is_progress = left <= nothing || left < (deepest + way.at.depth) * PROGRESS_RATIO;
            let is_better = |(other_is, other): &(bool, MinimumTranslation)| {
                let is_shorter = way.at.depth < other.at.depth - nothing;
                is_progress && !other_is || is_progress == *other_is && is_shorter
            };
            if alone.as_ref().is_none_or(is_better) {
                alone = Some((is_progress, way));
            }
        }
        Ok(alone)
    }

    /// The way out of the deepest pair where none parts all: along the first normal that counts by which it is left, of the
    /// deepest pairs first, then of a face that the other surface has too; else along its own faces, or its own normal. Of
    /// equally deep pairs it is the shortest.
    fn of_deepest(&mut self, order: &[usize], deepest: usize) -> Result<MinimumTranslation> {
        let (pair, overlaps, nothing) = (self.pair, self.overlaps, self.nothing);
        let all = || std::iter::once(&deepest).chain(order);
        let sound = || all().copied().filter(|&k| !overlaps[k].is_blurred);
        let is_shallower = |k: usize, least: &Option<(usize, MinimumTranslation)>| {
            let known = least.as_ref().map(|&(of, _)| overlaps[of].at.depth);
            known.is_some_and(|depth| depth - nothing > overlaps[k].at.depth)
        };
        let mut least = None;
        for k in sound().filter(|&k| overlaps[k].counts) {
            if is_shallower(k, &least) {
                break;
            }
            // Of equally deep pairs with one normal, all have that way.
            let n = &overlaps[k].normal;
            let is_known =
                |(_, way): &(usize, MinimumTranslation)| (way.normal - n).amax() <= SAME_NORMAL;
            if !least.as_ref().is_some_and(is_known) {
                self.shorten(&mut least, k, n, deepest)?;
            }
        }
        if let Some((_, way)) = least {
            return Ok(way);
        }
        for k in sound() {
            if is_shallower(k, &least) {
                break;
            }
            let (ids, faces) = (overlaps[k].ids, overlaps[k].faces);
            let of_sides = (0..2_usize).flat_map(|side| faces[side].map(|n| (side, n)));
            for (side, n) in of_sides {
                let Some(n) = n else { continue };
                let judged = pair.of_pieces_in(&mut self.buffers, ids, |posed| {
                    check_normal(pair, posed, ids, &n)
                })?;
                if judged[1 - side].as_ref().is_none_or(|of| of.counts) {
                    self.shorten(&mut least, k, &n, deepest)?;
                }
            }
        }
        if let Some((_, way)) = least {
            return Ok(way);
        }
        let of = &overlaps[deepest];
        let mut least: Option<MinimumTranslation> = None;
        for n in of.face_normals().filter(|_| !of.is_blurred) {
            let way = self.alone(deepest, &n)?;
            if least
                .as_ref()
                .is_none_or(|least| way.at.depth < least.at.depth)
            {
                least = Some(way);
            }
        }
        Ok(least.unwrap_or_else(|| MinimumTranslation::new(of.normal, of.at, of.ids)))
    }

    /// Takes the way along a normal of pair `k` that leaves `deepest` too, if there is one and it is the shorter.
    fn shorten(
        &mut self,
        least: &mut Option<(usize, MinimumTranslation)>,
        k: usize,
        n: &Vector3<f64>,
        deepest: usize,
    ) -> Result<()> {
        let Some(way) = self.with_another(k, n, deepest)? else {
            return Ok(());
        };
        let is_shorter = |(_, known): &(usize, MinimumTranslation)| way.at.depth < known.at.depth;
        if least.as_ref().is_none_or(is_shorter) {
            *least = Some((k, way));
        }
        Ok(())
    }

    /// The way along a normal for two pairs alone; None where the second is not left by it.
    fn with_another(
        &mut self,
        source: usize,
        n: &Vector3<f64>,
        other: usize,
    ) -> Result<Option<MinimumTranslation>> {
        let way = self.alone(source, n)?;
        let (reach, depth) = (self.overlap_along(other, n)?, way.at.depth);
        if other == source || reach <= depth {
            return Ok(Some(way));
        }
        Ok(match self.last_touch(other, n, [depth, reach])? {
            Some(found) if found.at.depth > self.farthest => None,
            Some(found) => Some(way.until(found.at, self.overlaps[other].ids)),
            None => Some(way),
        })
    }

    /// The way along a normal for pair `source` alone.
    fn alone(&mut self, source: usize, n: &Vector3<f64>) -> Result<MinimumTranslation> {
        let way = self.touching(source, n);
        let reach = self.overlap_along(source, n)?;
        let found = self.last_touch(source, n, [0.0, reach])?;
        Ok(match found {
            Some(found) => way.until(found.at, self.overlaps[source].ids),
            None => way,
        })
    }

    /// The depth of the bodies in each other at the end of a way.
    fn left(&self, way: &MinimumTranslation) -> Result<f64> {
        let to = self.pair.pose_b.translation() + way.normal * way.at.depth;
        let Ok(pose_b) = self.pair.pose_b.moved_to(to) else {
            return Ok(0.0);
        };
        let moved = PosedPair {
            pose_b: &pose_b,
            ..*self.pair
        };
        let mut most = 0.0_f64;
        moved.over_pieces(0.0, &mut |posed, _| {
            let sides = posed.convex_pair();
            if !sides.has_empty() {
                let found = meeting(&sides, 0.0, MAX_PIVOTS).contact;
                most = found.map_or(most, |(_, at)| most.max(at.depth));
            }
            Ok(0.0)
        })?;
        Ok(most)
    }
}
