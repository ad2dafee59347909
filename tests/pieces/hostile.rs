//! Bodies of several pieces that no level should have: one triangle, none with an area, all the same, lengths at the ends of f64,
//! holes everywhere. Queries answer, and as asking all pieces one by one does.

use interframe::{
    DistanceOptions, HeightField, IntersectOptions, Motion, MovingPair, PairState, Pose, PosedPair,
    SharedBody, TimeOfImpactOptions, Verdict, distance, intersect, time_of_impact,
};
use nalgebra::Vector3;
use twin::random::{SplitMix64, case_generator};

use crate::bodies::{Whole, convex, mesh_of, pose, torus, vector};
use crate::common::{count, for_each};

/// A mesh that is odd, of about this size.
fn odd(random: &mut SplitMix64, size: f64) -> Whole {
    let point = |random: &mut SplitMix64| vector(random, size);
    let corners: Vec<Vector3<f64>> = (0..5).map(|_| point(random)).collect();
    let along: Vec<Vector3<f64>> = (0..6).map(|k| corners[0] * (f64::from(k) * 0.4)).collect();
    let radius = *random.pick(&[0.0, 0.0, 0.1]) * size;
    match random.below(6) {
        0 => mesh_of(&corners, &[[0, 1, 2]], radius),
        // On a line, and at a point.
        1 => mesh_of(
            &along,
            &[[0, 1, 2], [3, 1, 5], [4, 4, 4], [2, 2, 5]],
            radius,
        ),
        // The same again and again, either way round.
        2 => mesh_of(
            &corners,
            &[
                [0, 1, 2],
                [1, 2, 0],
                [2, 1, 0],
                [0, 1, 2],
                [0, 1, 2],
                [0, 2, 1],
            ],
            radius,
        ),
        // Needles between far and near places.
        3 => {
            let near = corners.iter().map(|v| v * 1e-12);
            let vertices: Vec<_> = corners.iter().copied().chain(near).collect();
            let triangles = [[0, 5, 6], [1, 6, 7], [2, 7, 8], [3, 8, 9], [5, 6, 7]];
            mesh_of(&vertices, &triangles, radius)
        }
        // Many at one place.
        4 => mesh_of(&corners, &[[3, 3, 3]; 40], radius),
        _ => {
            let (vertices, triangles) = torus(6, 4, 0.4);
            let vertices: Vec<_> = vertices.iter().map(|v| v * size).collect();
            mesh_of(&vertices, &triangles, radius)
        }
    }
}

fn scaled(body: &SharedBody, by: f64) -> SharedBody {
    let core = body.core().expect("a polytope");
    let corners: Vec<_> = core.vertices().map(|v| v * by).collect();
    let hull = interframe::Polytope::new(&corners).expect("finite points");
    SharedBody::new(hull)
        .rounded(body.radius() * by)
        .expect("a radius")
}

/// Both ends of f64, and between; whole powers of two so that nothing is rounded on the way there.
const SIZES: [i32; 13] = [0, 0, 0, 0, -30, 40, 128, 255, -341, 341, 511, -990, 990];

struct Case {
    whole: Whole,
    other: SharedBody,
    poses: [Pose; 2],
    to: Vector3<f64>,
}

fn case(random: &mut SplitMix64) -> Case {
    let size = 2.0_f64.powi(*random.pick(&SIZES));
    let whole = odd(random, size);
    let other = scaled(&convex(random, 0.5), size);
    let poses = [pose(random, 0.0), pose(random, 2.0)]
        .map(|pose| Pose::new(pose.translation() * size, pose.quaternion()).expect("finite"));
    let to = poses[1].translation() * -1.0 + vector(random, 0.5 * size);
    Case {
        whole,
        other,
        poses,
        to,
    }
}

