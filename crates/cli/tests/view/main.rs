//! `interframe view`: its pages, their script (by node), and how a browser shows them.

#[path = "../common/mod.rs"]
mod common;

mod browser;
mod guides;
mod kinds;
mod out_files;
mod page;
mod pages;
mod pictures;
mod recordings;
mod script;
