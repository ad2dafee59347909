//! How far apart are two upright cuboids, and is that at most a safety distance?
//!
//! Heights and plan are apart by themselves: the distance is the root of the sum of both squares. In plan the bodies
//! are two convex quadrilaterals. For each of their eight edges, the gap between its line and the other's corners,
//! by cross products: the largest gap is positive exactly when the two are apart (a line along one of the edges
//! separates them then), and is never more than their distance. It is their distance when a corner that is so near
//! stands before that edge; else the nearest of sixteen pairs of corners is. Edges that are parallel to rounding tie:
//! all that tie are visited, and of all distances that points of both bodies really have the least is taken.
//!
//! Signs that rounding leaves open are those of exact predicates. Beside a safety distance that is hit to rounding,
//! [`within`] decides. Loses to nothing known: no body is simpler but the ball.

use crate::bvh::aabb::{greater, lesser};
use crate::error::{Result, check_range};
use crate::motion::pairs::PosedPair;
use crate::motion::pose::Pose;
use crate::numeric::arithmetic::U;
use crate::numeric::predicates::orient2d;
use crate::numeric::scaling::{exponent_above, is_ordinary, scale};
use crate::options::options;
use crate::pair::PairState;
use crate::planar::yaw_cuboid::{Edges, YawCuboid};
use crate::query::within::{WithinOptions, within};
use crate::verdict::{DecidedBy, Reason, Verdict};

options! {
    /// Options of [`cuboid_separation`].
    CuboidSeparationOptions {
        /// Cuboids this near to each other are a hit. Default 0: those that share a point.
        safety_distance: f64 = 0.0, "finite and not negative": |x| *x >= 0.0 && x.is_finite();
    }
}

/// Answer of [`cuboid_separation`].
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct CuboidSeparation {
    /// `Hit`: the distance is at most the safety distance, and equal is a hit. `Separated`: it is larger. Exactly,
    /// on the numbers given.
    pub verdict: Verdict,
    /// `None`: it is never undecided.
    pub reason: Reason,
    /// Which arithmetic decided.
    pub decided_by: DecidedBy,
    /// 0: nothing is iterated.
    pub iterations: u32,
    /// The distance that counts as a hit, as given.
    pub safety_distance: f64,
    /// The distance, without the safety distance: 0 when they share a point, and only then.
    pub separation: f64,
    /// The true distance is within this of `separation`.
    pub error: f64,
    /// The distance in plan: 0 when one is above the other.
    pub horizontal: f64,
    /// The distance of the heights: 0 when they overlap.
    pub vertical: f64,
}

/// Rounding of a gap in plan, in parts of what no two corners are farther apart than: differences, products and
/// the normal's length are 9 U of it, and a corner that stands before an edge to rounding only is 5 U aside.
const PLAN_ROUNDING: f64 = 16.0 * U;

/// Rounding of the distance, including the square root of both parts.
const ROUNDING: f64 = 20.0 * U;

/// Returns the distance of two upright cuboids, and whether it exceeds a safety distance.
///
/// The verdict is that of real arithmetic on the corners and heights given. `separation` is the distance of the
/// bodies themselves, to a few last places of how far the corners are from each other; the safety distance has no
/// part in it. Tens of nanoseconds. Allocates nothing, except where the distance is a positive safety distance to
/// rounding and exact arithmetic decides.
///
/// # Errors
/// [`Error::Setting`](crate::Error::Setting) when the safety distance is negative, NaN or infinite.
///
/// ```
/// use interframe::{CuboidSeparationOptions, Verdict, YawCuboid, cuboid_separation};
///
/// let stack = YawCuboid::new([[0.0, 0.0], [12.0, 0.0], [12.0, 2.5], [0.0, 2.5]], [0.0, 5.0])?;
/// let spreader = YawCuboid::new([[15.0, 6.5], [17.0, 6.5], [17.0, 8.5], [15.0, 8.5]], [4.0, 6.0])?;
/// let ask = |safety_distance| {
///     cuboid_separation(&stack, &spreader, &CuboidSeparationOptions { safety_distance })
/// };
/// let found = ask(5.0)?;
/// assert_eq!((found.verdict, found.separation), (Verdict::Hit, 5.0));
/// assert_eq!(ask(5.0_f64.next_down())?.verdict, Verdict::Separated);
/// # Ok::<(), interframe::Error>(())
/// ```
pub fn cuboid_separation(
    a: &YawCuboid,
    b: &YawCuboid,
    options: &CuboidSeparationOptions,
) -> Result<CuboidSeparation> {
    options.validate()?;
    Ok(answer(a, b, options.safety_distance))
}

