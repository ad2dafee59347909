//! Queries between changes of a world, beside all bodies asked one by one; and queries whose budget leaves contacts
//! undecided, which no order of bodies may change. INTERFRAME_LONG=1 for full counts.

use interframe::{
    AdvanceOptions, BodyInput, Cast, DistanceOptions, IntersectOptions, Motion, MovingPair,
    PairState, Pose, PosedPair, QueryFilter, Serial, SharedBody, TimeOfImpactOptions, Verdict,
    World, WorldBody, distance, intersect, time_of_impact,
};
use nalgebra::Vector3;
use twin::random::{SplitMix64, case_generator};

use crate::common::{count, polytope, vector};
use crate::filters::Crowd;

fn sorted(world: &World) -> Vec<&WorldBody> {
    let mut bodies: Vec<&WorldBody> = world.bodies().collect();
    bodies.sort_by_key(|body| body.user());
    bodies
}

/// The first hit among all bodies.
fn first_hit(world: &World, shape: &SharedBody, motion: &Motion) -> Option<(u64, [f64; 2])> {
    let hit = |body: &&WorldBody| {
        let stands = Motion::fixed(*body.pose());
        let pair = MovingPair::new(shape, motion, body.shape(), &stands);
        let options = TimeOfImpactOptions::default();
        let answer = time_of_impact(&pair, &options, &mut PairState::default());
        let answer = answer.expect("valid");
        assert!(answer.verdict != Verdict::Undecided);
        (answer.verdict == Verdict::Hit).then_some((body.user(), [answer.t_hi, answer.t_lo]))
    };
    let hits = sorted(world).iter().filter_map(hit).collect::<Vec<_>>();
    hits.into_iter()
        .min_by(|a, b| a.1.partial_cmp(&b.1).expect("numbers"))
}

fn hit(cast: &Cast) -> Option<(u64, [f64; 2])> {
    let hit = cast.hit.as_ref()?;
    Some((hit.side.user, [hit.answer.t_hi, hit.answer.t_lo]))
}

/// No query sees a body where it was.
#[test]
fn queries_follow_what_changes() {
    let all = &QueryFilter::default();
    let options = TimeOfImpactOptions::default();
    let (mut hits, mut overlapped) = (0, 0);
    for case in 0..count(30, 2_000) {
        let random = &mut case_generator(2106, case);
        let mut crowd = Crowd::new(random);
        for _ in 0..12 {
            match random.below(3) {
                0 => {
                    let motions = crowd.motions(random);
                    let frame = crowd
                        .world
                        .advance(&motions, &AdvanceOptions::default(), &Serial);
                    frame.expect("a frame");
                    if random.flip() {
                        crowd.world.undo_frame().expect("the last change");
                    }
                }
                1 => crowd.change(random),
                _ => {}
            }
            let (world, cube) = (&crowd.world, &crowd.cube);
            let queries = world.queries();
            let [from, to] = [0, 1].map(|_| vector(&random.direction()) * random.between(0.0, 6.0));
            let start = Pose::from_translation(from).expect("finite");
            let motion = Motion::translation(start, to).expect("finite");
            let point = SharedBody::new(polytope(&[[0.0; 3]]));
            for (shape, found) in [
                (cube, queries.cast(cube, &motion, &options, all)),
                (&point, queries.ray(from, to, &options, all)),
            ] {
                let wanted = first_hit(world, shape, &motion);
                assert_eq!(hit(&found.expect("a cast")), wanted, "case {case}");
                hits += u32::from(wanted.is_some());
            }
            let found = queries.overlap(cube, &start, all).expect("an overlap");
            let meets = |body: &&&WorldBody| {
                let pair = PosedPair::new(cube, &start, body.shape(), body.pose());
                let answer = intersect(
                    &pair,
                    &IntersectOptions::default(),
                    &mut PairState::default(),
                );
                answer.expect("valid").verdict.may_hit()
            };
            let bodies = sorted(world);
            let wanted: Vec<u64> = bodies
                .iter()
                .filter(meets)
                .map(|body| body.user())
                .collect();
            overlapped += wanted.len();
            assert!(found.iter().map(|found| found.side.user).eq(wanted));
            let gap = |body: &&WorldBody| {
                let pair = PosedPair::new(cube, &start, body.shape(), body.pose());
                let found = distance(
                    &pair,
                    &DistanceOptions::default(),
                    &mut PairState::default(),
                );
                found.expect("valid").separation
            };
            let nearest = queries
                .nearest(cube, &start, f64::INFINITY, all)
                .expect("valid");
            let least = bodies.iter().map(gap).fold(f64::INFINITY, f64::min);
            assert_eq!(nearest.map(|found| found.distance.separation), Some(least));
        }
    }
    assert!(hits > 200 && overlapped > 300, "{hits} {overlapped}");
}

/// A world of cubes with the bodies in this order.
fn world_of<'a>(cube: &SharedBody, poses: impl Iterator<Item = &'a (u64, Pose)>) -> World {
    let mut world = World::new();
    for (user, pose) in poses {
        world.add(BodyInput {
            user: *user,
            ..BodyInput::new(cube.clone(), *pose)
        });
    }
    world
}

fn spin(random: &mut SplitMix64) -> Motion {
    let [from, to] = [0, 1].map(|_| vector(&random.direction()) * random.between(3.0, 8.0));
    let start = Pose::from_translation(from).expect("finite");
    let turn = vector(&random.direction()) * random.between(0.0, 9.0);
    Motion::from_turn(start, to, turn, Vector3::zeros()).expect("finite")
}

/// What a cast leaves undecided depends on no order in which bodies are looked at.
#[test]
fn undecided_contacts_are_those_of_any_order() {
    let cube = SharedBody::cuboid([0.5; 3]).expect("a box");
    let all = &QueryFilter::default();
    let (mut undecided, mut both) = (0, 0);
    for case in 0..count(400, 20_000) {
        let random = &mut case_generator(2107, case);
        let mut poses = Vec::new();
        for user in 0..40 {
            let at = Vector3::from_fn(|_, _| random.between(-4.0, 4.0));
            poses.push((user, Pose::from_translation(at).expect("finite")));
        }
        let one = world_of(&cube, poses.iter());
        let other = world_of(&cube, poses.iter().rev());
        let motion = spin(random);
        let options = TimeOfImpactOptions {
            budget: 1 + random.below(6) as u32,
            ..TimeOfImpactOptions::default()
        };
        let found = [&one, &other].map(|world| {
            let queries = world.queries();
            let found = queries.cast(&cube, &motion, &options, all);
            found.expect("a cast")
        });
        assert_eq!(hit(&found[0]), hit(&found[1]), "case {case}");
        assert_eq!(
            found[0].undecided_from, found[1].undecided_from,
            "case {case}"
        );
        undecided += u32::from(found[0].undecided_from.is_some());
        both += u32::from(found[0].undecided_from.is_some() && found[0].hit.is_some());
    }
    assert!(undecided > 50 && both > 10, "{undecided} {both}");
}
