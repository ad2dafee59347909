//! First contact of two bodies with radii that do not turn, as far as f64 proves it.
//!
//! Problem: when does the distance of two cores, one of which moves along d, fall to the sum R of the radii? Idea:
//! the nearest points of the cores at any one time t bound it from both sides. The plane through them closes at the
//! constant speed -n.d, so every time before its gap is R is free. The two points themselves come within R of each
//! other at the smaller root of |w - s d| = R, with w their difference: by then the bodies touch. The next sample
//! is at such a bound. Planes and points both converge like Newton's method; for two balls the first root is the
//! time.
//!
//! Every answer holds with rounding (`docs/theory/ROUND_BODIES.md`, section 2). Spheres and capsules have closed
//! forms.
//!
//! Loses where bodies hardly close: a graze, or a travel of a small part of their size. The answer is then the two
//! bounds, and the caller decides by integers.

use nalgebra::Vector3;

use crate::numeric::arithmetic::{U, dot, norm};
use crate::numeric::segments::nearest_parts;
use crate::numeric::simd;
use crate::shape::polytope::Polytope;
use crate::shape::support::SearchStart;
use crate::solver::gjk::{self, GjkProof, NearestPoints, StopRule};
use crate::solver::minkowski_difference::{Column, Difference, scanned_gap};
use crate::solver::subsimplex::Subsimplex;
use crate::support::mapping::FloatMapping;
use crate::support::posed::PosedBody;
use crate::support::swept_hull::Offset;

/// Both cores at the start, and how B's moves as seen from A's.
pub(crate) struct RoundTime<'a> {
    pub(crate) bodies: [PosedBody<'a>; 2],
    pub(crate) travel: Offset,
    /// The sum of the radii, from below and from above.
    pub(crate) reach: [f64; 2],
    pub(crate) max_pivots: u32,
}

/// Conclusion that is proved.
pub(crate) struct RoundImpact {
    pub(crate) fate: Fate<NearestColumns>,
    /// Support queries on each core.
    pub(crate) queries: u32,
}

#[allow(clippy::large_enum_variant)] // it is returned and taken apart
pub(crate) enum Fate<N> {
    /// A plane of this unit normal that moves with A separates throughout; the gap of the bodies along it is never less than this.
    Apart { normal: Vector3<f64>, gap: f64 },
    /// Apart before the first time, which is above 0; they touch at some time up to the second, which is not above 1.
    Meets(Bounds<N>),
    /// Times of which one is outside of the frame, or bodies that are far apart.
    Open(Bounds<N>),
}

/// Times of the first contact, and what is nearest there.
#[derive(Clone, Copy)]
pub(crate) struct Bounds<N> {
    pub(crate) t_lo: f64,
    pub(crate) t_hi: f64,
    /// Parts the bodies until `t_lo`, if that is above 0.
    pub(crate) normal: Vector3<f64>,
    /// What was nearest at a time when the cores were apart: these points touch at `t_hi`.
    pub(crate) nearest: Option<(f64, N)>,
}

/// Nearest points of two cores that are apart.
#[derive(Clone, Copy)]
pub(crate) struct NearestColumns {
    /// Unit, from A to B.
    pub(crate) normal: Vector3<f64>,
    pub(crate) simplex: Subsimplex,
}

/// What the distance of the cores at one time says of other times.
#[derive(Clone, Copy)]
pub(crate) struct CoreDistance {
    pub(crate) kind: GjkProof,
    /// Unit, from A to B.
    pub(crate) normal: Vector3<f64>,
    pub(crate) lower: f64,
    pub(crate) upper: f64,
    /// From the nearest point of B to that of A.
    pub(crate) between: Vector3<f64>,
}

/// A bracket that is wider, in frames, is closed exactly.
const WIDE: f64 = 1e-9;

/// Roundings of the pair by which bodies may go into each other within a bracket; one that is wider is closed exactly. They
/// are less than 1e-12 of the pair's size and travel, by which the normal may be off.
const MOST_OVERLAP: f64 = 128.0;

/// Roundings of the pair by which two bounds of a distance may differ before the normal is made square to the edges that
/// hold the nearest points.
const LOOSE: f64 = 3.0;

