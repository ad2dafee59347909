//! What is where in a world: casts, rays, overlaps, the nearest body, the closest pairs.

use interframe::{Cast, CastHit, QueryFilter, Side, Verdict};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::answers::{PyDistance, PyTimeOfImpact};
use crate::arguments::given;
use crate::arrays::{count, list, number, vector};
use crate::bodies::body_of;
use crate::enums::Named;
use crate::motions::motion;
use crate::options::options;
use crate::world::{PyFilter, PyWorld};

/// What a cast or ray meets first.
#[pyclass(frozen, get_all, name = "CastHit", module = "interframe_ccd")]
#[derive(Clone)]
pub struct PyCastHit {
    /// The number of the body.
    body: u64,
    /// Its key.
    user: u64,
    /// When and where, a `TimeOfImpact`; A is the body that was cast.
    answer: PyTimeOfImpact,
}

/// The answer of `cast` and `ray`.
#[pyclass(frozen, get_all, name = "Cast", module = "interframe_ccd")]
pub struct PyCast {
    /// The first body that is met, a `CastHit`; None if there is none.
    hit: Option<PyCastHit>,
    /// From this time on it is not proved that nothing else is met earlier; None if all is decided.
    undecided_from: Option<f64>,
}

/// A body that another one meets at a pose.
#[pyclass(frozen, name = "Overlap", module = "interframe_ccd")]
pub struct PyOverlap(interframe::Overlap);

#[pymethods]
impl PyOverlap {
    /// The number of the body.
    #[getter]
    fn body(&self) -> u64 {
        self.0.side.id.to_bits()
    }

    /// Its key.
    #[getter]
    fn user(&self) -> u64 {
        self.0.side.user
    }

    /// `HIT`, or `UNDECIDED` with a reason.
    #[getter]
    fn verdict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.0.verdict.member(py)
    }

    /// Why it is undecided.
    #[getter]
    fn reason<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.0.reason.member(py)
    }

    fn __repr__(&self) -> String {
        format!(
            "Overlap(body={}, verdict={})",
            self.body(),
            self.0.verdict.name()
        )
    }
}

/// The nearest body.
#[pyclass(frozen, get_all, name = "Nearest", module = "interframe_ccd")]
pub struct PyNearest {
    /// The number of the body.
    body: u64,
    /// Its key.
    user: u64,
    /// How far it is, a `Distance`; A is the body that was given.
    distance: PyDistance,
}

/// Two bodies of a world that are near to each other.
#[pyclass(frozen, get_all, name = "ClosePair", module = "interframe_ccd")]
pub struct PyClosePair {
    /// The number of A.
    a: u64,
    /// The number of B.
    b: u64,
    /// How far they are apart, a `Distance`.
    distance: PyDistance,
}

macro_rules! shown {
    ($($class:ident as $name:literal: $($field:ident),+;)+) => {$(
        #[pymethods]
        impl $class {
            fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
                let fields = [$((stringify!($field), slf.getattr(stringify!($field))?.repr()?)),+];
                let fields: Vec<_> = fields.iter().map(|(name, text)| format!("{name}={text}")).collect();
                Ok(format!("{}({})", $name, fields.join(", ")))
            }
        }
    )+};
}

shown! {
    PyCastHit as "CastHit": body, user, answer;
    PyCast as "Cast": hit, undecided_from;
    PyNearest as "Nearest": body, user, distance;
    PyClosePair as "ClosePair": a, b, distance;
}

fn hit_of(hit: CastHit) -> PyCastHit {
    let Side { id, user, .. } = hit.side;
    PyCastHit {
        body: id.to_bits(),
        user,
        answer: PyTimeOfImpact(hit.answer),
    }
}

fn cast_of(cast: Cast) -> PyCast {
    PyCast {
        hit: cast.hit.map(hit_of),
        undecided_from: cast.undecided_from,
    }
}

