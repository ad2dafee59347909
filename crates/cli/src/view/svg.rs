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
     .difference{fill:#ddd;stroke:#777}.origin{fill:#1b1f24}.frame{fill:none;stroke:#ccd3da}",
    "text{fill:#e6edf3}.back{fill:#14181d}.a{fill:#1d4e68;stroke:#8ecae6}.b{fill:#7a5600;stroke:#ffb703}\
     .a.s0{fill:#163c50;stroke:#163c50}.a.s1{fill:#22587a;stroke:#22587a}.a.s2{fill:#2e7099;stroke:#2e7099}\
     .b.s0{fill:#6b4c00;stroke:#6b4c00}.b.s1{fill:#926800;stroke:#926800}.b.s2{fill:#b88300;stroke:#b88300}\
     .mark{stroke:#ff6b61}.plane{stroke:#4fce86}.dot{fill:#ff6b61}\
     .sum{fill:#57426b;stroke:#cdb4db}.difference{fill:#3a3f46;stroke:#9aa4b0}.origin{fill:#e6edf3}.frame{stroke:#39424d}",
];

/// A picture that is being drawn, in pixels from the upper left.
#[derive(Debug)]
pub struct Svg {
    size: [f64; 2],
    body: String,
    panels: usize,
}

impl Svg {
    /// An empty picture, which screen readers call by its title.
    pub fn new(size: [f64; 2], title: &str) -> Self {
        let mut svg = Svg {
            size,
            body: String::new(),
            panels: 0,
        };
        let [width, height] = size;
        svg.add(&format!("<title>{}</title>", escaped(title)));
        svg.add(&format!(
            "<rect class=\"back\" width=\"{width}\" height=\"{height}\"/>"
        ));
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
        let list = listed(points);
        self.add(&format!("<polygon class=\"{class}\" points=\"{list}\"/>"));
    }

    pub fn line(&mut self, class: &str, points: &[[f64; 2]]) {
        let list = listed(points);
        self.add(&format!("<polyline class=\"{class}\" points=\"{list}\"/>"));
    }

    /// Separate lines as one element.
    pub fn segments(&mut self, class: &str, segments: impl Iterator<Item = [[f64; 2]; 2]>) {
        let mut path = String::new();
        for [[x0, y0], [x1, y1]] in segments {
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
        let [light, dark] = STYLES;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
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
