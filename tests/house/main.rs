//! The project's own order.

mod layers;
mod msrv;
mod readme;
