//! The masked table read again: what it shows, and whether that is what was planned.

use std::fmt;

use incrowd_io::TableSink;
use incrowd_judge::{Marginal, Marginals, marginals};

use crate::error::Result;
use crate::execution::Execution;

use super::coarsening::Coarsening;
use super::labels::Expected;
use super::masked::Masked;
use super::values::Values;

/// What the masked table shows.
pub struct Judged {
    /// What the judge counted.
    pub found: Marginals,
    /// What became of each column; nothing for those that are dropped.
    pub columns: Vec<Option<Masked>>,
    /// Whether the file shows what was planned: all rows, and of each column as many values, each
    /// as common; no more of them than its budget, and no more cells than there may be.
    pub as_planned: bool,
    /// Whether as many rows as were asked for share the rarest combination of quasi-identifiers.
    /// The plan promises it of cells in the universe, and not of rows.
    pub hidden: bool,
    together: Vec<usize>,
}

impl fmt::Debug for Judged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Judged")
            .field("found", &self.found)
            .field("as_planned", &self.as_planned)
            .field("hidden", &self.hidden)
            .finish_non_exhaustive()
    }
}

impl Judged {
    /// What a quasi-identifier shows.
    #[must_use]
    pub fn shown(&self, place: usize) -> Option<Marginal> {
        let at = self.together.iter().position(|&other| other == place)?;
        Some(self.found.columns[at])
    }

    /// The share of the rows that the rarest value of every quasi-identifier has, multiplied: how
    /// likely the rarest cell is if the columns are independent.
    #[must_use]
    pub fn least_share(&self) -> f64 {
        let rows = self.found.rows.max(1) as f64;
        self.found.columns.iter().map(|column| column.rarest as f64 / rows).product()
    }

    /// How many rows share the rarest combination of quasi-identifiers, if there are any.
    #[must_use]
    pub fn k(&self) -> Option<u64> {
        self.found.k.filter(|_| !self.together.is_empty())
    }
}

impl Coarsening<'_> {
    /// Counts what was written.
    ///
    /// # Errors
    /// Files that cannot be read.
    pub fn judge(
        &self,
        sink: &impl TableSink,
        columns: Vec<Option<Masked>>,
        work: &Execution,
    ) -> Result<Judged> {
        let Coarsening { gathering, together, .. } = self;
        let _step = work.step("judging", None);
        let reading = gathering.masking.reading.of_output();
        let table = work.reopen(sink, &reading)?;
        let known = |place: &usize| expected(&columns, *place).is_some();
        let others: Vec<usize> =
            (0..columns.len()).filter(|place| !together.contains(place)).filter(known).collect();
        let names = |places: &[usize]| -> Vec<&str> {
            places.iter().map(|&place| gathering.columns[place].name.as_str()).collect()
        };
        let found = marginals(&table, &names(together), &names(&others), work.threads())?;
        let as_planned = self.is_as_planned(&found, &columns, &others);
        let together = together.clone();
        let mut judged = Judged { found, columns, as_planned, hidden: true, together };
        let crowd = gathering.masking.crowd;
        judged.hidden = crowd.is_none_or(|crowd| judged.k().unwrap_or(0) >= crowd.k);
        Ok(judged)
    }

    /// Whether the file shows what was planned of the quasi-identifiers, and of other columns of
    /// which it is known what they must show.
    fn is_as_planned(
        &self,
        found: &Marginals,
        columns: &[Option<Masked>],
        others: &[usize],
    ) -> bool {
        let shown = self.together.iter().zip(&found.columns);
        let shown = shown.chain(others.iter().zip(&found.others));
        let mut as_planned = shown.map(|(&place, shown)| {
            let after = self.gathering.gathered[place].after.as_ref();
            // A budget that is an estimate is no limit.
            let limit = self.budgets[place].filter(|_| !after.is_some_and(Values::is_estimated));
            let expected = expected(columns, place);
            let as_expected = expected.is_none_or(|expected| {
                (expected.distinct, expected.rarest) == (shown.distinct, shown.rarest)
            });
            limit.is_none_or(|limit| shown.distinct <= limit) && as_expected
        });
        let cells = found.columns.iter().map(|shown| shown.distinct);
        let cells = cells.fold(1_u64, u64::saturating_mul);
        let allotment = self.allotment.as_ref();
        let within = allotment.is_none_or(|allotment| cells <= allotment.cells.count);
        found.rows == self.gathering.rows && as_planned.all(|good| good) && within
    }
}

fn expected(columns: &[Option<Masked>], place: usize) -> Option<Expected> {
    columns[place].as_ref()?.expected
}
