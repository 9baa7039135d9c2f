//! The masked table read again: what it shows, and whether that is what was planned.

use incrowd_io::{Output, Table};
use incrowd_judge::{Marginal, Marginals, marginals};

use crate::failure::Result;
use crate::work::Work;

use super::Masking;
use super::columns::Column;
use super::gather::Gathering;
use super::labels::Expected;
use super::masked::Masked;
use super::plan::Plan;
use super::values::Values;

/// What the masked table shows.
pub struct Judged {
    /// What the judge counted.
    pub found: Marginals,
    /// The places of the quasi-identifiers, which are counted together.
    pub together: Vec<usize>,
    /// The places of other columns of which it is known what they must show.
    others: Vec<usize>,
}

impl Judged {
    /// Counts what was written.
    pub fn of(
        masking: &Masking,
        columns: &[Column],
        masked: &[Option<Masked>],
        together: &[usize],
        output: &Output,
        work: &Work,
    ) -> Result<Judged> {
        let _step = work.step("judging", None);
        let table = Table::reopen(output, &masking.reading.of_output())?;
        let known = |place: &usize| expected(masked, *place).is_some();
        let others: Vec<usize> =
            (0..columns.len()).filter(|place| !together.contains(place)).filter(known).collect();
        let names = |places: &[usize]| -> Vec<&str> {
            places.iter().map(|&place| columns[place].name.as_str()).collect()
        };
        let found = marginals(&table, &names(together), &names(&others), work.threads())?;
        Ok(Judged { found, together: together.to_vec(), others })
    }

    /// What a quasi-identifier shows.
    pub fn shown(&self, place: usize) -> Option<Marginal> {
        let at = self.together.iter().position(|&other| other == place)?;
        Some(self.found.columns[at])
    }

    /// How many rows share the rarest combination of quasi-identifiers, if there are any.
    pub fn k(&self) -> Option<u64> {
        self.found.k.filter(|_| !self.together.is_empty())
    }

    /// Whether the file shows what was planned: all rows, and of each column as many values, each
    /// as common; no more of them than its budget, and no more cells than there may be.
    pub fn is_as_planned(
        &self,
        gathering: &Gathering,
        masked: &[Option<Masked>],
        budgets: &[Option<u64>],
        plan: Option<&Plan>,
    ) -> bool {
        let shown = self.together.iter().zip(&self.found.columns);
        let shown = shown.chain(self.others.iter().zip(&self.found.others));
        let mut as_planned = shown.map(|(&place, shown)| {
            let after = gathering.columns[place].after.as_ref();
            // A budget that is an estimate is no limit.
            let limit = budgets[place].filter(|_| !after.is_some_and(Values::is_estimated));
            let expected = expected(masked, place);
            let as_expected = expected.is_none_or(|expected| {
                (expected.distinct, expected.rarest) == (shown.distinct, shown.rarest)
            });
            limit.is_none_or(|limit| shown.distinct <= limit) && as_expected
        });
        let cells = self.found.columns.iter().map(|shown| shown.distinct);
        let cells = cells.fold(1_u64, u64::saturating_mul);
        let within = plan.is_none_or(|plan| cells <= plan.cells.count);
        self.found.rows == gathering.rows && as_planned.all(|good| good) && within
    }
}

fn expected(masked: &[Option<Masked>], place: usize) -> Option<Expected> {
    masked[place].as_ref()?.expected
}
