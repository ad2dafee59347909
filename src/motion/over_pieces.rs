//! The pairs of pieces of two bodies that a query must ask about, one after the other.
//!
//! Problem: the answer of a pair of bodies of several pieces is the least over pairs of their pieces, and there are millions.
//! Idea: both trees are walked at once in one frame, that of the larger body. What a pair of boxes promises, a distance or a
//! time, is never above what a pair of pieces in them has; the nearest is walked first, and what promises more than the best
//! answer so far is left out. Every box is rounded outwards, so what is left out is proved to be no answer, and the result
//! does not depend on the trees. Allocates nothing but the memory of a triangle.
//!
//! Source: Hjaltason and Samet, "Incremental Distance Join Algorithms for Spatial Databases", 1998; here depth first, which
//! needs no queue. Loses where a body with many pieces turns by much: its boxes hold what it sweeps.

use nalgebra::{Matrix3, Vector3};

use crate::body::box_tree::{LANES, LEVELS, Opened};
use crate::body::box3::{Box3, greater, lesser};
use crate::body::compound::{PartShape, Placed};
use crate::body::handle::Body;
use crate::body::pieces::{PieceId, Pieces, PiecesKind};
use crate::body::triangle::TriangleRoom;
use crate::body::vertices::Block;
use crate::error::Result;
use crate::motion::moving_box::{Extent, MovingBox};
use crate::motion::pairs::{MovingPair, PosedPair};
use crate::motion::placed::{carried, placed};
use crate::motion::pose::Pose;
use crate::motion::rigid_motion::Motion;
use crate::motion::side_of_plane::side_of_plane;
use crate::motion::straight::{Flyer, Straight};
use crate::numeric::arithmetic::{U, corners_of_box, norm1, rotate, rotate_back};
use crate::numeric::scaling::length_up;

/// Part of a distance between boxes that the frame's own rounding may have made.
const SURE: f64 = 1.0 - 1e-12;

/// No more nodes are left to be looked at than both trees are deep, seven for each level.
const STACK: usize = 2 * (LANES - 1) * LEVELS as usize + 8;

/// Pieces of a leaf of either kind of tree.
const PIECES: usize = 8;

/// What is asked about two pieces at rest; answers what pairs that are no farther are asked next.
pub(crate) type AskPosed<'q> = dyn FnMut(&PosedPair<'_>, [PieceId; 2]) -> Result<f64> + 'q;

/// The corners of a triangle, and the body's numbers for them.
pub(crate) type Triangle = ([Vector3<f64>; 3], [u32; 3]);

/// A first look at two pieces; answers as the question itself, or not.
pub(crate) type Look<'q> = dyn FnMut([Option<Triangle>; 2], [PieceId; 2]) -> Option<f64> + 'q;

/// The same of pieces that move, and times.
pub(crate) type AskMoving<'q> = dyn FnMut(&MovingPair<'_>, [PieceId; 2]) -> Result<f64> + 'q;

impl PosedPair<'_> {
    /// Whether one of the two is a body of several pieces.
    #[inline]
    pub(crate) fn has_pieces(&self) -> bool {
        self.a.pieces().is_some() || self.b.pieces().is_some()
    }

    /// Asks about every pair of pieces whose distance may be at most `limit`, and then at most what the last answer says;
    /// nearer ones first, by their boxes. Less than 0 ends it. Empty pieces are in no pair.
    pub(crate) fn over_pieces(&self, limit: f64, ask: &mut AskPosed<'_>) -> Result<()> {
        self.walk(limit, true, ask)
    }

    /// Asks about every pair of pieces, wherever they are, and triangles that are met from one side only from both.
    pub(crate) fn over_all_pieces(&self, ask: &mut AskPosed<'_>) -> Result<()> {
        self.walk(f64::INFINITY, false, ask)
    }

    /// One pair of pieces, as it was asked about.
    pub(crate) fn of_pieces<R>(
        &self,
        ids: [PieceId; 2],
        ask: impl FnOnce(&PosedPair<'_>) -> R,
    ) -> Result<R> {
        let motions = [self.pose_a, self.pose_b].map(|pose| Motion::fixed(*pose));
        let moving = MovingPair::new(self.a, &motions[0], self.b, &motions[1]);
        moving.of_pieces(ids, |pair| ask(&pair.at_start()))
    }

    fn walk(&self, limit: f64, from_front: bool, ask: &mut AskPosed<'_>) -> Result<()> {
        let motions = [self.pose_a, self.pose_b].map(|pose| Motion::fixed(*pose));
        let sides = sides([self.a, self.b], [&motions[0], &motions[1]], 0.0);
        let mut rooms = [TriangleRoom::EMPTY, TriangleRoom::EMPTY];
        let key = |a: &MovingBox, b: &MovingBox| Some(a.start.distance(&b.start) * SURE);
        search(&sides, (limit, limit == 0.0), key, &mut |pieces| {
            let [room_a, room_b] = &mut rooms;
            let (a, at_a) = piece(&self.a, pieces[0], room_a);
            let (b, at_b) = piece(&self.b, pieces[1], room_b);
            let posed = |at: Option<Placed>, pose: &Pose| match at {
                None => Ok(*pose),
                Some(at) => placed(&at, pose),
            };
            let (pose_a, pose_b) = (posed(at_a, self.pose_a)?, posed(at_b, self.pose_b)?);
            let pair = PosedPair {
                a,
                pose_a: &pose_a,
                b,
                pose_b: &pose_b,
            };
            let sides = [(&self.a, a, &pose_a), (&self.b, b, &pose_b)];
            if from_front && is_from_behind(sides, pieces) {
                return Ok(None);
            }
            ask(&pair, ids([&self.a, &self.b], pieces)).map(Some)
        })
    }
}

