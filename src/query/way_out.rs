//! A move that takes two bodies apart, of which one is a solid, and how much shorter any could be.
//!
//! Problem: the shortest way out of a body that is not convex is hard to find (NP-hard with the number of pieces), and the way out
//! of a piece of the surface may lead inside. Idea: B is moved along some directions, each time by what the pieces that meet need
//! along it, until nothing meets and nothing is inside. What is returned was tested at its end. The directions are the normal of
//! the deepest pair of pieces and of its triangles, the way from the middle of one body to the nearest point of the other's
//! surface, and the axes of the solids, along which the boxes around the bodies come apart in any case. The shortest wins, and is
//! shortened by halving while the end stays free. An end at which the bodies only touch is free too (`free_place`).
//!
//! No move is shorter than the deepest pair of pieces needs, nor than the ball about the middle of one body: a ball of radius r
//! whose middle is d inside of a surface needs r + d. For a point that is the whole way.

use nalgebra::Vector3;

use crate::contact::last_touch::{last_touch, overlap_along};
use crate::error::Result;
use crate::motion::pairs::{Cores, PosedPair};
use crate::motion::pose::Pose;
use crate::numeric::arithmetic::{U, cross, dot, norm, norm1, rotate, rotate_back};
use crate::pair::PairState;
use crate::query::distance::{Distance, DistanceOptions, between_pieces, distance};
use crate::query::free_place::{beside, is_apart, size};
use crate::query::penetration_answer::Penetration;
use crate::shape::body::Body;
use crate::shape::polytope::Polytope;
use crate::verdict::Verdict;

/// Steps along one direction.
const MAX_STEPS: u32 = 48;

/// Halvings of the shortest way.
const HALVINGS: u32 = 48;

/// Part of the bodies' size by which they are moved past a touch.
const PAST_TOUCH: f64 = 1e-12;

/// Part of the bodies' size that a step inside has at least.
const LEAST_STEP: f64 = 1.0 / 256.0;

/// No direction that is tried is more: two of the deepest pair, two of each triangle, two to the surface, six of each solid.
const MAX_WAYS: usize = 20;

/// Searches a way out. `deepest`: the deepest pair of pieces, if any two meet.
#[cold]
pub(super) fn way_out(
    pair: &PosedPair<'_>,
    deepest: &Penetration,
    depth_of: DepthOfTwo,
) -> Result<Penetration> {
    let size = size(pair);
    let search = WaySearch {
        pair,
        size,
        depth_of,
    };
    let middles = search.middles()?;
    let mut least = (deepest.depth - deepest.error).max(0.0);
    for middle in middles.iter().flatten() {
        least = least.max(middle.least);
    }
    if let Some(way) = search.shortest(least, &middles)? {
        return search.answer(way, least, deepest);
    }
    let (ways, count) = search.ways(deepest, &middles);
    let mut best: Option<Way> = None;
    for n in &ways[..count] {
        let limit = best.as_ref().map_or(f64::INFINITY, |best| best.to);
        best = search.leave(n, limit)?.or(best);
    }
    let Some(best) = best else {
        return Ok(search.unknown(deepest, least));
    };
    search.answer(search.shortened(best)?, least, deepest)
}

/// A free place along a direction, and the last one before that was not.
struct Way {
    n: Vector3<f64>,
    from: f64,
    to: f64,
    /// The bodies are apart there, and do not only touch.
    is_apart: bool,
}

/// How far B must go on from where it is not free.
struct Step {
    by: f64,
    /// The bodies touch there, and do not overlap.
    only_touches: bool,
}

/// The middle of a convex body and the nearest point of the other's surface.
struct Middle {
    /// The direction from the one to the other in which B must go, if it has one.
    way: Option<Vector3<f64>>,
    /// No move out is shorter.
    least: f64,
    /// How far the ball about the middle must go along the way.
    to: f64,
}

/// Measures how deep two pieces are in each other.
type DepthOfTwo = fn(&PosedPair<'_>) -> Result<Penetration>;

struct WaySearch<'a> {
    pair: &'a PosedPair<'a>,
    size: f64,
    depth_of: DepthOfTwo,
}

