//! Bodies that are apart at the start by more than rounding hides, and by less than the tolerance: they spin above a floor, stand
//! in a corner, or are far from the origin. What they do not approach is no contact, and what they meet later is one.

use interframe::{
    Contact, InitialContact, Motion, Polytope, Pose, SharedBody, TimeOfImpact, Verdict,
};
use nalgebra::Vector3;
use twin::random::{SplitMix64, case_generator};

use crate::bodies::mesh_of;
use crate::common::{Tally, count, for_each};
use crate::floors::{EDGE, Ending, Frame, Scene, Standing, cuboid, floor, standing};
use crate::start_contacts::box_of_triangles;

const IGNORES: [InitialContact; 3] = [
    InitialContact::IgnorePairs,
    InitialContact::OnlyIfApproaching,
    InitialContact::IgnoreUntilSeparated,
];

/// A body that stands on a floor, a box of triangles, or two blocks side by side.
fn any_standing(random: &mut SplitMix64) -> Standing {
    match random.below(8) {
        0..4 => standing(random, false),
        4 => {
            let [a, b, c] = [0; 3].map(|_| random.integer(100, 700) as f64 / 1024.0);
            let parts = [[a, b, c], [0.25 * a, 0.5 * b, 0.5 * c]].map(|half| {
                let at = Vector3::new(2.0 * (half[0] - a), 0.0, half[2] - c);
                let at = Pose::from_translation(at).expect("finite");
                (SharedBody::cuboid(half).expect("a block"), at)
            });
            Standing {
                body: SharedBody::compound(&parts).expect("parts"),
                height: c,
                ahead: a,
                is_round: false,
            }
        }
        _ => {
            let half = [0; 3].map(|_| random.integer(100, 700) as f64 / 1024.0);
            Standing {
                body: box_of_triangles(random, half),
                height: half[2],
                ahead: half[0],
                is_round: false,
            }
        }
    }
}

/// Whether nothing new began: a contact at the start was ignored, or there was none.
fn is_nothing(found: &TimeOfImpact) -> bool {
    found.verdict == Verdict::Separated || found.verdict == Verdict::Hit && found.initial
}

/// A body above a floor turns about what is up there, at its place or along the floor: no seam stops it.
#[test]
fn bodies_that_hover_and_spin_pass_seams() {
    for_each(count(200, 100_000), |index, tally| {
        let random = &mut case_generator(0x57f1, index);
        let is_turned = random.flip();
        let frame = Frame::any(random, is_turned);
        // Every piece has a tolerance of its own, at these sizes of 1e-7 to 1e-6.
        let gap = match random.flip() {
            true => 10f64.powf(random.between(-14.5, -7.0)),
            false => 10f64.powf(random.between(-7.0, -5.5)),
        };
        let standing = any_standing(random);
        let mut at = || random.between(-2.0, 1.0);
        let from = Vector3::new(at(), at(), standing.height + gap);
        let along = Vector3::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0), 0.0);
        let by = along * *random.pick(&[0.0, 1.0]);
        let turn = random.between(0.1, 3.0) * *random.pick(&[-1.0, 1.0]);
        let motion = frame.motion([from, from + by], Some(turn));
        let still = Motion::fixed(frame.pose(Vector3::zeros()));
        let floor = floor(random, Ending::Level);
        let scene = Scene::new(floor, standing.body, [still, motion], random.flip());
        for ask in IGNORES {
            let found = scene.ask(ask);
            let words = format!("case {index}: {gap:e} above, by {by:?}, {ask:?}: {found:?}");
            tally.claim(is_nothing(&found), "spin", &words);
        }
    })
    .none_wrong();
}

/// A body above a floor spins and sinks, from the start on or later, by more than its gap and the tolerance: it is met.
#[test]
fn bodies_that_hover_and_spin_are_met_where_they_sink() {
    for_each(count(300, 100_000), |index, tally| {
        let random = &mut case_generator(0x57f2, index);
        let is_turned = random.flip();
        let frame = Frame::any(random, is_turned);
        let gap = 10f64.powf(random.between(-14.5, -7.0));
        let standing = any_standing(random);
        let mut at = || random.between(-2.0, 1.0);
        let from = Vector3::new(at(), at(), standing.height + gap);
        let by = Vector3::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0), 0.0);
        let down = 10f64.powf(random.between(-4.0, 0.0));
        let turn = random.between(0.1, 3.0) * *random.pick(&[-1.0, 1.0]);
        let motion = frame.motion([from, from + by - Vector3::z() * down], Some(turn));
        let still = Motion::fixed(frame.pose(Vector3::zeros()));
        let floor = floor(random, Ending::Level);
        let scene = Scene::new(floor, standing.body, [still, motion], random.flip());
        for ask in IGNORES {
            let found = scene.ask(ask);
            let right = found.verdict == Verdict::Hit && found.t_hi * down <= 1e-6;
            let words =
                format!("case {index}: {gap:e} above, by {by:?}, {down} down, {ask:?}: {found:?}");
            tally.claim(right, "sinks", &words);
        }
    })
    .none_wrong();
}

