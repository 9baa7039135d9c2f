//! People instead of rows: whose a row is, and what several rows of a person do not go with.

use std::collections::HashMap;

use incrowd_core::table::{Counter, PersonKey, PersonKeys};
use incrowd_core::terms::{NormalForm, Nulls};
use incrowd_io::{Block, Table};

use crate::error::{Error, Result};
use crate::execution::Execution;
use crate::plan::Plan;
use crate::reading::fault;

/// The column that says whose a row is.
#[derive(Clone, Debug)]
pub(crate) struct PersonColumn {
    /// Where it stands.
    pub place: usize,
    form: NormalForm,
}

impl PersonColumn {
    pub fn new(place: usize, nulls: &Nulls) -> Self {
        PersonColumn { place, form: NormalForm::new(nulls) }
    }

    /// Makes the keys of people.
    pub fn keys(&self) -> PersonKeys {
        PersonKeys::new(self.form.clone())
    }

    /// The person of a row.
    ///
    /// # Errors
    /// A row that is nobody's.
    pub fn of(
        &self,
        keys: &mut PersonKeys,
        table: &Table,
        block: &Block,
        row: usize,
    ) -> Result<PersonKey> {
        let id = block.cell(row, self.place);
        keys.of(id).ok_or_else(|| {
            let column = &table.columns()[self.place];
            let why = "the person is missing (`person`): every row must say whose it is";
            fault(table, block.line(row), column, id, why)
        })
    }
}

/// Refuses what several rows of a person do not go with.
pub(super) fn check_people(plan: &Plan, members: &Counter) -> Result<()> {
    if members.people() == members.rows() {
        return Ok(());
    }
    let several =
        format!("{} people have {} rows, so some have several", members.people(), members.rows());
    if plan.method.deal {
        let message = format!("`deal` does not go with `person` here: {several}");
        return Err(Error::options(message));
    }
    if !plan.method.algorithm.counts_people() {
        let message = format!(
            "`algorithm = {}` does not go with `person` here: {several}, and it counts rows only",
            plan.method.algorithm.name()
        );
        return Err(Error::options(message));
    }
    Ok(())
}

/// A row: its line, whose it is, some of its cells, and the person's id as written.
type PersonRow = (u64, PersonKey, Vec<String>, String);

/// The first two rows of a person that differ in some columns, as an error that names both lines.
pub(crate) fn differing_rows(
    table: &Table,
    person: &PersonColumn,
    columns: &[usize],
    is_member: impl Fn(&Block, usize) -> bool + Sync,
    execution: &Execution,
) -> Result<Error> {
    let each = |block: &Block| -> Result<Vec<PersonRow>> {
        let mut keys = person.keys();
        let rows = (0..block.rows()).filter(|&row| is_member(block, row));
        let of = |row: usize| {
            let key = person.of(&mut keys, table, block, row)?;
            let cells = columns.iter().map(|&place| block.cell(row, place).to_owned());
            Ok((block.line(row), key, cells.collect(), block.cell(row, person.place).to_owned()))
        };
        rows.map(of).collect()
    };
    let mut known: HashMap<PersonKey, (u64, Vec<String>)> = HashMap::new();
    let mut found = None;
    execution.map_ordered("looking", table, each, |rows| {
        for (line, key, cells, id) in rows {
            let (first, own) = known.entry(key).or_insert_with(|| (line, cells.clone()));
            if *own != cells && found.is_none() {
                let differs = own.iter().zip(&cells).position(|(one, other)| one != other);
                found = Some((*first, line, id, columns[differs.unwrap_or(0)]));
            }
        }
        Ok(())
    })?;
    let (first, line, id, place) = found.unwrap_or((0, 0, String::new(), columns[0]));
    let (file, column) = (table.name(), &table.columns()[place]);
    let message = format!(
        "{file}, lines {first} and {line}, column '{column}': the rows of '{id}' (`person`) differ; \
         with a population, a person has the same quasi-identifiers in all rows"
    );
    Ok(Error::input(message).in_file(file).at_line(line).in_column(column).with_value(id))
}
