//! The table of all queries.
//!
//! A query is one entry of [`queries`]: what it is about, its options and its answer, each plain data,
//! and a [`Row`] that says how it is asked. Capture, the program, checks and the schema go through the
//! table and know no query by name.

use serde::ser::SerializeMap;

use super::answers::{AllContacts, Difference, SetsAnswer};
use super::subjects::{Bodies, Deforming, PointSets, Polygons, Subject};
use crate::ccd::impact::{TimeOfImpact, TimeOfImpactOptions};
use crate::ccd::time_of_exit::{TimeOfExit, TimeOfExitOptions, time_of_exit};
use crate::distance::contains::{Containment, ContainsOptions, contains};
use crate::distance::depth::{Penetration, PenetrationOptions};
use crate::distance::manifold::{ContactManifold, ContactManifoldOptions, contact_manifold};
use crate::distance::pair_distance::{Distance, DistanceOptions, distance};
use crate::distance::penetration::penetration;
use crate::error::Result;
use crate::motion::pairs::{MovingPair, PosedPair};
use crate::motion::pose::Pose;
use crate::motion::rigid_motion::Motion;
use crate::options::Options;
use crate::pair::PairState;
use crate::planar::distance::{Distance2, distance_2d};
use crate::planar::pairs::PosedPair2;
use crate::query::interframe::{Interframe, InterframeOptions};
use crate::query::interframe_vertices::{
    DeformingPair, InterframeVerticesOptions, interframe_vertices,
};
use crate::query::intersect::{IntersectOptions, Intersection};
use crate::reference::kreuzer::point_sets::SetsOptions;
use crate::reference::mpr::{MprDistance, MprOptions, mpr};
use crate::verdict::{ContainmentVerdict, Verdict};
use crate::{interframe, intersect, time_of_impact};

/// How a query is asked.
struct Row<S, O, A> {
    /// Its name in cases. Queries about different things may share one.
    name: &'static str,
    /// The `method` by which cases ask it, if its options have none.
    method: Option<&'static str>,
    ask: fn(&S, &O, &mut PairState) -> Result<A>,
    /// What is wrong with what it is about, beyond what its parts refuse themselves.
    validate: fn(&S) -> Result<()>,
}

const INTERSECT: Row<Bodies<Pose>, IntersectOptions, Intersection> = Row {
    name: "intersect",
    method: None,
    ask: |bodies, options, state| intersect(&bodies.pair(), options, state),
    validate: |_| Ok(()),
};

const DISTANCE: Row<Bodies<Pose>, DistanceOptions, Distance> = Row {
    name: "distance",
    method: None,
    ask: |bodies, options, state| distance(&bodies.pair(), options, state),
    validate: |_| Ok(()),
};

const MPR: Row<Bodies<Pose>, MprOptions, MprDistance> = Row {
    name: "distance",
    method: Some("mpr"),
    ask: |bodies, options, state| mpr(&bodies.pair(), options, state),
    validate: |_| Ok(()),
};

const MPR_DEPTH: Row<Bodies<Pose>, MprOptions, MprDistance> = Row {
    name: "penetration",
    ..MPR
};

const PENETRATION: Row<Bodies<Pose>, PenetrationOptions, Penetration> = Row {
    name: "penetration",
    method: None,
    ask: |bodies, options, state| penetration(&bodies.pair(), options, state),
    validate: |_| Ok(()),
};

const CONTACT_MANIFOLD: Row<Bodies<Pose>, ContactManifoldOptions, ContactManifold> = Row {
    name: "contact_manifold",
    method: None,
    ask: |bodies, options, state| contact_manifold(&bodies.pair(), options, state),
    validate: |_| Ok(()),
};

const MINKOWSKI_DIFFERENCE: Row<Bodies<Pose>, IntersectOptions, Difference> = Row {
    name: "minkowski_difference",
    method: None,
    ask: |bodies, options, state| Difference::of_bodies(&bodies.pair(), options, state),
    validate: |_| Ok(()),
};

