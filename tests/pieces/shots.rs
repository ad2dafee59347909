//! Shots at closed meshes and height fields: nothing passes through, and what is met is what all triangles, asked one by
//! one, say.

use interframe::{
    Contact, Motion, MovingPair, PairState, Pose, SharedBody, TimeOfImpact, TimeOfImpactOptions,
    TriangleMesh, TriangleMeshOptions, Verdict, time_of_impact,
};
use nalgebra::Vector3;
use twin::random::{SplitMix64, case_generator};

use crate::bodies::{Whole, mesh_of, pose, torus, vector};
use crate::common::{count, for_each};

fn first(pair: &MovingPair<'_>) -> TimeOfImpact {
    let options = &TimeOfImpactOptions::default();
    time_of_impact(pair, options, &mut PairState::default()).expect("valid options")
}

/// A place on the surface: half of them on an edge or a corner, to the last place.
fn aim(random: &mut SplitMix64, corners: &[Vector3<f64>]) -> Vector3<f64> {
    let [a, b, c] = [corners[0], corners[1], corners[2]];
    let (s, t) = (random.unit(), random.unit());
    match random.below(4) {
        0 => a,
        1 => a + (b - a) * 0.5,
        _ if s + t <= 1.0 => a + (b - a) * s + (c - a) * t,
        _ => b + (c - b) * s,
    }
}

/// Gaps of near contacts, over their speeds.
const LATE: f64 = 1e-6;

struct Shot {
    body: SharedBody,
    motion: Motion,
}

/// A body that holds its pivot.
fn body(random: &mut SplitMix64, size: f64) -> SharedBody {
    let origin = Vector3::zeros();
    let count = *random.pick(&[0, 1, 3, 12]);
    let points = (0..count).map(|_| vector(random, size));
    let points: Vec<_> = points.chain([origin]).collect();
    let radius = *random.pick(&[0.0, 0.0, 0.5]) * size;
    let hull = interframe::Polytope::new(&points).expect("finite points");
    SharedBody::new(hull).rounded(radius).expect("a radius")
}

/// From outside through a place on the surface to one behind it, as fast as it likes.
fn shot(random: &mut SplitMix64, target: Vector3<f64>, direction: Vector3<f64>) -> Shot {
    let size = *random.pick(&[1e-3, 0.05, 0.3]);
    let body = body(random, size);
    let far = *random.pick(&[4.0, 10.0, 300.0]);
    let from = target - direction * far;
    let to = target + direction * *random.pick(&[4.0, far]);
    let start = Pose::from_translation(from).expect("a pose");
    let motion = match random.below(3) {
        0 => {
            let angle = *random.pick(&[0.3, 3.0, 20.0]);
            Motion::from_turn(start, to, vector(random, angle), Vector3::zeros())
        }
        _ => Motion::translation(start, to),
    };
    Shot {
        body,
        motion: motion.expect("a motion"),
    }
}

/// What is wrong with a shot that goes through the surface, if anything is.
fn wrong(whole: &Whole, shot: &Shot, compare: bool) -> Option<String> {
    let still = Motion::fixed(Pose::identity());
    let found = first(&MovingPair::new(
        &shot.body,
        &shot.motion,
        &whole.body,
        &still,
    ));
    if found.verdict == Verdict::Separated {
        return Some("passed through".into());
    }
    if compare {
        let all = whole
            .pieces
            .iter()
            .map(|piece| first(&MovingPair::new(&shot.body, &shot.motion, piece, &still)));
        let mut all: Vec<_> = all
            .filter(|one| one.verdict != Verdict::Separated)
            .collect();
        // Where nothing turns, a piece that is only near counts if none is met.
        if !shot.motion.is_turning() && all.iter().any(|one| one.contact == Contact::Overlap) {
            all.retain(|one| one.contact != Contact::Near);
        }
        let hit_by = all.iter().map(|one| one.t_hi).fold(f64::INFINITY, f64::min);
        let free_until = all.iter().map(|one| one.t_lo).fold(1.0, f64::min);
        if found.t_lo > hit_by + LATE || found.t_hi + LATE < free_until {
            return Some(format!("{found:?}, one by one {free_until} to {hit_by}"));
        }
    }
    None
}

fn closed(random: &mut SplitMix64) -> Whole {
    let (around, along) = (12 + random.below(24) as u32, 5 + random.below(12) as u32);
    let (vertices, triangles) = torus(around, along, random.between(0.3, 0.6));
    mesh_of(&vertices, &triangles, 0.0)
}

