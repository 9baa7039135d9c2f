//! Tables that are in a database.
//!
//! The database groups a table by the columns that matter, and only the distinct tuples with their
//! counts move here. They are a [`CountedTable`], and every command reads it under the name of the
//! table as it would read a file. All statements of a run on one server see one snapshot.

mod attack;
mod check;
mod download;
mod judging;
mod publish;
mod release;
mod scan;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;

use incrowd_core::terms::{NormalForm, did_you_mean};
use incrowd_document::EngineUse;
use incrowd_engine::{Access, Column, Relation, Session, sql};
use incrowd_io::{CountedTable, DatabaseTable, Location, Table};

use crate::options::ReadingOptions;
use crate::reading::Reading;
use crate::run::{Context, Error, Result};

pub(super) use attack::attack;
pub(super) use check::check;
pub(super) use release::{refuse_exploring, release};
pub(super) use scan::scan;

/// A table of a database that is there.
#[derive(Debug)]
pub(super) struct Source {
    /// Where it is.
    pub place: DatabaseTable,
    /// What the catalogue says of it.
    pub relation: Relation,
}

/// Sessions with the databases of a run, by their addresses.
pub(super) struct Sessions<'c> {
    context: &'c Context,
    access: Access,
    sessions: BTreeMap<String, Session>,
    /// What sessions did that are over.
    done: EngineUse,
}

/// The table of a database that a path means, if it means one.
///
/// # Errors
/// An address that names no table.
pub(super) fn of_path(path: &Path) -> Result<Option<DatabaseTable>> {
    DatabaseTable::of_path(path).transpose().map_err(Error::options)
}

/// The tables of databases among those that options name.
///
/// # Errors
/// An address that names no table.
pub(super) fn any<'p>(paths: impl IntoIterator<Item = Option<&'p Path>>) -> Result<bool> {
    let mut found = false;
    for path in paths.into_iter().flatten() {
        found |= of_path(path)?.is_some();
    }
    Ok(found)
}

/// Refuses the first of these options that was given.
pub(super) fn refuse(options: &[(&str, bool)]) -> Result<()> {
    crate::reading::refuse_idle(options, "a table in a database")
}

/// Refuses how files are read that no table of a database is read.
pub(super) fn refuse_reading(read: &ReadingOptions, has_files: bool) -> Result<()> {
    refuse(&[
        ("`decimal`", !read.decimal.is_empty()),
        ("`thousands`", !read.thousands.is_empty()),
        ("`date-format`", !read.date_format.is_empty()),
        ("`trim`", read.trim),
        ("`names`", !read.names.is_empty()),
    ])?;
    if has_files {
        return Ok(());
    }
    refuse(&[
        ("`delimiter`", read.delimiter.is_some()),
        ("`no-header`", read.no_header),
        ("`comment`", read.comment.is_some()),
        ("`encoding`", read.encoding.is_some()),
        ("`sheet`", read.sheet.is_some()),
    ])
}

/// The columns of a table that a register has, too.
pub(super) fn shared(columns: &[String], register: &[String]) -> Vec<String> {
    let form = NormalForm::default();
    let is_known = |column: &&String| register.iter().any(|known| form.same(known, column));
    columns.iter().filter(is_known).cloned().collect()
}

/// All of these, each once.
pub(super) fn distinct(columns: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for column in columns {
        if !kept.contains(&column) {
            kept.push(column);
        }
    }
    kept
}

/// A context for a part of a run, whose execution knows tables at hand.
pub(super) fn inner(context: &Context, tables: Vec<(&Path, Table)>) -> Context {
    let mut execution = context.execution.clone();
    for (path, table) in tables {
        execution = execution.with_table(path, table);
    }
    let messages = std::mem::take(&mut *context.messages());
    Context {
        execution,
        command: context.command.clone(),
        publisher: context.publisher.clone(),
        messages: Mutex::new(messages),
    }
}

impl<'c> Sessions<'c> {
    /// No session yet.
    pub fn new(context: &'c Context, access: Access) -> Self {
        let done = EngineUse { kind: "postgres".to_owned(), ..EngineUse::default() };
        Sessions { context, access, sessions: BTreeMap::new(), done }
    }

    /// The session with the server of a table.
    pub fn of(&mut self, place: &DatabaseTable) -> Result<&mut Session> {
        let address = place.address().to_owned();
        if !self.sessions.contains_key(&address) {
            let execution = self.context.execution.clone();
            let name = place.to_string();
            let session =
                Session::begin(&address, &name, self.access, move || execution.is_cancelled())
                    .map_err(|error| Error::from(error).in_file(name))?;
            self.sessions.insert(address.clone(), session);
        }
        let none = || Error::internal("a session that began is not there");
        self.sessions.get_mut(&address).ok_or_else(none)
    }

    /// Ends the session with the server of a table, and keeps what it did.
    pub fn commit(&mut self, place: &DatabaseTable) -> Result<()> {
        let Some(session) = self.sessions.remove(place.address()) else { return Ok(()) };
        self.done.statements += session.statements();
        self.done.rows_moved += session.rows_moved();
        session.commit().map_err(|error| Error::from(error).in_file(place.to_string()))
    }