/// A body in the corner of a floor and a wall moves along both, or away from one or both: nothing stops it.
#[test]
fn bodies_in_a_corner_leave_it() {
    for_each(count(300, 100_000), |index, tally| {
        let random = &mut case_generator(0x57f3, index);
        let is_turned = random.flip();
        let frame = Frame::any(random, is_turned);
        let standing = any_standing(random);
        let mut gap = || 10f64.powf(random.between(-11.0, -7.2));
        let [above, beside] = [gap(), gap()];
        let x = EDGE - standing.ahead - beside;
        let from = Vector3::new(x, random.between(-1.0, 1.0), standing.height + above);
        let mut away = || match random.below(3) {
            0 => 0.0,
            1 => 1e-6,
            _ => random.between(0.0, 1.0),
        };
        let by = Vector3::new(-away(), away(), away());
        let motion = frame.motion([from, from + by], None);
        let still = Motion::fixed(frame.pose(Vector3::zeros()));
        let floor = floor(random, Ending::Wall);
        let scene = Scene::new(floor, standing.body, [still, motion], random.flip());
        for ask in IGNORES {
            let found = scene.ask(ask);
            let words = format!(
                "case {index}: {above:e} above, {beside:e} beside, by {by:?}, {ask:?}: {found:?}"
            );
            tally.claim(found.verdict == Verdict::Separated, "corner", &words);
        }
    })
    .none_wrong();
}

/// A body in such a corner moves into the wall, or down: it meets what it moves into, at once.
#[test]
fn bodies_in_a_corner_meet_what_they_move_into() {
    for_each(count(100, 100_000), |index, tally| {
        let random = &mut case_generator(0x57f4, index);
        let is_turned = random.flip();
        let frame = Frame::any(random, is_turned);
        let standing = any_standing(random);
        let mut gap = || 10f64.powf(random.between(-11.0, -7.2));
        let [above, beside] = [gap(), gap()];
        let x = EDGE - standing.ahead - beside;
        let from = Vector3::new(x, random.between(-1.0, 1.0), standing.height + above);
        let mut into = [0; 2].map(|_| *random.pick(&[-1.0, 0.0, 0.3]) * random.between(0.1, 1.0));
        if into.iter().all(|by| *by <= 0.0) {
            into[random.below(2)] = random.between(0.01, 1.0);
        }
        let by = Vector3::new(into[0], random.between(-1.0, 1.0), -into[1]);
        let motion = frame.motion([from, from + by], None);
        let still = Motion::fixed(frame.pose(Vector3::zeros()));
        let floor = floor(random, Ending::Wall);
        let scene = Scene::new(floor, standing.body, [still, motion], random.flip());
        let times = [beside / into[0], above / into[1]];
        let time = (0..2).filter(|k| into[*k] > 0.0).map(|k| times[k]);
        let time = time.fold(1.0, f64::min);
        for ask in IGNORES {
            let found = scene.ask(ask);
            let is_met = found.verdict == Verdict::Hit && found.contact == Contact::Overlap;
            let words = format!(
                "case {index}: {above:e} above, {beside:e} beside, by {by:?}, {ask:?}: {found:?}"
            );
            tally.claim(
                is_met && (found.t_hi - time).abs() <= 1e-9,
                "corner",
                &words,
            );
        }
    })
    .none_wrong();
}

