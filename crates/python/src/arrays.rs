//! Reads numbers and arrays of any layout and type of number, and refuses everything else by name.

use interframe::nalgebra::Vector3;
use numpy::ndarray::{ArrayView1, ArrayViewD, Ix1};
use numpy::{
    PyArray, PyArray1, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyFloat, PyInt, PyList, PyTuple};

use crate::arguments::whole;
use crate::errors::{ArgumentError, ArrayError, OptionError, passes, refused};

/// Numbers of an array, at most: beyond it memory would run out in between.
const MAX_NUMBERS: usize = 1 << 31;

/// A value as a message shows it, short.
pub fn shown(value: &Bound<'_, PyAny>) -> String {
    let is_number = value.is_instance_of::<PyFloat>() || value.is_instance_of::<PyInt>();
    if let Some(text) = is_number.then(|| value.repr().ok()).flatten() {
        return text.to_string_lossy().chars().take(60).collect();
    }
    let kind = value.get_type().name();
    format!(
        "of type {}",
        kind.map_or("unknown".into(), |kind| kind.to_string())
    )
}

fn numpy<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    static MODULE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let module = MODULE.get_or_try_init(py, || {
        Ok::<_, PyErr>(py.import("numpy")?.into_any().unbind())
    })?;
    module.bind(py).getattr(name)
}

/// Calls a function of numpy with keywords.
pub fn call_numpy<'py>(
    py: Python<'py>,
    name: &str,
    value: &Bound<'py, PyAny>,
    keywords: &[(&str, &str)],
) -> PyResult<Bound<'py, PyAny>> {
    let given = PyDict::new(py);
    for (key, value) in keywords {
        given.set_item(key, value)?;
    }
    numpy(py, name)?.call((value,), Some(&given))
}

/// Returns what numpy makes of the value, with the numbers of a type.
fn as_array<'py>(
    value: &Bound<'py, PyAny>,
    name: &str,
    kinds: &str,
    dtype: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let py = value.py();
    let wrong = |why: String| ArrayError::new_err(format!("{name} {why}"));
    let no_array = |error: PyErr| {
        let why = wrong(format!("is no array of numbers: {}", error.value(py)));
        refused(py, error, why)
    };
    let array = call_numpy(py, "asarray", value, &[]).map_err(no_array)?;
    let untyped = array.cast::<numpy::PyUntypedArray>();
    let untyped = untyped.map_err(|_| wrong("is no array".into()))?;
    if untyped.len() > MAX_NUMBERS {
        return Err(wrong(format!(
            "has {} numbers; at most {MAX_NUMBERS} are taken",
            untyped.len()
        )));
    }
    let kind = untyped.dtype().kind() as char;
    if untyped.is_empty() && kind == 'f' || kinds.contains(kind) {
        return call_numpy(py, "asarray", &array, &[("dtype", dtype)]).map_err(no_array);
    }
    Err(wrong(format!(
        "has the type {}; its numbers must be {}",
        untyped.dtype(),
        if kinds.contains('f') { "real" } else { "whole" }
    )))
}

/// An array of real numbers, as f64.
pub fn floats<'py>(
    value: &Bound<'py, PyAny>,
    name: &str,
) -> PyResult<PyReadonlyArrayDyn<'py, f64>> {
    if let Ok(array) = value.cast::<PyArrayDyn<f64>>() {
        if array.len() > MAX_NUMBERS {
            return Err(wrong_shape(
                name,
                array.shape(),
                "an array of at most 2147483648 numbers",
            ));
        }
        return read_only(array, name);
    }
    let array = as_array(value, name, "fiu", "float64")?;
    read_only(array.cast::<PyArrayDyn<f64>>()?, name)
}

fn read_only<'py, T: numpy::Element>(
    array: &Bound<'py, PyArrayDyn<T>>,
    name: &str,
) -> PyResult<PyReadonlyArrayDyn<'py, T>> {
    let read = array.try_readonly();
    read.map_err(|_| ArrayError::new_err(format!("{name} is being written elsewhere")))
}

