//! Cylinders, cones and ellipsoids a last place apart or met in one point, with numbers that make both exact; any of
//! them, by the program; and lies about them.

use serde_json::{Value, json};
use twin::random::SplitMix64;

use crate::kinds::{Kind, count, kind, list, number, placed, says, with};
use crate::worlds::{Asked, Truth, motion, plane};

const APART: &[&str] = &["curved apart", "curved too far", "curved beside"];
const STILL: &[&str] = &["curved apart", "curved too far"];
const MET: &[&str] = &["curved met", "curved near enough"];
const ALL: &[&str] = &[
    "curved apart",
    "curved too far",
    "curved beside",
    "curved met",
    "curved near enough",
];

/// Of whole numbers; and how far it reaches along (3, 4, z), which is a whole number too.
struct Tight {
    shape: Value,
    reach: f64,
}

fn upright(kind: &str, h: f64, r: f64) -> Value {
    json!({kind: {"half_length": h, "radius": r}})
}

fn tight(rng: &mut SplitMix64, z: f64) -> Tight {
    let [h, r] = [0; 2].map(|_| rng.integer(1, 9) as f64);
    let (shape, reach) = match rng.below(3) {
        0 => (upright("cylinder", h, r), 5.0 * r + h * z.abs()),
        1 => (upright("cone", h, r), (h * z).max(5.0 * r - h * z)),
        _ => {
            // 3 a, 4 b and z c are the sides of a box with a whole diagonal.
            let (radii, reach) = match (z.abs(), rng.flip()) {
                (0.0, true) => ([1.0, 1.0, h], 5.0),
                (0.0, false) => ([4.0, 4.0, h], 20.0),
                (1.0, _) => ([1.0, 1.0, 12.0], 13.0),
                (_, true) => ([1.0, 1.0, 6.0], 13.0),
                _ => ([4.0, 3.0, 3.0], 18.0),
            };
            (json!({"ellipsoid": {"radii": radii}}), reach)
        }
    };
    Tight { shape, reach }
}

/// Its lengths times a power of two.
fn sized(mut shape: Value, size: f64) -> Value {
    for length in lengths(&mut shape) {
        *length = json!(length.as_f64().expect("a number") * size);
    }
    shape
}

fn lengths(shape: &mut Value) -> Vec<&mut Value> {
    let by = shape
        .as_object_mut()
        .into_iter()
        .flatten()
        .map(|(_, by)| by);
    let entries = by.flat_map(|by| by.as_object_mut().expect("lengths"));
    entries
        .flat_map(|(_, entry)| match entry {
            Value::Array(items) => items.iter_mut().collect(),
            one => vec![one],
        })
        .collect()
}

const HERE: [f64; 4] = [0.0, 0.0, 0.0, 1.0];
/// Half a turn about the x axis.
const OVER: [f64; 4] = [1.0, 0.0, 0.0, 0.0];

fn poses(p: [f64; 3], q: [[f64; 4]; 2]) -> Value {
    json!({"poses": [{"p": [0.0, 0.0, 0.0], "q": q[0]}, {"p": p, "q": q[1]}]})
}

