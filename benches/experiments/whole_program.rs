//! The paper's program over all vertices, without the working set: every vertex of both bodies is a column
//! (8-14, 27-33), and every step and every look at the virtual plane prices all of them. For comparison
//! only; letters as in `docs/theory/INTERIOR_POINT.md`. It proves nothing about rounding.
#![allow(clippy::needless_range_loop)] // rows and columns read better by index

use nalgebra::{Matrix5, Vector3, Vector5};

type V3 = Vector3<f64>;

/// How the program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// p4 + p5 > 0 over all vertices.
    Separated,
    /// m omega fell to the paper's tolerance.
    Hit,
    /// Neither, in as many steps as it may take.
    Unclear,
}

/// The paper's tolerance, in units of the pair's size.
const CONTACT: f64 = 1e-6;

const MOST_STEPS: u32 = 60;

/// Room for the columns of the largest pair; kept from query to query.
#[derive(Default)]
pub struct WholeProgram {
    v: Vec<V3>,
    /// Vertices of the first body.
    n1: usize,
    g: Vec<f64>,
    s: Vec<f64>,
    dg: Vec<f64>,
    ds: Vec<f64>,
    affine: Vec<f64>,
    omega: f64,
    s_omega: f64,
    u: V3,
    m: f64,
    p: Vector5<f64>,
}

impl WholeProgram {
    /// `v`: the vertices of A, then `w`: of B, in one frame and in units of the pair's size. `kept`: the
    /// normal of the frame before; none without the virtual plane.
    pub fn solve(
        &mut self,
        v: impl Iterator<Item = V3>,
        w: impl Iterator<Item = V3>,
        kept: &mut Option<V3>,
    ) -> Outcome {
        self.v.clear();
        self.v.extend(v);
        self.n1 = self.v.len();
        self.v.extend(w.map(|x| -x));
        if let Some(n) = *kept
            && self.gap(&n) > 0.0
        {
            return Outcome::Separated;
        }
        let outcome = self.steps();
        *kept = (outcome == Outcome::Separated).then(|| self.normal());
        outcome
    }

    fn row(&self, k: usize) -> usize {
        3 + usize::from(k >= self.n1)
    }

    fn normal(&self) -> V3 {
        self.p.fixed_rows::<3>(0).into_owned()
    }

    /// p4 + p5 at their largest for this normal: the gap between all vertices, times its length.
    fn gap(&self, n: &V3) -> f64 {
        let (a, b) = self.v.split_at(self.n1);
        let largest = |list: &[V3]| list.iter().fold(f64::NEG_INFINITY, |x, v| x.max(n.dot(v)));
        -largest(a) - largest(b)
    }

    fn steps(&mut self) -> Outcome {
        let (n, n1) = (self.v.len(), self.n1);
        let (h_a, h_b) = (1.0 / n1 as f64, 1.0 / (n - n1) as f64);
        self.g.clear();
        self.g.resize(n1, h_a);
        self.g.resize(n, h_b);
        let weighted = self.v.iter().zip(&self.g).map(|(v, g)| v * *g);
        self.u = -weighted.sum::<V3>();
        (self.m, self.omega) = (self.u.amax(), 1.0);
        let h = self.v.iter().fold(0.0, |h: f64, v| h.max(v.amax()));
        self.p = Vector5::new(0.0, 0.0, 0.0, -h, -h);
        for list in [&mut self.s, &mut self.dg, &mut self.ds, &mut self.affine] {
            list.clear();
            list.resize(n, 0.0);
        }
        self.price();
        for _ in 0..MOST_STEPS {
            if self.m * self.omega <= CONTACT {
                return Outcome::Hit;
            }
            let Some(factor) = self.normal_matrix().cholesky() else {
                return Outcome::Unclear;
            };
            let residual = self.residual();
            let mu = self.complementarity(0.0, 0.0, 0.0, 0.0);
            let (domega, ds_omega, _) = self.direction(&factor, &residual, 0.0, 0.0, false);
            let (step_g, step_s) = self.to_boundary(domega, ds_omega);
            let ratio = self.complementarity(step_g, step_s, domega, ds_omega) / mu;
            for k in 0..n {
                self.affine[k] = self.dg[k] * self.ds[k];
            }
            let tau = ratio * ratio * ratio * mu;
            let second = domega * ds_omega;
            let (domega, ds_omega, dp) = self.direction(&factor, &residual, tau, second, true);
            let (step_g, step_s) = self.to_boundary(domega, ds_omega);
            let (step_g, step_s) = (0.999 * step_g, 0.999 * step_s);
            for k in 0..n {
                self.g[k] -= step_g * self.dg[k];
            }
            self.omega -= step_g * domega;
            self.p -= dp * step_s;
            self.price();
            if self.gap(&self.normal()) > 0.0 {
                return Outcome::Separated;
            }
        }
        Outcome::Unclear
    }

