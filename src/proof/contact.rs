//! Contacts of certificates: a common point, or two near ones, at a given time.
//!
//! What is made here was measured in f64; the independent checker says which of the ways to write it
//! down holds.

use std::iter;

use nalgebra::Vector3;

use crate::advance::contact_at::unscaled;
use crate::advance::distance_at::{CONTACT_REL_TOL, measure_anew, measure_carefully, until};
use crate::advance::overlap_restart::{more_overlaps, overlap_askew};
use crate::advance::relative_motion::{RelativeMotion, origin_at};
use crate::advance::sample::{Sample, sample};
use crate::advance::scaled_motions::ScaledMotions;
use crate::advance::step::AdvanceRequest;
use crate::certificate::for_prover::{Round, contact_holds, link_holds};
use crate::certificate::{Column, Contact, GivenMotion, Link, Weighted};
use crate::motion::pose::Pose;
use crate::motion::rigid_motion::Motion;
use crate::shape::polytope::Polytope;
use crate::solver::gjk::{GjkProof, NearestPoints};
use crate::solver::minkowski_difference;
use crate::solver::subsimplex::Subsimplex;
use crate::support::mapping::FloatMapping;

/// The bodies and their motions, for the solvers and for the checker.
pub(crate) struct Pair<'a> {
    pub(crate) course: RelativeMotion<'a>,
    /// Target separation, scaled.
    pub(crate) target: f64,
    pub(crate) corners: [Vec<[f64; 3]>; 2],
    pub(crate) round: Round,
    pub(crate) motions: [GivenMotion; 2],
}

/// A near contact as an answer has it.
pub(crate) struct SaidNear {
    pub(crate) gap: f64,
    /// World points of A and B.
    pub(crate) points: Option<[Vector3<f64>; 2]>,
}

