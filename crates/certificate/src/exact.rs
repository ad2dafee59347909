//! Bodies at rational poses, in integers.
//!
//! A pose is rational when its rotation is that of a given quaternion: at rest, at the ends of a
//! motion between two poses, and at any t for a body that does not turn. With N the product of the
//! |q|^2 that occur, N times a position is an integer multiple of one power of two.

use std::ops::Range;

use dashu_int::IBig;

use super::chain::{GivenHulls, GivenMotion, GivenPose, Placement, Weighted};
use super::dyadic::{integer, unit};
use super::failure::{Failure, Problem, refuse};
use super::placed::turns;
use super::reach::Reach;
use super::simplex::{Int3, comes_within, int_cross, int_dot, subtract, whole};

/// One term of a position: sign times R(q) v / |q|^2, or the vector itself times t.
#[derive(Debug, Clone)]
struct Turned {
    q: [f64; 4],
    v: [f64; 3],
    sign: i8,
}

/// Where a copy of a body is: R(q) x / |q|^2 + plus - minus + t (more - less) + turned terms.
#[derive(Debug, Clone)]
pub(super) struct ExactPose {
    q: [f64; 4],
    plus: [f64; 3],
    minus: [f64; 3],
    path: Option<(f64, [f64; 3], [f64; 3])>,
    turned: Vec<Turned>,
}

