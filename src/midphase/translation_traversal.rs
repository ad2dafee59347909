//! The pieces that a body which flies straight may meet, where neither body turns.
//!
//! Problem: most casts at a level are straight, and only a few of its pieces matter. Idea: relative to the body of
//! many pieces, a box flies past boxes that stand still. So the time at which it reaches a side of a box is one
//! product, and eight boxes are compared at once, in f32. The earliest is opened first, and boxes that are reached
//! after the best time so far are skipped. A piece that the first test leaves open is queued until the traversal
//! ends; by then most such pieces cannot be earlier than the best time any more.
//!
//! The sides of the flying box are moved by more than f32 loses, so that no box is left out and none is met too
//! late.

use crate::bvh::aabb::greater;
use crate::bvh::box_tree::{BoxTree, IS_LEAF, IS_PIECE, LANES, LEVELS, NONE, WideNode};
use crate::error::Result;
use crate::midphase::translating_box::TranslatingBox;
use crate::midphase::translation_cast::TranslationCast;
use crate::motion::moving_box::MovingBox;
use crate::numeric::simd::at_most;
use crate::shape::body::Body;
use crate::shape::pieces::Pieces;
use crate::shape::triangle_mesh::Facet;

/// A first, cheap test of a triangle of one body that the other passes. The flag says that it is the last and may be long. It answers
/// as the query itself does, or None where the query must decide.
pub(super) type FacetTest<'q> = dyn FnMut(&Facet, bool) -> Option<f64> + 'q;

/// Seven are left of each level.
const STACK: usize = (LANES - 1) * LEVELS as usize + 4;

/// Pieces that may wait; more are queried at once.
const MAX_WAITING_PIECES: usize = 16;

const EPSILON: f64 = f32::EPSILON as f64;

/// Part of the size of both that is lost in f32: eight roundings, and a margin.
const F32_REL_ERROR: f64 = 16.0 * EPSILON;

pub(super) struct Straight<'a> {
    pieces: Pieces<'a>,
    tree: &'a BoxTree,
    /// Whether it goes up along each axis, so that a box's lower side is reached first.
    up: [bool; 3],
    /// Its sides that reach those of boxes first, and leave them last. These and what follows have four numbers, as nodes have;
    /// the last is 0.
    front: [f32; 4],
    back: [f32; 4],
    /// Over the way along each axis.
    inverse: [f32; 4],
    /// To be added to times of leaving: for what underflows, or more where the way was taken for a longer one.
    longer: [f32; 4],
    flyer: TranslatingBox,
    /// How many pieces may wait. Those of a ball or a capsule do not: what the first test leaves open is met, as a rule.
    max_waiting: usize,
}

/// A query about a piece that the first test left open; returns the next limit, if the piece counts.
pub(super) type Ask<'q> = dyn FnMut(u32) -> Result<Option<f64>> + 'q;

impl<'a> Straight<'a> {
    /// `tree`: that of the pieces; `reach`: how near they are met.
    #[inline(always)]
    pub(super) fn new(passing: &TranslationCast<'a>, tree: &'a BoxTree, reach: f64) -> Self {
        let held = passing.moving_box(reach);
        let MovingBox { start, by } = &held;
        let both = tree.whole().and(start);
        let size: [f64; 3] = std::array::from_fn(|k| both.high[k] - both.low[k]);
        let longest = (size.iter().chain(by)).fold(1e-25, |most, x| greater(x.abs(), most));
        // Along an axis where it hardly moves it is taken to go farther, so that no quotient is beyond f32. What it does not
        // meet at once it then meets sooner; what it meets at once it leaves after the end.
        let least = longest * 1e-9;
        // Of what f32 cannot hold nothing is said: every box may be met at once.
        let is_known = longest < 1e30 && by.iter().all(|by| by.is_finite());
        let one = if is_known { 1.0 } else { 0.0 };
        let mut straight = Straight {
            pieces: passing.pieces,
            tree,
            up: by.map(|by| by >= 0.0),
            front: [0.0; 4],
            back: [0.0; 4],
            inverse: [0.0; 4],
            longer: [0.0; 4],
            flyer: TranslatingBox::new(&held, &[0.0; 3], 0.0),
            max_waiting: match passing.body {
                Body::Rounded(body) if body.core().dimension().is_thin() => 0,
                _ => MAX_WAITING_PIECES,
            },
        };
        for k in 0..3 {
            let (low, high) = (start.low[k], start.high[k]);
            let far = greater(low.abs(), high.abs());
            let lost = F32_REL_ERROR * size[k] + EPSILON * far + f64::from(f32::MIN_POSITIVE);
            let (below, above) = ((low - lost) as f32, (high + lost) as f32);
            let slow = by[k].abs() < least;
            let inverse = one / greater(by[k].abs(), least);
            (straight.front[k], straight.back[k], straight.inverse[k]) = match straight.up[k] {
                true => (above, below, inverse as f32),
                false => (below, above, -inverse as f32),
            };
            straight.longer[k] = if slow { 1.0 } else { 1e-30 };
        }
        straight
    }

