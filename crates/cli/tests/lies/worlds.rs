//! Worlds of which the truth is known by construction, and a true line about each.

use std::f64::consts::{PI, TAU};

use serde_json::{Value, json};
use twin::cases::WrittenMotion;
use twin::near_contact::near_contact;
use twin::place::V3;
use twin::plants::{Plant, beyond, falling, parted, spun, swung, touching};
use twin::random::SplitMix64;
use twin::random_pairs::PosedPair;
use twin::spins::{planted_pair, spinning_pair};
use twin::sweeps::MovingPair;

/// A true line of a proof file, and what a liar has to know of its world.
#[derive(Debug, Clone)]
pub struct Truth {
    pub world: &'static str,
    pub line: Value,
    /// The one time of contact; of a distance, one at which the line is false.
    pub time: Option<f64>,
    /// The same placement but for last places or a turn, in which the bodies do meet (or are apart, for a hit).
    pub other: Option<Value>,
}

/// A world about which the program is asked: the case, and what is known.
pub struct Asked {
    pub world: &'static str,
    pub case: Value,
    pub time: Option<f64>,
    pub other: Option<Value>,
}

pub fn brick(center: [f64; 3], half: [f64; 3]) -> Value {
    let side = |i: u32, k: usize| center[k] + if i >> k & 1 == 0 { -half[k] } else { half[k] };
    let corners: Vec<V3> = (0..8)
        .map(|i| [side(i, 0), side(i, 1), side(i, 2)])
        .collect();
    json!(corners)
}

pub fn plane(times: [f64; 2], normal: V3, turn: V3) -> Value {
    let by = json!({"plane": {"normal": normal, "turn": turn, "bound": 0.0}});
    json!({"t0": times[0], "t1": times[1], "by": by})
}

pub fn motion(start: V3, end: V3) -> Value {
    let q = [0.0, 0.0, 0.0, 1.0];
    json!({"start": {"p": start, "q": q}, "end": {"p": end, "q": q}, "pivot": [0.0, 0.0, 0.0]})
}

/// The case of a motion with a turn instead of its end.
fn turned(mut motion: Value, turn: V3) -> Value {
    motion["end"] = json!({"p": motion["end"]["p"]});
    motion["turn"] = json!(turn);
    motion
}

/// The form of a proof.
fn written(motion: &WrittenMotion) -> Value {
    let (p, start) = (
        motion.end_p,
        json!({"p": motion.start.p, "q": motion.start.q}),
    );
    let end = match motion.turn {
        Some(turn) => json!({"p": p, "turn": turn}),
        None => json!({"p": p, "q": motion.end_q.unwrap_or(motion.start.q)}),
    };
    json!({"start": start, "end": end, "pivot": motion.pivot})
}

fn motions(pair: &MovingPair) -> Value {
    json!({"motions": [written(&pair.motion_a), written(&pair.motion_b)]})
}

/// The form of a case.
pub fn asked(query: &str, pair: &MovingPair) -> Value {
    let motion = |m: &WrittenMotion| {
        let start = json!({"p": m.start.p, "q": m.start.q});
        match m.turn {
            Some(turn) => {
                json!({"start": start, "end": {"p": m.end_p}, "turn": turn, "pivot": m.pivot})
            }
            None => {
                let end = json!({"p": m.end_p, "q": m.end_q.unwrap_or(m.start.q)});
                json!({"start": start, "end": end, "pivot": m.pivot})
            }
        }
    };
    json!({"query": query, "a": {"vertices": pair.a}, "b": {"vertices": pair.b},
        "motion_a": motion(&pair.motion_a), "motion_b": motion(&pair.motion_b)})
}

fn proof(a: Value, b: Value, placement: Value, certificate: Value) -> Value {
    json!({"a": a, "b": b, "placement": placement, "certificate": certificate})
}

fn apart_line(proof: Value) -> Value {
    json!({"id": "x", "verdict": "separated", "t_lo": 1.0, "t_hi": 1.0, "proof": proof})
}

/// Plane links over the whole frame, cut at some times, one of them that of the contact now and then.
fn links(rng: &mut SplitMix64, normal: V3, turn: V3) -> Vec<Value> {
    let mut times: Vec<f64> = (0..rng.below(5)).map(|_| rng.unit()).collect();
    if rng.flip() {
        times.push(0.5);
    }
    times.extend([0.0, 1.0]);
    times.sort_by(f64::total_cmp);
    times
        .windows(2)
        .map(|pair| plane([pair[0], pair[1]], normal, turn))
        .collect()
}

