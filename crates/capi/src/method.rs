//! Which solver answers.

use std::ffi::c_char;

use crate::boundary::{Result, Wrong};
use crate::mirror::{choice, mirrored};
use interframe::Method;

/// Which solver answers. All give the same verdict; they differ in cost. A query takes the methods
/// that its input names (IFR_STATUS_METHOD for others).
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ifr_method {
    /// The library's choice.
    #[default]
    IFR_METHOD_DEFAULT = 0,
    /// Dantzig's simplex on the ray LP, priced by support queries.
    IFR_METHOD_RAY_SIMPLEX = 1,
    /// The interior point method of Akgunduz, Banerjee and Mehrotra (2005). Slower; for comparison.
    IFR_METHOD_INTERIOR_POINT = 2,
    /// Kreuzer's tableau simplex over all vertices. Allocates; for comparison.
    IFR_METHOD_TABLEAU = 3,
    /// Gilbert, Johnson and Keerthi's iteration towards the nearest points.
    IFR_METHOD_GJK = 4,
    /// Improved Minkowski Portal Refinement of Neumayr and Otter (2017); see ifr_mpr.
    IFR_METHOD_MPR = 5,
    /// The library good_lp, its answers proved; what its tolerance leaves open is undecided, with
    /// IFR_REASON_SOLVER_TOLERANCE, where other methods are exact. Only in libraries built with the
    /// feature good_lp.
    IFR_METHOD_GOOD_LP = 6,
}

mirrored!(Method => ifr_method,
    Default: IFR_METHOD_DEFAULT,
    RaySimplex: IFR_METHOD_RAY_SIMPLEX,
    InteriorPoint: IFR_METHOD_INTERIOR_POINT,
    Tableau: IFR_METHOD_TABLEAU,
    Gjk: IFR_METHOD_GJK,
    Mpr: IFR_METHOD_MPR,
    #[cfg(feature = "good_lp")]
    GoodLp: IFR_METHOD_GOOD_LP,
);

/// "default", "ray_simplex", "interior_point", "tableau", "gjk", "mpr", "good_lp" (in libraries that have
/// it), or "unknown". See ifr_verdict_text.
#[unsafe(no_mangle)]
pub extern "C" fn ifr_method_text(method: i32) -> *const c_char {
    ifr_method::text(method)
}

/// The method with this number, of those that answer a query.
#[inline(always)]
pub(crate) fn read_method<T: Copy>(all: &[T], number: impl Fn(T) -> i32, value: i32) -> Result<T> {
    let name = "input.method";
    choice(all, number, value, name).map_err(|fault| {
        let named = 0..=ifr_method::IFR_METHOD_GOOD_LP as i32;
        if named.contains(&value) {
            Wrong::Method(value).at(name)
        } else {
            fault
        }
    })
}
