//! Bodies where they are, as integers: every vertex times one common denominator.
//!
//! A pose stands for x -> R(q) x / |q|^2 + p in real numbers. With q on integers, R(q) is an
//! integer matrix and |q|^2 an integer N, so all vertices of both bodies at all their poses are
//! integer vectors over D = the product of the different N, times one power of two.

use dashu_int::IBig;

use crate::number::{P3, add, common_unit, integer, integers, sub};

/// Three f64 coordinates.
pub type V3 = [f64; 3];

/// `p` and `q` = [x, y, z, w]: x -> R(q) x / |q|^2 + p.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pose {
    pub p: V3,
    pub q: [f64; 4],
}

impl Pose {
    pub const IDENTITY: Pose = Pose {
        p: [0.0; 3],
        q: [0.0, 0.0, 0.0, 1.0],
    };
}

/// A motion over one frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Motion {
    pub start: Pose,
    /// `q`: orientation at the end. `p`: where the origin ends; with `by_turn`, where the origin
    /// of an unturned body would end.
    pub end: Pose,
    /// The body point that moves on a straight line.
    pub pivot: V3,
    pub by_turn: bool,
}

/// The frame in which the two poses of each body are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frame {
    World,
    /// Shifted back by the displacement of A's pivot at the end, both bodies.
    Relative,
}

/// Two bodies' points on one integer grid: world = integer * 2^unit / den.
#[derive(Debug, Clone)]
pub struct Pair {
    pub a: Vec<P3>,
    pub b: Vec<P3>,
    pub unit: i32,
    pub den: IBig,
    /// Displacement of each body during the frame, for [`linear`] pairs.
    pub shift: Option<(P3, P3)>,
}

impl Pair {
    /// The same pair with the bodies exchanged.
    pub fn swapped(&self) -> Pair {
        Pair {
            a: self.b.clone(),
            b: self.a.clone(),
            unit: self.unit,
            den: self.den.clone(),
            shift: self.shift.clone().map(|(a, b)| (b, a)),
        }
    }
}

/// One term of a displacement: a world vector, or a body vector turned by a quaternion.
#[derive(Clone, Copy)]
enum Term {
    Plain(V3),
    Turned([f64; 4], V3),
}

/// A copy of a body: turned by `q`, shifted by a signed sum of terms.
struct Copied {
    q: [f64; 4],
    shift: Vec<(bool, Term)>,
}

/// Both bodies at one pose each.
pub fn posed(a: &[V3], pose_a: &Pose, b: &[V3], pose_b: &Pose) -> Pair {
    build(a, &[at(pose_a)], b, &[at(pose_b)])
}

/// Both bodies at their two poses: vertex i at the end of the frame is point `count + i`.
pub fn two_frame(a: &[V3], motion_a: &Motion, b: &[V3], motion_b: &Motion, frame: Frame) -> Pair {
    let back = match frame {
        Frame::World => Vec::new(),
        Frame::Relative => negated(&pivot_displacement(motion_a)),
    };
    let copies = |m: &Motion| {
        let mut end = end_origin(m);
        end.extend(back.iter().copied());
        [
            at(&m.start),
            Copied {
                q: m.end.q,
                shift: end,
            },
        ]
    };
    build(a, &copies(motion_a), b, &copies(motion_b))
}

/// Deforming bodies: start list followed by end list.
pub fn vertex_sweep(a: (&[V3], &[V3]), b: (&[V3], &[V3])) -> Pair {
    let (a, b) = ([a.0, a.1].concat(), [b.0, b.1].concat());
    posed(&a, &Pose::IDENTITY, &b, &Pose::IDENTITY)
}