/// Turning bodies a last place or a few apart at one time, of which the touching twin is known.
pub fn last_place(rng: &mut SplitMix64) -> Truth {
    let plant = match rng.flip() {
        true => spun(rng),
        false => loop {
            let plant = swung(rng);
            if plant.only_then {
                break plant;
            }
        },
    };
    let steps = 1 + rng.below(4) as u32;
    let pair = parted(&plant, steps);
    let links = links(rng, plant.normal, [0.0, 0.0, 0.0]);
    let chain = json!({"chain": {"separation": 0.0, "from": 0.0, "links": links}});
    Truth {
        world: "last place",
        line: apart_line(proof(json!(pair.a), json!(pair.b), motions(&pair), chain)),
        time: plant.only_then.then_some(0.5),
        other: Some(motions(&pushed(&plant, rng.below(3) as u32))),
    }
}

/// The plant with B moved some last places into A; by none they touch.
fn pushed(plant: &Plant, steps: u32) -> MovingPair {
    let into = Plant {
        normal: plant.normal.map(|x| -x),
        ..plant.clone()
    };
    parted(&into, steps)
}

/// Two bodies that turn as one about a common pivot, on its two sides; the plane turns with them. The
/// other placement: B goes round once more, or the other way, or stays, and so through A. Now and then each
/// has a far vertex too.
pub fn carousel(rng: &mut SplitMix64) -> Truth {
    let angle = match rng.below(8) {
        0 => 10f64.powi(rng.integer(3, 78) as i32),
        1 => rng.between(7.0, 40.0),
        _ => rng.between(3.3, 6.2),
    };
    let half = [
        rng.between(0.5, 2.0),
        rng.between(0.1, 1.0),
        rng.between(0.1, 2.0),
    ];
    let far = half[0] + rng.between(0.01, 1.0);
    let pivot = [0; 3].map(|_| f64::from(rng.integer(-9, 9) as i32));
    let at = |x: f64| [pivot[0] + x, pivot[1], pivot[2]];
    let (from, to) = (
        [0; 3].map(|_| rng.between(-9.0, 9.0)),
        [0; 3].map(|_| rng.between(-9.0, 9.0)),
    );
    let start = json!({"p": from, "q": [0.0, 0.0, 0.0, 1.0]});
    let with = |end: Value| json!({"start": start, "end": end, "pivot": pivot});
    let turn = |angle: f64| with(json!({"p": to, "turn": [0.0, 0.0, angle]}));
    let h: f64 = 0.5 * angle;
    // The end of a motion by `q` is that of the body's origin, of one by `turn` it is the pivot's way.
    let (sin, cos) = angle.sin_cos();
    let back = [
        pivot[0] - (cos * pivot[0] - sin * pivot[1]),
        pivot[1] - (sin * pivot[0] + cos * pivot[1]),
        0.0,
    ];
    let end = [0, 1, 2].map(|k| to[k] + back[k]);
    let short = || with(json!({"p": end, "q": [0.0, 0.0, h.sin(), h.cos()]}));
    let other = if angle > 1e15 {
        turn(2.0 * angle)
    } else if angle > 6.3 {
        turn(angle + TAU)
    } else {
        // By the end pose it is the shorter way, 2 PI less.
        match rng.below(5) {
            0 => turn(angle + TAU),
            1 => turn(-angle),
            2 => turn(0.0),
            3 if angle > PI + 0.1 => short(),
            _ => turn(angle - TAU),
        }
    };
    let links = links(rng, [1.0, 0.0, 0.0], [0.0, 0.0, angle]);
    // A link's plane is given at its own beginning.
    let first = plane([0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 0.0, angle]);
    let links = if links.len() == 1 { links } else { vec![first] };
    let chain = json!({"chain": {"separation": 0.0, "from": 0.0, "links": links}});
    let placement = json!({"motions": [turn(angle), turn(angle)]});
    let outlier = rng.below(3) == 0;
    let mut body = |x: f64| {
        let mut body = brick(at(x), half);
        if let (true, Some(corners)) = (outlier, body.as_array_mut()) {
            let reach = x * 10f64.powi(rng.integer(1, 12) as i32);
            let along = [1.0, rng.between(-1.0, 1.0), rng.between(-1.0, 1.0)];
            corners.push(json!([0, 1, 2].map(|k| pivot[k] + reach * along[k])));
        }
        body
    };
    let (a, b) = (body(-far), body(far));
    Truth {
        world: "carousel",
        line: apart_line(proof(a, b, placement, chain)),
        time: None,
        other: Some(json!({"motions": [turn(angle), other]})),
    }
}

