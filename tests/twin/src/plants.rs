//! Contacts planted at a time with a rational pose, so that the truth is known exactly.
//!
//! Everything is an integer on a lattice times a power of two, as in [`near_contact`]. A body that
//! turns has the quaternions h* k and h k at its ends, products without rounding: of equal norm and
//! with the sum 2 cos k, so that half-way its orientation is exactly that of the integer quaternion k.
//!
//! [`near_contact`]: crate::near_contact

use crate::cases::WrittenMotion;
use crate::near_contact::{Turn, common_offset, exact, lattice, placed, times, turn};
use crate::number::power_of_two;
use crate::place::{Pose, V3};
use crate::random::SplitMix64;
use crate::random_pairs::PosedPair;
use crate::sweeps::MovingPair;

type Z3 = [i128; 3];

/// Two bodies that touch at one known time, A in normal.x <= 0 of a plane through the common point and
/// B beyond it; neither ever passes that plane, except that a `falling` B falls through it.
#[derive(Debug, Clone)]
pub struct Plant {
    pub pair: MovingPair,
    /// Integers: from A to B.
    pub normal: V3,
    /// The time of the contact is `time[0] / time[1]`.
    pub time: [i64; 2],
    /// The contact is at that time only.
    pub only_then: bool,
}

const STILL: [f64; 4] = [0.0, 0.0, 0.0, 1.0];

/// How a lattice is put into the world.
struct Grid {
    grid: i128,
    offset: Z3,
    exponent: i32,
}

impl Grid {
    fn new(rng: &mut SplitMix64, turns: [&Turn; 2]) -> Self {
        Grid {
            grid: turns[0].norm_sq * turns[1].norm_sq,
            offset: common_offset(rng),
            exponent: match rng.below(8) {
                0 => rng.integer(-300, 300) as i32,
                _ => rng.integer(-60, 0) as i32,
            },
        }
    }

    fn point(&self, v: &Z3) -> V3 {
        exact(
            &[0, 1, 2].map(|k| self.grid * v[k] + self.offset[k]),
            self.exponent,
        )
    }
}

/// A turn whose quaternion has few bits.
fn short_turn(rng: &mut SplitMix64) -> Turn {
    loop {
        let turn = turn(rng);
        if turn.q.iter().all(|x| (256.0 * x).fract() == 0.0) {
            return turn;
        }
    }
}

