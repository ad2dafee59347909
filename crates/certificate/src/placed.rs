//! Where a body's points are at time t, enclosed.
//!
//! Positions are relative to A's start position, so that nothing is lost far from the origin.
//! A body point v is at P(t) + E(t) R0 (v - c): c the pivot, P(t) its straight path, E(t) = exp(t w)
//! with w the turn, or, between two poses, the rotation vector of the shortest arc.

use super::chain::{GivenMotion, GivenPose};
use super::dyadic::{integer, unit};
use super::enclosure::{Enclosure, Unit, Vector, add, cross, dot, norm, sub, times, vector, zeros};
use super::shape::{Shape, Solid};
use super::simplex::Int3;
use super::simplex::whole;
use dashu_int::IBig;

/// A body on its way.
#[derive(Debug, Clone)]
pub(super) struct Placed<N> {
    /// Rows of R0.
    start: [Vector<N>; 3],
    /// w, and |w|/2; None for a body that does not turn.
    pub(super) spin: Option<Spin<N>>,
    /// Pivot at t = 0, relative to A's start, and its displacement over the frame.
    pivot: Vector<N>,
    shift: Vector<N>,
    /// v - c of each vertex, body frame.
    arms: Vec<Vector<N>>,
    /// The solid, if the body is curved; `arms` are then those of the points that the certificate names.
    pub(super) solid: Option<Solid<N>>,
}

#[derive(Debug, Clone)]
pub(super) struct Spin<N> {
    pub(super) vector: Vector<N>,
    pub(super) half_rate: N,
    /// Along the vector, of a length near 1.
    pub(super) axis: Vector<N>,
}

/// A rotation as the quaternion (c, v), a unit one in real numbers.
#[derive(Debug, Clone)]
pub(super) struct Rotation<N> {
    c: N,
    v: Vector<N>,
}

impl<N: Enclosure> Rotation<N> {
    /// exp(t w).
    pub(super) fn after(spin: &Spin<N>, t: &N) -> Self {
        let (sinc, c) = t.mul(&spin.half_rate).sinc_cos();
        let factor = t.mul(&sinc).div_int(2);
        Rotation {
            c,
            v: times(&spin.vector, &factor),
        }
    }

    /// x + 2 c (v x x) + 2 v x (v x x).
    pub(super) fn apply(&self, x: &Vector<N>) -> Vector<N> {
        let side = cross(&self.v, x);
        let sum = add(&times(&side, &self.c), &cross(&self.v, &side));
        add(x, &add(&sum, &sum))
    }

    /// The inverse: c (v x x) with the other sign.
    fn apply_back(&self, x: &Vector<N>) -> Vector<N> {
        let side = cross(&self.v, x);
        let sum = sub(&cross(&self.v, &side), &times(&side, &self.c));
        add(x, &add(&sum, &sum))
    }
}

/// Rows of R(q)/|q|^2.
pub(super) fn matrix<N: Enclosure>([x, y, z, w]: &[N; 4]) -> [Vector<N>; 3] {
    let norm_sq = x
        .square()
        .add(&y.square())
        .add(&z.square())
        .add(&w.square());
    let two = x.like(2.0);
    let per = |v: N| {
        let part = v.mul(&two);
        // A quaternion within 1e-3 of unit length.
        part.div(&norm_sq).unwrap_or(part)
    };
    let one = x.like(1.0);
    let diagonal = |u: &N, v: &N| one.sub(&per(u.square().add(&v.square())));
    let plus = |a: &N, b: &N, c: &N, d: &N| per(a.mul(b).add(&c.mul(d)));
    let minus = |a: &N, b: &N, c: &N, d: &N| per(a.mul(b).sub(&c.mul(d)));
    [
        [diagonal(y, z), minus(x, y, w, z), plus(x, z, w, y)],
        [plus(x, y, w, z), diagonal(x, z), minus(y, z, w, x)],
        [minus(x, z, w, y), plus(y, z, w, x), diagonal(x, y)],
    ]
}

fn rotation<N: Enclosure>(q: &[f64; 4], bits: isize) -> [Vector<N>; 3] {
    matrix(&q.map(|x| N::new(x, Unit::plain(bits))))
}

fn rotate<N: Enclosure>(rows: &[Vector<N>; 3], v: &Vector<N>) -> Vector<N> {
    rows.each_ref().map(|row| dot(row, v))
}

fn rotate_back<N: Enclosure>(rows: &[Vector<N>; 3], v: &Vector<N>) -> Vector<N> {
    std::array::from_fn(|i| {
        let column = [&rows[0][i], &rows[1][i], &rows[2][i]];
        column[0]
            .mul(&v[0])
            .add(&column[1].mul(&v[1]))
            .add(&column[2].mul(&v[2]))
    })
}

