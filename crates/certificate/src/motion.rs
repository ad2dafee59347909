//! What is proved about two moving bodies: links one after the other, and contacts. C40 to C63 of
//! `docs/guide/CERTIFICATES.md`.

use std::cell::OnceCell;

use super::bend::Rates;
use super::big::Big;
use super::chain::{Column, Contact, GivenMotion, Link, LinkKind, Weighted};
use super::contact::{comes_within, holds_origin, means, near};
use super::dyadic::{integer, unit};
use super::enclosure::{Enclosure, Unit, Vector, vector};
use super::exact::{World, check_id};
use super::failure::{Failure, Problem, refuse};
use super::finding::{Free, ProvedContact};
use super::interval::Interval;
use super::link::{MAX_SAMPLES, Weak, outside_ball, prove_balls, prove_plane};
use super::numbers::{at_least_0, check_direction, time};
use super::placed::{Placed, spins, turns};
use super::reach::Reach;
use super::scene::{Scene, TurningPlane};
use super::shape::{Round, Shape};
use super::simplex::{Int3, int_dot, subtract};

/// Links of a certificate: C40, C70.
const MAX_LINKS: usize = 1 << 20;
/// Columns of an overlap, and vertices of a point.
const MAX_COLUMNS: usize = 8;

/// The bodies in one arithmetic.
pub(super) struct Stage<N> {
    pub(super) scene: Scene<N>,
    rates: OnceCell<Rates<N>>,
}

/// Two moving bodies, in the arithmetics that were needed so far.
pub(super) struct Motions<'a> {
    pub(super) bodies: [&'a [[f64; 3]]; 2],
    round: Round,
    pub(super) motions: &'a [GivenMotion; 2],
    pub(super) scale: i32,
    pub(super) rough: Stage<Interval>,
    /// In `Unit::MIDDLE` and in `Unit::FINE` bits.
    precise: [OnceCell<Stage<Big>>; 2],
}

/// One question in f64, and in more and more bits until it is answered.
macro_rules! in_each_arithmetic {
    ($pair:expr, |$stage:ident: $n:ident| $body:expr, $done:expr) => {{
        let done = $done;
        let rough = {
            #[allow(dead_code)] // Not every question names it.
            type $n = Interval;
            let $stage = &$pair.rough;
            $body
        };
        if done(&rough) {
            rough
        } else {
            #[allow(dead_code)]
            type $n = Big;
            let ask = |$stage: &Stage<Big>| $body;
            let middle = ask($pair.stage(Unit::MIDDLE));
            if done(&middle) {
                middle
            } else {
                ask($pair.stage(Unit::FINE))
            }
        }
    }};
}
pub(super) use in_each_arithmetic;

impl<N: Enclosure> Stage<N> {
    pub(super) fn new(
        bodies: [&[[f64; 3]]; 2],
        shapes: &[Shape; 2],
        motions: &[GivenMotion; 2],
        unit: Unit,
    ) -> Self {
        let origin = &motions[0].start.p;
        let body = |k: usize| Placed::moving((bodies[k], &shapes[k]), &motions[k], origin, unit);
        let scene = Scene {
            a: body(0),
            b: body(1),
            unit,
        };
        Stage {
            scene,
            rates: OnceCell::new(),
        }
    }

    pub(super) fn rates(&self) -> &Rates<N> {
        self.rates.get_or_init(|| Rates::new(&self.scene))
    }
}

/// Whether a contact holds by C60 to C63, without regard to the time before it.
pub fn contact_holds(
    bodies: [&[[f64; 3]]; 2],
    round: Round,
    motions: &[GivenMotion; 2],
    contact: &Contact,
) -> bool {
    Motions::new(bodies, round, motions)
        .contact(contact)
        .is_ok()
}

/// Whether a link proves its time.
pub fn link_holds(
    bodies: [&[[f64; 3]]; 2],
    round: Round,
    motions: &[GivenMotion; 2],
    link: &Link,
    separation: f64,
) -> bool {
    let links = std::slice::from_ref(link);
    let found = Motions::new(bodies, round, motions).links(link.t0, links, separation);
    found.is_ok()
}

