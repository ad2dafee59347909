//! Contacts of convex bodies with surfaces, where one triangle decides, against the search over all pairs of pieces: closed forms
//! are for ordinary lengths only, so the same scene times 2^-90 is searched.

use interframe::{
    ContactManifold, ContactManifoldOptions, ContactPoint, DistanceOptions, HeightField,
    IntersectOptions, PairState, Polytope, Pose, PosedPair, SharedBody, TriangleMesh,
    TriangleMeshOptions, Verdict, contact_points, distance, intersect,
};
use nalgebra::Vector3;
use twin::random::{SplitMix64, case_generator};
use twin::shapes;

use crate::bodies::{torus, vector};
use crate::common::{count, for_each, polytope, quaternion};

const MAX_CONTACTS: usize = 2000;
const TINY: f64 = 1.0 / (1u128 << 90) as f64;

/// A surface about the origin, some units wide; as a height field if it has heights on a grid.
struct Level {
    vertices: Vec<Vector3<f64>>,
    triangles: Vec<[u32; 3]>,
    heights: Option<Vec<f64>>,
    radius: f64,
    one_sided: bool,
}

const SIDE: u32 = 9;
const SPACING: f64 = 0.25;

impl Level {
    fn new(random: &mut SplitMix64) -> Self {
        let (vertices, mut triangles): (Vec<_>, Vec<_>);
        let mut heights = None;
        let middle = 0.5 * f64::from(SIDE - 1);
        let kind = random.below(6);
        if kind == 0 {
            (vertices, triangles) = torus(12, 9, 0.4);
        } else {
            let bend = *random.pick(&[0.0, 0.3, -0.3]);
            let rough = *random.pick(&[0.0, 0.0, 0.02, 0.2]);
            // Slivers, seen from above.
            let narrow = *random.pick(&[1.0, 1.0, 1e-3, 1e-7]);
            let is_field = kind < 3;
            vertices = (0..SIDE * SIDE)
                .map(|k| {
                    let x = (f64::from(k % SIDE) - middle) * SPACING;
                    let y = (f64::from(k / SIDE) - middle) * SPACING;
                    let z = bend * (x * x + y * y) + random.between(-rough, rough);
                    Vector3::new(x, if is_field { y } else { y * narrow }, z)
                })
                .collect();
            let cells = (0..SIDE * (SIDE - 1)).filter(|k| k % SIDE < SIDE - 1);
            triangles = cells
                .flat_map(|p| [[p, p + 1, p + SIDE + 1], [p, p + SIDE + 1, p + SIDE]])
                .collect();
            if is_field {
                // Holes at some vertices.
                let hole = random.below(4 * vertices.len());
                let height =
                    |(k, v): (usize, &Vector3<f64>)| if k == hole { f64::NAN } else { v.z };
                heights = Some(vertices.iter().enumerate().map(height).collect());
                triangles.retain(|corners| corners.iter().all(|&v| v as usize != hole));
            }
        }
        if heights.is_none() {
            // Holes, and triangles turned over.
            let keep = random.between(0.6, 1.2);
            triangles.retain(|_| random.unit() < keep);
            triangles.push([0, 1, 2]);
            if random.flip() {
                triangles.iter_mut().step_by(3).for_each(|t| t.swap(0, 1));
            }
        }
        let radius = match heights {
            Some(_) => 0.0,
            None => *random.pick(&[0.0, 0.0, 0.0, 0.05]),
        };
        Level {
            one_sided: heights.is_none() && random.below(4) == 0,
            vertices,
            triangles,
            heights,
            radius,
        }
    }

    fn body(&self, scale: f64, one_sided: bool) -> SharedBody {
        if let Some(heights) = &self.heights {
            let heights: Vec<_> = heights.iter().map(|z| z * scale).collect();
            let low = -0.5 * f64::from(SIDE - 1) * SPACING * scale;
            let field = HeightField::new(&heights, SIDE as usize, [SPACING * scale; 2], [low; 2]);
            return field.expect("a field").into();
        }
        let vertices: Vec<_> = self.vertices.iter().map(|v| v * scale).collect();
        let options = TriangleMeshOptions {
            one_sided,
            ..Default::default()
        };
        let mesh = TriangleMesh::new(&vertices, &self.triangles, &options).expect("a mesh");
        let body = SharedBody::from(mesh).rounded(self.radius * scale);
        body.expect("a radius")
    }
}

