//! The first time two bodies meet that do not turn, as a linear program.
//!
//! B moves by d relative to A, so at time t they meet iff t d lies in M = A - B of the start:
//! minimise tau subject to sum l_k m_k = tau d, sum l_k = 1, l >= 0. It is the ray LP with d in
//! the place of r0, except that no feasible point is known, and it runs on the same portal:
//! - Phase 1 is the ray LP of M projected along d, in the plane: from the projected r0 to the
//!   projected origin. It ends with a triangle of r0 and two columns that the line crosses, or
//!   with a direction across d along which the bodies stay apart for ever.
//! - Phase 2 pivots the portal down the line. Its normal n, with n.d < 0, is the dual solution:
//!   every priced n bounds the time from below, tau >= (max n.m) / n.d, the crossing of the portal
//!   bounds it from above, and at the optimum n is the contact normal and the weights are the
//!   contact point.
//!
//! Any priced plane that is clear at both ends of the frame ends the run: a plane that
//! moves with neither body is clear in between. All is relative to `Line::reference`, a time near
//! to that of the closest approach of the centres, so that a sweep of a million diameters costs no
//! accuracy but the rounding of d itself.
//!
//! Everything answered is proved, rounding included (`docs/theory/CONSERVATIVE_ADVANCEMENT.md`). A line that
//! crosses the portal at its rim is bounded by points around it, if need be of a run beside the line
//! ([`LinearToi::enter_beside`]). A line that grazes M is left to the caller: [`ImpactOutcome::Unclear`], or an entry
//! without `t_hi`.

use nalgebra::Vector3;

use crate::numeric::arithmetic::{U, cross, dot, norm, norm1, perpendicular};
use crate::pair::PairState;
use crate::shape::support::SearchStart;
use crate::solver::minkowski_difference::{
    AnyFloatDifference, Column, Difference, DirectionExtent, scanned_gap,
};
use crate::solver::portal::Portal;
use crate::solver::warm_start::kept_portal;
use crate::support::mapping::FloatMapping;

/// The path of the origin through M: the bodies meet at time t iff (t - reference) d lies in it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line {
    /// Displacement of B relative to A over the frame; not zero.
    pub(crate) d: Vector3<f64>,
    /// d is within this of the truth, and so is (t - reference) d for every t of the frame.
    pub(crate) error: f64,
    /// Time at which M is posed, in [0, 1].
    pub(crate) reference: f64,
}

/// Proved answer of the program.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ImpactOutcome {
    /// This unit normal separates at every time of the frame, by no less than `gap`.
    Apart { normal: Vector3<f64>, gap: f64 },
    /// The line crosses M, to rounding.
    Enters(Entry),
    /// f64 cannot tell.
    Unclear,
}

/// Where the line enters M.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    /// Contact normal, unit, from A to B.
    pub(crate) normal: Vector3<f64>,
    /// The line is outside of M before this time; may lie outside of the frame.
    pub(crate) t_lo: f64,
    /// The line is in M at some time from `t_lo` to this one, if that is proved.
    pub(crate) t_hi: Option<f64>,
    /// Weights of the portal's columns where the line crosses it, not negative, of sum 1.
    pub(crate) weights: [f64; 3],
}

/// Columns tried before f64 gives up. Random pairs need fewer than 20.
const MAX_PIVOTS: u32 = 64;

/// Pivots that need not lower the time: as in the ray simplex.
const MAX_STALLED: u32 = 4;

/// The line passes the centre within this part of the inscribed radius: a triangle of that ball
/// across the line is the first portal. Its own inscribed circle has half the radius.
const THROUGH_CENTER: f64 = 0.45;

/// A local maximum whose doubt is below this many roundings is taken with the doubt; else scanned.
const MAX_DOUBT_ROUNDINGS: f64 = 16.0;

/// Columns around a line that crosses the portal at its rim are supports of the normal and so much of a direction across it:
/// first those of its face, whose depth does not widen the bracket, then those of the faces beside an edge or a corner. A larger
/// part sees sharper corners, and a wider bracket.
const TILTS: [f64; 3] = [1.0 / 4096.0, 1.0, 4.0];

