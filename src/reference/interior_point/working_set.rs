//! The columns that the interior point method works on: of small bodies all, of large ones 20.
//!
//! A vertex x of A is the column (x; 1; 0), one of B is (-x; 0; 1); those of A stand first. Numbers
//! are about a point between the bodies and in units of the pair's size, so that everything is near
//! 1. They serve to search: what is found is proved on the bodies themselves.
#![allow(clippy::needless_range_loop)] // rows and columns read better by index

use std::ops::Range;

use nalgebra::Vector3;

use crate::numeric::arithmetic::{cross, dot, norm};
use crate::reference::interior_point::cholesky::Matrix5;
use crate::shape::farthest::Farthest;
use crate::shape::support::SearchStart;
use crate::solver::minkowski_difference::Difference;
use crate::support::mapping::SupportMapping;

/// Columns over both bodies, as in the paper.
pub(crate) const WORKING_COLUMNS: usize = 20;

/// With those that entered while none could leave.
pub(crate) const MAX_COLUMNS: usize = 32;

/// Number of each body's columns, in a set for a plane, that are around those of smallest slack, at most half.
/// Without them frames of contact took a median of 5 steps at 4,098 vertices, and nine in ten 15.
const NEIGHBOR_COLUMNS: usize = 4;

/// Most vertices of each body that enter at once.
const MAX_ENTERING: usize = 3;

/// Which body a column is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ColumnBody {
    A,
    B,
}

/// Columns with their weights and slacks; omega's is not among them.
pub(crate) struct WorkingSet {
    /// Numbers of columns of A, and of B.
    pub(crate) n1: usize,
    pub(crate) n2: usize,
    pub(crate) id: [u32; MAX_COLUMNS],
    /// x of A, -x of B.
    pub(crate) v: [Vector3<f64>; MAX_COLUMNS],
    /// The weights alpha and beta.
    pub(crate) g: [f64; MAX_COLUMNS],
    /// The slacks.
    pub(crate) s: [f64; MAX_COLUMNS],
    /// Whether every column there is takes part.
    pub(crate) whole: bool,
    middle: Vector3<f64>,
    size: f64,
}

impl WorkingSet {
    /// All columns of small bodies; of large ones vertices spread over both, densest where the
    /// bodies face each other. `towards` points from A to B.
    pub(crate) fn spread<A: SupportMapping, B: SupportMapping>(
        m: &mut Difference<'_, A, B>,
        towards: &Vector3<f64>,
    ) -> Self {
        WorkingSet::new(m, towards, false)
    }

    /// All columns of small bodies; of large ones those of smallest slack for a plane of normal `n`,
    /// and a few around them: alone they are a patch as thin as their edges are short, in which no
    /// deeper contact shows.
    pub(crate) fn nearest<A: SupportMapping, B: SupportMapping>(
        m: &mut Difference<'_, A, B>,
        n: &Vector3<f64>,
    ) -> Self {
        WorkingSet::new(m, n, true)
    }

    /// `nearest`: those of smallest slack first, instead of the two farthest along `towards`.
    fn new<A: SupportMapping, B: SupportMapping>(
        m: &mut Difference<'_, A, B>,
        towards: &Vector3<f64>,
        nearest: bool,
    ) -> Self {
        let mut set = WorkingSet {
            n1: 0,
            n2: 0,
            id: [0; MAX_COLUMNS],
            v: [Vector3::zeros(); MAX_COLUMNS],
            g: [0.0; MAX_COLUMNS],
            s: [0.0; MAX_COLUMNS],
            whole: false,
            middle: (m.a.center() + m.b.center()) * 0.5,
            size: 1.0,
        };
        set.whole = set.take_all(m);
        if !set.whole {
            let [want_a, want_b] = shares(m);
            if nearest {
                for (side, want) in [(ColumnBody::A, want_a), (ColumnBody::B, want_b)] {
                    let found = farthest(m, side, towards, want - NEIGHBOR_COLUMNS.min(want / 2));
                    for &(_, id) in found.entries() {
                        set.enter(m, side, id);
                    }
                }
            }
            for n in directions(towards).skip(usize::from(nearest)) {
                set.enter_extremes(m, &n, [want_a, want_b]);
            }
        }
        set.measure();
        set
    }

    /// The support points along `n`, of bodies that have room.
    fn enter_extremes<A: SupportMapping, B: SupportMapping>(
        &mut self,
        m: &mut Difference<'_, A, B>,
        n: &Vector3<f64>,
        [want_a, want_b]: [usize; 2],
    ) {
        if self.n1 < want_a || self.n2 < want_b {
            let extent = m.support(n, SearchStart::Table);
            for (side, id, want) in [
                (ColumnBody::A, extent.id_a, want_a),
                (ColumnBody::B, extent.id_b, want_b),
            ] {
                if self.count(side) < want {
                    self.enter(m, side, id);
                }
            }
        }
    }