impl MovingPair<'_> {
    /// Whether one of the two is a body of several pieces.
    #[inline]
    pub(crate) fn has_pieces(&self) -> bool {
        self.a.pieces().is_some() || self.b.pieces().is_some()
    }

    /// Asks about every pair of pieces that may come within `reach` of each other by the time `limit`, and then by what the
    /// last answer says; those that may be first, first. Less than 0 ends it. Empty pieces are in no pair.
    pub(crate) fn over_pieces(
        &self,
        reach: f64,
        limit: f64,
        ask: &mut AskMoving<'_>,
    ) -> Result<()> {
        self.over_pieces_looking(reach, limit, None, ask)
    }

    /// The same with a first look at each pair, as the corners of those that are triangles: if it finds an answer, the pair is
    /// not asked about. It does not ask from which side.
    pub(crate) fn over_pieces_looking(
        &self,
        reach: f64,
        limit: f64,
        look: Option<&mut Look<'_>>,
        ask: &mut AskMoving<'_>,
    ) -> Result<()> {
        let one_sided = [self.a, self.b]
            .iter()
            .any(|body| body.pieces().is_some_and(|pieces| pieces.is_one_sided()));
        let mut look = look.filter(|_| !one_sided);
        let looks = look.is_some();
        let mut first = |pieces: [u32; 2]| {
            let look = look.as_mut()?;
            let triangle = |k: usize| {
                let body = [&self.a, &self.b][k].pieces()?;
                Some((body.corners(pieces[k])?, body.vertex_ids(pieces[k])?))
            };
            let triangles = [triangle(0), triangle(1)];
            look(triangles, ids([&self.a, &self.b], pieces))
        };
        let rooms = &mut [TriangleRoom::EMPTY, TriangleRoom::EMPTY];
        if let Some((many, straight)) = straight(self, reach) {
            let both = |piece: u32| match many {
                0 => [piece, 0],
                _ => [0, piece],
            };
            return straight.search(
                (limit, looks),
                &mut |piece| first(both(piece)),
                &mut |piece| self.closely(both(piece), rooms, ask),
            );
        }
        let sides = sides([self.a, self.b], [self.motion_a, self.motion_b], reach);
        let key = |a: &MovingBox, b: &MovingBox| a.enters(&b.start, &b.by, 16.0 * U);
        search(
            &sides,
            (limit, true),
            key,
            &mut |pieces| match first(pieces) {
                Some(next) => Ok(Some(next)),
                None => self.closely(pieces, rooms, ask),
            },
        )
    }

    /// Asks about every pair of pieces that may come as near as `limit` at some time, and then as what the last answer says;
    /// those that may come nearest first. Less than 0 ends it. Empty pieces are in no pair.
    pub(crate) fn over_nearing_pieces(&self, limit: f64, ask: &mut AskMoving<'_>) -> Result<()> {
        let sides = sides([self.a, self.b], [self.motion_a, self.motion_b], 0.0);
        let key = |a: &MovingBox, b: &MovingBox| Some(a.nearest(b));
        let rooms = &mut [TriangleRoom::EMPTY, TriangleRoom::EMPTY];
        search(&sides, (limit, false), key, &mut |pieces| {
            self.closely(pieces, rooms, ask)
        })
    }

    /// Asks about two pieces as bodies; None where one is not met from the other's side.
    fn closely(
        &self,
        pieces: [u32; 2],
        [room_a, room_b]: &mut [TriangleRoom; 2],
        ask: &mut AskMoving<'_>,
    ) -> Result<Option<f64>> {
        let (a, at_a) = piece(&self.a, pieces[0], room_a);
        let (b, at_b) = piece(&self.b, pieces[1], room_b);
        let moved = |at: Option<Placed>, motion: &Motion| match at {
            None => Ok(*motion),
            Some(at) => carried(&at, motion),
        };
        let motion_a = moved(at_a, self.motion_a)?;
        let motion_b = moved(at_b, self.motion_b)?;
        let pair = MovingPair {
            a,
            motion_a: &motion_a,
            b,
            motion_b: &motion_b,
        };
        let sides = [
            (&self.a, a, motion_a.start()),
            (&self.b, b, motion_b.start()),
        ];
        if is_from_behind(sides, pieces) {
            return Ok(None);
        }
        ask(&pair, ids([&self.a, &self.b], pieces)).map(Some)
    }

    /// No pair of pieces has a larger gap in a near contact, unless the caller says otherwise.
    pub(crate) fn largest_tolerance(&self) -> f64 {
        Extent::new(&self.a).tolerance() + Extent::new(&self.b).tolerance()
    }

    /// One pair of pieces, as it was asked about.
    pub(crate) fn of_pieces<R>(
        &self,
        ids: [PieceId; 2],
        ask: impl FnOnce(&MovingPair<'_>) -> R,
    ) -> Result<R> {
        let mut rooms = [TriangleRoom::EMPTY, TriangleRoom::EMPTY];
        let [room_a, room_b] = &mut rooms;
        let (a, at_a) = piece(&self.a, number(&self.a, ids[0]), room_a);
        let (b, at_b) = piece(&self.b, number(&self.b, ids[1]), room_b);
        let moved = |at: Option<Placed>, motion: &Motion| match at {
            None => Ok(*motion),
            Some(at) => carried(&at, motion),
        };
        let motions = [moved(at_a, self.motion_a)?, moved(at_b, self.motion_b)?];
        Ok(ask(&MovingPair {
            a,
            motion_a: &motions[0],
            b,
            motion_b: &motions[1],
        }))
    }
}

