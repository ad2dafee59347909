//! Is B inside A, and by how much?
//!
//! Idea: a convex body is the intersection of the half-spaces of its faces, and B lies in one when
//! its support along the face's normal does. So one support query on B for each face of A gives the
//! margin; what f64 leaves open (a vertex of B within rounding of a face) is decided by the exact
//! membership of that vertex. A body without volume is the intersection of half-spaces too: the two
//! sides of a polygon's plane and one at each edge; the slabs and the ends of a segment.
//!
//! Loses on a large A: every face is visited, since the least margin may be at any.

use nalgebra::{Matrix3, Vector3};

use crate::error::Result;
use crate::motion::kinds;
use crate::motion::pairs::{Cores, PosedPair};
use crate::motion::pose::Pose;
use crate::numeric::arithmetic::{U, cross, dot, norm, norm1, rotate};
use crate::numeric::length_sum::LengthSum;
use crate::numeric::simd;
use crate::options::{MAX_PIVOTS, options};
use crate::pair::PairState;
use crate::query::distance::{self, DistanceOptions, compare};
use crate::query::fold::{PiecesAnswer, pieces_answer};
use crate::query::solid_contains::in_solid;
use crate::shape::dimension::Dimension;
use crate::shape::pieces::PieceId;
use crate::shape::polytope::Polytope;
use crate::shape::support::SearchStart;
use crate::solver::decide::decide_outlined_afresh;
use crate::solver::decision::DecisionKind;
use crate::solver::epa::perpendicular;
use crate::solver::minkowski_difference::Difference;
use crate::support::mapping::FloatMapping;
use crate::support::swept_hull::{ExtendedHull, pair_scale};
use crate::verdict::{ContainmentVerdict, DecidedBy, Reason};

/// Answer of [`contains`].
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Containment {
    /// Whether every point of B is a point of A, as closed sets: `Inside` or `NotInside`, exactly. A body
    /// that touches the boundary from within is inside; the empty set is inside every body.
    pub verdict: ContainmentVerdict,
    /// `None`, but in a solid perhaps [`Reason::Rounding`], for a B whose faces or centre f64 cannot hold.
    pub reason: Reason,
    /// Which arithmetic decided the verdict.
    pub decided_by: DecidedBy,
    /// Number of half-spaces of A that were tested, with a support query on B each.
    pub iterations: u32,
    /// How far every face of A could move inwards, at right angles to itself, before it reaches B. Inside a solid that
    /// is the radius of the largest ball by which B may be dilated and still be inside. Negative when B is not inside:
    /// the farthest that B reaches beyond the plane of a face. If A has a radius, these are the planes of its core's
    /// faces, moved out by the radius; 0 where B is outside only at a round edge. If A is a sphere or capsule, which has
    /// no faces, it is the farthest that B reaches out of A. If A is a point or segment and neither body has a radius, it
    /// is the farthest beyond one of the planes that `docs/guide/PENETRATION.md`, section 3, lists. At most 0 when A has
    /// no volume. None when a body is empty.
    pub margin: Option<f64>,
    /// The true margin is within this of `margin`; a bound, rounding included. When B is inside,
    /// `margin` is never below 0.
    pub error: f64,
    /// The face of A of the least margin, of a solid or flat A; the lowest at a tie. None at an
    /// edge of a flat A.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub face: Option<u32>,
    /// The vertex of B that is nearest to it or farthest beyond it.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub vertex: Option<u32>,
    /// Which pieces of the two bodies have this margin; None where both are convex.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub pieces: Option<[PieceId; 2]>,
}

options! {
    /// Options of [`contains`].
    ContainsOptions {
        /// Pivots in f64 before exact arithmetic takes over; never decides a verdict. At least 1, default 64.
        max_pivots: u32 = MAX_PIVOTS, "from 1 to 1000000": |n| (1..=1_000_000).contains(n);
    }
}

