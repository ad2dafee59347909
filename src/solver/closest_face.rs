//! The face of a simplex nearest to the origin, when one of its columns is new.
//!
//! Problem: [`subsimplex`](crate::solver::subsimplex) looks at every face, but a column that GJK has just found
//! beyond the plane of the others spans the answer with some of them: every face without it is looked
//! at in vain. Idea: with e the edges from the new column d to the others and q = -d, three cross products
//! q x e tell for all faces at d at once on which side of them the origin is, and one more, the face's own
//! normal, where on it. The first face that has the origin above its inside is the answer; else it is the
//! edge at d along which the origin is farthest, or d. Roots and quotients are left to the end: the
//! direction has any length.
//!
//! Where the signs make no sense (a tetrahedron without volume, an answer without the new column) nothing
//! is answered, and the caller looks at every face. A wrong answer is still a point of the simplex: the
//! caller takes it only when it comes nearer.

use nalgebra::Vector3;

use crate::numeric::arithmetic::{U, cross, dot, norm1};
use crate::solver::minkowski_difference::Column;

/// A face and its point nearest to the origin, the foot.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ClosestFace {
    /// Where the columns of the face are kept.
    pub(crate) kept: [usize; 3],
    pub(crate) count: usize,
    /// Weights of the columns, not negative; their sum is `whole` to 4 U of it.
    pub(crate) weights: [f64; 3],
    pub(crate) whole: f64,
    /// From the foot to the origin, or at a right angle to the face where that is all that is known;
    /// of any length.
    pub(crate) towards: Vector3<f64>,
    /// Its length, squared.
    pub(crate) length_sq: f64,
    /// The distance of the foot times that length.
    pub(crate) height: f64,
}

/// Products of lengths below this lose digits to underflow.
const LEAST_PRODUCT: f64 = 1e-280;

/// Result of adding a column.
pub(crate) enum ColumnStep {
    ClosestFace(ClosestFace),
    /// The tetrahedron seems to hold the origin.
    Holds,
    /// Every face has to be visited.
    Unclear,
}

impl ClosestFace {
    /// The closest face of one column: itself.
    #[inline(always)]
    pub(crate) fn vertex(at: usize, p: &Vector3<f64>) -> Self {
        let length_sq = dot(p, p);
        ClosestFace {
            kept: [at; 3],
            count: 1,
            weights: [1.0, 0.0, 0.0],
            whole: 1.0,
            towards: -p,
            length_sq,
            height: length_sq,
        }
    }

    /// The closest face of two columns, kept at 0 and 1; None where rounding decides, or the first alone is nearest.
    #[inline(always)]
    pub(crate) fn of_two([p0, p1]: [&Vector3<f64>; 2]) -> Option<Self> {
        match along(&[NewEdge::new(0, p0, &-p1)], 1, p1) {
            ColumnStep::ClosestFace(closest) => Some(closest),
            _ => None,
        }
    }

    /// The closest face of three columns, kept at 0, 1 and 2, if the origin is above the inside of their triangle or
    /// beyond the inside of one edge.
    #[inline(always)]
    pub(crate) fn of_three([p0, p1, p2]: [&Vector3<f64>; 3]) -> Option<Self> {
        let q = -p2;
        let (x, y) = (NewEdge::new(0, p0, &q), NewEdge::new(1, p1, &q));
        let triangle = NewTriangle::new(&x, &y);
        let [of_x, of_y, of_d] = triangle.weights;
        let found = match (of_x > 0.0, of_y > 0.0, of_d > 0.0) {
            (true, true, true) => return Some(triangle.closest([0, 1, 2], p2)),
            (true, true, false) => along(&[NewEdge::new(0, p0, &-p1)], 1, p1),
            (true, false, true) => along(&[x], 2, p2),
            (false, true, true) => along(&[y], 2, p2),
            _ => return None,
        };
        match found {
            ColumnStep::ClosestFace(closest) if closest.count == 2 => Some(closest),
            _ => None,
        }
    }

    /// Whether its direction lost digits to underflow.
    #[inline(always)]
    pub(crate) fn is_short(&self) -> bool {
        !(self.length_sq > LEAST_PRODUCT)
    }

    /// The face with a longer direction. Where underflow has eaten the digits, the direction is computed again from
    /// the foot, or from one column if the columns are too near each other to weigh.
    #[cold]
    #[inline(never)]
    pub(crate) fn lengthened(&self, columns: &[Column; 4]) -> Self {
        let largest = self.towards.amax();
        if largest > LEAST_PRODUCT {
            let towards = self.towards / largest;
            return ClosestFace {
                length_sq: dot(&towards, &towards),
                height: self.height / largest,
                towards,
                ..*self
            };
        }
        let at = self.kept.map(|at| &columns[at & 3].m);
        let mut closest = at[0] * (self.weights[0] / self.whole);
        for (k, m) in at.iter().enumerate().take(self.count).skip(1) {
            closest += *m * (self.weights[k] / self.whole);
        }
        let length_sq = dot(&closest, &closest);
        if !length_sq.is_finite() {
            return ClosestFace::vertex(self.kept[0] & 3, at[0]);
        }
        ClosestFace {
            towards: -closest,
            length_sq,
            height: length_sq,
            ..*self
        }
    }

    #[inline(always)]
    pub(crate) fn distance_sq(&self) -> f64 {
        // In this order nothing overflows that the distance does not.
        self.height / self.length_sq * self.height
    }

