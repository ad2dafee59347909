//! The contacts of two convex bodies of which one is a cylinder, a cone or an ellipsoid.
//!
//! The normal is that of the depth, or of the distance. It has a small error, which makes a level floor lean: so where the normal of a
//! flat end or of a face separates the bodies as well, that is taken. The contacts are those of what both show along it.

use nalgebra::{Matrix3, Vector3};

use crate::contact::clip::{Clip, ContactCandidate, On};
use crate::contact::contact_face::{ContactFace, SupportVertex, TangentFrame};
use crate::contact::contacts::{
    APART, ContactList, ContactManifold, ContactManifoldOptions, ContactPoint, deepest_first,
};
use crate::contact::curved_face::curved_face;
use crate::contact::pair_manifold::{BLUR, PairDepth};
use crate::motion::pairs::ConvexPair;
use crate::motion::pose::Pose;
use crate::numeric::arithmetic::{dot, is_unit, norm1, rotate, rotate_back};
use crate::pair::PairState;
use crate::shape::body::Core;
use crate::shape::support::SearchStart;
use crate::solver::curved_distance::{CurvedDistance, known};
use crate::support::swept_hull::pair_scale;
use crate::verdict::{DecidedBy, Verdict};

/// A normal along which the bodies are separated by a depth that is larger by less than this, in sizes of the pair, is as good.
const SAME_DEPTH: f64 = 1e-9;

/// Points may be off their bodies by this part of the pair's size.
const SAME_POINT: f64 = 2e-8;

/// A contact this near to the solver's own point, in sizes of the pair, is that point: it is less deep by the error of the normal.
pub(super) const SAME_PLACE: f64 = 1e-4;

/// The deepest contact of two bodies, or their nearest.
pub(crate) struct DeepestContact {
    /// Unit, from A to B.
    pub(crate) normal: Vector3<f64>,
    /// Less than nothing across a gap.
    pub(crate) depth: f64,
    /// A point of each body, opposite each other.
    pub(crate) points: [Vector3<f64>; 2],
    /// By how much the normal may lean, in radians: 0 of a flat's or a face's.
    pub(crate) lean: f64,
}

/// Finds the contacts of two bodies, or none of bodies that are proved to be farther apart than the prediction.
pub(crate) fn of_curved(
    sides: &ConvexPair<'_, Pose>,
    options: &ContactManifoldOptions,
    state: &mut PairState,
    mut all: Option<&mut ContactList<'_>>,
) -> ContactManifold {
    if sides.has_empty() {
        return ContactManifold::none(Verdict::Separated, 0, DecidedBy::Nothing);
    }
    let (prediction, pivots) = (options.prediction, options.max_pivots);
    let (seen, touch) = deepest_contact(sides, prediction, pivots, state);
    let mut found = ContactManifold {
        reason: seen.reason(),
        ..ContactManifold::none(seen.verdict, seen.iterations, seen.decided_by)
    };
    let Some(touch) = touch else {
        return found;
    };
    (found.normal, found.count) = (Some(touch.normal), 1);
    Contacts::new(sides).outlined(&touch, prediction, &mut found, all.as_deref_mut());
    found.hold(prediction, all)
}

/// Measures two pieces, neither empty, that may be `prediction` apart. The sign of the depth is that of the verdict.
pub(super) fn meeting(sides: &ConvexPair<'_, Pose>, prediction: f64, max_pivots: u32) -> PairDepth {
    let state = &mut PairState::default();
    let (seen, touch) = deepest_contact(sides, prediction, max_pivots, state);
    let contact = touch.map(|touch| {
        let mut at = ContactPoint {
            point_a: touch.points[0],
            point_b: touch.points[0] - touch.normal * touch.depth,
            depth: touch.depth,
            id: 0,
        };
        let range = match seen.verdict {
            Verdict::Separated => [-prediction, APART],
            _ => [0.0, f64::INFINITY],
        };
        at.hold(&touch.normal, range);
        (touch.normal, at)
    });
    PairDepth {
        verdict: seen.verdict,
        decided_by: seen.decided_by,
        iterations: seen.iterations,
        contact,
    }
}

