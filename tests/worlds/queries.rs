//! Questions about worlds beside all bodies asked one by one.

use interframe::{
    AdvanceOptions, BodyInput, CastHit, ClosePair, Distance, DistanceOptions, Error, Filter,
    IntersectOptions, Motion, MovingPair, PairState, Polytope, Pose, PosedPair, QueryFilter,
    Serial, SharedBody, Side, TimeOfImpact, TimeOfImpactOptions, Verdict, World, WorldBody,
    distance, intersect, time_of_impact,
};
use nalgebra::Vector3;
use twin::random::{SplitMix64, case_generator};

use crate::bodies;
use crate::common::{count, vector};
use crate::model::Model;

struct Asked {
    model: Model,
    filter: Filter,
}

impl Asked {
    fn new(case: u64) -> (Asked, SplitMix64) {
        let mut random = case_generator(2070, case);
        let mut model = Model::new(case_generator(2071, case), 20, true);
        let frames = random.below(4);
        (0..frames).for_each(|_| drop(model.step(&AdvanceOptions::default(), &Serial)));
        let filter = match random.below(3) {
            0 => Filter {
                category: 2,
                mask: 5,
                group: random.integer(-1, 1) as i32,
            },
            _ => Filter::default(),
        };
        (Asked { model, filter }, random)
    }

    /// The bodies that the filter lets through, in order.
    fn bodies(&self, accept: &dyn Fn(Side) -> bool) -> Vec<&WorldBody> {
        let mut bodies: Vec<&WorldBody> = self.model.world.bodies().collect();
        bodies.retain(|body| self.filter.allows(&body.filter()) && accept(side(body)));
        bodies.sort_by_key(|body| (body.user(), body.id()));
        bodies
    }
}

fn side(body: &WorldBody) -> Side {
    let (id, user) = (body.id(), body.user());
    Side { id, user }
}

fn apart(a: &SharedBody, pose_a: &interframe::Pose, b: &WorldBody) -> Distance {
    let pair = PosedPair::new(a, pose_a, b.shape(), b.pose());
    let found = distance(
        &pair,
        &DistanceOptions::default(),
        &mut PairState::default(),
    );
    found.expect("a distance")
}

#[test]
fn casts_and_rays_meet_what_is_first() {
    let (mut met, mut several) = (0, 0);
    for case in 0..count(300, 20_000) {
        let (asked, mut random) = Asked::new(case);
        let odd = |side: Side| !side.user.is_multiple_of(5);
        let accept: Option<&(dyn Fn(Side) -> bool + Sync)> = random.flip().then_some(&odd);
        let options = TimeOfImpactOptions::default();
        let from = bodies::pose(&mut random, 5.0);
        let (shape, motion) = match random.flip() {
            true => {
                let point = Polytope::new(&[Vector3::zeros()]).expect("a point");
                let from = interframe::Pose::from_translation(from.translation()).expect("finite");
                let to = vector(&random.direction()) * random.between(0.0, 6.0);
                let motion = Motion::translation(from, to).expect("a motion");
                (SharedBody::new(point), motion)
            }
            false => {
                let shape = bodies::body(&mut random, true);
                let to = vector(&random.direction()) * random.between(0.0, 4.0);
                let turn = vector(&random.direction()) * *random.pick(&[0.0, 0.3, 9.0]);
                let motion = Motion::from_turn(from, to, turn, Vector3::x());
                (shape, motion.expect("a motion"))
            }
        };
        let is_ray = shape.core().is_some_and(|core| core.vertex_count() == 1)
            && shape.radius() == 0.0
            && !motion.is_turning()
            && motion.pivot() == Vector3::zeros();
        let filter = QueryFilter {
            filter: Some(asked.filter),
            accept,
        };
        let (a, b) = (motion.start().translation(), motion.end().translation());
        let queries = asked.model.world.queries();
        let found = queries
            .cast(&shape, &motion, &options, &filter)
            .expect("a cast");
        if is_ray {
            let ray = queries.ray(a, b, &options, &filter).expect("a ray");
            let [ray, cast] = [ray, found].map(|cast| cast.hit.map(|hit| hit.side.id));
            assert_eq!(ray, cast);
        }
        let mut all_hits = Vec::new();
        let listed = queries.cast_all(&shape, &motion, &options, &filter, &mut all_hits);
        listed.expect("hits");
        let any = queries.cast_any(&shape, &motion, &options, &filter);
        if is_ray {
            let (mut ray_hits, ray_any) = (Vec::new(), queries.ray_any(a, b, &options, &filter));
            let listed = queries.ray_all(a, b, &options, &filter, &mut ray_hits);
            listed.expect("hits");
            let sides = |hits: &[CastHit]| hits.iter().map(|hit| hit.side).collect::<Vec<_>>();
            assert_eq!(sides(&ray_hits), sides(&all_hits), "case {case}");
            assert_eq!(ray_any, any, "case {case}");
        }
        let mut wanted: Vec<(TimeOfImpact, Side)> = Vec::new();
        let mut best: Option<(TimeOfImpact, Side)> = None;
        let mut undecided = f64::INFINITY;
        for body in asked.bodies(&|side| accept.is_none_or(|accept| accept(side))) {
            let stands = Motion::fixed(*body.pose());
            let pair = MovingPair::new(&shape, &motion, body.shape(), &stands);
            let answer = time_of_impact(&pair, &options, &mut PairState::default());
            let answer = answer.expect("an answer");
            if answer.verdict.may_hit() {
                wanted.push((answer, side(body)));
            }
            match answer.verdict {
                Verdict::Separated => {}
                Verdict::Undecided => undecided = undecided.min(answer.t_lo),
                Verdict::Hit => {
                    let time = |x: &TimeOfImpact| (x.t_hi, x.t_lo);
                    if best.is_none_or(|(first, _)| time(&answer) < time(&first)) {
                        best = Some((answer, side(body)));
                    }
                }
            }
        }
        wanted.sort_by(|(x, _), (y, _)| {
            (x.t_lo, x.t_hi)
                .partial_cmp(&(y.t_lo, y.t_hi))
                .expect("times")
        });
        several += u32::from(wanted.len() > 1);
        let listed: Vec<_> = all_hits.iter().map(|hit| (hit.answer, hit.side)).collect();
        assert_eq!(listed, wanted, "case {case}");
        let verdict = match (best, wanted.len()) {
            (Some(_), _) => Verdict::Hit,
            (None, 0) => Verdict::Separated,
            _ => Verdict::Undecided,
        };
        assert_eq!(any, Ok(verdict), "case {case}");
        met += u32::from(best.is_some());
        assert_eq!(
            found.hit.map(|hit| (hit.answer, hit.side)),
            best,
            "case {case}"
        );
        let last = best.map_or(1.0, |(answer, _)| answer.t_hi);
        assert_eq!(
            found.undecided_from,
            (undecided <= last).then_some(undecided)
        );
    }
    assert!(met > 60 && several > 20, "only {met}, {several}");
}

