//! Point sets in 2 to 8 dimensions against exact rationals everywhere and good_lp where it can
//! tell: verdicts, planes, weights, both distance bounds, containment, membership.
//! INTERFRAME_LONG=1 for full counts.

use crate::common::{Tally, count, for_each};
use interframe::{
    ContainmentVerdict, DecidedBy, DistanceBounds, SetPlane, SetWeights, SetsIntersection,
    SetsOptions, SpanColumn, Verdict, contains_point, intersect_sets, is_subset,
};
use twin::number::Rational;
use twin::set_pairs::{SetPair, nested, set_pair};
use twin::sets::Sets;
use twin::sets_margin::{TRUSTED, relative_distance_1};

/// Hands exact arithmetic everything that f64 does not settle at once.
const HASTY: u32 = 1;

fn ask<const D: usize>(pair: &SetPair<D>, max_pivots: u32) -> SetsIntersection<D> {
    let options = SetsOptions {
        max_pivots,
        ..SetsOptions::default()
    };
    intersect_sets(&pair.a, &pair.b, &options).expect("finite points")
}

fn judge<const D: usize>(index: u64, tally: &mut Tally) {
    let pair = set_pair::<D>(index);
    let name = format!("{} {D}-D {index}", pair.family);
    let sets = Sets::new(&pair.a, &pair.b);
    let distance_1 = sets.distance_1();
    let meets = distance_1.as_ref().is_some_and(Rational::is_zero);
    tally.claim(
        pair.meets.is_none_or(|known| known == meets),
        &name,
        "the twin contradicts the construction",
    );
    let answer = ask(&pair, SetsOptions::default().max_pivots);
    judge_answer(&name, &sets, &answer, meets, tally);
    if let (Some(bounds), Some(distance_1)) = (&answer.bounds, &distance_1) {
        bounds_hold::<D>(&name, &sets, bounds, distance_1, &answer, tally);
    }
    judge_by_good_lp(&name, &pair, &answer, distance_1.as_ref(), tally);
    if index % 4 == 1 {
        let hasty = ask(&pair, HASTY);
        judge_answer(&format!("{name}, hasty"), &sets, &hasty, meets, tally);
    } else if index % 4 == 2 {
        let swapped = SetPair {
            a: pair.b.clone(),
            b: pair.a.clone(),
            ..pair
        };
        let verdict = ask(&swapped, SetsOptions::default().max_pivots).verdict;
        tally.claim(verdict == answer.verdict, &name, "swapped verdict differs");
    }
}

fn judge_answer<const D: usize>(
    name: &str,
    sets: &Sets,
    answer: &SetsIntersection<D>,
    meets: bool,
    tally: &mut Tally,
) {
    tally.cases += 1;
    match answer.decided_by {
        DecidedBy::Float => tally.by_float += 1,
        DecidedBy::Exact => tally.by_exact += 1,
        _ => {}
    }
    tally.most_iterations = tally.most_iterations.max(answer.iterations);
    let right = match answer.verdict {
        Verdict::Hit => {
            tally.hits += 1;
            let weights = answer.weights.as_ref().expect("a hit has weights");
            meets && weights_prove::<D>(sets, weights) && answer.point.is_some()
        }
        Verdict::Separated => {
            tally.separated += 1;
            match &answer.plane {
                Some(plane) => {
                    tally.spanned += u64::from(plane.spanned_by.is_some());
                    !meets && plane_proves(sets, plane) && answer.bounds.is_some()
                }
                None => sets.a.is_empty() || sets.b.is_empty(),
            }
        }
        Verdict::Undecided => false,
    };
    if !right {
        tally.wrong.push(format!("{name}: {answer:?}"));
    }
}

