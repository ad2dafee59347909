//! The page: one file that holds its style, its script and its data, and fetches nothing.

use serde_json::Value;

use super::data::{Page, VERSION, View};
use crate::output::turns_text;

const TEMPLATE: &str = include_str!("../../view/viewer.html");
const STYLE: &str = include_str!("../../view/viewer.css");
/// Modules in an order in which each stands after those that it imports.
const MODULES: [&str; 15] = [
    include_str!("../../view/vectors.js"),
    include_str!("../../view/names.js"),
    include_str!("../../view/motion.js"),
    include_str!("../../view/camera.js"),
    include_str!("../../view/solids.js"),
    include_str!("../../view/overlay.js"),
    include_str!("../../view/scene.js"),
    include_str!("../../view/canvas.js"),
    include_str!("../../view/webgl.js"),
    include_str!("../../view/timeline.js"),
    include_str!("../../view/polygons.js"),
    include_str!("../../view/figure.js"),
    include_str!("../../view/controls.js"),
    include_str!("../../view/panel.js"),
    include_str!("../../view/main.js"),
];

/// The page of some views.
pub fn page(title: String, views: Vec<View>) -> Page {
    Page {
        view: "interframe",
        version: VERSION,
        title,
        views,
    }
}

/// The whole page as HTML.
pub fn html(page: &Page) -> serde_json::Result<String> {
    let data = escaped_json(&serde_json::to_value(page)?);
    let parts = [
        ("{{title}}", escaped(&page.title)),
        ("{{style}}", STYLE.to_owned()),
        ("{{script}}", script()),
        // Last: nothing is looked for in it.
        ("{{data}}", data),
    ];
    let mut html = String::new();
    let mut rest = TEMPLATE;
    for (mark, text) in parts {
        let (before, after) = rest
            .split_once(mark)
            .expect("the template has every mark, in this order");
        html.push_str(before);
        html.push_str(&text);
        rest = after;
    }
    html.push_str(rest);
    Ok(html)
}

/// The modules as one script: each without its imports, and its exports as plain declarations.
pub fn script() -> String {
    let lines = MODULES.iter().flat_map(|module| module.lines());
    let lines = lines.filter(|line| !line.starts_with("import "));
    let lines = lines.map(|line| line.strip_prefix("export ").unwrap_or(line));
    lines.fold(String::new(), |script, line| script + line + "\n")
}

/// JSON that no HTML parser takes for anything else: a name that holds `</script>` stays a name.
fn escaped_json(data: &Value) -> String {
    let text = data.to_string();
    let text = text
        .replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026");
    text.replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

/// Text between tags: its own direction changes nothing around it.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // U+2028 and U+2029 end lines of some readers.
            c if turns_text(c) => out.extend(c.escape_default()),
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