/// The number of a piece in its body.
fn number(body: &Body<'_>, id: PieceId) -> u32 {
    match body.pieces().map(|pieces| pieces.kind()) {
        None => 0,
        Some(PiecesKind::Compound(_)) => id.part,
        Some(_) => id.triangle,
    }
}

fn ids(bodies: [&Body<'_>; 2], pieces: [u32; 2]) -> [PieceId; 2] {
    std::array::from_fn(|k| match bodies[k].pieces() {
        Some(body) => body.id(pieces[k]),
        None => PieceId::default(),
    })
}

/// A piece as a convex body, and where it is in the whole one if it is not simply there.
fn piece<'r>(
    body: &Body<'r>,
    piece: u32,
    room: &'r mut TriangleRoom,
) -> (Body<'r>, Option<Placed>) {
    let Body::Pieces(pieces) = body else {
        return (*body, None);
    };
    match (pieces.kind(), pieces.corners(piece)) {
        (_, Some(corners)) => {
            let hull = room.hull(corners);
            let body = hull.rounded(pieces.radius()).expect("a radius");
            (body, None)
        }
        (PiecesKind::Compound(compound), None) => {
            let part = &compound.parts()[piece as usize];
            let at = match part.shape {
                PartShape::Curved { at, .. } => at,
                PartShape::Polytope { .. } => None,
            };
            (part.into(), at)
        }
        _ => unreachable!("a triangle has corners"),
    }
}

/// Whether a triangle that is met from its front only has the other piece's centre behind it, or in its plane.
fn is_from_behind(sides: [(&Body<'_>, Body<'_>, &Pose); 2], pieces: [u32; 2]) -> bool {
    [[0, 1], [1, 0]].into_iter().any(|[k, other]| {
        let (body, _, pose) = sides[k];
        let Some(mesh) = body.pieces().filter(Pieces::is_one_sided) else {
            return false;
        };
        let Some([a, b, c]) = mesh.corners(pieces[k]) else {
            return false;
        };
        let (_, its, its_pose) = sides[other];
        side_of_plane((&[a, b, c], pose), (&its.around().center(), its_pose)) <= 0
    })
}

