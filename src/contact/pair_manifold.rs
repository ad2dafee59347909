//! Where two convex bodies touch or nearly do.
//!
//! Idea: the normal is that of the distance (bodies apart) or of the least depth (bodies that meet). Along it each body shows a
//! feature: the face at its support vertex that looks most nearly along the normal, or an edge where
//! every face there is steep. Both are projected along the normal; the corners of the
//! intersection of the two outlines are the contact points: corners of A within B's outline, of B
//! within A's, and crossings of edges. Each is on both features, so its depth is the difference of two
//! heights, and it is known by which corner, edge or face it is of.
//!
//! Of bodies with radii the outlines are those of their surfaces, so that all contacts lie on them.
//!
//! The nearest or deepest pair of points that the solver found stands in where the outlines miss it
//! (two corners, edges that barely cross).
//!
//! Loses on faces of hundreds of corners: every edge of one outline is clipped by every edge of the
//! other.

use nalgebra::{Matrix3, Vector3};

use crate::contact::ball_contact::ball_contact;
use crate::contact::clip::{Clip, ContactCandidate, On, feature_id};
use crate::contact::contact_face::{ContactFace, SupportVertex, TangentFrame, shown_face};
use crate::contact::contacts::{
    APART, ContactList, ContactManifold, ContactManifoldOptions, ContactPoint, deepest_first,
};
use crate::contact::manifold_settings::ManifoldSettings;
use crate::motion::pairs::Cores;
use crate::motion::pose::Pose;
use crate::numeric::arithmetic::{dot, norm1, rotate_back};
use crate::numeric::length_sum::LengthSum;
use crate::numeric::simd;
use crate::pair::PairState;
use crate::shape::polytope::Polytope;
use crate::shape::support::SearchStart;
use crate::solver::decide::decide_outlined_afresh;
use crate::solver::decision::DecisionKind as Decided;
use crate::solver::epa::depth;
use crate::solver::exact::{self, ExactNearest};
use crate::solver::gjk::{self, GjkProof, NearestPoints, StopRule};
use crate::solver::minkowski_difference::{AnyDifference, Column, Difference, DirectionExtent};
use crate::solver::rounded_distance;
use crate::solver::within_distance::{BodiesWithinDistance, bodies_within_distance};
use crate::support::mapping::FloatMapping;
use crate::support::swept_hull::{ExtendedHull, pair_scale};
use crate::verdict::{DecidedBy, Verdict};

/// Outlines may miss each other, and contact points coincide, by this part of the pair's size.
pub(crate) const BLUR: f64 = 1e-10;

/// A radius more than this many times as large as the cores, and the way between them, leaves nothing of these.
const MAX_RADIUS_RATIO: f64 = 1e9;

/// The solver's own points are added when no contact is as deep to this part of the size, which is measured along axes.
const MISSED_DEPTH_RATIO: f64 = 5e-8;

/// Finds the contacts of polytopes.
#[inline(always)]
pub(crate) fn plain(
    cores: &Cores<'_, Pose>,
    asked: ManifoldSettings,
    state: &mut PairState,
    all: Option<&mut ContactList<'_>>,
) -> ContactManifold {
    let (query, matrices) = ManifoldQuery::new(cores, asked);
    simd::widest_or_shared(
        #[inline(always)]
        |inlined| query.run(matrices.each_ref(), state, all, inlined),
    )
}

/// Finds the contacts of bodies with radii: those of their cores across gaps of the radii too, on the surfaces.
fn around(
    cores: &Cores<'_, Pose>,
    asked: ManifoldSettings,
    state: &mut PairState,
    mut all: Option<&mut ContactList<'_>>,
) -> ContactManifold {
    let apart = cores.places[1].translation() - cores.places[0].translation();
    let size = cores.bodies[0].reach() + cores.bodies[1].reach() + norm1(&apart);
    let thickness = cores.radii[0].max(cores.radii[1]);
    if thickness <= MAX_RADIUS_RATIO * size {
        return plain(cores, asked, state, all);
    }
    // The cores are points, so to speak, and f64 may not hold such radii at their scale.
    let bare = ManifoldSettings {
        radii: [0.0; 2],
        ..asked
    };
    let mut found = plain(cores, bare, state, all.as_deref_mut());
    let normal = found.normal.or(asked.along).unwrap_or_default();
    let moved = |at: &mut ContactPoint| to_surfaces(cores, &normal, at);
    found.points[..found.count].iter_mut().for_each(moved);
    if let Some(all) = all {
        let written = all.count.min(all.out.len());
        all.out[..written].iter_mut().for_each(moved);
    }
    found
}

