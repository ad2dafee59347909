//! The independent checker: is what a certificate says true?
//!
//! It shares no function with the solvers. Rational poses are checked in integers; times at which a
//! body turns in intervals of f64, then of 256 and of 2,304 bits where f64 cannot tell.

use super::chain::{
    Certificate, Chain, Column, Contact, GivenMotion, GivenPose, Link, LinkKind, Placement,
    Weighted,
};
use super::contact::{holds_origin, near};
use super::enclosure::{Enclosure, norm};
use super::exact::World;
use super::failure::Failure;
use super::fixed::Fixed;
use super::interval::Interval;
use super::link::{
    Rates, Scene, TurningPlane, Weak, outside_ball, prove_balls, prove_turning_plane,
};
use super::placed::{Placed, turn_signs, turns};
use crate::verdict::Verdict;

/// What a certificate proves.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Proved {
    /// `Separated`, `Hit`, or `Undecided` when only a part of the frame was proved free.
    pub verdict: Verdict,
    /// About a motion: free in this time, but for the end in case of a hit; at no time when both are
    /// equal. [0, 1] otherwise.
    pub free: [f64; 2],
    /// With a hit about a motion: contact at some time between these two.
    pub contact: Option<[f64; 2]>,
    /// The separation that "free" and "contact" speak of.
    pub separation: f64,
    /// With a contact by closest points: their distance is at most this.
    pub gap: Option<f64>,
}

impl Proved {
    fn fixed(verdict: Verdict) -> Self {
        Proved {
            verdict,
            free: [0.0, 1.0],
            contact: None,
            separation: 0.0,
            gap: None,
        }
    }
}

type Middle = Fixed<256>;
type Fine = Fixed<2304>;

/// Checks a certificate about two bodies, A first, given by their vertices in the body frame.
///
/// Cost: a few interval operations for each vertex and end of a link; integers of any length only
/// where f64 cannot tell. Allocates.
///
/// ```
/// use interframe::certificate::{Certificate, GivenPose, Placement, verify};
/// use interframe::Verdict;
///
/// let corners: Vec<[f64; 3]> = (0..8)
///     .map(|i| [0, 1, 2].map(|axis| f64::from(i >> axis & 1)))
///     .collect();
/// let at = |x| GivenPose { p: [x, 0.0, 0.0], q: [0.0, 0.0, 0.0, 1.0] };
/// let poses = Placement::Poses([at(0.0), at(1.25)]);
/// let plane = Certificate::Plane { normal: [1.0, 0.0, 0.0] };
/// let proved = verify(&plane, [&corners, &corners], &poses)?;
/// assert_eq!(proved.verdict, Verdict::Separated);
///
/// let wrong = Certificate::Plane { normal: [0.0, 1.0, 0.0] };
/// assert!(verify(&wrong, [&corners, &corners], &poses).is_err());
/// # Ok::<(), interframe::certificate::Failure>(())
/// ```
///
/// # Errors
/// [`Failure`] says what is wrong or not proved, and in which link.
pub fn verify(
    certificate: &Certificate,
    bodies: [&[[f64; 3]]; 2],
    placement: &Placement,
) -> Result<Proved, Failure> {
    check_numbers(bodies, placement)?;
    if let Certificate::Empty = certificate {
        return if bodies.iter().any(|list| list.is_empty()) {
            Ok(Proved::fixed(Verdict::Separated))
        } else {
            Err(Failure::malformed("neither body is empty"))
        };
    }
    if bodies.iter().any(|list| list.is_empty()) {
        return Err(Failure::malformed(
            "a body without vertices is proved apart by `empty` alone",
        ));
    }
    match (certificate, placement) {
        (Certificate::Chain(chain), Placement::Motions(motions)) => {
            Motions::new(bodies, motions).chain(chain)
        }
        (Certificate::Chain(_), _) => Err(Failure::malformed("a chain is about motions")),
        (_, Placement::Motions(_)) => Err(Failure::malformed("motions are proved by a chain")),
        _ => fixed_sets(certificate, bodies, placement),
    }
}

