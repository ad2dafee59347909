//! Bodies as bytes: what comes back is what went in, field by field; what is made up is refused, a million strings of it with
//! INTERFRAME_LONG=1.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use interframe::{
    Curved, Error, HeightField, Polytope, PolytopeOptions, Pose, SharedBody, TriangleMesh,
    TriangleMeshOptions,
};
use nalgebra::Vector3;
use twin::random::{SplitMix64, case_generator};

use crate::common::cooked::{check, pose, seal, vector};
use crate::common::count;
use crate::every;

/// Points of a hull that is easy or hard to tell from others.
fn points(random: &mut SplitMix64) -> Vec<Vector3<f64>> {
    let size = *random.pick(&[1.0, 1.0, 1.0, 1e-300, 1e300]);
    let most = *random.pick(&[9, 40, 300]);
    let count = random.below(most);
    let kind = random.below(8);
    let turn = pose(random, 0.0);
    let points = (0..count).map(|k| match kind {
        // On a lattice: many points in a plane.
        0 => vector(random, 1.0).map(|x| (x * 2.0).round()),
        1 => vector(random, 1.0).normalize(),
        // A box, exact or turned and rounded, with points inside.
        2 | 3 => {
            let corner = Vector3::new(k & 1, k >> 1 & 1, k >> 2 & 1).map(|x| x as f64 - 0.5);
            let point = if k < 8 { corner } else { corner * 0.75 };
            if kind == 2 {
                point
            } else {
                turn.transform_point(&point)
            }
        }
        // Thin, flat, straight.
        4 => vector(random, 1.0).component_mul(&Vector3::new(1.0, 1.0, 1e-16)),
        5 => Vector3::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0), 0.0),
        6 => Vector3::new(k as f64, 2.0 * k as f64, 0.0),
        _ => vector(random, 1.0),
    });
    points.map(|p| p * size).collect()
}

fn polytope(random: &mut SplitMix64) -> Polytope {
    let options = PolytopeOptions {
        support_cells: random.below(4) == 0,
    };
    Polytope::with_options(&points(random), &options).expect("finite points")
}

fn mesh(random: &mut SplitMix64) -> TriangleMesh {
    let vertices = points(random);
    let count = if vertices.is_empty() {
        0
    } else {
        random.below(200)
    };
    let corner = |random: &mut SplitMix64| random.below(vertices.len()) as u32;
    let triangles: Vec<_> = (0..count)
        .map(|_| std::array::from_fn(|_| corner(random)))
        .collect();
    let options = TriangleMeshOptions {
        one_sided: random.below(2) == 1,
        ..Default::default()
    };
    TriangleMesh::new(&vertices, &triangles, &options).expect("a mesh")
}

fn field(random: &mut SplitMix64) -> HeightField {
    let (rows, columns) = (random.below(9), 1 + random.below(9));
    let height = |random: &mut SplitMix64| match random.below(12) {
        0 => f32::NAN,
        _ => random.between(-1.0, 1.0) as f32,
    };
    let heights: Vec<f32> = (0..rows * columns).map(|_| height(random)).collect();
    let doubles: Vec<f64> = heights.iter().map(|z| f64::from(*z)).collect();
    let (spacing, origin) = ([0.5, 0.25], [random.between(-1.0, 1.0), -1.0]);
    let made = match random.below(2) {
        0 => HeightField::from_f32(&heights, columns, spacing, origin),
        _ => HeightField::new(&doubles, columns, spacing, origin),
    };
    made.expect("a field")
}

fn curved(random: &mut SplitMix64) -> Curved {
    let mut length = || random.between(0.0, 2.0);
    let lengths = [length(), length(), length()];
    match random.below(3) {
        0 => Curved::cylinder(lengths[0], lengths[1]),
        1 => Curved::cone(lengths[0], lengths[1]),
        _ => Curved::ellipsoid(lengths),
    }
    .expect("a curved body")
}

fn body(random: &mut SplitMix64) -> SharedBody {
    let body = match random.below(8) {
        0..3 => SharedBody::new(polytope(random)),
        3 => curved(random).into(),
        4 => mesh(random).into(),
        5 => field(random).into(),
        _ => {
            let part = |random: &mut SplitMix64| {
                let body = match random.below(2) {
                    0 => SharedBody::new(polytope(random)),
                    _ => curved(random).into(),
                };
                let at = match random.below(3) {
                    0 => Pose::identity(),
                    _ => pose(random, 2.0),
                };
                (body.rounded(*random.pick(&[0.0, 0.1])).expect("round"), at)
            };
            let parts: Vec<_> = (0..random.below(6)).map(|_| part(random)).collect();
            match SharedBody::compound(&parts) {
                Ok(compound) => compound,
                // A part lands beyond f64.
                Err(_) => SharedBody::sphere(1.0).expect("a ball"),
            }
        }
    };
    body.rounded(*random.pick(&[0.0, 0.0, 0.5]))
        .expect("a radius")
}

/// All fields of a body, to the bit.
fn fields(body: &SharedBody) -> String {
    format!("{body:?}")
}

