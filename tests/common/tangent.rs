//! Bodies at rest whose distance is a number of f64 exactly: turned by quaternions of small integers, with corners that
//! these turn to integers, two of them apart by a vector of integers whose length is one too.

use interframe::Pose;
use nalgebra::{Quaternion, Vector3};
use twin::place::V3;
use twin::random::SplitMix64;

type Integers = [i64; 3];

pub struct Tangent {
    pub a: Vec<V3>,
    pub b: Vec<V3>,
    pub pose_a: Pose,
    pub pose_b: Pose,
    /// How far apart they are, exactly.
    pub between: f64,
    /// Along which B may move without coming nearer; exact like all else.
    pub across: Vector3<f64>,
}

fn dot(a: &Integers, b: &Integers) -> i64 {
    (0..3).map(|k| a[k] * b[k]).sum()
}

fn cross(a: &Integers, b: &Integers) -> Integers {
    [0, 1, 2].map(|k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        a[i] * b[j] - a[j] * b[i]
    })
}

fn draw<const N: usize>(rng: &mut SplitMix64, most: i64) -> [i64; N] {
    std::array::from_fn(|_| rng.integer(-most, most))
}

/// A quaternion of integers, 32 times one of about unit length; and its square.
fn turn(rng: &mut SplitMix64) -> ([i64; 4], i64) {
    loop {
        let [x, y, z] = draw::<3>(rng, 32);
        let rest = 1024 - (x * x + y * y + z * z);
        let w = (rest.max(0) as f64).sqrt().round() as i64;
        if (rest - w * w).abs() <= 1 {
            return ([x, y, z, w], 1024 - rest + w * w);
        }
    }
}

/// Turned by the quaternion and stretched by its square.
fn turned(q: &[i64; 4], v: &Integers) -> Integers {
    let ([x, y, z, w], axis) = (*q, [q[0], q[1], q[2]]);
    let (along, side) = (dot(&axis, v), cross(&axis, v));
    let stretch = w * w - (x * x + y * y + z * z);
    [0, 1, 2].map(|k| stretch * v[k] + 2 * along * axis[k] + 2 * w * side[k])
}

/// A vector of integers whose length is one.
fn whole_vector(rng: &mut SplitMix64) -> (Integers, i64) {
    loop {
        let [m, n, p, q] = draw::<4>(rng, 6);
        let v = [
            m * m + n * n - p * p - q * q,
            2 * (m * q + n * p),
            2 * (n * q - m * p),
        ];
        let length = m * m + n * n + p * p + q * q;
        if length > 0 {
            return (v, length);
        }
    }
}

/// Spheres, capsules or more, of every size in proportion.
pub fn tangent(rng: &mut SplitMix64) -> Tangent {
    let (v, length) = whole_vector(rng);
    let stretch = 1 << rng.below(10);
    let scale = 2f64.powi(*rng.pick(&[0, 0, -12, -30, 30]));
    let mut body = |toward: Integers| {
        let (q, square) = turn(rng);
        let corners = *rng.pick(&[1, 1, 2, 2, 4, 8]);
        let list: Vec<Integers> = (0..corners).map(|_| draw(rng, 8)).collect();
        let placed: Vec<_> = list.iter().map(|v| turned(&q, v)).collect();
        let farthest = placed
            .iter()
            .max_by_key(|p| dot(p, &toward))
            .expect("a corner");
        let list: Vec<V3> = list
            .iter()
            .map(|v| v.map(|x| (x * square) as f64 * scale))
            .collect();
        (list, q.map(|x| x as f64 / 32.0), *farthest)
    };
    let (a, q_a, on_a) = body(v);
    let (b, q_b, on_b) = body(v.map(|x| -x));
    let far = *rng.pick(&[0, 10, 24]);
    let at_a: Integers = draw(rng, 1 << far);
    let at_b = [0, 1, 2].map(|k| at_a[k] + on_a[k] + v[k] * stretch - on_b[k]);
    let across = cross(&v, &draw::<3>(rng, 100));
    let vector = |v: Integers| Vector3::from(v.map(|x| x as f64 * scale));
    let pose = |at: Integers, [x, y, z, w]: [f64; 4]| {
        Pose::new(vector(at), Quaternion::new(w, x, y, z)).expect("about unit length")
    };
    Tangent {
        a,
        b,
        pose_a: pose(at_a, q_a),
        pose_b: pose(at_b, q_b),
        between: (length * stretch) as f64 * scale,
        across: vector(across),
    }
}

/// Radii that touch exactly, miss by a last place or less, and reach as little too far.
pub fn about_touching(total: f64, rng: &mut SplitMix64) -> Vec<([f64; 2], bool)> {
    // The parts of an eighth are exact.
    let a = total * rng.below(9) as f64 / 8.0;
    let b = total - a;
    let tiny = total * 2f64.powi(-600);
    let mut list = vec![
        ([a, b], true),
        ([a, b.next_up()], true),
        ([total, tiny], true),
        ([total.next_down(), tiny], false),
        ([tiny, total.next_down()], false),
    ];
    if b > 0.0 {
        list.push(([a, b.next_down()], false));
    }
    list
}