/// [`cuboid_separation`] of one cuboid and each of `others`, into `answers`; returns how many are hits.
///
/// # Errors
/// See [`cuboid_separation`]; and when there are not as many answers as others. Then nothing is
/// written.
///
/// ```
/// use interframe::{CuboidSeparation, CuboidSeparationOptions, YawCuboid, cuboid_separations};
///
/// let square = |x: f64| {
///     YawCuboid::new([[x, 0.0], [x + 1.0, 0.0], [x + 1.0, 1.0], [x, 1.0]], [0.0, 1.0])
/// };
/// let others = [square(0.5)?, square(2.0)?, square(4.0)?];
/// let mut answers = [CuboidSeparation::default(); 3];
/// let options = CuboidSeparationOptions { safety_distance: 1.0 };
/// assert_eq!(cuboid_separations(&square(0.0)?, &others, &options, &mut answers)?, 2);
/// assert_eq!(answers.map(|answer| answer.separation), [0.0, 1.0, 3.0]);
/// # Ok::<(), interframe::Error>(())
/// ```
pub fn cuboid_separations(
    a: &YawCuboid,
    others: &[YawCuboid],
    options: &CuboidSeparationOptions,
    answers: &mut [CuboidSeparation],
) -> Result<usize> {
    options.validate()?;
    let (count, is_same) = (answers.len() as f64, others.len() == answers.len());
    check_range(is_same, "answers", count, "as many as the others")?;
    let mut hits = 0;
    for (b, place) in others.iter().zip(answers) {
        *place = answer(a, b, options.safety_distance);
        hits += usize::from(place.verdict == Verdict::Hit);
    }
    Ok(hits)
}

#[inline(always)]
fn answer(a: &YawCuboid, b: &YawCuboid, safety_distance: f64) -> CuboidSeparation {
    let vertical = between_heights(a, b);
    let [dx, dy] = [b.center[0] - a.center[0], b.center[1] - a.center[1]];
    let size = (dx * dx + dy * dy).sqrt() + (a.radius + b.radius);
    if !(is_ordinary(size) && vertical < 1e21) {
        return extreme(a, b, safety_distance);
    }
    let plan = Plan::new([a, b], [&a.edges, &b.edges], |p, q| q - p);
    let found = plan.measure(PLAN_ROUNDING * size);
    let length = |x: f64, y: f64| (x * x + y * y).sqrt();
    let error = ROUNDING * (size + vertical);
    finish([a, b], safety_distance, (found, vertical, error), length)
}

/// Vertical distance between the two.
#[inline(always)]
fn between_heights(a: &YawCuboid, b: &YawCuboid) -> f64 {
    greater(b.z[0] - a.z[1], greater(a.z[0] - b.z[1], 0.0))
}

/// Answers for cuboids whose products would overflow or underflow, at a scale of their own.
#[cold]
fn extreme(a: &YawCuboid, b: &YawCuboid, safety_distance: f64) -> CuboidSeparation {
    let numbers = [a, b].map(|c| [c.x, c.y]);
    let largest = (numbers.iter().flatten().flatten()).fold(0.0_f64, |most, x| most.max(x.abs()));
    // Differences and sums of the largest numbers would overflow.
    let unit = if largest > 1e300 { 0.0625 } else { 1.0 };
    let apart = |p: f64, q: f64| q * unit - p * unit;
    let [dx, dy] = [0, 1].map(|k| apart(a.center[k], b.center[k]));
    let [of_a, of_b] = [a, b].map(|c| {
        (0..4).fold(0.0_f64, |most, i| {
            let [x, y] = [apart(c.center[0], c.x[i]), apart(c.center[1], c.y[i])];
            most.max(libm::hypot(x, y))
        })
    });
    let size = (libm::hypot(dx, dy) + (of_a + of_b)) * (1.0 + 8.0 * U);
    let k = exponent_above(size);
    let apart = |p: f64, q: f64| scale(apart(p, q), -k);
    let [of_a, of_b] = [a, b].map(|c| Edges::new(&c.x, &c.y, c.count, apart));
    let plan = Plan::new([a, b], [&of_a, &of_b], apart);
    let mut found = plan.measure(PLAN_ROUNDING * scale(size, -k));
    found.distance = scale(found.distance, k) / unit;
    let vertical = between_heights(a, b);
    let error = ROUNDING * (size / unit + vertical) + f64::from_bits(8);
    let known = (found, vertical, error);
    finish([a, b], safety_distance, known, libm::hypot)
}