/// Largest number of samples of one pair. Most take two to five.
const MOST_LOOKS: u32 = 24;

/// Number of roundings by which bodies move in a bracket that is as narrow as it gets.
const NARROW: f64 = 12.0;

/// Measurements of two kinds of cores.
pub(crate) trait RoundCores {
    /// Nearest points, as short as these cores can name them.
    type Nearest: Copy;

    /// The distance at a time, and the rounding of its two sides.
    fn nearest(&mut self, t: f64) -> (Self::Nearest, f64);

    fn sample(nearest: &Self::Nearest) -> CoreDistance;

    /// The columns that hold them at that time.
    fn columns(&self, t: f64, nearest: &Self::Nearest) -> NearestColumns;

    /// Takes a better normal of the same points.
    fn take_normal(nearest: &mut Self::Nearest, normal: Vector3<f64>, lower: f64);

    /// A lower bound of the gap along a unit vector at a time.
    fn gap(&mut self, t: f64, n: &Vector3<f64>) -> f64;
}

impl<N> Fate<N> {
    /// Renames the nearest points, each of which is given with its time.
    #[inline(always)]
    fn map<M>(self, to: impl FnOnce(f64, &N) -> M) -> Fate<M> {
        let bounds = |known: Bounds<N>| Bounds {
            t_lo: known.t_lo,
            t_hi: known.t_hi,
            normal: known.normal,
            nearest: known.nearest.map(|(t, nearest)| (t, to(t, &nearest))),
        };
        match self {
            Fate::Apart { normal, gap } => Fate::Apart { normal, gap },
            Fate::Meets(known) => Fate::Meets(bounds(known)),
            Fate::Open(known) => Fate::Open(bounds(known)),
        }
    }
}

impl CoreDistance {
    /// `between` as in [`CoreDistance`]; the gap along the normal and the distance of the points, before rounding.
    #[inline(always)]
    pub(crate) fn new(
        between: &Vector3<f64>,
        normal: Vector3<f64>,
        [gap, length]: [f64; 2],
        rounding: f64,
    ) -> Self {
        let lower = gap - rounding;
        CoreDistance {
            kind: match lower > 0.0 {
                true => GjkProof::Apart,
                false => GjkProof::Unclear,
            },
            normal,
            lower,
            upper: length + rounding,
            between: *between,
        }
    }

    pub(crate) fn take_normal(&mut self, normal: Vector3<f64>, lower: f64) {
        (self.normal, self.lower) = (normal, lower);
        if lower > 0.0 {
            self.kind = GjkProof::Apart;
        }
    }
}

