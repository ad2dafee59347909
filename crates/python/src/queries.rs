//! Every query about one pair.

use ::interframe::{MovingPair, PosedPair};
use pyo3::prelude::*;

use crate::answers::*;
use crate::bodies::body_of;
use crate::errors::OrRaise;
use crate::motions::{motion, pose};
use crate::options::options;
use crate::pair_states::PyPairState;
use crate::query_table::{moving_queries, posed_queries};

macro_rules! of_one_pair {
    ($Pair:ident, $place:ident, $place_a:ident, $place_b:ident, $places:ident;
    $($(#[$doc:meta])* $query:ident, $Options:ident, $Answer:ident { $($option:ident),+ $(,)? };)+) => {
        $($(#[$doc])*
        #[pyfunction]
        #[pyo3(signature = (a, $place_a, b, $place_b, *, $($option=None,)+ state=None))]
        fn $query<'py>(
            py: Python<'py>,
            a: &Bound<'py, PyAny>,
            $place_a: &Bound<'py, PyAny>,
            b: &Bound<'py, PyAny>,
            $place_b: &Bound<'py, PyAny>,
            $($option: Option<&Bound<'py, PyAny>>,)+
            state: Option<&Bound<'py, PyAny>>,
        ) -> PyResult<$Answer> {
            let options = options!($Options: $($option),+);
            let (a, b) = (&body_of(a, "a")?.get().0, &body_of(b, "b")?.get().0);
            let ($place_a, $place_b) = (
                $place($place_a, stringify!($place_a))?,
                $place($place_b, stringify!($place_b))?,
            );
            let mut left = PyPairState::begin(state)?;
            let answer = py.detach(|| {
                let pair = $Pair::new(a, &$place_a, b, &$place_b);
                ::interframe::$query(&pair, &options, &mut left)
            });
            PyPairState::keep(state, left);
            answer.or_raise().map($Answer)
        })+
    };
}

posed_queries!(of_one_pair);
moving_queries!(of_one_pair);

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    macro_rules! add {
        ($Pair:ident, $place:ident, $place_a:ident, $place_b:ident, $places:ident;
        $($(#[$doc:meta])* $query:ident, $Options:ident, $Answer:ident { $($option:ident),+ $(,)? };)+) => {
            $(module.add_function(wrap_pyfunction!(self::$query, module)?)?;)+
        };
    }
    posed_queries!(add);
    moving_queries!(add);
    Ok(())
}