/// Two bodies far from the origin are taken along together, and drift towards each other by the rounding of their motions: that is no
/// approach.
#[test]
fn bodies_far_away_do_not_approach_by_rounding() {
    for_each(count(600, 200_000), |index, tally| {
        let random = &mut case_generator(0x57f5, index);
        let frame = Frame::any(random, true);
        let far = 10f64.powf(random.between(3.0, 6.0));
        let frame = Frame {
            by: frame.by * far / 3.0,
            ..frame
        };
        let standing = standing(random, false);
        let gap = 10f64.powf(random.between(-11.0, -7.0));
        let mut at = || random.between(-2.0, 1.0);
        let from = Vector3::new(at(), at(), standing.height + gap);
        let along = Vector3::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0), 0.0);
        let by = along * *random.pick(&[0.0, 1.0]);
        let travel = Vector3::from(random.direction()) * *random.pick(&[0.0, 1.0, 100.0]);
        let carried = |at: Vector3<f64>, by: Vector3<f64>| {
            Motion::translation(frame.pose(at), frame.at(at + by + travel)).expect("a motion")
        };
        let motions = [
            carried(Vector3::zeros(), Vector3::zeros()),
            carried(from, by),
        ];
        let floor = match random.below(3) {
            0 => floor(random, Ending::Level),
            _ => cuboid([8.0, 8.0, 0.5], [0.0, 0.0, -0.5]),
        };
        let scene = Scene::new(floor, standing.body, motions, random.flip());
        for ask in IGNORES {
            let found = scene.ask(ask);
            let words =
                format!("case {index}: {gap:e} above, by {by:?}, {travel:?}, {ask:?}: {found:?}");
            tally.claim(is_nothing(&found), "drift", &words);
        }
    })
    .none_wrong();
}

/// A body touches a wall exactly, and is apart from the floor by rounding. It turns and sinks at once: it meets the floor at once.
#[test]
fn bodies_at_a_wall_that_sink_meet_the_floor_at_once() {
    for_each(count(120, 100_000), |index, tally| {
        let random = &mut case_generator(0x57f6, index);
        let frame = Frame::any(random, false);
        let standing = any_standing(random);
        let gap = *random.pick(&[2f64.powi(-52), 2f64.powi(-46), 2f64.powi(-42)]);
        let y = random.integer(-1024, 1024) as f64 / 1024.0;
        let from = Vector3::new(EDGE - standing.ahead, y, standing.height + gap);
        let down = 10f64.powf(random.between(-6.0, 0.0));
        let by = Vector3::new(-random.between(0.0, 1.0), random.between(-1.0, 1.0), -down);
        let turn = random.between(0.1, 3.0) * *random.pick(&[-1.0, 1.0]);
        let axis = match random.flip() {
            true => Vector3::z(),
            false => Vector3::from(random.direction()),
        };
        let end = frame.at(from + by);
        let motion = Motion::from_turn(frame.pose(from), end, axis * turn, Vector3::zeros());
        let still = Motion::fixed(frame.pose(Vector3::zeros()));
        let floor = floor(random, Ending::Wall);
        let motions = [still, motion.expect("a motion")];
        let scene = Scene::new(floor, standing.body, motions, random.flip());
        for ask in IGNORES {
            let found = scene.ask(ask);
            let right = found.verdict == Verdict::Hit && found.t_hi * down <= 1e-9
                || found.verdict == Verdict::Undecided && found.t_lo <= 1e-6;
            let words = format!(
                "case {index}: {gap:e} above, by {by:?}, {axis:?} {turn}, {ask:?}: {found:?}"
            );
            tally.claim(right, "sinks", &words);
        }
    })
    .none_wrong();
}

/// A body that hovers over a floor spins and slides to a wall: it meets that as if there were no floor.
#[test]
fn bodies_that_hover_and_spin_meet_the_wall() {
    for_each(count(150, 50_000), |index, tally| {
        let random = &mut case_generator(0x57f7, index);
        let is_turned = random.flip();
        let frame = Frame::any(random, is_turned);
        let gap = 10f64.powf(random.between(-14.5, -7.0));
        let standing = any_standing(random);
        let (x, y) = (random.between(-1.0, 1.0), random.between(-1.0, 1.0));
        let from = Vector3::new(x, y, standing.height + gap);
        let by = Vector3::new(random.between(1.0, 2.0) + EDGE - x, 0.0, 0.0);
        let turn = random.between(0.1, 6.0) * *random.pick(&[-1.0, 1.0]);
        let motion = frame.motion([from, from + by], Some(turn));
        let still = Motion::fixed(frame.pose(Vector3::zeros()));
        let floor = floor(random, Ending::Wall);
        let wall = cuboid([0.5, 6.0, 6.0], [EDGE + 0.5, 0.0, 0.0]);
        let is_swapped = random.flip();
        let scene = Scene::new(floor, standing.body.clone(), [still, motion], is_swapped);
        let alone = Scene::new(wall, standing.body, [still, motion], is_swapped);
        let time = alone.ask(InitialContact::Report).t_hi;
        for ask in IGNORES {
            let found = scene.ask(ask);
            let words =
                format!("case {index}: {gap:e} above, by {by:?}, {ask:?}, at {time}: {found:?}");
            let is_open =
                ask == InitialContact::IgnoreUntilSeparated && found.verdict == Verdict::Undecided;
            let right = found.verdict == Verdict::Hit && !found.initial || is_open;
            let is_then = is_open || (found.t_hi - time).abs() <= 1e-5;
            tally.claim(right && is_then, "wall", &words);
        }
    })
    .none_wrong();
}

