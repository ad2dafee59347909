//! Writes the shapes of the scenes: `cargo run -p interframe-cli --example make_shapes`.
//!
//! Every shape is our own: lofts (rings of equal length joined by quads, caps at both ends) and
//! rocks (hulls of points about an uneven sphere). Lengths are metres, rounded to a micrometre, so
//! that the last place of a machine's sine does not show. A test compares what this writes with
//! the committed files.

use std::f64::consts::{PI, TAU};
use std::fmt::Write as _;
use std::path::Path;

use nalgebra::Vector3;
use twin::random::SplitMix64;

type Point = [f64; 3];

/// A named part: its points and its faces, counter-clockwise from outside, indices from 0.
struct Part {
    name: &'static str,
    points: Vec<Point>,
    faces: Vec<Vec<usize>>,
}

/// File names and contents, in the order in which they are written.
pub fn shapes() -> Vec<(String, String)> {
    let one = |part: Part| vec![part];
    let mut files = vec![
        (
            "bullet",
            "A pointed bullet of calibre 12.95 mm, 58.6 mm long; nose along +x.",
            one(bullet()),
        ),
        (
            "plate",
            "A plate 30 mm thick across x, 1.2 m wide and high.",
            one(plate(0.03, 1.2, 1.2)),
        ),
        (
            "slat",
            "A slat 20 mm thick across x, 0.4 m wide, 2.4 m high.",
            one(plate(0.02, 0.4, 2.4)),
        ),
        (
            "blade",
            "A twisted fan blade along +z, 0.15 to 0.65 m from the hub's axis x.",
            one(blade()),
        ),
        (
            "crank",
            "A crank throw that turns about x: journal, web with counterweight, pin.",
            crank(),
        ),
        (
            "rod",
            "A connecting rod: big end about the origin, small end at z = 0.36.",
            rod(),
        ),
        (
            "bolt",
            "A hexagon bolt M16 x 70; its shank along +x from the head's seat at 0.",
            bolt(),
        ),
    ]
    .into_iter()
    .map(|(name, what, parts)| (format!("{name}.obj"), obj(name, what, &parts)))
    .collect::<Vec<_>>();
    for (k, (count, size)) in [
        (24, [0.10, 0.08, 0.07]),
        (36, [0.07, 0.07, 0.05]),
        (48, [0.12, 0.11, 0.09]),
        (60, [0.16, 0.10, 0.10]),
    ]
    .into_iter()
    .enumerate()
    {
        let name = format!("rock_{}", k + 1);
        let text = obj(
            &name,
            "A rock: the hull of points about an uneven sphere.",
            &[rock(k as u64 + 1, count, size)],
        );
        files.push((format!("{name}.obj"), text));
    }
    files
}

#[allow(dead_code)]
fn main() -> std::io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/scenes/shapes");
    for (name, text) in shapes() {
        std::fs::write(folder.join(&name), text)?;
        println!("{name}");
    }
    Ok(())
}

fn obj(name: &str, what: &str, parts: &[Part]) -> String {
    let mut text = format!("# {what}\n# Written by make_shapes; metres.\no {name}\n");
    let mut first = 1;
    for part in parts {
        let _ = writeln!(text, "g {}", part.name);
        for p in &part.points {
            // Adding 0 turns a rounded -0 into 0.
            let [x, y, z] = p.map(|c| (c * 1e6).round() / 1e6 + 0.0);
            let _ = writeln!(text, "v {x:.6} {y:.6} {z:.6}");
        }
        for face in &part.faces {
            let indices: Vec<_> = face.iter().map(|i| (i + first).to_string()).collect();
            let _ = writeln!(text, "f {}", indices.join(" "));
        }
        first += part.points.len();
    }
    text
}

