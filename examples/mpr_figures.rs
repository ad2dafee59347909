//! Draws how the signed distance of portal refinement goes while one box passes by another and while one passes
//! through another, sharp and with rounded edges: figures 6 and 7 of Neumayr and Otter 2017, with boxes of our own.
//! `cargo run --example mpr_figures [FOLDER]` writes mpr_passing_by.svg and mpr_passing_through.svg into it (docs/theory).

use std::error::Error;
use std::path::Path;

use interframe::{
    Body, DistanceOptions, MprOptions, PairState, PenetrationOptions, Polytope, Pose, PosedPair,
    Verdict, distance, mpr, penetration,
};
use nalgebra::{Quaternion, Vector3};

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
        let svg = Figure::drawn(title, Vector3::new(0.0, y, 0.15))?;
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
) -> interframe::Result<Vec<[f64; 2]>> {
    let here = Pose::identity();
    (0..=STEPS)
        .map(|k| {
            let x = WAY * f64::from(2 * k - STEPS) / f64::from(STEPS);
            let there = pose_b(offset + Vector3::x() * x)?;
            Ok([x, ask(&PosedPair::new(a, &here, b, &there))?])
        })
        .collect()
}

struct Figure {
    svg: String,
    /// Of the values.
    low: f64,
    high: f64,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 400.0;
/// Where the curves are: left, right, top, bottom.
const FRAME: [f64; 4] = [56.0, 500.0, 40.0, 352.0];

impl Figure {
    fn drawn(title: &str, offset: Vector3<f64>) -> interframe::Result<String> {
        let less = |half: [f64; 3]| half.map(|h| h - RADIUS);
        let sharp = [Polytope::cuboid(A)?, Polytope::cuboid(B)?];
        let cores = [Polytope::cuboid(less(A))?, Polytope::cuboid(less(B))?];
        let plain = [Body::from(&sharp[0]), Body::from(&sharp[1])];
        let rounded = [cores[0].rounded(RADIUS)?, cores[1].rounded(RADIUS)?];
        let by_portal = |pair: &PosedPair<'_>| {
            Ok(mpr(pair, &MprOptions::default(), &mut PairState::default())?.separation)
        };
        let curves = [
            ("true", curve(plain, &offset, truth)?),
            ("sharp", curve(plain, &offset, by_portal)?),
            ("rounded", curve(rounded, &offset, by_portal)?),
        ];
        let values = || curves.iter().flat_map(|(_, curve)| curve).map(|p| p[1]);
        let mut figure = Figure {
            svg: String::new(),
            low: (4.0 * values().fold(0.0, f64::min)).floor() / 4.0,
            high: (4.0 * values().fold(0.0, f64::max)).ceil() / 4.0,
        };
        figure.axes(title);
        for (class, points) in &curves {
            figure.curve(class, points);
        }
        figure.legend();
        figure.bodies(&offset);
        figure.svg += "</svg>\n";
        Ok(figure.svg)
    }

    fn at(&self, [x, value]: [f64; 2]) -> [f64; 2] {
        let [left, right, top, bottom] = FRAME;
        [
            left + (x + WAY) / (2.0 * WAY) * (right - left),
            bottom - (value - self.low) / (self.high - self.low) * (bottom - top),
        ]
    }

    fn line(&mut self, class: &str, from: [f64; 2], to: [f64; 2]) {
        let ([x1, y1], [x2, y2]) = (from, to);
        self.svg += &format!(
            "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>\n"
        );
    }

    fn text(&mut self, anchor: &str, [x, y]: [f64; 2], text: &str) {
        self.svg +=
            &format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>\n");
    }

