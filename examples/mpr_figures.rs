//! Draws how the signed distance of portal refinement goes while one box passes by another and while one passes
//! through another, sharp and with rounded edges: figures 6 and 7 of Neumayr and Otter 2017, with boxes of our own.
//! `cargo run --example mpr_figures [FOLDER]` writes mpr_passing_by.svg and mpr_passing_through.svg into it (docs/theory).

#[path = "../benches/support/plot.rs"]
mod plot;

use std::error::Error;
use std::path::Path;

use interframe::{
    Body, DistanceOptions, MprOptions, PairState, PenetrationOptions, Polytope, Pose, PosedPair,
    Verdict, distance, mpr, penetration,
};
use nalgebra::{Quaternion, Vector3};
use plot::{Picture, Plot};

/// Half the sides of A, which stands, and of B, which moves along x.
const A: [f64; 3] = [1.0, 1.0, 1.0];
const B: [f64; 3] = [0.7, 0.5, 0.5];
/// Of the rounded boxes; these are as large as the sharp ones.
const RADIUS: f64 = 0.25;
/// How far B goes to either side, and how often it is asked.
const WAY: f64 = 3.0;
const STEPS: i32 = 1200;

fn main() -> std::result::Result<(), Box<dyn Error>> {
    let folder = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "docs/theory".into());
    for (file, title, y) in [
        ("mpr_passing_by.svg", "B passes by A", 2.0),
        ("mpr_passing_through.svg", "B passes through A", 0.4),
    ] {
        let svg = figure(title, Vector3::new(0.0, y, 0.15))?;
        std::fs::write(Path::new(&folder).join(file), svg)?;
    }
    Ok(())
}

/// B turned a little, so that no faces are parallel.
fn pose_b(at: Vector3<f64>) -> interframe::Result<Pose> {
    Pose::new(at, Quaternion::new(0.95, 0.04, 0.06, 0.3).normalize())
}

/// The distance, or minus the depth.
fn truth(pair: &PosedPair<'_>) -> interframe::Result<f64> {
    let state = &mut PairState::default();
    let apart = distance(pair, &DistanceOptions::default(), state)?;
    Ok(match apart.verdict {
        Verdict::Separated => apart.separation,
        _ => -penetration(pair, &PenetrationOptions::default(), state)?.depth,
    })
}

/// A signed distance for every place of B.
fn curve(
    [a, b]: [Body<'_>; 2],
    offset: &Vector3<f64>,
    ask: impl Fn(&PosedPair<'_>) -> interframe::Result<f64>,
) -> interframe::Result<Vec<(f64, f64)>> {
    let here = Pose::identity();
    (0..=STEPS)
        .map(|k| {
            let x = WAY * f64::from(2 * k - STEPS) / f64::from(STEPS);
            let there = pose_b(offset + Vector3::x() * x)?;
            Ok((x, ask(&PosedPair::new(a, &here, b, &there))?))
        })
        .collect()
}

fn figure(title: &str, offset: Vector3<f64>) -> interframe::Result<String> {
    let less = |half: [f64; 3]| half.map(|h| h - RADIUS);
    let sharp = [Polytope::cuboid(A)?, Polytope::cuboid(B)?];
    let cores = [Polytope::cuboid(less(A))?, Polytope::cuboid(less(B))?];
    let plain = [Body::from(&sharp[0]), Body::from(&sharp[1])];
    let rounded = [cores[0].rounded(RADIUS)?, cores[1].rounded(RADIUS)?];
    let by_portal = |pair: &PosedPair<'_>| {
        Ok(mpr(pair, &MprOptions::default(), &mut PairState::default())?.separation)
    };
    let by_radius = format!("portals, radius {RADIUS}");
    let plot = Plot {
        title: &format!("{title}: signed distance"),
        x: "x of B",
        lines: vec![
            ("portals, sharp edges", curve(plain, &offset, by_portal)?),
            ("true, sharp edges", curve(plain, &offset, truth)?),
            (&by_radius, curve(rounded, &offset, by_portal)?),
        ],
        ..Plot::default()
    };
    let mut picture = plot.picture();
    draw_bodies(&mut picture, &offset);
    Ok(picture.svg())
}

/// Both boxes seen from above, B in the middle of its way: in the plot's colours, sharp and rounded.
fn draw_bodies(picture: &mut Picture, offset: &Vector3<f64>) {
    let (scale, middle) = (34.0, [730.0, 350.0]);
    let at = |x: f64, y: f64| [middle[0] + scale * x, middle[1] - scale * (y - 0.5)];
    // B's z axis leans by a few degrees only.
    let turn = 2.0 * 0.3f64.atan2(0.95);
    let (sin, cos) = turn.sin_cos();
    for (half, [cx, cy], [sin, cos], name) in [
        (A, [0.0, 0.0], [0.0, 1.0], "A"),
        (B, [offset.x, offset.y], [sin, cos], "B"),
    ] {
        let place = |[x, y]: [f64; 2]| at(cx + cos * x - sin * y, cy + sin * x + cos * y);
        let sides = |[x, y]: [f64; 2]| [[-x, -y], [x, -y], [x, y], [-x, y]];
        picture.polygon("line k0", &sides([half[0], half[1]]).map(place));
        let mut round = Vec::new();
        for (quarter, [x, y]) in (2..).zip(sides([half[0] - RADIUS, half[1] - RADIUS])) {
            for k in 0..=8 {
                let angle = (f64::from(quarter) + f64::from(k) / 8.0) * 90f64.to_radians();
                round.push(place([x + RADIUS * angle.cos(), y + RADIUS * angle.sin()]));
            }
        }
        picture.polygon("line k2", &round);
        // A's where B does not hide it.
        let corner = if name == "A" { -0.75 } else { 0.0 };
        let [x, y] = place([corner; 2]);
        picture.text("middle", [x, y + 5.0], name);
    }
    picture.line("line k1", &[at(-2.4, offset.y), at(2.4, offset.y)]);
    picture.text("middle", [middle[0], 440.0], "from above; B moves along x");
}
