//! Options and answer of a penetration query.

use nalgebra::Vector3;

use crate::numeric::arithmetic::{in_range, is_unit, norm};
use crate::options::{MAX_PIVOTS, options};
use crate::plane::Plane;
use crate::shape::pieces::PieceId;
use crate::verdict::{DecidedBy, Reason, Verdict};

/// Answer of [`penetration`](crate::penetration).
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Penetration {
    /// `Separated` or `Hit`, as in [`intersect`](crate::intersect).
    pub verdict: Verdict,
    /// `None`; for curved bodies perhaps [`Reason::Touching`].
    pub reason: Reason,
    /// Which arithmetic decided the verdict.
    pub decided_by: DecidedBy,
    /// Support queries on each body; 0 when a body is empty.
    pub iterations: u32,
    /// The length of the shortest translation that separates the bodies (leaves them touching at most); 0 when they are
    /// apart or only touch. Infinite where it overflows. For bodies of several pieces it is that of the deepest pair of
    /// pieces: no shorter translation separates the bodies, but this one may leave other pieces in overlap. For solids it is
    /// that of a way out that was tested at its end, where the bodies are apart or only touch; the shortest may be shorter, by no
    /// more than `error`.
    pub depth: f64,
    /// The true depth is within this of `depth`: a bound, rounding included.
    pub error: f64,
    /// With `Hit`: the unit direction of that translation. If you move B by `depth * normal`, or A by its negative, the
    /// bodies are separated. Points from A to B; world axes. It and the points are None where f64 cannot hold them, for
    /// bodies of the most unequal lengths, and where no way out of a solid was found.
    pub normal: Option<Vector3<f64>>,
    /// With `Hit`: the point of A deepest in B along the normal that faces `point_b`; world
    /// frame. `point_a - point_b = depth * normal` to rounding: the smaller body's point is where it was found, the other
    /// opposite. Each is on its body to 1e-9 of the pair's size; beside a curved body to 1e-7 of it, or to `error` if that is
    /// more.
    pub point_a: Option<Vector3<f64>>,
    /// With `Hit`: the point of B opposite.
    pub point_b: Option<Vector3<f64>>,
    /// With `Separated`: the plane that proves it. None when a body is empty or of several pieces.
    pub plane: Option<Plane>,
    /// Which pieces of the two bodies are the deepest in each other; None where both are convex, and where all pieces are apart.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub pieces: Option<[PieceId; 2]>,
}

options! {
    /// Options of [`penetration`](crate::penetration).
    PenetrationOptions {
        /// None: the shortest way out. Otherwise the way out along this vector: of any length between
        /// 1e-100 and 1e100, which does not matter.
        direction: Option<Vector3<f64>> = None, "of a length between 1e-100 and 1e100": |d| {
            d.is_none_or(|d| (1e-100..=1e100).contains(&norm(&d)))
        };
        /// Pivots in f64 before exact arithmetic takes over; never decides a verdict. At least 1, default 64.
        max_pivots: u32 = MAX_PIVOTS, "from 1 to 1000000": |n| (1..=1_000_000).contains(n);
    }
}

impl Penetration {
    /// Puts the point of the larger body opposite that of the smaller, of which f64 knows better where it is. `sizes` are those of
    /// the bodies.
    pub(crate) fn opposite(self, sizes: [f64; 2]) -> Self {
        let (Some(normal), Some(a), Some(b)) = (self.normal, self.point_a, self.point_b) else {
            return self;
        };
        if !self.depth.is_finite() {
            return self;
        }
        let by = normal * self.depth;
        let (a, b) = match sizes[0] <= sizes[1] {
            true => (a, a - by),
            false => (b + by, b),
        };
        Penetration {
            point_a: Some(a),
            point_b: Some(b),
            ..self
        }
    }

    /// Removes the normal and the points if f64 holds one of them not: bodies of the most unequal lengths may have such.
    pub(crate) fn in_range(self) -> Self {
        let points = [self.point_a, self.point_b].map(|p| p.and_then(in_range));
        match (self.normal.filter(is_unit), points) {
            (Some(_), [Some(_), Some(_)]) => self,
            _ => Penetration {
                normal: None,
                point_a: None,
                point_b: None,
                ..self
            },
        }
    }

    pub(crate) fn apart(plane: Option<Plane>, iterations: u32, decided_by: DecidedBy) -> Self {
        Penetration {
            verdict: Verdict::Separated,
            reason: Reason::None,
            decided_by,
            iterations,
            depth: 0.0,
            error: 0.0,
            normal: None,
            point_a: None,
            point_b: None,
            plane,
            pieces: None,
        }
    }
}