#[test]
fn nothing_passes_through_a_closed_mesh() {
    let meshes: Vec<Whole> = (0..12)
        .map(|k| closed(&mut case_generator(2130, k)))
        .collect();
    let run = for_each(count(6_000, 600_000), |index, tally| {
        let random = &mut case_generator(2131, index);
        let whole = &meshes[random.below(meshes.len())];
        let piece = &whole.pieces[random.below(whole.pieces.len())];
        let core = piece.core().expect("a triangle");
        let corners: Vec<_> = core.vertices().collect();
        let target = aim(random, &corners);
        // Through a place that is surely inside, on the circle that the tube is about.
        let angle = random.between(0.0, std::f64::consts::TAU);
        let inside = Vector3::new(angle.cos(), angle.sin(), 0.0) * 0.97;
        let shot = shot(random, target, (inside - target).normalize());
        tally.cases += 1;
        let found = wrong(whole, &shot, index % 16 == 0);
        tally.none(&format!("shot {index}"), found);
    });
    run.none_wrong();
}

/// Terrain of 60 by 60 cells; shots come from above and lean.
#[test]
fn nothing_passes_through_a_height_field() {
    let fields: Vec<Whole> = (0..6)
        .map(|k| {
            let random = &mut case_generator(2132, k);
            let rough = *random.pick(&[0.0, 0.05, 0.6]);
            let heights: Vec<f64> = (0..61 * 61)
                .map(|_| random.between(-rough, rough))
                .collect();
            let (spacing, origin) = ([0.25, 0.25], [-7.5, -7.5]);
            let field = interframe::HeightField::new(&heights, 61, spacing, origin);
            let vertex = |r: usize, c: usize| {
                let at = |origin: f64, k: usize| origin + k as f64 * 0.25;
                Vector3::new(at(-7.5, c), at(-7.5, r), heights[r * 61 + c])
            };
            let mut pieces = Vec::new();
            for r in 0..60 {
                for c in 0..60 {
                    let far = vertex(r + 1, c + 1);
                    for corners in [
                        [vertex(r, c), vertex(r, c + 1), far],
                        [vertex(r, c), far, vertex(r + 1, c)],
                    ] {
                        pieces.push(SharedBody::new(
                            interframe::Polytope::new(&corners).expect("finite"),
                        ));
                    }
                }
            }
            Whole {
                body: field.expect("a field").into(),
                pieces,
            }
        })
        .collect();
    let run = for_each(count(6_000, 400_000), |index, tally| {
        let random = &mut case_generator(2133, index);
        let whole = &fields[random.below(fields.len())];
        // Not at the rim, which a leaning shot may miss.
        let (r, c) = (20 + random.below(20), 20 + random.below(20));
        let piece = &whole.pieces[2 * (60 * r + c) + random.below(2)];
        let core = piece.core().expect("a triangle");
        let corners: Vec<_> = core.vertices().collect();
        let target = aim(random, &corners);
        let direction = (Vector3::z() * -1.0 + vector(random, 0.3)).normalize();
        let shot = shot(random, target, direction);
        tally.cases += 1;
        let found = wrong(whole, &shot, index % 256 == 0);
        tally.none(&format!("shot {index}"), found);
    });
    run.none_wrong();
}

/// Of a one-sided mesh only what comes from its front is met.
#[test]
fn one_sided_meshes_are_met_from_their_fronts() {
    let corners = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]].map(|[x, y]| Vector3::new(x, y, 0.0));
    let options = interframe::TriangleMeshOptions {
        one_sided: true,
        ..Default::default()
    };
    let mesh = interframe::TriangleMesh::new(&corners, &[[0, 1, 2]], &options).expect("a mesh");
    let mesh = SharedBody::from(mesh);
    let point = SharedBody::sphere(0.0).expect("a radius");
    let still = Motion::fixed(Pose::identity());
    let ask = |from: f64, to: f64| {
        let at = |z: f64| Vector3::new(0.25, 0.25, z);
        let start = Pose::from_translation(at(from)).expect("a pose");
        let flight = Motion::translation(start, at(to)).expect("a motion");
        first(&MovingPair::new(&point, &flight, &mesh, &still)).verdict
    };
    assert_eq!(ask(1.0, -1.0), Verdict::Hit);
    assert_eq!(ask(-1.0, 1.0), Verdict::Separated);
}