/// An array of whole numbers that fit 32 bits and are not negative.
pub fn counts(value: &Bound<'_, PyAny>, name: &str) -> PyResult<(Vec<u32>, Vec<usize>)> {
    if let Ok(array) = value.cast::<PyArrayDyn<u32>>() {
        let array = read_only(array, name)?;
        let mut all = reserved(array.len(), name)?;
        all.extend(array.as_array().iter());
        return Ok((all, array.shape().to_vec()));
    }
    let array = as_array(value, name, "iu", "int64")?;
    let array = array.cast::<PyArrayDyn<i64>>().map_err(|_| {
        ArrayError::new_err(format!(
            "{name} holds numbers that are no whole numbers of 64 bits"
        ))
    })?;
    let array = read_only(array, name)?;
    let mut all = reserved(array.len(), name)?;
    for &number in array.as_array() {
        all.push(u32::try_from(number).map_err(|_| {
            ArrayError::new_err(format!(
                "{name} holds {number}; its numbers must be from 0 to {}",
                u32::MAX
            ))
        })?);
    }
    Ok((all, array.shape().to_vec()))
}

/// An empty list with room, or MemoryError.
pub fn reserved<T>(count: usize, name: &str) -> PyResult<Vec<T>> {
    let mut list = Vec::new();
    list.try_reserve_exact(count).map_err(|_| {
        pyo3::exceptions::PyMemoryError::new_err(format!(
            "out of memory: {name} has {count} entries"
        ))
    })?;
    Ok(list)
}

/// Room for so many more, or MemoryError.
pub fn more<T>(list: &mut Vec<T>, count: usize, name: &str) -> PyResult<()> {
    list.try_reserve(count).map_err(|_| {
        pyo3::exceptions::PyMemoryError::new_err(format!(
            "out of memory: {name} has more than {} entries",
            list.len()
        ))
    })
}

/// Objects of a sequence, at most.
const MAX_ITEMS: usize = 1 << 24;

/// The objects of a sequence or of any other iterable.
pub fn items<'py>(value: &Bound<'py, PyAny>, name: &str) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let py = value.py();
    let no_sequence = |error| {
        let why =
            ArgumentError::new_err(format!("{name} is {}; it must be a sequence", shown(value)));
        refused(py, error, why)
    };
    let unread = |error| {
        let why = ArrayError::new_err(format!("the entries of {name} cannot be read"));
        refused(py, error, why)
    };
    let many = || ArrayError::new_err(format!("{name} has more than {MAX_ITEMS} entries"));
    let all_items = value.try_iter().map_err(no_sequence)?;
    // An iterator has no length.
    let count = match value
        .hasattr("__len__")
        .and_then(|has| if has { value.len() } else { Ok(0) })
    {
        Ok(count) => count,
        Err(error) if error.is_instance_of::<PyTypeError>(py) => 0,
        Err(error) => return Err(unread(error)),
    };
    if count > MAX_ITEMS {
        return Err(many());
    }
    let mut all = reserved(count, name)?;
    for item in all_items {
        if all.len() == MAX_ITEMS {
            return Err(many());
        }
        more(&mut all, 1, name)?;
        all.push(item.map_err(unread)?);
    }
    Ok(all)
}

/// The error of an array of another shape.
#[cold]
pub fn wrong_shape(name: &str, shape: &[usize], wanted: &str) -> PyErr {
    let lengths: Vec<_> = shape.iter().map(ToString::to_string).collect();
    let comma = if shape.len() == 1 { "," } else { "" };
    let shape = format!("({}{comma})", lengths.join(", "));
    ArrayError::new_err(format!("{name} has the shape {shape}; it must be {wanted}"))
}

