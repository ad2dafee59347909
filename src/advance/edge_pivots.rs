//! The first contact of a polytope that flies straight with a triangle, where its foremost corner passes beside the
//! triangle: found by a few pivots.
//!
//! Problem: an edge that meets an edge, or a corner of the triangle in a face, took a linear program of some
//! microseconds. Idea: the triangle's plane is met too early, so it is a dual basis of that program. So is each
//! plane that it is turned into: about what two of three columns hold, away from the third, until it touches
//! something else of the two bodies. Each plane bounds the first contact from below. The one whose columns the line
//! crosses is the contact. The proof is that of `linear_toi`, with the errors of `triangle_cast`.
//!
//! Source: Lemke, "The dual method of solving the linear programming problem", 1954. Loses where a body starts in
//! the triangle's plane, and where a line goes through a rim: those are left to the program.

use nalgebra::Vector3;

use crate::advance::triangle_cast::{Corners, FeatureContact, TriangleCast, reach_time};
use crate::numeric::arithmetic::{U, cross, dot, norm, norm1, rotate_back};
use crate::numeric::scaling::{is_ordinary, near_one};

/// Most take two or three.
const MAX_PIVOTS: u32 = 8;

/// Bodies of more corners are left to the program, which does not look at each.
const MAX_CORNERS: usize = 64;

/// A corner of the body less one of the triangle.
#[derive(Clone, Copy)]
struct CornerDifference {
    of_body: u32,
    of_triangle: usize,
}

/// Body and triangle when the body reaches the triangle's plane.
struct Basis<'a> {
    shot: &'a TriangleCast<'a>,
    corners: &'a Corners,
    /// When that is, and how far the body is then from where it starts.
    reference: f64,
    gone: Vector3<f64>,
    columns: [CornerDifference; 3],
    /// From the triangle to the body: no column is lower along it, but for rounding.
    n: Vector3<f64>,
}

impl TriangleCast<'_> {
    /// The first contact with a triangle, if there is one by the time `limit`; None where this cannot tell, and where the two do
    /// not meet but come within `near` of each other.
    #[cold]
    pub(crate) fn by_pivots(
        &self,
        corners: &[Vector3<f64>; 3],
        limit: f64,
        near: f64,
    ) -> Option<Option<FeatureContact>> {
        if self.has_radius() {
            return None;
        }
        let corners = &self.corners(corners);
        let [a, b, c] = &corners.at;
        let (u, v) = (b - a, c - a);
        let sides = norm1(&u) + norm1(&v);
        let far = norm1(a) + sides + norm1(&self.apart) + self.body.reach() + norm1(&self.by);
        if !(is_ordinary(far) && is_ordinary(sides)) || self.body.vertex_count() > MAX_CORNERS {
            return None;
        }
        let n = cross(&u, &v);
        let n = n * self.side(&n, a);
        let lowest = self.farthest(&-n);
        let reference = dot(&n, &(self.place(lowest) - a)) / -dot(&n, &self.by);
        if !(reference > 0.0 && reference < 1.0) {
            return None;
        }
        let mut basis = Basis {
            shot: self,
            corners,
            reference,
            gone: self.by * reference,
            columns: [0, 1, 2].map(|k| CornerDifference {
                of_body: lowest,
                of_triangle: k,
            }),
            n,
        };
        for _ in 0..MAX_PIVOTS {
            // Which column the line passes beside.
            let weights = basis.weights();
            let least = (1..3).fold(0, |l, k| if weights[k] < weights[l] { k } else { l });
            if weights[least] >= 0.0 {
                return basis.met(&weights).map(Some);
            }
            let turns = basis.pivot(least).is_some();
            let is_later = !(turns && basis.time() < limit);
            // Products with a needle's may be below the least number.
            if is_later && self.parts_until(limit, corners, &near_one(&basis.n), near) {
                return Some(None);
            }
            if !turns {
                return None;
            }
        }
        None
    }
}

