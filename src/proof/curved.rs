//! Certificates about bodies of which one is curved.
//!
//! That they are apart is a plane, as of polytopes: checkers know how far the shapes reach. That they meet is proved of
//! polytopes inside the curved ones, whose corners are points of theirs in f64: as long as these are apart, each
//! gets the point of its body farthest along the normal between them.

use nalgebra::Vector3;

use crate::advance::contact_at::unscaled;
use crate::advance::curved_impact::Record;
use crate::advance::curved_measure::{CurvedAdvance, CurvedColumn, nearest_vertex};
use crate::advance::impact::{Contact as Ending, TimeOfImpact, TimeOfImpactOptions};
use crate::advance::plain_data::{
    corners, given_motion, given_pose, given_shape, link_over, refused, turning_plane,
};
use crate::advance::scaled_motions::ScaledMotions;
use crate::ccd::interval_list::{ContactInterval, between};
use crate::certificate::for_prover::{Round, contact_holds, link_holds};
use crate::certificate::{
    Certificate, Chain, Column, Contact, ContactEnds, Farther, Gap, GivenMotion, Intervals, Link,
    Placement, Proof, Shape, Weighted,
};
use crate::motion::pairs::{ConvexPair, MovingPair, PosedPair};
use crate::motion::pose::Pose;
use crate::motion::rigid_motion::Motion;
use crate::numeric::double::{Double, dot, double3};
use crate::numeric::sort::sort_by;
use crate::proof::resting::resting;
use crate::shape::body::Core;
use crate::shape::curved::Curved;
use crate::shape::polytope::Polytope;
use crate::solver::exact;
use crate::solver::inscribed::meeting;
use crate::solver::precise::{WeightedPair, holding};
use crate::verdict::Verdict;

/// Points of two bodies, vertices or constructed, and the pairs whose differences come near enough to the origin.
#[derive(Clone, Default)]
pub(crate) struct Witness {
    pub(crate) points: [Vec<[f64; 3]>; 2],
    pub(crate) pairs: Vec<[u32; 2]>,
    /// By which the pairs' mean is nearest to it.
    weights: Vec<f64>,
}

impl Witness {
    /// Adds a pair. `ids` are those of vertices; the points, body frames and off by roundings, those of curved bodies.
    fn push(&mut self, shapes: &[Shape; 2], ids: [u32; 2], points: [Vector3<f64>; 2], weight: f64) {
        let own = &mut self.points;
        let id = |k: usize| point_id(&shapes[k], &mut own[k], ids[k], &points[k]);
        self.pairs.push([0, 1].map(id));
        self.weights.push(weight);
    }
}

/// Makes the proof of an answer about bodies at rest, of which one is curved, and with this normal if they are apart;
/// for a `distance` that of [`within`](crate::within()). Where none is found, every checker refuses what stands for
/// it.
pub(crate) fn at_rest(
    pair: &PosedPair<'_>,
    distance: Option<f64>,
    (verdict, normal): (Verdict, Option<Vector3<f64>>),
) -> Proof {
    let sides = pair.convex_pair();
    let (points, certificate) = match (verdict, normal) {
        (Verdict::Separated, Some(normal)) => {
            let normal = normal.into();
            let certificate = match distance {
                None => Certificate::Plane { normal },
                Some(distance) => Certificate::Farther(Farther {
                    distance,
                    normal: Some(normal),
                    span: None,
                }),
            };
            (given_points(&sides), certificate)
        }
        (Verdict::Separated, None) => (given_points(&sides), Certificate::Empty),
        (Verdict::Undecided, _) => return refused(),
        (Verdict::Hit, _) => {
            let Some(found) = witness(&sides, distance.unwrap_or(0.0)) else {
                return refused();
            };
            let pairs = found.pairs;
            let certificate = match distance {
                None => Certificate::Columns { pairs },
                Some(distance) => Certificate::Nearer { distance, pairs },
            };
            (found.points, certificate)
        }
    };
    let [a, b] = points;
    Proof {
        a,
        b,
        shapes: sides.cores.map(given_shape),
        radii: sides.radii,
        placement: Placement::Poses(sides.places.map(given_pose)),
        certificate,
    }
}