fn cross(a: &Z3, b: &Z3) -> Z3 {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

fn dot(a: &Z3, b: &Z3) -> i128 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The normal of the image of z = 0, on the side of the image of z > 0.
fn lattice_normal(matrix: &[Z3; 3]) -> Z3 {
    let column = |k| [matrix[0][k], matrix[1][k], matrix[2][k]];
    let n = cross(&column(0), &column(1));
    let side = dot(&n, &column(2)).signum();
    n.map(|x| side * x)
}

fn integer_vector(v: &Z3) -> V3 {
    v.map(|x| x as f64)
}

/// Two bodies at rest, touching in exact numbers, and the normal of a plane between them.
pub fn touching(rng: &mut SplitMix64) -> (PosedPair, V3) {
    let lattice = lattice(rng);
    let turns = [turn(rng), turn(rng)];
    let grid = Grid::new(rng, [&turns[0], &turns[1]]);
    let mut body = |points: &[Z3], turn: &Turn| {
        let origin = [0; 3].map(|_| i128::from(rng.integer(-100, 100)));
        placed(
            points,
            turn,
            &origin,
            grid.grid,
            &grid.offset,
            grid.exponent,
        )
    };
    let (a, pose_a) = body(&lattice.a, &turns[0]);
    let (b, pose_b) = body(&lattice.b, &turns[1]);
    let pair = PosedPair {
        family: lattice.family,
        a,
        pose_a,
        b,
        pose_b,
        meets: Some(true),
    };
    (pair, integer_vector(&lattice_normal(&lattice.matrix)))
}

/// Both bodies spin about the normal of the plane in which they touch half-way, and may slide along it.
pub fn spun(rng: &mut SplitMix64) -> Plant {
    let lattice = lattice(rng);
    let turns = [short_turn(rng), short_turn(rng)];
    let grid = Grid::new(rng, [&turns[0], &turns[1]]);
    let normal = lattice_normal(&lattice.matrix);
    let mut body = |points: &[Z3], turn: &Turn| {
        let origin = [0; 3].map(|_| i128::from(rng.integer(-20, 20)));
        let slide = [rng.integer(-9, 9), rng.integer(-9, 9), 0].map(i128::from);
        let slide = times(&lattice.matrix, &slide);
        let half = half_turn(rng, &normal);
        moving(points, turn, &half, &origin, &slide, &grid)
    };
    let (a, motion_a) = body(&lattice.a, &turns[0]);
    let (b, motion_b) = body(&lattice.b, &turns[1]);
    Plant {
        pair: MovingPair {
            family: lattice.family,
            a,
            motion_a,
            b,
            motion_b,
            meets: None,
        },
        normal: integer_vector(&normal),
        time: [1, 2],
        only_then: false,
    }
}

/// The tip of A swings by: the vertex farthest from the pivot points along the normal half-way, and
/// then only, and touches B there. B lies beyond the plane, and may spin in it.
pub fn swung(rng: &mut SplitMix64) -> Plant {
    let small = |rng: &mut SplitMix64, n: i64| [0; 3].map(|_| i128::from(rng.integer(-n, n)));
    let (normal, axis) = loop {
        let (n, other) = (small(rng, 3), small(rng, 3));
        let axis = cross(&n, &other);
        if axis != [0; 3] {
            break (n, axis);
        }
    };
    let in_plane = [axis, cross(&normal, &axis)];
    let turns = [short_turn(rng), short_turn(rng)];
    let grid = Grid::new(rng, [&turns[0], &turns[1]]);
    // The pivot is A's origin; the tip is at the lattice's.
    let far = i128::from(rng.integer(2, 8));
    let origin = normal.map(|x| -far * x);
    let within = far * far * dot(&normal, &normal);
    let mut a = vec![[0; 3]];
    while a.len() < 4 || a.len() < 10 && rng.flip() {
        let v = small(rng, 12);
        if dot(&v, &v) < within {
            a.push([0, 1, 2].map(|k| origin[k] + v[k]));
        }
    }
    rng.shuffle(&mut a);
    let (x, y) = (rng.integer(1, 4), rng.integer(1, 4));
    let corner = |x: i64, y: i64| -> Z3 {
        [0, 1, 2].map(|k| i128::from(x) * in_plane[0][k] + i128::from(y) * in_plane[1][k])
    };
    let mut b = match rng.below(3) {
        0 => vec![[0; 3]],
        1 => vec![corner(x, y), corner(-x, -y)],
        _ => vec![corner(x, 0), corner(-x, y), corner(-x, -y)],
    };
    for _ in 0..rng.below(5) {
        let mut v = small(rng, 12);
        if dot(&normal, &v) < 0 {
            v = v.map(|x| -x);
        }
        if dot(&normal, &v) > 0 {
            b.push(v);
        }
    }
    let swing = half_turn(rng, &axis);
    let (a, motion_a) = moving(&a, &turns[0], &swing, &origin, &[0; 3], &grid);
    let spin = half_turn(rng, &normal);
    let slide = corner(rng.integer(-4, 4), rng.integer(-4, 4));
    let (b, motion_b) = moving(&b, &turns[1], &spin, &[0; 3], &slide, &grid);
    Plant {
        pair: MovingPair {
            family: "swung",
            a,
            motion_a,
            b,
            motion_b,
            meets: None,
        },
        normal: integer_vector(&normal),
        time: [1, 2],
        only_then: swing != STILL,
    }
}

/// Two flat bodies in parallel planes; B falls through A, without turning, at a time that is no f64
/// three times in four.
pub fn falling(rng: &mut SplitMix64) -> Plant {
    let lattice = loop {
        let mut lattice = lattice(rng);
        let normal = lattice_normal(&lattice.matrix);
        for body in [&mut lattice.a, &mut lattice.b] {
            body.retain(|v| dot(&normal, v) == 0);
        }
        // The contact is of the features in the plane.
        if !lattice.a.is_empty() && !lattice.b.is_empty() {
            break lattice;
        }
    };
    let turns = [turn(rng), turn(rng)];
    let grid = Grid::new(rng, [&turns[0], &turns[1]]);
    let normal = lattice_normal(&lattice.matrix);
    let whole = *rng.pick(&[3, 5, 7, 2, 11, 12, 13]);
    let part = rng.integer(1, whole - 1);
    let drop = |times: i64| normal.map(|x| i128::from(times) * x);
    // Straight down past a resting A, or both fly along.
    let along = [0; 3].map(|_| i128::from(rng.integer(-9, 9) * i64::from(rng.flip())));
    let fly = |points: &[Z3], turn: &Turn, start: Z3, end: Z3| {
        let origin = [0; 3];
        let (vertices, pose) = placed(
            points,
            turn,
            &origin,
            grid.grid,
            &grid.offset,
            grid.exponent,
        );
        let written = WrittenMotion {
            start: Pose {
                p: grid.point(&start),
                q: pose.q,
            },
            end_p: grid.point(&end),
            end_q: None,
            turn: None,
            pivot: [0.0; 3],
        };
        (vertices, written)
    };
    let plus = |a: Z3, b: Z3| [0, 1, 2].map(|k| a[k] + b[k]);
    let (a, motion_a) = fly(&lattice.a, &turns[0], [0; 3], along);
    let (b, motion_b) = fly(
        &lattice.b,
        &turns[1],
        drop(part),
        plus(along, drop(part - whole)),
    );
    Plant {
        pair: MovingPair {
            family: lattice.family,
            a,
            motion_a,
            b,
            motion_b,
            meets: Some(true),
        },
        normal: integer_vector(&normal),
        time: [part, whole],
        only_then: true,
    }
}

/// The quaternion of a quarter of the turn about an integer axis, on a grid of 2^-20.
fn half_turn(rng: &mut SplitMix64, axis: &Z3) -> [f64; 4] {
    let unit = power_of_two(-20);
    let length = (dot(axis, axis) as f64).sqrt();
    let sine = if rng.below(6) == 0 {
        0.0
    } else {
        rng.between(-0.7, 0.7)
    };
    let step = (sine / length / unit).round() * unit;
    let [x, y, z] = axis.map(|c| step * c as f64);
    let cosine = (1.0 - (x * x + y * y + z * z)).sqrt();
    [x, y, z, (cosine / unit).round() * unit]
}

/// Body points and a motion that has them on the lattice half-way: origin at `origin`, which goes from
/// there less `slide` to there plus `slide`.
fn moving(
    points: &[Z3],
    turn: &Turn,
    half: &[f64; 4],
    origin: &Z3,
    slide: &Z3,
    grid: &Grid,
) -> (Vec<V3>, WrittenMotion) {
    let (vertices, pose) = placed(points, turn, origin, grid.grid, &grid.offset, grid.exponent);
    let [x, y, z, w] = *half;
    let back = [-x, -y, -z, w];
    let at = |side: i128| grid.point(&[0, 1, 2].map(|k| origin[k] + side * slide[k]));
    let motion = WrittenMotion {
        start: Pose {
            p: at(-1),
            q: product(&back, &pose.q),
        },
        end_p: at(1),
        end_q: (*half != STILL).then(|| product(half, &pose.q)),
        turn: None,
        pivot: [0.0; 3],
    };
    (vertices, motion)
}

/// The Hamilton product; exact for the short numbers here.
fn product(p: &[f64; 4], q: &[f64; 4]) -> [f64; 4] {
    [
        p[3] * q[0] + p[0] * q[3] + p[1] * q[2] - p[2] * q[1],
        p[3] * q[1] - p[0] * q[2] + p[1] * q[3] + p[2] * q[0],
        p[3] * q[2] + p[0] * q[1] - p[1] * q[0] + p[2] * q[3],
        p[3] * q[3] - p[0] * q[0] - p[1] * q[1] - p[2] * q[2],
    ]
}

/// The plant without its contact: B is moved `steps` last places beyond the plane, at both ends.
pub fn parted(plant: &Plant, steps: u32) -> MovingPair {
    let mut pair = plant.pair.clone();
    for p in [&mut pair.motion_b.start.p, &mut pair.motion_b.end_p] {
        *p = beyond(p, &plant.normal, steps);
    }
    pair
}

/// The point `steps` last places farther along the normal.
pub fn beyond(p: &V3, normal: &V3, steps: u32) -> V3 {
    let mut p = *p;
    for (x, n) in p.iter_mut().zip(normal) {
        for _ in 0..if *n == 0.0 { 0 } else { steps } {
            *x = if *n > 0.0 { x.next_up() } else { x.next_down() };
        }
    }
    p
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intersect::intersect;
    use crate::place::posed;
    use crate::random::case_generator;

    fn meet(pair: &PosedPair) -> bool {
        intersect(&posed(&pair.a, &pair.pose_a, &pair.b, &pair.pose_b)).hit()
    }

    /// The pose at a time of a motion that turns by nothing, or half-way.
    fn at(motion: &WrittenMotion, [part, whole]: [i64; 2]) -> Pose {
        let (s, e) = (motion.start.p, motion.end_p);
        let t = part as f64 / whole as f64;
        let q = motion.start.q;
        Pose {
            p: [0, 1, 2].map(|k| s[k] + t * (e[k] - s[k])),
            q: motion
                .end_q
                .map_or(q, |end| [0, 1, 2, 3].map(|k| 0.5 * (q[k] + end[k]))),
        }
    }

    #[test]
    fn contacts_are_where_they_were_planted() {
        for i in 0..400 {
            let rng = &mut case_generator(41, i);
            let (pair, normal) = touching(rng);
            assert!(meet(&pair), "{i}");
            let mut apart = pair.clone();
            apart.pose_b.p = beyond(&pair.pose_b.p, &normal, 1);
            assert!(!meet(&apart), "{i}");
            for plant in [spun(rng), swung(rng)] {
                let p = &plant.pair;
                let pair = PosedPair {
                    family: p.family,
                    a: p.a.clone(),
                    pose_a: at(&p.motion_a, plant.time),
                    b: p.b.clone(),
                    pose_b: at(&p.motion_b, plant.time),
                    meets: None,
                };
                assert!(meet(&pair), "{} {i}", p.family);
                for motion in [&p.motion_a, &p.motion_b] {
                    // On a grid of 2^-28.
                    let unit = power_of_two(28);
                    let norm = |q: [f64; 4]| q.map(|x| (unit * x) as i128).map(|x| x * x);
                    let norm = |q| norm(q).iter().sum::<i128>();
                    let sq = norm(motion.start.q);
                    assert!((sq as f64 / unit / unit - 1.0).abs() < 1.9e-3, "{sq}");
                    assert!(motion.end_q.is_none_or(|q| norm(q) == sq));
                }
            }
        }
    }
}
