//! The first contact of two bodies that do not turn, one of which is curved.
//!
//! Problem: where does a ray, the way of B, enter M = A - B? Idea (van den Bergen, "Ray casting against general convex objects
//! with application to continuous collision detection", 2004): GJK looks for the point of M nearest to the place that
//! the ray has reached. Every plane that it finds on the way carries that place on, to the plane, and the columns found so far
//! serve there too: one search does for the whole frame.
//!
//! Deviations: planes carry to where the gap beyond `Clear::above` is rounding, not to the surface; a plane with a small part
//! of the distance carries nothing, because its normal is far from the contact's.
//!
//! Between an ellipsoid and a curved body GJK needs 15 to 30 columns. From the first planes that carry, Newton's method (`solver::smooth`) is tried: of
//! two ellipsoids it needs 4, and each of its normals carries the place on too. Where it comes no nearer, GJK goes on. Pairs
//! of other kinds have edges at which it fails so often that it costs more than it saves.
//!
//! Loses where a step of GJK comes no nearer: `Open`, and the advance of `curved_advance` goes on from there.

use nalgebra::Vector3;

use crate::numeric::arithmetic::{U, dot, norm};
use crate::shape::support::SearchStart;
use crate::solver::closest_face::ClosestFace;
use crate::solver::gjk;
use crate::solver::minkowski_difference::{Column, Difference};
use crate::solver::smooth;
use crate::solver::subsimplex::Subsimplex;
use crate::support::mapping::FloatMapping;
use crate::support::posed_any::PosedAny;

/// A plane carries if it has this part of the distance.
const MIN_GAP_PART: f64 = 0.1;

/// Support queries on the way. Most casts take 10 to 20.
const MAX_QUERIES: u32 = 48;

/// A part of the frame for which a plane is proved to part the bodies.
#[derive(Clone, Copy)]
pub(crate) struct CertifiedStep {
    pub(crate) times: [f64; 2],
    /// Normal at the beginning.
    pub(crate) normal: Vector3<f64>,
    /// Rotation vector of the plane, per frame.
    pub(crate) turn: Vector3<f64>,
}

impl CertifiedStep {
    /// Returns a step by a plane that does not turn.
    pub(crate) fn still(times: [f64; 2], normal: Vector3<f64>) -> Self {
        CertifiedStep {
            times,
            normal,
            turn: Vector3::zeros(),
        }
    }
}

/// Distance that the cores keep on an advance; scaled.
pub(crate) struct Clear {
    /// Bounds of the distance, from below and from above.
    pub(crate) below: f64,
    pub(crate) above: f64,
    /// Cores farther apart by no more than this are near.
    pub(crate) tolerance: f64,
    /// Distance solves allowed.
    pub(crate) budget: u32,
}

/// Two bodies at the start of the frame.
pub(crate) struct CurvedCast<'a, 'p> {
    pub(crate) sets: [&'a PosedAny<'p>; 2],
    /// Travel of B relative to A, and how far the true one is from it.
    pub(crate) travel: Vector3<f64>,
    pub(crate) travel_error: f64,
    /// No length is larger.
    pub(crate) size: f64,
    pub(crate) clear: &'a Clear,
}

