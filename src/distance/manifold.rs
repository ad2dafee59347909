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

use nalgebra::{Matrix3, Vector3};

use super::depth::{depth, perpendicular};
use super::gjk::{self, Kind, Nearest, Stop};
use super::meeting::{Meeting, meeting};
use super::query::{Feature, FeatureKind};
use crate::error::{Error, Result};
use crate::geometry::arithmetic::{cross, dot, norm, norm1, rotate_back};
use crate::geometry::polytope::Polytope;
use crate::geometry::pose::Pose;
use crate::geometry::simd;
use crate::geometry::support::Start;
use crate::lp::exact::{self, ExactNearest};
use crate::lp::problem::Difference;
use crate::pair::PairState;
use crate::settings::{Method, Settings};
use crate::sweep::full::{ExtendedHull, pair_scale};
use crate::sweep::{FloatMapping, SupportMapping};
use crate::verdict::{DecidedBy, Verdict};

/// A face steeper than this (cosine with the normal) shows an edge, not an outline: heights on it
/// would be worth nothing.
const STEEP: f64 = 0.05;

/// Outlines may miss each other, and contact points coincide, by this part of the pair's size.
const BLUR: f64 = 1e-10;

/// Two edges of which the sine is below this are parallel.
const PARALLEL: f64 = 1e-6;

/// The solver's own points are added when no contact is as deep to this part of the size.
const MISSED: f64 = 1e-7;

/// Corners of an outline that are kept; further ones are computed anew each time.
const KEPT: usize = 12;

/// One contact: a point of each body, one above the other along the normal.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[repr(C)] // the C interface writes them in place
pub struct ContactPoint {
    /// On A's surface, to 1e-10 of the pair's size; world frame.
    pub point_a: Vector3<f64>,
    /// On B's. `point_a - point_b = depth * normal` to rounding.
    pub point_b: Vector3<f64>,
    /// How deep the bodies are in each other here: positive inside, negative across a gap.
    pub depth: f64,
    /// What touches: 32 bits for A (the upper) and for B, of each 2 bits for vertex (1), edge (2)
    /// or face (3) and 30 for its number. Equal in two frames when the same features touch; distinct
    /// in bodies of up to 100 million corners.
    pub id: u64,
}

/// Answer of [`contact_manifold`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ContactManifold {
    /// `Separated` or `Hit`, exactly as [`intersect`](crate::intersect) decides. Points may exist with
    /// either.
    pub verdict: Verdict,
    /// Unit normal of all contacts, from A to B; world axes. None without points.
    pub normal: Option<Vector3<f64>>,
    /// Support queries on each body.
    pub iterations: u32,
    /// Which arithmetic decided the verdict.
    pub decided_by: DecidedBy,
    points: [ContactPoint; 4],
    count: usize,
}

impl ContactManifold {
    /// Up to four contacts, the deepest first.
    #[must_use]
    pub fn points(&self) -> &[ContactPoint] {
        &self.points[..self.count]
    }

    fn none(verdict: Verdict, iterations: u32, decided_by: DecidedBy) -> Self {
        ContactManifold {
            verdict,
            normal: None,
            iterations,
            decided_by,
            points: [ContactPoint::default(); 4],
            count: 0,
        }
    }
}

