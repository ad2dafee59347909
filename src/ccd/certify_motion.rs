//! Certificates of times of impact: the walk's links, or the exact planes of a straight motion, and
//! the contact that ends them.
//!
//! Made after the answer, from it alone. The walk is taken once more with its links written down;
//! what last frame's memory did to the first one does not matter, because a link is true of every
//! part of its time: the last one is cut where the answer's `t_lo` says. Where the new walk would stop
//! short of that, near a contact that the first one stepped past, it is asked for a finer one.

use nalgebra::Vector3;

use super::certify::{corners, exact_certificate, given_motion, link_over, of_swept_hulls};
use super::impact::{Contact as Ending, TimeOfImpact, TimeOfImpactOptions};
use super::interframe::motion_scale;
use super::pair_course::PairCourse;
use super::step::{self, Advance, Ask, Bound};
use super::time_of_impact::{ask, unscaled};
use super::walk::{CONTACT_REL_TOL, Walked, measure_slowly, walk_slowly};
use crate::certificate::{
    Certificate, Chain, Column, Contact, Link, LinkKind, Placement, Proof, Weighted,
};
use crate::distance::gjk::{Kind, Nearest};
use crate::distance::subsimplex::Subsimplex;
use crate::geometry::arithmetic::{dot, norm};
use crate::geometry::motion::Motion;
use crate::geometry::polytope::Polytope;
use crate::geometry::support::Start;
use crate::lp::exact;
use crate::lp::problem::Difference;
use crate::pair::PairState;
use crate::sweep::full::ExtendedHull;
use crate::verdict::Verdict;

/// What proves an answer of [`time_of_impact`](crate::time_of_impact): a [`Chain`].
///
/// `options` and `answer` are that query's, whatever state it began with. `Separated`: links from
/// `free_from` to the end of the frame. `Hit`: links up to `t_lo`, and the contact at `t_hi`.
/// `Undecided`: links up to `t_lo`, so that nothing proved is lost; the checker calls that undecided
/// too, and so it does links that begin after t = 0.
///
/// Takes about as long as the query did, a hit of bodies that do not turn some tens of microseconds
/// for its exact integers. Allocates.
///
/// ```
/// use interframe::{
///     Motion, PairState, Polytope, Pose, Settings, TimeOfImpactOptions, Verdict,
///     certify_time_of_impact, time_of_impact,
/// };
/// use nalgebra::Vector3;
///
/// let bar = Polytope::new(&[Vector3::new(-5.0, 0.0, 0.0), Vector3::new(5.0, 0.0, 0.0)])?;
/// let post = Polytope::new(&[Vector3::new(0.0, 4.0, -1.0), Vector3::new(0.0, 4.0, 1.0)])?;
/// let turn = Vector3::new(0.0, 0.0, 3.0 * std::f64::consts::PI);
/// let spinning = Motion::with_turn(Pose::identity(), Vector3::zeros(), turn, Vector3::zeros())?;
/// let still = Motion::fixed(Pose::identity());
/// let options = TimeOfImpactOptions::default();
/// let answer = time_of_impact(
///     &bar, &spinning, &post, &still,
///     &options, &mut PairState::default(), &Settings::default(),
/// )?;
/// let proof = certify_time_of_impact(&bar, &spinning, &post, &still, &options, &answer);
/// let proved = proof.verify().expect("true");
/// assert_eq!(proved.verdict, Verdict::Hit);
/// assert_eq!(proved.free, [0.0, answer.t_lo]);
/// # Ok::<(), interframe::Error>(())
/// ```
#[must_use]
pub fn certify_time_of_impact(
    a: &Polytope,
    motion_a: &Motion,
    b: &Polytope,
    motion_b: &Motion,
    options: &TimeOfImpactOptions,
    answer: &TimeOfImpact,
) -> Proof {
    let certificate = if a.is_empty() || b.is_empty() {
        Certificate::Empty
    } else {
        let scale = motion_scale(a, motion_a, b, motion_b);
        let maker = Maker {
            a,
            motion_a,
            b,
            motion_b,
            scale,
            target: options.target_separation,
            ask: Ask {
                // The links are wanted that the answer was found by.
                budget: options.budget.saturating_mul(4).max(10_000),
                ..ask(a, b, options, scale, Advance::MovingPlane)
            },
        };
        Certificate::Chain(maker.chain(answer))
    };
    Proof {
        a: corners(a),
        b: corners(b),
        placement: Placement::Motions([given_motion(motion_a), given_motion(motion_b)]),
        certificate,
    }
}

/// How many times the tolerance is made finer for a walk that stops short, and by what.
const FINER: [f64; 4] = [1.0, 1e-2, 1e-4, 1e-6];

pub(super) struct Maker<'a> {
    pub(super) a: &'a Polytope,
    pub(super) motion_a: &'a Motion,
    pub(super) b: &'a Polytope,
    pub(super) motion_b: &'a Motion,
    pub(super) scale: f64,
    /// Target separation.
    pub(super) target: f64,
    pub(super) ask: Ask,
}

