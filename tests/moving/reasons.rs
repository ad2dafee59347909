//! Every undecided answer says why, and what is decided gives no reason.

use crate::common::moving::Built;
use interframe::{
    Contact, ContactInterval, ContainmentVerdict, Frame, InterframeOptions, Motion, PairState,
    Polytope, Reason, Sweep, TimeOfExitOptions, TimeOfImpactOptions, Verdict, contact_intervals,
    interframe, time_of_exit, time_of_impact,
};
use twin::mixed_sizes::mixed_pair;
use twin::spins::spinning_pair;
use twin::sweeps::moving_pair;

/// Pairs that turn or not, each with a budget from 1 to 5 and, one in six, the default one.
fn budgeted(count: u64, mut ask: impl FnMut(&Built, u32)) {
    for index in 0..count {
        for pair in [moving_pair(index), spinning_pair(index)] {
            let budget = match index % 6 {
                0 => TimeOfImpactOptions::default().budget,
                budget => budget as u32,
            };
            if let Some(built) = Built::new(&pair) {
                ask(&built, budget);
            }
        }
    }
}

#[test]
fn swept_hulls_say_why() {
    let mut undecided = 0;
    budgeted(1000, |pair, _| {
        for sweep in Sweep::ALL {
            for frame in [Frame::World, Frame::Relative] {
                let state = &mut PairState::default();
                let found = interframe(
                    &pair.pair(),
                    &InterframeOptions {
                        sweep: *sweep,
                        frame,
                        ..InterframeOptions::default()
                    },
                    state,
                )
                .expect("valid options");
                let open = found.verdict == Verdict::Undecided;
                assert_eq!(open, found.reason != Reason::None, "{found:?}");
                undecided += u32::from(open);
            }
        }
    });
    assert!(undecided > 100);
}

#[test]
fn times_of_impact_say_why() {
    let (mut undecided, mut intervals) = (0, 0);
    budgeted(3000, |pair, budget| {
        let options = TimeOfImpactOptions {
            budget,
            ..TimeOfImpactOptions::default()
        };
        let state = &mut PairState::default();
        let found = time_of_impact(&pair.pair(), &options, state);
        let found = found.expect("valid options");
        let open = found.verdict == Verdict::Undecided;
        assert_eq!(open, found.reason != Reason::None, "{found:?}");
        undecided += u32::from(open);

        let mut out = [ContactInterval::default(); 64];
        let room = &mut out;
        let found = contact_intervals(&pair.pair(), &options, state, room);
        let found = found.expect("valid options");
        let list = &out[..found.written];
        let open: Vec<_> = list.iter().filter(|i| i.contact == Contact::None).collect();
        assert!(
            found.is_whole() && open.len() == found.undecided,
            "{found:?}"
        );
        assert!(
            open.iter().all(|i| i.reason != Reason::None),
            "{found:?} {list:?}"
        );
        assert!(
            found.verdict != Verdict::Undecided || !open.is_empty(),
            "{found:?}"
        );
        intervals += open.len();
    });
    assert!(undecided > 100 && intervals > 100);
}

#[test]
fn times_of_exit_say_why() {
    let mut open = [0; 2];
    budgeted(2000, |pair, budget| {
        let (a, motion_a, b, _) = pair.parts();
        // A small copy in A's middle, on its way out.
        let small: Vec<_> = b.vertices().map(|v| 0.1 * v + a.center()).collect();
        let small = Polytope::new(&small).expect("finite points");
        let start = *motion_a.start();
        let far = start.translation()
            + (small.reach() + a.bounding_radius()) * 0.7 * small.vertex(0).normalize();
        let Ok(motion) = Motion::translation(start, far) else {
            return;
        };
        let still = Motion::fixed(start);
        let options = TimeOfExitOptions {
            budget,
            ..TimeOfExitOptions::default()
        };
        for of_a in [motion_a, &still] {
            let found = time_of_exit(
                &interframe::MovingPair::new(a, of_a, &small, &motion),
                &options,
                &mut PairState::default(),
            );
            let found = found.expect("valid options");
            let wide = found.t_hi - found.t_lo > 0.01;
            match found.verdict {
                ContainmentVerdict::Undecided => {
                    assert_ne!(found.reason, Reason::None, "{found:?}");
                    open[0] += 1;
                }
                ContainmentVerdict::NotInside if wide && budget < 10 => {
                    assert_ne!(found.reason, Reason::None, "{found:?}");
                    open[1] += 1;
                }
                _ => {}
            }
        }
    });
    assert!(open[0] > 10 && open[1] > 10, "{open:?}");
}

/// Beyond a gap that drowns in rounding the search asks for time too.
#[test]
fn a_search_beyond_rounding_that_runs_out_of_budget_says_so() {
    let mut told = 0;
    for index in 0..300 {
        let Some(built) = Built::new(&mixed_pair(index).pair) else {
            continue;
        };
        let ask = |budget: u32| {
            let options = TimeOfImpactOptions {
                budget,
                ..TimeOfImpactOptions::default()
            };
            built.ask(&options, &mut PairState::default())
        };
        let whole = ask(10_000);
        if whole.verdict != Verdict::Undecided || whole.reason != Reason::Rounding {
            continue;
        }
        for budget in 1..whole.solves {
            let found = ask(budget);
            assert_eq!(found.verdict, Verdict::Undecided, "{index}: {found:?}");
            assert_eq!(found.reason, Reason::Budget, "{index}, {budget}: {found:?}");
        }
        told += 1;
    }
    assert!(told > 10, "{told}");
}
