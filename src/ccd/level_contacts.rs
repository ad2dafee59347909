//! Contacts that cannot stop a body that is in contact at the start.
//!
//! Problem: a box of triangles that lies slightly in a floor of triangles shares points with it by its sides alone.
//! Its bottom is under the floor by less than the tolerance. So it is near every triangle on its way, and passes
//! through those above it when the box leaves. Idea: the normal of the contact at the start distinguishes these
//! contacts from walls. Pieces that never share a point, and that were level with that contact from the start, are
//! seams. Pieces that are on their own sides of a plane across the normal when they meet, and move apart along it,
//! cannot stop each other. Neither can pieces that are as deep along the normal as the contact at the start, while
//! that lasts and the bodies do not approach along it: the other triangles of a level floor, however they are joined.

use nalgebra::Vector3;

use crate::advance::impact::{Contact, TimeOfImpact, TimeOfImpactOptions};
use crate::advance::relative_motion::RelativeMotion;
use crate::advance::start_contact::{self, bounding_motions, is_approaching, separation_velocity};
use crate::ccd::pieces_start_contact::{blur_of, corners, overlap};
use crate::error::{Error, Result};
use crate::motion::pairs::{ConvexPair, MovingPair, PosedPair};
use crate::numeric::arithmetic::{dot, rotate, rotate_back};
use crate::pair::PairState;
use crate::query::contact_manifold::{ContactManifoldOptions, contact_manifold};
use crate::query::distance::{DistanceOptions, distance};
use crate::shape::body::Core;
use crate::shape::pieces::PieceId;

/// The normal of contacts at the start, and the depths along it with which pieces are level with them.
struct StartPlane {
    /// Unit, from A to B, world axes.
    normal: Vector3<f64>,
    /// That of the bodies, and that of the deepest contact with this normal; None where no two pieces in contact at the start are
    /// as deep: a way out may be longer than all of these need, because it clears a ceiling that the body has not met.
    levels: [Option<f64>; 2],
}

/// The contacts at the start.
pub(crate) struct StartPlanes {
    planes: Vec<StartPlane>,
    /// Depth of the deepest; 0 if the bodies are apart.
    depth: f64,
    /// How far B goes relative to A; None where a body turns.
    travel: Option<Vector3<f64>>,
    /// Bodies that go no farther along a normal do not move along it.
    least: f64,
    tolerance: Option<f64>,
}

/// Largest number of normals at t = 0 that are compared. Fewer may stop a body at a seam of flush parts; more take longer.
pub(crate) const MAX_NORMALS: usize = 16;

/// Most faces of a piece whose normals are compared at t = 0.
const MAX_FACES: usize = 64;

/// Half of the gap at the start, beyond the target separation, of bodies that are within the tolerance there: as a
/// tolerance it tells a body that hovers over a floor from one that comes nearer. None where rounding hides the gap.
pub(crate) fn finer_tolerance(
    pair: &MovingPair<'_>,
    options: &TimeOfImpactOptions,
) -> Result<Option<f64>> {
    let posed = pair.at_start();
    let (ask, state) = (DistanceOptions::default(), &mut PairState::default());
    let seen = distance(&posed, &ask, state)?;
    let [gap, most_gap] =
        [-seen.error, seen.error].map(|error| seen.separation + error - options.target_separation);
    // Of all pieces, because others than the nearest at the start may come within theirs where the surface goes on.
    let most = options.tolerance.unwrap_or(pair.largest_tolerance());
    let motion = RelativeMotion::new(&bounding_motions(pair));
    let blur = motion.level_gap() / motion.scale;
    Ok((blur < most_gap && 0.0 < gap && gap <= most).then_some(0.5 * gap))
}

/// Whether a contact that begins at `t_lo` does so before the bodies can have moved by what rounding hides.
pub(crate) fn begins_at_once(pair: &MovingPair<'_>, t_lo: f64) -> bool {
    let motion = RelativeMotion::new(&bounding_motions(pair));
    motion.fastest() * t_lo <= motion.level_gap()
}

/// Whether bodies come no nearer along a normal in the whole frame, but for rounding.
pub(crate) fn stays_level(pair: &MovingPair<'_>, normal: &Vector3<f64>) -> bool {
    let motion = RelativeMotion::new(&bounding_motions(pair));
    motion.closing(normal, &motion.across(normal)) <= motion.slowest()
}

