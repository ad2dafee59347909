//! Bodies that overlap at the start stop if they approach there: `only_if_approaching` hits where the speed of `report` is
//! negative, and the fields of every answer are those of one contact. On a lattice, where sides and edges coincide.

use interframe::{
    InitialContact, Motion, MovingPair, PairState, PenetrationOptions, Polytope, Pose, PosedPair,
    SharedBody, TimeOfImpact, TimeOfImpactOptions, TriangleMesh, TriangleMeshOptions, penetration,
    time_of_impact,
};
use nalgebra::Vector3;
use twin::random::{SplitMix64, case_generator};

use crate::bodies::{SIDES, block};
use crate::common::{count, for_each};

/// A body and its pieces, each as a body of its own.
struct Drawn {
    body: SharedBody,
    pieces: Vec<Polytope>,
}

fn lattice(random: &mut SplitMix64, most: usize) -> Vector3<f64> {
    let one = |random: &mut SplitMix64| 0.25 * random.below(2 * most + 1) as f64;
    Vector3::from([0; 3].map(|_| one(random) - 0.25 * most as f64))
}

fn hull(points: &[Vector3<f64>]) -> Polytope {
    Polytope::new(points).expect("finite points")
}

/// Some sides of a block, or triangles in any place.
fn surface(random: &mut SplitMix64) -> Drawn {
    let half = Vector3::from([0; 3].map(|_| *random.pick(&[2.0, 1.0, 0.5])));
    let mut vertices = block(half).to_vec();
    let mut triangles: Vec<[u32; 3]> = SIDES.to_vec();
    triangles.retain(|_| random.below(3) > 0);
    for _ in 0..random.below(3) {
        let first = vertices.len() as u32;
        vertices.extend([0; 3].map(|_| lattice(random, 4)));
        triangles.push([first, first + 1, first + 2]);
    }
    let options = TriangleMeshOptions::default();
    let mesh = TriangleMesh::new(&vertices, &triangles, &options).expect("a mesh");
    let piece = |ids: &[u32; 3]| hull(&ids.map(|id| vertices[id as usize]));
    Drawn {
        body: mesh.into(),
        pieces: triangles.iter().map(piece).collect(),
    }
}

fn solid(random: &mut SplitMix64) -> Drawn {
    let half = Vector3::from([0; 3].map(|_| *random.pick(&[1.0, 0.5, 0.25, 0.0])));
    let body = match random.flip() {
        true => hull(&block(half)),
        false => hull(&[0; 4].map(|_| lattice(random, 4))),
    };
    Drawn {
        body: SharedBody::new(body.clone()),
        pieces: vec![body],
    }
}

#[test]
fn what_approaches_by_the_speed_of_its_contact_is_hit() {
    let run = for_each(count(2_000, 400_000), |index, tally| {
        let random = &mut case_generator(2180, index);
        let a = surface(random);
        let b = if random.flip() {
            surface(random)
        } else {
            solid(random)
        };
        let starts = [Vector3::zeros(), lattice(random, 8)];
        let speed = *random.pick(&[4.0, 1.0, 1e-3]);
        let motions = starts.map(|from| {
            let end = from + lattice(random, 4) * speed;
            let start = Pose::from_translation(from).expect("a pose");
            Motion::translation(start, end).expect("a motion")
        });
        let pair = MovingPair::new(&a.body, &motions[0], &b.body, &motions[1]);
        let ask = |initial_contact| -> TimeOfImpact {
            let options = TimeOfImpactOptions {
                initial_contact,
                ..TimeOfImpactOptions::default()
            };
            time_of_impact(&pair, &options, &mut PairState::default()).expect("valid options")
        };
        let report = ask(InitialContact::Report);
        if !report.initial {
            return;
        }
        tally.cases += 1;
        let stopped = ask(InitialContact::OnlyIfApproaching);
        let name = format!("case {index}");
        for found in [&report, &stopped] {
            let (Some(n), [Some(p), Some(q)]) = (found.normal, [found.point_a, found.point_b])
            else {
                continue;
            };
            let off = (p - q - n * found.depth).norm();
            let is_one = !found.initial || off <= 1e-12;
            tally.claim(
                is_one,
                &name,
                &format!("points of another contact: {found:?}"),
            );
        }
        let Some(ids) = report.pieces.filter(|_| report.separation_velocity < 0.0) else {
            return;
        };
        let two = [
            &a.pieces[ids[0].triangle as usize],
            &b.pieces[ids[1].triangle as usize],
        ];
        let deep_at = |t: f64| {
            let [at_a, at_b] = [0, 1].map(|k| motions[k].pose_at(t).expect("a pose"));
            let posed = PosedPair::new(two[0], &at_a, two[1], &at_b);
            let options = PenetrationOptions::default();
            let found = penetration(&posed, &options, &mut PairState::default());
            found.expect("valid options").depth
        };
        // A contact of sides in one plane, and one with two shortest ways, may be left sideways.
        let (own, later) = (deep_at(0.0), deep_at(1e-3));
        let approaches = report.depth > own + 1e-6 || later > own + 1e-8;
        if approaches && report.depth > 1e-6 {
            tally.hits += 1;
            let what = format!("{own} to {later}, {report:?}: {stopped:?}");
            let is_hit = stopped.initial && stopped.separation_velocity < 0.0;
            tally.claim(is_hit, &name, &what);
        }
    });
    run.none_wrong();
    assert!(run.hits > run.cases / 20, "{} of {}", run.hits, run.cases);
}
