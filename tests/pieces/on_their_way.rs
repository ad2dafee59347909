//! Queries over a motion against the first over all pairs of pieces, asked one by one.

use interframe::{
    ContactInterval, InitialContact, InterframeOptions, Motion, MovingPair, PairState, SharedBody,
    TimeOfImpact, TimeOfImpactOptions, Verdict, contact_intervals, interframe, time_of_impact,
};
use nalgebra::Vector3;
use twin::random::case_generator;

use crate::bodies::{Whole, any, compound, curved, height_field, mesh, motion};
use crate::common::{count, for_each};

fn first(pair: &MovingPair<'_>) -> TimeOfImpact {
    let options = TimeOfImpactOptions {
        tolerance: Some(1e-7),
        ..TimeOfImpactOptions::default()
    };
    time_of_impact(pair, &options, &mut PairState::default()).expect("valid options")
}

fn all_contacts(pair: &MovingPair<'_>) -> Vec<ContactInterval> {
    let mut found = vec![ContactInterval::default(); 64];
    let options = TimeOfImpactOptions {
        tolerance: Some(1e-7),
        ..TimeOfImpactOptions::default()
    };
    let state = &mut PairState::default();
    let answer = contact_intervals(pair, &options, state, &mut found).expect("valid options");
    assert!(answer.is_whole());
    found.truncate(answer.count);
    found
}

fn of_pieces<R>(
    wholes: [&Whole; 2],
    motions: &[Motion; 2],
    mut ask: impl FnMut(&MovingPair<'_>) -> R,
) -> Vec<R> {
    let mut found = Vec::new();
    for p in &wholes[0].pieces {
        for q in &wholes[1].pieces {
            found.push(ask(&MovingPair::new(p, &motions[0], q, &motions[1])));
        }
    }
    found
}

/// What is wrong with the first contact, if anything is. Brackets of one event overlap, and all who know it say so.
fn wrong(wholes: [&Whole; 2], motions: &[Motion; 2]) -> Option<String> {
    let pair = MovingPair::new(&wholes[0].body, &motions[0], &wholes[1].body, &motions[1]);
    let found = first(&pair);
    let all = of_pieces(wholes, motions, first);
    let hits = all.iter().filter(|one| one.verdict == Verdict::Hit);
    let open = all.iter().filter(|one| one.verdict == Verdict::Undecided);
    let hit_by = hits
        .clone()
        .map(|one| one.t_hi)
        .fold(f64::INFINITY, f64::min);
    let open_from = open.map(|one| one.t_lo).fold(f64::INFINITY, f64::min);
    let free_until = all.iter().map(|one| one.t_lo).fold(1.0, f64::min);
    if found.verdict == Verdict::Hit && !hit_by.is_finite() && !open_from.is_finite() {
        return Some(format!("{found:?}, but no piece meets another"));
    }
    if found.verdict == Verdict::Separated && hit_by.is_finite() {
        return Some(format!("passed through: pieces meet by {hit_by}"));
    }
    if found.verdict == Verdict::Undecided && !open_from.is_finite() {
        return Some(format!("{found:?}, by pieces {hit_by}"));
    }
    // Gaps of near contacts, over their speeds.
    let late = 1e-5;
    if found.verdict == Verdict::Hit && found.t_lo > hit_by + late {
        return Some(format!("{found:?} is proved free to after {hit_by}"));
    }
    if found.verdict == Verdict::Hit && found.t_hi + late < free_until {
        return Some(format!("{found:?} meets before {free_until}"));
    }
    if let (Verdict::Hit, Some([a, b])) = (found.verdict, found.pieces) {
        let at = |id: interframe::PieceId| (id.part + id.triangle) as usize;
        let one = &all[at(a) * wholes[1].pieces.len() + at(b)];
        if one.verdict != Verdict::Hit || one.t_lo > found.t_hi + late {
            return Some(format!("{found:?}, but these pieces {one:?}"));
        }
    }
    None
}

#[test]
fn first_contacts_are_those_of_the_first_pieces() {
    let run = for_each(count(1_500, 60_000), |index, tally| {
        let random = &mut case_generator(2120, index);
        let wholes = [any(random), any(random)];
        let motions = [motion(random, 1.0), motion(random, 3.0)];
        tally.cases += 1;
        let found = wrong([&wholes[0], &wholes[1]], &motions);
        tally.none(&format!("case {index}"), found);
    });
    run.none_wrong();
}

/// Cylinders, cones and ellipsoids, and compounds that have them, among surfaces.
#[test]
fn curved_bodies_meet_the_first_pieces() {
    let run = for_each(count(150, 10_000), |index, tally| {
        let random = &mut case_generator(2124, index);
        let round = curved(random);
        let surface = match random.below(3) {
            0 => {
                let parts = 1 + random.below(6);
                compound(random, parts)
            }
            1 => mesh(random),
            _ => height_field(random),
        };
        let wholes = match random.flip() {
            true => [&round, &surface],
            false => [&surface, &round],
        };
        let motions = [motion(random, 1.0), motion(random, 3.0)];
        tally.cases += 1;
        let found = wrong(wholes, &motions);
        tally.none(&format!("case {index}"), found);
    });
    run.none_wrong();
}

/// The same bits: parts are bodies as they are.
#[test]
fn compounds_meet_when_their_parts_do() {
    let run = for_each(count(1_500, 60_000), |index, tally| {
        let random = &mut case_generator(2121, index);
        let (many, few) = (1 + random.below(10), 1 + random.below(4));
        let wholes = [compound(random, many), compound(random, few)];
        let motions = [motion(random, 1.0), motion(random, 3.0)];
        let pair = MovingPair::new(&wholes[0].body, &motions[0], &wholes[1].body, &motions[1]);
        let found = first(&pair);
        let all = of_pieces([&wholes[0], &wholes[1]], &motions, first);
        let hits = all.iter().filter(|one| one.verdict == Verdict::Hit);
        let hit_by = hits.map(|one| one.t_hi).fold(f64::INFINITY, f64::min);
        tally.cases += 1;
        let name = format!("case {index}");
        match found.verdict {
            Verdict::Hit => tally.claim(found.t_hi == hit_by, &name, "another time"),
            _ => tally.claim(hit_by == f64::INFINITY, &name, "missed"),
        }
    });
    run.none_wrong();
}

/// Bodies are in contact while any pieces are.
#[test]
fn contacts_are_those_of_all_pieces_joined() {
    let run = for_each(count(400, 10_000), |index, tally| {
        let random = &mut case_generator(2122, index);
        let wholes = [any(random), any(random)];
        let motions = [motion(random, 1.0), motion(random, 2.0)];
        let pair = MovingPair::new(&wholes[0].body, &motions[0], &wholes[1].body, &motions[1]);
        let found = all_contacts(&pair);
        tally.cases += 1;
        let name = format!("case {index}");
        // Gaps of near contacts, over their speeds.
        let late = 1e-5;
        for one in of_pieces([&wholes[0], &wholes[1]], &motions, all_contacts).concat() {
            let held = found.iter().any(|whole| {
                whole.enter[0] <= one.enter[0] + late && one.exit[1] <= whole.exit[1] + late
            });
            tally.claim(held, &name, &format!("{one:?} is in none of {found:?}"));
        }
        for two in found.windows(2) {
            tally.claim(
                two[0].exit[1] < two[1].enter[0],
                &name,
                "not apart in between",
            );
        }
    });
    run.none_wrong();
}

/// A sweep that is proved free is one, and what stands still and meets is a hit.
#[test]
fn sweeps_say_what_pieces_say() {
    let run = for_each(count(800, 20_000), |index, tally| {
        let random = &mut case_generator(2123, index);
        let wholes = [any(random), any(random)];
        let motions = [motion(random, 1.0), motion(random, 3.0)];
        let ask = |pair: &MovingPair<'_>| {
            let state = &mut PairState::default();
            interframe(pair, &InterframeOptions::default(), state)
                .expect("valid options")
                .verdict
        };
        let pair = MovingPair::new(&wholes[0].body, &motions[0], &wholes[1].body, &motions[1]);
        let all = of_pieces([&wholes[0], &wholes[1]], &motions, ask);
        let has = |verdict: Verdict| all.contains(&verdict);
        let found = ask(&pair);
        tally.cases += 1;
        let right = match found {
            // Boxes may prove apart what a sweep leaves open.
            Verdict::Separated => !has(Verdict::Hit),
            Verdict::Undecided => has(Verdict::Undecided) && !has(Verdict::Hit),
            Verdict::Hit => has(Verdict::Hit),
        };
        tally.claim(right, &format!("case {index}"), "another verdict");
    });
    run.none_wrong();
}

