//! Until when B stays inside A: against dense sampling by the exact static query, known exits, other
//! frames, scales and orders of vertices. INTERFRAME_LONG=1 for full counts.

use std::f64::consts::TAU;

use crate::common::exits::roomy_pair;
use crate::common::moving::Built;
use crate::common::{Tally, count, for_each, polytope};
use interframe::{
    ContainmentVerdict, ContainsOptions, Motion, PairState, Polytope, Pose, Reason, TimeOfExit,
    TimeOfExitOptions, contains, time_of_exit,
};
use nalgebra::{Quaternion, Vector3};
use twin::random::case_generator;
use twin::shapes::{cuboid, octahedral};
use twin::sweeps::MovingPair;

fn ask_with(built: &Built, options: &TimeOfExitOptions) -> TimeOfExit {
    time_of_exit(&built.pair(), options, &mut PairState::default()).expect("valid")
}

fn ask(built: &Built) -> TimeOfExit {
    ask_with(built, &TimeOfExitOptions::default())
}

fn margin(built: &Built, [a, b]: &[Pose; 2]) -> f64 {
    let found = contains(
        &interframe::PosedPair::new(&built.a, a, &built.b, b),
        &ContainsOptions::default(),
        &mut PairState::default(),
    );
    found.expect("valid").margin.expect("bodies")
}

fn size_of(built: &Built) -> f64 {
    let reach = built.a.reach() + built.b.reach();
    let arms = built.motion_a.pivot().norm() + built.motion_b.pivot().norm();
    let starts = built.motion_a.start().translation() - built.motion_b.start().translation();
    reach + arms + starts.norm() + 10.0
}

fn default_tolerance(built: &Built) -> f64 {
    let (r_a, r_b) = (built.a.bounding_radius(), built.b.bounding_radius());
    let smaller = r_a.min(r_b);
    1e-6 * if smaller > 0.0 { smaller } else { r_a.max(r_b) }
}

fn judge(name: &str, pair: &MovingPair, samples: u32, target: f64, tally: &mut Tally) {
    let Some(built) = Built::new(pair) else {
        tally.refused += 1;
        return;
    };
    let options = TimeOfExitOptions {
        target_margin: target,
        ..TimeOfExitOptions::default()
    };
    let answer = ask_with(&built, &options);
    tally.cases += 1;
    tally.most_iterations = tally.most_iterations.max(answer.iterations);
    match answer.verdict {
        ContainmentVerdict::Inside => tally.separated += 1,
        ContainmentVerdict::NotInside => tally.hits += 1,
        ContainmentVerdict::Undecided => {
            tally.undecided.push(format!("{name} {:?}", answer.reason))
        }
    }
    let TimeOfExit { t_lo, t_hi, .. } = answer;
    tally.claim(
        (0.0..=t_hi).contains(&t_lo) && t_hi <= 1.0,
        name,
        &format!("{answer:?}"),
    );
    let tracks = built.tracks(pair);
    let poses = |t| [tracks[0].at(t), tracks[1].at(t)];
    let (room, tolerance) = (3e-12 * size_of(&built), default_tolerance(&built));
    let turning = built.motion_a.is_turning() || built.motion_b.is_turning();
    for k in 0..=samples {
        let t = f64::from(k) / f64::from(samples);
        let strict = t < t_lo;
        let held = answer.verdict != ContainmentVerdict::Undecided
            && answer.reason == Reason::None
            && t < t_hi
            && turning;
        if strict || held {
            let reach = target - margin(&built, &poses(t));
            let most = if strict { room } else { tolerance + room };
            tally.claim(
                reach <= most,
                name,
                &format!("beyond by {reach} at {t}: {answer:?}"),
            );
            tally.judged += 1;
        }
    }
    if answer.verdict != ContainmentVerdict::NotInside {
        return;
    }
    let beyond = target - margin(&built, &poses(t_hi));
    tally.claim(
        beyond >= answer.depth - room && answer.depth >= 0.0,
        name,
        &format!("only {beyond} beyond: {answer:?}"),
    );
    let initial = answer.initial == (t_hi == 0.0);
    tally.claim(initial, name, &format!("{answer:?}"));
    if turning && !answer.initial && answer.reason == Reason::None {
        tally.claim(answer.depth <= tolerance, name, &format!("{answer:?}"));
    }
    let vertex = built.b.vertex(answer.vertex.expect("a vertex") as usize);
    let there = poses(t_hi)[1].transform_point(&vertex);
    let off = (there - answer.point.expect("a point")).norm();
    tally.claim(off <= room, name, &format!("off by {off}: {answer:?}"));
}

