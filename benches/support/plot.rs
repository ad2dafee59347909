//! Lines over two axes as SVG text, on a card that follows the reader's light or dark theme.

use std::fmt::Write;

/// What a plot shows. y is logarithmic.
pub struct Plot<'a> {
    pub title: &'a str,
    pub x: &'a str,
    pub y: &'a str,
    pub log_x: bool,
    /// Where x is marked.
    pub ticks: &'a [f64],
    pub lines: Vec<Line<'a>>,
}

/// A name that has a look, and points.
pub type Line<'a> = (&'a str, Vec<(f64, f64)>);

const SIZE: [f64; 2] = [820.0, 500.0];
/// Left, top, right, bottom of the axes.
const AREA: [f64; 4] = [70.0, 44.0, 640.0, 446.0];
/// Between the labels of two lines.
const LABEL: f64 = 17.0;

/// Of each contender: colour on white, colour on black, dashes. Colours tell families, dashes members.
const LOOKS: [(&str, &str, &str, &str); 15] = [
    ("ray simplex", "#1f5fbf", "#6ea8ff", ""),
    ("rs certified", "#1f5fbf", "#6ea8ff", "7 4"),
    ("interior point", "#c2410c", "#ff9a5c", ""),
    ("ip, no plane", "#c2410c", "#ff9a5c", "7 4"),
    ("ip, all columns", "#c2410c", "#ff9a5c", "2 3"),
    ("ip face-grouped", "#a3168a", "#f08adf", ""),
    ("walker", "#15803d", "#5fd38a", ""),
    ("parry", "#57534e", "#bdb8b2", ""),
    ("coal", "#57534e", "#bdb8b2", "7 4"),
    ("libccd gjk", "#57534e", "#bdb8b2", "2 3"),
    ("bullet gjk", "#57534e", "#bdb8b2", "9 3 2 3"),
    ("whole, first", "#c2410c", "#ff9a5c", ""),
    ("broad phase, first", "#c2410c", "#ff9a5c", "7 4"),
    ("whole, poses", "#1f5fbf", "#6ea8ff", ""),
    ("broad phase, poses", "#1f5fbf", "#6ea8ff", "7 4"),
];

/// Whether a contender has a line; the tables have all.
pub fn is_drawn(name: &str) -> bool {
    LOOKS.iter().any(|look| look.0 == name)
}

