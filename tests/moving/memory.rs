//! What a pair remembers decides nothing: bodies that begin a frame in contact and turn, asked after the frame before, after
//! frames of others, and with a state of any bytes. INTERFRAME_LONG=1 for full counts.

use crate::common::{count, polytope};
use interframe::{
    InitialContact, Motion, MovingPair, PairState, Pose, SharedBody, TimeOfImpactOptions, Verdict,
    time_of_impact,
};
use nalgebra::{Quaternion, Vector3};
use twin::random::{SplitMix64, case_generator};
use twin::shapes::rock;

fn body(random: &mut SplitMix64) -> SharedBody {
    let half = std::array::from_fn(|_| random.between(0.2, 0.6));
    match random.below(6) {
        0 => SharedBody::capsule(half[0], 0.5 * half[1]),
        1 => SharedBody::cuboid(half).expect("a box").rounded(0.1),
        2 | 3 => Ok(SharedBody::new(polytope(&rock(random, 20)))),
        _ => SharedBody::cuboid(half),
    }
    .expect("lengths are finite")
}

fn place(random: &mut SplitMix64, room: f64) -> Vector3<f64> {
    Vector3::from_fn(|_, _| random.between(-room, room))
}

fn way(random: &mut SplitMix64, from: Pose, to: Vector3<f64>) -> Motion {
    let turn = match random.below(4) {
        0 => Vector3::zeros(),
        _ => place(random, 4.0),
    };
    Motion::from_turn(from, to, turn, Vector3::zeros()).expect("finite")
}

fn at(random: &mut SplitMix64, room: f64) -> Pose {
    let [x, y, z, w] = random.quaternion();
    Pose::new(place(random, room), Quaternion::new(w, x, y, z)).expect("finite")
}

#[test]
fn what_is_remembered_decides_nothing_of_an_initial_contact() {
    let (mut in_contact, mut hits) = ([0, 0], [0, 0]);
    for index in 0..count(3_000, 60_000) {
        let random = &mut case_generator(2210, index);
        let (a, b) = (body(random), body(random));
        let floor = Motion::fixed(Pose::identity());
        let (start, from) = (at(random, 0.5), at(random, 1.5));
        let to = place(random, 2.5);
        let motion = way(random, start, to);
        let before = way(random, from, start.translation());
        let pair = MovingPair::new(&a, &floor, &b, &motion);
        let earlier = MovingPair::new(&a, &floor, &b, &before);
        let others = MovingPair::new(&b, &before, &a, &motion);
        let bytes = [(); 56].map(|()| random.next_u64() as u8 & *random.pick(&[0, 7, 255]));
        let options = TimeOfImpactOptions {
            target_separation: *random.pick(&[0.0, 0.0, 0.0, 0.05]),
            ..TimeOfImpactOptions::default()
        };
        let ask = |pair: &MovingPair, initial_contact, state: &mut PairState| {
            let options = TimeOfImpactOptions {
                initial_contact,
                ..options
            };
            time_of_impact(pair, &options, state).expect("valid")
        };
        let report = ask(&pair, InitialContact::Report, &mut PairState::default());
        if !report.initial {
            continue;
        }
        let asked = [
            InitialContact::IgnoreUntilSeparated,
            InitialContact::OnlyIfApproaching,
        ];
        for (k, initial_contact) in asked.into_iter().enumerate() {
            let cold = ask(&pair, initial_contact, &mut PairState::default());
            in_contact[k] += 1;
            hits[k] += u32::from(cold.verdict == Verdict::Hit);
            let left = |pair: &MovingPair, initial_contact| {
                let mut state = PairState::default();
                ask(pair, initial_contact, &mut state);
                state
            };
            let states = [
                PairState::from_bytes(&bytes),
                left(&earlier, InitialContact::Report),
                left(&earlier, initial_contact),
                left(&others, InitialContact::Report),
                left(&pair, InitialContact::Report),
            ];
            for mut state in states {
                let warm = ask(&pair, initial_contact, &mut state);
                // What it costs may differ, and which plane or point shows it.
                let said = |answer: &interframe::TimeOfImpact| {
                    (
                        answer.verdict,
                        answer.reason,
                        answer.contact,
                        answer.initial,
                    )
                };
                assert_eq!(said(&cold), said(&warm), "{index} {initial_contact:?}");
                let overlap = warm.t_lo <= cold.t_hi && cold.t_lo <= warm.t_hi;
                assert!(overlap, "{index} {cold:?} {warm:?}");
            }
        }
    }
    assert!(
        in_contact[1] > 1_000 && hits[1] > 100,
        "{in_contact:?} {hits:?}"
    );
    assert!(hits[1] < in_contact[1] - 100, "{in_contact:?} {hits:?}");
}

/// A box that comes to rest in another, turning, and leaves it: of the frame in which it leaves, a hit or not was decided by the
/// frame before.
#[test]
fn a_box_that_leaves_is_judged_by_its_own_frame() {
    let body = SharedBody::cuboid([0.5, 0.25, 0.35]).expect("a box");
    let still = Motion::fixed(Pose::identity());
    let by = |from: [f64; 3], to: [f64; 3]| {
        let from = Pose::from_translation(from.into()).expect("finite");
        let turn = Vector3::new(-3.0, 4.0, 3.0);
        Motion::from_turn(from, to.into(), turn, Vector3::zeros()).expect("finite")
    };
    let (comes, leaves) = (
        by([-0.7, 0.7, 0.1], [-0.11, 0.26, -0.17]),
        by([-0.11, 0.26, -0.17], [-2.5, 0.6, 0.0]),
    );
    let options = TimeOfImpactOptions {
        initial_contact: InitialContact::OnlyIfApproaching,
        ..TimeOfImpactOptions::default()
    };
    let leaving = MovingPair::new(&body, &still, &body, &leaves);
    let ask = |state: &mut PairState| time_of_impact(&leaving, &options, state).expect("valid");
    let mut kept = PairState::default();
    let coming = MovingPair::new(&body, &still, &body, &comes);
    time_of_impact(&coming, &TimeOfImpactOptions::default(), &mut kept).expect("valid");
    let (alone, after) = (ask(&mut PairState::default()), ask(&mut kept));
    // Where they are the deepest in each other they approach, for the box turns.
    assert!(
        alone.initial && alone.separation_velocity < 0.0,
        "{alone:?}"
    );
    assert_eq!((alone.verdict, alone.t_hi), (Verdict::Hit, 0.0));
    assert_eq!(alone, after);
}
