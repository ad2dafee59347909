//! Where two bodies touch or nearly do: up to four points, or all of them.
//!
//! Problem: a solver wants the patch in which two bodies touch, as a few points with depths, the same
//! ids from frame to frame, and no depth that a rounding makes jump. Idea: the normal is that of the
//! distance (bodies apart) or of the least depth (bodies that meet). Along it each body shows a
//! feature: the face at its support vertex that looks most nearly along the normal, or an edge where
//! every face there is steep. Both are projected along the normal; the corners of the
//! intersection of the two outlines are the contact points: corners of A within B's outline, of B
//! within A's, and crossings of edges. Each is on both features, so its depth is the difference of two
//! heights, and it is known by which corner, edge or face it is of.
//!
//! The nearest or deepest pair of points that the solver found stands in where the outlines miss it
//! (two corners, edges that barely cross).
//!
//! Loses on faces of hundreds of corners: every edge of one outline is clipped by every edge of the
//! other.

use std::collections::BTreeSet;

use nalgebra::{Matrix3, Vector3};

use crate::body::pieces::PieceId;
use crate::body::polytope::Polytope;
use crate::body::simd;
use crate::body::support::Start;
use crate::distance::clip::{Clip, ContactCandidate, On, edge_id, face_id, vertex_id};
use crate::distance::contact_face::{ContactFace, Frame};
use crate::distance::contact_point::ContactPoint;
use crate::distance::epa::depth;
use crate::distance::gjk::{self, Kind, Nearest, Stop};
use crate::distance::inner_edges::{FlatPart, is_blurred, own_normal};
use crate::distance::near::near_bodies;
use crate::distance::pair_distance::{Feature, FeatureKind};
use crate::distance::rounded;
use crate::error::Result;
use crate::lp::decide::{Kind as Decided, cold_outlined};
use crate::lp::exact::{self, ExactNearest};
use crate::lp::problem::{AnyDifference, Column, Difference, Extent};
use crate::motion::pairs::{Cores, PosedPair, refuse_curved};
use crate::motion::pose::Pose;
use crate::numeric::arithmetic::{cross, dot, norm1, rotate, rotate_back};
use crate::numeric::scaling::{exponent_above, is_ordinary, scale_all};
use crate::options::{MAX_PIVOTS, options};
use crate::pair::PairState;
use crate::support::mapping::FloatMapping;
use crate::support::swept_hull::{ExtendedHull, pair_scale};
use crate::verdict::{DecidedBy, Reason, Verdict};

/// Outlines may miss each other, and contact points coincide, by this part of the pair's size.
const BLUR: f64 = 1e-10;

/// The solver's own points are added when no contact is as deep to this part of the size.
const MISSED: f64 = 1e-7;

/// Answer of [`contact_manifold`].
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct ContactManifold {
    /// `Separated` or `Hit`, exactly as [`intersect`](crate::intersect) decides. Points may exist with
    /// either.
    pub verdict: Verdict,
    /// `None`: it is never undecided.
    pub reason: Reason,
    /// Which arithmetic decided the verdict.
    pub decided_by: DecidedBy,
    /// Support queries on each body.
    pub iterations: u32,
    /// Unit normal of all contacts, from A to B; world axes. None without points.
    pub normal: Option<Vector3<f64>>,
    #[cfg_attr(feature = "serde", serde(skip))]
    points: [ContactPoint; 4],
    #[cfg_attr(feature = "serde", serde(skip))]
    count: usize,
    /// Which pieces of the two bodies are the deepest in each other, or nearest; None where both are convex, and without points.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub pieces: Option<[PieceId; 2]>,
}

impl ContactManifold {
    /// Up to four contacts, the deepest first.
    #[must_use]
    pub fn points(&self) -> &[ContactPoint] {
        &self.points[..self.count]
    }

    fn none(verdict: Verdict, iterations: u32, decided_by: DecidedBy) -> Self {
        ContactManifold {
            pieces: None,
            verdict,
            reason: Reason::None,
            decided_by,
            iterations,
            normal: None,
            points: [ContactPoint::default(); 4],
            count: 0,
        }
    }
}

options! {
    /// Options of [`contact_manifold`] and [`contact_points`].
    ContactManifoldOptions {
        /// Contacts across gaps up to this are found too, an absolute length. Default 0.
        prediction: f64 = 0.0, "finite and not negative": |x| *x >= 0.0 && x.is_finite();
        /// Pivots in f64 before exact arithmetic takes over; never decides a verdict. At least 1, default 64.
        max_pivots: u32 = MAX_PIVOTS, "from 1 to 1000000": |n| (1..=1_000_000).contains(n);
    }
}