/// Adds all contacts of two pieces along a unit normal from A to B, no less deep than `-prediction`, at the end of `out`.
pub(super) fn contacts_along(
    sides: &ConvexPair<'_, Pose>,
    normal: &Vector3<f64>,
    prediction: f64,
    out: &mut Vec<ContactPoint>,
) {
    let contacts = Contacts::new(sides);
    let any_depth = DeepestContact {
        normal: *normal,
        depth: f64::NEG_INFINITY,
        points: [Vector3::zeros(); 2],
        lean: 0.0,
    };
    contacts.with_clip(&any_depth, prediction, |clip, place| {
        let (from, same) = (out.len(), 4.0 * clip.blur / contacts.scale);
        let mut room = 32;
        loop {
            out.resize(from + room, ContactPoint::default());
            let count = clip.all(&mut out[from..], same, place);
            out.truncate(from + count);
            if count <= room {
                break;
            }
            room = count;
        }
    });
}

/// Finds how two bodies, neither empty, are to each other, and their deepest or nearest contact: none of bodies that are proved to be
/// farther apart than the prediction, or of which no direction is known.
pub(crate) fn deepest_contact(
    sides: &ConvexPair<'_, Pose>,
    prediction: f64,
    max_pivots: u32,
    state: &mut PairState,
) -> (CurvedDistance, Option<DeepestContact>) {
    let seen = known(sides, 0.0, max_pivots, state);
    let [nearest, gap, farthest] = seen.distance;
    let is_beyond = |most: f64| match () {
        () if nearest > most => true,
        () if farthest <= most => false,
        () => {
            let within = known(sides, most, max_pivots, &mut PairState::default());
            within.verdict == Verdict::Separated
        }
    };
    let [reach_a, reach_b] = [0, 1].map(|k: usize| sides.reaches()[k] + sides.radii[k]);
    // The error of a length leaves a normal this angle where the smaller body bends the most.
    let lean = |error: f64| (2.0 * error / reach_a.min(reach_b)).sqrt();
    let (error, touch) = match seen.verdict {
        Verdict::Separated if is_beyond(prediction) => return (seen, None),
        Verdict::Separated => {
            let error = (farthest - gap).max(gap - nearest);
            let touch = seen.normal.map(|normal| DeepestContact {
                normal,
                depth: -gap,
                points: seen.points,
                lean: lean(error),
            });
            (error, touch)
        }
        _ => {
            let deep = seen.overlap(sides);
            let touch = DeepestContact {
                normal: deep.normal,
                depth: deep.depth,
                points: deep.points,
                lean: lean(deep.error),
            };
            (deep.error, Some(touch))
        }
    };
    let touch = touch.filter(|touch| is_unit(&touch.normal));
    let touch = touch.map(|touch| Contacts::new(sides).on_flats(touch, error));
    (seen, touch)
}

/// Returns how far both pieces, neither empty, reach into each other along a unit normal from A to B.
pub(crate) fn overlap_along(sides: &ConvexPair<'_, Pose>, n: &Vector3<f64>) -> f64 {
    Contacts::new(sides).overlap_along(n)
}

struct Contacts<'a> {
    sides: &'a ConvexPair<'a, Pose>,
    /// From A's origin to B's.
    apart: Vector3<f64>,
    /// The reach of both bodies and the way between them.
    size: f64,
    /// Lengths of outlines are multiplied by this power of two, so that their squares exist.
    scale: f64,
}

