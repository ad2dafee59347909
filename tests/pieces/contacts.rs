//! Contacts with surfaces, against each of their triangles alone: none that is the surface's own is lost, wherever seams are.

use interframe::{
    ContactManifold, ContactManifoldOptions, DistanceOptions, HeightField, IntersectOptions,
    PairState, PenetrationOptions, Polytope, Pose, PosedPair, SharedBody, TriangleMesh, Verdict,
    WithinOptions, contact_manifold, distance, intersect, penetration, within,
};
use nalgebra::Vector3;
use twin::random::{SplitMix64, case_generator};

use crate::bodies::{
    Corners, Whole, compound, convex, crosses, face_normal, height_field, mesh, mesh_of, pose,
    torus, vector,
};
use crate::common::{count, for_each};

/// A surface at rest, with its triangles.
struct Surface {
    whole: Whole,
    triangles: Vec<Corners>,
}

fn surface(vertices: &[Vector3<f64>], triangles: &[[u32; 3]]) -> Surface {
    Surface {
        whole: mesh_of(vertices, triangles, 0.0),
        triangles: (triangles.iter())
            .map(|triangle| triangle.map(|v| vertices[v as usize]))
            .collect(),
    }
}

/// A grid of `side` by `side` vertices, and its triangles in the order of a height field's.
fn grid(
    side: u32,
    place: &mut dyn FnMut(f64, f64) -> Vector3<f64>,
) -> (Vec<Vector3<f64>>, Vec<[u32; 3]>) {
    let at = |k: u32| (f64::from(k % side), f64::from(k / side));
    let vertices = (0..side * side).map(|k| place(at(k).0, at(k).1)).collect();
    let cells = (0..(side - 1) * (side - 1)).map(|k| k / (side - 1) * side + k % (side - 1));
    let both = cells.flat_map(|p| [[p, p + 1, p + side + 1], [p, p + side + 1, p + side]]);
    (vertices, both.collect())
}

/// Flat with obtuse triangles, folded along seams at any angle, closed and slanted, steep.
fn any_surface(random: &mut SplitMix64) -> Surface {
    let slant = *random.pick(&[0.0, 0.5, -1.5, 3.0]);
    match random.below(5) {
        0 => {
            let (vertices, triangles) = grid(4, &mut |x, y| Vector3::new(x + slant * y, y, 0.0));
            surface(&vertices, &triangles)
        }
        1 => {
            let mut up = || *random.pick(&[0.0, 0.0, 1.0]) * random.between(-2.0, 2.0);
            let (b, c) = (up(), up());
            let vertices = [[0.0; 3], [4.0, 0.0, 0.0], [-4.0, 2.0, b], [-6.0, 0.0, c]];
            surface(&vertices.map(Vector3::from), &[[0, 1, 2], [0, 2, 3]])
        }
        2 => {
            let (mut vertices, triangles) = torus(6, 4, 0.4);
            vertices.iter_mut().for_each(|v| v.x += slant * v.z);
            surface(&vertices, &triangles)
        }
        3 => {
            let vertices = [0; 4].map(|_| vector(random, 1.5));
            let triangles = [[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]];
            surface(&vertices, &triangles)
        }
        _ => {
            let steep = *random.pick(&[0.05, 0.5, 2.0]);
            let mut height = |x, y| Vector3::new(x, y, random.between(-steep, steep));
            let (vertices, triangles) = grid(5, &mut height);
            let heights: Vec<_> = vertices.iter().map(|v| v.z).collect();
            let mut whole = surface(&vertices, &triangles);
            let field = HeightField::new(&heights, 5, [1.0, 1.0], [0.0, 0.0]);
            whole.whole.body = field.expect("a field").into();
            whole
        }
    }
}

/// Somewhere at a triangle, at its edges and corners as often as not.
fn spot(random: &mut SplitMix64, surface: &Surface) -> Vector3<f64> {
    let [a, b, c] = *random.pick(&surface.triangles);
    let (u, v) = (random.between(0.0, 1.0), random.between(0.0, 1.0));
    match random.below(4) {
        0 => a,
        1 => a + (b - a) * u,
        _ => a + (b - a) * (u * (1.0 - v)) + (c - a) * (u * v),
    }
}

fn contacts(a: &SharedBody, b: (&SharedBody, &Pose), prediction: f64) -> ContactManifold {
    let options = ContactManifoldOptions {
        prediction,
        ..ContactManifoldOptions::default()
    };
    let here = Pose::identity();
    let pair = PosedPair::new(a, &here, b.0, b.1);
    contact_manifold(&pair, &options, &mut PairState::default()).expect("valid options")
}

