//! Bodies at rest about touching a few triangles, which closed forms decide where they can: against every triangle alone, with sizes
//! from 1e-150 to 1e150, bodies and triangles of unlike sizes, bodies without thickness, triangles without area.

use interframe::{
    ContactManifoldOptions, DistanceOptions, IntersectOptions, PairState, Polytope, Pose,
    PosedPair, SharedBody, TriangleMesh, TriangleMeshOptions, Verdict, WithinOptions,
    contact_manifold, distance, intersect, within,
};
use nalgebra::Vector3;
use twin::random::{SplitMix64, case_generator};

use crate::bodies::{Whole, hull, mesh_of, vector};
use crate::common::{count, for_each, quaternion};

fn fresh() -> PairState {
    PairState::default()
}

/// Positions on a grid, so that sides and corners lie in one plane exactly.
fn snapped(v: Vector3<f64>, size: f64) -> Vector3<f64> {
    v.map(|x| (x / size * 4.0).round() * 0.25 * size)
}

fn body(random: &mut SplitMix64, size: f64) -> SharedBody {
    let side = |random: &mut SplitMix64| *random.pick(&[0.25, 0.5, 1.0]) * size;
    let half = [side(random), side(random), side(random)];
    let flat = [half[0], 0.0, *random.pick(&[0.0, 1.0]) * half[2]];
    let block = |half: [f64; 3]| SharedBody::cuboid(half).expect("a box");
    let radius = side(random);
    let found = match random.below(9) {
        0 | 1 => SharedBody::sphere(radius),
        2 => SharedBody::capsule(half[0], radius),
        3 => SharedBody::capsule(half[0], 0.0),
        4 => block(half).rounded(0.25 * size),
        5 => block(flat).rounded(*random.pick(&[0.0, 0.25 * size])),
        6 => Ok(SharedBody::new(hull(random, size))),
        _ => Ok(block(half)),
    };
    found.expect("a radius")
}

/// One to six triangles about the origin.
fn triangles(random: &mut SplitMix64, size: f64, is_snapped: bool) -> Whole {
    let thin = *random.pick(&[1.0, 1.0, 1e-6, 1e-13, 0.0]);
    let tilt = Vector3::from(random.direction());
    let place = |random: &mut SplitMix64| {
        let v = vector(random, size);
        let v = v - tilt * (v.dot(&tilt) * (1.0 - thin));
        if is_snapped { snapped(v, size) } else { v }
    };
    let corners: Vec<_> = (0..6).map(|_| place(random)).collect();
    let list: Vec<_> = (0..1 + random.below(6))
        .map(|_| [0; 3].map(|_| random.below(6) as u32))
        .collect();
    mesh_of(&corners, &list, *random.pick(&[0.0, 0.0, 0.0, 0.25]) * size)
}

struct Case {
    body: SharedBody,
    whole: Whole,
    /// The body's and that of the triangles.
    poses: [Pose; 2],
    is_first: bool,
    /// All lengths that answers come of.
    size: f64,
}

impl Case {
    fn new(random: &mut SplitMix64) -> Self {
        let scale = 2.0_f64.powi(*random.pick(&[0, 0, 0, 3, -60, 60, -300, 300, -490, 490]));
        let ratio = *random.pick(&[1.0, 1.0, 1e-4, 1e3]);
        let is_snapped = random.flip();
        let (own, its) = (scale, scale * ratio);
        let body = body(random, own);
        let whole = triangles(random, its, is_snapped);
        let far = vector(random, scale) * *random.pick(&[0.0, 1.0, 1e6]);
        let turn = |random: &mut SplitMix64| match is_snapped || random.below(4) == 0 {
            true => [0.0, 0.0, 0.0, 1.0],
            false => random.quaternion(),
        };
        let there = Pose::new(far, quaternion(&turn(random))).expect("a pose");
        // Somewhere at a triangle, and away from it by as much as the body is large.
        let piece = random.pick(&whole.pieces).core().expect("a triangle");
        let weights = [0; 3].map(|_| random.unit());
        let sum = weights.iter().sum::<f64>();
        let corner = |k: usize| piece.vertex(k.min(piece.vertex_count() - 1));
        let on = (0..3).fold(Vector3::zeros(), |on, k| {
            on + corner(k) * (weights[k] / sum)
        });
        let away = vector(random, own) * random.between(0.0, 1.8);
        let away = if is_snapped { snapped(away, own) } else { away };
        let at = there.transform_point(&(on + away));
        let here = Pose::new(at, quaternion(&turn(random))).expect("a pose");
        Case {
            body,
            whole,
            poses: [here, there],
            is_first: random.flip(),
            size: own + its + far.norm(),
        }
    }

