//! The table of all queries.
//!
//! A query is one entry of [`queries`]: what it is about, its options and its answer, each plain data,
//! and a [`Row`] with the functions that ask it. Capture, the program, checks and the schema go through the
//! table and know no query by name.

use super::answers::{AllContacts, Difference, SetsAnswer};
use super::json::Fields;
use super::problem::{Problem, Result};
use super::report;
use super::rows;
use super::shapes::ReadBody;
use super::subjects::{Bodies, Cuboids, Deforming, Form, PointSets, Polygons, Subject};
use crate::advance::approach::{ClosestApproach, ClosestApproachOptions};
use crate::advance::impact::{TimeOfImpact, TimeOfImpactOptions};
use crate::advance::plain_data::refused;
use crate::ccd::time_of_exit::{TimeOfExit, TimeOfExitOptions};
use crate::certificate::Proof;
use crate::error::{self};
use crate::motion::pairs::{MovingPair, PosedPair};
use crate::motion::pose::Pose;
use crate::motion::rigid_motion::Motion;
use crate::names;
use crate::options::{Field, Options};
use crate::pair::PairState;
use crate::planar::cuboid_separation::{CuboidSeparation, CuboidSeparationOptions};
use crate::planar::distance::Distance2;
use crate::planar::pairs::PosedPair2;
use crate::planar::yaw_cuboid::YawCuboid;
use crate::query::contact_manifold::{ContactManifold, ContactManifoldOptions};
use crate::query::contains::{Containment, ContainsOptions};
use crate::query::distance::{Distance, DistanceOptions};
use crate::query::extended_boxes::ExtendedBoxesOptions;
use crate::query::interframe::{Interframe, InterframeOptions};
use crate::query::interframe_vertices::{DeformingPair, InterframeVerticesOptions};
use crate::query::intersect::{IntersectOptions, Intersection};
use crate::query::mpr::{MprDistance, MprOptions};
use crate::query::penetration_answer::{Penetration, PenetrationOptions};
use crate::query::within::{Within, WithinOptions};
use crate::reference::kreuzer::point_sets::SetsOptions;
use crate::verdict::{ContainmentVerdict, Reason, Verdict};
use serde::ser::SerializeMap;
use serde_json::{Map, Value};
use std::sync::LazyLock;

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
                    $(Query::$query(..) => rows::$row.name,)+
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
                    $(Query::$query(about, options) => (rows::$row.ask)(about, options, state).map(Answer::$query),)+
                }
            }

            /// Checks options and lists as the library's function does.
            ///
            /// # Errors
            /// Those of that function.
            pub fn validate(&self) -> error::Result<()> {
                match self {
                    $(Query::$query(about, options) => {
                        (rows::$row.validate)(about)?;
                        options.check()
                    })+
                }
            }

            /// Keys of `expected` that answer it, the most exact first.
            #[must_use]
            pub fn truths(&self) -> &'static [&'static str] {
                match self {
                    $(Query::$query(about, options) => (rows::$row.truths)(about, options),)+
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
                        let found = (rows::$row.ask)(about, options, state)?;
                        let proof = match certify {
                            true => (rows::$row.prove)(about, options, &found)?
                                .filter(|proof| *proof != refused()),
                            false => None,
                        };
                        let mut entries = report::fields(&found);
                        (rows::$row.report)(about, options, &found, proof.as_ref(), &mut entries)?;
                        report::tidy(&mut entries);
                        Ok(CaseAnswer {
                            verdict: found.verdict.into(),
                            verdict_name: found.verdict.name(),
                            reason: found.reason,
                            solver: (rows::$row.solver)(options),
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
                        (rows::$row.validate)(&about).map_err(|error| Problem::of_query(error, "a"))?;
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
                        write_options(to, options, rows::$row.method)
                    })+
                }
            }
        }

        /// Every kind of query.
        pub static KINDS: LazyLock<Vec<Kind>> = LazyLock::new(|| {
            vec![$(Kind {
                name: rows::$row.name,
                form: <$subject as Subject>::FORM,
                method: rows::$row.method,
                places: <$subject as Subject>::KEYS,
                options: <$options as Options>::fields(),
                defaults: report::value(&<$options>::default()),
                required: rows::$row.required,
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
    /// [`intersect`](crate::intersect()) besides.
    #[must_use]
    pub fn minkowski_difference(pair: &PosedPair<'_>) -> Query {
        Query::MinkowskiDifference(pair.into(), IntersectOptions::default())
    }

    /// [`minkowski_sum`](crate::minkowski_sum()); its answer has the verdict of [`intersect`](crate::intersect()) besides.
    #[must_use]
    pub fn minkowski_sum(pair: &PosedPair<'_>) -> Query {
        Query::MinkowskiSum(pair.into(), IntersectOptions::default())
    }

    /// [`minkowski_sum_2d`](crate::minkowski_sum_2d); its answer has the verdict of [`distance_2d`](crate::distance_2d) besides.
    #[must_use]
    pub fn minkowski_sum_2d(pair: &PosedPair2<'_>) -> Query {
        Query::MinkowskiSum2(pair.into(), DistanceOptions::default())
    }

    /// [`minkowski_difference_2d`](crate::minkowski_difference_2d); its answer has the verdict of
    /// [`distance_2d`](crate::distance_2d) besides.
    #[must_use]
    pub fn minkowski_difference_2d(pair: &PosedPair2<'_>) -> Query {
        Query::MinkowskiDifference2(pair.into(), DistanceOptions::default())
    }

    /// [`cuboid_separation`](crate::cuboid_separation).
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
