//! Blocks on a grid, whose sides lie in one plane with the rims of the floors that they rest on: whether they approach what stands
//! beside them is known from their outlines.

use crate::bodies::mesh_of;
use crate::common::{Tally, count, for_each};
use crate::floors::{Frame, Scene, cuboid};
use crate::start_contacts::box_sides;
use interframe::{InitialContact, Motion, Pose, SharedBody, Verdict};
use nalgebra::Vector3;
use twin::random::{SplitMix64, case_generator};

/// The lowest and the highest corner.
type Block = [Vector3<f64>; 2];

fn grid(random: &mut SplitMix64, least: i64, most: i64) -> f64 {
    random.integer(least, most) as f64 / 8.0
}

/// A block between two heights, with sides that often are those of `beside`.
fn block(random: &mut SplitMix64, beside: &Block, heights: [f64; 2]) -> Block {
    let mut along = |axis: usize| {
        let [low, high] = [beside[0][axis], beside[1][axis]];
        let ends = [low, high, 0.5 * (low + high), grid(random, -12, 12)];
        let from = *random.pick(&ends);
        let far = from + grid(random, 1, 8) * *random.pick(&[-1.0, 1.0]);
        let to = *random.pick(&[low, high, far, far]);
        match from == to {
            true => [from, from + 0.5],
            false => [from.min(to), from.max(to)],
        }
    };
    let [x, y] = [along(0), along(1)];
    [0, 1].map(|k| Vector3::new(x[k], y[k], heights[k]))
}

/// Whether the insides of two outlines meet, seen from above.
fn is_over(p: &Block, q: &Block) -> bool {
    (0..2).all(|axis| p[0][axis] < q[1][axis] && q[0][axis] < p[1][axis])
}

fn touches(p: &Block, q: &Block) -> bool {
    (0..2).all(|axis| p[0][axis] <= q[1][axis] && q[0][axis] <= p[1][axis])
}

/// Blocks as convex parts, or each as twelve triangles with its sides cut either way, all of one mesh.
fn body_of(random: &mut SplitMix64, blocks: &[Block], is_mesh: bool) -> SharedBody {
    if !is_mesh {
        let part = |[low, high]: &Block| {
            let (half, middle) = ((high - low) * 0.5, (high + low) * 0.5);
            (cuboid(half.into(), middle.into()), Pose::identity())
        };
        let parts: Vec<_> = blocks.iter().map(part).collect();
        return match &parts[..] {
            [(only, _)] => only.clone(),
            _ => SharedBody::compound(&parts).expect("blocks"),
        };
    }
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for ends in blocks {
        let from = vertices.len() as u32;
        let corner = |k: usize| Vector3::from_fn(|axis, _| ends[k >> axis & 1][axis]);
        vertices.extend((0..8).map(corner));
        triangles.extend(box_sides(random, from));
    }
    random.shuffle(&mut triangles);
    mesh_of(&vertices, &triangles, 0.0).body
}