#[test]
fn odd_meshes_at_rest_are_their_triangles() {
    let run = for_each(count(1_000, 100_000), |index, tally| {
        let random = &mut case_generator(2160, index);
        let Case {
            whole,
            other,
            mut poses,
            ..
        } = case(random);
        if random.flip() {
            poses[1] =
                Pose::new(poses[1].translation() * 0.25, poses[1].quaternion()).expect("finite");
        }
        let pair = |body| PosedPair::new(body, &poses[0], &other, &poses[1]);
        let meet = |body| {
            let options = IntersectOptions::default();
            intersect(&pair(body), &options, &mut PairState::default())
                .expect("valid options")
                .verdict
        };
        let far = |body| {
            let options = DistanceOptions::default();
            distance(&pair(body), &options, &mut PairState::default()).expect("valid options")
        };
        tally.cases += 1;
        let name = format!("case {index}");
        let any = whole.pieces.iter().any(|piece| meet(piece) == Verdict::Hit);
        tally.hits += u64::from(any);
        tally.claim(
            (meet(&whole.body) == Verdict::Hit) == any,
            &name,
            "another verdict",
        );
        let all: Vec<_> = whole.pieces.iter().map(far).collect();
        let least = all
            .iter()
            .map(|one| one.separation)
            .fold(f64::INFINITY, f64::min);
        let error = all.iter().map(|one| one.error).fold(0.0, f64::max);
        let found = far(&whole.body);
        let same = (found.separation - least).abs() <= 2.0 * error.max(found.error);
        tally.claim(same, &name, &format!("{found:?}, one by one {least}"));
    });
    run.none_wrong();
    assert!(run.hits > run.cases / 20, "only {} meet", run.hits);
}

/// Straight flights of plain bodies are exact: verdicts are equal, brackets of times overlap, and what is named meets then.
#[test]
fn odd_meshes_on_the_way_are_their_triangles() {
    let run = for_each(count(1_000, 100_000), |index, tally| {
        let random = &mut case_generator(2161, index);
        let Case {
            whole,
            other,
            poses,
            to,
        } = case(random);
        let flight = Motion::translation(poses[1], to).expect("finite");
        let still = Motion::fixed(poses[0]);
        let ask = |body: &SharedBody| {
            let options = TimeOfImpactOptions::default();
            let pair = MovingPair::new(body, &still, &other, &flight);
            time_of_impact(&pair, &options, &mut PairState::default()).expect("valid options")
        };
        let found = ask(&whole.body);
        let all: Vec<_> = whole.pieces.iter().map(ask).collect();
        let plain = whole.body.radius() == 0.0 && other.radius() == 0.0;
        tally.cases += 1;
        let name = format!("case {index}");
        let hits = || all.iter().filter(|one| one.verdict == Verdict::Hit);
        let hit_by = hits().map(|one| one.t_hi).fold(f64::INFINITY, f64::min);
        let free_until = all.iter().map(|one| one.t_lo).fold(1.0, f64::min);
        let open = all.iter().any(|one| one.verdict == Verdict::Undecided);
        tally.hits += u64::from(hit_by <= 1.0);
        if plain {
            tally.claim(!open, &name, "a straight flight is undecided");
            let any = hit_by <= 1.0;
            tally.claim(
                (found.verdict == Verdict::Hit) == any,
                &name,
                "another verdict",
            );
        }
        let late = if plain { 1e-12 } else { 1e-5 };
        match found.verdict {
            Verdict::Separated => tally.claim(hit_by > 1.0, &name, "passed through"),
            Verdict::Hit => {
                let near = found.t_lo <= hit_by + late && found.t_hi + late >= free_until;
                tally.claim(
                    near,
                    &name,
                    &format!("{found:?}, one by one {free_until} to {hit_by}"),
                );
                let [piece, _] = found.pieces.expect("pieces");
                let one = &all[piece.triangle as usize];
                let met = one.verdict == Verdict::Hit && one.t_lo <= found.t_hi + late;
                tally.claim(
                    met || open,
                    &name,
                    &format!("{found:?}, but this triangle {one:?}"),
                );
            }
            _ => tally.claim(open, &name, "undecided"),
        }
    });
    run.none_wrong();
    assert!(run.hits > run.cases / 20, "only {} meet", run.hits);
}

