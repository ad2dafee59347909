//! How far a separating plane may be carried, proved.
//!
//! The plane's unit normal turns at a constant rate nu across itself, n(x) = exp(nu x) n, x from now.
//! For every vertex m of M, f(x) = n(x).m(t + x) is negative while the plane separates, and
//! |f''| is bounded by K, so f stays below its chord plus K x (X - x) / 2. With the gaps a and b at
//! both ends the plane separates all the way iff the least of
//! (1-s) a + s b - K X^2 s (1-s) / 2 over s in [0, 1] is positive.
//!
//! The nu that follows the feature which holds the plane makes f' equal for all its vertices: that
//! of A for a face of A, of B for a face of B, the turn of the common perpendicular for two edges,
//! the tilt of the edge for an edge and a vertex. 0 is always a candidate. Beside a body that is far
//! larger the other is like a point; there a plane that is fixed in the larger one is a candidate too,
//! whose nu is all of that body's turn: its own corners stay where they are to the plane. So do those of both bodies where
//! both turn alike.
//! `docs/theory/CONSERVATIVE_ADVANCEMENT.md` derives K.

use nalgebra::Vector3;

use crate::advance::gap_model::GapModel;
use crate::advance::relative_motion::{Across, RelativeMotion, RelativePoses};
use crate::advance::trajectory::{AxisReach, Trajectory};
use crate::numeric::arithmetic::{U, cross, dot, norm};
use crate::solver::minkowski_difference::DirectionExtent;
use crate::solver::subsimplex::Subsimplex;
use crate::support::mapping::FloatMapping;
use crate::support::posed::PosedBody;

/// Bodies that turn by more than this, in radians, before a plane that stands still would have to be
/// replaced leave the feature that holds it: to follow that is in vain.
const FOLLOW_WITHIN: f64 = 0.5;

/// A plane that turns with a feature.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MovingPlane {
    /// Unit normal now.
    pub(crate) normal: Vector3<f64>,
    /// Turns per frame, a rotation vector across the normal; of a plane fixed in a body that body's.
    pub(crate) nu: Vector3<f64>,
    /// |nu|.
    rate: f64,
    /// nu x n: how the normal begins to change.
    swing: Vector3<f64>,
    /// nu.n, of a plane fixed in a body; 0 for all others, whose nu is across the normal.
    spin: f64,
    /// Rate at which the gap begins to close, by the columns that hold the plane.
    pub(crate) closing: f64,
    /// Second derivative of the gap at the first of those columns, per frame squared; 0 where it opens, or the plane
    /// stands still or is fixed in a body.
    bend: f64,
    /// Turn of each body as seen from the plane.
    seen: [PlaneGap; 2],
}

/// d = w - nu.
#[derive(Debug, Clone, Copy)]
struct PlaneGap {
    /// |d|, |n x d|.
    turn: f64,
    across: f64,
}

/// One body now.
struct PlaneSide<'a> {
    reach: &'a AxisReach,
    /// w, |w| and n x w.
    turn: Vector3<f64>,
    angle: f64,
    across: Across,
    /// Largest n.x of A, or of -n.x of B, relative to its pivot.
    far: f64,
}

/// Data of one moment that the bound needs.
pub(crate) struct Moment<'a> {
    pair: &'a RelativeMotion<'a>,
    normal: Vector3<f64>,
    sides: [PlaneSide<'a>; 2],
    /// n.(pivot of A - pivot of B).
    pivots: f64,
    /// |pivot of A - pivot of B|.
    apart: f64,
}

impl<'a> Moment<'a> {
    /// `across` and `extent` are those of the unit normal `n`, from A's origin.
    #[inline(always)]
    pub(crate) fn new(
        pair: &'a RelativeMotion<'a>,
        posed: &RelativePoses,
        n: Vector3<f64>,
        across: [Across; 2],
        extent: &DirectionExtent,
    ) -> Self {
        let c = posed.pivots[0] - posed.pivots[1];
        let side = |course: &Trajectory, reach, across, far| PlaneSide {
            reach,
            turn: course.turn,
            angle: course.angle,
            across,
            far,
        };
        let far_a = extent.max_a - dot(&n, &posed.pivots[0]);
        let near_b = extent.min_b - dot(&n, &posed.pivots[1]);
        let [across_a, across_b] = across;
        Moment {
            sides: [
                side(&pair.trajectories[0], pair.reach(0), across_a, far_a),
                side(&pair.trajectories[1], pair.reach(1), across_b, -near_b),
            ],
            pivots: dot(&n, &c),
            apart: norm(&c),
            normal: n,
            pair,
        }
    }

