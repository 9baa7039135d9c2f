//! How tables are read and their cells understood.

use std::collections::BTreeMap;

use incrowd_core::hierarchy::{Domain, Hierarchy, Spec, build};
use incrowd_core::table::Counter;
use incrowd_core::terms::{DemandError, Kind, Nulls};

pub use incrowd_core::terms::did_you_mean;
use incrowd_io::{Block, ColumnType, Location, OutputColumn, ReadOptions, Table};

use crate::error::{Error, Result};
use crate::execution::Execution;

/// How tables are read and their cells understood.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// How files are cut into cells.
    pub options: ReadOptions,
    /// What stands for no value.
    pub nulls: Nulls,
    /// The kinds of columns that were declared; those of others are inferred.
    pub kinds: BTreeMap<String, Kind>,
}

impl Reading {
    /// How a file is read back that was written for one that is read so: it has a header and
    /// nothing else to heed.
    #[must_use]
    pub fn of_output(&self) -> ReadOptions {
        ReadOptions {
            delimiter: self.options.delimiter,
            formats: self.options.formats.clone(),
            ..ReadOptions::default()
        }
    }

    /// A column to be written: its values are written as they were read.
    #[must_use]
    pub fn output_column(&self, name: &str, kind: ColumnType) -> OutputColumn {
        OutputColumn { kind, formats: self.options.formats.of(name), ..OutputColumn::text(name) }
    }

    /// The declared kind of a column, which must fit, or the narrowest that does.
    ///
    /// # Errors
    /// A value that is not of the declared kind.
    pub fn kind<'a>(
        &self,
        column: &str,
        texts: impl Iterator<Item = &'a str> + Clone,
    ) -> Result<Kind> {
        let present = texts.filter(|text| !self.nulls.is_missing(text));
        let format = self.options.formats.date_of(column);
        let declared = self.kinds.get(column).copied().or(format.map(|_| Kind::Date));
        let Some(kind) = declared else { return Ok(Kind::infer(present)) };
        match present.filter(|text| kind.read(text).is_none()).min() {
            None => Ok(kind),
            Some(text) => {
                let form = if kind == Kind::Date { "write dates like 2024-03-09, " } else { "" };
                let message = match format.filter(|_| !self.kinds.contains_key(column)) {
                    Some(format) => format!(
                        "the column '{column}' has the dates of `date-format = {}`, but '{text}' is none; declare the \
                         value missing (`null`)",
                        format.text()
                    ),
                    None => format!(
                        "the column '{column}' is declared {kind}, but '{text}' is none; {form}declare it text, or the value missing (`null`)"
                    ),
                };
                Err(Error::input(message).in_column(column).with_value(text))
            }
        }
    }

    /// The hierarchy that a column's values get.
    ///
    /// # Errors
    /// Whatever keeps the hierarchy from covering them.
    pub fn grow(
        &self,
        column: &str,
        kind: Kind,
        spec: &Spec,
        values: &[(String, u64)],
    ) -> Result<Hierarchy> {
        Ok(build(spec, &Domain { column, kind, values, nulls: &self.nulls })?)
    }

    /// Refuses a declared kind or format of a column that none of the tables has.
    ///
    /// # Errors
    /// The first such column, with those of the first table.
    pub fn check_kinds(&self, tables: &[&Table]) -> Result<()> {
        let has = |column: &String| tables.iter().any(|table| table.columns().contains(column));
        let Some(table) = tables.first() else { return Ok(()) };
        if let Some(column) = self.kinds.keys().find(|column| !has(column)) {
            return places(table, "`type`", std::slice::from_ref(column)).map(drop);
        }
        let mut formatted = self.options.formats.columns().map(str::to_owned);
        match formatted.find(|column| !has(column)) {
            Some(column) => {
                places(table, "`date-format`, `decimal` or `thousands`", &[column]).map(drop)
            }
            None => Ok(()),
        }
    }
}

/// Finds each of the columns in a table, which `option` names, and refuses unknown and repeated ones.
///
/// # Errors
/// The first column that is not there, with those that are, or that is named twice.
pub fn places(table: &Table, option: &str, columns: &[String]) -> Result<Vec<usize>> {
    let mut places = Vec::with_capacity(columns.len());
    for column in columns {
        let place = table.columns().iter().position(|name| name == column).ok_or_else(|| {
            let hint = did_you_mean(column, table.columns().iter().map(String::as_str));
            let known = table.columns().join(", ");
            let hint = delimiter_hint(table).unwrap_or(hint);
            let message = format!(
                "{}: there is no column '{column}' ({option}); its columns are {known}{hint}",
                table.name()
            );
            Error::options(message).in_file(table.name()).in_column(column)
        })?;
        if places.contains(&place) {
            let message = format!("{option} names the column '{column}' twice");
            return Err(Error::options(message).in_column(column));
        }
        places.push(place);
    }
    Ok(places)
}

