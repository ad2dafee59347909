//! `intersect` beside Coal, libccd and parry: every library answers the same queries in one
//! process, in turns.

#[path = "../../support/mod.rs"]
mod support;

mod peers;

use peers::Peer;
use support::bodies::Body;
use support::contenders::{Contender, FromIsometries, Parry, Prebuilt};
use support::floor::Floor;
use support::report::{self, Options};
use support::workloads::Workload;

fn main() {
    let options = Options::from_args();
    report::tables(&options, &mut |body, work| contenders(&options, body, work));
}

fn contenders(options: &Options, body: &Body, work: &Workload) -> Vec<Box<dyn Contender>> {
    let mut out: Vec<Box<dyn Contender>> = Vec::new();
    if options.wants("interframe") {
        out.push(Box::new(Prebuilt::new(body, work)));
        out.push(Box::new(FromIsometries::new(body, work)));
    }
    // Without a frame before there is no plane to look at, and a hit has none.
    if options.wants("floor") && !work.name.starts_with("cold") && !work.name.starts_with("stay") {
        out.push(Box::new(Floor::new(body, work)));
    }
    if options.wants("parry") {
        out.push(Box::new(Parry::new(body, work)));
    }
    if options.wants("coal") {
        out.push(Box::new(Peer::coal_cached(body, work)));
        out.push(Box::new(Peer::coal_bounds(body, work)));
    }
    if options.wants("ccd") {
        out.push(Box::new(Peer::ccd_gjk(body, work)));
        out.push(Box::new(Peer::ccd_mpr(body, work)));
    }
    out
}