/// Whether B lies inside A at given poses, and with what margin. A B of several pieces is inside when each piece is. An
/// A of several pieces is refused, because a body may be inside the union of parts and in none of them; unless it is a solid.
/// In a solid, a B with volume, a point or a compound of such is decided, exactly too, and `margin` is the distance from the
/// surface if B is inside, otherwise None.
///
/// The verdict is exact, as in real arithmetic on the numbers given. Costs a support query on B and
/// the normal of a face for each face of A. Allocates nothing, except when a vertex of B lies on
/// the boundary of A to rounding and exact arithmetic decides.
///
/// # Errors
/// [`Error::Setting`](crate::Error::Setting) when an option is out of range, [`Error::Body`](crate::Error::Body) of curved bodies.
///
/// ```
/// use interframe::{
///     ContainmentVerdict, ContainsOptions, PairState, Polytope, Pose, PosedPair, contains,
/// };
/// use nalgebra::Vector3;
///
/// let (room, chest) = (Polytope::cuboid([4.0; 3])?, Polytope::cuboid([1.0; 3])?);
/// let here = Pose::identity();
/// let there = Pose::from_translation(Vector3::new(2.5, 0.0, -1.0))?;
/// let ask = |place: &Pose| contains(
///     &PosedPair::new(&room, &here, &chest, place), &ContainsOptions::default(), &mut PairState::default(),
/// );
/// let found = ask(&there)?;
/// assert_eq!(found.verdict, ContainmentVerdict::Inside);
/// assert_eq!(found.margin, Some(0.5));
/// let flush = Pose::from_translation(Vector3::new(3.0, 0.0, 0.0))?;
/// assert_eq!(ask(&flush)?.verdict, ContainmentVerdict::Inside);
/// # Ok::<(), interframe::Error>(())
/// ```
pub fn contains(
    pair: &PosedPair<'_>,
    options: &ContainsOptions,
    _state: &mut PairState,
) -> Result<Containment> {
    options.validate()?;
    if pair.a.solid().is_some() {
        return of_solid(pair);
    }
    if pair.b.pieces().is_some() && pair.a.core().is_some() {
        kinds::CONTAINS.check([pair.a, pair.b])?;
        return all_pieces(pair, options);
    }
    let cores = pair.cores_for(&kinds::CONTAINS_CONVEX)?;
    let (bodies, poses) = cores.both();
    let found = witnessed(bodies, poses, options.max_pivots).found;
    match pair.polytopes() {
        None if !cores.has_empty() => Ok(round(&cores, &found, options.max_pivots)),
        _ => Ok(found),
    }
}

/// Answers for a solid A.
#[cold]
fn of_solid(pair: &PosedPair<'_>) -> Result<Containment> {
    let found = in_solid(pair)?;
    let [margin, error] = found.margin.unwrap_or_default();
    Ok(Containment {
        verdict: found.verdict,
        reason: match found.verdict {
            ContainmentVerdict::Undecided => Reason::Rounding,
            _ => Reason::None,
        },
        decided_by: found.decided_by,
        iterations: 0,
        margin: found
            .margin
            .map(|_| margin)
            .filter(|margin| margin.is_finite()),
        error,
        face: None,
        vertex: None,
        pieces: None,
    })
}

pieces_answer!(Containment);

/// Whether all pieces of B lie inside: with the least margin.
///
/// What lies in a ball has no less margin than the ball, so that pieces are queried only where a ball around them could have less
/// than the least so far.
#[cold]
fn all_pieces(pair: &PosedPair<'_>, options: &ContainsOptions) -> Result<Containment> {
    // The empty body is inside of every one.
    let nothing = Polytope::few(&[])?;
    let empty = PosedPair::new(pair.a, pair.pose_a, &nothing, pair.pose_b);
    let mut found = contains(&empty, options, &mut PairState::default())?;
    let mut at_least = f64::INFINITY;
    let point = Polytope::few(&[Vector3::zeros()])?;
    let least_margin = |center: &Vector3<f64>, radius: f64| {
        ball_margin(pair, &point, center, radius, options).unwrap_or(f64::NEG_INFINITY)
    };
    pair.over_pieces_of_b(&least_margin, &mut |posed, ids| {
        let mut answer = contains(posed, options, &mut PairState::default())?;
        let order =
            |answer: &Containment| (answer.verdict == ContainmentVerdict::Inside, answer.margin);
        let worse = found.pieces.is_none_or(|its| {
            let (one, other) = (order(&answer), order(&found));
            one < other || one == other && ids < its
        });
        if worse {
            let names = pair
                .b
                .pieces()
                .and_then(|pieces| pieces.vertex_ids(ids[1].triangle));
            answer.vertex = answer.vertex.map(|vertex| match names {
                Some(names) => names[posed.b.bounding_polytope().source_index(vertex as usize)],
                None => vertex,
            });
        }
        if let Some(margin) = answer.margin {
            at_least = at_least.min((margin - answer.error).next_down());
        }
        found.take(answer, ids, worse);
        Ok(found.margin.unwrap_or(f64::INFINITY))
    })?;
    // Another piece may be nearer to a face than it seems.
    if let Some(margin) = found.margin
        && at_least < margin
    {
        found.error = found.error.max((margin - at_least).next_up());
    }
    Ok(found)
}

