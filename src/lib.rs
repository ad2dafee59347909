//! Did two convex bodies meet between two frames, and what proves it?
//!
//! | question | function | answer |
//! |---|---|---|
//! | do they meet at these poses? | [`intersect`] | `Separated` or `Hit`, exactly |
//! | how far apart are they? | [`distance()`] | the distance, its error, nearest points, normal, features |
//! | is that at most d? | [`within`] | `Separated` or `Hit`, exactly |
//! | how deep are they in each other? | [`penetration`] | the depth, its bound, the way out, witnesses |
//! | how far must B move along a direction until they are apart? | [`penetration`] with a direction | the depth along it, its bound, where they touch at last |
//! | how far apart or deep, by portal refinement? | [`mpr()`] | the paper's signed distance, with proved bounds |
//! | where do they touch? | [`contact_manifold`] | up to four points with depths and lasting ids, the normal |
//! | what are all points where they touch? | [`contact_points`] | the same, and every contact of the two features |
//! | is B inside A? | [`contains`] | yes or no, exactly; the margin, its bound, the weakest face |
//! | until when does moving B stay inside moving A? | [`time_of_exit`] | `Inside`, or a proved bracket of the first time it is not |
//! | do they meet between these frames? | [`interframe`] | `Separated` or `Hit`, or `Undecided` for bodies that turn |
//! | do point sets in 2 to 8 dimensions meet? | [`intersect_sets`] | `Separated` or `Hit`, exactly |
//! | is a point set, or a point, inside a point set? | [`is_subset`], [`contains_point`] | yes or no, exactly |
//! | when do two moving bodies meet, turning or not? | [`time_of_impact`] | a proved bracket of the first contact, or `Separated` |
//! | at what times of the frame are they in contact? | [`contact_intervals`] | every interval, its ends proved |
//! | how near do two moving bodies come to each other? | [`closest_approach`] | the smallest distance with its bounds, and when |
//! | are the boxes around two moving bodies apart? | [`extended_boxes_meet`] | `Separated`, proved of the bodies, or `Undecided` |
//! | do deforming vertex lists meet? | [`interframe_vertices`] | `Separated` or `Hit` of their hulls, exactly |
//! | what is the set of all differences of their points? | [`minkowski_difference`], [`minkowski_difference_2d`] | a body; a polygon's corners |
//! | what is the set of all sums? | [`minkowski_sum`], [`minkowski_sum_2d`] | the same |
//! | how far apart are two polygons, and what are GJK's steps? | [`distance_2d`], [`gjk_steps_2d`] | the fields of `distance`; GJK's steps |
//! | how far apart are two upright cuboids? | [`cuboid_separation`], [`cuboid_separations`] | `Separated` or `Hit` of a safety distance, exactly; the distance |
//! | the same query about many pairs? | [`Batch`] | the answers in the order of the pairs |
//! | what meets in a frame, of all bodies of a world? | [`World::advance`] | events in the order of time, each proved or undecided |
//! | what is where in a world? | [`World::queries`] | casts, rays, overlaps, the nearest, the closest pairs |
//! | when do contacts begin and end, for an integrator that finds roots? | [`ContactEvents`] | signed distances as event functions, their signs proved |
//! | what proves an answer? | [`certify_intersect`], [`certify_interframe`], [`certify_interframe_vertices`], [`certify_time_of_impact`], [`certify_contact_intervals`], [`certify_closest_approach`], [`certify_contains`], [`certify_within`], [`certify_cuboid_separation`], [`certify_time_of_exit`] | a [`Proof`](certificate::Proof) for an independent checker |
//!
//! Queries read `query(&pair, &options, &mut state)`; the defaults of the options are right for nearly everyone.
//! Answers begin alike: `verdict`, `reason`, `decided_by` where it is known, `iterations`.
//!
//! Build each body once as a [`Polytope`] (any finite point list; its convex hull), with a radius where it is
//! round ([`SharedBody::sphere`], [`SharedBody::capsule`], [`Polytope::rounded`]), or as a [`Curved`]; give each a
//! [`Pose`] or a [`Motion`] each frame, and keep one [`PairState`] for each pair. `docs/guide/ROUND.md` says which
//! queries take round bodies.
//!
//! # Verdicts
//! [`Verdict::Separated`] is proved, by planes that were checked against every vertex or against the exact reach of a
//! round body, rounding included. [`Verdict::Hit`] is proved by a common point; bodies are closed, so touching is a hit.
//! Over a motion, a gap of at most the tolerance is also a hit ([`Contact::Near`]). All else is [`Verdict::Undecided`],
//! the zero value, with a [`Reason`]; [`Verdict::may_hit`] maps it to the safe side. An iteration limit is never a
//! verdict. The empty body meets nothing.
//!
//! # Frames, units, signs
//! Lengths in one unit of your choice, angles in radians, t in [0, 1] over a frame. Quantities are in
//! world axes unless a name ends in `_a` or says "body frame". Normals are unit vectors and point
//! from A to B.
//!
//! # Replay
//! With the feature `serde` a `case::Case` writes any query as one line that gives the same bits when
//! `interframe query` runs it again: attach it to a report.
//!
//! # Threads, bits, memory
//! Bodies are immutable and shared. The only global state is the logger ([`set_logger`]). The same inputs and pair state
//! give the same bits on every run, with or without wide SIMD. Queries allocate nothing, with three exceptions. Pairs that
//! touch to rounding are decided by exact integers, which allocate. A depth whose polytope has more than 128 triangles
//! allocates, too. Bodies of several pieces take the memory of a triangle for as long as the query runs, and do not use
//! the state; their manifolds also allocate lists. `docs/theory/DESIGN.md` derives every bound. Batches and worlds
//! allocate what they return and keep; [`Jobs`] puts them on threads, with the same bits for any number (`docs/guide/WORLD.md`).

