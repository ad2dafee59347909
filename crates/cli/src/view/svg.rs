//! A picture in SVG: shapes with classes, whose colours follow the reader's light or dark theme.

use std::fmt::Write;

use super::page::escaped;

/// Light colours, then what differs in the dark.
const STYLES: [&str; 2] = [
    "text{font:13px sans-serif;fill:#1b1f24}.back{fill:#fff}.a{fill:#8ecae6;stroke:#1d4e68}.b{fill:#ffb703;stroke:#7a5600}\
     .a.s0{fill:#5fa3c4;stroke:#5fa3c4}.a.s1{fill:#79b9d8;stroke:#79b9d8}.a.s2{fill:#a5d8ef;stroke:#a5d8ef}\
     .b.s0{fill:#d08f00;stroke:#d08f00}.b.s1{fill:#f0a400;stroke:#f0a400}.b.s2{fill:#ffca4d;stroke:#ffca4d}\
     .solid,.ghost{stroke-width:.5;stroke-linejoin:round}.ghost{opacity:.3}.edge{fill:none;stroke-width:.7}\
     .path{fill:none;stroke:#7b8794;stroke-width:1.2;stroke-dasharray:5 3}.mark{fill:none;stroke:#c1121f;stroke-width:2}\
     .plane{fill:none;stroke:#2a7f4f;stroke-width:1.6}.dot{fill:#c1121f}.end{fill:#7b8794}.sum{fill:#cdb4db;stroke:#57426b}\
     .difference{fill:#ddd;stroke:#777}.origin{fill:#1b1f24}.frame{fill:none;stroke:#ccd3da}.refused{fill:#c1121f;font-weight:bold}",
    "text{fill:#e6edf3}.back{fill:#14181d}.a{fill:#1d4e68;stroke:#8ecae6}.b{fill:#7a5600;stroke:#ffb703}\
     .a.s0{fill:#163c50;stroke:#163c50}.a.s1{fill:#22587a;stroke:#22587a}.a.s2{fill:#2e7099;stroke:#2e7099}\
     .b.s0{fill:#6b4c00;stroke:#6b4c00}.b.s1{fill:#926800;stroke:#926800}.b.s2{fill:#b88300;stroke:#b88300}\
     .mark{stroke:#ff6b61}.plane{stroke:#4fce86}.dot{fill:#ff6b61}\
     .sum{fill:#57426b;stroke:#cdb4db}.difference{fill:#3a3f46;stroke:#9aa4b0}.origin{fill:#e6edf3}.frame{stroke:#39424d}.refused{fill:#ff6b61}",
];

/// Height of a line of the heading.
const LINE: f64 = 18.0;
/// Width of a letter, on the large side.
const LETTER: f64 = 7.4;
/// Letters of a heading, at most.
const MAX_HEADING: usize = 2000;
/// Readers draw in single precision: what reaches farther out than this is cut there.
const MAX_PIXEL: f64 = 1e5;

/// What stands above a picture.
#[derive(Debug)]
pub struct Heading {
    pub title: String,
    /// Why the checker refuses what the picture shows.
    pub refused: Option<String>,
    /// Whether the picture writes a line of its own below.
    pub row: bool,
}

/// A picture that is being drawn, in pixels from the upper left.
#[derive(Debug)]
pub struct Svg {
    size: [f64; 2],
    /// Room for the heading, above 0.
    top: f64,
    body: String,
    panels: usize,
}