impl RoundTime<'_> {
    /// `kept`: a normal that may separate them.
    #[inline(never)]
    pub(crate) fn solve(&self, kept: Option<Vector3<f64>>) -> RoundImpact {
        let [a, b] = &self.bodies;
        let ends = |body: &PosedBody<'_>| {
            let last = body.body.vertex_count() - 1;
            [body.point(0), body.point(last as u32)]
        };
        if [a, b].iter().all(|posed| posed.body.dimension().is_thin()) {
            let ends = [ends(a), ends(b)];
            let cores = &mut ThinCores { way: self, ends };
            let fate = self.fate(cores, kept);
            if !matches!(fate, Fate::Open(_)) {
                return RoundImpact {
                    fate: fate.map(|t, nearest| cores.columns(t, nearest)),
                    queries: 0,
                };
            }
        }
        simd::widest_or_shared(
            #[inline(always)]
            |inlined| match inlined {
                true => self.solid(&mut Solid::<true>::new(self), kept),
                false => self.solid(&mut Solid::<false>::new(self), kept),
            },
        )
    }

    #[inline(always)]
    fn solid<const INLINED: bool>(
        &self,
        cores: &mut Solid<'_, '_, INLINED>,
        kept: Option<Vector3<f64>>,
    ) -> RoundImpact {
        let fate = self.fate(cores, kept);
        RoundImpact {
            fate: fate.map(|t, nearest| cores.columns(t, nearest)),
            queries: cores.queries,
        }
    }

    /// What is proved of cores from samples of their distance. `kept`: a normal that may separate them.
    #[inline(always)]
    pub(crate) fn fate<C: RoundCores>(
        &self,
        look: &mut C,
        kept: Option<Vector3<f64>>,
    ) -> Fate<C::Nearest> {
        let d = &self.travel.value;
        let mut known = Bounds {
            t_lo: f64::NEG_INFINITY,
            t_hi: f64::INFINITY,
            normal: Vector3::zeros(),
            nearest: None,
        };
        // The caller's memory may hold one that is a little longer than a unit vector.
        if let Some(n) = kept.map(|n| n / norm(&n))
            && let Some(apart) = self.apart(0.0, &n, look.gap(0.0, &n))
        {
            return apart;
        }
        let mut t = match self.balls() {
            Ok(t) => t,
            Err((normal, gap)) => return Fate::Apart { normal, gap },
        };
        let (mut width, mut last_touch) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..MOST_LOOKS {
            let (mut measured, rounding) = look.nearest(t);
            let mut nearest = C::sample(&measured);
            if nearest.upper - nearest.lower > LOOSE * rounding {
                self.straighten(look, t, &mut measured);
                nearest = C::sample(&measured);
            }
            if nearest.kind != GjkProof::Apart {
                // Where fixed points touched the cores may be in each other: from before, then.
                if t == last_touch && known.t_lo > 0.0 {
                    (t, width) = (known.t_lo, f64::INFINITY);
                    continue;
                }
                break;
            }
            if let Some(apart) = self.apart(t, &nearest.normal, nearest.lower) {
                return apart;
            }
            if t == 0.0 && !(self.margin(nearest.lower) > 0.0) {
                break;
            }
            // Points that pass each other farther apart: so may the bodies.
            if let Some(passing) = self.narrow(t, (&measured, &nearest), rounding, &mut known) {
                let n = nearest.normal;
                let across = n - d * (dot(&n, d) / dot(d, d));
                let across = across / norm(&across);
                if let Some(apart) = self.apart(t, &across, look.gap(t, &across)) {
                    return apart;
                }
                let next = match known.t_lo > t {
                    true => known.t_lo,
                    false => passing,
                };
                if next == t {
                    break;
                }
                t = next;
                continue;
            }
            let now = known.t_hi - known.t_lo;
            let moved = now * -dot(&nearest.normal, d);
            let is_narrowing = now < width && now <= 0.5 * width;
            if moved <= NARROW * self.doubt(&nearest, rounding) || !is_narrowing {
                break;
            }
            width = now;
            t = match known.t_hi <= 1.0 && known.t_hi != last_touch {
                true => known.t_hi,
                false => known.t_lo.clamp(0.0, 1.0),
            };
            last_touch = known.t_hi;
        }
        let width = known.t_hi - known.t_lo;
        let is_in_frame = known.t_lo > 0.0 && known.t_hi <= 1.0;
        match is_in_frame && width <= WIDE && width * -dot(&known.normal, d) <= self.most_overlap()
        {
            true => Fate::Meets(known),
            false => Fate::Open(known),
        }
    }

    /// Makes the normal square to the edges that hold the nearest points, if that proves a larger distance. The points of
    /// small bodies beside a long edge are too near each other for the direction between them.
    #[cold]
    #[inline(never)]
    fn straighten<C: RoundCores>(&self, look: &mut C, t: f64, nearest: &mut C::Nearest) {
        let (sample, columns) = (C::sample(nearest), look.columns(t, nearest));
        if sample.kind == GjkProof::Overlap || !(2..=3).contains(&columns.simplex.count) {
            return;
        }
        let [c0, c1, c2, _] = columns.simplex.columns.map(|column| column.m);
        let edge = c1 - c0;
        let other = match columns.simplex.count {
            2 => Vector3::zeros(),
            _ => square_to(&(c2 - c0), &edge),
        };
        let mut n = sample.normal;
        // What the first time leaves of a normal far from square is taken by the second.
        for _ in 0..2 {
            n = square_to(&square_to(&n, &edge), &other);
            n /= norm(&n);
        }
        let lower = look.gap(t, &n);
        if lower > sample.lower {
            C::take_normal(nearest, n, lower);
        }
    }

    /// When the balls about the centres meet; or the normal of the plane between them and its gap, if they never do and it separates
    /// the cores.
    #[inline(always)]
    fn balls(&self) -> Result<f64, (Vector3<f64>, f64)> {
        let [a, b] = &self.bodies;
        let d = &self.travel.value;
        let from = a.center() - b.center();
        let (along, way_sq) = (dot(&from, d), dot(d, d));
        let reference = along / way_sq;
        // NaN, of a travel too short to be squared, serves as 0.
        let reference = if reference > 0.0 {
            reference.min(1.0)
        } else {
            0.0
        };
        let nearest = from - d * reference;
        let mut late = *b;
        late.carry(&(d * reference));
        let rounding = a.rounding() + late.rounding() + 2.0 * self.travel.error;
        let apart = a.outer_radius() + b.outer_radius() + self.reach[1];
        let clear = apart + 2.0 * rounding + 8.0 * U * apart;
        let length_sq = dot(&nearest, &nearest);
        if length_sq > clear * clear {
            let length = norm(&nearest);
            let (n, of_balls) = (-nearest / length, (length - clear) * (1.0 - 8.0 * U));
            let lower = scanned_gap(*a, late, n) - rounding;
            if let Some(Fate::Apart { normal, gap }) =
                self.apart::<NearestColumns>(reference, &n, lower)
            {
                return Err((normal, gap.min(of_balls)));
            }
        }
        let beyond = dot(&from, &from) - apart * apart;
        let root = (along * along - way_sq * beyond).sqrt();
        let t = beyond / (along + root);
        Ok(if t > 0.0 { t.min(1.0) } else { 0.0 })
    }

    /// What the gap of the cores along a unit vector, at least `lower` at time t, leaves beyond the radii.
    #[inline(always)]
    fn margin(&self, lower: f64) -> f64 {
        let reach = self.reach[1];
        lower - reach - self.travel.error - 4.0 * U * (reach + lower.abs())
    }

    /// How far the bodies may go into each other, along the normal, within a bracket.
    #[inline(always)]
    fn most_overlap(&self) -> f64 {
        let rounding: f64 = self.bodies.iter().map(PosedBody::rounding).sum();
        MOST_OVERLAP * (rounding + 2.0 * self.travel.error)
    }

    /// What the speed of a gap along a unit vector is off.
    #[inline(always)]
    fn speed_off(&self) -> f64 {
        self.travel.error + 8.0 * U * norm(&self.travel.value)
    }

    /// The fate, if a plane with that gap at time t separates at both ends of the frame, and so at all times.
    #[inline(always)]
    fn apart<N>(&self, t: f64, n: &Vector3<f64>, lower: f64) -> Option<Fate<N>> {
        let (margin, speed) = (self.margin(lower), dot(n, &self.travel.value));
        let later = (-t * speed).min((1.0 - t) * speed);
        let gap = margin + later - self.speed_off() - 4.0 * U * (margin.abs() + speed.abs());
        (gap > 0.0).then_some(Fate::Apart { normal: *n, gap })
    }

    /// What points or a plane measured with this rounding leave unknown.
    #[inline(always)]
    fn doubt(&self, nearest: &CoreDistance, rounding: f64) -> f64 {
        rounding + 2.0 * self.travel.error + 16.0 * U * (nearest.upper + self.reach[1])
    }

    /// Takes both bounds that the nearest points at time t prove. The time in the frame at which these points are nearest to
    /// each other, if they never come near enough.
    #[inline(always)]
    fn narrow<N: Copy>(
        &self,
        t: f64,
        (measured, nearest): (&N, &CoreDistance),
        rounding: f64,
        known: &mut Bounds<N>,
    ) -> Option<f64> {
        let d = &self.travel.value;
        let off = self.speed_off();
        let closing = -dot(&nearest.normal, d);
        if closing > 2.0 * off {
            let margin = self.margin(nearest.lower);
            let wait = margin
                / if margin > 0.0 {
                    closing + off
                } else {
                    closing - off
                };
            let free = (t + wait) - 4.0 * U * (t + wait.abs());
            if free > known.t_lo {
                (known.t_lo, known.normal) = (free, nearest.normal);
            }
        }
        if !known.t_hi.is_finite() {
            known.nearest = Some((t, *measured));
        }
        let between = nearest.between;
        let doubt = self.doubt(nearest, rounding);
        let radius = self.reach[0] - 2.0 * doubt;
        let (along, way_sq) = (dot(&between, d), dot(d, d));
        let beyond = dot(&between, &between) - radius * radius;
        let inner = along * along - way_sq * beyond;
        if !(inner >= 0.0 && radius > 0.0 && (along > 0.0 || beyond <= 0.0)) {
            let at = (t + along / way_sq).clamp(0.0, 1.0);
            return (radius > 0.0 && at >= 0.0).then_some(at);
        }
        let wait = match along > 0.0 {
            true => beyond / (along + inner.sqrt()),
            false => (along - inner.sqrt()) / way_sq,
        };
        // Times have a last place.
        let soon = t + wait;
        for touch in [soon, soon.next_up()] {
            let then = between - d * (touch - t);
            if norm(&then) * (1.0 + 4.0 * U) + doubt <= self.reach[0] {
                if touch < known.t_hi {
                    (known.t_hi, known.nearest) = (touch, Some((t, *measured)));
                }
                break;
            }
        }
        None
    }
}