/// A crossing is left to the caller where the point of the portal's weights is farther than this from the line, in roundings: then
/// they are no contact. A sliver's may be.
const ON_LINE: f64 = 64.0;

/// The points that stand around the line at a rim are at most so many roundings from it. More bound sharper corners, and make the
/// bracket wider.
const RIM_ROUNDINGS: f64 = 128.0;

/// Roundings from the line to one beside it ([`way_beside`](LinearToi::way_beside)): more than the sign of a pivot errs by, and
/// less than [`ON_LINE`].
const BESIDE_ROUNDINGS: f64 = 32.0;

/// One run: its portal stays for the witness and for the next frame.
pub(crate) struct LinearToi {
    line: Line,
    r0: Vector3<f64>,
    pub(crate) portal: Portal,
    /// Rounding of a column together with that of the line.
    error: f64,
}

/// Purpose of the next column.
enum ImpactPhase {
    /// The first column, across the line towards it.
    First,
    /// The second, on the line's side of the first.
    Wedge,
    /// Both found: the wedge from r0 to them holds the line, and the segment between them does not
    /// reach it yet.
    Segment,
    /// Phase 2.
    Entering { turned: bool, height: f64 },
}

impl LinearToi {
    #[inline(always)]
    pub(crate) fn new<A: FloatMapping, B: FloatMapping>(
        m: &Difference<'_, A, B>,
        line: Line,
    ) -> Self {
        LinearToi {
            error: m.rounding() + line.error,
            line,
            r0: m.interior(),
            portal: Portal::default(),
        }
    }

    /// The plane between the balls around both centres, if these stay apart and it separates the bodies; the reference time
    /// must be that of their closest approach within the frame.
    #[inline(always)]
    pub(crate) fn balls<A: FloatMapping, B: FloatMapping>(
        &self,
        m: &mut Difference<'_, A, B>,
    ) -> Option<ImpactOutcome> {
        let length_sq = dot(&self.r0, &self.r0);
        let apart = m.outer_radius() + 2.0 * self.error;
        if !(length_sq > apart * apart) {
            return None;
        }
        let length = norm(&self.r0);
        let n = -self.r0 / length;
        let extent = m.support(&n, SearchStart::Table);
        match self.apart(m, &n, &extent)? {
            ImpactOutcome::Apart { gap, .. } => Some(ImpactOutcome::Apart {
                normal: n,
                gap: gap.min(length - apart),
            }),
            _ => None,
        }
    }

    /// The way by which B moves for a run beside the line, whose pivots are certain where the line itself meets the rims of portals.
    /// It is along no edge and no diagonal of a body that lies along the axes.
    #[cold]
    pub(crate) fn way_beside(&self) -> Vector3<f64> {
        let d = &self.line.d;
        let u = perpendicular(d);
        let v = cross(d, &u) / norm(d);
        (u + v * 0.4) * (BESIDE_ROUNDINGS * self.error / norm(&u))
    }

    /// The entry of a line that crosses the rims of portals, where pivots may lose it, by the portal of a run in which B was
    /// `moved` by the [`way_beside`](Self::way_beside). This run then holds that portal.
    #[cold]
    #[inline(never)]
    pub(crate) fn enter_beside(
        &mut self,
        m: &mut AnyFloatDifference<'_>,
        moved: &mut AnyFloatDifference<'_>,
        by: &Vector3<f64>,
    ) -> Option<Entry> {
        let mut run = LinearToi::new(moved, self.line);
        let outcome = run.solve_outlined(moved, &PairState::default());
        if !matches!(outcome, ImpactOutcome::Enters(_)) {
            return None;
        }
        for column in &mut run.portal.columns {
            column.m += by;
        }
        let (n, _) = run.portal.normal(&self.line.d);
        let extent = m.support(&n, SearchStart::Table);
        run.error = self.error;
        match run.enter(m, &n, &extent) {
            ImpactOutcome::Enters(entry) if entry.t_hi.is_some() => {
                self.portal = run.portal;
                Some(entry)
            }
            _ => None,
        }
    }

