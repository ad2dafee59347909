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
//! the tilt of the edge for an edge and a vertex. 0 is always a candidate.
//! `docs/TIME_OF_IMPACT.md` derives K.

use nalgebra::Vector3;

use super::pair_course::{PairCourse, Posed};
use crate::distance::subsimplex::Subsimplex;
use crate::geometry::arithmetic::{U, cross, dot, norm};
use crate::geometry::course::{AxisReach, Course};
use crate::sweep::FloatMapping;
use crate::sweep::posed::PosedBody;

/// A plane that turns with a feature.
#[derive(Debug, Clone, Copy)]
pub(super) struct MovingPlane {
    /// Unit normal now.
    pub(super) normal: Vector3<f64>,
    /// Turns per frame, a rotation vector across the normal.
    pub(super) nu: Vector3<f64>,
    /// |nu|.
    rate: f64,
    /// nu x n: how the normal begins to change.
    swing: Vector3<f64>,
    /// How fast the gap begins to close, by the columns that hold the plane.
    pub(super) closing: f64,
}

/// Scales of the second-order terms, the same for every nu.
struct Rates {
    /// |w|, |n x w|.
    turn: f64,
    across: f64,
}

impl Rates {
    fn new(course: &Course, n: &Vector3<f64>) -> Self {
        Rates {
            turn: course.angle,
            across: norm(&cross(n, &course.turn)),
        }
    }
}

/// What the bound needs of one moment.
pub(super) struct Moment<'a> {
    pair: &'a PairCourse<'a>,
    normal: Vector3<f64>,
    a: Rates,
    b: Rates,
    /// n.(pivot of A - pivot of B), largest n.x of A and least of B relative to their pivots.
    pivots: f64,
    far_a: f64,
    near_b: f64,
    /// |pivot of A - pivot of B|.
    apart: f64,
    speed: f64,
}

impl<'a> Moment<'a> {
    /// `max_a` and `min_b` are the extents along the unit normal `n`, from A's origin.
    #[inline(always)]
    pub(super) fn new(
        pair: &'a PairCourse<'a>,
        posed: &Posed,
        n: Vector3<f64>,
        max_a: f64,
        min_b: f64,
    ) -> Self {
        let c = posed.pivot_a - posed.pivot_b;
        Moment {
            a: Rates::new(&pair.course_a, &n),
            b: Rates::new(&pair.course_b, &n),
            pivots: dot(&n, &c),
            far_a: max_a - dot(&n, &posed.pivot_a),
            near_b: min_b - dot(&n, &posed.pivot_b),
            apart: norm(&c),
            speed: norm(&pair.travel),
            normal: n,
            pair,
        }
    }

    /// The plane that turns by `nu`, held by `columns`.
    #[inline(always)]
    fn plane(&self, nu: Vector3<f64>, posed: &Posed, columns: &Subsimplex) -> MovingPlane {
        let n = self.normal;
        let swing = cross(&nu, &n);
        let (body_a, body_b) = self.pair.bodies(posed);
        let mut closing = f64::NEG_INFINITY;
        for column in &columns.columns[..columns.count] {
            let a = body_a.point(column.id_a) - posed.pivot_a;
            let b = body_b.point(column.id_b) - posed.pivot_b;
            let change = (cross(&self.pair.course_a.turn, &a) - self.pair.travel)
                - cross(&self.pair.course_b.turn, &b);
            closing = closing.max(dot(&swing, &column.m) + dot(&n, &change));
        }
        MovingPlane {
            normal: n,
            rate: norm(&nu),
            swing,
            nu,
            closing,
        }
    }

    /// Bounds -f'' for every vertex over the next `x`.
    #[inline(always)]
    pub(super) fn curvature(&self, plane: &MovingPlane, x: f64) -> f64 {
        let (a, b) = (&self.pair.course_a, &self.pair.course_b);
        let (reach_a, reach_b) = (&self.pair.reach_a, &self.pair.reach_b);
        let v = plane.rate;
        if v == 0.0 {
            let term =
                |rates: &Rates, reach: &AxisReach| rates.across * rates.turn * reach.from_axis;
            return self.rounded(term(&self.a, reach_a) + term(&self.b, reach_b), plane);
        }
        let mut sum = 0.0;
        // Part of n.(a - b) that turns with the plane alone, and how fast it may change.
        let (mut height, mut drift) = (self.pivots, v * (self.apart + self.speed * x) + self.speed);
        let mut side = |course: &Course, rates: &Rates, reach: &AxisReach, own: f64| {
            let delta = course.turn - plane.nu;
            let size = norm(&delta);
            let across = (norm(&cross(&self.normal, &delta)) + size * v * x).min(size);
            let following = across * rates.turn * reach.from_axis + v * size * reach.from_pivot;
            let tilted = (rates.across + rates.turn * v * x).min(rates.turn);
            let apart = rates.turn * (tilted + 2.0 * v) * reach.from_axis;
            if following <= apart {
                sum += following;
            } else {
                sum += apart;
                height += own;
                drift += size * reach.from_pivot;
            }
        };
        side(a, &self.a, reach_a, self.far_a);
        side(b, &self.b, reach_b, -self.near_b);
        let drifting = (dot(&plane.swing, &self.pair.travel).abs() + v * v * self.speed * x)
            .min(v * self.speed);
        let level = (height + drift * x).max(0.0);
        self.rounded(sum + v * v * level + 2.0 * drifting, plane)
    }