    /// Rates at which the gap closes along the fixed normal at each column.
    #[inline(always)]
    fn closings(&self, posed: &RelativePoses, columns: &Subsimplex) -> [f64; 3] {
        let (body_a, body_b) = self.pair.bodies(posed);
        let [a, b] = &self.sides;
        let away = dot(&self.normal, &self.pair.travel);
        let mut out = [f64::NEG_INFINITY; 3];
        for (k, out) in out.iter_mut().enumerate() {
            if k < columns.count {
                let column = &columns.columns[k];
                // n.(w x x) = (n x w).x
                let arm_a = body_a.point(column.id_a) - posed.pivots[0];
                let arm_b = body_b.point(column.id_b) - posed.pivots[1];
                *out = (dot(&a.across.vector, &arm_a) - dot(&b.across.vector, &arm_b)) - away;
            }
        }
        out
    }

    /// The plane that does not turn.
    #[inline(always)]
    fn still(&self, closings: &[f64; 3]) -> MovingPlane {
        MovingPlane {
            normal: self.normal,
            nu: Vector3::zeros(),
            rate: 0.0,
            swing: Vector3::zeros(),
            spin: 0.0,
            closing: closings[0].max(closings[1]).max(closings[2]),
            bend: 0.0,
            seen: self.sides.each_ref().map(|side| PlaneGap {
                turn: side.angle,
                across: side.across.rate,
            }),
        }
    }

    /// The plane that turns by `nu`, across the normal, whatever holds it.
    pub(crate) fn turning(&self, nu: Vector3<f64>) -> MovingPlane {
        self.plane(nu, &[f64::NEG_INFINITY; 3], &Subsimplex::default())
    }

    /// The plane that turns with a body, whatever holds it.
    pub(crate) fn turning_with(&self, body: usize) -> MovingPlane {
        self.fixed_in(body, &[f64::NEG_INFINITY; 3], &Subsimplex::default())
    }

    /// The plane that turns by `nu`, held by `columns`.
    #[inline(always)]
    fn plane(&self, nu: Vector3<f64>, closings: &[f64; 3], columns: &Subsimplex) -> MovingPlane {
        let n = self.normal;
        let swing = cross(&nu, &n);
        let mut closing = f64::NEG_INFINITY;
        for (fixed, column) in closings.iter().zip(&columns.columns[..columns.count]) {
            closing = closing.max(dot(&swing, &column.m) + fixed);
        }
        MovingPlane {
            normal: n,
            rate: norm(&nu),
            swing,
            spin: 0.0,
            nu,
            closing,
            bend: 0.0,
            seen: self.sides.each_ref().map(|side| PlaneGap {
                turn: norm(&(side.turn - nu)),
                // n x nu = -swing
                across: norm(&(side.across.vector + swing)),
            }),
        }
    }

    /// Second derivative of the gap along the plane at the first column.
    #[inline(always)]
    fn bend(&self, posed: &RelativePoses, plane: &MovingPlane, columns: &Subsimplex) -> f64 {
        let (body_a, body_b) = self.pair.bodies(posed);
        let column = &columns.columns[0];
        let [a, b] = &self.sides;
        let speed_a = cross(&a.turn, &(body_a.point(column.id_a) - posed.pivots[0]));
        let speed_b = cross(&b.turn, &(body_b.point(column.id_b) - posed.pivots[1]));
        let closing = (speed_a - speed_b) - self.pair.travel;
        // n.(w x (w x r)) = (n x w).(w x r), and n'' = -|nu|^2 n.
        let pull = dot(&a.across.vector, &speed_a) - dot(&b.across.vector, &speed_b);
        let level = plane.rate * plane.rate * dot(&self.normal, &column.m);
        level - 2.0 * dot(&plane.swing, &closing) - pull
    }

