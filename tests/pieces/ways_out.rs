//! Contacts of bodies of several pieces against what the other queries say: which way is out, how far, and how near.
//!
//! Bodies are brought into touch at a place of a surface, edges and corners as often as not, then moved a little in or out. Of
//! bodies that overlap, the way out is walked and asked about again; of bodies that are apart, the normal is.

use interframe::{
    Body, ContactManifold, ContactManifoldOptions, DistanceOptions, HeightField, IntersectOptions,
    PairState, Penetration, PenetrationOptions, Polytope, Pose, PosedPair, SharedBody,
    TriangleMesh, TriangleMeshOptions, Verdict, contact_manifold, distance, intersect, penetration,
};
use nalgebra::{Quaternion, Vector3};
use twin::random::{SplitMix64, case_generator};

use crate::bodies::{Corners, SIDES, block, crosses, face_normal, torus, vector};
use crate::common::{Tally, count, for_each};

/// A body, and what the judge knows about it.
pub struct Thing {
    pub body: SharedBody,
    /// Body frame; none where it is no surface.
    pub triangles: Vec<Corners>,
    /// No point is farther from its origin.
    pub reach: f64,
    pub is_one_sided: bool,
    /// Two pieces may ask for ways out that do not agree.
    pub is_concave: bool,
    /// A closed block of triangles, which is concave from inside.
    pub is_room: bool,
    /// Half the width of a flat square across z. Where that reaches all around a body, it can leave along z only.
    pub flat: Option<f64>,
}

pub fn polytope(points: &[Vector3<f64>]) -> SharedBody {
    SharedBody::new(Polytope::new(points).expect("finite points"))
}

fn surface(
    vertices: &[Vector3<f64>],
    triangles: &[[u32; 3]],
    is_one_sided: bool,
    is_concave: bool,
) -> Thing {
    let options = TriangleMeshOptions {
        one_sided: is_one_sided,
        ..Default::default()
    };
    let mesh = TriangleMesh::new(vertices, triangles, &options).expect("a mesh");
    Thing {
        body: mesh.into(),
        triangles: (triangles.iter())
            .map(|triangle| triangle.map(|v| vertices[v as usize]))
            .collect(),
        reach: vertices.iter().map(|v| v.norm()).fold(0.0, f64::max),
        is_one_sided,
        is_concave,
        is_room: triangles == SIDES,
        flat: None,
    }
}

/// A grid of vertices, `side` each way, at `height` times `size`, as triangles or a height field.
fn grid(
    random: &mut SplitMix64,
    side: u32,
    size: f64,
    height: &mut dyn FnMut(f64, f64) -> f64,
    is_concave: bool,
) -> Thing {
    let middle = 0.5 * f64::from(side - 1);
    let at = |k: u32| (f64::from(k % side) - middle, f64::from(k / side) - middle);
    let heights: Vec<f64> = (0..side * side)
        .map(|k| height(at(k).0, at(k).1) * size)
        .collect();
    let vertices: Vec<_> = (0..side * side)
        .map(|k| Vector3::new(at(k).0 * size, at(k).1 * size, heights[k as usize]))
        .collect();
    let cells = (0..(side - 1) * (side - 1)).map(|k| k / (side - 1) * side + k % (side - 1));
    let is_field = random.flip();
    let triangles: Vec<_> = cells
        .flat_map(|p| {
            let (q, s, t) = (p + 1, p + side + 1, p + side);
            match is_field || random.flip() {
                true => [[p, q, s], [p, s, t]],
                false => [[p, q, t], [q, s, t]],
            }
        })
        .collect();
    let is_one_sided = !is_field && random.below(4) == 0;
    let mut thing = surface(&vertices, &triangles, is_one_sided, is_concave);
    if is_field {
        let low = -middle * size;
        let field = HeightField::new(&heights, side as usize, [size, size], [low, low]);
        thing.body = field.expect("a field").into();
    }
    thing
}