impl Basis<'_> {
    #[inline(always)]
    fn point(&self, column: &CornerDifference) -> Vector3<f64> {
        self.shot.place(column.of_body) + self.gone - self.corners.at[column.of_triangle]
    }

    fn points(&self) -> [Vector3<f64>; 3] {
        self.columns.each_ref().map(|column| self.point(column))
    }

    /// From when on the plane parts the two no more; infinite where it always does, to rounding.
    fn time(&self) -> f64 {
        let speed = -dot(&self.n, &self.shot.by);
        match speed > 0.0 {
            true => self.reference + dot(&self.n, &self.point(&self.columns[0])) / speed,
            false => f64::INFINITY,
        }
    }

    /// Weights of the columns where the line crosses their plane, times something positive.
    fn weights(&self) -> [f64; 3] {
        let [p, q, r] = self.points();
        let way = -self.shot.by;
        let weights = [
            dot(&way, &cross(&q, &r)),
            dot(&way, &cross(&r, &p)),
            dot(&way, &cross(&p, &q)),
        ];
        match dot(&cross(&(q - p), &(r - p)), &self.n) > 0.0 {
            true => weights,
            false => weights.map(|w| -w),
        }
    }

    /// Turns the plane about the other two columns, away from this one, to the next; None where there is none, and then the
    /// plane is turned as far as it may.
    fn pivot(&mut self, leaves: usize) -> Option<()> {
        let [p, q] = [(leaves + 1) % 3, (leaves + 2) % 3].map(|k| self.columns[k]);
        let [at, other, left] = [p, q, self.columns[leaves]].map(|column| self.point(&column));
        let axis = other - at;
        let mut away = cross(&self.n, &axis);
        if dot(&away, &(left - at)) < 0.0 {
            away = -away;
        }
        let mut best = f64::INFINITY;
        let mut enters = None;
        // How far it may be turned until it touches what is so high, and towards it by so much.
        let mut touch = |height: f64, towards: f64, column: CornerDifference| {
            let turn = height.max(0.0) / towards;
            if towards > 0.0 && turn < best {
                (best, enters) = (turn, Some(column));
            }
        };
        let is_diagonal = p.of_body != q.of_body && p.of_triangle != q.of_triangle;
        if is_diagonal {
            // Of a parallelogram, whose other corners are in the plane.
            for (of_body, of_triangle) in [(p.of_body, q.of_triangle), (q.of_body, p.of_triangle)] {
                let column = CornerDifference {
                    of_body,
                    of_triangle,
                };
                touch(0.0, -dot(&away, &(self.point(&column) - at)), column);
            }
        } else {
            let body = self.shot.body;
            let [up, back] = [&self.n, &away].map(|v| rotate_back(self.shot.matrix, v));
            let from = body.vertex(p.of_body as usize);
            for of_body in 0..body.vertex_count() as u32 {
                let along = body.vertex(of_body as usize) - from;
                if of_body != p.of_body && of_body != q.of_body {
                    let column = CornerDifference { of_body, ..p };
                    touch(dot(&up, &along), -dot(&back, &along), column);
                }
            }
            for of_triangle in 0..3 {
                let along = self.corners.at[p.of_triangle] - self.corners.at[of_triangle];
                if of_triangle != p.of_triangle && of_triangle != q.of_triangle {
                    let column = CornerDifference { of_triangle, ..p };
                    touch(dot(&self.n, &along), -dot(&away, &along), column);
                }
            }
        }
        let Some(enters) = enters else {
            self.n = away;
            return None;
        };
        self.columns = [p, q, enters];
        let turned = self.n + away * best;
        let n = cross(&axis, &(self.point(&enters) - at));
        self.n = if dot(&n, &turned) < 0.0 { -n } else { n };
        Some(())
    }

    /// The contact, if it is proved: that the line crosses these columns although all are off, and that nothing meets before.
    fn met(&self, weights: &[f64; 3]) -> Option<FeatureContact> {
        let TriangleCast { by, way_off, .. } = self.shot;
        let (n, points) = (&self.n, self.points());
        let far = norm1(&self.shot.apart) + norm1(by);
        // Of a coordinate; of a column, and of the way, in length.
        let off = self.corners.off + way_off + 8.0 * U * far;
        let (error, way_error) = (2.0 * off, 2.0 * way_off);
        let longest = points.iter().map(norm1).fold(0.0, f64::max);
        let moved = norm(by) * (3.1 * error + 8.0 * U * longest) + longest * way_error;
        let doubt = longest * moved + f64::MIN_POSITIVE;
        let (length, speed) = (norm(n), -dot(n, by));
        let slack = length * (way_error + 4.0 * U * norm(by)) + f64::MIN_POSITIVE;
        if !(weights.iter().all(|w| *w > doubt) && speed > 2.0 * slack) {
            return None;
        }
        // The true crossing is among the true columns, of which none is higher.
        let rounding = length * (error + 8.0 * U * longest) + f64::MIN_POSITIVE;
        let highest = points
            .iter()
            .map(|p| dot(n, p))
            .fold(f64::NEG_INFINITY, f64::max)
            + rounding;
        let ahead = self.shot.place(self.shot.farthest(&-n)) + self.gone;
        let gap = self
            .corners
            .at
            .iter()
            .map(|corner| dot(n, &(ahead - corner)));
        // The corner ahead was chosen to rounding.
        let lowest = gap.fold(f64::INFINITY, f64::min) - 2.0 * rounding;
        let t_lo = reach_time(self.reference, lowest, [speed, slack], -1.0);
        let t_hi = reach_time(self.reference, highest, [speed, slack], 1.0);
        if !(t_lo > 0.0 && t_hi <= 1.0) {
            return None;
        }
        let sum = weights[0] + weights[1] + weights[2];
        // Of the smaller of the two, so that it is on that one to rounding.
        let [a, b, c] = &self.corners.at;
        let of_body = self.shot.body.reach() < norm1(&(b - a)) + norm1(&(c - a));
        let shares = (weights.iter()).zip(&self.columns);
        let at = shares.fold(Vector3::zeros(), |at: Vector3<f64>, (weight, column)| {
            let corner = match of_body {
                true => self.shot.place(column.of_body) + by * t_hi,
                false => self.corners.at[column.of_triangle],
            };
            at + corner * (weight / sum)
        });
        let met = FeatureContact {
            t_lo,
            t_hi,
            of_body: self.columns.map(|column| column.of_body),
            of_triangle: self.columns.map(|column| column.of_triangle),
            at,
            normal: n / length,
        };
        self.shot.is_narrow(self.corners, &met).then_some(met)
    }
}