    /// Leaves the portal to the next frame.
    #[inline(always)]
    pub(crate) fn keep(&self, state: &mut PairState) {
        let inner = self.portal.columns.iter().any(Column::is_inner);
        let ids = self.portal.columns.map(|c| (c.id_a, c.id_b));
        state.keep_columns(ids, if inner { 0 } else { 3 });
        state.keep_plane(None);
    }

    /// Solves the program. `state` gives the last plane and portal.
    #[inline(always)]
    pub(crate) fn solve<A: FloatMapping, B: FloatMapping>(
        &mut self,
        m: &mut Difference<'_, A, B>,
        state: &PairState,
    ) -> ImpactOutcome {
        let d = self.line.d;
        let stop = 2.0 * m.rounding();
        let mut pivots = MAX_PIVOTS;
        let (mut lowest, mut stalled) = (f64::INFINITY, 0);
        let (mut n, mut phase) = match self.start(m, state) {
            Some(begun) => begun,
            None => return ImpactOutcome::Unclear,
        };
        loop {
            let extent = m.support(&n, SearchStart::Table);
            if let Some(apart) = self.apart(m, &n, &extent) {
                return apart;
            }
            let column = m.enter(&n, &extent);
            let next = match phase {
                ImpactPhase::First => {
                    self.portal.columns[1] = column;
                    self.beside(&mut n)
                }
                ImpactPhase::Wedge => {
                    if self.wedge_holds_line(&column) {
                        self.portal.columns[2] = column;
                        self.look_past(&mut n)
                    } else {
                        self.portal.columns[1] = column;
                        self.beside(&mut n)
                    }
                }
                ImpactPhase::Segment => {
                    let gain = dot(&n, &(column.m - self.portal.columns[1].m));
                    if !(gain > stop * norm(&n)) {
                        return ImpactOutcome::Unclear;
                    }
                    let at = if self.wedge_holds_line(&column) { 2 } else { 1 };
                    self.portal.columns[at] = column;
                    self.look_past(&mut n)
                }
                ImpactPhase::Entering { turned, height } => {
                    let gains = dot(&n, &column.m) - height > stop * norm(&n);
                    if !gains || self.holds(&column) {
                        return self.enter(m, &n, &extent);
                    }
                    // Where the line crosses the portal: the value of the program, which must
                    // fall.
                    let value = height / dot(&n, &d);
                    stalled = if value < lowest { 0 } else { stalled + 1 };
                    if stalled > MAX_STALLED {
                        return ImpactOutcome::Unclear;
                    }
                    lowest = lowest.min(value);
                    self.portal.pivot(column, &d, turned);
                    self.down(&mut n)
                }
            };
            pivots -= 1;
            match next {
                Some(next) if pivots > 0 => phase = next,
                _ => return ImpactOutcome::Unclear,
            }
        }
    }

    /// [`solve`](Self::solve), compiled once for all kinds of sets.
    #[cold]
    #[inline(never)]
    pub(crate) fn solve_outlined(
        &mut self,
        m: &mut AnyFloatDifference<'_>,
        state: &PairState,
    ) -> ImpactOutcome {
        self.solve(m, state)
    }

    /// The first direction to price and what for: the kept portal if the line crosses it still, a
    /// portal in the inscribed ball if the line passes through, else phase 1.
    #[inline(always)]
    fn start<A: FloatMapping, B: FloatMapping>(
        &mut self,
        m: &Difference<'_, A, B>,
        state: &PairState,
    ) -> Option<(Vector3<f64>, ImpactPhase)> {
        let d = self.line.d;
        let mut n = Vector3::zeros();
        self.portal.columns[0] = Column::inner(self.r0);
        // What separated last is what most frames need; its column is as good a first as any.
        if let Some(last) = state.plane() {
            return Some((last, ImpactPhase::First));
        }
        if let Some(portal) = kept_portal(m, state)
            && crosses(&portal, &d)
        {
            self.portal = portal;
            return self.down(&mut n).map(|phase| (n, phase));
        }
        let across = self.r0 - d * (dot(&self.r0, &d) / dot(&d, &d));
        let radius = m.inscribed_radius() - 2.0 * (self.error + m.center_error());
        if norm(&across) < THROUGH_CENTER * radius {
            self.portal = ball_portal(&self.r0, &across, &d, 0.98 * radius);
            return self.down(&mut n).map(|phase| (n, phase));
        }
        Some((-across, ImpactPhase::First))
    }