/// Flat grids, hills, ridges, closed blocks and rings, thin plates, single triangles, compounds; some 1 to 4 in size, times `size`.
pub fn level(random: &mut SplitMix64, size: f64) -> Thing {
    match random.below(10) {
        0 | 1 => Thing {
            flat: Some(2.0 * size),
            ..grid(random, 5, size, &mut |_, _| 0.0, false)
        },
        2 => {
            let curved = *random.pick(&[1e-3, 0.05, 0.3]);
            let hill = &mut |x: f64, y: f64| -curved * (x * x + y * y);
            // From below it is a bowl.
            grid(random, 5, size, hill, true)
        }
        3 => {
            let rough = *random.pick(&[0.05, 0.5]);
            let bumps: Vec<f64> = (0..25).map(|_| random.between(-rough, rough)).collect();
            let height = &mut |x: f64, y: f64| bumps[((y + 2.0) * 5.0 + x + 2.0) as usize];
            grid(random, 5, size, height, true)
        }
        4 => {
            let mut up = || *random.pick(&[0.0, 1.0, 1.0]) * random.between(-2.0, 2.0) * size;
            let (b, c) = (up(), up());
            let (l, m) = (2.0 * size, size);
            let corners = [[-l, -m, 0.0], [l, -m, 0.0], [-l, m, b], [-3.0 * m, -m, c]];
            let corners = corners.map(Vector3::from);
            surface(&corners, &[[0, 1, 2], [0, 2, 3]], false, true)
        }
        5 => {
            let half = Vector3::new(1.0, 1.0, *random.pick(&[1.0, 0.3])) * size;
            surface(&block(half), &SIDES, random.below(4) == 0, false)
        }
        6 => {
            let thin = *random.pick(&[0.1, 0.01]) * size;
            surface(&block(Vector3::new(size, size, thin)), &SIDES, false, false)
        }
        7 => {
            let (mut vertices, triangles) = torus(6, 5, 0.4);
            vertices.iter_mut().for_each(|v| *v *= size);
            surface(&vertices, &triangles, false, true)
        }
        8 => {
            let corners = [0; 3].map(|_| {
                let far = random.between(0.5, 2.0) * size;
                vector(random, far)
            });
            surface(&corners, &[[0, 1, 2]], false, false)
        }
        _ => {
            // One block in two halves, or an L.
            let half = Vector3::new(0.5, 1.0, 0.5) * size;
            let at = |x: f64, z: f64| {
                let at = Vector3::new(x, 0.0, z) * size;
                Pose::from_translation(at).expect("finite")
            };
            let is_l = random.flip();
            let second = if is_l { at(0.5, 1.0) } else { at(0.5, 0.0) };
            let parts = [
                (polytope(&block(half)), at(-0.5, 0.0)),
                (polytope(&block(half)), second),
            ];
            Thing {
                body: SharedBody::compound(&parts).expect("convex parts"),
                triangles: Vec::new(),
                reach: 2.0 * size,
                is_one_sided: false,
                is_concave: is_l,
                is_room: false,
                flat: None,
            }
        }
    }
}

/// Blocks, plates, capsules, balls, hulls and rounded blocks, or small surfaces; at most `size`.
fn visitor(random: &mut SplitMix64, size: f64) -> Thing {
    let side = |random: &mut SplitMix64| random.between(0.2, 0.6) * size;
    let half = Vector3::new(side(random), side(random), side(random));
    let convex = |body: SharedBody| Thing {
        body,
        triangles: Vec::new(),
        reach: size,
        is_one_sided: false,
        is_concave: false,
        is_room: false,
        flat: None,
    };
    match random.below(9) {
        0 | 1 => convex(polytope(&block(half))),
        2 => {
            let thin = *random.pick(&[0.01, 0.05]) * size;
            convex(polytope(&block(Vector3::new(half.x, half.y, thin))))
        }
        3 => {
            let end = Vector3::new(0.0, 0.0, half.z);
            let radius = random.between(0.1, 0.3) * size;
            convex(polytope(&[end, -end]).rounded(radius).expect("a radius"))
        }
        4 => convex(SharedBody::sphere(half.x).expect("a radius")),
        5 => {
            let points = (0..5 + random.below(12)).map(|_| vector(random, half.x));
            convex(polytope(&points.collect::<Vec<_>>()))
        }
        6 => convex(
            polytope(&block(half * 0.7))
                .rounded(0.3 * half.x)
                .expect("a radius"),
        ),
        7 => surface(&block(half), &SIDES, false, false),
        _ => {
            let corners = [0; 3].map(|_| vector(random, half.x));
            surface(&corners, &[[0, 1, 2]], false, false)
        }
    }
}

