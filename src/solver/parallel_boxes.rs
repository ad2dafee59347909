//! Boxes with parallel faces that touch to rounding: tiles, bricks, crates on a floor.
//!
//! Problem: what touches to rounding the simplex leaves to integers, at tens of microseconds a pair; in a grid every pair
//! touches. Idea: in common axes A - B is a box too, so two boxes are apart exactly when they are along one of its six
//! sides. The gap along a side is a sum of a few numbers, and an expansion has its sign. Axes are common if both
//! rotations only exchange and mirror the world's axes, or if both rotations are the same: then a gap is a polynomial in
//! the quaternion.
//!
//! Says nothing about boxes that are clearly apart or clearly in each other, which the simplex decides as fast. Loses where
//! numbers of one pair are too far from each other for an expansion: integers decide.

use nalgebra::{Quaternion, Vector3, Vector4};

use crate::motion::pose::Pose;
use crate::numeric::arithmetic::{U, norm, norm1, rotate, rotate_back};
use crate::numeric::double::Double;
use crate::numeric::expansion::Expansion;
use crate::pair::PairState;
use crate::plane::Span;
use crate::shape::polytope::Polytope;
use crate::solver::decision::Decision;
use crate::verdict::DecidedBy;

/// Gaps up to this part of all lengths of a pair are decided here: more than the simplex leaves open.
const FLUSH: f64 = 256.0 * U;

/// Rounding of a gap, as a part of the same: three sums; with a turn as for any posed body.
const ROUNDING: f64 = 4.0 * U;
const TURNED_ROUNDING: f64 = 64.0 * U;

/// Parts of a quaternion or of a time that are smaller than this, and lengths as far from the size of a pair, are left to
/// integers: products could underflow.
const LEAST: f64 = f64::from_bits((1023 - 90) << 52);
const LEAST_LENGTH: f64 = f64::from_bits((1023 - 110) << 52);

/// A direction of the common axes in which B may be beyond A.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BoxSide {
    axis: usize,
    is_up: bool,
}

const SIDES: [BoxSide; 6] = {
    const fn both(axis: usize) -> [BoxSide; 2] {
        [
            BoxSide { axis, is_up: true },
            BoxSide { axis, is_up: false },
        ]
    }
    let ([a, b], [c, d], [e, f]) = (both(0), both(1), both(2));
    [a, b, c, d, e, f]
};

impl BoxSide {
    /// The one that is beyond the other, last.
    fn order(self) -> [usize; 2] {
        if self.is_up { [0, 1] } else { [1, 0] }
    }

    fn sign(self) -> f64 {
        if self.is_up { 1.0 } else { -1.0 }
    }
}

/// Two boxes with common axes, in the query's frame: its origin is A's position, lengths times a power of two. They may
/// move, and do not turn.
pub(crate) struct ParallelBoxes<'a> {
    /// Corners about the bodies' positions, common axes.
    low: [Vector3<f64>; 2],
    high: [Vector3<f64>; 2],
    /// Positions in the world at the start and at the end.
    from: [Vector3<f64>; 2],
    to: [Vector3<f64>; 2],
    /// The rotation of both, unless the axes are the world's.
    turned: Option<&'a Pose>,
    /// From A's position to B's at the start, common axes.
    offset: Vector3<f64>,
    /// Bounds all lengths of the pair at the start.
    size: f64,
}

/// Two boxes that touch to rounding.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FlushContact {
    /// Where they part, or overlap least.
    pub(crate) side: BoxSide,
    /// The gap there, rounded.
    pub(crate) gap: f64,
    /// The sides of each axis along which they are apart, exactly.
    parting: [Option<BoxSide>; 3],
    decided_by: DecidedBy,
}

impl FlushContact {
    pub(crate) fn is_apart(&self) -> bool {
        self.parting.iter().any(Option::is_some)
    }

    /// Which arithmetic decided that.
    pub(crate) fn decided_by(&self) -> DecidedBy {
        self.decided_by
    }

    /// The sides along which they are apart.
    pub(crate) fn parting(&self) -> impl Iterator<Item = BoxSide> + '_ {
        self.parting.iter().flatten().copied()
    }
}