/// The points that were named do meet, exactly; and the rounded weights are nearly right.
fn weights_prove<const D: usize>(sets: &Sets, weights: &SetWeights) -> bool {
    let ids = |side: &[(u32, f64)]| side.iter().map(|&(i, _)| i).collect::<Vec<_>>();
    let sum = |side: &[(u32, f64)]| side.iter().map(|&(_, w)| w).sum::<f64>();
    let normal =
        |side: &[(u32, f64)]| side.iter().all(|&(_, w)| w > 0.0) && (sum(side) - 1.0).abs() < 1e-9;
    weights.on_a.len() + weights.on_b.len() <= D + 2
        && normal(&weights.on_a)
        && normal(&weights.on_b)
        && sets.chosen(&ids(&weights.on_a), &ids(&weights.on_b)).meet()
}

fn plane_proves<const D: usize>(sets: &Sets, plane: &SetPlane<D>) -> bool {
    let length = plane.normal.iter().map(|x| x * x).sum::<f64>().sqrt();
    let exact = match &plane.spanned_by {
        None => sets.separates_f64(&plane.normal),
        Some(columns) => sets.separates(&twin::sets::spanned_normal(sets, &numbered(columns))),
    };
    (length - 1.0).abs() < 1e-12 && exact && !plane.offset.is_nan()
}

/// The columns as the twin names them: kind and index.
fn numbered(columns: &[SpanColumn]) -> Vec<(char, usize)> {
    let name = |column: &SpanColumn| match *column {
        SpanColumn::A(i) => ('a', i as usize),
        SpanColumn::B(j) => ('b', j as usize),
        SpanColumn::Plus(row) => ('+', row as usize),
        SpanColumn::Minus(axis) => ('-', axis as usize),
    };
    columns.iter().map(name).collect()
}

/// Both bounds against the exact distances; by_optimum also against sqrt(D) times nearly the
/// exact 1-norm distance, which it must reach.
fn bounds_hold<const D: usize>(
    name: &str,
    sets: &Sets,
    bounds: &DistanceBounds,
    distance_1: &Rational,
    answer: &SetsIntersection<D>,
    tally: &mut Tally,
) {
    let distance_2_sq = sets.distance_2_sq().expect("not empty");
    for bound in [bounds.by_optimum, bounds.by_plane] {
        let holds = bound >= 0.0 && Rational::square_of(bound) <= distance_2_sq;
        tally.claim(holds, name, &format!("bound {bound}"));
    }
    let optimum = bounds.by_optimum * (D as f64).sqrt();
    let (exact, size) = (distance_1.to_f64(), sets.size());
    // Everything but exact arithmetic may lose the rounding of the points.
    let lost = if answer.decided_by == DecidedBy::Exact {
        1e-14 * exact
    } else {
        1e-11 * size
    };
    let reaches = optimum >= exact - lost - 1e-300;
    tally.claim(reaches, name, &format!("optimum {optimum} of {exact}"));
    let plane_reaches = bounds.by_plane >= bounds.by_optimum * (1.0 - 1e-12) - lost - 1e-300;
    tally.claim(plane_reaches, name, "the plane's bound is the lesser");
}

fn judge_by_good_lp<const D: usize>(
    name: &str,
    pair: &SetPair<D>,
    answer: &SetsIntersection<D>,
    distance_1: Option<&Rational>,
    tally: &mut Tally,
) {
    let Some(distance) = relative_distance_1(&pair.a, &pair.b) else {
        return;
    };
    if distance < -TRUSTED {
        // The zero normal reaches 0: good_lp is wrong about its own program.
        tally.refused += 1;
    } else if distance > TRUSTED {
        tally.judged += 1;
        let right = answer.verdict == Verdict::Separated;
        tally.claim(right, name, &format!("good_lp says apart by {distance}"));
    } else if let Some(bounds) = &answer.bounds {
        // Not told apart: then the sets are near each other for their size.
        let size = Sets::new(&pair.a, &pair.b).size();
        let near = bounds.by_optimum <= 2.0 * TRUSTED * size;
        if !near && distance_1.is_some_and(|exact| exact.to_f64() > 2.0 * TRUSTED * size) {
            // So it says of sets that are far apart, exactly: its optimum is none.
            tally.refused += 1;
            return;
        }
        tally.judged += 1;
        tally.claim(near, name, &format!("good_lp says {distance}, {bounds:?}"));
    }
}

