//! `distance` beside Coal and parry: every library answers the same queries in one process, in turns.

#[path = "../../support/mod.rs"]
mod support;

mod peers;

use peers::Peer;
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
        if options.wants("coal") {
            out.push(Box::new(Peer::coal_distance_cached(body, work)));
            out.push(Box::new(Peer::coal_distance_bounds(body, work)));
        }
        out
    });
}
