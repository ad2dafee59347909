//! How deep are two bodies in each other, and which way is out?
//!
//! First whether they meet at all, by the ray simplex and, where f64 leaves it open, exact integers, as
//! `intersect` decides; then the depth, from the simplex' last columns.
//!
//! Takes bodies of every kind; along a direction polytopes only. The table of it, and the words of refusals, are in
//! `motion::kinds`.

use nalgebra::Vector3;

use crate::error::Result;
use crate::motion::kinds;
use crate::motion::pairs::{ConvexPair, Cores, PosedPair, SolverPair};
use crate::motion::pose::Pose;
use crate::numeric::arithmetic::{U, norm1};
use crate::pair::PairState;
use crate::query::distance::{self as distance, DistanceOptions};
use crate::query::fold::{PiecesAnswer, pieces_answer, rank};
use crate::query::penetration_along::along;
use crate::query::penetration_answer::{Penetration, PenetrationOptions};
use crate::query::way_out::way_out;
use crate::shape::polytope::Polytope;
use crate::solver::curved_distance::{CurvedDistance, known};
use crate::solver::decide::decide_hulls_afresh;
use crate::solver::decision::DecisionKind;
use crate::solver::epa::depth;
use crate::solver::minkowski_difference::Difference;
use crate::solver::parallel_boxes::ParallelBoxes;
use crate::solver::rounded_distance;
use crate::solver::within_distance::bodies_within_distance;
use crate::support::swept_hull::{ExtendedHull, pair_scale};
use crate::verdict::{DecidedBy, Reason, Verdict};

/// Depth, direction and witnesses of the overlap of two bodies at given poses.
///
/// The depth is the length of the shortest translation that leaves the bodies touching at most:
/// exact up to rounding (`error` bounds it), however deep or concentric the bodies are. Where
/// several directions are equally short, which one is answered depends on the poses' last places.
/// Bodies without interior have depths too: that of a coplanar or collinear pair is 0 and its
/// normal that of the common plane, or any across the common line. Touching bodies have depth 0 to
/// rounding. The verdict is exact, as that of [`intersect`](crate::intersect).
///
/// Needs no state. Allocates nothing while the polytope that is grown inside A - B has at most 128
/// triangles; larger ones (deep pairs of round bodies of some 30 vertices or more) are moved to
/// the heap, without limit. Costs a support query and some 100 to 200 ns a vertex of that polytope.
///
/// With a direction the depth is how far B must move along it until the bodies only touch: every
/// smaller step leaves them overlapping, every larger one parts them. `normal` is then that of the plane in
/// which they touch in the end, `point_a` and `point_b` the points that do, `point_a - point_b = depth *
/// direction / |direction|` to rounding. A body that touches another and is moved along it slides until it is
/// off: the depth is exact there too. Some hundred nanoseconds; allocates only where exact arithmetic
/// decides (the bodies touch to rounding, or the direction is that of a face or edge they leave by).
///
/// Source: the expanding polytope algorithm of van den Bergen ("Proximity Queries and Penetration
/// Depth Computation on 3D Game Objects", 2001); deviations are listed in `docs/theory/DEPTHS.md`.
///
/// # Errors
/// [`Error::Setting`](crate::Error::Setting) when an option is out of range, [`Error::Body`](crate::Error::Body) along a direction
/// for bodies with radii, curved ones and bodies of several pieces.
///
/// ```
/// use interframe::{PairState, PenetrationOptions, Polytope, Pose, PosedPair, Verdict, penetration};
/// use nalgebra::Vector3;
///
/// let cube = Polytope::cuboid([0.5; 3])?;
/// let here = Pose::identity();
/// let deep = Pose::from_translation(Vector3::new(0.25, 0.75, 0.125))?;
/// let ask = |options: &PenetrationOptions| penetration(
///     &PosedPair::new(&cube, &here, &cube, &deep), options, &mut PairState::default(),
/// );
/// let found = ask(&PenetrationOptions::default())?;
/// assert_eq!(found.verdict, Verdict::Hit);
/// assert!((found.depth - 0.25).abs() < 1e-14); // along y the cubes overlap by a quarter
/// assert!((found.normal.unwrap() - Vector3::y()).norm() < 1e-14);
///
/// let along = |d: [f64; 3]| ask(&PenetrationOptions { direction: Some(d.into()), ..Default::default() });
/// assert!((along([2.0, 0.0, 0.0])?.depth - 0.75).abs() < 1e-14); // out through the side
/// let up = along([3.0, 4.0, 0.0])?; // along y they overlap by a quarter, 0.8 of the way is along y
/// assert!((up.depth - 0.25 / 0.8).abs() < 1e-14);
/// assert!((up.normal.unwrap() - Vector3::y()).norm() < 1e-14);
/// # Ok::<(), interframe::Error>(())
/// ```
pub fn penetration(
    pair: &PosedPair<'_>,
    options: &PenetrationOptions,
    _state: &mut PairState,
) -> Result<Penetration> {
    options.validate()?;
    let takes = match options.direction {
        Some(_) => &kinds::PENETRATION_ALONG,
        None => &kinds::PENETRATION,
    };
    Ok(match (pair.kinds(takes)?, &options.direction) {
        (SolverPair::Polytopes([a, b], poses), Some(direction))
            if !a.is_empty() && !b.is_empty() =>
        {
            along([a, b], poses, direction, options.max_pivots)
        }
        (SolverPair::Polytopes(bodies, poses), _) => plain(bodies, poses, options),
        (SolverPair::Rounded(cores), _) => round(&cores, options).in_range(),
        (SolverPair::Curved(sides), _) => curved(&sides, options.max_pivots).in_range(),
        (SolverPair::Pieces, _) => of_solids(pair, of_pieces(pair, options)?)?,
    })
}