/// What the margin of a body in a ball is not less than, errors included; None where that is not known. `center` is in B's frame.
fn ball_margin(
    pair: &PosedPair<'_>,
    point: &Polytope,
    center: &Vector3<f64>,
    radius: f64,
    options: &ContainsOptions,
) -> Option<f64> {
    let room = 16.0 * U * (norm1(center) + norm1(&pair.pose_b.translation()));
    let ball = point.rounded(radius + room).ok()?;
    let place = Pose::from_translation(pair.pose_b.transform_point(center)).ok()?;
    let posed = PosedPair::new(pair.a, pair.pose_a, ball, &place);
    let found = contains(&posed, options, &mut PairState::default()).ok()?;
    // The error of a piece grows with its size, as that of the ball does.
    let error = 4.0 * found.error + 16.0 * NORMAL_ERROR * radius;
    Some(found.margin? - error).filter(|margin| margin.is_finite())
}

/// Answers for bodies with radii, from the answer for their cores.
///
/// With h the support of a core, B lies inside A if h_A(n) - h_B(n) >= r_B - r_A along every unit n. Where B's core
/// lies inside A's, or A has faces and no radius, the least of these differences along faces' normals tells; otherwise
/// minus the largest distance of a corner of B from A.
fn round(cores: &Cores<'_, Pose>, core: &Containment, max_pivots: u32) -> Containment {
    let ([a, b], [pose_a, pose_b]) = cores.both();
    let [radius_a, radius_b] = cores.radii;
    let spare = radius_a - radius_b;
    let faces = core.margin.unwrap_or(0.0);
    let (mut margin, mut error) = (faces, core.error);
    let mut vertex = core.vertex;
    let edged = radius_a > 0.0 || a.face_count() == 0;
    if core.verdict == ContainmentVerdict::NotInside && edged {
        margin = 0.0;
        for id in 0..b.vertex_count() {
            let found = from_vertex(cores, a, id, max_pivots);
            if found.separation > -margin {
                (margin, error, vertex) = (-found.separation, found.error, Some(id as u32));
            }
        }
    }
    let less_radii = |margin: f64, error: f64| {
        let rounding = 2.0 * U * (spare.abs() + margin.abs());
        (margin + spare, error + rounding)
    };
    (margin, error) = less_radii(margin, error);
    let (inside, decided_by) = match core.verdict {
        _ if margin.abs() > error => (margin > 0.0, core.decided_by),
        ContainmentVerdict::Inside if spare >= 0.0 => (true, core.decided_by),
        // Of no face of A is B's core nearer than what its radius is larger by; A is its plane's own face.
        ContainmentVerdict::Inside => {
            let near = |face: usize| {
                let corners: Vec<_> = (a.face(face).iter())
                    .map(|&id| a.vertex(id as usize))
                    .collect();
                let wall = Polytope::few(&corners).expect("corners of a body are finite");
                let pair = Cores::plain([&wall, b], [pose_a, pose_b]);
                compare(&pair, &LengthSum([radius_b, -radius_a, 0.0])).is_lt()
            };
            let solid = a.dimension() == Dimension::Solid;
            (solid && !(0..a.face_count()).any(near), DecidedBy::Exact)
        }
        _ if spare < 0.0 => (false, core.decided_by),
        _ => {
            let beyond = |id: usize| {
                let corner = corner_of(b, id);
                let pair = Cores::plain([a, &corner], [pose_a, pose_b]);
                compare(&pair, &LengthSum([radius_a, -radius_b, 0.0])).is_gt()
            };
            (!(0..b.vertex_count()).any(beyond), DecidedBy::Exact)
        }
    };
    if !inside && a.face_count() > 0 {
        (margin, error) = less_radii(faces, core.error);
        vertex = core.vertex;
    }
    Containment {
        verdict: ContainmentVerdict::of(inside),
        decided_by,
        margin: Some(match inside {
            true => margin.max(0.0),
            false => margin.min(0.0),
        }),
        error,
        vertex,
        ..*core
    }
}

/// The distance of a corner of B from A's core.
fn from_vertex(
    cores: &Cores<'_, Pose>,
    a: &Polytope,
    id: usize,
    max_pivots: u32,
) -> distance::Distance {
    let corner = corner_of(cores.bodies[1], id);
    let ask = DistanceOptions {
        max_pivots,
        ..DistanceOptions::default()
    };
    let state = &mut PairState::default();
    distance::plain([a, &corner], cores.places, state, &ask, cores.loosest())
}