/// Cores that are points or segments, A's and B's at the start.
struct ThinCores<'w, 'a> {
    way: &'w RoundTime<'a>,
    ends: [[Vector3<f64>; 2]; 2],
}

impl ThinCores<'_, '_> {
    #[inline(always)]
    fn at(&self, t: f64) -> ([[Vector3<f64>; 2]; 2], f64) {
        let [a, b] = &self.way.bodies;
        let shift = self.way.travel.value * t;
        let mut late = *b;
        late.carry(&shift);
        let [ends_a, ends_b] = self.ends;
        let ends = [ends_a, ends_b.map(|end| end + shift)];
        (ends, a.rounding() + late.rounding())
    }

    #[inline(always)]
    fn simplex(&self, ends: &[[Vector3<f64>; 2]; 2], parts: [f64; 2]) -> Subsimplex {
        let last = self.way.bodies.map(|posed| last_vertex(posed.body));
        of_segments(*ends, last, parts)
    }
}

/// Nearest points of two segments.
#[derive(Clone, Copy)]
struct SegmentDistance {
    sample: CoreDistance,
    /// Where the points are, as parts of A's and B's length.
    parts: [f64; 2],
}

impl RoundCores for ThinCores<'_, '_> {
    type Nearest = SegmentDistance;

    #[inline(always)]
    fn nearest(&mut self, t: f64) -> (SegmentDistance, f64) {
        let (ends, rounding) = self.at(t);
        let [[a0, a1], [b0, b1]] = ends;
        let parts = nearest_parts(&(a1 - a0), &(b1 - b0), &(a0 - b0));
        let between = self.simplex(&ends, parts).point();
        let length = norm(&between);
        let normal = -between / length;
        let max_a = dot(&normal, &a0).max(dot(&normal, &a1));
        let min_b = dot(&normal, &b0).min(dot(&normal, &b1));
        let sample = CoreDistance::new(&between, normal, [min_b - max_a, length], rounding);
        (SegmentDistance { sample, parts }, rounding)
    }

