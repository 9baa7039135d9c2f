//! A table to be read: its place, or the table itself.

use std::path::{Path, PathBuf};

use crate::error::IoError;
use crate::location::Location;
use crate::memory::MemoryTable;
use crate::table::{ReadOptions, Table};

/// A table to be read: a location that is opened when it is needed, or a table at hand.
///
/// ```
/// use incrowd_io::{Input, MemoryTable, ReadOptions};
/// let file = Input::from("people.csv");
/// assert!(file.location().is_some());
/// let memory = Input::from(MemoryTable::new("people", [("age", [31, 40].into())])?);
/// assert_eq!(memory.open(&ReadOptions::default())?.columns(), ["age"]);
/// # Ok::<(), incrowd_io::IoError>(())
/// ```
#[derive(Clone, Debug)]
pub enum Input {
    /// A file, or standard input.
    Location(Location),
    /// A table that is open already.
    Table(Table),
}

impl Input {
    /// Opens the table. The options are about files: a table at hand is what it is.
    ///
    /// # Errors
    /// As [`Table::open`].
    pub fn open(&self, options: &ReadOptions) -> Result<Table, IoError> {
        match self {
            Input::Location(location) => Table::open(location, options),
            Input::Table(table) => Ok(table.clone()),
        }
    }

    /// Where the table is, unless it is at hand.
    #[must_use]
    pub fn location(&self) -> Option<&Location> {
        match self {
            Input::Location(location) => Some(location),
            Input::Table(_) => None,
        }
    }
}

impl From<Location> for Input {
    fn from(location: Location) -> Self {
        Input::Location(location)
    }
}

impl From<&str> for Input {
    fn from(text: &str) -> Self {
        Location::from(text).into()
    }
}

impl From<PathBuf> for Input {
    fn from(path: PathBuf) -> Self {
        Location::from(path).into()
    }
}

impl From<&Path> for Input {
    fn from(path: &Path) -> Self {
        Location::from(path).into()
    }
}

impl From<Table> for Input {
    fn from(table: Table) -> Self {
        Input::Table(table)
    }
}

impl From<MemoryTable> for Input {
    fn from(table: MemoryTable) -> Self {
        Input::Table(table.into())
    }
}
