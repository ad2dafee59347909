//! How far must B move along a given direction until the bodies only touch?
//!
//! With M = A - B, B moved by s u meets A iff s u lies in M: the depth along u is where the ray from
//! the origin, which lies in M, leaves it. That is a linear program, max s subject to sum l_k m_k =
//! s u, and as seen from far outside it is a time of impact: B comes back along -u, and the portal of
//! `LinearToi` ends at the facet that the ray leaves through. Its dual bounds s from above, the
//! crossing of the portal from below, both proved.
//!
//! A ray that leaves through an edge or along a facet (a box that slides off a floor it touches) is
//! degenerate: rounding decides whether it is in M at all. Then exact arithmetic decides about B moved by
//! s u as about any pair, for the f64 s that close a bracket around the program's guess.

use nalgebra::{Matrix3, Vector3};

use crate::motion::pose::Pose;
use crate::numeric::arithmetic::{U, dot, norm, norm1};
use crate::numeric::simd;
use crate::pair::PairState;
use crate::query::penetration_answer::Penetration;
use crate::shape::polytope::Polytope;
use crate::solver::decide::{decide_hulls_afresh, decide_outlined_afresh};
use crate::solver::decision::DecisionKind;
use crate::solver::linear_toi::{Entry, ImpactOutcome, Line, LinearToi};
use crate::solver::minkowski_difference::Difference;
use crate::support::mapping::{FloatMapping, Travel};
use crate::support::swept_hull::{ExtendedHull, pair_scale};
use crate::verdict::{DecidedBy, Reason, Verdict};

/// A bracket of s narrower than this part of the pair's size is an answer. Narrower ones cost exact
/// arithmetic on rays that leave at a grazing angle; wider ones are of no use to a caller.
const NARROW: f64 = 1e-12;

/// Ratio of the widths of two successive probes about the guess.
const PROBE_GROWTH: f64 = 64.0;

/// The ray is moved towards the centre of M by this part of the size for a guess.
const NUDGE: f64 = 1e-12;

/// The least s >= 0 such that B, moved by s along `direction`, only touches A. Neither body is empty.
pub(crate) fn along(
    bodies: [&Polytope; 2],
    poses: [&Pose; 2],
    direction: &Vector3<f64>,
    max_pivots: u32,
) -> Penetration {
    let ([a, b], [pose_a, pose_b]) = (bodies, poses);
    let apart = pose_b.translation() - pose_a.translation();
    let scale = pair_scale(a.reach(), b.reach(), norm1(&apart));
    let query = DirectedQuery {
        bodies: [a, b],
        poses: [pose_a, pose_b],
        direction,
        length: norm(direction),
        max_pivots,
        scale,
    };
    let matrices = [pose_a, pose_b].map(|pose| pose.matrix() * scale);
    let matrices = matrices.each_ref();
    simd::widest_or_shared(
        #[inline(always)]
        |inlined| query.solve(matrices, inlined),
    )
}