/// A convex body, at most one unit large.
fn visitor(random: &mut SplitMix64) -> (Vec<Vector3<f64>>, f64) {
    let mut side = || random.between(0.05, 0.4);
    let half = [side(), side(), side()];
    let block = |half| polytope(&shapes::cuboid(half)).vertices().collect();
    let end = Vector3::new(0.0, 0.0, half[2]);
    match random.below(7) {
        0 => (vec![Vector3::zeros()], half[0]),
        1 => (vec![end, -end], half[0]),
        2 => (block(half), 0.25 * half[0]),
        3 => (block([half[0], half[1], 0.01]), 0.0),
        4 => {
            let points = (0..40).map(|_| vector(random, half[0]));
            (points.collect(), 0.0)
        }
        _ => (block(half), 0.0),
    }
}

struct Scene {
    level: Level,
    points: Vec<Vector3<f64>>,
    radius: f64,
    /// The pose of the surface, and that of the body.
    poses: [Pose; 2],
    prediction: f64,
    is_first: bool,
}

impl Scene {
    fn new(random: &mut SplitMix64) -> Self {
        let level = Level::new(random);
        let (points, radius) = visitor(random);
        let turn = |random: &mut SplitMix64| match random.below(3) {
            0 => [0.0, 0.0, 0.0, 1.0],
            _ => random.quaternion(),
        };
        let far = vector(random, 1.0) * *random.pick(&[0.0, 1.0]);
        let there = Pose::new(far, quaternion(&turn(random))).expect("a pose");
        let corners = random
            .pick(&level.triangles)
            .map(|v| level.vertices[v as usize]);
        let weights = match random.below(4) {
            0 => [1.0, 0.0, 0.0],
            1 => [0.5, 0.5, 0.0],
            _ => [0.3, 0.3, 0.4],
        };
        let on = corners[0] * weights[0] + corners[1] * weights[1] + corners[2] * weights[2];
        let way = match random.below(3) {
            0 => vector(random, 1.0),
            1 => Vector3::z(),
            _ => (Vector3::z() + vector(random, 0.3)).normalize(),
        };
        let way = there.matrix() * way;
        let at = there.transform_point(&on) + way * 3.0;
        let here = Pose::new(at, quaternion(&turn(random))).expect("a pose");
        let mut scene = Scene {
            level,
            points,
            radius,
            poses: [there, here],
            prediction: *random.pick(&[0.0, 0.02, 0.2]),
            is_first: random.flip(),
        };
        for _ in 0..16 {
            let step = scene.about(1.0, &|pair| {
                let found = distance(pair, &DistanceOptions::default(), &mut PairState::default());
                found.expect("valid options").separation
            });
            scene.move_by(&(way * -step.clamp(0.0, 6.0)));
        }
        let by = 10.0_f64.powf(random.between(-6.0, -1.0));
        scene.move_by(&(way * if random.below(3) == 0 { by } else { -by }));
        scene
    }

    fn move_by(&mut self, by: &Vector3<f64>) {
        let [_, here] = &mut self.poses;
        *here = Pose::new(here.translation() + by, here.quaternion()).expect("finite");
    }

