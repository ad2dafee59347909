//! The interior point method of Akgunduz, Banerjee and Mehrotra, "A Linear Programming Solution for
//! Exact Collision Detection" (2005), mended where `docs/theory/INTERIOR_POINT.md` says.
//!
//! Primal: minimise m omega subject to A g = b, g = (alpha, beta, omega) >= 0. Columns of A: (v; 1; 0)
//! for a vertex of the first body, (-w; 0; 1) for one of the second, (u; 0; 0) for omega; b = (0, 0,
//! 0, 1, 1). The bodies meet iff the optimum is 0. Dual: maximise p4 + p5 subject to A^T p + s = c,
//! s >= 0, c = (0, ..., 0, m). With p4 + p5 > 0 the normal (p1, p2, p3) separates.
//!
//! | paper | here | |
//! |---|---|---|
//! | alpha, beta | `set.g` | weights of the vertices |
//! | omega | `omega` | part of u still to go |
//! | u, m | `u`, `m` | from the weighted vertices of A to those of B; max \|u\| |
//! | p | `p` | dual solution: normal, and minus the extents of both bodies |
//! | s | `set.s`, `s_omega` | slacks |
//! | D = S^-1 X | `d` | |
//! | dg, dp, ds | `Direction` | subtracted, as in the paper |
//! | mu, sigma | `mu`, `sigma` | complementarity g.s / n, and its share that centring keeps |
//!
//! It searches in f64; what it finds is proved on the bodies themselves, and where its tolerance
//! cannot tell it says [`InteriorPointOutcome::Unclear`].
#![allow(clippy::needless_range_loop)] // rows and columns read better by index

use nalgebra::Vector3;

use crate::numeric::arithmetic::{dot, norm};
use crate::reference::interior_point::cholesky::{Cholesky, Matrix5};
use crate::reference::interior_point::weights::{at_most, proves_hit};
use crate::reference::interior_point::working_set::{ColumnBody, MAX_COLUMNS, WorkingSet};
use crate::shape::support::SearchStart;
use crate::solver::minkowski_difference::Difference;
use crate::support::mapping::SupportMapping;

/// Proved answer of the method.
#[derive(Debug, Clone, Copy)]
pub(crate) enum InteriorPointOutcome {
    /// This unit normal separates, rounding included; largest n.a and smallest n.b.
    Separated {
        normal: Vector3<f64>,
        max_a: f64,
        min_b: f64,
    },
    /// The bodies share this point.
    Hit(Vector3<f64>),
    /// Bodies dilated by the slack meet.
    Meets,
    /// The tolerance is reached, and neither is proved.
    Unclear,
}

/// m omega at which the columns are in contact, in units of the pair's size. The paper's.
const CONTACT: f64 = 1e-6;

/// A step goes this part of the way to the boundary, or, where the potential does not fall, the
/// next. Nearer to 1 saves nothing; less than 0.99 costs steps on every hit.
const TO_BOUNDARY: [f64; 3] = [0.999, 0.9, 0.5];

/// The share of the complementarity that the safeguard's direction keeps.
const CENTRED: f64 = 0.5;

/// Share of equal weights in a start from carried ones. Less leaves vertices that matter now next
/// to the boundary, more forgets what was carried.
const BLEND: f64 = 0.5;

/// Least lowering of p4 and p5 in a start, in units of the size.
const MIN_START_LOWERING: f64 = 0.1;

/// u.p is at most this part of m in a start, so that the slack of omega is positive.
const SHORTEN: f64 = 0.9;

/// A backstop. Pairs that the tolerance can tell apart need fewer than half.
const MAX_STEPS: u32 = 60;

/// Complementarity at which the program is solved as far as f64 goes, in units of the size.
const SOLVED: f64 = 1e-13;

/// A part of the way that counts as progress when columns are exchanged.
const PROGRESS: f64 = 0.999;

/// One run of the method.
pub(crate) struct InteriorPoint {
    pub(crate) set: WorkingSet,
    u: Vector3<f64>,
    m: f64,
    omega: f64,
    s_omega: f64,
    p: [f64; 5],
    /// Newton steps so far.
    pub(crate) steps: u32,
    /// Least omega |u| at which columns were exchanged.
    nearest: f64,
    /// u is given, instead of made of the weights.
    given: bool,
}

/// A Newton direction, to be subtracted.
struct Direction {
    dp: [f64; 5],
    dg: [f64; MAX_COLUMNS],
    ds: [f64; MAX_COLUMNS],
    domega: f64,
    ds_omega: f64,
}