    /// Phase 1: across the line, beside the plane of r0, the first column and the line's direction,
    /// on the line's side.
    #[inline(always)]
    fn beside(&self, n: &mut Vector3<f64>) -> Option<ImpactPhase> {
        *n = cross(&self.line.d, &(self.portal.columns[1].m - self.r0));
        if dot(n, &self.r0) > 0.0 {
            *n = -*n;
        }
        (*n != Vector3::zeros()).then_some(ImpactPhase::Wedge)
    }

    /// Whether the line passes between the first column and this one, seen along it from r0.
    #[inline(always)]
    fn wedge_holds_line(&self, column: &Column) -> bool {
        let side = cross(&self.line.d, &(column.m - self.r0));
        let first = dot(&side, &(self.portal.columns[1].m - self.r0));
        first * -dot(&side, &self.r0) >= 0.0
    }

    /// Phase 1: beyond the segment of both columns; phase 2 when the line does not pass beyond.
    #[inline(always)]
    fn look_past(&self, n: &mut Vector3<f64>) -> Option<ImpactPhase> {
        let [_, p1, p2] = self.portal.points();
        *n = cross(&self.line.d, &(p2 - p1));
        if dot(n, &(self.r0 - p1)) > 0.0 {
            *n = -*n;
        }
        if dot(n, &p1) < 0.0 {
            return Some(ImpactPhase::Segment);
        }
        self.down(n)
    }

    /// Phase 2: along the portal's normal, down the line. None when the line lies in its plane.
    #[inline(always)]
    fn down(&self, n: &mut Vector3<f64>) -> Option<ImpactPhase> {
        let d = &self.line.d;
        let turned;
        (*n, turned) = self.portal.normal(d);
        let height = dot(n, &self.portal.columns[0].m);
        (dot(n, d) < 0.0).then_some(ImpactPhase::Entering { turned, height })
    }

    /// Whether a column is basic already (no progress can come of it).
    #[inline(always)]
    fn holds(&self, column: &Column) -> bool {
        let columns = &self.portal.columns;
        columns.iter().any(|c| c.is_of(column.id_a, column.id_b))
    }

    /// The plane, if it is proved clear at both ends of the frame.
    #[inline(always)]
    fn apart<A: FloatMapping, B: FloatMapping>(
        &self,
        m: &Difference<'_, A, B>,
        n: &Vector3<f64>,
        extent: &DirectionExtent,
    ) -> Option<ImpactOutcome> {
        let speed = dot(n, &self.line.d);
        let later = (-self.line.reference * speed).min((1.0 - self.line.reference) * speed);
        if !(extent.gap() + later > 0.0) {
            return None;
        }
        let length = norm(n);
        if !(length > m.shortest()) {
            return None;
        }
        let gap = support_gap(m, n, extent, self.error * length) + later;
        (gap > 0.0).then(|| ImpactOutcome::Apart {
            normal: n / length,
            gap: gap / length,
        })
    }

