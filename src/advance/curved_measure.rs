//! Two moving bodies, one of which is curved: how near are they at a time, and which contact is that?
//!
//! Most times of an advance are measured roughly, because a plane that has nearly all of a gap carries as far. A time that may
//! be that of a contact is measured as finely as f64 can. Points of curved bodies are written to a buffer of each body (`posed_any`).

use nalgebra::Vector3;

use crate::advance::curved_cast::{CastResult, Clear};
use crate::advance::impact::{Contact, TimeOfImpact, TimeOfImpactOptions};
use crate::advance::parting_normal::PLANE_OVERLAP_ROUNDINGS;
use crate::advance::relative_motion::{RelativeMotion, RelativePoses, origin_at};
use crate::advance::scaled_motions::ScaledMotions;
use crate::motion::pairs::{ConvexPair, MovingPair};
use crate::motion::rigid_motion::Motion;
use crate::numeric::arithmetic::{U, in_range, is_unit, norm1, rotate_back};
use crate::numeric::length_sum::LengthSum;
use crate::options::MAX_PIVOTS;
use crate::shape::body::Core;
use crate::shape::polytope::Polytope;
use crate::solver::curved_distance::{Measured, ROOM, finely, measure, measure_from, measure_on};
use crate::solver::gjk::{GjkProof, NearestPoints, StopRule};
use crate::solver::minkowski_difference::{Column, scanned_gap};
use crate::solver::precise::WeightedPair;
use crate::solver::rounded_distance;
use crate::solver::smooth;
use crate::support::mapping::FloatMapping;
use crate::support::posed_any::{PointBuffer, PosedAny, blocks};

/// Largest difference of the bounds of a distance on an advance, relative to what it exceeds the target by.
const ADVANCE_REL_TOL: f64 = 0.05;

/// Support queries of a distance on an advance. The rest of the room for points serves where a distance is measured finely.
const MAX_ADVANCE_QUERIES: u32 = 32;

/// Largest distance of columns on one smooth part of both bodies, relative to the pair's size.
const SMOOTH_SPREAD: f64 = 0.05;

/// A difference of points of the two bodies. The nearest difference is a mean of such columns.
pub(crate) struct CurvedColumn {
    /// Vertices, for polytopes.
    pub(crate) ids: [u32; 2],
    /// The points in the frames of their bodies, to rounding.
    pub(crate) points: [Vector3<f64>; 2],
    pub(crate) weight: f64,
}

/// The measure that ended an advance near contact.
#[derive(Clone, Copy)]
pub(crate) enum Ending<'a> {
    /// Nearest points at the time of contact; their columns are those of the last measure.
    Measured(&'a NearestPoints),
    Parts(&'a [WeightedPair; 8]),
}

pub(crate) fn nearest_vertex(body: &Polytope, point: &Vector3<f64>) -> u32 {
    let off = |id: u32| (body.vertex(id as usize) - point).amax();
    let ids = 0..body.vertex_count() as u32;
    ids.min_by(|&x, &y| off(x).total_cmp(&off(y))).unwrap_or(0)
}

/// Two moving bodies, one of which is curved, and what a query asks of them.
pub(crate) struct CurvedAdvance<'a> {
    pub(crate) sides: ConvexPair<'a, Motion>,
    pub(crate) motion: RelativeMotion<'a>,
    buffers: [PointBuffer<{ blocks(ROOM) }>; 2],
    pub(crate) options: &'a TimeOfImpactOptions,
    pub(crate) tolerance: f64,
    /// Whether planes turn, which is worth it where bodies pass each other near the distance that is kept.
    pub(crate) turning: bool,
}

impl<'a> CurvedAdvance<'a> {
    pub(crate) fn new(
        pair: &MovingPair<'a>,
        scaled: &ScaledMotions<'a>,
        options: &'a TimeOfImpactOptions,
    ) -> Self {
        let sides = pair.convex_pair();
        CurvedAdvance {
            motion: RelativeMotion::new(scaled),
            buffers: [PointBuffer::new(), PointBuffer::new()],
            tolerance: pair.tolerance(options.tolerance),
            sides,
            options,
            turning: false,
        }
    }

    /// Returns this advance with planes that turn.
    pub(crate) fn turning(self) -> Self {
        CurvedAdvance {
            turning: true,
            ..self
        }
    }