    fn pair<'a>(&'a self, its: &'a SharedBody) -> PosedPair<'a> {
        let [here, there] = &self.poses;
        match self.is_first {
            true => PosedPair::new(&self.body, here, its, there),
            false => PosedPair::new(its, there, &self.body, here),
        }
    }

    fn separation(&self, its: &SharedBody) -> f64 {
        let found = distance(&self.pair(its), &DistanceOptions::default(), &mut fresh());
        found.expect("valid options").separation
    }

    /// How far a point is from both bodies.
    fn off(&self, its: &SharedBody, points: [Option<Vector3<f64>>; 2]) -> f64 {
        let pair = self.pair(its);
        let here = Pose::identity();
        let far = |point: Option<Vector3<f64>>, body, pose| {
            let point = SharedBody::new(Polytope::new(&[point.expect("a hit")]).expect("finite"));
            let pair = PosedPair::new(&point, &here, body, pose);
            let found = distance(&pair, &DistanceOptions::default(), &mut fresh());
            found.expect("valid options").separation
        };
        f64::max(
            far(points[0], pair.a, pair.pose_a),
            far(points[1], pair.b, pair.pose_b),
        )
    }

    fn wrong(&self) -> Option<String> {
        let (whole, pieces) = (&self.whole.body, &self.whole.pieces);
        let near = |its: &SharedBody, distance: f64| {
            let options = WithinOptions {
                distance,
                ..WithinOptions::default()
            };
            within(&self.pair(its), &options, &mut fresh()).expect("valid options")
        };
        let meets = |its: &SharedBody| {
            let found = intersect(&self.pair(its), &IntersectOptions::default(), &mut fresh());
            found.expect("valid options")
        };
        let rounding = 1e-12 * self.size;
        let found = meets(whole);
        let expected = pieces.iter().any(|its| meets(its).verdict == Verdict::Hit);
        if (found.verdict == Verdict::Hit) != expected {
            return Some(format!("{found:?}, by triangles {expected}"));
        }
        if let Some(ids) = found.pieces.filter(|_| expected) {
            let its = &pieces[ids[usize::from(self.is_first)].triangle as usize];
            if meets(its).verdict != Verdict::Hit {
                return Some(format!("{ids:?} do not meet"));
            }
            let off = self.off(its, [found.point; 2]);
            if !(off <= rounding) {
                return Some(format!("the common point is off by {off:e}"));
            }
        }
        let least = pieces
            .iter()
            .map(|its| self.separation(its))
            .fold(f64::INFINITY, f64::min);
        for d in [
            least,
            least.next_down(),
            least * 0.99,
            least * 1.01,
            0.25 * self.size,
        ] {
            let d = d.max(0.0);
            let expected = pieces
                .iter()
                .any(|its| near(its, d).verdict == Verdict::Hit);
            let found = near(whole, d);
            if (found.verdict == Verdict::Hit) != expected {
                return Some(format!("within {d:e}: {found:?}, by triangles {expected}"));
            }
            if let (true, Some(ids)) = (expected, found.pieces) {
                let its = &pieces[ids[usize::from(self.is_first)].triangle as usize];
                let points = [found.point_a, found.point_b];
                let apart = (found.point_a? - found.point_b?).amax();
                let off = self.off(its, points);
                if !(off <= rounding && apart <= d + rounding) {
                    return Some(format!(
                        "within {d:e}: points are off by {off:e}, {apart:e} apart"
                    ));
                }
            }
        }
        self.wrong_manifold(expected, least)
    }