/// Where two bodies touch or are at most `prediction` apart: up to four points with a common normal.
///
/// Bodies that meet: the normal is that of the least depth ([`penetration`](crate::penetration)). Bodies
/// that are apart by at most `prediction`: that of the distance. Farther apart: no points. Of more than
/// four contacts the deepest stays, the one farthest from it, and the farthest on both sides of the
/// line between them. Contacts less deep than `-prediction` are dropped.
///
/// Bodies of several pieces: the normal is that of the pair that is the deepest, or nearest, and the contacts are those of all
/// pairs along it. A normal that leads over a seam of a surface, where that goes on, is none: the triangle's own is taken
/// (`docs/MESHES.md`).
///
/// `state` is the memory of this pair, shared with the other queries. Of convex bodies it allocates nothing,
/// unless they touch to rounding and exact arithmetic decides, or the polytope that is grown for the depth
/// is large; of bodies of several pieces, lists of the pairs that touch and of their contacts. Costs a
/// distance or a depth, and some hundred nanoseconds, for each pair of pieces.
///
/// # Errors
/// [`Error::Setting`](crate::Error::Setting) when an option is out of range, [`Error::Body`](crate::Error::Body) of curved bodies.
///
/// ```
/// use interframe::{
///     ContactManifoldOptions, PairState, Polytope, Pose, PosedPair, contact_manifold,
/// };
/// use nalgebra::Vector3;
///
/// let corner = |i: u32, bit: u32| if i >> bit & 1 == 0 { -0.5 } else { 0.5 };
/// let corners: Vec<_> = (0..8).map(|i| Vector3::new(corner(i, 0), corner(i, 1), corner(i, 2))).collect();
/// let cube = Polytope::new(&corners)?;
/// let here = Pose::identity();
/// let above = Pose::from_translation(Vector3::new(0.25, 0.0, 0.875))?; // an eighth deep
/// let options = ContactManifoldOptions { prediction: 0.01, ..Default::default() };
/// let found = contact_manifold(
///     &PosedPair::new(&cube, &here, &cube, &above),
///     &options, &mut PairState::default(),
/// )?;
/// assert!((found.normal.unwrap() - Vector3::z()).norm() < 1e-14);
/// assert_eq!(found.points().len(), 4);
/// assert!(found.points().iter().all(|contact| (contact.depth - 0.125).abs() < 1e-14));
/// # Ok::<(), interframe::Error>(())
/// ```
pub fn contact_manifold(
    pair: &PosedPair<'_>,
    options: &ContactManifoldOptions,
    state: &mut PairState,
) -> Result<ContactManifold> {
    answer(pair, options, state, None)
}

/// The same with every contact of the two features, in `out`; how many there are. When there are more
/// than `out` holds, the first that fit are written; their order is that around A's feature, then
/// B's. The manifold itself has the best four.
///
/// # Errors
/// As [`contact_manifold`].
///
/// ```
/// use interframe::{
///     ContactManifoldOptions, ContactPoint, PairState, Polytope, Pose, PosedPair, contact_points,
/// };
/// use nalgebra::Vector3;
///
/// let ring = |z: f64| (0..6).map(move |i| {
///     let (y, x) = (f64::from(i) * std::f64::consts::FRAC_PI_3).sin_cos();
///     Vector3::new(x, y, z)
/// });
/// let prism = Polytope::new(&ring(-0.5).chain(ring(0.5)).collect::<Vec<_>>())?;
/// let (here, above) = (Pose::identity(), Pose::from_translation(Vector3::new(0.0, 0.0, 1.0))?);
/// let mut out = [ContactPoint::default(); 32];
/// let options = ContactManifoldOptions { prediction: 1e-3, ..Default::default() };
/// let (found, count) =
///     contact_points(
///         &PosedPair::new(&prism, &here, &prism, &above),
///         &options, &mut PairState::default(), &mut out,
///     )?;
/// assert_eq!((found.points().len(), count), (4, 6));
/// # Ok::<(), interframe::Error>(())
/// ```
pub fn contact_points(
    pair: &PosedPair<'_>,
    options: &ContactManifoldOptions,
    state: &mut PairState,
    out: &mut [ContactPoint],
) -> Result<(ContactManifold, usize)> {
    let mut all = All { out, count: 0 };
    let found = answer(pair, options, state, Some(&mut all))?;
    Ok((found, all.count))
}

