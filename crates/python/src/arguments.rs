//! Reads arguments that are no arrays: objects of a class, text, bytes, flags and whole numbers. Each is refused by name.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use pyo3::PyTypeInfo;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::arrays::shown;
use crate::errors::{ArgumentError, OptionError, refused};

fn wrong_type(value: &Bound<'_, PyAny>, name: &str, wanted: &str) -> PyErr {
    ArgumentError::new_err(format!("{name} is {}; it must be {wanted}", shown(value)))
}

/// An object of a class.
#[inline]
pub fn object<'a, 'py, C: PyTypeInfo>(
    value: &'a Bound<'py, PyAny>,
    name: &str,
) -> PyResult<&'a Bound<'py, C>> {
    value.cast::<C>().map_err(|_| {
        let class = value.py().get_type::<C>().name();
        let class = class.map_or("of another class".into(), |class| format!("a {class}"));
        wrong_type(value, name, &class)
    })
}

/// An object of a class, if it is given.
#[inline]
pub fn given<'a, 'py, C: PyTypeInfo>(
    value: Option<&'a Bound<'py, PyAny>>,
    name: &str,
) -> PyResult<Option<&'a Bound<'py, C>>> {
    value.map(|value| object(value, name)).transpose()
}

/// A whole number of a range.
pub fn whole<'py, T>(value: &Bound<'py, PyAny>, name: &str, range: RangeInclusive<T>) -> PyResult<T>
where
    T: PartialOrd + Display + for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    let wrong = || {
        let (least, most) = (range.start(), range.end());
        OptionError::new_err(format!(
            "{name} is {}; it must be a whole number from {least} to {most}",
            shown(value)
        ))
    };
    match value.extract::<T>() {
        Ok(number) if range.contains(&number) => Ok(number),
        Ok(_) => Err(wrong()),
        Err(error) => Err(refused(value.py(), error, wrong())),
    }
}

/// A whole number of 64 bits, if it is given.
pub fn whole_or(value: Option<&Bound<'_, PyAny>>, name: &str, default: u64) -> PyResult<u64> {
    value.map_or(Ok(default), |value| whole(value, name, 0..=u64::MAX))
}

/// True or False; False if it is not given.
pub fn flag(value: Option<&Bound<'_, PyAny>>, name: &str) -> PyResult<bool> {
    value.map_or(Ok(false), |value| {
        value
            .extract()
            .map_err(|error| refused(value.py(), error, wrong_type(value, name, "True or False")))
    })
}

/// A text.
pub fn text<'a>(value: &'a Bound<'_, PyAny>, name: &str) -> PyResult<std::borrow::Cow<'a, str>> {
    let text = object::<PyString>(value, name)?;
    text.to_cow().map_err(|error| {
        let why = format!(
            "{name} has characters that are no Unicode: {}",
            error.value(value.py())
        );
        refused(value.py(), error, ArgumentError::new_err(why))
    })
}

/// The path of a file.
pub fn path(value: &Bound<'_, PyAny>, name: &str) -> PyResult<PathBuf> {
    value.extract().map_err(|error| {
        refused(
            value.py(),
            error,
            wrong_type(value, name, "a text or an os.PathLike"),
        )
    })
}

/// The bytes of a bytes-like object.
pub fn bytes<'py>(value: &Bound<'py, PyAny>, name: &str) -> PyResult<Bound<'py, PyBytes>> {
    if let Ok(bytes) = value.cast::<PyBytes>() {
        return Ok(bytes.clone());
    }
    let py = value.py();
    let view = py
        .import("builtins")?
        .getattr("memoryview")?
        .call1((value,));
    let copy = view.and_then(|view| view.call_method0("tobytes"));
    let copy = copy.map_err(|error| refused(py, error, wrong_type(value, name, "bytes-like")))?;
    Ok(copy.cast_into::<PyBytes>()?)
}
