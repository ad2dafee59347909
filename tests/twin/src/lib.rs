//! What the library must answer, found slowly and exactly by other means.
//!
//! Everything here works on the input's f64 numbers as exact integers over one common denominator
//! ([`place`]). Verdicts come from the textbook linear program over all vertices ([`lp`]), whose
//! answer is then checked by its own certificate, so that it does not matter how it was found.
//! Nothing is shared with the library, which is not even a dependency: tests pass plain arrays.
//!
//! [`proof`] checks the planes that the library answers with; [`margin`] asks an independent
//! solver; [`near_contact`], [`degenerate`], [`random_pairs`] and [`sweeps`] make the pairs, from
//! a seed and with correctly rounded operations only, so every machine makes the same ones.

pub mod cases;
pub mod contains;
pub mod cuboids;
pub mod degenerate;
pub mod distance;
pub mod flush_boxes;
mod guess;
pub mod intersect;
pub mod lp;
pub mod margin;
pub mod mixed_sizes;
pub mod near_contact;
pub mod number;
pub mod penetration;
pub mod place;
pub mod plants;
pub mod proof;
pub mod random;
pub mod random_pairs;
pub mod set_pairs;
pub mod sets;
pub mod sets_margin;
pub mod shapes;
pub mod sizes;
pub mod spins;
pub mod sweeps;
pub mod time_of_impact;
pub mod winding;
