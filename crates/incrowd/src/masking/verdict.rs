//! The masked table read again: what it shows, and whether that is what was planned.

use std::fmt;

use incrowd_io::{Table, TableSink};
use incrowd_judge::{
    DateShift, Discrepancy, Linked, Marginal, Marginals, MaskedPeople, MaskedTable, Person, linked,
    marginals, marginals_of_people, masked_people,
};

use crate::error::Result;
use crate::execution::Execution;

use super::cell::CellRule;
use super::columns::{ColumnAction, ColumnPlan};
use super::labels::Expected;
use super::masked::{CellMapping, PreparedColumn};
use super::plan::PublishedGroup;
use super::release::MaskRelease;
use super::values::ColumnTexts;

/// What the masked table shows.
pub struct MaskVerdict {
    /// What the judge counted: people, where the table has a person column.
    pub found: Marginals,
    /// Whose the rows are, where people are counted and the rows are what they should be.
    pub people: Option<MaskedPeople>,
    /// What rows give away that a published pseudonym of the person links.
    pub linked: Option<Linked>,
    /// The first row that is not what it should be.
    pub discrepancy: Option<Discrepancy>,
    /// What became of each column; nothing for those that are dropped.
    pub columns: Vec<Option<PreparedColumn>>,
    /// Whether the file shows what was planned: all rows, and of each column as many values, each
    /// as common; no more of them than its budget, and no more cells than there may be.
    pub as_planned: bool,
    /// Whether as many rows, or people, as were asked for share the rarest combination of quasi-identifiers.
    /// The plan promises it of cells in the universe, and not of rows.
    pub hidden: bool,
    joint: Vec<usize>,
}

impl fmt::Debug for MaskVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Judged")
            .field("found", &self.found)
            .field("as_planned", &self.as_planned)
            .field("hidden", &self.hidden)
            .finish_non_exhaustive()
    }
}

impl MaskVerdict {
    /// What a quasi-identifier shows.
    #[must_use]
    pub fn shown(&self, place: usize) -> Option<Marginal> {
        let at = self.joint.iter().position(|&other| other == place)?;
        Some(self.found.columns[at])
    }

    /// The share of the rows or people that the rarest value of every quasi-identifier has, multiplied:
    /// how likely the rarest cell is if the columns are independent.
    #[must_use]
    pub fn least_share(&self) -> f64 {
        let members = self.found.members().max(1) as f64;
        self.found.columns.iter().map(|column| column.rarest as f64 / members).product()
    }

    /// What moved dates give away, where dates moved.
    #[must_use]
    pub fn shift(&self) -> Option<&DateShift> {
        self.people.as_ref()?.shift.as_ref()
    }

    /// How many rows or people share the rarest combination of quasi-identifiers, if there are any.
    #[must_use]
    pub fn k(&self) -> Option<u64> {
        self.found.k.filter(|_| !self.joint.is_empty())
    }
}