/// Makes the proof of an answer of [`time_of_impact`](crate::time_of_impact) about two bodies of which one is curved.
///
/// The advance is taken once more, with its parts written down.
pub(crate) fn in_motion(
    pair: &MovingPair<'_>,
    options: &TimeOfImpactOptions,
    answer: &TimeOfImpact,
) -> Proof {
    let sides = pair.convex_pair();
    let cores = sides.bounding_polytopes();
    if cores.has_empty() {
        return moving(&sides, given_points(&sides), Certificate::Empty);
    }
    let scaled = ScaledMotions::new(&cores);
    // Without a contact, no matter by which way.
    let turning_first = answer.contact == Ending::None;
    let mut recording = CurvedRecording::new(pair, &scaled, options);
    let over = [answer.free_from, answer.t_lo];
    let links = recording.links(over, turning_first, Some(answer.t_hi));
    let contact = match answer.contact {
        Ending::None => None,
        Ending::Overlap => recording.overlap(pair, answer.t_hi),
        Ending::Near => Some(recording.near(pair, (answer.t_hi, answer.gap), answer.normal)),
    };
    let chain = Chain {
        separation: options.target_separation,
        from: answer.free_from,
        links,
        contact,
    };
    moving(&sides, recording.points, Certificate::Chain(chain))
}

/// Makes the proof of an answer of [`contact_intervals`](crate::contact_intervals) about two bodies of which one is curved.
pub(crate) fn intervals(
    pair: &MovingPair<'_>,
    options: &TimeOfImpactOptions,
    found: &[ContactInterval],
) -> Proof {
    let sides = pair.convex_pair();
    let cores = sides.bounding_polytopes();
    if cores.has_empty() {
        return moving(&sides, given_points(&sides), Certificate::Empty);
    }
    let scaled = ScaledMotions::new(&cores);
    let mut recording = CurvedRecording::new(pair, &scaled, options);
    let gaps = between(found).map(|over| Gap {
        from: over[0],
        links: recording.links(over, true, None),
    });
    let gaps = gaps.collect();
    let ends = |interval: &ContactInterval| {
        let (t, last) = (interval.enter[1], interval.exit[0]);
        let enter = match interval.contact {
            Ending::None => return ContactEnds::default(),
            Ending::Overlap => recording.overlap(pair, t),
            Ending::Near => Some(recording.near(pair, (t, interval.gap), None)),
        };
        let exit = match last == t {
            true => enter.clone(),
            false => recording.last(pair, last),
        };
        let enter = enter.filter(|contact| recording.holds(contact));
        ContactEnds { enter, exit }
    };
    let contacts = found.iter().map(ends).collect();
    let certificate = Certificate::Intervals(Intervals {
        separation: options.target_separation,
        gaps,
        contacts,
    });
    moving(&sides, recording.points, certificate)
}

/// Makes the proof that two bodies, neither empty and one curved, are no farther apart than `gap` at a time.
/// `normal`: one that is near theirs.
pub(crate) fn near_at(
    pair: &MovingPair<'_>,
    options: &TimeOfImpactOptions,
    (t, gap): (f64, f64),
    normal: Option<Vector3<f64>>,
) -> Proof {
    let sides = pair.convex_pair();
    let scaled = ScaledMotions::new(&sides.bounding_polytopes());
    let mut recording = CurvedRecording::new(pair, &scaled, options);
    let contact = recording.near(pair, (t, gap), normal);
    let chain = Chain {
        separation: 0.0,
        from: t,
        links: Vec::new(),
        contact: Some(contact),
    };
    moving(&sides, recording.points, Certificate::Chain(chain))
}

/// A certificate with the bodies that it is about.
fn moving(
    sides: &ConvexPair<'_, Motion>,
    [a, b]: [Vec<[f64; 3]>; 2],
    certificate: Certificate,
) -> Proof {
    Proof {
        a,
        b,
        shapes: sides.cores.map(given_shape),
        radii: sides.radii,
        placement: Placement::Motions(sides.places.map(given_motion)),
        certificate,
    }
}