impl InteriorPoint {
    /// The paper's start: equal weights, omega = 1, p = (0, 0, 0, -h, -h).
    pub(crate) fn cold(set: WorkingSet) -> Self {
        let columns = set.v[..set.n()].iter();
        let h = columns.fold(0.0, |h: f64, v| h.max(v.amax()));
        let mut start = InteriorPoint::new(set, [0.0, 0.0, 0.0, -h, -h]);
        start.enter_interior(1.0);
        start
    }

    /// From the last frame: the unit normal of its plane, and the vertices that carried most
    /// weight, as [`heaviest`](WorkingSet::heaviest) gave them.
    pub(crate) fn warm(set: WorkingSet, n: &Vector3<f64>, heaviest: &[(u32, u32); 3]) -> Self {
        let mut start = InteriorPoint::new(set, [n.x, n.y, n.z, 0.0, 0.0]);
        for k in 0..start.set.n() {
            let (side, id) = (start.set.side(k), start.set.id[k]);
            let carried = heaviest
                .iter()
                .any(|&(a, b)| id == if side == ColumnBody::A { a } else { b });
            start.set.g[k] = f64::from(u8::from(carried));
        }
        start.enter_interior(BLEND);
        start
    }

    /// With minus the direction of B's way past A in the place of u: the least omega is how far B goes until
    /// they meet. No weights are known that satisfy the equality; what is missing is left to the steps.
    pub(crate) fn along(set: WorkingSet, way: &Vector3<f64>) -> Self {
        let mut start = InteriorPoint::new(set, [0.0; 5]);
        start.given = true;
        start.u = -way / way.amax();
        start.m = 1.0;
        start.enter_interior(1.0);
        start
    }

    fn new(set: WorkingSet, p: [f64; 5]) -> Self {
        InteriorPoint {
            set,
            u: Vector3::zeros(),
            m: 0.0,
            omega: 1.0,
            s_omega: 0.0,
            p,
            steps: 0,
            nearest: f64::INFINITY,
            given: false,
        }
    }

    /// Makes any weights and any p strictly feasible (19-24, mended): weights blended with equal
    /// ones, u from them, p shortened for omega's slack, then p4 and p5 lowered for the others.
    fn enter_interior(&mut self, blend: f64) {
        let y = self.set.blend_weights(blend);
        if self.given {
            // Where the means come nearest to each other, but ahead.
            self.omega = (-dot(&y, &self.u) / dot(&self.u, &self.u)).max(MIN_START_LOWERING);
        } else {
            (self.u, self.omega) = (-y, 1.0);
            self.m = self.u.amax();
        }
        let along = dot(&self.u, &self.normal());
        if along > SHORTEN * self.m {
            let shorter = SHORTEN * self.m / along;
            self.p = self.p.map(|x| x * shorter);
        }
        self.price();
        let (n, n1) = (self.set.n(), self.set.n1);
        for (row, range) in [(3, 0..n1), (4, n1..n)] {
            let slacks = self.set.s[range].iter();
            let least = slacks.fold(f64::INFINITY, |least, &s| least.min(s));
            if least < MIN_START_LOWERING {
                self.p[row] -= (-1.5 * least).max(MIN_START_LOWERING);
            }
        }
        self.price();
    }

    /// Runs until a plane or a hit is proved or the tolerance is reached.
    pub(crate) fn solve<A: SupportMapping, B: SupportMapping>(
        &mut self,
        m: &mut Difference<'_, A, B>,
    ) -> InteriorPointOutcome {
        // Concentric bodies are in contact before the first step. Written so that NaN ends it.
        while self.m * self.omega > 0.0 && self.steps < MAX_STEPS {
            if !self.step() {
                break;
            }
            if self.omega < 0.5
                && let Some(outcome) = self.contact(m)
            {
                return outcome;
            }
            let n = self.normal();
            let length = norm(&n);
            if !(length > 0.0) {
                continue;
            }
            let n = n / length;
            let extent = m.support(&n, SearchStart::Table);
            if m.proves_apart(&n, 1.0, &extent) {
                return InteriorPointOutcome::Separated {
                    normal: n,
                    max_a: extent.max_a,
                    min_b: extent.min_b,
                };
            }
            // The plane separates the working set and not the bodies; or these are deeper in each other than the set,
            // which only touches.
            let apart = self.p[3] + self.p[4] > 0.0;
            if apart || self.m * self.omega < CONTACT {
                self.exchange(m, &n, apart);
            }
            if self.complementarity() < SOLVED {
                break;
            }
        }
        self.contact(m).unwrap_or(InteriorPointOutcome::Unclear)
    }