#[test]
fn nothing_leaves_unseen() {
    let n = count(600, 20_000);
    let tally = for_each(n, |i, tally| {
        let mut pair = roomy_pair(i);
        let samples = if i % 4 == 0 { 400 } else { 100 };
        if i % 5 == 0 {
            for motion in [&mut pair.motion_a, &mut pair.motion_b] {
                (motion.end_q, motion.turn) = (None, None);
            }
        }
        let target = match i % 7 {
            5 => 0.05,
            6 => -0.05,
            _ => 0.0,
        };
        judge(&i.to_string(), &pair, samples, target, tally);
    });
    let (inside, leaves) = (tally.separated, tally.hits);
    tally.report("exits (refused: half a turn; judged: samples inside)");
    assert!(inside > n / 20 && leaves > n / 4, "{inside} and {leaves}");
}

/// Moved as one, scaled by a power of two, with the vertices in another order: the same.
#[test]
fn moved_scaled_and_shuffled() {
    let n = count(300, 5_000);
    for_each(n, |i, tally| {
        let mut pair = roomy_pair(i);
        for motion in [&mut pair.motion_a, &mut pair.motion_b] {
            motion.end_q = None;
        }
        let name = i.to_string();
        let built = Built::new(&pair).expect("by turn");
        let answer = ask(&built);
        assert_eq!(answer, ask(&built), "the same bits");
        tally.cases += 1;

        // At extreme sizes a face's normal may differ in its last place.
        let (power, by) = if i % 2 == 0 { (40, 0.0) } else { (-300, 1e-9) };
        let k = 2f64.powi(power);
        let mut scaled = pair.clone();
        let lists = scaled.a.iter_mut().chain(&mut scaled.b);
        lists.flatten().for_each(|x| *x *= k);
        for motion in [&mut scaled.motion_a, &mut scaled.motion_b] {
            let parts = [&mut motion.start.p, &mut motion.end_p, &mut motion.pivot];
            parts.into_iter().flatten().for_each(|x| *x *= k);
        }
        let other = ask(&Built::new(&scaled).expect("by turn"));
        let same = |x: &TimeOfExit, y: &TimeOfExit, by: f64| {
            x.verdict == y.verdict
                && x.initial == y.initial
                && (x.t_lo - y.t_lo).abs() <= by
                && (x.t_hi - y.t_hi).abs() <= by
        };
        tally.claim(
            same(&answer, &other, by),
            &name,
            &format!("{answer:?} scaled {other:?}"),
        );

        let mut rng = case_generator(102, i);
        let q = rng.quaternion();
        let pose = Pose::new(
            Vector3::new(3.0, -2.0, 7.0),
            Quaternion::new(q[3], q[0], q[1], q[2]),
        );
        let pose = pose.expect("a unit quaternion");
        let at = |p: &[f64; 3]| pose.transform_point(&Vector3::from(*p));
        let turned = |v: &[f64; 3]| at(v) - at(&[0.0; 3]);
        let mut moved = pair.clone();
        for motion in [&mut moved.motion_a, &mut moved.motion_b] {
            let [x, y, z, w] = motion.start.q;
            let product = pose.quaternion() * Quaternion::new(w, x, y, z);
            motion.start.q = [product.i, product.j, product.k, product.w];
            motion.start.p = at(&motion.start.p).into();
            motion.end_p = at(&motion.end_p).into();
            motion.turn = motion.turn.map(|turn| turned(&turn).into());
        }
        rng.shuffle(&mut moved.a);
        rng.shuffle(&mut moved.b);
        let other = ask(&Built::new(&moved).expect("by turn"));
        // Where B just touches a face, or stays in one of a flat A, the last place decides.
        let doubtful = answer.depth < 1e-9 || built.a.inscribed_radius() == 0.0;
        tally.claim(
            doubtful || close(&answer, &other),
            &name,
            &format!("{answer:?} moved {other:?}"),
        );
    })
    .report("exits moved, scaled and shuffled");
}