/// How often a part is halved that the checker does not prove as it is.
const MOST_HALVINGS: u32 = 12;

/// Two moving bodies, and what is proved of them.
struct CurvedRecording<'a> {
    advance: CurvedAdvance<'a>,
    /// Points that the certificate names, for a curved body.
    points: [Vec<[f64; 3]>; 2],
    round: Round,
    motions: [GivenMotion; 2],
    separation: f64,
    links: Vec<Link>,
    /// Points of the near contact that the advance ended at: those of the answer.
    ending: Vec<CurvedColumn>,
}

impl<'a> CurvedRecording<'a> {
    fn new(
        pair: &MovingPair<'a>,
        scaled: &ScaledMotions<'a>,
        options: &'a TimeOfImpactOptions,
    ) -> Self {
        let sides = pair.convex_pair();
        CurvedRecording {
            advance: CurvedAdvance::new(pair, scaled, options),
            points: given_points(&sides),
            round: Round {
                radii: sides.radii,
                shapes: sides.cores.map(given_shape),
            },
            motions: sides.places.map(given_motion),
            separation: options.target_separation,
            links: Vec::new(),
            ending: Vec::new(),
        }
    }

    /// Returns what proves that the bodies are apart over a time, as much as one advance does, with planes that turn or with such that
    /// do not. `contact`: when a contact follows, whose points are kept.
    fn links(&mut self, over: [f64; 2], turning_first: bool, contact: Option<f64>) -> Vec<Link> {
        let first = self.links_by(over, turning_first, contact);
        let reached = |links: &[Link]| links.last().map_or(over[0], |link| link.t1);
        if reached(&first) >= over[1] {
            return first;
        }
        let ending = std::mem::take(&mut self.ending);
        let second = self.links_by(over, !turning_first, contact);
        if reached(&second) > reached(&first) {
            return second;
        }
        self.ending = ending;
        first
    }

    fn links_by(&mut self, [from, to]: [f64; 2], turning: bool, contact: Option<f64>) -> Vec<Link> {
        self.links = Vec::new();
        if !(from < to) {
            return Vec::new();
        }
        // Bodies that come apart on straight ways may be near each other all along.
        let parts = from > 0.0 && !self.advance.motion.scaled.is_turning();
        let tolerance = match parts {
            true => f64::MIN_POSITIVE,
            false => self.advance.tolerance,
        };
        let advance = self.advance.with_tolerance(tolerance);
        let advance = if turning { advance.turning() } else { advance };
        let mut steps = Vec::new();
        // Its points are read at once: later looks write over those that ids name.
        let mut ending = Vec::new();
        advance.recorded(
            from,
            &mut Record {
                step: &mut |step| steps.push(step),
                ended: &mut |of| {
                    ending = contact.map_or_else(Vec::new, |t| advance.columns_of(of, t));
                },
            },
        );
        self.ending = ending;
        let mut reached = from;
        for step in &steps {
            let [begins, ends] = step.times;
            let times = [begins, ends.min(to)];
            // Beyond a gap that is lost in rounding the advance goes on from a later time.
            if times[0] > reached
                || !(times[0] < times[1])
                || !self.link(times, [&step.normal, &step.turn], MOST_HALVINGS)
            {
                break;
            }
            reached = times[1];
        }
        std::mem::take(&mut self.links)
    }

    /// Writes down what proves a part of the frame; false where nothing does.
    fn link(
        &mut self,
        [from, to]: [f64; 2],
        [normal, turn]: [&Vector3<f64>; 2],
        halvings: u32,
    ) -> bool {
        let link = link_over([from, to], turning_plane(*normal, *turn));
        let [a, b] = &self.points;
        if link_holds([a, b], self.round, &self.motions, &link, self.separation) {
            self.links.push(link);
            return true;
        }
        let middle = from + 0.5 * (to - from);
        halvings > 0
            && middle > from
            && middle < to
            && self.link([from, middle], [normal, turn], halvings - 1)
            && self.link(
                [middle, to],
                [&self.advance.measured(middle).normal, turn],
                halvings - 1,
            )
    }

