//! The independent checker: is what a certificate says true?
//!
//! The solvers use no function of it, and it none of theirs. Rational positions are checked in integers; times at which
//! a body turns in intervals of f64, then of 256 and of 2,304 bits where f64 leaves a sign open. Every refusal
//! names the condition of `docs/guide/CERTIFICATES.md` that does not hold.

use super::chain::{
    Certificate, Chain, Farther, GivenEnd, GivenMotion, GivenPose, Intervals, Placement,
};
use super::contain::{check_exit, check_inside, check_outside};
use super::enclosure::{Enclosure, Unit};
use super::exact::World;
use super::failure::{Failure, Problem, refuse};
use super::finding::{Finding, Proved};
use super::interval::Interval;
use super::motion::{Motions, check_count};
use super::numbers::{at_least_0, check_direction, check_numbers, check_shape};
use super::placed::Placed;
use super::reach::Reach;
use super::scene::{Scene, TurningPlane};
use super::shape::{Round, Shape};
use super::simplex::whole;
use crate::verdict::Verdict;

/// Checks a certificate about two bodies, A first, given by their vertices in the body frame.
///
/// Cost: a few interval operations for each vertex and end of a link; more digits only where f64
/// leaves a sign open. A link takes at most 256 looks at all vertices. Allocates.
///
/// ```
/// use interframe_certificate::{Certificate, GivenPose, Placement, Verdict, verify};
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
/// let failure = verify(&wrong, [&corners, &corners], &poses).unwrap_err();
/// assert_eq!(failure.condition, 30);
/// # Ok::<(), interframe_certificate::Failure>(())
/// ```
///
/// # Errors
/// [`Failure`] says which condition does not hold, what is wrong or not proved, and in which link.
pub fn verify(
    certificate: &Certificate,
    bodies: [&[[f64; 3]]; 2],
    placement: &Placement,
) -> Result<Proved, Failure> {
    Ok(check(certificate, bodies, Round::default(), placement)?.proved())
}

/// Checks a certificate like [`verify`] and returns everything that it proves, also about round bodies.
pub(super) fn check(
    certificate: &Certificate,
    bodies: [&[[f64; 3]]; 2],
    round: Round,
    placement: &Placement,
) -> Result<Finding, Failure> {
    check_numbers(bodies, placement)?;
    for radius in round.radii {
        at_least_0(radius, 14, "radius")?;
    }
    for (k, body) in ['A', 'B'].into_iter().enumerate() {
        check_shape(&round.shapes[k], bodies[k], body)?;
    }
    check_kinds(certificate, placement)?;
    check_round(certificate, &round, placement)?;
    let missing = (0..2).any(|k| bodies[k].is_empty() && round.shapes[k] == Shape::Hull);
    match (certificate, placement) {
        (Certificate::Empty, _) if missing => Ok(Finding::Fixed(Verdict::Separated)),
        (Certificate::Empty, _) => refuse!(12 => "neither body is empty"),
        (Certificate::Inside { simplices }, Placement::Poses(poses)) => {
            check_inside(bodies, poses, simplices)
        }
        (Certificate::Outside(outside), Placement::Poses(poses)) => {
            check_outside(bodies, poses, outside)
        }
        (Certificate::Exit(exit), Placement::Motions(motions)) => check_exit(bodies, motions, exit),
        _ if missing => refuse!(12 => "a body without vertices is proved apart by `empty` alone"),
        (Certificate::Chain(chain), Placement::Motions(motions)) => {
            check_chain(bodies, round, motions, chain)
        }
        (Certificate::Intervals(intervals), Placement::Motions(motions)) => {
            check_intervals(bodies, round, motions, intervals)
        }
        (Certificate::Farther(farther), Placement::Poses(poses)) => {
            check_farther(bodies, round, poses, farther)
        }
        (Certificate::Nearer { distance, pairs }, Placement::Poses(poses)) => {
            let reach = Reach::new(*distance, round.radii);
            check_nearer(bodies, poses, reach, pairs)
        }
        _ => fixed_sets(certificate, bodies, round, placement),
    }
}