/// Apart by a last place or a few along a normal, or farther than a distance by that; in the other placement they are
/// not.
pub fn apart(rng: &mut SplitMix64) -> Truth {
    let z = *rng.pick(&[0.0, 0.0, 1.0, -1.0, 2.0, -2.0]);
    let size = 2f64.powi(rng.integer(-300, 300) as i32);
    let over = rng.flip();
    let a = tight(rng, z);
    // Turned over, B sees y and z of the normal, which is backwards, the other way round.
    let b = tight(rng, if over { z } else { -z });
    // Lengths of the normal, which is 5 long, only where z is 0.
    let round = z == 0.0 && rng.flip();
    let radii = [0, 1].map(|_| if round { rng.integer(0, 4) as f64 } else { 0.0 });
    let distance = if z == 0.0 && rng.flip() {
        rng.integer(0, 7) as f64
    } else {
        0.0
    };
    let reach = a.reach + b.reach + 5.0 * (radii[0] + radii[1] + distance);
    // 3 x + 4 y + z w = reach, in whole numbers.
    let w = rng.integer(-9, 9) as f64;
    let y = (-9..9).map(f64::from).find(|y| {
        let left = reach - 4.0 * y - z * w;
        left % 3.0 == 0.0 && left != 0.0
    });
    let y = y.expect("one of three");
    let x = (reach - 4.0 * y - z * w) / 3.0;
    let touching = [x * size, y * size, w * size];
    let steps = 1 + rng.below(3);
    let more = (0..steps).fold(touching[0], |x, _| x.next_up());
    let beyond = [more, touching[1], touching[2]];
    let q = [HERE, if over { OVER } else { HERE }];
    let shapes = [sized(a.shape, size), sized(b.shape, size)];
    let normal = [3.0, 4.0, z];
    let radii = radii.map(|r| r * size);
    let d = distance * size;
    let moving = distance == 0.0 && rng.below(3) == 0;
    // Across the normal.
    let way = rng.integer(1, 9) as f64 * size;
    let at = |p: [f64; 3]| match moving {
        true => {
            let mut pair = [motion([0.0; 3], [0.0; 3]), motion(p, p)];
            for (motion, q) in pair.iter_mut().zip(q) {
                (motion["start"]["q"], motion["end"]["q"]) = (json!(q), json!(q));
            }
            pair[0]["end"]["p"] = json!([-4.0 * way, 3.0 * way, 0.0]);
            json!({"motions": pair})
        }
        false => poses(p, q),
    };
    let links = [
        plane([0.0, 0.5], normal, [0.0; 3]),
        plane([0.5, 1.0], normal, [0.0; 3]),
    ];
    let (world, certificate) = match (moving, distance) {
        (true, _) => (
            "curved beside",
            json!({"chain": {"separation": 0.0, "from": 0.0, "links": links}}),
        ),
        (false, 0.0) => ("curved apart", json!({"plane": {"normal": normal}})),
        _ => (
            "curved too far",
            json!({"farther": {"distance": d, "normal": normal}}),
        ),
    };
    let mut line = json!({"id": "x", "verdict": "separated", "proof": {
        "a": [], "b": [], "shapes": shapes, "placement": at(beyond), "certificate": certificate}});
    if radii != [0.0; 2] {
        line["proof"]["radii"] = json!(radii);
    }
    if world == "curved too far" {
        (line["query"], line["distance"]) = (json!("within"), json!(d));
    }
    if moving {
        (line["t_lo"], line["t_hi"]) = (json!(1.0), json!(1.0));
    }
    Truth {
        world,
        line,
        time: None,
        other: Some(at(touching)),
    }
}

/// A point of the surface of A that is one of B, or just so far from it; in the other placement it is not.
pub fn met(rng: &mut SplitMix64) -> Truth {
    let size = 2f64.powi(rng.integer(-300, 300) as i32);
    let n = |rng: &mut SplitMix64| rng.integer(1, 9) as f64 * size;
    let (h, u) = (4.0 * n(rng), n(rng));
    let (shape, point) = match rng.below(3) {
        0 => (
            upright("cylinder", h, 5.0 * u),
            [3.0 * u, 4.0 * u, 0.25 * h],
        ),
        // Three quarters of the base's radius.
        1 => (upright("cone", h, 20.0 * u), [9.0 * u, 12.0 * u, -0.5 * h]),
        _ => {
            let v = n(rng);
            let radii = [5.0 * u, 5.0 * v, h];
            (
                json!({"ellipsoid": {"radii": radii}}),
                [3.0 * u, 4.0 * v, 0.0],
            )
        }
    };
    let d = if rng.flip() { 0.0 } else { n(rng) };
    let p = [point[0], point[1], point[2] + d];
    let other = [p[0].next_up(), p[1], p[2]];
    let pairs = [[0, 0]];
    let (world, certificate) = match d {
        0.0 => ("curved met", json!({"columns": {"pairs": pairs}})),
        _ => (
            "curved near enough",
            json!({"nearer": {"distance": d, "pairs": pairs}}),
        ),
    };
    let mut line = json!({"id": "x", "verdict": "hit", "proof": {
        "a": [point], "b": [[0.0, 0.0, 0.0]], "shapes": [shape, "hull"],
        "placement": poses(p, [HERE; 2]), "certificate": certificate}});
    if d > 0.0 {
        (line["query"], line["distance"]) = (json!("within"), json!(d));
    }
    Truth {
        world,
        line,
        time: None,
        other: Some(poses(other, [HERE; 2])),
    }
}

