//! Bodies that start in a floor and turn: whether one corner approaches while another parts, and what they meet when they
//! come back.

use interframe::{
    Contact, ContactInterval, HeightField, InitialContact, Motion, PairState, Pose, SharedBody,
    TimeOfImpactOptions, Verdict, contact_intervals,
};
use nalgebra::{UnitQuaternion, Vector3};
use twin::random::{SplitMix64, case_generator};

use crate::common::{count, for_each};
use crate::floors::{Ending, Frame, Scene, WIDE, cuboid, floor};
use crate::start_contacts::box_of_triangles;

/// A box, its half extents without rounding, and its radius.
fn block(random: &mut SplitMix64) -> (SharedBody, [f64; 3], f64) {
    let half = [0; 3].map(|_| random.integer(100, 700) as f64 / 1024.0);
    let body = cuboid(half, [0.0; 3]);
    match random.flip() {
        true => (body, half, 0.0),
        false => (body.rounded(0.125).expect("a rounded box"), half, 0.125),
    }
}

/// A box stands in a floor with one low edge deeper than the other, and tilts: the other goes down while the deepest rises.
#[test]
fn the_shallow_edge_approaches_while_the_deep_one_parts() {
    for_each(count(2_000, 100_000), |index, tally| {
        let random = &mut case_generator(0x57bb, index);
        let is_turned = random.flip();
        let frame = Frame::any(random, is_turned);
        let (body, [x, _, z], radius) = block(random);
        let deep = 10f64.powf(random.between(-6.0, -2.0));
        let shallow = deep * 10f64.powf(random.between(-4.0, 0.0));
        let tilt = (0.5 * (deep - shallow) / x).asin();
        let up = z * tilt.cos() + radius - 0.5 * (deep + shallow);
        let at = Vector3::new(random.between(-2.0, 1.0), random.between(-1.0, 1.0), up);
        let turned = frame.turn * UnitQuaternion::from_axis_angle(&Vector3::y_axis(), tilt);
        let start = Pose::new(frame.at(at), *turned.quaternion()).expect("a pose");
        let turn = random.between(0.5, 6.0);
        let rise = turn * x * random.between(0.1, 0.9);
        let axis = frame.turn * Vector3::y() * -turn;
        let end = frame.at(at + Vector3::z() * rise);
        let motion = Motion::from_turn(start, end, axis, Vector3::zeros()).expect("a motion");
        let still = Motion::fixed(frame.pose(Vector3::zeros()));
        let floor = match random.below(4) {
            0 => cuboid([8.0, 8.0, 1.0], [0.0, 0.0, -1.0]),
            _ => floor(random, Ending::Level),
        };
        let scene = Scene::new(floor, body, [still, motion], random.flip());
        let found = scene.ask(InitialContact::OnlyIfApproaching);
        let right = found.initial && found.separation_velocity < 0.0;
        let words = format!("case {index}: {deep:e} and {shallow:e} deep, {rise} up: {found:?}");
        tally.claim(right, "approach", &words);
    })
    .none_wrong();
}

/// A box stands level above a floor, apart by rounding or a little more, and turns so that one side sinks while the other rises: no
/// way to ignore contacts at the start hides that it meets the floor at once.
#[test]
fn the_side_that_sinks_is_met_although_rounding_keeps_it_apart() {
    for_each(count(800, 100_000), |index, tally| {
        let random = &mut case_generator(0x57bf, index);
        let frame = Frame::any(random, false);
        let (body, [x, _, z], radius) = block(random);
        let gap = *random.pick(&[2f64.powi(-54), 2f64.powi(-46), 2f64.powi(-40)]);
        let mut place = || random.integer(-1024, 1024) as f64 / 1024.0;
        let at = Vector3::new(place(), place(), gap);
        let turn = random.between(0.5, 6.0);
        let rise = turn * x * random.between(0.1, 0.9);
        let end = frame.at(at + Vector3::z() * rise);
        let axis = frame.turn * Vector3::y() * -turn;
        let motion = Motion::from_turn(frame.pose(at), end, axis, Vector3::zeros());
        let still = Motion::fixed(frame.pose(Vector3::new(0.0, 0.0, -z - radius)));
        let floor = match random.below(4) {
            0 => cuboid([8.0, 8.0, 1.0], [0.0, 0.0, -1.0]),
            _ => floor(random, Ending::Level),
        };
        let motions = [still, motion.expect("a motion")];
        let scene = Scene::new(floor, body, motions, random.flip());
        for ask in [
            InitialContact::OnlyIfApproaching,
            InitialContact::IgnorePairs,
            InitialContact::IgnoreUntilSeparated,
        ] {
            let found = scene.ask(ask);
            let right = found.verdict == Verdict::Hit && found.t_hi <= 1e-6;
            let words = format!("case {index}: {gap:e} apart, {rise} up, {ask:?}: {found:?}");
            tally.claim(right, "sinks", &words);
        }
    })
    .none_wrong();
}