/// One of the two bodies, as it goes through the common frame.
struct Side<'a> {
    pieces: Option<Pieces<'a>>,
    carry: Carry,
    /// Of all of it.
    whole: MovingBox,
}

/// How boxes of a body's frame go through the common one.
struct Carry {
    /// None where the frame is the body's own at the start.
    matrix: Option<Matrix3<f64>>,
    offset: Vector3<f64>,
    by: [f64; 3],
    turn: Option<Turn>,
    /// The radius, what roundings lose, and what is wanted.
    more: f64,
}

struct Turn {
    /// Body frame.
    pivot: Vector3<f64>,
    /// Common frame, at the start.
    at: Vector3<f64>,
    /// Not below that of the whole frame.
    angle: f64,
}

fn sides<'a>(bodies: [Body<'a>; 2], motions: [&Motion; 2], reach: f64) -> [Side<'a>; 2] {
    let size = |k: usize| match bodies[k].pieces() {
        Some(pieces) => pieces.around().ball_radius,
        None => -1.0,
    };
    let home = usize::from(size(1) > size(0));
    let start = motions[home].start();
    let axes = (!motions[home].is_turning()).then(|| *start.matrix());
    std::array::from_fn(|k| {
        let carry = Carry::new(
            &bodies[k],
            motions[k],
            (axes, start.translation()),
            k == home,
        );
        let carry = Carry {
            more: carry.more + if k == home { reach } else { 0.0 },
            ..carry
        };
        Side {
            whole: carry.whole(&bodies[k]),
            pieces: bodies[k].pieces(),
            carry,
        }
    })
}

impl Carry {
    #[inline(always)]
    fn new(
        body: &Body<'_>,
        motion: &Motion,
        (axes, origin): (Option<Matrix3<f64>>, Vector3<f64>),
        is_home: bool,
    ) -> Self {
        let start = motion.start();
        let into = |v: &Vector3<f64>| match &axes {
            Some(axes) => rotate_back(axes, v),
            None => *v,
        };
        let own = start.matrix();
        let matrix = match &axes {
            Some(_) if is_home => None,
            Some(axes) => Some(axes.transpose() * own),
            None => Some(*own),
        };
        let offset = into(&(start.translation() - origin));
        let (by, by_error) = motion.pivot_travel(1.0);
        let turn = motion.rotation_vector().map(|(turn, error)| {
            let at = match &matrix {
                Some(matrix) => rotate(matrix, &motion.pivot()),
                None => motion.pivot(),
            };
            Turn {
                pivot: motion.pivot(),
                at: at + offset,
                angle: (length_up(&turn) + error) * (1.0 + 8.0 * U),
            }
        });
        let radius = body.of_any_kind().1;
        // No sum of a point's coordinates is more.
        let farthest = 2.0 * body.around().reach();
        let size = farthest + norm1(&motion.pivot()) + radius;
        let far = norm1(&start.translation()) + norm1(&origin) + norm1(&by);
        let room = 512.0 * U * (size + far) + 4.0 * f64::MIN_POSITIVE;
        Carry {
            matrix,
            offset,
            by: into(&by).into(),
            turn,
            more: radius + room + 4.0 * by_error,
        }
    }

    /// All of a body. A convex one of few corners is bounded corner by corner.
    fn whole(&self, body: &Body<'_>) -> MovingBox {
        match body {
            Body::Pieces(pieces) => self.carry(&pieces.around().held),
            Body::Polytope(_) | Body::Rounded(_)
                if (1..=16).contains(&body.around().vertex_count()) =>
            {
                let points = || body.around().storage().iter();
                let posed = points().map(|p| match &self.matrix {
                    None => p,
                    Some(matrix) => rotate(matrix, &p) + self.offset,
                });
                self.carry_points(posed, points)
            }
            _ => self.carry(&box_of_core(body)),
        }
    }

