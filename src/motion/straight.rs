//! What flies straight at a body of many pieces, where neither turns.
//!
//! Problem: most shots at a level go straight, and of its pieces a few count. Idea: seen from the body of many pieces a box flies
//! past boxes that stand still, so each side of a box is reached at a time of one product, and eight boxes are compared at once.
//! The earliest is walked first, and what is reached after the best time so far is left out. A piece that a first look cannot
//! tell waits until the walk is over, when most such cannot be before the best time any more.
//!
//! Times are on the safe side: the sign of a difference is exact, so each errs by three roundings, and a factor has room for 64.

use nalgebra::Vector3;

use crate::body::box_tree::{BoxTree, LANES, LEVELS, NONE, Node, PIECE};
use crate::body::box3::{greater, lesser};
use crate::body::pieces::Pieces;
use crate::body::simd::widest;
use crate::error::Result;
use crate::motion::moving_box::MovingBox;
use crate::numeric::arithmetic::{U, dot, norm1};

/// Seven are left of each level.
const STACK: usize = (LANES - 1) * LEVELS as usize + 4;

/// Pieces that may wait; more are asked about at once.
const WAITING: usize = 16;

const SLACK: f64 = 64.0 * U;

pub(super) struct Straight<'a> {
    pieces: Pieces<'a>,
    tree: &'a BoxTree,
    /// Whether it goes up along each axis, so that a box's lower side is reached first.
    up: [bool; 3],
    /// Its sides that reach those of boxes first, and leave them last.
    front: [f64; 3],
    back: [f64; 3],
    /// Over the way along each axis, with room.
    enter: [f64; 3],
    leave: [f64; 3],
    flyer: Flyer,
}

/// A first look at a piece that may be met by the time `limit`: the next limit, if it can tell.
pub(super) type Look<'q> = dyn FnMut(u32) -> Option<f64> + 'q;

/// What is asked of a piece that no look could tell; the next limit, if the piece counts.
pub(super) type Ask<'q> = dyn FnMut(u32) -> Result<Option<f64>> + 'q;

impl<'a> Straight<'a> {
    /// `way`: what flies, as seen from the pieces. None where it is too fast or too slow for f64, and where there is no tree.
    #[inline(always)]
    pub(super) fn new(pieces: Pieces<'a>, way: &MovingBox) -> Option<Self> {
        if !(way.by.iter()).all(|by| by.is_finite() && (*by == 0.0 || by.abs() > 1e-300)) {
            return None;
        }
        let up = way.by.map(|by| by >= 0.0);
        let side = |k: usize, high: bool| match high {
            true => way.start.high[k],
            false => way.start.low[k],
        };
        // Of what does not go along an axis the products are infinite, and those of 0, which are none, change nothing.
        let inverse = way
            .by
            .map(|by| if by == 0.0 { f64::INFINITY } else { 1.0 / by });
        Some(Straight {
            tree: pieces.tree()?,
            pieces,
            up,
            front: std::array::from_fn(|k| side(k, up[k])),
            back: std::array::from_fn(|k| side(k, !up[k])),
            enter: inverse.map(|x| x * (1.0 - SLACK)),
            leave: inverse.map(|x| x * (1.0 + SLACK)),
            flyer: Flyer::new(way, &[0.0; 3], 0.0),
        })
    }

    /// Looks at every piece that may be met by the time `limit`, and then by what the last answer says; less than 0 ends it.
    /// `waits`: what a look cannot tell now it may later.
    pub(super) fn search(
        &self,
        (limit, waits): (f64, bool),
        look: &mut Look<'_>,
        ask: &mut Ask<'_>,
    ) -> Result<()> {
        let patience = if waits { WAITING } else { 0 };
        widest(
            #[inline(always)]
            || self.walk(limit, patience, look, ask),
        )
    }

    #[inline(always)]
    fn walk(
        &self,
        mut limit: f64,
        patience: usize,
        look: &mut Look<'_>,
        ask: &mut Ask<'_>,
    ) -> Result<()> {
        // When nodes are reached, and which; those that wait follow the same rule.
        let (mut times, mut left) = ([0.0; STACK], [0_u32; STACK]);
        let mut waiting = [(0.0, 0_u32); WAITING];
        let (mut depth, mut late) = (1, 0);
        while depth > 0 {
            depth -= 1;
            let (enter, of) = (times[depth], left[depth]);
            if enter > limit {
                continue;
            }
            if of & PIECE != 0 {
                let piece = of ^ PIECE;
                if self.is_later(piece, limit) {
                    continue;
                }
                match look(piece) {
                    Some(next) => limit = next,
                    None if late < patience => {
                        waiting[late] = (enter, piece);
                        late += 1;
                    }
                    None => limit = ask(piece)?.unwrap_or(limit),
                }
                continue;
            }
            let node = self.tree.node(of);
            let enters = self.enters(node, limit);
            let mut met = 0_u32;
            for (lane, enter) in enters.iter().enumerate() {
                met |= u32::from(*enter < f64::INFINITY) << lane;
            }
            // With branches, so that the machine goes on by guess while it waits for memory: a fifth faster than without.
            let from = depth;
            while met != 0 {
                let lane = met.trailing_zeros() as usize % LANES;
                met &= met - 1;
                let (enter, of) = (enters[lane], node.of[lane]);
                if of == NONE {
                    break;
                }
                match of & PIECE {
                    0 => self.tree.fetch(of),
                    _ => self.pieces.fetch(of ^ PIECE),
                }
                // The earliest last, to be looked at first.
                let mut place = depth;
                while place > from && times[place - 1] < enter {
                    (times[place], left[place]) = (times[place - 1], left[place - 1]);
                    place -= 1;
                }
                (times[place], left[place]) = (enter, of);
                depth += 1;
            }
        }
        let waiting = &mut waiting[..late];
        waiting.sort_unstable_by(|p, q| p.0.total_cmp(&q.0).then(p.1.cmp(&q.1)));
        for &(enter, piece) in &*waiting {
            if enter > limit || self.is_later(piece, limit) {
                continue;
            }
            limit = match look(piece) {
                Some(next) => next,
                None => ask(piece)?.unwrap_or(limit),
            };
        }
        Ok(())
    }

