//! Certificates of times of impact: the advance's links, or the exact planes of a straight motion, and the contact
//! that ends them.
//!
//! Made after the answer, from it alone. The advance runs once more and records its links. It does not matter which
//! pair state the first one had, because a link is true for every part of its time: the last one is cut at the
//! answer's `t_lo`. If the new advance would stop before that, near a contact that the first one stepped past, it
//! runs with a finer tolerance.

use nalgebra::Vector3;

use crate::advance::convex_time::{contact_again, time_of_impact};
use crate::advance::impact::{
    Contact as Ending, InitialContact, TimeOfImpact, TimeOfImpactOptions,
};
use crate::advance::impact_query::ask;
use crate::advance::plain_data::{about_motions, corners, given_motion, link_over, still_plane};
use crate::advance::polytope_advance::{Progress, advance_outlined};
use crate::advance::relative_motion::RelativeMotion;
use crate::advance::scaled_motions::ScaledMotions;
use crate::advance::step::{self, Advance, AdvanceRequest, StepProof};
use crate::certificate::for_prover::Round;
use crate::certificate::{Certificate, Chain, Contact, Link, LinkKind, Proof};
use crate::motion::pairs::{Cores, MovingPair};
use crate::motion::rigid_motion::Motion;
use crate::numeric::arithmetic::{U, dot, norm, norm1};
use crate::pair::PairState;
use crate::proof::contact::{Pair, SaidNear};
use crate::proof::verdicts::{exact_certificate, of_swept_hulls};
use crate::proof::{curved, pieces};
use crate::shape::polytope::Polytope;
use crate::shape::support::SearchStart;
use crate::solver::exact;
use crate::solver::gjk::NearestPoints;
use crate::solver::minkowski_difference::Difference;
use crate::verdict::Verdict;

/// Makes the proof of an answer of [`time_of_impact`](crate::time_of_impact): a [`Chain`].
///
/// `options` and `answer` are that query's, from any state. `Separated`: links from
/// `free_from` to the end of the frame. `Hit`: links up to `t_lo`, and the contact at `t_hi`.
/// `Undecided`: links up to `t_lo`, so that nothing proved is lost; the checker calls that undecided
/// too, and so it does links that begin after t = 0.
///
/// Takes about as long as the query did, a hit of bodies that do not turn some tens of microseconds
/// for its exact integers. Allocates.
///
/// ```
/// use interframe::{
///     Motion, MovingPair, PairState, Polytope, Pose, TimeOfImpactOptions, Verdict,
///     certify_time_of_impact, time_of_impact,
/// };
/// use nalgebra::Vector3;
///
/// let bar = Polytope::new(&[Vector3::new(-5.0, 0.0, 0.0), Vector3::new(5.0, 0.0, 0.0)])?;
/// let post = Polytope::new(&[Vector3::new(0.0, 4.0, -1.0), Vector3::new(0.0, 4.0, 1.0)])?;
/// let turn = Vector3::new(0.0, 0.0, 3.0 * std::f64::consts::PI);
/// let spinning = Motion::from_turn(Pose::identity(), Vector3::zeros(), turn, Vector3::zeros())?;
/// let still = Motion::fixed(Pose::identity());
/// let options = TimeOfImpactOptions::default();
/// let answer = time_of_impact(
///     &MovingPair::new(&bar, &spinning, &post, &still),
///     &options, &mut PairState::default(),
/// )?;
/// let proof = certify_time_of_impact(
///     &MovingPair::new(&bar, &spinning, &post, &still),
///     &options, &answer,
/// );
/// let proved = proof.verify().expect("true");
/// assert_eq!(proved.verdict, Verdict::Hit);
/// assert_eq!(proved.free, [0.0, answer.t_lo]);
/// # Ok::<(), interframe::Error>(())
/// ```
#[must_use]
pub fn certify_time_of_impact(
    pair: &MovingPair<'_>,
    options: &TimeOfImpactOptions,
    answer: &TimeOfImpact,
) -> Proof {
    if pair.has_pieces() {
        let of_pieces = |ids| {
            pair.of_pieces(ids, |two| {
                let answer = TimeOfImpact {
                    free_from: free_from(two, options, answer),
                    ..*answer
                };
                certify_time_of_impact(two, options, &answer)
            })
        };
        // Of an undecided answer, what was proved of the pair that leaves it open.
        return pieces::met(answer.pieces, Verdict::Hit, of_pieces);
    }
    let Some(cores) = pair.cores() else {
        return curved::in_motion(pair, options, answer);
    };
    let certificate = match cores.has_empty() {
        true => Certificate::Empty,
        false => Certificate::Chain(ChainProver::new(&cores, options).chain(answer)),
    };
    about_motions(&cores, certificate)
}

