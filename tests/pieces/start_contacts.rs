//! Bodies that are in contact with a floor at t = 0: which way out is said, whether they approach, and when they meet what the floor
//! leads to. Floors are triangles of any cut, height fields and flush blocks.

use crate::bodies::{compound, motion};
use crate::common::{count, for_each};
use crate::floors::{EDGE, Ending, Frame, Scene, WIDE, cuboid, drawn, field, floor, standing};
use interframe::{
    AdvanceOptions, BodyId, BodyInput, Contact, ContactInterval, InitialContact, Mobility, Motion,
    MovingPair, PairState, Phase, Pose, QueryFilter, Reason, Serial, SharedBody, TimeOfImpact,
    TimeOfImpactOptions, TriangleMesh, TriangleMeshOptions, Verdict, World, contact_intervals,
    time_of_impact,
};
use nalgebra::Vector3;
use twin::random::{SplitMix64, case_generator};

/// A body anywhere on a level floor, in touch or up to a hundredth deep, is parted straight upwards by its depth.
#[test]
fn level_floors_push_upwards() {
    for_each(count(5_000, 1_000_000), |index, tally| {
        let random = &mut case_generator(0x57b0, index);
        let is_turned = random.flip();
        let frame = Frame::any(random, is_turned);
        let standing = standing(random, false);
        let deep = match random.below(4) {
            0 if !is_turned => 0.0,
            _ => 10f64.powf(random.between(-8.0, -2.0)),
        };
        let mut at = || random.between(-2.0, 1.5);
        let from = Vector3::new(at(), at(), standing.height - deep);
        let up = *random.pick(&[-1.0, -1e-3, 0.5]);
        let by = Vector3::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0), up);
        let turn = [None, Some(1.0)][usize::from(standing.is_round && random.flip())];
        let motion = frame.motion([from, from + by], turn);
        let still = Motion::fixed(frame.pose(Vector3::zeros()));
        let floor = floor(random, Ending::Level);
        let scene = Scene::new(floor, standing.body, [still, motion], random.flip());
        let found = scene.ask(InitialContact::Report);
        let sign = if scene.is_swapped { -1.0 } else { 1.0 };
        let n = frame.turn * Vector3::z() * sign;
        let off = found.normal.map_or(2.0, |normal| (normal - n).norm());
        let points = [found.point_a, found.point_b].map(Option::unwrap_or_default);
        let apart = points[0] - points[1] - n * deep;
        let said = found.initial
            && found.t_hi == 0.0
            && off <= 1e-7
            && (found.depth - deep).abs() <= 1e-9
            && apart.norm() <= 1e-8
            && (found.separation_velocity - up).abs() <= 1e-6;
        let words = || format!("case {index}: {deep:e} deep, by {by}: {found:?}");
        tally.claim(said, "normal", &words());
        let proved = index % 64 != 0 || scene.is_proved(InitialContact::Report, &found);
        tally.claim(proved, "proof", &words());
        let only = scene.ask(InitialContact::OnlyIfApproaching);
        let counts = only.verdict == Verdict::Hit && only.t_hi == 0.0;
        let same = only.separation_velocity < 0.0;
        let words = || format!("case {index}: {deep:e} deep, by {by}: {found:?}, {only:?}");
        let right = match up < 0.0 {
            true => counts && same,
            false => only.verdict == Verdict::Separated,
        };
        tally.claim(right, "approach", &words());
    })
    .none_wrong();
}

