//! What a caller may choose. The defaults are right for nearly everyone.

use crate::error::{Error, Result};
use crate::names::named;

/// Which solver answers. All methods give the same verdict; they differ in cost.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
#[non_exhaustive]
pub enum Method {
    /// The library's choice, today the ray simplex.
    #[default]
    Default = 0,
    /// Dantzig's simplex on the ray LP, priced by support queries.
    RaySimplex = 1,
    /// The interior point method of the 2005 paper, with its virtual plane between frames.
    InteriorPoint = 2,
    /// Kreuzer's tableau simplex over all vertices. Allocates; for comparison.
    Tableau = 3,
    /// Gilbert, Johnson and Keerthi's iteration towards the nearest points.
    Gjk = 4,
    /// Improved Minkowski Portal Refinement (Neumayr and Otter 2017), its sign proved; see
    /// [`mpr`](crate::mpr()). What it leaves open goes to the ray simplex.
    Mpr = 5,
    /// The program written out for the library `good_lp`, whose answer is then proved. The only
    /// method whose tolerance may leave a query undecided that is exact otherwise
    /// ([`Reason::SolverTolerance`](crate::Reason::SolverTolerance)), or that may fail. Times of
    /// impact of bodies that do not turn are a program of their own. Allocates; thousands of times
    /// slower. With the feature `good_lp`.
    #[cfg(feature = "good_lp")]
    GoodLp = 6,
}

impl Method {
    /// The solver that answers: what `Default` stands for today, otherwise the method itself.
    #[must_use]
    pub fn solver(self) -> Method {
        match self {
            Method::Default => Method::RaySimplex,
            named => named,
        }
    }
}

named!(Method, a "method", {
    Default: "default",
    RaySimplex: "ray_simplex",
    InteriorPoint: "interior_point",
    Tableau: "tableau",
    Gjk: "gjk",
    Mpr: "mpr",
    #[cfg(feature = "good_lp")]
    GoodLp: "good_lp",
});

/// Options of a query.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// Which solver answers.
    pub method: Method,
    /// Pivots in f64 before exact arithmetic takes over; of the tableau, times its rows. Never
    /// decides a verdict. At least 1, default 64: random pairs need fewer than 16; more than 64
    /// only waste time on pairs that touch within rounding, fewer send easy pairs to the slow
    /// exact path.
    pub max_pivots: u32,
    /// A certified sweep of bodies that turn gives up, Undecided, when the gap between its
    /// dilated hulls is known to this fraction of the size (the smaller body's bounding radius;
    /// the larger's, if that is 0). Between 1e-12 and 1e-2, default 1e-6.
    pub sweep_rel_tol: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            method: Method::Default,
            max_pivots: 64,
            sweep_rel_tol: 1e-6,
        }
    }
}

impl Settings {
    /// Checks every field.
    ///
    /// # Errors
    /// [`Error::Setting`] names the first field that is out of range.
    #[inline]
    pub fn validate(&self) -> Result<()> {
        self.validate_pivots()?;
        // Written so that NaN fails.
        if self.sweep_rel_tol >= 1e-12 && self.sweep_rel_tol <= 1e-2 {
            return Ok(());
        }
        Err(self.out_of_range())
    }

    #[inline]
    pub(crate) fn validate_pivots(&self) -> Result<()> {
        match self.max_pivots {
            0 => Err(self.out_of_range()),
            _ => Ok(()),
        }
    }

    #[cold]
    fn out_of_range(&self) -> Error {
        if self.max_pivots < 1 {
            return Error::Setting {
                name: "max_pivots",
                value: f64::from(self.max_pivots),
                range: "at least 1",
            };
        }
        Error::Setting {
            name: "sweep_rel_tol",
            value: self.sweep_rel_tol,
            range: "between 1e-12 and 1e-2",
        }
    }
}