/// Rings of equal length, counter-clockwise seen from the last ring's side, joined and capped.
fn loft(name: &'static str, rings: &[Vec<Point>]) -> Part {
    let n = rings[0].len();
    let last = (rings.len() - 1) * n;
    let mut faces = vec![(0..n).rev().collect(), (last..last + n).collect()];
    for ring in 0..rings.len() - 1 {
        for i in 0..n {
            let (low, high, next) = (ring * n, (ring + 1) * n, (i + 1) % n);
            faces.push(vec![low + i, low + next, high + next, high + i]);
        }
    }
    Part {
        name,
        points: rings.concat(),
        faces,
    }
}

/// A regular polygon about the line through (y, z), across x.
fn ring(sides: usize, x: f64, [y, z]: [f64; 2], radius: f64) -> Vec<Point> {
    (0..sides)
        .map(|i| {
            let (sin, cos) = (TAU * i as f64 / sides as f64).sin_cos();
            [x, y + radius * cos, z + radius * sin]
        })
        .collect()
}

/// A boat-tailed bullet with a tangent ogive: the arc of radius (R^2 + L^2) / 2R that meets the
/// shank of radius R without a corner and ends L farther on.
fn bullet() -> Part {
    const SIDES: usize = 12;
    let (radius, nose) = (0.006475, 0.0335);
    let (base, tail, shoulder) = (-0.0240, -0.0165, 0.0011);
    let arc = (radius * radius + nose * nose) / (2.0 * radius);
    let ogive = |s: f64| (arc * arc - (s * nose) * (s * nose)).sqrt() + radius - arc;
    let axis = [0.0, 0.0];
    let mut rings = vec![
        ring(SIDES, base, axis, 0.8 * radius),
        ring(SIDES, tail, axis, radius),
        ring(SIDES, shoulder, axis, radius),
    ];
    for s in [0.3, 0.55, 0.75, 0.9] {
        rings.push(ring(SIDES, shoulder + s * nose, axis, ogive(s)));
    }
    let mut part = loft("bullet", &rings);
    // A point instead of the front cap.
    let tip = part.points.len();
    part.points.push([shoulder + nose, 0.0, 0.0]);
    part.faces.remove(1);
    for i in 0..SIDES {
        part.faces
            .push(vec![tip - SIDES + i, tip - SIDES + (i + 1) % SIDES, tip]);
    }
    part
}

fn rectangle(x: f64, wide: f64, low: f64, high: f64) -> Vec<Point> {
    let h = wide / 2.0;
    vec![[x, -h, low], [x, h, low], [x, h, high], [x, -h, high]]
}

fn plate(thick: f64, wide: f64, high: f64) -> Part {
    let face = |x| rectangle(x, wide, -high / 2.0, high / 2.0);
    loft("plate", &[face(-thick / 2.0), face(thick / 2.0)])
}

/// Five lens-shaped sections, pitched from 42 to 20 degrees towards the disc.
fn blade() -> Part {
    let sections: Vec<Vec<Point>> = (0..5)
        .map(|k| {
            let s = f64::from(k) / 4.0;
            let (sin, cos) = ((42.0 - 22.0 * s) * PI / 180.0).sin_cos();
            let (chord, thick) = (0.16 - 0.04 * s, 0.016 - 0.008 * s);
            let z = 0.15 + 0.5 * s;
            // Along the chord and across it, counter-clockwise about z.
            [
                (0.5, 0.0),
                (0.1, 0.5),
                (-0.3, 0.4),
                (-0.5, 0.0),
                (-0.3, -0.2),
                (0.1, -0.25),
            ]
            .map(|(u, v)| (u * chord, v * thick))
            .map(|(u, v)| [u * sin - v * cos, u * cos + v * sin, z])
            .to_vec()
        })
        .collect();
    loft("blade", &sections)
}

