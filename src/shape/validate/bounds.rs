//! The metric half of the proof: centre, balls and box against every vertex, in integers.

use dashu_int::IBig;

use crate::numeric::exact_float::{Int3, int_cross, int_dot, int_sub, scaled, unit_of};
use crate::shape::dimension::Dimension;
use crate::shape::polytope::Polytope;
use crate::shape::validate::{Check, Grid, ValidationError, faces, normal, positive};
use nalgebra::Vector3;

/// The centre is inside, or within its error of the mean; the inscribed ball is inside.
pub(crate) fn inside(body: &Polytope, grid: &Grid) -> Check {
    let numbers = [body.center.x, body.center.y, body.center.z];
    let sound = numbers.iter().all(|x| x.is_finite())
        && body.inscribed_radius >= 0.0
        && body.inscribed_radius.is_finite()
        && body.center_error >= 0.0;
    if !sound {
        return Err(ValidationError::Center);
    }
    let center = grid.point(&body.center);
    let within = if body.center_error > 0.0 {
        body.inscribed_radius == 0.0 && near_mean(body, grid, &center)
    } else {
        match body.dimension {
            Dimension::Solid => ball_inside(body, grid, &center),
            Dimension::Flat => on_polygon(body, grid, &center),
            Dimension::Segment => {
                let along = int_sub(grid.at(1), grid.at(0));
                let to = int_sub(&center, grid.at(0));
                let at = int_dot(&along, &to);
                int_cross(&along, &to).iter().all(|x| *x == IBig::ZERO)
                    && at >= IBig::ZERO
                    && at <= int_dot(&along, &along)
            }
            Dimension::Point => center == *grid.at(0),
            Dimension::Empty => true,
        }
    };
    let flat_ball = body.dimension < Dimension::Solid && body.inscribed_radius > 0.0;
    if within && !flat_ball {
        Ok(())
    } else {
        Err(ValidationError::Center)
    }
}

fn near_mean(body: &Polytope, grid: &Grid, center: &Int3) -> bool {
    if body.center_error.is_infinite() {
        return true;
    }
    let n = IBig::from(body.vertex_count());
    let off: Int3 = std::array::from_fn(|i| {
        let sum = grid.vertices.iter().fold(IBig::ZERO, |s, v| s + &v[i]);
        &n * &center[i] - sum
    });
    let radius = n * grid.length(body.center_error);
    int_dot(&off, &off) <= &radius * &radius
}

fn ball_inside(body: &Polytope, grid: &Grid, center: &Int3) -> bool {
    let radius = grid.length(body.inscribed_radius);
    let radius_sq = &radius * &radius;
    faces(body).all(|(_, corners)| {
        let n = normal(corners, grid);
        let height = int_dot(&n, &int_sub(grid.at(corners[0]), center));
        positive(&height) && &height * &height >= &radius_sq * int_dot(&n, &n)
    })
}

fn on_polygon(body: &Polytope, grid: &Grid, center: &Int3) -> bool {
    let corners = body.face(0);
    let n = normal(corners, grid);
    (0..corners.len()).all(|i| {
        let (a, b) = (
            grid.at(corners[i]),
            grid.at(corners[(i + 1) % corners.len()]),
        );
        let to = int_sub(center, a);
        int_dot(&n, &to) == IBig::ZERO && int_dot(&n, &int_cross(&int_sub(b, a), &to)) >= IBig::ZERO
    })
}

/// Reach, bounding sphere, oriented box and capsule hold every vertex.
pub(crate) fn outside(body: &Polytope, grid: &Grid) -> Check {
    let origin: Int3 = std::array::from_fn(|_| IBig::ZERO);
    if let Some(vertex) = beyond(grid, &origin, body.reach) {
        return Err(ValidationError::Reach { vertex });
    }
    let finite = |p: &Vector3<f64>| p.iter().all(|x| x.is_finite());
    let ball = &body.bounding_center;
    if !finite(ball) {
        return Err(ValidationError::BoundingSphere { vertex: 0 });
    }
    if let Some(vertex) = beyond(grid, &grid.point(ball), body.bounding_radius) {
        return Err(ValidationError::BoundingSphere { vertex });
    }
    let bounds = &body.oriented_box;
    if !finite(&bounds.center) || bounds.axes.iter().any(|x| !x.is_finite()) {
        return Err(ValidationError::OrientedBox { vertex: 0 });
    }
    let center = grid.point(&bounds.center);
    // Axis components are at least 1e-18 or 0 when they come from the builder; any f64 will do.
    let axis_unit = bounds.axes.iter().map(|&x| unit_of(x)).min();
    let axis_unit = axis_unit.unwrap_or(0).min(0);
    for k in 0..3 {
        let axis: Int3 = std::array::from_fn(|i| scaled(bounds.axes[(i, k)], axis_unit));
        let half = bounds.half_extents[k];
        let limit = half
            .is_finite()
            .then(|| grid.length(half) << axis_unit.unsigned_abs() as usize);
        for (vertex, v) in grid.vertices.iter().enumerate() {
            let along = int_dot(&axis, &int_sub(v, &center));
            let within = match &limit {
                Some(limit) => along <= *limit && -along <= *limit,
                None => half == f64::INFINITY,
            };
            if !within {
                return Err(ValidationError::OrientedBox { vertex });
            }
        }
    }
    capsule(body, grid)?;
    match body
        .groups
        .iter()
        .position(|&faces| faces == 0 || faces > 63)
    {
        Some(vertex) => Err(ValidationError::Group { vertex }),
        None => Ok(()),
    }
}

fn capsule(body: &Polytope, grid: &Grid) -> Check {
    let around = &body.capsule;
    if around
        .ends
        .iter()
        .flat_map(|p| p.iter())
        .any(|x| !x.is_finite())
    {
        return Err(ValidationError::Capsule { vertex: 0 });
    }
    if around.radius == f64::INFINITY {
        return Ok(());
    }
    if around.radius.is_nan() || around.radius < 0.0 {
        return Err(ValidationError::Capsule { vertex: 0 });
    }
    let [from, to] = around.ends.each_ref().map(|p| grid.point(p));
    let whole = int_sub(&to, &from);
    let square = int_dot(&whole, &whole);
    let radius = grid.length(around.radius);
    let radius_sq = &radius * &radius;
    let outside = |v: &Int3| {
        let d = int_sub(v, &from);
        let along = int_dot(&d, &whole);
        if along <= IBig::ZERO {
            int_dot(&d, &d) > radius_sq
        } else if along >= square {
            let d = int_sub(v, &to);
            int_dot(&d, &d) > radius_sq
        } else {
            int_dot(&d, &d) * &square - &along * &along > &radius_sq * &square
        }
    };
    match grid.vertices.iter().position(outside) {
        Some(vertex) => Err(ValidationError::Capsule { vertex }),
        None => Ok(()),
    }
}

/// The first vertex farther than `radius` from `center`.
fn beyond(grid: &Grid, center: &Int3, radius: f64) -> Option<usize> {
    if radius == f64::INFINITY {
        return None;
    }
    if radius.is_nan() || radius < 0.0 {
        return Some(0);
    }
    let radius = grid.length(radius);
    let radius_sq = &radius * &radius;
    grid.vertices.iter().position(|v| {
        let d = int_sub(v, center);
        int_dot(&d, &d) > radius_sq
    })
}
