//! How coarse each column of a table is to be: the plan, ready to be carried out.

use std::collections::BTreeMap;
use std::fmt;

use incrowd_io::{MemorySink, MemoryTable, Output, TableSink};
use incrowd_judge::Chains;

use crate::error::Result;
use crate::execution::Execution;
use crate::study::chains;

use super::allotment::{Allotment, BudgetResult};
use super::columns::ColumnAction;
use super::masked::PreparedColumn;
use super::parts::parts;
use super::ready;
use super::shape::ColumnMask;
use super::study::MaskStudy;
use super::verdict::MaskVerdict;
use super::write::write;

/// A table of which it is known how coarse each column is to be.
pub struct MaskRelease<'a> {
    /// What is coarsened.
    pub study: &'a MaskStudy,
    /// The places of the quasi-identifiers that are published.
    pub joint: Vec<usize>,
    /// How the cells are shared out among them, if a crowd is asked for.
    pub allotment: Option<Allotment>,
    /// Per column: the values that it may keep, if there is a limit.
    pub budgets: Vec<Option<u64>>,
    /// What a reader should know.
    pub warnings: Vec<String>,
    /// Per column: what it is masked by.
    pub(super) shapes: Vec<ColumnMask>,
}

impl fmt::Debug for MaskRelease<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Coarsening")
            .field("budgets", &self.budgets)
            .field("warnings", &self.warnings)
            .finish_non_exhaustive()
    }
}

impl MaskStudy {
    /// Plans how coarse each column is to be; nothing is written yet.
    ///
    /// # Errors
    /// Values that do not fit what is asked of their columns, columns of which nobody said how coarse
    /// they are to be, or a universe smaller than the table. That the crowd is too large for the table
    /// is no error, but an answer.
    pub fn coarsen(&self) -> Result<BudgetResult<MaskRelease<'_>>> {
        let shapes: Vec<ColumnMask> = (0..self.columns.len())
            .map(|place| ColumnMask::of(self, place))
            .collect::<Result<_>>()?;
        let joint = self.joint();
        let parts = parts(self, &shapes, &joint)?;
        let allotment = match &self.masking.anonymity {
            None => None,
            Some(anonymity) => {
                match Allotment::among(anonymity, (self.members(), self.noun()), &parts)? {
                    BudgetResult::Possible(allotment) => Some(allotment),
                    BudgetResult::Impossible(no_plan) => {
                        return Ok(BudgetResult::Impossible(no_plan));
                    }
                }
            }
        };
        let budgets = self.budgets(&joint, allotment.as_ref());
        let mut warnings = self.warnings.clone();
        warnings.extend(allotment.iter().flat_map(|allotment| allotment.warnings.clone()));
        Ok(BudgetResult::Possible(MaskRelease {
            study: self,
            joint,
            allotment,
            budgets,
            warnings,
            shapes,
        }))
    }

    /// Per column: the values that it may keep, if there is a limit.
    fn budgets(&self, joint: &[usize], allotment: Option<&Allotment>) -> Vec<Option<u64>> {
        let budget = |place: usize| match &self.columns[place].action {
            ColumnAction::Numbers(_, Some(values)) => Some(*values),
            _ => {
                let part = joint.iter().position(|&other| other == place)?;
                allotment.map(|allotment| allotment.portions[part].budget)
            }
        };
        (0..self.columns.len()).map(budget).collect()
    }
}

impl MaskRelease<'_> {
    /// Writes the masked table, to a file or to memory. A file is written to one side: it is in place
    /// only once the output is committed.
    ///
    /// # Errors
    /// A table that changed since it was read, cells that cannot be masked, or a sink that cannot be
    /// written.
    pub fn write<S: TableSink>(
        &self,
        sink: S,
        execution: &Execution,
    ) -> Result<(S, Vec<Option<PreparedColumn>>)> {
        let mut masked = ready::masked(self, execution)?;
        let sink = write(self.study, &mut masked, sink, execution)?;
        Ok((sink, masked))
    }

    /// Writes the masked table, has it counted, and puts it in place if it shows what was planned.
    ///
    /// # Errors
    /// As [`MaskRelease::write`] and [`MaskRelease::judge`], or an output that cannot be put in place.
    pub fn publish(&self, output: Output, execution: &Execution) -> Result<MaskVerdict> {
        let (output, masked) = self.write(output, execution)?;
        let judged = self.judge(&output, masked, execution)?;
        if judged.as_planned {
            output.commit()?;
        }
        Ok(judged)
    }

    /// Writes the masked table to memory and has it counted there. The table is given only if it
    /// shows what was planned.
    ///
    /// # Errors
    /// As [`MaskRelease::write`] and [`MaskRelease::judge`].
    pub fn publish_in_memory(
        &self,
        execution: &Execution,
    ) -> Result<(MaskVerdict, Option<MemoryTable>)> {
        let (sink, masked) = self.write(MemorySink::new("the masked table"), execution)?;
        let judged = self.judge(&sink, masked, execution)?;
        let table = sink.into_table()?;
        let published = judged.as_planned.then_some(table);
        Ok((judged, published))
    }

    /// The hierarchies of columns that are raised to a level, as a judge reads them.
    ///
    /// # Errors
    /// Labels that mean two things.
    pub fn chains(&self) -> Result<BTreeMap<String, Chains>> {
        let mut hierarchies = BTreeMap::new();
        for (column, shape) in self.study.columns.iter().zip(&self.shapes) {
            if let ColumnMask::Level(levels) = shape {
                hierarchies.insert(column.name.clone(), chains(&levels.hierarchy)?);
            }
        }
        Ok(hierarchies)
    }
}