fn filter_of(filter: Option<&Bound<'_, PyAny>>) -> PyResult<QueryFilter<'static>> {
    Ok(QueryFilter {
        filter: given::<PyFilter>(filter, "filter")?.map(|filter| filter.get().0),
        accept: None,
    })
}

/// Casts and rays: three questions about a way through the world.
macro_rules! ways {
    ($(#[$first_doc:meta])* $first:ident, $(#[$all_doc:meta])* $all:ident, $(#[$any_doc:meta])* $any:ident:
        ($($given:ident),+), |$py:ident| $read:expr, |$way:ident| ($($passed:expr),+)) => {
        #[pymethods]
        impl PyWorld {
            $(#[$first_doc])*
            #[pyo3(signature = ($($given,)+ *, method=None, tolerance=None, target_separation=None, initial_contact=None, budget=None, max_pivots=None, filter=None))]
            fn $first(
                &self,
                $py: Python<'_>,
                $($given: &Bound<'_, PyAny>,)+
                method: Option<&Bound<'_, PyAny>>,
                tolerance: Option<&Bound<'_, PyAny>>,
                target_separation: Option<&Bound<'_, PyAny>>,
                initial_contact: Option<&Bound<'_, PyAny>>,
                budget: Option<&Bound<'_, PyAny>>,
                max_pivots: Option<&Bound<'_, PyAny>>,
                filter: Option<&Bound<'_, PyAny>>,
            ) -> PyResult<PyCast> {
                let options = options!(TimeOfImpactOptions:
                    method, tolerance, target_separation, initial_contact, budget, max_pivots);
                let ($way, filter) = ($read, filter_of(filter)?);
                self.with($py, |world| world.queries().$first($($passed,)+ &options, &filter)).map(cast_of)
            }

            $(#[$all_doc])*
            #[pyo3(signature = ($($given,)+ *, method=None, tolerance=None, target_separation=None, initial_contact=None, budget=None, max_pivots=None, filter=None))]
            fn $all<'py>(
                &self,
                $py: Python<'py>,
                $($given: &Bound<'_, PyAny>,)+
                method: Option<&Bound<'_, PyAny>>,
                tolerance: Option<&Bound<'_, PyAny>>,
                target_separation: Option<&Bound<'_, PyAny>>,
                initial_contact: Option<&Bound<'_, PyAny>>,
                budget: Option<&Bound<'_, PyAny>>,
                max_pivots: Option<&Bound<'_, PyAny>>,
                filter: Option<&Bound<'_, PyAny>>,
            ) -> PyResult<Bound<'py, PyList>> {
                let options = options!(TimeOfImpactOptions:
                    method, tolerance, target_separation, initial_contact, budget, max_pivots);
                let ($way, filter) = ($read, filter_of(filter)?);
                let mut hits = Vec::new();
                self.with($py, |world| world.queries().$all($($passed,)+ &options, &filter, &mut hits))?;
                list($py, hits.into_iter().map(hit_of))
            }

            $(#[$any_doc])*
            #[pyo3(signature = ($($given,)+ *, method=None, tolerance=None, target_separation=None, initial_contact=None, budget=None, max_pivots=None, filter=None))]
            fn $any<'py>(
                &self,
                $py: Python<'py>,
                $($given: &Bound<'py, PyAny>,)+
                method: Option<&Bound<'py, PyAny>>,
                tolerance: Option<&Bound<'py, PyAny>>,
                target_separation: Option<&Bound<'py, PyAny>>,
                initial_contact: Option<&Bound<'py, PyAny>>,
                budget: Option<&Bound<'py, PyAny>>,
                max_pivots: Option<&Bound<'py, PyAny>>,
                filter: Option<&Bound<'_, PyAny>>,
            ) -> PyResult<Bound<'py, PyAny>> {
                let options = options!(TimeOfImpactOptions:
                    method, tolerance, target_separation, initial_contact, budget, max_pivots);
                let ($way, filter) = ($read, filter_of(filter)?);
                let verdict: Verdict =
                    self.with($py, |world| world.queries().$any($($passed,)+ &options, &filter))?;
                verdict.member($py)
            }
        }
    };
}

ways! {
    /// The first body that a body meets on its way, all others where they are now. Options are those of `time_of_impact`; `filter`
    /// treats the query as a body with that filter.
    cast,
    /// All bodies that a body meets on its way, in the order of time.
    cast_all,
    /// Whether a body meets any other on its way, a `Verdict`. Cheaper than `cast`.
    cast_any: (body, motion),
    |py| (body_of(body, "body")?.get().0.clone(), motion_of(motion)?),
    |way| (&way.0, &way.1)
}

ways! {
    /// The first body that a point meets on the segment between two places, each of shape (3,); times are parts of that way.
    ray,
    /// All bodies that a point meets between two places, in the order of time.
    ray_all,
    /// Whether a point meets any body between two places, a `Verdict`.
    ray_any: (start, end),
    |py| (vector(start, "start")?, vector(end, "end")?),
    |way| (way.0, way.1)
}

/// The motion of a cast.
fn motion_of(value: &Bound<'_, PyAny>) -> PyResult<interframe::Motion> {
    motion(value, "motion")
}

#[pymethods]
impl PyWorld {
    /// All bodies that a body meets at a pose, and those of which it is undecided.
    #[pyo3(signature = (body, pose, *, filter=None))]
    fn overlap<'py>(
        &self,
        py: Python<'py>,
        body: &Bound<'_, PyAny>,
        pose: &Bound<'_, PyAny>,
        filter: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let (body, at) = (
            &body_of(body, "body")?.get().0,
            crate::motions::pose(pose, "pose")?,
        );
        let filter = filter_of(filter)?;
        let all = self.with(py, |world| world.queries().overlap(body, &at, &filter))?;
        list(py, all.into_iter().map(PyOverlap))
    }

    /// The body nearest to one at a pose, if any is within `cutoff`, a length.
    #[pyo3(signature = (body, pose, *, cutoff=None, filter=None))]
    fn nearest(
        &self,
        py: Python<'_>,
        body: &Bound<'_, PyAny>,
        pose: &Bound<'_, PyAny>,
        cutoff: Option<&Bound<'_, PyAny>>,
        filter: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<PyNearest>> {
        let (body, at) = (
            &body_of(body, "body")?.get().0,
            crate::motions::pose(pose, "pose")?,
        );
        let cutoff = cutoff.map_or(Ok(f64::INFINITY), |cutoff| number(cutoff, "cutoff"))?;
        let filter = filter_of(filter)?;
        let found = self.with(py, |world| {
            world.queries().nearest(body, &at, cutoff, &filter)
        })?;
        Ok(found.map(|nearest| PyNearest {
            body: nearest.side.id.to_bits(),
            user: nearest.side.user,
            distance: PyDistance(nearest.distance),
        }))
    }

    /// The `k` pairs of bodies that are nearest to each other, those within `cutoff`, nearest first.
    #[pyo3(signature = (k, *, cutoff=None, filter=None))]
    fn closest_pairs<'py>(
        &self,
        py: Python<'py>,
        k: &Bound<'_, PyAny>,
        cutoff: Option<&Bound<'_, PyAny>>,
        filter: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let k = count(k, "k")? as usize;
        let cutoff = cutoff.map_or(Ok(f64::INFINITY), |cutoff| number(cutoff, "cutoff"))?;
        let filter = filter_of(filter)?;
        let all = self.with(py, |world| {
            world.queries().closest_pairs(k, cutoff, &filter)
        })?;
        let pair = |found: interframe::ClosePair| PyClosePair {
            a: found.sides[0].id.to_bits(),
            b: found.sides[1].id.to_bits(),
            distance: PyDistance(found.distance),
        };
        list(py, all.into_iter().map(pair))
    }
}