    #[inline(always)]
    fn sample(nearest: &SegmentDistance) -> CoreDistance {
        nearest.sample
    }

    #[inline(always)]
    fn columns(&self, t: f64, nearest: &SegmentDistance) -> NearestColumns {
        NearestColumns {
            normal: nearest.sample.normal,
            simplex: self.simplex(&self.at(t).0, nearest.parts),
        }
    }

    fn take_normal(nearest: &mut SegmentDistance, normal: Vector3<f64>, lower: f64) {
        nearest.sample.take_normal(normal, lower);
    }

    #[inline(always)]
    fn gap(&mut self, t: f64, n: &Vector3<f64>) -> f64 {
        let ([[a0, a1], [b0, b1]], rounding) = self.at(t);
        let max_a = dot(n, &a0).max(dot(n, &a1));
        dot(n, &b0).min(dot(n, &b1)) - max_a - rounding
    }
}

/// What is left of a vector across another one.
fn square_to(v: &Vector3<f64>, along: &Vector3<f64>) -> Vector3<f64> {
    let length = norm(along);
    match length > 0.0 {
        true => v - along * (dot(v, &(along / length)) / length),
        false => *v,
    }
}

fn last_vertex(body: &Polytope) -> u32 {
    body.vertex_count() as u32 - 1
}

