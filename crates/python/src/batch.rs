//! Every query about many pairs: answers as a structured array.

use ::interframe::{Batch, Body, MovingPair, PairState, PosedPair};
use numpy::PyArray1;
use pyo3::prelude::*;

use crate::answers::*;
use crate::arrays::{counts, reserved, wrong_shape};
use crate::bodies::PyBodies;
use crate::errors::OrRaise;
use crate::fields::Record;
use crate::motions::same_length;
use crate::options::options;
use crate::pair_states::PyPairStates;
use crate::query_table::{moving_queries, posed_queries};
use crate::threads::Threads;

/// The pairs of an array of shape (m, 2).
pub fn pairs_of(value: &Bound<'_, PyAny>) -> PyResult<Vec<[u32; 2]>> {
    let (numbers, shape) = counts(value, "pairs")?;
    if !matches!(*shape, [0] | [_, 2]) {
        return Err(wrong_shape("pairs", &shape, "(m, 2)"));
    }
    let mut pairs = reserved(numbers.len() / 2, "pairs")?;
    pairs.extend_from_slice(numbers.as_chunks::<2>().0);
    Ok(pairs)
}

/// A query about two bodies with their places.
pub type Query<'q, P, T> =
    dyn for<'a> Fn([(Body<'a>, &'a P); 2], &mut PairState) -> ::interframe::Result<T> + Sync + 'q;

/// What a batch is about, read.
pub struct BatchInput<P> {
    pub bodies: PyBodies,
    pub places: std::sync::Arc<Vec<P>>,
    pub pairs: Vec<[u32; 2]>,
    pub threads: Threads,
}

impl<P: Sync + Send> BatchInput<P> {
    /// The answers about all pairs, without the lock of the interpreter.
    pub fn ask<T: Send>(
        &self,
        py: Python<'_>,
        states: Option<&Bound<'_, PyAny>>,
        query: &Query<'_, P, T>,
    ) -> PyResult<Vec<T>> {
        same_length(
            "the list of places",
            self.places.len(),
            self.bodies.index.len(),
        )?;
        let bodies = self.bodies.list()?;
        let mut left = PyPairStates::begin(states, self.pairs.len())?;
        let answers = py.detach(|| self.answers(&bodies, &mut left, query));
        PyPairStates::keep(states, left);
        answers.or_raise()
    }

    fn answers<T: Send>(
        &self,
        bodies: &[Body<'_>],
        states: &mut [PairState],
        query: &Query<'_, P, T>,
    ) -> ::interframe::Result<Vec<T>> {
        let batch = Batch {
            bodies,
            places: &self.places,
            pairs: &self.pairs,
        };
        batch.ask(states, &self.threads, query)
    }
}

/// Bytes of rows as a structured array, without a copy.
pub fn structured<'py, R: Record>(py: Python<'py>, bytes: Vec<u8>) -> PyResult<Bound<'py, PyAny>> {
    PyArray1::from_vec(py, bytes).call_method1("view", (R::dtype(py)?,))
}

macro_rules! of_many_pairs {
    ($Pair:ident, $place:ident, $place_a:ident, $place_b:ident, $places:ident;
    $($(#[$doc:meta])* $query:ident, $Options:ident, $Answer:ident { $($option:ident),+ $(,)? };)+) => {
        $($(#[$doc])*
        ///
        /// Many pairs at once: `bodies` is a `Bodies` or a sequence of n `Body`; the n poses or motions are where they are; `pairs`
        /// has the shape (m, 2) and holds numbers of bodies, A then B. `states` are `PairStates(m)`; `threads` is their number,
        /// by default that of the processors. Returns a structured array of shape (m,), the same for any number of threads.
        #[pyfunction]
        #[pyo3(signature = (bodies, $places, pairs, *, $($option=None,)+ states=None, threads=None))]
        fn $query<'py>(
            py: Python<'py>,
            bodies: &Bound<'py, PyAny>,
            $places: &Bound<'py, PyAny>,
            pairs: &Bound<'py, PyAny>,
            $($option: Option<&Bound<'py, PyAny>>,)+
            states: Option<&Bound<'py, PyAny>>,
            threads: Option<&Bound<'py, PyAny>>,
        ) -> PyResult<Bound<'py, PyAny>> {
            let options = options!($Options: $($option),+);
            let given = BatchInput {
                bodies: PyBodies::read(bodies, "bodies")?,
                places: crate::motions::$places($places, stringify!($places))?,
                pairs: pairs_of(pairs)?,
                threads: Threads::read(threads, Threads::all)?,
            };
            type Row = [u8; <Answered as Record>::SIZE];
            type Answered = <$Answer as Answer>::Of;
            let rows = given.ask(py, states, &|[(a, place_a), (b, place_b)], state| {
                let pair = $Pair::new(a, place_a, b, place_b);
                let answer = ::interframe::$query(&pair, &options, state)?;
                let mut row: Row = [0; <Answered as Record>::SIZE];
                answer.write(&mut row);
                Ok(row)
            })?;
            structured::<Answered>(py, rows.into_flattened())
        })+
    };
}

posed_queries!(of_many_pairs);
moving_queries!(of_many_pairs);

/// Adds the functions to the module `batch`.
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