impl ExactPose {
    pub(super) fn at_pose(pose: &GivenPose, origin: &[f64; 3]) -> Self {
        ExactPose {
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
        ExactPose::at_pose(&pose, origin)
    }

    /// A motion at time t without its turn: the origin moves as the pivot does.
    fn on_path(motion: &GivenMotion, t: f64, origin: &[f64; 3]) -> Self {
        ExactPose {
            path: (t != 0.0).then_some((t, motion.end.p, motion.start.p)),
            ..ExactPose::at_pose(&motion.start, origin)
        }
    }

    /// A motion at time t; None when its orientation then is not rational.
    fn at_time(
        vertices: &[[f64; 3]],
        motion: &GivenMotion,
        t: f64,
        origin: &[f64; 3],
    ) -> Option<Self> {
        if t == 0.0 || !turns(vertices, motion) {
            return Some(ExactPose::on_path(motion, t, origin));
        }
        match motion.end.q {
            Some(q) if t == 1.0 => {
                let end = GivenPose { p: motion.end.p, q };
                Some(ExactPose::at_pose(&end, origin))
            }
            _ => None,
        }
    }

    /// The end of a two-pose hull, as `docs/theory/DESIGN.md` section 2 has it: `motion` with `q` for its
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
        ExactPose {
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
    reach: IBig,
    unit: i32,
}

#[derive(Debug)]
struct Copy {
    matrix: [Int3; 3],
    offset: Int3,
}

impl<'a> World<'a> {
    /// The points of bodies at rest, or the hulls of bodies that move.
    pub(super) fn of(
        vertices: [&'a [[f64; 3]]; 2],
        placement: &Placement,
        radii: [f64; 2],
    ) -> Self {
        let reach = Reach::new(0.0, radii);
        match placement {
            Placement::Poses(poses) => World::of_poses(vertices, poses, reach),
            Placement::Hulls(hulls) => World::of_hulls(vertices, hulls, reach),
            _ => World::of_lists(vertices, reach),
        }
    }

    pub(super) fn of_poses(
        vertices: [&'a [[f64; 3]]; 2],
        poses: &[GivenPose; 2],
        reach: Reach,
    ) -> Self {
        let spot = |pose| vec![ExactPose::at_pose(pose, &poses[0].p)];
        World::new(vertices, [spot(&poses[0]), spot(&poses[1])], reach)
    }

    fn of_hulls(vertices: [&'a [[f64; 3]]; 2], hulls: &GivenHulls, reach: Reach) -> Self {
        let [a, b] = &hulls.motions;
        let origin = &a.start.p;
        let carrier = hulls.relative.then_some((a, &hulls.end_q[0]));
        let spots = |motion: &GivenMotion, q| {
            vec![
                ExactPose::at_pose(&motion.start, origin),
                ExactPose::at_end(motion, q, carrier, origin),
            ]
        };
        World::new(
            vertices,
            [spots(a, &hulls.end_q[0]), spots(b, &hulls.end_q[1])],
            reach,
        )
    }

    fn of_lists(vertices: [&'a [[f64; 3]]; 2], reach: Reach) -> Self {
        let origin = vertices[0].first().copied().unwrap_or([0.0; 3]);
        let spot = || vec![ExactPose::at_rest(&origin)];
        World::new(vertices, [spot(), spot()], reach)
    }

    /// The bodies at two times as if they did not turn.
    pub(super) fn unturned(
        vertices: [&'a [[f64; 3]]; 2],
        motions: &[GivenMotion; 2],
        times: [f64; 2],
    ) -> Self {
        let origin = &motions[0].start.p;
        let spot = |motion, t| ExactPose::on_path(motion, t, origin);
        let spots = (motions.each_ref()).map(|motion| times.map(|t| spot(motion, t)).to_vec());
        World::new(vertices, spots, Reach::NONE)
    }

    /// The bodies at two times: ids of the second copies are those of the later time.
    pub(super) fn of_times(
        vertices: [&'a [[f64; 3]]; 2],
        motions: &[GivenMotion; 2],
        times: [f64; 2],
        reach: Reach,
    ) -> Option<Self> {
        let origin = &motions[0].start.p;
        let spots = |i: usize| {
            let at = |t| ExactPose::at_time(vertices[i], &motions[i], t, origin);
            Some(vec![at(times[0])?, at(times[1])?])
        };
        Some(World::new(vertices, [spots(0)?, spots(1)?], reach))
    }

    /// `reach` is in the same unit.
    fn new(vertices: [&'a [[f64; 3]]; 2], spots: [Vec<ExactPose>; 2], reach: Reach) -> Self {
        let unit = common_unit(&vertices, &spots, reach);
        let mut rotations: Vec<Rational> = Vec::new();
        for spot in spots.iter().flatten() {
            for q in std::iter::once(&spot.q).chain(spot.turned.iter().map(|t| &t.q)) {
                if rotations.iter().all(|r| r.q != *q) {
                    rotations.push(Rational::new(q));
                }
            }
        }
        let all = rotations.iter().fold(IBig::ONE, |all, r| all * &r.norm_sq);
        let copy = |spot: &ExactPose| {
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
            reach: (reach.integer(unit.length) * &all) << unit.time_bits(),
            unit: unit.length,
        }
    }

    pub(super) fn point(&self, body: usize, id: u32) -> Result<Int3, Failure> {
        let list = self.vertices[body];
        let copies = &self.bodies[body];
        check_id(["A", "B"][body], id, list.len() * copies.len())?;
        let id = id as usize;
        let copy = &copies[id / list.len()];
        let v = list[id % list.len()].map(|x| integer(x, self.unit));
        Ok(std::array::from_fn(|i| {
            int_dot(&copy.matrix[i], &v) + &copy.offset[i]
        }))
    }

    fn columns(&self, pairs: &[[u32; 2]]) -> Result<Vec<Int3>, Failure> {
        let column = |[a, b]: &[u32; 2]| Ok(subtract(&self.point(0, *a)?, &self.point(1, *b)?));
        pairs.iter().map(column).collect()
    }

    /// Strictly separated along this f64 normal?
    pub(super) fn plane(&self, normal: &[f64; 3]) -> Result<(), Failure> {
        self.separates(&whole(normal), 30)
    }

    /// Separated by the negative of the point nearest to the origin on the point, line or plane
    /// through these columns?
    pub(super) fn span(&self, pairs: &[[u32; 2]]) -> Result<(), Failure> {
        self.separates(&self.spanned(pairs)?, 31)
    }

    /// Checks [`span`](Self::span) at each of two times: both ids of a pair belong to one of them.
    pub(super) fn span_at_both(&self, pairs: &[[u32; 2]]) -> Result<(), Failure> {
        let late = |pair: &[u32; 2]| [0, 1].map(|i| pair[i] as usize >= self.vertices[i].len());
        refuse!(52 if pairs.iter().map(late).any(|[a, b]| a != b) => "a pair mixes two times");
        let n = self.spanned(pairs)?;
        self.farther(&n, self.ids(0, 0), self.ids(1, 0), 52)?;
        self.farther(&n, self.ids(0, 1), self.ids(1, 1), 52)
    }

    /// Apart along this normal by more than the reach at each of two times? The first at which
    /// they are not.
    pub(super) fn plane_at_both(&self, normal: &[f64; 3]) -> Option<usize> {
        let n = whole(normal);
        (0..2).find(|&copy| !self.apart(&n, copy, 50).unwrap_or(false))
    }

    /// Is the gap along this normal, which must be positive, larger than the reach?
    pub(super) fn apart(&self, n: &Int3, copy: usize, condition: u16) -> Result<bool, Failure> {
        let gap = self.gap(n, self.ids(0, copy), self.ids(1, copy), condition)?;
        Ok(self.exceeds(&gap, n))
    }

    fn exceeds(&self, gap: &IBig, n: &Int3) -> bool {
        gap * gap > self.reach_sq() * int_dot(n, n)
    }

    /// Checks that the gap of these points along a normal is larger than the reach.
    fn farther(
        &self,
        n: &Int3,
        a: Range<u32>,
        b: Range<u32>,
        condition: u16,
    ) -> Result<(), Failure> {
        let gap = self.gap(n, a, b, condition)?;
        refuse!(condition if !self.exceeds(&gap, n) => Problem::WithinRadii);
        Ok(())
    }

    fn reach_sq(&self) -> IBig {
        &self.reach * &self.reach
    }

    /// The ids of one copy of a body.
    fn ids(&self, body: usize, copy: usize) -> Range<u32> {
        let count = self.vertices[body].len();
        (copy * count) as u32..((copy + 1) * count) as u32
    }

    /// Minus the point nearest to the origin on the point, line or plane through these columns, times
    /// any positive number.
    pub(super) fn spanned(&self, pairs: &[[u32; 2]]) -> Result<Int3, Failure> {
        refuse!(31 if !(1..=3).contains(&pairs.len()) => "a span takes one to three pairs");
        let columns = self.columns(pairs)?;
        let nearest: Int3 = match columns.as_slice() {
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
            rest => rest[0].clone(),
        };
        Ok(nearest.map(|x| -x))
    }

    fn separates(&self, n: &Int3, condition: u16) -> Result<(), Failure> {
        let all = |body: usize| 0..(self.vertices[body].len() * self.bodies[body].len()) as u32;
        self.farther(n, all(0), all(1), condition)
    }

    /// min n.b - max n.a over these points, which must be positive.
    pub(super) fn gap(
        &self,
        n: &Int3,
        a: Range<u32>,
        b: Range<u32>,
        condition: u16,
    ) -> Result<IBig, Failure> {
        let heights = |body: usize, ids: Range<u32>| -> Result<Vec<(IBig, u32)>, Failure> {
            let height = |id| Ok((int_dot(n, &self.point(body, id)?), id));
            ids.map(height).collect()
        };
        let most = heights(0, a)?.into_iter().max_by(|x, y| x.0.cmp(&y.0));
        let least = heights(1, b)?.into_iter().min_by(|x, y| x.0.cmp(&y.0));
        let (Some((most, a)), Some((least, b))) = (most, least) else {
            refuse!(12 => "a body without vertices needs no plane");
        };
        refuse!(condition if most >= least => Problem::NotSeparated { a, b });
        Ok(least - most)
    }

    /// Is this vertex of B beyond all of A along a normal of f64, or along what it spans with vertices
    /// of A? Both of the first copies.
    pub(super) fn beyond(
        &self,
        vertex: u32,
        normal: Option<&[f64; 3]>,
        span: &[u32],
        condition: u16,
    ) -> Result<(), Failure> {
        check_id("B", vertex, self.vertices[1].len())?;
        let n = match normal {
            Some(normal) => whole(normal),
            None => {
                let pairs: Vec<[u32; 2]> = span.iter().map(|&a| [a, vertex]).collect();
                self.spanned(&pairs)?
            }
        };
        let one = vertex..vertex + 1;
        self.gap(&n, self.ids(0, 0), one, condition).map(|_| ())
    }

    /// Whether every vertex of B lies in the hull of its simplex of A, both in the given copies.
    pub(super) fn inside(
        &self,
        simplices: &[Vec<u32>],
        copy: usize,
        condition: u16,
    ) -> Result<(), Failure> {
        let [count_a, count_b] = [0, 1].map(|body| self.vertices[body].len());
        refuse!(condition if simplices.len() != count_b =>
            "there is not one simplex for each vertex of B");
        for (b, simplex) in simplices.iter().enumerate() {
            refuse!(condition if !(1..=4).contains(&simplex.len()) =>
                "a simplex takes one to four vertices");
            for &a in simplex {
                check_id("A", a, count_a)?;
            }
            let late = |id: usize, count: usize| (id + copy * count) as u32;
            let pairs = simplex.iter();
            let pairs = pairs.map(|&a| [late(a as usize, count_a), late(b, count_b)]);
            let pairs: Vec<[u32; 2]> = pairs.collect();
            let missed = Problem::NotHeld { vertex: b as u32 };
            self.hit(&pairs, condition)
                .map_err(|_| Failure::new(condition, missed))?;
        }
        Ok(())
    }

    /// Whether two weighted points, both of the first copies, are no farther apart than the reach.
    pub(super) fn near(&self, points: [&[Weighted]; 2]) -> Result<bool, Failure> {
        let all = || points.iter().copied().flatten();
        let own = all()
            .filter_map(|entry| unit(entry.weight))
            .min()
            .unwrap_or(0);
        let mut sums: [Int3; 2] = Default::default();
        let mut totals: [IBig; 2] = Default::default();
        for (body, point) in points.iter().enumerate() {
            for entry in *point {
                let weight = integer(entry.weight, own);
                let at = self.point(body, entry.id)?;
                for k in 0..3 {
                    sums[body][k] += &weight * &at[k];
                }
                totals[body] += weight;
            }
        }
        let apart: Int3 =
            std::array::from_fn(|k| &sums[0][k] * &totals[1] - &sums[1][k] * &totals[0]);
        let most = &self.reach * &totals[0] * &totals[1];
        Ok(int_dot(&apart, &apart) <= &most * &most)
    }

    /// Normal of the plane through three vertices of A, in the first copy, times a positive number.
    pub(super) fn wall(&self, corners: [u32; 3]) -> Result<Int3, Failure> {
        let [p, q, r] = corners.map(|id| self.point(0, id));
        let p = p?;
        Ok(int_cross(&subtract(&q?, &p), &subtract(&r?, &p)))
    }

    /// Whether no vertex of B is above the plane through a vertex of A, both in the given copies.
    pub(super) fn below(&self, n: &Int3, corner: u32, copy: usize) -> Result<bool, Failure> {
        let corner = corner + self.ids(0, copy).start;
        let height = int_dot(n, &self.point(0, corner)?);
        for id in self.ids(1, copy) {
            if int_dot(n, &self.point(1, id)?) > height {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Does the hull of these columns come within the reach of the origin?
    pub(super) fn nearer(&self, pairs: &[[u32; 2]]) -> Result<bool, Failure> {
        Ok(comes_within(&self.columns(pairs)?, &self.reach_sq()))
    }

    /// Checks that the hull of these columns comes within the reach of the origin, or holds it if there is no reach.
    pub(super) fn hit(&self, pairs: &[[u32; 2]], condition: u16) -> Result<(), Failure> {
        refuse!(condition if !self.nearer(pairs)? => Problem::NoCommonPoint);
        Ok(())
    }
}

/// C13.
pub(super) fn check_id(what: &str, id: u32, count: usize) -> Result<(), Failure> {
    refuse!(13 if id as usize >= count => Problem::Id { what: what.into(), id, count });
    Ok(())
}

/// Whether two vectors are parallel, or one of them is 0.
pub(super) fn parallel(x: &Int3, y: &Int3) -> bool {
    int_cross(x, y).iter().all(|x| *x == IBig::ZERO)
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

fn common_unit(vertices: &[&[[f64; 3]]; 2], spots: &[Vec<ExactPose>; 2], reach: Reach) -> Unit {
    let points = vertices.iter().flat_map(|list| list.iter());
    let mut numbers: Vec<f64> = points.flatten().copied().collect();
    numbers.extend(reach.parts());
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
