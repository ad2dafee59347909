//! Bodies at rational poses, in integers.
//!
//! A pose is rational when its rotation is that of a given quaternion: at rest, at the ends of a
//! motion between two poses, and at any t for a body that does not turn. With N the product of the
//! |q|^2 that occur, N times a position is an integer multiple of one power of two.

use std::cmp::Ordering;
use std::ops::Range;

use dashu_int::IBig;

use super::chain::{Column, GivenHulls, GivenMotion, GivenPose};
use super::dyadic::{integer, unit};
use super::failure::Failure;
use super::placed::turns;

type Int3 = [IBig; 3];

/// One term of a position: sign times R(q) v / |q|^2, or the vector itself times t.
#[derive(Debug, Clone)]
struct Turned {
    q: [f64; 4],
    v: [f64; 3],
    sign: i8,
}

/// Where a copy of a body is: R(q) x / |q|^2 + plus - minus + t (more - less) + turned terms.
#[derive(Debug, Clone)]
pub(super) struct Spot {
    q: [f64; 4],
    plus: [f64; 3],
    minus: [f64; 3],
    path: Option<(f64, [f64; 3], [f64; 3])>,
    turned: Vec<Turned>,
}

impl Spot {
    pub(super) fn at_pose(pose: &GivenPose, origin: &[f64; 3]) -> Self {
        Spot {
            q: pose.q,
            plus: pose.p,
            minus: *origin,
            path: None,
            turned: Vec::new(),
        }
    }

    /// World points, seen from `origin`.
    fn at_rest(origin: &[f64; 3]) -> Self {
        let pose = GivenPose {
            p: [0.0; 3],
            q: [0.0, 0.0, 0.0, 1.0],
        };
        Spot::at_pose(&pose, origin)
    }

    /// A motion at time t; None when its orientation then is not rational.
    fn at_time(
        vertices: &[[f64; 3]],
        motion: &GivenMotion,
        t: f64,
        origin: &[f64; 3],
    ) -> Option<Self> {
        let start = Spot::at_pose(&motion.start, origin);
        if t == 0.0 {
            return Some(start);
        }
        if !turns(vertices, motion) {
            // The origin moves as the pivot does.
            return Some(Spot {
                path: Some((t, motion.end.p, motion.start.p)),
                ..start
            });
        }
        match motion.end.q {
            Some(q) if t == 1.0 => {
                let end = GivenPose { p: motion.end.p, q };
                Some(Spot::at_pose(&end, origin))
            }
            _ => None,
        }
    }

    /// The end of a two-pose hull, as `docs/DESIGN.md` section 2 has it: `motion` with `q` for its
    /// orientation, seen from A's start, which A's pivot carries when `carrier` is given.
    fn at_end(
        motion: &GivenMotion,
        q: &[f64; 4],
        carrier: Option<(&GivenMotion, &[f64; 4])>,
        origin: &[f64; 3],
    ) -> Self {
        let kappa = |motion: &GivenMotion, q: &[f64; 4]| {
            let term = |q, sign| Turned {
                q,
                v: motion.pivot,
                sign,
            };
            [term(motion.start.q, 1), term(*q, -1)]
        };
        let mut turned = Vec::new();
        if motion.end.turn.is_some() {
            turned.extend(kappa(motion, q));
        }
        let minus = match carrier {
            // p0 of A and A's displacement e - p0 (- kappa): e is left.
            Some((a, q_a)) => {
                if a.end.turn.is_none() {
                    turned.extend(kappa(a, q_a));
                }
                a.end.p
            }
            None => *origin,
        };
        Spot {
            q: *q,
            plus: motion.end.p,
            minus,
            path: None,
            turned,
        }
    }
}

/// Both bodies: each one or two copies of its vertex list.
#[derive(Debug)]
pub(super) struct World<'a> {
    bodies: [Vec<Copy>; 2],
    vertices: [&'a [[f64; 3]]; 2],
    unit: i32,
}

#[derive(Debug)]
struct Copy {
    matrix: [Int3; 3],
    offset: Int3,
}

