//! Is one link of a chain true: are the bodies apart for all t in [t0, t1]?
//!
//! The gap along n(t) is g(t) = n.P - max n.x - max (-n.y) - s |n|: x and y the arms of A's and B's
//! vertices in world axes, P from A's pivot to B's, s the separation. Conditions C54 to C56 of
//! `docs/guide/CERTIFICATES.md` say how samples at single times prove it in between, `docs/theory/CHECKER.md` why.

use super::bend::{Rates, Slip, Turn, largest};
use super::enclosure::{Enclosure, Unit, Vector, cross, dot, norm, sub, vector};
use super::placed::Placed;
use super::scene::{Scene, TurningPlane};

/// Why a link is not proved.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Weak {
    /// At this time there is no gap, for certain.
    False(f64),
    /// At this time the arithmetic leaves open whether there is a gap.
    Unclear(f64),
    /// No proof between these times by `MAX_SAMPLES` samples, or between neighbours in f64.
    Unproved {
        t0: f64,
        t1: f64,
        /// More digits would change nothing.
        sure: bool,
    },
}

/// Largest number of times at which one link is sampled: C56.
pub(super) const MAX_SAMPLES: u32 = 256;

/// The parts of the gap at one time.
#[derive(Debug, Clone)]
struct PlaneSample<N> {
    t: f64,
    n: Vector<N>,
    /// P, and the largest |nu x P| of C54 if the plane turns.
    between: Vector<N>,
    sweep: N,
    /// n and -n in the axes of A and of B.
    toward: [Vector<N>; 2],
    /// max n.x and max (-n.y).
    reach: [N; 2],
    /// n.P - s |n|.
    apart: N,
    /// The gap is at least 0, but not known to be positive.
    grounded: bool,
}

impl<N: Enclosure> PlaneSample<N> {
    fn gap(&self) -> N {
        self.apart.sub(&self.reach[0]).sub(&self.reach[1])
    }
}

impl<N: Enclosure> Scene<N> {
    fn sample(&self, plane: &TurningPlane<N>, at: f64) -> PlaneSample<N> {
        let n = plane.at(at);
        let t = self.number(at);
        let between = sub(&self.b.pivot(&t), &self.a.pivot(&t));
        let back = n.each_ref().map(N::neg);
        let toward = [self.a.to_body(&n, &t), self.b.to_body(&back, &t)];
        PlaneSample {
            t: at,
            reach: [reach_of(&self.a, &toward[0]), reach_of(&self.b, &toward[1])],
            toward,
            apart: dot(&n, &between).sub(&plane.margin),
            between,
            sweep: t.like(0.0),
            n,
            grounded: false,
        }
    }

    /// The gap along a plane.
    pub(super) fn gap_at(&self, plane: &TurningPlane<N>, t: f64) -> N {
        self.sample(plane, t).gap()
    }

    /// C89: whether the gap along a plane that turns with A, of one vertex, is positive between two times
    /// at all angles of A and B; only for bodies that turn. None: these digits leave it open.
    pub(super) fn is_clear(
        &self,
        rates: &Rates<N>,
        plane: &TurningPlane<N>,
        times: [f64; 2],
    ) -> Option<bool> {
        if self.a.spin.is_none() && self.b.spin.is_none() {
            return Some(false);
        }
        let n = &plane.normal;
        let back = n.each_ref().map(N::neg);
        let height = reach(&[self.a.arm_at_start(&self.a.arms()[0])], n).add(&plane.margin);
        let [least, other] = times.map(|t| {
            let t = self.number(t);
            let between = sub(&self.b.pivot(&t), &self.a.pivot(&t));
            let (apart, reach) = match &self.a.spin {
                Some(spin) => {
                    let w = &spin.axis;
                    let along = dot(n, w).mul(&dot(w, &between));
                    let across = norm(&cross(n, w)).mul(&norm(&cross(w, &between)));
                    let apart = along.sub(&across).div(&dot(w, w))?;
                    (apart, norm(n).mul(&rates.bodies[1].most.reach))
                }
                None => (dot(n, &between), circle(&self.b, &back)?),
            };
            Some(apart.sub(&height).sub(&reach))
        });
        let gap = least?.min(&other?);
        match (gap.is_positive(), gap.is_negative()) {
            (false, false) => None,
            (clear, _) => Some(clear),
        }
    }

    /// Bounds of `reach` that hold at all times, for bodies that turn: of circles, or of balls where the
    /// plane turns too.
    fn circles(&self, rates: &Rates<N>, plane: &TurningPlane<N>) -> [Option<N>; 2] {
        if plane.spin.is_some() {
            let ball = |i: usize| norm(&plane.normal).mul(&rates.bodies[i].most.reach);
            let turns = [&self.a, &self.b].map(|body| body.spin.is_some());
            return [0, 1].map(|i| turns[i].then(|| ball(i)));
        }
        let back = plane.normal.each_ref().map(N::neg);
        [circle(&self.a, &plane.normal), circle(&self.b, &back)]
    }
}