impl<'a> Motions<'a> {
    pub(super) fn new(
        bodies: [&'a [[f64; 3]]; 2],
        round: Round,
        motions: &'a [GivenMotion; 2],
    ) -> Self {
        let scale = length_scale(bodies, &round.shapes, motions);
        let rough = Unit::plain(Unit::ROUGH).scaled(scale);
        Motions {
            bodies,
            round,
            motions,
            scale,
            rough: Stage::new(bodies, &round.shapes, motions, rough),
            precise: Default::default(),
        }
    }

    /// The time from `from` to the end of the last of the links.
    pub(super) fn links(
        &self,
        from: f64,
        links: &[Link],
        separation: f64,
    ) -> Result<Free, Failure> {
        time(from, 40, "from")?;
        let mut covered = from;
        for (i, link) in links.iter().enumerate() {
            time(link.t0, 41, "t0 of a link")?;
            time(link.t1, 41, "t1 of a link")?;
            refuse!(41 if link.t0 > covered =>
                Problem::Gap { link: i, expected: covered, found: link.t0 });
            if link.t1 < covered {
                let range = "at or after the end of the links before";
                let what = format!("t1 of link {i}");
                return Err(Failure::range(41, what, link.t1, range));
            }
            self.link(i, link, separation)?;
            covered = link.t1;
        }
        Ok(Free {
            from,
            to: covered,
            any: !links.is_empty(),
        })
    }

    fn link(&self, index: usize, link: &Link, separation: f64) -> Result<(), Failure> {
        let times = [link.t0, link.t1];
        let reach = Reach::new(separation, self.round.radii);
        refuse!(16 if self.round.is_curved() && !matches!(link.by, LinkKind::Plane { .. }) =>
            "of a curved body links are proved by planes");
        let (weak, condition) = match &link.by {
            LinkKind::Plane { normal, turn, .. } => {
                check_direction(normal, 50, "normal of a link")?;
                (self.plane(times, normal, turn, reach), 54)
            }
            LinkKind::Balls { centers, radii } => {
                for radius in radii {
                    at_least_0(*radius, 51, "radius of a ball")?;
                }
                self.balls(index, centers, radii)?;
                let balls = Reach::new(0.0, *radii);
                (self.apart(times, centers, [reach, balls]), 55)
            }
            LinkKind::Span { pairs } => {
                let condition = if self.turning() { 53 } else { 52 };
                refuse!(condition if separation != 0.0 => "a span proves no more than a gap");
                if !self.turning() {
                    return self.span(index, times, pairs);
                }
                (self.turning_span(times, pairs)?, 54)
            }
        };
        let (link, looks) = (index, MAX_SAMPLES);
        match weak {
            Ok(()) => Ok(()),
            Err(Weak::False(t)) => refuse!(condition => Problem::LinkFalse { link, t }),
            Err(Weak::Unclear(t)) => {
                refuse!(condition => Problem::LinkUnproved { link, t0: t, t1: t })
            }
            Err(Weak::Unproved { t0, t1, .. }) => {
                refuse!(56 => Problem::TooManyLooks { link, looks, t0, t1 })
            }
        }
    }

    pub(super) fn plane(
        &self,
        times: [f64; 2],
        normal: &[f64; 3],
        turn: &[f64; 3],
        reach: Reach,
    ) -> Result<(), Weak> {
        let straight = !self.turning() && *turn == [0.0; 3];
        let rough = &self.rough;
        let plane = TurningPlane::new(times[0], normal, turn, reach, rough.scene.unit);
        let found = prove_plane(&rough.scene, rough.rates(), &plane, times);
        if settled(&found) {
            return found;
        }
        if straight
            && !self.round.is_curved()
            && let Some(world) = self.world(times, reach)
        {
            return match world.plane_at_both(normal) {
                None => Ok(()),
                Some(end) => Err(Weak::False(times[end])),
            };
        }
        in_each_arithmetic!(
            self,
            |stage: N| {
                let unit = stage.scene.unit;
                let plane = TurningPlane::<N>::new(times[0], normal, turn, reach, unit);
                prove_plane(&stage.scene, stage.rates(), &plane, times)
            },
            settled
        )
    }

    /// The bodies at two times, if they are rational then.
    pub(super) fn world(&self, times: [f64; 2], reach: Reach) -> Option<World<'a>> {
        let rational = |i: usize, t: f64| {
            t == 0.0 || (t == 1.0 && self.motions[i].end.q.is_some()) || !self.turns(i)
        };
        let all = (0..2).all(|i| times.iter().all(|&t| rational(i, t)));
        all.then(|| World::of_times(self.bodies, self.motions, times, reach))?
    }