/// Finds the contacts of bodies with radii.
pub(crate) fn round(
    cores: &Cores<'_, Pose>,
    options: &ContactManifoldOptions,
    state: &mut PairState,
    mut all: Option<&mut ContactList<'_>>,
) -> ContactManifold {
    if let Some(found) = ball_contact(cores, options.prediction, all.as_deref_mut()) {
        return found;
    }
    let asked = ManifoldSettings::of_cores(cores, options.prediction, options.max_pivots);
    let found = around(cores, asked, state, all.as_deref_mut());
    if found.verdict != Verdict::Undecided {
        return found;
    }
    let near = bodies_within_distance(cores, 0.0, options.max_pivots, state);
    let (verdict, by) = verdict_of(&near);
    let iterations = found.iterations + near.queries;
    if verdict == Verdict::Separated && options.prediction == 0.0 {
        if let Some(all) = all {
            all.count = 0;
        }
        return ContactManifold::none(verdict, iterations, by);
    }
    ContactManifold {
        verdict,
        decided_by: by,
        iterations,
        ..found
    }
}

fn verdict_of(near: &BodiesWithinDistance) -> (Verdict, DecidedBy) {
    let decision = near.decision();
    let verdict = match decision.kind {
        Decided::Separated => Verdict::Separated,
        _ => Verdict::Hit,
    };
    (verdict, decision.by)
}

/// Moves a contact of cores to the surfaces around them.
fn to_surfaces(cores: &Cores<'_, Pose>, normal: &Vector3<f64>, at: &mut ContactPoint) {
    [at.point_a, at.point_b] =
        rounded_distance::surfaces([at.point_a, at.point_b], normal, cores.radii);
    at.depth += cores.touching_distance(0.0).rounded();
}

/// Depth or distance of two convex bodies, and the points there.
pub(crate) struct PairDepth {
    pub(crate) verdict: Verdict,
    pub(crate) decided_by: DecidedBy,
    pub(crate) iterations: u32,
    /// The normal, and the deepest or nearest points; None of bodies that are farther apart than wanted.
    pub(crate) contact: Option<(Vector3<f64>, ContactPoint)>,
}

/// Measures two bodies, neither empty, that may be `prediction` apart. The sign of the depth is that of the verdict.
pub(crate) fn meeting(cores: &Cores<'_, Pose>, prediction: f64, max_pivots: u32) -> PairDepth {
    let state = &mut PairState::default();
    let meet = |asked: ManifoldSettings, state: &mut PairState| {
        let (query, matrices) = ManifoldQuery::new(cores, asked);
        query.meet(matrices.each_ref(), state)
    };
    let asked = ManifoldSettings::of_cores(cores, prediction, max_pivots);
    let mut found = meet(asked, state);
    if found.verdict == Verdict::Undecided {
        let near = bodies_within_distance(cores, 0.0, max_pivots, state);
        (found.verdict, found.decided_by) = verdict_of(&near);
        found.iterations += near.queries;
    }
    if let Some((normal, at)) = &mut found.contact {
        if cores.radii != [0.0; 2] {
            to_surfaces(cores, normal, at);
        }
        match found.verdict {
            Verdict::Separated => at.hold(normal, [-prediction, APART]),
            _ => at.depth = at.depth.max(0.0),
        }
    }
    found
}

/// All contacts of two convex bodies along a unit normal from A to B, no less deep than `-prediction`, at the end of `out`. They
/// are found whether the bodies meet or not.
pub(crate) fn contacts_along(
    cores: &Cores<'_, Pose>,
    normal: &Vector3<f64>,
    prediction: f64,
    out: &mut Vec<ContactPoint>,
) {
    let asked = ManifoldSettings {
        along: Some(*normal),
        ..ManifoldSettings::of_cores(cores, prediction, 1)
    };
    let (from, mut room) = (out.len(), 16);
    loop {
        out.resize(from + room, ContactPoint::default());
        let mut all = ContactList {
            out: &mut out[from..],
            count: 0,
        };
        around(cores, asked, &mut PairState::default(), Some(&mut all));
        let count = all.count;
        out.truncate(from + count);
        if count <= room {
            break;
        }
        room = count;
    }
}

