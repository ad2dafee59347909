//! The table of all queries.
//!
//! A query is one entry of [`queries`]: what it is about, its options and its answer, each plain data,
//! and a [`Row`] with the functions that ask it. Capture, the program, checks and the schema go through the
//! table and know no query by name.

use std::sync::LazyLock;

use serde::ser::SerializeMap;
use serde_json::{Map, Value};

use super::answers::{AllContacts, Difference, SetsAnswer};
use super::json::Fields;
use super::problem::{Problem, Result};
use super::report;
use super::shapes::ReadBody;
use super::subjects::{Bodies, Cuboids, Deforming, Form, PointSets, Polygons, Subject};
use crate::advance::approach::{ClosestApproach, ClosestApproachOptions};
use crate::advance::impact::{TimeOfImpact, TimeOfImpactOptions};
use crate::advance::plain_data::refused;
use crate::ccd::closest_approach::closest_approach;
use crate::ccd::time_of_exit::{TimeOfExit, TimeOfExitOptions, time_of_exit};
use crate::certificate::Proof;
use crate::error::{self, Error};
use crate::motion::pairs::{MovingPair, PosedPair};
use crate::motion::pose::Pose;
use crate::motion::rigid_motion::Motion;
use crate::names;
use crate::options::{Field, Method, Options};
use crate::pair::PairState;
use crate::planar::cuboid_separation::{
    CuboidSeparation, CuboidSeparationOptions, cuboid_separation,
};
use crate::planar::distance::{Distance2, distance_2d};
use crate::planar::minkowski::{minkowski_difference_2d, minkowski_sum_2d};
use crate::planar::pairs::PosedPair2;
use crate::planar::yaw_cuboid::YawCuboid;
use crate::proof::approach::certify_closest_approach;
use crate::proof::chain::certify_time_of_impact;
use crate::proof::checked_queries::{interframe, intersect, time_of_impact};
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
use crate::query::interframe_vertices::{
    DeformingPair, InterframeVerticesOptions, interframe_vertices,
};
use crate::query::intersect::{IntersectOptions, Intersection};
use crate::query::minkowski::{minkowski_difference, minkowski_sum};
use crate::query::mpr::{MprDistance, MprOptions, mpr};
use crate::query::penetration::penetration;
use crate::query::penetration_answer::{Penetration, PenetrationOptions};
use crate::query::within::{Within, WithinOptions, within};
use crate::reference::kreuzer::point_sets::SetsOptions;
use crate::verdict::{ContainmentVerdict, Reason, Verdict};

type Report<S, O, A> = fn(&S, &O, &A, Option<&Proof>, &mut Map<String, Value>) -> error::Result<()>;

/// Functions that ask the queries of one kind and report their answers.
struct Row<S, O, A> {
    /// Its name in cases. Queries about different things may share one.
    name: &'static str,
    /// The `method` by which cases ask it, if its options have none.
    method: Option<&'static str>,
    /// Options that a case must give.
    required: &'static [&'static str],
    /// Checks the subject, beyond the checks of its parts.
    validate: fn(&S) -> error::Result<()>,
    ask: fn(&S, &O, &mut PairState) -> error::Result<A>,
    /// By which method it is answered, in the words of cases.
    solver: fn(&O) -> &'static str,
    /// Keys of `expected` that say whether bodies meet, or whether B is inside: the most exact first.
    truths: fn(&S, &O) -> &'static [&'static str],
    prove: fn(&S, &O, &A) -> error::Result<Option<Proof>>,
    /// Adds and replaces the answer's keys that differ from its fields.
    report: Report<S, O, A>,
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

const INTERSECT: Row<Bodies<Pose>, IntersectOptions, Intersection> = Row {
    prove: |bodies, _, found| Ok(Some(certify_intersect(&bodies.pair(), found))),
    ..Row::new(
        "intersect",
        |options| options.method.solver().name(),
        |bodies, options, state| intersect(&bodies.pair(), options, state),
    )
};

const DISTANCE: Row<Bodies<Pose>, DistanceOptions, Distance> = Row {
    report: report::signed_distance,
    ..Row::new(
        "distance",
        |_| Method::Gjk.name(),
        |bodies, options, state| distance(&bodies.pair(), options, state),
    )
};

const MPR: Row<Bodies<Pose>, MprOptions, MprDistance> = Row {
    method: Some("mpr"),
    ..Row::new(
        "distance",
        |_| Method::Mpr.name(),
        |bodies, options, state| mpr(&bodies.pair(), options, state),
    )
};