impl<'a> Contacts<'a> {
    fn new(sides: &'a ConvexPair<'a, Pose>) -> Self {
        let apart = sides.places[1].translation() - sides.places[0].translation();
        let reaches = sides.reaches();
        let [a, b] = [0, 1].map(|k| reaches[k] + sides.radii[k]);
        Contacts {
            sides,
            apart,
            size: a + b + norm1(&apart),
            scale: pair_scale(a, b, norm1(&apart)),
        }
    }

    /// The point of body `k`, from its origin on the world's axes, that is farthest along a unit vector.
    fn farthest(&self, k: usize, n: &Vector3<f64>) -> Vector3<f64> {
        let matrix = self.sides.places[k].matrix();
        let towards = rotate_back(matrix, n);
        let core = match self.sides.cores[k] {
            Core::Curved(body) => body.farthest(&towards),
            Core::Polytope(body) => {
                let (_, vertex) = body.support_from(&towards, 0, SearchStart::Table);
                body.vertex(vertex as usize)
            }
        };
        rotate(matrix, &core) + n * self.sides.radii[k]
    }

    fn overlap_along(&self, n: &Vector3<f64>) -> f64 {
        let ends = [self.farthest(0, n), self.farthest(1, &-n)];
        dot(n, &(ends[0] - (ends[1] + self.apart)))
    }

    /// The outward normal, world axes, of the flat that body `k` shows along a vector.
    fn flat_normal(&self, k: usize, n: &Vector3<f64>) -> Option<Vector3<f64>> {
        let matrix = self.sides.places[k].matrix();
        let towards = rotate_back(matrix, n);
        let normal = match self.sides.cores[k] {
            Core::Polytope(body) => {
                let (_, vertex) = body.support_from(&towards, 0, SearchStart::Table);
                let (face, _) = body.face_towards(vertex, &towards)?;
                body.face_normal(face as usize)
            }
            Core::Curved(body) => {
                let towards_end = |end: &&Vector3<f64>| end.z * towards.z > 0.0;
                *body.flat_ends().iter().find(towards_end)?
            }
        };
        Some(rotate(matrix, &normal))
    }

    /// Returns the same contact along the normal of a flat, if that separates the bodies as well: rather of a face than of a flat end,
    /// because bodies of several pieces have the faces' normals.
    fn on_flats(&self, touch: DeepestContact, error: f64) -> DeepestContact {
        let most = touch.depth + error + SAME_DEPTH * self.size;
        let mut best: Option<DeepestContact> = None;
        let has_faces = self
            .sides
            .cores
            .map(|core| matches!(core, Core::Polytope(_)));
        let first = usize::from(has_faces == [false, true]);
        for k in [first, 1 - first] {
            if best.is_some() && has_faces[first] && !has_faces[k] {
                break;
            }
            let sign = [1.0, -1.0][k];
            let Some(normal) = self.flat_normal(k, &(touch.normal * sign)) else {
                continue;
            };
            let normal = normal * sign;
            let depth = self.overlap_along(&normal);
            let limit = best.as_ref().map_or(most, |best| best.depth);
            // Along another normal, the point over the flat is elsewhere.
            let shift = norm1(&(normal - touch.normal)) * depth.abs();
            if !(is_unit(&normal) && depth <= limit && shift <= SAME_POINT * self.size) {
                continue;
            }
            // Over the flat, the other body's point is where it was.
            let mut points = touch.points;
            points[k] = points[1 - k] + normal * (sign * depth);
            best = Some(DeepestContact {
                normal,
                depth,
                points,
                lean: 0.0,
            });
        }
        best.unwrap_or(touch)
    }