    fn carry(&self, held: &Box3) -> MovingBox {
        let [x, y, z] = std::array::from_fn(|k| held.high[k] - held.low[k]);
        // A node that is beyond f32, which is all of space.
        if !(x + y + z < f64::INFINITY) {
            return MovingBox::still(Box3::ALL);
        }
        let (low, high) = (Vector3::from(held.low), Vector3::from(held.high));
        let center = low * 0.5 + high * 0.5;
        let half = high * 0.5 - low * 0.5;
        let there = match &self.matrix {
            None => *held,
            Some(matrix) => box_through(held, |p| rotate(matrix, p) + self.offset, matrix),
        };
        let arm = |turn: &Turn| length_up(&((center - turn.pivot).abs() + half));
        self.moving(there, arm)
    }

    #[inline(always)]
    fn posed(&self, corners: &[Vector3<f64>; 3]) -> [Vector3<f64>; 3] {
        match &self.matrix {
            None => *corners,
            Some(matrix) => corners.map(|p| rotate(matrix, &p) + self.offset),
        }
    }

    /// Of points, given in the common frame and, for their distances from the pivot, in the body's.
    #[inline(always)]
    fn carry_points<I: Iterator<Item = Vector3<f64>>>(
        &self,
        posed: impl Iterator<Item = Vector3<f64>>,
        points: impl FnOnce() -> I,
    ) -> MovingBox {
        let there = posed.fold(Box3::EMPTY, |held, p| held.and(&Box3::point(&p)));
        self.moving(there, |turn| {
            let lengths = points().map(|p| length_up(&(p - turn.pivot)));
            lengths.fold(0.0, f64::max)
        })
    }

    #[inline(always)]
    fn moving(&self, there: Box3, arm: impl FnOnce(&Turn) -> f64) -> MovingBox {
        let mut held = there;
        if let Some(turn) = &self.turn {
            let arm = arm(turn) * (1.0 + 8.0 * U);
            let arc = arm * turn.angle.min(2.0) * (1.0 + 8.0 * U);
            // Where lengths are beyond f64 the comparison fails, and `or_all` takes it.
            held = Box3 {
                low: std::array::from_fn(|k| (held.low[k] - arc).max(turn.at[k] - arm)),
                high: std::array::from_fn(|k| (held.high[k] + arc).min(turn.at[k] + arm)),
            };
        }
        MovingBox {
            start: held.with_room(self.more),
            by: self.by,
        }
    }
}

/// Of a convex body, its radius left out.
fn box_of_core(body: &Body<'_>) -> Box3 {
    let around = body.around();
    if around.is_empty() {
        return Box3::EMPTY;
    }
    let (low, high) = corners_of_box(around.vertices());
    Box3 {
        low: low.into(),
        high: high.into(),
    }
}

/// A piece of a leaf.
#[derive(Clone, Copy)]
struct Candidate {
    piece: u32,
    held: MovingBox,
    /// Of a triangle that does not turn, common frame, at the start: its corners, and how far its points are from their hull.
    corners: [Vector3<f64>; 3],
    room: f64,
    is_flat: bool,
}

impl Candidate {
    const NONE: Candidate = Candidate {
        piece: 0,
        held: MovingBox::EMPTY,
        corners: [Vector3::new(0.0, 0.0, 0.0); 3],
        room: 0.0,
        is_flat: false,
    };

    /// See [`Flyer::not_before`].
    fn not_before(&self, other: &MovingBox) -> f64 {
        if !self.is_flat {
            return 0.0;
        }
        Flyer::new(other, &self.held.by, self.room).not_before(&self.corners)
    }
}