    /// Takes every column if they are few enough; whether they were.
    fn take_all<A: SupportMapping, B: SupportMapping>(&mut self, m: &Difference<'_, A, B>) -> bool {
        // A partial extension has twice as many ids as vertices.
        if (m.a.id_count() + m.b.id_count()) as usize > 2 * WORKING_COLUMNS {
            return false;
        }
        let of_a = || (0..m.a.id_count()).filter(|&id| m.a.has(id));
        let of_b = || (0..m.b.id_count()).filter(|&id| m.b.has(id));
        if of_a().count() + of_b().count() > WORKING_COLUMNS {
            return false;
        }
        of_a().for_each(|id| _ = self.enter(m, ColumnBody::A, id));
        of_b().for_each(|id| _ = self.enter(m, ColumnBody::B, id));
        true
    }

    /// Brings the largest |coordinate| to 1.
    fn measure(&mut self) {
        let (n, size) = (self.n(), self.largest_coordinate());
        if size > 0.0 {
            self.size = size;
            for v in &mut self.v[..n] {
                *v /= size;
            }
        }
    }

    pub(crate) fn n(&self) -> usize {
        self.n1 + self.n2
    }

    fn count(&self, side: ColumnBody) -> usize {
        self.range(side).len()
    }

    /// The columns of a body.
    #[inline(always)]
    fn range(&self, side: ColumnBody) -> Range<usize> {
        match side {
            ColumnBody::A => 0..self.n1,
            ColumnBody::B => self.n1..self.n(),
        }
    }

    /// The row in which column k has a 1.
    #[inline(always)]
    pub(crate) fn row(&self, k: usize) -> usize {
        if k < self.n1 { 3 } else { 4 }
    }

    pub(crate) fn side(&self, k: usize) -> ColumnBody {
        if k < self.n1 {
            ColumnBody::A
        } else {
            ColumnBody::B
        }
    }

    /// The largest |coordinate| of a column; beside those that entered later, 1.
    pub(crate) fn largest_coordinate(&self) -> f64 {
        let columns = self.v[..self.n()].iter();
        columns.fold(0.0, |h: f64, v| h.max(v.amax()))
    }

    /// The unit of length, in the query's.
    pub(crate) fn size(&self) -> f64 {
        self.size
    }

    /// Normalises the weights of each body, blends them with equal ones, and returns the difference
    /// of the weighted vertices, a - b.
    pub(crate) fn blend_weights(&mut self, blend: f64) -> Vector3<f64> {
        let mut y = Vector3::zeros();
        for range in [0..self.n1, self.n1..self.n()] {
            let equal = 1.0 / range.len() as f64;
            let sum = self.g[range.clone()].iter().fold(0.0, |sum, g| sum + g);
            for k in range {
                let carried = if sum > 0.0 { self.g[k] / sum } else { equal };
                self.g[k] = (1.0 - blend) * carried + blend * equal;
                y += self.v[k] * self.g[k];
            }
        }
        y
    }

    /// Sum of weight(k) c c^T over the columns c.
    #[inline(always)]
    pub(crate) fn products(&self, weight: impl Fn(usize) -> f64) -> Matrix5 {
        let mut n: Matrix5 = [[0.0; 5]; 5];
        for k in 0..self.n() {
            let (d, v) = (weight(k), &self.v[k]);
            let row = self.row(k);
            for i in 0..3 {
                let w = d * v[i];
                for j in 0..=i {
                    n[i][j] += w * v[j];
                }
                n[row][i] += w;
            }
            n[row][row] += d;
        }
        n
    }

    /// Brings in vertices beyond the plane of `p`, whose unit normal is `n`; false when there are
    /// none or no room is left. With `drop`, those of largest slack leave first.
    pub(crate) fn exchange<A: SupportMapping, B: SupportMapping>(
        &mut self,
        m: &Difference<'_, A, B>,
        n: &Vector3<f64>,
        p: &[f64; 5],
        drop: bool,
    ) -> bool {
        if drop {
            self.drop_slackest(WORKING_COLUMNS - 2 * MAX_ENTERING);
        }
        let normal = Vector3::new(p[0], p[1], p[2]);
        let mut entered = false;
        for (side, extent) in [(ColumnBody::A, p[3]), (ColumnBody::B, p[4])] {
            let found = farthest(m, side, n, MAX_ENTERING);
            for &(_, id) in found.entries() {
                let slack = -(dot(&normal, &self.place(m, side, id)) + extent);
                if slack < 0.0 {
                    entered |= self.enter(m, side, id);
                }
            }
        }
        entered
    }