/// Balls that hold their bodies to the last place and are apart by the last place.
pub fn balls(rng: &mut SplitMix64) -> Truth {
    let size = f64::from(1 << rng.below(10));
    let a = json!([
        [3.0 * size, 4.0 * size, 0.0],
        [-5.0 * size, 0.0, 0.0],
        [0.0, 0.0, size]
    ]);
    let b = json!([[0.0, 5.0 * size, 12.0 * size], [-13.0 * size, 0.0, 0.0]]);
    let start = (18.0 * size).next_up();
    let by = json!({"balls": {"centers": [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]], "radii": [5.0 * size, 13.0 * size]}});
    let links = [json!({"t0": 0.0, "t1": 1.0, "by": by})];
    let chain = json!({"chain": {"separation": 0.0, "from": 0.0, "links": links}});
    let motions = |x: f64, along: f64| {
        json!({"motions": [motion([0.0, 0.0, 0.0], [0.0, 0.0, 0.0]),
        motion([x, 0.0, 0.0], [x + along, 0.0, 0.0])]})
    };
    Truth {
        world: "balls",
        line: apart_line(proof(a, b, motions(start, size * rng.unit()), chain)),
        time: None,
        // Touching balls, or the vertices (-13 and 3 or so) of bodies that fly past each other.
        other: Some(match rng.flip() {
            true => motions(18.0 * size, 0.0),
            false => motions(19.0 * size, -100.0 * size),
        }),
    }
}

/// A straight flight along x past A's corner at exactly the distance 5, proved near.
pub fn near(rng: &mut SplitMix64) -> Truth {
    let size = f64::from(1 << rng.below(20)) * 2f64.powi(rng.integer(-20, 5) as i32);
    let a = brick([-size; 3], [size; 3]);
    let b = brick([size; 3], [size; 3]);
    let along = 8.0 * size;
    let place = |x: f64| [x, 3.0 * size, 4.0 * size];
    let placement = json!({"motions": [motion([0.0, 0.0, 0.0], [0.0, 0.0, 0.0]), motion(place(along), place(-along))]});
    let gap = 5.0 * size;
    let weights = json!([{"id": 7, "weight": 1.0}]);
    let zero = json!([{"id": 0, "weight": 0.5}]);
    let contact = json!({"near": {"t": 0.5, "gap": gap, "a": weights, "b": zero}});
    let until = rng.between(0.1, 0.5);
    let links = [plane([0.0, until], [0.0, 3.0, 4.0], [0.0, 0.0, 0.0])];
    let separation = 4.5 * size;
    let chain = json!({"chain": {"separation": separation, "from": 0.0, "links": links, "contact": contact}});
    Truth {
        world: "near",
        line: json!({"id": "x", "verdict": "hit", "contact": "near", "gap": gap, "t_lo": until, "t_hi": 0.5,
            "target_separation": separation, "point_a": [0.0, 0.0, 0.0], "point_b": [0.0, 3.0 * size, 4.0 * size],
            "proof": proof(a, b, placement, chain)}),
        time: Some(0.5),
        other: None,
    }
}

/// Bodies flying abreast: the hulls are apart as A sees it, not as the world does.
pub fn abreast(rng: &mut SplitMix64) -> Truth {
    let angle = rng.between(0.5, 2.5);
    let h: f64 = 0.5 * angle;
    let (end_q, start_q) = ([0.0, 0.0, h.sin(), h.cos()], [0.0, 0.0, 0.0, 1.0]);
    let by_turn = rng.flip();
    let fly = |from: f64| {
        let end = [from + 40.0, 0.0, 0.0];
        let end = match by_turn {
            true => json!({"p": end, "turn": [0.0, 0.0, angle]}),
            false => json!({"p": end, "q": end_q}),
        };
        json!({"start": {"p": [from, 0.0, 0.0], "q": start_q}, "end": end, "pivot": [0.0, 0.0, 0.0]})
    };
    let hulls = json!({"motions": [fly(0.0), fly(8.0)], "end_q": [end_q, end_q], "relative": true});
    let body = || brick([0.0, 0.0, 0.0], [2.0, rng_half(h), 1.0]);
    let by = json!({"plane": {"normal": [1.0, 0.0, 0.0]}});
    Truth {
        world: "abreast",
        line: json!({"id": "x", "verdict": "separated", "about": "hull",
            "proof": proof(body(), body(), json!({"hulls": hulls}), by)}),
        time: None,
        other: None,
    }
}

