//! The first contact of two balls that do not turn: the samples of `round_time`, of two points, and their answer at once.
//!
//! Only clear answers are given here. Contact at t = 0, brackets that f64 leaves wide, near misses and bodies of extreme size
//! are left to `straight_impact`.

use nalgebra::Vector3;

use crate::advance::contact_at::ContactAt;
use crate::advance::impact::{Contact, InitialContact, TimeOfImpact};
use crate::advance::impact_query::{ImpactQuery, tolerance};
use crate::advance::round_time::{
    Bounds, CoreDistance, Fate, NearestColumns, RoundCores, RoundTime,
};
use crate::numeric::arithmetic::{dot, norm};
use crate::pair::PairState;
use crate::shape::feature::Feature;
use crate::solver::minkowski_difference::Column;
use crate::solver::subsimplex::Subsimplex;
use crate::support::mapping::FloatMapping;
use crate::support::posed::PosedBody;
use crate::support::swept_hull::{Offset, position, relative_travel};

/// The centres, of A and of B at the start.
struct Centers<'w, 'a> {
    way: &'w RoundTime<'a>,
    centers: [Vector3<f64>; 2],
}

impl Centers<'_, '_> {
    /// B's centre at a time, and the rounding of both.
    #[inline(always)]
    fn at(&self, t: f64) -> (Vector3<f64>, f64) {
        let [a, mut late] = self.way.bodies;
        let shift = self.way.travel.value * t;
        late.carry(&shift);
        (self.centers[1] + shift, a.rounding() + late.rounding())
    }
}

impl RoundCores for Centers<'_, '_> {
    type Nearest = CoreDistance;

    #[inline(always)]
    fn nearest(&mut self, t: f64) -> (CoreDistance, f64) {
        let (a, (b, rounding)) = (self.centers[0], self.at(t));
        let between = a - b;
        let length = norm(&between);
        let normal = -between / length;
        let gap = dot(&normal, &b) - dot(&normal, &a);
        let sample = CoreDistance::new(&between, normal, [gap, length], rounding);
        (sample, rounding)
    }

    #[inline(always)]
    fn sample(nearest: &CoreDistance) -> CoreDistance {
        *nearest
    }

    fn columns(&self, _: f64, nearest: &CoreDistance) -> NearestColumns {
        let (m, mut simplex) = (nearest.between, Subsimplex::default());
        simplex.push(Column {
            m,
            ..Column::default()
        });
        NearestColumns {
            normal: nearest.normal,
            simplex,
        }
    }

    fn take_normal(nearest: &mut CoreDistance, normal: Vector3<f64>, lower: f64) {
        nearest.take_normal(normal, lower);
    }

    #[inline(always)]
    fn gap(&mut self, t: f64, n: &Vector3<f64>) -> f64 {
        let (b, rounding) = self.at(t);
        dot(n, &b) - dot(n, &self.centers[0]) - rounding
    }
}

impl ImpactQuery<'_> {
    /// Whether [`Self::of_balls`] may answer.
    #[inline(always)]
    pub(crate) fn is_of_balls(&self) -> bool {
        let scaled = &self.scaled;
        scaled.bodies.iter().all(|body| body.vertex_count() == 1)
            && !scaled.is_turning()
            && scaled.is_round()
            && scaled.scale == 1.0
            && self.options.target_separation == 0.0
            && self.options.initial_contact == InitialContact::Report
    }

    /// Returns a clear answer of two balls.
    #[inline(never)]
    pub(crate) fn of_balls(&self, state: &mut PairState) -> Option<TimeOfImpact> {
        let scaled = &self.scaled;
        let [motion_a, motion_b] = scaled.motions;
        let places = [Offset::ZERO, position(motion_b, motion_a, 1.0)];
        let posed = |k: usize| {
            let matrix = scaled.motions[k].start().matrix();
            PosedBody::new(scaled.bodies[k], matrix, &places[k], 1.0)
        };
        let travel = relative_travel(motion_b, motion_a, 1.0);
        let way = &RoundTime {
            bodies: [posed(0), posed(1)],
            travel,
            reach: scaled.touching_distance(0.0).bounds(1.0),
            max_pivots: self.max_pivots,
        };
        let centers = way.bodies.each_ref().map(|body| body.point(0));
        match way.fate(&mut Centers { way, centers }, state.plane()) {
            Fate::Apart { normal, gap } if gap > tolerance(scaled, self.options) => {
                state.keep_plane(Some(&normal));
                Some(TimeOfImpact::separated(0.0, Some(normal)))
            }
            Fate::Meets(Bounds {
                t_lo, t_hi, normal, ..
            }) => {
                state.keep_plane(None);
                let mut late = way.bodies[1];
                late.offset += travel.value * t_hi;
                let touch = ContactAt {
                    contact: Contact::Overlap,
                    gap: 0.0,
                    normal: Some(normal),
                    points: scaled.on_surfaces([centers[0], late.point(0)]),
                    speed: dot(&normal, &travel.value),
                };
                Some(TimeOfImpact {
                    features: Some([Feature::of_edge(0, 0); 2]),
                    ..self.hit(&touch, [t_lo, t_hi], 1.0)
                })
            }
            _ => None,
        }
    }
}
