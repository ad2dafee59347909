//! Certificates of answers: what the queries found, as data that proves it.
//!
//! They are made after an answer, about the same bodies, and queries without one cost nothing more. A plane is
//! copied; the columns of a hit come from the exact stage, which runs again.

use std::cmp::Ordering;

use nalgebra::Vector3;

use crate::advance::plain_data::{
    about, about_poses, given_motion, link_over, quaternion, still_plane,
};
use crate::advance::scaled_motions::ScaledMotions;
use crate::certificate::{
    Certificate, Chain, Column, Contact, GivenHulls, LinkKind, Placement, Proof, Shape,
};
use crate::error::Result;
use crate::motion::pairs::{MovingPair, PosedPair};
use crate::motion::pose::Pose;
use crate::motion::rigid_motion::Motion;
use crate::numeric::length_sum::LengthSum;
use crate::plane::{Plane, Span};
use crate::proof::resting::resting;
use crate::proof::{curved, pieces};
use crate::query::interframe::{Frame, Interframe, InterframeOptions, Sweep};
use crate::query::interframe_vertices::{DeformingPair, VertexSweep, vertex_hulls};
use crate::query::intersect::Intersection;
use crate::shape::polytope::Polytope;
use crate::solver::exact::{self, ExactOutcome};
use crate::solver::minkowski_difference::Difference;
use crate::support::mapping::AnySet;
use crate::support::swept_hull::ExtendedHull;
use crate::verdict::Verdict;

/// Makes the proof of an answer of [`intersect`](crate::intersect).
///
/// `answer` is that query's; a plane from other bodies makes a certificate that is rejected. A hit is decided once more
/// in exact integers; of curved bodies by polytopes inside them, which bodies that meet by less than about 2^-53 of
/// their sizes may not have: then every checker refuses what is returned, as for an undecided answer. Allocates.
///
/// ```
/// use interframe::certificate::Certificate;
/// use interframe::{
///     IntersectOptions, PairState, Polytope, Pose, PosedPair, certify_intersect, intersect,
/// };
/// use nalgebra::Vector3;
///
/// let body = Polytope::new(&[Vector3::zeros(), Vector3::x(), Vector3::y(), Vector3::z()])?;
/// let (here, there) = (Pose::identity(), Pose::from_translation(Vector3::new(0.5, 0.25, 0.0))?);
/// let answer =
///     intersect(
///         &PosedPair::new(&body, &here, &body, &there),
///         &IntersectOptions::default(), &mut PairState::default(),
///     )?;
/// let proof = certify_intersect(&PosedPair::new(&body, &here, &body, &there), &answer);
/// assert!(matches!(proof.certificate, Certificate::Columns { .. }));
/// assert_eq!(proof.verify().unwrap().verdict, answer.verdict);
/// # Ok::<(), interframe::Error>(())
/// ```
#[must_use]
pub fn certify_intersect(pair: &PosedPair<'_>, answer: &Intersection) -> Proof {
    if pair.has_pieces() {
        let of_pieces = |ids| pair.of_pieces(ids, |pair| certify_intersect(pair, answer));
        return pieces::met(answer.pieces, answer.verdict, of_pieces);
    }
    let Some(cores) = pair.cores() else {
        let normal = answer.plane.as_ref().map(|plane| plane.normal);
        return curved::at_rest(pair, None, (answer.verdict, normal));
    };
    let ([a, b], [pose_a, pose_b]) = cores.both();
    let certificate = answered(answer.plane.as_ref(), answer.verdict, || {
        exactly_at([a, b], [pose_a, pose_b], &cores.touching_distance(0.0))
    });
    about_poses(&cores, certificate)
}

