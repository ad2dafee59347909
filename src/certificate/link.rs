//! Is one link of a chain true: are the bodies apart for all t in [t0, t1]?
//!
//! The gap along n(t) is g(t) = n.c - max n.x - max (-n.y) - s |n|: x and y the arms of A's and B's
//! vertices in world axes, c from A's pivot to B's, s the separation. Each vertex pair has its own
//! smooth gap f with |f''| <= K, and between two times D apart f lies above its chord minus
//! K D^2/2 l (1 - l), l in [0, 1]; so does g, which is the least of them. With p and q the gaps at
//! the ends, that parabola stays above 0 when p > 0, q > 0 and (sqrt p + sqrt q)^2 > K D^2/2. Where it
//! does not, the interval is halved.
//!
//! K, with n' = nu x n, x' = w x x and d = w - nu: (n.x)'' = (nu x n).(d x x) + (n x d).(w x x), all lengths of
//! which are known: |n|, |nu x n|, |x| and |w x x| do not change. For the path of the pivots,
//! (n.c)'' = n''.c + 2 n'.c', with |n''| = |nu| |nu x n|.
//!
//! A plane that does not turn also has, for a turning body at any time,
//! n.x <= (n.u)(u.x) + |n x u| |u x x|, u the axis: good for many turns at once.

use super::chain::GivenMotion;
use super::enclosure::{Enclosure, Vector, cross, dot, norm, sub, vector};
use super::interval::Interval;
use super::placed::{Placed, Rotation, Spin};

/// Both bodies in one arithmetic.
#[derive(Debug, Clone)]
pub(super) struct Scene<N> {
    pub(super) a: Placed<N>,
    pub(super) b: Placed<N>,
    /// Lengths are times 2^scale.
    pub(super) scale: i32,
}

/// Bounds on lengths that do not change, for K.
#[derive(Debug, Clone)]
pub(super) struct Rates {
    bodies: [BodyRates; 2],
    shift: Vector<Interval>,
    pivots: [Placed<Interval>; 2],
}

#[derive(Debug, Clone)]
struct BodyRates {
    /// w; zero when the body does not turn.
    w: Vector<Interval>,
    /// Largest |x| and |w x x|.
    reach: f64,
    speed: f64,
}

/// A plane that turns, and the distance that it has to leave free.
#[derive(Debug, Clone)]
pub(super) struct TurningPlane<N> {
    pub(super) t0: f64,
    pub(super) normal: Vector<N>,
    pub(super) spin: Option<Spin<N>>,
    /// s |n|.
    pub(super) margin: N,
}

/// Why a link is not proved.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Weak {
    /// At this time there is no gap, for certain.
    False(f64),
    /// At this time the arithmetic cannot tell whether there is a gap.
    Unclear(f64),
    /// No proof between these times within the limits below.
    Unproved(f64, f64),
}

/// Halvings of one link: a gap of a 1e-15th of the size, missed by a vertex at a full turn within
/// the link, takes about 60.
const MAX_DEPTH: u32 = 64;
/// Looks at one link.
const MAX_LOOKS: u32 = 20_000;

fn upper(x: &Interval) -> f64 {
    x.upper()
}

impl Rates {
    pub(super) fn new(scene: &Scene<Interval>) -> Self {
        let body = |placed: &Placed<Interval>| {
            let w = match &placed.spin {
                Some(spin) => spin.vector,
                None => [Interval::point(0.0); 3],
            };
            let (mut reach, mut speed) = (0.0_f64, 0.0_f64);
            for arm in placed.arms() {
                let x = placed.arm_at_start(arm);
                reach = reach.max(upper(&norm(&x)));
                if placed.spin.is_some() {
                    speed = speed.max(upper(&norm(&cross(&w, &x))));
                }
            }
            BodyRates { w, reach, speed }
        };
        let bare = |placed: &Placed<Interval>| placed.without_arms();
        Rates {
            bodies: [body(&scene.a), body(&scene.b)],
            shift: sub(scene.b.shift(), scene.a.shift()),
            pivots: [bare(&scene.a), bare(&scene.b)],
        }
    }
}

