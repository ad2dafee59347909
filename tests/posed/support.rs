//! Cells change no answer and cost what is said; bodies take the memory that is promised.

use std::path::Path;

use interframe::strategies::{Strategy, cell_lists};
use interframe::{IntersectOptions, PairState, Polytope, PolytopeOptions, Pose, intersect};
use nalgebra::{Quaternion, UnitQuaternion, Vector3};

type P = Vector3<f64>;

/// splitmix64.
struct Rng(u64);

impl Rng {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 * 2f64.powi(-52) - 1.0
    }

    fn point(&mut self) -> P {
        Vector3::new(self.unit(), self.unit(), self.unit())
    }

    fn direction(&mut self) -> P {
        loop {
            let v = self.point();
            if v.norm() > 0.1 && v.norm() < 1.0 {
                return v.normalize();
            }
        }
    }
}

fn sphere(count: usize) -> Vec<P> {
    let golden_angle = std::f64::consts::PI * (3.0 - 5f64.sqrt());
    let point = |i| {
        let z = 1.0 - (2 * i + 1) as f64 / count as f64;
        let (sin, cos) = (golden_angle * i as f64).sin_cos();
        let r = (1.0 - z * z).sqrt();
        Vector3::new(r * cos, r * sin, z)
    };
    (0..count).map(point).collect()
}

fn prism(sides: u32) -> Vec<P> {
    let corner = |i: u32| {
        let (sin, cos) = (f64::from(i / 2) * std::f64::consts::TAU / f64::from(sides)).sin_cos();
        Vector3::new(cos, sin, f64::from(i % 2))
    };
    (0..2 * sides).map(corner).collect()
}

/// A sphere of lattice points: many corners of equal height along the axes and face normals.
fn lattice_ball(radius: i32) -> Vec<P> {
    let steps = || -radius..=radius;
    let cubes = steps().flat_map(|x| steps().flat_map(move |y| steps().map(move |z| [x, y, z])));
    cubes
        .filter(|p| p.iter().map(|c| c * c).sum::<i32>() <= radius * radius)
        .map(|p| Vector3::from(p).map(f64::from))
        .collect()
}

fn bodies() -> Vec<(&'static str, Vec<P>)> {
    let long = |p: P| p.component_mul(&Vector3::new(0.5, 0.5, 4.0));
    let turn = UnitQuaternion::from_quaternion(Quaternion::new(0.8, 0.2, 0.5, 0.3));
    let mut rng = Rng(1);
    let cluster = (0..300).map(|i| {
        // Corners a few last places apart, in pairs.
        let p = sphere(300)[i / 2 * 2];
        p + rng.point() * (1e-16 * (i % 2) as f64)
    });
    vec![
        ("sphere", sphere(264)),
        ("fine sphere", sphere(4_098)),
        ("ellipsoid", sphere(1_026).into_iter().map(long).collect()),
        (
            "tilted",
            sphere(1_026).into_iter().map(|p| turn * long(p)).collect(),
        ),
        ("prism", prism(500)),
        ("flat", prism(150).into_iter().step_by(2).collect()),
        ("lattice", lattice_ball(13)),
        ("pairs", cluster.collect()),
        (
            "far",
            sphere(300).iter().map(|p| p.add_scalar(1e6)).collect(),
        ),
        ("small", sphere(300).iter().map(|p| p * 1e-90).collect()),
        ("tiny", sphere(300).iter().map(|p| p * 1e-310).collect()),
        ("huge", sphere(300).iter().map(|p| p * 1e300).collect()),
    ]
}

/// The points of every OBJ and STL file of real shapes; none where these are absent.
fn meshes() -> Vec<(String, Vec<P>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/meshes");
    let Ok(entries) = std::fs::read_dir(folder) else {
        println!("skipped: ../shared/data/meshes is absent");
        return Vec::new();
    };
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut out = Vec::new();
    for path in paths {
        let points = match path.extension().and_then(|e| e.to_str()) {
            Some("obj") => text_points(&std::fs::read(&path).unwrap(), "v "),
            Some("stl") => stl_points(&std::fs::read(&path).unwrap()),
            _ => continue,
        };
        assert!(points.len() >= 4, "{path:?}");
        let name = path.file_name().unwrap().to_string_lossy();
        out.push((name.into_owned(), points));
    }
    out
}

/// The numbers on every line that begins with `prefix`.
fn text_points(bytes: &[u8], prefix: &str) -> Vec<P> {
    let text = String::from_utf8_lossy(bytes);
    let rows = text
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix(prefix));
    rows.map(|row| {
        let mut numbers = row.split_whitespace().map(|x| x.parse().expect("a number"));
        Vector3::from_fn(|_, _| numbers.next().expect("three numbers"))
    })
    .collect()
}