/// A body turns about a point below the floor that it touches or is above: at first it glides, then it goes down through the floor.
#[test]
fn bodies_that_glide_and_then_sink_are_met() {
    for_each(count(300, 100_000), |index, tally| {
        let random = &mut case_generator(0x57f8, index);
        let frame = Frame::any(random, false);
        let radius = random.integer(100, 700) as f64 / 1024.0;
        let body = match random.below(2) {
            0 => SharedBody::sphere(radius).expect("a ball"),
            _ => {
                let ends = [0, 1].map(|k| Vector3::z() * if k == 0 { radius } else { -radius });
                let [x, y] = [Vector3::x(), Vector3::y()].map(|n| n * radius);
                let corners = [ends[0], ends[1], x, -x, y, -y];
                SharedBody::new(Polytope::new(&corners).expect("an octahedron"))
            }
        };
        let gap = *random.pick(&[
            0.0,
            2f64.powi(-50),
            2f64.powi(-44),
            2f64.powi(-36),
            -2f64.powi(-20),
        ]);
        let at = [0; 2].map(|_| random.integer(-1024, 1024) as f64 / 1024.0);
        let from = Vector3::new(at[0], at[1], radius + gap);
        let below = random.integer(1, 2048) as f64 / 1024.0;
        let way = random.between(0.0, std::f64::consts::TAU);
        let turn = Vector3::new(way.cos(), way.sin(), 0.0) * random.between(0.3, 1.5);
        let pivot = Vector3::z() * -(radius + below);
        let motion = Motion::from_turn(frame.pose(from), frame.at(from), turn, pivot);
        let still = Motion::fixed(frame.pose(Vector3::zeros()));
        let floor = floor(random, Ending::Level);
        let motions = [still, motion.expect("a motion")];
        let scene = Scene::new(floor, body, motions, random.flip());
        let found = scene.ask(InitialContact::OnlyIfApproaching);
        let words = format!("case {index}: {gap:e} above, {below}, {turn:?}: {found:?}");
        tally.claim(found.verdict == Verdict::Hit, "glides", &words);
    })
    .none_wrong();
}

/// A body in the corner of two walls touches one or stands in it, is near the other, and slides along both: no seam stops it.
#[test]
fn bodies_near_a_wall_beside_another_pass_seams() {
    for_each(count(500, 50_000), pass_seams_beside_a_wall).none_wrong();
}

/// The body is less deep in the wall along which it moves than in the one that it leaves: what it meets at the rim of the first is as
/// deep as it is there.
#[test]
fn bodies_that_leave_a_wall_pass_seams_of_another() {
    const CASES: [u64; 8] = [2771, 6689, 7317, 9684, 21161, 29725, 42588, 48689];
    for_each(CASES.len() as u64, |k, tally| {
        pass_seams_beside_a_wall(CASES[k as usize], tally);
    })
    .none_wrong();
}

fn pass_seams_beside_a_wall(index: u64, tally: &mut Tally) {
    let random = &mut case_generator(0x57f9, index);
    let is_turned = random.flip();
    let frame = Frame::any(random, is_turned);
    // The walls x = 0 and y = 0, each of two pieces or four, with seams at z = 0 and y = 4.
    let walls = match random.flip() {
        true => {
            let corners = [
                [0.0, 0.0, -4.0],
                [0.0, 0.0, 4.0],
                [0.0, 8.0, -4.0],
                [0.0, 8.0, 4.0],
                [8.0, 0.0, -4.0],
                [8.0, 0.0, 4.0],
            ];
            let mut triangles = [[0, 2, 1], [1, 2, 3], [0, 1, 4], [1, 5, 4]];
            random.shuffle(&mut triangles);
            mesh_of(&corners.map(Vector3::from), &triangles, 0.0).body
        }
        false => {
            let mut parts = vec![(cuboid([4.0, 0.5, 4.0], [4.0, -0.5, 0.0]), Pose::identity())];
            for (y, z) in [(2.0, -2.0), (2.0, 2.0), (6.0, -2.0), (6.0, 2.0)] {
                parts.push((cuboid([0.5, 2.0, 2.0], [-0.5, y, z]), Pose::identity()));
            }
            SharedBody::compound(&parts).expect("parts")
        }
    };
    let body = match random.below(3) {
        0 => SharedBody::cuboid([0.25; 3]).expect("a box"),
        1 => SharedBody::sphere(0.25).expect("a ball"),
        _ => box_of_triangles(random, [0.25; 3]),
    };
    let mut gap = |deepest: f64| {
        let size = 10f64.powf(random.between(-13.0, -7.0));
        *random.pick(&[0.0, size, size, -size, -deepest])
    };
    let gaps = [gap(0.0), gap(1e-3)];
    let from = Vector3::new(0.25 + gaps[0], 0.25 + gaps[1], random.between(-2.0, 2.0));
    let along = random.between(-2.0, 2.0) - from.z;
    let by = Vector3::new(0.0, *random.pick(&[0.0, 3.0, 6.0]), along);
    let motion = frame.motion([from, from + by], None);
    let still = Motion::fixed(frame.pose(Vector3::zeros()));
    let scene = Scene::new(walls, body, [still, motion], random.flip());
    for ask in IGNORES {
        let found = scene.ask(ask);
        let words = format!("case {index}: gaps {gaps:?}, by {by:?}, {ask:?}: {found:?}");
        tally.claim(is_nothing(&found), "seam", &words);
    }
}