/// Either bracket holds the first exit, so the two overlap, and neither is much wider.
fn close(x: &TimeOfExit, y: &TimeOfExit) -> bool {
    let verdicts = x.verdict == y.verdict || x.t_lo.min(y.t_lo) < 1.0;
    verdicts && x.t_lo <= y.t_hi + 1e-9 && y.t_lo <= x.t_hi + 1e-9
}

fn room(half: f64) -> Polytope {
    polytope(&cuboid([half; 3]))
}

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::from_translation(Vector3::new(x, y, z)).expect("finite")
}

fn spinning(from: Pose, to: [f64; 3], turn: [f64; 3]) -> Motion {
    Motion::from_turn(from, to.into(), turn.into(), Vector3::zeros()).expect("finite")
}

fn inside(a: Polytope, motion_a: Motion, b: Polytope, motion_b: Motion) -> Built {
    Built {
        a,
        motion_a,
        b,
        motion_b,
    }
}

#[test]
fn planted_exits_are_found() {
    for (turns, speed) in [
        (0.25, 8.0),
        (1.0, 8.0),
        (3.3, 6.0),
        (20.0, 5.0),
        (200.0, 5.0),
    ] {
        // A square of half side 1 about z: it reaches x(t) + |cos| + |sin|.
        let turn = [0.0, 0.0, turns * TAU];
        let flight = spinning(at(0.0, 0.5, 0.0), [speed, 0.5, 0.0], turn);
        let built = inside(
            room(4.0),
            Motion::fixed(at(0.0, 0.0, 0.0)),
            room(1.0),
            flight,
        );
        let answer = ask(&built);
        let reach = |t: f64| {
            let (sin, cos) = (turns * TAU * t).sin_cos();
            speed * t + sin.abs() + cos.abs()
        };
        let steps = 4_000_000;
        let step = |k: u32| f64::from(k) / f64::from(steps);
        let first = (0..=steps)
            .map(step)
            .find(|&t| reach(t) > 4.0)
            .expect("it leaves");
        assert_eq!(
            answer.verdict,
            ContainmentVerdict::NotInside,
            "{turns}: {answer:?}"
        );
        let before = first - 1.0 / f64::from(steps);
        let bracketed = answer.t_lo <= first && before <= answer.t_hi;
        assert!(bracketed, "{turns}: {first}, {answer:?}");
        // A tolerance over the speed, or its root where the corner grazes.
        assert!(answer.t_hi - answer.t_lo < 1e-4, "{turns}: {answer:?}");
        assert!(answer.iterations < 1_000, "{turns}: {answer:?}");
        assert_eq!(answer.normal, Some(Vector3::x()));
    }
}

#[test]
fn bodies_that_do_not_turn_are_decided_exactly() {
    let fly = |from: [f64; 3], to: [f64; 3]| {
        let [x, y, z] = from;
        let motion = Motion::translation(at(x, y, z), to.into()).expect("finite");
        ask(&inside(
            room(4.0),
            Motion::fixed(at(0.0, 0.0, 0.0)),
            room(1.0),
            motion,
        ))
    };
    // Flush with the wall at the end, and a last place through it.
    let stays = fly([0.0; 3], [3.0, 0.0, 0.0]);
    assert_eq!(
        (stays.verdict, stays.t_lo),
        (ContainmentVerdict::Inside, 1.0)
    );
    let through = fly([0.0; 3], [3f64.next_up(), 0.0, 0.0]);
    assert_eq!(
        (through.verdict, through.t_hi),
        (ContainmentVerdict::NotInside, 1.0)
    );
    assert!(through.t_lo > 0.999_999 && !through.initial && through.vertex.is_some());
    // Along a wall from end to end, and off it.
    let slides = fly([3.0, -3.0, 0.0], [3.0, 3.0, 0.0]);
    assert_eq!(
        (slides.verdict, slides.t_lo),
        (ContainmentVerdict::Inside, 1.0)
    );
    let rises = fly([3.0, 0.0, 0.0], [-3.0, 0.0, 0.0]);
    assert_eq!(
        (rises.verdict, rises.t_lo),
        (ContainmentVerdict::Inside, 1.0)
    );
    // Half-way.
    let leaves = fly([-3.0, 1.0, 2.0], [9.0, 1.0, 2.0]);
    let near = (leaves.t_lo - 0.5).abs() < 1e-10 && (leaves.t_hi - 0.5).abs() < 1e-10;
    assert!(near, "{leaves:?}");
    assert!(leaves.depth > 0.0 && leaves.depth < 1e-9 && leaves.reason == Reason::None);
    // From the wall outwards: inside at t = 0 and never after.
    let pushed = fly([3.0, 0.0, 0.0], [4.0, 0.0, 0.0]);
    assert_eq!((pushed.t_lo, pushed.initial), (0.0, false));
    assert!(pushed.t_hi > 0.0 && pushed.t_hi < 1e-9);
    // Outside from the start.
    for x in [3f64.next_up(), 3.5, 100.0] {
        let outside = fly([x, 0.0, 0.0], [0.0; 3]);
        assert_eq!(outside.verdict, ContainmentVerdict::NotInside);
        assert_eq!((outside.initial, outside.t_hi), (true, 0.0));
    }
    // A bullet's frame: 200 rooms far.
    let fast = fly([0.0; 3], [1600.0, 0.0, 0.0]);
    assert!((fast.t_hi - 3.0 / 1600.0).abs() < 1e-12 && fast.t_hi - fast.t_lo < 1e-12);
}