impl<N: Enclosure> Placed<N> {
    /// `origin` is A's start position; lengths are in `unit`.
    pub(super) fn moving(
        (vertices, shape): (&[[f64; 3]], &Shape),
        motion: &GivenMotion,
        origin: &[f64; 3],
        unit: Unit,
    ) -> Self {
        let length = |v: &[f64; 3]| vector::<N>(v, unit);
        let start = rotation(&motion.start.q, unit.bits);
        let pivot = length(&motion.pivot);
        let straight = sub(&length(&motion.end.p), &length(&motion.start.p));
        let (spin, shift) = match (motion.end.turn, motion.end.q) {
            (Some(turn), _) => (Spin::by_turn(&turn, unit.bits), straight),
            (None, Some(q)) => {
                let spin = Spin::between(&motion.start.q, &q, unit.bits);
                // The origin's displacement carries the pivot by R1 c - R0 c besides.
                let carried = match &spin {
                    Some(_) => sub(
                        &rotate(&rotation(&q, unit.bits), &pivot),
                        &rotate(&start, &pivot),
                    ),
                    None => zeros(&pivot[0]),
                };
                (spin, add(&straight, &carried))
            }
            (None, None) => (None, straight),
        };
        let from_origin = sub(&length(&motion.start.p), &length(origin));
        Placed {
            pivot: add(&from_origin, &rotate(&start, &pivot)),
            arms: vertices.iter().map(|v| sub(&length(v), &pivot)).collect(),
            solid: Solid::new(shape, &pivot, unit),
            start,
            spin,
            shift,
        }
    }

    /// A body that rests.
    pub(super) fn resting(
        vertices: &[[f64; 3]],
        pose: &GivenPose,
        origin: &[f64; 3],
        unit: Unit,
    ) -> Self {
        let length = |v: &[f64; 3]| vector::<N>(v, unit);
        Placed {
            start: rotation(&pose.q, unit.bits),
            spin: None,
            pivot: sub(&length(&pose.p), &length(origin)),
            shift: vector(&[0.0; 3], unit),
            arms: vertices.iter().map(length).collect(),
            solid: None,
        }
    }

    /// Returns the same motion for one other point: `point` in the body frame, about `pivot`.
    pub(super) fn with_point(&self, point: &[f64; 3], pivot: &[f64; 3], unit: Unit) -> Self {
        let length = |v: &[f64; 3]| vector::<N>(v, unit);
        Placed {
            arms: vec![sub(&length(point), &length(pivot))],
            solid: None,
            ..self.clone()
        }
    }

    pub(super) fn arms(&self) -> &[Vector<N>] {
        &self.arms
    }

    /// Those of points whose hull holds the body.
    pub(super) fn around(&self) -> &[Vector<N>] {
        self.solid
            .as_ref()
            .map_or(&self.arms, |solid| &solid.corners)
    }

    pub(super) fn shift(&self) -> &Vector<N> {
        &self.shift
    }

    /// The pivot at time t.
    pub(super) fn pivot(&self, t: &N) -> Vector<N> {
        add(&self.pivot, &times(&self.shift, t))
    }

    fn rotation(&self, t: &N) -> Option<Rotation<N>> {
        self.spin.as_ref().map(|spin| Rotation::after(spin, t))
    }

    /// A world direction in the axes of the body at time t.
    pub(super) fn to_body(&self, n: &Vector<N>, t: &N) -> Vector<N> {
        match self.rotation(t) {
            Some(rotation) => rotate_back(&self.start, &rotation.apply_back(n)),
            None => rotate_back(&self.start, n),
        }
    }

    /// An arm of the body in world axes at t = 0.
    pub(super) fn arm_at_start(&self, arm: &Vector<N>) -> Vector<N> {
        rotate(&self.start, arm)
    }

    /// Position of the point with this arm at time t.
    pub(super) fn position(&self, arm: &Vector<N>, t: &N) -> Vector<N> {
        let at_start = self.arm_at_start(arm);
        let arm = match self.rotation(t) {
            Some(rotation) => rotation.apply(&at_start),
            None => at_start,
        };
        add(&self.pivot(t), &arm)
    }
}

impl<N: Enclosure> Spin<N> {
    /// None for the turn 0.
    pub(super) fn by_turn(turn: &[f64; 3], bits: isize) -> Option<Self> {
        let largest = turn.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        if largest == 0.0 {
            return None;
        }
        let scaled = |scale| vector::<N>(turn, Unit { scale, bits });
        Some(Spin {
            half_rate: norm(&scaled(0)).div_int(2),
            axis: scaled(-libm::ilogb(largest)),
            vector: scaled(0),
        })
    }