/// Largest n.x of a body, n in its axes.
fn reach_of<N: Enclosure>(body: &Placed<N>, n: &Vector<N>) -> N {
    match &body.solid {
        Some(solid) => solid.reach(n),
        None => reach(body.arms(), n),
    }
}

/// Largest n.x.
fn reach<N: Enclosure>(arms: &[Vector<N>], n: &Vector<N>) -> N {
    largest(arms.iter().map(|x| dot(n, x)), &n[0])
}

fn circle<N: Enclosure>(body: &Placed<N>, n: &Vector<N>) -> Option<N> {
    // Of any length.
    let w = &body.spin.as_ref()?.axis;
    let square = dot(w, w);
    let (along, across) = (dot(n, w), norm(&cross(n, w)));
    let bounds = body.around().iter().map(|arm| {
        let x = body.arm_at_start(arm);
        along
            .mul(&dot(w, &x))
            .add(&across.mul(&norm(&cross(w, &x))))
    });
    largest(bounds, &square).div(&square)
}

/// Whether the gap stays open between two samples.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Open {
    Yes,
    No,
    /// These digits leave it open.
    Unsure,
}

impl Open {
    fn or(self, other: impl FnOnce() -> Self) -> Self {
        match self {
            Open::Yes => Open::Yes,
            Open::No => other(),
            Open::Unsure => match other() {
                Open::Yes => Open::Yes,
                _ => Open::Unsure,
            },
        }
    }
}

struct Prover<'a, N> {
    scene: &'a Scene<N>,
    rates: &'a Rates<N>,
    plane: &'a TurningPlane<N>,
    turn: Turn<N>,
    circles: Option<[Option<N>; 2]>,
}

/// Proves that the gap is positive from `t0` to `t1`: C54, C56.
pub(super) fn prove_plane<N: Enclosure>(
    scene: &Scene<N>,
    rates: &Rates<N>,
    plane: &TurningPlane<N>,
    [t0, t1]: [f64; 2],
) -> Result<(), Weak> {
    let mut prover = Prover::new(scene, rates, plane);
    let mut samples = 2;
    let mut sure = true;
    let first = prover.sample(t0)?;
    let mut stack = vec![(first, prover.sample(t1)?)];
    while let Some((from, to)) = stack.pop() {
        let found = prover.open(&from, &to);
        if found == Open::Yes {
            continue;
        }
        sure &= found == Open::No;
        let (t0, t1) = (from.t, to.t);
        let middle = t0 + 0.5 * (t1 - t0);
        if samples >= MAX_SAMPLES || middle <= t0 || middle >= t1 {
            return Err(Weak::Unproved { t0, t1, sure });
        }
        samples += 1;
        let middle = prover.sample(middle)?;
        stack.push((middle.clone(), to));
        stack.push((from, middle));
    }
    Ok(())
}

/// Looks for the maker of a certificate, who may cut a link into several.
const MOST_LOOKS: usize = 100_000;

/// Beginnings of the intervals that prove the gap positive, up to the first that does not.
pub(super) fn parts_of_plane<N: Enclosure>(
    scene: &Scene<N>,
    rates: &Rates<N>,
    plane: &TurningPlane<N>,
    [t0, t1]: [f64; 2],
) -> Vec<f64> {
    let mut prover = Prover::new(scene, rates, plane);
    let mut parts = Vec::new();
    let (Ok(first), Ok(last)) = (prover.sample(t0), prover.sample(t1)) else {
        return parts;
    };
    let mut stack = vec![(first, last)];
    while let Some((from, to)) = stack.pop() {
        if prover.open(&from, &to) == Open::Yes {
            parts.push(from.t);
            continue;
        }
        let middle = from.t + 0.5 * (to.t - from.t);
        let between = middle > from.t && middle < to.t;
        match prover.sample(middle) {
            Ok(middle) if between && parts.len() + stack.len() < MOST_LOOKS => {
                stack.push((middle.clone(), to));
                stack.push((from, middle));
            }
            _ => break,
        }
    }
    parts
}

impl<'a, N: Enclosure> Prover<'a, N> {
    fn new(scene: &'a Scene<N>, rates: &'a Rates<N>, plane: &'a TurningPlane<N>) -> Self {
        Prover {
            scene,
            rates,
            plane,
            turn: Turn::new(plane),
            circles: None,
        }
    }

