//! `distance` beside parry in turns, as Markdown tables for `docs/measured/BENCHMARKS.md`.
//!
//! `cargo bench --bench distance [-- --test] [-- --bodies box,sphere66 --workloads cold]`; see
//! `support/report.rs` for all arguments. `benches/peers` adds Coal.

mod support;

use support::contenders::{Contender, Parry};
use support::distances::{Gjk, with_apart};
use support::report::{self, Options};

fn main() {
    let options = Options::from_args();
    report::tables_of(&options, &mut with_apart, &mut |body, work| {
        let mut out: Vec<Box<dyn Contender>> = vec![Box::new(Gjk::new(body, work))];
        if options.wants("parry") {
            out.push(Box::new(Parry::measuring(body, work)));
        }
        out
    });
}