#[test]
fn every_field_comes_back() {
    every(count(2_000, 60_000), |case, _| {
        let random = &mut case_generator(4100, case);
        let body = body(random);
        let bytes = body.to_bytes();
        let back = SharedBody::from_bytes(&bytes).expect("its own bytes");
        assert!(fields(&back) == fields(&body), "{body:?}");
        assert_eq!(back.to_bytes(), bytes);
    });
}

/// One to three changes: of bits, of numbers as they stand in other places, of length.
fn mutate(bytes: &mut Vec<u8>, random: &mut SplitMix64) {
    const BEFORE_CONTENT: usize = 12;
    for _ in 0..1 + random.below(3) {
        let size = bytes.len();
        let content = size - BEFORE_CONTENT - 8;
        if content < 8 {
            return;
        }
        let word = |random: &mut SplitMix64| BEFORE_CONTENT + random.below(content / 4) * 4;
        match random.below(10) {
            0 => bytes[BEFORE_CONTENT + random.below(content)] ^= 1 << random.below(8),
            1 => {
                let (from, to) = (word(random), word(random));
                bytes.copy_within(from..from + 4, to);
            }
            2 => {
                let (one, other) = (word(random), word(random));
                (0..4).for_each(|k| bytes.swap(one + k, other + k));
            }
            3 | 4 => {
                let at = word(random);
                let old = u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four"));
                let new = match random.below(5) {
                    0 => old.wrapping_add(1),
                    1 => old.wrapping_sub(1),
                    2 => old ^ 1 << (24 + random.below(8)),
                    3 => {
                        *random.pick(&[0, 1, 2, 3, 4, 8, 1 << 30, 1 << 31, u32::MAX, u32::MAX - 1])
                    }
                    _ => random.below(40) as u32,
                };
                bytes[at..at + 4].copy_from_slice(&new.to_le_bytes());
            }
            5 | 6 if content >= 16 => {
                // A coordinate, moved a little or far.
                let at = word(random).min(size - 16);
                let old = f64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight"));
                let new = match random.below(7) {
                    0 => old.next_up(),
                    1 => old.next_down(),
                    2 => -old,
                    3 => old * 1.001,
                    4 => 0.0,
                    5 => old + random.between(-1.0, 1.0),
                    _ => *random.pick(&[f64::NAN, f64::INFINITY, -0.0, 1e308, 5e-324]),
                };
                bytes[at..at + 8].copy_from_slice(&new.to_le_bytes());
            }
            7 => {
                let at = BEFORE_CONTENT + random.below(content);
                bytes.drain(at..(at + 1 + random.below(12)).min(size - 8));
            }
            8 => {
                let (from, at) = (word(random), word(random));
                let copied: Vec<u8> = bytes[from..(from + 24).min(size - 8)].to_vec();
                bytes.splice(at..at, copied);
            }
            _ => {
                // Two entries of the same list change places.
                let step = *random.pick(&[4, 8, 12, 24, 32]);
                let one = word(random);
                let other = one + step * (1 + random.below(4));
                if other + step <= size - 8 {
                    (0..step).for_each(|k| bytes.swap(one + k, other + k));
                }
            }
        }
    }
}

#[test]
fn made_up_bytes_are_refused_or_true() {
    // A body serves a while: building is what takes the time.
    const EACH: u64 = 50;
    let (accepted, refused) = (AtomicU64::new(0), AtomicU64::new(0));
    let cases = count(6_000, 1_000_000);
    every(cases / EACH, |case, _| {
        let random = &mut case_generator(4101, case);
        let bytes = body(random).to_bytes();
        for change in 0..EACH {
            let mut other = bytes.clone();
            mutate(&mut other, random);
            if other == bytes {
                continue;
            }
            seal(&mut other);
            let Ok(body) = SharedBody::from_bytes(&other) else {
                refused.fetch_add(1, Relaxed);
                continue;
            };
            accepted.fetch_add(1, Relaxed);
            check(&body, random);
            let again = SharedBody::from_bytes(&body.to_bytes()).expect("its own bytes");
            assert_eq!(
                fields(&again),
                fields(&body),
                "case {case}, change {change}"
            );
        }
    });
    let (accepted, refused) = (accepted.into_inner(), refused.into_inner());
    println!("{accepted} accepted and true, {refused} refused");
    assert!(accepted > cases / 100 && refused > cases / 4);
}