/// Any of them, at rest or turning.
pub fn any(rng: &mut SplitMix64) -> Asked {
    let mut body = || {
        let [h, r, c] = [0; 3].map(|_| rng.between(0.2, 2.0));
        let mut body = match rng.below(4) {
            0 => upright("cylinder", h, r),
            1 => upright("cone", h, r),
            2 => json!({"ellipsoid": {"radii": [h, r, c]}}),
            _ => json!({"box": {"half_extents": [h, r, c]}}),
        };
        if rng.below(3) == 0 {
            body["rounding"] = json!(rng.between(0.0, 0.5));
        }
        body
    };
    let (a, b) = (
        json!({"cylinder": {"half_length": 1.0, "radius": 0.5}}),
        body(),
    );
    let a = if b.get("box").is_some() { a } else { body() };
    let mut pose = |far: f64| {
        let p = rng.direction().map(|x| x * rng.between(0.0, far));
        json!({"p": p, "q": rng.quaternion()})
    };
    let mut case = json!({"a": a, "b": b});
    let (start, end, there) = (pose(4.0), pose(4.0), pose(1.0));
    let curved = |body: &Value| body.get("box").is_none();
    assert!(curved(&case["a"]) || curved(&case["b"]));
    let world = match rng.below(3) {
        0 => {
            case["query"] = json!("intersect");
            (case["pose_a"], case["pose_b"]) = (start, there);
            "curved posed"
        }
        1 => {
            (case["query"], case["distance"]) = (json!("within"), json!(rng.between(0.0, 2.0)));
            (case["pose_a"], case["pose_b"]) = (start, there);
            "curved within"
        }
        _ => {
            case["query"] = json!("time_of_impact");
            case["motion_a"] = json!({"start": start, "end": end});
            case["motion_b"] = json!({"start": there, "end": there});
            "curved times"
        }
    };
    Asked {
        world,
        case,
        time: None,
        other: None,
    }
}

/// How far a shape reaches along a normal in its own axes.
fn reach(shape: &Value, n: [f64; 3]) -> Option<f64> {
    let (name, by) = shape.as_object()?.iter().next()?;
    let length = |key: &str| by.get(key)?.as_f64();
    let across = n[0].hypot(n[1]);
    Some(match name.as_str() {
        "ellipsoid" => {
            let radii: Vec<f64> = by["radii"]
                .as_array()?
                .iter()
                .filter_map(Value::as_f64)
                .collect();
            (radii[0] * n[0])
                .hypot(radii[1] * n[1])
                .hypot(radii[2] * n[2])
        }
        name => {
            let (r, h) = (length("radius")? * across, length("half_length")? * n[2]);
            if name == "cylinder" {
                r + h.abs()
            } else {
                h.max(r - h)
            }
        }
    })
}

/// How far both reach along the normal of the proof, together.
fn both_reach(line: &Value) -> Option<f64> {
    let certificate = line.pointer("/proof/certificate")?;
    let normal = [
        "/plane/normal",
        "/farther/normal",
        "/chain/links/0/by/plane/normal",
    ];
    let normal = normal.iter().find_map(|at| certificate.pointer(at))?;
    let n: Vec<f64> = normal
        .as_array()?
        .iter()
        .filter_map(Value::as_f64)
        .collect();
    let placement = &line["proof"]["placement"];
    let over = |k: usize| {
        let q = placement.pointer(&format!("/poses/{k}/q"));
        let q = q.or(placement.pointer(&format!("/motions/{k}/start/q")));
        q.is_some_and(|q| q[0] == json!(1.0))
    };
    let along = |k: usize, sign: f64| {
        let turned = if over(k) { -sign } else { sign };
        reach(
            &line["proof"]["shapes"][k],
            [sign * n[0], turned * n[1], turned * n[2]],
        )
    };
    Some(along(0, 1.0)? + along(1, -1.0)?)
}

/// The line if one of its bodies reaches farther than in the true one, and so into the other.
fn farther(truth: &Truth, line: Value) -> Option<Value> {
    let (before, after) = (both_reach(&truth.line)?, both_reach(&line)?);
    (after > before * (1.0 + 1e-9)).then_some(line)
}

/// The line with the shape of a body changed.
fn shaped(truth: &Truth, k: usize, change: impl FnOnce(&mut Value)) -> Value {
    let mut line = truth.line.clone();
    change(&mut line["proof"]["shapes"][k]);
    line
}

