//! Answers that the library's functions give in parts or in as many types as there are dimensions.

use serde::Serialize;

use crate::advance::impact::TimeOfImpactOptions;
use crate::ccd::interval_list::ContactInterval;
use crate::error::Result;
use crate::motion::kinds;
use crate::motion::pairs::{MovingPair, PosedPair};
use crate::pair::PairState;
use crate::planar::distance::distance_2d;
use crate::planar::minkowski::DifferenceVertex2;
use crate::planar::pairs::PosedPair2;
use crate::proof::checked_queries::{contact_intervals, intersect};
use crate::query::distance::DistanceOptions;
use crate::query::intersect::IntersectOptions;
use crate::reference::kreuzer::point_sets::SetsOptions;
use crate::reference::kreuzer::sets::{DistanceBounds, SetPlane, SpanColumn};
use crate::reference::kreuzer::tableau::MAX_DIMENSION;
use crate::shape::polytope::Polytope;
use crate::verdict::{ContainmentVerdict, DecidedBy, Reason, Verdict};

use super::subjects::PointSets;

/// All contacts of a frame.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AllContacts {
    /// Verdict; see [`ContactIntervals`](crate::ContactIntervals).
    pub verdict: Verdict,
    /// Why something is not certified: that of the first interval that says.
    pub reason: Reason,
    /// Support queries on each body.
    pub iterations: u32,
    /// Distance solves.
    #[serde(skip)]
    pub solves: u32,
    /// Every interval.
    #[serde(skip)]
    pub intervals: Vec<ContactInterval>,
}

impl AllContacts {
    /// Queries with a list that is long enough.
    pub(super) fn ask(
        pair: &MovingPair<'_>,
        options: &TimeOfImpactOptions,
        state: &mut PairState,
    ) -> Result<Self> {
        let before = *state;
        let mut intervals = vec![ContactInterval::default(); 16];
        loop {
            *state = before;
            let found = contact_intervals(pair, options, state, &mut intervals)?;
            let whole = found.is_whole();
            intervals.resize(found.count, ContactInterval::default());
            if whole {
                let open = intervals.iter().map(|interval| interval.reason);
                return Ok(AllContacts {
                    verdict: found.verdict,
                    reason: open
                        .into_iter()
                        .find(|r| *r != Reason::None)
                        .unwrap_or_default(),
                    iterations: found.iterations,
                    solves: found.solves,
                    intervals,
                });
            }
        }
    }
}

/// The corners of A - B or A + B, and whether A and B meet.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Difference {
    /// Verdict about A and B.
    pub verdict: Verdict,
    /// Why that is undecided.
    pub reason: Reason,
    /// Which arithmetic decided.
    pub decided_by: DecidedBy,
    /// 0: pairs of corners are subtracted.
    pub iterations: u32,
    /// The corners of the difference or the sum.
    pub vertices: Vec<Vec<f64>>,
    /// For each corner, the indices of its two points in the lists that A and B were made of.
    pub pairs: Vec<[usize; 2]>,
}

