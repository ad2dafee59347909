//! What bends the gap along a turning plane: the rates and the K of C54 of `docs/guide/CERTIFICATES.md`.

use super::enclosure::{Enclosure, Vector, add, cross, dot, norm, sub};
use super::placed::Placed;
use super::scene::{Scene, TurningPlane};

/// Lengths that do not change in time.
#[derive(Debug, Clone)]
pub(super) struct Rates<N> {
    pub(super) bodies: [BodyRates<N>; 2],
    /// |U_B - U_A|.
    drift: N,
}

#[derive(Debug, Clone)]
pub(super) struct BodyRates<N> {
    /// w; None when the body does not turn.
    w: Option<Vector<N>>,
    /// Rates of each vertex, and the largest of each.
    points: Vec<PointRates<N>>,
    pub(super) most: PointRates<N>,
    /// x of each vertex at t = 0.
    arms: Vec<Vector<N>>,
}

#[derive(Debug, Clone)]
pub(super) struct PointRates<N> {
    /// |x| and |w x x|.
    pub(super) reach: N,
    speed: N,
}

/// 0 of none, with as many bits as `like`.
pub(super) fn largest<N: Enclosure>(values: impl Iterator<Item = N>, like: &N) -> N {
    values
        .reduce(|x, y| x.max(&y))
        .unwrap_or_else(|| like.like(0.0))
}

impl<N: Enclosure> Rates<N> {
    /// The body, if any, whose vertices only lengthen the path: one that does not turn.
    pub(super) fn still(&self) -> Option<usize> {
        [1, 0].into_iter().find(|&i| self.bodies[i].w.is_none())
    }

    /// The path between the pivots, on to a point of the still body `i`.
    fn path_to(&self, i: usize, between: &Vector<N>, arm: usize) -> Vector<N> {
        let x = &self.bodies[i].arms[arm];
        match i {
            0 => sub(between, x),
            _ => add(between, x),
        }
    }

    /// |nu x P| of C54, the largest.
    pub(super) fn sweep_of_path(&self, nu: &Vector<N>, between: &Vector<N>) -> N {
        let Some(i) = self.still() else {
            return norm(&cross(nu, between));
        };
        let squares = (0..self.bodies[i].arms.len()).map(|arm| {
            let sweep = cross(nu, &self.path_to(i, between, arm));
            dot(&sweep, &sweep)
        });
        largest(squares, &nu[0]).sqrt()
    }

    pub(super) fn new(scene: &Scene<N>) -> Self {
        let zero = scene.zero();
        let body = |placed: &Placed<N>| {
            let w = placed.spin.as_ref().map(|spin| spin.vector.clone());
            let arms = placed.around().iter().map(|arm| placed.arm_at_start(arm));
            let arms: Vec<_> = arms.collect();
            let points = arms.iter().map(|x| {
                let speed = w.as_ref().map(|w| norm(&cross(w, x)));
                PointRates {
                    reach: norm(x),
                    speed: speed.unwrap_or_else(|| zero.clone()),
                }
            });
            let points: Vec<_> = points.collect();
            BodyRates {
                most: PointRates {
                    reach: largest(points.iter().map(|x| x.reach.clone()), &zero),
                    speed: largest(points.iter().map(|x| x.speed.clone()), &zero),
                },
                points,
                arms,
                w,
            }
        };
        Rates {
            bodies: [body(&scene.a), body(&scene.b)],
            drift: norm(&sub(scene.b.shift(), scene.a.shift())),
        }
    }
}

/// A plane's rates.
pub(super) struct Turn<N> {
    /// None when it does not turn.
    pub(super) nu: Option<Vector<N>>,
    /// |n|, |nu|, |nu x n|.
    length: N,
    rate: N,
    speed: N,
}

/// |d|, and what |n x d| can be.
pub(super) struct Slip<N> {
    rate: N,
    tilt: N,
}

impl<N: Enclosure> Turn<N> {
    pub(super) fn new(plane: &TurningPlane<N>) -> Self {
        let nu = plane.spin.as_ref().map(|spin| spin.vector.clone());
        let zero = || plane.margin.like(0.0);
        Turn {
            length: norm(&plane.normal),
            rate: nu.as_ref().map_or_else(zero, norm),
            speed: nu
                .as_ref()
                .map_or_else(zero, |nu| norm(&cross(nu, &plane.normal))),
            nu,
        }
    }

    /// A body's turn against the plane's, from a time with normal n on, for a time D; None when neither
    /// turns.
    pub(super) fn slip(&self, body: &BodyRates<N>, n: &Vector<N>, step: &N) -> Option<Slip<N>> {
        let d = match (&body.w, &self.nu) {
            (None, None) => return None,
            (Some(w), None) => w.clone(),
            (None, Some(nu)) => nu.each_ref().map(N::neg),
            (Some(w), Some(nu)) => sub(w, nu),
        };
        let rate = norm(&d);
        let tilt = norm(&cross(n, &d))
            .add(&rate.mul(&self.speed).mul(step))
            .min(&rate.mul(&self.length));
        Some(Slip { rate, tilt })
    }

    /// K_X of a point, or of all that are no farther and no faster.
    pub(super) fn bend(&self, slip: &Slip<N>, point: &PointRates<N>) -> N {
        let way = slip
            .rate
            .mul(&point.reach)
            .min(&point.speed.add(&self.rate.mul(&point.reach)));
        slip.tilt.mul(&point.speed).add(&self.speed.mul(&way))
    }

    /// K_P of a path with these |nu x P| at two times.
    pub(super) fn path_bend(&self, rates: &Rates<N>, sweeps: [&N; 2]) -> N {
        // On a straight path the largest is at an end.
        let sweep = sweeps[0].max(sweeps[1]);
        let along = rates.drift.add(&rates.drift);
        self.speed.mul(&sweep.add(&along))
    }

    /// K_X of a vertex of a body, or, of a still body, K_P of the paths to it, which are these but for it.
    pub(super) fn bend_of_vertex(
        &self,
        rates: &Rates<N>,
        [i, vertex]: [usize; 2],
        slip: Option<&Slip<N>>,
        between: [&Vector<N>; 2],
    ) -> N {
        match (&self.nu, slip) {
            (Some(nu), _) if rates.still() == Some(i) => {
                let sweep = |between| norm(&cross(nu, &rates.path_to(i, between, vertex)));
                self.path_bend(rates, between.map(sweep).each_ref())
            }
            (_, Some(slip)) => self.bend(slip, &rates.bodies[i].points[vertex]),
            (_, None) => self.rate.like(0.0),
        }
    }
}
