//! Where two bodies touch of which one is of several pieces.
//!
//! Idea: every pair of pieces that meet, or are near each other, is queried as two convex bodies. One normal serves all
//! contacts: of bodies that are apart that of the nearest pair, of bodies that meet that of their way out
//! ([`minimum_translation`](crate::contact::minimum_translation)). Along it the contacts of all these pairs are found, and
//! reduced to four (`four_of`). None is deeper than the way out, or nearer than the distance.

use nalgebra::Vector3;

use crate::contact::contacts::{
    ContactList, ContactManifold, ContactManifoldOptions, ContactPoint, deepest_first,
};
use crate::contact::curved_manifold::SAME_PLACE;
use crate::contact::deciding_triangle::{DecidedManifold, deciding_triangle};
use crate::contact::facet_contacts::FacetContacts;
use crate::contact::inner_edges::check_normal;
use crate::contact::minimum_translation::{
    MinimumTranslation, ZERO_DEPTH_RATIO, minimum_translation,
};
use crate::contact::pair_manifold::BLUR;
use crate::contact::piece_contact::{contacts_along, meeting, size};
use crate::contact::piece_overlap::{PieceOverlap, SAME_DISTANCE};
use crate::contact::ways_through;
use crate::error::Result;
use crate::motion::pairs::PosedPair;
use crate::numeric::arithmetic::{cross, dot, norm1};
use crate::numeric::scaling::{exponent_above, is_ordinary, scale_all};
use crate::numeric::sort::sorted_indices;
use crate::shape::pieces::PieceId;
use crate::shape::triangle::TriangleBuffer;
use crate::verdict::{DecidedBy, Reason, Verdict};

/// A contact may be deeper than the bodies are by this part of the size, for an outline is closed to rounding, times its slope.
const BEYOND: f64 = 20.0 * BLUR;

/// A contact of curved bodies, whose outlines are known to less, may be deeper by this part.
const CURVED_BEYOND: f64 = 1e-7;

/// The contacts of two bodies of which one is of several pieces.
#[cold]
pub(crate) fn of_pieces(
    pair: &PosedPair<'_>,
    options: &ContactManifoldOptions,
    mut all: Option<&mut ContactList<'_>>,
) -> Result<ContactManifold> {
    let decided = match deciding_triangle(pair, options)? {
        Some(decided) => decided,
        None => of_all_pairs(pair, options)?,
    };
    let (Some(way), size) = (&decided.way, decided.size) else {
        return Ok(decided.answer);
    };
    let points = contacts_of(pair, &decided.pairs, way, (options.prediction, size))?;
    if let Some(all) = &mut all {
        all.count = points.len();
        let written = points.len().min(all.out.len());
        all.out[..written].copy_from_slice(&points[..written]);
    }
    let (points, count) = four_of(&points, &way.normal);
    let found = ContactManifold {
        normal: Some(way.normal),
        points,
        count,
        pieces: Some(way.ids),
        ..decided.answer
    };
    Ok(found.hold(options.prediction, all))
}

/// The way out of all pairs, or to the nearest.
fn of_all_pairs(pair: &PosedPair<'_>, options: &ContactManifoldOptions) -> Result<DecidedManifold> {
    let mut seen = PiecePairs::new(pair, options.prediction, options.max_pivots)?;
    // Of equal ones the first counts, in whichever order they were found.
    seen.overlaps.sort_unstable_by_key(|of| of.ids);
    ways_through::discount(pair, &mut seen.overlaps, ZERO_DEPTH_RATIO * seen.size)?;
    let way = match seen.overlaps.is_empty() {
        false => Some(minimum_translation(pair, &seen.overlaps, seen.size)?),
        true => seen.nearest,
    };
    let mut pairs = seen.near;
    pairs.extend(seen.overlaps.iter().map(|of| of.ids));
    pairs.extend(way.iter().flat_map(|way| &way.more));
    pairs.sort_unstable();
    pairs.dedup();
    Ok(DecidedManifold {
        answer: seen.answer,
        way,
        pairs,
        size: seen.size,
    })
}