/// Where every contact is written, and how many there are.
struct All<'o> {
    out: &'o mut [ContactPoint],
    count: usize,
}

fn answer(
    pair: &PosedPair<'_>,
    options: &ContactManifoldOptions,
    state: &mut PairState,
    all: Option<&mut All<'_>>,
) -> Result<ContactManifold> {
    options.validate()?;
    if pair.has_pieces() {
        refuse_curved("contact_manifold", [pair.a, pair.b])?;
        return of_pieces(pair, options, all);
    }
    let cores = pair.cores_for("contact_manifold")?;
    if cores.has_empty() {
        let nothing = DecidedBy::Nothing;
        return Ok(ContactManifold::none(Verdict::Separated, 0, nothing));
    }
    match pair.polytopes() {
        Some(_) => Ok(plain(&cores, Asked::plainly(options, None), state, all)),
        None => Ok(round(&cores, options, state, all)),
    }
}

/// Contacts of two pieces, and which they are.
struct OfPieces {
    normal: Vector3<f64>,
    ids: [PieceId; 2],
    points: Vec<ContactPoint>,
    /// No normal of its own: that of others goes before it.
    is_blurred: bool,
}

impl OfPieces {
    fn depth(&self) -> f64 {
        let depths = self.points.iter().map(|p| p.depth);
        depths.fold(f64::NEG_INFINITY, f64::max)
    }
}

/// Normals that are the same to this are those of one plane.
const SAME_NORMAL: f64 = 1e-9;

/// Of bodies of several pieces: of all pairs the contacts along the normal of the deepest, or of the nearest where they are apart.
#[cold]
fn of_pieces(
    pair: &PosedPair<'_>,
    options: &ContactManifoldOptions,
    mut all: Option<&mut All<'_>>,
) -> Result<ContactManifold> {
    let mut list: Vec<OfPieces> = Vec::new();
    let mut over_seams: Vec<OfPieces> = Vec::new();
    let mut found = ContactManifold::none(Verdict::Separated, 0, DecidedBy::Nothing);
    pair.over_pieces(options.prediction, &mut |posed, ids| {
        let (one, points) = with_all(posed, options, None)?;
        found.iterations += one.iterations;
        found.decided_by = found.decided_by.max(one.decided_by);
        if one.verdict == Verdict::Hit {
            found.verdict = Verdict::Hit;
        }
        let Some(normal) = one.normal else {
            return Ok(options.prediction);
        };
        let own = own_normal_of(pair, posed, ids, &normal);
        let of = |normal, points| OfPieces {
            normal,
            ids,
            points,
            is_blurred: [pair.a, pair.b].iter().zip(ids).any(|(body, id)| {
                let surface = body.pieces();
                surface.is_some_and(|surface| is_blurred(&surface, id.triangle))
            }),
        };
        match own {
            None => list.push(of(normal, points)),
            Some(own) => {
                list.push(of(own, with_all(posed, options, Some(own))?.1));
                over_seams.push(of(normal, points));
            }
        }
        Ok(options.prediction)
    })?;
    let order = |p: &&OfPieces, q: &&OfPieces| {
        let [is_sound, its] = [p, q].map(|of| !of.is_blurred && of.depth() >= 0.0);
        let deeper = is_sound.cmp(&its).then(p.depth().total_cmp(&q.depth()));
        deeper.then(q.ids.cmp(&p.ids))
    };
    // Better over a seam than not at all.
    for list in [list, over_seams] {
        let Some(first) = list.iter().max_by(order) else {
            continue;
        };
        let (first, normal) = (first.ids, first.normal);
        let list = along_one(pair, options, list, (first, &normal))?;
        let mut points: Vec<ContactPoint> = Vec::new();
        let size = size_of(pair);
        for point in list.iter().flat_map(|of| &of.points) {
            // At a seam both triangles have it.
            let same = |other: &ContactPoint| {
                (other.point_a - point.point_a).amax() <= 4.0 * BLUR * size
                    && (other.point_b - point.point_b).amax() <= 4.0 * BLUR * size
            };
            if !points.iter().any(same) {
                points.push(*point);
            }
        }
        let deepest = list.iter().max_by(|p, q| {
            let deeper = p.depth().total_cmp(&q.depth());
            deeper.then(q.ids.cmp(&p.ids))
        });
        let Some(deepest) = deepest.filter(|_| !points.is_empty()) else {
            continue;
        };
        if let Some(all) = &mut all {
            all.count = points.len();
            let written = points.len().min(all.out.len());
            all.out[..written].copy_from_slice(&points[..written]);
        }
        let (best, count) = four_of(&points, &normal);
        return Ok(ContactManifold {
            normal: Some(normal),
            points: best,
            count,
            pieces: Some(deepest.ids),
            ..found
        });
    }
    Ok(found)
}

