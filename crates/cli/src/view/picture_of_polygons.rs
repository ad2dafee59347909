//! One picture of two polygons: the bodies, their sum, their difference and the steps of GJK.

use super::data::Plane;
use super::svg::{Heading, Svg};

/// Side of a panel.
const SIDE: f64 = 320.0;
/// Height of the line of text above the panels.
const HEAD: f64 = 30.0;

/// A and B, A + B, and A - B with the origin and the steps of GJK.
pub fn picture(plane: &Plane) -> String {
    let title = format!("{}: {}", plane.name, plane.verdict);
    let heading = Heading {
        title,
        refused: None,
        row: true,
    };
    let mut svg = Svg::new([SIDE * 3.0, SIDE + HEAD], &heading);
    let [a, b] = &plane.polygons;
    let origin = [0.0, 0.0];
    let both: Vec<_> = a.corners.iter().chain(&b.corners).copied().collect();
    let with_origin = |ring: &[[f64; 2]]| ring.iter().copied().chain([origin]).collect::<Vec<_>>();
    let bodies = panel(0, &both);
    svg.text([10.0, 20.0], "A and B");
    svg.polygon("a", &bodies.all(&a.corners));
    svg.polygon("b", &bodies.all(&b.corners));
    let point = |key: &str| {
        let list = plane.entries.get(key)?.as_array()?;
        Some([list.first()?.as_f64()?, list.get(1)?.as_f64()?])
    };
    if let (Some(p), Some(q)) = (point("point_a"), point("point_b")) {
        svg.line("mark", &bodies.all(&[p, q]));
        svg.dot("dot", bodies.at(p), 3.5);
        svg.dot("dot", bodies.at(q), 3.5);
    }
    let sum = panel(1, &with_origin(&plane.sum));
    svg.text([SIDE + 10.0, 20.0], "A + B");
    svg.polygon("sum", &sum.all(&plane.sum));
    svg.dot("origin", sum.at(origin), 3.5);
    let difference = panel(2, &with_origin(&plane.difference));
    svg.text(
        [2.0 * SIDE + 10.0, 20.0],
        &format!("A \u{2212} B; GJK takes {} steps", plane.steps.len()),
    );
    svg.polygon("difference", &difference.all(&plane.difference));
    for (k, step) in plane.steps.iter().enumerate() {
        let mut ring = step.columns.clone();
        if ring.len() > 2 {
            ring.push(ring[0]);
        }
        svg.line("plane", &difference.all(&ring));
        svg.line("path", &difference.all(&[step.nearest, origin]));
        let [x, y] = difference.at(step.nearest);
        svg.text([x + 5.0, y - 5.0], &(k + 1).to_string());
    }
    svg.dot("origin", difference.at(origin), 3.5);
    svg.finish()
}

/// A square panel of the plane.
struct Flat {
    center: [f64; 2],
    scale: f64,
    middle: [f64; 2],
}

fn panel(k: usize, points: &[[f64; 2]]) -> Flat {
    let range = |axis: usize| {
        let values = points.iter().map(|p| p[axis]);
        let low = values.clone().fold(f64::INFINITY, f64::min);
        [low, values.fold(f64::NEG_INFINITY, f64::max)]
    };
    let [x, y] = [range(0), range(1)];
    let size = (x[1] - x[0]).max(y[1] - y[0]).max(1e-300);
    Flat {
        center: [(x[0] + x[1]) / 2.0, (y[0] + y[1]) / 2.0],
        scale: 0.78 * SIDE / size,
        middle: [SIDE * (k as f64 + 0.5), HEAD + SIDE / 2.0],
    }
}

impl Flat {
    fn at(&self, p: [f64; 2]) -> [f64; 2] {
        let [x, y] = [0, 1].map(|k| (p[k] - self.center[k]) * self.scale);
        [self.middle[0] + x, self.middle[1] - y]
    }

    fn all(&self, points: &[[f64; 2]]) -> Vec<[f64; 2]> {
        points.iter().map(|&p| self.at(p)).collect()
    }
}