    /// The columns of the face and a new one, kept at `new`.
    #[inline(always)]
    pub(crate) fn step(&self, p: [&Vector3<f64>; 3], new: usize, d: &Vector3<f64>) -> ColumnStep {
        let q = -d;
        let edge = |k: usize| NewEdge::new(self.kept[k], p[k], &q);
        match self.count {
            1 => along(&[edge(0)], new, d),
            2 => {
                let edges = [edge(0), edge(1)];
                match inside(&edges[0], &edges[1], new, d) {
                    Some(closest) => ColumnStep::ClosestFace(closest),
                    None => along(&edges, new, d),
                }
            }
            _ => tetrahedron(&[edge(0), edge(1), edge(2)], new, d),
        }
    }
}

/// An edge from the new column to an older one.
struct NewEdge {
    /// Where that is kept.
    at: usize,
    e: Vector3<f64>,
    /// q.e and q x e, q the origin as seen from the new column.
    along: f64,
    across: Vector3<f64>,
}

impl NewEdge {
    #[inline(always)]
    fn new(at: usize, p: &Vector3<f64>, q: &Vector3<f64>) -> Self {
        // p - d
        let e = p + q;
        NewEdge {
            at,
            e,
            along: dot(q, &e),
            across: cross(q, &e),
        }
    }
}

/// The triangle of the new column and the ends of two edges.
struct NewTriangle {
    /// Normal of the triangle, of any length.
    normal: Vector3<f64>,
    /// Weights of the foot of the origin on its plane, in the ends of the edges and the new column; their sum is
    /// `whole`.
    weights: [f64; 3],
    whole: f64,
}

impl NewTriangle {
    #[inline(always)]
    fn new(x: &NewEdge, y: &NewEdge) -> Self {
        let normal = cross(&x.e, &y.e);
        let whole = dot(&normal, &normal);
        let (of_x, of_y) = (dot(&normal, &y.across), -dot(&normal, &x.across));
        NewTriangle {
            normal,
            weights: [of_x, of_y, (whole - of_x) - of_y],
            whole,
        }
    }

    /// Its foot; the last column kept is d.
    #[inline(always)]
    fn closest(&self, kept: [usize; 3], d: &Vector3<f64>) -> ClosestFace {
        let height = dot(&self.normal, d);
        ClosestFace {
            kept,
            count: 3,
            weights: self.weights,
            whole: self.whole,
            towards: if height > 0.0 {
                -self.normal
            } else {
                self.normal
            },
            length_sq: self.whole,
            height: height.abs(),
        }
    }
}

/// The triangle at d, if the origin is above its inside.
#[inline(always)]
fn inside(x: &NewEdge, y: &NewEdge, new: usize, d: &Vector3<f64>) -> Option<ClosestFace> {
    let triangle = NewTriangle::new(x, y);
    let [of_x, of_y, of_d] = triangle.weights;
    (of_x > 0.0 && of_y > 0.0 && of_d > 0.0).then(|| triangle.closest([x.at, y.at, new], d))
}

/// The edge along which the origin is farthest, or d.
#[inline(always)]
fn along<const N: usize>(edges: &[NewEdge; N], new: usize, d: &Vector3<f64>) -> ColumnStep {
    let mut best: Option<(&NewEdge, f64)> = None;
    let mut most = 0.0;
    for edge in edges {
        if edge.along > 0.0 {
            let length_sq = dot(&edge.e, &edge.e);
            let gain = edge.along * edge.along / length_sq;
            if gain > most {
                (best, most) = (Some((edge, length_sq)), gain);
            }
        }
    }
    let Some((edge, length_sq)) = best else {
        return ColumnStep::ClosestFace(ClosestFace::vertex(new, d));
    };
    let rest = length_sq - edge.along;
    if !(rest > 0.0) {
        return ColumnStep::Unclear;
    }
    // q less its part along the edge, by two cross products: at a right angle to the edge however near
    // the origin is.
    let towards = cross(&edge.e, &edge.across) / length_sq;
    let distance_sq = dot(&towards, &towards);
    ColumnStep::ClosestFace(ClosestFace {
        kept: [edge.at, new, new],
        count: 2,
        weights: [edge.along, rest, 0.0],
        whole: length_sq,
        towards,
        length_sq: distance_sq,
        height: distance_sq,
    })
}

#[inline(always)]
fn tetrahedron(edges: &[NewEdge; 3], new: usize, d: &Vector3<f64>) -> ColumnStep {
    let [a, b, c] = edges;
    let n = cross(&b.e, &c.e);
    let volume = dot(&n, &a.e);
    // Below this the volume is rounding: such a tetrahedron has no sides.
    if !(volume.abs() > 32.0 * U * norm1(&n) * norm1(&a.e)) {
        return ColumnStep::Unclear;
    }
    // The origin as a combination of the edges, times the volume.
    let sign = if volume > 0.0 { 1.0 } else { -1.0 };
    let of_a = sign * dot(&b.across, &c.e);
    let of_b = sign * dot(&c.across, &a.e);
    let of_c = sign * dot(&a.across, &b.e);
    if of_a > 0.0 && of_b > 0.0 && of_c > 0.0 {
        return if ((of_a + of_b) + of_c) < volume.abs() {
            ColumnStep::Holds
        } else {
            ColumnStep::Unclear
        };
    }
    for (side, x, y) in [(of_a, b, c), (of_b, c, a), (of_c, a, b)] {
        if !(side > 0.0)
            && let Some(closest) = inside(x, y, new, d)
        {
            return ColumnStep::ClosestFace(closest);
        }
    }
    along(edges, new, d)
}