    /// Rotation vector of the shortest arc from q0 to q1; None when they are the same rotation.
    ///
    /// With d = q1 q0^-1 = (v, s), s > 0 by choice of sign, the half angle h has
    /// sin h = |v|/|d|, cos h = s/|d|, and w = 2 (h/sin h) v/|d|.
    fn between(q0: &[f64; 4], q1: &[f64; 4], bits: isize) -> Option<Self> {
        let (exact_v, exact_s) = turn_of(q0, q1);
        if exact_v == [IBig::ZERO; 3] {
            return None;
        }
        let number = |x| N::new(x, Unit::plain(bits));
        let [x0, y0, z0, w0] = q0.map(number);
        let [x1, y1, z1, w1] = q1.map(number);
        let (v0, v1) = ([x0, y0, z0], [x1, y1, z1]);
        let v = sub(&sub(&times(&v1, &w0), &times(&v0, &w1)), &cross(&v1, &v0));
        let s = w0.mul(&w1).add(&dot(&v0, &v1));
        let (v, s) = if exact_s < IBig::ZERO {
            (v.each_ref().map(N::neg), s.neg())
        } else {
            (v, s)
        };
        let length = norm(&v).square().add(&s.square()).sqrt();
        let sides = norm(&v).div(&length).zip(s.div(&length));
        let half_rate = match &sides {
            Some((sin, cos)) => arc(sin, cos),
            None => number(0.0).hull(&number(1.6)),
        };
        let factor = number(2.0).div(&half_rate.sinc_cos().0);
        let vector = match factor.and_then(|factor| factor.div(&length)) {
            Some(factor) => times(&v, &factor),
            // No more is known than that it is no longer than pi.
            None => [0; 3].map(|_| number(-4.0).hull(&number(4.0))),
        };
        Some(Spin {
            vector,
            half_rate,
            axis: v,
        })
    }
}

/// The angle in [0, pi/2] of this sine and cosine.
///
/// From a guess g: sin(h - g) = sin h cos g - cos h sin g = e, so h = g + asin(e). The series of asin(e) has positive
/// terms, those behind e + e^3/6 of a sum of at most |e|^5. The series of the sine itself serves the smallest angles, for
/// which any error of sin g is large.
fn arc<N: Enclosure>(sin: &N, cos: &N) -> N {
    let series = |e: &N| {
        let cube = e.mul(&e.square());
        (e.add(&cube.div_int(6)), cube.mul(&e.square()))
    };
    let (least, rest) = series(sin);
    let within = |angle: &N| angle.max(&least).min(&least.add(&rest));
    let middle = |x: &N| 0.5 * (x.lower() + x.upper());
    let mut guess = sin.like(libm::atan2(middle(sin), middle(cos)));
    let mut angle = sin.like(0.0).hull(&sin.like(1.6));
    // One step of f64 leaves 1e-80; three more serve thousands of bits.
    for _ in 0..4 {
        let (sin_g, cos_g) = guess.sin_cos();
        let e = sin.mul(&cos_g).sub(&cos.mul(&sin_g));
        if !(e.lower() >= -0.1 && e.upper() <= 0.1) {
            break;
        }
        let (sum, rest) = series(&e);
        angle = guess.add(&sum).add(&rest.hull(&rest.neg()));
        guess = angle.middle();
    }
    within(&angle)
}

/// Vector part and scalar part of q1 q0^-1, exactly, times a positive number.
pub(super) fn turn_of(q0: &[f64; 4], q1: &[f64; 4]) -> (Int3, IBig) {
    let all = q0.iter().chain(q1);
    let common = all.filter_map(|&x| unit(x)).min().unwrap_or(0);
    let [x0, y0, z0, w0] = q0.map(|x| integer(x, common));
    let [x1, y1, z1, w1] = q1.map(|x| integer(x, common));
    let v = [
        &w0 * &x1 - &w1 * &x0 - (&y1 * &z0 - &z1 * &y0),
        &w0 * &y1 - &w1 * &y0 - (&z1 * &x0 - &x1 * &z0),
        &w0 * &z1 - &w1 * &z0 - (&x1 * &y0 - &y1 * &x0),
    ];
    let s = &w0 * &w1 + &x0 * &x1 + &y0 * &y1 + &z0 * &z1;
    (v, s)
}

/// Along the axis of a motion that turns, exactly.
pub(super) fn axis_of(motion: &GivenMotion) -> Int3 {
    match (motion.end.turn, motion.end.q) {
        (Some(turn), _) => whole(&turn),
        (None, Some(q)) => turn_of(&motion.start.q, &q).0,
        (None, None) => [IBig::ZERO; 3],
    }
}

/// Whether a motion turns these points: not when the orientation stays, nor when they are all the
/// body's origin and that is the pivot.
pub(super) fn turns(vertices: &[[f64; 3]], motion: &GivenMotion) -> bool {
    let origin = [0.0; 3];
    let pinned = motion.pivot == origin && vertices.iter().all(|v| *v == origin);
    !pinned && spins(motion)
}

/// Whether the orientation changes.
pub(super) fn spins(motion: &GivenMotion) -> bool {
    match (motion.end.turn, motion.end.q) {
        (Some(turn), _) => turn != [0.0; 3],
        (None, Some(_)) => axis_of(motion) != [IBig::ZERO; 3],
        (None, None) => false,
    }
}