    /// The differences of bodies that do not turn move on straight lines: apart at both ends along
    /// one direction is apart in between.
    fn span(&self, index: usize, times: [f64; 2], pairs: &[[u32; 2]]) -> Result<(), Failure> {
        let world = self.world(times, self.touching());
        let world = world.ok_or_else(|| Failure::malformed(52, "a span needs rational poses"))?;
        world
            .span_at_both(pairs)
            .map_err(|failure| match failure.problem {
                Problem::NotSeparated { .. } | Problem::WithinRadii => {
                    let (link, t) = (index, times[0]);
                    Failure::new(52, Problem::LinkFalse { link, t })
                }
                _ => failure,
            })
    }

    /// Bodies that turn: the plane that is spanned at the start, as it is.
    fn turning_span(
        &self,
        times: [f64; 2],
        pairs: &[[u32; 2]],
    ) -> Result<Result<(), Weak>, Failure> {
        refuse!(53 if times[0] != 0.0 => "a span of bodies that turn begins at t = 0");
        for pair in pairs {
            for body in 0..2 {
                check_id(["A", "B"][body], pair[body], self.bodies[body].len())?;
            }
        }
        let world = self.world([0.0; 2], Reach::NONE);
        let world = world.ok_or_else(|| Failure::malformed(53, "a span needs rational poses"))?;
        let normal = Big::direction(&world.spanned(pairs)?, Unit::FINE)
            .ok_or_else(|| Failure::malformed(53, "the columns of a span hold the origin"))?;
        let touching = self.touching();
        let stage = self.stage(Unit::FINE);
        let plane = TurningPlane::of(0.0, normal, None, &touching.enclosed(stage.scene.unit));
        Ok(prove_plane(&stage.scene, stage.rates(), &plane, times))
    }

    /// Each body in its ball.
    fn balls(&self, link: usize, centers: &[[f64; 3]; 2], radii: &[f64; 2]) -> Result<(), Failure> {
        for (i, body) in [(0, 'A'), (1, 'B')] {
            let (list, center, radius) = (self.bodies[i], &centers[i], radii[i]);
            // From the first that intervals of f64 cannot tell of, exactly.
            let doubtful = outside_ball::<Interval>(list, center, radius, self.rough.scene.unit);
            for (id, v) in (0..).zip(list).skip(doubtful.unwrap_or(list.len())) {
                refuse!(51 if !in_ball(v, center, radius) =>
                    Problem::OutsideBall { link, body, id });
            }
        }
        Ok(())
    }

    /// Largest distance at which vertices of two bodies count as touching.
    fn touching(&self) -> Reach {
        Reach::new(0.0, self.round.radii)
    }

    /// Two points stay apart by more than the sum of these lengths.
    fn apart(
        &self,
        times: [f64; 2],
        points: &[[f64; 3]; 2],
        lengths: [Reach; 2],
    ) -> Result<(), Weak> {
        in_each_arithmetic!(
            self,
            |stage: N| {
                let [r, s] = lengths.map(|length| length.enclosed::<N>(stage.scene.unit));
                let scene = stage.scene.points(points, self.motions);
                prove_balls(&scene, &r.add(&s), times)
            },
            settled
        )
    }

