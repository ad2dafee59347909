//! The Minkowski difference of two polygons.

use crate::boundary::{check_pointer, check_room, output_list};
use crate::entry::entry;
use crate::polygon::ifr_posed_pair_2d;
use crate::query::*;
use interframe::{DifferenceVertex2, PosedPair2, minkowski_difference_2d};

/// Input of ifr_minkowski_difference_2d and ifr_minkowski_sum_2d, and where the result is written.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_minkowski_difference_2d_input {
    /// The polygons and their poses.
    pub pair: ifr_posed_pair_2d,
    /// Yours: room for capacity corners, zeroed beyond the last; NULL when capacity is 0.
    pub corners: *mut ifr_difference_vertex_2d,
    /// Corners for which there is room: as many as both polygons have together always suffice.
    pub capacity: size_t,
}

answers! {
    /// A corner of a difference or a sum, and the pair of corners that makes it.
    pub struct ifr_difference_vertex_2d from corner: DifferenceVertex2 {
        /// Corner of A less (or plus) corner of B, world axes, rounded.
        pub point: [f64; 2],
        /// Corner of A, as numbered by ifr_polygon_get_vertex.
        pub id_a: u32,
        /// Corner of B.
        pub id_b: u32,
    }
}

entry! {
    /// Writes A - B, counter-clockwise from the lowest corner, to the input's corners: the polygons meet iff
    /// it holds the origin, and are as far apart as the origin is from it. For drawing.
    ///
    /// *count is the number of corners, 0 when a polygon is empty. When they do not fit,
    /// IFR_STATUS_BUFFER_TOO_SMALL: then nothing but *count is written. Allocates.
    ifr_minkowski_difference_2d(input: *const ifr_minkowski_difference_2d_input, count: *mut size_t) = enter() {
        write_corners(input, count, minkowski_difference_2d)
    }
}

/// Writes the corners that `make` makes of two polygons.
///
/// # Safety
/// The pointers are as the header's first section demands.
pub(crate) unsafe fn write_corners(
    input: *const ifr_minkowski_difference_2d_input,
    count: *mut usize,
    make: fn(&PosedPair2<'_>) -> Vec<DifferenceVertex2>,
) -> Result<()> {
    // SAFETY: the caller's promise is the same.
    unsafe {
        check_pointer(count, "count")?;
        count.write(0);
        let input = required(input, "input")?;
        let names = ["input.corners", "input.capacity"];
        let out = output_list(input.corners, input.capacity, names)?;
        let found = make(&input.pair.read()?.pair());
        count.write(found.len());
        check_room([found.len(), out.len()], "corners", "input.capacity")?;
        for (place, corner) in out.iter_mut().zip(found) {
            *place = corner.into();
        }
        Ok(())
    }
}

capture! {
    /// Writes the input of ifr_minkowski_difference_2d as one line of JSON; its answer has a verdict
    /// besides. See ifr_intersect_to_json.
    ifr_minkowski_difference_2d_to_json(ifr_minkowski_difference_2d_input) = |given| {
        Ok(Query::minkowski_difference_2d(&given.pair.read()?.pair()))
    }
}
