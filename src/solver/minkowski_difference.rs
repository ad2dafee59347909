//! The Minkowski difference of two support mappings: the columns of every LP here.

use nalgebra::Vector3;

use crate::numeric::arithmetic::{U, norm};
use crate::plane::Span;
use crate::shape::support::SearchStart;
use crate::support::mapping::{AnySet, FloatMapping, SupportMapping};
use crate::support::swept_hull::ExtendedHull;

/// A vertex of M, a - b, and the pair of vertices that makes it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Column {
    pub(crate) m: Vector3<f64>,
    pub(crate) id_a: u32,
    pub(crate) id_b: u32,
}

impl Column {
    /// A point inside M that is no vertex pair.
    #[inline(always)]
    pub(crate) fn inner(m: Vector3<f64>) -> Self {
        Column {
            m,
            id_a: u32::MAX,
            id_b: u32::MAX,
        }
    }

    #[inline(always)]
    pub(crate) fn is_of(&self, id_a: u32, id_b: u32) -> bool {
        self.id_a == id_a && self.id_b == id_b
    }

    #[inline(always)]
    pub(crate) fn is_inner(&self) -> bool {
        self.id_a == u32::MAX
    }
}

/// Extents of the bodies along a direction, in units of its length.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DirectionExtent {
    /// Largest n.a.
    pub(crate) max_a: f64,
    /// Smallest n.b.
    pub(crate) min_b: f64,
    pub(crate) id_a: u32,
    pub(crate) id_b: u32,
}

impl DirectionExtent {
    /// Extent with the smallest gap possible, before any direction was measured.
    pub(crate) const NOTHING: DirectionExtent = DirectionExtent {
        max_a: f64::INFINITY,
        min_b: f64::NEG_INFINITY,
        id_a: 0,
        id_b: 0,
    };

    /// Positive when n separates the bodies; minus the reduced cost of the entering column.
    #[inline(always)]
    pub(crate) fn gap(&self) -> f64 {
        self.min_b - self.max_a
    }
}

/// M, priced by support queries.
pub(crate) struct Difference<'a, A, B> {
    pub(crate) a: &'a A,
    pub(crate) b: &'a B,
    pub(crate) hint_a: u32,
    pub(crate) hint_b: u32,
    /// M is dilated by a ball of this radius.
    pub(crate) slack: f64,
    /// Support queries on each body so far.
    pub(crate) queries: u32,
    /// After so many a depth is left between its bounds. No limit, but for curved bodies.
    pub(crate) most_queries: u32,
    /// Columns that span the plane of the exact stage, if they are wanted.
    pub(crate) span: Option<Span>,
    rounding: f64,
    shortest: f64,
}

impl<'a, A: FloatMapping, B: FloatMapping> Difference<'a, A, B> {
    #[inline(always)]
    pub(crate) fn new(a: &'a A, b: &'a B, slack: f64) -> Self {
        Difference {
            rounding: a.rounding() + b.rounding() + 4.0 * U * slack,
            shortest: a.shortest().max(b.shortest()).max(1e-140),
            a,
            b,
            hint_a: 0,
            hint_b: 0,
            slack,
            queries: 0,
            most_queries: u32::MAX,
            span: None,
        }
    }

    /// Error of a support value for |n| = 1, and of a column, in length.
    #[inline(always)]
    pub(crate) fn rounding(&self) -> f64 {
        self.rounding
    }

    /// Normals no longer than this prove nothing: they come of features near the square root of the
    /// smallest f64, or of the scale, where the bounds, which are relative, would miss what underflows.
    #[inline(always)]
    pub(crate) fn shortest(&self) -> f64 {
        self.shortest
    }

    /// The extent of both bodies along `n`.
    #[inline(always)]
    pub(crate) fn support(&mut self, n: &Vector3<f64>, start: SearchStart) -> DirectionExtent {
        self.queries += 1;
        let (max_a, id_a) = self.a.support(n, self.hint_a, start);
        let (negative_min_b, id_b) = self.b.support(&-n, self.hint_b, start);
        (self.hint_a, self.hint_b) = (id_a, id_b);
        DirectionExtent {
            max_a,
            min_b: -negative_min_b,
            id_a,
            id_b,
        }
    }

    /// The extent of both bodies along `n`, and the column at its ends.
    #[inline(always)]
    pub(crate) fn support_column(
        &mut self,
        n: &Vector3<f64>,
        start: SearchStart,
    ) -> (DirectionExtent, Column) {
        self.queries += 1;
        let (max_a, id_a, on_a) = self.a.support_point(n, self.hint_a, start);
        let (negative_min_b, id_b, on_b) = self.b.support_point(&-n, self.hint_b, start);
        (self.hint_a, self.hint_b) = (id_a, id_b);
        let extent = DirectionExtent {
            max_a,
            min_b: -negative_min_b,
            id_a,
            id_b,
        };
        let m = on_a - on_b;
        (extent, Column { m, id_a, id_b })
    }

    /// The entering column for the dual direction `n`.
    #[inline(always)]
    pub(crate) fn enter(&self, n: &Vector3<f64>, extent: &DirectionExtent) -> Column {
        let mut column = self.column(extent.id_a, extent.id_b);
        if self.slack > 0.0 {
            let length = norm(n);
            // A direction without length dilates nothing.
            if length > 1e-140 {
                column.m += n * (self.slack / length);
            }
        }
        column
    }