    /// C60 to C63, except their conditions on the links before.
    pub(super) fn contact(&self, contact: &Contact) -> Result<ProvedContact, Failure> {
        match contact {
            Contact::Overlap { times, columns } => {
                time(times[0], 60, "first time of the contact")?;
                time(times[1], 60, "second time of the contact")?;
                if times[0] > times[1] {
                    let range = "at or after the first";
                    let what = "second time of the contact";
                    return Err(Failure::range(60, what, times[1], range));
                }
                self.overlap(*times, columns)?;
                let (times, gap) = (*times, None);
                Ok(ProvedContact { times, gap })
            }
            Contact::Near { t, gap, a, b } => {
                time(*t, 63, "time of the contact")?;
                at_least_0(*gap, 63, "gap")?;
                self.near(*t, *gap, [a, b])?;
                let (times, gap) = ([*t, *t], Some(*gap));
                Ok(ProvedContact { times, gap })
            }
        }
    }

    fn overlap(&self, times: [f64; 2], columns: &[Column]) -> Result<(), Failure> {
        refuse!(60 if !(1..=MAX_COLUMNS).contains(&columns.len()) =>
            "an overlap takes one to eight columns");
        for column in columns {
            for body in 0..2 {
                check_id(["A", "B"][body], column.pair[body], self.bodies[body].len())?;
            }
            at_least_0(column.weight, 60, "weight of a column")?;
        }
        refuse!(60 if self.turning() && times[0] != times[1] =>
            "only bodies that do not turn may overlap between two times");
        let reach = self.touching();
        if let Some(world) = self.world(times, reach) {
            let counts = self.bodies.map(|list| list.len() as u32);
            let ids = |column: &Column| match column.late {
                true => [0, 1].map(|k: usize| column.pair[k] + counts[k]),
                false => column.pair,
            };
            let ids: Vec<[u32; 2]> = columns.iter().map(ids).collect();
            return world.hit(&ids, 61);
        }
        let found = in_each_arithmetic!(
            self,
            |stage: N| match reach.is_none() {
                true => holds_origin::<N>(&stage.scene, columns, times[0]),
                false => comes_within::<N>(&stage.scene, columns, times[0], reach),
            },
            |found: &bool| *found
        );
        refuse!(62 if !found => Problem::NoCommonPoint);
        Ok(())
    }

    fn near(&self, t: f64, gap: f64, points: [&[Weighted]; 2]) -> Result<(), Failure> {
        for (body, point) in points.iter().enumerate() {
            refuse!(63 if !(1..=MAX_COLUMNS).contains(&point.len()) =>
                "a point takes one to eight vertices");
            for entry in *point {
                check_id(["A", "B"][body], entry.id, self.bodies[body].len())?;
                at_least_0(entry.weight, 63, "weight of a vertex")?;
            }
            refuse!(63 if point.iter().all(|entry| entry.weight == 0.0) =>
                "the weights of a point are all 0");
        }
        let reach = Reach::new(gap, self.round.radii);
        let rough = near::<Interval>(&self.rough.scene, points, t, reach);
        let found = rough
            || match self.world([t; 2], reach) {
                Some(world) => world.near(points)?,
                None => in_each_arithmetic!(
                    self,
                    |stage: N| near::<N>(&stage.scene, points, t, reach),
                    |found: &bool| *found
                ),
            };
        refuse!(63 if !found => Problem::NotNear { t, gap });
        Ok(())
    }

    /// Two weighted points at a time, in the world, with so many bits.
    pub(super) fn world_points(
        &self,
        points: [&[Weighted]; 2],
        t: f64,
        bits: isize,
    ) -> Option<[Vector<Big>; 2]> {
        let found = means(&self.stage(bits).scene, points, t)?;
        Some(found.map(|x| self.in_world(&x, bits)))
    }