fn swapped(a: &SharedBody, b: (&SharedBody, &Pose), prediction: f64) -> ContactManifold {
    let options = ContactManifoldOptions {
        prediction,
        ..ContactManifoldOptions::default()
    };
    let here = Pose::identity();
    let pair = PosedPair::new(b.0, b.1, a, &here);
    contact_manifold(&pair, &options, &mut PairState::default()).expect("valid options")
}

fn depth(found: &ContactManifold) -> f64 {
    found
        .points()
        .first()
        .map_or(f64::NEG_INFINITY, |p| p.depth)
}

/// The nearest point of a triangle: over its face, or on an edge.
fn nearest([a, b, c]: &Corners, p: &Vector3<f64>) -> Vector3<f64> {
    let normal = (b - a).cross(&(c - a));
    let foot = p - normal * (normal.dot(&(p - a)) / normal.norm_squared());
    let is_left =
        |v: &Vector3<f64>, w: &Vector3<f64>| (w - v).cross(&(foot - v)).dot(&normal) >= 0.0;
    if is_left(a, b) && is_left(b, c) && is_left(c, a) {
        return foot;
    }
    let on_edge = |v: &Vector3<f64>, w: &Vector3<f64>| {
        let part = (p - v).dot(&(w - v)) / (w - v).norm_squared();
        v + (w - v) * part.clamp(0.0, 1.0)
    };
    let all = [on_edge(a, b), on_edge(b, c), on_edge(c, a)];
    let nearer = |v: &&Vector3<f64>, w: &&Vector3<f64>| (*v - p).norm().total_cmp(&(*w - p).norm());
    *all.iter().min_by(nearer).expect("three")
}

#[test]
fn a_ball_is_pushed_from_the_nearest_point() {
    let run = for_each(count(2_000, 200_000), |index, tally| {
        let random = &mut case_generator(2150, index);
        let surface = any_surface(random);
        let radius = random.between(0.05, 0.7);
        let away = radius * random.between(0.01, 1.2);
        let center = spot(random, &surface) + vector(random, away);
        let (ball, at) = (
            SharedBody::sphere(radius).expect("a radius"),
            Pose::from_translation(center).expect("finite"),
        );
        let points: Vec<_> = (surface.triangles.iter())
            .map(|triangle| nearest(triangle, &center))
            .collect();
        let far = |p: &Vector3<f64>| (center - p).norm();
        let least = points.iter().map(far).fold(f64::INFINITY, f64::min);
        let prediction = 0.1 * radius;
        // Beside a face, whose plane tells sides, or far enough for a direction.
        if (least - radius - prediction).abs() < 1e-9 || least < 1e-3 * radius {
            return;
        }
        tally.cases += 1;
        let is_near = least < radius + prediction;
        tally.hits += u64::from(is_near);
        let body = &surface.whole.body;
        for (found, sign) in [
            (contacts(body, (&ball, &at), prediction), 1.0),
            (swapped(body, (&ball, &at), prediction), -1.0),
        ] {
            let Some(normal) = found.normal else {
                tally.claim(!is_near, &format!("case {index}"), "no contact");
                continue;
            };
            let is_there = |p: &Vector3<f64>| {
                let n = (center - p) / far(p) * sign;
                far(p) < least + 1e-9 && (n - normal).amax() < 1e-6
            };
            let mut right =
                points.iter().any(is_there) && (depth(&found) - (radius - least)).abs() < 1e-9;
            // In a fold the nearest point may push into the other side: then any way that parts will do.
            let is_free = |center: Vector3<f64>| {
                let nearest = surface.triangles.iter().map(|of| nearest(of, &center));
                nearest.fold(f64::INFINITY, |least, p| least.min((center - p).norm()))
                    >= radius - 1e-9
            };
            let parts = |p: &Vector3<f64>| {
                far(p) < least + 1e-9 && is_free(p + (center - p) * (radius / far(p)))
            };
            if !right && least < radius && !points.iter().any(parts) {
                right = is_free(center + normal * (depth(&found) * sign));
            }
            let what = format!("{normal:?}, {} deep, not {}", depth(&found), radius - least);
            tally.claim(right, &format!("case {index}"), &what);
        }
    });
    run.none_wrong();
    assert!(run.hits > run.cases / 2, "only {}", run.hits);
}

/// By how much the surface reaches beyond a triangle along a normal, as a slope, about where the triangle reaches farthest.
fn slope_beyond(surface: &Surface, triangle: &Corners, n: &Vector3<f64>) -> f64 {
    let reach = |v: &Vector3<f64>| n.dot(v);
    let most = triangle.iter().map(reach).fold(f64::NEG_INFINITY, f64::max);
    let tops: Vec<_> = (triangle.iter())
        .filter(|v| reach(v) >= most - 1e-9)
        .collect();
    let top = tops.iter().copied().sum::<Vector3<f64>>() / tops.len() as f64;
    let about =
        (surface.triangles.iter()).filter(|other| (nearest(other, &top) - top).norm() < 1e-9);
    let corners = about.flatten().filter(|v| (*v - top).norm() > 1e-6);
    let slope = |v: &Vector3<f64>| n.dot(&(v - top)) / (v - top).norm();
    corners.map(slope).fold(f64::NEG_INFINITY, f64::max)
}

