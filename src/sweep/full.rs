//! The hull of a body at one pose, or at the two poses that bound a frame ("full doubling" of the
//! 2005 paper, without doubling anything in memory).
//!
//! For a body that does not turn, the better of the two poses is one support query and the sign
//! of n.d, and the hull is exactly what the body sweeps. For a body that turns the hull says
//! nothing about the path in between: see `certified`.

use nalgebra::{Matrix3, Vector3};

use super::{ExactCopy, PivotShift, Source, SupportMapping};
use crate::geometry::arithmetic::{U, dot, norm1, rotate, rotate_back};
use crate::geometry::motion::Motion;
use crate::geometry::polytope::Polytope;
use crate::geometry::pose::Pose;
use crate::geometry::support::Start;

/// A body at one pose or at two.
pub(crate) struct ExtendedHull<'a> {
    body: &'a Polytope,
    matrix: &'a Matrix3<f64>,
    offset: Vector3<f64>,
    end: End<'a>,
    scale: f64,
    rounding: f64,
    exact: Exact<'a>,
}

/// The second pose.
enum End<'a> {
    None,
    /// The same orientation, carried by this much.
    Shifted(Vector3<f64>),
    Turned {
        matrix: &'a Matrix3<f64>,
        offset: Vector3<f64>,
    },
}

/// Where the exact form comes from.
enum Exact<'a> {
    Pose {
        pose: &'a Pose,
        origin: Vector3<f64>,
    },
    Motion {
        motion: &'a Motion,
        reference: &'a Motion,
        relative: bool,
    },
}

/// A power of two that brings the sizes of a pair near 1, so that products of four lengths neither
/// overflow nor vanish. 1 for all but extreme sizes. `apart` is the largest offset between them.
#[inline(always)]
pub(crate) fn pair_scale(reach_a: f64, reach_b: f64, apart: f64) -> f64 {
    let size = (reach_a + reach_b) + apart;
    if size > 1e-60 && size < 1e60 {
        1.0
    } else {
        extreme_scale(size)
    }
}

#[cold]
fn extreme_scale(size: f64) -> f64 {
    // The exponents of all f64 are within 1100 of 0; the offset may have overflowed.
    let exponent = if size.is_finite() {
        libm::ilogb(size.max(f64::MIN_POSITIVE)).clamp(-1000, 1000)
    } else {
        1020
    };
    libm::ldexp(1.0, -exponent)
}

/// A position in the query's frame with a bound on its error.
struct Offset {
    value: Vector3<f64>,
    error: f64,
}

impl<'a> ExtendedHull<'a> {
    /// The body at `pose`, with the query's origin at `origin` (world) and lengths times `scale`,
    /// a power of two. `matrix` is the pose's, times `scale`.
    #[inline(always)]
    pub(crate) fn at_pose(
        body: &'a Polytope,
        pose: &'a Pose,
        matrix: &'a Matrix3<f64>,
        origin: Vector3<f64>,
        scale: f64,
    ) -> Self {
        let offset = difference(&pose.translation(), &origin, scale);
        ExtendedHull {
            body,
            matrix,
            rounding: rounding(body, &offset, scale),
            offset: offset.value,
            end: End::None,
            scale,
            exact: Exact::Pose { pose, origin },
        }
    }

