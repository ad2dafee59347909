//! Certificates of contact intervals: links for every time between contacts, and a contact at the
//! beginning and at the end of each interval, as far as they are certified.
//!
//! What lies inside an interval was only visited, and nothing is certified of it.

use crate::advance::contact_at::unscaled;
use crate::advance::impact::{Contact as Ending, TimeOfImpactOptions};
use crate::advance::plain_data::{about_motions, refused};
use crate::ccd::contact_intervals::backwards;
use crate::ccd::interval_list::{ContactInterval, between};
use crate::certificate::{
    Certificate, Contact, ContactEnds, Gap, Intervals, Link, LinkKind, Proof,
};
use crate::error::Result;
use crate::motion::pairs::{Cores, MovingPair};
use crate::pair::PairState;
use crate::proof::contact::SaidNear;
use crate::proof::curved;
use crate::proof::time_of_impact::ChainProver;
use crate::shape::polytope::Polytope;

/// Makes the proof of an answer of [`contact_intervals`](crate::contact_intervals), whose list must be whole.
///
/// `options` are that query's. Certified are the times between the intervals, at which the bodies are
/// apart, and a contact in the brackets `enter` and `exit` of every interval that has one. What lies inside
/// an interval is not.
///
/// # Errors
/// [`Error`](crate::Error) when a pose of the motion run backwards is none.
///
/// ```
/// use interframe::{
///     ContactInterval, Motion, MovingPair, PairState, Polytope, Pose, TimeOfImpactOptions,
///     certify_contact_intervals, contact_intervals,
/// };
/// use nalgebra::Vector3;
///
/// let bar = Polytope::new(&[Vector3::new(-5.0, 0.0, 0.0), Vector3::new(5.0, 0.0, 0.0)])?;
/// let post = Polytope::new(&[Vector3::new(0.0, 4.0, -1.0), Vector3::new(0.0, 4.0, 1.0)])?;
/// let turn = Vector3::new(0.0, 0.0, 3.0 * std::f64::consts::PI);
/// let spinning = Motion::from_turn(Pose::identity(), Vector3::zeros(), turn, Vector3::zeros())?;
/// let still = Motion::fixed(Pose::identity());
/// let mut found = [ContactInterval::default(); 8];
/// let options = TimeOfImpactOptions::default();
/// let answer = contact_intervals(
///     &MovingPair::new(&bar, &spinning, &post, &still),
///     &options, &mut PairState::default(), &mut found,
/// )?;
/// let found = &found[..answer.count];
/// let proof = certify_contact_intervals(
///     &MovingPair::new(&bar, &spinning, &post, &still),
///     &options, found,
/// )?;
/// let proved = proof.verify().expect("true");
/// assert_eq!((proved.verdict, proved.contacts), (answer.verdict, 3));
/// # Ok::<(), interframe::Error>(())
/// ```
pub fn certify_contact_intervals(
    pair: &MovingPair<'_>,
    options: &TimeOfImpactOptions,
    found: &[ContactInterval],
) -> Result<Proof> {
    if pair.has_pieces() {
        return Ok(refused());
    }
    let Some(cores) = pair.cores() else {
        return Ok(curved::intervals(pair, options, found));
    };
    let certificate = if cores.has_empty() {
        Certificate::Empty
    } else {
        let maker = ChainProver::new(&cores, options);
        let (gaps, contacts) = if maker.is_straight() {
            straight(&maker, options, found)?
        } else {
            turning(&maker, found)
        };
        Certificate::Intervals(Intervals {
            separation: maker.target,
            gaps,
            contacts,
        })
    };
    Ok(about_motions(&cores, certificate))
}

fn turning(maker: &ChainProver<'_>, found: &[ContactInterval]) -> (Vec<Gap>, Vec<ContactEnds>) {
    let state = &mut PairState::default();
    let gap = |[from, to]: [f64; 2]| Gap {
        from,
        links: match from < to {
            true => maker.links([from, to], state).0,
            false => Vec::new(),
        },
    };
    let ends = |interval: &ContactInterval| {
        if interval.contact == Ending::None {
            return ContactEnds::default();
        }
        let (t, gap) = (interval.enter[1], interval.gap);
        let said = SaidNear { gap, points: None };
        let beyond_rounding = interval.enter[0] < t;
        let again = beyond_rounding.then(|| maker.found_again(t)).flatten();
        let mut enter = maker.contact_at(t, interval.contact, &said, again);
        if interval.contact == Ending::Overlap && !matches!(enter, Contact::Overlap { .. }) {
            let found = (maker.pair).overlap_in_steps(&maker.ask, interval.enter);
            enter = found.unwrap_or(enter);
        }
        let exit = match interval.exit[0] == t {
            true => Some(enter.clone()),
            false => last(maker, interval.exit[0]),
        };
        let enter = Some(enter).filter(|contact| maker.pair.holds(contact));
        ContactEnds { enter, exit }
    };
    (
        between(found).map(gap).collect(),
        found.iter().map(ends).collect(),
    )
}

