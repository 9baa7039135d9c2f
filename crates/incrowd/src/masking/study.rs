//! A table that was read once to be masked.

use std::fmt;
use std::sync::Arc;

use incrowd_io::Table;

use crate::error::{Error, Result};
use crate::execution::Execution;

use super::MaskPlan;
use super::cell::CellRule;
use super::columns::{self, ColumnAction, ColumnPlan, decide, odd_ages, strays};
use super::gather::{GatheredColumn, gather};
use super::look::{ColumnContent, look};
use super::masked::PreparedColumn;
use super::people::NumberedPeople;
use super::values::ColumnTexts;

/// A table that was read once, with what is to become of its columns.
pub struct MaskStudy {
    /// What is asked for.
    pub masking: Arc<MaskPlan>,
    /// The table, to be read again.
    pub table: Arc<Table>,
    /// What is to become of each column.
    pub columns: Vec<ColumnPlan>,
    /// Rows of the table.
    pub rows: u64,
    /// Whose they are, where people are counted.
    pub people: Option<NumberedPeople>,
    /// Where the column stands that says so.
    pub(super) person: Option<usize>,
    /// What looks wrong about columns that are kept.
    pub warnings: Vec<String>,
    /// Per column: what was gathered of its values.
    pub(super) gathered: Vec<GatheredColumn>,
}

impl fmt::Debug for MaskStudy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gathering")
            .field("masking", &self.masking)
            .field("columns", &self.columns)
            .field("rows", &self.rows)
            .finish_non_exhaustive()
    }
}

impl MaskStudy {
    /// Whether the column of person ids is published, as one pseudonym per person.
    pub(crate) fn publishes_pseudonyms(&self) -> bool {
        let links =
            |column: &ColumnPlan| matches!(column.action, ColumnAction::Cell(CellRule::Person(..)));
        self.columns.iter().any(links)
    }

    /// Opens the table of a masking, decides about its columns, and gathers the values of those that
    /// are masked by them.
    ///
    /// # Errors
    /// A masking without a table, a table that cannot be read or has no rows, columns that are not
    /// there, rows that are nobody's where people are counted, and values that do not fit what is asked
    /// of them.
    pub fn read(masking: impl Into<Arc<MaskPlan>>, execution: &Execution) -> Result<MaskStudy> {
        let masking = masking.into();
        let Some(input) = &masking.table else {
            return Err(Error::options("a masking needs a table"));
        };
        let table = execution.open_input(input, &masking.reading.options)?;
        let seen = if masking.safe_harbor {
            look(&table, &masking.reading.nulls, execution)?
        } else {
            vec![ColumnContent::default(); table.columns().len()]
        };
        let person = columns::person(&masking, &table)?;
        let columns = decide(&masking, &table, &seen, execution)?;
        let people = person
            .as_ref()
            .map(|person| NumberedPeople::read(&table, person, execution))
            .transpose()?;
        let person = person.map(|person| person.place);
        let (rows, gathered) = gather(&masking, &table, &columns, person, execution)?;
        let suspicious = columns.iter().zip(&gathered);
        let suspicious = suspicious.filter_map(|(column, gathered)| gathered.warning(column));
        let warnings =
            suspicious.chain(strays(&columns, &seen)).chain(odd_ages(&columns, &seen)).collect();
        let table = Arc::new(table);
        Ok(MaskStudy { masking, table, columns, rows, people, person, warnings, gathered })
    }

    /// How many there are of what is counted: people, or rows.
    #[must_use]
    pub fn members(&self) -> u64 {
        self.people.as_ref().map_or(self.rows, |people| people.count)
    }

    /// What is counted, in words.
    #[must_use]
    pub fn noun(&self) -> &'static str {
        if self.people.is_some() { "people" } else { "rows" }
    }

    /// The columns that are kept and may identify people, and why.
    pub(super) fn suspicions(&self) -> Vec<(String, String)> {
        let columns = self.columns.iter().zip(&self.gathered);
        let suspect = |(column, gathered): (&ColumnPlan, &GatheredColumn)| {
            Some((column.name.clone(), gathered.reason()?))
        };
        columns.filter_map(suspect).collect()
    }

    /// The places of the quasi-identifiers that are published, in the order in which they were named.
    #[must_use]
    pub fn joint(&self) -> Vec<usize> {
        let place = |name: &String| self.columns.iter().position(|column| &column.name == name);
        let stays = |place: &usize| !matches!(self.columns[*place].action, ColumnAction::Drop);
        self.masking.qi.iter().filter_map(place).filter(stays).collect()
    }

    /// How many values a column has, if they were gathered.
    #[must_use]
    pub fn distinct(&self, place: usize) -> Option<u64> {
        self.gathered[place].before.as_ref().map(ColumnTexts::distinct)
    }

    /// Whether that is an estimate, because there are too many to be held.
    #[must_use]
    pub fn is_estimated(&self, place: usize) -> bool {
        self.gathered[place].before.as_ref().is_some_and(ColumnTexts::is_estimated)
    }

    /// The rows that have no value of a column, and are seen to have none once it is masked.
    #[must_use]
    pub fn missing(&self, place: usize, masked: &PreparedColumn) -> u64 {
        let nulls = &self.masking.reading.nulls;
        match &self.gathered[place].before {
            Some(ColumnTexts::Held(held)) => {
                let seen =
                    |(text, _): &(&str, &u64)| nulls.is_missing(text) && masked.shows(text, nulls);
                held.texts.iter().zip(&held.rows).filter(seen).map(|(_, rows)| rows).sum()
            }
            Some(ColumnTexts::Many(many)) => many.missing,
            _ => 0,
        }
    }
}
