//! Pairs that touch exactly in real numbers, and the same a few last places apart or inside.
//!
//! On a small integer lattice A lies in z <= 0, B in z >= 0, and both have the origin on a vertex,
//! an edge or a face in z = 0; so they touch and no more. An integer matrix turns the contact
//! plane anywhere. Poses stay exact: the orientation is an integer quaternion k (norm squared N)
//! times a factor, so R is an integer matrix over N, and with world points that are multiples of
//! NA NB the body-frame points R^T (w - p) are integers too. Powers of two scale it all, down to
//! denormals. Everything is an exact f64, so `meets` is true by construction.

use crate::number::power_of_two;
use crate::place::{Pose, V3};
use crate::random::{SplitMix64, case_generator};
use crate::random_pairs::PosedPair;

type Z3 = [i128; 3];

/// A touching pair on the lattice, before it is placed.
pub(crate) struct Lattice {
    pub family: &'static str,
    pub a: Vec<Z3>,
    pub b: Vec<Z3>,
    /// The integer matrix that was applied; maps z <= 0 to A's side.
    pub matrix: [Z3; 3],
}

/// An integer quaternion whose multiple `q` is exact in f64 and of about unit norm.
pub(crate) struct Turn {
    pub q: [f64; 4],
    matrix: [Z3; 3],
    pub norm_sq: i128,
}

/// Case `index` of a fixed endless list: one in three touches exactly.
pub fn near_contact(index: u64) -> PosedPair {
    let mut rng = case_generator(3, index);
    let lattice = lattice(&mut rng);
    let mut pair = place(&mut rng, &lattice);
    match rng.below(3) {
        0 => {}
        1 => nudge(&mut rng, &mut pair),
        _ => turn_inexactly(&mut rng, &mut pair),
    }
    pair
}

/// Which point of a feature lies at the origin.
#[derive(Clone, Copy, PartialEq)]
enum At {
    Corner,
    Edge,
    Inside,
}

pub(crate) fn lattice(rng: &mut SplitMix64) -> Lattice {
    const NAMES: [[&str; 3]; 3] = [
        ["vertex-vertex", "vertex-edge", "vertex-face"],
        ["edge-vertex", "edge-edge", "edge-face"],
        ["face-vertex", "face-edge", "face-face"],
    ];
    let (kind_a, kind_b) = (rng.below(3), rng.below(3));
    // Split: A's feature in y <= 0, B's in y >= 0, so that they share an edge or a point only.
    let split = rng.below(3) == 0;
    let mut feature = |kind: usize, side: i128| {
        let at = [At::Corner, At::Edge, At::Inside][rng.below(kind + 1)];
        let at = if split && at == At::Inside {
            At::Edge
        } else {
            at
        };
        feature(rng, kind, at, split.then_some(side))
    };
    let (mut a, mut b) = (feature(kind_a, -1), feature(kind_b, 1));
    bulk(rng, &mut a, -1);
    bulk(rng, &mut b, 1);
    let matrix = loop {
        let m = [0; 3].map(|_| [0; 3].map(|_| small(rng, 4)));
        if determinant(&m) != 0 {
            break m;
        }
    };
    let turn = |points: Vec<Z3>| points.iter().map(|p| times(&matrix, p)).collect();
    Lattice {
        family: NAMES[kind_a][kind_b],
        a: turn(a),
        b: turn(b),
        matrix,
    }
}

fn small(rng: &mut SplitMix64, most: i64) -> i128 {
    i128::from(rng.integer(-most, most))
}

