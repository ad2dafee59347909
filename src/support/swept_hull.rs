//! The hull of a body at one pose, or at the two poses that bound a frame ("full doubling" of the
//! 2005 paper, without doubling anything in memory).
//!
//! For a body that does not turn, the better of the two poses is one support query and the sign
//! of n.d, and the hull is exactly what the body sweeps. For a body that turns the hull says
//! nothing about the path in between: see `dilation`.

use nalgebra::{Matrix3, Vector3};

use crate::motion::pose::Pose;
use crate::motion::rigid_motion::Motion;
use crate::numeric::arithmetic::{U, dot, norm, norm1, rotate, rotate_back};
use crate::numeric::scaling::is_ordinary;
use crate::shape::climb::CLIMB_ABOVE;
use crate::shape::farthest::Farthest;
use crate::shape::polytope::Polytope;
use crate::shape::support::SearchStart;
use crate::support::extended_box::ExtendedBox;
use crate::support::mapping::{
    BodyAtPose, ExactCopy, FloatMapping, PivotShift, Source, SupportMapping, Travel,
};

/// A body at one pose or at two.
#[derive(Clone, Copy)]
pub(crate) struct ExtendedHull<'a> {
    body: &'a Polytope,
    matrix: &'a Matrix3<f64>,
    offset: Vector3<f64>,
    /// The offset is 0: a constant where it is set, which spares adding zeros.
    at_origin: bool,
    end: SecondPose<'a>,
    scale: f64,
    rounding: f64,
    exact: ExactSource<'a>,
}

/// The second pose.
#[derive(Clone, Copy)]
enum SecondPose<'a> {
    None,
    /// The orientation of the start, moved by this vector.
    Shifted(Vector3<f64>),
    Turned {
        matrix: &'a Matrix3<f64>,
        offset: Vector3<f64>,
    },
}

/// Where the exact form comes from.
#[derive(Clone, Copy)]
enum ExactSource<'a> {
    Pose {
        pose: &'a Pose,
        origin: Vector3<f64>,
    },
    Motion {
        motion: &'a Motion,
        reference: &'a Motion,
        relative: bool,
    },
    /// Another hull carried, world units.
    Carried {
        from: &'a ExtendedHull<'a>,
        way: &'a Travel,
    },
    /// Neither `motion` nor `reference` turns; up to time t.
    Travel {
        motion: &'a Motion,
        reference: &'a Motion,
        t: f64,
    },
}

/// A power of two that brings the sizes of a pair near 1, so that products of a dozen lengths neither
/// overflow nor vanish. 1 for all but extreme sizes. `apart` is the largest offset between them.
#[inline(always)]
pub(crate) fn pair_scale(reach_a: f64, reach_b: f64, apart: f64) -> f64 {
    scale_of_size((reach_a + reach_b) + apart)
}