impl<'a> World<'a> {
    pub(super) fn of_poses(vertices: [&'a [[f64; 3]]; 2], poses: &[GivenPose; 2]) -> Self {
        let spot = |pose| vec![Spot::at_pose(pose, &poses[0].p)];
        World::new(vertices, [spot(&poses[0]), spot(&poses[1])])
    }

    pub(super) fn of_hulls(vertices: [&'a [[f64; 3]]; 2], hulls: &GivenHulls) -> Self {
        let [a, b] = &hulls.motions;
        let origin = &a.start.p;
        let carrier = hulls.relative.then_some((a, &hulls.end_q[0]));
        let spots = |motion: &GivenMotion, q| {
            vec![
                Spot::at_pose(&motion.start, origin),
                Spot::at_end(motion, q, carrier, origin),
            ]
        };
        World::new(
            vertices,
            [spots(a, &hulls.end_q[0]), spots(b, &hulls.end_q[1])],
        )
    }

    pub(super) fn of_lists(vertices: [&'a [[f64; 3]]; 2]) -> Self {
        let origin = vertices[0].first().copied().unwrap_or([0.0; 3]);
        let spot = || vec![Spot::at_rest(&origin)];
        World::new(vertices, [spot(), spot()])
    }

    /// The bodies at two times: ids of the second copies are those of the later time.
    pub(super) fn of_times(
        vertices: [&'a [[f64; 3]]; 2],
        motions: &[GivenMotion; 2],
        times: [f64; 2],
    ) -> Option<Self> {
        let origin = &motions[0].start.p;
        let spots = |i: usize| {
            let at = |t| Spot::at_time(vertices[i], &motions[i], t, origin);
            Some(vec![at(times[0])?, at(times[1])?])
        };
        Some(World::new(vertices, [spots(0)?, spots(1)?]))
    }

    fn new(vertices: [&'a [[f64; 3]]; 2], spots: [Vec<Spot>; 2]) -> Self {
        let unit = common_unit(&vertices, &spots);
        let mut rotations: Vec<Rational> = Vec::new();
        for spot in spots.iter().flatten() {
            for q in std::iter::once(&spot.q).chain(spot.turned.iter().map(|t| &t.q)) {
                if rotations.iter().all(|r| r.q != *q) {
                    rotations.push(Rational::new(q));
                }
            }
        }
        let all = rotations.iter().fold(IBig::ONE, |all, r| all * &r.norm_sq);
        let copy = |spot: &Spot| {
            let scaled = |q: &[f64; 4]| {
                let rotation = rotations.iter().find(|r| r.q == *q);
                rotation.map_or_else(|| Rational::new(q).times(&all), |r| r.times(&all))
            };
            let vector = |v: &[f64; 3]| v.map(|x| integer(x, unit.length));
            // In units of 2^(length + time).
            let (plus, minus) = (vector(&spot.plus), vector(&spot.minus));
            let mut offset: Int3 =
                std::array::from_fn(|i| ((&plus[i] - &minus[i]) * &all) << unit.time_bits());
            if let Some((t, more, less)) = &spot.path {
                let t = integer(*t, unit.time) * &all;
                let (more, less) = (vector(more), vector(less));
                for i in 0..3 {
                    offset[i] += (&more[i] - &less[i]) * &t;
                }
            }
            for term in &spot.turned {
                let (matrix, v) = (scaled(&term.q), vector(&term.v));
                for i in 0..3 {
                    let part = int_dot(&matrix[i], &v) << unit.time_bits();
                    offset[i] += if term.sign < 0 { -part } else { part };
                }
            }
            Copy {
                matrix: scaled(&spot.q).map(|row| row.map(|x| x << unit.time_bits())),
                offset,
            }
        };
        World {
            bodies: spots.each_ref().map(|list| list.iter().map(copy).collect()),
            vertices,
            unit: unit.length,
        }
    }

    fn point(&self, body: usize, id: u32) -> Result<Int3, Failure> {
        let list = self.vertices[body];
        let copies = &self.bodies[body];
        let count = list.len() * copies.len();
        let id_at = id as usize;
        if id_at >= count {
            return Err(Failure::Id {
                what: if body == 0 { "A" } else { "B" }.into(),
                id,
                count,
            });
        }
        let copy = &copies[id_at / list.len()];
        let v = list[id_at % list.len()].map(|x| integer(x, self.unit));
        Ok(std::array::from_fn(|i| {
            int_dot(&copy.matrix[i], &v) + &copy.offset[i]
        }))
    }

    fn column(&self, pair: [u32; 2]) -> Result<Int3, Failure> {
        Ok(subtract(&self.point(0, pair[0])?, &self.point(1, pair[1])?))
    }

    /// Strictly separated along this f64 normal?
    pub(super) fn plane(&self, normal: &[f64; 3]) -> Result<(), Failure> {
        let own = normal.iter().filter_map(|&x| unit(x)).min().unwrap_or(0);
        self.separates(&normal.map(|x| integer(x, own)))
    }

    /// Separated by the negative of the point nearest to the origin on the point, line or plane
    /// through these columns?
    pub(super) fn span(&self, pairs: &[[u32; 2]]) -> Result<(), Failure> {
        self.separates(&self.spanned(pairs)?)
    }

    /// The same at each of two times: a pair's ids both belong to one of them.
    pub(super) fn span_at_both(&self, pairs: &[[u32; 2]]) -> Result<(), Failure> {
        let late = |pair: &[u32; 2]| [0, 1].map(|i| pair[i] as usize >= self.vertices[i].len());
        if pairs.iter().map(late).any(|[a, b]| a != b) {
            return Err(Failure::malformed("a pair mixes two times"));
        }
        let n = self.spanned(pairs)?;
        self.separates_copies(&n, 0..1)?;
        self.separates_copies(&n, 1..2)
    }

    /// Minus the point nearest to the origin on the point, line or plane through these columns, times
    /// any positive number.
    pub(super) fn spanned(&self, pairs: &[[u32; 2]]) -> Result<Int3, Failure> {
        let columns: Vec<Int3> = pairs
            .iter()
            .map(|pair| self.column(*pair))
            .collect::<Result<_, _>>()?;
        let nearest: Int3 = match columns.as_slice() {
            [p] => p.clone(),
            [p, q] => {
                let edge = subtract(q, p);
                let (l, m) = (int_dot(q, &edge), -int_dot(p, &edge));
                std::array::from_fn(|i| &l * &p[i] + &m * &q[i])
            }
            [p, q, r] => {
                let n = int_cross(&subtract(q, p), &subtract(r, p));
                let height = int_dot(&n, p);
                n.map(|x| x * &height)
            }
            _ => return Err(Failure::malformed("a span takes one to three pairs")),
        };
        Ok(nearest.map(|x| -x))
    }

    fn separates(&self, n: &Int3) -> Result<(), Failure> {
        self.separates_copies(n, 0..self.bodies[0].len())
    }

    /// Max n.a < min n.b over the given copies of both bodies.
    fn separates_copies(&self, n: &Int3, copies: Range<usize>) -> Result<(), Failure> {
        let extreme = |body: usize, least: bool| -> Result<(IBig, u32), Failure> {
            let count = self.vertices[body].len();
            let mut best: Option<(IBig, u32)> = None;
            for id in (copies.start * count) as u32..(copies.end * count) as u32 {
                let value = int_dot(n, &self.point(body, id)?);
                let better = best
                    .as_ref()
                    .is_none_or(|(b, _)| if least { value < *b } else { value > *b });
                if better {
                    best = Some((value, id));
                }
            }
            best.ok_or_else(|| Failure::malformed("a body without vertices needs no plane"))
        };
        let (most, a) = extreme(0, false)?;
        let (least, b) = extreme(1, true)?;
        if most < least {
            Ok(())
        } else {
            Err(Failure::NotSeparated { a, b })
        }
    }

    /// Does the hull of these columns hold the origin?
    pub(super) fn hit(&self, pairs: impl Iterator<Item = [u32; 2]>) -> Result<(), Failure> {
        let columns: Vec<Int3> = pairs
            .map(|pair| self.column(pair))
            .collect::<Result<_, _>>()?;
        let every: Vec<&Int3> = columns.iter().collect();
        if any_simplex(&every, &mut Vec::new(), 4) {
            Ok(())
        } else {
            Err(Failure::NoCommonPoint)
        }
    }

    /// The id of a column's vertices in a world of two times.
    pub(super) fn late_ids(&self, column: &Column) -> Result<[u32; 2], Failure> {
        let mut ids = column.pair;
        for (body, id) in ids.iter_mut().enumerate() {
            let count = self.vertices[body].len();
            if *id as usize >= count {
                return Err(Failure::Id {
                    what: if body == 0 { "A" } else { "B" }.into(),
                    id: *id,
                    count,
                });
            }
            if column.late {
                *id += count as u32;
            }
        }
        Ok(ids)
    }
}

struct Unit {
    length: i32,
    /// At most 0: times are multiples of 2^time.
    time: i32,
}

impl Unit {
    fn time_bits(&self) -> usize {
        self.time.unsigned_abs() as usize
    }
}

fn common_unit(vertices: &[&[[f64; 3]]; 2], spots: &[Vec<Spot>; 2]) -> Unit {
    let points = vertices.iter().flat_map(|list| list.iter());
    let mut numbers: Vec<f64> = points.flatten().copied().collect();
    let mut time = 0;
    for spot in spots.iter().flatten() {
        numbers.extend(spot.plus.iter().chain(&spot.minus));
        numbers.extend(spot.turned.iter().flat_map(|term| term.v));
        if let Some((t, more, less)) = &spot.path {
            numbers.extend(more.iter().chain(less));
            time = time.min(unit(*t).unwrap_or(0));
        }
    }
    Unit {
        length: numbers.into_iter().filter_map(unit).min().unwrap_or(0),
        time,
    }
}

/// R(q) and |q|^2, both times the same power of two.
struct Rational {
    q: [f64; 4],
    matrix: [Int3; 3],
    norm_sq: IBig,
}

impl Rational {
    fn new(q: &[f64; 4]) -> Self {
        let own = q.iter().filter_map(|&x| unit(x)).min().unwrap_or(0);
        let [x, y, z, w] = q.map(|x| integer(x, own));
        let two = |p: IBig| p << 1;
        let norm_sq = &x * &x + &y * &y + &z * &z + &w * &w;
        Rational {
            q: *q,
            matrix: [
                [
                    &norm_sq - two(&y * &y + &z * &z),
                    two(&x * &y - &w * &z),
                    two(&x * &z + &w * &y),
                ],
                [
                    two(&x * &y + &w * &z),
                    &norm_sq - two(&x * &x + &z * &z),
                    two(&y * &z - &w * &x),
                ],
                [
                    two(&x * &z - &w * &y),
                    two(&y * &z + &w * &x),
                    &norm_sq - two(&x * &x + &y * &y),
                ],
            ],
            norm_sq,
        }
    }

    /// R(q)/|q|^2 times `all`, a multiple of |q|^2.
    fn times(&self, all: &IBig) -> [Int3; 3] {
        let factor = all / &self.norm_sq;
        self.matrix
            .each_ref()
            .map(|row| row.each_ref().map(|x| x * &factor))
    }
}

/// Whether some simplex of at most `room` further columns, added to `chosen`, holds the origin. By
/// Caratheodory's theorem the hull of the columns holds it iff a simplex of them does.
fn any_simplex<'a>(columns: &[&'a Int3], chosen: &mut Vec<&'a Int3>, room: usize) -> bool {
    if !chosen.is_empty() && simplex_holds_origin(chosen) {
        return true;
    }
    if room == 0 {
        return false;
    }
    (0..columns.len()).any(|i| {
        chosen.push(columns[i]);
        let found = any_simplex(&columns[i + 1..], chosen, room - 1);
        chosen.pop();
        found
    })
}

/// Only for columns that are affinely independent; false otherwise.
fn simplex_holds_origin(p: &[&Int3]) -> bool {
    let zero = IBig::ZERO;
    let one_sign =
        |weights: &[IBig]| weights.iter().all(|w| *w >= zero) || weights.iter().all(|w| *w <= zero);
    match p {
        [p] => p.iter().all(|x| *x == zero),
        [p, q] => {
            let on_line = int_cross(p, q).iter().all(|x| *x == zero);
            p != q && on_line && int_dot(p, q) <= zero
        }
        [p, q, r] => {
            let n = int_cross(&subtract(q, p), &subtract(r, p));
            let flat = n.iter().all(|x| *x == zero);
            let weights = [
                int_dot(&n, &int_cross(q, r)),
                int_dot(&n, &int_cross(r, p)),
                int_dot(&n, &int_cross(p, q)),
            ];
            !flat && int_dot(&n, p) == zero && weights.iter().all(|w| *w >= zero)
        }
        [p, q, r, s] => {
            let det = |x, y, z| int_dot(x, &int_cross(y, z));
            let weights = [det(q, r, s), -det(p, r, s), det(p, q, s), -det(p, q, r)];
            let volume = weights.iter().fold(IBig::ZERO, |sum, w| sum + w);
            volume.cmp(&zero) != Ordering::Equal && one_sign(&weights)
        }
        _ => false,
    }
}

fn int_dot(a: &Int3, b: &Int3) -> IBig {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

fn int_cross(a: &Int3, b: &Int3) -> Int3 {
    [
        &a[1] * &b[2] - &a[2] * &b[1],
        &a[2] * &b[0] - &a[0] * &b[2],
        &a[0] * &b[1] - &a[1] * &b[0],
    ]
}

fn subtract(a: &Int3, b: &Int3) -> Int3 {
    std::array::from_fn(|i| &a[i] - &b[i])
}
