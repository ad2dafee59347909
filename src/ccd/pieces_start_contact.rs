//! The contact of two bodies of several pieces at the start of a frame, and whether they approach each other there.
//!
//! The contact is the deepest of their manifold: seams do not push. Whether bodies approach is decided for every two pieces that
//! touch, each along a normal that the surface allows. A box that stands on two flush blocks a little deep is only a little in
//! the second from the side as well: what the way out of one contact parts belongs to that contact, and does not count. Of a way
//! that leads away from a wall, only the part along the wall tells that.

use std::cell::OnceCell;

use nalgebra::Vector3;

use crate::advance::convex_time::time_of_impact;
use crate::advance::impact::{Contact, InitialContact, TimeOfImpact, TimeOfImpactOptions};
use crate::advance::rounded_contacts::RoundedPair;
use crate::advance::scaled_motions::ScaledMotions;
use crate::advance::start_contact::{
    self, MAX_CONTACTS, bounding_motions, fastest, is_approaching,
};
use crate::ccd::contact_intervals::contact_intervals;
use crate::ccd::interval_list::ContactInterval;
use crate::ccd::rubbing::{come_within, comes_no_deeper, depth_of, is_exact, short_way};
use crate::contact::contacts::ContactPoint;
use crate::contact::curved_manifold::deepest_contact;
use crate::contact::inner_edges::check_normal;
use crate::contact::piece_contact::{last_touch, overlap_along};
use crate::error::Result;
use crate::motion::pairs::{MovingPair, PosedPair};
use crate::motion::pose::Pose;
use crate::motion::tolerance::DEFAULT_REL_TOL;
use crate::numeric::arithmetic::{dot, norm};
use crate::options::MAX_PIVOTS;
use crate::pair::PairState;
use crate::query::contact_manifold::{ContactManifoldOptions, contact_manifold, contact_points};
use crate::query::distance::{Distance, DistanceOptions, distance};
use crate::query::intersect::{IntersectOptions, intersect};
use crate::query::penetration::of_cores;
use crate::shape::body::Body;
use crate::shape::pieces::PieceId;
use crate::shape::triangle::TriangleBuffer;
use crate::verdict::Verdict;

/// Depths that differ by this part of the bodies' size are the same.
pub(crate) const SAME_DEPTH: f64 = 1e-9;

/// Part of the smaller body's size up to which bodies are only a little deep in each other, so that the surfaces that they touch are
/// those that they came to.
const SHALLOW: f64 = 1.0 / 32.0;

/// By how much normals of manifolds beside curved bodies may lean, in radians.
const CURVED_LEAN: f64 = 2e-6;

/// A way that has no larger part along a wall leads away from it.
const LEAST_PART: f64 = 1e-6;

/// The deepest contact at t = 0, where two pieces were found in contact. `first`: theirs.
pub(crate) fn deepest(
    pair: &MovingPair<'_>,
    options: &TimeOfImpactOptions,
    first: &TimeOfImpact,
) -> Result<TimeOfImpact> {
    let (posed, scaled) = (pair.at_start(), bounding_motions(pair));
    let state = &mut PairState::default();
    if first.contact != Contact::Overlap {
        let seen = distance(&posed, &DistanceOptions::default(), state)?;
        match seen.verdict {
            // Another pair overlaps.
            Verdict::Hit => {}
            _ => return nearest(pair, options, first, &seen),
        }
    }
    let ask = ContactManifoldOptions {
        prediction: options
            .tolerance
            .unwrap_or_else(|| DEFAULT_REL_TOL * scaled.size())
            .min(f64::MAX),
        max_pivots: options.max_pivots,
    };
    let found = contact_manifold(&posed, &ask, state)?;
    let answer = match (found.normal, found.points().first()) {
        (Some(normal), Some(contact)) => {
            let points = [contact.point_a, contact.point_b];
            hit(pair, &scaled, normal, points, contact.depth.max(0.0))
        }
        _ => TimeOfImpact {
            normal: None,
            depth: 0.0,
            separation_velocity: 0.0,
            ..*first
        },
    };
    let meet = |ids: &[PieceId; 2]| {
        let ask = IntersectOptions::default();
        let found = posed.of_pieces(*ids, |two| intersect(two, &ask, &mut PairState::default()));
        matches!(found, Ok(Ok(found)) if found.verdict == Verdict::Hit)
    };
    Ok(TimeOfImpact {
        pieces: found.pieces.filter(meet).or(first.pieces),
        ..answer.after(first.solves, first.iterations + found.iterations)
    })
}