/// The scale of a pair whose reaches and offset come to `size`.
#[inline(always)]
pub(crate) fn scale_of_size(size: f64) -> f64 {
    if is_ordinary(size) {
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

/// Directions shorter than this lose places to underflow when they are turned and scaled: three
/// products of 2^-1075 each, which the room in the rounding bounds does not cover.
#[inline(always)]
pub(crate) fn shortest_direction(scale: f64) -> f64 {
    4.0 * f64::MIN_POSITIVE / scale
}

/// A position or displacement in the query's frame with a bound on its error.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Offset {
    pub(crate) value: Vector3<f64>,
    pub(crate) error: f64,
}

impl Offset {
    pub(crate) const ZERO: Offset = Offset {
        value: Vector3::new(0.0, 0.0, 0.0),
        error: 0.0,
    };
}

/// Where `motion` starts as seen from the start of `reference`.
#[inline(always)]
pub(crate) fn position(motion: &Motion, reference: &Motion, scale: f64) -> Offset {
    let origin = reference.start().translation();
    difference(&motion.start().translation(), &origin, scale)
}

/// Displacement of a body by `motion` over the frame as seen from `reference`; neither turns.
#[inline(always)]
pub(crate) fn relative_travel(motion: &Motion, reference: &Motion, scale: f64) -> Offset {
    let own = difference(
        &motion.end_translation(),
        &motion.start().translation(),
        scale,
    );
    let carried = difference(
        &reference.end_translation(),
        &reference.start().translation(),
        scale,
    );
    let value = own.value - carried.value;
    Offset {
        value,
        error: own.error + carried.error + U * norm1(&value),
    }
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
            at_origin: false,
            end: SecondPose::None,
            scale,
            exact: ExactSource::Pose { pose, origin },
        }
    }

    /// The body whose position is the query's origin.
    #[inline(always)]
    pub(crate) fn at_origin(
        body: &'a Polytope,
        pose: &'a Pose,
        matrix: &'a Matrix3<f64>,
        scale: f64,
    ) -> Self {
        ExtendedHull {
            rounding: (60.0 * U) * (body.reach() * scale),
            offset: Vector3::zeros(),
            at_origin: true,
            ..Self::at_pose(body, pose, matrix, pose.translation(), scale)
        }
    }

    /// Returns the hull so that the compiler knows that it has no second pose.
    #[inline(always)]
    pub(crate) fn at_one_pose(&self) -> Self {
        debug_assert!(matches!(self.end, SecondPose::None));
        ExtendedHull {
            end: SecondPose::None,
            ..*self
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
        let exact = ExactSource::Motion {
            motion,
            reference,
            relative,
        };
        let end_terms = EndTerms::new(motion, reference, relative);
        let last = end_terms.evaluate(scale);
        let end = if motion.is_turning() {
            SecondPose::Turned {
                matrix: matrices[1],
                offset: last.value,
            }
        } else if end_terms.is_start(&motion.start().translation(), &origin) {
            SecondPose::None
        } else {
            SecondPose::Shifted(last.value - start.value)
        };
        let mut bound = rounding(body, &start, scale).max(rounding(body, &last, scale));
        if let SecondPose::Shifted(shift) = &end {
            // The shift is a rounded difference of two rounded offsets.
            bound += start.error + last.error + 4.0 * U * norm1(shift);
        }
        ExtendedHull {
            end,
            rounding: bound,
            exact,
            ..Self::at_pose(body, motion.start(), matrices[0], origin, scale)
        }
    }

    /// A body at one pose, carried by `way` (world units).
    pub(crate) fn carried<'b>(&'b self, way: &'b Travel) -> ExtendedHull<'b> {
        let shift = (way.to - way.from) * (way.t * self.scale);
        let offset = self.offset + shift;
        ExtendedHull {
            rounding: self.rounding + 20.0 * U * (norm1(&shift) + norm1(&offset)),
            offset,
            at_origin: false,
            exact: ExactSource::Carried { from: self, way },
            ..*self
        }
    }

    /// Where the body's origin is at the start.
    pub(crate) fn offset(&self) -> Vector3<f64> {
        self.offset
    }

    pub(crate) fn body(&self) -> &'a Polytope {
        self.body
    }

    /// Rotation (times the scale) and offset at the start.
    pub(crate) fn start(&self) -> (&Matrix3<f64>, Vector3<f64>) {
        (self.matrix, self.offset)
    }

    /// Returns matrix and offset at the end, if anything moves.
    pub(crate) fn end(&self) -> Option<(&Matrix3<f64>, Vector3<f64>)> {
        match &self.end {
            SecondPose::None => None,
            SecondPose::Shifted(shift) => Some((self.matrix, self.offset + shift)),
            SecondPose::Turned { matrix, offset } => Some((matrix, *offset)),
        }
    }

    /// From the body's centre at the start to where it is at the end.
    pub(crate) fn displacement(&self) -> Vector3<f64> {
        match &self.end {
            SecondPose::None => Vector3::zeros(),
            // Not the difference of two places: exactly 0 only if nothing moves.
            SecondPose::Shifted(shift) => *shift,
            SecondPose::Turned { .. } => {
                let center = self.body.center();
                self.place(&center, true) - self.place(&center, false)
            }
        }
    }

    /// [`climb_slack`](SupportMapping::climb_slack) for whatever vertex is answered.
    pub(crate) fn largest_climb_slack(&self) -> f64 {
        self.body.largest_climb_slack_factor() * (self.body.reach() * self.scale) * (6.0 * U)
    }

    /// The hull that a body that does not turn sweeps from t = 0 to `t`, seen from the start of `reference`, which
    /// does not turn either and carries the frame. `matrix` is the pose's, times `scale`.
    pub(crate) fn of_travel(
        body: &'a Polytope,
        motion: &'a Motion,
        matrix: &'a Matrix3<f64>,
        reference: &'a Motion,
        t: f64,
        scale: f64,
    ) -> Self {
        let origin = reference.start().translation();
        let travel = relative_travel(motion, reference, scale);
        let shift = travel.value * t;
        // In world units: a travel that vanishes when scaled is one yet.
        let world = relative_travel(motion, reference, 1.0);
        let still = t == 0.0 || (world.value == Vector3::zeros() && world.error == 0.0);
        let hull = Self::at_pose(body, motion.start(), matrix, origin, scale);
        ExtendedHull {
            rounding: hull.rounding + U * 20.0 * norm1(&shift) + 2.0 * travel.error,
            end: if still {
                SecondPose::None
            } else {
                SecondPose::Shifted(shift)
            },
            exact: ExactSource::Travel {
                motion,
                reference,
                t,
            },
            ..hull
        }
    }

    fn vertex_count(&self) -> u32 {
        self.body.vertex_count() as u32
    }

    /// The body's corner that an id names, at either pose.
    #[inline(always)]
    fn corner(&self, id: u32) -> u32 {
        let count = self.vertex_count();
        if id >= count { id - count } else { id }
    }

    /// Largest support value over the copies, each found by `find` in body axes.
    #[inline(always)]
    fn best(
        &self,
        n: &Vector3<f64>,
        mut find: impl FnMut(&Vector3<f64>) -> (f64, u32),
    ) -> (f64, u32) {
        let (value, id) = find(&rotate_back(self.matrix, n));
        let value = if self.at_origin {
            value
        } else {
            value + dot(n, &self.offset)
        };
        match &self.end {
            SecondPose::None => (value, id),
            SecondPose::Shifted(shift) => {
                let gain = dot(n, shift);
                if gain > 0.0 {
                    (value + gain, id + self.vertex_count())
                } else {
                    (value, id)
                }
            }
            SecondPose::Turned { matrix, offset } => {
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
        let turned = rotate(self.matrix, v);
        let at_start = if self.at_origin {
            turned
        } else {
            turned + self.offset
        };
        match &self.end {
            SecondPose::Turned { matrix, offset } if at_end => rotate(matrix, v) + offset,
            SecondPose::Shifted(shift) if at_end => at_start + shift,
            _ => at_start,
        }
    }
}

impl FloatMapping for ExtendedHull<'_> {
    #[inline(always)]
    fn copied(&self) -> Self {
        *self
    }

    #[inline(always)]
    fn support(&self, n: &Vector3<f64>, hint: u32, start: SearchStart) -> (f64, u32) {
        let corner = self.corner(hint);
        self.best(
            n,
            #[inline(always)]
            |n_body| self.body.support_from(n_body, corner, start),
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
        let index = self.corner(id) as usize;
        self.place(&self.body.storage().get(index), id >= self.vertex_count())
    }

    fn id_count(&self) -> u32 {
        match self.end {
            SecondPose::None => self.vertex_count(),
            _ => 2 * self.vertex_count(),
        }
    }

    #[inline(always)]
    fn center(&self) -> Vector3<f64> {
        let start = self.place(&self.body.center(), false);
        match self.end {
            SecondPose::None => start,
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
            SecondPose::None => self.body.outer_radius() * self.scale,
            _ => f64::INFINITY,
        }
    }

    #[inline(always)]
    fn rounding(&self) -> f64 {
        self.rounding
    }

    #[inline(always)]
    fn shortest(&self) -> f64 {
        shortest_direction(self.scale)
    }

    #[inline(always)]
    fn climb_slack(&self, id: u32) -> f64 {
        let factor = match self.end {
            // The pose that lost may have stopped short too, at a corner that is not known here.
            SecondPose::Turned { .. } => self.body.largest_climb_slack_factor(),
            _ => self.body.climb_slack_factor(self.corner(id)),
        };
        // Neighbours compared in f64: each value within 3 U reach of the true one.
        factor * (self.body.reach() * self.scale) * (6.0 * U)
    }
}

impl SupportMapping for ExtendedHull<'_> {
    fn posed_body(&self) -> Option<BodyAtPose<'_>> {
        let ExactSource::Pose { pose, origin } = self.exact else {
            return None;
        };
        let (body, scale) = (self.body, self.scale);
        Some(BodyAtPose {
            body,
            pose,
            origin,
            scale,
        })
    }

    fn exact_copies(&self) -> Vec<ExactCopy<'_>> {
        let copy = |quaternion, plus, minus, shifts| ExactCopy {
            source: Source::Body(self.body.storage()),
            quaternion,
            plus,
            minus,
            shifts,
            travels: vec![],
        };
        let at_start = |motion: &Motion, reference: &Motion| {
            let (start, origin) = (motion.start(), reference.start().translation());
            copy(start.quaternion(), start.translation(), origin, vec![])
        };
        match &self.exact {
            ExactSource::Travel {
                motion,
                reference,
                t,
            } => {
                let [from, origin] = [motion, reference].map(|m| m.start().translation());
                let travel = |from, to| Travel { from, to, t: *t };
                let mut copies = vec![at_start(motion, reference)];
                if !matches!(self.end, SecondPose::None) {
                    copies.push(ExactCopy {
                        travels: vec![
                            travel(from, motion.end_translation()),
                            travel(reference.end_translation(), origin),
                        ],
                        ..at_start(motion, reference)
                    });
                }
                copies
            }
            ExactSource::Pose { pose, origin } => {
                vec![copy(pose.quaternion(), pose.translation(), *origin, vec![])]
            }
            ExactSource::Carried { from, way } => {
                let mut copies = from.exact_copies();
                for copy in &mut copies {
                    copy.travels.push(**way);
                }
                copies
            }
            ExactSource::Motion {
                motion,
                reference,
                relative,
            } => {
                let mut copies = vec![at_start(motion, reference)];
                if !matches!(self.end, SecondPose::None) {
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

    fn farthest(&self, n: &Vector3<f64>, hint: u32, found: &mut Farthest) {
        let corner = self.corner(hint);
        let mut offer = |matrix: &Matrix3<f64>, offset: &Vector3<f64>, first: u32| {
            let n_body = rotate_back(matrix, n);
            let body = self.body.farthest(&n_body, corner, found.want());
            for &(height, id) in body.entries() {
                found.offer(height + dot(n, offset), first + id);
            }
        };
        offer(self.matrix, &self.offset, 0);
        if let Some((matrix, offset)) = self.end() {
            offer(matrix, &offset, self.vertex_count());
        }
    }

    #[inline(always)]
    fn ellipsoid_support(&self, n: &Vector3<f64>) -> Option<(f64, f64)> {
        // On fewer corners a climb mostly confirms its hint, at the same cost.
        let ellipsoids = self.body.ellipsoids();
        if self.body.vertex_count() <= CLIMB_ABOVE || !ellipsoids.is_tight() {
            return None;
        }
        let center = self.body.center();
        // A support value, with the ellipsoid's point in place of a vertex.
        let (reach, _) = self.best(
            n,
            #[inline(always)]
            |n_body| {
                let along = rotate_back(&ellipsoids.axes, n_body);
                (dot(n_body, &center) + ellipsoids.outer * norm(&along), 0)
            },
        );
        Some((
            reach,
            self.rounding + (64.0 * U) * (ellipsoids.size * self.scale),
        ))
    }

    fn extended_box(&self) -> Option<ExtendedBox> {
        let body = self.body.oriented_box();
        let first = ExtendedBox::at(body, self.matrix, &self.offset);
        Some(match self.end() {
            None => first,
            Some((matrix, offset)) => first.and(body, matrix, &offset),
        })
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
        let matters = |m: &&Motion| m.is_turning() && m.pivot() != Vector3::zeros();
        let motions = [own.filter(matters), carrier.filter(matters)];
        let shift = |entry: Option<&Motion>| {
            entry.map(|m| PivotShift {
                from: m.start().quaternion(),
                to: m.end().quaternion(),
                pivot: m.pivot(),
            })
        };
        EndTerms {
            plus: motion.end_translation(),
            minus: if relative {
                reference.end_translation()
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

/// A bound of the rounding of two posed bodies whose reaches and offset come to `size`: 60 U for the
/// reaches, 17 U for the offset, and what the sums in both lose.
#[inline(always)]
pub(crate) fn pair_rounding(size: f64) -> f64 {
    (61.0 * U) * size
}

/// 60 U reach + 16 U |offset| + the offset's own error; derived in `docs/theory/DESIGN.md`.
#[inline(always)]
pub(crate) fn rounding(body: &Polytope, offset: &Offset, scale: f64) -> f64 {
    ((60.0 * U) * (body.reach() * scale) + (16.0 * U) * norm1(&offset.value)) + offset.error
}