    /// Whether a plane shows that a triangle is not met by the time `limit`.
    #[inline(always)]
    fn is_later(&self, piece: u32, limit: f64) -> bool {
        self.pieces
            .corners(piece)
            .is_some_and(|corners| self.flyer.not_before(&corners) > limit)
    }

    /// From when on each of these boxes may be met; infinite where it is not by the time `limit`.
    #[inline(always)]
    fn enters(&self, node: &Node, limit: f64) -> [f64; LANES] {
        let (mut enter, mut leave) = ([0.0; LANES], [limit; LANES]);
        for k in 0..3 {
            let (near, far) = (node.sides(k, !self.up[k]), node.sides(k, self.up[k]));
            for lane in 0..LANES {
                let t = (near[lane] - self.front[k]) * self.enter[k];
                enter[lane] = greater(t, enter[lane]);
            }
            for lane in 0..LANES {
                let t = (far[lane] - self.back[k]) * self.leave[k];
                leave[lane] = lesser(t, leave[lane]);
            }
        }
        let mut enters = [f64::INFINITY; LANES];
        for lane in 0..LANES {
            enters[lane] = match enter[lane] <= leave[lane] {
                true => enter[lane],
                false => f64::INFINITY,
            };
        }
        enters
    }
}

/// A box as triangles see it that do not turn.
pub(super) struct Flyer {
    center: Vector3<f64>,
    /// Of its sides, with room for what roundings lose.
    half: Vector3<f64>,
    by: Vector3<f64>,
    /// Of its numbers.
    far: f64,
}

impl Flyer {
    /// `by`: the way of the triangles, `room`: how far their points may be from their hulls.
    #[inline(always)]
    pub(super) fn new(other: &MovingBox, by: &[f64; 3], room: f64) -> Self {
        let by = Vector3::from(other.by) - Vector3::from(*by);
        let (low, high) = (
            Vector3::from(other.start.low),
            Vector3::from(other.start.high),
        );
        let center = low * 0.5 + high * 0.5;
        let half = (high * 0.5 - low * 0.5).add_scalar(room);
        Flyer {
            far: norm1(&center) + norm1(&half) + norm1(&by),
            center,
            half,
            by,
        }
    }

    /// A time before which a plane shows that what the box holds on its way does not meet this triangle: its own, or one
    /// through an edge and along the way. For a point these are all there are. Infinite where it never does.
    ///
    /// The four normals are any that are at hand, so of theirs no rounding counts, but those of products with them.
    #[inline(always)]
    pub(super) fn not_before(&self, [a, b, c]: &[Vector3<f64>; 3]) -> f64 {
        let by = &self.by;
        let (u, v, w) = (b - a, c - a, c - b);
        let from_a = self.center - a;
        let far = self.far + norm1(a) + norm1(b) + norm1(c);
        let side = |k: usize| ([u[k], u[k], v[k], w[k]], [v[k], by[k], by[k], by[k]]);
        let [(px, qx), (py, qy), (pz, qz)] = [side(0), side(1), side(2)];
        let (mut before, mut after) = ([0.0; 4], [0.0; 4]);
        for l in 0..4 {
            let n = Vector3::new(
                py[l] * qz[l] - pz[l] * qy[l],
                pz[l] * qx[l] - px[l] * qz[l],
                px[l] * qy[l] - py[l] * qx[l],
            );
            // Beyond f64 wherever a sum of products may be.
            let lost = 32.0 * U * (4.0 * norm1(&n) * far);
            let room = dot(&n.abs(), &self.half) + lost + f64::MIN_POSITIVE;
            let from = dot(&n, &from_a);
            let (p, q) = (dot(&n, &u), dot(&n, &v));
            let (least, most) = (lesser(lesser(p, q), 0.0), greater(greater(p, q), 0.0));
            // On either side, and how far it is then.
            let (above, below) = (from - room - most, least - from - room);
            let way = dot(&n, by);
            before[l] = greater(above, below);
            after[l] = before[l] + if above > below { way } else { -way };
        }
        let apart = |l: usize| before[l] > 0.0 && after[l] > 0.0;
        match before[0] > 0.0 {
            _ if apart(0) | apart(1) | apart(2) | apart(3) => f64::INFINITY,
            true => before[0] / (before[0] - after[0]) * (1.0 - SLACK),
            false => 0.0,
        }
    }
}
