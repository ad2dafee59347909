//! The project's own order.

mod layers;
mod links;
mod matrix;
mod msrv;
mod readme;
mod refusals;
mod words;
