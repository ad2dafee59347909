//! The pages of `interframe view`.

use pyo3::prelude::*;

use crate::arguments::whole;
use crate::errors::CaseError;

/// The page that shows a file, as HTML, and how many of its lines were refused.
#[pyfunction]
#[pyo3(signature = (path, frames=None))]
fn _page(
    py: Python<'_>,
    path: &Bound<'_, PyAny>,
    frames: Option<&Bound<'_, PyAny>>,
) -> PyResult<(String, usize)> {
    let path = crate::arguments::path(path, "what")?;
    let frames = frames.map(|frames| whole(frames, "frames", 0..=u64::MAX));
    let frames = frames.transpose()?;
    py.detach(|| interframe_cli::page_of(&path, frames))
        .map_err(CaseError::new_err)
}

/// Adds the function to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(_page, module)?)
}
