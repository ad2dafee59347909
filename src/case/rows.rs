//! How each query is asked, proved and reported: a [`Row`] of functions for each.

use super::answers::{AllContacts, Difference, SetsAnswer};
use super::report;
use super::subjects::{Bodies, Cuboids, Deforming, PointSets, Polygons};
use crate::advance::approach::{ClosestApproach, ClosestApproachOptions};
use crate::advance::impact::{TimeOfImpact, TimeOfImpactOptions};
use crate::ccd::closest_approach::closest_approach;
use crate::ccd::time_of_exit::{TimeOfExit, TimeOfExitOptions, time_of_exit};
use crate::certificate::Proof;
use crate::error::{self, check_range};
use crate::motion::pose::Pose;
use crate::motion::rigid_motion::Motion;
use crate::options::Method;
use crate::pair::PairState;
use crate::planar::cuboid_separation::{
    CuboidSeparation, CuboidSeparationOptions, cuboid_separation,
};
use crate::planar::distance::{Distance2, distance_2d};
use crate::planar::minkowski::{minkowski_difference_2d, minkowski_sum_2d};
use crate::proof::checked_queries::{interframe, intersect, time_of_impact};
use crate::proof::closest_approach::certify_closest_approach;
use crate::proof::containment::{certify_contains, certify_time_of_exit};
use crate::proof::cuboids::certify_cuboid_separation;
use crate::proof::intervals::certify_contact_intervals;
use crate::proof::verdicts::{certify_interframe, certify_interframe_vertices, certify_intersect};
use crate::proof::within::certify_within;
use crate::query::contact_manifold::{ContactManifold, ContactManifoldOptions, contact_manifold};
use crate::query::contains::{Containment, ContainsOptions, contains};
use crate::query::distance::{Distance, DistanceOptions, distance};
use crate::query::extended_boxes::{ExtendedBoxesOptions, extended_boxes_meet};
use crate::query::interframe::{Frame, Interframe, InterframeOptions, Sweep};
use crate::query::interframe_vertices::{InterframeVerticesOptions, interframe_vertices};
use crate::query::intersect::{IntersectOptions, Intersection};
use crate::query::minkowski::{minkowski_difference, minkowski_sum};
use crate::query::mpr::{MprDistance, MprOptions, mpr};
use crate::query::penetration::penetration;
use crate::query::penetration_answer::{Penetration, PenetrationOptions};
use crate::query::within::{Within, WithinOptions, within};
use crate::reference::kreuzer::point_sets::SetsOptions;
use crate::verdict::{ContainmentVerdict, Verdict};
use serde_json::{Map, Value};

type Report<S, O, A> = fn(&S, &O, &A, Option<&Proof>, &mut Map<String, Value>) -> error::Result<()>;

/// Functions that ask the queries of one kind and report their answers.
pub(super) struct Row<S, O, A> {
    /// Its name in cases. Queries about different things may share one.
    pub(super) name: &'static str,
    /// The `method` by which cases ask it, if its options have none.
    pub(super) method: Option<&'static str>,
    /// Options that a case must give.
    pub(super) required: &'static [&'static str],
    /// Checks the subject, beyond the checks of its parts.
    pub(super) validate: fn(&S) -> error::Result<()>,
    pub(super) ask: fn(&S, &O, &mut PairState) -> error::Result<A>,
    /// By which method it is answered, in the words of cases.
    pub(super) solver: fn(&O) -> &'static str,
    /// Keys of `expected` that say whether bodies meet, or whether B is inside: the most exact first.
    pub(super) truths: fn(&S, &O) -> &'static [&'static str],
    pub(super) prove: fn(&S, &O, &A) -> error::Result<Option<Proof>>,
    /// Adds and replaces the answer's keys that differ from its fields.
    pub(super) report: Report<S, O, A>,
}

impl<S, O, A> Row<S, O, A> {
    const fn new(
        name: &'static str,
        solver: fn(&O) -> &'static str,
        ask: fn(&S, &O, &mut PairState) -> error::Result<A>,
    ) -> Self {
        Row {
            name,
            method: None,
            required: &[],
            validate: |_| Ok(()),
            ask,
            solver,
            truths: |_, _| &["intersect"],
            prove: |_, _, _| Ok(None),
            report: |_, _, _, _, _| Ok(()),
        }
    }
}

pub(super) const INTERSECT: Row<Bodies<Pose>, IntersectOptions, Intersection> = Row {
    prove: |bodies, _, found| Ok(Some(certify_intersect(&bodies.pair(), found))),
    ..Row::new(
        "intersect",
        |options| options.method.solver().name(),
        |bodies, options, state| intersect(&bodies.pair(), options, state),
    )
};

pub(super) const DISTANCE: Row<Bodies<Pose>, DistanceOptions, Distance> = Row {
    report: |bodies, options, found, _, to| report::signed_distance(bodies, options, found, to),
    ..Row::new(
        "distance",
        |_| Method::Gjk.name(),
        |bodies, options, state| distance(&bodies.pair(), options, state),
    )
};