/// Contacts and overlaps of all pairs of pieces.
struct PiecePairs {
    /// The verdict, without contacts.
    answer: ContactManifold,
    /// Pairs that are apart, near each other.
    near: Vec<[PieceId; 2]>,
    nearest: Option<MinimumTranslation>,
    is_nearest_own: bool,
    overlaps: Vec<PieceOverlap>,
    /// Size of the largest pair.
    size: f64,
}

impl PiecePairs {
    fn new(pair: &PosedPair<'_>, prediction: f64, max_pivots: u32) -> Result<Self> {
        let mut seen = PiecePairs {
            answer: ContactManifold::none(Verdict::Separated, 0, DecidedBy::Nothing),
            near: Vec::new(),
            nearest: None,
            is_nearest_own: false,
            overlaps: Vec::new(),
            size: 0.0,
        };
        pair.over_pieces(prediction, &mut |pieces, ids| {
            let sides = pieces.convex_pair();
            if sides.has_empty() {
                return Ok(prediction);
            }
            let found = meeting(&sides, prediction, max_pivots);
            let answer = &mut seen.answer;
            answer.iterations += found.iterations;
            answer.decided_by = answer.decided_by.max(found.decided_by);
            // Curved pieces that touch to rounding leave it open, but for others that meet.
            if found.verdict == Verdict::Hit || answer.verdict == Verdict::Separated {
                answer.verdict = found.verdict;
            }
            if let Some((normal, at)) = found.contact {
                seen.size = seen.size.max(size(&sides));
                let judged = check_normal(pair, pieces, ids, &normal);
                let counts = judged.iter().flatten().all(|of| of.counts);
                if found.verdict != Verdict::Separated {
                    seen.overlaps.push(PieceOverlap {
                        ids,
                        normal,
                        at,
                        counts,
                        is_blurred: judged.iter().flatten().any(|of| of.is_blurred),
                        faces: judged.map(|of| of.map_or([None; 2], |of| of.faces)),
                        centers: [
                            pieces
                                .pose_a
                                .transform_point(&pieces.a.bounding_polytope().center()),
                            pieces
                                .pose_b
                                .transform_point(&pieces.b.bounding_polytope().center()),
                        ],
                    });
                } else {
                    seen.near.push(ids);
                    seen.take_nearer(MinimumTranslation::new(normal, at, ids), counts);
                }
            }
            Ok(prediction)
        })?;
        if seen.answer.verdict == Verdict::Undecided {
            seen.answer.reason = Reason::Touching;
        }
        Ok(seen)
    }

    /// Keeps the nearer pair; of equally near ones one whose normal surfaces have, then the first.
    fn take_nearer(&mut self, way: MinimumTranslation, counts: bool) {
        let is_nearer = |nearest: &MinimumTranslation| {
            let by = way.at.depth - nearest.at.depth;
            let same = SAME_DISTANCE * self.size;
            let before = (counts, nearest.ids) > (self.is_nearest_own, way.ids);
            by > same || by >= -same && before
        };
        if self.nearest.as_ref().is_none_or(is_nearer) {
            self.is_nearest_own = counts;
            self.nearest = Some(way);
        }
    }
}