/// Where a triangle alone is pushed from as the surface is there, the contact is found, or a deeper one; where anything meets,
/// there is a contact; and no normal is that of a seam's side where a triangle's own way parts the body from all of them.
#[test]
fn contacts_of_triangles_are_those_of_the_surface() {
    let run = for_each(count(2_000, 200_000), |index, tally| {
        let random = &mut case_generator(2151, index);
        let surface = any_surface(random);
        let (size, far) = (random.between(0.1, 0.7), random.between(0.0, 0.6));
        let other = convex(random, size);
        let (at, off) = (pose(random, 1.0), vector(random, far));
        let at = Pose::new(spot(random, &surface) + off, at.quaternion()).expect("finite");
        let placed = (&other, &at);
        let prediction = *random.pick(&[0.0, 0.05]);
        let found = contacts(&surface.whole.body, placed, prediction);
        let back = swapped(&surface.whole.body, placed, prediction);
        let name = format!("case {index}");
        let alone: Vec<_> = (surface.whole.pieces.iter())
            .map(|piece| contacts(piece, placed, prediction))
            .collect();
        let any = alone.iter().any(|one| one.normal.is_some());
        tally.cases += 1;
        tally.hits += u64::from(found.verdict == Verdict::Hit);
        tally.claim(any == found.normal.is_some(), &name, "a contact or none");
        tally.claim(
            any == back.normal.is_some(),
            &name,
            "a contact or none, swapped",
        );
        let Some(normal) = found.normal else {
            return;
        };
        let center = at.transform_point(&other.core().expect("a core").center());
        let (mut deepest, mut is_one, mut any_parts) = (f64::NEG_INFINITY, false, false);
        // Whether the body moved out by a contact is apart from the whole surface: of several sides one triangle's way may not be.
        let parts = |one: &ContactManifold, n: &Vector3<f64>| {
            let to = at.translation() + n * (depth(one).max(0.0) + 1e-9);
            let moved = Pose::new(to, at.quaternion()).expect("finite");
            let here = Pose::identity();
            let pair = PosedPair::new(&surface.whole.body, &here, &other, &moved);
            let found = intersect(
                &pair,
                &IntersectOptions::default(),
                &mut PairState::default(),
            );
            found.expect("valid options").verdict == Verdict::Separated
        };
        for (triangle, one) in surface.triangles.iter().zip(&alone) {
            let Some(n) = one.normal else {
                continue;
            };
            let beyond = slope_beyond(&surface, triangle, &n);
            let up = face_normal(triangle);
            let is_face = n.cross(&up).norm() < 1e-6;
            let agrees = n.dot(&up) * up.dot(&(center - triangle[0])) > 0.0;
            let is_sure = beyond < -1e-6 || is_face && agrees;
            if is_sure {
                deepest = deepest.max(depth(one));
                // A way over an edge that leads the centre through another triangle is none, if the body hardly overlaps that.
                let is_through = |(of, its): (&Corners, &ContactManifold)| {
                    4.0 * depth(its).max(0.0) < depth(one)
                        && crosses(of, &center, &(n * depth(one)))
                };
                let mut all = surface.triangles.iter().zip(&alone);
                let is_allowed = is_face || !all.any(is_through);
                any_parts = any_parts || is_allowed && parts(one, &n);
            }
            is_one |= (normal - n).amax() < 1e-6 && (is_face || beyond < 1e-6);
            is_one |= normal.cross(&up).norm() < 1e-6;
        }
        let what = format!("{} deep, not {deepest}", depth(&found));
        tally.claim(depth(&found) >= deepest - 1e-8, &name, &what);
        tally.claim(
            is_one || !any_parts,
            &name,
            &format!("sideways: {normal:?}"),
        );
    });
    run.none_wrong();
    assert!(run.hits > run.cases / 4, "only {}", run.hits);
}