pub(super) const MPR: Row<Bodies<Pose>, MprOptions, MprDistance> = Row {
    method: Some("mpr"),
    ..Row::new(
        "distance",
        |_| Method::Mpr.name(),
        |bodies, options, state| mpr(&bodies.pair(), options, state),
    )
};

pub(super) const MPR_DEPTH: Row<Bodies<Pose>, MprOptions, MprDistance> = Row {
    name: "penetration",
    report: |_, _, found, _, to| report::mpr_depth(found, to),
    ..MPR
};

pub(super) const PENETRATION: Row<Bodies<Pose>, PenetrationOptions, Penetration> = Row::new(
    "penetration",
    |options| match options.direction {
        None => "expanding_polytope",
        Some(_) => Method::RaySimplex.name(),
    },
    |bodies, options, state| penetration(&bodies.pair(), options, state),
);

pub(super) const WITHIN: Row<Bodies<Pose>, WithinOptions, Within> = Row {
    required: &["distance"],
    prove: |bodies, options, found| Ok(Some(certify_within(&bodies.pair(), options, found))),
    truths: |_, _| &["within"],
    ..Row::new(
        "within",
        |_| Method::Gjk.name(),
        |bodies, options, state| within(&bodies.pair(), options, state),
    )
};

pub(super) const CONTACT_MANIFOLD: Row<Bodies<Pose>, ContactManifoldOptions, ContactManifold> =
    Row {
        report: |_, _, found, _, to| report::contacts(found, to),
        ..Row::new(
            "contact_manifold",
            |_| "clipping",
            |bodies, options, state| contact_manifold(&bodies.pair(), options, state),
        )
    };

pub(super) const MINKOWSKI_DIFFERENCE: Row<Bodies<Pose>, IntersectOptions, Difference> = Row::new(
    "minkowski_difference",
    |_| "vertex_pairs",
    |bodies, options, state| {
        Difference::of_bodies(minkowski_difference, &bodies.pair(), options, state)
    },
);

pub(super) const MINKOWSKI_SUM: Row<Bodies<Pose>, IntersectOptions, Difference> = Row::new(
    "minkowski_sum",
    |_| "vertex_pairs",
    |bodies, options, state| Difference::of_bodies(minkowski_sum, &bodies.pair(), options, state),
);

pub(super) const CONTAINS: Row<Bodies<Pose>, ContainsOptions, Containment> = Row {
    truths: |_, _| &["inside"],
    // Of bodies with radii containment has no certificate yet.
    prove: |bodies, _, found| {
        let plain = bodies.bodies.iter().all(|body| !body.has_radius());
        Ok(plain.then(|| certify_contains(&bodies.pair(), found)))
    },
    report: |_, _, found, _, to| report::margin(found, to),
    ..Row::new(
        "contains",
        |_| "half_spaces",
        |bodies, options, state| contains(&bodies.pair(), options, state),
    )
};

pub(super) const TIME_OF_EXIT: Row<Bodies<Motion>, TimeOfExitOptions, TimeOfExit> = Row {
    truths: |_, _| &["inside"],
    prove: |bodies, options, found| Ok(certify_time_of_exit(&bodies.pair(), options, found)),
    report: report::exit,
    ..Row::new(
        "contains",
        |_| "time_of_exit",
        |bodies, options, state| time_of_exit(&bodies.pair(), options, state),
    )
};

pub(super) const INTERFRAME: Row<Bodies<Motion>, InterframeOptions, Interframe> = Row {
    required: &["sweep"],
    truths: sweep_truths,
    prove: |bodies, options, found| Ok(certify_interframe(&bodies.pair(), options, found)),
    ..Row::new(
        "interframe",
        |options| options.method.solver().name(),
        |bodies, options, state| interframe(&bodies.pair(), options, state),
    )
};

fn sweep_truths(bodies: &Bodies<Motion>, options: &InterframeOptions) -> &'static [&'static str] {
    let resting = || bodies.places.iter().all(|m| m.start() == m.end());
    match (options.sweep, options.frame) {
        (Sweep::Certified, _) => &["hit"],
        // What a part of the hull meets is known by its `verdict` alone.
        (Sweep::FaceGrouped | Sweep::Silhouette, _) => &[],
        (Sweep::Full, Frame::Relative) => &["hull_intersect"],
        // Between resting bodies, the hulls are the bodies.
        (Sweep::Full, Frame::World) if resting() => {
            &["interframe_hull_intersect", "hull_intersect", "intersect"]
        }
        (Sweep::Full, Frame::World) => &["interframe_hull_intersect", "hull_intersect"],
    }
}

pub(super) const EXTENDED_BOXES_MEET: Row<Bodies<Motion>, ExtendedBoxesOptions, Interframe> = Row {
    truths: |_, _| &["hit"],
    prove: |bodies, options, found| {
        // A certified sweep's.
        let options = InterframeOptions {
            frame: options.frame,
            ..InterframeOptions::default()
        };
        Ok(certify_interframe(&bodies.pair(), &options, found))
    },
    ..Row::new(
        "extended_boxes_meet",
        |_| "extended_boxes",
        |bodies, options, state| extended_boxes_meet(&bodies.pair(), options, state),
    )
};

