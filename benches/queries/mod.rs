//! Every query beside other libraries, a table each.
//!
//! `cargo bench --bench queries [-- NAME...] [-- --test] [-- --bodies a,b] [-- --workloads a,b] [-- --contenders a,b]
//! [-- --rounds N] [-- --record]`: only bodies, workloads and contenders whose names begin so. Figures go to
//! `target/figures`, with `--record` to `docs/measured/figures`; `-- --table` makes the tables of
//! `docs/measured/BENCHMARKS.md` and `ENGINES.md` of those. `-- intersect --statistics` counts support queries instead.
//! `benches/peers` adds the C++ libraries.

mod building;
mod moving;
mod paper;
mod planar;
mod posed;
mod round;
mod scenes;

use std::path::Path;

use crate::support::bodies::Body;
use crate::support::casts::Caster;
use crate::support::driver::{Contender, Driver};
use crate::support::flights::Flight;
use crate::support::workloads::Workload;

/// Makes contenders of other packages for a body and a workload.
type MorePosed<'a> = Option<&'a dyn Fn(&Body, &Workload) -> Vec<Contender<'static>>>;
/// Makes those that sweep a body on its flights of a workload.
type MoreCasts<'a> = Option<&'a dyn Fn(&Body, &[Flight], &str) -> Vec<Caster>>;

/// Contenders of other packages.
#[derive(Default)]
pub struct More<'a> {
    pub intersect: MorePosed<'a>,
    pub distance: MorePosed<'a>,
    pub time_of_impact: MoreCasts<'a>,
}

/// Measures a table or some.
type Bench = fn(&mut Driver, &More<'_>);

const BENCHES: [(&str, Bench); 20] = [
    ("intersect", posed::intersect_tables),
    ("distance", posed::distance_table),
    ("within", posed::within_table),
    ("mpr", posed::mpr_table),
    ("penetration", posed::penetration_table),
    ("manifold", posed::manifold_table),
    ("time_of_impact", moving::time_of_impact_table),
    ("contact_intervals", moving::contact_intervals_table),
    ("closest_approach", moving::closest_approach_table),
    ("time_of_exit", moving::time_of_exit_table),
    ("round", round::at_rest),
    ("casts", round::casts),
    ("cuboids", planar::cuboids),
    ("sets", planar::sets),
    ("touching", posed::touching_table),
    ("paper", paper::tables),
    ("build", building::build),
    ("support_mapping", building::support_mapping),
    ("mesh", scenes::mesh),
    ("contact_events", scenes::contact_events),
];

/// Runs the benchmarks that the command line names, all if none. `root`: the folder of the library.
pub fn run(root: &Path, more: &More<'_>) {
    let mut driver = Driver::from_args(root);
    if driver.is_given("--table") {
        return driver.make_pages();
    }
    for name in &driver.names {
        let known = BENCHES.iter().any(|(known, _)| known == name);
        assert!(
            known,
            "no benchmark {name}: {:?}",
            BENCHES.map(|(name, _)| name)
        );
    }
    for (name, bench) in BENCHES {
        if driver.is_named(name) {
            bench(&mut driver, more);
        }
    }
    driver.finish();
}