fn size_of(pair: &PosedPair<'_>) -> f64 {
    pair.a.around().reach() + pair.b.around().reach()
}

/// The pairs along the normal of one of them, `first`, by their ids: those that have it, those in one plane with it, and others
/// as far as they are no deeper along it.
fn along_one(
    pair: &PosedPair<'_>,
    options: &ContactManifoldOptions,
    list: Vec<OfPieces>,
    (first, normal): ([PieceId; 2], &Vector3<f64>),
) -> Result<Vec<OfPieces>> {
    let measured = |ids: [PieceId; 2]| -> Result<OfPieces> {
        let (_, points) =
            pair.of_pieces(ids, |posed| with_all(posed, options, Some(*normal)))??;
        Ok(OfPieces {
            normal: *normal,
            ids,
            points,
            is_blurred: false,
        })
    };
    let flat = flat_part(pair, first, normal);
    let (mut kept, mut others, mut seeds) = (Vec::new(), Vec::new(), Vec::new());
    let mut known = BTreeSet::new();
    for of in list {
        known.insert(of.ids);
        let is_flat = flat
            .as_ref()
            .is_some_and(|(k, flat)| flat.holds(of.ids[*k].triangle));
        if is_flat {
            seeds.push(of.ids);
        }
        if (of.normal - normal).amax() <= SAME_NORMAL {
            kept.push(of);
        } else if is_flat {
            kept.push(measured(of.ids)?);
        } else {
            others.push(of.ids);
        }
    }
    if let Some((k, flat)) = flat {
        for ids in behind(pair, options, (k, &flat), (seeds, known), normal)? {
            kept.push(measured(ids)?);
        }
    }
    let deepest = kept.iter().map(OfPieces::depth);
    let deepest = deepest.fold(f64::NEG_INFINITY, f64::max) + 4.0 * BLUR * size_of(pair);
    for ids in others {
        let other = measured(ids)?;
        if other.depth() <= deepest {
            kept.push(other);
        }
    }
    kept.sort_by_key(|of| of.ids);
    Ok(kept)
}

/// Which of the two bodies is a surface that is flat about one of its triangles, across the normal.
fn flat_part<'a>(
    pair: &PosedPair<'a>,
    ids: [PieceId; 2],
    normal: &Vector3<f64>,
) -> Option<(usize, FlatPart<'a>)> {
    let blur = 4.0 * BLUR * size_of(pair);
    let sides = [(pair.a, pair.pose_a), (pair.b, pair.pose_b)];
    let mut found = (0..2).filter_map(|k| {
        let (body, pose) = sides[k];
        let n = rotate_back(pose.matrix(), normal);
        FlatPart::new(body.pieces()?, ids[k].triangle, &n, blur).map(|flat| (k, flat))
    });
    found.next()
}

