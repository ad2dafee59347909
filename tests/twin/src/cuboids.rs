//! Upright cuboids: random pairs, and their squared distance in integers as a fraction, by every segment between two
//! corners, which knows no order of them.

use std::cmp::Ordering;

use dashu_int::IBig;

use crate::number::{common_unit, integer};
use crate::random::{SplitMix64, case_generator};

/// Four corners in plan.
pub type Corners = [[f64; 2]; 4];

/// Ten numbers.
#[derive(Debug, Clone, Copy)]
pub struct Cuboid {
    pub corners: Corners,
    pub z: [f64; 2],
}

/// A rectangle of a centre, half sides and an angle in radians.
pub fn rect([x, y]: [f64; 2], [half_x, half_y]: [f64; 2], angle: f64) -> Corners {
    let (sin, cos) = angle.sin_cos();
    [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[u, v]| {
        let (u, v) = (u * half_x, v * half_y);
        [x + (u * cos - v * sin), y + (u * sin + v * cos)]
    })
}

type P2 = [IBig; 2];

fn less([ax, ay]: &P2, [bx, by]: &P2) -> P2 {
    [ax - bx, ay - by]
}

fn cross([ax, ay]: &P2, [bx, by]: &P2) -> IBig {
    ax * by - ay * bx
}

fn dot([ax, ay]: &P2, [bx, by]: &P2) -> IBig {
    ax * bx + ay * by
}

fn turn(p: &P2, q: &P2, r: &P2) -> Ordering {
    cross(&less(q, p), &less(r, p)).cmp(&IBig::ZERO)
}

/// Squared distance of a point and a segment, as numerator and denominator.
fn to_segment(r: &P2, p: &P2, q: &P2) -> (IBig, IBig) {
    let (edge, to) = (less(q, p), less(r, p));
    let (along, whole) = (dot(&edge, &to), dot(&edge, &edge));
    if along <= IBig::ZERO {
        (dot(&to, &to), IBig::ONE)
    } else if along >= whole {
        let to = less(r, q);
        (dot(&to, &to), IBig::ONE)
    } else {
        let area = cross(&edge, &to);
        (&area * &area, whole)
    }
}

const SEGMENTS: [[usize; 2]; 6] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
/// Of three corners the segments from the first to the second, from that to the third, and from the first to the third.
const TRIANGLES: [[usize; 3]; 4] = [[0, 3, 1], [0, 4, 2], [1, 5, 2], [3, 5, 4]];

/// Squared distance of the hulls: 0 when two segments cross or a corner is inside; else the least of a corner and a
/// segment.
fn plan_distance_sq(a: &[P2; 4], b: &[P2; 4]) -> (IBig, IBig) {
    // On which side of each segment of one the corners of the other are.
    let sides = |corners: &[P2; 4], others: &[P2; 4]| {
        SEGMENTS.map(|[i, j]| others.each_ref().map(|r| turn(&corners[i], &corners[j], r)))
    };
    let (of_a, of_b) = (sides(a, b), sides(b, a));
    let opposite = |x: Ordering, y: Ordering| x != Ordering::Equal && x == y.reverse();
    let crosses = |s: usize, t: usize| {
        let ([i, j], [k, l]) = (SEGMENTS[s], SEGMENTS[t]);
        opposite(of_a[s][k], of_a[s][l]) && opposite(of_b[t][i], of_b[t][j])
    };
    // Strictly inside one of the triangles of three corners.
    let holds = |sides: &[[Ordering; 4]; 6], r: usize| {
        TRIANGLES.iter().any(|[first, second, third]| {
            let last = sides[*third][r].reverse();
            last != Ordering::Equal && last == sides[*first][r] && last == sides[*second][r]
        })
    };
    let cross = (0..6).any(|s| (0..6).any(|t| crosses(s, t)));
    if cross || (0..4).any(|r| holds(&of_a, r) || holds(&of_b, r)) {
        return (IBig::ZERO, IBig::ONE);
    }
    let mut least = (IBig::ZERO, IBig::ZERO);
    for (corners, others) in [(a, b), (b, a)] {
        for [i, j] in SEGMENTS {
            for r in corners {
                let found = to_segment(r, &others[i], &others[j]);
                if least.1 == IBig::ZERO || &found.0 * &least.1 < &least.0 * &found.1 {
                    least = found;
                }
            }
        }
    }
    least
}

/// The exact squared distance on a unit, and numbers on that unit.
pub struct Truth {
    square: (IBig, IBig),
    unit: i32,
}

impl Truth {
    pub fn of(a: &Cuboid, b: &Cuboid, others: &[f64]) -> Self {
        let numbers = [a, b].into_iter().flat_map(|g| {
            let plan = g.corners.as_flattened().iter();
            plan.chain(&g.z).copied()
        });
        let unit = common_unit(numbers.chain(others.iter().copied()));
        let at = |x: f64| integer(x, unit);
        let [p, q] = [a, b].map(|g| g.corners.map(|p| p.map(at)));
        let (plan, whole) = plan_distance_sq(&p, &q);
        let [[a_low, a_high], [b_low, b_high]] = [a, b].map(|g| g.z.map(at));
        let apart = (b_low - a_high).max(a_low - b_high).max(IBig::ZERO);
        Truth {
            square: (plan + &apart * &apart * &whole, whole),
            unit,
        }
    }

    /// The distance beside a number that is not negative.
    pub fn compared_with(&self, x: f64) -> Ordering {
        let x = integer(x, self.unit);
        self.square.0.cmp(&(&x * &x * &self.square.1))
    }
}

/// Kinds of pairs, in turn by the index.
pub const KINDS: u64 = 12;

