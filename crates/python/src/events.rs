//! Signed distances of the pairs of a world as event functions of an integrator.

use std::sync::{Mutex, PoisonError};

use interframe::{BodyId, ContactEvents, ContactEventsOptions, SignedDistance, Velocity};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::answers::{PySignedDistance, rows_of};
use crate::arguments::{object, whole};
use crate::arrays::{count, items, list, reserved, vector};
use crate::errors::{ArrayError, OrRaise};
use crate::options::options;
use crate::world::{PyWorld, id_of};

/// Signed distances of the pairs of a world as event functions: `slots` functions (16), each positive where its pair is apart,
/// negative in overlap, 0 where it touches, and 1 without a pair.
///
/// Call `select` before each step and `evaluate` whenever the integrator needs the values. With a `hysteresis` (a length, 0), a
/// contact ends only where the bodies are farther apart than that. `functions` makes event functions for SciPy's `solve_ivp`.
#[pyclass(frozen, subclass, name = "ContactEvents", module = "interframe_ccd")]
pub struct PyContactEvents(Mutex<ContactEvents>);

/// Functions, at most, so that memory does not run out in between.
const MAX_SLOTS: u32 = 1 << 24;

impl PyContactEvents {
    fn with<T>(&self, ask: impl FnOnce(&mut ContactEvents) -> T) -> T {
        ask(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// What each function has, from a call that fills a list.
    fn each<T: Clone + Send>(
        &self,
        py: Python<'_>,
        world: &Bound<'_, PyAny>,
        nothing: T,
        ask: impl FnOnce(&ContactEvents, &interframe::World, &mut [T]) -> interframe::Result<()> + Send,
    ) -> PyResult<Vec<T>> {
        let world = object::<PyWorld>(world, "world")?.get();
        let events = self.with(|events| events.clone());
        let mut all = reserved(events.slots(), "slots")?;
        all.resize(events.slots(), nothing);
        world.with(py, |world| ask(&events, world, &mut all))?;
        Ok(all)
    }
}

fn slots_of(slots: &Bound<'_, PyAny>) -> PyResult<u32> {
    whole(slots, "slots", 1..=MAX_SLOTS)
}

#[pymethods]
impl PyContactEvents {
    #[new]
    #[pyo3(signature = (*, slots=None, hysteresis=None))]
    fn new(
        slots: Option<&Bound<'_, PyAny>>,
        hysteresis: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let mut options: ContactEventsOptions = options!(ContactEventsOptions: hysteresis);
        if let Some(slots) = slots {
            options.slots = slots_of(slots)?;
        }
        let events = ContactEvents::new(&options).or_raise()?;
        Ok(PyContactEvents(Mutex::new(events)))
    }

    /// Number of functions.
    #[getter]
    fn slots(&self) -> usize {
        self.with(|events| events.slots())
    }

    /// Sets another number of functions; select again before the next evaluation.
    fn set_slots(&self, slots: &Bound<'_, PyAny>) -> PyResult<()> {
        let slots = slots_of(slots)?;
        self.with(|events| events.set_slots(slots)).or_raise()
    }

    /// Chooses the pairs of the functions, with the bodies where they are now.
    fn select(&self, py: Python<'_>, world: &Bound<'_, PyAny>) -> PyResult<()> {
        let world = object::<PyWorld>(world, "world")?.get();
        let mut events = self.with(|events| events.clone());
        world.with(py, |world| events.select(world))?;
        self.with(|own| *own = events);
        Ok(())
    }

    /// Selects after an event: `crossed` are the numbers of the functions of which the root finder reports a root here.
    fn select_after(
        &self,
        py: Python<'_>,
        world: &Bound<'_, PyAny>,
        crossed: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let world = object::<PyWorld>(world, "world")?.get();
        let numbers = items(crossed, "crossed")?;
        let numbers = numbers.iter().map(|k| Ok(count(k, "crossed")? as usize));
        let numbers: Vec<usize> = numbers.collect::<PyResult<_>>()?;
        let mut events = self.with(|events| events.clone());
        world.with(py, |world| events.select_after(world, &numbers))?;
        self.with(|own| *own = events);
        Ok(())
    }

    /// The values of all functions where bodies are now, shape (slots,), lengths. Raises `EventSlotsError` if another pair meets.
    fn evaluate<'py>(
        &self,
        py: Python<'py>,
        world: &Bound<'_, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let all = self.each(py, world, f64::NAN, |events, world, z| {
            events.evaluate(world, z)
        })?;
        Ok(PyArray1::from_vec(py, all))
    }

    /// All functions with error, normal and points, for contact forces: a list of `SignedDistance`.
    fn measure<'py>(
        &self,
        py: Python<'py>,
        world: &Bound<'_, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        let all = self.measured(py, world)?;
        list(py, all.into_iter().map(PySignedDistance))
    }

    /// Measures all functions as a structured array of shape (slots,).
    fn measure_array<'py>(
        &self,
        py: Python<'py>,
        world: &Bound<'_, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        rows_of(py, &self.measured(py, world)?)
    }

    /// The derivatives of all functions by time, shape (slots,), in lengths a unit of time.
    ///
    /// `velocities` maps bodies to pairs of the velocity of the origin and the angular velocity in radians a unit of time, each of
    /// shape (3,), world axes. Bodies without an entry are at rest.
    fn rates<'py>(
        &self,
        py: Python<'py>,
        world: &Bound<'_, PyAny>,
        velocities: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let mut known: Vec<(BodyId, Velocity)> = Vec::new();
        for (id, of) in object::<PyDict>(velocities, "velocities")? {
            let (linear, angular): (Bound<'_, PyAny>, Bound<'_, PyAny>) =
                of.extract().map_err(|_| {
                    ArrayError::new_err("a value of velocities must be a pair of two vectors")
                })?;
            let velocity = Velocity {
                linear: vector(&linear, "a linear velocity")?,
                angular: vector(&angular, "an angular velocity")?,
            };
            known.push((id_of(&id, "a key of velocities")?, velocity));
        }
        known.sort_by_key(|(id, _)| id.to_bits());
        let of = |id: BodyId| {
            let at = known.binary_search_by_key(&id.to_bits(), |(id, _)| id.to_bits());
            at.map_or_else(|_| Velocity::default(), |at| known[at].1)
        };
        let all = self.each(py, world, f64::NAN, |events, world, rates| {
            events.rates(world, &of, rates)
        })?;
        Ok(PyArray1::from_vec(py, all))
    }

    /// The selected pairs: for each function the numbers of A and B, or None without a pair.
    fn pairs(&self) -> Vec<Option<(u64, u64)>> {
        self.with(|events| {
            let ids = events.pairs();
            ids.map(|sides| sides.map(|[a, b]| (a.id.to_bits(), b.id.to_bits())))
                .collect()
        })
    }

    fn __repr__(&self) -> String {
        format!("<ContactEvents of {} functions>", self.slots())
    }
}

impl PyContactEvents {
    fn measured(&self, py: Python<'_>, world: &Bound<'_, PyAny>) -> PyResult<Vec<SignedDistance>> {
        self.each(
            py,
            world,
            SignedDistance::default(),
            |events, world, found| events.measure(world, found),
        )
    }
}