/// Hulls and bodies at rest, in integers; a plane in f64 first.
fn fixed_sets(
    certificate: &Certificate,
    bodies: [&[[f64; 3]]; 2],
    placement: &Placement,
) -> Result<Proved, Failure> {
    let world = || match placement {
        Placement::Poses(poses) => World::of_poses(bodies, poses),
        Placement::Hulls(hulls) => World::of_hulls(bodies, hulls),
        _ => World::of_lists(bodies),
    };
    match certificate {
        Certificate::Plane { normal } => {
            check_direction(normal, "normal")?;
            let quick = match placement {
                Placement::Poses(poses) => clear_plane(bodies, poses, normal),
                _ => false,
            };
            if !quick {
                world().plane(normal)?;
            }
            Ok(Proved::fixed(Verdict::Separated))
        }
        Certificate::Span { pairs } => {
            world().span(pairs)?;
            Ok(Proved::fixed(Verdict::Separated))
        }
        Certificate::Columns { pairs } => {
            if !(1..=4).contains(&pairs.len()) {
                return Err(Failure::malformed("a hit takes one to four columns"));
            }
            world().hit(pairs.iter().copied())?;
            Ok(Proved::fixed(Verdict::Hit))
        }
        Certificate::Empty | Certificate::Chain(_) => Err(Failure::malformed(
            "the kinds of proof and placement differ",
        )),
    }
}

/// Whether intervals of f64 already show that a plane separates.
fn clear_plane(bodies: [&[[f64; 3]]; 2], poses: &[GivenPose; 2], normal: &[f64; 3]) -> bool {
    let at = |i: usize| Placed::<Interval>::resting(bodies[i], &poses[i], &poses[0].p, 0);
    let scene = Scene {
        a: at(0),
        b: at(1),
        scale: 0,
    };
    let plane = TurningPlane::<Interval>::new(0.0, normal, &[0.0; 3], 0.0, 0);
    scene.gap_at(&plane, 0.0).is_positive()
}

/// Two moving bodies, in the arithmetics that were needed so far.
struct Motions<'a> {
    bodies: [&'a [[f64; 3]]; 2],
    motions: &'a [GivenMotion; 2],
    scale: i32,
    rough: Scene<Interval>,
    rates: Rates,
    middle: Option<Scene<Middle>>,
    fine: Option<Scene<Fine>>,
}

fn scene<N: Enclosure>(
    bodies: [&[[f64; 3]]; 2],
    motions: &[GivenMotion; 2],
    scale: i32,
) -> Scene<N> {
    let origin = &motions[0].start.p;
    Scene {
        a: Placed::moving(bodies[0], &motions[0], origin, scale),
        b: Placed::moving(bodies[1], &motions[1], origin, scale),
        scale,
    }
}

/// One question in three arithmetics, the first that answers.
macro_rules! in_each_arithmetic {
    ($self:ident, |$scene:ident: $n:ident| $body:expr, $done:expr) => {{
        let done = $done;
        let rough = {
            type $n = Interval;
            let $scene = &$self.rough;
            $body
        };
        if done(&rough) {
            rough
        } else {
            let middle = {
                type $n = Middle;
                let $scene = $self
                    .middle
                    .get_or_insert_with(|| scene($self.bodies, $self.motions, $self.scale));
                $body
            };
            if done(&middle) {
                middle
            } else {
                type $n = Fine;
                let $scene = $self
                    .fine
                    .get_or_insert_with(|| scene($self.bodies, $self.motions, $self.scale));
                $body
            }
        }
    }};
}