impl Pair<'_> {
    /// The distance at time `t`, as exactly as f64 can.
    pub(crate) fn nearest(&self, t: f64) -> NearestPoints {
        self.nearest_from(t, &Subsimplex::default())
    }

    fn nearest_from(&self, t: f64, start: &Subsimplex) -> NearestPoints {
        let stop = &until(self.target, CONTACT_REL_TOL);
        measure_anew(
            &self.course,
            &self.course.pose_outlined(t),
            start,
            stop,
            &mut 0,
        )
    }

    /// Returns the distance at time `t` by a search that keeps every face.
    pub(crate) fn nearest_carefully(&self, t: f64) -> NearestPoints {
        measure_carefully(
            &self.course,
            &self.course.pose_outlined(t),
            self.target,
            &mut 0,
        )
    }

    pub(crate) fn holds(&self, contact: &Contact) -> bool {
        let [a, b] = &self.corners;
        contact_holds([a, b], self.round, &self.motions, contact)
    }

    pub(crate) fn proves(&self, link: &Link, separation: f64) -> bool {
        let [a, b] = &self.corners;
        link_holds([a, b], self.round, &self.motions, link, separation)
    }

    /// A common point at time `t`, from what was measured or else anew.
    pub(crate) fn overlap(&self, t: f64, found: Option<NearestPoints>) -> Option<Contact> {
        let (pair, posed) = (&self.course, self.course.pose_outlined(t));
        let measured = || found.unwrap_or_else(|| self.nearest(t));
        let mut overlaps = iter::once_with(measured)
            .chain(iter::once_with(|| overlap_askew(pair, &posed, &mut 0)).flatten())
            .chain(more_overlaps(pair, &posed))
            .chain(self.measured_beside(t))
            // Of round bodies a common point may be within the radii of cores that are apart.
            .filter(|found| found.kind == GjkProof::Overlap || pair.scaled.is_round())
            .map(|found| overlap(&found, t));
        overlaps.find(|contact| self.holds(contact))
    }

    /// A common point at time `t` that looks from `from` on come to, at times that double, as the query of contact
    /// intervals does.
    pub(crate) fn overlap_in_steps(
        &self,
        ask: &AdvanceRequest,
        [from, t]: [f64; 2],
    ) -> Option<Contact> {
        let pair = &self.course;
        let looks = (0..40).map(|before| {
            let columns = &mut Subsimplex::default();
            for k in 1..=before {
                let part = (libm::ldexp(1.0, k) - 1.0) / (libm::ldexp(1.0, before + 1) - 1.0);
                sample(pair, ask, from + part * (t - from), columns, &mut 0);
            }
            sample(pair, ask, t, columns, &mut 0)
        });
        let mut overlaps = looks
            .filter(|(seen, _, _)| *seen == Sample::Overlap)
            .map(|(_, _, found)| overlap(&found, t));
        overlaps.find(|contact| self.holds(contact))
    }

    /// Measurements by GJK from where it ends a little earlier or later, as the query may have come upon it.
    fn measured_beside(&self, t: f64) -> impl Iterator<Item = NearestPoints> {
        let times = (1..20).flat_map(move |k| {
            let part = libm::ldexp(1.0, -2 * k);
            [t * (1.0 - part), (t * (1.0 + part)).min(1.0)]
        });
        times.map(move |beside| self.nearest_from(t, &self.nearest(beside).simplex))
    }

    /// Points no farther apart than the answer says, and where it says.
    pub(crate) fn near(&self, t: f64, said: &SaidNear, found: Option<NearestPoints>) -> Contact {
        let measured = |found: NearestPoints| near(&found, t, said.gap);
        let points = said.points.as_ref();
        let mut ways = (found.into_iter())
            .chain(iter::once_with(|| self.nearest(t)))
            .chain(iter::once_with(|| self.nearest_carefully(t)))
            .map(measured)
            .chain(iter::once_with(|| self.at_points(t, points?, said.gap)).flatten())
            .chain(self.measured_beside(t).map(measured));
        let is_there = |way: &Contact| points.is_none_or(|points| self.are_at(way, points));
        let right = ways.find(|way| is_there(way) && self.holds(way));
        right.unwrap_or_else(|| {
            // As near as could be told.
            let found = self.nearest(t);
            let apart = unscaled(found.upper, self.course.scale);
            let [below, _] = self.course.scaled.touching_distance(0.0).bounds(1.0);
            let gap = if below > 0.0 {
                (apart - below).next_up()
            } else {
                apart
            };
            near(&found, t, gap.max(said.gap).min(f64::MAX))
        })
    }

    /// Whether a near contact's points are those of the answer, all but rounding.
    fn are_at(&self, contact: &Contact, points: &[Vector3<f64>; 2]) -> bool {
        let pair = &self.course;
        let Contact::Near { t, a, b, .. } = contact else {
            return false;
        };
        let posed = pair.pose_outlined(*t);
        let (body_a, body_b) = pair.bodies(&posed);
        let origin = origin_at(self.course.scaled.motions[0], *t);
        let mean = |point: &dyn Fn(u32) -> Vector3<f64>, list: &[Weighted]| {
            let parts = list.iter().map(|entry| point(entry.id) * entry.weight);
            let total: f64 = list.iter().map(|entry| entry.weight).sum();
            let sum: Vector3<f64> = parts.sum();
            sum / total / pair.scale + origin
        };
        let off_a = mean(&|id| body_a.point(id), a) - points[0];
        let off_b = mean(&|id| body_b.point(id), b) - points[1];
        // A quarter of what the checker lets through.
        let allowed = 0.25 * self.largest_coordinate() / (1_u32 << 30) as f64;
        off_a.amax() <= allowed && off_b.amax() <= allowed
    }

    fn largest_coordinate(&self) -> f64 {
        let vertices = self.corners.iter().flatten().copied();
        let motions = self.motions.iter();
        let all = vertices.chain(motions.flat_map(|m| [m.start.p, m.end.p, m.pivot]));
        all.flatten().fold(0.0, |m, x| m.max(x.abs()))
    }

    /// Weights of the vertices of each body for two given points of them.
    fn at_points(&self, t: f64, points: &[Vector3<f64>; 2], gap: f64) -> Option<Contact> {
        let weights = |k: usize| {
            let origin = Polytope::few(&[Vector3::zeros()]).ok()?;
            let there = Motion::fixed(Pose::from_translation(points[k]).ok()?);
            let pair = RelativeMotion::new(&ScaledMotions {
                bodies: [self.course.scaled.bodies[k], &origin],
                motions: [self.course.scaled.motions[k], &there],
                radii: [0.0; 2],
                scale: self.course.scale,
            });
            let (cold, stop) = (Subsimplex::default(), until(0.0, CONTACT_REL_TOL));
            let found = measure_anew(&pair, &pair.pose_outlined(t), &cold, &stop, &mut 0);
            Some(weighted(&found, |column| column.id_a))
        };
        Some(Contact::Near {
            t,
            gap,
            a: weights(0)?,
            b: weights(1)?,
        })
    }
}

/// A common point of turning bodies: four columns about the origin.
fn overlap(found: &NearestPoints, t: f64) -> Contact {
    let simplex = &found.simplex;
    let column = |k: usize| Column {
        pair: [simplex.columns[k].id_a, simplex.columns[k].id_b],
        late: false,
        weight: simplex.weights[k].max(0.0),
    };
    Contact::Overlap {
        times: [t, t],
        columns: (0..simplex.count).map(column).collect(),
    }
}

/// The nearest points as they were measured.
fn near(found: &NearestPoints, t: f64, gap: f64) -> Contact {
    Contact::Near {
        t,
        gap,
        a: weighted(found, |column| column.id_a),
        b: weighted(found, |column| column.id_b),
    }
}

fn weighted(
    found: &NearestPoints,
    id: impl Fn(&minkowski_difference::Column) -> u32,
) -> Vec<Weighted> {
    let mut list: Vec<Weighted> = Vec::new();
    let Subsimplex {
        columns, weights, ..
    } = &found.simplex;
    for (column, weight) in columns.iter().zip(weights).take(found.simplex.count) {
        let (id, weight) = (id(column), weight.max(0.0));
        match list.iter_mut().find(|entry| entry.id == id) {
            Some(entry) => entry.weight += weight,
            None => list.push(Weighted { id, weight }),
        }
    }
    list
}