pub struct Scene {
    pub things: [Thing; 2],
    pub poses: [Pose; 2],
    /// Of both bodies and what is between them.
    pub size: f64,
    /// What points may be off their bodies.
    pub off: f64,
}

impl Scene {
    fn pair(&self) -> PosedPair<'_> {
        let [a, b] = &self.things;
        PosedPair::new(&a.body, &self.poses[0], &b.body, &self.poses[1])
    }

    /// With B moved.
    fn moved(&self, by: &Vector3<f64>) -> [Pose; 2] {
        let [a, b] = self.poses;
        let to = Pose::new(b.translation() + by, b.quaternion());
        [a, to.expect("finite")]
    }

    fn about<R>(&self, poses: &[Pose; 2], ask: impl FnOnce(&PosedPair<'_>) -> R) -> R {
        let [a, b] = &self.things;
        ask(&PosedPair::new(&a.body, &poses[0], &b.body, &poses[1]))
    }
}

fn turn(random: &mut SplitMix64) -> Quaternion<f64> {
    match random.below(4) {
        0 => Quaternion::identity(),
        1 => {
            let half = random.between(0.0, 3.0);
            Quaternion::new(half.cos(), 0.0, 0.0, half.sin())
        }
        _ => crate::common::quaternion(&random.quaternion()),
    }
}

/// Somewhere on a body: at an edge or a corner as often as not.
fn spot(random: &mut SplitMix64, thing: &Thing) -> Vector3<f64> {
    if thing.triangles.is_empty() {
        let far = random.between(0.0, thing.reach);
        return vector(random, far);
    }
    let [a, b, c] = *random.pick(&thing.triangles);
    let (u, v) = (random.between(0.0, 1.0), random.between(0.0, 1.0));
    match random.below(5) {
        0 => a,
        1 => a + (b - a) * u,
        _ => a + (b - a) * (u * (1.0 - v)) + (c - a) * (u * v),
    }
}

fn apart(pair: &PosedPair<'_>) -> interframe::Distance {
    let options = DistanceOptions::default();
    distance(pair, &options, &mut PairState::default()).expect("valid options")
}

fn deep(pair: &PosedPair<'_>) -> Penetration {
    let options = PenetrationOptions::default();
    penetration(pair, &options, &mut PairState::default()).expect("valid options")
}

fn contacts(pair: &PosedPair<'_>, prediction: f64) -> ContactManifold {
    let options = ContactManifoldOptions {
        prediction,
        ..ContactManifoldOptions::default()
    };
    contact_manifold(pair, &options, &mut PairState::default()).expect("valid options")
}

pub type MakeThing = fn(&mut SplitMix64, f64) -> Thing;

/// B comes to A along a line until it touches, then goes on or back by a little.
fn scene(random: &mut SplitMix64) -> Scene {
    brought_together(random, level, visitor)
}