/// Bodies that only shift from their start pose, by `end.p - start.p`.
pub fn linear(a: &[V3], motion_a: &Motion, b: &[V3], motion_b: &Motion) -> Pair {
    assert!(motion_a.start.q == motion_a.end.q && motion_b.start.q == motion_b.end.q);
    // The end copies of one extra point at the origin carry the displacement.
    let mut pair = two_frame(a, motion_a, b, motion_b, Frame::World);
    if a.is_empty() || b.is_empty() {
        return pair;
    }
    let shift_a = sub(&pair.a[a.len()], &pair.a[0]);
    let shift_b = sub(&pair.b[b.len()], &pair.b[0]);
    pair.a.truncate(a.len());
    pair.b.truncate(b.len());
    pair.shift = Some((shift_a, shift_b));
    pair
}

fn at(pose: &Pose) -> Copied {
    Copied {
        q: pose.q,
        shift: vec![(true, Term::Plain(pose.p))],
    }
}

/// Where the body's origin is at the end: of a motion by turn, pivot end minus R1 c.
fn end_origin(m: &Motion) -> Vec<(bool, Term)> {
    let mut terms = vec![(true, Term::Plain(m.end.p))];
    if m.by_turn {
        terms.push((true, Term::Turned(m.start.q, m.pivot)));
        terms.push((false, Term::Turned(m.end.q, m.pivot)));
    }
    terms
}

/// Displacement of the pivot: end.p - start.p, and R1 c - R0 c when the end pose was given.
fn pivot_displacement(m: &Motion) -> Vec<(bool, Term)> {
    let mut terms = vec![
        (true, Term::Plain(m.end.p)),
        (false, Term::Plain(m.start.p)),
    ];
    if !m.by_turn {
        terms.push((true, Term::Turned(m.end.q, m.pivot)));
        terms.push((false, Term::Turned(m.start.q, m.pivot)));
    }
    terms
}

fn negated(terms: &[(bool, Term)]) -> Vec<(bool, Term)> {
    terms.iter().map(|&(sign, t)| (!sign, t)).collect()
}

/// R(q) times |q|^2 and |q|^2, on integers.
struct Rotation {
    q: [f64; 4],
    matrix: [P3; 3],
    norm_sq: IBig,
}

impl Rotation {
    fn new(q: &[f64; 4]) -> Self {
        let unit = common_unit(*q);
        let [x, y, z, w] = q.map(|c| integer(c, unit));
        let two = IBig::from(2);
        let (xx, yy, zz, ww) = (&x * &x, &y * &y, &z * &z, &w * &w);
        let (xy, xz, yz) = (&x * &y * &two, &x * &z * &two, &y * &z * &two);
        let (wx, wy, wz) = (&w * &x * &two, &w * &y * &two, &w * &z * &two);
        Rotation {
            q: *q,
            matrix: [
                [&ww + &xx - &yy - &zz, &xy - &wz, &xz + &wy],
                [&xy + &wz, &ww - &xx + &yy - &zz, &yz - &wx],
                [&xz - &wy, &yz + &wx, &ww - &xx - &yy + &zz],
            ],
            norm_sq: xx + yy + zz + ww,
        }
    }

    /// `factor` R v.
    fn apply(&self, v: &P3, factor: &IBig) -> P3 {
        [0, 1, 2].map(|i| crate::number::dot(&self.matrix[i], v) * factor)
    }
}