/// The contact at t = 0 of bodies that are apart there by rounding alone, and do not approach each other.
pub(crate) fn level_start(
    pair: &MovingPair<'_>,
    options: &TimeOfImpactOptions,
) -> Result<Option<TimeOfImpact>> {
    let scaled = bounding_motions(pair);
    let motion = RelativeMotion::new(&scaled);
    let blur = motion.level_gap() / motion.scale;
    let ask = ContactManifoldOptions {
        prediction: blur.min(options.tolerance.unwrap_or(blur)).min(f64::MAX),
        max_pivots: options.max_pivots,
    };
    let found = contact_manifold(&pair.at_start(), &ask, &mut PairState::default())?;
    let (Some(normal), Some(contact)) = (found.normal, found.points().first()) else {
        return Ok(None);
    };
    let points = [contact.point_a, contact.point_b];
    let gap = (-contact.depth).max(0.0) + motion.rounding() / motion.scale;
    if !(gap <= options.tolerance.unwrap_or(pair.largest_tolerance())) {
        return Ok(None);
    }
    let start = TimeOfImpact {
        contact: Contact::Near,
        gap,
        pieces: found.pieces,
        ..start_contact::hit(&scaled, Some(normal), points, 0.0)
    };
    if is_approaching(&start) {
        return Ok(None);
    }
    // Where a body turns, another corner may approach.
    let turns = pair.motion_a.is_turning() || pair.motion_b.is_turning();
    let corner = match turns {
        true => corners(&pair.at_start(), &scaled, &start, ask.prediction)?,
        false => None,
    };
    Ok(corner.is_none().then_some(start))
}

/// Whether a depth is one of those, to `blur`.
fn is_at(levels: &[Option<f64>; 2], depth: f64, blur: f64) -> bool {
    let mut levels = levels.iter().flatten();
    levels.any(|level| (depth - level).abs() <= blur)
}

/// Whether the centre of the smaller body is on its own side of the plane across `n` in which the other's piece ends.
fn rests(posed: &PosedPair<'_>, two: &PosedPair<'_>, n: &Vector3<f64>, blur: f64) -> bool {
    let bodies = [(posed.a, posed.pose_a), (posed.b, posed.pose_b)];
    let pieces = [(two.a, two.pose_a), (two.b, two.pose_b)];
    let [size_a, size_b] = bodies.map(|(body, _)| body.bounding_polytope().outer_radius());
    let (small, n) = match size_b <= size_a {
        true => (1, *n),
        false => (0, -n),
    };
    let (body, pose) = bodies[small];
    let center = pose.transform_point(&body.bounding_polytope().center());
    let (ground, pose) = pieces[1 - small];
    let (core, radius) = ground.of_any_kind();
    let top = pose.transform_point(&core.farthest(&rotate_back(pose.matrix(), &n)));
    dot(&n, &(center - top)) >= radius - blur
}

/// The normals of the faces of two pieces, and of flat ends, from A to B, of no more than [`MAX_FACES`] of each.
fn face_normals(two: &PosedPair<'_>) -> Vec<Vector3<f64>> {
    let ConvexPair { cores, places, .. } = two.convex_pair();
    let mut normals = Vec::new();
    for (k, sign) in [1.0, -1.0].into_iter().enumerate() {
        let outwards = |normal: Vector3<f64>| rotate(places[k].matrix(), &normal) * sign;
        match cores[k] {
            Core::Polytope(body) => {
                let faces = 0..body.face_count().min(MAX_FACES);
                normals.extend(faces.map(|face| outwards(body.face_normal(face))));
            }
            Core::Curved(body) => normals.extend(body.flat_ends().iter().copied().map(outwards)),
        }
    }
    normals
}

impl StartPlanes {
    pub(crate) fn new(
        pair: &MovingPair<'_>,
        options: &TimeOfImpactOptions,
        normals: Vec<Vector3<f64>>,
        depth: f64,
    ) -> Self {
        let motion = RelativeMotion::new(&bounding_motions(pair));
        let turns = pair.motion_a.is_turning() || pair.motion_b.is_turning();
        let travel = || {
            let [(a, _), (b, _)] = [pair.motion_a, pair.motion_b].map(|m| m.pivot_travel(1.0));
            b - a
        };
        let levels = [Some(depth), None];
        let planes = normals.into_iter();
        StartPlanes {
            planes: planes.map(|normal| StartPlane { normal, levels }).collect(),
            depth,
            travel: (!turns).then(travel),
            least: motion.slowest() / motion.scale,
            tolerance: options.tolerance,
        }
    }

