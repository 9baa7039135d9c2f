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
    let class = match error.kind() {
        ErrorKind::Cancelled | ErrorKind::Internal => "Error",
        _ => "BadInput",
    };
    let class = py.import("incrowd._errors")?.getattr(class)?;
    let fields = PyDict::new(py);
    if class.hasattr("line")? {
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
