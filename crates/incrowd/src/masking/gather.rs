//! The first pass over a table: the values of the columns that are masked by them.

use incrowd_core::terms::{Kind, Nulls};
use incrowd_io::{Block, Table};

use crate::error::Result;
use crate::execution::Execution;
use crate::reading::{Reading, fault, no_rows};
use crate::study::suspicion::Suspicion;

use super::MaskPlan;
use super::cell::CellRule;
use super::columns::{ColumnAction, ColumnPlan};
use super::values::ColumnTexts;

/// What was gathered of a column.
#[derive(Clone, Default)]
pub struct GatheredColumn {
    /// Its values, if they matter.
    pub before: Option<ColumnTexts>,
    /// What they are published as, where that is known cell by cell.
    pub after: Option<ColumnTexts>,
    suspicion: Option<Suspicion>,
}

/// The rows of a table, and what was gathered of its columns.
type GatheredTable = (u64, Vec<GatheredColumn>);

/// Reads the table, once or, if texts turn up among very many numbers, twice.
pub fn gather(
    masking: &MaskPlan,
    table: &Table,
    columns: &[ColumnPlan],
    person: Option<usize>,
    execution: &Execution,
) -> Result<GatheredTable> {
    let mut anyway: Vec<bool> = columns.iter().map(|column| is_text(masking, column)).collect();
    let (mut rows, mut gathered) = pass(masking, table, (columns, &anyway), person, execution)?;
    if gathered.iter().any(GatheredColumn::is_lost) {
        for (anyway, gathered) in anyway.iter_mut().zip(&gathered) {
            *anyway |= gathered.is_lost();
        }
        (rows, gathered) = pass(masking, table, (columns, &anyway), person, execution)?;
    }
    if rows == 0 {
        return Err(no_rows(table));
    }
    Ok((rows, gathered))
}

/// Whether a column's values are needed as texts, however many.
fn is_text(masking: &MaskPlan, column: &ColumnPlan) -> bool {
    let declared = masking.reading.kinds.get(&column.name);
    matches!(column.action, ColumnAction::Level(..))
        || declared.is_some_and(|kind| !kind.is_ordered())
}

fn pass(
    masking: &MaskPlan,
    table: &Table,
    (columns, anyway): (&[ColumnPlan], &[bool]),
    person: Option<usize>,
    execution: &Execution,
) -> Result<GatheredTable> {
    let reading = &masking.reading;
    let nothing = || {
        let gathered = |(column, &anyway): (&ColumnPlan, &bool)| {
            let known = matches!(column.action, ColumnAction::Cell(_)) && column.qi;
            let kept = matches!(column.action, ColumnAction::Cell(CellRule::Keep)) && !column.said;
            GatheredColumn {
                before: (column.action.needs_values() || known).then(|| ColumnTexts::new(anyway)),
                after: known.then(|| ColumnTexts::new(anyway)),
                suspicion: kept.then(|| Suspicion::new(table.bytes())),
            }
        };
        let columns = columns.iter().zip(anyway).map(gathered).collect();
        (0, columns)
    };
    let each = |(rows, gathered): &mut GatheredTable, block: &Block| -> Result<()> {
        *rows += block.rows() as u64;
        for (place, (column, gathered)) in columns.iter().zip(gathered).enumerate() {
            gathered.see(table, block, (place, person), column, reading)?;
        }
        Ok(())
    };
    let parts = execution.fold("reading", table, nothing, each)?;
    let merge = |one: GatheredTable, other: GatheredTable| {
        let both = one.1.into_iter().zip(other.1);
        (one.0 + other.0, both.map(|(one, other)| one.merge(other, &reading.nulls)).collect())
    };
    let (rows, mut gathered) = parts.into_iter().reduce(merge).unwrap_or_else(nothing);
    for GatheredColumn { before, after, .. } in &mut gathered {
        [before, after].into_iter().flatten().for_each(ColumnTexts::settle);
    }
    Ok((rows, gathered))
}

impl GatheredColumn {
    /// What looks wrong about a column that stays as it is.
    pub fn warning(&self, column: &ColumnPlan) -> Option<String> {
        let (why, name) = (self.reason()?, &column.name);
        Some(format!(
            "the column '{name}' {why}; drop it (`id = {name}`), mask it (`column {name} = ..`), or say `column {name} = keep`"
        ))
    }

    /// Why a column that stays as it is may identify people, if it may.
    pub fn reason(&self) -> Option<String> {
        self.suspicion.as_ref()?.reason()
    }

    /// Whether values were given up that are needed after all.
    fn is_lost(&self) -> bool {
        let values = [&self.before, &self.after].into_iter().flatten();
        values.into_iter().any(|values| matches!(values, ColumnTexts::Lost))
    }

    fn see(
        &mut self,
        table: &Table,
        block: &Block,
        (place, person): (usize, Option<usize>),
        column: &ColumnPlan,
        reading: &Reading,
    ) -> Result<()> {
        let GatheredColumn { before, after, suspicion } = self;
        if let Some(suspicion) = suspicion {
            for row in 0..block.rows() {
                suspicion.see(block.first_row() + row as u64, block.cell(row, place));
            }
        }
        let Some(before) = before else { return Ok(()) };
        let declared = reading.kinds.get(&column.name).filter(|&&kind| kind != Kind::Text);
        for row in 0..block.rows() {
            let text = block.cell(row, place);
            if let Some(kind) = declared
                && kind.read(text).is_none()
                && !reading.nulls.is_missing(text)
            {
                let why = format!("'{text}' is no {kind}, as the column is declared (`type`)");
                return Err(fault(table, block.line(row), &column.name, text, &why));
            }
            before.add(text, 1, &reading.nulls);
            if let (Some(after), ColumnAction::Cell(cell)) = (&mut *after, &column.action) {
                let person = person.map_or("", |place| block.cell(row, place));
                let shown = cell.publish(text, &reading.nulls, person);
                let shown =
                    shown.map_err(|why| fault(table, block.line(row), &column.name, text, &why))?;
                after.add(&shown, 1, &reading.nulls);
            }
        }
        Ok(())
    }

    fn merge(self, other: GatheredColumn, nulls: &Nulls) -> GatheredColumn {
        let both = |one: Option<ColumnTexts>, other: Option<ColumnTexts>| {
            one.zip(other).map(|(one, other)| one.merge(other, nulls))
        };
        GatheredColumn {
            before: both(self.before, other.before),
            after: both(self.after, other.after),
            suspicion: (self.suspicion.zip(other.suspicion)).map(|(one, other)| one.merge(other)),
        }
    }
}