#[test]
fn overlaps_and_the_nearest_are_those_of_all_bodies() {
    for case in 0..count(300, 20_000) {
        let (asked, mut random) = Asked::new(case);
        let shape = bodies::body(&mut random, true);
        let pose = bodies::pose(&mut random, 5.0);
        let cutoff = *random.pick(&[0.0, 0.5, 3.0, f64::INFINITY]);
        let filter = QueryFilter {
            filter: Some(asked.filter),
            accept: None,
        };
        let queries = asked.model.world.queries();
        let overlaps = queries.overlap(&shape, &pose, &filter).expect("overlaps");
        let nearest = queries
            .nearest(&shape, &pose, cutoff, &filter)
            .expect("a nearest");
        let all = asked.bodies(&|_| true);
        let meets = |body: &&&WorldBody| {
            let pair = PosedPair::new(&shape, &pose, body.shape(), body.pose());
            let found = intersect(
                &pair,
                &IntersectOptions::default(),
                &mut PairState::default(),
            );
            found.expect("an answer").verdict.may_hit()
        };
        let wanted: Vec<Side> = all.iter().filter(meets).map(|body| side(body)).collect();
        assert_eq!(
            overlaps.iter().map(|found| found.side).collect::<Vec<_>>(),
            wanted
        );
        let mut least: Option<(f64, Side)> = None;
        for body in all {
            let separation = apart(&shape, &pose, body).separation;
            if separation <= cutoff
                && separation.is_finite()
                && least.is_none_or(|(best, _)| separation < best)
            {
                least = Some((separation, side(body)));
            }
        }
        let found = nearest.map(|found| (found.distance.separation, found.side));
        assert_eq!(found, least, "case {case}");
    }
}

#[test]
fn closest_pairs_are_those_of_all_pairs() {
    for case in 0..count(150, 10_000) {
        let (asked, mut random) = Asked::new(case);
        let cutoff = *random.pick(&[0.0, 0.5, 3.0, f64::INFINITY]);
        let k = *random.pick(&[0, 1, 5, 30, 1000]);
        let filter = QueryFilter {
            filter: Some(asked.filter),
            accept: None,
        };
        let found = asked
            .model
            .world
            .queries()
            .closest_pairs(k, cutoff, &filter);
        let found = found.expect("pairs");
        let bodies = asked.bodies(&|_| true);
        let mut wanted = Vec::new();
        for (i, a) in bodies.iter().enumerate() {
            for b in &bodies[i + 1..] {
                let fixed = [a, b]
                    .iter()
                    .all(|x| x.mobility() == interframe::Mobility::Static);
                let separation = apart(a.shape(), a.pose(), b).separation;
                let counts = !fixed && a.filter().allows(&b.filter());
                if counts && separation <= cutoff && separation.is_finite() {
                    wanted.push((separation, side(a).user, side(b).user));
                }
            }
        }
        wanted.sort_by(|a, b| a.partial_cmp(b).expect("numbers"));
        wanted.truncate(k);
        let found: Vec<_> = found
            .iter()
            .map(|p| (p.distance.separation, p.sides[0].user, p.sides[1].user))
            .collect();
        assert_eq!(found, wanted, "case {case}");
    }
}