/// The plane in f64, for its rates of change.
#[derive(Debug, Clone)]
struct Turn {
    plane: TurningPlane<Interval>,
    nu: Vector<Interval>,
    /// |n|, |nu|, |nu x n|.
    length: f64,
    rate: f64,
    speed: f64,
}

impl Turn {
    fn new(plane: TurningPlane<Interval>) -> Self {
        let nu = match &plane.spin {
            Some(spin) => spin.vector,
            None => [Interval::point(0.0); 3],
        };
        Turn {
            length: upper(&norm(&plane.normal)),
            rate: upper(&norm(&nu)),
            speed: upper(&norm(&cross(&nu, &plane.normal))),
            nu,
            plane,
        }
    }

    /// K for one body from ta to tb.
    fn bend(&self, body: &BodyRates, n: &Vector<Interval>, ta: f64, tb: f64) -> f64 {
        let d = sub(&body.w, &self.nu);
        let rate = upper(&norm(&d));
        // |n x d| at ta, and how far n turns from there.
        let drift = up(up(rate * self.speed) * (tb - ta).next_up());
        let tilt = up(upper(&norm(&cross(n, &d))) + drift).min(up(rate * self.length));
        let slip = up(rate * body.reach).min(up(body.speed + up(self.rate * body.reach)));
        up(up(tilt * body.speed) + up(self.speed * slip))
    }

    /// K for the path of the pivots.
    fn path_bend(&self, rates: &Rates, ta: f64, tb: f64) -> f64 {
        if self.speed == 0.0 {
            return 0.0;
        }
        let apart = |t: f64| {
            let t = Interval::point(t);
            upper(&norm(&sub(
                &rates.pivots[1].pivot(&t),
                &rates.pivots[0].pivot(&t),
            )))
        };
        // On a straight path the distance is largest at an end.
        let far = apart(ta).max(apart(tb));
        let along = up(2.0 * upper(&norm(&rates.shift)));
        up(self.speed * up(up(self.rate * far) + along))
    }
}

fn up(x: f64) -> f64 {
    if x == 0.0 { x } else { x.next_up() }
}

/// The parts of the gap at one time.
#[derive(Debug, Clone)]
struct Look<N> {
    t: f64,
    /// max n.x and max (-n.y).
    reach: [N; 2],
    /// n.c - s |n|.
    apart: N,
}

impl<N: Enclosure> Look<N> {
    fn gap(&self) -> N {
        self.apart.sub(&self.reach[0]).sub(&self.reach[1])
    }
}

impl<N: Enclosure> TurningPlane<N> {
    /// `separation` times 2^scale; the normal's length is brought near 1 first.
    pub(super) fn new(
        t0: f64,
        normal: &[f64; 3],
        turn: &[f64; 3],
        separation: f64,
        scale: i32,
    ) -> Self {
        let largest = normal.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        let normal = vector(normal, -libm::ilogb(largest));
        let vector = vector::<N>(turn, 0);
        TurningPlane {
            t0,
            margin: N::scaled(separation, scale).mul(&norm(&normal)),
            normal,
            spin: (*turn != [0.0; 3]).then(|| Spin {
                half_rate: norm(&vector).div_int(2),
                vector,
            }),
        }
    }

    fn at(&self, t: f64) -> Vector<N> {
        match &self.spin {
            Some(spin) => {
                let x = N::exact(t).sub(&N::exact(self.t0));
                Rotation::after(spin, &x).apply(&self.normal)
            }
            None => self.normal.clone(),
        }
    }
}

impl<N: Enclosure> Scene<N> {
    fn look(&self, plane: &TurningPlane<N>, at: f64) -> Look<N> {
        let n = plane.at(at);
        let t = N::exact(at);
        let c = sub(&self.b.pivot(&t), &self.a.pivot(&t));
        let back = n.each_ref().map(N::neg);
        Look {
            t: at,
            reach: [
                reach(self.a.arms(), &self.a.to_body(&n, &t)),
                reach(self.b.arms(), &self.b.to_body(&back, &t)),
            ],
            apart: dot(&n, &c).sub(&plane.margin),
        }
    }

    /// The gap along a plane.
    pub(super) fn gap_at(&self, plane: &TurningPlane<N>, t: f64) -> N {
        self.look(plane, t).gap()
    }

