//! Filters beside all pairs asked one by one: in crowds that no filter lets meet, with filters that change, and bodies that
//! come and go. INTERFRAME_LONG=1 for full counts.

use std::collections::BTreeSet;

use interframe::{
    AdvanceOptions, BodyId, BodyInput, Filter, IntersectOptions, Mobility, Mode, Motion,
    MovingPair, PairState, Pose, PosedPair, Serial, SharedBody, TimeOfImpactOptions, World,
    WorldBody, intersect, time_of_impact,
};
use nalgebra::Vector3;
use twin::random::{SplitMix64, case_generator};

use crate::common::{count, vector};

/// Bodies that meet only targets, targets, bodies of a group, and any.
fn filter(random: &mut SplitMix64) -> Filter {
    let any = [0, 1, 2, 3, 7, 8, 15, u64::MAX];
    let (category, mask, group) = match random.below(8) {
        0..=2 => (2, 1, 0),
        3 => (4, 1, 0),
        4 => (1, 7, 0),
        5 => (1, u64::MAX, -random.integer(1, 2) as i32),
        6 => (8, 0, random.integer(1, 2) as i32),
        _ => (
            *random.pick(&any),
            *random.pick(&any),
            random.integer(-1, 1) as i32,
        ),
    };
    Filter {
        category,
        mask,
        group,
    }
}

/// A world of cubes, how often it changes between frames, and how fast its bodies are.
pub struct Crowd {
    pub world: World,
    ids: Vec<BodyId>,
    pub cube: SharedBody,
    next_user: u64,
    /// Half the side of what bodies are in.
    half: f64,
    one_in: usize,
    speeds: Vec<f64>,
}

impl Crowd {
    pub fn new(random: &mut SplitMix64) -> Crowd {
        let mut crowd = Crowd {
            world: World::new(),
            ids: Vec::new(),
            cube: SharedBody::cuboid([0.3; 3]).expect("a box"),
            next_user: 0,
            half: *random.pick(&[0.2, 1.5, 4.0]),
            one_in: *random.pick(&[1, 4, 15]),
            speeds: random
                .pick(&[vec![0.02], vec![2.0], vec![0.0, 0.02, 2.0]])
                .clone(),
        };
        let bodies = *random.pick(&[12, 40, 90]);
        (0..bodies).for_each(|_| crowd.add(random));
        crowd
    }

    fn pose(&self, random: &mut SplitMix64) -> Pose {
        let at = Vector3::from_fn(|_, _| random.between(-self.half, self.half));
        Pose::from_translation(at).expect("finite")
    }

    fn add(&mut self, random: &mut SplitMix64) {
        self.next_user += 1;
        let id = self.world.add(BodyInput {
            user: self.next_user,
            filter: filter(random),
            mobility: *random.pick(&[Mobility::Moving, Mobility::Moving, Mobility::Static]),
            ..BodyInput::new(self.cube.clone(), self.pose(random))
        });
        self.ids.push(id);
    }

    /// Comes, goes, jumps, takes other filters.
    pub fn change(&mut self, random: &mut SplitMix64) {
        match random.below(5) {
            0 => self.add(random),
            1 => {
                let gone = self.ids.swap_remove(random.below(self.ids.len()));
                self.world.remove(gone).expect("it is there");
                self.add(random);
            }
            2 => {
                let (id, pose) = (*random.pick(&self.ids), self.pose(random));
                self.world.teleport(id, pose).expect("it is there");
            }
            _ => {
                let (id, filter) = (*random.pick(&self.ids), filter(random));
                self.world.set_filter(id, filter).expect("it is there");
            }
        }
    }

    pub fn motions(&self, random: &mut SplitMix64) -> Vec<(BodyId, Motion)> {
        let mut motions = Vec::new();
        for &id in &self.ids {
            let body = self.world.get(id).expect("it is there");
            if body.mobility() == Mobility::Moving && random.below(4) > 0 {
                let by = vector(&random.direction()) * *random.pick(&self.speeds);
                // What has left comes back.
                let at = body.pose().translation();
                let by = if at.amax() > self.half { -0.5 * at } else { by };
                let motion = Motion::translation(*body.pose(), at + by);
                motions.push((id, motion.expect("finite")));
            }
        }
        // In no order of bodies.
        if random.flip() {
            let by = random.below(motions.len().max(1));
            motions.rotate_left(by);
        }
        motions
    }

