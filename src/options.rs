//! What a caller may choose. The defaults are right for nearly everyone.
//!
//! Every query has one struct of options, declared by [`options`] with defaults and ranges, and takes only
//! the methods that answer it.
//!
//! You find a query's options and their defaults in the file of the query, for example `advance/impact.rs` for times of
//! impact. The default tolerance of motions depends on the pair: `motion/tolerance.rs`.

use nalgebra::Vector3;

use crate::error::{Error, Result};
use crate::names::named;

named! {
    /// Which solver answers a boolean query. All methods give the same verdict; they differ in cost.
    #[non_exhaustive]
    pub enum Method, a "method" {
        /// The library's choice, today the ray simplex.
        Default = 0: "default",
        /// Dantzig's simplex on the ray LP, priced by support queries.
        RaySimplex = 1: "ray_simplex",
        /// The interior point method of the 2005 paper, with its virtual plane between frames.
        InteriorPoint = 2: "interior_point",
        /// Kreuzer's tableau simplex over all vertices. Allocates; for comparison.
        Tableau = 3: "tableau",
        /// Gilbert, Johnson and Keerthi's iteration towards the nearest points.
        Gjk = 4: "gjk",
        /// Improved Minkowski Portal Refinement (Neumayr and Otter 2017), its sign proved; see
        /// [`mpr`](crate::mpr()). What it leaves open goes to the ray simplex.
        Mpr = 5: "mpr",
        /// The program written out for the library `good_lp`, whose answer is then proved. The only
        /// method whose tolerance may leave a query undecided that is exact otherwise
        /// ([`Reason::SolverTolerance`](crate::Reason::SolverTolerance)), or that may fail. Times of
        /// impact of bodies that do not turn are a program of their own. Allocates; thousands of times
        /// slower. With the feature `good_lp`.
        GoodLp = 6: "good_lp" if cfg(feature = "good_lp"),
    }
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

    /// Bodies with radii are decided by GJK alone.
    pub(crate) fn of_round_bodies(self, query: &'static str) -> Result<()> {
        match self {
            Method::Default | Method::Gjk => Ok(()),
            _ => Err(Error::Method {
                query,
                known: "default and gjk for bodies with radii",
            }),
        }
    }
}

named! {
    /// Which solver measures a distance. The values are those of [`Method`].
    #[non_exhaustive]
    pub enum DistanceMethod, a "method of a distance" {
        /// The library's choice, today GJK.
        Default = 0: "default",
        /// Gilbert, Johnson and Keerthi's iteration towards the nearest points.
        Gjk = 4: "gjk",
    }
}

named! {
    /// Which solver finds a time of impact. The values are those of [`Method`].
    #[non_exhaustive]
    pub enum TimeOfImpactMethod, a "method of a time of impact" {
        /// The library's choice, today the linear programs of the ray simplex, and GJK for bodies that turn.
        Default = 0: "default",
        /// The default solver, chosen by name.
        RaySimplex = 1: "ray_simplex",
        /// The interior point method, for comparison, for bodies that do not turn: its program finds the time, and
        /// it proves what is swept up to times beside it.
        InteriorPoint = 2: "interior_point",
        /// One linear program for `good_lp`, for bodies that do not turn; see [`Method::GoodLp`].
        GoodLp = 6: "good_lp" if cfg(feature = "good_lp"),
    }
}

named! {
    /// Which solver answers about point sets. The values are those of [`Method`].
    #[non_exhaustive]
    pub enum SetsMethod, a "method of point sets" {
        /// The library's choice, today the tableau.
        Default = 0: "default",
        /// Kreuzer's tableau simplex.
        Tableau = 3: "tableau",
        /// The program written out for `good_lp`; see [`Method::GoodLp`].
        GoodLp = 6: "good_lp" if cfg(feature = "good_lp"),
    }
}

/// The pivots in f64 after which exact arithmetic takes over, unless the caller says otherwise.
pub(crate) const MAX_PIVOTS: u32 = 64;

/// A value that an error can show.
pub(crate) trait Shown {
    fn shown(&self) -> f64;
}

impl Shown for f64 {
    fn shown(&self) -> f64 {
        *self
    }
}

impl Shown for u32 {
    fn shown(&self) -> f64 {
        f64::from(*self)
    }
}

impl<T: Shown> Shown for Option<T> {
    fn shown(&self) -> f64 {
        self.as_ref().map_or(f64::NAN, T::shown)
    }
}

impl Shown for Vector3<f64> {
    fn shown(&self) -> f64 {
        crate::numeric::arithmetic::norm(self)
    }
}

/// Declares the options of a query: `field: type = default, "range in words": test;`. A test is written so
/// that NaN fails. Without a test every value is allowed.
macro_rules! options {
    ($(#[$attribute:meta])* $options:ident {
        $($(#[$of_field:meta])* $field:ident: $type:ty = $default:expr
            $(, $range:literal: $test:expr)?;)+
    }) => {
        $(#[$attribute])*
        #[derive(Debug, Clone, Copy, PartialEq)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
        pub struct $options {
            $($(#[$of_field])* pub $field: $type,)+
        }

        impl Default for $options {
            fn default() -> Self {
                $options { $($field: $default,)+ }
            }
        }

        impl $options {
            /// Checks every field.
            ///
            /// # Errors
            /// [`Error::Setting`](crate::Error::Setting) names the first field that is out of range.
            #[inline]
            pub fn validate(&self) -> $crate::error::Result<()> {
                $($(
                    let holds: fn(&$type) -> bool = $test;
                    if !holds(&self.$field) {
                        return $crate::options::out_of_range(stringify!($field), &self.$field, $range);
                    }
                )?)+
                Ok(())
            }
        }

        #[cfg(feature = "serde")]
        impl $crate::options::Options for $options {
            fn fields() -> Vec<$crate::options::Field> {
                vec![$($crate::options::Field {
                    name: stringify!($field),
                    kind: <$type as $crate::names::Described>::kind(),
                    range: concat!("" $(, $range)?),
                },)+]
            }

            fn check(&self) -> $crate::error::Result<()> {
                self.validate()
            }
        }
    };
}

pub(crate) use options;

/// One option of a query, as cases have it.
#[cfg(feature = "serde")]
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// Its key.
    pub name: &'static str,
    /// Kind of its values.
    pub kind: crate::names::Kind,
    /// Which of them, in words; empty when all.
    pub range: &'static str,
}

/// The options of a query, as cases have them.
#[cfg(feature = "serde")]
pub(crate) trait Options: Default + serde::Serialize + serde::de::DeserializeOwned {
    fn fields() -> Vec<Field>;

    fn check(&self) -> crate::error::Result<()>;
}

#[cold]
pub(crate) fn out_of_range(
    name: &'static str,
    value: &dyn Shown,
    range: &'static str,
) -> crate::error::Result<()> {
    let value = value.shown();
    Err(crate::error::Error::Setting { name, value, range })
}