/// C24.
fn check_kinds(certificate: &Certificate, placement: &Placement) -> Result<(), Failure> {
    let motions = matches!(placement, Placement::Motions(_));
    let poses = matches!(placement, Placement::Poses(_));
    let (fits, what) = match certificate {
        Certificate::Empty => (true, ""),
        Certificate::Chain(_) => (motions, "a chain is about motions"),
        Certificate::Intervals(_) => (motions, "contact intervals are about motions"),
        Certificate::Exit(_) => (motions, "an exit is about motions"),
        Certificate::Inside { .. } | Certificate::Outside(_) => (
            poses,
            "that one body is inside another or outside is about poses",
        ),
        Certificate::Farther(_) | Certificate::Nearer { .. } => {
            (poses, "how far apart bodies are is about poses")
        }
        Certificate::Plane { .. } | Certificate::Span { .. } | Certificate::Columns { .. } => {
            (!motions, "motions are proved by a chain")
        }
    };
    refuse!(24 if !fits => "{what}");
    Ok(())
}

/// C14, C16.
fn check_round(
    certificate: &Certificate,
    round: &Round,
    placement: &Placement,
) -> Result<(), Failure> {
    let contained = matches!(
        certificate,
        Certificate::Inside { .. } | Certificate::Outside(_) | Certificate::Exit(_)
    );
    refuse!(14 if contained && round.radii != [0.0; 2] =>
        "that one body is inside another or outside is about bodies without radii");
    let spanned = match certificate {
        Certificate::Span { .. } => true,
        Certificate::Farther(farther) => farther.span.is_some(),
        _ => contained,
    };
    let listed = matches!(placement, Placement::Hulls(_) | Placement::Lists);
    refuse!(16 if round.is_curved() && (spanned || listed) =>
        "this kind of proof, or where the bodies are, is not for curved bodies");
    Ok(())
}

/// Hulls and bodies at rest, in integers; a plane in f64 first.
fn fixed_sets(
    certificate: &Certificate,
    bodies: [&[[f64; 3]]; 2],
    round: Round,
    placement: &Placement,
) -> Result<Finding, Failure> {
    let world = || World::of(bodies, placement, round.radii);
    match certificate {
        Certificate::Plane { normal } => {
            check_plane(normal, bodies, round, placement, 30)?;
            Ok(Finding::Fixed(Verdict::Separated))
        }
        Certificate::Span { pairs } => {
            world().span(pairs)?;
            Ok(Finding::Fixed(Verdict::Separated))
        }
        Certificate::Columns { pairs } => {
            refuse!(32 if !(1..=4).contains(&pairs.len()) => "a hit takes one to four columns");
            world().hit(pairs, 32)?;
            Ok(Finding::Fixed(Verdict::Hit))
        }
        _ => refuse!(24 => "the kinds of proof and placement differ"),
    }
}

/// C30, or C99 of a line's own plane.
pub(super) fn check_plane(
    normal: &[f64; 3],
    bodies: [&[[f64; 3]]; 2],
    round: Round,
    placement: &Placement,
    condition: u16,
) -> Result<(), Failure> {
    check_direction(normal, condition, "normal")?;
    let reach = Reach::new(0.0, round.radii);
    if let Placement::Poses(poses) = placement {
        if round.is_curved() {
            let clear = clear_of_curved(bodies, round, poses, normal, 0.0);
            refuse!(condition if !clear => Problem::NoGap { distance: 0.0 });
            return Ok(());
        }
        if clear_plane(bodies, poses, normal, reach) {
            return Ok(());
        }
    }
    World::of(bodies, placement, round.radii).plane(normal)
}

/// C33.
fn check_farther(
    bodies: [&[[f64; 3]]; 2],
    round: Round,
    poses: &[GivenPose; 2],
    farther: &Farther,
) -> Result<Finding, Failure> {
    let distance = farther.distance;
    at_least_0(distance, 33, "distance")?;
    let reach = Reach::new(distance, round.radii);
    let world = || World::of_poses(bodies, poses, reach);
    let apart = match (&farther.normal, &farther.span) {
        (Some(normal), None) => {
            check_direction(normal, 33, "normal")?;
            if round.is_curved() {
                let clear = clear_of_curved(bodies, round, poses, normal, distance);
                refuse!(33 if !clear => Problem::NoGap { distance });
                true
            } else {
                clear_plane(bodies, poses, normal, reach) || world().apart(&whole(normal), 0, 33)?
            }
        }
        (None, Some(pairs)) => {
            let world = world();
            world.apart(&world.spanned(pairs)?, 0, 33)?
        }
        _ => refuse!(33 => "that bodies are farther apart takes one of `normal` and `span`"),
    };
    refuse!(33 if !apart => Problem::NotFarther { distance });
    let verdict = Verdict::Separated;
    Ok(Finding::Within { distance, verdict })
}