/// A list of these objects.
pub fn list<'py, T: IntoPyObject<'py>>(
    py: Python<'py>,
    all: impl Iterator<Item = T>,
) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for object in all {
        list.append(object)?;
    }
    Ok(list)
}

/// One row of `N` numbers.
fn row<const N: usize>(view: &ArrayView1<'_, f64>) -> [f64; N] {
    std::array::from_fn(|k| view[k])
}

/// All rows of an array of `n` rows of `N` numbers.
pub fn rows<const N: usize>(array: &ArrayViewD<'_, f64>, name: &str) -> PyResult<Vec<[f64; N]>> {
    let mut all = reserved(array.len() / N, name)?;
    match array.as_slice() {
        Some(numbers) => {
            let (rows, _) = numbers.as_chunks::<N>();
            all.extend_from_slice(rows);
        }
        None => {
            for view in array.outer_iter() {
                if let Ok(view) = view.into_dimensionality::<Ix1>() {
                    all.push(row(&view));
                }
            }
        }
    }
    Ok(all)
}

/// An array of shape (n, N); without numbers also one of shape (0,).
pub fn points<const N: usize>(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<[f64; N]>> {
    let array = floats(value, name)?;
    match *array.shape() {
        [0] => Ok(Vec::new()),
        [_, width] if width == N => rows(&array.as_array(), name),
        ref shape => Err(wrong_shape(name, shape, &format!("(n, {N})"))),
    }
}

/// An array of shape (N,).
pub fn fixed<const N: usize>(value: &Bound<'_, PyAny>, name: &str) -> PyResult<[f64; N]> {
    let is_list = value.is_exact_instance_of::<PyTuple>() || value.is_exact_instance_of::<PyList>();
    if is_list {
        match value.extract::<[f64; N]>() {
            Ok(numbers) => return Ok(numbers),
            Err(error) if passes(value.py(), &error) => return Err(error),
            Err(_) => {} // numpy says what is wrong, or reads it
        }
    }
    let array = floats(value, name)?;
    match *array.shape() {
        [width] if width == N => {
            let view = array.as_array();
            Ok(std::array::from_fn(|k| view[[k]]))
        }
        ref shape => Err(wrong_shape(name, shape, &format!("({N},)"))),
    }
}

/// An array of shape (3,).
pub fn vector(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Vector3<f64>> {
    fixed::<3>(value, name).map(Vector3::from)
}

/// An array of shape (3,), or zeros without one.
pub fn vector_or_zero(value: Option<&Bound<'_, PyAny>>, name: &str) -> PyResult<Vector3<f64>> {
    value.map_or(Ok(Vector3::zeros()), |value| vector(value, name))
}

/// A real number.
pub fn number(value: &Bound<'_, PyAny>, name: &str) -> PyResult<f64> {
    value.extract().map_err(|error: PyErr| {
        let is_large = error.is_instance_of::<PyOverflowError>(value.py());
        let what = if is_large { " of 64 bits" } else { "" };
        let why = format!("{name} is {}; it must be a number{what}", shown(value));
        refused(value.py(), error, OptionError::new_err(why))
    })
}

/// A whole number from 0 to the largest of 32 bits.
pub fn count(value: &Bound<'_, PyAny>, name: &str) -> PyResult<u32> {
    whole(value, name, 0..=u32::MAX)
}

/// An array of these numbers.
pub fn array_of<'py, const N: usize>(py: Python<'py>, numbers: [f64; N]) -> Bound<'py, PyAny> {
    PyArray1::from_slice(py, &numbers).into_any()
}

/// An array of `n` rows.
pub fn table<'py, T: numpy::Element, const N: usize>(
    py: Python<'py>,
    rows: Vec<[T; N]>,
) -> PyResult<Bound<'py, PyAny>> {
    let count = rows.len();
    let flat = PyArray::from_vec(py, rows.into_flattened());
    Ok(flat.reshape([count, N])?.into_any())
}