/// Where two bodies touch or are at most `prediction` apart: up to four points with a common normal.
///
/// Bodies that meet: the normal is that of the least depth ([`penetration`](crate::penetration)). Bodies
/// that are apart by at most `prediction`: that of the distance. Farther apart: no points. Of more than
/// four contacts the deepest stays, the one farthest from it, and the farthest on both sides of the
/// line between them. Contacts less deep than `-prediction` are dropped.
///
/// `state` is the memory of this pair, shared with the other queries. Allocates nothing, unless the
/// bodies touch to rounding and exact arithmetic decides, or the polytope that is grown for the depth
/// is large. Costs a distance or a depth, and some hundred nanoseconds.
///
/// # Errors
/// [`Error::Setting`] for a `prediction` that is negative or not finite, [`Error::Method`] for a method
/// other than [`Method::Default`].
///
/// ```
/// use interframe::{PairState, Polytope, Pose, Settings, contact_manifold};
/// use nalgebra::Vector3;
///
/// let corner = |i: u32, bit: u32| if i >> bit & 1 == 0 { -0.5 } else { 0.5 };
/// let corners: Vec<_> = (0..8).map(|i| Vector3::new(corner(i, 0), corner(i, 1), corner(i, 2))).collect();
/// let cube = Polytope::new(&corners)?;
/// let here = Pose::identity();
/// let above = Pose::from_translation(Vector3::new(0.25, 0.0, 0.875))?; // an eighth deep
/// let (mut state, settings) = (PairState::default(), Settings::default());
/// let found = contact_manifold(&cube, &here, &cube, &above, 0.01, &mut state, &settings)?;
/// assert!((found.normal.unwrap() - Vector3::z()).norm() < 1e-14);
/// assert_eq!(found.points().len(), 4);
/// assert!(found.points().iter().all(|contact| (contact.depth - 0.125).abs() < 1e-14));
/// # Ok::<(), interframe::Error>(())
/// ```
pub fn contact_manifold(
    a: &Polytope,
    pose_a: &Pose,
    b: &Polytope,
    pose_b: &Pose,
    prediction: f64,
    state: &mut PairState,
    settings: &Settings,
) -> Result<ContactManifold> {
    let bodies = [a, b];
    answer(bodies, [pose_a, pose_b], prediction, state, settings, None).map(|(found, _)| found)
}

/// The same with every contact of the two features, in `out`; how many there are. When there are more
/// than `out` holds, the first that fit are written; their order is that around A's feature, then
/// B's. The manifold itself has the best four.
///
/// # Errors
/// As [`contact_manifold`].
///
/// ```
/// use interframe::{ContactPoint, PairState, Polytope, Pose, Settings, contact_points};
/// use nalgebra::Vector3;
///
/// let ring = |z: f64| (0..6).map(move |i| {
///     let (y, x) = (f64::from(i) * std::f64::consts::FRAC_PI_3).sin_cos();
///     Vector3::new(x, y, z)
/// });
/// let prism = Polytope::new(&ring(-0.5).chain(ring(0.5)).collect::<Vec<_>>())?;
/// let (here, above) = (Pose::identity(), Pose::from_translation(Vector3::new(0.0, 0.0, 1.0))?);
/// let mut out = [ContactPoint::default(); 32];
/// let (state, settings) = (&mut PairState::default(), Settings::default());
/// let (found, count) =
///     contact_points(&prism, &here, &prism, &above, 1e-3, state, &settings, &mut out)?;
/// assert_eq!((found.points().len(), count), (4, 6));
/// # Ok::<(), interframe::Error>(())
/// ```
#[allow(clippy::too_many_arguments)]
pub fn contact_points(
    a: &Polytope,
    pose_a: &Pose,
    b: &Polytope,
    pose_b: &Pose,
    prediction: f64,
    state: &mut PairState,
    settings: &Settings,
    out: &mut [ContactPoint],
) -> Result<(ContactManifold, usize)> {
    let (bodies, poses) = ([a, b], [pose_a, pose_b]);
    answer(bodies, poses, prediction, state, settings, Some(out))
}

fn answer(
    bodies: [&Polytope; 2],
    poses: [&Pose; 2],
    prediction: f64,
    state: &mut PairState,
    settings: &Settings,
    out: Option<&mut [ContactPoint]>,
) -> Result<(ContactManifold, usize)> {
    settings.validate()?;
    if settings.method != Method::Default {
        return Err(Error::Method {
            query: "contact_manifold",
            known: "default",
        });
    }
    if !(prediction >= 0.0 && prediction.is_finite()) {
        return Err(Error::Setting {
            name: "prediction",
            value: prediction,
            range: "finite and not negative",
        });
    }
    if bodies.iter().any(|body| body.is_empty()) {
        let nothing = ContactManifold::none(Verdict::Separated, 0, DecidedBy::Nothing);
        return Ok((nothing, 0));
    }
    let apart = poses[1].translation() - poses[0].translation();
    let scale = pair_scale(bodies[0].reach(), bodies[1].reach(), norm1(&apart));
    let query = Query {
        bodies,
        poses,
        prediction: prediction * scale,
        scale,
        max_pivots: settings.max_pivots,
    };
    let matrices = poses.map(|pose| pose.matrix() * scale);
    Ok(simd::widest(
        #[inline(always)]
        || query.run(matrices.each_ref(), state, out),
    ))
}

