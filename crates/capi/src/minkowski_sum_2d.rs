//! The Minkowski sum of two polygons.

use crate::entry::entry;
use crate::minkowski_difference_2d::{ifr_minkowski_difference_2d_input, write_corners};
use crate::query::*;
use interframe::minkowski_sum_2d;

entry! {
    /// Writes A + B, all sums of their points, to the input's corners, counter-clockwise from the lowest: each is a corner
    /// of A plus a corner of B. Otherwise like ifr_minkowski_difference_2d.
    ifr_minkowski_sum_2d(input: *const ifr_minkowski_difference_2d_input, count: *mut size_t) = enter() {
        write_corners(input, count, minkowski_sum_2d)
    }
}

capture! {
    /// Writes the input of ifr_minkowski_sum_2d as one line of JSON. See ifr_minkowski_difference_2d_to_json.
    ifr_minkowski_sum_2d_to_json(ifr_minkowski_difference_2d_input) = |given| {
        Ok(Query::minkowski_sum_2d(&given.pair.read()?.pair()))
    }
}