    /// Bounds -f'' for every vertex over the next `x`.
    #[inline(always)]
    pub(crate) fn curvature(&self, plane: &MovingPlane, x: f64) -> f64 {
        let v = plane.rate;
        let [a, b] = &self.sides;
        if v == 0.0 {
            let term = |side: &PlaneSide<'_>| side.across.rate * side.angle * side.reach.from_axis;
            return self.rounded(term(a) + term(b), plane);
        }
        if plane.spin != 0.0 {
            return self.curvature_of_fixed(plane, x);
        }
        let speed = self.pair.speed;
        let mut sum = 0.0;
        // Part of n.(a - b) that turns with the plane alone, and how fast it may change.
        let (mut height, mut drift) = (self.pivots, v * (self.apart + speed * x) + speed);
        for (side, seen) in [a, b].into_iter().zip(&plane.seen) {
            let PlaneSide { reach, angle, .. } = *side;
            let across = (seen.across + seen.turn * v * x).min(seen.turn);
            let following = across * angle * reach.from_axis + v * seen.turn * reach.from_pivot;
            let tilted = (side.across.rate + angle * v * x).min(angle);
            let apart = angle * (tilted + 2.0 * v) * reach.from_axis;
            if following <= apart {
                sum += following;
            } else {
                sum += apart;
                height += side.far;
                drift += seen.turn * reach.from_pivot;
            }
        }
        let drifting =
            (dot(&plane.swing, &self.pair.travel).abs() + v * v * speed * x).min(v * speed);
        let level = (height + drift * x).max(0.0);
        self.rounded(sum + v * v * level + 2.0 * drifting, plane)
    }

    /// Bound of the gap's curvature for a plane fixed in a body: n'' = nu x (nu x n) may have any direction.
    fn curvature_of_fixed(&self, plane: &MovingPlane, x: f64) -> f64 {
        let (v, change, speed) = (plane.rate, norm(&plane.swing), self.pair.speed);
        let between = v * change * (self.apart + speed * x) + 2.0 * change * speed;
        let own = |side: usize| {
            let (PlaneSide { angle, reach, .. }, seen) = (&self.sides[side], &plane.seen[side]);
            seen.turn * (angle + v) * reach.from_pivot
        };
        self.rounded(between + own(0) + own(1), plane)
    }

    #[inline(always)]
    fn rounded(&self, curvature: f64, plane: &MovingPlane) -> f64 {
        let [a, b] = &self.sides;
        let turns = a.angle + b.angle + plane.rate;
        curvature * (1.0 + 1e-9) + 1e-13 * turns * (turns * self.pair.size + self.pair.speed)
    }

    /// The candidate that seems to carry farthest, and how far, at most `most`. `aim` is the gap
    /// that the far end should keep, `carrier` the body that a plane may be fixed in.
    #[inline(always)]
    pub(crate) fn best_plane(
        &self,
        posed: &RelativePoses,
        columns: &Subsimplex,
        (gap, aim): (f64, f64),
        most: f64,
        carrier: Option<usize>,
    ) -> (MovingPlane, f64) {
        let closings = self.closings(posed, columns);
        let still = self.still(&closings);
        let mut best = (still, self.carried_time(&still, gap, aim, most).min(most));
        let turns = self.sides[0].angle + self.sides[1].angle;
        if best.1 < most
            && best.1 * turns < FOLLOW_WITHIN
            && let Some(nu) = self.follow(posed, columns)
        {
            let mut plane = self.plane(nu, &closings, columns);
            plane.bend = self.bend(posed, &plane, columns).min(0.0);
            // Its bound grows with the step, which is somewhat longer.
            let x = self.carried_time(&plane, gap, aim, 1.5 * best.1).min(most);
            if x > best.1 {
                best = (plane, x);
            }
        }
        if let Some(body) = carrier
            && best.1 < most
        {
            let plane = self.fixed_in(body, &closings, columns);
            let x = self.carried_time(&plane, gap, aim, most).min(most);
            if x > best.1 {
                best = (plane, x);
            }
        }
        best
    }

