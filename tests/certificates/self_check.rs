//! The checked queries: they answer as the plain ones do, and what is not so is caught.
//! INTERFRAME_LONG=1 for full counts.

use crate::common::count;
use crate::common::moving::{Built, options};
use interframe::self_check::{
    self, check_contact_intervals, check_interframe, check_intersect, check_time_of_impact,
};
use interframe::{
    Contact, ContactInterval, Frame, InitialContact, InterframeOptions, IntersectOptions, Motion,
    PairState, Polytope, Pose, Reason, Sweep, TimeOfImpact, TimeOfImpactOptions, Verdict,
    unchecked,
};
use nalgebra::Vector3;
use twin::spins::{planted_pair, spinning_pair};
use twin::sweeps::moving_pair;

#[test]
fn true_answers_pass() {
    // The last one overlaps by so little that its certificate takes another start.
    for index in (0..count(150, 3000)).chain([2064]) {
        let pairs = [
            spinning_pair(index),
            moving_pair(index),
            planted_pair(index).pair,
        ];
        for built in pairs.iter().filter_map(Built::new) {
            let (a, motion_a, b, motion_b) = built.parts();
            let [mut one, mut other] = [PairState::default(), PairState::default()];
            let options = options(index);
            let plain = unchecked::time_of_impact(&built.pair(), &options, &mut one);
            let checked = self_check::time_of_impact(&built.pair(), &options, &mut other);
            assert_eq!(plain, checked, "{index}");

            let options = TimeOfImpactOptions {
                initial_contact: InitialContact::Report,
                ..options
            };
            let mut lists = [[ContactInterval::default(); 3]; 2];
            let [room, checked_room] = &mut lists;
            let plain = unchecked::contact_intervals(&built.pair(), &options, &mut one, room);
            let checked =
                self_check::contact_intervals(&built.pair(), &options, &mut other, checked_room);
            assert_eq!(plain, checked, "{index}");
            assert_eq!(lists[0], lists[1], "{index}");

            for (sweep, frame) in Sweep::ALL
                .iter()
                .zip([Frame::World, Frame::Relative].iter().cycle())
            {
                let plain = unchecked::interframe(
                    &built.pair(),
                    &InterframeOptions {
                        sweep: *sweep,
                        frame: *frame,
                        ..InterframeOptions::default()
                    },
                    &mut one,
                )
                .expect("valid options");
                let checked = self_check::interframe(
                    &built.pair(),
                    &InterframeOptions {
                        sweep: *sweep,
                        frame: *frame,
                        ..InterframeOptions::default()
                    },
                    &mut other,
                )
                .expect("valid options");
                assert_eq!(plain, checked, "{index}");
            }

            let poses = [motion_a.end(), motion_b.end()];
            let plain = unchecked::intersect(
                &interframe::PosedPair::new(a, poses[0], b, poses[1]),
                &IntersectOptions::default(),
                &mut one,
            )
            .expect("valid options");
            let checked = self_check::intersect(
                &interframe::PosedPair::new(a, poses[0], b, poses[1]),
                &IntersectOptions::default(),
                &mut other,
            )
            .expect("valid options");
            assert_eq!(plain, checked, "{index}");
        }
    }
}

