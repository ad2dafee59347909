//! How near a ball came to something in a step: closed forms where there are, otherwise fine sampling with a bound on the speed.

use interframe_rapier::f64::rapier::math::Vector;

/// A ball that goes straight from one point to another until a time of the step, and stands from then on.
#[derive(Clone, Copy)]
pub struct Ball {
    pub from: Vector,
    pub to: Vector,
    pub until: f64,
    /// It did not go like that.
    pub is_left_out: bool,
}

impl Ball {
    /// It stands where it ends.
    pub fn at_end(&self) -> Self {
        Ball {
            from: self.to,
            until: 1.0,
            is_left_out: false,
            ..*self
        }
    }

    fn at(&self, t: f64) -> Vector {
        match t < self.until {
            true => self.from + (self.to - self.from) * (t / self.until),
            false => self.to,
        }
    }
}

/// A box along the axes.
pub struct Slab {
    pub center: Vector,
    pub half: [f64; 3],
}

/// A box that turns about z.
pub struct Bar {
    pub center: Vector,
    pub half: [f64; 3],
    pub from: f64,
    pub turn: f64,
}

impl Bar {
    /// It stands where it ends.
    pub fn at_end(&self) -> Self {
        Bar {
            from: self.from + self.turn,
            turn: 0.0,
            ..*self
        }
    }
}

/// The gap at the start of a step, and the least; negative of what overlaps.
#[derive(Clone, Copy)]
pub struct Gap {
    pub first: f64,
    pub least: f64,
}

impl Gap {
    pub const NONE: Gap = Gap {
        first: f64::INFINITY,
        least: f64::INFINITY,
    };

    pub fn and(self, other: Gap) -> Gap {
        Gap {
            first: self.first.min(other.first),
            least: self.least.min(other.least),
        }
    }
}

/// Between two times both go straight, so the square of their distance is a parabola.
pub fn of_balls(a: &Ball, b: &Ball, radius: f64) -> Gap {
    let mut times = [0.0, a.until, b.until, 1.0];
    times.sort_by(f64::total_cmp);
    let mut least = f64::INFINITY;
    let first = (a.from - b.from).length();
    for pair in times.windows(2) {
        let [d0, d1] = [pair[0], pair[1]].map(|t| a.at(t) - b.at(t));
        let by = d1 - d0;
        let t = if by.length_squared() > 0.0 {
            (-d0.dot(by) / by.length_squared()).clamp(0.0, 1.0)
        } else {
            0.0
        };
        least = least.min((d0 + by * t).length());
    }
    Gap {
        first: first - 2.0 * radius,
        least: least - 2.0 * radius,
    }
}

/// The least of a convex function over the way: by thirds.
fn least_on_way(ball: &Ball, distance: impl Fn(Vector) -> f64) -> Gap {
    let at = |s: f64| distance(ball.from + (ball.to - ball.from) * s);
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..80 {
        let third = (high - low) / 3.0;
        if at(low + third) < at(high - third) {
            high -= third
        } else {
            low += third
        }
    }
    Gap {
        first: at(0.0),
        least: at(0.0).min(at(1.0)).min(at(0.5 * (low + high))),
    }
}

fn to_box(p: Vector, half: [f64; 3]) -> f64 {
    let out = (p.abs() - Vector::from(half)).max(Vector::ZERO);
    out.length()
}

pub fn of_slab(ball: &Ball, slab: &Slab, radius: f64) -> Gap {
    least_on_way(ball, |p| to_box(p - slab.center, slab.half) - radius)
}

pub fn of_triangle(ball: &Ball, triangle: &[Vector; 3], radius: f64) -> Gap {
    least_on_way(ball, |p| to_triangle(p, triangle) - radius)
}

fn to_triangle(p: Vector, &[a, b, c]: &[Vector; 3]) -> f64 {
    let normal = (b - a).cross(c - a);
    let inside = |a: Vector, b: Vector| (b - a).cross(p - a).dot(normal) >= 0.0;
    if inside(a, b) && inside(b, c) && inside(c, a) {
        return (p - a).dot(normal).abs() / normal.length();
    }
    let edge = |a: Vector, b: Vector| {
        let by = b - a;
        let s = ((p - a).dot(by) / by.length_squared()).clamp(0.0, 1.0);
        (a + by * s - p).length()
    };
    edge(a, b).min(edge(b, c)).min(edge(c, a))
}

/// Steps so short that the gap, which changes no faster than the bound on the speed, is not passed over by more than a tenth of a
/// thousandth.
pub fn of_bar(ball: &Ball, bar: &Bar, radius: f64) -> Gap {
    const FINE: f64 = 1e-4;
    let gap = |t: f64| {
        let (sin, cos) = (bar.from + bar.turn * t).sin_cos();
        let d = ball.at(t) - bar.center;
        let seen = Vector::new(cos * d.x + sin * d.y, cos * d.y - sin * d.x, d.z);
        to_box(seen, bar.half) - radius
    };
    let reach = Vector::from(bar.half).length() + radius;
    let far = (ball.from - bar.center)
        .length()
        .max((ball.to - bar.center).length());
    let speed =
        (ball.to - ball.from).length() / ball.until.max(1e-3) + bar.turn.abs() * far.min(reach);
    let (mut t, mut all) = (
        0.0,
        Gap {
            first: gap(0.0),
            least: f64::INFINITY,
        },
    );
    while t < 1.0 {
        let here = gap(t);
        all.least = all.least.min(here);
        t += here.max(FINE) / speed.max(1e-9);
    }
    all.least = all.least.min(gap(1.0));
    all
}