const CONTAINS: Row<Bodies<Pose>, ContainsOptions, Containment> = Row {
    name: "contains",
    method: None,
    ask: |bodies, options, state| contains(&bodies.pair(), options, state),
    validate: |_| Ok(()),
};

const TIME_OF_EXIT: Row<Bodies<Motion>, TimeOfExitOptions, TimeOfExit> = Row {
    name: "contains",
    method: None,
    ask: |bodies, options, state| time_of_exit(&bodies.pair(), options, state),
    validate: |_| Ok(()),
};

const INTERFRAME: Row<Bodies<Motion>, InterframeOptions, Interframe> = Row {
    name: "interframe",
    method: None,
    ask: |bodies, options, state| interframe(&bodies.pair(), options, state),
    validate: |_| Ok(()),
};

const INTERFRAME_VERTICES: Row<Deforming, InterframeVerticesOptions, Interframe> = Row {
    name: "interframe",
    method: None,
    ask: |lists, options, state| interframe_vertices(&lists.pair(), options, state),
    validate: Deforming::validate,
};

const TIME_OF_IMPACT: Row<Bodies<Motion>, TimeOfImpactOptions, TimeOfImpact> = Row {
    name: "time_of_impact",
    method: None,
    ask: |bodies, options, state| time_of_impact(&bodies.pair(), options, state),
    validate: |_| Ok(()),
};

const CONTACT_INTERVALS: Row<Bodies<Motion>, TimeOfImpactOptions, AllContacts> = Row {
    name: "contact_intervals",
    method: None,
    ask: |bodies, options, state| AllContacts::ask(&bodies.pair(), options, state),
    validate: |_| Ok(()),
};

const DISTANCE_2D: Row<Polygons, DistanceOptions, Distance2> = Row {
    name: "distance",
    method: None,
    ask: |polygons, options, state| distance_2d(&polygons.pair(), options, state),
    validate: |_| Ok(()),
};

const MINKOWSKI_DIFFERENCE_2D: Row<Polygons, DistanceOptions, Difference> = Row {
    name: "minkowski_difference",
    method: None,
    ask: |polygons, options, state| Difference::of_polygons(&polygons.pair(), options, state),
    validate: |_| Ok(()),
};

const INTERSECT_SETS: Row<PointSets, SetsOptions, SetsAnswer<Verdict>> = Row {
    name: "intersect",
    method: None,
    ask: |sets, options, _| SetsAnswer::intersect(sets, options),
    validate: |_| Ok(()),
};

const IS_SUBSET: Row<PointSets, SetsOptions, SetsAnswer<ContainmentVerdict>> = Row {
    name: "contains",
    method: None,
    ask: |sets, options, _| SetsAnswer::is_subset(sets, options),
    validate: |_| Ok(()),
};

const CONTAINS_POINT: Row<PointSets, SetsOptions, SetsAnswer<ContainmentVerdict>> = Row {
    name: "contains_point",
    method: None,
    ask: |sets, options, _| SetsAnswer::contains_point(sets, options),
    validate: |_| Ok(()),
};