    fn about<R>(&self, scale: f64, ask: &dyn Fn(&PosedPair<'_>) -> R) -> R {
        self.about_sided(scale, self.level.one_sided, ask)
    }

    fn about_sided<R>(&self, scale: f64, one_sided: bool, ask: &dyn Fn(&PosedPair<'_>) -> R) -> R {
        let points: Vec<_> = self.points.iter().map(|v| v * scale).collect();
        let body = SharedBody::new(Polytope::new(&points).expect("finite"));
        let body = body.rounded(self.radius * scale).expect("a radius");
        let level = self.level.body(scale, one_sided);
        let [there, here] = self
            .poses
            .map(|pose| Pose::new(pose.translation() * scale, pose.quaternion()).expect("finite"));
        ask(&match self.is_first {
            true => PosedPair::new(&body, &here, &level, &there),
            false => PosedPair::new(&level, &there, &body, &here),
        })
    }

    /// The manifold, and all contacts.
    fn contacts(&self, scale: f64) -> (ContactManifold, Vec<ContactPoint>) {
        let options = ContactManifoldOptions {
            prediction: self.prediction * scale,
            ..ContactManifoldOptions::default()
        };
        self.about(scale, &|pair| {
            let mut all = vec![ContactPoint::default(); MAX_CONTACTS];
            let found = contact_points(pair, &options, &mut PairState::default(), &mut all);
            let (found, count) = found.expect("valid options");
            all.truncate(count);
            (found, all)
        })
    }

    /// Whether B, moved by the depth along the normal, is out of A.
    fn parts(&self, found: &ContactManifold) -> bool {
        let Some(normal) = found.normal else {
            return false;
        };
        let far = normal * (found.points()[0].depth + 1e-9);
        self.about(1.0, &|pair| {
            let to = pair.pose_b.translation() + far;
            let pose_b = Pose::new(to, pair.pose_b.quaternion()).expect("finite");
            let moved = PosedPair {
                pose_b: &pose_b,
                ..*pair
            };
            let found = intersect(
                &moved,
                &IntersectOptions::default(),
                &mut PairState::default(),
            );
            found.expect("valid options").verdict == Verdict::Separated
        })
    }

    fn wrong(&self) -> Option<String> {
        let (found, all) = self.contacts(1.0);
        let (searched, all_searched) = self.contacts(TINY);
        if found.verdict != searched.verdict || found.normal.is_some() != searched.normal.is_some()
        {
            return Some(format!("{found:?}, not {searched:?}"));
        }
        let (Some(normal), Some(expected)) = (found.normal, searched.normal) else {
            return None;
        };
        let deep = [found.points()[0].depth, searched.points()[0].depth / TINY];
        if !((deep[0] - deep[1]).abs() <= 1e-9) {
            return Some(format!("{} deep, not {}: {found:?}", deep[0], deep[1]));
        }
        if found.verdict == Verdict::Separated && !all.iter().all(|at| at.depth < 0.0) {
            return Some(format!("a depth between bodies that are apart: {found:?}"));
        }
        if !((normal - expected).amax() <= 1e-6) {
            // Of equally short ways any will do.
            let parts = found.verdict == Verdict::Separated || self.parts(&found);
            return (!parts).then(|| format!("{normal:?}, not {expected:?}"));
        }
        // Those at the end of the prediction, or as good as beside an outline, may be left out.
        let is_in = |at: &ContactPoint, scale: f64, list: &[ContactPoint], its: f64| {
            let is_there = |of: &ContactPoint| {
                let off = (of.point_a / its - at.point_a / scale).amax();
                off.max((of.point_b / its - at.point_b / scale).amax()) <= 1e-6
            };
            (at.depth / scale + self.prediction).abs() < 1e-6 || list.iter().any(is_there)
        };
        // Of equally deep places one stands in for the outlines.
        let is_deepest = |at: &ContactPoint, scale: f64| at.depth / scale >= deep[0] - 1e-9;
        let is_on_both = |at: &ContactPoint| {
            // A point on a surface is not in front of it.
            is_deepest(at, 1.0)
                && self.about_sided(1.0, false, &|pair| {
                    let here = Pose::identity();
                    let far = |point: &Vector3<f64>, body, pose| {
                        let point = polytope(&[(*point).into()]);
                        let pair = PosedPair::new(&point, &here, body, pose);
                        let found = distance(
                            &pair,
                            &DistanceOptions::default(),
                            &mut PairState::default(),
                        );
                        found.expect("valid options").separation
                    };
                    far(&at.point_a, pair.a, pair.pose_a).max(far(&at.point_b, pair.b, pair.pose_b))
                        <= 1e-9
                })
        };
        let is_missed = |at: &&ContactPoint| !is_in(at, TINY, &all, 1.0);
        let is_invented = |at: &&ContactPoint| !is_in(at, 1.0, &all_searched, TINY);
        let stand_in = all.iter().filter(is_invented).any(is_on_both);
        let mut missed = all_searched.iter().filter(is_missed);
        let missed = missed.find(|at| !(stand_in && is_deepest(at, TINY)));
        let mut invented = all.iter().filter(is_invented);
        let invented = invented.find(|at| !is_on_both(at));
        (missed.is_some() || invented.is_some()).then(|| {
            format!(
                "{} contacts, not {}: {missed:?} missed, {invented:?} invented",
                all.len(),
                all_searched.len()
            )
        })
    }
}

#[test]
fn contacts_are_those_of_the_search_over_all_pairs() {
    let run = for_each(count(500, 200_000), |index, tally| {
        let scene = Scene::new(&mut case_generator(2191, index));
        tally.cases += 1;
        let wrong = scene.wrong();
        tally.hits += u64::from(scene.contacts(1.0).0.verdict == Verdict::Hit);
        tally.none(&format!("case {index}"), wrong);
    });
    run.none_wrong();
    assert!(run.hits > run.cases / 4, "only {}", run.hits);
}