    /// Lets pieces be level with contacts at the start only along normals along which two pieces in contact then are as deep, and
    /// the smaller body rests on the other: a body whose centre is beyond their plane is in a corner, or in the middle of a wall,
    /// and what is level with that plane may be anywhere around it. `contacts`: the pieces that are in contact, and the normals of
    /// those that are at the start.
    pub(crate) fn keep_level(
        &mut self,
        posed: &PosedPair<'_>,
        contacts: &[([PieceId; 2], Option<Vector3<f64>>)],
    ) -> Result<()> {
        for StartPlane { normal: n, levels } in &mut self.planes {
            let mut along = Vec::with_capacity(contacts.len());
            let mut own = None;
            for (ids, normal) in contacts {
                let (by, blur, rests) = posed.of_pieces(*ids, |two| {
                    let blur = blur_of([&two.a, &two.b]);
                    Ok::<_, Error>((overlap(two, n), blur, rests(posed, two, n, blur)))
                })??;
                if *normal == Some(*n) {
                    own = Some(by.min(self.depth).max(own.unwrap_or(0.0)));
                }
                along.push((by, blur, rests));
            }
            *levels = [Some(self.depth), own].map(|level| {
                let is_held = |level: &f64| {
                    let mut along = along.iter();
                    along.any(|(by, blur, rests)| (by - level).abs() <= *blur && *rests)
                };
                level.filter(is_held)
            });
        }
        Ok(())
    }

    /// The planes between bodies that are apart, but near each other at the start, across which they do not approach: that of
    /// their manifold, and those of every two pieces that it does not part. None if there is none.
    pub(crate) fn between(
        pair: &MovingPair<'_>,
        options: &TimeOfImpactOptions,
    ) -> Result<Option<Self>> {
        let ask = ContactManifoldOptions {
            prediction: options
                .tolerance
                .unwrap_or(pair.largest_tolerance())
                .min(f64::MAX),
            max_pivots: options.max_pivots,
        };
        let posed = pair.at_start();
        let found = contact_manifold(&posed, &ask, &mut PairState::default())?;
        let mut planes = StartPlanes::new(pair, options, found.normal.into_iter().collect(), 0.0);
        let Some(travel) = planes.travel else {
            return Ok(None);
        };
        let least = planes.least;
        planes
            .planes
            .retain(|plane| dot(&plane.normal, &travel) >= -least);
        planes.add_near(&posed, ask.prediction)?;
        Ok((!planes.planes.is_empty()).then_some(planes))
    }

    /// The planes between pieces that are apart by rounding alone at the start, across which bodies that do not turn do not
    /// approach.
    pub(crate) fn by_rounding(
        pair: &MovingPair<'_>,
        options: &TimeOfImpactOptions,
    ) -> Result<Self> {
        let motion = RelativeMotion::new(&bounding_motions(pair));
        let mut planes = StartPlanes::new(pair, options, Vec::new(), 0.0);
        planes.add_near(&pair.at_start(), motion.level_gap() / motion.scale)?;
        Ok(planes)
    }

    /// The planes between pieces that are within the tolerance of each other at the start, across which bodies that do not turn do
    /// not approach.
    pub(crate) fn within_tolerance(
        pair: &MovingPair<'_>,
        options: &TimeOfImpactOptions,
    ) -> Result<Self> {
        let most = options.tolerance.unwrap_or(pair.largest_tolerance());
        let mut planes = StartPlanes::new(pair, options, Vec::new(), 0.0);
        planes.add_near(&pair.at_start(), most.min(f64::MAX))?;
        Ok(planes)
    }

    /// Adds the planes between pieces at most `most` apart that those here do not part, across which the bodies do not approach.
    fn add_near(&mut self, posed: &PosedPair<'_>, most: f64) -> Result<()> {
        let (Some(travel), least) = (self.travel, self.least) else {
            return Ok(());
        };
        posed.over_pieces(most, &mut |two, _| {
            if self.planes.len() >= MAX_NORMALS {
                return Ok(-1.0);
            }
            let blur = blur_of([&two.a, &two.b]);
            for plane in &self.planes {
                let by = overlap(two, &plane.normal);
                if -most <= by && by <= blur {
                    return Ok(most);
                }
            }
            let seen = distance(two, &DistanceOptions::default(), &mut PairState::default())?;
            let Some(near) = seen.normal.filter(|_| seen.separation <= most) else {
                return Ok(most);
            };
            let parts = |n: &Vector3<f64>| dot(n, &travel) >= -least;
            // Of two that touch edge on edge, the nearest points have any normal.
            let normals = match parts(&near) {
                true => vec![near],
                false => face_normals(two),
            };
            for n in normals.into_iter().filter(parts) {
                let by = overlap(two, &n);
                if -most <= by && by <= blur {
                    self.planes.push(StartPlane {
                        normal: n,
                        levels: [Some(self.depth), None],
                    });
                    break;
                }
            }
            Ok(most)
        })
    }