    /// Runs a program [`along`](Self::along) a way until it is solved; how far B goes in the query's unit, to the
    /// program's tolerance: a guess. None when the steps give out.
    pub(crate) fn meet<A: SupportMapping, B: SupportMapping>(
        &mut self,
        m: &mut Difference<'_, A, B>,
    ) -> Option<f64> {
        while self.steps < MAX_STEPS && self.step() {
            if self.complementarity() < SOLVED {
                let normal = self.normal();
                let length = norm(&normal);
                let entered = length > 0.0
                    && !self.set.whole
                    && self.set.exchange(m, &(normal / length), &self.p, true);
                if !entered {
                    return Some(self.omega * self.set.size());
                }
                self.enter_interior(BLEND);
            }
        }
        None
    }

    /// One Newton step by predictor and corrector; false, and nothing moved, if none makes progress.
    #[inline(always)]
    fn step(&mut self) -> bool {
        let residual = self.residual();
        let factor = Cholesky::new(self.normal_matrix());
        let mu = self.complementarity();

        let affine = self.direction(&factor, &residual, 0.0, None);
        let (step_g, step_s) = self.steps_to_boundary(&affine);
        let mu_affine = self.complementarity_after(&affine, step_g, step_s);

        let ratio = mu_affine / mu;
        let sigma = ratio * ratio * ratio;
        let corrected = self.direction(&factor, &residual, sigma * mu, Some(&affine));
        if !self.advance(&corrected) {
            let centred = self.direction(&factor, &residual, CENTRED * mu, None);
            if !self.advance(&centred) {
                return false;
            }
        }
        self.steps += 1;
        true
    }

    /// The contact that the weights prove.
    fn contact<A: SupportMapping, B: SupportMapping>(
        &self,
        m: &Difference<'_, A, B>,
    ) -> Option<InteriorPointOutcome> {
        if m.slack == 0.0 {
            proves_hit(&self.set, m).map(InteriorPointOutcome::Hit)
        } else {
            (at_most(&self.set, m) < m.slack).then_some(InteriorPointOutcome::Meets)
        }
    }

    /// Brings the vertices of negative slack in and starts again from p; if there are none, or no
    /// room, the steps go on. Those of largest slack leave, but only where the set is `apart`, and after
    /// strict progress: otherwise the same sets might come again.
    fn exchange<A: SupportMapping, B: SupportMapping>(
        &mut self,
        m: &Difference<'_, A, B>,
        n: &Vector3<f64>,
        apart: bool,
    ) {
        let reach = self.omega * norm(&self.u);
        let progress = reach < PROGRESS * self.nearest;
        if progress {
            self.nearest = reach;
        }
        if !self.set.whole && self.set.exchange(m, n, &self.p, apart && progress) {
            self.enter_interior(BLEND);
        }
    }

    fn normal(&self) -> Vector3<f64> {
        Vector3::new(self.p[0], self.p[1], self.p[2])
    }

    /// s = c - A^T p.
    fn price(&mut self) {
        let normal = self.normal();
        for k in 0..self.set.n() {
            let along = dot(&normal, &self.set.v[k]);
            self.set.s[k] = -(along + self.p[self.set.row(k)]);
        }
        self.s_omega = self.m - dot(&self.u, &normal);
    }

    /// A g - b.
    fn residual(&self) -> [f64; 5] {
        let (n, n1) = (self.set.n(), self.set.n1);
        let mut y = self.u * self.omega;
        let mut sums = [0.0; 2];
        for k in 0..n {
            y += self.set.v[k] * self.set.g[k];
            sums[usize::from(k >= n1)] += self.set.g[k];
        }
        [y.x, y.y, y.z, sums[0] - 1.0, sums[1] - 1.0]
    }

    /// A D A^T, D = S^-1 X.
    fn normal_matrix(&self) -> Matrix5 {
        let mut n = self.set.products(
            #[inline(always)]
            |k| self.set.g[k] / self.set.s[k],
        );
        let d = self.omega / self.s_omega;
        for i in 0..3 {
            for j in 0..=i {
                n[i][j] += d * self.u[i] * self.u[j];
            }
        }
        n
    }

    /// mu = g.s / n.
    fn complementarity(&self) -> f64 {
        let set = &self.set;
        let mut sum = self.omega * self.s_omega;
        for k in 0..set.n() {
            sum += set.g[k] * set.s[k];
        }
        sum / (set.n() + 1) as f64
    }