/// The contacts of all pairs along the way, each once; none is deeper than it, and one is as deep.
fn contacts_of(
    pair: &PosedPair<'_>,
    pairs: &[[PieceId; 2]],
    way: &MinimumTranslation,
    (prediction, size): (f64, f64),
) -> Result<Vec<ContactPoint>> {
    let (n, most) = (way.normal, way.at.depth);
    let (mut points, mut found): (Vec<ContactPoint>, Vec<ContactPoint>) = Default::default();
    let mut buffers = [TriangleBuffer::EMPTY, TriangleBuffer::EMPTY];
    let facets = FacetContacts::new(pair, &n, prediction);
    let is_curved = pair.a.is_curved() || pair.b.is_curved();
    let beyond = if is_curved { CURVED_BEYOND } else { BEYOND };
    for ids in pairs {
        found.clear();
        let by_outline = (facets.as_ref()).is_some_and(|facets| facets.add(*ids, &mut found));
        if !by_outline {
            pair.of_pieces_in(&mut buffers, *ids, |posed| {
                contacts_along(&posed.convex_pair(), &n, prediction, &mut found)
            })?;
        }
        for point in found.iter().filter(|at| at.depth <= most + beyond * size) {
            let depth = point.depth.min(most);
            points.push(ContactPoint {
                depth,
                point_b: point.point_b + n * (point.depth - depth),
                ..*point
            });
        }
    }
    let deepest = points
        .iter()
        .fold(f64::NEG_INFINITY, |most, at| most.max(at.depth));
    // Sizes beyond f64 tell no contact from another.
    if points.is_empty() || deepest < most - BLUR * size {
        if is_curved {
            // Between two points of an outline, contacts beside it are that one.
            let near = SAME_PLACE * size;
            points.retain(|at| norm1(&(at.point_a - way.at.point_a)) > near);
        }
        points.insert(0, way.at);
    }
    Ok(distinct(points, 4.0 * BLUR * size))
}

/// Points without those that are the same as an earlier one: at a seam both triangles have them.
fn distinct(points: Vec<ContactPoint>, same: f64) -> Vec<ContactPoint> {
    // Along a direction that lies in no plane of a grid: few points that differ are level with each other.
    let way = Vector3::new(1.0, 0.618, 0.414);
    let along: Vec<_> = points.iter().map(|at| dot(&way, &at.point_a)).collect();
    let order = sorted_indices(points.len(), &|j, k| along[j].total_cmp(&along[k]));
    let mut is_first = vec![true; points.len()];
    for (place, &j) in order.iter().enumerate() {
        let p = &points[j];
        let next = order[place + 1..].iter();
        for &k in next.take_while(|&&k| along[k] - along[j] <= 3.0 * same) {
            let q = &points[k];
            if (q.point_a - p.point_a).amax() <= same && (q.point_b - p.point_b).amax() <= same {
                is_first[j.max(k)] = false;
            }
        }
    }
    let mut is_first = is_first.into_iter();
    points
        .into_iter()
        .filter(|_| is_first.next() == Some(true))
        .collect()
}

/// The deepest, the one farthest from it, and the farthest on both sides of the line between them.
fn four_of(points: &[ContactPoint], normal: &Vector3<f64>) -> ([ContactPoint; 4], usize) {
    let mut best = [ContactPoint::default(); 4];
    if points.len() <= 4 {
        best[..points.len()].copy_from_slice(points);
        deepest_first(&mut best[..points.len()]);
        return (best, points.len());
    }
    let most = |of: &dyn Fn(&ContactPoint) -> f64| {
        let first = (0, f64::NEG_INFINITY);
        let numbered = points.iter().enumerate();
        numbered.fold(first, |(at, most), (k, p)| match of(p) > most {
            true => (k, of(p)),
            false => (at, most),
        })
    };
    let (deepest, _) = most(&|p| p.depth);
    let origin = points[deepest].point_a;
    let size = points
        .iter()
        .fold(0.0_f64, |most, p| most.max(norm1(&(p.point_a - origin))));
    let shift = match is_ordinary(size) {
        true => 0,
        false => -exponent_above(size),
    };
    let from = |p: &ContactPoint| scale_all(&(p.point_a - origin), shift);
    let (far, _) = most(&|p| dot(&from(p), &from(p)));
    let across = cross(&from(&points[far]), normal);
    let (left, left_by) = most(&|p| dot(&across, &from(p)));
    let (right, right_by) = most(&|p| -dot(&across, &from(p)));
    let mut chosen = vec![deepest];
    chosen.extend((far != deepest).then_some(far));
    chosen.extend((left_by > 0.0).then_some(left));
    chosen.extend((right_by > 0.0).then_some(right));
    for (place, k) in best.iter_mut().zip(&chosen) {
        *place = points[*k];
    }
    deepest_first(&mut best[..chosen.len()]);
    (best, chosen.len())
}