pub fn svg(plot: &Plot<'_>) -> String {
    let [left, top, right, bottom] = AREA;
    let all = || plot.lines.iter().flat_map(|(_, points)| points);
    let (low, high) = all().fold((f64::INFINITY, 0.0_f64), |(l, h), p| {
        (l.min(p.1), h.max(p.1))
    });
    let (low, high) = (low.log10() - 0.05, high.log10() + 0.05);
    let along = |x: f64| if plot.log_x { x.log10() } else { x };
    let xs = || {
        all()
            .map(|p| along(p.0))
            .chain(plot.ticks.iter().map(|&x| along(x)))
    };
    let (first, last) = (
        xs().fold(f64::INFINITY, f64::min),
        xs().fold(f64::NEG_INFINITY, f64::max),
    );
    let x = |v: f64| left + 8.0 + (along(v) - first) / (last - first) * (right - left - 16.0);
    let y = |v: f64| bottom - (v.log10() - low) / (high - low) * (bottom - top);
    let mut out = head(plot);
    for decade in low.floor() as i32..=high.ceil() as i32 {
        for step in [1.0, 2.0, 5.0] {
            let value = step * 10f64.powi(decade);
            let at = y(value);
            if at < top || at > bottom {
                continue;
            }
            let class = if step == 1.0 { "grid" } else { "fine" };
            let _ = writeln!(
                out,
                r#"<path class="{class}" d="M{left} {at:.1}H{right}"/>"#
            );
            if step == 1.0 || high - low < 2.6 {
                let text = shown(value);
                let (tx, ty) = (left - 8.0, at + 4.0);
                let _ = writeln!(
                    out,
                    r#"<text x="{tx}" y="{ty:.1}" text-anchor="end">{text}</text>"#
                );
            }
        }
    }
    for &tick in plot.ticks {
        let (at, ty, text) = (x(tick), bottom + 20.0, shown(tick));
        let _ = writeln!(out, r#"<path class="fine" d="M{at:.1} {top}V{bottom}"/>"#);
        let _ = writeln!(
            out,
            r#"<text x="{at:.1}" y="{ty}" text-anchor="middle">{text}</text>"#
        );
    }
    let mut labels = Vec::new();
    for (name, points) in &plot.lines {
        let k = LOOKS
            .iter()
            .position(|look| look.0 == *name)
            .expect("a drawn contender");
        let at: Vec<[f64; 2]> = points.iter().map(|&(a, b)| [x(a), y(b)]).collect();
        let path: Vec<String> = at
            .iter()
            .map(|p| format!("{:.1} {:.1}", p[0], p[1]))
            .collect();
        let _ = writeln!(out, r#"<path class="line k{k}" d="M{}"/>"#, path.join("L"));
        for [px, py] in &at {
            let _ = writeln!(
                out,
                r#"<circle class="dot k{k}" cx="{px:.1}" cy="{py:.1}" r="2.6"/>"#
            );
        }
        labels.push((at.last().expect("a line has points")[1], k, name));
    }
    labels.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut last = f64::NEG_INFINITY;
    let spare = labels.len() as f64 * LABEL;
    for (k, (at, look, name)) in labels.iter().enumerate() {
        // Apart from each other, and all of them within the card.
        let lowest = bottom - spare + (k + 1) as f64 * LABEL;
        let to = at.max(last + LABEL).min(lowest.max(top));
        last = to;
        let (x1, x2, tx, ty) = (right + 4.0, right + 26.0, right + 32.0, to + 4.0);
        let _ = writeln!(
            out,
            r#"<path class="line k{look}" d="M{right} {at:.1}L{x1} {at:.1}L{x2} {to:.1}"/><text x="{tx}" y="{ty:.1}">{name}</text>"#
        );
    }
    out.push_str("</svg>\n");
    out
}

fn head(plot: &Plot<'_>) -> String {
    let [width, height] = SIZE;
    let [left, top, _, bottom] = AREA;
    let (mut light, mut dark) = (String::new(), String::new());
    for (k, (_, on_white, on_black, dashes)) in LOOKS.iter().enumerate() {
        let _ = write!(
            light,
            ".line.k{k}{{stroke:{on_white};stroke-dasharray:{}}}",
            if dashes.is_empty() { "none" } else { dashes }
        );
        let _ = write!(light, ".dot.k{k}{{fill:{on_white}}}");
        let _ = write!(
            dark,
            ".line.k{k}{{stroke:{on_black}}}.dot.k{k}{{fill:{on_black}}}"
        );
    }
    let (title, x, y) = (plot.title, plot.x, plot.y);
    let (below, middle) = (bottom + 42.0, 0.5 * (top + bottom));
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">
<title>{title}</title>
<style>
.card{{fill:#ffffff}}text{{fill:#24292f}}.grid{{stroke:#c4c9d0}}.fine{{stroke:#eceef1}}.line{{fill:none;stroke-width:2;stroke-linejoin:round}}
{light}
@media (prefers-color-scheme:dark){{.card{{fill:#161b22}}text{{fill:#e6edf3}}.grid{{stroke:#4a525d}}.fine{{stroke:#262c35}}
{dark}}}
</style>
<rect class="card" width="100%" height="100%" rx="6"/>
<text x="{left}" y="24" font-size="15" font-weight="bold">{title}</text>
<text x="355" y="{below}" text-anchor="middle">{x}</text>
<text transform="translate(18 {middle}) rotate(-90)" text-anchor="middle">{y}</text>
"##
    )
}

fn shown(value: f64) -> String {
    let rounded = format!("{:.3}", value);
    let text = rounded.trim_end_matches('0').trim_end_matches('.');
    match text.len() {
        5.. if value >= 1e4 => format!("{},{}", &text[..text.len() - 3], &text[text.len() - 3..]),
        _ => text.to_string(),
    }
}