    fn sample(&self, t: f64) -> Result<PlaneSample<N>, Weak> {
        let mut sample = self.scene.sample(self.plane, t);
        let gap = sample.gap();
        sample.grounded = t == 0.0 && self.plane.grounded;
        if let Some(nu) = &self.turn.nu {
            sample.sweep = self.rates.sweep_of_path(nu, &sample.between);
        }
        if sample.grounded || gap.is_positive() {
            Ok(sample)
        } else if gap.is_negative() {
            Err(Weak::False(t))
        } else {
            Err(Weak::Unclear(t))
        }
    }

    fn bends(&self, from: &PlaneSample<N>, to: &PlaneSample<N>) -> Bends<N> {
        let number = |x| self.scene.number(x);
        let step = number(to.t).sub(&number(from.t));
        let half = step.square().div_int(2);
        let slips = self.rates.bodies.each_ref();
        let slips = slips.map(|body| self.turn.slip(body, &from.n, &step));
        let still = self.rates.still();
        let body = |i: usize| match &slips[i] {
            Some(slip) if still != Some(i) => {
                let most = &self.rates.bodies[i].most;
                self.turn.bend(slip, most).mul(&half)
            }
            _ => number(0.0),
        };
        let path = self.turn.path_bend(self.rates, [&from.sweep, &to.sweep]);
        Bends {
            path: path.mul(&half),
            bodies: [body(0), body(1)],
            slips,
            half,
        }
    }

    /// The first test of C54.
    fn plain(&self, from: &PlaneSample<N>, to: &PlaneSample<N>) -> Open {
        test(from, to, [None, None], &self.bends(from, to).all())
    }

    /// The tests of C54, one after another.
    fn open(&mut self, from: &PlaneSample<N>, to: &PlaneSample<N>) -> Open {
        let bends = self.bends(from, to);
        let plain = test(from, to, [None, None], &bends.all());
        if plain == Open::Yes {
            return plain;
        }
        let [a, b] = self
            .circles
            .get_or_insert_with(|| self.scene.circles(self.rates, self.plane))
            .clone();
        let Bends { path, bodies, .. } = &bends;
        let choices = [
            ([a.as_ref(), None], path.add(&bodies[1])),
            ([None, b.as_ref()], path.add(&bodies[0])),
            ([a.as_ref(), b.as_ref()], path.clone()),
        ];
        // The last says nothing new when a body has no circle.
        let used = if a.is_some() && b.is_some() { 3 } else { 2 };
        let choices = choices[..used].iter();
        let new = choices.filter(|(choice, _)| choice.iter().any(Option::is_some));
        let found = new.fold(plain, |found, (choice, sag)| {
            found.or(|| test(from, to, *choice, sag))
        });
        let curved = self.scene.a.solid.is_some() || self.scene.b.solid.is_some();
        if curved || from.grounded || bends.slips.iter().all(Option::is_none) {
            return found;
        }
        found.or(|| self.open_to_each(from, to, &bends))
    }

    /// The test of C54 that strikes out vertices.
    fn open_to_each(&self, from: &PlaneSample<N>, to: &PlaneSample<N>, bends: &Bends<N>) -> Open {
        let still = self.rates.still();
        let mut left = [0, 1].map(|i| self.points(i, from, to, bends));
        let path = if still.is_none() {
            bends.path.clone()
        } else {
            bends.half.like(0.0)
        };
        let mut found = Open::No;
        for i in [0, 1, 0, 1] {
            let most =
                |of: fn(&Point<N>) -> &N| largest(left[1 - i].iter().map(|x| of(x).clone()), &path);
            let (p, q) = (
                from.apart.sub(&most(|x| &x.along[0])),
                to.apart.sub(&most(|x| &x.along[1])),
            );
            let sag = path.add(&most(|x| &x.sag));
            left[i].retain(|x| {
                let open = stays_open(
                    &p.sub(&x.along[0]),
                    &q.sub(&x.along[1]),
                    &sag.add(&x.sag),
                    false,
                );
                if open == Open::Unsure {
                    found = open;
                }
                open != Open::Yes
            });
            if left[i].is_empty() {
                return Open::Yes;
            }
        }
        found
    }

    fn points(
        &self,
        i: usize,
        from: &PlaneSample<N>,
        to: &PlaneSample<N>,
        bends: &Bends<N>,
    ) -> Vec<Point<N>> {
        let arms = [&self.scene.a, &self.scene.b][i].arms().iter();
        let slip = bends.slips[i].as_ref();
        let between = [&from.between, &to.between];
        let point = |(vertex, arm): (usize, &Vector<N>)| Point {
            along: [from, to].map(|sample| dot(arm, &sample.toward[i])),
            sag: (self.turn)
                .bend_of_vertex(self.rates, [i, vertex], slip, between)
                .mul(&bends.half),
        };
        arms.enumerate().map(point).collect()
    }
}

