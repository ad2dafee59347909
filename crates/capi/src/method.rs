//! Which solver answers.

use crate::fault::{Result, Wrong};
use crate::mirror::{Numbered, c_enum, choice, numbered, texts};
use interframe::{DistanceMethod, Method, SetsMethod, TimeOfImpactMethod};

c_enum! {
    /// Which solver answers. All give the same verdict; they differ in cost. A query takes the methods
    /// that its input names (IFR_STATUS_METHOD for others).
    ifr_method = Method {
        /// The library's choice.
        IFR_METHOD_DEFAULT = 0 => Default,
        /// Dantzig's simplex on the ray LP, priced by support queries.
        IFR_METHOD_RAY_SIMPLEX = 1 => RaySimplex,
        /// The interior point method of Akgunduz, Banerjee and Mehrotra (2005). Slower; for comparison.
        IFR_METHOD_INTERIOR_POINT = 2 => InteriorPoint,
        /// Kreuzer's tableau simplex over all vertices. Allocates; for comparison.
        IFR_METHOD_TABLEAU = 3 => Tableau,
        /// Gilbert, Johnson and Keerthi's iteration towards the nearest points.
        IFR_METHOD_GJK = 4 => Gjk,
        /// Improved Minkowski Portal Refinement of Neumayr and Otter (2017); see ifr_mpr.
        IFR_METHOD_MPR = 5 => Mpr,
        /// The library good_lp, its answers proved; what its tolerance leaves open is undecided, with
        /// IFR_REASON_SOLVER_TOLERANCE, where other methods are exact. Only in libraries built with the
        /// feature good_lp.
        IFR_METHOD_GOOD_LP = 6 => #[cfg(feature = "good_lp")] GoodLp,
    }
}

numbered!(DistanceMethod, SetsMethod, TimeOfImpactMethod);

texts! {
    /// "default", "ray_simplex", "interior_point", "tableau", "gjk", "mpr", "good_lp" (in libraries that have
    /// it), or "unknown". See ifr_verdict_text.
    ifr_method_text(method) = ifr_method;
}

/// The method with this number, of those that answer a query.
#[inline(always)]
pub(crate) fn read_method<T: Numbered>(value: i32) -> Result<T> {
    let name = "input.method";
    choice(value, name).map_err(|fault| {
        let named = 0..=ifr_method::IFR_METHOD_GOOD_LP as i32;
        if named.contains(&value) {
            Wrong::Method(value).at(name)
        } else {
            fault
        }
    })
}