    /// A common point at a time, of the ways to write it down the first that holds.
    fn overlap(&mut self, pair: &MovingPair<'_>, t: f64) -> Option<Contact> {
        let [pose_a, pose_b] = [pair.motion_a, pair.motion_b].map(|motion| motion.pose_at(t));
        let (pose_a, pose_b) = (pose_a.ok()?, pose_b.ok()?);
        let there = PosedPair::new(pair.a, &pose_a, pair.b, &pose_b);
        let there = there.convex_pair();
        let found = witness(&there, 0.0).map(|found| self.beside_own(found));
        if let Some(right) = (found.clone()).and_then(|found| self.overlap_of(t, found)) {
            return Some(right);
        }
        let shapes = self.round.shapes;
        let named = Witness {
            points: self.points.clone(),
            ..Witness::default()
        };
        if there.radii != [0.0; 2] {
            let found = self.advance.measured(t);
            let mut own = named;
            for corner in self.advance.corners(&found, t) {
                own.push(&shapes, corner.ids, corner.points, corner.weight);
            }
            if let Some(right) = self.overlap_of(t, own) {
                return Some(right);
            }
        } else {
            let mut right = None;
            holding(&there, &mut |parts| {
                let mut own = named.clone();
                for WeightedPair { points, weight } in parts {
                    let id = |k: usize| match there.cores[k] {
                        Core::Polytope(body) => nearest_vertex(body, &points[k]),
                        Core::Curved(_) => 0,
                    };
                    own.push(&shapes, [id(0), id(1)], *points, *weight);
                }
                right = self.overlap_of(t, own);
                right.is_some()
            });
            if right.is_some() {
                return right;
            }
        }
        let found = found?;
        let contact = overlap_at(t, &found);
        self.points = found.points;
        Some(contact)
    }

    /// Returns a witness whose points of curved bodies come after those that are named already.
    fn beside_own(&self, mut found: Witness) -> Witness {
        for k in [0, 1] {
            let (own, new) = (&self.points[k], &mut found.points[k]);
            if self.round.shapes[k] != Shape::Hull {
                let first = own.len() as u32;
                found.pairs.iter_mut().for_each(|pair| pair[k] += first);
                *new = own.iter().chain(new.iter()).copied().collect();
            }
        }
        found
    }

    /// An overlap that the checker accepts, and its points taken over.
    fn overlap_of(&mut self, t: f64, found: Witness) -> Option<Contact> {
        let contact = overlap_at(t, &found);
        let [a, b] = &found.points;
        let right = contact_holds([a, b], self.round, &self.motions, &contact);
        right.then(|| {
            self.points = found.points;
            contact
        })
    }

    /// Returns a gap at a time, of the ways to write it down the first that holds: the points that the advance ended at, the
    /// nearest points as they are found from no normal and from this one, or points of polytopes inside the bodies.
    fn near(
        &mut self,
        pair: &MovingPair<'_>,
        (t, gap): (f64, f64),
        normal: Option<Vector3<f64>>,
    ) -> Contact {
        let own = self.points.clone();
        let ending = std::mem::take(&mut self.ending);
        let ways = [None, Some(None), Some(normal)];
        for along in ways.iter().skip(usize::from(ending.is_empty())) {
            let contact = match along {
                None => self.near_of(t, gap, &ending),
                Some(along) => self.nearest(t, gap, along.as_ref()),
            };
            if self.holds(&contact) {
                return contact;
            }
            self.points.clone_from(&own);
        }
        if let Some(contact) = self.near_inside(pair, t, gap)
            && self.holds(&contact)
        {
            return contact;
        }
        self.points = own;
        self.nearest(t, gap, None)
    }

    /// Returns the contact that was seen last, if it can be certified.
    fn last(&mut self, pair: &MovingPair<'_>, t: f64) -> Option<Contact> {
        self.overlap(pair, t)
            .filter(|contact| self.holds(contact))
            .or_else(|| {
                let found = self.advance.measured(t);
                let gap = (found.upper - self.advance.radii()).max(0.0);
                let gap = unscaled(gap, self.advance.motion.scale).next_up();
                let near = self.near(pair, (t, gap), None);
                Some(near).filter(|contact| self.holds(contact))
            })
    }

