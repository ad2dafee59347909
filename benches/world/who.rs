//! Who is right where two contenders differ.

use std::collections::HashSet;

use interframe::Mode;
use nalgebra::Vector3;
use parry3d_f64::math::Vector;
use parry3d_f64::query::{NonlinearRigidMotion, cast_shapes_nonlinear, intersection_test};

use super::contenders::{Contender, Ours, pose};
use crate::support::contenders::parry_body;
use crate::support::swarm::{Flyer, Swarm, kinds};

/// Who is right where mode first and parry's casts differ: both bodies at 4,096 times of the frame, by parry's own test.
pub fn who_is_right(count: usize, rounds: usize) {
    let parry = kinds().map(|body| parry_body(&body));
    let mut swarm = Swarm::new(count, Mode::First);
    let mut ours = Ours::new(&swarm, Mode::First);
    let vector = |v: &Vector3<f64>| Vector::new(v.x, v.y, v.z);
    let (mut missed, mut missed_seen, mut extra, mut extra_seen) = (0, 0, 0, 0);
    let mut pairs = 0;
    for _ in 0..rounds {
        ours.frame(&swarm);
        let hits: HashSet<[u32; 2]> = ours
            .frame
            .events
            .iter()
            .map(|event| [event.key.a, event.key.b].map(|piece| piece.body.index()))
            .collect();
        let motion = |flyer: &Flyer| {
            let start = pose(flyer, Mode::First);
            NonlinearRigidMotion::new(start, Vector::ZERO, vector(&flyer.by), vector(&flyer.turn))
        };
        for (k, a) in swarm.flyers.iter().enumerate() {
            for (l, b) in swarm.flyers.iter().enumerate().skip(k + 1) {
                if (a.at - b.at).norm() > 2.0 + (a.by - b.by).norm() {
                    continue;
                }
                pairs += 1;
                let (way_a, way_b) = (motion(a), motion(b));
                let [shape_a, shape_b] = [k, l].map(|k| &parry[k % 2]);
                let cast = cast_shapes_nonlinear(&way_a, shape_a, &way_b, shape_b, 0.0, 1.0, true);
                let theirs = cast.expect("supported shapes").is_some();
                let own = hits.contains(&[k as u32, l as u32]);
                if own == theirs {
                    continue;
                }
                let seen = (0..=4096).any(|step| {
                    let t = f64::from(step) / 4096.0;
                    let [at_a, at_b] = [&way_a, &way_b].map(|way| way.position_at_time(t));
                    intersection_test(&at_a, shape_a, &at_b, shape_b)
                        .is_ok_and(|answer| answer.intersecting)
                });
                match own {
                    true => (missed, missed_seen) = (missed + 1, missed_seen + u32::from(seen)),
                    false => (extra, extra_seen) = (extra + 1, extra_seen + u32::from(seen)),
                }
            }
        }
        swarm.step();
        ours.correct(&mut swarm);
    }
    println!(
        "{count} bodies, {rounds} frames, {pairs} pairs: {missed} hits of ours alone, {missed_seen} of them seen by samples; \
         {extra} hits of parry's alone, {extra_seen} of them seen"
    );
}