pub(super) const INTERFRAME_VERTICES: Row<Deforming, InterframeVerticesOptions, Interframe> = Row {
    validate: Deforming::validate,
    truths: |_, _| &["hull_intersect", "ground_truth"],
    prove: |lists, _, found| certify_interframe_vertices(&lists.pair(), found).map(Some),
    ..Row::new(
        "interframe",
        |options| options.method.solver().name(),
        |lists, options, state| interframe_vertices(&lists.pair(), options, state),
    )
};

pub(super) const TIME_OF_IMPACT: Row<Bodies<Motion>, TimeOfImpactOptions, TimeOfImpact> = Row {
    truths: |_, _| &["hit"],
    prove: |bodies, options, found| Ok(report::impact_proof(&bodies.pair(), options, found)),
    report: report::impact,
    ..Row::new(
        "time_of_impact",
        |options| chosen(options.method.name(), Method::RaySimplex),
        |bodies, options, state| time_of_impact(&bodies.pair(), options, state),
    )
};

pub(super) const CONTACT_INTERVALS: Row<Bodies<Motion>, TimeOfImpactOptions, AllContacts> = Row {
    truths: |_, _| &["hit"],
    prove: |bodies, options, found| {
        certify_contact_intervals(&bodies.pair(), options, &found.intervals).map(Some)
    },
    report: |_, options, found, proof, to| report::intervals(options, found, proof, to),
    ..Row::new(
        "contact_intervals",
        |options| chosen(options.method.name(), Method::RaySimplex),
        |bodies, options, state| AllContacts::ask(&bodies.pair(), options, state),
    )
};

pub(super) const CLOSEST_APPROACH: Row<Bodies<Motion>, ClosestApproachOptions, ClosestApproach> =
    Row {
        truths: |_, _| &["hit"],
        prove: |bodies, options, found| {
            let proof = certify_closest_approach(&bodies.pair(), options, found);
            Ok(Some(proof))
        },
        report: |_, _, found, proof, to| report::approach(found, proof, to),
        ..Row::new(
            "closest_approach",
            |_| Method::Gjk.name(),
            |bodies, options, state| closest_approach(&bodies.pair(), options, state),
        )
    };

pub(super) const DISTANCE_2D: Row<Polygons, DistanceOptions, Distance2> = Row {
    report: |polygons, _, found, _, to| report::planar_distance(polygons, found, to),
    ..Row::new(
        "distance",
        |_| Method::Gjk.name(),
        |polygons, options, state| distance_2d(&polygons.pair(), options, state),
    )
};

pub(super) const MINKOWSKI_DIFFERENCE_2D: Row<Polygons, DistanceOptions, Difference> = Row::new(
    "minkowski_difference",
    |_| "vertex_pairs",
    |polygons, options, state| {
        Difference::of_polygons(minkowski_difference_2d, &polygons.pair(), options, state)
    },
);

pub(super) const MINKOWSKI_SUM_2D: Row<Polygons, DistanceOptions, Difference> = Row::new(
    "minkowski_sum",
    |_| "vertex_pairs",
    |polygons, options, state| {
        Difference::of_polygons(minkowski_sum_2d, &polygons.pair(), options, state)
    },
);

pub(super) const CUBOID_SEPARATION: Row<Cuboids, CuboidSeparationOptions, CuboidSeparation> = Row {
    truths: |_, options| match options.safety_distance {
        0.0 => &["within", "intersect"],
        _ => &["within"],
    },
    prove: |Cuboids { bodies: [a, b] }, options, _| {
        certify_cuboid_separation(a, b, options).map(Some)
    },
    ..Row::new(
        "cuboid_separation",
        |_| "edges",
        |Cuboids { bodies: [a, b] }, options, _| cuboid_separation(a, b, options),
    )
};

pub(super) const INTERSECT_SETS: Row<PointSets, SetsOptions, SetsAnswer<Verdict>> = Row::new(
    "intersect",
    |options| chosen(options.method.name(), Method::Tableau),
    |sets, options, _| SetsAnswer::intersect(sets, options),
);

pub(super) const IS_SUBSET: Row<PointSets, SetsOptions, SetsAnswer<ContainmentVerdict>> = Row {
    truths: |_, _| &["inside"],
    ..Row::new(
        "contains",
        |options| chosen(options.method.name(), Method::Tableau),
        |sets, options, _| SetsAnswer::is_subset(sets, options),
    )
};

pub(super) const CONTAINS_POINT: Row<PointSets, SetsOptions, SetsAnswer<ContainmentVerdict>> =
    Row {
        truths: |_, _| &["inside"],
        validate: |sets| {
            let count = sets.sets[1].len();
            check_range(count == 1, "b", count as f64, "one point")
        },
        ..Row::new(
            "contains_point",
            |options| chosen(options.method.name(), Method::Tableau),
            |sets, options, _| SetsAnswer::contains_point(sets, options),
        )
    };

/// The method of this name, or what `default` stands for.
fn chosen(name: &'static str, default: Method) -> &'static str {
    match name {
        "default" => default.name(),
        name => name,
    }
}
