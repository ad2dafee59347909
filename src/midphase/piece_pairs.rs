//! The pairs of pieces of two bodies that a query must compare, one after the other.
//!
//! Problem: the answer of bodies of several pieces is the least over pairs of their pieces, and there are millions
//! of pairs. Idea: both trees are traversed together, in the frame of the larger body. A pair of boxes has a lower
//! bound, of a distance or of a time, for all pairs of pieces in them. The pair with the least bound is opened
//! first, and a pair whose bound exceeds the best answer so far is skipped. Every box is rounded outwards, so a
//! skipped pair is proved to be no answer, and the result does not depend on the trees. Allocates the memory of a
//! triangle.
//!
//! Source: Hjaltason and Samet, "Incremental Distance Join Algorithms for Spatial Databases", 1998; here depth
//! first, which needs no queue. Loses where a body with many pieces turns far: its boxes must enclose all that it
//! sweeps.

use nalgebra::Vector3;

use crate::bvh::aabb::Aabb;
use crate::bvh::box_tree::{LANES, LEVELS, NodeContents};
use crate::error::Result;
use crate::midphase::carried_body::{CarriedBody, home, sides};
use crate::midphase::posed_body::BodyAtTriangles;
use crate::midphase::side_of_plane::side_of_plane;
use crate::midphase::translating_box::TranslatingBox;
use crate::midphase::translation_cast::TranslationCast;
use crate::midphase::translation_traversal::{FacetTest, Straight};
use crate::motion::moving_box::{LocalBounds, MovingBox};
use crate::motion::pairs::{MovingPair, PosedPair};
use crate::motion::placed_parts::{carried, placed};
use crate::motion::pose::Pose;
use crate::motion::rigid_motion::Motion;
use crate::numeric::arithmetic::{U, rotate_back};
use crate::numeric::simd::fast;
use crate::shape::body::Body;
use crate::shape::compound::{PartPose, PartShape};
use crate::shape::pieces::{PieceId, Pieces, PiecesKind};
use crate::shape::triangle::TriangleBuffer;
use crate::shape::triangle_mesh::Facet;

/// Part of a distance between boxes that the frame's own rounding may have made.
const BOX_DISTANCE_RATIO: f64 = 1.0 - 1e-12;

/// No more nodes are left to be visited than both trees are deep, seven for each level.
const STACK: usize = 2 * (LANES - 1) * LEVELS as usize + 8;

/// Pieces of a leaf of either kind of tree.
const LEAF_PIECES: usize = 8;

/// A query about two pieces at rest; returns the distance up to which pairs are queried next.
pub(crate) type AskPosed<'q> = dyn FnMut(&PosedPair<'_>, [PieceId; 2]) -> Result<f64> + 'q;

/// A query about two moving pieces; returns the time up to which pairs are queried next.
pub(crate) type AskMoving<'q> = dyn FnMut(&MovingPair<'_>, [PieceId; 2]) -> Result<f64> + 'q;

/// Two pieces that are no farther apart than was asked: a point of each core, world frame, and the radii about the cores.
pub(crate) struct PieceMeeting {
    pub(crate) ids: [PieceId; 2],
    pub(crate) cores: [Vector3<f64>; 2],
    pub(crate) radii: [f64; 2],
}