fn suite<const D: usize>() {
    let n = count(240, 60_000);
    for_each(n, judge::<D>).report(&format!("point sets, {D}-D"));
}

#[test]
fn two_dimensions() {
    suite::<2>();
}

#[test]
fn three_dimensions() {
    suite::<3>();
}

#[test]
fn four_dimensions() {
    suite::<4>();
}

#[test]
fn five_dimensions() {
    suite::<5>();
}

#[test]
fn six_dimensions() {
    suite::<6>();
}

#[test]
fn seven_dimensions() {
    suite::<7>();
}

#[test]
fn eight_dimensions() {
    suite::<8>();
}

/// The f64 basis seems optimal to within its tolerance on reduced costs; its plane separates, but the
/// bound used to be 0.035% below the distance in the 1-norm. Of the second pair the tableau's own
/// levels had drifted to that bound, 4% below.
#[test]
fn a_basis_that_only_seems_optimal_bounds_no_distance() {
    let mut tally = Tally::default();
    judge::<4>(5938, &mut tally);
    judge::<4>(36_706, &mut tally);
    tally.report("nearly optimal");
}

fn judge_nested<const D: usize>(index: u64, tally: &mut Tally) {
    let pair = nested::<D>(index);
    let name = format!("{} {D}-D {index}", pair.family);
    let sets = Sets::new(&pair.a, &pair.b);
    let answer = is_subset(&pair.a, &pair.b, &SetsOptions::default()).expect("finite points");
    tally.cases += 1;
    let inside = answer.verdict == ContainmentVerdict::Inside;
    tally.claim(inside == sets.a_in_b(), &name, "subset");
    tally.claim(
        answer.verdict != ContainmentVerdict::Undecided,
        &name,
        "undecided",
    );
    match answer.outside {
        None => {
            tally.hits += 1;
            tally.claim(inside, &name, "no point is named");
        }
        Some(index) => {
            tally.separated += 1;
            // Every point before is a member.
            let before: Vec<u32> = (0..index).collect();
            let all: Vec<u32> = (0..pair.b.len() as u32).collect();
            tally.claim(sets.chosen(&before, &all).a_in_b(), &name, "not the first");
            let turned = Sets {
                a: sets.b.clone(),
                b: vec![sets.a[index as usize].clone()],
                unit: sets.unit,
            };
            let proved = match &answer.plane {
                Some(plane) => plane_proves(&turned, plane),
                None => pair.b.is_empty(),
            };
            tally.claim(proved, &name, "the plane");
        }
    }
    let Some(point) = pair.a.last() else { return };
    let one = contains_point(&pair.b, point, &SetsOptions::default()).expect("finite points");
    tally.cases += 1;
    let turned = Sets::new(&pair.b, std::slice::from_ref(point));
    let is_member = one.verdict == ContainmentVerdict::Inside;
    tally.claim(is_member == turned.meet(), &name, "membership");
    tally.claim(
        one.verdict != ContainmentVerdict::Undecided,
        &name,
        "undecided",
    );
    let proved = match (&one.weights, &one.plane) {
        (Some(weights), None) => {
            let weights = SetWeights {
                on_a: weights.clone(),
                on_b: vec![(0, 1.0)],
            };
            is_member && weights_prove::<D>(&turned, &weights)
        }
        (None, Some(plane)) => !is_member && plane_proves(&turned, plane),
        (None, None) => pair.b.is_empty() && !is_member,
        (Some(_), Some(_)) => false,
    };
    tally.claim(proved, &name, "membership's proof");
}

#[test]
fn containment_and_membership() {
    // Of the nested pairs 3% have nothing to be a member.
    let n = count(700, 20_700);
    for_each(n, |index, tally| match index % 7 {
        0 => judge_nested::<2>(index, tally),
        1 => judge_nested::<3>(index, tally),
        2 => judge_nested::<4>(index, tally),
        3 => judge_nested::<5>(index, tally),
        4 => judge_nested::<6>(index, tally),
        5 => judge_nested::<7>(index, tally),
        _ => judge_nested::<8>(index, tally),
    })
    .report("containment and membership");
}