/// A body that slides along a floor, in touch or deep in it, is stopped by what stands out of it, when it comes there, and by nothing else.
#[test]
fn sliding_bodies_meet_walls_when_they_come_there() {
    for_each(count(200, 300_000), |index, tally| {
        let random = &mut case_generator(0x57b1, index);
        let ending = match random.below(6) {
            0 => Ending::Level,
            1 => Ending::Ramp(random.between(0.05, 3.0)),
            2 => Ending::StepUp(random.between(0.001, 0.5)),
            3 => Ending::StepDown(random.between(0.02, 0.5)),
            4 => Ending::FallsAway(random.between(0.05, 3.0)),
            _ => Ending::Wall,
        };
        let standing = standing(random, ending != Ending::Wall && ending != Ending::Level);
        let is_turned = random.flip();
        let frame = Frame::any(random, is_turned);
        let deep = match random.below(4) {
            0 if !is_turned => 0.0,
            _ => 10f64.powf(random.between(-8.0, -2.0)),
        };
        let (x, y) = (random.between(-2.5, 1.5), random.between(-1.0, 1.0));
        let by = Vector3::new(
            random.between(1.5, 2.5) + EDGE - x,
            random.between(-1.0, 1.0),
            0.0,
        );
        let from = Vector3::new(x, y, standing.height - deep);
        let turn = match standing.is_round {
            true => [None, Some(1.0)][random.below(2)],
            false => [None, Some(1e-300)][random.below(2)],
        };
        let motion = frame.motion([from, from + by], turn);
        let still = Motion::fixed(frame.pose(Vector3::zeros()));
        let floor = match random.below(4) {
            0 => drawn(random, ending, true),
            _ => floor(random, ending),
        };
        let scene = Scene::new(floor, standing.body, [still, motion], random.flip());
        let time = (EDGE - x - standing.ahead) / by.x;
        let near = if turn.is_some() { 1e-5 } else { 1e-8 };
        let is_then = |t: f64| (t - time).abs() <= near;
        let ignore = InitialContact::IgnorePairs;
        let words = |found: &TimeOfImpact| {
            format!(
                "case {index}: {ending:?}, {deep:e} deep, by {by}, {turn:?}, at {time}: {found:?}"
            )
        };
        let found = scene.ask(ignore);
        let right = match ending.stops() {
            true => {
                let met = found.verdict == Verdict::Hit && !found.initial;
                met && is_then(found.t_hi) && found.t_lo <= found.t_hi && is_then(found.t_lo)
            }
            false if ending == Ending::Level => found.initial && found.verdict == Verdict::Hit,
            false => found.verdict == Verdict::Separated && found.free_from > 0.0,
        };
        tally.claim(right, "pairs", &words(&found));
        if found.verdict == Verdict::Hit && index % 64 == 0 {
            tally.claim(scene.is_proved(ignore, &found), "proof", &words(&found));
        }
        let whole = scene.ask(InitialContact::IgnoreUntilSeparated);
        let right = match ending.stops() {
            true => whole.reason == Reason::InitialContact && is_then(whole.t_lo),
            false => whole == found,
        };
        tally.claim(right, "whole", &words(&whole));
        let only = scene.ask(InitialContact::OnlyIfApproaching);
        tally.claim(only == found, "approaching", &words(&only));
    })
    .none_wrong();
}

/// The twelve triangles of a box, each side cut either way. `from`: its first corner; bit k of a corner's number is its side along
/// axis k.
pub(crate) fn box_sides(random: &mut SplitMix64, from: u32) -> Vec<[u32; 3]> {
    let sides: [[u32; 4]; 6] = [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
    ];
    let cut = |side: [u32; 4]| {
        let [p, q, r, s] = side.map(|v| v + from);
        match random.flip() {
            true => [[p, q, r], [p, r, s]],
            false => [[p, q, s], [q, r, s]],
        }
    };
    sides.into_iter().flat_map(cut).collect()
}

/// A closed box of twelve triangles, each side cut either way.
pub(crate) fn box_of_triangles(random: &mut SplitMix64, half: [f64; 3]) -> SharedBody {
    let side = |k: u32, axis: usize| {
        if k >> axis & 1 == 1 {
            half[axis]
        } else {
            -half[axis]
        }
    };
    let corners: Vec<_> = (0..8)
        .map(|k| Vector3::from_fn(|axis, _| side(k, axis)))
        .collect();
    let mut triangles = box_sides(random, 0);
    random.shuffle(&mut triangles);
    let mesh = TriangleMesh::new(&corners, &triangles, &TriangleMeshOptions::default());
    mesh.expect("a box").into()
}