/// Along a wall's normal a body that turns about it, to the last place, does not move.
#[test]
fn turning_about_a_wall_s_normal_is_proved_inside() {
    let still = Motion::fixed(at(0.0, 0.0, 0.0));
    let spin = |to: [f64; 3], turns: f64| spinning(at(0.0, 0.0, -3.0), to, [0.0, 0.0, turns * TAU]);
    let whirled = spinning(at(0.0, 0.0, 0.0), [0.5, 0.0, 0.0], [0.0, 0.0, -0.3]);
    for turns in [1e-9, 0.1, 1.0, 20.0, -3e5] {
        for (floor, to) in [
            (still, [1.0, 0.0, -3.0]),
            (still, [1.0, 0.0, -1.0]),
            (whirled, [0.5, 0.25, -3.0]),
        ] {
            let answer = ask(&inside(room(4.0), floor, room(1.0), spin(to, turns)));
            assert_eq!(answer.verdict, ContainmentVerdict::Inside, "{answer:?}");
            assert_eq!(answer.t_lo, 1.0, "{turns} {to:?}");
            // The wall's normal is the axis: no step is shorter than the frame.
            assert!(answer.iterations <= 40 || turns < 0.0, "{answer:?}");
        }
        // Flush at the end only; and a last place through the floor.
        let lands = spinning(at(0.0, 0.0, 0.0), [0.0, 0.0, -3.0], [0.0, 0.0, turns]);
        let answer = ask(&inside(room(4.0), still, room(1.0), lands));
        assert_eq!(
            (answer.verdict, answer.t_lo),
            (ContainmentVerdict::Inside, 1.0)
        );
        let answer = ask(&inside(
            room(4.0),
            still,
            room(1.0),
            spin([0.0, 0.0, -3.0f64.next_up()], turns),
        ));
        assert_eq!(answer.t_lo, 0.0, "{answer:?}");
    }
    // Through another wall it leaves when it does: sqrt(2) + 7 t reaches 4.
    let answer = ask(&inside(
        room(4.0),
        still,
        room(1.0),
        spin([7.0, 0.0, -3.0], 500.0),
    ));
    let expected = (4.0 - 2f64.sqrt()) / 7.0;
    assert_eq!(answer.verdict, ContainmentVerdict::NotInside);
    assert!((answer.t_lo - expected).abs() < 1e-3, "{answer:?}");
    // An axis that is not the normal, by its last place: to the tolerance.
    let tilted = spinning(at(0.0, 0.0, -3.0), [0.0, 0.0, -3.0], [1e-17, 0.0, 1.0]);
    let answer = ask(&inside(room(4.0), still, room(1.0), tilted));
    assert_eq!(
        (answer.verdict, answer.t_lo),
        (ContainmentVerdict::Inside, 0.0)
    );
    // Of a body carried along a wall too; with that much allowed it is proved without a tolerance.
    let carried = spinning(at(0.0, 0.0, 0.0), [0.0; 3], [0.0, 0.0, 5.0]);
    let built = inside(
        room(4.0),
        carried,
        polytope(&[[4.0, 1.0, 0.0], [3.0, 0.0, 0.0]]),
        carried,
    );
    let answer = ask(&built);
    assert_eq!(
        (answer.verdict, answer.t_lo),
        (ContainmentVerdict::Inside, 0.0)
    );
    let options = TimeOfExitOptions {
        target_margin: -1e-6,
        ..TimeOfExitOptions::default()
    };
    let answer = ask_with(&built, &options);
    assert_eq!(
        (answer.verdict, answer.t_lo),
        (ContainmentVerdict::Inside, 1.0)
    );
}