/// What a block stands on or in approaches it only from the front: the rims of floors in the planes of its sides do not, nor do walls
/// that it slides along.
fn block_approaches_walls(index: u64, tally: &mut Tally) {
    let random = &mut case_generator(0xf1a5, index);
    let is_turned = random.below(3) == 0;
    let frame = Frame::any(random, is_turned);
    let deep = match random.below(3) {
        0 if !is_turned => 0.0,
        _ => 0.5f64.powi(random.integer(7, 24) as i32),
    };
    let (width, depth, high) = (grid(random, 1, 8), grid(random, 1, 8), grid(random, 1, 8));
    let standing: Block = [
        Vector3::new(0.0, 0.0, 0.0),
        Vector3::new(width, depth, high),
    ];
    let floor = loop {
        let floor = block(random, &standing, [-1.0, 0.0]);
        if is_over(&floor, &standing) {
            break floor;
        }
    };
    let mut ground = vec![floor];
    for _ in 0..random.below(5) {
        let top = match random.flip() {
            true => 0.0,
            // Never flush with the top of the body.
            false => grid(random, 1, 8) + 0.0625,
        };
        let next = block(random, &standing, [-1.0, top]);
        let is_free = top == 0.0 || !is_over(&next, &standing);
        if is_free && !ground.iter().any(|other| is_over(&next, other)) {
            ground.push(next);
        }
    }
    let way = match random.below(4) {
        0 => Vector3::from_fn(|_, _| random.between(-1.0, 1.0)),
        _ => Vector3::from_fn(|_, _| random.integer(-1, 1) as f64),
    } * 0.03;
    let up = *random.pick(&[0.0, 0.0, 0.0, 0.0, 0.02, -0.02]);
    let by = Vector3::new(way.x, way.y, up);
    let parts = match random.below(3) {
        0 => {
            let mut halves = [standing; 2];
            let axis = random.below(3);
            let cut = 0.5 * (standing[0][axis] + standing[1][axis]);
            halves[0][1][axis] = cut;
            halves[1][0][axis] = cut;
            halves.to_vec()
        }
        _ => vec![standing],
    };
    let kinds = [random.flip(), random.flip()];
    let body = body_of(random, &parts, kinds[0]);
    let floor = body_of(random, &ground, kinds[1]);
    let from = Vector3::new(0.0, 0.0, -deep);
    let motions = [
        Motion::fixed(frame.pose(Vector3::zeros())),
        frame.motion([from, from + by], None),
    ];
    let scene = Scene::new(floor, body, motions, random.flip());
    let found = scene.ask(InitialContact::OnlyIfApproaching);
    let then = standing.map(|corner| corner + by * 1e-3);
    let is_wall = |block: &&Block| block[1].z > 0.0;
    let ahead = (ground.iter().filter(is_wall))
        .any(|wall| touches(wall, &standing) && is_over(wall, &then));
    let is_met = ahead || up < 0.0;
    let approaches = found.verdict == Verdict::Hit
        && found.separation_velocity < 0.0
        && (found.t_hi == 0.0 || is_turned && found.t_hi * -found.separation_velocity < 3e-14);
    // A block that the body only leans on from the side is a step as high as the body is deep, unless it is flush with one
    // below the body. Meshes are surfaces: a box right above an equal one touches it by its sides alone.
    let is_step = |block: &Block| {
        let below = |other: &&Block| is_over(other, &standing);
        touches(block, &standing)
            && !is_over(block, &standing)
            && !ground
                .iter()
                .filter(below)
                .any(|other| touches(block, other))
    };
    let is_equal = |block: &Block| {
        let same =
            |part: &Block| (0..2).all(|k| (0..2).all(|axis| block[k][axis] == part[k][axis]));
        parts.iter().any(same)
    };
    let is_open =
        !is_met && ground.iter().any(is_step) || kinds == [true; 2] && ground.iter().any(is_equal);
    if is_open {
        return;
    }
    tally.judged += 1;
    let right = match is_met {
        true => approaches,
        false => !approaches && (found.initial || found.verdict == Verdict::Separated),
    };
    let what = match is_met {
        true => "wall",
        false => "rim",
    };
    tally.claim(
        right,
        what,
        &format!(
            "case {index}: meshes {kinds:?}, {} parts, turned {is_turned}, {deep:e} deep, by {by:?}, met {is_met}: {standing:?} on {ground:?}: {found:?}",
            parts.len()
        ),
    );
}

#[test]
fn blocks_approach_the_walls_that_they_move_into() {
    for_each(count(200, 300_000), block_approaches_walls).none_wrong();
}

/// A way out of the floor over its rim leads away from a wall beside it, and is no way past it; of two bodies the smaller is that of
/// the smaller extent, wherever its origin is.
#[test]
fn blocks_that_leave_over_a_rim_approach_the_walls_beside_it() {
    let mut tally = Tally::default();
    for index in [
        6746, 15967, 27437, 32702, 42685, 61535, 71676, 81281, 93339, 199_854, 207_632,
    ] {
        block_approaches_walls(index, &mut tally);
    }
    assert_eq!(tally.judged, 11);
    tally.none_wrong();
}