/// A box on two triangles, and a ball over the rim beside an obtuse seam: the same at all sizes, for all is scaled by powers of two.
#[test]
fn contacts_are_the_same_at_all_sizes() {
    for k in (-880..=900).step_by(20) {
        let size = 2.0_f64.powi(k);
        let scaled = |v: [f64; 3]| Vector3::from(v) * size;
        let corners = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];
        let floor = corners.map(|[x, y]| scaled([x - 2.0, y - 2.0, 0.0]));
        let floor = mesh_of(&floor, &[[0, 1, 2], [0, 2, 3]], 0.0).body;
        let block = SharedBody::cuboid([size; 3]).expect("a block");
        let at = |v: [f64; 3]| Pose::from_translation(scaled(v)).expect("finite");
        let on = at([0.0, -0.5, 0.75]);
        for (found, sign) in [
            (contacts(&floor, (&block, &on), 0.0), 1.0),
            (swapped(&floor, (&block, &on), 0.0), -1.0),
        ] {
            assert_eq!(found.verdict, Verdict::Hit, "2^{k}");
            assert_eq!(found.points().len(), 4, "2^{k}: {found:?}");
            let normal = found.normal.expect("a contact") * sign;
            assert!((normal - Vector3::z()).amax() < 1e-9, "2^{k}: {normal:?}");
            for point in found.points() {
                let depth = point.depth / size;
                assert!((depth - 0.25).abs() < 1e-9, "2^{k}: {depth}");
            }
        }
        let rim = [
            [0.0; 3],
            [4.0, 0.0, 0.0],
            [-4.0, 2.0, 0.0],
            [-6.0, 0.0, 0.0],
        ];
        let rim = mesh_of(&rim.map(scaled), &[[0, 1, 2], [0, 2, 3]], 0.0).body;
        let ball = SharedBody::sphere(0.5 * size).expect("a radius");
        let found = contacts(&rim, (&ball, &at([2.0, -0.25, 0.125])), 0.0);
        let normal = found.normal.expect("a contact");
        let away = Vector3::new(0.0, -0.25, 0.125);
        assert!(
            (normal - away.normalize()).amax() < 1e-9,
            "2^{k}: {normal:?}"
        );
        assert!(
            (depth(&found) / size - (0.5 - away.norm())).abs() < 1e-9,
            "2^{k}"
        );
    }
}

/// Two sides of one triangle given twice are no seam.
#[test]
fn a_triangle_given_twice_is_pushed_over_its_edges() {
    let corners = [[0.0; 3], [4.0, 0.0, 0.0], [-4.0, 2.0, 0.0]].map(Vector3::from);
    let ball = SharedBody::sphere(0.5).expect("a radius");
    let at = Pose::from_translation(Vector3::new(2.0, -0.25, 0.125)).expect("finite");
    let once = mesh_of(&corners, &[[0, 1, 2]], 0.0).body;
    let twice = mesh_of(&corners, &[[0, 1, 2], [0, 2, 1]], 0.0).body;
    let [once, twice] = [once, twice].map(|body| contacts(&body, (&ball, &at), 0.0));
    assert!(once.normal.is_some());
    assert_eq!((once.normal, depth(&once)), (twice.normal, depth(&twice)));
}

/// The empty body meets nothing, on either side, and an empty part is in no pair.
#[test]
fn nothing_is_met_by_the_empty_body() {
    let random = &mut case_generator(2152, 0);
    let nothing = SharedBody::new(Polytope::new(&[]).expect("no points"));
    let no_triangle = TriangleMesh::new(&[Vector3::zeros()], &[], &Default::default());
    let here = Pose::identity();
    let part = |body: &SharedBody| (body.clone(), here);
    let empty = [
        nothing.clone().rounded(0.5).expect("a radius"),
        SharedBody::from(no_triangle.expect("no triangle")),
        SharedBody::compound(&[part(&nothing)]).expect("a part"),
        SharedBody::compound(&[]).expect("no part"),
        nothing,
    ];
    for _ in 0..20 {
        let wholes = [mesh(random), height_field(random), compound(random, 3)];
        let parts = [part(&empty[4]), part(&convex(random, 0.5))];
        let partly = SharedBody::compound(&parts).expect("convex parts");
        let full: Vec<_> = (wholes.into_iter().map(|whole| whole.body))
            .chain([partly, convex(random, 0.5)])
            .collect();
        for empty in &empty {
            for other in full.iter().chain([empty]) {
                let state = &mut PairState::default();
                for (a, b) in [(empty, other), (other, empty)] {
                    let pair = &PosedPair::new(a, &here, b, &here);
                    let found = contacts(a, (b, &here), 1.0);
                    assert_eq!(found.verdict, Verdict::Separated);
                    assert!(found.points().is_empty() && found.normal.is_none());
                    let met = intersect(pair, &IntersectOptions::default(), state);
                    assert_eq!(met.expect("valid options").verdict, Verdict::Separated);
                    let near = within(pair, &WithinOptions::default(), state);
                    assert_eq!(near.expect("valid options").verdict, Verdict::Separated);
                    let deep = penetration(pair, &PenetrationOptions::default(), state);
                    assert_eq!(deep.expect("valid options").verdict, Verdict::Separated);
                    let far = distance(pair, &DistanceOptions::default(), state);
                    assert_eq!(far.expect("valid options").separation, f64::INFINITY);
                }
            }
        }
    }
}
