//! Lines over time as SVG.

use std::fmt::Write;

use crate::drive::Sample;

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 360.0;
const MARGIN: f64 = 60.0;
const COLOURS: [&str; 6] = [
    "#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf",
];

/// One curve.
pub struct Curve<'a> {
    pub name: &'a str,
    pub points: Vec<[f64; 2]>,
}

/// A diagram with these curves, and a tick at the foot for each event.
#[must_use]
pub fn diagram(title: &str, unit: &str, curves: &[Curve<'_>], events: &[f64]) -> String {
    let all = curves.iter().flat_map(|curve| &curve.points);
    let range = |k: usize| {
        let values = all.clone().map(|point| point[k]);
        let [low, high] = values.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| {
            [low.min(x), high.max(x)]
        });
        match high > low {
            true => [low, high],
            false => [low - 0.5, high + 0.5],
        }
    };
    let ([t0, t1], [y0, y1]) = (range(0), range(1));
    let x = |t: f64| MARGIN + (t - t0) / (t1 - t0) * (WIDTH - 1.5 * MARGIN);
    let y = |v: f64| HEIGHT - MARGIN - (v - y0) / (y1 - y0) * (HEIGHT - 2.0 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n\
         <text x=\"{MARGIN}\" y=\"24\" font-size=\"16\">{title}</text>\n"
    );
    for k in 0..=4 {
        let part = f64::from(k) / 4.0;
        let (t, v) = (t0 + part * (t1 - t0), y0 + part * (y1 - y0));
        let _ = writeln!(
            svg,
            "<line x1=\"{MARGIN}\" x2=\"{:.1}\" y1=\"{:.1}\" y2=\"{:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{v:.4}</text>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{t:.2}</text>",
            x(t1),
            y(v),
            y(v),
            MARGIN - 6.0,
            y(v) + 4.0,
            x(t),
            HEIGHT - MARGIN + 22.0
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">t [s]</text><text x=\"8\" y=\"{:.1}\">{unit}</text>",
        x(t1),
        HEIGHT - 14.0,
        MARGIN - 16.0
    );
    for t in events {
        let _ = writeln!(
            svg,
            "<line x1=\"{0:.2}\" x2=\"{0:.2}\" y1=\"{1:.1}\" y2=\"{2:.1}\" stroke=\"#888\" stroke-width=\"0.7\"/>",
            x(*t),
            HEIGHT - MARGIN,
            HEIGHT - MARGIN + 7.0
        );
    }
    for (k, curve) in curves.iter().enumerate() {
        let colour = COLOURS[k % COLOURS.len()];
        let points = curve
            .points
            .iter()
            .map(|[t, v]| format!("{:.2},{:.2}", x(*t), y(*v)));
        let points: Vec<_> = points.collect();
        let _ = writeln!(
            svg,
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.4\" points=\"{}\"/>\
             <text x=\"{:.1}\" y=\"24\" text-anchor=\"end\" fill=\"{colour}\">{}</text>",
            points.join(" "),
            WIDTH - 20.0 - 130.0 * (curves.len() - 1 - k) as f64,
            curve.name
        );
    }
    svg + "</svg>\n"
}

/// Heights over time.
#[must_use]
pub fn heights(title: &str, names: &[&str], samples: &[Sample], events: &[f64]) -> String {
    let curves: Vec<_> = names
        .iter()
        .enumerate()
        .map(|(k, name)| Curve {
            name,
            points: samples
                .iter()
                .map(|sample| [sample.t, sample.heights[k]])
                .collect(),
        })
        .collect();
    diagram(title, "height", &curves, events)
}

/// The energy over time, less that of the start, over that.
#[must_use]
pub fn energy(title: &str, samples: &[Sample], events: &[f64]) -> String {
    let first = samples.first().map_or(0.0, |sample| sample.energy);
    let off = |sample: &Sample| [sample.t, (sample.energy - first) / first.abs()];
    let curve = Curve {
        name: "energy",
        points: samples.iter().map(off).collect(),
    };
    diagram(title, "relative change", &[curve], events)
}