    /// Whether a contact of two pieces at the time `t` stops nothing. `lasts`: whether one that is ignored does so until then.
    pub(crate) fn passes(
        &self,
        two: &MovingPair<'_>,
        contact: Contact,
        t: f64,
        lasts: bool,
    ) -> Result<bool> {
        let blur = blur_of([&two.a, &two.b]);
        for plane in &self.planes {
            let n = &plane.normal;
            let passes = match &self.travel {
                Some(travel) => {
                    let apart = dot(n, travel);
                    self.passes_straight(two, (contact, t, lasts), (plane, apart, blur))?
                }
                None => {
                    lasts
                        && contact != Contact::None
                        && overlap(&two.at_start(), &-n) >= -two.tolerance(self.tolerance) - blur
                        && self.is_level(two, t, plane, blur)?
                }
            };
            if passes {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Decides for bodies that do not turn, which part by `apart` along `n`.
    fn passes_straight(
        &self,
        two: &MovingPair<'_>,
        (contact, t, lasts): (Contact, f64, bool),
        (StartPlane { normal: n, levels }, apart, blur): (&StartPlane, f64, f64),
    ) -> Result<bool> {
        let near = two.tolerance(self.tolerance) + blur;
        let before = overlap(&two.at_start(), n);
        let then = before - apart * t;
        // What rises to a piece from its other side meets a ceiling.
        let rises = apart > self.least && overlap(&two.at_start(), &-n) <= blur;
        let is_level = apart >= -self.least && !rises && is_at(levels, before, blur);
        // Flat pieces are on their own sides of their plane in the moment in which one crosses the other.
        let crosses = rises && before > self.depth + blur;
        let is_curved = two.a.is_curved() || two.b.is_curved();
        let passes = match contact {
            // Near is where a contact of a curved body begins, which may overlap later.
            Contact::Near if is_curved => apart > self.least && then <= near && !crosses,
            Contact::Near => -near <= before && before <= self.depth + blur && then <= near,
            Contact::Overlap => apart > self.least && then <= blur && !crosses,
            Contact::None => return Ok(false),
        };
        Ok(passes || lasts && is_level)
    }

    /// Whether two pieces are level along a normal, fixed in either body, with contacts at the start, and do not
    /// approach along it. Of two bodies that turn either may be the ground; of others it is the one that does not.
    fn is_level(
        &self,
        two: &MovingPair<'_>,
        t: f64,
        StartPlane { normal, levels }: &StartPlane,
        blur: f64,
    ) -> Result<bool> {
        let motions = [two.motion_a, two.motion_b];
        let poses = [motions[0].pose_at(t)?, motions[1].pose_at(t)?];
        let posed = PosedPair::new(two.a, &poses[0], two.b, &poses[1]);
        for ground in [0, 1] {
            if motions[ground].is_turning() && !motions[1 - ground].is_turning() {
                continue;
            }
            let own = rotate_back(motions[ground].start().matrix(), normal);
            let n = rotate(poses[ground].matrix(), &own);
            if !is_at(levels, overlap(&posed, &n), blur) {
                continue;
            }
            // Only the other body's reach along the normal changes.
            let (body, _) = [two.a, two.b][1 - ground].of_any_kind();
            let pose = &poses[1 - ground];
            let towards = if ground == 0 { -n } else { n };
            let at = pose.transform_point(&body.farthest(&rotate_back(pose.matrix(), &towards)));
            if separation_velocity(&bounding_motions(two), t, &n, &[at; 2]) >= -self.least {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether an answer about two pieces is such a contact.
    pub(crate) fn hide(&self, two: &MovingPair<'_>, answer: &TimeOfImpact) -> Result<bool> {
        self.passes(two, answer.contact, answer.t_hi, false)
    }
}
