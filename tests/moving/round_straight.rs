//! First contacts of bodies with radii that do not turn, against exact distances of what is swept: verdicts, and both ends of
//! the bracket. INTERFRAME_LONG=1 for full counts.

use dashu_int::IBig;
use interframe::{
    Contact, Motion, MovingPair, PairState, Polytope, Pose, TimeOfImpactOptions, Verdict,
    time_of_impact,
};
use nalgebra::Vector3;
use twin::distance::distance_sq;
use twin::number::{P3, Rational, common_unit, integer, scale};
use twin::place::{self, Pair, V3, linear};
use twin::random::{SplitMix64, case_generator};

use crate::common::{Tally, count, for_each, quaternion, vectors};

/// In frames; contacts within rounding are closed further.
const WIDEST: f64 = 1e-9;

struct Flying {
    points: V3List,
    motion: place::Motion,
}

type V3List = Vec<V3>;

fn added(a: &V3, b: &V3) -> V3 {
    [0, 1, 2].map(|k| a[k] + b[k])
}

fn times(a: &V3, by: f64) -> V3 {
    a.map(|x| x * by)
}

/// A core of about this size: a point, a segment, a flat or a solid; whole coordinates where `grid`.
fn core(random: &mut SplitMix64, size: f64, grid: bool) -> V3List {
    let corners = *random.pick(&[1, 1, 2, 2, 2, 3, 4, 5, 8]);
    let flat = random.below(4) == 0;
    let mut points: V3List = (0..corners)
        .map(|_| {
            let mut point = match grid {
                true => [0; 3].map(|_| random.integer(-3, 3) as f64),
                false => random.direction(),
            };
            if flat {
                point[2] = 0.0;
            }
            times(&point, size)
        })
        .collect();
    if random.below(8) == 0 {
        points.push(points[0]);
    }
    points
}

fn whole_turn(random: &mut SplitMix64) -> [f64; 4] {
    *random.pick(&[
        [0.0, 0.0, 0.0, 1.0],
        [0.0, 0.0, 1.0, 0.0],
        [0.5, 0.5, 0.5, 0.5],
        [0.6, 0.0, 0.0, 0.8],
    ])
}

/// Two bodies whose contact is like nothing in particular, or as hard as one can be.
fn draw(random: &mut SplitMix64) -> [Flying; 2] {
    let grid = random.below(3) == 0;
    let size = 2f64.powi(random.integer(-6, 6) as i32);
    let other = size * *random.pick(&[1.0, 1.0, 1.0, 0.5, 1e-3, 1e-9, 1e3]);
    let flight = size * *random.pick(&[1.0, 4.0, 4.0, 4.0, 1e3, 1e9, 1e-3, 1e-9]);
    let far = size * *random.pick(&[0.0, 0.0, 0.0, 1e3, 1e9]);
    let home = times(&random.direction(), far);
    let turns = [0, 1].map(|_| match grid {
        true => whole_turn(random),
        false => random.quaternion(),
    });
    // Parallel ones share what turns them, and their points.
    let alike = random.below(4) == 0;
    let first = core(random, size, grid);
    let second = match alike {
        true => first.clone(),
        false => core(random, other, grid),
    };
    let direction = |random: &mut SplitMix64| match grid {
        true => [0; 3].map(|_| random.integer(-2, 2) as f64),
        false => random.direction(),
    };
    let start = match random.below(12) {
        0 => [0.0; 3],
        _ => times(&direction(random), size * random.between(0.5, 6.0)),
    };
    let (start, way) = match (random.below(12), grid) {
        (0, _) => (start, [0.0; 3]),
        (1..4, _) => (start, times(&direction(random), flight)),
        // Towards each other, past by about a size.
        _ => {
            let aside = times(&direction(random), size * random.between(0.0, 2.0));
            let before = times(&start, flight / size);
            let way = added(&times(&before, -random.between(0.5, 2.0)), &aside);
            (added(&before, &aside), way)
        }
    };
    let drift = match random.flip() {
        true => [0.0; 3],
        false => times(&direction(random), flight),
    };
    let flying = |points, q, from: V3, by: &V3| {
        let start = place::Pose { p: from, q };
        let end = place::Pose {
            p: added(&from, by),
            q,
        };
        Flying {
            points,
            motion: place::Motion {
                start,
                end,
                pivot: [0.0; 3],
                by_turn: false,
            },
        }
    };
    [
        flying(first, turns[0], home, &drift),
        flying(
            second,
            if alike { turns[0] } else { turns[1] },
            added(&home, &start),
            &added(&way, &drift),
        ),
    ]
}

