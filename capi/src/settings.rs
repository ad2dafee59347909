//! Options of a query.

use crate::boundary::{Fault, enter, optional, output};
use crate::status::ifr_status;
use interframe::{Method, Settings};

/// Which solver answers. All give the same verdict; they differ in cost.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ifr_method {
    /// The library's choice.
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
    /// The library good_lp, its answers proved; what its tolerance leaves open is undecided. Only
    /// in libraries built with the feature good_lp, otherwise refused.
    IFR_METHOD_GOOD_LP = 6,
}

/// Options of a query. Pass NULL for the defaults; they are right for nearly everyone. In each
/// field 0 means the default, so a zeroed struct is the defaults too.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default)]
pub struct ifr_settings {
    /// A certified sweep of bodies that turn gives up, undecided (IFR_REASON_NEAR_SLACK), when
    /// the gap between its dilated hulls is known to this fraction of the smaller body's
    /// bounding radius (of the larger's, if that is 0). 1e-12 to 1e-2; default 1e-6.
    pub sweep_rel_tol: f64,
    /// An ifr_method.
    pub method: i32,
    /// Pivots in double precision before exact arithmetic takes over. Never decides a verdict.
    /// Default 64; fewer send easy pairs to the slow exact path.
    pub max_pivots: u32,
}

/// Writes the defaults, spelled out.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ifr_settings_init(out: *mut ifr_settings) -> ifr_status {
    // SAFETY: no error struct; `out` is as the header's first section demands.
    unsafe {
        enter(std::ptr::null_mut(), || {
            let out = output(out, "out")?;
            let defaults = Settings::default();
            *out = ifr_settings {
                sweep_rel_tol: defaults.sweep_rel_tol,
                method: defaults.method as i32,
                max_pivots: defaults.max_pivots,
            };
            Ok(())
        })
    }
}

/// The library's settings.
///
/// # Safety
/// `settings` is NULL, misaligned, or points to settings that nobody writes meanwhile.
pub(crate) unsafe fn read(settings: *const ifr_settings) -> Result<Settings, Fault> {
    // SAFETY: the caller's promise is the same.
    let given = unsafe { optional(settings, "settings") }?
        .copied()
        .unwrap_or_default();
    let defaults = Settings::default();
    let read = Settings {
        method: read_method(given.method)?,
        max_pivots: match given.max_pivots {
            0 => defaults.max_pivots,
            given => given,
        },
        sweep_rel_tol: if given.sweep_rel_tol == 0.0 {
            defaults.sweep_rel_tol
        } else {
            given.sweep_rel_tol
        },
    };
    read.validate().map_err(Fault::input("settings"))?;
    Ok(read)
}

fn read_method(value: i32) -> Result<Method, Fault> {
    let known = Method::ALL.iter().find(|method| **method as i32 == value);
    known.copied().ok_or(Fault::UnknownValue {
        name: "settings.method",
        value,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_null_and_init_are_the_defaults() {
        let mut init = ifr_settings {
            sweep_rel_tol: f64::NAN,
            method: -1,
            max_pivots: 7,
        };
        let zero = ifr_settings::default();
        // SAFETY: NULL or live structs.
        unsafe {
            assert_eq!(ifr_settings_init(&mut init), ifr_status::IFR_STATUS_OK);
            assert_eq!(read(std::ptr::null()).unwrap(), Settings::default());
            assert_eq!(read(&zero).unwrap(), Settings::default());
            assert_eq!(read(&init).unwrap(), Settings::default());
        }
    }

    #[test]
    fn every_method_has_its_number() {
        let constants = [
            ifr_method::IFR_METHOD_DEFAULT,
            ifr_method::IFR_METHOD_RAY_SIMPLEX,
            ifr_method::IFR_METHOD_INTERIOR_POINT,
            ifr_method::IFR_METHOD_TABLEAU,
            ifr_method::IFR_METHOD_GJK,
            ifr_method::IFR_METHOD_MPR,
            #[cfg(feature = "good_lp")]
            ifr_method::IFR_METHOD_GOOD_LP,
        ];
        assert_eq!(constants.len(), Method::ALL.len());
        for (&method, constant) in Method::ALL.iter().zip(constants) {
            assert_eq!(method as i32, constant as i32);
            let given = ifr_settings {
                method: method as i32,
                ..Default::default()
            };
            // SAFETY: a live struct.
            assert_eq!(unsafe { read(&given) }.unwrap().method, method);
        }
    }
}