impl Difference {
    pub(super) fn of_bodies(
        make: fn(&PosedPair<'_>) -> Result<Polytope>,
        pair: &PosedPair<'_>,
        options: &IntersectOptions,
        state: &mut PairState,
    ) -> Result<Self> {
        let body = make(pair)?;
        let ([a, b], _) = pair.only_polytopes(&kinds::MINKOWSKI_DIFFERENCE)?;
        let met = intersect(pair, options, state)?;
        let places = |corner| {
            let source = body.source_index(corner);
            let (i, j) = (source / b.vertex_count(), source % b.vertex_count());
            [a.source_index(i), b.source_index(j)]
        };
        Ok(Difference {
            verdict: met.verdict,
            reason: met.reason,
            decided_by: met.decided_by,
            iterations: 0,
            vertices: body.vertices().map(|v| v.as_slice().to_vec()).collect(),
            pairs: (0..body.vertex_count()).map(places).collect(),
        })
    }

    pub(super) fn of_polygons(
        make: fn(&PosedPair2<'_>) -> Vec<DifferenceVertex2>,
        pair: &PosedPair2<'_>,
        options: &DistanceOptions,
        state: &mut PairState,
    ) -> Result<Self> {
        let met = distance_2d(pair, options, state)?;
        let corners = make(pair);
        let place = |a: u32, b: u32| {
            [
                pair.a.source_index(a as usize),
                pair.b.source_index(b as usize),
            ]
        };
        Ok(Difference {
            verdict: met.verdict,
            reason: met.reason,
            decided_by: met.decided_by,
            iterations: 0,
            vertices: corners
                .iter()
                .map(|c| c.point.as_slice().to_vec())
                .collect(),
            pairs: corners.iter().map(|c| place(c.id_a, c.id_b)).collect(),
        })
    }
}

/// An answer about point sets of any dimension.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct SetsAnswer<V> {
    /// Whether they meet, or whether B is inside A.
    pub verdict: V,
    /// Why that is undecided.
    pub reason: Reason,
    /// Which arithmetic decided.
    pub decided_by: DecidedBy,
    /// Pivots; with `GoodLp` programs solved.
    pub iterations: u32,
    /// First point outside, of a set that is not inside.
    pub outside: Option<u32>,
    /// Plane between the sets, or between A and a point of B outside.
    pub plane: Option<SetsPlane>,
    /// Lower bounds of their distance.
    pub distance_at_least: Option<DistanceBounds>,
    /// A common point.
    pub point: Option<Vec<f64>>,
    /// Indices of points of A with weights, for a point inside.
    pub weights: Option<Vec<(u32, f64)>>,
}

/// [`SetPlane`] of any dimension.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SetsPlane {
    /// From A to B.
    pub normal: Vec<f64>,
    /// About half-way.
    pub offset: f64,
    /// Columns that span the exact normal, if no f64 normal separates.
    pub spanned_by: Option<Vec<SpanColumn>>,
}

impl SetsPlane {
    fn new(dimension: usize, plane: SetPlane<MAX_DIMENSION>) -> Self {
        SetsPlane {
            normal: plane.normal[..dimension].to_vec(),
            offset: plane.offset,
            spanned_by: plane.spanned_by,
        }
    }
}

impl SetsAnswer<Verdict> {
    pub(super) fn intersect(sets: &PointSets, options: &SetsOptions) -> Result<Self> {
        let dimension = sets.dimension;
        let found = sets.ask(|sets| sets.intersect(options))?;
        Ok(SetsAnswer {
            verdict: found.verdict,
            reason: found.reason,
            decided_by: found.decided_by,
            iterations: found.iterations,
            plane: found.plane.map(|plane| SetsPlane::new(dimension, plane)),
            distance_at_least: found.bounds,
            point: found.point.map(|p| p[..dimension].to_vec()),
            ..SetsAnswer::default()
        })
    }
}

impl SetsAnswer<ContainmentVerdict> {
    /// B inside A, that is, B a subset of A.
    pub(super) fn is_subset(sets: &PointSets, options: &SetsOptions) -> Result<Self> {
        let found = sets.ask(|sets| sets.swapped().is_subset(options))?;
        Ok(SetsAnswer {
            verdict: found.verdict,
            reason: found.reason,
            decided_by: found.decided_by,
            iterations: found.iterations,
            outside: found.outside,
            plane: (found.plane).map(|plane| SetsPlane::new(sets.dimension, plane)),
            ..SetsAnswer::default()
        })
    }

    /// The one point of B inside A.
    pub(super) fn contains_point(sets: &PointSets, options: &SetsOptions) -> Result<Self> {
        let found = sets.ask(|sets| sets.contains_point(options))?;
        Ok(SetsAnswer {
            verdict: found.verdict,
            reason: found.reason,
            decided_by: found.decided_by,
            iterations: found.iterations,
            plane: (found.plane).map(|plane| SetsPlane::new(sets.dimension, plane)),
            weights: found.weights,
            ..SetsAnswer::default()
        })
    }
}
