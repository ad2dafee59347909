//! The project's own order.

mod layers;
mod matrix;
mod msrv;
mod readme;