impl Svg {
    /// A picture with its heading, by which screen readers call it.
    pub fn new(size: [f64; 2], heading: &Heading) -> Self {
        let [width, height] = size;
        let refused = heading.refused.as_ref();
        let refused = refused.map(|why| format!("The checker refuses the proof: {why}."));
        let class = |lines: Vec<String>, class: &'static str| {
            lines.into_iter().map(move |line| (class, line)).collect()
        };
        let mut lines: Vec<(&str, String)> = match &refused {
            Some(why) => class(wrapped(why, width), " class=\"refused\""),
            None => Vec::new(),
        };
        lines.extend(class(wrapped(&heading.title, width), ""));
        let last = 20.0 - if heading.row { LINE } else { 0.0 };
        let first = last - LINE * (lines.len() - 1) as f64;
        let mut svg = Svg {
            size,
            top: (20.0 - first).max(0.0),
            body: String::new(),
            panels: 0,
        };
        let title = refused.into_iter().chain([heading.title.clone()]);
        let title = title
            .map(|part| shortened(&part))
            .collect::<Vec<_>>()
            .join(" ");
        svg.add(&format!("<title>{}</title>", escaped(&title)));
        let (y, height) = (0.0 - svg.top, height + svg.top);
        svg.add(&format!(
            "<rect class=\"back\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>"
        ));
        for (k, (class, line)) in lines.iter().enumerate() {
            let y = first + LINE * k as f64;
            let line = escaped(line);
            svg.add(&format!(
                "<text x=\"10.0\" y=\"{y:.1}\"{class}>{line}</text>"
            ));
        }
        svg
    }

    fn add(&mut self, element: &str) {
        self.body += element;
        self.body.push('\n');
    }

    /// Begins a panel, outside of which nothing that follows is drawn, up to [`end_panel`](Self::end_panel).
    pub fn panel(&mut self, [x, y]: [f64; 2], [width, height]: [f64; 2]) {
        self.panels += 1;
        let k = self.panels;
        let place = format!("x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"");
        self.add(&format!(
            "<clipPath id=\"panel{k}\"><rect {place}/></clipPath>"
        ));
        self.add(&format!("<rect class=\"frame\" {place}/>"));
        self.add(&format!("<g clip-path=\"url(#panel{k})\">"));
    }

    pub fn end_panel(&mut self) {
        self.add("</g>");
    }

    pub fn polygon(&mut self, class: &str, points: &[[f64; 2]]) {
        let list = listed(&clipped(points));
        if list.is_empty() {
            return;
        }
        self.add(&format!("<polygon class=\"{class}\" points=\"{list}\"/>"));
    }

    pub fn line(&mut self, class: &str, points: &[[f64; 2]]) {
        let list = listed(points);
        self.add(&format!("<polyline class=\"{class}\" points=\"{list}\"/>"));
    }

    /// Separate lines as one element.
    pub fn segments(&mut self, class: &str, segments: impl Iterator<Item = [[f64; 2]; 2]>) {
        let mut path = String::new();
        for [[x0, y0], [x1, y1]] in segments.filter_map(clipped_segment) {
            let _ = write!(path, "M{x0:.1} {y0:.1}L{x1:.1} {y1:.1}");
        }
        self.add(&format!("<path class=\"{class}\" d=\"{path}\"/>"));
    }

    pub fn dot(&mut self, class: &str, [x, y]: [f64; 2], radius: f64) {
        self.add(&format!(
            "<circle class=\"{class}\" cx=\"{x:.2}\" cy=\"{y:.2}\" r=\"{radius}\"/>"
        ));
    }

    pub fn text(&mut self, [x, y]: [f64; 2], text: &str) {
        self.add(&format!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\">{}</text>",
            escaped(text)
        ));
    }

    /// The whole text.
    pub fn finish(self) -> String {
        let [width, height] = self.size;
        let (y, height) = (0.0 - self.top, height + self.top);
        let [light, dark] = STYLES;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 {y} {width} {height}\" width=\"{width}\" height=\"{height}\" \
             role=\"img\">\n<style>{light}@media(prefers-color-scheme:dark){{{dark}}}</style>\n{}</svg>\n",
            self.body
        )
    }
}

fn listed(points: &[[f64; 2]]) -> String {
    let mut list = String::new();
    for [x, y] in points {
        // Nothing fails to be written to memory.
        let _ = write!(list, "{x:.1},{y:.1} ");
    }
    list.trim_end().to_owned()
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(MAX_HEADING) {
        Some((end, _)) => format!("{}\u{2026}", &text[..end]),
        None => text.to_owned(),
    }
}

/// Lines of a text that are not wider than a picture.
fn wrapped(text: &str, width: f64) -> Vec<String> {
    let room = (width - 20.0) / LETTER;
    // Letters of East Asian scripts are twice as wide.
    let wide = |text: &str| {
        let letters = text
            .chars()
            .map(|c| if c >= '\u{1100}' { 2.0 } else { 1.0 });
        letters.sum::<f64>()
    };
    let mut lines = vec![String::new()];
    for word in shortened(text).split_whitespace() {
        let mut line = lines.pop().unwrap_or_default();
        if !line.is_empty() && wide(&line) + 1.0 + wide(word) > room {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        for c in word.chars() {
            if wide(&line) + 1.0 > room {
                lines.push(std::mem::take(&mut line));
            }
            line.push(c);
        }
        lines.push(line);
    }
    lines
}

/// The part of a convex polygon that is near the picture.
fn clipped(points: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let finite = points.iter().flatten().all(|x| x.is_finite());
    if !finite {
        return Vec::new();
    }
    let mut ring = points.to_vec();
    for (axis, sign) in [(0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0)] {
        // Above 0 outside.
        let over = |p: &[f64; 2]| sign * p[axis] - MAX_PIXEL;
        if !ring.iter().any(|p| over(p) > 0.0) {
            continue;
        }
        let mut kept = Vec::new();
        for (k, p) in ring.iter().enumerate() {
            let q = &ring[(k + 1) % ring.len()];
            if over(p) <= 0.0 {
                kept.push(*p);
            }
            if (over(p) <= 0.0) != (over(q) <= 0.0) {
                kept.push(between(p, q, over(p) / (over(p) - over(q))));
            }
        }
        ring = kept;
    }
    ring
}

fn between(p: &[f64; 2], q: &[f64; 2], share: f64) -> [f64; 2] {
    [0, 1].map(|k| p[k] * (1.0 - share) + q[k] * share)
}

/// The part of a segment that is near the picture.
fn clipped_segment(ends: [[f64; 2]; 2]) -> Option<[[f64; 2]; 2]> {
    if ends.iter().flatten().all(|x| x.abs() <= MAX_PIXEL) {
        return Some(ends);
    }
    match clipped(&ends).as_slice() {
        [] => None,
        [p, .., q] if p != q => Some([*p, *q]),
        [p, rest @ ..] => rest.iter().find(|q| *q != p).map(|q| [*p, *q]),
    }
}