    /// The body at both ends of `motion`. The query's origin is where `reference` (A's motion)
    /// starts; when `relative`, it moves with A's pivot. `matrices` are the start's and the end's,
    /// times `scale`.
    #[inline(always)]
    pub(crate) fn of_motion(
        body: &'a Polytope,
        motion: &'a Motion,
        matrices: [&'a Matrix3<f64>; 2],
        reference: &'a Motion,
        relative: bool,
        scale: f64,
    ) -> Self {
        let origin = reference.start().translation();
        let start = difference(&motion.start().translation(), &origin, scale);
        let exact = Exact::Motion {
            motion,
            reference,
            relative,
        };
        let end_terms = EndTerms::new(motion, reference, relative);
        let last = end_terms.evaluate(scale);
        let end = if motion.turns() {
            End::Turned {
                matrix: matrices[1],
                offset: last.value,
            }
        } else if end_terms.is_start(&motion.start().translation(), &origin) {
            End::None
        } else {
            End::Shifted(last.value - start.value)
        };
        let mut bound = rounding(body, &start, scale).max(rounding(body, &last, scale));
        if let End::Shifted(shift) = &end {
            // The shift is a rounded difference of two rounded offsets.
            bound += start.error + last.error + 4.0 * U * norm1(shift);
        }
        ExtendedHull {
            body,
            matrix: matrices[0],
            offset: start.value,
            end,
            scale,
            rounding: bound,
            exact,
        }
    }

    fn vertex_count(&self) -> u32 {
        self.body.vertex_count() as u32
    }

    /// Largest support value over the copies, each found by `find` in body axes.
    #[inline(always)]
    fn best(
        &self,
        n: &Vector3<f64>,
        mut find: impl FnMut(&Vector3<f64>) -> (f64, u32),
    ) -> (f64, u32) {
        let (value, id) = find(&rotate_back(self.matrix, n));
        let value = value + dot(n, &self.offset);
        match &self.end {
            End::None => (value, id),
            End::Shifted(shift) => {
                let gain = dot(n, shift);
                if gain > 0.0 {
                    (value + gain, id + self.vertex_count())
                } else {
                    (value, id)
                }
            }
            End::Turned { matrix, offset } => {
                let (other, other_id) = find(&rotate_back(matrix, n));
                let other = other + dot(n, offset);
                if other > value {
                    (other, other_id + self.vertex_count())
                } else {
                    (value, id)
                }
            }
        }
    }

    /// Body point `v` at the start or end pose.
    #[inline(always)]
    fn place(&self, v: &Vector3<f64>, at_end: bool) -> Vector3<f64> {
        match &self.end {
            End::Turned { matrix, offset } if at_end => rotate(matrix, v) + offset,
            End::Shifted(shift) if at_end => (rotate(self.matrix, v) + self.offset) + shift,
            _ => rotate(self.matrix, v) + self.offset,
        }
    }
}

impl SupportMapping for ExtendedHull<'_> {
    #[inline(always)]
    fn support(&self, n: &Vector3<f64>, hint: u32, start: Start) -> (f64, u32) {
        let count = self.vertex_count();
        let corner = if hint >= count { hint - count } else { hint };
        self.best(
            n,
            #[inline(always)]
            |n_body| self.body.support(n_body, corner, start),
        )
    }

    #[inline(always)]
    fn scan(&self, n: &Vector3<f64>) -> (f64, u32) {
        self.best(
            n,
            #[inline(always)]
            |n_body| self.body.scan(n_body),
        )
    }

    #[inline(always)]
    fn point(&self, id: u32) -> Vector3<f64> {
        let count = self.vertex_count();
        let at_end = id >= count;
        let index = if at_end { id - count } else { id };
        self.place(&self.body.storage().get(index as usize), at_end)
    }

    fn id_count(&self) -> u32 {
        match self.end {
            End::None => self.vertex_count(),
            _ => 2 * self.vertex_count(),
        }
    }

    #[inline(always)]
    fn center(&self) -> Vector3<f64> {
        let start = self.place(&self.body.center(), false);
        match self.end {
            End::None => start,
            // The ball about the centre is carried to the end; half-way there is one as large.
            _ => (start + self.place(&self.body.center(), true)) * 0.5,
        }
    }

    #[inline(always)]
    fn center_error(&self) -> f64 {
        self.body.center_error() * self.scale
    }

    #[inline(always)]
    fn inscribed_radius(&self) -> f64 {
        self.body.inscribed_radius() * self.scale
    }

    #[inline(always)]
    fn outer_radius(&self) -> f64 {
        match self.end {
            End::None => self.body.outer_radius() * self.scale,
            _ => f64::INFINITY,
        }
    }

    #[inline(always)]
    fn rounding(&self) -> f64 {
        self.rounding
    }

    #[inline(always)]
    fn climb_slack(&self, id: u32) -> f64 {
        let count = self.vertex_count();
        let factor = match self.end {
            // The pose that lost may have stopped short too, at a corner that is not known here.
            End::Turned { .. } => self.body.largest_climb_slack_factor(),
            _ => self
                .body
                .climb_slack_factor(if id >= count { id - count } else { id }),
        };
        // Neighbours compared in f64: each value within 3 U reach of the true one.
        factor * (self.body.reach() * self.scale) * (6.0 * U)
    }