    /// The plane that turns with a body as if it were fixed in that.
    fn fixed_in(&self, body: usize, closings: &[f64; 3], columns: &Subsimplex) -> MovingPlane {
        let nu = self.sides[body].turn;
        MovingPlane {
            spin: dot(&nu, &self.normal),
            ..self.plane(nu, closings, columns)
        }
    }

    /// Estimates the time for which a plane carries, with its bound taken over about `guess`.
    #[inline(always)]
    fn carried_time(&self, plane: &MovingPlane, gap: f64, aim: f64, guess: f64) -> f64 {
        let k = self.curvature(plane, guess);
        plane.model(gap).farthest(gap, k, aim)
    }

    /// Returns the turn of the plane by which it stays on the feature that holds it.
    #[inline(always)]
    fn follow(&self, posed: &RelativePoses, columns: &Subsimplex) -> Option<Vector3<f64>> {
        let [w_a, w_b] = self.sides.each_ref().map(|side| &side.turn);
        let n = &self.normal;
        let across = |w: &Vector3<f64>| w - n * dot(n, w);
        let ids = &columns.columns[..columns.count];
        let (count_a, edge_a) = distinct(ids.iter().map(|c| c.id_a));
        let (count_b, edge_b) = distinct(ids.iter().map(|c| c.id_b));
        let (body_a, body_b) = self.pair.bodies(posed);
        let edge = |body: &PosedBody<'_>, ids: [u32; 2]| body.point(ids[1]) - body.point(ids[0]);
        // Of the normal, so that it stays across the edge.
        let tilt = |e: &Vector3<f64>, w: &Vector3<f64>| {
            let change = e * (-dot(n, &cross(w, e)) / dot(e, e));
            cross(n, &change)
        };
        match (count_a, count_b) {
            (3, _) => Some(across(w_a)),
            (_, 3) => Some(across(w_b)),
            (2, 2) => {
                let (e_a, e_b) = (edge(&body_a, edge_a), edge(&body_b, edge_b));
                let along = dot(n, &cross(&e_a, &e_b));
                let change = cross(&cross(w_a, &e_a), &e_b) + cross(&e_a, &cross(w_b, &e_b));
                let nu = cross(n, &change) / along;
                // Nearly parallel edges hold no plane.
                (norm(&nu) < 4.0 * (self.sides[0].angle + self.sides[1].angle)).then_some(nu)
            }
            (2, _) => Some(tilt(&edge(&body_a, edge_a), w_a)),
            (_, 2) => Some(tilt(&edge(&body_b, edge_b), w_b)),
            _ => None,
        }
        .filter(|nu| norm(nu) > 0.0)
    }
}

/// Number of different ids, and two of them.
#[inline(always)]
fn distinct(ids: impl Iterator<Item = u32>) -> (usize, [u32; 2]) {
    let mut seen = [u32::MAX; 3];
    let mut count = 0;
    for id in ids {
        if !seen[..count].contains(&id) && count < 3 {
            seen[count] = id;
            count += 1;
        }
    }
    (count, [seen[0], seen[1]])
}

impl MovingPlane {
    #[inline(always)]
    pub(crate) fn is_still(&self) -> bool {
        self.rate == 0.0
    }

    /// The gap as long as the columns hold it.
    #[inline(always)]
    pub(crate) fn model(&self, gap: f64) -> GapModel {
        GapModel {
            gap,
            rate: -self.closing,
            bend: self.bend,
        }
    }

    /// The normal after `x`: unit, to 16 U (1 + |nu| x).
    #[inline(always)]
    pub(crate) fn normal_after(&self, x: f64) -> Vector3<f64> {
        if self.rate == 0.0 {
            return self.normal;
        }
        let (sin, cos) = libm::sincos(self.rate * x);
        let across = self.normal * cos + self.swing * (sin / self.rate);
        if self.spin == 0.0 {
            return across;
        }
        // The part along nu does not turn.
        across + self.nu / self.rate * ((self.spin / self.rate) * (1.0 - cos))
    }

    /// Bounds the error of a support value along `normal_after(x)`, in units of the size.
    #[inline(always)]
    pub(crate) fn normal_error(&self, x: f64) -> f64 {
        16.0 * U * (1.0 + self.rate * x)
    }
}