/// A box of triangles that slides along triangles, in touch, hardly or clearly deep, meets what stands out of them as a solid box
/// does: its bottom is no wall to the next triangle, nor to those that it leaves.
#[test]
fn boxes_of_triangles_slide_over_seams() {
    for_each(count(40, 20_000), |index, tally| {
        let random = &mut case_generator(0x57b4, index);
        let ending = match random.below(5) {
            0 | 1 => Ending::Level,
            2 => Ending::Ramp(random.between(0.05, 3.0)),
            3 => Ending::StepUp(random.between(0.001, 0.5)),
            _ => Ending::Wall,
        };
        let half = [0; 3].map(|_| random.integer(100, 700) as f64 / 1024.0);
        let body = box_of_triangles(random, half);
        let is_turned = random.flip();
        let frame = Frame::any(random, is_turned);
        let deep = match random.below(5) {
            0 if !is_turned => 0.0,
            1 => 1e-9,
            2 if !is_turned => 1e-12,
            _ => 10f64.powf(random.between(-11.0, -2.0)),
        };
        let up = match ending {
            Ending::Level => *random.pick(&[0.0, -1e-9, 1e-9, 0.1, 1.0]),
            Ending::Wall => *random.pick(&[0.0, -1e-9, 1e-9, 0.1]),
            _ => 0.0,
        };
        let (x, y) = (random.between(-2.5, 1.5), random.between(-1.0, 1.0));
        let far = random.between(1.5, 2.5) + EDGE - x;
        let by = Vector3::new(far, *random.pick(&[0.0, 0.3, -1.0]), up);
        let from = Vector3::new(x, y, half[2] - deep);
        let motion = frame.motion([from, from + by], None);
        let still = Motion::fixed(frame.pose(Vector3::zeros()));
        let ground = match ending {
            Ending::Level | Ending::Ramp(_) if random.flip() => field(random, ending),
            _ => drawn(random, ending, false),
        };
        let scene = Scene::new(ground, body, [still, motion], random.flip());
        let sign = if scene.is_swapped { -1.0 } else { 1.0 };
        let against = frame.turn * Vector3::x() * -sign;
        let time = (EDGE - x - half[0]) / by.x;
        let is_then = |t: f64| (t - time).abs() <= 1e-8;
        let leaves = up > 0.0 && deep / up < 0.5 && (up > 1e-6 || !is_turned);
        let words = |found: &TimeOfImpact| {
            format!("case {index}: {ending:?}, {deep:e} deep, by {by}, {is_turned}, at {time}: {found:?}")
        };
        for initial_contact in [InitialContact::IgnorePairs, InitialContact::OnlyIfApproaching] {
            let found = scene.ask(initial_contact);
            let is_only = initial_contact == InitialContact::OnlyIfApproaching;
            let right = match ending {
                _ if is_only && up < 0.0 => found.initial && found.separation_velocity < 0.0,
                Ending::Level if leaves => {
                    // The place of a body that is hardly deep is rounded.
                    let since = (deep - 1e-15) / up * (1.0 - 1e-6) - 1e-12;
                    found.verdict == Verdict::Separated && found.free_from >= since
                }
                Ending::Level if up == 0.0 => found.initial && found.verdict == Verdict::Hit,
                Ending::Level => found.initial || found.verdict == Verdict::Separated,
                _ => {
                    let met = found.contact == Contact::Overlap && !found.initial;
                    met && is_then(found.t_hi) && found.t_lo <= found.t_hi && is_then(found.t_lo)
                }
            };
            tally.claim(right, "pairs", &words(&found));
            let off = found.normal.map_or(2.0, |n| (n - against).norm());
            let is_wall = ending == Ending::Wall && !found.initial;
            tally.claim(!is_wall || off <= 1e-6, "normal", &words(&found));
        }
        let whole = scene.ask(InitialContact::IgnoreUntilSeparated);
        let right = match ending {
            Ending::Level => whole.reason == Reason::None,
            _ if leaves => whole.verdict == Verdict::Hit && is_then(whole.t_hi),
            _ => whole.reason == Reason::InitialContact && is_then(whole.t_lo),
        };
        let is_clear = up == 0.0 || leaves || ending == Ending::Level;
        tally.claim(!is_clear || right, "whole", &words(&whole));
    })
    .none_wrong();
}