/// Points in z = 0 whose hull has the origin where `at` says. `side`: keep to y >= 0 or <= 0.
fn feature(rng: &mut SplitMix64, kind: usize, at: At, side: Option<i128>) -> Vec<Z3> {
    let on_side = |v: Z3| match side {
        Some(s) if v[1] * s < 0 => [v[0], -v[1], 0],
        _ => v,
    };
    let mut vector = || loop {
        let v = [small(rng, 8), small(rng, 8), 0];
        if v != [0; 3] {
            return v;
        }
    };
    let mut u = vector();
    if side.is_some() && at == At::Edge {
        u = [u[0].abs() + u[1].abs(), 0, 0];
    }
    let u = on_side(u);
    let w = loop {
        let w = on_side(vector());
        if u[0] * w[1] != u[1] * w[0] {
            break w;
        }
    };
    let opposite = |v: Z3| v.map(|x| -x * (1 + i128::from(v[0] & 1 == 0)));
    match (kind, at) {
        (0, _) => vec![[0; 3]],
        (1, At::Corner) => vec![[0; 3], u],
        (1, _) => vec![u, opposite(u)],
        (_, At::Corner) => vec![[0; 3], u, w, [u[0] + w[0], u[1] + w[1], 0]],
        (_, At::Edge) => vec![u, opposite(u), w],
        (_, At::Inside) => vec![u, w, [-u[0] - w[0], -u[1] - w[1], 0]],
    }
}

/// Adds up to six points strictly on one side, and now and then a duplicate.
fn bulk(rng: &mut SplitMix64, points: &mut Vec<Z3>, side: i128) {
    for _ in 0..rng.below(7) {
        let z = side * i128::from(rng.integer(1, 8));
        points.push([small(rng, 8), small(rng, 8), z]);
    }
    if rng.below(8) == 0 {
        let again = *rng.pick(points);
        points.push(again);
    }
    rng.shuffle(points);
}

/// Exact poses, common offset and power of two.
fn place(rng: &mut SplitMix64, lattice: &Lattice) -> PosedPair {
    let (turn_a, turn_b) = (turn(rng), turn(rng));
    let grid = turn_a.norm_sq * turn_b.norm_sq;
    let offset = common_offset(rng);
    let exponent = exponent(rng);
    let mut body = |points: &[Z3], turn: &Turn| {
        let t = match rng.below(3) {
            0 => [0; 3],
            _ => [0; 3].map(|_| small(rng, 100)),
        };
        placed(points, turn, &t, grid, &offset, exponent)
    };
    let (a, pose_a) = body(&lattice.a, &turn_a);
    let (b, pose_b) = body(&lattice.b, &turn_b);
    PosedPair {
        family: lattice.family,
        a,
        pose_a,
        b,
        pose_b,
        meets: Some(true),
    }
}

/// Body-frame points and pose such that the posed points are exactly
/// (grid * points + offset) 2^exponent. `t`: the body's origin on the lattice.
pub(crate) fn placed(
    points: &[Z3],
    turn: &Turn,
    t: &Z3,
    grid: i128,
    offset: &Z3,
    exponent: i32,
) -> (Vec<V3>, Pose) {
    let share = grid / turn.norm_sq;
    let body = points
        .iter()
        .map(|s| {
            let d = [0, 1, 2].map(|k| share * (s[k] - t[k]));
            let back = [0, 1, 2].map(|k| (0..3).map(|i| turn.matrix[i][k] * d[i]).sum());
            exact(&back, exponent)
        })
        .collect();
    let p = exact(&[0, 1, 2].map(|k| grid * t[k] + offset[k]), exponent);
    (body, Pose { p, q: turn.q })
}

pub(crate) fn common_offset(rng: &mut SplitMix64) -> Z3 {
    match rng.below(3) {
        0 => [0; 3],
        1 => [0; 3].map(|_| small(rng, 1 << 20)),
        _ => [0; 3].map(|_| small(rng, 1 << 52)),
    }
}

/// Mostly moderate; one in four from about 1e-150 to 1e150; one in sixteen denormal.
pub(crate) fn exponent(rng: &mut SplitMix64) -> i32 {
    match rng.below(16) {
        0 => -1074,
        1..5 => rng.integer(-500, 440) as i32,
        _ => rng.integer(-60, 20) as i32,
    }
}