/// The answer from what was measured in plan, the distance of the heights, and the rounding of both together.
#[inline(always)]
fn finish(
    bodies: [&YawCuboid; 2],
    safety_distance: f64,
    (found, vertical, error): (PlanSeparation, f64, f64),
    length: impl Fn(f64, f64) -> f64,
) -> CuboidSeparation {
    const LEAST: f64 = f64::from_bits(1);
    let [a, b] = bodies;
    let level = b.z[0] <= a.z[1] && a.z[0] <= b.z[1];
    let over = match found.sign {
        Sign::Meet => true,
        Sign::Apart => false,
        Sign::Unclear => !apart_exactly(a, b),
    };
    let vertical = if level { 0.0 } else { greater(vertical, LEAST) };
    let horizontal = if over {
        0.0
    } else {
        greater(found.distance, LEAST)
    };
    let separation = match (over, level) {
        (true, _) => vertical,
        (false, true) => horizontal,
        // Squares may vanish where the parts do not.
        (false, false) => greater(length(horizontal, vertical), greater(horizontal, vertical)),
    };
    let mut decided_by = match found.sign {
        Sign::Unclear => DecidedBy::Exact,
        _ => DecidedBy::Float,
    };
    let verdict = if over && level {
        Verdict::Hit
    } else if safety_distance == 0.0 || separation - error > safety_distance {
        Verdict::Separated
    } else if separation + error < safety_distance {
        Verdict::Hit
    } else {
        let (verdict, by) = within_exactly(bodies, safety_distance);
        decided_by = by;
        verdict
    };
    CuboidSeparation {
        verdict,
        reason: Reason::None,
        decided_by,
        iterations: 0,
        safety_distance,
        separation,
        error,
        horizontal,
        vertical,
    }
}

/// Separation in plan.
struct PlanSeparation {
    sign: Sign,
    /// 0 where they meet.
    distance: f64,
}

enum Sign {
    Apart,
    Meet,
    /// To rounding they touch.
    Unclear,
}

/// Two cuboids in plan: every corner of B less every corner of A, and the edges of both.
struct Plan<'a> {
    /// By A's corner, then B's.
    x: [[f64; 4]; 4],
    y: [[f64; 4]; 4],
    edges: [&'a Edges; 2],
}