    fn complementarity_after(&self, d: &Direction, step_g: f64, step_s: f64) -> f64 {
        let set = &self.set;
        let mut sum = (self.omega - step_g * d.domega) * (self.s_omega - step_s * d.ds_omega);
        for k in 0..set.n() {
            sum += (set.g[k] - step_g * d.dg[k]) * (set.s[k] - step_s * d.ds[k]);
        }
        sum / (set.n() + 1) as f64
    }

    /// The direction to complementarity `target` (0: the affine one, 27-33), with the second order
    /// that `affine` left.
    ///
    /// g s - s dg - g ds + dg' ds' = target, A dg = residual, A^T dp + ds = 0: with
    /// t = g - (target - dg' ds') / s this is dg = t - D ds and (A D A^T) dp = residual - A t.
    #[inline(always)]
    fn direction(
        &self,
        factor: &Cholesky,
        residual: &[f64; 5],
        target: f64,
        affine: Option<&Direction>,
    ) -> Direction {
        let set = &self.set;
        let n = set.n();
        let mut t = [0.0; MAX_COLUMNS];
        let mut right = *residual;
        for k in 0..n {
            let second = affine.map_or(0.0, |a| a.dg[k] * a.ds[k]);
            t[k] = set.g[k] - (target - second) / set.s[k];
            for i in 0..3 {
                right[i] -= set.v[k][i] * t[k];
            }
            right[set.row(k)] -= t[k];
        }
        let second = affine.map_or(0.0, |a| a.domega * a.ds_omega);
        let t_omega = self.omega - (target - second) / self.s_omega;
        for i in 0..3 {
            right[i] -= self.u[i] * t_omega;
        }
        let dp = factor.solve(right);
        let dn = Vector3::new(dp[0], dp[1], dp[2]);
        let (mut dg, mut ds) = ([0.0; MAX_COLUMNS], [0.0; MAX_COLUMNS]);
        for k in 0..n {
            ds[k] = -(dot(&dn, &set.v[k]) + dp[set.row(k)]);
            dg[k] = t[k] - set.g[k] / set.s[k] * ds[k];
        }
        let ds_omega = -dot(&dn, &self.u);
        Direction {
            dp,
            dg,
            ds,
            domega: t_omega - self.omega / self.s_omega * ds_omega,
            ds_omega,
        }
    }

    /// The longest steps, at most 1, that leave g and s nonnegative.
    fn steps_to_boundary(&self, d: &Direction) -> (f64, f64) {
        let mut steps = (1.0, 1.0);
        for k in 0..self.set.n() {
            shorten(&mut steps.0, self.set.g[k], d.dg[k]);
            shorten(&mut steps.1, self.set.s[k], d.ds[k]);
        }
        shorten(&mut steps.0, self.omega, d.domega);
        shorten(&mut steps.1, self.s_omega, d.ds_omega);
        steps
    }

    /// Goes as far along `d` as lowers the potential 2 n ln(g.s) - sum ln(g s); false, and nothing
    /// moved, if it does not fall.
    fn advance(&mut self, d: &Direction) -> bool {
        let (to_g, to_s) = self.steps_to_boundary(d);
        for part in TO_BOUNDARY {
            let (step_g, step_s) = (part * to_g, part * to_s);
            // False for NaN.
            if self.potential_ratio(d, step_g, step_s) < 1.0 {
                for k in 0..self.set.n() {
                    self.set.g[k] -= step_g * d.dg[k];
                }
                self.omega -= step_g * d.domega;
                for i in 0..5 {
                    self.p[i] -= step_s * d.dp[i];
                }
                self.price();
                return true;
            }
        }
        false
    }

    /// exp of the change of the potential: the product over all pairs of r^2 (g s before / g s
    /// after), r the change of g.s.
    fn potential_ratio(&self, d: &Direction, step_g: f64, step_s: f64) -> f64 {
        let set = &self.set;
        let r = self.complementarity_after(d, step_g, step_s) / self.complementarity();
        let after = (self.omega - step_g * d.domega) * (self.s_omega - step_s * d.ds_omega);
        let mut product = r * r * (self.omega * self.s_omega / after);
        for k in 0..set.n() {
            let after = (set.g[k] - step_g * d.dg[k]) * (set.s[k] - step_s * d.ds[k]);
            product *= r * r * (set.g[k] * set.s[k] / after);
        }
        product
    }
}

fn shorten(step: &mut f64, x: f64, dx: f64) {
    if dx * *step > x {
        *step = x / dx;
    }
}