    /// The verdict, and of bodies that are apart the least gap.
    fn wrong_manifold(&self, expected: bool, least: f64) -> Option<String> {
        let options = ContactManifoldOptions {
            prediction: 0.125 * self.size.min(1e300),
            ..ContactManifoldOptions::default()
        };
        let found = contact_manifold(&self.pair(&self.whole.body), &options, &mut fresh());
        let found = found.expect("valid options");
        if (found.verdict == Verdict::Hit) != expected {
            return Some(format!("manifold {:?}", found.verdict));
        }
        let room = 1e-9 * self.size;
        let gap = found.points().first().map(|at| -at.depth);
        let is_right = match gap {
            _ if expected => true,
            Some(gap) => (gap - least).abs() <= room,
            None => least >= options.prediction - room,
        };
        (!is_right).then(|| format!("gap {gap:?}, by triangles {least:e}"))
    }
}

#[test]
fn answers_are_those_of_every_triangle() {
    let run = for_each(count(4_000, 100_000), |index, tally| {
        let case = Case::new(&mut case_generator(2190, index));
        tally.cases += 1;
        let name = format!("case {index}");
        tally.none(&name, case.wrong());
    });
    run.none_wrong();
}

/// A body on a floor of a thousand triangles, a hair above it, touching and a hair in it.
#[test]
fn touching_a_floor_is_a_hit() {
    const SIDE: u32 = 24;
    let corners: Vec<_> = (0..SIDE * SIDE)
        .map(|k| Vector3::new(f64::from(k % SIDE), f64::from(k / SIDE), 0.0) * 0.25)
        .collect();
    let cells = (0..SIDE * (SIDE - 1)).filter(|k| k % SIDE < SIDE - 1);
    let list: Vec<_> = cells
        .flat_map(|p| [[p, p + 1, p + SIDE + 1], [p, p + SIDE + 1, p + SIDE]])
        .collect();
    let ball = SharedBody::sphere(0.5).expect("a radius");
    let capsule = SharedBody::capsule(0.75, 0.5).expect("a radius");
    let block = SharedBody::cuboid([0.75, 0.25, 0.5]).expect("a box");
    let thick = SharedBody::cuboid([0.75, 0.25, 0.375]).expect("a box");
    let thick = thick.rounded(0.125).expect("a radius");
    let lying = quaternion(&[0.0, 0.5_f64.sqrt(), 0.0, 0.5_f64.sqrt()]);
    for one_sided in [false, true] {
        let options = TriangleMeshOptions {
            one_sided,
            ..Default::default()
        };
        let floor = SharedBody::from(TriangleMesh::new(&corners, &list, &options).expect("a mesh"));
        for (body, turn) in [
            (&ball, None),
            (&capsule, Some(lying)),
            (&block, None),
            (&thick, None),
        ] {
            let height = 0.5;
            for (gap, expected) in [(-1e-9, true), (0.0, turn.is_none()), (1e-9, false)] {
                let at = Vector3::new(2.625, 2.5, height + gap);
                let turned = turn.unwrap_or(quaternion(&[0.0, 0.0, 0.0, 1.0]));
                let pose = Pose::new(at, turned).expect("a pose");
                let here = Pose::identity();
                let pair = PosedPair::new(&floor, &here, body, &pose);
                let found = intersect(&pair, &IntersectOptions::default(), &mut fresh());
                let verdict = found.expect("valid options").verdict;
                // A quaternion with roots in it turns by a right angle to rounding only.
                if gap != 0.0 || expected {
                    assert_eq!(verdict == Verdict::Hit, expected, "{body:?} {gap:e}");
                }
            }
        }
    }
}
