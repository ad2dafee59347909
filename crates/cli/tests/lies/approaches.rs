//! How near moving bodies come: answers of the program, proofs that they come as near, and lies about both.

use interframe::{
    ClosestApproachOptions, Motion, MovingPair, PairState, Polytope, Pose, certify_nearest_points,
    closest_approach,
};
use nalgebra::Vector3;
use serde_json::{Value, json};
use twin::random::SplitMix64;
use twin::spins::spinning_pair;

use crate::kinds::{Kind, list, number, placed, says, unsaid, with};
use crate::worlds::{Asked, Truth, asked, brick, motion};

const APART: &[&str] = &["passing by", "spinning by"];
const PASSING: &[&str] = &["passing by"];
const NEAR: &[&str] = &["as near"];
const MET: &[&str] = &["passing through"];
const CHAIN: &str = "/proof/certificate/chain";
const LINKS: &str = "/proof/certificate/chain/links";
const SEPARATION: &str = "/proof/certificate/chain/separation";

/// A brick that flies past another with a gap; or, in the other placement, with half of it.
fn flight(rng: &mut SplitMix64) -> (Value, Value, [Value; 2], f64) {
    let half = [0; 3].map(|_| rng.between(0.2, 2.0));
    let other = [0; 3].map(|_| rng.between(0.2, 2.0));
    let gap = rng.between(0.1, 3.0);
    let way = |gap: f64| {
        let y = half[1] + other[1] + gap;
        motion([-8.0, y, 0.0], [8.0, y, 0.0])
    };
    let (a, b) = (brick([0.0; 3], half), brick([0.0; 3], other));
    (a, b, [way(gap), way(0.5 * gap)], gap)
}

pub fn passing(rng: &mut SplitMix64) -> Asked {
    let (a, b, [by, nearer], _) = flight(rng);
    let still = motion([0.0; 3], [0.0; 3]);
    Asked {
        world: "passing by",
        case: json!({"query": "closest_approach", "a": {"vertices": a}, "motion_a": still,
            "b": {"vertices": b}, "motion_b": by}),
        time: None,
        other: Some(json!({"motions": [still, nearer]})),
    }
}

/// Through each other.
pub fn through(rng: &mut SplitMix64) -> Asked {
    let half = [0; 3].map(|_| rng.between(0.2, 2.0));
    let still = motion([0.0; 3], [0.0; 3]);
    let by = motion([-8.0, rng.between(-0.1, 0.1), 0.0], [8.0, 0.0, 0.0]);
    let corners = brick([0.0; 3], half);
    Asked {
        world: "passing through",
        case: json!({"query": "closest_approach", "a": {"vertices": corners}, "motion_a": still,
            "b": {"vertices": corners}, "motion_b": by}),
        time: None,
        other: None,
    }
}

pub fn spinning(rng: &mut SplitMix64) -> Asked {
    Asked {
        world: "spinning by",
        case: asked("closest_approach", &spinning_pair(rng.next_u64() >> 32)),
        time: None,
        other: None,
    }
}

/// That a corner comes as near to a brick as it does. `time`: when it does, and only then.
pub fn as_near(rng: &mut SplitMix64) -> Truth {
    let corners: Vec<Vector3<f64>> =
        serde_json::from_value(brick([0.0; 3], [1.0; 3])).expect("corners");
    let (brick, point) = (
        Polytope::new(&corners).expect("a brick"),
        Polytope::new(&[Vector3::zeros()]).expect("a point"),
    );
    // Past an edge: nearest when it is over it.
    let (height, along) = (rng.between(2.5, 5.0), rng.between(4.0, 9.0));
    let at = |x: f64, y: f64| Pose::from_translation(Vector3::new(x, y, 0.0)).expect("finite");
    let still = Motion::fixed(at(0.0, 0.0));
    let flight = Motion::translation(
        at(-along, height - along),
        Vector3::new(along, height + along, 0.0),
    );
    let flight = flight.expect("a motion");
    let pair = MovingPair::new(&brick, &still, &point, &flight);
    let options = ClosestApproachOptions::default();
    let found = closest_approach(&pair, &options, &mut PairState::default()).expect("valid");
    let proof = certify_nearest_points(&pair, &options, &found).expect("two points");
    let proof: Value = serde_json::from_str(&proof.to_json()).expect("JSON");
    let t = found.t;
    Truth {
        world: "as near",
        line: json!({"id": "x", "verdict": "hit", "contact": "near", "gap": found.distance, "free_from": t,
            "t_lo": t, "t_hi": t, "point_a": found.point_a.map(<[f64; 3]>::from),
            "point_b": found.point_b.map(<[f64; 3]>::from), "proof": proof}),
        time: Some(t),
        other: None,
    }
}

/// The proved separation of a line about bodies that are apart, none of them empty.
fn separation(t: &Truth) -> Option<f64> {
    (t.line["verdict"] == "separated").then_some(())?;
    number(&t.line, SEPARATION).filter(|_| t.line["distance"].is_number())
}