pieces_answer!(Penetration);

/// Returns the penetration of the deepest pair of pieces.
#[cold]
fn of_pieces(pair: &PosedPair<'_>, options: &PenetrationOptions) -> Result<Penetration> {
    let mut found = Penetration::apart(None, 0, DecidedBy::Nothing);
    let mut at_most = 0.0f64;
    pair.over_pieces(0.0, &mut |pair, ids| {
        let answer = penetration(pair, options, &mut PairState::default())?;
        let order = |answer: &Penetration| (rank(answer.verdict), answer.depth);
        let same = order(&answer) == order(&found) && Some(ids) < found.pieces;
        let wins = answer.verdict != Verdict::Separated && (order(&answer) > order(&found) || same);
        if answer.verdict != Verdict::Separated {
            at_most = at_most.max((answer.depth + answer.error).next_up());
        }
        found.take(answer, ids, wins);
        Ok(0.0)
    })?;
    // Another pair may be deeper than it seems.
    if at_most > found.depth {
        found.error = found.error.max((at_most - found.depth).next_up());
    }
    Ok(found)
}

/// Searches a way out for bodies of which one is a solid, if something of one is in the other.
fn of_solids(pair: &PosedPair<'_>, deepest: Penetration) -> Result<Penetration> {
    if !pair.has_solid() {
        return Ok(deepest);
    }
    if deepest.verdict != Verdict::Hit {
        let Some(inside) = pair.inside()? else {
            return Ok(deepest);
        };
        if inside.point.is_none() {
            return Ok(deepest);
        }
    }
    way_out(pair, &deepest, |two| {
        penetration(
            two,
            &PenetrationOptions::default(),
            &mut PairState::default(),
        )
    })
}

/// The depth of two bodies that are not curved.
pub(crate) fn of_cores(cores: &Cores<'_, Pose>, max_pivots: u32) -> Penetration {
    let options = PenetrationOptions {
        max_pivots,
        ..PenetrationOptions::default()
    };
    match cores.radii == [0.0; 2] {
        true => plain(cores.bodies, cores.places, &options),
        false => round(cores, &options),
    }
}

/// Measures polytopes.
fn plain(bodies: [&Polytope; 2], poses: [&Pose; 2], options: &PenetrationOptions) -> Penetration {
    let ([a, b], [pose_a, pose_b]) = (bodies, poses);
    if a.is_empty() || b.is_empty() {
        return Penetration::apart(None, 0, DecidedBy::Nothing);
    }
    let apart = pose_b.translation() - pose_a.translation();
    let scale = pair_scale(a.reach(), b.reach(), norm1(&apart));
    if let Some(found) = flush_boxes(bodies, poses, scale) {
        return found;
    }
    let matrices = poses.map(|pose| pose.matrix() * scale);
    let origin = poses[0].translation();
    let a = ExtendedHull::at_pose(bodies[0], poses[0], &matrices[0], origin, scale);
    let b = ExtendedHull::at_pose(bodies[1], poses[1], &matrices[1], origin, scale);
    let mut m = Difference::new(&a, &b, 0.0);
    let start = decide_hulls_afresh(&mut m, options.max_pivots);
    let (decision, decided_by) = (start.decision, start.decision.by);
    if decision.kind == DecisionKind::Separated {
        let plane = decision.plane(&origin, scale, &m.span);
        return Penetration::apart(plane, m.queries, decided_by);
    }
    let common = decision.vector();
    let found = depth(&mut m, &start.seeds[..start.count]);
    let [point_a, point_b] = match &found.foot {
        Some((columns, weights)) => m.points(columns, weights),
        None => [common; 2],
    };
    let world = |p: Vector3<f64>| p * (1.0 / scale) + origin;
    Penetration {
        pieces: None,
        verdict: Verdict::Hit,
        reason: Reason::None,
        decided_by,
        iterations: m.queries,
        // The bodies meet, so a negative value is rounding.
        depth: found.depth.max(0.0) / scale,
        // The last step pays for denormals.
        error: ((found.depth - found.lower).max(0.0) + m.rounding()) / scale + f64::from_bits(1),
        normal: Some(found.normal),
        point_a: Some(world(point_a)),
        point_b: Some(world(point_b)),
        plane: None,
    }
    .opposite(bodies.map(|body| body.reach()))
}