impl<'a> Plan<'a> {
    #[inline(always)]
    fn new(
        [a, b]: [&YawCuboid; 2],
        edges: [&'a Edges; 2],
        apart: impl Fn(f64, f64) -> f64,
    ) -> Self {
        let (mut x, mut y) = ([[0.0; 4]; 4], [[0.0; 4]; 4]);
        for i in 0..4 {
            for j in 0..4 {
                x[i][j] = apart(a.x[i], b.x[j]);
                y[i][j] = apart(a.y[i], b.y[j]);
            }
        }
        Plan { x, y, edges }
    }

    /// From the first corner of edge `i` of A, or of B, to the other's corner `j`.
    #[inline(always)]
    fn to(&self, k: usize, i: usize, j: usize) -> [f64; 2] {
        match k {
            0 => [self.x[i][j], self.y[i][j]],
            _ => [-self.x[j][i], -self.y[j][i]],
        }
    }

    #[inline(always)]
    fn measure(&self, rounding: f64) -> PlanSeparation {
        let gaps = self.gaps();
        let most = gaps
            .as_flattened()
            .iter()
            .fold(f64::NEG_INFINITY, |m, &gap| greater(m, gap));
        // Without an edge nothing was looked at.
        if most < -rounding && most > f64::NEG_INFINITY {
            return PlanSeparation {
                sign: Sign::Meet,
                distance: 0.0,
            };
        }
        let mut least = f64::INFINITY;
        for (k, gaps) in gaps.iter().enumerate() {
            for (i, &gap) in gaps.iter().enumerate() {
                if gap >= most - 2.0 * rounding && gap > f64::NEG_INFINITY {
                    least = lesser(least, self.before(k, i));
                }
            }
        }
        // The distance never falls below the largest gap; where it is that, bit for bit, no corners are nearer.
        if least > most {
            least = lesser(least, self.corners());
        }
        PlanSeparation {
            sign: if most > rounding {
                Sign::Apart
            } else {
                Sign::Unclear
            },
            distance: greater(least, 0.0),
        }
    }

    /// Least distance of the other's corners outside each edge of A and of B.
    #[inline(always)]
    fn gaps(&self) -> [[f64; 4]; 2] {
        let ([a, b], x, y) = (self.edges, &self.x, &self.y);
        let mut gaps = [[f64::INFINITY; 4]; 2];
        for i in 0..4 {
            for j in 0..4 {
                gaps[0][i] = lesser(gaps[0][i], a.y[i] * x[i][j] - a.x[i] * y[i][j]);
                gaps[1][j] = lesser(gaps[1][j], b.x[j] * y[i][j] - b.y[j] * x[i][j]);
            }
        }
        for (gaps, edges) in gaps.iter_mut().zip(self.edges) {
            for (gap, &inverse) in gaps.iter_mut().zip(&edges.inverse) {
                *gap = if inverse > 0.0 {
                    *gap * inverse
                } else {
                    f64::NEG_INFINITY
                };
            }
        }
        gaps
    }

    /// The least distance from edge `i` of A, or of B, of the other's corners that stand beside it; infinite of none.
    #[inline(always)]
    fn before(&self, k: usize, i: usize) -> f64 {
        let edges = self.edges[k];
        let (ex, ey) = (edges.x[i], edges.y[i]);
        let whole = ex * ex + ey * ey;
        let mut least = f64::INFINITY;
        for j in 0..4 {
            let [x, y] = self.to(k, i, j);
            let along = ex * x + ey * y;
            if along >= 0.0 && along <= whole {
                // Behind the line of an edge of a body as thin as rounding it is as far away.
                least = lesser(least, (ey * x - ex * y).abs());
            }
        }
        least * edges.inverse[i]
    }

    /// The least distance of two corners.
    #[inline(always)]
    fn corners(&self) -> f64 {
        let mut least = f64::INFINITY;
        for i in 0..4 {
            for j in 0..4 {
                let (x, y) = (self.x[i][j], self.y[i][j]);
                least = lesser(least, x * x + y * y);
            }
        }
        least.sqrt()
    }
}

/// Whether the hulls in plan share no point, in real arithmetic. Of two with area, or with one, a line along an
/// edge separates them then; of segments and points on one line the order of their points does.
#[cold]
fn apart_exactly(a: &YawCuboid, b: &YawCuboid) -> bool {
    let [a, b] = [a, b].map(|c| (c.corners(), c.count));
    let beyond = |(corners, count): &([[f64; 2]; 4], usize), others: &[[f64; 2]; 4]| {
        let ordered = |q: &[f64; 2]| corners.iter().all(|p| p < q);
        others.iter().all(ordered)
            || (0..*count).any(|i| {
                let (p, next) = (corners[i], corners[(i + 1) % count]);
                others.iter().all(|&q| orient2d(p, next, q) < 0)
            })
    };
    beyond(&a, &b.0) || beyond(&b, &a.0)
}

/// Whether the distance is at most that, in real arithmetic, and the arithmetic that decided it.
#[cold]
fn within_exactly(bodies: [&YawCuboid; 2], distance: f64) -> (Verdict, DecidedBy) {
    let hulls = bodies.map(|body| body.polytope().expect("finite numbers"));
    let (here, options) = (
        Pose::identity(),
        WithinOptions {
            distance,
            ..WithinOptions::default()
        },
    );
    let pair = PosedPair::new(&hulls[0], &here, &hulls[1], &here);
    let found = within(&pair, &options, &mut PairState::default()).expect("a checked distance");
    (found.verdict, found.decided_by)
}