/// Makes the proof of an answer of [`interframe`](crate::interframe); None when it is `Undecided`, and for the sweeps
/// that leave vertices out ([`Sweep::FaceGrouped`], [`Sweep::Silhouette`]).
///
/// An answer about hulls is proved about the hulls. An answer about motions is proved as a
/// [`Chain`] of one link, about the bodies themselves at every time of the frame.
///
/// ```
/// use interframe::{
///     InterframeOptions, Motion, MovingPair, PairState, Polytope, Pose, Verdict,
///     certify_interframe, interframe,
/// };
/// use nalgebra::Vector3;
///
/// let bar = Polytope::new(&[Vector3::x(), -Vector3::x()])?;
/// let turn = Vector3::new(0.0, 0.0, 30.0); // nearly five turns
/// let spin = Motion::from_turn(Pose::identity(), Vector3::zeros(), turn, Vector3::zeros())?;
/// let rest = Motion::fixed(Pose::from_translation(Vector3::new(0.0, 3.5, 0.0))?);
/// let (pair, options) = (MovingPair::new(&bar, &spin, &bar, &rest), InterframeOptions::default());
/// let answer = interframe(&pair, &options, &mut PairState::default())?;
/// assert_eq!(answer.verdict, Verdict::Separated);
/// let proof = certify_interframe(&pair, &options, &answer).unwrap();
/// assert_eq!(proof.verify().unwrap().verdict, Verdict::Separated);
/// # Ok::<(), interframe::Error>(())
/// ```
#[must_use]
pub fn certify_interframe(
    pair: &MovingPair<'_>,
    options: &InterframeOptions,
    answer: &Interframe,
) -> Option<Proof> {
    if pair.has_pieces() {
        let ids = answer.pieces.filter(|_| answer.verdict == Verdict::Hit)?;
        let of_pieces = pair.of_pieces(ids, |pair| certify_interframe(pair, options, answer));
        return of_pieces.ok()?;
    }
    let cores = pair.cores()?;
    let ([a, b], [motion_a, motion_b]) = cores.both();
    if answer.verdict == Verdict::Undecided {
        return None;
    }
    let motions = [given_motion(motion_a), given_motion(motion_b)];
    let again = |relative| exact_hulls(&ScaledMotions::new(&cores), relative);
    let turning = turns(a, motion_a) || turns(b, motion_b);
    let (placement, certificate) = match options.sweep {
        // Of hulls of a part of the vertices nothing follows.
        Sweep::FaceGrouped | Sweep::Silhouette => return None,
        Sweep::Full => {
            let relative = options.frame == Frame::Relative;
            let plane = answer.plane.as_ref();
            let certificate = answered(plane, answer.verdict, || again(relative));
            let hulls = GivenHulls {
                motions,
                end_q: [motion_a, motion_b].map(|m| quaternion(m.end())),
                relative,
            };
            (Placement::Hulls(hulls), certificate)
        }
        Sweep::Certified => {
            let certificate = match &answer.plane {
                Some(plane) if turning || plane.spanned_by.is_none() => {
                    Certificate::Chain(free([0.0, 1.0], still_plane(plane.normal)))
                }
                None if answer.verdict == Verdict::Separated => Certificate::Empty,
                // Bodies that do not turn: the hulls relative to A are the motion.
                _ => match again(true) {
                    Certificate::Empty => Certificate::Empty,
                    hulls => Certificate::Chain(of_swept_hulls([a, b], hulls, 1.0)),
                },
            };
            (Placement::Motions(motions), certificate)
        }
    };
    Some(about(&cores, placement, certificate))
}

/// Makes the proof of an answer of [`interframe_vertices`](crate::interframe_vertices).
///
/// # Errors
/// Those of the query.
///
/// ```
/// use interframe::{
///     DeformingPair, InterframeVerticesOptions, PairState, Verdict, VertexSweep,
///     certify_interframe_vertices, interframe_vertices,
/// };
/// use nalgebra::Vector3;
/// let a = VertexSweep { start: &[Vector3::zeros()], end: &[Vector3::new(2.0, 0.0, 0.0)] };
/// let b = VertexSweep { start: &[Vector3::new(1.0, 1.0, 0.0)], end: &[Vector3::new(1.0, -1.0, 0.0)] };
/// let (pair, options) = (DeformingPair { a, b }, InterframeVerticesOptions::default());
/// let answer = interframe_vertices(&pair, &options, &mut PairState::default())?;
/// let proof = certify_interframe_vertices(&pair, &answer)?;
/// assert_eq!(proof.verify().unwrap().verdict, Verdict::Hit);
/// # Ok::<(), interframe::Error>(())
/// ```
pub fn certify_interframe_vertices(pair: &DeformingPair<'_>, answer: &Interframe) -> Result<Proof> {
    let DeformingPair { a, b } = *pair;
    a.validate()?;
    b.validate()?;
    let certificate = answered(answer.plane.as_ref(), answer.verdict, || {
        let (hull_a, hull_b, _) = vertex_hulls(a, b, a.start[0]);
        exact_certificate(&hull_a, &hull_b, &LengthSum([0.0; 3]))
    });
    let list = |sweep: VertexSweep<'_>| {
        let points = sweep.start.iter().chain(sweep.end);
        points.map(|&v| v.into()).collect()
    };
    Ok(Proof {
        a: list(a),
        b: list(b),
        shapes: [Shape::Hull; 2],
        radii: [0.0; 2],
        placement: Placement::Lists,
        certificate,
    })
}

