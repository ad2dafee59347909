//! Puts together what a page shows of bodies in space: shapes once, motions in pieces as long as they last, answers.

use std::collections::HashMap;

use interframe::case::impact_proof;
use interframe::{
    ContactManifoldOptions, ContainmentVerdict, ContainsOptions, Frame, InterframeOptions, Motion,
    MovingPair, PairState, Polytope, Pose, PosedPair, SharedBody, TimeOfImpact,
    TimeOfImpactOptions, Verdict, contact_manifold, contains, interframe,
};
use nalgebra::{UnitQuaternion, Vector3};

use super::data::{Answer, Body, Manifold, Move, Shape, Space, Swept};
use super::outline::{corners, hull, outline};
use super::prove::{proved, turn_of};

/// Two motions that differ by less than this, relative to their sizes, are one motion over both frames.
const SAME_MOTION_REL_TOL: f64 = 1e-13;
/// The manifold takes points that are this part of the smaller body's radius apart, beyond the gap of the contact.
const PREDICTION_REL: f64 = 1e-3;
/// Corners of extended hulls are rounded to this part of the body's radius, for the drawing.
const HULL_GRID_REL: f64 = 1e-3;
/// Bodies of more corners have no extended hull on the page.
const MAX_HULL_CORNERS: usize = 600;

/// A view that is being put together.
#[derive(Debug, Default)]
pub struct Builder {
    pub space: Space,
    /// The body of each shape, to draw equal ones once.
    drawn: Vec<SharedBody>,
    /// Place of each body's last move.
    last: HashMap<usize, usize>,
}

/// A pair of bodies, how they move and the times of the page at which t is 0 and 1.
#[derive(Debug, Clone, Copy)]
pub struct Pair<'a> {
    pub numbers: [usize; 2],
    pub bodies: [&'a SharedBody; 2],
    pub motions: [&'a Motion; 2],
    pub span: [f64; 2],
}

impl Pair<'_> {
    /// The pair as queries take it.
    pub fn moving(&self) -> MovingPair<'_> {
        let ([a, b], [motion_a, motion_b]) = (self.bodies, self.motions);
        MovingPair::new(a, motion_a, b, motion_b)
    }
}

impl Builder {
    /// Adds a body and returns its number.
    pub fn body(&mut self, name: &str, shape: &SharedBody) -> usize {
        let known = self.drawn.iter().position(|drawn| drawn == shape);
        let shape = known.unwrap_or_else(|| {
            self.drawn.push(shape.clone());
            self.space.shapes.push(outline(shape));
            self.drawn.len() - 1
        });
        self.space.bodies.push(Body {
            name: name.into(),
            shape,
            pivot: [0.0; 3],
            fixed: false,
            sensor: false,
            clear: false,
            hull: false,
        });
        self.space.bodies.len() - 1
    }

    /// Adds a body's motion from one time to another. Call it in the order of time.
    pub fn moves(&mut self, body: usize, span: [f64; 2], motion: &Motion) {
        let next = self.move_of(body, span, motion);
        let last = self.last.get(&body).map(|&k| &mut self.space.moves[k]);
        match last {
            Some(last) if continues(last, &next, motion.pivot()) => lengthen(last, next.to),
            _ => self.push(next),
        }
    }

    /// Adds a move that begins where the body's last one ends.
    pub fn push(&mut self, next: Move) {
        self.last.insert(next.body, self.space.moves.len());
        self.space.moves.push(next);
    }

    /// A motion from one time to another as the page has it.
    pub fn move_of(&mut self, body: usize, [from, to]: [f64; 2], motion: &Motion) -> Move {
        let (start, pivot) = (motion.start(), motion.pivot());
        let way = motion.end().transform_point(&pivot) - start.transform_point(&pivot);
        let q = start.quaternion().coords;
        if motion.is_turning() {
            self.space.bodies[body].pivot = pivot.into();
        }
        Move {
            body,
            from,
            to,
            p: start.translation().into(),
            q: [q.x, q.y, q.z, q.w],
            way: way.into(),
            turn: turn_of(motion).into(),
        }
    }

    /// Ends with the moves in the order of bodies.
    pub fn finish(mut self) -> Space {
        let order = |m: &Move, n: &Move| m.body.cmp(&n.body).then(m.from.total_cmp(&n.from));
        self.space.moves.sort_by(order);
        self.space
    }
}