/// The contact at t = 0 of bodies that share no point: that of their nearest pieces, along the normal of their manifold.
/// `seen`: their distance.
fn nearest(
    pair: &MovingPair<'_>,
    options: &TimeOfImpactOptions,
    first: &TimeOfImpact,
    seen: &Distance,
) -> Result<TimeOfImpact> {
    let of = |ids| near_at_start(pair, ids, options);
    let found = seen.pieces.map_or(Ok(None), of)?.unwrap_or(*first);
    let ask = ContactManifoldOptions {
        prediction: (2.0 * (seen.separation + seen.error) + f64::MIN_POSITIVE).min(f64::MAX),
        max_pivots: options.max_pivots,
    };
    let manifold = contact_manifold(&pair.at_start(), &ask, &mut PairState::default())?;
    let points = [found.point_a, found.point_b].map(Option::unwrap_or_default);
    let scaled = bounding_motions(pair);
    let speed = |n| hit(pair, &scaled, n, points, 0.0).separation_velocity;
    let speed = manifold.normal.map(speed);
    Ok(TimeOfImpact {
        normal: manifold.normal.or(found.normal),
        separation_velocity: speed.unwrap_or(found.separation_velocity),
        ..found.after(first.solves, first.iterations)
    })
}

/// The hit at t = 0 that a contact of a manifold is.
fn hit(
    pair: &MovingPair<'_>,
    scaled: &ScaledMotions<'_>,
    normal: Vector3<f64>,
    points: [Vector3<f64>; 2],
    depth: f64,
) -> TimeOfImpact {
    let hit = start_contact::hit(scaled, Some(normal), points, depth);
    match pair.a.is_curved() || pair.b.is_curved() {
        true => start_contact::without_lean(hit, scaled, CURVED_LEAN),
        false => hit,
    }
}

/// A contact at t = 0 in which the bodies approach each other, if there is one. `deepest`: the deepest of all.
pub(crate) fn approaching(
    pair: &MovingPair<'_>,
    options: &TimeOfImpactOptions,
    deepest: &TimeOfImpact,
) -> Result<Option<TimeOfImpact>> {
    let is_approached = is_approaching(deepest) && !slides_past(pair, options, deepest)?;
    if is_approached && !(is_exact(pair, options) && is_longer_than_its_pieces(pair, deepest)?) {
        return Ok(Some(*deepest));
    }
    let (posed, scaled) = (pair.at_start(), bounding_motions(pair));
    if scaled.is_turning()
        && let Some(corner) = corners(&posed, &scaled, deepest, 0.0)?
    {
        return Ok(Some(corner.after(deepest.solves, deepest.iterations)));
    }
    let mut contacts = vec![*deepest];
    let reach = match options.target_separation > 0.0 {
        true => options.tolerance.unwrap_or(pair.largest_tolerance()) + options.target_separation,
        false => 0.0,
    };
    posed.over_pieces(reach, &mut |two, ids| {
        contacts.extend(match contact_of(&posed, two, ids, &scaled)? {
            None if reach > 0.0 => near_at_start(pair, ids, options)?,
            found => found,
        });
        Ok(reach)
    })?;
    if is_approached && !is_left_together(&posed, &contacts[1..], deepest.depth)? {
        return Ok(Some(*deepest));
    }
    let blur = blur_of([&posed.a, &posed.b]);
    let places = OnceCell::new();
    // The pairs that approach each other at the end of each contact's way.
    let ends: Vec<OnceCell<Vec<[PieceId; 2]>>> = vec![OnceCell::new(); contacts.len()];
    // Whether two contacts share a piece or are at one place.
    let is_one_place = |[k, at]: [usize; 2]| -> Result<bool> {
        let (Some([p, q]), Some([r, s])) = (contacts[k].pieces, contacts[at].pieces) else {
            return Ok(true);
        };
        if p == r || q == s {
            return Ok(true);
        }
        if places.get().is_none() {
            let _ = places.set(places_of(&posed, &contacts)?);
        }
        Ok(places.get().is_some_and(|of: &Vec<usize>| of[k] == of[at]))
    };
    let parts = |(k, other): (usize, &TimeOfImpact),
                 (at, contact): (usize, &TimeOfImpact)|
     -> Result<bool> {
        let (Some(normal), Some(ids)) = (other.normal, contact.pieces) else {
            return Ok(false);
        };
        // Where a body turns, one corner may approach along a normal while the deepest parts.
        let points = [contact.point_b.unwrap_or_default(); 2];
        if start_contact::hit(&scaled, Some(normal), points, 0.0).separation_velocity < 0.0 {
            return Ok(false);
        }
        // A way out of two pieces is none of the bodies if it is longer than theirs.
        let depth = other.depth.min(deepest.depth);
        let is_left = posed.of_pieces(ids, |two| -> Result<bool> {
            let sides = two.convex_pair();
            let reach = overlap_along(&sides, &normal);
            // Every way leaves a wall that leads away from it: what counts is its part along the wall.
            let own = contact.normal.unwrap_or_default();
            let along = normal - own * dot(&normal, &own).max(0.0);
            let part = norm(&along);
            let leaves_along = |most: f64| {
                let n = along / part;
                let reach = overlap_along(&sides, &n);
                // Along a wall, what is round leaves an edge that it touches by its curvature alone, which tells nothing.
                let is_round = sides.uncurved().is_none_or(|cores| cores.radii != [0.0; 2]);
                reach <= most || !is_round && last_touch(&sides, &n, [most, reach]).is_none()
            };
            let leaves =
                |most: f64| reach <= most || part > LEAST_PART && leaves_along(most / part);
            // A way out of one contact is none out of another elsewhere, unless that is left sooner by it.
            let own = contact.depth.min(depth);
            Ok(leaves(own + blur) || own < depth && leaves(depth + blur) && is_one_place([k, at])?)
        });
        if !is_left?? {
            return Ok(false);
        }
        // A piece that is left for the next one of its surface is no contact that has ended.
        let known = &ends[k];
        if known.get().is_none() {
            let _ = known.set(approached_after(
                &posed,
                &scaled,
                normal * (depth + blur),
                blur,
            )?);
        }
        let [p, q] = ids;
        let is_beside = |found: &[PieceId; 2]| found[0] == p || found[1] == q;
        Ok(!known.get().is_some_and(|of| of.iter().any(is_beside)))
    };
    'contacts: for (at, contact) in contacts.iter().enumerate() {
        if !is_approaching(contact) || at == 0 && is_approached {
            continue;
        }
        for (k, other) in contacts.iter().enumerate() {
            if !is_approaching(other) && parts((k, other), (at, contact))? {
                continue 'contacts;
            }
        }
        if slides_past(pair, options, contact)? {
            continue;
        }
        return Ok(Some(contact.after(deepest.solves, deepest.iterations)));
    }
    Ok(None)
}