/// S = [g, 1+g] x [0,1]^2 and T = [-1,0]^3: with artificial columns of one sign the optimum is 1 at
/// every distance g, and min(g, 1) with the sets exchanged.
#[test]
fn the_articles_counterexample() {
    let corners = |low: [f64; 3]| -> Vec<[f64; 3]> {
        let side = |i: usize, k: usize| low[k] + f64::from(u8::from(i >> k & 1 == 1));
        (0..8)
            .map(|i| [side(i, 0), side(i, 1), side(i, 2)])
            .collect()
    };
    let t = corners([-1.0; 3]);
    for g in [1e-6, 0.015625, 0.5, 1.0, 64.0, 1e6] {
        let s = corners([g, 0.0, 0.0]);
        for (a, b) in [(&s, &t), (&t, &s)] {
            let answer = intersect_sets(a, b, &SetsOptions::default()).expect("finite");
            let bounds = answer.bounds.expect("apart");
            assert!(bounds.by_optimum * 3.0_f64.sqrt() <= g * (1.0 + 1e-15));
            assert!(bounds.by_plane <= g);
            // The rounding of sets of size 2 + g is lost.
            assert!(bounds.by_plane > g - 1e-13 * (2.0 + g), "{bounds:?} of {g}");
        }
    }
}

/// What no rotation of the order, exact scale or exact shift may change.
fn unmoved<const D: usize>(index: u64, tally: &mut Tally) {
    let pair = set_pair::<D>(index);
    let name = format!("{} {D}-D {index}", pair.family);
    let verdict = ask(&pair, SetsOptions::default().max_pivots).verdict;
    tally.cases += 1;
    let mut claim = |a: Vec<[f64; D]>, b: Vec<[f64; D]>, what: &str| {
        let moved = SetPair { a, b, ..pair };
        let answer = ask(&moved, SetsOptions::default().max_pivots);
        tally.claim(answer.verdict == verdict, &name, what);
    };
    let reversed = |set: &[[f64; D]]| set.iter().rev().copied().collect::<Vec<_>>();
    claim(reversed(&pair.a), reversed(&pair.b), "order of the points");
    let largest = (pair.a.iter().chain(&pair.b).flatten()).fold(0.0f64, |m, x| m.max(x.abs()));
    if largest < 1e100 {
        // Powers of two lose nothing here.
        let scaled = |set: &[[f64; D]]| set.iter().map(|p| p.map(|x| x * 1024.0)).collect();
        claim(scaled(&pair.a), scaled(&pair.b), "size");
    }
    let mirrored = |set: &[[f64; D]]| -> Vec<[f64; D]> {
        let mirror = |p: &[f64; D]| std::array::from_fn(|k| -p[(k + 1) % D]);
        set.iter().map(mirror).collect()
    };
    claim(mirrored(&pair.a), mirrored(&pair.b), "axes");
}

#[test]
fn order_size_and_axes_change_no_verdict() {
    for_each(count(400, 8_000), |index, tally| match index % 3 {
        0 => unmoved::<2>(index, tally),
        1 => unmoved::<3>(index, tally),
        _ => unmoved::<6>(index, tally),
    })
    .report("unmoved");
}

#[test]
fn bad_points_are_named() {
    use interframe::Error;
    let options = SetsOptions::default();
    let good = [[0.0; 4], [1.0; 4]];
    let bad = [[0.0, 0.0, f64::INFINITY, 0.0]];
    let expected = Error::NonFiniteCoordinate {
        index: 2,
        coordinate: 2,
        value: f64::INFINITY,
    };
    let expected = Err::<(), _>(expected);
    assert_eq!(intersect_sets(&good, &bad, &options).map(|_| ()), expected);
    assert_eq!(is_subset(&good, &bad, &options).map(|_| ()), expected);
    assert_eq!(
        contains_point(&good, &bad[0], &options).map(|_| ()),
        expected
    );
    let options = SetsOptions {
        max_pivots: 0,
        ..options
    };
    assert!(intersect_sets(&good, &good, &options).is_err());
}