impl PosedPair<'_> {
    /// Queries every pair of pieces whose distance may be at most `limit`, and then at most what the last answer says;
    /// nearer ones first, by their boxes. Less than 0 ends it. Empty parts are in no pair; a convex body may be empty.
    pub(crate) fn over_pieces(&self, limit: f64, ask: &mut AskPosed<'_>) -> Result<()> {
        match self.over_triangles(limit, false, ask) {
            Some(found) => found.map(|_| ()),
            None => self.traverse((limit, limit == 0.0), true, box_distance, ask),
        }
    }

    /// Does as [`over_pieces`](Self::over_pieces), and ends at a pair that f64 proves to be at most `limit` apart, which is not
    /// queried then, but returned. For a limit that does not change until the end.
    pub(crate) fn over_pieces_to_first(
        &self,
        limit: f64,
        ask: &mut AskPosed<'_>,
    ) -> Result<Option<PieceMeeting>> {
        match self.over_triangles(limit, true, ask) {
            Some(found) => found,
            None => {
                self.traverse((limit, limit == 0.0), true, box_distance, ask)?;
                Ok(None)
            }
        }
    }

    /// None where the two are not a convex body and triangles, and where lengths are not ordinary.
    fn over_triangles(
        &self,
        limit: f64,
        to_first: bool,
        ask: &mut AskPosed<'_>,
    ) -> Option<Result<Option<PieceMeeting>>> {
        let posed = BodyAtTriangles::new(self, limit)?;
        let pieces = |triangle: u32| match posed.many {
            0 => [triangle, 0],
            _ => [0, triangle],
        };
        let buffers = &mut [TriangleBuffer::EMPTY, TriangleBuffer::EMPTY];
        // From which side a triangle is met, only a query of the pair knows.
        let to_first = to_first && !posed.pieces.is_one_sided();
        let found = posed.search(to_first, &mut |triangle, _, _| {
            self.queried(pieces(triangle), true, buffers, ask)
        });
        Some(found.map(|met| {
            met.map(|(triangle, points)| {
                let pose = [self.pose_a, self.pose_b][posed.many];
                let [on_body, on_triangle] = points.map(|p| pose.transform_point(&p));
                let [radius, its_radius] = posed.radii;
                let (cores, radii) = match posed.many {
                    0 => ([on_triangle, on_body], [its_radius, radius]),
                    _ => ([on_body, on_triangle], [radius, its_radius]),
                };
                PieceMeeting {
                    ids: ids([&self.a, &self.b], pieces(triangle)),
                    cores,
                    radii,
                }
            })
        }))
    }

    /// Queries every pair of pieces that meet and reach into each other along a unit normal from A to B by more than `least`, and
    /// then by more than what the last answer says; by their boxes, those that reach farthest first.
    pub(crate) fn over_pieces_along(
        &self,
        normal: &Vector3<f64>,
        least: f64,
        ask: &mut AskPosed<'_>,
    ) -> Result<()> {
        let home = [self.pose_a, self.pose_b][home([&self.a, &self.b])];
        let n = rotate_back(home.matrix(), normal);
        let key = |a: &MovingBox, b: &MovingBox| {
            let reach = a.start.overlap_along(&b.start, &n);
            (a.start.distance(&b.start) == 0.0).then_some(-reach)
        };
        self.traverse((-least, true), true, key, &mut |pair, ids| {
            ask(pair, ids).map(|least| -least)
        })
    }

    /// Queries every pair of pieces, at any place, and triangles that are met from one side only from both.
    pub(crate) fn over_all_pieces(&self, ask: &mut AskPosed<'_>) -> Result<()> {
        self.traverse((f64::INFINITY, false), false, box_distance, ask)
    }

    /// Queries the pieces of B for which `bound`, of a ball about them in B's frame, is at most what the last answer says; the least
    /// first. A's pieces are all queried with each.
    pub(crate) fn over_pieces_of_b(
        &self,
        bound: &dyn Fn(&Vector3<f64>, f64) -> f64,
        ask: &mut AskPosed<'_>,
    ) -> Result<()> {
        let key = |_: &MovingBox, b: &MovingBox| {
            let (center, radius) = b.start.ball();
            Some(bound(&center, radius))
        };
        self.traverse((f64::INFINITY, false), false, key, ask)
    }

    fn traverse(
        &self,
        limit: (f64, bool),
        from_front: bool,
        key: impl Fn(&MovingBox, &MovingBox) -> Option<f64>,
        ask: &mut AskPosed<'_>,
    ) -> Result<()> {
        let motions = [self.pose_a, self.pose_b].map(|pose| Motion::fixed(*pose));
        let sides = sides([self.a, self.b], [&motions[0], &motions[1]], 0.0);
        let buffers = &mut [TriangleBuffer::EMPTY, TriangleBuffer::EMPTY];
        search(&sides, limit, key, &mut |pieces| {
            self.queried(pieces, from_front, buffers, ask)
        })
    }
}