    /// Returns an advance of the same bodies with another largest gap of a near contact, in world units.
    pub(crate) fn with_tolerance(&self, tolerance: f64) -> Self {
        CurvedAdvance {
            motion: RelativeMotion::new(&self.motion.scaled),
            buffers: [PointBuffer::new(), PointBuffer::new()],
            tolerance,
            ..*self
        }
    }

    /// Measures the distance at a time.
    pub(crate) fn measured(&self, t: f64) -> NearestPoints {
        self.look_at(t, None).1.found
    }

    pub(crate) fn motion(&self) -> &RelativeMotion<'a> {
        &self.motion
    }

    /// The tolerance, scaled.
    pub(crate) fn tolerance(&self) -> f64 {
        self.tolerance * self.motion.scale
    }

    /// Returns the distance that the cores keep until the bodies are in contact.
    pub(crate) fn clear(&self) -> Clear {
        let [radius_a, radius_b] = self.sides.radii;
        let reach = LengthSum([self.options.target_separation, radius_a, radius_b]);
        let [below, above] = reach.bounds(self.motion.scale);
        Clear {
            below,
            above,
            tolerance: self.tolerance(),
            budget: self.options.budget,
        }
    }

    /// Returns the sum of the radii, rounded down and scaled.
    pub(crate) fn radii(&self) -> f64 {
        let [radius_a, radius_b] = self.sides.radii;
        LengthSum([0.0, radius_a, radius_b]).bounds(self.motion.scale)[0]
    }

    /// Bounds the rounding of any distance, scaled.
    pub(crate) fn rounding(&self) -> f64 {
        let posed = self.motion.pose(0.0);
        let [a, b] = self.sets(&posed);
        a.rounding() + b.rounding()
    }

    /// Returns the columns of a near contact at this time. No later measure may have replaced their points.
    pub(crate) fn columns_of(&self, ending: Ending<'_>, t: f64) -> Vec<CurvedColumn> {
        let column = |pair: &WeightedPair| CurvedColumn {
            ids: std::array::from_fn(|k| match self.sides.cores[k] {
                Core::Polytope(body) => nearest_vertex(body, &pair.points[k]),
                Core::Curved(_) => 0,
            }),
            points: pair.points,
            weight: pair.weight,
        };
        match ending {
            Ending::Measured(found) => self.corners(found, t).collect(),
            Ending::Parts(parts) => parts.iter().map(column).collect(),
        }
    }

    /// Returns the columns of the last measure, at this time.
    pub(crate) fn corners(
        &self,
        found: &NearestPoints,
        t: f64,
    ) -> impl Iterator<Item = CurvedColumn> {
        let posed = self.motion.pose(t);
        let sets = self.sets(&posed);
        let (a, b) = self.motion.bodies(&posed);
        let places = [a, b];
        let scale = self.motion.scale;
        let body_point = |k: usize, id: u32| {
            let there = sets[k].point(id) - places[k].offset;
            // The square of the scale may be no number.
            rotate_back(places[k].matrix, &there) / scale / scale
        };
        let simplex = found.simplex;
        let corners: [CurvedColumn; 4] = std::array::from_fn(|i| {
            let column = &simplex.columns[i.min(simplex.count.max(1) - 1)];
            CurvedColumn {
                ids: [column.id_a, column.id_b],
                points: [body_point(0, column.id_a), body_point(1, column.id_b)],
                weight: simplex.weights[i].max(0.0),
            }
        });
        corners.into_iter().take(simplex.count)
    }

    pub(crate) fn sets<'p>(&'p self, posed: &'p RelativePoses) -> [PosedAny<'p>; 2] {
        let (a, b) = self.motion.bodies(posed);
        [
            PosedAny::of(self.sides.cores[0], a, self.buffers[0].writer()),
            PosedAny::of(self.sides.cores[1], b, self.buffers[1].writer()),
        ]
    }

    /// Measures the cores where a cast ended.
    pub(crate) fn look_from(&self, cast: &CastResult) -> (RelativePoses, Measured) {
        let CastResult { t, columns, .. } = cast;
        let t = *t;
        // Columns near each other are of one smooth part of each body.
        let corners = &columns.columns[..columns.count];
        let is_smooth =
            |column: &Column| norm1(&(column.m - corners[0].m)) < SMOOTH_SPREAD * self.motion.size;
        let before = cast.before.filter(|_| corners.iter().all(is_smooth));
        let posed = self.motion.pose(t);
        let [a, b] = &self.sets(&posed);
        for column in corners {
            b.carry_point(column.id_b, &(self.motion.travel * t));
        }
        let stop = &finely(MAX_PIVOTS);
        let measured = before
            .and_then(|normal| smooth::measure([a, b], normal))
            .unwrap_or_else(|| measure_from([a, b], columns, stop));
        (posed, measured)
    }

    /// Measures the distance of the cores at a time. `along`: a normal that may be near theirs.
    pub(crate) fn look_at(
        &self,
        t: f64,
        along: Option<&Vector3<f64>>,
    ) -> (RelativePoses, Measured) {
        let posed = self.motion.pose(t);
        let [a, b] = &self.sets(&posed);
        let measured = measure([a, b], along, &finely(MAX_PIVOTS));
        (posed, measured)
    }

    /// Measures the distance of the cores as finely as an advance needs it: a plane that has nearly all of a gap carries as far,
    /// at a fraction of the queries. Planes that turn need a fine normal.
    pub(crate) fn look_ahead(
        &self,
        t: f64,
        along: Option<&Vector3<f64>>,
        clear: &Clear,
    ) -> (RelativePoses, Measured) {
        if self.turning {
            return self.look_at(t, along);
        }
        let finely = finely(MAX_PIVOTS);
        let roughly = StopRule {
            rel_tol: ADVANCE_REL_TOL,
            beyond: clear.above,
            max_iterations: finely.max_iterations.min(MAX_ADVANCE_QUERIES),
            ..finely
        };
        let posed = self.motion.pose(t);
        let [a, b] = &self.sets(&posed);
        let seen = measure([a, b], along, &roughly);
        let is_far = |found: &NearestPoints| {
            found.lower > clear.above && found.upper - clear.below > clear.tolerance
        };
        let measured = match seen.found.kind == GjkProof::Overlap || is_far(&seen.found) {
            true => seen,
            false => {
                let rest = finely
                    .max_iterations
                    .saturating_sub(MAX_ADVANCE_QUERIES)
                    .max(1);
                let stop = StopRule {
                    max_iterations: rest,
                    ..finely
                };
                measure_on([a, b], &seen, &stop)
            }
        };
        (posed, measured)
    }
}

