//! Two bodies at rest, one of which is curved: balls inside them, then GJK in f64. Where that cannot decide, portal
//! refinement to a hundred bits, and polytopes inside them.

use nalgebra::{Matrix3, Vector3};

use crate::motion::pairs::ConvexPair;
use crate::motion::pose::Pose;
use crate::numeric::arithmetic::{U, dot, norm, norm1};
use crate::numeric::length_sum::LengthSum;
use crate::pair::PairState;
use crate::plane::Plane;
use crate::solver::epa::{MAX_DESCENT, depth};
use crate::solver::gjk::{self, GjkProof, NearestPoints, StopRule};
use crate::solver::inscribed;
use crate::solver::minkowski_difference::Difference;
use crate::solver::precise::{self, Proved};
use crate::solver::rounded_distance;
use crate::solver::subsimplex::Subsimplex;
use crate::support::mapping::FloatMapping;
use crate::support::posed_any::{PointBuffer, PosedAny, blocks};
use crate::support::swept_hull::{Offset, pair_scale};
use crate::verdict::{DecidedBy, Reason, Verdict};

/// Bounds of the distance of two cores at one time; in the query's frame, lengths times its scale.
#[derive(Clone, Copy)]
pub(crate) struct Measured {
    pub(crate) found: NearestPoints,
    /// The nearest points of the cores; where they overlap a common one, twice to rounding.
    pub(crate) points: [Vector3<f64>; 2],
    pub(crate) queries: u32,
}

/// The finest stop for which the kept points suffice.
pub(crate) fn finely(max_pivots: u32) -> StopRule {
    StopRule::precise(max_pivots.min(ROOM as u32 - 8))
}