impl MovingPair<'_> {
    /// Queries every pair of pieces that may come within `reach` of each other by the time `limit`, and then by what the
    /// last answer says; those that may be first, first. Less than 0 ends it. Empty parts are in no pair; a convex body may be empty.
    pub(crate) fn over_pieces(
        &self,
        reach: f64,
        limit: f64,
        ask: &mut AskMoving<'_>,
    ) -> Result<()> {
        let passing = TranslationCast::new(self);
        self.over_pieces_passing(
            passing.as_ref(),
            [reach, limit],
            None::<&mut FacetTest<'_>>,
            ask,
        )
    }

    /// Does as [`over_pieces`](Self::over_pieces), with a first look at each triangle that one of the two passes: if
    /// it finds an answer, the pair is not queried. It does not test from which side.
    #[inline(always)]
    pub(crate) fn over_pieces_passing(
        &self,
        passing: Option<&TranslationCast<'_>>,
        [reach, limit]: [f64; 2],
        mut look: Option<impl FnMut(&Facet, bool) -> Option<f64>>,
        ask: &mut AskMoving<'_>,
    ) -> Result<()> {
        let buffers = &mut [TriangleBuffer::EMPTY, TriangleBuffer::EMPTY];
        let many = passing.map_or(0, |passing| passing.many);
        if let Some((passing, tree)) =
            passing.and_then(|passing| Some((passing, passing.pieces.tree()?)))
        {
            let mut query = |piece| {
                let both = if many == 0 { [piece, 0] } else { [0, piece] };
                self.queried(both, true, buffers, ask)
            };
            return match fast() {
                Some(fast) => fast.run(
                    #[inline(always)]
                    || Straight::new(passing, tree, reach).search(limit, look, &mut query),
                ),
                None => Straight::new(passing, tree, reach).search_outlined(
                    limit,
                    shared(&mut called(&mut look)),
                    &mut query,
                ),
            };
        }
        let sides = sides([self.a, self.b], [self.motion_a, self.motion_b], reach);
        let key = |a: &MovingBox, b: &MovingBox| a.enters(&b.start, &b.by, 16.0 * U);
        search(&sides, (limit, true), key, &mut |both| match look_twice(
            shared(&mut called(&mut look)),
            passing,
            both[many],
        ) {
            Some(next) => Ok(Some(next)),
            None => self.queried(both, true, buffers, ask),
        })
    }

    /// Queries every pair of pieces that may come as near as `limit` at some time, and then as what the last answer says;
    /// those that may come nearest first. Less than 0 ends it. Empty pieces are in no pair.
    pub(crate) fn over_nearing_pieces(&self, limit: f64, ask: &mut AskMoving<'_>) -> Result<()> {
        let sides = sides([self.a, self.b], [self.motion_a, self.motion_b], 0.0);
        let key = |a: &MovingBox, b: &MovingBox| Some(a.nearest(b));
        let buffers = &mut [TriangleBuffer::EMPTY, TriangleBuffer::EMPTY];
        search(&sides, (limit, false), key, &mut |pieces| {
            self.queried(pieces, true, buffers, ask)
        })
    }

    /// No pair of pieces has a larger gap in a near contact, unless the caller says otherwise.
    pub(crate) fn largest_tolerance(&self) -> f64 {
        LocalBounds::new(&self.a).tolerance() + LocalBounds::new(&self.b).tolerance()
    }
}