pub fn brought_together(random: &mut SplitMix64, level: MakeThing, visitor: MakeThing) -> Scene {
    let size = 10.0_f64.powf(random.between(-6.0, 6.0));
    let ratio = *random.pick(&[1.0, 1.0, 0.2]);
    let things = [level(random, size), visitor(random, ratio * size)];
    let far = *random.pick(&[0.0, 1.0]) * size;
    let pose_a = Pose::new(vector(random, far), turn(random)).expect("a pose");
    let on = pose_a.transform_point(&spot(random, &things[0]));
    let way = match random.below(3) {
        0 => pose_a.matrix() * Vector3::z(),
        1 => (pose_a.matrix() * Vector3::z() + vector(random, 0.5)).normalize(),
        _ => vector(random, 1.0),
    };
    let start = on + way * (6.0 * size);
    let mut scene = Scene {
        poses: [pose_a, Pose::new(start, turn(random)).expect("a pose")],
        things,
        size: 0.0,
        off: 0.0,
    };
    for _ in 0..12 {
        let step = apart(&scene.pair()).separation;
        let left = (scene.poses[1].translation() - on).dot(&way) + size;
        scene.poses = scene.moved(&(way * -step.min(left.max(0.0))));
    }
    let by = 10.0_f64.powf(random.between(-6.0, -1.0)) * ratio * size;
    let by = if random.below(3) == 0 { -by } else { by };
    scene.poses = scene.moved(&(way * -by));
    let between = scene.poses[1].translation() - scene.poses[0].translation();
    scene.size = scene.things[0].reach + scene.things[1].reach + between.norm();
    scene.off = 4e-9 * scene.size;
    if random.flip() {
        scene.things.reverse();
        scene.poses.reverse();
    }
    scene
}

/// By how much the surface reaches beyond one of its triangles along a normal, as a slope, about where the triangle reaches
/// farthest.
fn slope_beyond(thing: &Thing, triangle: &Corners, n: &Vector3<f64>) -> f64 {
    let reach = |v: &Vector3<f64>| n.dot(v);
    let size = (triangle[1] - triangle[0]).norm() + (triangle[2] - triangle[0]).norm();
    let most = triangle.iter().map(reach).fold(f64::NEG_INFINITY, f64::max);
    let tops: Vec<_> = (triangle.iter())
        .filter(|v| reach(v) >= most - 1e-9 * size)
        .copied()
        .collect();
    let holds = |other: &&Corners| tops.iter().all(|top| other.contains(top));
    let corners = thing.triangles.iter().filter(holds).flatten();
    let corners = corners.filter(|v| !tops.contains(v));
    let slope = |v: &Vector3<f64>| (reach(v) - most) / (v - tops[0]).norm();
    corners.map(slope).fold(f64::NEG_INFINITY, f64::max)
}

/// Whether a normal away from a surface surely is one of its own, where a triangle of it reaches farthest; `center` is that of
/// the other piece. World frame.
fn is_own(
    thing: &Thing,
    pose: &Pose,
    triangle: u32,
    n: &Vector3<f64>,
    center: &Vector3<f64>,
) -> bool {
    let Some(corners) = thing.triangles.get(triangle as usize) else {
        return thing.triangles.is_empty();
    };
    let into = |v: &Vector3<f64>| pose.matrix().transpose() * v;
    let n = into(n);
    let a = corners[0];
    let up = face_normal(corners);
    if thing.is_one_sided && n.dot(&up) < 1e-6 {
        return false;
    }
    if n.cross(&up).norm() < 1e-6 {
        let side = up.dot(&(into(&(center - pose.translation())) - a));
        return side * up.dot(&n) > 0.0;
    }
    slope_beyond(thing, corners, &n) < -1e-6
}

/// The centre of a convex body.
fn center(thing: &Thing) -> Option<Vector3<f64>> {
    match Body::from(&thing.body) {
        Body::Curved(_) => Some(Vector3::zeros()),
        _ => Some(thing.body.core()?.center()),
    }
}

/// A piece of body `k`, and its centre in the body's frame. The pieces of a compound are not known: None.
fn piece(thing: &Thing, triangle: u32) -> Option<(SharedBody, Vector3<f64>)> {
    match thing.triangles.get(triangle as usize) {
        Some(corners) => Some((
            polytope(corners),
            corners.iter().sum::<Vector3<f64>>() / 3.0,
        )),
        None => Some((thing.body.clone(), center(thing)?)),
    }
}

