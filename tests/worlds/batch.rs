//! Batches answer as the queries do, for any number of threads.

use std::fmt::Debug;

use interframe::{
    Batch, Body, ContactManifoldOptions, ContainsOptions, DistanceOptions, Error,
    InterframeOptions, IntersectOptions, Jobs, Motion, MovingPair, PairState, Pose, PosedPair,
    Result, Serial, SharedBody, TimeOfImpactOptions, contact_manifold, contains, distance,
    interframe, intersect, time_of_impact,
};
use twin::random::{SplitMix64, case_generator};

use crate::bodies::{self, Threads};

const BODIES: usize = 24;

struct Given {
    bodies: Vec<SharedBody>,
    poses: Vec<Pose>,
    motions: Vec<Motion>,
    pairs: Vec<[u32; 2]>,
}

fn given(random: &mut SplitMix64, curved: bool) -> Given {
    let bodies = (0..BODIES).map(|_| bodies::body(random, curved)).collect();
    let poses: Vec<Pose> = (0..BODIES).map(|_| bodies::pose(random, 2.0)).collect();
    let start = |pose: &Pose| bodies::motion(random, *pose);
    let motions = poses.iter().map(start).collect();
    let index = |random: &mut SplitMix64| random.below(BODIES) as u32;
    let pairs = (0..300).map(|_| [index(random), index(random)]).collect();
    Given {
        bodies,
        poses,
        motions,
        pairs,
    }
}

/// Twice the same pairs by one and by more threads, and each alone.
fn same<P: Sync, T: PartialEq + Debug>(
    bodies: &[Body<'_>],
    places: &[P],
    pairs: &[[u32; 2]],
    all: impl Fn(&Batch<'_, P>, &mut [PairState], &dyn Jobs) -> Result<Vec<T>>,
    one: impl Fn([(Body<'_>, &P); 2], &mut PairState) -> Result<T>,
) {
    let batch = Batch {
        bodies,
        places,
        pairs,
    };
    let side = |index: u32| (bodies[index as usize], &places[index as usize]);
    let mut alone = vec![PairState::default(); pairs.len()];
    let mut states: Vec<_> = (0..4).map(|_| alone.clone()).collect();
    for _ in 0..2 {
        let each = pairs.iter().zip(&mut alone);
        let wanted: Vec<T> = each
            .map(|(pair, state)| one(pair.map(side), state).expect("an answer"))
            .collect();
        for (threads, states) in states.iter_mut().enumerate() {
            let found = match threads {
                0 => all(&batch, states, &Serial),
                n => all(&batch, states, &Threads(n)),
            };
            assert_eq!(found.expect("answers"), wanted);
            assert_eq!(*states, alone);
        }
    }
}

#[test]
fn batches_answer_as_queries() {
    for case in 0..6 {
        let random = &mut case_generator(2001, case);
        let Given {
            bodies,
            poses,
            motions,
            pairs,
        } = given(random, true);
        let bodies: Vec<Body<'_>> = bodies.iter().map(SharedBody::get).collect();
        let options = IntersectOptions::default();
        same(
            &bodies,
            &poses,
            &pairs,
            |batch, states, jobs| batch.intersect(&options, states, jobs),
            |[(a, p), (b, q)], state| intersect(&PosedPair::new(a, p, b, q), &options, state),
        );
        let options = DistanceOptions::default();
        same(
            &bodies,
            &poses,
            &pairs,
            |batch, states, jobs| batch.distance(&options, states, jobs),
            |[(a, p), (b, q)], state| distance(&PosedPair::new(a, p, b, q), &options, state),
        );
        let options = TimeOfImpactOptions::default();
        same(
            &bodies,
            &motions,
            &pairs,
            |batch, states, jobs| batch.time_of_impact(&options, states, jobs),
            |[(a, p), (b, q)], state| time_of_impact(&MovingPair::new(a, p, b, q), &options, state),
        );
    }
}

#[test]
fn batches_of_polytopes_and_round_bodies() {
    let random = &mut case_generator(2002, 0);
    let Given {
        bodies,
        poses,
        motions,
        pairs,
    } = given(random, false);
    let bodies: Vec<Body<'_>> = bodies.iter().map(SharedBody::get).collect();
    let options = ContactManifoldOptions::default();
    same(
        &bodies,
        &poses,
        &pairs,
        |batch, states, jobs| batch.contact_manifold(&options, states, jobs),
        |[(a, p), (b, q)], state| contact_manifold(&PosedPair::new(a, p, b, q), &options, state),
    );
    let options = InterframeOptions::default();
    same(
        &bodies,
        &motions,
        &pairs,
        |batch, states, jobs| batch.interframe(&options, states, jobs),
        |[(a, p), (b, q)], state| interframe(&MovingPair::new(a, p, b, q), &options, state),
    );
}

#[test]
fn what_does_not_fit_together_is_refused() {
    let ball = SharedBody::sphere(1.0).expect("a ball");
    let drum: SharedBody = interframe::Curved::cylinder(1.0, 1.0)
        .expect("a drum")
        .into();
    let drum = SharedBody::compound(&[(drum, Pose::identity())]).expect("a part");
    let (bodies, poses) = ([ball.get(), drum.get()], [Pose::identity(); 2]);
    let batch = Batch {
        bodies: &bodies,
        places: &poses,
        pairs: &[[0, 0], [0, 1], [1, 0]],
    };
    let options = ContainsOptions::default();
    let ask = |batch: &Batch<'_, Pose>, states: usize| {
        let states = &mut vec![PairState::default(); states];
        batch.ask(states, &Serial, &|[(a, at), (b, there)], state| {
            contains(&PosedPair::new(a, at, b, there), &options, state)
        })
    };
    let wrong = ask(&batch, 2).unwrap_err();
    assert_eq!(wrong.to_string(), "2 pair states; there must be 3");
    let few = Batch {
        places: &poses[..1],
        ..batch
    };
    let wrong = ask(&few, 3).unwrap_err();
    assert_eq!(wrong.to_string(), "1 places; there must be 2");
    let beyond = Batch {
        pairs: &[[0, 1], [0, 2]],
        ..batch
    };
    let wrong = ask(&beyond, 2).unwrap_err();
    assert_eq!(wrong.to_string(), "pair 1 names body 2; there are 2 bodies");
    let wrong = ask(&batch, 3).unwrap_err();
    assert!(matches!(wrong, Error::InPair { pair: 1, .. }), "{wrong}");
    let none = Batch {
        bodies: &[],
        places: &[],
        pairs: &[],
    };
    assert_eq!(ask(&none, 0).map(|answers| answers.len()), Ok(0));
}