/// From when on two pieces are apart: from the start on, where the contact that their bodies ignore is one of others.
fn free_from(two: &MovingPair<'_>, options: &TimeOfImpactOptions, answer: &TimeOfImpact) -> f64 {
    if answer.free_from == 0.0 {
        return 0.0;
    }
    let report = options.with_start(InitialContact::Report);
    match time_of_impact(two, &report, &mut PairState::default()) {
        Ok(first) if !first.initial => 0.0,
        _ => answer.free_from,
    }
}

/// Factors by which the tolerance is made finer, one after the other, for an advance that stops short.
const TOLERANCE_FACTORS: [f64; 4] = [1.0, 1e-2, 1e-4, 1e-6];

/// Parts of what no advance came to that are halved.
const MOST_HALVINGS: u32 = 1000;

pub(crate) struct ChainProver<'a> {
    pub(crate) pair: Pair<'a>,
    /// Target separation.
    pub(crate) target: f64,
    options: &'a TimeOfImpactOptions,
    pub(crate) ask: AdvanceRequest,
    /// Radii of balls about the pivots, world units.
    radii: [f64; 2],
}

impl<'a> ChainProver<'a> {
    pub(crate) fn new(cores: &Cores<'a, Motion>, options: &'a TimeOfImpactOptions) -> Self {
        let scaled = ScaledMotions::new(cores);
        let (bodies, motions) = cores.both();
        let ask = AdvanceRequest {
            // The links are wanted that the answer was found by.
            budget: options.budget.saturating_mul(4).max(10_000),
            ..ask(&scaled, options, Advance::MovingPlane)
        };
        ChainProver {
            pair: Pair {
                course: RelativeMotion::new(&scaled),
                target: ask.target,
                corners: bodies.map(corners),
                round: Round {
                    radii: cores.radii,
                    ..Round::default()
                },
                motions: motions.map(given_motion),
            },
            target: options.target_separation,
            options,
            radii: [0, 1].map(|k| radius(bodies[k], motions[k])),
            ask,
        }
    }

    /// Whether exact planes and columns tell everything.
    pub(crate) fn is_straight(&self) -> bool {
        !self.pair.course.scaled.is_turning() && self.target == 0.0
    }

    fn chain(&self, answer: &TimeOfImpact) -> Chain {
        let (links, contact) = if self.is_straight() && answer.free_from == 0.0 {
            self.straight(answer)
        } else {
            let free = [answer.free_from, answer.t_lo];
            let (mut links, found) = self.links(free, &mut PairState::default());
            // Of bodies that come apart at the very end, by less than f64 measures, the answer has the plane.
            if links.is_empty() && free == [1.0; 2] {
                let last = answer.normal.map(|n| link_over([1.0; 2], still_plane(n)));
                links.extend(last.filter(|link| self.pair.proves(link, self.target)));
            }
            let found = match answer.contact {
                Ending::None => None,
                _ => at(found, answer.t_hi).or_else(|| self.found_again(answer.t_hi)),
            };
            (links, self.contact(answer, found))
        };
        Chain {
            separation: self.target,
            from: answer.free_from,
            links,
            contact,
        }
    }