    /// A vertex as a column has it.
    #[inline(always)]
    fn place<A: SupportMapping, B: SupportMapping>(
        &self,
        m: &Difference<'_, A, B>,
        side: ColumnBody,
        id: u32,
    ) -> Vector3<f64> {
        let v = match side {
            ColumnBody::A => m.a.point(id) - self.middle,
            ColumnBody::B => self.middle - m.b.point(id),
        };
        v / self.size
    }

    /// Ids of up to three vertices of most weight; `u32::MAX` for none.
    pub(crate) fn heaviest(&self, side: ColumnBody) -> [u32; 3] {
        let mut found = Farthest::new(3);
        for k in self.range(side) {
            found.offer(self.g[k], self.id[k]);
        }
        let mut ids = [u32::MAX; 3];
        for (id, entry) in ids.iter_mut().zip(found.entries()) {
            *id = entry.1;
        }
        ids
    }

    /// Adds a vertex with weight and slack 0; false when it is in already.
    pub(crate) fn enter<A: SupportMapping, B: SupportMapping>(
        &mut self,
        m: &Difference<'_, A, B>,
        side: ColumnBody,
        id: u32,
    ) -> bool {
        let n = self.n();
        if self.id[self.range(side)].contains(&id) || n == MAX_COLUMNS {
            return false;
        }
        let at = match side {
            ColumnBody::A => {
                self.copy(self.n1, n);
                self.n1 += 1;
                self.n1 - 1
            }
            ColumnBody::B => {
                self.n2 += 1;
                n
            }
        };
        self.id[at] = id;
        self.v[at] = self.place(m, side, id);
        (self.g[at], self.s[at]) = (0.0, 0.0);
        true
    }

    /// Takes a column out.
    fn leave(&mut self, k: usize) {
        match self.side(k) {
            ColumnBody::A => {
                self.copy(self.n1 - 1, k);
                self.copy(self.n() - 1, self.n1 - 1);
                self.n1 -= 1;
            }
            ColumnBody::B => {
                self.copy(self.n() - 1, k);
                self.n2 -= 1;
            }
        }
    }

    fn copy(&mut self, from: usize, to: usize) {
        self.id[to] = self.id[from];
        self.v[to] = self.v[from];
        self.g[to] = self.g[from];
        self.s[to] = self.s[from];
    }

    /// Takes the columns of largest slack out until `most` are left, but the last of no body.
    fn drop_slackest(&mut self, most: usize) {
        while self.n() > most {
            let mut worst: Option<usize> = None;
            for k in 0..self.n() {
                let lonely = self.count(self.side(k)) == 1;
                if !lonely && worst.is_none_or(|w| self.s[k] > self.s[w]) {
                    worst = Some(k);
                }
            }
            let Some(k) = worst else { return };
            self.leave(k);
        }
    }
}

/// The vertices of a body that lie deepest beyond, or nearest to, a plane of normal `n` between both.
#[inline(always)]
fn farthest<A: SupportMapping, B: SupportMapping>(
    m: &Difference<'_, A, B>,
    side: ColumnBody,
    n: &Vector3<f64>,
    want: usize,
) -> Farthest {
    let mut found = Farthest::new(want);
    match side {
        ColumnBody::A => m.a.farthest(n, m.hint_a, &mut found),
        ColumnBody::B => m.b.farthest(&-n, m.hint_b, &mut found),
    }
    found
}

/// Number of columns of each body: half of the working set, or what the smaller body has.
fn shares<A: SupportMapping, B: SupportMapping>(m: &Difference<'_, A, B>) -> [usize; 2] {
    let (a, b) = (m.a.id_count() as usize, m.b.id_count() as usize);
    let half = WORKING_COLUMNS / 2;
    if a < half {
        [a, WORKING_COLUMNS - a]
    } else if b < half {
        [WORKING_COLUMNS - b, b]
    } else {
        [half, half]
    }
}

/// Directions to look in from A: at B, slanting to it, across and a little back, away, and close to
/// the first.
fn directions(towards: &Vector3<f64>) -> impl Iterator<Item = Vector3<f64>> {
    const SLANT: f64 = 0.7;
    const RETREAT_RATIO: f64 = 0.2;
    const CLOSE_RATIO: f64 = 0.3;
    let length = norm(towards);
    let n = if length > 0.0 {
        towards / length
    } else {
        Vector3::x()
    };
    let axis = match n.abs().imin() {
        0 => Vector3::x(),
        1 => Vector3::y(),
        _ => Vector3::z(),
    };
    let u = cross(&n, &axis);
    let u = u / norm(&u);
    let w = cross(&n, &u);
    let around = [u, w, -u, -w];
    let between = [u + w, w - u, -u - w, u - w];
    std::iter::once(n)
        .chain(between.map(|d| n + d * SLANT))
        .chain(around.map(|d| d - n * RETREAT_RATIO))
        .chain(std::iter::once(-n))
        .chain(around.map(|d| n + d * CLOSE_RATIO))
}