/// The distance of two cores, from below and from above. `along`: a normal that may be near theirs.
pub(crate) fn measure(
    sets: [&PosedAny<'_>; 2],
    along: Option<&Vector3<f64>>,
    stop: &StopRule,
) -> Measured {
    let m = &mut Difference::new(sets[0], sets[1], 0.0);
    if let Some(point) = common_of_balls(m) {
        let found = NearestPoints {
            kind: GjkProof::Overlap,
            ..NearestPoints::unknown()
        };
        return Measured {
            points: [point; 2],
            queries: 0,
            found,
        };
    }
    let mut start = Subsimplex::default();
    if let Some(n) = along {
        start.push(gjk::column_along(m, n));
    }
    gone_on(m, start, stop)
}

/// Measures the distance as [`measure`] does, but a search that stalls before its bounds meet goes on over every face, because points are off by the root of
/// what the bounds leave.
fn measure_closely(
    sets: [&PosedAny<'_>; 2],
    along: Option<&Vector3<f64>>,
    max_pivots: u32,
) -> Measured {
    let stop = finely(max_pivots);
    let measured = measure(sets, along, &stop);
    let m = Difference::new(sets[0], sets[1], 0.0);
    let is_settled = measured.found.kind == GjkProof::Overlap
        || measured.found.beyond_rounding(&m) <= 2.0 * m.rounding();
    let left = stop.max_iterations.saturating_sub(measured.queries);
    if is_settled || left == 0 {
        return measured;
    }
    let stop = StopRule {
        every_face: true,
        ..finely(left)
    };
    let again = measure_on(sets, &measured, &stop);
    match again.found.kind == GjkProof::Overlap
        || again.found.beyond_rounding(&m) < measured.found.beyond_rounding(&m)
    {
        true => again,
        false => Measured {
            queries: again.queries,
            ..measured
        },
    }
}

/// Measures the same sets again, from the result before, whose points are still kept.
pub(crate) fn measure_on(sets: [&PosedAny<'_>; 2], seen: &Measured, stop: &StopRule) -> Measured {
    let m = &mut Difference::new(sets[0], sets[1], 0.0);
    m.queries = seen.queries;
    gone_on(m, seen.found.simplex, stop)
}

/// Returns the distance of two cores from columns whose points are kept where they are now.
pub(crate) fn measure_from(
    sets: [&PosedAny<'_>; 2],
    columns: &Subsimplex,
    stop: &StopRule,
) -> Measured {
    let m = &mut Difference::new(sets[0], sets[1], 0.0);
    let start = gjk::again(m, columns);
    gone_on(m, start, stop)
}

#[inline(never)]
fn gone_on(
    m: &mut Difference<'_, PosedAny<'_>, PosedAny<'_>>,
    start: Subsimplex,
    stop: &StopRule,
) -> Measured {
    let found = gjk::nearest(m, start, stop);
    Measured {
        points: found.points(m),
        queries: m.queries,
        found,
    }
}

/// A point of balls about the centres inside both sets, if these overlap beyond rounding.
fn common_of_balls<A: FloatMapping, B: FloatMapping>(
    m: &Difference<'_, A, B>,
) -> Option<Vector3<f64>> {
    let apart = m.interior();
    // Squares of less are lost.
    let distance = match norm(&apart) {
        length if length > 1e-140 => length,
        _ => norm1(&apart),
    };
    let inside = m.inscribed_radius() * (1.0 - 8.0 * U) - m.center_error() - m.rounding();
    (distance < inside)
        .then(|| m.a.center() - apart * (m.a.inscribed_radius() / m.inscribed_radius()))
}

/// Verdict and distance of two bodies at rest, world frame.
pub(crate) struct CurvedDistance {
    pub(crate) verdict: Verdict,
    pub(crate) decided_by: DecidedBy,
    pub(crate) iterations: u32,
    /// The distance of the bodies, cores less radii: from below, as it seems, from above. Where they meet, less than
    /// nothing by no more than the radii.
    pub(crate) distance: [f64; 3],
    /// Unit, from A to B. None where no direction is known.
    pub(crate) normal: Option<Vector3<f64>>,
    /// Points of the bodies, as near to each other as the cores and their radii let them: a common one of bodies that
    /// meet, twice to rounding.
    pub(crate) points: [Vector3<f64>; 2],
    /// The nearest points of the cores.
    pub(crate) core_points: [Vector3<f64>; 2],
    /// The distance of the cores from below, as a gap along the normal may be less than nothing, and from above.
    pub(crate) between_cores: [f64; 2],
}

/// How deep two bodies are in each other, world frame.
pub(crate) struct CurvedOverlap {
    /// From above: B moved by it along `normal` is parted from A.
    pub(crate) depth: f64,
    /// The least depth is smaller by no more than this.
    pub(crate) error: f64,
    /// Unit, from A to B.
    pub(crate) normal: Vector3<f64>,
    /// The deepest points.
    pub(crate) points: [Vector3<f64>; 2],
}

impl CurvedDistance {
    pub(crate) fn reason(&self) -> Reason {
        match self.verdict {
            Verdict::Undecided => Reason::Touching,
            _ => Reason::None,
        }
    }

    /// Returns how deep the bodies of this distance, which are not proved to be apart, are in each other.
    pub(crate) fn overlap(&self, sides: &ConvexPair<'_, Pose>) -> CurvedOverlap {
        // How far the cores are in each other, less than nothing of those that are apart.
        let [mut upper, mut lower] = self.between_cores.map(|distance| -distance);
        let (mut normal, mut points) = (self.normal.unwrap_or_default(), self.core_points);
        if !(upper < 0.0) {
            let cores = curved_depth(sides);
            lower = lower.max(cores.depth[0]);
            // Points belong to their own normal, also where another is a little better.
            if let Some(deepest) = cores.points {
                (upper, normal, points) = (cores.depth[1], cores.normal, deepest);
            } else if cores.depth[1] < upper {
                (upper, normal) = (cores.depth[1], cores.normal);
            }
        }
        let [below, above] = LengthSum([0.0, sides.radii[0], sides.radii[1]]).bounds(1.0);
        let room = |depth: f64| 8.0 * U * (above + depth.abs()) + f64::from_bits(2);
        let depth = (above + upper + room(upper)).max(0.0);
        let least = (below + lower - room(lower)).max(0.0);
        let [a, b] = rounded_distance::surfaces(points, &normal, sides.radii);
        let (by, reaches) = (normal * depth, sides.reaches());
        CurvedOverlap {
            depth,
            error: (depth - least) * (1.0 + 2.0 * U),
            normal,
            // Of the smaller body f64 knows better where its point is.
            points: match (depth.is_finite(), reaches[0] <= reaches[1]) {
                (false, _) => [a, b],
                (_, true) => [a, a - by],
                (_, false) => [b + by, b],
            },
        }
    }

    /// With `Separated`, half-way between the bodies.
    pub(crate) fn plane(&self) -> Option<Plane> {
        let normal = self.normal.filter(|_| self.verdict == Verdict::Separated)?;
        Some(Plane {
            normal,
            offset: 0.5 * (dot(&normal, &self.points[0]) + dot(&normal, &self.points[1])),
            spanned_by: None,
        })
    }
}

/// Support queries of GJK; points that are kept for it.
pub(crate) const ROOM: usize = 128;

/// Columns of a depth's polytope, after which the bounds are as far apart as they are.
const DEPTH_ROOM: usize = 320 + MAX_DESCENT as usize;

/// Two bodies at rest in the query's frame.
pub(crate) struct AtRest<'a> {
    sides: &'a ConvexPair<'a, Pose>,
    matrices: [Matrix3<f64>; 2],
    offset: Offset,
    pub(crate) scale: f64,
}

impl<'a> AtRest<'a> {
    fn new(sides: &'a ConvexPair<'a, Pose>) -> Self {
        AtRest::with(sides, [0.0; 2])
    }

    /// The pair at rest with its radii as part of the bodies.
    pub(crate) fn whole(sides: &'a ConvexPair<'a, Pose>) -> Self {
        AtRest::with(sides, sides.radii)
    }

    fn with(sides: &'a ConvexPair<'a, Pose>, radii: [f64; 2]) -> Self {
        let ([a, b], [pose_a, pose_b]) = sides.bounding_polytopes().both();
        let (p_a, p_b) = (pose_a.translation(), pose_b.translation());
        let reach = [a.reach() + radii[0], b.reach() + radii[1]];
        let scale = pair_scale(reach[0], reach[1], norm1(&(p_b - p_a)));
        let apart = match scale >= 1.0 {
            true => (p_b - p_a) * scale,
            false => p_b * scale - p_a * scale,
        };
        AtRest {
            sides,
            matrices: [pose_a, pose_b].map(|pose| pose.matrix() * scale),
            offset: Offset {
                value: apart,
                error: U * norm1(&apart),
            },
            scale,
        }
    }

    fn sets<'s, const N: usize>(&'s self, buffers: &'s [PointBuffer<N>; 2]) -> [PosedAny<'s>; 2] {
        let set = |k: usize, offset: &Offset| {
            let (core, writer) = (self.sides.cores[k], buffers[k].writer());
            PosedAny::new(core, &self.matrices[k], offset, self.scale, writer)
        };
        [set(0, &Offset::ZERO), set(1, &self.offset)]
    }

    /// With their radii.
    pub(crate) fn whole_sets<'s, const N: usize>(
        &'s self,
        buffers: &'s [PointBuffer<N>; 2],
    ) -> [PosedAny<'s>; 2] {
        let [a, b] = self.sets(buffers);
        let [radius_a, radius_b] = self.sides.radii.map(|radius| radius * self.scale);
        [
            a.rounded(radius_a, buffers[0].writer()),
            b.rounded(radius_b, buffers[1].writer()),
        ]
    }

    pub(crate) fn world(&self, p: Vector3<f64>) -> Vector3<f64> {
        p * (1.0 / self.scale) + self.sides.places[0].translation()
    }
}

/// The nearest points of two cores, a common one of cores that meet; world frame.
pub(crate) struct NearestCores {
    /// Unit, from A to B.
    pub(crate) normal: Vector3<f64>,
    pub(crate) points: [Vector3<f64>; 2],
    /// What f64 loses of a distance.
    pub(crate) rounding: f64,
}

pub(crate) fn nearest_cores(sides: &ConvexPair<'_, Pose>, max_pivots: u32) -> NearestCores {
    let rest = AtRest::new(sides);
    let buffers = [PointBuffer::<{ blocks(ROOM) }>::new(), PointBuffer::new()];
    let [a, b] = &rest.sets(&buffers);
    let measured = measure_closely([a, b], None, max_pivots);
    NearestCores {
        normal: measured.found.normal,
        points: measured.points.map(|p| rest.world(p)),
        rounding: Difference::new(a, b, 0.0).rounding() / rest.scale,
    }
}

/// Depth of two cores, world frame; minus their distance if they are apart.
pub(crate) struct CurvedDepth {
    /// From below and from above: B moved by the latter along `normal` is parted from A.
    pub(crate) depth: [f64; 2],
    pub(crate) normal: Vector3<f64>,
    /// Deepest in each other; None of cores that have no width along the normal.
    pub(crate) points: Option<[Vector3<f64>; 2]>,
}

/// The depth of two cores that meet, or seem to.
pub(crate) fn curved_depth(sides: &ConvexPair<'_, Pose>) -> CurvedDepth {
    let rest = AtRest::new(sides);
    let buffers = [
        PointBuffer::<{ blocks(DEPTH_ROOM) }>::new(),
        PointBuffer::new(),
    ];
    let [a, b] = &rest.sets(&buffers);
    let mut m = Difference::new(a, b, 0.0);
    m.most_queries = DEPTH_ROOM as u32 - MAX_DESCENT - 16;
    let found = depth(&mut m, &[]);
    let points = found
        .foot
        .map(|(columns, weights)| m.points(&columns, &weights));
    // A polytope that does not hold the origin tells nothing but how far its points are from it.
    let lower = match &points {
        Some(_) if found.lower > 0.0 => found.lower,
        Some([a, b]) => -(norm(&(a - b)) * (1.0 + 8.0 * U) + m.rounding()),
        None => f64::NEG_INFINITY,
    };
    let upper = found.depth + m.rounding() + 8.0 * U * found.depth.abs();
    CurvedDepth {
        depth: [lower, upper].map(|bound| bound / rest.scale),
        normal: found.normal,
        points: points.map(|points| points.map(|p| rest.world(p))),
    }
}

/// Whether two bodies, none empty, come within a distance, and how near they are.
pub(crate) fn known(
    sides: &ConvexPair<'_, Pose>,
    distance: f64,
    max_pivots: u32,
    state: &mut PairState,
) -> CurvedDistance {
    let rest = AtRest::new(sides);
    let scale = rest.scale;
    let buffers = [PointBuffer::<{ blocks(ROOM) }>::new(), PointBuffer::new()];
    let [set_a, set_b] = &rest.sets(&buffers);
    let kept = state.plane();
    let measured = measure_closely([set_a, set_b], kept.as_ref(), max_pivots);
    let found = &measured.found;
    let reach = LengthSum([distance, sides.radii[0], sides.radii[1]]);
    let [surely, at_most] = reach.bounds(scale);
    let unit = |n: &Vector3<f64>| (n.amax() > 0.0).then_some(*n);
    let world = |p| rest.world(p);
    let radii = sides.radii.map(|radius| radius * scale);
    let mut normal = unit(&found.normal);
    let mut cores = measured.points;
    let mut points = rounded_distance::nearer(cores, radii).map(world);
    let mut decided_by = DecidedBy::Float;
    let verdict = if found.lower > at_most {
        Verdict::Separated
    } else if found.kind == GjkProof::Overlap || found.upper <= surely {
        Verdict::Hit
    } else {
        decided_by = DecidedBy::Exact;
        match precise::decide(sides, &reach, normal) {
            Proved::Apart(n) => {
                normal = Some(n);
                Verdict::Separated
            }
            Proved::Near(near) => {
                cores = near.map(|p| p * scale);
                points = rounded_distance::nearer(cores, radii).map(world);
                Verdict::Hit
            }
            Proved::Nothing => match inscribed::near_points(sides, distance) {
                Some(near) => {
                    points = near;
                    Verdict::Hit
                }
                None => {
                    decided_by = DecidedBy::Nothing;
                    Verdict::Undecided
                }
            },
        }
    };
    state.keep_plane(normal.as_ref());
    let [below, above] = LengthSum([0.0, sides.radii[0], sides.radii[1]]).bounds(scale);
    let between = match found.kind {
        GjkProof::Overlap => 0.0,
        _ => -dot(&found.normal, &found.simplex.point()),
    };
    let lower = if found.kind == GjkProof::Overlap {
        0.0
    } else {
        found.lower.max(0.0)
    };
    let upper = match found.kind {
        GjkProof::Overlap => 0.0,
        _ => found.upper.max(lower),
    };
    CurvedDistance {
        verdict,
        decided_by,
        iterations: measured.queries,
        distance: [
            (lower - above) / scale,
            (between.clamp(lower, upper) - 0.5 * (below + above)) / scale,
            (upper - below) / scale,
        ],
        normal,
        points,
        core_points: cores.map(world),
        between_cores: [found.lower / scale, upper / scale],
    }
}
