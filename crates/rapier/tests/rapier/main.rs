//! The adapter, for both kinds of numbers.

#[cfg(feature = "f64")]
mod double;
mod random;
#[cfg(feature = "f32")]
mod single;