/// A corner as a body.
fn corner_of(body: &Polytope, id: usize) -> Polytope {
    Polytope::few(&[body.vertex(id)]).expect("a corner of a body is finite")
}

/// Answer of [`contains`] with its witness.
pub(crate) struct Witnessed {
    pub(crate) found: Containment,
    /// A vertex of B that is outside A; None when B is inside or A is empty.
    pub(crate) outside: Option<u32>,
    /// Outward normal of the half-space of the margin, world axes.
    pub(crate) normal: Vector3<f64>,
}

/// Decides containment, and returns its witness too.
pub(crate) fn witnessed(bodies: [&Polytope; 2], poses: [&Pose; 2], max_pivots: u32) -> Witnessed {
    let ([a, b], [pose_a, pose_b]) = (bodies, poses);
    if a.is_empty() || b.is_empty() {
        let nothing = Containment {
            pieces: None,
            verdict: ContainmentVerdict::of(b.is_empty()),
            reason: Reason::None,
            decided_by: DecidedBy::Nothing,
            iterations: 0,
            margin: None,
            error: 0.0,
            face: None,
            vertex: None,
        };
        return Witnessed {
            found: nothing,
            outside: None,
            normal: Vector3::zeros(),
        };
    }
    let apart = pose_b.translation() - pose_a.translation();
    let scale = pair_scale(a.reach(), b.reach(), norm1(&apart));
    let matrices = [pose_a, pose_b].map(|pose| pose.matrix() * scale);
    simd::widest(
        #[inline(always)]
        || {
            run(
                bodies,
                poses,
                [&matrices[0], &matrices[1]],
                max_pivots,
                scale,
            )
        },
    )
}

/// Result of testing every half-space of A.
struct HalfSpaceResult {
    margin: f64,
    face: Option<u32>,
    normal: Vector3<f64>,
    vertex: u32,
    count: u32,
    /// Bound on the error of every slack.
    error: f64,
}

#[inline(always)]
fn run(
    bodies: [&Polytope; 2],
    poses: [&Pose; 2],
    matrices: [&Matrix3<f64>; 2],
    max_pivots: u32,
    scale: f64,
) -> Witnessed {
    let origin = poses[0].translation();
    let a = ExtendedHull::at_pose(bodies[0], poses[0], matrices[0], origin, scale);
    let b = ExtendedHull::at_pose(bodies[1], poses[1], matrices[1], origin, scale);
    let mut look = HalfSpaceResult {
        margin: f64::INFINITY,
        face: None,
        normal: Vector3::zeros(),
        vertex: 0,
        count: 0,
        error: error_bound(bodies, &a, &b, scale),
    };
    let mut climbed = 0.0f64;
    half_spaces(bodies[0], |normal, corner, face| {
        let n = rotate(poses[0].matrix(), normal);
        let (reach, vertex) = b.support(&n, look.vertex, SearchStart::Hint);
        let slack = dot(&n, &a.point(corner)) - reach;
        look.count += 1;
        // A climb may have stopped short of the farthest vertex.
        climbed = climbed.max(b.climb_slack(vertex));
        // Written so that NaN is taken, and left to exact arithmetic.
        if !(slack >= look.margin) {
            (look.margin, look.face, look.vertex) = (slack, face, vertex);
            look.normal = n;
        }
    });
    look.error += climbed;
    let (outside, decided_by) = if look.margin > look.error {
        (None, DecidedBy::Float)
    } else if look.margin < -look.error {
        (Some(look.vertex), DecidedBy::Float)
    } else {
        (
            exactly(bodies, poses, matrices, &look, max_pivots, scale),
            DecidedBy::Exact,
        )
    };
    let inside = outside.is_none();
    let flat = bodies[0].dimension() != Dimension::Solid;
    let margin = match (inside, flat) {
        (true, true) => 0.0,
        (true, false) => look.margin.max(0.0),
        (false, _) => look.margin.min(0.0),
    };
    let found = Containment {
        pieces: None,
        verdict: ContainmentVerdict::of(inside),
        reason: Reason::None,
        decided_by,
        iterations: look.count,
        margin: Some(margin / scale),
        error: look.error / scale + f64::from_bits(1),
        face: look.face,
        vertex: Some(look.vertex),
    };
    Witnessed {
        found,
        outside,
        normal: look.normal,
    }
}

