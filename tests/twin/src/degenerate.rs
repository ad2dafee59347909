//! Pairs that rounding is hard on: boxes and prisms in contact, flats, segments, points, nothing,
//! coincident and concentric bodies, sizes from 1e-6 to 1e6, up to a million sizes off the origin.

use crate::number::power_of_two;
use crate::place::{Pose, V3};
use crate::random::{SplitMix64, case_generator};
use crate::random_pairs::{PosedPair, rotated};
use crate::shapes::{cuboid, polygon, prism, rock};

/// A pair before it is placed: B is shifted by `shift` in A's frame.
struct Local {
    family: &'static str,
    a: Vec<V3>,
    b: Vec<V3>,
    shift: V3,
}

/// Case `index` of a fixed endless list.
pub fn degenerate_pair(index: u64) -> PosedPair {
    let mut rng = case_generator(2, index);
    let rng = &mut rng;
    let local = match rng.below(12) {
        0..4 => boxes(rng),
        4 => prisms(rng),
        5..7 => flats(rng),
        7 => segments(rng),
        8 => points(rng),
        9 => coincident(rng),
        10 => concentric(rng),
        _ => mixed(rng),
    };
    place(rng, local)
}

/// Scales, turns and shifts both bodies together; rounding moves contacts by a few last places.
fn place(rng: &mut SplitMix64, local: Local) -> PosedPair {
    // 2^-20 to 2^20: about 1e-6 to 1e6.
    let size = power_of_two(rng.integer(-20, 19) as i32) * rng.between(1.0, 2.0);
    let scaled = |v: &V3| v.map(|x| x * size);
    let q = match rng.below(3) {
        0 => [0.0, 0.0, 0.0, 1.0],
        1 => [0.5, 0.5, 0.5, 0.5],
        _ => rng.quaternion(),
    };
    let far = match rng.below(3) {
        0 => 0.0,
        1 => 10.0,
        _ => power_of_two(rng.integer(4, 20) as i32),
    };
    let offset = [0; 3].map(|_| size * far * rng.between(-1.0, 1.0));
    let shift = rotated(&q, &scaled(&local.shift));
    let pair = PosedPair {
        family: local.family,
        a: local.a.iter().map(scaled).collect(),
        pose_a: Pose { p: offset, q },
        b: local.b.iter().map(scaled).collect(),
        pose_b: Pose {
            p: [0, 1, 2].map(|k| offset[k] + shift[k]),
            q,
        },
        meets: (local.a.is_empty() || local.b.is_empty()).then_some(false),
    };
    if rng.flip() {
        return pair;
    }
    PosedPair {
        a: pair.b,
        pose_a: pair.pose_b,
        b: pair.a,
        pose_b: pair.pose_a,
        ..pair
    }
}

fn half_extents(rng: &mut SplitMix64) -> V3 {
    [0; 3].map(|_| match rng.below(4) {
        0 => 1.0,
        1 => rng.between(1e-4, 1e-2),
        _ => rng.between(0.1, 1.0),
    })
}

/// Face, edge or vertex contact: one, two or three axes exactly at the sum of the half extents.
fn boxes(rng: &mut SplitMix64) -> Local {
    let (ha, hb) = (half_extents(rng), half_extents(rng));
    let touching = rng.below(4);
    let mut axes = [0, 1, 2];
    rng.shuffle(&mut axes);
    let mut shift = [0.0; 3];
    for (i, &k) in axes.iter().enumerate() {
        let sum = ha[k] + hb[k];
        let side = if rng.flip() { 1.0 } else { -1.0 };
        shift[k] = if i < touching {
            side * sum
        } else {
            sum * rng.between(-0.99, 0.99)
        };
    }
    Local {
        family: ["boxes inside", "boxes face", "boxes edge", "boxes vertex"][touching],
        a: cuboid(ha),
        b: cuboid(hb),
        shift,
    }
}

