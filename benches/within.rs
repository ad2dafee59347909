//! `within` a tenth of the radius beside parry's closest points in turns, as Markdown tables for
//! `docs/measured/BENCHMARKS.md`.
//!
//! `cargo bench --bench within [-- --test] [-- --bodies box,sphere66 --workloads cold]`; see
//! `support/report.rs` for all arguments.

mod support;

use support::contenders::{Contender, Parry};
use support::distances::Gjk;
use support::report::{self, Options};

fn main() {
    let options = Options::from_args();
    report::tables_of(&options, &mut |_, all| all, &mut |body, work| {
        let mut out: Vec<Box<dyn Contender>> = vec![Box::new(Gjk::within(body, work))];
        if options.wants("parry") {
            out.push(Box::new(Parry::near(body, work)));
        }
        out
    });
}
