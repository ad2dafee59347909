//! `interframe schema view`: the data of every page fits, and spoiled data do not.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};

use crate::common::root;
use crate::fits::{Loose, fits, only_true_ones_fit, schema, strict};
use crate::pages::{data_of, evil, folder, html, view};

const PAGES: [&str; 10] = [
    "projectiles",
    "blades",
    "canyon",
    "planar",
    "cases",
    "mesh",
    "certificate",
    "many",
    "bent",
    "refused-proof",
];

fn data_at(path: &Path) -> Value {
    data_of(&std::fs::read_to_string(path).expect("a page"))
}

/// The page of the cases of a file whose id has this text.
fn cases(name: &str, file: &str, only: &str) -> Value {
    let path = root(&format!("tests/cases/{file}.jsonl"));
    let path = path.to_str().expect("a path");
    data_at(&view(folder(), name, &[path, "--only", only], ""))
}

#[test]
fn the_data_of_every_page_fits() {
    let open = schema(&["view"]);
    let closed = strict(&open);
    let mut kinds = BTreeSet::new();
    let mut check = |data: &Value, name: &str| {
        assert!(fits(&open, &open, data), "{name}");
        assert!(fits(&closed, &closed, data), "{name}");
        for view in data["views"].as_array().expect("a list") {
            kinds.insert(view["kind"].to_string());
        }
    };
    for name in PAGES {
        check(&data_of(&html(name)), name);
    }
    check(&data_at(&evil()), "evil");
    for entry in std::fs::read_dir(root("tests/cases")).expect("the cases") {
        let path = entry.expect("a file").path();
        let file = path.file_stem().and_then(|name| name.to_str());
        let file = file.expect("a name");
        check(&cases(&format!("schema-{file}"), file, ""), file);
    }
    assert_eq!(kinds.len(), 3, "{kinds:?}");
}

/// The data without all but the first entries of long lists, of which a page has many alike. Quaternions stay whole.
fn shortened(data: &mut Value) {
    match data {
        Value::Array(items) => {
            let most = if items.first().is_some_and(Value::is_number) {
                9
            } else {
                3
            };
            items.truncate(most);
            items.iter_mut().for_each(shortened);
        }
        Value::Object(entries) => entries.values_mut().for_each(shortened),
        _ => {}
    }
}

#[test]
fn spoiled_data_of_a_page_do_not_fit() {
    let schema = schema(&["view"]);
    let loose = Loose {
        optional: &[
            "odd",
            "frame_s",
            "fixed",
            "sensor",
            "clear",
            "bodies/hull",
            "seen_by_poses",
            "manifold",
            "swept",
            "answers/proof",
            "swept/plane",
            "refused",
            "links/normal",
            "links/turn",
            "reach",
            "balls",
            "support",
        ],
        nullable: &["manifold/normal"],
        texts: &[
            "title",
            "name",
            "query",
            "verdict",
            "certificate",
            "refused",
        ],
        numbers: &["from", "to", "separation", "t0", "t1"],
        lengths: &["unit", "frame_s", "prediction", "radius"],
        free: &["entries"],
        ..Loose::default()
    };
    let mut pages = [
        "blades",
        "canyon",
        "mesh",
        "certificate",
        "bent",
        "refused-proof",
        "planar",
    ]
    .map(|name| data_of(&html(name)))
    .to_vec();
    pages.push(cases("schema-of-sets", "point_sets", ""));
    pages.push(cases("schema-of-insides", "contains", ""));
    let rim = folder().join("rim.obj");
    std::fs::write(&rim, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").expect("a mesh is written");
    let rim = rim.to_str().expect("a path");
    pages.push(data_at(&view(folder(), "rim", &[rim], "")));
    let mut seen = String::new();
    for mut data in pages {
        shortened(&mut data);
        for view in data["views"].as_array().into_iter().flatten() {
            seen += &view.to_string();
            let page = json!({"view": "interframe", "version": 1, "title": "one", "views": [view]});
            only_true_ones_fit(&schema, &page, &loose);
        }
    }
    for key in [
        "manifold", "swept", "refused", "links", "reach", "balls", "odd", "support", "clear",
        "notes",
    ] {
        assert!(seen.contains(&format!("\"{key}\"")), "no page has {key}");
    }
}