pub const KINDS: &[Kind] = &[
    Kind::new("a lower bound above the proved one", APART, |t, rng| {
        let proved = separation(t)?;
        let more = match rng.below(3) {
            0 => proved.next_up(),
            1 => proved * 1.5 + 1e-9,
            _ => 1e300,
        };
        let mut line = says(
            t,
            [("lower_bound", json!(more)), ("distance", json!(1e301))],
        );
        if rng.flip() {
            line.as_object_mut()?.remove("verdict")?;
        }
        Some(line)
    }),
    Kind::new(
        "never nearer than a little more than once",
        APART,
        |t, rng| {
            separation(t)?;
            let distance = number(&t.line, "/distance")?;
            let more = match rng.flip() {
                true => distance.next_up().max(f64::MIN_POSITIVE),
                false => distance * (1.0 + 1e-9) + 1e-300,
            };
            let mut line = with(t, [(SEPARATION, json!(more))])?;
            for key in ["lower_bound", "target_separation", "distance"] {
                line[key] = json!(more);
            }
            Some(line)
        },
    ),
    Kind::new(
        "a separation other than the line's target",
        APART,
        |t, rng| {
            let proved = separation(t).filter(|proved| *proved > 0.0)?;
            Some(match rng.flip() {
                true => says(t, [("target_separation", json!(proved.next_up()))]),
                false => unsaid(t, "target_separation")?,
            })
        },
    ),
    Kind::new(
        "the separation of a pair that passes farther away",
        PASSING,
        |t, _| {
            separation(t)?;
            placed(t)
        },
    ),
    Kind::new("nearer than the lower bound", APART, |t, rng| {
        let lower = separation(t).and_then(|_| number(&t.line, "/lower_bound"))?;
        let less = *rng.pick(&[lower.next_down(), 0.5 * lower, -1.0]);
        (less < lower).then(|| says(t, [("distance", json!(less))]))
    }),
    Kind::new(
        "a closest approach outside of the frame",
        APART,
        |t, rng| {
            separation(t)?;
            let (key, time) = *rng.pick(&[
                ("t_hi", 1f64.next_up()),
                ("t_hi", 2.0),
                ("t_lo", -5e-324),
                ("t_lo", -1.0),
                ("t_lo", 1f64.next_up()),
            ]);
            Some(says(t, [(key, json!(time))]))
        },
    ),
    Kind::new(
        "a closest approach that ends before it begins",
        APART,
        |t, rng| {
            separation(t)?;
            let (from, to) = (rng.between(0.5, 1.0), rng.between(0.0, 0.5));
            Some(says(t, [("t_lo", json!(from)), ("t_hi", json!(to))]))
        },
    ),
    Kind::new(
        "never nearer, without the end of the frame",
        APART,
        |t, rng| {
            separation(t)?;
            let mut line = t.line.clone();
            let links = list(&mut line, LINKS)?;
            match rng.flip() {
                true => drop(links.pop()?),
                false => drop(links.remove(0)),
            }
            Some(line)
        },
    ),
    Kind::new("never nearer, from a later time on", APART, |t, rng| {
        separation(t)?;
        with(
            t,
            [(&format!("{CHAIN}/from"), json!(rng.between(1e-9, 1.0)))],
        )
    }),
    Kind::text("numbers that are not finite", APART, |text, rng| {
        let key = *rng.pick(&[
            "\"lower_bound\":",
            "\"distance\":",
            "\"t_hi\":",
            "\"separation\":",
        ]);
        let at = text.find(key)? + key.len();
        let end = at + text[at..].find([',', '}'])?;
        let bad = *rng.pick(&["1e999", "-1e999", "NaN", "Infinity", "\"1\""]);
        Some(format!("{}{bad}{}", &text[..at], &text[end..]))
    }),
    Kind::new("a hit that keeps a distance", MET, |t, rng| {
        (t.line["verdict"] == "hit").then_some(())?;
        let apart = *rng.pick(&[5e-324, 1e-9, 1.0]);
        Some(says(
            t,
            [("lower_bound", json!(apart)), ("distance", json!(2.0))],
        ))
    }),
    Kind::new("as near at another time", NEAR, |t, rng| {
        let time = t.time? + *rng.pick(&[-0.1, -1e-3, 1e-3, 0.1]);
        let mut line = with(
            t,
            [
                (&format!("{CHAIN}/contact/near/t"), json!(time)),
                (&format!("{CHAIN}/from"), json!(time)),
            ],
        )?;
        for key in ["t_lo", "t_hi", "free_from"] {
            line[key] = json!(time);
        }
        Some(line)
    }),
    Kind::new("nearer than they come", NEAR, |t, rng| {
        let gap = number(&t.line, "/gap")?;
        // The true distance is at most the roundings of the answer below it.
        let less = *rng.pick(&[gap * (1.0 - 1e-9), 0.5 * gap, 0.0, -1.0]);
        let mut line = with(t, [(&format!("{CHAIN}/contact/near/gap"), json!(less))])?;
        line["gap"] = json!(less);
        Some(line)
    }),
    Kind::new("a gap below the proved one", NEAR, |t, _| {
        let gap = number(&t.line, "/gap")?;
        Some(says(t, [("gap", json!(gap.next_down()))]))
    }),
];
