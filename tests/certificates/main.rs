//! Certificates: what is proved is true, and what is false is refused.

#[path = "../common/mod.rs"]
mod common;

mod contact;
mod curved;
mod curved_at_rest;
mod curved_refused;
mod exit;
mod limits;
mod motion;
mod mutations;
mod mutations_motion;
mod posed;
mod round;
mod second_checker;
mod self_check;
mod wild;
mod within;