/// C34.
fn check_nearer(
    bodies: [&[[f64; 3]]; 2],
    poses: &[GivenPose; 2],
    reach: Reach,
    pairs: &[[u32; 2]],
) -> Result<Finding, Failure> {
    let [distance, ..] = reach.parts();
    at_least_0(distance, 34, "distance")?;
    refuse!(34 if !(1..=4).contains(&pairs.len()) =>
        "that bodies are near takes one to four pairs");
    let near = World::of_poses(bodies, poses, reach).nearer(pairs)?;
    refuse!(34 if !near => Problem::NotNearer { distance });
    let verdict = Verdict::Hit;
    Ok(Finding::Within { distance, verdict })
}

/// Whether a plane keeps bodies of which one is curved farther apart than `distance` and the radii.
fn clear_of_curved(
    bodies: [&[[f64; 3]]; 2],
    round: Round,
    poses: &[GivenPose; 2],
    normal: &[f64; 3],
    distance: f64,
) -> bool {
    let resting = |pose: &GivenPose| GivenMotion {
        start: *pose,
        end: GivenEnd {
            p: pose.p,
            q: Some(pose.q),
            turn: None,
        },
        pivot: [0.0; 3],
    };
    let motions = poses.each_ref().map(resting);
    let reach = Reach::new(distance, round.radii);
    let pair = Motions::new(bodies, round, &motions);
    pair.plane([0.0; 2], normal, &[0.0; 3], reach).is_ok()
}

/// Whether intervals of f64 already show that a plane keeps the bodies farther apart than that.
fn clear_plane(
    bodies: [&[[f64; 3]]; 2],
    poses: &[GivenPose; 2],
    normal: &[f64; 3],
    reach: Reach,
) -> bool {
    let unit = Unit::plain(Unit::ROUGH);
    let at = |i: usize| Placed::<Interval>::resting(bodies[i], &poses[i], &poses[0].p, unit);
    let scene = Scene {
        a: at(0),
        b: at(1),
        unit,
    };
    let plane = TurningPlane::<Interval>::new(0.0, normal, &[0.0; 3], reach, unit);
    scene.gap_at(&plane, 0.0).is_positive()
}

/// C40 to C63.
fn check_chain(
    bodies: [&[[f64; 3]]; 2],
    round: Round,
    motions: &[GivenMotion; 2],
    chain: &Chain,
) -> Result<Finding, Failure> {
    at_least_0(chain.separation, 40, "separation")?;
    check_count(chain.links.len(), 40)?;
    let pair = Motions::new(bodies, round, motions);
    let free = pair.links(chain.from, &chain.links, chain.separation)?;
    let contact = chain.contact.as_ref();
    let contact = contact.map(|c| pair.contact(c)).transpose()?;
    if let Some(found) = contact {
        let ([contact, by], free_until) = (found.times, free.to);
        let condition = if found.gap.is_some() { 63 } else { 60 };
        refuse!(condition if !(contact >= free.from && by >= free_until) =>
            Problem::ContactEarly { contact, free_until });
    }
    Ok(Finding::Chain {
        separation: chain.separation,
        free,
        contact,
    })
}

/// C70 to C73.
fn check_intervals(
    bodies: [&[[f64; 3]]; 2],
    round: Round,
    motions: &[GivenMotion; 2],
    intervals: &Intervals,
) -> Result<Finding, Failure> {
    let (separation, gaps) = (intervals.separation, intervals.gaps.iter());
    at_least_0(separation, 70, "separation")?;
    check_count(gaps.clone().map(|gap| gap.links.len()).sum(), 70)?;
    refuse!(70 if gaps.len() != intervals.contacts.len() + 1 =>
        "there is not one gap more than there are contacts");
    let pair = Motions::new(bodies, round, motions);
    let gaps = gaps.map(|gap| pair.links(gap.from, &gap.links, separation));
    let gaps = gaps.collect::<Result<_, Failure>>()?;
    let proved = |contact: &Option<_>| contact.as_ref().map(|c| pair.contact(c)).transpose();
    let contacts = intervals.contacts.iter();
    let contacts = contacts.map(|ends| Ok([proved(&ends.enter)?, proved(&ends.exit)?]));
    Ok(Finding::Intervals {
        separation,
        gaps,
        contacts: contacts.collect::<Result<_, Failure>>()?,
    })
}