    /// Where a vertex of B is at a time, in the world, with so many bits.
    pub(super) fn vertex_of_b(&self, id: u32, t: f64, bits: isize) -> Vector<Big> {
        let scene = &self.stage(bits).scene;
        let b = &scene.b;
        let at = b.position(&b.arms()[id as usize], &scene.number(t));
        self.in_world(&at, bits)
    }

    pub(super) fn stage(&self, bits: isize) -> &Stage<Big> {
        let (shapes, unit) = (&self.round.shapes, Unit::plain(bits).scaled(self.scale));
        let new = || Stage::new(self.bodies, shapes, self.motions, unit);
        self.precise[usize::from(bits == Unit::FINE)].get_or_init(new)
    }

    /// What pairs span that prove a link over the whole frame.
    pub(super) fn spanned(&self, pairs: &[[u32; 2]]) -> Result<Int3, Failure> {
        let last = if self.turning() { 0.0 } else { 1.0 };
        let world = self.world([0.0, last], Reach::NONE);
        let world = world.ok_or_else(|| Failure::malformed(52, "a span needs rational poses"))?;
        world.spanned(pairs)
    }

    /// Without the scale, and from the world's origin.
    fn in_world(&self, x: &Vector<Big>, bits: isize) -> Vector<Big> {
        let plain = Unit::plain(bits);
        let origin = vector::<Big>(&self.motions[0].start.p, plain);
        let power = Big::new(1.0, plain.scaled(-self.scale));
        std::array::from_fn(|i| x[i].mul(&power).add(&origin[i]))
    }

    pub(super) fn turning(&self) -> bool {
        (0..2).any(|i| self.turns(i))
    }

    fn turns(&self, i: usize) -> bool {
        match self.round.shapes[i] {
            Shape::Hull => turns(self.bodies[i], &self.motions[i]),
            _ => spins(&self.motions[i]),
        }
    }
}

/// C40, C70.
pub(super) fn check_count(links: usize, condition: u16) -> Result<(), Failure> {
    if links <= MAX_LINKS {
        return Ok(());
    }
    let (what, links) = ("the number of links", links as f64);
    Err(Failure::range(condition, what, links, "at most 1048576"))
}

/// Whether more digits would change nothing.
pub(super) fn settled(outcome: &Result<(), Weak>) -> bool {
    matches!(
        outcome,
        Ok(()) | Err(Weak::False(_) | Weak::Unproved { sure: true, .. })
    )
}

/// |v - c|^2 <= r^2, exactly.
fn in_ball(v: &[f64; 3], center: &[f64; 3], radius: f64) -> bool {
    let numbers = v.iter().chain(center).chain([&radius]);
    let own = numbers.filter_map(|&x| unit(x)).min().unwrap_or(0);
    let whole = |v: &[f64; 3]| v.map(|x| integer(x, own));
    let (arm, radius) = (subtract(&whole(v), &whole(center)), integer(radius, own));
    int_dot(&arm, &arm) <= &radius * &radius
}

/// A power of two that brings extreme sizes near 1; 0, that is none, for all others.
fn length_scale(bodies: [&[[f64; 3]]; 2], shapes: &[Shape; 2], motions: &[GivenMotion; 2]) -> i32 {
    let points = bodies.iter().flat_map(|list| list.iter());
    let mut lengths: Vec<f64> = points.flatten().copied().collect();
    lengths.extend(shapes.iter().flat_map(Shape::half_extents));
    let [a, b] = motions;
    lengths.extend(a.pivot.iter().chain(&b.pivot));
    for (x, y) in [
        (&b.start.p, &a.start.p),
        (&a.end.p, &a.start.p),
        (&b.end.p, &b.start.p),
    ] {
        // Half of each, for the difference may be too large.
        lengths.extend((0..3).map(|i| 0.5 * x[i] - 0.5 * y[i]));
    }
    let size = lengths.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    if size == 0.0 || (1e-30..1e30).contains(&size) {
        0
    } else {
        -libm::ilogb(size)
    }
}