impl<'a> Motions<'a> {
    fn new(bodies: [&'a [[f64; 3]]; 2], motions: &'a [GivenMotion; 2]) -> Self {
        let scale = length_scale(bodies, motions);
        let rough = scene(bodies, motions, scale);
        Motions {
            bodies,
            motions,
            scale,
            rates: Rates::new(&rough),
            rough,
            middle: None,
            fine: None,
        }
    }

    fn chain(&mut self, chain: &Chain) -> Result<Proved, Failure> {
        at_least_0(chain.separation, "separation")?;
        time(chain.from, "from")?;
        let mut covered = chain.from;
        for (i, link) in chain.links.iter().enumerate() {
            time(link.t0, "t0 of a link")?;
            time(link.t1, "t1 of a link")?;
            if link.t0 > covered {
                return Err(Failure::Gap {
                    link: i,
                    expected: covered,
                    found: link.t0,
                });
            }
            if link.t1 < covered || link.t1 < link.t0 {
                return Err(Failure::Range {
                    what: format!("t1 of link {i}"),
                    value: link.t1,
                    range: "at or after the end of the links before",
                });
            }
            self.link(i, link, chain.separation)?;
            covered = link.t1;
        }
        let mut proved = Proved {
            verdict: Verdict::Undecided,
            free: [chain.from, covered],
            contact: None,
            separation: chain.separation,
            gap: None,
        };
        match &chain.contact {
            Some(contact) => {
                self.contact(contact, chain, covered, &mut proved)?;
            }
            None if chain.from == 0.0 && covered == 1.0 && !chain.links.is_empty() => {
                proved.verdict = Verdict::Separated;
            }
            None => {}
        }
        Ok(proved)
    }

    fn link(&mut self, index: usize, link: &Link, separation: f64) -> Result<(), Failure> {
        let times = [link.t0, link.t1];
        let weak = match &link.by {
            LinkKind::Plane {
                normal,
                turn,
                bound,
            } => {
                check_direction(normal, "normal of a link")?;
                finite(turn, "turn of a link")?;
                finite(&[*bound], "bound of a link")?;
                let scale = self.scale;
                let shape =
                    || TurningPlane::<Interval>::new(link.t0, normal, turn, separation, scale);
                in_each_arithmetic!(
                    self,
                    |scene: N| {
                        let plane =
                            TurningPlane::<N>::new(link.t0, normal, turn, separation, scale);
                        prove_turning_plane(scene, &self.rates, &plane, shape(), times)
                    },
                    settled
                )
            }
            LinkKind::Balls { centers, radii } => {
                for (center, radius) in centers.iter().zip(radii) {
                    finite(center, "centre of a ball")?;
                    at_least_0(*radius, "radius of a ball")?;
                }
                self.balls(index, centers, radii)?;
                let (scale, motions) = (self.scale, self.motions);
                let rough = self.rough.centers(centers, motions, scale);
                let sum = |x: f64| Interval::scaled(x, scale);
                let rough_sum = sum(separation).add(&sum(radii[0])).add(&sum(radii[1]));
                in_each_arithmetic!(
                    self,
                    |scene: N| {
                        let exact = |x: f64| N::scaled(x, scale);
                        let sum = exact(separation)
                            .add(&exact(radii[0]))
                            .add(&exact(radii[1]));
                        let carried = scene.centers(centers, motions, scale);
                        prove_balls(&carried, &rough, &sum, &rough_sum, times)
                    },
                    settled
                )
            }
            LinkKind::Span { pairs } if self.turning() => {
                self.turning_span(times, pairs, separation)?
            }
            LinkKind::Span { pairs } => return self.span(index, times, pairs, separation),
        };
        weak.map_err(|weak| match weak {
            Weak::False(t) => Failure::LinkFalse { link: index, t },
            Weak::Unclear(t) => Failure::LinkUnproved {
                link: index,
                t0: t,
                t1: t,
            },
            Weak::Unproved(t0, t1) => Failure::LinkUnproved {
                link: index,
                t0,
                t1,
            },
        })
    }

    /// The differences of bodies that do not turn move on straight lines: apart at both ends along
    /// one direction is apart in between.
    fn span(
        &self,
        index: usize,
        times: [f64; 2],
        pairs: &[[u32; 2]],
        separation: f64,
    ) -> Result<(), Failure> {
        if separation != 0.0 {
            return Err(Failure::malformed("a span proves no more than a gap"));
        }
        let world = World::of_times(self.bodies, self.motions, times);
        let world = world.ok_or_else(|| Failure::malformed("a span needs rational poses"))?;
        world.span_at_both(pairs).map_err(|failure| match failure {
            Failure::NotSeparated { .. } => Failure::LinkFalse {
                link: index,
                t: times[0],
            },
            other => other,
        })
    }

    /// Bodies that turn: the plane that is spanned at the start, as it is.
    fn turning_span(
        &mut self,
        times: [f64; 2],
        pairs: &[[u32; 2]],
        separation: f64,
    ) -> Result<Result<(), Weak>, Failure> {
        if times[0] != 0.0 {
            return Err(Failure::malformed(
                "a span of bodies that turn begins at t = 0",
            ));
        }
        for pair in pairs {
            self.check_id(0, pair[0])?;
            self.check_id(1, pair[1])?;
        }
        let world = World::of_times(self.bodies, self.motions, [0.0; 2]);
        let world = world.ok_or_else(|| Failure::malformed("a span needs rational poses"))?;
        let normal = Fine::direction(&world.spanned(pairs)?)
            .ok_or_else(|| Failure::malformed("the columns of a span hold the origin"))?;
        let scale = self.scale;
        let margin = Fine::scaled(separation, scale).mul(&norm(&normal));
        let rough = |x: &Fine| Interval::new(x.lower(), x.upper());
        let shape = TurningPlane {
            t0: 0.0,
            normal: normal.each_ref().map(rough),
            spin: None,
            margin: rough(&margin),
        };
        let plane = TurningPlane {
            t0: 0.0,
            normal,
            spin: None,
            margin,
        };
        let scene = self
            .fine
            .get_or_insert_with(|| scene(self.bodies, self.motions, scale));
        Ok(prove_turning_plane(
            scene,
            &self.rates,
            &plane,
            shape,
            times,
        ))
    }

    /// Each body in its ball.
    fn balls(
        &self,
        index: usize,
        centers: &[[f64; 3]; 2],
        radii: &[f64; 2],
    ) -> Result<(), Failure> {
        for (body, name) in [(0, 'A'), (1, 'B')] {
            let (list, center, radius) = (self.bodies[body], &centers[body], radii[body]);
            let rough = outside_ball::<Interval>(list, center, radius, self.scale);
            if rough.is_some()
                && let Some(id) = outside_ball::<Fine>(list, center, radius, self.scale)
            {
                return Err(Failure::OutsideBall {
                    link: index,
                    body: name,
                    id: id as u32,
                });
            }
        }
        Ok(())
    }

    fn contact(
        &mut self,
        contact: &Contact,
        chain: &Chain,
        covered: f64,
        proved: &mut Proved,
    ) -> Result<(), Failure> {
        let times = match contact {
            Contact::Overlap { times, columns } => {
                time(times[0], "first time of the contact")?;
                time(times[1], "second time of the contact")?;
                self.overlap(*times, columns)?;
                *times
            }
            Contact::Near { t, gap, a, b } => {
                time(*t, "time of the contact")?;
                at_least_0(*gap, "gap")?;
                self.near(*t, *gap, [a, b])?;
                proved.gap = Some(*gap);
                [*t, *t]
            }
        };
        if !(times[0] <= times[1] && times[0] >= chain.from && times[1] >= covered) {
            return Err(Failure::ContactEarly {
                contact: times[0],
                free_until: covered,
            });
        }
        // Free up to `covered`: the contact is not before that.
        proved.contact = Some([times[0].max(covered), times[1]]);
        proved.verdict = Verdict::Hit;
        Ok(())
    }

    fn overlap(&mut self, times: [f64; 2], columns: &[Column]) -> Result<(), Failure> {
        if !(1..=8).contains(&columns.len()) {
            return Err(Failure::malformed("an overlap takes one to eight columns"));
        }
        for column in columns {
            for body in 0..2 {
                self.check_id(body, column.pair[body])?;
            }
            at_least_0(column.weight, "weight of a column")?;
        }
        let turning = self.turning();
        if turning && times[0] != times[1] {
            return Err(Failure::malformed(
                "only bodies that do not turn may overlap between two times",
            ));
        }
        let clear = times[0] == times[1]
            && in_each_arithmetic!(
                self,
                |scene: N| {
                    // Nothing that 256 bits cannot tell is worth more of them.
                    holds_origin::<N>(scene, columns, times[0])
                },
                |found: &bool| *found || !turning
            );
        if clear {
            return Ok(());
        }
        let world = World::of_times(self.bodies, self.motions, times);
        let world = world.ok_or(Failure::NoCommonPoint)?;
        let ids: Vec<[u32; 2]> = columns
            .iter()
            .map(|column| world.late_ids(column))
            .collect::<Result<_, _>>()?;
        world.hit(ids.into_iter())
    }

    fn near(&mut self, t: f64, gap: f64, points: [&[Weighted]; 2]) -> Result<(), Failure> {
        for (body, point) in points.iter().enumerate() {
            for entry in *point {
                self.check_id(body, entry.id)?;
                at_least_0(entry.weight, "weight of a vertex")?;
            }
        }
        let found = in_each_arithmetic!(
            self,
            |scene: N| near::<N>(scene, points, t, gap),
            |found: &bool| *found
        );
        if found {
            Ok(())
        } else {
            Err(Failure::NotNear { t, gap })
        }
    }

    fn turning(&self) -> bool {
        (0..2).any(|i| turns(self.bodies[i], &self.motions[i]))
    }

    fn check_id(&self, body: usize, id: u32) -> Result<(), Failure> {
        let count = self.bodies[body].len();
        if (id as usize) < count {
            return Ok(());
        }
        Err(Failure::Id {
            what: if body == 0 { "A" } else { "B" }.into(),
            id,
            count,
        })
    }
}

/// Whether more digits would change nothing.
fn settled(outcome: &Result<(), Weak>) -> bool {
    !matches!(outcome, Err(Weak::Unclear(_)))
}

/// A power of two that brings extreme sizes near 1; 0, that is none, for all others.
fn length_scale(bodies: [&[[f64; 3]]; 2], motions: &[GivenMotion; 2]) -> i32 {
    let points = bodies.iter().flat_map(|list| list.iter());
    let mut lengths: Vec<f64> = points.flatten().copied().collect();
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

fn check_numbers(bodies: [&[[f64; 3]]; 2], placement: &Placement) -> Result<(), Failure> {
    for (list, name) in bodies.iter().zip(["A", "B"]) {
        for (i, v) in list.iter().enumerate() {
            finite(v, &format!("vertex {i} of {name}"))?;
        }
    }
    match placement {
        Placement::Poses(poses) => poses.iter().try_for_each(|p| check_pose(p, "pose")),
        Placement::Motions(motions) => motions.iter().try_for_each(check_motion),
        Placement::Hulls(hulls) => {
            for (motion, q) in hulls.motions.iter().zip(&hulls.end_q) {
                check_motion(motion)?;
                check_end_quaternion(motion, q)?;
            }
            Ok(())
        }
        Placement::Lists => Ok(()),
    }
}

fn check_pose(pose: &GivenPose, what: &str) -> Result<(), Failure> {
    finite(&pose.p, what)?;
    check_quaternion(&pose.q)
}

/// Norm within 1e-3 of 1; a last place more is let through.
fn check_quaternion(q: &[f64; 4]) -> Result<(), Failure> {
    finite(q, "quaternion")?;
    let norm = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    if (norm - 1.0).abs() <= 1.000_001e-3 {
        return Ok(());
    }
    Err(Failure::Range {
        what: "norm of a quaternion".into(),
        value: norm,
        range: "within 1e-3 of 1",
    })
}

fn check_motion(motion: &GivenMotion) -> Result<(), Failure> {
    check_pose(&motion.start, "start of a motion")?;
    finite(&motion.end.p, "end of a motion")?;
    finite(&motion.pivot, "pivot")?;
    match (&motion.end.q, &motion.end.turn) {
        (Some(q), None) => {
            check_quaternion(q)?;
            if turn_signs(&motion.start.q, q)[1] == 0 {
                return Err(Failure::malformed(
                    "a motion between two poses exactly half a turn apart has no unique axis",
                ));
            }
            Ok(())
        }
        (None, Some(turn)) => finite(turn, "turn"),
        _ => Err(Failure::malformed(
            "a motion ends with one of `q` and `turn`",
        )),
    }
}

/// The quaternion that stands for the end of a hull must be the motion's own or, for a turn, close
/// to it: rounded by f64, with an angle that errs by a last place of the turn.
fn check_end_quaternion(motion: &GivenMotion, q: &[f64; 4]) -> Result<(), Failure> {
    check_quaternion(q)?;
    let wrong = || Failure::malformed("`end_q` is not the orientation at the end of the motion");
    let Some(turn) = motion.end.turn else {
        return if motion.end.q == Some(*q) {
            Ok(())
        } else {
            Err(wrong())
        };
    };
    let at_end = Placed::<Middle>::moving(&[], motion, &motion.start.p, 0);
    let given = Placed::<Middle>::resting(
        &[],
        &GivenPose {
            p: motion.start.p,
            q: *q,
        },
        &motion.start.p,
        0,
    );
    let length = turn.iter().fold(0.0_f64, |sum, x| sum + x.abs());
    let allowed = 1e-14 * (1.0 + length);
    let one = Middle::exact(1.0);
    for axis in 0..3 {
        let mut n = [Middle::exact(0.0), Middle::exact(0.0), Middle::exact(0.0)];
        n[axis] = one.clone();
        let zero = Middle::exact(0.0);
        let (x, y) = (at_end.to_body(&n, &one), given.to_body(&n, &zero));
        for i in 0..3 {
            let off = x[i].sub(&y[i]);
            if !(off.lower() >= -allowed && off.upper() <= allowed) {
                return Err(wrong());
            }
        }
    }
    Ok(())
}

fn finite(numbers: &[f64], what: &str) -> Result<(), Failure> {
    if numbers.iter().all(|x| x.is_finite()) {
        Ok(())
    } else {
        Err(Failure::NotFinite { what: what.into() })
    }
}

fn check_direction(normal: &[f64; 3], what: &str) -> Result<(), Failure> {
    finite(normal, what)?;
    if *normal == [0.0; 3] {
        return Err(Failure::malformed(format!("{what} is 0")));
    }
    Ok(())
}

fn time(t: f64, what: &str) -> Result<(), Failure> {
    if (0.0..=1.0).contains(&t) {
        return Ok(());
    }
    Err(Failure::Range {
        what: what.into(),
        value: t,
        range: "between 0 and 1",
    })
}

fn at_least_0(x: f64, what: &str) -> Result<(), Failure> {
    if x >= 0.0 && x.is_finite() {
        return Ok(());
    }
    Err(Failure::Range {
        what: what.into(),
        value: x,
        range: "finite and at least 0",
    })
}