    /// At the optimum: the bounds and the witness.
    #[inline(always)]
    fn enter<A: FloatMapping, B: FloatMapping>(
        &self,
        m: &mut Difference<'_, A, B>,
        n: &Vector3<f64>,
        extent: &DirectionExtent,
    ) -> ImpactOutcome {
        let Line { d, reference, .. } = self.line;
        let length = norm(n);
        let gap = support_gap(m, n, extent, self.error * length);
        // n.d < 0 errs by 3 U |n||d|; the line's own error is in `error`.
        let (speed, doubt) = (-dot(n, &d), 4.0 * U * length * norm(&d));
        if !(speed > 2.0 * doubt && length > m.shortest()) {
            return ImpactOutcome::Unclear;
        }
        let rate = if gap > 0.0 {
            speed + doubt
        } else {
            speed - doubt
        };
        let wait = gap / rate;
        let t_lo = (reference + wait) - 4.0 * U * (reference + wait.abs());
        let rates = [speed - doubt, speed + doubt];
        let weights = clipped(self.portal.weights(&d).columns);
        let [p0, p1, p2] = self.portal.points();
        let middle = p0 * weights[0] + p1 * weights[1] + p2 * weights[2];
        let longest = norm1(&p0).max(norm1(&p1)).max(norm1(&p2));
        let inner = self.portal.columns.iter().any(Column::is_inner);
        let crossed = match inner || !self.is_on_line(&middle, self.off_line(longest)) {
            true => None,
            false => (self.crossed_by_portal(n, length, rates, longest))
                .or_else(|| self.crossed_around(m, n, length, rates, &middle)),
        };
        ImpactOutcome::Enters(Entry {
            normal: n / length,
            t_lo,
            t_hi: crossed,
            weights,
        })
    }

    /// A time by which the line has crossed the portal, if it does so although every column and the line err:
    /// `docs/theory/CONSERVATIVE_ADVANCEMENT.md` derives it, and that of [`crossed_around`](Self::crossed_around).
    #[inline(always)]
    fn crossed_by_portal(
        &self,
        n: &Vector3<f64>,
        length: f64,
        rates: [f64; 2],
        longest: f64,
    ) -> Option<f64> {
        let Line { d, error, .. } = self.line;
        let [p0, p1, p2] = self.portal.points();
        let moved = norm(&d) * (3.1 * self.error + 8.0 * U * longest) + longest * error;
        let doubt = longest * moved + f64::MIN_POSITIVE;
        let volumes = [(&p0, &p1), (&p1, &p2), (&p2, &p0)].map(|(p, q)| dot(&d, &cross(p, q)));
        let crossed = volumes.iter().all(|&x| x > doubt) || volumes.iter().all(|&x| x < -doubt);
        if !crossed {
            return None;
        }
        // The true crossing is a combination of the true columns, so n is nowhere lower there.
        let lowest = dot(n, &p0).min(dot(n, &p1)).min(dot(n, &p2));
        Some(self.time_at(lowest - (self.error + 4.0 * U * longest) * length, rates))
    }

    /// Seen along the line, a combination of columns no longer than `longest` is off by this at most: by the error of the columns, and
    /// by that of the line at its height.
    #[inline(always)]
    fn off_line(&self, longest: f64) -> f64 {
        let Line { d, error, .. } = self.line;
        1.1 * (self.error + longest * error / norm(&d)) + 16.0 * U * longest
    }

    #[inline(always)]
    fn is_on_line(&self, point: &Vector3<f64>, off: f64) -> bool {
        let d = &self.line.d;
        norm(&cross(d, point)) <= ON_LINE * off * norm(d)
    }

    /// The time at which the line is in the plane n.y = `height`, rounded up.
    #[inline(always)]
    fn time_at(&self, height: f64, rates: [f64; 2]) -> f64 {
        let reference = self.line.reference;
        let wait = -height / if height < 0.0 { rates[0] } else { rates[1] };
        (reference + wait) + 4.0 * U * (reference + wait.abs())
    }