struct Query<'a> {
    bodies: [&'a Polytope; 2],
    poses: [&'a Pose; 2],
    prediction: f64,
    scale: f64,
    max_pivots: u32,
}

/// What the solvers say: the normal, and a pair of points on it.
struct Touch {
    verdict: Verdict,
    by: DecidedBy,
    normal: Vector3<f64>,
    points: [Vector3<f64>; 2],
    /// What holds each point, as the ids of its corners.
    held: [[u32; 3]; 2],
    held_count: usize,
}

impl<'a> Query<'a> {
    #[inline(always)]
    fn run(
        &self,
        matrices: [&'a Matrix3<f64>; 2],
        state: &mut PairState,
        out: Option<&mut [ContactPoint]>,
    ) -> (ContactManifold, usize) {
        let origin = self.poses[0].translation();
        let [a, b] = [0, 1].map(|k| {
            ExtendedHull::at_pose(
                self.bodies[k],
                self.poses[k],
                matrices[k],
                origin,
                self.scale,
            )
        });
        let mut m = Difference::new(&a, &b, 0.0);
        (m.hint_a, m.hint_b) = (state.hint_a, state.hint_b);
        let touch = match self.touch(&mut m, state) {
            Ok(touch) => touch,
            Err(by) => {
                (state.hint_a, state.hint_b) = (m.hint_a, m.hint_b);
                return (ContactManifold::none(Verdict::Separated, m.queries, by), 0);
            }
        };
        (state.hint_a, state.hint_b) = (m.hint_a, m.hint_b);
        let n = touch.normal;
        let extent = m.support(&n, Start::Table);
        let frame = Frame::new(&n);
        let offset = self.poses[1].translation() - origin;
        let size = (self.bodies[0].reach() + self.bodies[1].reach()) * self.scale
            + norm1(&offset) * self.scale;
        let outlines = [
            Outline::new(
                self.bodies[0],
                matrices[0],
                Vector3::zeros(),
                &frame,
                1.0,
                extent.id_a,
            ),
            Outline::new(
                self.bodies[1],
                matrices[1],
                offset * self.scale,
                &frame,
                -1.0,
                extent.id_b,
            ),
        ];
        let clip = Clip {
            witness: self.witness(&touch, &frame, &outlines),
            outlines,
            deepest: -extent.gap(),
            least_depth: -self.prediction,
            blur: BLUR * size,
            missed: MISSED * size,
        };
        let place = |at: &Spot| {
            let flat = frame.t1 * at.x + frame.t2 * at.y;
            let world = |height: f64| (flat + n * height) * (1.0 / self.scale) + origin;
            ContactPoint {
                point_a: world(at.heights[0]),
                point_b: world(at.heights[1]),
                depth: at.depth() / self.scale,
                id: at.id,
            }
        };
        let all = out.map_or(0, |out| clip.all(out, 4.0 * clip.blur / self.scale, place));
        let (spots, count) = clip.best();
        let mut found = ContactManifold {
            verdict: touch.verdict,
            normal: (count > 0).then_some(n),
            iterations: m.queries,
            decided_by: touch.by,
            points: [ContactPoint::default(); 4],
            count,
        };
        for (point, spot) in found.points.iter_mut().zip(&spots[..count]) {
            *point = place(spot);
        }
        (found, all)
    }

    /// The normal and a pair of points; what decided when they are farther apart than asked for.
    #[inline(always)]
    fn touch(
        &self,
        m: &mut Difference<'_, ExtendedHull<'a>, ExtendedHull<'a>>,
        state: &mut PairState,
    ) -> std::result::Result<Touch, DecidedBy> {
        let stop = Stop {
            rel_tol: 0.0,
            apart_by: self.prediction,
            max_iterations: self.max_pivots,
        };
        let start = gjk::kept(m, state);
        let found = gjk::nearest(m, start, &stop);
        gjk::keep(state, &found);
        if found.kind == Kind::Apart {
            if found.lower > self.prediction {
                return Err(DecidedBy::Float);
            }
            let columns = &found.simplex.columns;
            return Ok(Touch {
                verdict: Verdict::Separated,
                by: DecidedBy::Float,
                normal: found.normal,
                points: found.points(m),
                held: [
                    [0, 1, 2].map(|k| columns[k].id_a),
                    [0, 1, 2].map(|k| columns[k].id_b),
                ],
                held_count: found.simplex.count,
            });
        }
        let (seeds, count, by) = if found.kind == Kind::Overlap {
            let [c0, c1, c2, _] = found.simplex.columns;
            ([c0, c1, c2], 3, DecidedBy::Float)
        } else {
            match meeting(m, self.max_pivots) {
                Meeting::Meet {
                    seeds, count, by, ..
                } => (seeds, count, by),
                // Apart by less than rounding.
                Meeting::Apart { by, .. } => {
                    let (mut touch, nearest) = exactly(&found, m, by);
                    (touch.verdict, touch.normal) = (Verdict::Separated, nearest.normal);
                    // That distance is in world units.
                    let beyond = nearest.distance * self.scale > self.prediction;
                    return if beyond { Err(by) } else { Ok(touch) };
                }
            }
        };
        let deep = depth(m, &seeds[..count]);
        let Some((columns, weights)) = deep.foot else {
            let (mut touch, _) = exactly(&found, m, by);
            touch.normal = deep.normal;
            return Ok(touch);
        };
        let mut points = [Vector3::zeros(); 2];
        for (column, weight) in columns.iter().zip(weights) {
            points[0] += m.a.point(column.id_a) * weight;
            points[1] += m.b.point(column.id_b) * weight;
        }
        Ok(Touch {
            verdict: Verdict::Hit,
            by,
            normal: deep.normal,
            points,
            held: [columns.map(|c| c.id_a), columns.map(|c| c.id_b)],
            held_count: 3,
        })
    }

    /// The pair of points that the solver found.
    fn witness(&self, touch: &Touch, frame: &Frame, outlines: &[Outline<'_>; 2]) -> Spot {
        let [p, q] = &touch.points;
        let middle = (p + q) * 0.5;
        let ids = [0, 1].map(|k| {
            let held = touch.held[k][..touch.held_count].iter();
            let feature = Feature::new(self.bodies[k], held.copied());
            match (feature.kind, feature.vertices()) {
                (FeatureKind::Edge, &[v, w]) => edge_id(self.bodies[k].edge_number(v, w)),
                (_, &[v]) => vertex_id(v),
                _ => face_id(outlines[k].face),
            }
        });
        Spot {
            x: dot(&frame.t1, &middle),
            y: dot(&frame.t2, &middle),
            heights: [dot(&frame.n, p), dot(&frame.n, q)],
            id: pack(ids),
        }
    }
}

/// Of bodies within rounding of each other, or without interior: the nearest or common points, exactly.
/// The verdict and the normal are the caller's.
#[cold]
fn exactly<A: SupportMapping, B: SupportMapping>(
    found: &Nearest,
    m: &mut Difference<'_, A, B>,
    by: DecidedBy,
) -> (Touch, ExactNearest) {
    let start = found.simplex.columns[..found.simplex.count].iter();
    let nearest = exact::nearest(m, start.map(|c| (c.id_a, c.id_b)));
    let mut points = [Vector3::zeros(); 2];
    for (&(id_a, id_b), &weight) in nearest.columns.iter().zip(&nearest.weights) {
        points[0] += m.a.point(id_a) * weight;
        points[1] += m.b.point(id_b) * weight;
    }
    let mut held = [[0; 3]; 2];
    for (k, &(id_a, id_b)) in nearest.columns.iter().take(3).enumerate() {
        (held[0][k], held[1][k]) = (id_a, id_b);
    }
    let touch = Touch {
        verdict: Verdict::Hit,
        by,
        normal: nearest.normal,
        points,
        held,
        held_count: nearest.columns.len().min(3),
    };
    (touch, nearest)
}

fn vertex_id(vertex: u32) -> u32 {
    1 << 30 | vertex & 0x3fff_ffff
}

fn edge_id(edge: u32) -> u32 {
    2 << 30 | edge & 0x3fff_ffff
}

fn face_id(face: u32) -> u32 {
    3 << 30 | face & 0x3fff_ffff
}

fn pack([a, b]: [u32; 2]) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

/// Axes across and along the normal, right-handed.
struct Frame {
    t1: Vector3<f64>,
    t2: Vector3<f64>,
    n: Vector3<f64>,
}

impl Frame {
    #[inline(always)]
    fn new(n: &Vector3<f64>) -> Self {
        let t1 = perpendicular(n);
        Frame {
            t1,
            t2: cross(n, &t1),
            n: *n,
        }
    }
}

/// A corner of an outline: across the normal, and along it.
#[derive(Clone, Copy, Default)]
struct Corner {
    x: f64,
    y: f64,
    h: f64,
}

/// A contact.
#[derive(Clone, Copy, Default)]
struct Spot {
    x: f64,
    y: f64,
    /// Of A's point and of B's, along the normal.
    heights: [f64; 2],
    id: u64,
}

impl Spot {
    fn depth(&self) -> f64 {
        self.heights[0] - self.heights[1]
    }

    fn far_sq(&self, other: &Spot) -> f64 {
        let (x, y) = (self.x - other.x, self.y - other.y);
        x * x + y * y
    }
}

/// A feature as seen along the normal: a polygon, counter-clockwise, a segment or a point.
struct Outline<'a> {
    body: &'a Polytope,
    /// The frame's axes in the body's frame, and where the body's origin is on them.
    axes: [Vector3<f64>; 3],
    origin: [f64; 3],
    face: u32,
    /// Of a face: its loop, read backwards of B.
    corners: &'a [u32],
    backwards: bool,
    /// Without a face: the ends of an edge, or a vertex twice.
    ends: [u32; 2],
    count: usize,
    kept: [Corner; KEPT],
    /// Height = slope.0 x + slope.1 y + slope.2 on the face.
    slope: [f64; 3],
}

impl<'a> Outline<'a> {
    /// What the body shows along `sign` n; `vertex` is a support vertex of it.
    #[inline(always)]
    fn new(
        body: &'a Polytope,
        matrix: &Matrix3<f64>,
        offset: Vector3<f64>,
        frame: &Frame,
        sign: f64,
        vertex: u32,
    ) -> Self {
        let axes = [&frame.t1, &frame.t2, &frame.n].map(|axis| rotate_back(matrix, axis));
        let towards = axes[2] * (sign / norm(&axes[2]));
        let mut out = Outline {
            body,
            axes,
            origin: [&frame.t1, &frame.t2, &frame.n].map(|axis| dot(axis, &offset)),
            face: 0,
            corners: &[],
            backwards: sign < 0.0,
            ends: [vertex; 2],
            count: 1,
            kept: [Corner::default(); KEPT],
            slope: [0.0; 3],
        };
        match body.face_towards(vertex, &towards) {
            Some((face, value)) if value > STEEP => {
                out.face = face;
                out.corners = body.face(face as usize);
                out.count = out.corners.len();
                let normal = body.face_normal(face as usize);
                let [x, y, h] = axes.map(|axis| dot(&axis, &normal));
                let first = out.compute(0);
                let (along_x, along_y) = (-x / h, -y / h);
                out.slope = [
                    along_x,
                    along_y,
                    first.h - (along_x * first.x + along_y * first.y),
                ];
            }
            _ => {
                if let Some(end) = flattest_neighbor(body, vertex, &towards) {
                    out.ends = [vertex, end];
                    out.count = 2;
                }
            }
        }
        for i in 0..out.count.min(KEPT) {
            out.kept[i] = out.compute(i);
        }
        out
    }

    /// The body's vertex that corner `i` is.
    #[inline(always)]
    fn vertex(&self, i: usize) -> u32 {
        if self.corners.is_empty() {
            self.ends[i]
        } else if self.backwards {
            self.corners[self.count - 1 - i]
        } else {
            self.corners[i]
        }
    }

    #[inline(always)]
    fn compute(&self, i: usize) -> Corner {
        let v = self.body.storage().get(self.vertex(i) as usize);
        let [x, y, h] = [0, 1, 2].map(|k| dot(&self.axes[k], &v) + self.origin[k]);
        Corner { x, y, h }
    }

    #[inline(always)]
    fn corner(&self, i: usize) -> Corner {
        if i < KEPT {
            self.kept[i]
        } else {
            self.compute(i)
        }
    }

    #[inline(always)]
    fn next(&self, i: usize) -> usize {
        if i + 1 < self.count { i + 1 } else { 0 }
    }

    fn is_face(&self) -> bool {
        !self.corners.is_empty()
    }

    #[inline(always)]
    fn height(&self, x: f64, y: f64) -> f64 {
        (self.slope[0] * x + self.slope[1] * y) + self.slope[2]
    }

    fn edge_id(&self, i: usize) -> u32 {
        edge_id(
            self.body
                .edge_number(self.vertex(i), self.vertex(self.next(i))),
        )
    }

    /// Whether the point is within the polygon, to `blur`.
    fn holds(&self, x: f64, y: f64, blur: f64) -> bool {
        (0..self.count).all(|i| {
            let (p, q) = (self.corner(i), self.corner(self.next(i)));
            let (ex, ey) = (q.x - p.x, q.y - p.y);
            let side = ex * (y - p.y) - ey * (x - p.x);
            side >= -blur * (ex * ex + ey * ey).sqrt()
        })
    }
}

/// The neighbour to which the edge falls least.
fn flattest_neighbor(body: &Polytope, vertex: u32, towards: &Vector3<f64>) -> Option<u32> {
    let from = body.vertex(vertex as usize);
    let mut best: Option<(u32, f64)> = None;
    for &w in body.neighbors(vertex as usize) {
        let edge = body.vertex(w as usize) - from;
        let value = dot(towards, &edge) / norm(&edge);
        if best.is_none_or(|(_, least)| value > least) {
            best = Some((w, value));
        }
    }
    best.map(|(w, _)| w)
}

/// Two outlines and what counts.
struct Clip<'a> {
    outlines: [Outline<'a>; 2],
    witness: Spot,
    /// No contact along the normal is deeper.
    deepest: f64,
    least_depth: f64,
    blur: f64,
    missed: f64,
}

/// A part of an edge: from and to, and the other outline's edges that cut it there.
struct Part {
    from: (f64, Option<usize>),
    to: (f64, Option<usize>),
}

impl Clip<'_> {
    /// Every contact once or, where a corner lies on the other outline, twice.
    fn each(&self, emit: &mut impl FnMut(Spot)) {
        let mut reached = false;
        let (least, enough) = (self.least_depth, self.deepest - self.missed);
        let mut keep = |spot: Spot| {
            if spot.depth() >= least {
                reached |= spot.depth() >= enough;
                emit(spot);
            }
        };
        match [0, 1].map(|k| self.outlines[k].is_face()) {
            [true, true] => {
                for i in 0..self.outlines[0].count {
                    self.edge_in_face(0, i, false, &mut keep);
                }
                for i in 0..self.outlines[1].count {
                    self.corner_in_face(1, i, &mut keep);
                }
            }
            [false, true] if self.outlines[0].count == 2 => {
                self.edge_in_face(0, 0, true, &mut keep);
            }
            [true, false] if self.outlines[1].count == 2 => {
                self.edge_in_face(1, 0, true, &mut keep);
            }
            [false, false] if self.outlines.iter().all(|o| o.count == 2) => {
                self.edge_on_edge(&mut keep);
            }
            _ => {}
        }
        if !reached {
            emit(self.witness);
        }
    }

    /// Corner `i` of side `k`, if the other side's face holds it.
    fn corner_in_face(&self, k: usize, i: usize, keep: &mut impl FnMut(Spot)) {
        let (own, other) = (&self.outlines[k], &self.outlines[1 - k]);
        let p = own.corner(i);
        if other.holds(p.x, p.y, self.blur) {
            keep(self.on_face(k, p, vertex_id(own.vertex(i))));
        }
    }

    /// A point of side `k` above or below the other side's face.
    fn on_face(&self, k: usize, p: Corner, own_id: u32) -> Spot {
        let other = &self.outlines[1 - k];
        let height = other.height(p.x, p.y);
        let ids = [own_id, face_id(other.face)];
        spot(k, p.x, p.y, [p.h, height], ids)
    }

    /// The ends of the part of edge `i` of side `k` within the other side's face: its first corner, and
    /// crossings; of a lone edge also its second corner.
    fn edge_in_face(&self, k: usize, i: usize, alone: bool, keep: &mut impl FnMut(Spot)) {
        let own = &self.outlines[k];
        let ends = [i, own.next(i)];
        let [p, q] = ends.map(|i| own.corner(i));
        let Some(part) = self.part(k, &p, &q) else {
            return;
        };
        match part.from {
            (_, None) => keep(self.on_face(k, p, vertex_id(own.vertex(ends[0])))),
            (t, Some(j)) => keep(self.crossing(k, i, j, &p, &q, t)),
        }
        match part.to {
            (t, Some(j)) => keep(self.crossing(k, i, j, &p, &q, t)),
            (_, None) if alone => keep(self.on_face(k, q, vertex_id(own.vertex(ends[1])))),
            (_, None) => {}
        }
    }

    /// The part of the edge within the other side's polygon (Cyrus and Beck).
    fn part(&self, k: usize, p: &Corner, q: &Corner) -> Option<Part> {
        let other = &self.outlines[1 - k];
        let (dx, dy) = (q.x - p.x, q.y - p.y);
        let mut part = Part {
            from: (0.0, None),
            to: (1.0, None),
        };
        for j in 0..other.count {
            let (u, v) = (other.corner(j), other.corner(other.next(j)));
            let (ex, ey) = (v.x - u.x, v.y - u.y);
            let room = self.blur * (ex * ex + ey * ey).sqrt();
            // Positive within.
            let start = ex * (p.y - u.y) - ey * (p.x - u.x);
            let gain = ex * dy - ey * dx;
            let end = start + gain;
            if start < -room && end < -room {
                return None;
            }
            if start < -room && gain > 0.0 {
                let t = -start / gain;
                if t > part.from.0 {
                    part.from = (t, Some(j));
                }
            } else if end < -room && gain < 0.0 {
                let t = start / -gain;
                if t < part.to.0 {
                    part.to = (t.max(0.0), Some(j));
                }
            }
        }
        (part.from.0 <= part.to.0).then_some(part)
    }

    /// Edge `i` of side `k` crosses edge `j` of the other side, at `t` of the way from p to q.
    fn crossing(&self, k: usize, i: usize, j: usize, p: &Corner, q: &Corner, t: f64) -> Spot {
        let (own, other) = (&self.outlines[k], &self.outlines[1 - k]);
        let (x, y) = (p.x + t * (q.x - p.x), p.y + t * (q.y - p.y));
        let height = p.h + t * (q.h - p.h);
        let (u, v) = (other.corner(j), other.corner(other.next(j)));
        let ids = [own.edge_id(i), other.edge_id(j)];
        spot(k, x, y, [height, height_on_edge(&u, &v, x, y)], ids)
    }

    /// Two lone edges: where they cross, or the ends of what they share.
    fn edge_on_edge(&self, keep: &mut impl FnMut(Spot)) {
        let [a, b] = &self.outlines;
        let (p, q, u, v) = (a.corner(0), a.corner(1), b.corner(0), b.corner(1));
        let (dx, dy, ex, ey) = (q.x - p.x, q.y - p.y, v.x - u.x, v.y - u.y);
        let sine = dx * ey - dy * ex;
        let (long_a, long_b) = (dx * dx + dy * dy, ex * ex + ey * ey);
        if sine * sine > PARALLEL * PARALLEL * long_a * long_b {
            let t = ((u.x - p.x) * ey - (u.y - p.y) * ex) / sine;
            let s = ((u.x - p.x) * dy - (u.y - p.y) * dx) / sine;
            if (0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&s) {
                let (x, y) = (p.x + t * dx, p.y + t * dy);
                let heights = [p.h + t * (q.h - p.h), u.h + s * (v.h - u.h)];
                keep(spot(0, x, y, heights, [a.edge_id(0), b.edge_id(0)]));
            }
            return;
        }
        // Each end that is beside the other edge.
        for (k, own, other) in [(0, a, b), (1, b, a)] {
            let (u, v) = (other.corner(0), other.corner(1));
            let (ex, ey) = (v.x - u.x, v.y - u.y);
            for i in 0..2 {
                let p = own.corner(i);
                let along = (p.x - u.x) * ex + (p.y - u.y) * ey;
                if along >= 0.0 && along <= ex * ex + ey * ey {
                    let ids = [vertex_id(own.vertex(i)), other.edge_id(0)];
                    let height = height_on_edge(&u, &v, p.x, p.y);
                    keep(spot(k, p.x, p.y, [p.h, height], ids));
                }
            }
        }
    }

    /// The best four, the deepest first.
    fn best(&self) -> ([Spot; 4], usize) {
        let (mut best, mut count, mut more) = ([Spot::default(); 4], 0, false);
        let same = self.blur * self.blur * 16.0;
        self.each(&mut |spot| {
            if best[..count].iter().any(|b| b.far_sq(&spot) <= same) {
                return;
            }
            if count < 4 {
                best[count] = spot;
                count += 1;
            } else {
                more = true;
            }
        });
        if more {
            return self.spread(same);
        }
        // The deepest first; the first of those equally deep.
        let deepest = (1..count).fold(0, |d, i| {
            let deeper = best[i].depth() > best[d].depth() + self.blur;
            if deeper { i } else { d }
        });
        best[..count].rotate_left(deepest);
        (best, count)
    }

    /// Of more than four: the deepest, the farthest from it, the farthest to both sides.
    fn spread(&self, same: f64) -> ([Spot; 4], usize) {
        let mut best = [self.witness; 4];
        let mut depth = f64::NEG_INFINITY;
        self.each(&mut |spot| {
            if spot.depth() > depth + self.blur {
                (best[0], depth) = (spot, spot.depth());
            }
        });
        let mut far = same;
        let mut count = 1;
        self.each(&mut |spot| {
            let away = spot.far_sq(&best[0]);
            // Clearly farther: of equals the first.
            if away > far * (1.0 + 1e-9) {
                (best[1], far, count) = (spot, away, 2);
            }
        });
        if count == 1 {
            return (best, 1);
        }
        let (p, q) = (best[0], best[1]);
        let (dx, dy) = (q.x - p.x, q.y - p.y);
        let least = 4.0 * self.blur * far.sqrt();
        let mut sides = [(least, None); 2];
        self.each(&mut |spot| {
            let area = dx * (spot.y - p.y) - dy * (spot.x - p.x);
            let side = &mut sides[usize::from(area < 0.0)];
            if area.abs() > side.0 * (1.0 + 1e-9) {
                *side = (area.abs(), Some(spot));
            }
        });
        for (_, spot) in sides {
            if let Some(spot) = spot {
                best[count] = spot;
                count += 1;
            }
        }
        (best, count)
    }

    /// All contacts into `out`; how many there are.
    fn all(
        &self,
        out: &mut [ContactPoint],
        same: f64,
        place: impl Fn(&Spot) -> ContactPoint,
    ) -> usize {
        let mut count = 0;
        // Corners on the other outline come twice, and crossings next to them.
        self.each(&mut |spot| {
            let point = place(&spot);
            let written = &out[..count.min(out.len())];
            if written
                .iter()
                .any(|p| norm1(&(p.point_a - point.point_a)) <= same)
            {
                return;
            }
            if let Some(free) = out.get_mut(count) {
                *free = point;
            }
            count += 1;
        });
        count
    }
}

/// Heights and ids are of side `k` and of the other.
fn spot(k: usize, x: f64, y: f64, heights: [f64; 2], ids: [u32; 2]) -> Spot {
    let ([own, other], [own_id, other_id]) = (heights, ids);
    let (heights, ids) = match k {
        0 => (heights, ids),
        _ => ([other, own], [other_id, own_id]),
    };
    Spot {
        x,
        y,
        heights,
        id: pack(ids),
    }
}

/// Height of the edge where it is nearest to the point, as seen along the normal.
fn height_on_edge(u: &Corner, v: &Corner, x: f64, y: f64) -> f64 {
    let (ex, ey) = (v.x - u.x, v.y - u.y);
    let along = ((x - u.x) * ex + (y - u.y) * ey) / (ex * ex + ey * ey);
    // An edge along the normal has no such place.
    let along = if along.is_finite() {
        along.clamp(0.0, 1.0)
    } else {
        0.0
    };
    u.h + along * (v.h - u.h)
}
