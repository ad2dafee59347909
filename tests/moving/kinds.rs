//! Every query says of every kind of body that it answers, or refuses with an error that names it: as the table of
//! docs/guide/ROUND.md has it.

use interframe::*;
use nalgebra::Vector3;

/// What the queries are asked about, without a radius, with one, and curved.
fn kinds() -> [SharedBody; 3] {
    let cube = SharedBody::cuboid([1.0; 3]).expect("finite");
    let drum = Curved::cylinder(1.0, 1.0).expect("lengths");
    [
        cube.clone(),
        cube.rounded(0.25).expect("a radius"),
        SharedBody::from(drum),
    ]
}

/// Whether it was answered; otherwise the refusal names the query.
fn answered<T>(query: &str, answer: Result<T>) -> bool {
    match answer {
        Ok(_) => true,
        Err(error) => {
            let Error::Body { query: named, .. } = error else {
                panic!("{query}: {error}");
            };
            assert!(named.starts_with(query), "{query} calls itself {named}");
            assert!(error.to_string().contains("docs/guide/ROUND.md"), "{error}");
            false
        }
    }
}

/// The queries' answers for a pair, in a fixed order.
fn ask_all(a: &SharedBody, b: &SharedBody) -> Vec<(&'static str, bool)> {
    let here = Pose::identity();
    let there = Pose::from_translation(Vector3::new(1.5, 0.25, 0.125)).expect("finite");
    let fixed = Motion::fixed(here);
    let moving = Motion::translation(there, Vector3::new(-4.0, 0.0, 0.5)).expect("finite");
    let posed = PosedPair::new(a, &here, b, &there);
    let moved = MovingPair::new(a, &fixed, b, &moving);
    let state = &mut PairState::default();
    let default = PenetrationOptions::default();
    let along = PenetrationOptions {
        direction: Some(Vector3::x()),
        ..default
    };
    let partial = InterframeOptions {
        sweep: Sweep::Silhouette,
        ..InterframeOptions::default()
    };
    let ignoring = TimeOfImpactOptions {
        initial_contact: InitialContact::IgnoreUntilSeparated,
        ..TimeOfImpactOptions::default()
    };
    let impact = TimeOfImpactOptions::default();
    let list = &mut [ContactInterval::default(); 4];
    let mut out = Vec::new();
    macro_rules! ask {
        ($query:literal, $name:literal, $answer:expr) => {
            out.push(($name, answered($query, $answer)))
        };
    }
    ask!(
        "intersect",
        "intersect",
        intersect(&posed, &IntersectOptions::default(), state)
    );
    ask!(
        "within",
        "within",
        within(&posed, &WithinOptions::default(), state)
    );
    ask!(
        "distance",
        "distance",
        distance(&posed, &DistanceOptions::default(), state)
    );
    ask!(
        "penetration",
        "penetration",
        penetration(&posed, &default, state)
    );
    ask!(
        "penetration",
        "penetration along",
        penetration(&posed, &along, state)
    );
    ask!("mpr", "mpr", mpr(&posed, &MprOptions::default(), state));
    let contacts = ContactManifoldOptions::default();
    ask!(
        "contact_manifold",
        "contact_manifold",
        contact_manifold(&posed, &contacts, state)
    );
    ask!(
        "contains",
        "contains",
        contains(&posed, &ContainsOptions::default(), state)
    );
    ask!(
        "minkowski_difference",
        "minkowski_difference",
        minkowski_difference(&posed)
    );
    ask!(
        "interframe",
        "interframe",
        interframe(&moved, &InterframeOptions::default(), state)
    );
    ask!(
        "interframe",
        "interframe partial",
        interframe(&moved, &partial, state)
    );
    ask!(
        "time_of_impact",
        "time_of_impact",
        time_of_impact(&moved, &impact, state)
    );
    ask!(
        "time_of_impact",
        "time_of_impact ignoring",
        time_of_impact(&moved, &ignoring, state)
    );
    ask!(
        "contact_intervals",
        "contact_intervals",
        contact_intervals(&moved, &impact, state, list)
    );
    ask!(
        "time_of_exit",
        "time_of_exit",
        time_of_exit(&moved, &TimeOfExitOptions::default(), state)
    );
    out
}

#[test]
fn every_query_answers_or_names_itself() {
    let kinds = kinds();
    let round_refused = [
        "penetration along",
        "minkowski_difference",
        "interframe partial",
        "time_of_exit",
    ];
    let curved_refused = [&round_refused[..], &["contains", "interframe"]].concat();
    for (i, a) in kinds.iter().enumerate() {
        for (j, b) in kinds.iter().enumerate() {
            let refused: &[&str] = match i.max(j) {
                0 => &[],
                1 => &round_refused,
                _ => &curved_refused,
            };
            for (name, answered) in ask_all(a, b) {
                assert_eq!(
                    answered,
                    !refused.contains(&name),
                    "{name} of kinds {i} and {j}"
                );
            }
        }
    }
}