impl Maker<'_> {
    fn chain(&self, answer: &TimeOfImpact) -> Chain {
        let turning = self.motion_a.turns() || self.motion_b.turns();
        let (links, contact) = if turning || self.target > 0.0 || answer.free_from > 0.0 {
            let pair = self.pair();
            let (links, found) = self.links(&pair, answer.free_from, answer.t_lo);
            let found = found.filter(|walked| walked.t == answer.t_hi);
            let contact = self.contact(&pair, answer, found.map(|walked| walked.nearest));
            (links, contact)
        } else {
            self.straight(answer)
        };
        Chain {
            separation: self.target,
            from: answer.free_from,
            links,
            contact,
        }
    }

    pub(super) fn pair(&self) -> PairCourse<'_> {
        PairCourse::new(self.a, self.motion_a, self.b, self.motion_b, self.scale)
    }

    /// Links from `from` to `to`, or as far as could be proved, and the first walk's end.
    pub(super) fn links(
        &self,
        pair: &PairCourse<'_>,
        from: f64,
        to: f64,
    ) -> (Vec<Link>, Option<Walked>) {
        if !(to > from) {
            return (Vec::new(), None);
        }
        let mut first = None;
        let mut best: (f64, Vec<step::Link>) = (from, Vec::new());
        for finer in FINER {
            let ask = Ask {
                tolerance: self.ask.tolerance * finer,
                ..self.ask
            };
            let mut links = Vec::new();
            let state = &mut PairState::default();
            let walked = walk_slowly(pair, &ask, from, state, &mut |link| links.push(link));
            if walked.t > best.0 {
                best = (walked.t, links);
            }
            first.get_or_insert(walked);
            if best.0 >= to {
                break;
            }
        }
        if best.0 == 0.0 {
            return (self.first_moment(to), None);
        }
        let cut = |link: &step::Link| Link {
            t1: link.to.min(to),
            ..self.link(pair, link)
        };
        let used = best.1.iter().take_while(|link| link.from < to);
        let mut links: Vec<Link> = used.map(cut).collect();
        links.extend(self.last_moment(pair, best.0, to));
        (links, first)
    }

    /// The walk from another state came a few roundings farther: the plane of there, held back.
    fn last_moment(&self, pair: &PairCourse<'_>, reached: f64, to: f64) -> Option<Link> {
        if reached >= to {
            return None;
        }
        let there = self.nearest(pair, to);
        let posed = pair.pose(reached);
        let (a, b) = pair.bodies(&posed);
        let back = Difference::new(&a, &b, 0.0).support(&there.normal, Start::Table);
        let open = there.lower > self.ask.target && back.gap() > self.ask.target;
        let plane = LinkKind::Plane {
            normal: there.normal.into(),
            turn: [0.0; 3],
            bound: 0.0,
        };
        open.then(|| link_over([reached, to], plane))
    }

    fn link(&self, pair: &PairCourse<'_>, link: &step::Link) -> Link {
        let radii = [&pair.reach_a, &pair.reach_b].map(|reach| reach.from_pivot);
        // A radius of few digits, rounded up, may not serve.
        let ordinary = self.scale == 1.0 && radii.iter().all(|r| *r > LEAST_RADIUS);
        let by = match link.bound {
            Bound::Balls if ordinary => LinkKind::Balls {
                centers: [self.motion_a, self.motion_b].map(|m| m.pivot().into()),
                radii: radii.map(f64::next_up),
            },
            Bound::Balls => LinkKind::Plane {
                normal: across_balls(pair, link).into(),
                turn: [0.0; 3],
                bound: 0.0,
            },
            bound => LinkKind::Plane {
                normal: link.normal.into(),
                turn: link.turn.into(),
                bound: match bound {
                    Bound::Curvature(k) => k / self.scale,
                    _ => 0.0,
                },
            },
        };
        Link {
            t0: link.from,
            t1: link.to,
            by,
        }
    }

    /// Bodies whose distance at t = 0 is below what f64 can tell: what spans the plane there.
    fn first_moment(&self, to: f64) -> Vec<Link> {
        self.of_sweep(0.0, |hull_a, hull_b| {
            let m = &mut Difference::new(hull_a, hull_b, 0.0);
            let found = exact::nearest(m, std::iter::empty());
            let pairs = found.columns.into_iter().map(|(a, b)| [a, b]).collect();
            let apart = found.distance > 0.0;
            let link = || link_over([0.0, to], LinkKind::Span { pairs });
            apart.then(link).into_iter().collect()
        })
    }

    fn contact(
        &self,
        pair: &PairCourse<'_>,
        answer: &TimeOfImpact,
        found: Option<Nearest>,
    ) -> Option<Contact> {
        if answer.verdict != Verdict::Hit {
            return None;
        }
        if answer.t_hi == 0.0 && answer.contact == Ending::Overlap {
            return self.swept(0.0).contact;
        }
        let found = found.unwrap_or_else(|| self.nearest(pair, answer.t_hi));
        if answer.contact == Ending::Overlap && found.kind == Kind::Overlap {
            return Some(overlap(&found, answer.t_hi));
        }
        let mut gap = unscaled(found.upper, self.scale);
        if answer.contact == Ending::Near {
            // Of points that were measured anew, rounding aside, as near as those of the answer.
            let near = norm(&found.simplex.point()) <= answer.gap * self.scale;
            gap = if near {
                answer.gap
            } else {
                gap.max(answer.gap)
            };
        }
        Some(near(&found, answer.t_hi, gap.min(f64::MAX)))
    }

    /// The distance at time `t`, as well as f64 can tell.
    pub(super) fn nearest(&self, pair: &PairCourse<'_>, t: f64) -> Nearest {
        let (posed, cold) = (pair.pose(t), Subsimplex::default());
        let target = self.ask.target;
        measure_slowly(
            pair,
            &posed,
            &cold,
            target,
            CONTACT_REL_TOL,
            &mut [0; 2],
            &mut 0,
        )
    }

    /// Bodies that do not turn: exact planes and columns of what they sweep.
    fn straight(&self, answer: &TimeOfImpact) -> (Vec<Link>, Option<Contact>) {
        let links = match answer.normal {
            _ if answer.t_lo == 0.0 => Vec::new(),
            Some(normal) if answer.verdict == Verdict::Separated && self.serves(&normal) => {
                let plane = LinkKind::Plane {
                    normal: normal.into(),
                    turn: [0.0; 3],
                    bound: 0.0,
                };
                vec![link_over([0.0, 1.0], plane)]
            }
            _ => self.swept(answer.t_lo).links,
        };
        let hit = answer.verdict == Verdict::Hit;
        let contact = hit.then(|| self.swept(answer.t_hi).contact).flatten();
        (links, contact)
    }

    /// Whether `normal` clearly separates what the bodies sweep.
    fn serves(&self, normal: &Vector3<f64>) -> bool {
        self.of_sweep(1.0, |hull_a, hull_b| {
            let mut m = Difference::new(hull_a, hull_b, 0.0);
            let extent = m.support(normal, Start::Table);
            m.proves_apart(normal, 1.0, &extent)
        })
    }

    /// What the bodies do from the start up to `t`, exactly.
    fn swept(&self, t: f64) -> Chain {
        let found = self.of_sweep(t, |hull_a, hull_b| exact_certificate(hull_a, hull_b));
        of_swept_hulls(self.a, self.b, found, t)
    }

    /// Looks at the bodies at the start, carried straight up to `t`.
    fn of_sweep<T>(
        &self,
        t: f64,
        look: impl FnOnce(&ExtendedHull<'_>, &ExtendedHull<'_>) -> T,
    ) -> T {
        let matrices = [self.motion_a, self.motion_b].map(|m| m.start().matrix() * self.scale);
        let [matrix_a, matrix_b] = &matrices;
        let hull = |body, motion, matrix| {
            ExtendedHull::of_travel(body, motion, matrix, self.motion_a, t, self.scale)
        };
        let hull_a = hull(self.a, self.motion_a, matrix_a);
        let hull_b = hull(self.b, self.motion_b, matrix_b);
        look(&hull_a, &hull_b)
    }
}