    fn outline(&self, k: usize, frame: &TangentFrame, matrix: &Matrix3<f64>) -> ContactFace<'a> {
        let (sign, unscale) = ([1.0, -1.0][k], 1.0 / self.scale);
        let offset = if k == 0 {
            Vector3::zeros()
        } else {
            self.apart * self.scale
        };
        let side = (sign, self.sides.radii[k] * self.scale);
        let seen = (matrix, unscale, offset);
        match self.sides.cores[k] {
            Core::Curved(body) => curved_face(body, seen, frame, side),
            Core::Polytope(body) => {
                let towards = rotate_back(self.sides.places[k].matrix(), &frame.n) * sign;
                let (_, vertex) = body.support_from(&towards, 0, SearchStart::Table);
                ContactFace::new(body, seen, frame, side, SupportVertex::OneOf(vertex))
            }
        }
    }

    /// Moves the contacts that are not at the place of the solver's own to the front, and that one; returns how many they are.
    fn apart_from_deepest(&self, contacts: &mut [ContactPoint]) -> usize {
        let near = |p: &ContactPoint, q: &ContactPoint| {
            norm1(&(p.point_a - q.point_a)) <= SAME_PLACE * self.size
        };
        let own = contacts.iter().find(|at| at.id == 0).copied();
        let mut count = 0;
        for k in 0..contacts.len() {
            let at = contacts[k];
            if at.id == 0 || own.is_none_or(|own| !near(&own, &at)) {
                contacts[count] = at;
                count += 1;
            }
        }
        count
    }

    /// Runs `ask` with the outlines that both bodies show along the normal of a contact, and with what makes contacts of corners.
    fn with_clip<R>(
        &self,
        touch: &DeepestContact,
        prediction: f64,
        ask: impl FnOnce(&Clip<'_>, &dyn Fn(&ContactCandidate) -> ContactPoint) -> R,
    ) -> R {
        let (n, origin) = (touch.normal, self.sides.places[0].translation());
        let frame = TangentFrame::new(&n);
        let (scale, unscale) = (self.scale, 1.0 / self.scale);
        let matrices = self.sides.places.map(|pose| pose.matrix() * scale);
        let outlines = [0, 1].map(|k| self.outline(k, &frame, &matrices[k]));
        let deepest = touch.depth * scale;
        let witness = || {
            let at = (touch.points[0] - origin) * scale;
            let height = dot(&n, &at);
            ContactCandidate {
                x: dot(&frame.t1, &at),
                y: dot(&frame.t2, &at),
                heights: [height, height - deepest],
                on: [On::Witness; 2],
            }
        };
        let clip = Clip {
            outlines: [&outlines[0], &outlines[1]],
            witness: &witness,
            deepest,
            least_depth: -prediction * scale,
            blur: BLUR * (self.size * scale),
            missed: BLUR * (self.size * scale),
        };
        let place = |at: &ContactCandidate| {
            let flat = frame.t1 * at.x + frame.t2 * at.y;
            let [id_a, id_b] = [0, 1].map(|k| u64::from(clip.id(k, at.on[k]).unwrap_or(0)));
            ContactPoint {
                point_a: (flat + n * at.heights[0]) * unscale + origin,
                point_b: (flat + n * at.heights[1]) * unscale + origin,
                depth: at.depth() * unscale,
                id: id_a << 32 | id_b,
            }
        };
        ask(&clip, &place)
    }

    /// Finds the contacts of what both bodies show along the normal.
    fn outlined(
        &self,
        touch: &DeepestContact,
        prediction: f64,
        found: &mut ContactManifold,
        all: Option<&mut ContactList<'_>>,
    ) {
        self.with_clip(touch, prediction, |clip, place| {
            if let Some(all) = all {
                let count = clip.all(all.out, 4.0 * clip.blur / self.scale, place);
                let written = count.min(all.out.len());
                all.count = count - written + self.apart_from_deepest(&mut all.out[..written]);
            }
            let (candidates, count) = clip.best();
            for (point, candidate) in found.points.iter_mut().zip(&candidates[..count]) {
                *point = place(candidate);
            }
            deepest_first(&mut found.points[..count]);
            found.count = self.apart_from_deepest(&mut found.points[..count]);
            found.once_each();
            found.normal = found.normal.filter(|_| found.count > 0);
        });
    }
}
