//! `interframe view`: its pages, their script (by node), and how a browser shows them.

#[path = "../common/mod.rs"]
mod common;

mod browser;
mod kinds;
mod page;
mod pages;
mod pictures;
mod script;
