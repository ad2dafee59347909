//! Pictures as SVG text, on a card that follows the reader's light or dark theme: lines over two axes, and what those are
//! drawn of.

// Each benchmark and example uses a part.
#![allow(dead_code)]

use std::fmt::Write;

/// A card of SVG elements. Classes: `line`, `grid`, `fine`; of text `title`, `middle`, `end`.
pub struct Picture(String);

impl Picture {
    /// An empty card with a title for screen readers; `light` and `dark` are the style of further classes by theme.
    pub fn new([width, height]: [f64; 2], title: &str, [light, dark]: [&str; 2]) -> Self {
        Picture(format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">
<title>{title}</title>
<style>
.card{{fill:#ffffff}}text{{fill:#24292f}}path{{fill:none;stroke:#57606a}}.grid{{stroke:#c4c9d0}}.fine{{stroke:#eceef1}}
.line{{stroke-width:2;stroke-linejoin:round}}.title{{font-size:15px;font-weight:bold}}.middle{{text-anchor:middle}}.end{{text-anchor:end}}
{light}
@media (prefers-color-scheme:dark){{.card{{fill:#161b22}}text{{fill:#e6edf3}}path{{stroke:#8b949e}}.grid{{stroke:#4a525d}}.fine{{stroke:#262c35}}
{dark}}}
</style>
<rect class="card" width="100%" height="100%" rx="6"/>
"##
        ))
    }

    pub fn line(&mut self, class: &str, points: &[[f64; 2]]) {
        self.path(class, points, "");
    }

    pub fn polygon(&mut self, class: &str, points: &[[f64; 2]]) {
        self.path(class, points, "Z");
    }

    fn path(&mut self, class: &str, points: &[[f64; 2]], end: &str) {
        let points: Vec<String> = points
            .iter()
            .map(|[x, y]| format!("{x:.1} {y:.1}"))
            .collect();
        let points = points.join("L");
        self.0 += &format!("<path class=\"{class}\" d=\"M{points}{end}\"/>\n");
    }

    pub fn dot(&mut self, class: &str, [x, y]: [f64; 2], radius: f64) {
        self.0 +=
            &format!("<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\"/>\n");
    }

    pub fn text(&mut self, class: &str, [x, y]: [f64; 2], text: &str) {
        self.0 += &format!("<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{text}</text>\n");
    }

    pub fn svg(self) -> String {
        self.0 + "</svg>\n"
    }
}

/// Lines over two axes.
#[derive(Default)]
pub struct Plot<'a> {
    pub title: &'a str,
    pub x: &'a str,
    pub y: &'a str,
    /// Whether x and y are logarithmic.
    pub log: [bool; 2],
    /// Where x is marked: at round numbers if empty.
    pub ticks: &'a [f64],
    pub lines: Vec<Line<'a>>,
    /// Events by their x, marked at the foot.
    pub events: &'a [f64],
}

/// A name and points.
pub type Line<'a> = (&'a str, Vec<(f64, f64)>);

const SIZE: [f64; 2] = [820.0, 500.0];
/// Left, top, right, bottom of the axes.
const AREA: [f64; 4] = [70.0, 44.0, 640.0, 446.0];
/// Between the axes and the outermost points.
const MARGIN: f64 = 8.0;
/// Between the labels of two lines.
const LABEL: f64 = 17.0;
/// A line of more points has no dots.
const MAX_DOTS: usize = 100;

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

/// The look of a contender. One without has no line; the tables have all.
pub fn look(name: &str) -> Option<usize> {
    LOOKS.iter().position(|look| look.0 == name)
}

/// Values along an axis, and the pixels they are at.
struct Axis {
    log: bool,
    values: [f64; 2],
    pixels: [f64; 2],
}

impl Axis {
    fn new(log: bool, values: impl Iterator<Item = f64>, pixels: [f64; 2]) -> Self {
        let along = values.map(|value| if log { value.log10() } else { value });
        let [low, high] = along.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| {
            [low.min(x), high.max(x)]
        });
        let values = match high > low {
            true => [low, high],
            false => [low - 0.5, high + 0.5],
        };
        Axis {
            log,
            values,
            pixels,
        }
    }

    fn at(&self, value: f64) -> f64 {
        let ([low, high], [from, to]) = (self.values, self.pixels);
        let along = if self.log { value.log10() } else { value };
        from + (along - low) / (high - low) * (to - from)
    }