    /// The same motions, of one point each.
    pub(super) fn centers(
        &self,
        centers: &[[f64; 3]; 2],
        motions: &[GivenMotion; 2],
        scale: i32,
    ) -> Self {
        Scene {
            a: self.a.with_point(&centers[0], &motions[0].pivot, scale),
            b: self.b.with_point(&centers[1], &motions[1].pivot, scale),
            scale,
        }
    }

    /// Bounds of `reach` that hold at all times, for bodies that turn and a plane that does not.
    fn circles(&self, plane: &TurningPlane<N>) -> [Option<N>; 2] {
        if plane.spin.is_some() {
            return [None, None];
        }
        let back = plane.normal.each_ref().map(N::neg);
        [circle(&self.a, &plane.normal), circle(&self.b, &back)]
    }
}

/// Largest n.x.
fn reach<N: Enclosure>(arms: &[Vector<N>], n: &Vector<N>) -> N {
    let mut values = arms.iter().map(|x| dot(n, x));
    let first = values.next().unwrap_or_else(|| N::exact(0.0));
    values.fold(first, |best, x| best.max(&x))
}

fn circle<N: Enclosure>(body: &Placed<N>, n: &Vector<N>) -> Option<N> {
    let w = &body.spin.as_ref()?.vector;
    let square = dot(w, w);
    let (along, across) = (dot(n, w), norm(&cross(n, w)));
    let mut best: Option<N> = None;
    for arm in body.arms() {
        let x = body.arm_at_start(arm);
        let bound = along
            .mul(&dot(w, &x))
            .add(&across.mul(&norm(&cross(w, &x))))
            .div(&square)?;
        best = Some(match best {
            Some(best) => best.max(&bound),
            None => bound,
        });
    }
    best
}

/// Proves that the gap is positive from `t0` to `t1`, halving up to `depth` times.
pub(super) fn prove_plane<N: Enclosure>(
    scene: &Scene<N>,
    rates: &Rates,
    plane: &TurningPlane<N>,
    shape: TurningPlane<Interval>,
    [t0, t1]: [f64; 2],
    depth: u32,
) -> Result<(), Weak> {
    let turn = Turn::new(shape);
    let mut circles: Option<[Option<N>; 2]> = None;
    let look = |t: f64| {
        let look = scene.look(plane, t);
        let gap = look.gap();
        if gap.is_negative() {
            Err(Weak::False(t))
        } else if gap.is_positive() {
            Ok(look)
        } else {
            Err(Weak::Unclear(t))
        }
    };
    let mut looks = 2;
    let first = look(t0)?;
    let mut stack = vec![(first, look(t1)?, depth)];
    while let Some((from, to, depth)) = stack.pop() {
        if open(&from, &to, &turn, rates, None) {
            continue;
        }
        if plane.spin.is_none() && from.t == t0 && to.t == t1 {
            circles = Some(scene.circles(plane));
        }
        if let Some(circles) = &circles
            && open(&from, &to, &turn, rates, Some(circles))
        {
            continue;
        }
        let middle = from.t + 0.5 * (to.t - from.t);
        if depth == 0 || looks >= MAX_LOOKS || middle <= from.t || middle >= to.t {
            return Err(Weak::Unproved(from.t, to.t));
        }
        looks += 1;
        let middle = look(middle)?;
        stack.push((middle.clone(), to, depth - 1));
        stack.push((from, middle, depth - 1));
    }
    Ok(())
}