// What only cases use.
#![cfg_attr(test, allow(dead_code))]

mod advance;
mod bvh;
// Unit tests go without: its constants refer to every query, which the compiler would build for them.
#[cfg(all(feature = "serde", not(test)))]
pub mod case;
mod ccd;
mod contact;
mod cook;
mod error;
mod log;
mod midphase;
mod motion;
mod names;
mod numeric;
mod options;
mod pair;
mod planar;
mod plane;
mod proof;
mod query;
mod reference;
mod shape;
mod solver;
mod support;
mod verdict;
mod world;

pub use advance::approach::{ClosestApproach, ClosestApproachOptions};
#[doc(hidden)]
pub use advance::convex_time::plain_conservative_advancement;
pub use advance::impact::{Contact, InitialContact, TimeOfImpact, TimeOfImpactOptions};
pub use ccd::closest_approach::closest_approach;
pub use ccd::interval_list::{ContactInterval, ContactIntervals};
pub use ccd::time_of_exit::{TimeOfExit, TimeOfExitOptions, time_of_exit};
pub use error::{Error, Result, UnknownName};
#[doc(inline)]
pub use interframe_certificate as certificate;
pub use log::{LogLevel, Logger, set_logger};
pub use motion::pairs::{MovingPair, PosedPair};
pub use motion::pose::Pose;
pub use motion::rigid_motion::Motion;
/// Vectors, quaternions and matrices of the interface; a crate that uses these needs no nalgebra of its own, of the same version.
#[doc(no_inline)]
pub use nalgebra;
pub use numeric::single::{f32_above, f32_below, f32_point};
pub use options::{DistanceMethod, Method, SetsMethod, TimeOfImpactMethod};
pub use pair::PairState;
pub use planar::cuboid_separation::{
    CuboidSeparation, CuboidSeparationOptions, cuboid_separation, cuboid_separations,
};
pub use planar::distance::{Distance2, GjkStep2, distance_2d, gjk_steps_2d};
pub use planar::minkowski::{DifferenceVertex2, minkowski_difference_2d, minkowski_sum_2d};
pub use planar::pairs::PosedPair2;
pub use planar::polygon::Polygon;
pub use planar::pose::Pose2;
pub use planar::yaw_cuboid::YawCuboid;
pub use plane::{Plane, Span};
pub use proof::checked_queries::{contact_intervals, interframe, intersect, time_of_impact};
pub use proof::closest_approach::{certify_closest_approach, certify_nearest_points};
pub use proof::containment::{certify_contains, certify_time_of_exit};
pub use proof::cuboids::certify_cuboid_separation;
pub use proof::intervals::certify_contact_intervals;
pub use proof::time_of_impact::certify_time_of_impact;
pub use proof::verdicts::{certify_interframe, certify_interframe_vertices, certify_intersect};
pub use proof::within::certify_within;
pub use query::contact_manifold::{
    ContactManifold, ContactManifoldOptions, ContactPoint, contact_manifold, contact_points,
};
pub use query::contains::{Containment, ContainsOptions, contains};
pub use query::distance::{Distance, DistanceOptions, distance};
pub use query::extended_boxes::{ExtendedBoxesOptions, extended_boxes_meet};
pub use query::interframe::{Frame, Interframe, InterframeOptions, Sweep};
pub use query::interframe_vertices::{
    DeformingPair, InterframeVerticesOptions, VertexSweep, interframe_vertices,
};
pub use query::intersect::{IntersectOptions, Intersection};
pub use query::minkowski::{minkowski_difference, minkowski_sum};
pub use query::mpr::{MprDistance, MprOptions, mpr};
pub use query::penetration::penetration;
pub use query::penetration_answer::{Penetration, PenetrationOptions};
pub use query::within::{Within, WithinOptions, within};
#[cfg(feature = "good_lp")]
pub use reference::good_lp::sets::max_norm_distance;
pub use reference::kreuzer::point_sets::{
    PointMembership, SetsIntersection, SetsOptions, Subset, contains_point, intersect_sets,
    is_subset,
};
pub use reference::kreuzer::sets::{DistanceBounds, SetPlane, SetWeights, SpanColumn};
pub use shape::body::{Body, Rounded, SharedBody};
pub use shape::compound::Compound;
pub use shape::curved::{Curved, CurvedShape};
pub use shape::dimension::Dimension;
pub use shape::feature::{Feature, FeatureKind};
pub use shape::height_field::HeightField;
pub use shape::options::PolytopeOptions;
pub use shape::oriented_box::OrientedBox;
pub use shape::pieces::{PieceId, Pieces, PiecesKind};
pub use shape::polytope::Polytope;
pub use shape::triangle_mesh::{MeshReport, TriangleMesh, TriangleMeshOptions};
pub use shape::validate::ValidationError;
pub use solver::portal_refinement::{Detour, Route};
pub use verdict::{About, ContainmentVerdict, DecidedBy, DistanceBracket, Reason, Verdict};
pub use world::advance_options::{AdvanceOptions, Mode};
pub use world::batch::{Batch, BatchQuery};
pub use world::bodies::{BodyInput, Mobility, PairFilter, Role, World, WorldBody};
pub use world::casts::{Cast, CastHit};
pub use world::contact_events::{ContactEvents, ContactEventsOptions, SignedDistance, Velocity};
pub use world::continuing_frame::Responder;
pub use world::event::{Event, Phase, WorldFrame};
pub use world::filter::Filter;
#[cfg(all(feature = "serde", not(test)))]
pub use world::frame_capture::FrameCapture;
pub use world::frame_contact::{ContactBody, FrameContact};
pub use world::ids::{BodyId, PairKey, Piece, Side};
#[cfg(feature = "rayon")]
pub use world::jobs::Rayon;
pub use world::jobs::{Jobs, Serial};
pub use world::nearest::ClosePair;
pub use world::queries::{Nearest, Overlap, Queries, QueryFilter};
pub use world::response::{ChangeCause, MotionChange, Response};
pub use world::statistics::Statistics;