fn is_allowed(scene: &Scene, found: &Penetration) -> bool {
    let (Some(n), Some(pieces)) = (found.normal, found.pieces) else {
        return false;
    };
    let is_along_face = (0..2).any(|k: usize| {
        let corners = scene.things[k].triangles.get(pieces[k].triangle as usize);
        let up = corners.map(|corners| scene.poses[k].matrix() * face_normal(corners));
        up.is_some_and(|up| up.cross(&n).norm() < 1e-6)
    });
    [0, 1].into_iter().all(|k: usize| {
        let (thing, pose, its) = (&scene.things[k], &scene.poses[k], &scene.poses[1 - k]);
        let other = piece(&scene.things[1 - k], pieces[1 - k].triangle);
        // Where parts are does not matter to surfaces but for sides.
        let center = other.as_ref().map_or(Vector3::zeros(), |of| of.1);
        let center = its.transform_point(&center);
        let (n, own) = (n * if k == 0 { 1.0 } else { -1.0 }, pieces[k].triangle);
        // A way over an edge that leads the centre through another triangle is none, if the piece hardly overlaps that.
        let is_hardly_met = |corners: &Corners| {
            let Some((other, _)) = &other else {
                return false;
            };
            4.0 * deep(&PosedPair::new(&polytope(corners), pose, other, its)).depth < found.depth
        };
        let leads_through = || {
            let mut others = (0..).zip(&thing.triangles).filter(|(k, _)| *k != own);
            others.any(|(_, corners)| {
                let there = corners.map(|v| pose.transform_point(&v));
                crosses(&there, &center, &(n * found.depth)) && is_hardly_met(corners)
            })
        };
        is_own(thing, pose, own, &n, &center) && (is_along_face || !leads_through())
    })
}

/// Bodies that are apart: the normal is that of the distance, no contact is nearer than that, and one is as near.
fn judge_gap(scene: &Scene, prediction: f64, name: &str, tally: &mut Tally) {
    let found = contacts(&scene.pair(), prediction);
    let gap = apart(&scene.pair()).separation;
    let tol = 1e-9 * scene.size;
    tally.separated += 1;
    let Some(normal) = found.normal else {
        tally.claim(gap > prediction - tol, name, "no contact");
        return;
    };
    tally.claim(gap < prediction + tol, name, "too far for a contact");
    let depths = || found.points().iter().map(|p| p.depth);
    let most = depths().fold(f64::NEG_INFINITY, f64::max);
    let what = format!("{most:e} deep, {gap:e} apart");
    tally.claim((most + gap).abs() <= tol && most < 0.0, name, &what);
    let least = depths().fold(f64::INFINITY, f64::min);
    tally.claim(least >= -prediction - tol, name, "farther than asked for");
    // What moves to the back of a surface that is met from its front is no nearer.
    let is_one_sided = scene.things.iter().any(|thing| thing.is_one_sided);
    if gap > 10.0 * tol && !is_one_sided {
        let half = scene.about(&scene.moved(&(normal * (-0.5 * gap))), apart);
        let off = (half.separation - 0.5 * gap).abs();
        let what = format!("{normal:?} is not the way to each other: {off:e} of {gap:e}");
        tally.claim(off <= tol + 1e-7 * gap, name, &what);
    }
}