/// Where a mesh and a shot at it are far from the mesh's own origin, times are as narrow as those of the triangle that is met,
/// asked alone.
#[test]
fn brackets_are_narrow_far_away() {
    let block = SharedBody::cuboid([0.01; 3]).expect("a box");
    for (far, turned) in [(1e3, false), (1e6, false), (1e3, true), (1e6, true)] {
        let random = &mut case_generator(2134, 0);
        let (vertices, triangles) = torus(24, 12, 0.4);
        let off = Vector3::new(far, -far, far);
        let vertices: Vec<_> = vertices.iter().map(|v| v + off).collect();
        let whole = mesh_of(&vertices, &triangles, 0.0);
        let pose = if turned {
            pose(random, 1.0)
        } else {
            Pose::identity()
        };
        let still = Motion::fixed(pose);
        for index in 0..200 {
            let [direction, place] = [vector(random, 1.0), off + Vector3::x()];
            let [from, to] = [-5.0, 3.0].map(|t| pose.transform_point(&(place + direction * t)));
            let q = crate::common::quaternion(&random.quaternion());
            let start = Pose::new(from, q).expect("a pose");
            let flight = Motion::translation(start, to).expect("finite");
            let found = first(&MovingPair::new(&block, &flight, &whole.body, &still));
            let [_, met] = found.pieces.expect("a hit");
            let piece = &whole.pieces[met.triangle as usize];
            let alone = first(&MovingPair::new(&block, &flight, piece, &still));
            assert!(alone.t_lo <= found.t_hi && found.t_lo <= alone.t_hi);
            let width = |one: &TimeOfImpact| one.t_hi - one.t_lo;
            assert!(
                width(&found) <= 1e-9 + 2.0 * width(&alone),
                "{far:e}, {turned}, shot {index}: {found:?}, alone {alone:?}"
            );
        }
    }
}

/// Along the normal of a contact after the start, the two pieces that are named are in each other by no more than rounding when
/// they meet, and the bracket of the time is as narrow as theirs alone.
#[test]
fn normals_part_the_pieces_that_meet() {
    let run = for_each(count(4_000, 400_000), |index, tally| {
        let random = &mut case_generator(2135, index);
        let size = *random.pick(&[1.0, 1.0, 1e-6, 1e3]);
        let whole = match random.flip() {
            true => {
                let (mut vertices, triangles) = torus(5, 4, random.between(0.2, 0.6));
                vertices.iter_mut().for_each(|v| *v *= size);
                mesh_of(&vertices, &triangles, 0.0)
            }
            false => {
                let mut up = || random.between(-0.5, 0.5);
                let corners: Vec<_> = (0..9)
                    .map(|k| {
                        Vector3::new(f64::from(k % 3) - 1.0, f64::from(k / 3) - 1.0, up()) * size
                    })
                    .collect();
                let cells = [0, 1, 3, 4];
                let triangles: Vec<_> = cells
                    .iter()
                    .flat_map(|p| [[*p, p + 1, p + 4], [*p, p + 4, p + 3]])
                    .collect();
                mesh_of(&corners, &triangles, 0.0)
            }
        };
        let half = [0; 3].map(|_| random.between(0.02, 0.8) * size);
        let radius = *random.pick(&[0.0, 0.0, 0.1]) * size;
        let block = SharedBody::cuboid(half).expect("a box");
        let block = block.rounded(radius).expect("a radius");
        let far = size * *random.pick(&[2.0, 10.0, 1e3]);
        let [at, place] = [pose(random, size), pose(random, 1.0)];
        let aim = at.translation() + vector(random, 0.7 * size);
        let start = aim + vector(random, far);
        let start = Pose::new(start, place.quaternion()).expect("a pose");
        let end =
            start.translation() + (aim - start.translation()) * *random.pick(&[1.1, 2.0, 20.0]);
        let flight = Motion::translation(start, end).expect("finite");
        let still = Motion::fixed(at);
        let found = first(&MovingPair::new(&whole.body, &still, &block, &flight));
        let (Verdict::Hit, false, Some(n)) = (found.verdict, found.initial, found.normal) else {
            return;
        };
        let [met, _] = found.pieces.expect("pieces");
        let piece = &whole.pieces[met.triangle as usize];
        let most = |body: &SharedBody, place: &Pose, n: &Vector3<f64>, origin: &Vector3<f64>| {
            let core = body.core().expect("a polytope");
            let along =
                |v: Vector3<f64>| n.dot(&(place.matrix() * v + (place.translation() - origin)));
            core.vertices().map(along).fold(f64::NEG_INFINITY, f64::max) + body.radius()
        };
        let way = end - start.translation();
        let there = Pose::new(start.translation() + way * found.t_hi, start.quaternion());
        let there = there.expect("a pose");
        let origin = there.translation();
        let by = most(piece, &at, &n, &origin) + most(&block, &there, &-n, &origin);
        let sizes = 3.0 * size + far + way.norm();
        tally.cases += 1;
        let words = format!("case {index}: {by:e} of {sizes:e}: {found:?}");
        tally.claim(by <= 5e-13 * sizes, "overlap", &words);
        let alone = first(&MovingPair::new(piece, &still, &block, &flight));
        let width = |one: &TimeOfImpact| one.t_hi - one.t_lo;
        let narrow = 2.0 * width(&alone) + 1e-12 * sizes / way.norm();
        let words = format!("case {index}: {found:?}, alone {alone:?}");
        let closing = found.separation_velocity.abs() / way.norm();
        tally.claim(width(&found) * closing <= narrow, "bracket", &words);
    });
    run.none_wrong();
    assert!(run.cases > count(1_000, 100_000), "{} hits", run.cases);
}