/// Journal about the axis x, a web that widens to a counterweight, and a pin 0.2 off the axis.
fn crank() -> Vec<Part> {
    let outline = |x: f64| -> Vec<Point> {
        [
            (-0.05, 0.25),
            (-0.09, -0.02),
            (-0.12, -0.10),
            (-0.06, -0.15),
            (0.06, -0.15),
            (0.12, -0.10),
            (0.09, -0.02),
            (0.05, 0.25),
        ]
        .map(|(y, z)| [x, y, z])
        .to_vec()
    };
    let bar = |name, from, to, at, radius| {
        loft(
            name,
            &[ring(12, from, at, radius), ring(12, to, at, radius)],
        )
    };
    vec![
        bar("journal", -0.08, -0.02, [0.0, 0.0], 0.04),
        loft("web", &[outline(-0.02), outline(0.02)]),
        bar("pin", 0.02, 0.08, [0.0, 0.2], 0.03),
    ]
}

fn rod() -> Vec<Part> {
    let end = |name, z, half: f64, radius| {
        let at = [0.0, z];
        loft(
            name,
            &[ring(14, -half, at, radius), ring(14, half, at, radius)],
        )
    };
    let beam = |x| rectangle(x, 0.04, 0.04, 0.34);
    vec![
        end("big_end", 0.0, 0.022, 0.055),
        loft("beam", &[beam(-0.009), beam(0.009)]),
        end("small_end", 0.36, 0.018, 0.032),
    ]
}

fn bolt() -> Vec<Part> {
    let axis = [0.0, 0.0];
    let rings = |name, list: [(f64, f64); 2], sides| {
        loft(name, &list.map(|(x, radius)| ring(sides, x, axis, radius)))
    };
    vec![
        rings("head", [(-0.010, 0.01386), (0.0, 0.01386)], 6),
        loft(
            "shank",
            &[(0.0, 0.008), (0.068, 0.008), (0.070, 0.0068)]
                .map(|(x, radius)| ring(12, x, axis, radius)),
        ),
    ]
}

/// The hull of `count` points spread over a sphere by the golden angle, each moved in or out by
/// up to 12 %, stretched to the half axes `size`.
fn rock(seed: u64, count: usize, size: Point) -> Part {
    let golden = PI * (3.0 - 5.0f64.sqrt());
    let mut random = SplitMix64(seed);
    let points: Vec<Point> = (0..count)
        .map(|i| {
            let z = 1.0 - (2.0 * i as f64 + 1.0) / count as f64;
            let (sin, cos) = (golden * i as f64).sin_cos();
            let radius = (1.0 - z * z).sqrt();
            let grow = 1.0 + 0.12 * random.between(-1.0, 1.0);
            let at = [radius * cos, radius * sin, z];
            std::array::from_fn(|k| at[k] * size[k] * grow)
        })
        .collect();
    hull(points)
}

/// Every triangle of points that has all the others on one side; points of none are dropped.
fn hull(points: Vec<Point>) -> Part {
    let n = points.len();
    let at: Vec<Vector3<f64>> = points.iter().map(|p| Vector3::from(*p)).collect();
    let mut faces = Vec::new();
    for i in 0..n {
        for j in i + 1..n {
            for k in j + 1..n {
                let normal = (at[j] - at[i]).cross(&(at[k] - at[i]));
                let mut sides = (0..n)
                    .filter(|l| ![i, j, k].contains(l))
                    .map(|l| normal.dot(&(at[l] - at[i])) > 0.0);
                let first = sides.next() == Some(true);
                if sides.all(|side| side == first) {
                    faces.push(if first { vec![i, k, j] } else { vec![i, j, k] });
                }
            }
        }
    }
    let used: Vec<usize> = (0..n)
        .filter(|i| faces.iter().any(|face| face.contains(i)))
        .collect();
    let renamed = |i: &usize| used.iter().position(|u| u == i).unwrap_or(0);
    Part {
        name: "rock",
        faces: faces
            .iter()
            .map(|face| face.iter().map(renamed).collect())
            .collect(),
        points: used.iter().map(|&i| points[i]).collect(),
    }
}
