//! The library's errors as exceptions. A message names what is wrong; each exception is a `ValueError` too.

use interframe::Error;
use pyo3::exceptions::{PyException, PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};
use pyo3::{PyErr, create_exception};

create_exception!(
    interframe_ccd,
    InterframeError,
    PyValueError,
    "Something is wrong with an input. The message says what, and names the field."
);
create_exception!(
    interframe_ccd,
    ArrayError,
    InterframeError,
    "An array has a wrong shape or type, or is too large."
);
create_exception!(
    interframe_ccd,
    BodyError,
    InterframeError,
    "A body cannot be built, or a query does not take it."
);
create_exception!(
    interframe_ccd,
    MotionError,
    InterframeError,
    "A pose or a motion is none."
);
create_exception!(
    interframe_ccd,
    OptionError,
    InterframeError,
    "An option is outside its range, or its name is unknown."
);
create_exception!(
    interframe_ccd,
    PairError,
    InterframeError,
    "A pair of a batch is wrong; `pair` is its number. No pair has an answer then."
);
create_exception!(
    interframe_ccd,
    WorldError,
    InterframeError,
    "A world does not have the body, or cannot do this now."
);
create_exception!(
    interframe_ccd,
    EventSlotsError,
    WorldError,
    "Two bodies, `a` and `b`, meet that have no event function: select again, with more slots or from an earlier time."
);
create_exception!(
    interframe_ccd,
    CertificateError,
    InterframeError,
    "A certificate does not hold or cannot be read; `condition` is the number of the broken one in docs/guide/CERTIFICATES.md."
);
create_exception!(
    interframe_ccd,
    CaseError,
    InterframeError,
    "A line of a case, a capture or a recording cannot be read."
);

/// An argument of another type, which is a `TypeError` too.
pub struct ArgumentError;

impl ArgumentError {
    fn class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
        static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let class = CLASS.get_or_try_init(py, || {
            let of = PyDict::new(py);
            of.set_item("__module__", "interframe_ccd")?;
            of.set_item("__doc__", "An argument has a wrong type.")?;
            let bases = (
                py.get_type::<InterframeError>(),
                py.get_type::<PyTypeError>(),
            );
            let made = py
                .get_type::<PyType>()
                .call1(("ArgumentError", bases, of))?;
            Ok::<_, PyErr>(made.cast_into::<PyType>()?.unbind())
        })?;
        Ok(class.bind(py))
    }

    /// The exception with a message.
    #[cold]
    pub fn new_err(message: String) -> PyErr {
        Python::attach(|py| match Self::class(py) {
            Ok(class) => PyErr::from_type(class.clone(), message),
            Err(error) => error,
        })
    }
}

/// Whether an exception is about no input: an interrupt, or memory that runs out.
pub fn passes(py: Python<'_>, raised: &PyErr) -> bool {
    !raised.is_instance_of::<PyException>(py) || raised.is_instance_of::<PyMemoryError>(py)
}

/// What a caller sees of an exception that reading an input raised: this one, caused by it. What
/// [`passes`] comes through as it is.
#[cold]
pub fn refused(py: Python<'_>, raised: PyErr, seen: PyErr) -> PyErr {
    if passes(py, &raised) {
        return raised;
    }
    seen.set_cause(py, Some(raised));
    seen
}

/// Adds all exceptions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("ArgumentError", ArgumentError::class(py)?)?;
    for (name, exception) in [
        ("InterframeError", py.get_type::<InterframeError>()),
        ("ArrayError", py.get_type::<ArrayError>()),
        ("BodyError", py.get_type::<BodyError>()),
        ("MotionError", py.get_type::<MotionError>()),
        ("OptionError", py.get_type::<OptionError>()),
        ("PairError", py.get_type::<PairError>()),
        ("WorldError", py.get_type::<WorldError>()),
        ("EventSlotsError", py.get_type::<EventSlotsError>()),
        ("CertificateError", py.get_type::<CertificateError>()),
        ("CaseError", py.get_type::<CaseError>()),
    ] {
        module.add(name, exception)?;
    }
    Ok(())
}

/// The exception of an error.
#[cold]
pub fn raised(error: Error) -> PyErr {
    let message = error.to_string();
    match error {
        Error::OutOfMemory { .. } => PyMemoryError::new_err(message),
        Error::NonFiniteVertex { .. }
        | Error::NonFiniteCoordinate { .. }
        | Error::TriangleIndex { .. }
        | Error::OpenEdge { .. }
        | Error::SelfIntersection { .. }
        | Error::Part { .. }
        | Error::HeightField { .. }
        | Error::Scale { .. }
        | Error::TooManyVertices { .. }
        | Error::NotARectangle { .. }
        | Error::Bytes { .. }
        | Error::MismatchedCounts { .. }
        | Error::Body { .. } => BodyError::new_err(message),
        Error::NonFinite { .. }
        | Error::QuaternionNorm { .. }
        | Error::Matrix { .. }
        | Error::HalfTurn
        | Error::BodyMotion { .. } => MotionError::new_err(message),
        Error::UnknownName(_) | Error::Method { .. } | Error::Setting { .. } => {
            OptionError::new_err(message)
        }
        Error::Index { pair, .. } | Error::InPair { pair, .. } => {
            with(PairError::new_err(message), &[("pair", pair as u64)])
        }
        Error::EventSlots { a, b, .. } => {
            let bits =
                |[index, generation]: [u32; 2]| u64::from(index) | u64::from(generation) << 32;
            with(
                EventSlotsError::new_err(message),
                &[("a", bits(a)), ("b", bits(b))],
            )
        }
        Error::NoSuchBody { .. } | Error::World { .. } | Error::TooManyPairs { .. } => {
            WorldError::new_err(message)
        }
        _ => InterframeError::new_err(message),
    }
}

/// The exception with attributes.
pub fn with(error: PyErr, attributes: &[(&str, u64)]) -> PyErr {
    Python::attach(|py| {
        for (name, value) in attributes {
            if let Err(failed) = error.value(py).setattr(*name, *value) {
                return failed;
            }
        }
        error
    })
}

/// Raises the library's errors.
pub trait OrRaise<T> {
    /// The value, or the exception.
    fn or_raise(self) -> PyResult<T>;
}

impl<T> OrRaise<T> for interframe::Result<T> {
    #[inline]
    fn or_raise(self) -> PyResult<T> {
        self.map_err(raised)
    }
}