    /// Links from `from` to `to`, or as far as could be proved, and the first advance's end. That one goes on from
    /// `state`, as the query's did.
    pub(crate) fn links(
        &self,
        [from, to]: [f64; 2],
        state: &mut PairState,
    ) -> (Vec<Link>, Option<Progress>) {
        let pair = &self.pair.course;
        if to == 1.0 && from == 1.0 {
            // The last moment alone.
            return (self.one_plane([1.0; 2]).into_iter().collect(), None);
        }
        if !(to > from) {
            return (Vec::new(), None);
        }
        let mut first = None;
        let mut best: (f64, Vec<step::Link>) = (from, Vec::new());
        for finer in TOLERANCE_FACTORS {
            let ask = AdvanceRequest {
                tolerance: self.ask.tolerance * finer,
                ..self.ask
            };
            let mut links = Vec::new();
            let fresh = &mut PairState::default();
            let state = if first.is_none() { &mut *state } else { fresh };
            let progress = advance_outlined(pair, &ask, from, state, &mut |link| links.push(link));
            if progress.t > best.0 {
                best = (progress.t, links);
            }
            first.get_or_insert(progress);
            if best.0 >= to {
                break;
            }
        }
        if best.0 == 0.0 {
            return (self.first_moment(to), None);
        }
        let cut = |link: &step::Link| Link {
            t1: link.to.min(to),
            ..self.link(link)
        };
        let used = best.1.iter().take_while(|link| link.from < to);
        let mut links: Vec<Link> = used.map(cut).collect();
        if best.0 < to {
            // The advance from another state came farther.
            let longer = links.last().map(|last| Link {
                t1: to,
                ..last.clone()
            });
            match longer.filter(|longer| self.pair.proves(longer, self.target)) {
                Some(longer) => {
                    links.pop();
                    links.push(longer);
                }
                None => links.extend(self.rest([best.0, to])),
            }
        }
        (links, first)
    }

    /// Links for what no advance came to: planes of single times, of parts that are halved until one serves.
    fn rest(&self, [reached, to]: [f64; 2]) -> Vec<Link> {
        let mut links = Vec::new();
        let mut stack = vec![[reached, to]];
        let mut tried = 0;
        while let Some([from, to]) = stack.pop() {
            if let Some(link) = self.one_plane([from, to]) {
                links.push(link);
                continue;
            }
            let middle = from + 0.5 * (to - from);
            tried += 1;
            if tried > MOST_HALVINGS || middle <= from || middle >= to {
                break;
            }
            stack.extend([[middle, to], [from, middle]]);
        }
        links
    }

    /// The plane of an end, or of the middle, if it serves from the first to the last.
    fn one_plane(&self, [from, to]: [f64; 2]) -> Option<Link> {
        let across = |found: NearestPoints| link_over([from, to], still_plane(found.normal));
        let times = [to, from, 0.5 * (from + to)];
        let quick = times.iter().map(|t| across(self.pair.nearest(*t)));
        let careful = (times.iter()).map(|t| across(self.pair.nearest_carefully(*t)));
        quick
            .chain(careful)
            .find(|link| self.pair.proves(link, self.target))
    }

    fn link(&self, link: &step::Link) -> Link {
        let pair = &self.pair.course;
        // Near the least number that f64 has no radius is rounded up by little.
        let ordinary = pair.scale < LARGEST_SCALE;
        let by = match link.bound {
            StepProof::Balls if ordinary => LinkKind::Balls {
                centers: pair
                    .scaled
                    .motions
                    .map(|motion| motion.turning_pivot().into()),
                radii: self.radii,
            },
            StepProof::Balls => still_plane(across_balls(pair, link)),
            bound => LinkKind::Plane {
                normal: link.normal.into(),
                turn: link.turn.into(),
                bound: match bound {
                    // No condition reads it; JSON has no infinity.
                    StepProof::Curvature(k) => (k / pair.scale).min(f64::MAX),
                    _ => 0.0,
                },
            },
        };
        link_over([link.from, link.to], by)
    }

    /// Bodies whose distance at t = 0 is below what f64 can tell: what spans the plane there.
    fn first_moment(&self, to: f64) -> Vec<Link> {
        // Of a span nothing is known but that there is a gap.
        let spanned = (self.pair.target == 0.0).then(|| {
            let matrices = self.pair.course.scaled.matrices();
            let [a, b] = self.pair.course.scaled.swept(matrices.each_ref(), 0.0);
            let found = exact::nearest_of(&a, &b);
            let pairs = found.columns.into_iter().map(|(a, b)| [a, b]).collect();
            link_over([0.0, to], LinkKind::Span { pairs })
        });
        match spanned.filter(|link| self.pair.proves(link, 0.0)) {
            Some(link) => vec![link],
            None => self.rest([0.0, to]),
        }
    }

    /// Returns the nearest points by which the query found a first contact at `t`.
    pub(crate) fn found_again(&self, t: f64) -> Option<NearestPoints> {
        at(contact_again(self.pair.course.scaled, self.options), t)
    }