/// Flush with a wall at t = 0, every vertex there on its way in.
#[test]
fn turning_away_from_a_wall_is_proved_inside() {
    let still = Motion::fixed(at(0.0, 0.0, 0.0));
    let flush = |to: [f64; 3], turn: [f64; 3]| {
        let motion = spinning(at(3.0, 0.0, 0.0), to, turn);
        ask(&inside(room(4.0), still, room(1.0), motion))
    };
    // The slack's rate is 3 for the middle of the side, 3 - 0.5 at the least for its corners.
    let answer = flush([0.0; 3], [0.0, 0.5, 0.0]);
    assert_eq!(
        (answer.verdict, answer.t_lo),
        (ContainmentVerdict::Inside, 1.0)
    );
    let answer = flush([0.0; 3], [0.0, 40.0, 0.0]);
    assert!(answer.t_lo == 0.0 && answer.t_hi < 1e-6, "{answer:?}");
    // In and, by the time 1/3, out through the wall across: 3 - 8 t - cos - sin = -4.
    let answer = flush([-13.0, 0.0, 0.0], [0.0, 0.5, 0.0]);
    let reach = |t: f64| 3.0 - 16.0 * t - (0.5 * t).cos() - (0.5 * t).sin();
    assert_eq!(answer.verdict, ContainmentVerdict::NotInside);
    assert!(answer.t_hi - answer.t_lo < 1e-6, "{answer:?}");
    assert!(reach(answer.t_lo) > -4.0 - 1e-12 && reach(answer.t_hi) < -4.0);
    // At rate 1 corners tip into the wall, which all goes away from by less, or by just more.
    for (rate, tips) in [(0.0, true), (0.9, true), (1.001, false)] {
        let answer = flush([3.0 - rate, 0.0, 0.0], [0.0, 1.0, 0.0]);
        assert_eq!(
            answer.verdict == ContainmentVerdict::NotInside,
            tips,
            "{answer:?}"
        );
        assert_eq!(answer.t_lo, if tips { 0.0 } else { 1.0 }, "{answer:?}");
        assert!(!tips || (answer.t_hi < 1e-4 && !answer.initial));
    }
    // Outside by a last place it has never been inside.
    let motion = spinning(at(3f64.next_up(), 0.0, 0.0), [0.0; 3], [0.0, 0.5, 0.0]);
    let answer = ask(&inside(room(4.0), still, room(1.0), motion));
    assert!(answer.initial && answer.t_hi == 0.0, "{answer:?}");
    // The room moves off what lies in its corner at 2 along x, and turns: at 1 along y, away or into it.
    for (turn, stays) in [(0.25, true), (-0.25, false)] {
        let turning = spinning(at(0.0, 0.0, 0.0), [2.0, 0.0, 0.0], [0.0, 0.0, turn]);
        let stick = polytope(&[[4.0, 4.0, -4.0], [3.5, 3.0, -4.0]]);
        let answer = ask(&inside(room(4.0), turning, stick, still));
        assert_eq!(
            answer.verdict == ContainmentVerdict::Inside,
            stays,
            "{answer:?}"
        );
        assert_eq!(answer.t_lo, if stays { 1.0 } else { 0.0 }, "{answer:?}");
    }
}

/// Outside at first and inside in the end, straight: the end alone says nothing.
#[test]
fn a_budget_hides_no_start_outside() {
    let still = Motion::fixed(at(0.0, 0.0, 0.0));
    for axis in 0..6 {
        let mut from = [0.0; 3];
        from[axis / 2] = if axis % 2 == 0 { 5.0 } else { -5.0 };
        let [x, y, z] = from;
        let motion = Motion::translation(at(x, y, z), Vector3::zeros()).expect("finite");
        for budget in 1..8 {
            let options = TimeOfExitOptions {
                budget,
                ..TimeOfExitOptions::default()
            };
            let answer = ask_with(&inside(room(4.0), still, room(1.0), motion), &options);
            assert!(answer.initial && answer.t_hi == 0.0, "{answer:?}");
            assert_eq!(answer.verdict, ContainmentVerdict::NotInside, "{answer:?}");
        }
    }
}