const MPR_DEPTH: Row<Bodies<Pose>, MprOptions, MprDistance> = Row {
    name: "penetration",
    report: report::mpr_depth,
    ..MPR
};

const PENETRATION: Row<Bodies<Pose>, PenetrationOptions, Penetration> = Row::new(
    "penetration",
    |options| match options.direction {
        None => "expanding_polytope",
        Some(_) => Method::RaySimplex.name(),
    },
    |bodies, options, state| penetration(&bodies.pair(), options, state),
);

const WITHIN: Row<Bodies<Pose>, WithinOptions, Within> = Row {
    required: &["distance"],
    prove: |bodies, options, found| Ok(Some(certify_within(&bodies.pair(), options, found))),
    truths: |_, _| &["within"],
    ..Row::new(
        "within",
        |_| Method::Gjk.name(),
        |bodies, options, state| within(&bodies.pair(), options, state),
    )
};

const CONTACT_MANIFOLD: Row<Bodies<Pose>, ContactManifoldOptions, ContactManifold> = Row {
    report: report::contacts,
    ..Row::new(
        "contact_manifold",
        |_| "clipping",
        |bodies, options, state| contact_manifold(&bodies.pair(), options, state),
    )
};

const MINKOWSKI_DIFFERENCE: Row<Bodies<Pose>, IntersectOptions, Difference> = Row::new(
    "minkowski_difference",
    |_| "vertex_pairs",
    |bodies, options, state| {
        Difference::of_bodies(minkowski_difference, &bodies.pair(), options, state)
    },
);

const MINKOWSKI_SUM: Row<Bodies<Pose>, IntersectOptions, Difference> = Row::new(
    "minkowski_sum",
    |_| "vertex_pairs",
    |bodies, options, state| Difference::of_bodies(minkowski_sum, &bodies.pair(), options, state),
);

const CONTAINS: Row<Bodies<Pose>, ContainsOptions, Containment> = Row {
    truths: |_, _| &["inside"],
    // Of bodies with radii containment has no certificate yet.
    prove: |bodies, _, found| {
        let plain = bodies.bodies.iter().all(|body| !body.has_radius());
        Ok(plain.then(|| certify_contains(&bodies.pair(), found)))
    },
    report: report::margin,
    ..Row::new(
        "contains",
        |_| "half_spaces",
        |bodies, options, state| contains(&bodies.pair(), options, state),
    )
};

const TIME_OF_EXIT: Row<Bodies<Motion>, TimeOfExitOptions, TimeOfExit> = Row {
    truths: |_, _| &["inside"],
    prove: |bodies, options, found| Ok(certify_time_of_exit(&bodies.pair(), options, found)),
    report: report::exit,
    ..Row::new(
        "contains",
        |_| "time_of_exit",
        |bodies, options, state| time_of_exit(&bodies.pair(), options, state),
    )
};