/// Answers about one pair, held against another: a bar that turns beside a post, and the post nearer.
#[test]
fn answers_of_other_pairs_are_caught() {
    let bar = Polytope::new(&[Vector3::x() * 5.0, Vector3::x() * -5.0]).expect("finite");
    let post = Polytope::new(&[Vector3::z(), -Vector3::z()]).expect("finite");
    let at = |y: f64| Pose::from_translation(Vector3::new(0.0, y, 0.0)).expect("finite");
    let turn = Vector3::new(0.0, 0.0, 3.0 * std::f64::consts::PI);
    let spin = Motion::from_turn(at(0.0), Vector3::zeros(), turn, Vector3::zeros()).expect("valid");
    let straight = Motion::translation(at(0.0), Vector3::new(0.0, 1.0, 0.0)).expect("valid");
    let [near, far] = [0.5, 30.0].map(|y| Motion::fixed(at(y)));
    let (options, state) = (TimeOfImpactOptions::default(), &mut PairState::default());

    for moving in [&spin, &straight] {
        let time = |still: &Motion, state: &mut PairState| {
            let (a, b) = (&bar, &post);
            self_check::time_of_impact(
                &interframe::MovingPair::new(a, moving, b, still),
                &options,
                state,
            )
            .expect("valid")
        };
        let check = |still: &Motion, answer: &TimeOfImpact| {
            check_time_of_impact(
                &interframe::MovingPair::new(&bar, moving, &post, still),
                &options,
                answer,
            )
        };
        let (apart, hit) = (time(&far, state), time(&near, state));
        let verdicts = [apart.verdict, hit.verdict];
        assert_eq!(verdicts, [Verdict::Separated, Verdict::Hit]);
        assert!(check(&far, &apart).is_ok() && check(&near, &hit).is_ok());
        assert!(check(&near, &apart).is_err() && check(&far, &hit).is_err());
        // Too early, too late, open and yet free for too long.
        let mut early = hit;
        (early.t_lo, early.t_hi) = (0.5 * hit.t_lo, 0.5 * hit.t_lo);
        let mut late = hit;
        (late.t_lo, late.t_hi) = (1.0, 1.0);
        let mut open = apart;
        (open.verdict, open.reason) = (Verdict::Undecided, Reason::Budget);
        assert!(check(&far, &open).is_ok());
        for planted in [early, late, open] {
            assert!(check(&near, &planted).is_err(), "{planted:?}");
        }

        let intervals = |still: &Motion, state: &mut PairState| {
            let mut room = [ContactInterval::default(); 8];
            let (a, b) = (&bar, &post);
            let found = self_check::contact_intervals(
                &interframe::MovingPair::new(a, moving, b, still),
                &options,
                state,
                &mut room,
            );
            let count = found.expect("valid").count;
            room[..count].to_vec()
        };
        let check = |still, list: &[ContactInterval]| {
            check_contact_intervals(
                &interframe::MovingPair::new(&bar, moving, &post, still),
                &options,
                list,
            )
            .expect("valid")
        };
        let (none, some) = (intervals(&far, state), intervals(&near, state));
        assert!(none.is_empty() && !some.is_empty());
        assert!(check(&far, &none).is_ok() && check(&near, &some).is_ok());
        assert!(check(&near, &none).is_err() && check(&far, &some).is_err());
        assert!(check(&near, &some[1..]).is_err());
        // An interval of which nothing is certified claims none.
        let mut open = some.clone();
        open[0].contact = Contact::None;
        assert!(check(&near, &open).is_ok());

        let (sweep, frame) = (Sweep::Certified, Frame::Relative);
        let answer = self_check::interframe(
            &interframe::MovingPair::new(&bar, moving, &post, &far),
            &InterframeOptions {
                sweep,
                frame,
                ..InterframeOptions::default()
            },
            state,
        )
        .expect("valid options");
        assert_eq!(answer.verdict, Verdict::Separated);
        let check = |still| {
            check_interframe(
                &interframe::MovingPair::new(&bar, moving, &post, still),
                &InterframeOptions {
                    sweep,
                    frame,
                    ..InterframeOptions::default()
                },
                &answer,
            )
        };
        assert!(check(&far).is_some_and(|checked| checked.is_ok()));
        assert!(check(&near).is_some_and(|checked| checked.is_err()));
    }

    let answer = self_check::intersect(
        &interframe::PosedPair::new(&bar, &at(0.0), &post, &at(7.0)),
        &IntersectOptions::default(),
        state,
    )
    .expect("valid options");
    let check = |y| {
        check_intersect(
            &interframe::PosedPair::new(&bar, &at(0.0), &post, &at(y)),
            &answer,
        )
    };
    assert!(check(7.0).is_some_and(|checked| checked.is_ok()));
    assert!(check(0.0).is_some_and(|checked| checked.is_err()));
}
