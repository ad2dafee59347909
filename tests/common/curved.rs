//! Cylinders, cones and ellipsoids beside polytopes inside and around them.

use std::sync::LazyLock;

use interframe::{Curved, CurvedShape, Polytope};
use nalgebra::Vector3;
use twin::random::SplitMix64;

/// A curved body, a polytope inside it and one around it.
pub struct Bracketed {
    pub body: Curved,
    pub inside: Polytope,
    pub around: Polytope,
}

/// A ball of radius 1 from the inside, as about evenly spread points.
fn ball(count: usize) -> Vec<Vector3<f64>> {
    let golden = std::f64::consts::PI * (3.0 - 5f64.sqrt());
    (0..count)
        .map(|k| {
            let z = 1.0 - (2 * k + 1) as f64 / count as f64;
            let (sin, cos) = (golden * k as f64).sin_cos();
            let r = (1.0 - z * z).sqrt();
            Vector3::new(r * cos, r * sin, z)
        })
        .collect()
}

/// The points and how much larger the hull of them must be made to hold the ball.
static FINE_BALL: LazyLock<(Vec<Vector3<f64>>, f64)> = LazyLock::new(|| of_ball(5_000));
static COARSE_BALL: LazyLock<(Vec<Vector3<f64>>, f64)> = LazyLock::new(|| of_ball(200));

fn of_ball(count: usize) -> (Vec<Vector3<f64>>, f64) {
    let points = ball(count);
    let hull = Polytope::new(&points).expect("finite");
    let least = (0..hull.face_count())
        .map(|face| {
            hull.face_normal(face)
                .dot(&hull.vertex(hull.face(face)[0] as usize))
        })
        .fold(1.0, f64::min);
    (points, (1.0 + 1e-9) / least)
}

/// The polytopes have about ten thousand faces where `fine`.
pub fn bracketed(body: Curved, fine: bool) -> Bracketed {
    let sides = if fine { 5_000 } else { 100 };
    let ring = |radius: f64, z: f64| {
        (0..sides).map(move |k| {
            let (sin, cos) = (std::f64::consts::TAU * f64::from(k) / f64::from(sides)).sin_cos();
            Vector3::new(radius * cos, radius * sin, z)
        })
    };
    // Points on the circle are off it by a rounding.
    let (less, more) = (
        1.0 - 1e-15,
        (1.0 + 1e-9) / (std::f64::consts::PI / f64::from(sides)).cos(),
    );
    let hull = |points: Vec<Vector3<f64>>| Polytope::new(&points).expect("finite");
    let [inside, around] = match body.shape() {
        CurvedShape::Cylinder {
            half_length: h,
            radius: r,
        } => [less, more].map(|f| hull(ring(f * r, h).chain(ring(f * r, -h)).collect())),
        CurvedShape::Cone {
            half_length: h,
            radius: r,
        } => {
            [less, more].map(|f| hull(ring(f * r, -h).chain([Vector3::new(0.0, 0.0, h)]).collect()))
        }
        CurvedShape::Ellipsoid { radii } => {
            let (points, factor) = if fine { &*FINE_BALL } else { &*COARSE_BALL };
            let radii = Vector3::from(radii);
            [less, *factor].map(|f| {
                let scaled = points.iter().map(|p| p.component_mul(&radii) * f);
                hull(scaled.collect())
            })
        }
        _ => unreachable!("three shapes"),
    };
    Bracketed {
        body,
        inside,
        around,
    }
}

/// Of sizes from a tenth to ten; one in four with a radius.
pub fn any_curved(rng: &mut SplitMix64) -> Curved {
    let mut length = || 10f64.powf(rng.between(-1.0, 1.0));
    let (h, r, c) = (length(), length(), length());
    let body = match rng.below(4) {
        0 => Curved::cylinder(h, r),
        1 => Curved::cone(h, r),
        2 => Curved::ellipsoid([h, r, c]),
        _ => Curved::ellipsoid([h, h, r]),
    };
    let radius = match rng.below(4) {
        0 => 0.3 * c,
        _ => 0.0,
    };
    body.and_then(|body| body.rounded(radius)).expect("lengths")
}

/// How far a body reaches along a unit vector of its own frame, and a point of its surface there.
pub fn farthest(body: &Curved, e: &Vector3<f64>) -> (f64, Vector3<f64>) {
    let s = e.x.hypot(e.y);
    let rim = |r: f64, z: f64| match s > 0.0 {
        true => Vector3::new(r * e.x / s, r * e.y / s, z),
        false => Vector3::new(0.0, 0.0, z),
    };
    let core = match body.shape() {
        CurvedShape::Cylinder {
            half_length: h,
            radius: r,
        } => rim(r, h.copysign(e.z)),
        CurvedShape::Cone {
            half_length: h,
            radius: r,
        } => {
            let (apex, base) = (Vector3::new(0.0, 0.0, h), rim(r, -h));
            if apex.dot(e) > base.dot(e) {
                apex
            } else {
                base
            }
        }
        CurvedShape::Ellipsoid { radii } => {
            let radii = Vector3::from(radii);
            let v = radii.component_mul(e);
            radii.component_mul(&v) / v.norm()
        }
        _ => unreachable!("three shapes"),
    };
    let point = core + e * body.radius();
    (point.dot(e), point)
}