    fn price(&mut self) {
        let n = self.normal();
        for k in 0..self.v.len() {
            self.s[k] = -(n.dot(&self.v[k]) + self.p[self.row(k)]);
        }
        self.s_omega = self.m - n.dot(&self.u);
    }

    fn residual(&self) -> Vector5<f64> {
        let mut out = Vector5::new(0.0, 0.0, 0.0, -1.0, -1.0);
        let mut sum = self.u * self.omega;
        for k in 0..self.v.len() {
            sum += self.v[k] * self.g[k];
            out[self.row(k)] += self.g[k];
        }
        out.fixed_rows_mut::<3>(0).copy_from(&sum);
        out
    }

    /// A D A^T.
    fn normal_matrix(&self) -> Matrix5<f64> {
        let mut out = Matrix5::zeros();
        let mut add = |v: &V3, d: f64, row: Option<usize>| {
            for i in 0..3 {
                for j in 0..=i {
                    out[(i, j)] += d * v[i] * v[j];
                }
                if let Some(row) = row {
                    out[(row, i)] += d * v[i];
                }
            }
            if let Some(row) = row {
                out[(row, row)] += d;
            }
        };
        for k in 0..self.v.len() {
            add(&self.v[k], self.g[k] / self.s[k], Some(self.row(k)));
        }
        add(&self.u, self.omega / self.s_omega, None);
        out.fill_upper_triangle_with_lower_triangle();
        out
    }

    fn complementarity(&self, step_g: f64, step_s: f64, domega: f64, ds_omega: f64) -> f64 {
        let mut sum = (self.omega - step_g * domega) * (self.s_omega - step_s * ds_omega);
        for k in 0..self.v.len() {
            sum += (self.g[k] - step_g * self.dg[k]) * (self.s[k] - step_s * self.ds[k]);
        }
        sum / (self.v.len() + 1) as f64
    }

    /// To complementarity `target`, with the second order of the affine direction if `corrected`.
    fn direction(
        &mut self,
        factor: &nalgebra::Cholesky<f64, nalgebra::Const<5>>,
        residual: &Vector5<f64>,
        target: f64,
        second_omega: f64,
        corrected: bool,
    ) -> (f64, f64, Vector5<f64>) {
        let mut right = *residual;
        for k in 0..self.v.len() {
            let second = if corrected { self.affine[k] } else { 0.0 };
            let t = self.g[k] - (target - second) / self.s[k];
            self.dg[k] = t;
            for i in 0..3 {
                right[i] -= self.v[k][i] * t;
            }
            right[self.row(k)] -= t;
        }
        let t_omega = self.omega - (target - second_omega) / self.s_omega;
        for i in 0..3 {
            right[i] -= self.u[i] * t_omega;
        }
        let dp = factor.solve(&right);
        let dn = V3::new(dp[0], dp[1], dp[2]);
        for k in 0..self.v.len() {
            self.ds[k] = -(dn.dot(&self.v[k]) + dp[self.row(k)]);
            self.dg[k] -= self.g[k] / self.s[k] * self.ds[k];
        }
        let ds_omega = -dn.dot(&self.u);
        (t_omega - self.omega / self.s_omega * ds_omega, ds_omega, dp)
    }

    /// The longest steps, at most 1, that leave g and s nonnegative.
    fn to_boundary(&self, domega: f64, ds_omega: f64) -> (f64, f64) {
        let shorten = |step: f64, x: f64, dx: f64| if dx * step > x { x / dx } else { step };
        let mut g = shorten(1.0, self.omega, domega);
        let mut s = shorten(1.0, self.s_omega, ds_omega);
        for k in 0..self.v.len() {
            g = shorten(g, self.g[k], self.dg[k]);
            s = shorten(s, self.s[k], self.ds[k]);
        }
        (g, s)
    }
}