/// Where one convex body flies straight at one with a tree, and neither turns: which has the tree, and how the other flies as
/// seen from it, `reach` wider on every side.
fn straight<'a>(pair: &MovingPair<'a>, reach: f64) -> Option<(usize, Straight<'a>)> {
    let (many, pieces, body) = match (pair.a, pair.b) {
        (Body::Pieces(_), Body::Pieces(_)) => return None,
        (Body::Pieces(pieces), body) => (0, pieces, body),
        (body, Body::Pieces(pieces)) => (1, pieces, body),
        _ => return None,
    };
    let [motion, its] = match many {
        0 => [pair.motion_b, pair.motion_a],
        _ => [pair.motion_a, pair.motion_b],
    };
    let (around, held) = (body.around(), pieces.around());
    let turns = motion.is_turning() || its.is_turning();
    if turns || pieces.is_empty() || around.is_empty() {
        return None;
    }
    let (start, axes) = (motion.start(), its.start().matrix());
    let apart = start.translation() - its.start().translation();
    let [(travel, error), (its_travel, its_error)] =
        [motion, its].map(|motion| motion.pivot_travel(1.0));
    let matrix = axes.transpose() * start.matrix();
    let offset = rotate_back(axes, &apart);
    let there = match around.vertex_count() <= 16 && !matches!(body, Body::Curved(_)) {
        true => box_of_posed(around.storage().blocks(), &matrix, &offset),
        false => box_through(
            &box_of_core(&body),
            |p| rotate(&matrix, p) + offset,
            &matrix,
        ),
    };
    // As of other boxes, of both at once.
    let size = 2.0 * (around.reach() + held.hull.reach());
    let radii = body.of_any_kind().1 + pieces.radius();
    let places = [start.translation(), its.start().translation()];
    let far = norm1(&places[0]) + norm1(&places[1]) + norm1(&travel) + norm1(&its_travel);
    let room = 512.0 * U * (size + radii + far) + 8.0 * f64::MIN_POSITIVE;
    let more = reach + radii + room + 4.0 * (error + its_error);
    let way = MovingBox {
        start: there.with_room(more),
        by: rotate_back(axes, &(travel - its_travel)).into(),
    };
    Some((many, Straight::new(pieces, &way)?))
}

/// A box around points that are turned and moved; four at a time.
#[inline(always)]
fn box_of_posed(blocks: &[Block], matrix: &Matrix3<f64>, offset: &Vector3<f64>) -> Box3 {
    let mut held = Box3::EMPTY;
    for k in 0..3 {
        let (x, y, z) = (matrix[(k, 0)], matrix[(k, 1)], matrix[(k, 2)]);
        let (mut low, mut high) = ([f64::INFINITY; 4], [f64::NEG_INFINITY; 4]);
        for block in blocks {
            for lane in 0..4 {
                let at = (x * block.x[lane] + y * block.y[lane]) + z * block.z[lane];
                (low[lane], high[lane]) = (lesser(at, low[lane]), greater(at, high[lane]));
            }
        }
        let of_four = |f: fn(f64, f64) -> f64, [a, b, c, d]: [f64; 4]| f(f(a, b), f(c, d));
        held.low[k] = of_four(lesser, low) + offset[k];
        held.high[k] = of_four(greater, high) + offset[k];
    }
    held
}

/// A box around one that is turned.
fn box_through(
    held: &Box3,
    posed: impl Fn(&Vector3<f64>) -> Vector3<f64>,
    matrix: &Matrix3<f64>,
) -> Box3 {
    let (low, high) = (Vector3::from(held.low), Vector3::from(held.high));
    let center = posed(&(low * 0.5 + high * 0.5));
    let half = rotate(&matrix.abs(), &(high * 0.5 - low * 0.5));
    Box3 {
        low: (center - half).into(),
        high: (center + half).into(),
    }
}

/// Nodes of both trees that are still to be looked at, and what their boxes promise.
#[derive(Clone, Copy)]
struct Left {
    key: f64,
    nodes: [u64; 2],
}

/// Of a convex body, which is one piece.
const WHOLE: u64 = u64::MAX;

impl Side<'_> {
    #[inline(always)]
    fn moving_box(&self, node: u64) -> MovingBox {
        match &self.pieces {
            Some(pieces) if node != WHOLE => self.carry.carry(&pieces.box_of(node)),
            _ => self.whole,
        }
    }

    #[inline(always)]
    fn open(&self, node: u64) -> Option<Opened> {
        self.pieces.as_ref().map(|pieces| pieces.open(node))
    }

    /// The pieces of a leaf.
    fn leaf(&self, opened: &Option<Opened>, list: &mut [Candidate; PIECES]) -> usize {
        let (Some(pieces), Some(opened)) = (&self.pieces, opened) else {
            list[0] = Candidate {
                held: self.whole,
                ..Candidate::NONE
            };
            return 1;
        };
        let mut count = 0;
        let mut put = |piece: u32| {
            list[count] = match (pieces.corners(piece), pieces.kind()) {
                (Some(corners), _) => {
                    let corners = self.carry.posed(&corners);
                    Candidate {
                        piece,
                        held: self.carry.carry_points(corners.into_iter(), || {
                            pieces.corners(piece).into_iter().flatten()
                        }),
                        corners,
                        room: self.carry.more,
                        is_flat: self.carry.turn.is_none(),
                    }
                }
                (None, PiecesKind::Compound(body)) if !body.held(piece).is_empty() => Candidate {
                    piece,
                    held: self.carry.carry(&body.held(piece)),
                    ..Candidate::NONE
                },
                _ => return,
            };
            count += 1;
        };
        match (opened, pieces.kind()) {
            (&Opened::Pieces(pieces, count), _) => {
                pieces[..count].iter().for_each(|&piece| put(piece))
            }
            (Opened::Cells([columns, rows]), PiecesKind::HeightField(field)) => {
                for row in rows[0]..rows[1] {
                    for column in columns[0]..columns[1] {
                        if field.has_cell(row, column) {
                            field
                                .triangles_of(row, column)
                                .into_iter()
                                .for_each(&mut put);
                        }
                    }
                }
            }
            _ => {}
        }
        count
    }
}