    /// Returns the same for a line that crosses the portal at its rim, for example at a diagonal of a face, an edge or a corner:
    /// by four points of M around the line, on the ways from where it crosses to columns on four sides.
    #[cold]
    #[inline(never)]
    fn crossed_around<A: FloatMapping, B: FloatMapping>(
        &self,
        m: &mut Difference<'_, A, B>,
        n: &Vector3<f64>,
        length: f64,
        rates: [f64; 2],
        middle: &Vector3<f64>,
    ) -> Option<f64> {
        let along = self.line.d / norm(&self.line.d);
        // Turned about the line by a right angle, which changes no area.
        let across = |p: &Vector3<f64>| cross(&along, p);
        let u = perpendicular(n);
        let u = u * (length / norm(&u));
        let v = cross(n, &u) / length;
        // Not along the edges of a box that lies along the axes.
        let (u, v) = (u + v * 0.4, v - u * 0.4);
        for tilt in TILTS {
            let columns = [u, v, -u, -v].map(|side| {
                let n = n + side * tilt;
                let extent = m.support(&n, SearchStart::Table);
                m.enter(&n, &extent).m
            });
            let longest = columns
                .iter()
                .fold(norm1(middle), |most, p| most.max(norm1(p)));
            let off = self.off_line(longest);
            if !self.is_on_line(middle, off) {
                return None;
            }
            let points = columns.map(|column| {
                let way = column - middle;
                let reach = norm(&across(&way));
                middle + way * (RIM_ROUNDINGS * off / reach).min(1.0)
            });
            let seen = points.map(|p| across(&p));
            // The line goes against the normal, so these go about it backwards.
            let is_around = (0..4).all(|k| {
                let (p, q) = (&seen[(k + 1) % 4], &seen[k]);
                dot(&along, &cross(p, q)) > 3.0 * off * (norm(p) + norm(q) + off)
            });
            if is_around {
                let lowest = points
                    .iter()
                    .fold(f64::INFINITY, |least, p| least.min(dot(n, p)));
                let height = lowest - (self.error + 16.0 * U * longest) * length;
                return Some(self.time_at(height, rates));
            }
        }
        None
    }
}

/// Whether the line along `d` through the origin crosses the portal.
#[inline(always)]
fn crosses(portal: &Portal, d: &Vector3<f64>) -> bool {
    let w = portal.weights(d).columns;
    let one_sign = w.iter().all(|&x| x >= 0.0) || w.iter().all(|&x| x <= 0.0);
    one_sign && w != [0.0; 3]
}

/// The weights made not negative and of sum 1: a line through the rim of the portal has some that
/// are rounding.
#[inline(always)]
fn clipped(weights: [f64; 3]) -> [f64; 3] {
    let sign = ((weights[0] + weights[1]) + weights[2]).signum();
    let w = weights.map(|x| (x * sign).max(0.0));
    let sum = (w[0] + w[1]) + w[2];
    if sum > 0.0 {
        w.map(|x| x / sum)
    } else {
        [1.0, 0.0, 0.0]
    }
}

/// A triangle across `d` of the ball about `r0`, `across` being r0's part across `d`.
#[inline(always)]
fn ball_portal(r0: &Vector3<f64>, across: &Vector3<f64>, d: &Vector3<f64>, radius: f64) -> Portal {
    const HALF_SQRT_3: f64 = 0.866_025_403_784_438_6;
    let (mut u, mut v) = (-across, -cross(d, across));
    let mut length = norm(across);
    // Any direction across d serves when the line passes through r0; what is left of it then by rounding may lie along d.
    if !(norm(&v) > 0.5 * length * norm(d)) {
        u = perpendicular(d);
        (v, length) = (cross(d, &u), norm(&u));
    }
    let v = v * (radius * HALF_SQRT_3 / norm(&v));
    let u = u / length;
    let u = u * radius;
    let middle = r0 - u * 0.5;
    Portal {
        columns: [r0 + u, middle + v, middle - v].map(Column::inner),
    }
}

/// Not above min n.b - max n.a in real arithmetic; `error` is that of the extent, times |n|.
#[inline(always)]
fn support_gap<A: FloatMapping, B: FloatMapping>(
    m: &Difference<'_, A, B>,
    n: &Vector3<f64>,
    extent: &DirectionExtent,
    error: f64,
) -> f64 {
    let climbed = m.a.climb_slack(extent.id_a) + m.b.climb_slack(extent.id_b);
    // A climb may have stopped short of the maximum.
    if climbed <= MAX_DOUBT_ROUNDINGS * m.rounding() {
        extent.gap() - error - climbed * norm(n)
    } else {
        scanned_gap(m.a.copied(), m.b.copied(), *n) - error
    }
}
