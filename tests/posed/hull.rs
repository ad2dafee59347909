//! Bodies from points of every kind: the hull is exact and canonical, every input point is in it,
//! and what is stored about it is true.

use dashu_int::IBig;
use interframe::{Dimension, Error, Polytope};
use nalgebra::Vector3;
use proptest::prelude::*;
use std::path::Path;

pub(crate) type P = Vector3<f64>;

pub(crate) fn p(x: f64, y: f64, z: f64) -> P {
    Vector3::new(x, y, z)
}

/// A small portable generator (splitmix64).
pub(crate) struct Rng(pub(crate) u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// In [-1, 1).
    pub(crate) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 * 2f64.powi(-52) - 1.0
    }

    pub(crate) fn point(&mut self) -> P {
        p(self.unit(), self.unit(), self.unit())
    }

    pub(crate) fn on_sphere(&mut self) -> P {
        loop {
            let v = self.point();
            let r = v.norm();
            if r > 0.1 && r < 1.0 {
                return v / r;
            }
        }
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, (self.next() % (i as u64 + 1)) as usize);
        }
    }
}

/// A finite f64 in units of 2^-1074.
fn exact(x: f64) -> IBig {
    let bits = x.to_bits();
    let (exponent, fraction) = (bits >> 52 & 0x7ff, bits & ((1 << 52) - 1));
    let size = match exponent {
        0 => IBig::from(fraction),
        _ => IBig::from(fraction | 1 << 52) << (exponent as usize - 1),
    };
    if x < 0.0 { -size } else { size }
}

pub(crate) type Exact = [IBig; 3];

pub(crate) fn exact_point(v: &P) -> Exact {
    [exact(v.x), exact(v.y), exact(v.z)]
}

pub(crate) fn sub(a: &Exact, b: &Exact) -> Exact {
    std::array::from_fn(|i| &a[i] - &b[i])
}

fn cross(a: &Exact, b: &Exact) -> Exact {
    std::array::from_fn(|i| &a[(i + 1) % 3] * &b[(i + 2) % 3] - &a[(i + 2) % 3] * &b[(i + 1) % 3])
}