/// Pairs that do not meet though the one piece is behind the other, a triangle of a flat part of which the seeds meet it: it came
/// in through these, and goes on behind their neighbours.
fn behind(
    pair: &PosedPair<'_>,
    options: &ContactManifoldOptions,
    (k, flat): (usize, &FlatPart<'_>),
    (mut seeds, known): (Vec<[PieceId; 2]>, BTreeSet<[PieceId; 2]>),
    normal: &Vector3<f64>,
) -> Result<Vec<[PieceId; 2]>> {
    let mut deepest = options.prediction;
    for ids in &seeds {
        deepest = deepest.max(pair.of_pieces(*ids, |posed| overlap(posed, normal))??);
    }
    let mut near = BTreeSet::new();
    if deepest > options.prediction {
        pair.over_pieces(deepest, &mut |_, ids| {
            if flat.holds(ids[k].triangle) && !known.contains(&ids) {
                near.insert(ids);
            }
            Ok(deepest)
        })?;
    }
    let mut found = Vec::new();
    while let Some(ids) = seeds.pop() {
        for triangle in flat.next_to(ids[k].triangle) {
            let mut next = ids;
            next[k].triangle = triangle;
            if near.remove(&next) {
                found.push(next);
                seeds.push(next);
            }
        }
    }
    Ok(found)
}

/// How far two convex bodies overlap along a normal from A to B.
fn overlap(pair: &PosedPair<'_>, normal: &Vector3<f64>) -> Result<f64> {
    let cores = pair.cores_for("contact_manifold")?;
    let (bodies, poses) = cores.both();
    let far = |k: usize, n: Vector3<f64>| {
        let vertex = bodies[k].support(&rotate_back(poses[k].matrix(), &n));
        let at = vertex.map(|v| poses[k].transform_point(&bodies[k].vertex(v)));
        at.map_or(f64::NEG_INFINITY, |at| dot(&n, &at))
    };
    Ok(far(0, *normal) + far(1, -normal) + cores.reach(0.0).rounded())
}

/// A manifold with all its points; along a given normal, if there is one.
fn with_all(
    pair: &PosedPair<'_>,
    options: &ContactManifoldOptions,
    along: Option<Vector3<f64>>,
) -> Result<(ContactManifold, Vec<ContactPoint>)> {
    let cores = pair.cores_for("contact_manifold")?;
    if cores.has_empty() {
        let nothing = DecidedBy::Nothing;
        let none = ContactManifold::none(Verdict::Separated, 0, nothing);
        return Ok((none, Vec::new()));
    }
    let mut points = vec![ContactPoint::default(); 16];
    loop {
        let mut all = All {
            out: &mut points,
            count: 0,
        };
        let state = &mut PairState::default();
        let found = match pair.polytopes() {
            Some(_) => {
                let asked = Asked::plainly(options, along);
                plain(&cores, asked, state, Some(&mut all))
            }
            None => round_along(&cores, options, along, state, Some(&mut all)),
        };
        let count = all.count;
        let whole = count <= points.len();
        points.resize(count, ContactPoint::default());
        if whole {
            return Ok((found, points));
        }
    }
}

/// The normal of a triangle's own face, from A to B in the world, where that of a contact is none of its surface's.
fn own_normal_of(
    pair: &PosedPair<'_>,
    posed: &PosedPair<'_>,
    ids: [PieceId; 2],
    normal: &Vector3<f64>,
) -> Option<Vector3<f64>> {
    let sides = [
        (&pair.a, pair.pose_a, &posed.b, posed.pose_b, 1.0),
        (&pair.b, pair.pose_b, &posed.a, posed.pose_a, -1.0),
    ];
    let mut found =
        sides
            .into_iter()
            .zip(ids)
            .filter_map(|((body, pose, other, its, sign), id)| {
                let surface = body.pieces()?;
                let into = |v: &Vector3<f64>| rotate_back(pose.matrix(), v);
                let center =
                    into(&(its.transform_point(&other.around().center()) - pose.translation()));
                let own = own_normal(&surface, id.triangle, &into(&(normal * sign)), &center)?;
                Some(rotate(pose.matrix(), &own) * sign)
            });
    found.next()
}

/// The deepest, the one farthest from it, and the farthest on both sides of the line between them.
fn four_of(points: &[ContactPoint], normal: &Vector3<f64>) -> ([ContactPoint; 4], usize) {
    let mut best = [ContactPoint::default(); 4];
    if points.len() <= 4 {
        best[..points.len()].copy_from_slice(points);
        best[..points.len()].sort_by(|p, q| q.depth.total_cmp(&p.depth));
        return (best, points.len());
    }
    let most = |of: &dyn Fn(&ContactPoint) -> f64| {
        let first = (0, f64::NEG_INFINITY);
        let numbered = points.iter().enumerate();
        numbered.fold(first, |(at, most), (k, p)| match of(p) > most {
            true => (k, of(p)),
            false => (at, most),
        })
    };
    let (deepest, _) = most(&|p| p.depth);
    let origin = points[deepest].point_a;
    let size = points
        .iter()
        .fold(0.0_f64, |most, p| most.max(norm1(&(p.point_a - origin))));
    let shift = match is_ordinary(size) {
        true => 0,
        false => -exponent_above(size),
    };
    let from = |p: &ContactPoint| scale_all(&(p.point_a - origin), shift);
    let (far, _) = most(&|p| dot(&from(p), &from(p)));
    let across = cross(&from(&points[far]), normal);
    let (left, left_by) = most(&|p| dot(&across, &from(p)));
    let (right, right_by) = most(&|p| -dot(&across, &from(p)));
    let mut chosen = vec![deepest];
    chosen.extend((far != deepest).then_some(far));
    chosen.extend((left_by > 0.0).then_some(left));
    chosen.extend((right_by > 0.0).then_some(right));
    for (place, k) in best.iter_mut().zip(&chosen) {
        *place = points[*k];
    }
    best[..chosen.len()].sort_by(|p, q| q.depth.total_cmp(&p.depth));
    (best, chosen.len())
}

/// What contacts of polytopes are looked for with.
#[derive(Clone, Copy)]
struct Asked {
    prediction: f64,
    /// What f64 leaves farther apart than this beyond rounding is left to exact arithmetic.
    loosest: f64,
    max_pivots: u32,
    /// The normal, if it is not to be looked for.
    along: Option<Vector3<f64>>,
}

impl Asked {
    /// Of bodies without radii.
    fn plainly(options: &ContactManifoldOptions, along: Option<Vector3<f64>>) -> Self {
        Asked {
            prediction: options.prediction,
            loosest: f64::INFINITY,
            max_pivots: options.max_pivots,
            along,
        }
    }
}

/// Of polytopes.
#[inline(always)]
fn plain(
    cores: &Cores<'_, Pose>,
    asked: Asked,
    state: &mut PairState,
    all: Option<&mut All<'_>>,
) -> ContactManifold {
    let Asked {
        prediction,
        loosest,
        max_pivots,
        along,
    } = asked;
    let (bodies, poses) = cores.both();
    let apart = poses[1].translation() - poses[0].translation();
    let scale = pair_scale(bodies[0].reach(), bodies[1].reach(), norm1(&apart));
    let query = Query {
        bodies,
        poses,
        prediction: prediction * scale,
        scale,
        max_pivots,
        loosest: loosest * scale,
        inlined: true,
        along,
    };
    let matrices = poses.map(|pose| pose.matrix() * scale);
    match simd::fast() {
        Some(fast) => fast.run(
            #[inline(always)]
            || query.run(matrices.each_ref(), state, all),
        ),
        None => query.run_outlined(matrices.each_ref(), state, all),
    }
}

fn round(
    cores: &Cores<'_, Pose>,
    options: &ContactManifoldOptions,
    state: &mut PairState,
    all: Option<&mut All<'_>>,
) -> ContactManifold {
    round_along(cores, options, None, state, all)
}

/// Of bodies with radii: the contacts of their cores across gaps of these too, moved to the surfaces.
fn round_along(
    cores: &Cores<'_, Pose>,
    options: &ContactManifoldOptions,
    along: Option<Vector3<f64>>,
    state: &mut PairState,
    mut all: Option<&mut All<'_>>,
) -> ContactManifold {
    let near = near_bodies(cores, 0.0, options.max_pivots, state);
    let reach = cores.reach(options.prediction);
    let across = reach.bounds(1.0)[1].min(f64::MAX);
    let asked = Asked {
        prediction: across,
        loosest: cores.loosest(),
        max_pivots: options.max_pivots,
        along,
    };
    let mut found = plain(cores, asked, state, all.as_deref_mut());
    let radii = cores.reach(0.0).rounded();
    let n = found.normal.unwrap_or_default();
    let moved = |at: &mut ContactPoint| {
        [at.point_a, at.point_b] = rounded::surfaces([at.point_a, at.point_b], &n, cores.radii);
        at.depth += radii;
    };
    found.points[..found.count].iter_mut().for_each(moved);
    if let Some(all) = all {
        let written = all.count.min(all.out.len());
        all.out[..written].iter_mut().for_each(moved);
    }
    let decision = near.decision();
    ContactManifold {
        verdict: match decision.kind {
            Decided::Separated => Verdict::Separated,
            _ => Verdict::Hit,
        },
        decided_by: decision.by,
        iterations: found.iterations + near.queries,
        ..found
    }
}

struct Query<'a> {
    bodies: [&'a Polytope; 2],
    poses: [&'a Pose; 2],
    prediction: f64,
    scale: f64,
    max_pivots: u32,
    /// What f64 leaves farther apart than this beyond rounding is left to exact arithmetic.
    loosest: f64,
    /// With copies of the solvers for these bodies alone; on slow machines those that all share.
    inlined: bool,
    /// The normal, if it is not to be looked for.
    along: Option<Vector3<f64>>,
}

/// What the solvers say: the normal, and a pair of points.
struct Touch {
    verdict: Verdict,
    by: DecidedBy,
    normal: Vector3<f64>,
    /// How far the bodies reach along it, if that is known.
    extent: Option<Extent>,
    /// The columns of the pair of points, `count` of them, and their weights.
    columns: [Column; 4],
    weights: [f64; 4],
    count: usize,
}

impl<'a> Query<'a> {
    /// For slow machines.
    #[cold]
    #[inline(never)]
    fn run_outlined(
        self,
        matrices: [&'a Matrix3<f64>; 2],
        state: &mut PairState,
        all: Option<&mut All<'_>>,
    ) -> ContactManifold {
        let query = Query {
            inlined: false,
            ..self
        };
        query.run(matrices, state, all)
    }

    #[inline(always)]
    fn run(
        &self,
        matrices: [&'a Matrix3<f64>; 2],
        state: &mut PairState,
        all: Option<&mut All<'_>>,
    ) -> ContactManifold {
        let origin = self.poses[0].translation();
        let a = ExtendedHull::at_origin(self.bodies[0], self.poses[0], matrices[0], self.scale);
        let b = ExtendedHull::at_pose(
            self.bodies[1],
            self.poses[1],
            matrices[1],
            origin,
            self.scale,
        );
        let mut m = Difference::new(&a, &b, 0.0);
        (m.hint_a, m.hint_b) = (state.hint_a, state.hint_b);
        let touch = match self.touch(&mut m, state) {
            Ok(touch) => touch,
            Err(by) => {
                (state.hint_a, state.hint_b) = (m.hint_a, m.hint_b);
                return ContactManifold::none(Verdict::Separated, m.queries, by);
            }
        };
        let n = touch.normal;
        let extent = match touch.extent {
            Some(extent) => extent,
            None => m.support(&n, Start::Table),
        };
        (state.hint_a, state.hint_b) = (extent.id_a, extent.id_b);
        let frame = Frame::new(&n);
        let offset = b.offset();
        let size = (self.bodies[0].reach() + self.bodies[1].reach()) * self.scale + norm1(&offset);
        let unscale = 1.0 / self.scale;
        let outline = |k: usize, offset: Vector3<f64>, sign: f64, vertex: u32| {
            let (body, matrix) = (self.bodies[k], matrices[k]);
            ContactFace::new(body, (matrix, unscale, offset), &frame, sign, vertex)
        };
        let on_a = outline(0, Vector3::zeros(), 1.0, extent.id_a);
        let on_b = outline(1, offset, -1.0, extent.id_b);
        let clip = Clip {
            outlines: [&on_a, &on_b],
            witness: &|| witness(&touch, &m, &frame),
            deepest: match self.along {
                Some(_) => f64::NEG_INFINITY,
                None => -extent.gap(),
            },
            least_depth: -self.prediction,
            blur: BLUR * size,
            missed: MISSED * size,
        };
        let id = |k: usize, on: On| {
            let id = clip.id(k, on);
            u64::from(id.unwrap_or_else(|| self.held(k, &touch, clip.outlines[k].face)))
        };
        let place = |at: &ContactCandidate| {
            let flat = frame.t1 * at.x + frame.t2 * at.y;
            ContactPoint {
                point_a: (flat + n * at.heights[0]) * unscale + origin,
                point_b: (flat + n * at.heights[1]) * unscale + origin,
                depth: at.depth() * unscale,
                id: id(0, at.on[0]) << 32 | id(1, at.on[1]),
            }
        };
        if let Some(all) = all {
            all.count = clip.all(all.out, 4.0 * clip.blur / self.scale, place);
        }
        let (spots, count) = clip.best();
        let mut found = ContactManifold {
            pieces: None,
            verdict: touch.verdict,
            reason: Reason::None,
            decided_by: touch.by,
            iterations: m.queries,
            normal: (count > 0).then_some(n),
            points: [ContactPoint::default(); 4],
            count,
        };
        for (point, spot) in found.points.iter_mut().zip(&spots[..count]) {
            *point = place(spot);
        }
        found
    }

    /// The normal and a pair of points; what decided when they are farther apart than asked for.
    #[inline(always)]
    fn touch(
        &self,
        m: &mut Difference<'_, ExtendedHull<'a>, ExtendedHull<'a>>,
        state: &mut PairState,
    ) -> std::result::Result<Touch, DecidedBy> {
        if let Some(normal) = self.along {
            return Ok(Touch {
                verdict: Verdict::Undecided,
                by: DecidedBy::Nothing,
                normal,
                extent: None,
                columns: [Column::default(); 4],
                weights: [0.0; 4],
                count: 1,
            });
        }
        let stop = Stop {
            apart_by: self.prediction,
            ..Stop::precise(self.max_pivots)
        };
        let start = gjk::kept(m, state);
        let found = match self.inlined {
            true => gjk::nearest(m, start, &stop),
            false => m.of_any_float(|m| gjk::nearest_outlined(m, start, &stop)),
        };
        gjk::keep(state, &found);
        if found.kind == Kind::Apart {
            if found.lower > self.prediction {
                return Err(DecidedBy::Float);
            }
            if !(found.beyond_rounding(m) <= self.loosest) {
                let (mut touch, nearest) = m.of_any_kind(|m| exactly(&found, m, DecidedBy::Float));
                (touch.verdict, touch.normal) = (Verdict::Separated, nearest.normal);
                return Ok(touch);
            }
            return Ok(Touch {
                verdict: Verdict::Separated,
                by: DecidedBy::Float,
                normal: found.normal,
                extent: Some(found.extent),
                columns: found.simplex.columns,
                weights: found.simplex.weights,
                count: found.simplex.count,
            });
        }
        let (seeds, count, by) = if found.kind == Kind::Overlap {
            (found.simplex.columns, 4, DecidedBy::Float)
        } else {
            let start = m.of_any_kind(|m| cold_outlined(m, self.max_pivots));
            let by = start.decision.by;
            if start.decision.kind == Decided::Separated {
                // Apart by less than rounding.
                let (mut touch, nearest) = m.of_any_kind(|m| exactly(&found, m, by));
                (touch.verdict, touch.normal) = (Verdict::Separated, nearest.normal);
                // That distance is in world units.
                let beyond = nearest.distance * self.scale > self.prediction;
                return if beyond { Err(by) } else { Ok(touch) };
            }
            let [c0, c1, c2] = start.seeds;
            ([c0, c1, c2, c2], start.count, by)
        };
        let deep = depth(m, &seeds[..count]);
        let Some(([c0, c1, c2], [w0, w1, w2])) = deep.foot else {
            let (mut touch, _) = m.of_any_kind(|m| exactly(&found, m, by));
            touch.normal = deep.normal;
            return Ok(touch);
        };
        Ok(Touch {
            verdict: Verdict::Hit,
            by,
            normal: deep.normal,
            extent: deep.extent,
            columns: [c0, c1, c2, c2],
            weights: [w0, w1, w2, 0.0],
            count: 3,
        })
    }

    /// The id of what holds the solver's own point on body `k`, of which the outline is of `face`.
    #[cold]
    fn held(&self, k: usize, touch: &Touch, face: u32) -> u32 {
        let held = touch.columns[..touch.count].iter();
        let ids = held.map(|c| if k == 0 { c.id_a } else { c.id_b });
        let feature = Feature::new(self.bodies[k], ids);
        match (feature.kind, feature.vertices()) {
            (FeatureKind::Edge, &[v, w]) => edge_id(self.bodies[k].edge_number(v, w)),
            (_, &[v]) => vertex_id(v),
            _ => face_id(face),
        }
    }
}

/// The pair of points that the solver found.
#[inline(never)]
fn witness<A: FloatMapping, B: FloatMapping>(
    touch: &Touch,
    m: &Difference<'_, A, B>,
    frame: &Frame,
) -> ContactCandidate {
    let [p, q] = m.points(&touch.columns[..touch.count], &touch.weights);
    let middle = (p + q) * 0.5;
    ContactCandidate {
        x: dot(&frame.t1, &middle),
        y: dot(&frame.t2, &middle),
        heights: [dot(&frame.n, &p), dot(&frame.n, &q)],
        on: [On::Witness; 2],
    }
}

/// Of bodies within rounding of each other, or without interior: the nearest or common points, exactly.
/// The verdict and the normal are the caller's.
#[cold]
fn exactly(found: &Nearest, m: &mut AnyDifference<'_>, by: DecidedBy) -> (Touch, ExactNearest) {
    let start = found.simplex.columns[..found.simplex.count].iter();
    let nearest = exact::nearest(m, &mut start.map(|c| (c.id_a, c.id_b)));
    let mut touch = Touch {
        verdict: Verdict::Hit,
        by,
        normal: nearest.normal,
        extent: None,
        columns: [Column::default(); 4],
        weights: [0.0; 4],
        count: nearest.columns.len().min(4),
    };
    for (k, &(id_a, id_b)) in nearest.columns.iter().take(4).enumerate() {
        touch.columns[k] = m.column(id_a, id_b);
        touch.weights[k] = nearest.weights[k];
    }
    (touch, nearest)
}