/// integers * 2^exponent, which must be exact.
pub(crate) fn exact(v: &Z3, exponent: i32) -> V3 {
    v.map(|x| {
        assert!(x.unsigned_abs() <= 1 << 53, "{x} is not an exact f64");
        // In two factors, since 2^-1074 times a large integer is fine but must round once only.
        let half = exponent / 2;
        let y = x as f64 * power_of_two(half) * power_of_two(exponent - half);
        assert!(y.is_finite());
        y
    })
}

/// No turn, one of the 24 turns of a cube, or a general one whose quaternion is exact.
pub(crate) fn turn(rng: &mut SplitMix64) -> Turn {
    let (k, factor): ([i128; 4], f64) = match rng.below(4) {
        0 => ([0, 0, 0, 1], 1.0),
        1 => loop {
            let k = [0; 4].map(|_| small(rng, 1));
            let n = k.iter().map(|x| x * x).sum::<i128>();
            match n {
                1 => break (k, 1.0),
                2 => break (k, std::f64::consts::FRAC_1_SQRT_2),
                4 => break (k, 0.5),
                _ => {}
            }
        },
        _ => loop {
            // Norm squared within 0.1% of 2^16, so that k / 256 is a valid quaternion.
            let k3 = [0; 3].map(|_| small(rng, 150));
            let rest = 65536 - k3.iter().map(|x| x * x).sum::<i128>();
            if rest >= 0 {
                let w = (rest as f64).sqrt().round() as i128;
                if (w * w - rest).abs() <= 65 {
                    break ([k3[0], k3[1], k3[2], w], 1.0 / 256.0);
                }
            }
        },
    };
    let [x, y, z, w] = k;
    Turn {
        q: k.map(|c| c as f64 * factor),
        matrix: [
            [
                w * w + x * x - y * y - z * z,
                2 * (x * y - w * z),
                2 * (x * z + w * y),
            ],
            [
                2 * (x * y + w * z),
                w * w - x * x + y * y - z * z,
                2 * (y * z - w * x),
            ],
            [
                2 * (x * z - w * y),
                2 * (y * z + w * x),
                w * w - x * x - y * y + z * z,
            ],
        ],
        norm_sq: x * x + y * y + z * z + w * w,
    }
}

/// Moves one coordinate of a pose or a vertex by one to four last places.
pub(crate) fn nudge(rng: &mut SplitMix64, pair: &mut PosedPair) {
    let k = rng.below(3);
    let number = match rng.below(4) {
        0 => &mut pair.pose_a.p[k],
        1 => &mut pair.pose_b.p[k],
        2 => {
            let i = rng.below(pair.a.len());
            &mut pair.a[i][k]
        }
        _ => {
            let i = rng.below(pair.b.len());
            &mut pair.b[i][k]
        }
    };
    let up = rng.flip();
    for _ in 0..1 + rng.below(4) {
        *number = if up {
            number.next_up()
        } else {
            number.next_down()
        };
    }
    pair.meets = None;
}

/// Turns the whole pair by a random quaternion, rounded: the contact opens or closes by rounding.
fn turn_inexactly(rng: &mut SplitMix64, pair: &mut PosedPair) {
    let q = rng.quaternion();
    for pose in [&mut pair.pose_a, &mut pair.pose_b] {
        // Scaled, since products of numbers near the ends of the range would be lost.
        let largest = pose.p.iter().fold(0.0f64, |m, x| m.max(x.abs()));
        let scale = if largest > 0.0 { largest } else { 1.0 };
        let turned = crate::random_pairs::rotated(&q, &pose.p.map(|x| x / scale));
        let [x, y, z, w] = q;
        let [a, b, c, d] = pose.q;
        *pose = Pose {
            p: turned.map(|t| t * scale),
            q: [
                w * a + x * d + y * c - z * b,
                w * b - x * c + y * d + z * a,
                w * c + x * b - y * a + z * d,
                w * d - x * a - y * b - z * c,
            ],
        };
    }
    pair.meets = None;
}

pub(crate) fn times(m: &[Z3; 3], v: &Z3) -> Z3 {
    m.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
}

fn determinant(m: &[Z3; 3]) -> i128 {
    m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
        - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
        + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
}