fn stl_points(bytes: &[u8]) -> Vec<P> {
    let number = |at: usize| bytes.get(at..at + 4).map(|b| [b[0], b[1], b[2], b[3]]);
    let triangles = number(80).map_or(0, u32::from_le_bytes) as usize;
    if bytes.len() != 84 + 50 * triangles {
        return text_points(bytes, "vertex ");
    }
    let corner = |i: usize| {
        let at = 84 + 50 * (i / 3) + 12 + 12 * (i % 3);
        let float = |k, _| {
            f64::from(f32::from_le_bytes(
                number(at + 4 * k).expect("a whole file"),
            ))
        };
        Vector3::from_fn(float)
    };
    (0..3 * triangles).map(corner).collect()
}

fn with_cells(points: &[P]) -> Polytope {
    let options = PolytopeOptions {
        support_cells: true,
    };
    Polytope::with_options(points, &options).unwrap()
}

/// Random ones, axes, cube diagonals, face normals, directions across edges, corners, all of
/// which but the first are ties or lie between cells.
fn directions(body: &Polytope, rng: &mut Rng) -> Vec<P> {
    let mut out: Vec<P> = (0..2_000).map(|_| rng.direction()).collect();
    for code in 0..27 {
        let sign = |k: u32| f64::from(code / 3i32.pow(k) % 3 - 1);
        let n = Vector3::new(sign(0), sign(1), sign(2));
        out.extend([n, n + rng.point() * 1e-15, n * 1e-130, n * 1e150]);
    }
    for face in (0..body.face_count()).step_by(1 + body.face_count() / 500) {
        let n = body.face_normal(face);
        out.extend([n, n + rng.point() * 1e-16]);
    }
    for (v, w) in body.edges().step_by(1 + body.edge_count() / 500) {
        let edge = body.vertex(w as usize) - body.vertex(v as usize);
        let size = edge.abs().max();
        let n = (edge / size).cross(&rng.direction());
        out.extend([n, -n]);
    }
    let size = body.reach();
    let corners = body.vertices().step_by(1 + body.vertex_count() / 500);
    out.extend(corners.map(|v| v / size));
    out.retain(|n| n.norm() > 0.0);
    out
}

/// As a scan finds it, to the bit: the lists leave out no corner that could be farther.
fn assert_same_supports(name: &str, body: &Polytope, rng: &mut Rng) {
    let directions = directions(body, rng);
    let by = |way: Strategy| {
        let mut found = Vec::new();
        way.supports(body, &directions, |value, corner| {
            found.push((value, corner))
        });
        found
    };
    let (scan, plain) = (by(Strategy::Scan), by(Strategy::ScanPlain));
    assert_eq!(scan, plain, "{name}");
    let lists = cell_lists(body);
    for (way, found) in [
        (Strategy::Cells, by(Strategy::Cells)),
        (Strategy::Table, by(Strategy::Table)),
    ] {
        for ((n, (value, corner)), (best, _)) in directions.iter().zip(found).zip(&scan) {
            let at = body.vertex(corner as usize);
            assert_eq!(value, (n.x * at.x + n.y * at.y) + n.z * at.z, "{name}");
            // Errors of the two values, times the factor where a climb answered.
            let climbed = way == Strategy::Table || lists.contains(&0);
            let factor = if climbed {
                body.climb_factor_at(corner as usize)
            } else {
                1.0
            };
            let slack = 6.0 * factor * f64::EPSILON / 2.0 * body.reach() * n.norm();
            assert!(
                best - value <= slack.max(f64::MIN_POSITIVE),
                "{name} {way:?} {n:?}"
            );
        }
    }
}

#[test]
fn cells_answer_as_a_scan_does() {
    let mut rng = Rng(2);
    for (name, points) in bodies() {
        let body = with_cells(&points);
        let lists = cell_lists(&body);
        assert_eq!(lists.is_empty(), ["tiny", "huge"].contains(&name), "{name}");
        if Strategy::Cells.serves(&body) {
            assert_same_supports(name, &body, &mut rng);
        }
    }
    for (name, points) in meshes() {
        let body = with_cells(&points);
        if Strategy::Cells.serves(&body) {
            assert_same_supports(&name, &body, &mut rng);
        }
    }
}

#[test]
fn lists_are_short_where_normals_spread() {
    for (name, points) in bodies() {
        let lists = cell_lists(&with_cells(&points));
        if ["sphere", "fine sphere", "ellipsoid", "small"].contains(&name) {
            let mean = lists.iter().sum::<usize>() as f64 / lists.len() as f64;
            assert!(mean > 5.0 && mean < 13.0, "{name}: {mean}");
            assert!(!lists.contains(&0), "{name}");
        }
    }
}