/// Not so for a body that is a point at its pivot: it has no slack, and is decided exactly.
fn turns(body: &Polytope, motion: &Motion) -> bool {
    motion.is_turning() && (body.reach() > 0.0 || motion.pivot() != Vector3::zeros())
}

/// Takes the answer's plane if it proves the verdict, or finds a proof anew.
fn answered(
    plane: Option<&Plane>,
    verdict: Verdict,
    anew: impl FnOnce() -> Certificate,
) -> Certificate {
    match plane {
        _ if verdict != Verdict::Separated => anew(),
        Some(plane) => plane_or_span(&plane.normal, plane.spanned_by.as_ref()),
        None => Certificate::Empty,
    }
}

fn plane_or_span(normal: &Vector3<f64>, span: Option<&Span>) -> Certificate {
    match span {
        Some(span) => Certificate::Span {
            pairs: span.pairs().iter().map(|&(a, b)| [a, b]).collect(),
        },
        None => Certificate::Plane {
            normal: (*normal).into(),
        },
    }
}

/// A chain of one link.
fn free(times: [f64; 2], by: LinkKind) -> Chain {
    Chain {
        links: vec![link_over(times, by)],
        ..NOTHING
    }
}

/// A chain that proves nothing.
const NOTHING: Chain = Chain {
    separation: 0.0,
    from: 0.0,
    links: Vec::new(),
    contact: None,
};

/// The exact stage from nothing: columns, a plane, or what spans one.
pub(crate) fn exact_certificate(a: AnySet<'_>, b: AnySet<'_>, reach: &LengthSum) -> Certificate {
    let m = &mut Difference::new(&a, &b, 0.0);
    let hit = |columns: Vec<(u32, u32)>| Certificate::Columns {
        pairs: columns.into_iter().map(|(a, b)| [a, b]).collect(),
    };
    if *reach != LengthSum([0.0; 3]) {
        let found = exact::compare(m, &mut std::iter::empty(), reach);
        return match found.order {
            Ordering::Greater => plane_or_span(&found.nearest.normal, found.span.as_ref()),
            _ => hit(found.nearest.columns),
        };
    }
    match exact::decide(m, &mut std::iter::empty()) {
        ExactOutcome::Separated { normal, span, .. } => plane_or_span(&normal, span.as_ref()),
        ExactOutcome::Hit { columns, .. } => hit(columns),
    }
}

/// Makes the exact certificate of two bodies at rest.
pub(crate) fn exactly_at(
    bodies: [&Polytope; 2],
    poses: [&Pose; 2],
    reach: &LengthSum,
) -> Certificate {
    resting(bodies, poses, |a, b| exact_certificate(a, b, reach))
}

/// About the two-pose hulls.
fn exact_hulls(scaled: &ScaledMotions<'_>, relative: bool) -> Certificate {
    let ScaledMotions {
        bodies: [a, b],
        motions: [motion_a, motion_b],
        scale,
        ..
    } = *scaled;
    let matrices = |m: &Motion| [m.start().matrix() * scale, m.end().matrix() * scale];
    let ([a0, a1], [b0, b1]) = (matrices(motion_a), matrices(motion_b));
    let hull_a = ExtendedHull::of_motion(a, motion_a, [&a0, &a1], motion_a, relative, scale);
    let hull_b = ExtendedHull::of_motion(b, motion_b, [&b0, &b1], motion_a, relative, scale);
    exact_certificate(&hull_a, &hull_b, &scaled.touching_distance(0.0))
}

/// What a certificate of the hulls of start and time `t`, relative to A, says about bodies that do not
/// turn. There A stands still, so a column is early or late as its vertex of B is.
pub(crate) fn of_swept_hulls([a, b]: [&Polytope; 2], hulls: Certificate, t: f64) -> Chain {
    let (count_a, count_b) = (a.vertex_count() as u32, b.vertex_count() as u32);
    let late = |b: u32| b >= count_b;
    match hulls {
        Certificate::Columns { pairs } => {
            let column = |&[a, b]: &[u32; 2]| Column {
                pair: [a, b % count_b],
                late: late(b),
                weight: 1.0,
            };
            Chain {
                contact: Some(Contact::Overlap {
                    times: [0.0, t],
                    columns: pairs.iter().map(column).collect(),
                }),
                ..NOTHING
            }
        }
        Certificate::Span { mut pairs } => {
            for [a, b] in &mut pairs {
                *a += if late(*b) { count_a } else { 0 };
            }
            free([0.0, t], LinkKind::Span { pairs })
        }
        Certificate::Plane { normal } => free([0.0, t], still_plane(normal.into())),
        _ => NOTHING,
    }
}
