//! Every query beside Coal, libccd, Bullet and parry: all libraries answer the same queries in one process, in turns.
//! Options as of `cargo bench --bench queries`.

#[path = "../../support/mod.rs"]
mod support;

#[path = "../../queries/mod.rs"]
mod queries;

mod bullet;
mod peers;

use std::path::Path;

use bullet::{Method, bullet};
use peers::{ccd, coal};

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let more = queries::More {
        intersect: Some(&|body, work| {
            vec![
                coal("coal cached", body, work, 0),
                coal("coal bounds", body, work, 1),
                ccd("ccd gjk", body, work, 0),
                ccd("ccd mpr", body, work, 1),
            ]
        }),
        distance: Some(&|body, work| {
            vec![
                coal("coal cached", body, work, 2),
                coal("coal bounds", body, work, 3),
            ]
        }),
        time_of_impact: Some(&|body, flights, workload| {
            let add = |name, method, scale| bullet(name, method, scale, body, flights);
            // The gap at which the second stops is 1e-6 for a body of radius 1, as ours.
            let mut out = vec![
                add("bullet", Method::Continuous, 1.0),
                add("bullet; 1000 times as large", Method::Continuous, 1000.0),
            ];
            if workload == "linear" {
                out.push(add("bullet subsimplex cast", Method::Subsimplex, 1.0));
            }
            out
        }),
    };
    queries::run(&root, &more);
}