pub(crate) fn dot(a: &Exact, b: &Exact) -> IBig {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

fn zero(v: &Exact) -> bool {
    v.iter().all(|c| *c == IBig::ZERO)
}

/// The first point that the hull does not hold, in integers.
fn outside(body: &Polytope, points: &[P]) -> Option<P> {
    // A common power of two is divided out: it would only make the integers longer.
    let exact_points: Vec<Exact> = points.iter().map(exact_point).collect();
    let zeros = |x: &IBig| x.trailing_zeros().unwrap_or(usize::MAX);
    let common = exact_points.iter().flatten().map(zeros).min();
    let common = common.filter(|&z| z != usize::MAX).unwrap_or(0);
    let reduce = |v: &Exact| -> Exact { std::array::from_fn(|i| &v[i] >> common) };
    let at: Vec<Exact> = body.vertices().map(|v| reduce(&exact_point(&v))).collect();
    let planes: Vec<(Exact, &Exact)> = (0..body.face_count())
        .map(|i| {
            let [a, b, c] = [0, 1, 2].map(|k| &at[body.face(i)[k] as usize]);
            (cross(&sub(b, a), &sub(c, a)), a)
        })
        .collect();
    let holds = |x: &Exact| match body.dimension() {
        Dimension::Empty => false,
        Dimension::Point => *x == at[0],
        Dimension::Segment => {
            let (d, e) = (sub(&at[1], &at[0]), sub(x, &at[0]));
            let along = dot(&d, &e);
            zero(&cross(&d, &e)) && along >= IBig::ZERO && along <= dot(&d, &d)
        }
        Dimension::Flat => {
            let (face, n) = (body.face(0), &planes[0].0);
            (0..face.len()).all(|i| {
                let [a, b] = [face[i], face[(i + 1) % face.len()]].map(|v| &at[v as usize]);
                let e = sub(x, a);
                dot(n, &e) == IBig::ZERO && dot(n, &cross(&sub(b, a), &e)) >= IBig::ZERO
            })
        }
        Dimension::Solid => planes.iter().all(|(n, a)| dot(n, &sub(x, a)) <= IBig::ZERO),
    };
    let at = exact_points.iter().position(|x| !holds(&reduce(x)))?;
    Some(points[at])
}

/// Builds, validates, and checks that all points are in the hull and lead back to their sources.
pub(crate) fn sound(name: &str, points: &[P]) -> Polytope {
    let body = Polytope::new(points).unwrap_or_else(|e| panic!("{name}: {e}"));
    body.validate().unwrap_or_else(|e| panic!("{name}: {e}"));
    for i in 0..body.vertex_count() {
        let source = body.source_index(i);
        assert_eq!(points[source], body.vertex(i), "{name}");
        assert!(!points[..source].contains(&body.vertex(i)), "{name}");
    }
    let some = &points[..points.len().min(500)];
    assert_eq!(outside(&body, some), None, "{name}");
    body
}

/// Everything a body says, but where its corners stood in the list.
fn says(body: &Polytope) -> impl PartialEq + std::fmt::Debug {
    let bits = |v: &P| [v.x.to_bits(), v.y.to_bits(), v.z.to_bits()];
    let n = body.vertex_count();
    let numbers = [
        body.center_error(),
        body.inscribed_radius(),
        body.reach(),
        body.bounding_radius(),
        body.climb_factor(),
    ];
    (
        body.vertices().map(|v| bits(&v)).collect::<Vec<_>>(),
        body.edges().collect::<Vec<_>>(),
        (0..body.face_count())
            .map(|i| body.face(i).to_vec())
            .collect::<Vec<_>>(),
        (0..n)
            .map(|i| (body.vertex_groups(i), body.climb_factor_at(i).to_bits()))
            .collect::<Vec<_>>(),
        numbers.map(f64::to_bits),
        [
            body.center(),
            body.bounding_center(),
            body.oriented_box().center,
        ]
        .map(|v| bits(&v)),
        format!("{:?}", body.oriented_box()),
    )
}

pub(crate) fn grid(nx: usize, ny: usize, nz: usize, step: P) -> Vec<P> {
    let mut points = Vec::new();
    for i in 0..nx {
        for j in 0..ny {
            for k in 0..nz {
                points.push(p(i as f64 * step.x, j as f64 * step.y, k as f64 * step.z));
            }
        }
    }
    points
}

pub(crate) fn cube() -> Vec<P> {
    grid(2, 2, 2, p(1.0, 1.0, 1.0))
}

/// A prism over a regular polygon, to rounding.
pub(crate) fn prism(sides: usize, height: f64) -> Vec<P> {
    let ring = |z: f64| {
        (0..sides).map(move |i| {
            let angle = i as f64 * std::f64::consts::TAU / sides as f64;
            p(angle.cos(), angle.sin(), z)
        })
    };
    ring(0.0).chain(ring(height)).collect()
}

pub(crate) fn counts(body: &Polytope) -> (usize, usize, usize) {
    (body.vertex_count(), body.edge_count(), body.face_count())
}

#[test]
fn lesser_dimensions() {
    let empty = sound("empty", &[]);
    assert!(empty.is_empty());
    assert_eq!(empty.dimension(), Dimension::Empty);
    assert_eq!(counts(&empty), (0, 0, 0));

    let q = p(0.1, -1e300, 5e-324);
    let point = sound("point", &[q, q, q]);
    assert_eq!(point.dimension(), Dimension::Point);
    assert_eq!((point.center(), point.center_error()), (q, 0.0));
    assert_eq!((point.bounding_center(), point.bounding_radius()), (q, 0.0));
    assert!(point.neighbors(0).is_empty());

    let run: Vec<_> = (0..50)
        .map(|i| p(3.0, -2.0, 7.0) * f64::from(i - 20))
        .collect();
    let segment = sound("segment", &run);
    assert_eq!(segment.dimension(), Dimension::Segment);
    assert_eq!(counts(&segment), (2, 1, 0));
    assert_eq!(segment.edges().collect::<Vec<_>>(), [(0, 1)]);
    assert_eq!(segment.neighbors(1), [0]);
    assert_eq!((segment.source_index(0), segment.source_index(1)), (0, 49));
    assert_eq!((segment.center_error(), segment.climb_factor()), (0.0, 1.0));

    let square = sound("square", &grid(9, 9, 1, p(0.25, 0.5, 1.0)));
    assert_eq!(square.dimension(), Dimension::Flat);
    assert_eq!(counts(&square), (4, 4, 2));
    assert_eq!(square.center(), p(1.0, 2.0, 0.0));
    assert_eq!(square.center_error(), 0.0);
    assert_eq!(square.face_normal(0), -square.face_normal(1));
    assert_eq!(square.oriented_box().half_extents.min(), 0.0);
}

#[test]
fn negative_zero_is_zero() {
    let body = sound("zeros", &[p(-0.0, 0.0, -0.0), p(0.0, -0.0, 0.0)]);
    assert_eq!(body.vertex_count(), 1);
    assert!(body.vertex(0).iter().all(|x| x.is_sign_positive()));
}

#[test]
fn cube_with_everything_on_it() {
    let mut points = grid(5, 5, 5, p(0.25, 0.25, 0.25));
    points.extend(cube());
    let body = sound("cube", &points);
    assert_eq!(counts(&body), (8, 12, 6));
    assert_eq!(body.center(), p(0.5, 0.5, 0.5));
    assert!((body.inscribed_radius() - 0.5).abs() < 1e-14 && body.inscribed_radius() <= 0.5);
    assert!((body.bounding_radius() - 0.75f64.sqrt()).abs() < 1e-12);
    assert!((body.climb_factor() - 3.0).abs() < 1e-6 && body.climb_factor() >= 3.0);
    assert_eq!(body.oriented_box().axes, nalgebra::Matrix3::identity());
    assert!(
        (0..8).all(|i| body.neighbors(i).len() == 3 && body.vertex_groups(i).count_ones() == 3)
    );
    for (i, face) in (0..6).map(|i| (i, body.face(i))) {
        let middle: P = face.iter().map(|&v| body.vertex(v as usize)).sum::<P>() / 4.0;
        assert_eq!(body.face_normal(i), (middle - body.center()) * 2.0);
    }
}

#[test]
fn cube_spelled_out() {
    let body = sound("cube", &cube());
    // Vertex ids are 4 x + 2 y + z.
    let faces: Vec<_> = (0..6).map(|i| body.face(i)).collect();
    assert_eq!(
        faces,
        [
            [0, 1, 3, 2],
            [0, 2, 6, 4],
            [0, 4, 5, 1],
            [1, 5, 7, 3],
            [2, 3, 7, 6],
            [4, 6, 7, 5]
        ]
    );
    assert_eq!(body.neighbors(0), [1, 2, 4]);
    assert_eq!(
        body.edges().take(4).collect::<Vec<_>>(),
        [(0, 1), (0, 2), (0, 4), (1, 3)]
    );
}

#[test]
fn errors_name_the_coordinate() {
    let mut points = cube();
    points[3].y = f64::NAN;
    match Polytope::new(&points) {
        Err(Error::NonFiniteVertex { index, axis, value }) => {
            assert_eq!((index, axis), (3, 'y'));
            assert!(value.is_nan());
        }
        other => panic!("{other:?}"),
    }
    points[3].y = 0.0;
    points[5].z = f64::NEG_INFINITY;
    let expected = Error::NonFiniteVertex {
        index: 5,
        axis: 'z',
        value: f64::NEG_INFINITY,
    };
    assert_eq!(Polytope::new(&points), Err(expected));
}

#[test]
fn grids_of_every_step() {
    for (name, step) in [
        ("lattice", p(1.0, 1.0, 1.0)),
        ("tenths", p(0.1, 0.1, 0.1)),
        ("mixed steps", p(0.1, 1e-9, 1e7)),
        ("denormal", p(5e-324, 1e-323, 1.5e-323)),
        ("huge", p(1e306, 3e306, 2e306)),
        ("thin", p(1.0, 1.0, f64::EPSILON)),
    ] {
        let body = sound(name, &grid(7, 6, 5, step));
        // Multiples of a rounded step stay in their planes, so these are all bricks.
        assert_eq!(counts(&body), (8, 12, 6), "{name}");
    }
    for t in [1e-3, 1e-6, 1e-12] {
        let body = sound("thin grid", &grid(4, 4, 4, p(1.0, 1.0, t)));
        assert_eq!(counts(&body), (8, 12, 6));
        assert!((body.inscribed_radius() / (1.5 * t) - 1.0).abs() < 1e-3);
    }
}

#[test]
fn the_first_of_equal_points_is_the_source() {
    let (minus, plus) = (p(-0.0, 1.0, 2.0), p(0.0, 1.0, 2.0));
    let body = Polytope::new(&[P::x(), minus, plus, minus]).unwrap();
    let sources: Vec<_> = (0..body.vertex_count())
        .map(|i| body.source_index(i))
        .collect();
    assert_eq!(sources, [1, 0]);
    assert!(body.vertex(0).x.is_sign_positive());
}

#[test]
fn collinear_needs_every_projection() {
    let third = |x: f64, y: f64, z: f64| [p(0.1, 0.1, 0.1), p(0.3, 0.3, 0.3), p(x, y, z)];
    let dimension = |points: [P; 3]| Polytope::new(&points).unwrap().dimension();
    assert_eq!(dimension(third(0.7, 0.7, 0.7)), Dimension::Segment);
    assert_eq!(
        dimension(third(0.7, 0.7, 0.7f64.next_up())),
        Dimension::Flat
    );
    assert_eq!(
        dimension(third(0.7f64.next_down(), 0.7, 0.7)),
        Dimension::Flat
    );
}

#[test]
fn slivers_keep_their_normal() {
    let e = f64::EPSILON;
    let expected = p(0.0, -1.0, 1.0) / 2f64.sqrt();
    let near = |points: [P; 3]| {
        let body = Polytope::new(&points).unwrap();
        let [n, m] = [0, 1].map(|face| body.face_normal(face));
        assert_eq!(n, -m);
        (n - expected).norm().min((m - expected).norm())
    };
    // Triangles a last place high, tilted: their planes contain the x axis and (0, 1, 1).
    for shift in [0.0, 1.0] {
        let corners = [
            p(shift, 0.0, 0.0),
            p(1.0 + shift, 0.0, 0.0),
            p(0.3 + shift, e, e),
        ];
        assert!(near(corners) < 1e-12);
    }
    let huge = [
        p(-1.7e308, 0.0, 0.0),
        p(1.7e308, 0.0, 0.0),
        p(0.0, 5e-324, 5e-324),
    ];
    assert!(near(huge) < 1e-12);
    // Rounded multiples of one vector: a true but very thin triangle, of which f64 knows no normal.
    let a = p(0.1, 0.2, 0.3);
    let body = Polytope::new(&[a, a * 3.0, a * 7.0]).unwrap();
    assert_eq!(body.dimension(), Dimension::Flat);
    assert!((body.face_normal(0).norm() - 1.0).abs() < 1e-15);
}

#[test]
fn known_bounding_spheres() {
    let center = |points: &[P]| Polytope::new(points).unwrap().bounding_center();
    assert!((center(&cube()) - P::repeat(0.5)).norm() < 1e-12);
    let height = 0.75f64.sqrt();
    let triangle = [p(0.0, 0.0, 1.0), p(1.0, 0.0, 1.0), p(0.5, height, 1.0)];
    assert!((center(&triangle) - p(0.5, height / 3.0, 1.0)).norm() < 1e-12);
    let obtuse = [p(0.0, 0.0, 0.0), p(1.0, 0.0, 0.0), p(0.5, 0.01, 0.0)];
    assert!((center(&obtuse) - p(0.5, 0.0, 0.0)).norm() < 1e-12);
    assert_eq!(center(&triangle[..1]), triangle[0]);
}

#[test]
fn a_last_place_thick() {
    let mut rng = Rng(1);
    for round in 0..200 {
        let n = 4 + round % 30;
        // A plane of rounded points: every point is some last places off it.
        let (u, v, o) = (rng.point(), rng.point(), rng.point());
        let tilted: Vec<_> = (0..n)
            .map(|_| o + u * rng.unit() + v * rng.unit())
            .collect();
        sound("tilted plane", &tilted);
        // Two layers of one last place.
        let layered: Vec<_> = (0..n)
            .map(|_| {
                let z = if rng.next() & 1 == 0 {
                    1.0
                } else {
                    1.0 + f64::EPSILON
                };
                p(rng.unit(), rng.unit(), z)
            })
            .collect();
        let body = sound("layers", &layered);
        assert!(body.center_error() < 1e-15);
        // A line of rounded points.
        let line: Vec<_> = (0..n).map(|_| o + u * rng.unit()).collect();
        let body = sound("rounded line", &line);
        assert!(body.bounding_radius() > 0.0 && body.center_error() < 1e-15);
    }
}

#[test]
fn prisms_and_cones() {
    for sides in [3, 4, 5, 6, 17, 100, 600] {
        let points = prism(sides, 1.0);
        let body = sound("prism", &points);
        // Both caps are exactly flat polygons; rounded sides are rectangles by construction.
        assert_eq!(counts(&body), (2 * sides, 3 * sides, sides + 2));
        let mut cone = points[..sides].to_vec();
        cone.push(p(0.0, 0.0, 2.0));
        let body = sound("cone", &cone);
        assert_eq!(body.vertex_count(), sides + 1);
        let largest = (0..body.face_count()).map(|i| body.face(i).len()).max();
        assert_eq!(largest, Some(sides));
        let double: Vec<_> = cone.iter().copied().chain([p(0.0, 0.0, -2.0)]).collect();
        assert_eq!(sound("double cone", &double).vertex_count(), sides + 2);
    }
}

#[test]
fn collinear_runs_and_duplicates() {
    // Points along all edges and diagonals of a tetrahedron, many times over.
    let tetra = [
        p(0.0, 0.0, 0.0),
        p(12.0, 0.0, 0.0),
        p(0.0, 12.0, 0.0),
        p(0.0, 0.0, 12.0),
    ];
    let mut points = Vec::new();
    for _ in 0..3 {
        for a in &tetra {
            for b in &tetra {
                points.extend((0..=12).map(|k| (a * f64::from(k) + b * f64::from(12 - k)) / 12.0));
            }
        }
    }
    let body = sound("tetrahedron", &points);
    assert_eq!(counts(&body), (4, 6, 4));
}

#[test]
fn cospherical_points() {
    // All integer points of norm^2 = 9, 81, 1105: many on common planes, all extreme.
    for r in [9i32, 81, 1105] {
        let m = f64::from(r).sqrt() as i32 + 1;
        let mut points = Vec::new();
        for x in -m..=m {
            for y in -m..=m {
                for z in -m..=m {
                    if x * x + y * y + z * z == r {
                        points.push(p(f64::from(x), f64::from(y), f64::from(z)));
                    }
                }
            }
        }
        let body = sound("lattice sphere", &points);
        assert_eq!(body.vertex_count(), points.len());
    }
    let mut rng = Rng(2);
    let points: Vec<_> = (0..3000).map(|_| rng.on_sphere()).collect();
    let body = sound("sphere", &points);
    assert!(body.vertex_count() > 2990);
    assert!(body.inscribed_radius() > 0.9 && body.bounding_radius() < 1.001);
}

#[test]
fn every_magnitude() {
    let mut rng = Rng(3);
    let shapes: Vec<Vec<P>> = vec![
        cube(),
        prism(7, 1.0),
        (0..40).map(|_| rng.on_sphere()).collect(),
        (0..40).map(|_| rng.point()).collect(),
    ];
    for points in &shapes {
        let reference = sound("reference", points);
        for power in [
            -1000, -900, -500, -340, -100, 100, 340, 500, 900, 1000, 1020,
        ] {
            // In two steps: 2^-1000 itself squared would vanish.
            let scale = 2f64.powi(power);
            let scaled: Vec<_> = points.iter().map(|v| v * scale).collect();
            let body = sound("scaled", &scaled);
            assert_eq!(counts(&body), counts(&reference), "2^{power}");
            if power.abs() <= 900 {
                assert_eq!(body.center(), reference.center() * scale);
                assert_eq!(
                    body.inscribed_radius(),
                    reference.inscribed_radius() * scale
                );
                assert_eq!(body.bounding_radius(), reference.bounding_radius() * scale);
                assert_eq!(body.climb_factor(), reference.climb_factor());
            }
        }
        for offset in [1e3, 1e6, 1e12, 1e16, 1e100] {
            let moved: Vec<_> = points.iter().map(|v| v.add_scalar(offset)).collect();
            sound("moved", &moved);
        }
    }
    let extreme = [
        f64::MAX,
        -f64::MAX,
        5e-324,
        -5e-324,
        1e-310,
        0.0,
        1.0,
        1e300,
        1e-300,
    ];
    for round in 0..300 {
        let n = 1 + round % 40;
        let mut pick = || extreme[(rng.next() % extreme.len() as u64) as usize];
        let points: Vec<_> = (0..n).map(|_| p(pick(), pick(), pick())).collect();
        let body = sound("extreme", &points);
        let numbers = [
            body.reach(),
            body.bounding_radius(),
            body.center_error(),
            body.inscribed_radius(),
            body.climb_factor(),
        ];
        assert!(numbers.iter().all(|x| !x.is_nan()), "{numbers:?}");
        let points: Vec<_> = (0..n)
            .map(|_| {
                rng.point()
                    .map(|x| x * 2f64.powi((x.to_bits() % 2000) as i32 - 1000))
            })
            .collect();
        sound("mixed", &points);
    }
}

#[test]
fn real_meshes() {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/meshes/game_hulls.bin");
    let Ok(bytes) = std::fs::read(&path) else {
        println!("skipped: ../shared/data/meshes/game_hulls.bin is absent");
        return;
    };
    let mut words = bytes.chunks_exact(4).map(|w| [w[0], w[1], w[2], w[3]]);
    let mut dimensions = [0; 5];
    while let Some(count) = words.next() {
        let mut coordinate = || f64::from(f32::from_le_bytes(words.next().expect("a whole file")));
        let points: Vec<_> = (0..u32::from_le_bytes(count))
            .map(|_| p(coordinate(), coordinate(), coordinate()))
            .collect();
        let body = sound("game hull", &points);
        dimensions[body.dimension() as usize] += 1;
    }
    println!("empty, point, segment, flat, solid: {dimensions:?}");
    assert_eq!(dimensions.iter().sum::<i32>(), 3378);
}

/// Small integers: nearly every sign is degenerate somewhere.
fn lattice_points() -> impl Strategy<Value = Vec<P>> {
    (1i32..6, 0usize..60).prop_flat_map(|(range, count)| {
        let c = move || (-range..=range).prop_map(f64::from);
        prop::collection::vec((c(), c(), c()).prop_map(|(x, y, z)| p(x, y, z)), count)
    })
}

/// The normal of the wide face is so small beside the height that its square is 0; a ball that reaches out of that face was
/// taken for one inside.
#[test]
fn a_needle_of_1e89_has_no_ball_beyond_its_faces() {
    let top = 5.092589940836215e89;
    let points = [
        p(1.25, -0.5, -2.0),
        p(-2.0, -2.0, 1.5),
        p(1.25, -0.5, top),
        p(0.0, -2.0, -2.0),
        p(-2.0, -2.0, -2.0),
    ];
    let body = Polytope::new(&points).expect("finite points");
    body.validate().expect("true measures");
    // The plane of the corners at the ends of the line from (-2, -2) to (1.25, -0.5).
    let from_wall =
        (3.25 * (body.center().y + 2.0) - 1.5 * (body.center().x + 2.0)) / 3.25_f64.hypot(1.5);
    assert!(body.inscribed_radius() <= from_wall.abs() * (1.0 + 1e-12));
    assert!(body.inscribed_radius() > 0.0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn lattice_hulls_are_sound_and_canonical(
        points in lattice_points(),
        scale in prop::sample::select(vec![1.0, 0.1, 1e-200, 1e150, 1.0 / 3.0]),
        seed in any::<u64>(),
    ) {
        let points: Vec<P> = points.iter().map(|v| v * scale).collect();
        let body = sound("lattice", &points);
        // Another order, duplicates, and points that are in the hull already.
        let mut rng = Rng(seed);
        let mut other = points.clone();
        if scale == 1.0 {
            for _ in 0..points.len() / 2 {
                let pick = |r: &mut Rng| points[(r.next() % points.len() as u64) as usize];
                other.push((pick(&mut rng) + pick(&mut rng)) * 0.5);
            }
        }
        other.extend(points.iter().step_by(3));
        rng.shuffle(&mut other);
        let same = sound("shuffled", &other);
        prop_assert_eq!(&body, &same);
        prop_assert!(says(&body) == says(&same));
    }

    #[test]
    fn flattened_by_a_shear(points in lattice_points(), a in -3i32..4, b in -3i32..4) {
        // An integer plane in general position: every point exactly on it.
        let plane: Vec<P> = points
            .iter()
            .map(|v| p(v.x, v.y, f64::from(a) * v.x + f64::from(b) * v.y + 1.0))
            .collect();
        let body = sound("sheared", &plane);
        prop_assert!(body.dimension() <= Dimension::Flat);
    }
}
