//! `intersect` beside parry in turns, as Markdown tables for `docs/measured/BENCHMARKS.md`.
//!
//! `cargo bench --bench peers [-- --test] [-- --bodies box,sphere66 --workloads cold]`; see
//! `support/report.rs` for all arguments. `benches/peers` adds the C++ libraries.

mod support;

use support::bodies::Body;
use support::contenders::{Contender, FromIsometries, Parry, Prebuilt};
use support::floor::Floor;
use support::report::{self, Options};
use support::workloads::Workload;

fn main() {
    let options = Options::from_args();
    report::tables(&options, &mut |body: &Body, work: &Workload| {
        let mut out: Vec<Box<dyn Contender>> = vec![
            Box::new(Prebuilt::new(body, work)),
            Box::new(FromIsometries::new(body, work)),
        ];
        // Without a frame before there is no plane to look at, and a hit has none.
        let has_plane = !work.name.starts_with("cold") && !work.name.starts_with("stay");
        if options.wants("floor") && has_plane {
            out.push(Box::new(Floor::new(body, work)));
        }
        if options.wants("parry") {
            out.push(Box::new(Parry::new(body, work)));
        }
        out
    });
}
