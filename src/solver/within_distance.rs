//! Do two sets come within a length of each other? GJK narrows two bounds until they decide; where rounding hides
//! the answer, exact integers compare the squares. The boolean core of bodies with radii.

use std::cmp::Ordering;

use nalgebra::Vector3;

use crate::motion::pairs::Cores;
use crate::motion::pose::Pose;
use crate::numeric::arithmetic::{dot, norm1};
use crate::numeric::length_sum::LengthSum;
use crate::numeric::simd;
use crate::pair::PairState;
use crate::plane::{Plane, Span};
use crate::solver::bounding_spheres::SphereTest;
use crate::solver::decision::{Decision, DecisionKind};
use crate::solver::exact;
use crate::solver::gjk::{self, GjkProof, StopRule};
use crate::solver::minkowski_difference::{AnyDifference, Difference, DirectionExtent};
use crate::solver::portal::common_point_of_balls;
use crate::solver::ray_simplex::{RaySimplex, SimplexOutcome};
use crate::solver::rounded_distance;
use crate::solver::thin_cores::{ThinNearest, thin, thin_far};
use crate::support::mapping::SupportMapping;
use crate::support::swept_hull::{ExtendedHull, pair_scale};
use crate::verdict::DecidedBy;

/// Answer in the query's frame.
pub(crate) struct WithinDistance {
    /// `Separated`: they are farther apart, by the two planes of the normal. Otherwise `Hit`.
    pub(crate) decision: Decision,
    /// Columns that span the normal, if no f64 normal suffices.
    pub(crate) span: Option<Span>,
    /// With `Hit`: a point of each of the round bodies, no farther apart than the length without their radii.
    pub(crate) points: [Vector3<f64>; 2],
}

/// The answer for two bodies at rest, which returns it in world coordinates.
pub(crate) struct BodiesWithinDistance {
    near: WithinDistance,
    /// Support queries on each body.
    pub(crate) queries: u32,
    origin: Vector3<f64>,
    scale: f64,
}

/// Whether two bodies, neither empty, come within a distance of each other.
pub(crate) fn bodies_within_distance(
    cores: &Cores<'_, Pose>,
    distance: f64,
    max_pivots: u32,
    state: &mut PairState,
) -> BodiesWithinDistance {
    let ([a, b], [pose_a, pose_b]) = cores.both();
    let origin = pose_a.translation();
    if let Some(near) = thin(cores).and_then(|thin| near_thin(cores, &thin, distance)) {
        return BodiesWithinDistance {
            near,
            queries: 0,
            origin,
            scale: 1.0,
        };
    }
    let scale = pair_scale(
        a.reach(),
        b.reach(),
        norm1(&(pose_b.translation() - origin)),
    );
    let matrices = [pose_a, pose_b].map(|pose| pose.matrix() * scale);
    if scale != 1.0
        && let Some(near) = thin_far(cores).and_then(|thin| near_thin(cores, &thin, distance))
    {
        return BodiesWithinDistance {
            near,
            queries: 0,
            origin,
            scale: 1.0,
        };
    }
    let reach = &cores.touching_distance(distance);
    let (near, queries) = simd::widest_or_shared(
        #[inline(always)]
        |inlined| {
            let hull_a = ExtendedHull::at_origin(a, pose_a, &matrices[0], scale);
            let hull_b = ExtendedHull::at_pose(b, pose_b, &matrices[1], origin, scale);
            let m = &mut Difference::new(&hull_a, &hull_b, 0.0);
            let near = match inlined {
                true => near(m, reach, max_pivots, scale, state),
                false => {
                    m.of_any_kind(|m| hulls_within_distance(m, reach, max_pivots, scale, state))
                }
            };
            (near, m.queries)
        },
    );
    BodiesWithinDistance {
        near,
        queries,
        origin,
        scale,
    }
}

/// Decides by the nearest points of thin cores, if they suffice.
#[inline(always)]
fn near_thin(
    cores: &Cores<'_, Pose>,
    found: &ThinNearest,
    distance: f64,
) -> Option<WithinDistance> {
    let [surely, at_most] = cores.touching_distance(distance).bounds(1.0);
    let origin = cores.places[0].translation();
    let [a, b] = found.points.map(|p| p - origin);
    let by = DecidedBy::Float;
    if found.lower > at_most {
        let extent = DirectionExtent {
            max_a: dot(&found.normal, &a),
            min_b: dot(&found.normal, &b),
            id_a: 0,
            id_b: 0,
        };
        return Some(WithinDistance::apart(
            found.normal,
            &extent,
            cores.radii,
            by,
            None,
        ));
    }
    (found.upper <= surely).then(|| WithinDistance::hit([a, b], cores.radii, by))
}

impl BodiesWithinDistance {
    pub(crate) fn decision(&self) -> &Decision {
        &self.near.decision
    }

    pub(crate) fn plane(&self) -> Option<Plane> {
        self.decision()
            .plane(&self.origin, self.scale, &self.near.span)
    }

