//! Options of queries as keyword arguments.

use ::interframe::nalgebra::Vector3;
use pyo3::prelude::*;

use crate::arrays::{count, number, vector};
use crate::enums::Named;

/// A type of options.
pub trait Argument: Sized {
    /// The value of a keyword argument.
    fn read(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Self>;
}

impl<T: Named> Argument for T {
    fn read(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        <T as Named>::read(value, name)
    }
}

impl Argument for f64 {
    fn read(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        number(value, name)
    }
}

impl Argument for u32 {
    fn read(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        count(value, name)
    }
}

impl Argument for Vector3<f64> {
    fn read(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        vector(value, name)
    }
}

impl<T: Argument> Argument for Option<T> {
    fn read(value: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        T::read(value, name).map(Some)
    }
}

/// The options of a query: those that the caller gave, and the library's defaults.
macro_rules! options {
    ($type:ident: $($option:ident),* $(,)?) => {{
        let mut options = ::interframe::$type::default();
        $(if let Some(value) = $option {
            options.$option = $crate::options::Argument::read(value, stringify!($option))?;
        })*
        $crate::errors::OrRaise::or_raise(options.validate())?;
        options
    }};
}

/// The options of a query from a dictionary.
macro_rules! nested {
    ($type:ident, $given:ident: $($option:ident),* $(,)?) => {{
        let mut options = ::interframe::$type::default();
        for (key, value) in $given.iter() {
            let key: String = key.extract().unwrap_or_default();
            match key.as_str() {
                $(stringify!($option) => {
                    options.$option = $crate::options::Argument::read(&value, stringify!($option))?;
                })*
                _ => {
                    let known = [$(stringify!($option)),*].join(", ");
                    return Err($crate::errors::OptionError::new_err(format!(
                        "unknown option {key:?}; known: {known}"
                    )));
                }
            }
        }
        $crate::errors::OrRaise::or_raise(options.validate())?;
        options
    }};
}

pub(crate) use {nested, options};
