//! What one frame leaves to the next: the memory of a pair.

use std::sync::{Mutex, PoisonError};

use interframe::PairState;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::arguments::{bytes, given};
use crate::arrays::{reserved, table};
use crate::errors::ArrayError;
use crate::motions::same_length;

/// Memory of one pair from frame to frame. Pass the same one to every query about the pair: answers come faster, and no proved
/// verdict contradicts one without it. Where the budget is spent, one of the two may be `undecided`.
#[pyclass(frozen, name = "PairState", module = "interframe_ccd")]
#[derive(Default)]
pub struct PyPairState(Mutex<PairState>);

impl PyPairState {
    /// The state that a query begins from: empty without one.
    pub fn begin(state: Option<&Bound<'_, PyAny>>) -> PyResult<PairState> {
        let state = given::<Self>(state, "state")?;
        Ok(state.map_or_else(PairState::default, |state| state.get().held()))
    }

    fn held(&self) -> PairState {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps what the query left.
    pub fn keep(state: Option<&Bound<'_, PyAny>>, left: PairState) {
        if let Some(state) = state.and_then(|state| state.cast::<Self>().ok()) {
            *state.get().0.lock().unwrap_or_else(PoisonError::into_inner) = left;
        }
    }
}

#[pymethods]
impl PyPairState {
    #[new]
    fn new() -> Self {
        PyPairState::default()
    }

    /// The state as 56 bytes, the same on every machine.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.held().to_bytes())
    }

    /// The state of 56 bytes.
    #[staticmethod]
    fn from_bytes(data: &Bound<'_, PyAny>) -> PyResult<Self> {
        let data = bytes(data, "data")?;
        let data = data.as_bytes();
        let bytes: &[u8; 56] = data.try_into().map_err(|_| {
            ArrayError::new_err(format!("data has {} bytes; a state has 56", data.len()))
        })?;
        Ok(PyPairState(Mutex::new(PairState::from_bytes(bytes))))
    }

    fn __repr__(&self) -> String {
        let is_empty = self.held() == PairState::default();
        format!("<PairState{}>", if is_empty { ": empty" } else { "" })
    }
}

/// Pairs, at most: their states take 7 GiB.
const MAX_STATES: usize = 1 << 27;

/// Memories of the pairs of a batch, `PairStates(count)`. Pass the same one in every frame.
#[pyclass(frozen, name = "PairStates", module = "interframe_ccd")]
pub struct PyPairStates {
    count: usize,
    /// Lent to a batch while it runs.
    states: Mutex<Option<Vec<PairState>>>,
}

impl PyPairStates {
    /// The states that a batch of so many pairs begins from: empty without any.
    pub fn begin(states: Option<&Bound<'_, PyAny>>, pairs: usize) -> PyResult<Vec<PairState>> {
        let Some(states) = given::<Self>(states, "states")?.map(Bound::get) else {
            let mut all = reserved(pairs, "pairs")?;
            all.resize(pairs, PairState::default());
            return Ok(all);
        };
        same_length("states", states.count, pairs)?;
        let lent = states
            .states
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        lent.ok_or_else(|| ArrayError::new_err("states are in use by another batch"))
    }

    /// Takes the states back.
    pub fn keep(states: Option<&Bound<'_, PyAny>>, left: Vec<PairState>) {
        if let Some(states) = states.and_then(|states| states.cast::<Self>().ok()) {
            let states = &states.get().states;
            *states.lock().unwrap_or_else(PoisonError::into_inner) = Some(left);
        }
    }
}

#[pymethods]
impl PyPairStates {
    #[new]
    fn new(count: &Bound<'_, PyAny>) -> PyResult<Self> {
        let count = crate::arrays::count(count, "count")? as usize;
        if count > MAX_STATES {
            return Err(ArrayError::new_err(format!(
                "count is {count}; it must be at most {MAX_STATES}"
            )));
        }
        let states = PyPairStates::begin(None, count)?;
        Ok(PyPairStates {
            count,
            states: Mutex::new(Some(states)),
        })
    }

    /// A copy of all states as words, shape (n, 7), dtype uint64.
    fn to_words<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let states = self.states.lock().unwrap_or_else(PoisonError::into_inner);
        let states = states
            .as_ref()
            .ok_or_else(|| ArrayError::new_err("states are in use by a batch"))?;
        let mut words = reserved(states.len(), "states")?;
        words.extend(states.iter().map(PairState::to_words));
        table(py, words)
    }

    fn __len__(&self) -> usize {
        self.count
    }

    fn __repr__(&self) -> String {
        format!("<{} pair states>", self.count)
    }
}