#[derive(Clone, Copy)]
struct DirectedQuery<'a> {
    bodies: [&'a Polytope; 2],
    poses: [&'a Pose; 2],
    direction: &'a Vector3<f64>,
    /// Length of the direction.
    length: f64,
    max_pivots: u32,
    scale: f64,
}

/// Where the ray leaves M, as multiples of the reach.
#[derive(Clone, Copy)]
struct Bracket {
    /// In M.
    low: f64,
    /// M ends before this.
    high: f64,
    /// The best guess, between them.
    at: f64,
}

impl<'a> DirectedQuery<'a> {
    /// `inlined`: with copies of the solvers for these bodies alone.
    #[inline(always)]
    fn solve(&self, matrices: [&'a Matrix3<f64>; 2], inlined: bool) -> Penetration {
        let origin = self.poses[0].translation();
        let [a, b] = [0, 1].map(|k| {
            ExtendedHull::at_pose(
                self.bodies[k],
                self.poses[k],
                matrices[k],
                origin,
                self.scale,
            )
        });
        let mut m = Difference::new(&a, &b, 0.0);
        let pivots = self.max_pivots;
        let start = decide_hulls_afresh(&mut m, pivots);
        let decision = start.decision;
        let (common, decided_by) = (decision.vector(), decision.by);
        if decision.kind == DecisionKind::Separated {
            let plane = decision.plane(&origin, self.scale, &m.span);
            return Penetration::apart(plane, m.queries, decided_by);
        }
        // No point of M is farther from the origin than half of this.
        let reach = 2.0 * ((a.outer_radius() + b.outer_radius()) + norm(&m.interior())) * 1.0001
            + 64.0 * m.rounding();
        let line = self.line(reach);
        let mut run = LinearToi::new(&m, line);
        let mut outcome = match inlined {
            true => run.solve(&mut m, &PairState::default()),
            false => m.of_any_float(|m| run.solve_outlined(m, &PairState::default())),
        };
        if let ImpactOutcome::Enters(entry) = &mut outcome
            && entry.t_hi.is_none()
        {
            *entry = self.at_rim(&mut run, [&a, &b]).unwrap_or(*entry);
        }
        if let ImpactOutcome::Enters(entry) = outcome
            && let Some(found) = self.bracket_of(&entry, &m, reach)
            && found.high - found.low <= NARROW
        {
            let ends = m.points(&run.portal.columns, &entry.weights);
            return self.answer(&found, reach, entry.normal, ends, (m.queries, decided_by));
        }
        self.exactly([&a, &b], outcome, reach, common, m.queries)
    }

    /// B's way back along the direction, from `reach` away at t = 0 to where it is at t = 1.
    #[inline(always)]
    fn line(&self, reach: f64) -> Line {
        let d = -(self.direction * (reach / self.length));
        Line {
            d,
            // Length, quotient and product are rounded.
            error: 8.0 * U * norm1(&d),
            reference: 1.0,
        }
    }

    /// Bracket that the program proved; None without a lower bound.
    #[inline(always)]
    fn bracket_of<A: FloatMapping, B: FloatMapping>(
        &self,
        entry: &Entry,
        m: &Difference<'_, A, B>,
        reach: f64,
    ) -> Option<Bracket> {
        // t counts in lengths of d, which is the reach to 4 U.
        let high = (1.0 - entry.t_lo) * (1.0 + 8.0 * U) + 4.0 * U;
        let low = ((1.0 - entry.t_hi?) * (1.0 - 8.0 * U) - 4.0 * U).max(0.0);
        let at = self.crossing(&entry.normal, m, reach);
        Some(Bracket {
            low,
            high,
            at: at.clamp(low, high.max(low)),
        })
    }

    /// Where the ray crosses M's supporting plane of this normal.
    #[inline(always)]
    fn crossing<A: FloatMapping, B: FloatMapping>(
        &self,
        normal: &Vector3<f64>,
        m: &Difference<'_, A, B>,
        reach: f64,
    ) -> f64 {
        m.scanned_reach(normal) / (dot(normal, self.direction) * (reach / self.length))
    }

    #[inline(always)]
    fn answer(
        &self,
        found: &Bracket,
        reach: f64,
        normal: Vector3<f64>,
        [point_a, point_b]: [Vector3<f64>; 2],
        (iterations, decided_by): (u32, DecidedBy),
    ) -> Penetration {
        let world = |p: Vector3<f64>| p * (1.0 / self.scale) + self.poses[0].translation();
        let unit = reach / self.scale;
        let off = (found.high - found.at).max(found.at - found.low) + 4.0 * U * found.high;
        Penetration {
            pieces: None,
            verdict: Verdict::Hit,
            reason: Reason::None,
            decided_by,
            iterations,
            depth: found.at * unit,
            // The last step pays for denormals.
            error: off * unit + f64::from_bits(1),
            normal: Some(normal),
            point_a: Some(world(point_a)),
            point_b: Some(world(point_b)),
            plane: None,
        }
    }

    /// The entry of a line that crosses the portal at its rim.
    #[cold]
    #[inline(never)]
    fn at_rim(&self, run: &mut LinearToi, [a, b]: [&ExtendedHull<'a>; 2]) -> Option<Entry> {
        let by = run.way_beside();
        let way = Travel {
            from: Vector3::zeros(),
            to: by / self.scale,
            t: 1.0,
        };
        let beside = b.carried(&way);
        let mut m = Difference::new(a, b, 0.0);
        let mut moved = Difference::new(a, &beside, 0.0);
        m.of_any_float(|m| moved.of_any_float(|moved| run.enter_beside(m, moved, &by)))
    }

    /// Closes the bracket by exact queries about B moved.
    #[cold]
    #[inline(never)]
    fn exactly(
        &self,
        [a, b]: [&ExtendedHull<'a>; 2],
        outcome: ImpactOutcome,
        reach: f64,
        common: Vector3<f64>,
        mut queries: u32,
    ) -> Penetration {
        let m = Difference::new(a, b, 0.0);
        let guess = match outcome {
            ImpactOutcome::Enters(entry) => Some(entry.normal),
            _ => self.nudged(a, b, reach),
        };
        let to_world = reach / self.length / self.scale;
        let mut last = LastProbe {
            normal: guess,
            common,
        };
        // Whether M still holds the ray there; s is a multiple of the reach.
        let mut holds = |s: f64| {
            let way = Travel {
                from: Vector3::zeros(),
                to: *self.direction,
                t: s * to_world,
            };
            let moved = b.carried(&way);
            let mut m = Difference::new(a, &moved, 0.0);
            let decision = m
                .of_any_kind(|m| decide_outlined_afresh(m, self.max_pivots))
                .decision;
            queries += m.queries;
            let met = decision.kind == DecisionKind::Hit;
            if met {
                last.common = decision.vector();
            } else {
                last.normal = last.normal.or(Some(decision.vector()));
            }
            met
        };
        let (mut low, mut high) = (0.0, 1.0);
        let at = guess.map(|normal| self.crossing(&normal, &m, reach));
        if let Some(at) = at.filter(|at| *at > -1.0 && *at < 1.0) {
            let mut width = 4.0 * U;
            while at + width < high {
                let s = (at + width).max(0.0);
                if s > low && !holds(s) {
                    high = s;
                } else {
                    low = low.max(s);
                }
                width *= PROBE_GROWTH;
            }
            width = 4.0 * U;
            while at - width > low {
                let s = at - width;
                if s < high && holds(s) {
                    low = s;
                } else {
                    high = high.min(s);
                }
                width *= PROBE_GROWTH;
            }
        }
        while high - low > NARROW {
            let middle = low + 0.5 * (high - low);
            if holds(middle) {
                low = middle;
            } else {
                high = middle;
            }
        }
        let found = Bracket {
            low,
            high,
            at: at.unwrap_or(low).clamp(low, high),
        };
        // Where they touch, on B as it is.
        let point_b = last.common - self.direction * (low * to_world * self.scale);
        let normal = last.normal.unwrap_or_else(|| self.direction / self.length);
        self.answer(
            &found,
            reach,
            normal,
            [last.common, point_b],
            (queries, DecidedBy::Exact),
        )
    }

    /// The normal at the end of a ray that runs a little nearer to the centre.
    fn nudged(
        &self,
        a: &ExtendedHull<'_>,
        b: &ExtendedHull<'_>,
        reach: f64,
    ) -> Option<Vector3<f64>> {
        let inside = Difference::new(a, b, 0.0).interior();
        let u = self.direction / self.length;
        let across = inside - u * dot(&inside, &u);
        let length = norm(&across);
        if !(length > 0.0) {
            return None;
        }
        // M with the nudge subtracted: the centre comes nearer to the ray.
        let way = Travel {
            from: Vector3::zeros(),
            to: across * (NUDGE * reach / (length * self.scale)),
            t: 1.0,
        };
        let moved = b.carried(&way);
        let mut m = Difference::new(a, &moved, 0.0);
        let mut run = LinearToi::new(&m, self.line(reach));
        match m.of_any_float(|m| run.solve_outlined(m, &PairState::default())) {
            ImpactOutcome::Enters(entry) => Some(entry.normal),
            _ => None,
        }
    }
}

/// Results of the last probes.
struct LastProbe {
    normal: Option<Vector3<f64>>,
    common: Vector3<f64>,
}