    fn exact_copies(&self) -> Vec<ExactCopy<'_>> {
        let copy = |quaternion, plus, minus, shifts| ExactCopy {
            source: Source::Body(self.body.storage()),
            quaternion,
            plus,
            minus,
            shifts,
        };
        match &self.exact {
            Exact::Pose { pose, origin } => {
                vec![copy(pose.quaternion(), pose.translation(), *origin, vec![])]
            }
            Exact::Motion {
                motion,
                reference,
                relative,
            } => {
                let start = motion.start();
                let mut copies = vec![copy(
                    start.quaternion(),
                    start.translation(),
                    reference.start().translation(),
                    vec![],
                )];
                if !matches!(self.end, End::None) {
                    let terms = EndTerms::new(motion, reference, *relative);
                    copies.push(copy(
                        motion.end().quaternion(),
                        terms.plus,
                        terms.minus,
                        terms.shifts.into_iter().flatten().collect(),
                    ));
                }
                copies
            }
        }
    }
}

/// Where a body's origin is at the end of the frame: `plus - minus + shifts`, exactly.
///
/// With kappa = R0 c - R1 c, the anchor e (what the caller gave as end translation) and start p0:
/// a motion by `turn` ends at e + kappa and displaces its pivot by e - p0; a motion by end pose
/// ends at e and displaces its pivot by e - p0 - kappa. The query's origin is A's p0, carried by
/// A's pivot displacement when relative.
struct EndTerms<'a> {
    plus: Vector3<f64>,
    minus: Vector3<f64>,
    shifts: [Option<PivotShift>; 2],
    motions: [Option<&'a Motion>; 2],
}

impl<'a> EndTerms<'a> {
    fn new(motion: &'a Motion, reference: &'a Motion, relative: bool) -> Self {
        let own = motion.turn().is_some().then_some(motion);
        let carrier = (relative && reference.turn().is_none()).then_some(reference);
        // kappa vanishes for a body that does not turn or whose pivot is its origin.
        let matters = |m: &&Motion| m.turns() && m.pivot() != Vector3::zeros();
        let motions = [own.filter(matters), carrier.filter(matters)];
        let shift = |entry: Option<&Motion>| {
            entry.map(|m| PivotShift {
                from: m.start().quaternion(),
                to: m.end().quaternion(),
                pivot: m.pivot(),
            })
        };
        EndTerms {
            plus: motion.anchor(),
            minus: if relative {
                reference.anchor()
            } else {
                reference.start().translation()
            },
            shifts: [shift(motions[0]), shift(motions[1])],
            motions,
        }
    }

    /// Whether this is exactly where a body that starts at `start - origin` started.
    fn is_start(&self, start: &Vector3<f64>, origin: &Vector3<f64>) -> bool {
        let same = self.plus == *start && self.minus == *origin;
        let both_zero = self.plus == self.minus && start == origin;
        self.motions.iter().all(Option::is_none) && (same || both_zero)
    }

    fn evaluate(&self, scale: f64) -> Offset {
        let mut sum = difference(&self.plus, &self.minus, scale);
        for motion in self.motions.iter().flatten() {
            let pivot = motion.pivot();
            let from = rotate(motion.start().matrix(), &(pivot * scale));
            let to = rotate(motion.end().matrix(), &(pivot * scale));
            let kappa = from - to;
            sum.value += kappa;
            // Each rotated pivot is within 39 U |c|; then three sums.
            sum.error += U * (80.0 * norm1(&pivot) * scale + norm1(&kappa) + norm1(&sum.value));
        }
        sum
    }
}

/// `(plus - minus) * scale`: rounded once.
#[inline(always)]
fn difference(plus: &Vector3<f64>, minus: &Vector3<f64>, scale: f64) -> Offset {
    let value = if scale == 1.0 {
        plus - minus
    } else if scale > 1.0 {
        // Scaled up, a far position would overflow.
        (plus - minus) * scale
    } else {
        // Unscaled, the difference of large positions would.
        plus * scale - minus * scale
    };
    Offset {
        error: U * norm1(&value),
        value,
    }
}

/// 60 U reach + 16 U |offset| + the offset's own error; derived in `docs/DESIGN.md`.
#[inline(always)]
fn rounding(body: &Polytope, offset: &Offset, scale: f64) -> f64 {
    U * (60.0 * (body.reach() * scale) + 16.0 * norm1(&offset.value)) + offset.error
}