/// A vertex between two samples.
struct Point<N> {
    /// n.x, or -n.y, at both.
    along: [N; 2],
    /// K_X D^2/2 of it alone, or K_P D^2/2 to it.
    sag: N,
}

/// Bounds of what bends the gap between two times.
struct Bends<N> {
    /// K D^2/2 of the path, of A and of B.
    path: N,
    bodies: [N; 2],
    slips: [Option<Slip<N>>; 2],
    /// D^2/2.
    half: N,
}

impl<N: Enclosure> Bends<N> {
    fn all(&self) -> N {
        self.path.add(&self.bodies[0]).add(&self.bodies[1])
    }
}

/// The test of C54, with a circle in the place of a reach where one is given. `sag` = K D^2/2.
fn test<N: Enclosure>(
    from: &PlaneSample<N>,
    to: &PlaneSample<N>,
    circles: [Option<&N>; 2],
    sag: &N,
) -> Open {
    let (mut p, mut q) = (from.apart.clone(), to.apart.clone());
    for (i, circle) in circles.iter().enumerate() {
        p = p.sub(circle.unwrap_or(&from.reach[i]));
        q = q.sub(circle.unwrap_or(&to.reach[i]));
    }
    let grounded = from.grounded && circles.iter().all(Option::is_none);
    if grounded {
        p = p.like(0.0);
    }
    if p.is_negative() || q.is_negative() {
        return Open::No;
    }
    stays_open(&p, &q, sag, grounded)
}

/// With p and q at the ends and `sag` = K D^2/2: p, q > 0 and (sqrt p + sqrt q)^2 > sag.
fn stays_open<N: Enclosure>(p: &N, q: &N, sag: &N, grounded: bool) -> Open {
    let both = p.mul(q).sqrt();
    let spare = p.add(q).add(&both).add(&both).sub(sag);
    let starts = grounded || p.is_positive();
    let enough = match grounded {
        true => spare.is_not_negative(),
        false => spare.is_positive(),
    };
    if starts && q.is_positive() && enough {
        Open::Yes
    } else if p.is_negative() || q.is_negative() || spare.is_negative() {
        Open::No
    } else {
        Open::Unsure
    }
}

/// Proves that two points, carried by the bodies, stay farther apart than `sum`: C55. `scene` is of these
/// points.
pub(super) fn prove_balls<N: Enclosure>(
    scene: &Scene<N>,
    sum: &N,
    [t0, t1]: [f64; 2],
) -> Result<(), Weak> {
    let rates = Rates::new(scene);
    let mut stack = vec![(t0, t1)];
    let mut samples = 0;
    let mut sure = true;
    while let Some((t0, t1)) = stack.pop() {
        if samples >= MAX_SAMPLES {
            return Err(Weak::Unproved { t0, t1, sure });
        }
        samples += 1;
        let middle = t0 + 0.5 * (t1 - t0);
        let t = scene.number(middle);
        let at = |body: &Placed<N>| body.position(&body.arms()[0], &t);
        let apart = sub(&at(&scene.b), &at(&scene.a));
        let across = apart.each_ref().map(N::middle);
        let plane = TurningPlane::of(t0, across, None, sum);
        let prover = Prover::new(scene, &rates, &plane);
        let found = match (prover.sample(t0), prover.sample(t1)) {
            (Ok(from), Ok(to)) => prover.plain(&from, &to),
            (Err(Weak::False(_)), _) | (_, Err(Weak::False(_))) => Open::No,
            _ => Open::Unsure,
        };
        if found == Open::Yes {
            continue;
        }
        sure &= found == Open::No;
        let gap = norm(&apart).sub(sum);
        if gap.is_negative() {
            return Err(Weak::False(middle));
        }
        if !gap.is_positive() {
            return Err(Weak::Unclear(middle));
        }
        if middle <= t0 || middle >= t1 {
            return Err(Weak::Unproved { t0, t1, sure });
        }
        stack.push((middle, t1));
        stack.push((t0, middle));
    }
    Ok(())
}

/// r^2 - |v - c|^2 of every vertex must not be negative: the first that is, or may be.
pub(super) fn outside_ball<N: Enclosure>(
    vertices: &[[f64; 3]],
    center: &[f64; 3],
    radius: f64,
    unit: Unit,
) -> Option<usize> {
    let center = vector::<N>(center, unit);
    let square = N::new(radius, unit).square();
    vertices.iter().position(|v| {
        let arm = sub(&vector::<N>(v, unit), &center);
        !square.sub(&dot(&arm, &arm)).is_not_negative()
    })
}