/// Measures boxes with parallel faces that touch to rounding: they part along the side where they overlap least.
fn flush_boxes(bodies: [&Polytope; 2], poses: [&Pose; 2], scale: f64) -> Option<Penetration> {
    let boxes = ParallelBoxes::new(bodies, poses, None, scale)?;
    let contact = boxes.contact()?;
    let origin = poses[0].translation();
    let decided_by = contact.decided_by();
    if contact.is_apart() {
        let decision = boxes.decision(&contact, &mut PairState::default());
        let plane = decision.plane(&origin, scale, &boxes.span(&contact));
        return Some(Penetration::apart(plane, 0, decided_by));
    }
    let points = boxes.points(contact.side, &boxes.offset_at(0.0));
    let [point_a, point_b] = points.map(|p| Some(p * (1.0 / scale) + origin));
    let found = Penetration {
        pieces: None,
        verdict: Verdict::Hit,
        reason: Reason::None,
        decided_by,
        iterations: 0,
        // A positive gap of boxes that meet is rounding.
        depth: (-contact.gap).max(0.0) / scale,
        error: boxes.gap_error() / scale + f64::from_bits(1),
        normal: Some(boxes.normal(contact.side)),
        point_a,
        point_b,
        plane: None,
    };
    Some(found.opposite(bodies.map(Polytope::reach)))
}

/// Measures bodies with radii: what is left of the radii between the cores, or the cores' own depth and the radii.
fn round(cores: &Cores<'_, Pose>, options: &PenetrationOptions) -> Penetration {
    let (bodies, poses) = cores.both();
    if cores.has_empty() {
        return plain(bodies, poses, options);
    }
    let state = &mut PairState::default();
    let found = bodies_within_distance(cores, 0.0, options.max_pivots, state);
    let (iterations, decided_by) = (found.queries, found.decision().by);
    if let Some(plane) = found.plane() {
        return Penetration::apart(Some(plane), iterations, decided_by);
    }
    let reach = cores.touching_distance(0.0);
    let [below, above] = reach.bounds(1.0);
    let ask = DistanceOptions {
        max_pivots: options.max_pivots,
        ..DistanceOptions::default()
    };
    let apart = distance::plain(bodies, poses, state, &ask, cores.loosest());
    // By which the cores overlap; less than nothing where they are apart.
    let (depth, error, normal, points) = match apart.normal {
        Some(normal) => {
            let points = [apart.point_a, apart.point_b];
            (-apart.separation, apart.error, normal, points)
        }
        None => {
            let deep = plain(bodies, poses, options);
            let normal = deep.normal.unwrap_or_default();
            (deep.depth, deep.error, normal, [deep.point_a, deep.point_b])
        }
    };
    let [point_a, point_b] = points.map(Option::unwrap_or_default);
    let [point_a, point_b] = rounded_distance::surfaces([point_a, point_b], &normal, cores.radii);
    let depth = (reach.rounded() + depth).max(0.0);
    // Of lengths beyond f64 nothing is known but that.
    let (depth, error) = match above < f64::INFINITY && error < f64::INFINITY {
        true => (depth, error),
        false => (f64::INFINITY, f64::INFINITY),
    };
    Penetration {
        pieces: None,
        verdict: Verdict::Hit,
        reason: Reason::None,
        decided_by,
        iterations: iterations + apart.iterations,
        depth,
        error: error + (above - below) + U * depth,
        normal: Some(normal),
        point_a: Some(point_a),
        point_b: Some(point_b),
        plane: None,
    }
    .opposite([0, 1].map(|k: usize| bodies[k].reach() + cores.radii[k]))
}

/// The depth of two convex bodies.
pub(crate) fn of_convex(sides: &ConvexPair<'_, Pose>, max_pivots: u32) -> Penetration {
    match sides.uncurved() {
        Some(cores) => of_cores(&cores, max_pivots),
        None => curved(sides, max_pivots),
    }
}

/// The depth of two convex bodies of which one is curved.
pub(crate) fn curved(sides: &ConvexPair<'_, Pose>, max_pivots: u32) -> Penetration {
    if sides.bounding_polytopes().has_empty() {
        return Penetration::apart(None, 0, DecidedBy::Nothing);
    }
    let found = known(sides, 0.0, max_pivots, &mut PairState::default());
    curved_from(sides, &found)
}

/// The depth of two bodies, none empty, of which the distance is known.
fn curved_from(sides: &ConvexPair<'_, Pose>, found: &CurvedDistance) -> Penetration {
    if found.verdict == Verdict::Separated {
        return Penetration::apart(found.plane(), found.iterations, found.decided_by);
    }
    let overlap = found.overlap(sides);
    Penetration {
        pieces: None,
        verdict: found.verdict,
        reason: found.reason(),
        decided_by: found.decided_by,
        iterations: found.iterations,
        depth: overlap.depth,
        error: overlap.error,
        normal: Some(overlap.normal),
        point_a: Some(overlap.points[0]),
        point_b: Some(overlap.points[1]),
        plane: None,
    }
}