/// Bodies that overlap: to go out by normal and depth parts them, and it is no farther than the shortest way if that is one of
/// the surface.
fn judge_overlap(scene: &Scene, prediction: f64, name: &str, tally: &mut Tally) {
    let found = contacts(&scene.pair(), prediction);
    let short = deep(&scene.pair());
    let tol = 1e-9 * scene.size;
    tally.hits += 1;
    let Some(normal) = found.normal else {
        tally.claim(false, name, "no contact");
        return;
    };
    let depth = found.points()[0].depth;
    for point in found.points() {
        let off = (point.point_a - point.point_b - normal * point.depth).norm();
        tally.claim(off <= tol, name, &format!("points {off:e} off the depth"));
        tally.claim(point.depth <= depth, name, "the deepest comes first");
        for k in 0..2 {
            let at = Pose::from_translation([point.point_a, point.point_b][k]).expect("finite");
            let dot = polytope(&[Vector3::zeros()]);
            let thing = &scene.things[k].body;
            let off = apart(&PosedPair::new(thing, &scene.poses[k], &dot, &at)).separation;
            // A surface that is met from one side has no points for what is in its plane.
            let is_known = !scene.things[k].is_one_sided;
            tally.claim(
                !is_known || off <= scene.off,
                name,
                &format!("{off:e} off body {k}"),
            );
        }
    }
    for k in 0..2 {
        let (thing, other) = (&scene.things[k], &scene.things[1 - k]);
        let [pose, its] = [k, 1 - k].map(|k| scene.poses[k]);
        let there = its.translation() - pose.translation();
        let at = pose.matrix().transpose() * there;
        let is_inside = |half: f64| at.xy().amax() + other.reach < half;
        let lean = (pose.matrix().transpose() * normal).xy().norm();
        let what = format!("sideways: {normal:?}");
        let is_held = thing.flat.is_some_and(is_inside);
        tally.claim(!is_held || lean < 1e-9, name, &what);
    }
    // Not a step more: what is touched there may lie across the way.
    let left = scene.about(&scene.moved(&(normal * depth)), deep);
    let parts = left.depth <= tol;
    let is_concave = (0..2).any(|k: usize| {
        let [pose, its] = [k, 1 - k].map(|k| scene.poses[k]);
        let in_room = |center: Vector3<f64>| {
            let from = its.transform_point(&center) - pose.translation();
            let at = pose.matrix().transpose() * from;
            let mut sides = scene.things[k].triangles.iter();
            sides.all(|side| face_normal(side).dot(&(at - side[0])) < 0.0)
        };
        let thing = &scene.things[k];
        thing.is_concave || thing.is_room && center(&scene.things[1 - k]).is_some_and(in_room)
    });
    let least = short.depth - short.error - tol;
    let what = format!("{depth:e} deep, and {:e} the deepest pair", short.depth);
    tally.claim(depth >= least, name, &what);
    let what = format!(
        "{depth:e} along {normal:?} leaves {:e}; the shortest way is {:e} along {:?}",
        left.depth, short.depth, short.normal
    );
    if parts {
        tally.by_state += 1;
    } else {
        tally.refused += 1;
        let cross = scene.things.iter().all(|thing| !thing.triangles.is_empty());
        tally.claim(is_concave || cross, name, &what);
        tally.claim(left.depth <= short.depth + depth + tol, name, &what);
    }
    let way = short.normal.expect("it overlaps") * (short.depth + tol);
    let shortest_parts = scene.about(&scene.moved(&way), deep).depth <= tol;
    if shortest_parts && is_allowed(scene, &short) {
        tally.deep += 1;
        let what = format!("a shorter way is allowed: {what}");
        tally.claim(parts, name, &what);
        tally.claim(depth <= short.depth * (1.0 + 1e-6) + tol, name, &what);
    }
}

fn judge(index: u64, tally: &mut Tally) {
    let random = &mut case_generator(2160, index);
    let scene = scene(random);
    judge_scene(random, &scene, index, tally);
}

pub fn judge_scene(random: &mut SplitMix64, scene: &Scene, index: u64, tally: &mut Tally) {
    let name = format!("case {index}");
    tally.cases += 1;
    let options = IntersectOptions::default();
    let met = intersect(&scene.pair(), &options, &mut PairState::default());
    let met = met.expect("valid options").verdict;
    let prediction = *random.pick(&[0.0, 0.01, 0.1]) * scene.size;
    let found = contacts(&scene.pair(), prediction);
    tally.claim(found.verdict == met, &name, "the verdict differs");
    match met {
        Verdict::Separated => judge_gap(scene, prediction, &name, tally),
        _ => judge_overlap(scene, prediction, &name, tally),
    }
}

