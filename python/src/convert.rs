//! Lists of Python values as Arrow columns, for tables that are plain dicts and lists.

use std::sync::Arc;

use arrow_array::builder::{
    BooleanBuilder, Date32Builder, Float64Builder, Int64Builder, StringBuilder,
    TimestampMicrosecondBuilder,
};
use arrow_array::{ArrayRef, NullArray};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDate, PyDateTime, PyFloat, PyInt, PyList, PyString};

use crate::table::ArrowData;

/// What the values of a column are. A column of integers and floats is one of floats.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Missing,
    Boolean,
    Integer,
    Float,
    Moment,
    Date,
    Text,
}

/// A table of columns, each a name and a list of values.
#[pyfunction]
pub fn table_of_columns(columns: Vec<(String, Bound<'_, PyList>)>) -> PyResult<ArrowData> {
    let column = |(name, values): (String, Bound<'_, PyList>)| {
        let array = array(&name, &values)?;
        Ok((name, array))
    };
    ArrowData::of_columns(columns.into_iter().map(column).collect::<PyResult<_>>()?)
}

fn kind_of(value: &Bound<'_, PyAny>) -> PyResult<Kind> {
    Ok(if value.is_none() {
        Kind::Missing
    } else if value.is_instance_of::<PyBool>() {
        Kind::Boolean
    } else if value.is_instance_of::<PyInt>() {
        Kind::Integer
    } else if value.is_instance_of::<PyFloat>() {
        Kind::Float
    } else if value.is_instance_of::<PyString>() {
        Kind::Text
    } else if value.is_instance_of::<PyDateTime>() {
        Kind::Moment
    } else if value.is_instance_of::<PyDate>() {
        Kind::Date
    } else {
        // Numbers of other libraries, such as numpy.int64 and decimal.Decimal.
        let word = value.get_type().name()?.to_string();
        match word.as_str() {
            "Decimal" | "UUID" | "str_" => Kind::Text,
            _ if value.hasattr("__index__")? => Kind::Integer,
            _ if value.hasattr("__float__")? => Kind::Float,
            _ => {
                let message = format!(
                    "a value of type '{word}' has no column type; use numbers, text, booleans, dates or None"
                );
                return Err(PyTypeError::new_err(message));
            }
        }
    })
}

/// The type of a whole column.
fn kind_of_all(name: &str, values: &Bound<'_, PyList>) -> PyResult<Kind> {
    let mut all = Kind::Missing;
    for (row, value) in values.iter().enumerate() {
        let kind = kind_of(&value)?;
        all = match (all, kind) {
            (one, Kind::Missing) | (Kind::Missing, one) => one,
            (one, other) if one == other => one,
            (Kind::Integer, Kind::Float) | (Kind::Float, Kind::Integer) => Kind::Float,
            _ => {
                let message = format!(
                    "column '{name}', row {row}: {} does not fit the values before it; give a column values of one type",
                    value.repr()?
                );
                return Err(PyTypeError::new_err(message));
            }
        };
    }
    Ok(all)
}

fn array(name: &str, values: &Bound<'_, PyList>) -> PyResult<ArrayRef> {
    Ok(match kind_of_all(name, values)? {
        Kind::Missing => Arc::new(NullArray::new(values.len())),
        Kind::Boolean => {
            let mut column = BooleanBuilder::new();
            each(values, |value| column.append_option(value))?;
            Arc::new(column.finish())
        }
        Kind::Integer => {
            let mut column = Int64Builder::new();
            each(values, |value| column.append_option(value))?;
            Arc::new(column.finish())
        }
        Kind::Float => {
            let mut column = Float64Builder::new();
            each(values, |value| column.append_option(value))?;
            Arc::new(column.finish())
        }
        Kind::Text => {
            let mut column = StringBuilder::new();
            for value in values {
                match value.is_none() {
                    true => column.append_null(),
                    false => column.append_value(value.str()?.to_string()),
                }
            }
            Arc::new(column.finish())
        }
        Kind::Date => {
            let mut column = Date32Builder::new();
            for value in values {
                column.append_option(match value.is_none() {
                    true => None,
                    // Day 1 of Python's calendar is 0001-01-01.
                    false => Some(value.call_method0("toordinal")?.extract::<i32>()? - 719_163),
                });
            }
            Arc::new(column.finish())
        }
        Kind::Moment => moments(values)?,
    })
}

/// Calls with every value, none for a missing one.
fn each<'py, T>(values: &Bound<'py, PyList>, mut take: impl FnMut(Option<T>)) -> PyResult<()>
where
    T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    for value in values {
        take(value.extract::<Option<T>>()?);
    }
    Ok(())
}

/// Moments by the clock of their zone, or of nobody's if they have none.
fn moments(values: &Bound<'_, PyList>) -> PyResult<ArrayRef> {
    let py = values.py();
    let utc = py.import("datetime")?.getattr("timezone")?.getattr("utc")?;
    let calendar = py.import("calendar")?.getattr("timegm")?;
    let (mut column, mut zone) = (TimestampMicrosecondBuilder::new(), None);
    for value in values {
        if value.is_none() {
            column.append_null();
            continue;
        }
        let own = value.getattr("tzinfo")?;
        let moment = match own.is_none() {
            true => value.clone(),
            false => {
                zone = Some(own.str()?.to_string().trim_start_matches("UTC").to_owned());
                value.call_method1("astimezone", (&utc,))?
            }
        };
        let seconds: i64 = calendar.call1((moment.call_method0("timetuple")?,))?.extract()?;
        let part: i64 = moment.getattr("microsecond")?.extract()?;
        column.append_value(seconds * 1_000_000 + part);
    }
    let zone = zone.map(|zone| if zone.is_empty() { "UTC".to_owned() } else { zone });
    Ok(Arc::new(column.finish().with_timezone_opt(zone)))
}