const INTERFRAME: Row<Bodies<Motion>, InterframeOptions, Interframe> = Row {
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

const EXTENDED_BOXES_MEET: Row<Bodies<Motion>, ExtendedBoxesOptions, Interframe> = Row {
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

const INTERFRAME_VERTICES: Row<Deforming, InterframeVerticesOptions, Interframe> = Row {
    validate: Deforming::validate,
    truths: |_, _| &["hull_intersect", "ground_truth"],
    prove: |lists, _, found| certify_interframe_vertices(&lists.pair(), found).map(Some),
    ..Row::new(
        "interframe",
        |options| options.method.solver().name(),
        |lists, options, state| interframe_vertices(&lists.pair(), options, state),
    )
};

const TIME_OF_IMPACT: Row<Bodies<Motion>, TimeOfImpactOptions, TimeOfImpact> = Row {
    truths: |_, _| &["hit"],
    prove: |bodies, options, found| {
        Ok(Some(certify_time_of_impact(&bodies.pair(), options, found)))
    },
    report: report::impact,
    ..Row::new(
        "time_of_impact",
        |options| chosen(options.method.name(), Method::RaySimplex),
        |bodies, options, state| time_of_impact(&bodies.pair(), options, state),
    )
};

const CONTACT_INTERVALS: Row<Bodies<Motion>, TimeOfImpactOptions, AllContacts> = Row {
    truths: |_, _| &["hit"],
    prove: |bodies, options, found| {
        certify_contact_intervals(&bodies.pair(), options, &found.intervals).map(Some)
    },
    report: report::intervals,
    ..Row::new(
        "contact_intervals",
        |options| chosen(options.method.name(), Method::RaySimplex),
        |bodies, options, state| AllContacts::ask(&bodies.pair(), options, state),
    )
};

const CLOSEST_APPROACH: Row<Bodies<Motion>, ClosestApproachOptions, ClosestApproach> = Row {
    truths: |_, _| &["hit"],
    prove: |bodies, options, found| {
        let proof = certify_closest_approach(&bodies.pair(), options, found);
        Ok(Some(proof))
    },
    report: report::approach,
    ..Row::new(
        "closest_approach",
        |_| Method::Gjk.name(),
        |bodies, options, state| closest_approach(&bodies.pair(), options, state),
    )
};

const DISTANCE_2D: Row<Polygons, DistanceOptions, Distance2> = Row {
    report: report::planar_distance,
    ..Row::new(
        "distance",
        |_| Method::Gjk.name(),
        |polygons, options, state| distance_2d(&polygons.pair(), options, state),
    )
};

const MINKOWSKI_DIFFERENCE_2D: Row<Polygons, DistanceOptions, Difference> = Row::new(
    "minkowski_difference",
    |_| "vertex_pairs",
    |polygons, options, state| {
        Difference::of_polygons(minkowski_difference_2d, &polygons.pair(), options, state)
    },
);

const MINKOWSKI_SUM_2D: Row<Polygons, DistanceOptions, Difference> = Row::new(
    "minkowski_sum",
    |_| "vertex_pairs",
    |polygons, options, state| {
        Difference::of_polygons(minkowski_sum_2d, &polygons.pair(), options, state)
    },
);

const CUBOID_SEPARATION: Row<Cuboids, CuboidSeparationOptions, CuboidSeparation> = Row {
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

const INTERSECT_SETS: Row<PointSets, SetsOptions, SetsAnswer<Verdict>> = Row::new(
    "intersect",
    |options| chosen(options.method.name(), Method::Tableau),
    |sets, options, _| SetsAnswer::intersect(sets, options),
);

const IS_SUBSET: Row<PointSets, SetsOptions, SetsAnswer<ContainmentVerdict>> = Row {
    truths: |_, _| &["inside"],
    ..Row::new(
        "contains",
        |options| chosen(options.method.name(), Method::Tableau),
        |sets, options, _| SetsAnswer::is_subset(sets, options),
    )
};

const CONTAINS_POINT: Row<PointSets, SetsOptions, SetsAnswer<ContainmentVerdict>> = Row {
    truths: |_, _| &["inside"],
    validate: |sets| match sets.sets[1].len() {
        1 => Ok(()),
        count => Err(Error::Setting {
            name: "b",
            value: count as f64,
            range: "one point",
        }),
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

/// An answer in the words of cases.
#[derive(Debug, Clone)]
pub struct CaseAnswer {
    /// Verdict; for a containment, `Hit` means inside and `Separated` not inside.
    pub verdict: Verdict,
    /// The verdict's own name.
    pub verdict_name: &'static str,
    /// Why it is undecided.
    pub reason: Reason,
    /// By which method it was answered.
    pub solver: &'static str,
    /// Everything it says, by its key.
    pub entries: Map<String, Value>,
    /// The proof for an independent checker. None if there is none, or none was requested.
    pub proof: Option<Proof>,
}

/// The keys of a kind of query, for the program's schema.
#[derive(Debug, Clone)]
pub struct Kind {
    /// The name in cases.
    pub name: &'static str,
    /// Form of the subject. Together with the name and the method it determines the kind.
    pub form: Form,
    /// The `method` that runs it, if it has no option `method`.
    pub method: Option<&'static str>,
    /// Keys that say where bodies are or how they move.
    pub places: &'static [&'static str],
    /// Every option.
    pub options: Vec<Field>,
    /// Their values where a case does not give them; null where the query chooses.
    pub defaults: Value,
    /// Options that a case must give.
    pub required: &'static [&'static str],
    pub(super) stray: fn(&Fields<'_>) -> String,
    /// Its variant of [`Query`].
    pub variant: &'static str,
}

/// Keys of every case; the last six are for the reader, `expected` also for `--check`.
pub const COMMON: [&str; 12] = [
    "id", "query", "a", "b", "method", "state", "expected", "why", "source", "tags", "broke",
    "derived",
];

impl Kind {
    /// Keys that it takes besides those of every case.
    pub fn keys(&self) -> impl Iterator<Item = &'static str> + '_ {
        let options = self.options.iter().map(|option| option.name);
        let options = options.filter(|name| !COMMON.contains(name));
        self.places.iter().copied().chain(options)
    }

    /// The methods that answer it.
    #[must_use]
    pub fn methods(&self) -> Vec<&'static str> {
        let option = self.options.iter().find(|option| option.name == "method");
        match option.map(|option| &option.kind) {
            Some(crate::names::Kind::Name(names)) => names.clone(),
            _ => vec![self.method.unwrap_or("default")],
        }
    }
}

/// Makes [`Query`] and [`Answer`] of the table: a name, its row, and what that is of; with a
/// constructor, unless one is written by hand.
macro_rules! queries {
    ($($(#[$doc:meta])* $query:ident = $row:ident, $subject:ty, $options:ty, $answer:ty $(, fn $make:ident($given:ty))?;)+) => {
        /// Any query, with its subject and its options.
        #[derive(Debug, Clone, PartialEq)]
        #[non_exhaustive]
        pub enum Query {
            $($(#[$doc])* $query($subject, $options),)+
        }

        /// The answer of any query.
        #[derive(Debug, Clone, PartialEq)]
        #[non_exhaustive]
        pub enum Answer {
            $($(#[$doc])* $query($answer),)+
        }

        impl Query {
            $($(
                /// The query of the library's function of this name.
                #[must_use]
                pub fn $make(pair: &$given, options: &$options) -> Query {
                    Query::$query(pair.into(), *options)
                }
            )?)+

            /// The name in cases. Queries about different things share some.
            #[must_use]
            pub fn name(&self) -> &'static str {
                match self {
                    $(Query::$query(..) => $row.name,)+
                }
            }

            /// The variant's name, which is one kind's alone.
            #[must_use]
            pub fn variant(&self) -> &'static str {
                match self {
                    $(Query::$query(..) => stringify!($query),)+
                }
            }

            /// Calls the library's function and returns its answer.
            ///
            /// # Errors
            /// Those of that function.
            pub fn ask(&self, state: &mut PairState) -> error::Result<Answer> {
                match self {
                    $(Query::$query(about, options) => ($row.ask)(about, options, state).map(Answer::$query),)+
                }
            }

            /// Checks options and lists as the library's function does.
            ///
            /// # Errors
            /// Those of that function.
            pub fn validate(&self) -> error::Result<()> {
                match self {
                    $(Query::$query(about, options) => {
                        ($row.validate)(about)?;
                        options.check()
                    })+
                }
            }

            /// Keys of `expected` that answer it, the most exact first.
            #[must_use]
            pub fn truths(&self) -> &'static [&'static str] {
                match self {
                    $(Query::$query(about, options) => ($row.truths)(about, options),)+
                }
            }

            /// The bodies where they are at t = 0 and over the frame (at rest if they have poses), if it is
            /// about bodies in space.
            #[must_use]
            pub fn in_space(&self) -> Option<(Bodies<Pose>, Bodies<Motion>)> {
                match self {
                    $(Query::$query(about, _) => about.in_space(),)+
                }
            }

            /// [`ask`](Self::ask), and what cases say of the answer; with `certify` also what proves it.
            ///
            /// # Errors
            /// Those of the library's functions.
            pub fn say(&self, state: &mut PairState, certify: bool) -> error::Result<CaseAnswer> {
                match self {
                    $(Query::$query(about, options) => {
                        let found = ($row.ask)(about, options, state)?;
                        let proof = match certify {
                            true => ($row.prove)(about, options, &found)?
                                .filter(|proof| *proof != refused()),
                            false => None,
                        };
                        let mut entries = report::fields(&found);
                        ($row.report)(about, options, &found, proof.as_ref(), &mut entries)?;
                        report::tidy(&mut entries);
                        Ok(CaseAnswer {
                            verdict: found.verdict.into(),
                            verdict_name: found.verdict.name(),
                            reason: found.reason,
                            solver: ($row.solver)(options),
                            entries,
                            proof,
                        })
                    })+
                }
            }

            pub(super) fn read_kind(kind: &Kind, fields: &Fields<'_>, body: &mut ReadBody<'_>) -> Result<Query> {
                match kind.variant {
                    $(stringify!($query) => {
                        let about = <$subject>::read(fields, body)?;
                        let options: $options = read_options(kind, fields)?;
                        ($row.validate)(&about).map_err(|error| Problem::of_query(error, "a"))?;
                        Ok(Query::$query(about, options))
                    })+
                    other => unreachable!("{other} is in the table"),
                }
            }

            pub(super) fn write<M: SerializeMap>(&self, to: &mut M) -> std::result::Result<(), M::Error> {
                to.serialize_entry("query", self.name())?;
                match self {
                    $(Query::$query(about, options) => {
                        about.write(to)?;
                        write_options(to, options, $row.method)
                    })+
                }
            }
        }

        /// Every kind of query.
        pub static KINDS: LazyLock<Vec<Kind>> = LazyLock::new(|| {
            vec![$(Kind {
                name: $row.name,
                form: <$subject as Subject>::FORM,
                method: $row.method,
                places: <$subject as Subject>::KEYS,
                options: <$options as Options>::fields(),
                defaults: report::value(&<$options>::default()),
                required: $row.required,
                stray: <$subject as Subject>::stray,
                variant: stringify!($query),
            },)+]
        });
    };
}

queries! {
    /// Do two bodies meet?
    Intersect = INTERSECT, Bodies<Pose>, IntersectOptions, Intersection, fn intersect(PosedPair<'_>);
    /// Distance of two bodies.
    Distance = DISTANCE, Bodies<Pose>, DistanceOptions, Distance, fn distance(PosedPair<'_>);
    /// Signed distance by Minkowski portal refinement.
    Mpr = MPR, Bodies<Pose>, MprOptions, MprDistance, fn mpr(PosedPair<'_>);
    /// Is their distance at most so much?
    Within = WITHIN, Bodies<Pose>, WithinOptions, Within, fn within(PosedPair<'_>);
    /// Depth of two bodies that overlap, by Minkowski portal refinement.
    MprDepth = MPR_DEPTH, Bodies<Pose>, MprOptions, MprDistance;
    /// Depth of two bodies that overlap.
    Penetration = PENETRATION, Bodies<Pose>, PenetrationOptions, Penetration, fn penetration(PosedPair<'_>);
    /// Where do they touch?
    ContactManifold = CONTACT_MANIFOLD, Bodies<Pose>, ContactManifoldOptions, ContactManifold, fn contact_manifold(PosedPair<'_>);
    /// All differences of their points.
    MinkowskiDifference = MINKOWSKI_DIFFERENCE, Bodies<Pose>, IntersectOptions, Difference;
    /// All sums of their points.
    MinkowskiSum = MINKOWSKI_SUM, Bodies<Pose>, IntersectOptions, Difference;
    /// Is B inside A?
    Contains = CONTAINS, Bodies<Pose>, ContainsOptions, Containment, fn contains(PosedPair<'_>);
    /// Until when does B stay inside A?
    TimeOfExit = TIME_OF_EXIT, Bodies<Motion>, TimeOfExitOptions, TimeOfExit, fn time_of_exit(MovingPair<'_>);
    /// Do they meet between two frames?
    Interframe = INTERFRAME, Bodies<Motion>, InterframeOptions, Interframe, fn interframe(MovingPair<'_>);
    /// Whether bodies that deform meet between two frames.
    InterframeVertices = INTERFRAME_VERTICES, Deforming, InterframeVerticesOptions, Interframe, fn interframe_vertices(DeformingPair<'_>);
    /// Do the boxes around them meet?
    ExtendedBoxesMeet = EXTENDED_BOXES_MEET, Bodies<Motion>, ExtendedBoxesOptions, Interframe, fn extended_boxes_meet(MovingPair<'_>);
    /// When do they meet first?
    TimeOfImpact = TIME_OF_IMPACT, Bodies<Motion>, TimeOfImpactOptions, TimeOfImpact, fn time_of_impact(MovingPair<'_>);
    /// When are they in contact?
    ContactIntervals = CONTACT_INTERVALS, Bodies<Motion>, TimeOfImpactOptions, AllContacts, fn contact_intervals(MovingPair<'_>);
    /// Least distance of two bodies during the frame.
    ClosestApproach = CLOSEST_APPROACH, Bodies<Motion>, ClosestApproachOptions, ClosestApproach, fn closest_approach(MovingPair<'_>);
    /// Distance of two polygons.
    Distance2 = DISTANCE_2D, Polygons, DistanceOptions, Distance2, fn distance_2d(PosedPair2<'_>);
    /// All differences of the points of two polygons.
    MinkowskiDifference2 = MINKOWSKI_DIFFERENCE_2D, Polygons, DistanceOptions, Difference;
    /// All sums of the points of two polygons.
    MinkowskiSum2 = MINKOWSKI_SUM_2D, Polygons, DistanceOptions, Difference;
    /// Distance of two upright cuboids.
    CuboidSeparation = CUBOID_SEPARATION, Cuboids, CuboidSeparationOptions, CuboidSeparation;
    /// Do two sets of points meet?
    IntersectSets = INTERSECT_SETS, PointSets, SetsOptions, SetsAnswer<Verdict>;
    /// Is the set B inside A?
    IsSubset = IS_SUBSET, PointSets, SetsOptions, SetsAnswer<ContainmentVerdict>;
    /// Is the one point B inside the set A?
    ContainsPoint = CONTAINS_POINT, PointSets, SetsOptions, SetsAnswer<ContainmentVerdict>;
}

impl Query {
    /// [`minkowski_difference`](crate::minkowski_difference()); its answer has the verdict of
    /// [`intersect()`] besides.
    #[must_use]
    pub fn minkowski_difference(pair: &PosedPair<'_>) -> Query {
        Query::MinkowskiDifference(pair.into(), IntersectOptions::default())
    }

    /// [`minkowski_sum`](crate::minkowski_sum()); its answer has the verdict of [`intersect()`] besides.
    #[must_use]
    pub fn minkowski_sum(pair: &PosedPair<'_>) -> Query {
        Query::MinkowskiSum(pair.into(), IntersectOptions::default())
    }

    /// [`minkowski_sum_2d`](crate::minkowski_sum_2d); its answer has the verdict of [`distance_2d`] besides.
    #[must_use]
    pub fn minkowski_sum_2d(pair: &PosedPair2<'_>) -> Query {
        Query::MinkowskiSum2(pair.into(), DistanceOptions::default())
    }

    /// [`minkowski_difference_2d`](crate::minkowski_difference_2d); its answer has the verdict of
    /// [`distance_2d`] besides.
    #[must_use]
    pub fn minkowski_difference_2d(pair: &PosedPair2<'_>) -> Query {
        Query::MinkowskiDifference2(pair.into(), DistanceOptions::default())
    }

    /// [`cuboid_separation`].
    #[must_use]
    pub fn cuboid_separation(
        a: &YawCuboid,
        b: &YawCuboid,
        options: &CuboidSeparationOptions,
    ) -> Query {
        let bodies = [*a, *b];
        Query::CuboidSeparation(Cuboids { bodies }, *options)
    }

    /// [`intersect_sets`](crate::intersect_sets).
    #[must_use]
    pub fn intersect_sets<const D: usize>(
        a: &[[f64; D]],
        b: &[[f64; D]],
        options: &SetsOptions,
    ) -> Query {
        Query::IntersectSets(PointSets::new(a, b), *options)
    }

    /// [`is_subset`](crate::is_subset): whether A lies in B. A case asks whether its B is inside its A: the
    /// two change places.
    #[must_use]
    pub fn is_subset<const D: usize>(
        a: &[[f64; D]],
        b: &[[f64; D]],
        options: &SetsOptions,
    ) -> Query {
        Query::IsSubset(PointSets::new(b, a), *options)
    }

    /// [`contains_point`](crate::contains_point).
    #[must_use]
    pub fn contains_point<const D: usize>(
        set: &[[f64; D]],
        point: &[f64; D],
        options: &SetsOptions,
    ) -> Query {
        Query::ContainsPoint(PointSets::new(set, std::slice::from_ref(point)), *options)
    }
}

fn read_options<O: Options>(kind: &Kind, fields: &Fields<'_>) -> Result<O> {
    for option in &kind.options {
        let count = fields.optional(option.name);
        let count = count.filter(|_| option.kind == names::Kind::Count);
        if let Some(given) = count.and_then(|node| node.beyond_32_bits()) {
            let (name, range) = (option.name, option.range);
            let message = format!("setting {name} is {given}; it must be {range}");
            return Err(Problem::invalid(name, message));
        }
    }
    let keys: Vec<_> = kind.options.iter().map(|option| option.name).collect();
    let options: O = fields.options(&keys)?;
    let checked = options.check();
    checked.map_err(|error| Problem::of_query(error, "method"))?;
    Ok(options)
}

/// Every option that is not left to the query's choice, and the method that stands for the query.
fn write_options<M: SerializeMap, O: Options>(
    to: &mut M,
    options: &O,
    method: Option<&str>,
) -> std::result::Result<(), M::Error> {
    if let Some(method) = method {
        to.serialize_entry("method", method)?;
    }
    let values = report::value(options);
    for field in O::fields() {
        let value = &values[field.name];
        if !value.is_null() {
            to.serialize_entry(field.name, value)?;
        }
    }
    Ok(())
}