impl<'a> ParallelBoxes<'a> {
    /// The pair, if both are boxes and have common axes. `ends`: the positions at the end of a frame.
    #[inline(always)]
    pub(crate) fn new(
        bodies: [&Polytope; 2],
        poses: [&'a Pose; 2],
        ends: Option<[Vector3<f64>; 2]>,
        scale: f64,
    ) -> Option<Self> {
        if !Self::may_be(bodies, poses) {
            return None;
        }
        let corners = [bodies[0].box_corners()?, bodies[1].box_corners()?];
        Self::of_corners(corners, poses, ends, scale)
    }

    /// Whether two bodies may be such a pair, at a glance.
    #[inline(always)]
    pub(crate) fn may_be(bodies: [&Polytope; 2], poses: [&Pose; 2]) -> bool {
        if !(bodies[0].is_box() & bodies[1].is_box()) {
            return false;
        }
        let [a, b] = poses.map(|pose| pose.quaternion().coords);
        a.w.abs() == b.w.abs() || (may_be_upright(&a) && may_be_upright(&b))
    }

    #[inline(never)]
    fn of_corners(
        corners: [[Vector3<f64>; 2]; 2],
        poses: [&'a Pose; 2],
        ends: Option<[Vector3<f64>; 2]>,
        scale: f64,
    ) -> Option<Self> {
        let upright = [upright(poses[0], corners[0]), upright(poses[1], corners[1])];
        let (boxes, turned) = match upright {
            [Some(a), Some(b)] => ([a, b], None),
            _ if is_same_rotation(poses) => (corners, Some(poses[0])),
            _ => return None,
        };
        let from = poses.map(Pose::translation);
        let to = ends.unwrap_or(from);
        let [[low_a, high_a], [low_b, high_b]] = boxes;
        let mut pair = ParallelBoxes {
            low: [low_a * scale, low_b * scale],
            high: [high_a * scale, high_b * scale],
            from: [from[0] * scale, from[1] * scale],
            to: [to[0] * scale, to[1] * scale],
            turned,
            offset: Vector3::zeros(),
            size: 0.0,
        };
        let apart = pair.from[1] - pair.from[0];
        pair.offset = pair.in_common_axes(&apart);
        let reach = |k: usize| pair.low[k].abs().sup(&pair.high[k].abs()).sum();
        pair.size = (reach(0) + reach(1)) + norm1(&apart);
        let is_known = (turned.is_none() && scale == 1.0) || pair.holds_products();
        (is_known && pair.size.is_finite()).then_some(pair)
    }

    /// Whether neither products of these numbers underflow nor scaling rounded them.
    fn holds_products(&self) -> bool {
        let is_length = |x: f64| {
            x == 0.0 || (LEAST_LENGTH * self.size..=self.size / LEAST_LENGTH).contains(&x.abs())
        };
        let lengths = [&self.low, &self.high, &self.from, &self.to];
        let mut lengths = lengths.into_iter().flatten().flat_map(|v| v.iter());
        let quaternion = self.turned.map(|pose| pose.quaternion().coords);
        let mut turns = quaternion.iter().flat_map(|q| q.iter());
        lengths.all(|&x| is_length(x)) && turns.all(|&x| x == 0.0 || x.abs() >= LEAST)
    }

    fn in_common_axes(&self, v: &Vector3<f64>) -> Vector3<f64> {
        match self.turned {
            Some(pose) => rotate_back(pose.matrix(), v),
            None => *v,
        }
    }

    fn in_world_axes(&self, v: &Vector3<f64>) -> Vector3<f64> {
        match self.turned {
            Some(pose) => rotate(pose.matrix(), v),
            None => *v,
        }
    }

    /// Bounds the error of a gap at the start.
    pub(crate) fn gap_error(&self) -> f64 {
        self.rounding(self.size)
    }

    /// Bounds the error of gaps, of lengths up to `size`.
    fn rounding(&self, size: f64) -> f64 {
        size * if self.turned.is_some() {
            TURNED_ROUNDING
        } else {
            ROUNDING
        }
    }

    /// The gaps along the sides upwards and downwards, where B's position is at `offset` from A's.
    #[inline(always)]
    fn gaps(&self, offset: &Vector3<f64>) -> [Vector3<f64>; 2] {
        let ([low_a, low_b], [high_a, high_b]) = (self.low, self.high);
        [(low_b - high_a) + offset, (low_a - high_b) - offset]
    }

    /// How the boxes touch at the start, if they do to rounding.
    pub(crate) fn contact(&self) -> Option<FlushContact> {
        let [up, down] = self.gaps(&self.offset);
        let most = up.sup(&down);
        let largest = most.x.max(most.y).max(most.z);
        // NaN is none.
        if !(largest.abs() <= FLUSH * self.size) {
            return None;
        }
        let rounding = self.rounding(self.size);
        let mut parting = [None; 3];
        let mut widest: Option<(BoxSide, f64)> = None;
        let mut shallowest: Option<(BoxSide, f64)> = None;
        for side in SIDES {
            let gap = if side.is_up { up } else { down }[side.axis];
            if shallowest.is_none_or(|(_, most)| gap > most) {
                shallowest = Some((side, gap));
            }
            if self.sign(side, 0.0, gap, rounding)? > 0 {
                parting[side.axis] = Some(side);
                if widest.is_none_or(|(_, most)| gap > most) {
                    widest = Some((side, gap));
                }
            }
        }
        let (side, gap) = widest.or(shallowest)?;
        Some(FlushContact {
            side,
            gap,
            parting,
            decided_by: match gap.abs() > rounding {
                true => DecidedBy::Float,
                false => DecidedBy::Exact,
            },
        })
    }

    /// Sign of the gap along a side at time t, exactly. `gap`: the same to `rounding`.
    #[inline]
    fn sign(&self, side: BoxSide, t: f64, gap: f64, rounding: f64) -> Option<i32> {
        if gap.abs() > rounding {
            return Some(if gap > 0.0 { 1 } else { -1 });
        }
        if t == 0.0 && self.turned.is_none() {
            let (k, [before, beyond]) = (side.axis, side.order());
            let (inner, a) = Double::sum(self.low[beyond][k], -self.high[before][k]).parts();
            let (way, b) = Double::sum(self.from[beyond][k], -self.from[before][k]).parts();
            let (high, low) = Double::sum(inner, way).parts();
            let rest = a + b;
            if high == 0.0 || low.abs() + (a.abs() + b.abs()) < 0.5 * high.abs() {
                let sum = if high == 0.0 { rest } else { high };
                return Some(i32::from(sum > 0.0) - i32::from(sum < 0.0));
            }
        }
        self.exact_gap(side, t).sign()
    }

    /// The gap along a side at time t times |q|^2, exactly.
    #[inline(never)]
    pub(crate) fn exact_gap(&self, side: BoxSide, t: f64) -> Expansion {
        let (k, order) = (side.axis, side.order());
        let inner = [self.low[order[1]][k], -self.high[order[0]][k]];
        let Some(pose) = self.turned else {
            let mut gap = self.way(order, k, t);
            inner.into_iter().for_each(|x| gap.add(x));
            return gap;
        };
        let q = pose.quaternion();
        let mut gap = Expansion::ZERO;
        let norm_sq = norm_sq(&q);
        inner.into_iter().for_each(|x| gap.add_scaled(&norm_sq, x));
        for j in 0..3 {
            gap.add_all(&entry(&q, j, k).times(&self.way(order, j, t)));
        }
        gap
    }

    /// The gap along a side at the start, to a few roundings of itself.
    pub(crate) fn length(&self, side: BoxSide) -> f64 {
        let gap = self.exact_gap(side, 0.0).value();
        self.turned
            .map_or(gap, |pose| gap / norm_sq(&pose.quaternion()).value())
    }

    /// From the position of one box to that of the other at time t, along a world axis.
    fn way(&self, [before, beyond]: [usize; 2], axis: usize, t: f64) -> Expansion {
        let at = |ends: &[Vector3<f64>; 2]| [ends[beyond][axis], -ends[before][axis]];
        if t == 1.0 {
            return Expansion::sum(at(&self.to));
        }
        let mut way = Expansion::sum(at(&self.from));
        if t > 0.0 {
            at(&self.to).into_iter().for_each(|x| way.add_product(x, t));
            at(&self.from)
                .into_iter()
                .for_each(|x| way.add_product(x, -t));
        }
        way
    }

    /// B's displacement relative to A over the frame, common axes, and a length that bounds it and all others.
    pub(crate) fn travel(&self) -> (Vector3<f64>, f64) {
        let [a, b] = [0, 1].map(|k: usize| self.to[k] - self.from[k]);
        let size = self.size + 4.0 * (norm1(&a) + norm1(&b));
        (self.in_common_axes(&(b - a)), size)
    }

    /// From A's position to B's at time t, common axes.
    pub(crate) fn offset_at(&self, t: f64) -> Vector3<f64> {
        self.offset + self.travel().0 * t
    }

    /// Whether the boxes are apart along a side at time t, exactly.
    pub(crate) fn parts_at(&self, side: BoxSide, t: f64) -> Option<bool> {
        // At both ends of the frame a gap is a sum without products.
        if t > 0.0 && t < 1.0 && !(t >= LEAST && self.holds_products()) {
            return None;
        }
        let (_, size) = self.travel();
        let [up, down] = self.gaps(&self.offset_at(t));
        let gap = if side.is_up { up } else { down }[side.axis];
        Some(self.sign(side, t, gap, self.rounding(size))? > 0)
    }

    /// Whether the boxes share a point at time t, exactly.
    pub(crate) fn meet_at(&self, t: f64) -> Option<bool> {
        for side in SIDES {
            if self.parts_at(side, t)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Unit normal of a side, from A to B, world axes.
    pub(crate) fn normal(&self, side: BoxSide) -> Vector3<f64> {
        let mut n = Vector3::zeros();
        n[side.axis] = side.sign();
        match self.turned {
            Some(pose) => {
                let n = rotate(pose.matrix(), &n);
                n / norm(&n)
            }
            None => n,
        }
    }

    /// The middle of what the boxes share, world axes: where they touch along a side, on the faces of A and of B.
    pub(crate) fn points(&self, side: BoxSide, offset: &Vector3<f64>) -> [Vector3<f64>; 2] {
        let ([low_a, low_b], [high_a, high_b]) = (self.low, self.high);
        let shared_low = low_a.sup(&(low_b + offset));
        let shared_high = high_a.inf(&(high_b + offset));
        let mut points = [(shared_low + shared_high) * 0.5; 2];
        let (k, [before, beyond]) = (side.axis, side.order());
        let places = [0.0, offset[k]];
        points[before][k] = self.high[before][k] + places[before];
        points[beyond][k] = self.low[beyond][k] + places[beyond];
        points.map(|p| self.in_world_axes(&p))
    }

    /// The decision about boxes that touch to rounding.
    pub(crate) fn decision(&self, contact: &FlushContact, state: &mut PairState) -> Decision {
        state.keep_closed_form();
        if !contact.is_apart() {
            let [on_a, on_b] = self.points(contact.side, &self.offset);
            return Decision::hit((on_a + on_b) * 0.5, contact.decided_by);
        }
        let (k, normal) = (contact.side.axis, self.normal(contact.side));
        let max_a = if contact.side.is_up {
            self.high[0][k]
        } else {
            -self.low[0][k]
        };
        Decision::separated(normal, max_a, max_a + contact.gap, contact.decided_by)
    }

    /// The pairs of vertices whose differences span the plane of boxes that are apart, unless the normal itself is exact:
    /// those of the side of A - B that is nearest to the origin, or of its edge or corner.
    pub(crate) fn span(&self, contact: &FlushContact) -> Option<Span> {
        if self.turned.is_none() || contact.decided_by != DecidedBy::Exact || !contact.is_apart() {
            return None;
        }
        let free = (0..3).filter(|&k| contact.parting[k].is_none());
        let free: [usize; 3] = {
            let mut axes = [3; 3];
            free.enumerate().for_each(|(i, k)| axes[i] = k);
            axes
        };
        // Of which axes a column of A - B is at the upper end.
        let nearest: [bool; 3] =
            std::array::from_fn(|k| contact.parting[k].is_some_and(|side| side.is_up));
        let with = |ups: [bool; 2]| {
            let mut ends = nearest;
            (free.iter().zip(ups)).for_each(|(&k, up)| {
                if k < 3 {
                    ends[k] = up;
                }
            });
            self.ids(ends)
        };
        let first = with([false, false]);
        Some(match free {
            [3, ..] => Span {
                pairs: [first; 3],
                count: 1,
            },
            [_, 3, _] => Span {
                pairs: [first, with([true, true]), first],
                count: 2,
            },
            [u, v, _] => {
                let is_left = self.is_left_of_diagonal(u, v)?;
                Span {
                    pairs: [first, with([true, true]), with([!is_left, is_left])],
                    count: 3,
                }
            }
        })
    }

    /// Whether the origin lies to the left of the diagonal of A - B from its low to its high end of both axes, or on it.
    fn is_left_of_diagonal(&self, u: usize, v: usize) -> Option<bool> {
        // From the low end to the origin it is one gap, from there to the high end the other, both with a minus.
        let gap = |axis, is_up| self.exact_gap(BoxSide { axis, is_up }, 0.0);
        let mut turn = gap(u, true).times(&gap(v, false));
        turn.take_away(&gap(u, false).times(&gap(v, true)));
        Some(turn.sign()? >= 0)
    }

    /// The vertices of A and of B that make a corner of A - B.
    fn ids(&self, is_up: [bool; 3]) -> (u32, u32) {
        let id = |body: usize, at_high: bool| {
            let wide = (0..3).filter(|&k| self.low[body][k] < self.high[body][k]);
            wide.fold(0, |id, k| 2 * id + u32::from(is_up[k] == at_high))
        };
        (id(0, true), id(1, false))
    }
}

/// Whether a quaternion may be one of [`upright`]: of four components that are not 0, two are of one size.
#[inline(always)]
fn may_be_upright(q: &Vector4<f64>) -> bool {
    q.x == 0.0 || q.y == 0.0 || q.z == 0.0 || q.w == 0.0 || q.x.abs() == q.y.abs()
}

/// The corners of a box whose axes are the world's in some order, along them.
fn upright(pose: &Pose, corners: [Vector3<f64>; 2]) -> Option<[Vector3<f64>; 2]> {
    let q = pose.quaternion().coords;
    if q.x == 0.0 && q.y == 0.0 && q.z == 0.0 {
        return Some(corners);
    }
    // One, two or four components of one size: half turns, quarter turns, and thirds about a diagonal.
    let most = q.amax();
    let signs = q.map(|x| if x == 0.0 { 0.0 } else { x.signum() });
    let count = signs.iter().filter(|&&s| s != 0.0).count();
    if count == 3 || q.iter().any(|&x| x != 0.0 && x.abs() != most) {
        return None;
    }
    let (v, w) = (signs.xyz(), signs.w);
    // Of whole numbers, so nothing is rounded: `entry` over |q|^2.
    let entry = |j: usize, k: usize| {
        let other = if k == (j + 1) % 3 { -w } else { w };
        match j == k {
            true => (2.0 * (w * w + v[k] * v[k]) - count as f64) / count as f64,
            false => 2.0 * (v[j] * v[k] + other * v[3 - j - k]) / count as f64,
        }
    };
    let turned = corners.map(|v| {
        Vector3::from_fn(|j, _| (entry(j, 0) * v.x + entry(j, 1) * v.y) + entry(j, 2) * v.z)
    });
    Some([turned[0].inf(&turned[1]), turned[0].sup(&turned[1])])
}

fn is_same_rotation(poses: [&Pose; 2]) -> bool {
    let [a, b] = poses.map(|pose| pose.quaternion().coords);
    a == b || a == -b
}

fn norm_sq(q: &Quaternion<f64>) -> Expansion {
    let mut sum = Expansion::ZERO;
    q.coords.iter().for_each(|&x| sum.add_product(x, x));
    sum
}

/// Entry of row j and column k of R(q).
fn entry(q: &Quaternion<f64>, j: usize, k: usize) -> Expansion {
    let (v, w) = (q.coords.xyz(), q.coords.w);
    let mut sum = Expansion::ZERO;
    if j == k {
        sum.add_product(w, w);
        (0..3).for_each(|i| sum.add_product(if i == k { v[i] } else { -v[i] }, v[i]));
    } else {
        let other = 2.0 * v[3 - j - k];
        sum.add_product(2.0 * v[j], v[k]);
        sum.add_product(if k == (j + 1) % 3 { -w } else { w }, other);
    }
    sum
}