/// What a pair of bodies does with two of their pieces, at rest or moving.
macro_rules! two_pieces {
    ($pair:ident, $place:ty, $ask:ident, $place_a:ident, $place_b:ident, $placed:path, $start:expr) => {
        impl $pair<'_> {
            /// Whether one of the two is a body of several pieces.
            #[inline]
            pub(crate) fn has_pieces(&self) -> bool {
                self.a.pieces().is_some() || self.b.pieces().is_some()
            }

            /// One pair of pieces, as it was queried.
            pub(crate) fn of_pieces<R>(
                &self,
                ids: [PieceId; 2],
                ask: impl FnOnce(&$pair<'_>) -> R,
            ) -> Result<R> {
                let buffers = &mut [TriangleBuffer::EMPTY, TriangleBuffer::EMPTY];
                self.of_pieces_in(buffers, ids, ask)
            }

            /// One pair of pieces, as it was queried, in memory that serves for one pair after the other.
            pub(crate) fn of_pieces_in<R>(
                &self,
                buffers: &mut [TriangleBuffer; 2],
                ids: [PieceId; 2],
                ask: impl FnOnce(&$pair<'_>) -> R,
            ) -> Result<R> {
                let pieces = [number(&self.a, ids[0]), number(&self.b, ids[1])];
                let (mut ask, mut answer) = (Some(ask), None);
                self.of_two_outlined(pieces, buffers, &mut |pair| {
                    answer = ask.take().map(|ask| ask(pair));
                })?;
                Ok(answer.expect("asked once"))
            }

            /// [`of_two`](Self::of_two), compiled once for all questions.
            #[inline(never)]
            fn of_two_outlined(
                &self,
                pieces: [u32; 2],
                buffers: &mut [TriangleBuffer; 2],
                ask: &mut dyn FnMut(&$pair<'_>),
            ) -> Result<()> {
                self.of_two(pieces, buffers, ask)
            }

            /// Two pieces as bodies at places of their own.
            fn of_two<R>(
                &self,
                pieces: [u32; 2],
                [buffer_a, buffer_b]: &mut [TriangleBuffer; 2],
                ask: impl FnOnce(&$pair<'_>) -> R,
            ) -> Result<R> {
                let (a, at_a) = piece(&self.a, pieces[0], buffer_a);
                let (b, at_b) = piece(&self.b, pieces[1], buffer_b);
                let own = |at: Option<PartPose>, place: &$place| match at {
                    None => Ok(*place),
                    Some(at) => $placed(&at, place),
                };
                let places = [own(at_a, self.$place_a)?, own(at_b, self.$place_b)?];
                Ok(ask(&$pair {
                    a,
                    $place_a: &places[0],
                    b,
                    $place_b: &places[1],
                }))
            }

            /// Queries two pieces as bodies; None `from_front` where a one-sided triangle is not met from the other's side.
            fn queried(
                &self,
                pieces: [u32; 2],
                from_front: bool,
                buffers: &mut [TriangleBuffer; 2],
                ask: &mut $ask<'_>,
            ) -> Result<Option<f64>> {
                self.of_two(pieces, buffers, |pair| {
                    let sides = [
                        (&self.a, pair.a, $start(pair.$place_a)),
                        (&self.b, pair.b, $start(pair.$place_b)),
                    ];
                    match from_front && is_from_behind(sides, pieces) {
                        true => Ok(None),
                        false => ask(pair, ids([&self.a, &self.b], pieces)).map(Some),
                    }
                })?
            }
        }
    };
}

two_pieces!(PosedPair, Pose, AskPosed, pose_a, pose_b, placed, |pose| {
    pose
});
two_pieces!(
    MovingPair,
    Motion,
    AskMoving,
    motion_a,
    motion_b,
    carried,
    Motion::start
);

fn box_distance(a: &MovingBox, b: &MovingBox) -> Option<f64> {
    Some(a.start.distance(&b.start) * BOX_DISTANCE_RATIO)
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
    buffer: &'r mut TriangleBuffer,
) -> (Body<'r>, Option<PartPose>) {
    let Body::Pieces(pieces) = body else {
        return (*body, None);
    };
    match (pieces.kind(), pieces.corners(piece)) {
        (_, Some(corners)) => {
            let hull = buffer.hull(corners);
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
        side_of_plane(
            (&[a, b, c], pose),
            (&its.bounding_polytope().center(), its_pose),
        ) <= 0
    })
}

/// A piece of a leaf.
#[derive(Clone, Copy)]
struct PieceCandidate {
    piece: u32,
    held: MovingBox,
    /// For a triangle that does not turn: its corners at the start, common frame. `margin` is the distance of its
    /// points from their hull.
    corners: [Vector3<f64>; 3],
    margin: f64,
    is_flat: bool,
}

impl PieceCandidate {
    const NONE: PieceCandidate = PieceCandidate {
        piece: 0,
        held: MovingBox::EMPTY,
        corners: [Vector3::new(0.0, 0.0, 0.0); 3],
        margin: 0.0,
        is_flat: false,
    };

    /// See [`TranslatingBox::not_before`].
    fn not_before(&self, other: &MovingBox) -> f64 {
        if !self.is_flat {
            return 0.0;
        }
        TranslatingBox::new(other, &self.held.by, self.margin).not_before(&self.corners)
    }
}

/// Nodes of both trees that are still to be visited, and what their boxes promise.
#[derive(Clone, Copy)]
struct NodeStack {
    key: f64,
    nodes: [u64; 2],
}

/// Number of a convex body's only piece.
const WHOLE: u64 = u64::MAX;

impl CarriedBody<'_> {
    #[inline(always)]
    fn moving_box(&self, node: u64) -> MovingBox {
        match &self.pieces {
            Some(pieces) if node != WHOLE => self.carry.carry(&pieces.box_of(node)),
            _ => self.whole,
        }
    }

    #[inline(always)]
    fn open(&self, node: u64) -> Option<NodeContents> {
        self.pieces.as_ref().map(|pieces| pieces.open(node))
    }

    /// The pieces of a leaf.
    fn leaf(
        &self,
        opened: &Option<NodeContents>,
        list: &mut [PieceCandidate; LEAF_PIECES],
    ) -> usize {
        let (Some(pieces), Some(opened)) = (&self.pieces, opened) else {
            list[0] = PieceCandidate {
                held: self.whole,
                ..PieceCandidate::NONE
            };
            return 1;
        };
        let mut count = 0;
        let mut put = |piece: u32| {
            list[count] = match (pieces.corners(piece), pieces.kind()) {
                (Some(corners), _) => {
                    let corners = self.carry.posed(&corners);
                    PieceCandidate {
                        piece,
                        held: self.carry.carry_points(corners.into_iter(), || {
                            pieces.corners(piece).into_iter().flatten()
                        }),
                        corners,
                        margin: self.carry.more,
                        is_flat: self.carry.turn.is_none(),
                    }
                }
                (None, PiecesKind::Compound(body)) if !body.held(piece).is_empty() => {
                    PieceCandidate {
                        piece,
                        held: self.carry.carry(&body.held(piece)),
                        ..PieceCandidate::NONE
                    }
                }
                _ => return,
            };
            count += 1;
        };
        match (opened, pieces.kind()) {
            (&NodeContents::Pieces(pieces, count), _) => {
                pieces[..count].iter().for_each(|&piece| put(piece))
            }
            (NodeContents::Cells([columns, rows]), PiecesKind::HeightField(field)) => {
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

/// A test of triangles behind a pointer: code that calls it is compiled once.
fn shared<'q>(
    look: &'q mut Option<impl FnMut(&Facet, bool) -> Option<f64>>,
) -> Option<&'q mut FacetTest<'q>> {
    look.as_mut().map(|look| look as &mut FacetTest<'q>)
}

/// A test of triangles whose code is not inlined: behind a pointer there would be two copies of it.
fn called<'q>(
    look: &'q mut Option<impl FnMut(&Facet, bool) -> Option<f64>>,
) -> Option<impl FnMut(&Facet, bool) -> Option<f64> + 'q> {
    look.as_mut()
        .map(|look| move |facet: &Facet, last: bool| look(facet, last))
}

/// What both looks tell of a piece, if it is a triangle; compiled once for all of them.
#[inline(never)]
fn look_twice(
    look: Option<&mut FacetTest<'_>>,
    passing: Option<&TranslationCast<'_>>,
    piece: u32,
) -> Option<f64> {
    let (look, facet) = (look?, passing?.pieces.facet(piece)?);
    look(&facet, false).or_else(|| look(&facet, true))
}

/// A function of its own, so that all searches share one sort.
fn sort_nearest_first(found: &mut [(f64, [u32; 2])]) {
    found.sort_unstable_by(|p, q| p.0.total_cmp(&q.0).then(p.1.cmp(&q.1)));
}

/// Calls `visit` with the numbers of pieces; its answer is the next limit, None leaves it. `touching`: pieces that never meet
/// are in no answer.
fn search(
    sides: &[CarriedBody<'_>; 2],
    (mut limit, touching): (f64, bool),
    key: impl Fn(&MovingBox, &MovingBox) -> Option<f64>,
    visit: &mut dyn FnMut([u32; 2]) -> Result<Option<f64>>,
) -> Result<()> {
    let root = |side: &CarriedBody<'_>| match &side.pieces {
        None => (!side.whole.start.is_empty()).then_some(WHOLE),
        Some(pieces) => pieces.root(),
    };
    let (Some(a), Some(b)) = (root(&sides[0]), root(&sides[1])) else {
        return Ok(());
    };
    let mut stack = [NodeStack {
        key: f64::NEG_INFINITY,
        nodes: [0; 2],
    }; STACK];
    stack[0].nodes = [a, b];
    let mut lists = [[PieceCandidate::NONE; LEAF_PIECES]; 2];
    let mut order = [(0.0, [0; 2]); LEAF_PIECES * LEAF_PIECES];
    let mut depth = 1;
    while depth > 0 {
        depth -= 1;
        let NodeStack {
            key: promised,
            nodes,
        } = stack[depth];
        if promised > limit {
            continue;
        }
        let opened = [0, 1].map(|k: usize| sides[k].open(nodes[k]));
        let inner = opened
            .each_ref()
            .map(|opened| matches!(opened, Some(NodeContents::Nodes(..))));
        // The larger of two, so that boxes are about equal.
        let size = |k: usize| {
            let Aabb { low, high } = sides[k].moving_box(nodes[k]).start;
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
                            if planes > 0.0 {
                                promised = promised.max(planes);
                            }
                        }
                        if promised > limit {
                            continue;
                        }
                        order[many] = (promised, [a.piece, b.piece]);
                        many += 1;
                    }
                }
                let found = &mut order[..many];
                sort_nearest_first(found);
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
        let Some(NodeContents::Nodes(parts, count)) = opened[which] else {
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
            stack[place] = NodeStack {
                key: promised,
                nodes: next,
            };
            depth += 1;
        }
    }
    Ok(())
}