/// Numbers the place of each contact. Two contacts are at one place if they are connected by contacts each of whose pieces is that of
/// the next or touches it.
fn places_of(posed: &PosedPair<'_>, contacts: &[TimeOfImpact]) -> Result<Vec<usize>> {
    let here = Pose::identity();
    let bodies = [posed.a, posed.b].map(|body| PosedPair::new(body, &here, body, &here));
    let buffers = &mut [TriangleBuffer::EMPTY, TriangleBuffer::EMPTY];
    let mut is_beside = |side: usize, [p, q]: [PieceId; 2]| -> Result<bool> {
        let distance = SAME_DEPTH * bodies[side].a.bounding_polytope().reach();
        Ok(p == q
            || bodies[side].of_pieces_in(buffers, [p, q], |two| come_within(two, distance))??)
    };
    let mut places: Vec<usize> = (0..contacts.len()).collect();
    let mut others = places.clone();
    while let Some(from) = others.pop() {
        let mut left = vec![from];
        while let Some(k) = left.pop() {
            let mut k_next = 0;
            while let Some(&next) = others.get(k_next) {
                let is_next = match (contacts[k].pieces, contacts[next].pieces) {
                    (Some([p, q]), Some([r, s])) => is_beside(0, [p, r])? && is_beside(1, [q, s])?,
                    _ => false,
                };
                if is_next {
                    places[next] = from;
                    left.push(others.swap_remove(k_next));
                } else {
                    k_next += 1;
                }
            }
        }
    }
    Ok(places)
}