impl CurvedAdvance<'_> {
    /// Returns a normal along which the cores are at least `apart` from each other, to twelve times their rounding: that of the
    /// distance, or that of the plane `before`.
    fn parting(
        &self,
        (posed, measured, before): (&RelativePoses, &Measured, Option<Vector3<f64>>),
        apart: f64,
    ) -> Option<Vector3<f64>> {
        let [a, b] = self.sets(posed);
        let least =
            apart * (1.0 - 8.0 * U) - PLANE_OVERLAP_ROUNDINGS * (a.rounding() + b.rounding());
        let found = &measured.found;
        if found.lower >= least {
            return Some(found.normal).filter(is_unit);
        }
        let parts = |n: &Vector3<f64>| is_unit(n) && scanned_gap(a, b, *n) >= least;
        Some(found.normal).filter(parts).or(before.filter(parts))
    }

    /// Returns the contact of bodies that are near each other: their cores, which are at least `apart`, leave this `gap`.
    pub(crate) fn near(
        &self,
        at: (&RelativePoses, &Measured, Option<Vector3<f64>>),
        apart: f64,
        gap: f64,
    ) -> TimeOfImpact {
        let (posed, measured, _) = at;
        let cores = measured.points;
        let scale = self.motion.scale;
        let origin = origin_at(self.motion.scaled.motions[0], posed.t);
        let radii = self.sides.radii.map(|radius| radius * scale);
        let normal = self.parting(at, apart);
        let points = rounded_distance::nearer(cores, radii);
        let [point_a, point_b] = points.map(|p| in_range(p / scale + origin));
        let speed = |n| self.motion.separation_velocity(posed, &n, &points) / scale;
        TimeOfImpact {
            contact: Contact::Near,
            t_lo: posed.t,
            t_hi: posed.t,
            gap: (gap / scale).next_up(),
            point_a,
            point_b,
            normal,
            separation_velocity: normal.map_or(0.0, speed),
            ..TimeOfImpact::HIT
        }
    }
}