/// What A sweeps up to time t as seen from B, beside B.
fn swept(pair: &Pair, t: f64) -> Pair {
    let mut swept = pair.clone();
    let Some((shift_a, shift_b)) = swept.shift.take() else {
        return swept;
    };
    let unit = common_unit([t]).min(0);
    let (finer, part) = (IBig::ONE << (-unit) as usize, integer(t, unit));
    let refined = |p: &P3| scale(p, &finer);
    let moved = |p: &P3| -> P3 {
        std::array::from_fn(|k| &p[k] * &finer + (&shift_a[k] - &shift_b[k]) * &part)
    };
    swept.a = pair
        .a
        .iter()
        .map(refined)
        .chain(pair.a.iter().map(moved))
        .collect();
    swept.b = pair.b.iter().map(refined).collect();
    swept.unit += unit;
    swept
}

fn exact_distance_sq(pair: &Pair, t: f64) -> Rational {
    distance_sq(&swept(pair, t)).expect("neither is empty")
}

/// Radii that come to about `sum`.
fn parts(random: &mut SplitMix64, sum: f64) -> [f64; 2] {
    match random.below(4) {
        0 => [sum, 0.0],
        1 => [sum / 3.0, sum - sum / 3.0],
        2 => [sum * 1e-17, sum],
        _ => [0.5 * sum, 0.5 * sum],
    }
}

fn judge(index: u64, tally: &mut Tally) {
    let random = &mut case_generator(3906, index);
    let flying = draw(random);
    let [a, b] = &flying;
    let exact = linear(&a.points, &a.motion, &b.points, &b.motion);
    let bodies = [a, b].map(|body| Polytope::new(&vectors(&body.points)).expect("finite"));
    let motions = [a, b].map(|body| {
        let start = Pose::new(body.motion.start.p.into(), quaternion(&body.motion.start.q));
        Motion::translation(start.expect("a pose"), Vector3::from(body.motion.end.p))
    });
    let motions = motions.map(|motion| motion.expect("finite"));
    let (start_sq, least_sq) = (
        exact_distance_sq(&exact, 0.0),
        exact_distance_sq(&exact, 1.0),
    );
    let (start, least) = (start_sq.root(), least_sq.root());
    let size = 1.0 + bodies[0].reach();
    // Grazes, touches at the start, contacts in between, and any radius at all.
    let sum = match random.below(8) {
        0 => least,
        1 => start,
        2 => *random.pick(&[
            least.next_up(),
            least.next_down(),
            start.next_up(),
            start.next_down(),
        ]),
        3 => size * 10f64.powi(random.integer(-12, 12) as i32),
        _ => least + (start - least) * random.unit(),
    };
    if !(sum > 0.0) {
        return;
    }
    let radii = parts(random, sum);
    let reach_sq = Rational::square_of_sum(radii[0], radii[1]);
    let [round_a, round_b] = [0, 1].map(|k| bodies[k].rounded(radii[k]).expect("a radius"));
    let pair = MovingPair::new(round_a, &motions[0], round_b, &motions[1]);
    // So small a tolerance that nothing is near but what is apart by the smallest number.
    let options = TimeOfImpactOptions {
        tolerance: Some(f64::from_bits(1)),
        ..TimeOfImpactOptions::default()
    };
    let found = time_of_impact(&pair, &options, &mut PairState::default()).expect("valid");
    let is_near = found.contact == Contact::Near && found.gap == f64::from_bits(1);
    tally.cases += 1;
    let name = format!("{index} with radii {radii:?}");
    let (hit, initial) = (least_sq <= reach_sq, start_sq <= reach_sq);
    let mut claim = |right: bool, what: &str| {
        tally.claim(right, &name, &format!("{what}: {found:?}"));
    };
    claim(
        (found.verdict == Verdict::Hit) == hit || !hit && is_near,
        "verdict",
    );
    claim(found.verdict != Verdict::Undecided, "left open");
    if !hit || found.verdict != Verdict::Hit {
        tally.separated += u64::from(found.verdict == Verdict::Separated);
        return;
    }
    let [t_lo, t_hi] = [found.t_lo, found.t_hi];
    claim(initial == (t_hi == 0.0), "start");
    claim(0.0 <= t_lo && t_lo <= t_hi && t_hi <= 1.0, "times");
    claim(t_hi - t_lo <= WIDEST, "width");
    if !initial {
        claim(
            exact_distance_sq(&exact, t_lo) >= reach_sq,
            "touch before t_lo",
        );
        claim(
            exact_distance_sq(&exact, t_hi) <= reach_sq,
            "apart until t_hi",
        );
    }
    tally.hits += 1;
}

#[test]
fn brackets_hold_the_exact_time() {
    for_each(count(3_000, 1_000_000), judge).report("round bodies that go straight");
}