/// Of so many pairs that no queue holds their places.
#[test]
fn all_pairs_of_many_bodies_are_found() {
    let random = &mut case_generator(2095, 0);
    let mut world = World::new();
    let ball = SharedBody::sphere(0.1).expect("a radius");
    let count = 600;
    for user in 0..count {
        let at = [(); 3].map(|()| random.between(-5.0, 5.0)).into();
        let pose = Pose::from_translation(at).expect("finite");
        world.add(BodyInput {
            user,
            ..BodyInput::new(ball.clone(), pose)
        });
    }
    let queries = world.queries();
    let all = &QueryFilter::default();
    let found = queries.closest_pairs(usize::MAX, f64::INFINITY, all);
    let found = found.expect("pairs");
    assert_eq!(found.len() as u64, count * (count - 1) / 2);
    let order = |pair: &ClosePair| (pair.distance.separation, pair.sides.map(|side| side.user));
    assert!(found.is_sorted_by(|a, b| order(a) < order(b)));
    let few = queries.closest_pairs(70_000, f64::INFINITY, all);
    assert!(few.expect("pairs") == found[..70_000]);
}

#[test]
fn what_is_no_question_is_refused() {
    let world = interframe::World::new();
    let queries = world.queries();
    let ball = SharedBody::sphere(1.0).expect("a ball");
    let here = interframe::Pose::identity();
    let filter = &QueryFilter::default();
    for cutoff in [-1.0, f64::NAN] {
        let wrong = queries.nearest(&ball, &here, cutoff, filter).unwrap_err();
        assert!(matches!(wrong, Error::Setting { name: "cutoff", .. }));
        assert!(queries.closest_pairs(1, cutoff, filter).is_err());
    }
    let nowhere = Vector3::repeat(f64::NAN);
    let options = TimeOfImpactOptions::default();
    assert!(
        queries
            .ray(nowhere, Vector3::zeros(), &options, filter)
            .is_err()
    );
    assert_eq!(
        queries.nearest(&ball, &here, f64::INFINITY, filter),
        Ok(None)
    );
    assert_eq!(
        queries.closest_pairs(3, f64::INFINITY, filter),
        Ok(Vec::new())
    );
}

/// By default a query finds every body, whatever its own filter says.
#[test]
fn the_default_filter_finds_all_bodies() {
    let random = &mut case_generator(2212, 0);
    let options = TimeOfImpactOptions::default();
    let all = &QueryFilter::default();
    for index in 0..count(300, 10_000) {
        let filter = Filter {
            category: *random.pick(&[0, 1, 2, 8, u64::MAX, 1 << 63]),
            mask: *random.pick(&[0, 1, 2, 4, u64::MAX, 1 << 63]),
            group: *random.pick(&[0, -3, 5]),
        };
        let mut world = interframe::World::new();
        let at = |z: f64| Pose::from_translation(Vector3::new(0.0, 0.0, z)).expect("finite");
        let ball = SharedBody::sphere(1.0).expect("a ball");
        let floor = world.add(BodyInput {
            filter,
            ..BodyInput::new(ball.clone(), at(0.0))
        });
        let queries = world.queries();
        let to = Vector3::new(0.0, 0.0, -4.0);
        let seen = queries.ray(-to, to, &options, all).expect("a ray");
        assert_eq!(
            seen.hit.map(|hit| hit.side.id),
            Some(floor),
            "{index}: {filter:?}"
        );
        let way = Motion::translation(at(4.0), to).expect("finite");
        let seen = queries.cast(&ball, &way, &options, all).expect("a cast");
        assert_eq!(
            seen.hit.map(|hit| hit.side.id),
            Some(floor),
            "{index}: {filter:?}"
        );
        assert_eq!(
            queries.overlap(&ball, &at(1.0), all).expect("a ball").len(),
            1
        );
        let nearest = queries
            .nearest(&ball, &at(9.0), f64::INFINITY, all)
            .expect("a ball");
        assert_eq!(nearest.map(|nearest| nearest.side.id), Some(floor));
        // A filter of one's own holds.
        let own = Filter::default();
        let filtered = QueryFilter {
            filter: Some(own),
            accept: None,
        };
        let seen = queries.overlap(&ball, &at(1.0), &filtered).expect("a ball");
        assert_eq!(seen.len(), usize::from(own.allows(&filter)));
    }
}
