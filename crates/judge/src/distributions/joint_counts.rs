//! Joint counts of the groups of two columns.

use incrowd_io::Block;

use crate::error::JudgeError;

use super::groups::{MOST_GROUPS, TextGroups};
use super::view::TableRows;

/// The rows of each two groups of two columns.
#[derive(Clone)]
pub(super) struct JointCounts(Vec<u64>);

impl JointCounts {
    fn none() -> Self {
        JointCounts(vec![0; MOST_GROUPS * MOST_GROUPS])
    }

    pub(super) fn rows(&self, first: usize, second: usize) -> u64 {
        self.0[first * MOST_GROUPS + second]
    }

    /// The rows of each group of the first column.
    pub(super) fn rows_of_first(&self) -> Vec<u64> {
        self.0.chunks(MOST_GROUPS).map(|row| row.iter().sum()).collect()
    }

    /// The rows of each group of the second column.
    pub(super) fn rows_of_second(&self) -> Vec<u64> {
        (0..MOST_GROUPS).map(|b| (0..MOST_GROUPS).map(|a| self.rows(a, b)).sum()).collect()
    }

    fn count(&mut self, first: &[u8], second: &[u8]) {
        for (&a, &b) in first.iter().zip(second) {
            self.0[usize::from(a) * MOST_GROUPS + usize::from(b)] += 1;
        }
    }

    #[cfg(test)]
    pub(super) fn from_rows(rows: &[&[u64]]) -> Self {
        let mut meetings = JointCounts::none();
        for (a, row) in rows.iter().enumerate() {
            meetings.0[a * MOST_GROUPS..][..row.len()].copy_from_slice(row);
        }
        meetings
    }
}

/// Each two of so many columns, in order.
pub(super) fn pairs(columns: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..columns).flat_map(move |a| (a + 1..columns).map(move |b| (a, b)))
}

/// The meetings of each two columns, in the order of [`pairs`], in one pass.
pub(super) fn meetings(
    view: &TableRows<'_>,
    places: &[usize],
    groups: &[TextGroups<'_>],
) -> Result<Vec<JointCounts>, JudgeError> {
    let none = || vec![JointCounts::none(); pairs(groups.len()).count()];
    if groups.len() < 2 {
        return Ok(none());
    }
    let each = |found: &mut Vec<JointCounts>, block: &Block| -> Result<(), JudgeError> {
        let columns = in_groups(view, block, places, groups);
        for (meetings, (a, b)) in found.iter_mut().zip(pairs(groups.len())) {
            meetings.count(&columns[a], &columns[b]);
        }
        Ok(())
    };
    let mut parts = view.table.fold(view.threads, none, each)?.into_iter();
    let mut found = parts.next().unwrap_or_else(none);
    for part in parts {
        for (meetings, more) in found.iter_mut().zip(&part) {
            meetings.0.iter_mut().zip(&more.0).for_each(|(rows, more)| *rows += more);
        }
    }
    Ok(found)
}

/// The columns of a block, each cell by its group.
fn in_groups(
    view: &TableRows<'_>,
    block: &Block,
    places: &[usize],
    groups: &[TextGroups<'_>],
) -> Vec<Vec<u8>> {
    let rows = view.rows(block);
    let column = |(groups, &place): (&TextGroups<'_>, &usize)| {
        // The table was counted before; a text that is new was written since, and is as good as
        // any other.
        rows.iter().map(|&row| groups.group(block.cell(row, place)).unwrap_or(0)).collect()
    };
    groups.iter().zip(places).map(column).collect()
}