#[test]
fn a_safety_margin_is_kept() {
    let fly = |target| {
        let motion = Motion::translation(at(0.0, 0.0, 0.0), Vector3::new(8.0, 0.0, 0.0));
        let motion = motion.expect("finite");
        let options = TimeOfExitOptions {
            target_margin: target,
            ..TimeOfExitOptions::default()
        };
        let still = Motion::fixed(at(0.0, 0.0, 0.0));
        ask_with(&inside(room(4.0), still, room(1.0), motion), &options)
    };
    for (target, t) in [(0.5, 0.3125), (2.0, 0.125), (-1.0, 0.5), (-4.0, 0.875)] {
        let answer = fly(target);
        assert!((answer.t_lo - t).abs() < 1e-10 && (answer.t_hi - t).abs() < 1e-10);
    }
    let close = fly(3.5);
    assert!(close.initial && (close.depth - 0.5).abs() < 1e-12);
    assert_eq!(fly(-5.0).verdict, ContainmentVerdict::Inside);
    assert!(fly(-5.1).t_lo == 1.0);
}

#[test]
fn degenerate_bodies() {
    let still = Motion::fixed(at(0.0, 0.0, 0.0));
    let spin = spinning(at(0.0, 0.0, 0.0), [0.0; 3], [0.0, 0.0, 5.0]);
    let body = |list: &[[f64; 3]]| polytope(list);
    let nothing = || body(&[]);
    for motion in [still, spin] {
        let answer = ask(&inside(room(1.0), motion, nothing(), spin));
        assert_eq!(
            (answer.verdict, answer.t_lo),
            (ContainmentVerdict::Inside, 1.0)
        );
        let answer = ask(&inside(nothing(), still, nothing(), motion));
        assert_eq!(answer.verdict, ContainmentVerdict::Inside);
        let answer = ask(&inside(nothing(), motion, room(1.0), spin));
        assert!(answer.initial && answer.t_hi == 0.0 && answer.vertex.is_none());
        // A body in itself, turning with itself.
        let answer = ask(&inside(room(1.0), motion, room(1.0), motion));
        assert_eq!(answer.verdict, ContainmentVerdict::Inside, "{answer:?}");
    }
    let square = || {
        body(&[
            [-1.0, -1.0, 0.0],
            [1.0, -1.0, 0.0],
            [1.0, 1.0, 0.0],
            [-1.0, 1.0, 0.0],
        ])
    };
    let small = || body(&[[-0.5, -0.5, 0.0], [0.5, -0.5, 0.0], [0.0, 0.5, 0.0]]);
    let tilt = spinning(at(0.0, 0.0, 0.0), [0.0; 3], [0.3, 0.0, 0.0]);
    for a in [
        square(),
        body(&[[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]]),
        body(&[[0.0; 3]]),
    ] {
        let flat = a.face_count() > 0;
        let b = if flat { small() } else { body(&[[0.0; 3]]) };
        // In its plane it stays to the tolerance, and a point stays in a point.
        let stays = ask(&inside(a.clone(), still, b.clone(), spin));
        assert_eq!(stays.verdict, ContainmentVerdict::Inside, "{stays:?}");
        let up = Motion::translation(at(0.0, 0.0, 0.0), Vector3::new(0.0, 0.0, 1.0));
        let leaves = ask(&inside(a.clone(), still, b.clone(), up.expect("finite")));
        assert_eq!(leaves.verdict, ContainmentVerdict::NotInside);
        assert!(
            leaves.t_lo == 0.0 && !leaves.initial && leaves.t_hi < 1e-9,
            "{leaves:?}"
        );
        if flat {
            let tilts = ask(&inside(a, still, b, tilt));
            assert_eq!(tilts.verdict, ContainmentVerdict::NotInside);
            assert!(!tilts.initial && tilts.depth <= 1e-6, "{tilts:?}");
        }
    }
}

