//! Pairs of point sets in D dimensions: random, touching, degenerate, extreme. About half meet.

use crate::number::power_of_two;
use crate::random::{SplitMix64, case_generator};

/// Two sets and where they come from.
#[derive(Debug, Clone)]
pub struct SetPair<const D: usize> {
    pub family: &'static str,
    pub a: Vec<[f64; D]>,
    pub b: Vec<[f64; D]>,
    /// Set when the verdict is known from the construction.
    pub meets: Option<bool>,
}

/// Case `index` of a fixed endless list.
pub fn set_pair<const D: usize>(index: u64) -> SetPair<D> {
    let mut rng = case_generator(0x5e75 + D as u64, index);
    match index % 12 {
        0..=2 => clouds(&mut rng),
        3 => lattice(&mut rng),
        4 => on_a_face(&mut rng, 0.0),
        5 => near_a_face(&mut rng),
        6 => flat(&mut rng),
        7 => copies(&mut rng),
        8 => extreme(&mut rng, index),
        9 => far(&mut rng),
        10 => stretched(&mut rng),
        _ => tiny_sets(&mut rng),
    }
}

fn pair<const D: usize>(
    family: &'static str,
    a: Vec<[f64; D]>,
    b: Vec<[f64; D]>,
    meets: Option<bool>,
) -> SetPair<D> {
    SetPair {
        family,
        a,
        b,
        meets,
    }
}

fn shifted<const D: usize>(set: &[[f64; D]], by: &[f64; D]) -> Vec<[f64; D]> {
    let shift = |p: &[f64; D]| std::array::from_fn(|k| p[k] + by[k]);
    set.iter().map(shift).collect()
}

fn cloud<const D: usize>(rng: &mut SplitMix64, count: usize) -> Vec<[f64; D]> {
    (0..count)
        .map(|_| [0; D].map(|_| rng.between(-1.0, 1.0)))
        .collect()
}

/// Two clouds in cubes, apart by up to what leaves half of them meeting.
fn clouds<const D: usize>(rng: &mut SplitMix64) -> SetPair<D> {
    let counts = [0; 2].map(|_| rng.integer(2, 3 * D as i64 + 6) as usize);
    let by = [0; D].map(|_| rng.between(-1.2, 1.2));
    let (a, b) = (cloud(rng, counts[0]), cloud(rng, counts[1]));
    pair("clouds", a, shifted(&b, &by), None)
}

/// Small integers: many meet in a corner or a face, or miss by a whole number.
fn lattice<const D: usize>(rng: &mut SplitMix64) -> SetPair<D> {
    let reach = rng.integer(1, 3);
    let mut points = |count: usize| -> Vec<[f64; D]> {
        (0..count)
            .map(|_| [0; D].map(|_| rng.integer(-reach, reach) as f64))
            .collect()
    };
    let (a, b) = (points(D + 3), points(D + 2));
    let by = [0; D].map(|_| rng.integer(-2, 2) as f64);
    pair("lattice", a, shifted(&b, &by), None)
}

/// A has a face of random lattice points; B's nearest point is a dyadic combination of them, off
/// by `gap` outwards. Exact: 0 touches, positive is apart.
fn on_a_face<const D: usize>(rng: &mut SplitMix64, gap: f64) -> SetPair<D> {
    let axis = rng.below(D);
    let side = if rng.flip() { 1.0 } else { -1.0 };
    let face: Vec<[f64; D]> = (0..D + 1)
        .map(|_| {
            let mut p = [0; D].map(|_| rng.integer(-64, 64) as f64);
            p[axis] = 0.0;
            p
        })
        .collect();
    // Eight halves of halves: exact in f64.
    let mut touch = face[0];
    for _ in 0..8 {
        let towards = rng.pick(&face);
        touch = std::array::from_fn(|k| 0.5 * touch[k] + 0.5 * towards[k]);
    }
    touch[axis] = side * gap;
    let mut beyond = |sign: f64, count: usize| -> Vec<[f64; D]> {
        (0..count)
            .map(|_| {
                let mut p = [0; D].map(|_| rng.integer(-64, 64) as f64);
                p[axis] = sign * (1.0 + p[axis].abs());
                p
            })
            .collect()
    };
    let mut a = face;
    a.extend(beyond(-side, D));
    let mut b = beyond(side, D + 1);
    b.push(touch);
    rng.shuffle(&mut a);
    rng.shuffle(&mut b);
    pair("on a face", a, b, Some(gap <= 0.0))
}

/// The same, off by 2^-20 to 2^-1000 either way.
fn near_a_face<const D: usize>(rng: &mut SplitMix64) -> SetPair<D> {
    let exponent = rng.pick(&[-20, -40, -50, -60, -100, -1000]);
    let sign = if rng.flip() { 1.0 } else { -1.0 };
    let near = on_a_face(rng, sign * power_of_two(*exponent));
    // Inwards it may pass the edge of the face; outwards it is apart for certain.
    let meets = near.meets.filter(|meets| !meets);
    SetPair {
        family: "near a face",
        meets,
        ..near
    }
}