pub const KINDS: &[Kind] = &[
    Kind::new(
        "curved bodies moved into touch, or out of it",
        ALL,
        |t, _| placed(t),
    ),
    Kind::new("a length of a shape a little larger", APART, |t, rng| {
        let line = shaped(t, rng.below(2), |shape| {
            let mut all = lengths(shape);
            let at = rng.below(all.len());
            let longer = all[at].as_f64().expect("a number") * (1.0 + 1e-8);
            *all[at] = json!(longer);
        });
        farther(t, line)
    }),
    Kind::new("the lengths of a shape swapped", APART, |t, rng| {
        let line = shaped(t, rng.below(2), |shape| {
            let mut all = lengths(shape);
            let (first, last) = (all[0].clone(), all[all.len() - 1].clone());
            *all[0] = last;
            let end = all.len() - 1;
            *all[end] = first;
        });
        farther(t, line)
    }),
    Kind::new(
        "another kind of shape that reaches farther",
        APART,
        |t, rng| {
            let to = *rng.pick(&["cylinder", "cone"]);
            let line = shaped(t, rng.below(2), |shape| {
                let all: Vec<f64> = lengths(shape).iter().filter_map(|x| x.as_f64()).collect();
                *shape = match all[..] {
                    [h, r] => upright(to, h, r),
                    _ => upright(to, all[2], all[0].max(all[1])),
                };
            });
            farther(t, line)
        },
    ),
    Kind::new("a cone with its apex at the other end", APART, |t, rng| {
        let k = rng.below(2);
        let mut line = t.line.clone();
        let placement = &mut line["proof"]["placement"];
        let still = placement.get("poses").is_some();
        let at = if still { "poses" } else { "motions" };
        let poses = match still {
            true => vec![&mut placement[at][k]["q"]],
            false => {
                let [start, end] = ["start", "end"].map(|end| placement[at][k][end]["q"].clone());
                assert_eq!(start, end);
                let turned = if start[0] == json!(1.0) { HERE } else { OVER };
                placement[at][k]["start"]["q"] = json!(turned);
                placement[at][k]["end"]["q"] = json!(turned);
                vec![]
            }
        };
        for q in poses {
            *q = json!(if q[0] == json!(1.0) { HERE } else { OVER });
        }
        farther(t, line)
    }),
    Kind::new("a radius about a shape a little larger", APART, |t, rng| {
        let mut line = t.line.clone();
        let radii = list(&mut line, "/proof/radii")?;
        let k = rng.below(2);
        let r = radii[k].as_f64().filter(|r| *r > 0.0)?;
        radii[k] = json!(r * (1.0 + 1e-8));
        Some(line)
    }),
    Kind::new(
        "a distance beyond that of curved bodies",
        &["curved too far"],
        |t, _| {
            let d = json!(number(&t.line, "/distance")? * (1.0 + 1e-8));
            with(
                t,
                [
                    ("/distance", d.clone()),
                    ("/proof/certificate/farther/distance", d),
                ],
            )
        },
    ),
    Kind::new("a hull for a shape, without vertices", APART, |t, rng| {
        Some(shaped(t, rng.below(2), |shape| *shape = json!("hull")))
    }),
    Kind::new("a curved body that is called empty", APART, |t, _| {
        with(t, [("/proof/certificate", json!("empty"))])
    }),
    Kind::new(
        "shapes of lengths below 0, of none, of other kinds",
        ALL,
        |t, rng| {
            let k = if t.world.starts_with("curved met") {
                0
            } else {
                rng.below(2)
            };
            let line = shaped(t, k, |shape| {
                let bad = rng.below(5);
                if bad == 0 {
                    *shape = json!({"torus": {"half_length": 1.0, "radius": 1.0}});
                } else if let Some(length) = lengths(shape).into_iter().next_back() {
                    *length = match bad {
                        1 => json!(-length.as_f64().expect("a number")),
                        2 => json!(-5e-324),
                        3 => json!("1"),
                        _ => json!(null),
                    };
                }
            });
            (line != t.line).then_some(line)
        },
    ),
    Kind::new(
        "one shape, or three, or a key that shapes have not",
        ALL,
        |t, rng| {
            let mut line = t.line.clone();
            let shapes = list(&mut line, "/proof/shapes")?;
            match rng.below(3) {
                0 => drop(shapes.pop()),
                1 => shapes.push(json!("hull")),
                _ => {
                    let (_, by) = shapes[0].as_object_mut()?.iter_mut().next()?;
                    by["height"] = json!(1.0);
                }
            }
            Some(line)
        },
    ),
    Kind::new("no shapes at all", ALL, |t, _| {
        let mut line = t.line.clone();
        line["proof"].as_object_mut()?.remove("shapes")?;
        // The hull of a point of contact is met, too.
        (!t.world.starts_with("curved met") && !t.world.starts_with("curved near")).then_some(line)
    }),
    Kind::new("a vertex just outside its shape", APART, |t, rng| {
        let k = rng.below(2);
        let (name, mut line) = (["a", "b"][k], t.line.clone());
        let all = lengths(&mut line["proof"]["shapes"][k]);
        let all: Vec<f64> = all.iter().filter_map(|x| x.as_f64()).collect();
        // Lengths are in the order of their names.
        let (across, up) = if all.len() == 2 {
            (all[1], all[0])
        } else {
            (all[0], all[2])
        };
        let outside = match rng.below(4) {
            0 => [across.next_up(), 0.0, 0.0],
            1 => [0.0, 0.0, up.next_up()],
            2 => [across, across * 1e-7, -up],
            _ => [0.0, 0.0, -up.next_up()],
        };
        line["proof"][name] = json!([[0.0, 0.0, 0.0], outside]);
        Some(line)
    }),
    Kind::new(
        "a witness a place outside, and the other body with it",
        MET,
        |t, _| {
            let x = number(&t.line, "/proof/a/0/0")?.next_up();
            let (at, to) = ("/proof/a/0/0", "/proof/placement/poses/1/p/0");
            with(t, [(at, json!(x)), (to, json!(x))])
        },
    ),
    Kind::new(
        "a witness of a shape that is a place smaller",
        MET,
        |t, rng| {
            let mut line = t.line.clone();
            let mut all = lengths(&mut line["proof"]["shapes"][0]);
            // Not the half length; of an ellipsoid a or b.
            let at = if all.len() == 2 { 1 } else { rng.below(2) };
            let smaller = all[at].as_f64()?.next_down();
            *all[at] = json!(smaller);
            Some(line)
        },
    ),
    Kind::new(
        "a witness of a cone that is one of the cylinder",
        MET,
        |t, _| {
            let by = t.line.pointer("/proof/shapes/0/cylinder")?.clone();
            with(t, [("/proof/shapes/0", json!({"cone": by}))])
        },
    ),
    Kind::new("a witness at the cone's other end", MET, |t, _| {
        t.line.pointer("/proof/shapes/0/cone")?;
        let z = number(&t.line, "/proof/a/0/2")?;
        let p = number(&t.line, "/proof/placement/poses/1/p/2")?;
        let to = json!(p - 2.0 * z);
        with(
            t,
            [
                ("/proof/a/0/2", json!(-z)),
                ("/proof/placement/poses/1/p/2", to),
            ],
        )
    }),
    Kind::new(
        "a distance of a witness a place smaller",
        &["curved near enough"],
        |t, _| {
            let d = json!(number(&t.line, "/distance")?.next_down());
            with(
                t,
                [
                    ("/distance", d.clone()),
                    ("/proof/certificate/nearer/distance", d),
                ],
            )
        },
    ),
    Kind::new("curved bodies parted by a span", STILL, |t, _| {
        let mut line = t.line.clone();
        let (a, b) = (json!([[0.0, 0.0, 0.0]]), json!([[0.0, 0.0, 0.0]]));
        (line["proof"]["a"], line["proof"]["b"]) = (a, b);
        let pairs = json!([[0, 0]]);
        line["proof"]["certificate"] = match kind(&t.line)? {
            "plane" => json!({"span": {"pairs": pairs}}),
            _ => json!({"farther": {"distance": line["distance"], "span": pairs}}),
        };
        Some(line)
    }),
    Kind::new("curved bodies as lists", &["curved apart"], |t, _| {
        with(t, [("/proof/placement", json!("lists"))])
    }),
    Kind::new(
        "curved bodies inside or outside each other",
        STILL,
        |t, rng| {
            let mut line = says(t, [("verdict", json!("not_inside"))]);
            line["proof"]["certificate"] = match rng.flip() {
                true => json!({"outside": {"vertex": 0, "normal": [3.0, 4.0, 0.0]}}),
                false => json!({"inside": {"simplices": []}}),
            };
            Some(line)
        },
    ),
    Kind::new(
        "curved bodies parted by balls or a span in time",
        &["curved beside"],
        |t, rng| {
            let mut line = t.line.clone();
            let links = count(t, "/proof/certificate/chain/links");
            let link = rng.below(links);
            let (a, b) = (json!([[0.0, 0.0, 0.0]]), json!([[0.0, 0.0, 0.0]]));
            (line["proof"]["a"], line["proof"]["b"]) = (a, b);
            line["proof"]["certificate"]["chain"]["links"][link]["by"] = match rng.flip() {
                true => json!({"span": {"pairs": [[0, 0]]}}),
                false => {
                    json!({"balls": {"centers": [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]], "radii": [0.0, 0.0]}})
                }
            };
            Some(line)
        },
    ),
];