#[test]
fn a_budget_that_runs_out_decides_nothing() {
    let still = Motion::fixed(at(0.0, 0.0, 0.0));
    let ball = || polytope(&octahedral(3, [3.9; 3]));
    let spin = spinning(at(0.05, 0.0, 0.0), [0.0; 3], [9.0, 50.0, 20.0]);
    let built = inside(polytope(&octahedral(4, [4.0; 3])), still, ball(), spin);
    let whole = ask(&built);
    for budget in [1, 2, 5, 20, 100, 1_000, 10_000] {
        let options = TimeOfExitOptions {
            budget,
            ..TimeOfExitOptions::default()
        };
        let answer = ask_with(&built, &options);
        assert!(answer.iterations <= budget + 2, "{budget}: {answer:?}");
        if answer.verdict == ContainmentVerdict::Undecided {
            assert_eq!((answer.reason, answer.t_hi), (Reason::Budget, 1.0));
            assert!(answer.verdict.may_leave() && answer.t_lo <= whole.t_hi);
        } else {
            assert_eq!(answer.verdict, whole.verdict);
            assert!(answer.t_hi >= whole.t_lo && answer.t_lo <= whole.t_hi);
        }
    }
    // A tolerance below rounding.
    let options = TimeOfExitOptions {
        tolerance: Some(1e-18),
        ..TimeOfExitOptions::default()
    };
    let carried = spinning(at(0.0, 0.0, 0.0), [0.0; 3], [0.0, 0.0, 3.0]);
    let post = polytope(&[[4.0, 1.0, 0.0], [3.0, 0.0, 0.0]]);
    let answer = ask_with(&inside(room(4.0), carried, post, carried), &options);
    assert_eq!(
        (answer.verdict, answer.reason),
        (ContainmentVerdict::Undecided, Reason::Rounding)
    );
}

#[test]
fn bad_options_are_refused() {
    let built = inside(
        room(4.0),
        Motion::fixed(at(0.0, 0.0, 0.0)),
        room(1.0),
        Motion::fixed(at(0.0, 0.0, 0.0)),
    );
    let good = TimeOfExitOptions::default();
    for (options, name) in [
        (
            TimeOfExitOptions {
                tolerance: Some(0.0),
                ..good
            },
            "tolerance",
        ),
        (
            TimeOfExitOptions {
                tolerance: Some(f64::NAN),
                ..good
            },
            "tolerance",
        ),
        (
            TimeOfExitOptions {
                target_margin: f64::INFINITY,
                ..good
            },
            "target_margin",
        ),
        (TimeOfExitOptions { budget: 0, ..good }, "budget"),
    ] {
        let (a, b) = (&built.a, &built.b);
        let (ma, mb) = (&built.motion_a, &built.motion_b);
        let refused = time_of_exit(
            &interframe::MovingPair::new(a, ma, b, mb),
            &options,
            &mut PairState::default(),
        );
        assert!(refused.is_err_and(|error| error.to_string().contains(name)));
    }
}

/// A point at the wall swings inwards and back out at t = 0.0588425: t_lo asks for no tolerance.
#[test]
fn a_tolerance_below_rounding_costs_no_budget_and_no_proof() {
    let room = Polytope::cuboid([1.0; 3]).unwrap();
    let point = Polytope::new(&[Vector3::new(1.0, 0.25, 0.0)]).unwrap();
    let turn = Vector3::new(0.0, 0.0, 10.0);
    let (start, pivot) = (Pose::identity(), Vector3::new(2.0, 0.0, 0.0));
    let swing = Motion::from_turn(start, Vector3::new(-0.5, 0.0, 0.0), turn, pivot).unwrap();
    let still = Motion::fixed(Pose::identity());
    let mut below = 0;
    for power in 6..16 {
        let options = TimeOfExitOptions {
            tolerance: Some(10f64.powi(-power)),
            budget: 1000,
            ..TimeOfExitOptions::default()
        };
        let found = time_of_exit(
            &interframe::MovingPair::new(&room, &still, &point, &swing),
            &options,
            &mut PairState::default(),
        )
        .unwrap();
        assert_ne!(found.reason, Reason::Budget, "{power}: {found:?}");
        assert!(
            (found.t_lo - 0.058_842_522).abs() < 1e-8,
            "{power}: {found:?}"
        );
        below += u32::from(found.reason == Reason::Rounding);
    }
    assert!(below > 0);
}