/// Cuboids on a grid of quarters, turned by quarters of a turn: contacts are exact.
fn on_a_grid(random: &mut SplitMix64) -> Cuboid {
    let quarters = |x: i64| x as f64 / 4.0;
    let mut at = |low, high| quarters(random.integer(low, high));
    let (x, y, z) = (at(-8, 8), at(-8, 8), at(-4, 4));
    let (w, d, h) = (at(0, 8), at(0, 8), at(0, 4));
    Cuboid {
        corners: [[x, y], [x + w, y], [x + w, y + d], [x, y + d]],
        z: [z, z + h],
    }
}

fn turned(random: &mut SplitMix64, far: f64, angle: f64) -> Cuboid {
    let mut at = |half: f64| random.between(-half, half);
    let center = [far + at(3.0), far + at(3.0)];
    // Far away what is small is no rectangle to its rounding.
    let least = if far > 0.0 { 0.0625 } else { 0.0 };
    let half = [least + at(1.5).abs(), least + at(1.5).abs()];
    let (z, h) = (at(2.0), at(2.0).abs());
    Cuboid {
        corners: rect(center, half, angle),
        z: [z, z + h],
    }
}

/// Random, touching, collinear, antiparallel, contained, of tiny yaw, far away, flat, of sizes far apart, and of
/// extreme size; corners in any order.
pub fn cuboid_pair(index: u64) -> [Cuboid; 2] {
    let random = &mut case_generator(190, index);
    let any = random.between(-7.0, 7.0);
    let tiny = [1e-16, 1e-12, 1e-8, 1e-5][random.below(4)] * random.between(-1.0, 1.0);
    let mut given = match index % KINDS {
        0 | 1 => [turned(random, 0.0, any), turned(random, 0.0, -1.3 * any)],
        // On a grid: face on face, edge on edge, corner on corner, one inside the other.
        2 | 3 => [on_a_grid(random), on_a_grid(random)],
        // A corner of B is one of A's, or half-way along an edge of A's to rounding.
        4 => {
            let a = turned(random, 0.0, any);
            let mut b = turned(random, 0.0, 1.7 * any);
            let ([p, q], [to, _]) = ([a.corners[0], a.corners[1]], [b.corners[2], b.corners[3]]);
            let on = match random.flip() {
                true => p,
                false => [0.5 * (p[0] + q[0]), 0.5 * (p[1] + q[1])],
            };
            b.corners = b
                .corners
                .map(|[x, y]| [x + (on[0] - to[0]), y + (on[1] - to[1])]);
            b.corners[2] = on;
            b.z = a.z;
            // Rounded by then, but a rectangle to 1e-9.
            [a, b]
        }
        // Antiparallel: half a turn on, beside itself along its own edge.
        5 => {
            let a = turned(random, 0.0, any);
            let [p, q] = [a.corners[0], a.corners[1]];
            let by = random.integer(-2, 2) as f64 * 0.5;
            let mut b = a;
            b.corners = rect([0.0, 0.0], [0.5, 0.25], any + std::f64::consts::PI);
            b.corners = b
                .corners
                .map(|[x, y]| [x + p[0] + by * (q[0] - p[0]), y + p[1] + by * (q[1] - p[1])]);
            [a, b]
        }
        // A copy, shifted by an edge of it: edges on one line.
        6 => {
            let a = turned(random, 0.0, any);
            let (k, times) = (random.below(4), random.integer(1, 2) as f64);
            let [p, q] = [a.corners[k], a.corners[(k + 1) % 4]];
            let mut b = a;
            b.corners = b
                .corners
                .map(|[x, y]| [x + times * (q[0] - p[0]), y + times * (q[1] - p[1])]);
            [a, b]
        }
        // One inside the other, or nearly.
        7 => {
            let a = turned(random, 0.0, any);
            let mut b = a;
            let part = [0.5, 0.999, 1.0 - 1e-15, 1.0 + 1e-15][random.below(4)];
            let mean = |k: usize| 0.25 * a.corners.iter().map(|p| p[k]).sum::<f64>();
            let c = [mean(0), mean(1)];
            b.corners = b
                .corners
                .map(|[x, y]| [c[0] + part * (x - c[0]), c[1] + part * (y - c[1])]);
            [a, b]
        }
        8 => [turned(random, 0.0, 0.0), turned(random, 0.0, tiny)],
        9 => [turned(random, 1e6, any), turned(random, 1e6, any + tiny)],
        // Segments and points.
        10 => {
            let mut both = [turned(random, 0.0, any), turned(random, 0.0, any)];
            let flat = |g: &mut Cuboid, keep: usize| {
                let [p, q] = [g.corners[0], g.corners[keep]];
                g.corners = [p, p, q, q];
            };
            flat(&mut both[0], random.below(2));
            if random.flip() {
                // On the line of the first.
                let ([p, q], t) = (
                    [both[0].corners[0], both[0].corners[2]],
                    random.between(-2.0, 2.0),
                );
                let r = [p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])];
                both[1].corners = [r, r, r, r];
            }
            both
        }
        _ => {
            let scale = [1e-300, 1e-160, 1e-30, 1e30, 1e160, 1e307][random.below(6)];
            let other = if random.flip() { scale } else { 1.0 };
            let by = |g: Cuboid, s: f64| Cuboid {
                corners: g.corners.map(|p| p.map(|x| x * s)),
                z: g.z.map(|z| z * s),
            };
            let grid = [on_a_grid(random), on_a_grid(random)];
            [by(grid[0], scale), by(grid[1], other)]
        }
    };
    for g in &mut given {
        for k in (1..4).rev() {
            g.corners.swap(k, random.below(k + 1));
        }
    }
    given
}