/// "; its one name holds ';': say `delimiter = ";"` if .." where a header was not cut into names.
pub(crate) fn delimiter_hint(table: &Table) -> Option<String> {
    let mark = table.suspected_delimiter()?;
    Some(format!(
        "; that one name holds {mark:?}: say `delimiter = {mark:?}` if that separates the cells"
    ))
}

/// A table without rows.
#[must_use]
pub fn no_rows(table: &Table) -> Error {
    let message = format!("{}: the table has a header but no rows", table.name());
    Error::input(message).in_file(table.name())
}

/// What is wrong with a cell.
pub(crate) fn fault(table: &Table, line: u64, column: &str, value: &str, why: &str) -> Error {
    let file = table.name();
    let message = format!("{file}, line {line}, column '{column}': {why}");
    Error::input(message).in_file(file).at_line(line).in_column(column).with_value(value)
}

/// A cell that was not there when the table was first read.
pub(crate) fn changed(table: &Table, line: u64, column: &str, value: &str) -> Error {
    let why = format!(
        "'{value}' was not there when the table was first read; it must not change before all is done"
    );
    fault(table, line, column, value, &why)
}

/// A column that is not what it was when the table was first read, nobody knows where.
pub(crate) fn changed_column(table: &Table, column: &str) -> Error {
    let message = format!("{}: the column '{column}' changed while it was read", table.name());
    Error::input(message).in_file(table.name()).in_column(column)
}

/// Refuses to read more than one of these tables, each with what it is called, from standard input.
///
/// # Errors
/// The two that want it.
pub fn one_standard_input<'a>(
    tables: impl IntoIterator<Item = (&'a str, &'a Location)>,
) -> Result<()> {
    let mut wanting = tables.into_iter().filter(|(_, place)| **place == Location::Standard);
    match (wanting.next(), wanting.next()) {
        (Some((one, _)), Some((other, _))) => Err(Error::options(format!(
            "{one} and {other} are both `-`: standard input holds one table; name a file for the other"
        ))),
        _ => Ok(()),
    }
}

/// A word for an option that is none of those known.
#[must_use]
pub fn one_of(option: &str, word: &str, known: &[&str]) -> Error {
    DemandError::none_of(option, word, known).into()
}

/// How many values a column has or may have, as it was written.
///
/// # Errors
/// What is no whole number, or 0.
pub fn number_of_values(text: &str) -> std::result::Result<u64, String> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| format!("'{text}' is no number of values; write a whole one from 1"))
}

/// Refuses the first of these options that was given, and that has no effect beside something.
///
/// # Errors
/// The option.
pub fn refuse_idle(options: &[(&str, bool)], beside: &str) -> Result<()> {
    match options.iter().find(|(_, given)| *given) {
        Some((option, _)) => Err(Error::options(format!("{option} does not go with {beside}"))),
        None => Ok(()),
    }
}

/// The distinct values of columns with their rows, in one pass over the table.
///
/// # Errors
/// If there is no such column, or the table cannot be read.
pub fn distinct(
    table: &Table,
    columns: &[String],
    execution: &Execution,
) -> Result<Vec<Vec<(String, u64)>>> {
    let places = places(table, "`hierarchy`", columns)?;
    let empty = || places.iter().map(|_| Counter::new(1, 0)).collect::<Vec<_>>();
    let each = |counters: &mut Vec<Counter>, block: &Block| {
        for (counter, &place) in counters.iter_mut().zip(&places) {
            for row in 0..block.rows() {
                counter.add(std::iter::once(block.cell(row, place)), std::iter::empty());
            }
        }
        Ok(())
    };
    let both = |one: Vec<Counter>, other: Vec<Counter>| {
        one.into_iter().zip(other).map(|(one, other)| one.merge(other)).collect()
    };
    let parts = execution.fold("reading", table, empty, each)?;
    let counters = parts.into_iter().reduce(both).unwrap_or_else(empty);
    let values = |counter: &Counter| {
        counter.values(0).iter().map(str::to_owned).zip(counter.value_counts(0)).collect()
    };
    Ok(counters.iter().map(values).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changed_is_placed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.csv");
        std::fs::write(&path, "age\n31\n").unwrap();
        let table = Table::open(&path.into(), &ReadOptions::default()).unwrap();
        let cell = changed(&table, 2, "age", "32");
        assert_eq!((cell.line(), cell.column(), cell.value()), (Some(2), Some("age"), Some("32")));
        assert!(cell.message().contains("t.csv, line 2, column 'age': '32' was not there when"));
        let column = changed_column(&table, "age");
        assert!(column.message().ends_with("t.csv: the column 'age' changed while it was read"));
        for failure in [cell, column] {
            assert!(failure.file().unwrap().ends_with("t.csv"));
        }
    }
}