/// A box of triangles that comes over a floor hardly deep in it, and leaves it: the interval is that of shared points.
#[test]
fn intervals_over_seams_are_of_shared_points() {
    for_each(count(160, 20_000), |index, tally| {
        let random = &mut case_generator(0x57b7, index);
        let half = [0; 3].map(|_| random.integer(100, 700) as f64 / 1024.0);
        let body = box_of_triangles(random, half);
        let deep = 10f64.powf(random.between(-10.0, -2.0));
        let at = |x: f64, y: f64| {
            Pose::from_translation(Vector3::new(x, y, half[2] - deep)).expect("a pose")
        };
        let [from, to] = [-WIDE - 2.0, EDGE + 11.0];
        let y = random.between(1.0, 2.0);
        let moving = Motion::translation(at(from, y), at(to, y).translation());
        let moving = moving.expect("a motion");
        let still = Motion::fixed(Pose::identity());
        let scene = Scene::new(
            drawn(random, Ending::Level, false),
            body,
            [still, moving],
            random.flip(),
        );
        let mut found = [ContactInterval::default(); 4];
        let options = TimeOfImpactOptions::default();
        let state = &mut PairState::default();
        let answer = contact_intervals(&scene.pair(), &options, state, &mut found);
        let answer = answer.expect("valid options");
        let time = |x: f64| (x - from) / (to - from);
        let times = [time(-WIDE - half[0]), time(EDGE + 9.0 + half[0])];
        let [first, ..] = found;
        let off = (first.enter[1] - times[0])
            .abs()
            .max((first.exit[0] - times[1]).abs());
        let right = answer.count == 1 && first.contact == Contact::Overlap && off <= 1e-11;
        tally.claim(
            right,
            "interval",
            &format!("case {index}: {deep:e} deep, {times:?}: {first:?}"),
        );
    })
    .none_wrong();
}

/// A body that goes along a floor within the tolerance, and ignores what it starts in, is not stopped by the next seam.
#[test]
fn bodies_that_hover_pass_seams() {
    for_each(count(1_000, 100_000), |index, tally| {
        let random = &mut case_generator(0x57b5, index);
        let is_turned = random.flip();
        let frame = Frame::any(random, is_turned);
        let ending = *random.pick(&[Ending::Level, Ending::Wall]);
        let gap = 10f64.powf(random.between(-11.0, -6.5));
        let half = [0; 3].map(|_| random.integer(100, 700) as f64 / 1024.0);
        let (body, height, ahead) = match random.flip() {
            true => (box_of_triangles(random, half), half[2], half[0]),
            false => {
                let standing = standing(random, false);
                (standing.body, standing.height, standing.ahead)
            }
        };
        let (x, y) = (random.between(-2.5, 1.5), random.between(-1.0, 1.0));
        let by = Vector3::new(
            random.between(1.5, 2.5) + EDGE - x,
            random.between(-1.0, 1.0),
            0.0,
        );
        let from = Vector3::new(x, y, height + gap);
        let motion = frame.motion([from, from + by], None);
        let still = Motion::fixed(frame.pose(Vector3::zeros()));
        let scene = Scene::new(floor(random, ending), body, [still, motion], random.flip());
        let time = (EDGE - x - ahead) / by.x;
        for ask in [
            InitialContact::IgnorePairs,
            InitialContact::OnlyIfApproaching,
            InitialContact::IgnoreUntilSeparated,
        ] {
            let found = scene.ask(ask);
            let right = match ending {
                Ending::Level => found.verdict == Verdict::Separated,
                _ => found.contact == Contact::Overlap && (found.t_hi - time).abs() <= 1e-8,
            };
            let words =
                format!("case {index}: {ending:?}, {gap:e} above, by {by}, {is_turned}: {found:?}");
            tally.claim(right, "hover", &words);
        }
    })
    .none_wrong();
}

/// A small ball above a large floor, farther than its own tolerance, meets it when it comes there: the floor's size makes
/// no tolerance larger.
#[test]
fn small_bodies_above_large_floors_meet_them_in_time() {
    for_each(count(1_000, 100_000), |index, tally| {
        let random = &mut case_generator(0x57b9, index);
        let is_turned = random.flip();
        let frame = Frame::any(random, is_turned);
        let radius = 10f64.powf(random.between(-4.0, -2.0));
        let gap = 10f64.powf(random.between(-7.0, -5.0));
        let from = Vector3::new(
            random.between(-2.0, 1.5),
            random.between(-1.0, 1.0),
            radius + gap,
        );
        let by = Vector3::new(random.between(-1.0, 1.0) * gap, 0.0, -2.0 * gap);
        let motion = frame.motion([from, from + by], Some(random.between(-1.0, 1.0)));
        let still = Motion::fixed(frame.pose(Vector3::zeros()));
        let ball = SharedBody::sphere(radius).expect("a ball");
        let floor = floor(random, Ending::Level);
        let scene = Scene::new(floor, ball, [still, motion], random.flip());
        let tolerance = 1e-6 * radius;
        for ask in [
            InitialContact::Report,
            InitialContact::IgnorePairs,
            InitialContact::OnlyIfApproaching,
            InitialContact::IgnoreUntilSeparated,
        ] {
            let found = scene.ask(ask);
            let early = (0.5 - found.t_hi) * 2.0 * gap;
            let right =
                found.verdict == Verdict::Hit && found.gap <= tolerance && early <= 1.1 * tolerance;
            let words = format!("case {index}: {radius:e}, {gap:e} above, {ask:?}: {found:?}");
            tally.claim(right, "time", &words);
        }
    })
    .none_wrong();
}