/// Whether a move goes on as the one before it.
fn continues(last: &Move, next: &Move, pivot: Vector3<f64>) -> bool {
    let share = (next.to - next.from) / (last.to - last.from);
    let vector = Vector3::<f64>::from;
    let size = vector(next.p).norm() + vector(next.way).norm() + pivot.norm();
    let near =
        |a: Vector3<f64>, b: Vector3<f64>, size: f64| (a - b).norm() <= SAME_MOTION_REL_TOL * size;
    let turn = vector(last.turn) * share;
    last.to == next.from
        && near(vector(last.way) * share, vector(next.way), size)
        && near(turn, vector(next.turn), 1.0 + turn.norm())
        && near(ends_at(last, pivot), vector(next.p), size)
}

/// Where a move leaves the body's origin.
fn ends_at(last: &Move, pivot: Vector3<f64>) -> Vector3<f64> {
    let [x, y, z, w] = last.q;
    let start = UnitQuaternion::new_normalize(nalgebra::Quaternion::new(w, x, y, z));
    let end = UnitQuaternion::from_scaled_axis(last.turn.into()) * start;
    Vector3::from(last.p) + start * pivot + Vector3::from(last.way) - end * pivot
}

fn lengthen(last: &mut Move, to: f64) {
    let longer = (to - last.from) / (last.to - last.from);
    last.way = last.way.map(|x| x * longer);
    last.turn = last.turn.map(|x| x * longer);
    last.to = to;
}

/// What a page shows of a time of impact: the answer, its proof, the manifold at the contact and the extended hulls.
pub fn impact(pair: &Pair<'_>, options: &TimeOfImpactOptions, found: &TimeOfImpact) -> Answer {
    let [a, b] = pair.bodies;
    let moving = MovingPair::new(a, pair.motions[0], b, pair.motions[1]);
    let proof = impact_proof(&moving, options, found);
    Answer {
        query: "time_of_impact".into(),
        verdict: found.verdict.name().into(),
        entries: interframe::case::impact_entries_of([a, b], found),
        manifold: match found.verdict {
            Verdict::Hit => manifold(pair, found.t_hi, found.gap),
            _ => None,
        },
        swept: swept(pair),
        proof: proof.map(|proof| proved(&proof, pair.span)),
        ..about(pair)
    }
}

/// An answer about a pair, without anything that it says.
pub fn about(pair: &Pair<'_>) -> Answer {
    let [a, b] = pair.numbers;
    Answer {
        a,
        b,
        span: pair.span,
        ..Answer::default()
    }
}

/// Where the bodies touch at a time, with the points that are nearly as near.
pub fn manifold(pair: &Pair<'_>, t: f64, gap: f64) -> Option<Manifold> {
    let [pose_a, pose_b] = pair.motions.map(|motion| motion.pose_at(t).ok());
    let (pose_a, pose_b) = (pose_a?, pose_b?);
    let radius = |body: &SharedBody| {
        Polytope::new(&corners(body))
            .ok()
            .map(|hull| hull.bounding_radius())
    };
    let radii = pair
        .bodies
        .iter()
        .filter_map(|body| radius(body))
        .filter(|r| *r > 0.0);
    let smaller = radii.fold(f64::INFINITY, f64::min);
    let smaller = if smaller.is_finite() { smaller } else { 0.0 };
    let options = ContactManifoldOptions {
        prediction: gap + PREDICTION_REL * smaller,
        ..ContactManifoldOptions::default()
    };
    let posed = PosedPair::new(pair.bodies[0], &pose_a, pair.bodies[1], &pose_b);
    let found = contact_manifold(&posed, &options, &mut PairState::default()).ok()?;
    let points = found.points();
    (!points.is_empty()).then(|| Manifold {
        prediction: options.prediction,
        normal: found.normal.map(Into::into),
        contacts: points
            .iter()
            .map(|point| (point.point_a.into(), point.point_b.into(), point.depth))
            .collect(),
    })
}

