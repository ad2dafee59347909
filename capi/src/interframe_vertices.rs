//! Do bodies that deform meet between two frames?

use std::ffi::c_char;

use crate::boundary::{Fault, Result, Wrong, answer, points};
use crate::certificate::{certify, ifr_certificate};
use crate::interframe::ifr_interframe_result;
use crate::method::read_method;
use crate::mirror::or_default;
use crate::pair_state::ifr_pair_state;
use crate::status::{ifr_error, ifr_status};
use crate::text::{capture, ifr_text};
use interframe::case::Query;
use interframe::for_c::check_vertices;
use interframe::{DeformingPair, Error, InterframeVerticesOptions, Method, PairState, Verdict};
use interframe::{VertexSweep, certify_interframe_vertices, interframe_vertices};

/// A body that deforms: corner i moves from start to end. World frame, x y z x y z ...
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_vertex_sweep {
    /// 3 count numbers: the corners at t = 0. May be NULL when count is 0.
    pub start_xyz: *const f64,
    /// 3 count numbers: the corners at t = 1, in the same order. May be NULL when count is 0.
    pub end_xyz: *const f64,
    /// Number of corners in each list. 0 is the empty body.
    pub count: usize,
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

/// What ifr_interframe_vertices is asked.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct ifr_interframe_vertices_input {
    /// The bodies' corners.
    pub pair: ifr_deforming_pair,
    /// An ifr_method, any of them.
    pub method: i32,
    /// As of ifr_intersect_input.
    pub max_pivots: u32,
}

impl ifr_interframe_vertices_input {
    fn options(&self) -> Result<InterframeVerticesOptions> {
        let default = InterframeVerticesOptions::default();
        Ok(InterframeVerticesOptions {
            method: read_method(Method::ALL, |method| method as i32, self.method)?,
            max_pivots: or_default(self.max_pivots, default.max_pivots),
        })
    }
}

/// Answer of ifr_interframe_vertices, about hulls.
pub type ifr_interframe_vertices_result = ifr_interframe_result;

/// Do the hulls of two bodies that deform meet, each the hull of its corners at t = 0 and t = 1?
/// World frame; the verdict is about the hulls. Separated holds for every way in which each corner
/// stays on the line between its two positions.
///
/// The lists are read in place and not kept. Time grows with the number of corners.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_interframe_vertices(
    input: *const ifr_interframe_vertices_input,
    state: *mut ifr_pair_state,
    result: *mut ifr_interframe_vertices_result,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        answer(input, state, result, error, |given, state| {
            let (pair, options) = (given.pair.read()?, given.options()?);
            interframe_vertices(&pair, &options, state).map_err(|error| locate(error, &pair))
        })
    }
}

/// Writes what ifr_interframe_vertices is asked as one line of JSON. As ifr_intersect_to_json.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_interframe_vertices_to_json(
    input: *const ifr_interframe_vertices_input,
    state: *const ifr_pair_state,
    id: *const c_char,
    text: *mut ifr_text,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        capture(input, state, id, text, error, |given| {
            let (pair, options) = (given.pair.read()?, given.options()?);
            checked(&pair)?;
            Ok(Query::interframe_vertices(&pair, &options))
        })
    }
}

/// Asks what ifr_interframe_vertices asks and makes the certificate of the answer; as
/// ifr_certificate_of_intersect.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_certificate_of_interframe_vertices(
    input: *const ifr_interframe_vertices_input,
    out: *mut *mut ifr_certificate,
    error: *mut ifr_error,
) -> ifr_status {
    // SAFETY: the pointers are as the header's first section demands.
    unsafe {
        certify(input, out, error, |given| {
            let (pair, options) = (given.pair.read()?, given.options()?);
            let prove = || {
                let answer = interframe_vertices(&pair, &options, &mut PairState::default())?;
                let decided = answer.verdict != Verdict::Undecided;
                let proof = decided.then(|| certify_interframe_vertices(&pair, &answer));
                proof.transpose()
            };
            prove().map_err(|error| locate(error, &pair))
        })
    }
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
