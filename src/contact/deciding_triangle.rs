//! Where a convex body touches a surface, if one triangle decides.
//!
//! Problem: a body in a surface overlaps dozens of triangles, and each as a pair of bodies takes thousands of instructions. But
//! the way out is that of one of them, mostly. Idea: the triangle that closed forms take for the deepest, or the nearest, is
//! measured as a pair. If the surface has its normal, and the body, moved by its depth, is clear of all other triangles by closed
//! forms, no pair is deeper, for the last touch along any normal is never less than a pair's own depth. So this is the way out. A
//! triangle that is in the way is measured too, and takes the place of the first if it is the deeper one. What a few triangles
//! leave open is left to [`minimum_translation`](crate::contact::minimum_translation).
//!
//! Of bodies that are apart, all others must be as far, to rounding: then the normal is that of the nearest pair.

use nalgebra::Vector3;

use crate::contact::contacts::{ContactManifold, ContactManifoldOptions, ContactPoint};
use crate::contact::inner_edges::{NormalCheck, check_normal};
use crate::contact::minimum_translation::{MinimumTranslation, ZERO_DEPTH_RATIO, still_to_go};
use crate::contact::piece_contact::{meeting, size};
use crate::contact::piece_overlap::SAME_DISTANCE;
use crate::contact::thin_contact::thin_contact;
use crate::contact::ways_through::{crosses, is_along_face};
use crate::error::Result;
use crate::midphase::near_triangles::{NearTriangle, NearTriangles};
use crate::motion::pairs::PosedPair;
use crate::numeric::arithmetic::{dot, norm1, rotate_back};
use crate::numeric::sort::sort_by;
use crate::shape::pieces::PieceId;
use crate::shape::triangle::TriangleBuffer;
use crate::verdict::{DecidedBy, Verdict};

/// Most triangles that are measured as pairs.
const MAX_MEASURED: usize = 24;

/// Most triangles that are compared with the moved body as pairs.
const MAX_OPEN: usize = 32;

/// The way out of the triangles, or to them, and the pairs that may have contacts.
pub(super) struct DecidedManifold {
    /// The verdict, without contacts.
    pub(super) answer: ContactManifold,
    /// None of bodies that are farther apart than the prediction.
    pub(super) way: Option<MinimumTranslation>,
    pub(super) pairs: Vec<[PieceId; 2]>,
    /// Size of the pair that decided.
    pub(super) size: f64,
}

/// A triangle measured as a pair of bodies.
struct MeasuredTriangle {
    triangle: u32,
    verdict: Verdict,
    /// From A to B, world frame.
    normal: Vector3<f64>,
    at: ContactPoint,
    size: f64,
    judged: [Option<NormalCheck>; 2],
}

impl MeasuredTriangle {
    /// Whether the surface has the normal there.
    fn counts(&self) -> bool {
        self.judged.iter().flatten().all(|of| of.counts)
    }

    /// Whether it is deeper, or as deep with a normal that counts, if the other one's does not.
    fn precedes(&self, other: &Self) -> bool {
        let by = self.at.depth - other.at.depth;
        let same = SAME_DISTANCE * self.size;
        by > same || by >= -same && self.counts() && !other.counts()
    }
}

/// None where no triangle decides alone, and of other bodies.
pub(super) fn deciding_triangle(
    pair: &PosedPair<'_>,
    options: &ContactManifoldOptions,
) -> Result<Option<DecidedManifold>> {
    let Some(near) = pair.near_triangles(options.prediction) else {
        return Ok(None);
    };
    let mut search = DecidingTriangleSearch {
        pair,
        options,
        near,
        buffers: [TriangleBuffer::EMPTY, TriangleBuffer::EMPTY],
        answer: ContactManifold::none(Verdict::Separated, 0, DecidedBy::Nothing),
        gap: options.prediction,
        predicted: None,
        measured: Vec::new(),
    };
    if search.near.list.is_empty() {
        return Ok(Some(DecidedManifold {
            answer: search.answer,
            way: None,
            pairs: Vec::new(),
            size: 0.0,
        }));
    }
    let Some(best) = search.decide()? else {
        return Ok(None);
    };
    let ids = search.near.ids(best.triangle);
    let predicted = search.predicted;
    let mut triangles = predicted.unwrap_or_else(|| triangles_of(&search.near.list));
    triangles.sort_unstable();
    let pairs = triangles
        .into_iter()
        .map(|triangle| search.near.ids(triangle));
    Ok(Some(DecidedManifold {
        answer: ContactManifold {
            verdict: best.verdict,
            ..search.answer
        },
        way: Some(MinimumTranslation::new(best.normal, best.at, ids)),
        pairs: pairs.collect(),
        size: best.size,
    }))
}