    fn axes(&mut self, title: &str) {
        self.svg += &format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             font-family=\"sans-serif\" font-size=\"13\">\n<title>{title}</title>\n<style>\
             .paper{{fill:#fff}} text{{fill:#222}} line,polyline,polygon,path{{fill:none;stroke:#222}} \
             .grid{{stroke:#ddd}} .true{{stroke:#777;stroke-width:1.5;stroke-dasharray:5 4}} \
             .sharp{{stroke:#c1121f;stroke-width:2}} .rounded{{stroke:#1565c0;stroke-width:2}}\
             @media (prefers-color-scheme:dark){{.paper{{fill:#16191d}} text{{fill:#e3e3e3}} \
             line,polyline,polygon,path{{stroke:#e3e3e3}} .grid{{stroke:#3a3f45}} .true{{stroke:#a5a5a5}} \
             .sharp{{stroke:#ff7b72}} .rounded{{stroke:#79b8ff}}}}</style>\n\
             <rect class=\"paper\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>\n"
        );
        let [left, right, top, bottom] = FRAME;
        let quarters = |x: f64| (4.0 * x).round() as i32;
        let every = if self.high - self.low > 2.0 { 2 } else { 1 };
        for k in quarters(self.low)..=quarters(self.high) {
            if k % every != 0 {
                continue;
            }
            let [_, y] = self.at([0.0, f64::from(k) / 4.0]);
            let class = if k == 0 { "axis" } else { "grid" };
            self.line(class, [left, y], [right, y]);
            self.text(
                "end",
                [left - 8.0, y + 4.0],
                &format!("{}", f64::from(k) / 4.0),
            );
        }
        for k in -(WAY as i32)..=WAY as i32 {
            let [x, _] = self.at([f64::from(k), 0.0]);
            self.line("grid", [x, top], [x, bottom]);
            self.text("middle", [x, bottom + 18.0], &format!("{k}"));
        }
        self.text("middle", [0.5 * (left + right), bottom + 38.0], "x of B");
        self.text("start", [left, 24.0], &format!("{title}: signed distance"));
    }

    fn curve(&mut self, class: &str, points: &[[f64; 2]]) {
        let list = points.iter().map(|&p| self.at(p));
        let list: Vec<_> = list.map(|[x, y]| format!("{x:.1},{y:.1}")).collect();
        self.svg += &format!(
            "<polyline class=\"{class}\" points=\"{}\"/>\n",
            list.join(" ")
        );
    }

    fn legend(&mut self) {
        for (k, (class, text)) in [
            ("sharp", "by portals, sharp edges".to_string()),
            ("rounded", format!("by portals, radius {RADIUS}")),
            ("true", "true, sharp edges".to_string()),
        ]
        .iter()
        .enumerate()
        {
            let y = 52.0 + 22.0 * k as f64;
            self.line(class, [516.0, y], [544.0, y]);
            self.text("start", [552.0, y + 4.0], text);
        }
    }

    /// Both boxes seen from above, B in the middle of its way.
    fn bodies(&mut self, offset: &Vector3<f64>) {
        let (scale, middle) = (34.0, [610.0, 270.0]);
        let at = |x: f64, y: f64| [middle[0] + scale * x, middle[1] - scale * (y - 0.5)];
        // B's z axis leans by a few degrees only.
        let turn = 2.0 * 0.3f64.atan2(0.95);
        let (sin, cos) = turn.sin_cos();
        for (half, [cx, cy], [sin, cos], name) in [
            (A, [0.0, 0.0], [0.0, 1.0], "A"),
            (B, [offset.x, offset.y], [sin, cos], "B"),
        ] {
            let place = |x: f64, y: f64| at(cx + cos * x - sin * y, cy + sin * x + cos * y);
            let sides = |[x, y]: [f64; 2]| [[-x, -y], [x, -y], [x, y], [-x, y]];
            let listed = |list: &[[f64; 2]]| {
                let list = list.iter().map(|&[x, y]| place(x, y));
                let list: Vec<_> = list.map(|[x, y]| format!("{x:.1},{y:.1}")).collect();
                list.join(" ")
            };
            let corners = listed(&sides([half[0], half[1]]));
            self.svg += &format!("<polygon class=\"sharp\" points=\"{corners}\"/>\n");
            let mut round = Vec::new();
            for (quarter, [x, y]) in (2..).zip(sides([half[0] - RADIUS, half[1] - RADIUS])) {
                for k in 0..=8 {
                    let angle = (f64::from(quarter) + f64::from(k) / 8.0) * 90f64.to_radians();
                    round.push([x + RADIUS * angle.cos(), y + RADIUS * angle.sin()]);
                }
            }
            let round = listed(&round);
            self.svg += &format!("<polygon class=\"rounded\" points=\"{round}\"/>\n");
            // A's where B does not hide it.
            let [x, y] = if name == "A" {
                place(-0.75, -0.75)
            } else {
                place(0.0, 0.0)
            };
            self.text("middle", [x, y + 5.0], name);
        }
        let ([x1, y], [x2, _]) = (at(-2.4, offset.y), at(2.4, offset.y));
        self.line("true", [x1, y], [x2, y]);
        self.text("start", [516.0, 372.0], "from above; B moves along x");
    }
}