impl WaySearch<'_> {
    /// What B's pose is after a move.
    fn moved(&self, n: &Vector3<f64>, by: f64) -> Result<Pose> {
        let pose = self.pair.pose_b;
        Pose::new(pose.translation() + n * by, pose.quaternion())
    }

    /// How far B is moved past a touch: more than its place is rounded.
    fn past(&self) -> f64 {
        let far = self.pair.pose_a.translation().abs() + self.pair.pose_b.translation().abs();
        PAST_TOUCH * self.size + 8.0 * U * norm1(&far) + f64::MIN_POSITIVE
    }

    /// A way that is no longer than any must be, if there is one.
    fn shortest(&self, least: f64, middles: &[Option<Middle>; 2]) -> Result<Option<Way>> {
        let free = |n: Vector3<f64>, to: f64| Way {
            n,
            from: to,
            to,
            is_apart: false,
        };
        if least <= self.past()
            && let Some(n) = beside(self.pair, &Vector3::zeros(), self.past())?
        {
            return Ok(Some(free(n, 0.0)));
        }
        for middle in middles.iter().flatten() {
            if let Some(n) = middle.way
                && middle.to <= least + self.past()
                && beside(self.pair, &(n * middle.to), self.past())?.is_some()
            {
                return Ok(Some(free(n, middle.to)));
            }
        }
        Ok(None)
    }

    /// Each body's middle beside the surface of the other, a solid.
    fn middles(&self) -> Result<[Option<Middle>; 2]> {
        let sides = [
            (self.pair.a, self.pair.pose_a),
            (self.pair.b, self.pair.pose_b),
        ];
        let mut middles = [None, None];
        for k in 0..2 {
            let ((solid, pose), (body, its_pose)) = (sides[k], sides[1 - k]);
            if solid.solid().is_none() || body.bounding_polytope().is_empty() {
                continue;
            }
            let around = body.bounding_polytope();
            let (core, radius) = (body.core().map(|(core, _)| core), body.of_any_kind().1);
            let middle = Polytope::few(&[around.center()])?;
            let beside = PosedPair::new(solid, pose, &middle, its_pose);
            let seen = between_pieces(&beside, &DistanceOptions::default())?;
            let inside = beside.inside()?.and_then(|inside| inside.point);
            let [on, at] = [seen.point_a, seen.point_b].map(Option::unwrap_or_default);
            // From the solid to the body, or back out of it.
            let out = match inside {
                Some(_) => on - at,
                None => at - on,
            };
            let length = norm(&out);
            let toward_b = if k == 0 { 1.0 } else { -1.0 };
            let ball = match core {
                Some(core) if core.center_error() == 0.0 => core.inscribed_radius() + radius,
                _ => 0.0,
            };
            let away = match inside {
                Some(_) => seen.lower_bound,
                None => -(seen.separation + seen.error),
            };
            let is_known = core.is_some_and(|core| core.center_error() == 0.0);
            middles[k] = Some(Middle {
                way: (length > 0.0 && length.is_finite()).then(|| out * (toward_b / length)),
                least: match is_known {
                    true => (ball + away).max(0.0),
                    false => 0.0,
                },
                to: match inside {
                    Some(_) => ball + seen.separation,
                    None => (ball - seen.separation).max(0.0),
                },
            });
        }
        Ok(middles)
    }

    fn ways(
        &self,
        deepest: &Penetration,
        middles: &[Option<Middle>; 2],
    ) -> ([Vector3<f64>; MAX_WAYS], usize) {
        let (mut ways, mut count) = ([Vector3::zeros(); MAX_WAYS], 0);
        let mut put = |n: Vector3<f64>| {
            if count < MAX_WAYS && (norm(&n) - 1.0).abs() < 1e-6 {
                (ways[count], count) = (n, count + 1);
            }
        };
        for middle in middles.iter().flatten() {
            middle.way.into_iter().for_each(&mut put);
        }
        deepest
            .normal
            .into_iter()
            .flat_map(|n| [n, -n])
            .for_each(&mut put);
        let sides = [
            (self.pair.a, self.pair.pose_a),
            (self.pair.b, self.pair.pose_b),
        ];
        for (k, (body, pose)) in sides.iter().enumerate() {
            let corners = deepest
                .pieces
                .and_then(|ids| body.pieces()?.corners(ids[k].triangle));
            if let Some([a, b, c]) = corners {
                let n = cross(&(b - a), &(c - a));
                let n = rotate(pose.matrix(), &(n / norm(&n)));
                [n, -n].into_iter().for_each(&mut put);
            }
        }
        for (body, pose) in sides {
            if body.solid().is_some() {
                let axis = |k: usize| pose.matrix().column(k).into_owned();
                (0..3).flat_map(|k| [axis(k), -axis(k)]).for_each(&mut put);
            }
        }
        (ways, count)
    }

    /// Moves B along a direction until it is free. None if that is no shorter than `limit`.
    fn leave(&self, n: &Vector3<f64>, limit: f64) -> Result<Option<Way>> {
        let (mut from, mut to) = (0.0, self.past());
        let way = |from: f64, to: f64, is_apart: bool| Way {
            n: *n,
            from,
            to,
            is_apart,
        };
        for _ in 0..MAX_STEPS {
            if !(to < limit) {
                return Ok(None);
            }
            if is_apart(self.pair, &(n * to))? {
                return Ok(Some(way(from, to, true)));
            }
            let step = self.step(n, to)?;
            if step.only_touches && beside(self.pair, &(n * to), self.past())?.is_some() {
                return Ok(Some(way(from, to, false)));
            }
            (from, to) = (to, to + step.by + self.past());
        }
        let beyond = self.boxes_along(n) + self.past();
        let is_free = beyond < limit && is_apart(self.pair, &(n * beyond))?;
        Ok(is_free.then_some(way(from, beyond, true)))
    }

    /// How far B, already moved, must go on so that the pieces that overlap are apart; if none does, those that touch; or a
    /// step inside.
    fn step(&self, n: &Vector3<f64>, by: f64) -> Result<Step> {
        let pose = self.moved(n, by)?;
        let moved = PosedPair {
            pose_b: &pose,
            ..*self.pair
        };
        let (mut deep, mut touching) = (0.0_f64, None::<f64>);
        moved.over_pieces(0.0, &mut |two, _| {
            let found = (self.depth_of)(two)?;
            if found.verdict != Verdict::Separated {
                let apart = apart_along(two, n);
                match found.depth > 4.0 * self.past() {
                    true => deep = deep.max(apart),
                    false => touching = Some(touching.unwrap_or(0.0).max(apart)),
                }
            }
            Ok(0.0)
        })?;
        let (by, only_touches) = match (deep > 0.0, touching) {
            (true, _) => (deep, false),
            (false, Some(by)) => (by, true),
            (false, None) => {
                // Infinite beside triangles that are all seen from behind.
                let gap = between_pieces(&moved, &DistanceOptions::default())?.lower_bound;
                let gap = if gap.is_finite() { gap } else { 0.0 };
                (gap.max(LEAST_STEP * self.size), false)
            }
        };
        Ok(Step { by, only_touches })
    }

    /// How far B must move along a direction until the boxes around the bodies are apart.
    fn boxes_along(&self, n: &Vector3<f64>) -> f64 {
        let far = |body: &Body<'_>, pose: &Pose, n: Vector3<f64>| {
            let (hull, at) = (body.bounding_polytope(), rotate_back(pose.matrix(), &n));
            let reach = hull.vertices().map(|v| dot(&at, &v));
            reach.fold(f64::NEG_INFINITY, f64::max)
                + dot(&n, &pose.translation())
                + body.of_any_kind().1
        };
        let PosedPair {
            a,
            pose_a,
            b,
            pose_b,
        } = self.pair;
        let sum = far(a, pose_a, *n) + far(b, pose_b, -n);
        sum + 64.0 * U * (self.size + norm1(&pose_a.translation()) + norm1(&pose_b.translation()))
    }

    fn shortened(&self, mut way: Way) -> Result<Way> {
        if !way.is_apart {
            return Ok(way);
        }
        for _ in 0..HALVINGS {
            let middle = 0.5 * way.from + 0.5 * way.to;
            if way.to - way.from <= self.past() || middle <= way.from || middle >= way.to {
                break;
            }
            match is_apart(self.pair, &(way.n * middle))? {
                true => way.to = middle,
                false => way.from = middle,
            }
        }
        Ok(way)
    }

    fn answer(&self, way: Way, least: f64, deepest: &Penetration) -> Result<Penetration> {
        let pose = self.moved(&way.n, way.to)?;
        let moved = PosedPair {
            pose_b: &pose,
            ..*self.pair
        };
        let Distance {
            point_a, point_b, ..
        } = nearest(&moved)?;
        let rounding = 8.0 * U * (way.to + norm1(&pose.translation())) + self.past();
        let found = Penetration {
            verdict: Verdict::Hit,
            depth: way.to,
            error: (way.to - least).max(0.0) + rounding,
            normal: Some(way.n),
            point_a,
            point_b: point_b.map(|p| p - way.n * way.to),
            plane: None,
            ..*deepest
        };
        let sizes = [self.pair.a, self.pair.b].map(|body| body.bounding_polytope().reach());
        Ok(found.opposite(sizes).in_range())
    }

    /// Where f64 finds no way out: what is known of all.
    fn unknown(&self, deepest: &Penetration, least: f64) -> Penetration {
        Penetration {
            verdict: Verdict::Hit,
            depth: least,
            error: f64::INFINITY,
            normal: None,
            point_a: None,
            point_b: None,
            plane: None,
            ..*deepest
        }
    }
}

/// The nearest points of bodies that are apart, also if all triangles of a one-sided mesh are seen from behind.
fn nearest(pair: &PosedPair<'_>) -> Result<Distance> {
    let options = DistanceOptions::default();
    let mut found = between_pieces(pair, &options)?;
    if found.point_a.is_none() {
        pair.over_all_pieces(&mut |two, _| {
            let of_two = distance(two, &options, &mut PairState::default())?;
            if found.point_a.is_none() || of_two.separation < found.separation {
                found = of_two;
            }
            Ok(found.separation + found.error)
        })?;
    }
    Ok(found)
}

/// How far one piece must move along a direction until it leaves the other for good.
fn apart_along(two: &PosedPair<'_>, n: &Vector3<f64>) -> f64 {
    let round = two.cores();
    let cores: Cores<'_, Pose> = round.unwrap_or_else(|| two.convex_pair().bounding_polytopes());
    let most = overlap_along(&cores, n);
    match round.is_some() {
        true => {
            last_touch(&cores, n, [0.0, most.max(0.0)]).map_or(0.0, |last| last.at.depth.max(0.0))
        }
        false => most.max(0.0),
    }
}