struct DecidingTriangleSearch<'s, 'a> {
    pair: &'s PosedPair<'a>,
    options: &'s ContactManifoldOptions,
    near: NearTriangles<'a>,
    buffers: [TriangleBuffer; 2],
    answer: ContactManifold,
    /// Length up to which triangles are near.
    gap: f64,
    /// Those within the prediction, where more are near.
    predicted: Option<Vec<u32>>,
    /// The triangles that were measured.
    measured: Vec<u32>,
}

impl DecidingTriangleSearch<'_, '_> {
    fn decide(&mut self) -> Result<Option<MeasuredTriangle>> {
        let (mut best, mut blocking): (Option<MeasuredTriangle>, _) = (None, None);
        for _ in 0..MAX_MEASURED {
            let Some(triangle) = blocking.or_else(|| self.deepest()) else {
                return Ok(None);
            };
            let is_better =
                |found: &MeasuredTriangle| best.as_ref().is_none_or(|best| found.precedes(best));
            best = self.measure(triangle)?.filter(is_better).or(best);
            let Some(found) = &best else { continue };
            if found.at.depth > self.gap {
                // On its way the body may run into what is not near yet.
                self.gap = found.at.depth;
                match self.pair.near_triangles(self.gap) {
                    Some(near) => {
                        let before = std::mem::replace(&mut self.near, near);
                        if self.predicted.is_none() {
                            self.predicted = Some(triangles_of(&before.list));
                        }
                    }
                    None => return Ok(None),
                }
            }
            // Either side of the triangle may be the shorter way.
            let mut judged = found.judged.iter().flatten();
            if found.verdict == Verdict::Hit && judged.any(|of| of.faces[1].is_some()) {
                return Ok(None);
            }
            if !self.is_allowed(found) {
                blocking = None;
                continue;
            }
            blocking = self.blocking(found)?;
            match blocking {
                None => return Ok(best),
                Some(triangle) if self.measured.contains(&triangle) => return Ok(None),
                _ => {}
            }
        }
        Ok(None)
    }

    /// The triangle that closed forms take for the deepest of those that are not measured.
    fn deepest(&self) -> Option<u32> {
        let others = self.near.list.iter();
        let others = others.filter(|of| !self.measured.contains(&of.triangle));
        let deepest = others.max_by(|p, q| p.rough_depth.total_cmp(&q.rough_depth));
        deepest.map(|of| of.triangle)
    }

    /// None of a triangle that is farther than the prediction.
    fn measure(&mut self, triangle: u32) -> Result<Option<MeasuredTriangle>> {
        let (pair, options) = (self.pair, self.options);
        let ids = self.near.ids(triangle);
        let (answer, measured) = (&mut self.answer, &mut self.measured);
        measured.push(triangle);
        let of = self.near.list.iter().find(|of| of.triangle == triangle);
        let apart = pair.pose_b.translation() - pair.pose_a.translation();
        if let Some(of) = of
            && let Some((verdict, normal, at)) =
                thin_contact(pair, &self.near, of, options.prediction)
        {
            answer.decided_by = answer.decided_by.max(DecidedBy::Float);
            return Ok(Some(MeasuredTriangle {
                triangle,
                verdict,
                normal,
                at,
                size: self.near.size_with(of) + norm1(&apart),
                judged: check_normal(pair, pair, ids, &normal),
            }));
        }
        pair.of_pieces_in(&mut self.buffers, ids, |pieces| {
            let sides = pieces.convex_pair();
            let found = meeting(&sides, options.prediction, options.max_pivots);
            answer.iterations += found.iterations;
            answer.decided_by = answer.decided_by.max(found.decided_by);
            found.contact.map(|(normal, at)| MeasuredTriangle {
                triangle,
                verdict: found.verdict,
                normal,
                at,
                size: size(&sides),
                judged: check_normal(pair, pieces, ids, &normal),
            })
        })
    }

    /// The unit normal from the triangles to the body, in the frame of the triangles.
    fn up(&self, of: &MeasuredTriangle) -> Vector3<f64> {
        let many = self.near.many();
        let pose = [self.pair.pose_a, self.pair.pose_b][many];
        rotate_back(pose.matrix(), &of.normal) * [1.0, -1.0][many]
    }

