//! The first pass over a table.

use incrowd_core::table::Counter;
use incrowd_io::{Block, Table};

use crate::failure::Result;
use crate::work::Work;

use super::roles::Roles;
use super::suspicion::Suspicion;

/// What one pass over a table keeps.
pub(super) struct Counted {
    pub counter: Counter,
    /// Per plain column: what was noticed about it.
    pub plain: Vec<Suspicion>,
}

/// Counts the rows that are to be published.
pub(super) fn count(table: &Table, roles: &Roles, work: &Work) -> Result<Counted> {
    let Roles { qi, sensitive, plain, member, .. } = roles;
    let empty = || Counted {
        counter: Counter::new(qi.len(), sensitive.len()),
        plain: vec![Suspicion::new(table.bytes()); plain.len()],
    };
    let is_member = |block: &Block, row: usize| is_member(member.as_ref(), block, row);
    let each = |counted: &mut Counted, block: &Block| {
        for row in (0..block.rows()).filter(|&row| is_member(block, row)) {
            let cell = |&place: &usize| block.cell(row, place);
            counted.counter.add(qi.iter().map(cell), sensitive.iter().map(cell));
        }
        for (suspicion, &place) in counted.plain.iter_mut().zip(plain) {
            for row in (0..block.rows()).filter(|&row| is_member(block, row)) {
                suspicion.see(block.first_row() + row as u64, block.cell(row, place));
            }
        }
        Ok(())
    };
    let parts = work.fold("reading", table, empty, each)?;
    let merge = |a: Counted, b: Counted| Counted {
        counter: a.counter.merge(b.counter),
        plain: a.plain.into_iter().zip(b.plain).map(|(a, b)| a.merge(b)).collect(),
    };
    Ok(parts.into_iter().reduce(merge).unwrap_or_else(empty))
}

/// Whether a row is one of those to be published.
pub(super) fn is_member(member: Option<&(usize, String)>, block: &Block, row: usize) -> bool {
    member.is_none_or(|(place, value)| block.cell(row, *place) == value)
}