fn rng_half(h: f64) -> f64 {
    0.5 + 0.25 * h
}

/// Rest poses or lists, apart by a last place or touching.
pub fn posed(rng: &mut SplitMix64) -> Asked {
    let (pair, normal) = touching(rng);
    let mut apart = pair.clone();
    apart.pose_b.p = beyond(&pair.pose_b.p, &normal, 1 + rng.below(3) as u32);
    let meets = rng.flip();
    let (asked, other) = if meets {
        (&pair, &apart)
    } else {
        (&apart, &pair)
    };
    Asked {
        world: if meets { "posed hit" } else { "posed apart" },
        case: posed_case("intersect", asked),
        time: None,
        other: Some(poses(other)),
    }
}

/// Somewhere near: no other placement is known.
pub fn posed_any(rng: &mut SplitMix64) -> Asked {
    Asked {
        world: "posed",
        case: posed_case("intersect", &near_contact(rng.next_u64() >> 32)),
        time: None,
        other: None,
    }
}

fn poses(pair: &PosedPair) -> Value {
    let pose = |pose: &twin::place::Pose| json!({"p": pose.p, "q": pose.q});
    json!({"poses": [pose(&pair.pose_a), pose(&pair.pose_b)]})
}

fn posed_case(query: &str, pair: &PosedPair) -> Value {
    let poses = poses(pair);
    json!({"query": query, "a": {"vertices": pair.a}, "b": {"vertices": pair.b},
        "pose_a": poses["poses"][0], "pose_b": poses["poses"][1]})
}

/// A fall through a resting or flying body; the contact is at one time only.
pub fn fall(rng: &mut SplitMix64) -> Asked {
    let plant = falling(rng);
    let [part, whole] = plant.time;
    let time = part as f64 / whole as f64;
    let query = *rng.pick(&[
        "time_of_impact",
        "time_of_impact",
        "contact_intervals",
        "interframe",
    ]);
    let mut case = asked(query, &plant.pair);
    if query == "interframe" {
        (case["sweep"], case["frame"]) = (json!("full"), json!("relative"));
    }
    Asked {
        world: match query {
            "time_of_impact" => "fall",
            "contact_intervals" => "fall, all contacts",
            _ => "fall, hulls",
        },
        case,
        time: Some(time),
        other: None,
    }
}

/// Turning bodies whose contact is planted half-way.
pub fn meeting(rng: &mut SplitMix64) -> Asked {
    let plant = if rng.flip() { spun(rng) } else { swung(rng) };
    Asked {
        world: "meeting",
        case: asked("time_of_impact", &plant.pair),
        time: plant.only_then.then_some(0.5),
        other: None,
    }
}

/// Many turns, links of every kind.
pub fn spinning(rng: &mut SplitMix64) -> Asked {
    let index = rng.next_u64() >> 32;
    let mut pair = match rng.flip() {
        true => spinning_pair(index),
        false => planted_pair(index).pair,
    };
    if rng.below(4) == 0 {
        // As one, apart or not: all that turns cancels but for rounding.
        pair.motion_b = pair.motion_a;
        let far = rng.between(0.0, 3.0);
        pair.b.iter_mut().for_each(|v| v[0] += far);
    }
    Asked {
        world: "spinning",
        case: asked("time_of_impact", &pair),
        time: None,
        other: None,
    }
}

/// A bar turns past a post; it lies along it at each odd quarter turn.
pub fn blades(rng: &mut SplitMix64) -> Asked {
    let halves = rng.integer(2, 4) as f64;
    let thick = rng.between(0.01, 0.3);
    let (length, at) = (rng.between(4.2, 6.0), rng.between(2.0, 4.0));
    let still = motion([0.0; 3], [0.0; 3]);
    let turning = turned(still.clone(), [0.0, 0.0, halves * PI]);
    Asked {
        world: "blades",
        case: json!({"query": "contact_intervals", "a": {"vertices": brick([0.0, 0.0, 0.0], [length, thick, 0.5])},
            "motion_a": turning, "b": {"vertices": brick([0.0, at, 0.0], [thick, 0.1, 1.0])}, "motion_b": still}),
        time: None,
        other: None,
    }
}