    /// Returns the gap of the nearest points at a time, as they are found from a normal.
    fn nearest(&mut self, t: f64, gap: f64, along: Option<&Vector3<f64>>) -> Contact {
        let found = self.advance.look_at(t, along).1.found;
        let corners: Vec<_> = self.advance.corners(&found, t).collect();
        self.near_of(t, gap, &corners)
    }

    fn holds(&self, contact: &Contact) -> bool {
        let [a, b] = &self.points;
        contact_holds([a, b], self.round, &self.motions, contact)
    }

    /// By points of polytopes inside the bodies, which take the place of those that are named.
    fn near_inside(&mut self, pair: &MovingPair<'_>, t: f64, gap: f64) -> Option<Contact> {
        let pose = |motion: &Motion| motion.pose_at(t).ok();
        let (pose_a, pose_b) = (pose(pair.motion_a)?, pose(pair.motion_b)?);
        let there = PosedPair::new(pair.a, &pose_a, pair.b, &pose_b);
        let found = self.beside_own(witness(&there.convex_pair(), gap)?);
        self.points = found.points;
        let [a, b] = [0, 1].map(|k: usize| {
            let weighted = found.pairs.iter().zip(&found.weights);
            let weighted = weighted.map(|(pair, &weight)| Weighted {
                id: pair[k],
                weight,
            });
            weighted.collect()
        });
        Some(Contact::Near { t, gap, a, b })
    }

    /// Writes down nearest points, those of curved bodies moved inside.
    fn near_of(&mut self, t: f64, gap: f64, corners: &[CurvedColumn]) -> Contact {
        let mut sides = [Vec::new(), Vec::new()];
        for corner in corners {
            for (k, side) in sides.iter_mut().enumerate() {
                let (shape, own) = (&self.round.shapes[k], &mut self.points[k]);
                let id = point_id(shape, own, corner.ids[k], &corner.points[k]);
                let weight = corner.weight;
                match side.iter_mut().find(|entry: &&mut Weighted| entry.id == id) {
                    Some(entry) => entry.weight += weight,
                    None => side.push(Weighted { id, weight }),
                }
            }
        }
        let [a, b] = sides;
        Contact::Near { t, gap, a, b }
    }
}

/// The id of a point that a certificate names: that of a vertex, or of a point of a curved body, which is written down.
fn point_id(shape: &Shape, own: &mut Vec<[f64; 3]>, vertex: u32, point: &Vector3<f64>) -> u32 {
    match shape {
        Shape::Hull => vertex,
        _ => {
            own.push(settled(shape, point).into());
            own.len() as u32 - 1
        }
    }
}

fn overlap_at(t: f64, found: &Witness) -> Contact {
    let columns = found.pairs.iter().zip(&found.weights);
    let columns = columns.map(|(&pair, &weight)| Column {
        pair,
        late: false,
        weight,
    });
    Contact::Overlap {
        times: [t; 2],
        columns: columns.collect(),
    }
}

/// The vertices; none of a curved body.
pub(crate) fn given_points<P>(sides: &ConvexPair<'_, P>) -> [Vec<[f64; 3]>; 2] {
    sides.cores.map(|core| match core {
        Core::Polytope(body) => corners(body),
        Core::Curved(_) => Vec::new(),
    })
}

/// Points that show that two bodies, none empty, come within a distance.
pub(crate) fn witness(sides: &ConvexPair<'_, Pose>, distance: f64) -> Option<Witness> {
    meeting(sides, distance, inner_point, |cores, _| {
        let found = resting(cores.bodies, sides.places, |a, b| exact::nearest_of(a, b));
        let pairs = found.columns.into_iter().map(|(a, b)| [a, b]).collect();
        named(sides, cores.bodies, pairs, found.weights)
    })
}