/// Makes [`Query`] and [`Answer`] of the table: a name, its row, and what that is of; with a
/// constructor, unless one is written by hand.
macro_rules! queries {
    ($($(#[$doc:meta])* $query:ident = $row:ident, $subject:ty, $options:ty, $answer:ty $(, fn $make:ident($given:ty))?;)+) => {
        /// Any query, with everything it is asked.
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
                /// The query that the library's function of this name is asked.
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

            /// What the library's function says.
            ///
            /// # Errors
            /// Those of that function.
            pub fn ask(&self, state: &mut PairState) -> Result<Answer> {
                match self {
                    $(Query::$query(about, options) => ($row.ask)(about, options, state).map(Answer::$query),)+
                }
            }

            /// Checks options and lists as the library's function does.
            ///
            /// # Errors
            /// Those of that function.
            pub fn validate(&self) -> Result<()> {
                match self {
                    $(Query::$query(about, options) => {
                        ($row.validate)(about)?;
                        options.check()
                    })+
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
    };
}

queries! {
    /// Do two bodies meet?
    Intersect = INTERSECT, Bodies<Pose>, IntersectOptions, Intersection, fn intersect(PosedPair<'_>);
    /// How far apart are they?
    Distance = DISTANCE, Bodies<Pose>, DistanceOptions, Distance, fn distance(PosedPair<'_>);
    /// The same by Minkowski portal refinement.
    Mpr = MPR, Bodies<Pose>, MprOptions, MprDistance, fn mpr(PosedPair<'_>);
    /// How deep are they in each other, by Minkowski portal refinement?
    MprDepth = MPR_DEPTH, Bodies<Pose>, MprOptions, MprDistance;
    /// How deep are they in each other?
    Penetration = PENETRATION, Bodies<Pose>, PenetrationOptions, Penetration, fn penetration(PosedPair<'_>);
    /// Where do they touch?
    ContactManifold = CONTACT_MANIFOLD, Bodies<Pose>, ContactManifoldOptions, ContactManifold, fn contact_manifold(PosedPair<'_>);
    /// All differences of their points.
    MinkowskiDifference = MINKOWSKI_DIFFERENCE, Bodies<Pose>, IntersectOptions, Difference;
    /// Is B inside A?
    Contains = CONTAINS, Bodies<Pose>, ContainsOptions, Containment, fn contains(PosedPair<'_>);
    /// Until when does B stay inside A?
    TimeOfExit = TIME_OF_EXIT, Bodies<Motion>, TimeOfExitOptions, TimeOfExit, fn time_of_exit(MovingPair<'_>);
    /// Do they meet between two frames?
    Interframe = INTERFRAME, Bodies<Motion>, InterframeOptions, Interframe, fn interframe(MovingPair<'_>);
    /// The same of bodies that deform.
    InterframeVertices = INTERFRAME_VERTICES, Deforming, InterframeVerticesOptions, Interframe, fn interframe_vertices(DeformingPair<'_>);
    /// When do they meet first?
    TimeOfImpact = TIME_OF_IMPACT, Bodies<Motion>, TimeOfImpactOptions, TimeOfImpact, fn time_of_impact(MovingPair<'_>);
    /// When are they in contact?
    ContactIntervals = CONTACT_INTERVALS, Bodies<Motion>, TimeOfImpactOptions, AllContacts, fn contact_intervals(MovingPair<'_>);
    /// How far apart are two polygons?
    Distance2 = DISTANCE_2D, Polygons, DistanceOptions, Distance2, fn distance_2d(PosedPair2<'_>);
    /// All differences of the points of two polygons.
    MinkowskiDifference2 = MINKOWSKI_DIFFERENCE_2D, Polygons, DistanceOptions, Difference;
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

    /// [`minkowski_difference_2d`](crate::minkowski_difference_2d); its answer has the verdict of
    /// [`distance_2d`] besides.
    #[must_use]
    pub fn minkowski_difference_2d(pair: &PosedPair2<'_>) -> Query {
        Query::MinkowskiDifference2(pair.into(), DistanceOptions::default())
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

/// Every option that is not left to the query's choice, and the method that stands for the query.
fn write_options<M: SerializeMap, O: Options>(
    to: &mut M,
    options: &O,
    method: Option<&str>,
) -> std::result::Result<(), M::Error> {
    if let Some(method) = method {
        to.serialize_entry("method", method)?;
    }
    let values = serde_json::to_value(options).map_err(serde::ser::Error::custom)?;
    for field in O::fields() {
        let value = &values[field.name];
        if !value.is_null() {
            to.serialize_entry(field.name, value)?;
        }
    }
    Ok(())
}