/// A box leaves a larger one through the wall at +x at a time known exactly, or to a last place not.
pub fn leaving(rng: &mut SplitMix64) -> Asked {
    let size = 2f64.powi(rng.integer(-20, 20) as i32);
    let (room, half) = (rng.integer(3, 6) as f64, rng.integer(1, 2) as f64);
    let (walls, body) = ([room * size; 3], [half * size; 3]);
    let spare = room - half;
    let stays = rng.below(3) == 0;
    let travel = if stays {
        spare
    } else {
        spare * rng.integer(2, 9) as f64
    };
    let mut fly = motion([0.0; 3], [travel * size, 0.0, 0.0]);
    let mut rest = motion([0.0; 3], [0.0; 3]);
    if rng.below(3) == 0 {
        // Both alike about the way out.
        let turn = [rng.between(-0.3, 0.3), 0.0, 0.0];
        (fly, rest) = (turned(fly, turn), turned(rest, turn));
    }
    Asked {
        world: if stays { "staying" } else { "leaving" },
        case: json!({"query": "contains", "a": {"vertices": brick([0.0, 0.0, 0.0], walls)}, "motion_a": rest,
            "b": {"vertices": brick([0.0, 0.0, 0.0], body)}, "motion_b": fly}),
        time: (!stays).then(|| spare / travel),
        other: None,
    }
}

/// A box in another, each turning as fast as you like: inside at any angle.
pub fn whirling(rng: &mut SplitMix64) -> Asked {
    let size = 2f64.powi(rng.integer(-300, 300) as i32);
    let whirled = |rng: &mut SplitMix64, p: V3| {
        let angle = 2f64.powf(rng.between(0.0, 50.0));
        turned(motion([0.0; 3], p), rng.direction().map(|x| x * angle))
    };
    let drift = rng.direction().map(|x| x * size);
    // One of them may rest.
    let which = rng.below(3);
    let (still, along) = (motion([0.0; 3], [0.0; 3]), motion([0.0; 3], drift));
    let motion_a = if which == 0 {
        still
    } else {
        whirled(rng, [0.0; 3])
    };
    let motion_b = if which == 1 {
        along
    } else {
        whirled(rng, drift)
    };
    Asked {
        world: "whirling",
        case: json!({"query": "contains", "a": {"vertices": brick([0.0; 3], [4.0 * size; 3])}, "motion_a": motion_a,
            "b": {"vertices": brick([0.0; 3], [size; 3])}, "motion_b": motion_b}),
        time: None,
        other: None,
    }
}

/// A box in a box, with a corner in a wall; beyond it by a last place in the other placement.
pub fn held(rng: &mut SplitMix64) -> Asked {
    let size = 2f64.powi(rng.integer(-30, 30) as i32);
    let at = |x: f64| json!({"p": [x, 0.0, 0.0], "q": [0.0, 0.0, 0.0, 1.0]});
    let (flush, beyond) = (at(3.0 * size), at((3.0 * size).next_up()));
    let inside = rng.flip();
    let (here, other) = if inside {
        (flush, beyond)
    } else {
        (beyond, flush)
    };
    let (a, b) = (
        brick([0.0, 0.0, 0.0], [4.0 * size; 3]),
        brick([0.0, 0.0, 0.0], [size; 3]),
    );
    Asked {
        world: if inside { "held" } else { "poking out" },
        case: json!({"query": "contains", "a": {"vertices": a}, "b": {"vertices": b}, "pose_a": at(0.0), "pose_b": here}),
        time: None,
        other: Some(json!({"poses": [at(0.0), other]})),
    }
}

/// Deforming lists; nothing but the program's own proof is known.
pub fn lists(rng: &mut SplitMix64) -> Asked {
    let pair = twin::sweeps::deforming_pair(rng.next_u64() >> 32);
    let body = |[start, end]: &[Vec<V3>; 2]| json!({"start": start, "end": end});
    Asked {
        world: "lists",
        case: json!({"query": "interframe", "sweep": "vertices", "a": body(&pair.a), "b": body(&pair.b)}),
        time: None,
        other: None,
    }
}