    pub(crate) fn point(&self) -> Option<Vector3<f64>> {
        self.decision().point(&self.origin, self.scale)
    }

    pub(crate) fn points(&self) -> Option<[Vector3<f64>; 2]> {
        let world = |p| p * (1.0 / self.scale) + self.origin;
        (self.decision().kind == DecisionKind::Hit).then(|| self.near.points.map(world))
    }
}

/// Whether A and B, neither empty, come within `reach`, of which the second and third part are radii of A and B;
/// lengths of `m` are those of the world times `scale`.
#[inline(always)]
pub(crate) fn near<A: SupportMapping, B: SupportMapping>(
    m: &mut Difference<'_, A, B>,
    reach: &LengthSum,
    max_pivots: u32,
    scale: f64,
    state: &mut PairState,
) -> WithinDistance {
    (m.hint_a, m.hint_b) = (state.hint_a, state.hint_b);
    let LengthSum([_, radius_a, radius_b]) = *reach;
    let radii = [radius_a * scale, radius_b * scale];
    let [surely, at_most] = reach.bounds(scale);
    let stop = StopRule {
        apart_by: at_most,
        ..StopRule::precise(max_pivots)
    };
    let start = gjk::kept(m, state);
    let found = gjk::nearest(m, start, &stop);
    let answer = if found.kind == GjkProof::Overlap || found.upper <= surely {
        gjk::keep(state, &found);
        WithinDistance::hit(found.points(m), radii, DecidedBy::Float)
    } else if found.lower > at_most {
        gjk::keep(state, &found);
        WithinDistance::apart(found.normal, &found.extent, radii, DecidedBy::Float, None)
    } else if found.kind == GjkProof::Unclear
        && let Some(point) = m.of_any_kind(|m| common_point(m, max_pivots))
    {
        gjk::keep(state, &found);
        WithinDistance::hit([point; 2], radii, DecidedBy::Float)
    } else {
        let start = found.simplex.columns[..found.simplex.count].iter();
        let start = &mut start.map(|c| (c.id_a, c.id_b));
        let compared = m.of_any_kind(|m| exact::compare(m, start, reach));
        let nearest = &compared.nearest;
        gjk::keep_exact(state, nearest);
        match compared.order {
            Ordering::Greater => {
                let n = nearest.normal;
                let (a, b) = nearest.columns[0];
                let extent = DirectionExtent {
                    max_a: dot(&n, &m.a.point(a)),
                    min_b: dot(&n, &m.b.point(b)),
                    id_a: a,
                    id_b: b,
                };
                let mut apart =
                    WithinDistance::apart(n, &extent, radii, DecidedBy::Exact, compared.span);
                let (excess, exponent) = compared.excess;
                apart.decision.exact_gap = libm::ldexp(excess, exponent);
                apart
            }
            _ => WithinDistance::hit(nearest.points(m), radii, DecidedBy::Exact),
        }
    };
    (state.hint_a, state.hint_b) = (m.hint_a, m.hint_b);
    answer
}

/// [`near`], compiled once for all kinds of sets.
#[cold]
#[inline(never)]
pub(crate) fn hulls_within_distance(
    m: &mut AnyDifference<'_>,
    reach: &LengthSum,
    max_pivots: u32,
    scale: f64,
    state: &mut PairState,
) -> WithinDistance {
    near(m, reach, max_pivots, scale, state)
}

impl WithinDistance {
    #[inline(always)]
    fn apart(
        normal: Vector3<f64>,
        extent: &DirectionExtent,
        [radius_a, radius_b]: [f64; 2],
        by: DecidedBy,
        span: Option<Span>,
    ) -> Self {
        let (max_a, min_b) = (extent.max_a + radius_a, extent.min_b - radius_b);
        WithinDistance {
            decision: Decision::separated(normal, max_a, min_b, by),
            span,
            points: [Vector3::zeros(); 2],
        }
    }

    /// With these nearest points of the cores.
    #[inline(always)]
    fn hit(cores: [Vector3<f64>; 2], radii: [f64; 2], by: DecidedBy) -> Self {
        let points = match radii {
            [0.0, 0.0] => cores,
            _ => rounded_distance::nearer(cores, radii),
        };
        WithinDistance {
            decision: Decision::hit(points[0], by),
            span: None,
            points,
        }
    }
}

/// A common point in the query's frame, if f64 can prove one.
#[cold]
#[inline(never)]
pub(crate) fn common_point(m: &mut AnyDifference<'_>, max_pivots: u32) -> Option<Vector3<f64>> {
    let mut run = RaySimplex::new(m);
    if run.sphere_test(m, m.rounding()) == SphereTest::Meet {
        return Some(common_point_of_balls(m));
    }
    match run.solve(m, max_pivots, 0.0) {
        SimplexOutcome::Hit(weights) => Some(run.portal.common_point(m, &weights)),
        _ => None,
    }
}