/// A field with a hole in all cells but one, fields of one row of cells, and heights at the ends of f64.
#[test]
fn odd_fields_are_met_where_they_are() {
    let point = SharedBody::sphere(0.0).expect("a radius");
    let still = Motion::fixed(Pose::identity());
    let ask = |field: &SharedBody, from: Vector3<f64>, to: Vector3<f64>| {
        let start = Pose::from_translation(from).expect("finite");
        let flight = Motion::translation(start, to).expect("finite");
        let pair = MovingPair::new(&point, &flight, field, &still);
        let options = TimeOfImpactOptions::default();
        time_of_impact(&pair, &options, &mut PairState::default()).expect("valid options")
    };
    let side = 40;
    let mut heights = vec![f64::NAN; side * side];
    for (r, c) in [(17, 23), (17, 24), (18, 23), (18, 24)] {
        heights[r * side + c] = 2.0;
    }
    let field = HeightField::new(&heights, side, [1.0; 2], [0.0; 2]).expect("a field");
    let field = SharedBody::from(field);
    for r in 0..side - 1 {
        for c in 0..side - 1 {
            let at = |z: f64| Vector3::new(c as f64 + 0.25, r as f64 + 0.5, z);
            let found = ask(&field, at(4.0), at(0.0));
            let there = (r, c) == (17, 23);
            assert_eq!(found.verdict == Verdict::Hit, there, "{r} {c}");
            if there {
                assert!(found.t_lo <= 0.5 && found.t_hi >= 0.5, "{found:?}");
                assert!(found.t_hi - found.t_lo < 1e-9, "{found:?}");
                // Above the diagonal: the second triangle of its cell.
                assert_eq!(
                    found.pieces.expect("pieces")[1].triangle,
                    (2 * (17 * 39 + 23) + 1) as u32
                );
            }
        }
    }
    for size in [1e-300, 1.0, 1e300] {
        let row = |k: usize| (k % 3) as f64 * 0.25 * size;
        let heights: Vec<f64> = (0..2 * 50).map(|k| row(k % 50)).collect();
        let field = HeightField::new(&heights, 50, [size; 2], [0.0; 2]).expect("a field");
        let field = SharedBody::from(field);
        for k in 0..49 {
            let (x, z) = ((k as f64 + 0.5) * size, 0.5 * (row(k) + row(k + 1)));
            let at = |up: f64| Vector3::new(x, 0.75 * size, z + up * size);
            let found = ask(&field, at(1.0), at(-1.0));
            assert_eq!(found.verdict, Verdict::Hit, "{size} {k}");
            assert!((found.t_hi - 0.5).abs() < 1e-9, "{size} {k}: {found:?}");
            assert_eq!(ask(&field, at(2.0), at(1.0)).verdict, Verdict::Separated);
        }
    }
}

/// What turns beside a triangle whose corners are on a line but for rounding.
#[test]
fn a_needle_is_met_by_what_turns() {
    let corners = [[0.0, 0.0, 0.0], [0.3, 1.5, 2.8], [0.9, 4.5, 8.4]].map(Vector3::from);
    let needle = mesh_of(&corners, &[[0, 1, 2]], 0.0);
    let ball = SharedBody::sphere(0.5).expect("a radius");
    let start = Pose::from_translation(Vector3::new(0.45, -2.75, -0.8)).expect("finite");
    let (end, turn) = (Vector3::new(0.45, 7.25, 9.2), Vector3::new(0.1, 0.3, 0.0));
    let flight = Motion::from_turn(start, end, turn, Vector3::zeros()).expect("finite");
    let still = Motion::fixed(Pose::identity());
    for target_separation in [0.0, 0.01] {
        let options = TimeOfImpactOptions {
            target_separation,
            ..Default::default()
        };
        let ask = |body: &SharedBody| {
            let pair = MovingPair::new(&ball, &flight, body, &still);
            time_of_impact(&pair, &options, &mut PairState::default()).expect("valid options")
        };
        let (found, alone) = (ask(&needle.body), ask(&needle.pieces[0]));
        assert_eq!(found.verdict, Verdict::Hit);
        assert!(
            found.t_lo <= alone.t_hi && alone.t_lo <= found.t_hi,
            "{found:?} {alone:?}"
        );
    }
}