/// The id of a pair of points that these corners hold, along a normal from A to B.
pub(crate) fn pair_id(
    cores: &Cores<'_, Pose>,
    normal: &Vector3<f64>,
    columns: &[(u32, u32)],
) -> u64 {
    let id = |k: usize, sign: f64| {
        let (body, matrix) = (cores.bodies[k], cores.places[k].matrix());
        let ids = columns.iter().map(|&(a, b)| if k == 0 { a } else { b });
        let towards = rotate_back(matrix, normal) * sign;
        let face = |id: u32| body.face_towards(id, &towards).map_or(0, |(face, _)| face);
        u64::from(feature_id(body, ids.clone(), || {
            ids.clone().next().map_or(0, face)
        }))
    };
    id(0, 1.0) << 32 | id(1, -1.0)
}

/// Bounds of a distance of which nothing is known.
const ANY_DISTANCE: [f64; 2] = [0.0, f64::INFINITY];

struct ManifoldQuery<'a> {
    bodies: [&'a Polytope; 2],
    poses: [&'a Pose; 2],
    /// Largest distance of cores with contacts, from below and from above, at the scale.
    prediction: [f64; 2],
    /// That distance in world units.
    reach: LengthSum,
    /// The distance of the cores of bodies with radii that touch, from below and from above, at the scale.
    touching: Option<[f64; 2]>,
    scale: f64,
    max_pivots: u32,
    /// If f64 leaves the bounds farther apart than this beyond rounding, exact arithmetic decides.
    loosest: f64,
    /// The normal, if it is not to be looked for.
    along: Option<Vector3<f64>>,
    /// At the scale.
    radii: [f64; 2],
}

/// Answer of the solvers: the normal, and a pair of points.
struct NormalAndPoints {
    /// That of the cores.
    verdict: Verdict,
    /// Bounds of the distance of the cores, at the scale.
    distance: [f64; 2],
    by: DecidedBy,
    normal: Vector3<f64>,
    /// Extent of the bodies along it, if it is known.
    extent: Option<DirectionExtent>,
    /// The columns of the pair of points, `count` of them, and their weights.
    columns: [Column; 4],
    weights: [f64; 4],
    count: usize,
}

impl<'a> ManifoldQuery<'a> {
    /// And the matrices of both poses, times the scale.
    #[inline(always)]
    fn new(cores: &Cores<'a, Pose>, asked: ManifoldSettings) -> (Self, [Matrix3<f64>; 2]) {
        let (bodies, poses) = cores.both();
        let apart = poses[1].translation() - poses[0].translation();
        let scale = pair_scale(bodies[0].reach(), bodies[1].reach(), norm1(&apart));
        let query = ManifoldQuery {
            bodies,
            poses,
            prediction: asked.reach.bounds(scale),
            reach: asked.reach,
            touching: asked.touching.map(|sum| sum.bounds(scale)),
            scale,
            max_pivots: asked.max_pivots,
            loosest: asked.loosest * scale,
            along: asked.along,
            radii: asked.radii.map(|radius| radius * scale),
        };
        (query, poses.map(|pose| pose.matrix() * scale))
    }

    /// The two bodies in the query's frame.
    #[inline(always)]
    fn hulls(&self, matrices: [&'a Matrix3<f64>; 2]) -> [ExtendedHull<'a>; 2] {
        let ([a, b], [pose_a, pose_b]) = (self.bodies, self.poses);
        let origin = pose_a.translation();
        [
            ExtendedHull::at_origin(a, pose_a, matrices[0], self.scale),
            ExtendedHull::at_pose(b, pose_b, matrices[1], origin, self.scale),
        ]
    }

    /// The normal and the solver's own pair of points.
    fn meet(&self, matrices: [&'a Matrix3<f64>; 2], state: &mut PairState) -> PairDepth {
        let [a, b] = self.hulls(matrices);
        let mut m = Difference::new(&a, &b, 0.0);
        let touch = match self.touch(&mut m, state) {
            Ok(touch) => touch,
            Err(decided_by) => {
                return PairDepth {
                    verdict: Verdict::Separated,
                    decided_by,
                    iterations: m.queries,
                    contact: None,
                };
            }
        };
        let n = touch.normal;
        let extent = match touch.extent {
            Some(extent) => extent,
            // Rare, and large where it is inlined.
            None => m.of_any_float(|m| m.support(&n, SearchStart::Table)),
        };
        let columns = &touch.columns[..touch.count];
        let [p, _] = m.points(columns, &touch.weights);
        let (unscale, mut ids) = (1.0 / self.scale, [(0, 0); 4]);
        for (ids, column) in ids.iter_mut().zip(columns) {
            *ids = (column.id_a, column.id_b);
        }
        let cores = Cores::plain(self.bodies, self.poses);
        let depth = -extent.gap() * unscale;
        let point_a = p * unscale + self.poses[0].translation();
        let at = ContactPoint {
            point_a,
            point_b: point_a - n * depth,
            depth,
            id: pair_id(&cores, &n, &ids[..touch.count]),
        };
        PairDepth {
            verdict: self.verdict(&touch),
            decided_by: touch.by,
            iterations: m.queries,
            contact: Some((n, at)),
        }
    }

    /// `inlined`: with a copy of the solvers for these bodies alone.
    #[inline(always)]
    fn run(
        &self,
        matrices: [&'a Matrix3<f64>; 2],
        state: &mut PairState,
        all: Option<&mut ContactList<'_>>,
        inlined: bool,
    ) -> ContactManifold {
        let origin = self.poses[0].translation();
        let [a, b] = self.hulls(matrices);
        let mut m = Difference::new(&a, &b, 0.0);
        (m.hint_a, m.hint_b) = (state.hint_a, state.hint_b);
        let touch = match inlined {
            true => self.touch_by(&mut m, state, true),
            false => m.at_one_pose(|m| self.touch(m, state)),
        };
        let touch = match touch {
            Ok(touch) => touch,
            Err(by) => {
                (state.hint_a, state.hint_b) = (m.hint_a, m.hint_b);
                return ContactManifold::none(Verdict::Separated, m.queries, by);
            }
        };
        let n = touch.normal;
        let extent = match touch.extent {
            Some(extent) => extent,
            None if inlined => m.support(&n, SearchStart::Table),
            None => m.of_any_float(|m| m.support(&n, SearchStart::Table)),
        };
        (state.hint_a, state.hint_b) = (extent.id_a, extent.id_b);
        let frame = TangentFrame::new(&n);
        let offset = b.offset();
        let radii = self.radii[0] + self.radii[1];
        let unscale = 1.0 / self.scale;
        let verdict = self.verdict(&touch);
        let deepest = match self.along {
            Some(_) => f64::NEG_INFINITY,
            None => radii - extent.gap(),
        };
        let witness = || {
            let mut at = witness(&touch, &m, &frame);
            at.heights[0] += self.radii[0];
            at.heights[1] -= self.radii[1];
            at
        };
        let place_as = |at: &ContactCandidate, [id_a, id_b]: [u32; 2]| {
            let flat = frame.t1 * at.x + frame.t2 * at.y;
            let mut point = ContactPoint {
                point_a: (flat + n * at.heights[0]) * unscale + origin,
                point_b: (flat + n * at.heights[1]) * unscale + origin,
                depth: at.depth() * unscale,
                id: u64::from(id_a) << 32 | u64::from(id_b),
            };
            // What a lean makes of rounding may be more than the gap.
            let is_apart = touch.verdict == Verdict::Separated && radii == 0.0;
            if is_apart || deepest < 0.0 && self.along.is_none() {
                let most = APART.min(deepest * unscale);
                point.hold(&n, [f64::NEG_INFINITY, most]);
            }
            point
        };
        let mut found = ContactManifold {
            normal: Some(n),
            count: 1,
            ..ContactManifold::none(verdict, m.queries, touch.by)
        };
        // A point shows no outline: its contact is the solver's own.
        if self.along.is_none() && self.bodies.iter().any(|body| body.vertex_count() == 1) {
            let sides = [(extent.id_a, 1.0), (extent.id_b, -1.0)];
            let ids = [0, 1].map(|k| {
                let ((vertex, sign), body) = (sides[k], self.bodies[k]);
                self.held(k, &touch, || {
                    shown_face(body, matrices[k], unscale, &(n * sign), vertex)
                })
            });
            found.points[0] = place_as(&witness(), ids);
            if let Some(all) = all {
                all.set_one(found.points[0]);
            }
            return found;
        }
        let reach = (self.bodies[0].reach() + self.bodies[1].reach()) * self.scale;
        let size = (reach + norm1(&offset)) + radii;
        let outline = |k: usize, offset: Vector3<f64>, sign: f64, vertex: u32| {
            let (body, matrix) = (self.bodies[k], matrices[k]);
            let side = (sign, self.radii[k]);
            let vertex = match self.along {
                None => SupportVertex::Any(vertex),
                Some(_) => SupportVertex::OneOf(vertex),
            };
            ContactFace::new(body, (matrix, unscale, offset), &frame, side, vertex)
        };
        let on_a = outline(0, Vector3::zeros(), 1.0, extent.id_a);
        let on_b = outline(1, offset, -1.0, extent.id_b);
        let clip = Clip {
            outlines: [&on_a, &on_b],
            witness: &witness,
            deepest,
            least_depth: radii - self.prediction[1],
            blur: BLUR * size,
            // A corner of a flat that leans is above the lowest point of its rounding, by more than rounding errors.
            missed: size
                * if radii > 0.0 {
                    BLUR
                } else {
                    MISSED_DEPTH_RATIO
                },
        };
        let id = |k: usize, on: On| {
            let id = clip.id(k, on);
            id.unwrap_or_else(|| self.held(k, &touch, || clip.outlines[k].face))
        };
        let place = |at: &ContactCandidate| place_as(at, [id(0, at.on[0]), id(1, at.on[1])]);
        if let Some(all) = all {
            all.count = clip.all(all.out, 4.0 * clip.blur / self.scale, place);
        }
        let (candidates, count) = clip.best();
        (found.count, found.normal) = (count, found.normal.filter(|_| count > 0));
        for (point, candidate) in found.points.iter_mut().zip(&candidates[..count]) {
            *point = place(candidate);
        }
        // Equals are chosen to rounding, so that they last; their order is exact.
        deepest_first(&mut found.points[..count]);
        found.once_each();
        found
    }

    /// The verdict of the bodies; `Undecided` if the bounds of the cores' distance do not decide.
    #[inline(always)]
    fn verdict(&self, touch: &NormalAndPoints) -> Verdict {
        match (self.touching, touch.verdict) {
            (None, verdict) => verdict,
            (_, Verdict::Hit) => Verdict::Hit,
            (Some([_, at_most]), _) if touch.distance[0] > at_most => Verdict::Separated,
            (Some([surely, _]), _) if touch.distance[1] <= surely => Verdict::Hit,
            _ => Verdict::Undecided,
        }
    }

    /// The normal and a pair of points; what decided when they are farther apart than wanted. A call: only the manifold of two
    /// convex bodies has a copy of its own.
    #[inline(never)]
    fn touch(
        &self,
        m: &mut Difference<'_, ExtendedHull<'a>, ExtendedHull<'a>>,
        state: &mut PairState,
    ) -> std::result::Result<NormalAndPoints, DecidedBy> {
        simd::widest_or_shared(
            #[inline(always)]
            |inlined| {
                m.at_one_pose(
                    #[inline(always)]
                    |m| self.touch_by(m, state, inlined),
                )
            },
        )
    }

    /// `inlined`: with a copy of the solver for these bodies alone; on slow machines with the one that all share.
    #[inline(always)]
    fn touch_by(
        &self,
        m: &mut Difference<'_, ExtendedHull<'a>, ExtendedHull<'a>>,
        state: &mut PairState,
        inlined: bool,
    ) -> std::result::Result<NormalAndPoints, DecidedBy> {
        if let Some(normal) = self.along {
            return Ok(NormalAndPoints {
                verdict: Verdict::Undecided,
                distance: ANY_DISTANCE,
                by: DecidedBy::Nothing,
                normal,
                extent: None,
                columns: [Column::default(); 4],
                weights: [0.0; 4],
                count: 1,
            });
        }
        let stop = StopRule {
            apart_by: self.prediction[1],
            ..StopRule::precise(self.max_pivots)
        };
        let start = gjk::kept(m, state);
        let found = match inlined {
            true => gjk::nearest(m, start, &stop),
            false => m.of_any_float(|m| gjk::nearest_outlined(m, start, &stop)),
        };
        gjk::keep(state, &found);
        if found.kind == GjkProof::Apart {
            let is_open = found.upper > self.prediction[0];
            if found.lower > self.prediction[1] || is_open && self.is_beyond(m, &found) {
                return Err(DecidedBy::Float);
            }
            let found = gjk::tightened(m, found, &stop, self.loosest);
            let is_touch = is_open && self.reach.0[0] == 0.0;
            if !(found.beyond_rounding(m) <= self.loosest) {
                let (mut touch, nearest) = m.of_any_kind(|m| exactly(&found, m, DecidedBy::Float));
                (touch.verdict, touch.normal) = (Verdict::Separated, nearest.normal);
                return Ok(touch);
            }
            return Ok(NormalAndPoints {
                verdict: Verdict::Separated,
                // Within a reach of no more than the radii, exactly.
                distance: match is_touch {
                    true => [0.0; 2],
                    false => [found.lower, found.upper],
                },
                by: match is_touch {
                    true => DecidedBy::Exact,
                    false => DecidedBy::Float,
                },
                normal: found.normal,
                extent: Some(found.extent),
                columns: found.simplex.columns,
                weights: found.simplex.weights,
                count: found.simplex.count,
            });
        }
        let (seeds, count, by) = if found.kind == GjkProof::Overlap {
            (found.simplex.columns, 4, DecidedBy::Float)
        } else {
            let start = m.of_any_kind(|m| decide_outlined_afresh(m, self.max_pivots));
            let by = start.decision.by;
            if start.decision.kind == Decided::Separated {
                // Apart by less than rounding.
                if self.is_beyond(m, &found) {
                    return Err(by);
                }
                let (mut touch, nearest) = m.of_any_kind(|m| exactly(&found, m, by));
                (touch.verdict, touch.normal) = (Verdict::Separated, nearest.normal);
                return Ok(touch);
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
        Ok(NormalAndPoints {
            verdict: Verdict::Hit,
            distance: [0.0; 2],
            by,
            normal: deep.normal,
            extent: deep.extent,
            columns: [c0, c1, c2, c2],
            weights: [w0, w1, w2, 0.0],
            count: 3,
        })
    }

    /// Whether exact arithmetic finds the cores farther apart than they may be for contacts.
    #[cold]
    #[inline(never)]
    fn is_beyond(
        &self,
        m: &mut Difference<'_, ExtendedHull<'a>, ExtendedHull<'a>>,
        found: &NearestPoints,
    ) -> bool {
        let start = found.simplex.columns[..found.simplex.count].iter();
        let start = &mut start.map(|c| (c.id_a, c.id_b));
        m.of_any_kind(|m| exact::compare(m, start, &self.reach).order.is_gt())
    }

    /// The id of what holds the solver's own point on body `k`, of which the outline is of `face`.
    #[inline(never)]
    fn held(&self, k: usize, touch: &NormalAndPoints, face: impl FnOnce() -> u32) -> u32 {
        let held = touch.columns[..touch.count].iter();
        let ids = held.map(|c| if k == 0 { c.id_a } else { c.id_b });
        feature_id(self.bodies[k], ids, face)
    }
}

/// The pair of points that the solver found.
#[inline(never)]
fn witness<A: FloatMapping, B: FloatMapping>(
    touch: &NormalAndPoints,
    m: &Difference<'_, A, B>,
    frame: &TangentFrame,
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

/// Finds the nearest or common points exactly, for bodies within rounding of each other or without interior. The
/// verdict and the normal are the caller's.
#[cold]
fn exactly(
    found: &NearestPoints,
    m: &mut AnyDifference<'_>,
    by: DecidedBy,
) -> (NormalAndPoints, ExactNearest) {
    let start = found.simplex.columns[..found.simplex.count].iter();
    let nearest = exact::nearest(m, &mut start.map(|c| (c.id_a, c.id_b)));
    let mut touch = NormalAndPoints {
        verdict: Verdict::Hit,
        distance: ANY_DISTANCE,
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