/// Every slack errs by the rounding of both supports and by the normal, which is within 1e-12 of
/// the face's and turns about a corner of it.
fn error_bound<A: FloatMapping, B: FloatMapping>(
    bodies: [&Polytope; 2],
    a: &A,
    b: &B,
    scale: f64,
) -> f64 {
    let extent = 2.0 * (bodies[0].outer_radius() + bodies[1].outer_radius()) * scale;
    let apart = norm(&(a.center() - b.center()));
    2.0 * (a.rounding() + b.rounding()) + NORMAL_ERROR * (extent + apart)
}

/// Twice what a face's normal may be off, for the rotation's rounding.
pub(crate) const NORMAL_ERROR: f64 = 2e-12;

/// Calls `each` with the unit normal of every half-space whose intersection a body is, in its own
/// frame, with a corner on its plane, and with the face it belongs to.
#[inline(always)]
pub(crate) fn half_spaces(body: &Polytope, mut each: impl FnMut(&Vector3<f64>, u32, Option<u32>)) {
    for face in 0..body.face_count() {
        each(
            &body.face_normal(face),
            body.face(face)[0],
            Some(face as u32),
        );
    }
    match body.dimension() {
        Dimension::Solid | Dimension::Empty => {}
        Dimension::Flat => {
            let (up, outline) = (body.face_normal(0), body.face(0));
            for (i, &from) in outline.iter().enumerate() {
                let along = between(body, from, outline[(i + 1) % outline.len()]);
                each(&cross(&along, &up), from, None);
            }
        }
        Dimension::Segment => {
            let along = between(body, 0, 1);
            let across = perpendicular(&along);
            let also = cross(&along, &across);
            for (n, corner) in [
                (along, 1),
                (-along, 0),
                (across, 0),
                (-across, 0),
                (also, 0),
                (-also, 0),
            ] {
                each(&n, corner, None);
            }
        }
        Dimension::Point => {
            for axis in [Vector3::x(), Vector3::y(), Vector3::z()] {
                each(&axis, 0, None);
                each(&-axis, 0, None);
            }
        }
    }
}

/// Unit vector from one corner to another, body frame; any size.
fn between(body: &Polytope, from: u32, to: u32) -> Vector3<f64> {
    let (from, to) = (body.vertex(from as usize), body.vertex(to as usize));
    let along = to - from;
    let along = if along.amax() < f64::INFINITY {
        along
    } else {
        // Beyond f64; halves of the smallest numbers would be 0.
        to * 0.5 - from * 0.5
    };
    let along = along / along.amax();
    along / norm(&along)
}

/// Every vertex of B that is within rounding of the boundary of A, or all of them when A has no
/// interior, against A exactly: the first that is outside.
#[cold]
fn exactly(
    bodies: [&Polytope; 2],
    poses: [&Pose; 2],
    matrices: [&Matrix3<f64>; 2],
    look: &HalfSpaceResult,
    max_pivots: u32,
    scale: f64,
) -> Option<u32> {
    let origin = poses[0].translation();
    let a = ExtendedHull::at_pose(bodies[0], poses[0], matrices[0], origin, scale);
    let b = ExtendedHull::at_pose(bodies[1], poses[1], matrices[1], origin, scale);
    (0..bodies[1].vertex_count() as u32).find(|&vertex| {
        let at = b.point(vertex);
        let mut doubtful = false;
        half_spaces(bodies[0], |normal, corner, _| {
            let n = rotate(poses[0].matrix(), normal);
            doubtful |= dot(&n, &a.point(corner)) - dot(&n, &at) <= look.error;
        });
        doubtful && !holds_vertex(bodies, poses, matrices, vertex as usize, max_pivots, scale)
    })
}

/// Whether a vertex of B is a point of A, exactly.
fn holds_vertex(
    bodies: [&Polytope; 2],
    poses: [&Pose; 2],
    matrices: [&Matrix3<f64>; 2],
    vertex: usize,
    max_pivots: u32,
    scale: f64,
) -> bool {
    let point = corner_of(bodies[1], vertex);
    let origin = poses[0].translation();
    let a = ExtendedHull::at_pose(bodies[0], poses[0], matrices[0], origin, scale);
    let b = ExtendedHull::at_pose(&point, poses[1], matrices[1], origin, scale);
    let mut m = Difference::new(&a, &b, 0.0);
    m.of_any_kind(|m| decide_outlined_afresh(m, max_pivots))
        .decision
        .kind
        == DecisionKind::Hit
}