/// A mesh that turns and whose boxes are beyond f32.
#[test]
fn meshes_of_any_size_are_met_on_their_turn() {
    for size in [1.0, 3e38, 1e39, 1e100, 1e150] {
        let at = |k: usize| Vector3::new((k % 4) as f64 - 1.5, (k / 4) as f64 - 1.5, 0.0) * size;
        let vertices: Vec<_> = (0..16).map(at).collect();
        let mut triangles = Vec::new();
        for k in (0..11_u32).filter(|k| k % 4 < 3) {
            triangles.extend([[k, k + 1, k + 5], [k, k + 5, k + 4]]);
        }
        let mesh = mesh_of(&vertices, &triangles, 0.0).body;
        let turn = Vector3::new(0.0, 0.0, 1.0);
        let turns = Motion::from_turn(Pose::identity(), Vector3::zeros(), turn, Vector3::zeros());
        let point = SharedBody::sphere(0.0).expect("a radius");
        let from = Pose::from_translation(Vector3::new(-1.0, -0.5, 1.0) * size).expect("finite");
        let falls = Motion::translation(from, Vector3::new(-1.0, -0.5, -1.0) * size);
        let (turns, falls) = (turns.expect("finite"), falls.expect("finite"));
        let pair = MovingPair::new(&point, &falls, &mesh, &turns);
        let options = TimeOfImpactOptions::default();
        let found = time_of_impact(&pair, &options, &mut PairState::default());
        let found = found.expect("valid options");
        assert_eq!(found.verdict, Verdict::Hit, "{size:e}");
        assert!((found.t_hi - 0.5).abs() < 1e-5, "{size:e}: {found:?}");
    }
}

/// Lengths of which products of four are beyond f64.
#[test]
fn shots_at_large_triangles_are_exact() {
    for size in [1.0, 1e30, 1e77, 5.8876e102, 1e150] {
        let corners = [[0.0; 3], [0.7, -0.7, 0.0], [0.7, 0.0, -0.7]];
        let mesh = mesh_of(&corners.map(|p| Vector3::from(p) * size), &[[0, 1, 2]], 0.0);
        let start = Pose::from_translation(Vector3::new(2.0, -1.7, -1.7) * size).expect("finite");
        let end = Vector3::new(2.0 - 1.79, -1.7 + 1.79, -1.7 + 1.79) * size;
        let (flight, still) = (
            Motion::translation(start, end),
            Motion::fixed(Pose::identity()),
        );
        let points = [
            [0.01, 0.0, 0.0],
            [-0.01, 0.01, 0.0],
            [0.0, -0.01, 0.01],
            [0.0, 0.0, -0.01],
        ];
        let hull = interframe::Polytope::new(&points.map(|p| Vector3::from(p) * size));
        let (flight, body) = (
            flight.expect("finite"),
            SharedBody::new(hull.expect("finite")),
        );
        let pair = MovingPair::new(&body, &flight, &mesh.body, &still);
        let options = TimeOfImpactOptions::default();
        let found = time_of_impact(&pair, &options, &mut PairState::default());
        assert_eq!(
            found.expect("valid options").verdict,
            Verdict::Hit,
            "{size:e}"
        );
    }
}