#[doc(hidden)]
pub use {proof::self_check, shape::strategies};

/// Items for the C interface that are not public. They may change with any version.
#[doc(hidden)]
pub mod for_c {
    pub use crate::ccd::interval_list::IntervalList;
    pub use crate::error::Number;
    pub use crate::numeric::memory::check_memory;
    pub use crate::proof::checked_queries::into_list;
    pub use crate::shape::points::check_vertices;
}

/// The queries as they are without the feature `self_check`. No promise is made of it.
#[doc(hidden)]
pub mod unchecked {
    pub use crate::ccd::contact_intervals::contact_intervals;
    pub use crate::ccd::time_of_impact::time_of_impact;
    pub use crate::query::interframe::interframe;
    pub use crate::query::intersect::intersect;
}

/// The Rust of the README and of the guide is compiled and run. A test of `tests/house` looks for pages that are missing here.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../README.md")]
    struct Readme;
    #[doc = include_str!("../docs/guide/BULLETS.md")]
    struct Bullets;
    #[cfg(feature = "serde")]
    #[doc = include_str!("../docs/guide/CAPTURING.md")]
    struct Capturing;
    #[doc = include_str!("../docs/guide/CHARACTER.md")]
    struct Character;
    #[doc = include_str!("../docs/guide/FRAME_LOOP.md")]
    struct FrameLoop;
    #[doc = include_str!("../docs/guide/PAIRS.md")]
    struct OwnPairs;
    #[cfg(feature = "serde")]
    #[doc = include_str!("../docs/guide/PROOFS.md")]
    struct Proofs;
    #[doc = include_str!("../docs/guide/QUESTIONS.md")]
    struct Questions;
    #[doc = include_str!("../docs/guide/RESTING.md")]
    struct Resting;
    #[doc = include_str!("../docs/guide/ROLLBACK.md")]
    struct Rollback;
    #[doc = include_str!("../docs/guide/THREADS.md")]
    struct Threads;
    #[doc = include_str!("../docs/guide/TOLERANCES.md")]
    struct Tolerances;
    #[doc = include_str!("../docs/guide/WHEN_NOT.md")]
    struct WhenNot;
}