fn build(a: &[V3], copies_a: &[Copied], b: &[V3], copies_b: &[Copied]) -> Pair {
    let mut rotations: Vec<Rotation> = Vec::new();
    let mut numbers: Vec<f64> = [a, b].concat().iter().flatten().copied().collect();
    for copy in copies_a.iter().chain(copies_b) {
        note(&mut rotations, &copy.q);
        for (_, term) in &copy.shift {
            match term {
                Term::Plain(v) => numbers.extend(v),
                Term::Turned(q, v) => {
                    note(&mut rotations, q);
                    numbers.extend(v);
                }
            }
        }
    }
    let unit = common_unit(numbers);
    let den = rotations
        .iter()
        .fold(IBig::ONE, |product, r| product * &r.norm_sq);
    let place = |vertices: &[V3], copies: &[Copied]| {
        let vertices: Vec<P3> = vertices.iter().map(|v| integers(v, unit)).collect();
        let mut points = Vec::with_capacity(vertices.len() * copies.len());
        for copy in copies {
            let mut shift = [IBig::ZERO, IBig::ZERO, IBig::ZERO];
            for (plus, term) in &copy.shift {
                let value = match term {
                    Term::Plain(v) => crate::number::scale(&integers(v, unit), &den),
                    Term::Turned(q, v) => {
                        let r = find(&rotations, q);
                        r.apply(&integers(v, unit), &(&den / &r.norm_sq))
                    }
                };
                shift = if *plus {
                    add(&shift, &value)
                } else {
                    sub(&shift, &value)
                };
            }
            let r = find(&rotations, &copy.q);
            let factor = &den / &r.norm_sq;
            let matrix = r.matrix.clone().map(|row| row.map(|x| x * &factor));
            points.extend(vertices.iter().map(|v| {
                let turned = [0, 1, 2].map(|i| crate::number::dot(&matrix[i], v));
                add(&turned, &shift)
            }));
        }
        points
    };
    Pair {
        a: place(a, copies_a),
        b: place(b, copies_b),
        unit,
        den: den.clone(),
        shift: None,
    }
}

fn note(rotations: &mut Vec<Rotation>, q: &[f64; 4]) {
    if !rotations.iter().any(|r| r.q == *q) {
        rotations.push(Rotation::new(q));
    }
}

fn find<'a>(rotations: &'a [Rotation], q: &[f64; 4]) -> &'a Rotation {
    rotations.iter().find(|r| r.q == *q).expect("noted before")
}

#[cfg(test)]
mod tests {
    use std::f64::consts::FRAC_1_SQRT_2;

    use super::*;

    #[test]
    fn a_quarter_turn_is_exact_whatever_the_norm() {
        let quarter = Pose {
            p: [1.0, 0.0, 0.0],
            q: [0.0, 0.0, FRAC_1_SQRT_2, FRAC_1_SQRT_2],
        };
        let pair = posed(
            &[[2.0, 0.0, 0.5]],
            &quarter,
            &[[1.0, 2.0, 0.5]],
            &Pose::IDENTITY,
        );
        assert_eq!(pair.a, pair.b);
    }

    #[test]
    fn the_relative_frame_follows_the_pivot() {
        // A turns half way round about its pivot (1, 0, 0), which moves by (0, 0, 4); B stays.
        let start = Pose::IDENTITY;
        let turned = [0.0, 0.0, 1.0, 0.0];
        let by_turn = Motion {
            start,
            end: Pose {
                p: [0.0, 0.0, 4.0],
                q: turned,
            },
            pivot: [1.0, 0.0, 0.0],
            by_turn: true,
        };
        // The same by end pose: the origin ends at pivot end - R1 c = (1, 0, 4) + (1, 0, 0).
        let by_pose = Motion {
            end: Pose {
                p: [2.0, 0.0, 4.0],
                q: turned,
            },
            by_turn: false,
            ..by_turn
        };
        let fixed = Motion {
            start,
            end: start,
            pivot: [0.0; 3],
            by_turn: false,
        };
        let body = [[3.0, 1.0, 0.0]];
        for motion in [by_turn, by_pose] {
            let world = two_frame(&body, &motion, &body, &fixed, Frame::World);
            let relative = two_frame(&body, &motion, &body, &fixed, Frame::Relative);
            let point = |x: i64, y: i64, z: i64| [x, y, z].map(IBig::from);
            assert_eq!(world.a, [point(3, 1, 0), point(-1, -1, 4)]);
            assert_eq!(relative.a, [point(3, 1, 0), point(-1, -1, 0)]);
            assert_eq!(relative.b, [point(3, 1, 0), point(3, 1, -4)]);
        }
    }
}
