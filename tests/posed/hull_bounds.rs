//! What a body stores beside its hull: oriented boxes, the factor of a climb, memory.

use dashu_int::IBig;
use interframe::Polytope;

use crate::hull::{P, Rng, counts, cube, dot, exact_point, grid, p, prism, sound, sub};

#[test]
fn large_bodies_are_small_in_memory() {
    let mut rng = Rng(4);
    for n in [200, 1000, 5000] {
        let points: Vec<_> = (0..n).map(|_| rng.on_sphere()).collect();
        let body = Polytope::new(&points).unwrap();
        let heap = body.memory_bytes() - size_of::<Polytope>();
        assert!(
            heap <= 96 * body.vertex_count(),
            "{heap} for {}",
            body.vertex_count()
        );
    }
    let flat: Vec<_> = prism(500, 1.0)[..500].to_vec();
    let body = Polytope::new(&flat).unwrap();
    assert!(body.memory_bytes() - size_of::<Polytope>() <= 96 * 500);
}

#[test]
fn a_hundred_thousand_points() {
    let mut rng = Rng(8);
    let sphere: Vec<_> = (0..100_000).map(|_| rng.on_sphere()).collect();
    let body = Polytope::new(&sphere).unwrap();
    assert!(body.vertex_count() > 99_000);
    assert_eq!(body.validate(), Ok(()));
    let filled: Vec<_> = (0..100_000).map(|_| rng.point()).collect();
    let body = sound("filled cube", &filled);
    assert!(body.vertex_count() < 1000);
    for step in [1.0, 0.1] {
        let body = sound("coplanar grid", &grid(300, 300, 2, p(step, step, step)));
        assert_eq!(counts(&body), (8, 12, 6));
    }
}

#[test]
fn oriented_boxes_fit() {
    let mut rng = Rng(5);
    for _ in 0..50 {
        let q = rng.on_sphere();
        let w = rng.unit();
        let turn =
            nalgebra::UnitQuaternion::from_quaternion(nalgebra::Quaternion::new(w, q.x, q.y, q.z));
        let size = rng.point().abs().add_scalar(0.01);
        let points: Vec<_> = cube()
            .iter()
            .map(|v| turn * v.component_mul(&size))
            .collect();
        let body = sound("turned brick", &points);
        let half = body.oriented_box().half_extents;
        let volume = 8.0 * half.x * half.y * half.z;
        assert!(volume <= size.x * size.y * size.z * (1.0 + 1e-9));
        let flat: Vec<_> = points.iter().step_by(2).copied().collect();
        let half = sound("turned plate", &flat).oriented_box().half_extents;
        assert!(half.min() < 1e-14);
        let axes = body.oriented_box().axes;
        assert!((axes.transpose() * axes - nalgebra::Matrix3::identity()).norm() < 1e-14);
        assert!(axes.determinant() > 0.0);
    }
}

/// The climb factor is a bound: random normals, exact comparison of both sides of its promise.
#[test]
fn climb_factor_bounds_what_a_climb_misses() {
    let mut rng = Rng(6);
    let bodies: Vec<Vec<P>> = vec![
        cube(),
        prism(9, 0.1),
        prism(12, 1.0)[..12].to_vec(),
        (0..60)
            .map(|_| rng.on_sphere().component_mul(&p(1.0, 0.2, 4.0)))
            .collect(),
        vec![p(0.0, 0.0, 0.0), p(1.0, 2.0, 3.0)],
        (0..30).map(|_| rng.point()).collect(),
    ];
    for points in &bodies {
        let body = sound("climb", points);
        assert!(body.climb_factor().is_finite() && body.climb_factor() >= 1.0);
        // The promise scaled by 2^20, the factors rounded up to multiples of 2^-20.
        let factors: Vec<_> = (0..body.vertex_count())
            .map(|v| IBig::from((body.climb_factor_at(v) * f64::from(1 << 20)).ceil() as u64))
            .collect();
        let vertices: Vec<_> = body.vertices().map(|v| exact_point(&v)).collect();
        for _ in 0..40 {
            let n = exact_point(&rng.on_sphere());
            for v in 0..body.vertex_count() {
                let rise = |w: usize| dot(&n, &sub(&vertices[w], &vertices[v]));
                let near = body.neighbors(v).iter().map(|&w| rise(w as usize)).max();
                let all = (0..body.vertex_count())
                    .map(rise)
                    .max()
                    .unwrap_or(IBig::ZERO);
                let e = near.unwrap_or(IBig::ZERO).max(IBig::ZERO);
                assert!((all << 20usize) <= &factors[v] * e);
            }
        }
    }
}