/// The pairs of pieces that are in each other, and approach each other, when B has moved by a way.
fn approached_after(
    posed: &PosedPair<'_>,
    scaled: &ScaledMotions<'_>,
    way: Vector3<f64>,
    blur: f64,
) -> Result<Vec<[PieceId; 2]>> {
    let mut found = Vec::new();
    let Ok(pose_b) = posed.pose_b.moved_to(posed.pose_b.translation() + way) else {
        return Ok(found);
    };
    let moved = PosedPair {
        pose_b: &pose_b,
        ..*posed
    };
    moved.over_pieces(0.0, &mut |two, ids| {
        let contact = contact_of(&moved, two, ids, scaled)?;
        if contact.is_some_and(|contact| contact.depth > blur && is_approaching(&contact)) {
            found.push(ids);
        }
        Ok(0.0)
    })?;
    Ok(found)
}

/// Whether the way out of a contact is longer than the shortest of its two pieces: it leaves other pieces, too.
fn is_longer_than_its_pieces(pair: &MovingPair<'_>, contact: &TimeOfImpact) -> Result<bool> {
    let Some(ids) = contact.pieces else {
        return Ok(false);
    };
    (pair.at_start()).of_pieces(ids, |two| {
        Ok(contact.depth > depth_of(two).depth + blur_of([&two.a, &two.b]))
    })?
}

/// Whether bodies are left together by the ways out of the contacts in which they do not approach each other, and by a way no longer
/// than `most`.
///
/// In a corner of a floor and a wall no normal of either leaves both, so that the bodies' way out leans. Bodies that move along
/// both surfaces may approach along that way, and in no contact. Bodies that are deep in each other are not seen so.
fn is_left_together(posed: &PosedPair<'_>, contacts: &[TimeOfImpact], most: f64) -> Result<bool> {
    /// Most times that each contact is left; in a corner that is sharper they go deeper into each other again.
    const ROUNDS: usize = 64;
    let blur = blur_of([&posed.a, &posed.b]);
    let [a, b] = [&posed.a, &posed.b].map(|body| body.bounding_polytope().bounding_radius());
    if !(most <= SHALLOW * a.min(b)) {
        return Ok(false);
    }
    let mut way = Vector3::zeros();
    for _ in 0..ROUNDS {
        let before = way;
        for contact in contacts.iter().filter(|contact| !is_approaching(contact)) {
            let n = contact.normal.unwrap_or_default();
            way += n * (contact.depth - dot(&way, &n)).max(0.0);
        }
        if norm(&(way - before)) <= blur {
            break;
        }
    }
    let length = norm(&way);
    if !(length > 0.0 && length <= most + blur) {
        return Ok(false);
    }
    let to = posed.pose_b.translation() + way;
    let pose_b = posed.pose_b.moved_to(to)?;
    let moved = PosedPair {
        pose_b: &pose_b,
        ..*posed
    };
    let mut is_left = true;
    moved.over_pieces(0.0, &mut |two, _| {
        let deep = depth_of(two);
        is_left &= match deep.verdict {
            Verdict::Separated => true,
            Verdict::Hit => deep.depth <= blur,
            Verdict::Undecided => false,
        };
        Ok(if is_left { 0.0 } else { -1.0 })
    })?;
    Ok(is_left)
}

/// Whether the two pieces of a contact come no deeper as they move, although they approach along its normal: of the normals along
/// which they touch, one is such that they do not approach along it. A contact that is deeper than its pieces has one normal: the
/// surface allows no other.
fn slides_past(
    pair: &MovingPair<'_>,
    options: &TimeOfImpactOptions,
    contact: &TimeOfImpact,
) -> Result<bool> {
    let Some(ids) = contact.pieces.filter(|_| is_exact(pair, options)) else {
        return Ok(false);
    };
    let report = options.with_start(InitialContact::Report);
    pair.of_pieces(ids, |two| {
        let mut first = [ContactInterval::default()];
        contact_intervals(two, &report, &mut PairState::default(), &mut first)?;
        let [first] = first;
        let start = two.at_start();
        let is_shortest = contact.depth <= depth_of(&start).depth + blur_of([&start.a, &start.b]);
        Ok(is_shortest
            && first.enter == [0.0; 2]
            && comes_no_deeper(two, [0.0, first.exit[1]], contact.depth)?)
    })?
}