    /// Looks at every piece that may be met by the time `limit`, and then by what the last answer says; less than 0 ends it.
    /// `look`: the next limit, if it can tell of a triangle; what it cannot tell now it may later, when it is asked for the last time.
    #[inline(always)]
    pub(super) fn search(
        &self,
        mut limit: f64,
        mut look: Option<impl FnMut(&Facet, bool) -> Option<f64>>,
        ask: &mut Ask<'_>,
    ) -> Result<()> {
        // When nodes are reached, and which; those that wait follow the same rule.
        let (mut times, mut left) = ([0.0_f32; STACK], [0_u32; STACK]);
        let mut waiting = [(0.0, 0_u32); MAX_WAITING_PIECES];
        let (mut depth, mut late) = (1, 0);
        while depth > 0 {
            depth -= 1;
            let (enter, of) = (times[depth], left[depth]);
            if f64::from(enter) > limit {
                continue;
            }
            if of & IS_PIECE == 0 {
                let node = self.tree.node(of);
                let (enters, mut met) = self.enters(node, limit);
                // With branches, so that the machine goes on by guess while it waits for memory.
                let from = depth;
                while met != 0 {
                    let lane = met.trailing_zeros() as usize % LANES;
                    met &= met - 1;
                    let (enter, next_node) = (enters[lane], node.of[lane]);
                    if next_node == NONE {
                        break;
                    }
                    let next = match next_node & IS_PIECE {
                        0 => {
                            self.tree.fetch(next_node);
                            if next_node & IS_LEAF != 0 {
                                self.pieces.fetch_node(next_node ^ IS_LEAF);
                            }
                            next_node
                        }
                        _ => {
                            let place = (of & !IS_LEAF) * LANES as u32 + lane as u32;
                            self.pieces.fetch(place);
                            IS_PIECE | place
                        }
                    };
                    // The earliest last, to be looked at first.
                    let mut place = depth;
                    while place > from && times[place - 1] < enter {
                        (times[place], left[place]) = (times[place - 1], left[place - 1]);
                        place -= 1;
                    }
                    (times[place], left[place]) = (enter, next);
                    depth += 1;
                }
                continue;
            }
            let place = of ^ IS_PIECE;
            let mut enter = f64::from(enter);
            if let Some(facet) = self.pieces.facet_at(place) {
                enter = greater(self.flyer.not_before(&facet.corners), enter);
                if enter > limit {
                    continue;
                }
                if let Some(look) = &mut look {
                    let waits = late < self.max_waiting;
                    let told = look(&facet, false);
                    let told = match waits {
                        true => told,
                        false => told.or_else(|| look(&facet, true)),
                    };
                    if let Some(next) = told {
                        limit = next;
                        continue;
                    }
                    if waits {
                        waiting[late] = (enter, place);
                        late += 1;
                        continue;
                    }
                }
            }
            limit = ask(self.tree.piece(place))?.unwrap_or(limit);
        }
        let waiting = &mut waiting[..late];
        waiting.sort_unstable_by(|p, q| p.0.total_cmp(&q.0).then(p.1.cmp(&q.1)));
        for &(enter, place) in &*waiting {
            if enter > limit {
                continue;
            }
            let facet = self.pieces.facet_at(place);
            let told = look
                .as_mut()
                .zip(facet)
                .and_then(|(look, facet)| look(&facet, true));
            limit = match told {
                Some(next) => next,
                None => ask(self.tree.piece(place))?.unwrap_or(limit),
            };
        }
        Ok(())
    }

    /// Does as [`search`](Self::search) on machines without AVX2, compiled once.
    #[cold]
    #[inline(never)]
    pub(super) fn search_outlined(
        &self,
        limit: f64,
        look: Option<&mut FacetTest<'_>>,
        ask: &mut Ask<'_>,
    ) -> Result<()> {
        self.search(limit, look, ask)
    }

    /// Bits of those of these boxes that may be met by the time `limit`, and from when on they may. By loops, which the
    /// compiler vectorises.
    #[inline(always)]
    fn enters(&self, node: &WideNode, limit: f64) -> ([f32; LANES], u32) {
        let (mut each, mut from, mut until) = ([0.0; 4], [0.0; 4], [0.0; 4]);
        for k in 0..4 {
            each[k] = node.step[k] * self.inverse[k];
            from[k] = (node.origin[k] - self.front[k]) * self.inverse[k];
            until[k] = (node.origin[k] - self.back[k]) * self.inverse[k] + self.longer[k];
        }
        let (mut enter, mut leave) = ([0.0_f32; LANES], [above(limit); LANES]);
        // A product that is beyond f32 excludes nothing.
        for k in 0..3 {
            let (near, far) = (node.steps(k, !self.up[k]), node.steps(k, self.up[k]));
            for lane in 0..LANES {
                let t = f32::from(near[lane]) * each[k] + from[k];
                enter[lane] = if t > enter[lane] { t } else { enter[lane] };
            }
            for lane in 0..LANES {
                let t = f32::from(far[lane]) * each[k] + until[k];
                leave[lane] = if t < leave[lane] { t } else { leave[lane] };
            }
        }
        (enter, at_most(&enter, &leave))
    }
}

/// Not below a time.
#[inline(always)]
fn above(t: f64) -> f32 {
    t as f32 * (1.0 + f32::EPSILON) + f32::MIN_POSITIVE
}
