//! `interframe view`: its pages, their script (by node), and how a browser shows them.

#[path = "../common/mod.rs"]
mod common;

mod browser;
#[path = "../program/fits.rs"]
mod fits;
mod guides;
mod kinds;
mod out_files;
mod page;
mod pages;
mod pictures;
mod recordings;
mod schema;
mod script;