/// With the corners of curved bodies alone that the pairs name.
fn named(
    sides: &ConvexPair<'_, Pose>,
    bodies: [&Polytope; 2],
    mut pairs: Vec<[u32; 2]>,
    weights: Vec<f64>,
) -> Witness {
    let points = [0, 1].map(|k| {
        let all = corners(bodies[k]);
        if matches!(sides.cores[k], Core::Polytope(_)) {
            return all;
        }
        let mut ids: Vec<u32> = pairs.iter().map(|pair| pair[k]).collect();
        ids.sort_unstable();
        ids.dedup();
        for pair in &mut pairs {
            pair[k] = ids.partition_point(|id| *id < pair[k]) as u32;
        }
        ids.into_iter().map(|id| all[id as usize]).collect()
    });
    Witness {
        points,
        pairs,
        weights,
    }
}

/// A point of the body, in f64, that is farthest along a direction but for rounding.
fn inner_point(body: &Curved, e: &Vector3<f64>) -> Vector3<f64> {
    let e = e / e.amax().max(f64::MIN_POSITIVE);
    let shape = given_shape(Core::Curved(body));
    let size = shape.half_extents().into_iter().fold(0.0, f64::max);
    let scale = match size > 0.0 {
        true => libm::ldexp(1.0, (-libm::ilogb(size)).min(1000)),
        false => 1.0,
    };
    let far = body.support(&double3(&e), scale);
    let far = Vector3::from(far.map(Double::value)) / scale;
    let inward = |k: usize, x: f64| match (shape, k) {
        (Shape::Cone { .. }, 2) => x.next_down(),
        _ if x == 0.0 => x,
        _ => toward_0(x),
    };
    let choices = (0..8).map(|choice| {
        let side = |k: usize| match choice >> k & 1 {
            0 => far[k],
            _ => inward(k, far[k]),
        };
        Vector3::new(side(0), side(1), side(2))
    });
    let along = |p: &Vector3<f64>| dot(&double3(&e), &double3(&(p * scale)));
    choices
        .filter(|p| shape.holds(&(*p).into()))
        .max_by(|p, q| (along(p) - along(q)).value().total_cmp(&0.0))
        .unwrap_or_else(Vector3::zeros)
}

fn toward_0(x: f64) -> f64 {
    match x > 0.0 {
        true => x.next_down(),
        false => x.next_up(),
    }
}

/// A point of a curved body in f64, near one that is off it by roundings.
///
/// Moved to the axis, or to the centre; of a thin body along what is thin, or with that given up: the least of these moves.
fn settled(shape: &Shape, point: &Vector3<f64>) -> Vector3<f64> {
    let half = Vector3::from(shape.half_extents());
    let point = point.zip_map(&half, |x, most| x.clamp(-most, most));
    let axis = |p: Vector3<f64>| (p, Vector3::new(0.0, 0.0, p.z));
    let without = |most: f64| {
        (
            point.zip_map(&half, |x, own| if own > most { x } else { 0.0 }),
            Vector3::zeros(),
        )
    };
    let ways = match shape {
        Shape::Cone { half_length, .. } => {
            let base = Vector3::new(point.x, point.y, -half_length);
            [axis(point), axis(base), (point, base)].to_vec()
        }
        Shape::Cylinder { .. } => vec![axis(point)],
        _ => {
            let mut thin = shape.half_extents();
            sort_by(&mut thin, f64::total_cmp);
            let [whole, flat, long] = [-1.0, thin[0], thin[1]].map(without);
            vec![whole, flat, long, (point, flat.0), (point, long.0)]
        }
    };
    let inside = ways.into_iter().filter_map(|(from, to)| {
        let moved = |k: i32| match k {
            0 => from,
            _ => from + (to - from) * libm::ldexp(1.0, k - 54),
        };
        (0..=54).map(moved).find(|p| shape.holds(&(*p).into()))
    });
    let off = |p: &Vector3<f64>| (p - point).amax();
    let nearest = inside.min_by(|p, q| off(p).total_cmp(&off(q)));
    nearest.unwrap_or_else(Vector3::zeros)
}