impl MaskRelease<'_> {
    /// Counts what was written.
    ///
    /// # Errors
    /// Files that cannot be read.
    pub fn judge(
        &self,
        sink: &impl TableSink,
        columns: Vec<Option<PreparedColumn>>,
        execution: &Execution,
    ) -> Result<MaskVerdict> {
        let MaskRelease { study, joint, .. } = self;
        let _step = execution.step("judging", None);
        let reading = study.masking.reading.of_output();
        let table = execution.reopen(sink, &reading)?;
        let known = |place: &usize| expected(&columns, *place).is_some();
        let others: Vec<usize> =
            (0..columns.len()).filter(|place| !joint.contains(place)).filter(known).collect();
        let names = |places: &[usize]| -> Vec<&str> {
            places.iter().map(|&place| study.columns[place].name.as_str()).collect()
        };
        let found = marginals(&table, &names(joint), &names(&others), execution.threads())?;
        let as_planned = self.is_as_planned(&found, &columns, &others);
        let joint = joint.clone();
        let mut judged = MaskVerdict {
            found,
            people: None,
            linked: None,
            discrepancy: None,
            columns,
            as_planned,
            hidden: true,
            joint,
        };
        if study.people.is_some() {
            self.count_people(&table, &mut judged, execution)?;
        }
        let anonymity = study.masking.anonymity;
        judged.hidden = anonymity.is_none_or(|anonymity| judged.k().unwrap_or(0) >= anonymity.k);
        Ok(judged)
    }

    /// Counts people instead of rows, if every row is what it should be.
    fn count_people(
        &self,
        table: &Table,
        judged: &mut MaskVerdict,
        execution: &Execution,
    ) -> Result<()> {
        let MaskRelease { study, joint, .. } = self;
        let masking = &study.masking;
        let Some(person) = masking.person.as_deref() else { return Ok(()) };
        let named = |which: &dyn Fn(&ColumnPlan, &PreparedColumn) -> bool| -> Vec<String> {
            let columns = study.columns.iter().zip(&judged.columns);
            let shown = columns.filter_map(|(column, masked)| Some((column, masked.as_ref()?)));
            shown
                .filter(|(column, masked)| which(column, masked))
                .map(|(c, _)| c.name.clone())
                .collect()
        };
        let is_shift =
            |column: &ColumnPlan| matches!(column.action, ColumnAction::Cell(CellRule::Shift(_)));
        let kept = named(&|_, masked| matches!(masked.how, CellMapping::Cell(CellRule::Keep)));
        let ranges = masking.publish == PublishedGroup::Range;
        let generalized = named(&|column, masked| {
            let by_level = matches!(column.action, ColumnAction::Level(..));
            matches!(masked.how, CellMapping::Labels(_) | CellMapping::Buckets(_))
                && (ranges || by_level)
        });
        let shifted = named(&|column, _| is_shift(column));
        let days = study.columns.iter().find_map(|column| match &column.action {
            ColumnAction::Cell(CellRule::Shift(shift)) => Some(shift.most),
            _ => None,
        });
        let pseudonym = study.publishes_pseudonyms();
        let (nulls, kinds) = (&masking.reading.nulls, &masking.reading.kinds);
        let hierarchies = self.chains()?;
        let found = masked_people(&MaskedTable {
            original: &study.table,
            published: table,
            person,
            pseudonym,
            kept: &kept,
            generalized: &generalized,
            shifted: days.map(|days| (shifted.as_slice(), days)),
            nulls,
            kinds,
            hierarchies: &hierarchies,
            threads: execution.threads(),
        })?;
        let people = match found {
            Ok(people) => people,
            Err(discrepancy) => {
                judged.discrepancy = Some(discrepancy);
                judged.as_planned = false;
                return Ok(());
            }
        };
        let whose = Person::Rows(&people.persons);
        let names: Vec<&str> =
            joint.iter().map(|&place| study.columns[place].name.as_str()).collect();
        let found = marginals_of_people(table, &names, &[], whose, nulls, execution.threads())?;
        let as_many = |(&place, shown): (&usize, &Marginal)| {
            let expected = judged.columns[place].as_ref().and_then(|masked| masked.fewest_people);
            expected.is_none_or(|fewest| fewest == shown.rarest)
        };
        judged.as_planned &= joint.iter().zip(&found.columns).all(as_many);
        if pseudonym {
            judged.linked = Some(linked(table, &self.known(), whose, nulls, execution.threads())?);
        }
        judged.found = found;
        judged.people = Some(people);
        Ok(())
    }

    /// The columns that others may know: the quasi-identifiers, or, where there are none, all published
    /// columns but pseudonyms and moved dates, of which nobody knows what they stand for.
    pub(super) fn known(&self) -> Vec<&str> {
        let MaskRelease { study, joint, .. } = self;
        let secret = |column: &ColumnPlan| {
            matches!(
                column.action,
                ColumnAction::Drop
                    | ColumnAction::Cell(
                        CellRule::Person(..) | CellRule::Pseudonym(_) | CellRule::Shift(_)
                    )
            )
        };
        match joint.is_empty() {
            true => {
                let others = study.columns.iter().filter(|column| !secret(column));
                others.map(|column| column.name.as_str()).collect()
            }
            false => joint.iter().map(|&place| study.columns[place].name.as_str()).collect(),
        }
    }

    /// Whether the file shows what was planned of the quasi-identifiers, and of other columns of
    /// which it is known what they must show.
    fn is_as_planned(
        &self,
        found: &Marginals,
        columns: &[Option<PreparedColumn>],
        others: &[usize],
    ) -> bool {
        let shown = self.joint.iter().zip(&found.columns);
        let shown = shown.chain(others.iter().zip(&found.others));
        let mut as_planned = shown.map(|(&place, shown)| {
            let after = self.study.gathered[place].after.as_ref();
            // A budget that is an estimate is no limit.
            let limit =
                self.budgets[place].filter(|_| !after.is_some_and(ColumnTexts::is_estimated));
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
        found.rows == self.study.rows && as_planned.all(|good| good) && within
    }
}

fn expected(columns: &[Option<PreparedColumn>], place: usize) -> Option<Expected> {
    columns[place].as_ref()?.expected
}