    fn contact(&self, answer: &TimeOfImpact, found: Option<NearestPoints>) -> Option<Contact> {
        if answer.verdict != Verdict::Hit {
            return None;
        }
        let points = answer.point_a.zip(answer.point_b).map(|(a, b)| [a, b]);
        let said = SaidNear {
            gap: answer.gap,
            // Of round bodies they are not of the cores, of which a proof is.
            points: points.filter(|_| !self.pair.course.scaled.is_round()),
        };
        Some(self.contact_at(answer.t_hi, answer.contact, &said, found))
    }

    /// A contact of the kind that is said, or the next best.
    pub(crate) fn contact_at(
        &self,
        t: f64,
        kind: Ending,
        said: &SaidNear,
        found: Option<NearestPoints>,
    ) -> Contact {
        let overlap = match kind {
            Ending::Overlap if t == 0.0 => self.swept(0.0).contact,
            Ending::Overlap => self.pair.overlap(t, found),
            _ => None,
        };
        overlap.unwrap_or_else(|| self.pair.near(t, said, found))
    }

    /// Bodies that do not turn: exact planes and columns of what they sweep.
    fn straight(&self, answer: &TimeOfImpact) -> (Vec<Link>, Option<Contact>) {
        let links = match answer.normal {
            _ if answer.t_lo == 0.0 => Vec::new(),
            Some(normal) if answer.verdict == Verdict::Separated && self.serves(&normal) => {
                vec![link_over([0.0, 1.0], still_plane(normal))]
            }
            _ => self.swept(answer.t_lo).links,
        };
        let contact = match answer.contact {
            Ending::None => None,
            Ending::Near => self.contact(answer, self.found_again(answer.t_hi)),
            _ => self.swept(answer.t_hi).contact,
        };
        (links, contact)
    }

    /// Whether `normal` clearly separates what the bodies sweep.
    fn serves(&self, normal: &Vector3<f64>) -> bool {
        let matrices = self.pair.course.scaled.matrices();
        let [a, b] = self.pair.course.scaled.swept(matrices.each_ref(), 1.0);
        let scaled = &self.pair.course.scaled;
        let slack = match scaled.is_round() {
            true => scaled.touching_distance(0.0).bounds(scaled.scale)[1],
            false => 0.0,
        };
        let mut m = Difference::new(&a, &b, slack);
        let extent = m.support(normal, SearchStart::Table);
        m.proves_apart(normal, 1.0, &extent)
    }

    /// Exact links from the start up to `t`.
    pub(crate) fn swept(&self, t: f64) -> Chain {
        let scaled = &self.pair.course.scaled;
        let matrices = scaled.matrices();
        let [a, b] = scaled.swept(matrices.each_ref(), t);
        of_swept_hulls(
            scaled.bodies,
            exact_certificate(&a, &b, &scaled.touching_distance(0.0)),
            t,
        )
    }
}

/// The measurement of an advance, if it came to just this time.
fn at(found: Option<Progress>, t: f64) -> Option<NearestPoints> {
    let there = found.filter(|progress| progress.t == t);
    there.map(|progress| progress.nearest)
}

/// Pairs that are scaled by more are not written as balls.
const LARGEST_SCALE: f64 = 1e295;

/// No vertex is farther from the pivot.
fn radius(body: &Polytope, motion: &Motion) -> f64 {
    let pivot = motion.turning_pivot();
    let distance = |index: usize| {
        let (v, mut most) = (body.vertex(index), 0.0);
        let arm = v - pivot;
        let largest = arm.amax();
        // Squares neither overflow nor vanish.
        if largest > 0.0 {
            most = norm(&(arm / largest)) * largest;
        }
        most + 16.0 * U * (norm1(&v) + norm1(&pivot))
    };
    let all = (0..body.vertex_count()).map(distance);
    all.fold(0.0, f64::max).next_up()
}

/// A fixed normal that keeps the balls around the pivots apart as long as they are: that of the
/// time in the link when the pivots come nearest.
fn across_balls(pair: &RelativeMotion<'_>, link: &step::Link) -> Vector3<f64> {
    let (p, u) = (pair.between_pivots(link.from), &pair.travel);
    let after = (-dot(&p, u) / dot(u, u)).clamp(0.0, link.to - link.from);
    // NaN, of pivots that do not move against each other, serves as 0.
    let after = if after > 0.0 { after } else { 0.0 };
    pair.between_pivots(link.from + after)
}
