//! The centre of a small ball around points.
//!
//! Idea: the smallest ball is held by at most four points. Keep the ball of a few; while some
//! point lies outside, add the farthest and take the smallest ball of these five at most (Gaertner,
//! "Fast and Robust Smallest Enclosing Balls", 1999, the pivoting rule). The ball grows with every
//! step, so no set comes twice; a few steps suffice. Everything here is rounded: only the centre
//! leaves this file, and the radius about it is measured with its proof elsewhere.

use nalgebra::Vector3;

use crate::numeric::arithmetic::{cross, dot};

/// A point is inside when its squared distance is at most this much above the square.
const INSIDE_RATIO: f64 = 1.0 + 1e-12;

/// Random bodies of 100,000 corners need about eight steps. More cost time, fewer a looser ball.
const MAX_STEPS: usize = 32;

#[derive(Clone, Copy)]
struct Ball {
    center: Vector3<f64>,
    radius_sq: f64,
}

/// Centre of nearly the smallest ball. Points of about unit size about the origin; not empty.
pub(crate) fn enclosing_center(points: &[Vector3<f64>]) -> Vector3<f64> {
    let (a, _) = farthest(points, &points[0]);
    let (b, _) = farthest(points, &a);
    let mut held = vec![a, b];
    let mut ball = through_two(&a, &b);
    for _ in 0..MAX_STEPS {
        let (far, distance_sq) = farthest(points, &ball.center);
        if distance_sq <= ball.radius_sq * INSIDE_RATIO {
            break;
        }
        match smallest_through(&far, &held) {
            Some((next, holds)) if next.radius_sq > ball.radius_sq => (ball, held) = (next, holds),
            _ => break,
        }
    }
    ball.center
}

fn farthest(points: &[Vector3<f64>], from: &Vector3<f64>) -> (Vector3<f64>, f64) {
    let mut best = (points[0], f64::NEG_INFINITY);
    for p in points {
        let d = p - from;
        let distance_sq = dot(&d, &d);
        if distance_sq > best.1 {
            best = (*p, distance_sq);
        }
    }
    best
}

/// The smallest ball around `far` and up to four others that has `far` on its surface, and the
/// points that hold it. `None` when rounding spoils every choice.
fn smallest_through(
    far: &Vector3<f64>,
    held: &[Vector3<f64>],
) -> Option<(Ball, Vec<Vector3<f64>>)> {
    let mut best: Option<(Ball, Vec<Vector3<f64>>)> = None;
    for chosen in 1u32..1 << held.len() {
        let mut on: Vec<Vector3<f64>> = vec![*far];
        on.extend(
            (0..held.len())
                .filter(|i| chosen & (1 << i) != 0)
                .map(|i| held[i]),
        );
        let ball = match on[..] {
            [a, b] => through_two(&a, &b),
            [a, b, c] => through_three(&a, &b, &c),
            [a, b, c, d] => through_four(&a, &b, &c, &d),
            _ => continue,
        };
        let holds_all = held.iter().all(|p| {
            let d = p - ball.center;
            dot(&d, &d) <= ball.radius_sq * INSIDE_RATIO
        });
        // A NaN from degenerate points fails here.
        if holds_all
            && best
                .as_ref()
                .is_none_or(|(b, _)| ball.radius_sq < b.radius_sq)
        {
            best = Some((ball, on));
        }
    }
    best
}

fn through_two(a: &Vector3<f64>, b: &Vector3<f64>) -> Ball {
    about(a, (b - a) * 0.5)
}

fn through_three(a: &Vector3<f64>, b: &Vector3<f64>, c: &Vector3<f64>) -> Ball {
    let (u, v) = (b - a, c - a);
    let n = cross(&u, &v);
    let offset = cross(&(v * dot(&u, &u) - u * dot(&v, &v)), &n);
    // (|u|^2 v - |v|^2 u) x (u x v) / (2 |u x v|^2) points to the circumcentre.
    about(a, offset / (2.0 * dot(&n, &n)))
}

fn through_four(a: &Vector3<f64>, b: &Vector3<f64>, c: &Vector3<f64>, d: &Vector3<f64>) -> Ball {
    let (u, v, w) = (b - a, c - a, d - a);
    let numerator =
        cross(&v, &w) * dot(&u, &u) + cross(&w, &u) * dot(&v, &v) + cross(&u, &v) * dot(&w, &w);
    about(a, numerator / (2.0 * dot(&u, &cross(&v, &w))))
}

fn about(a: &Vector3<f64>, offset: Vector3<f64>) -> Ball {
    Ball {
        center: a + offset,
        radius_sq: dot(&offset, &offset),
    }
}