    /// The pairs that filters allow and that are in contact, by their keys.
    fn contacts(&self, mode: Mode) -> BTreeSet<[u64; 2]> {
        let mut bodies: Vec<&WorldBody> = self.world.bodies().collect();
        bodies.sort_by_key(|body| body.user());
        let mut found = BTreeSet::new();
        for (k, a) in bodies.iter().enumerate() {
            for b in &bodies[k + 1..] {
                let fixed = [a, b].map(|body| body.mobility()) == [Mobility::Static; 2];
                if !fixed && a.filter().allows(&b.filter()) && meet(a, b, mode) {
                    found.insert([a.user(), b.user()]);
                }
            }
        }
        found
    }
}

fn meet(a: &WorldBody, b: &WorldBody, mode: Mode) -> bool {
    let state = &mut PairState::default();
    match mode {
        Mode::Poses => {
            let pair = PosedPair::new(a.shape(), a.pose(), b.shape(), b.pose());
            let answer = intersect(&pair, &IntersectOptions::default(), state);
            answer.expect("valid").verdict.may_hit()
        }
        _ => {
            let pair = MovingPair::new(a.shape(), a.motion(), b.shape(), b.motion());
            let answer = time_of_impact(&pair, &TimeOfImpactOptions::default(), state);
            answer.expect("valid").verdict.may_hit()
        }
    }
}

/// No pair that meets is lost, and none that a filter forbids is reported.
#[test]
fn filters_forbid_what_they_say_and_no_more() {
    const FRAMES: u32 = 25;
    for mode in [Mode::Poses, Mode::First] {
        let (mut events, mut crowded) = (0, 0);
        for case in 0..count(40, 2_000) {
            let random = &mut case_generator(2103 + mode as u64, case);
            let mut crowd = Crowd::new(random);
            let options = AdvanceOptions {
                mode,
                ..AdvanceOptions::default()
            };
            for frame in 0..FRAMES {
                if random.below(crowd.one_in) == 0 {
                    crowd.change(random);
                }
                let motions = crowd.motions(random);
                let found = crowd.world.advance(&motions, &options, &Serial);
                let found = found.expect("a frame");
                let wanted = crowd.contacts(mode);
                let reported = found.events.iter();
                let reported = reported.filter(|event| event.verdict.may_hit());
                let reported: BTreeSet<[u64; 2]> = reported.map(|event| event.users).collect();
                assert!(
                    reported == wanted,
                    "{mode:?} case {case} frame {frame}: lost {:?}, too many {:?}",
                    wanted.difference(&reported),
                    reported.difference(&wanted)
                );
                events += wanted.len();
                crowded += usize::from(wanted.len() > crowd.ids.len());
            }
        }
        assert!(
            events > 20_000 && crowded > 100,
            "{mode:?}: {events} {crowded}"
        );
    }
}

/// Bodies in one place that no filter lets meet are no pairs, at rest and at speed; and what may meet them is found.
#[test]
fn crowds_that_may_not_meet_are_no_pairs() {
    let ball = SharedBody::sphere(0.1).expect("a ball");
    let bullet = Filter {
        category: 2,
        mask: 1,
        group: 0,
    };
    let group = Filter {
        group: -7,
        ..Filter::default()
    };
    for (filter, speed) in [(bullet, 0.0), (bullet, 9.0), (group, 0.0), (group, 9.0)] {
        let random = &mut case_generator(2105, 0);
        let mut world = World::new();
        let here = Pose::identity();
        let input = |filter| BodyInput {
            filter,
            ..BodyInput::new(ball.clone(), here)
        };
        let fragments: Vec<BodyId> = (0..2_000).map(|_| world.add(input(filter))).collect();
        let target = world.add(input(Filter::default()));
        for _ in 0..2 {
            let motion = |id: &BodyId| {
                let pose = *world.get(*id).expect("it is there").pose();
                let to = pose.translation() + vector(&random.direction()) * speed;
                (*id, Motion::translation(pose, to).expect("finite"))
            };
            let motions: Vec<_> = fragments.iter().map(motion).collect();
            // Their boxes are compared with the target's alone: fewer pairs than bodies are allowed.
            let options = AdvanceOptions {
                max_pairs: 2_000,
                ..AdvanceOptions::default()
            };
            let frame = world.advance(&motions, &options, &Serial).expect("few");
            assert!(frame.statistics.pairs <= 2_000);
            assert!(frame.events.iter().all(|event| {
                [event.key.a, event.key.b]
                    .iter()
                    .any(|piece| piece.body == target)
            }));
            if speed == 0.0 {
                assert_eq!(frame.events.len(), 2_000);
            }
        }
    }
}
