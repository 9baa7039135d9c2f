//! Errors of the library as exceptions of `incrowd._errors`.

use incrowd::{Error, ErrorKind};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The exception for an error.
pub fn exception(py: Python<'_>, error: &Error) -> PyErr {
    raised(py, error).unwrap_or_else(|failure| failure)
}

fn raised(py: Python<'_>, error: &Error) -> PyResult<PyErr> {
    let has_place = !matches!(error.kind(), ErrorKind::Cancelled | ErrorKind::Internal);
    let class = if has_place { "BadInput" } else { "Error" };
    let class = py.import("incrowd._errors")?.getattr(class)?;
    let fields = PyDict::new(py);
    if has_place {
        fields.set_item("file", error.file())?;
        fields.set_item("line", error.line())?;
        fields.set_item("column", error.column())?;
        fields.set_item("value", error.value())?;
    }
    let hint = if error.kind() == ErrorKind::Exists { "; `force` replaces it" } else { "" };
    let message = format!("{}{hint}", error.message());
    Ok(PyErr::from_value(class.call((message,), Some(&fields))?))
}

/// A defect of incrowd.
pub fn internal(why: impl ToString) -> PyErr {
    PyRuntimeError::new_err(why.to_string())
}
