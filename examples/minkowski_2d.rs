//! Draws two polygons, their Minkowski sum and difference, the origin, and GJK's steps, as an SVG on standard
//! output: `cargo run --example minkowski_2d > minkowski_2d.svg`. With `overlap` as an argument, of
//! polygons that meet.

#[path = "../benches/support/plot.rs"]
mod plot;

use interframe::{
    DifferenceVertex2, DistanceOptions, GjkStep2, PairState, Polygon, Pose2, PosedPair2,
    distance_2d, gjk_steps_2d, minkowski_difference_2d, minkowski_sum_2d,
};
use nalgebra::Vector2;
use plot::Picture;

const SIDE: f64 = 360.0;
/// Fills and lines in the light theme and in the dark one.
const STYLES: [&str; 2] = [
    ".a{fill:#8ecae6}.b{fill:#ffb703}.sum{fill:#cdb4db}.difference{fill:#ddd}.nearest{stroke:#c1121f;stroke-width:2}\
     .step{stroke:#2a6f4e;stroke-width:2}.reach{stroke:#2a6f4e;stroke-dasharray:4 3}.point{fill:#c1121f}.column{fill:#2a6f4e}",
    ".a{fill:#1d4e68}.b{fill:#7a5600}.sum{fill:#57426b}.difference{fill:#3a3f46}.origin{fill:#e6edf3}\
     .nearest{stroke:#ff7b72}.point{fill:#ff7b72}.step,.reach{stroke:#5fd38a}.column{fill:#5fd38a}",
];

fn main() -> Result<(), interframe::Error> {
    let overlap = std::env::args().any(|arg| arg == "overlap");
    let a = Polygon::new(&[[0.0, 0.0], [3.0, -0.5], [4.0, 1.5], [2.0, 3.0]].map(Vector2::from))?;
    let b = Polygon::new(&[[-1.0, -1.0], [1.5, -0.5], [0.0, 1.5]].map(Vector2::from))?;
    let pose_a = Pose2::from_angle(Vector2::new(0.0, 0.0), 0.2)?;
    let there = if overlap { [4.0, 2.6] } else { [5.2, 0.0] };
    let pose_b = Pose2::from_angle(Vector2::from(there), 0.8)?;

    let pair = PosedPair2::new(&a, &pose_a, &b, &pose_b);
    let points = |corners: Vec<DifferenceVertex2>| -> Vec<Vector2<f64>> {
        corners.iter().map(|corner| corner.point).collect()
    };
    let (sum, difference) = (
        points(minkowski_sum_2d(&pair)),
        points(minkowski_difference_2d(&pair)),
    );
    let steps = gjk_steps_2d(&pair);
    let state = &mut PairState::default();
    let answer = distance_2d(&pair, &DistanceOptions::default(), state)?;

    let posed = |body: &Polygon, pose: &Pose2| -> Vec<Vector2<f64>> {
        let vertices = body.vertices().iter();
        vertices.map(|v| pose.transform_point(v)).collect()
    };
    let (a, b) = (posed(&a, &pose_a), posed(&b, &pose_b));
    let size = [3.0 * SIDE, SIDE];
    let mut picture = Picture::new(size, "Minkowski sum and difference", STYLES);
    let title = format!("{:?}, distance {:.6}", answer.verdict, answer.separation);
    let mut left = Panel::new(&mut picture, a.iter().chain(&b), 0.0, &title);
    left.polygon(&a, "a", "A");
    left.polygon(&b, "b", "B");
    if let (Some(p), Some(q)) = (answer.point_a, answer.point_b) {
        left.line(p, q, "nearest");
        left.dot(p, "point");
        left.dot(q, "point");
    }

    let origin = [Vector2::zeros()];
    let mut middle = Panel::new(&mut picture, sum.iter().chain(&origin), SIDE, "sum");
    middle.polygon(&sum, "sum", "A + B");
    middle.origin();

    let title = format!("difference; GJK, {} steps", steps.len());
    let points = difference.iter().chain(&origin);
    let mut right = Panel::new(&mut picture, points, 2.0 * SIDE, &title);
    right.polygon(&difference, "difference", "A \u{2212} B");
    draw_steps(&mut right, &steps);
    right.origin();
    print!("{}", picture.svg());
    Ok(())
}

/// Every simplex, its number, and a dashed line from its nearest point to the origin.
fn draw_steps(panel: &mut Panel<'_>, steps: &[GjkStep2]) {
    for (k, step) in steps.iter().enumerate() {
        match step.columns[..] {
            [p, q] => panel.line(p, q, "step"),
            [p, q, r] => [(p, q), (q, r), (r, p)]
                .into_iter()
                .for_each(|(p, q)| panel.line(p, q, "step")),
            _ => {}
        }
        step.columns.iter().for_each(|&p| panel.dot(p, "column"));
        panel.line(step.nearest, Vector2::zeros(), "reach");
        panel.label(step.nearest, &format!("{}", k + 1));
    }
}

/// One third of the picture, y upwards.
struct Panel<'a> {
    picture: &'a mut Picture,
    middle: Vector2<f64>,
    scale: f64,
    shift: f64,
}

impl<'a> Panel<'a> {
    fn new<'p>(
        picture: &'a mut Picture,
        points: impl Iterator<Item = &'p Vector2<f64>> + Clone,
        shift: f64,
        title: &str,
    ) -> Self {
        let fold = |start: f64, f: fn(f64, f64) -> f64| {
            let of = move |best: Vector2<f64>, p: &Vector2<f64>| best.zip_map(p, f);
            points.clone().fold(Vector2::repeat(start), of)
        };
        let (low, high) = (
            fold(f64::INFINITY, f64::min),
            fold(f64::NEG_INFINITY, f64::max),
        );
        picture.text("", [shift + 12.0, 20.0], title);
        Panel {
            picture,
            middle: (low + high) / 2.0,
            scale: 0.75 * SIDE / (high - low).max(),
            shift,
        }
    }

    fn at(&self, p: Vector2<f64>) -> [f64; 2] {
        let p = (p - self.middle) * self.scale;
        [SIDE / 2.0 + p.x + self.shift, SIDE / 2.0 - p.y]
    }

    fn polygon(&mut self, corners: &[Vector2<f64>], class: &str, name: &str) {
        let list: Vec<[f64; 2]> = corners.iter().map(|&p| self.at(p)).collect();
        self.picture.polygon(class, &list);
        let center = corners.iter().sum::<Vector2<f64>>() / corners.len() as f64;
        self.label(center, name);
    }

    fn line(&mut self, from: Vector2<f64>, to: Vector2<f64>, class: &str) {
        let ends = [self.at(from), self.at(to)];
        self.picture.line(class, &ends);
    }

    fn dot(&mut self, p: Vector2<f64>, class: &str) {
        let at = self.at(p);
        self.picture.dot(class, at, 4.0);
    }

    fn origin(&mut self) {
        self.dot(Vector2::zeros(), "origin");
        self.label(Vector2::zeros(), "0");
    }

    fn label(&mut self, p: Vector2<f64>, text: &str) {
        let [x, y] = self.at(p);
        self.picture.text("", [x + 6.0, y - 6.0], text);
    }
}