/// Calls `visit` with the numbers of pieces; its answer is the next limit, None leaves it. `touching`: pieces that never meet
/// are in no answer.
fn search(
    sides: &[Side<'_>; 2],
    (mut limit, touching): (f64, bool),
    key: impl Fn(&MovingBox, &MovingBox) -> Option<f64>,
    visit: &mut dyn FnMut([u32; 2]) -> Result<Option<f64>>,
) -> Result<()> {
    let root = |side: &Side<'_>| match &side.pieces {
        None => (!side.whole.start.is_empty()).then_some(WHOLE),
        Some(pieces) => pieces.root(),
    };
    let (Some(a), Some(b)) = (root(&sides[0]), root(&sides[1])) else {
        return Ok(());
    };
    let mut stack = [Left {
        key: 0.0,
        nodes: [0; 2],
    }; STACK];
    stack[0].nodes = [a, b];
    let mut lists = [[Candidate::NONE; PIECES]; 2];
    let mut order = [(0.0, [0; 2]); PIECES * PIECES];
    let mut depth = 1;
    while depth > 0 {
        depth -= 1;
        let Left {
            key: promised,
            nodes,
        } = stack[depth];
        if promised > limit {
            continue;
        }
        let opened = [0, 1].map(|k: usize| sides[k].open(nodes[k]));
        let inner = opened
            .each_ref()
            .map(|opened| matches!(opened, Some(Opened::Nodes(..))));
        // The larger of two, so that boxes are about equal.
        let size = |k: usize| {
            let Box3 { low, high } = sides[k].moving_box(nodes[k]).start;
            (high[0] - low[0]) + (high[1] - low[1]) + (high[2] - low[2])
        };
        let which = match inner {
            [true, true] => usize::from(size(1) > size(0)),
            [true, false] => 0,
            [false, true] => 1,
            [false, false] => {
                let counts = [0, 1].map(|k: usize| sides[k].leaf(&opened[k], &mut lists[k]));
                let mut many = 0;
                for a in &lists[0][..counts[0]] {
                    for b in &lists[1][..counts[1]] {
                        let promised = key(&a.held, &b.held).filter(|key| *key <= limit);
                        let Some(mut promised) = promised else {
                            continue;
                        };
                        if touching {
                            let planes = a.not_before(&b.held).max(b.not_before(&a.held));
                            if planes > 1.0 {
                                continue;
                            }
                            promised = promised.max(planes);
                        }
                        if promised > limit {
                            continue;
                        }
                        order[many] = (promised, [a.piece, b.piece]);
                        many += 1;
                    }
                }
                let found = &mut order[..many];
                found.sort_unstable_by(|p, q| p.0.total_cmp(&q.0).then(p.1.cmp(&q.1)));
                for &(promised, pieces) in &*found {
                    if promised <= limit
                        && let Some(next) = visit(pieces)?
                    {
                        limit = next;
                    }
                }
                continue;
            }
        };
        let Some(Opened::Nodes(parts, count)) = opened[which] else {
            continue;
        };
        let from = depth;
        let other = sides[1 - which].moving_box(nodes[1 - which]);
        for &part in &parts[..count] {
            let held = sides[which].moving_box(part);
            let promised = match which {
                0 => key(&held, &other),
                _ => key(&other, &held),
            };
            let Some(promised) = promised.filter(|key| *key <= limit) else {
                continue;
            };
            let mut next = nodes;
            next[which] = part;
            // The nearest last, to be looked at first.
            let mut place = depth;
            while place > from && stack[place - 1].key < promised {
                stack[place] = stack[place - 1];
                place -= 1;
            }
            stack[place] = Left {
                key: promised,
                nodes: next,
            };
            depth += 1;
        }
    }
    Ok(())
}