    #[inline(always)]
    pub(crate) fn column(&self, id_a: u32, id_b: u32) -> Column {
        Column {
            m: self.a.point(id_a) - self.b.point(id_b),
            id_a,
            id_b,
        }
    }

    /// The points of A and B that weighted columns stand for.
    #[inline(always)]
    pub(crate) fn points(&self, columns: &[Column], weights: &[f64]) -> [Vector3<f64>; 2] {
        let mut points = [Vector3::zeros(); 2];
        for (column, weight) in columns.iter().zip(weights) {
            points[0] += self.a.point(column.id_a) * *weight;
            points[1] += self.b.point(column.id_b) * *weight;
        }
        points
    }

    /// A point inside M, from the centres.
    #[inline(always)]
    pub(crate) fn interior(&self) -> Vector3<f64> {
        self.a.center() - self.b.center()
    }

    #[inline(always)]
    pub(crate) fn inscribed_radius(&self) -> f64 {
        self.a.inscribed_radius() + self.b.inscribed_radius()
    }

    #[inline(always)]
    pub(crate) fn outer_radius(&self) -> f64 {
        self.a.outer_radius() + self.b.outer_radius()
    }

    #[inline(always)]
    pub(crate) fn center_error(&self) -> f64 {
        self.a.center_error() + self.b.center_error()
    }

    /// Whether `n`, of length `length`, proves M apart from the origin: the gap must exceed the
    /// slack and every rounding.
    #[inline(always)]
    pub(crate) fn proves_apart(
        &self,
        n: &Vector3<f64>,
        length: f64,
        extent: &DirectionExtent,
    ) -> bool {
        let least = (self.slack + self.rounding) * length;
        if !(extent.gap() > least) {
            return false;
        }
        let climbed = self.a.climb_slack(extent.id_a) + self.b.climb_slack(extent.id_b);
        // A climb may have stopped short of the maximum; a scan has no such doubt.
        extent.gap() > least + climbed * length
            || scanned_gap(self.a.copied(), self.b.copied(), *n) > least
    }

    /// Largest n.m over M: every vertex is visited.
    #[inline(always)]
    pub(crate) fn scanned_reach(&self, n: &Vector3<f64>) -> f64 {
        self.a.scan(n).0 + self.b.scan(&-n).0
    }
}

/// M of sets of any kind.
pub(crate) type AnyDifference<'a> = Difference<'a, AnySet<'a>, AnySet<'a>>;

/// M of sets of any kind, for code that uses f64 alone.
pub(crate) type AnyFloatDifference<'a> = Difference<'a, &'a dyn FloatMapping, &'a dyn FloatMapping>;

impl<'h> Difference<'_, ExtendedHull<'h>, ExtendedHull<'h>> {
    /// Has a function that is called, and so knows nothing of the bodies, go on about bodies at one pose each.
    #[inline(always)]
    pub(crate) fn at_one_pose<R>(
        &mut self,
        ask: impl FnOnce(&mut Difference<'_, ExtendedHull<'h>, ExtendedHull<'h>>) -> R,
    ) -> R {
        let (a, b) = (self.a.at_one_pose(), self.b.at_one_pose());
        self.go_on(&a, &b, ask)
    }
}

impl<A: SupportMapping, B: SupportMapping> Difference<'_, A, B> {
    /// Has code that is compiled once for all kinds of sets go on.
    #[inline(always)]
    pub(crate) fn of_any_kind<R>(&mut self, ask: impl FnOnce(&mut AnyDifference<'_>) -> R) -> R {
        let (a, b) = (self.a.copied(), self.b.copied());
        self.go_on(&(&a as AnySet<'_>), &(&b as AnySet<'_>), ask)
    }
}

impl<A: FloatMapping, B: FloatMapping> Difference<'_, A, B> {
    /// Has code that is compiled once for all kinds of sets, and uses f64 alone, go on.
    #[inline(always)]
    pub(crate) fn of_any_float<R>(
        &mut self,
        ask: impl FnOnce(&mut AnyFloatDifference<'_>) -> R,
    ) -> R {
        let (a, b) = (self.a.copied(), self.b.copied());
        let (a, b): (&dyn FloatMapping, &dyn FloatMapping) = (&a, &b);
        self.go_on(&a, &b, ask)
    }

    /// Has `ask` go on with the same sets behind other types.
    #[inline(always)]
    fn go_on<'b, C, D, R>(
        &mut self,
        a: &'b C,
        b: &'b D,
        ask: impl FnOnce(&mut Difference<'b, C, D>) -> R,
    ) -> R {
        let mut any = Difference {
            a,
            b,
            hint_a: self.hint_a,
            hint_b: self.hint_b,
            slack: self.slack,
            queries: self.queries,
            most_queries: self.most_queries,
            span: self.span,
            rounding: self.rounding,
            shortest: self.shortest,
        };
        let answer = ask(&mut any);
        (self.hint_a, self.hint_b) = (any.hint_a, any.hint_b);
        (self.queries, self.span) = (any.queries, any.span);
        answer
    }
}

#[cold]
#[inline(never)]
pub(crate) fn scanned_gap<A: FloatMapping, B: FloatMapping>(a: A, b: B, n: Vector3<f64>) -> f64 {
    -b.scan(&-n).0 - a.scan(&n).0
}