/// A closed block of triangles in a corner of two or three solid parts, or on a step of low ones; and how deep it is in the
/// deepest of them.
fn corner(random: &mut SplitMix64) -> (Scene, f64) {
    let size = 10.0_f64.powf(random.between(-6.0, 6.0));
    let thick = *random.pick(&[0.5, 5.0]);
    let high = *random.pick(&[0.25, 2.0, 2.0]);
    let is_of_three = random.flip();
    let half = Vector3::from([0; 3].map(|_| *random.pick(&[0.5, 0.5, 0.3])));
    let mut depths = [0; 3].map(|_| *random.pick(&[0.0, 0.0, 1e-9, 1e-3, 0.01]));
    let mut at = Vector3::from(std::array::from_fn(|k| half[k] - depths[k]));
    // Walls are below 0 along their axes, the floor along z.
    if !is_of_three {
        depths[1] = 0.0;
        at.y = *random.pick(&[0.0, 0.3, 1.0]);
    }
    let mut parts = Vec::new();
    let mut part = |low: [f64; 3], most: [f64; 3]| {
        let [low, most] = [low, most].map(|v| Vector3::from(v) * size);
        let at = Pose::from_translation((low + most) * 0.5).expect("finite");
        parts.push((polytope(&block((most - low) * 0.5)), at));
    };
    let thick = 2.0 * thick;
    part([0.0, -3.0, -thick], [5.0, 3.0, 0.0]);
    part([-thick, -3.0, -1.0], [0.0, 3.0, high]);
    if is_of_three {
        part([-1.0, -thick - 3.0, -1.0], [5.0, 0.0, high]);
    }
    if random.flip() {
        parts.reverse();
    }
    let solid = Thing {
        body: SharedBody::compound(&parts).expect("convex parts"),
        triangles: Vec::new(),
        reach: 20.0 * size,
        is_one_sided: false,
        is_concave: true,
        is_room: false,
        flat: None,
    };
    let turned = turn(random);
    let pose_a = Pose::new(vector(random, size), turned).expect("a pose");
    let to = pose_a.transform_point(&(at * size));
    let mut scene = Scene {
        things: [solid, surface(&block(half * size), &SIDES, false, false)],
        poses: [pose_a, Pose::new(to, turned).expect("a pose")],
        size: 20.0 * size,
        off: 80e-9 * size,
    };
    if random.flip() {
        scene.things.reverse();
        scene.poses.reverse();
    }
    (scene, depths.into_iter().fold(0.0, f64::max) * size)
}

#[test]
fn no_way_leads_through_the_parts_of_a_corner() {
    let run = for_each(count(100, 100_000), |index, tally| {
        let random = &mut case_generator(2161, index);
        let (scene, deepest) = corner(random);
        let name = format!("corner {index}");
        tally.cases += 1;
        let found = contacts(&scene.pair(), 0.0);
        if found.verdict == Verdict::Hit {
            let depth = found.points()[0].depth;
            let what = format!("{depth:e} along {:?}, {deepest:e} deep", found.normal);
            tally.claim(depth <= 4.0 * deepest + 1e-9 * scene.size, &name, &what);
            judge_overlap(&scene, 0.0, &name, tally);
        }
    });
    run.none_wrong();
    assert!(run.hits > run.cases / 2);
}

/// A face of B led it over the rim of a flat floor, or deeper into other pieces than it was.
#[test]
fn over_a_rim_and_into_others() {
    const CASES: [u64; 6] = [70114, 147008, 164036, 282157, 219845, 293867];
    let mut tally = Tally::default();
    CASES.iter().for_each(|&index| judge(index, &mut tally));
    assert_eq!(tally.hits, CASES.len() as u64);
    tally.none_wrong();
}

#[test]
fn the_way_out_parts_and_gaps_are_distances() {
    all_right(&for_each(count(2_500, 1_000_000), judge));
}

/// Holds that no scene was wrong, and that there were enough of each sort.
pub(crate) fn all_right(run: &Tally) {
    println!(
        "{} overlaps, {} parted, {} left, {} by the shortest way; {} gaps",
        run.hits, run.by_state, run.refused, run.deep, run.separated
    );
    run.none_wrong();
    assert!(run.hits > run.cases / 3 && run.separated > run.cases / 6);
    // The shortest way is one of the surface's in most cases, and few bodies are caught in a corner.
    assert!(run.deep > run.hits / 2, "{} of {}", run.deep, run.hits);
    assert!(
        run.refused < run.hits / 20,
        "{} of {}",
        run.refused,
        run.hits
    );
}