/// Result of a cast: the bodies are apart until `t`.
pub(crate) struct CastResult {
    pub(crate) end: CastEnd,
    pub(crate) t: f64,
    /// Normal of the last plane.
    pub(crate) before: Option<Vector3<f64>>,
    /// Columns of the nearest point at `t`. Their points of B are where they were at the start.
    pub(crate) columns: Subsimplex,
    pub(crate) queries: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CastEnd {
    /// Apart to the end of the frame.
    Apart,
    /// Within the tolerance at `t`.
    Near,
    /// Nothing is known beyond `t`.
    Open,
}

/// A plane of Newton's method leaves no more than this part of how far its point is from the nearest one.
const MAX_LEFT_PART: f64 = 0.25;

/// Times that Newton's method is tried in one cast. More tries cost more than they save.
const NEWTON_TRIES: u32 = 2;

/// Where a cast is: the bodies are apart until `t`.
struct CastPlace {
    t: f64,
    /// Normal of the last plane.
    before: Option<Vector3<f64>>,
}

impl CurvedCast<'_, '_> {
    /// Runs the cast from a time; `step` gets every part of the frame that is proved.
    pub(crate) fn run(&self, from: f64, step: &mut dyn FnMut(CertifiedStep)) -> CastResult {
        let m = &mut Difference::new(self.sets[0], self.sets[1], 0.0);
        let (d, clear) = (self.travel, self.clear);
        // Error of a plane or a column at any time.
        let rounding = m.rounding() + 16.0 * U * self.size;
        let travel_rounding = self.travel_rounding();
        let mut place = CastPlace {
            t: from,
            before: None,
        };
        let is_smooth = self.sets.iter().all(|set| set.is_curved())
            && self.sets.iter().any(|set| set.is_ellipsoid());
        let mut tries = if is_smooth { NEWTON_TRIES } else { 0 };
        // As at the start of the frame, and at `t`.
        let mut at_start = [Column::default(); 4];
        let at_time = |column: &Column, t: f64| Column {
            m: column.m - d * t,
            ..*column
        };
        at_start[0] = gjk::column_along(m, &(d * from - m.interior()));
        let mut columns = [at_time(&at_start[0], from); 4];
        let mut closest = ClosestFace::vertex(0, &columns[0].m);
        let mut nearest_sq = f64::INFINITY;
        let end = loop {
            let t = place.t;
            let inverse = 1.0 / closest.length_sq.sqrt();
            let distance = closest.height * inverse;
            let is_long = closest.length_sq > m.shortest() * m.shortest() && !closest.is_short();
            if !(distance > rounding && is_long) {
                break CastEnd::Open;
            }
            let at_most = (distance + rounding) * (1.0 + 8.0 * U) - clear.below;
            let is_near = at_most <= clear.tolerance * (1.0 - 4.0 * U);
            if t > from && is_near {
                break CastEnd::Near;
            }
            if m.queries >= MAX_QUERIES {
                break CastEnd::Open;
            }
            let (extent, column) = m.support_column(&closest.towards, SearchStart::Hint);
            let normal = closest.towards * inverse;
            let along = dot(&normal, &d);
            let gap = (extent.gap() * inverse + t * along) - rounding;
            let climbed = m.a.climb_slack(extent.id_a) + m.b.climb_slack(extent.id_b);
            let spare = gap - climbed - clear.above;
            let new = gjk::free_place(&closest.kept);
            at_start[new] = column;
            // Bodies that are near at the start may part: no plane but that of the distance tells it.
            let carries = spare >= MIN_GAP_PART * (distance - clear.above) && !is_near;
            let next = Self::next_time(t, spare, travel_rounding - along);
            if spare > 0.0 && (carries || next == Some(f64::INFINITY)) {
                let Some(next) = next else {
                    break CastEnd::Open;
                };
                if Self::carry(&mut place, next, normal, step) {
                    break CastEnd::Apart;
                }
                if tries > 0 {
                    tries -= 1;
                    let found = self.by_newton(m, at_start[new], &mut place, rounding, step);
                    if let Some((end, column)) = found {
                        return CastResult {
                            end,
                            t: place.t,
                            before: place.before,
                            columns: Subsimplex::vertex(column),
                            queries: m.queries,
                        };
                    }
                }
                for kept in closest.kept {
                    columns[kept & 3] = at_time(&at_start[kept & 3], place.t);
                }
                nearest_sq = f64::INFINITY;
            }
            columns[new] = at_time(&at_start[new], place.t);
            let next = gjk::next_face(&columns, &closest, new);
            let Some(next) = next.filter(|next| next.distance_sq() < nearest_sq) else {
                break CastEnd::Open;
            };
            (closest, nearest_sq) = (next, next.distance_sq());
        };
        CastResult {
            end,
            t: place.t,
            before: place.before,
            columns: Subsimplex::of(&at_start, &closest),
            queries: m.queries,
        }
    }

    /// How far a way along a unit vector may be from that of the travel.
    fn travel_rounding(&self) -> f64 {
        16.0 * U * norm(&self.travel) + self.travel_error
    }

    /// Until when a plane parts the bodies that leaves `spare` between them at `t`, where they close by at most `closing`. None if
    /// it proves nothing, infinity if they stay apart.
    #[inline(always)]
    fn next_time(t: f64, spare: f64, closing: f64) -> Option<f64> {
        if !(spare > 0.0) {
            return None;
        }
        if closing * (1.0 - t) < spare * (1.0 - 4.0 * U) {
            return Some(f64::INFINITY);
        }
        let next = t + spare / closing * (1.0 - 4.0 * U);
        // NaN is none.
        (next > t).then(|| next.min(1.0))
    }

    /// Carries the place on by a plane. Returns whether the bodies are apart to the end of the frame.
    #[inline(always)]
    fn carry(
        place: &mut CastPlace,
        next: f64,
        normal: Vector3<f64>,
        step: &mut dyn FnMut(CertifiedStep),
    ) -> bool {
        let until = next.min(1.0);
        step(CertifiedStep::still([place.t, until], normal));
        *place = CastPlace {
            t: until,
            before: Some(normal),
        };
        next == f64::INFINITY
    }

    /// Goes on by Newton's method from the last plane, at which `column` was found. Returns how the cast ends, and the column there;
    /// None where the method comes no nearer.
    fn by_newton(
        &self,
        m: &mut Difference<'_, PosedAny<'_>, PosedAny<'_>>,
        mut column: Column,
        place: &mut CastPlace,
        rounding: f64,
        step: &mut dyn FnMut(CertifiedStep),
    ) -> Option<(CastEnd, Column)> {
        let (d, clear) = (self.travel, self.clear);
        let mut normal = place.before?;
        let (mut last, travel_rounding) = (f64::INFINITY, self.travel_rounding());
        loop {
            let at = column.m - d * place.t;
            let length = norm(&at);
            let at_most = (length + rounding) * (1.0 + 8.0 * U) - clear.below;
            if at_most <= clear.tolerance * (1.0 - 4.0 * U) {
                return Some((CastEnd::Near, column));
            }
            let gap = -dot(&normal, &at);
            let open = length - gap;
            // NaN ends here too.
            if !(gap > 0.0 && open < MAX_LEFT_PART * last) || m.queries >= MAX_QUERIES {
                return None;
            }
            last = open;
            normal = smooth::better_normal(self.sets, &normal, &at, gap);
            let extent;
            (extent, column) = m.support_column(&normal, SearchStart::Hint);
            let along = dot(&normal, &d);
            let climbed = m.a.climb_slack(extent.id_a) + m.b.climb_slack(extent.id_b);
            let spare = (extent.gap() + place.t * along) - rounding - climbed - clear.above;
            if let Some(next) = Self::next_time(place.t, spare, travel_rounding - along)
                && Self::carry(place, next, normal, step)
            {
                return Some((CastEnd::Apart, column));
            }
        }
    }
}
