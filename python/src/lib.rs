//! The native half of the Python package `incrowd`. The Python half makes words of keywords and
//! objects of results; this one turns words into typed options and calls the library.

mod convert;
mod error;
mod options;
mod run;
mod table;
mod watch;

use pyo3::prelude::*;

/// The native module.
#[pymodule]
mod _incrowd {
    #[pymodule_export]
    use super::convert::table_of_columns;
    #[pymodule_export]
    use super::options::{option_list, plan_text, plan_words, suggest};
    #[pymodule_export]
    use super::run::{command, page, run};
    #[pymodule_export]
    use super::table::ArrowData;
}
