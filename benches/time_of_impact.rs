//! `time_of_impact` beside parry's casts and beside plain conservative advancement on the same poses
//! and distances, as Markdown tables for `docs/measured/BENCHMARKS.md`.
//!
//! `cargo bench --bench time_of_impact [-- --test] [-- --bodies box,sphere66] [-- --workloads linear]`
//!
//! The workloads are those of `support::flights`. The tolerance is 1e-6 of the body's radius; parry's
//! non-linear cast has one of its own that cannot be set, near 1e-15. Every query begins from an
//! empty pair state.

mod support;

fn main() {
    support::casts::tables(&mut support::casts::casters);
}