/// A body that rises from a floor has no contact that lasts: a budget that does not reach its end says so.
#[test]
fn a_spent_budget_is_no_lasting_contact() {
    for_each(count(200, 10_000), |index, tally| {
        let random = &mut case_generator(0x57ba, index);
        let frame = Frame::any(random, false);
        let standing = standing(random, true);
        let from = Vector3::new(
            random.between(-2.0, 1.5),
            random.between(-1.0, 1.0),
            standing.height,
        );
        let motion = frame.motion([from, from + Vector3::z()], Some(0.5));
        let still = Motion::fixed(frame.pose(Vector3::zeros()));
        let scene = Scene::new(
            floor(random, Ending::Level),
            standing.body,
            [still, motion],
            random.flip(),
        );
        for budget in 1..8 {
            let options = TimeOfImpactOptions {
                initial_contact: InitialContact::IgnoreUntilSeparated,
                budget,
                ..TimeOfImpactOptions::default()
            };
            let found = time_of_impact(&scene.pair(), &options, &mut PairState::default());
            let found = found.expect("valid options");
            let right = found.verdict != Verdict::Hit;
            tally.claim(
                right,
                "budget",
                &format!("case {index}, {budget}: {found:?}"),
            );
        }
    })
    .none_wrong();
}

/// What comes near the ground beside a contact that is ignored, but was not level with it, is a contact.
#[test]
fn ignored_contacts_hide_no_walls() {
    for_each(count(1_000, 50_000), |index, tally| {
        let random = &mut case_generator(0x57b6, index);
        let is_turned = random.flip();
        let frame = Frame::any(random, is_turned);
        let deep = 10f64.powf(random.between(-9.0, -3.0));
        let half = [0; 3].map(|_| random.integer(100, 700) as f64 / 1024.0);
        let body = match random.flip() {
            true => box_of_triangles(random, half),
            false => cuboid(half, [0.0; 3]),
        };
        // Up to a wall and no farther: it comes within the tolerance, but no point is shared.
        let gap = 10f64.powf(random.between(-9.0, -7.0));
        let x = random.between(-2.5, 1.5);
        let by = Vector3::new(EDGE - x - half[0] - gap, 0.0, 0.0);
        let from = Vector3::new(x, random.between(-1.0, 1.0), half[2] - deep);
        let motion = frame.motion([from, from + by], None);
        let still = Motion::fixed(frame.pose(Vector3::zeros()));
        let scene = Scene::new(
            drawn(random, Ending::Wall, false),
            body,
            [still, motion],
            random.flip(),
        );
        let found = scene.ask(InitialContact::IgnorePairs);
        let right = found.contact == Contact::Near && !found.initial && found.t_hi > 0.99;
        let words =
            format!("case {index}: {deep:e} deep, {gap:e} from the wall, {is_turned}: {found:?}");
        tally.claim(right, "near", &words);
    })
    .none_wrong();
}