#[test]
fn points_are_on_bodies_far_smaller_than_triangles() {
    let random = &mut case_generator(2340, 0);
    let half = 1e-6;
    let block = SharedBody::cuboid([half; 3]).expect("a box");
    let still = Motion::fixed(Pose::identity());
    let mut edges = 0;
    for case in 0..count(2_000, 50_000) {
        let corners: [Vector3<f64>; 3] =
            std::array::from_fn(|_| Vector3::from(random.direction()) * random.between(1.0, 700.0));
        let mesh = TriangleMesh::new(&corners, &[[0, 1, 2]], &TriangleMeshOptions::default());
        let mesh = SharedBody::from(mesh.expect("a triangle"));
        let aim = corners[0] + (corners[1] - corners[0]) * random.between(0.1, 0.9);
        let aim = aim + Vector3::from(random.direction()) * half;
        let by = Vector3::from(random.direction()) * 2.0;
        let [x, y, z, w] = random.quaternion();
        let turned = nalgebra::Quaternion::new(w, x, y, z);
        let start = Pose::new(aim - by * 0.5, turned).expect("a pose");
        let motion = Motion::translation(start, aim + by * 0.5).expect("finite");
        let found = first(&MovingPair::new(&block, &motion, &mesh, &still));
        let (Verdict::Hit, Some(point)) = (found.verdict, found.point_a) else {
            continue;
        };
        let there = start.translation() + by * found.t_hi;
        let own = start.matrix().transpose() * (point - there);
        let rounding = 64.0 * f64::EPSILON * 700.0;
        assert!(
            own.amax() <= half * 1.001 + rounding,
            "case {case}: {own:?} {found:?}"
        );
        let is_on_edge = (0..3)
            .filter(|&k| own[k].abs() > half * 0.999 - rounding)
            .count()
            == 2;
        edges += usize::from(is_on_edge);
    }
    assert!(edges > 200, "{edges} edges");
}

/// A needle's tip under the tip of a pyramid that comes down on it: planes about its short side have normals of a few units of the
/// least number, and no product with them tells anything.
#[test]
fn needles_are_met_whose_planes_have_no_length() {
    let random = &mut case_generator(2537, 0);
    let still = Motion::fixed(Pose::identity());
    for case in 0..count(4_000, 200_000) {
        let flat = |random: &mut SplitMix64, far: f64| {
            let angle = random.between(0.0, std::f64::consts::TAU);
            Vector3::new(angle.cos(), angle.sin(), 0.0) * far
        };
        let short = 2f64.powi(random.integer(-545, -525) as i32);
        let side = flat(random, short);
        let corners = [Vector3::zeros(), side, flat(random, 1.0)];
        let mesh = TriangleMesh::new(&corners, &[[0, 1, 2]], &TriangleMeshOptions::default());
        let mesh = SharedBody::from(mesh.expect("a triangle"));
        let angle = random.between(0.0, std::f64::consts::PI);
        let turned = nalgebra::Quaternion::new(angle.cos(), 0.0, 0.0, angle.sin());
        let start = Pose::new(Vector3::z(), turned).expect("a pose");
        let flight = Motion::translation(start, -Vector3::z()).expect("finite");
        let base = [0.0, 1.6, 3.1, 4.7].map(|turn: f64| {
            let turn = turn + random.between(0.0, 0.5);
            Vector3::new(turn.cos(), turn.sin(), 0.0) * random.between(0.1, 0.3)
        });
        let beside = 2f64.powi(random.integer(-535, -525) as i32);
        let near = flat(random, beside);
        let all = base.map(|p| p + Vector3::z() * 0.5);
        let all: Vec<_> = all.into_iter().chain([near]).collect();
        let own: Vec<_> = all.iter().map(|p| start.matrix().transpose() * p).collect();
        let body = SharedBody::new(interframe::Polytope::new(&own).expect("finite points"));
        let found = first(&MovingPair::new(&body, &flight, &mesh, &still));
        assert_eq!(found.verdict, Verdict::Hit, "case {case}: {found:?}");
        assert!(found.t_lo <= 0.5 && 0.5 <= found.t_hi, "{found:?}");
    }
}