/// The columns of two points of segments, at these parts of them.
#[inline(always)]
fn of_segments(
    [[a0, a1], [b0, b1]]: [[Vector3<f64>; 2]; 2],
    [last_a, last_b]: [u32; 2],
    [s, t]: [f64; 2],
) -> Subsimplex {
    let column = |m: Vector3<f64>, id_a: u32, id_b: u32| Column { m, id_a, id_b };
    let between = match s <= t {
        true => column(a0 - b1, 0, last_b),
        false => column(a1 - b0, last_a, 0),
    };
    let mut simplex = Subsimplex::default();
    let parts = [
        (column(a0 - b0, 0, 0), 1.0 - s.max(t)),
        (between, (s - t).abs()),
        (column(a1 - b1, last_a, last_b), s.min(t)),
    ];
    for (column, weight) in parts {
        if weight > 0.0 {
            simplex.weights[simplex.count] = weight;
            simplex.push(column);
        }
    }
    simplex
}

/// Cores of any kind.
struct Solid<'w, 'a, const INLINED: bool> {
    way: &'w RoundTime<'a>,
    last: Subsimplex,
    hints: [u32; 2],
    queries: u32,
}

impl<'w, 'a, const INLINED: bool> Solid<'w, 'a, INLINED> {
    #[inline(always)]
    fn new(way: &'w RoundTime<'a>) -> Self {
        Solid {
            way,
            last: Subsimplex::default(),
            hints: [0; 2],
            queries: 0,
        }
    }

    #[inline(always)]
    fn at<R>(
        &mut self,
        t: f64,
        ask: impl FnOnce(&mut Difference<'_, PosedBody<'a>, PosedBody<'a>>, &mut Subsimplex) -> R,
    ) -> R {
        let [a, mut b] = self.way.bodies;
        b.carry(&(self.way.travel.value * t));
        let mut m = Difference::new(&a, &b, 0.0);
        [m.hint_a, m.hint_b] = self.hints;
        let answer = ask(&mut m, &mut self.last);
        self.hints = [m.hint_a, m.hint_b];
        self.queries += m.queries;
        answer
    }
}

impl<const INLINED: bool> RoundCores for Solid<'_, '_, INLINED> {
    type Nearest = NearestPoints;

    #[inline(always)]
    fn sample(nearest: &NearestPoints) -> CoreDistance {
        CoreDistance {
            kind: nearest.kind,
            normal: nearest.normal,
            lower: nearest.lower,
            upper: nearest.upper,
            between: nearest.simplex.point(),
        }
    }

    #[inline(always)]
    fn columns(&self, _: f64, nearest: &NearestPoints) -> NearestColumns {
        NearestColumns {
            normal: nearest.normal,
            simplex: nearest.simplex,
        }
    }

    fn take_normal(nearest: &mut NearestPoints, normal: Vector3<f64>, lower: f64) {
        (nearest.normal, nearest.lower) = (normal, lower);
        if lower > 0.0 {
            nearest.kind = GjkProof::Apart;
        }
    }

    #[inline(always)]
    fn nearest(&mut self, t: f64) -> (NearestPoints, f64) {
        let stop = StopRule::precise(self.way.max_pivots);
        self.at(
            t,
            #[inline(always)]
            |m, last| {
                let warm = gjk::again(m, last);
                let found = match INLINED {
                    true => gjk::nearest(m, warm, &stop),
                    false => m.of_any_float(|m| gjk::nearest_outlined(m, warm, &stop)),
                };
                *last = found.simplex;
                (found, m.rounding())
            },
        )
    }

    #[inline(always)]
    fn gap(&mut self, t: f64, n: &Vector3<f64>) -> f64 {
        self.at(
            t,
            #[inline(always)]
            |m, _| {
                let extent = m.support(n, SearchStart::Hint);
                gjk::lower_bound(m, n, &extent)
            },
        )
    }
}
