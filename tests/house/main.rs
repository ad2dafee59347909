//! The project's own order.

mod code_blocks;
mod layers;
mod links;
mod matrix;
mod msrv;
mod readme;
mod refusals;
mod words;
