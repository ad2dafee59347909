//! Snapshots: the frames that follow are the same, damage is refused.

use interframe::{AdvanceOptions, Error, Mode, Serial, SharedBody};
use twin::random::case_generator;

use crate::bodies::Threads;
use crate::common::count;
use crate::model::Model;

#[test]
fn frames_after_a_restored_snapshot_are_the_same() {
    for case in 0..count(12, 1000) {
        let random = &mut case_generator(2050, case);
        let mode = *random.pick(&[Mode::Poses, Mode::First, Mode::First, Mode::All]);
        let options = AdvanceOptions {
            mode,
            ..AdvanceOptions::default()
        };
        let mut model = Model::new(case_generator(2051, case), 8, mode != Mode::All);
        (0..random.below(12)).for_each(|_| drop(model.step(&options, &Serial)));
        let (bytes, kept) = (model.world.snapshot(), model.clone());
        let step = |model: &mut Model, jobs| {
            let frames = (0..100).map(|_| model.step(&options, jobs).events);
            (frames.collect::<Vec<_>>(), model.world.snapshot())
        };
        let wanted = step(&mut model, &Serial);
        // Back in the world that went on, and in one that has seen nothing.
        let fresh = interframe::World::new();
        for world in [model.world.clone(), fresh] {
            let mut again = kept.clone();
            again.world = world;
            let shape = |id, _| kept.shape_of(id);
            again.world.restore(&bytes, &shape).expect("a snapshot");
            assert!(again.world.snapshot() == bytes);
            let found = step(&mut again, &Threads(2));
            assert_eq!(found.0, wanted.0, "case {case}");
            assert!(found.1 == wanted.1);
        }
    }
}

#[test]
fn damaged_snapshots_are_refused_and_change_nothing() {
    let options = AdvanceOptions::default();
    let mut model = Model::new(case_generator(2060, 1), 12, true);
    (0..3).for_each(|_| drop(model.step(&options, &Serial)));
    let bytes = model.world.snapshot();
    let random = &mut case_generator(2061, 0);
    let kept = model.clone();
    let shape = |id, _| kept.shape_of(id);
    for _ in 0..count(2_000, 100_000) {
        let mut wrong = bytes.clone();
        match random.below(3) {
            0 => wrong.truncate(random.below(bytes.len())),
            1 => wrong.push(random.next_u64() as u8),
            _ => {
                let at = random.below(bytes.len());
                wrong[at] ^= 1 << random.below(8);
            }
        }
        assert!(model.world.restore(&wrong, &shape).is_err());
    }
    assert!(model.world.snapshot() == bytes);
    let mut fresh = interframe::World::new();
    let missing = fresh.restore(&bytes, &|_, _| None).unwrap_err();
    assert!(matches!(missing, Error::World { .. }), "{missing}");
    let ball = SharedBody::sphere(123.0).expect("a ball");
    assert!(fresh.restore(&bytes, &|_, _| Some(ball.clone())).is_err());
    assert!(fresh.is_empty());
}