/// Whether the gap stays open between two looks that found it open.
fn open<N: Enclosure>(
    from: &Look<N>,
    to: &Look<N>,
    turn: &Turn,
    rates: &Rates,
    circles: Option<&[Option<N>; 2]>,
) -> bool {
    let n = turn.plane.at(from.t);
    let path = turn.path_bend(rates, from.t, to.t);
    let chord = [0, 1].map(|i| turn.bend(&rates.bodies[i], &n, from.t, to.t));
    // Which bodies are held by their circles.
    let choices: &[[bool; 2]] = match circles {
        None => &[[false, false]],
        Some(_) => &[[true, false], [false, true], [true, true]],
    };
    choices.iter().any(|by_circle| {
        let (mut p, mut q, mut bend) = (from.apart.clone(), to.apart.clone(), path);
        for i in 0..2 {
            let circle = circles.and_then(|c| c[i].as_ref()).filter(|_| by_circle[i]);
            match circle {
                Some(most) => {
                    p = p.sub(most);
                    q = q.sub(most);
                }
                None if by_circle[i] => return false,
                None => {
                    p = p.sub(&from.reach[i]);
                    q = q.sub(&to.reach[i]);
                    bend = up(bend + chord[i]);
                }
            }
        }
        if !(p.is_positive() && q.is_positive()) {
            return false;
        }
        if bend == 0.0 {
            return true;
        }
        let step = N::exact(to.t).sub(&N::exact(from.t));
        let sag = N::exact(bend).mul(&step.square()).div_int(2);
        let both = p.mul(&q).sqrt();
        // NaN and infinity prove nothing.
        bend.is_finite() && p.add(&q).add(&both).add(&both).sub(&sag).is_positive()
    })
}

/// Proves that two balls, carried by the bodies, stay apart: planes between their centres, each as
/// long as it serves.
pub(super) fn prove_balls<N: Enclosure>(
    scene: &Scene<N>,
    rough: &Scene<Interval>,
    sum: &N,
    rough_sum: &Interval,
    [t0, t1]: [f64; 2],
) -> Result<(), Weak> {
    let rates = Rates::new(rough);
    let mut stack = vec![(t0, t1, MAX_DEPTH)];
    let mut looks = 0;
    while let Some((from, to, depth)) = stack.pop() {
        looks += 1;
        let middle = from + 0.5 * (to - from);
        let t = Interval::point(middle);
        let at = |body: &Placed<Interval>| body.position(&body.arms()[0], &t);
        let apart = sub(&at(&rough.b), &at(&rough.a)).map(|x| 0.5 * (x.lower() + x.upper()));
        let largest = apart.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        if !(largest > 0.0 && largest.is_finite()) {
            return Err(Weak::False(middle));
        }
        let mut plane = TurningPlane::<N>::new(from, &apart, &[0.0; 3], 0.0, 0);
        let mut shape = TurningPlane::<Interval>::new(from, &apart, &[0.0; 3], 0.0, 0);
        plane.margin = sum.mul(&norm(&plane.normal));
        shape.margin = rough_sum.mul(&norm(&shape.normal));
        if prove_plane(scene, &rates, &plane, shape, [from, to], 0).is_ok() {
            continue;
        }
        let distance = norm(&sub(
            &scene.b.position(&scene.b.arms()[0], &N::exact(middle)),
            &scene.a.position(&scene.a.arms()[0], &N::exact(middle)),
        ));
        let gap = distance.sub(sum);
        if gap.is_negative() {
            return Err(Weak::False(middle));
        }
        if !gap.is_positive() {
            return Err(Weak::Unclear(middle));
        }
        if depth == 0 || looks >= MAX_LOOKS || middle <= from || middle >= to {
            return Err(Weak::Unproved(from, to));
        }
        stack.push((middle, to, depth - 1));
        stack.push((from, middle, depth - 1));
    }
    Ok(())
}

pub(super) fn prove_turning_plane<N: Enclosure>(
    scene: &Scene<N>,
    rates: &Rates,
    plane: &TurningPlane<N>,
    shape: TurningPlane<Interval>,
    times: [f64; 2],
) -> Result<(), Weak> {
    prove_plane(scene, rates, plane, shape, times, MAX_DEPTH)
}

/// r^2 - |v - c|^2 of every vertex must not be negative: the first that is, or may be.
pub(super) fn outside_ball<N: Enclosure>(
    vertices: &[[f64; 3]],
    center: &[f64; 3],
    radius: f64,
    scale: i32,
) -> Option<usize> {
    let center = vector::<N>(center, scale);
    let square = N::scaled(radius, scale).square();
    vertices.iter().position(|v| {
        let arm = sub(&vector::<N>(v, scale), &center);
        !square.sub(&dot(&arm, &arm)).is_not_negative()
    })
}