/// Bodies that slide side by side through a hall of one body, in a world: each meets the wall when it comes there.
#[test]
fn bodies_slide_to_the_wall_in_a_world() {
    for index in 0..count(60, 3_000) {
        let random = &mut case_generator(0x57b2, index);
        let ending = *random.pick(&[Ending::Wall, Ending::Level]);
        let initial_contact = *random.pick(&[
            InitialContact::IgnorePairs,
            InitialContact::OnlyIfApproaching,
        ]);
        let mut world = World::new();
        let fixed = |body: SharedBody| BodyInput {
            mobility: Mobility::Static,
            ..BodyInput::new(body, Pose::identity())
        };
        world.add(fixed(floor(random, ending)));
        let mut moves: Vec<(BodyId, Motion)> = Vec::new();
        let mut times = Vec::new();
        for k in 0..3 {
            let standing = standing(random, false);
            let deep = *random.pick(&[0.0, 1e-6, 1e-3]);
            // Floors may be drawn to the side: these lanes lie on all of them.
            let y = 1.9 * f64::from(k) - 0.3;
            let from = Vector3::new(random.between(-2.5, 1.5), y, standing.height - deep);
            let by = Vector3::new(random.between(1.5, 2.5) + EDGE - from.x, 0.0, 0.0);
            let start = Pose::from_translation(from).expect("a pose");
            let id = world.add(BodyInput::new(standing.body, start));
            moves.push((id, Motion::translation(start, from + by).expect("a motion")));
            times.push((id, (EDGE - from.x - standing.ahead) / by.x));
        }
        let mut options = AdvanceOptions::default();
        options.time_of_impact.initial_contact = initial_contact;
        let frame = world.advance(&moves, &options, &Serial).expect("a frame");
        for (id, time) in times {
            let of =
                |event: &&interframe::Event| [event.key.a.body, event.key.b.body].contains(&id);
            let events: Vec<_> = frame.events.iter().filter(of).collect();
            assert_eq!(events.len(), 1, "case {index}: {events:?}");
            let (event, time) = match ending {
                Ending::Wall => (events[0], time),
                _ => (events[0], 0.0),
            };
            assert_eq!((event.verdict, event.phase), (Verdict::Hit, Phase::Begin));
            assert!(
                (event.t_hi - time).abs() < 1e-8,
                "case {index}: {time} {event:?}"
            );
        }
    }
}

/// The floor that a body slides along is not the first body that it meets, if that contact is ignored.
#[test]
fn a_cast_along_a_floor_meets_the_wall() {
    let mut world = World::new();
    let block = |half, at| BodyInput {
        mobility: Mobility::Static,
        ..BodyInput::new(cuboid(half, at), Pose::identity())
    };
    let floor = world.add(block([8.0, 8.0, 0.5], [0.0, 0.0, -0.5]));
    let wall = world.add(block([0.5, 8.0, 2.0], [4.5, 0.0, 2.0]));
    let body = cuboid([0.5; 3], [0.0; 3]);
    let from = Pose::from_translation(Vector3::new(-1.5, 0.0, 0.5)).expect("a pose");
    let queries = world.queries();
    let cast = |x: f64, initial_contact| {
        let options = TimeOfImpactOptions {
            initial_contact,
            ..TimeOfImpactOptions::default()
        };
        let way = Motion::translation(from, Vector3::new(x, 0.0, 0.5)).expect("a motion");
        let cast = queries.cast(&body, &way, &options, &QueryFilter::default());
        cast.expect("valid options").hit.expect("a body")
    };
    for initial_contact in [
        InitialContact::IgnoreUntilSeparated,
        InitialContact::IgnorePairs,
        InitialContact::OnlyIfApproaching,
    ] {
        let met = cast(6.5, initial_contact);
        assert_eq!(met.side.id, wall);
        assert!(
            (met.answer.t_hi - 0.625).abs() < 1e-9 && !met.answer.initial,
            "{met:?}"
        );
        let met = cast(1.0, initial_contact);
        assert!(met.side.id == floor && met.answer.initial, "{met:?}");
    }
    assert_eq!(cast(6.5, InitialContact::Report).side.id, floor);
}