/// A bar that lies on two blocks, lifts from one and later from the other, and comes down again.
#[test]
fn contact_is_ignored_until_all_pieces_are_apart() {
    let block = |x: f64| {
        let half = Vector3::new(0.5, 0.5, 0.5);
        let corners: Vec<_> = (0..8)
            .map(|i| {
                let side = |k: usize| if i >> k & 1 == 0 { -half[k] } else { half[k] };
                Vector3::new(x + side(0), side(1), side(2))
            })
            .collect();
        SharedBody::new(interframe::Polytope::new(&corners).expect("a block"))
    };
    let here = interframe::Pose::identity();
    let blocks = SharedBody::compound(&[(block(-2.0), here), (block(2.0), here)]).expect("blocks");
    let ball = SharedBody::sphere(0.5).expect("a radius");
    let at = |x: f64, z: f64| Vector3::new(x, 0.0, z);
    let start = interframe::Pose::from_translation(at(-2.0, 1.0)).expect("a pose");
    // Along the top of the first block, over the gap, along the second.
    let slide = Motion::translation(start, at(2.0, 1.0)).expect("a motion");
    let still = Motion::fixed(here);
    let pair = MovingPair::new(&ball, &slide, &blocks, &still);
    let ask = |initial_contact| {
        let options = TimeOfImpactOptions {
            initial_contact,
            ..TimeOfImpactOptions::default()
        };
        time_of_impact(&pair, &options, &mut PairState::default()).expect("valid options")
    };
    let reported = ask(InitialContact::Report);
    assert!(reported.initial && reported.t_hi == 0.0);
    let next = ask(InitialContact::IgnoreUntilSeparated);
    // It leaves the first at x = -1.5, an eighth of the way, and meets the second at 1.5.
    assert_eq!(next.verdict, Verdict::Hit);
    assert!(next.free_from > 0.12 && next.free_from < 0.2, "{next:?}");
    assert!((next.t_hi - 0.875).abs() < 1e-3, "{next:?}");
    assert_eq!(next.pieces.map(|ids| ids[1].part), Some(1));
}
