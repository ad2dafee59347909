//! The twin against cases whose answers were certified elsewhere. Skips what is not there.

use std::path::Path;

use twin::cases::{self, Case, WrittenMotion};
use twin::distance::distance_sq;
use twin::intersect::intersect;
use twin::number::Rational;
use twin::place::{Frame, Motion, Pair, Pose, linear, posed, two_frame, vertex_sweep};
use twin::time_of_impact::first_meeting;

/// Counts what was compared, so that a silent skip shows.
#[derive(Default)]
struct Tally {
    intersect: usize,
    distance: usize,
    hulls: usize,
    times: usize,
    wrong: Vec<String>,
}

impl Tally {
    fn check(&mut self, right: bool, case: &Case, what: &str) {
        if !right {
            self.wrong.push(format!("{} {what}", case.id));
        }
    }
}

fn public(name: &str) -> Option<Vec<Case>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data/cases")
        .join(name);
    if !path.exists() {
        println!("skipped: {name} is not in ../shared/data/cases");
        return None;
    }
    Some(cases::read(&path))
}

/// exp(turn) q, by the platform's sine: good to a few last places, which is all that the
/// tolerances of turning cases need.
fn turned(motion: &WrittenMotion) -> Motion {
    let q = motion.start.q;
    let t = motion.turn.unwrap_or([0.0; 3]);
    let angle = (t[0] * t[0] + t[1] * t[1] + t[2] * t[2]).sqrt();
    if angle == 0.0 {
        return motion.with_end(q);
    }
    let (s, w) = (0.5 * angle).sin_cos();
    let [x, y, z] = t.map(|c| c / angle * s);
    motion.with_end([
        w * q[0] + x * q[3] + y * q[2] - z * q[1],
        w * q[1] - x * q[2] + y * q[3] + z * q[0],
        w * q[2] + x * q[1] - y * q[0] + z * q[3],
        w * q[3] - x * q[0] - y * q[1] - z * q[2],
    ])
}

fn within(square: &Rational, expected: f64, tol: f64) -> bool {
    let low = (expected - tol).max(0.0);
    *square >= Rational::square_of(low) && *square <= Rational::square_of(expected + tol)
}

fn check_static(case: &Case, pair: &Pair, tally: &mut Tally) {
    let distance = distance_sq(pair).expect("no case is empty");
    let hit = intersect(pair).hit();
    tally.check(
        hit == distance.is_zero(),
        case,
        "distance and verdict disagree",
    );
    if let Some(expected) = case.expects("intersect") {
        tally.intersect += 1;
        tally.check(expected.allows(hit), case, "intersect");
    }
    if let Some(expected) = case.expected_number("distance") {
        let tol = case.expected_number("distance_tol");
        let tol = tol.unwrap_or_else(|| 1e-9 * case.expected_number("scale").unwrap_or(1.0));
        tally.distance += 1;
        tally.check(within(&distance, expected, tol), case, "distance");
    }
}

fn check_motion(case: &Case, a: &[[f64; 3]], b: &[[f64; 3]], tally: &mut Tally) {
    let motion = |key: &str| turned(&case.motion(key).expect("a motion"));
    let (motion_a, motion_b) = (motion("motion_a"), motion("motion_b"));
    check_static(case, &posed(a, &motion_a.start, b, &motion_b.start), tally);
    let world = two_frame(a, &motion_a, b, &motion_b, Frame::World);
    let hit = intersect(&world).hit();
    let expected = case.expects("interframe_hull_intersect").expect("given");
    let distance = case
        .expected_number("interframe_hull_distance")
        .expect("given");
    tally.hulls += 1;
    tally.check(expected.allows(hit), case, "interframe hull");
    let tol = 1e-9 * case.expected_number("scale").expect("given");
    let square = distance_sq(&world).expect("no case is empty");
    tally.check(
        within(&square, distance, tol),
        case,
        "interframe hull distance",
    );
    let turns = motion_a.start.q != motion_a.end.q || motion_b.start.q != motion_b.end.q;
    if turns {
        return;
    }
    // Without turning the relative hulls meet exactly when the bodies do during the frame.
    let relative = two_frame(a, &motion_a, b, &motion_b, Frame::Relative);
    let met = intersect(&relative).hit();
    let time = first_meeting(&linear(a, &motion_a, b, &motion_b));
    let in_frame = time.filter(|t| *t <= Rational::from_f64(1.0));
    tally.times += 1;
    tally.check(
        met == in_frame.is_some(),
        case,
        "time and relative hull disagree",
    );
    let expected = case.expects("hit").expect("given");
    tally.check(expected.allows(met), case, "hit");
    if let (Some(bracket), Some(time)) = (case.expected_numbers::<2>("toi_bracket"), in_frame) {
        let tol = case.expected_number("toi_tol").expect("given");
        let low = Rational::from_f64(bracket[0] - tol);
        let high = Rational::from_f64(bracket[1] + tol);
        tally.check(low <= time && time <= high, case, "time of impact");
    }
}

fn check_file(name: &str) -> Tally {
    let mut tally = Tally::default();
    for case in public(name).unwrap_or_default() {
        let body = |key: &str| case.vertices(key).expect("vertex lists only");
        match case.query.as_str() {
            "time_of_impact" => check_motion(&case, &body("a"), &body("b"), &mut tally),
            "interframe" => {
                let (a, b) = (case.deforming("a"), case.deforming("b"));
                let (a, b) = (a.expect("lists"), b.expect("lists"));
                let pair = vertex_sweep((&a.0, &a.1), (&b.0, &b.1));
                let hit = intersect(&pair).hit();
                tally.hulls += 1;
                let expected = case.expects("hull_intersect").expect("given");
                tally.check(expected.allows(hit), &case, "hull");
                let distance = case.expected_number("hull_distance").expect("given");
                let square = distance_sq(&pair).expect("not empty");
                let right = within(&square, distance, 1e-12 * distance.max(1.0));
                tally.check(right, &case, "hull distance");
            }
            _ => {
                let pose = |key: &str| -> Pose { case.pose(key).expect("a pose") };
                let pair = posed(&body("a"), &pose("pose_a"), &body("b"), &pose("pose_b"));
                check_static(&case, &pair, &mut tally);
            }
        }
    }
    println!(
        "{name}: {} verdicts, {} distances, {} hulls, {} linear times",
        tally.intersect, tally.distance, tally.hulls, tally.times
    );
    tally
}

#[test]
fn hard_cases() {
    assert_eq!(check_file("hard.jsonl").wrong, Vec::<String>::new());
}

#[test]
fn real_cases() {
    assert_eq!(check_file("real.jsonl").wrong, Vec::<String>::new());
}

#[test]
fn vertex_sweeps() {
    assert_eq!(
        check_file("vertex_sweeps.jsonl").wrong,
        Vec::<String>::new()
    );
}
