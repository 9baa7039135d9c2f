//! The first pass over a table.

use incrowd_columns::identifier::{Content, by_name};
use incrowd_core::table::{Counter, UniquenessEstimate};
use incrowd_io::{Block, Table};

use crate::error::Result;
use crate::execution::Execution;

use super::people::PersonColumn;
use super::roles::RolePlaces;
use super::suspicion::Suspicion;

/// What one pass over a table keeps.
pub(super) struct CountedTable {
    pub counter: Counter,
    /// Per plain column: what was noticed about it.
    pub plain: Vec<Suspicion>,
    /// Per column that names people: how many rows have a name of their own.
    pub named: Vec<UniquenessEstimate>,
}

impl CountedTable {
    /// A sentence for each column of people's numbers that has some of them twice, unless the plan says
    /// whose a row is.
    pub fn repeats(&self, table: &Table, roles: &RolePlaces) -> Vec<String> {
        if roles.person.is_some() {
            return Vec::new();
        }
        let named = roles.id().zip(&self.named);
        let plain = roles.plain.iter().copied().zip(self.plain.iter().map(Suspicion::uniqueness));
        let columns = named.chain(plain).map(|(place, seen)| (&table.columns()[place], seen));
        let numbers =
            columns.filter(|(column, _)| by_name(column).is_some_and(is_number_of_person));
        let repeats = numbers.filter_map(|(column, seen)| {
            let shared = 1.0 - seen.unique_share();
            (shared > 0.0 && seen.distinct() > 1).then(|| {
                format!(
                    "the column '{column}' repeats: {:.1}% of the rows share its value with another, and rows are \
                     counted, so a class may be of fewer people; if it says whose a row is, count people (`person = \
                     {column}`)",
                    100.0 * shared
                )
            })
        });
        repeats.collect()
    }
}

/// Whether what a column holds belongs to one person: names can be shared, and much that is dropped is
/// nobody's.
pub(crate) fn is_number_of_person(content: Content) -> bool {
    matches!(
        content,
        Content::Code
            | Content::SocialSecurity
            | Content::MedicalRecord
            | Content::HealthPlan
            | Content::Account
            | Content::Email
    )
}

/// Counts the rows that are to be published.
pub(super) fn count(
    table: &Table,
    roles: &RolePlaces,
    execution: &Execution,
) -> Result<CountedTable> {
    let RolePlaces { qi, sensitive, plain, member, person, .. } = roles;
    let counter = match person {
        Some(_) => Counter::of_people,
        None => Counter::new,
    };
    let empty = || CountedTable {
        counter: counter(qi.len(), sensitive.len()),
        plain: vec![Suspicion::new(table.bytes()); plain.len()],
        named: vec![UniquenessEstimate::default(); roles.id().count()],
    };
    let is_member = |block: &Block, row: usize| is_member(member.as_ref(), block, row);
    let each = |counted: &mut CountedTable, block: &Block| {
        let rows: Vec<usize> = (0..block.rows()).filter(|&row| is_member(block, row)).collect();
        let person = person.as_ref();
        count_rows(&mut counted.counter, (table, block, &rows), qi, sensitive, person)?;
        for (suspicion, &place) in counted.plain.iter_mut().zip(plain) {
            for &row in &rows {
                suspicion.see(block.first_row() + row as u64, block.cell(row, place));
            }
        }
        for (named, place) in counted.named.iter_mut().zip(roles.id()) {
            for &row in &rows {
                named.add(block.cell(row, place));
            }
        }
        Ok(())
    };
    // Rows that are alike are counted at once where nothing is asked of each.
    let alike = person.is_none() && plain.is_empty() && roles.id().next().is_none();
    let table = &if alike { table.grouped() } else { table.clone() };
    let parts = execution.fold("reading", table, empty, each)?;
    let merge = |a: CountedTable, b: CountedTable| CountedTable {
        counter: a.counter.merge(b.counter),
        plain: a.plain.into_iter().zip(b.plain).map(|(a, b)| a.merge(b)).collect(),
        named: a.named.into_iter().zip(b.named).map(|(a, b)| a.merge(b)).collect(),
    };
    Ok(parts.into_iter().reduce(merge).unwrap_or_else(empty))
}

/// Counts some rows of a block by their quasi-identifiers and secrets.
pub(crate) fn count_rows(
    counter: &mut Counter,
    (table, block, rows): (&Table, &Block, &[usize]),
    qi: &[usize],
    secrets: &[usize],
    person: Option<&PersonColumn>,
) -> Result<()> {
    let Some(person) = person else {
        let cell =
            |places: &[usize], at: usize, column: usize| block.cell(rows[at], places[column]);
        let (qi, secrets) =
            (|at, column| cell(qi, at, column), |at, column| cell(secrets, at, column));
        counter.add_all(rows.len(), |at| block.count(rows[at]), qi, secrets);
        return Ok(());
    };
    let mut keys = person.keys();
    for &row in rows {
        let key = person.of(&mut keys, table, block, row)?;
        let cell = |&place: &usize| block.cell(row, place);
        counter.add_of(key, qi.iter().map(cell), secrets.iter().map(cell));
    }
    Ok(())
}

/// Whether a row is one of those to be published.
pub(super) fn is_member(member: Option<&(usize, String)>, block: &Block, row: usize) -> bool {
    member.is_none_or(|(place, value)| block.cell(row, *place) == value)
}