    #[inline(always)]
    fn rounded(&self, curvature: f64, plane: &MovingPlane) -> f64 {
        let turns = self.a.turn + self.b.turn + plane.rate;
        curvature * (1.0 + 1e-9) + 1e-13 * turns * (turns * self.pair.size + self.speed)
    }

    /// The candidate that seems to carry farthest, and how far, at most `most`. `aim` is the gap
    /// that the far end should keep.
    #[inline(always)]
    pub(super) fn best_plane(
        &self,
        posed: &Posed,
        columns: &Subsimplex,
        gap: f64,
        aim: f64,
        most: f64,
    ) -> (MovingPlane, f64) {
        let still = self.plane(Vector3::zeros(), posed, columns);
        let reach = |plane: &MovingPlane| {
            let mut x = most;
            // The bound of a plane that turns grows with the step: twice is near enough for a guess.
            let times = if plane.rate == 0.0 { 1 } else { 2 };
            for _ in 0..times {
                let k = self.curvature(plane, x);
                x = Model::new(gap, aim, plane.closing, k).reach().min(most);
            }
            x
        };
        let mut best = (still, reach(&still));
        if best.1 < most
            && let Some(nu) = self.follow(posed, columns)
        {
            let plane = self.plane(nu, posed, columns);
            let x = reach(&plane);
            if x > best.1 {
                best = (plane, x);
            }
        }
        best
    }

    /// How the plane must turn to stay on the feature that holds it.
    #[inline(always)]
    fn follow(&self, posed: &Posed, columns: &Subsimplex) -> Option<Vector3<f64>> {
        let (w_a, w_b) = (&self.pair.course_a.turn, &self.pair.course_b.turn);
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
                (norm(&nu) < 4.0 * (self.a.turn + self.b.turn)).then_some(nu)
            }
            (2, _) => Some(tilt(&edge(&body_a, edge_a), w_a)),
            (_, 2) => Some(tilt(&edge(&body_b, edge_b), w_b)),
            _ => None,
        }
        .filter(|nu| norm(nu) > 0.0)
    }
}

/// How many different ids there are, and two of them.
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
    /// The normal after `x`: unit, to 16 U (1 + |nu| x).
    #[inline(always)]
    pub(super) fn normal_after(&self, x: f64) -> Vector3<f64> {
        if self.rate == 0.0 {
            return self.normal;
        }
        let (sin, cos) = libm::sincos(self.rate * x);
        self.normal * cos + self.swing * (sin / self.rate)
    }

    /// Bounds the error of a support value along `normal_after(x)`, in units of the size.
    #[inline(always)]
    pub(super) fn normal_error(&self, x: f64) -> f64 {
        16.0 * U * (1.0 + self.rate * x)
    }
}

/// The gap along a plane as a parabola through what is known of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Model {
    gap: f64,
    aim: f64,
    closing: f64,
    /// Half the curvature of a vertex' path.
    bulge: f64,
    /// Half the curvature of the gap itself, downwards.
    bend: f64,
}

impl Model {
    #[inline(always)]
    pub(super) fn new(gap: f64, aim: f64, closing: f64, curvature: f64) -> Self {
        Model {
            gap,
            aim,
            closing,
            bulge: 0.5 * curvature,
            bend: 0.0,
        }
    }

    /// Learns the gap `b` after `x`.
    #[inline(always)]
    pub(super) fn learn(&mut self, x: f64, b: f64) {
        self.bend = ((self.gap - self.closing * x) - b).max(0.0) / (x * x);
    }

    /// The farthest x that the model proves: sqrt(a) + sqrt(b(x)) = x sqrt(K/2), or b(x) = aim.
    #[inline(always)]
    pub(super) fn reach(&self) -> f64 {
        let Model {
            gap,
            aim,
            closing,
            bulge,
            bend,
        } = *self;
        // The gap reaches the aim: closing x + bend x^2 = gap - aim.
        let fall = gap - aim;
        let root = (closing * closing + 4.0 * bend * fall).sqrt();
        let touch = if closing + root > 0.0 {
            2.0 * fall / (closing + root)
        } else {
            f64::INFINITY
        };
        if touch * touch * bulge <= gap {
            return touch;
        }
        let root = (gap * bulge).sqrt();
        ((2.0 * root - closing) / (bulge + bend)).min(touch)
    }
}

/// Whether a plane with gaps `a` and `b` at its ends stays clear by more than `least` in between,
/// `bulge` being K X^2 / 2.
#[inline(always)]
pub(super) fn stays_clear(a: f64, b: f64, bulge: f64, least: f64) -> bool {
    // The lowest point lies inside only when the ends are nearly level.
    let low = if (a - b).abs() >= bulge {
        a.min(b)
    } else {
        let x = bulge + a - b;
        a - x * x / (4.0 * bulge)
    };
    low > least
}