/// A body is in the corner of two walls, not as deep in one as in the other, and leaves one along the other, from which a plate or a
/// block stands off ahead: it is met when the body comes there, however little it stands off.
#[test]
fn bodies_that_leave_a_wall_meet_what_stands_off_another() {
    for_each(count(500, 50_000), |index, tally| {
        let random = &mut case_generator(0x57fa, index);
        let is_turned = random.flip();
        let frame = Frame::any(random, is_turned);
        let sunk = 10f64.powf(random.between(-13.0, -4.0));
        let off = 10f64.powf(random.between(-6.0, -0.5));
        let walls = match random.flip() {
            true => {
                let corners = [
                    [0.0, 0.0, -4.0],
                    [0.0, 0.0, 4.0],
                    [0.0, 8.0, -4.0],
                    [0.0, 8.0, 4.0],
                    [8.0, 0.0, -4.0],
                    [8.0, 0.0, 4.0],
                    [off, 3.0, -4.0],
                    [off, 3.0, 4.0],
                    [off, 6.0, -4.0],
                    [off, 6.0, 4.0],
                ];
                let mut triangles = [
                    [0, 2, 1],
                    [1, 2, 3],
                    [0, 1, 4],
                    [1, 5, 4],
                    [6, 8, 7],
                    [7, 8, 9],
                ];
                random.shuffle(&mut triangles);
                mesh_of(&corners.map(Vector3::from), &triangles, 0.0).body
            }
            false => {
                let mut parts = vec![
                    (cuboid([4.0, 0.5, 4.0], [4.0, -0.5, 0.0]), Pose::identity()),
                    (
                        cuboid([0.5, 1.5, 4.0], [off - 0.5, 4.5, 0.0]),
                        Pose::identity(),
                    ),
                ];
                for (y, z) in [(2.0, -2.0), (2.0, 2.0), (6.0, -2.0), (6.0, 2.0)] {
                    parts.push((cuboid([0.5, 2.0, 2.0], [-0.5, y, z]), Pose::identity()));
                }
                SharedBody::compound(&parts).expect("parts")
            }
        };
        let body = match random.flip() {
            true => SharedBody::cuboid([0.25; 3]).expect("a box"),
            false => box_of_triangles(random, [0.25; 3]),
        };
        let deep = 10f64.powf(random.between(-9.0, -3.0));
        let from = Vector3::new(0.25 - sunk, 0.25 - deep, random.between(-2.0, 2.0));
        let along = random.between(-1.0, 1.0);
        let by = Vector3::new(0.0, *random.pick(&[3.0, 6.0]), along);
        let motion = frame.motion([from, from + by], None);
        let still = Motion::fixed(frame.pose(Vector3::zeros()));
        let t = (2.75 - from.y) / by.y;
        let scene = Scene::new(walls, body, [still, motion], random.flip());
        for ask in IGNORES {
            let found = scene.ask(ask);
            let is_met = found.verdict == Verdict::Hit && (found.t_hi - t).abs() <= 1e-5;
            let may_wait = ask == InitialContact::IgnoreUntilSeparated
                && found.verdict == Verdict::Undecided;
            let words = format!(
                "case {index}: sunk {sunk:e}, {deep:e} deep, {off:e} off, by {by:?}, {t}, {ask:?}: {found:?}"
            );
            tally.claim(is_met || may_wait, "off", &words);
        }
    })
    .none_wrong();
}