#[test]
fn bytes_of_all_sorts_are_refused() {
    let what = |bytes: &[u8]| match SharedBody::from_bytes(bytes) {
        Err(Error::Bytes { what }) => what,
        other => panic!("{other:?}"),
    };
    let good = SharedBody::sphere(1.0).expect("a ball").to_bytes();
    assert_eq!(what(&[]), "are cut short");
    for size in 0..good.len() {
        assert!(SharedBody::from_bytes(&good[..size]).is_err(), "{size}");
        let mut cut = good[..size].to_vec();
        seal(&mut cut);
        assert!(SharedBody::from_bytes(&cut).is_err(), "{size}");
    }
    let with = |at: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[at] = byte;
        bytes
    };
    assert!(what(&with(0, 0)).contains("something else"));
    assert!(what(&with(8, 9)).contains("another version"));
    assert!(what(&with(30, 1)).contains("damaged"));
    let mut long = good.clone();
    long.extend([0; 4]);
    seal(&mut long);
    assert!(what(&long).contains("go on"));
    for bit in 0..8 * good.len() {
        let mut damaged = good.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert!(SharedBody::from_bytes(&damaged).is_err(), "bit {bit}");
    }
    // A count that no memory holds.
    let mut huge = with(31, 0xff);
    huge[28..32].fill(0xff);
    seal(&mut huge);
    assert!(what(&huge).contains("cut short"));
    let random = &mut case_generator(4102, 0);
    for _ in 0..1000 {
        let size = random.below(300);
        let mut bytes: Vec<u8> = (0..size).map(|_| random.below(256) as u8).collect();
        let keep = size.min(12);
        bytes[..keep].copy_from_slice(&good[..keep]);
        seal(&mut bytes);
        let _ = SharedBody::from_bytes(&bytes);
    }
}

/// The great icosahedron passes every local test and winds seven times about its middle.
#[test]
fn a_surface_that_winds_is_refused() {
    let phi = (1.0 + 5.0_f64.sqrt()) / 2.0;
    let mut corners = Vec::new();
    for (a, b) in [(1.0, phi), (1.0, -phi), (-1.0, phi), (-1.0, -phi)] {
        corners.extend([[0.0, a, b], [a, b, 0.0], [b, 0.0, a]].map(Vector3::from));
    }
    let good = Polytope::new(&corners).expect("an icosahedron");
    let bytes = SharedBody::new(good.clone()).to_bytes();
    // Its star corners: each face of the great one joins corners that are two edges apart.
    let near = |v: usize, w: usize| good.neighbors(v).contains(&(w as u32));
    let mut faces = Vec::new();
    for a in 0..12 {
        for b in a + 1..12 {
            for c in b + 1..12 {
                let pairs = [[a, b], [b, c], [a, c]];
                let opposite = |[v, w]: [usize; 2]| (good.vertex(v) + good.vertex(w)).norm() < 1e-9;
                if pairs.iter().all(|&[v, w]| !near(v, w) && !opposite([v, w])) {
                    let [p, q, r] = [a, b, c].map(|v| good.vertex(v));
                    let outward = (q - p).cross(&(r - p)).dot(&p) > 0.0;
                    faces.push(if outward { [a, b, c] } else { [a, c, b] });
                }
            }
        }
    }
    assert_eq!(faces.len(), 20);
    faces.sort_unstable();
    let mut made_up = bytes.clone();
    let at = bytes.len() - 8 - 60 * 4;
    for (k, v) in faces.iter().flatten().enumerate() {
        made_up[at + 4 * k..at + 4 * k + 4].copy_from_slice(&(*v as u32).to_le_bytes());
    }
    assert_ne!(made_up, bytes);
    seal(&mut made_up);
    assert!(SharedBody::from_bytes(&made_up).is_err());
}

/// Time of loading beside that of building; run with --nocapture.
#[test]
fn times_of_building_and_loading() {
    let time = |make: &dyn Fn() -> SharedBody| {
        let start = std::time::Instant::now();
        let body = make();
        (body, start.elapsed().as_secs_f64() * 1e3)
    };
    let random = &mut case_generator(4103, 0);
    for n in [1_000, count(4_000, 100_000) as usize] {
        let sphere: Vec<_> = (0..n).map(|_| vector(random, 1.0).normalize()).collect();
        let (hull, building) = time(&|| SharedBody::new(Polytope::new(&sphere).expect("points")));
        let bytes = hull.to_bytes();
        let (_, loading) = time(&|| SharedBody::from_bytes(&bytes).expect("its bytes"));
        println!(
            "hull of {n}: {building:.1} ms built, {loading:.1} ms loaded, {} bytes",
            bytes.len()
        );
        let side = (n as f64).sqrt() as u32;
        let grid = |v: u32| {
            Vector3::new(
                f64::from(v / side),
                f64::from(v % side),
                (f64::from(v) * 0.7).sin(),
            )
        };
        let vertices: Vec<_> = (0..side * side).map(grid).collect();
        let cell = |v: u32| [[v, v + 1, v + side + 1], [v, v + side + 1, v + side]];
        let cells = (0..side - 1).flat_map(|r| (0..side - 1).map(move |c| r * side + c));
        let triangles: Vec<_> = cells.flat_map(cell).collect();
        let options = TriangleMeshOptions::default();
        let (mesh, building) = time(&|| {
            TriangleMesh::new(&vertices, &triangles, &options)
                .expect("a mesh")
                .into()
        });
        let bytes = mesh.to_bytes();
        let (back, loading) = time(&|| SharedBody::from_bytes(&bytes).expect("its bytes"));
        println!(
            "mesh of {}: {building:.1} ms built, {loading:.1} ms loaded, {} bytes",
            triangles.len(),
            bytes.len()
        );
        assert_eq!(fields(&back), fields(&mesh));
    }
}
