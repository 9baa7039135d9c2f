//! The census table that the papers measure on.

mod fetch;
pub mod hierarchies;
mod pip;

use std::path::Path;

pub use fetch::{Absent, Checksums, DataProvider, DataSource, Origin};

/// The columns of both files.
pub const COLUMNS: [&str; 15] = [
    "age",
    "workclass",
    "fnlwgt",
    "education",
    "education-num",
    "marital-status",
    "occupation",
    "relationship",
    "race",
    "sex",
    "capital-gain",
    "capital-loss",
    "hours-per-week",
    "native-country",
    "income",
];

/// The file that the papers measure on.
pub const DATA: &str = "adult.data";

/// Both files.
pub const FILES: [&str; 2] = [DATA, "adult.test"];

/// Where a column stands in [`COLUMNS`].
#[must_use]
pub fn place(column: &str) -> Option<usize> {
    COLUMNS.iter().position(|name| *name == column)
}

/// Where those of some columns stand that there are.
pub(crate) fn places(columns: &[&str]) -> Vec<usize> {
    columns.iter().filter_map(|column| place(column)).collect()
}

/// The rows of a file, cells without the spaces around them, in the order of [`COLUMNS`].
///
/// # Errors
/// If the file cannot be read.
pub fn rows(folder: &Path, file: &str) -> Result<Vec<Vec<String>>, String> {
    let path = folder.join(file);
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let cells = |line: &str| -> Vec<String> {
        line.trim_end_matches('.').split(',').map(|cell| cell.trim().to_owned()).collect()
    };
    Ok(text.lines().map(cells).filter(|row| row.len() == COLUMNS.len()).collect())
}