    /// What was done so far.
    pub fn used(&self) -> EngineUse {
        let mut used = self.done.clone();
        for session in self.sessions.values() {
            used.statements += session.statements();
            used.rows_moved += session.rows_moved();
        }
        used
    }

    /// A table that is to be read.
    ///
    /// # Errors
    /// If it is not there.
    pub fn source(&mut self, place: DatabaseTable) -> Result<Source> {
        let described = self.of(&place)?.describe(place.schema(), place.table());
        match described.map_err(|error| Error::from(error).in_file(place.to_string()))? {
            Some(relation) => Ok(Source { place, relation }),
            None => {
                let message = format!(
                    "{place}: there is no table '{}' in the schema '{}'",
                    place.table(),
                    place.schema()
                );
                Err(Error::input(message).in_file(place.to_string()))
            }
        }
    }

    /// The distinct rows of columns with their counts. Those of `exact` may not be floating-point.
    ///
    /// # Errors
    /// Columns that are not there or have no exact text, and what the server says.
    pub fn tally(
        &mut self,
        source: &Source,
        columns: &[String],
        exact: &[String],
        condition: Option<&str>,
    ) -> Result<CountedTable> {
        for column in columns {
            source.check_text(column, exact.contains(column))?;
        }
        let names: Vec<&str> = columns.iter().map(String::as_str).collect();
        self.grouped(&source.place, &source.quoted(), &names, condition)
    }

    /// The distinct rows of columns of a relation with their counts.
    pub fn grouped(
        &mut self,
        place: &DatabaseTable,
        relation: &str,
        columns: &[&str],
        condition: Option<&str>,
    ) -> Result<CountedTable> {
        let query = sql::tally(relation, columns, condition);
        self.counted(place, columns, &query)
    }

    /// A table of what a query gives that counts last.
    pub fn counted(
        &mut self,
        place: &DatabaseTable,
        columns: &[&str],
        query: &str,
    ) -> Result<CountedTable> {
        let _step = self.context.execution.step("grouping in the database", None);
        let mut table = CountedTable::new(place.to_string(), columns.iter().copied())?;
        let add = |cells: &[String]| -> Result<()> {
            let Some((count, cells)) = cells.split_last() else { return Ok(()) };
            let count = count.parse().map_err(|_| {
                Error::internal(format!("{place}: the server counted '{count}' rows"))
            })?;
            table.add(cells.iter().map(String::as_str), count);
            Ok(())
        };
        self.of(place)?.copy_out("grouping the rows", query, add)?;
        Ok(table.sorted())
    }
}

impl Source {
    /// The name of the table in statements.
    pub fn quoted(&self) -> String {
        quoted(&self.place)
    }

    /// The names of the columns.
    pub fn columns(&self) -> Vec<String> {
        self.relation.columns.iter().map(|column| column.name.clone()).collect()
    }

    /// A column, which an option names.
    ///
    /// # Errors
    /// If it is not there.
    pub fn column(&self, name: &str, option: &str) -> Result<&Column> {
        let found = self.relation.columns.iter().find(|column| column.name == name);
        found.ok_or_else(|| {
            let columns = self.columns();
            let hint = did_you_mean(name, columns.iter().map(String::as_str));
            let known = columns.join(", ");
            let message = format!(
                "{}: there is no column '{name}' ({option}); its columns are {known}{hint}",
                self.place
            );
            Error::options(message).in_file(self.place.to_string()).in_column(name)
        })
    }

    /// Makes sure that columns are there.
    ///
    /// # Errors
    /// The first that is not.
    pub fn check(&self, option: &str, columns: &[String]) -> Result<()> {
        columns.iter().try_for_each(|column| self.column(column, option).map(drop))
    }

    /// Makes sure that every value of a column has one text.
    fn check_text(&self, name: &str, exact: bool) -> Result<()> {
        let column = self.column(name, "`qi` or `sensitive`")?;
        let why = if exact && column.is_float {
            "floating-point numbers are not exact: cast them to numeric or to whole numbers in a view"
        } else if !column.has_canonical_text {
            "values of this type have no text of their own: cast them to text in a view"
        } else {
            return Ok(());
        };
        let message =
            format!("{}, column '{name}': it has the type {}, and {why}", self.place, column.kind);
        Err(Error::options(message).in_file(self.place.to_string()).in_column(name))
    }
}

/// The name of a table in statements.
pub(super) fn quoted(place: &DatabaseTable) -> String {
    format!("{}.{}", sql::name(place.schema()), sql::name(place.table()))
}

/// The names of the columns of a table: of a database, or of a file.
pub(super) fn columns_of(
    path: &Path,
    source: Option<&Source>,
    reading: &Reading,
    context: &Context,
) -> Result<Vec<String>> {
    match source {
        Some(source) => Ok(source.columns()),
        None => {
            let table = context.execution.open(&Location::from(path), &reading.options)?;
            Ok(table.columns().to_vec())
        }
    }
}