/// Balls smaller than this are not written as balls: their vertices' squares vanish.
const LEAST_RADIUS: f64 = 1e-140;

/// A fixed normal that keeps the balls around the pivots apart as long as they are: that of the
/// time in the link when the pivots come nearest.
fn across_balls(pair: &PairCourse<'_>, link: &step::Link) -> Vector3<f64> {
    let (p, u) = (pair.between_pivots(link.from), &pair.travel);
    let after = (-dot(&p, u) / dot(u, u)).clamp(0.0, link.to - link.from);
    // NaN, of pivots that do not move against each other, serves as 0.
    let after = if after > 0.0 { after } else { 0.0 };
    pair.between_pivots(link.from + after)
}

/// A common point of turning bodies: four columns about the origin.
pub(super) fn overlap(found: &Nearest, t: f64) -> Contact {
    let simplex = &found.simplex;
    let column = |k: usize| Column {
        pair: [simplex.columns[k].id_a, simplex.columns[k].id_b],
        late: false,
        weight: simplex.weights[k],
    };
    Contact::Overlap {
        times: [t, t],
        columns: (0..simplex.count).map(column).collect(),
    }
}

/// The nearest points as they were measured.
pub(super) fn near(found: &Nearest, t: f64, gap: f64) -> Contact {
    let simplex = &found.simplex;
    let weighted = |id: &dyn Fn(usize) -> u32| {
        let mut list: Vec<Weighted> = Vec::new();
        for k in 0..simplex.count {
            let (id, weight) = (id(k), simplex.weights[k].max(0.0));
            match list.iter_mut().find(|entry| entry.id == id) {
                Some(entry) => entry.weight += weight,
                None => list.push(Weighted { id, weight }),
            }
        }
        list
    };
    Contact::Near {
        t,
        gap,
        a: weighted(&|k| simplex.columns[k].id_a),
        b: weighted(&|k| simplex.columns[k].id_b),
    }
}