/// The contact at t = 0 of bodies that do not approach each other. Where they only touch, and approach along its normal, it gets one
/// of their other normals: that along which they touch a little later.
pub(crate) fn not_approaching(
    pair: &MovingPair<'_>,
    contact: &TimeOfImpact,
) -> Result<TimeOfImpact> {
    let Some(ids) = contact.pieces.filter(|_| is_approaching(contact)) else {
        return Ok(*contact);
    };
    let posed = pair.at_start();
    let normal = pair.of_pieces(ids, |two| -> Result<Option<Vector3<f64>>> {
        let t = short_way(two);
        let then = [two.motion_a.pose_at(t)?, two.motion_b.pose_at(t)?];
        let then = PosedPair::new(two.a, &then[0], two.b, &then[1]);
        let deep = depth_of(&then);
        let state = &mut PairState::default();
        match deep.verdict {
            Verdict::Hit => Ok(deep.normal),
            _ => Ok(distance(&then, &DistanceOptions::default(), state)?.normal),
        }
    })??;
    let Some(normal) = normal else {
        return Ok(*contact);
    };
    let (scaled, depth) = (bounding_motions(pair), contact.depth);
    let points = [contact.point_a, contact.point_b].map(Option::unwrap_or_default);
    let points = posed.of_pieces(ids, |two| match is_parted(two, &normal, contact) {
        true if depth <= blur_of([&two.a, &two.b]) => Ok(Some(points)),
        true => touching_points(two, &normal, depth),
        false => Ok(None),
    })??;
    let found = points.map(|points| start_contact::hit(&scaled, Some(normal), points, depth));
    let found = found.filter(|found| !is_approaching(found));
    Ok(found.map_or(*contact, |found| TimeOfImpact {
        pieces: contact.pieces,
        ..found
    }))
}

/// The points, in the world, in which two pieces touch when B has moved by `depth` along a normal that parts them then: that of A,
/// and that of B before it moved. Each lies on its piece to [`SAME_DEPTH`] of the sizes.
fn touching_points(
    two: &PosedPair<'_>,
    normal: &Vector3<f64>,
    depth: f64,
) -> Result<Option<[Vector3<f64>; 2]>> {
    let way = normal * (depth + blur_of([&two.a, &two.b]));
    // None beyond the largest numbers.
    let Ok(pose_b) = two.pose_b.moved_to(two.pose_b.translation() + way) else {
        return Ok(None);
    };
    let moved = PosedPair::new(two.a, two.pose_a, two.b, &pose_b);
    let (ask, state) = (DistanceOptions::default(), &mut PairState::default());
    let found = distance(&moved, &ask, state)?;
    Ok(found.point_b.map(|p| [p - way + normal * depth, p - way]))
}

/// The contact of their manifold in which bodies that turn approach each other the fastest, if they do in any. Of rounded bodies
/// all corners are looked for, as in [`start_contact::approaching_face`]. Contacts apart by at most `gap` are some too.
pub(crate) fn corners(
    posed: &PosedPair<'_>,
    scaled: &ScaledMotions<'_>,
    deepest: &TimeOfImpact,
    gap: f64,
) -> Result<Option<TimeOfImpact>> {
    let (normal, contacts) = all_contacts(posed, gap)?;
    let Some(n) = normal else { return Ok(None) };
    let mut corner = fastest(scaled, &n, gap, &contacts);
    let cores = [posed.a, posed.b].map(|body| body.core());
    let radii = cores.map(|core| core.map_or(0.0, |(_, radius)| radius));
    if corner.is_none() && radii != [0.0; 2] {
        let [a, b] = [0, 1].map(|k| match cores[k] {
            Some((core, _)) => Body::from(core),
            None => [posed.a, posed.b][k],
        });
        let to = posed.pose_b.translation() - n * (radii[0] + radii[1]);
        let pose_b = posed.pose_b.moved_to(to)?;
        let sharp = PosedPair::new(a, posed.pose_a, b, &pose_b);
        let (sharp_normal, mut contacts) = all_contacts(&sharp, gap)?;
        let cores = cores.map(|core| core.map(|(core, _)| core));
        let sides = RoundedPair::new(cores, [posed.pose_a, posed.pose_b], radii);
        let count = sides.rounded(&n, sharp_normal, &mut contacts);
        corner = fastest(scaled, &n, gap, &contacts[..count]);
    }
    Ok(corner.map(|corner| TimeOfImpact {
        pieces: deepest.pieces,
        ..corner
    }))
}

/// All contacts of two bodies, and their normal: the corner that approaches may be the last of many.
fn all_contacts(
    pair: &PosedPair<'_>,
    prediction: f64,
) -> Result<(Option<Vector3<f64>>, Vec<ContactPoint>)> {
    let options = ContactManifoldOptions {
        prediction,
        ..ContactManifoldOptions::default()
    };
    let mut contacts = vec![ContactPoint::default(); MAX_CONTACTS];
    loop {
        let state = &mut PairState::default();
        let (found, count) = contact_points(pair, &options, state, &mut contacts)?;
        let room = contacts.len();
        contacts.resize(count, ContactPoint::default());
        if count <= room {
            return Ok((found.normal, contacts));
        }
    }
}