/// Parts that are nowhere flush: each two of them have the contacts that they have alone, the first that is not of the start is the answer.
#[test]
fn every_two_pieces_have_their_own_contacts() {
    let (mut met, mut lasting, mut open) = (0, 0, 0);
    for index in 0..count(4_000, 100_000) {
        let random = &mut case_generator(0x57b3, index);
        let wholes = [
            compound(random, 2 + index as usize % 5),
            compound(random, 1),
        ];
        let motions = [motion(random, 0.2), motion(random, 0.6)];
        let ask = |a: &SharedBody, b: &SharedBody, initial_contact| {
            let options = TimeOfImpactOptions {
                initial_contact,
                tolerance: Some(1e-6),
                ..TimeOfImpactOptions::default()
            };
            let pair = MovingPair::new(a, &motions[0], b, &motions[1]);
            time_of_impact(&pair, &options, &mut PairState::default()).expect("valid options")
        };
        let [a, b] = &wholes;
        let reported = ask(&a.body, &b.body, InitialContact::Report);
        if !reported.initial {
            continue;
        }
        // The contacts that stop nothing: along the normal of the start, fixed in either body, no deeper than the bodies, now or,
        // without turns, at the start.
        let is_level = |p: &SharedBody, q: &SharedBody, t: f64| {
            let t = match motions.iter().any(Motion::is_turning) {
                true => t,
                false => 0.0,
            };
            let poses = [0, 1].map(|k: usize| motions[k].pose_at(t).expect("a time"));
            [0, 1].iter().any(|&ground: &usize| {
                let n = reported.normal.expect("a start contact has a normal");
                let n = poses[ground].matrix() * motions[ground].start().matrix().tr_mul(&n);
                let reach = |body: &SharedBody, pose: &Pose, n: Vector3<f64>| {
                    let places = body.core().expect("a core").vertices();
                    let places = places.map(|v| pose.transform_point(&v).dot(&n));
                    places.fold(f64::NEG_INFINITY, f64::max) + body.radius()
                };
                let over = reach(p, &poses[0], n) + reach(q, &poses[1], -n);
                (over - reported.depth).abs() < 1e-8
            })
        };
        let pairs = a
            .pieces
            .iter()
            .flat_map(|p| b.pieces.iter().map(move |q| (p, q)));
        // A way out that clears a ceiling is longer than what any two pieces in contact need.
        let is_in_contact =
            |(p, q): &(&SharedBody, &SharedBody)| ask(p, q, InitialContact::Report).initial;
        let is_held = pairs
            .clone()
            .filter(is_in_contact)
            .any(|(p, q)| is_level(p, q, 0.0));
        let is_level = |p: &SharedBody, q: &SharedBody, t: f64| is_held && is_level(p, q, t);
        let alone: Vec<_> = pairs
            .map(|(p, q)| (p, q, ask(p, q, InitialContact::IgnoreUntilSeparated)))
            .filter(|(p, q, answer)| {
                answer.initial || answer.verdict != Verdict::Hit || !is_level(p, q, answer.t_hi)
            })
            .map(|(_, _, answer)| answer)
            .collect();
        if alone
            .iter()
            .any(|answer| answer.verdict == Verdict::Undecided)
        {
            open += 1;
            continue;
        }
        let new = alone
            .iter()
            .filter(|answer| answer.verdict == Verdict::Hit && !answer.initial);
        let first = new.map(|answer| answer.t_hi).fold(f64::INFINITY, f64::min);
        let found = ask(&a.body, &b.body, InitialContact::IgnorePairs);
        let whole = ask(&a.body, &b.body, InitialContact::IgnoreUntilSeparated);
        // Two that part and meet again between two looks of the query about them alone.
        let again = |answer: &TimeOfImpact| {
            let ids = answer.pieces.unwrap_or_default();
            let [p, q] = ids.map(|id| id.part as usize);
            ask(&a.pieces[p], &b.pieces[q], InitialContact::Report).initial
        };
        if !found.initial && found.t_hi < first - 1e-9 && found.verdict == Verdict::Hit {
            assert!(again(&found), "case {index}: {first} {found:?}");
            continue;
        }
        if first < 1.0 {
            met += 1;
            assert!(
                found.verdict == Verdict::Hit && !found.initial,
                "case {index}: {found:?}"
            );
            // Where they are near, a gap of any length up to the tolerance is the contact.
            let late = match found.contact {
                Contact::Near => 1e-6 / found.separation_velocity.abs(),
                _ => 0.0,
            };
            assert!(
                (found.t_hi - first).abs() < 1e-9 + late,
                "case {index}: {first} {found:?}"
            );
            // No contact that was ignored hides it.
            assert!(
                whole.verdict != Verdict::Separated,
                "case {index}: {whole:?}"
            );
        } else if alone.iter().any(|answer| answer.initial) {
            lasting += 1;
            assert!(
                found.initial && whole.initial,
                "case {index}: {found:?} {whole:?}"
            );
        } else if first > 1.0 {
            assert_eq!(found.verdict, Verdict::Separated, "case {index}: {found:?}");
            assert_eq!(whole.verdict, Verdict::Separated, "case {index}: {whole:?}");
        }
    }
    assert!(
        met > 30 && lasting > 30 && open < met,
        "{met} {lasting} {open}"
    );
}
