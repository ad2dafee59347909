//! Queries as lines of case files, and their answers with certificates, as dictionaries.

use ::interframe::case::{Case, Query};
use ::interframe::certificate::{Failure, Proof};
use ::interframe::{FrameCapture, MovingPair, PairState, PosedPair};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::answers::*;
use crate::arguments::{flag, text};
use crate::bodies::body_of;
use crate::errors::{CaseError, CertificateError, OrRaise, refused, with};
use crate::motions::{motion, pose};
use crate::options::options;
use crate::pair_states::PyPairState;
use crate::query_table::{moving_queries, posed_queries};
use crate::threads::Threads;
use crate::world::{PyWorld, PyWorldFrame};

/// The object of a JSON text.
pub fn object_of<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.getattr("loads")?.call1((text,))
}

/// The JSON text of a string or of an object; `name` is the argument's.
pub fn text_of(given: &Bound<'_, PyAny>, name: &str) -> PyResult<String> {
    if given.is_instance_of::<PyString>() {
        return Ok(text(given, name)?.into_owned());
    }
    let py = given.py();
    let keywords = PyDict::new(py);
    keywords.set_item("allow_nan", false)?;
    let text = py
        .import("json")?
        .getattr("dumps")?
        .call((given,), Some(&keywords));
    let text = text.map_err(|error| {
        let why = CaseError::new_err(format!("{name} is not JSON: {}", error.value(py)));
        refused(py, error, why)
    })?;
    text.extract()
}

/// The certificate as a dictionary.
pub fn certificate_of<'py>(
    py: Python<'py>,
    proof: Option<&Proof>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    proof
        .map(|proof| object_of(py, &proof.to_json()))
        .transpose()
}

#[cold]
fn broken(failure: Failure) -> PyErr {
    let condition = u64::from(failure.condition);
    let error = CertificateError::new_err(failure.to_string());
    with(error, &[("condition", condition)])
}

/// What a certificate proves.
#[pyclass(frozen, name = "Proved", module = "interframe_ccd")]
pub struct PyProved(::interframe::certificate::Proved);

#[pymethods]
impl PyProved {
    /// `separated`, `hit` or `undecided`; about containment `inside`, `not_inside` or `undecided`.
    #[getter]
    fn verdict(&self) -> &'static str {
        self.0.verdict_name()
    }

    /// About a motion: the time in which the bodies are proved apart, a pair of numbers from 0 to 1.
    #[getter]
    fn free(&self) -> (f64, f64) {
        self.0.free.into()
    }

    /// With a hit about a motion: contact at some time between these two.
    #[getter]
    fn contact(&self) -> Option<(f64, f64)> {
        self.0.contact.map(Into::into)
    }

    /// The separation that the certificate speaks of, a length.
    #[getter]
    fn separation(&self) -> f64 {
        self.0.separation
    }

    /// With a contact by closest points: their distance is at most this length.
    #[getter]
    fn gap(&self) -> Option<f64> {
        self.0.gap
    }

    /// Number of contacts in a frame, if all were asked for.
    #[getter]
    fn contacts(&self) -> u32 {
        self.0.contacts
    }

    fn __repr__(&self) -> String {
        format!(
            "Proved(verdict={}, free={:?}, contact={:?})",
            self.verdict(),
            self.0.free,
            self.0.contact
        )
    }
}

/// Checks a certificate, a dictionary or its JSON text, by the independent checker, which uses no solver.
///
/// Raises `CertificateError`, whose `condition` is the number of what does not hold.
#[pyfunction]
fn verify(py: Python<'_>, certificate: &Bound<'_, PyAny>) -> PyResult<PyProved> {
    if certificate.is_none() {
        let what = "certificate is None: the answer that it is of carries no certificate";
        return Err(with(CertificateError::new_err(what), &[("condition", 1)]));
    }
    let text = text_of(certificate, "certificate")?;
    let proved = py.detach(|| Proof::from_json(&text).and_then(|proof| proof.verify()));
    proved.map(PyProved).map_err(broken)
}

/// Answers a line of a case file, a dictionary or its text: the answer as `interframe query --json` writes it, a dictionary.
///
/// With `certify` it has the certificate under `proof`, if there is one.
#[pyfunction]
#[pyo3(signature = (case, *, certify=None), text_signature = "(case, *, certify=False)")]
fn answer<'py>(
    py: Python<'py>,
    case: &Bound<'py, PyAny>,
    certify: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let certify = flag(certify, "certify")?;
    let text = text_of(case, "case")?;
    let answered = py.detach(|| {
        let case: Case = text.parse().map_err(|error| format!("{error}"))?;
        let answer = case.query.say(&mut case.start(), certify);
        answer
            .map(|answer| (case, answer))
            .map_err(|error| error.to_string())
    });
    let (case, answer) = answered.map_err(CaseError::new_err)?;
    let all = PyDict::new(py);
    all.set_item("id", &case.id)?;
    all.set_item("query", case.query.name())?;
    all.set_item("method", answer.solver)?;
    all.set_item("verdict", answer.verdict_name)?;
    all.set_item("reason", answer.reason.name())?;
    let entries = serde_json::Value::Object(answer.entries).to_string();
    all.call_method1("update", (object_of(py, &entries)?,))?;
    if let Some(proof) = certificate_of(py, answer.proof.as_ref())? {
        all.set_item("proof", proof)?;
    }
    Ok(all.into_any())
}