/// Sets in flats of fewer dimensions.
fn flat<const D: usize>(rng: &mut SplitMix64) -> SetPair<D> {
    let set = |rng: &mut SplitMix64| -> Vec<[f64; D]> {
        let rank = rng.below(D);
        let axes: Vec<[f64; D]> = (0..rank)
            .map(|_| [0; D].map(|_| rng.integer(-3, 3) as f64))
            .collect();
        let count = rng.integer(1, 2 * D as i64) as usize;
        (0..count)
            .map(|_| {
                let mut p = [0.0; D];
                for axis in &axes {
                    let along = rng.integer(-4, 4) as f64;
                    p = std::array::from_fn(|k| p[k] + along * axis[k]);
                }
                p
            })
            .collect()
    };
    let (a, b) = (set(rng), set(rng));
    let by = if rng.flip() {
        [0.0; D]
    } else {
        [0; D].map(|_| rng.integer(-1, 1) as f64)
    };
    pair("flat", a, shifted(&b, &by), None)
}

/// The same points twice, shuffled, some left out, repeated, or moved by a last place.
fn copies<const D: usize>(rng: &mut SplitMix64) -> SetPair<D> {
    let count = rng.integer(1, 2 * D as i64 + 4) as usize;
    let a: Vec<[f64; D]> = cloud(rng, count);
    let mut b = a.clone();
    rng.shuffle(&mut b);
    b.truncate(rng.integer(1, count as i64) as usize);
    let moved = rng.flip();
    if moved {
        for x in b.iter_mut().flatten() {
            *x = if rng.flip() {
                x.next_up()
            } else {
                x.next_down()
            };
        }
    }
    let again = *rng.pick(&a);
    let mut a = a;
    a.push(again);
    pair("copies", a, b, (!moved).then_some(true))
}

/// Another family at an extreme size.
fn extreme<const D: usize>(rng: &mut SplitMix64, index: u64) -> SetPair<D> {
    let other = set_pair::<D>(12 * index + rng.below(8) as u64);
    let factor = power_of_two(*rng.pick(&[-500, -480, 480, 500, 1000]));
    let scaled = |set: &[[f64; D]]| set.iter().map(|p| p.map(|x| x * factor)).collect();
    // Small bits may be lost, and with them what is known.
    pair("extreme", scaled(&other.a), scaled(&other.b), None)
}

/// Clouds far from the origin, on a coarse grid of last places.
fn far<const D: usize>(rng: &mut SplitMix64) -> SetPair<D> {
    let near = clouds::<D>(rng);
    let place = power_of_two(*rng.pick(&[10, 30, 45, 51]));
    let by = [0; D].map(|_| place * rng.integer(-1, 1) as f64);
    pair("far", shifted(&near.a, &by), shifted(&near.b, &by), None)
}

/// Clouds whose axes are stretched by different powers of two; a needle or a sheet.
fn stretched<const D: usize>(rng: &mut SplitMix64) -> SetPair<D> {
    let near = clouds::<D>(rng);
    let by = [0; D].map(|_| power_of_two(rng.integer(-30, 0) as i32));
    let stretch = |set: &[[f64; D]]| -> Vec<[f64; D]> {
        set.iter()
            .map(|p| std::array::from_fn(|k| p[k] * by[k]))
            .collect()
    };
    pair("stretched", stretch(&near.a), stretch(&near.b), None)
}

/// Points and segments, also none at all.
fn tiny_sets<const D: usize>(rng: &mut SplitMix64) -> SetPair<D> {
    let set = |rng: &mut SplitMix64| -> Vec<[f64; D]> {
        (0..rng.below(4))
            .map(|_| [0; D].map(|_| rng.integer(-1, 1) as f64))
            .collect()
    };
    let (a, b) = (set(rng), set(rng));
    pair("tiny sets", a, b, None)
}

/// A set and another that is, about half the time, inside it.
pub fn nested<const D: usize>(index: u64) -> SetPair<D> {
    let mut rng = case_generator(0x1e57 + D as u64, index);
    let outer = set_pair::<D>(rng.next_u64() >> 8).b;
    let rng = &mut rng;
    if outer.is_empty() || rng.below(16) == 0 {
        let inner = cloud(rng, rng.clone().below(3));
        return pair("nested, empty", inner, outer, None);
    }
    let count = rng.integer(1, D as i64) as usize;
    let strays = rng.below(3) == 0;
    let mut inner: Vec<[f64; D]> = (0..count)
        .map(|_| {
            // Halves of halves: on faces, edges and corners as often as inside; rounded where the
            // numbers have too many bits.
            let mut p = *rng.pick(&outer);
            for _ in 0..rng.below(6) {
                let towards = *rng.pick(&outer);
                p = std::array::from_fn(|k| 0.5 * p[k] + 0.5 * towards[k]);
            }
            p
        })
        .collect();
    if strays {
        let k = rng.below(D);
        let last = inner.last_mut().expect("at least one");
        last[k] = if rng.flip() {
            last[k].next_up()
        } else {
            last[k] + 0.25
        };
    }
    pair("nested", inner, outer, None)
}