/// The contact that was seen last, if it can be certified.
fn last(maker: &ChainProver<'_>, t: f64) -> Option<Contact> {
    let overlap = maker.pair.overlap(t, None);
    overlap.or_else(|| {
        let gap = unscaled(maker.pair.nearest(t).upper, maker.pair.course.scale);
        let said = SaidNear { gap, points: None };
        let near = maker.pair.near(t, &said, None);
        Some(near).filter(|contact| maker.pair.holds(contact))
    })
}

/// Nothing turns: one interval, exactly, its end by the motion run backwards.
fn straight(
    maker: &ChainProver<'_>,
    options: &TimeOfImpactOptions,
    found: &[ContactInterval],
) -> Result<(Vec<Gap>, Vec<ContactEnds>)> {
    let gap = |from, links| Gap { from, links };
    let [only] = found else {
        // Apart throughout.
        return Ok((vec![gap(0.0, maker.swept(1.0).links)], Vec::new()));
    };
    let cores = maker.pair.course.scaled.cores();
    let [back_a, back_b] = [backwards(cores.places[0])?, backwards(cores.places[1])?];
    let back = Cores {
        places: [&back_a, &back_b],
        ..cores
    };
    let back = ChainProver::new(&back, options);
    let before = match only.enter[0] > 0.0 {
        true => maker.swept(only.enter[0]).links,
        false => Vec::new(),
    };
    let after = match only.exit[1] < 1.0 {
        true => {
            let time = time_from_end(only.exit[1], true);
            let mut links = back.swept(time).links;
            links
                .iter_mut()
                .for_each(|link| turn_back(link, cores.bodies));
            links
        }
        false => Vec::new(),
    };
    let from = after.first().map_or(only.exit[1], |link| link.t0);
    if only.contact == Ending::Near {
        let ends = near_ends(maker, only);
        return Ok((vec![gap(0.0, before), gap(from, after)], vec![ends]));
    }
    let certified = only.contact != Ending::None;
    let enter = certified.then(|| maker.swept(only.enter[1]).contact);
    let enter = enter.flatten();
    let backwards = certified.then(|| {
        let time = time_from_end(only.exit[0], false);
        let mut contact = back.swept(time).contact?;
        if let Contact::Overlap { times, columns } = &mut contact {
            *times = [1.0 - time, 1.0];
            columns
                .iter_mut()
                .for_each(|column| column.late = !column.late);
        }
        Some(contact)
    });
    // Times of the way back are multiples of 2^-53: a contact that is shorter can be missed by them.
    let is_brief = only.enter[0] == only.exit[0];
    let exit = backwards
        .flatten()
        .or_else(|| enter.clone().filter(|_| is_brief));
    let ends = ContactEnds { enter, exit };
    Ok((vec![gap(0.0, before), gap(from, after)], vec![ends]))
}

/// Returns the contact of bodies that come within the tolerance of each other and never meet.
fn near_ends(maker: &ChainProver<'_>, only: &ContactInterval) -> ContactEnds {
    let t = only.enter[1];
    let (gap, points) = (only.gap, None);
    let said = SaidNear { gap, points };
    let enter = maker.contact_at(t, Ending::Near, &said, maker.found_again(t));
    ContactEnds {
        exit: match only.exit[0] == t {
            true => Some(enter.clone()),
            false => last(maker, only.exit[0]),
        },
        enter: Some(enter),
    }
}

/// The time of the motion run backwards, one whose difference from 1 has all its digits: no less than
/// 1 - t, or no more.
fn time_from_end(t: f64, longer: bool) -> f64 {
    // Of times from a half on multiples of 2^-53 are all that f64 has.
    const PLACES: f64 = (1_u64 << 53) as f64;
    let scaled = (1.0 - t) * PLACES;
    let time = if longer {
        scaled.ceil()
    } else {
        scaled.floor()
    } / PLACES;
    match longer {
        true if 1.0 - time > t => time + 1.0 / PLACES,
        false if 1.0 - time < t => time - 1.0 / PLACES,
        _ => time,
    }
    .clamp(0.0, 1.0)
}

/// A link of the motion run backwards, as one of the motion.
fn turn_back(link: &mut Link, bodies: [&Polytope; 2]) {
    (link.t0, link.t1) = (1.0 - link.t1, 1.0 - link.t0);
    if let LinkKind::Span { pairs } = &mut link.by {
        for pair in pairs {
            for (id, body) in pair.iter_mut().zip(bodies) {
                let count = body.vertex_count() as u32;
                *id = (*id + count) % (2 * count);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::time_from_end;

    #[test]
    fn times_from_the_end_have_all_their_digits() {
        let mut t: f64 = 0.3;
        for i in 0..2_000 {
            t = (t * 997.0 + 0.123 * f64::from(i)).fract();
            for t in [t, t * 1e-9, 1.0 - t * 1e-9, 0.0, 1.0] {
                let (long, short) = (time_from_end(t, true), time_from_end(t, false));
                assert!(1.0 - long <= t && 1.0 - short >= t, "{t}");
                assert!(long - short <= 2e-16, "{t}");
                assert_eq!(1.0 - (1.0 - long), long);
                assert_eq!(1.0 - (1.0 - short), short);
            }
        }
    }
}