/// A body on a floor swings about an axis beside it and comes back through the floor: an ignored contact hides nothing.
#[test]
fn what_swings_away_meets_the_floor_again() {
    for_each(count(300, 100_000), |index, tally| {
        let random = &mut case_generator(0x57bc, index);
        let is_turned = random.flip();
        let frame = Frame::any(random, is_turned);
        let (body, [_, _, z], radius) = block(random);
        let at = Vector3::new(
            random.between(-2.0, 1.0),
            random.between(-1.0, 1.0),
            z + radius,
        );
        let start = frame.pose(at);
        let axis = frame.turn * Vector3::y() * random.between(-10.0, -6.0);
        let pivot = Vector3::new(random.between(-3.0, -1.0), 0.0, 0.0);
        let motion = Motion::from_turn(start, frame.at(at), axis, pivot).expect("a motion");
        let still = Motion::fixed(frame.pose(Vector3::zeros()));
        let floor = floor(random, Ending::Level);
        let scene = Scene::new(floor, body, [still, motion], random.flip());
        let mut intervals = [ContactInterval::default(); 4];
        let (options, state) = (TimeOfImpactOptions::default(), &mut PairState::default());
        let all = contact_intervals(&scene.pair(), &options, state, &mut intervals);
        let all = all.expect("valid options");
        let [first, second, ..] = intervals;
        // Only those that start in contact, and are known to come back.
        let comes_back =
            all.count >= 2 && first.enter == [0.0; 2] && second.contact != Contact::None;
        if !comes_back || first.exit[1] >= second.enter[0] {
            return;
        }
        for ask in [
            InitialContact::IgnorePairs,
            InitialContact::OnlyIfApproaching,
            InitialContact::IgnoreUntilSeparated,
        ] {
            let found = scene.ask(ask);
            let right =
                found.verdict == Verdict::Hit && (found.t_hi - second.enter[1]).abs() <= 1e-5;
            let words = format!("case {index}: {first:?}, {second:?}, {ask:?}: {found:?}");
            tally.claim(right, "again", &words);
        }
    })
    .none_wrong();
}

/// A level height field of small cells, so that a body has a contact at every seam below its edges.
fn fine_floor(random: &mut SplitMix64) -> SharedBody {
    let cells = *random.pick(&[0.25, 0.125, 0.0625]);
    let columns = (2.0 * WIDE / cells) as usize + 1;
    let field = HeightField::new(
        &vec![0.0; columns * columns],
        columns,
        [cells; 2],
        [-WIDE; 2],
    );
    field.expect("a field").into()
}

/// A box, solid or of triangles, tilts on a floor of many triangles about its lowest edge or corner, which rises by less than the
/// others fall: the corner that approaches may be the last of many contacts.
#[test]
fn the_last_of_many_corners_approaches() {
    for_each(count(500, 50_000), |index, tally| {
        let random = &mut case_generator(0x57be, index);
        let is_turned = random.flip();
        let frame = Frame::any(random, is_turned);
        let half = [0; 3].map(|_| random.integer(100, 1000) as f64 / 1024.0);
        let body = match random.below(3) {
            0 => cuboid(half, [0.0; 3]),
            _ => box_of_triangles(random, half),
        };
        // Lifted by a tilt about each axis; all four low corners are in the floor.
        let deep = 10f64.powf(random.between(-6.0, -2.0));
        let share = random.between(0.0, 1.0);
        let lean = |part: f64, arm: f64| (0.45 * deep * part / arm).asin();
        let tilts = [lean(share, half[1]), lean(1.0 - share, half[0])];
        let tilt = UnitQuaternion::from_axis_angle(&Vector3::x_axis(), tilts[0])
            * UnitQuaternion::from_axis_angle(&Vector3::y_axis(), tilts[1]);
        let low = [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]]
            .map(|[x, y]| tilt * Vector3::new(x * half[0], y * half[1], -half[2]));
        let least = low.iter().fold(f64::INFINITY, |least, v| v.z.min(least));
        let at = Vector3::new(
            random.between(-2.0, 1.0),
            random.between(-1.0, 1.0),
            -least - deep,
        );
        let start = Pose::new(frame.at(at), *(frame.turn * tilt).quaternion()).expect("a pose");
        let way = random.between(0.0, std::f64::consts::TAU);
        let turn = Vector3::new(way.cos(), way.sin(), 0.0) * random.between(0.5, 6.0);
        let rates = low.map(|v| turn.cross(&v).z);
        let fall = rates.iter().fold(0.0, |most: f64, rate| most.max(-rate));
        let up = fall * random.between(0.1, 0.9);
        let end = frame.at(at + Vector3::z() * up);
        let motion = Motion::from_turn(start, end, frame.turn * turn, Vector3::zeros());
        let still = Motion::fixed(frame.pose(Vector3::zeros()));
        let motions = [still, motion.expect("a motion")];
        let scene = Scene::new(fine_floor(random), body, motions, random.flip());
        let found = scene.ask(InitialContact::OnlyIfApproaching);
        let right = found.initial && found.separation_velocity < 0.0;
        let words = format!("case {index}: {deep:e} deep, falls {fall}, {up} up: {found:?}");
        tally.claim(right, "approach", &words);
    })
    .none_wrong();
}
