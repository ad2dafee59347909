//! `time_of_impact` beside Bullet and parry: every library answers the same sweeps in one process, in
//! turns.

#[path = "../../support/mod.rs"]
mod support;

mod bullet;
mod peers;

use bullet::{Method, bullet};
use support::casts;

fn main() {
    casts::tables(&mut |body, flights, workload| {
        let mut out = casts::casters(body, flights, workload);
        let mut add = |name, method, scale| out.push(bullet(name, method, scale, body, flights));
        add("bullet", Method::Continuous, 1.0);
        // The gap at which it stops is then 1e-6 for a body of radius 1, as ours.
        add("bullet, 1000 times as large", Method::Continuous, 1000.0);
        if workload == "linear" {
            add("bullet subsimplex cast", Method::Subsimplex, 1.0);
        }
        out
    });
}