    /// Round values, and whether each is a power of ten or, on a linear axis, 0.
    fn marks(&self) -> Vec<(f64, bool)> {
        let [low, high] = self.values;
        if self.log {
            let decades = low.floor() as i32..=high.ceil() as i32;
            let of = |k: i32| [1.0, 2.0, 5.0].map(|x| (x * 10f64.powi(k), x == 1.0));
            return decades.flat_map(of).collect();
        }
        let least = (high - low) / 8.0;
        let decade = 10f64.powf(least.log10().floor());
        let steps = [1.0, 2.0, 5.0].map(|x| x * decade);
        let step = steps.into_iter().find(|step| *step >= least);
        let step = step.unwrap_or(10.0 * decade);
        let range = (low / step).ceil() as i64..=(high / step).floor() as i64;
        range.map(|k| (k as f64 * step, k == 0)).collect()
    }
}

impl Plot<'_> {
    pub fn svg(&self) -> String {
        self.picture().svg()
    }

    /// The plot. Right of the axes there is room below the names of the lines.
    pub fn picture(&self) -> Picture {
        let [left, top, right, bottom] = AREA;
        let all = || self.lines.iter().flat_map(|(_, points)| points);
        let xs = all().map(|p| p.0).chain(self.ticks.iter().copied());
        let x = Axis::new(self.log[0], xs, [left + MARGIN, right - MARGIN]);
        let ys = all().map(|p| p.1);
        let y = Axis::new(self.log[1], ys, [bottom - MARGIN, top + MARGIN]);
        let looks: Vec<usize> = (0..)
            .zip(&self.lines)
            .map(|(k, (name, _))| look(name).unwrap_or(k % LOOKS.len()))
            .collect();
        let [light, dark] = styles(&looks);
        let mut out = Picture::new(SIZE, self.title, [&light, &dark]);
        out.text("title", [left, 24.0], self.title);
        let middle = 0.5 * (left + right);
        out.text("middle", [middle, bottom + 42.0], self.x);
        let middle = 0.5 * (top + bottom);
        out.0 += &format!(
            "<text class=\"middle\" transform=\"translate(18 {middle}) rotate(-90)\">{}</text>\n",
            self.y
        );
        let has_few = !y.log || y.values[1] - y.values[0] < 2.5;
        for (value, is_round) in y.marks() {
            let at = y.at(value);
            if at < top || at > bottom {
                continue;
            }
            let class = if is_round { "grid" } else { "fine" };
            out.line(class, &[[left, at], [right, at]]);
            if is_round || has_few {
                out.text("end", [left - 8.0, at + 4.0], &shown(value));
            }
        }
        let marks = x.marks().into_iter().map(|mark| mark.0);
        let ticks = match self.ticks {
            [] => marks.collect(),
            given => given.to_vec(),
        };
        for tick in ticks {
            let at = x.at(tick);
            out.line("fine", &[[at, top], [at, bottom]]);
            out.text("middle", [at, bottom + 20.0], &shown(tick));
        }
        for event in self.events {
            let at = x.at(*event);
            out.line("", &[[at, bottom - 7.0], [at, bottom]]);
        }
        let mut labels = Vec::new();
        for ((name, points), k) in self.lines.iter().zip(looks) {
            let at: Vec<[f64; 2]> = points.iter().map(|p| [x.at(p.0), y.at(p.1)]).collect();
            out.line(&format!("line k{k}"), &at);
            if at.len() <= MAX_DOTS {
                at.iter()
                    .for_each(|at| out.dot(&format!("dot k{k}"), *at, 2.6));
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
            let bend = [[right, *at], [right + 4.0, *at], [right + 26.0, to]];
            out.line(&format!("line k{look}"), &bend);
            out.text("", [right + 32.0, to + 4.0], name);
        }
        out
    }
}

/// The style of the lines and dots of some looks, light and dark.
fn styles(looks: &[usize]) -> [String; 2] {
    let mut out = [String::new(), String::new()];
    for k in looks {
        let (_, light, dark, dashes) = LOOKS[*k];
        for (out, colour) in out.iter_mut().zip([light, dark]) {
            let _ = write!(
                out,
                ".line.k{k}{{stroke:{colour};stroke-dasharray:{}}}.dot.k{k}{{fill:{colour}}}",
                if dashes.is_empty() { "none" } else { dashes }
            );
        }
    }
    out
}

fn shown(value: f64) -> String {
    if value != 0.0 && value.abs() < 1e-3 {
        return format!("{value:.1e}");
    }
    let rounded = format!("{value:.3}");
    let text = rounded.trim_end_matches('0').trim_end_matches('.');
    match text.len() {
        5.. if value >= 1e4 => format!("{},{}", &text[..text.len() - 3], &text[text.len() - 3..]),
        _ => text.to_string(),
    }
}