#[test]
fn small_bodies_have_no_cells() {
    let points = sphere(60);
    let (plain, asked) = (Polytope::new(&points).unwrap(), with_cells(&points));
    assert_eq!(plain.memory_bytes(), asked.memory_bytes());
    assert!(!Strategy::Cells.serves(&asked));
}

#[test]
fn cells_change_no_verdict() {
    let mut rng = Rng(3);
    for (name, points) in bodies() {
        let (plain, cells) = (Polytope::new(&points).unwrap(), with_cells(&points));
        assert_eq!(plain, cells);
        let size = plain.bounding_radius();
        let mut hits = 0;
        for i in 0..600 {
            let mut quaternion = || {
                let axis = rng.point();
                Quaternion::new(rng.unit() + 1.5, axis.x, axis.y, axis.z).normalize()
            };
            let (turn_a, turn_b) = match i % 3 {
                0 => (quaternion(), quaternion()),
                _ => (Quaternion::identity(), Quaternion::identity()),
            };
            // Every third pair is a multiple of 1/8 apart, along an axis: touching to the bit
            // where the body is made of such numbers.
            let between = match i % 3 {
                2 => Vector3::ith(i / 3 % 3, 0.125 * (rng.unit() * 24.0).round()),
                _ => rng.direction() * 1.5 * (rng.unit() + 1.0),
            };
            let a = Pose::new(Vector3::zeros(), turn_a).unwrap();
            let b = Pose::new(between * size, turn_b).unwrap();
            let verdict = |body: &Polytope| {
                let mut state = PairState::default();
                intersect(
                    &interframe::PosedPair::new(body, &a, body, &b),
                    &IntersectOptions::default(),
                    &mut state,
                )
                .expect("valid options")
                .verdict
            };
            let expected = verdict(&plain);
            assert_eq!(verdict(&cells), expected, "{name}");
            hits += i32::from(expected == interframe::Verdict::Hit);
        }
        assert!(hits > 30 && hits < 570, "{name}: {hits}");
    }
}

/// Four times the coordinates, from 100 corners on.
fn assert_small(name: &str, body: &Polytope) -> f64 {
    let heap = body.memory_bytes() - size_of::<Polytope>();
    let count = body.vertex_count();
    assert!(
        heap <= 96 * count,
        "{name}: {heap} bytes for {count} corners"
    );
    heap as f64 / count as f64
}

#[test]
fn bodies_take_four_times_their_coordinates_at_most() {
    for count in (100..400).chain([1_026, 4_098, 10_000]) {
        let body = Polytope::new(&sphere(count)).unwrap();
        assert_eq!(body.vertex_count(), count);
        assert_small("sphere", &body);
    }
    for (name, points) in bodies() {
        assert_small(name, &Polytope::new(&points).unwrap());
    }
    for (name, points) in meshes() {
        let body = Polytope::new(&points).unwrap();
        if body.vertex_count() >= 100 {
            let bytes = assert_small(&name, &body);
            println!(
                "{name}: {} corners, {bytes:.1} bytes each",
                body.vertex_count()
            );
        }
    }
}

#[test]
fn cells_are_counted() {
    for (name, points) in bodies() {
        let heap = |body: &Polytope| body.memory_bytes() - size_of::<Polytope>();
        let (plain, cells) = (Polytope::new(&points).unwrap(), with_cells(&points));
        let added = heap(&cells) - heap(&plain);
        // Coordinates and index of every listed corner at least.
        let listed: usize = cell_lists(&cells).iter().sum();
        assert!(added >= 28 * listed, "{name}");
        assert!(added <= 200 * plain.vertex_count(), "{name}: {added}");
    }
}

#[test]
fn a_support_corner_is_the_farthest_at_any_scale() {
    let rng = &mut Rng(77);
    let mut bodies = vec![sphere(1), sphere(20), sphere(300), sphere(2_000), prism(40)];
    bodies.push(lattice_ball(3));
    for points in bodies {
        for size in [1e-300, 1.0, 1e300] {
            let scaled: Vec<P> = points.iter().map(|p| p * size).collect();
            let body = Polytope::new(&scaled).expect("a body");
            for length in [f64::MIN_POSITIVE, 1.0, f64::MAX] {
                let n = rng.direction();
                let corner = body.support(&(n * length)).expect("a corner");
                let height = |v: P| (v / size).dot(&n);
                let most = body.vertices().map(height).fold(f64::MIN, f64::max);
                let found = height(body.vertex(corner));
                assert!(found >= most - 1e-14, "{found} of {most}");
            }
        }
    }
    let body = Polytope::new(&sphere(50)).expect("a body");
    assert_eq!(body.support(&P::zeros()), Some(0));
    for bad in [f64::NAN, f64::INFINITY] {
        assert_eq!(body.support(&P::new(0.0, bad, 1.0)), None);
    }
    let nothing = Polytope::new(&[]).expect("an empty body");
    assert_eq!(nothing.support(&P::x()), None);
}