fn prisms(rng: &mut SplitMix64) -> Local {
    let (na, nb) = (3 + rng.below(10), 3 + rng.below(10));
    let (ha, hb) = (rng.between(0.01, 1.0), rng.between(0.01, 1.0));
    let slide = rng.between(0.0, 2.5);
    Local {
        family: "prisms",
        a: prism(rng, na, ha),
        b: prism(rng, nb, hb),
        shift: [slide, 0.0, ha + hb],
    }
}

/// Coplanar, parallel or crossing polygons.
fn flats(rng: &mut SplitMix64) -> Local {
    let (na, nb) = (3 + rng.below(8), 3 + rng.below(8));
    let a = polygon(rng, na);
    let mut b = polygon(rng, nb);
    let shift = match rng.below(3) {
        0 => [rng.between(0.0, 2.2), 0.0, 0.0],
        1 => [rng.between(0.0, 2.2), 0.0, 1e-9],
        _ => {
            for v in &mut b {
                *v = [v[2], v[0], v[1]];
            }
            [rng.between(-1.0, 1.0), 0.0, rng.between(-1.2, 1.2)]
        }
    };
    Local {
        family: "flats",
        a,
        b,
        shift,
    }
}

/// Crossing, collinear or parallel segments, or a segment and a box.
fn segments(rng: &mut SplitMix64) -> Local {
    let a = vec![[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]];
    let (b, shift) = match rng.below(4) {
        0 => (
            vec![[0.0, -1.0, 0.0], [0.0, 1.0, 0.0]],
            [rng.between(-1.2, 1.2), 0.0, 0.0],
        ),
        1 => (a.clone(), [rng.between(1.5, 2.5), 0.0, 0.0]),
        2 => (a.clone(), [0.5, rng.between(-1e-12, 1e-12), 0.0]),
        _ => (
            cuboid([0.5; 3]),
            [rng.between(-2.0, 2.0), 0.5, rng.between(-0.6, 0.6)],
        ),
    };
    Local {
        family: "segments",
        a,
        b,
        shift,
    }
}

/// A point on, near or off a corner, edge or face of a box, or another point.
fn points(rng: &mut SplitMix64) -> Local {
    let h = half_extents(rng);
    let mut shift = [0, 1, 2].map(|k| match rng.below(3) {
        0 => h[k],
        1 => h[k] * rng.between(-1.0, 1.0),
        _ => h[k] * rng.between(-2.0, 2.0),
    });
    let a = if rng.below(8) == 0 {
        if rng.flip() {
            shift = [0.0; 3];
        }
        vec![[0.0; 3]]
    } else {
        cuboid(h)
    };
    Local {
        family: "points",
        a,
        b: vec![[0.0; 3]],
        shift,
    }
}

fn coincident(rng: &mut SplitMix64) -> Local {
    let a = match rng.below(4) {
        0 => cuboid(half_extents(rng)),
        1 => rock(rng, 20),
        2 => polygon(rng, 7),
        _ => vec![[-1.0, 0.5, 0.0], [1.0, 0.0, 0.25]],
    };
    Local {
        family: "coincident",
        b: a.clone(),
        a,
        shift: [0.0; 3],
    }
}

fn concentric(rng: &mut SplitMix64) -> Local {
    let a = rock(rng, 30);
    let inner = rng.between(1e-6, 0.5);
    Local {
        family: "concentric",
        b: a.iter().map(|v| v.map(|x| x * inner)).collect(),
        a,
        shift: [0.0; 3],
    }
}

/// A tiny body at a large one, and bodies without points.
fn mixed(rng: &mut SplitMix64) -> Local {
    let h = half_extents(rng);
    let b = if rng.below(3) == 0 {
        Vec::new()
    } else {
        cuboid([rng.between(1e-9, 1e-5); 3])
    };
    Local {
        family: "mixed sizes and empty",
        a: if rng.below(16) == 0 {
            Vec::new()
        } else {
            cuboid(h)
        },
        b,
        shift: [
            h[0],
            h[1] * rng.between(-1.1, 1.1),
            h[2] * rng.between(-1.1, 1.1),
        ],
    }
}