/// The extended hulls of a pair of which a body moves.
pub fn swept(pair: &Pair<'_>) -> Option<Swept> {
    let moves = pair.motions.map(moves);
    if moves == [false; 2] {
        return None;
    }
    let options = InterframeOptions {
        frame: Frame::World,
        ..InterframeOptions::default()
    };
    let moving = pair.moving();
    let found = interframe(&moving, &options, &mut PairState::default()).ok()?;
    let hulls = [0, 1].map(|k| match moves[k] {
        true => extended_hull(pair.bodies[k], pair.motions[k]),
        false => None,
    });
    let dilation = [0, 1].map(|k| dilation(pair.bodies[k], pair.motions[k]).unwrap_or(0.0));
    Some(Swept {
        verdict: found.verdict.name().into(),
        plane: found.plane.map(|plane| (plane.normal.into(), plane.offset)),
        dilation,
        hulls,
    })
}

/// Which of two bodies holds the other where the motion starts or ends: a page draws it see-through.
pub fn holder(pair: &Pair<'_>) -> Option<usize> {
    let holds = |a: usize, pick: fn(&Motion) -> &Pose| {
        let b = 1 - a;
        let poses = pair.motions.map(pick);
        let posed = PosedPair::new(pair.bodies[a], poses[a], pair.bodies[b], poses[b]);
        let options = ContainsOptions::default();
        contains(&posed, &options, &mut PairState::default())
            .is_ok_and(|found| found.verdict == ContainmentVerdict::Inside)
    };
    [0, 1]
        .into_iter()
        .find(|&a| holds(a, Motion::start) || holds(a, Motion::end))
}

/// Whether a motion is one at all.
pub fn moves(motion: &Motion) -> bool {
    motion.is_turning() || motion.start() != motion.end()
}

fn extended_hull(body: &SharedBody, motion: &Motion) -> Option<Shape> {
    let points = corners(body);
    if points.is_empty() || points.len() > MAX_HULL_CORNERS {
        return None;
    }
    let middle = points.iter().sum::<Vector3<f64>>() / points.len() as f64;
    let reach = points.iter().map(|p| (p - middle).amax());
    let reach = reach.fold(f64::MIN_POSITIVE, f64::max);
    let radius = points
        .iter()
        .map(|p| reach * ((p - middle) / reach).norm())
        .fold(0.0, f64::max);
    // A power of two: faces that nearly lie in one plane become one, and none is a sliver.
    let grid = (HULL_GRID_REL * radius)
        .max(f64::MIN_POSITIVE)
        .log2()
        .floor()
        .exp2();
    let on_grid = |x: f64| {
        if radius > 0.0 {
            (x / grid).round() * grid
        } else {
            x
        }
    };
    let posed = |pose: &Pose| {
        let points = points.iter().map(|p| pose.transform_point(p).map(on_grid));
        points.collect::<Vec<_>>()
    };
    hull(&[posed(motion.start()), posed(motion.end())].concat())
}

/// How far one body's hull is dilated: the slack of a certified sweep beside a point that rests.
fn dilation(body: &SharedBody, motion: &Motion) -> Option<f64> {
    let far = motion.start().translation()
        + Vector3::repeat(1e3 * (1.0 + motion.start().translation().amax()));
    let (point, at) = (
        Polytope::new(&[Vector3::zeros()]).ok()?,
        Pose::from_translation(far).ok()?,
    );
    let still = Motion::fixed(at);
    let pair = MovingPair::new(body, motion, &point, &still);
    let options = InterframeOptions {
        frame: Frame::World,
        ..InterframeOptions::default()
    };
    Some(
        interframe(&pair, &options, &mut PairState::default())
            .ok()?
            .slack,
    )
}

/// Whether the bodies meet at the first poses or at the last ones, which is all that a test of the frame poses sees.
pub fn seen_by_poses(pair: &Pair<'_>) -> Option<bool> {
    let [a, b] = pair.bodies;
    let meet = |pick: fn(&Motion) -> &Pose| {
        let [pose_a, pose_b] = pair.motions.map(pick);
        let posed = PosedPair::new(a, pose_a, b, pose_b);
        let options = interframe::IntersectOptions::default();
        let found = interframe::intersect(&posed, &options, &mut PairState::default()).ok()?;
        Some(found.verdict == Verdict::Hit)
    };
    Some(meet(Motion::start)? || meet(Motion::end)?)
}