/// Passes a captured frame again, from the text of `World.capture`: the world after it and the frame, the same bits as there.
#[pyfunction]
fn replay(py: Python<'_>, capture: &Bound<'_, PyAny>) -> PyResult<(PyWorld, PyWorldFrame)> {
    let capture = text(capture, "capture")?;
    let passed = py.detach(|| {
        let capture: FrameCapture = capture.parse().map_err(|error| format!("{error}"))?;
        Ok(capture.replay(&Threads::single()))
    });
    let (world, frame) = passed
        .map_err(|error: String| CaseError::new_err(error))?
        .or_raise()?;
    Ok((PyWorld::new_of(world), PyWorldFrame::new_of(frame)))
}

/// The line of a case.
pub fn line_of(id: &str, query: Query, state: PairState) -> PyResult<String> {
    query.validate().or_raise()?;
    Ok(Case::new(id, query, Some(&state)).to_json())
}

macro_rules! of_cases {
    ($Pair:ident, $place:ident, $place_a:ident, $place_b:ident, $places:ident;
    $($(#[$doc:meta])* $query:ident, $Options:ident, $Answer:ident { $($option:ident),+ $(,)? };)+) => {
        $(
            /// The query of this name as one line of a case file, which gives the same bits when it is answered again.
            ///
            /// The arguments are those of the query, after the line's name.
            #[pyfunction]
            #[pyo3(signature = (id, a, $place_a, b, $place_b, *, $($option=None,)+ state=None))]
            pub fn $query<'py>(
                py: Python<'py>,
                id: &Bound<'py, PyAny>,
                a: &Bound<'py, PyAny>,
                $place_a: &Bound<'py, PyAny>,
                b: &Bound<'py, PyAny>,
                $place_b: &Bound<'py, PyAny>,
                $($option: Option<&Bound<'py, PyAny>>,)+
                state: Option<&Bound<'py, PyAny>>,
            ) -> PyResult<String> {
                let options = options!($Options: $($option),+);
                let (a, b) = (&body_of(a, "a")?.get().0, &body_of(b, "b")?.get().0);
                let ($place_a, $place_b) = (
                    $place($place_a, stringify!($place_a))?,
                    $place($place_b, stringify!($place_b))?,
                );
                let start = PyPairState::begin(state)?;
                let id = text(id, "id")?;
                let id = &*id;
                py.detach(|| {
                    let pair = $Pair::new(a, &$place_a, b, &$place_b);
                    line_of(id, Query::$query(&pair, &options), start)
                })
            }
        )+
    };
}

macro_rules! of_certificates {
    ($Pair:ident, $place:ident, $place_a:ident, $place_b:ident, $places:ident;
    $($(#[$doc:meta])* $query:ident, $Options:ident, $Answer:ident { $($option:ident),+ $(,)? };)+) => {
        $(
            /// The answer of the query of this name, and the certificate of its verdict, a dictionary for `verify`; None where there
            /// is no certificate.
            ///
            /// The arguments are those of the query.
            #[pyfunction]
            #[pyo3(signature = (a, $place_a, b, $place_b, *, $($option=None,)+ state=None))]
            pub fn $query<'py>(
                py: Python<'py>,
                a: &Bound<'py, PyAny>,
                $place_a: &Bound<'py, PyAny>,
                b: &Bound<'py, PyAny>,
                $place_b: &Bound<'py, PyAny>,
                $($option: Option<&Bound<'py, PyAny>>,)+
                state: Option<&Bound<'py, PyAny>>,
            ) -> PyResult<($Answer, Option<Bound<'py, PyAny>>)> {
                let options = options!($Options: $($option),+);
                let (a, b) = (&body_of(a, "a")?.get().0, &body_of(b, "b")?.get().0);
                let ($place_a, $place_b) = (
                    $place($place_a, stringify!($place_a))?,
                    $place($place_b, stringify!($place_b))?,
                );
                let mut left = PyPairState::begin(state)?;
                let said = py.detach(|| {
                    let pair = $Pair::new(a, &$place_a, b, &$place_b);
                    let query = Query::$query(&pair, &options);
                    // The same state gives the same bits.
                    let said = query.say(&mut left.clone(), true)?;
                    let answer = ::interframe::$query(&pair, &options, &mut left)?;
                    Ok((answer, said.proof))
                });
                PyPairState::keep(state, left);
                let (answer, proof) = said.or_raise()?;
                Ok(($Answer(answer), certificate_of(py, proof.as_ref())?))
            }
        )+
    };
}

/// The functions that write cases.
mod lines {
    use super::*;
    posed_queries!(of_cases);
    moving_queries!(of_cases);
}

/// The functions that prove.
mod proofs {
    use super::*;
    posed_queries!(of_certificates);
    moving_queries!(of_certificates);
}

/// Adds `verify`, `answer` and `replay` to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyProved>()?;
    module.add_function(wrap_pyfunction!(verify, module)?)?;
    module.add_function(wrap_pyfunction!(answer, module)?)?;
    module.add_function(wrap_pyfunction!(replay, module)?)
}

/// Adds the functions to the modules `cases` and `certify`.
pub fn register_queries(
    cases: &Bound<'_, PyModule>,
    certify: &Bound<'_, PyModule>,
) -> PyResult<()> {
    macro_rules! add {
        ($Pair:ident, $place:ident, $place_a:ident, $place_b:ident, $places:ident;
        $($(#[$doc:meta])* $query:ident, $Options:ident, $Answer:ident { $($option:ident),+ $(,)? };)+) => {
            $(
                cases.add_function(wrap_pyfunction!(lines::$query, cases)?)?;
                certify.add_function(wrap_pyfunction!(proofs::$query, certify)?)?;
            )+
        };
    }
    posed_queries!(add);
    moving_queries!(add);
    Ok(())
}
