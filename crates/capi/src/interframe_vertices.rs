//! Do bodies that deform meet between two frames?

use crate::boundary::points;
use crate::fault::{Fault, Wrong};
use crate::interframe::ifr_interframe_result;
use crate::query::*;
use interframe::for_c::check_vertices;
use interframe::{DeformingPair, Error, InterframeVerticesOptions};
use interframe::{VertexSweep, interframe_vertices};

/// A body that deforms: corner i moves from start to end. World frame, x y z x y z ...
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_vertex_sweep {
    /// 3 count numbers: the corners at t = 0. May be NULL when count is 0.
    pub start_xyz: *const f64,
    /// 3 count numbers: the corners at t = 1, in the same order. May be NULL when count is 0.
    pub end_xyz: *const f64,
    /// Number of corners in each list. 0 is the empty body.
    pub count: size_t,
}

/// Two bodies that deform.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_deforming_pair {
    /// Body A.
    pub a: ifr_vertex_sweep,
    /// Body B.
    pub b: ifr_vertex_sweep,
}

impl ifr_deforming_pair {
    /// The lists, in place.
    ///
    /// # Safety
    /// The lists are as [`points`] demands.
    unsafe fn read(&self) -> Result<DeformingPair<'_>> {
        let (a, b) = (&self.a, &self.b);
        // SAFETY: the caller's promise is the same.
        unsafe {
            Ok(DeformingPair {
                a: VertexSweep {
                    start: points(a.start_xyz, a.count, "input.pair.a.start_xyz")?,
                    end: points(a.end_xyz, a.count, "input.pair.a.end_xyz")?,
                },
                b: VertexSweep {
                    start: points(b.start_xyz, b.count, "input.pair.b.start_xyz")?,
                    end: points(b.end_xyz, b.count, "input.pair.b.end_xyz")?,
                },
            })
        }
    }
}

/// Input of ifr_interframe_vertices.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_interframe_vertices_input {
    /// The bodies' corners.
    pub pair: ifr_deforming_pair,
    /// An ifr_method, any of them.
    pub method: i32,
    /// Largest number of pivots in double precision; see ifr_intersect_input. 0: 64.
    pub max_pivots: u32,
}

options!(ifr_interframe_vertices_input => InterframeVerticesOptions, given {
    or_default: max_pivots;
    method = read_method(given.method)?;
});

/// Answer of ifr_interframe_vertices, about hulls.
pub type ifr_interframe_vertices_result = ifr_interframe_result;

ask! {
    /// Do the hulls of two bodies that deform meet, each the hull of its corners at t = 0 and t = 1?
    /// World frame; the verdict is about the hulls. Separated holds for every way in which each corner
    /// stays on the line between its two positions.
    ///
    /// The lists are read in place and not kept. Time grows with the number of corners.
    ifr_interframe_vertices(ifr_interframe_vertices_input) -> ifr_interframe_vertices_result = |given, state| {
        let (pair, options) = (given.pair.read()?, given.options()?);
        interframe_vertices(&pair, &options, state).map_err(|error| locate(error, &pair))
    };
    capture ifr_interframe_vertices_to_json = |given| {
        let (pair, options) = (given.pair.read()?, given.options()?);
        checked(&pair)?;
        Ok(Query::interframe_vertices(&pair, &options))
    };
    /// Runs ifr_interframe_vertices and makes the certificate of the answer, like
    /// ifr_certificate_of_intersect.
    certify ifr_certificate_of_interframe_vertices;
}

/// Names the list in which a number is not finite, which the library's error leaves open.
fn checked(pair: &DeformingPair<'_>) -> Result<()> {
    for (name, list) in [
        ("input.pair.a.start_xyz", pair.a.start),
        ("input.pair.a.end_xyz", pair.a.end),
        ("input.pair.b.start_xyz", pair.b.start),
        ("input.pair.b.end_xyz", pair.b.end),
    ] {
        check_vertices(list).map_err(|error| Wrong::of_a_list(error, 3).at(name))?;
    }
    Ok(())
}

#[cold]
fn locate(error: Error, pair: &DeformingPair<'_>) -> Fault {
    checked(pair).err().unwrap_or_else(|| error.into())
}