/// The contact at t = 0 of two pieces that do not meet, within the target separation.
fn near_at_start(
    pair: &MovingPair<'_>,
    ids: [PieceId; 2],
    options: &TimeOfImpactOptions,
) -> Result<Option<TimeOfImpact>> {
    let report = options.with_start(InitialContact::Report);
    let found = pair.of_pieces(ids, |two| {
        time_of_impact(two, &report, &mut PairState::default())
    })??;
    Ok(found.is_at_start().then_some(TimeOfImpact {
        pieces: Some(ids),
        ..found
    }))
}

/// The normal of two pieces in contact at t = 0: that of the bodies if its way out parts the two as well, otherwise their own.
pub(crate) fn normal_of_start(two: &PosedPair<'_>, deepest: &TimeOfImpact) -> Option<Vector3<f64>> {
    let parts = |n: &Vector3<f64>| is_parted(two, n, deepest);
    deepest
        .normal
        .filter(parts)
        .or_else(|| depth_of(two).normal)
}

/// Whether a way out as long as that of the bodies parts two pieces along a normal.
pub(crate) fn is_parted(two: &PosedPair<'_>, n: &Vector3<f64>, deepest: &TimeOfImpact) -> bool {
    overlap(two, n) <= deepest.depth + blur_of([&two.a, &two.b])
}

/// Depths of two pieces that differ by no more are the same.
pub(crate) fn blur_of([a, b]: [&Body<'_>; 2]) -> f64 {
    SAME_DEPTH * (a.bounding_polytope().reach() + b.bounding_polytope().reach())
}

/// The contact of two pieces that touch, along a normal that their surfaces allow.
fn contact_of(
    pair: &PosedPair<'_>,
    two: &PosedPair<'_>,
    ids: [PieceId; 2],
    scaled: &ScaledMotions<'_>,
) -> Result<Option<TimeOfImpact>> {
    let sides = two.convex_pair();
    let found = match sides.uncurved() {
        Some(cores) => {
            let deep = of_cores(&cores, MAX_PIVOTS);
            (deep.verdict == Verdict::Hit).then(|| start_contact::of_depth(scaled, &deep))
        }
        None => {
            let (seen, touch) = deepest_contact(&sides, 0.0, MAX_PIVOTS, &mut PairState::default());
            let of = |touch| start_contact::of_curved_contact(scaled, &touch);
            touch.filter(|_| seen.verdict == Verdict::Hit).map(of)
        }
    };
    let Some(found) = found else { return Ok(None) };
    let own = match found.normal {
        Some(normal) => allowed(pair, two, ids, &normal)?,
        None => None,
    };
    let found = match own {
        None if scaled.is_turning() => {
            start_contact::approaching_face(scaled, &sides, 0.0, MAX_PIVOTS).unwrap_or(found)
        }
        None => found,
        Some((own, depth)) => {
            let on_b = found.point_b.unwrap_or_default();
            let points = touching_points(two, &own, depth)?;
            let points = points.unwrap_or([on_b + own * depth, on_b]);
            start_contact::hit(scaled, Some(own), points, depth)
        }
    };
    Ok(Some(TimeOfImpact {
        pieces: Some(ids),
        ..found
    }))
}

/// The normal of a triangle's own face, from A to B in the world, where that of a contact is none of its surface's: that with the
/// shortest way out, which is given too.
fn allowed(
    pair: &PosedPair<'_>,
    two: &PosedPair<'_>,
    ids: [PieceId; 2],
    normal: &Vector3<f64>,
) -> Result<Option<(Vector3<f64>, f64)>> {
    let judged = check_normal(pair, two, ids, normal).into_iter().flatten();
    let others = judged.filter(|judged| !judged.counts);
    let mut least: Option<(Vector3<f64>, f64)> = None;
    for face in others.flat_map(|judged| judged.faces).flatten() {
        let depth = overlap(two, &face).max(0.0);
        if least.is_none_or(|(_, known)| depth < known) {
            least = Some((face, depth));
        }
    }
    Ok(least)
}

/// Depth of two convex bodies along a normal from A to B.
pub(crate) fn overlap(pair: &PosedPair<'_>, normal: &Vector3<f64>) -> f64 {
    overlap_along(&pair.convex_pair(), normal)
}
