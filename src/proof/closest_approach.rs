//! Certificates of closest approaches: that bodies are never nearer, and that they are as near once.

use crate::advance::approach::{ClosestApproach, ClosestApproachOptions};
use crate::advance::impact::{Contact as Ending, TimeOfImpact, TimeOfImpactOptions};
use crate::advance::plain_data::{about_motions, refused};
use crate::certificate::{Certificate, Chain, Proof};
use crate::motion::pairs::MovingPair;
use crate::proof::contact::SaidNear;
use crate::proof::curved;
use crate::proof::time_of_impact::{ChainProver, certify_time_of_impact};
use crate::verdict::Verdict;

/// Makes the proof of an answer of [`closest_approach`](crate::closest_approach()).
///
/// `options` and `answer` are that query's. `Separated`: a chain of links over the whole frame whose `separation` is
/// `lower_bound`: the bodies are always farther apart. `Hit`: what [`certify_time_of_impact`] makes. `Undecided`: links up to
/// `t_lo` that say that they are apart until then. That they come as near as `distance` is what
/// [`certify_nearest_points`] proves. Allocates.
///
/// Every checker refuses what is returned where there is no such proof: of bodies of several pieces that are apart or undecided,
/// and of curved ones where no links to the end of the frame hold.
///
/// ```
/// use interframe::{
///     ClosestApproachOptions, Motion, MovingPair, PairState, Pose, SharedBody, Verdict,
///     certify_closest_approach, certify_nearest_points, closest_approach,
/// };
/// use nalgebra::Vector3;
///
/// let ball = SharedBody::sphere(1.0)?;
/// let start = Pose::from_translation(Vector3::new(-3.0, 5.0, 0.0))?;
/// let scaled = Motion::translation(start, Vector3::new(9.0, 5.0, 0.0))?;
/// let still = Motion::fixed(Pose::identity());
/// let pair = MovingPair::new(&ball, &scaled, &ball, &still);
/// let options = ClosestApproachOptions::default();
/// let found = closest_approach(&pair, &options, &mut PairState::default())?;
/// let never_nearer = certify_closest_approach(&pair, &options, &found).verify().expect("true");
/// assert_eq!((never_nearer.verdict, never_nearer.separation), (Verdict::Separated, found.lower_bound));
/// let as_near = certify_nearest_points(&pair, &options, &found).expect("two points").verify().expect("true");
/// assert!(as_near.gap.unwrap() <= found.distance);
/// # Ok::<(), interframe::Error>(())
/// ```
#[must_use]
pub fn certify_closest_approach(
    pair: &MovingPair<'_>,
    options: &ClosestApproachOptions,
    answer: &ClosestApproach,
) -> Proof {
    let hit = TimeOfImpact {
        contact: answer.contact,
        t_lo: answer.t_lo,
        t_hi: answer.t_hi,
        gap: answer.error,
        point_a: answer.point_a,
        point_b: answer.point_b,
        normal: answer.normal,
        pieces: answer.pieces,
        ..TimeOfImpact::HIT
    };
    let said = match answer.verdict {
        Verdict::Hit => hit,
        Verdict::Separated => TimeOfImpact::separated(0.0, None),
        Verdict::Undecided => TimeOfImpact::undecided(answer.reason, 0.0, answer.t_lo),
    };
    let is_apart = answer.verdict == Verdict::Separated;
    let target = match is_apart && answer.lower_bound.is_finite() {
        true => answer.lower_bound,
        false => 0.0,
    };
    let proof = certify_time_of_impact(pair, &within(options, answer, target), &said);
    let ends_early = |chain: &Chain| chain.links.last().is_none_or(|last| last.t1 < 1.0);
    match &proof.certificate {
        Certificate::Chain(chain) if is_apart && ends_early(chain) => refused(),
        _ => proof,
    }
}

/// Makes the proof that bodies apart come as near as an answer of [`closest_approach`](crate::closest_approach())
/// says: two points at `t`, no farther apart than `distance`. Weights in f64 name points of the bodies to a rounding of their
/// sizes, so that of gaps below it the points may be farther apart by that. None of a hit, whose own proof says it, and of
/// empty bodies.
#[must_use]
pub fn certify_nearest_points(
    pair: &MovingPair<'_>,
    options: &ClosestApproachOptions,
    answer: &ClosestApproach,
) -> Option<Proof> {
    if answer.verdict == Verdict::Hit || pair.convex_pair().bounding_polytopes().has_empty() {
        return None;
    }
    if pair.has_pieces() {
        let certify = |pair: &MovingPair<'_>| certify_nearest_points(pair, options, answer);
        return pair.of_pieces(answer.pieces?, certify).ok()?;
    }
    let Some(cores) = pair.cores() else {
        let options = within(options, answer, 0.0);
        let near = (answer.t, answer.distance);
        return Some(curved::near_at(pair, &options, near, answer.normal));
    };
    let points = answer.point_a.zip(answer.point_b).map(|(a, b)| [a, b]);
    let said = SaidNear {
        gap: answer.distance,
        points: points.filter(|_| cores.radii == [0.0; 2]),
    };
    let options = within(options, answer, 0.0);
    let maker = ChainProver::new(&cores, &options);
    let contact = maker.contact_at(answer.t, Ending::Near, &said, None);
    let chain = Chain {
        separation: 0.0,
        from: answer.t,
        links: Vec::new(),
        contact: Some(contact),
    };
    Some(about_motions(&cores, Certificate::Chain(chain)))
}

/// The options of the advance that proves it: it must not take the least distance for contact.
fn within(
    options: &ClosestApproachOptions,
    answer: &ClosestApproach,
    target: f64,
) -> TimeOfImpactOptions {
    let asked = options.for_time(target);
    let finer = 0.25 * (answer.distance - target);
    TimeOfImpactOptions {
        tolerance: match answer.verdict == Verdict::Separated && finer > 0.0 && finer.is_finite() {
            true => Some(finer),
            false => asked.tolerance,
        },
        ..asked
    }
}