    /// Whether the way out is one that the surface has there, and the body's centre crosses no other triangle on it. Of bodies
    /// that are apart any normal is.
    fn is_allowed(&self, of: &MeasuredTriangle) -> bool {
        let judged = || of.judged.iter().flatten();
        if of.verdict == Verdict::Separated {
            return true;
        }
        if !of.counts() || judged().any(|of| of.is_blurred) {
            return false;
        }
        if is_along_face(judged().flat_map(|of| of.faces).flatten(), &of.normal) {
            return true;
        }
        let (many, pair) = (self.near.many(), self.pair);
        let (body, pose, its) = match many {
            0 => (&pair.b, pair.pose_b, pair.pose_a),
            _ => (&pair.a, pair.pose_a, pair.pose_b),
        };
        let center = pose.transform_point(&body.bounding_polytope().center());
        let from = rotate_back(its.matrix(), &(center - its.translation()));
        let (by, nothing) = (self.up(of) * of.at.depth, ZERO_DEPTH_RATIO * of.size);
        let mut others = self
            .near
            .list
            .iter()
            .filter(|other| other.triangle != of.triangle);
        !others.any(|other| crosses(&other.corners.map(|v| v - from), &by, nothing))
    }

    /// A triangle that is not proved to be left where the body is moved out of one, or that is not proved to be as far.
    fn blocking(&mut self, best: &MeasuredTriangle) -> Result<Option<u32>> {
        let (up, depth) = (self.up(best), best.at.depth);
        let is_apart = best.verdict == Verdict::Separated;
        let room = best.size
            * if is_apart {
                SAME_DISTANCE
            } else {
                ZERO_DEPTH_RATIO
            };
        // Of bodies that hardly are apart, each pair has a verdict of its own.
        if is_apart && -depth < (ZERO_DEPTH_RATIO * best.size).max(8.0 * self.near.off()) {
            return Ok(Some(best.triangle));
        }
        let moved = match is_apart {
            true => self.near.moved(&Vector3::zeros(), -depth - room),
            false => self.near.moved(&(up * depth), -room),
        };
        let is_own = |of: &&NearTriangle| of.triangle == best.triangle;
        let Some(own) = self.near.list.iter().find(is_own) else {
            return Ok(Some(best.triangle));
        };
        let base = own.corners[0];
        let level = top(own, &up, &base) + room;
        // Moved, the body may be in front of what it was behind.
        let is_met = |of: &NearTriangle| top(of, &up, &base) > level && !moved.is_clear_of(of);
        if !is_apart && self.near.behind.iter().any(is_met) {
            return Ok(Some(best.triangle));
        }
        let is_known = |of: &NearTriangle| is_apart && self.measured.contains(&of.triangle);
        let others = self.near.list.iter().map(|of| (top(of, &up, &base), of));
        let mut open: Vec<_> = others
            .filter(|(height, of)| *height > level && !is_known(of) && !moved.is_clear_of(of))
            .map(|(height, of)| (height, of.triangle))
            .collect();
        sort_by(&mut open, |p, q| q.0.total_cmp(&p.0));
        if open.is_empty() && is_apart && !best.counts() {
            let farther = self.near.moved(&Vector3::zeros(), -depth + room);
            let is_as_near = |of: &&NearTriangle| {
                let is_farther = top(of, &up, &base) < level - 2.0 * room;
                !(is_known(of) || is_farther || farther.is_clear_of(of))
            };
            let as_near = self.near.list.iter().filter(is_as_near);
            let mut as_near = as_near.map(|of| of.triangle);
            return Ok(as_near.find(|triangle| {
                let ids = self.near.ids(*triangle);
                let judged = check_normal(self.pair, self.pair, ids, &best.normal);
                judged.iter().flatten().all(|of| of.counts)
            }));
        }
        if is_apart || open.len() > MAX_OPEN {
            return Ok(open.first().map(|(_, triangle)| *triangle));
        }
        let to = self.pair.pose_b.translation() + best.normal * depth;
        let Ok(pose_b) = self.pair.pose_b.moved_to(to) else {
            return Ok(Some(best.triangle));
        };
        let moved = PosedPair {
            pose_b: &pose_b,
            ..*self.pair
        };
        for (_, triangle) in open {
            let ids = self.near.ids(triangle);
            let left = moved.of_pieces_in(&mut self.buffers, ids, |pieces| {
                still_to_go(&pieces.convex_pair(), &best.normal, [room; 2])
            })?;
            if left.is_some() {
                return Ok(Some(triangle));
            }
        }
        Ok(None)
    }
}

fn triangles_of(list: &[NearTriangle]) -> Vec<u32> {
    list.iter().map(|of| of.triangle).collect()
}

/// How far a triangle reaches along a unit vector from a point.
fn top(of: &NearTriangle, up: &Vector3<f64>, base: &Vector3<f64>) -> f64 {
    let heights = of.corners.iter().map(|v| dot(up, &(v - base)));
    heights.fold(f64::NEG_INFINITY, f64::max)
}
